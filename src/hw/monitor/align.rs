//! The record of the tap in the cycle of its code (docs/reference/monitor.md, N2).
use crate::hw::bundles::RecordRx;
use crate::hw::lib::Reg;
use crate::spec::checkmap::CODE_BITS;
use crate::spec::classify::OPCLASS_BITS;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod align {
    //! Delays a record by the cycle in which the map of checks looks its code up.

    /// Delays a record by a cycle, in which the map of checks looks its code up.
    #[clocked(reset)]
    pub struct Align {
        #[group("a record of the tap")]
        #[only(valid, trap, mode, class, rvc, insn, pc, npc, addr)]
        pub rec: RecordRx<32>,
        /// Code of the record of the cycle before.
        #[group("map_code: its code, a cycle later")]
        pub map_code: Signal<In, Bits<{ CODE_BITS as usize }>>,
        /// An instruction for the engine.
        #[group("both for the engine")]
        pub in_valid: Signal<Out, Bit>,
        /// The instruction did not execute.
        pub in_trap: Signal<Out, Bit>,
        /// Privilege.
        pub in_privilege: Signal<Out, Bits<2>>,
        /// Class.
        pub in_class: Signal<Out, Bits<OPCLASS_BITS>>,
        /// The instruction was a compressed one.
        pub in_short: Signal<Out, Bit>,
        /// The instruction.
        pub in_insn: Signal<Out, Bits<32>>,
        /// Address of the instruction.
        pub in_pc: Signal<Out, Bits<32>>,
        /// Address of the next instruction.
        pub in_next: Signal<Out, Bits<32>>,
        /// What it accessed.
        pub in_address: Signal<Out, Bits<32>>,
        /// Code of the instruction in the map of checks.
        pub in_filter: Signal<Out, Bits<2>>,
        valid: Reg<Bit>,
        trap: Reg<Bit>,
        mode: Reg<Bits<2>>,
        class: Reg<Bits<OPCLASS_BITS>>,
        rvc: Reg<Bit>,
        #[also(pc, npc, addr)]
        insn: Reg<Bits<32>>,
    }

    impl Align {
        fn update(&mut self) {
            self.valid.d.next = self.rec.valid.val() & !self.reset.val();
            drive!(self: trap = rec.trap, mode = rec.mode, class = rec.class, rvc = rec.rvc, insn = rec.insn,
                pc = rec.pc, npc = rec.npc, addr = rec.addr, in_valid = valid.q, in_trap = trap.q,
                in_privilege = mode.q, in_class = class.q, in_short = rvc.q, in_insn = insn.q, in_pc = pc.q,
                in_next = npc.q, in_address = addr.q, in_filter = map_code);
        }
    }
}
