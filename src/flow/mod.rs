//! Verilog to area, clock and bitstream: drives Yosys, nextpnr and the packers, and reads what they report.
//!
//! The room takes text: a [`Design`] is Verilog with the list of its top's ports, wherever it came from. Programs run
//! in a folder that the caller provides and removes; only what they report comes out. docs/reference/flow.md explains
//! every figure.
mod area;
pub mod board;
mod cells;
pub mod device;
mod error;
pub mod gates;
pub mod harness;
mod kept;
pub mod limits;
mod netlist;
mod pack;
mod place;
mod pll;
pub mod predict;
pub mod program;
mod result;
pub mod soc;
mod synthesis;
mod systemverilog;
mod timing;

pub use area::Area;
pub use device::{DEVICES, Device, Family};
pub use error::Error;
pub use netlist::Part;
pub use place::EFFORT;
pub use result::{Clocks, Seed, Synthesis};
pub use timing::{Path as CriticalPath, Timing};

use harness::Port;
use netlist::Netlist;
use program::{Program, Toolchain, workers};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often the flow tells that its programs still work.
const HEARTBEAT: Duration = Duration::from_secs(60);

/// Verilog and what the flow has to know of it.
#[derive(Clone, Copy, Debug)]
pub struct Design<'a> {
    /// Name of the top module.
    pub top: &'a str,
    /// The whole text.
    pub verilog: &'a str,
    /// What becomes of the top's ports.
    pub ends: Ends<'a>,
}

/// What the ports of a top module are connected to.
#[derive(Clone, Copy, Debug)]
pub enum Ends<'a> {
    /// The two shift registers of the [`harness`]; the clock is called [`harness::CLOCK`].
    Harness(&'a [Port]),
    /// Pins, in the constraint file's words: `.pcf` on iCE40, `.lpf` on ECP5.
    Pins(&'a str),
}

/// What to build a design for.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The chip.
    pub device: &'static Device,
    /// Its package, in nextpnr's spelling.
    pub package: &'a str,
    /// Speed grade, one of the device's.
    pub speed: Option<u8>,
    /// Clock that the placer aims at, in MHz.
    pub aim: f64,
    /// Number of seeds: 1 to this one; 0 for the area alone.
    pub seeds: u32,
    /// How much the placer gives for short paths, in nextpnr's options.
    pub effort: &'static [&'static str],
    /// Where reports of placements are kept, so that a seed is placed once; none are if `None`, or with
    /// [`Ends::Pins`], where more than a report is wanted.
    pub kept: Option<&'a Path>,
}

impl Target<'_> {
    /// The device with its usual package, speed grade and aim, and one seed.
    pub fn new(device: &'static Device) -> Self {
        Self {
            device,
            package: device.package,
            speed: device.speeds.first().copied(),
            aim: device.aim,
            seeds: 1,
            effort: &place::EFFORT,
            kept: None,
        }
    }
}

/// What the flow tells while it works.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// Yosys starts.
    Synthesis(&'a str),
    /// Placement of this many seeds starts.
    Placement(u32),
    /// The programs have worked for so long, and still do.
    Working(Duration),
    /// A seed is done: its number and clock in MHz, 0 if it failed.
    Placed(u32, f64),
    /// All seeds are done, others are good, and this one failed for this reason; its log still lies in the working
    /// folder.
    Failed(u32, &'a Error),
}

/// Synthesises and places a design.
///
/// # Errors
/// See [`Error`]. A seed that fails is no error as long as one succeeds: its clock is 0, and [`Step::Failed`] tells its
/// reason.
pub fn synthesise(
    design: &Design,
    target: &Target,
    dir: &Path,
    progress: &(dyn Fn(Step) + Sync),
) -> Result<Synthesis, Error> {
    synthesise_with(&Toolchain::find(target.device.family)?, "", design, target, dir, progress)
}

/// Synthesises and places a design with these programs and with more options for the family's command of Yosys, so that
/// programs and options can be compared.
///
/// # Errors
/// See [`synthesise`].
pub fn synthesise_with(
    tools: &Toolchain,
    options: &str,
    design: &Design,
    target: &Target,
    dir: &Path,
    progress: &(dyn Fn(Step) + Sync),
) -> Result<Synthesis, Error> {
    let start = Instant::now();
    // WebAssembly builds take many minutes for a large design: somebody has to say that they still work.
    let beat = |worked| progress(Step::Working(worked));
    let (core, harness, placed) = program::with_heartbeat(HEARTBEAT, &beat, || {
        progress(Step::Synthesis(design.top));
        if let Ends::Pins(constraints) = design.ends {
            place::constrain(constraints, dir)?;
        }
        let (netlist, core, harness) = mapped(&tools.yosys, options, design, target.device, dir)?;

        if target.seeds > 0 {
            progress(Step::Placement(target.seeds));
        }
        let seeds: Vec<u32> = (1..=target.seeds).collect();
        let pinned = matches!(design.ends, Ends::Pins(_));
        let tools = match target.kept.filter(|_| !pinned) {
            Some(folder) => &Toolchain { nextpnr: tools.nextpnr.keeping(folder), ..tools.clone() },
            None => tools,
        };
        let placed = Mutex::new(vec![]);
        program::in_parallel(workers(), &seeds, |&seed| {
            let outcome = place::run(tools, target, &netlist, pinned, seed, dir);
            progress(Step::Placed(seed, outcome.as_ref().map_or(0.0, |placed| placed.timing.fmax)));
            placed.lock().expect("no worker panics").push((seed, outcome));
        });
        Ok::<_, Error>((core, harness, placed))
    })?;
    let mut placed = placed.into_inner().expect("no worker panics");
    placed.sort_by_key(|(seed, _)| *seed);
    let mut seeds = vec![];
    let mut failures = vec![];
    for (seed, outcome) in placed {
        match outcome {
            Ok(placed) => seeds.push(Seed { seed, placed: Some(placed) }),
            Err(error) if error.ends_every_seed() => return Err(error),
            Err(error) => {
                seeds.push(Seed { seed, placed: None });
                failures.push((seed, error));
            }
        }
    }
    if !failures.is_empty() && failures.len() == seeds.len() {
        return Err(failures.swap_remove(0).1);
    }
    for (seed, error) in &failures {
        progress(Step::Failed(*seed, error));
    }
    Ok(Synthesis { core, harness, seeds, tools: tools.versions(), wall_s: start.elapsed().as_secs_f64() })
}

/// The netlist of a design, with the areas of the design and of its harness, which the device has room for.
fn mapped(
    yosys: &Program,
    options: &str,
    design: &Design,
    device: &Device,
    dir: &Path,
) -> Result<(Netlist, Area, Area), Error> {
    let (netlist, core, harness) = match design.ends {
        Ends::Harness(ports) => {
            let netlist = synthesis::run(yosys, device.family, options, &wrapped(design, ports), harness::TOP, dir)?;
            let (core, harness) = netlist.areas();
            (netlist, core, harness)
        }
        Ends::Pins(_) => {
            let netlist = synthesis::run(yosys, device.family, options, design.verilog, design.top, dir)?;
            let core = netlist.area();
            (netlist, core, Area::default())
        }
    };
    device.check(core + harness)?;
    Ok((netlist, core, harness))
}

/// The area of a design alone, without its harness and without placing it.
///
/// # Errors
/// See [`Error`]; [`Error::TooLarge`] where design and harness do not fit the device.
pub fn area(design: &Design, device: &Device, dir: &Path) -> Result<Area, Error> {
    let (_, core, _) = mapped(&Toolchain::yosys(device.family)?, "", design, device, dir)?;
    Ok(core)
}

/// The hash of what decides the figures of a design: the versions of the programs, what they are told, and the Verilog
/// with what its ports are connected to. For caches.
///
/// # Errors
/// [`Error::MissingTool`], with what is missing and how to get it.
pub fn key(design: &Design, target: &Target) -> Result<String, Error> {
    let family = target.device.family;
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    };
    for (tool, version) in Toolchain::find(family)?.versions() {
        add(&tool);
        add(&version);
    }
    let (top, text, pins) = match design.ends {
        Ends::Harness(ports) => (harness::TOP, wrapped(design, ports), None),
        Ends::Pins(constraints) => (design.top, design.verilog.to_string(), Some(constraints)),
    };
    add(&synthesis::script(family, top, "", synthesis::NETLIST));
    // The seed's own options say nothing: seeds are counted.
    for option in place::options(target, pins.is_some(), 0, "") {
        add(&option.to_string_lossy());
    }
    add(&target.seeds.to_string());
    add(&text);
    add(pins.unwrap_or_default());
    Ok(hex::encode(&hash.finalize()[..16]))
}

fn wrapped(design: &Design, ports: &[Port]) -> String {
    format!("{}\n{}", design.verilog, harness::verilog(design.top, ports))
}

/// Synthesises a design with its hierarchy and counts the cells of every instance. Without the optimisations across
/// their borders, the sum is larger than the area of [`synthesise`].
///
/// # Errors
/// See [`Error`].
pub fn by_instance(design: &Design, ports: &[Port], family: Family, dir: &Path) -> Result<Vec<Part>, Error> {
    synthesis::by_instance(&Toolchain::yosys(family)?, family, &wrapped(design, ports), dir)
}

/// Synthesises and places a design with [`Ends::Pins`], and packs the fastest seed: the bytes that configure the
/// device.
///
/// # Errors
/// As [`synthesise`], and where the packer is missing or fails.
pub fn bitstream(
    design: &Design,
    target: &Target,
    dir: &Path,
    progress: &(dyn Fn(Step) + Sync),
) -> Result<(Vec<u8>, Synthesis), Error> {
    // Before minutes of placing.
    let packer = pack::Packer::find(target.device.family)?;
    let mut synthesis = synthesise(design, target, dir, progress)?;
    let fastest = synthesis.seeds.iter().max_by(|a, b| a.fmax().total_cmp(&b.fmax()));
    let seed = fastest.expect("a synthesis without a placed seed is an error").seed;
    let bytes = packer.run(seed, dir)?;
    let (packer, version) = packer.version();
    synthesis.tools.insert(packer, version);
    Ok((bytes, synthesis))
}
