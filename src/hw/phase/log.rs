//! The queue of the interval log (docs/reference/phase.md, P11).
use crate::hw::lib::{Fifo, Reg};
use crate::spec::phase::record::{HALVES, WORDS};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod log {
    //! What is known of intervals, queued as half words and sent as words.

    /// Queues half words, `2^A` of them, and sends them as words. An interval goes in whole or not at all.
    #[clocked(reset)]
    #[derived(L = A + 1)]
    pub struct Log<#[range(4..=12)] const A: usize> {
        /// There is room for an interval.
        #[group("half words of an interval, for which there is room")]
        pub log_room: Signal<Out, Bit>,
        /// A half word in this cycle.
        pub log_put: Signal<In, Bit>,
        /// The half word.
        pub log_half: Signal<In, Bits<16>>,
        /// A word is on offer.
        #[group("out: words of intervals, of which the last is marked")]
        pub out_valid: Signal<Out, Bit>,
        /// The word is taken.
        pub out_ready: Signal<In, Bit>,
        /// The word.
        pub out_data: Signal<Out, Bits<32>>,
        /// The word is the last one of its interval.
        pub out_last: Signal<Out, Bit>,
        fifo: Fifo<16, A>,
        room: Reg<Bit>,
        // the low half of the word, and whether it is there; number of the word in its interval
        low: Reg<Bits<16>>,
        half: Reg<Bit>,
        place: Reg<Bits<2>>,
    }

    impl Log {
        fn update(&mut self) {
            const FITS: Bits<L> = (1 << A) - HALVES as u64;
            const LAST: Bits<2> = WORDS as u64 - 1;

            self.room.d.next = self.fifo.level.val() <= FITS;
            self.log_room.next = self.room.q.val();
            drive!(fifo.in_port: valid = log_put, data = log_half);
            let takes: Bit = self.fifo.out_port.valid.val() & (!self.half.q.val() | self.out_ready.val());
            self.fifo.out_port.ready.next = !self.half.q.val() | self.out_ready.val();
            if takes {
                self.half.d.next = !self.half.q.val();
            }
            if !self.half.q.val() {
                self.low.d.next = self.fifo.out_port.data.val();
            }
            self.out_valid.next = self.half.q.val() & self.fifo.out_port.valid.val();
            self.out_data.next =
                bit_cast::<32, 16>(self.low.q.val()) | (bit_cast::<32, 16>(self.fifo.out_port.data.val()) << 16);
            self.out_last.next = self.place.q.val() == LAST;
            if takes & self.half.q.val() {
                self.place.d.next = self.place.q.val() + 1;
                if self.place.q.val() == LAST {
                    self.place.d.next = 0.into();
                }
            }
            if self.reset.val() {
                zero!(self: room, half, place);
            }
        }
    }
}
