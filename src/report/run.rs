//! What a run of `treetap run` found: for people, for scripts, and as a page.
use super::html::{self, Fact, Law, Names, Page};
use super::json::Dump;
use super::names::{Limits, Table};
use super::phases::Phases;
use super::{grouped, hot, percent, table};
use crate::analysis::{Keys, Symbols};
use crate::cosim::monitor::LAWS;
use crate::cosim::profiler::Pace;
use crate::cosim::session::{Options, Report};
use crate::spec::annotate;
use crate::spec::burst::{self, Mode};
use crate::spec::counters::Counter;
use crate::spec::profiler;
use crate::spec::select::{Kind, Weight};
use serde_json::{Value, json};
use std::path::Path;

/// What the profiler is built as.
pub struct Built {
    /// Everything that can be chosen, by the names of `--config`.
    pub values: Value,
    /// The same in one line.
    pub summary: String,
    /// It is a preset, whose name and purpose say what it is.
    pub is_preset: bool,
}

/// A run, with what was asked for.
pub struct Run<'a> {
    /// The program, and the core that ran it.
    pub program: &'a Path,
    pub core: &'a str,
    pub options: &'a Options,
    pub built: &'a Built,
    pub report: &'a Report,
    pub symbols: &'a Symbols,
    /// Clock cycles of the core.
    pub cycles: u64,
    /// The model of cache and branches that was asked for.
    pub model: Option<annotate::Config>,
    /// What is worth a row.
    pub limits: Limits,
}

impl Run<'_> {
    /// What becomes an event.
    fn event(&self) -> Kind {
        self.options.config.select.kind
    }

    /// How keys are addresses, if they are.
    fn keys(&self) -> Option<Keys> {
        match self.event() {
            Kind::LoadValues | Kind::MissValues => None,
            // The folded pair of 32 bits is no address.
            Kind::Edges if self.options.config.select.key_bits < 64 => None,
            Kind::Edges => Some(Keys { left_out: 0, beside: 32 }),
            Kind::Lines => self.symbols.lines().map(|layout| Keys::lines(layout.image.line_bits)),
            _ => Some(Keys::default()),
        }
    }

    /// The names of the keys, if they are addresses.
    pub fn table(&self) -> Option<(Keys, Table)> {
        let keys = self.keys()?;
        Some((keys, Table::of(&self.report.profile, self.symbols, keys, &self.limits)))
    }

    /// The phases of the program, if a phase tracker followed them.
    fn phases(&self) -> Option<Phases> {
        let tracker = self.options.config.phase?;
        Some(Phases::of(self.report, tracker.config.len, self.symbols, self.keys(), &self.limits))
    }

    /// What to know of the keys before reading them.
    fn note(&self) -> Option<String> {
        let exact = profiler::PRESETS.iter().find(|preset| preset.tree().config.key_bits == 64)?;
        let folded = self.event() == Kind::Edges && self.keys().is_none();
        folded.then(|| {
            format!(
                "keys are edges folded into 32 bits (docs/reference/select.md E5); --preset {} names both ends",
                exact.name
            )
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        let body = if let Some(phases) = self.phases() {
            phases.text()
        } else if let Some((_, table)) = self.table() {
            table.text()
        } else {
            let note = self.note().map_or(String::new(), |note| format!("note: {note}\n"));
            format!("{note}{}", hot::ranges(&self.report.profile, self.limits.share))
        };
        let mut lines = vec![body, String::new()];
        if !self.built.is_preset {
            lines.push(table::line("profiler", &self.built.summary));
        }
        if self.model.is_some() || self.event() == Kind::MissValues {
            let Fact { name, value, meaning } = self.annotation();
            lines.push(table::line(&name, format!("{value}: {meaning}")));
        }
        if let Some(layout) = self.symbols.lines() {
            lines.push(table::line("map of code", layout.summary()));
        }
        for fact in self.counters() {
            lines.push(table::line(&fact.name, fact.value));
        }
        for law in self.laws() {
            lines.push(table::law(law.holds, &law.text));
        }
        lines.push(table::line("compared words", grouped(self.report.compared)));
        lines.push(table::line("mismatches", grouped(self.report.mismatches)));
        lines.push(table::line("speed", format!("{:.2} M instructions/s", self.speed())));
        lines.join("\n")
    }

    fn speed(&self) -> f64 {
        self.report.retired as f64 / self.report.seconds / 1e6
    }

    fn settings(&self) -> Vec<Fact> {
        let tree = &self.options.config.tree;
        let mut settings = vec![
            Fact::new("program", self.program.display(), self.symbols.machine()),
            Fact::new("core", self.core, "simulated from its own Verilog"),
            Fact::new(
                "profiler",
                self.options.preset.name,
                if self.built.is_preset { self.options.preset.doc } else { "" },
            ),
            Fact::new("configuration", &self.built.summary, "what the profiler is built as"),
            Fact::new("event", self.event().name(), self.event().doc()),
            Fact::new("weight", self.options.config.select.weight.name(), "what an event counts"),
            Fact::new("sampling", sampling(&self.options.config.burst), "which events count"),
            Fact::new(
                "held back",
                if self.options.config.lossless { "yes" } else { "no" },
                "whether the core waits instead of dropping events",
            ),
            Fact::new("nodes", tree.nodes, "ranges that the tree may have at a time"),
            Fact::new("first threshold", tree.t0, "events at which a range is split, at the start"),
            self.annotation(),
        ];
        settings.extend(self.symbols.lines().map(|layout| {
            Fact::new(
                "map of code",
                layout.summary(),
                "keys are lines of code; made of the program, read back, checked",
            )
        }));
        settings
    }

    /// Whose misses and mispredicted branches these are.
    fn annotation(&self) -> Fact {
        let (value, meaning) = match self.model {
            Some(model) if self.options.config.annotate.is_some() => {
                (model.to_string(), "modelled by the profiler's own block, not the core's own")
            }
            Some(model) => (model.to_string(), "modelled beside the core in software, not the core's own"),
            None => ("unknown".to_string(), "no misses were modelled beside the core"),
        };
        Fact::new("cache and branches", value, meaning)
    }

    fn counters(&self) -> Vec<Fact> {
        let report = self.report;
        let sampled = report.sampled;
        let of = |counter: Counter| grouped(report.counts.get(counter).into());
        let mut facts = vec![
            Fact::new("instructions", grouped(report.retired), "retired by the core, traps included"),
            Fact::new(
                "core cycles",
                grouped(self.cycles),
                "clock cycles of the core, without those in which it was held",
            ),
            Fact::new("core held", self.waited(), "clock cycles in which a retirement waited for the profiler"),
            Fact::new("traps", of(Counter::Trap), "did not execute"),
            Fact::new("outside of windows", of(Counter::RejectedGate), "came while the profiler was disabled"),
            Fact::new("rejected by class", of(Counter::RejectedClass), "of a class that is not wanted"),
            Fact::new("not selected", of(Counter::RejectedSelect), "no event of this kind"),
            Fact::new("not sampled", of(Counter::RejectedBurst), "events that sampling left out"),
            Fact::new(
                "checks",
                format!(
                    "{}, {} of them in {} bursts",
                    grouped(sampled.checks.into()),
                    grouped(sampled.inside.into()),
                    grouped(sampled.bursts.into())
                ),
                "procedure entries and jumps back, where bursts begin and end",
            ),
            Fact::new("accepted", of(Counter::Accepted), "events that entered the sample buffer"),
            Fact::new("dropped", grouped(report.dropped()), "events that found it full"),
            Fact::new("weight counted", grouped(report.events), "in the tree"),
            Fact::new("lost", grouped(report.profile.lost), "refused because a count was full"),
        ];
        facts.extend(report.engine.as_ref().map(|engine| {
            let (events, dropped, bursts) = (engine.events, engine.dropped, engine.bursts);
            let value = format!("{} in {bursts} bursts, {} dropped", grouped(events), grouped(dropped));
            Fact::new("events of the engine", value, "reported by the program that says which events count")
        }));
        facts
    }

    /// Cycles in which the profiler held the core back, if the core's own cycles were simulated.
    fn held(&self) -> Option<u64> {
        (self.options.pace == Pace::Core).then_some(self.report.hardware.held)
    }

    /// Those cycles in words.
    fn waited(&self) -> String {
        match self.held() {
            Some(held) => format!("{} cycles, {}", grouped(held), percent(held, self.cycles)),
            None => "unknown: --clocked simulates the core's own cycles".to_string(),
        }
    }

    fn laws(&self) -> Vec<Law> {
        let get = |counter: Counter| grouped(self.report.counts.get(counter).into());
        let broken = |name: &str| self.report.law.is_some_and(|law| law.law.starts_with(name));
        use Counter::*;
        let law = |name: &str, text: String| Law { name: name.into(), text, holds: !broken(name) };
        let mut laws = vec![
            law("L1", format!("every one of {} retirements is rejected for one reason or a candidate", get(Retired))),
            law(
                "L2",
                format!(
                    "{} candidates = {} accepted + {} dropped",
                    get(Candidates),
                    get(Accepted),
                    grouped(self.report.dropped())
                ),
            ),
            law("L3", format!("{} accepted = {} popped + {} queued", get(Accepted), get(Popped), self.report.occupied)),
        ];
        if let Some(engine) = &self.report.engine {
            laws.extend(LAWS.map(|text| Law {
                name: "engine".into(),
                text: text.into(),
                holds: !engine.broken.contains(&text),
            }));
        }
        laws
    }

    /// The page that explains the profile.
    pub fn page(&self, names: Option<Names>) -> String {
        let name = |file: &Path| file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        let title = format!("{} on {}", name(self.program), self.core);
        let mut notes: Vec<String> = self.note().into_iter().collect();
        if self.report.saturated {
            notes.push("some events weighed more than 65,535 and were cut".to_string());
        }
        if self.report.dropped() > 0 {
            notes.push(format!(
                "{} events were dropped: shares are of the accepted ones",
                grouped(self.report.dropped())
            ));
        }
        html::page(&Page {
            title: &title,
            events: if self.options.config.select.weight == Weight::One {
                "events"
            } else {
                self.options.config.select.weight.name()
            },
            command: "",
            profile: &self.report.profile,
            names,
            hot: self.limits.share,
            settings: &self.settings(),
            counters: &self.counters(),
            laws: &self.laws(),
            notes: &notes,
            phases: self.phases().as_ref(),
        })
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let report = self.report;
        let counters: serde_json::Map<String, Value> =
            Counter::ALL.into_iter().map(|c| (c.name().into(), report.counts.get(c).into())).collect();
        json!({
            "core": self.core,
            "program": self.program.display().to_string(),
            "preset": self.options.preset.name,
            "configuration": self.built.values,
            "event": self.event().name(),
            "weight": self.options.config.select.weight.name(),
            "annotate": self.model.map(|model| model.to_string()),
            "annotated_by": self.model.map(|_| match self.options.config.annotate {
                Some(_) => "profiler",
                None => "simulation",
            }),
            "retired": report.retired,
            "cycles": self.cycles,
            "profiler_cycles": report.hardware.cycles,
            "held": self.held(),
            "events": report.events,
            "accepted": report.counts.get(Counter::Accepted),
            "dropped": report.dropped(),
            "counters": counters,
            "sampled": {
                "checks": report.sampled.checks,
                "events": report.sampled.events,
                "taken": report.sampled.taken,
                "outside": report.sampled.outside,
                "inside": report.sampled.inside,
                "bursts": report.sampled.bursts,
            },
            "engine": report.engine.as_ref().map(|engine| json!({
                "events": engine.events,
                "dropped": engine.dropped,
                "bursts": engine.bursts,
            })),
            "laws_ok": self.laws().iter().all(|law| law.holds),
            "compared_words": report.compared,
            "mismatches": report.mismatches,
            "fault": report.first.as_ref().map(|m| json!({ "field": m.what, "rtl": m.rtl, "model": m.model })),
            "minstr_per_s": self.speed(),
            "wall_s": report.seconds,
            "code_map": self.symbols.lines().map(|layout| json!({
                "checksum": layout.checksum,
                "base": layout.image.base,
                "line_bytes": 1 << layout.image.line_bits,
                "lines": layout.image.entries.len(),
                "keys": layout.keys,
                "functions": layout.blocks,
                "shared_lines": layout.shared,
                "left_out": layout.left_out,
            })),
            "profile": Dump::from(&report.profile),
            "names": self.table().map(|(_, table)| table),
            "phases": self.phases(),
        })
    }
}

/// Which events count, in words.
fn sampling(config: &burst::Config) -> String {
    let burst::Config { mode, period, chance, outside, inside, .. } = *config;
    match mode {
        Mode::Periodic => format!("every {period}. event"),
        Mode::Random => percent(chance.into(), 1 << burst::RANDOM_BITS),
        Mode::ArnoldRyder => format!("{outside} checks between, 1 in a burst"),
        Mode::Bursty => format!("{outside} checks between, {inside} in a burst"),
        mode => mode.name().to_string(),
    }
}
