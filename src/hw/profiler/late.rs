//! Records that wait for their verdicts (docs/reference/profiler.md).
use crate::hw::bundles::{RecordRx, RecordTx};
use crate::hw::lib::Reg;
use crate::spec::classify::OPCLASS_BITS;
use crate::spec::pcfilter::{DEEP_LATENCY, LATENCY};
use rust_hdl::prelude::*;

/// Cycles by which the records come later.
const LATE: usize = DEEP_LATENCY - LATENCY;

/// What the kernel takes for granted.
const _: () = {
    assert!(LATE == 4);
};

#[treetap_hdl::unit]
mod late {
    //! Goes beside filters that take four cycles more than everything else does: the records, four cycles later.

    /// The records of the tap, four cycles later; three for who takes a cycle more.
    ///
    /// `X` is the width of the core's registers in bits.
    #[clocked(reset)]
    pub struct Late<#[range(32..=64, step = 32)] const X: usize> {
        #[group("a record of the tap")]
        #[only(valid, trap, class, taken, start, insn, pc, npc, val, addr, evt, cycles, ord)]
        pub rec: RecordRx<X>,
        #[group("the record of four cycles ago")]
        #[only(valid, trap, class, taken, start, insn, pc, npc, val, addr, evt, cycles, ord)]
        pub late: RecordTx<X>,
        #[group("the record of three cycles ago")]
        #[only(valid, trap, class, taken, insn, pc, npc)]
        pub early: RecordTx<X>,
        #[also(trap, taken, start)]
        valid: [Reg<Bit>; LATE],
        class: [Reg<Bits<OPCLASS_BITS>>; LATE],
        #[also(ord)]
        insn: [Reg<Bits<32>>; LATE],
        #[also(npc, val, addr)]
        pc: [Reg<Bits<X>>; LATE],
        evt: [Reg<Bits<8>>; LATE],
        cycles: [Reg<Bits<16>>; LATE],
    }

    impl Late {
        fn update(&mut self) {
            self.valid[0].d.next = self.rec.valid.val();
            self.trap[0].d.next = self.rec.trap.val();
            self.class[0].d.next = self.rec.class.val();
            self.taken[0].d.next = self.rec.taken.val();
            self.start[0].d.next = self.rec.start.val();
            self.insn[0].d.next = self.rec.insn.val();
            self.pc[0].d.next = self.rec.pc.val();
            self.npc[0].d.next = self.rec.npc.val();
            self.val[0].d.next = self.rec.val.val();
            self.addr[0].d.next = self.rec.addr.val();
            self.evt[0].d.next = self.rec.evt.val();
            self.cycles[0].d.next = self.rec.cycles.val();
            self.ord[0].d.next = self.rec.ord.val();
            for i in 1..LATE {
                self.valid[i].d.next = self.valid[i - 1].q.val();
                self.trap[i].d.next = self.trap[i - 1].q.val();
                self.class[i].d.next = self.class[i - 1].q.val();
                self.taken[i].d.next = self.taken[i - 1].q.val();
                self.start[i].d.next = self.start[i - 1].q.val();
                self.insn[i].d.next = self.insn[i - 1].q.val();
                self.pc[i].d.next = self.pc[i - 1].q.val();
                self.npc[i].d.next = self.npc[i - 1].q.val();
                self.val[i].d.next = self.val[i - 1].q.val();
                self.addr[i].d.next = self.addr[i - 1].q.val();
                self.evt[i].d.next = self.evt[i - 1].q.val();
                self.cycles[i].d.next = self.cycles[i - 1].q.val();
                self.ord[i].d.next = self.ord[i - 1].q.val();
            }
            self.early.valid.next = self.valid[2].q.val();
            self.early.trap.next = self.trap[2].q.val();
            self.early.class.next = self.class[2].q.val();
            self.early.taken.next = self.taken[2].q.val();
            self.early.insn.next = self.insn[2].q.val();
            self.early.pc.next = self.pc[2].q.val();
            self.early.npc.next = self.npc[2].q.val();
            self.late.valid.next = self.valid[3].q.val();
            self.late.trap.next = self.trap[3].q.val();
            self.late.class.next = self.class[3].q.val();
            self.late.taken.next = self.taken[3].q.val();
            self.late.start.next = self.start[3].q.val();
            self.late.insn.next = self.insn[3].q.val();
            self.late.pc.next = self.pc[3].q.val();
            self.late.npc.next = self.npc[3].q.val();
            self.late.val.next = self.val[3].q.val();
            self.late.addr.next = self.addr[3].q.val();
            self.late.evt.next = self.evt[3].q.val();
            self.late.cycles.next = self.cycles[3].q.val();
            self.late.ord.next = self.ord[3].q.val();
            if self.reset.val() {
                for i in 0..LATE {
                    self.valid[i].d.next = false;
                }
            }
        }
    }
}
