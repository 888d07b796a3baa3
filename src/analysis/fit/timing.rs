//! Cycles of a whole trace: a coalescer or a register, a queue, an engine, one after the other (docs/reference/fit.md,
//! F2). Events are on offer in every cycle, as in a co-simulation.
use crate::spec::rap::{Engine, Pace, Preset, Walk};
use std::collections::VecDeque;

/// Events that wait in an engine that has a queue of its own, or in the coalescer before it.
const OWN_QUEUE: usize = 500;

/// Events that came to a front end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Came {
    /// How many.
    pub events: u32,
    /// Those of them whose index in the coalescer is near that of the one before: the lowest four bits are equal.
    pub near: u32,
}

/// The time that the hardware of a configuration takes.
#[derive(Clone, Debug)]
pub struct Timing {
    pace: Pace,
    /// Cycles in which the front end takes an event.
    intake: u64,
    /// Cycles more for an event whose index is near that of the one before it.
    near: u64,
    /// Events that can leave the front end before the engine has begun with them.
    room: usize,
    /// When the front end is done with what it took.
    front: u64,
    /// When the engine is done with what it took.
    engine: u64,
    /// When the engine began with the events that took the last places of the queue.
    begun: VecDeque<u64>,
    longest: u64,
    /// Nodes that were made, and the rows that they cover.
    made: [u64; 2],
}

impl Timing {
    /// Of a configuration, from its reset on; `eps` if EPS mode is on.
    pub fn of(preset: &Preset, eps: bool) -> Self {
        let coalesced = preset.config.coalescer.is_some();
        let (intake, near, room) = match preset.engine {
            Engine::Pipelined | Engine::Cam => (1, 0, OWN_QUEUE),
            Engine::Serial if preset.fifo_depth > 0 => (1, 0, preset.fifo_depth as usize + 2),
            // An entry that is written cannot be read in the same cycle.
            Engine::Serial if coalesced => (2, 1, 1),
            Engine::Serial => (1, 0, 1),
        };
        Self {
            pace: Pace::of(preset.engine, &preset.config, eps),
            intake,
            near,
            room,
            front: 0,
            engine: 0,
            begun: VecDeque::from(vec![0; room]),
            longest: 0,
            made: [0; 2],
        }
    }

    /// Events came, the last of which sent one on to the tree, of which this became.
    pub fn event(&mut self, came: Came, walk: &Walk) {
        self.rest(came);
        // A place in the queue is free when the engine has begun with the event that had it.
        let room = self.begun.pop_front().unwrap_or_default();
        debug_assert!(self.begun.len() < self.room);
        self.front = self.front.max(room);
        let begin = self.front.max(self.engine);
        self.begun.push_back(begin);
        let rows = u64::from(walk.rows());
        self.made = [self.made[0] + u64::from(walk.demand.creates), self.made[1] + rows];
        // What an absorbed node covers is not known: as much as others on the average.
        let gone = u64::from(walk.demand.absorbed) * self.made[1] / self.made[0].max(1);
        let cycles = self.pace.cycles(walk) + self.pace.row() * (rows + gone);
        self.engine = begin + cycles;
        self.longest = self.longest.max(cycles + self.pace.hold());
    }

    /// Events came, and nothing was sent on.
    pub fn rest(&mut self, came: Came) {
        self.front += self.intake * u64::from(came.events) + self.near * u64::from(came.near);
    }

    /// Cycles until everything that came is counted.
    pub fn cycles(&self) -> u64 {
        self.front.max(self.engine)
    }

    /// The longest that an event held the engine.
    pub const fn longest(&self) -> u64 {
        self.longest
    }
}
