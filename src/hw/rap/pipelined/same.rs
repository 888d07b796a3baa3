//! Comparison of two nodes in two cycles, the second of them short.
use crate::hw::lib::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Whether two nodes were the same in the cycle before.
///
/// A register keeps which groups of four bits differed, so that one LUT makes the verdict and the cycle has time for what hangs
/// on it. [`Compare`](crate::hw::lib::Compare) is for words that come late instead.
#[derive(LogicBlock, SmartDefault)]
pub struct Same<const AW: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// One node.
    pub a: Signal<In, Bits<AW>>,
    /// The other.
    pub b: Signal<In, Bits<AW>>,
    /// Of the cycle before.
    pub same: Signal<Out, Bit>,
    differ: Reg<Bits<AW>>,
    difference: Signal<Local, Bits<AW>>,
    pairs: Signal<Local, Bits<AW>>,
    #[default(Constant::new(bits(0x1111_1111 & ((1 << AW) - 1))))]
    first_of_four: Constant<Bits<AW>>,
}

impl<const AW: usize> Logic for Same<AW> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module same");
        comment!(
            "@doc Whether two nodes were the same in the cycle before; differ has one bit for each four of theirs."
        );
        dff_setup!(self, clock, differ);
        self.difference.next = self.a.val() ^ self.b.val();
        self.pairs.next = self.difference.val() | (self.difference.val() >> 1);
        self.differ.d.next = (self.pairs.val() | (self.pairs.val() >> 2)) & self.first_of_four.val();
        self.same.next = !self.differ.q.val().any();
    }
}
