//! Events in place of replacements, behind the tap (docs/hps.md, H6).
use crate::hw::lib::{FastRam, Fifo, Reg};
use crate::spec::hps::{QUEUE, words::replacement};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Bits of an event.
pub const EVENT: usize = 176;
/// Bits of the number of events that wait, the one on offer included.
const LEVEL: usize = 5;
/// Address bits of the queue.
const PLACE: usize = LEVEL - 1;

/// What a replacement would have been becomes an event, two cycles after its instruction: one per cycle, never a pause. The replacement table has
/// `2^A` words, of which only the high halves are kept: nothing else matters here.
#[derive(LogicBlock, SmartDefault)]
pub struct Events<const A: usize> {
    #[default(const { assert!(A >= 4 && A <= 11, "Events<A> wants 16 to 2048 words"); assert!(QUEUE == 1 << PLACE); assert!(replacement::HANDLER.lsb == 16 && replacement::LENGTH.lsb == 24); })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An instruction.
    pub in_valid: Signal<In, Bit>,
    /// It is taken: always.
    pub in_ready: Signal<Out, Bit>,
    /// It did not execute.
    pub in_trap: Signal<In, Bit>,
    /// Address.
    pub in_pc: Signal<In, Bits<32>>,
    /// The instruction, expanded.
    pub in_insn: Signal<In, Bits<32>>,
    /// Address that it accessed.
    pub in_address: Signal<In, Bits<32>>,
    /// Where it leads.
    pub fact_target: Signal<In, Bits<32>>,
    /// That is known.
    pub fact_has_target: Signal<In, Bit>,
    /// It was taken.
    pub fact_taken: Signal<In, Bit>,
    /// Instructions since the change of control before.
    pub rec_instructions: Signal<In, Bits<16>>,
    /// Bursts that had begun.
    pub rec_burst: Signal<In, Bits<16>>,
    /// Patterns count.
    pub cfg_en: Signal<In, Bit>,
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
    queue: Fifo<EVENT, PLACE, LEVEL>,
    // the event whose word is being read, but for that word
    waits: Reg<Bit>,
    at_end: Reg<Bit>,
    event: Reg<Bits<EVENT>>,
    edited: Signal<Local, Bit>,
    length: Signal<Local, Bits<9>>,
    last: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    offered: Signal<Local, Bits<EVENT>>,
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
        comment!("@ports in fact rec: the instruction and what is known of it");
        comment!("@ports cfg_en: patterns count");
        comment!("@ports win: the pattern that replaces it, and the first word of the replacement");
        comment!("@ports wr: the replacement table is written");
        comment!(
            "@ports step edit: the instruction executed; it is held against the patterns; it is replaced; for statistics"
        );
        comment!("@ports raise: bits 3 to 6 of STATUS");
        comment!("@ports busy: never");
        comment!("@ports ev: events, the oldest first");
        dff_setup!(self, clock, waits, at_end, event);
        self.in_ready.next = true;
        self.busy.next = false;
        self.step.next = self.in_valid.val() & !self.in_trap.val();
        self.edit.next = self.in_valid.val() & !self.in_trap.val() & self.cfg_en.val();
        self.edited.next = self.in_valid.val() & !self.in_trap.val() & self.cfg_en.val() & self.win.val();
        self.step_replaced.next = self.edited.val();

        comment!("The word is read in the cycle in which the pattern wins.");
        self.table.clock.next = self.clock.val();
        self.table.we.next = self.wr_word.val() & self.wr_index.val().get_bit(0);
        self.table.wa.next = bit_cast::<A, 12>(self.wr_index.val() >> 1);
        self.table.wd.next = self.wr_data.val();
        self.table.ra.next = bit_cast::<A, 11>(self.win_word.val());
        self.waits.d.next = self.edited.val();
        self.at_end.d.next = bit_cast::<A, 11>(self.win_word.val()).all();
        self.event.d.next = (bit_cast::<EVENT, 32>(self.in_pc.val()) << 8)
            | (bit_cast::<EVENT, 32>(self.in_insn.val()) << 40)
            | (bit_cast::<EVENT, 32>(self.fact_target.val()) << 72)
            | (bit_cast::<EVENT, 32>(self.in_address.val()) << 104)
            | (bit_cast::<EVENT, 16>(self.rec_instructions.val()) << 136)
            | (bit_cast::<EVENT, 16>(self.rec_burst.val()) << 152)
            | (bit_cast::<EVENT, 6>(self.win_number.val()) << 168)
            | (bit_cast::<EVENT, 1>(self.fact_has_target.val().into()) << 174)
            | (bit_cast::<EVENT, 1>(self.fact_taken.val().into()) << 175);

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

        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();
        self.full.next = self.queue.level.val() == self.capacity.val();
        self.queue.in_port.valid.next = self.waits.q.val() & !self.full.val();
        self.queue.in_port.data.next = self.event.q.val() | bit_cast::<EVENT, 8>(self.table.rd.val().get_bits::<8>(16));
        self.step_word.next = self.waits.q.val() & !self.full.val();
        self.step_dropped.next = self.waits.q.val() & self.full.val();
        self.ev_valid.next = self.queue.out_port.valid.val();
        self.queue.out_port.ready.next = self.ev_ready.val();
        self.offered.next = self.queue.out_port.data.val();
        self.ev_handler.next = self.offered.val().get_bits::<8>(0);
        self.ev_pc.next = self.offered.val().get_bits::<32>(8);
        self.ev_insn.next = self.offered.val().get_bits::<32>(40);
        self.ev_target.next = self.offered.val().get_bits::<32>(72);
        self.ev_address.next = self.offered.val().get_bits::<32>(104);
        self.ev_instructions.next = self.offered.val().get_bits::<16>(136);
        self.ev_burst.next = self.offered.val().get_bits::<16>(152);
        self.ev_number.next = self.offered.val().get_bits::<6>(168);
        self.ev_has_target.next = self.offered.val().get_bit(174);
        self.ev_taken.next = self.offered.val().get_bit(175);
        if self.reset.val() {
            self.waits.d.next = false;
        }
    }
}
