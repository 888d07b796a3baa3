//! Comparison of two words in two cycles.
use crate::hw::lib::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// Whether two words are equal, one cycle later; the comparison is cut in four by a register.
#[derive(LogicBlock)]
pub(super) struct Compare<const K: usize> {
    pub clock: Signal<In, Clock>,
    pub a: Signal<In, Bits<K>>,
    pub b: Signal<In, Bits<K>>,
    pub equal: Signal<Out, Bit>,
    differ0: Reg<Bit>,
    differ1: Reg<Bit>,
    differ2: Reg<Bit>,
    differ3: Reg<Bit>,
    difference: Signal<Local, Bits<K>>,
    one: Constant<Bits<8>>,
    two: Constant<Bits<8>>,
    three: Constant<Bits<8>>,
}

impl<const K: usize> Default for Compare<K> {
    fn default() -> Self {
        const { assert!(K.is_multiple_of(4), "Compare<K> wants a multiple of 4") };
        Self {
            clock: Default::default(),
            a: Default::default(),
            b: Default::default(),
            equal: Default::default(),
            differ0: Default::default(),
            differ1: Default::default(),
            differ2: Default::default(),
            differ3: Default::default(),
            difference: Default::default(),
            one: Constant::new(bits(K as u64 / 4)),
            two: Constant::new(bits(K as u64 / 2)),
            three: Constant::new(bits(3 * K as u64 / 4)),
        }
    }
}

impl<const K: usize> Logic for Compare<K> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module compare");
        comment!("@doc Whether two words were equal in the cycle before; four quarters.");
        dff_setup!(self, clock, differ0, differ1, differ2, differ3);
        self.difference.next = self.a.val() ^ self.b.val();
        self.differ0.d.next = (self.difference.val() << self.three.val()).any();
        self.differ1.d.next = ((self.difference.val() >> self.one.val()) << self.three.val()).any();
        self.differ2.d.next = ((self.difference.val() >> self.two.val()) << self.three.val()).any();
        self.differ3.d.next = (self.difference.val() >> self.three.val()).any();
        self.equal.next = !(self.differ0.q.val() | self.differ1.q.val() | self.differ2.q.val() | self.differ3.q.val());
    }
}
