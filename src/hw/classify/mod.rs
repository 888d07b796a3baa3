//! Expands compressed instructions and classifies (docs/reference/classify.md).
mod classifier;
mod expander;

pub use classifier::Classifier;
pub use expander::Expander;

use crate::spec::classify::OPCLASS_BITS;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod classify {
    //! Expands compressed instructions and classifies, within the cycle. docs/reference/classify.md has the classes.

    /// The 32-bit form and the class of an instruction, within the cycle (I1, I2). `X` is the width of the integer
    /// registers, 32 or 64.
    pub struct Classify<#[range(32..=64, step = 32)] const X: usize> {
        /// The instruction; a compressed one is in the low half.
        #[group("the instruction; a compressed one is in the low half")]
        pub insn: Signal<In, Bits<32>>,
        /// The instruction is a compressed one.
        #[group("compressed expanded: whether it is compressed; its 32-bit form, 0 if there is none")]
        pub compressed: Signal<Out, Bit>,
        /// The instruction in its 32-bit form; 0 for an illegal compressed one.
        pub expanded: Signal<Out, Bits<32>>,
        /// Class of the instruction: a code of `Opclass`.
        #[group("its class")]
        pub opclass: Signal<Out, Bits<OPCLASS_BITS>>,
        expander: Expander<X>,
        classifier: Classifier,
    }

    impl Classify {
        fn update(&mut self) {
            pass!(expander: insn, compressed, expanded);
            self.classifier.insn.next = self.expander.expanded.val();
            self.opclass.next = self.classifier.opclass.val();
        }
    }
}
