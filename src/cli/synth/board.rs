//! `treetap synth --board`: from a preset to the bitstream of its self-test (docs/user/boards.md).
use super::{Family, Synthesis, Target, Unit, Workplace, catalog, find_engine, flow, hundredths, output, rounded};
use crate::cli::Failure;
use crate::cosim::selftest;
use crate::flow::CriticalPath;
use crate::flow::board::{Board, Clocking};
use crate::spec::rap::Preset;
use comfy_table::{Table, presets as table_styles};
use serde_json::json;
use std::path::PathBuf;

/// Arguments that only mean something with a board.
#[derive(clap::Args, Debug)]
pub struct Bitstream {
    /// Where the bitstream of the self-test goes; without it, treetap_board_BOARD.bin, or .bit for an ECP5.
    #[arg(short, long, value_name = "FILE", conflicts_with = "device")]
    output: Option<PathBuf>,
    /// Pins from this file (.pcf or .lpf) instead of the board's own.
    #[arg(long, value_name = "FILE", conflicts_with = "device")]
    pins: Option<PathBuf>,
}

/// The board, with the clock that was asked for.
fn board(args: &super::Args) -> Result<Board, Failure> {
    let board = args.target.board.clone().expect("the caller has seen it");
    let Some(freq) = args.freq else { return Ok(board) };
    let none = format!("the PLL of {} does not make {freq} MHz of {} MHz", board.name, board.oscillator_mhz);
    board.at(freq).ok_or(Failure::Usage(none))
}

/// Runs the verb for a board.
pub fn run(args: &super::Args, json: bool) -> Result<(), Failure> {
    let usage = |error: catalog::Error| Failure::Usage(error.to_string());
    let board = board(args)?;
    if args.unit != Unit::Rap.name() {
        return Err(Failure::Usage(format!("there is no self-test of `{}` for a board: expected rap", args.unit)));
    }
    let engine = args.engine.as_deref().map(find_engine).transpose()?;
    let preset = catalog::rap_preset(args.preset.as_deref().unwrap_or(&board.preset), engine).map_err(usage)?;
    let pins = match &args.bitstream.pins {
        None => board.pins.to_string(),
        Some(file) => std::fs::read_to_string(file)
            .map_err(|e| Failure::BadInput(format!("{}: cannot read: {e}", file.display())))?,
    };
    let (emitted, _) = selftest::emit(&preset, Default::default()).map_err(|e| Failure::Usage(e.to_string()))?;
    let (top, verilog) = (board.top(), board.verilog(&emitted.top, &emitted.verilog, Clocking::Board));
    let clock = board.clock_mhz;
    let target = Target { aim: clock, ..args.target.target()? };

    let place = Workplace::new(&top)?;
    let design = flow::Design { top: &top, verilog: &verilog, ends: flow::Ends::Pins(&pins) };
    let built = flow::bitstream(&design, &target, place.path(), &|step| place.progress(step));
    let (bytes, synthesis) = built.map_err(|error| place.failure(&error))?;
    let fastest = synthesis.clocks().fastest();
    if fastest < clock {
        return Err(Failure::Mismatch(format!(
            "timing is not met: the fastest of {} seeds reaches {fastest:.2} MHz, the clock of {} is {clock} MHz; \
             try more --seeds, a lower --freq or a smaller preset",
            target.seeds, board.name
        )));
    }
    // What the programmers of each family expect.
    let extension = if target.device.family == Family::Ecp5 { "bit" } else { "bin" };
    let file = args.bitstream.output.clone().unwrap_or_else(|| format!("{top}.{extension}").into());
    output::write(&file, &bytes)?;
    let built = Built { board: &board, preset: &preset, fastest, bytes: bytes.len(), file, synthesis: &synthesis };
    if json { output::line(built.contract()) } else { output::line(built.table(&target)) }
}

/// A bitstream that was written.
struct Built<'a> {
    board: &'a Board,
    preset: &'a Preset,
    fastest: f64,
    bytes: usize,
    file: PathBuf,
    synthesis: &'a Synthesis,
}

impl Built<'_> {
    /// Nanoseconds left of the clock's period.
    fn slack_ns(&self) -> f64 {
        1e3 / self.board.clock_mhz - 1e3 / self.fastest
    }

    /// What limits the seed that was packed.
    fn path(&self) -> Option<&CriticalPath> {
        let fastest = self.synthesis.seeds.iter().max_by(|a, b| a.fmax().total_cmp(&b.fmax()));
        fastest?.placed.as_ref()?.timing.path.as_ref()
    }

    fn contract(&self) -> serde_json::Value {
        let area = self.synthesis.core;
        json!({
            "unit": Unit::Rap.name(),
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
            "fmax_mhz": hundredths(self.fastest),
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

    fn table(&self, target: &Target) -> Table {
        let area = self.synthesis.core;
        let mut table = Table::new();
        table.load_style(table_styles::NOTHING);
        let bits = if target.device.family == Family::Ecp5 { " carry cells of two bits" } else { " carry" };
        for (name, value) in [
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
                    self.fastest,
                    self.slack_ns()
                ),
            ),
            ("critical path", self.path().map_or_else(|| "not known".to_string(), ToString::to_string)),
            ("bitstream", format!("{}, {} bytes", self.file.display(), self.bytes)),
            ("load it with", self.board.program.replace("{bitstream}", &self.file.display().to_string())),
        ] {
            table.add_row([name.to_string(), value]);
        }
        table
    }
}
