//! The record whose turn it is at the engine `serial` in a profiler (docs/reference/profiler.md, P17).
use crate::hw::bundles::{RecordRx, RecordTx};
use crate::hw::lib::Reg;
use crate::hw::monitor::LOST;
use crate::spec::checkmap::CODE_BITS;
use crate::spec::classify::OPCLASS_BITS;
use rust_hdl::prelude::*;

const CODE: usize = CODE_BITS as usize;
/// Bits of the number of retirements that were taken and are not done with: one at the engine, four in the tap.
const OWED: usize = 3;
/// Bits of the number of records that wait, as `steer` wants it.
const LEVEL: usize = super::trail::LEVEL;

#[treetap_hdl::unit]
mod turn {
    //! A record stays until the engine is done with it, and goes on with its flag. docs/reference/profiler.md P17.

    /// One record at a time is at the engine, which takes several cycles for it. When the engine is done with it, the
    /// record goes on, with the sampling flag that its instruction met. The core is held back while it is there and the
    /// tap has another one. A record that comes meanwhile is lost, and counted.
    #[clocked(reset)]
    pub struct Turn {
        #[group("a record of the tap")]
        #[except(lat)]
        pub tap: RecordRx<32>,
        /// The record came while the gate was open.
        #[group("tap_open map_code: the gate was open for it; its code in the map of checks, a cycle later")]
        pub tap_open: Signal<In, Bit>,
        /// Code of the record of the cycle before.
        pub map_code: Signal<In, Bits<CODE>>,
        /// An instruction for the engine.
        #[group("an instruction for the engine")]
        pub in_valid: Signal<Out, Bit>,
        /// The engine is done with it.
        pub in_ready: Signal<In, Bit>,
        /// It counts: the flag is that which it meets.
        pub in_counts: Signal<In, Bit>,
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
        /// Events count now.
        #[group("sampling: the flag of the engine")]
        pub sampling: Signal<In, Bit>,
        #[group("the record that the engine is done with")]
        #[except(mode, rvc, lat)]
        pub rec: RecordTx<32>,
        /// It came while the gate was open.
        #[group("rec_open rec_flag: the gate was open for it; the flag that it met")]
        pub rec_open: Signal<Out, Bit>,
        /// The sampling flag that its instruction met.
        pub rec_flag: Signal<Out, Bit>,
        /// Records that wait.
        #[group("level leaves: records that wait; the oldest one leaves them")]
        pub level: Signal<Out, Bits<LEVEL>>,
        /// The oldest one leaves them in this cycle.
        pub leaves: Signal<Out, Bit>,
        /// The core retires an instruction.
        #[group("rvfi_valid buffer_ready: a retirement is taken")]
        pub rvfi_valid: Signal<In, Bit>,
        /// It is taken.
        pub buffer_ready: Signal<In, Bit>,
        /// The sample buffer has room for what is under way.
        #[group("room ready: the sample buffer has room; and the engine has a place for what is under way")]
        pub room: Signal<In, Bit>,
        /// That, and the engine has a place for what is under way.
        pub ready: Signal<Out, Bit>,
        /// The tap is to release the record that it holds.
        #[group("asks_flush tap_flush: the tap is to release its record; it does so as soon as there is a place")]
        pub asks_flush: Signal<In, Bit>,
        /// It releases it.
        pub tap_flush: Signal<Out, Bit>,
        /// Records that found no place.
        #[group("lost: records that found no place")]
        pub lost: Signal<Out, Bits<LOST>>,
        // a record is here; its code comes; the engine has it; it is done with; another one comes and finds no place
        #[also(fresh, offered, done, misses, flag, open, flush)]
        held: Reg<Bit>,
        #[also(taken, start, rvc)]
        trap: Reg<Bit>,
        mode: Reg<Bits<2>>,
        class: Reg<Bits<OPCLASS_BITS>>,
        #[also(pc, npc, val, addr, ord)]
        insn: Reg<Bits<32>>,
        evt: Reg<Bits<8>>,
        cycles: Reg<Bits<16>>,
        code: Reg<Bits<CODE>>,
        owed: Reg<Bits<OWED>>,
        missed: Reg<Bits<LOST>>,
    }

    impl Turn {
        fn update(&mut self) {
            comment!("A record comes, then its code, then the engine has it.");
            let comes: Bit = self.tap.valid.val() & (!self.held.q.val() | self.done.q.val());
            if self.done.q.val() {
                self.held.d.next = false;
            }
            self.fresh.d.next = comes;
            if comes {
                self.held.d.next = true;
                drive!(self: trap = tap.trap, mode = tap.mode, class = tap.class, rvc = tap.rvc, taken = tap.taken,
                    start = tap.start, insn = tap.insn, pc = tap.pc, npc = tap.npc, val = tap.val, addr = tap.addr,
                    evt = tap.evt, cycles = tap.cycles, ord = tap.ord, open = tap_open);
            }
            if self.fresh.q.val() {
                drive!(self: code = map_code);
            }
            let ends: Bit = self.offered.q.val() & self.in_ready.val();
            self.offered.d.next = self.fresh.q.val() | (self.offered.q.val() & !ends);
            self.done.d.next = ends;
            if self.in_counts.val() {
                drive!(self: flag = sampling);
            }
            drive!(self: in_valid = offered.q, in_trap = trap.q, in_privilege = mode.q, in_class = class.q,
                in_short = rvc.q, in_insn = insn.q, in_pc = pc.q, in_next = npc.q, in_address = addr.q,
                in_filter = code.q);

            comment!("It goes on.");
            drive!(rec: valid = done.q, trap = trap.q, class = class.q, taken = taken.q, start = start.q, insn = insn.q,
                pc = pc.q, npc = npc.q, val = val.q, addr = addr.q, evt = evt.q, cycles = cycles.q, ord = ord.q);
            drive!(self: rec_open = open.q, rec_flag = flag.q);
            drive!(self: leaves = done.q);
            self.level.next = bit_cast::<LEVEL, 1>(self.held.q.val().into());

            comment!("Each retirement that is taken has its place, until its record goes on or is lost.");
            self.misses.d.next = self.tap.valid.val() & !comes;
            let more: Bits<OWED> = self.owed.q.val();
            if self.rvfi_valid.val() & self.buffer_ready.val() {
                more = more + 1;
            }
            let less: Bits<OWED> = 0.into();
            if self.done.q.val() | self.misses.q.val() {
                less = 1.into();
            }
            if self.done.q.val() & self.misses.q.val() {
                less = 2.into();
            }
            self.owed.d.next = more - less;
            let holds: Bit = self.owed.q.val().get_bits::<2>(1).any();
            self.ready.next = self.room.val() & !holds;
            if self.misses.q.val() & !self.missed.q.val().all() {
                self.missed.d.next = self.missed.q.val() + 1;
            }
            drive!(self: lost = missed.q);
            let asked: Bit = self.asks_flush.val() | self.flush.q.val();
            self.tap_flush.next = asked & !holds;
            self.flush.d.next = asked & holds;
            if self.reset.val() {
                zero!(self: held, fresh, offered, done, misses, flag, flush, owed, missed);
            }
        }
    }
}
