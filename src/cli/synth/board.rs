//! `treetap synth --board`: from a preset to the bitstream of its self-test (docs/user/boards.md).
use crate::catalog::Unit;
use crate::cli::workplace::Workplace;
use crate::cli::{Failure, input, output};
use crate::cosim::selftest;
use crate::flow::board::{Board, Clocking};
use crate::flow::{self, Family, Target};
use crate::report::synth::board::Built;
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
    let board = board(args)?;
    let hardware = &args.hardware;
    if hardware.name() != Unit::Rap.name() {
        let none = format!("there is no self-test of `{}` for a board: expected rap", hardware.name());
        return Err(Failure::Usage(none));
    }
    let configuration = &hardware.configuration;
    let preset = configuration.rap(Some(&board.preset))?;
    let pins = args.bitstream.pins.as_deref().map(input::text).transpose()?.unwrap_or_else(|| board.pins.to_string());
    let (emitted, _) = selftest::emit(&preset, Default::default())?;
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
    let built = Built {
        board: &board,
        target: &target,
        preset: &preset,
        file: &file,
        bytes: bytes.len(),
        synthesis: &synthesis,
    };
    output::either(json, || built.contract(), || built.table())
}
