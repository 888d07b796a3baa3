//! The whole profiler, emitted and under Verilator: real programs on real cores, read out over its bus, equal the model (docs/profiler.md).
use std::fs;
use std::path::Path;
use treetap::cosim::Error;
use treetap::cosim::build::Effort;
use treetap::cosim::core::{Core, Features, Library, Machine, Options as Around, Program, Status};
use treetap::cosim::session::{self, Options, Report, Source};
use treetap::spec::counters::Counter;
use treetap::spec::profiler::{Config, preset};
use treetap::spec::retire::Rvfi;
use treetap::spec::select::Kind;

/// A core that runs to its end.
struct Running(Machine);

impl Source for Running {
    fn next(&mut self, limit: usize, out: &mut Vec<Rvfi>) -> Result<bool, Error> {
        Ok(self.0.run(limit, out) == Status::More)
    }
}

fn machine(core: Core) -> Machine {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/demo/demo.elf");
    let program = Program::parse(&fs::read(path).unwrap()).unwrap();
    let features = Features::for_program(core, &program).unwrap();
    Machine::open(&Library::build(core, features, Effort::Fast).unwrap(), &program, &Around::default())
}

fn run(options: &Options, core: Core) -> Report {
    let profiler = session::profiler(options).unwrap();
    session::run(options, profiler, &mut Running(machine(core)), &mut |_| {}).unwrap()
}

#[test]
fn a_program_on_a_core_gives_the_profile_of_the_model() {
    let preset = preset("nano").unwrap();
    let options = Options { limit: 400_000, ..Options::new(preset, Config::new(preset, Core::Picorv32, Kind::Code)) };
    let report = run(&options, Core::Picorv32);
    println!("{report:?}");
    assert_eq!((report.mismatches, report.first.as_ref(), report.law), (0, None, None));
    assert!(report.events > 10_000 && report.dropped() == 0);
    assert_eq!(u64::from(report.counts.get(Counter::Retired)), report.retired);
}
