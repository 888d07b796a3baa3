//! The first difference between a design with a planted fault and the golden model.
use super::streams::{Stream, streams};
use treetap::cosim::run::Bench;

/// What was found, and under which stream.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    pub scenario: String,
    pub field: String,
}

/// The first difference that a stream shows, if any does.
pub fn difference(bench: &Bench) -> Option<Difference> {
    streams(bench.options()).into_iter().find_map(|Stream { name, workload, options }| {
        let report = bench.with(&options).run(&workload, &mut |_, _| {}).unwrap();
        report.fault.map(|fault| Difference { scenario: name, field: fault.field })
    })
}
