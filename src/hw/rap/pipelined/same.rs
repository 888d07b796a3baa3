//! Comparison of two nodes in two cycles, the second of them short.
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod same {
    //! Whether two nodes were the same in the cycle before; differ has one bit for each four of theirs.

    /// Whether two nodes were the same in the cycle before.
    ///
    /// A register keeps which groups of four bits differed, so that one LUT makes the verdict and the cycle has time
    /// for what hangs on it. [`Compare`](crate::hw::lib::Compare) is for words that come late instead.
    #[clocked]
    pub struct Same<const AW: usize> {
        /// One node.
        pub a: Signal<In, Bits<AW>>,
        /// The other.
        pub b: Signal<In, Bits<AW>>,
        /// Of the cycle before.
        pub same: Signal<Out, Bit>,
        differ: Reg<Bits<AW>>,
    }

    impl Same {
        fn update(&mut self) {
            const FIRST_OF_FOUR: Bits<AW> = 0x1111_1111 & ((1 << AW) - 1);

            let difference: Bits<AW> = self.a.val() ^ self.b.val();
            let pairs: Bits<AW> = difference | (difference >> 1);
            self.differ.d.next = (pairs | (pairs >> 2)) & FIRST_OF_FOUR;
            self.same.next = !self.differ.q.val().any();
        }
    }
}
