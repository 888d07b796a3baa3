//! Records that wait for the engine `pipelined`, with their codes (docs/reference/monitor.md, N11).
use super::records::LOST;
use crate::hw::bundles::RecordRx;
use crate::hw::lib::{LutRam, Reg};
use crate::spec::checkmap::{CODE_BITS, DEEP_LATENCY};
use crate::spec::classify::OPCLASS_BITS;
use crate::spec::monitor::{LATE, RECORDS};
use rust_hdl::prelude::*;

const CODE: usize = CODE_BITS as usize;
/// Address bits of the queue.
const BACK: usize = RECORDS.trailing_zeros() as usize;
/// Bits of the number of records that wait.
const LEVEL: usize = BACK + 1;
/// Bits of what of a record is no word: class, privilege, that it was compressed, that it did not execute.
const KIND: usize = OPCLASS_BITS + 2 + 1 + 1;
/// Retirements that are taken, at most, from one that finds room to the cycle in which its record keeps the core back.
const TAKEN_MEANWHILE: u32 = 5;

/// What the kernel takes for granted: the core is held back from half of the places on.
const _: () = assert!(RECORDS == 1 << BACK && RECORDS / 2 >= TAKEN_MEANWHILE - 1 + LATE && OPCLASS_BITS == 5);

#[treetap_hdl::unit]
mod record_queue {
    //! Records wait for an engine that takes one in a cycle; the core is held back while half of the places are taken.

    /// Records wait for the engine, one in and one out in a cycle. A record is offered two cycles after its code in the
    /// map of checks has come, which is five after the record. The core is held back while half of the places are
    /// taken; a record that finds none is counted.
    #[clocked(reset)]
    pub struct RecordQueue {
        #[group("a record of the tap")]
        #[only(valid, trap, mode, class, rvc, insn, pc, npc, addr)]
        pub rec: RecordRx<32>,
        /// Code of the record of five cycles before.
        #[group("map_code: its code, five cycles later")]
        pub map_code: Signal<In, Bits<CODE>>,
        /// An instruction for the engine.
        #[group("both for the engine")]
        pub in_valid: Signal<Out, Bit>,
        /// The engine takes it.
        pub in_ready: Signal<In, Bit>,
        /// The instruction did not execute.
        pub in_trap: Signal<Out, Bit>,
        /// Privilege.
        pub in_privilege: Signal<Out, Bits<2>>,
        /// Class.
        pub in_class: Signal<Out, Bits<OPCLASS_BITS>>,
        /// The instruction was a compressed one.
        pub in_short: Signal<Out, Bit>,
        /// The instruction.
        pub in_insn: Signal<Out, Bits<32>>,
        /// Address of the instruction.
        pub in_pc: Signal<Out, Bits<32>>,
        /// Address of the next instruction.
        pub in_next: Signal<Out, Bits<32>>,
        /// What it accessed.
        pub in_address: Signal<Out, Bits<32>>,
        /// Code of the instruction in the map of checks.
        pub in_filter: Signal<Out, Bits<CODE>>,
        /// A record comes and has its place.
        #[group("queue: a record comes and has its place; who follows it has none")]
        pub queue_takes: Signal<Out, Bit>,
        /// Who follows the records through the engine has no place for one: it has none here.
        pub queue_shut: Signal<In, Bit>,
        /// Static: a retirement is taken whether the core was to be held or not.
        #[group("ret_always: static; take retirements whether the core is to be held or not")]
        pub ret_always: Signal<In, Bit>,
        /// What the tap sees.
        #[group("buffer_ready: what the tap sees of that")]
        pub buffer_ready: Signal<Out, Bit>,
        /// Hold the core back.
        #[group("ret_stall: hold the core back")]
        pub ret_stall: Signal<Out, Bit>,
        /// The tap is to release the record that it holds.
        #[group("asks_flush tap_flush: the tap is to release its record; it does so as soon as there is a place")]
        pub asks_flush: Signal<In, Bit>,
        /// It releases it.
        pub tap_flush: Signal<Out, Bit>,
        /// Records that found no place.
        #[group("lost: records that found no place")]
        pub lost: Signal<Out, Bits<LOST>>,
        kinds: LutRam<KIND, BACK>,
        insns: LutRam<32, BACK>,
        pcs: LutRam<32, BACK>,
        nexts: LutRam<32, BACK>,
        addresses: LutRam<32, BACK>,
        codes: LutRam<CODE, BACK>,
        // a record came one, two and more cycles before
        came: Reg<Bits<DEEP_LATENCY>>,
        // places: of the record that comes, of the code that comes, of the one that goes
        #[also(coded, front)]
        back: Reg<Bits<BACK>>,
        // records that wait, and those of them that have their codes
        #[also(ready)]
        level: Reg<Bits<LEVEL>>,
        // half of the places are taken; a record is on offer; the tap is to release its record; a record found no place
        #[also(offered, owed, misses)]
        near: Reg<Bit>,
        kind: Reg<Bits<KIND>>,
        #[also(pc, next, address)]
        insn: Reg<Bits<32>>,
        filter: Reg<Bits<CODE>>,
        missed: Reg<Bits<LOST>>,
    }

    impl RecordQueue {
        fn update(&mut self) {
            const FULL_BIT: Bits<3> = BACK as u64;
            const KNOWN_BIT: Bits<3> = DEEP_LATENCY as u64 - 1;
            const HALF_BIT: Bits<3> = BACK as u64 - 1;

            comment!("In: a record, and some cycles later its code.");
            let full: Bit = self.level.q.val().get_bit(FULL_BIT.index()) | self.queue_shut.val();
            let comes: Bit = self.rec.valid.val() & !full;
            self.came.d.next = (self.came.q.val() << 1) | bit_cast::<DEEP_LATENCY, 1>(comes.into());
            self.queue_takes.next = comes;
            let known: Bit = self.came.q.val().get_bit(KNOWN_BIT.index());
            drive!(insns: we = comes, wa = back.q, wd = rec.insn, ra = front.q);
            drive!(pcs: we = comes, wa = back.q, wd = rec.pc, ra = front.q);
            drive!(nexts: we = comes, wa = back.q, wd = rec.npc, ra = front.q);
            drive!(addresses: we = comes, wa = back.q, wd = rec.addr, ra = front.q);
            drive!(kinds: we = comes, wa = back.q, ra = front.q);
            self.kinds.wd.next = bit_cast::<KIND, OPCLASS_BITS>(self.rec.class.val())
                | (bit_cast::<KIND, 2>(self.rec.mode.val()) << 5)
                | (bit_cast::<KIND, 1>(self.rec.rvc.val().into()) << 7)
                | (bit_cast::<KIND, 1>(self.rec.trap.val().into()) << 8);
            drive!(codes: we = known, wa = coded.q, wd = map_code, ra = front.q);
            if comes {
                self.back.d.next = self.back.q.val() + 1;
            }
            if known {
                self.coded.d.next = self.coded.q.val() + 1;
            }

            comment!("Out: the oldest one that has its code.");
            let goes: Bit = self.ready.q.val().any() & (!self.offered.q.val() | self.in_ready.val());
            self.offered.d.next = goes | (self.offered.q.val() & !self.in_ready.val());
            if goes {
                self.front.d.next = self.front.q.val() + 1;
                drive!(self: kind = kinds.rd, insn = insns.rd, pc = pcs.rd, next = nexts.rd, address = addresses.rd,
                    filter = codes.rd);
            }
            drive!(self: in_valid = offered.q, in_insn = insn.q, in_pc = pc.q, in_next = next.q,
                in_address = address.q, in_filter = filter.q);
            self.in_class.next = self.kind.q.val().get_bits::<OPCLASS_BITS>(0);
            self.in_privilege.next = self.kind.q.val().get_bits::<2>(5);
            self.in_short.next = self.kind.q.val().get_bit(7);
            self.in_trap.next = self.kind.q.val().get_bit(8);
            if comes & !goes {
                self.level.d.next = self.level.q.val() + 1;
            }
            if !comes & goes {
                self.level.d.next = self.level.q.val() - 1;
            }
            if known & !goes {
                self.ready.d.next = self.ready.q.val() + 1;
            }
            if !known & goes {
                self.ready.d.next = self.ready.q.val() - 1;
            }

            comment!("The other half of the places is for what is under way.");
            self.near.d.next = self.level.q.val().get_bits::<2>(HALF_BIT.index()).any();
            self.misses.d.next = self.rec.valid.val() & full;
            if self.misses.q.val() & !self.missed.q.val().all() {
                self.missed.d.next = self.missed.q.val() + 1;
            }
            drive!(self: lost = missed.q, ret_stall = near.q);
            self.buffer_ready.next = !self.near.q.val() | self.ret_always.val();
            let asked: Bit = self.asks_flush.val() | self.owed.q.val();
            self.tap_flush.next = asked & !self.near.q.val();
            self.owed.d.next = asked & self.near.q.val();
            if self.reset.val() {
                zero!(self: came, back, coded, front, level, ready, near, offered, owed, misses, missed);
            }
        }
    }
}
