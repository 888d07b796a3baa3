//! The profiling co-processor (docs/reference/coproc.md): a machine of half words that goes through steps.
//!
//! All registers of 16 bits and more lie in a file of 256 half words, twice: one is looked up on the left, one on the
//! right, what the ALU makes of the two is written. [`steps`] has the order in which that happens for a word.
mod chain;
mod decode;
mod fields;
mod file;
mod host;
mod ones;
mod part;
mod scan;
mod sequence;
mod steps;
mod sums;

use crate::hw::bundles::BusRx;
use crate::hw::lib::{FastRam, OutRegRam, Reg, RegEn, Rom};
use crate::hw::offset::Offset;
use crate::spec::classify::Opclass;
use crate::spec::coproc::regs::{self, ADDRESS_BITS};
use crate::spec::coproc::word::{
    AOP, BC, BT, Condition, IOP, MB, MOP, Memory as Operation, RSV, RX, SA, SB, SourceA, SourceB, TAG, VD, WX,
};
use crate::spec::coproc::{Base, Command, Config, Error, PREDICTOR_RESET, State, WATCHDOG, lfsr};
use chain::Chain;
use fields::Fields;
use ones::Ones;
use part::Lane;
use rust_hdl::prelude::*;
use scan::Scan;
use steps::{Act, Before, Carry, Code, Flag, Host, Make, Memory, Shift, TakeA, TakeB, Test, at, file as places, lies};

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word of registers.
const WORD: usize = ADDRESS - 2;
/// Bits of what the ROMs say of a step: what is moved, what is done, and how it goes on with the rest of both.
const MOVES: usize = steps::MOVES;
const DEEDS: usize = steps::DEEDS;
const TURNS: usize = steps::TURNS;
const MORE: usize = steps::MORE;
/// ROMs of a deep build, bits of each in a step, and with how it goes on.
const PARTS: usize = steps::PARTS;
const SLICE: usize = steps::SLICE;
const ONWARD: usize = 2 + steps::NUMBER;
const PART: usize = SLICE + ONWARD;
const SAYS: usize = PARTS * SLICE;
/// Bits of the fields there, each of which ends where another begins.
const MOVED_BITS: usize = lies::KEY - lies::MOVED;
const DONE_BITS: usize = lies::MORE - lies::DONE;
const TAKE_A_BITS: usize = lies::BESIDE - lies::TAKE_A;
const BESIDE_BITS: usize = lies::A_TAKES - lies::BESIDE;
const TAKE_B_BITS: usize = lies::SUM - lies::TAKE_B;
const MAKE_BITS: usize = lies::FLAG - lies::MAKE;
const FLAG_BITS: usize = lies::MEMORY - lies::FLAG;
const MEMORY_BITS: usize = lies::ACT - lies::MEMORY;
const ACT_BITS: usize = lies::CODE - lies::ACT;
const CODE_BITS: usize = lies::TEST - lies::CODE;
const TEST_BITS: usize = lies::ALL - lies::TEST;

/// Half words of the file that are not 0 after a reset, besides widths: place and value.
fn initial(value_bits: usize, index_bits: usize, xlen: usize) -> impl Iterator<Item = (u64, u64)> {
    let params =
        regs::PARAMS.field("VW64").at((value_bits > 32).into()) | regs::PARAMS.field("LG").at(index_bits as u32);
    [
        (0, regs::ID_WORD & 0xffff),
        (0x80, regs::ID_WORD >> 16),
        (1, params),
        (u64::from(regs::CTRL.offset / 4), regs::CTRL.reset()),
        (u64::from(regs::RECFMT.offset / 4), regs::RECFMT.reset()),
        (steps::place(places::WATCHDOG), WATCHDOG.into()),
        (steps::place(places::RANDOM), lfsr::RESET.into()),
        (steps::place(places::ONE), 1),
        (steps::place(places::SIXTEEN), 16),
        (steps::place(places::TAG), if xlen == 32 { 0x7fff } else { 0xffff }),
    ]
    .into_iter()
    .map(|(place, value)| (place, value.into()))
}

/// A bit for each base that names no lane after a reset, which makes all of them lane D.
const fn lanes_missing(value_bits: usize) -> u64 {
    if value_bits == 32 { 0xff } else { 0 }
}

/// A bit for each of these values of bits 6 to 2 of an instruction.
fn majors(values: &[u64]) -> u64 {
    values.iter().fold(0, |all, value| all | 1 << value)
}

/// A bit for each code up to this one.
const fn upto(code: u8) -> u64 {
    (2 << code) - 1
}

crate::spec::coproc::regs::each_coprocessor_register! {
    treetap_hdl::registers {
        //! Which register a word is.
        pub mod coproc_bank, struct CoprocBank of Reg, crate::spec::coproc::regs,
        at(CTRL, STATUS, CMD, HOSTVIOL, WDOG, LFSR16, WORDS_LO, WORDS_HI, CLASS_EN, F1CFG, F2CFG, RECFMT, DECIM, SETIGN,
            COUNTS, X, XW, B, K, V, T, MD_LO, MD_HI, MI, FLAGS, SPC, UC, KEY, VLD, DM, IGN);
    }
}

#[treetap_hdl::unit(phases(decode, file, host, sequence, sums))]
mod coproc {
    //! Programmable profiling co-processor: runs a microprogram on each sample. docs/reference/coproc.md has the rules.

    /// Runs a microprogram on each sample, for a core with addresses of `X` bits, with values of `VW` bits and `2^LG`
    /// entries. With `P` 1 it predicts branches to near words, with `C` 1 the associative array is one of chains, with
    /// `D` 1 it is built for a fast clock: its steps take more bits, and a key is there a cycle later.
    ///
    /// A request on the bus is answered between two words.
    #[clocked(reset)]
    #[given(config: Config)]
    #[derived(N = 1 << LG, PLACE = LG + 2, STEP = steps::NUMBER - 2 + VW / 32, WORDS = 6 + 2 * D)]
    #[fits(
        config.entries as usize == N && config.value_bits as usize == VW && config.predict == (P == 1)
            && config.chain == (C == 1) && config.deep == (D == 1),
        "the parameters are those of the build"
    )]
    pub struct Coproc<
        #[range(32..=64, step = 32)] const X: usize,
        #[range(32..=64, step = 32)] const VW: usize,
        #[range(5..=8)] const LG: usize,
        #[range(0..=1)] const P: usize,
        #[range(0..=1)] const C: usize,
        #[range(0..=1)] const D: usize,
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
        #[when(D == 0)]
        #[given(steps::roms(VW, C == 1).moves)]
        moves: Rom<MOVES, STEP>,
        #[when(D == 0)]
        #[given(steps::roms(VW, C == 1).deeds)]
        deeds: Rom<DEEDS, STEP>,
        #[when(D == 0)]
        #[given(steps::roms(VW, C == 1).turns)]
        turns: Rom<TURNS, STEP>,
        // in a deep build each says how it goes on: block RAM takes most of a cycle, and another block is far away
        #[when(D == 1)]
        #[given(steps::parts(VW, C == 1)[at].clone())]
        parts: [Rom<PART, STEP>; PARTS],
        // more addresses than it needs in a deep build: smaller ones become logic
        microcode: [FastRam<16, WORDS>; 3],
        // registers, a half word each, twice
        left: FastRam<16, 8>,
        right: FastRam<16, 8>,
        // the data memory, four half words an entry
        #[when(D == 0)]
        entries: FastRam<16, PLACE>,
        // by bytes in a deep build, so that nothing is read to write one, and with registers of its own
        #[when(D == 1)]
        sides: [OutRegRam<8, PLACE>; 2],
        #[when(C == 0)]
        scan: Scan<LG, D>,
        #[when(C == 1)]
        chain: Chain<LG, D>,
        fields: Fields<VW>,
        part_of: Lane,
        // entries of a base
        extent: Ones,
        ways: Offset<32>,
        #[given(regs::built(&config))]
        bank: CoprocBank<WORD, 1, 0>,
        // what is moved and done in the step before the one that is read; what is asked, by what a table is entered
        moved: Reg<Bits<MOVES>>,
        done: Reg<Bits<DEEDS>>,
        more: Reg<Bits<MORE>>,
        // a bit for each value of their codes, which would lie on every slow path
        #[init(1)]
        #[also(one_test, one_flag, one_take_a)]
        one_act: Reg<Bits<32>>,
        #[init(1)]
        #[also(one_make, one_take_b)]
        one_code: Reg<Bits<16>>,
        #[init(1)]
        one_put: Reg<Bits<8>>,
        a_takes: Reg<Bit>,
        // a valid bit enters A; in a deep build it is made with the rest
        #[when(D == 0)]
        gathers: Reg<Bit>,
        met: Reg<Bit>,
        code: Reg<Bits<5>>,
        // operands; the low half of a key or instruction whose high half is A
        a: Reg<Bits<16>>,
        b: Reg<Bits<16>>,
        // in a deep build what A took from the file: nothing comes after that memory; one of the two is 0
        #[when(D == 1)]
        a_file: Reg<Bits<16>>,
        key: RegEn<Bits<16>>,
        // the immediate of an instruction, and which format it has
        offset: Reg<Bits<32>>,
        #[also(s_format, b_format, u_format, j_format)]
        i_format: RegEn<Bit>,
        // what was made of them, and what becomes of flags by it
        #[also(detail, shown, told_low, told_high)]
        result: Reg<Bits<16>>,
        late: Reg<Bits<32>>,
        // the carry, and what all halves so far are: A is B, the result 0, all ones; a bound was passed
        #[also(spilt, all_equal, all_zero, all_ones, clip, begun)]
        carry: Reg<Bit>,
        // the word that is executed; operation of the ALU and operands of the one that was fetched
        current: RegEn<Bits<48>>,
        coming: Reg<Bits<14>>,
        // where both operands are, that they are one half word, an index
        #[also(place_b)]
        place_a: RegEn<Bits<8>>,
        #[also(index_a, short_b, index_b)]
        short_a: RegEn<Bit>,
        // what branches of words did before
        history: [FastRam<2, 6>; P],
        // a part of an entry that was looked up; one that is written
        #[when(D == 0)]
        piece: Reg<Bits<16>>,
        put: Reg<Bit>,
        put_place: Reg<Bits<PLACE>>,
        // flags
        #[also(ltu, zr, asat, isat, msat, hit, neg)]
        eq: Reg<Bit>,
        #[also(upc)]
        pc: Reg<Bits<7>>,
        // what was fetched is not what comes next
        #[init(true)]
        stale: Reg<Bit>,
        // the low half of WORDS
        tally: Reg<Bits<16>>,
        // words that the watchdog still allows, if it watches
        spare: Reg<Bits<8>>,
        #[also(within, stopping, owed, keeps, trouble, branches)]
        watched: Reg<Bit>,
        mode: Reg<Bits<2>>,
        cause: Reg<Bits<2>>,
        error: Reg<Bits<3>>,
        // what the host wants, and which of its registers it means
        kind: Reg<Bits<5>>,
        #[also(asked, allowed, unqueued, width_wrong, legal, open, filed, narrow)]
        heard: Reg<Bit>,
        #[also(for_matched, for_place, for_width, for_control, for_first, for_second, for_classes, for_nothing)]
        for_watchdog: Reg<Bit>,
        #[also(
            for_valid,
            for_command,
            for_count,
            for_words,
            for_flags,
            for_status,
            for_others,
            for_base,
            flagged,
            restarts
        )]
        for_key: Reg<Bit>,
        ordered: Reg<Bits<10>>,
        count: Reg<Bits<8>>,
        // it was that of RECFMT in the cycle before
        #[when(D == 0)]
        counts_format: Reg<Bit>,
        #[also(sweep_memory)]
        sweep_valid: Reg<Bit>,
        // the entry, the last one of the base
        #[also(last)]
        entry: Reg<Bits<LG>>,
        outside: Reg<Bit>,
        // bases that name no lane
        #[init(lanes_missing(VW).into())]
        bad_lanes: Reg<Bits<8>>,
        // the part: its first byte, its size
        first_byte: Reg<Bits<3>>,
        size: Reg<Bits<2>>,
        #[init(regs::CTRL.reset().into())]
        ctrl: Reg<Bits<3>>,
        classes: Reg<Bits<21>>,
        filter1: Reg<Bits<18>>,
        filter2: Reg<Bits<2>>,
        #[init(regs::RECFMT.reset().into())]
        recfmt: Reg<Bits<16>>,
        decim: Reg<Bits<16>>,
    }

    impl Coproc {
        fn update(&mut self) {
            const STATE_REST: Bits<2> = State::Idle as u64;
            const STATE_RUNS: Bits<2> = State::Run as u64;
            const STATE_ASKS: Bits<2> = State::Interrupt as u64;
            const STATE_FAILS: Bits<2> = State::Error as u64;

            self.step_fields();
            self.decode_word();
            self.search();
            self.host_wants();
            self.host_means();
            self.branch();
            self.left_lookup();
            self.right_lookup();
            self.operand_a();
            self.operand_b();
            self.reset_values();
            self.beside();
            self.make();
            self.flags();
            self.writes();
            self.remember();
            self.entry();
            self.acts();
            self.stores();
            self.commands();
            self.next_step();
            self.outputs();
            if self.reset.val() | restart {
                self.restarts();
            }
            if self.reset.val() {
                self.sweep_valid.d.next = true;
                self.recfmt.d.next = RECORD;
                zero!(self: met, keeps, heard, asked, sweep_memory, entry);
            }
        }
    }
}
