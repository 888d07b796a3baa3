//! Records that follow their instructions through the engine `pipelined` in a profiler (docs/reference/profiler.md,
//! P17).
use crate::hw::bundles::{RecordRx, RecordTx};
use crate::hw::lib::{LutRam, OutRegRam, Reg};
use crate::spec::classify::OPCLASS_BITS;
use rust_hdl::prelude::*;

/// Address bits of the memory of records: before the engine wait 16 at most, in it are 32.
const BACK: usize = 6;
/// Bits of the number of records that wait.
pub(super) const LEVEL: usize = BACK + 1;
/// Bits of a record: six words, cycles, events, class; start, taken, that it did not execute, that the gate was open.
const RECORD: usize = 6 * 32 + 16 + 8 + OPCLASS_BITS + 4;

/// What the kernel takes for granted.
const _: () = assert!(OPCLASS_BITS == 5);

#[treetap_hdl::unit]
mod trail {
    //! Records wait until the engine is done with their instructions. docs/reference/profiler.md P17.

    /// Records, one in and one out in a cycle. One goes on when the engine is done with its instruction and the sample
    /// buffer has room, with the sampling flag that the instruction met; one that did not execute goes on when it is
    /// the oldest. It is there two cycles later. The core is held back while half of the places are taken.
    #[clocked(reset)]
    pub struct Trail {
        #[group("a record of the tap")]
        #[only(trap, class, taken, start, insn, pc, npc, val, addr, evt, cycles, ord)]
        pub tap: RecordRx<32>,
        /// The record came while the gate was open.
        #[group("tap_open: the gate was open for it")]
        pub tap_open: Signal<In, Bit>,
        /// A record comes for which the queue of the engine has a place.
        #[group("queue_takes queue_shut: it comes and has its place with the engine; there is none for it here")]
        pub queue_takes: Signal<In, Bit>,
        /// There is no place here.
        pub queue_shut: Signal<Out, Bit>,
        /// The core is held back for the queue of the engine.
        #[group("queue_near: the core is held back for the queue of the engine")]
        pub queue_near: Signal<In, Bit>,
        /// The engine is done with an instruction that executed.
        #[group("in_counts sampling: the engine is done with an instruction; the flag that it met")]
        pub in_counts: Signal<In, Bit>,
        /// The sampling flag.
        pub sampling: Signal<In, Bit>,
        #[group("the record that goes on")]
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
        /// The sample buffer has room for what is under way.
        #[group("room ready: the sample buffer has room; there are places for what is under way")]
        pub room: Signal<In, Bit>,
        /// There are places for what is under way.
        pub ready: Signal<Out, Bit>,
        records: OutRegRam<RECORD, BACK>,
        traps: LutRam<1, BACK>,
        flags: LutRam<1, BACK>,
        // places: of the record that comes and the one that goes, of the flag that comes and the one that goes
        #[also(front, flagged, used)]
        back: Reg<Bits<BACK>>,
        // records, and flags of instructions that are done with
        #[also(known)]
        count: Reg<Bits<LEVEL>>,
        // a record left one and two cycles before, with this flag; half of the places are taken; there is room
        #[also(went, left_flag, went_flag, near, roomy)]
        left: Reg<Bit>,
    }

    impl Trail {
        fn update(&mut self) {
            const FULL_BIT: Bits<3> = BACK as u64;
            const HALF_BIT: Bits<3> = BACK as u64 - 1;

            comment!("In: a record, and some cycles later its flag, if it executed.");
            let comes: Bit = self.queue_takes.val();
            self.queue_shut.next = self.count.q.val().get_bit(FULL_BIT.index());
            drive!(records: we = comes, wa = back.q, ra = front.q);
            self.records.wd.next = bit_cast::<RECORD, 32>(self.tap.insn.val())
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
                | (bit_cast::<RECORD, 1>(self.tap_open.val().into()) << 224);
            drive!(traps: we = comes, wa = back.q, ra = front.q);
            self.traps.wd.next = self.tap.trap.val().into();
            drive!(flags: we = in_counts, wa = flagged.q, ra = used.q);
            self.flags.wd.next = self.sampling.val().into();
            if comes {
                self.back.d.next = self.back.q.val() + 1;
            }
            if self.in_counts.val() {
                self.flagged.d.next = self.flagged.q.val() + 1;
            }

            comment!("Out: the oldest one, if its flag is there or it has none.");
            let trap: Bit = self.traps.rd.val().any();
            drive!(self: roomy = room);
            let goes: Bit = self.count.q.val().any() & (trap | self.known.q.val().any()) & self.roomy.q.val();
            let uses: Bit = goes & !trap;
            if goes {
                self.front.d.next = self.front.q.val() + 1;
            }
            if uses {
                self.used.d.next = self.used.q.val() + 1;
            }
            if comes & !goes {
                self.count.d.next = self.count.q.val() + 1;
            }
            if !comes & goes {
                self.count.d.next = self.count.q.val() - 1;
            }
            if self.in_counts.val() & !uses {
                self.known.d.next = self.known.q.val() + 1;
            }
            if !self.in_counts.val() & uses {
                self.known.d.next = self.known.q.val() - 1;
            }
            self.leaves.next = goes;
            self.left.d.next = goes;
            self.left_flag.d.next = self.flags.rd.val().any();
            drive!(self: went = left.q, went_flag = left_flag.q, rec_flag = went_flag.q);
            let record: Bits<RECORD> = self.records.rd.val();
            drive!(rec: valid = went.q);
            self.rec.insn.next = record.get_bits::<32>(0);
            self.rec.pc.next = record.get_bits::<32>(32);
            self.rec.npc.next = record.get_bits::<32>(64);
            self.rec.val.next = record.get_bits::<32>(96);
            self.rec.addr.next = record.get_bits::<32>(128);
            self.rec.ord.next = record.get_bits::<32>(160);
            self.rec.cycles.next = record.get_bits::<16>(192);
            self.rec.evt.next = record.get_bits::<8>(208);
            self.rec.class.next = record.get_bits::<OPCLASS_BITS>(216);
            self.rec.start.next = record.get_bit(221);
            self.rec.taken.next = record.get_bit(222);
            self.rec.trap.next = record.get_bit(223);
            self.rec_open.next = record.get_bit(224);

            comment!("The other half of the places is for what is under way.");
            drive!(self: level = count.q);
            self.near.d.next = self.count.q.val().get_bits::<2>(HALF_BIT.index()).any();
            self.ready.next = !self.near.q.val() & !self.queue_near.val();
            if self.reset.val() {
                zero!(self: back, front, flagged, used, count, known, left, went, near, roomy);
            }
        }
    }
}
