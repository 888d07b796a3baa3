//! The digit of a key at a level.
use crate::hw::lib::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Two bits of the key of the cycle before, the most significant digit first: those of `level`, which is steady.
///
/// The block RAM that the key comes from has time for one of four digits; the register holds one of each four. Whether it is a
/// digit that is steady as well is known sooner than which it is.
#[derive(LogicBlock, SmartDefault)]
pub struct DigitAt<const K: usize, const KA: usize, const DB: usize, const LV: usize> {
    #[default(const { assert!(LV == DB + 1 && KA == 2 << DB && KA >= K, "widths of DigitAt") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// The key.
    pub key: Signal<In, Bits<K>>,
    /// The level.
    pub level: Signal<In, Bits<LV>>,
    /// A digit.
    pub wanted: Signal<In, Bits<2>>,
    /// Its digit.
    pub digit: Signal<Out, Bits<2>>,
    /// It is the digit that is wanted.
    pub is_wanted: Signal<Out, Bit>,
    fours: Reg<Bits<KA>>,
    // the bits among them that are the digit
    those: Reg<Bits<KA>>,
    repeated: Signal<Local, Bits<KA>>,
    aligned: Signal<Local, Bits<KA>>,
    place: Signal<Local, Bits<DB>>,
    among_four: Signal<Local, Bits<LV>>,
    four: Signal<Local, Bits<LV>>,
    high_place: Signal<Local, Bits<LV>>,
    high: Signal<Local, Bit>,
    low: Signal<Local, Bit>,
    #[default(Constant::new(bits((KA - K) as u64)))]
    spare_bits: Constant<Bits<7>>,
    #[default(Constant::new(bits(6)))]
    in_four: Constant<Bits<LV>>,
    #[default(Constant::new(bits(3)))]
    one_digit: Constant<Bits<KA>>,
    #[default(Constant::new(bits(0x5555_5555_5555_5555 & (u64::MAX >> (64 - KA)))))]
    low_bits: Constant<Bits<KA>>,
    #[default(Constant::new(bits(0xaaaa_aaaa_aaaa_aaaa & (u64::MAX >> (64 - KA)))))]
    high_bits: Constant<Bits<KA>>,
}

impl<const K: usize, const KA: usize, const DB: usize, const LV: usize> Logic for DigitAt<K, KA, DB, LV> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module digit_at");
        comment!("@doc The digit of a key at a level.");
        dff_setup!(self, clock, fours, those);
        self.aligned.next = bit_cast::<KA, K>(self.key.val()) << self.spare_bits.val();
        self.place.next = !bit_cast::<DB, LV>(self.level.val());
        self.among_four.next = (bit_cast::<LV, DB>(self.place.val()) << 1) & self.in_four.val();
        self.four.next = (bit_cast::<LV, DB>(self.place.val()) << 1) & !self.in_four.val();
        self.fours.d.next = self.aligned.val() >> self.among_four.val();
        self.high_place.next = self.four.val() | 1;
        self.high.next = self.fours.q.val().get_bit(self.high_place.val().index());
        self.low.next = self.fours.q.val().get_bit(self.four.val().index());
        self.digit.next = (bit_cast::<2, 1>(self.high.val().into()) << 1) | bit_cast::<2, 1>(self.low.val().into());
        self.those.d.next = self.one_digit.val() << self.four.val();
        self.repeated.next = 0.into();
        if self.wanted.val().get_bit(0) {
            self.repeated.next = self.low_bits.val();
        }
        if self.wanted.val().get_bit(1) {
            self.repeated.next = self.high_bits.val();
        }
        if self.wanted.val().all() {
            self.repeated.next = self.low_bits.val() | self.high_bits.val();
        }
        self.is_wanted.next = !((self.fours.q.val() ^ self.repeated.val()) & self.those.q.val()).any();
    }
}
