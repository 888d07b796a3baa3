//! Parts of an entry of the data memory (docs/reference/coproc.md, B.3, 3).
use crate::spec::coproc::word::Memory;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod part {
    //! The part of an entry that a lane is, what counting makes of it, and the entry with the new part.

    /// The part of an entry that a lane is, what counting makes of it, and the entry with the new part; each within the
    /// cycle. Values have `VW` bits.
    pub struct Part<#[range(32..=64, step = 32)] const VW: usize> {
        /// Code of the lane.
        #[group("lane op: which part, and what becomes of it")]
        pub lane: Signal<In, Bits<4>>,
        /// Operation on the memories.
        pub op: Signal<In, Bits<4>>,
        /// The entry.
        #[group("slot part: the entry and its part")]
        pub slot: Signal<In, Bits<64>>,
        /// The part.
        pub part: Signal<Out, Bits<VW>>,
        /// The part of the cycle before.
        #[group("old r: the part of the cycle before, and R; sum bound: the new part, and whether it is the bound")]
        pub old: Signal<In, Bits<VW>>,
        /// What is stored or added.
        pub r: Signal<In, Bits<VW>>,
        /// The new part.
        pub sum: Signal<Out, Bits<VW>>,
        /// It is the bound.
        pub bound: Signal<Out, Bit>,
        /// The new part of the cycle before.
        #[group(
            "new: the new part of the cycle before; merged we: the entry with it, and which columns of 16 bits change"
        )]
        pub new: Signal<In, Bits<VW>>,
        /// The entry with the new part.
        pub merged: Signal<Out, Bits<64>>,
        /// Which columns change.
        pub we: Signal<Out, Bits<4>>,
        columns: [Signal<Local, Bits<16>>; 4],
    }

    impl Part {
        fn update(&mut self) {
            const INC: Bits<4> = Memory::Inc as u64;
            const DEC: Bits<4> = Memory::Dec as u64;
            const ADD: Bits<4> = Memory::Add as u64;
            const ONES: Bits<32> = u32::MAX.into();
            const BIT: [Bits<4>; 4] = (0..4).map(|at| 1 << at);

            comment!("Size, and the number of the part among those of its size.");
            let whole: Bit = !self.lane.val().any();
            let word: Bit = (self.lane.val() == 1) | (self.lane.val() == 2);
            let byte: Bit = self.lane.val() >= 7;
            let half: Bit = !whole & !word & !byte;
            let number: Bits<4> = self.lane.val() - 7;
            if half {
                number = (self.lane.val() - 3) << 1;
            }
            if word {
                number = (self.lane.val() - 1) << 2;
            }
            if whole {
                number = 0.into();
            }

            comment!("The part.");
            let shifted: Bits<32> = self.slot.val().get_bits::<32>(0);
            if number.get_bit(2) {
                shifted = self.slot.val().get_bits::<32>(32);
            }
            if number.get_bit(1) {
                shifted = shifted >> 16;
            }
            if number.get_bit(0) {
                shifted = shifted >> 8;
            }
            let largest: Bits<32> = ONES;
            if half {
                largest = 0xffff.into();
            }
            if byte {
                largest = 0xff.into();
            }
            let max: Bits<VW> = bit_cast::<VW, 32>(largest);
            self.part.next = bit_cast::<VW, 32>(shifted & largest);
            if VW == 64 {
                if whole {
                    max = !bit_cast::<VW, 1>(false.into());
                    self.part.next = bit_cast::<VW, 64>(self.slot.val());
                }
            }

            comment!("What counting makes of it.");
            let one: Bits<VW> = 1.into();
            let up: Bits<VW> = self.r.val();
            if self.op.val() == INC {
                up = one;
            }
            let total: Bits<{ VW + 1 }> = bit_cast::<{ VW + 1 }, VW>(self.old.val()) + bit_cast::<{ VW + 1 }, VW>(up);
            let over: Bit = total > bit_cast::<{ VW + 1 }, VW>(max);
            let counted: Bits<VW> = self.r.val();
            if (self.op.val() == INC) | (self.op.val() == ADD) {
                counted = total.get_bits::<VW>(0);
                if over {
                    counted = max;
                }
            }
            if self.op.val() == DEC {
                counted = self.old.val();
                if self.old.val().any() {
                    counted = self.old.val() - 1;
                }
            }
            self.sum.next = counted;
            self.bound.next = counted == max;
            if self.op.val() == DEC {
                self.bound.next = !counted.any();
            }

            comment!("The entry with the new part: columns of 16 bits, a byte with its neighbour.");
            let wide: Bits<64> = bit_cast::<64, VW>(self.new.val());
            let write: Bits<4> = 0.into();
            for i in 0..4 {
                self.columns[i].next = wide.get_bits::<16>(0);
                if whole | (number.get_bits::<2>(1) == i.to_bits()) {
                    write = write | BIT[i];
                }
            }
            if word {
                write = 3.into();
                if number.get_bit(2) {
                    write = 12.into();
                }
                self.columns[1].next = wide.get_bits::<16>(16);
                self.columns[3].next = wide.get_bits::<16>(16);
            }
            if whole {
                self.columns[1].next = wide.get_bits::<16>(16);
                self.columns[2].next = wide.get_bits::<16>(32);
                self.columns[3].next = wide.get_bits::<16>(48);
            }
            let fresh: Bits<16> = bit_cast::<16, 8>(wide.get_bits::<8>(0));
            if byte {
                for i in 0..4 {
                    self.columns[i].next = (self.slot.val().get_bits::<16>(i * 16) & 0xff00) | fresh;
                    if number.get_bit(0) {
                        self.columns[i].next = (self.slot.val().get_bits::<16>(i * 16) & 0x00ff) | (fresh << 8);
                    }
                }
            }
            self.we.next = write;
            self.merged.next = bit_cast::<64, 16>(self.columns[0].val())
                | (bit_cast::<64, 16>(self.columns[1].val()) << 16)
                | (bit_cast::<64, 16>(self.columns[2].val()) << 32)
                | (bit_cast::<64, 16>(self.columns[3].val()) << 48);
        }
    }
}
