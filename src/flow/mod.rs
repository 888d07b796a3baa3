//! Verilog to area, clock and bitstream: drives Yosys, nextpnr and the packers, and reads what they report.
//!
//! The room takes text: a [`Design`] is Verilog with the list of its top's ports, wherever it came from. Programs run in a
//! folder that the caller provides and removes; only what they report comes out. docs/flow.md explains every figure.
mod cells;
pub mod device;
mod error;
pub mod gates;
pub mod harness;
mod netlist;
mod place;
pub mod program;
mod result;
mod synthesis;
mod timing;

pub use device::{DEVICES, Device, Family};
pub use error::Error;
pub use netlist::Area;
pub use result::{Seed, Synthesis};
pub use timing::{Path as CriticalPath, Timing};

use harness::Port;
use program::{Toolchain, workers};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

/// Verilog and what the flow has to know of it.
#[derive(Clone, Copy, Debug)]
pub struct Design<'a> {
    /// Name of the top module.
    pub top: &'a str,
    /// The whole text.
    pub verilog: &'a str,
    /// Ports of the top module; the clock is called [`harness::CLOCK`].
    pub ports: &'a [Port],
}

/// What to build a design for.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The chip.
    pub device: &'static Device,
    /// Speed grade, one of the device's.
    pub speed: Option<u8>,
    /// Clock that the placer aims at, in MHz.
    pub aim: f64,
    /// Number of seeds: 1 to this one.
    pub seeds: u32,
}

impl Target {
    /// The device with its usual speed grade and aim, and one seed.
    pub fn new(device: &'static Device) -> Self {
        Self { device, speed: device.speeds.first().copied(), aim: device.aim, seeds: 1 }
    }
}

/// What the flow tells while it works.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// Yosys starts.
    Synthesis(&'a str),
    /// Placement of this many seeds starts.
    Placement(u32),
    /// A seed is done: its number and clock in MHz, 0 if it failed.
    Placed(u32, f64),
}

/// Synthesises and places a design between two shift registers (see [`harness`]).
///
/// # Errors
/// See [`Error`]. A seed that fails is no error as long as one succeeds: its clock is 0.
pub fn synthesise(
    design: &Design,
    target: &Target,
    dir: &Path,
    progress: &(dyn Fn(Step) + Sync),
) -> Result<Synthesis, Error> {
    let start = Instant::now();
    let tools = Toolchain::find(target.device.family)?;
    progress(Step::Synthesis(design.top));
    let wrapped = format!("{}\n{}", design.verilog, harness::verilog(design.top, design.ports));
    let netlist = synthesis::run(&tools, target.device.family, &wrapped, harness::TOP, dir)?;
    let (core, harness) = netlist.areas(harness::INSTANCE);
    target.device.check(core + harness)?;

    progress(Step::Placement(target.seeds));
    let seeds: Vec<u32> = (1..=target.seeds).collect();
    let placed = Mutex::new(vec![]);
    program::in_parallel(workers(), &seeds, |&seed| {
        let outcome = place::run(&tools, target, seed, dir);
        progress(Step::Placed(seed, outcome.as_ref().map_or(0.0, |placed| placed.timing.fmax)));
        placed.lock().expect("no worker panics").push((seed, outcome));
    });
    let mut placed = placed.into_inner().expect("no worker panics");
    placed.sort_by_key(|(seed, _)| *seed);
    let mut seeds = vec![];
    let mut failure = None;
    for (seed, outcome) in placed {
        match outcome {
            Ok(placed) => seeds.push(Seed { seed, placed: Some(placed) }),
            Err(error) if error.ends_every_seed() => return Err(error),
            Err(error) => {
                seeds.push(Seed { seed, placed: None });
                failure = failure.or(Some(error));
            }
        }
    }
    match failure {
        Some(error) if seeds.iter().all(|seed| seed.placed.is_none()) => Err(error),
        _ => Ok(Synthesis { core, harness, seeds, tools: tools.versions(), wall_s: start.elapsed().as_secs_f64() }),
    }
}
