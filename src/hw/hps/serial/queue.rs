//! The queue of events, word by word (docs/reference/hps.md, H13).
use crate::hw::lib::{FastRamRe, Reg};
use crate::spec::hps::QUEUE;
use crate::spec::monitor::{PLACE_BITS, WORDS};
use rust_hdl::prelude::*;

/// Bits of the number of a word of an event, and of the place of an event.
const WORD: usize = PLACE_BITS as usize;
const EVENT: usize = QUEUE.trailing_zeros() as usize;
/// Bits of the number of events that wait.
const LEVEL: usize = EVENT + 1;
/// Bits of the place of a word.
const PLACE: usize = EVENT + WORD;

#[treetap_hdl::unit]
mod serial_queue {
    //! Events wait, a word in a cycle in and out.

    /// A queue of events, which are written and leave a word at a time.
    #[clocked(reset)]
    pub struct SerialQueue {
        /// There is room for an event.
        #[group("put: a word of an event, which there has to be room for")]
        pub put_room: Signal<Out, Bit>,
        /// A word in this cycle.
        pub put_valid: Signal<In, Bit>,
        /// The word.
        pub put_data: Signal<In, Bits<32>>,
        /// A word on offer.
        #[group("ev: words of events, the oldest first (valid, ready, data, last)")]
        pub ev_valid: Signal<Out, Bit>,
        /// The word is taken.
        pub ev_ready: Signal<In, Bit>,
        /// The word.
        pub ev_data: Signal<Out, Bits<32>>,
        /// The word is the last one of its event.
        pub ev_last: Signal<Out, Bit>,
        memory: FastRamRe<32, PLACE>,
        // events that are not gone; those that are whole and were not all read
        #[also(whole)]
        level: Reg<Bits<LEVEL>>,
        #[also(front)]
        back: Reg<Bits<EVENT>>,
        #[also(rd_word)]
        wr_word: Reg<Bits<WORD>>,
        #[also(last)]
        offered: Reg<Bit>,
    }

    impl SerialQueue {
        fn update(&mut self) {
            const CAPACITY: Bits<LEVEL> = QUEUE as u64;
            const LAST_WORD: Bits<WORD> = WORDS as u64 - 1;

            comment!("In. An event that is gone in this cycle leaves its room.");
            let gone: Bit = self.offered.q.val() & self.ev_ready.val() & self.last.q.val();
            let stored: Bit = self.put_valid.val() & (self.wr_word.q.val() == LAST_WORD);
            self.put_room.next = (self.level.q.val() != CAPACITY) | gone;
            self.memory.we.next = self.put_valid.val();
            self.memory.wa.next =
                (bit_cast::<PLACE, EVENT>(self.back.q.val()) << 3) | bit_cast::<PLACE, WORD>(self.wr_word.q.val());
            self.memory.wd.next = self.put_data.val();
            if self.put_valid.val() {
                self.wr_word.d.next = self.wr_word.q.val() + 1;
            }
            if stored {
                self.wr_word.d.next = 0.into();
                self.back.d.next = self.back.q.val() + 1;
            }

            comment!("Out. An event is read when all of it is there.");
            let fetch: Bit = self.whole.q.val().any() & (!self.offered.q.val() | self.ev_ready.val());
            let ending: Bit = self.rd_word.q.val() == LAST_WORD;
            self.memory.re.next = fetch;
            self.memory.ra.next =
                (bit_cast::<PLACE, EVENT>(self.front.q.val()) << 3) | bit_cast::<PLACE, WORD>(self.rd_word.q.val());
            self.offered.d.next = fetch | (self.offered.q.val() & !self.ev_ready.val());
            if fetch {
                self.last.d.next = ending;
                self.rd_word.d.next = self.rd_word.q.val() + 1;
                if ending {
                    self.rd_word.d.next = 0.into();
                    self.front.d.next = self.front.q.val() + 1;
                }
            }
            drive!(self: ev_valid = offered.q, ev_data = memory.rd, ev_last = last.q);
            comment!("An event takes its room when its first word comes.");
            let enters: Bit = self.put_valid.val() & !self.wr_word.q.val().any();
            if enters & !gone {
                self.level.d.next = self.level.q.val() + 1;
            }
            if !enters & gone {
                self.level.d.next = self.level.q.val() - 1;
            }
            let leaves: Bit = fetch & ending;
            if stored & !leaves {
                self.whole.d.next = self.whole.q.val() + 1;
            }
            if !stored & leaves {
                self.whole.d.next = self.whole.q.val() - 1;
            }
            if self.reset.val() {
                zero!(self: level, whole, back, front, wr_word, rd_word, offered);
            }
        }
    }
}
