//! Digits of the key, as the walk needs them.
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod digits {
    //! The digit of a key that decides two levels further down.

    /// The digit of level `depth + 2` of the key, most significant first.
    ///
    /// A key has `K` bits, and its digits are numbered with `DB` bits.
    #[derived(LV = DB + 1, KA = 2 << DB)]
    pub struct Digits<const K: usize, const DB: usize> {
        /// The key.
        pub key: Signal<In, Bits<K>>,
        /// A level of the tree.
        pub depth: Signal<In, Bits<LV>>,
        /// The digit of level `depth + 2`.
        pub below: Signal<Out, Bits<2>>,
    }

    impl Digits {
        fn update(&mut self) {
            const SPARE_BITS: Bits<7> = (KA - K + 4) as u64;

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
