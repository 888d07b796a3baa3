//! What the engine counts for its host, and what the host has written and can read (docs/reference/hps.md, H8 and H12).
use crate::hw::lib::{FastRam, Reg, several};
use crate::spec::hps::{MAX_COUNTERS, regs};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Bits of the number of a word: enough for all registers below the tables.
pub const KEPT: usize = 6;
/// Statistics besides one for each counter.
pub const OTHERS: usize = 5;
/// Bits of the number of a turn.
const TURN: usize = 4;
/// Bits of what can happen in one round at one thing a cycle.
const SMALL: usize = 5;
/// Bits of the cycles that replacements can add in one round.
const LARGE: usize = 13;

/// Word of each statistic of an engine of `counters` counters: those that one is added to, then VCYC.
pub fn places(counters: usize) -> Vec<u16> {
    let others = [&regs::N_IN, &regs::N_REPL, &regs::N_WORDS, &regs::DROPPED].map(|register| register.offset / 4);
    let hits = (0..counters).map(|n| regs::HIT.offset / 4 + n as u16);
    others.into_iter().chain(hits).chain([regs::VCYC.offset / 4]).collect()
}

/// A memory of words under their numbers: HPS_R, RNDMASK and RANGE as they were written, and the statistics of an engine with `N` counters. Each
/// statistic has its turn, and the host too, of two cycles: the word is read, and with what has happened since the turn before, in a small counter,
/// written.
#[derive(LogicBlock, SmartDefault)]
pub struct Statistics<const N: usize> {
    // a round is 2 (N + 6) cycles
    #[default(const { assert!(N <= MAX_COUNTERS as usize && 2 * (N + OTHERS + 1) < 1 << SMALL && N + OTHERS < 1 << TURN) })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high: all words become 0, in 64 cycles.
    pub reset: Signal<In, Bit>,
    /// Statistics become 0.
    pub cleared: Signal<In, Bit>,
    /// An instruction is held against the patterns.
    pub edit: Signal<In, Bit>,
    /// It is replaced.
    pub step_replaced: Signal<In, Bit>,
    /// A word of a replacement, or an event.
    pub step_word: Signal<In, Bit>,
    /// Cycles of a replacement.
    pub step_cycles: Signal<In, Bits<9>>,
    /// An event was dropped.
    pub step_dropped: Signal<In, Bit>,
    /// Micro-operations of the counters.
    pub op_done: Signal<In, Bits<N>>,
    /// The word that the host is about.
    pub kept_word: Signal<In, Bits<KEPT>>,
    /// It is one that the host has written.
    pub kept_own: Signal<In, Bit>,
    /// It is read: until it is there.
    pub rd_kept: Signal<In, Bit>,
    /// It is written.
    pub wr_kept: Signal<In, Bit>,
    /// With this.
    pub wr_data: Signal<In, Bits<32>>,
    /// The memory is being cleared.
    pub kept_clearing: Signal<Out, Bit>,
    /// A word can be written.
    pub kept_open: Signal<Out, Bit>,
    /// The word that the host is about is there.
    pub kept_there: Signal<Out, Bit>,
    /// That word.
    pub kept_data: Signal<Out, Bits<32>>,
    memory: FastRam<32, KEPT>,
    clearing: Reg<Bits<7>>,
    // whose turn it is; its second cycle; turns of statistics that have to become 0
    turn: Reg<Bits<TURN>>,
    second: Reg<Bit>,
    zeroing: Reg<Bits<TURN>>,
    // the host has asked in the cycle before
    asked: Reg<Bit>,
    #[default(several(N + OTHERS - 1))]
    since: Vec<Reg<Bits<SMALL>>>,
    cycles: Reg<Bits<LARGE>>,
    #[default(several(N + OTHERS - 1))]
    happens: Vec<Signal<Local, Bit>>,
    #[default(several(N + OTHERS - 1))]
    drained: Vec<Signal<Local, Bits<SMALL>>>,
    rest: Signal<Local, Bits<LARGE>>,
    visitor: Signal<Local, Bit>,
    place: Signal<Local, Bits<KEPT>>,
    few: Signal<Local, Bits<SMALL>>,
    amount: Signal<Local, Bits<LARGE>>,
    sum: Signal<Local, Bits<33>>,
    result: Signal<Local, Bits<32>>,
    #[default(places(N).into_iter().map(|word| Constant::new(bits(word.into()))).collect())]
    places: Vec<Constant<Bits<KEPT>>>,
    #[default(Constant::new(bits((regs::DROPPED.offset / 4).into())))]
    dropped_at: Constant<Bits<KEPT>>,
    #[default(Constant::new(bits((N + OTHERS) as u64)))]
    statistics: Constant<Bits<TURN>>,
    #[default(Constant::new(bits((N + OTHERS - 1) as u64)))]
    last: Constant<Bits<TURN>>,
}

impl<const N: usize> Logic for Statistics<N> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module statistics");
        comment!(
            "@doc Statistics, and what a host has written and can read, in one memory under the numbers of their words."
        );
        comment!("@ports cleared: statistics become 0");
        comment!("@ports edit step op_done: what is counted");
        comment!("@ports kept: the word that a host is about; whether it can be written, or is there");
        comment!("@ports rd wr: the host reads it, or writes it");
        dff_setup!(self, clock, clearing, turn, second, zeroing, asked, cycles);
        comment!("Turns of two cycles: those of statistics, then that of the host.");
        self.visitor.next = self.turn.q.val() == self.statistics.val();
        self.second.d.next = !self.second.q.val();
        if self.second.q.val() {
            self.turn.d.next = self.turn.q.val() + 1;
            if self.visitor.val() {
                self.turn.d.next = 0.into();
            }
        }
        self.place.next = self.kept_word.val();
        for i in 0..(N + OTHERS) {
            if self.turn.q.val() == i.to_bits() {
                self.place.next = self.places[i].val();
            }
        }

        comment!("What has happened since the turn before.");
        self.happens[0].next = self.edit.val();
        self.happens[1].next = self.step_replaced.val();
        self.happens[2].next = self.step_word.val();
        self.happens[3].next = self.step_dropped.val();
        for n in 0..N {
            self.happens[n + 4].next = self.op_done.val().get_bit(n);
        }
        self.few.next = 0.into();
        for i in 0..(N + OTHERS - 1) {
            self.since[i].clock.next = self.clock.val();
            self.drained[i].next = self.since[i].q.val();
            if self.turn.q.val() == i.to_bits() {
                self.few.next = self.since[i].q.val();
                if self.second.q.val() {
                    self.drained[i].next = 0.into();
                }
            }
            self.since[i].d.next = self.drained[i].val();
            if self.happens[i].val() {
                self.since[i].d.next = self.drained[i].val() + 1;
            }
            if self.cleared.val() | self.reset.val() {
                self.since[i].d.next = 0.into();
            }
        }
        self.amount.next = bit_cast::<LARGE, SMALL>(self.few.val());
        self.rest.next = self.cycles.q.val();
        if self.turn.q.val() == self.last.val() {
            self.amount.next = self.cycles.q.val();
            if self.second.q.val() {
                self.rest.next = 0.into();
            }
        }
        self.cycles.d.next = self.rest.val() + bit_cast::<LARGE, 9>(self.step_cycles.val());

        comment!("DROPPED stays at its largest value.");
        self.sum.next = bit_cast::<33, 32>(self.memory.rd.val()) + bit_cast::<33, LARGE>(self.amount.val());
        self.result.next = self.sum.val().get_bits::<32>(0);
        if self.zeroing.q.val().any() & !self.visitor.val() {
            self.result.next = bit_cast::<32, LARGE>(self.amount.val());
        } else if self.sum.val().get_bit(32) & (self.place.val() == self.dropped_at.val()) {
            self.result.next = !bit_cast::<32, 1>(false.into());
        }
        self.kept_data.next = self.result.val();
        self.asked.d.next = self.rd_kept.val();
        self.kept_there.next = self.second.q.val()
            & self.asked.q.val()
            & (self.kept_own.val() == self.visitor.val())
            & (self.place.val() == self.kept_word.val());
        if self.second.q.val() & !self.visitor.val() & self.zeroing.q.val().any() {
            self.zeroing.d.next = self.zeroing.q.val() - 1;
        }
        self.memory.clock.next = self.clock.val();
        self.memory.ra.next = self.place.val();
        self.memory.we.next = self.wr_kept.val();
        self.memory.wa.next = self.kept_word.val();
        self.memory.wd.next = self.wr_data.val();
        if self.second.q.val() {
            self.memory.we.next = !self.visitor.val();
            self.memory.wa.next = self.place.val();
            self.memory.wd.next = self.result.val();
        }
        self.kept_open.next = !self.second.q.val();
        self.kept_clearing.next = self.clearing.q.val().any();
        if self.clearing.q.val().any() {
            self.clearing.d.next = self.clearing.q.val() - 1;
            self.memory.we.next = true;
            self.memory.wa.next = self.clearing.q.val().get_bits::<KEPT>(0);
            self.memory.wd.next = 0.into();
        }
        if self.cleared.val() {
            self.zeroing.d.next = self.statistics.val();
            self.cycles.d.next = 0.into();
        }
        if self.reset.val() {
            self.clearing.d.next = 64.into();
            self.turn.d.next = 0.into();
            self.second.d.next = false;
            self.zeroing.d.next = 0.into();
            self.cycles.d.next = 0.into();
        }
    }
}
