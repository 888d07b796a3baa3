//! As many ones as a width says (docs/reference/coproc.md, B.1, B.5).
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod ones {
    //! As many ones as the width says, from bit 0 on.

    /// As many ones as `width` says, from bit 0 on, at most 16. A comparison with a constant would be a carry chain.
    pub struct Ones {
        /// How many.
        #[group("width mask: how many ones, the ones")]
        pub width: Signal<In, Bits<5>>,
        /// The ones.
        pub mask: Signal<Out, Bits<16>>,
    }

    impl Ones {
        fn update(&mut self) {
            let ones: Bits<16> = 0.into();
            if self.width.val().get_bit(0) {
                ones = 1.into();
            }
            if self.width.val().get_bit(1) {
                ones = (ones << 2) | 3;
            }
            if self.width.val().get_bit(2) {
                ones = (ones << 4) | 0xf;
            }
            if self.width.val().get_bit(3) {
                ones = (ones << 8) | 0xff;
            }
            if self.width.val().get_bit(4) {
                ones = 0xffff.into();
            }
            self.mask.next = ones;
        }
    }
}
