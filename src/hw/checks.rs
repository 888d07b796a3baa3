//! What makes a check (docs/reference/checks.md).
use crate::hw::lib::{Reg, RegEn};
use crate::spec::checkmap::{CODE_BITS, Code};
use crate::spec::checks::DIRECT;
use crate::spec::classify::{OPCLASS_BITS, Opclass};
use crate::spec::select::CALLS;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

const CODE: usize = CODE_BITS as usize;

/// Finds procedure entries, jumps back and checks, one record per cycle: what a record is stands on `chk_*` two cycles after it.
///
/// `X` is the width of the core's registers, `SUM = X + 1`.
#[derive(LogicBlock, SmartDefault)]
pub struct Checks<const X: usize, const SUM: usize> {
    #[default(const { assert!((X == 32 || X == 64) && SUM == X + 1, "SUM has one bit more than an address of 32 or 64") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A record in this cycle.
    pub rec_valid: Signal<In, Bit>,
    /// It did not execute.
    pub rec_trap: Signal<In, Bit>,
    /// Its class.
    pub rec_class: Signal<In, Bits<OPCLASS_BITS>>,
    /// The next instruction is not the one that follows in memory.
    pub rec_taken: Signal<In, Bit>,
    /// The instruction in its 32-bit form.
    pub rec_insn: Signal<In, Bits<32>>,
    /// Its address.
    pub rec_pc: Signal<In, Bits<X>>,
    /// Address of the next instruction.
    pub rec_npc: Signal<In, Bits<X>>,
    /// Code of the record of the cycle before.
    pub map_code: Signal<In, Bits<CODE>>,
    /// The map decides.
    pub cfg_map_en: Signal<In, Bit>,
    /// Jumps back are checks when they are taken only.
    pub cfg_be_taken: Signal<In, Bit>,
    /// Calls are checks instead of entries.
    pub cfg_check_calls: Signal<In, Bit>,
    /// The record of two cycles ago is a check.
    pub chk_check: Signal<Out, Bit>,
    /// It is the first of a procedure.
    pub chk_entry: Signal<Out, Bit>,
    /// It may not be an event.
    pub chk_mute: Signal<Out, Bit>,
    valid: Reg<Bit>,
    call: Reg<Bit>,
    direct: Reg<Bit>,
    back: Reg<Bit>,
    counts: Reg<Bit>,
    pc: Reg<Bits<X>>,
    goal: Reg<Bits<X>>,
    pending: Reg<Bit>,
    callee: RegEn<Bits<X>>,
    check: Reg<Bit>,
    entry: Reg<Bit>,
    mute: Reg<Bit>,
    sign: Signal<Local, Bit>,
    near: Signal<Local, Bits<X>>,
    far: Signal<Local, Bits<X>>,
    offset: Signal<Local, Bits<X>>,
    sum: Signal<Local, Bits<SUM>>,
    branches: Signal<Local, Bit>,
    straight: Signal<Local, Bit>,
    entered: Signal<Local, Bit>,
    coded: Signal<Local, Bit>,
    #[default(Constant::new(bits(Opclass::Branch.code().into())))]
    branch: Constant<Bits<OPCLASS_BITS>>,
    #[default(Constant::new(bits(Opclass::Call.code().into())))]
    links: Constant<Bits<OPCLASS_BITS>>,
    #[default(classes(&DIRECT))]
    direct_classes: Constant<Bits<32>>,
    #[default(classes(&CALLS))]
    call_classes: Constant<Bits<32>>,
    #[default(Constant::new(bits(u64::MAX >> (64 - X) & !0xfff)))]
    near_sign: Constant<Bits<X>>,
    #[default(Constant::new(bits(u64::MAX >> (64 - X) & !0xf_ffff)))]
    far_sign: Constant<Bits<X>>,
    #[default(Constant::new(bits(X as u64)))]
    carry: Constant<Bits<7>>,
    #[default(Constant::new(bits(Code::Entry as u64)))]
    entry_code: Constant<Bits<CODE>>,
    #[default(Constant::new(bits(Code::Back as u64)))]
    back_code: Constant<Bits<CODE>>,
    #[default(Constant::new(bits(Code::Mute as u64)))]
    mute_code: Constant<Bits<CODE>>,
}

/// A bit for each class.
fn classes(of: &[Opclass]) -> Constant<Bits<32>> {
    Constant::new(bits(of.iter().map(|class| 1 << class.code()).sum()))
}

impl<const X: usize, const SUM: usize> Logic for Checks<X, SUM> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module checks");
        comment!(
            "@doc Which records are checks: procedure entries and jumps back, or what a map says. docs/reference/checks.md"
        );
        comment!("@ports rec: a record of the tap");
        comment!("@ports map: the code of the record of the cycle before");
        comment!("@ports cfg: where checks come from");
        comment!("@ports chk: the record of two cycles ago: a check, the first of a procedure, no event");
        dff_setup!(self, clock, valid, call, direct, back, counts, pc, goal, pending, check, entry, mute);

        comment!(
            "First cycle: where a transfer goes. Added as a number without sign, an offset back carries, unless it leads below 0."
        );
        self.sign.next = self.rec_insn.val().get_bit(31);
        self.near.next = (bit_cast::<X, 1>(self.rec_insn.val().get_bits::<1>(7)) << 11)
            | (bit_cast::<X, 6>(self.rec_insn.val().get_bits::<6>(25)) << 5)
            | (bit_cast::<X, 4>(self.rec_insn.val().get_bits::<4>(8)) << 1);
        self.far.next = (bit_cast::<X, 8>(self.rec_insn.val().get_bits::<8>(12)) << 12)
            | (bit_cast::<X, 1>(self.rec_insn.val().get_bits::<1>(20)) << 11)
            | (bit_cast::<X, 10>(self.rec_insn.val().get_bits::<10>(21)) << 1);
        self.branches.next = self.rec_class.val() == self.branch.val();
        self.offset.next = self.far.val();
        if self.sign.val() {
            self.offset.next = self.far.val() | self.far_sign.val();
        }
        if self.branches.val() {
            self.offset.next = self.near.val();
            if self.sign.val() {
                self.offset.next = self.near.val() | self.near_sign.val();
            }
        }
        self.sum.next = bit_cast::<SUM, X>(self.rec_pc.val()) + bit_cast::<SUM, X>(self.offset.val());
        self.straight.next = self.direct_classes.val().get_bit(self.rec_class.val().index());
        self.valid.d.next = self.rec_valid.val() & !self.rec_trap.val();
        self.call.d.next = self.call_classes.val().get_bit(self.rec_class.val().index());
        self.direct.d.next = self.straight.val();
        self.back.d.next =
            self.straight.val() & (self.sum.val().get_bit(self.carry.val().index()) | !self.offset.val().any());
        self.counts.d.next = self.rec_taken.val() | !self.cfg_be_taken.val();
        self.pc.d.next = self.rec_pc.val();
        self.goal.d.next = self.rec_npc.val();
        if self.rec_class.val() == self.links.val() {
            self.goal.d.next = bit_cast::<X, SUM>(self.sum.val());
        }

        comment!("Second cycle: a call waits for the first record of what it calls, whatever comes between.");
        self.entered.next = self.valid.q.val() & self.pending.q.val() & (self.pc.q.val() == self.callee.q.val());
        if self.entered.val() {
            self.pending.d.next = false;
        }
        if self.valid.q.val() & self.call.q.val() {
            self.pending.d.next = true;
        }
        self.callee.clock.next = self.clock.val();
        self.callee.en.next = self.valid.q.val() & self.call.q.val();
        self.callee.d.next = self.goal.q.val();
        self.coded.next = self.map_code.val() == self.entry_code.val();
        self.entry.d.next = self.entered.val();
        self.check.d.next = self.valid.q.val() & self.back.q.val() & self.counts.q.val();
        if self.cfg_check_calls.val() {
            if self.valid.q.val() & self.call.q.val() {
                self.check.d.next = true;
            }
        } else if self.entered.val() {
            self.check.d.next = true;
        }
        self.mute.d.next = false;
        if self.cfg_map_en.val() {
            self.entry.d.next = self.valid.q.val() & self.coded.val();
            self.check.d.next = self.valid.q.val()
                & (self.coded.val()
                    | ((self.map_code.val() == self.back_code.val()) & (self.counts.q.val() | !self.direct.q.val())));
            self.mute.d.next = self.valid.q.val() & (self.map_code.val() == self.mute_code.val());
        }
        self.chk_check.next = self.check.q.val();
        self.chk_entry.next = self.entry.q.val();
        self.chk_mute.next = self.mute.q.val();
        if self.reset.val() {
            self.valid.d.next = false;
            self.pending.d.next = false;
        }
    }
}
