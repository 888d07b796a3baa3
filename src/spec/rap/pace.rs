//! How long an event usually takes: the engine's cycles as they are, where [`Service`](super::Service) says how many
//! they can be at most (docs/reference/fit.md, F2).
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
    /// Events with nodes to be made, besides: until the pipeline is full again.
    refill: u32,
    /// A step of the threshold.
    step: u32,
}

impl Pace {
    /// Of an engine with this configuration.
    pub const fn of(engine: Engine, config: &Config) -> Self {
        let third = if config.count_bits > 32 { 1 } else { 0 };
        match engine {
            Engine::Serial => Self {
                event: 4 + third,
                least: 7 + third,
                level: 1,
                first_visit: 12 + third,
                visit: 1,
                leaf: 3 + 2 * third,
                absorbed: 10,
                create: 10 + third,
                refill: 0,
                step: config.count_bits / 4,
            },
            Engine::Pipelined => {
                let far = if config.nodes > 2048 { 3 } else { 0 };
                Self {
                    event: 1,
                    least: 1,
                    level: 0,
                    first_visit: 0,
                    visit: 0,
                    leaf: 0,
                    absorbed: 26 + far,
                    create: 11 + far,
                    refill: 0,
                    step: 10,
                }
            }
            Engine::Cam => Self {
                event: 1,
                least: 1,
                level: 0,
                first_visit: 4,
                visit: 1,
                leaf: 1,
                absorbed: 20,
                create: 20,
                refill: 0,
                step: 2,
            },
        }
    }

    /// Cycles of an event.
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
            + part(u32::from(creates > 0), self.refill)
            + part(steps, self.step)
    }
}
