//! A core and its profiler or monitor as one system on a device (docs/user/soc-up5k.md).
use super::{clock, hundredths, part, rounded, with};
use crate::flow::{Area, Synthesis, Target};
use crate::report::{grouped, table};
use crate::spec::core::Core;
use serde_json::{Value, json};

/// What a part of the system takes on its own.
pub struct Part {
    pub name: &'static str,
    /// What is counted.
    pub what: String,
    pub area: Area,
}

/// A system that was synthesised and placed.
pub struct System<'a> {
    /// The unit that it is made of, besides its core.
    pub unit: &'a str,
    /// Its configuration.
    pub preset: &'a str,
    pub core: Core,
    pub target: &'a Target<'a>,
    pub synthesis: &'a Synthesis,
    /// The same core and memories with nothing beside them, if that was placed too.
    pub baseline: Option<&'a Synthesis>,
    pub parts: &'a [Part],
}

/// By how many per cent a clock is below another.
fn lost(without: f64, with: f64) -> f64 {
    if without > 0.0 { 100.0 * (1.0 - with / without) } else { 0.0 }
}

impl System<'_> {
    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let parts = self.parts.iter().map(|part| (part.name.into(), json!(part.area)));
        let path = self.synthesis.typical().and_then(|placed| placed.timing.path.as_ref());
        with(
            super::contract(self.synthesis, self.target),
            json!({
                "unit": self.unit,
                "preset": self.preset,
                "with_core": self.core.name(),
                "spram": self.synthesis.core.spram,
                "parts": parts.collect::<serde_json::Map<String, Value>>(),
                "limit_mhz": null,
                "limit_name": null,
                "critical_path": path.map(ToString::to_string),
                "baseline": self.baseline.map(|alone| self.beside(alone)),
            }),
        )
    }

    /// What the system without the unit is, and the clock that the unit costs: positive if it is slower with it.
    fn beside(&self, alone: &Synthesis) -> Value {
        let (with, without) = (self.synthesis.clocks(), alone.clocks());
        json!({
            "lut4": alone.core.lut4,
            "ff": alone.core.ff,
            "bram": alone.core.bram,
            "spram": alone.core.spram,
            "fmax_mhz": hundredths(without.median()),
            "fmax_min_mhz": hundredths(without.slowest()),
            "fmax_all": rounded(&without),
            "critical_path": alone.typical().and_then(|placed| placed.timing.path.as_ref()).map(ToString::to_string),
            "clock_lost_percent": hundredths(lost(without.median(), with.median())),
            "clock_lost_percent_slowest": hundredths(lost(without.slowest(), with.slowest())),
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        let Self { unit, preset, core, target, synthesis, .. } = self;
        let mut facts = vec![
            ("design", format!("{} and {unit} {preset}", core.name())),
            ("device", format!("{} {}", target.device.chip, target.package)),
        ];
        if let Some(placed) = synthesis.typical() {
            let (cells, (brams, of)) = (part(placed.logic), placed.bram);
            facts.push(("placed", format!("{cells} logic cells, {brams} of {of} block RAMs, with the harness")));
        }
        facts.push(("clock", clock(synthesis, target.seeds)));
        if let Some(alone) = self.baseline {
            let slower = lost(alone.clocks().median(), synthesis.clocks().median());
            facts.push(("without it", format!("{}; with it {slower:.1} % less", clock(alone, target.seeds))));
        }
        if let Some(path) = synthesis.typical().and_then(|placed| placed.timing.path.as_ref()) {
            facts.push(("critical path", path.to_string()));
        }
        let mut areas = table::grid(&["alone", "LUT4", "carry", "flip-flops", "block RAM", "single-port RAM"]);
        for Part { what, area, .. } in self.parts {
            let counts = [area.lut4, area.carry, area.ff, area.bram, area.spram].map(|n| grouped(n.into()));
            areas.add_row([what.clone()].into_iter().chain(counts));
        }
        format!("{}\n\n{areas}", table::facts(facts))
    }
}
