//! Comparison of two words in two cycles.
use super::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit(instance)]
mod compare {
    //! Whether two words were equal in the cycle before; differ has one bit for each two of theirs.

    /// Whether two words were equal in the cycle before, up to 64 bits each. A register keeps which pairs of bits
    /// differed, one LUT after the words: as much as fits after a block RAM.
    #[clocked]
    pub struct Compare<#[range(1..=64)] const K: usize> {
        /// One word.
        pub a: Signal<In, Bits<K>>,
        /// The other.
        pub b: Signal<In, Bits<K>>,
        /// Of the cycle before.
        pub equal: Signal<Out, Bit>,
        differ: Reg<Bits<K>>,
    }

    impl Compare {
        fn update(&mut self) {
            const EVEN: Bits<K> = 0x5555_5555_5555_5555 & (u64::MAX >> (64 - K));

            let difference: Bits<K> = self.a.val() ^ self.b.val();
            self.differ.d.next = (difference | (difference >> 1)) & EVEN;
            self.equal.next = !self.differ.q.val().any();
        }
    }
}
