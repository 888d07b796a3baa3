//! The tap of a profiler of the least area (docs/reference/tap.md).
use super::short::Short;
use crate::hw::bundles::{BesideRx, RecordTx, RetirementRx};
use crate::hw::classify::Classifier;
use crate::hw::lib::Reg;
use crate::spec::classify::OPCLASS_BITS;
use crate::spec::tap::MRET;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod small_tap {
    //! Normalises the retirements of a core of 32 bits, one per cycle: each becomes a record when the next one tells
    //! where it went on. Addresses are rs1 plus the immediate. docs/reference/tap.md has the rules.

    /// [`Tap`](super::Tap) in less: for cores of 32 bits, with addresses from `rs1` and the immediate, without memory
    /// data.
    ///
    /// What is needed of an instruction is found out before it is registered, so its 32-bit form is never made. Of
    /// `rec_insn` there is bit 7 alone: the instruction has a register for its result other than `x0`, which means
    /// something for classes with a result. `rec_addr` and `rec_val` mean something for classes whose address and
    /// whose result they are, and anything for others.
    #[clocked(reset)]
    pub struct SmallTap {
        #[group("what the core retires, taken with valid and ready")]
        pub rvfi: RetirementRx<32, 4>,
        #[group("ret: beside it: events, cycles of the access, cycles since the retirement before")]
        pub ret: BesideRx,
        /// The last record leaves.
        #[group("ret_flush: the last record leaves; before a retirement of the same cycle")]
        pub ret_flush: Signal<In, Bit>,
        /// What follows the tap has room.
        #[group("buffer_ready: there is room after the tap")]
        pub buffer_ready: Signal<In, Bit>,
        #[group("the record of the retirement before")]
        #[only(valid, trap, class, taken, start, insn, pc, npc, val, addr, evt, cycles, ord)]
        pub rec: RecordTx<32>,
        short: Short,
        classifier: Classifier,
        // what was taken in the cycle before, and what its instruction is
        #[also(flushed, taken_rvc, taken_trap, taken_intr, taken_mret, taken_writes)]
        taken: Reg<Bit>,
        taken_class: Reg<Bits<OPCLASS_BITS>>,
        taken_offset: Reg<Bits<12>>,
        #[also(taken_npc, taken_rs1, taken_rd)]
        taken_pc: Reg<Bits<32>>,
        taken_evt: Reg<Bits<8>>,
        taken_cycles: Reg<Bits<16>>,
        // the record that is held, with the core's own next address and the one that follows in memory
        #[also(trap, mret, first, writes)]
        held: Reg<Bit>,
        class: Reg<Bits<OPCLASS_BITS>>,
        #[also(own_npc, fall, val, addr)]
        pc: Reg<Bits<32>>,
        evt: Reg<Bits<8>>,
        cycles: Reg<Bits<16>>,
        // the next one begins a block
        #[init(true)]
        begins: Reg<Bit>,
        ord: Reg<Bits<32>>,
    }

    impl SmallTap {
        fn update(&mut self) {
            const MRET_INSN: Bits<32> = MRET.into();
            const BEYOND: Bits<32> = 0xffff_f000;

            self.take();
            self.release();
            self.hold();
            if self.reset.val() {
                zero!(self: taken, flushed, held, ord);
                self.begins.d.next = true;
            }
        }

        fn take(&mut self) {
            self.rvfi.ready.next = self.buffer_ready.val();
            comment!("What the core retires goes into registers first; a flush keeps its place before it.");
            self.taken.d.next = self.rvfi.valid.val() & self.buffer_ready.val();
            drive!(self: flushed = ret_flush, taken_trap = rvfi.trap, taken_intr = rvfi.intr, taken_pc = rvfi.pc_rdata,
                taken_npc = rvfi.pc_wdata, taken_rs1 = rvfi.rs1_rdata, taken_rd = rvfi.rd_wdata, taken_evt = ret.evt,
                taken_cycles = ret.cycles);
            comment!("Of its instruction: class, offset of an access, whether a result stays, whether it is MRET.");
            let insn: Bits<32> = self.rvfi.insn.val();
            let long: Bit = insn.get_bits::<2>(0).all();
            self.taken_rvc.d.next = !long;
            self.taken_mret.d.next = insn == MRET_INSN;
            self.short.insn.next = bit_cast::<16, 32>(insn);
            self.classifier.insn.next = insn;
            drive!(self: taken_class = short.opclass, taken_writes = short.writes, taken_offset = short.offset);
            if long {
                self.taken_class.d.next = self.classifier.opclass.val();
                self.taken_writes.d.next = insn.get_bits::<5>(7).any();
                self.taken_offset.d.next =
                    (bit_cast::<12, 7>(insn.get_bits::<7>(25)) << 5) | bit_cast::<12, 5>(insn.get_bits::<5>(20));
                if insn.get_bit(5) {
                    self.taken_offset.d.next =
                        (bit_cast::<12, 7>(insn.get_bits::<7>(25)) << 5) | bit_cast::<12, 5>(insn.get_bits::<5>(7));
                }
                comment!("AMO adds nothing.");
                if insn.get_bit(3) {
                    self.taken_offset.d.next = 0.into();
                }
            }
        }

        fn release(&mut self) {
            let release: Bit = self.held.q.val() & (self.taken.q.val() | self.flushed.q.val());
            comment!("Where the held instruction went on.");
            let own: Bit = self.flushed.q.val() | ((self.taken_intr.q.val() | self.trap.q.val()) & !self.mret.q.val());
            let npc: Bits<32> = self.taken_pc.q.val();
            if own {
                npc = self.own_npc.q.val();
            }
            let leaves: Bit = npc != self.fall.q.val();
            if release {
                self.begins.d.next = leaves | self.trap.q.val();
                comment!("Records leave in order, so what was counted so far is the ordinal of the one that leaves.");
                if !self.trap.q.val() {
                    self.ord.d.next = self.ord.q.val() + 1;
                }
            }
            self.rec.valid.next = release;
            self.rec.taken.next = leaves;
            self.rec.npc.next = npc;
            self.rec.start.next = self.begins.q.val() | self.first.q.val();
            self.rec.insn.next = bit_cast::<32, 1>(self.writes.q.val().into()) << 7;
            drive!(rec: trap = trap.q, class = class.q, pc = pc.q, val = val.q, addr = addr.q, evt = evt.q,
                cycles = cycles.q, ord = ord.q);
        }

        fn hold(&mut self) {
            let length: Bits<32> = 4.into();
            if self.taken_rvc.q.val() {
                length = 2.into();
            }
            let offset: Bits<32> = bit_cast::<32, 12>(self.taken_offset.q.val());
            if self.taken_offset.q.val().get_bit(11) {
                offset = bit_cast::<32, 12>(self.taken_offset.q.val()) | BEYOND;
            }
            if self.taken.q.val() {
                drive!(self: trap = taken_trap.q, mret = taken_mret.q, first = taken_intr.q, writes = taken_writes.q,
                    class = taken_class.q, pc = taken_pc.q, own_npc = taken_npc.q, val = taken_rd.q, evt = taken_evt.q,
                    cycles = taken_cycles.q);
                self.fall.d.next = self.taken_pc.q.val() + length;
                self.addr.d.next = self.taken_rs1.q.val() + offset;
            }
            self.held.d.next = self.taken.q.val() | (self.held.q.val() & !self.flushed.q.val());
        }
    }
}
