//! What the engine counts for its host, and what the host has written and can read (docs/reference/hps.md, H8 and H12).
use super::ports::{KeptRx, ReadRx, StepRx, WriteRx};
use crate::hw::lib::{FastRam, Reg};
use crate::spec::hps::{MAX_COUNTERS, regs};
use rust_hdl::prelude::*;

/// Bits of the number of a word: enough for all registers below the tables.
pub const KEPT: usize = 6;
/// Statistics besides one for each counter.
pub const OTHERS: usize = 5;
/// Bits of the number of a turn.
const TURN: usize = 4;

/// Word of each statistic of an engine of `counters` counters: those that one is added to, then VCYC.
pub fn places(counters: usize) -> Vec<u16> {
    let others = [&regs::N_IN, &regs::N_REPL, &regs::N_WORDS, &regs::DROPPED].map(|register| register.offset / 4);
    let hits = (0..counters).map(|n| regs::HIT.offset / 4 + n as u16);
    others.into_iter().chain(hits).chain([regs::VCYC.offset / 4]).collect()
}

/// The turn before that of each statistic of an engine of `counters` counters: before the first one the host's.
fn turns_before(counters: usize) -> Vec<u64> {
    let host = (counters + OTHERS) as u64;
    (0..host).map(|turn| if turn == 0 { host } else { turn - 1 }).collect()
}

#[treetap_hdl::unit]
mod statistics {
    //! Statistics, and what a host has written and can read, in one memory under the numbers of their words.

    /// A memory of words under their numbers: HPS_R, RNDMASK and RANGE as they were written, and the statistics of an
    /// engine with `N` counters. Each statistic has its turn, and the host too, of two cycles: the word is read, and
    /// with what has happened since the turn before, in a small counter, written. If `DEEP` is 1, for a fast clock, a
    /// turn has four cycles: the place of a word is in a register when its turn begins; what is read and what is added
    /// go into registers, and so do the sum and what is shown; a word is open, and is there, a cycle before it is
    /// written and shown.
    ///
    /// `SMALL` are the bits of what can happen in one round at one thing a cycle, `LARGE` those of the cycles that
    /// replacements can add in one.
    #[clocked(reset)]
    #[derived(SMALL = 5 + DEEP, LARGE = 13 + DEEP)]
    #[fits((2 << DEEP) * (N + OTHERS + 1) < 1 << SMALL && N + OTHERS < 1 << TURN, "every statistic has its turn \
        before its own bits are full")]
    pub struct Statistics<#[range(1..=MAX_COUNTERS as usize)] const N: usize, #[range(0..=1)] const DEEP: usize> {
        /// Statistics become 0.
        #[group("statistics become 0")]
        pub cleared: Signal<In, Bit>,
        #[group("edit step op_done: what is counted")]
        #[only(edit, replaced, word, cycles, dropped)]
        pub step: StepRx,
        /// Micro-operations of the counters.
        pub op_done: Signal<In, Bits<N>>,
        #[group("the word that a host is about; whether it can be written, or is there")]
        pub kept: KeptRx<KEPT>,
        #[group("rd wr: the host reads it, or writes it")]
        #[only(kept)]
        pub rd: ReadRx,
        #[only(kept, data)]
        pub wr: WriteRx,
        memory: FastRam<32, KEPT>,
        clearing: Reg<Bits<7>>,
        // whose turn it is; its second cycle, or its last; turns of statistics that have to become 0
        turn: Reg<Bits<TURN>>,
        second: Reg<Bit>,
        // the cycle of the turn, and its place; what was read, what is added to it, the sum, and what is shown
        #[when(DEEP > 0)]
        phase: Reg<Bits<2>>,
        #[when(DEEP > 0)]
        spot: Reg<Bits<KEPT>>,
        #[when(DEEP > 0)]
        word: Reg<Bits<32>>,
        #[when(DEEP > 0)]
        more: Reg<Bits<LARGE>>,
        #[when(DEEP > 0)]
        total: Reg<Bits<33>>,
        #[when(DEEP > 0)]
        shown: Reg<Bits<32>>,
        zeroing: Reg<Bits<TURN>>,
        // the host has asked in the cycle before, or before the turn
        asked: Reg<Bit>,
        since: [Reg<Bits<SMALL>>; N + OTHERS - 1],
        cycles: Reg<Bits<LARGE>>,
        happens: [Signal<Local, Bit>; N + OTHERS - 1],
        drained: [Signal<Local, Bits<SMALL>>; N + OTHERS - 1],
    }

    impl Statistics {
        fn update(&mut self) {
            const PLACES: [Bits<KEPT>; places(N).len()] = places(N).into_iter().map(u64::from);
            const DROPPED_AT: Bits<KEPT> = (regs::DROPPED.offset / 4).into();
            const STATISTICS: Bits<TURN> = (N + OTHERS) as u64;
            const LAST: Bits<TURN> = (N + OTHERS - 1) as u64;
            const BEFORE: [Bits<TURN>; places(N).len()] = turns_before(N).into_iter();

            comment!("Turns of two cycles: those of statistics, then that of the host.");
            let visitor: Bit = self.turn.q.val() == STATISTICS;
            self.second.d.next = !self.second.q.val();
            if DEEP > 0 {
                self.phase.d.next = self.phase.q.val() + 1;
                self.second.d.next = self.phase.q.val() == 2;
            }
            if self.second.q.val() {
                self.turn.d.next = self.turn.q.val() + 1;
                if visitor {
                    self.turn.d.next = 0.into();
                }
            }
            let place: Bits<KEPT> = self.kept.word.val();
            if DEEP > 0 {
                if self.second.q.val() {
                    self.spot.d.next = self.kept.word.val();
                    for i in 0..(N + OTHERS) {
                        if self.turn.q.val() == BEFORE[i] {
                            self.spot.d.next = PLACES[i];
                        }
                    }
                }
                place = self.spot.q.val();
            } else {
                for i in 0..(N + OTHERS) {
                    if self.turn.q.val() == i.to_bits() {
                        place = PLACES[i];
                    }
                }
            }

            comment!("What has happened since the turn before.");
            self.happens[0].next = self.step.edit.val();
            self.happens[1].next = self.step.replaced.val();
            self.happens[2].next = self.step.word.val();
            self.happens[3].next = self.step.dropped.val();
            for n in 0..N {
                self.happens[n + 4].next = self.op_done.val().get_bit(n);
            }
            let few: Bits<SMALL> = 0.into();
            for i in 0..(N + OTHERS - 1) {
                self.drained[i].next = self.since[i].q.val();
                if self.turn.q.val() == i.to_bits() {
                    few = self.since[i].q.val();
                    if DEEP == 0 {
                        if self.second.q.val() {
                            self.drained[i].next = 0.into();
                        }
                    } else if self.phase.q.val() == 1 {
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
            let amount: Bits<LARGE> = bit_cast::<LARGE, SMALL>(few);
            let rest: Bits<LARGE> = self.cycles.q.val();
            if self.turn.q.val() == LAST {
                amount = self.cycles.q.val();
                if DEEP == 0 {
                    if self.second.q.val() {
                        rest = 0.into();
                    }
                } else if self.phase.q.val() == 1 {
                    rest = 0.into();
                }
            }
            self.cycles.d.next = rest + bit_cast::<LARGE, 9>(self.step.cycles.val());

            comment!("DROPPED stays at its largest value.");
            let sum: Bits<33> = bit_cast::<33, 32>(self.memory.rd.val()) + bit_cast::<33, LARGE>(amount);
            if DEEP > 0 {
                self.word.d.next = self.memory.rd.val();
                if self.phase.q.val() == 1 {
                    self.more.d.next = amount;
                }
                self.total.d.next = bit_cast::<33, 32>(self.word.q.val()) + bit_cast::<33, LARGE>(self.more.q.val());
                amount = self.more.q.val();
                sum = self.total.q.val();
            }
            let result: Bits<32> = sum.get_bits::<32>(0);
            if self.zeroing.q.val().any() & !visitor {
                result = bit_cast::<32, LARGE>(amount);
            } else if sum.get_bit(32) & (place == DROPPED_AT) {
                result = !bit_cast::<32, 1>(false.into());
            }
            self.kept.data.next = result;
            if DEEP > 0 {
                self.shown.d.next = result;
                self.kept.data.next = self.shown.q.val();
            }
            if DEEP > 0 {
                comment!("The host has to have asked when the turn began.");
                if self.second.q.val() {
                    self.asked.d.next = self.rd.kept.val();
                }
            } else {
                self.asked.d.next = self.rd.kept.val();
            }
            self.kept.there.next = self.second.q.val()
                & self.asked.q.val()
                & (self.kept.own.val() == visitor)
                & (place == self.kept.word.val());
            if self.second.q.val() & !visitor & self.zeroing.q.val().any() {
                self.zeroing.d.next = self.zeroing.q.val() - 1;
            }
            self.memory.ra.next = place;
            drive!(memory: we = wr.kept, wa = kept.word, wd = wr.data);
            if self.second.q.val() {
                self.memory.we.next = !visitor;
                self.memory.wa.next = place;
                self.memory.wd.next = result;
            }
            self.kept.open.next = !self.second.q.val();
            if DEEP > 0 {
                self.kept.open.next = self.phase.q.val() != 2;
            }
            self.kept.clearing.next = self.clearing.q.val().any();
            if self.clearing.q.val().any() {
                self.clearing.d.next = self.clearing.q.val() - 1;
                self.memory.we.next = true;
                self.memory.wa.next = self.clearing.q.val().get_bits::<KEPT>(0);
                self.memory.wd.next = 0.into();
            }
            if self.cleared.val() {
                self.zeroing.d.next = STATISTICS;
                self.cycles.d.next = 0.into();
                if DEEP > 0 {
                    self.more.d.next = 0.into();
                }
            }
            if self.reset.val() {
                self.clearing.d.next = 64.into();
                zero!(self: turn, second, zeroing, cycles);
                if DEEP > 0 {
                    self.phase.d.next = 0.into();
                }
            }
        }
    }
}
