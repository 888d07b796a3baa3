//! What is known of an instruction by itself (docs/reference/hps.md, H2 and H3).
use super::immediate::Immediate;
use crate::comment;
use crate::spec::classify::OPCLASS_BITS;
use crate::spec::hps::class;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Class bits 0 to 13, target, direction and sign of an instruction, within the cycle. `NEXT` is 1 where its successor is known, behind the tap,
/// and 0 at fetch.
#[derive(LogicBlock, SmartDefault)]
pub struct Facts<const NEXT: usize> {
    #[default(const { assert!(NEXT <= 1, "Facts<NEXT> wants 0 or 1") })]
    _fits: (),
    /// Address.
    pub in_pc: Signal<In, Bits<32>>,
    /// The instruction, expanded.
    pub in_insn: Signal<In, Bits<32>>,
    /// Its class: a code of `Opclass`.
    pub in_class: Signal<In, Bits<OPCLASS_BITS>>,
    /// It was a compressed one.
    pub in_short: Signal<In, Bit>,
    /// Its successor.
    pub in_next: Signal<In, Bits<32>>,
    /// Class bits 0 to 13.
    pub fact_own: Signal<Out, Bits<14>>,
    /// It is a call.
    pub fact_call: Signal<Out, Bit>,
    /// It changes the flow of control.
    pub fact_control: Signal<Out, Bit>,
    /// It is a branch or a jump, and leads backward.
    pub fact_loops: Signal<Out, Bit>,
    /// It is a branch or a jump that is known to be not taken.
    pub fact_straight: Signal<Out, Bit>,
    /// Where it leads, 0 if that is not known.
    pub fact_target: Signal<Out, Bits<32>>,
    /// That is known.
    pub fact_has_target: Signal<Out, Bit>,
    /// It is at or before the instruction.
    pub fact_backward: Signal<Out, Bit>,
    /// It did not go on behind itself.
    pub fact_taken: Signal<Out, Bit>,
    /// There is an immediate, and it is negative.
    pub fact_negative: Signal<Out, Bit>,
    /// There is one, and it is not.
    pub fact_positive: Signal<Out, Bit>,
    immediate: Immediate,
    // opcode, bits 6:2 of it, funct3 and rd
    opcode: Signal<Local, Bits<7>>,
    function: Signal<Local, Bits<3>>,
    own: Signal<Local, Bits<14>>,
    branch: Signal<Local, Bit>,
    known: Signal<Local, Bit>,
    control: Signal<Local, Bit>,
    target: Signal<Local, Bits<32>>,
    length: Signal<Local, Bits<32>>,
    taken: Signal<Local, Bit>,
    sum: Signal<Local, Bits<33>>,
    straight: Signal<Local, Bit>,
    backward: Signal<Local, Bit>,
    #[default(Constant::new(bits(class::CONTROL.into())))]
    control_bits: Constant<Bits<14>>,
    #[default(Constant::new(bits(class::CALL.into())))]
    call: Constant<Bits<4>>,
    #[default(Constant::new(bits(class::BRANCH.into())))]
    branch_bits: Constant<Bits<14>>,
}

impl<const NEXT: usize> Logic for Facts<NEXT> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module facts");
        comment!("@doc What is known of an instruction by itself: class bits, target, direction, sign.");
        comment!("@ports in: the instruction");
        comment!("@ports fact: what is known of it");
        self.immediate.insn.next = self.in_insn.val();
        self.opcode.next = self.in_insn.val().get_bits::<7>(0);
        self.function.next = self.in_insn.val().get_bits::<3>(12);

        comment!("The class of the tap, and where it says less, the instruction.");
        self.own.next = 0.into();
        match self.in_class.val().index() {
            0 => {
                comment!("LOAD");
                self.own.next = 0x20.into();
            }
            1 => {
                comment!("STORE");
                self.own.next = 0x40.into();
            }
            2 => {
                comment!("FLOAD");
                self.own.next = 0x20.into();
            }
            3 => {
                comment!("FSTORE");
                self.own.next = 0x40.into();
            }
            4 => {
                comment!("BRANCH, but the reserved ones");
                if (self.function.val() | 1) != 3 {
                    self.own.next = 0x1.into();
                }
            }
            5 => {
                comment!("JUMP");
                self.own.next = 0x2.into();
            }
            6 => {
                comment!("CALL");
                self.own.next = 0x4.into();
            }
            7 => {
                comment!("JIND");
                self.own.next = 0x10.into();
            }
            8 => {
                comment!("CALLI");
                self.own.next = 0x4.into();
            }
            9 => {
                comment!("RET");
                self.own.next = 0x8.into();
            }
            10 => {
                comment!("CORO");
                self.own.next = 0x4.into();
            }
            11 => {
                comment!("ALU: words of RV64 have no class here; SLTI into x0 is a trigger");
                if (self.opcode.val() | 0x20) != 0x3b {
                    self.own.next = 0x100.into();
                }
                if (self.opcode.val() == 0x13) & (self.function.val() == 2) & !self.in_insn.val().get_bits::<5>(7).any()
                {
                    self.own.next = 0x2000.into();
                }
            }
            12 => {
                comment!("UPPER");
                self.own.next = 0x100.into();
            }
            13 => {
                comment!("MUL");
                if (self.opcode.val() | 0x20) != 0x3b {
                    self.own.next = 0x200.into();
                }
            }
            14 => {
                comment!("DIV");
                if (self.opcode.val() | 0x20) != 0x3b {
                    self.own.next = 0x200.into();
                }
            }
            15 => {
                comment!("AMO");
                self.own.next = 0x80.into();
            }
            16 => {
                comment!("FP");
                self.own.next = 0x400.into();
            }
            17 => {
                comment!("CSR");
                self.own.next = 0x800.into();
            }
            18 => {
                comment!("SYS");
                self.own.next = 0x800.into();
            }
            19 => {
                comment!("FENCE");
                self.own.next = 0x1000.into();
            }
            _ => {
                comment!("OTHER: loads and stores of vectors, custom-0");
                if self.opcode.val() == 0x07 {
                    self.own.next = 0x20.into();
                }
                if self.opcode.val() == 0x27 {
                    self.own.next = 0x40.into();
                }
                if self.opcode.val() == 0x0b {
                    self.own.next = 0x2000.into();
                }
            }
        }
        self.fact_own.next = self.own.val();

        comment!(
            "Where it leads: of JAL and branches that is in the instruction, and backward if the sum wraps; else it is the successor, if that is known."
        );
        self.branch.next = (self.own.val() & self.branch_bits.val()).any();
        self.known.next = self.branch.val() | (self.opcode.val() == 0x6f);
        self.control.next = (self.own.val() & self.control_bits.val()).any();
        self.fact_control.next = self.control.val();
        self.fact_call.next = self.own.val().get_bit(self.call.val().index());
        self.target.next = 0.into();
        self.fact_has_target.next = self.known.val();
        self.sum.next = bit_cast::<33, 32>(self.in_pc.val()) + bit_cast::<33, 32>(self.immediate.value.val());
        self.backward.next = self.sum.val().get_bit(32) | !self.immediate.value.val().any();
        if self.known.val() {
            self.target.next = self.sum.val().get_bits::<32>(0);
        }
        self.length.next = 4.into();
        if self.in_short.val() {
            self.length.next = 2.into();
        }
        self.taken.next = false;
        self.straight.next = false;
        for _successor in 0..NEXT {
            if !self.known.val() & self.control.val() {
                self.target.next = self.in_next.val();
                self.fact_has_target.next = true;
                self.backward.next = self.in_next.val() <= self.in_pc.val();
            }
            self.taken.next = self.in_next.val() != (self.in_pc.val() + self.length.val());
            self.straight.next = self.branch.val() & !self.taken.val();
        }
        self.fact_target.next = self.target.val();
        self.fact_taken.next = self.taken.val();
        self.fact_backward.next = self.backward.val();
        self.fact_loops.next = self.branch.val() & self.backward.val();
        self.fact_straight.next = self.straight.val();
        self.fact_negative.next = self.immediate.there.val() & self.in_insn.val().get_bit(31);
        self.fact_positive.next = self.immediate.there.val() & !self.in_insn.val().get_bit(31);
    }
}
