//! Output queue of the pipelined coalescer.
use crate::hw::lib::{LutRam, Reg};
use rust_hdl::prelude::*;

/// Address bits: 16 words.
const QA: usize = 4;
/// Bits of the fill count.
const QL: usize = QA + 1;

#[treetap_hdl::unit]
mod queue {
    //! Output queue: 16 words and a register. roomy goes low early: 8 more words always fit.

    /// Sixteen words and an output register, for a source that is told early to stop: `roomy` goes low in the cycle
    /// after the queue has eight words or more, and whatever is on its way then still fits if that is eight words at
    /// most.
    #[clocked(reset)]
    pub(super) struct Queue<const W: usize> {
        /// A word comes in; nothing keeps it from doing so.
        pub give: Signal<In, Bit>,
        /// The word.
        pub given: Signal<In, Bits<W>>,
        /// The source may go on.
        pub roomy: Signal<Out, Bit>,
        /// Nothing is in the queue or on offer.
        pub empty: Signal<Out, Bit>,
        /// A word is offered.
        pub valid: Signal<Out, Bit>,
        /// The word is taken.
        pub ready: Signal<In, Bit>,
        /// The word.
        pub word: Signal<Out, Bits<W>>,
        words: LutRam<W, QA>,
        writing: Reg<Bits<QA>>,
        reading: Reg<Bits<QA>>,
        stored: Reg<Bits<QL>>,
        few: Reg<Bit>,
        offered: Reg<Bit>,
        offer: Reg<Bits<W>>,
    }

    impl Queue {
        fn update(&mut self) {
            drive!(words: we = give, wa = writing.q, wd = given, ra = reading.q);
            let fetch: Bit = self.stored.q.val().any() & (!self.offered.q.val() | self.ready.val());
            if self.ready.val() {
                self.offered.d.next = false;
            }
            if fetch {
                self.offered.d.next = true;
                self.offer.d.next = self.words.rd.val();
                self.reading.d.next = self.reading.q.val() + 1;
            }
            if self.give.val() {
                self.writing.d.next = self.writing.q.val() + 1;
            }
            if self.give.val() & !fetch {
                self.stored.d.next = self.stored.q.val() + 1;
            }
            if !self.give.val() & fetch {
                self.stored.d.next = self.stored.q.val() - 1;
            }
            self.few.d.next = !self.stored.q.val().get_bit(3) & !self.stored.q.val().get_bit(4);
            self.roomy.next = self.few.q.val();
            self.empty.next = !self.stored.q.val().any() & !self.offered.q.val();
            drive!(self: valid = offered.q, word = offer.q);
            if self.reset.val() {
                zero!(self: writing, reading, stored, few, offered);
            }
        }
    }
}
