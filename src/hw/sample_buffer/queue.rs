//! The queue of the sample buffer (docs/reference/sample_buffer.md).
use super::{LANE, OCC, PLACE};
use crate::hw::lib::{FastRamRe, Reg, RegEn, several};
use crate::spec::sample_buffer::FLIGHT;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The whole buffer where one candidate per cycle is enough: records of up to `L` lanes.
pub type SampleBuffer<const L: usize, const A: usize, const W: usize> = Queue<L, A, W, PLACE, OCC>;

/// Queue of records of one, two or four lanes in `2^P` lanes, which drops the newest: one candidate and one record per cycle.
///
/// `L` is the number of lanes of the widest record: so many banks, of which a record fills as many as it has lanes. `A` is the number of address bits
/// of a bank, `W` the width of all lanes, `O = P + 1`.
#[derive(LogicBlock, SmartDefault)]
pub struct Queue<const L: usize, const A: usize, const W: usize, const P: usize, const O: usize> {
    #[default(const {
        assert!((L == 1 || L == 2 || L == 4) && W == L * LANE, "Queue<L, A, W, P, O>: lanes");
        assert!(L << A == 1 << P && O == P + 1, "Queue<L, A, W, P, O>: places");
        assert!(FLIGHT.is_power_of_two());
    })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A candidate; there is no ready.
    pub cand_valid: Signal<In, Bit>,
    /// Its lanes, lane 0 low.
    pub cand_lanes: Signal<In, Bits<W>>,
    /// Its sideband.
    pub cand_side: Signal<In, Bits<16>>,
    /// Its retire ordinal.
    pub cand_ord: Signal<In, Bits<32>>,
    /// Lanes of a record, log2.
    pub cfg_stride: Signal<In, Bits<2>>,
    /// Stop the tap in time.
    pub cfg_lossless: Signal<In, Bit>,
    /// Take nothing while `run` is low.
    pub cfg_freeze: Signal<In, Bit>,
    /// Whoever takes the samples runs.
    pub run: Signal<In, Bit>,
    /// Remove one record per cycle.
    pub flush: Signal<In, Bit>,
    /// The tap may go on.
    pub ready: Signal<Out, Bit>,
    /// A record is offered.
    pub smp_valid: Signal<Out, Bit>,
    /// It is taken.
    pub smp_ready: Signal<In, Bit>,
    /// Its lanes; those that the stride leaves out are 0.
    pub smp_rec: Signal<Out, Bits<W>>,
    /// Its sideband.
    pub smp_side: Signal<Out, Bits<16>>,
    /// Records in the buffer.
    pub occ: Signal<Out, Bits<O>>,
    /// The candidate enters.
    pub step_acc: Signal<Out, Bit>,
    /// It finds the buffer full.
    pub step_drop_full: Signal<Out, Bit>,
    /// It finds the buffer off.
    pub step_drop_off: Signal<Out, Bit>,
    /// A record is taken.
    pub step_popped: Signal<Out, Bit>,
    /// A record is removed by the flush.
    pub step_flushed: Signal<Out, Bit>,
    /// The candidate enters, for traces.
    pub acc_valid: Signal<Out, Bit>,
    /// Its retire ordinal.
    pub acc_ord: Signal<Out, Bits<32>>,
    #[default(several(L))]
    banks: Vec<FastRamRe<LANE, A>>,
    sides: FastRamRe<16, P>,
    write: Reg<Bits<P>>,
    read: Reg<Bits<P>>,
    lanes: RegEn<Bits<O>>,
    from: Reg<Bits<2>>,
    offered: Reg<Bit>,
    code: Signal<Local, Bits<2>>,
    stride: Signal<Local, Bits<O>>,
    step: Signal<Local, Bits<P>>,
    margin: Signal<Local, Bits<O>>,
    behind: Signal<Local, Bits<O>>,
    full: Signal<Local, Bit>,
    off: Signal<Local, Bit>,
    accept: Signal<Local, Bit>,
    stored: Signal<Local, Bit>,
    fetch: Signal<Local, Bit>,
    leave: Signal<Local, Bit>,
    change: Signal<Local, Bits<O>>,
    bank_mask: Signal<Local, Bits<2>>,
    #[default(several(L))]
    other: Vec<Signal<Local, Bits<2>>>,
    word: Signal<Local, Bits<LANE>>,
    at: Signal<Local, Bits<7>>,
    all: Signal<Local, Bits<W>>,
    first: Signal<Local, Bits<7>>,
    mine: Signal<Local, Bits<W>>,
    #[default(Constant::new(bits(L as u64 - 1)))]
    codes: Constant<Bits<2>>,
    #[default(Constant::new(bits(L as u64 - 1)))]
    banks_all: Constant<Bits<2>>,
    #[default(Constant::new(bits((P - A) as u64)))]
    bank_bits: Constant<Bits<2>>,
    #[default(Constant::new(bits(FLIGHT.trailing_zeros().into())))]
    flight_bits: Constant<Bits<3>>,
    #[default(Constant::new(bits(P as u64)))]
    full_bit: Constant<Bits<4>>,
    #[default(Constant::new(bits(u32::MAX.into())))]
    one_lane: Constant<Bits<W>>,
    #[default(Constant::new(bits(if L == 1 { u32::MAX.into() } else { u64::MAX })))]
    two_lanes: Constant<Bits<W>>,
}

impl<const L: usize, const A: usize, const W: usize, const P: usize, const O: usize> Logic for Queue<L, A, W, P, O> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module sample_buffer");
        comment!("@doc Queue of records, and 16 bits beside each; drops the newest when it is full.");
        comment!("@doc A record fills as many banks as it has lanes; one candidate and one record per cycle.");
        comment!("@ports cand: a candidate; there is no ready");
        comment!("@ports cfg_stride: lanes of a record, log2; steady while there are records");
        comment!("@ports cfg_lossless: lower ready in time, and drop nothing for being off");
        comment!("@ports cfg_freeze: drop every candidate while run is low");
        comment!("@ports flush: remove one record per cycle; what is on offer is withdrawn");
        comment!("@ports ready: the tap may go on");
        comment!("@ports smp: records, the oldest first");
        comment!("@ports occ: records in the buffer");
        comment!("@ports step: what happens in this cycle, for the counters");
        comment!("@ports acc: what enters, for traces");
        dff_setup!(self, clock, write, read, from, offered);
        self.lanes.clock.next = self.clock.val();
        self.sides.clock.next = self.clock.val();

        comment!("Lanes of a record.");
        self.code.next = self.cfg_stride.val() & self.codes.val();
        self.stride.next = 1.into();
        self.step.next = 1.into();
        self.bank_mask.next = self.banks_all.val();
        self.occ.next = self.lanes.q.val();
        if self.code.val().get_bit(1) {
            self.stride.next = 4.into();
            self.step.next = 4.into();
            self.bank_mask.next = 0.into();
            self.occ.next = self.lanes.q.val() >> 2;
        } else if self.code.val().get_bit(0) {
            self.stride.next = 2.into();
            self.step.next = 2.into();
            self.bank_mask.next = self.banks_all.val() & 2;
            self.occ.next = self.lanes.q.val() >> 1;
        }

        comment!("A candidate enters where there is room, unless nobody is there to take it.");
        self.full.next = self.lanes.q.val().get_bit(self.full_bit.val().index());
        self.off.next = !self.run.val() & self.cfg_freeze.val() & !self.cfg_lossless.val();
        self.accept.next = self.cand_valid.val() & !self.off.val() & !self.full.val();
        self.step_acc.next = self.accept.val();
        self.step_drop_full.next = self.cand_valid.val() & !self.off.val() & self.full.val();
        self.step_drop_off.next = self.cand_valid.val() & self.off.val();
        self.acc_valid.next = self.accept.val();
        self.acc_ord.next = self.cand_ord.val();
        if self.accept.val() {
            self.write.d.next = self.write.q.val() + self.step.val();
        }
        comment!("With room for all that may be under way the tap goes on.");
        self.margin.next = self.stride.val() << self.flight_bits.val();
        self.behind.next = self.lanes.q.val() + self.margin.val();
        self.ready.next = !self.cfg_lossless.val()
            | ((self.run.val() | !self.cfg_freeze.val()) & !self.behind.val().get_bit(self.full_bit.val().index()));

        comment!("The oldest record is fetched as soon as the one before it leaves.");
        self.stored.next = (self.read.q.val() != self.write.q.val()) | (self.full.val() & !self.offered.q.val());
        self.leave.next = self.offered.q.val() & (self.smp_ready.val() | self.flush.val());
        self.fetch.next = self.stored.val() & (!self.offered.q.val() | self.leave.val());
        self.offered.d.next = self.fetch.val() | (self.offered.q.val() & !self.leave.val());
        if self.fetch.val() {
            self.read.d.next = self.read.q.val() + self.step.val();
            self.from.d.next = bit_cast::<2, P>(self.read.q.val()) & self.bank_mask.val();
        }
        self.smp_valid.next = self.offered.q.val() & !self.flush.val();
        self.step_popped.next = self.offered.q.val() & self.smp_ready.val() & !self.flush.val();
        self.step_flushed.next = self.offered.q.val() & self.flush.val();
        self.change.next = self.stride.val();
        if self.leave.val() {
            self.change.next = !self.stride.val() + 1;
        }
        self.lanes.en.next = self.accept.val() ^ self.leave.val();
        self.lanes.d.next = self.lanes.q.val() + self.change.val();

        comment!("Payload: each bank has one lane in as many as there are banks.");
        self.all.next = 0.into();
        for i in 0..L {
            self.banks[i].clock.next = self.clock.val();
            self.banks[i].re.next = self.fetch.val();
            self.banks[i].ra.next = bit_cast::<A, P>(self.read.q.val() >> self.bank_bits.val());
            self.banks[i].wa.next = bit_cast::<A, P>(self.write.q.val() >> self.bank_bits.val());
            self.other[i].next = (bit_cast::<2, P>(self.write.q.val()) ^ i.to_bits()) & self.bank_mask.val();
            self.banks[i].we.next = self.accept.val() & !self.other[i].val().any();
            self.banks[i].wd.next = self.cand_lanes.val().get_bits::<LANE>(0);
            if self.code.val().get_bit(1) {
                self.banks[i].wd.next = self.cand_lanes.val().get_bits::<LANE>(i * 32);
            }
        }
        for i in 1..L {
            if i != 2 {
                // Records of two lanes have their second one in every other bank.
                if self.code.val() == 1 {
                    self.banks[i].wd.next = self.cand_lanes.val().get_bits::<LANE>(32);
                }
            }
        }
        self.at.next = 0.into();
        for i in 0..L {
            self.word.next = self.banks[i].rd.val();
            self.all.next = self.all.val() | (bit_cast::<W, LANE>(self.word.val()) << self.at.val());
            self.at.next = self.at.val() + 32;
        }
        self.first.next = bit_cast::<7, 2>(self.from.q.val()) << 5;
        self.mine.next = self.all.val() >> self.first.val();
        self.smp_rec.next = self.mine.val() & self.one_lane.val();
        if self.code.val().get_bit(1) {
            self.smp_rec.next = self.mine.val();
        } else if self.code.val().get_bit(0) {
            self.smp_rec.next = self.mine.val() & self.two_lanes.val();
        }
        self.sides.re.next = self.fetch.val();
        self.sides.ra.next = self.read.q.val();
        self.sides.wa.next = self.write.q.val();
        self.sides.we.next = self.accept.val();
        self.sides.wd.next = self.cand_side.val();
        self.smp_side.next = self.sides.rd.val();
        if self.reset.val() {
            self.write.d.next = 0.into();
            self.read.d.next = 0.into();
            self.lanes.d.next = 0.into();
            self.lanes.en.next = true;
            self.offered.d.next = false;
        }
    }
}
