//! The registers of the engine (docs/reference/hps.md, H8).
mod kernel;

use super::statistics::{KEPT, OTHERS, places};
use crate::hw::lib::{CRC32_POLYNOMIAL, Reg};
use crate::spec::hps::regs::{self, ADDRESS_BITS};
use crate::spec::hps::{Config, MAX_CONDITIONS, Mode, RANGES, SOURCES};
use crate::spec::regs::Register;

use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word.
const WORD: usize = ADDRESS - 2;
/// Bits of STATUS that stay.
const STICKY: usize = 9;

/// Requests of a host: a write takes one cycle, a read two; eight more after a word of a table, which goes into the CRC-32. `N` is the
/// number of counters.
#[derive(LogicBlock)]
pub struct Host<const N: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A request; held until it is answered.
    pub bus_valid: Signal<In, Bit>,
    /// It writes.
    pub bus_we: Signal<In, Bit>,
    /// Byte offset.
    pub bus_addr: Signal<In, Bits<ADDRESS>>,
    /// Word to write.
    pub bus_wdata: Signal<In, Bits<32>>,
    /// It is answered in this cycle.
    pub bus_ready: Signal<Out, Bit>,
    /// Word that was read.
    pub bus_rdata: Signal<Out, Bits<32>>,
    /// A word of the pattern table is written.
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
    pub rd_index: Signal<Out, Bits<3>>,
    /// A counter.
    pub rd_counter: Signal<In, Bits<32>>,
    /// State of the generator.
    pub rd_seed: Signal<In, Bits<32>>,
    /// Which counters are zero.
    pub flag_zero: Signal<In, Bits<N>>,
    /// Which have overflowed.
    pub flag_over: Signal<In, Bits<N>>,
    /// Patterns count.
    pub cfg_en: Signal<Out, Bit>,
    /// Sampling is the overflow flag.
    pub cfg_flagsel: Signal<Out, Bit>,
    /// Only branches that are taken are back edges.
    pub cfg_be_taken: Signal<Out, Bit>,
    /// Every counter becomes 1.
    pub set_counters: Signal<Out, Bit>,
    /// Statistics become 0.
    pub cleared: Signal<Out, Bit>,
    /// The word of the memory of what was written and of statistics that a request is about.
    pub kept_word: Signal<Out, Bits<KEPT>>,
    /// It is one that the host has written.
    pub kept_own: Signal<Out, Bit>,
    /// It is read, until it is there.
    pub rd_kept: Signal<Out, Bit>,
    /// It is written.
    pub wr_kept: Signal<Out, Bit>,
    /// That memory is being cleared.
    pub kept_clearing: Signal<In, Bit>,
    /// A word of it can be written.
    pub kept_open: Signal<In, Bit>,
    /// The word is there.
    pub kept_there: Signal<In, Bit>,
    /// The word.
    pub kept_data: Signal<In, Bits<32>>,
    /// An event was dropped.
    pub step_dropped: Signal<In, Bit>,
    /// Bits 3 to 6 of STATUS that are set.
    pub raise: Signal<In, Bits<4>>,
    /// A replacement or a handler is under way.
    pub busy: Signal<In, Bit>,
    /// A pattern that was written goes into its table.
    pub settling: Signal<In, Bit>,
    enabled: Reg<Bit>,
    flagsel: Reg<Bit>,
    be_taken: Reg<Bit>,
    good: Reg<Bit>,
    status: Reg<Bits<STICKY>>,
    answers: Reg<Bit>,
    answer: Reg<Bits<32>>,
    crc: Reg<Bits<32>>,
    bytes: Reg<Bits<32>>,
    left: Reg<Bits<4>>,
    settle: Reg<Bits<6>>,
    word: Signal<Local, Bits<WORD>>,
    number: Signal<Local, Bits<WORD>>,
    idle: Signal<Local, Bit>,
    free: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    at_param: Signal<Local, Bit>,
    at_control: Signal<Local, Bit>,
    at_status: Signal<Local, Bit>,
    at_counter: Signal<Local, Bit>,
    at_source: Signal<Local, Bit>,
    at_range: Signal<Local, Bit>,
    at_condition: Signal<Local, Bit>,
    at_pattern: Signal<Local, Bit>,
    at_replacement: Signal<Local, Bit>,
    at_crc: Signal<Local, Bit>,
    at_seed: Signal<Local, Bit>,
    at_mask: Signal<Local, Bit>,
    at_statistic: Signal<Local, Bit>,
    own: Signal<Local, Bit>,
    kept: Signal<Local, Bit>,
    table: Signal<Local, Bit>,
    known: Signal<Local, Bit>,
    reads: Signal<Local, Bits<32>>,
    flags: Signal<Local, Bits<16>>,
    raised: Signal<Local, Bits<STICKY>>,
    lowered: Signal<Local, Bits<STICKY>>,
    next_crc: Signal<Local, Bits<32>>,
    zero_bit: Vec<Constant<Bits<16>>>,
    over_bit: Vec<Constant<Bits<16>>>,
    id_word: Constant<Bits<32>>,
    param_word: Constant<Bits<32>>,
    taken_default: Constant<Bit>,
    polynomial: Constant<Bits<32>>,
    ones: Constant<Bits<32>>,
    pass: Constant<Bits<6>>,
    // bits of CTRL
    enable_bit: Constant<Bits<5>>,
    clear_bit: Constant<Bits<5>>,
    reset_bit: Constant<Bits<5>>,
    flagsel_bit: Constant<Bits<5>>,
    be_taken_bit: Constant<Bits<5>>,
    // bits of STATUS
    busy_bit: Constant<Bits<5>>,
    raise_bit: Constant<Bits<4>>,
    address_bits: Constant<Bits<STICKY>>,
    busy_bits: Constant<Bits<STICKY>>,
    dropped_bits: Constant<Bits<STICKY>>,
    image_bits: Constant<Bits<STICKY>>,
    // what the words of an array have in common
    of_sources: Constant<Bits<WORD>>,
    of_half_ranges: Constant<Bits<WORD>>,
    of_conditions: Constant<Bits<WORD>>,
    of_patterns: Constant<Bits<WORD>>,
    of_replacements: Constant<Bits<WORD>>,
    // numbers of words
    param_at: Constant<Bits<WORD>>,
    control_at: Constant<Bits<WORD>>,
    status_at: Constant<Bits<WORD>>,
    flags_at: Constant<Bits<WORD>>,
    seed_at: Constant<Bits<WORD>>,
    mask_at: Constant<Bits<WORD>>,
    counter_at: Vec<Constant<Bits<WORD>>>,
    source_at: Constant<Bits<WORD>>,
    range_at: Constant<Bits<WORD>>,
    range_end: Constant<Bits<WORD>>,
    statistic_at: Vec<Constant<Bits<WORD>>>,
    crc_at: Constant<Bits<WORD>>,
    condition_at: Constant<Bits<WORD>>,
    pattern_at: Constant<Bits<WORD>>,
    replacement_at: Constant<Bits<WORD>>,
}

/// Number of a word.
fn word(number: u16) -> Constant<Bits<WORD>> {
    Constant::new(bits(number.into()))
}

/// Number of a register's first word.
fn at(register: &Register) -> Constant<Bits<WORD>> {
    word(register.offset / 4)
}

/// The bits of the number of a word that `words` words of a register have in common.
fn aligned(register: &Register, words: u32) -> Constant<Bits<WORD>> {
    assert!(words.is_power_of_two() && u32::from(register.offset / 4).is_multiple_of(words), "{}", register.name);
    let common = !u64::from(words - 1) & ((1 << WORD) - 1);
    Constant::new(bits(common))
}

/// Place of a field of one bit.
fn bit<const B: usize>(register: &Register, field: &str) -> Constant<Bits<B>> {
    Constant::new(bits(register.field(field).lsb.into()))
}

impl<const N: usize> Host<N> {
    /// The registers of an engine of this size.
    ///
    /// # Panics
    /// When the size has another number of counters.
    pub fn new(config: &Config) -> Self {
        assert_eq!(config.counters as usize, N);
        let mask = |name| Constant::new(bits(regs::STATUS.field(name).mask().into()));
        Self {
            clock: Default::default(),
            reset: Default::default(),
            bus_valid: Default::default(),
            bus_we: Default::default(),
            bus_addr: Default::default(),
            bus_wdata: Default::default(),
            bus_ready: Default::default(),
            bus_rdata: Default::default(),
            wr_pattern: Default::default(),
            wr_condition: Default::default(),
            wr_word: Default::default(),
            wr_range: Default::default(),
            wr_counter: Default::default(),
            wr_source: Default::default(),
            wr_seed: Default::default(),
            wr_mask: Default::default(),
            wr_index: Default::default(),
            wr_data: Default::default(),
            rd_index: Default::default(),
            rd_counter: Default::default(),
            rd_seed: Default::default(),
            flag_zero: Default::default(),
            flag_over: Default::default(),
            cfg_en: Default::default(),
            cfg_flagsel: Default::default(),
            cfg_be_taken: Default::default(),
            set_counters: Default::default(),
            cleared: Default::default(),
            kept_word: Default::default(),
            kept_own: Default::default(),
            rd_kept: Default::default(),
            wr_kept: Default::default(),
            kept_clearing: Default::default(),
            kept_open: Default::default(),
            kept_there: Default::default(),
            kept_data: Default::default(),
            step_dropped: Default::default(),
            raise: Default::default(),
            busy: Default::default(),
            settling: Default::default(),
            enabled: Default::default(),
            flagsel: Default::default(),
            be_taken: Reg::new(config.mode == Mode::Retire),
            good: Default::default(),
            status: Default::default(),
            answers: Default::default(),
            answer: Default::default(),
            crc: Reg::new(bits(u32::MAX.into())),
            bytes: Default::default(),
            left: Default::default(),
            settle: Default::default(),
            word: Default::default(),
            number: Default::default(),
            idle: Default::default(),
            free: Default::default(),
            write: Default::default(),
            read: Default::default(),
            at_param: Default::default(),
            at_control: Default::default(),
            at_status: Default::default(),
            at_counter: Default::default(),
            at_source: Default::default(),
            at_range: Default::default(),
            at_condition: Default::default(),
            at_pattern: Default::default(),
            at_replacement: Default::default(),
            at_crc: Default::default(),
            at_seed: Default::default(),
            at_mask: Default::default(),
            at_statistic: Default::default(),
            own: Default::default(),
            kept: Default::default(),
            table: Default::default(),
            known: Default::default(),
            reads: Default::default(),
            flags: Default::default(),
            raised: Default::default(),
            lowered: Default::default(),
            next_crc: Default::default(),
            zero_bit: (0..N).map(|n| Constant::new(bits(1 << (2 * n)))).collect(),
            over_bit: (0..N).map(|n| Constant::new(bits(2 << (2 * n)))).collect(),
            id_word: Constant::new(bits(regs::ID_WORD.into())),
            param_word: Constant::new(bits(config.param().into())),
            taken_default: Constant::new(config.mode == Mode::Retire),
            polynomial: Constant::new(bits(CRC32_POLYNOMIAL)),
            ones: Constant::new(bits(u32::MAX.into())),
            // Every pattern looks its condition up once in so many cycles, and has it two later.
            enable_bit: bit(&regs::CTRL, "EN"),
            clear_bit: bit(&regs::CTRL, "CLR_STATS"),
            reset_bit: bit(&regs::CTRL, "RESET_CTRS"),
            flagsel_bit: bit(&regs::CTRL, "FLAGSEL"),
            be_taken_bit: bit(&regs::CTRL, "BE_TAKEN"),
            busy_bit: bit(&regs::STATUS, "BUSY"),
            raise_bit: bit(&regs::STATUS, "IMM_TRUNC"),
            address_bits: mask("BADADDR"),
            busy_bits: mask("TBL_BUSY"),
            dropped_bits: mask("EV_DROP"),
            image_bits: mask("IMG_BAD"),
            of_sources: aligned(&regs::HPS_R, SOURCES as u32),
            of_half_ranges: aligned(&regs::RANGE, RANGES as u32),
            of_conditions: aligned(&regs::CT, MAX_CONDITIONS),
            of_patterns: aligned(&regs::PT, 4 * config.patterns),
            of_replacements: aligned(&regs::RT, 2 * config.words),
            pass: Constant::new(bits(u64::from(config.patterns) + 3)),
            param_at: at(&regs::PARAM),
            control_at: at(&regs::CTRL),
            status_at: at(&regs::STATUS),
            flags_at: at(&regs::FLAGS),
            seed_at: at(&regs::RNDSEED),
            mask_at: at(&regs::RNDMASK),
            counter_at: (0..N).map(|n| word(regs::CTR.offset / 4 + n as u16)).collect(),
            source_at: at(&regs::HPS_R),
            range_at: at(&regs::RANGE),
            range_end: word(regs::RANGE.offset / 4 + RANGES as u16),
            statistic_at: places(N).into_iter().map(word).collect(),
            crc_at: at(&regs::IMG_CRC),
            condition_at: at(&regs::CT),
            pattern_at: at(&regs::PT),
            replacement_at: at(&regs::RT),
        }
    }
}
