//! Digits of the key, as the walk needs them.
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod digits {
    //! Digits of a key, most significant first: the one of level 0 and the one of level depth + 1.

    /// The first digit of the key and the one below `depth`, most significant first.
    ///
    /// A key has `K` bits, and its digits are numbered with `DB` bits.
    #[derived(LV = DB + 1, KA = 2 << DB)]
    pub struct Digits<const K: usize, const DB: usize> {
        /// The key.
        pub key: Signal<In, Bits<K>>,
        /// A level of the tree.
        pub depth: Signal<In, Bits<LV>>,
        /// The digit of level 0.
        pub first: Signal<Out, Bits<2>>,
        /// The digit of level `depth + 1`.
        pub below: Signal<Out, Bits<2>>,
    }

    impl Digits {
        fn update(&mut self) {
            const SPARE_BITS: Bits<7> = (KA - K + 2) as u64;
            const UPPER_BITS: Bits<6> = K - 2;

            self.first.next = bit_cast::<2, K>(self.key.val() >> UPPER_BITS);
            let aligned: Bits<KA> = bit_cast::<KA, K>(self.key.val()) << SPARE_BITS;
            let place: Bits<DB> = !bit_cast::<DB, LV>(self.depth.val());
            let high_place: Bits<LV> = (bit_cast::<LV, DB>(place) << 1) | 1;
            let low_place: Bits<LV> = bit_cast::<LV, DB>(place) << 1;
            let high: Bit = aligned.get_bit(high_place.index());
            let low: Bit = aligned.get_bit(low_place.index());
            self.below.next = (bit_cast::<2, 1>(high.into()) << 1) | bit_cast::<2, 1>(low.into());
        }
    }
}
