//! A unit on a device.
use super::page::{Sheet, html};
use super::{clock, hundredths, part, with};
use crate::flow::{Clocks, CriticalPath, Family, Part, Synthesis, Target};
use crate::report::{grouped, table};
use serde_json::{Value, json};

/// A unit that was synthesised and placed.
pub struct Placed<'a> {
    /// Its names: unit, preset, microarchitecture, top module.
    pub unit: &'a str,
    pub preset: &'a str,
    pub engine: &'a str,
    pub top: &'a str,
    /// What it was built for.
    pub target: &'a Target<'a>,
    pub synthesis: &'a Synthesis,
    /// What the device can do at most, with its name; none if nobody wants it, or it could not be had.
    pub limit: Option<(String, &'a Clocks)>,
    /// Cells by instance: none if they could not be counted, empty if nobody wants them.
    pub parts: Option<&'a [Part]>,
}

impl Placed<'_> {
    /// What limits the clock of the seed at the median.
    fn path(&self) -> Option<&CriticalPath> {
        self.synthesis.typical()?.timing.path.as_ref()
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let limit = self.limit.as_ref();
        let ratio = |reached: &Clocks| hundredths(self.synthesis.clocks().median() / reached.median());
        with(
            super::contract(self.synthesis, self.target),
            json!({
                "unit": self.unit,
                "preset": self.preset,
                "engine": self.engine,
                "core": self.synthesis.core,
                "modules": self.parts,
                "limit_mhz": limit.map(|(_, reached)| hundredths(reached.median())),
                "limit_name": limit.map(|(name, _)| name),
                "limit_ratio": limit.map(|(_, reached)| ratio(reached)),
                "critical_path": self.path().map(|path| json!({
                    "words": path.to_string(), "from": path.from, "to": path.to, "through": path.through,
                    "luts": path.luts,
                    "carries": path.carries, "logic_ns": hundredths(path.logic_ns),
                    "routing_ns": hundredths(path.routing_ns),
                })),
            }),
        )
    }

    /// Figures with their names, for the table and the page.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let (synthesis, device) = (self.synthesis, self.target.device);
        let (core, harness) = (synthesis.core, synthesis.harness);
        let speed = self.target.speed.map(|speed| format!(", speed grade {speed}")).unwrap_or_default();
        let carry = match device.family {
            Family::Ice40 => "one bit each, beside a LUT",
            Family::Ecp5 => "two bits each, in the place of two LUT4",
        };
        let mut facts = vec![
            ("design", self.top.to_string()),
            ("engine", self.engine.to_string()),
            ("device", format!("{} {}{speed}", device.chip, self.target.package)),
            ("LUT4", format!("{} (the harness adds {})", grouped(core.lut4.into()), grouped(harness.lut4.into()))),
            ("carry", format!("{} ({carry})", grouped(core.carry.into()))),
            ("flip-flops", format!("{} (the harness adds {})", grouped(core.ff.into()), grouped(harness.ff.into()))),
            ("block RAM", format!("{} of {}", core.bram, device.brams)),
        ];
        if core.lut_ram > 0 {
            facts.push(("LUT RAM", format!("{} of 16 x 4 bits", core.lut_ram)));
        }
        if let Some(placed) = synthesis.typical() {
            let share = 100.0 * f64::from(placed.logic.0) / f64::from(placed.logic.1);
            let cells = part(placed.logic);
            facts.push(("logic cells", format!("{cells} ({share:.1} %), packed, with the harness")));
        }
        facts.push(("clock", clock(synthesis, self.target.seeds)));
        if let Some((name, reached)) = &self.limit {
            let share = 100.0 * synthesis.clocks().median() / reached.median();
            facts.push(("limit", format!("{:.2} MHz ({name}): the clock is {share:.0} % of it", reached.median())));
        }
        facts
    }

    /// For people.
    pub fn text(&self) -> String {
        let path = self.path().map(|path| ("critical path", path.to_string()));
        let table = table::facts(self.facts().into_iter().chain(path));
        let mut text = table.to_string();
        let parts_counted = self.parts.unwrap_or_default();
        if !parts_counted.is_empty() {
            let mut parts = table::grid(&["instance", "LUT4", "carry", "flip-flops", "block RAM"]);
            for part in parts_counted {
                let Part { path, area } = part;
                let name = if path.is_empty() { "top" } else { path };
                let counts = [area.lut4, area.carry, area.ff, area.bram].map(|n| grouped(n.into()));
                parts.add_row([name.to_string()].into_iter().chain(counts));
            }
            text += &format!("\n\n{parts}");
        }
        text
    }

    /// The page, which says with which command it was made; `demanded` is the clock in MHz that was asked for.
    pub fn page(&self, command: &str, demanded: Option<f64>) -> String {
        let (synthesis, device) = (self.synthesis, self.target.device);
        let seeds: Vec<(u32, f64)> = synthesis.seeds.iter().map(|seed| (seed.seed, seed.fmax())).collect();
        let tools: Vec<(String, String)> = synthesis.tools.clone().into_iter().collect();
        html(&Sheet {
            title: &format!("{} on {}", self.top, device.chip),
            command,
            facts: &self.facts(),
            parts: self.parts.unwrap_or_default(),
            seeds: &seeds,
            median: synthesis.clocks().median(),
            limit: self.limit.as_ref().map(|(name, reached)| (name.clone(), reached.median())),
            demanded,
            path: self.path(),
            tools: &tools,
        })
    }
}
