//! The counters inside the engine (docs/reference/hps.md, H6).
use crate::hw::lib::{FastRam, Reg, RegEn, several};
use crate::spec::burst::LFSR_TAPS;
use crate::spec::hps::{SOURCES, words::RANDOM};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Address bits of the memory of what a set can load.
const PLACE: usize = SOURCES.trailing_zeros() as usize + 1;

/// `N` counters of `W` bits with their flags, what a set can load, and the random generator. `K` is `2 N`, `S` is `4 N`.
///
/// What a set loads lies in block RAM, one for each counter: the counter has it in the cycle behind, where it is used as if it were the counter's own.
/// That it is 0 is known at once. Each word has two places: a host writes the one that is not read.
#[derive(LogicBlock, SmartDefault)]
pub struct Counters<const N: usize, const K: usize, const S: usize, const W: usize> {
    #[default(const { assert!(N <= 8 && K == 2 * N && S == 4 * N && W <= 32, "Counters<N, K, S, W> wants K = 2 N, S = 4 N") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An instruction is held against the patterns: what `op` says happens.
    pub edit: Signal<In, Bit>,
    /// Micro-operation of each counter, counter 0 lowest.
    pub op_code: Signal<In, Bits<K>>,
    /// What a set loads.
    pub op_source: Signal<In, Bits<S>>,
    /// Counter 0 becomes 0.
    pub ext_on: Signal<In, Bit>,
    /// Counter 0 becomes 1.
    pub ext_off: Signal<In, Bit>,
    /// Sampling goes on while counter 0 has overflowed, not while it is 0.
    pub cfg_flagsel: Signal<In, Bit>,
    /// Every counter becomes 1.
    pub set_counters: Signal<In, Bit>,
    /// A counter is written.
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
    pub flag_zero: Signal<Out, Bits<N>>,
    /// Which have overflowed.
    pub flag_over: Signal<Out, Bits<N>>,
    /// Events count now.
    pub sampling: Signal<Out, Bit>,
    /// Which of them counted: for statistics.
    pub op_done: Signal<Out, Bits<N>>,
    /// Which counter is read.
    pub rd_index: Signal<In, Bits<3>>,
    /// That counter.
    pub rd_counter: Signal<Out, Bits<32>>,
    /// State of the generator.
    pub rd_seed: Signal<Out, Bits<32>>,
    #[default((0..N).map(|_| Reg::new(1.into())).collect())]
    value: Vec<Reg<Bits<W>>>,
    #[default(several(N))]
    over: Vec<Reg<Bit>>,
    // words that a set can load; which place of each counts; which are 0
    #[default(several(N))]
    memory: Vec<FastRam<W, PLACE>>,
    #[default(several(SOURCES))]
    place: Vec<Reg<Bit>>,
    #[default((0..SOURCES).map(|_| Reg::new(true)).collect())]
    blank: Vec<Reg<Bit>>,
    // the counter is what its memory shows; that is 0
    #[default(several(N))]
    pending: Vec<Reg<Bit>>,
    #[default(several(N))]
    empty: Vec<Reg<Bit>>,
    #[default(Reg::new(1.into()))]
    state: Reg<Bits<32>>,
    mask: RegEn<Bits<32>>,
    #[default(several(N))]
    code: Vec<Signal<Local, Bits<2>>>,
    #[default(several(N))]
    from: Vec<Signal<Local, Bits<4>>>,
    #[default(several(N))]
    load: Vec<Signal<Local, Bits<W>>>,
    #[default(several(N))]
    now: Vec<Signal<Local, Bits<W>>>,
    #[default(several(N))]
    zero: Vec<Reg<Bit>>,
    #[default(several(N))]
    more: Vec<Signal<Local, Bits<W>>>,
    #[default(several(N))]
    less: Vec<Signal<Local, Bits<W>>>,
    #[default(several(N))]
    draws: Vec<Signal<Local, Bit>>,
    #[default(several(N))]
    written: Vec<Signal<Local, Bit>>,
    #[default(several(N))]
    read_place: Vec<Signal<Local, Bit>>,
    source: Signal<Local, Bits<4>>,
    current: Signal<Local, Bit>,
    #[default(several(N))]
    vacant: Vec<Signal<Local, Bit>>,
    #[default(several(N))]
    nothing: Vec<Signal<Local, Bit>>,
    none: Signal<Local, Bit>,
    drawn: Signal<Local, Bits<4>>,
    ahead: Signal<Local, Bits<32>>,
    used: Signal<Local, Bits<32>>,
    other_place: Signal<Local, Bit>,
    word: Signal<Local, Bits<W>>,
    outside: Signal<Local, Bit>,
    one: Signal<Local, Bit>,
    random: Signal<Local, Bits<32>>,
    shown: Signal<Local, Bits<W>>,
    zeros: Signal<Local, Bits<N>>,
    overs: Signal<Local, Bits<N>>,
    dones: Signal<Local, Bits<N>>,
    #[default(Constant::new(bits(LFSR_TAPS.into())))]
    taps: Constant<Bits<32>>,
    #[default(Constant::new(bits(RANDOM.into())))]
    random_code: Constant<Bits<4>>,
    #[default((0..N).map(|n| Constant::new(bits(1 << n))).collect())]
    bit: Vec<Constant<Bits<N>>>,
}

impl<const N: usize, const K: usize, const S: usize, const W: usize> Logic for Counters<N, K, S, W> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module counters");
        comment!("@doc The counters of the engine, their flags, what a set can load, and the random generator.");
        comment!("@ports edit op: an instruction, and the micro-operation of each counter");
        comment!("@ports ext: sampling is switched on or off from outside; off wins");
        comment!("@ports cfg_flagsel: sampling is the overflow flag of counter 0, not its zero flag");
        comment!("@ports set_counters: every counter becomes 1");
        comment!("@ports wr: a host writes, which wins over all else");
        comment!("@ports flag sampling: what the next instruction is held against");
        comment!("@ports op_done: micro-operations that happen");
        comment!("@ports rd: for the host");
        dff_setup!(self, clock, state);
        self.mask.clock.next = self.clock.val();
        self.mask.d.next = self.wr_data.val();
        self.mask.en.next = self.wr_mask.val();
        self.rd_seed.next = self.state.q.val();
        self.word.next = bit_cast::<W, 32>(self.wr_data.val());
        self.other_place.next = false;
        for i in 0..SOURCES {
            self.place[i].clock.next = self.clock.val();
            self.blank[i].clock.next = self.clock.val();
            self.place[i].d.next = self.place[i].q.val();
            self.blank[i].d.next = self.blank[i].q.val();
            if self.wr_index.val().get_bits::<3>(0) == i.to_bits() {
                self.other_place.next = !self.place[i].q.val();
                if self.wr_source.val() {
                    self.place[i].d.next = !self.place[i].q.val();
                    self.blank[i].d.next = !self.word.val().any();
                }
            }
            if self.reset.val() {
                self.blank[i].d.next = true;
            }
        }

        self.zeros.next = 0.into();
        self.overs.next = 0.into();
        self.dones.next = 0.into();
        self.shown.next = 0.into();
        self.random.next = self.state.q.val();
        comment!("Which of the next random numbers are 0 is known before it is known how many are drawn.");
        self.drawn.next = 0.into();
        self.ahead.next = self.state.q.val();
        for k in 0..N {
            if self.ahead.val().get_bit(0) {
                self.ahead.next = (self.ahead.val() >> 1) ^ self.taps.val();
            } else {
                self.ahead.next = self.ahead.val() >> 1;
            }
            self.used.next = self.ahead.val() & self.mask.q.val();
            self.nothing[k].next = !self.used.val().get_bits::<W>(0).any();
        }
        for n in 0..N {
            self.value[n].clock.next = self.clock.val();
            self.over[n].clock.next = self.clock.val();
            self.over[n].d.next = self.over[n].q.val();
            self.code[n].next = 0.into();
            if self.edit.val() {
                self.code[n].next = self.op_code.val().get_bits::<2>(2 * n);
            }
            self.from[n].next = self.op_source.val().get_bits::<4>(4 * n);
            comment!("What a set loads: from memory it is there in the cycle behind.");
            self.read_place[n].next = false;
            self.pending[n].clock.next = self.clock.val();
            self.empty[n].clock.next = self.clock.val();
            self.pending[n].d.next = false;
            self.vacant[n].next = true;
            for i in 0..SOURCES {
                if self.from[n].val() == i.to_bits() {
                    self.read_place[n].next = self.place[i].q.val();
                    self.vacant[n].next = self.blank[i].q.val();
                }
            }
            self.empty[n].d.next = self.vacant[n].val();
            self.memory[n].clock.next = self.clock.val();
            self.memory[n].we.next = self.wr_source.val();
            self.memory[n].wa.next = (bit_cast::<PLACE, 3>(self.wr_index.val().get_bits::<3>(0)) << 1)
                | bit_cast::<PLACE, 1>(self.other_place.val().into());
            self.memory[n].wd.next = self.word.val();
            self.source.next = self.from[n].val();
            self.current.next = self.read_place[n].val();
            self.memory[n].ra.next = (bit_cast::<PLACE, 3>(self.source.val().get_bits::<3>(0)) << 1)
                | bit_cast::<PLACE, 1>(self.current.val().into());
            self.now[n].next = self.value[n].q.val();
            self.zero[n].clock.next = self.clock.val();
            self.zero[n].d.next = self.zero[n].q.val();
            if self.pending[n].q.val() {
                self.now[n].next = self.memory[n].rd.val();
                if self.empty[n].q.val() {
                    self.now[n].next = 0.into();
                }
            }
            comment!("The generator steps for each counter that it is loaded into.");
            self.none.next = false;
            for k in 0..N {
                if self.drawn.val() == k.to_bits() {
                    self.none.next = self.nothing[k].val();
                }
            }
            self.draws[n].next = self.code[n].val().all() & (self.from[n].val() == self.random_code.val());
            if self.draws[n].val() {
                self.drawn.next = self.drawn.val() + 1;
                if self.random.val().get_bit(0) {
                    self.random.next = (self.random.val() >> 1) ^ self.taps.val();
                } else {
                    self.random.next = self.random.val() >> 1;
                }
            }
            self.load[n].next = bit_cast::<W, 32>(self.random.val() & self.mask.q.val());
            self.written[n].next = self.wr_counter.val() & (self.wr_index.val().get_bits::<3>(0) == n.to_bits());
            if self.written[n].val() {
                self.load[n].next = self.word.val();
            }
            comment!("Past the ends a counter overflows. Both sums are there before it is known which one is wanted.");
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
                if self.from[n].val() == self.random_code.val() {
                    self.zero[n].d.next = self.none.val();
                }
                self.over[n].d.next = false;
            }
            if self.draws[n].val() | self.written[n].val() {
                self.value[n].d.next = self.load[n].val();
            }
            if self.code[n].val().any() {
                self.dones.next = self.dones.val() | self.bit[n].val();
            }
            if self.zero[n].q.val() {
                self.zeros.next = self.zeros.val() | self.bit[n].val();
            }
            if self.over[n].q.val() {
                self.overs.next = self.overs.val() | self.bit[n].val();
            }
            if self.rd_index.val() == n.to_bits() {
                self.shown.next = self.now[n].val();
            }
        }
        self.state.d.next = self.random.val();
        if self.wr_seed.val() {
            self.state.d.next = self.wr_data.val();
            if !self.wr_data.val().any() {
                self.state.d.next = 1.into();
            }
        }
        self.rd_counter.next = bit_cast::<32, W>(self.shown.val());
        self.flag_zero.next = self.zeros.val();
        self.flag_over.next = self.overs.val();
        self.op_done.next = self.dones.val();
        self.sampling.next = self.zeros.val().get_bit(0);
        if self.cfg_flagsel.val() {
            self.sampling.next = self.overs.val().get_bit(0);
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
                self.zero[n].d.next = !self.word.val().any();
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
