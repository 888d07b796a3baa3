//! The digit of a key at a level.
use crate::comment;
use rust_hdl::prelude::*;

/// Two bits of `key`, the most significant digit first: those of `level`.
#[derive(LogicBlock)]
pub struct DigitAt<const K: usize, const KA: usize, const DB: usize, const LV: usize> {
    /// The key.
    pub key: Signal<In, Bits<K>>,
    /// The level.
    pub level: Signal<In, Bits<LV>>,
    /// Its digit.
    pub digit: Signal<Out, Bits<2>>,
    aligned: Signal<Local, Bits<KA>>,
    place: Signal<Local, Bits<DB>>,
    high_place: Signal<Local, Bits<LV>>,
    low_place: Signal<Local, Bits<LV>>,
    high: Signal<Local, Bit>,
    low: Signal<Local, Bit>,
    spare_bits: Constant<Bits<7>>,
}

impl<const K: usize, const KA: usize, const DB: usize, const LV: usize> Default for DigitAt<K, KA, DB, LV> {
    fn default() -> Self {
        const { assert!(LV == DB + 1 && KA == 2 << DB && KA >= K, "widths of DigitAt") };
        Self {
            key: Default::default(),
            level: Default::default(),
            digit: Default::default(),
            aligned: Default::default(),
            place: Default::default(),
            high_place: Default::default(),
            low_place: Default::default(),
            high: Default::default(),
            low: Default::default(),
            spare_bits: Constant::new(bits((KA - K) as u64)),
        }
    }
}

impl<const K: usize, const KA: usize, const DB: usize, const LV: usize> Logic for DigitAt<K, KA, DB, LV> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module digit_at");
        comment!("@doc The digit of a key at a level.");
        self.aligned.next = bit_cast::<KA, K>(self.key.val()) << self.spare_bits.val();
        self.place.next = !bit_cast::<DB, LV>(self.level.val());
        self.high_place.next = (bit_cast::<LV, DB>(self.place.val()) << 1) | 1;
        self.low_place.next = bit_cast::<LV, DB>(self.place.val()) << 1;
        self.high.next = self.aligned.val().get_bit(self.high_place.val().index());
        self.low.next = self.aligned.val().get_bit(self.low_place.val().index());
        self.digit.next = (bit_cast::<2, 1>(self.high.val().into()) << 1) | bit_cast::<2, 1>(self.low.val().into());
    }
}
