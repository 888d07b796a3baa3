//! The tap: raw retirements of a core become records (docs/reference/tap.md).
use crate::hw::classify::{Classifier, Expander};
use crate::hw::lib::Reg;
use crate::spec::classify::OPCLASS_BITS;
use crate::spec::tap::MRET;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Normalises the retirements of one core, one per cycle.
///
/// A retirement is taken in a cycle with `rvfi_valid` and `rvfi_ready`. Its record leaves when the next one is taken, or with `ret_flush`: in
/// that cycle it is on `rec_*`. A flush comes before a retirement of the same cycle. `X` is the width of the core's registers, 32 or 64;
/// `M = X / 8`.
#[derive(LogicBlock, SmartDefault)]
pub struct Tap<const X: usize, const M: usize> {
    #[default(const { assert!((X == 32 || X == 64) && M == X / 8, "Tap<X, M> wants X of 32 or 64 and M = X / 8") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// The core retires an instruction.
    pub rvfi_valid: Signal<In, Bit>,
    /// It may: what waits behind the tap has room.
    pub rvfi_ready: Signal<Out, Bit>,
    /// The instruction; a compressed one is in the low half.
    pub rvfi_insn: Signal<In, Bits<32>>,
    /// It did not execute.
    pub rvfi_trap: Signal<In, Bit>,
    /// It is the first one of a handler.
    pub rvfi_intr: Signal<In, Bit>,
    /// Its privilege.
    pub rvfi_mode: Signal<In, Bits<2>>,
    /// Its address.
    pub rvfi_pc_rdata: Signal<In, Bits<X>>,
    /// Where the core thinks that it goes on.
    pub rvfi_pc_wdata: Signal<In, Bits<X>>,
    /// First operand.
    pub rvfi_rs1_rdata: Signal<In, Bits<X>>,
    /// Result, 0 for `x0`.
    pub rvfi_rd_wdata: Signal<In, Bits<X>>,
    /// Address of an access.
    pub rvfi_mem_addr: Signal<In, Bits<X>>,
    /// Bytes read.
    pub rvfi_mem_rmask: Signal<In, Bits<M>>,
    /// Bytes written.
    pub rvfi_mem_wmask: Signal<In, Bits<M>>,
    /// Data read.
    pub rvfi_mem_rdata: Signal<In, Bits<X>>,
    /// Data written.
    pub rvfi_mem_wdata: Signal<In, Bits<X>>,
    /// Events that came with it.
    pub ret_evt: Signal<In, Bits<8>>,
    /// Cycles of the access.
    pub ret_lat: Signal<In, Bits<16>>,
    /// Cycles since the retirement before.
    pub ret_cycles: Signal<In, Bits<16>>,
    /// The last record leaves.
    pub ret_flush: Signal<In, Bit>,
    /// There is room behind the tap.
    pub buffer_ready: Signal<In, Bit>,
    /// Source of addresses: a code of `AddrSrc`.
    pub cfg_addr_src: Signal<In, Bits<2>>,
    /// The data of `rvfi_mem_*` can be used.
    pub cfg_mdata_ok: Signal<In, Bit>,
    /// A record in this cycle.
    pub rec_valid: Signal<Out, Bit>,
    /// The instruction did not execute.
    pub rec_trap: Signal<Out, Bit>,
    /// Its privilege.
    pub rec_mode: Signal<Out, Bits<2>>,
    /// Class of the instruction.
    pub rec_class: Signal<Out, Bits<OPCLASS_BITS>>,
    /// It was a compressed one.
    pub rec_rvc: Signal<Out, Bit>,
    /// The next instruction is not the one that follows in memory.
    pub rec_taken: Signal<Out, Bit>,
    /// It begins a block.
    pub rec_start: Signal<Out, Bit>,
    /// The instruction in its 32-bit form.
    pub rec_insn: Signal<Out, Bits<32>>,
    /// Its address.
    pub rec_pc: Signal<Out, Bits<X>>,
    /// Address of the next instruction.
    pub rec_npc: Signal<Out, Bits<X>>,
    /// What was loaded or stored, or the result.
    pub rec_val: Signal<Out, Bits<X>>,
    /// Byte address of the access, 0 without one.
    pub rec_addr: Signal<Out, Bits<X>>,
    /// Events that came with it.
    pub rec_evt: Signal<Out, Bits<8>>,
    /// Cycles of the access.
    pub rec_lat: Signal<Out, Bits<16>>,
    /// Cycles since the retirement before.
    pub rec_cycles: Signal<Out, Bits<16>>,
    /// Retire ordinal.
    pub rec_ord: Signal<Out, Bits<32>>,
    expander: Expander<X>,
    classifier: Classifier,
    // what was taken in the cycle before, its instruction expanded
    taken: Reg<Bit>,
    flushed: Reg<Bit>,
    taken_insn: Reg<Bits<32>>,
    taken_rvc: Reg<Bit>,
    taken_trap: Reg<Bit>,
    taken_intr: Reg<Bit>,
    taken_mode: Reg<Bits<2>>,
    taken_pc: Reg<Bits<X>>,
    taken_npc: Reg<Bits<X>>,
    taken_rs1: Reg<Bits<X>>,
    taken_rd: Reg<Bits<X>>,
    taken_addr: Reg<Bits<X>>,
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
    pc: Reg<Bits<X>>,
    own_npc: Reg<Bits<X>>,
    fall: Reg<Bits<X>>,
    val: Reg<Bits<X>>,
    addr: Reg<Bits<X>>,
    evt: Reg<Bits<8>>,
    lat: Reg<Bits<16>>,
    cycles: Reg<Bits<16>>,
    // the next one begins a block
    #[default(Reg::new(true))]
    begins: Reg<Bit>,
    ord: Reg<Bits<32>>,
    release: Signal<Local, Bit>,
    own: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    following: Signal<Local, Bit>,
    // of what was taken: its opcode, and which kind of access it is
    opcode: Signal<Local, Bits<7>>,
    store: Signal<Local, Bit>,
    plain: Signal<Local, Bit>,
    access: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    atomic: Signal<Local, Bit>,
    first: Signal<Local, Bits<3>>,
    found: Signal<Local, Bit>,
    base: Signal<Local, Bits<X>>,
    offset: Signal<Local, Bits<X>>,
    length: Signal<Local, Bits<X>>,
    immediate: Signal<Local, Bits<12>>,
    data: Signal<Local, Bits<X>>,
    accessed: Signal<Local, Bits<X>>,
    skipped: Signal<Local, Bits<6>>,
    #[default(Constant::new(bits(MRET.into())))]
    mret_insn: Constant<Bits<32>>,
    #[default((0..M).map(|i| Constant::new(Bits::<X>::from(0xff_u64 << (8 * i)))).collect())]
    byte: Vec<Constant<Bits<X>>>,
    #[default(Constant::new(Bits::<X>::from(u64::MAX >> (64 - X) & !0xfff)))]
    beyond: Constant<Bits<X>>,
}

impl<const X: usize, const M: usize> Logic for Tap<X, M> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module tap");
        comment!(
            "@doc Normalises the retirements of a core, one per cycle: each becomes a record when the next one tells where it went on."
        );
        comment!("@doc docs/reference/tap.md has the rules.");
        comment!("@ports rvfi: what the core retires, taken with valid and ready");
        comment!("@ports ret: beside it: events, cycles of the access, cycles since the retirement before");
        comment!("@ports ret_flush: the last record leaves; before a retirement of the same cycle");
        comment!("@ports buffer_ready: there is room behind the tap");
        comment!("@ports cfg: what the tap has to know of its core");
        comment!("@ports rec: the record of the retirement before");
        dff_setup!(
            self,
            clock,
            taken,
            flushed,
            taken_insn,
            taken_rvc,
            taken_trap,
            taken_intr,
            taken_mode,
            taken_pc,
            taken_npc,
            taken_rs1,
            taken_rd,
            taken_addr,
            taken_mask,
            taken_rdata,
            taken_wdata,
            taken_evt,
            taken_lat,
            taken_cycles,
            held,
            trap,
            mode,
            mret,
            class,
            rvc,
            start,
            insn,
            pc,
            own_npc,
            fall,
            val,
            addr,
            evt,
            lat,
            cycles,
            begins,
            ord
        );
        self.rvfi_ready.next = self.buffer_ready.val();
        comment!("What the core retires goes into registers first, expanded; a flush keeps its place before it.");
        self.taken.d.next = self.rvfi_valid.val() & self.buffer_ready.val();
        self.flushed.d.next = self.ret_flush.val();
        self.expander.insn.next = self.rvfi_insn.val();
        self.taken_insn.d.next = self.expander.expanded.val();
        self.taken_rvc.d.next = self.expander.compressed.val();
        self.taken_trap.d.next = self.rvfi_trap.val();
        self.taken_intr.d.next = self.rvfi_intr.val();
        self.taken_mode.d.next = self.rvfi_mode.val();
        self.taken_pc.d.next = self.rvfi_pc_rdata.val();
        self.taken_npc.d.next = self.rvfi_pc_wdata.val();
        self.taken_rs1.d.next = self.rvfi_rs1_rdata.val();
        self.taken_rd.d.next = self.rvfi_rd_wdata.val();
        self.taken_addr.d.next = self.rvfi_mem_addr.val();
        self.taken_mask.d.next = self.rvfi_mem_rmask.val() | self.rvfi_mem_wmask.val();
        self.taken_rdata.d.next = self.rvfi_mem_rdata.val();
        self.taken_wdata.d.next = self.rvfi_mem_wdata.val();
        self.taken_evt.d.next = self.ret_evt.val();
        self.taken_lat.d.next = self.ret_lat.val();
        self.taken_cycles.d.next = self.ret_cycles.val();

        self.release.next = self.held.q.val() & (self.taken.q.val() | self.flushed.q.val());

        comment!(
            "Where the held instruction went on: the core's own word counts before handlers and behind traps, but not for MRET."
        );
        self.own.next = self.flushed.q.val() | ((self.taken_intr.q.val() | self.trap.q.val()) & !self.mret.q.val());
        self.rec_npc.next = self.taken_pc.q.val();
        if self.own.val() {
            self.rec_npc.next = self.own_npc.q.val();
        }
        self.leaves.next = self.rec_npc.val() != self.fall.q.val();
        self.following.next = self.begins.q.val();
        if self.release.val() {
            self.following.next = self.leaves.val() | self.trap.q.val();
        }
        self.begins.d.next = self.following.val();
        self.rec_valid.next = self.release.val();
        self.rec_trap.next = self.trap.q.val();
        self.rec_mode.next = self.mode.q.val();
        self.rec_class.next = self.class.q.val();
        self.rec_rvc.next = self.rvc.q.val();
        self.rec_taken.next = self.leaves.val();
        self.rec_start.next = self.start.q.val();
        self.rec_insn.next = self.insn.q.val();
        self.rec_pc.next = self.pc.q.val();
        self.rec_val.next = self.val.q.val();
        self.rec_addr.next = self.addr.q.val();
        self.rec_evt.next = self.evt.q.val();
        self.rec_lat.next = self.lat.q.val();
        self.rec_cycles.next = self.cycles.q.val();
        comment!("Records leave in order, so that what was counted so far is the ordinal of the one that leaves.");
        self.rec_ord.next = self.ord.q.val();
        if self.release.val() & !self.trap.q.val() {
            self.ord.d.next = self.ord.q.val() + 1;
        }

        comment!("What was taken: its class, and whether it accesses memory.");
        self.classifier.insn.next = self.taken_insn.q.val();
        self.opcode.next = self.taken_insn.q.val().get_bits::<7>(0);
        comment!("Classes 0 to 3 are LOAD, STORE, FLOAD and FSTORE, 15 is AMO.");
        self.plain.next = !self.classifier.opclass.val().get_bits::<3>(2).any();
        self.access.next = self.plain.val() | (self.classifier.opclass.val() == 15);
        comment!("Among accesses, these two bits of the opcode say what the class would say later.");
        self.store.next = self.opcode.val().get_bit(5);
        self.atomic.next = self.opcode.val().get_bit(3);
        comment!("STORE, FLOAD, FSTORE: the value is memory's.");
        self.moves.next = self.plain.val() & self.classifier.opclass.val().any();
        comment!("Its data: the bytes of the mask, the first of them lowest.");
        self.found.next = false;
        self.first.next = 0.into();
        self.accessed.next = 0.into();
        for i in 0..M {
            if self.taken_mask.q.val().get_bit(i) {
                self.accessed.next = self.accessed.val() | self.byte[i].val();
                if !self.found.val() {
                    self.first.next = i.to_bits();
                }
                self.found.next = true;
            }
        }
        self.skipped.next = bit_cast::<6, 3>(self.first.val()) << 3;
        self.data.next = self.taken_rdata.q.val();
        if self.store.val() {
            self.data.next = self.taken_wdata.q.val();
        }
        comment!(
            "Its address: the port, the port and the mask, or the first operand and the immediate of a load or store."
        );
        self.immediate.next = (bit_cast::<12, 7>(self.taken_insn.q.val().get_bits::<7>(25)) << 5)
            | bit_cast::<12, 5>(self.taken_insn.q.val().get_bits::<5>(20));
        if self.store.val() {
            self.immediate.next = (bit_cast::<12, 7>(self.taken_insn.q.val().get_bits::<7>(25)) << 5)
                | bit_cast::<12, 5>(self.taken_insn.q.val().get_bits::<5>(7));
        }
        self.base.next = self.taken_addr.q.val();
        self.offset.next = 0.into();
        if self.cfg_addr_src.val().get_bit(1) {
            self.base.next = self.taken_rs1.q.val();
            if !self.atomic.val() {
                self.offset.next = bit_cast::<X, 12>(self.immediate.val());
                if self.immediate.val().get_bit(11) {
                    self.offset.next = bit_cast::<X, 12>(self.immediate.val()) | self.beyond.val();
                }
            }
        } else if self.cfg_addr_src.val().get_bit(0) {
            self.offset.next = bit_cast::<X, 3>(self.first.val());
        }

        self.length.next = 4.into();
        if self.taken_rvc.q.val() {
            self.length.next = 2.into();
        }
        if self.taken.q.val() {
            self.trap.d.next = self.taken_trap.q.val();
            self.mode.d.next = self.taken_mode.q.val();
            self.mret.d.next = self.taken_insn.q.val() == self.mret_insn.val();
            self.class.d.next = self.classifier.opclass.val();
            self.rvc.d.next = self.taken_rvc.q.val();
            self.start.d.next = self.following.val() | self.taken_intr.q.val();
            self.insn.d.next = self.taken_insn.q.val();
            self.pc.d.next = self.taken_pc.q.val();
            self.own_npc.d.next = self.taken_npc.q.val();
            self.fall.d.next = self.taken_pc.q.val() + self.length.val();
            self.val.d.next = self.taken_rd.q.val();
            if self.moves.val() {
                self.val.d.next = (self.data.val() & self.accessed.val()) >> self.skipped.val();
                if !self.cfg_mdata_ok.val() {
                    self.val.d.next = 0.into();
                }
            }
            self.addr.d.next = self.base.val() + self.offset.val();
            if !self.access.val() {
                self.addr.d.next = 0.into();
            }
            self.evt.d.next = self.taken_evt.q.val();
            self.lat.d.next = self.taken_lat.q.val();
            self.cycles.d.next = self.taken_cycles.q.val();
        }
        self.held.d.next = self.taken.q.val() | (self.held.q.val() & !self.flushed.q.val());
        if self.reset.val() {
            self.taken.d.next = false;
            self.flushed.d.next = false;
            self.held.d.next = false;
            self.begins.d.next = true;
            self.ord.d.next = 0.into();
        }
    }
}
