//! What the cores retire in the middle of the demonstration program.
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use treetap::cosim::Error;
use treetap::cosim::build::Effort;
use treetap::cosim::core::{Core, Features, Library, Machine, Options as Around, Program, Status};
use treetap::cosim::session::Source;
use treetap::spec::retire::Rvfi;

/// Instructions that pass before, so that the program has left its start-up code.
const BEFORE: usize = 200_000;
/// Instructions of a run.
pub const LENGTH: usize = 60_000;

/// A core in the middle of the demonstration program.
pub fn machine(core: Core) -> Machine {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/demo/demo.elf");
    let program = Program::parse(&fs::read(path).unwrap()).unwrap();
    let features = Features::for_program(core, &program).unwrap();
    let library = Library::build(core, features, Effort::Test).unwrap();
    let mut machine = Machine::open(&library, &program, &Around::default());
    assert_eq!(machine.skip(BEFORE), Status::More);
    machine
}

/// What a core retires from there on, run once.
pub fn retirements(core: Core) -> &'static [Rvfi] {
    static RUNS: [OnceLock<Vec<Rvfi>>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
    RUNS[core as usize].get_or_init(|| {
        let mut records = vec![];
        let status = machine(core).run(LENGTH, &mut records);
        assert_eq!((status, records.len()), (Status::More, LENGTH));
        records
    })
}

/// Retirements that were recorded.
pub struct Recorded<'a>(pub &'a [Rvfi]);

impl Source for Recorded<'_> {
    fn next(&mut self, limit: usize, out: &mut Vec<Rvfi>) -> Result<bool, Error> {
        let (now, later) = self.0.split_at(limit.min(self.0.len()));
        out.extend_from_slice(now);
        self.0 = later;
        Ok(!later.is_empty())
    }
}
