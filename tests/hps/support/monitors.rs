//! Whole monitors beside what a core retired.
use super::hang::HANG_CYCLES;
use super::hps::{compiled, retire};
use super::retired::Recorded;
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::monitor::{self, Options, Report};
use treetap::cosim::profiler::Profiler;
use treetap::host::monitor::Program;
use treetap::spec::retire::Rvfi;
use treetap::spec::{monitor as spec, tap, variant};

/// A preset beside a core.
pub fn options(preset: &'static str, core: Core, program: Program) -> Options {
    Options {
        effort: Effort::Test,
        hang_cycles: HANG_CYCLES,
        ..Options::new(*variant::find(&spec::VARIANTS, preset).unwrap(), tap::preset(core).config, program)
    }
}

/// Retirements through hardware and model.
pub fn run(options: &Options, records: &[Rvfi]) -> Report {
    monitor::run(options, monitor::monitor(options).unwrap(), &mut Recorded(records), &mut |_| {}).unwrap()
}

/// Runs, and demands that hardware and model agree in every event and register and that the laws hold.
pub fn agrees(options: &Options, records: &[Rvfi], what: &str) -> Report {
    agrees_on(monitor::monitor(options).unwrap(), options, records, what)
}

/// As [`agrees`], on a monitor that was reset some time ago.
pub fn agrees_on(hardware: Profiler, options: &Options, records: &[Rvfi], what: &str) -> Report {
    let report = monitor::run(options, hardware, &mut Recorded(records), &mut |_| {}).unwrap();
    assert_eq!((report.mismatches, report.first.as_ref(), &report.broken[..]), (0, None, &[][..]), "{what}");
    assert_eq!(report.retired as usize, records.len(), "{what}");
    assert!(report.compared > report.events + 30, "{what}: {} compared", report.compared);
    report
}

/// Whether hardware and model differ, or a law is broken, or the hardware gives up.
pub fn differs(options: &Options, records: &[Rvfi]) -> bool {
    soon(records, |records| {
        let found = monitor::run(options, monitor::monitor(options).unwrap(), &mut Recorded(records), &mut |_| {});
        found.is_err() || found.is_ok_and(|report| report.mismatches > 0 || !report.broken.is_empty())
    })
}

/// The first of some retirements, in which most faults show.
pub fn few(records: &[Rvfi]) -> &[Rvfi] {
    &records[..records.len() / 8]
}

/// Whether something is found in the first of some retirements, or else in all.
pub fn soon(records: &[Rvfi], found: impl Fn(&[Rvfi]) -> bool) -> bool {
    found(few(records)) || found(records)
}

/// The text of a program for a monitor.
pub fn text(program: &str) -> Program {
    let code = compiled(program, &retire());
    Program { image: code.image, control: code.control }
}

/// Everything is an event.
pub fn every_instruction() -> Program {
    text("handler H = 9; P0: any => null, R1; R1: call(H, T.INSN); T.INSN;")
}
