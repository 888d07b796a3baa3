//! The registers of the engine (docs/reference/hps.md, H8).

use super::statistics::{KEPT, OTHERS, places};
use crate::hw::bundles::BusRx;
use crate::hw::lib::{CRC32_POLYNOMIAL, Reg};
use crate::spec::hps::regs::{self, ADDRESS_BITS};
use crate::spec::hps::{Config, Mode, RANGES, SOURCES};
use crate::spec::regs::Register;

use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word.
const WORD: usize = ADDRESS - 2;
/// Bits of STATUS that stay.
const STICKY: usize = 9;

#[treetap_hdl::unit]
mod host {
    //! The registers of the engine: requests, switches, what has happened, the CRC-32 of the tables, statistics.

    /// Requests of a host: a write takes one cycle, a read two; eight more after a word of a table, which goes into the CRC-32. `N` is the
    /// number of counters.
    #[clocked(reset)]
    #[given(config: Config)]
    #[fits(config.counters as usize == N, "the size has as many counters as the registers")]
    pub struct Host<#[range(1..=8)] const N: usize> {
        #[group("requests, held until bus_ready")]
        #[only(valid, we, addr, wdata, ready, rdata)]
        pub bus: BusRx<ADDRESS>,
        /// A word of the pattern table is written.
        #[group("a host writes, in this cycle")]
        pub wr_pattern: Signal<Out, Bit>,
        /// A condition is written.
        pub wr_condition: Signal<Out, Bit>,
        /// Half a word of the replacement table is written.
        pub wr_word: Signal<Out, Bit>,
        /// A bound of a range is written.
        pub wr_range: Signal<Out, Bit>,
        /// A counter is written.
        pub wr_counter: Signal<Out, Bit>,
        /// What a set can load is written.
        pub wr_source: Signal<Out, Bit>,
        /// The state of the generator is written.
        pub wr_seed: Signal<Out, Bit>,
        /// Its mask is written.
        pub wr_mask: Signal<Out, Bit>,
        /// Which of them.
        pub wr_index: Signal<Out, Bits<12>>,
        /// The word.
        pub wr_data: Signal<Out, Bits<32>>,
        /// Which is read.
        #[group("what it reads elsewhere")]
        pub rd_index: Signal<Out, Bits<3>>,
        /// A counter.
        pub rd_counter: Signal<In, Bits<32>>,
        /// State of the generator.
        pub rd_seed: Signal<In, Bits<32>>,
        /// Which counters are zero.
        #[group("of the counters")]
        pub flag_zero: Signal<In, Bits<N>>,
        /// Which have overflowed.
        pub flag_over: Signal<In, Bits<N>>,
        /// Patterns count.
        #[group("cfg set: switches; every counter becomes 1")]
        pub cfg_en: Signal<Out, Bit>,
        /// Sampling is the overflow flag.
        pub cfg_flagsel: Signal<Out, Bit>,
        /// Only branches that are taken are back edges.
        pub cfg_be_taken: Signal<Out, Bit>,
        /// Every counter becomes 1.
        pub set_counters: Signal<Out, Bit>,
        /// Statistics become 0.
        #[group("kept cleared: the memory of statistics and of what was written")]
        pub cleared: Signal<Out, Bit>,
        /// The word of the memory of what was written and of statistics that a request is about.
        pub kept_word: Signal<Out, Bits<KEPT>>,
        /// It is one that the host has written.
        pub kept_own: Signal<Out, Bit>,
        /// It is read, until it is there.
        pub rd_kept: Signal<Out, Bit>,
        /// It is written.
        pub wr_kept: Signal<Out, Bit>,
        /// The memory of statistics is being cleared.
        pub kept_clearing: Signal<In, Bit>,
        /// A word of it can be written.
        pub kept_open: Signal<In, Bit>,
        /// The word is there.
        pub kept_there: Signal<In, Bit>,
        /// The word.
        pub kept_data: Signal<In, Bits<32>>,
        /// An event was dropped.
        #[group("step_dropped: an event was dropped")]
        pub step_dropped: Signal<In, Bit>,
        /// Bits 3 to 6 of STATUS that are set.
        #[group("bits 3 to 6 of STATUS")]
        pub raise: Signal<In, Bits<4>>,
        /// A replacement or a handler is under way.
        #[group("a replacement or a handler is under way")]
        pub busy: Signal<In, Bit>,
        /// A pattern that was written goes into its table.
        #[group("a pattern that was written goes into its table")]
        pub settling: Signal<In, Bit>,
        enabled: Reg<Bit>,
        flagsel: Reg<Bit>,
        #[init(config.mode == Mode::Retire)]
        be_taken: Reg<Bit>,
        good: Reg<Bit>,
        status: Reg<Bits<STICKY>>,
        answers: Reg<Bit>,
        answer: Reg<Bits<32>>,
        #[init(u32::MAX.into())]
        crc: Reg<Bits<32>>,
        bytes: Reg<Bits<32>>,
        left: Reg<Bits<4>>,
        settle: Reg<Bits<6>>,
    }

    impl Host {
        fn update(&mut self) {
            const ZERO_BIT: [Bits<16>; N] = (0..N).map(|n| 1 << (2 * n));
            const OVER_BIT: [Bits<16>; N] = (0..N).map(|n| 2 << (2 * n));
            const ID_WORD: Bits<32> = regs::ID_WORD.into();
            const PARAM_WORD: Bits<32> = config.param().into();
            const TAKEN_DEFAULT: Bit = config.mode == Mode::Retire;
            const POLYNOMIAL: Bits<32> = CRC32_POLYNOMIAL;
            const ONES: Bits<32> = u32::MAX.into();
            const PASS: Bits<6> = u64::from(config.patterns) + 3;
            // bits of CTRL
            const ENABLE_BIT: Bits<5> = bit(&regs::CTRL, "EN");
            const CLEAR_BIT: Bits<5> = bit(&regs::CTRL, "CLR_STATS");
            const RESET_BIT: Bits<5> = bit(&regs::CTRL, "RESET_CTRS");
            const FLAGSEL_BIT: Bits<5> = bit(&regs::CTRL, "FLAGSEL");
            const BE_TAKEN_BIT: Bits<5> = bit(&regs::CTRL, "BE_TAKEN");
            // bits of STATUS
            const BUSY_BIT: Bits<5> = bit(&regs::STATUS, "BUSY");
            const RAISE_BIT: Bits<4> = bit(&regs::STATUS, "IMM_TRUNC");
            const ADDRESS_BITS: Bits<STICKY> = regs::STATUS.field("BADADDR").mask().into();
            const BUSY_BITS: Bits<STICKY> = regs::STATUS.field("TBL_BUSY").mask().into();
            const DROPPED_BITS: Bits<STICKY> = regs::STATUS.field("EV_DROP").mask().into();
            const IMAGE_BITS: Bits<STICKY> = regs::STATUS.field("IMG_BAD").mask().into();
            // what the words of an array have in common
            const OF_SOURCES: Bits<WORD> = aligned(&regs::HPS_R, SOURCES as u32);
            const OF_HALF_RANGES: Bits<WORD> = aligned(&regs::RANGE, RANGES as u32);
            const OF_CONDITIONS: Bits<WORD> = aligned(&regs::CT, config.conditions.next_power_of_two());
            const OF_PATTERNS: Bits<WORD> = aligned(&regs::PT, 4 * config.patterns.next_power_of_two());
            const OF_REPLACEMENTS: Bits<WORD> = aligned(&regs::RT, 2 * config.words);
            // numbers of words
            const PARAM_AT: Bits<WORD> = at(&regs::PARAM);
            const CONTROL_AT: Bits<WORD> = at(&regs::CTRL);
            const STATUS_AT: Bits<WORD> = at(&regs::STATUS);
            const FLAGS_AT: Bits<WORD> = at(&regs::FLAGS);
            const SEED_AT: Bits<WORD> = at(&regs::RNDSEED);
            const MASK_AT: Bits<WORD> = at(&regs::RNDMASK);
            const COUNTER_AT: [Bits<WORD>; N] = (0..N).map(|n| word(regs::CTR.offset / 4 + n as u16));
            const SOURCE_AT: Bits<WORD> = at(&regs::HPS_R);
            const RANGE_AT: Bits<WORD> = at(&regs::RANGE);
            const RANGE_END: Bits<WORD> = word(regs::RANGE.offset / 4 + RANGES as u16);
            const STATISTIC_AT: [Bits<WORD>; places(N).len()] = places(N).into_iter().map(word);
            const CRC_AT: Bits<WORD> = at(&regs::IMG_CRC);
            const CONDITION_AT: Bits<WORD> = at(&regs::CT);
            const PATTERN_AT: Bits<WORD> = at(&regs::PT);
            const REPLACEMENT_AT: Bits<WORD> = at(&regs::RT);
            const CONDITION_END: Bits<WORD> = at(&regs::CT) + config.conditions as u64;
            const PATTERN_END: Bits<WORD> = at(&regs::PT) + 4 * config.patterns as u64;

            self.decode();
            self.handshake();
            self.reading();
            self.writes();
            self.sticky_flags();
            self.table_crc();
            self.switches();
            if self.reset.val() {
                zero!(self: enabled, flagsel);
                self.be_taken.d.next = TAKEN_DEFAULT;
                zero!(self: good, status, answers);
                self.crc.d.next = ONES;
                zero!(self: left, settle);
            }
        }

        fn decode(&mut self) {
            let word: Bits<WORD> = self.bus.addr.val().get_bits::<13>(2);

            comment!("Which register. Arrays are aligned, or begin in the middle of eight words.");
            let at_param: Bit = word == PARAM_AT;
            let at_control: Bit = word == CONTROL_AT;
            let at_status: Bit = word == STATUS_AT;
            let at_crc: Bit = word == CRC_AT;
            let at_seed: Bit = word == SEED_AT;
            let at_mask: Bit = word == MASK_AT;
            let at_source: Bit = (word & OF_SOURCES) == SOURCE_AT;
            let at_range: Bit = ((word & OF_HALF_RANGES) == RANGE_AT) | ((word & OF_HALF_RANGES) == RANGE_END);
            let at_condition: Bit = (word & OF_CONDITIONS) == CONDITION_AT;
            let at_pattern: Bit = (word & OF_PATTERNS) == PATTERN_AT;
            if !config.conditions.is_power_of_two() {
                at_condition = at_condition & (word < CONDITION_END);
            }
            if !config.patterns.is_power_of_two() {
                at_pattern = at_pattern & (word < PATTERN_END);
            }
            let at_replacement: Bit = (word & OF_REPLACEMENTS) == REPLACEMENT_AT;
            let at_counter: Bit = false;
            for n in 0..N {
                if word == COUNTER_AT[n] {
                    at_counter = true;
                }
            }
            let at_statistic: Bit = false;
            for i in 0..(N + OTHERS) {
                if word == STATISTIC_AT[i] {
                    at_statistic = true;
                }
            }
            let own: Bit = at_source | at_mask | at_range;
            let kept: Bit = own | at_statistic;
            let table: Bit = at_condition | at_pattern | at_replacement;
            let known: Bit = table
                | kept
                | at_param
                | at_control
                | at_status
                | at_crc
                | at_counter
                | at_seed
                | !word.any()
                | (word == FLAGS_AT);
        }

        fn handshake(&mut self) {
            comment!(
                "A write is answered at once, a read in the next cycle, but both wait for the memory of statistics and of what was written, and while a word goes into the CRC or a table; the CRC of a host until every pattern has its condition."
            );
            let idle: Bit = !self.left.q.val().any()
                & !self.settling.val()
                & !self.kept_clearing.val()
                & !self.answers.q.val()
                & !(self.bus.we.val() & (word == CRC_AT) & self.settle.q.val().any());
            let free: Bit = idle;
            if self.bus.we.val() & own {
                free = idle & self.kept_open.val();
            }
            if !self.bus.we.val() & kept {
                free = idle & self.kept_there.val();
            }
            let write: Bit = self.bus.valid.val() & self.bus.we.val() & free;
            let read: Bit = self.bus.valid.val() & !self.bus.we.val() & free;
            self.bus.ready.next = (self.bus.we.val() & free) | self.answers.q.val();
            self.bus.rdata.next = self.answer.q.val();
            self.answers.d.next = read;
        }

        fn reading(&mut self) {
            comment!("What is read.");
            let flags: Bits<16> = 0.into();
            for n in 0..N {
                if self.flag_zero.val().get_bit(n) {
                    flags = flags | ZERO_BIT[n];
                }
                if self.flag_over.val().get_bit(n) {
                    flags = flags | OVER_BIT[n];
                }
            }
            let number: Bits<WORD> = word;
            if at_counter | at_range {
                number = word ^ 4;
            }
            self.rd_index.next = number.get_bits::<3>(0);
            let reads: Bits<32> = 0.into();
            if !word.any() {
                reads = ID_WORD;
            }
            if at_param {
                reads = PARAM_WORD;
            }
            if at_control {
                reads = (bit_cast::<32, 1>(self.enabled.q.val().into()) << ENABLE_BIT)
                    | (bit_cast::<32, 1>(self.flagsel.q.val().into()) << FLAGSEL_BIT)
                    | (bit_cast::<32, 1>(self.be_taken.q.val().into()) << BE_TAKEN_BIT);
            }
            if at_status {
                reads =
                    bit_cast::<32, 9>(self.status.q.val()) | (bit_cast::<32, 1>(self.busy.val().into()) << BUSY_BIT);
            }
            if at_counter {
                reads = self.rd_counter.val();
            }
            if word == FLAGS_AT {
                reads = bit_cast::<32, 16>(flags);
            }
            if at_seed {
                reads = self.rd_seed.val();
            }
            if at_crc {
                reads = !self.crc.q.val();
            }
            self.kept_word.next = word.get_bits::<KEPT>(0);
            self.kept_own.next = own;
            self.rd_kept.next = self.bus.valid.val() & !self.bus.we.val() & kept & idle;
            self.wr_kept.next = write & own;
        }

        fn writes(&mut self) {
            comment!("Writes that others see.");
            self.wr_index.next = number.get_bits::<12>(0);
            self.wr_data.next = self.bus.wdata.val();
            self.wr_condition.next = write & at_condition & !self.enabled.q.val();
            self.wr_pattern.next = write & at_pattern & !self.enabled.q.val();
            self.wr_word.next = write & at_replacement & !self.enabled.q.val();
            self.wr_range.next = write & at_range;
            self.wr_counter.next = write & at_counter;
            self.wr_source.next = write & at_source;
            self.wr_seed.next = write & at_seed;
            self.wr_mask.next = write & at_mask;
        }

        fn sticky_flags(&mut self) {
            comment!("What has happened stays until 1 is written.");
            let raised: Bits<STICKY> = bit_cast::<9, 4>(self.raise.val()) << RAISE_BIT;
            if self.step_dropped.val() {
                raised = raised | DROPPED_BITS;
            }
            if (write | read) & !known {
                raised = raised | ADDRESS_BITS;
            }
            if write & (table | at_crc) & self.enabled.q.val() {
                raised = raised | BUSY_BITS;
            }
        }

        fn table_crc(&mut self) {
            comment!("The CRC of the tables: four bits in each of the eight cycles behind a word.");
            let next_crc: Bits<32> = self.crc.q.val() ^ bit_cast::<32, 4>(self.bytes.q.val().get_bits::<4>(0));
            for _bit in 0..4 {
                if next_crc.get_bit(0) {
                    next_crc = (next_crc >> 1) ^ POLYNOMIAL;
                } else {
                    next_crc = next_crc >> 1;
                }
            }
            if self.settle.q.val().any() {
                self.settle.d.next = self.settle.q.val() - 1;
            }
            if self.left.q.val().any() {
                self.left.d.next = self.left.q.val() - 1;
                self.bytes.d.next = self.bytes.q.val() >> 4;
                self.crc.d.next = next_crc;
            }
            if write & table & !self.enabled.q.val() {
                self.left.d.next = 8.into();
                self.settle.d.next = PASS;
                self.bytes.d.next = self.bus.wdata.val();
                self.good.d.next = false;
            }
            if write & at_crc & !self.enabled.q.val() {
                self.good.d.next = !self.crc.q.val() == self.bus.wdata.val();
                self.crc.d.next = ONES;
                if !self.crc.q.val() != self.bus.wdata.val() {
                    raised = raised | IMAGE_BITS;
                }
            }
        }

        fn switches(&mut self) {
            comment!("Switches. Patterns count only if the tables are known to be good.");
            drive!(self: cfg_en = enabled.q, cfg_flagsel = flagsel.q, cfg_be_taken = be_taken.q);
            self.set_counters.next = false;
            self.cleared.next = false;
            if write & at_control {
                self.enabled.d.next = self.bus.wdata.val().get_bit(ENABLE_BIT.index()) & self.good.q.val();
                if self.bus.wdata.val().get_bit(ENABLE_BIT.index()) & !self.good.q.val() {
                    raised = raised | IMAGE_BITS;
                }
                if self.enabled.q.val() & !self.bus.wdata.val().get_bit(ENABLE_BIT.index()) {
                    self.crc.d.next = ONES;
                }
                self.cleared.next = self.bus.wdata.val().get_bit(CLEAR_BIT.index());
                self.set_counters.next = self.bus.wdata.val().get_bit(RESET_BIT.index());
                self.flagsel.d.next = self.bus.wdata.val().get_bit(FLAGSEL_BIT.index());
                self.be_taken.d.next = self.bus.wdata.val().get_bit(BE_TAKEN_BIT.index());
            }
            let lowered: Bits<STICKY> = 0.into();
            if write & at_status {
                lowered = self.bus.wdata.val().get_bits::<9>(0);
            }
            self.status.d.next = (self.status.q.val() | raised) & !lowered;

            self.answer.d.next = reads;
            if kept {
                self.answer.d.next = self.kept_data.val();
            }
        }
    }
}

/// Number of a word.
fn word(number: u16) -> u64 {
    number.into()
}

/// Number of a register's first word.
fn at(register: &Register) -> u64 {
    word(register.offset / 4)
}

/// The bits of the number of a word that `words` words of a register have in common.
fn aligned(register: &Register, words: u32) -> u64 {
    assert!(words.is_power_of_two() && u32::from(register.offset / 4).is_multiple_of(words), "{}", register.name);
    !u64::from(words - 1) & ((1 << WORD) - 1)
}

/// Place of a field of one bit.
fn bit(register: &Register, field: &str) -> u64 {
    register.field(field).lsb.into()
}
