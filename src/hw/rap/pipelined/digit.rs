//! The digit of a key at a level.
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod digit_at {
    //! The digit of a key at a level.

    /// Two bits of the key of the cycle before, the most significant digit first: those of `level`, which is steady.
    ///
    /// The block RAM that the key comes from has time for one of four digits; the register holds one of each four.
    /// Whether it is a digit that is steady as well is known sooner than which it is.
    #[clocked]
    #[derived(LV = DB + 1, KA = 2 << DB)]
    pub struct DigitAt<const K: usize, const DB: usize> {
        /// The key.
        pub key: Signal<In, Bits<K>>,
        /// The level.
        pub level: Signal<In, Bits<LV>>,
        /// A digit.
        pub wanted: Signal<In, Bits<2>>,
        /// Digit of the key at the level.
        pub digit: Signal<Out, Bits<2>>,
        /// The digit is the one that is wanted.
        pub is_wanted: Signal<Out, Bit>,
        fours: Reg<Bits<KA>>,
        // the lower bit of the digit among them
        those: Reg<Bits<KA>>,
    }

    impl DigitAt {
        fn update(&mut self) {
            const SPARE_BITS: Bits<7> = (KA - K) as u64;
            const IN_FOUR: Bits<LV> = 6;
            const ONE_DIGIT: Bits<KA> = 1;
            const LOW_BITS: Bits<KA> = 0x5555_5555_5555_5555 & (u64::MAX >> (64 - KA));
            const HIGH_BITS: Bits<KA> = 0xaaaa_aaaa_aaaa_aaaa & (u64::MAX >> (64 - KA));

            let aligned: Bits<KA> = bit_cast::<KA, K>(self.key.val()) << SPARE_BITS;
            let place: Bits<DB> = !bit_cast::<DB, LV>(self.level.val());
            let among_four: Bits<LV> = (bit_cast::<LV, DB>(place) << 1) & IN_FOUR;
            let four: Bits<LV> = (bit_cast::<LV, DB>(place) << 1) & !IN_FOUR;
            self.fours.d.next = aligned >> among_four;
            let high_place: Bits<LV> = four | 1;
            let high: Bit = self.fours.q.val().get_bit(high_place.index());
            let low: Bit = self.fours.q.val().get_bit(four.index());
            self.digit.next = (bit_cast::<2, 1>(high.into()) << 1) | bit_cast::<2, 1>(low.into());
            self.those.d.next = ONE_DIGIT << four;
            let repeated: Bits<KA> = 0.into();
            if self.wanted.val().get_bit(0) {
                repeated = LOW_BITS;
            }
            if self.wanted.val().get_bit(1) {
                repeated = HIGH_BITS;
            }
            if self.wanted.val().all() {
                repeated = LOW_BITS | HIGH_BITS;
            }
            let differs: Bits<KA> = self.fours.q.val() ^ repeated;
            self.is_wanted.next = !((differs | (differs >> 1)) & self.those.q.val()).any();
        }
    }
}
