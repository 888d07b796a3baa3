//! The bitstream of a self-test for a board (docs/user/boards.md).
use super::{hundredths, rounded};
use crate::flow::board::Board;
use crate::flow::{CriticalPath, Family, Synthesis, Target};
use crate::report::table;
use crate::spec::rap::Preset;
use comfy_table::Table;
use serde_json::{Value, json};
use std::path::Path;

/// A bitstream that was written.
pub struct Built<'a> {
    pub board: &'a Board,
    pub target: &'a Target<'a>,
    pub preset: &'a Preset,
    /// The file, and its length.
    pub file: &'a Path,
    pub bytes: usize,
    pub synthesis: &'a Synthesis,
}

impl Built<'_> {
    /// The clock of the seed that was packed.
    fn fastest(&self) -> f64 {
        self.synthesis.clocks().fastest()
    }

    /// Nanoseconds left of the clock's period.
    fn slack_ns(&self) -> f64 {
        1e3 / self.board.clock_mhz - 1e3 / self.fastest()
    }

    /// What limits the seed that was packed.
    fn path(&self) -> Option<&CriticalPath> {
        let fastest = self.synthesis.seeds.iter().max_by(|a, b| a.fmax().total_cmp(&b.fmax()));
        fastest?.placed.as_ref()?.timing.path.as_ref()
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let area = self.synthesis.core;
        json!({
            "unit": "rap",
            "board": self.board.name,
            "preset": self.preset.name,
            "engine": self.preset.engine.name(),
            "device": self.board.device,
            "package": self.board.package,
            "speed": self.board.speed,
            "lut4": area.lut4,
            "carry": area.carry,
            "ff": area.ff,
            "bram": area.bram,
            "clock_mhz": self.board.clock_mhz,
            "fmax_mhz": hundredths(self.fastest()),
            "fmax_min_mhz": hundredths(self.synthesis.clocks().slowest()),
            "fmax_all": rounded(&self.synthesis.clocks()),
            "limit_mhz": null,
            "limit_name": null,
            "seeds": self.synthesis.seeds.len(),
            "slack_ns": hundredths(self.slack_ns()),
            "critical_path": self.path().map(ToString::to_string),
            "bitstream": self.file,
            "bytes": self.bytes,
            "tool_versions": self.synthesis.tools,
            "wall_s": hundredths(self.synthesis.wall_s),
        })
    }

    /// For people.
    pub fn table(&self) -> Table {
        let (area, target) = (self.synthesis.core, self.target);
        let bits = if target.device.family == Family::Ecp5 { " carry cells of two bits" } else { " carry" };
        table::facts([
            ("board", self.board.title.clone()),
            ("design", format!("self-test of rap {}, engine {}", self.preset.name, self.preset.engine.name())),
            ("device", format!("{} {}", target.device.chip, target.package)),
            ("logic", format!("{} LUT4, {}{bits}, {} flip-flops", area.lut4, area.carry, area.ff)),
            ("block RAM", format!("{} of {}", area.bram, target.device.brams)),
            (
                "clock",
                format!(
                    "{} MHz, reaches {:.2} MHz: {:.2} ns slack",
                    self.board.clock_mhz,
                    self.fastest(),
                    self.slack_ns()
                ),
            ),
            ("critical path", self.path().map_or_else(|| "not known".to_string(), ToString::to_string)),
            ("bitstream", format!("{}, {} bytes", self.file.display(), self.bytes)),
            ("load it with", self.board.program.replace("{bitstream}", &self.file.display().to_string())),
        ])
    }
}
