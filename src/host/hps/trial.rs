//! Programs on recorded retirements: what they sample, and what there was.
use super::Profile;
use super::cost::{Added, Cost};
use super::sampler::{Checked, Ratio, Sampler};
use crate::lang::hps::Image;
use crate::model::checks::Checks;
use crate::model::hps::Engine;
use crate::spec::checkmap::{self, Code};
use crate::spec::checks;
use crate::spec::classify::Xlen;
use crate::spec::hps::record::{Event, Insn, MACHINE};
use crate::spec::hps::words::{Condition, Pattern};
use crate::spec::hps::{Mode, regs};
use crate::spec::retire::Record;

/// Instructions after which register VCYC is added up: it cannot have come around once in so many.
const SETTLE: u64 = 1 << 16;

/// An engine with its program, and the host's part of it.
#[derive(Clone, Debug)]
pub struct Run {
    engine: Engine,
    /// How it samples.
    pub sampler: Sampler,
    /// What it reported.
    pub profile: Profile,
    /// What it reported of the last record.
    pub event: Option<Event>,
    /// Checks after which sampling went on.
    pub inside: u64,
    /// Checks after which it did not.
    pub outside: u64,
    /// VCYC so far, and what it read then.
    cycles: (u64, u32),
}

impl Run {
    fn new(image: &Image, control: u32) -> Self {
        let mut engine = Engine::new(image.config);
        for (address, word) in image.writes(&image.config) {
            engine.write(address, word);
        }
        engine.write(regs::CTRL.offset, control);
        let sampler = Sampler::of(image);
        Self { engine, sampler, profile: Profile::default(), event: None, inside: 0, outside: 0, cycles: (0, 0) }
    }

    fn push(&mut self, insn: &Insn) {
        self.engine.accept(insn);
        self.event = self.engine.pop();
        if let Some(event) = &self.event {
            self.profile.push(event);
        }
    }

    fn check(&mut self) {
        let on = self.engine.sampling();
        self.inside += u64::from(on);
        self.outside += u64::from(!on);
    }

    fn settle(&mut self) {
        let now = self.engine.read(regs::VCYC.offset);
        self.cycles = (self.cycles.0 + u64::from(now.wrapping_sub(self.cycles.1)), now);
    }

    /// Cycles that the replacements of what it reported add in line, without handlers.
    pub fn in_line(&mut self) -> u64 {
        self.settle();
        self.cycles.0
    }

    /// Share of checks after which sampling went on.
    pub fn segments(&self) -> Ratio {
        Ratio::new(self.inside, self.inside + self.outside)
    }
}

/// Programs of one profile on the same retirements, and beside them its patterns without conditions.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The programs, in the order in which they were given.
    pub runs: Vec<Run>,
    /// What they would have reported without sampling.
    pub exact: Run,
    checks: Checks,
    map: Option<checkmap::Image>,
    /// Instructions that executed.
    pub instructions: u64,
    /// Checks.
    pub checked: u64,
}

impl Trial {
    /// Loads programs, each with its word of register CTRL; all must look for the same events, and for the
    /// same checks if they count checks. Programs of mode decode have no events.
    pub fn new(programs: &[(&Image, u32)], map: Option<checkmap::Image>) -> Option<Self> {
        let &(first, control) = programs.first()?;
        if programs.iter().any(|(image, _)| image.config.mode != Mode::Retire) {
            return None;
        }
        let taken = regs::CTRL.field("BE_TAKEN").of(control) == 1;
        let calls = programs.iter().find_map(|(image, _)| Checked::of(image)) == Some(Checked::Calls);
        Some(Self {
            runs: programs.iter().map(|(image, control)| Run::new(image, *control)).collect(),
            exact: Run::new(&without_conditions(first), control),
            checks: Checks::new(checks::Config { taken, calls }, Xlen::Rv32),
            map,
            instructions: 0,
            checked: 0,
        })
    }

    /// Takes the next record of the tap.
    pub fn push(&mut self, record: &Record) {
        let code = self.map.as_ref().map(|map| map.code(record.pc as u32));
        let insn = Insn::retired(record, MACHINE, code.unwrap_or(Code::None));
        let check = self.checks.push(record, code).check;
        self.instructions += u64::from(!record.trap);
        self.checked += u64::from(check);
        let settle = self.instructions.is_multiple_of(SETTLE);
        for run in self.runs.iter_mut().chain([&mut self.exact]) {
            run.push(&insn);
            if check {
                run.check();
            }
            if settle {
                run.settle();
            }
        }
    }

    /// Share that a program sampled, r': of segments between checks, or of events where that is what it counts.
    pub fn rate(&self, run: usize) -> Ratio {
        let run = &self.runs[run];
        match run.sampler {
            Sampler::Events { .. } => Ratio::new(run.profile.events, self.exact.profile.events),
            _ => run.segments(),
        }
    }

    /// Cycles that a program would have added to one in which it is in line.
    pub fn added(&mut self, run: usize, cost: Cost) -> Added {
        let all = self.exact.profile.events;
        let exhaustively = self.exact.in_line() + all * cost.handler;
        let run = &mut self.runs[run];
        let events = run.profile.events;
        let by_counters = run.in_line() + events * cost.handler;
        // One cycle of an event's is that of being replaced at all: with tests all of them pay it.
        let by_tests = by_counters - events + all * (1 + cost.test);
        Added { by_counters, by_tests, exhaustively }
    }
}

/// The productions with a replacement, whatever the counters say.
fn without_conditions(image: &Image) -> Image {
    let entries = image.patterns.iter().map(|words| Pattern::from_words(*words));
    let replacing = entries.filter(|pattern| !pattern.null).map(|pattern| Pattern { condition: 0, ..pattern }.words());
    let always = Condition { table: u16::MAX, b: 1, ..Condition::default() };
    Image { patterns: replacing.collect(), conditions: vec![always.word()], ..image.clone() }
}
