//! Saturating event counter.
use super::lib::Reg;
use rust_hdl::prelude::*;

/// Width of the statistics counters in bits (docs/reference/rap.md R13, R10).
pub const TALLY_BITS: usize = 32;

#[treetap_hdl::unit(instance)]
mod tally {
    //! Counts the cycles with step high; saturates at the largest value, of which near says that it is
    //! at most one away. near may be late by a cycle: it matters for odd values only, and there it is right.

    /// Counts the cycles with `step` high, in 32 bits, and stays at the largest value once it is there.
    ///
    /// That the end is near is a register, so that no carry chain of the whole width decides whether to count. `clear`
    /// returns it to zero at the next edge and wins over `step`.
    #[clocked]
    pub struct Tally {
        /// Back to zero.
        pub clear: Signal<In, Bit>,
        /// Count this cycle.
        pub step: Signal<In, Bit>,
        /// Cycles counted.
        pub count: Signal<Out, Bits<TALLY_BITS>>,
        total: Reg<Bits<TALLY_BITS>>,
        near: Reg<Bit>,
    }

    impl Tally {
        fn update(&mut self) {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts with gaps from shortly before the end, and clears there: what was counted, cycle by cycle.
    fn counts(mut block: Tally, ports: impl Fn(&mut Tally, Clock, bool, bool) -> u64) -> Vec<u64> {
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
    fn it_stays_at_the_largest_value_until_it_is_cleared() {
        for start in 0xffff_fff0..=0xffff_fffe_u64 {
            let tally = Tally { total: Reg::new(start.into()), ..Default::default() };
            let counted = counts(tally, |block, clock, step, clear| {
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
            assert_eq!(counted, model);
            assert_eq!(model[39], 0xffff_ffff);
        }
    }
}
