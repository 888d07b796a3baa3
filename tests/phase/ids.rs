//! Numbers of phases stay at the largest one (docs/reference/phase.md, P6).
use crate::support::bench;
use std::collections::BTreeMap;
use treetap::catalog::{Chosen, Settings, Unit};
use treetap::cosim::build::Effort;
use treetap::cosim::phase::Pace;
use treetap::spec::phase::record::Retired;
use treetap::spec::phase::{Build, Config, MIN_LEN, regs};

/// Every interval is a new phase, and is judged within the next one: more phases than there are numbers.
#[test]
fn every_phase_after_the_last_number_has_it_and_the_flag_says_so() {
    let build = Build { signatures: 2, phases: 2, log: 16 };
    let numbers = [("signatures", build.signatures), ("known_phases", build.phases), ("log", build.log)];
    let numbers: BTreeMap<_, _> = numbers.into_iter().map(|(name, number)| (name.to_string(), number)).collect();
    let chosen = Chosen::of(Unit::Phase, None, &Settings { numbers, ..Settings::default() }).unwrap();
    let mut bench = bench(&chosen.emit().unwrap(), Effort::Fast, build, 41);
    bench.configure(&Config { thr: 0, auto: false, ..Config::of(MIN_LEN, 20) }, false).unwrap();
    let branch = Retired { pc: 0x40, control: true, trap: false };
    let saturated = |status: u32| regs::STATUS.field("ID_SAT").of(status);
    for ended in 0..u64::from(u16::MAX) + 5 {
        if ended == u64::from(u16::MAX) {
            // As many phases as there are numbers.
            assert_eq!(bench.check(regs::CUR_ID.offset), Ok(u16::MAX.into()));
            assert_eq!(saturated(bench.check(regs::STATUS.offset).unwrap()), 0);
        }
        bench.straight(MIN_LEN - 1).unwrap();
        bench.push(&branch, Pace::default()).unwrap();
    }
    bench.settle().unwrap();
    let seen = &bench.seen;
    assert_eq!((seen.intervals, seen.fresh, seen.replaced, seen.matched), (65_540, 2, 65_538, 0), "{seen:?}");
    assert_eq!(seen.waits, 0, "an interval was not judged within the next one");
    assert_eq!(saturated(bench.check(regs::STATUS.offset).unwrap()), 1);
    for register in [&regs::CUR_ID, &regs::NPHASES] {
        assert_eq!(bench.check(register.offset), Ok(u16::MAX.into()), "{}", register.name);
    }
}
