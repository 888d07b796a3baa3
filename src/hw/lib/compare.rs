//! Comparison of two words in two cycles.
use super::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Whether two words were equal in the cycle before, up to 64 bits each. A register keeps which pairs of bits differed, one LUT
/// behind the words: as much as fits behind a block RAM.
#[derive(LogicBlock, SmartDefault)]
pub struct Compare<const K: usize> {
    #[default(const { assert!(K <= 64, "Compare<K> wants a width up to 64") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// One word.
    pub a: Signal<In, Bits<K>>,
    /// The other.
    pub b: Signal<In, Bits<K>>,
    /// Of the cycle before.
    pub equal: Signal<Out, Bit>,
    differ: Reg<Bits<K>>,
    difference: Signal<Local, Bits<K>>,
    #[default(Constant::new(bits(0x5555_5555_5555_5555 & (u64::MAX >> (64 - K)))))]
    even: Constant<Bits<K>>,
}

impl<const K: usize> Logic for Compare<K> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module compare");
        comment!("@doc Whether two words were equal in the cycle before; differ has one bit for each two of theirs.");
        dff_setup!(self, clock, differ);
        self.difference.next = self.a.val() ^ self.b.val();
        self.differ.d.next = (self.difference.val() | (self.difference.val() >> 1)) & self.even.val();
        self.equal.next = !self.differ.q.val().any();
    }
}
