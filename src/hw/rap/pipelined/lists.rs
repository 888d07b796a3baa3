//! Lists of edges, what a sweep walks along.
use super::far;
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod lists {
    //! Edges as linked lists, by level, digit and parity of the parent; linked anew while they are swept.

    /// The edges of the tree as linked lists of children, one list for each level and digit of the child and parity of its parent.
    ///
    /// A parent occurs at most once in a list, so the edges of a list do not depend on each other, nor do those of two lists of
    /// different parity: a sweep reads one list of each parity in turns, which hides the two cycles of the link RAM.
    ///
    /// * `take_head` puts the list that was at `head_at` two cycles before on the chain; without it the chain goes on with the link of the
    ///   child that was on it two cycles before. `chain` is a cycle later than `take_head` and `live` where nodes have a dozen bits. A word of both memories is a child and a bit that says there is one; after the end comes node 0, and so for ever.
    /// * A list is linked anew while it is swept: `visited` with the child, whether it `survived`, and whether it was the `first` of its
    ///   list.
    /// * `put` inserts `put_child` in the list at `head_at` of two cycles before.
    /// * Where nodes have a dozen bits, `head_at` comes a cycle earlier, and two for `put`; what is written has a register more.
    ///
    /// `LA` is the width of a list's number.
    #[clocked]
    #[derived(PD = AW + 1)]
    pub struct Lists<const AW: usize, const LA: usize> {
        /// List to read.
        #[group("head_at take_head chain: follow two lists in turns")]
        pub head_at: Signal<In, Bits<LA>>,
        /// The head is wanted on `chain`.
        pub take_head: Signal<In, Bit>,
        /// A child.
        pub chain: Signal<Out, Bits<AW>>,
        /// There is a child.
        pub live: Signal<Out, Bit>,
        /// An edge has been swept.
        #[group("visited first survived child list: what became of an edge")]
        pub visited: Signal<In, Bit>,
        /// The child of the edge was the first of its list.
        pub first: Signal<In, Bit>,
        /// The child of the edge stays.
        pub survived: Signal<In, Bit>,
        /// Child of the edge.
        pub child: Signal<In, Bits<AW>>,
        /// List of the edge.
        pub list: Signal<In, Bits<LA>>,
        /// Insert a child.
        #[group("put clear: insert a child, or write zeros")]
        pub put: Signal<In, Bit>,
        /// List that the child goes into.
        pub put_list: Signal<In, Bits<LA>>,
        /// The child.
        pub put_child: Signal<In, Bits<AW>>,
        /// Write zeros to list `put_list` and node `put_child`.
        pub clear: Signal<In, Bit>,
        heads: OutRegRam<PD, LA>,
        links: OutRegRam<PD, AW>,
        #[also(first1, survived1)]
        visited1: Reg<Bit>,
        child1: Reg<Bits<AW>>,
        list1: Reg<Bits<LA>>,
        after1: Reg<Bits<PD>>,
        after2: Reg<Bits<PD>>,
        #[when(far(AW) > 0)]
        far_chain: Reg<Bits<AW>>,
        #[when(far(AW) > 0)]
        far_head_at: Reg<Bits<LA>>,
        #[when(far(AW) > 0)]
        far_head: Reg<Bits<PD>>,
        #[when(far(AW) > 0)]
        far_heads_we: Reg<Bit>,
        #[when(far(AW) > 0)]
        far_heads_at: Reg<Bits<LA>>,
        #[when(far(AW) > 0)]
        far_heads_word: Reg<Bits<PD>>,
        #[when(far(AW) > 0)]
        far_links_we: Reg<Bit>,
        #[when(far(AW) > 0)]
        far_links_at: Reg<Bits<AW>>,
        #[when(far(AW) > 0)]
        far_links_word: Reg<Bits<PD>>,
        before: Signal<Local, Bits<PD>>,
        after: Signal<Local, Bits<PD>>,
        // what is written
        heads_we: Reg<Bit>,
        heads_at: Reg<Bits<LA>>,
        heads_word: Reg<Bits<PD>>,
        links_we: Reg<Bit>,
        links_at: Reg<Bits<AW>>,
        links_word: Reg<Bits<PD>>,
        word: Signal<Local, Bits<PD>>,
    }

    impl Lists {
        fn update(&mut self) {
            const PRESENT: Bits<PD> = 1 << AW;
            const AW: Bits<5> = AW;

            drive!(self: visited1 = visited, first1 = first, survived1 = survived, child1 = child, list1 = list);
            self.heads.ra.next = self.head_at.val();
            if self.take_head.val() {
                self.word.next = self.heads.rd.val();
            } else {
                self.word.next = self.links.rd.val();
            }
            self.chain.next = bit_cast::<AW, PD>(self.word.val());
            if far(AW) > 0 {
                self.far_chain.d.next = bit_cast::<AW, PD>(self.word.val());
                drive!(self: chain = far_chain.q, far_head_at = head_at, far_head = heads.rd);
                self.heads.ra.next = self.far_head_at.q.val();
            }
            self.live.next = self.word.val().get_bit(AW.index());
            self.links.ra.next = bit_cast::<AW, PD>(self.word.val());

            comment!(
                "Each parity has its turn every other cycle, so the end of the new list is that of two cycles before."
            );
            if self.first1.q.val() {
                self.before.next = 0.into();
            } else {
                self.before.next = self.after2.q.val();
            }
            if self.survived1.q.val() {
                self.after.next = bit_cast::<PD, AW>(self.child1.q.val()) | PRESENT;
            } else {
                self.after.next = self.before.val();
            }
            drive!(self: after1 = after, after2 = after1.q);
            self.heads_we.d.next = self.visited1.q.val() | self.put.val() | self.clear.val();
            self.links_we.d.next = self.survived1.q.val() | self.put.val() | self.clear.val();
            drive!(self: heads_at = list1.q, heads_word = after, links_at = child1.q, links_word = before);
            if self.put.val() | self.clear.val() {
                drive!(self: heads_at = put_list, links_at = put_child);
            }
            if self.put.val() {
                self.heads_word.d.next = bit_cast::<PD, AW>(self.put_child.val()) | PRESENT;
                self.links_word.d.next = self.heads.rd.val();
                if far(AW) > 0 {
                    self.links_word.d.next = self.far_head.q.val();
                }
            }
            if self.clear.val() {
                zero!(self: heads_word, links_word);
            }
            comment!("A cycle later: registers in front of the memories.");
            drive!(heads: we = heads_we.q, wa = heads_at.q, wd = heads_word.q);
            drive!(links: we = links_we.q, wa = links_at.q, wd = links_word.q);
            if far(AW) > 0 {
                comment!("And another one: no list is read again before the next sweep.");
                drive!(self: far_heads_we = heads_we.q, far_heads_at = heads_at.q, far_heads_word = heads_word.q,
                    far_links_we = links_we.q, far_links_at = links_at.q, far_links_word = links_word.q);
                drive!(heads: we = far_heads_we.q, wa = far_heads_at.q, wd = far_heads_word.q);
                drive!(links: we = far_links_we.q, wa = far_links_at.q, wd = far_links_word.q);
            }
        }
    }
}
