//! What is known of an instruction by itself (docs/reference/hps.md, H2 and H3).
use super::immediate::Immediate;
use super::ports::FactTx;
use crate::spec::classify::{OPCLASS_BITS, Opclass};
use crate::spec::hps::class;
use crate::spec::insn::opcode;
use rust_hdl::prelude::*;

/// Class bits that an instruction has by itself.
const BITS: usize = class::TRIGGER as usize + 1;

/// A bit for the code of each of these classes.
fn of(classes: &[Opclass]) -> u64 {
    classes.iter().map(|class| 1 << class.code()).sum()
}

/// The classes of the tap with this class bit, where the instruction itself says no more.
fn members(bit: u32) -> u64 {
    const PLAIN: u32 = 0;
    let has = |class: &Opclass| class::bits(*class, PLAIN) >> bit & 1 == 1;
    of(&Opclass::ALL.into_iter().filter(has).collect::<Vec<_>>())
}

#[treetap_hdl::unit]
mod facts {
    //! What is known of an instruction by itself: class bits, target, direction, sign.

    /// Class bits 0 to 13, target, direction and sign of an instruction, within the cycle. `NEXT` is 1 where its
    /// successor is known, after the tap, and 0 at fetch.
    pub struct Facts<#[range(0..=1)] const NEXT: usize> {
        /// Address.
        #[group("the instruction")]
        pub in_pc: Signal<In, Bits<32>>,
        /// The instruction, expanded.
        pub in_insn: Signal<In, Bits<32>>,
        /// Class of the instruction: a code of `Opclass`.
        pub in_class: Signal<In, Bits<OPCLASS_BITS>>,
        /// The instruction was a compressed one.
        pub in_short: Signal<In, Bit>,
        /// Address of the next instruction.
        pub in_next: Signal<In, Bits<32>>,
        #[group("what is known of it")]
        #[except(ranges)]
        pub fact: FactTx,
        immediate: Immediate,
        // opcode, bits 6:2 of it, funct3 and rd
        opcode: Signal<Local, Bits<7>>,
    }

    impl Facts {
        fn update(&mut self) {
            const MEMBERS: [Bits<32>; BITS] = (0..BITS as u32).map(members);
            const BIT: [Bits<14>; BITS] = (0..BITS).map(|bit| 1 << bit);
            const BRANCH_CODE: Bits<OPCLASS_BITS> = Opclass::Branch.code().into();
            const ALU_CODE: Bits<OPCLASS_BITS> = Opclass::Alu.code().into();
            const OTHER_CODE: Bits<OPCLASS_BITS> = Opclass::Other.code().into();
            const ARITHMETIC_CLASSES: Bits<32> = of(&[Opclass::Alu, Opclass::Multiply, Opclass::Divide]);
            const OP_IMM: Bits<7> = opcode::OP_IMM.into();
            const OP_32: Bits<7> = opcode::OP_32.into();
            const LOAD_FP: Bits<7> = opcode::LOAD_FP.into();
            const STORE_FP: Bits<7> = opcode::STORE_FP.into();
            const CUSTOM_0: Bits<7> = opcode::CUSTOM_0.into();
            const JAL: Bits<7> = opcode::JAL.into();
            const LOAD_BITS: Bits<14> = 1 << class::LOAD;
            const STORE_BITS: Bits<14> = 1 << class::STORE;
            const TRIGGER_BITS: Bits<14> = 1 << class::TRIGGER;
            const CONTROL_BITS: Bits<14> = class::CONTROL.into();
            const CALL: Bits<4> = class::CALL.into();
            const BRANCH_BITS: Bits<14> = class::BRANCH.into();

            self.immediate.insn.next = self.in_insn.val();
            self.opcode.next = self.in_insn.val().get_bits::<7>(0);
            let function: Bits<3> = self.in_insn.val().get_bits::<3>(12);

            comment!("The class of the tap, and where it says less, the instruction.");
            let own: Bits<14> = 0.into();
            for b in 0..BITS {
                if MEMBERS[b].get_bit(self.in_class.val().index()) {
                    own = own | BIT[b];
                }
            }
            comment!("Reserved branches, and words of RV64, have no class; SLTI into x0 is a trigger.");
            let arithmetic: Bit = ARITHMETIC_CLASSES.get_bit(self.in_class.val().index());
            if ((self.in_class.val() == BRANCH_CODE) & ((function | 1) == 3))
                | (arithmetic & ((self.opcode.val() | 0x20) == OP_32))
            {
                own = 0.into();
            }
            if (self.in_class.val() == ALU_CODE)
                & (self.opcode.val() == OP_IMM)
                & (function == 2)
                & !self.in_insn.val().get_bits::<5>(7).any()
            {
                own = TRIGGER_BITS;
            }
            comment!("Loads and stores of vectors, and custom-0, have no class of the tap.");
            if self.in_class.val() >= OTHER_CODE {
                if self.opcode.val() == LOAD_FP {
                    own = LOAD_BITS;
                }
                if self.opcode.val() == STORE_FP {
                    own = STORE_BITS;
                }
                if self.opcode.val() == CUSTOM_0 {
                    own = TRIGGER_BITS;
                }
            }
            self.fact.own.next = own;

            comment!(
                "Where it leads: of JAL and branches that is in the instruction, and backward if the sum wraps; else \
                 it is the successor, if that is known."
            );
            let branch: Bit = (own & BRANCH_BITS).any();
            let known: Bit = branch | (self.opcode.val() == JAL);
            let control: Bit = (own & CONTROL_BITS).any();
            self.fact.control.next = control;
            self.fact.call.next = own.get_bit(CALL.index());
            let target: Bits<32> = 0.into();
            self.fact.has_target.next = known;
            let sum: Bits<33> = bit_cast::<33, 32>(self.in_pc.val()) + bit_cast::<33, 32>(self.immediate.value.val());
            let backward: Bit = sum.get_bit(32) | !self.immediate.value.val().any();
            if known {
                target = sum.get_bits::<32>(0);
            }
            let length: Bits<32> = 4.into();
            if self.in_short.val() {
                length = 2.into();
            }
            let taken: Bit = false;
            let straight: Bit = false;
            if NEXT > 0 {
                if !known & control {
                    target = self.in_next.val();
                    self.fact.has_target.next = true;
                    backward = self.in_next.val() <= self.in_pc.val();
                }
                taken = self.in_next.val() != (self.in_pc.val() + length);
                straight = branch & !taken;
            }
            self.fact.target.next = target;
            self.fact.taken.next = taken;
            self.fact.backward.next = backward;
            self.fact.loops.next = branch & backward;
            self.fact.straight.next = straight;
            self.fact.negative.next = self.immediate.there.val() & self.in_insn.val().get_bit(31);
            self.fact.positive.next = self.immediate.there.val() & !self.in_insn.val().get_bit(31);
        }
    }
}
