//! Patches: children that walks under way have not seen yet.
use super::digit::DigitAt;
use super::far;
use crate::hw::lib::{Compare, Reg};
use rust_hdl::prelude::*;

/// Patches, oldest first.
pub const PATCHES: usize = 4;

#[treetap_hdl::unit]
mod patches {
    //! Leads events whose walk began before a child was in the tables to that child.

    /// Corrects walks that were issued before a child was in the tables.
    ///
    /// A patch says: node `v`, digit `d` of its level, leads to child `c`. An event whose walk ended in `v` and whose
    /// key has that digit belongs to `c`, and may go on from there to a younger patch. A patch is dropped when every
    /// event that was issued before the child was in the tables (`until`) is finished; later ones find the child by
    /// themselves.
    ///
    /// A child that is absorbed (`gone`) has no patch any more: walks that did not see it end in its parent. Its number
    /// may soon be that of another child. A walk under way that ended there is `old`: whoever finds the new one was
    /// issued from `until` on.
    ///
    /// * Stages 1 and 2 compare node and digit with every patch and follow the digits from patch to patch, stage 3
    ///   takes the child of the youngest patch on the way. A register after it addresses the memories. For nodes of a
    ///   dozen bits, stage 3 takes two cycles: which patch, and its child.
    /// * `push` adds the youngest patch, of node `push_node` at `push_level`, and needs `oldest_busy` low. Its digit is
    ///   that of the key that comes by with `first`: the event that asked for the child, and the first after `push`.
    /// * The child is in the tables for every event issued from `issue_at` on, as it is at the push.
    /// * `inject` replaces the event's node by another one, whatever the patches say; no event is there then.
    #[clocked]
    #[derived(KA = 2 << DB, LV = DB + 1)]
    pub struct Patches<const K: usize, const AW: usize, const DB: usize, const HA: usize, const T2: usize> {
        /// Drop every patch.
        pub clear: Signal<In, Bit>,
        /// Add a patch.
        #[group("a new patch; its digit comes with the next event that has first")]
        pub push: Signal<In, Bit>,
        /// Node of the patch.
        pub push_node: Signal<In, Bits<AW>>,
        /// Level of its node.
        pub push_level: Signal<In, Bits<LV>>,
        /// Child that the patch leads to.
        pub push_child: Signal<In, Bits<AW>>,
        /// The child `gone_node` is absorbed, which has been the same for two cycles.
        #[group("gone: an absorbed child")]
        pub gone: Signal<In, Bit>,
        /// A child.
        pub gone_node: Signal<In, Bits<AW>>,
        /// Place of the event to be issued next.
        #[group("events issued from issue_at on find the youngest child by themselves")]
        pub issue_at: Signal<In, Bits<HA>>,
        /// Place of the event to be finished next.
        pub commit_at: Signal<In, Bits<HA>>,
        /// An event was sent in the cycle before. Its key and node come in the next cycle; in the one after that for
        /// nodes of a dozen bits.
        #[group("sent sent_at failed: which event comes")]
        pub sent: Signal<In, Bit>,
        /// Place of the event that is sent, if one is.
        pub sent_at: Signal<In, Bits<HA>>,
        /// Events come again from the oldest one on.
        pub failed: Signal<In, Bit>,
        /// Where the walk of the event ended.
        #[group("walked key first inject: the event, and another node instead")]
        pub walked: Signal<In, Bits<AW>>,
        /// Key of the event.
        pub key: Signal<In, Bits<K>>,
        /// The event is the one that asked for the youngest patch.
        pub first: Signal<In, Bit>,
        /// Take `inject_node` instead of `walked`.
        pub inject: Signal<In, Bit>,
        /// The other node.
        pub inject_node: Signal<In, Bits<AW>>,
        /// Where the event of three cycles before belongs; of four for nodes of a dozen bits.
        #[group("node own_node: where the event belongs, three cycles later")]
        pub node: Signal<Out, Bits<AW>>,
        /// Where the event of three cycles before belongs, from a register of its own: it addresses OWN alone.
        pub own_node: Signal<Out, Bits<AW>>,
        /// The walk ended in a node that is gone, and its number is another one's; in the cycle of `node`, or the one
        /// after for nodes of a dozen bits.
        pub old: Signal<Out, Bit>,
        /// There is no room for another patch.
        pub oldest_busy: Signal<Out, Bit>,
        /// Node of the youngest patch.
        #[group("the youngest patch")]
        pub new_node: Signal<Out, Bits<AW>>,
        /// Level of that node.
        pub new_level: Signal<Out, Bits<LV>>,
        /// Digit of the youngest patch in the cycle after `first`, and only then.
        pub first_digit: Signal<Out, Bits<2>>,
        /// First bits of the key that came with `first`.
        pub new_prefix: Signal<Out, Bits<T2>>,
        /// Child of the youngest patch.
        pub new_child: Signal<Out, Bits<AW>>,
        active: [Reg<Bit>; PATCHES],
        // what was sent in the cycle before, if anything, is the first that needs it no more; such a one has come; so
        // it is for the event so many cycles on
        at_until: [Reg<Bit>; PATCHES],
        reached: [Reg<Bit>; PATCHES],
        beyond2: [Reg<Bit>; PATCHES],
        beyond3: [Reg<Bit>; PATCHES],
        far_beyond: [Reg<Bit>; far(AW) * PATCHES],
        until: [Reg<Bits<HA>>; PATCHES],
        level: [Reg<Bits<LV>>; PATCHES],
        from: [Reg<Bits<AW>>; PATCHES],
        digit: [Reg<Bits<2>>; PATCHES],
        child: [Reg<Bits<AW>>; PATCHES],
        // patch a leads to the node of patch b
        #[also(chain02, chain03, chain12, chain13, chain23)]
        chain01: Reg<Bit>,
        // and so it is over patches between, if their digits fit
        #[also(through2_13, through1_03, through2_03, through12_03)]
        through1_02: Reg<Bit>,
        prefix: Reg<Bits<T2>>,
        // stage 1
        node1: Reg<Bits<AW>>,
        first1: Reg<Bit>,
        same: [Compare<AW>; PATCHES],
        same_child: [Compare<AW>; PATCHES],
        absorbed: [Compare<AW>; PATCHES],
        #[also(old3, far_old)]
        old2: Reg<Bit>,
        #[when(far(AW) > 0)]
        late_old: Reg<Bit>,
        at_level: [DigitAt<K, DB>; PATCHES],
        // stage 2
        node2: Reg<Bits<AW>>,
        met: [Reg<Bit>; PATCHES],
        // the digits lead from the child of patch a to that of patch b, perhaps through patches between; leads023:
        // through patch 2
        #[also(leads02, leads03, leads023, leads12, leads13, leads23)]
        leads01: Reg<Bit>,
        // stage 3
        #[also(own_node3)]
        node3: Reg<Bits<AW>>,
        // between stages 2 and 3 for nodes of a dozen bits: the youngest patch on the way, its child or zero, and the
        // node or zero
        far_take: [Reg<Bit>; far(AW) * PATCHES],
        far_child: [Signal<Local, Bits<AW>>; far(AW) * PATCHES],
        #[when(far(AW) > 0)]
        far_node: Reg<Bits<AW>>,
        // chains of two and three
        // the last event before the child is finished
        over: [Reg<Bit>; PATCHES],
        pushed: Reg<Bit>,
        chains: [Compare<AW>; 3],
        fits: [Signal<Local, Bit>; PATCHES],
        here: [Signal<Local, Bit>; PATCHES],
        first_gone: [Signal<Local, Bit>; PATCHES],
        ends: [Signal<Local, Bit>; PATCHES],
        stays: [Signal<Local, Bit>; PATCHES],
    }

    impl Patches {
        fn update(&mut self) {
            const BELOW_TOP: Bits<7> = (K - T2) as u64;

            self.ages();
            comment!("Stage 1: the digit of the key at each patch's level, most significant digit first.");
            for i in 0..PATCHES {
                self.at_level[i].key.next = self.key.val();
                self.at_level[i].level.next = self.level[i].q.val();
                self.at_level[i].wanted.next = self.digit[i].q.val();
                self.same[i].a.next = self.walked.val();
                self.same[i].b.next = self.from[i].q.val();
                self.same_child[i].a.next = self.walked.val();
                self.same_child[i].b.next = self.child[i].q.val();
                self.absorbed[i].a.next = self.child[i].q.val();
                self.absorbed[i].b.next = self.gone_node.val();
            }
            self.first1.d.next = self.first.val();
            self.node1.d.next = self.walked.val();
            if self.first.val() {
                self.prefix.d.next = bit_cast::<T2, K>(self.key.val() >> BELOW_TOP);
            }

            comment!(
                "Stage 2: which patch the walk met, the youngest in any case for the event that asked for it; where \
                 each would lead."
            );
            for i in 0..PATCHES {
                self.fits[i].next =
                    self.active[i].q.val() & self.at_level[i].is_wanted.val() & !self.beyond3[i].q.val();
                self.met[i].d.next = self.fits[i].val() & self.same[i].equal.val();
            }
            for i in (PATCHES - 1)..PATCHES {
                self.first_digit.next = self.at_level[i].digit.val();
                if self.first1.q.val() {
                    self.met[i].d.next = true;
                    self.digit[i].d.next = self.at_level[i].digit.val();
                }
            }
            self.through1_02.d.next = self.chain01.q.val() & self.chain12.q.val();
            self.through2_13.d.next = self.chain12.q.val() & self.chain23.q.val();
            self.through1_03.d.next = self.chain01.q.val() & self.chain13.q.val();
            self.through2_03.d.next = self.chain02.q.val() & self.chain23.q.val();
            self.through12_03.d.next = self.chain01.q.val() & self.chain12.q.val() & self.chain23.q.val();
            self.leads01.d.next = self.fits[1].val() & self.chain01.q.val();
            self.leads12.d.next = self.fits[2].val() & self.chain12.q.val();
            self.leads23.d.next = self.fits[3].val() & self.chain23.q.val();
            self.leads02.d.next =
                self.fits[2].val() & (self.chain02.q.val() | (self.through1_02.q.val() & self.fits[1].val()));
            self.leads13.d.next =
                self.fits[3].val() & (self.chain13.q.val() | (self.through2_13.q.val() & self.fits[2].val()));
            self.leads03.d.next =
                self.fits[3].val() & (self.chain03.q.val() | (self.through1_03.q.val() & self.fits[1].val()));
            self.leads023.d.next = self.fits[3].val()
                & self.fits[2].val()
                & (self.through2_03.q.val() | (self.through12_03.q.val() & self.fits[1].val()));
            self.node2.d.next = self.node1.q.val();
            if self.inject.val() {
                for i in 0..PATCHES {
                    self.met[i].d.next = false;
                }
                self.node2.d.next = self.inject_node.val();
            }
            let olds: Bit = false;
            for i in 0..PATCHES {
                olds = olds | (self.active[i].q.val() & !self.beyond3[i].q.val() & self.same_child[i].equal.val());
            }
            drive!(self: old3 = old2.q, far_old = old3.q);
            self.old2.d.next = olds;
            if self.inject.val() {
                self.old2.d.next = false;
            }
            self.old.next = self.old3.q.val();
            if far(AW) > 0 {
                comment!("The count stage takes it with the event, a cycle after the node.");
                drive!(self: late_old = far_old.q);
                self.old.next = self.late_old.q.val();
            }
            comment!("Stage 3: the patches on the way; the youngest of them says where the event belongs.");
            let hit1: Bit = self.met[1].q.val() | (self.leads01.q.val() & self.met[0].q.val());
            let hit2: Bit = self.met[2].q.val()
                | (self.leads02.q.val() & self.met[0].q.val())
                | (self.leads12.q.val() & self.met[1].q.val());
            let hit3: Bit = self.met[3].q.val()
                | ((self.leads03.q.val() | self.leads023.q.val()) & self.met[0].q.val())
                | (self.leads13.q.val() & self.met[1].q.val())
                | (self.leads23.q.val() & self.met[2].q.val());
            if far(AW) == 0 {
                if hit3 {
                    self.node3.d.next = self.child[3].q.val();
                    self.own_node3.d.next = self.child[3].q.val();
                } else if hit2 {
                    self.node3.d.next = self.child[2].q.val();
                    self.own_node3.d.next = self.child[2].q.val();
                } else if hit1 {
                    self.node3.d.next = self.child[1].q.val();
                    self.own_node3.d.next = self.child[1].q.val();
                } else if self.met[0].q.val() {
                    self.node3.d.next = self.child[0].q.val();
                    self.own_node3.d.next = self.child[0].q.val();
                } else {
                    drive!(self: node3 = node2.q, own_node3 = node2.q);
                }
            }
            for i in 0..(far(AW) * PATCHES) {
                if self.far_take[i].q.val() {
                    self.far_child[i].next = self.child[i].q.val();
                } else {
                    self.far_child[i].next = 0.into();
                }
            }
            if far(AW) > 0 {
                comment!(
                    "Stage 3 takes two cycles here: which patch, and its child. A way begins with a patch that was met."
                );
                self.far_take[0].d.next = self.met[0].q.val() & !hit1 & !hit2 & !hit3;
                self.far_take[1].d.next = hit1 & !hit2 & !hit3;
                self.far_take[2].d.next = hit2 & !hit3;
                self.far_take[3].d.next = hit3;
                self.far_node.d.next = self.node2.q.val();
                if self.met[0].q.val() | self.met[1].q.val() | self.met[2].q.val() | self.met[3].q.val() {
                    self.far_node.d.next = 0.into();
                }
                self.node3.d.next = self.far_node.q.val()
                    | self.far_child[0].val()
                    | self.far_child[1].val()
                    | self.far_child[2].val()
                    | self.far_child[3].val();
                self.own_node3.d.next = self.far_node.q.val()
                    | self.far_child[0].val()
                    | self.far_child[1].val()
                    | self.far_child[2].val()
                    | self.far_child[3].val();
            }
            drive!(self: node = node3.q, own_node = own_node3.q);

            comment!("The queue of patches.");
            self.oldest_busy.next = self.active[0].q.val();
            for i in (PATCHES - 1)..PATCHES {
                self.new_node.next = self.from[i].q.val();
                self.new_level.next = self.level[i].q.val();
                self.new_child.next = self.child[i].q.val();
            }
            self.new_prefix.next = self.prefix.q.val();
            comment!("A patch that leads to the youngest's node.");
            self.pushed.d.next = self.push.val();
            for i in 0..3 {
                self.chains[i].a.next = self.child[i + 1].q.val();
                self.chains[i].b.next = self.push_node.val();
            }
            if self.pushed.q.val() {
                self.chain03.d.next = self.chains[0].equal.val();
                self.chain13.d.next = self.chains[1].equal.val();
                self.chain23.d.next = self.chains[2].equal.val();
            }
            if self.push.val() {
                for i in 1..PATCHES {
                    self.active[i - 1].d.next = self.stays[i].val();
                    self.at_until[i - 1].d.next = self.first_gone[i].val();
                    self.over[i - 1].d.next = self.ends[i].val();
                    self.until[i - 1].d.next = self.until[i].q.val();
                    self.level[i - 1].d.next = self.level[i].q.val();
                    self.from[i - 1].d.next = self.from[i].q.val();
                    self.digit[i - 1].d.next = self.digit[i].q.val();
                    self.child[i - 1].d.next = self.child[i].q.val();
                }
                for i in (PATCHES - 1)..PATCHES {
                    self.active[i].d.next = true;
                    self.at_until[i].d.next = false;
                    self.over[i].d.next = false;
                    self.until[i].d.next = self.issue_at.val();
                    self.level[i].d.next = self.push_level.val();
                    self.from[i].d.next = self.push_node.val();
                    self.child[i].d.next = self.push_child.val();
                }
                drive!(self: chain01 = chain12.q, chain02 = chain13.q, chain12 = chain23.q);
            }
            if self.gone.val() {
                for i in 0..PATCHES {
                    self.active[i].d.next = self.stays[i].val() & !self.absorbed[i].equal.val();
                }
            }
            if self.clear.val() {
                for i in 0..PATCHES {
                    self.active[i].d.next = false;
                }
            }
        }

        fn ages(&mut self) {
            for i in 0..PATCHES {
                comment!("Dropped once the last event before the child is finished.");
                self.ends[i].next = self.until[i].q.val() == self.commit_at.val();
                self.over[i].d.next = self.ends[i].val();
                self.stays[i].next = self.active[i].q.val() & !self.over[i].q.val();
                self.active[i].d.next = self.stays[i].val();
            }

            comment!("Is the event one that needs the patch no more?");
            for i in 0..PATCHES {
                self.first_gone[i].next = self.until[i].q.val() == self.sent_at.val();
                self.at_until[i].d.next = self.first_gone[i].val();
                self.here[i].next = (self.sent.val() & self.at_until[i].q.val()) | self.reached[i].q.val();
                self.reached[i].d.next = self.here[i].val() & !self.failed.val();
                self.beyond2[i].d.next = self.here[i].val();
                self.beyond3[i].d.next = self.beyond2[i].q.val();
            }
            for i in 0..(far(AW) * PATCHES) {
                self.far_beyond[i].d.next = self.beyond2[i].q.val();
                self.beyond3[i].d.next = self.far_beyond[i].q.val();
            }
        }
    }
}
