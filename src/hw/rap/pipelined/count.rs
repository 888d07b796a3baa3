//! The count stage: read, add, compare, write, one event per cycle.
use super::far;
use super::same::Same;
use crate::hw::lib::{Compare, OutRegRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod count {
    //! Count stage: own + weight, compared with T, one event per cycle.

    /// Counts of the nodes, what is known of each node, and the arithmetic on counts.
    ///
    /// | cycle | event |
    /// |--|--|
    /// | 0 | `node` addresses OWN and META, and is compared with the nodes of two to five events before |
    /// | 1 | compared with the node of the event before; the latest sum of three to five events before |
    /// | 2 | count or an earlier sum (all but that of the event before); its level is here |
    /// | 3 | own + weight, forwarded from the event before; own compared with T - weight |
    /// | 4 | fits, or not |
    /// | 5 | written, or `failed`: the younger ones are dropped, the one in cycle 4 too |
    ///
    /// Where nodes have a dozen bits, OWN and META are so many block RAMs that a register follows them: `node` and
    /// `own_node` come a cycle before the rest, in cycle -1 of an event, and address them at once. OWN is read a cycle
    /// earlier before it is written then, so the event six before counts too.
    ///
    /// An event fails in cycle 4 if the hand wants visits before it (`stop`), or if it does not fit T while a node is
    /// free; without a free node it is counted all the same (`above`, R15 H3). A word of META is {place, level}: the
    /// first `T2` bits of the node's keys if it belongs to the top levels, else the last of its digits.
    ///
    /// `C` bits of a count, `AW` of a node's number, `LV` of a level.
    #[clocked]
    #[derived(C1 = C + 1, MW = LV + T2)]
    pub struct Count<const C: usize, const AW: usize, const LV: usize, const T2: usize> {
        /// Drop every event.
        pub clear: Signal<In, Bit>,
        /// An event is here.
        #[group("new node weight: what enters in this cycle")]
        pub new_event: Signal<In, Bit>,
        /// Node of the event. Where nodes have a dozen bits, it comes a cycle before the rest.
        pub node: Signal<In, Bits<AW>>,
        /// The same node, from a register of its own: it addresses OWN alone.
        pub own_node: Signal<In, Bits<AW>>,
        /// Weight of the event; 0 with the count of a leaf that is read to be absorbed.
        pub weight: Signal<In, Bits<16>>,
        /// Three cycles after the leaf: its count goes to this node, its parent, if it fits.
        #[group("absorb old gone_node gone: leaves that are absorbed")]
        pub absorb: Signal<In, Bit>,
        /// The walk of the event ended in a leaf of which the slot is another node's by now.
        pub old: Signal<In, Bit>,
        /// No node, while `gone`.
        pub gone_node: Signal<In, Bits<AW>>,
        /// META does not say so yet.
        pub gone: Signal<In, Bit>,
        /// T.
        pub threshold: Signal<In, Bits<C>>,
        /// Level of unit nodes.
        pub unit_level: Signal<In, Bits<LV>>,
        /// The event in cycle 4 does not fit n.
        pub refuse: Signal<In, Bit>,
        /// The event in cycle 4 has to wait for visits of the hand.
        pub stop: Signal<In, Bit>,
        /// No node is free.
        pub none_free: Signal<In, Bit>,
        /// Write `own_wd` to OWN at `own_wa`, two cycles later.
        pub own_put: Signal<In, Bit>,
        /// Node whose count is written.
        pub own_wa: Signal<In, Bits<AW>>,
        /// The count.
        pub own_wd: Signal<In, Bits<C>>,
        /// Write META at `meta_wa`.
        pub meta_we: Signal<In, Bit>,
        /// Node whose word is written.
        pub meta_wa: Signal<In, Bits<AW>>,
        /// The word.
        pub meta_wd: Signal<In, Bits<MW>>,
        /// Cycle 5: it misfits or has to wait; every younger event is dropped.
        #[group("the event in cycle 5 misfits or has to wait, and every younger one is dropped")]
        pub failed: Signal<Out, Bit>,
        /// The failed event has to wait for visits.
        pub stopped: Signal<Out, Bit>,
        /// The failed event's node is gone: its walk begins anew.
        pub lost_way: Signal<Out, Bit>,
        /// Cycle 4: the leaf fits its parent.
        pub absorbs: Signal<Out, Bit>,
        /// Cycle 5: the leaf is absorbed.
        pub absorbed: Signal<Out, Bit>,
        /// Cycle 5: the leaf does not fit its parent; every younger event is dropped.
        pub kept: Signal<Out, Bit>,
        /// Node of the event that misfits.
        pub failed_node: Signal<Out, Bits<AW>>,
        /// Level of that event's node.
        pub failed_level: Signal<Out, Bits<LV>>,
        /// Cycle 5: it is counted.
        pub counted: Signal<Out, Bit>,
        /// Cycle 5: it is counted above T.
        pub above: Signal<Out, Bit>,
        /// Cycle 5: it is lost.
        pub refused: Signal<Out, Bit>,
        /// Weight in cycle 3.
        pub weight_before: Signal<Out, Bits<16>>,
        /// Weight in cycle 4.
        pub weight_now: Signal<Out, Bits<16>>,
        /// No event is here, and none has failed.
        pub idle: Signal<Out, Bit>,
        /// An event is in cycle 2.
        pub second: Signal<Out, Bit>,
        /// An event is in cycle 3.
        pub third: Signal<Out, Bit>,
        /// OWN is being written.
        #[group("write: what is written to OWN")]
        pub write: Signal<Out, Bit>,
        /// Node whose count is written.
        pub write_at: Signal<Out, Bits<AW>>,
        /// The count.
        pub write_word: Signal<Out, Bits<C>>,
        /// Level of the node of two cycles before.
        #[group("level place: the node of two cycles before")]
        pub level: Signal<Out, Bits<LV>>,
        /// Place of the node of two cycles before.
        pub place: Signal<Out, Bits<T2>>,
        owns: OutRegRam<C, AW>,
        meta: OutRegRam<MW, AW>,
        #[also(event2, event3, event4, event5, event6, check, unit)]
        event1: Reg<Bit>,
        #[also(at2, at3, at4, at5)]
        at1: Reg<Bits<AW>>,
        // the node of this event and of the one so many events before
        apart1: Compare<AW>,
        apart_gone: Compare<AW>,
        #[also(old2, gone3, gone4, pseudo1, pseudo2, pseudo3, pseudo4)]
        old1: Reg<Bit>,
        apart2: Compare<AW>,
        apart3: Same<AW>,
        apart4: Same<AW>,
        apart5: Same<AW>,
        #[also(from2, near)]
        from_older: Reg<Bit>,
        older: Reg<Bits<C>>,
        // where nodes have a dozen bits: the node in the cycle of the rest, registers after OWN and META, the event six
        // before
        #[when(far(AW) > 0)]
        late_own: Reg<Bits<AW>>,
        #[when(far(AW) > 0)]
        far_own: Reg<Bits<C>>,
        #[when(far(AW) > 0)]
        far_level: Reg<Bits<LV>>,
        #[when(far(AW) > 0)]
        apart6: Same<AW>,
        #[when(far(AW) > 0)]
        from_oldest: Reg<Bit>,
        #[when(far(AW) > 0)]
        oldest: Reg<Bits<C>>,
        earlier: Reg<Bits<C>>,
        #[also(light4)]
        light1: Reg<Bits<16>>,
        #[also(light3)]
        light2: Reg<Bits<C>>,
        // ~T + weight, and the weight alone is more than T
        excess: Reg<Bits<C1>>,
        heavy: Reg<Bit>,
        #[also(sum1, sum2)]
        sum: Reg<Bits<C>>,
        over: Reg<Bit>,
        level3: Reg<Bits<LV>>,
        level4: Reg<Bits<LV>>,
        level5: Reg<Bits<LV>>,
        // the verdict
        #[also(kept5, stopped5, lost_way5, counted5, above5, absorbed5, refused5)]
        failed5: Reg<Bit>,
        // what is put, from a memory's word
        put: Reg<Bit>,
        put_at: Reg<Bits<AW>>,
        put_word: Reg<Bits<C>>,
        // what is written
        own_we: Reg<Bit>,
        own_at: Reg<Bits<AW>>,
        own_word: Reg<Bits<C>>,
        what_we: Reg<Bit>,
        what_at: Reg<Bits<AW>>,
        what: Reg<Bits<MW>>,
        // a register more in front of META
        #[when(far(AW) > 0)]
        far_what_we: Reg<Bit>,
        #[when(far(AW) > 0)]
        far_what_at: Reg<Bits<AW>>,
        #[when(far(AW) > 0)]
        far_what: Reg<Bits<MW>>,
        #[when(far(AW) > 0)]
        is5: Signal<Local, Bit>,
        base: Signal<Local, Bits<C>>,
    }

    impl Count {
        fn update(&mut self) {
            const LV: Bits<6> = LV;
            const C: Bits<6> = C;

            self.verdict();
            let drop: Bit = self.failed5.q.val() | self.clear.val();
            self.reads();
            self.recent_events();
            self.sums_before();
            self.operand();
            self.addition();
            self.outcome();
            self.writes();
        }

        fn verdict(&mut self) {
            comment!("The verdict on the event in cycle 4, unless it falls with the one before.");
            let misfit: Bit = self.check.q.val() & (self.over.q.val() | self.heavy.q.val());
            let leaf: Bit = self.pseudo4.q.val();
            let lost: Bit = self.refuse.val() & !leaf;
            let stands: Bit = self.event4.q.val() & !self.failed5.q.val();
            let fail: Bit =
                stands & !lost & ((misfit & (!self.none_free.val() | leaf)) | self.stop.val() | self.gone4.q.val());
            let count: Bit = stands & !fail & !lost;
            self.absorbs.next = count & leaf;
            comment!("It is told in cycle 5; a failure drops the younger ones then.");
            self.failed5.d.next = fail;
            self.kept5.d.next = fail & leaf;
            self.stopped5.d.next = self.stop.val();
            self.lost_way5.d.next = self.gone4.q.val();
            self.counted5.d.next = count & !leaf;
            self.above5.d.next = misfit & count & !leaf;
            self.absorbed5.d.next = count & leaf;
            self.refused5.d.next = stands & lost;
            drive!(self: failed = failed5.q, kept = kept5.q, stopped = stopped5.q, lost_way = lost_way5.q,
                counted = counted5.q, above = above5.q, absorbed = absorbed5.q, refused = refused5.q);
        }

        fn reads(&mut self) {
            comment!("Cycle 0.");
            self.meta.ra.next = self.node.val();
            self.level.next = bit_cast::<LV, MW>(self.meta.rd.val());
            self.place.next = bit_cast::<T2, MW>(self.meta.rd.val() >> LV);
            self.owns.ra.next = self.own_node.val();
            drive!(self: at1 = own_node, light1 = weight, light3 = light2.q);
            self.light2.d.next = bit_cast::<C, 16>(self.light1.q.val());
            comment!("The leaf that was read three cycles before is in cycle 4.");
            if self.pseudo1.q.val() {
                self.light2.d.next = self.sum.q.val();
            }
        }

        fn recent_events(&mut self) {
            comment!(
                "Is it the node of one of the five events before? Begun in cycle 0, but for the event just before."
            );
            drive!(self: at2 = at1.q, at3 = at2.q, at4 = at3.q, at5 = at4.q);
            drive!(apart1: a = at1.q, b = at2.q);
            drive!(apart_gone: a = at1.q, b = gone_node);
            drive!(apart2: a = own_node, b = at2.q);
            drive!(apart3: a = own_node, b = at3.q);
            drive!(apart4: a = own_node, b = at4.q);
            drive!(apart5: a = own_node, b = at5.q);

            if far(AW) > 0 {
                comment!("The memories are many block RAMs: addressed a cycle early, and a register after them.");
                drive!(self: late_own = own_node, far_own = owns.rd, far_level = level);
                self.at1.d.next = self.late_own.q.val();
                self.apart2.a.next = self.late_own.q.val();
                self.apart3.a.next = self.late_own.q.val();
                self.apart4.a.next = self.late_own.q.val();
                comment!(
                    "So the event six before has not been written either. These two comparisons begin a cycle early,"
                );
                comment!("and cycle 0 has the later of the sums five and six events back.");
                drive!(apart5: a = node, b = at4.q);
                drive!(apart6: a = node, b = at5.q);
                self.is5.next = self.event5.q.val() & self.apart5.same.val();
                self.from_oldest.d.next = self.is5.val() | (self.event6.q.val() & self.apart6.same.val());
                if self.is5.val() {
                    self.oldest.d.next = self.sum1.q.val();
                } else {
                    self.oldest.d.next = self.sum2.q.val();
                }
            }
        }

        fn sums_before(&mut self) {
            comment!("Cycle 1: the latest of the sums three to five events back.");
            self.from2.d.next = self.event3.q.val() & self.apart2.equal.val();
            let is3: Bit = self.event4.q.val() & self.apart3.same.val();
            let is4: Bit = self.event5.q.val() & self.apart4.same.val();
            self.from_older.d.next = is3 | is4 | (self.event6.q.val() & self.apart5.same.val());
            if is3 {
                self.older.d.next = self.sum.q.val();
            } else if is4 {
                self.older.d.next = self.sum1.q.val();
            } else {
                self.older.d.next = self.sum2.q.val();
            }
            if far(AW) > 0 {
                self.from_older.d.next = is3 | is4 | self.from_oldest.q.val();
                if !is3 & !is4 {
                    self.older.d.next = self.oldest.q.val();
                }
            }
        }

        fn operand(&mut self) {
            comment!("Cycle 2: the count, or the latest of the sums two to five events back.");
            self.near.d.next = self.event3.q.val() & self.apart1.equal.val();
            if self.from2.q.val() {
                self.earlier.d.next = self.sum.q.val();
            } else if self.from_older.q.val() {
                self.earlier.d.next = self.older.q.val();
            } else {
                self.earlier.d.next = self.owns.rd.val();
            }
            if far(AW) > 0 {
                if !self.from2.q.val() & !self.from_older.q.val() {
                    self.earlier.d.next = self.far_own.q.val();
                }
            }
            comment!("~T + weight: carries where the weight alone is more than T.");
            self.excess.d.next = bit_cast::<C1, C>(!self.threshold.val()) + bit_cast::<C1, C>(self.light2.q.val());
            self.unit.d.next = self.level.val() == self.unit_level.val();
            let nowhere: Bit = self.old2.q.val() | (self.gone.val() & self.apart_gone.equal.val());
            self.gone3.d.next = nowhere | self.level.val().all();
            drive!(self: level3 = level, level4 = level3.q);
            if far(AW) > 0 {
                self.unit.d.next = self.far_level.q.val() == self.unit_level.val();
                self.gone3.d.next = nowhere | self.far_level.q.val().all();
                self.level3.d.next = self.far_level.q.val();
            }
        }

        fn addition(&mut self) {
            comment!("Cycle 3: add, and compare beside it: ~T + weight + count carries when the sum misfits.");
            if self.near.q.val() {
                self.base.next = self.sum.q.val();
            } else {
                self.base.next = self.earlier.q.val();
            }
            self.sum.d.next = self.base.val() + self.light3.q.val();
            self.light4.d.next = bit_cast::<16, C>(self.light3.q.val());
            let beyond: Bits<C1> =
                bit_cast::<C1, C>(bit_cast::<C, C1>(self.excess.q.val())) + bit_cast::<C1, C>(self.base.val());
            self.over.d.next = beyond.get_bit(C.index());
            self.heavy.d.next = self.excess.q.val().get_bit(C.index());
            self.check.d.next = self.event3.q.val() & !self.unit.q.val() & !drop;
        }

        fn outcome(&mut self) {
            comment!("Cycles 4 and 5: count, or fail.");
            self.sum1.d.next = self.sum.q.val();

            self.sum2.d.next = self.sum1.q.val();
            drive!(self: level5 = level4.q);
            drive!(self: failed_node = at5.q, failed_level = level5.q);
            self.weight_before.next = bit_cast::<16, C>(self.light3.q.val());
            self.weight_now.next = self.light4.q.val();
            self.event1.d.next = (self.new_event.val() | self.absorb.val()) & !drop;
            self.event2.d.next = self.event1.q.val() & !drop;
            self.event3.d.next = self.event2.q.val() & !drop;
            self.event4.d.next = self.event3.q.val() & !drop;
            self.event5.d.next = count & !self.clear.val();
            self.event6.d.next = self.event5.q.val();
            drive!(self: pseudo1 = absorb, pseudo2 = pseudo1.q, pseudo3 = pseudo2.q, pseudo4 = pseudo3.q);
            drive!(self: old1 = old, old2 = old1.q);
            self.gone4.d.next = self.event3.q.val() & self.gone3.q.val() & !drop;
            self.second.next = self.event2.q.val() & !self.pseudo2.q.val();
            self.third.next = self.event3.q.val() & !self.pseudo3.q.val();
            self.idle.next = !(self.event1.q.val()
                | self.event2.q.val()
                | self.event3.q.val()
                | self.event4.q.val()
                | self.failed5.q.val());
        }

        fn writes(&mut self) {
            comment!("Writes, a cycle later: registers in front of the memories.");
            drive!(self: put = own_put, put_at = own_wa, put_word = own_wd);
            self.own_we.d.next = count | self.put.q.val();
            if self.put.q.val() {
                drive!(self: own_at = put_at.q, own_word = put_word.q);
            } else {
                drive!(self: own_at = at4.q, own_word = sum.q);
            }
            drive!(self: write = own_we.q, write_at = own_at.q, write_word = own_word.q);
            drive!(self: what_we = meta_we, what_at = meta_wa, what = meta_wd);
            drive!(owns: we = own_we.q, wa = own_at.q, wd = own_word.q);
            drive!(meta: we = what_we.q, wa = what_at.q, wd = what.q);
            if far(AW) > 0 {
                comment!("A cycle later still META.");
                drive!(self: far_what_we = what_we.q, far_what_at = what_at.q, far_what = what.q);
                drive!(meta: we = far_what_we.q, wa = far_what_at.q, wd = far_what.q);
            }
        }
    }
}
