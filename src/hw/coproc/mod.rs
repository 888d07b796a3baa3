//! The profiling co-processor (docs/reference/coproc.md): a microcoded machine of several cycles a word.
//!
//! A word takes six cycles: it is read while the one before it is committed, then come the registers, the operands,
//! the memories and the ALU, counting, its bounds, and the commit. A field of the sample takes one to three more, a
//! shift one for each bit, a sum that saturates one, and a match as many as it looks at keys, and one.
mod alu;
mod arrays;
mod execute;
mod fetch;
mod fields;
mod host;
mod ones;
mod part;

use crate::hw::bundles::BusRx;
use crate::hw::lib::{FastRam, Reg, RegEn};
use crate::spec::classify::Opclass;
use crate::spec::coproc::regs::{self, ADDRESS_BITS};
use crate::spec::coproc::word::{
    AOP, Alu as Operation, BC, BT, BT_DONE, BT_INTERRUPT, Condition, IOP, Index, MB, MOP, Memory, RSV, RX, SA, SB,
    SourceA, SourceB, TAG, VD, WX,
};
use crate::spec::coproc::{Base, Command, Config, Error, State, TARGETS, WATCHDOG, lfsr};
use alu::Alu;
use fields::Fields;
use ones::Ones;
use part::{Lane, Part};
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word of registers.
const WORD: usize = ADDRESS - 2;
/// First far target in the memory of places; first words of classes lie before.
const FAR: usize = 24;

/// A bit for each code up to this one.
const fn upto(code: u8) -> u64 {
    (2 << code) - 1
}

const _: () = assert!(Opclass::COUNT <= FAR && FAR + TARGETS <= 32);

/// Where the machine stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Phase {
    /// It does not run.
    Rest,
    /// Arrays or registers are being cleared.
    Sweep,
    /// It waits for a sample.
    Wait,
    /// The first word of the sample's class is here.
    Launch,
    /// A word is here: is it legal?
    Decode,
    /// The lane that a field begins with.
    Begin,
    /// The lane that it goes on with.
    GoOn,
    /// Its sum.
    Add,
    /// The registers are here: operands, address.
    Operand,
    /// Keys are compared.
    Scan,
    /// The entry is here: its part, R.
    Execute,
    /// R is shifted, or gets its bounds.
    Adjust,
    /// The sums of the part and of the index.
    Count,
    /// Their bounds; the new flags.
    Settle,
    /// All is written; the next word is read.
    Commit,
}

crate::spec::coproc::regs::each_coprocessor_register! {
    treetap_hdl::registers {
        //! Which register a word is.
        pub mod coproc_bank, struct CoprocBank of Reg, crate::spec::coproc::regs,
        at(CTRL, STATUS, CMD, HOSTVIOL, WDOG, LFSR16, WORDS_LO, WORDS_HI, CLASS_EN, F1CFG, F2CFG, RECFMT, DECIM, SETIGN,
            COUNTS, X, XW, B, K, V, T, MD_LO, MD_HI, MI, FLAGS, SPC, UC, KEY, VLD, DM, IGN);
    }
}

#[treetap_hdl::unit(phases(arrays, execute, fetch, host))]
mod coproc {
    //! Programmable profiling co-processor: runs a microprogram on each sample. docs/reference/coproc.md has the rules.

    /// Runs a microprogram on each sample, for a core with addresses of `X` bits, with values of `VW` bits and `2^LG`
    /// entries.
    ///
    /// A request on the bus is answered in the fourth cycle; VLD takes 32 more.
    #[clocked(reset)]
    #[given(config: Config)]
    #[derived(N = 1 << LG, HALVES = VW / 32)]
    #[fits(config.entries as usize == N && config.value_bits as usize == VW, "the parameters are those of the build")]
    pub struct Coproc<
        #[range(32..=64, step = 32)] const X: usize,
        #[range(32..=64, step = 32)] const VW: usize,
        #[range(5..=8)] const LG: usize,
    > {
        #[group("requests of the host, held until bus_ready")]
        #[only(valid, we, addr, wdata, ready, rdata)]
        pub bus: BusRx<ADDRESS>,
        /// A sample is on offer.
        #[group("samples; a record is taken when the program is done with it")]
        pub smp_valid: Signal<In, Bit>,
        /// The sample is taken.
        pub smp_ready: Signal<Out, Bit>,
        /// Its lanes.
        pub smp_lanes: Signal<In, Bits<128>>,
        /// Its sideband.
        pub smp_side: Signal<In, Bits<16>>,
        /// Records wait in the sample buffer.
        #[group("records wait in the sample buffer")]
        pub queued: Signal<In, Bit>,
        /// CTRL: FEN, LOSSLESS, FREEZE.
        #[group("for filter and sample buffer: settings, whether the machine runs")]
        pub cfg_ctrl: Signal<Out, Bits<3>>,
        /// CLASS_EN.
        pub cfg_class_en: Signal<Out, Bits<21>>,
        /// F1CFG.
        pub cfg_f1: Signal<Out, Bits<18>>,
        /// F2CFG.
        pub cfg_f2: Signal<Out, Bits<2>>,
        /// RECFMT.
        pub cfg_recfmt: Signal<Out, Bits<16>>,
        /// DECIM.
        pub cfg_decim: Signal<Out, Bits<16>>,
        /// Samples are taken.
        pub run: Signal<Out, Bit>,
        /// DECIM was written.
        #[group("set: what the host starts there; set_addr set_data: number and word of what it writes")]
        pub set_decim: Signal<Out, Bit>,
        /// SETIGN is written.
        pub set_setign: Signal<Out, Bit>,
        /// A word of the ignore table is written.
        pub set_ign: Signal<Out, Bit>,
        /// The sample buffer is emptied.
        pub set_flush: Signal<Out, Bit>,
        /// Counters become 0.
        pub set_clear: Signal<Out, Bit>,
        /// Number of the counter or word of the ignore table.
        pub set_addr: Signal<Out, Bits<7>>,
        /// The word.
        pub set_data: Signal<Out, Bits<32>>,
        /// The counter of this number, in the cycle after.
        #[group("counter and word of the ignore table of the cycle before")]
        pub count_data: Signal<In, Bits<32>>,
        /// The word of the ignore table, in the cycle after.
        pub ign_data: Signal<In, Bits<32>>,
        /// The host is asked for.
        #[group("the host is asked for")]
        pub irq: Signal<Out, Bit>,
        microcode: FastRam<48, 6>,
        columns: [FastRam<16, LG>; 4],
        keys: FastRam<32, LG>,
        // more addresses than they need: smaller ones become flip-flops
        valid: FastRam<1, 8>,
        indices: FastRam<16, 3>,
        widths: FastRam<5, 5>,
        bases: FastRam<16, 3>,
        // first words of classes, then far targets
        places: FastRam<6, 5>,
        // values, then constants; twice, for operands A and B
        left: [FastRam<32, 3>; HALVES],
        right: [FastRam<32, 3>; HALVES],
        fields: Fields<X, VW>,
        alu: Alu<VW>,
        part_of: Lane,
        // entries of a base, the largest index, and the largest one of a width that a host reads or writes
        extent: Ones,
        largest: Ones,
        cut: Ones,
        part: Part<VW>,
        #[given(regs::built(&config))]
        bank: CoprocBank<WORD, 1, 0>,
        phase: Reg<Phase>,
        mode: Reg<Bits<2>>,
        stopping: Reg<Bit>,
        cause: Reg<Bits<2>>,
        error: Reg<Bits<3>>,
        #[also(upc)]
        pc: Reg<Bits<7>>,
        // where a near branch leads
        away: Reg<Bits<7>>,
        // what is wrong with the word
        trouble: Reg<Bits<3>>,
        executed: Reg<Bits<8>>,
        words: Reg<Bits<64>>,
        md: Reg<Bits<VW>>,
        mi: Reg<Bits<LG>>,
        #[also(fresh_flags)]
        flags: Reg<Bits<8>>,
        #[init(lfsr::RESET.into())]
        lfsr: Reg<Bits<16>>,
        #[init(WATCHDOG.into())]
        watchdog: Reg<Bits<8>>,
        #[init(regs::CTRL.reset().into())]
        ctrl: Reg<Bits<3>>,
        classes: Reg<Bits<21>>,
        filter1: Reg<Bits<18>>,
        filter2: Reg<Bits<2>>,
        #[init(regs::RECFMT.reset().into())]
        recfmt: Reg<Bits<16>>,
        decim: Reg<Bits<16>>,
        #[also(answer)]
        low_half: Reg<Bits<32>>,
        turn: Reg<Bits<2>>,
        // what the host wants: a command, a bit for each; whether it may; whether only while no record waits;
        // the width of an index that is written
        orders: Reg<Bits<10>>,
        #[also(unqueued, is_width)]
        granted: Reg<Bit>,
        new_width: Reg<Bits<5>>,
        violations: Reg<Bits<16>>,
        bit: Reg<Bits<6>>,
        sweep: Reg<Bits<LG>>,
        #[also(sweep_valid, sweep_memory)]
        sweep_files: Reg<Bit>,
        // where operands come from
        #[also(from_b)]
        from_a: Reg<Bits<6>>,
        // the operands, R, the part of an entry before and after; the sum with its carry
        #[also(b, old, fresh)]
        a: Reg<Bits<VW>>,
        r: RegEn<Bits<VW>>,
        raw: Reg<Bits<{ VW + 1 }>>,
        #[also(part_op)]
        part_size: Reg<Bits<4>>,
        part_byte: Reg<Bits<3>>,
        // cycles in which R is still to be adjusted
        adjusts: Reg<Bits<4>>,
        #[also(less, hit, moved, clips, inverted)]
        equal: Reg<Bit>,
        #[also(widest)]
        fresh_index: Reg<Bits<16>>,
        index_sum: Reg<Bits<17>>,
        #[also(scan_at, scan_seen, scan_last)]
        found: Reg<Bits<LG>>,
        scan_live: Reg<Bit>,
    }

    impl Coproc {
        fn update(&mut self) {
            const REST: Bits<2> = State::Idle as u64;
            const RUNS: Bits<2> = State::Run as u64;
            const ASKS: Bits<2> = State::Interrupt as u64;
            const FAILS: Bits<2> = State::Error as u64;

            self.decode_word();
            self.bus_turns();
            self.bus_reads();
            self.addresses();
            self.fetch();
            self.operands();
            self.scan();
            self.execute();
            self.count();
            self.settle();
            self.commit();
            self.bus_writes();
            self.commands();
            self.sweeps();
            self.outputs();
            if self.reset.val() | restart {
                self.restarts();
            }
            if self.reset.val() {
                self.sweep_valid.d.next = true;
                self.recfmt.d.next = RECORD;
                zero!(self: turn, sweep_memory);
            }
        }
    }
}
