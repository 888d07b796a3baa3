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

/// [`Tally`] for fast clocks: that the end is near is a register, so that no carry chain of the whole width decides whether to
/// count. It takes some ten LUTs more.
#[derive(LogicBlock, Default)]
pub struct QuickTally {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Back to zero.
    pub clear: Signal<In, Bit>,
    /// Count this cycle.
    pub step: Signal<In, Bit>,
    /// Cycles counted.
    pub count: Signal<Out, Bits<TALLY_BITS>>,
    total: Reg<Bits<TALLY_BITS>>,
    near: Reg<Bit>,
}

impl Logic for QuickTally {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module tally");
        comment!(
            "@doc Counts the cycles with step high; saturates at the largest value, of which near says that it is"
        );
        comment!(
            "@doc at most one away. near may be late by a cycle: it matters for odd values only, and there it is right."
        );
        dff_setup!(self, clock, total, near);
        self.near.d.next = !(!self.total.q.val() >> 1).any();
        if self.step.val() & !(self.near.q.val() & self.total.q.val().get_bit(0)) {
            self.total.d.next = self.total.q.val() + 1;
        }
        self.count.next = self.total.q.val();
        if self.clear.val() {
            self.total.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts with gaps from shortly before the end, and clears there: what was counted, cycle by cycle.
    fn counts<B: Block>(mut block: B, ports: impl Fn(&mut B, Clock, bool, bool) -> u64) -> Vec<u64> {
        block.connect_all();
        let mut counted = Vec::new();
        for cycle in 0..60 {
            let (step, clear) = (cycle % 3 != 1, cycle == 40);
            for clk in [false, true] {
                ports(&mut block, Clock { clk }, step, clear);
                assert!(simulate(&mut block, 10));
            }
            counted.push(ports(&mut block, Clock { clk: true }, step, clear));
        }
        counted
    }

    #[test]
    fn both_counters_stay_at_the_largest_value_until_they_are_cleared() {
        for start in 0xffff_fff0..=0xffff_fffe_u64 {
            let slow = Tally { total: Reg::new(start.into()), ..Default::default() };
            let quick = QuickTally { total: Reg::new(start.into()), ..Default::default() };
            let slow = counts(slow, |block, clock, step, clear| {
                (block.clock.next, block.step.next, block.clear.next) = (clock, step, clear);
                block.count.val().to_u64()
            });
            let quick = counts(quick, |block, clock, step, clear| {
                (block.clock.next, block.step.next, block.clear.next) = (clock, step, clear);
                block.count.val().to_u64()
            });
            let mut total = start;
            let model: Vec<u64> = (0..60)
                .map(|cycle| {
                    total = if cycle == 40 { 0 } else { (total + u64::from(cycle % 3 != 1)).min(0xffff_ffff) };
                    total
                })
                .collect();
            assert_eq!(slow, model);
            assert_eq!(quick, model);
            assert_eq!(model[39], 0xffff_ffff);
        }
    }
}
