//! Words in place of an instruction, between fetch and decode (docs/reference/hps.md, H7).
use super::instantiate::Instantiate;
use super::ports::{NowRx, StepTx, WinRx, WriteRx};
use crate::hw::lib::{FastRamRe, Reg};
use crate::spec::hps::{DRET, MAX_SEQUENCE, record::NO_WINNER};
use rust_hdl::prelude::*;

/// The stages of the engine.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Stage {
    /// An instruction is taken as soon as the word before it leaves.
    Run,
    /// Words of a replacement are left.
    Sequence,
    /// The program's own instruction comes after a replacement without an end.
    Append,
    /// A handler runs.
    Handler,
}

/// What the kernel takes for granted.
const _: () = {
    assert!(MAX_SEQUENCE == 16);
};

#[treetap_hdl::unit]
mod words {
    //! Instructions of the program or their replacements, one word per cycle.

    /// Instructions of the program or their replacements, one word per cycle, from a register: an instruction one cycle
    /// after it was taken, the first word of a replacement two. The replacement table has `2^A` words.
    #[clocked(reset)]
    pub struct Words<#[range(4..=11)] const A: usize> {
        #[group("the instruction and what is known of it")]
        #[only(valid, ready, en, trap, pc, insn, target, has_target)]
        pub now: NowRx,
        /// Give up what is under way.
        #[group("give up what is under way; nothing is taken in this cycle")]
        pub flush: Signal<In, Bit>,
        #[group("the pattern that replaces it, and the first word of the replacement")]
        pub win: WinRx,
        #[group("the replacement table is written")]
        #[only(word, index, data)]
        pub wr: WriteRx,
        #[group(
            "step edit: an instruction outside a handler; it is held against the patterns; it is replaced; for \
             statistics"
        )]
        pub step: StepTx,
        /// Bits 3 to 6 of STATUS that are set.
        #[group("bits 3 to 6 of STATUS")]
        pub raise: Signal<Out, Bits<4>>,
        /// A replacement or a handler is under way.
        #[group("a replacement or a handler is under way")]
        pub busy: Signal<Out, Bit>,
        /// The core takes the call of a handler: what came after is fetched again.
        #[group("the core takes the call of a handler, and fetches again what came after")]
        pub drop: Signal<Out, Bit>,
        /// A word is on offer.
        #[group("words for the core")]
        pub out_valid: Signal<Out, Bit>,
        /// The word is taken.
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
        #[init(Stage::Run)]
        stage: Reg<Stage>,
        // the instruction that is replaced
        #[also(pc, target)]
        insn: Reg<Bits<32>>,
        has_target: Reg<Bit>,
        number: Reg<Bits<6>>,
        // of the word that the table shows; words before it; whether one of them was the instruction itself; what comes
        // after a handler
        index: Reg<Bits<A>>,
        count: Reg<Bits<4>>,
        original: Reg<Bit>,
        #[init(Stage::Run)]
        then: Reg<Stage>,
        valid: Reg<Bit>,
        word: Reg<Bits<32>>,
        origin: Reg<Bits<2>>,
        private: Reg<Bits<3>>,
        first: Reg<Bit>,
        last: Reg<Bit>,
        shown_pc: Reg<Bits<32>>,
        shown_number: Reg<Bits<6>>,
    }

    impl Words {
        fn update(&mut self) {
            const DRET: Bits<32> = DRET.into();
            const NOBODY: Bits<6> = NO_WINNER.into();

            self.step.dropped.next = false;
            self.raise.next = 0.into();
            let room: Bit = !self.valid.q.val() | self.out_ready.val();
            let handler: Bit = self.stage.q.val() == Stage::Handler;
            let open: Bit = (handler | (self.stage.q.val() == Stage::Run)) & room & !self.flush.val();
            self.now.ready.next = open;
            let accept: Bit = self.now.valid.val() & open;
            let returns: Bit = accept & !self.now.trap.val() & (self.now.insn.val() == DRET);
            let stepped: Bit = accept & !self.now.trap.val() & !handler;
            self.step.insn.next = stepped;
            self.step.edit.next = stepped & self.now.en.val();
            let replaced: Bit = stepped & self.now.en.val() & self.win.there.val();
            self.step.replaced.next = replaced;
            let resumes: Bit = returns & handler;
            if returns & !handler {
                self.raise.next = 8.into();
            }

            comment!(
                "The table shows the word that comes next: it is read when a pattern wins, when a handler returns, and \
                 whenever a word has been used."
            );
            if self.wr.word.val() & !self.wr.index.val().get_bit(0) {
                self.low.d.next = self.wr.data.val();
            }
            self.table.we.next = self.wr.word.val() & self.wr.index.val().get_bit(0);
            self.table.wa.next = bit_cast::<A, 12>(self.wr.index.val() >> 1);
            self.table.wd.next = (bit_cast::<64, 32>(self.wr.data.val()) << 32) | bit_cast::<64, 32>(self.low.q.val());
            let load: Bit = (self.stage.q.val() == Stage::Sequence) & room & !self.flush.val();
            self.table.ra.next = self.index.q.val() + 1;
            if replaced {
                self.table.ra.next = bit_cast::<A, 11>(self.win.word.val());
            }
            if resumes {
                self.table.ra.next = self.index.q.val();
            }
            self.table.re.next = replaced | load | resumes;

            comment!("The word becomes an instruction.");
            drive!(instantiate: word = table.rd, insn = insn.q, pc = pc.q, target = target.q,
                has_target = has_target.q);
            comment!(
                "The longest sequence and the end of the table end it too; what was replaced then comes after it, if \
                 it did not come before."
            );
            let limit: Bit = self.count.q.val().all() | self.index.q.val().all();
            let ended: Bit = limit | self.table.rd.val().get_bit(32);
            let own: Bit = self.instantiate.origin.val() == 0;
            let append: Bit = limit & !self.table.rd.val().get_bit(32) & !self.original.q.val() & !own;
            let follow: Stage = Stage::Sequence;
            if append {
                follow = Stage::Append;
            } else if ended {
                follow = Stage::Run;
            }

            if room {
                self.valid.d.next = false;
            }
            zero!(step: word, cycles);
            if accept & !resumes & !replaced {
                comment!("An instruction passes.");
                self.valid.d.next = true;
                self.word.d.next = self.now.insn.val();
                zero!(self: origin, private);
                self.first.d.next = true;
                self.last.d.next = true;
                self.shown_pc.d.next = self.now.pc.val();
                self.shown_number.d.next = NOBODY;
            }
            if replaced {
                self.stage.d.next = Stage::Sequence;
                drive!(self: insn = now.insn, pc = now.pc, target = now.target, has_target = now.has_target,
                    number = win.number);
                self.index.d.next = bit_cast::<A, 11>(self.win.word.val());
                zero!(self: count, original);
                self.step.cycles.next = 1.into();
            }
            if resumes {
                self.stage.d.next = self.then.q.val();
            }
            if load {
                self.valid.d.next = true;
                drive!(self: word = instantiate.made, origin = instantiate.origin, private = instantiate.private);
                self.first.d.next = !self.count.q.val().any();
                self.last.d.next = follow == Stage::Run;
                self.index.d.next = self.index.q.val() + 1;
                self.count.d.next = self.count.q.val() + 1;
                self.original.d.next = self.original.q.val() | own;
                self.stage.d.next = follow;
                if self.instantiate.origin.val() == 2 {
                    self.then.d.next = follow;
                    self.stage.d.next = Stage::Handler;
                }
                self.raise.next = bit_cast::<4, 1>(self.instantiate.truncated.val().into())
                    | (bit_cast::<4, 1>(self.instantiate.unknown.val().into()) << 1)
                    | (bit_cast::<4, 1>((limit & !self.table.rd.val().get_bit(32)).into()) << 2);
                self.step.word.next = true;
                if !own {
                    self.step.cycles.next = 1.into();
                }
            }
            if (self.stage.q.val() == Stage::Append) & room {
                self.valid.d.next = true;
                self.word.d.next = self.insn.q.val();
                zero!(self: origin, private, first);
                self.last.d.next = true;
                self.stage.d.next = Stage::Run;
                self.step.word.next = !self.flush.val();
            }
            if load | (self.stage.q.val() == Stage::Append) {
                drive!(self: shown_pc = pc.q, shown_number = number.q);
            }
            self.busy.next = self.stage.q.val() != Stage::Run;
            self.drop.next = self.valid.q.val() & self.out_ready.val() & (self.origin.q.val() == 2);
            drive!(self: out_valid = valid.q, out_insn = word.q, out_pc = shown_pc.q, out_kind = origin.q,
                out_private = private.q, out_first = first.q, out_last = last.q, out_number = shown_number.q);
            if self.flush.val() | self.reset.val() {
                self.stage.d.next = Stage::Run;
                self.valid.d.next = false;
            }
        }
    }
}
