//! The simulator's records are those that the tap makes of a real core (docs/reference/iss.md).
use std::path::Path;
use treetap::cosim::core::{Core, Machine, Options, Program, Status};
use treetap::cosim::iss::hart;
use treetap::model::retirements::Records;
use treetap::model::tap::Tap;
use treetap::spec::retire::Record;
use treetap::spec::tap::preset;

/// Retirements compared.
const RECORDS: usize = 300_000;

#[test]
fn records_of_the_simulator_are_those_of_a_core() {
    let program = Program::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/demo/demo.elf")).unwrap();
    let mut machine = Machine::build(Core::Ibex, &program, &Options::default()).unwrap();
    let mut raw = vec![];
    assert_eq!(machine.run(RECORDS + 1, &mut raw), Status::More);
    let mut tap = Tap::new(preset(Core::Ibex).config);
    let (mut hart, mut records) = (hart(&program), Records::default());
    let (mut taken, mut accesses, mut compared) = (0, 0, 0);
    for theirs in raw.iter().filter_map(|rvfi| tap.push(rvfi)) {
        let ours = records.record(&hart.step().unwrap());
        // Only a core knows of time; a store's value is that of its register here, of its bytes there.
        let store = ours.addr != 0;
        let val = if store { ours.val } else { theirs.val };
        let known = Record { evt: 0, lat: 0, cycles: 0, val, ..theirs };
        assert_eq!(ours, known, "record {compared}");
        taken += usize::from(ours.taken);
        accesses += usize::from(store);
        compared += 1;
    }
    assert!(compared == RECORDS && taken > 10_000 && accesses > 10_000, "{compared} {taken} {accesses}");
}
