//! Events of the engine as words, and how many wait in it (docs/reference/monitor.md, N4 and N5).
use crate::hw::bundles::HpsEventRx;
use crate::hw::lib::Reg;
use crate::spec::hps::QUEUE;
use crate::spec::monitor::{LATE, PLACE_BITS, UNDER_WAY, WORDS};
use rust_hdl::prelude::*;

const PLACE: usize = PLACE_BITS as usize;
/// Bits of the number of events that wait.
const LEVEL: usize = QUEUE.trailing_zeros() as usize + 1;

#[treetap_hdl::unit]
mod words {
    //! Events of the engine, a word in a cycle, and whether its queue is nearly full. docs/reference/monitor.md

    /// Events of the engine as words, and the core held back while the queue of the engine might not have room for all
    /// that is under way to it.
    #[clocked(reset)]
    pub struct Words {
        #[group("events of the engine")]
        pub ev: HpsEventRx,
        /// An event went into the queue of the engine, in the cycle before.
        #[group("step_word: an event went into the queue of the engine")]
        pub step_word: Signal<In, Bit>,
        /// A word of an event.
        #[group("word: words of events (valid, ready, data, last)")]
        pub word_valid: Signal<Out, Bit>,
        /// The word is taken.
        pub word_ready: Signal<In, Bit>,
        /// The word.
        pub word_data: Signal<Out, Bits<32>>,
        /// The word is the last one of its event.
        pub word_last: Signal<Out, Bit>,
        /// The core is held back for events.
        #[group("cfg_hold: the core is held back for events")]
        pub cfg_hold: Signal<In, Bit>,
        /// Static: a retirement is taken whether the core was to be held or not.
        #[group("ret_always: static; take retirements whether the core is to be held or not")]
        pub ret_always: Signal<In, Bit>,
        /// What the tap sees.
        #[group("buffer_ready: what the tap sees of that")]
        pub buffer_ready: Signal<Out, Bit>,
        /// Hold the core back.
        #[group("ret_stall: hold the core back")]
        pub ret_stall: Signal<Out, Bit>,
        place: Reg<Bits<PLACE>>,
        level: Reg<Bits<LEVEL>>,
    }

    impl Words {
        fn update(&mut self) {
            const LAST_WORD: Bits<PLACE> = WORDS as u64 - 1;
            const ROOM: Bits<LEVEL> = QUEUE as u64 - u64::from(UNDER_WAY + LATE);

            let ends: Bit = self.place.q.val() == LAST_WORD;
            let moves: Bit = self.ev.valid.val() & self.word_ready.val();
            let goes: Bit = moves & ends;
            self.ev.ready.next = self.word_ready.val() & ends;
            self.word_valid.next = self.ev.valid.val();
            self.word_last.next = ends;
            let word: Bits<32> = 0.into();
            match self.place.q.val().index() {
                0 => {
                    word = bit_cast::<32, 8>(self.ev.handler.val())
                        | (bit_cast::<32, 6>(self.ev.number.val()) << 8)
                        | (bit_cast::<32, 1>(self.ev.has_target.val().into()) << 14)
                        | (bit_cast::<32, 1>(self.ev.taken.val().into()) << 15)
                        | (bit_cast::<32, 16>(self.ev.instructions.val()) << 16);
                }
                1 => word = self.ev.pc.val(),
                2 => word = self.ev.insn.val(),
                3 => word = self.ev.target.val(),
                4 => word = self.ev.address.val(),
                _ => word = bit_cast::<32, 16>(self.ev.burst.val()),
            }
            self.word_data.next = word;
            if moves {
                self.place.d.next = self.place.q.val() + 1;
            }
            if goes {
                self.place.d.next = 0.into();
            }
            comment!("What waits in the engine; the core is held while that might become more than there is room for.");
            if self.step_word.val() & !goes {
                self.level.d.next = self.level.q.val() + 1;
            }
            if !self.step_word.val() & goes {
                self.level.d.next = self.level.q.val() - 1;
            }
            let near: Bit = self.cfg_hold.val() & (self.level.q.val() >= ROOM);
            self.ret_stall.next = near;
            self.buffer_ready.next = !near | self.ret_always.val();
            if self.reset.val() {
                zero!(self: place, level);
            }
        }
    }
}
