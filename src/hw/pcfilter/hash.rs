//! The hashes of addresses (docs/reference/pcfilter.md, rules P2 and P4).
//!
//! Both fold `x ^ (x >> shift)`: the fold of `x` beside that of `x >> shift`, which needs no folding of its own. It is
//! a slice of the folds of `x`, `x >> n`, `x >> 2 n` side by side, `n` the width of the hash: bit `i` of it gathers the
//! bits `i + shift`, `i + shift + n`, and so on.
use crate::spec::pcfilter::{F1_SHIFTS, F2_SHIFTS};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod f1_hash {
    //! The first filter's hash of bits 32 to 1 of an address: all bytes of x ^ (x >> shift) together.

    /// The first filter's hash.
    pub struct F1Hash {
        /// Bits 32 to 1 of an address.
        pub pct: Signal<In, Bits<32>>,
        /// Number of the hash.
        pub select: Signal<In, Bits<2>>,
        /// The hash.
        pub hash: Signal<Out, Bits<8>>,
        // of x >> shift for both values of select's bit 1
        low: Signal<Local, Bits<8>>,
    }

    impl F1Hash {
        fn update(&mut self) {
            const SHIFT: [Bits<4>; F1_SHIFTS.len()] = F1_SHIFTS.iter().map(|shift| u64::from(*shift));

            let fold0: Bits<8> = self.pct.val().get_bits::<8>(0)
                ^ self.pct.val().get_bits::<8>(8)
                ^ self.pct.val().get_bits::<8>(16)
                ^ self.pct.val().get_bits::<8>(24);
            let fold1: Bits<8> =
                self.pct.val().get_bits::<8>(8) ^ self.pct.val().get_bits::<8>(16) ^ self.pct.val().get_bits::<8>(24);
            let fold2: Bits<8> = self.pct.val().get_bits::<8>(16) ^ self.pct.val().get_bits::<8>(24);
            let folds: Bits<24> =
                bit_cast::<24, 8>(fold0) | (bit_cast::<24, 8>(fold1) << 8) | (bit_cast::<24, 8>(fold2) << 16);
            self.low.next = folds.get_bits::<8>(SHIFT[0].index());
            let high: Bits<8> = folds.get_bits::<8>(SHIFT[2].index());
            if self.select.val().get_bit(0) {
                self.low.next = folds.get_bits::<8>(SHIFT[1].index());
                high = folds.get_bits::<8>(SHIFT[3].index());
            }
            let shifted: Bits<8> = self.low.val();
            if self.select.val().get_bit(1) {
                shifted = high;
            }
            self.hash.next = fold0 ^ shifted;
        }
    }
}

#[treetap_hdl::unit]
mod f2_hash {
    //! The second filter's hash of bits 32 to 1 of an address: x ^ (x >> shift) in slices of 12 bits together.

    /// The second filter's hash.
    pub struct F2Hash {
        /// Bits 32 to 1 of an address.
        pub pct: Signal<In, Bits<32>>,
        /// Number of the hash.
        pub select: Signal<In, Bits<2>>,
        /// The hash.
        pub hash: Signal<Out, Bits<12>>,
        // of x >> shift for both values of select's bit 1
        low: Signal<Local, Bits<12>>,
    }

    impl F2Hash {
        fn update(&mut self) {
            const SHIFT: [Bits<4>; F2_SHIFTS.len()] = F2_SHIFTS.iter().map(|shift| u64::from(*shift));

            let fold0: Bits<12> = self.pct.val().get_bits::<12>(0)
                ^ self.pct.val().get_bits::<12>(12)
                ^ bit_cast::<12, 8>(self.pct.val().get_bits::<8>(24));
            let fold1: Bits<12> =
                self.pct.val().get_bits::<12>(12) ^ bit_cast::<12, 8>(self.pct.val().get_bits::<8>(24));
            let folds: Bits<24> = bit_cast::<24, 12>(fold0) | (bit_cast::<24, 12>(fold1) << 12);
            self.low.next = folds.get_bits::<12>(SHIFT[0].index());
            let high: Bits<12> = folds.get_bits::<12>(SHIFT[2].index());
            if self.select.val().get_bit(0) {
                self.low.next = folds.get_bits::<12>(SHIFT[1].index());
                high = folds.get_bits::<12>(SHIFT[3].index());
            }
            let shifted: Bits<12> = self.low.val();
            if self.select.val().get_bit(1) {
                shifted = high;
            }
            self.hash.next = fold0 ^ shifted;
        }
    }
}
