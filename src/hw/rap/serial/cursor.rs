//! Where the walker stands, and the pointers it reads (docs/reference/rap-serial.md, "Walk").
use crate::hw::lib::{FastRam, Reg};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Node and digit at hand, and the pointers of the tree: four for each of `2^AW` nodes. `PD = AW + 1`, `PA = AW + 2`.
///
/// Every cycle the pointer at `base` and the digit chosen is read, and both are at hand in the next cycle, in which `present`
/// and `child` are that pointer. Without a request `base` is `node`; `follow` makes it `child` where `present`, `root` node 0,
/// `up` the `parent`, `grow` the node `free`. The digit is `child_digit` where a pointer is followed, else `digit_next`. After
/// `rewind` the node at hand is 0 whatever was read.
///
/// `write` writes {`link`, `free`} to the pointer at hand.
#[derive(LogicBlock, SmartDefault)]
pub struct Cursor<const AW: usize, const PD: usize, const PA: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// To the child, if there is one.
    pub follow: Signal<In, Bit>,
    /// To the root.
    pub root: Signal<In, Bit>,
    /// To the root, without reading there.
    pub rewind: Signal<In, Bit>,
    /// To the parent.
    pub up: Signal<In, Bit>,
    /// To the head of the free list.
    pub grow: Signal<In, Bit>,
    /// Parent of the node at hand.
    pub parent: Signal<In, Bits<AW>>,
    /// Head of the free list.
    pub free: Signal<In, Bits<AW>>,
    /// Digit to read in a child that is followed.
    pub child_digit: Signal<In, Bits<2>>,
    /// Digit to read otherwise.
    pub digit_next: Signal<In, Bits<2>>,
    /// Write the pointer at hand.
    pub write: Signal<In, Bit>,
    /// What is written is present.
    pub link: Signal<In, Bit>,
    /// Node at hand.
    pub node: Signal<Out, Bits<AW>>,
    /// Digit at hand.
    pub digit: Signal<Out, Bits<2>>,
    /// Node at hand in the next cycle.
    pub base: Signal<Out, Bits<AW>>,
    /// The pointer at hand leads to a node.
    pub present: Signal<Out, Bit>,
    /// That node.
    pub child: Signal<Out, Bits<AW>>,
    pointers: FastRam<PD, PA>,
    here: Reg<Bits<AW>>,
    slot: Reg<Bits<2>>,
    down: Signal<Local, Bit>,
    aside: Signal<Local, Bits<AW>>,
    target: Signal<Local, Bits<AW>>,
    read_digit: Signal<Local, Bits<2>>,
    #[default(Constant::new(bits(AW as u64)))]
    aw: Constant<Bits<5>>,
}

impl<const AW: usize, const PD: usize, const PA: usize> Logic for Cursor<AW, PD, PA> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module cursor");
        comment!("@doc Where the walker stands, and the pointers of the tree.");
        comment!("@ports follow root rewind up grow: where it goes; it stays without");
        comment!("@ports parent free child_digit digit_next: what is there");
        comment!("@ports write link: writes {link, free} to the pointer at hand");
        comment!("@ports node digit: where it is");
        comment!("@ports base: where it is in the next cycle");
        comment!("@ports present child: the pointer at hand");
        dff_setup!(self, clock, here, slot);
        self.pointers.clock.next = self.clock.val();
        self.present.next = self.pointers.rd.val().get_bit(self.aw.val().index());
        self.child.next = bit_cast::<AW, PD>(self.pointers.rd.val());

        comment!("The pointer at hand comes from the memory: it decides last.");
        self.aside.next = self.here.q.val();
        if self.grow.val() {
            self.aside.next = self.free.val();
        }
        if self.up.val() {
            self.aside.next = self.parent.val();
        }
        if self.root.val() {
            self.aside.next = 0.into();
        }
        self.down.next = self.follow.val() & self.present.val();
        self.target.next = self.aside.val();
        self.read_digit.next = self.digit_next.val();
        if self.down.val() {
            self.target.next = self.child.val();
            self.read_digit.next = self.child_digit.val();
        }
        self.here.d.next = self.target.val();
        if self.rewind.val() {
            self.here.d.next = 0.into();
        }
        self.slot.d.next = self.read_digit.val();
        self.node.next = self.here.q.val();
        self.digit.next = self.slot.q.val();
        self.base.next = self.target.val();

        comment!("What is written is always the head of the free list.");
        self.pointers.ra.next = (bit_cast::<PA, AW>(self.target.val()) << 2) | bit_cast::<PA, 2>(self.read_digit.val());
        self.pointers.wa.next = (bit_cast::<PA, AW>(self.here.q.val()) << 2) | bit_cast::<PA, 2>(self.slot.q.val());
        self.pointers.wd.next =
            bit_cast::<PD, AW>(self.free.val()) | (bit_cast::<PD, 1>(self.link.val().into()) << self.aw.val());
        self.pointers.we.next = self.write.val();
    }
}
