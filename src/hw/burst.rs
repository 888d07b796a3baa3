//! Which events are taken: the trigger (docs/burst.md).
use crate::hw::lib::{Reg, RegEn};
use crate::hw::tally::{TALLY_BITS, Tally};
use crate::spec::burst::{COUNT_BITS, LFSR_TAPS, Mode, RANDOM_BITS};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

const COUNT: usize = COUNT_BITS as usize;
/// Bits of the threshold: one more than of a random number, so that it can be above all.
const RANDOM: usize = RANDOM_BITS as usize + 1;

/// Decides of every event, within its cycle, whether it is taken; never waits. With `S` = 1 it counts them.
#[derive(LogicBlock)]
pub struct Burst<const S: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high; restarts too.
    pub reset: Signal<In, Bit>,
    /// A record in this cycle.
    pub burst_valid: Signal<In, Bit>,
    /// It did not execute.
    pub burst_trap: Signal<In, Bit>,
    /// It is an event.
    pub burst_ev: Signal<In, Bit>,
    /// It is taken.
    pub burst_take: Signal<Out, Bit>,
    /// An event in this cycle would be taken.
    pub burst_samp: Signal<Out, Bit>,
    /// A burst begins with the next record.
    pub burst_start: Signal<Out, Bit>,
    /// Bursts that began, modulo `2^32`; 0 without statistics.
    pub burst_id: Signal<Out, Bits<32>>,
    /// Begin a burst.
    pub ext_on: Signal<In, Bit>,
    /// End it; wins.
    pub ext_off: Signal<In, Bit>,
    /// Nothing changes while it is low, and nothing is taken.
    pub cfg_burst_enable: Signal<In, Bit>,
    /// Code of the mode.
    pub cfg_burst_mode: Signal<In, Bits<3>>,
    /// Events of which one is taken, in mode periodic.
    pub cfg_burst_period: Signal<In, Bits<COUNT>>,
    /// Bound of the random numbers, in mode random.
    pub cfg_burst_threshold: Signal<In, Bits<RANDOM>>,
    /// Start of the random numbers.
    pub cfg_burst_seed: Signal<In, Bits<32>>,
    /// Take mode, period and seed anew.
    pub burst_restart: Signal<In, Bit>,
    /// Events; saturates; 0 without statistics.
    pub stat_burst_ev: Signal<Out, Bits<TALLY_BITS>>,
    /// Events that were taken; saturates; 0 without statistics.
    pub stat_burst_taken: Signal<Out, Bits<TALLY_BITS>>,
    events: Vec<Tally>,
    taken: Vec<Tally>,
    bursts: Vec<Reg<Bits<32>>>,
    on: Reg<Bit>,
    count: RegEn<Bits<COUNT>>,
    random: RegEn<Bits<32>>,
    restart: Signal<Local, Bit>,
    external: Signal<Local, Bit>,
    periodic: Signal<Local, Bit>,
    by_chance: Signal<Local, Bit>,
    event: Signal<Local, Bit>,
    due: Signal<Local, Bit>,
    next_random: Signal<Local, Bits<32>>,
    number: Signal<Local, Bits<RANDOM>>,
    lucky: Signal<Local, Bit>,
    samples: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    always_mode: Constant<Bits<3>>,
    external_mode: Constant<Bits<3>>,
    periodic_mode: Constant<Bits<3>>,
    random_mode: Constant<Bits<3>>,
    taps: Constant<Bits<32>>,
}

fn mode(of: Mode) -> Constant<Bits<3>> {
    Constant::new(bits(of.code().into()))
}

impl<const S: usize> Default for Burst<S> {
    fn default() -> Self {
        const { assert!(S <= 1, "Burst<S> wants 0 or 1") };
        Self {
            clock: Default::default(),
            reset: Default::default(),
            burst_valid: Default::default(),
            burst_trap: Default::default(),
            burst_ev: Default::default(),
            burst_take: Default::default(),
            burst_samp: Default::default(),
            burst_start: Default::default(),
            burst_id: Default::default(),
            ext_on: Default::default(),
            ext_off: Default::default(),
            cfg_burst_enable: Default::default(),
            cfg_burst_mode: Default::default(),
            cfg_burst_period: Default::default(),
            cfg_burst_threshold: Default::default(),
            cfg_burst_seed: Default::default(),
            burst_restart: Default::default(),
            stat_burst_ev: Default::default(),
            stat_burst_taken: Default::default(),
            events: (0..S).map(|_| Default::default()).collect(),
            taken: (0..S).map(|_| Default::default()).collect(),
            bursts: (0..S).map(|_| Default::default()).collect(),
            on: Default::default(),
            count: Default::default(),
            random: Default::default(),
            restart: Default::default(),
            external: Default::default(),
            periodic: Default::default(),
            by_chance: Default::default(),
            event: Default::default(),
            due: Default::default(),
            next_random: Default::default(),
            number: Default::default(),
            lucky: Default::default(),
            samples: Default::default(),
            begins: Default::default(),
            always_mode: mode(Mode::Always),
            external_mode: mode(Mode::External),
            periodic_mode: mode(Mode::Periodic),
            random_mode: mode(Mode::Random),
            taps: Constant::new(bits(LFSR_TAPS.into())),
        }
    }
}

impl<const S: usize> Logic for Burst<S> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module burst");
        comment!("@doc Decides of every event, within its cycle, whether it is taken.");
        comment!("@ports burst: a record, whether it is an event, and what becomes of it");
        comment!("@ports ext: begin and end a burst from outside, from the next record on");
        comment!("@ports cfg_burst_mode: 0 off, 1 always, 2 external, 3 periodic, 4 random");
        comment!("@ports cfg_burst_period: events of which one is taken; 0 is as 1");
        comment!("@ports cfg_burst_threshold: an event is taken if a random number of 16 bits is below");
        comment!("@ports burst_restart: after a change of mode or seed");
        comment!("@ports stat: events, and those taken; saturating");
        dff_setup!(self, clock, on);
        self.count.clock.next = self.clock.val();
        self.random.clock.next = self.clock.val();
        self.restart.next = self.burst_restart.val() | self.reset.val();
        self.external.next = self.cfg_burst_mode.val() == self.external_mode.val();
        self.periodic.next = self.cfg_burst_mode.val() == self.periodic_mode.val();
        self.by_chance.next = self.cfg_burst_mode.val() == self.random_mode.val();

        comment!("What an event would meet.");
        self.due.next = !(self.count.q.val() >> 1).any();
        self.next_random.next = self.random.q.val() >> 1;
        if self.random.q.val().get_bit(0) {
            self.next_random.next = (self.random.q.val() >> 1) ^ self.taps.val();
        }
        self.number.next = bit_cast::<RANDOM, 16>(self.next_random.val().get_bits::<16>(0));
        self.lucky.next = self.number.val() < self.cfg_burst_threshold.val();
        self.samples.next = (self.cfg_burst_mode.val() == self.always_mode.val())
            | (self.external.val() & self.on.q.val())
            | (self.periodic.val() & self.due.val())
            | (self.by_chance.val() & self.lucky.val());
        self.event.next =
            self.burst_valid.val() & self.burst_ev.val() & !self.burst_trap.val() & self.cfg_burst_enable.val();
        self.burst_samp.next = self.samples.val() & self.cfg_burst_enable.val();
        self.burst_take.next = self.event.val() & self.samples.val();

        comment!("What it leaves.");
        self.count.en.next = self.restart.val() | (self.event.val() & self.periodic.val());
        self.count.d.next = self.count.q.val() - 1;
        if self.restart.val() | self.due.val() {
            self.count.d.next = self.cfg_burst_period.val();
        }
        self.random.en.next = self.restart.val() | (self.event.val() & self.by_chance.val());
        self.random.d.next = self.next_random.val();
        if self.restart.val() {
            self.random.d.next = self.cfg_burst_seed.val();
            if !self.cfg_burst_seed.val().any() {
                self.random.d.next = 1.into();
            }
        }
        self.begins.next = self.external.val()
            & self.cfg_burst_enable.val()
            & self.ext_on.val()
            & !self.ext_off.val()
            & !self.on.q.val();
        self.burst_start.next = self.begins.val();
        if self.begins.val() {
            self.on.d.next = true;
        }
        if self.restart.val() | (self.ext_off.val() & self.cfg_burst_enable.val()) {
            self.on.d.next = false;
        }

        self.stat_burst_ev.next = 0.into();
        self.stat_burst_taken.next = 0.into();
        self.burst_id.next = 0.into();
        for i in 0..S {
            self.events[i].clock.next = self.clock.val();
            self.events[i].clear.next = self.reset.val();
            self.events[i].step.next = self.event.val();
            self.stat_burst_ev.next = self.events[i].count.val();
            self.taken[i].clock.next = self.clock.val();
            self.taken[i].clear.next = self.reset.val();
            self.taken[i].step.next = self.burst_take.val();
            self.stat_burst_taken.next = self.taken[i].count.val();
            self.bursts[i].clock.next = self.clock.val();
            self.bursts[i].d.next = self.bursts[i].q.val();
            if self.begins.val() {
                self.bursts[i].d.next = self.bursts[i].q.val() + 1;
            }
            if self.reset.val() {
                self.bursts[i].d.next = 0.into();
            }
            self.burst_id.next = self.bursts[i].q.val();
        }
    }
}
