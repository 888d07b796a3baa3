//! The sample buffer for two candidates per cycle (docs/reference/sample_buffer.md, rule B11).
use super::LANE;
use super::ports::{AcceptedTx, CandidateRx, PolicyRx, SampleTx, StepTx};
use super::queue::Queue;
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod sample_buffer_rw2 {
    //! Queue of records in 1 kB of payload and 16 bits beside each; drops the newest when it is full.
    //! Two candidates per cycle and one record: two queues of half the size, which take records in turn.

    /// [`SampleBuffer`](super::SampleBuffer) for up to two candidates per cycle, lane 0 the older one; one record per
    /// cycle leaves.
    ///
    /// Two queues of half the size, which records enter in turn: two that come together never want the same one, and
    /// the queue whose turn it is has never more records than the other, so that it has the last free place. `L` and
    /// `A` are those of a half.
    #[clocked(reset)]
    #[derived(W = L * LANE, W2 = 2 * W, PART_OCC = A + L.ilog2() as usize + 1, OCC = PART_OCC + 1)]
    pub struct SampleBufferRw2<#[range(1..=4)] const L: usize, #[range(1..=16)] const A: usize> {
        #[group("candidates, lane 0 the older one; there is no ready")]
        pub cand: CandidateRx<2, W2, 32, 64>,
        #[group(
            "cfg: lanes of a record, log2; whether the tap is stopped in time; whether candidates are dropped while \
             run is low"
        )]
        pub cfg: PolicyRx,
        /// Whoever takes the samples runs.
        pub run: Signal<In, Bit>,
        /// Remove one record per cycle.
        #[group("remove one record per cycle; what is on offer is withdrawn")]
        pub flush: Signal<In, Bit>,
        /// The tap may go on.
        #[group("the tap may go on")]
        pub ready: Signal<Out, Bit>,
        #[group("records, the oldest first")]
        pub smp: SampleTx<W>,
        /// Records in the buffer.
        #[group("records in the buffer")]
        pub occ: Signal<Out, Bits<OCC>>,
        #[group("what happens in this cycle to the candidate of each lane, and to a record, for the counters")]
        pub step: StepTx<2>,
        #[group("what enters, for traces")]
        pub acc: AcceptedTx<2, 64>,
        halves: [Queue<L, A>; 2],
        // which half takes the next record, and which one has the oldest
        turn: Reg<Bit>,
        oldest: Reg<Bit>,
        // of each lane's candidate
        enters: [Signal<Local, Bit>; 2],
        full: [Signal<Local, Bit>; 2],
        off: [Signal<Local, Bit>; 2],
    }

    impl SampleBufferRw2 {
        fn update(&mut self) {
            const LANES_AT: [Bits<8>; 2] = [0, W];

            comment!("The older candidate goes to the half whose turn it is, the other one to the other half.");
            let crossed: Bit = self.turn.q.val() ^ !self.cand.valid.val().get_bit(0);
            for i in 0..2 {
                pass!(halves[i]: cfg, run);
                self.halves[i].cand.ord.next = 0.into();
                self.halves[i].cand.valid.next = self.cand.valid.val().get_bit(i);
                self.halves[i].cand.lanes.next = self.cand.lanes.val().get_bits::<W>(LANES_AT[i].index());
                self.halves[i].cand.side.next = self.cand.side.val().get_bits::<16>(i * 16);
                if crossed {
                    self.halves[i].cand.valid.next = self.cand.valid.val().get_bit(1 - i);
                    self.halves[i].cand.lanes.next = self.cand.lanes.val().get_bits::<W>(LANES_AT[1 - i].index());
                    self.halves[i].cand.side.next = self.cand.side.val().get_bits::<16>(16 - i * 16);
                }
            }
            for i in 0..2 {
                self.enters[i].next = self.halves[i].step.acc.val();
                self.full[i].next = self.halves[i].step.drop_full.val();
                self.off[i].next = self.halves[i].step.drop_off.val();
                if crossed {
                    self.enters[i].next = self.halves[1 - i].step.acc.val();
                    self.full[i].next = self.halves[1 - i].step.drop_full.val();
                    self.off[i].next = self.halves[1 - i].step.drop_off.val();
                }
            }
            self.step.acc.next =
                bit_cast::<2, 1>(self.enters[0].val().into()) | (bit_cast::<2, 1>(self.enters[1].val().into()) << 1);
            self.step.drop_full.next =
                bit_cast::<2, 1>(self.full[0].val().into()) | (bit_cast::<2, 1>(self.full[1].val().into()) << 1);
            self.step.drop_off.next =
                bit_cast::<2, 1>(self.off[0].val().into()) | (bit_cast::<2, 1>(self.off[1].val().into()) << 1);
            self.acc.valid.next =
                bit_cast::<2, 1>(self.enters[0].val().into()) | (bit_cast::<2, 1>(self.enters[1].val().into()) << 1);
            self.acc.ord.next = self.cand.ord.val();
            self.turn.d.next = self.turn.q.val() ^ self.enters[0].val() ^ self.enters[1].val();
            self.ready.next = self.halves[0].ready.val() & self.halves[1].ready.val();
            self.occ.next = bit_cast::<OCC, PART_OCC>(self.halves[0].occ.val())
                + bit_cast::<OCC, PART_OCC>(self.halves[1].occ.val());

            comment!("Records leave in turn, too.");
            self.halves[0].smp.ready.next = self.smp.ready.val() & !self.oldest.q.val();
            self.halves[1].smp.ready.next = self.smp.ready.val() & self.oldest.q.val();
            self.halves[0].flush.next = self.flush.val() & !self.oldest.q.val();
            self.halves[1].flush.next = self.flush.val() & self.oldest.q.val();
            self.smp.valid.next = self.halves[0].smp.valid.val();
            self.smp.rec.next = self.halves[0].smp.rec.val();
            self.smp.side.next = self.halves[0].smp.side.val();
            if self.oldest.q.val() {
                self.smp.valid.next = self.halves[1].smp.valid.val();
                self.smp.rec.next = self.halves[1].smp.rec.val();
                self.smp.side.next = self.halves[1].smp.side.val();
            }
            let popped: Bit = self.halves[0].step.popped.val() | self.halves[1].step.popped.val();
            let flushed: Bit = self.halves[0].step.flushed.val() | self.halves[1].step.flushed.val();
            self.step.popped.next = popped;
            self.step.flushed.next = flushed;
            self.oldest.d.next = self.oldest.q.val() ^ popped ^ flushed;
            if self.reset.val() {
                zero!(self: turn, oldest);
            }
        }
    }
}
