//! One unit, one name: what the catalogue can emit is called the same in every room.
use super::source::{files, read, root};
use std::path::Path;

/// Folders of `tests/` with the units' files: the two large families, and all others.
const UNIT_TESTS: &[&str] = &["rap", "hps", "phase", "coproc", "hotlist", "units"];

/// Units whose testbench is in C++ of their own; the others are driven pin by pin.
const TESTBENCHES: &[&str] = &["coalescer", "coproc_profiler", "profiler", "rap", "selftest", "value_sampler"];

/// What a unit truly does not have, and why. A row that is not so any more fails the test.
const WITHOUT: &[(&str, &str)] = &[
    // The buses have no configuration, and what they do is carry the registers' port: `model/regs.rs` answers.
    ("axil", "spec"),
    ("axil", "model"),
    ("wishbone", "spec"),
    ("wishbone", "model"),
    // Counts are plain data with laws, which both sides share: `spec/counters.rs` is the model.
    ("counters", "model"),
    // The format is the front half of the sample buffer, and lies with it in every room: `hw/sample_buffer/format.rs`.
    ("sample_format", "spec"),
    ("sample_format", "model"),
    ("sample_format", "hw"),
    ("sample_format", "test"),
    ("sample_format", "docs"),
    // Found by its parents' Verilog alone: no file of its own is kept.
    ("checks", "rtl"),
];

/// Names of the rows of `units!` in the catalogue, and the self-test, which is made of a preset of `rap`.
fn units() -> Vec<String> {
    let catalog = read(&root().join("src/catalog/mod.rs"));
    let table = catalog.split("\nunits! {").nth(1).and_then(|rest| rest.split("\n}").next()).unwrap();
    let rows = table.lines().map(str::trim).filter(|line| !line.starts_with("//") && line.ends_with(';'));
    rows.filter_map(|row| row.split('"').nth(1)).chain(["selftest"]).map(String::from).collect()
}

/// Whether the unit has a file in this room.
fn has(unit: &str, room: &str) -> bool {
    let is_module = |dir: &str| {
        let path = root().join(dir).join(unit);
        path.with_extension("rs").is_file() || path.join("mod.rs").is_file()
    };
    let named =
        |path: &Path, extension: &str| path.file_name().is_some_and(|name| *name == *format!("{unit}.{extension}"));
    match room {
        "spec" | "model" | "hw" => is_module(&format!("src/{room}")),
        "test" => {
            UNIT_TESTS.iter().filter(|group| root().join(format!("tests/{group}/{unit}.rs")).is_file()).count() == 1
        }
        "docs" => files("docs", &["md"]).iter().any(|path| named(path, "md")),
        "rtl" => files("rtl", &["v"]).iter().any(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with(&format!("treetap_{unit}_"))
        }),
        "testbench" => root().join(format!("testbench/{unit}.cpp")).is_file(),
        _ => unreachable!("{room}"),
    }
}

#[test]
fn a_unit_has_the_same_name_in_every_room() {
    let units = units();
    assert!(units.len() >= 21 && units.iter().any(|unit| unit == "profiler"), "{units:?}");
    let mut wrong = vec![];
    for unit in &units {
        let testbench = TESTBENCHES.contains(&unit.as_str()).then_some("testbench");
        for room in ["spec", "model", "hw", "test", "docs", "rtl"].into_iter().chain(testbench) {
            match (has(unit, room), WITHOUT.contains(&(unit, room))) {
                (false, false) => wrong.push(format!("{unit}: nothing of this name in {room}")),
                (true, true) => wrong.push(format!("{unit}: is in {room}: take it off the list")),
                _ => {}
            }
        }
    }
    for (unit, room) in WITHOUT {
        assert!(units.iter().any(|known| known == unit), "{unit}, said to be without {room}, is no unit");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
