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

/// A table of the pages.
fn measured(name: &str) -> Table {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/measured/data/{name}.toml"));
    Table::read(&file).unwrap_or_else(|why| panic!("{name}: {why}"))
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
    assert!(sweeps.len() >= 7, "{} sweeps", sweeps.len());
}

/// Every design of `make netlist` has a table of its own.
#[test]
fn every_netlist_has_a_table() {
    let raps = catalog::rap_designs().into_iter().map(|preset| catalog::Chosen::Rap(preset).top());
    let coalescers = coalescer::PRESETS.iter().map(|preset| catalog::Chosen::Coalescer(*preset).top());
    let tops: BTreeSet<String> = raps.chain(coalescers).collect();
    assert!(tops.len() > 40, "{tops:?}");
    for top in &tops {
        let name = top.replacen("treetap_", "", 1).replacen('_', "-", 1);
        let table = measured(&format!("proof-gates-{name}"));
        assert_eq!(table.run, Some(format!("sh examples/netlist.sh {top}")));
        assert!(table.depends.contains(&format!("rtl:{top}")), "{:?}", table.depends);
    }
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

/// `make usage` places every preset that is no test's, on devices that there are, with eight seeds: a table for each.
#[test]
fn every_engine_for_users_has_a_table_of_its_clock() {
    let users: Vec<_> = rap::PRESETS.iter().filter(|preset| !preset.doc.starts_with("test:")).collect();
    assert!(users.len() > 10);
    for preset in users {
        let table = measured(&format!("usage-rap-{}", preset.name));
        let run = table.run.unwrap();
        let asked = run.split_once(" --seeds 8 ").expect("eight seeds").1;
        for subject in asked.split(' ') {
            let (hardware, device) = subject.split_once('@').expect("a device");
            assert_eq!(hardware, format!("rap:{}", preset.name));
            assert!(Device::named(device).is_some(), "{device}");
        }
        assert!(table.depends.contains(&format!("rtl:treetap_rap_{}", preset.name)), "{:?}", table.depends);
    }
}

/// Every profiler and monitor has a table of its area and clock, of one design on one device.
#[test]
fn every_top_for_users_has_a_table_of_its_clock() {
    let profilers = profiler::PRESETS.iter().map(|preset| ("profiler", preset.name));
    let monitors = monitor::VARIANTS.iter().map(|preset| ("monitor", preset.name));
    for (unit, preset) in profilers.chain(monitors) {
        let table = measured(&format!("usage-tops-{unit}-{preset}"));
        let run = table.run.unwrap();
        let (asked, device) = run.rsplit_once('@').unwrap();
        assert!(Device::named(device).is_some(), "{device}");
        assert!(asked.ends_with(&format!(" --seeds 8 {unit}:{preset}")), "{asked}");
        assert!(table.depends.contains(&format!("rtl:treetap_{unit}_{preset}")), "{:?}", table.depends);
    }
}
