//! The counters inside the engine (docs/reference/hps.md, H6).
use crate::hw::lib::{FastRam, Reg, RegEn};
use crate::spec::burst::LFSR_TAPS;
use crate::spec::hps::{SOURCES, words::RANDOM};
use rust_hdl::prelude::*;

/// Address bits of the memory of what a set can load.
const PLACE: usize = SOURCES.trailing_zeros() as usize + 1;

#[treetap_hdl::unit]
mod counters {
    //! The counters of the engine, their flags, what a set can load, and the random generator.

    /// `N` counters of `W` bits with their flags, what a set can load, and the random generator. `K` is `2 N`, `S` is `4 N`.
    ///
    /// What a set loads lies in block RAM, one for each counter: the counter has it in the next cycle, where it is used as if it were the counter's own.
    /// That it is 0 is known at once. Each word has two places: a host writes the one that is not read.
    #[clocked(reset)]
    #[derived(K = 2 * N, S = 4 * N)]
    pub struct Counters<#[range(1..=8)] const N: usize, #[range(1..=32)] const W: usize> {
        /// An instruction is held against the patterns: what `op` says happens.
        #[group("edit op: an instruction, and the micro-operation of each counter")]
        pub edit: Signal<In, Bit>,
        /// Micro-operation of each counter, counter 0 lowest.
        pub op_code: Signal<In, Bits<K>>,
        /// What a set loads.
        pub op_source: Signal<In, Bits<S>>,
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
        /// A counter is written.
        #[group("a host writes, which wins over all else")]
        pub wr_counter: Signal<In, Bit>,
        /// What a set can load is written.
        pub wr_source: Signal<In, Bit>,
        /// The state of the generator is written.
        pub wr_seed: Signal<In, Bit>,
        /// What of a random number is used is written.
        pub wr_mask: Signal<In, Bit>,
        /// Which counter or source.
        pub wr_index: Signal<In, Bits<12>>,
        /// The word.
        pub wr_data: Signal<In, Bits<32>>,
        /// Which are zero.
        #[group("flag sampling: what the next instruction is held against")]
        pub flag_zero: Signal<Out, Bits<N>>,
        /// Which have overflowed.
        pub flag_over: Signal<Out, Bits<N>>,
        /// Events count now.
        pub sampling: Signal<Out, Bit>,
        /// Which of them counted: for statistics.
        #[group("op_done: micro-operations that happen")]
        pub op_done: Signal<Out, Bits<N>>,
        /// Which counter is read.
        #[group("for the host")]
        pub rd_index: Signal<In, Bits<3>>,
        /// Value of the counter.
        pub rd_counter: Signal<Out, Bits<32>>,
        /// State of the generator.
        pub rd_seed: Signal<Out, Bits<32>>,
        #[init(1)]
        value: [Reg<Bits<W>>; N],
        over: [Reg<Bit>; N],
        // words that a set can load; which place of each counts; which are 0
        memory: [FastRam<W, PLACE>; N],
        place: [Reg<Bit>; SOURCES],
        #[init(true)]
        blank: [Reg<Bit>; SOURCES],
        // the counter is what its memory shows; that is 0
        pending: [Reg<Bit>; N],
        empty: [Reg<Bit>; N],
        #[init(1)]
        state: Reg<Bits<32>>,
        mask: RegEn<Bits<32>>,
        code: [Signal<Local, Bits<2>>; N],
        from: [Signal<Local, Bits<4>>; N],
        load: [Signal<Local, Bits<W>>; N],
        now: [Signal<Local, Bits<W>>; N],
        zero: [Reg<Bit>; N],
        more: [Signal<Local, Bits<W>>; N],
        less: [Signal<Local, Bits<W>>; N],
        draws: [Signal<Local, Bit>; N],
        written: [Signal<Local, Bit>; N],
        read_place: [Signal<Local, Bit>; N],
        source: Signal<Local, Bits<4>>,
        current: Signal<Local, Bit>,
        vacant: [Signal<Local, Bit>; N],
        nothing: [Signal<Local, Bit>; N],
        none: Signal<Local, Bit>,
        used: Signal<Local, Bits<32>>,
        outside: Signal<Local, Bit>,
        one: Signal<Local, Bit>,
    }

    impl Counters {
        fn update(&mut self) {
            const TAPS: Bits<32> = LFSR_TAPS.into();
            const RANDOM_CODE: Bits<4> = RANDOM.into();
            const BIT: [Bits<N>; N] = (0..N).map(|n| 1 << n);

            self.mask.d.next = self.wr_data.val();
            self.mask.en.next = self.wr_mask.val();
            self.rd_seed.next = self.state.q.val();
            let word: Bits<W> = bit_cast::<W, 32>(self.wr_data.val());
            let other_place: Bit = false;
            for i in 0..SOURCES {
                if self.wr_index.val().get_bits::<3>(0) == i.to_bits() {
                    other_place = !self.place[i].q.val();
                    if self.wr_source.val() {
                        self.place[i].d.next = !self.place[i].q.val();
                        self.blank[i].d.next = !word.any();
                    }
                }
                if self.reset.val() {
                    self.blank[i].d.next = true;
                }
            }

            let zeros: Bits<N> = 0.into();
            let overs: Bits<N> = 0.into();
            let dones: Bits<N> = 0.into();
            let shown: Bits<W> = 0.into();
            let random: Bits<32> = self.state.q.val();
            comment!("Which of the next random numbers are 0 is known before it is known how many are drawn.");
            let drawn: Bits<4> = 0.into();
            let ahead: Bits<32> = self.state.q.val();
            for k in 0..N {
                if ahead.get_bit(0) {
                    ahead = (ahead >> 1) ^ TAPS;
                } else {
                    ahead = ahead >> 1;
                }
                self.used.next = ahead & self.mask.q.val();
                self.nothing[k].next = !self.used.val().get_bits::<W>(0).any();
            }
            for n in 0..N {
                self.code[n].next = 0.into();
                if self.edit.val() {
                    self.code[n].next = self.op_code.val().get_bits::<2>(2 * n);
                }
                self.from[n].next = self.op_source.val().get_bits::<4>(4 * n);
                comment!("What a set loads: from memory it is there in the cycle behind.");
                self.read_place[n].next = false;
                self.pending[n].d.next = false;
                self.vacant[n].next = true;
                for i in 0..SOURCES {
                    if self.from[n].val() == i.to_bits() {
                        self.read_place[n].next = self.place[i].q.val();
                        self.vacant[n].next = self.blank[i].q.val();
                    }
                }
                self.empty[n].d.next = self.vacant[n].val();
                self.memory[n].we.next = self.wr_source.val();
                self.memory[n].wa.next = (bit_cast::<PLACE, 3>(self.wr_index.val().get_bits::<3>(0)) << 1)
                    | bit_cast::<PLACE, 1>(other_place.into());
                self.memory[n].wd.next = word;
                self.source.next = self.from[n].val();
                self.current.next = self.read_place[n].val();
                self.memory[n].ra.next = (bit_cast::<PLACE, 3>(self.source.val().get_bits::<3>(0)) << 1)
                    | bit_cast::<PLACE, 1>(self.current.val().into());
                self.now[n].next = self.value[n].q.val();
                if self.pending[n].q.val() {
                    self.now[n].next = self.memory[n].rd.val();
                    if self.empty[n].q.val() {
                        self.now[n].next = 0.into();
                    }
                }
                comment!("The generator steps for each counter that it is loaded into.");
                self.none.next = false;
                for k in 0..N {
                    if drawn == k.to_bits() {
                        self.none.next = self.nothing[k].val();
                    }
                }
                self.draws[n].next = self.code[n].val().all() & (self.from[n].val() == RANDOM_CODE);
                if self.draws[n].val() {
                    drawn = drawn + 1;
                    if random.get_bit(0) {
                        random = (random >> 1) ^ TAPS;
                    } else {
                        random = random >> 1;
                    }
                }
                self.load[n].next = bit_cast::<W, 32>(random & self.mask.q.val());
                self.written[n].next = self.wr_counter.val() & (self.wr_index.val().get_bits::<3>(0) == n.to_bits());
                if self.written[n].val() {
                    self.load[n].next = word;
                }
                comment!(
                    "Past the ends a counter overflows. Both sums are there before it is known which one is wanted."
                );
                self.more[n].next = self.now[n].val() + 1;
                self.less[n].next = self.now[n].val() - 1;
                self.value[n].d.next = self.now[n].val();
                if self.code[n].val() == 1 {
                    self.value[n].d.next = self.more[n].val();
                    self.over[n].d.next = self.over[n].q.val() | self.now[n].val().all();
                    self.zero[n].d.next = self.now[n].val().all();
                }
                if self.code[n].val() == 2 {
                    self.value[n].d.next = self.less[n].val();
                    self.over[n].d.next = self.over[n].q.val() | self.zero[n].q.val();
                    self.zero[n].d.next = self.now[n].val() == 1;
                }
                if self.code[n].val().all() {
                    self.pending[n].d.next = !self.draws[n].val();
                    self.zero[n].d.next = self.vacant[n].val();
                    if self.from[n].val() == RANDOM_CODE {
                        self.zero[n].d.next = self.none.val();
                    }
                    self.over[n].d.next = false;
                }
                if self.draws[n].val() | self.written[n].val() {
                    self.value[n].d.next = self.load[n].val();
                }
                if self.code[n].val().any() {
                    dones = dones | BIT[n];
                }
                if self.zero[n].q.val() {
                    zeros = zeros | BIT[n];
                }
                if self.over[n].q.val() {
                    overs = overs | BIT[n];
                }
                if self.rd_index.val() == n.to_bits() {
                    shown = self.now[n].val();
                }
            }
            self.state.d.next = random;
            if self.wr_seed.val() {
                self.state.d.next = self.wr_data.val();
                if !self.wr_data.val().any() {
                    self.state.d.next = 1.into();
                }
            }
            self.rd_counter.next = bit_cast::<32, W>(shown);
            self.flag_zero.next = zeros;
            self.flag_over.next = overs;
            self.op_done.next = dones;
            self.sampling.next = zeros.get_bit(0);
            if self.cfg_flagsel.val() {
                self.sampling.next = overs.get_bit(0);
            }

            comment!("From outside, then from a host.");
            for n in 0..N {
                self.outside.next = self.set_counters.val() | self.reset.val();
                self.one.next = true;
                if n == 0 {
                    self.one.next = self.ext_off.val() | self.outside.val();
                    self.outside.next =
                        self.outside.val() | ((self.ext_on.val() | self.ext_off.val()) & !self.written[0].val());
                }
                if self.written[n].val() {
                    self.zero[n].d.next = !word.any();
                }
                if self.outside.val() {
                    self.zero[n].d.next = !self.one.val();
                    self.value[n].d.next = bit_cast::<W, 1>(self.one.val().into());
                }
                if self.outside.val() | self.written[n].val() {
                    self.over[n].d.next = false;
                    self.pending[n].d.next = false;
                }
            }
            if self.reset.val() {
                self.state.d.next = 1.into();
                self.mask.d.next = 0.into();
                self.mask.en.next = true;
            }
        }
    }
}
