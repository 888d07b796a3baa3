//! The queue of the sample buffer for a fast clock (docs/reference/sample_buffer.md).
use super::LANE;
use super::ports::{AcceptedTx, CandidateRx, PolicyRx, SampleTx, StepTx};
use crate::hw::lib::{LutRam, OutRegRam, Reg};
use crate::spec::sample_buffer::{DEEP_FLIGHT, OCC_BITS};
use rust_hdl::prelude::*;

/// Bits of the number of records in the buffer.
const OCC: usize = OCC_BITS as usize;
/// Bits of the place of a record that waits.
const PLACE: usize = 2;

#[treetap_hdl::unit]
mod deep_buffer {
    //! Queue of records of one width, and 16 bits beside each, for a fast clock; drops the newest when it is full.
    //! One candidate and one record per cycle.

    /// Queue of `2^A` records of `L` lanes, which drops the newest, for a fast clock: one candidate and one record per
    /// cycle. All records have the same number of lanes.
    ///
    /// A record leaves its memory through the output register, two cycles after it was asked for. Up to four that
    /// have been asked for wait in LUT RAM, and one is on offer in a register, so that one can leave in every cycle.
    /// Three are asked for before the first of them can leave, so a fourth place keeps the question whether one leaves
    /// out of the question whether to ask.
    #[clocked(reset)]
    #[derived(W = L * LANE, V = L * LANE + 16, O = A + 1)]
    #[fits(L.is_power_of_two(), "1, 2 or 4 lanes")]
    pub struct DeepBuffer<#[range(1..=4)] const L: usize, #[range(6..=8)] const A: usize> {
        #[group("a candidate; there is no ready")]
        pub cand: CandidateRx<W>,
        #[group("cfg: whether the tap is stopped in time; whether candidates are dropped while run is low")]
        #[except(stride)]
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
        #[group("what happens in this cycle, for the counters")]
        pub step: StepTx,
        #[group("what enters, for traces")]
        pub acc: AcceptedTx,
        records: OutRegRam<V, A>,
        next: LutRam<V, PLACE>,
        #[also(read)]
        write: Reg<Bits<A>>,
        // all records; those that have been asked for and are not on offer, those of them that wait, and where they are
        // put and taken
        count: Reg<Bits<O>>,
        #[also(waiting)]
        asked: Reg<Bits<3>>,
        #[also(get)]
        put: Reg<Bits<PLACE>>,
        // asked for one and two cycles before
        #[also(here, offered)]
        coming: Reg<Bit>,
        offer: Reg<Bits<V>>,
    }

    impl DeepBuffer {
        fn update(&mut self) {
            const MARGIN: Bits<O> = DEEP_FLIGHT.into();
            const FULL_BIT: Bits<4> = A as u64;
            const DOWN: Bits<O> = (2 << A) - 1;

            comment!("A candidate enters where there is room, unless nobody is there to take it.");
            let full: Bit = self.count.q.val().get_bit(FULL_BIT.index());
            let off: Bit = !self.run.val() & self.cfg.freeze.val() & !self.cfg.lossless.val();
            let accept: Bit = self.cand.valid.val() & !off & !full;
            self.step.acc.next = accept;
            self.step.drop_full.next = self.cand.valid.val() & !off & full;
            self.step.drop_off.next = self.cand.valid.val() & off;
            self.acc.valid.next = accept;
            self.acc.ord.next = self.cand.ord.val();
            self.records.we.next = accept;
            self.records.wa.next = self.write.q.val();
            self.records.wd.next =
                (bit_cast::<V, 16>(self.cand.side.val()) << W) | bit_cast::<V, W>(self.cand.lanes.val());
            if accept {
                self.write.d.next = self.write.q.val() + 1;
            }
            comment!("With room for all that may be under way the tap goes on.");
            let reserved: Bits<O> = self.count.q.val() + MARGIN;
            self.ready.next = !self.cfg.lossless.val()
                | ((self.run.val() | !self.cfg.freeze.val()) & !reserved.get_bit(FULL_BIT.index()));

            comment!("A record is asked for as soon as there is a place for it to wait.");
            let leave: Bit = self.offered.q.val() & (self.smp.ready.val() | self.flush.val());
            let fetch: Bit =
                self.waiting.q.val().any() & (!self.offered.q.val() | self.smp.ready.val() | self.flush.val());
            let stored: Bit = self.read.q.val() != self.write.q.val();
            let ask: Bit = stored & !self.asked.q.val().get_bit(2);
            self.records.ra.next = self.read.q.val();
            drive!(self: here = coming.q);
            self.coming.d.next = ask;
            if ask {
                self.read.d.next = self.read.q.val() + 1;
            }
            if ask & !fetch {
                self.asked.d.next = self.asked.q.val() + 1;
            } else if fetch & !ask {
                self.asked.d.next = self.asked.q.val() - 1;
            }
            if self.here.q.val() & !fetch {
                self.waiting.d.next = self.waiting.q.val() + 1;
            } else if fetch & !self.here.q.val() {
                self.waiting.d.next = self.waiting.q.val() - 1;
            }
            comment!("Those that wait have four places in turn.");
            drive!(next: we = here.q, wa = put.q, wd = records.rd, ra = get.q);
            if self.here.q.val() {
                self.put.d.next = self.put.q.val() + 1;
            }
            if leave {
                self.offered.d.next = false;
            }
            if fetch {
                self.get.d.next = self.get.q.val() + 1;
                self.offered.d.next = true;
                self.offer.d.next = self.next.rd.val();
            }

            self.smp.valid.next = self.offered.q.val() & !self.flush.val();
            self.smp.rec.next = self.offer.q.val().get_bits::<W>(0);
            self.smp.side.next = bit_cast::<16, V>(self.offer.q.val() >> W);
            self.step.popped.next = self.offered.q.val() & self.smp.ready.val() & !self.flush.val();
            self.step.flushed.next = self.offered.q.val() & self.flush.val();
            let change: Bits<O> = 1.into();
            if leave {
                change = DOWN;
            }
            if accept ^ leave {
                self.count.d.next = self.count.q.val() + change;
            }
            self.occ.next = bit_cast::<OCC, O>(self.count.q.val());
            if self.reset.val() {
                zero!(self: write, read, count, asked, waiting, put, get, coming, here, offered);
            }
        }
    }
}
