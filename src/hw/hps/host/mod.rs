//! The registers of the engine (docs/reference/hps.md, H8).

use super::statistics::{KEPT, OTHERS, places};
use crate::hw::bundles::BusRx;
use crate::hw::hps::ports::{FlagRx, KeptTx, ReadTx, StepRx, WriteTx};
use crate::hw::lib::{CRC32_POLYNOMIAL, Reg};
use crate::spec::hps::Config;
use crate::spec::hps::regs::{self, ADDRESS_BITS};
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word.
pub(super) const WORD: usize = ADDRESS - 2;

crate::spec::hps::regs::each_engine_register! {
    treetap_hdl::registers {
        //! Which register a word is, and the fields that are kept in flip-flops.
        pub mod host_bank, struct HostBank of Reg, crate::spec::hps::regs,
        at(CTRL, CTR, HPS_R, RNDSEED, RNDMASK, RANGE, IMG_CRC, CT, PT, RT);
    }
}

#[treetap_hdl::unit]
mod host {
    //! The registers of the engine: requests, switches, what has happened, the CRC-32 of the tables, statistics.

    /// Requests of a host: a write takes one cycle, a read two; eight more after a word of a table, which goes into the
    /// CRC-32. `N` is the number of counters. If `DEEP` is 1, for a fast clock, it is known a cycle before that a
    /// request will be served, a request is followed by a pause, and what is read is two cycles old.
    #[clocked(reset)]
    #[given(config: Config)]
    #[fits(config.counters as usize == N, "the size has as many counters as the registers")]
    pub struct Host<#[range(1..=8)] const N: usize, #[range(0..=1)] const DEEP: usize> {
        #[group("requests, held until bus_ready")]
        #[only(valid, we, addr, wdata, ready, rdata)]
        pub bus: BusRx<ADDRESS>,
        #[group("a host writes, in this cycle")]
        pub wr: WriteTx,
        #[group("what it reads elsewhere")]
        pub rd: ReadTx,
        #[group("of the counters")]
        pub flag: FlagRx<N>,
        /// Patterns count.
        #[group("cfg set: switches; every counter becomes 1")]
        pub cfg_en: Signal<Out, Bit>,
        pub cfg: HostBankCfgTx,
        /// Every counter becomes 1.
        pub set_counters: Signal<Out, Bit>,
        /// Statistics become 0.
        #[group("kept cleared: the memory of statistics and of what was written")]
        pub cleared: Signal<Out, Bit>,
        pub kept: KeptTx<KEPT>,
        #[group("step_dropped: an event was dropped")]
        #[only(dropped)]
        pub step: StepRx,
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
        good: Reg<Bit>,
        answers: Reg<Bit>,
        // the request is served in this cycle
        #[when(DEEP > 0)]
        due: Reg<Bit>,
        // flags, and what is read, of the cycle before
        #[when(DEEP > 0)]
        shown_flags: Reg<Bits<16>>,
        #[when(DEEP > 0)]
        seen: Reg<Bits<32>>,
        answer: Reg<Bits<32>>,
        #[init(u32::MAX.into())]
        crc: Reg<Bits<32>>,
        bytes: Reg<Bits<32>>,
        left: Reg<Bits<4>>,
        settle: Reg<Bits<6>>,
        #[given(regs::built(&config))]
        bank: HostBank<WORD, 1, 0>,
    }

    impl Host {
        fn update(&mut self) {
            const ZERO_BIT: [Bits<16>; N] = (0..N).map(|n| 1 << (2 * n));
            const OVER_BIT: [Bits<16>; N] = (0..N).map(|n| 2 << (2 * n));
            const POLYNOMIAL: Bits<32> = CRC32_POLYNOMIAL;
            const ONES: Bits<32> = u32::MAX.into();
            const PASS: Bits<6> = u64::from(config.patterns) + 3;
            const ENABLE_BIT: Bits<5> = regs::CTRL.field("EN").lsb.into();
            const STATISTIC_AT: [Bits<WORD>; places(N).len()] = places(N).into_iter().map(u64::from);

            self.decode();
            self.handshake();
            self.reading();
            self.writes();
            self.happened();
            self.table_crc();
            self.switches();
            if self.reset.val() {
                zero!(self: enabled, good, answers);
                self.crc.d.next = ONES;
                zero!(self: left, settle);
            }
        }

        fn decode(&mut self) {
            let word: Bits<WORD> = self.bus.addr.val().get_bits::<13>(2);

            self.bank.word.next = word;
            let at_statistic: Bit = false;
            for i in 0..(N + OTHERS) {
                if word == STATISTIC_AT[i] {
                    at_statistic = true;
                }
            }
            let own: Bit = self.bank.at.hps_r.val() | self.bank.at.rndmask.val() | self.bank.at.range.val();
            let stored: Bit = own | at_statistic;
            let table: Bit = self.bank.at.ct.val() | self.bank.at.pt.val() | self.bank.at.rt.val();
        }

        fn handshake(&mut self) {
            comment!(
                "A write is answered at once, a read in the next cycle, but both wait for the memory of statistics and \
                 of what was written, and while a word goes into the CRC or a table; the CRC of a host until every \
                 pattern has its condition."
            );
            let idle: Bit = !self.left.q.val().any()
                & !self.settling.val()
                & !self.kept.clearing.val()
                & !self.answers.q.val()
                & !(self.bus.we.val() & self.bank.at.img_crc.val() & self.settle.q.val().any());
            let free: Bit = idle;
            if self.bus.we.val() & own {
                free = idle & self.kept.open.val();
            }
            if !self.bus.we.val() & stored {
                free = idle & self.kept.there.val();
            }
            let write: Bit = self.bus.valid.val() & self.bus.we.val() & free;
            let read: Bit = self.bus.valid.val() & !self.bus.we.val() & free;
            self.bus.ready.next = (self.bus.we.val() & free) | self.answers.q.val();
            if DEEP > 0 {
                self.due.d.next = self.bus.valid.val() & free & !self.due.q.val() & !self.reset.val();
                write = self.bus.we.val() & self.due.q.val();
                read = !self.bus.we.val() & self.due.q.val();
                self.bus.ready.next = write | self.answers.q.val();
            }
            self.bus.rdata.next = self.answer.q.val();
            self.answers.d.next = read;
            self.bank.write.next = write;
            self.bank.data.next = self.bus.wdata.val();
        }

        fn reading(&mut self) {
            comment!("What is read.");
            let flags: Bits<16> = 0.into();
            for n in 0..N {
                if self.flag.zero.val().get_bit(n) {
                    flags = flags | ZERO_BIT[n];
                }
                if self.flag.over.val().get_bit(n) {
                    flags = flags | OVER_BIT[n];
                }
            }
            let number: Bits<WORD> = word;
            if self.bank.at.ctr.val() | self.bank.at.range.val() {
                number = word ^ 4;
            }
            self.rd.index.next = number.get_bits::<3>(0);
            drive!(bank.stat: en = enabled.q, busy = busy, ctr = rd.counter, flags = flags, rndseed = rd.seed);
            self.bank.stat.img_crc.next = !self.crc.q.val();
            self.answer.d.next = self.bank.value.val();
            if DEEP > 0 {
                drive!(self: shown_flags = flags, seen = bank.value, answer = seen.q);
                drive!(bank.stat: flags = shown_flags.q);
            }
            if stored {
                self.answer.d.next = self.kept.data.val();
            }
            self.kept.word.next = word.get_bits::<KEPT>(0);
            self.kept.own.next = own;
            self.rd.kept.next = self.bus.valid.val() & !self.bus.we.val() & stored & idle;
            self.wr.kept.next = write & own;
        }

        fn writes(&mut self) {
            comment!("Writes that others see.");
            self.wr.index.next = number.get_bits::<12>(0);
            self.wr.data.next = self.bus.wdata.val();
            self.wr.condition.next = write & self.bank.at.ct.val() & !self.enabled.q.val();
            self.wr.pattern.next = write & self.bank.at.pt.val() & !self.enabled.q.val();
            self.wr.word.next = write & self.bank.at.rt.val() & !self.enabled.q.val();
            self.wr.range.next = write & self.bank.at.range.val();
            self.wr.counter.next = write & self.bank.at.ctr.val();
            self.wr.source.next = write & self.bank.at.hps_r.val();
            self.wr.seed.next = write & self.bank.at.rndseed.val();
            self.wr.mask.next = write & self.bank.at.rndmask.val();
        }

        fn happened(&mut self) {
            comment!("What has happened stays until 1 is written.");
            self.bank.raise.imm_trunc.next = self.raise.val().get_bit(0);
            self.bank.raise.no_tgt.next = self.raise.val().get_bit(1);
            self.bank.raise.rt_runaway.next = self.raise.val().get_bit(2);
            self.bank.raise.stray_dret.next = self.raise.val().get_bit(3);
            drive!(bank.raise: ev_drop = step.dropped);
            self.bank.raise.badaddr.next = (write | read) & !(self.bank.reads.val() | self.bank.writes.val());
            self.bank.raise.tbl_busy.next = write & (table | self.bank.at.img_crc.val()) & self.enabled.q.val();
            self.bank.raise.img_bad.next = false;
        }

        fn table_crc(&mut self) {
            comment!("The CRC of the tables: four bits in each of the eight cycles after a word.");
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
            if write & self.bank.at.img_crc.val() & !self.enabled.q.val() {
                self.good.d.next = !self.crc.q.val() == self.bus.wdata.val();
                self.crc.d.next = ONES;
                if !self.crc.q.val() != self.bus.wdata.val() {
                    self.bank.raise.img_bad.next = true;
                }
            }
        }

        fn switches(&mut self) {
            comment!("Switches. Patterns count only if the tables are known to be good.");
            pass!(bank: cfg);
            drive!(self: cfg_en = enabled.q, cleared = bank.set.clr_stats, set_counters = bank.set.reset_ctrs);
            if write & self.bank.at.ctrl.val() {
                self.enabled.d.next = self.bus.wdata.val().get_bit(ENABLE_BIT.index()) & self.good.q.val();
                if self.bus.wdata.val().get_bit(ENABLE_BIT.index()) & !self.good.q.val() {
                    self.bank.raise.img_bad.next = true;
                }
                if self.enabled.q.val() & !self.bus.wdata.val().get_bit(ENABLE_BIT.index()) {
                    self.crc.d.next = ONES;
                }
            }
        }
    }
}
