//! Events in place of replacements, behind the tap (docs/reference/hps.md, H6).
use crate::hw::lib::{FastRam, FastRamRe, Reg};
use crate::spec::hps::{QUEUE, words::replacement};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Bits of an event but for its handler.
const EVENT: usize = 168;
/// Bits of the number of events that wait, the one on offer included.
const LEVEL: usize = 5;
/// Address bits of the queue.
const PLACE: usize = LEVEL - 1;

/// What a replacement would have been becomes an event, two cycles after its instruction: one per cycle, never a pause. The replacement table has
/// `2^A` words, of which only the high halves are kept: nothing else matters here. Every instruction is written behind the last event; the next one
/// goes over it unless a pattern wins. So no register holds it while the word that names the handler is read, which follows a cycle later.
#[derive(LogicBlock, SmartDefault)]
pub struct Events<const A: usize> {
    #[default(const { assert!(A >= 4 && A <= 11, "Events<A> wants 16 to 2048 words"); assert!(QUEUE == 1 << PLACE); assert!(replacement::HANDLER.lsb == 16 && replacement::LENGTH.lsb == 24); })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An instruction, out of the first stage.
    pub now_valid: Signal<In, Bit>,
    /// It goes on: always.
    pub now_ready: Signal<Out, Bit>,
    /// It did not execute.
    pub now_trap: Signal<In, Bit>,
    /// Address.
    pub now_pc: Signal<In, Bits<32>>,
    /// The instruction, expanded.
    pub now_insn: Signal<In, Bits<32>>,
    /// Address that the instruction behind accessed.
    pub in_address: Signal<In, Bits<32>>,
    /// Where it leads.
    pub now_target: Signal<In, Bits<32>>,
    /// That is known.
    pub now_has_target: Signal<In, Bit>,
    /// It was taken.
    pub now_taken: Signal<In, Bit>,
    /// Instructions since the change of control before.
    pub rec_instructions: Signal<In, Bits<16>>,
    /// Bursts that had begun.
    pub rec_burst: Signal<In, Bits<16>>,
    /// Patterns count.
    pub now_en: Signal<In, Bit>,
    /// The instruction is replaced.
    pub win: Signal<In, Bit>,
    /// By which pattern.
    pub win_number: Signal<In, Bits<6>>,
    /// First word of the replacement.
    pub win_word: Signal<In, Bits<11>>,
    /// A half of a word of the table is written.
    pub wr_word: Signal<In, Bit>,
    /// Which half.
    pub wr_index: Signal<In, Bits<12>>,
    /// The half.
    pub wr_data: Signal<In, Bits<32>>,
    /// The instruction is one of the program's that executed.
    pub step: Signal<Out, Bit>,
    /// It is held against the patterns.
    pub edit: Signal<Out, Bit>,
    /// It is replaced.
    pub step_replaced: Signal<Out, Bit>,
    /// Events that entered the queue: for statistics.
    pub step_word: Signal<Out, Bit>,
    /// Cycles that the replacement would have taken in line.
    pub step_cycles: Signal<Out, Bits<9>>,
    /// An event was dropped.
    pub step_dropped: Signal<Out, Bit>,
    /// Bits 3 to 6 of STATUS that are set.
    pub raise: Signal<Out, Bits<4>>,
    /// Something is under way: never.
    pub busy: Signal<Out, Bit>,
    /// What came behind is fetched again: never.
    pub drop: Signal<Out, Bit>,
    /// An event is on offer.
    pub ev_valid: Signal<Out, Bit>,
    /// It is taken.
    pub ev_ready: Signal<In, Bit>,
    /// Handler.
    pub ev_handler: Signal<Out, Bits<8>>,
    /// Address of the instruction.
    pub ev_pc: Signal<Out, Bits<32>>,
    /// The instruction, expanded.
    pub ev_insn: Signal<Out, Bits<32>>,
    /// Where it leads, 0 if that is not known.
    pub ev_target: Signal<Out, Bits<32>>,
    /// That is known.
    pub ev_has_target: Signal<Out, Bit>,
    /// Address that it accessed.
    pub ev_address: Signal<Out, Bits<32>>,
    /// It was taken.
    pub ev_taken: Signal<Out, Bit>,
    /// Instructions since the change of control before, this one included.
    pub ev_instructions: Signal<Out, Bits<16>>,
    /// Bursts that had begun.
    pub ev_burst: Signal<Out, Bits<16>>,
    /// The pattern.
    pub ev_number: Signal<Out, Bits<6>>,
    table: FastRam<32, A>,
    queue: FastRamRe<EVENT, PLACE>,
    handlers: FastRamRe<8, PLACE>,
    // what the instruction accessed
    address: Reg<Bits<32>>,
    // a pattern won in the cycle before: its word is there; it is the last of the table; there was room for its event
    waits: Reg<Bit>,
    at_end: Reg<Bit>,
    entered: Reg<Bit>,
    // place of the next event and of the oldest; events that are complete in memory, and all that there are
    back: Reg<Bits<PLACE>>,
    front: Reg<Bits<PLACE>>,
    stored: Reg<Bits<LEVEL>>,
    waiting: Reg<Bits<LEVEL>>,
    offered: Reg<Bit>,
    edited: Signal<Local, Bit>,
    enters: Signal<Local, Bit>,
    fetch: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    length: Signal<Local, Bits<9>>,
    last: Signal<Local, Bit>,
    event: Signal<Local, Bits<EVENT>>,
    #[default(Constant::new(bits(QUEUE as u64)))]
    capacity: Constant<Bits<LEVEL>>,
    #[default(Constant::new(bits(replacement::LAST.lsb.into())))]
    last_bit: Constant<Bits<5>>,
}

impl<const A: usize> Logic for Events<A> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module events");
        comment!(
            "@doc What a replacement would have been becomes an event in a queue; the next one that finds it full is dropped."
        );
        comment!("@ports in now rec: the instruction and what is known of it");
        comment!("@ports win: the pattern that replaces it, and the first word of the replacement");
        comment!("@ports wr: the replacement table is written");
        comment!(
            "@ports step edit: the instruction executed; it is held against the patterns; it is replaced; for statistics"
        );
        comment!("@ports raise: bits 3 to 6 of STATUS");
        comment!("@ports busy drop: never");
        comment!("@ports ev: events, the oldest first");
        dff_setup!(self, clock, address, waits, at_end, entered, back, front, stored, waiting, offered);
        self.now_ready.next = true;
        self.busy.next = false;
        self.drop.next = false;
        self.step.next = self.now_valid.val() & !self.now_trap.val();
        self.edit.next = self.now_valid.val() & !self.now_trap.val() & self.now_en.val();
        self.edited.next = self.now_valid.val() & !self.now_trap.val() & self.now_en.val() & self.win.val();
        self.step_replaced.next = self.edited.val();

        comment!("The word is read in the cycle in which the pattern wins.");
        self.table.clock.next = self.clock.val();
        self.table.we.next = self.wr_word.val() & self.wr_index.val().get_bit(0);
        self.table.wa.next = bit_cast::<A, 12>(self.wr_index.val() >> 1);
        self.table.wd.next = self.wr_data.val();
        self.table.ra.next = bit_cast::<A, 11>(self.win_word.val());
        self.waits.d.next = self.edited.val();
        self.at_end.d.next = bit_cast::<A, 11>(self.win_word.val()).all();
        comment!("What it would have cost in line: a bubble and its words, less the instruction itself.");
        self.last.next = self.table.rd.val().get_bit(self.last_bit.val().index());
        self.length.next = bit_cast::<9, 8>(self.table.rd.val().get_bits::<8>(24));
        self.step_cycles.next = 0.into();
        self.raise.next = 0.into();
        if self.waits.q.val() {
            self.step_cycles.next = self.length.val();
            if self.last.val() | self.at_end.q.val() {
                self.step_cycles.next = self.length.val() + 1;
            }
            if self.at_end.q.val() & !self.last.val() {
                self.raise.next = 4.into();
            }
        }

        comment!("Room is for what is not full, or becomes so in this cycle.");
        self.address.d.next = self.in_address.val();
        self.leaves.next = self.offered.q.val() & self.ev_ready.val();
        self.enters.next = self.edited.val() & ((self.waiting.q.val() != self.capacity.val()) | self.leaves.val());
        self.entered.d.next = self.enters.val();
        self.step_word.next = self.entered.q.val();
        self.step_dropped.next = self.waits.q.val() & !self.entered.q.val();
        self.fetch.next = self.stored.q.val().any() & (!self.offered.q.val() | self.ev_ready.val());
        self.queue.clock.next = self.clock.val();
        self.queue.we.next = true;
        self.queue.wa.next = self.back.q.val();
        self.queue.wd.next = bit_cast::<EVENT, 32>(self.now_pc.val())
            | (bit_cast::<EVENT, 32>(self.now_insn.val()) << 32)
            | (bit_cast::<EVENT, 32>(self.now_target.val()) << 64)
            | (bit_cast::<EVENT, 32>(self.address.q.val()) << 96)
            | (bit_cast::<EVENT, 16>(self.rec_instructions.val()) << 128)
            | (bit_cast::<EVENT, 16>(self.rec_burst.val()) << 144)
            | (bit_cast::<EVENT, 6>(self.win_number.val()) << 160)
            | (bit_cast::<EVENT, 1>(self.now_has_target.val().into()) << 166)
            | (bit_cast::<EVENT, 1>(self.now_taken.val().into()) << 167);
        self.queue.re.next = self.fetch.val();
        self.queue.ra.next = self.front.q.val();
        self.handlers.clock.next = self.clock.val();
        self.handlers.we.next = self.entered.q.val();
        self.handlers.wa.next = self.back.q.val() - 1;
        self.handlers.wd.next = self.table.rd.val().get_bits::<8>(16);
        self.handlers.re.next = self.fetch.val();
        self.handlers.ra.next = self.front.q.val();
        if self.enters.val() {
            self.back.d.next = self.back.q.val() + 1;
        }
        if self.enters.val() & !self.leaves.val() {
            self.waiting.d.next = self.waiting.q.val() + 1;
        }
        if !self.enters.val() & self.leaves.val() {
            self.waiting.d.next = self.waiting.q.val() - 1;
        }
        if self.fetch.val() {
            self.front.d.next = self.front.q.val() + 1;
        }
        if self.entered.q.val() & !self.fetch.val() {
            self.stored.d.next = self.stored.q.val() + 1;
        }
        if !self.entered.q.val() & self.fetch.val() {
            self.stored.d.next = self.stored.q.val() - 1;
        }
        self.offered.d.next = self.fetch.val() | (self.offered.q.val() & !self.ev_ready.val());
        self.ev_valid.next = self.offered.q.val();
        self.event.next = self.queue.rd.val();
        self.ev_handler.next = self.handlers.rd.val();
        self.ev_pc.next = self.event.val().get_bits::<32>(0);
        self.ev_insn.next = self.event.val().get_bits::<32>(32);
        self.ev_target.next = self.event.val().get_bits::<32>(64);
        self.ev_address.next = self.event.val().get_bits::<32>(96);
        self.ev_instructions.next = self.event.val().get_bits::<16>(128);
        self.ev_burst.next = self.event.val().get_bits::<16>(144);
        self.ev_number.next = self.event.val().get_bits::<6>(160);
        self.ev_has_target.next = self.event.val().get_bit(166);
        self.ev_taken.next = self.event.val().get_bit(167);
        if self.reset.val() {
            self.waits.d.next = false;
            self.entered.d.next = false;
            self.back.d.next = 0.into();
            self.front.d.next = 0.into();
            self.stored.d.next = 0.into();
            self.waiting.d.next = 0.into();
            self.offered.d.next = false;
        }
    }
}
