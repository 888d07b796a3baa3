//! The counters inside the engine (docs/reference/hps.md, H6).
use super::counter::{Counter, PLACE};
use super::ports::{FlagTx, OpRx, ReadRx, StepRx, WriteRx};
use crate::hw::lib::{Reg, RegEn};
use crate::spec::burst::LFSR_TAPS;
use crate::spec::hps::{SOURCES, words::RANDOM};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod counters {
    //! The counters of the engine, their flags, what a set can load, and the random generator.

    /// `N` counters of `W` bits with their flags, what a set can load, and the random generator. `K` is `2 N`, `S` is
    /// `4 N`.
    ///
    /// Each word that a set can load has two places in the memories of the counters: a host writes the one that is not
    /// read.
    #[clocked(reset)]
    #[derived(K = 2 * N, S = 4 * N)]
    pub struct Counters<#[range(1..=8)] const N: usize, #[range(1..=32)] const W: usize> {
        #[group("edit op: an instruction, and the micro-operation of each counter")]
        #[only(edit)]
        pub step: StepRx,
        pub op: OpRx<K, S>,
        /// Counter 0 becomes 0.
        #[group("sampling is switched on or off from outside; off wins")]
        pub ext_on: Signal<In, Bit>,
        /// Counter 0 becomes 1.
        pub ext_off: Signal<In, Bit>,
        /// Sampling goes on while counter 0 has overflowed, not while it is 0.
        #[group("cfg_flagsel: sampling is the overflow flag of counter 0, not its zero flag")]
        pub cfg_flagsel: Signal<In, Bit>,
        /// Every counter becomes 1.
        #[group("set_counters: every counter becomes 1")]
        pub set_counters: Signal<In, Bit>,
        #[group("a host writes, which wins over all else")]
        #[only(counter, source, seed, mask, index, data)]
        pub wr: WriteRx,
        #[group("flag sampling: what the next instruction is held against")]
        pub flag: FlagTx<N>,
        /// Events count now.
        pub sampling: Signal<Out, Bit>,
        /// Counters whose micro-operation happens, for the statistics.
        #[group("op_done: micro-operations that happen")]
        pub op_done: Signal<Out, Bits<N>>,
        #[group("for the host")]
        #[only(index, counter, seed)]
        pub rd: ReadRx,
        counters: [Counter<W>; N],
        // of each word that a set can load: which place counts; whether it is 0
        place: [Reg<Bit>; SOURCES],
        #[init(true)]
        blank: [Reg<Bit>; SOURCES],
        #[init(1)]
        state: Reg<Bits<32>>,
        mask: RegEn<Bits<32>>,
    }

    impl Counters {
        fn update(&mut self) {
            const TAPS: Bits<32> = LFSR_TAPS.into();
            const RANDOM_CODE: Bits<4> = RANDOM.into();
            const BIT: [Bits<N>; N] = (0..N).map(|n| 1 << n);

            self.mask.d.next = self.wr.data.val();
            self.mask.en.next = self.wr.mask.val();
            self.rd.seed.next = self.state.q.val();
            let word: Bits<W> = bit_cast::<W, 32>(self.wr.data.val());
            let other_place: Bit = false;
            for i in 0..SOURCES {
                if self.wr.index.val().get_bits::<3>(0) == i.to_bits() {
                    other_place = !self.place[i].q.val();
                    if self.wr.source.val() {
                        self.place[i].d.next = !self.place[i].q.val();
                        self.blank[i].d.next = !word.any();
                    }
                }
                if self.reset.val() {
                    self.blank[i].d.next = true;
                }
            }

            comment!("Which of the next random numbers are 0 is known before it is known how many are drawn.");
            // Not `lib::Lfsr`: the rules have another polynomial (U4), and the generator steps up to N times a cycle,
            // here in any case and below for each counter that takes a number.
            let random: Bits<32> = self.state.q.val();
            let ahead: Bits<32> = self.state.q.val();
            let used: Bits<32>;
            let nothing: [Bit; N];
            for k in 0..N {
                if ahead.get_bit(0) {
                    ahead = (ahead >> 1) ^ TAPS;
                } else {
                    ahead = ahead >> 1;
                }
                used = ahead & self.mask.q.val();
                nothing[k] = !used.get_bits::<W>(0).any();
            }
            let drawn: Bits<4> = 0.into();
            let code: [Bits<2>; N];
            let from: [Bits<4>; N];
            let current: [Bit; N];
            let vacant: [Bit; N];
            let draws: [Bit; N];
            let written: [Bit; N];
            let zeros: Bits<N> = 0.into();
            let overs: Bits<N> = 0.into();
            let dones: Bits<N> = 0.into();
            let shown: Bits<W> = 0.into();
            for n in 0..N {
                code[n] = 0.into();
                if self.step.edit.val() {
                    code[n] = self.op.code.val().get_bits::<2>(2 * n);
                }
                self.counters[n].op.next = code[n];
                from[n] = self.op.source.val().get_bits::<4>(4 * n);
                current[n] = false;
                vacant[n] = true;
                for i in 0..SOURCES {
                    if from[n] == i.to_bits() {
                        current[n] = self.place[i].q.val();
                        vacant[n] = self.blank[i].q.val();
                    }
                }
                self.counters[n].from.next =
                    (bit_cast::<PLACE, 3>(from[n].get_bits::<3>(0)) << 1) | bit_cast::<PLACE, 1>(current[n].into());
                comment!("The generator steps for each counter that it is loaded into.");
                draws[n] = code[n].all() & (from[n] == RANDOM_CODE);
                if from[n] == RANDOM_CODE {
                    vacant[n] = false;
                    for k in 0..N {
                        if drawn == k.to_bits() {
                            vacant[n] = nothing[k];
                        }
                    }
                }
                if draws[n] {
                    drawn = drawn + 1;
                    if random.get_bit(0) {
                        random = (random >> 1) ^ TAPS;
                    } else {
                        random = random >> 1;
                    }
                }
                self.counters[n].draws.next = draws[n];
                self.counters[n].number.next = bit_cast::<W, 32>(random & self.mask.q.val());
                self.counters[n].vacant.next = vacant[n];

                self.counters[n].wr_source.next = self.wr.source.val();
                self.counters[n].wr_place.next = (bit_cast::<PLACE, 3>(self.wr.index.val().get_bits::<3>(0)) << 1)
                    | bit_cast::<PLACE, 1>(other_place.into());
                self.counters[n].wr_word.next = word;
                written[n] = self.wr.counter.val() & (self.wr.index.val().get_bits::<3>(0) == n.to_bits());
                self.counters[n].wr_counter.next = written[n];
                self.counters[n].forced.next = self.set_counters.val();
                self.counters[n].one.next = true;
                if n == 0 {
                    self.counters[n].one.next = self.ext_off.val() | self.set_counters.val();
                    self.counters[n].forced.next =
                        self.set_counters.val() | ((self.ext_on.val() | self.ext_off.val()) & !written[0]);
                }
                if code[n].any() {
                    dones = dones | BIT[n];
                }
                if self.counters[n].zero.val() {
                    zeros = zeros | BIT[n];
                }
                if self.counters[n].over.val() {
                    overs = overs | BIT[n];
                }
                if self.rd.index.val() == n.to_bits() {
                    shown = self.counters[n].value.val();
                }
            }
            self.state.d.next = random;
            if self.wr.seed.val() {
                self.state.d.next = self.wr.data.val();
                if !self.wr.data.val().any() {
                    self.state.d.next = 1.into();
                }
            }
            self.rd.counter.next = bit_cast::<32, W>(shown);
            self.flag.zero.next = zeros;
            self.flag.over.next = overs;
            self.op_done.next = dones;
            self.sampling.next = zeros.get_bit(0);
            if self.cfg_flagsel.val() {
                self.sampling.next = overs.get_bit(0);
            }
            if self.reset.val() {
                self.state.d.next = 1.into();
                self.mask.d.next = 0.into();
                self.mask.en.next = true;
            }
        }
    }
}
