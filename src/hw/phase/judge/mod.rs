//! What an interval that has ended is (docs/reference/phase.md, P4 to P11).
mod decide;
mod measure;
mod program;
mod words;

use super::ports::{ClosedTx, EXACT, HALF, INDEX, PLACE, PeekRx, SUM};
use crate::hw::lib::{OutRegRam, Reg, RomRe};
use crate::spec::lfsr::TAPS as LFSR_TAPS;
use crate::spec::phase::{DISTANCE_BITS, MAX_PHASES, MAX_SIGNATURES};
use program::{DEED, HIGH, LOW, NUMBER, ORDER, deed, order};
use rust_hdl::prelude::*;

/// Bits of a distance.
const DISTANCE: usize = DISTANCE_BITS as usize;
/// Bits of a part of the memory.
const PART: usize = 4;

#[treetap_hdl::unit(phases(measure, words, decide))]
mod judge {
    //! Judges an interval: footprint, nearest signature, order of use, changes of phase, phase table, prediction, log.

    /// Judges the interval that has ended, step by step, as the program in its ROMs says: some 32 (9 + shift) cycles
    /// for its footprint, 17 for each signature, and some 250 for the rest. `S` signatures, `P` entries of the phase
    /// table. All tables and counters lie in two memories of half words, which are read with three cycles of latency.
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
        /// It is 0.
        pub set_none: Signal<In, Bit>,
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
        #[given(program::words(S, P)[0].clone())]
        orders: RomRe<ORDER, NUMBER>,
        #[given(program::words(S, P)[1].clone())]
        low_deeds: RomRe<LOW, NUMBER>,
        #[given(program::words(S, P)[2].clone())]
        high_deeds: RomRe<HIGH, NUMBER>,
        memory: OutRegRam<16, { PART + INDEX }>,
        signatures: OutRegRam<16, HALF>,
        // the step that is read, twice, so that each has half of the load on an ECP5: the second one begins with
        // another value, or synthesis would make one of the two; the one that is done, what is left of those before it
        number: Reg<Bits<NUMBER>>,
        #[init(1)]
        second: Reg<Bits<NUMBER>>,
        order: Reg<Bits<ORDER>>,
        deed: Reg<Bits<DEED>>,
        #[also(deed2, deed3, deed4, deed5, deed6)]
        deed1: Reg<Bits<DEED>>,
        // what was read is not to be done; the memories are cleared; an interval is to be judged
        #[also(goes)]
        forgets: Reg<Bit>,
        #[init(true)]
        clears: Reg<Bit>,
        // places: one that is pointed to, now and some cycles ago; the last one; one that was found; a count; the
        // pointer is at the last one
        pointer: Reg<Bits<INDEX>>,
        #[also(pointer2, pointer3, pointer4, pointer5, pointer6)]
        pointer1: Reg<Bits<INDEX>>,
        #[also(place)]
        bound: Reg<Bits<INDEX>>,
        count: Reg<Bits<PLACE>>,
        bounded: Reg<Bit>,
        #[also(count2, count3, count4)]
        count1: Reg<Bits<4>>,
        // half words that are asked for, and where the one of some cycles ago is
        asks: Reg<Bits<{ PART + INDEX }>>,
        #[also(asked3, asked4, asked5)]
        asked2: Reg<Bits<{ PART + INDEX }>>,
        looks: Reg<Bits<HALF>>,
        // what is held; it spilt, out of the lower 15 bits; it was what was looked up; one more is to be held
        held: Reg<Bits<16>>,
        #[also(turned)]
        carry: Reg<Bit>,
        #[also(up)]
        equal: Reg<Bit>,
        // a bucket, how often it was shifted, and that it is to be shifted; elements
        rest: Reg<Bits<SUM>>,
        moves: Reg<Bits<4>>,
        shifting: Reg<Bit>,
        #[also(element1, element2, element3, element4)]
        element0: Reg<Bits<8>>,
        // distances: of two elements, less one if they are larger; their sum; the sum of sums
        #[also(gap1)]
        gap0: Reg<Bits<8>>,
        #[also(over1, odd)]
        over0: Reg<Bit>,
        both: Reg<Bits<9>>,
        sum: Reg<Bits<DISTANCE>>,
        apart: Reg<Bits<DISTANCE>>,
        // the limit of distances, each bit inverted; the last one is less
        limit: Reg<Bits<DISTANCE>>,
        less: Reg<Bit>,
        // a place was found (that of a cycle, of two cycles before); the phase is new; the place was met in the order
        #[also(match5, match6)]
        found: Reg<Bit>,
        fresh: Reg<Bit>,
        #[also(met_before)]
        met: Reg<Bit>,
        // the prediction was right; the table of changes has the key
        #[also(known)]
        right: Reg<Bit>,
        // the interval was armed; it is the sample of its phase; it was sampled in vain; the next one is armed; there
        // is room in the log; the entry that was held is of a phase to be sampled
        #[also(sampled, vain, flag)]
        armed: Reg<Bit>,
        #[also(wanted, on, off)]
        room: Reg<Bit>,
        // a random place of the phase table
        scaled: Reg<Bits<INDEX>>,
        #[init(1)]
        lfsr: Reg<Bits<32>>,
    }

    impl Judge {
        fn update(&mut self) {
            self.sequence();
            self.places();
            self.words();
            self.measure();
            self.compare();
            self.decide();
            self.host();
            self.resets();
        }

        fn sequence(&mut self) {
            const LOW_BITS: Bits<6> = LOW as u64;
            const TO_AT: Bits<6> = order::TO;
            const ALWAYS_AT: Bits<6> = order::ALWAYS;
            const IDLE_AT: Bits<6> = order::IDLE;
            const BEFORE_BOUND_AT: Bits<6> = order::BEFORE_BOUND;
            const NOT_FOUND_AT: Bits<6> = order::NOT_FOUND;
            const FOUND_AT: Bits<6> = order::FOUND;
            const EQUAL_AT: Bits<6> = order::EQUAL;
            const UPDATES_AT: Bits<6> = order::UPDATES;
            const UNKNOWN_AT: Bits<6> = order::UNKNOWN;
            const UNASKED_AT: Bits<6> = order::UNASKED;
            const STAY_BEFORE_BOUND_AT: Bits<6> = order::STAY_BEFORE_BOUND;
            const STAY_SHIFTING_AT: Bits<6> = order::STAY_SHIFTING;
            const STAY_BEFORE_END_AT: Bits<6> = order::STAY_BEFORE_END;

            comment!("Whether one of the tests holds that the step names.");
            let now: Bits<ORDER> = self.order.q.val();
            let deed0: Bits<DEED> = self.deed.q.val();
            let jump: Bit = now.get_bit(ALWAYS_AT.index())
                | (now.get_bit(IDLE_AT.index()) & !self.goes.q.val())
                | (now.get_bit(BEFORE_BOUND_AT.index()) & !self.bounded.q.val())
                | (now.get_bit(NOT_FOUND_AT.index()) & !self.found.q.val())
                | (now.get_bit(FOUND_AT.index()) & self.found.q.val())
                | (now.get_bit(EQUAL_AT.index()) & self.equal.q.val())
                | (now.get_bit(UPDATES_AT.index()) & self.cfg_upd.val())
                | (now.get_bit(UNKNOWN_AT.index()) & !self.known.q.val())
                | (now.get_bit(UNASKED_AT.index()) & self.cfg_predmode.val());
            let stays: Bit = (now.get_bit(STAY_BEFORE_BOUND_AT.index()) & !self.bounded.q.val())
                | (now.get_bit(STAY_SHIFTING_AT.index()) & self.shifting.q.val())
                | (now.get_bit(STAY_BEFORE_END_AT.index()) & !self.count.q.val().get_bits::<4>(0).all());
            let following: Bits<NUMBER> = self.number.q.val() + 1;
            if jump {
                following = now.get_bits::<NUMBER>(TO_AT.index());
            }
            self.orders.re.next = !stays;
            self.low_deeds.re.next = !stays;
            self.high_deeds.re.next = !stays;
            drive!(orders: ra = second.q);
            drive!(low_deeds: ra = number.q);
            drive!(high_deeds: ra = second.q);
            if !stays {
                drive!(self: order = orders.rd);
                self.deed.d.next = bit_cast::<DEED, LOW>(self.low_deeds.rd.val())
                    | (bit_cast::<DEED, HIGH>(self.high_deeds.rd.val()) << LOW_BITS);
                self.number.d.next = following;
                self.second.d.next = following;
            }
            drive!(self: deed1 = deed.q, deed2 = deed1.q, deed3 = deed2.q, deed4 = deed3.q, deed5 = deed4.q,
                deed6 = deed5.q);
            comment!("A judgement begins when no request of a host is under way.");
            self.goes.d.next = self.judging.val() & !self.peek.valid.val();
        }
    }
}
