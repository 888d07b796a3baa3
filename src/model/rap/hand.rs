//! The hand that goes round the slots, some at every event (docs/reference/rap.md R15).
use super::{ROOT, Rap};
use crate::spec::rap::{self, Collapse, Demand, ladder_next};

/// State of the hand (R15).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hand {
    /// `h`: the slot that is visited next. Slot 0 is the root.
    pub slot: u32,
    /// A round is under way.
    pub going: bool,
    /// A round is under way or due at the next event.
    awake: bool,
    /// Nodes that the latest counted event created; kept up while the hand is awake.
    pub debt: u32,
    /// Sum of the weights counted above `T` (H3): at most `n`, so that it never overflows.
    pub over: u64,
    /// `over` when `T` last rose.
    seen: u64,
    /// Rounds for which `T` rose.
    rounds: u32,
}

impl Hand {
    /// A round begins, and where one is under way it begins anew.
    pub fn begin(&mut self) {
        self.slot = 1;
        self.going = true;
        self.awake = true;
    }
}

impl Rap {
    /// The slot that the hand visits next, 0 before the first round and `N` after one (R15).
    pub const fn hand(&self) -> u32 {
        self.hand.slot
    }

    /// Rounds of the hand for want of free slots, each with a rise of `T` (R15 H1); saturates.
    pub const fn rounds(&self) -> u32 {
        self.hand.rounds
    }

    /// H1 and H2: what the hand does at an event of this weight, before the walk.
    #[inline]
    pub(super) fn turn(&mut self, weight: u64) {
        if weight == 0 {
            return;
        }
        if self.hand.awake {
            self.turn_awake(weight);
        }
        self.hand.debt = 0;
    }

    fn turn_awake(&mut self, weight: u64) {
        let Collapse::Hand(parameters) = self.config.collapse else {
            unreachable!("only the hand wakes");
        };
        let steps = if self.hand.going { 0 } else { self.begin_round(parameters) };
        let visits =
            weight.min(parameters.weight_cap.into()) as u32 + u32::from(parameters.per_create) * self.hand.debt;
        let end = self.config.nodes.min(self.hand.slot + visits);
        self.occupancy.leave(self.n, self.live());
        let (visits, free) = (end - self.hand.slot, self.free.len());
        let mut leaves = 0;
        for slot in self.hand.slot..end {
            leaves += u32::from(self.absorb_if_light(ROOT + slot));
        }
        let absorbed = (self.free.len() - free) as u32;
        self.service.ask(self.n, Demand { visits, leaves, absorbed, steps, ..Demand::default() });
        self.hand.slot = end;
        self.hand.going = end < self.config.nodes;
        self.wake();
    }

    /// H1, where it is due. Gives the steps that `T` climbed.
    fn begin_round(&mut self, parameters: rap::Hand) -> u32 {
        self.hand.rounds = self.hand.rounds.saturating_add(1);
        let steps = if self.hand.over == self.hand.seen { 1 } else { parameters.jump };
        for _ in 0..steps {
            self.t = ladder_next(self.t, self.config.count_max());
        }
        self.hand.seen = self.hand.over;
        self.hand.begin();
        steps.into()
    }

    /// A create or the end of a round may make a round due.
    pub(super) fn wake(&mut self) {
        if let Collapse::Hand(parameters) = self.config.collapse {
            self.hand.awake = self.hand.going || (self.free.len() as u32) < parameters.reserve(self.config.nodes);
        }
    }

    /// Absorbs the node of a cell, if there is one without children that fits its parent. Was there one without?
    #[inline]
    pub(super) fn absorb_if_light(&mut self, node: u32) -> bool {
        let cell = &self.cells[node as usize];
        if cell.place == 0 || !cell.is_leaf() {
            return false;
        }
        if cell.own() + self.cells[(cell.place / 4) as usize].biased <= self.t as i64 {
            self.absorb(node);
        }
        true
    }
}
