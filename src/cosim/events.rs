//! What an engine for hybrid profiling support reports beside a core, held against its model
//! (docs/reference/monitor.md).
use super::profiler::State;
use super::tally::{Mismatch, Tally};
use crate::host::bursts::reported;
use crate::host::hps::Profile;
use crate::host::monitor::Program;
use crate::model::hps::Engine;
use crate::model::monitor::Monitor;
use crate::spec::checkmap::Image;
use crate::spec::hotstream::Reference;
use crate::spec::hps::record::Event;
use crate::spec::hps::regs;
use crate::spec::monitor::{Build, WORDS, event};
use crate::spec::retire::Rvfi;
use crate::spec::tap;
use std::collections::VecDeque;

/// Cycles in which everything after the last retirement has reached the memory of events, or the stream, and at least
/// one of the events that wait has left, whoever takes its words or records after so many cycles each at most.
pub(super) const fn settle(pause: u64) -> u64 {
    2_000 + 64 * pause
}

/// What holds of every run (docs/reference/monitor.md, N9).
pub const LAWS: [&str; 7] = [
    "N_IN = retirements - traps",
    "N_WORDS = events reported",
    "N_REPL = N_WORDS + DROPPED",
    "numbers of bursts go up",
    "nothing is dropped while the core is held back",
    "the testbench goes on and the stream keeps its rules",
    "retirements offered = retirements taken",
];

/// The events whose words are all there; those of the next one stay.
pub(super) fn events(words: &mut VecDeque<u32>) -> Vec<Event> {
    let mut events = vec![];
    while words.len() >= WORDS {
        let mut one = [0; WORDS];
        one.iter_mut().zip(words.drain(..WORDS)).for_each(|(to, from)| *to = from);
        events.push(event(&one));
    }
    events
}

/// The model as a host leaves it that loads this program and this map of checks.
pub(super) fn loaded(build: &Build, tap: tap::Config, program: &Program, map: Option<&Image>) -> Monitor {
    let mut model = Monitor::new(build, tap);
    if let Some(map) = map {
        model.map.load(map);
    }
    for (offset, word) in program.writes(&build.engine) {
        model.engine.write(offset, word);
    }
    model
}

/// What the events of the model make of the hardware's.
#[derive(Default)]
pub(super) struct Judge {
    /// Events that the hardware has not reported yet.
    open: VecDeque<Event>,
    pub(super) retired: u64,
    pub(super) traps: u64,
    pub(super) events: u64,
    skipped: u64,
    pub(super) bursts: u16,
    monotone: bool,
    /// Every event may be dropped but with CTRL.HOLD.
    hold: bool,
    pub(super) tally: Tally,
    pub(super) profile: Profile,
    pub(super) references: Vec<Reference>,
}

impl Judge {
    /// With `hold` no event is dropped.
    pub(super) fn new(hold: bool) -> Self {
        Self { hold, monotone: true, ..Self::default() }
    }

    /// The model took a retirement.
    pub(super) fn push(&mut self, rvfi: &Rvfi, engine: &mut Engine) {
        self.retired += 1;
        self.traps += u64::from(rvfi.trap());
        self.open.extend(engine.pop());
    }

    /// The model took the last one out of its tap.
    pub(super) fn flush(&mut self, engine: &mut Engine) {
        self.open.extend(engine.pop());
    }

    /// Events of the model in front of one that the hardware reported were dropped.
    pub(super) fn judge(&mut self, events: &[Event]) {
        for event in events {
            let at = self.open.iter().position(|open| open == event);
            let skipped = at.unwrap_or(0);
            self.tally.compared += 1;
            if at.is_none() || (self.hold && skipped > 0) {
                let number = self.events;
                let model = self.open.front().map_or(0, |open| open.pc);
                self.tally.mismatches += 1;
                let what = format!("pc of event {number}, or another field of it");
                self.tally.first.get_or_insert(Mismatch { what, rtl: event.pc.into(), model: model.into() });
            }
            self.skipped += skipped as u64;
            self.open.drain(..(skipped + 1).min(self.open.len()));
            // Numbers of bursts go up, modulo 2^16.
            self.monotone &= event.burst.wrapping_sub(self.bursts) < 1 << 15;
            self.bursts = event.burst;
            self.events += 1;
            self.profile.push(event);
            self.references.extend(reported(event));
        }
    }

    /// What is found at the end: the model, registers of the hardware by their byte offsets, and what its testbench
    /// saw. Tells how many events were dropped, and the laws that are broken.
    pub(super) fn compare(
        &mut self,
        engine: &mut Engine,
        registers: &[(u16, u32)],
        hardware: &State,
    ) -> (u64, Vec<&'static str>) {
        let find = |offset| registers.iter().find(|row| row.0 == offset).map_or(0, |row| row.1);
        let dropped = u64::from(find(regs::DROPPED.offset));
        self.skipped += self.open.len() as u64;
        self.tally.compare("events dropped", dropped, self.skipped);
        for (offset, rtl) in registers {
            let model = engine.read(*offset);
            let status = *offset == regs::STATUS.offset;
            let model = match *offset {
                at if at == regs::N_WORDS.offset => model.wrapping_sub(self.skipped as u32),
                at if at == regs::DROPPED.offset => self.skipped as u32,
                _ if status => model | regs::STATUS.field("EV_DROP").at((self.skipped > 0).into()),
                _ => model,
            };
            let (register, word) = regs::at(*offset).expect("it was read by its offset");
            self.tally.compare(&format!("{} {word}", register.name), (*rtl).into(), model.into());
        }
        let (executed, words) = (self.retired - self.traps, find(regs::N_WORDS.offset));
        let holds = [
            find(regs::N_IN.offset) == executed as u32,
            words == self.events as u32,
            find(regs::N_REPL.offset) == words.wrapping_add(dropped as u32),
            self.monotone,
            !self.hold || dropped == 0,
            hardware.broken == 0,
            hardware.retired == self.retired,
        ];
        (dropped, LAWS.into_iter().zip(holds).filter(|law| !law.1).map(|law| law.0).collect())
    }
}
