//! What is known of an instruction by itself, a step in a cycle (docs/reference/hps.md, H2, H3 and H14).
use crate::hw::hps::immediate::Immediate;
use crate::hw::hps::ports::{FactTx, NowTx};
use crate::hw::lib::Reg;
use crate::spec::checkmap::Code;
use crate::spec::classify::OPCLASS_BITS;
use crate::spec::hps::{RANGES, class};
use crate::spec::insn::opcode;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod pipelined_facts {
    //! What is known of an instruction by itself: class bits, target, direction, sign, a step in a cycle.

    /// Class bits, target, direction and sign of an instruction: a comparison or a sum in a cycle. Three cycles after
    /// an instruction was taken its target is known, a cycle later all that patterns ask for.
    #[clocked(reset)]
    pub struct PipelinedFacts {
        /// An instruction that executed was taken in the cycle before.
        #[group("took: an instruction that executed was taken in the cycle before")]
        pub took: Signal<In, Bit>,
        /// Address.
        #[group("the instruction on offer")]
        pub in_pc: Signal<In, Bits<32>>,
        /// The instruction, expanded.
        pub in_insn: Signal<In, Bits<32>>,
        /// Class of the instruction: a code of `Opclass`.
        pub in_class: Signal<In, Bits<OPCLASS_BITS>>,
        /// The instruction was a compressed one.
        pub in_short: Signal<In, Bit>,
        /// Address of the next instruction.
        pub in_next: Signal<In, Bits<32>>,
        /// Address that it accessed.
        pub in_address: Signal<In, Bits<32>>,
        /// Privilege.
        pub in_privilege: Signal<In, Bits<2>>,
        /// What the table of checks has for it.
        pub in_filter: Signal<In, Bits<2>>,
        /// Only branches that are taken are back edges.
        #[group("cfg_be_taken: only branches that are taken are back edges")]
        pub cfg_be_taken: Signal<In, Bit>,
        /// The instruction of the cycle before.
        #[group("first own: the instruction of the cycle before, and its class bits, sign and whether it has one")]
        pub first_insn: Signal<Out, Bits<32>>,
        /// Its class.
        pub first_class: Signal<Out, Bits<OPCLASS_BITS>>,
        /// Class bits that it has by itself.
        pub own_bits: Signal<In, Bits<14>>,
        /// There is an immediate, and it is negative.
        pub own_negative: Signal<In, Bit>,
        /// There is an immediate, and it is not negative.
        pub own_positive: Signal<In, Bit>,
        /// An address.
        #[group("look: an address, and the ranges that it lies in")]
        pub look_pc: Signal<Out, Bits<32>>,
        /// The ranges.
        pub look_ranges: Signal<In, Bits<RANGES>>,
        #[group("now address: an instruction whose target is known, and what it accessed")]
        #[except(ready, en, trap)]
        pub now: NowTx,
        /// What it accessed.
        pub now_address: Signal<Out, Bits<32>>,
        #[group("fact: what is known of the instruction of the cycle before, for the patterns")]
        #[except(call, control, target, straight)]
        pub fact: FactTx,
        /// The instruction.
        #[group("ask: that instruction, its privilege and its code in the table of checks")]
        pub ask_insn: Signal<Out, Bits<32>>,
        /// Privilege.
        pub ask_privilege: Signal<Out, Bits<2>>,
        /// Its code.
        pub ask_filter: Signal<Out, Bits<2>>,
        /// Which patterns match is known of an instruction.
        #[group("asked: which patterns match is known of an instruction")]
        pub asked: Signal<Out, Bit>,
        immediate: Immediate,
        // a number is the cycle after the one in which the instruction was taken
        #[also(valid3, valid4, valid5, valid6, short1)]
        valid2: Reg<Bit>,
        #[also(pc2, pc3, pc4, insn1, insn2, insn3, insn4, insn5, next1, next2, next3)]
        pc1: Reg<Bits<32>>,
        #[also(address2, address3, address4, value2, after2, target4)]
        address1: Reg<Bits<32>>,
        class1: Reg<Bits<OPCLASS_BITS>>,
        #[also(privilege2, privilege3, privilege4, privilege5, filter1, filter2, filter3, filter4, filter5)]
        privilege1: Reg<Bits<2>>,
        #[also(own3, own4, own5)]
        own2: Reg<Bits<14>>,
        #[also(negative3, negative4, negative5, positive2, positive3, positive4, positive5)]
        negative2: Reg<Bit>,
        // the opcode is that of JAL; the successor is at or before it
        #[also(below2, below3)]
        jal2: Reg<Bit>,
        sum3: Reg<Bits<33>>,
        // the immediate is not 0; it was not followed by the next one; branches and jumps; where it leads is in it
        #[also(taken3, taken4, taken5, branch3, branch4, known3)]
        some3: Reg<Bit>,
        #[also(has_target5, backward4, backward5, loops5)]
        has_target4: Reg<Bit>,
        #[also(ranges5)]
        ranges4: Reg<Bits<RANGES>>,
    }

    impl PipelinedFacts {
        fn update(&mut self) {
            const BACK_CODE: Bits<2> = Code::Back as u64;
            const JAL: Bits<7> = opcode::JAL.into();
            const CALL: Bits<4> = class::CALL.into();
            const BRANCH_BITS: Bits<14> = class::BRANCH.into();
            const CONTROL_BITS: Bits<14> = class::CONTROL.into();

            self.first();
            self.second();
            self.third();
            self.fourth();
            self.fifth();
            if self.reset.val() {
                zero!(self: valid2, valid3, valid4, valid5, valid6);
            }
        }

        fn first(&mut self) {
            comment!("The instruction itself.");
            drive!(self: pc1 = in_pc, insn1 = in_insn, class1 = in_class, short1 = in_short, next1 = in_next,
                address1 = in_address, privilege1 = in_privilege, filter1 = in_filter);
            drive!(self: first_insn = insn1.q, first_class = class1.q);
        }

        fn second(&mut self) {
            comment!("Class bits and immediate; what follows in memory; whether the successor is at or before it.");
            drive!(self: valid2 = took, pc2 = pc1.q, insn2 = insn1.q, next2 = next1.q, address2 = address1.q,
                privilege2 = privilege1.q, filter2 = filter1.q, own2 = own_bits, negative2 = own_negative,
                positive2 = own_positive, value2 = immediate.value);
            drive!(immediate: insn = insn1.q);
            let length: Bits<32> = 4.into();
            if self.short1.q.val() {
                length = 2.into();
            }
            self.after2.d.next = self.pc1.q.val() + length;
            self.below2.d.next = self.next1.q.val() <= self.pc1.q.val();
            self.jal2.d.next = self.insn1.q.val().get_bits::<7>(0) == JAL;
        }

        fn third(&mut self) {
            comment!("The sum, and whether it goes on elsewhere.");
            drive!(self: valid3 = valid2.q, pc3 = pc2.q, insn3 = insn2.q, next3 = next2.q, address3 = address2.q,
                privilege3 = privilege2.q, filter3 = filter2.q, own3 = own2.q, negative3 = negative2.q,
                positive3 = positive2.q, below3 = below2.q);
            self.sum3.d.next = bit_cast::<33, 32>(self.pc2.q.val()) + bit_cast::<33, 32>(self.value2.q.val());
            self.some3.d.next = self.value2.q.val().any();
            self.taken3.d.next = self.next2.q.val() != self.after2.q.val();
            let branch: Bit = (self.own2.q.val() & BRANCH_BITS).any();
            self.branch3.d.next = branch;
            self.known3.d.next = branch | self.jal2.q.val();
            self.look_pc.next = self.pc3.q.val();
        }

        fn fourth(&mut self) {
            comment!(
                "Where it leads: of JAL and branches that is in the instruction, and backward if the sum wraps; else \
                 it is the successor."
            );
            drive!(self: valid4 = valid3.q, pc4 = pc3.q, insn4 = insn3.q, address4 = address3.q,
                privilege4 = privilege3.q, own4 = own3.q, negative4 = negative3.q, positive4 = positive3.q,
                taken4 = taken3.q, branch4 = branch3.q, ranges4 = look_ranges);
            let leads: Bit = (self.own3.q.val() & CONTROL_BITS).any();
            self.has_target4.d.next = self.known3.q.val() | leads;
            self.target4.d.next = 0.into();
            self.backward4.d.next = self.below3.q.val();
            if leads {
                self.target4.d.next = self.next3.q.val();
            }
            if self.known3.q.val() {
                self.target4.d.next = self.sum3.q.val().get_bits::<32>(0);
                self.backward4.d.next = self.sum3.q.val().get_bit(32) | !self.some3.q.val();
            }
            comment!("Branches that are known to be not taken may count for less.");
            let judged: Bit = self.branch3.q.val() & !self.taken3.q.val() & self.cfg_be_taken.val();
            self.filter4.d.next = self.filter3.q.val();
            if judged & (self.filter3.q.val() == BACK_CODE) {
                self.filter4.d.next = 0.into();
            }
            if judged {
                self.branch4.d.next = false;
            }
            self.now.control.next = (self.own4.q.val() & CONTROL_BITS).any();
            self.now.call.next = self.own4.q.val().get_bit(CALL.index());
            drive!(now: valid = valid4.q, pc = pc4.q, insn = insn4.q, target = target4.q, has_target = has_target4.q,
                taken = taken4.q);
            self.now_address.next = self.address4.q.val();
        }

        fn fifth(&mut self) {
            drive!(self: valid5 = valid4.q, valid6 = valid5.q, insn5 = insn4.q, privilege5 = privilege4.q,
                filter5 = filter4.q, own5 = own4.q, negative5 = negative4.q, positive5 = positive4.q,
                taken5 = taken4.q, has_target5 = has_target4.q, backward5 = backward4.q, ranges5 = ranges4.q);
            self.loops5.d.next = self.branch4.q.val() & self.backward4.q.val();
            drive!(fact: own = own5.q, loops = loops5.q, has_target = has_target5.q, backward = backward5.q,
                taken = taken5.q, negative = negative5.q, positive = positive5.q, ranges = ranges5.q);
            drive!(self: ask_insn = insn5.q, ask_privilege = privilege5.q, ask_filter = filter5.q, asked = valid6.q);
        }
    }
}
