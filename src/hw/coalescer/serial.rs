//! Three stages that stop together: few registers, for devices whose block RAM is fast beside their logic.
use crate::hw::bundles::{CommandRx, EventRx, EventTx};
use crate::hw::lib::{FastRamRe, Reg};
use crate::hw::tally::{TALLY_BITS, Tally};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod coalescer {
    //! Direct-mapped coalescing buffer: sums the weights of repeated keys, one event per cycle.
    //! An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.

    /// Direct-mapped buffer of `2^E` entries (key, weight) in block RAM: one event per cycle, hit or miss.
    ///
    /// * An event whose key sits in its entry adds its weight there, as long as the sum stays within `cfg_weight_max`;
    ///   otherwise the entry is sent out (if it is not empty) and the event takes its place. The index is the XOR of
    ///   the `E`-bit slices of the key (R10).
    /// * Three stages: the entry is read in the cycle that accepts the event, captured in the next one, and compared
    ///   and written in the third. Events with the same index one or two cycles apart meet what the earlier one left in
    ///   registers: the first before it is read back, the second while it is written.
    /// * The output is registered. Input stalls only when the output is taken, not ready, and one more entry has to
    ///   leave: hits go on under back-pressure. Decisions never depend on back-pressure.
    /// * Weight 0 is accepted, ignored and counted.
    /// * Operations: `flush_op` 1 sends every entry, index 0 first, and empties it; 2 empties without sending and
    ///   returns to the reset state; 3 sends, empties and returns to the reset state. The
    ///   handshake completes when the last entry has left, and no event is accepted while `flush_valid` is high:
    ///   an operation comes before an event offered in the same cycle.
    /// * After `reset` every entry is emptied: `2^E + 3` cycles during which `ev_ready` and `flush_ready` are low
    ///   (R12).
    ///
    /// `cfg_weight_max` (1 to 65535) is sampled at reset and by operations 2 and 3. Keys have `K` bits.
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
        entries: FastRamRe<W, E>,
        zeros: Tally,
        dropped: Reg<Bit>,
        // a pass over all entries: after reset, or an operation
        passing: Reg<Bit>,
        requested: Reg<Bit>,
        position: Reg<Bits<X>>,
        weight_max: Reg<Bits<16>>,
        // second stage: the event (or the position of the pass), and whether its entry was written while it was read
        #[also(pass, forward)]
        busy: Reg<Bit>,
        index: Reg<Bits<E>>,
        key: Reg<Bits<K>>,
        weight: Reg<Bits<16>>,
        // third stage: the same, its entry, and how it relates to the event right before
        #[also(last_pass, same, same_key)]
        last_busy: Reg<Bit>,
        last_index: Reg<Bits<E>>,
        last_key: Reg<Bits<K>>,
        entry_key: Reg<Bits<K>>,
        last_weight: Reg<Bits<16>>,
        entry_weight: Reg<Bits<16>>,
        room: Reg<Bits<17>>,
        // what the third stage wrote last
        written: Reg<Bit>,
        written_key: Reg<Bits<K>>,
        written_weight: Reg<Bits<16>>,
        // output
        offered: Reg<Bit>,
        offered_key: Reg<Bits<K>>,
        offered_weight: Reg<Bits<16>>,
        read_index: Signal<Local, Bits<E>>,
        base_key: Signal<Local, Bits<K>>,
        base_weight: Signal<Local, Bits<16>>,
        equal: Signal<Local, Bit>,
        new_weight: Signal<Local, Bits<16>>,
    }

    impl Coalescer {
        fn update(&mut self) {
            const E: Bits<8> = E;

            comment!(
                "Third stage: the entry, as read or as the event right before left it. It takes the event, or it \
                 leaves."
            );
            if self.same.q.val() {
                drive!(self: base_key = written_key.q, base_weight = written_weight.q, equal = same_key.q);
            } else {
                drive!(self: base_key = entry_key.q, base_weight = entry_weight.q);
                self.equal.next = self.entry_key.q.val() == self.last_key.q.val();
            }
            let sum: Bits<16> = self.base_weight.val() + self.last_weight.q.val();
            let hit: Bit = self.equal.val()
                & self.base_weight.val().any()
                & !self.room.q.val().get_bit(16)
                & (self.base_weight.val() <= bit_cast::<16, 17>(self.room.q.val()))
                & !self.last_pass.q.val();
            if hit {
                self.new_weight.next = sum;
            } else {
                self.new_weight.next = self.last_weight.q.val();
            }
            let discard: Bit = self.last_pass.q.val() & (!self.requested.q.val() | !self.flush.op.val().get_bit(0));
            let evict: Bit = self.last_busy.q.val() & !hit & self.base_weight.val().any() & !discard;
            let advance: Bit = !evict | !self.offered.q.val() | self.out.ready.val();

            comment!("Output register.");
            if self.out.ready.val() {
                self.offered.d.next = false;
            }
            if evict & advance {
                self.offered.d.next = true;
                drive!(self: offered_key = base_key, offered_weight = base_weight);
            }
            drive!(out: valid = offered.q, key = offered_key.q, weight = offered_weight.q);

            comment!("First stage: an event, or the next position of a pass.");
            let event_index: Bits<E> = 0.into();
            let rest: Bits<K> = self.ev.key.val();
            for _i in 0..K.div_ceil(E) {
                event_index = event_index ^ bit_cast::<E, K>(rest);
                rest = rest >> E;
            }
            self.ev.ready.next = advance & !self.passing.q.val() & !self.flush.valid.val();
            let accept: Bit = self.ev.valid.val() & self.ev.ready.val();
            self.dropped.d.next = accept & !self.ev.weight.val().any();
            self.zeros.step.next = self.dropped.q.val();
            let pass_left: Bit = self.passing.q.val() & !self.position.q.val().get_bit(E);
            if self.passing.q.val() {
                self.read_index.next = bit_cast::<E, X>(self.position.q.val());
            } else {
                self.read_index.next = event_index;
            }
            self.entries.ra.next = self.read_index.val();
            self.entries.re.next = advance;
            if advance {
                self.busy.d.next = pass_left | (accept & self.ev.weight.val().any());
                drive!(self: pass = passing.q, index = read_index, key = ev.key);
                self.forward.d.next = self.read_index.val() == self.last_index.q.val();
                if self.passing.q.val() {
                    self.weight.d.next = 0.into();
                } else {
                    self.weight.d.next = self.ev.weight.val();
                }

                comment!("Second stage: the entry, as read or as the event two before left it.");
                if self.forward.q.val() & self.written.q.val() {
                    drive!(self: entry_key = written_key.q, entry_weight = written_weight.q);
                } else {
                    self.entry_key.d.next = bit_cast::<K, W>(self.entries.rd.val() >> 16);
                    self.entry_weight.d.next = bit_cast::<16, W>(self.entries.rd.val());
                }
                self.room.d.next =
                    bit_cast::<17, 16>(self.weight_max.q.val()) - bit_cast::<17, 16>(self.weight.q.val());
                self.same.d.next = self.last_busy.q.val() & (self.index.q.val() == self.last_index.q.val());
                self.same_key.d.next = self.key.q.val() == self.last_key.q.val();
                drive!(self: last_busy = busy.q, last_pass = pass.q, last_index = index.q, last_key = key.q,
                    last_weight = weight.q, written = last_busy.q, written_key = last_key.q,
                    written_weight = new_weight);
            }
            self.entries.we.next = self.last_busy.q.val() & advance;
            self.entries.wa.next = self.last_index.q.val();
            self.entries.wd.next =
                (bit_cast::<W, K>(self.last_key.q.val()) << 16) | bit_cast::<W, 16>(self.new_weight.val());

            comment!("Passes over all entries.");
            let pass_done: Bit = self.passing.q.val()
                & self.position.q.val().get_bit(E)
                & !self.busy.q.val()
                & !self.last_busy.q.val()
                & !self.offered.q.val();
            self.flush.ready.next = pass_done & self.requested.q.val();
            if pass_left & advance {
                self.position.d.next = self.position.q.val() + 1;
            }
            if pass_done {
                zero!(self: passing, requested);
            }
            if !self.passing.q.val() & self.flush.valid.val() {
                self.passing.d.next = true;
                self.requested.d.next = true;
                self.position.d.next = 0.into();
            }
            let restart: Bit = self.passing.q.val() & (!self.requested.q.val() | self.flush.op.val().get_bit(1));
            self.zeros.clear.next = restart;
            if restart {
                self.weight_max.d.next = self.cfg_weight_max.val();
            }
            self.stat_zero_weight.next = self.zeros.count.val();
            if self.reset.val() {
                self.passing.d.next = true;
                zero!(self: requested, position, dropped, busy, last_busy, offered);
            }
        }
    }
}
