//! The burst sampler (docs/burst.md).
use super::tally::{TALLY_BITS, Tally};
use crate::hw::lib::Reg;
use crate::spec::burst::{LFSR_TAPS, Mode, PERIOD_BITS, RANDOM_BITS};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

const PERIOD: usize = PERIOD_BITS as usize;
const RANDOM: usize = RANDOM_BITS as usize;
/// Bits of a chance: certainty has one more than the random number.
const CHANCE: usize = RANDOM + 1;

/// Counters of a sampler.
const STATISTICS: usize = 6;

/// Decides, record by record, which events count; never stalls. `STATS` is [`STATISTICS`] with the counters, 0 without.
///
/// `burst_take` is right in the cycle of the record: `burst_ev` where the mode takes the event. `set_*` tell that a register was written whose
/// value is on `cfg_*` or `set_data`.
#[derive(LogicBlock)]
pub struct Burst<const STATS: usize> {
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
    /// It is an event.
    pub burst_ev: Signal<In, Bit>,
    /// The event counts.
    pub burst_take: Signal<Out, Bit>,
    /// A burst goes on, before this record.
    pub burst_samp: Signal<Out, Bit>,
    /// A burst begins at the end of this cycle.
    pub burst_start: Signal<Out, Bit>,
    /// Begin a burst (mode external).
    pub ext_on: Signal<In, Bit>,
    /// End it; wins.
    pub ext_off: Signal<In, Bit>,
    /// Code of the mode.
    pub cfg_burst_mode: Signal<In, Bits<3>>,
    /// One event of so many.
    pub cfg_period: Signal<In, Bits<PERIOD>>,
    /// An event in so many of 65536 cases.
    pub cfg_pthr: Signal<In, Bits<CHANCE>>,
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
    tallies: Vec<Tally>,
    on: Reg<Bit>,
    left: Reg<Bits<PERIOD>>,
    lfsr: Reg<Bits<32>>,
    event: Signal<Local, Bit>,
    check: Signal<Local, Bit>,
    external: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
    due: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<32>>,
    random: Signal<Local, Bits<CHANCE>>,
    again: Signal<Local, Bits<PERIOD>>,
    steps: Signal<Local, Bits<STATISTICS>>,
    always_mode: Constant<Bits<3>>,
    external_mode: Constant<Bits<3>>,
    periodic_mode: Constant<Bits<3>>,
    random_mode: Constant<Bits<3>>,
    taps: Constant<Bits<32>>,
}

impl<const STATS: usize> Default for Burst<STATS> {
    fn default() -> Self {
        const { assert!(STATS == 0 || STATS == STATISTICS, "all counters or none") };
        let code = |mode: Mode| Constant::new(bits(mode.code().into()));
        Self {
            clock: Default::default(),
            reset: Default::default(),
            burst_valid: Default::default(),
            burst_trap: Default::default(),
            burst_chk: Default::default(),
            burst_ev: Default::default(),
            burst_take: Default::default(),
            burst_samp: Default::default(),
            burst_start: Default::default(),
            ext_on: Default::default(),
            ext_off: Default::default(),
            cfg_burst_mode: Default::default(),
            cfg_period: Default::default(),
            cfg_pthr: Default::default(),
            set_burst: Default::default(),
            set_seed: Default::default(),
            set_data: Default::default(),
            stat_which: Default::default(),
            stat_count: Default::default(),
            tallies: (0..STATS).map(|_| Default::default()).collect(),
            on: Default::default(),
            left: Default::default(),
            lfsr: Reg::new(1.into()),
            event: Default::default(),
            check: Default::default(),
            external: Default::default(),
            take: Default::default(),
            begins: Default::default(),
            goes_on: Default::default(),
            due: Default::default(),
            shifted: Default::default(),
            random: Default::default(),
            again: Default::default(),
            steps: Default::default(),
            always_mode: code(Mode::Always),
            external_mode: code(Mode::External),
            periodic_mode: code(Mode::Periodic),
            random_mode: code(Mode::Random),
            taps: Constant::new(bits(LFSR_TAPS.into())),
        }
    }
}

impl<const STATS: usize> Logic for Burst<STATS> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module burst");
        comment!(
            "@doc Which events count: none, all, those of a burst, every n-th, a random share. docs/burst.md has the rules."
        );
        comment!(
            "@ports burst: a record, whether it is a check or an event; whether the event counts; the state of bursts"
        );
        comment!("@ports ext: begin and end a burst from outside");
        comment!("@ports cfg: mode, period, chance");
        comment!("@ports set: mode or seed was written");
        comment!("@ports stat: one of the counters");
        dff_setup!(self, clock, on, left, lfsr);
        self.event.next = self.burst_valid.val() & self.burst_ev.val() & !self.burst_trap.val();
        self.check.next = self.burst_valid.val() & self.burst_chk.val() & !self.burst_trap.val();

        comment!("Bursts. What comes from outside counts from the next cycle on, and off wins.");
        self.external.next = self.cfg_burst_mode.val() == self.external_mode.val();
        self.burst_samp.next =
            (self.cfg_burst_mode.val() == self.always_mode.val()) | (self.external.val() & self.on.q.val());
        self.goes_on.next =
            self.external.val() & !self.ext_off.val() & (self.ext_on.val() | self.on.q.val()) & !self.set_burst.val();
        self.on.d.next = self.goes_on.val();
        self.begins.next = self.goes_on.val() & !self.on.q.val();
        self.burst_start.next = self.begins.val();

        comment!("Periods: so many events are let go, then one is taken.");
        self.again.next = self.cfg_period.val();
        if self.cfg_period.val().any() {
            self.again.next = self.cfg_period.val() - 1;
        }
        self.due.next = !self.left.q.val().any();
        if self.event.val() {
            self.left.d.next = self.left.q.val() - 1;
        }
        if (self.event.val() & self.due.val()) | self.set_burst.val() {
            self.left.d.next = self.again.val();
        }

        comment!("Chance: the generator steps with every event of its mode, and the new state decides.");
        self.shifted.next = self.lfsr.q.val() >> 1;
        if self.lfsr.q.val().get_bit(0) {
            self.shifted.next = (self.lfsr.q.val() >> 1) ^ self.taps.val();
        }
        self.random.next = bit_cast::<CHANCE, RANDOM>(self.shifted.val().get_bits::<RANDOM>(0));
        if self.event.val() & (self.cfg_burst_mode.val() == self.random_mode.val()) {
            self.lfsr.d.next = self.shifted.val();
        }
        if self.set_seed.val() {
            self.lfsr.d.next = self.set_data.val();
            if !self.set_data.val().any() {
                self.lfsr.d.next = 1.into();
            }
        }

        self.take.next = self.event.val()
            & (self.burst_samp.val()
                | ((self.cfg_burst_mode.val() == self.periodic_mode.val()) & self.due.val())
                | ((self.cfg_burst_mode.val() == self.random_mode.val()) & (self.random.val() < self.cfg_pthr.val())));
        self.burst_take.next = self.take.val();

        comment!("Counters, lowest bit first: checks, events, taken, checks outside and inside bursts, bursts.");
        self.steps.next = bit_cast::<STATISTICS, 1>(self.check.val().into())
            | (bit_cast::<STATISTICS, 1>(self.event.val().into()) << 1)
            | (bit_cast::<STATISTICS, 1>(self.take.val().into()) << 2)
            | (bit_cast::<STATISTICS, 1>((self.check.val() & !self.burst_samp.val()).into()) << 3)
            | (bit_cast::<STATISTICS, 1>((self.check.val() & self.burst_samp.val()).into()) << 4)
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
