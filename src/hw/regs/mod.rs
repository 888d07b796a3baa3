//! The registers of a profiler (docs/reference/regs.md): decoder, read multiplexer, commands, dump window.
mod bank;
mod kernel;
mod statistics;

pub use bank::Bank;
pub use statistics::Statistics;

use crate::hw::lib::{FastRam, Reg};
use crate::spec::regs::{self, Capabilities, Op, PAGE_BITS, Register, SLOT_BITS};
use rust_hdl::prelude::*;

const ADDRESS: usize = regs::ADDRESS_BITS as usize;
const PAGE: usize = PAGE_BITS as usize;
const SLOT: usize = SLOT_BITS as usize;
const WORD: usize = PAGE + SLOT;
const FLAGS: usize = 5;
/// Bits of the address of a statistic or counter.
const COUNTER: usize = SLOT + 1;
const VIOLATIONS: usize = regs::STATUS.field("HOSTVIOL").width as usize;
const POSITION: usize = regs::DUMP.field("POSITION").width as usize;
const DONE: usize = regs::STATUS.field("DONE").width as usize;

/// Pages with registers.
const PAGES: usize = regs::PAGES as usize;
/// Words that say what the build is.
const IDENTITIES: usize = regs::IDENTITIES;
/// Configuration registers that are not 0 after a reset.
const RESETS: usize = regs::RESETS.len();

/// Where an access is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// After a reset: the value after reset of a configuration register is looked up.
    Fetch,
    /// And put into the memory that reads are answered from.
    Store,
    /// Waits for a request.
    Idle,
    /// Finds out which register it is for, and whether it is granted.
    Decode,
    /// Obeys it.
    Look,
    /// Answers it.
    Answer,
}

/// The registers of a profiler (docs/reference/registers.md) behind a simple port.
///
/// A request is `bus_valid` with `bus_we`, `bus_addr`, `bus_wdata`, `bus_wstrb`, held until `bus_ready`, which comes in the third cycle after
/// it, and later only in the first cycles after a reset. `bus_rdata` and `bus_err` are right in the cycle of `bus_ready` and stay until the next request.
///
/// `READBACK` 1: configuration registers can be read, from a memory of what was written; 0: they are written only.
///
/// Reads of counters leave through `cnt_addr` (page in its highest bit: 0 statistics, 1 counters); from a cycle later on `cnt_read` waits for
/// the word, which comes with `cnt_valid`, and `cnt_take` says that it was read.
#[derive(LogicBlock)]
pub struct Regs<const READBACK: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A request; stays until it is answered.
    pub bus_valid: Signal<In, Bit>,
    /// It is a write.
    pub bus_we: Signal<In, Bit>,
    /// Byte offset; bits 1 and 0 have no meaning.
    pub bus_addr: Signal<In, Bits<ADDRESS>>,
    /// The word to write.
    pub bus_wdata: Signal<In, Bits<32>>,
    /// Which bytes of it; a write of a part of a word is refused.
    pub bus_wstrb: Signal<In, Bits<4>>,
    /// The answer.
    pub bus_ready: Signal<Out, Bit>,
    /// The word read; 0 for a read that was refused, and for writes.
    pub bus_rdata: Signal<Out, Bits<32>>,
    /// The access was refused, and CTRL.BUS_ERROR is set.
    pub bus_err: Signal<Out, Bit>,
    /// CTRL.ENABLE.
    pub cfg_enable: Signal<Out, Bit>,
    /// CTRL.FEN.
    pub cfg_fen: Signal<Out, Bit>,
    /// CTRL.LOSSLESS.
    pub cfg_lossless: Signal<Out, Bit>,
    /// CTRL.FREEZE.
    pub cfg_freeze: Signal<Out, Bit>,
    /// CTRL.ANNOTATE.
    pub cfg_annotate: Signal<Out, Bit>,
    /// CLASS_EN.
    pub cfg_class_en: Signal<Out, Bits<21>>,
    /// F1CFG, the value.
    pub cfg_f1_match: Signal<Out, Bits<8>>,
    /// F1CFG, the mask.
    pub cfg_f1_mask: Signal<Out, Bits<8>>,
    /// F1CFG, the hash.
    pub cfg_f1_hsel: Signal<Out, Bits<2>>,
    /// F2CFG, the hash.
    pub cfg_f2_hsel: Signal<Out, Bits<2>>,
    /// DECIM.
    pub cfg_decim: Signal<Out, Bits<16>>,
    /// RECFMT.
    pub cfg_recfmt: Signal<Out, Bits<16>>,
    /// SELECT, the kind.
    pub cfg_select_kind: Signal<Out, Bits<4>>,
    /// SELECT, the weight.
    pub cfg_select_weight: Signal<Out, Bits<2>>,
    /// BURST, the mode.
    pub cfg_burst_mode: Signal<Out, Bits<3>>,
    /// BURST.ENTRY_POST.
    pub cfg_entry_post: Signal<Out, Bit>,
    /// BURST.BY_CHANCE.
    pub cfg_by_chance: Signal<Out, Bit>,
    /// BURST.BE_TAKEN.
    pub cfg_be_taken: Signal<Out, Bit>,
    /// BURST.CHECK_CALLS.
    pub cfg_check_calls: Signal<Out, Bit>,
    /// NCHECK0.
    pub cfg_ncheck0: Signal<Out, Bits<24>>,
    /// NINSTR0.
    pub cfg_ninstr0: Signal<Out, Bits<24>>,
    /// PERIOD.
    pub cfg_period: Signal<Out, Bits<24>>,
    /// PTHR.
    pub cfg_pthr: Signal<Out, Bits<17>>,
    /// TAP, the source of addresses.
    pub cfg_addr_src: Signal<Out, Bits<2>>,
    /// TAP.MDATA_OK.
    pub cfg_mdata_ok: Signal<Out, Bit>,
    /// MAP_BASE, half the address.
    pub cfg_map_base: Signal<Out, Bits<31>>,
    /// MAP_CTRL.MAP_EN.
    pub cfg_map_en: Signal<Out, Bit>,
    /// T0_HI and T0_LO.
    pub cfg_t0: Signal<Out, Bits<48>>,
    /// EPS, m.
    pub cfg_eps_m: Signal<Out, Bits<3>>,
    /// EPS, s.
    pub cfg_eps_s: Signal<Out, Bits<6>>,
    /// WEIGHT_MAX.
    pub cfg_weight_max: Signal<Out, Bits<16>>,
    /// DECIM was written, `cfg_decim` has the value.
    pub set_decim: Signal<Out, Bit>,
    /// BURST was written, `cfg_burst_mode` has the value.
    pub set_burst: Signal<Out, Bit>,
    /// SEED is `set_data`.
    pub set_seed: Signal<Out, Bit>,
    /// SETIGN is `set_data`.
    pub set_setign: Signal<Out, Bit>,
    /// MAP_WADDR is `set_data`.
    pub set_map_waddr: Signal<Out, Bit>,
    /// MAP_WDATA is `set_data`.
    pub set_map_wdata: Signal<Out, Bit>,
    /// The word `set_addr` of the ignore table is `set_data`.
    pub set_ign: Signal<Out, Bit>,
    /// Number of that word.
    pub set_addr: Signal<Out, Bits<7>>,
    /// The word written last.
    pub set_data: Signal<Out, Bits<32>>,
    /// A command; stays until it is finished.
    pub cmd_valid: Signal<Out, Bit>,
    /// The command is finished.
    pub cmd_ready: Signal<In, Bit>,
    /// `spec::regs::Op`.
    pub cmd_op: Signal<Out, Bits<3>>,
    /// A word of the dump is on offer.
    pub dump_valid: Signal<In, Bit>,
    /// It is taken.
    pub dump_ready: Signal<Out, Bit>,
    /// The word.
    pub dump_data: Signal<In, Bits<64>>,
    /// It is the last one.
    pub dump_last: Signal<In, Bit>,
    /// Which statistic or counter is wanted.
    pub cnt_addr: Signal<Out, Bits<COUNTER>>,
    /// It is wanted, until `cnt_valid`; the address was there a cycle before.
    pub cnt_read: Signal<Out, Bit>,
    /// The word is here.
    pub cnt_valid: Signal<In, Bit>,
    /// It is read: high with `cnt_valid` in the last cycle of `cnt_read`.
    pub cnt_take: Signal<Out, Bit>,
    /// The word.
    pub cnt_data: Signal<In, Bits<32>>,
    /// The sample buffer holds records.
    pub stat_queued: Signal<In, Bit>,
    /// The tree is being collapsed.
    pub stat_collapsing: Signal<In, Bit>,
    /// The engine has an event.
    pub stat_active: Signal<In, Bit>,
    /// Memories are being cleared.
    pub stat_clearing: Signal<In, Bit>,
    /// n is half full in this cycle.
    pub flag_near_full: Signal<In, Bit>,
    /// Weight is lost in this cycle, or has been.
    pub flag_lost: Signal<In, Bit>,
    /// A weight is cut in this cycle.
    pub flag_weight: Signal<In, Bit>,
    /// A candidate is dropped in this cycle.
    pub flag_dropped: Signal<In, Bit>,
    /// A counter reaches its end in this cycle.
    pub flag_counter: Signal<In, Bit>,
    bank: Bank,
    shadow: Vec<FastRam<32, SLOT>>,
    state: Reg<State>,
    word: Reg<Bits<WORD>>,
    we: Reg<Bit>,
    whole: Reg<Bit>,
    data: Reg<Bits<32>>,
    narrow: Reg<Bits<32>>,
    rdata: Reg<Bits<32>>,
    err: Reg<Bit>,
    busy: Reg<Bit>,
    op: Reg<Bits<3>>,
    done: Reg<Bits<DONE>>,
    position: Reg<Bits<POSITION>>,
    violations: Reg<Bits<VIOLATIONS>>,
    flags: Reg<Bits<FLAGS>>,
    decim: Reg<Bit>,
    burst: Reg<Bit>,
    seed: Reg<Bit>,
    setign: Reg<Bit>,
    ign: Reg<Bit>,
    map_waddr: Reg<Bit>,
    map_wdata: Reg<Bit>,
    at_flags: Reg<Bit>,
    at_command: Reg<Bit>,
    at_low: Reg<Bit>,
    at_high: Reg<Bit>,
    at_take: Reg<Bit>,
    at_config: Reg<Bit>,
    at_counter: Reg<Bit>,
    granted: Reg<Bit>,
    request: Signal<Local, Bits<WORD>>,
    slot: Signal<Local, Bits<SLOT>>,
    page: Signal<Local, Bits<PAGE>>,
    look: Signal<Local, Bit>,
    reading: Signal<Local, Bit>,
    may_read: Signal<Local, Bit>,
    may_write: Signal<Local, Bit>,
    refused: Signal<Local, Bit>,
    on_core: Signal<Local, Bit>,
    on_config: Signal<Local, Bit>,
    config_write: Signal<Local, Bit>,
    number: Signal<Local, Bits<3>>,
    take: Signal<Local, Bit>,
    happened: Signal<Local, Bits<FLAGS>>,
    cleared: Signal<Local, Bits<FLAGS>>,
    identity: Signal<Local, Bits<32>>,
    place: Signal<Local, Bits<32>>,
    low: Signal<Local, Bits<32>>,
    high: Signal<Local, Bits<32>>,
    counter: Signal<Local, Bits<32>>,
    memory: Signal<Local, Bits<32>>,
    status: Signal<Local, Bits<32>>,
    readable: Vec<Constant<Bits<32>>>,
    writable: Vec<Constant<Bits<32>>>,
    identities: Vec<Constant<Bits<32>>>,
    reset_at: Vec<Constant<Bits<SLOT>>>,
    reset_word: Vec<Constant<Bits<32>>>,
    core_page: Constant<Bits<PAGE>>,
    config_page: Constant<Bits<PAGE>>,
    counter_page: Constant<Bits<PAGE>>,
    statistics_page: Constant<Bits<PAGE>>,
    status_at: Constant<Bits<SLOT>>,
    flags_at: Constant<Bits<SLOT>>,
    command_at: Constant<Bits<SLOT>>,
    dump_at: Constant<Bits<SLOT>>,
    dump_lo_at: Constant<Bits<SLOT>>,
    dump_hi_at: Constant<Bits<SLOT>>,
    dump_take_at: Constant<Bits<SLOT>>,
    decim_at: Constant<Bits<SLOT>>,
    burst_at: Constant<Bits<SLOT>>,
    seed_at: Constant<Bits<SLOT>>,
    setign_at: Constant<Bits<SLOT>>,
    recfmt_at: Constant<Bits<SLOT>>,
    map_waddr_at: Constant<Bits<SLOT>>,
    map_wdata_at: Constant<Bits<SLOT>>,
    last_op: Constant<Bits<3>>,
    clear_op: Constant<Bits<3>>,
}

impl<const READBACK: usize> Default for Regs<READBACK> {
    fn default() -> Self {
        Self::new(if READBACK == 1 { &Capabilities::FAST } else { &Capabilities::NANO })
    }
}

impl<const READBACK: usize> Regs<READBACK> {
    /// The registers of a build.
    ///
    /// # Panics
    /// When `READBACK` is not what the build says.
    pub fn new(build: &Capabilities) -> Self {
        const {
            // What the kernel takes for granted of the table.
            assert!(regs::COUNTER_PAGE == regs::STATISTICS_PAGE + 1 && regs::COUNTER_PAGE % 2 == 1);
            assert!(SLOT == 5 && regs::IGN.page() == 4 && regs::PAGES == 8 && regs::IGN.words == 128);
            assert!(regs::STATUS.field("BUSY").lsb == 0 && regs::STATUS.field("DUMP").lsb == 1);
            assert!(regs::STATUS.field("QUEUED").lsb == 2 && regs::STATUS.field("COLLAPSING").lsb == 3);
            assert!(regs::STATUS.field("ACTIVE").lsb == 4 && regs::STATUS.field("CLEARING").lsb == 5);
            assert!(regs::STATUS.field("DONE").lsb == 8 && regs::STATUS.field("HOSTVIOL").lsb == 16);
            assert!(regs::STATUS.field("NEAR_FULL").lsb == 24 && regs::STATUS.field("LOST").lsb == 25);
            assert!(regs::STATUS.field("WEIGHT").lsb == 26 && regs::STATUS.field("DROPPED").lsb == 27);
            assert!(regs::STATUS.field("COUNTER").lsb == 28 && regs::FLAGS.fields.len() == FLAGS);
            assert!(regs::FLAGS.fields[0].lsb == 24 && regs::FLAGS.fields[FLAGS - 1].lsb == 28);
            assert!(regs::DUMP.field("POSITION").lsb == 0 && regs::DUMP.field("LAST").lsb == 30);
            assert!(regs::DUMP.field("VALID").lsb == 31);
        }
        assert_eq!(build.readback, READBACK == 1, "READBACK disagrees with the build");
        let slot = |register: &Register| Constant::new(bits(register.slot().into()));
        let page = |page: u16| Constant::new(bits(page.into()));
        let words = |words: Vec<u32>| words.into_iter().map(|word| Constant::new(bits(word.into()))).collect();
        let built = |register: &Register| match register.page() {
            regs::CONFIG_PAGE => READBACK == 1,
            regs::STATISTICS_PAGE => build.statistics,
            regs::COUNTER_PAGE => build.counters,
            _ => true,
        };
        let readable = |page: u16| regs::slots(page, |register| register.access.reads() && built(register));
        let writable = |page: u16| regs::slots(page, |register| register.access.writes());
        Self {
            clock: Default::default(),
            reset: Default::default(),
            bus_valid: Default::default(),
            bus_we: Default::default(),
            bus_addr: Default::default(),
            bus_wdata: Default::default(),
            bus_wstrb: Default::default(),
            bus_ready: Default::default(),
            bus_rdata: Default::default(),
            bus_err: Default::default(),
            cfg_enable: Default::default(),
            cfg_fen: Default::default(),
            cfg_lossless: Default::default(),
            cfg_freeze: Default::default(),
            cfg_annotate: Default::default(),
            cfg_class_en: Default::default(),
            cfg_f1_match: Default::default(),
            cfg_f1_mask: Default::default(),
            cfg_f1_hsel: Default::default(),
            cfg_f2_hsel: Default::default(),
            cfg_decim: Default::default(),
            cfg_recfmt: Default::default(),
            cfg_select_kind: Default::default(),
            cfg_select_weight: Default::default(),
            cfg_burst_mode: Default::default(),
            cfg_entry_post: Default::default(),
            cfg_by_chance: Default::default(),
            cfg_be_taken: Default::default(),
            cfg_check_calls: Default::default(),
            cfg_ncheck0: Default::default(),
            cfg_ninstr0: Default::default(),
            cfg_period: Default::default(),
            cfg_pthr: Default::default(),
            cfg_addr_src: Default::default(),
            cfg_mdata_ok: Default::default(),
            cfg_map_base: Default::default(),
            cfg_map_en: Default::default(),
            cfg_t0: Default::default(),
            cfg_eps_m: Default::default(),
            cfg_eps_s: Default::default(),
            cfg_weight_max: Default::default(),
            set_decim: Default::default(),
            set_burst: Default::default(),
            set_seed: Default::default(),
            set_setign: Default::default(),
            set_map_waddr: Default::default(),
            set_map_wdata: Default::default(),
            set_ign: Default::default(),
            set_addr: Default::default(),
            set_data: Default::default(),
            cmd_valid: Default::default(),
            cmd_ready: Default::default(),
            cmd_op: Default::default(),
            dump_valid: Default::default(),
            dump_ready: Default::default(),
            dump_data: Default::default(),
            dump_last: Default::default(),
            cnt_addr: Default::default(),
            cnt_read: Default::default(),
            cnt_valid: Default::default(),
            cnt_take: Default::default(),
            cnt_data: Default::default(),
            stat_queued: Default::default(),
            stat_collapsing: Default::default(),
            stat_active: Default::default(),
            stat_clearing: Default::default(),
            flag_near_full: Default::default(),
            flag_lost: Default::default(),
            flag_weight: Default::default(),
            flag_dropped: Default::default(),
            flag_counter: Default::default(),
            bank: Default::default(),
            shadow: (0..READBACK).map(|_| Default::default()).collect(),
            state: Default::default(),
            word: Default::default(),
            we: Default::default(),
            whole: Default::default(),
            data: Default::default(),
            narrow: Default::default(),
            rdata: Default::default(),
            err: Default::default(),
            busy: Default::default(),
            op: Default::default(),
            done: Default::default(),
            position: Default::default(),
            violations: Default::default(),
            flags: Default::default(),
            decim: Default::default(),
            burst: Default::default(),
            seed: Default::default(),
            setign: Default::default(),
            ign: Default::default(),
            map_waddr: Default::default(),
            map_wdata: Default::default(),
            at_flags: Default::default(),
            at_command: Default::default(),
            at_low: Default::default(),
            at_high: Default::default(),
            at_take: Default::default(),
            at_config: Default::default(),
            at_counter: Default::default(),
            granted: Default::default(),
            request: Default::default(),
            slot: Default::default(),
            page: Default::default(),
            look: Default::default(),
            reading: Default::default(),
            may_read: Default::default(),
            may_write: Default::default(),
            refused: Default::default(),
            on_core: Default::default(),
            on_config: Default::default(),
            config_write: Default::default(),
            number: Default::default(),
            take: Default::default(),
            happened: Default::default(),
            cleared: Default::default(),
            identity: Default::default(),
            place: Default::default(),
            low: Default::default(),
            high: Default::default(),
            counter: Default::default(),
            memory: Default::default(),
            status: Default::default(),
            readable: words((0..regs::PAGES).map(readable).collect()),
            writable: words((0..regs::PAGES).map(writable).collect()),
            identities: words(build.words().to_vec()),
            reset_at: regs::RESETS.iter().map(slot).collect(),
            reset_word: words(regs::RESETS.iter().map(Register::reset).collect()),
            core_page: page(regs::CORE_PAGE),
            config_page: page(regs::CONFIG_PAGE),
            counter_page: page(regs::COUNTER_PAGE),
            statistics_page: page(regs::STATISTICS_PAGE),
            status_at: slot(&regs::STATUS),
            flags_at: slot(&regs::FLAGS),
            command_at: slot(&regs::COMMAND),
            dump_at: slot(&regs::DUMP),
            dump_lo_at: slot(&regs::DUMP_LO),
            dump_hi_at: slot(&regs::DUMP_HI),
            dump_take_at: slot(&regs::DUMP_TAKE),
            decim_at: slot(&regs::DECIM),
            burst_at: slot(&regs::BURST),
            seed_at: slot(&regs::SEED),
            setign_at: slot(&regs::SETIGN),
            recfmt_at: slot(&regs::RECFMT),
            map_waddr_at: slot(&regs::MAP_WADDR),
            map_wdata_at: slot(&regs::MAP_WDATA),
            last_op: Constant::new(bits(Op::ALL.len() as u64)),
            clear_op: Constant::new(bits(Op::ClearCounters as u64)),
        }
    }
}
