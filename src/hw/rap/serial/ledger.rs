//! Totals and statistics in the scratch memory: which word, which part of it, when (docs/reference/rap-serial.md,
//! "Totals").
use crate::hw::lib::{FastRam, Reg};
use crate::hw::rap::widths::parts;
use crate::hw::tally::TALLY_BITS;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod ledger {
    //! Totals and statistics in the scratch memory, 16 bits at a time.

    /// The scratch memory, and additions to words in it, 16 bits at a time, least significant part first.
    ///
    /// It holds the digits of a path, in the upper bits of a word each, and, from address 128, words of four parts in
    /// the order of the dump's header: 0 n, 2 lost, 4 creates, 5 over. `start` takes `word`; from the next cycle on,
    /// part after part, `fetch` reads, one cycle later `adding` adds, and `P + 1` cycles after that `sum` is stored. In
    /// the cycle `verdict`, before the first part is stored, `overflow` is the carry out of the last one: n is then
    /// left as it is, and every other word is added to once more with `saturate`, which makes it all ones.
    ///
    /// `select` takes `word` without adding, `next` goes on to the next word. While `wipe` is high `sum` goes into
    /// every part, once in 32 cycles.
    ///
    /// A count of `C` bits has `P` parts, `W` bits. The bits of n and lost above `C` are ones, so that the carry out of
    /// the last part is that out of bit `C - 1`. What is counted over T is never more than n.
    #[clocked(reset)]
    #[derived(P = parts(C), W = 16 * P)]
    pub struct Ledger<#[range(16..=48)] const C: usize, const LV: usize> {
        /// Add to `word`.
        #[group("start select word next_word selected: which word of the dump's header; add to it")]
        pub start: Signal<In, Bit>,
        /// Take `word`.
        pub select: Signal<In, Bit>,
        /// The word.
        pub word: Signal<In, Bits<3>>,
        /// Next word.
        pub next_word: Signal<In, Bit>,
        /// The word selected.
        pub selected: Signal<Out, Bits<3>>,
        /// Read `read_slot`.
        #[group("fetch first tally adding: the additions; a tally counts by one")]
        pub fetch: Signal<Out, Bit>,
        /// The part that is read is the first one.
        pub first: Signal<Out, Bit>,
        /// The word counts by one, not by a weight.
        pub tally: Signal<Out, Bit>,
        /// The part read in the cycle before is at hand.
        pub adding: Signal<Out, Bit>,
        /// Carry of the addition in the cycle before.
        #[group("overflow saturate refused: what becomes of a word that is full")]
        pub overflow: Signal<In, Bit>,
        /// Make the sum all ones.
        pub saturate: Signal<Out, Bit>,
        /// n is full: the event does not count.
        pub refused: Signal<Out, Bit>,
        /// What is stored.
        #[group("sum wipe: writes")]
        pub sum: Signal<In, Bits<16>>,
        /// Visit all slots.
        pub wipe: Signal<In, Bit>,
        /// Read part `place / 16` of the word selected.
        #[group("read_word place stack_read data: reads")]
        pub read_word: Signal<In, Bit>,
        /// A place in it.
        pub place: Signal<In, Bits<6>>,
        /// Otherwise: stack address to read.
        pub stack_read: Signal<In, Bits<LV>>,
        /// What was read in the cycle before.
        pub data: Signal<Out, Bits<16>>,
        /// Stack address to write.
        #[group("stack_write digit push: the path of a dump, in the same memory")]
        pub stack_write: Signal<In, Bits<LV>>,
        /// Digit to write.
        pub digit: Signal<In, Bits<2>>,
        /// Write it; never while anything is stored.
        pub push: Signal<In, Bit>,
        /// Nothing under way.
        #[group("nothing is under way")]
        pub idle: Signal<Out, Bit>,
        /// Weight counted.
        #[group("n lost creates over: the words, as last stored")]
        pub n: Signal<Out, Bits<C>>,
        /// Weight lost.
        pub lost: Signal<Out, Bits<C>>,
        /// Nodes created.
        pub creates: Signal<Out, Bits<TALLY_BITS>>,
        /// Weight counted over T.
        pub over: Signal<Out, Bits<C>>,
        n_shown: Reg<Bits<W>>,
        lost_shown: Reg<Bits<W>>,
        creates_shown: Reg<Bits<TALLY_BITS>>,
        over_shown: Reg<Bits<W>>,
        memory: FastRam<16, 8>,
        chosen: Reg<Bits<3>>,
        fetching: Reg<Bit>,
        part: Reg<Bits<2>>,
        #[also(added, full)]
        adds: Reg<Bit>,
        delay: [Reg<Bit>; P],
        stored: Reg<Bits<2>>,
    }

    impl Ledger {
        fn update(&mut self) {
            const PARTS: Bits<2> = P - 1;
            const TALLY_PARTS: Bits<2> = TALLY_BITS as u64 / 16 - 1;
            const UPPER_PART: Bits<6> = W - 16;
            const UNUSED: Bits<16> = 0xffff & !((1 << (16 + C - W)) - 1);

            self.selected.next = self.chosen.q.val();
            self.tally.next = self.chosen.q.val().get_bit(2) & !self.chosen.q.val().get_bit(0);
            let last_part: Bits<2> = PARTS;
            if self.tally.val() {
                last_part = TALLY_PARTS;
            }
            self.fetch.next = self.fetching.q.val();
            self.first.next = self.fetching.q.val() & !self.part.q.val().any();
            drive!(self: adding = adds.q, saturate = full.q);

            let verdict: Bit = self.added.q.val() & !self.adds.q.val();
            self.refused.next = verdict & self.overflow.val() & !self.chosen.q.val().any();
            let again: Bit = verdict & self.overflow.val() & self.chosen.q.val().any() & !self.full.q.val();
            drive!(self: adds = fetching.q, added = adds.q);
            if self.fetching.q.val() {
                self.part.d.next = self.part.q.val() + 1;
                if self.part.q.val() == last_part {
                    self.part.d.next = 0.into();
                }
            }
            if self.select.val() {
                self.chosen.d.next = self.word.val();
            }
            self.fetching.d.next =
                self.start.val() | again | (self.fetching.q.val() & !(self.part.q.val() == last_part));
            self.full.d.next = again | (self.full.q.val() & !self.start.val());

            comment!("Sums are stored when they have passed through the sum registers.");
            self.delay[0].d.next = self.added.q.val() & !self.refused.val();
            let waiting: Bit = self.delay[0].q.val();
            for i in 1..(P) {
                self.delay[i].d.next = self.delay[i - 1].q.val() & !self.refused.val();
                waiting = waiting | self.delay[i].q.val();
            }
            let storing: Bit = self.delay[P - 1].q.val() | self.wipe.val();
            if storing {
                self.stored.d.next = self.stored.q.val() + 1;
            } else {
                self.stored.d.next = 0.into();
            }
            if self.next_word.val() | (self.wipe.val() & self.stored.q.val().all()) {
                self.chosen.d.next = self.chosen.q.val() + 1;
            }
            self.idle.next = !self.fetching.q.val() & !self.adds.q.val() & !self.added.q.val() & !waiting;
            comment!(
                "The ports show what is stored: the parts come least significant first, and there are always all of \
                 them."
            );
            if storing {
                match self.chosen.q.val().index() {
                    0 => {
                        self.n_shown.d.next =
                            (self.n_shown.q.val() >> 16) | (bit_cast::<W, 16>(self.sum.val()) << UPPER_PART);
                    }
                    2 => {
                        self.lost_shown.d.next =
                            (self.lost_shown.q.val() >> 16) | (bit_cast::<W, 16>(self.sum.val()) << UPPER_PART);
                    }
                    4 => {
                        self.creates_shown.d.next =
                            (self.creates_shown.q.val() >> 16) | (bit_cast::<32, 16>(self.sum.val()) << 16);
                    }
                    5 => {
                        self.over_shown.d.next =
                            (self.over_shown.q.val() >> 16) | (bit_cast::<W, 16>(self.sum.val()) << UPPER_PART);
                    }
                    _ => {}
                }
            }
            self.n.next = bit_cast::<C, W>(self.n_shown.q.val());
            self.lost.next = bit_cast::<C, W>(self.lost_shown.q.val());
            self.over.next = bit_cast::<C, W>(self.over_shown.q.val());
            drive!(self: creates = creates_shown.q);
            comment!("The memory: the stack below, the words above.");
            self.data.next = self.memory.rd.val();
            let slot: Bits<8> = (bit_cast::<8, 3>(self.chosen.q.val()) << 2) | 128;
            self.memory.ra.next = bit_cast::<8, LV>(self.stack_read.val());
            if self.fetching.q.val() {
                self.memory.ra.next = slot | bit_cast::<8, 2>(self.part.q.val());
            }
            if self.read_word.val() {
                self.memory.ra.next = slot | bit_cast::<8, 6>(self.place.val() >> 4);
            }
            self.memory.we.next = self.push.val() | storing;
            self.memory.wa.next = bit_cast::<8, LV>(self.stack_write.val());
            self.memory.wd.next =
                (bit_cast::<16, 2>(self.digit.val()) << 14) | bit_cast::<16, 14>(bit_cast::<14, 16>(self.sum.val()));
            if storing {
                self.memory.wa.next = slot | bit_cast::<8, 2>(self.stored.q.val());
                self.memory.wd.next = self.sum.val();
                if C < W {
                    if self.wipe.val()
                        & !self.chosen.q.val().get_bit(0)
                        & !self.chosen.q.val().get_bit(2)
                        & (self.stored.q.val() == PARTS)
                    {
                        self.memory.wd.next = UNUSED;
                    }
                }
            }
            if self.reset.val() {
                zero!(self: fetching, part, adds, added);
                for i in 0..(P) {
                    self.delay[i].d.next = false;
                }
            }
        }
    }
}
