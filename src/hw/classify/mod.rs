//! Expands compressed instructions and classifies (docs/reference/classify.md).
mod classifier;
mod expander;

pub use classifier::Classifier;
pub use expander::Expander;

use crate::comment;
use crate::spec::classify::OPCLASS_BITS;
use rust_hdl::prelude::*;

/// The 32-bit form and the class of an instruction, within the cycle (I1, I2). `X` is the width of the integer registers, 32 or 64.
#[derive(LogicBlock, Default)]
pub struct Classify<const X: usize> {
    /// The instruction; a compressed one is in the low half.
    pub insn: Signal<In, Bits<32>>,
    /// It is a compressed one.
    pub compressed: Signal<Out, Bit>,
    /// Its 32-bit form; 0 for an illegal compressed one.
    pub expanded: Signal<Out, Bits<32>>,
    /// Its class: a code of `Opclass`.
    pub opclass: Signal<Out, Bits<OPCLASS_BITS>>,
    expander: Expander<X>,
    classifier: Classifier,
}

impl<const X: usize> Logic for Classify<X> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module classify");
        comment!(
            "@doc Expands compressed instructions and classifies, within the cycle. docs/reference/classify.md has the classes."
        );
        comment!("@ports insn: the instruction; a compressed one is in the low half");
        comment!("@ports compressed expanded: whether it is compressed; its 32-bit form, 0 if there is none");
        comment!("@ports opclass: its class");
        self.expander.insn.next = self.insn.val();
        self.compressed.next = self.expander.compressed.val();
        self.expanded.next = self.expander.expanded.val();
        self.classifier.insn.next = self.expander.expanded.val();
        self.opclass.next = self.classifier.opclass.val();
    }
}
