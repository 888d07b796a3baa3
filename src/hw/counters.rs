//! Where every retirement went (docs/reference/counters.md).
use crate::hw::lib::{FastRam, Reg, RegEn};
use crate::spec::counters::{BITS, Counter};
use rust_hdl::prelude::*;

const WIDTH: usize = BITS as usize;
const COUNT: usize = Counter::COUNT;
/// Bits of a counter's steps between two visits.
const STEPS: usize = 4;
/// Bits of an address of the RAM: the counters, and a word that is always 0.
const PLACE: usize = 4;

/// What the kernel takes for granted: a counter that steps in every cycle is visited before its own bits are full.
const _: () = {
    assert!(COUNT < 1 << STEPS && COUNT < 1 << PLACE);
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
    //! its steps, and the counters are visited in turn, one a cycle: read, the steps added, written.

    /// Fifteen counters of 32 bits in block RAM, any of which may step in any cycle.
    ///
    /// Each has four bits of its own that count its steps. The counters are visited in turn, one in each cycle: read,
    /// the steps added, written. `cnt_data` is the counter at `cnt_addr` in the cycle with `cnt_valid`, which comes
    /// within 32 cycles of `cnt_read`.
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
        words: FastRam<WIDTH, PLACE>,
        #[init(true)]
        clearing: Reg<Bit>,
        #[init(true)]
        start: Reg<Bit>,
        // what happened in the cycle before
        stepped: Reg<Bits<COUNT>>,
        round: Reg<Bits<COUNT>>,
        // the counter that is read, added to, written
        #[also(adding_at, writing_at)]
        place: Reg<Bits<PLACE>>,
        steps: Reg<Bits<STEPS>>,
        #[also(writing)]
        adding: Reg<Bit>,
        sum: Reg<Bits<WIDTH>>,
    }

    impl Counters {
        fn update(&mut self) {
            const LAST_PLACE: Bits<PLACE> = COUNT as u64 - 1;
            const ZERO_WORD: Bits<PLACE> = COUNT as u64;
            const EVERYBODY: Bits<COUNT> = (1 << COUNT) - 1;

            let clear: Bit = self.cnt_clear.val() | self.reset.val();
            let now: Bits<COUNT> = bit_cast::<COUNT, 1>(self.step_retired.val().into())
                | (bit_cast::<COUNT, 1>(self.step_trap.val().into()) << 1)
                | (bit_cast::<COUNT, 1>(self.step_rej_class.val().into()) << 2)
                | (bit_cast::<COUNT, 1>(self.step_rej_pc1.val().into()) << 3)
                | (bit_cast::<COUNT, 1>(self.step_rej_pc2.val().into()) << 4)
                | (bit_cast::<COUNT, 1>(self.step_rej_dec.val().into()) << 5)
                | (bit_cast::<COUNT, 1>(self.step_rej_select.val().into()) << 6)
                | (bit_cast::<COUNT, 1>(self.step_rej_burst.val().into()) << 7)
                | (bit_cast::<COUNT, 1>(self.step_cand.val().into()) << 8)
                | (bit_cast::<COUNT, 1>(self.step_acc.val().into()) << 9)
                | (bit_cast::<COUNT, 1>(self.step_drop_full.val().into()) << 10)
                | (bit_cast::<COUNT, 1>(self.step_drop_off.val().into()) << 11)
                | (bit_cast::<COUNT, 1>(self.step_popped.val().into()) << 12)
                | (bit_cast::<COUNT, 1>(self.step_flushed.val().into()) << 13)
                | (bit_cast::<COUNT, 1>(self.step_rej_gate.val().into()) << 14);
            self.stepped.d.next = now;

            comment!(
                "First cycle of a visit: the counter is read, and the steps are taken. After a reset or clear all that \
                 stepped before is forgotten: everybody is visited at once."
            );
            self.start.d.next = false;
            self.round.d.next = self.round.q.val() << 1;
            self.place.d.next = self.place.q.val() + 1;
            let last: Bit = self.round.q.val().get_bit(LAST_PLACE.index());
            if self.start.q.val() | last {
                self.round.d.next = 1.into();
                self.place.d.next = 0.into();
            }
            if last & !self.start.q.val() {
                self.clearing.d.next = false;
            }
            let taken: Bits<STEPS> = 0.into();
            for i in 0..COUNT {
                self.lately[i].step.next = self.stepped.q.val().get_bit(i);
                self.lately[i].visit.next = self.round.q.val().get_bit(i);
                if self.round.q.val().get_bit(i) {
                    taken = taken | self.lately[i].steps.val();
                }
            }
            self.steps.d.next = taken;
            self.words.ra.next = self.place.q.val();
            if self.clearing.q.val() {
                self.words.ra.next = ZERO_WORD;
            }
            self.adding.d.next = !self.start.q.val();
            drive!(self: adding_at = place.q, writing_at = adding_at.q, writing = adding.q);
            comment!("Second cycle: they are added.");
            self.sum.d.next = self.words.rd.val() + bit_cast::<WIDTH, STEPS>(self.steps.q.val());
            comment!(
                "Third cycle: the sum is written, and whoever wants the counter has it. First of all the word that is \
                 always 0 is written."
            );
            self.words.we.next = self.writing.q.val() | self.start.q.val();
            self.words.wa.next = self.writing_at.q.val();
            if self.start.q.val() {
                self.words.wa.next = ZERO_WORD;
            }
            self.words.wd.next = self.sum.q.val();
            self.cnt_valid.next = self.cnt_read.val()
                & ((self.writing.q.val() & (self.writing_at.q.val() == self.cnt_addr.val()))
                    | (self.cnt_addr.val() > LAST_PLACE));
            self.cnt_data.next = self.sum.q.val();
            self.cnt_cleared.next = !self.clearing.q.val();
            if clear {
                self.clearing.d.next = true;
                self.start.d.next = true;
                self.round.d.next = EVERYBODY;
                zero!(self: stepped, sum, adding, writing);
            }
        }
    }
}
