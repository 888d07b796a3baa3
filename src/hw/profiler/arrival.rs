//! Retirements on their way to the tap, for a fast clock (docs/reference/profiler.md).
use crate::hw::bundles::{BesideRx, BesideTx, RetirementRx, RetirementTx};
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod arrival {
    //! What the core retires, a cycle later: nothing stands between the core and a register. What has its place between
    //! two retirements, a flush and the gate, waits with them.

    /// The retirements of a core with registers of `X` bits, taken and a cycle later.
    #[clocked(reset)]
    #[derived(M = X / 8)]
    pub struct Arrival<#[range(32..=64, step = 32)] const X: usize> {
        #[group("what the core retires, taken with valid and ready")]
        #[only(
            valid, ready, insn, trap, intr, pc_rdata, pc_wdata, rs1_rdata, rd_wdata, mem_addr, mem_rmask, mem_wmask,
            mem_rdata, mem_wdata
        )]
        pub rvfi: RetirementRx<X, M>,
        #[group("ret: beside it: events, cycles of the access, cycles since the retirement before")]
        pub ret: BesideRx,
        /// What follows the tap has room.
        #[group("buffer_ready: there is room after the tap")]
        pub buffer_ready: Signal<In, Bit>,
        /// The last record of the tap leaves.
        #[group("tap_flush gate_open: the last record of the tap leaves; retirements of this cycle are judged")]
        pub tap_flush: Signal<In, Bit>,
        /// Retirements of this cycle are judged.
        pub gate_open: Signal<In, Bit>,
        #[group("came: what was taken in the cycle before")]
        #[only(
            valid, insn, trap, intr, pc_rdata, pc_wdata, rs1_rdata, rd_wdata, mem_addr, mem_rmask, mem_wmask,
            mem_rdata, mem_wdata
        )]
        pub came: RetirementTx<X, M>,
        #[group("beside: what came with it")]
        pub beside: BesideTx,
        /// The last record of the tap leaves.
        #[group("came_flush came_open: the flush and the gate of the cycle before")]
        pub came_flush: Signal<Out, Bit>,
        /// The retirement of the cycle before is judged.
        pub came_open: Signal<Out, Bit>,
        #[also(flush, trap, intr)]
        valid: Reg<Bit>,
        #[init(true)]
        open: Reg<Bit>,
        insn: Reg<Bits<32>>,
        #[also(npc, rs1, rd, addr, rdata, wdata)]
        pc: Reg<Bits<X>>,
        #[also(wmask)]
        rmask: Reg<Bits<M>>,
        evt: Reg<Bits<8>>,
        #[also(cycles)]
        lat: Reg<Bits<16>>,
    }

    impl Arrival {
        fn update(&mut self) {
            self.rvfi.ready.next = self.buffer_ready.val();
            self.valid.d.next = self.rvfi.valid.val() & self.buffer_ready.val();
            drive!(self: flush = tap_flush, open = gate_open);
            drive!(self: insn = rvfi.insn, trap = rvfi.trap, intr = rvfi.intr, pc = rvfi.pc_rdata, npc = rvfi.pc_wdata,
                rs1 = rvfi.rs1_rdata, rd = rvfi.rd_wdata, addr = rvfi.mem_addr, rmask = rvfi.mem_rmask,
                wmask = rvfi.mem_wmask, rdata = rvfi.mem_rdata, wdata = rvfi.mem_wdata, evt = ret.evt, lat = ret.lat,
                cycles = ret.cycles);
            drive!(came: valid = valid.q, insn = insn.q, trap = trap.q, intr = intr.q, pc_rdata = pc.q,
                pc_wdata = npc.q, rs1_rdata = rs1.q, rd_wdata = rd.q, mem_addr = addr.q, mem_rmask = rmask.q,
                mem_wmask = wmask.q, mem_rdata = rdata.q, mem_wdata = wdata.q);
            drive!(beside: evt = evt.q, lat = lat.q, cycles = cycles.q);
            drive!(self: came_flush = flush.q, came_open = open.q);
            if self.reset.val() {
                zero!(self: valid, flush);
                self.open.d.next = true;
            }
        }
    }
}
