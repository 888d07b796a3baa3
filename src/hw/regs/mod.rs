//! The registers of a profiler (docs/reference/regs.md): decoder, read multiplexer, commands, dump window.
mod bank;
mod statistics;

pub use bank::{Bank, BankCfgTx, BankSetTx};
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

/// Configuration registers that are not 0 after a reset.
const RESETS: usize = regs::RESETS.len();

/// Where an access is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// After a reset: the value after reset of a configuration register is looked up.
    Fetch,
    /// The value after reset of a configuration register goes into the memory that reads are answered from.
    Store,
    /// Waits for a request.
    Idle,
    /// Finds out which register it is for.
    Decode,
    /// Finds out whether it is granted.
    Judge,
    /// Obeys it.
    Look,
    /// Answers it.
    Answer,
}

/// What the kernel takes for granted of the table.
const _: () = {
    assert!(regs::COUNTER_PAGE == regs::STATISTICS_PAGE + 1 && regs::COUNTER_PAGE % 2 == 1);
    assert!(SLOT == 5 && regs::IGN.page() == 4 && regs::IGN.words == 128);
    assert!(regs::FLAGS.fields.len() == FLAGS);
    // Every code but 0 is an operation.
    assert!(Op::ALL.len() == 7);
    assert!(regs::FLAGS.fields[0].lsb == 24 && regs::FLAGS.fields[FLAGS - 1].lsb == 28);
};

/// Place of a register in its page.
fn slot(register: &Register) -> u64 {
    register.slot().into()
}

#[treetap_hdl::unit]
mod regs {
    //! The registers of a profiler with a simple port.
    //! docs/reference/registers.md has the table, docs/reference/regs.md the rules.

    /// The registers of a profiler (docs/reference/registers.md) with a simple port.
    ///
    /// A request is `bus_valid` with `bus_we`, `bus_addr`, `bus_wdata`, `bus_wstrb`, held until `bus_ready`, which
    /// comes in the fourth cycle after it, and later only in the first cycles after a reset. `bus_rdata` and `bus_err`
    /// are right in the cycle of `bus_ready` and stay until the next request.
    ///
    /// `READBACK` 1: configuration registers can be read, from a memory of what was written; 0: they are written only.
    ///
    /// Reads of counters leave through `cnt_addr` (page in its highest bit: 0 statistics, 1 counters); from two cycles
    /// later on `cnt_read` waits for the word, which comes with `cnt_valid`, and `cnt_take` says that it was read.
    #[clocked(reset)]
    #[given(build: Capabilities)]
    #[derived(READBACK = usize::from(build.readback), LATE = 1 + usize::from(build.readback))]
    pub struct Regs {
        #[group("requests; held until bus_ready, whose rdata and err stay until the next request")]
        pub bus: BusRx<ADDRESS>,
        #[group("fields of the configuration registers")]
        #[except(bus_error, t0_lo, t0_hi)]
        pub cfg: BankCfgTx,
        /// T0_HI and T0_LO.
        pub cfg_t0: Signal<Out, Bits<48>>,
        #[group("a register was written that starts something; set_data is the word")]
        pub set: BankSetTx,
        /// Number of the word of the ignore table that is written.
        pub set_addr: Signal<Out, Bits<7>>,
        /// The word written last.
        pub set_data: Signal<Out, Bits<32>>,
        #[group("a command, until it is finished")]
        pub cmd: CommandTx<3>,
        #[group("the dump that the window shows")]
        pub dump: DumpRx,
        /// Which statistic or counter is wanted.
        #[group("cnt: statistics and counters: an address, the word two cycles later, and that it was read")]
        pub cnt_addr: Signal<Out, Bits<COUNTER>>,
        /// The statistic or counter is wanted, until `cnt_valid`; the address was there two cycles before.
        pub cnt_read: Signal<Out, Bit>,
        /// The word is here.
        pub cnt_valid: Signal<In, Bit>,
        /// The word is read: high with `cnt_valid` in the last cycle of `cnt_read`.
        pub cnt_take: Signal<Out, Bit>,
        /// The word.
        pub cnt_data: Signal<In, Bits<32>>,
        /// The sample buffer holds records.
        #[group("shown in STATUS")]
        pub stat_queued: Signal<In, Bit>,
        /// The gate is open.
        pub stat_open: Signal<In, Bit>,
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
        #[given(build.registers())]
        bank: Bank<WORD, 0, LATE>,
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
        // what can be done with the register, and on which page it is
        #[also(writes, at_config, at_counter)]
        reads: Reg<Bit>,
        // with a word on offer; granted, and a write that is
        #[also(at_high, at_take, granted, writing)]
        at_low: Reg<Bit>,
    }

    impl Regs {
        fn update(&mut self) {
            const RESET_AT: [Bits<SLOT>; RESETS] = regs::RESETS.iter().map(slot);
            const RESET_WORD: [Bits<32>; RESETS] = regs::RESETS.iter().map(|register| register.reset().into());
            const CONFIG_PAGE: Bits<PAGE> = regs::CONFIG_PAGE.into();
            const COUNTER_PAGE: Bits<PAGE> = regs::COUNTER_PAGE.into();
            const STATISTICS_PAGE: Bits<PAGE> = regs::STATISTICS_PAGE.into();
            const CLEAR_OP: Bits<3> = Op::ClearCounters as u64;

            self.decode();
            self.refusals();
            self.configuration();
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
                zero!(self: busy, op, done, position, violations, flags, writing);
            }
        }

        fn decode(&mut self) {
            comment!(
                "Which register the request is for, found out in a cycle of its own: no address in the words' way."
            );
            let request: Bits<WORD> = self.bus.addr.val().get_bits::<WORD>(2);
            let slot: Bits<SLOT> = self.word.q.val().get_bits::<SLOT>(0);
            let page: Bits<PAGE> = self.word.q.val().get_bits::<PAGE>(5);
            let on_config: Bit = page == CONFIG_PAGE;
            self.bank.word.next = self.word.q.val();
            drive!(self: reads = bank.reads, writes = bank.writes);
            self.at_low.d.next = self.bank.at.dump_lo.val() & self.dump.valid.val();
            self.at_take.d.next = self.bank.at.dump_take.val() & self.dump.valid.val();
            self.at_high.d.next = (self.bank.at.dump_hi.val() | self.bank.at.dump_take.val()) & self.dump.valid.val();
            self.at_config.d.next = on_config;
            self.at_counter.d.next = self.bank.reads.val() & ((page == STATISTICS_PAGE) | (page == COUNTER_PAGE));
        }

        fn refusals(&mut self) {
            comment!("Some accesses are refused at some times: a cycle later, when it is known which register it is.");
            let refused: Bit = false;
            if self.bank.at.dump_take.val() {
                refused = !self.dump.valid.val();
            }
            if self.bank.at.command.val() {
                refused = self.busy.q.val()
                    | !self.data.q.val().get_bits::<3>(0).any()
                    | (self.stat_queued.val() & (self.data.q.val().get_bits::<3>(0) == CLEAR_OP));
            }
            if self.bank.at.map_wdata.val() {
                refused = self.bank.cfg.map_en.val();
            }
            let change: Bit = self.we.q.val() & self.writes.q.val() & self.whole.q.val() & !refused;
            let read: Bit = !self.we.q.val() & self.reads.q.val() & !refused;
            self.granted.d.next = change | read;
            self.writing.d.next = change & (self.state.q.val() == State::Judge);
        }

        fn configuration(&mut self) {
            comment!("Configuration registers; if they can be read, then from a memory of what was written.");
            let look: Bit = self.state.q.val() == State::Look;
            self.bank.write.next = self.writing.q.val();
            self.bank.data.next = self.data.q.val();
            let memory: Bits<32> = 0.into();
            if READBACK > 0 {
                self.shadow.we.next =
                    (self.writing.q.val() & self.at_config.q.val()) | (self.state.q.val() == State::Store);
                self.shadow.wa.next = slot;
                self.shadow.wd.next = self.data.q.val();
                self.shadow.ra.next = slot;
                if self.at_config.q.val() & self.granted.q.val() {
                    memory = self.shadow.rd.val();
                }
            }
            pass!(bank: cfg, set);
            self.cfg_t0.next =
                (bit_cast::<48, 16>(self.bank.cfg.t0_hi.val()) << 32) | bit_cast::<48, 32>(self.bank.cfg.t0_lo.val());
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
            if self.writing.q.val() & self.bank.at.command.val() {
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
            if self.writing.q.val() & self.bank.at.flags.val() {
                cleared = self.data.q.val().get_bits::<FLAGS>(24);
            }
            self.flags.d.next = (self.flags.q.val() & !cleared) | happened;
        }

        fn reading(&mut self) {
            comment!("Reading: every part is 0 unless it is wanted.");
            drive!(bank.stat: busy = busy.q, dump = dump.valid, queued = stat_queued,
                open = stat_open, active = stat_active, clearing = stat_clearing);
            drive!(bank.stat: done = done.q, hostviol = violations.q);
            self.bank.stat.near_full.next = self.flags.q.val().get_bit(0);
            self.bank.stat.lost.next = self.flags.q.val().get_bit(1);
            self.bank.stat.weight.next = self.flags.q.val().get_bit(2);
            self.bank.stat.dropped.next = self.flags.q.val().get_bit(3);
            self.bank.stat.counter.next = self.flags.q.val().get_bit(4);
            drive!(bank.stat: position = position.q, valid = dump.valid);
            self.bank.stat.last.next = self.dump.valid.val() & self.dump.last.val();
            self.narrow.d.next = self.bank.value.val();
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
                    self.state.d.next = State::Idle;
                    if READBACK > 0 {
                        self.data.d.next = 0.into();
                        for i in 0..RESETS {
                            if slot == RESET_AT[i] {
                                self.data.d.next = RESET_WORD[i];
                            }
                        }
                        self.state.d.next = State::Store;
                    }
                }
                State::Store => {
                    self.state.d.next = State::Idle;
                    if READBACK > 0 {
                        self.word.d.next = self.word.q.val() + 1;
                        if !slot.all() {
                            self.state.d.next = State::Fetch;
                        }
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
                    self.state.d.next = State::Judge;
                }
                State::Judge => {
                    self.state.d.next = State::Look;
                }
                State::Look => {
                    self.rdata.d.next = self.narrow.q.val() | (low | high) | (memory | counter);
                    self.err.d.next = self.bank.cfg.bus_error.val() & !self.granted.q.val();
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
