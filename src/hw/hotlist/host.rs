//! The registers of the hotlist sampler (docs/reference/hotlist.md, V12).
use super::raw::GRANULES;
use super::table::INDEX;
use crate::hw::bundles::BusRx;
use crate::hw::lib::Reg;
use crate::spec::hotlist::regs::{self, ADDRESS_BITS, Command, Counter};
use crate::spec::hotlist::{Build, COUNT_BITS};
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word.
const WORD: usize = ADDRESS - 2;
/// Bits of a count.
const COUNT: usize = COUNT_BITS as usize;

/// What the numbers of counters take for granted.
const _: () = assert!(regs::COUNTS.offset == 4 * 16);

crate::spec::hotlist::regs::each_hotlist_register! {
    treetap_hdl::registers {
        //! Which register a word is, and the fields that are kept in flip-flops.
        pub mod hotlist_bank, struct HotlistBank of Reg, crate::spec::hotlist::regs,
        at(SCTRL, JMASK, SKMASK, RECFMT2, COUNTS, CAPTURED, RAWPOP, HIDX, HPCT, HVAL, HCNT, SCMD, RETIRED, RAWS);
    }
}

/// Where a request stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Turn {
    /// There is none.
    Wait,
    /// Whether it may.
    Judge,
    /// It is obeyed or refused.
    Obey,
    /// It is answered.
    Answer,
}

#[treetap_hdl::unit]
mod host {
    //! The registers: one request after the other; most are refused while retirements are sampled or tuples under way.

    /// Answers one request after the other, in four cycles; a counter takes as long as it takes to come by. What a
    /// request waits for cannot go away in the cycle between its judgement and what it does.
    #[clocked(reset)]
    #[given(build: Build)]
    #[derived(F = build.lanes as usize * 4)]
    pub struct Host {
        #[group("requests, held until bus_ready")]
        #[only(valid, we, addr, wdata, ready, rdata)]
        pub bus: BusRx<ADDRESS>,
        #[group("settings")]
        #[except(recfmt)]
        pub cfg: HotlistBankCfgTx,
        /// Selectors of the lanes of a raw record.
        pub cfg_recfmt: Signal<Out, Bits<16>>,
        /// Retirements are sampled.
        #[group("enabled start: retirements are sampled; they are from the next cycle on")]
        pub enabled: Signal<Out, Bit>,
        /// They are from the next cycle on.
        pub start: Signal<Out, Bit>,
        /// LT goes on from the word.
        #[group("set: generators go on from the word; the table is emptied")]
        pub set_lt: Signal<Out, Bit>,
        /// LC goes on from the word.
        pub set_lc: Signal<Out, Bit>,
        /// The word written; not 0.
        pub set_data: Signal<Out, Bits<32>>,
        /// The table is emptied.
        pub set_clear: Signal<Out, Bit>,
        /// Number of the entry that is read.
        #[group("entry of the table")]
        pub entry_index: Signal<Out, Bits<INDEX>>,
        /// The entry is in use.
        pub entry_valid: Signal<In, Bit>,
        /// Its key.
        pub entry_key: Signal<In, Bits<64>>,
        /// Its count.
        pub entry_count: Signal<In, Bits<COUNT>>,
        /// A word of the raw stream is taken.
        #[group("the raw stream's oldest word, if there is any")]
        pub raw_pop: Signal<Out, Bit>,
        /// The oldest word.
        pub raw_word: Signal<In, Bits<32>>,
        /// There is one.
        pub raw_any: Signal<In, Bit>,
        /// State of LT.
        #[group("what other parts know")]
        pub stat_lt: Signal<In, Bits<32>>,
        /// State of LC.
        pub stat_lc: Signal<In, Bits<32>>,
        /// Entries in use.
        pub stat_occupied: Signal<In, Bits<INDEX>>,
        /// `t`.
        pub stat_t: Signal<In, Bits<5>>,
        /// The table is frozen.
        pub stat_frozen: Signal<In, Bit>,
        /// Words of the raw stream.
        pub stat_granules: Signal<In, Bits<GRANULES>>,
        /// No tuple is under way.
        pub stat_idle: Signal<In, Bit>,
        /// The table is being emptied.
        #[group("the table is being emptied")]
        pub sweeping: Signal<In, Bit>,
        /// Counters become 0.
        #[group("counters: zero all; one is wanted, its number; here it is")]
        pub cnt_clear: Signal<Out, Bit>,
        /// A counter is wanted.
        pub cnt_read: Signal<Out, Bit>,
        /// Its number.
        pub cnt_addr: Signal<Out, Bits<4>>,
        /// It is here.
        pub cnt_valid: Signal<In, Bit>,
        /// Its value.
        pub cnt_data: Signal<In, Bits<32>>,
        turn: Reg<Turn>,
        // no retirement is sampled and no tuple is under way; the request may
        #[also(allowed)]
        rested: Reg<Bit>,
        samples: Reg<Bit>,
        // the word with every bit below its highest one
        spread: Reg<Bits<32>>,
        index: Reg<Bits<INDEX>>,
        violations: Reg<Bits<16>>,
        answer: Reg<Bits<32>>,
        #[given(regs::built(&build))]
        bank: HotlistBank<WORD, 1, 0>,
    }

    impl Host {
        fn update(&mut self) {
            const EN_AT: Bits<5> = regs::SCTRL.field("EN").lsb.into();
            const VALID_BIT: Bits<32> = regs::HCNT.field("VALID").mask().into();
            const CLEARS_TABLE: Bits<8> = Command::ClearTable as u64;
            const CLEARS_COUNTERS: Bits<8> = Command::ClearCounters as u64;
            const CAPTURED_AT: Bits<4> = Counter::Captured as u64;
            const RETIRED_AT: Bits<4> = Counter::Retired as u64;
            const RAWS_AT: Bits<4> = Counter::Raws as u64;

            self.grants();
            self.turns();
            self.reads();
            self.writes();
            self.obeys();
            if self.reset.val() {
                self.turn.d.next = Turn::Wait;
                zero!(self: samples, index, violations);
            }
        }

        /// Which register a request is for, and whether it may.
        fn grants(&mut self) {
            let word: Bits<WORD> = self.bus.addr.val().get_bits::<WORD>(2);
            let data: Bits<32> = self.bus.wdata.val();
            self.bank.word.next = word;
            let rests: Bit = self.stat_idle.val() & !self.samples.q.val();
            self.rested.d.next = rests;
            let enables: Bit = data.get_bit(EN_AT.index());
            let entry: Bit = self.bank.at.hpct.val() | self.bank.at.hval.val() | self.bank.at.hcnt.val();
            let code: Bits<8> = data.get_bits::<8>(0);
            self.allowed.d.next = self.bank.reads.val() & (rests | !entry);
            if self.bus.we.val() {
                self.allowed.d.next = self.bank.writes.val() & (rests | (self.bank.at.sctrl.val() & !enables));
                if self.bank.at.recfmt2.val() & self.stat_granules.val().any() {
                    self.allowed.d.next = false;
                }
                if self.bank.at.scmd.val() & (code != CLEARS_TABLE) & (code != CLEARS_COUNTERS) {
                    self.allowed.d.next = false;
                }
            }
        }

        /// The turns of a request.
        fn turns(&mut self) {
            let counter: Bit = self.bank.at.counts.val()
                | self.bank.at.captured.val()
                | self.bank.at.retired.val()
                | self.bank.at.raws.val();
            let obeys: Bit = self.turn.q.val() == Turn::Obey;
            let legal: Bit = self.allowed.q.val();
            let fetches: Bit = obeys & counter & legal & !self.bus.we.val();
            let writes: Bit = obeys & self.bus.we.val() & legal;
            let reads: Bit = obeys & !self.bus.we.val() & legal;
            self.cnt_read.next = fetches;
            self.cnt_addr.next = word.get_bits::<4>(0);
            if self.bank.at.captured.val() {
                self.cnt_addr.next = CAPTURED_AT;
            }
            if self.bank.at.retired.val() {
                self.cnt_addr.next = RETIRED_AT;
            }
            if self.bank.at.raws.val() {
                self.cnt_addr.next = RAWS_AT;
            }
            if (self.turn.q.val() == Turn::Wait) & self.bus.valid.val() & !self.sweeping.val() {
                self.turn.d.next = Turn::Judge;
            }
            if self.turn.q.val() == Turn::Judge {
                self.turn.d.next = Turn::Obey;
            }
            if obeys & (!fetches | self.cnt_valid.val()) {
                self.turn.d.next = Turn::Answer;
            }
            if self.turn.q.val() == Turn::Answer {
                self.turn.d.next = Turn::Wait;
            }
            self.bus.ready.next = self.turn.q.val() == Turn::Answer;
            self.bus.rdata.next = self.answer.q.val();
            if obeys & !legal & !self.violations.q.val().all() {
                self.violations.d.next = self.violations.q.val() + 1;
            }
        }

        /// What is read.
        fn reads(&mut self) {
            drive!(bank.stat: en = samples.q, lt = stat_lt, lc = stat_lc, occupied = stat_occupied, t = stat_t,
                frozen = stat_frozen, granules = stat_granules, idle = stat_idle, hidx = index.q,
                violations = violations.q);
            let value: Bits<32> = self.bank.value.val();
            if counter {
                value = self.cnt_data.val();
            }
            if self.bank.at.rawpop.val() & self.raw_any.val() {
                value = self.raw_word.val();
            }
            if self.bank.at.hpct.val() & self.entry_valid.val() {
                value = self.entry_key.val().get_bits::<32>(32);
            }
            if self.bank.at.hval.val() & self.entry_valid.val() {
                value = self.entry_key.val().get_bits::<32>(0);
            }
            if self.bank.at.hcnt.val() & self.entry_valid.val() {
                value = bit_cast::<32, COUNT>(self.entry_count.val()) | VALID_BIT;
            }
            self.answer.d.next = 0.into();
            if reads {
                self.answer.d.next = value;
            }
            self.raw_pop.next = reads & self.bank.at.rawpop.val();
            if reads & self.bank.at.hcnt.val() {
                self.index.d.next = self.index.q.val() + 1;
            }
            self.entry_index.next = self.index.q.val();
        }

        /// What is written: masks are rounded down to ones, MODE 3 is taken as 2.
        fn writes(&mut self) {
            let ones: Bits<32> = data | (data >> 1);
            ones = ones | (ones >> 2);
            ones = ones | (ones >> 4);
            ones = ones | (ones >> 8);
            self.spread.d.next = ones | (ones >> 16);
            let rounded: Bits<32> = self.spread.q.val();
            if data != self.spread.q.val() {
                rounded = self.spread.q.val() >> 1;
            }
            let kept: Bits<32> = data;
            if self.bank.at.jmask.val() | self.bank.at.skmask.val() {
                kept = rounded;
            }
            if self.bank.at.sctrl.val() & data.get_bit(1) {
                kept = (data >> 1) << 1;
            }
            self.bank.data.next = kept;
            self.bank.write.next = writes & self.rested.q.val();
            link!(self.cfg, self.bank.cfg);
            self.cfg_recfmt.next = bit_cast::<16, F>(self.bank.cfg.recfmt.val());
            self.set_data.next = data;
            if !data.any() {
                self.set_data.next = 1.into();
            }
            drive!(self: set_lt = bank.set.lt, set_lc = bank.set.lc);
        }

        /// What a write starts.
        fn obeys(&mut self) {
            self.start.next = writes & self.bank.at.sctrl.val() & enables;
            if writes & self.bank.at.sctrl.val() {
                self.samples.d.next = enables;
            }
            self.enabled.next = self.samples.q.val();
            if writes & self.bank.at.hidx.val() {
                self.index.d.next = data.get_bits::<INDEX>(0);
            }
            let commands: Bit = writes & self.bank.at.scmd.val();
            self.set_clear.next = commands & (code == CLEARS_TABLE);
            self.cnt_clear.next = commands & (code == CLEARS_COUNTERS);
            if commands & (code == CLEARS_COUNTERS) {
                self.violations.d.next = 0.into();
            }
        }
    }
}
