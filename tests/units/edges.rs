//! The two halves of a cycle that a testbench computes (src/cosim/edges.rs) are all that `eval()` does.
use crate::support::retired::retirements;
use std::fs;
use treetap::catalog::Chosen;
use treetap::cosim::build::{Build, Effort, Testbench, Toolchain};
use treetap::cosim::core::Core;
use treetap::cosim::profiler::{Pace, Profiler};
use treetap::cosim::session::{self, Options};
use treetap::host::Host;
use treetap::spec::counters::Counter;
use treetap::spec::profiler::{Config, preset};
use treetap::spec::regs::{CAP_TREE, Op};
use treetap::spec::retire::Rvfi;
use treetap::spec::select::Kind;

fn options(name: &str) -> Options {
    let preset = preset(name).unwrap();
    let config = Config::new(preset, Core::Picorv32, Kind::Code);
    Options { effort: Effort::Test, ..Options::new(preset, config) }
}

/// What the profiler has counted when `go` has given it the retirements: the words of its dump, and its counters.
fn found(options: &Options, records: &[Rvfi], go: impl Fn(&mut Profiler, &[Rvfi])) -> (Vec<u64>, Vec<u32>) {
    let mut host = Host::connect(session::profiler(options).unwrap()).unwrap();
    host.start(&options.config).unwrap();
    let (first, second) = records.split_at(records.len() / 2);
    for part in [first, second] {
        go(host.transport(), part);
        // On the bus, one cycle is after the other as in the testbench.
        host.read(&CAP_TREE).unwrap();
    }
    host.command(Op::Flush).unwrap();
    let words = host.dump(false).unwrap().words;
    let (counts, _) = host.counters().unwrap();
    (words, Counter::ALL.map(|counter| counts.get(counter)).to_vec())
}

#[test]
fn a_testbench_that_computes_the_halves_of_a_cycle_finds_what_eval_does() {
    let records = retirements(Core::Picorv32);
    for name in ["nano", "fast"] {
        let options = options(name);
        let halves = found(&options, records, |profiler, part| {
            assert_eq!(profiler.feed(part, Pace::Dense), part.len());
        });
        // The bare loop calls `eval()` at both levels of the clock.
        let whole = found(&options, records, |profiler, part| assert!(profiler.bare(part) >= part.len() as u64));
        assert_eq!(halves, whole, "{name}");
        assert!(halves.0.len() > 20 && halves.1.iter().any(|count| *count as usize == records.len()), "{name}");
    }
}

#[test]
fn a_library_without_waveforms_has_the_halves_and_one_with_them_has_eval() {
    let emitted = Chosen::Profiler(*preset("nano").unwrap()).emit().unwrap();
    let unity = |waveforms| {
        let (top, verilog) = (&emitted.top, &emitted.verilog);
        let build =
            Build { top, verilog, testbench: Testbench::Profiler, ports: None, effort: Effort::Quick, waveforms };
        let library = build.library(&Toolchain::find().unwrap()).unwrap();
        fs::read_to_string(library.with_file_name("unity.cpp")).unwrap()
    };
    let edge = "#define TREETAP_EDGE Vtreetap_profiler_nano___024root___eval_nba\n";
    assert!(unity(false).contains(edge));
    assert!(!unity(true).contains("TREETAP_EDGE"));
}
