//! Parts of an entry of the data memory (docs/reference/coproc.md, B.3, 3).
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod lane {
    //! Which bytes of an entry a lane is.

    /// What a lane is: its size and the byte it begins with.
    pub struct Lane {
        /// Code of the lane.
        #[group("lane: its code")]
        pub lane: Signal<In, Bits<4>>,
        /// 64, 32, 16 or 8 bits: one of these, from bit 0.
        #[group("size first: one of 64, 32, 16 and 8 bits; its first byte")]
        pub size: Signal<Out, Bits<4>>,
        /// Number of its first byte.
        pub first: Signal<Out, Bits<3>>,
    }

    impl Lane {
        fn update(&mut self) {
            const SIZES: [Bits<4>; 4] = (0..4).map(|at| 1 << at);

            let code: Bits<4> = self.lane.val();
            self.size.next = SIZES[3];
            let number: Bits<4> = code - 7;
            if code < 7 {
                self.size.next = SIZES[2];
                number = (code - 3) << 1;
            }
            if code < 3 {
                self.size.next = SIZES[1];
                number = (code - 1) << 2;
            }
            if !code.any() {
                self.size.next = SIZES[0];
                number = 0.into();
            }
            self.first.next = number.get_bits::<3>(0);
        }
    }
}
