//! Words in place of an instruction, between fetch and decode (docs/reference/hps.md, H7).
use super::instantiate::Instantiate;
use crate::hw::lib::{FastRamRe, Reg};
use crate::spec::hps::{DRET, MAX_SEQUENCE, record::NO_WINNER};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The stages of the engine.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Stage {
    /// An instruction is taken as soon as the word before it leaves.
    Run,
    /// Words of a replacement are left.
    Sequence,
    /// The program's own instruction comes behind a replacement without an end.
    Append,
    /// A handler runs.
    Handler,
}

/// Instructions of the program or their replacements, one word per cycle, from a register: an instruction one cycle after it was taken, the first
/// word of a replacement two. The replacement table has `2^A` words.
#[derive(LogicBlock, SmartDefault)]
pub struct Words<const A: usize> {
    #[default(const { assert!(A >= 4 && A <= 11, "Words<A> wants 16 to 2048 words"); assert!(MAX_SEQUENCE == 16); })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An instruction, out of the first stage.
    pub now_valid: Signal<In, Bit>,
    /// It is taken.
    pub now_ready: Signal<Out, Bit>,
    /// It will not execute.
    pub now_trap: Signal<In, Bit>,
    /// Address.
    pub now_pc: Signal<In, Bits<32>>,
    /// The instruction, expanded.
    pub now_insn: Signal<In, Bits<32>>,
    /// Give up what is under way.
    pub flush: Signal<In, Bit>,
    /// Where it leads.
    pub now_target: Signal<In, Bits<32>>,
    /// That is known.
    pub now_has_target: Signal<In, Bit>,
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
    /// The instruction is one of the program's, outside a handler.
    pub step: Signal<Out, Bit>,
    /// It is held against the patterns.
    pub edit: Signal<Out, Bit>,
    /// It is replaced.
    pub step_replaced: Signal<Out, Bit>,
    /// A word of a replacement: for statistics.
    pub step_word: Signal<Out, Bit>,
    /// Cycles that are added.
    pub step_cycles: Signal<Out, Bits<9>>,
    /// An event was dropped: there are none.
    pub step_dropped: Signal<Out, Bit>,
    /// Bits 3 to 6 of STATUS that are set.
    pub raise: Signal<Out, Bits<4>>,
    /// A replacement or a handler is under way.
    pub busy: Signal<Out, Bit>,
    /// The core takes the call of a handler: what came behind is fetched again.
    pub drop: Signal<Out, Bit>,
    /// A word is on offer.
    pub out_valid: Signal<Out, Bit>,
    /// It is taken.
    pub out_ready: Signal<In, Bit>,
    /// The instruction for the core.
    pub out_insn: Signal<Out, Bits<32>>,
    /// Address of the program's instruction.
    pub out_pc: Signal<Out, Bits<32>>,
    /// 0 the program's instruction, 1 one of a replacement, 2 the call of a handler.
    pub out_kind: Signal<Out, Bits<2>>,
    /// Which of its registers are d0 to d7.
    pub out_private: Signal<Out, Bits<3>>,
    /// First of what stands for an instruction.
    pub out_first: Signal<Out, Bit>,
    /// Last of it.
    pub out_last: Signal<Out, Bit>,
    /// The pattern that replaced it, or all ones.
    pub out_number: Signal<Out, Bits<6>>,
    table: FastRamRe<64, A>,
    low: Reg<Bits<32>>,
    instantiate: Instantiate,
    #[default(Reg::new(Stage::Run))]
    stage: Reg<Stage>,
    // the instruction that is replaced
    insn: Reg<Bits<32>>,
    pc: Reg<Bits<32>>,
    target: Reg<Bits<32>>,
    has_target: Reg<Bit>,
    number: Reg<Bits<6>>,
    // of the word that the table shows; words before it; whether one of them was the instruction itself; what comes behind a handler
    index: Reg<Bits<A>>,
    count: Reg<Bits<4>>,
    original: Reg<Bit>,
    #[default(Reg::new(Stage::Run))]
    then: Reg<Stage>,
    valid: Reg<Bit>,
    word: Reg<Bits<32>>,
    origin: Reg<Bits<2>>,
    private: Reg<Bits<3>>,
    first: Reg<Bit>,
    last: Reg<Bit>,
    shown_pc: Reg<Bits<32>>,
    shown_number: Reg<Bits<6>>,
    room: Signal<Local, Bit>,
    open: Signal<Local, Bit>,
    accept: Signal<Local, Bit>,
    handler: Signal<Local, Bit>,
    returns: Signal<Local, Bit>,
    resumes: Signal<Local, Bit>,
    stepped: Signal<Local, Bit>,
    replaced: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
    limit: Signal<Local, Bit>,
    ended: Signal<Local, Bit>,
    append: Signal<Local, Bit>,
    own: Signal<Local, Bit>,
    follow: Signal<Local, Stage>,
    #[default(Constant::new(bits(DRET.into())))]
    dret: Constant<Bits<32>>,
    #[default(Constant::new(bits(NO_WINNER.into())))]
    nobody: Constant<Bits<6>>,
}

impl<const A: usize> Logic for Words<A> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module words");
        comment!("@doc Instructions of the program or their replacements, one word per cycle.");
        comment!("@ports now: the instruction and what is known of it");
        comment!("@ports flush: give up what is under way; nothing is taken in this cycle");
        comment!("@ports win: the pattern that replaces it, and the first word of the replacement");
        comment!("@ports wr: the replacement table is written");
        comment!(
            "@ports step edit: an instruction outside a handler; it is held against the patterns; it is replaced; for statistics"
        );
        comment!("@ports raise: bits 3 to 6 of STATUS");
        comment!("@ports busy: a replacement or a handler is under way");
        comment!("@ports drop: the core takes the call of a handler, and fetches again what came behind");
        comment!("@ports out: words for the core");
        dff_setup!(
            self,
            clock,
            low,
            stage,
            insn,
            pc,
            target,
            has_target,
            number,
            index,
            count,
            original,
            then,
            valid,
            word,
            origin,
            private,
            first,
            last,
            shown_pc,
            shown_number
        );
        self.step_dropped.next = false;
        self.raise.next = 0.into();
        self.room.next = !self.valid.q.val() | self.out_ready.val();
        self.handler.next = self.stage.q.val() == Stage::Handler;
        self.open.next =
            (self.handler.val() | (self.stage.q.val() == Stage::Run)) & self.room.val() & !self.flush.val();
        self.now_ready.next = self.open.val();
        self.accept.next = self.now_valid.val() & self.open.val();
        self.returns.next = self.accept.val() & !self.now_trap.val() & (self.now_insn.val() == self.dret.val());
        self.stepped.next = self.accept.val() & !self.now_trap.val() & !self.handler.val();
        self.step.next = self.stepped.val();
        self.edit.next = self.stepped.val() & self.now_en.val();
        self.replaced.next = self.stepped.val() & self.now_en.val() & self.win.val();
        self.step_replaced.next = self.replaced.val();
        self.resumes.next = self.returns.val() & self.handler.val();
        if self.returns.val() & !self.handler.val() {
            self.raise.next = 8.into();
        }

        comment!(
            "The table shows the word that comes next: it is read when a pattern wins, when a handler returns, and whenever a word has been used."
        );
        if self.wr_word.val() & !self.wr_index.val().get_bit(0) {
            self.low.d.next = self.wr_data.val();
        }
        self.table.clock.next = self.clock.val();
        self.table.we.next = self.wr_word.val() & self.wr_index.val().get_bit(0);
        self.table.wa.next = bit_cast::<A, 12>(self.wr_index.val() >> 1);
        self.table.wd.next = (bit_cast::<64, 32>(self.wr_data.val()) << 32) | bit_cast::<64, 32>(self.low.q.val());
        self.load.next = (self.stage.q.val() == Stage::Sequence) & self.room.val() & !self.flush.val();
        self.table.ra.next = self.index.q.val() + 1;
        if self.replaced.val() {
            self.table.ra.next = bit_cast::<A, 11>(self.win_word.val());
        }
        if self.resumes.val() {
            self.table.ra.next = self.index.q.val();
        }
        self.table.re.next = self.replaced.val() | self.load.val() | self.resumes.val();

        comment!("The word becomes an instruction.");
        self.instantiate.word.next = self.table.rd.val();
        self.instantiate.insn.next = self.insn.q.val();
        self.instantiate.pc.next = self.pc.q.val();
        self.instantiate.target.next = self.target.q.val();
        self.instantiate.has_target.next = self.has_target.q.val();
        comment!(
            "The longest sequence and the end of the table end it too; what was replaced then comes behind, if it did not come before."
        );
        self.limit.next = self.count.q.val().all() | self.index.q.val().all();
        self.ended.next = self.limit.val() | self.table.rd.val().get_bit(32);
        self.own.next = self.instantiate.origin.val() == 0;
        self.append.next =
            self.limit.val() & !self.table.rd.val().get_bit(32) & !self.original.q.val() & !self.own.val();
        self.follow.next = Stage::Sequence;
        if self.append.val() {
            self.follow.next = Stage::Append;
        } else if self.ended.val() {
            self.follow.next = Stage::Run;
        }

        if self.room.val() {
            self.valid.d.next = false;
        }
        self.step_word.next = false;
        self.step_cycles.next = 0.into();
        if self.accept.val() & !self.resumes.val() & !self.replaced.val() {
            comment!("An instruction passes.");
            self.valid.d.next = true;
            self.word.d.next = self.now_insn.val();
            self.origin.d.next = 0.into();
            self.private.d.next = 0.into();
            self.first.d.next = true;
            self.last.d.next = true;
            self.shown_pc.d.next = self.now_pc.val();
            self.shown_number.d.next = self.nobody.val();
        }
        if self.replaced.val() {
            self.stage.d.next = Stage::Sequence;
            self.insn.d.next = self.now_insn.val();
            self.pc.d.next = self.now_pc.val();
            self.target.d.next = self.now_target.val();
            self.has_target.d.next = self.now_has_target.val();
            self.number.d.next = self.win_number.val();
            self.index.d.next = bit_cast::<A, 11>(self.win_word.val());
            self.count.d.next = 0.into();
            self.original.d.next = false;
            self.step_cycles.next = 1.into();
        }
        if self.resumes.val() {
            self.stage.d.next = self.then.q.val();
        }
        if self.load.val() {
            self.valid.d.next = true;
            self.word.d.next = self.instantiate.made.val();
            self.origin.d.next = self.instantiate.origin.val();
            self.private.d.next = self.instantiate.private.val();
            self.first.d.next = !self.count.q.val().any();
            self.last.d.next = self.follow.val() == Stage::Run;
            self.index.d.next = self.index.q.val() + 1;
            self.count.d.next = self.count.q.val() + 1;
            self.original.d.next = self.original.q.val() | self.own.val();
            self.stage.d.next = self.follow.val();
            if self.instantiate.origin.val() == 2 {
                self.then.d.next = self.follow.val();
                self.stage.d.next = Stage::Handler;
            }
            self.raise.next = bit_cast::<4, 1>(self.instantiate.truncated.val().into())
                | (bit_cast::<4, 1>(self.instantiate.unknown.val().into()) << 1)
                | (bit_cast::<4, 1>((self.limit.val() & !self.table.rd.val().get_bit(32)).into()) << 2);
            self.step_word.next = true;
            if !self.own.val() {
                self.step_cycles.next = 1.into();
            }
        }
        if (self.stage.q.val() == Stage::Append) & self.room.val() {
            self.valid.d.next = true;
            self.word.d.next = self.insn.q.val();
            self.origin.d.next = 0.into();
            self.private.d.next = 0.into();
            self.first.d.next = false;
            self.last.d.next = true;
            self.stage.d.next = Stage::Run;
            self.step_word.next = !self.flush.val();
        }
        if self.load.val() | (self.stage.q.val() == Stage::Append) {
            self.shown_pc.d.next = self.pc.q.val();
            self.shown_number.d.next = self.number.q.val();
        }
        self.busy.next = self.stage.q.val() != Stage::Run;
        self.drop.next = self.valid.q.val() & self.out_ready.val() & (self.origin.q.val() == 2);
        self.out_valid.next = self.valid.q.val();
        self.out_insn.next = self.word.q.val();
        self.out_pc.next = self.shown_pc.q.val();
        self.out_kind.next = self.origin.q.val();
        self.out_private.next = self.private.q.val();
        self.out_first.next = self.first.q.val();
        self.out_last.next = self.last.q.val();
        self.out_number.next = self.shown_number.q.val();
        if self.flush.val() | self.reset.val() {
            self.stage.d.next = Stage::Run;
            self.valid.d.next = false;
        }
    }
}
