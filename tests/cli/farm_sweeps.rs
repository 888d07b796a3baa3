//! The sweeps that come with treetap have the tasks that the plain commands have, in the order in which those print
//! their rows.
use std::fs;
use std::path::Path;
use treetap::analysis::farm::sweep::{Case, Sweep};

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
    assert!(sweeps.len() >= 7, "{} sweeps", sweeps.len());
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
