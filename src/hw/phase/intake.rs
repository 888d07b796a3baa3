//! Which instructions count, and where an interval ends (docs/reference/phase.md, P1 to P3).
use super::ports::{CountTx, INDEX, LENGTH};
use crate::hw::bundles::RecordRx;
use crate::hw::lib::Reg;
use crate::spec::classify::{OPCLASS_BITS, Opclass};
use crate::spec::hps::class;
use rust_hdl::prelude::*;

/// Bits of the count of instructions that were taken while an interval was judged.
pub const LATE_BITS: usize = 12;
/// Bits of the count of instructions that were lost.
pub const LOST_BITS: usize = 16;

/// A bit for the code of each class of the tap that changes the flow of control, where the instruction says no more.
fn control() -> u64 {
    const PLAIN: u32 = 0;
    let changes = |class: &Opclass| class::bits(*class, PLAIN) & class::CONTROL != 0;
    Opclass::ALL.into_iter().filter(changes).map(|class| 1 << class.code()).sum()
}

#[treetap_hdl::unit]
mod intake {
    //! Which instructions count, in which bucket, and where an interval ends.

    /// Takes a record per cycle, tells its bucket a cycle later, and closes the interval with the last one in the cycle
    /// of its record. The longest path is from the record's address through its exclusive-or to the register of the
    /// bucket's number, or that of the counter of instructions.
    #[clocked(reset)]
    pub struct Intake {
        #[group("a record of the tap")]
        #[only(valid, trap, class, insn, pc)]
        pub rec: RecordRx<32>,
        /// A record of this cycle is taken.
        #[group(
            "rec_ready rec_end rec_hold rec_must: it is taken; the last of an interval; none may come in the next \
             cycle; static: it is gone whether or not"
        )]
        pub rec_ready: Signal<Out, Bit>,
        /// It is the last one of an interval.
        pub rec_end: Signal<Out, Bit>,
        /// No record may come in the next cycle, if it is not to wait.
        pub rec_hold: Signal<Out, Bit>,
        /// A host has to look at the last interval first; a record that cannot wait is taken all the same.
        pub rec_wait: Signal<In, Bit>,
        /// Static: a record that is not taken is lost, and counted.
        pub rec_must: Signal<In, Bit>,
        /// Instructions count.
        #[group("switches; instructions of an interval")]
        pub cfg_trk: Signal<In, Bit>,
        /// None is taken while an interval is judged.
        pub cfg_lossless: Signal<In, Bit>,
        /// Instructions of an interval.
        pub cfg_len: Signal<In, Bits<LENGTH>>,
        #[group("an instruction that counts, a cycle later")]
        pub count: CountTx,
        /// The interval ends with the record of this cycle.
        #[group("close judging judged clearing: an interval ends; it is judged, until then; the memories are cleared")]
        pub close: Signal<Out, Bit>,
        /// An interval is judged.
        pub judging: Signal<Out, Bit>,
        /// It has been judged.
        pub judged: Signal<In, Bit>,
        /// The memories are cleared, and an interval begins.
        pub clearing: Signal<In, Bit>,
        /// Which half of the buckets the interval that goes on has.
        #[group("bank shift: half of the buckets of the interval that goes on; shift of the one that ended")]
        pub bank: Signal<Out, Bit>,
        /// Bits that buckets of the interval that ended are shifted right by.
        pub shift: Signal<Out, Bits<4>>,
        /// Instructions that were taken while the last interval was judged.
        #[group("instructions taken while an interval was judged; one waits; lost")]
        pub stat_late_insns: Signal<Out, Bits<LATE_BITS>>,
        /// An instruction waits for an interval to be judged.
        pub raise_late: Signal<Out, Bit>,
        /// Instructions that were lost.
        pub stat_lost: Signal<Out, Bits<LOST_BITS>>,
        // instructions of the interval, and two; how many it has in all
        #[also(length)]
        counted: Reg<Bits<LENGTH>>,
        #[init(true)]
        fresh: Reg<Bit>,
        last: Reg<Bit>,
        busy: Reg<Bit>,
        half: Reg<Bit>,
        // of the interval that goes on, and of the one that ended
        scale: Reg<Bits<4>>,
        scaled: Reg<Bits<4>>,
        // an instruction was taken while an interval is judged; that count begins anew; one was lost
        #[also(begins, loses)]
        delays: Reg<Bit>,
        late: Reg<Bits<LATE_BITS>>,
        lost: Reg<Bits<LOST_BITS>>,
        valid: Reg<Bit>,
        controls: Reg<Bit>,
        side: Reg<Bit>,
        index: Reg<Bits<INDEX>>,
    }

    impl Intake {
        fn update(&mut self) {
            const CONTROL: Bits<32> = control();
            const BRANCH: Bits<OPCLASS_BITS> = Opclass::Branch.code().into();

            self.take();
            self.ends();
            self.bucket();
            self.counts();
            if self.reset.val() {
                zero!(self: last, busy, half, valid, loses, lost);
                self.fresh.d.next = true;
            }
        }

        fn take(&mut self) {
            comment!(
                "None is taken while the memories are cleared or a host has to look first, nor the last of an interval \
                 while the one before is judged."
            );
            let stops: Bit = self.clearing.val()
                | (self.busy.q.val() & (self.cfg_lossless.val() | self.last.q.val()))
                | (self.rec_wait.val() & !self.rec_must.val());
            self.rec_ready.next = !stops | !self.cfg_trk.val();
            let executed: Bit = self.rec.valid.val() & !self.rec.trap.val() & self.cfg_trk.val();
            let counts: Bit = executed & !stops;
            self.raise_late.next = executed & self.busy.q.val() & !self.cfg_lossless.val() & self.last.q.val();
        }

        fn ends(&mut self) {
            comment!("The interval takes its length with its first instruction.");
            let shifts: Bits<4> = 0.into();
            for doublings in 1..LENGTH - 9 {
                if self.cfg_len.val().get_bit(doublings + 9) {
                    shifts = doublings.to_bits();
                }
            }
            let closes: Bit = counts & self.last.q.val();
            if counts {
                self.counted.d.next = self.counted.q.val() + 1;
                self.fresh.d.next = closes;
                self.last.d.next = !self.fresh.q.val() & (self.counted.q.val() == self.length.q.val());
            }
            if counts & self.fresh.q.val() {
                self.scale.d.next = shifts;
                drive!(self: length = cfg_len);
            }
            if closes | self.clearing.val() {
                self.counted.d.next = 2.into();
            }
            self.close.next = closes;
            self.rec_end.next = closes;
            self.rec_hold.next =
                self.cfg_trk.val() & (self.clearing.val() | (self.cfg_lossless.val() & (closes | self.busy.q.val())));
            if closes {
                self.half.d.next = !self.half.q.val();
                self.scaled.d.next = self.scale.q.val();
            }
            self.busy.d.next = closes | (self.busy.q.val() & !self.judged.val());
            drive!(self: judging = busy.q, bank = half.q, shift = scaled.q);
            if self.clearing.val() {
                self.fresh.d.next = true;
                zero!(self: last, busy);
            }
        }

        fn bucket(&mut self) {
            comment!("Branches with funct3 2 and 3 are reserved, and no branches.");
            let reserved: Bit = (self.rec.class.val() == BRANCH) & ((self.rec.insn.val().get_bits::<3>(12) | 1) == 3);
            let place: Bits<INDEX> = bit_cast::<INDEX, 1>(self.rec.pc.val().get_bits::<1>(31));
            for group in 0..6 {
                place = place ^ self.rec.pc.val().get_bits::<INDEX>(5 * group + 1);
            }
            self.valid.d.next = counts;
            self.controls.d.next = CONTROL.get_bit(self.rec.class.val().index()) & !reserved;
            self.side.d.next = self.half.q.val();
            self.index.d.next = place;
            drive!(count: valid = valid.q, control = controls.q, bank = side.q, index = index.q);
        }

        fn counts(&mut self) {
            comment!("What is counted is counted a cycle later.");
            self.delays.d.next = counts & self.busy.q.val();
            self.begins.d.next = closes | self.clearing.val();
            self.loses.d.next = executed & stops & self.rec_must.val();
            if self.delays.q.val() {
                self.late.d.next = self.late.q.val() + 1;
            }
            if self.begins.q.val() {
                self.late.d.next = 0.into();
            }
            if self.loses.q.val() & !self.lost.q.val().all() {
                self.lost.d.next = self.lost.q.val() + 1;
            }
            if self.clearing.val() {
                zero!(self: loses, lost);
            }
            drive!(self: stat_late_insns = late.q, stat_lost = lost.q);
        }
    }
}
