//! The registers of the engine `serial` (docs/reference/hps.md, H8).
use crate::hw::bundles::BusRx;
use crate::hw::hps::HostBank;
use crate::hw::hps::host::{HostBankCfgTx, WORD};
use crate::hw::hps::ports::WorkTx;
use crate::hw::lib::{CRC32_POLYNOMIAL, Reg};
use crate::spec::hps::Config;
use crate::spec::hps::regs::{self, ADDRESS_BITS};
use crate::spec::hps::words::pattern;
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the place of a register below the patterns.
const LOW: usize = super::PLACE;
/// A CRC-32 that went on with its own complement, as a host writes it, low byte first.
const RESIDUE: u64 = 0xdebb_20e3;

#[treetap_hdl::unit]
mod serial_host {
    //! The registers of the engine: what a host wants, switches, what has happened, the CRC-32 of the tables.

    /// What a host wants of an engine with `N` counters and a memory with places of `M` bits. A request waits until the
    /// engine answers it; a word of a table takes as long as its CRC-32.
    #[clocked(reset)]
    #[given(config: Config)]
    #[fits(config.counters as usize == N, "the size has as many counters as the registers")]
    pub struct SerialHost<#[range(1..=8)] const N: usize, #[range(9..=12)] const M: usize> {
        #[group("requests, held until bus_ready")]
        #[only(valid, we, addr, wdata, ready, rdata)]
        pub bus: BusRx<ADDRESS>,
        #[group("what it wants")]
        pub work: WorkTx<M, N>,
        /// Which counters are zero.
        #[group("of the counters")]
        pub flag_zero: Signal<In, Bits<N>>,
        /// Which have overflowed.
        pub flag_over: Signal<In, Bits<N>>,
        /// Patterns count.
        #[group("switches")]
        pub cfg_en: Signal<Out, Bit>,
        pub cfg: HostBankCfgTx,
        /// Bits 3 to 6 of STATUS that are set.
        #[group("raise step_dropped: bits of STATUS: 3 to 6, and that an event was dropped")]
        pub raise: Signal<In, Bits<4>>,
        /// An event was dropped.
        pub step_dropped: Signal<In, Bit>,
        #[also(good)]
        enabled: Reg<Bit>,
        // of the request, which stays: whether its word lies in the memory, and what else it is; that the generator is
        // to be 0; whether the pattern fits the row
        #[also(waits, readable, writable, high, asks, clears, resets, tables, judges, switches, blank, fits)]
        lies: Reg<Bit>,
        counter: Reg<Bits<N>>,
        place: Reg<Bits<M>>,
        #[also(shown)]
        found: Reg<Bits<32>>,
        #[init(u32::MAX.into())]
        crc: Reg<Bits<32>>,
        #[given(regs::built(&config))]
        bank: HostBank<WORD, 1, 0>,
    }

    impl SerialHost {
        fn update(&mut self) {
            const ZERO_BIT: [Bits<16>; N] = (0..N).map(|n| 1 << (2 * n));
            const OVER_BIT: [Bits<16>; N] = (0..N).map(|n| 2 << (2 * n));
            const BIT: [Bits<N>; N] = (0..N).map(|n| 1 << n);
            const FLAGS_AT: Bits<WORD> = u64::from(regs::FLAGS.offset / 4);
            const POLYNOMIAL: Bits<32> = CRC32_POLYNOMIAL;
            const WITH_ITSELF: Bits<32> = RESIDUE;
            const CRC_START: Bits<32> = u32::MAX.into();
            const ENABLE_BIT: Bits<5> = regs::CTRL.field("EN").lsb.into();
            const CLEAR_BIT: Bits<5> = regs::CTRL.field("CLR_STATS").lsb.into();
            const RESET_BIT: Bits<5> = regs::CTRL.field("RESET_CTRS").lsb.into();
            const RT_BASE: Bits<M> = 1 << (M - 1);
            const VALID_BIT: Bits<5> = pattern::VALID.lsb.into();

            self.decode();
            self.wants();
            self.rows();
            self.happened();
            self.table_crc();
            self.switches();
            if self.reset.val() {
                zero!(self: enabled, good);
                self.crc.d.next = CRC_START;
            }
        }

        fn decode(&mut self) {
            comment!("What lies in the memory: all registers but the first four, FLAGS and IMG_CRC, and the tables.");
            let word: Bits<WORD> = self.bus.addr.val().get_bits::<WORD>(2);
            self.bank.word.next = word;
            let register: Bit = !word.get_bits::<{ WORD - 6 }>(6).any();
            let stored: Bit = register & word.get_bits::<4>(2).any() & (word != FLAGS_AT) & !self.bank.at.img_crc.val();
            let table: Bit = self.bank.at.ct.val() | self.bank.at.pt.val() | self.bank.at.rt.val();
            let open: Bit = !self.enabled.q.val();
            let write: Bit = self.work.ready.val() & self.bus.we.val();
            self.bus.ready.next = self.work.ready.val();
            self.bus.rdata.next = self.work.value.val();
            self.bank.write.next = write;
            self.bank.data.next = self.bus.wdata.val();
        }

        fn wants(&mut self) {
            comment!(
                "A place: of a register and of a condition the number of its word; of a pattern, with a 1 before."
            );
            let near: Bits<{ LOW + 1 }> = bit_cast::<{ LOW + 1 }, LOW>(word.get_bits::<LOW>(0))
                | (bit_cast::<{ LOW + 1 }, 1>(self.bank.at.pt.val().into()) << 7);
            self.place.d.next = bit_cast::<M, { LOW + 1 }>(near);
            if self.bank.at.rt.val() {
                self.place.d.next = RT_BASE | bit_cast::<M, { M - 1 }>(word.get_bits::<{ M - 1 }>(1));
            }
            self.waits.d.next = self.bus.valid.val() & !self.work.ready.val() & !self.reset.val();
            self.lies.d.next = stored;
            self.high.d.next = !(self.bank.at.rt.val() & !word.get_bit(0));
            drive!(self: readable = bank.reads, writable = bank.writes);
            self.work.reads.next = !self.bus.we.val() & self.lies.q.val() & self.readable.q.val();
            let kept: Bit = self.lies.q.val() | (self.tables.q.val() & open & self.high.q.val());
            self.work.writes.next = self.bus.we.val() & kept & self.writable.q.val();
            self.work.sums.next = self.bus.we.val() & open & (self.tables.q.val() | self.judges.q.val());
            self.asks.d.next = self.bank.at.pt.val() & (word.get_bits::<2>(0) == 2);
            self.work.pattern.next = word.get_bits::<5>(2);
            self.counter.d.next = 0.into();
            for n in 0..N {
                if self.bus.we.val() & self.bank.at.ctr.val() & ((word.get_bits::<3>(0) ^ 4) == n.to_bits()) {
                    self.counter.d.next = BIT[n];
                }
            }
            comment!("What is wanted is known a cycle after the request, its word two cycles after it.");
            self.found.d.next = self.bank.value.val();
            self.shown.d.next = self.found.q.val();
            comment!("Of the random generator 0 is taken as 1.");
            self.blank.d.next = self.bank.at.rndseed.val() & !self.bus.wdata.val().any();
            if self.bus.we.val() {
                self.shown.d.next = self.bus.wdata.val() | bit_cast::<32, 1>(self.blank.q.val().into());
            }
            self.tables.d.next = table;
            self.judges.d.next = self.bank.at.img_crc.val();
            self.switches.d.next = self.bank.at.ctrl.val();
            let commands: Bit = self.bus.we.val() & self.bank.at.ctrl.val();
            self.clears.d.next = commands & self.bus.wdata.val().get_bit(CLEAR_BIT.index());
            self.resets.d.next = commands & self.bus.wdata.val().get_bit(RESET_BIT.index());
            drive!(work: valid = waits.q, place = place.q, asks = asks.q, counter = counter.q, word = shown.q,
                clears = clears.q, resets = resets.q);
            let flags: Bits<16> = 0.into();
            for n in 0..N {
                if self.flag_zero.val().get_bit(n) {
                    flags = flags | ZERO_BIT[n];
                }
                if self.flag_over.val().get_bit(n) {
                    flags = flags | OVER_BIT[n];
                }
            }
            drive!(bank.stat: en = enabled.q, flags = flags);
            zero!(bank.stat: busy, ctr, rndseed);
            self.bank.stat.img_crc.next = !self.crc.q.val();
        }

        fn rows(&mut self) {
            comment!("Whether the pattern that is written comes into question for a row: its classes and codes.");
            let code: Bits<2> = self.work.row.val().get_bits::<2>(6);
            let classes: Bits<16> = self.bus.wdata.val().get_bits::<16>(0);
            let has: Bit = classes.get_bit(self.work.row.val().get_bits::<4>(0).index())
                & !self.work.row.val().get_bits::<3>(1).all();
            let of_class: Bit = !classes.any()
                | has
                | (classes.get_bit(14) & self.work.row.val().get_bit(5))
                | (classes.get_bit(15) & self.work.row.val().get_bit(4));
            let codes: Bits<4> = self.bus.wdata.val().get_bits::<4>(24);
            self.fits.d.next = self.bus.wdata.val().get_bit(VALID_BIT.index())
                & of_class
                & (!codes.any() | codes.get_bit(code.index()));
            drive!(work: fits = fits.q);
        }

        fn happened(&mut self) {
            comment!("What has happened stays until 1 is written.");
            self.bank.raise.imm_trunc.next = self.raise.val().get_bit(0);
            self.bank.raise.no_tgt.next = self.raise.val().get_bit(1);
            self.bank.raise.rt_runaway.next = self.raise.val().get_bit(2);
            self.bank.raise.stray_dret.next = self.raise.val().get_bit(3);
            drive!(bank.raise: ev_drop = step_dropped);
            self.bank.raise.badaddr.next = self.work.ready.val() & !(self.readable.q.val() | self.writable.q.val());
            self.bank.raise.tbl_busy.next = write & (self.tables.q.val() | self.judges.q.val()) & !open;
            self.bank.raise.img_bad.next = false;
        }

        fn table_crc(&mut self) {
            comment!("The CRC of the tables, a bit in a cycle. With its own complement it comes to one number.");
            if self.work.shift.val() {
                self.crc.d.next = self.crc.q.val() >> 1;
                if self.crc.q.val().get_bit(0) != self.work.bit.val() {
                    self.crc.d.next = (self.crc.q.val() >> 1) ^ POLYNOMIAL;
                }
            }
            if write & self.tables.q.val() & open {
                self.good.d.next = false;
            }
            if write & self.judges.q.val() & open {
                self.good.d.next = self.crc.q.val() == WITH_ITSELF;
                self.bank.raise.img_bad.next = self.crc.q.val() != WITH_ITSELF;
                self.crc.d.next = CRC_START;
            }
        }

        fn switches(&mut self) {
            comment!("Switches. Patterns count only if the tables are known to be good.");
            pass!(bank: cfg);
            drive!(self: cfg_en = enabled.q);
            if write & self.switches.q.val() {
                self.enabled.d.next = self.bus.wdata.val().get_bit(ENABLE_BIT.index()) & self.good.q.val();
                if self.bus.wdata.val().get_bit(ENABLE_BIT.index()) & !self.good.q.val() {
                    self.bank.raise.img_bad.next = true;
                }
                if self.enabled.q.val() & !self.bus.wdata.val().get_bit(ENABLE_BIT.index()) {
                    self.crc.d.next = CRC_START;
                }
            }
        }
    }
}
