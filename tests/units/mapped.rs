//! Profilers with a map of code: real programs on real cores, with keys of lines, equal the model
//! (docs/reference/codemap.md).
use crate::hang::HANG_CYCLES;
use crate::support::planted::Planted;
use crate::support::profiled::run;
use crate::support::retired::LENGTH;
use std::fs;
use std::path::Path;
use treetap::analysis::codemap::Layout;
use treetap::analysis::{Keys, Options as Naming, Symbols};
use treetap::catalog::Unit;
use treetap::cosim::Error;
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::session::{self, Options, Report};
use treetap::spec::codemap::ELSEWHERE;
use treetap::spec::counters::Counter;
use treetap::spec::profiler::{Config, preset};
use treetap::spec::select::{Kind, Weight};

/// The names of the demonstration program.
fn symbols() -> Symbols {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/demo/demo.elf");
    Symbols::parse(&fs::read(file).unwrap(), &Naming::default()).unwrap()
}

fn layout() -> Layout {
    symbols().layout(16384).unwrap()
}

fn options(name: &str, core: Core) -> Options {
    let preset = preset(name).unwrap();
    let mut config = Config::new(preset, core, Kind::Lines);
    config.lines = Some(layout().image);
    Options { effort: Effort::Test, hang_cycles: HANG_CYCLES, ..Options::new(preset, config) }
}

fn agrees(options: &Options, core: Core) -> Report {
    let report = run(options, core);
    let what = format!("{} {}", options.preset.name, core.name());
    assert_eq!((report.mismatches, report.first.as_ref(), report.law), (0, None, None), "{what}");
    assert_eq!(report.counts.get(Counter::Retired) as usize, LENGTH, "{what}");
    assert!(report.compared > 20 && report.events > 100, "{what}");
    report
}

#[test]
fn lines_of_code_on_every_core_give_the_profile_of_the_model() {
    for core in Core::ALL {
        for (i, name) in ["nano_map", "fast_map"].into_iter().enumerate() {
            let mut options = options(name, core);
            options.config.select.weight = Weight::ALL[(i + core as usize) % Weight::ALL.len()];
            options.seed = 40 + i as u64;
            // Pauses that the core makes on its own.
            options.idle = if core == Core::Ibex { (9000, 30) } else { (0, 0) };
            let report = agrees(&options, core);
            assert!(report.profile.key_bits == 16 && report.profile.tree.iter().any(|node| node.level == 8));
            // All of it is code that the map knows.
            assert_eq!(report.profile.query(ELSEWHERE.into(), ELSEWHERE.into()).0, 0);
        }
    }
}

#[test]
fn functions_have_bounds_that_hold_and_what_the_table_leaves_out_is_elsewhere() {
    let core = Core::Ibex;
    let mut whole = options("fast_map", core);
    whole.config.select.weight = Weight::Instructions;
    let addresses = {
        let preset = preset("fast").unwrap();
        let mut config = Config::new(preset, core, Kind::Code);
        config.select.weight = Weight::Instructions;
        agrees(&Options { effort: Effort::Test, ..Options::new(preset, config) }, core).profile
    };
    let profile = agrees(&whole, core).profile;
    let by_line = symbols().on_lines(layout()).bounds(&profile, Keys::lines(layout().image.line_bits));
    let by_address = symbols().bounds(&addresses, Keys::default());
    let mut exact = 0;
    for (place, (line, address)) in by_line.iter().zip(&by_address).enumerate() {
        assert!(line.lo <= address.hi && address.lo <= line.hi, "place {place}: {line:?} {address:?}");
        exact += u64::from(line.lo == line.hi && line.lo > 0);
    }
    assert!(exact > 2 && profile.n == addresses.n, "{exact} functions are exact");

    // The first quarter of the map alone.
    let mut cut = whole.clone();
    let image = cut.config.lines.as_mut().unwrap();
    image.entries.truncate(image.entries.len() / 4);
    let elsewhere = agrees(&cut, core).profile.query(ELSEWHERE.into(), ELSEWHERE.into());
    assert!(elsewhere.0 > 100, "{elsewhere:?}");
}

#[test]
fn faults_planted_where_the_map_is_joined_are_found() {
    let faults = [
        ("u_codemap", ".rec_pc(rec_pc)", ".rec_pc(rec_npc)"),
        ("u_select", ".line_key0(line_key)", ".line_key0(16'd7)"),
        ("u_rap", ".ev_key(smp_rec[15:0])", ".ev_key(smp_rec[31:16])"),
    ];
    let planted = Planted::of(Unit::Profiler, "nano_map", &faults);
    let mut options = options("nano_map", Core::Ibex);
    (options.effort, options.rtl) = (Effort::Test, Some(planted.with(0).verilog.clone()));
    agrees(&options, Core::Ibex);
    for ((instance, _, to), number) in faults.into_iter().zip(1..) {
        options.rtl = Some(planted.with(number).verilog.clone());
        assert!(run(&options, Core::Ibex).mismatches > 0, "{instance} {to} is not found");
    }
}

#[test]
fn a_table_that_does_not_keep_what_is_written_is_found_before_the_run() {
    let mut options = options("nano_map", Core::Ibex);
    options.effort = Effort::Quick;
    let fault = ("u_codemap", ".bus_wdata(tracker_wdata)", ".bus_wdata(32'd5)");
    options.rtl = Some(Planted::of(Unit::Profiler, "nano_map", &[fault]).with(1).verilog.clone());
    let profiler = session::profiler(&options).unwrap();
    let records = crate::support::retired::retirements(Core::Ibex);
    let found = session::run(&options, profiler, &mut crate::support::retired::Recorded(records), &mut |_| {});
    assert!(matches!(&found, Err(Error::Host(why)) if why.contains("the map of code")), "{found:?}");
}
