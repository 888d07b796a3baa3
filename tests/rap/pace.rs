//! How many cycles the streams of the planted faults take is recorded: a change that costs time and alters no result is
//! seen here, and only here. `cargo insta review` accepts what a change of the hardware is meant to cost.
use crate::support::bench::{on_every_engine, on_two_threads, options};
use crate::support::streams::streams;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;
use treetap::cosim::build::Effort;
use treetap::cosim::run::{Bench, Options};
use treetap::spec::coalescer;

/// Designs of which `make mutate` draws mutants: one tree on every engine, and coalescers of every microarchitecture.
const TREE: &str = "k32n64";
const COALESCERS: [&str; 3] = ["k8e16_compact", "k8e16", "fast8"];

#[test]
fn cycles_of_streams_are_as_recorded() {
    let coalescers = COALESCERS.map(|name| coalescer::preset(name).unwrap());
    let mut designs: Vec<_> = on_every_engine(&[TREE]).iter().map(options).collect();
    designs.extend(coalescers.map(|preset| Options { effort: Effort::Test, ..Options::coalescer(preset) }));
    assert_eq!(designs.len(), 6);
    let rows = Mutex::new(BTreeMap::new());
    on_two_threads(&designs, |options| {
        let bench = Bench::new(options).unwrap();
        let mut text = String::new();
        for stream in streams(options) {
            let report = bench.with(&stream.options).run(&stream.workload, &mut |_, _| {}).unwrap();
            assert_eq!(report.fault, None, "{}", stream.name);
            let (cycles, name) = (report.cycles, &stream.name);
            writeln!(text, "{cycles:>8} cycles, {:>6} events: {name}", report.events).unwrap();
        }
        assert!(text.lines().count() > 15, "streams are missing:\n{text}");
        rows.lock().unwrap().insert(options.design().unwrap().top, text);
    });
    let text: String = rows.into_inner().unwrap().iter().map(|(top, text)| format!("{top}\n{text}")).collect();
    insta::assert_snapshot!(text);
}
