//! Ranges of addresses that a pattern can ask for (docs/reference/hps.md, H4).
use super::ports::{FactTx, WriteRx};
use crate::hw::lib::RegEn;
use crate::spec::hps::RANGES;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod ranges {
    //! Ranges of addresses that patterns can ask for.

    /// Which ranges an address lies in, within the cycle.
    #[clocked(reset)]
    pub struct Ranges {
        #[group("a bound is written")]
        #[only(range, index, data)]
        pub wr: WriteRx,
        /// Address.
        #[group("the instruction")]
        pub in_pc: Signal<In, Bits<32>>,
        #[group("which ranges it lies in")]
        #[only(ranges)]
        pub fact: FactTx,
        bound: [RegEn<Bits<32>>; 2 * RANGES],
    }

    impl Ranges {
        fn update(&mut self) {
            const BIT: [Bits<RANGES>; RANGES] = (0..RANGES).map(|i| 1 << i);

            for i in 0..(2 * RANGES) {
                self.bound[i].d.next = self.wr.data.val();
                self.bound[i].en.next = self.wr.range.val() & (self.wr.index.val().get_bits::<3>(0) == i.to_bits());
                if self.reset.val() {
                    self.bound[i].d.next = 0.into();
                    self.bound[i].en.next = true;
                }
            }
            let found: Bits<RANGES> = 0.into();
            for i in 0..RANGES {
                if (self.bound[2 * i].q.val() <= self.in_pc.val()) & (self.in_pc.val() < self.bound[2 * i + 1].q.val())
                {
                    found = found | BIT[i];
                }
            }
            self.fact.ranges.next = found;
        }
    }
}
