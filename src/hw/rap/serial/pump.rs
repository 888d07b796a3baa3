//! The dump stream, one bit per cycle (docs/reference/rap-serial.md, "Dump").
use crate::hw::lib::{CRC32_POLYNOMIAL, Reg};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Shifts 64 bits, least significant first, into the word on offer, and into the CRC-32 of all bytes so far.
///
/// `start` begins a word; `busy` ends when it has been taken, with one cycle of `done`. Its bits are fetched in three steps: in a cycle with `fetching`
/// the source has to address bit `place`; in the next one that is bit `index`; in the one after that `bit_in` has to be it.
/// `first` marks the cycle that fetches bit 0.
///
/// * With `quiet` the bits are for somebody else: no word is offered, and the CRC stands still. `bit_out` is `bit_in` of the
///   cycle before, bit 0 in the cycle after `first_bit`.
/// * With `last` (held from `start` to `done`) the word is the complement of the CRC, which is thereby ready for the next dump.
#[derive(LogicBlock, SmartDefault)]
pub struct DumpPump {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Begin a word; only while `busy` is low.
    pub start: Signal<In, Bit>,
    /// Fetch bits without sending them.
    pub quiet: Signal<In, Bit>,
    /// Send the CRC as the last word.
    pub last: Signal<In, Bit>,
    /// A word is under way.
    pub busy: Signal<Out, Bit>,
    /// It was, until the cycle before.
    pub done: Signal<Out, Bit>,
    /// The first bit is fetched.
    pub first: Signal<Out, Bit>,
    /// A bit is fetched.
    pub fetching: Signal<Out, Bit>,
    /// Its number.
    pub place: Signal<Out, Bits<6>>,
    /// Number of the bit fetched in the cycle before.
    pub index: Signal<Out, Bits<6>>,
    /// The bit addressed two cycles before.
    pub bit_in: Signal<In, Bit>,
    /// It is bit 0.
    pub first_bit: Signal<Out, Bit>,
    /// `bit_in` of the cycle before.
    pub bit_out: Signal<Out, Bit>,
    /// A word is on offer.
    pub dump_valid: Signal<Out, Bit>,
    /// The word is taken.
    pub dump_ready: Signal<In, Bit>,
    /// The word.
    pub dump_data: Signal<Out, Bits<64>>,
    /// It is the last one.
    pub dump_last: Signal<Out, Bit>,
    active: Reg<Bit>,
    taken: Reg<Bit>,
    run: Reg<Bit>,
    number: Reg<Bits<6>>,
    feed: Reg<Bit>,
    lagging: Reg<Bits<6>>,
    arriving: Reg<Bit>,
    zero: Reg<Bit>,
    complete: Reg<Bit>,
    shift: Reg<Bit>,
    held: Reg<Bit>,
    full: Reg<Bit>,
    silent: Reg<Bit>,
    offer: Reg<Bit>,
    shifter: Reg<Bits<64>>,
    crc: Reg<Bits<32>>,
    ending: Signal<Local, Bit>,
    bit: Signal<Local, Bit>,
    feedback: Signal<Local, Bit>,
    #[default(Constant::new(bits(CRC32_POLYNOMIAL)))]
    polynomial: Constant<Bits<32>>,
    #[default(Constant::new(bits(0xffff_ffff)))]
    ones: Constant<Bits<32>>,
}

impl Logic for DumpPump {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dump_pump");
        comment!("@doc Sends the dump, one bit per cycle, and ends it with the CRC-32 of all bytes before.");
        comment!("@ports start quiet last busy done: a word; bits for somebody else; the CRC");
        comment!("@ports first fetching place: the bit to be addressed in this cycle");
        comment!("@ports index bit_in: the bit addressed one cycle before, and two");
        dff_setup!(
            self, clock, active, taken, run, number, feed, lagging, arriving, zero, complete, shift, held, full,
            silent, offer, shifter, crc
        );
        self.busy.next = self.active.q.val();
        self.done.next = self.taken.q.val();
        self.first.next = self.run.q.val() & !self.feed.q.val();
        self.fetching.next = self.run.q.val();
        self.place.next = self.number.q.val();
        self.index.next = self.lagging.q.val();
        self.feed.d.next = self.run.q.val();
        self.lagging.d.next = self.number.q.val();
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
        self.bit.next = self.held.q.val() & !(self.last.val() & self.crc.q.val().get_bit(0));
        self.feedback.next = (self.crc.q.val().get_bit(0) ^ self.bit.val()) & !self.last.val();
        if self.shift.q.val() & !self.silent.q.val() {
            self.shifter.d.next = (self.shifter.q.val() >> 1) | (bit_cast::<64, 1>(self.bit.val().into()) << 63);
            if self.feedback.val() {
                self.crc.d.next = (self.crc.q.val() >> 1) ^ self.polynomial.val();
            } else {
                self.crc.d.next = (self.crc.q.val() >> 1) | (bit_cast::<32, 1>(self.last.val().into()) << 31);
            }
        }
        if self.full.q.val() {
            self.offer.d.next = true;
        }
        if self.dump_ready.val() & self.offer.q.val() {
            self.offer.d.next = false;
        }
        self.ending.next = (self.dump_ready.val() & self.offer.q.val())
            | (self.silent.q.val() & self.shift.q.val() & !self.arriving.q.val());
        self.taken.d.next = self.ending.val();
        if self.ending.val() {
            self.active.d.next = false;
        }
        self.dump_valid.next = self.offer.q.val();
        self.dump_data.next = self.shifter.q.val();
        self.dump_last.next = self.last.val();
        if self.reset.val() {
            self.active.d.next = false;
            self.taken.d.next = false;
            self.run.d.next = false;
            self.number.d.next = 0.into();
            self.feed.d.next = false;
            self.arriving.d.next = false;
            self.shift.d.next = false;
            self.complete.d.next = false;
            self.full.d.next = false;
            self.offer.d.next = false;
            self.crc.d.next = self.ones.val();
        }
    }
}
