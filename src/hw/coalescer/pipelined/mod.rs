//! Seven stages that never stop: for devices whose block RAM wants its output register (ECP5).
mod queue;

use crate::hw::bundles::{CommandRx, EventRx, EventTx};
use crate::hw::lib::{Compare, OutRegRam, Reg};
use crate::hw::tally::{TALLY_BITS, Tally};
use queue::Queue;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod coalescer {
    //! Direct-mapped coalescing buffer: sums the weights of repeated keys, one event per cycle.
    //! An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.
    //! A register's name ends in the number of the stage it belongs to. No stage ever stops.

    /// Direct-mapped buffer of `2^E` entries (key, weight) in block RAM with output registers: one event per cycle, hit
    /// or miss, and what [`serial::Coalescer`](super::serial::Coalescer) computes on the same ports.
    ///
    /// A register's name ends in the number of the stage it belongs to:
    ///
    /// 1. The event and its index; the RAM takes the address. The index and the key are compared with those of the six
    ///    events before: their entries are not in the RAM yet.
    /// 2. The RAM reads. The nearest event with the same index counts.
    /// 3. The entry comes out of the RAM, or from the event 6, 5 or 4 before. Its key is compared.
    /// 4. Or the entry is that of the event 3 or 2 before.
    /// 5. The weight fits or not. The entry of the event right before is used as stage 6 leaves it in this cycle: sum
    ///    and own weight are both kept, and the decision selects, so that no comparison and addition follow each other.
    /// 6. The new entry: the key is the event's, the weight the sum after a hit, else the event's.
    /// 7. The RAM takes it; after a miss the old entry enters the output queue of 16 words.
    ///
    /// No stage ever stops. `ev_ready` is a register that goes low while the queue has 8 words or more, and 8 events at
    /// most are on their way then, so the queue cannot overflow. Decisions never depend on back-pressure.
    ///
    /// Weight 0, operations and statistics are as in the other microarchitecture. After `reset` every entry is emptied:
    /// `2^E + 10` cycles during which `ev_ready` and `flush_ready` are low (R12). `cfg_weight_max` (1 to 65535) is
    /// sampled when that is done, and when operation 2 or 3 is. Keys have `K` bits; there are
    /// `2^E` entries.
    #[clocked(reset)]
    #[derived(W = K + 16, X = E + 1)]
    pub struct Coalescer<#[range(4..=64, step = 2)] const K: usize, #[range(4..=12)] const E: usize> {
        #[group("events in; weight 0 is accepted, ignored and counted")]
        pub ev: EventRx<K>,
        #[group("operation on all entries (1 send and empty, 2 empty and reset, 3 both); ready when finished")]
        pub flush: CommandRx<2>,
        /// Largest weight of an entry.
        #[group("cfg_weight_max: largest weight of an entry, sampled at reset and by operations 2 and 3")]
        pub cfg_weight_max: Signal<In, Bits<16>>,
        #[group("coalesced events")]
        pub out: EventTx<K>,
        /// Events of weight 0 since the last reset or operation 2 or 3; saturates.
        #[group("stat_zero_weight: events of weight 0 since reset, saturating")]
        pub stat_zero_weight: Signal<Out, Bits<TALLY_BITS>>,
        entries: OutRegRam<W, E>,
        queue: Queue<W>,
        zeros: Tally,
        near1: Compare<K>,
        near2: Compare<K>,
        near3: Compare<K>,
        near4: Compare<K>,
        near5: Compare<K>,
        near6: Compare<K>,
        entry: Compare<K>,
        dropped: Reg<Bit>,
        // a pass over all entries: after reset, or an operation
        #[also(requested, restarting, quiet, idle)]
        passing: Reg<Bit>,
        position: Reg<Bits<X>>,
        weight_max: Reg<Bits<16>>,
        // the stages: valid, part of a pass, index, key and weight of the event
        #[also(pass1, valid2, pass2, valid3, pass3, valid4, pass4, valid5, pass5, valid6, pass6, valid7)]
        valid1: Reg<Bit>,
        #[also(index2, index3, index4, index5, index6, index7)]
        index1: Reg<Bits<E>>,
        #[also(key2, key3, key4, key5, key6)]
        key1: Reg<Bits<K>>,
        #[also(weight2, weight3, weight4, weight5, weight6)]
        weight1: Reg<Bits<16>>,
        // the event 1 to 6 before has the same index
        #[also(same2_2, same3_2, same4_2, same5_2, same6_2)]
        same1_2: Reg<Bit>,
        // it is the nearest one that has
        #[also(nearest2_3, nearest3_3, nearest4_3, older_3)]
        nearest1_3: Reg<Bit>,
        // one of the events 4 to 6 before has the same index
        known_3: Reg<Bit>,
        // it has the same key
        #[also(equal2_3, equal3_3, equal4_3, older_equal_3)]
        equal1_3: Reg<Bit>,
        // the key that the event 4 to 6 before left in the entry, and the weight that the event 5 or 6 before left
        known_key3: Reg<Bits<K>>,
        older_weight3: Reg<Bits<16>>,
        // what is left for the entry's weight, and whether that is negative
        #[also(room4, room5)]
        room3: Reg<Bits<16>>,
        heavy3: Reg<Bit>,
        // the event misses whatever the RAM holds; the entry comes from an event before
        #[also(near_4, nearest3_4, nearest2_4, nearest1_4, never5, nearest1_5)]
        refuse4: Reg<Bit>,
        // the entry
        #[also(entry_key5, old_key6)]
        entry_key4: Reg<Bits<K>>,
        #[also(entry_weight5, old_weight6)]
        entry_weight4: Reg<Bits<16>>,
        // its weight with the event's, and the room left for it: negative after a miss
        sum6: Reg<Bits<16>>,
        fit6: Reg<Bits<18>>,
        send7: Reg<Bit>,
        old_key7: Reg<Bits<K>>,
        old_weight7: Reg<Bits<16>>,
        // the entry that is written, and the one before it
        key7: Reg<Bits<K>>,
        weight7: Reg<Bits<16>>,
        key8: Reg<Bits<K>>,
        weight8: Reg<Bits<16>>,
        base: Signal<Local, Bits<16>>,
        new_weight: Signal<Local, Bits<16>>,
    }

    impl Coalescer {
        fn update(&mut self) {
            const E: Bits<8> = E;

            self.intake();
            self.stage1();
            self.stage2();
            self.stage3();
            self.decision();
            self.stage4();
            self.stage5();
            self.stage6();
            self.stage7();
            self.passes();
            if self.reset.val() {
                self.passing.d.next = true;
                self.requested.d.next = false;
                self.restarting.d.next = true;
                self.quiet.d.next = true;
                zero!(self: position, dropped, valid1, valid2, valid3, valid4, valid5, valid6, valid7, send7);
            }
        }

        fn intake(&mut self) {
            comment!("Into stage 1: an event, or the next position of a pass.");
            let event_index: Bits<E> = 0.into();
            let rest: Bits<K> = self.ev.key.val();
            for _i in 0..K.div_ceil(E) {
                event_index = event_index ^ bit_cast::<E, K>(rest);
                rest = rest >> E;
            }
            self.ev.ready.next = self.queue.roomy.val() & !self.passing.q.val() & !self.flush.valid.val();
            let accept: Bit = self.ev.valid.val() & self.ev.ready.val();
            self.dropped.d.next = accept & !self.ev.weight.val().any();
            self.zeros.step.next = self.dropped.q.val();
            let step: Bit = self.passing.q.val() & !self.position.q.val().get_bit(E) & self.queue.roomy.val();
            self.valid1.d.next = step | (accept & self.ev.weight.val().any());
            drive!(self: pass1 = passing.q, key1 = ev.key);
            if self.passing.q.val() {
                self.index1.d.next = bit_cast::<E, X>(self.position.q.val());
                self.weight1.d.next = 0.into();
            } else {
                self.index1.d.next = event_index;
                self.weight1.d.next = self.ev.weight.val();
            }
        }

        fn stage1(&mut self) {
            comment!("Stage 1: the address, and the events whose entries the RAM does not have yet.");
            self.entries.ra.next = self.index1.q.val();
            self.same1_2.d.next = self.valid2.q.val() & (self.index1.q.val() == self.index2.q.val());
            self.same2_2.d.next = self.valid3.q.val() & (self.index1.q.val() == self.index3.q.val());
            self.same3_2.d.next = self.valid4.q.val() & (self.index1.q.val() == self.index4.q.val());
            self.same4_2.d.next = self.valid5.q.val() & (self.index1.q.val() == self.index5.q.val());
            self.same5_2.d.next = self.valid6.q.val() & (self.index1.q.val() == self.index6.q.val());
            self.same6_2.d.next = self.valid7.q.val() & (self.index1.q.val() == self.index7.q.val());
            drive!(near1: a = key1.q, b = key2.q);
            drive!(near2: a = key1.q, b = key3.q);
            drive!(near3: a = key1.q, b = key4.q);
            drive!(near4: a = key1.q, b = key5.q);
            drive!(near5: a = key1.q, b = key6.q);
            drive!(near6: a = key1.q, b = key7.q);
            drive!(self: valid2 = valid1.q, pass2 = pass1.q, index2 = index1.q, key2 = key1.q, weight2 = weight1.q);
        }

        fn stage2(&mut self) {
            comment!("Stage 2: the nearest of those events counts; what those 5 and 6 before left is known.");
            self.nearest1_3.d.next = self.same1_2.q.val();
            self.nearest2_3.d.next = self.same2_2.q.val() & !self.same1_2.q.val();
            self.nearest3_3.d.next = self.same3_2.q.val() & !(self.same1_2.q.val() | self.same2_2.q.val());
            self.nearest4_3.d.next =
                self.same4_2.q.val() & !(self.same1_2.q.val() | self.same2_2.q.val() | self.same3_2.q.val());
            self.older_3.d.next = (self.same5_2.q.val() | self.same6_2.q.val())
                & !(self.same1_2.q.val() | self.same2_2.q.val() | self.same3_2.q.val() | self.same4_2.q.val());
            drive!(self: equal1_3 = near1.equal, equal2_3 = near2.equal, equal3_3 = near3.equal,
                equal4_3 = near4.equal);
            if self.same5_2.q.val() {
                drive!(self: older_equal_3 = near5.equal, known_key3 = key7.q, older_weight3 = weight7.q);
            } else {
                drive!(self: older_equal_3 = near6.equal, known_key3 = key8.q, older_weight3 = weight8.q);
            }
            comment!("The key of the event 4 before is known as well; its weight is decided in this cycle.");
            if self.same4_2.q.val() {
                self.known_key3.d.next = self.key6.q.val();
            }
            self.known_3.d.next = self.same4_2.q.val() | self.same5_2.q.val() | self.same6_2.q.val();
            let room: Bits<17> = bit_cast::<17, 16>(self.weight_max.q.val()) - bit_cast::<17, 16>(self.weight2.q.val());
            self.room3.d.next = bit_cast::<16, 17>(room);
            self.heavy3.d.next = room.get_bit(16);
            drive!(self: valid3 = valid2.q, pass3 = pass2.q, index3 = index2.q, key3 = key2.q, weight3 = weight2.q);
        }

        fn stage3(&mut self) {
            comment!("Stage 3: the entry, as read or as the event 6, 5 or 4 before left it.");
            let near: Bit = self.nearest1_3.q.val()
                | self.nearest2_3.q.val()
                | self.nearest3_3.q.val()
                | self.nearest4_3.q.val()
                | self.older_3.q.val();
            let matching: Bit = (self.nearest1_3.q.val() & self.equal1_3.q.val())
                | (self.nearest2_3.q.val() & self.equal2_3.q.val())
                | (self.nearest3_3.q.val() & self.equal3_3.q.val())
                | (self.nearest4_3.q.val() & self.equal4_3.q.val())
                | (self.older_3.q.val() & self.older_equal_3.q.val());
            self.refuse4.d.next = self.heavy3.q.val() | self.pass3.q.val() | (near & !matching);
            self.near_4.d.next = near;
            let entry_key: Bits<K> = bit_cast::<K, W>(self.entries.rd.val() >> 16);
            self.entry.a.next = entry_key;
            self.entry.b.next = self.key3.q.val();
            self.entry_key4.d.next = entry_key;
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
            drive!(self: room4 = room3.q, nearest3_4 = nearest3_3.q, nearest2_4 = nearest2_3.q,
                nearest1_4 = nearest1_3.q, valid4 = valid3.q, pass4 = pass3.q, index4 = index3.q, key4 = key3.q,
                weight4 = weight3.q);
        }

        fn decision(&mut self) {
            comment!("The decision of stage 6, which the stages before it may need: fit6 is negative after a miss.");
            let missed: Bit = self.fit6.q.val().get_bit(17);
            if missed {
                self.new_weight.next = self.weight6.q.val();
            } else {
                self.new_weight.next = self.sum6.q.val();
            }
        }

        fn stage4(&mut self) {
            comment!("Stage 4: or as the event 3 or 2 before left it.");
            drive!(self: entry_key5 = entry_key4.q, entry_weight5 = entry_weight4.q);
            if self.nearest3_4.q.val() {
                drive!(self: entry_key5 = key7.q, entry_weight5 = weight7.q);
            }
            if self.nearest2_4.q.val() {
                drive!(self: entry_key5 = key6.q, entry_weight5 = new_weight);
            }
            self.never5.d.next = self.refuse4.q.val() | (!self.near_4.q.val() & !self.entry.equal.val());
            drive!(self: room5 = room4.q, nearest1_5 = nearest1_4.q, valid5 = valid4.q, pass5 = pass4.q,
                index5 = index4.q, key5 = key4.q, weight5 = weight4.q);
        }

        fn stage5(&mut self) {
            comment!("Stage 5: does the weight fit? With never5 set the difference is negative whatever room5 is.");
            if self.nearest1_5.q.val() {
                drive!(self: base = new_weight, old_key6 = key6.q);
            } else {
                drive!(self: base = entry_weight5.q, old_key6 = entry_key5.q);
            }
            let limit: Bits<18> = bit_cast::<18, 16>(self.room5.q.val())
                | (bit_cast::<18, 1>(self.never5.q.val().into()) << 17)
                | (bit_cast::<18, 1>(self.never5.q.val().into()) << 16);
            self.fit6.d.next = limit - bit_cast::<18, 16>(self.base.val());
            self.sum6.d.next = self.base.val() + self.weight5.q.val();
            drive!(self: old_weight6 = base, valid6 = valid5.q, pass6 = pass5.q, index6 = index5.q, key6 = key5.q,
                weight6 = weight5.q);
        }

        fn stage6(&mut self) {
            comment!("Stage 6: the new entry, and whether the old one leaves.");
            drive!(self: valid7 = valid6.q, index7 = index6.q);
            self.send7.d.next = self.valid6.q.val()
                & missed
                & self.old_weight6.q.val().any()
                & !(self.pass6.q.val() & self.quiet.q.val());
            drive!(self: old_key7 = old_key6.q, old_weight7 = old_weight6.q, key7 = key6.q, weight7 = new_weight,
                key8 = key7.q, weight8 = weight7.q);
        }

        fn stage7(&mut self) {
            comment!("Stage 7: the RAM takes the new entry, the output queue the old one.");
            drive!(entries: we = valid7.q, wa = index7.q);
            self.entries.wd.next =
                (bit_cast::<W, K>(self.key7.q.val()) << 16) | bit_cast::<W, 16>(self.weight7.q.val());
            self.queue.give.next = self.send7.q.val();
            self.queue.given.next =
                (bit_cast::<W, K>(self.old_key7.q.val()) << 16) | bit_cast::<W, 16>(self.old_weight7.q.val());
            self.queue.ready.next = self.out.ready.val();
            self.out.valid.next = self.queue.valid.val();
            self.out.key.next = bit_cast::<K, W>(self.queue.word.val() >> 16);
            self.out.weight.next = bit_cast::<16, W>(self.queue.word.val());
        }

        fn passes(&mut self) {
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
            let pass_done: Bit = self.passing.q.val() & self.idle.q.val();
            self.flush.ready.next = pass_done & self.requested.q.val();
            if step {
                self.position.d.next = self.position.q.val() + 1;
            }
            if pass_done {
                zero!(self: passing, requested);
            }
            if pass_done & self.restarting.q.val() {
                self.weight_max.d.next = self.cfg_weight_max.val();
            }
            if !self.passing.q.val() {
                self.position.d.next = 0.into();
                self.quiet.d.next = !self.flush.op.val().get_bit(0);
                self.restarting.d.next = self.flush.op.val().get_bit(1);
                drive!(self: passing = flush.valid, requested = flush.valid);
            }
            self.zeros.clear.next = self.passing.q.val() & self.restarting.q.val();
            self.stat_zero_weight.next = self.zeros.count.val();
        }
    }
}
