//! One level of the walk.
use crate::comment;
use crate::hw::lib::OutRegRam;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Pointer table of a level: `next` is the word at {`node`, `digit`} of two cycles before. `PA = AW + 2`.
#[derive(LogicBlock, SmartDefault)]
pub struct Table<const AW: usize, const PA: usize> {
    #[default(const { assert!(PA == AW + 2, "widths of Table") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
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

impl<const AW: usize, const PA: usize> Logic for Table<AW, PA> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module table");
        comment!("@doc Pointer table of one level: {node, digit} to the child, or to the node itself.");
        self.ram.clock.next = self.clock.val();
        self.ram.ra.next = (bit_cast::<PA, AW>(self.node.val()) << 2) | bit_cast::<PA, 2>(self.digit.val());
        self.ram.we.next = self.we.val();
        self.ram.wa.next = self.wa.val();
        self.ram.wd.next = self.wd.val();
        self.next_node.next = self.ram.rd.val();
    }
}
