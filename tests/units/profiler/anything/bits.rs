//! Numbers of which sessions of anything reach the low bits alone: every other bit by itself, and counts to their ends.
use super::{Any, Built, Done, LENGTH, SETTLED, Session, until};
use treetap::cosim::core::Core;
use treetap::cosim::profiler::{BusError, Pace, Profiler};
use treetap::host::Host;
use treetap::model::burst::Statistics;
use treetap::model::profile::Profile;
use treetap::model::profiler::Profiler as Model;
use treetap::spec::burst::{self, Mode, Pulse};
use treetap::spec::classify::Xlen;
use treetap::spec::counters::Counter;
use treetap::spec::lfsr::step;
use treetap::spec::pcfilter::{f2_hash, pct};
use treetap::spec::profiler::Config;
use treetap::spec::regs::{self, Op};
use treetap::spec::retire::Rvfi;
use treetap::spec::select::{Kind, Weight};
use treetap::trace::shapes::Random;

/// Retirements of a session about one bit.
const SHORT: usize = 150;
/// A number that ends early in a session, plus one bit, is one that does not, unless the bit is lost.
pub(super) const EARLY: u32 = 3;
/// A retirement in every cycle.
const IDLE: (u64, u64) = (0, 0);

/// How a build is set up unless a test says otherwise.
pub(super) fn plain(built: &Built) -> Config {
    let mut config = Config::new(built.preset, Core::Ibex, Kind::Pc);
    (config.checks.calls, config.checks.taken) = (true, true);
    config
}

/// As [`plain`]; what the coalescer takes together weighs at most so much.
pub(super) fn coalescing(built: &Built, weight_max: u16) -> Config {
    let mut config = plain(built);
    config.tree.coalescer.as_mut().unwrap().weight_max = weight_max;
    config
}

/// Retirements of anything.
pub(super) fn retirements(length: usize) -> Vec<Rvfi> {
    let mut core = Any::new(Xlen::Rv32, 5);
    (0..length).map(|_| core.retire().0).collect()
}

/// A retirement of an instruction that executed.
pub(super) fn executed() -> Rvfi {
    retirements(SHORT).into_iter().find(|record| !record.trap()).unwrap()
}

/// Retirements of four keys, each of which weighs a little more than a quarter of 2^`bit` in cycles.
fn quarters(bit: u32) -> Vec<Rvfi> {
    let mut records = retirements(SHORT);
    for (number, record) in (1..).zip(&mut records) {
        record.pc &= 6;
        record.cycle = number * ((1 << bit) / 4 + 1);
    }
    records
}

/// What a set-up makes of some retirements; everything that can be read is the model's.
pub(super) fn profile(built: &Built, config: &Config, records: &[Rvfi]) -> Profile {
    sampled(built, config, records).0
}

/// As [`profile`], and what the burst sampler counted.
pub(super) fn sampled(built: &Built, config: &Config, records: &[Rvfi]) -> (Profile, Statistics) {
    ran(built, config, |session| retire(session, records))
}

/// As [`profile`], and the cycles in which the core waits for the tree.
pub(super) fn held(built: &Built, config: &Config, records: &[Rvfi]) -> (Profile, u64) {
    let mut waits = 0;
    let (found, _) = ran(built, config, |session| {
        retire(session, records);
        session.settle();
        waits = session.host.transport().state().held;
    });
    (found, waits)
}

/// What is left after a session under a set-up; everything that can be read is the model's.
fn ran(built: &Built, config: &Config, run: impl FnOnce(&mut Session)) -> (Profile, Statistics) {
    let what = format!("{}: one of {} of {:?}", built.preset.name, config.filter.period, config.burst);
    let (mut host, model, mut done) = (built.connected(1, IDLE), Model::new(config).unwrap(), Done::default());
    host.start(config).unwrap();
    let cleared = [0; Counter::ALL.len()];
    let mut session = Session { preset: built.preset, host, model, cleared, words: 0, done: &mut done, what };
    run(&mut session);
    (session.end(), session.model.sampled())
}

/// The core retires as fast as it can.
fn retire(session: &mut Session, records: &[Rvfi]) {
    assert_eq!(session.host.transport().feed(records, Pace::Dense), records.len(), "{}", session.what);
    records.iter().for_each(|record| session.model.push(record));
}

for_each_build! {
    each_bit_of_the_lengths_of_bursts_counts: nano fast25 pairs,
    each_bit_of_the_heaviest_weight_counts: nano fast25 pairs,
    each_bit_of_the_first_threshold_counts: nano fast25 pairs,
    a_filter_counts_to_its_end: nano fast25 pairs,
    a_chance_is_compared_to_its_last_bit: nano fast25 pairs,
    what_bursts_count_has_more_than_18_bits: fast25 pairs,
    what_finds_the_buffer_off_is_counted: nano fast25 pairs,
    numbers_of_records_have_more_than_22_bits: nano fast25 pairs,
    weight_beyond_the_end_of_a_tree_is_lost: nano fast25,
    intervals_begin_when_they_are_switched_on_and_with_every_tick: fast25 pairs,
    a_word_of_ignored_addresses_written_while_they_are_retired_says_what_it_said: fast25 pairs,
    a_dump_comes_after_what_was_queued_before_it: nano fast25 pairs,
    each_bit_of_a_seed_draws_another_stream: fast25 pairs,
    a_seed_written_among_events_decides_the_next_of_them: fast25 pairs,
    a_refused_access_is_answered_with_an_error_where_that_is_wanted: nano fast25 pairs,
    what_a_byte_of_status_counts_goes_round_or_stays_at_its_end: nano fast25 pairs,
}

/// Every bit of the lengths of bursts and of the period of the filter.
fn each_bit_of_the_lengths_of_bursts_counts(name: &str) {
    let built = Built::of(name);
    let plain = plain(&built);
    let records = retirements(SHORT);
    let modes = built.preset.capabilities().burst_modes;
    let mut seen = 0;
    for bit in 0..burst::PERIOD_BITS {
        let length = EARLY + (1 << bit);
        let mut sampled = |mode: Mode, outside, inside| {
            if mode.built(modes) {
                let mut config = plain.clone();
                config.burst = burst::Config { mode, period: length, outside, inside, ..config.burst };
                seen += profile(&built, &config, &records).n;
            }
        };
        sampled(Mode::Periodic, 0, 0);
        sampled(Mode::Bursty, length, EARLY);
        sampled(Mode::Bursty, EARLY, length);
        if bit < u16::BITS {
            let mut config = plain.clone();
            config.filter.period = length as u16;
            seen += profile(&built, &config, &records).n;
        }
    }
    assert!(seen > u64::from(EARLY * burst::PERIOD_BITS), "{name}: {seen} events");
}

fn each_bit_of_the_heaviest_weight_counts(name: &str) {
    let built = Built::of(name);
    let mut seen = 0;
    for bit in 0..u16::BITS {
        let mut config = coalescing(&built, (EARLY + (1 << bit)) as u16);
        config.select.weight = Weight::Cycles;
        // What two events weigh stays where it comes, what an entry holds in the end does not.
        config.tree.t0 = u64::from(EARLY + (1 << bit)) / 2 + 1;
        seen += profile(&built, &config, &quarters(bit)).n;
    }
    assert!(seen > 1 << u16::BITS, "{name}: {seen}");
}

fn each_bit_of_the_first_threshold_counts(name: &str) {
    let built = Built::of(name);
    let mut creates = 0;
    for bit in 0..plain(&built).tree.count_bits {
        let mut config = coalescing(&built, 1);
        config.select.weight = Weight::Cycles;
        // A count just above the bit is more than the one, and less than the other.
        for more in [u64::from(EARLY), (1 << bit) / 2 + 1] {
            config.tree.t0 = more + (1 << bit);
            creates += profile(&built, &config, &quarters(bit)).creates;
        }
    }
    assert!(creates > 16, "{name}: {creates} nodes");
}

fn a_filter_counts_to_its_end(name: &str) {
    let built = Built::of(name);
    let mut config = plain(&built);
    config.filter.period = u16::MAX;
    let records = retirements(3 * usize::from(u16::MAX));
    let found = profile(&built, &config, &records).n;
    assert!(found > 1, "{name}: {found} events");
}

/// What random sampling compares with a chance, from a seed on.
fn draws(seed: u32) -> impl Iterator<Item = u32> {
    let states = std::iter::successors(Some(step(seed)), |lfsr| Some(step(*lfsr)));
    states.map(|lfsr| lfsr & ((1 << burst::RANDOM_BITS) - 1))
}

fn a_chance_is_compared_to_its_last_bit(name: &str) {
    const SEED: u32 = 0x1234_5678;
    let records = retirements(SHORT);
    let built = Built::of(name);
    let mut taken = vec![];
    for drawn in draws(SEED).step_by(3).take(12) {
        taken.extend([drawn, drawn + 1].map(|chance| {
            let mut config = plain(&built);
            config.burst = burst::Config { mode: Mode::Random, chance, seed: SEED, ..config.burst };
            profile(&built, &config, &records).n
        }));
    }
    let more = taken.chunks(2).filter(|two| two[0] < two[1]).count();
    assert!(more > 8, "{name}: {taken:?}");
}

fn what_bursts_count_has_more_than_18_bits(name: &str) {
    let built = Built::of(name);
    // One call again and again, which a coalescer takes together: each is an event, and a check.
    let any = executed();
    let records = vec![Rvfi { pc: 0x80, insn: 0x0080_00ef, next_pc: 0x88, ..any }; 0x7_a000];
    let mut largest = [0; 6];
    for (outside, inside) in [(1, 100), (100, 1), (1, 1)] {
        let mut config = plain(&built);
        config.burst = burst::Config { mode: Mode::Bursty, outside, inside, ..config.burst };
        let Statistics { checks, events, taken, outside, inside, bursts } = sampled(&built, &config, &records).1;
        let counts = [checks, events, taken, outside, inside, bursts];
        largest.iter_mut().zip(counts).for_each(|(largest, count)| *largest = count.max(*largest));
    }
    println!("{name}: {largest:?}");
    assert!(largest[..5].iter().all(|count| count >> 15 == 15) && largest[5] >> 15 == 7, "{name}: {largest:?}");
}

fn intervals_begin_when_they_are_switched_on_and_with_every_tick(name: &str) {
    const INTERVAL: usize = 20;
    let built = Built::of(name);
    let records = retirements(SHORT);
    let mut seen = vec![];
    for (period, by_chance) in [(1, false), (2, false), (3, false), (1, true)] {
        let mut config = plain(&built);
        config.burst =
            burst::Config { mode: Mode::Interval, period, by_chance, chance: 0x8000, seed: 5, ..config.burst };
        let (_, sampled) = ran(&built, &config, |session| {
            for records in records.chunks(INTERVAL) {
                retire(session, records);
                session.host.transport().pulse(Pulse::Tick);
                session.model.pulse(Pulse::Tick);
            }
        });
        seen.push(sampled.taken);
        assert!(sampled.taken > 0 && (period == 1 && !by_chance || sampled.taken < sampled.events), "{name}: {seen:?}");
    }
    assert!(seen[0] > seen[1] && seen[1] > seen[2] && seen[0] > seen[3], "{name}: {seen:?}");
}

/// Addresses that share a word of the table are retired, while a bit that is set in it is set again and again.
fn a_word_of_ignored_addresses_written_while_they_are_retired_says_what_it_said(name: &str) {
    const WORD: u16 = 77;
    let built = Built::of(name);
    let mut config = plain(&built);
    let mut random = Random(3);
    let (mut records, mut rejected) = (retirements(1_000), 0);
    for word in [0x5a5a_a5a5, 0xa5a5_5a5a, 0x0f33_0f55, 0xf0cc_f0aa_u32] {
        config.filter.settings.f2_select = random.below(4) as u8;
        config.filter.ignore[usize::from(WORD)] = word;
        let mut of_word = || loop {
            let pc = random.next() & 0xffff_fffe;
            let hash = f2_hash(pct(pc), config.filter.settings.f2_select);
            if hash / 32 == WORD {
                return (pc, word >> (hash % 32) & 1 == 1);
            }
        };
        records.iter_mut().for_each(|record| record.pc = of_word().0);
        let (again, _) = std::iter::repeat_with(of_word).find(|(_, is_ignored)| *is_ignored).unwrap();
        let (profile, _) = ran(&built, &config, |session| {
            session.host.transport().feed(&records, Pace::Later);
            records.iter().for_each(|record| session.model.push(record));
            for _ in 0..records.len() {
                if session.host.transport().state().retired == records.len() as u64 {
                    break;
                }
                session.host.transport().write(regs::SETIGN.offset.into(), pct(again)).unwrap();
            }
            session.settle();
            rejected += session.model.counts().get(Counter::RejectedPc2);
        });
        assert!(profile.n > 300, "{name}: {} of {word:#x} are no events", profile.n);
    }
    assert!(rejected > 1_000, "{name}: {rejected}");
}

/// The sample buffer is full after a dump, and then comes another one.
fn a_dump_comes_after_what_was_queued_before_it(name: &str) {
    let built = Built::of(name);
    let config = plain(&built);
    // Few keys, so that a dump is short.
    let mut records = retirements(LENGTH);
    records.iter_mut().for_each(|record| record.pc &= 0xfe);
    let (mut host, mut model) = (built.connected(1, IDLE), Model::new(&config).unwrap());
    host.start(&config).unwrap();
    host.transport().feed(&records, Pace::Later);
    records.iter().for_each(|record| model.push(record));
    let (mut accepted, mut taken, mut emptied, mut queued) = (vec![], 0, 0, 0);
    for number in 0..12 {
        host.transport().idle(number * 5 % 32);
        let reset = number % 4 == 3;
        let waits = host.read(&regs::OCC).unwrap();
        let before = host.transport().state().accepted;
        let found = host.dump(reset).unwrap().words;
        // Every event weighs 1: the first word says after which one the dump came.
        let events = emptied + found[0] as usize;
        accepted.extend(host.transport().accepted());
        assert!(before as usize <= events && events <= accepted.len(), "{name}: {events} of {before} and more");
        model.accept(&accepted[taken..events]);
        let expected = if reset { model.snapshot_reset() } else { model.snapshot() };
        assert_eq!(found, expected.to_words(), "{name}: dump {number}");
        taken = events;
        emptied = if reset { events } else { emptied };
        queued += u64::from(waits > 8);
    }
    assert!(queued > 6 && taken > 1_000, "{name}: {taken} events, {queued} dumps while more than 8 waited");
}

/// Random sampling begins with the seed, and without one with another.
fn each_bit_of_a_seed_draws_another_stream(name: &str) {
    let built = Built::of(name);
    let mut config = plain(&built);
    let records = retirements(SHORT);
    let mut drawn = vec![];
    for seed in std::iter::once(0).chain((0..u32::BITS).map(|bit| 1 << bit)) {
        config.burst = burst::Config { mode: Mode::Random, chance: 0x8000, seed, ..config.burst };
        drawn.push(profile(&built, &config, &records).n);
    }
    assert!(drawn.iter().any(|n| *n != drawn[0]), "{name}: {drawn:?}");
}

/// The first draw from a seed is taken, whatever its bits are, and none of those that follow it for a while.
fn a_seed_written_among_events_decides_the_next_of_them(name: &str) {
    const CHANCE: u32 = 64;
    const WHILE: usize = 64;
    const WRITES: u32 = 200;
    /// More than retire meanwhile.
    const LENGTH: usize = 50 * WRITES as usize;
    let built = Built::of(name);
    let mut config = plain(&built);
    let mut random = Random(21);
    let mut seed = || loop {
        let seed = random.next() as u32;
        let mut taken = draws(seed).take(WHILE).map(|drawn| drawn < CHANCE);
        if taken.next() == Some(true) && !taken.any(|taken| taken) {
            return seed;
        }
    };
    config.burst = burst::Config { mode: Mode::Random, chance: 0, seed: seed(), ..config.burst };
    let mut host = built.connected(1, IDLE);
    host.start(&config).unwrap();
    let bus = host.transport();
    bus.feed(&vec![executed(); LENGTH], Pace::Later);
    // Until some have passed the sampler.
    bus.idle(WHILE as u64 / 2);
    bus.write(regs::PTHR.offset.into(), CHANCE).unwrap();
    (0..WRITES).for_each(|_| bus.write(regs::SEED.offset.into(), seed()).unwrap());
    bus.write(regs::PTHR.offset.into(), 0).unwrap();
    let rest = LENGTH as u64 - bus.state().retired;
    assert!(rest > 0, "{name}: no event comes after the last seed");
    bus.idle(rest + SETTLED);
    assert_eq!(host.sampled().unwrap().taken, WRITES, "{name}");
}

fn a_refused_access_is_answered_with_an_error_where_that_is_wanted(name: &str) {
    let mut host = Built::of(name).connected(1, IDLE);
    until(&mut host, "CLEARING");
    let hole = (0..).step_by(4).find(|offset| regs::at(*offset).is_none()).unwrap().into();
    for wanted in [false, true, false] {
        let word = regs::CTRL.field("BUS_ERROR").at(wanted.into());
        let expected = |data: u32| if wanted { Err(BusError::Refused(hole)) } else { Ok(data) };
        let bus = host.transport();
        bus.write(regs::CTRL.offset.into(), word).unwrap();
        assert_eq!(bus.read(hole), expected(0), "{name}");
        assert_eq!(bus.write(hole, 5), expected(0).map(|_| ()), "{name}");
        assert_eq!(bus.read(regs::ID.offset.into()), Ok(regs::ID.reset()), "{name}: no error stays");
    }
}

/// Events while the tree takes none: they are dropped and counted, or wait for it.
fn what_finds_the_buffer_off_is_counted(name: &str) {
    /// Fewer than the sample buffer holds.
    const FEW: usize = 12;
    let built = Built::of(name);
    let mut host = built.connected(1, IDLE);
    host.start(&plain(&built)).unwrap();
    let control = |host: &mut Host<Profiler>, bits: &[&str]| {
        let word = bits.iter().fold(0, |word, bit| word | regs::CTRL.field(bit).at(1));
        host.transport().write(regs::CTRL.offset.into(), word).unwrap();
    };
    let counted = |host: &mut Host<Profiler>| {
        host.transport().idle(SETTLED);
        let (counts, queued) = host.counters().unwrap();
        ([Counter::Candidates, Counter::DroppedOff, Counter::Accepted].map(|counter| counts.get(counter)), queued)
    };
    control(&mut host, &["FEN", "FREEZE"]);
    assert_eq!(host.transport().feed(&vec![executed(); SHORT], Pace::Dense), SHORT, "{name}");
    host.command(Op::Flush).unwrap();
    let (short, few) = (SHORT as u32, FEW as u32);
    assert_eq!(counted(&mut host), ([short, short, 0], 0), "{name}");
    control(&mut host, &["FEN"]);
    assert_eq!(host.transport().feed(&vec![executed(); FEW], Pace::Dense), FEW, "{name}");
    // One of them is held by the tap.
    assert_eq!(counted(&mut host), ([short + few - 1, short, few - 1], few - 1), "{name}");
    control(&mut host, &["FEN", "ENABLE"]);
    host.command(Op::Flush).unwrap();
    assert_eq!(counted(&mut host), ([short + few, short, few], 0), "{name}");
}

/// Nothing of what comes through a shut gate counts but its number.
fn numbers_of_records_have_more_than_22_bits(name: &str) {
    const CHUNK: u32 = 1 << 16;
    const CHUNKS: u32 = 70;
    let built = Built::of(name);
    let mut config = plain(&built);
    config.enabled = false;
    let mut host = built.connected(1, IDLE);
    host.start(&config).unwrap();
    let records = vec![executed(); CHUNK as usize];
    let feed = |host: &mut Host<Profiler>, records: &[Rvfi]| {
        assert_eq!(host.transport().feed(records, Pace::Dense), records.len(), "{name}");
    };
    (0..CHUNKS).for_each(|_| feed(&mut host, &records));
    host.enable(true).unwrap();
    feed(&mut host, &records[..SHORT]);
    host.transport().idle(SETTLED);
    // The tap holds the last one.
    let expected: Vec<u32> = (CHUNK * CHUNKS..).take(SHORT - 1).collect();
    assert_eq!(host.transport().accepted(), expected, "{name}");
}

/// Most events are of one address and weigh as much as one can, but little where a bit of its count is about to change
/// that is as heavy as half or a quarter of the end.
fn weight_beyond_the_end_of_a_tree_is_lost(name: &str) {
    const OTHERS: usize = 16;
    const MOST: u64 = u16::MAX as u64;
    let built = Built::of(name);
    let mut config = plain(&built);
    config.select.weight = Weight::Cycles;
    let end = 1_u64 << config.tree.count_bits;
    let (any, some) = (executed(), retirements(0x2_0000));
    let (mut cycle, mut total, mut counted, mut records) = (0, 0, 0, vec![]);
    // A quarter of the end is lost.
    while total < end / 4 * 5 {
        let record = some[records.len() % some.len()];
        let other = records.len() % OTHERS == 0 && !record.trap();
        // The first events stay on the levels above.
        let near = (counted + 2 * MOST) % (end / 4) < 24 * MOST;
        let weight = if near && !other { 1 + counted % 200 } else { MOST };
        counted += if other { 0 } else { weight };
        (cycle, total) = (cycle + weight, total + weight);
        records.push(Rvfi { cycle, ..if other { record } else { any } });
    }
    // Two faults of a bit may be none in the end.
    let (found, _) = ran(&built, &config, |session| {
        for records in records.chunks(records.len() / 12) {
            retire(session, records);
            session.dump(false);
        }
    });
    println!("{name}: {} events, {} of {} lost", records.len(), found.lost, found.n);
    assert!(found.lost > end / 8, "{name}: {} of {}", found.n, found.lost);
}

/// What a byte of STATUS counts, to its end and on.
fn what_a_byte_of_status_counts_goes_round_or_stays_at_its_end(name: &str) {
    let mut host = Built::of(name).connected(1, IDLE);
    until(&mut host, "CLEARING");
    let byte = |host: &mut Host<Profiler>, field: &str| {
        let word = host.read(&regs::STATUS).unwrap();
        regs::STATUS.field(field).of(word)
    };
    for number in 1..=300 {
        host.enable(number % 2 == 0).unwrap();
        assert_eq!(byte(&mut host, "DONE"), number % 256, "{name}: {number} commands");
    }
    let hole = (0..).step_by(4).find(|offset| regs::at(*offset).is_none()).unwrap();
    for number in 1..=300 {
        assert_eq!(host.transport().read(hole.into()), Ok(0), "{name}");
        assert_eq!(byte(&mut host, "HOSTVIOL"), number.min(255), "{name}: {number} accesses");
    }
}
