//! How long an event usually takes: the engine's cycles as they are, where [`Service`](super::Service) says how many
//! they can be at most (docs/reference/fit.md, F2).
use super::service::ROWS;
use super::{Config, Demand, Engine};

/// What became of an event in the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Level at which the walk began: as far down as the event before it led, with the same digits.
    pub from: u32,
    /// Level of the node that counted it.
    pub to: u32,
    /// What it asked for besides.
    pub demand: Demand,
}

impl Walk {
    /// Rows of the match memory of `cam` that the nodes cover which are made for it.
    pub fn rows(&self) -> u32 {
        let made = self.to - self.demand.creates.min(self.to)..self.to;
        made.map(|level| ROWS[level as usize % ROWS.len()]).sum()
    }
}

/// Cycles of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// An event that asks for nothing and walks no level, after another one.
    event: u32,
    /// The fewest that an event takes.
    least: u32,
    /// A level of its walk.
    level: u32,
    /// The first visit of an event.
    first_visit: u32,
    /// A visit of the hand.
    visit: u32,
    /// A leaf that is visited, besides.
    leaf: u32,
    /// A leaf that is absorbed, besides.
    absorbed: u32,
    /// A node that is made.
    create: u32,
    /// A step of the threshold.
    step: u32,
    /// A row of a match memory that a node which is made or absorbed inverts.
    row: u32,
    /// What an event holds the engine besides, at the longest.
    hold: u32,
}

impl Pace {
    /// Of an engine with this configuration; `eps` if EPS mode is on.
    pub const fn of(engine: Engine, config: &Config, eps: bool) -> Self {
        match engine {
            Engine::Serial => serial(config.count_bits, eps),
            Engine::Pipelined => pipelined(config),
            Engine::Cam => CAM,
        }
    }

    /// Cycles of a row of a match memory, 0 in an engine without one.
    pub const fn row(&self) -> u64 {
        self.row as u64
    }

    /// Cycles that an event holds the engine besides, where that is counted from the end of the one before it.
    pub const fn hold(&self) -> u64 {
        self.hold as u64
    }

    /// Cycles of an event, without those for rows.
    pub fn cycles(&self, walk: &Walk) -> u64 {
        let Demand { visits, leaves, absorbed, creates, steps } = walk.demand;
        let walked = (walk.to - walk.from).saturating_sub(creates);
        let part = |count: u32, cycles: u32| u64::from(count) * u64::from(cycles);
        u64::from(self.event + self.level * walked).max(self.least.into())
            + part(u32::from(visits > 0), self.first_visit)
            + part(visits, self.visit)
            + part(leaves, self.leaf)
            + part(absorbed, self.absorbed)
            + part(creates, self.create)
            + part(steps, self.step)
    }
}

const fn serial(count_bits: u32, eps: bool) -> Pace {
    let third = if count_bits > 32 { 1 } else { 0 };
    // The threshold of EPS mode is chosen, taken and compared beside the walk, and multiplied bit by bit now and then.
    let (beside, hold) = if eps { (3, 2 * count_bits) } else { (0, 0) };
    Pace {
        event: 4 + third,
        least: 7 + third + beside,
        level: 1,
        first_visit: 14 + third,
        visit: 1,
        leaf: 3 + 2 * third,
        absorbed: 8,
        create: 10,
        step: 4,
        row: 0,
        hold,
    }
}

const fn pipelined(config: &Config) -> Pace {
    // Longer ways in the largest pools.
    let far = if config.nodes > 2048 { 4 } else { 0 };
    Pace {
        event: 1,
        least: 1,
        level: 0,
        first_visit: 0,
        visit: 0,
        leaf: 0,
        absorbed: 25 + far,
        create: 20 + far,
        step: 10,
        row: 0,
        hold: 40,
    }
}

const CAM: Pace = Pace {
    event: 1,
    least: 1,
    level: 0,
    first_visit: 4,
    visit: 1,
    leaf: 1,
    absorbed: 27,
    create: 27,
    step: 2,
    row: 1,
    hold: 10,
};
