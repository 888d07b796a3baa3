//! What kind of instruction it is (docs/reference/hps.md, H2 and H3).
use crate::hw::hps::immediate::Immediate;
use crate::hw::lib::Reg;
use crate::spec::classify::{OPCLASS_BITS, Opclass};
use crate::spec::hps::class;
use crate::spec::insn::opcode;
use rust_hdl::prelude::*;

/// The number for an instruction that has no class bit by itself.
pub const NO_CLASS: u64 = 15;

/// For each class of the tap the class bit that it has where the instruction itself says no more.
fn numbers() -> Vec<u64> {
    const PLAIN: u32 = 0;
    let bit = |class: &Opclass| match class::bits(*class, PLAIN) {
        0 => NO_CLASS,
        bits => u64::from(bits.trailing_zeros()),
    };
    Opclass::ALL.iter().map(bit).collect()
}

/// A bit for the code of each class of the tap that changes the flow of control.
fn members() -> u64 {
    const PLAIN: u32 = 0;
    let changes = |class: &&Opclass| class::bits(**class, PLAIN) & class::CONTROL != 0;
    Opclass::ALL.iter().filter(changes).map(|class| 1 << class.code()).sum()
}

/// How many classes the tap has.
const CLASS_COUNT: usize = Opclass::ALL.len();

#[treetap_hdl::unit]
mod kind {
    //! What kind of instruction it is: the class bit that it has by itself, and its immediate.

    /// What kind of instruction it is, in the next cycle: the number of its class bit, whether it changes the flow of
    /// control, and its immediate. `Facts` knows more, with adders of its own.
    #[clocked]
    pub struct Kind {
        /// The instruction, expanded.
        #[group("the instruction")]
        pub in_insn: Signal<In, Bits<32>>,
        /// Address.
        pub in_pc: Signal<In, Bits<32>>,
        /// Address of the next instruction.
        pub in_next: Signal<In, Bits<32>>,
        /// Class of the instruction: a code of `Opclass`.
        pub in_class: Signal<In, Bits<OPCLASS_BITS>>,
        /// Number of its class bit, 15 for none.
        #[group("kind: what it is")]
        pub kind_class: Signal<Out, Bits<4>>,
        /// It is a branch or a jump to where it says.
        pub kind_branch: Signal<Out, Bit>,
        /// It changes the flow of control.
        pub kind_control: Signal<Out, Bit>,
        /// It is a call.
        pub kind_call: Signal<Out, Bit>,
        /// It says where it leads.
        pub kind_known: Signal<Out, Bit>,
        /// It has an immediate.
        pub kind_there: Signal<Out, Bit>,
        /// Where it leads is the sum of both: an immediate and its address, or the address of the next one and 0. Both
        /// are 0 if it leads nowhere.
        pub kind_offset: Signal<Out, Bits<32>>,
        /// The address of the instruction, or 0.
        pub kind_base: Signal<Out, Bits<32>>,
        immediate: Immediate,
        number: Reg<Bits<4>>,
        #[also(there)]
        known: Reg<Bit>,
        #[also(base)]
        offset: Reg<Bits<32>>,
    }

    impl Kind {
        fn update(&mut self) {
            const CLASS_NUMBER: [Bits<4>; CLASS_COUNT] = numbers();
            const BRANCH_CODE: Bits<OPCLASS_BITS> = Opclass::Branch.code().into();
            const ALU_CODE: Bits<OPCLASS_BITS> = Opclass::Alu.code().into();
            const MULTIPLY_CODE: Bits<OPCLASS_BITS> = Opclass::Multiply.code().into();
            const DIVIDE_CODE: Bits<OPCLASS_BITS> = Opclass::Divide.code().into();
            const OTHER_CODE: Bits<OPCLASS_BITS> = Opclass::Other.code().into();
            const OP_IMM: Bits<7> = opcode::OP_IMM.into();
            const OP_32: Bits<7> = opcode::OP_32.into();
            const LOAD_FP: Bits<7> = opcode::LOAD_FP.into();
            const STORE_FP: Bits<7> = opcode::STORE_FP.into();
            const CUSTOM_0: Bits<7> = opcode::CUSTOM_0.into();
            const JAL: Bits<7> = opcode::JAL.into();
            const NONE: Bits<4> = NO_CLASS;
            const LOADS: Bits<4> = class::LOAD.into();
            const STORES: Bits<4> = class::STORE.into();
            const TRIGGERS: Bits<4> = class::TRIGGER.into();
            const CALLS: Bits<4> = class::CALL.into();
            const CONTROL_CLASSES: Bits<32> = members();
            const LAST_CONTROL: Bits<4> = class::CONTROL.trailing_ones() as u64 - 1;
            const LAST_BRANCH: Bits<4> = class::BRANCH.trailing_ones() as u64 - 1;

            let opcode: Bits<7> = self.in_insn.val().get_bits::<7>(0);
            let function: Bits<3> = self.in_insn.val().get_bits::<3>(12);
            let own: Bits<4> = NONE;
            for i in 0..CLASS_COUNT {
                if self.in_class.val() == i.to_bits() {
                    own = CLASS_NUMBER[i];
                }
            }
            comment!("Reserved branches, and words of RV64, have no class; SLTI into x0 is a trigger.");
            let alu: Bit = self.in_class.val() == ALU_CODE;
            let arithmetic: Bit = alu | (self.in_class.val() == MULTIPLY_CODE) | (self.in_class.val() == DIVIDE_CODE);
            if ((self.in_class.val() == BRANCH_CODE) & ((function | 1) == 3))
                | (arithmetic & ((opcode | 0x20) == OP_32))
            {
                own = NONE;
            }
            if alu & (opcode == OP_IMM) & (function == 2) & !self.in_insn.val().get_bits::<5>(7).any() {
                own = TRIGGERS;
            }
            comment!("Loads and stores of vectors, and custom-0, have no class of the tap.");
            if self.in_class.val() >= OTHER_CODE {
                own = NONE;
                if opcode == LOAD_FP {
                    own = LOADS;
                }
                if opcode == STORE_FP {
                    own = STORES;
                }
                if opcode == CUSTOM_0 {
                    own = TRIGGERS;
                }
            }
            self.number.d.next = own;
            drive!(immediate: insn = in_insn);
            drive!(self: there = immediate.there);
            let reserved: Bit = (self.in_class.val() == BRANCH_CODE) & ((function | 1) == 3);
            let known_now: Bit = ((self.in_class.val() == BRANCH_CODE) & !reserved) | (opcode == JAL);
            self.known.d.next = known_now;
            zero!(self: offset, base);
            if known_now {
                drive!(self: offset = immediate.value, base = in_pc);
            } else if CONTROL_CLASSES.get_bit(self.in_class.val().index()) & !reserved {
                drive!(self: offset = in_next);
            }
            let kept: Bits<4> = self.number.q.val();
            self.kind_class.next = kept;
            self.kind_branch.next = kept <= LAST_BRANCH;
            self.kind_control.next = kept <= LAST_CONTROL;
            self.kind_call.next = kept == CALLS;
            drive!(self: kind_known = known.q, kind_there = there.q, kind_offset = offset.q, kind_base = base.q);
        }
    }
}
