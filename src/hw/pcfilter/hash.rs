//! The hashes of addresses (docs/pcfilter.md, rules P2 and P4).
//!
//! Both fold `x ^ (x >> shift)`, as the fold of `x` beside that of `x >> shift`: so what `select` chooses from is as narrow as the hash.
use crate::comment;
use crate::spec::pcfilter::{F1_SHIFTS, F2_SHIFTS};
use rust_hdl::prelude::*;

/// The first filter's hash.
#[derive(LogicBlock)]
pub struct F1Hash {
    /// Bits 32 to 1 of an address.
    pub pct: Signal<In, Bits<32>>,
    /// Which hash.
    pub select: Signal<In, Bits<2>>,
    /// The hash.
    pub hash: Signal<Out, Bits<8>>,
    shifted: Vec<Signal<Local, Bits<32>>>,
    folded: Vec<Signal<Local, Bits<8>>>,
    own: Signal<Local, Bits<8>>,
    other: Signal<Local, Bits<8>>,
    shift: Vec<Constant<Bits<4>>>,
}

impl Default for F1Hash {
    fn default() -> Self {
        Self {
            pct: Default::default(),
            select: Default::default(),
            hash: Default::default(),
            shifted: (0..4).map(|_| Default::default()).collect(),
            folded: (0..4).map(|_| Default::default()).collect(),
            own: Default::default(),
            other: Default::default(),
            shift: F1_SHIFTS.iter().map(|shift| Constant::new(bits(u64::from(*shift)))).collect(),
        }
    }
}

impl Logic for F1Hash {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module f1_hash");
        comment!("@doc The first filter's hash of bits 32 to 1 of an address: all bytes of x ^ (x >> shift) together.");
        for i in 0..4 {
            self.shifted[i].next = self.pct.val() >> self.shift[i].val();
            self.folded[i].next = self.shifted[i].val().get_bits::<8>(0)
                ^ self.shifted[i].val().get_bits::<8>(8)
                ^ self.shifted[i].val().get_bits::<8>(16)
                ^ self.shifted[i].val().get_bits::<8>(24);
        }
        self.own.next = self.pct.val().get_bits::<8>(0)
            ^ self.pct.val().get_bits::<8>(8)
            ^ self.pct.val().get_bits::<8>(16)
            ^ self.pct.val().get_bits::<8>(24);
        match self.select.val().index() {
            0 => {
                self.other.next = self.folded[0].val();
            }
            1 => {
                self.other.next = self.folded[1].val();
            }
            2 => {
                self.other.next = self.folded[2].val();
            }
            _ => {
                self.other.next = self.folded[3].val();
            }
        }
        self.hash.next = self.own.val() ^ self.other.val();
    }
}

/// The second filter's hash.
#[derive(LogicBlock)]
pub struct F2Hash {
    /// Bits 32 to 1 of an address.
    pub pct: Signal<In, Bits<32>>,
    /// Which hash.
    pub select: Signal<In, Bits<2>>,
    /// The hash.
    pub hash: Signal<Out, Bits<12>>,
    shifted: Vec<Signal<Local, Bits<32>>>,
    folded: Vec<Signal<Local, Bits<12>>>,
    // bits 31 to 24, of a whole slice
    top: Signal<Local, Bits<8>>,
    own: Signal<Local, Bits<12>>,
    other: Signal<Local, Bits<12>>,
    shift: Vec<Constant<Bits<4>>>,
}

impl Default for F2Hash {
    fn default() -> Self {
        Self {
            pct: Default::default(),
            select: Default::default(),
            hash: Default::default(),
            shifted: (0..4).map(|_| Default::default()).collect(),
            folded: (0..4).map(|_| Default::default()).collect(),
            top: Default::default(),
            own: Default::default(),
            other: Default::default(),
            shift: F2_SHIFTS.iter().map(|shift| Constant::new(bits(u64::from(*shift)))).collect(),
        }
    }
}

impl Logic for F2Hash {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module f2_hash");
        comment!(
            "@doc The second filter's hash of bits 32 to 1 of an address: x ^ (x >> shift) in slices of 12 bits together."
        );
        for i in 0..4 {
            self.shifted[i].next = self.pct.val() >> self.shift[i].val();
            self.top.next = self.shifted[i].val().get_bits::<8>(24);
            self.folded[i].next = self.shifted[i].val().get_bits::<12>(0)
                ^ self.shifted[i].val().get_bits::<12>(12)
                ^ bit_cast::<12, 8>(self.top.val());
        }
        self.top.next = self.pct.val().get_bits::<8>(24);
        self.own.next =
            self.pct.val().get_bits::<12>(0) ^ self.pct.val().get_bits::<12>(12) ^ bit_cast::<12, 8>(self.top.val());
        match self.select.val().index() {
            0 => {
                self.other.next = self.folded[0].val();
            }
            1 => {
                self.other.next = self.folded[1].val();
            }
            2 => {
                self.other.next = self.folded[2].val();
            }
            _ => {
                self.other.next = self.folded[3].val();
            }
        }
        self.hash.next = self.own.val() ^ self.other.val();
    }
}
