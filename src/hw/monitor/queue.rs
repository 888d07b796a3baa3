//! The memory of events, as words (docs/reference/monitor.md, N4 to N6).
use crate::hw::lib::{FastRam, Reg};
use crate::spec::monitor::{PLACE_BITS, WORDS};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

const PLACE: usize = PLACE_BITS as usize;

/// Writes each event of the engine into a memory, a word in a cycle, and gives the oldest to the bus or to a stream.
///
/// The memory holds `2^E` events; `L = E + 1`, `A = E + 3`.
#[derive(LogicBlock, SmartDefault)]
pub struct Queue<const E: usize, const L: usize, const A: usize> {
    #[default(const { assert!(L == E + 1 && A == E + PLACE, "Queue<E, L, A> wants L = E + 1 and A = E + 3") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An event of the engine.
    pub ev_valid: Signal<In, Bit>,
    /// It is in the memory.
    pub ev_ready: Signal<Out, Bit>,
    /// Handler.
    pub ev_handler: Signal<In, Bits<8>>,
    /// Address of the instruction.
    pub ev_pc: Signal<In, Bits<32>>,
    /// The instruction.
    pub ev_insn: Signal<In, Bits<32>>,
    /// Where it leads.
    pub ev_target: Signal<In, Bits<32>>,
    /// That is known.
    pub ev_has_target: Signal<In, Bit>,
    /// What it accessed.
    pub ev_address: Signal<In, Bits<32>>,
    /// It was taken.
    pub ev_taken: Signal<In, Bit>,
    /// Instructions since the change of control before.
    pub ev_instructions: Signal<In, Bits<16>>,
    /// Bursts that had begun.
    pub ev_burst: Signal<In, Bits<16>>,
    /// The pattern.
    pub ev_number: Signal<In, Bits<6>>,
    /// The core is held back for events.
    pub cfg_hold: Signal<In, Bit>,
    /// Events leave on the stream.
    pub cfg_stream: Signal<In, Bit>,
    /// Static: a retirement is taken whether the core was to be held or not.
    pub ret_always: Signal<In, Bit>,
    /// What the tap sees.
    pub buffer_ready: Signal<Out, Bit>,
    /// Hold the core back.
    pub ret_stall: Signal<Out, Bit>,
    /// Events in the memory.
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
    pub out_valid: Signal<Out, Bit>,
    /// It is taken.
    pub out_ready: Signal<In, Bit>,
    /// The word.
    pub out_data: Signal<Out, Bits<32>>,
    /// It is the last of its event.
    pub out_last: Signal<Out, Bit>,
    memory: FastRam<32, A>,
    level: Reg<Bits<L>>,
    // event and word that are written and read
    wr_event: Reg<Bits<E>>,
    wr_place: Reg<Bits<PLACE>>,
    rd_event: Reg<Bits<E>>,
    rd_place: Reg<Bits<PLACE>>,
    // events leave on the stream; a word is on offer there
    streams: Reg<Bit>,
    offers: Reg<Bit>,
    word: Signal<Local, Bits<32>>,
    full: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    stored: Signal<Local, Bit>,
    sent: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    rest: Signal<Local, Bits<L>>,
    stay: Signal<Local, Bit>,
    next_event: Signal<Local, Bits<E>>,
    next_place: Signal<Local, Bits<PLACE>>,
    #[default(Constant::new(bits(1 << E)))]
    depth: Constant<Bits<L>>,
    #[default(Constant::new(bits(WORDS as u64 - 1)))]
    last: Constant<Bits<PLACE>>,
}

impl<const E: usize, const L: usize, const A: usize> Logic for Queue<E, L, A> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module queue");
        comment!(
            "@doc Events as words in a memory, from which the bus or a stream takes them. docs/reference/monitor.md"
        );
        comment!("@ports ev: events of the engine");
        comment!("@ports cfg: the core is held back for events; they leave on the stream");
        comment!("@ports ret_always: static; take retirements whether the core is to be held or not");
        comment!("@ports buffer_ready: what the tap sees of that");
        comment!("@ports ret_stall: hold the core back");
        comment!("@ports evq: the oldest event, for the bus");
        comment!("@ports out: words of events (valid, ready, data, last)");
        dff_setup!(self, clock, level, wr_event, wr_place, rd_event, rd_place, streams, offers);
        self.buffer_ready.next = !self.cfg_hold.val() | !self.ev_valid.val() | self.ret_always.val();
        self.ret_stall.next = self.cfg_hold.val() & self.ev_valid.val();

        comment!("In: a word in a cycle.");
        self.full.next = self.level.q.val() == self.depth.val();
        self.write.next = self.ev_valid.val() & !self.full.val();
        self.stored.next = self.write.val() & (self.wr_place.q.val() == self.last.val());
        self.ev_ready.next = self.stored.val();
        self.word.next = 0.into();
        match self.wr_place.q.val().index() {
            0 => {
                self.word.next = bit_cast::<32, 8>(self.ev_handler.val())
                    | (bit_cast::<32, 6>(self.ev_number.val()) << 8)
                    | (bit_cast::<32, 1>(self.ev_has_target.val().into()) << 14)
                    | (bit_cast::<32, 1>(self.ev_taken.val().into()) << 15)
                    | (bit_cast::<32, 16>(self.ev_instructions.val()) << 16);
            }
            1 => self.word.next = self.ev_pc.val(),
            2 => self.word.next = self.ev_insn.val(),
            3 => self.word.next = self.ev_target.val(),
            4 => self.word.next = self.ev_address.val(),
            _ => self.word.next = bit_cast::<32, 16>(self.ev_burst.val()),
        }
        self.memory.clock.next = self.clock.val();
        self.memory.we.next = self.write.val();
        self.memory.wa.next =
            (bit_cast::<A, E>(self.wr_event.q.val()) << 3) | bit_cast::<A, PLACE>(self.wr_place.q.val());
        self.memory.wd.next = self.word.val();
        if self.write.val() {
            self.wr_place.d.next = self.wr_place.q.val() + 1;
        }
        if self.stored.val() {
            self.wr_place.d.next = 0.into();
            self.wr_event.d.next = self.wr_event.q.val() + 1;
        }

        comment!("Out, on the stream: what is read in this cycle is on offer in the next one.");
        self.sent.next = self.offers.q.val() & self.out_ready.val();
        self.taken.next = self.evq_take.val() | (self.sent.val() & (self.rd_place.q.val() == self.last.val()));
        self.next_place.next = self.rd_place.q.val();
        if self.sent.val() {
            self.next_place.next = self.rd_place.q.val() + 1;
        }
        self.next_event.next = self.rd_event.q.val();
        if self.taken.val() {
            self.next_place.next = 0.into();
            self.next_event.next = self.rd_event.q.val() + 1;
        }
        self.rd_place.d.next = self.next_place.val();
        self.rd_event.d.next = self.next_event.val();
        self.rest.next = self.level.q.val();
        if self.taken.val() {
            self.rest.next = self.level.q.val() - 1;
        }
        self.level.d.next = self.rest.val();
        if self.stored.val() {
            self.level.d.next = self.rest.val() + 1;
        }
        comment!("An event that has begun to leave on the stream does so to its end.");
        self.stay.next = self.cfg_stream.val() | self.next_place.val().any() | (self.offers.q.val() & !self.sent.val());
        self.streams.d.next = self.stay.val();
        self.offers.d.next = self.streams.q.val() & self.stay.val() & self.rest.val().any();
        self.out_valid.next = self.offers.q.val();
        self.out_data.next = self.memory.rd.val();
        self.out_last.next = self.rd_place.q.val() == self.last.val();
        self.memory.ra.next =
            (bit_cast::<A, E>(self.next_event.val()) << 3) | bit_cast::<A, PLACE>(self.next_place.val());

        comment!("Out, to the bus.");
        if !self.streams.q.val() {
            self.memory.ra.next =
                (bit_cast::<A, E>(self.rd_event.q.val()) << 3) | bit_cast::<A, PLACE>(self.evq_place.val());
        }
        self.evq_word.next = self.memory.rd.val();
        self.evq_there.next = !self.streams.q.val() & self.level.q.val().any();
        self.evq_level.next = self.level.q.val();
        if self.reset.val() {
            self.level.d.next = 0.into();
            self.wr_event.d.next = 0.into();
            self.wr_place.d.next = 0.into();
            self.rd_event.d.next = 0.into();
            self.rd_place.d.next = 0.into();
            self.streams.d.next = false;
            self.offers.d.next = false;
        }
    }
}
