//! The registers of a profiler (docs/reference/regs.md): decoder, read multiplexer, commands, dump window.
mod bank;
mod statistics;

pub use bank::Bank;
pub use statistics::Statistics;

use crate::hw::bundles::{BusRx, CommandTx, DumpRx};
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

/// What the kernel takes for granted of the table.
const _: () = {
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
};

/// Place of a register in its page.
fn slot(register: &Register) -> u64 {
    register.slot().into()
}

/// A word for each page, with a bit for each register that can be read in this build.
fn readable(build: &Capabilities) -> Vec<u64> {
    let built = |register: &Register| match register.page() {
        regs::CONFIG_PAGE => build.readback,
        regs::STATISTICS_PAGE => build.statistics,
        regs::COUNTER_PAGE => build.counters,
        _ => true,
    };
    let page = |page: u16| regs::slots(page, |register| register.access.reads() && built(register));
    (0..regs::PAGES).map(page).map(u64::from).collect()
}

/// A word for each page, with a bit for each register that can be written.
fn writable() -> Vec<u64> {
    let page = |page: u16| regs::slots(page, |register| register.access.writes());
    (0..regs::PAGES).map(page).map(u64::from).collect()
}

#[treetap_hdl::unit]
mod regs {
    //! The registers of a profiler behind a simple port. docs/reference/registers.md has the table, docs/reference/regs.md the rules.

    /// The registers of a profiler (docs/reference/registers.md) behind a simple port.
    ///
    /// A request is `bus_valid` with `bus_we`, `bus_addr`, `bus_wdata`, `bus_wstrb`, held until `bus_ready`, which comes in the third cycle after
    /// it, and later only in the first cycles after a reset. `bus_rdata` and `bus_err` are right in the cycle of `bus_ready` and stay until the next request.
    ///
    /// `READBACK` 1: configuration registers can be read, from a memory of what was written; 0: they are written only.
    ///
    /// Reads of counters leave through `cnt_addr` (page in its highest bit: 0 statistics, 1 counters); from a cycle later on `cnt_read` waits for
    /// the word, which comes with `cnt_valid`, and `cnt_take` says that it was read.
    #[clocked(reset)]
    #[given(build: Capabilities)]
    #[derived(READBACK = usize::from(build.readback))]
    pub struct Regs {
        #[group("requests; held until bus_ready, whose rdata and err stay until the next request")]
        pub bus: BusRx<ADDRESS>,
        /// CTRL.ENABLE.
        #[group("fields of the configuration registers")]
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
        #[group("a register was written that starts something; set_data is the word")]
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
        #[group("a command, until it is finished")]
        pub cmd: CommandTx<3>,
        #[group("the dump that the window shows")]
        pub dump: DumpRx,
        /// Which statistic or counter is wanted.
        #[group("cnt: statistics and counters: an address, the word in the next cycle, and that it was read")]
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
        #[group("shown in STATUS")]
        pub stat_queued: Signal<In, Bit>,
        /// The tree is being collapsed.
        pub stat_collapsing: Signal<In, Bit>,
        /// The engine has an event.
        pub stat_active: Signal<In, Bit>,
        /// Memories are being cleared.
        pub stat_clearing: Signal<In, Bit>,
        /// n is half full in this cycle.
        #[group("kept in FLAGS")]
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
        #[when(READBACK > 0)]
        shadow: FastRam<32, SLOT>,
        state: Reg<State>,
        word: Reg<Bits<WORD>>,
        we: Reg<Bit>,
        whole: Reg<Bit>,
        #[also(narrow, rdata)]
        data: Reg<Bits<32>>,
        err: Reg<Bit>,
        busy: Reg<Bit>,
        op: Reg<Bits<3>>,
        done: Reg<Bits<DONE>>,
        position: Reg<Bits<POSITION>>,
        violations: Reg<Bits<VIOLATIONS>>,
        flags: Reg<Bits<FLAGS>>,
        #[also(burst, seed, setign, ign, map_waddr, map_wdata, at_flags)]
        #[also(at_command, at_low, at_high, at_take, at_config, at_counter)]
        #[also(granted)]
        decim: Reg<Bit>,
    }

    impl Regs {
        fn update(&mut self) {
            const READABLE: [Bits<32>; PAGES] = readable(&build);
            const WRITABLE: [Bits<32>; PAGES] = writable();
            const IDENTITIES: [Bits<32>; IDENTITIES] = build.words().map(u64::from);
            const RESET_AT: [Bits<SLOT>; RESETS] = regs::RESETS.iter().map(slot);
            const RESET_WORD: [Bits<32>; RESETS] = regs::RESETS.iter().map(|register| register.reset().into());
            const CORE_PAGE: Bits<PAGE> = regs::CORE_PAGE.into();
            const CONFIG_PAGE: Bits<PAGE> = regs::CONFIG_PAGE.into();
            const COUNTER_PAGE: Bits<PAGE> = regs::COUNTER_PAGE.into();
            const STATISTICS_PAGE: Bits<PAGE> = regs::STATISTICS_PAGE.into();
            const STATUS_AT: Bits<SLOT> = slot(&regs::STATUS);
            const FLAGS_AT: Bits<SLOT> = slot(&regs::FLAGS);
            const COMMAND_AT: Bits<SLOT> = slot(&regs::COMMAND);
            const DUMP_AT: Bits<SLOT> = slot(&regs::DUMP);
            const DUMP_LO_AT: Bits<SLOT> = slot(&regs::DUMP_LO);
            const DUMP_HI_AT: Bits<SLOT> = slot(&regs::DUMP_HI);
            const DUMP_TAKE_AT: Bits<SLOT> = slot(&regs::DUMP_TAKE);
            const DECIM_AT: Bits<SLOT> = slot(&regs::DECIM);
            const BURST_AT: Bits<SLOT> = slot(&regs::BURST);
            const SEED_AT: Bits<SLOT> = slot(&regs::SEED);
            const SETIGN_AT: Bits<SLOT> = slot(&regs::SETIGN);
            const RECFMT_AT: Bits<SLOT> = slot(&regs::RECFMT);
            const MAP_WADDR_AT: Bits<SLOT> = slot(&regs::MAP_WADDR);
            const MAP_WDATA_AT: Bits<SLOT> = slot(&regs::MAP_WDATA);
            const LAST_OP: Bits<3> = Op::ALL.len() as u64;
            const CLEAR_OP: Bits<3> = Op::ClearCounters as u64;

            self.decode();
            self.refusals();
            self.configuration();
            self.starts();
            self.commands();
            self.sticky_flags();
            self.reading();
            self.sequence();
            if self.reset.val() {
                self.state.d.next = State::Idle;
                self.word.d.next = 0.into();
                if READBACK > 0 {
                    self.state.d.next = State::Fetch;
                }
                zero!(self: busy, decim, burst, seed, setign, ign, map_waddr, map_wdata, op, done, position,
                    violations, flags);
            }
        }

        fn decode(&mut self) {
            comment!(
                "Which register the request is for, found out in a cycle of its own: no address in the words' way."
            );
            let request: Bits<WORD> = self.bus.addr.val().get_bits::<WORD>(2);
            let slot: Bits<SLOT> = self.word.q.val().get_bits::<SLOT>(0);
            let page: Bits<PAGE> = self.word.q.val().get_bits::<PAGE>(5);
            let number: Bits<3> = self.word.q.val().get_bits::<3>(0);
            let on_core: Bit = page == CORE_PAGE;
            let on_config: Bit = page == CONFIG_PAGE;
            self.at_flags.d.next = on_core & (slot == FLAGS_AT);
            self.at_command.d.next = on_core & (slot == COMMAND_AT);
            self.at_low.d.next = on_core & (slot == DUMP_LO_AT) & self.dump.valid.val();
            self.at_take.d.next = on_core & (slot == DUMP_TAKE_AT) & self.dump.valid.val();
            self.at_high.d.next = on_core & ((slot == DUMP_HI_AT) | (slot == DUMP_TAKE_AT)) & self.dump.valid.val();
            self.at_config.d.next = on_config;

            let may_read: Bit = false;
            let may_write: Bit = false;
            for i in 0..PAGES {
                if page == i.to_bits() {
                    may_read = READABLE[i].get_bit(slot.index());
                    may_write = WRITABLE[i].get_bit(slot.index());
                }
            }
            self.at_counter.d.next = may_read & ((page == STATISTICS_PAGE) | (page == COUNTER_PAGE));
        }

        fn refusals(&mut self) {
            comment!("Some accesses are refused at some times.");
            let refused: Bit = false;
            if on_core & (slot == DUMP_TAKE_AT) {
                refused = !self.dump.valid.val();
            }
            if on_core & (slot == COMMAND_AT) {
                refused = self.busy.q.val()
                    | !self.data.q.val().get_bits::<3>(0).any()
                    | (self.data.q.val().get_bits::<3>(0) > LAST_OP)
                    | (self.stat_queued.val() & (self.data.q.val().get_bits::<3>(0) == CLEAR_OP));
            }
            if on_config & (slot == RECFMT_AT) & self.we.q.val() {
                refused = self.stat_queued.val();
            }
            if on_config & (slot == MAP_WDATA_AT) {
                refused = self.bank.cfg_map_en.val();
            }
            self.granted.d.next =
                !refused & ((!self.we.q.val() & may_read) | (self.we.q.val() & may_write & self.whole.q.val()));
        }

        fn configuration(&mut self) {
            comment!("Configuration registers; if they can be read, then from a memory of what was written.");
            let look: Bit = self.state.q.val() == State::Look;
            let config_write: Bit = look & self.granted.q.val() & self.we.q.val() & self.at_config.q.val();
            self.bank.write.next = config_write;
            self.bank.slot.next = slot;
            self.bank.data.next = self.data.q.val();
            let memory: Bits<32> = 0.into();
            if READBACK > 0 {
                self.shadow.we.next = config_write | (self.state.q.val() == State::Store);
                self.shadow.wa.next = slot;
                self.shadow.wd.next = self.data.q.val();
                self.shadow.ra.next = slot;
                if self.at_config.q.val() & self.granted.q.val() {
                    memory = self.shadow.rd.val();
                }
            }
            pass!(bank: cfg_enable, cfg_fen, cfg_lossless, cfg_freeze, cfg_annotate, cfg_class_en, cfg_f1_match,
                cfg_f1_mask, cfg_f1_hsel, cfg_f2_hsel, cfg_decim, cfg_recfmt, cfg_select_kind, cfg_select_weight,
                cfg_burst_mode, cfg_entry_post, cfg_by_chance, cfg_be_taken, cfg_check_calls, cfg_ncheck0,
                cfg_ninstr0, cfg_period, cfg_pthr, cfg_addr_src, cfg_mdata_ok, cfg_eps_m, cfg_eps_s, cfg_weight_max,
                cfg_map_base, cfg_map_en);
            self.cfg_t0.next =
                (bit_cast::<48, 16>(self.bank.cfg_t0_hi.val()) << 32) | bit_cast::<48, 32>(self.bank.cfg_t0_lo.val());
        }

        fn starts(&mut self) {
            comment!("Writes that start something are told a cycle later, when the fields have their values.");
            self.decim.d.next = config_write & (slot == DECIM_AT);
            self.burst.d.next = config_write & (slot == BURST_AT);
            self.seed.d.next = config_write & (slot == SEED_AT);
            self.setign.d.next = config_write & (slot == SETIGN_AT);
            self.map_waddr.d.next = config_write & (slot == MAP_WADDR_AT);
            self.map_wdata.d.next = config_write & (slot == MAP_WDATA_AT);
            self.ign.d.next = look & self.granted.q.val() & self.we.q.val() & page.get_bit(2);
            drive!(self: set_decim = decim.q, set_burst = burst.q, set_seed = seed.q, set_setign = setign.q,
                set_map_waddr = map_waddr.q, set_map_wdata = map_wdata.q, set_ign = ign.q);
            self.set_addr.next = self.word.q.val().get_bits::<7>(0);
            self.set_data.next = self.data.q.val();
        }

        fn commands(&mut self) {
            comment!("Commands and the words of their dumps.");
            if self.busy.q.val() & self.cmd.ready.val() {
                self.busy.d.next = false;
                self.done.d.next = self.done.q.val() + 1;
            }
            let take: Bit = look & self.at_take.q.val() & !self.we.q.val();
            if take {
                self.position.d.next = self.position.q.val() + 1;
            }
            if look & !self.granted.q.val() & !self.violations.q.val().all() {
                self.violations.d.next = self.violations.q.val() + 1;
            }
            if look & self.granted.q.val() & self.at_command.q.val() {
                self.busy.d.next = true;
                self.op.d.next = self.data.q.val().get_bits::<3>(0);
                self.position.d.next = 0.into();
                if self.data.q.val().get_bits::<3>(0) == CLEAR_OP {
                    self.violations.d.next = 0.into();
                }
            }
            drive!(cmd: valid = busy.q, op = op.q);
            self.dump.ready.next = take;
        }

        fn sticky_flags(&mut self) {
            comment!("What has happened stays, and wins over a 1 that is written in the same cycle.");
            let happened: Bits<FLAGS> = bit_cast::<FLAGS, 1>(self.flag_near_full.val().into())
                | (bit_cast::<FLAGS, 1>(self.flag_lost.val().into()) << 1)
                | (bit_cast::<FLAGS, 1>(self.flag_weight.val().into()) << 2)
                | (bit_cast::<FLAGS, 1>(self.flag_dropped.val().into()) << 3)
                | (bit_cast::<FLAGS, 1>(self.flag_counter.val().into()) << 4);
            let cleared: Bits<FLAGS> = 0.into();
            if look & self.at_flags.q.val() & self.we.q.val() & self.granted.q.val() {
                cleared = self.data.q.val().get_bits::<FLAGS>(24);
            }
            self.flags.d.next = (self.flags.q.val() & !cleared) | happened;
        }

        fn reading(&mut self) {
            comment!("Reading: every part is 0 unless it is wanted.");
            let identity: Bits<32> = 0.into();
            if on_core & (slot < STATUS_AT) {
                for i in 0..IDENTITIES {
                    if number == i.to_bits() {
                        identity = IDENTITIES[i];
                    }
                }
            }
            let status: Bits<32> = 0.into();
            if on_core & (slot == STATUS_AT) {
                status = bit_cast::<32, 1>(self.busy.q.val().into())
                    | (bit_cast::<32, 1>(self.dump.valid.val().into()) << 1)
                    | (bit_cast::<32, 1>(self.stat_queued.val().into()) << 2)
                    | (bit_cast::<32, 1>(self.stat_collapsing.val().into()) << 3)
                    | (bit_cast::<32, 1>(self.stat_active.val().into()) << 4)
                    | (bit_cast::<32, 1>(self.stat_clearing.val().into()) << 5)
                    | (bit_cast::<32, DONE>(self.done.q.val()) << 8)
                    | (bit_cast::<32, VIOLATIONS>(self.violations.q.val()) << 16)
                    | (bit_cast::<32, FLAGS>(self.flags.q.val()) << 24);
            }
            let place: Bits<32> = 0.into();
            if on_core & (slot == DUMP_AT) {
                place = bit_cast::<32, POSITION>(self.position.q.val())
                    | (bit_cast::<32, 1>((self.dump.valid.val() & self.dump.last.val()).into()) << 30)
                    | (bit_cast::<32, 1>(self.dump.valid.val().into()) << 31);
            }
            self.narrow.d.next = identity | status | place;
            let low: Bits<32> = 0.into();
            if self.at_low.q.val() {
                low = self.dump.data.val().get_bits::<32>(0);
            }
            let high: Bits<32> = 0.into();
            if self.at_high.q.val() {
                high = self.dump.data.val().get_bits::<32>(32);
            }
            let counter: Bits<32> = 0.into();
            if self.at_counter.q.val() {
                counter = self.cnt_data.val();
            }
            self.cnt_addr.next = self.word.q.val().get_bits::<COUNTER>(0);
            let reading: Bit = look & self.at_counter.q.val() & !self.we.q.val();
            self.cnt_read.next = reading;
            self.cnt_take.next = reading & self.cnt_valid.val();
        }

        fn sequence(&mut self) {
            comment!("One access after the other.");
            match self.state.q.val() {
                State::Fetch => {
                    self.data.d.next = 0.into();
                    for i in 0..RESETS {
                        if slot == RESET_AT[i] {
                            self.data.d.next = RESET_WORD[i];
                        }
                    }
                    self.state.d.next = State::Store;
                }
                State::Store => {
                    self.word.d.next = self.word.q.val() + 1;
                    if slot.all() {
                        self.state.d.next = State::Idle;
                    } else {
                        self.state.d.next = State::Fetch;
                    }
                }
                State::Idle => {
                    if self.bus.valid.val() {
                        self.word.d.next = request;
                        self.we.d.next = self.bus.we.val();
                        self.whole.d.next = self.bus.wstrb.val().all();
                        self.data.d.next = self.bus.wdata.val();
                        self.state.d.next = State::Decode;
                    }
                }
                State::Decode => {
                    self.state.d.next = State::Look;
                }
                State::Look => {
                    self.rdata.d.next = self.narrow.q.val() | (low | high) | (memory | counter);
                    self.err.d.next = self.bank.cfg_bus_error.val() & !self.granted.q.val();
                    if !reading | self.cnt_valid.val() {
                        self.state.d.next = State::Answer;
                    }
                }
                State::Answer => {
                    self.state.d.next = State::Idle;
                }
            }
            self.bus.ready.next = self.state.q.val() == State::Answer;
            drive!(bus: rdata = rdata.q, err = err.q);
        }
    }
}
