//! The hand's eyes: which slots a round may pass, and the leaf that it has to absorb (rule R15 H2).
use super::far;
use crate::hw::lib::{Compare, OutRegRam, Reg};
use rust_hdl::prelude::*;

/// Cycles from a slot's number to the verdict on it.
const LOOK: usize = 8;
/// Slots after a candidate that are looked at before it is visited, at most: `2^AHEAD - 1`, and as many after each of
/// the next two.
const AHEAD: usize = 5;
/// A parent so few slots (`2^NEAR`) after its child may have been looked at before the child is absorbed.
const NEAR: usize = 7;

#[treetap_hdl::unit]
mod hand {
    //! Looks at the slots one after the other, ahead of the events that visit them: own(parent) + own(slot) against T.

    /// Looks ahead of the visits, and tells of each slot that they may pass.
    ///
    /// Counts only grow while T stands, so a leaf that was seen not to fit its parent will not fit when its visit
    /// comes, whatever is counted in between; nodes made within a round do not fit either, and only an absorption makes
    /// a leaf of a node. So a slot is passed (`pass`, one per cycle at best) as soon as it was seen, before the event
    /// that visits it. Counts of events that are on their way are missing in what is seen: a leaf that seems to fit is
    /// a candidate, `found` once every slot before it has been passed, until the event comes that visits it (`take`),
    /// and the count stage decides. Meanwhile the hand looks on, up to the next one but one.
    ///
    /// * Absorbed, it may make a leaf of its parent. If that lies so `near` after it that the hand may have looked at
    ///   it, no slot is passed from `take` on until the leaf is kept (`kept`) or gone (`shrink`), and those after it
    ///   are looked at anew.
    /// * A slot's word is {children, parent}; 7 children are those of a free slot. It is written when a child comes
    ///   (`grow`) or goes (`shrink`), and so is its parent's.
    /// * A count that is written in the cycle in which it is read says nothing: the leaf is a candidate. A candidate
    ///   that has got a child, and the last slot, are found as well, but with nothing to absorb (`vain`). The last slot
    ///   ends the round.
    ///
    /// | cycle | slot |
    /// |--|--|
    /// | 0 | addresses the slots |
    /// | 2 | its children and parent; it addresses OWN |
    /// | 3 | the parent addresses OWN |
    /// | 6 | own + own |
    /// | 7 | compared with T |
    /// | 8 | verdict |
    #[clocked]
    #[derived(C1 = C + 1, C2 = C + 2, SW = AW + 3)]
    pub struct Hand<const C: usize, const AW: usize> {
        /// No round, and every write goes to `wiped` and makes a free slot of it.
        #[group("clear wiped: after a reset")]
        pub clear: Signal<In, Bit>,
        /// A slot.
        pub wiped: Signal<In, Bits<AW>>,
        /// A round begins.
        #[group("begin hold take skip kept: the round")]
        pub begin: Signal<In, Bit>,
        /// Look at nothing.
        pub hold: Signal<In, Bit>,
        /// What was found is visited.
        pub take: Signal<In, Bit>,
        /// What was found is passed.
        pub skip: Signal<In, Bit>,
        /// The leaf that was taken stays.
        pub kept: Signal<In, Bit>,
        /// T.
        pub threshold: Signal<In, Bits<C>>,
        /// `child` becomes a child of `parent`.
        #[group("grow shrink parent child gone gone_parent: the tree changes")]
        pub grow: Signal<In, Bit>,
        /// `gone`, a child of `gone_parent`, was absorbed.
        pub shrink: Signal<In, Bit>,
        /// A slot.
        pub parent: Signal<In, Bits<AW>>,
        /// A slot.
        pub child: Signal<In, Bits<AW>>,
        /// A slot.
        pub gone: Signal<In, Bits<AW>>,
        /// A slot.
        pub gone_parent: Signal<In, Bits<AW>>,
        /// What is written to OWN.
        #[group("write: what is written to OWN")]
        pub write: Signal<In, Bit>,
        /// Node whose count is written.
        pub write_at: Signal<In, Bits<AW>>,
        /// The count.
        pub write_word: Signal<In, Bits<C>>,
        /// Read about the node `look_at` instead.
        #[group("look: read a slot")]
        pub look: Signal<In, Bit>,
        /// A node.
        pub look_at: Signal<In, Bits<AW>>,
        /// Its parent, two cycles later.
        pub up: Signal<Out, Bits<AW>>,
        /// Its count, two cycles later.
        pub own: Signal<Out, Bits<C>>,
        /// A round is under way.
        #[group("going pass found vain leaf leaf_parent: how far the round is")]
        pub going: Signal<Out, Bit>,
        /// So many slots have been passed.
        pub pass: Signal<Out, Bits<AW>>,
        /// The next slot is a candidate.
        pub found: Signal<Out, Bit>,
        /// It is to be passed.
        pub vain: Signal<Out, Bit>,
        /// Its number.
        pub leaf: Signal<Out, Bits<AW>>,
        /// Its parent.
        pub leaf_parent: Signal<Out, Bits<AW>>,
        slots: OutRegRam<SW, AW>,
        owns: OutRegRam<C, AW>,
        parent_owns: OutRegRam<C, AW>,
        #[also(active, waits, through, caught1, caught2, rest, dull)]
        round: Reg<Bit>,
        #[init(true)]
        fresh: Reg<Bit>,
        #[also(slot)]
        first: Reg<Bits<AW>>,
        // beside the slots that are looked at: there is one, the last one
        #[also(last)]
        seen: Reg<Bits<LOOK>>,
        // the candidate; is its parent near, after it?
        #[also(head_vain, frozen, flying, met_head, took)]
        head: Reg<Bit>,
        // the one after it
        #[also(next_vain, met_next)]
        next_head: Reg<Bit>,
        #[also(head_parent, distance, next_slot, next_parent)]
        head_slot: Reg<Bits<AW>>,
        // slots that were passed since the candidate
        ahead: Reg<Bits<AHEAD>>,
        // the next slot to be passed, and how far that may go
        #[also(limit, passed)]
        given: Reg<Bits<AW>>,
        slot1: Reg<Bits<AW>>,
        slot2: Reg<Bits<AW>>,
        #[also(parent4, parent5, parent6, parent7, parent8)]
        parent3: Reg<Bits<AW>>,
        #[also(leaf4, leaf5, leaf6, leaf7, leaf8)]
        leaf3: Reg<Bit>,
        // a count was written while it was read
        met_own: Compare<AW>,
        met_parent: Compare<AW>,
        #[also(unsure4, unsure5, unsure6, unsure7, unsure8)]
        writing: Reg<Bit>,
        #[also(own6, parent_own6)]
        own5: Reg<Bits<C>>,
        sum7: Reg<Bits<C1>>,
        heavy8: Reg<Bit>,
        // a change of the tree
        #[also(edit2, edit3, edit4, edit5)]
        edit1: Reg<Bit>,
        growing: Reg<Bit>,
        edit_parent: Reg<Bits<AW>>,
        edit_child: Reg<Bits<AW>>,
        slot_we: Reg<Bit>,
        slot_at: Reg<Bits<AW>>,
        slot_word: Reg<Bits<SW>>,
        #[when(far(AW) > 0)]
        far_we: Reg<Bit>,
        #[when(far(AW) > 0)]
        far_at: Reg<Bits<AW>>,
        #[when(far(AW) > 0)]
        far_word: Reg<Bits<C>>,
        own_we: Signal<Local, Bit>,
        own_at: Signal<Local, Bits<AW>>,
    }

    impl Hand {
        fn update(&mut self) {
            const AW: Bits<5> = AW;
            const ABOVE_T: Bits<C2> = 1 << C;
            const CARRY: Bits<6> = C + 1;
            const VERDICT: Bits<4> = LOOK as u64 - 1;
            const FREE: Bits<SW> = 7 << AW;
            const ONE_CHILD: Bits<SW> = 1 << AW;
            const FAR_OFF: Bits<AW> = ((1 << AW) - 1) & !((1 << NEAR) - 1);

            self.counts();
            self.comparison();
            self.verdict();
            self.candidate();
            self.resting();
            self.looking();
            self.words();
        }

        fn counts(&mut self) {
            comment!("Two copies of OWN.");
            drive!(owns: we = write, wa = write_at, wd = write_word);
            drive!(parent_owns: we = write, wa = write_at, wd = write_word);
            drive!(self: own_we = write, own_at = write_at);
            if far(AW) > 0 {
                drive!(self: far_we = write, far_at = write_at, far_word = write_word);
                drive!(owns: we = far_we.q, wa = far_at.q, wd = far_word.q);
                drive!(parent_owns: we = far_we.q, wa = far_at.q, wd = far_word.q);
                drive!(self: own_we = far_we.q, own_at = far_at.q);
            }
            if self.look.val() {
                self.owns.ra.next = self.look_at.val();
            } else {
                self.owns.ra.next = self.slot2.q.val();
            }
            self.own.next = self.owns.rd.val();
            self.parent_owns.ra.next = self.parent3.q.val();
        }

        fn comparison(&mut self) {
            drive!(self: slot1 = slot.q, slot2 = slot1.q);
            self.parent3.d.next = bit_cast::<AW, SW>(self.slots.rd.val());
            self.leaf3.d.next = !bit_cast::<3, SW>(self.slots.rd.val() >> AW).any();
            drive!(self: leaf4 = leaf3.q, leaf5 = leaf4.q, leaf6 = leaf5.q, leaf7 = leaf6.q, leaf8 = leaf7.q);
            comment!("Cycles 2 and 3 address the counts.");
            drive!(met_own: a = slot2.q, b = own_at);
            drive!(met_parent: a = parent3.q, b = own_at);
            self.writing.d.next = self.own_we.val();
            self.unsure4.d.next = self.writing.q.val() & self.met_own.equal.val();
            self.unsure5.d.next = self.unsure4.q.val() | (self.writing.q.val() & self.met_parent.equal.val());
            drive!(self: unsure6 = unsure5.q, unsure7 = unsure6.q, unsure8 = unsure7.q);
            drive!(self: own5 = owns.rd, own6 = own5.q, parent_own6 = parent_owns.rd);
            self.sum7.d.next = bit_cast::<C1, C>(self.own6.q.val()) + bit_cast::<C1, C>(self.parent_own6.q.val());
            comment!("More than T: the carry of the sum and ~T.");
            let excess: Bits<C2> =
                bit_cast::<C2, C1>(self.sum7.q.val()) + (bit_cast::<C2, C>(!self.threshold.val()) | ABOVE_T);
            self.heavy8.d.next = excess.get_bit(CARRY.index());
            drive!(self: parent4 = parent3.q, parent5 = parent4.q, parent6 = parent5.q, parent7 = parent6.q,
                parent8 = parent7.q);
        }

        fn verdict(&mut self) {
            comment!("Cycle 8: pass, or become the candidate, or wait for that.");
            let here: Bit = self.seen.q.val().get_bit(VERDICT.index()) & !self.rest.q.val();
            let doubtful: Bit = self.leaf8.q.val() & (!self.heavy8.q.val() | self.unsure8.q.val());
            let stay: Bit = doubtful | self.last.q.val().get_bit(VERDICT.index());
            let halt: Bit = here & stay & self.next_head.q.val();
            self.waits.d.next = (self.waits.q.val() | halt) & self.next_head.q.val();
            if !self.head.q.val() & !self.flying.q.val() {
                self.ahead.d.next = 0.into();
            }
            if here & !halt {
                self.first.d.next = self.first.q.val() + 1;
                self.through.d.next = self.first.q.val().all();
                if self.head.q.val() | self.flying.q.val() {
                    self.ahead.d.next = self.ahead.q.val() + 1;
                }
                if stay {
                    self.ahead.d.next = 0.into();
                }
            }
            let come: Bit = here & stay & !halt;
        }

        fn candidate(&mut self) {
            comment!("The candidate may get a child.");
            self.met_head.d.next = self.edit_parent.q.val() == self.head_slot.q.val();
            self.met_next.d.next = self.edit_parent.q.val() == self.next_slot.q.val();
            if self.edit2.q.val() & self.growing.q.val() & self.met_head.q.val() {
                self.head_vain.d.next = true;
            }
            if self.edit2.q.val() & self.growing.q.val() & self.met_next.q.val() {
                self.next_vain.d.next = true;
            }
            let onward: Bit = self.take.val() | self.skip.val();
            if onward | !self.head.q.val() {
                self.head.d.next = self.next_head.q.val() | come;
                self.next_head.d.next = false;
                if self.next_head.q.val() {
                    drive!(self: head_slot = next_slot.q, head_parent = next_parent.q, head_vain = next_vain.q);
                } else {
                    drive!(self: head_slot = first.q, head_parent = parent8.q);
                    self.head_vain.d.next = !doubtful;
                }
            } else if come {
                self.next_head.d.next = true;
                drive!(self: next_slot = first.q, next_parent = parent8.q);
                self.next_vain.d.next = !doubtful;
            }
            self.distance.d.next = self.head_parent.q.val() - self.head_slot.q.val();
            if self.shrink.val() | self.kept.val() {
                self.flying.d.next = false;
            }
            if (self.edit5.q.val() & !self.flying.q.val()) | self.kept.val() {
                self.frozen.d.next = false;
            }
            let freeze: Bit = self.take.val() & !self.head_vain.q.val() & !(self.distance.q.val() & FAR_OFF).any();
            if self.take.val() & !self.head_vain.q.val() {
                self.flying.d.next = true;
                if freeze {
                    self.frozen.d.next = true;
                    zero!(self: through, head, next_head);
                    self.first.d.next = self.head_slot.q.val() + 1;
                }
            }
            comment!("Slots are passed up to the candidate, or as far as they have been looked at.");
            self.limit.d.next = self.first.q.val();
            if self.head.q.val() {
                self.limit.d.next = self.head_slot.q.val();
            }
            self.passed.d.next = self.limit.q.val() - self.given.q.val();
            self.given.d.next = self.limit.q.val();
            if !self.limit.q.val().any() {
                self.round.d.next = false;
            }
            comment!("The slots before it have been passed on by then.");
            let stands: Bit = self.head.q.val() & !onward;
            self.took.d.next = onward;
            self.caught1.d.next = stands & !self.took.q.val();
            self.caught2.d.next = stands & self.caught1.q.val();
            self.found.next = self.caught2.q.val() & self.head.q.val();
            drive!(self: vain = head_vain.q, leaf = head_slot.q, leaf_parent = head_parent.q, going = round.q,
                pass = passed.q);
        }

        fn resting(&mut self) {
            comment!(
                "No slot is passed in the next cycle: what was seen may be old by then, or the hand is far enough."
            );
            let grown: Bit = self.grow.val()
                | (self.growing.q.val()
                    & (self.edit1.q.val() | self.edit2.q.val() | self.edit3.q.val() | self.edit4.q.val()));
            self.rest.d.next = grown | freeze | halt | self.dull.q.val();
            comment!("What lasts, or is not so near its end, takes a cycle more.");
            self.dull.d.next = !self.round.q.val()
                | self.hold.val()
                | self.frozen.q.val()
                | self.waits.q.val()
                | self.through.q.val()
                | (self.ahead.q.val() | 3).all();
        }

        fn looking(&mut self) {
            comment!("Slot after slot, from the first that has no verdict; anew after whatever came between.");
            comment!("An absorbed leaf's parent is read instead in one cycle.");
            let looked: Bit = self.active.q.val() & !self.edit1.q.val();
            self.seen.d.next = (self.seen.q.val() << 1) | bit_cast::<LOOK, 1>(looked.into());
            self.last.d.next = (self.last.q.val() << 1) | bit_cast::<LOOK, 1>(self.slot.q.val().all().into());
            if looked {
                self.slot.d.next = self.slot.q.val() + 1;
                if self.slot.q.val().all() {
                    self.active.d.next = false;
                }
            }
            if self.rest.q.val() {
                zero!(self: seen, active);
                self.fresh.d.next = true;
                self.slot.d.next = self.first.q.val();
            } else if self.fresh.q.val() {
                self.fresh.d.next = false;
                self.active.d.next = true;
                self.slot.d.next = self.first.q.val();
            }
        }

        fn words(&mut self) {
            comment!("The words of a child and of its parent.");
            self.edit1.d.next = self.grow.val() | self.shrink.val();
            drive!(self: edit2 = edit1.q, edit3 = edit2.q, edit4 = edit3.q, edit5 = edit4.q);
            if self.grow.val() {
                drive!(self: growing = grow, edit_parent = parent, edit_child = child);
            }
            if self.shrink.val() {
                drive!(self: growing = grow, edit_parent = gone_parent, edit_child = gone);
            }
            if self.edit1.q.val() {
                self.slots.ra.next = self.edit_parent.q.val();
            } else if self.look.val() {
                self.slots.ra.next = self.look_at.val();
            } else {
                self.slots.ra.next = self.slot.q.val();
            }
            self.up.next = bit_cast::<AW, SW>(self.slots.rd.val());
            self.slot_we.d.next = self.edit1.q.val() | self.edit3.q.val() | self.clear.val();
            if self.edit3.q.val() {
                self.slot_at.d.next = self.edit_parent.q.val();
                if self.growing.q.val() {
                    self.slot_word.d.next = self.slots.rd.val() + ONE_CHILD;
                } else {
                    self.slot_word.d.next = self.slots.rd.val() - ONE_CHILD;
                }
            } else {
                self.slot_at.d.next = self.edit_child.q.val();
                self.slot_word.d.next = FREE;
                if self.growing.q.val() {
                    self.slot_word.d.next = bit_cast::<SW, AW>(self.edit_parent.q.val());
                }
            }
            drive!(slots: we = slot_we.q, wa = slot_at.q, wd = slot_word.q);
            if self.clear.val() {
                self.slot_at.d.next = self.wiped.val();
                self.slot_word.d.next = FREE;
                zero!(self: round, active, waits, head, next_head, frozen, flying, edit1, edit2, edit3, edit4, edit5);
            }
            if self.begin.val() {
                self.round.d.next = true;
                self.first.d.next = 1.into();
                self.given.d.next = 1.into();
                self.limit.d.next = 1.into();
                zero!(self: head, next_head, through, waits, ahead);
            }
        }
    }
}
