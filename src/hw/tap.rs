//! The tap: raw retirements of a core become records (docs/reference/tap.md).
mod short;
mod small;

pub use small::SmallTap;

use crate::hw::bundles::{BesideRx, RecordTx, RetirementRx};
use crate::hw::classify::{Classifier, Expander};
use crate::hw::lib::Reg;
use crate::spec::classify::{OPCLASS_BITS, Opclass};
use crate::spec::tap::MRET;
use rust_hdl::prelude::*;

// The kernel has these codes as the literals that the Verilog shows.
const _: () = {
    let plain = [Opclass::Load, Opclass::Store, Opclass::FpLoad, Opclass::FpStore];
    let mut code = 0;
    while code < 4 {
        assert!(plain[code as usize].code() == code);
        code += 1;
    }
    assert!(Opclass::Atomic.code() == 15);
};

#[treetap_hdl::unit]
mod tap {
    //! Normalises the retirements of a core, one per cycle:
    //! each becomes a record when the next one tells where it went on.
    //! docs/reference/tap.md has the rules.

    /// Normalises the retirements of one core, one per cycle.
    ///
    /// A retirement is taken in a cycle with `rvfi_valid` and `rvfi_ready`. Its record leaves when the next one is
    /// taken, or with `ret_flush`: in that cycle it is on `rec_*`. A flush comes before a retirement of the same cycle.
    /// `X` is the width of the core's registers in bits, 32 or 64. With `D` 1 it is built for a fast clock: a record
    /// is there two cycles later, from registers, and what is found out about it takes a cycle more.
    #[clocked(reset)]
    #[derived(M = X / 8)]
    pub struct Tap<#[range(32..=64, step = 32)] const X: usize, #[range(0..=1)] const D: usize> {
        #[group("what the core retires, taken with valid and ready")]
        pub rvfi: RetirementRx<X, M>,
        #[group("ret: beside it: events, cycles of the access, cycles since the retirement before")]
        pub ret: BesideRx,
        /// The last record leaves.
        #[group("ret_flush: the last record leaves; before a retirement of the same cycle")]
        pub ret_flush: Signal<In, Bit>,
        /// What follows the tap has room.
        #[group("buffer_ready: there is room after the tap")]
        pub buffer_ready: Signal<In, Bit>,
        /// Source of addresses: a code of `AddrSrc`.
        #[group("what the tap has to know of its core")]
        pub cfg_addr_src: Signal<In, Bits<2>>,
        /// The data of `rvfi_mem_*` can be used.
        pub cfg_mdata_ok: Signal<In, Bit>,
        #[group("the record of the retirement before")]
        pub rec: RecordTx<X>,
        expander: Expander<X>,
        classifier: Classifier,
        // what was taken in the cycle before, its instruction expanded
        taken: Reg<Bit>,
        flushed: Reg<Bit>,
        taken_insn: Reg<Bits<32>>,
        #[also(taken_trap, taken_intr)]
        taken_rvc: Reg<Bit>,
        taken_mode: Reg<Bits<2>>,
        #[also(taken_npc, taken_rs1, taken_rd, taken_addr)]
        taken_pc: Reg<Bits<X>>,
        taken_mask: Reg<Bits<M>>,
        taken_rdata: Reg<Bits<X>>,
        taken_wdata: Reg<Bits<X>>,
        taken_evt: Reg<Bits<8>>,
        taken_lat: Reg<Bits<16>>,
        taken_cycles: Reg<Bits<16>>,
        // the record that is held, with the core's own next address and the one that follows in memory
        held: Reg<Bit>,
        trap: Reg<Bit>,
        mode: Reg<Bits<2>>,
        mret: Reg<Bit>,
        class: Reg<Bits<OPCLASS_BITS>>,
        rvc: Reg<Bit>,
        start: Reg<Bit>,
        insn: Reg<Bits<32>>,
        #[also(own_npc, fall, val, addr)]
        pc: Reg<Bits<X>>,
        evt: Reg<Bits<8>>,
        lat: Reg<Bits<16>>,
        cycles: Reg<Bits<16>>,
        // the next one begins a block
        #[init(true)]
        begins: Reg<Bit>,
        ord: Reg<Bits<32>>,
        // for a fast clock: what was taken a cycle before it counts as taken, and its instruction as it came and
        // expanded; it is legal if it is compressed
        #[when(D > 0)]
        #[also(came_flush, came_trap, came_intr, came_rvc, came_legal)]
        came: Reg<Bit>,
        #[when(D > 0)]
        came_mode: Reg<Bits<2>>,
        #[when(D > 0)]
        #[also(came_joined)]
        came_insn: Reg<Bits<32>>,
        #[when(D > 0)]
        #[also(came_npc, came_rs1, came_rd, came_addr, came_rdata, came_wdata)]
        came_pc: Reg<Bits<X>>,
        #[when(D > 0)]
        came_mask: Reg<Bits<M>>,
        #[when(D > 0)]
        came_evt: Reg<Bits<8>>,
        #[when(D > 0)]
        #[also(came_cycles)]
        came_lat: Reg<Bits<16>>,
        // the distance of the address that is held, and whether there is one
        #[when(D > 0)]
        far: Reg<Bits<X>>,
        #[when(D > 0)]
        reaches: Reg<Bit>,
        // the record that leaves: whether the core's own word counts, whether it and the next retirement go elsewhere
        #[when(D > 0)]
        #[also(left_trap, left_rvc, left_intr, left_own, own_leaves, next_leaves)]
        left: Reg<Bit>,
        #[when(D > 0)]
        left_mode: Reg<Bits<2>>,
        #[when(D > 0)]
        left_class: Reg<Bits<OPCLASS_BITS>>,
        #[when(D > 0)]
        #[also(left_ord)]
        left_insn: Reg<Bits<32>>,
        #[when(D > 0)]
        #[also(left_npc, left_val, left_addr)]
        left_pc: Reg<Bits<X>>,
        #[when(D > 0)]
        left_evt: Reg<Bits<8>>,
        #[when(D > 0)]
        #[also(left_cycles)]
        left_lat: Reg<Bits<16>>,
        // of what was taken: its opcode, and which kind of access it is
        opcode: Signal<Local, Bits<7>>,
    }

    impl Tap {
        fn update(&mut self) {
            const MRET_INSN: Bits<32> = MRET.into();
            const BYTE: [Bits<X>; M] = (0..M).map(|i| 0xff_u64 << (8 * i));
            const BEYOND: Bits<X> = u64::MAX >> (64 - X) & !0xfff;

            self.take();
            self.record();
            self.access();
            self.address();
            self.held.d.next = self.taken.q.val() | (self.held.q.val() & !self.flushed.q.val());
            if self.reset.val() {
                zero!(self: taken, flushed, held);
                self.begins.d.next = true;
                self.ord.d.next = 0.into();
            }
        }

        fn take(&mut self) {
            self.rvfi.ready.next = self.buffer_ready.val();
            comment!("What the core retires goes into registers first, expanded; a flush keeps its place before it.");
            let taking: Bit = self.rvfi.valid.val() & self.buffer_ready.val();
            let mask: Bits<M> = self.rvfi.mem_rmask.val() | self.rvfi.mem_wmask.val();
            self.expander.insn.next = self.rvfi.insn.val();
            if D > 0 {
                comment!("The last gate of the expansion has a cycle of its own.");
                self.came.d.next = taking & !self.reset.val();
                self.came_flush.d.next = self.ret_flush.val() & !self.reset.val();
                self.came_mask.d.next = mask;
                drive!(self: came_insn = rvfi.insn, came_joined = expander.joined, came_legal = expander.legal,
                    came_rvc = expander.compressed, came_trap = rvfi.trap, came_intr = rvfi.intr, came_mode = rvfi.mode,
                    came_pc = rvfi.pc_rdata, came_npc = rvfi.pc_wdata, came_rs1 = rvfi.rs1_rdata,
                    came_rd = rvfi.rd_wdata, came_addr = rvfi.mem_addr, came_rdata = rvfi.mem_rdata,
                    came_wdata = rvfi.mem_wdata, came_evt = ret.evt, came_lat = ret.lat, came_cycles = ret.cycles);
                drive!(self: taken = came.q, flushed = came_flush.q, taken_insn = came_insn.q);
                if self.came_rvc.q.val() {
                    self.taken_insn.d.next = 0.into();
                    if self.came_legal.q.val() {
                        self.taken_insn.d.next = self.came_joined.q.val();
                    }
                }
                drive!(self: taken_rvc = came_rvc.q, taken_trap = came_trap.q, taken_intr = came_intr.q,
                    taken_mode = came_mode.q, taken_pc = came_pc.q, taken_npc = came_npc.q, taken_rs1 = came_rs1.q,
                    taken_rd = came_rd.q, taken_addr = came_addr.q, taken_mask = came_mask.q,
                    taken_rdata = came_rdata.q, taken_wdata = came_wdata.q, taken_evt = came_evt.q,
                    taken_lat = came_lat.q, taken_cycles = came_cycles.q);
            } else {
                self.taken.d.next = taking;
                self.taken_mask.d.next = mask;
                drive!(self: flushed = ret_flush, taken_insn = expander.expanded, taken_rvc = expander.compressed,
                    taken_trap = rvfi.trap, taken_intr = rvfi.intr, taken_mode = rvfi.mode, taken_pc = rvfi.pc_rdata,
                    taken_npc = rvfi.pc_wdata, taken_rs1 = rvfi.rs1_rdata, taken_rd = rvfi.rd_wdata,
                    taken_addr = rvfi.mem_addr, taken_rdata = rvfi.mem_rdata, taken_wdata = rvfi.mem_wdata,
                    taken_evt = ret.evt, taken_lat = ret.lat, taken_cycles = ret.cycles);
            }
        }

        fn record(&mut self) {
            let release: Bit = self.held.q.val() & (self.taken.q.val() | self.flushed.q.val());

            comment!(
                "Where the held instruction went on: the core's own word counts before handlers and after traps, but \
                 not for MRET."
            );
            let own: Bit = self.flushed.q.val() | ((self.taken_intr.q.val() | self.trap.q.val()) & !self.mret.q.val());
            let npc: Bits<X> = self.taken_pc.q.val();
            if own {
                npc = self.own_npc.q.val();
            }
            comment!("Records leave in order, so that what was counted so far is the ordinal of the one that leaves.");
            if release & !self.trap.q.val() {
                self.ord.d.next = self.ord.q.val() + 1;
            }
            let leaves: Bit = false;
            let ends: Bit = false;
            if D > 0 {
                comment!("Both ways are compared, and a cycle later the one that counts is known.");
                self.next_leaves.d.next = self.taken_pc.q.val() != self.fall.q.val();
                self.own_leaves.d.next = self.own_npc.q.val() != self.fall.q.val();
                self.left_own.d.next = own;
                leaves = self.next_leaves.q.val();
                if self.left_own.q.val() {
                    leaves = self.own_leaves.q.val();
                }
                drive!(self: left_trap = trap.q, left_mode = mode.q, left_class = class.q, left_rvc = rvc.q,
                    left_intr = start.q, left_insn = insn.q, left_pc = pc.q, left_val = val.q, left_evt = evt.q,
                    left_lat = lat.q, left_cycles = cycles.q, left_ord = ord.q);
                self.left.d.next = release & !self.reset.val();
                self.left_npc.d.next = npc;
                self.left_addr.d.next = self.addr.q.val() + self.far.q.val();
                if !self.reaches.q.val() {
                    self.left_addr.d.next = 0.into();
                }
                ends = self.left.q.val();
                if ends {
                    self.begins.d.next = leaves | self.left_trap.q.val();
                }
                self.rec.valid.next = ends;
                self.rec.start.next = self.begins.q.val() | self.left_intr.q.val();
                drive!(rec: trap = left_trap.q, mode = left_mode.q, class = left_class.q, rvc = left_rvc.q,
                    insn = left_insn.q, pc = left_pc.q, npc = left_npc.q, val = left_val.q, addr = left_addr.q,
                    evt = left_evt.q, lat = left_lat.q, cycles = left_cycles.q, ord = left_ord.q);
            } else {
                leaves = npc != self.fall.q.val();
                ends = self.begins.q.val();
                if release {
                    ends = leaves | self.trap.q.val();
                }
                self.begins.d.next = ends;
                self.rec.valid.next = release;
                self.rec.start.next = self.begins.q.val() | self.start.q.val();
                self.rec.npc.next = npc;
                drive!(rec: trap = trap.q, mode = mode.q, class = class.q, rvc = rvc.q, insn = insn.q,
                    pc = pc.q, val = val.q, addr = addr.q, evt = evt.q, lat = lat.q, cycles = cycles.q, ord = ord.q);
            }
            self.rec.taken.next = leaves;
        }

        fn access(&mut self) {
            comment!("What was taken: its class, and whether it accesses memory.");
            self.classifier.insn.next = self.taken_insn.q.val();
            self.opcode.next = self.taken_insn.q.val().get_bits::<7>(0);
            comment!(
                "LOAD, STORE, and scalar FLOAD and FSTORE, which are the classes 0 to 3, and AMO: of the opcode, which \
                 is there before the class."
            );
            let function: Bits<3> = self.taken_insn.q.val().get_bits::<3>(12);
            let real: Bit = self.opcode.val().get_bit(2);
            let plain: Bit =
                ((self.opcode.val() & 0b101_1011) == 0b000_0011) & (!real | ((function != 0) & (function <= 4)));
            let atomic: Bit = self.opcode.val().get_bit(3);
            let access: Bit = plain | (self.opcode.val() == 0b010_1111);
            let store: Bit = self.opcode.val().get_bit(5);
            comment!("STORE, FLOAD, FSTORE: the value is memory's.");
            let moves: Bit = plain & (store | real);
            comment!("Its data: the bytes of the mask, the first of them lowest.");
            let found: Bit = false;
            let first: Bits<3> = 0.into();
            let accessed: Bits<X> = 0.into();
            for i in 0..M {
                if self.taken_mask.q.val().get_bit(i) {
                    accessed = accessed | BYTE[i];
                    if !found {
                        first = i.to_bits();
                    }
                    found = true;
                }
            }
            let skipped: Bits<6> = bit_cast::<6, 3>(first) << 3;
            let data: Bits<X> = self.taken_rdata.q.val();
            if store {
                data = self.taken_wdata.q.val();
            }
        }

        fn address(&mut self) {
            comment!(
                "Its address: the port, the port and the mask, or the first operand and the immediate of a load or \
                 store."
            );
            let immediate: Bits<12> = (bit_cast::<12, 7>(self.taken_insn.q.val().get_bits::<7>(25)) << 5)
                | bit_cast::<12, 5>(self.taken_insn.q.val().get_bits::<5>(20));
            if store {
                immediate = (bit_cast::<12, 7>(self.taken_insn.q.val().get_bits::<7>(25)) << 5)
                    | bit_cast::<12, 5>(self.taken_insn.q.val().get_bits::<5>(7));
            }
            let base: Bits<X> = self.taken_addr.q.val();
            let offset: Bits<X> = 0.into();
            if self.cfg_addr_src.val().get_bit(1) {
                base = self.taken_rs1.q.val();
                if !atomic {
                    offset = bit_cast::<X, 12>(immediate);
                    if immediate.get_bit(11) {
                        offset = bit_cast::<X, 12>(immediate) | BEYOND;
                    }
                }
            } else if self.cfg_addr_src.val().get_bit(0) {
                offset = bit_cast::<X, 3>(first);
            }

            let length: Bits<X> = 4.into();
            if self.taken_rvc.q.val() {
                length = 2.into();
            }
            if self.taken.q.val() {
                drive!(self: trap = taken_trap.q, mode = taken_mode.q);
                self.mret.d.next = self.taken_insn.q.val() == MRET_INSN;
                drive!(self: class = classifier.opclass, rvc = taken_rvc.q);
                self.start.d.next = self.taken_intr.q.val();
                drive!(self: insn = taken_insn.q, pc = taken_pc.q, own_npc = taken_npc.q);
                self.fall.d.next = self.taken_pc.q.val() + length;
                self.val.d.next = self.taken_rd.q.val();
                if moves {
                    self.val.d.next = (data & accessed) >> skipped;
                    if !self.cfg_mdata_ok.val() {
                        self.val.d.next = 0.into();
                    }
                }
                if D > 0 {
                    self.addr.d.next = base;
                    self.far.d.next = offset;
                    self.reaches.d.next = access;
                } else {
                    self.addr.d.next = base + offset;
                    if !access {
                        self.addr.d.next = 0.into();
                    }
                }
                drive!(self: evt = taken_evt.q, lat = taken_lat.q, cycles = taken_cycles.q);
            }
        }
    }
}
