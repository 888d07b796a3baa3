//! Saturating event counter.
use super::lib::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// Width of the statistics counters in bits (docs/rap.md R13, R10).
pub const TALLY_BITS: usize = 32;

/// Counts the cycles with `step` high, in 32 bits, and stays at the largest value once it is there.
///
/// A step beyond it shows 0 for one cycle: whether the sum overflows is known in a register only, so that no enable waits for
/// the carry. `clear` returns it to zero at the next edge and wins over `step`.
#[derive(LogicBlock)]
pub struct Tally {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Back to zero.
    pub clear: Signal<In, Bit>,
    /// Count this cycle.
    pub step: Signal<In, Bit>,
    /// Cycles counted.
    pub count: Signal<Out, Bits<TALLY_BITS>>,
    total: Reg<Bits<TALLY_BITS>>,
    over: Reg<Bit>,
    sum: Signal<Local, Bits<33>>,
    largest: Constant<Bits<TALLY_BITS>>,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            clear: Default::default(),
            step: Default::default(),
            count: Default::default(),
            total: Default::default(),
            over: Default::default(),
            sum: Default::default(),
            largest: Constant::new(bits((1 << TALLY_BITS) - 1)),
        }
    }
}

impl Logic for Tally {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module tally");
        comment!("@doc Counts the cycles with step high; saturates at the largest value.");
        dff_setup!(self, clock, total, over);
        self.sum.next = bit_cast::<33, 32>(self.total.q.val()) + 1;
        self.over.d.next = self.step.val() & self.sum.val().get_bit(32);
        if self.step.val() {
            self.total.d.next = bit_cast::<32, 33>(self.sum.val());
        }
        if self.over.q.val() {
            self.total.d.next = self.largest.val();
        }
        self.count.next = self.total.q.val();
        if self.clear.val() {
            self.over.d.next = false;
            self.total.d.next = 0.into();
        }
    }
}
