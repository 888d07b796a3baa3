//! From records to events: marks, keys, weights (docs/reference/select.md).
use crate::hw::bundles::{EventTx, RecordRx};
use crate::hw::lib::{Reg, RegEn};
use crate::spec::classify::Opclass;
use crate::spec::codemap::KEY_BITS;
use crate::spec::select::{ACCESSES, CALLS, EDGE_ROTATION, Kind, NARROW_BITS, RESULTS, Weight};
use rust_hdl::prelude::*;

/// Bits of the key of a line of code.
const KEY: usize = KEY_BITS as usize;

#[treetap_hdl::unit]
mod select {
    //! Marks the records that are to become events, makes their keys and weighs them; one record per cycle.
    //! A record is here (sel_valid) two cycles after rec_valid; sel_pass says in that cycle whether it stays.
    //! An event of weight 1 leaves in the cycle after, any other when the next mark or a flush closes it.

    /// Marks records, makes their keys and weighs them: one record per cycle.
    ///
    /// A record on `rec_*` shows on `sel_valid`, `sel_trap` and `sel_mark` two cycles later, where filters and triggers
    /// give their verdict on it: `sel_pass`, within the same cycle. A marked record that passes becomes an event; it is
    /// on `ev_*` in the cycle after if events weigh 1, else when the next mark or `sel_flush` closes it. `ev_*` has no
    /// ready: what stands downstream takes it or counts the loss.
    ///
    /// `X` is the width of the core's registers, `K` that of the key: 32 or 64 each. With `M` 1 there is the kind
    /// `lines`, whose keys come from a map of code.
    #[clocked(reset)]
    pub struct Select<
        #[range(32..=64, step = 32)] const X: usize,
        #[range(32..=64, step = 32)] const K: usize,
        #[range(0..=1)] const M: usize,
    > {
        #[group("a record of the tap")]
        #[only(valid, trap, class, taken, start, insn, pc, npc, val, addr, evt, cycles, ord)]
        pub rec: RecordRx<X>,
        /// Code of the kind.
        #[group(
            "cfg_kind: 0 code, 1 pc, 2 load-values, 3 miss-values, 4 addresses, 5 narrow-operands, 6 zero-loads, 7 \
             edges, 8 calls"
        )]
        pub cfg_kind: Signal<In, Bits<4>>,
        /// Code of the weight.
        #[group("cfg_weight: 0 one, 1 instructions, 2 cycles")]
        pub cfg_weight: Signal<In, Bits<2>>,
        /// Key of the line of code of the record of two cycles ago.
        #[group("line_key: key of the line of code of the record of two cycles ago; kind 9, lines")]
        #[when(M > 0)]
        pub line_key: Signal<In, Bits<KEY>>,
        /// The record of two cycles ago is here.
        #[group("the record of two cycles ago, and what becomes of it")]
        pub sel_valid: Signal<Out, Bit>,
        /// The record did not execute.
        pub sel_trap: Signal<Out, Bit>,
        /// The record is marked.
        pub sel_mark: Signal<Out, Bit>,
        /// The record stays an event if it is marked.
        pub sel_pass: Signal<In, Bit>,
        /// Send the event that is held; ordered before the record that is here.
        pub sel_flush: Signal<In, Bit>,
        /// Lower `sel_saturated`.
        pub sel_clear: Signal<In, Bit>,
        /// An event is held.
        pub sel_held: Signal<Out, Bit>,
        /// A weight did not fit; stays until `sel_clear`.
        pub sel_saturated: Signal<Out, Bit>,
        #[group("an event; there is no ready")]
        #[only(valid, key, weight)]
        pub ev: EventTx<K>,
        /// Retire ordinal of its marked record.
        pub ev_ord: Signal<Out, Bits<32>>,
        #[also(trap, fits, taken, low, sign, beyond)]
        valid: Reg<Bit>,
        from: Reg<Bits<K>>,
        to: Reg<Bits<K>>,
        step: Reg<Bits<16>>,
        ord: Reg<Bits<32>>,
        #[also(here_trap, here_mark)]
        here: Reg<Bit>,
        here_key: Reg<Bits<K>>,
        here_step: Reg<Bits<16>>,
        here_ord: Reg<Bits<32>>,
        held: Reg<Bit>,
        held_key: RegEn<Bits<K>>,
        held_ord: RegEn<Bits<32>>,
        earlier: Reg<Bits<16>>,
        last: Reg<Bits<16>>,
        saturated: Reg<Bit>,
    }

    impl Select {
        fn update(&mut self) {
            const CODE: Bits<4> = kind(Kind::Code);
            const MISSES: Bits<4> = kind(Kind::MissValues);
            const ADDRESSES: Bits<4> = kind(Kind::Addresses);
            const NARROW: Bits<4> = kind(Kind::NarrowOperands);
            const ZEROS: Bits<4> = kind(Kind::ZeroLoads);
            const EDGES: Bits<4> = kind(Kind::Edges);
            const CALLS: Bits<4> = kind(Kind::Calls);
            const LINES: Bits<4> = kind(Kind::Lines);
            const EVERY: Bits<4> = kind(Kind::Pc);
            const VALUE_KINDS: Bits<16> = kinds(&[Kind::LoadValues, Kind::MissValues]);
            const FROM_PC: Bits<16> = kinds(&[Kind::Code, Kind::Pc, Kind::NarrowOperands, Kind::Edges]);
            const TO_NPC: Bits<16> = kinds(&[Kind::Edges, Kind::Calls]);
            const TO_ADDR: Bits<16> = kinds(&[Kind::Addresses, Kind::ZeroLoads]);
            const INSTRUCTIONS: Bits<2> = Weight::Instructions.code().into();
            const CYCLES: Bits<2> = Weight::Cycles.code().into();
            const LOAD_CLASS: Bits<5> = Opclass::Load.code().into();
            const ACCESS_CLASSES: Bits<32> = classes(&ACCESSES);
            const RESULT_CLASSES: Bits<32> = classes(&RESULTS);
            const CALL_CLASSES: Bits<32> = classes(&CALLS);
            const SIGN_BIT: Bits<6> = u64::from(NARROW_BITS) - 1;
            const EDGE_MASK: Bits<K> = 0xffff_ffff;
            const EDGE_LEFT: Bits<7> = if K == 64 { 32 } else { u64::from(EDGE_ROTATION) };
            const EDGE_RIGHT: Bits<7> = if K == 64 { 64 } else { 32 - u64::from(EDGE_ROTATION) };

            comment!("First cycle: everything but the value.");
            drive!(self: valid = rec.valid, trap = rec.trap, ord = rec.ord);
            let destination: Bit = self.rec.insn.val().get_bits::<5>(7).any();
            let load: Bit = (self.rec.class.val() == LOAD_CLASS) & destination;
            let values: Bit = VALUE_KINDS.get_bit(self.cfg_kind.val().index());
            self.fits.d.next = values & load;
            if self.cfg_kind.val() == CODE {
                self.fits.d.next = self.rec.start.val();
            }
            if self.cfg_kind.val() == EVERY {
                self.fits.d.next = true;
            }
            if self.cfg_kind.val() == MISSES {
                self.fits.d.next = load & self.rec.evt.val().get_bit(0);
            }
            if self.cfg_kind.val() == ADDRESSES {
                self.fits.d.next = ACCESS_CLASSES.get_bit(self.rec.class.val().index());
            }
            if self.cfg_kind.val() == NARROW {
                self.fits.d.next = RESULT_CLASSES.get_bit(self.rec.class.val().index()) & destination;
            }
            if self.cfg_kind.val() == ZEROS {
                self.fits.d.next = load;
            }
            if self.cfg_kind.val() == EDGES {
                self.fits.d.next = true;
            }
            comment!("What a comparison of addresses says comes late, and is asked for a cycle later.");
            self.taken.d.next = self.rec.taken.val();
            if self.cfg_kind.val() == CALLS {
                self.fits.d.next = CALL_CLASSES.get_bit(self.rec.class.val().index());
            }
            if M > 0 {
                if self.cfg_kind.val() == LINES {
                    self.fits.d.next = self.rec.start.val();
                }
            }
            comment!("Of the key there are two halves, one of which is zero for all kinds but edges.");
            self.from.d.next = 0.into();
            if FROM_PC.get_bit(self.cfg_kind.val().index()) {
                self.from.d.next = bit_cast::<K, X>(self.rec.pc.val());
            } else if values {
                self.from.d.next = bit_cast::<K, X>(self.rec.val.val());
            }
            self.to.d.next = 0.into();
            if TO_NPC.get_bit(self.cfg_kind.val().index()) {
                self.to.d.next = bit_cast::<K, X>(self.rec.npc.val());
            } else if TO_ADDR.get_bit(self.cfg_kind.val().index()) {
                self.to.d.next = bit_cast::<K, X>(self.rec.addr.val());
            }
            comment!("The value below bit 15, that bit, and whether one above is unlike it.");
            self.low.d.next = bit_cast::<15, X>(self.rec.val.val()).any();
            self.sign.d.next = self.rec.val.val().get_bit(SIGN_BIT.index());
            let unlike_sign: Bits<X> = self.rec.val.val();
            if self.rec.val.val().get_bit(SIGN_BIT.index()) {
                unlike_sign = !self.rec.val.val();
            }
            self.beyond.d.next = (unlike_sign >> SIGN_BIT).any();
            self.step.d.next = self.rec.cycles.val();
            if self.cfg_weight.val() != CYCLES {
                self.step.d.next = bit_cast::<16, 1>((!self.rec.trap.val()).into());
            }

            comment!("Second cycle: the value, and the key.");
            drive!(self: here = valid.q, here_trap = trap.q, here_ord = ord.q, here_step = step.q);
            let zero: Bit = !self.low.q.val() & !self.sign.q.val() & !self.beyond.q.val();
            let good: Bit = true;
            if self.cfg_kind.val() == EDGES {
                good = self.taken.q.val();
            } else if self.cfg_kind.val() == NARROW {
                good = !self.beyond.q.val();
            } else if self.cfg_kind.val() == ZEROS {
                good = zero;
            }
            self.here_mark.d.next = self.valid.q.val() & !self.trap.q.val() & self.fits.q.val() & good;
            let origin: Bits<K> = self.from.q.val();
            let goal: Bits<K> = self.to.q.val();
            if self.cfg_kind.val() == EDGES {
                origin = (self.from.q.val() << EDGE_LEFT) | ((self.from.q.val() & EDGE_MASK) >> EDGE_RIGHT);
                goal = self.to.q.val() & EDGE_MASK;
            }
            self.here_key.d.next = origin ^ goal;
            drive!(self: sel_valid = here.q, sel_trap = here_trap.q, sel_mark = here_mark.q);

            comment!("What is held weighs what came before the last record, and what that one adds.");
            let one: Bit = (self.cfg_weight.val() != INSTRUCTIONS) & (self.cfg_weight.val() != CYCLES);
            let sum: Bits<17> = bit_cast::<17, 16>(self.earlier.q.val()) + bit_cast::<17, 16>(self.last.q.val());
            let cut: Bit = sum.get_bit(16);
            let weight: Bits<16> = bit_cast::<16, 17>(sum);
            if cut {
                weight = 65535.into();
            }
            self.earlier.d.next = weight;
            self.last.d.next = 0.into();
            if self.here.q.val() {
                self.last.d.next = self.here_step.q.val();
            }
            let leaves: Bit = self.held.q.val() & (one | self.here_mark.q.val() | self.sel_flush.val());
            self.held.d.next = self.held.q.val() & !leaves;
            self.held_key.en.next = self.here_mark.q.val();
            self.held_key.d.next = self.here_key.q.val();
            if M > 0 {
                if self.cfg_kind.val() == LINES {
                    self.held_key.d.next = bit_cast::<K, KEY>(self.line_key.val());
                }
            }
            self.held_ord.en.next = self.here_mark.q.val();
            self.held_ord.d.next = self.here_ord.q.val();
            if self.here_mark.q.val() {
                self.held.d.next = self.sel_pass.val();
                self.earlier.d.next = 0.into();
            }
            self.saturated.d.next = (self.saturated.q.val() & !self.sel_clear.val()) | (self.held.q.val() & cut);
            drive!(self: sel_held = held.q, sel_saturated = saturated.q);
            self.ev.valid.next = leaves;
            self.ev.key.next = self.held_key.q.val();
            self.ev.weight.next = weight;
            self.ev_ord.next = self.held_ord.q.val();
            if self.reset.val() {
                zero!(self: valid, here, here_mark, held, saturated);
            }
        }
    }
}

/// A bit for each class.
fn classes(of: &[Opclass]) -> u64 {
    of.iter().map(|class| 1 << class.code()).sum()
}

/// A bit for each kind.
fn kinds(of: &[Kind]) -> u64 {
    of.iter().map(|kind| 1 << kind.code()).sum()
}

fn kind(of: Kind) -> u64 {
    of.code().into()
}
