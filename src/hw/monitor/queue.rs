//! The memory of events, as words (docs/reference/monitor.md, N4 to N6).
use crate::hw::lib::{FastRam, Reg};
use crate::spec::monitor::{PLACE_BITS, WORDS};
use rust_hdl::prelude::*;

const PLACE: usize = PLACE_BITS as usize;

#[treetap_hdl::unit]
mod queue {
    //! Events as words in a memory, from which the bus or a stream takes them. docs/reference/monitor.md

    /// Writes the words of events into a memory, and gives the oldest event to the bus or to a stream.
    ///
    /// The memory holds `2^E` events. With `DEEP` 1, for a fast clock, a word for the bus is there a cycle later.
    #[clocked(reset)]
    #[derived(L = E + 1, A = E + PLACE)]
    pub struct Queue<#[range(1..=12)] const E: usize, #[range(0..=1)] const DEEP: usize> {
        /// A word of an event.
        #[group("word: words of events (valid, ready, data, last)")]
        pub word_valid: Signal<In, Bit>,
        /// The word is taken.
        pub word_ready: Signal<Out, Bit>,
        /// The word.
        pub word_data: Signal<In, Bits<32>>,
        /// The word is the last one of its event.
        pub word_last: Signal<In, Bit>,
        /// Events leave on the stream.
        #[group("cfg_stream: events leave on the stream")]
        pub cfg_stream: Signal<In, Bit>,
        /// Events in the memory.
        #[group("the oldest event, for the bus")]
        pub evq_level: Signal<Out, Bits<L>>,
        /// Which word of the oldest one the bus wants; it is there in the next cycle.
        pub evq_place: Signal<In, Bits<PLACE>>,
        /// The word.
        pub evq_word: Signal<Out, Bits<32>>,
        /// The bus takes the oldest event; there is one.
        pub evq_take: Signal<In, Bit>,
        /// The bus may read the oldest one.
        pub evq_there: Signal<Out, Bit>,
        /// A word of an event on offer.
        #[group("words of events (valid, ready, data, last)")]
        pub out_valid: Signal<Out, Bit>,
        /// The word is taken.
        pub out_ready: Signal<In, Bit>,
        /// The word.
        pub out_data: Signal<Out, Bits<32>>,
        /// The word is the last one of its event.
        pub out_last: Signal<Out, Bit>,
        memory: FastRam<32, A>,
        #[when(DEEP > 0)]
        word: Reg<Bits<32>>,
        level: Reg<Bits<L>>,
        // event and word that are written and read
        wr_event: Reg<Bits<E>>,
        wr_place: Reg<Bits<PLACE>>,
        rd_event: Reg<Bits<E>>,
        rd_place: Reg<Bits<PLACE>>,
        // events leave on the stream; a word is on offer there
        streams: Reg<Bit>,
        offers: Reg<Bit>,
    }

    impl Queue {
        fn update(&mut self) {
            const FULL_BIT: Bits<4> = E as u64;
            const LAST: Bits<PLACE> = WORDS as u64 - 1;

            comment!("In: a word in a cycle.");
            let full: Bit = self.level.q.val().get_bit(FULL_BIT.index());
            let write: Bit = self.word_valid.val() & !full;
            let stored: Bit = write & self.word_last.val();
            self.word_ready.next = !full;
            self.memory.we.next = write;
            self.memory.wa.next =
                (bit_cast::<A, E>(self.wr_event.q.val()) << 3) | bit_cast::<A, PLACE>(self.wr_place.q.val());
            drive!(memory: wd = word_data);
            if write {
                self.wr_place.d.next = self.wr_place.q.val() + 1;
            }
            if stored {
                self.wr_place.d.next = 0.into();
                self.wr_event.d.next = self.wr_event.q.val() + 1;
            }

            comment!("Out, on the stream: what is read in this cycle is on offer in the next one.");
            let sent: Bit = self.offers.q.val() & self.out_ready.val();
            let taken: Bit = self.evq_take.val() | (sent & (self.rd_place.q.val() == LAST));
            let next_place: Bits<PLACE> = self.rd_place.q.val();
            if sent {
                next_place = self.rd_place.q.val() + 1;
            }
            let next_event: Bits<E> = self.rd_event.q.val();
            if taken {
                next_place = 0.into();
                next_event = self.rd_event.q.val() + 1;
            }
            self.rd_place.d.next = next_place;
            self.rd_event.d.next = next_event;
            let rest: Bits<L> = self.level.q.val();
            if taken {
                rest = self.level.q.val() - 1;
            }
            self.level.d.next = rest;
            if stored {
                self.level.d.next = rest + 1;
            }
            comment!("An event that has begun to leave on the stream does so to its end.");
            let stay: Bit = self.cfg_stream.val() | next_place.any() | (self.offers.q.val() & !sent);
            self.streams.d.next = stay;
            self.offers.d.next = self.streams.q.val() & stay & rest.any();
            drive!(self: out_valid = offers.q, out_data = memory.rd);
            self.out_last.next = self.rd_place.q.val() == LAST;
            self.memory.ra.next = (bit_cast::<A, E>(next_event) << 3) | bit_cast::<A, PLACE>(next_place);

            comment!("Out, to the bus.");
            if !self.streams.q.val() {
                self.memory.ra.next =
                    (bit_cast::<A, E>(self.rd_event.q.val()) << 3) | bit_cast::<A, PLACE>(self.evq_place.val());
            }
            self.evq_word.next = self.memory.rd.val();
            if DEEP > 0 {
                drive!(self: word = memory.rd, evq_word = word.q);
            }
            self.evq_there.next = !self.streams.q.val() & self.level.q.val().any();
            self.evq_level.next = self.level.q.val();
            if self.reset.val() {
                zero!(self: level, wr_event, wr_place, rd_event, rd_place, streams, offers);
            }
        }
    }
}
