//! The host of the programs that count, on a real program: what it takes is what was counted exactly
//! (docs/reference/coproc.md, D.12).
use std::collections::BTreeMap;
use std::path::Path;
use treetap::analysis::coproc::exact::{Exact, Rule, beside};
use treetap::cosim::core::Program as Elf;
use treetap::cosim::iss;
use treetap::host::counting::{CACHE, Counting, Pair, Policy, Program};
use treetap::host::{Error, counting};
use treetap::model::annotate::Annotator;
use treetap::model::coproc::{Pace, Timing, Top};
use treetap::model::retirements::Records;
use treetap::spec::classify::Opclass;
use treetap::spec::coproc::{Config, regs};
use treetap::spec::counters::Counter;
use treetap::spec::retire::{Record, event};

/// Retirements of the demonstration, with the events of the cache that `conflict` is for.
fn demo() -> Vec<Record> {
    let mut hart = iss::hart(&Elf::read(Path::new("programs/demo/demo.elf")).unwrap());
    let (mut records, mut events) = (Records::default(), Annotator::new(CACHE));
    let mut all = vec![];
    while hart.memory.exit().is_none() {
        let mut record = records.record(&hart.step().unwrap());
        events.annotate(&mut record);
        all.push(record);
    }
    all
}

fn counted(records: &[Record], program: Program, entries: u32, pace: Pace, policy: Policy) -> Counting<Top> {
    let mut host = Counting::start(Top::new(Config::rv32(entries), pace), program, policy).unwrap();
    records.iter().for_each(|record| host.retire(record).unwrap());
    host.drain().unwrap();
    assert_eq!(host.failed(), None);
    let occupied = host.device().occupied();
    host.device().counts().check(occupied, 0).unwrap();
    host
}

fn exactly(records: &[Record], program: Program, rule: Rule) -> Exact {
    let mut exact = Exact::new(program, rule);
    records.iter().for_each(|record| exact.push(record));
    exact
}

/// Counts with what does not depend on when the host looked: of a conflict its set.
fn comparable<'a>(program: Program, counts: impl Iterator<Item = (&'a Pair, &'a u64)>) -> BTreeMap<Pair, u64> {
    let mut all = BTreeMap::new();
    for (pair, count) in counts {
        let pair = if program == Program::Conflicts { Pair { to: 0, ..*pair } } else { *pair };
        *all.entry(pair).or_default() += count;
    }
    all
}

#[test]
fn nothing_is_lost_between_microcode_and_host() {
    let records = demo();
    let built = || Pace::Timed { timing: Timing::built(&Config::rv32(64)), divider: 1 };
    for program in Program::ALL {
        let exact = exactly(&records, program, Rule::Program);
        let expected = comparable(program, exact.counts().iter());
        let came: u64 = expected.values().sum();
        let least = if program.takes_events() { (5, 100) } else { (40, 20_000) };
        assert!(expected.len() >= least.0 && came >= least.1, "{program:?}: {} pairs, {came} times", expected.len());
        let fits = if matches!(program, Program::Branches | Program::Jumps) { &[32, 64, 256][..] } else { &[256] };
        let mut interrupts = 0;
        for entries in fits {
            let lossless = Policy { lossless: true, ..Policy::default() };
            for (pace, policy) in [(Pace::Instant, Policy::default()), (built(), lossless)] {
                let timed = matches!(pace, Pace::Timed { .. });
                let mut host = counted(&records, program, *entries, pace, policy);
                assert_eq!(host.unnamed(), 0, "{program:?}: no two pairs of the demonstration share a key");
                assert_eq!(comparable(program, host.counts().iter()), expected, "{program:?}, {entries} entries");
                assert_eq!(host.mismatches(), exact.mismatches());
                interrupts += host.cost().interrupts - 1;
                let retired = u64::from(host.device().counts().get(Counter::Retired));
                assert_eq!(retired, records.len() as u64 + host.waited());
                let held = host.device().cycles() - retired;
                assert_eq!(held > 0, timed, "{program:?}: the core is held back by a slow co-processor only");
            }
        }
        // With 32 entries the slots are given out again and again.
        assert!(!fits.contains(&32) || interrupts > 1, "{program:?}: {interrupts} interrupts");
        println!("{program:?}: {} pairs, {came} times, {interrupts} interrupts", expected.len());
    }
}

#[test]
fn what_is_dropped_or_slept_through_is_missing() {
    let records = demo();
    for program in Program::ALL {
        let expected = exactly(&records, program, Rule::Program);
        let came: u64 = expected.counts().values().sum();
        let slow = Pace::Timed { timing: Timing::built(&Config::rv32(64)), divider: 8 };
        let mut dropping = counted(&records, program, 256, slow, Policy::default());
        let dropped = dropping.device().counts().get(Counter::DroppedFull);
        let seen: u64 = dropping.counts().values().sum();
        assert!(dropped > 100 && seen > 0, "{program:?}: {dropped} dropped, {seen} counted");
        if matches!(program, Program::Branches | Program::Jumps) {
            let off = dropping.device().counts().get(Counter::DroppedOff);
            assert_eq!(seen + u64::from(dropped + off), came, "{program:?}: each candidate is counted or dropped");
            let within = |(pair, count): (&Pair, &u64)| *count <= expected.counts()[pair];
            assert!(dropping.counts().iter().all(within), "{program:?}");
        }
        let far = beside(program, dropping.counts(), expected.counts());
        assert!(far.covered > 0.0 && far.apart > 0.0, "{program:?}: {far:?}");
    }
    let rest = Policy { rest: 300_000, ..Policy::default() };
    let top = Top::new(Config::rv32(32), Pace::Instant);
    let mut resting = Counting::start(top, Program::Branches, rest).unwrap();
    let mut off = 0;
    for record in &records {
        let control = resting.device().read(regs::CTRL.offset);
        off += u64::from(regs::CTRL.field("FEN").of(control) == 0);
        resting.retire(record).unwrap();
    }
    resting.drain().unwrap();
    let expected = exactly(&records, Program::Branches, Rule::Program);
    let passed = u64::from(resting.device().counts().get(Counter::Candidates));
    let seen: u64 = resting.counts().values().sum();
    let (rested, interrupts) = (resting.rested(), resting.cost().interrupts);
    // It rests while the filters are off.
    assert!(rested == off && rested > 50_000, "{rested} instructions, {off} with the filters off");
    assert!((3..20).contains(&interrupts), "{interrupts} interrupts");
    let came: u64 = expected.counts().values().sum();
    assert!(seen > 0 && seen <= passed && passed < came, "{seen} of {passed} of {came}");
}

fn record(class: Opclass, pc: u64, addr: u64, evt: u8) -> Record {
    Record {
        trap: false,
        class,
        rvc: false,
        taken: false,
        start: false,
        insn: 3,
        pc,
        npc: pc + 4,
        val: 0,
        addr,
        evt,
        lat: 0,
        cycles: 1,
        ord: 0,
    }
}

/// A stream whose results are known, with a second store to a granule, a return that goes elsewhere and a set that
/// conflicts, beside what the counts mean.
#[test]
fn a_known_stream_is_counted_as_it_is_meant() {
    let (store, load) = (|pc, addr| record(Opclass::Store, pc, addr, 0), |pc, addr| record(Opclass::Load, pc, addr, 0));
    // Two stores to a granule: the later one is read. Then 64 others, after which the ring has forgotten it.
    let mut stream = vec![store(0x100, 0x8000), store(0x104, 0x8004), load(0x200, 0x8000), load(0x200, 0x8006)];
    stream.extend((1..=64).map(|at| store(0x108, 0x8000 + 8 * at)));
    stream.push(load(0x200, 0x8000));
    let of = |rule| exactly(&stream, Program::Dependences, rule).counts().clone();
    let pair = Pair { from: 0x100, to: 0x82 };
    assert_eq!((of(Rule::Program)[&pair], of(Rule::Meaning)[&pair]), (2, 3));
    let host = counted(&stream, Program::Dependences, 256, Pace::Instant, Policy::default());
    assert_eq!(host.counts(), &BTreeMap::from([(pair, 2)]));
    // A call from 0x300 whose return goes elsewhere, with a miss under it and one after it.
    let call = Record { taken: true, npc: 0x500, ..record(Opclass::Call, 0x300, 0, 0) };
    let back = Record { taken: true, npc: 0x900, ..record(Opclass::Return, 0x508, 0, 0) };
    let missed = |pc| record(Opclass::Load, pc, 0x40, event::DATA_MISS);
    let stream = [call, missed(0x500), load(0x504, 0x40), missed(0x504), back, missed(0x900)];
    let host = counted(&stream, Program::Callers, 256, Pace::Instant, Policy::default());
    let expected = BTreeMap::from([(Pair { from: 0x182, to: 0 }, 2), (Pair { from: 0, to: 0 }, 1)]);
    assert_eq!((host.counts(), host.mismatches()), (&expected, 1));
    // Two blocks of one set in turn, four times: each conflicts from its second miss on.
    let blocks = [0x1_0000_u64, 0x1_1000];
    let stream: Vec<Record> = (0..8).map(|at| record(Opclass::Load, 0x700, blocks[at % 2], event::DATA_MISS)).collect();
    let host = counted(&stream, Program::Conflicts, 256, Pace::Instant, Policy::default());
    assert_eq!(host.counts(), &BTreeMap::from([(Pair { from: 0, to: 0x380 }, 6)]));
    assert_eq!(host.blocks()[&0].iter().copied().collect::<Vec<_>>(), blocks.map(|block| (block >> 6) as u32));
}

/// More pairs than there are slots: what the program works with outlives each copy.
#[test]
fn stores_and_stack_outlive_a_copy() {
    let mut stream = vec![record(Opclass::Store, 0x100, 0x8000, 0)];
    let loads = (0..600).map(|at| record(Opclass::Load, 0x1000 + 4 * (at % 300), 0x8000, 0));
    stream.extend(loads);
    let host = counted(&stream, Program::Dependences, 256, Pace::Instant, Policy::default());
    assert!(host.counts().len() == 300 && host.counts().values().all(|count| *count == 2), "{:?}", host.counts());
    assert!(host.cost().interrupts >= 4 && host.cost().copied >= 512, "{:?}", host.cost());
    let round = |at: u64| {
        let pc = 0x2000 + 8 * (at % 300);
        let call = record(Opclass::Call, pc, 0, 0);
        let back = Record { npc: pc + 4, ..record(Opclass::Return, 0x9000, 0, 0) };
        [call, record(Opclass::Load, 0x9008, 0x40, event::DATA_MISS), back]
    };
    // Under a call that lasts until the end.
    let outer = record(Opclass::Call, 0x100, 0, 0);
    let back = Record { npc: 0x104, ..record(Opclass::Return, 0x9000, 0, 0) };
    let stream: Vec<Record> = std::iter::once(outer).chain((0..600).flat_map(round)).chain([back]).collect();
    let host = counted(&stream, Program::Callers, 256, Pace::Instant, Policy::default());
    assert!(host.counts().len() == 300 && host.counts().values().all(|count| *count == 2), "{:?}", host.counts());
    assert!(host.cost().interrupts >= 4 && host.mismatches() == 0, "{:?}", host.cost());
}

#[test]
fn a_co_processor_that_is_too_small_is_refused() {
    for program in [Program::Callers, Program::Dependences, Program::Conflicts] {
        let top = Top::new(Config::rv32(128), Pace::Instant);
        let wrong = Counting::start(top, program, counting::Policy::default()).unwrap_err();
        assert!(matches!(wrong, Error::NotBuilt(_)), "{wrong}");
    }
}
