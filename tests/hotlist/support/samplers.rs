//! Whole value samplers beside what a core retired.
use super::retired::Recorded;
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::value_sampler::{self, Options, Report};
use treetap::spec::hotlist::Config;
use treetap::spec::retire::Rvfi;
use treetap::spec::{tap, value_sampler as spec, variant};

/// A preset beside a core.
pub fn options(preset: &str, core: Core, config: Config) -> Options {
    Options {
        effort: Effort::Test,
        ..Options::new(*variant::find(&spec::VARIANTS, preset).unwrap(), tap::preset(core).config, config)
    }
}

/// Retirements through hardware and model, and how many records gave a tuple.
pub fn run(options: &Options, records: &[Rvfi]) -> Report {
    let mut gave = 0;
    let hardware = value_sampler::sampler(options).unwrap();
    let report =
        value_sampler::run(options, hardware, &mut Recorded(records), &mut |_| gave += 1, &mut |_| {}).unwrap();
    assert_eq!(report.tuples, gave);
    report
}

/// Runs, and demands that hardware and model agree in every tuple, word, register and entry and that the laws hold.
pub fn agrees(options: &Options, records: &[Rvfi], what: &str) -> Report {
    let report = run(options, records);
    assert_eq!((report.mismatches, report.first.as_ref(), &report.broken[..]), (0, None, &[][..]), "{what}");
    assert_eq!(report.retired as usize, records.len(), "{what}");
    let (tuples, entries) = (report.tuples, report.found.entries.len() as u64);
    assert!(report.compared > 2 * tuples + 3 * entries + 20, "{what}: {} compared", report.compared);
    report
}

/// Whether hardware and model differ, or a law is broken, or the hardware gives up.
pub fn differs(options: &Options, records: &[Rvfi]) -> bool {
    let hardware = value_sampler::sampler(options).unwrap();
    let found = value_sampler::run(options, hardware, &mut Recorded(records), &mut |_| {}, &mut |_| {});
    found.is_err() || found.is_ok_and(|report| report.mismatches > 0 || !report.broken.is_empty())
}
