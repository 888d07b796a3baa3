//! The record of the tap in the cycle of its code (docs/reference/monitor.md, N2).
use crate::hw::lib::Reg;
use crate::spec::checkmap::CODE_BITS;
use crate::spec::classify::OPCLASS_BITS;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// Delays a record by a cycle, in which the map of checks looks its code up.
#[derive(LogicBlock, Default)]
pub struct Align {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A record in this cycle.
    pub rec_valid: Signal<In, Bit>,
    /// It did not execute.
    pub rec_trap: Signal<In, Bit>,
    /// Its privilege.
    pub rec_mode: Signal<In, Bits<2>>,
    /// Its class.
    pub rec_class: Signal<In, Bits<OPCLASS_BITS>>,
    /// It was a compressed one.
    pub rec_rvc: Signal<In, Bit>,
    /// The instruction in its 32-bit form.
    pub rec_insn: Signal<In, Bits<32>>,
    /// Its address.
    pub rec_pc: Signal<In, Bits<32>>,
    /// Address of the next instruction.
    pub rec_npc: Signal<In, Bits<32>>,
    /// Byte address of the access, 0 without one.
    pub rec_addr: Signal<In, Bits<32>>,
    /// Code of the record of the cycle before.
    pub map_code: Signal<In, Bits<{ CODE_BITS as usize }>>,
    /// An instruction for the engine.
    pub in_valid: Signal<Out, Bit>,
    /// It did not execute.
    pub in_trap: Signal<Out, Bit>,
    /// Privilege.
    pub in_privilege: Signal<Out, Bits<2>>,
    /// Class.
    pub in_class: Signal<Out, Bits<OPCLASS_BITS>>,
    /// It was a compressed one.
    pub in_short: Signal<Out, Bit>,
    /// The instruction.
    pub in_insn: Signal<Out, Bits<32>>,
    /// Its address.
    pub in_pc: Signal<Out, Bits<32>>,
    /// Its successor.
    pub in_next: Signal<Out, Bits<32>>,
    /// What it accessed.
    pub in_address: Signal<Out, Bits<32>>,
    /// Its code in the map of checks.
    pub in_filter: Signal<Out, Bits<2>>,
    valid: Reg<Bit>,
    trap: Reg<Bit>,
    mode: Reg<Bits<2>>,
    class: Reg<Bits<OPCLASS_BITS>>,
    rvc: Reg<Bit>,
    insn: Reg<Bits<32>>,
    pc: Reg<Bits<32>>,
    npc: Reg<Bits<32>>,
    addr: Reg<Bits<32>>,
}

impl Logic for Align {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module align");
        comment!("@doc Delays a record by the cycle in which the map of checks looks its code up.");
        comment!("@ports rec: a record of the tap");
        comment!("@ports map_code: its code, a cycle later");
        comment!("@ports in: both for the engine");
        dff_setup!(self, clock, valid, trap, mode, class, rvc, insn, pc, npc, addr);
        self.valid.d.next = self.rec_valid.val() & !self.reset.val();
        self.trap.d.next = self.rec_trap.val();
        self.mode.d.next = self.rec_mode.val();
        self.class.d.next = self.rec_class.val();
        self.rvc.d.next = self.rec_rvc.val();
        self.insn.d.next = self.rec_insn.val();
        self.pc.d.next = self.rec_pc.val();
        self.npc.d.next = self.rec_npc.val();
        self.addr.d.next = self.rec_addr.val();
        self.in_valid.next = self.valid.q.val();
        self.in_trap.next = self.trap.q.val();
        self.in_privilege.next = self.mode.q.val();
        self.in_class.next = self.class.q.val();
        self.in_short.next = self.rvc.q.val();
        self.in_insn.next = self.insn.q.val();
        self.in_pc.next = self.pc.q.val();
        self.in_next.next = self.npc.q.val();
        self.in_address.next = self.addr.q.val();
        self.in_filter.next = self.map_code.val();
    }
}
