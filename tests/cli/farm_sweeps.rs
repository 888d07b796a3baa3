//! The sweeps that come with treetap have the tasks that the plain commands have, in the order in which those print
//! their rows.
use evidence::table::Table;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use treetap::analysis::farm::sweep::{Case, Sweep};
use treetap::catalog;
use treetap::flow::Device;
use treetap::spec::{coalescer, monitor, profiler, rap};

fn text(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

fn cases(name: &str) -> Vec<Case> {
    let sweep = Sweep::parse(&text(&format!("examples/farm/{name}.toml")));
    sweep.and_then(|sweep| sweep.cases()).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// The values of a parameter, task by task.
fn values(cases: &[Case], parameter: &str) -> Vec<String> {
    cases.iter().map(|case| case.parameters[parameter].clone()).collect()
}

#[test]
fn every_sweep_has_tasks() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/farm");
    let sweeps = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let sweeps: Vec<_> = sweeps.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect();
    let page = text("docs/user/farm.md");
    for path in &sweeps {
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(cases(name).len() > 1, "{name}");
        assert!(page.contains(&format!("| `examples/farm/{name}.toml` |")), "{name} is not in docs/user/farm.md");
    }
    assert!(sweeps.len() >= 9, "{} sweeps", sweeps.len());
}

/// `make netlist` goes over all designs; its table is sorted as bytes are, with a backtick after each name.
#[test]
fn netlist_has_every_design_in_the_order_of_its_table() {
    let cases = cases("netlist");
    let tops = values(&cases, "top");
    let raps = catalog::rap_designs().into_iter().map(|preset| catalog::Chosen::Rap(preset).top());
    let coalescers = coalescer::PRESETS.iter().map(|preset| catalog::Chosen::Coalescer(*preset).top());
    let mut all: Vec<String> = raps.chain(coalescers).collect();
    all.sort_by_key(|top| format!("{top}`"));
    assert_eq!(tops, all);
    assert_eq!(cases[0].command, ["sh", "examples/netlist.sh", &tops[0]]);
}

/// `make mutate` goes over all targets, whose names are the first words of their rows.
#[test]
fn mutate_has_every_target_in_their_order() {
    let source = text("examples/mutate/targets.rs");
    let listed = |name: &str| -> Vec<String> {
        let list = source.split(&format!("const {name}: &[Target] = &[")).nth(1).unwrap().split("\n];").next().unwrap();
        let rows = list.split("suite(").flat_map(|row| row.split("engine(")).skip(1);
        rows.map(|row| row.split('"').nth(1).unwrap().to_string()).collect()
    };
    let all = ["ENGINES", "TOPS", "UNITS"].map(listed).concat();
    assert!(all.len() > 20 && all.contains(&"hps".to_string()), "{all:?}");
    assert_eq!(values(&cases("mutate"), "target"), all);
}

/// `make soak` has its quotas in one text; each task asks for one of them.
#[test]
fn soak_has_every_quota_in_their_order() {
    let source = text("tests/rap/soak.rs");
    let list = source.split("const QUOTAS: &str = \"").nth(1).unwrap().split('"').next().unwrap();
    let quotas: Vec<String> = list.split(',').map(|quota| quota.trim_start_matches(['\\', '\n', ' ']).into()).collect();
    assert_eq!(quotas.len(), 10, "{quotas:?}");
    let asked: Vec<String> = cases("soak").iter().map(|case| case.environment["TREETAP_SOAK"].clone()).collect();
    assert_eq!(asked, quotas);
}

/// `make usage` places every preset that is no test's, on devices that there are; its table depends on all of them.
#[test]
fn usage_has_every_preset_for_users() {
    let cases = cases("usage");
    let presets: BTreeSet<String> = values(&cases, "preset").into_iter().collect();
    let users = rap::PRESETS.iter().filter(|preset| !preset.doc.starts_with("test:"));
    assert_eq!(presets, users.map(|preset| preset.name.to_string()).collect());
    let table = text("docs/measured/data/usage.toml");
    for case in &cases {
        let (preset, device) = (&case.parameters["preset"], &case.parameters["device"]);
        assert!(Device::named(device).is_some(), "{device}");
        assert_eq!(case.command.last(), Some(&format!("rap:{preset}@{device}")));
        assert_eq!(case.verilog, [format!("rap:{preset}")]);
        assert!(table.contains(&format!("\"rtl:treetap_rap_{preset}\"")), "{preset}");
    }
}

/// Every profiler and monitor has a table of its area and clock, of one design on one device: the second part of
/// `make usage`.
#[test]
fn every_top_for_users_has_a_table_of_its_clock() {
    let profilers = profiler::PRESETS.iter().map(|preset| ("profiler", preset.name));
    let monitors = monitor::VARIANTS.iter().map(|preset| ("monitor", preset.name));
    for (unit, preset) in profilers.chain(monitors) {
        let file = format!("docs/measured/data/usage-tops-{unit}-{preset}.toml");
        let table = Table::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let run = table.run.unwrap();
        let (asked, device) = run.rsplit_once('@').unwrap();
        assert!(Device::named(device).is_some(), "{device}");
        assert!(asked.ends_with(&format!(" --seeds 8 {unit}:{preset}")), "{asked}");
        assert!(table.depends.contains(&format!("rtl:treetap_{unit}_{preset}")), "{:?}", table.depends);
    }
}
