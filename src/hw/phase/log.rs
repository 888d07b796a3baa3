//! The queue of the interval log (docs/reference/phase.md, P11).
use crate::hw::lib::{OutRegRam, Reg};
use crate::spec::phase::record::{HALVES, WORDS};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod log {
    //! What is known of intervals, queued as half words and sent as words.

    /// Queues half words, `2^A` of them, and sends them as words, one in eight cycles at most. An interval goes in
    /// whole or not at all, its half words in adjacent cycles. The longest path is that of the number of half words.
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
        halves: OutRegRam<16, A>,
        // half words that came, and that left, modulo the size of the memory; those that are there
        #[also(left)]
        came: Reg<Bits<A>>,
        held: Reg<Bits<L>>,
        room: Reg<Bit>,
        some: Reg<Bit>,
        // cycles since a word was asked for; its low half; number of the word in its interval
        turn: Reg<Bits<3>>,
        low: Reg<Bits<16>>,
        place: Reg<Bits<2>>,
    }

    impl Log {
        fn update(&mut self) {
            const FITS: Bits<L> = (1 << A) - HALVES as u64;
            const ALL: Bits<L> = (1 << L) - 1;
            const LAST: Bits<2> = WORDS as u64 - 1;
            const LOW_THERE: Bits<3> = 2;
            const HIGH_THERE: Bits<3> = 5;

            self.room.d.next = self.held.q.val() <= FITS;
            self.log_room.next = self.room.q.val();
            self.halves.we.next = self.log_put.val();
            drive!(halves: wa = came.q);
            self.halves.wd.next = self.log_half.val();
            if self.log_put.val() {
                self.came.d.next = self.came.q.val() + 1;
            }
            comment!("The low half is there two cycles after it was asked for, and so is the high half.");
            drive!(halves: ra = left.q);
            let offers: Bit = self.turn.q.val() == HIGH_THERE;
            let takes: Bit = offers & self.out_ready.val();
            self.some.d.next = self.held.q.val().any();
            let goes: Bit = self.some.q.val();
            if self.turn.q.val().any() {
                goes = !offers | self.out_ready.val();
            }
            if goes {
                self.turn.d.next = self.turn.q.val() + 1;
            }
            if self.turn.q.val() == LOW_THERE {
                self.low.d.next = self.halves.rd.val();
            }
            let leaves: Bit = (self.turn.q.val() == LOW_THERE) | takes;
            let less: Bits<L> = 0.into();
            if leaves {
                self.left.d.next = self.left.q.val() + 1;
                less = ALL;
            }
            self.held.d.next = self.held.q.val() + less + bit_cast::<L, 1>(self.log_put.val().into());
            self.out_valid.next = offers;
            self.out_data.next =
                bit_cast::<32, 16>(self.low.q.val()) | (bit_cast::<32, 16>(self.halves.rd.val()) << 16);
            self.out_last.next = self.place.q.val() == LAST;
            if takes {
                self.place.d.next = self.place.q.val() + 1;
                if self.place.q.val() == LAST {
                    self.place.d.next = 0.into();
                }
            }
            if self.reset.val() {
                zero!(self: came, left, held, room, some, turn, place);
            }
        }
    }
}
