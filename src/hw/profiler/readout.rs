//! The counters and statistics that the registers show (docs/reference/profiler.md).
use crate::hw::bundles::StatisticsRx;
use crate::hw::lib::Reg;
use crate::hw::regs::Statistics;
use crate::hw::tally::TALLY_BITS;
use crate::spec::counters::Counter;
use crate::spec::profiler::OCC_BITS;
use crate::spec::regs::{self, SLOT_BITS};
use rust_hdl::prelude::*;

const SLOT: usize = SLOT_BITS as usize;
const OCC: usize = OCC_BITS as usize;

/// What the kernel takes for granted.
const _: () = {
    assert!(regs::RETIRED.slot() == 0 && regs::POPPED.slot() as usize == Counter::Popped.index());
    assert!(regs::OCC.slot() > regs::POPPED.slot());
    assert!(regs::N_CHK.slot().is_multiple_of(8) && regs::BURSTS.slot() == regs::N_CHK.slot() + 5);
};

#[treetap_hdl::unit]
mod readout {
    //! Counters and statistics that the registers show, from whoever has them.

    /// Sends reads of the registers to whoever has the word: the counters, the sample buffer, the burst sampler, the
    /// engine. `STATS` is 1 with the statistics of engine and burst sampler, else 0; `C` is the width of a count, `P`
    /// that of the number of nodes.
    #[clocked(reset)]
    pub struct Readout<
        #[range(16..=48)] const C: usize,
        #[range(2..=16)] const P: usize,
        #[range(0..=1)] const STATS: usize,
    > {
        /// Which word: page in the highest bit, 0 statistics, 1 counters.
        #[group("a read of the registers")]
        pub cnt_addr: Signal<In, Bits<{ SLOT + 1 }>>,
        /// The word is wanted; the address was there two cycles before.
        pub cnt_read: Signal<In, Bit>,
        /// The word is here.
        pub cnt_valid: Signal<Out, Bit>,
        /// The word.
        pub cnt_data: Signal<Out, Bits<32>>,
        /// A counter is wanted.
        #[group("the counters")]
        pub ram_read: Signal<Out, Bit>,
        /// Number of the counter.
        pub ram_addr: Signal<Out, Bits<4>>,
        /// The counter is here.
        pub ram_valid: Signal<In, Bit>,
        /// Value of the counter.
        pub ram_data: Signal<In, Bits<32>>,
        /// Records in the sample buffer.
        #[group("records in the sample buffer")]
        pub occ: Signal<In, Bits<OCC>>,
        /// There are some.
        #[group("what the engine and the burst sampler count")]
        pub stat_queued: Signal<Out, Bit>,
        /// Which counter of the burst sampler.
        pub stat_which: Signal<Out, Bits<3>>,
        /// Value of the burst sampler's counter.
        pub stat_count: Signal<In, Bits<TALLY_BITS>>,
        #[only(n, t, lost, live, creates, over, zero_weight)]
        pub stat: StatisticsRx<C, P>,
        /// A counter that saturates is at its end.
        #[group("flag_counter: a counter that saturates is at its end")]
        pub flag_counter: Signal<Out, Bit>,
        #[when(STATS > 0)]
        statistics: Statistics<C, P>,
        #[when(STATS > 0)]
        counted: Reg<Bits<TALLY_BITS>>,
        full: Reg<Bit>,
        // whose word it is, and its place there
        is_occ: Reg<Bit>,
        #[when(STATS > 0)]
        #[also(is_burst)]
        in_ram: Reg<Bit>,
        place: Reg<Bits<4>>,
    }

    impl Readout {
        fn update(&mut self) {
            const PAGE_BIT: Bits<3> = SLOT_BITS.into();
            const OCC_AT: Bits<SLOT> = regs::OCC.slot().into();
            const GATE_AT: Bits<SLOT> = regs::REJ_GATE.slot().into();
            const GATE_COUNTER: Bits<4> = Counter::RejectedGate as u64;
            const FLUSHED_COUNTER: Bits<4> = Counter::Flushed as u64;
            const BURST_AT: Bits<SLOT> = regs::N_CHK.slot().into();

            let slot: Bits<SLOT> = self.cnt_addr.val().get_bits::<SLOT>(0);
            let counters: Bit = self.cnt_addr.val().get_bit(PAGE_BIT.index());
            comment!("Whose word it is has a cycle of its own.");
            self.is_occ.d.next = counters & (slot == OCC_AT);
            self.place.d.next = slot.get_bits::<4>(0);
            if STATS == 0 {
                comment!("For all that is in no RAM a counter answers that never steps.");
                if slot >= OCC_AT {
                    self.place.d.next = FLUSHED_COUNTER;
                }
            }
            if slot == GATE_AT {
                self.place.d.next = GATE_COUNTER;
            }
            self.ram_addr.next = self.place.q.val();
            self.stat_which.next = self.place.q.val().get_bits::<3>(0);
            self.stat_queued.next = self.occ.val().any();
            self.full.d.next = false;
            self.flag_counter.next = self.full.q.val() & !self.reset.val();
            let waiting: Bits<32> = 0.into();
            if self.is_occ.q.val() {
                waiting = bit_cast::<32, OCC>(self.occ.val());
            }
            if STATS > 0 {
                self.in_ram.d.next = counters & ((slot < OCC_AT) | (slot == GATE_AT));
                self.is_burst.d.next = counters & (slot >= BURST_AT);
                self.ram_read.next = self.cnt_read.val() & self.in_ram.q.val();
                self.cnt_valid.next = !self.in_ram.q.val() | self.ram_valid.val();
                self.statistics.slot.next = slot;
                comment!("They do not wait, so that what is wanted is read.");
                self.statistics.take.next = self.cnt_read.val() & !counters;
                link!(self.stat, self.statistics.stat);
                self.counted.d.next = self.stat_count.val();
                self.full.d.next = self.stat.creates.val().all() | self.stat.zero_weight.val().all();
                self.cnt_data.next = self.statistics.data.val();
                if self.in_ram.q.val() {
                    self.cnt_data.next = self.ram_data.val();
                } else if self.is_burst.q.val() {
                    self.cnt_data.next = self.counted.q.val();
                } else if counters {
                    self.cnt_data.next = waiting;
                }
            } else {
                drive!(self: ram_read = cnt_read, cnt_valid = ram_valid);
                self.cnt_data.next = self.ram_data.val() | waiting;
            }
        }
    }
}
