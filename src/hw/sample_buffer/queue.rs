//! The queue of the sample buffer (docs/reference/sample_buffer.md).
use super::LANE;
use super::ports::{AcceptedTx, CandidateRx, PolicyRx, SampleTx, StepTx};
use crate::hw::lib::{FastRamRe, Reg, RegEn};
use crate::spec::sample_buffer::FLIGHT;
use rust_hdl::prelude::*;

/// What the kernel takes for granted.
const _: () = {
    assert!(FLIGHT.is_power_of_two());
};

#[treetap_hdl::unit]
mod sample_buffer {
    //! Queue of records, and 16 bits beside each; drops the newest when it is full.
    //! A record fills as many banks as it has lanes; one candidate and one record per cycle.

    /// Queue of records of one, two or four lanes in `2^P` lanes, which drops the newest: one candidate and one record
    /// per cycle.
    ///
    /// `L` is the number of lanes of the widest record: so many banks, of which a record fills as many as it has lanes.
    /// A bank has `2^A` words.
    #[clocked(reset)]
    #[derived(W = L * LANE, P = A + L.ilog2() as usize, O = P + 1)]
    #[fits(L.is_power_of_two(), "1, 2 or 4 lanes")]
    pub struct SampleBuffer<#[range(1..=4)] const L: usize, #[range(1..=16)] const A: usize> {
        #[group("a candidate; there is no ready")]
        pub cand: CandidateRx<W>,
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
        pub occ: Signal<Out, Bits<O>>,
        #[group("what happens in this cycle, for the counters")]
        pub step: StepTx,
        #[group("what enters, for traces")]
        pub acc: AcceptedTx,
        banks: [FastRamRe<LANE, A>; L],
        sides: FastRamRe<16, P>,
        write: Reg<Bits<P>>,
        read: Reg<Bits<P>>,
        lanes: RegEn<Bits<O>>,
        from: Reg<Bits<2>>,
        offered: Reg<Bit>,
        other: [Signal<Local, Bits<2>>; L],
        word: Signal<Local, Bits<LANE>>,
    }

    impl SampleBuffer {
        fn update(&mut self) {
            const CODES: Bits<2> = L - 1;
            const BANKS_ALL: Bits<2> = L - 1;
            const BANK_BITS: Bits<2> = (P - A) as u64;
            const FLIGHT_BITS: Bits<3> = FLIGHT.trailing_zeros().into();
            const FULL_BIT: Bits<4> = P;
            const ONE_LANE: Bits<W> = u32::MAX.into();
            const TWO_LANES: Bits<W> = if L == 1 { u32::MAX.into() } else { u64::MAX };

            comment!("Lanes of a record.");
            let code: Bits<2> = self.cfg.stride.val() & CODES;
            let stride: Bits<O> = 1.into();
            let advance: Bits<P> = 1.into();
            let bank_mask: Bits<2> = BANKS_ALL;
            self.occ.next = self.lanes.q.val();
            if code.get_bit(1) {
                stride = 4.into();
                advance = 4.into();
                bank_mask = 0.into();
                self.occ.next = self.lanes.q.val() >> 2;
            } else if code.get_bit(0) {
                stride = 2.into();
                advance = 2.into();
                bank_mask = BANKS_ALL & 2;
                self.occ.next = self.lanes.q.val() >> 1;
            }

            comment!("A candidate enters where there is room, unless nobody is there to take it.");
            let full: Bit = self.lanes.q.val().get_bit(FULL_BIT.index());
            let off: Bit = !self.run.val() & self.cfg.freeze.val() & !self.cfg.lossless.val();
            let accept: Bit = self.cand.valid.val() & !off & !full;
            self.step.acc.next = accept;
            self.step.drop_full.next = self.cand.valid.val() & !off & full;
            self.step.drop_off.next = self.cand.valid.val() & off;
            self.acc.valid.next = accept;
            self.acc.ord.next = self.cand.ord.val();
            if accept {
                self.write.d.next = self.write.q.val() + advance;
            }
            comment!("With room for all that may be under way the tap goes on.");
            let margin: Bits<O> = stride << FLIGHT_BITS;
            let reserved: Bits<O> = self.lanes.q.val() + margin;
            self.ready.next = !self.cfg.lossless.val()
                | ((self.run.val() | !self.cfg.freeze.val()) & !reserved.get_bit(FULL_BIT.index()));

            comment!("The oldest record is fetched as soon as the one before it leaves.");
            let stored: Bit = (self.read.q.val() != self.write.q.val()) | (full & !self.offered.q.val());
            let leave: Bit = self.offered.q.val() & (self.smp.ready.val() | self.flush.val());
            let fetch: Bit = stored & (!self.offered.q.val() | leave);
            self.offered.d.next = fetch | (self.offered.q.val() & !leave);
            if fetch {
                self.read.d.next = self.read.q.val() + advance;
                self.from.d.next = bit_cast::<2, P>(self.read.q.val()) & bank_mask;
            }
            self.smp.valid.next = self.offered.q.val() & !self.flush.val();
            self.step.popped.next = self.offered.q.val() & self.smp.ready.val() & !self.flush.val();
            self.step.flushed.next = self.offered.q.val() & self.flush.val();
            let change: Bits<O> = stride;
            if leave {
                change = !stride + 1;
            }
            self.lanes.en.next = accept ^ leave;
            self.lanes.d.next = self.lanes.q.val() + change;

            comment!("Payload: each bank has one lane in as many as there are banks.");
            let all: Bits<W> = 0.into();
            for i in 0..L {
                self.banks[i].re.next = fetch;
                self.banks[i].ra.next = bit_cast::<A, P>(self.read.q.val() >> BANK_BITS);
                self.banks[i].wa.next = bit_cast::<A, P>(self.write.q.val() >> BANK_BITS);
                self.other[i].next = (bit_cast::<2, P>(self.write.q.val()) ^ i.to_bits()) & bank_mask;
                self.banks[i].we.next = accept & !self.other[i].val().any();
                self.banks[i].wd.next = self.cand.lanes.val().get_bits::<LANE>(0);
                if code.get_bit(1) {
                    self.banks[i].wd.next = self.cand.lanes.val().get_bits::<LANE>(i * 32);
                }
            }
            for i in 1..L {
                if i != 2 {
                    // Records of two lanes have their second one in every other bank.
                    if code == 1 {
                        self.banks[i].wd.next = self.cand.lanes.val().get_bits::<LANE>(32);
                    }
                }
            }
            let at: Bits<7> = 0.into();
            for i in 0..L {
                self.word.next = self.banks[i].rd.val();
                all = all | (bit_cast::<W, LANE>(self.word.val()) << at);
                at = at + 32;
            }
            let first: Bits<7> = bit_cast::<7, 2>(self.from.q.val()) << 5;
            let mine: Bits<W> = all >> first;
            self.smp.rec.next = mine & ONE_LANE;
            if code.get_bit(1) {
                self.smp.rec.next = mine;
            } else if code.get_bit(0) {
                self.smp.rec.next = mine & TWO_LANES;
            }
            self.sides.re.next = fetch;
            drive!(sides: ra = read.q, wa = write.q);
            self.sides.we.next = accept;
            self.sides.wd.next = self.cand.side.val();
            self.smp.side.next = self.sides.rd.val();
            if self.reset.val() {
                zero!(self: write, read, lanes);
                self.lanes.en.next = true;
                self.offered.d.next = false;
            }
        }
    }
}
