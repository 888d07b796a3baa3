//! Whole profilers of random configurations equal the model (docs/reference/profiler.md).
use crate::support::configurations::{distinct, engines, summary};
use crate::support::retired::{Recorded, retirements};
use crate::support::volume::{on_two_threads, volume};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use treetap::catalog::{Chosen, Settings, Unit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::session::{self, Options, Report};
use treetap::spec::burst::{self, Mode, Pulse};
use treetap::spec::checkmap::{Code, Image};
use treetap::spec::classify::Opclass;
use treetap::spec::counters::Counter;
use treetap::spec::pcfilter::IGNORE_WORDS;
use treetap::spec::phase;
use treetap::spec::profiler::{Config, Preset, Tracker};
use treetap::spec::rap::Eps;
use treetap::spec::retire::Rvfi;
use treetap::spec::select::{Kind, Weight};
use treetap::trace::shapes::Random;

/// Configurations of one run; `TREETAP_VOLUME` makes it more.
const PROFILERS: usize = 6;
const SEED: u64 = 0x7072_6f67;
/// Retirements of a run.
const LENGTH: usize = 30_000;
/// Kinds that have many events in a program beside a core without a cache.
const KINDS: [Kind; 5] = [Kind::Code, Kind::Pc, Kind::Addresses, Kind::Edges, Kind::LoadValues];

/// A map of checks over the code: some entries, some back edges, some instructions that are no events.
fn map(codes: u32, records: &[Rvfi], random: &mut Random) -> Image {
    let low = records.iter().map(|record| record.pc as u32).min().unwrap();
    let mut image = Image::new(low, codes.min(4096));
    for _ in 0..codes.min(4096) {
        let code = [Code::Entry, Code::Back, Code::Mute, Code::None][random.below(4) as usize];
        image.set(low + 2 * random.below(codes.min(4096).into()) as u32, code);
    }
    image
}

/// How events are sampled: modes that the build has.
fn sampling(small: bool, random: &mut Random) -> burst::Config {
    let modes: &[Mode] = if small {
        &[Mode::Always, Mode::Always, Mode::Periodic, Mode::Random, Mode::External]
    } else {
        &[Mode::Always, Mode::Always, Mode::Periodic, Mode::Random, Mode::ArnoldRyder, Mode::Bursty, Mode::Interval]
    };
    burst::Config {
        mode: modes[random.below(modes.len() as u64) as usize],
        period: 1 + random.below(4) as u32,
        chance: 0x4000 + random.below(0xc000) as u32,
        by_chance: !small && random.below(2) == 0,
        outside: 1 + random.below(8) as u32,
        inside: 1 + random.below(8) as u32,
        entry_post: !small && random.below(2) == 0,
        seed: random.next() as u32,
    }
}

/// A profiler set up at random: what it selects, filters, samples, and how time passes.
fn set_up(at: usize, preset: &'static Preset, core: Core, records: &[Rvfi], random: &mut Random) -> Options {
    let kind = KINDS[at % KINDS.len()];
    let mut config = Config::new(preset, core, kind);
    config.select.weight = Weight::ALL[random.below(Weight::ALL.len() as u64) as usize];
    config.burst = sampling(preset.small, random);
    config.map = preset.map.filter(|_| random.below(4) != 0).map(|codes| map(codes, records, random));
    config.checks.calls = !preset.small && random.below(2) == 0;
    config.lossless = random.below(3) != 0;
    config.annotate = preset.annotation();
    // What a late flag decides is a matter of timing.
    config.phase = preset.tracker().filter(|_| config.lossless).map(|build| {
        let config = phase::Config { k: 1, ..phase::Config::of(512 + random.below(1000) as u32, 20) };
        Tracker { build, config, watched: false }
    });
    if random.below(3) == 0 {
        // Each class but one, and the first filter.
        let filter = &mut config.filter.settings;
        filter.classes &= !(1 << random.below(Opclass::COUNT as u64));
        (filter.f1_select, filter.f1_mask, filter.f1_match) = (random.below(4) as u8, 1, random.below(2) as u8);
        config.filter.period = random.below(3) as u16;
        if !preset.small {
            config.filter.ignore[random.below(IGNORE_WORDS as u64) as usize] = random.next() as u32;
        }
    }
    if preset.tree().eps_built && random.below(2) == 0 {
        config.tree.eps = Some(Eps { m: 5, s: 9 });
    }
    let mut options = Options { effort: Effort::Test, seed: random.next(), ..Options::new(preset, config) };
    options.idle = [(0, 0), (20_000, 9)][random.below(2) as usize];
    let pulses = [Pulse::On, Pulse::Off, Pulse::Tick];
    options.pulses = (1..10).map(|i| (i * LENGTH as u64 / 10, pulses[i as usize % 3])).collect();
    options
}

#[derive(Debug, Default)]
struct Sum {
    events: u64,
    creates: u64,
    absorbed: u64,
    dropped: u64,
    checks: u64,
    compared: u64,
    sampled_out: u64,
    modes: BTreeSet<&'static str>,
    engines: BTreeMap<&'static str, usize>,
}

impl Sum {
    fn add(&mut self, options: &Options, report: &Report) {
        self.events += report.events;
        self.creates += u64::from(report.profile.creates);
        self.absorbed += u64::from(report.profile.creates + 1 - report.profile.live);
        self.dropped += report.dropped();
        self.checks += u64::from(report.sampled.checks);
        self.compared += report.compared;
        self.sampled_out += u64::from(report.sampled.events.saturating_sub(report.sampled.taken));
        self.modes.insert(options.config.burst.mode.name());
        *self.engines.entry(options.preset.tree().engine.name()).or_default() += 1;
    }
}

#[test]
fn profilers_of_random_configurations_equal_the_model() {
    let wanted = |at: usize, chosen: &Chosen| {
        chosen.engine().is_some_and(|engine| engine.name() == engines(Unit::Profiler)[at % 3])
    };
    let mut drawn = distinct(Unit::Profiler, SEED, PROFILERS * volume() as usize, wanted);
    // Every preset that counts checks has a map of them; without one they follow from the instructions.
    let numbers =
        [("map_codes", 0), ("nodes", 64), ("entries", 0)].map(|(name, value)| (name.to_string(), value)).into();
    drawn.push(Chosen::of(Unit::Profiler, Some("fast"), &Settings { numbers, ..Settings::default() }).unwrap());
    let numbered: Vec<_> = drawn.iter().enumerate().collect();
    let sum = Mutex::new(Sum::default());
    on_two_threads(&numbered, |(at, chosen)| {
        let Chosen::Profiler(preset) = **chosen else { panic!("{chosen:?} is no profiler") };
        let preset: &'static Preset = Box::leak(Box::new(preset));
        let mut random = Random(SEED + 1 + *at as u64);
        let core = [Core::Ibex, Core::Picorv32][at % 2];
        let records = &retirements(core)[..LENGTH];
        let options = set_up(*at, preset, core, records, &mut random);
        let what = format!("{} {:?}", chosen.command(), options.config);
        let hardware = session::profiler(&options).unwrap_or_else(|e| panic!("{what}: {e}"));
        let report = session::run(&options, hardware, &mut Recorded(records), &mut |_| {});
        let report = report.unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!((report.mismatches, report.first.as_ref(), report.law), (0, None, None), "{what}");
        assert_eq!(report.counts.get(Counter::Retired) as usize, LENGTH, "{what}");
        sum.lock().unwrap().add(&options, &report);
    });
    let sum = sum.into_inner().unwrap();
    let what = format!(
        "emitted and simulated, {} events, {} creates, {} absorbed, {} checks, {} words compared, 0 mismatches",
        sum.events, sum.creates, sum.absorbed, sum.checks, sum.compared
    );
    summary("profiler", drawn.len(), &what);
    println!("{sum:?}");
    assert!(sum.engines.len() == 3 && sum.engines.values().all(|count| *count >= 2), "{sum:?}");
    assert!(sum.events > 10_000 && sum.creates > 300 && sum.absorbed > 100 && sum.compared > 900, "{sum:?}");
    assert!(sum.sampled_out > 500 && sum.checks > 1_000 && sum.modes.len() >= 2, "{sum:?}");
    let presets: Vec<_> = drawn.iter().map(|chosen| chosen.words()).collect();
    for bus in ["axil", "wishbone"] {
        assert!(presets.iter().any(|words| words.contains(&("bus", bus))), "{bus}");
    }
}
