//! The dump stream, one bit per cycle (docs/reference/rap-serial.md, "Dump").
use crate::hw::bundles::DumpTx;
use crate::hw::lib::{CRC32_POLYNOMIAL, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod dump_pump {
    //! Sends the dump, one bit per cycle, and ends it with the CRC-32 of all bytes before.

    /// Shifts 64 bits, least significant first, into the word on offer, and into the CRC-32 of all bytes so far.
    ///
    /// `start` begins a word; `busy` ends when it has been taken, with one cycle of `done`. Its bits are fetched in
    /// three steps: in a cycle with `fetching` the source has to address bit `place`; in the next one that is bit
    /// `index`; in the one after that `bit_in` has to be it. `first` marks the cycle that fetches bit 0.
    ///
    /// * With `quiet` the bits are for somebody else: no word is offered, and the CRC stands still. `bit_out` is
    ///   `bit_in` of the cycle before, bit 0 in the cycle after `first_bit`.
    /// * With `last` (held from `start` to `done`) the word is the complement of the CRC, which is thereby ready for
    ///   the next dump.
    #[clocked(reset)]
    pub struct DumpPump {
        /// Begin a word; only while `busy` is low.
        #[group("start quiet last busy done: a word; bits for somebody else; the CRC")]
        pub start: Signal<In, Bit>,
        /// Fetch bits without sending them.
        pub quiet: Signal<In, Bit>,
        /// Send the CRC as the last word.
        pub last: Signal<In, Bit>,
        /// A word is under way.
        pub busy: Signal<Out, Bit>,
        /// A word was under way until the cycle before.
        pub done: Signal<Out, Bit>,
        /// The first bit is fetched.
        #[group("first fetching place: the bit to be addressed in this cycle")]
        pub first: Signal<Out, Bit>,
        /// A bit is fetched.
        pub fetching: Signal<Out, Bit>,
        /// Number of the bit.
        pub place: Signal<Out, Bits<6>>,
        /// Number of the bit fetched in the cycle before.
        #[group("index bit_in: the bit addressed one cycle before, and two")]
        pub index: Signal<Out, Bits<6>>,
        /// The bit addressed two cycles before.
        pub bit_in: Signal<In, Bit>,
        /// The bit addressed two cycles before is bit 0.
        pub first_bit: Signal<Out, Bit>,
        /// `bit_in` of the cycle before.
        pub bit_out: Signal<Out, Bit>,
        #[group("dump stream")]
        pub dump: DumpTx,
        #[also(taken, run)]
        active: Reg<Bit>,
        number: Reg<Bits<6>>,
        feed: Reg<Bit>,
        lagging: Reg<Bits<6>>,
        #[also(zero, complete, shift, held, full, silent, offer)]
        arriving: Reg<Bit>,
        shifter: Reg<Bits<64>>,
        crc: Reg<Bits<32>>,
    }

    impl DumpPump {
        fn update(&mut self) {
            const POLYNOMIAL: Bits<32> = CRC32_POLYNOMIAL;
            const ONES: Bits<32> = 0xffff_ffff;

            drive!(self: busy = active.q, done = taken.q);
            self.first.next = self.run.q.val() & !self.feed.q.val();
            drive!(self: fetching = run.q, place = number.q, index = lagging.q, feed = run.q, lagging = number.q);
            if self.start.val() {
                self.active.d.next = true;
                self.run.d.next = true;
                self.silent.d.next = self.quiet.val();
            }
            if self.run.q.val() {
                self.number.d.next = self.number.q.val() + 1;
                if self.number.q.val().all() {
                    self.run.d.next = false;
                }
            }

            comment!("The bit, held for a cycle; of the CRC 32 bits and then zeros.");
            self.arriving.d.next = self.feed.q.val();
            self.first_bit.next = self.arriving.q.val() & !self.shift.q.val();
            self.shift.d.next = self.arriving.q.val();
            self.complete.d.next = self.feed.q.val() & self.lagging.q.val().all() & !self.silent.q.val();
            self.full.d.next = self.complete.q.val();
            self.zero.d.next = self.lagging.q.val().get_bit(5);
            self.held.d.next = self.bit_in.val();
            if self.last.val() {
                self.held.d.next = !self.zero.q.val();
            }
            self.bit_out.next = self.held.q.val();
            let bit: Bit = self.held.q.val() & !(self.last.val() & self.crc.q.val().get_bit(0));
            let feedback: Bit = (self.crc.q.val().get_bit(0) ^ bit) & !self.last.val();
            if self.shift.q.val() & !self.silent.q.val() {
                self.shifter.d.next = (self.shifter.q.val() >> 1) | (bit_cast::<64, 1>(bit.into()) << 63);
                if feedback {
                    self.crc.d.next = (self.crc.q.val() >> 1) ^ POLYNOMIAL;
                } else {
                    self.crc.d.next = (self.crc.q.val() >> 1) | (bit_cast::<32, 1>(self.last.val().into()) << 31);
                }
            }
            if self.full.q.val() {
                self.offer.d.next = true;
            }
            if self.dump.ready.val() & self.offer.q.val() {
                self.offer.d.next = false;
            }
            let ending: Bit = (self.dump.ready.val() & self.offer.q.val())
                | (self.silent.q.val() & self.shift.q.val() & !self.arriving.q.val());
            self.taken.d.next = ending;
            if ending {
                self.active.d.next = false;
            }
            drive!(dump: valid = offer.q, data = shifter.q, last = last);
            if self.reset.val() {
                zero!(self: active, taken, run, number, feed, arriving, shift, complete, full, offer);
                self.crc.d.next = ONES;
            }
        }
    }
}
