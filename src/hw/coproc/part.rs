//! Parts of an entry of the data memory (docs/reference/coproc.md, B.3, 3).
use crate::spec::coproc::word::Memory;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod lane {
    //! Which bytes of an entry a lane is.

    /// What a lane is: its size and the byte it begins with.
    pub struct Lane {
        /// Code of the lane.
        #[group("lane: its code")]
        pub lane: Signal<In, Bits<4>>,
        /// 64, 32, 16 or 8 bits: one of these, from bit 0.
        #[group("size first: one of 64, 32, 16 and 8 bits; its first byte")]
        pub size: Signal<Out, Bits<4>>,
        /// Number of its first byte.
        pub first: Signal<Out, Bits<3>>,
    }

    impl Lane {
        fn update(&mut self) {
            const SIZES: [Bits<4>; 4] = (0..4).map(|at| 1 << at);

            let code: Bits<4> = self.lane.val();
            self.size.next = SIZES[3];
            let number: Bits<4> = code - 7;
            if code < 7 {
                self.size.next = SIZES[2];
                number = (code - 3) << 1;
            }
            if code < 3 {
                self.size.next = SIZES[1];
                number = (code - 1) << 2;
            }
            if !code.any() {
                self.size.next = SIZES[0];
                number = 0.into();
            }
            self.first.next = number.get_bits::<3>(0);
        }
    }
}

#[treetap_hdl::unit]
mod part {
    //! The part of an entry that a lane is, what counting makes of it, and the entry with the new part.

    /// The part of an entry that a lane is; in the next cycle the sum of that part and an operand; in the one after it
    /// the sum within the bounds of the lane; then the entry with the new part. Values have `VW` bits.
    pub struct Part<#[range(32..=64, step = 32)] const VW: usize> {
        /// Size of the lane: 64, 32, 16 or 8 bits.
        #[group("size first op: which part, and what becomes of it")]
        pub size: Signal<In, Bits<4>>,
        /// Its first byte.
        pub first: Signal<In, Bits<3>>,
        /// Operation on the memories.
        pub op: Signal<In, Bits<4>>,
        /// The entry.
        #[group("slot part: the entry and its part")]
        pub slot: Signal<In, Bits<64>>,
        /// The part.
        pub part: Signal<Out, Bits<VW>>,
        /// The part of the cycle before.
        #[group("old r sum: the part of the cycle before, R, and their sum with its carry")]
        pub old: Signal<In, Bits<VW>>,
        /// What is stored or added.
        pub r: Signal<In, Bits<VW>>,
        /// The sum; R if nothing is counted.
        pub sum: Signal<Out, Bits<{ VW + 1 }>>,
        /// The sum of the cycle before.
        #[group("raw counted bound: that sum, within the bounds of the lane, and whether it is one of them")]
        pub raw: Signal<In, Bits<{ VW + 1 }>>,
        /// The new part.
        pub counted: Signal<Out, Bits<VW>>,
        /// It is the bound that the operation counts to.
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

            let whole: Bit = self.size.val().get_bit(0);
            let word: Bit = self.size.val().get_bit(1);
            let half: Bit = self.size.val().get_bit(2);
            let byte: Bit = self.size.val().get_bit(3);

            comment!("The part.");
            let shifted: Bits<32> = self.slot.val().get_bits::<32>(0);
            if self.first.val().get_bit(2) {
                shifted = self.slot.val().get_bits::<32>(32);
            }
            if self.first.val().get_bit(1) {
                shifted = shifted >> 16;
            }
            if self.first.val().get_bit(0) {
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

            comment!("One less is the sum with the largest number: without a carry nothing was there.");
            let counts: Bit = (self.op.val() == INC) | (self.op.val() == DEC) | (self.op.val() == ADD);
            let up: Bits<VW> = self.r.val();
            if self.op.val() == INC {
                up = 1.into();
            }
            if self.op.val() == DEC {
                up = !bit_cast::<VW, 1>(false.into());
            }
            let before: Bits<VW> = 0.into();
            if counts {
                before = self.old.val();
            }
            self.sum.next = bit_cast::<{ VW + 1 }, VW>(before) + bit_cast::<{ VW + 1 }, VW>(up);

            comment!("Within the bounds of the lane; all ones is the bound, or 0 of what counts down.");
            let low: Bits<VW> = self.raw.val().get_bits::<VW>(0);
            let carry: Bit = self.raw.val().get_bit(VW);
            let above: Bit = carry | (low & !max).any();
            let full: Bit = (low | !max).all();
            self.counted.next = low;
            self.bound.next = above | full;
            if counts & above {
                self.counted.next = max;
            }
            if self.op.val() == DEC {
                self.bound.next = !carry | !low.any();
                self.counted.next = low;
                if !carry {
                    self.counted.next = 0.into();
                }
            }

            comment!("The entry with the new part: columns of 16 bits, a byte with its neighbour.");
            let wide: Bits<64> = bit_cast::<64, VW>(self.new.val());
            let write: Bits<4> = 0.into();
            for i in 0..4 {
                self.columns[i].next = wide.get_bits::<16>(0);
                if whole | (self.first.val().get_bits::<2>(1) == i.to_bits()) {
                    write = write | BIT[i];
                }
            }
            if word {
                write = 3.into();
                if self.first.val().get_bit(2) {
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
                    if self.first.val().get_bit(0) {
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
