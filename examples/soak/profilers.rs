//! Sessions of profilers.
use crate::elsewhere::any_checks;
use crate::records::pick;
use crate::sources::{Anything, pauses, source};
use crate::{SESSION, Sum, monitors};
use std::error::Error;
use treetap::cosim::core::Core;
use treetap::cosim::profiler::Pace;
use treetap::cosim::session::{Guide, Options, profiler, run};
use treetap::spec::burst::{self, Mode, Pulse};
use treetap::spec::monitor::{Build, VARIANTS};
use treetap::spec::profiler::{Config, Preset, preset};
use treetap::spec::select::{Kind, Weight};
use treetap::spec::tap::AddrSrc;
use treetap::spec::variant;
use treetap::trace::shapes::Random;

/// Codes of the map of a profiler that has none: where a core that retires anything has its code.
const CODES: u32 = 4096;

/// Any way in which the build samples.
fn sampling(preset: &Preset, random: &mut Random) -> burst::Config {
    let modes = preset.capabilities().burst_modes;
    let modes: Vec<Mode> = Mode::ALL.into_iter().filter(|mode| mode.built(modes)).collect();
    let [period, outside, inside] = [(); 3].map(|()| {
        let bits = random.below(13);
        random.below(1 << bits) as u32
    });
    burst::Config {
        mode: if random.below(2) == 0 { Mode::Always } else { pick(random, &modes) },
        period,
        chance: random.below(0x1_0001) as u32,
        by_chance: random.below(2) == 0,
        outside,
        inside,
        entry_post: random.below(2) == 0,
        seed: random.next() as u32,
    }
}

/// Any set-up of a build beside a core, with code from `base` on.
fn config(preset: &Preset, core: Core, base: u32, random: &mut Random) -> Config {
    let mut config = Config::new(preset, core, pick(random, Kind::PLAIN));
    config.select.weight = pick(random, &Weight::ALL);
    if !preset.small {
        config.tap.addr_src = pick(random, &AddrSrc::ALL);
        config.tap.mdata_ok = random.below(2) == 0;
    }
    config.lossless = random.below(2) == 0;
    config.burst = sampling(preset, random);
    (config.checks.calls, config.checks.taken) = (random.below(2) == 0, random.below(2) == 0);
    config.map = preset.map.map(|codes| any_checks(base, codes, random));
    if random.below(4) == 0 {
        config.filter.settings.classes &= random.next() as u32 | random.next() as u32;
    }
    if random.below(4) == 0 {
        config.filter.period = random.below(8) as u16;
    }
    config.tree.t0 = 1 << random.below(16);
    if let Some(coalescer) = &mut config.tree.coalescer {
        coalescer.weight_max = pick(random, &[coalescer.weight_max, 1, 100]);
    }
    config
}

/// Places in a session, in order.
fn places(random: &mut Random) -> Vec<u64> {
    let mut places: Vec<u64> = (0..random.below(40)).map(|_| random.below(SESSION)).collect();
    places.sort_unstable();
    places
}

/// A session of a profiler, after `core` or a core that retires anything, which is added to `sum`.
pub fn session(name: &str, core: Option<Core>, random: &mut Random, sum: &mut Sum) -> Result<(), Box<dyn Error>> {
    let preset = preset(name).ok_or_else(|| format!("no preset `{name}` of profiler"))?;
    let codes = preset.map.unwrap_or(CODES);
    let base = random.next() as u32 & !(2 * codes - 1);
    let mut options = Options::new(preset, config(preset, core.unwrap_or(Core::Ibex), base, random));
    if let Some(name) = preset.hps {
        let build = Build::of(variant::find(&VARIANTS, name).ok_or("no such monitor")?);
        let map = Some(any_checks(base, build.codes, random));
        options.guide = Some(Guide { program: monitors::program(&build, random)?, map, hold: random.below(2) == 0 });
    }
    options.pace = pick(random, &[Pace::Dense, Pace::Core]);
    (options.limit, options.seed) = (SESSION, random.next());
    (options.idle, options.wait) = (pauses(random), pauses(random));
    options.pulses =
        places(random).iter().map(|at| (*at, pick(random, &[Pulse::On, Pulse::Off, Pulse::Tick]))).collect();
    options.gates = places(random).iter().map(|at| (*at, random.below(4) > 0)).collect();
    let mut source = source(core, Anything::new(base, codes, random))?;
    let report = run(&options, profiler(&options)?, source.as_mut(), &mut |_| {})?;
    let engine = report.engine.as_ref();
    let broken = engine.map_or(&[][..], |engine| &engine.broken);
    if report.mismatches > 0 || report.law.is_some() || !broken.is_empty() {
        let set_up = Config { map: None, ..options.config };
        let found = (&report.first, &report.law, broken);
        return Err(format!("{} differences, {found:?} with {set_up:?}", report.mismatches).into());
    }
    sum.retired += report.retired;
    sum.cycles += report.hardware.cycles;
    sum.held += report.hardware.held;
    sum.events += report.events + engine.map_or(0, |engine| engine.events);
    sum.creates += u64::from(report.profile.creates);
    sum.dropped += report.dropped() + engine.map_or(0, |engine| engine.dropped);
    sum.bursts += u64::from(report.sampled.bursts);
    sum.compared += report.compared;
    Ok(())
}
