//! The counters and statistics behind the registers (docs/reference/profiler.md).
use crate::hw::lib::{Reg, several};
use crate::hw::regs::Statistics;
use crate::hw::tally::TALLY_BITS;
use crate::spec::profiler::OCC_BITS;
use crate::spec::regs::{self, SLOT_BITS};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

const SLOT: usize = SLOT_BITS as usize;
const OCC: usize = OCC_BITS as usize;

/// Sends reads of the registers to whoever has the word: the counters, the sample buffer, the burst sampler, the engine. `STATS` is 1 with the
/// statistics of engine and burst sampler, else 0; `C` is the width of a count, `P` that of the number of nodes.
#[derive(LogicBlock, SmartDefault)]
pub struct Readout<const C: usize, const P: usize, const STATS: usize> {
    /// What the kernel takes for granted of the table: the counters in the order of their numbers, then OCC, then the burst sampler's.
    #[default(const {
        assert!(regs::RETIRED.slot() == 0 && regs::FLUSHED.slot() + 1 == regs::OCC.slot());
        assert!(regs::N_CHK.slot().is_multiple_of(8) && regs::BURSTS.slot() == regs::N_CHK.slot() + 5);
    })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Which word: page in the highest bit, 0 statistics, 1 counters.
    pub cnt_addr: Signal<In, Bits<{ SLOT + 1 }>>,
    /// It is wanted; the address was there a cycle before.
    pub cnt_read: Signal<In, Bit>,
    /// It is here.
    pub cnt_valid: Signal<Out, Bit>,
    /// It is read.
    pub cnt_take: Signal<In, Bit>,
    /// The word.
    pub cnt_data: Signal<Out, Bits<32>>,
    /// A counter is wanted.
    pub ram_read: Signal<Out, Bit>,
    /// Which one.
    pub ram_addr: Signal<Out, Bits<4>>,
    /// It is here.
    pub ram_valid: Signal<In, Bit>,
    /// Its value.
    pub ram_data: Signal<In, Bits<32>>,
    /// Records in the sample buffer.
    pub occ: Signal<In, Bits<OCC>>,
    /// There are some.
    pub stat_queued: Signal<Out, Bit>,
    /// Which counter of the burst sampler.
    pub stat_which: Signal<Out, Bits<3>>,
    /// Its value.
    pub stat_count: Signal<In, Bits<TALLY_BITS>>,
    /// Weight counted.
    pub stat_n: Signal<In, Bits<C>>,
    /// Threshold.
    pub stat_t: Signal<In, Bits<C>>,
    /// Weight lost.
    pub stat_lost: Signal<In, Bits<C>>,
    /// Nodes in use.
    pub stat_live: Signal<In, Bits<P>>,
    /// Nodes created.
    pub stat_creates: Signal<In, Bits<TALLY_BITS>>,
    /// Collapses.
    pub stat_collapses: Signal<In, Bits<TALLY_BITS>>,
    /// Events of weight 0.
    pub stat_zero_weight: Signal<In, Bits<TALLY_BITS>>,
    /// A counter that saturates is at its end.
    pub flag_counter: Signal<Out, Bit>,
    #[default(several(STATS))]
    statistics: Vec<Statistics<C, P>>,
    full: Reg<Bit>,
    slot: Signal<Local, Bits<SLOT>>,
    counters: Signal<Local, Bit>,
    in_ram: Signal<Local, Bit>,
    is_occ: Signal<Local, Bit>,
    is_burst: Signal<Local, Bit>,
    #[default(Constant::new(bits(SLOT_BITS.into())))]
    page_bit: Constant<Bits<3>>,
    #[default(Constant::new(bits(regs::OCC.slot().into())))]
    occ_at: Constant<Bits<SLOT>>,
    #[default(Constant::new(bits(regs::N_CHK.slot().into())))]
    burst_at: Constant<Bits<SLOT>>,
}

impl<const C: usize, const P: usize, const STATS: usize> Logic for Readout<C, P, STATS> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module readout");
        comment!("@doc Counters and statistics behind the registers, from whoever has them.");
        comment!("@ports cnt: a read of the registers");
        comment!("@ports ram: the counters");
        comment!("@ports occ: records in the sample buffer");
        comment!("@ports stat: what the engine and the burst sampler count");
        comment!("@ports flag_counter: a counter that saturates is at its end");
        dff_setup!(self, clock, full);
        self.slot.next = self.cnt_addr.val().get_bits::<SLOT>(0);
        self.counters.next = self.cnt_addr.val().get_bit(self.page_bit.val().index());
        self.in_ram.next = self.counters.val() & (self.slot.val() < self.occ_at.val());
        self.is_occ.next = self.counters.val() & (self.slot.val() == self.occ_at.val());
        self.is_burst.next = self.counters.val() & (self.slot.val() >= self.burst_at.val());
        self.ram_read.next = self.cnt_read.val() & self.in_ram.val();
        self.ram_addr.next = self.slot.val().get_bits::<4>(0);
        self.stat_which.next = self.slot.val().get_bits::<3>(0);
        self.stat_queued.next = self.occ.val().any();
        self.cnt_valid.next = !self.in_ram.val() | self.ram_valid.val();
        self.cnt_data.next = 0.into();
        self.full.d.next = false;
        for i in 0..STATS {
            self.statistics[i].clock.next = self.clock.val();
            self.statistics[i].reset.next = self.reset.val();
            self.statistics[i].slot.next = self.slot.val();
            self.statistics[i].take.next = self.cnt_take.val() & !self.counters.val();
            self.statistics[i].stat_n.next = self.stat_n.val();
            self.statistics[i].stat_t.next = self.stat_t.val();
            self.statistics[i].stat_lost.next = self.stat_lost.val();
            self.statistics[i].stat_live.next = self.stat_live.val();
            self.statistics[i].stat_creates.next = self.stat_creates.val();
            self.statistics[i].stat_collapses.next = self.stat_collapses.val();
            self.statistics[i].stat_zero_weight.next = self.stat_zero_weight.val();
            self.cnt_data.next = self.statistics[i].data.val();
            self.full.d.next =
                self.stat_creates.val().all() | self.stat_collapses.val().all() | self.stat_zero_weight.val().all();
        }
        self.flag_counter.next = self.full.q.val() & !self.reset.val();
        if self.in_ram.val() {
            self.cnt_data.next = self.ram_data.val();
        } else if self.is_occ.val() {
            self.cnt_data.next = bit_cast::<32, OCC>(self.occ.val());
        } else if self.is_burst.val() {
            self.cnt_data.next = self.stat_count.val();
        } else if self.counters.val() {
            self.cnt_data.next = 0.into();
        }
    }
}
