//! `treetap synth profiler --core`: the profiler beside a small core, as a whole system (docs/user/soc-up5k.md).
use super::{Workplace, catalog, flow, hundredths, met, output, rounded};
use crate::cli::Failure;
use crate::flow::soc::{self, Soc};
use crate::flow::{Area, Design, Ends, Synthesis, Target};
use crate::report::grouped;
use crate::spec::core::Core;
use comfy_table::{Table, presets as table_styles};
use serde_json::{Value, json};

/// The unit that a system is made of, besides its core.
const UNIT: &str = "profiler";

/// The core of that name, if a system is made of it.
pub fn core(name: &str) -> Result<Core, String> {
    let known = soc::cores();
    let names: Vec<&str> = known.iter().map(|core| core.name()).collect();
    let found = known.iter().find(|core| core.name() == name);
    found.copied().ok_or_else(|| format!("there is no system of it: expected {}", names.join(" or ")))
}

/// What a part of the system takes on its own.
struct Part {
    name: &'static str,
    /// What is counted.
    what: String,
    area: Area,
}

/// Runs the verb for a system.
pub fn run(args: &super::Args, core: Core, json: bool) -> Result<(), Failure> {
    let mut target = args.target.target()?;
    target.aim = args.freq.unwrap_or(target.aim);
    let preset = args.preset.as_deref().expect("the parser wants a preset or a board");
    if (args.unit.as_str(), preset, target.device.name) != (UNIT, soc::PRESET, soc::DEVICE) {
        let only = format!("a system is made of {UNIT}, preset {}, on {}", soc::PRESET, soc::DEVICE);
        return Err(Failure::Usage(format!("{only}, not of {} {preset} on {}", args.unit, target.device.name)));
    }
    let place = Workplace::new(&format!("{}_{}_{}", soc::TOP, core.name(), target.device.name))?;
    let failed = |error: flow::Error| place.failure(&error);
    let system = Soc::of(core).map_err(failed)?;
    let emitted = |unit: &str, preset: &str| {
        let unit = catalog::Unit::from_name(unit)?;
        catalog::emit(unit, preset)
    };
    let usage = |error: catalog::Error| Failure::Usage(error.to_string());
    let profiler = emitted(UNIT, soc::PRESET).map_err(usage)?;
    let cycles = emitted("cycles", "core").map_err(usage)?;

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
    if json {
        output::line(contract(core, &target, &synthesis, &parts))?;
    } else {
        output::line(table(core, &target, &synthesis, &parts))?;
    }
    met(args, &synthesis)
}

fn contract(core: Core, target: &Target, synthesis: &Synthesis, parts: &[Part]) -> Value {
    let clocks = synthesis.clocks();
    let typical = synthesis.typical();
    let parts: serde_json::Map<String, Value> = parts.iter().map(|part| (part.name.into(), json!(part.area))).collect();
    json!({
        "unit": UNIT,
        "preset": soc::PRESET,
        "with_core": core.name(),
        "device": target.device.name,
        "package": target.package,
        "speed": target.speed,
        "lut4": synthesis.core.lut4,
        "carry": synthesis.core.carry,
        "ff": synthesis.core.ff,
        "bram": synthesis.core.bram,
        "spram": synthesis.core.spram,
        "parts": parts,
        "harness": synthesis.harness,
        "placed": typical.map(|placed| json!({ "logic": placed.logic, "bram": placed.bram })),
        "fmax_mhz": hundredths(clocks.median()),
        "fmax_min_mhz": hundredths(clocks.slowest()),
        "fmax_max_mhz": hundredths(clocks.fastest()),
        "fmax_all": rounded(&clocks),
        "limit_mhz": null,
        "limit_name": null,
        "critical_path": typical.and_then(|placed| placed.timing.path.as_ref()).map(ToString::to_string),
        "seeds": target.seeds,
        "aim_mhz": target.aim,
        "tool_versions": synthesis.tools,
        "wall_s": hundredths(synthesis.wall_s),
    })
}

fn table(core: Core, target: &Target, synthesis: &Synthesis, parts: &[Part]) -> String {
    let mut areas = Table::new();
    areas.load_style(table_styles::NOTHING);
    areas.set_header(["alone", "LUT4", "carry", "flip-flops", "block RAM", "single-port RAM"]);
    for Part { what, area, .. } in parts {
        let counts = [area.lut4, area.carry, area.ff, area.bram, area.spram].map(|n| grouped(n.into()));
        areas.add_row([what.clone()].into_iter().chain(counts));
    }
    let clocks = synthesis.clocks();
    let mut facts = Table::new();
    facts.load_style(table_styles::NOTHING);
    facts.add_row(["design".into(), format!("{} and {UNIT} {}", core.name(), soc::PRESET)]);
    facts.add_row(["device".into(), format!("{} {}", target.device.chip, target.package)]);
    if let Some(placed) = synthesis.typical() {
        let ((used, available), (brams, of)) = (placed.logic, placed.bram);
        let cells = format!("{} of {}", grouped(used.into()), grouped(available.into()));
        facts.add_row(["placed".into(), format!("{cells} logic cells, {brams} of {of} block RAMs, with the harness")]);
    }
    let of = if target.seeds == 1 { "1 seed".to_string() } else { format!("{} seeds", target.seeds) };
    let clock = format!("{:.2} MHz median, {:.2} MHz slowest of {of}", clocks.median(), clocks.slowest());
    facts.add_row(["clock".into(), clock]);
    if let Some(path) = synthesis.typical().and_then(|placed| placed.timing.path.as_ref()) {
        facts.add_row(["critical path".into(), path.to_string()]);
    }
    format!("{facts}\n\n{areas}")
}
