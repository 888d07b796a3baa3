//! What the stages do.
use super::Coalescer;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

impl<const K: usize, const E: usize, const W: usize, const X: usize> Logic for Coalescer<K, E, W, X> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module coalescer");
        comment!("@doc Direct-mapped coalescing buffer: sums the weights of repeated keys, one event per cycle.");
        comment!(
            "@doc An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max."
        );
        comment!("@doc A register's name ends in the number of the stage it belongs to. No stage ever stops.");
        comment!("@ports ev: events in; weight 0 is accepted, ignored and counted");
        comment!(
            "@ports flush: operation on all entries (1 send and empty, 2 empty and reset, 3 both); ready when finished"
        );
        comment!("@ports out: coalesced events");
        comment!("@ports cfg_weight_max: largest weight of an entry, sampled at reset and by operations 2 and 3");
        comment!("@ports stat_zero_weight: events of weight 0 since reset, saturating");
        dff_setup!(
            self,
            clock,
            dropped,
            passing,
            requested,
            restarting,
            quiet,
            idle,
            position,
            weight_max,
            valid1,
            pass1,
            index1,
            key1,
            weight1,
            valid2,
            pass2,
            index2,
            key2,
            weight2,
            valid3,
            pass3,
            index3,
            key3,
            weight3,
            valid4,
            pass4,
            index4,
            key4,
            weight4,
            valid5,
            pass5,
            index5,
            key5,
            weight5,
            valid6,
            pass6,
            index6,
            key6,
            weight6,
            valid7,
            index7,
            same1_2,
            same2_2,
            same3_2,
            same4_2,
            same5_2,
            same6_2,
            nearest1_3,
            nearest2_3,
            nearest3_3,
            nearest4_3,
            older_3,
            known_3,
            equal1_3,
            equal2_3,
            equal3_3,
            equal4_3,
            older_equal_3,
            known_key3,
            older_weight3,
            room3,
            heavy3,
            room4,
            room5,
            refuse4,
            near_4,
            nearest3_4,
            nearest2_4,
            nearest1_4,
            never5,
            nearest1_5,
            entry_key4,
            entry_weight4,
            entry_key5,
            entry_weight5,
            old_key6,
            old_weight6,
            sum6,
            fit6,
            send7,
            old_key7,
            old_weight7,
            key7,
            weight7,
            key8,
            weight8
        );
        self.entries.clock.next = self.clock.val();
        self.queue.clock.next = self.clock.val();
        self.zeros.clock.next = self.clock.val();
        self.near1.clock.next = self.clock.val();
        self.near2.clock.next = self.clock.val();
        self.near3.clock.next = self.clock.val();
        self.near4.clock.next = self.clock.val();
        self.near5.clock.next = self.clock.val();
        self.near6.clock.next = self.clock.val();
        self.entry.clock.next = self.clock.val();

        comment!("Into stage 1: an event, or the next position of a pass.");
        self.event_index.next = 0.into();
        self.rest.next = self.ev_key.val();
        for _i in 0..K.div_ceil(E) {
            self.event_index.next = self.event_index.val() ^ bit_cast::<E, K>(self.rest.val());
            self.rest.next = self.rest.val() >> self.e.val();
        }
        self.ev_ready.next = self.queue.roomy.val() & !self.passing.q.val() & !self.flush_valid.val();
        self.accept.next = self.ev_valid.val() & self.ev_ready.val();
        self.dropped.d.next = self.accept.val() & !self.ev_weight.val().any();
        self.zeros.step.next = self.dropped.q.val();
        self.step.next = self.passing.q.val() & !self.position.q.val().get_bit(E) & self.queue.roomy.val();
        self.valid1.d.next = self.step.val() | (self.accept.val() & self.ev_weight.val().any());
        self.pass1.d.next = self.passing.q.val();
        self.key1.d.next = self.ev_key.val();
        if self.passing.q.val() {
            self.index1.d.next = bit_cast::<E, X>(self.position.q.val());
            self.weight1.d.next = 0.into();
        } else {
            self.index1.d.next = self.event_index.val();
            self.weight1.d.next = self.ev_weight.val();
        }

        comment!("Stage 1: the address, and the events whose entries the RAM does not have yet.");
        self.entries.ra.next = self.index1.q.val();
        self.same1_2.d.next = self.valid2.q.val() & (self.index1.q.val() == self.index2.q.val());
        self.same2_2.d.next = self.valid3.q.val() & (self.index1.q.val() == self.index3.q.val());
        self.same3_2.d.next = self.valid4.q.val() & (self.index1.q.val() == self.index4.q.val());
        self.same4_2.d.next = self.valid5.q.val() & (self.index1.q.val() == self.index5.q.val());
        self.same5_2.d.next = self.valid6.q.val() & (self.index1.q.val() == self.index6.q.val());
        self.same6_2.d.next = self.valid7.q.val() & (self.index1.q.val() == self.index7.q.val());
        self.near1.a.next = self.key1.q.val();
        self.near1.b.next = self.key2.q.val();
        self.near2.a.next = self.key1.q.val();
        self.near2.b.next = self.key3.q.val();
        self.near3.a.next = self.key1.q.val();
        self.near3.b.next = self.key4.q.val();
        self.near4.a.next = self.key1.q.val();
        self.near4.b.next = self.key5.q.val();
        self.near5.a.next = self.key1.q.val();
        self.near5.b.next = self.key6.q.val();
        self.near6.a.next = self.key1.q.val();
        self.near6.b.next = self.key7.q.val();
        self.valid2.d.next = self.valid1.q.val();
        self.pass2.d.next = self.pass1.q.val();
        self.index2.d.next = self.index1.q.val();
        self.key2.d.next = self.key1.q.val();
        self.weight2.d.next = self.weight1.q.val();

        comment!("Stage 2: the nearest of those events counts; what those 5 and 6 before left is known.");
        self.nearest1_3.d.next = self.same1_2.q.val();
        self.nearest2_3.d.next = self.same2_2.q.val() & !self.same1_2.q.val();
        self.nearest3_3.d.next = self.same3_2.q.val() & !(self.same1_2.q.val() | self.same2_2.q.val());
        self.nearest4_3.d.next =
            self.same4_2.q.val() & !(self.same1_2.q.val() | self.same2_2.q.val() | self.same3_2.q.val());
        self.older_3.d.next = (self.same5_2.q.val() | self.same6_2.q.val())
            & !(self.same1_2.q.val() | self.same2_2.q.val() | self.same3_2.q.val() | self.same4_2.q.val());
        self.equal1_3.d.next = self.near1.equal.val();
        self.equal2_3.d.next = self.near2.equal.val();
        self.equal3_3.d.next = self.near3.equal.val();
        self.equal4_3.d.next = self.near4.equal.val();
        if self.same5_2.q.val() {
            self.older_equal_3.d.next = self.near5.equal.val();
            self.known_key3.d.next = self.key7.q.val();
            self.older_weight3.d.next = self.weight7.q.val();
        } else {
            self.older_equal_3.d.next = self.near6.equal.val();
            self.known_key3.d.next = self.key8.q.val();
            self.older_weight3.d.next = self.weight8.q.val();
        }
        comment!("The key of the event 4 before is known as well; its weight is decided in this cycle.");
        if self.same4_2.q.val() {
            self.known_key3.d.next = self.key6.q.val();
        }
        self.known_3.d.next = self.same4_2.q.val() | self.same5_2.q.val() | self.same6_2.q.val();
        self.room.next = bit_cast::<17, 16>(self.weight_max.q.val()) - bit_cast::<17, 16>(self.weight2.q.val());
        self.room3.d.next = bit_cast::<16, 17>(self.room.val());
        self.heavy3.d.next = self.room.val().get_bit(16);
        self.valid3.d.next = self.valid2.q.val();
        self.pass3.d.next = self.pass2.q.val();
        self.index3.d.next = self.index2.q.val();
        self.key3.d.next = self.key2.q.val();
        self.weight3.d.next = self.weight2.q.val();

        comment!("Stage 3: the entry, as read or as the event 6, 5 or 4 before left it.");
        self.near.next = self.nearest1_3.q.val()
            | self.nearest2_3.q.val()
            | self.nearest3_3.q.val()
            | self.nearest4_3.q.val()
            | self.older_3.q.val();
        self.matching.next = (self.nearest1_3.q.val() & self.equal1_3.q.val())
            | (self.nearest2_3.q.val() & self.equal2_3.q.val())
            | (self.nearest3_3.q.val() & self.equal3_3.q.val())
            | (self.nearest4_3.q.val() & self.equal4_3.q.val())
            | (self.older_3.q.val() & self.older_equal_3.q.val());
        self.refuse4.d.next = self.heavy3.q.val() | self.pass3.q.val() | (self.near.val() & !self.matching.val());
        self.near_4.d.next = self.near.val();
        self.entry_key.next = bit_cast::<K, W>(self.entries.rd.val() >> 16);
        self.entry.a.next = self.entry_key.val();
        self.entry.b.next = self.key3.q.val();
        self.entry_key4.d.next = self.entry_key.val();
        self.entry_weight4.d.next = bit_cast::<16, W>(self.entries.rd.val());
        if self.known_3.q.val() {
            self.entry_key4.d.next = self.known_key3.q.val();
        }
        if self.older_3.q.val() {
            self.entry_weight4.d.next = self.older_weight3.q.val();
        }
        if self.nearest4_3.q.val() {
            self.entry_weight4.d.next = self.weight7.q.val();
        }
        self.room4.d.next = self.room3.q.val();
        self.nearest3_4.d.next = self.nearest3_3.q.val();
        self.nearest2_4.d.next = self.nearest2_3.q.val();
        self.nearest1_4.d.next = self.nearest1_3.q.val();
        self.valid4.d.next = self.valid3.q.val();
        self.pass4.d.next = self.pass3.q.val();
        self.index4.d.next = self.index3.q.val();
        self.key4.d.next = self.key3.q.val();
        self.weight4.d.next = self.weight3.q.val();

        comment!("The decision of stage 6, which the stages before it may need: fit6 is negative after a miss.");
        self.missed.next = self.fit6.q.val().get_bit(17);
        if self.missed.val() {
            self.new_weight.next = self.weight6.q.val();
        } else {
            self.new_weight.next = self.sum6.q.val();
        }

        comment!("Stage 4: or as the event 3 or 2 before left it.");
        self.entry_key5.d.next = self.entry_key4.q.val();
        self.entry_weight5.d.next = self.entry_weight4.q.val();
        if self.nearest3_4.q.val() {
            self.entry_key5.d.next = self.key7.q.val();
            self.entry_weight5.d.next = self.weight7.q.val();
        }
        if self.nearest2_4.q.val() {
            self.entry_key5.d.next = self.key6.q.val();
            self.entry_weight5.d.next = self.new_weight.val();
        }
        self.never5.d.next = self.refuse4.q.val() | (!self.near_4.q.val() & !self.entry.equal.val());
        self.room5.d.next = self.room4.q.val();
        self.nearest1_5.d.next = self.nearest1_4.q.val();
        self.valid5.d.next = self.valid4.q.val();
        self.pass5.d.next = self.pass4.q.val();
        self.index5.d.next = self.index4.q.val();
        self.key5.d.next = self.key4.q.val();
        self.weight5.d.next = self.weight4.q.val();

        comment!("Stage 5: does the weight fit? With never5 set the difference is negative whatever room5 is.");
        if self.nearest1_5.q.val() {
            self.base.next = self.new_weight.val();
            self.old_key6.d.next = self.key6.q.val();
        } else {
            self.base.next = self.entry_weight5.q.val();
            self.old_key6.d.next = self.entry_key5.q.val();
        }
        self.limit.next = bit_cast::<18, 16>(self.room5.q.val())
            | (bit_cast::<18, 1>(self.never5.q.val().into()) << 17)
            | (bit_cast::<18, 1>(self.never5.q.val().into()) << 16);
        self.fit6.d.next = self.limit.val() - bit_cast::<18, 16>(self.base.val());
        self.sum6.d.next = self.base.val() + self.weight5.q.val();
        self.old_weight6.d.next = self.base.val();
        self.valid6.d.next = self.valid5.q.val();
        self.pass6.d.next = self.pass5.q.val();
        self.index6.d.next = self.index5.q.val();
        self.key6.d.next = self.key5.q.val();
        self.weight6.d.next = self.weight5.q.val();

        comment!("Stage 6: the new entry, and whether the old one leaves.");
        self.valid7.d.next = self.valid6.q.val();
        self.index7.d.next = self.index6.q.val();
        self.send7.d.next = self.valid6.q.val()
            & self.missed.val()
            & self.old_weight6.q.val().any()
            & !(self.pass6.q.val() & self.quiet.q.val());
        self.old_key7.d.next = self.old_key6.q.val();
        self.old_weight7.d.next = self.old_weight6.q.val();
        self.key7.d.next = self.key6.q.val();
        self.weight7.d.next = self.new_weight.val();
        self.key8.d.next = self.key7.q.val();
        self.weight8.d.next = self.weight7.q.val();

        comment!("Stage 7: the RAM takes the new entry, the output queue the old one.");
        self.entries.we.next = self.valid7.q.val();
        self.entries.wa.next = self.index7.q.val();
        self.entries.wd.next = (bit_cast::<W, K>(self.key7.q.val()) << 16) | bit_cast::<W, 16>(self.weight7.q.val());
        self.queue.reset.next = self.reset.val();
        self.queue.give.next = self.send7.q.val();
        self.queue.given.next =
            (bit_cast::<W, K>(self.old_key7.q.val()) << 16) | bit_cast::<W, 16>(self.old_weight7.q.val());
        self.queue.ready.next = self.out_ready.val();
        self.out_valid.next = self.queue.valid.val();
        self.out_key.next = bit_cast::<K, W>(self.queue.word.val() >> 16);
        self.out_weight.next = bit_cast::<16, W>(self.queue.word.val());

        comment!("Passes over all entries.");
        self.idle.d.next = self.passing.q.val()
            & self.position.q.val().get_bit(E)
            & !(self.valid1.q.val()
                | self.valid2.q.val()
                | self.valid3.q.val()
                | self.valid4.q.val()
                | self.valid5.q.val()
                | self.valid6.q.val()
                | self.valid7.q.val()
                | self.send7.q.val())
            & self.queue.empty.val();
        self.pass_done.next = self.passing.q.val() & self.idle.q.val();
        self.flush_ready.next = self.pass_done.val() & self.requested.q.val();
        if self.step.val() {
            self.position.d.next = self.position.q.val() + 1;
        }
        if self.pass_done.val() {
            self.passing.d.next = false;
            self.requested.d.next = false;
        }
        if self.pass_done.val() & self.restarting.q.val() {
            self.weight_max.d.next = self.cfg_weight_max.val();
        }
        if !self.passing.q.val() {
            self.position.d.next = 0.into();
            self.quiet.d.next = !self.flush_op.val().get_bit(0);
            self.restarting.d.next = self.flush_op.val().get_bit(1);
            self.passing.d.next = self.flush_valid.val();
            self.requested.d.next = self.flush_valid.val();
        }
        self.zeros.clear.next = self.passing.q.val() & self.restarting.q.val();
        self.stat_zero_weight.next = self.zeros.count.val();
        if self.reset.val() {
            self.passing.d.next = true;
            self.requested.d.next = false;
            self.restarting.d.next = true;
            self.quiet.d.next = true;
            self.position.d.next = 0.into();
            self.dropped.d.next = false;
            self.valid1.d.next = false;
            self.valid2.d.next = false;
            self.valid3.d.next = false;
            self.valid4.d.next = false;
            self.valid5.d.next = false;
            self.valid6.d.next = false;
            self.valid7.d.next = false;
            self.send7.d.next = false;
        }
    }
}
