//! The record whose turn it is at the engine `serial` in a profiler (docs/reference/profiler.md, P17).
use crate::hw::bundles::{RecordRx, RecordTx};
use crate::hw::lib::Reg;
use crate::hw::monitor::LOST;
use crate::spec::checkmap::CODE_BITS;
use crate::spec::classify::OPCLASS_BITS;
use rust_hdl::prelude::*;

const CODE: usize = CODE_BITS as usize;
/// Bits of the number of retirements that were taken and are not done with: two that wait, four in the tap.
const OWED: usize = 3;
/// Bits of a record: six words, cycles, events, class, privilege; compressed, start, taken, that it did not execute,
/// that the gate was open.
const RECORD: usize = 6 * 32 + 16 + 8 + OPCLASS_BITS + 2 + 5;
/// Bits of the number of records that wait, as `steer` wants it.
const LEVEL: usize = super::trail::LEVEL;

/// What the kernel takes for granted.
const _: () = assert!(OPCLASS_BITS == 5);

#[treetap_hdl::unit]
mod turn {
    //! A record stays until the engine is done with it, and goes on with its flag. docs/reference/profiler.md P17.

    /// One record at a time is at the engine, which takes several cycles for it. When the engine is done with it, the
    /// record goes on, with the sampling flag that its instruction met. The core is held back while it is there and the
    /// tap has another one. One that comes meanwhile has a place; any other is lost, and counted.
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
        #[group("asks_flush flushes: the tap is to release its record; it does so as soon as there is a place")]
        pub asks_flush: Signal<In, Bit>,
        /// It releases it.
        pub flushes: Signal<Out, Bit>,
        /// Records that found no place.
        #[group("lost: records that found no place")]
        pub lost: Signal<Out, Bits<LOST>>,
        // a record waits for the one at the engine; its code comes; one is at the engine; that is done with; another
        // one comes and finds no place; the flag that was met; the tap is to release its record
        #[also(fresh, held, done, misses, flag, flush)]
        waits: Reg<Bit>,
        #[also(record)]
        next: Reg<Bits<RECORD>>,
        #[also(code)]
        next_code: Reg<Bits<CODE>>,
        owed: Reg<Bits<OWED>>,
        missed: Reg<Bits<LOST>>,
    }

    impl Turn {
        fn update(&mut self) {
            comment!("A record comes, and a cycle later its code: then the engine may have it.");
            let free: Bit = !self.held.q.val() | self.done.q.val();
            let comes: Bit = self.tap.valid.val() & (!self.waits.q.val() | free);
            self.fresh.d.next = comes;
            self.waits.d.next = comes | (self.waits.q.val() & !free);
            if comes {
                self.next.d.next = bit_cast::<RECORD, 32>(self.tap.insn.val())
                    | (bit_cast::<RECORD, 32>(self.tap.pc.val()) << 32)
                    | (bit_cast::<RECORD, 32>(self.tap.npc.val()) << 64)
                    | (bit_cast::<RECORD, 32>(self.tap.val.val()) << 96)
                    | (bit_cast::<RECORD, 32>(self.tap.addr.val()) << 128)
                    | (bit_cast::<RECORD, 32>(self.tap.ord.val()) << 160)
                    | (bit_cast::<RECORD, 16>(self.tap.cycles.val()) << 192)
                    | (bit_cast::<RECORD, 8>(self.tap.evt.val()) << 208)
                    | (bit_cast::<RECORD, OPCLASS_BITS>(self.tap.class.val()) << 216)
                    | (bit_cast::<RECORD, 1>(self.tap.start.val().into()) << 221)
                    | (bit_cast::<RECORD, 1>(self.tap.taken.val().into()) << 222)
                    | (bit_cast::<RECORD, 1>(self.tap.trap.val().into()) << 223)
                    | (bit_cast::<RECORD, 1>(self.tap_open.val().into()) << 224)
                    | (bit_cast::<RECORD, 2>(self.tap.mode.val()) << 225)
                    | (bit_cast::<RECORD, 1>(self.tap.rvc.val().into()) << 227);
            }
            let known: Bits<CODE> = self.next_code.q.val();
            if self.fresh.q.val() {
                known = self.map_code.val();
            }
            self.next_code.d.next = known;
            if free {
                drive!(self: held = waits.q, record = next.q);
                self.code.d.next = known;
            }
            let offers: Bit = self.held.q.val() & !self.done.q.val();
            self.done.d.next = offers & self.in_ready.val();
            if self.in_counts.val() {
                drive!(self: flag = sampling);
            }
            let own: Bits<RECORD> = self.record.q.val();
            self.in_valid.next = offers;
            self.in_insn.next = own.get_bits::<32>(0);
            self.in_pc.next = own.get_bits::<32>(32);
            self.in_next.next = own.get_bits::<32>(64);
            self.in_address.next = own.get_bits::<32>(128);
            self.in_class.next = own.get_bits::<OPCLASS_BITS>(216);
            self.in_trap.next = own.get_bit(223);
            self.in_privilege.next = own.get_bits::<2>(225);
            self.in_short.next = own.get_bit(227);
            self.in_filter.next = self.code.q.val();

            comment!("It goes on.");
            drive!(rec: valid = done.q);
            self.rec.insn.next = own.get_bits::<32>(0);
            self.rec.pc.next = own.get_bits::<32>(32);
            self.rec.npc.next = own.get_bits::<32>(64);
            self.rec.val.next = own.get_bits::<32>(96);
            self.rec.addr.next = own.get_bits::<32>(128);
            self.rec.ord.next = own.get_bits::<32>(160);
            self.rec.cycles.next = own.get_bits::<16>(192);
            self.rec.evt.next = own.get_bits::<8>(208);
            self.rec.class.next = own.get_bits::<OPCLASS_BITS>(216);
            self.rec.start.next = own.get_bit(221);
            self.rec.taken.next = own.get_bit(222);
            self.rec.trap.next = own.get_bit(223);
            self.rec_open.next = own.get_bit(224);
            drive!(self: rec_flag = flag.q, leaves = done.q);
            self.level.next =
                bit_cast::<LEVEL, 1>(self.held.q.val().into()) + bit_cast::<LEVEL, 1>(self.waits.q.val().into());

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
            self.flushes.next = asked & !holds;
            self.flush.d.next = asked & holds;
            if self.reset.val() {
                zero!(self: waits, fresh, held, done, misses, flag, flush, owed, missed);
            }
        }
    }
}
