//! The events that a core's retirements are to a profiler that sees every one of them: tap and selection, one after the
//! other.
use super::select::Selector;
use super::tap::Tap;
use crate::spec::classify::Xlen;
use crate::spec::event::Event;
use crate::spec::retire::Rvfi;
use crate::spec::{select, tap};

/// Turns retirements into events.
#[derive(Clone, Debug)]
pub struct Events {
    tap: Tap,
    selector: Selector,
}

impl Events {
    /// For the retirements of the core of this name, whose registers have `xlen` bits; events are of this kind and
    /// weight, with keys of 32 or 64 bits.
    pub fn new(core: &str, xlen: Xlen, kind: select::Kind, weight: select::Weight, key_bits: u32) -> Self {
        let selection = select::Config { weight, ..select::Config::new(kind, xlen, key_bits) };
        Self { tap: Tap::new(tap::Config::of_core(core, xlen)), selector: Selector::new(selection) }
    }

    /// Takes the next retirements; events that weigh nothing are among those that come out.
    pub fn push(&mut self, retirements: &[Rvfi], mut out: impl FnMut(Event)) {
        for record in retirements.iter().filter_map(|raw| self.tap.push(raw)) {
            self.selector.push(&record).map(&mut out);
        }
    }

    /// What is under way after the last retirement.
    pub fn flush(&mut self, mut out: impl FnMut(Event)) {
        if let Some(record) = self.tap.flush() {
            self.selector.push(&record).map(&mut out);
        }
        if let Some(held) = self.selector.flush() {
            out(held.event);
        }
    }
}
