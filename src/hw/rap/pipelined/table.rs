//! One level of the walk.
use crate::hw::lib::OutRegRam;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod table {
    //! Pointer table of one level: {node, digit} to the child, or to the node itself.

    /// Pointer table of a level: `next` is the word at {`node`, `digit`} of two cycles before. A node has `AW` bits.
    #[clocked]
    #[derived(PA = AW + 2)]
    pub struct Table<const AW: usize> {
        /// Node of this level, or one above.
        pub node: Signal<In, Bits<AW>>,
        /// Digit of the key at this level.
        pub digit: Signal<In, Bits<2>>,
        /// The child, or the node itself.
        pub next_node: Signal<Out, Bits<AW>>,
        /// Write.
        pub we: Signal<In, Bit>,
        /// {node, digit}.
        pub wa: Signal<In, Bits<PA>>,
        /// The pointer.
        pub wd: Signal<In, Bits<AW>>,
        ram: OutRegRam<AW, PA>,
    }

    impl Table {
        fn update(&mut self) {
            self.ram.ra.next = (bit_cast::<PA, AW>(self.node.val()) << 2) | bit_cast::<PA, 2>(self.digit.val());
            pass!(ram: we, wa, wd);
            self.next_node.next = self.ram.rd.val();
        }
    }
}
