//! What was placed: docs/measured/flow.md, soc-up5k.md, boards.md.
use crate::Done;
use crate::ask::{asked, number, table, whole};
use serde_json::Value;
use std::path::Path;
use treetap::flow::board::{self, Board};
use treetap::report::grouped;

pub fn limits(_: &[String]) -> Done {
    let asks = [("UP5K", "up5k", ""), ("HX8K", "hx8k", ""), ("25F-6", "ecp5-25k", "--count-bits 48 --address-bits 10")];
    let mut columns = vec!["limit".to_string()];
    let mut all = vec![];
    for (title, device, sizes) in asks {
        eprintln!("{device}");
        let said = asked(&format!("limits --device {device} --seeds 3 {sizes}"), &[])?;
        columns.push(format!("{title}, C={}, A={}", said["count_bits"], said["address_bits"]));
        all.push(said["limits"].as_array().cloned().unwrap_or_default());
    }
    // The ECP5 has limits that iCE40 devices do not have.
    let names: Vec<&Value> =
        all.iter().max_by_key(|limits| limits.len()).into_iter().flatten().map(|l| &l["name"]).collect();
    let row = |name: &&Value| {
        let reached = |limits: &Vec<Value>| {
            let found = limits.iter().find(|limit| limit["name"] == **name);
            found.map_or(String::new(), |limit| format!("{:.0}", number(&limit["fmax_mhz"])))
        };
        let title = format!("`{}`", name.as_str().unwrap_or_default());
        [title].into_iter().chain(all.iter().map(reached)).collect()
    };
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    table("flow-limits", &columns, &names.iter().map(row).collect::<Vec<_>>());
    Ok(())
}

/// Cells of an area; block RAMs and single-port RAMs with what there is of them, where they are placed.
fn cells(area: &Value, of: [&str; 2]) -> Vec<String> {
    let count = |key: &str| grouped(whole(&area[key]));
    let ram = |key: &str, of: &str| format!("{}{of}", count(key));
    vec![count("lut4"), count("ff"), ram("bram", of[0]), ram("spram", of[1])]
}

/// Clock of a system, slowest and median seed, and its slowest path.
fn clocks(said: &Value) -> [String; 2] {
    // A seed of which nextpnr made nothing has no clock.
    let slowest = match number(&said["fmax_min_mhz"]) {
        0.0 => "a seed failed".into(),
        slowest => format!("{slowest:.1}"),
    };
    let path = said["critical_path"].as_str().unwrap_or_default().replace('|', "/");
    // What it goes through is long: its ends and its depth stay.
    let path = match (path.find(" (by "), path.find(") to ")) {
        (Some(from), Some(to)) if from < to => format!("{}{}", &path[..from], &path[to + 1..]),
        _ => path,
    };
    [format!("{slowest} / {:.1}", number(&said["fmax_mhz"])), path]
}

/// Area and clock of systems of a profiler and a core, `PRESET:CORE@DEVICE` each: a table without a name, for
/// `systems-CORE-PRESET`.
pub fn systems(arguments: &[String]) -> Done {
    let [seeds, systems @ ..] = arguments else {
        return Err("SEEDS and PRESET:CORE@DEVICE ... were expected".into());
    };
    let columns = ["core", "device", "part", "LUT4", "flip-flops", "block RAM", "single-port RAM"];
    let more = ["MHz, slowest / median", "clock lost, %, slowest / median", "slowest path"];
    println!("| {} |\n|{}", [&columns[..], &more].concat().join(" | "), "--|".repeat(columns.len() + more.len()));
    for system in systems {
        eprintln!("{system}");
        let parts = system.split_once('@').and_then(|(of, device)| Some((of.split_once(':')?, device)));
        let ((preset, core), device) = parts.ok_or_else(|| format!("`{system}` is no PRESET:CORE@DEVICE"))?;
        let row = |part: &str, cells: Vec<String>, more: [String; 3]| {
            let names = [format!("`{core}`"), device.into(), part.into()];
            println!("| {} |", names.into_iter().chain(cells).chain(more).collect::<Vec<_>>().join(" | "));
        };
        let whole = format!("the system with `{preset}`");
        let asks =
            format!("synth profiler --preset {preset} --device {device} --seeds {seeds} --core {core} --baseline");
        let said = match asked(&asks, &[]) {
            Ok(said) => said,
            Err(error) if too_large(&error.to_string()) => {
                row(&whole, ["does not fit", "", "", ""].map(String::from).to_vec(), Default::default());
                continue;
            }
            Err(error) => return Err(error),
        };
        for (part, area) in said["parts"].as_object().into_iter().flatten().filter(|(part, _)| *part != "system") {
            row(part, cells(area, ["", ""]), Default::default());
        }
        let alone = &said["baseline"];
        let [clock, path] = clocks(alone);
        row(&format!("the system without `{preset}`"), cells(alone, ["", ""]), [clock, String::new(), path]);
        let [clock, path] = clocks(&said);
        let lost = ["clock_lost_percent_slowest", "clock_lost_percent"].map(|key| number(&alone[key]));
        row(&whole, cells(&said, ["", ""]), [clock, format!("{:.1} / {:.1}", lost[0], lost[1]), path]);
    }
    Ok(())
}

/// Systems with a phase tracker: what stands beside the core, the core, the device.
const TRACKED: [(&str, &str, &str); 7] = [
    ("phase --preset small", "serv", "up5k"),
    ("phase --preset small", "picorv32", "up5k"),
    (
        "profiler --preset nano --small --nodes 32 --count-bits 16 --entries 0 --fifo 0 --phase-tracker small",
        "serv",
        "up5k",
    ),
    ("phase --preset small", "picorv32", "ecp5-25k"),
    ("phase --preset small", "ibex", "ecp5-25k"),
    ("profiler --preset phases --bus wishbone", "picorv32", "ecp5-25k"),
    ("monitor --preset phases --axil=0", "picorv32", "ecp5-25k"),
];

/// Systems with a co-processor.
const PROGRAMMED: [(&str, &str, &str); 3] = [
    ("coproc_profiler --preset up5k", "serv", "up5k"),
    ("coproc_profiler --preset ecp5_wb", "picorv32", "ecp5-25k"),
    ("coproc_profiler --preset ecp5_wb", "ibex", "ecp5-25k"),
];

pub fn trackers(arguments: &[String]) -> Done {
    beside("phase-systems", &TRACKED, arguments)
}

pub fn programmed(arguments: &[String]) -> Done {
    beside("coproc_profiler-systems", &PROGRAMMED, arguments)
}

/// What nextpnr says of a design with more cells than the device.
fn too_large(error: &str) -> bool {
    ["BELs remaining", "expand region", "too large", "find legal placement"].iter().any(|of| error.contains(of))
}

/// A table of systems: what stands beside the core, the core, the device.
fn beside(name: &str, systems: &[(&str, &str, &str)], arguments: &[String]) -> Done {
    let seeds = arguments.first().map_or("8", String::as_str);
    let mut rows = vec![];
    for (beside, core, device) in systems {
        eprintln!("{beside} beside {core} on {device}");
        let mut row = vec![format!("`{beside}`"), format!("`{core}`"), (*device).into()];
        match asked(&format!("synth {beside} --device {device} --seeds {seeds} --core {core} --no-limit"), &[]) {
            Ok(said) => {
                let parts = ["profiler", "core_rvfi"].map(|part| grouped(whole(&said["parts"][part]["lut4"])));
                row.extend(parts);
                row.extend(cells(&said, ["", ""]).into_iter().take(3));
                row.extend(clocks(&said));
            }
            Err(error) if too_large(&error.to_string()) => {
                row.extend(["does not fit", "", "", "", "", "", ""].map(String::from));
            }
            Err(error) => return Err(error),
        }
        rows.push(row);
    }
    let columns = ["beside the core", "core", "device", "LUT4 of that alone", "of the core with RVFI", "of the system"];
    let more = ["flip-flops", "block RAM", "MHz, slowest / median", "slowest path"];
    table(name, &[&columns[..], &more[..]].concat(), &rows);
    Ok(())
}

/// Seeds of a board: the faster one is packed.
fn seeds_of(device: &str) -> u32 {
    if device.starts_with("ecp5") { 1 } else { 2 }
}

pub fn boards(_: &[String]) -> Done {
    let folder = tempfile::tempdir()?;
    let mut rows = vec![];
    for name in board::names() {
        eprintln!("{name}");
        let board = Board::named(name)?;
        let command = format!("synth rap --board {name} --seeds {}", seeds_of(&board.device));
        let file = folder.path().join(name);
        let said = asked(&format!("{command} -o"), &[Path::new(&file)])?;
        rows.push(vec![
            format!("`treetap {command}`"),
            format!("{} MHz", said["clock_mhz"]),
            format!("{:.2} MHz", number(&said["fmax_mhz"])),
            format!("{:.2} ns", number(&said["slack_ns"])),
            grouped(whole(&said["lut4"])),
            grouped(whole(&said["ff"])),
            grouped(whole(&said["bram"])),
            grouped(whole(&said["bytes"])),
        ]);
    }
    let columns = ["command", "clock", "reaches", "slack", "LUT4", "flip-flops", "block RAM", "bytes"];
    table("boards", &columns, &rows);
    Ok(())
}
