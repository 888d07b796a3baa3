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

/// A bit for the code of each class of the tap that has one of these class bits.
fn members(bits: u16) -> u64 {
    const PLAIN: u32 = 0;
    let has = |class: &&Opclass| class::bits(**class, PLAIN) & bits != 0;
    Opclass::ALL.iter().filter(has).map(|class| 1 << class.code()).sum()
}

/// How many classes the tap has.
const CLASS_COUNT: usize = Opclass::ALL.len();

#[treetap_hdl::unit]
mod kind {
    //! What kind of instruction it is: the class bit that it has by itself, and its immediate.

    /// What kind of instruction it is, in the next cycle: the number of its class bit, whether it changes the flow of
    /// control, and its immediate. `Facts` knows more, with adders of its own.
    ///
    /// What the class of the tap says and what the instruction says come together after the registers.
    #[clocked]
    pub struct Kind {
        /// The instruction, expanded.
        #[group("the instruction")]
        pub in_insn: Signal<In, Bits<32>>,
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
        /// The immediate, 0 without one.
        pub kind_value: Signal<Out, Bits<32>>,
        immediate: Immediate,
        // what the class of the tap says; that it is none of these, and that it is a trigger
        number: Reg<Bits<4>>,
        #[also(trigger, branch, control, call, known, there)]
        lacks: Reg<Bit>,
        value: Reg<Bits<32>>,
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
            const BRANCH_CLASSES: Bits<32> = members(class::BRANCH);
            const CONTROL_CLASSES: Bits<32> = members(class::CONTROL);
            const CALL_CLASSES: Bits<32> = members(1 << class::CALL);

            let opcode: Bits<7> = self.in_insn.val().get_bits::<7>(0);
            let function: Bits<3> = self.in_insn.val().get_bits::<3>(12);
            let own: Bits<4> = NONE;
            for i in 0..CLASS_COUNT {
                if self.in_class.val() == i.to_bits() {
                    own = CLASS_NUMBER[i];
                }
            }
            comment!("Loads and stores of vectors, and custom-0, have no class of the tap.");
            let other: Bit = self.in_class.val() >= OTHER_CODE;
            if other {
                own = LOADS;
                if opcode.get_bit(5) {
                    own = STORES;
                }
            }
            self.number.d.next = own;
            comment!("Reserved branches, and words of RV64, have no class; SLTI into x0 is a trigger.");
            let branches: Bit = self.in_class.val() == BRANCH_CODE;
            let alu: Bit = self.in_class.val() == ALU_CODE;
            let arithmetic: Bit = alu | (self.in_class.val() == MULTIPLY_CODE) | (self.in_class.val() == DIVIDE_CODE);
            let reserved: Bit = branches & ((function | 1) == 3);
            self.lacks.d.next = reserved
                | (arithmetic & ((opcode | 0x20) == OP_32))
                | (other & (opcode != LOAD_FP) & (opcode != STORE_FP));
            self.trigger.d.next =
                (alu & (opcode == OP_IMM) & (function == 2) & !self.in_insn.val().get_bits::<5>(7).any())
                    | (other & (opcode == CUSTOM_0));
            self.branch.d.next = BRANCH_CLASSES.get_bit(self.in_class.val().index()) & !reserved;
            self.control.d.next = CONTROL_CLASSES.get_bit(self.in_class.val().index()) & !reserved;
            self.call.d.next = CALL_CLASSES.get_bit(self.in_class.val().index());
            self.known.d.next = (branches & !reserved) | (opcode == JAL);
            drive!(immediate: insn = in_insn);
            drive!(self: there = immediate.there, value = immediate.value);
            self.kind_class.next = self.number.q.val();
            if self.lacks.q.val() {
                self.kind_class.next = NONE;
            }
            if self.trigger.q.val() {
                self.kind_class.next = TRIGGERS;
            }
            drive!(self: kind_branch = branch.q, kind_control = control.q, kind_call = call.q, kind_known = known.q,
                kind_there = there.q, kind_value = value.q);
        }
    }
}
