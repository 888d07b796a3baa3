//! The host of value profiling over the golden model of co-processor, filters and sample buffer, on streams of loads
//! that are known (docs/reference/coproc.md, D).
use crate::volume::volume;
use std::collections::{BTreeMap, BTreeSet};
use treetap::analysis::coproc::truth::{Truth, errors};
use treetap::host::coproc::{Device, Event, Handler, Policy, Reason, Simple, Slot, Stopped, estimate};
use treetap::host::{Error, Transport};
use treetap::lang::coproc::programs::find;
use treetap::lang::coproc::{Image, Target, assemble};
use treetap::lang::source::Source;
use treetap::model::coproc::{Pace, Timing, Top};
use treetap::spec::classify::Opclass;
use treetap::spec::coproc::{Command, Config, Error as Fault, regs};
use treetap::spec::counters::Counter;
use treetap::spec::pcfilter::f2_hash;
use treetap::spec::retire::Record;
use treetap::trace::shapes::Random;

/// Address of the first load of a stream.
const CODE: u64 = 0x8000_0000;

/// `lw x10, 0(x10)` at an address.
fn load(pc: u64, value: u32) -> Record {
    Record {
        trap: false,
        class: Opclass::Load,
        rvc: false,
        taken: false,
        start: false,
        insn: 0x0005_2503,
        pc,
        npc: pc + 4,
        val: value.into(),
        addr: 0,
        evt: 0,
        lat: 0,
        cycles: 1,
        ord: 0,
    }
}

fn pct(pc: u64) -> u32 {
    (pc >> 1) as u32
}

fn image(text: &str, entries: u32) -> Image {
    assemble(&Source::new("host.uc", text), &Target::new(entries)).unwrap().image
}

fn instant(entries: u32) -> Top {
    Top::new(Config::rv32(entries), Pace::Instant)
}

/// A machine of two stages that searches all keys at once, as slow as this beside the core.
fn timed(entries: u32, divider: u32) -> Top {
    Top::new(Config::rv32(entries), Pace::Timed { timing: Timing::new(entries, true), divider })
}

/// A host whose timer is so long.
fn host(top: Top, timer: u64) -> Handler<Top> {
    Handler::start(top, Policy { timer, ..Policy::default() }).unwrap()
}

fn slot(active: u32, hit: u32, miss: u32, total: u32) -> Slot {
    Slot { active, hit, miss, total }
}

/// Values with their invariances, rounded.
fn of(records: &[Slot]) -> Vec<(u32, f64)> {
    estimate(records).iter().map(|found| (found.value, (1e9 * found.invariance).round() / 1e9)).collect()
}

#[test]
fn invariances_are_those_of_the_rules() {
    assert_eq!(of(&[slot(5, 3, 1, 10)]), [(5, 0.42)]);
    assert_eq!(of(&[slot(1, 10, 2, 12), slot(2, 4, 4, 8)]), [(1, 0.7), (2, 0.3)]);
    // The order of the records says nothing, and records of one value are one.
    assert_eq!(of(&[slot(2, 4, 4, 8), slot(1, 4, 2, 6), slot(1, 6, 0, 6)]), [(1, 0.7), (2, 0.3)]);
    // Three values: misses of each go to the two others in proportion to their hits.
    let three = [slot(1, 10, 4, 14), slot(2, 6, 0, 6), slot(3, 2, 0, 2)];
    assert_eq!(of(&three), [(1, 0.454545455), (2, 0.409090909), (3, 0.136363636)]);
    // What no counter tells of: equal parts, none larger than 20 %.
    assert_eq!(of(&[slot(1, 1, 0, 101)]), [(1, 0.207920792)]);
    let ten: Vec<Slot> = (0..10).map(|value| slot(value, 1, 0, 11)).collect();
    assert!(estimate(&ten).iter().all(|found| (found.invariance - 11.0 / 110.0).abs() < 1e-12));
    assert_eq!(of(&[]), []);
}

#[test]
fn invariances_are_shares() {
    let mut random = Random(3);
    let (mut several, mut alone, mut unknown, mut repeated) = (0, 0, 0, 0);
    for _ in 0..20_000 * volume() {
        let values = 1 + random.next() % 6;
        let records: Vec<Slot> = (0..1 + random.next() % 8)
            .map(|_| {
                let (hit, miss) = (1 + random.next() as u32 % 255, random.next() as u32 % 256);
                let more = if random.next().is_multiple_of(2) { random.next() as u32 % 5000 } else { 0 };
                slot((random.next() % values) as u32, hit, miss, hit + miss + more)
            })
            .collect();
        let found = estimate(&records);
        let sum: f64 = found.iter().map(|value| value.invariance).sum();
        assert!(found.iter().all(|value| value.invariance >= 0.0) && sum <= 1.0 + 1e-12, "{records:?} {found:?}");
        assert!(found.is_sorted_by(|a, b| a.value < b.value), "{found:?}");
        several += usize::from(found.len() > 2);
        alone += usize::from(found.len() == 1);
        repeated += usize::from(found.len() < records.len());
        unknown += usize::from(records.iter().any(|slot| slot.total > slot.hit + slot.miss));
    }
    assert!([several, alone, unknown, repeated].iter().all(|count| *count > 1000), "{several} {alone} {unknown}");
}

/// The published stream (C.4), through filters and sample buffer, with no host but one that sets the program going.
#[test]
fn the_published_stream_comes_through_filters_and_buffer() {
    for top in [instant(32), timed(32, 1)] {
        let mut device = Device::connect(top).unwrap();
        let image = image(find("valprof").unwrap().text, 32);
        device.load(&image).unwrap();
        device.filter(true).unwrap();
        device.command(Command::Run).unwrap();
        let (mut s, mut interrupts) = (1_u32, vec![]);
        for number in 1..=5000 {
            s = s.wrapping_mul(1_103_515_245).wrapping_add(12345) & 0x7fff_ffff;
            let pc = 0x8000_0000 + 4 * ((s >> 16) % 40);
            let value = if pc & 4 != 0 { (s >> 8) & 3 } else { 7 };
            device.transport().retire(&load(pc.into(), value));
            // Another instruction is none of its samples, and gives it time.
            for _ in 0..60 {
                device.transport().retire(&Record { class: Opclass::Alu, ..load(pc.into(), value) });
            }
            if device.transport().irq() {
                assert_eq!(device.status().unwrap(), Stopped::Interrupt(0));
                interrupts.push(number);
                for command in [Command::InvalidateAll, Command::ClearAll] {
                    device.command(command).unwrap();
                }
                for at in 1..4 {
                    device.write(&regs::X, at, image.indices[at].1.into()).unwrap();
                }
                device.command(Command::Run).unwrap();
            }
        }
        assert_eq!(interrupts, [537, 857, 1198, 1405, 1681, 2299, 2708, 3178, 3483, 3837, 4553]);
        assert_eq!(device.read(&regs::WORDS_LO, 0).unwrap(), 29347);
        let counts = device.transport().counts();
        counts.check(device.transport().occupied(), 0).unwrap();
        assert_eq!((counts.get(Counter::Popped), counts.get(Counter::RejectedClass)), (5000, 300_000));
        device.refusals("this test").unwrap();
    }
}

/// Loads at random, of which one in four always gives its own value and the others random ones; one in 20 is one of
/// many that come rarely.
struct Stream {
    random: Random,
    loads: u64,
}

impl Stream {
    fn next(&mut self) -> Record {
        let rare = self.random.next().is_multiple_of(20);
        let at = (self.random.next() >> 8) % self.loads + if rare { 8 * ((self.random.next() >> 8) % 512) } else { 0 };
        let value = if at.is_multiple_of(4) { at } else { self.random.next() >> 16 };
        load(CODE + 4 * at, value as u32)
    }
}

#[test]
fn a_masked_load_does_not_come_back_until_everything_is_sampled_again() {
    // Samples wait when the host comes; those of loads that it masks must not be counted afterwards.
    let policy = Policy { timer: 20_000, resample: 6, renew: 0 };
    let mut host = Handler::start(timed(64, 2), policy).unwrap();
    let (mut stream, mut waited, mut back, mut resampled) = (Stream { random: Random(1), loads: 40 }, 0, 0, 0);
    let (mut records, mut masked) = (BTreeMap::<u32, usize>::new(), BTreeSet::<u32>::new());
    let mut reasons = BTreeSet::new();
    for _ in 0..1_000_000 * volume() {
        let record = stream.next();
        let ignored = host.masks().is_ignored(pct(record.pc));
        let before = (host.totals().cost.interrupts, host.device().counts().get(Counter::RejectedPc2));
        host.retire(&record).unwrap();
        assert!(!ignored || host.device().counts().get(Counter::Candidates) > 0);
        if host.totals().cost.interrupts == before.0 {
            assert!(!ignored || host.device().counts().get(Counter::RejectedPc2) <= before.1 + 1);
            continue;
        }
        waited += usize::from(host.device().counts().get(Counter::Flushed) > 0);
        // What was masked before this interrupt has no new record after it.
        for pct in &masked {
            assert_eq!(host.profile().records(*pct).len(), records[pct], "{pct:x}");
        }
        if host.totals().resampled > resampled {
            resampled = host.totals().resampled;
            back += masked.len();
            masked.clear();
            assert_eq!(host.masks().masked().count(), 0);
        }
        masked.extend(host.masks().masked().map(|(pct, _)| pct));
        reasons.extend(host.masks().masked().map(|(_, reason)| reason));
        records.extend(masked.iter().map(|pct| (*pct, host.profile().records(*pct).len())));
    }
    assert!(resampled > 3 && back > 100 && waited > 40, "{resampled} {back} {waited}");
    assert!(reasons.contains(&Reason::Invariant) && reasons.contains(&Reason::Sampled), "{reasons:?}");
    host.device().counts().check(host.device().occupied(), 0).unwrap();
}

#[test]
fn a_load_that_shares_its_bit_is_lost_until_the_hash_changes() {
    // Two loads that are one to the first hash and two to the second; the second one is not there before the first one
    // is masked.
    let first = pct(CODE);
    let same = |select: u8| move |other: &u32| f2_hash(*other, select) == f2_hash(first, select);
    let alias = (1..).map(|at| first + 2 * at).filter(same(0)).find(|other| !same(1)(other)).unwrap();
    let policy = Policy { timer: 2_000, resample: 4, renew: 0 };
    let mut host = Handler::start(instant(32), policy).unwrap();
    // Beside them loads that come once each, so that something is always left.
    let mut others = (alias + 2..).step_by(2).filter(|other| !same(0)(other) && !same(1)(other));
    let mut run = |pct: u32, host: &mut Handler<Top>| {
        for pct in [pct, pct, pct, others.next().unwrap()] {
            host.retire(&load(u64::from(pct) << 1, 9)).unwrap();
        }
    };
    while host.masks().masked().count() == 0 {
        run(first, &mut host);
    }
    assert_eq!(host.masks().aliased([first, alias]), [alias]);
    let rejected = host.device().counts().get(Counter::RejectedPc2);
    while host.totals().resampled == 0 {
        assert!(host.profile().records(alias).is_empty());
        run(alias, &mut host);
    }
    assert!(host.device().counts().get(Counter::RejectedPc2) > rejected + 1000);
    while host.masks().masked().count() == 0 || host.profile().records(alias).is_empty() {
        run(first, &mut host);
        run(alias, &mut host);
    }
    assert_eq!((host.masks().select(), host.masks().aliased([first, alias])), (1, vec![]));
    assert_eq!(host.profile().values(alias).unwrap()[0].invariance, 1.0);
}

#[test]
fn thrashing_cuts_in_four_and_copies_nothing() {
    let mut host = host(instant(256), u64::MAX);
    let mut random = Random(11);
    let mut samples = 0;
    let event = loop {
        samples += 1;
        let at = (random.next() >> 8) % 5000;
        if let Some(event) = host.retire(&load(CODE + 4 * at, at as u32)).unwrap() {
            break event;
        }
    };
    assert_eq!(event, Event::Thrashed);
    assert!(samples <= 16 * 256 / 3, "{samples}");
    assert_eq!((host.profile().copied(), host.totals().thrashed, host.partitions().count()), (0, 1, 4));
    assert_eq!(host.partitions().current().mask, 3);
    // Only loads of the partition are sampled now.
    let before = host.device().counts();
    for at in 0..5000 {
        host.device().retire(&load(CODE + 4 * at, 0));
    }
    let after = host.device().counts();
    let [passed, rejected] =
        [Counter::Candidates, Counter::RejectedPc1].map(|counter| after.get(counter) - before.get(counter));
    assert!(passed > 1000 && rejected > 3000 && passed + rejected == 5000, "{passed} {rejected}");
}

#[test]
fn a_profile_is_complete_when_nothing_is_left() {
    // A working set that fits, and whose loads are known soon: only the timer can end it.
    let mut host = host(instant(64), 5_000);
    let mut events = vec![];
    for at in 0..100_000 {
        let at = at % 20;
        events.extend(host.retire(&load(CODE + 4 * at, at as u32)).unwrap());
    }
    assert_eq!(events.last(), Some(&Event::Complete));
    assert_eq!(events[..events.len() - 1], vec![Event::Copied(20); events.len() - 1]);
    let totals = *host.totals();
    assert!(totals.complete && totals.over < Some(20_000) && totals.timer == totals.cost.interrupts, "{totals:?}");
    assert_eq!(host.device().counts().get(Counter::RejectedClass) as u64, 100_000 - totals.over.unwrap());
    for at in 0..20 {
        assert_eq!(host.profile().values(pct(CODE + 4 * at)).unwrap()[0].invariance, 1.0);
    }
    // Nothing is left to end.
    host.finish().unwrap();
    assert_eq!(*host.totals(), totals);
}

/// A program of two phases: what comes in the second one is found only by who begins anew.
#[test]
fn a_complete_profile_begins_anew_in_time() {
    for (renew, found) in [(0, false), (30_000, true)] {
        let policy = Policy { timer: 5_000, resample: 0, renew };
        let mut host = Handler::start(instant(64), policy).unwrap();
        let mut complete = vec![];
        for at in 0..100_000 {
            let load = load(CODE + 4 * (at % 20 + if at < 40_000 { 0 } else { 100 }), at as u32 % 20);
            let event = host.retire(&load).unwrap();
            complete.extend(event.filter(|event| *event == Event::Complete).map(|_| at));
        }
        host.finish().unwrap();
        assert!(complete[0] < 30_000, "{complete:?}");
        assert_eq!(host.profile().records(pct(CODE + 400)).is_empty(), !found);
        assert_eq!((host.totals().resampled > 0, complete.len() > 1), (found, found), "{complete:?}");
        assert!(host.device().counts().get(Counter::RejectedClass) > 0, "the filters were off for a time");
    }
}

#[test]
fn an_interval_without_a_load_says_nothing() {
    let mut host = host(instant(64), 1_000);
    for at in 0..10_000 {
        let other = Record { class: Opclass::Alu, ..load(CODE + 4 * (at % 20), 0) };
        assert!(!matches!(host.retire(&other).unwrap(), Some(Event::Complete)));
    }
    assert_eq!((host.totals().timer, host.is_over()), (10, false));
}

#[test]
fn the_last_slots_are_taken_at_the_end() {
    let mut host = host(instant(64), u64::MAX);
    (0..500).for_each(|at| assert_eq!(host.retire(&load(CODE + 4 * (at % 10), 3)).unwrap(), None));
    assert_eq!(host.profile().copied(), 0);
    host.finish().unwrap();
    assert_eq!((host.profile().copied(), host.profile().samples(pct(CODE))), (10, 50));
    assert_eq!((host.totals().over, host.totals().complete), (Some(500), false));
}

#[test]
fn an_error_ends_it() {
    let text = ".base A = 0 N D\n.index RSLOT 4\n.index FAILED 4\n.index DROPPED 4\n.start LOAD = L\nL: match A, PCT";
    let device = Device::connect(instant(32)).unwrap();
    let mut host = Handler::with_program(device, &image(text, 32), Policy::default()).unwrap();
    let event = host.retire(&load(CODE, 1)).unwrap();
    // The words after the program are 0 and do nothing: it runs off the end.
    assert_eq!(event, Some(Event::Failed { code: Fault::End as u8, word: 64 }));
    assert_eq!(host.retire(&load(CODE, 1)).unwrap(), None);
    assert_eq!((host.totals().over, host.device().counts().get(Counter::Candidates)), (Some(1), 1));
}

#[test]
fn what_is_no_co_processor_or_no_value_profiling_is_refused() {
    struct Nothing;
    impl Transport for Nothing {
        type Error = std::convert::Infallible;
        fn read(&mut self, _: u16) -> Result<u32, Self::Error> {
            Ok(0)
        }
        fn write(&mut self, _: u16, _: u32) -> Result<(), Self::Error> {
            Ok(())
        }
    }
    assert!(matches!(Device::connect(Nothing), Err(Error::NotACoprocessor(0))));
    let start = |name: &str, entries| {
        let device = Device::connect(instant(256)).unwrap();
        Handler::with_program(device, &image(find(name).unwrap().text, entries), Policy::default()).map(drop)
    };
    assert!(matches!(start("memdep", 256), Err(Error::NotBuilt(_))));
    assert!(matches!(start("valprof", 64), Err(Error::NotBuilt(_))));
    assert!(start("valprof_hm", 256).is_ok());
}

/// Loads by Zipf's law, as the rules calibrate with: 30 % constant, 15 % at 0.9, 15 % at 0.5 and 0.3, 10 % at 0.35, the
/// rest random.
fn zipf(loads: usize, random: &mut Random, cumulated: &[f64]) -> Record {
    let uniform = |random: &mut Random| (random.next() >> 11) as f64 / (1_u64 << 53) as f64;
    let at = cumulated.partition_point(|sum| *sum < uniform(random) * cumulated[loads - 1]).min(loads - 1);
    let (kind, u, other) = (at * 7919 % 100, uniform(random), 1000 + (random.next() >> 40) as u32);
    let value = match kind {
        0..30 => 7,
        30..45 if u < 0.9 => 1,
        45..60 if u < 0.5 => 2,
        45..60 if u < 0.8 => 3,
        60..70 if u < 0.35 => 4,
        _ => other,
    };
    load(CODE + 4 * at as u64, value)
}

#[test]
fn estimates_are_nearer_to_the_truth_than_plain_samples() {
    const LOADS: usize = 600;
    let cumulated: Vec<f64> = (1..=LOADS)
        .scan(0.0, |sum, rank| {
            *sum += 1.0 / rank as f64;
            Some(*sum)
        })
        .collect();
    let mut random = Random(2001);
    let (mut truth, mut simple) = (Truth::default(), Simple::default());
    let mut host = host(instant(256), 20_000);
    for _ in 0..300_000 {
        let record = zipf(LOADS, &mut random, &cumulated);
        truth.push(&record);
        simple.retire(&record);
        host.retire(&record).unwrap();
    }
    simple.drain();
    host.finish().unwrap();
    let points = truth.points();
    let ours = errors(&points, |pct, value| {
        let values = host.profile().values(pct)?;
        values.iter().find(|found| found.value == value).map(|found| found.invariance)
    });
    let sampled: BTreeMap<(u32, u32), f64> = simple.values().map(|(pct, value, share)| ((pct, value), share)).collect();
    let plain = errors(&points, |pct, value| sampled.get(&(pct, value)).copied());
    assert!(points.len() > 100 && ours.rms < 0.12 && plain.rms > 2.5 * ours.rms, "{ours:?} {plain:?}");
    let share = |cycles: u64| cycles as f64 / 1.2e6;
    let (ours, plain) = (share(host.totals().cost.cycles(20)), share(simple.cost().cycles(20)));
    assert!((0.002..0.06).contains(&ours) && (0.004..0.006).contains(&plain), "{ours} {plain}");
}

#[test]
fn a_slow_machine_drops_and_counts_it() {
    let mut dropped = vec![];
    for divider in [1, 8] {
        let mut host = host(timed(64, divider), 20_000);
        let mut stream = Stream { random: Random(5), loads: 50 };
        for at in 0..200_000_u32 {
            let record = stream.next();
            let class = if at.is_multiple_of(30) { Opclass::Load } else { Opclass::Alu };
            host.retire(&Record { class, ord: at, ..record }).unwrap();
        }
        let (counts, occupied) = (host.device().counts(), host.device().occupied());
        counts.check(occupied, 0).unwrap();
        assert_eq!(counts.get(Counter::Retired), 200_000);
        assert_eq!(counts.get(Counter::DroppedOff), 0, "the host takes no time");
        dropped.push(counts.get(Counter::DroppedFull));
        let busy = host.device().busy() as f64 / host.device().cycles() as f64;
        assert!(if divider == 1 { busy < 0.9 } else { busy > 0.95 }, "{busy}");
    }
    assert!(dropped[0] == 0 && dropped[1] > 500, "{dropped:?}");
}

#[test]
fn a_core_that_is_held_back_drops_nothing() {
    let mut device = Device::connect(timed(64, 8)).unwrap();
    device.load(&image(".index I 16\n.start LOAD = L\nL: nop | I = inc I | goto done", 64)).unwrap();
    device.write(&regs::CTRL, 0, regs::CTRL.field("FEN").at(1) | regs::CTRL.field("LOSSLESS").at(1)).unwrap();
    device.command(Command::Run).unwrap();
    let ords: Vec<u32> =
        (0..1000).filter_map(|ord| device.transport().retire(&Record { ord, ..load(CODE, 1) })).collect();
    assert!(ords.iter().copied().eq(0..1000));
    // Two cycles a sample, of eight of the core each.
    let cycles = device.transport().cycles();
    assert!(cycles > 12_000, "{cycles}");
    let occupied = device.transport().occupied();
    device.command(Command::Stop).unwrap();
    let left = device.transport().occupied();
    assert!(left > 100 && occupied == left + 1, "STOP waits for the sample that is worked on: {occupied} {left}");
    assert_eq!(device.read(&regs::X, 0).unwrap(), 1000 - left);
    device.command(Command::Flush).unwrap();
    let counts = device.transport().counts();
    assert_eq!((counts.get(Counter::Flushed), counts.get(Counter::DroppedFull)), (left, 0));
    counts.check(0, 0).unwrap();
}
