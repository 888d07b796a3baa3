//! Where the walker stands, and the pointers it reads (docs/reference/rap-serial.md, "Walk").
use crate::hw::lib::{FastRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod cursor {
    //! Where the walker stands, and the pointers of the tree.

    /// Node and digit at hand, and the pointers of the tree: four for each of `2^AW` nodes.
    ///
    /// Every cycle the pointer at `base` and the digit chosen is read, and both are at hand in the next cycle, in which
    /// `present` and `child` are that pointer. Without a request `base` is `node`; `follow` makes it `child` where
    /// `present`, `leap` the parent of the node at hand with `rise`, else the node `place`; `grow` the node `free`,
    /// `visit` the node `slot`. The digit is `child_digit` where a pointer is followed or with `pick`, that of the node
    /// at hand in its parent with `leap` and `rise`, that of `place` is `place_digit`, else `digit_next`.
    ///
    /// `write` writes {`link`, `free`} to the pointer at hand; with `link` the place of node `free` becomes {digit at
    /// hand, node at hand}: where its parent has it. The place of `base` is read every cycle, too.
    #[clocked]
    #[derived(PD = AW + 1, PA = AW + 2, PW = AW + 2)]
    pub struct Cursor<const AW: usize> {
        /// To the child, if there is one.
        #[group("follow leap rise grow visit slot place: where it goes; it stays without")]
        pub follow: Signal<In, Bit>,
        /// To the parent, or to a node of the path.
        pub leap: Signal<In, Bit>,
        /// To the parent, not to the path; high in more cycles than `leap`, and known sooner.
        pub rise: Signal<In, Bit>,
        /// To the head of the free list.
        pub grow: Signal<In, Bit>,
        /// To a slot of the pool.
        pub visit: Signal<In, Bit>,
        /// The slot.
        pub slot: Signal<In, Bits<AW>>,
        /// The node of the path.
        pub place: Signal<In, Bits<AW>>,
        /// Its digit.
        pub place_digit: Signal<In, Bits<2>>,
        /// Head of the free list.
        #[group("free child_digit digit_next: what is there")]
        pub free: Signal<In, Bits<AW>>,
        /// Digit to read in a child that is followed.
        #[group("present child: the pointer at hand")]
        pub child_digit: Signal<In, Bits<2>>,
        /// Read it here, too.
        pub pick: Signal<In, Bit>,
        /// Digit to read otherwise.
        #[group("node digit: where it is")]
        pub digit_next: Signal<In, Bits<2>>,
        /// Write the pointer at hand.
        #[group(
            "write link: writes {link, free} to the pointer at hand, with link {digit, node} to the place of free"
        )]
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
        places: FastRam<PW, AW>,
        here: Reg<Bits<AW>>,
        side: Reg<Bits<2>>,
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
            if self.visit.val() {
                aside = self.slot.val();
            }
            let far: Bits<AW> = self.place.val();
            let far_digit: Bits<2> = self.place_digit.val();
            if self.rise.val() {
                far = bit_cast::<AW, PW>(self.places.rd.val());
                far_digit = bit_cast::<2, PW>(self.places.rd.val() >> AW);
            }
            if self.leap.val() {
                aside = far;
            }
            let down: Bit = self.follow.val() & self.present.val();
            let target: Bits<AW> = aside;
            let read_digit: Bits<2> = self.digit_next.val();
            if self.leap.val() {
                read_digit = far_digit;
            }
            if down {
                target = self.child.val();
            }
            if down | self.pick.val() {
                read_digit = self.child_digit.val();
            }
            self.here.d.next = target;
            self.side.d.next = read_digit;
            drive!(self: node = here.q, digit = side.q);
            self.base.next = target;

            comment!("What is written is always the head of the free list.");
            self.pointers.ra.next = (bit_cast::<PA, AW>(target) << 2) | bit_cast::<PA, 2>(read_digit);
            self.pointers.wa.next = (bit_cast::<PA, AW>(self.here.q.val()) << 2) | bit_cast::<PA, 2>(self.side.q.val());
            self.pointers.wd.next =
                bit_cast::<PD, AW>(self.free.val()) | (bit_cast::<PD, 1>(self.link.val().into()) << AW);
            self.pointers.we.next = self.write.val();

            comment!("The place of the node that the pointer leads to.");
            self.places.ra.next = target;
            self.places.wa.next = self.free.val();
            self.places.wd.next = bit_cast::<PW, AW>(self.here.q.val()) | (bit_cast::<PW, 2>(self.side.q.val()) << AW);
            self.places.we.next = self.link.val();
        }
    }
}
