//! `treetap synth --board`: from a preset to the bitstream of its self-test (docs/boards.md).
use super::{Family, catalog, failure, flow, hundredths, output, progress, usage, workshop};
use crate::catalog::Unit;
use crate::cli::Failure;
use crate::cosim::selftest;
use crate::flow::board::{self, Board, Clocking};
use crate::flow::{Device, Synthesis, Target};
use comfy_table::{Table, presets as table_styles};
use serde_json::json;
use std::path::PathBuf;

/// Arguments that only mean something with a board.
#[derive(clap::Args, Debug)]
pub struct BoardArgs {
    /// Build the bitstream of the preset's self-test for this board; it fails when the board's clock is not reached.
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["device", "speed", "rtl"])]
    pub board: Option<String>,
    /// Where the bitstream goes; without it, treetap_board_BOARD.bin, or .bit for an ECP5.
    #[arg(short, long, value_name = "FILE", requires = "board")]
    output: Option<PathBuf>,
    /// Pins from this file (.pcf or .lpf) instead of the board's own.
    #[arg(long, value_name = "FILE", requires = "board")]
    pins: Option<PathBuf>,
}

/// Runs the verb for a board.
pub fn run(args: &super::Args, json: bool) -> Result<(), Failure> {
    let name = args.board.board.as_deref().expect("the parser wants a board or a device");
    let board = board::find(name).map_err(|e| Failure::Usage(e.to_string()))?;
    let board = match args.freq {
        None => board,
        Some(freq) => {
            let from = board.oscillator_mhz;
            let none = || Failure::Usage(format!("the PLL of {name} does not make {freq} MHz of {from} MHz"));
            board.at(freq).ok_or_else(none)?
        }
    };
    if args.unit != Unit::Rap.name() {
        return Err(Failure::Usage(format!("there is no self-test of `{}` for a board: expected rap", args.unit)));
    }
    let preset = catalog::rap_preset(args.preset.as_deref().unwrap_or(&board.preset), None).map_err(usage)?;
    let pins = match &args.board.pins {
        None => board.pins.to_string(),
        Some(file) => std::fs::read_to_string(file)
            .map_err(|e| Failure::BadInput(format!("{}: cannot read: {e}", file.display())))?,
    };
    let (emitted, _) = selftest::emit(&preset, Default::default()).map_err(|e| Failure::Usage(e.to_string()))?;
    let (top, verilog) = (board.top(), board.verilog(&emitted.top, &emitted.verilog, Clocking::Board));
    let clock = board.clock_mhz;
    let device = Device::named(&board.device).expect("board files are part of the program and tested");
    let target = Target { device, package: &board.package, speed: board.speed, aim: clock, seeds: args.seeds };

    let (cache, scratch) = workshop()?;
    let design = flow::Design { top: &top, verilog: &verilog, ends: flow::Ends::Pins(&pins) };
    let (bytes, synthesis) =
        flow::bitstream(&design, &target, scratch.path(), &progress).map_err(|e| failure(e, &top, &cache))?;
    let fastest = synthesis.clocks().into_iter().fold(0.0, f64::max);
    if fastest < clock {
        return Err(Failure::Mismatch(format!(
            "timing is not met: the fastest of {} seeds reaches {fastest:.2} MHz, the clock of {} is {clock} MHz; \
             try more --seeds, a lower --freq or a smaller preset",
            args.seeds, board.name
        )));
    }
    // What the programmers of each family expect.
    let extension = if device.family == Family::Ecp5 { "bit" } else { "bin" };
    let file = args.board.output.clone().unwrap_or_else(|| format!("{top}.{extension}").into());
    output::write(&file, &bytes)?;
    let built = Built { board: &board, preset: preset.name, fastest, bytes: bytes.len(), file, synthesis: &synthesis };
    if json { output::line(built.contract()) } else { output::line(built.table(&target)) }
}

/// A bitstream that was written.
struct Built<'a> {
    board: &'a Board,
    preset: &'a str,
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

    fn contract(&self) -> serde_json::Value {
        let area = self.synthesis.core;
        json!({
            "board": self.board.name,
            "preset": self.preset,
            "device": self.board.device,
            "package": self.board.package,
            "speed": self.board.speed,
            "lut4": area.lut4,
            "carry": area.carry,
            "ff": area.ff,
            "bram": area.bram,
            "clock_mhz": self.board.clock_mhz,
            "fmax_mhz": hundredths(self.fastest),
            "fmax_all": self.synthesis.clocks().into_iter().map(hundredths).collect::<Vec<_>>(),
            "slack_ns": hundredths(self.slack_ns()),
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
            ("design", format!("self-test of rap {}", self.preset)),
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
            ("bitstream", format!("{}, {} bytes", self.file.display(), self.bytes)),
            ("load it with", self.board.program.replace("{bitstream}", &self.file.display().to_string())),
        ] {
            table.add_row([name.to_string(), value]);
        }
        table
    }
}
