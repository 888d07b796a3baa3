//! How long an event may hold an engine: what it asks for (docs/reference/rap.md, rules R5, R15), and what each of that
//! costs in cycles.
use super::{Collapse, Config, Engine};

/// What one event asks for besides its own count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Slots that the hand visits (R15 H2).
    pub visits: u32,
    /// Leaves among them.
    pub leaves: u32,
    /// Leaves among those that are absorbed.
    pub absorbed: u32,
    /// Nodes that it creates (R5c).
    pub creates: u32,
    /// Steps of the ladder that `T` climbs (R15 H1).
    pub steps: u32,
}

impl Demand {
    /// The most that the rules let an event of this weight ask for, whatever the stream: a chain of nodes down to its
    /// unit range if it is heavier than 1, and the visits for the chain of the event before it.
    pub fn most(config: &Config, weight: u16) -> Self {
        let Collapse::Hand(hand) = config.collapse else {
            return Self::default();
        };
        // A node that was just made is empty, so an event of weight 1 fits there.
        let chain = |weight| if weight > 1 { config.levels() } else { 1 };
        let before = if weight > 1 || config.coalescer.is_some() { chain(2) } else { 1 };
        let asked = u32::from(weight.min(hand.weight_cap)) + u32::from(hand.per_create) * before;
        let visits = asked.min(config.nodes - 1);
        let steps = u32::from(hand.jump.max(1));
        Self { visits, leaves: visits, absorbed: visits, creates: chain(weight), steps }
    }
}

impl std::ops::AddAssign for Demand {
    fn add_assign(&mut self, more: Self) {
        self.visits += more.visits;
        self.leaves += more.leaves;
        self.absorbed += more.absorbed;
        self.creates += more.creates;
        self.steps += more.steps;
    }
}

/// The longest time for which an engine holds an event, in cycles from the end of the event before it, or from its own
/// start if the engine was idle: `event`, and so many for each of what it asks for. Waiting for the reader of a dump is
/// not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// An event that asks for nothing, after another one: the initiation interval.
    pub interval: u32,
    /// The event itself, in a pipeline that has to fill first.
    pub event: u32,
    /// A visit.
    pub visit: u32,
    /// A leaf that is visited, besides.
    pub leaf: u32,
    /// A leaf that is absorbed, besides.
    pub absorbed: u32,
    /// A node that is made.
    pub create: u32,
    /// A row of a match memory that a node which is made or absorbed inverts.
    pub row: u32,
    /// A step of `T`.
    pub step: u32,
}

impl Service {
    /// What this engine takes with this configuration.
    pub fn of(engine: Engine, config: &Config) -> Self {
        let (levels, count_bits) = (config.levels(), config.count_bits);
        match engine {
            Engine::Serial => serial(levels, count_bits, config.eps.is_some()),
            Engine::Pipelined => pipelined(levels, config.nodes),
            Engine::Cam => CAM,
        }
    }

    /// Cycles for an event that asks for this.
    pub fn cycles(&self, demand: Demand) -> u64 {
        let part = |count: u32, cycles: u32| u64::from(count) * u64::from(cycles);
        u64::from(self.event)
            + part(demand.visits, self.visit)
            + part(demand.leaves, self.leaf)
            + part(demand.absorbed, self.absorbed)
            + part(demand.creates, self.create)
            + part(rows_of_chain(demand.creates) + ROWS[0] * demand.absorbed, self.row)
            + part(demand.steps, self.step)
    }

    /// The longest that an event of this weight may take on any stream, in cycles.
    pub fn longest(&self, config: &Config, weight: u16) -> u64 {
        self.cycles(Demand::most(config, weight))
    }

    /// The longest that any event may take on any stream, in cycles.
    pub fn longest_of_all(&self, config: &Config) -> u64 {
        let weight = config.coalescer.map_or(u16::MAX, |coalescer| coalescer.weight_max);
        self.longest(config, weight)
    }
}

/// Rows of the match memory of `cam` that a node covers in its byte of the key, by its level within the byte.
pub(super) const ROWS: [u32; 4] = [64, 16, 4, 1];

/// The most rows that a chain of so many nodes, one below the other, covers.
const fn rows_of_chain(nodes: u32) -> u32 {
    // The first of the nodes has most rows: no other place to begin gives as many.
    let (mut rows, mut i) = (nodes / 4 * (ROWS[0] + ROWS[1] + ROWS[2] + ROWS[3]), 0);
    while i < nodes as usize % 4 {
        rows += ROWS[i];
        i += 1;
    }
    rows
}

const fn serial(levels: u32, count_bits: u32, eps: bool) -> Service {
    // The finger saves steps that the bound does not count on. EPS mode multiplies bit by bit. The end of a round takes
    // a cycle.
    let parts = count_bits.div_ceil(16);
    let event = 21 + levels + parts + if eps { 3 * count_bits + 40 } else { 0 };
    let leaf = if parts > 2 { 5 } else { 3 };
    let walk = 4 + levels + if parts > 2 { 1 } else { 0 };
    let interval = if walk > 7 { walk } else { 7 };
    Service { interval, event, visit: 1, leaf, absorbed: 8, create: 10, row: 0, step: count_bits }
}

const fn pipelined(levels: u32, nodes: u32) -> Service {
    let fill = 40 + 3 * levels;
    let far = if nodes > 2048 { 8 } else { 0 };
    // The leaf that is absorbed may be where the event's walk ended, which then begins anew.
    let per_level = if nodes > 2048 { 3 } else { 2 };
    let absorbed = 30 + 14 + per_level * levels;
    Service { interval: 1, event: fill + far, visit: 1, leaf: 0, absorbed, create: fill + far, row: 0, step: 8 }
}

const CAM: Service = Service { interval: 1, event: 64, visit: 1, leaf: 1, absorbed: 40, create: 32, row: 1, step: 2 };
