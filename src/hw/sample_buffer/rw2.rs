//! The sample buffer for two candidates per cycle (docs/reference/sample_buffer.md, rule B11).
use super::LANE;
use super::queue::Queue;
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod sample_buffer_rw2 {
    //! Queue of records in 1 kB of payload and 16 bits beside each; drops the newest when it is full.
    //! Two candidates per cycle and one record: two queues of half the size, which take records in turn.

    /// [`SampleBuffer`](super::SampleBuffer) for up to two candidates per cycle, lane 0 the older one; one record per cycle leaves.
    ///
    /// Two queues of half the size, which records enter in turn: two that come together never want the same one, and the queue whose turn it is has
    /// never more records than the other, so that it has the last free place. `L` and `A` are those of a half.
    #[clocked(reset)]
    #[derived(W = L * LANE, W2 = 2 * W, PART_OCC = A + L.ilog2() as usize + 1, OCC = PART_OCC + 1)]
    pub struct SampleBufferRw2<#[range(1..=4)] const L: usize, #[range(1..=16)] const A: usize> {
        /// Candidates; there is no ready.
        #[group("candidates, lane 0 the older one; there is no ready")]
        pub cand_valid: Signal<In, Bits<2>>,
        /// Their lanes, lane 0 of each low.
        pub cand_lanes: Signal<In, Bits<W2>>,
        /// Their sidebands.
        pub cand_side: Signal<In, Bits<32>>,
        /// Their retire ordinals.
        pub cand_ord: Signal<In, Bits<64>>,
        /// Lanes of a record, log2.
        #[group("cfg_stride: lanes of a record, log2; steady while there are records")]
        pub cfg_stride: Signal<In, Bits<2>>,
        /// Stop the tap in time.
        #[group("cfg_lossless: lower ready in time, and drop nothing for being off")]
        pub cfg_lossless: Signal<In, Bit>,
        /// Take nothing while `run` is low.
        #[group("cfg_freeze: drop every candidate while run is low")]
        pub cfg_freeze: Signal<In, Bit>,
        /// Whoever takes the samples runs.
        pub run: Signal<In, Bit>,
        /// Remove one record per cycle.
        #[group("remove one record per cycle; what is on offer is withdrawn")]
        pub flush: Signal<In, Bit>,
        /// The tap may go on.
        #[group("the tap may go on")]
        pub ready: Signal<Out, Bit>,
        /// A record is offered.
        #[group("records, the oldest first")]
        pub smp_valid: Signal<Out, Bit>,
        /// It is taken.
        pub smp_ready: Signal<In, Bit>,
        /// Its lanes; those that the stride leaves out are 0.
        pub smp_rec: Signal<Out, Bits<W>>,
        /// Its sideband.
        pub smp_side: Signal<Out, Bits<16>>,
        /// Records in the buffer.
        #[group("records in the buffer")]
        pub occ: Signal<Out, Bits<OCC>>,
        /// Candidates that enter.
        #[group("what happens in this cycle to the candidate of each lane, and to a record, for the counters")]
        pub step_acc: Signal<Out, Bits<2>>,
        /// That find the buffer full.
        pub step_drop_full: Signal<Out, Bits<2>>,
        /// That find it off.
        pub step_drop_off: Signal<Out, Bits<2>>,
        /// A record is taken.
        pub step_popped: Signal<Out, Bit>,
        /// A record is removed by the flush.
        pub step_flushed: Signal<Out, Bit>,
        /// Candidates that enter, for traces.
        #[group("what enters, for traces")]
        pub acc_valid: Signal<Out, Bits<2>>,
        /// Their retire ordinals.
        pub acc_ord: Signal<Out, Bits<64>>,
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
            let crossed: Bit = self.turn.q.val() ^ !self.cand_valid.val().get_bit(0);
            for i in 0..2 {
                self.halves[i].cfg_stride.next = self.cfg_stride.val();
                self.halves[i].cfg_lossless.next = self.cfg_lossless.val();
                self.halves[i].cfg_freeze.next = self.cfg_freeze.val();
                self.halves[i].run.next = self.run.val();
                self.halves[i].cand_ord.next = 0.into();
                self.halves[i].cand_valid.next = self.cand_valid.val().get_bit(i);
                self.halves[i].cand_lanes.next = self.cand_lanes.val().get_bits::<W>(LANES_AT[i].index());
                self.halves[i].cand_side.next = self.cand_side.val().get_bits::<16>(i * 16);
                if crossed {
                    self.halves[i].cand_valid.next = self.cand_valid.val().get_bit(1 - i);
                    self.halves[i].cand_lanes.next = self.cand_lanes.val().get_bits::<W>(LANES_AT[1 - i].index());
                    self.halves[i].cand_side.next = self.cand_side.val().get_bits::<16>(16 - i * 16);
                }
            }
            for i in 0..2 {
                self.enters[i].next = self.halves[i].step_acc.val();
                self.full[i].next = self.halves[i].step_drop_full.val();
                self.off[i].next = self.halves[i].step_drop_off.val();
                if crossed {
                    self.enters[i].next = self.halves[1 - i].step_acc.val();
                    self.full[i].next = self.halves[1 - i].step_drop_full.val();
                    self.off[i].next = self.halves[1 - i].step_drop_off.val();
                }
            }
            self.step_acc.next =
                bit_cast::<2, 1>(self.enters[0].val().into()) | (bit_cast::<2, 1>(self.enters[1].val().into()) << 1);
            self.step_drop_full.next =
                bit_cast::<2, 1>(self.full[0].val().into()) | (bit_cast::<2, 1>(self.full[1].val().into()) << 1);
            self.step_drop_off.next =
                bit_cast::<2, 1>(self.off[0].val().into()) | (bit_cast::<2, 1>(self.off[1].val().into()) << 1);
            self.acc_valid.next =
                bit_cast::<2, 1>(self.enters[0].val().into()) | (bit_cast::<2, 1>(self.enters[1].val().into()) << 1);
            self.acc_ord.next = self.cand_ord.val();
            self.turn.d.next = self.turn.q.val() ^ self.enters[0].val() ^ self.enters[1].val();
            self.ready.next = self.halves[0].ready.val() & self.halves[1].ready.val();
            self.occ.next = bit_cast::<OCC, PART_OCC>(self.halves[0].occ.val())
                + bit_cast::<OCC, PART_OCC>(self.halves[1].occ.val());

            comment!("Records leave in turn, too.");
            self.halves[0].smp_ready.next = self.smp_ready.val() & !self.oldest.q.val();
            self.halves[1].smp_ready.next = self.smp_ready.val() & self.oldest.q.val();
            self.halves[0].flush.next = self.flush.val() & !self.oldest.q.val();
            self.halves[1].flush.next = self.flush.val() & self.oldest.q.val();
            self.smp_valid.next = self.halves[0].smp_valid.val();
            self.smp_rec.next = self.halves[0].smp_rec.val();
            self.smp_side.next = self.halves[0].smp_side.val();
            if self.oldest.q.val() {
                self.smp_valid.next = self.halves[1].smp_valid.val();
                self.smp_rec.next = self.halves[1].smp_rec.val();
                self.smp_side.next = self.halves[1].smp_side.val();
            }
            let popped: Bit = self.halves[0].step_popped.val() | self.halves[1].step_popped.val();
            let flushed: Bit = self.halves[0].step_flushed.val() | self.halves[1].step_flushed.val();
            self.step_popped.next = popped;
            self.step_flushed.next = flushed;
            self.oldest.d.next = self.oldest.q.val() ^ popped ^ flushed;
            if self.reset.val() {
                zero!(self: turn, oldest);
            }
        }
    }
}
