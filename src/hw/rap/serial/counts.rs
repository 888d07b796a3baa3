//! The counts of the nodes, 16 bits at a time.
use crate::hw::lib::{FastRam, Reg, RegEn};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod counts {
    //! Memory of the nodes' own counts, 16 bits at a time.

    /// Memory of the nodes' own counts: `P` parts of 16 bits for each of `2^AW` nodes.
    ///
    /// Every cycle part `read_part` of `read_node` is read. `put` writes `sum` to part 0 of `node` in the same cycle
    /// and to its other parts in the cycles that follow; `keep` says that `node` is the one to write in them. With
    /// `kept` the first part goes there, too, not to `node`. `clear` writes `sum`, which is zero then, to the part
    /// `digit - 1`.
    #[clocked]
    #[derived(OA = AW + P - 1)]
    pub struct Counts<#[range(2..=3)] const P: usize, const AW: usize> {
        /// Node to read.
        #[group("read_node read_part data: the part to read, and the one read in the cycle before")]
        pub read_node: Signal<In, Bits<AW>>,
        /// Part of its count.
        pub read_part: Signal<In, Bits<2>>,
        /// Part read in the cycle before.
        pub data: Signal<Out, Bits<16>>,
        /// Node to write.
        #[group("node keep kept put sum: writes all parts of a count, one in each cycle")]
        pub node: Signal<In, Bits<AW>>,
        /// It is the one to write.
        pub keep: Signal<In, Bit>,
        /// Write the node kept.
        pub kept: Signal<In, Bit>,
        /// Part to write.
        pub sum: Signal<In, Bits<16>>,
        /// Write all parts, beginning now.
        pub put: Signal<In, Bit>,
        /// Write one part.
        #[group("clear digit: writes one part")]
        pub clear: Signal<In, Bit>,
        /// One more than its number.
        pub digit: Signal<In, Bits<2>>,
        own: FastRam<16, OA>,
        following: [Reg<Bit>; P - 1],
        // where the parts go that are still to be written
        at: RegEn<Bits<AW>>,
    }

    impl Counts {
        fn update(&mut self) {
            const PART_BITS: Bits<2> = P - 1;
            const PART_MASK: Bits<2> = (1 << (P - 1)) - 1;

            let rest: Bit = false;
            let part: Bits<2> = 0.into();
            for i in 0..(P - 1) {
                rest = rest | self.following[i].q.val();
                if self.following[i].q.val() {
                    part = i.to_bits() + 1;
                }
            }
            if self.clear.val() {
                part = self.digit.val() - 1;
            }
            self.following[0].d.next = self.put.val();
            for i in 1..(P - 1) {
                self.following[i].d.next = self.following[i - 1].q.val();
            }
            self.own.we.next = self.clear.val() | self.put.val() | rest;
            self.at.d.next = self.node.val();
            self.at.en.next = self.keep.val();
            let target: Bits<AW> = self.node.val();
            if rest | self.kept.val() {
                target = self.at.q.val();
            }
            self.own.ra.next = (bit_cast::<OA, AW>(self.read_node.val()) << PART_BITS)
                | bit_cast::<OA, 2>(self.read_part.val() & PART_MASK);
            self.own.wa.next = (bit_cast::<OA, AW>(target) << PART_BITS) | bit_cast::<OA, 2>(part & PART_MASK);
            self.own.wd.next = self.sum.val();
            self.data.next = self.own.rd.val();
        }
    }
}
