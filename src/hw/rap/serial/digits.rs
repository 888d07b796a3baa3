//! Digits of the key, as the walk needs them.
use crate::comment;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The first digit of the key and the one below `depth`, most significant first.
///
/// `2^DB >= K / 2` digits, `LV = DB + 1`, `KA = 2^LV`.
#[derive(LogicBlock, SmartDefault)]
pub struct Digits<const K: usize, const DB: usize, const LV: usize, const KA: usize> {
    /// The key.
    pub key: Signal<In, Bits<K>>,
    /// A level of the tree.
    pub depth: Signal<In, Bits<LV>>,
    /// The digit of level 0.
    pub first: Signal<Out, Bits<2>>,
    /// The digit of level `depth + 1`.
    pub below: Signal<Out, Bits<2>>,
    aligned: Signal<Local, Bits<KA>>,
    place: Signal<Local, Bits<DB>>,
    high_place: Signal<Local, Bits<LV>>,
    low_place: Signal<Local, Bits<LV>>,
    high: Signal<Local, Bit>,
    low: Signal<Local, Bit>,
    #[default(Constant::new(bits((KA - K + 2) as u64)))]
    spare_bits: Constant<Bits<7>>,
    #[default(Constant::new(bits(K as u64 - 2)))]
    upper_bits: Constant<Bits<6>>,
}

impl<const K: usize, const DB: usize, const LV: usize, const KA: usize> Logic for Digits<K, DB, LV, KA> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module digits");
        comment!("@doc Digits of a key, most significant first: the one of level 0 and the one of level depth + 1.");
        self.first.next = bit_cast::<2, K>(self.key.val() >> self.upper_bits.val());
        self.aligned.next = bit_cast::<KA, K>(self.key.val()) << self.spare_bits.val();
        self.place.next = !bit_cast::<DB, LV>(self.depth.val());
        self.high_place.next = (bit_cast::<LV, DB>(self.place.val()) << 1) | 1;
        self.low_place.next = bit_cast::<LV, DB>(self.place.val()) << 1;
        self.high.next = self.aligned.val().get_bit(self.high_place.val().index());
        self.low.next = self.aligned.val().get_bit(self.low_place.val().index());
        self.below.next = (bit_cast::<2, 1>(self.high.val().into()) << 1) | bit_cast::<2, 1>(self.low.val().into());
    }
}
