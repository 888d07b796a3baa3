//! Tests of the tests: faults planted in the emitted Verilog, each of which the co-simulation has to find.
//!
//! A design has all of its faults at once, each active while the selector has its number, so that one build serves
//! them.
use crate::support::bench::on_two_threads;
use crate::support::edits::Edit;
use crate::support::scenarios;
use crate::support::selector::selectable;
use std::sync::Mutex;
use treetap::cosim::build::Effort;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::spec::rap::{Config, Engine, Eps, Preset, preset};

mod cam;
mod pipelined;
mod serial;

/// Faults, and the design that they are planted in.
struct Planted {
    preset: &'static str,
    engine: Engine,
    eps: Option<Eps>,
    faults: &'static [Edit<'static>],
}

/// Every engine with a pool that fills; no coalescer stands before those that take an event per cycle, so that events
/// of one key come one right after the other. And what only the largest pool has, and only EPS mode.
const PLANTED: [Planted; 5] = [
    Planted { preset: "mini", engine: Engine::Serial, eps: None, faults: serial::FAULTS },
    Planted { preset: "k32n64", engine: Engine::Pipelined, eps: None, faults: pipelined::FAULTS },
    Planted { preset: "k32n64", engine: Engine::Cam, eps: None, faults: cam::FAULTS },
    Planted { preset: "max", engine: Engine::Pipelined, eps: None, faults: pipelined::FAR },
    Planted { preset: "k64n512", engine: Engine::Serial, eps: Some(Eps { m: 6, s: 10 }), faults: serial::EPS },
];

impl Planted {
    fn design(&self) -> Preset {
        preset(self.preset).unwrap().with_engine(self.engine)
    }

    /// Options of a run of the design with all of the faults in it, of which none is active.
    fn options(&self) -> Options {
        // One build serves many runs.
        let mut plain = Options { effort: Effort::Test, ..Options::rap(&self.design()) };
        plain.config = Config { eps: self.eps, ..plain.config };
        let design = plain.design().unwrap();
        let rtl = selectable(&design.top, &design.verilog, self.faults);
        Options { rtl: Some(rtl.unwrap_or_else(|refused| panic!("{}: {refused:#?}", design.top))), ..plain }
    }

    fn serial() -> &'static Self {
        PLANTED.iter().find(|group| group.engine == Engine::Serial).unwrap()
    }
}

/// So that the pages can say how many there are: what `cargo test` prints with `--nocapture`.
#[test]
fn the_faults_of_every_design_are_counted() {
    let counts: Vec<_> = PLANTED.iter().map(|group| group.faults.len()).collect();
    for (group, count) in PLANTED.iter().zip(&counts) {
        let mode = if group.eps.is_some() { " in EPS mode" } else { "" };
        println!("{count} faults in {} on {}{mode}", group.preset, group.engine.name());
    }
    let all: usize = counts.iter().sum();
    println!("{all} faults");
    for page in ["docs/measured/cosim.md", "docs/contributing/cosim.md"] {
        let text = std::fs::read_to_string(page).unwrap();
        assert!(text.contains(&format!(" {all} ")), "{page} does not say that {all} faults are planted");
    }
}

#[test]
fn every_planted_fault_is_found_and_without_one_there_is_no_difference() {
    let groups = PLANTED.map(|group| {
        let options = group.options();
        let bench = Bench::new(&options).unwrap_or_else(|e| panic!("{} with faults: {e}", group.preset));
        (group, options, bench)
    });
    // 0 selects none.
    let selections: Vec<_> =
        groups.iter().flat_map(|group| (0..=group.0.faults.len()).map(move |number| (group, number))).collect();
    // `TREETAP_FAULT` narrows a run down to those whose names have it, and to none.
    let named = std::env::var("TREETAP_FAULT").unwrap_or_default();
    let is_named = |group: &Planted, number: usize| number == 0 || group.faults[number - 1].name.contains(&named);
    let selections: Vec<_> = selections.into_iter().filter(|(group, number)| is_named(&group.0, *number)).collect();
    assert!(Engine::ALL.iter().all(|engine| {
        PLANTED.iter().filter(|group| group.engine == *engine).map(|group| group.faults.len()).sum::<usize>() >= 10
    }));
    let wrong = Mutex::new(vec![]);
    on_two_threads(&selections, |((group, options, bench), number)| {
        let fault = number.checked_sub(1).map(|i| group.faults[i].name);
        let name = format!("{} {}: {}", group.preset, group.engine.name(), fault.unwrap_or("no fault"));
        let options = Options { mutant: *number as u64, ..options.clone() };
        match (fault, scenarios::difference(&bench.with(&options))) {
            (None, None) => {}
            (None, Some(found)) => wrong.lock().unwrap().push(format!("{name}: {found:?}")),
            (Some(_), None) => wrong.lock().unwrap().push(format!("{name}: not found")),
            (Some(_), Some(found)) => println!("{name}: {} under {}", found.field, found.scenario),
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_edit_that_does_not_apply_once_is_refused() {
    let verilog = "\nmodule top (\n    output reg q\n);\n    assign a = b & c;\n    assign d = b & c;\nendmodule\n";
    let edit = |pattern| Edit { name: "edit", pattern, instead: "1'b0" };
    let refused = selectable("top", verilog, &[edit("assign a = «b»"), edit("b & c"), edit("b | c")]).unwrap_err();
    assert_eq!(refused, ["edit: its pattern is there 2 times", "edit: its pattern is there 0 times"]);
    // Two of one text, and a statement.
    let text = selectable("top", verilog, &[edit("assign a = «b»"), edit("assign a = «b»")]).unwrap();
    let first = "((top.mutsel == 8'd1) ? (1'b0) : (b))";
    assert!(text.contains(&format!("assign a = ((top.mutsel == 8'd2) ? (1'b0) : ({first})) & c;")), "{text}");
    assert!(text.contains("module top (\n    input  wire [7:0] mutsel,\n"), "{text}");
}

#[test]
fn a_difference_is_traced_to_its_first_event_and_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let group = Planted::serial();
    let fault = group.faults.iter().position(|f| f.name.starts_with("weight lost by")).unwrap();
    let options = Options {
        mutant: fault as u64 + 1,
        locate: true,
        waveform: Some(dir.path().join("difference.fst")),
        ..group.options()
    };
    let workload = Workload::parse("shape:zipf?events=6000", Default::default(), options.config).unwrap();
    let bench = Bench::new(&options).unwrap();
    let found = bench.run(&workload, &mut |_, _| {}).unwrap().fault.unwrap();
    assert!(found.exact, "{found:?}");
    let size = std::fs::metadata(found.waveform.as_ref().unwrap()).unwrap().len();
    assert!(size > 500, "{size} bytes");
    // One event less, and hardware and model agree.
    let mut events = vec![];
    workload.open().unwrap().next_batch(&mut events).unwrap();
    events.truncate(found.event as usize - 1);
    let options = Options { locate: false, waveform: None, ..options };
    let report = bench.with(&options).run(&Workload::Events(events.into()), &mut |_, _| {}).unwrap();
    assert_eq!(report.mismatches, 0, "{found:?}");
}

#[test]
fn a_design_that_ends_the_simulation_is_a_fault() {
    let group = Planted::serial();
    let design = Options::rap(&group.design()).design().unwrap().verilog;
    let (before, end) = design.rsplit_once("endmodule").unwrap();
    let ends = [
        ("reg [15:0] age = 0; always @(posedge clk) begin age <= age + 1; if (age == 3000) $finish; end", "$finish"),
        ("always @(posedge clk) if (dump_valid) $stop;", "$stop"),
        ("wire loop /* verilator public_flat_rd */; assign loop = ~(loop & ev_valid);", "did not converge"),
    ];
    on_two_threads(&ends, |(text, said)| {
        let rtl = Some(format!("{before}{text}\nendmodule{end}"));
        let options = Options { rtl, effort: Effort::Quick, ..Options::rap(&group.design()) };
        let workload = Workload::parse("shape:zipf?events=6000", Default::default(), options.config).unwrap();
        let report = Bench::new(&options).unwrap().run(&workload, &mut |_, _| {}).unwrap();
        let fault = report.fault.unwrap_or_else(|| panic!("{said}: no fault"));
        assert!(fault.field == "ended" && fault.note.as_ref().is_some_and(|note| note.contains(said)), "{fault:?}");
    });
}

/// `n` shows a wrong flag from 2^21 on, and events have weight 1: so many events are not bisected, but replayed with a
/// sample after each.
#[test]
fn a_difference_after_two_million_events_is_found_by_samples() {
    const AT: u64 = 1 << 21;
    let preset = preset("k32n64").unwrap().with_engine(Engine::Pipelined);
    let plain = Options { effort: Effort::Test, ..Options::rap(&preset) };
    let design = plain.design().unwrap();
    let late = Edit { name: "late", pattern: "stat_near_full = stat_n[«top_bit[4:0]»];", instead: "5'd21" };
    let rtl = Some(selectable(&design.top, &design.verilog, &[late]).unwrap());
    let options = Options { rtl, mutant: 1, locate: true, ..plain };
    let workload = Workload::parse("shape:single?events=2200000", Default::default(), preset.config).unwrap();
    let found = Bench::new(&options).unwrap().run(&workload, &mut |_, _| {}).unwrap().fault.unwrap();
    assert_eq!((found.event, found.field.as_str(), found.exact), (AT, "stat_near_full", false), "{found:?}");
}
