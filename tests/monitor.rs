//! The emitted monitor under Verilator, tap to bus, equals the model in every event and register (docs/monitor.md): real programs on real
//! cores, and random ones.
#[path = "support/hps.rs"]
mod hps;
#[path = "support/retired.rs"]
mod retired;

use hps::{config, shipped};
use retired::{LENGTH, Recorded, retirements};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::monitor::{self, Options, Report};
use treetap::host::monitor::Program;
use treetap::lang::hps::Target;
use treetap::spec::hps::Mode;
use treetap::spec::hps::regs;
use treetap::spec::retire::Rvfi;
use treetap::spec::tap;

/// Shipped programs as one.
fn program(names: &[&str], parameters: &[(&str, i128)]) -> Program {
    let compiled = shipped(names, parameters, &Target::new(config(Mode::Retire)));
    Program { image: compiled.image, control: compiled.control }
}

fn options(preset: &'static str, core: Core, program: Program) -> Options {
    Options { effort: Effort::Test, ..Options::new(preset, tap::preset(core).config, program) }
}

fn run(options: &Options, records: &[Rvfi]) -> Report {
    monitor::run(options, monitor::monitor(options).unwrap(), &mut Recorded(records), &mut |_| {}).unwrap()
}

/// Runs, and demands that hardware and model agree in every event and register and that the laws hold.
fn agrees(options: &Options, records: &[Rvfi], what: &str) -> Report {
    let report = run(options, records);
    assert_eq!((report.mismatches, report.first.as_ref(), &report.broken[..]), (0, None, &[][..]), "{what}");
    assert_eq!(report.retired as usize, records.len(), "{what}");
    assert!(report.compared > report.events + 30, "{what}: {} compared", report.compared);
    report
}

#[test]
fn bursts_of_every_profile_on_real_cores() {
    for core in [Core::Ibex, Core::Picorv32] {
        for (i, profile) in ["region", "method", "callpair", "data"].into_iter().enumerate() {
            let parameters = [("nCheck0", 20), ("nInstr0", 3)];
            let mut options = options("up5k", core, program(&["bursty", profile], &parameters));
            options.seed = 30 + i as u64;
            // The same over the bus, and with who takes the stream away half of the time.
            options.switches.stream = i % 2 == 0;
            options.wait = (3_000, 20);
            let report = agrees(&options, retirements(core), &format!("{} {profile}", core.name()));
            assert_eq!(report.register(regs::N_IN.offset) as usize, LENGTH);
            println!("{} {profile}: {} events, {} bursts", core.name(), report.events, report.bursts);
            assert!(report.events > 50 && report.bursts > 20, "{profile}: {} events", report.events);
            assert_eq!(report.dropped, 0);
        }
    }
}
