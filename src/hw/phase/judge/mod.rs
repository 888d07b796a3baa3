//! What an interval that has ended is (docs/reference/phase.md, P4 to P11).
mod classify;
mod learn;

use super::ports::{ClosedTx, HALF, INDEX, PeekRx, SUM};
use crate::hw::lib::{OutRegRam, Reg, StateReg};
use crate::spec::lfsr::TAPS as LFSR_TAPS;
use crate::spec::phase::{DISTANCE_BITS, MAX_PHASES, MAX_SIGNATURES};
use rust_hdl::prelude::*;

/// Bits of a distance.
const DISTANCE: usize = DISTANCE_BITS as usize;
/// Bits of a part of the memory, and of a place in it.
const PART: usize = 3;
const PLACE: usize = 5;
/// Parts of the memory: 32 half words each.
const IDS: u64 = 0;
const ORDER: u64 = 1;
const CHANGE_ID: u64 = 2;
const CHANGE_RUN: u64 = 3;
const CHANGE_NEXT: u64 = 4;
const PHASE_ID: u64 = 5;
const PHASE_SEEN: u64 = 6;
const OTHERS: u64 = 7;
/// Places in the last part, after the sixteen half words of the footprint: pairs of half words, under the low bits of
/// the numbers of their registers.
const CURRENT: u64 = 16;
const PREDICTED: u64 = 18;
const GIVEN: u64 = 20;
const INTERVALS: u64 = 30;

/// Where the work is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Step {
    /// The memories become 0.
    Clear,
    /// Waits for an interval to end.
    Idle,
    /// The last instructions go into their buckets.
    Settle,
    /// A bucket is read.
    Fetch,
    /// The bucket becomes an element of the footprint.
    Shift,
    /// Footprint and signatures are read.
    Scan,
    /// The last distance is made.
    Drain,
    /// The phase: that of the signature, or a new one.
    Pick,
    /// The footprint becomes a signature.
    Copy,
    /// The signature goes to the front of the order of use.
    Touch,
    /// What followed the phase before is kept.
    Learn,
    /// The phase is looked for in the phase table.
    Find,
    /// Its entry has one interval more.
    Enter,
    /// What follows this phase is looked up.
    Predict,
    /// The next interval is armed.
    Arm,
    /// The log gets its half words.
    Report,
    /// Counters.
    Tally,
}

#[treetap_hdl::unit(phases(classify, learn))]
mod judge {
    //! Judges an interval: footprint, nearest signature, order of use, changes of phase, phase table, prediction, log.

    /// Judges the interval that has ended, step by step: at most 32 (3 + shift) cycles for its footprint, 16 for each
    /// signature, and some 200 for the rest. `S` signatures, `P` entries of the phase table. All tables lie in two
    /// memories of half words, which are read with three cycles of latency.
    #[clocked(reset)]
    pub struct Judge<
        #[range(2..=MAX_SIGNATURES as usize)] const S: usize,
        #[range(2..=MAX_PHASES as usize)] const P: usize,
    > {
        /// An interval ends in this cycle.
        #[group("close judging judged clearing: an interval ends; it is judged; the memories are cleared")]
        pub close: Signal<In, Bit>,
        /// It is judged.
        pub judging: Signal<In, Bit>,
        /// It has been judged.
        pub judged: Signal<Out, Bit>,
        /// The memories are cleared.
        pub clearing: Signal<Out, Bit>,
        /// Which half of the buckets the interval that goes on has.
        #[group("bank shift: half of the buckets of the interval that goes on; shift of the one that ended")]
        pub bank: Signal<In, Bit>,
        /// Bits that buckets are shifted right by.
        pub shift: Signal<In, Bits<4>>,
        #[group("a bucket of the interval that has ended")]
        pub closed: ClosedTx,
        /// Threshold of distances.
        #[group("what a host decides")]
        pub cfg_thr: Signal<In, Bits<DISTANCE>>,
        /// Which interval of a phase is sampled.
        pub cfg_k: Signal<In, Bits<8>>,
        /// The next interval is armed.
        pub cfg_auto: Signal<In, Bit>,
        /// Predictions are the last phase.
        pub cfg_predmode: Signal<In, Bit>,
        /// A signature that matches becomes the footprint.
        pub cfg_upd: Signal<In, Bit>,
        /// The nearest signature matches.
        pub cfg_best: Signal<In, Bit>,
        /// Everything is forgotten.
        #[group("a host forgets everything, arms the interval that goes on, or seeds the generator")]
        pub set_clr: Signal<In, Bit>,
        /// The interval that goes on is armed, or not.
        pub set_sample_next: Signal<In, Bit>,
        /// The generator goes on from the word.
        pub set_seed: Signal<In, Bit>,
        /// The word written.
        pub set_data: Signal<In, Bits<32>>,
        #[group("what a host reads of the memories")]
        pub peek: PeekRx,
        /// State of the random generator.
        #[group("state of the random generator; a number was given twice, an interval found the log full")]
        pub stat_seed: Signal<Out, Bits<32>>,
        /// A phase has a number that another one has.
        pub raise_id_sat: Signal<Out, Bit>,
        /// The log had no room.
        pub raise_log_ovf: Signal<Out, Bit>,
        /// The interval that goes on is sampled.
        #[group("sample_flag ext: the interval that goes on is sampled; it begins, ends to be")]
        pub sample_flag: Signal<Out, Bit>,
        /// From here on the interval is sampled.
        pub ext_on: Signal<Out, Bit>,
        /// From here on it is not.
        pub ext_off: Signal<Out, Bit>,
        /// There is room for an interval.
        #[group("half words of an interval")]
        pub log_room: Signal<In, Bit>,
        /// A half word in this cycle.
        pub log_put: Signal<Out, Bit>,
        /// The half word.
        pub log_half: Signal<Out, Bits<16>>,
        memory: OutRegRam<16, { PART + PLACE }>,
        signatures: OutRegRam<16, HALF>,
        step: StateReg<Step>,
        // cycles of the step, or what it goes through: of a scan the signature and the pair of elements
        n: Reg<Bits<HALF>>,
        #[also(n2, n3, n4)]
        n1: Reg<Bits<PLACE>>,
        // a bucket, a counter
        which: Reg<Bits<INDEX>>,
        #[also(empties)]
        wipes: Reg<Bit>,
        rest: Reg<Bits<SUM>>,
        moves: Reg<Bits<4>>,
        #[also(high)]
        low: Reg<Bits<8>>,
        spot: Reg<Bits<4>>,
        stores: Reg<Bit>,
        // distances
        #[also(apart1)]
        apart0: Reg<Bits<9>>,
        both: Reg<Bits<9>>,
        odd: Reg<Bit>,
        sum: Reg<Bits<DISTANCE>>,
        limit: Reg<Bits<DISTANCE>>,
        apart: Reg<Bits<DISTANCE>>,
        #[also(begins1, begins2, begins3, begins4)]
        begins0: Reg<Bit>,
        #[also(ends1, ends2, ends3, ends4, ends5, ends6, less)]
        ends0: Reg<Bit>,
        // a place was found; it is new; the last signature that there is, if there is one; entries of the phase table
        found: Reg<Bit>,
        fresh: Reg<Bit>,
        slot: Reg<Bits<PLACE>>,
        top: Reg<Bits<PLACE>>,
        // the signature of which the scan has ended; the place after the last one, if there is one
        scanned: Reg<Bits<PLACE>>,
        spare: Reg<Bits<PLACE>>,
        some: Reg<Bit>,
        full: Reg<Bit>,
        entries: Reg<Bits<PLACE>>,
        crowded: Reg<Bit>,
        evicts: Reg<Bit>,
        prior: Reg<Bits<PLACE>>,
        // the place of the signature in the order of use was in the cycle before
        met: Reg<Bit>,
        // the number of the phase, or of the next one; how often it came in a row; place of both in the table of
        // changes
        key: Reg<Bits<16>>,
        repeats: Reg<Bits<8>>,
        change: Reg<Bits<PLACE>>,
        known: Reg<Bit>,
        hit: Reg<Bit>,
        same: Reg<Bit>,
        begun: Reg<Bit>,
        right: Reg<Bit>,
        // the prediction is looked up; its phase would have been seen often enough, and has no sample
        #[also(often)]
        second: Reg<Bit>,
        // the last entry of the phase table was compared
        ends_table: Reg<Bit>,
        // a random place of the phase table
        scaled: Reg<Bits<PLACE>>,
        // the half word of the cycle before was the number of the phase
        equal: Reg<Bit>,
        word: Reg<Bits<16>>,
        up: Reg<Bit>,
        carry: Reg<Bit>,
        // half words that are asked for
        asks: Reg<Bits<8>>,
        looks: Reg<Bits<HALF>>,
        // a half word goes into the memory, or into the signatures; where
        #[also(copies)]
        puts: Reg<Bit>,
        puts_place: Reg<Bits<8>>,
        copies_place: Reg<Bits<HALF>>,
        puts_word: Reg<Bits<16>>,
        // the interval was armed; it is the sample of its phase; it was sampled in vain
        flag: Reg<Bit>,
        armed: Reg<Bit>,
        sampled: Reg<Bit>,
        vain: Reg<Bit>,
        // there is room in the log; a half word goes there
        room: Reg<Bit>,
        sends: Reg<Bit>,
        sent: Reg<Bits<16>>,
        on: Reg<Bit>,
        off: Reg<Bit>,
        #[init(1)]
        lfsr: Reg<Bits<32>>,
    }

    impl Judge {
        fn update(&mut self) {
            const IDS_PART: Bits<PART> = IDS;
            const ORDER_PART: Bits<PART> = ORDER;
            const CHANGE_ID_PART: Bits<PART> = CHANGE_ID;
            const CHANGE_RUN_PART: Bits<PART> = CHANGE_RUN;
            const CHANGE_NEXT_PART: Bits<PART> = CHANGE_NEXT;
            const PHASE_ID_PART: Bits<PART> = PHASE_ID;
            const PHASE_SEEN_PART: Bits<PART> = PHASE_SEEN;
            const OTHERS_PART: Bits<PART> = OTHERS;
            const CURRENT_PLACE: Bits<PLACE> = CURRENT;
            const PREDICTED_PLACE: Bits<PLACE> = PREDICTED;
            const GIVEN_PLACE: Bits<PLACE> = GIVEN;
            const INTERVALS_PLACE: Bits<PLACE> = INTERVALS;
            const LAST_SIGNATURE: Bits<PLACE> = S as u64 - 1;
            const LAST_PHASE: Bits<PLACE> = P as u64 - 1;
            const PHASES: Bits<6> = P as u64;
            const TAPS: Bits<32> = LFSR_TAPS.into();

            self.defaults();
            self.distances();
            self.footprint();
            self.classify();
            self.learn();
            self.table();
            self.report();
            self.host();
            self.resets();
        }

        fn defaults(&mut self) {
            comment!("Two memories of half words: what is asked for in a cycle is there three cycles later.");
            let cycle: Bits<PLACE> = self.n.q.val().get_bits::<PLACE>(0);
            let at: Bits<4> = self.n.q.val().get_bits::<4>(0);
            let pair: Bits<PLACE> = self.n.q.val().get_bits::<PLACE>(4);
            comment!("What was asked for three cycles before is there, and, compared, what was asked for four before.");
            let later: Bit = self.n.q.val().get_bits::<7>(2).any();
            let flows: Bit = later | (at.get_bits::<2>(0) == 3);
            let part: Bits<PART> = OTHERS_PART;
            let place: Bits<PLACE> = cycle;
            let put: Bit = false;
            let put_part: Bits<PART> = OTHERS_PART;
            let put_place: Bits<PLACE> = self.slot.q.val();
            let put_word: Bits<16> = self.key.q.val();
            let got: Bits<16> = self.memory.rd.val();
            self.equal.d.next = got == self.key.q.val();
            let idle: Bit = self.step.q.val() == Step::Idle;
            let turn: Bits<HALF> = self.n.q.val() + 1;
            self.n1.d.next = cycle;
            drive!(self: n2 = n1.q, n3 = n2.q, n4 = n3.q);
            self.judged.next = false;
            self.raise_id_sat.next = false;
            self.raise_log_ovf.next = false;
            self.sends.d.next = false;
            self.on.d.next = false;
            self.off.d.next = self.close.val();
            if self.close.val() {
                self.armed.d.next = self.flag.q.val();
                self.flag.d.next = false;
            }
            self.wipes.d.next = false;
            self.met.d.next = false;
            self.empties.d.next = self.step.q.val() == Step::Clear;
            let copy: Bit = false;
            let copy_place: Bits<HALF> = (bit_cast::<HALF, PLACE>(self.slot.q.val()) << 4)
                | bit_cast::<HALF, 4>(self.n3.q.val().get_bits::<4>(0));
            comment!(
                "The increment: a half word of the cycle before. A phase's number and its intervals stay at the \
                 largest one."
            );
            self.word.d.next = got;
            self.up.d.next = !got.get_bits::<15>(0).all();
            if self.step.q.val() == Step::Pick {
                self.up.d.next = !got.all();
            }
            if self.step.q.val() == Step::Tally {
                comment!("Of a counter's low half by one if it counts this interval, of its high half by the carry.");
                match self.which.q.val().index() {
                    22 => self.up.d.next = self.right.q.val(),
                    24 => self.up.d.next = self.sampled.q.val(),
                    26 => self.up.d.next = self.vain.q.val(),
                    28 => self.up.d.next = false,
                    30 => self.up.d.next = true,
                    _ => self.up.d.next = self.carry.q.val(),
                }
            }
            let more: Bits<17> = bit_cast::<17, 16>(self.word.q.val()) + bit_cast::<17, 1>(self.up.q.val().into());
        }

        fn distances(&mut self) {
            comment!(
                "Distance of a footprint from a signature: differences of two elements, their sum, the sum of sums."
            );
            let ours: Bits<16> = got;
            let theirs: Bits<16> = self.signatures.rd.val();
            self.apart0.d.next = bit_cast::<9, 8>(ours.get_bits::<8>(0)) - bit_cast::<9, 8>(theirs.get_bits::<8>(0));
            self.apart1.d.next = bit_cast::<9, 8>(ours.get_bits::<8>(8)) - bit_cast::<9, 8>(theirs.get_bits::<8>(8));
            comment!("A difference below zero is the complement less one: the one is added where a carry comes in.");
            let gap0: Bits<9> = bit_cast::<9, 8>(self.apart0.q.val().get_bits::<8>(0));
            if self.apart0.q.val().get_bit(8) {
                gap0 = bit_cast::<9, 8>(!self.apart0.q.val().get_bits::<8>(0));
            }
            let gap1: Bits<9> = bit_cast::<9, 8>(self.apart1.q.val().get_bits::<8>(0));
            if self.apart1.q.val().get_bit(8) {
                gap1 = bit_cast::<9, 8>(!self.apart1.q.val().get_bits::<8>(0));
            }
            self.both.d.next = gap0 + gap1 + bit_cast::<9, 1>(self.apart0.q.val().get_bits::<1>(8));
            self.odd.d.next = self.apart1.q.val().get_bit(8);
            let total: Bits<DISTANCE> = self.sum.q.val();
            if self.begins4.q.val() {
                total = 0.into();
            }
            self.sum.d.next =
                total + bit_cast::<DISTANCE, 9>(self.both.q.val()) + bit_cast::<DISTANCE, 1>(self.odd.q.val().into());
            self.begins0.d.next = (self.step.q.val() == Step::Scan) & !at.any();
            self.ends0.d.next = (self.step.q.val() == Step::Scan) & at.all();
            drive!(self: begins1 = begins0.q, begins2 = begins1.q, begins3 = begins2.q, begins4 = begins3.q,
                ends1 = ends0.q, ends2 = ends1.q, ends3 = ends2.q, ends4 = ends3.q,
                ends5 = ends4.q, ends6 = ends5.q);
        }

        fn report(&mut self) {
            comment!("The log: number of the interval, phase, prediction, distance and flags, and nothing.");
            let half_word: Bits<16> = got;
            if at == 7 {
                half_word = bit_cast::<16, DISTANCE>(self.limit.q.val())
                    | (bit_cast::<16, 1>(self.fresh.q.val().into()) << 13)
                    | (bit_cast::<16, 1>(self.sampled.q.val().into()) << 14)
                    | (bit_cast::<16, 1>(self.vain.q.val().into()) << 15);
                if self.fresh.q.val() {
                    half_word = half_word | 0x1fff;
                }
            }
            if at == 8 {
                half_word = 0.into();
            }
            self.sent.d.next = half_word;
            drive!(self: log_put = sends.q, log_half = sent.q);
            if self.step.q.val() == Step::Report {
                match at.index() {
                    0 => {
                        place = INTERVALS_PLACE;
                        self.room.d.next = self.log_room.val();
                        self.raise_log_ovf.next = !self.log_room.val();
                    }
                    1 => place = INTERVALS_PLACE | 1,
                    2 => place = CURRENT_PLACE,
                    _ => place = PREDICTED_PLACE,
                }
                self.sends.d.next = self.room.q.val() & flows;
                self.which.d.next = 22.into();
                if at == 8 {
                    turn = 0.into();
                    self.step.d.next = Step::Tally;
                }
            }
            if self.step.q.val() == Step::Tally {
                place = self.which.q.val();
                put_place = self.which.q.val();
                put_word = self.word.q.val();
                match at.index() {
                    4 => {
                        self.word.d.next = more.get_bits::<16>(0);
                        self.carry.d.next = more.get_bit(16);
                    }
                    5 => {
                        put = true;
                        turn = 0.into();
                        self.which.d.next = self.which.q.val() + 1;
                        if self.which.q.val().all() {
                            self.judged.next = true;
                            self.step.d.next = Step::Idle;
                        }
                    }
                    _ => {}
                }
            }
        }

        fn host(&mut self) {
            comment!("What a host says about an interval that has ended in the meantime is about that one.");
            if self.set_sample_next.val() {
                if self.judging.val() | self.close.val() {
                    self.armed.d.next = self.set_data.val().get_bit(0);
                } else {
                    self.flag.d.next = self.set_data.val().get_bit(0);
                    self.on.d.next = self.set_data.val().get_bit(0);
                    self.off.d.next = !self.set_data.val().get_bit(0);
                }
            }
            if self.set_seed.val() {
                self.lfsr.d.next = self.set_data.val();
                if !self.set_data.val().any() {
                    self.lfsr.d.next = 1.into();
                }
            }
            drive!(self: stat_seed = lfsr.q, sample_flag = flag.q, ext_on = on.q, ext_off = off.q);
            self.peek.open.next = idle & !self.judging.val() & !self.puts.q.val();
            drive!(peek: element = signatures.rd, word = memory.rd);
            if idle {
                part = self.peek.place.val().get_bits::<PART>(5);
                place = self.peek.place.val().get_bits::<PLACE>(0);
            }
            self.looks.d.next = self.n.q.val();
            if idle {
                self.looks.d.next = self.peek.place.val();
            }
            self.asks.d.next = (bit_cast::<8, PART>(part) << 5) | bit_cast::<8, PLACE>(place);
            drive!(memory: ra = asks.q);
            drive!(signatures: ra = looks.q);
            comment!("Addresses and what is written are kept for a cycle: no path goes from a step to a memory.");
            self.puts.d.next = put;
            self.copies.d.next = copy;
            self.puts_place.d.next = (bit_cast::<8, PART>(put_part) << 5) | bit_cast::<8, PLACE>(put_place);
            self.copies_place.d.next = copy_place;
            self.puts_word.d.next = put_word;
            drive!(memory: we = puts.q, wa = puts_place.q, wd = puts_word.q);
            drive!(signatures: we = copies.q, wa = copies_place.q, wd = puts_word.q);
            self.n.d.next = turn;
            self.clearing.next = self.step.q.val() == Step::Clear;
            drive!(closed: wipe = wipes.q, both = empties.q, index = which.q);
            self.closed.bank.next = !self.bank.val();
        }

        fn resets(&mut self) {
            if self.set_clr.val() {
                self.off.d.next = true;
            }
            if self.set_clr.val() | self.reset.val() {
                self.step.d.next = Step::Clear;
                zero!(self: n, flag, some, full, top, entries, crowded, known, repeats);
            }
            if self.reset.val() {
                zero!(self: on, off, sends);
                self.lfsr.d.next = 1.into();
            }
        }
    }
}
