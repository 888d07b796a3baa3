//! From records to events: marks, keys, weights (docs/reference/select.md).
use crate::hw::lib::{Reg, RegEn};
use crate::spec::classify::Opclass;
use crate::spec::select::{ACCESSES, CALLS, EDGE_ROTATION, Kind, NARROW_BITS, RESULTS, Weight};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Marks records, makes their keys and weighs them: one record per cycle.
///
/// A record on `rec_*` shows on `sel_valid`, `sel_trap` and `sel_mark` two cycles later, where filters and triggers give their verdict on
/// it: `sel_pass`, within the same cycle. A marked record that passes becomes an event; it is on `ev_*` in the cycle after if events weigh 1, else
/// when the next mark or `sel_flush` closes it. `ev_*` has no ready: what stands behind takes it or counts the loss.
///
/// `X` is the width of the core's registers, `K` that of the key: 32 or 64 each.
#[derive(LogicBlock, SmartDefault)]
pub struct Select<const X: usize, const K: usize> {
    #[default(const { assert!((X == 32 || X == 64) && (K == 32 || K == 64), "Select<X, K> wants 32 or 64 for both") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A record in this cycle.
    pub rec_valid: Signal<In, Bit>,
    /// The instruction did not execute.
    pub rec_trap: Signal<In, Bit>,
    /// Class of the instruction.
    pub rec_class: Signal<In, Bits<5>>,
    /// The next instruction is not the one that follows in memory.
    pub rec_taken: Signal<In, Bit>,
    /// It begins a block.
    pub rec_start: Signal<In, Bit>,
    /// The instruction, expanded.
    pub rec_insn: Signal<In, Bits<32>>,
    /// Its address.
    pub rec_pc: Signal<In, Bits<X>>,
    /// Address of the next instruction.
    pub rec_npc: Signal<In, Bits<X>>,
    /// What was loaded or stored, or the result.
    pub rec_val: Signal<In, Bits<X>>,
    /// Address of the access.
    pub rec_addr: Signal<In, Bits<X>>,
    /// Bit 0: it missed the data cache.
    pub rec_evt: Signal<In, Bits<8>>,
    /// Cycles since the retirement before.
    pub rec_cycles: Signal<In, Bits<16>>,
    /// Retire ordinal.
    pub rec_ord: Signal<In, Bits<32>>,
    /// Code of the kind.
    pub cfg_kind: Signal<In, Bits<4>>,
    /// Code of the weight.
    pub cfg_weight: Signal<In, Bits<2>>,
    /// The record of two cycles ago is here.
    pub sel_valid: Signal<Out, Bit>,
    /// It did not execute.
    pub sel_trap: Signal<Out, Bit>,
    /// It is marked.
    pub sel_mark: Signal<Out, Bit>,
    /// It stays if it is marked.
    pub sel_pass: Signal<In, Bit>,
    /// Send the event that is held; ordered before the record that is here.
    pub sel_flush: Signal<In, Bit>,
    /// Lower `sel_saturated`.
    pub sel_clear: Signal<In, Bit>,
    /// An event is held.
    pub sel_held: Signal<Out, Bit>,
    /// A weight did not fit; stays until `sel_clear`.
    pub sel_saturated: Signal<Out, Bit>,
    /// An event in this cycle.
    pub ev_valid: Signal<Out, Bit>,
    /// Its key.
    pub ev_key: Signal<Out, Bits<K>>,
    /// Its weight.
    pub ev_weight: Signal<Out, Bits<16>>,
    /// Retire ordinal of its marked record.
    pub ev_ord: Signal<Out, Bits<32>>,
    valid: Reg<Bit>,
    trap: Reg<Bit>,
    fits: Reg<Bit>,
    low: Reg<Bit>,
    sign: Reg<Bit>,
    beyond: Reg<Bit>,
    from: Reg<Bits<K>>,
    to: Reg<Bits<K>>,
    step: Reg<Bits<16>>,
    ord: Reg<Bits<32>>,
    here: Reg<Bit>,
    here_trap: Reg<Bit>,
    here_mark: Reg<Bit>,
    here_key: Reg<Bits<K>>,
    here_step: Reg<Bits<16>>,
    here_ord: Reg<Bits<32>>,
    held: Reg<Bit>,
    held_key: RegEn<Bits<K>>,
    held_ord: RegEn<Bits<32>>,
    earlier: Reg<Bits<16>>,
    last: Reg<Bits<16>>,
    saturated: Reg<Bit>,
    destination: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
    values: Signal<Local, Bit>,
    unlike_sign: Signal<Local, Bits<X>>,
    zero: Signal<Local, Bit>,
    good: Signal<Local, Bit>,
    origin: Signal<Local, Bits<K>>,
    goal: Signal<Local, Bits<K>>,
    one: Signal<Local, Bit>,
    sum: Signal<Local, Bits<17>>,
    cut: Signal<Local, Bit>,
    weight: Signal<Local, Bits<16>>,
    leaves: Signal<Local, Bit>,
    #[default(kind(Kind::Code))]
    code: Constant<Bits<4>>,
    #[default(kind(Kind::MissValues))]
    misses: Constant<Bits<4>>,
    #[default(kind(Kind::Addresses))]
    addresses: Constant<Bits<4>>,
    #[default(kind(Kind::NarrowOperands))]
    narrow: Constant<Bits<4>>,
    #[default(kind(Kind::ZeroLoads))]
    zeros: Constant<Bits<4>>,
    #[default(kind(Kind::Edges))]
    edges: Constant<Bits<4>>,
    #[default(kind(Kind::Calls))]
    calls: Constant<Bits<4>>,
    #[default(kind(Kind::Pc))]
    every: Constant<Bits<4>>,
    #[default(kinds(&[Kind::LoadValues, Kind::MissValues]))]
    value_kinds: Constant<Bits<16>>,
    #[default(kinds(&[Kind::Code, Kind::Pc, Kind::NarrowOperands, Kind::Edges]))]
    from_pc: Constant<Bits<16>>,
    #[default(kinds(&[Kind::Edges, Kind::Calls]))]
    to_npc: Constant<Bits<16>>,
    #[default(kinds(&[Kind::Addresses, Kind::ZeroLoads]))]
    to_addr: Constant<Bits<16>>,
    #[default(Constant::new(bits(Weight::Instructions.code().into())))]
    instructions: Constant<Bits<2>>,
    #[default(Constant::new(bits(Weight::Cycles.code().into())))]
    cycles: Constant<Bits<2>>,
    #[default(Constant::new(bits(Opclass::Load.code().into())))]
    load_class: Constant<Bits<5>>,
    #[default(classes(&ACCESSES))]
    access_classes: Constant<Bits<32>>,
    #[default(classes(&RESULTS))]
    result_classes: Constant<Bits<32>>,
    #[default(classes(&CALLS))]
    call_classes: Constant<Bits<32>>,
    #[default(Constant::new(bits(u64::from(NARROW_BITS) - 1)))]
    sign_bit: Constant<Bits<6>>,
    #[default(Constant::new(bits(0xffff_ffff)))]
    edge_mask: Constant<Bits<K>>,
    #[default(Constant::new(bits(if K == 64 { 32 } else { u64::from(EDGE_ROTATION) })))]
    edge_left: Constant<Bits<7>>,
    #[default(Constant::new(bits(if K == 64 { 64 } else { 32 - u64::from(EDGE_ROTATION) })))]
    edge_right: Constant<Bits<7>>,
}

/// A bit for each class.
fn classes(of: &[Opclass]) -> Constant<Bits<32>> {
    Constant::new(bits(of.iter().map(|class| 1 << class.code()).sum()))
}

/// A bit for each kind.
fn kinds(of: &[Kind]) -> Constant<Bits<16>> {
    Constant::new(bits(of.iter().map(|kind| 1 << kind.code()).sum()))
}

fn kind(of: Kind) -> Constant<Bits<4>> {
    Constant::new(bits(of.code().into()))
}

impl<const X: usize, const K: usize> Logic for Select<X, K> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module select");
        comment!(
            "@doc Marks the records that are to become events, makes their keys and weighs them; one record per cycle."
        );
        comment!(
            "@doc A record is here (sel_valid) two cycles after rec_valid; sel_pass says in that cycle whether it stays."
        );
        comment!(
            "@doc An event of weight 1 leaves in the cycle after, any other when the next mark or a flush closes it."
        );
        comment!("@ports rec: a record of the tap");
        comment!(
            "@ports cfg_kind: 0 code, 1 pc, 2 load-values, 3 miss-values, 4 addresses, 5 narrow-operands, 6 zero-loads, 7 edges, 8 calls"
        );
        comment!("@ports cfg_weight: 0 one, 1 instructions, 2 cycles");
        comment!("@ports sel: the record of two cycles ago, and what becomes of it");
        comment!("@ports ev: an event; there is no ready");
        dff_setup!(
            self, clock, valid, trap, fits, low, sign, beyond, from, to, step, ord, here, here_trap, here_mark,
            here_key, here_step, here_ord, held, earlier, last, saturated
        );

        comment!("First cycle: everything but the value.");
        self.valid.d.next = self.rec_valid.val();
        self.trap.d.next = self.rec_trap.val();
        self.ord.d.next = self.rec_ord.val();
        self.destination.next = self.rec_insn.val().get_bits::<5>(7).any();
        self.load.next = (self.rec_class.val() == self.load_class.val()) & self.destination.val();
        self.values.next = self.value_kinds.val().get_bit(self.cfg_kind.val().index());
        self.fits.d.next = self.values.val() & self.load.val();
        if self.cfg_kind.val() == self.code.val() {
            self.fits.d.next = self.rec_start.val();
        }
        if self.cfg_kind.val() == self.every.val() {
            self.fits.d.next = true;
        }
        if self.cfg_kind.val() == self.misses.val() {
            self.fits.d.next = self.load.val() & self.rec_evt.val().get_bit(0);
        }
        if self.cfg_kind.val() == self.addresses.val() {
            self.fits.d.next = self.access_classes.val().get_bit(self.rec_class.val().index());
        }
        if self.cfg_kind.val() == self.narrow.val() {
            self.fits.d.next = self.result_classes.val().get_bit(self.rec_class.val().index()) & self.destination.val();
        }
        if self.cfg_kind.val() == self.zeros.val() {
            self.fits.d.next = self.load.val();
        }
        if self.cfg_kind.val() == self.edges.val() {
            self.fits.d.next = self.rec_taken.val();
        }
        if self.cfg_kind.val() == self.calls.val() {
            self.fits.d.next = self.call_classes.val().get_bit(self.rec_class.val().index());
        }
        comment!("Of the key there are two halves, one of which is zero for all kinds but edges.");
        self.from.d.next = 0.into();
        if self.from_pc.val().get_bit(self.cfg_kind.val().index()) {
            self.from.d.next = bit_cast::<K, X>(self.rec_pc.val());
        } else if self.values.val() {
            self.from.d.next = bit_cast::<K, X>(self.rec_val.val());
        }
        self.to.d.next = 0.into();
        if self.to_npc.val().get_bit(self.cfg_kind.val().index()) {
            self.to.d.next = bit_cast::<K, X>(self.rec_npc.val());
        } else if self.to_addr.val().get_bit(self.cfg_kind.val().index()) {
            self.to.d.next = bit_cast::<K, X>(self.rec_addr.val());
        }
        comment!("The value below bit 15, that bit, and whether one above is unlike it.");
        self.low.d.next = bit_cast::<15, X>(self.rec_val.val()).any();
        self.sign.d.next = self.rec_val.val().get_bit(self.sign_bit.val().index());
        self.unlike_sign.next = self.rec_val.val();
        if self.rec_val.val().get_bit(self.sign_bit.val().index()) {
            self.unlike_sign.next = !self.rec_val.val();
        }
        self.beyond.d.next = (self.unlike_sign.val() >> self.sign_bit.val()).any();
        self.step.d.next = self.rec_cycles.val();
        if self.cfg_weight.val() != self.cycles.val() {
            self.step.d.next = bit_cast::<16, 1>((!self.rec_trap.val()).into());
        }

        comment!("Second cycle: the value, and the key.");
        self.here.d.next = self.valid.q.val();
        self.here_trap.d.next = self.trap.q.val();
        self.here_ord.d.next = self.ord.q.val();
        self.here_step.d.next = self.step.q.val();
        self.zero.next = !self.low.q.val() & !self.sign.q.val() & !self.beyond.q.val();
        self.good.next = true;
        if self.cfg_kind.val() == self.narrow.val() {
            self.good.next = !self.beyond.q.val();
        } else if self.cfg_kind.val() == self.zeros.val() {
            self.good.next = self.zero.val();
        }
        self.here_mark.d.next = self.valid.q.val() & !self.trap.q.val() & self.fits.q.val() & self.good.val();
        self.origin.next = self.from.q.val();
        self.goal.next = self.to.q.val();
        if self.cfg_kind.val() == self.edges.val() {
            self.origin.next = (self.from.q.val() << self.edge_left.val())
                | ((self.from.q.val() & self.edge_mask.val()) >> self.edge_right.val());
            self.goal.next = self.to.q.val() & self.edge_mask.val();
        }
        self.here_key.d.next = self.origin.val() ^ self.goal.val();
        self.sel_valid.next = self.here.q.val();
        self.sel_trap.next = self.here_trap.q.val();
        self.sel_mark.next = self.here_mark.q.val();

        comment!("What is held weighs what came before the last record, and what that one adds.");
        self.one.next =
            (self.cfg_weight.val() != self.instructions.val()) & (self.cfg_weight.val() != self.cycles.val());
        self.sum.next = bit_cast::<17, 16>(self.earlier.q.val()) + bit_cast::<17, 16>(self.last.q.val());
        self.cut.next = self.sum.val().get_bit(16);
        self.weight.next = bit_cast::<16, 17>(self.sum.val());
        if self.cut.val() {
            self.weight.next = 65535.into();
        }
        self.earlier.d.next = self.weight.val();
        self.last.d.next = 0.into();
        if self.here.q.val() {
            self.last.d.next = self.here_step.q.val();
        }
        self.leaves.next = self.held.q.val() & (self.one.val() | self.here_mark.q.val() | self.sel_flush.val());
        self.held.d.next = self.held.q.val() & !self.leaves.val();
        self.held_key.clock.next = self.clock.val();
        self.held_key.en.next = self.here_mark.q.val();
        self.held_key.d.next = self.here_key.q.val();
        self.held_ord.clock.next = self.clock.val();
        self.held_ord.en.next = self.here_mark.q.val();
        self.held_ord.d.next = self.here_ord.q.val();
        if self.here_mark.q.val() {
            self.held.d.next = self.sel_pass.val();
            self.earlier.d.next = 0.into();
        }
        self.saturated.d.next = (self.saturated.q.val() & !self.sel_clear.val()) | (self.held.q.val() & self.cut.val());
        self.sel_held.next = self.held.q.val();
        self.sel_saturated.next = self.saturated.q.val();
        self.ev_valid.next = self.leaves.val();
        self.ev_key.next = self.held_key.q.val();
        self.ev_weight.next = self.weight.val();
        self.ev_ord.next = self.held_ord.q.val();
        if self.reset.val() {
            self.valid.d.next = false;
            self.here.d.next = false;
            self.here_mark.d.next = false;
            self.held.d.next = false;
            self.saturated.d.next = false;
        }
    }
}
