//! The burst sampler (docs/reference/burst.md).
use super::tally::{TALLY_BITS, Tally};
use crate::hw::lib::{Reg, several};
use crate::spec::burst::{LFSR_TAPS, Mode, PERIOD_BITS, RANDOM_BITS};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

const PERIOD: usize = PERIOD_BITS as usize;
const RANDOM: usize = RANDOM_BITS as usize;
/// Bits of a chance: certainty has one more than the random number.
const CHANCE: usize = RANDOM + 1;

/// Counters of a sampler.
const STATISTICS: usize = 6;

/// Decides, record by record, which events count; never stalls. `CHECKS` is 1 with the modes of checks and intervals, else 0; `STATS` is
/// [`STATISTICS`] with the counters, 0 without.
///
/// `burst_take` is right in the cycle of the record: `burst_ev` where the mode takes the event. `set_*` tell that a register was written whose
/// value is on `cfg_*` or `set_data`.
#[derive(LogicBlock, SmartDefault)]
pub struct Burst<const CHECKS: usize, const STATS: usize> {
    #[default(const { assert!(STATS == 0 || STATS == STATISTICS, "all counters or none"); assert!(CHECKS <= 1, "with checks or without"); })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A record in this cycle.
    pub burst_valid: Signal<In, Bit>,
    /// It did not execute.
    pub burst_trap: Signal<In, Bit>,
    /// It is a check.
    pub burst_chk: Signal<In, Bit>,
    /// It is the first of a procedure.
    pub burst_entry: Signal<In, Bit>,
    /// It is an event.
    pub burst_ev: Signal<In, Bit>,
    /// The event counts.
    pub burst_take: Signal<Out, Bit>,
    /// A burst goes on, before this record.
    pub burst_samp: Signal<Out, Bit>,
    /// A burst begins at the end of this cycle.
    pub burst_start: Signal<Out, Bit>,
    /// How many began before; 0 without `CHECKS`.
    pub burst_id: Signal<Out, Bits<32>>,
    /// Begin a burst (mode external).
    pub ext_on: Signal<In, Bit>,
    /// End it; wins.
    pub ext_off: Signal<In, Bit>,
    /// The next interval begins (mode interval).
    pub ext_tick: Signal<In, Bit>,
    /// Code of the mode.
    pub cfg_burst_mode: Signal<In, Bits<3>>,
    /// One event of so many.
    pub cfg_period: Signal<In, Bits<PERIOD>>,
    /// An event in so many of 65536 cases.
    pub cfg_pthr: Signal<In, Bits<CHANCE>>,
    /// Checks between bursts.
    pub cfg_ncheck0: Signal<In, Bits<PERIOD>>,
    /// Checks in a burst.
    pub cfg_ninstr0: Signal<In, Bits<PERIOD>>,
    /// The first record of a procedure is judged by the state after its check.
    pub cfg_entry_post: Signal<In, Bit>,
    /// Intervals by chance instead of by period.
    pub cfg_by_chance: Signal<In, Bit>,
    /// The mode was written: begin anew.
    pub set_burst: Signal<In, Bit>,
    /// The seed was written.
    pub set_seed: Signal<In, Bit>,
    /// The seed.
    pub set_data: Signal<In, Bits<32>>,
    /// Which counter: N_CHK, N_EV, N_TAKEN, N_SEG_CHK, N_SEG_INS, BURSTS.
    pub stat_which: Signal<In, Bits<3>>,
    /// Its value, 0 where there is none.
    pub stat_count: Signal<Out, Bits<TALLY_BITS>>,
    #[default(several(STATS))]
    tallies: Vec<Tally>,
    #[default(several(CHECKS))]
    number: Vec<Reg<Bits<32>>>,
    #[default(several(CHECKS))]
    fresh: Vec<Reg<Bit>>,
    on: Reg<Bit>,
    left: Reg<Bits<PERIOD>>,
    #[default(Reg::new(1.into()))]
    lfsr: Reg<Bits<32>>,
    event: Signal<Local, Bit>,
    check: Signal<Local, Bit>,
    external: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
    checked: Signal<Local, Bit>,
    judged: Signal<Local, Bit>,
    periodic: Signal<Local, Bit>,
    chance: Signal<Local, Bit>,
    due: Signal<Local, Bit>,
    hit: Signal<Local, Bit>,
    counts: Signal<Local, Bit>,
    draws: Signal<Local, Bit>,
    arnold: Signal<Local, Bit>,
    bursty: Signal<Local, Bit>,
    interval: Signal<Local, Bit>,
    turns: Signal<Local, Bit>,
    begin: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<32>>,
    random: Signal<Local, Bits<CHANCE>>,
    again: Signal<Local, Bits<PERIOD>>,
    steps: Signal<Local, Bits<STATISTICS>>,
    #[default(Constant::new(bits(Mode::Always.code().into())))]
    always_mode: Constant<Bits<3>>,
    #[default(Constant::new(bits(Mode::External.code().into())))]
    external_mode: Constant<Bits<3>>,
    #[default(Constant::new(bits(Mode::Periodic.code().into())))]
    periodic_mode: Constant<Bits<3>>,
    #[default(Constant::new(bits(Mode::Random.code().into())))]
    random_mode: Constant<Bits<3>>,
    #[default(Constant::new(bits(Mode::ArnoldRyder.code().into())))]
    arnold_mode: Constant<Bits<3>>,
    #[default(Constant::new(bits(Mode::Bursty.code().into())))]
    bursty_mode: Constant<Bits<3>>,
    #[default(Constant::new(bits(Mode::Interval.code().into())))]
    interval_mode: Constant<Bits<3>>,
    #[default(Constant::new(bits(LFSR_TAPS.into())))]
    taps: Constant<Bits<32>>,
}

impl<const CHECKS: usize, const STATS: usize> Logic for Burst<CHECKS, STATS> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module burst");
        comment!(
            "@doc Which events count: none, all, those of a burst, every n-th, a random share. docs/reference/burst.md has the rules."
        );
        comment!(
            "@ports burst: a record, whether it is a check, the first of a procedure, an event; whether the event counts; the state of bursts"
        );
        comment!("@ports ext: begin and end a burst from outside; an interval begins");
        comment!("@ports cfg: mode, period, chance, checks between and in bursts");
        comment!("@ports set: mode or seed was written");
        comment!("@ports stat: one of the counters");
        dff_setup!(self, clock, on, left, lfsr);
        self.event.next = self.burst_valid.val() & self.burst_ev.val() & !self.burst_trap.val();
        self.check.next = self.burst_valid.val() & self.burst_chk.val() & !self.burst_trap.val();
        self.external.next = self.cfg_burst_mode.val() == self.external_mode.val();
        self.periodic.next = self.cfg_burst_mode.val() == self.periodic_mode.val();
        self.chance.next = self.cfg_burst_mode.val() == self.random_mode.val();

        comment!("What is left until something happens: events, intervals or checks.");
        self.due.next = (self.left.q.val() & !1) == 0;
        self.again.next = self.cfg_period.val();
        if !self.cfg_period.val().any() {
            self.again.next = 1.into();
        }
        self.counts.next = self.event.val() & self.periodic.val();
        self.draws.next = self.event.val() & self.chance.val();
        self.turns.next = false;
        self.begin.next = false;
        self.arnold.next = false;
        self.bursty.next = false;
        self.interval.next = false;
        for i in 0..CHECKS {
            self.arnold.next = self.cfg_burst_mode.val() == self.arnold_mode.val();
            self.bursty.next = self.cfg_burst_mode.val() == self.bursty_mode.val();
            self.interval.next = self.cfg_burst_mode.val() == self.interval_mode.val();
            comment!("The first interval begins in the cycle after the mode was written.");
            self.fresh[i].clock.next = self.clock.val();
            self.fresh[i].d.next = self.set_burst.val() & !self.reset.val();
            self.begin.next = (self.fresh[i].q.val() | self.ext_tick.val()) & self.interval.val();
            self.counts.next = (self.event.val() & self.periodic.val())
                | (self.begin.val() & !self.cfg_by_chance.val())
                | (self.check.val() & (self.arnold.val() | self.bursty.val()) & self.left.q.val().any());
            self.draws.next = (self.event.val() & self.chance.val()) | (self.begin.val() & self.cfg_by_chance.val());
            self.turns.next =
                self.check.val() & (self.arnold.val() | self.bursty.val()) & self.left.q.val().any() & self.due.val();
            if self.arnold.val() | self.bursty.val() {
                comment!("A state that ends gives way to the other one; 0 checks are infinitely many.");
                self.again.next = self.cfg_ncheck0.val();
                if !self.on.q.val() & !self.set_burst.val() {
                    self.again.next = self.cfg_ninstr0.val();
                    if self.arnold.val() {
                        self.again.next = 1.into();
                    }
                }
            }
        }
        if self.counts.val() {
            self.left.d.next = self.left.q.val() - 1;
        }
        if (self.counts.val() & self.due.val()) | self.set_burst.val() {
            self.left.d.next = self.again.val();
        }

        comment!("Chance: the generator steps with every event or interval of its mode, and the new state decides.");
        self.shifted.next = self.lfsr.q.val() >> 1;
        if self.lfsr.q.val().get_bit(0) {
            self.shifted.next = (self.lfsr.q.val() >> 1) ^ self.taps.val();
        }
        self.random.next = bit_cast::<CHANCE, RANDOM>(self.shifted.val().get_bits::<RANDOM>(0));
        self.hit.next = self.random.val() < self.cfg_pthr.val();
        if self.draws.val() {
            self.lfsr.d.next = self.shifted.val();
        }
        if self.set_seed.val() {
            self.lfsr.d.next = self.set_data.val();
            if !self.set_data.val().any() {
                self.lfsr.d.next = 1.into();
            }
        }

        comment!("Bursts. What comes from outside counts from the next cycle on, and off wins.");
        self.burst_samp.next = (self.cfg_burst_mode.val() == self.always_mode.val())
            | ((self.external.val() | (self.arnold.val() | self.bursty.val()) | self.interval.val()) & self.on.q.val());
        comment!("The state after the record's own check, and the one that it is judged by.");
        self.checked.next = self.burst_samp.val() ^ self.turns.val();
        self.judged.next = self.burst_samp.val();
        if self.cfg_entry_post.val() & self.burst_entry.val() {
            self.judged.next = self.checked.val();
        }
        self.goes_on.next = self.external.val() & !self.ext_off.val() & (self.ext_on.val() | self.on.q.val());
        for _i in 0..CHECKS {
            if self.arnold.val() | self.bursty.val() {
                self.goes_on.next = self.checked.val();
            } else if self.interval.val() {
                self.goes_on.next = self.on.q.val();
                if self.begin.val() {
                    self.goes_on.next = self.due.val();
                    if self.cfg_by_chance.val() {
                        self.goes_on.next = self.hit.val();
                    }
                }
            }
        }
        self.on.d.next = self.goes_on.val() & !self.set_burst.val();
        self.begins.next = self.goes_on.val() & !self.set_burst.val() & !self.on.q.val();
        self.burst_start.next = self.begins.val();
        self.burst_id.next = 0.into();
        for i in 0..CHECKS {
            self.number[i].clock.next = self.clock.val();
            self.number[i].d.next = self.number[i].q.val();
            if self.begins.val() {
                self.number[i].d.next = self.number[i].q.val() + 1;
            }
            if self.reset.val() {
                self.number[i].d.next = 0.into();
            }
            self.burst_id.next = self.number[i].q.val();
        }

        self.take.next = self.event.val()
            & (self.judged.val() | (self.periodic.val() & self.due.val()) | (self.chance.val() & self.hit.val()));
        self.burst_take.next = self.take.val();

        comment!("Counters, lowest bit first: checks, events, taken, checks outside and inside bursts, bursts.");
        self.steps.next = bit_cast::<STATISTICS, 1>(self.check.val().into())
            | (bit_cast::<STATISTICS, 1>(self.event.val().into()) << 1)
            | (bit_cast::<STATISTICS, 1>(self.take.val().into()) << 2)
            | (bit_cast::<STATISTICS, 1>((self.check.val() & !self.checked.val()).into()) << 3)
            | (bit_cast::<STATISTICS, 1>((self.check.val() & self.checked.val()).into()) << 4)
            | (bit_cast::<STATISTICS, 1>(self.begins.val().into()) << 5);
        self.stat_count.next = 0.into();
        for i in 0..STATS {
            self.tallies[i].clock.next = self.clock.val();
            self.tallies[i].clear.next = self.reset.val() | self.set_burst.val();
            self.tallies[i].step.next = self.steps.val().get_bit(i);
            if self.stat_which.val() == i.to_bits() {
                self.stat_count.next = self.tallies[i].count.val();
            }
        }
        if self.reset.val() {
            self.on.d.next = false;
            self.left.d.next = 0.into();
            self.lfsr.d.next = 1.into();
        }
    }
}
