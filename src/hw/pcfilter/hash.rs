//! The hashes of addresses (docs/reference/pcfilter.md, rules P2 and P4).
//!
//! Both fold `x ^ (x >> shift)`: the fold of `x` beside that of `x >> shift`, which needs no folding of its own. It is a slice of the folds of
//! `x`, `x >> n`, `x >> 2 n` side by side, `n` the width of the hash: bit `i` of it gathers the bits `i + shift`, `i + shift + n`, and so on.
use crate::comment;
use crate::spec::pcfilter::{F1_SHIFTS, F2_SHIFTS};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The first filter's hash.
#[derive(LogicBlock, SmartDefault)]
pub struct F1Hash {
    /// Bits 32 to 1 of an address.
    pub pct: Signal<In, Bits<32>>,
    /// Which hash.
    pub select: Signal<In, Bits<2>>,
    /// The hash.
    pub hash: Signal<Out, Bits<8>>,
    fold0: Signal<Local, Bits<8>>,
    fold1: Signal<Local, Bits<8>>,
    fold2: Signal<Local, Bits<8>>,
    folds: Signal<Local, Bits<24>>,
    // of x >> shift for both values of select's bit 1
    low: Signal<Local, Bits<8>>,
    high: Signal<Local, Bits<8>>,
    shifted: Signal<Local, Bits<8>>,
    #[default(F1_SHIFTS.iter().map(|shift| Constant::new(bits(u64::from(*shift)))).collect())]
    shift: Vec<Constant<Bits<4>>>,
}

impl Logic for F1Hash {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module f1_hash");
        comment!("@doc The first filter's hash of bits 32 to 1 of an address: all bytes of x ^ (x >> shift) together.");
        self.fold0.next = self.pct.val().get_bits::<8>(0)
            ^ self.pct.val().get_bits::<8>(8)
            ^ self.pct.val().get_bits::<8>(16)
            ^ self.pct.val().get_bits::<8>(24);
        self.fold1.next =
            self.pct.val().get_bits::<8>(8) ^ self.pct.val().get_bits::<8>(16) ^ self.pct.val().get_bits::<8>(24);
        self.fold2.next = self.pct.val().get_bits::<8>(16) ^ self.pct.val().get_bits::<8>(24);
        self.folds.next = bit_cast::<24, 8>(self.fold0.val())
            | (bit_cast::<24, 8>(self.fold1.val()) << 8)
            | (bit_cast::<24, 8>(self.fold2.val()) << 16);
        self.low.next = self.folds.val().get_bits::<8>(self.shift[0].val().index());
        self.high.next = self.folds.val().get_bits::<8>(self.shift[2].val().index());
        if self.select.val().get_bit(0) {
            self.low.next = self.folds.val().get_bits::<8>(self.shift[1].val().index());
            self.high.next = self.folds.val().get_bits::<8>(self.shift[3].val().index());
        }
        self.shifted.next = self.low.val();
        if self.select.val().get_bit(1) {
            self.shifted.next = self.high.val();
        }
        self.hash.next = self.fold0.val() ^ self.shifted.val();
    }
}

/// The second filter's hash.
#[derive(LogicBlock, SmartDefault)]
pub struct F2Hash {
    /// Bits 32 to 1 of an address.
    pub pct: Signal<In, Bits<32>>,
    /// Which hash.
    pub select: Signal<In, Bits<2>>,
    /// The hash.
    pub hash: Signal<Out, Bits<12>>,
    fold0: Signal<Local, Bits<12>>,
    fold1: Signal<Local, Bits<12>>,
    folds: Signal<Local, Bits<24>>,
    // of x >> shift for both values of select's bit 1
    low: Signal<Local, Bits<12>>,
    high: Signal<Local, Bits<12>>,
    shifted: Signal<Local, Bits<12>>,
    #[default(F2_SHIFTS.iter().map(|shift| Constant::new(bits(u64::from(*shift)))).collect())]
    shift: Vec<Constant<Bits<4>>>,
}

impl Logic for F2Hash {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module f2_hash");
        comment!(
            "@doc The second filter's hash of bits 32 to 1 of an address: x ^ (x >> shift) in slices of 12 bits together."
        );
        self.fold0.next = self.pct.val().get_bits::<12>(0)
            ^ self.pct.val().get_bits::<12>(12)
            ^ bit_cast::<12, 8>(self.pct.val().get_bits::<8>(24));
        self.fold1.next = self.pct.val().get_bits::<12>(12) ^ bit_cast::<12, 8>(self.pct.val().get_bits::<8>(24));
        self.folds.next = bit_cast::<24, 12>(self.fold0.val()) | (bit_cast::<24, 12>(self.fold1.val()) << 12);
        self.low.next = self.folds.val().get_bits::<12>(self.shift[0].val().index());
        self.high.next = self.folds.val().get_bits::<12>(self.shift[2].val().index());
        if self.select.val().get_bit(0) {
            self.low.next = self.folds.val().get_bits::<12>(self.shift[1].val().index());
            self.high.next = self.folds.val().get_bits::<12>(self.shift[3].val().index());
        }
        self.shifted.next = self.low.val();
        if self.select.val().get_bit(1) {
            self.shifted.next = self.high.val();
        }
        self.hash.next = self.fold0.val() ^ self.shifted.val();
    }
}
