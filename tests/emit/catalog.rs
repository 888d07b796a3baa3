//! The catalogue: every preset is emitted, `rtl/` is fresh, the files are clean for the tools, and they cost what the
//! documentation says.
use crate::support::tools;
use crate::support::volume::on_two_threads;
use assert_cmd::Command as Treetap;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use treetap::catalog::{self, Emitted, Unit};

/// Logic cells and block RAMs of an iCE40 UP5K; `nano` leaves half of the cells and two fifths of the block RAMs.
const UP5K_CELLS: u64 = 5280;
const UP5K_RAMS: u64 = 30;

/// A preset on one of the engines that it has.
pub struct Design {
    unit: Unit,
    engine: Option<&'static str>,
    /// It lies in `rtl/`, on this engine.
    kept: bool,
    pub file: Emitted,
}

/// Every preset on every engine that it has, emitted once.
pub fn all() -> &'static [Design] {
    static ALL: OnceLock<Vec<Design>> = OnceLock::new();
    ALL.get_or_init(emit_all)
}

fn emit_all() -> Vec<Design> {
    let presets = Unit::ALL.iter().copied().flat_map(|unit| catalog::presets(unit).into_iter().map(move |p| (unit, p)));
    let designs = presets.flat_map(|(unit, p)| {
        let engines = if p.engines.is_empty() { vec![None] } else { p.engines.into_iter().map(Some).collect() };
        // Its own engine comes first.
        engines.into_iter().enumerate().map(move |(at, engine)| (unit, p.name, engine, at == 0))
    });
    designs
        .map(|(unit, preset, engine, own)| {
            let file = catalog::emit_on(unit, preset, engine);
            let file = file.unwrap_or_else(|e| panic!("{unit} {preset} {engine:?}: {e}"));
            let kept = own && catalog::KEPT.contains(&(unit, preset));
            Design { unit, engine: engine.map(|engine| engine.name()), kept, file }
        })
        .collect()
}

fn written(dir: &Path, emitted: &Emitted) -> PathBuf {
    let path = dir.join(format!("{}.v", emitted.top));
    fs::write(&path, &emitted.verilog).unwrap();
    path
}

fn run(program: &str, args: &[&str]) -> Output {
    Command::new(program).args(args).output().unwrap_or_else(|e| panic!("{program}: {e}"))
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Cells by type after synthesis of one file's top for `family` (`ice40`, `ecp5`).
fn cells(emitted: &Emitted, family: &str) -> BTreeMap<String, u64> {
    let dir = tempfile::tempdir().unwrap();
    let (file, stat) = (written(dir.path(), emitted), dir.path().join("stat.json"));
    let script = format!(
        "read_verilog {}; synth_{family} -top {top}; tee -q -o {} stat -json -top {top}",
        file.display(),
        stat.display(),
        top = emitted.top
    );
    let output = run("yosys", &["-q", "-p", &script]);
    assert!(output.status.success(), "{}", text(&output));
    let report: Value = serde_json::from_str(&fs::read_to_string(stat).unwrap()).unwrap();
    serde_json::from_value(report["design"]["num_cells_by_type"].clone()).unwrap()
}

fn sum(cells: &BTreeMap<String, u64>, prefix: &str) -> u64 {
    cells.iter().filter(|(name, _)| name.starts_with(prefix)).map(|(_, count)| count).sum()
}

#[test]
fn every_preset_is_emitted_alone_in_its_name_space_and_described() {
    let files = all();
    assert!(files.len() >= 20, "{} presets", files.len());
    for Design { file, .. } in files {
        let modules: Vec<&str> = file
            .verilog
            .lines()
            .filter_map(|line| line.strip_prefix("module "))
            .map(|rest| rest.split([' ', '(', '#']).next().unwrap())
            .collect();
        assert_eq!(modules.last(), Some(&file.top.as_str()));
        let prefix = format!("{}_", file.top);
        assert!(modules[..modules.len() - 1].iter().all(|m| m.starts_with(&prefix)), "{modules:?}");
        let json: Value = serde_json::from_str(&file.json).unwrap();
        let ports = json["ports"].as_array().unwrap();
        assert_eq!(ports.len(), file.ports.len());
        let streamed = file.top.starts_with("treetap_rap") || file.top.starts_with("treetap_coalescer");
        let of_all = [("clk", 1, "clock"), ("rst", 1, "reset"), ("ev_weight", 16, "event")];
        for (name, width, role) in of_all.into_iter().filter(|_| streamed) {
            let port = ports.iter().find(|p| p["name"] == name).unwrap();
            assert_eq!((port["width"].as_u64(), port["role"].as_str()), (Some(width), Some(role)), "{name}");
        }
        assert_eq!(json["top"], file.top.as_str());
    }
}

#[test]
fn emission_gives_the_same_bytes_every_time() {
    let (first, second) = (catalog::emit(Unit::Rap, "nano").unwrap(), catalog::emit(Unit::Rap, "nano").unwrap());
    assert_eq!(first.verilog, second.verilog);
    assert_eq!(first.json, second.json);
}

#[test]
fn rtl_is_fresh() {
    let rtl = Path::new(env!("CARGO_MANIFEST_DIR")).join("rtl");
    let mut sums = catalog::Sums::default();
    all().iter().filter(|design| !design.kept).for_each(|design| sums.add_other(&design.file));
    assert_eq!(sums.others() + catalog::KEPT.len(), all().len(), "every preset is kept, or its hash is");
    let mut expected = BTreeMap::from([("README.md".to_string(), catalog::readme().unwrap())]);
    for Design { file, .. } in all().iter().filter(|design| design.kept) {
        sums.add_kept(file);
        expected.insert(format!("{}.v", file.top), file.verilog.clone());
        expected.insert(format!("{}.json", file.top), file.json.clone());
    }
    for preset in catalog::selftest::KEPT {
        let preset = catalog::rap_preset(preset, None).unwrap();
        let (file, _) = treetap::cosim::selftest::emit(&preset, Default::default()).unwrap();
        sums.add_kept(&file);
        expected.insert(format!("{}.v", file.top), file.verilog);
        expected.insert(format!("{}.json", file.top), file.json);
    }
    let texts = sums.texts().map(|(name, text)| (name.to_string(), text));
    assert_eq!(
        texts[1].1.lines().count(),
        all().len() + catalog::selftest::KEPT.len(),
        "the code of every top is hashed"
    );
    expected.extend(texts);
    let kept: Vec<String> =
        fs::read_dir(&rtl).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    for name in &kept {
        assert!(expected.contains_key(name), "rtl/{name} is not written by `make rtl`");
    }
    for (name, contents) in &expected {
        let kept = fs::read_to_string(rtl.join(name)).unwrap_or_default();
        assert!(kept == *contents, "rtl/{name} is stale: run `make rtl`");
    }
}

#[test]
fn verilator_says_nothing_about_any_file() {
    let dir = tempfile::tempdir().unwrap();
    on_two_threads(all(), |Design { file, .. }| {
        let said = tools::verilator_lint(&written(dir.path(), file), &file.top);
        said.unwrap_or_else(|said| panic!("{}: {said}", file.top));
    });
}

/// Yosys reads the files without a warning, and finds no loop, no net with two drivers and none without.
fn read_by_yosys(files: &[&Emitted]) {
    let dir = tempfile::tempdir().unwrap();
    on_two_threads(files, |file| {
        let (path, top) = (written(dir.path(), file), &file.top);
        let script = format!("read_verilog {}; hierarchy -check -top {top}; proc; check -assert", path.display());
        tools::yosys(&script).unwrap_or_else(|said| panic!("{top}: {said}"));
    });
}

#[test]
fn yosys_reads_what_is_kept_and_the_smallest_file_of_every_unit_without_a_warning() {
    let mut smallest: BTreeMap<(String, Option<&str>), &Emitted> = BTreeMap::new();
    for design in all() {
        let least = smallest.entry((design.unit.to_string(), design.engine)).or_insert(&design.file);
        if design.file.verilog.len() < least.verilog.len() {
            *least = &design.file;
        }
    }
    // Trees and profilers are there with each of their engines.
    assert!(smallest.len() > Unit::ALL.len() + 2, "{} units and engines", smallest.len());
    let kept: Vec<_> = all().iter().filter(|design| design.kept).map(|design| &design.file).collect();
    assert_eq!(kept.len(), catalog::KEPT.len());
    // A file may be both.
    let files: BTreeMap<_, _> = smallest.into_values().chain(kept).map(|file| (&file.top, file)).collect();
    assert!(files.len() > 40, "{} files", files.len());
    read_by_yosys(&files.into_values().collect::<Vec<_>>());
}

#[test]
#[ignore = "minutes: `make lint`"]
fn yosys_reads_every_file_without_a_warning() {
    read_by_yosys(&all().iter().map(|design| &design.file).collect::<Vec<_>>());
}

#[test]
fn nano_leaves_half_of_the_logic_of_an_up5k() {
    let cells = cells(&catalog::emit(Unit::Rap, "nano").unwrap(), "ice40");
    println!("{cells:?}");
    let (lut, ff) = (sum(&cells, "SB_LUT4"), sum(&cells, "SB_DFF"));
    // Even if no flip-flop and no carry shared its logic cell with a look-up table.
    let cells_at_most = lut + ff + sum(&cells, "SB_CARRY");
    assert!(lut > 500 && cells_at_most < UP5K_CELLS / 2, "{cells_at_most} logic cells");
    // Pointers 5, counts 4, places 2, children 1, leaves 1, header and path of a dump 1, path of the finger 1,
    // coalescer 3: nothing of 47,000 memory bits went into flip-flops.
    assert_eq!(sum(&cells, "SB_RAM40_4K"), 18);
    assert!(18 <= UP5K_RAMS * 3 / 5 && ff < 850, "{ff} flip-flops");
}

#[test]
fn memories_of_the_larger_presets_are_block_ram_on_ecp5() {
    // Pointers 4096 x 11, counts 1024 x 48, children, leaves, stack, coalescer 1024 x 64, FIFO 512 x 64.
    let x86 = cells(&catalog::emit(Unit::Rap, "x86").unwrap(), "ecp5");
    println!("{x86:?}");
    assert!((9..=18).contains(&sum(&x86, "DP16KD")), "{x86:?}");
    assert!(sum(&x86, "TRELLIS_FF") < 1400, "{x86:?}");
    let coalescer = cells(&catalog::emit(Unit::Coalescer, "x86").unwrap(), "ecp5");
    assert!((2..=4).contains(&sum(&coalescer, "DP16KD")), "{coalescer:?}");
    assert!(sum(&coalescer, "TRELLIS_FF") < 600, "{coalescer:?}");
}

fn gen_command() -> Treetap {
    let mut command = Treetap::cargo_bin("treetap").unwrap();
    command.arg("gen");
    command
}

#[test]
fn gen_lists_units_and_presets_and_writes_both_files() {
    let list = gen_command().arg("--list").output().unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    for unit in Unit::ALL.iter().copied() {
        for preset in catalog::presets(unit) {
            assert!(list.lines().any(|l| l.contains(unit.name()) && l.contains(preset.name)), "{list}");
        }
    }
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("new").join("rtl");
    gen_command().args(["rap", "--preset", "mini", "-o", out.to_str().unwrap()]).assert().success();
    let mut names: Vec<String> =
        fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["treetap_rap_mini.json", "treetap_rap_mini.v"]);
    assert_eq!(
        fs::read_to_string(out.join("treetap_rap_mini.v")).unwrap(),
        catalog::emit(Unit::Rap, "mini").unwrap().verilog
    );
}

#[test]
fn gen_names_the_nearest_preset_and_leaves_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("rtl");
    for (args, expected) in [(["rap", "--preset", "nanoo"], "`nano`"), (["rapp", "--preset", "nano"], "`rap`")] {
        let output = gen_command().args(args).args(["-o", out.to_str().unwrap()]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(expected));
        assert!(!out.exists());
    }
    let file = dir.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let output = gen_command().args(["rap", "--preset", "mini", "-o", file.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("treetap_rap_mini.v"));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "something is left beside the file");
}
