//! Records that wait for the engine `serial`, with their codes (docs/reference/monitor.md, N11).
use crate::hw::bundles::RecordRx;
use crate::hw::lib::Reg;
use crate::spec::checkmap::CODE_BITS;
use crate::spec::classify::OPCLASS_BITS;
use rust_hdl::prelude::*;

const CODE: usize = CODE_BITS as usize;
/// Records that wait.
const PLACES: usize = 4;
/// Bits of the number of retirements that were taken and are not done with: those that wait, and four in the tap.
const OWED: usize = 4;
/// Bits of a record with its code: trap, privilege, class, short, instruction, three addresses.
const RECORD: usize = 1 + 2 + OPCLASS_BITS + 1 + 4 * 32;
/// Bits of the number of records that were lost.
pub const LOST: usize = 16;

#[treetap_hdl::unit]
mod records {
    //! Records wait for the engine, which takes one in several cycles; the core is held back while four are owed to it.

    /// Records wait for the engine. Its code in the map of checks comes a cycle after a record. The core is held back
    /// while four retirements were taken and are not done with. The tap keeps the last of them, so that there is a
    /// place for one more; a record that finds none is counted.
    #[clocked(reset)]
    pub struct Records {
        #[group("a record of the tap")]
        #[only(valid, trap, mode, class, rvc, insn, pc, npc, addr)]
        pub rec: RecordRx<32>,
        /// Code of the record of the cycle before.
        #[group("map_code: its code, a cycle later")]
        pub map_code: Signal<In, Bits<CODE>>,
        /// An instruction for the engine.
        #[group("both for the engine")]
        pub in_valid: Signal<Out, Bit>,
        /// The engine is done with it.
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
        /// The core retires an instruction.
        #[group("rvfi_valid: a retirement, which the tap takes if it may")]
        pub rvfi_valid: Signal<In, Bit>,
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
        #[group("asks_flush tap_flush: the tap is to release its record, which has its place")]
        pub asks_flush: Signal<In, Bit>,
        /// It releases it.
        pub tap_flush: Signal<Out, Bit>,
        /// Records that found no place.
        #[group("lost: records that found no place")]
        pub lost: Signal<Out, Bits<LOST>>,
        valid: [Reg<Bit>; PLACES],
        record: [Reg<Bits<RECORD>>; PLACES],
        code: [Reg<Bits<CODE>>; PLACES],
        // the code of the record in the first place comes in this cycle; it came in the cycle before, and the record
        // has stayed there, has moved on; a record is done with; one found no place
        #[also(stayed, moved, goes, misses)]
        fresh: Reg<Bit>,
        came: Reg<Bits<CODE>>,
        // all bits of the number that was lost are 1, but for the lowest four
        many: Reg<Bit>,
        owed: Reg<Bits<OWED>>,
        missed: Reg<Bits<LOST>>,
    }

    impl Records {
        fn update(&mut self) {
            comment!("The last place is what the engine looks at; each takes what the one before it has.");
            let last_free: Bit = !self.valid[3].q.val() | self.in_ready.val();
            let third_free: Bit = !(self.valid[2].q.val() & self.valid[3].q.val());
            let second_free: Bit = third_free | !self.valid[1].q.val();
            let first_free: Bit = second_free | !self.valid[0].q.val();
            comment!(
                "A record's code comes when it is in the first place, and is known a cycle later, wherever that is."
            );
            let first_code: Bits<CODE> = self.code[0].q.val();
            if self.stayed.q.val() {
                first_code = self.came.q.val();
            }
            let second_code: Bits<CODE> = self.code[1].q.val();
            if self.moved.q.val() {
                second_code = self.came.q.val();
            }
            self.code[0].d.next = first_code;
            self.code[1].d.next = second_code;
            self.came.d.next = self.map_code.val();
            self.stayed.d.next = self.fresh.q.val() & !second_free;
            self.moved.d.next = self.fresh.q.val() & second_free;
            self.fresh.d.next = false;
            if first_free {
                self.valid[0].d.next = self.rec.valid.val();
                self.fresh.d.next = self.rec.valid.val();
                self.record[0].d.next = bit_cast::<RECORD, 32>(self.rec.insn.val())
                    | (bit_cast::<RECORD, 32>(self.rec.pc.val()) << 32)
                    | (bit_cast::<RECORD, 32>(self.rec.npc.val()) << 64)
                    | (bit_cast::<RECORD, 32>(self.rec.addr.val()) << 96)
                    | (bit_cast::<RECORD, OPCLASS_BITS>(self.rec.class.val()) << 128)
                    | (bit_cast::<RECORD, 2>(self.rec.mode.val()) << 133)
                    | (bit_cast::<RECORD, 1>(self.rec.rvc.val().into()) << 135)
                    | (bit_cast::<RECORD, 1>(self.rec.trap.val().into()) << 136);
            }
            if second_free {
                self.valid[1].d.next = self.valid[0].q.val();
                self.record[1].d.next = self.record[0].q.val();
                self.code[1].d.next = first_code;
            }
            if third_free {
                self.record[2].d.next = self.record[1].q.val();
                self.code[2].d.next = second_code;
            }
            self.valid[2].d.next = (third_free & self.valid[1].q.val()) | (!third_free & !self.in_ready.val());
            self.valid[3].d.next = self.valid[2].q.val() | (self.valid[3].q.val() & !self.in_ready.val());
            if last_free {
                self.record[3].d.next = self.record[2].q.val();
                self.code[3].d.next = self.code[2].q.val();
            }

            let oldest: Bits<RECORD> = self.record[3].q.val();
            self.in_valid.next = self.valid[3].q.val();
            self.in_insn.next = oldest.get_bits::<32>(0);
            self.in_pc.next = oldest.get_bits::<32>(32);
            self.in_next.next = oldest.get_bits::<32>(64);
            self.in_address.next = oldest.get_bits::<32>(96);
            self.in_class.next = oldest.get_bits::<OPCLASS_BITS>(128);
            self.in_privilege.next = oldest.get_bits::<2>(133);
            self.in_short.next = oldest.get_bit(135);
            self.in_trap.next = oldest.get_bit(136);
            self.in_filter.next = self.code[3].q.val();

            comment!("Each retirement that is taken has its place, until its record is done with or was lost.");
            let holds: Bit = self.owed.q.val().get_bits::<2>(2).any();
            self.ret_stall.next = holds;
            let ready: Bit = !holds | self.ret_always.val();
            self.buffer_ready.next = ready;
            drive!(self: tap_flush = asks_flush);
            self.goes.d.next = self.valid[3].q.val() & self.in_ready.val();
            self.misses.d.next = self.rec.valid.val() & !first_free;
            let more: Bits<OWED> = self.owed.q.val();
            if self.rvfi_valid.val() & ready {
                more = more + 1;
            }
            let less: Bits<OWED> = 0.into();
            if self.goes.q.val() | self.misses.q.val() {
                less = 1.into();
            }
            if self.goes.q.val() & self.misses.q.val() {
                less = 2.into();
            }
            self.owed.d.next = more - less;
            self.many.d.next = self.missed.q.val().get_bits::<{ LOST - 4 }>(4).all();
            if self.misses.q.val() & !(self.many.q.val() & self.missed.q.val().get_bits::<4>(0).all()) {
                self.missed.d.next = self.missed.q.val() + 1;
            }
            drive!(self: lost = missed.q);
            if self.reset.val() {
                for i in 0..PLACES {
                    self.valid[i].d.next = false;
                }
                zero!(self: fresh, stayed, moved, goes, misses, owed, missed);
            }
        }
    }
}
