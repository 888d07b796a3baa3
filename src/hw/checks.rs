//! What makes a check (docs/reference/checks.md).
use crate::hw::bundles::RecordRx;
use crate::hw::lib::{Compare, Reg, RegEn};
use crate::hw::offset::Offset;
use crate::spec::checkmap::{CODE_BITS, Code};
use crate::spec::checks::DIRECT;
use crate::spec::classify::{OPCLASS_BITS, Opclass};
use crate::spec::select::CALLS;
use rust_hdl::prelude::*;

const CODE: usize = CODE_BITS as usize;

#[treetap_hdl::unit]
mod checks {
    //! Which records are checks: procedure entries and jumps back, or what a map says. docs/reference/checks.md

    /// Finds procedure entries, jumps back and checks, one record per cycle: what a record is stands on `chk_*` two
    /// cycles after it.
    ///
    /// `X` is the width of the core's registers in bits. With `D` 1 it is built for a fast clock: a cycle more is for
    /// the distance of a transfer, so `map_code` and `chk_*` belong to the record of a cycle before.
    #[clocked(reset)]
    #[derived(SUM = X + 1)]
    pub struct Checks<#[range(32..=64, step = 32)] const X: usize, #[range(0..=1)] const D: usize> {
        #[group("a record of the tap")]
        #[only(valid, trap, class, taken, insn, pc, npc)]
        pub rec: RecordRx<X>,
        /// Code of the record of the cycle before.
        #[group("the code of the record of the cycle before")]
        pub map_code: Signal<In, Bits<CODE>>,
        /// The map decides.
        #[group("where checks come from")]
        pub cfg_map_en: Signal<In, Bit>,
        /// Jumps back are checks when they are taken only.
        pub cfg_be_taken: Signal<In, Bit>,
        /// Calls are checks instead of entries.
        pub cfg_check_calls: Signal<In, Bit>,
        /// The record of two cycles ago is a check.
        #[group("chk: the record of two cycles ago: a check, the first of a procedure, no event")]
        pub chk_check: Signal<Out, Bit>,
        /// The record of two cycles ago is the first of a procedure.
        pub chk_entry: Signal<Out, Bit>,
        /// The record of two cycles ago may not be an event.
        pub chk_mute: Signal<Out, Bit>,
        offset: Offset<X>,
        // for a fast clock: the record, how far it leads, and whether its address is that which a call leads to
        #[when(D > 0)]
        #[also(came_taken)]
        came: Reg<Bit>,
        #[when(D > 0)]
        came_class: Reg<Bits<OPCLASS_BITS>>,
        #[when(D > 0)]
        #[also(came_npc, far)]
        came_pc: Reg<Bits<X>>,
        #[when(D > 0)]
        called: Reg<Bit>,
        #[when(D > 0)]
        near_call: Compare<X>,
        #[when(D > 0)]
        older_call: Compare<X>,
        #[also(call, direct, back, counts)]
        valid: Reg<Bit>,
        pc: Reg<Bits<X>>,
        goal: Reg<Bits<X>>,
        pending: Reg<Bit>,
        callee: RegEn<Bits<X>>,
        #[also(entry, mute)]
        check: Reg<Bit>,
    }

    impl Checks {
        fn update(&mut self) {
            const BRANCH: Bits<OPCLASS_BITS> = Opclass::Branch.code().into();
            const LINKS: Bits<OPCLASS_BITS> = Opclass::Call.code().into();
            const DIRECT_CLASSES: Bits<32> = classes(&DIRECT);
            const CALL_CLASSES: Bits<32> = classes(&CALLS);
            const CARRY: Bits<7> = X;
            const ENTRY_CODE: Bits<CODE> = Code::Entry as u64;
            const BACK_CODE: Bits<CODE> = Code::Back as u64;
            const MUTE_CODE: Bits<CODE> = Code::Mute as u64;

            comment!(
                "First cycle: where a transfer goes. Added as a number without sign, an offset back carries, unless it \
                 leads below 0."
            );
            drive!(offset: insn = rec.insn);
            let distance: Bits<X> = self.offset.jump.val();
            if self.rec.class.val() == BRANCH {
                distance = self.offset.branch.val();
            }
            let here: Bit = self.rec.valid.val() & !self.rec.trap.val();
            let class: Bits<OPCLASS_BITS> = self.rec.class.val();
            let taken: Bit = self.rec.taken.val();
            let at: Bits<X> = self.rec.pc.val();
            let npc: Bits<X> = self.rec.npc.val();
            if D > 0 {
                comment!("The distance has a cycle of its own, and the record waits for it.");
                self.came.d.next = here;
                self.far.d.next = distance;
                drive!(self: came_class = rec.class, came_taken = rec.taken, came_pc = rec.pc, came_npc = rec.npc);
                here = self.came.q.val();
                class = self.came_class.q.val();
                taken = self.came_taken.q.val();
                at = self.came_pc.q.val();
                npc = self.came_npc.q.val();
                distance = self.far.q.val();
            }
            let sum: Bits<SUM> = bit_cast::<SUM, X>(at) + bit_cast::<SUM, X>(distance);
            let straight: Bit = DIRECT_CLASSES.get_bit(class.index());
            self.valid.d.next = here;
            self.call.d.next = CALL_CLASSES.get_bit(class.index());
            self.direct.d.next = straight;
            self.back.d.next = straight & (sum.get_bit(CARRY.index()) | !distance.any());
            self.counts.d.next = taken | !self.cfg_be_taken.val();
            self.pc.d.next = at;
            self.goal.d.next = npc;
            if class == LINKS {
                self.goal.d.next = bit_cast::<X, SUM>(sum);
            }

            // Other than `hps::History`: a record comes with its next address, so the callee is always known; the
            // verdict is for the cycle after; and no flush forgets a call.
            comment!("Second cycle: a call waits for the first record of what it calls, whatever comes between.");
            let reached: Bit = false;
            if D > 0 {
                comment!("It was compared in the cycle before, with where the record ahead leads if that is a call.");
                self.near_call.a.next = at;
                self.near_call.b.next = self.goal.q.val();
                self.older_call.a.next = at;
                self.older_call.b.next = self.callee.q.val();
                self.called.d.next = self.valid.q.val() & self.call.q.val();
                reached = self.older_call.equal.val();
                if self.called.q.val() {
                    reached = self.near_call.equal.val();
                }
            } else {
                reached = self.pc.q.val() == self.callee.q.val();
            }
            let entered: Bit = self.valid.q.val() & self.pending.q.val() & reached;
            if entered {
                self.pending.d.next = false;
            }
            if self.valid.q.val() & self.call.q.val() {
                self.pending.d.next = true;
            }
            self.callee.en.next = self.valid.q.val() & self.call.q.val();
            self.callee.d.next = self.goal.q.val();
            let coded: Bit = self.map_code.val() == ENTRY_CODE;
            self.entry.d.next = entered;
            self.check.d.next = self.valid.q.val() & self.back.q.val() & self.counts.q.val();
            if self.cfg_check_calls.val() {
                if self.valid.q.val() & self.call.q.val() {
                    self.check.d.next = true;
                }
            } else if entered {
                self.check.d.next = true;
            }
            self.mute.d.next = false;
            if self.cfg_map_en.val() {
                self.entry.d.next = self.valid.q.val() & coded;
                self.check.d.next = self.valid.q.val()
                    & (coded | ((self.map_code.val() == BACK_CODE) & (self.counts.q.val() | !self.direct.q.val())));
                self.mute.d.next = self.valid.q.val() & (self.map_code.val() == MUTE_CODE);
            }
            drive!(self: chk_check = check.q, chk_entry = entry.q, chk_mute = mute.q);
            if self.reset.val() {
                zero!(self: valid, pending);
                if D > 0 {
                    self.came.d.next = false;
                }
            }
        }
    }
}

/// A bit for each class.
fn classes(of: &[Opclass]) -> u64 {
    of.iter().map(|class| 1 << class.code()).sum()
}
