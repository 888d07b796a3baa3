//! Golden model of the hotlist sampler after a tap (docs/reference/value_sampler.md).
use super::hotlist::{Hotlist, Room, Tuple};
use super::tap::Tap;
use crate::spec::hotlist;
use crate::spec::retire::{Record, Rvfi};
use crate::spec::tap::Config;
use std::collections::VecDeque;

/// Retirements in, whose records wait until it is known which queues had room for their tuples.
#[derive(Clone, Debug)]
pub struct ValueSampler {
    /// The sampler, for its registers, its table and its raw stream.
    pub hotlist: Hotlist,
    tap: Tap,
    waiting: VecDeque<Record>,
}

impl ValueSampler {
    /// A sampler that samples and has seen nothing, after a tap in its state after reset.
    ///
    /// # Panics
    /// When the registers cannot hold the configuration as it is.
    pub fn new(build: hotlist::Build, tap: Config, config: hotlist::Config) -> Self {
        Self { hotlist: Hotlist::new(build, config), tap: Tap::new(tap), waiting: VecDeque::new() }
    }

    /// Takes a retirement; the record of the one before waits.
    pub fn push(&mut self, rvfi: &Rvfi) {
        self.waiting.extend(self.tap.push(rvfi));
    }

    /// The record of the last retirement waits.
    pub fn flush(&mut self) {
        self.waiting.extend(self.tap.flush());
    }

    /// Records that wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The oldest record reaches the sampler. `room` says where its tuple finds room, and is asked only if there is
    /// one. Gives the record, and what it gave; `None` when no record waits.
    pub fn next(&mut self, room: impl FnOnce() -> Room) -> Option<(Record, Option<Tuple>)> {
        let record = self.waiting.pop_front()?;
        Some((record, self.hotlist.retire_asking(&record, room)))
    }
}
