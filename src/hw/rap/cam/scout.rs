//! Before the hand of the CAM engine: which slots keep their nodes (rule R15 H2).
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod scout {
    //! Goes ahead of the hand, a slot or a leaf's two counts per cycle,
    //! and stops at the first node that may have to be absorbed.
    //! What it finds to stay will stay: counts only grow, and T rises between rounds only.

    /// Goes through the slots ahead of the hand, as far as their nodes are known to stay: a leaf takes two cycles, any
    /// other slot one.
    ///
    /// A slot stays when it is free, when its node has children, or when its count and its parent's are more than T
    /// together. Within a round all of that lasts: counts grow, T is what it is, a new node and its parent are more
    /// than T as soon as its first event is counted, and only absorptions take children away, of which the hand makes
    /// none before a slot it comes to. So a slot needs to be looked at once, however long before the hand comes, from
    /// counts that lack the latest events.
    ///
    /// `edge` is the first slot that is not known to stay. A slot that may have to go (`may_go`) is looked at again and
    /// again. With no event under way and none since `still`, what is said of it is exact.
    ///
    /// | cycle | leaf | other |
    /// |---|---|---|
    /// | 0 | read its link | |
    /// | 1 | it is here: read its count | it is here |
    /// | 2 | read the count of its parent | |
    /// | 4 | add them | |
    /// | 5 | compare with T | |
    /// | 6 | does it stay? | the slot stays |
    /// | 7 | the slot stays, or may go | |
    ///
    /// While `still` is high the links are read by others, and no slot is looked at: `total` is the sum of the counts
    /// of two slots whose links are read one after the other, five cycles after the first of them.
    #[clocked]
    #[derived(PD = AW + 1, C1 = C + 1)]
    pub struct Scout<const C: usize, const AW: usize> {
        /// No round: no slot is left.
        #[group("clear begin: no round; a new round")]
        pub clear: Signal<In, Bit>,
        /// A round begins, at slot 1.
        pub begin: Signal<In, Bit>,
        /// Wait at `edge`, for two cycles at least.
        #[group("still: wait at edge, and begin anew there")]
        pub still: Signal<In, Bit>,
        /// The slot at `edge` is dealt with.
        #[group("taken: the slot at edge is free now")]
        pub taken: Signal<In, Bit>,
        /// Slot whose link is to be read.
        #[group(
            "ahead move_on slot leaf parent: the link to be read, and that it may be; the one that is read, and what \
             it says in the next cycle"
        )]
        pub ahead: Signal<Out, Bits<AW>>,
        /// Read; otherwise the link has to stay.
        pub move_on: Signal<Out, Bit>,
        /// Slot whose link is being read.
        pub slot: Signal<In, Bits<AW>>,
        /// There is a node without children.
        pub leaf: Signal<In, Bit>,
        /// Its parent.
        pub parent: Signal<In, Bits<AW>>,
        /// A count is being written.
        #[group("write entry count: counts as they are written")]
        pub write: Signal<In, Bit>,
        /// Whose.
        pub entry: Signal<In, Bits<AW>>,
        /// The count.
        pub count: Signal<In, Bits<C>>,
        /// `~T`.
        #[group("~T")]
        pub threshold: Signal<In, Bits<C>>,
        /// The link that is here is the root's.
        #[group("root: the link that is here is that of the root")]
        pub root: Signal<Out, Bit>,
        /// First slot not known to stay; after the last one `done`.
        #[group("edge done stays may_go total: what is known")]
        pub edge: Signal<Out, Bits<AW>>,
        /// All slots are known to stay.
        pub done: Signal<Out, Bit>,
        /// The slot at `edge` is found to stay: `edge` moves.
        pub stays: Signal<Out, Bit>,
        /// The slot at `edge` may have to go.
        pub may_go: Signal<Out, Bit>,
        /// Sum of the counts of node and parent.
        pub total: Signal<Out, Bits<C>>,
        counts: OutRegRam<C, AW>,
        #[also(next)]
        first: Reg<Bits<PD>>,
        here: Reg<Bits<AW>>,
        #[also(second)]
        linked: Reg<Bit>,
        #[also(leaves, touched)]
        looking: Reg<Bits<4>>,
        collided: Reg<Bit>,
        #[also(sum)]
        held: Reg<Bits<C>>,
        #[also(steady, loose)]
        larger: Reg<Bit>,
    }

    impl Scout {
        fn update(&mut self) {
            const AW: Bits<5> = AW;
            const C: Bits<6> = C;
            const NOWHERE: Bits<PD> = 1 << AW;

            comment!("Cycle 0: the link of a slot.");
            let last: Bit = self.next.q.val().get_bit(AW.index());
            self.ahead.next = bit_cast::<AW, PD>(self.next.q.val());
            let begins: Bit = self.linked.q.val() & self.leaf.val() & !self.second.q.val();
            self.move_on.next = !begins | self.still.val();
            if self.move_on.val() {
                self.here.d.next = self.slot.val();
                self.linked.d.next = !last;
                if !last {
                    self.next.d.next = self.next.q.val() + 1;
                }
            }
            self.second.d.next = begins;

            comment!("Cycles 1 and 2: two counts of a leaf. One that is just being written cannot be read.");
            let whose: Bits<AW> = self.here.q.val();
            if self.second.q.val() {
                whose = self.parent.val();
            }
            drive!(counts: we = write, wa = entry, wd = count);
            self.counts.ra.next = whose;
            let met: Bit = self.write.val() & (self.entry.val() == whose);
            self.collided.d.next = met;
            let touch: Bit = met | self.collided.q.val();
            let looks: Bit = self.linked.q.val() & (self.second.q.val() | !self.leaf.val());
            self.looking.d.next = (self.looking.q.val() << 1) | bit_cast::<4, 1>(looks.into());
            self.leaves.d.next = (self.leaves.q.val() << 1) | bit_cast::<4, 1>(self.second.q.val().into());
            self.touched.d.next = (self.touched.q.val() << 1) | bit_cast::<4, 1>(touch.into());

            comment!("Cycles 4 and 5: their sum, and sum > T by the carry of sum + ~T.");
            self.held.d.next = self.counts.rd.val();
            self.sum.d.next = self.held.q.val() + self.counts.rd.val();
            let difference: Bits<C1> = bit_cast::<C1, C>(self.sum.q.val()) + bit_cast::<C1, C>(self.threshold.val());
            self.larger.d.next = difference.get_bit(C.index());

            comment!("Cycle 6: found to stay, or to be looked at again.");
            let seen: Bit = self.looking.q.val().get_bit(3);
            let light: Bit = self.leaves.q.val().get_bit(3) & (self.touched.q.val().get_bit(3) | !self.larger.q.val());
            self.steady.d.next = seen & !light;
            self.loose.d.next = seen & light;
            comment!("Cycle 7.");
            self.stays.next = self.steady.q.val();
            self.may_go.next = self.loose.q.val();
            if self.still.val() | self.may_go.val() {
                zero!(self: looking, linked, second, steady, loose);
                self.next.d.next = self.first.q.val();
            }
            if self.steady.q.val() | self.taken.val() {
                self.first.d.next = self.first.q.val() + 1;
            }
            if self.begin.val() {
                self.first.d.next = 1.into();
            }
            if self.clear.val() {
                self.first.d.next = NOWHERE;
            }
            self.edge.next = bit_cast::<AW, PD>(self.first.q.val());
            self.done.next = self.first.q.val().get_bit(AW.index());
            self.total.next = self.sum.q.val();
            self.root.next = !self.here.q.val().any();
        }
    }
}
