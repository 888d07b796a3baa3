//! `treetap synth profiler --core`: the profiler beside a small core, as a whole system (docs/user/soc-up5k.md).
use super::met;
use crate::catalog::{self, Emitted, Unit};
use crate::cli::workplace::Workplace;
use crate::cli::{Failure, output};
use crate::flow::soc::{self, Soc};
use crate::flow::{self, Design, Ends};
use crate::report::synth::soc::{Part, System};
use crate::spec::core::Core;

/// The unit that a system is made of, besides its core.
const UNIT: Unit = Unit::Profiler;

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
    let (unit, preset) = (chosen.unit().name(), chosen.name());
    if (unit, preset, target.device.name) != (UNIT.name(), soc::PRESET, soc::DEVICE) {
        let only = format!("a system is made of {UNIT}, preset {}, on {}", soc::PRESET, soc::DEVICE);
        return Err(Failure::Usage(format!("{only}, not of {unit} {preset} on {}", target.device.name)));
    }
    let place = Workplace::new(&format!("{}_{}_{}", soc::TOP, core.name(), target.device.name))?;
    let failed = |error: flow::Error| place.failure(&error);
    let system = Soc::of(core).map_err(failed)?;
    let emitted = |unit, preset| -> Result<Emitted, Failure> { Ok(catalog::emit(unit, preset)?) };
    let profiler = emitted(UNIT, soc::PRESET)?;
    let cycles = emitted(Unit::Cycles, "core")?;

    let pins = soc::pins();
    let verilog = system.verilog(&[&cycles.verilog, &profiler.verilog]);
    let whole = Design { top: soc::TOP, verilog: &verilog, ends: Ends::Harness(&pins) };
    let synthesis = flow::synthesise(&whole, &target, place.path(), &|step| place.progress(step)).map_err(failed)?;

    eprintln!("treetap: counting the cells of the core and of the profiler alone");
    let alone = |design: &Design| flow::area(design, target.device, place.path()).map_err(failed);
    let (bare, watched) = (system.core_alone(false), system.core_alone(true));
    let profiler_alone = Design { top: &profiler.top, verilog: &profiler.verilog, ends: Ends::Pins("") };
    let parts = [
        Part { name: "core", what: core.name().into(), area: alone(&soc::core_design(&bare))? },
        Part {
            name: "core_rvfi",
            what: format!("{} with RVFI", core.name()),
            area: alone(&soc::core_design(&watched))?,
        },
        Part { name: "profiler", what: format!("{UNIT} {}", soc::PRESET), area: alone(&profiler_alone)? },
        Part { name: "system", what: "the whole system".into(), area: synthesis.core },
    ];
    let system = System { unit: UNIT.name(), core, target: &target, synthesis: &synthesis, parts: &parts };
    output::either(json, || system.contract(), || system.text())?;
    met(args, &synthesis)
}
