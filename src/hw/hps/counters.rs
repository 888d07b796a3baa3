//! The counters inside the engine (docs/hps.md, H6).
use crate::hw::lib::{Reg, RegEn, several};
use crate::spec::burst::LFSR_TAPS;
use crate::spec::hps::{SOURCES, words::RANDOM};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// `N` counters of `W` bits with their flags, what a set can load, and the random generator. `K` is `2 N`, `S` is `4 N`.
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
    #[default(several(SOURCES))]
    source: Vec<RegEn<Bits<W>>>,
    #[default(Reg::new(1.into()))]
    state: Reg<Bits<32>>,
    mask: RegEn<Bits<32>>,
    #[default(several(N))]
    code: Vec<Signal<Local, Bits<2>>>,
    #[default(several(N))]
    from: Vec<Signal<Local, Bits<4>>>,
    #[default(several(N))]
    load: Vec<Signal<Local, Bits<W>>>,
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
        for i in 0..SOURCES {
            self.source[i].clock.next = self.clock.val();
            self.source[i].d.next = bit_cast::<W, 32>(self.wr_data.val());
            self.source[i].en.next = self.wr_source.val() & (self.wr_index.val().get_bits::<3>(0) == i.to_bits());
            if self.reset.val() {
                self.source[i].d.next = 0.into();
                self.source[i].en.next = true;
            }
        }

        self.zeros.next = 0.into();
        self.overs.next = 0.into();
        self.dones.next = 0.into();
        self.shown.next = 0.into();
        self.random.next = self.state.q.val();
        for n in 0..N {
            self.value[n].clock.next = self.clock.val();
            self.over[n].clock.next = self.clock.val();
            self.value[n].d.next = self.value[n].q.val();
            self.over[n].d.next = self.over[n].q.val();
            self.code[n].next = 0.into();
            if self.edit.val() {
                self.code[n].next = self.op_code.val().get_bits::<2>(2 * n);
            }
            self.from[n].next = self.op_source.val().get_bits::<4>(4 * n);
            comment!("What a set loads: the generator steps for each counter that it is loaded into.");
            self.load[n].next = 0.into();
            for i in 0..SOURCES {
                if self.from[n].val() == i.to_bits() {
                    self.load[n].next = self.source[i].q.val();
                }
            }
            if self.from[n].val() == self.random_code.val() {
                if self.code[n].val().all() {
                    if self.random.val().get_bit(0) {
                        self.random.next = (self.random.val() >> 1) ^ self.taps.val();
                    } else {
                        self.random.next = self.random.val() >> 1;
                    }
                }
                self.load[n].next = bit_cast::<W, 32>(self.random.val() & self.mask.q.val());
            }
            comment!("Past the ends a counter overflows.");
            if self.code[n].val() == 1 {
                self.value[n].d.next = self.value[n].q.val() + 1;
                self.over[n].d.next = self.over[n].q.val() | self.value[n].q.val().all();
            }
            if self.code[n].val() == 2 {
                self.value[n].d.next = self.value[n].q.val() - 1;
                self.over[n].d.next = self.over[n].q.val() | !self.value[n].q.val().any();
            }
            if self.code[n].val() == 3 {
                self.value[n].d.next = self.load[n].val();
                self.over[n].d.next = false;
            }
            if self.code[n].val().any() {
                self.dones.next = self.dones.val() | self.bit[n].val();
            }
            if !self.value[n].q.val().any() {
                self.zeros.next = self.zeros.val() | self.bit[n].val();
            }
            if self.over[n].q.val() {
                self.overs.next = self.overs.val() | self.bit[n].val();
            }
            if self.rd_index.val() == n.to_bits() {
                self.shown.next = self.value[n].q.val();
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
        if self.ext_on.val() | self.ext_off.val() {
            self.value[0].d.next = bit_cast::<W, 1>(self.ext_off.val().into());
            self.over[0].d.next = false;
        }
        for n in 0..N {
            if self.wr_counter.val() & (self.wr_index.val().get_bits::<3>(0) == n.to_bits()) {
                self.value[n].d.next = bit_cast::<W, 32>(self.wr_data.val());
                self.over[n].d.next = false;
            }
            if self.set_counters.val() | self.reset.val() {
                self.value[n].d.next = 1.into();
                self.over[n].d.next = false;
            }
        }
        if self.reset.val() {
            self.state.d.next = 1.into();
            self.mask.d.next = 0.into();
            self.mask.en.next = true;
        }
    }
}
