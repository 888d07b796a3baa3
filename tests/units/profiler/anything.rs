//! Shipped profilers set up in any way, after a core that retires anything, with accesses of the host in between: what
//! no program and no tool does equals the model too.
/// Makes a test of each of these for each of its builds, so that a fault in one is looked for in its tests alone.
macro_rules! for_each_build {
    ($($test:ident: $($build:ident)*,)*) => { $(
        mod $test {
            $(#[test]
            fn $build() {
                super::$test(stringify!($build));
            })*
        }
    )* };
}

mod bits;
mod code;
#[path = "../../support/elsewhere.rs"]
mod elsewhere;
mod keys;
mod pins;

use super::{agrees, ignore, options};
use crate::support::planted::Planted;
use crate::support::records::pick;
use crate::support::register_bench::one_in;
use crate::support::taps::Core as Any;
use elsewhere::{any_checks, elsewhere};
use std::fmt::Debug;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::profiler::{Pace, Profiler, Setup};
use treetap::host::{Host, Transport};
use treetap::model::burst::Statistics;
use treetap::model::profile::Profile;
use treetap::model::profiler::Profiler as Model;
use treetap::model::regs::{Around, Regs, Request};
use treetap::spec::burst::{self, Mode, Pulse};
use treetap::spec::classify::Xlen;
use treetap::spec::counters::Counter;
use treetap::spec::profiler::{Config, Filter, Preset, preset};
use treetap::spec::regs::{self, Access, Op, REGISTERS, Register};
use treetap::spec::retire::Rvfi;
use treetap::spec::select::{Kind, Weight};
use treetap::spec::tap::AddrSrc;
use treetap::trace::shapes::Random;

/// Retirements of a session, and of one in which all of them come to a large tree.
const LENGTH: usize = 6_000;
const ALL_LENGTH: usize = 2_500;
/// Sessions of a preset.
const SESSIONS: usize = 45;
const FEW: usize = 8;
/// A dump of more words takes long: few are.
const LARGE: usize = 1_000;
/// Cycles in which the front end is through with a retirement.
const SETTLED: u64 = 64;
/// A profiler that takes nothing for so many cycles hangs.
const HANG_CYCLES: u64 = 100_000;

/// A profiler that is emitted once for all its sessions.
struct Built {
    preset: &'static Preset,
    emitted: Emitted,
}

impl Built {
    fn of(name: &str) -> Self {
        Self { preset: preset(name).unwrap(), emitted: emit(Unit::Profiler, name).unwrap() }
    }

    /// After a reset, with so many idle cycles between retirements.
    fn connected(&self, seed: u64, (idle, idle_max): (u64, u64)) -> Host<Profiler> {
        let setup = Setup { seed, idle, idle_max, wait: 0, wait_max: 0, hang_cycles: HANG_CYCLES };
        Host::connect(Profiler::open(&self.emitted, Effort::Test, &setup).unwrap()).unwrap()
    }
}

/// Retirements of anything, many of them in the code that a map of checks covers, with addresses of a few bits.
fn retirements(seed: u64, length: usize, base: u32, codes: u32, narrow: u64) -> Vec<Rvfi> {
    let mut core = Any::new(Xlen::Rv32, seed);
    let mut records: Vec<Rvfi> = (0..length).map(|_| core.retire().0).collect();
    let mut random = Random(seed);
    elsewhere(&mut records, base, codes, &mut random);
    // Time is simulated where the core's pace is kept.
    let mut cycle = 1;
    for record in &mut records {
        for address in [&mut record.pc, &mut record.mem_addr, &mut record.rs1, &mut record.rd] {
            *address &= narrow;
        }
        record.cycle = cycle;
        cycle += 1 + if one_in(&mut random, 500) { random.below(3_000) } else { random.below(4) };
    }
    records
}

/// Any way in which bursts are sampled that the build has.
fn sampling(preset: &Preset, random: &mut Random) -> burst::Config {
    let built = preset.capabilities().burst_modes;
    let modes: Vec<Mode> = Mode::ALL.into_iter().filter(|mode| mode.built(built)).collect();
    let [period, outside, inside] = [(); 3].map(|()| {
        let limit = pick(random, &[8, 8, 8, 150, 1 << 12]);
        random.below(limit) as u32
    });
    burst::Config {
        // Most sessions take all events, so that trees grow.
        mode: if one_in(random, 3) { pick(random, &modes) } else { Mode::Always },
        period,
        chance: random.below(0x1_0001) as u32,
        by_chance: one_in(random, 2),
        outside,
        inside,
        entry_post: one_in(random, 2),
        seed: random.next() as u32,
    }
}

/// Reads STATUS until a bit of it is 0.
fn until<T: Transport<Error: Debug>>(host: &mut Host<T>, bit: &str) {
    let ends = (0..10_000).any(|_| regs::STATUS.field(bit).of(host.read(&regs::STATUS).unwrap()) == 0);
    assert!(ends, "{bit} does not end");
}

/// Any set-up of a build, for the retirements of [`retirements`].
fn config(preset: &Preset, number: usize, base: u32, random: &mut Random) -> Config {
    let mut config = Config::new(preset, Core::Ibex, Kind::PLAIN[number % Kind::PLAIN.len()]);
    config.select.weight = pick(random, &Weight::ALL);
    if !preset.small {
        config.tap.addr_src = pick(random, &AddrSrc::ALL);
        config.tap.mdata_ok = one_in(random, 2);
    }
    config.lossless = number.is_multiple_of(2);
    config.enabled = !one_in(random, 4);
    config.burst = sampling(preset, random);
    (config.checks.calls, config.checks.taken) = (one_in(random, 2), one_in(random, 2));
    config.map = preset.map.filter(|_| one_in(random, 2)).map(|codes| any_checks(base, codes, random));
    if config.map.is_some() && Mode::Bursty.built(preset.capabilities().burst_modes) && one_in(random, 2) {
        // Each check of the map decides soon.
        config.burst.mode = Mode::Bursty;
        (config.burst.outside, config.burst.inside) = (random.below(8) as u32, random.below(8) as u32);
    }
    let filter = &mut config.filter;
    if one_in(random, 3) {
        filter.settings.classes &= random.next() as u32 | random.next() as u32;
    }
    if one_in(random, 3) {
        (filter.settings.f1_select, filter.settings.f1_match) = (random.below(4) as u8, random.next() as u8);
        filter.settings.f1_mask = (1 << random.below(8)) | (1 << random.below(8));
    }
    if one_in(random, 3) {
        let limit = if one_in(random, 4) { 3_000 } else { 5 };
        filter.period = random.below(limit) as u16;
    }
    if !preset.small && one_in(random, 2) {
        filter.settings.f2_select = random.below(4) as u8;
        filter.ignore.iter_mut().for_each(|word| *word = random.next() as u32 & random.next() as u32);
    }
    let largest = u64::MAX >> (64 - config.tree.count_bits);
    config.tree.t0 = if one_in(random, 4) { 1 + (random.next() & largest >> random.below(48)) / 2 } else { 1 };
    if let Some(coalescer) = &mut config.tree.coalescer
        && one_in(random, 3)
    {
        coalescer.weight_max = (random.next() as u16 >> random.below(16)).max(1);
        // Else a tree is the same, however its weight is cut into events.
        config.tree.t0 = u64::from(coalescer.weight_max) / 2 + 1;
    }
    config
}

/// What the host did in all sessions of a preset, and what came of it.
#[derive(Debug, Default)]
struct Done {
    events: u64,
    creates: u64,
    dropped: u64,
    waits: u64,
    dumps: u64,
    resets: u64,
    gates: u64,
    pulses: u64,
    refused: u64,
    clears: u64,
    statistics: u64,
    /// Retirements that only addresses ignored one by one kept out.
    ignored: u64,
    /// Bursts that checks of a map began and ended.
    bursts: u64,
}

/// A profiler, its model, and what the host did.
struct Session<'a> {
    preset: &'a Preset,
    host: Host<Profiler>,
    model: Model,
    /// The counters when they were cleared.
    cleared: [u32; Counter::ALL.len()],
    /// Words of the last dump.
    words: usize,
    done: &'a mut Done,
    what: String,
}

impl Session<'_> {
    /// What the front end has taken until now is the model's.
    fn settle(&mut self) {
        self.host.transport().idle(SETTLED);
        let accepted = self.host.transport().accepted();
        self.model.accept(&accepted);
    }

    fn dump(&mut self, reset: bool) -> Profile {
        self.settle();
        let found = self.host.dump(reset).unwrap();
        // What left the core before the command and was still on its way.
        self.settle();
        let expected = if reset { self.model.snapshot_reset() } else { self.model.snapshot() };
        assert_eq!(found.words, expected.to_words(), "{}", self.what);
        let taken = regs::DUMP.field("POSITION").of(self.host.read(&regs::DUMP).unwrap());
        assert_eq!(taken as usize, found.words.len(), "{}", self.what);
        self.words = found.words.len();
        self.done.dumps += 1;
        self.done.resets += u64::from(reset);
        expected
    }

    /// Counters and statistics over the bus.
    fn registers(&mut self) {
        self.settle();
        let what = &self.what;
        let expected = self.model.counts();
        let (found, _) = self.host.counters().unwrap();
        for counter in Counter::ALL.into_iter().filter(|counter| counter.register().is_some()) {
            // What waits in the sample buffer is neither dropped nor taken.
            if matches!(counter, Counter::DroppedFull | Counter::Popped) {
                continue;
            }
            let expected = expected.get(counter).wrapping_sub(self.cleared[counter.index()]);
            assert_eq!(found.get(counter), expected, "{what}: {counter}");
        }
        if !self.preset.small {
            let Statistics { checks, events, taken, outside, inside, bursts } = self.model.sampled();
            let found = self.host.sampled().unwrap();
            assert_eq!(
                [found.checks, found.events, found.taken, found.outside, found.inside, found.bursts],
                [checks, events, taken, outside, inside, bursts],
                "{what}"
            );
        }
    }

    /// The registers of the tree say what its dump says.
    fn tree(&mut self, profile: &Profile) {
        if self.preset.small {
            return;
        }
        let mut wide = |low: &Register, high: &Register| {
            let low = self.host.read(low).unwrap();
            // A narrow one in between leaves the high half as it was.
            self.host.read(&regs::LIVE).unwrap();
            u64::from(self.host.read(high).unwrap()) << 32 | u64::from(low)
        };
        let found = [
            wide(&regs::N_LO, &regs::N_HI),
            wide(&regs::T_LO, &regs::T_HI),
            wide(&regs::LOST_LO, &regs::LOST_HI),
            wide(&regs::OVER_LO, &regs::OVER_HI),
        ];
        let narrow = [&regs::LIVE, &regs::CREATES].map(|register| self.host.read(register).unwrap());
        assert_eq!(found, [profile.n, profile.t, profile.lost, profile.over], "{}", self.what);
        assert_eq!(narrow, [profile.live, profile.creates], "{}", self.what);
        self.done.statistics += 1;
    }

    /// An access that is refused, changes nothing and is counted.
    fn refused(&mut self, random: &mut Random) {
        let offset = loop {
            let offset = 4 * random.below(1 << (regs::ADDRESS_BITS - 2)) as u32;
            if regs::at(offset as u16).is_none() {
                break offset;
            }
        };
        let field = regs::STATUS.field("HOSTVIOL");
        let before = field.of(self.host.read(&regs::STATUS).unwrap());
        if one_in(random, 2) {
            assert_eq!(self.host.transport().read(offset), Ok(0), "{}: {offset:#x}", self.what);
        } else {
            self.host.transport().write(offset, random.next() as u32).unwrap();
        }
        assert_eq!(field.of(self.host.read(&regs::STATUS).unwrap()), before + 1, "{}: {offset:#x}", self.what);
        self.done.refused += 1;
    }

    /// The counters are cleared, which a full sample buffer forbids.
    fn clear(&mut self) {
        until(&mut self.host, "QUEUED");
        self.settle();
        self.host.command(Op::ClearCounters).unwrap();
        let counts = self.model.counts();
        Counter::ALL.iter().for_each(|counter| self.cleared[counter.index()] = counts.get(*counter));
        self.host.refusals("clearing the counters").unwrap();
        self.done.clears += 1;
    }

    /// All that the core retired is in the profile, and everything that can be read is the model's.
    fn end(&mut self) -> Profile {
        self.host.command(Op::Flush).unwrap();
        self.model.flush();
        let profile = self.dump(false);
        self.registers();
        self.tree(&profile);
        profile
    }

    /// One of the things that a host does.
    fn act(&mut self, random: &mut Random) {
        match random.below(12) {
            0..3 if self.words > LARGE && !one_in(random, 4) => self.registers(),
            0 | 1 => {
                let profile = self.dump(false);
                self.tree(&profile);
            }
            2 => _ = self.dump(true),
            3..6 => {
                let open = !one_in(random, 4);
                self.host.enable(open).unwrap();
                self.model.gate(open);
                self.done.gates += 1;
            }
            6 | 7 => {
                let pulse = pick(random, &[Pulse::On, Pulse::Off, Pulse::Tick]);
                self.host.transport().pulse(pulse);
                self.model.pulse(pulse);
                self.done.pulses += 1;
            }
            8 => self.refused(random),
            9 => self.clear(),
            _ => self.registers(),
        }
    }
}

/// A session with a host that does anything between retirements.
fn session(built: &Built, number: usize, done: &mut Done) {
    let preset = built.preset;
    let mut random = Random(0x616e_7974 + number as u64);
    let codes = preset.map.unwrap_or(4096);
    let base = [random.next() as u32, 0, !0][number % 3] & !1 & !(2 * codes - 1);
    let mut config = config(preset, number, base, &mut random);
    let mut pace = pick(&mut random, &[Pace::Dense, Pace::Core]);
    // Every event of a core that retires in every cycle: where nothing is dropped it has to wait.
    let all = number.is_multiple_of(4);
    if all {
        (config.filter, config.burst.mode, pace) = (Filter::default(), Mode::Always, Pace::Dense);
    }
    let what = format!("{} {number}: {pace:?} {:?}", preset.name, Config { map: None, ..config.clone() });
    let seed = random.next();
    let mut host = built.connected(seed, pick(&mut random, &[(0, 0), (20_000, 9)]));
    host.start(&config).unwrap();
    let alone = config.filter.ignore.iter().all(|word| *word == 0);
    let one_by_one = !preset.small && number % 3 == 1;
    if one_by_one {
        // Addresses that are ignored one by one, before the first of them comes.
        for _ in 0..64 {
            let pct = random.next() as u32;
            host.transport().write(regs::SETIGN.offset.into(), pct).unwrap();
            ignore(&mut config.filter, pct);
        }
    }
    let model = Model::new(&config).unwrap();
    // Where few addresses share a tree, nodes have all the children that they can have.
    let narrow = if number % 4 == 2 { 0x1e << random.below(28) } else { !0 };
    let length = if all && !preset.small { ALL_LENGTH } else { LENGTH };
    let records = retirements(random.next(), length, base, codes, narrow);
    let cleared = [0; Counter::ALL.len()];
    let mut open = config.enabled;
    let mut session = Session { preset, host, model, cleared, words: 0, done, what };
    let mut rest = &records[..];
    while !rest.is_empty() {
        // Now and then more than the sample buffer holds.
        let most = if all || one_in(&mut random, 4) { 2_500 } else { 300 };
        let (now, later) = rest.split_at((1 + random.below(most) as usize).min(rest.len()));
        assert_eq!(session.host.transport().feed(now, pace), now.len(), "{}", session.what);
        now.iter().for_each(|record| session.model.push(record));
        rest = later;
        // The gate of a session that begins with it shut.
        if !open {
            session.host.enable(true).unwrap();
            session.model.gate(true);
            open = true;
        }
        session.act(&mut random);
    }
    let profile = session.end();
    let flags = session.host.read(&regs::STATUS).unwrap();
    let flag = |name| regs::STATUS.field(name).of(flags) == 1;
    let counts = session.model.counts();
    let dropped = counts.get(Counter::DroppedFull);
    if one_by_one && alone {
        session.done.ignored += u64::from(counts.get(Counter::RejectedPc2));
    }
    if config.map.is_some() && config.burst.mode == Mode::Bursty {
        session.done.bursts += u64::from(session.model.sampled().bursts);
    }
    assert_eq!((flag("WEIGHT"), flag("DROPPED")), (session.model.saturated(), dropped > 0), "{}", session.what);
    assert!(!config.lossless || dropped == 0, "{}: {dropped} dropped", session.what);
    let waits = session.host.transport().state().held > 0;
    done.dropped += u64::from(dropped);
    done.waits += u64::from(waits);
    done.events += profile.n;
    done.creates += u64::from(profile.creates);
}

/// Numbers of sessions, those that take longest last: a fault is found sooner.
fn numbers() -> impl Iterator<Item = usize> {
    let (long, short): (Vec<_>, Vec<_>) = (0..SESSIONS).partition(|number| number.is_multiple_of(4));
    short.into_iter().chain(long)
}

/// The first of them apart: they find most faults.
fn a_few_sessions_equal_the_model(name: &str) {
    let (built, mut done) = (Built::of(name), Done::default());
    numbers().take(FEW).for_each(|number| session(&built, number, &mut done));
    println!("{name}: {done:?}");
    assert!(done.events > 1_000 && done.creates > 100 && done.dumps > 20, "{name}: {done:?}");
}

fn sessions_equal_the_model(name: &str) {
    let (built, mut done) = (Built::of(name), Done::default());
    let preset = built.preset;
    numbers().skip(FEW).for_each(|number| session(&built, number, &mut done));
    println!("{name}: {done:?}");
    let Done { events, creates, dropped, waits, dumps, resets, gates, pulses, refused, clears, .. } = done;
    let Done { statistics, ignored, bursts, .. } = done;
    let all = [events, dumps, resets, gates, pulses, refused, clears];
    assert!(all.iter().all(|count| *count > 5) && creates > 100, "{name}: {all:?}");
    assert_eq!([statistics, ignored].map(|count| count > 5), [!preset.small; 2], "{name}");
    assert_eq!(bursts > 5, preset.map.is_some(), "{name}: {bursts} bursts");
    assert_eq!(dropped > 0, preset.small, "{name}: {dropped} dropped");
    assert!(!preset.small || waits > 5, "{name}: the core waits in {waits} sessions");
}

for_each_build! {
    a_few_sessions_equal_the_model: nano fast fast25 pairs,
    sessions_equal_the_model: nano fast fast25 pairs,
    registers_equal_their_model: nano fast fast25 pairs,
}

#[test]
fn a_bit_of_addresses_that_no_program_moves_is_missed() {
    let fault =
        ("u_tap", ".rvfi_pc_rdata(rvfi_pc_rdata)", ".rvfi_pc_rdata({rvfi_pc_rdata[31], 1'b0, rvfi_pc_rdata[29:0]})");
    let planted = Planted::of(Unit::Profiler, "nano", &[fault]);
    let found = |number: usize| {
        let mut built = Built::of("nano");
        built.emitted.verilog.clone_from(&planted.with(number).verilog);
        std::panic::catch_unwind(|| session(&built, 1, &mut Done::default())).is_err()
    };
    assert_eq!([found(0), found(1)], [false, true]);
    let mut real = options("nano", Core::Ibex, Kind::Pc);
    real.rtl = Some(planted.with(1).verilog.clone());
    agrees(&real, Core::Ibex);
}

/// Every register of a profiler that does nothing, written and read at random.
fn registers_equal_their_model(name: &str) {
    let built = Built::of(name);
    let mut host = built.connected(1, (0, 0));
    until(&mut host, "CLEARING");
    let (mut model, mut random) = (Regs::new(built.preset.capabilities()), Random(9));
    let around = Around { open: true, ..Around::default() };
    let (mut compared, mut refused) = (0, 0);
    for _ in 0..4_000 {
        let register = REGISTERS[random.below(REGISTERS.len() as u64) as usize];
        // Nothing begins by itself, and what the tree and the counters say is compared in sessions.
        let counted = matches!(register.page(), regs::STATISTICS_PAGE | regs::COUNTER_PAGE);
        if register.offset == regs::COMMAND.offset || counted {
            continue;
        }
        let address = register.offset + 4 * random.below(register.words.into()) as u16;
        let write = register.access.writes() && one_in(&mut random, 2) || one_in(&mut random, 20);
        let mut data = random.next() as u32;
        if register.offset == regs::CTRL.offset {
            data &= !regs::CTRL.field("BUS_ERROR").mask();
        }
        let request = if write { Request::write(address, data) } else { Request::read(address) };
        let answer = model.access(&request, &around);
        refused += u64::from(answer.refused);
        let bus = host.transport();
        if write {
            bus.write(address.into(), data).unwrap();
        } else {
            let found = bus.read(address.into()).unwrap();
            assert_eq!(found, answer.word, "{name}: {}", register.name);
            compared += u64::from(register.access != Access::WriteOnly);
        }
    }
    assert!(compared > 500 && refused > 50, "{name}: {compared} words, {refused} refused");
}
