//! Two cycles an event: half the logic, for engines that need many more cycles for one.
use crate::hw::bundles::{CommandRx, EventRx, EventTx};
use crate::hw::lib::{FastRamRe, Reg, StateReg};
use crate::hw::tally::{TALLY_BITS, Tally};
use rust_hdl::prelude::*;

/// What the coalescer does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Empty one entry per cycle.
    Wipe,
    /// Read the entry of the event on offer, or of the position of a flush.
    Read,
    /// The entry is here: compare, take the event.
    Look,
    /// The operation is finished when the last entry has left.
    Drain,
}

#[treetap_hdl::unit(instance)]
mod coalescer {
    //! Direct-mapped coalescing buffer: sums the weights of repeated keys, one event in two cycles.
    //! An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.

    /// Direct-mapped buffer of `2^E` entries (key, weight) in block RAM: one event in two cycles. Ports and results are
    /// those of [`serial::Coalescer`](super::serial::Coalescer).
    ///
    /// * The event on offer is taken in its second cycle; in the third one its entry is written, while the next one is
    ///   read: not the one that is written, which is read a cycle later. An entry that has to leave goes into the
    ///   output register in the third cycle, at the earliest; until it has, it waits at the output of the memory, and
    ///   the next entry is not read.
    /// * Operations as there; a flush takes two cycles an entry, emptying one. Keys have `K` bits.
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
        state: StateReg<State>,
        flushing: Reg<Bit>,
        requested: Reg<Bit>,
        position: Reg<Bits<X>>,
        not_weight_max: Reg<Bits<16>>,
        excess: Reg<Bits<17>>,
        sum: Reg<Bits<16>>,
        #[also(equal_high, equal_low, used, fits, leaving, ignored, offered)]
        zero: Reg<Bit>,
        // an entry is written in this cycle, and becomes empty; which one, and what with
        #[also(erases)]
        writes: Reg<Bit>,
        place: Reg<Bits<E>>,
        key: Reg<Bits<K>>,
        weight: Reg<Bits<16>>,
        offered_key: Reg<Bits<K>>,
        offered_weight: Reg<Bits<16>>,
    }

    impl Coalescer {
        fn update(&mut self) {
            const E: Bits<8> = E;

            let free: Bit = !self.offered.q.val() | self.out.ready.val();
            comment!("The event taken in the cycle before: its entry takes it, or leaves.");
            let hit: Bit = self.equal_high.q.val() & self.equal_low.q.val() & self.fits.q.val();
            let moved: Bit = self.used.q.val() & !hit;
            let new_weight: Bits<16> = self.weight.q.val();
            if self.erases.q.val() {
                new_weight = 0.into();
            }
            if hit & self.used.q.val() {
                new_weight = self.sum.q.val();
            }
            drive!(entries: wa = place.q, we = writes.q);
            self.entries.wd.next = (bit_cast::<W, K>(self.key.q.val()) << 16) | bit_cast::<W, 16>(new_weight);
            let leaves: Bit = moved | self.leaving.q.val();
            let stuck: Bit = leaves & self.offered.q.val();
            self.leaving.d.next = leaves & !free;

            comment!("The entry of the event, or of the position.");
            let event_index: Bits<E> = 0.into();
            let rest: Bits<K> = self.ev.key.val();
            for _i in 0..K.div_ceil(E) {
                event_index = event_index ^ bit_cast::<E, K>(rest);
                rest = rest >> E;
            }
            let index: Bits<E> = event_index;
            if self.flushing.q.val() {
                index = bit_cast::<E, X>(self.position.q.val());
            }
            self.entries.ra.next = index;
            comment!("Four bits of the index are enough to tell nearly all entries apart, and sooner.");
            let behind: Bit = self.writes.q.val()
                & (bit_cast::<4, E>(event_index) == bit_cast::<4, E>(self.place.q.val()))
                & !self.flushing.q.val();
            let read: Bit = (self.state.q.val() == State::Read) & !stuck;
            self.entries.re.next = read;
            comment!("The event and its index are the same in both of its cycles.");
            drive!(self: key = ev.key, weight = ev.weight);
            self.place.d.next = index;
            let entry_key: Bits<K> = bit_cast::<K, W>(self.entries.rd.val() >> 16);
            let entry_weight: Bits<16> = bit_cast::<16, W>(self.entries.rd.val());

            comment!(
                "While the entry is read: weight - limit - 1, modulo 2^16. When it is here: how it relates to the \
                 event."
            );
            self.excess.d.next =
                bit_cast::<17, 16>(self.not_weight_max.q.val()) + bit_cast::<17, 16>(self.ev.weight.val());
            self.zero.d.next = !self.ev.weight.val().any();
            let differing: Bits<K> = entry_key ^ self.ev.key.val();
            self.equal_high.d.next = !(differing >> 16).any();
            self.equal_low.d.next = !bit_cast::<16, K>(differing).any();
            let beyond: Bits<17> =
                bit_cast::<17, 16>(entry_weight) + bit_cast::<17, 16>(bit_cast::<16, 17>(self.excess.q.val()));
            self.fits.d.next = !beyond.get_bit(16) & !self.excess.q.val().get_bit(16) & !self.flushing.q.val();
            self.sum.d.next = entry_weight + self.ev.weight.val();

            self.ev.ready.next = (self.state.q.val() == State::Look) & !self.flushing.q.val() & !self.flush.valid.val();
            let taking: Bit = self.flushing.q.val() | (!self.flush.valid.val() & !self.zero.q.val());
            let writing: Bit = (self.state.q.val() == State::Look) & taking;
            self.writes.d.next = (self.state.q.val() == State::Wipe) | writing;
            self.used.d.next = entry_weight.any() & writing;
            self.erases.d.next = self.flushing.q.val();
            self.ignored.d.next = self.ev.ready.val() & self.zero.q.val();
            self.flush.ready.next = false;
            let restart: Bit = false;
            match self.state.q.val() {
                State::Wipe => {
                    restart = true;
                    self.position.d.next = self.position.q.val() + 1;
                    if self.position.q.val().get_bit(E.index()) {
                        if self.requested.q.val() {
                            self.state.d.next = State::Drain;
                        } else {
                            self.position.d.next = 0.into();
                            self.state.d.next = State::Read;
                        }
                    }
                }
                State::Read => {
                    if stuck {
                        self.state.d.next = State::Read;
                    } else if self.position.q.val().get_bit(E.index()) {
                        self.state.d.next = State::Drain;
                    } else if self.flush.valid.val() {
                        if !self.flush.op.val().get_bit(0) {
                            self.state.d.next = State::Wipe;
                        } else if self.flushing.q.val() {
                            self.state.d.next = State::Look;
                        }
                    } else if self.ev.valid.val() & !behind {
                        self.state.d.next = State::Look;
                    }
                }
                State::Look => {
                    self.state.d.next = State::Read;
                    if self.flushing.q.val() {
                        self.position.d.next = self.position.q.val() + 1;
                    }
                }
                State::Drain => {
                    restart = self.flush.op.val().get_bit(1);
                    self.position.d.next = 0.into();
                    if !self.offered.q.val() {
                        self.flush.ready.next = true;
                        self.state.d.next = State::Read;
                    }
                }
            }

            comment!("Under way; and asked for, not by a reset.");
            let request: Bit = (self.state.q.val() == State::Read)
                & self.flush.valid.val()
                & !stuck
                & !self.position.q.val().get_bit(E.index());
            let wiped: Bit = (self.state.q.val() == State::Wipe)
                & self.position.q.val().get_bit(E.index())
                & !self.requested.q.val();
            self.flushing.d.next = (self.flushing.q.val() | request) & !wiped & !self.flush.ready.val();
            self.requested.d.next = (self.requested.q.val() | request) & !self.flush.ready.val();

            comment!("Output register.");
            if free {
                self.offered.d.next = leaves;
                self.offered_key.d.next = entry_key;
                self.offered_weight.d.next = entry_weight;
            }
            drive!(out: valid = offered.q, key = offered_key.q, weight = offered_weight.q);

            self.zeros.clear.next = restart;
            self.zeros.step.next = self.ignored.q.val();
            if restart {
                self.not_weight_max.d.next = !self.cfg_weight_max.val();
            }
            self.stat_zero_weight.next = self.zeros.count.val();
            if self.reset.val() {
                self.state.d.next = State::Wipe;
                self.flushing.d.next = true;
                zero!(self: requested, position, leaving, offered, writes, used);
            }
        }
    }
}
