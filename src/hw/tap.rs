//! The tap: raw retirements of a core become records (docs/reference/tap.md).
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
    /// `X` is the width of the core's registers in bits, 32 or 64. With `D` 1 it has a second comparator, for a fast
    /// clock.
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
            self.taken.d.next = self.rvfi.valid.val() & self.buffer_ready.val();
            self.flushed.d.next = self.ret_flush.val();
            self.expander.insn.next = self.rvfi.insn.val();
            drive!(self: taken_insn = expander.expanded, taken_rvc = expander.compressed, taken_trap = rvfi.trap,
                taken_intr = rvfi.intr, taken_mode = rvfi.mode, taken_pc = rvfi.pc_rdata, taken_npc = rvfi.pc_wdata,
                taken_rs1 = rvfi.rs1_rdata, taken_rd = rvfi.rd_wdata, taken_addr = rvfi.mem_addr);
            self.taken_mask.d.next = self.rvfi.mem_rmask.val() | self.rvfi.mem_wmask.val();
            drive!(self: taken_rdata = rvfi.mem_rdata, taken_wdata = rvfi.mem_wdata, taken_evt = ret.evt,
                taken_lat = ret.lat, taken_cycles = ret.cycles);
        }

        fn record(&mut self) {
            let release: Bit = self.held.q.val() & (self.taken.q.val() | self.flushed.q.val());

            comment!(
                "Where the held instruction went on: the core's own word counts before handlers and after traps, but \
                 not for MRET."
            );
            let own: Bit = self.flushed.q.val() | ((self.taken_intr.q.val() | self.trap.q.val()) & !self.mret.q.val());
            self.rec.npc.next = self.taken_pc.q.val();
            if own {
                self.rec.npc.next = self.own_npc.q.val();
            }
            let leaves: Bit = false;
            if D > 0 {
                comment!("Both ways are compared, so that nothing waits for the choice between them.");
                leaves = self.taken_pc.q.val() != self.fall.q.val();
                if own {
                    leaves = self.own_npc.q.val() != self.fall.q.val();
                }
            } else {
                leaves = self.rec.npc.val() != self.fall.q.val();
            }
            let following: Bit = self.begins.q.val();
            if release {
                following = leaves | self.trap.q.val();
            }
            self.begins.d.next = following;
            self.rec.valid.next = release;
            drive!(rec: trap = trap.q, mode = mode.q, class = class.q, rvc = rvc.q);
            self.rec.taken.next = leaves;
            drive!(rec: start = start.q, insn = insn.q, pc = pc.q, val = val.q, addr = addr.q, evt = evt.q,
                lat = lat.q, cycles = cycles.q);
            comment!("Records leave in order, so that what was counted so far is the ordinal of the one that leaves.");
            self.rec.ord.next = self.ord.q.val();
            if release & !self.trap.q.val() {
                self.ord.d.next = self.ord.q.val() + 1;
            }
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
                self.start.d.next = following | self.taken_intr.q.val();
                drive!(self: insn = taken_insn.q, pc = taken_pc.q, own_npc = taken_npc.q);
                self.fall.d.next = self.taken_pc.q.val() + length;
                self.val.d.next = self.taken_rd.q.val();
                if moves {
                    self.val.d.next = (data & accessed) >> skipped;
                    if !self.cfg_mdata_ok.val() {
                        self.val.d.next = 0.into();
                    }
                }
                self.addr.d.next = base + offset;
                if !access {
                    self.addr.d.next = 0.into();
                }
                drive!(self: evt = taken_evt.q, lat = taken_lat.q, cycles = taken_cycles.q);
            }
        }
    }
}
