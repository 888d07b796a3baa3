//! How a template becomes an instruction (docs/reference/hps.md, H5).
use super::immediate::Immediate;
use crate::comment;
use crate::spec::hps::{NOP, words::Kind};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// One word of a replacement as an instruction, within the cycle.
#[derive(LogicBlock, SmartDefault)]
pub struct Instantiate {
    /// The word of the replacement table.
    pub word: Signal<In, Bits<64>>,
    /// The instruction that is replaced, expanded.
    pub insn: Signal<In, Bits<32>>,
    /// Its address.
    pub pc: Signal<In, Bits<32>>,
    /// Where it leads, 0 if that is not known.
    pub target: Signal<In, Bits<32>>,
    /// That is known.
    pub has_target: Signal<In, Bit>,
    /// The instruction for the core.
    pub made: Signal<Out, Bits<32>>,
    /// 0 the instruction itself, 1 one of the replacement, 2 the call of a handler.
    pub origin: Signal<Out, Bits<2>>,
    /// Which of its registers are d0 to d7.
    pub private: Signal<Out, Bits<3>>,
    /// The immediate of the instruction did not fit.
    pub truncated: Signal<Out, Bit>,
    /// The target was asked for and is not known.
    pub unknown: Signal<Out, Bit>,
    immediate: Immediate,
    template: Signal<Local, Bits<32>>,
    kind: Signal<Local, Bits<2>>,
    source: Signal<Local, Bits<3>>,
    rd: Signal<Local, Bits<5>>,
    rs1: Signal<Local, Bits<5>>,
    rs2: Signal<Local, Bits<5>>,
    // the template with its registers; with a low part as an immediate; the operand, and the high part of it
    registers: Signal<Local, Bits<32>>,
    filled: Signal<Local, Bits<32>>,
    operand: Signal<Local, Bits<32>>,
    high: Signal<Local, Bits<32>>,
    store: Signal<Local, Bit>,
    sign: Signal<Local, Bits<21>>,
    #[default(Constant::new(bits(Kind::Original as u64)))]
    original: Constant<Bits<2>>,
    #[default(Constant::new(bits(Kind::Call as u64)))]
    call: Constant<Bits<2>>,
    #[default(Constant::new(bits(Kind::Nop as u64)))]
    nop: Constant<Bits<2>>,
    #[default(Constant::new(bits(NOP.into())))]
    nop_word: Constant<Bits<32>>,
    #[default(Constant::new(bits(0xffff_f000)))]
    upper: Constant<Bits<32>>,
    #[default(Constant::new(bits(0xfff)))]
    lower: Constant<Bits<32>>,
    #[default(Constant::new(bits(0x000f_ffff)))]
    no_i: Constant<Bits<32>>,
    #[default(Constant::new(bits(0x01ff_f07f)))]
    no_s: Constant<Bits<32>>,
}

impl Logic for Instantiate {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@doc One word of a replacement as an instruction, within the cycle.");
        comment!("@ports word: the word of the replacement table");
        comment!("@ports insn pc target has_target: the instruction that is replaced");
        comment!("@ports made origin private: the instruction for the core");
        comment!("@ports truncated unknown: what is wrong with it");
        self.template.next = self.word.val().get_bits::<32>(0);
        self.kind.next = self.word.val().get_bits::<2>(33);
        self.source.next = self.word.val().get_bits::<3>(41);

        comment!("Registers.");
        self.rd.next = self.template.val().get_bits::<5>(7);
        match self.word.val().get_bits::<2>(35).index() {
            1 => {
                self.rd.next = self.insn.val().get_bits::<5>(7);
            }
            2 => {
                self.rd.next = self.insn.val().get_bits::<5>(15);
            }
            3 => {
                self.rd.next = self.insn.val().get_bits::<5>(20);
            }
            _ => {}
        }
        self.rs1.next = self.template.val().get_bits::<5>(15);
        match self.word.val().get_bits::<2>(37).index() {
            1 => {
                self.rs1.next = self.insn.val().get_bits::<5>(7);
            }
            2 => {
                self.rs1.next = self.insn.val().get_bits::<5>(15);
            }
            3 => {
                self.rs1.next = self.insn.val().get_bits::<5>(20);
            }
            _ => {}
        }
        self.rs2.next = self.template.val().get_bits::<5>(20);
        match self.word.val().get_bits::<2>(39).index() {
            1 => {
                self.rs2.next = self.insn.val().get_bits::<5>(7);
            }
            2 => {
                self.rs2.next = self.insn.val().get_bits::<5>(15);
            }
            3 => {
                self.rs2.next = self.insn.val().get_bits::<5>(20);
            }
            _ => {}
        }
        self.registers.next = (bit_cast::<32, 7>(self.template.val().get_bits::<7>(25)) << 25)
            | (bit_cast::<32, 5>(self.rs2.val()) << 20)
            | (bit_cast::<32, 5>(self.rs1.val()) << 15)
            | (bit_cast::<32, 3>(self.template.val().get_bits::<3>(12)) << 12)
            | (bit_cast::<32, 5>(self.rd.val()) << 7)
            | bit_cast::<32, 7>(self.template.val().get_bits::<7>(0));

        comment!("The immediate, which wins where a register lies.");
        self.immediate.insn.next = self.insn.val();
        self.operand.next = self.immediate.value.val();
        match self.source.val().get_bits::<2>(1).index() {
            1 => {
                self.operand.next = self.pc.val();
            }
            2 => {
                self.operand.next = self.insn.val();
            }
            3 => {
                self.operand.next = self.target.val();
            }
            _ => {}
        }
        self.high.next = self.operand.val() + 0x800;
        self.store.next = (self.template.val().get_bits::<7>(0) | 4) == 0x27;
        self.filled.next = self.registers.val();
        if self.source.val().get_bit(0) {
            self.filled.next = (self.registers.val() & self.no_i.val()) | (self.operand.val() << 20);
            if self.store.val() {
                self.filled.next = (self.registers.val() & self.no_s.val())
                    | (bit_cast::<32, 7>(self.operand.val().get_bits::<7>(5)) << 25)
                    | (bit_cast::<32, 5>(self.operand.val().get_bits::<5>(0)) << 7);
            }
        } else if self.source.val().any() {
            self.filled.next = (self.registers.val() & self.lower.val()) | (self.high.val() & self.upper.val());
        }

        self.made.next = self.filled.val();
        self.origin.next = 1.into();
        self.private.next = self.word.val().get_bits::<3>(44);
        if self.kind.val().any() {
            self.private.next = 0.into();
        }
        if self.kind.val() == self.original.val() {
            self.made.next = self.insn.val();
            self.origin.next = 0.into();
        }
        if self.kind.val() == self.call.val() {
            self.made.next = (bit_cast::<32, 8>(self.word.val().get_bits::<8>(48)) << 20) | 0x0b;
            self.origin.next = 2.into();
        }
        if self.kind.val() == self.nop.val() {
            self.made.next = self.nop_word.val();
        }
        self.sign.next = self.immediate.value.val().get_bits::<21>(11);
        self.truncated.next =
            !self.kind.val().any() & (self.source.val() == 1) & self.sign.val().any() & !self.sign.val().all();
        self.unknown.next = !self.kind.val().any() & (self.source.val() >= 6) & !self.has_target.val();
    }
}
