//! The hand's eyes: which slots a round may pass, and the leaf that it has to absorb (rule R15 H2).
use super::far;
use crate::hw::lib::{Compare, OutRegRam, Reg};
use rust_hdl::prelude::*;

/// Cycles from a slot's number to the verdict on it.
const LOOK: usize = 8;
/// Cycles after which a slot that is looked at all the time has been seen as it is.
const STEADY: usize = 10;
/// Of these, those after a write of one of its counts.
const TOUCHED: usize = 4;

#[treetap_hdl::unit]
mod hand {
    //! Looks at the slots one after the other, ahead of the events that visit them: own(parent) + own(slot) against T.

    /// Looks ahead of the visits: `front` is the first slot that no visit may pass yet.
    ///
    /// Counts only grow while T stands, so a leaf that was seen not to fit its parent will not fit when its visit comes, whatever
    /// is counted in between; nodes made within a round do not fit either, and only an absorption makes a leaf of a node. So a
    /// slot is passed (`pass`, one per cycle at best) as soon as it was seen, before the event that visits it. Counts of events that
    /// are on their way are missing in what is seen: a leaf that seems to fit stops the hand in front of it, which looks at it all the time
    /// then. While it is `paused` no event is on its way; once no count has been written for long enough, what is seen is exact: the hand
    /// passes, or the leaf is `found`, and `sum` is the new count of its parent.
    ///
    /// * A slot's word is {children, parent}; 7 children are those of a free slot. It is written when a child comes (`grow`)
    ///   or goes (`shrink`), and so is its parent's.
    /// * A count that is written in the cycle in which it is read says nothing: the hand looks again.
    /// * The last slot is passed only while `paused`, and ends the round.
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
    #[derived(C1 = C + 1, SW = AW + 3)]
    pub struct Hand<const C: usize, const AW: usize> {
        /// No round, and every write goes to `wiped` and makes a free slot of it.
        #[group("clear wiped: after a reset")]
        pub clear: Signal<In, Bit>,
        /// A slot.
        pub wiped: Signal<In, Bits<AW>>,
        /// A round begins.
        #[group("begin paused hold take: the round")]
        pub begin: Signal<In, Bit>,
        /// An event waits for visits, and no other one is on its way.
        pub paused: Signal<In, Bit>,
        /// Look at nothing.
        pub hold: Signal<In, Bit>,
        /// The leaf that was found has been absorbed.
        pub take: Signal<In, Bit>,
        /// T.
        pub threshold: Signal<In, Bits<C>>,
        /// `child` becomes a child of `parent`.
        #[group("grow shrink parent child: the tree changes")]
        pub grow: Signal<In, Bit>,
        /// The leaf that was found goes, a child of the parent that was seen.
        pub shrink: Signal<In, Bit>,
        /// A slot.
        pub parent: Signal<In, Bits<AW>>,
        /// A slot.
        pub child: Signal<In, Bits<AW>>,
        /// What is written to OWN.
        #[group("write: what is written to OWN")]
        pub write: Signal<In, Bit>,
        /// Where.
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
        #[group("going front pass found leaf_parent sum busy: how far the round is")]
        pub going: Signal<Out, Bit>,
        /// The first slot that may not be passed.
        pub front: Signal<Out, Bits<AW>>,
        /// It has moved on.
        pub pass: Signal<Out, Bit>,
        /// The leaf at the front fits its parent.
        pub found: Signal<Out, Bit>,
        /// Its parent.
        pub leaf_parent: Signal<Out, Bits<AW>>,
        /// Count of both.
        pub sum: Signal<Out, Bits<C>>,
        /// Words of slots are being written.
        pub busy: Signal<Out, Bit>,
        slots: OutRegRam<SW, AW>,
        owns: OutRegRam<C, AW>,
        parent_owns: OutRegRam<C, AW>,
        #[also(active, waits, settled, passed)]
        round: Reg<Bit>,
        #[init(true)]
        fresh: Reg<Bit>,
        #[also(slot)]
        first: Reg<Bits<AW>>,
        // beside the slots that are looked at: there is one, the last one
        #[also(last)]
        seen: Reg<Bits<LOOK>>,
        // cycles for which the front has been seen as it is
        age: Reg<Bits<STEADY>>,
        slot1: Reg<Bits<AW>>,
        slot2: Reg<Bits<AW>>,
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
        #[also(sum8)]
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
            const VERDICT: Bits<4> = LOOK as u64 - 1;
            const FREE: Bits<SW> = 7 << AW;
            const ONE_CHILD: Bits<SW> = 1 << AW;
            const UNTOUCHED: Bits<STEADY> = ((1 << STEADY) - 1) & !((1 << TOUCHED) - 1);

            self.busy.next =
                self.edit1.q.val() | self.edit2.q.val() | self.edit3.q.val() | self.edit4.q.val() | self.edit5.q.val();
            let rest: Bit = !self.round.q.val() | self.hold.val() | self.busy.val();
            self.counts();
            self.comparison();
            self.verdict();
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
            let touched: Bit = self.writing.q.val() & (self.met_own.equal.val() | self.met_parent.equal.val());
            self.unsure4.d.next = self.writing.q.val() & self.met_own.equal.val();
            self.unsure5.d.next = self.unsure4.q.val() | (self.writing.q.val() & self.met_parent.equal.val());
            drive!(self: unsure6 = unsure5.q, unsure7 = unsure6.q, unsure8 = unsure7.q);
            drive!(self: own5 = owns.rd, own6 = own5.q, parent_own6 = parent_owns.rd);
            self.sum7.d.next = bit_cast::<C1, C>(self.own6.q.val()) + bit_cast::<C1, C>(self.parent_own6.q.val());
            self.sum8.d.next = self.sum7.q.val();
            self.heavy8.d.next = self.sum7.q.val() > bit_cast::<C1, C>(self.threshold.val());
            self.sum.next = bit_cast::<C, C1>(self.sum8.q.val());
            self.leaf_parent.next = self.parent3.q.val();
        }

        fn verdict(&mut self) {
            comment!("Cycle 8: pass, look again, or stop in front of it.");
            let here: Bit = self.seen.q.val().get_bit(VERDICT.index()) & !self.waits.q.val();
            let light: Bit = self.leaf8.q.val() & !self.heavy8.q.val();
            let stay: Bit =
                light | (self.leaf8.q.val() & self.unsure8.q.val()) | self.last.q.val().get_bit(VERDICT.index());
            let halt: Bit = here & stay;
            if halt & !self.unsure8.q.val() {
                self.waits.d.next = true;
            }
            comment!("In front of it: seen as it is?");
            self.age.d.next = (self.age.q.val() << 1) | 1;
            if touched {
                self.age.d.next = (self.age.q.val() << 1) & UNTOUCHED;
            }
            if rest | !self.waits.q.val() {
                self.age.d.next = 0.into();
            }
            self.settled.d.next = self.age.q.val().all() & !touched & !rest;
            let exact: Bit = self.settled.q.val() & self.paused.val();
            self.found.next = exact & light;
            let go: Bit = (here & !stay) | (exact & !light) | self.take.val();
            self.passed.d.next = go;
            if go {
                self.first.d.next = self.first.q.val() + 1;
                zero!(self: waits, settled, age);
                if self.first.q.val().all() {
                    self.round.d.next = false;
                }
            }
            drive!(self: going = round.q, front = first.q, pass = passed.q);
        }

        fn looking(&mut self) {
            comment!("Slot after slot from the front on, or the front all the time; anew after whatever came between.");
            self.seen.d.next = (self.seen.q.val() << 1) | bit_cast::<LOOK, 1>(self.active.q.val().into());
            self.last.d.next = (self.last.q.val() << 1) | bit_cast::<LOOK, 1>(self.slot.q.val().all().into());
            self.slot.d.next = self.slot.q.val() + 1;
            if self.slot.q.val().all() {
                self.active.d.next = false;
            }
            if rest | halt | self.waits.q.val() {
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
                drive!(self: growing = grow, edit_parent = parent3.q, edit_child = first.q);
            }
            if self.busy.val() {
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
                zero!(self: round, active, waits, settled, passed, edit1, edit2, edit3, edit4, edit5);
            }
            if self.begin.val() {
                self.round.d.next = true;
                self.first.d.next = 1.into();
            }
        }
    }
}
