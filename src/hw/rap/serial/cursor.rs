//! Where the walker stands, and the pointers it reads (docs/reference/rap-serial.md, "Walk").
use crate::hw::lib::{FastRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod cursor {
    //! Where the walker stands, and the pointers of the tree.

    /// Node and digit at hand, and the pointers of the tree: four for each of `2^AW` nodes.
    ///
    /// Every cycle the pointer at `base` and the digit chosen is read, and both are at hand in the next cycle, in which `present`
    /// and `child` are that pointer. Without a request `base` is `node`; `follow` makes it `child` where `present`, `root` node 0,
    /// `up` the `parent`, `grow` the node `free`. The digit is `child_digit` where a pointer is followed, else `digit_next`. After
    /// `rewind` the node at hand is 0 whatever was read.
    ///
    /// `write` writes {`link`, `free`} to the pointer at hand.
    #[clocked]
    #[derived(PD = AW + 1, PA = AW + 2)]
    pub struct Cursor<const AW: usize> {
        /// To the child, if there is one.
        #[group("follow root rewind up grow: where it goes; it stays without")]
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
        #[group("parent free child_digit digit_next: what is there")]
        pub parent: Signal<In, Bits<AW>>,
        /// Head of the free list.
        pub free: Signal<In, Bits<AW>>,
        /// Digit to read in a child that is followed.
        #[group("present child: the pointer at hand")]
        pub child_digit: Signal<In, Bits<2>>,
        /// Digit to read otherwise.
        #[group("node digit: where it is")]
        pub digit_next: Signal<In, Bits<2>>,
        /// Write the pointer at hand.
        #[group("write link: writes {link, free} to the pointer at hand")]
        pub write: Signal<In, Bit>,
        /// What is written is present.
        pub link: Signal<In, Bit>,
        /// Node at hand.
        pub node: Signal<Out, Bits<AW>>,
        /// Digit at hand.
        pub digit: Signal<Out, Bits<2>>,
        /// Node at hand in the next cycle.
        #[group("where it is in the next cycle")]
        pub base: Signal<Out, Bits<AW>>,
        /// The pointer at hand leads to a node.
        pub present: Signal<Out, Bit>,
        /// The node that the pointer leads to.
        pub child: Signal<Out, Bits<AW>>,
        pointers: FastRam<PD, PA>,
        here: Reg<Bits<AW>>,
        slot: Reg<Bits<2>>,
    }

    impl Cursor {
        fn update(&mut self) {
            const AW: Bits<5> = AW;

            self.present.next = self.pointers.rd.val().get_bit(AW.index());
            self.child.next = bit_cast::<AW, PD>(self.pointers.rd.val());

            comment!("The pointer at hand comes from the memory: it decides last.");
            let aside: Bits<AW> = self.here.q.val();
            if self.grow.val() {
                aside = self.free.val();
            }
            if self.up.val() {
                aside = self.parent.val();
            }
            if self.root.val() {
                aside = 0.into();
            }
            let down: Bit = self.follow.val() & self.present.val();
            let target: Bits<AW> = aside;
            let read_digit: Bits<2> = self.digit_next.val();
            if down {
                target = self.child.val();
                read_digit = self.child_digit.val();
            }
            self.here.d.next = target;
            if self.rewind.val() {
                self.here.d.next = 0.into();
            }
            self.slot.d.next = read_digit;
            drive!(self: node = here.q, digit = slot.q);
            self.base.next = target;

            comment!("What is written is always the head of the free list.");
            self.pointers.ra.next = (bit_cast::<PA, AW>(target) << 2) | bit_cast::<PA, 2>(read_digit);
            self.pointers.wa.next = (bit_cast::<PA, AW>(self.here.q.val()) << 2) | bit_cast::<PA, 2>(self.slot.q.val());
            self.pointers.wd.next =
                bit_cast::<PD, AW>(self.free.val()) | (bit_cast::<PD, 1>(self.link.val().into()) << AW);
            self.pointers.we.next = self.write.val();
        }
    }
}
