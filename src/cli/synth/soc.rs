//! `treetap synth profiler|monitor|coproc_profiler|phase --core`: beside a small core, as a whole system
//! (docs/user/soc-up5k.md).
use super::met;
use crate::catalog::{self, Unit};
use crate::cli::workplace::Workplace;
use crate::cli::{Failure, output};
use crate::flow::harness::Port;
use crate::flow::soc::{self, Beside, Soc};
use crate::flow::{self, Design, Ends};
use crate::lang::coproc::boot;
use crate::report::synth::soc::{Part, System};
use crate::spec::core::Core;

/// The core of that name, if a system is made of it.
pub fn core(name: &str) -> Result<Core, String> {
    let known = soc::cores();
    let names: Vec<&str> = known.iter().map(|core| core.name()).collect();
    let found = known.iter().find(|core| core.name() == name);
    found.copied().ok_or_else(|| format!("there is no system of it: expected {}", names.join(" or ")))
}

/// Runs the verb for a system.
pub fn run(args: &super::Args, core: Core, json: bool) -> Result<(), Failure> {
    let mut target = args.target.target()?;
    target.aim = args.freq.unwrap_or(target.aim);
    let chosen = args.hardware.chosen()?;
    let (unit, preset, device) = (chosen.unit().name(), chosen.name(), target.device.name);
    let profiler = chosen.emit()?;
    let ports: Vec<Port> = profiler.ports.iter().map(Port::from).collect();
    let Some(beside) = Beside::of(&profiler.top, &ports, boot::words).filter(|_| soc::fits(target.device)) else {
        let only = "a system is made of a phase tracker, or a profiler, a monitor or a co-processor with Wishbone, \
                    on an UP5K or an ECP5";
        return Err(Failure::Usage(format!("{only}, not of {unit} {preset} on {device}")));
    };
    let entries = chosen.numbers().iter().find(|(name, _)| *name == "entries").map_or(0, |(_, value)| *value);
    if beside.coprocessor && entries < boot::ENTRIES {
        let expected = format!("the program of the system uses {} entries", boot::ENTRIES);
        return Err(Failure::Usage(format!("{expected}, {unit} {preset} has {entries}: expected --preset up5k")));
    }
    let place = Workplace::new(&format!("{}_{}_{}_{device}", soc::TOP, core.name(), profiler.top))?;
    let failed = |error: flow::Error| place.failure(&error);
    let system = Soc::of(core).map_err(failed)?;
    let (cycles, tap) = (catalog::emit(Unit::Cycles, "core")?, catalog::emit(Unit::Tap, "rv32")?);

    let pins = soc::pins();
    let tap = if beside.alone { tap.verilog.as_str() } else { "" };
    let verilog = system.verilog(&beside, &[&cycles.verilog, tap, &profiler.verilog]);
    let placed = |verilog: &str| {
        let whole = Design { top: soc::TOP, verilog, ends: Ends::Harness(&pins) };
        place.synthesised(&whole, &target)
    };
    let without = if args.baseline {
        eprintln!("treetap: the core and its memories with nothing beside them");
        Some(placed(&system.verilog(&Beside::nothing(), &[&cycles.verilog, soc::NOTHING]))?)
    } else {
        None
    };
    let synthesis = placed(&verilog)?;

    eprintln!("treetap: counting the cells of the core and of the {unit} alone");
    let alone = |design: &Design| flow::area(design, target.device, place.path()).map_err(failed);
    let [bare, watched] = [false, true].map(|rvfi| system.core_alone(rvfi).map_err(failed));
    let (bare, watched) = (bare?, watched?);
    let profiler_alone = Design { top: &profiler.top, verilog: &profiler.verilog, ends: Ends::Pins("") };
    let parts = [
        Part { name: "core", what: core.name().into(), area: alone(&soc::core_design(&bare))? },
        Part {
            name: "core_rvfi",
            what: format!("{} with RVFI", core.name()),
            area: alone(&soc::core_design(&watched))?,
        },
        Part { name: "profiler", what: format!("{unit} {preset}"), area: alone(&profiler_alone)? },
        Part { name: "system", what: "the whole system".into(), area: synthesis.core },
    ];
    let baseline = without.as_ref();
    let system = System { unit, preset, core, target: &target, synthesis: &synthesis, baseline, parts: &parts };
    output::either(json, || system.contract(), || system.text())?;
    met(args, &synthesis)
}
