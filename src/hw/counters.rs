//! Where every retirement went (docs/reference/counters.md).
use crate::hw::lib::{FastRam, Reg, RegEn};
use crate::spec::counters::{BITS, Counter};
use rust_hdl::prelude::*;

const WIDTH: usize = BITS as usize;
const COUNT: usize = Counter::COUNT;
/// Bits of a counter's steps between two visits.
const STEPS: usize = 5;
/// Bits of half a counter, a word of the RAM, and of a sum of one.
const HALF: usize = WIDTH / 2;
const SUM: usize = HALF + 1;
/// Bits of an address of the RAM: low halves, from a half of it on high ones, and a word that is always 0.
const PLACE: usize = 5;

/// What the kernel takes for granted: a counter that steps in every cycle is visited before its own bits are full.
const _: () = {
    assert!(2 * COUNT < 1 << STEPS && COUNT < 1 << (PLACE - 1));
};

#[treetap_hdl::unit]
mod lately {
    //! Steps of one counter since its last visit, which takes them and leaves those of its own cycle.

    /// One counter's steps since its last visit: `B` bits.
    #[clocked]
    #[derived(HIGH = B - 1)]
    struct Lately<const B: usize> {
        /// It steps in this cycle.
        pub step: Signal<In, Bit>,
        /// Take the steps.
        pub visit: Signal<In, Bit>,
        /// Steps since the last visit, without those of this cycle.
        pub steps: Signal<Out, Bits<B>>,
        odd: RegEn<Bit>,
        rest: RegEn<Bits<HIGH>>,
    }

    impl Lately {
        fn update(&mut self) {
            self.odd.en.next = self.step.val() | self.visit.val();
            self.rest.en.next = self.step.val() | self.visit.val();
            self.odd.d.next = self.step.val() & (self.visit.val() | !self.odd.q.val());
            self.rest.d.next = self.rest.q.val() + bit_cast::<HIGH, 1>(self.odd.q.val().into());
            if self.visit.val() {
                self.rest.d.next = 0.into();
            }
            self.steps.next = (bit_cast::<B, HIGH>(self.rest.q.val()) << 1) | bit_cast::<B, 1>(self.odd.q.val().into());
        }
    }
}

#[treetap_hdl::unit]
mod counters {
    //! Fifteen 32-bit counters in block RAM, any of which may step in any cycle: each has a few bits of its own for
    //! its steps, and the counters are visited in turn, each for two cycles: read, the steps added, written, half after
    //! half.

    /// Fifteen counters of 32 bits in block RAM, any of which may step in any cycle.
    ///
    /// Each has five bits of its own that count its steps. The counters are visited in turn, each for two cycles, since
    /// a word of the RAM is half a counter: read, the steps or the carry added, written. `cnt_data` is the counter at
    /// `cnt_addr` in the cycle with `cnt_valid`, which comes within 32 cycles of `cnt_read`.
    #[clocked(reset)]
    pub struct Counters {
        /// A record of the tap.
        #[group("what happens in this cycle; the order is that of the addresses")]
        pub step_retired: Signal<In, Bit>,
        /// The record did not execute.
        pub step_trap: Signal<In, Bit>,
        /// Rejected for its class.
        pub step_rej_class: Signal<In, Bit>,
        /// Rejected by filter 1.
        pub step_rej_pc1: Signal<In, Bit>,
        /// Rejected by filter 2.
        pub step_rej_pc2: Signal<In, Bit>,
        /// Rejected by the decimator.
        pub step_rej_dec: Signal<In, Bit>,
        /// Not marked.
        pub step_rej_select: Signal<In, Bit>,
        /// Not taken by the trigger.
        pub step_rej_burst: Signal<In, Bit>,
        /// A candidate.
        pub step_cand: Signal<In, Bit>,
        /// The candidate enters the buffer.
        pub step_acc: Signal<In, Bit>,
        /// The candidate finds the buffer full.
        pub step_drop_full: Signal<In, Bit>,
        /// The candidate finds the buffer off.
        pub step_drop_off: Signal<In, Bit>,
        /// A record leaves the buffer.
        pub step_popped: Signal<In, Bit>,
        /// A record is flushed.
        pub step_flushed: Signal<In, Bit>,
        /// Came while the gate was shut.
        pub step_rej_gate: Signal<In, Bit>,
        /// Zero all; what steps from then on counts.
        #[group("cnt_clear: zero all; cnt_cleared is low from the next cycle on until that is done")]
        pub cnt_clear: Signal<In, Bit>,
        /// No counter is left to be zeroed.
        #[group("cnt_cleared: no counter is left to be zeroed")]
        pub cnt_cleared: Signal<Out, Bit>,
        /// A counter is wanted.
        #[group("cnt_read: hold it and cnt_addr until cnt_valid, at most 32 cycles")]
        pub cnt_read: Signal<In, Bit>,
        /// Number of the counter.
        pub cnt_addr: Signal<In, Bits<4>>,
        /// Here it is.
        pub cnt_valid: Signal<Out, Bit>,
        /// Value of the counter.
        pub cnt_data: Signal<Out, Bits<WIDTH>>,
        lately: [Lately<STEPS>; COUNT],
        words: FastRam<HALF, PLACE>,
        #[init(true)]
        clearing: Reg<Bit>,
        #[init(true)]
        start: Reg<Bit>,
        round: Reg<Bits<COUNT>>,
        // the halves of a visit: the one that is read, added, written
        #[also(adding_high, writing_high)]
        high: Reg<Bit>,
        place: Reg<Bits<4>>,
        steps: Reg<Bits<STEPS>>,
        adding: Reg<Bit>,
        adding_at: Reg<Bits<4>>,
        sum: Reg<Bits<SUM>>,
        writing: Reg<Bit>,
        writing_at: Reg<Bits<4>>,
        low: Reg<Bits<HALF>>,
    }

    impl Counters {
        fn update(&mut self) {
            const LAST_PLACE: Bits<4> = COUNT as u64 - 1;
            const PLACE_BITS: Bits<3> = PLACE as u64 - 1;
            const HALF_BITS: Bits<6> = HALF as u64;
            const ZERO_WORD: Bits<PLACE> = COUNT as u64;

            let clear: Bit = self.cnt_clear.val() | self.reset.val();
            self.lately[0].step.next = self.step_retired.val();
            self.lately[1].step.next = self.step_trap.val();
            self.lately[2].step.next = self.step_rej_class.val();
            self.lately[3].step.next = self.step_rej_pc1.val();
            self.lately[4].step.next = self.step_rej_pc2.val();
            self.lately[5].step.next = self.step_rej_dec.val();
            self.lately[6].step.next = self.step_rej_select.val();
            self.lately[7].step.next = self.step_rej_burst.val();
            self.lately[8].step.next = self.step_cand.val();
            self.lately[9].step.next = self.step_acc.val();
            self.lately[10].step.next = self.step_drop_full.val();
            self.lately[11].step.next = self.step_drop_off.val();
            self.lately[12].step.next = self.step_popped.val();
            self.lately[13].step.next = self.step_flushed.val();
            self.lately[14].step.next = self.step_rej_gate.val();

            comment!(
                "First cycle of a half: it is read; with the low one the steps are taken. After a reset or clear all \
                 that stepped before is forgotten."
            );
            self.start.d.next = false;
            self.high.d.next = !self.high.q.val();
            if self.high.q.val() {
                self.round.d.next = self.round.q.val() << 1;
                self.place.d.next = self.place.q.val() + 1;
            }
            let last: Bit = self.round.q.val().get_bit(LAST_PLACE.index()) & self.high.q.val();
            if self.start.q.val() | last {
                self.round.d.next = 1.into();
                self.place.d.next = 0.into();
                self.high.d.next = false;
            }
            if last {
                self.clearing.d.next = false;
            }
            let taken: Bits<STEPS> = 0.into();
            for i in 0..COUNT {
                self.lately[i].visit.next = (self.round.q.val().get_bit(i) & !self.high.q.val()) | self.start.q.val();
                if self.round.q.val().get_bit(i) {
                    taken = taken | self.lately[i].steps.val();
                }
            }
            self.steps.d.next = taken;
            self.words.ra.next = bit_cast::<PLACE, 4>(self.place.q.val())
                | (bit_cast::<PLACE, 1>(self.high.q.val().into()) << PLACE_BITS);
            if self.clearing.q.val() {
                self.words.ra.next = ZERO_WORD;
            }
            self.adding.d.next = !self.start.q.val();
            drive!(self: adding_at = place.q, adding_high = high.q);
            comment!("Second cycle: they are added, to the high half what the low one carries.");
            let more: Bits<SUM> = bit_cast::<SUM, STEPS>(self.steps.q.val());
            if self.adding_high.q.val() {
                more = bit_cast::<SUM, 1>(self.sum.q.val().get_bit(HALF_BITS.index()).into());
            }
            self.sum.d.next = bit_cast::<SUM, HALF>(self.words.rd.val()) + more;
            drive!(self: writing = adding.q, writing_at = adding_at.q, writing_high = adding_high.q);
            comment!(
                "Third cycle: the half is written, and with the high one whoever wants the counter has it. First of \
                 all the word that is always 0 is written."
            );
            self.words.we.next = self.writing.q.val() | self.start.q.val();
            self.words.wa.next = bit_cast::<PLACE, 4>(self.writing_at.q.val())
                | (bit_cast::<PLACE, 1>(self.writing_high.q.val().into()) << PLACE_BITS);
            if self.start.q.val() {
                self.words.wa.next = ZERO_WORD;
            }
            self.words.wd.next = self.sum.q.val().get_bits::<HALF>(0);
            self.low.d.next = self.sum.q.val().get_bits::<HALF>(0);
            self.cnt_valid.next = self.cnt_read.val()
                & ((self.writing.q.val()
                    & self.writing_high.q.val()
                    & (self.writing_at.q.val() == self.cnt_addr.val()))
                    | (self.cnt_addr.val() > LAST_PLACE));
            self.cnt_data.next = bit_cast::<WIDTH, HALF>(self.low.q.val())
                | (bit_cast::<WIDTH, HALF>(self.sum.q.val().get_bits::<HALF>(0)) << HALF_BITS);
            self.cnt_cleared.next = !self.clearing.q.val();
            if clear {
                self.clearing.d.next = true;
                self.start.d.next = true;
                zero!(self: round, sum, adding, writing);
            }
        }
    }
}
