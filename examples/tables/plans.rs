//! docs/measured/chkplan.md.
use crate::Done;
use crate::ask::{asked, listed, name, number, percent, table, told, whole};
use serde_json::Value;
use std::path::Path;
use treetap::report::grouped;

/// The variants with columns of their own, and the two that the page compares.
const NAMES: [&str; 8] = ["orig", "EL", "EC", "EN", "L4", "L10", "LN", "EC+L4"];

/// The run of a variant.
fn variant<'a>(plan: &'a Value, name: &str) -> &'a Value {
    let all = plan["variants"].as_array().into_iter().flatten();
    all.into_iter().find(|variant| variant["name"] == name).unwrap_or_else(|| panic!("no variant {name}"))
}

pub fn print(programs: &[String]) -> Done {
    let folder = tempfile::tempdir()?;
    let trace = folder.path().join("retired.rvfi.zst");
    let (mut graphs, mut checks, mut executed, mut costs) = (vec![], vec![], vec![], vec![]);
    for file in programs {
        eprintln!("{file}");
        let elf = Path::new(file);
        told("trace capture --core ibex --limit 5000000 -o", &[&trace, elf])?;
        let plan = asked("chkplan --sample bursty:1000:50 --trace", &[&trace, elf])?;
        let program = name(file).to_string();
        let lists = ["leaves", "roots", "address_taken", "recursion_from_below", "chosen", "indirect"];
        let count = |key: &str| plan[key].as_u64().unwrap_or_else(|| listed(&plan[key]));
        let counts = lists.iter().map(|key| grouped(count(key)));
        graphs.push([program.clone(), grouped(whole(&plan["functions"]))].into_iter().chain(counts).collect());
        let of = |which: &str, key: &str| whole(&variant(&plan, which)["run"][key]);
        let planned = NAMES.map(|which| grouped(whole(&variant(&plan, which)["static"]["checks"])));
        checks.push([program.clone()].into_iter().chain(planned).collect());
        let orig = of("orig", "checks");
        let ran = NAMES.map(|which| match which {
            "orig" => grouped(orig),
            _ => format!("{:.2} %", percent(of(which, "checks"), orig)),
        });
        executed.push([program.clone()].into_iter().chain(ran).collect());
        let left_out = |which: &str| percent(of(which, "muted"), of(which, "events"));
        let cost = |which: &str| 200.0 * of(which, "checks") as f64 / number(&plan["cycles"]);
        let longest = ["orig", "EC", "L4", "EC+L4"].map(|which| grouped(of(which, "longest")));
        let mut row = vec![program, format!("{:.2} %", left_out("L4")), format!("{:.2} %", left_out("L10"))];
        row.extend(longest);
        row.push(format!("{:.6}", of("EC+L4", "inside") as f64 / of("EC+L4", "checks") as f64));
        row.extend(["orig", "EC+L4"].map(|which| format!("{:.2} %", cost(which))));
        costs.push(row);
    }
    let graph = ["program", "procedures", "leaves", "roots", "address taken", "recursion from below", "C"];
    table("chkplan-programs", &[&graph[..], &["calls and jumps through registers"]].concat(), &graphs);
    let columns = [&["program"][..], &NAMES].concat();
    table("chkplan-checks", &columns, &checks);
    table("chkplan-executed", &columns, &executed);
    let ways = ["program", "events left out, L4", "L10", "longest way, orig", "EC", "L4", "EC+L4", "r', EC+L4"];
    table("chkplan-left-out", &[&ways[..], &["basic overhead, orig", "EC+L4"]].concat(), &costs);
    Ok(())
}
