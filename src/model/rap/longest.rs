//! What the events of a stream asked an engine for, at most.
use crate::spec::rap::{Demand, Service};

/// The event that would hold an engine the longest, so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Longest {
    /// What an engine takes; without it nothing is added up.
    service: Option<Service>,
    /// `n` with the present event, which no other event of this tree shares; 0 before the first.
    event: u64,
    /// What the present event has asked for.
    asked: Demand,
    cycles: u64,
}

impl Longest {
    pub(super) fn of(service: Service) -> Self {
        Self { service: Some(service), ..Self::default() }
    }

    /// The event with which `n` events are counted asks for more.
    pub(super) fn ask(&mut self, n: u64, more: Demand) {
        let Some(service) = &self.service else {
            return;
        };
        if self.event != n {
            (self.event, self.asked) = (n, Demand::default());
        }
        self.asked += more;
        self.cycles = self.cycles.max(service.cycles(self.asked));
    }

    /// What the event has asked for so far with which `n` events are counted.
    pub(super) fn asked(&self, n: u64) -> Demand {
        if self.event == n { self.asked } else { Demand::default() }
    }

    /// Another tree begins.
    pub(super) fn reset(&mut self) {
        self.event = 0;
    }

    /// Cycles that the event takes which asked for most.
    pub(super) fn cycles(&self) -> u64 {
        self.cycles.max(self.service.map_or(0, |service| service.cycles(Demand::default())))
    }
}
