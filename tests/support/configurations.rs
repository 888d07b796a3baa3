//! Configurations without a preset: the corners of every unit's parameters first, then random ones.
use std::collections::BTreeMap;
use treetap::catalog::parameters::{self, Parameter, Range};
use treetap::catalog::{Chosen, Error, Settings, Unit};
use treetap::trace::shapes::Random;

/// The least, the most, or a random allowed value.
fn value(parameter: &Parameter, draw: Draw, random: &mut Random) -> u32 {
    let (least, most) = match parameter.range {
        Range::Switch => (0, 1),
        Range::Steps { from, to, .. } => (from, to),
        Range::Powers { from, to, none } => (if none { 0 } else { from }, to),
    };
    match draw {
        Draw::Least => least,
        Draw::Most => most,
        Draw::Random => match parameter.range {
            Range::Switch => random.below(2) as u32,
            // 0 is a choice of its own, and small numbers differ more from one another than large ones.
            Range::Steps { from: 0, to, .. } => match random.below(2) {
                0 => 0,
                _ => (1 + random.below(u64::from(to)) as u32) >> random.below(u64::from(to.ilog2()) + 1),
            },
            Range::Steps { from, to, step } => from + step * random.below(u64::from((to - from) / step) + 1) as u32,
            Range::Powers { none: true, .. } if random.below(4) == 0 => 0,
            Range::Powers { from, to, .. } => {
                from << random.below(u64::from(to.trailing_zeros() - from.trailing_zeros()) + 1)
            }
        },
    }
}

/// Where a configuration lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    Least,
    Most,
    Random,
}

/// Microarchitectures that can be asked for.
pub fn engines(unit: Unit) -> &'static [&'static str] {
    match unit {
        Unit::Rap | Unit::Profiler => &["serial", "pipelined", "cam"],
        Unit::Coalescer => &["compact", "serial", "pipelined"],
        _ => &[],
    }
}

/// A value of a parameter of a unit. Profilers are drawn without a map of code, which decides the bits of their keys
/// and needs a program (tests/units/mapped.rs).
fn number(unit: Unit, parameter: &Parameter, draw: Draw, random: &mut Random) -> u32 {
    match (unit, parameter.name) {
        (Unit::Profiler, "code_lines" | "spram") => 0,
        (Unit::Profiler, "key_bits") => value(&Parameter { range: KEYS, ..*parameter }, draw, random),
        _ => value(parameter, draw, random),
    }
}

/// Bits of a key of a profiler without a map of code.
const KEYS: Range = Range::Steps { from: 32, to: 64, step: 32 };

/// A configuration of a unit, or why the values do not go together.
pub fn drawn(unit: Unit, draw: Draw, random: &mut Random) -> Result<Chosen, Error> {
    let of = parameters::of(unit);
    let mut numbers: BTreeMap<String, u32> =
        of.iter().map(|parameter| (parameter.name.to_string(), number(unit, parameter, draw, random))).collect();
    let engines = engines(unit);
    let mut engine = (!engines.is_empty()).then(|| engines[random.below(engines.len() as u64) as usize].to_string());
    let bus = (unit == Unit::Profiler).then(|| ["axil", "wishbone"][random.below(2) as usize].to_string());
    let cache_model = (unit == Unit::Profiler)
        .then(|| ["none", "none", "direct4k", "twoway8k", "tiny"][random.below(5) as usize].to_string());
    // A tracker has no place beside a model of cache and branches.
    let without = unit == Unit::Monitor || cache_model.as_deref() == Some("none");
    let mut phase_tracker = without.then(|| ["none", "small", "full"][random.below(3) as usize].to_string());
    // An engine has no place beside a tracker or that model, and has registers where those of a map of code are.
    let alone = unit == Unit::Profiler && without && phase_tracker.as_deref() == Some("none");
    let alone = alone && numbers.get("code_lines") == Some(&0);
    let engines = ["none", "up5k_serial", "ecp5_pipelined"];
    let hps_engine = alone.then(|| engines[numbers.values().sum::<u32>() as usize % 3].to_string());
    // Of four engines for hybrid profiling one is serial, one pipelined, and then they have what those are built for.
    let other = match numbers.get("conditions").map(|number| number % 4) {
        Some(1) => Some(("serial", 1)),
        Some(2) => Some(("pipelined", 0)),
        _ => None,
    };
    if matches!(unit, Unit::Hps | Unit::Monitor)
        && draw == Draw::Random
        && let Some((name, ternary)) = other
    {
        engine = Some(name.into());
        numbers.insert("ternary".into(), ternary);
        numbers.entry("retire".into()).and_modify(|retire| *retire = 1);
        phase_tracker = phase_tracker.map(|_| "none".into());
    }
    // Units without parameters have a preset only.
    let name = of.is_empty().then(|| "again".to_string());
    Chosen::of(unit, None, &Settings { engine, bus, cache_model, phase_tracker, hps_engine, numbers, name })
}

/// A legal random configuration: values that do not go together are drawn again.
pub fn legal(unit: Unit, random: &mut Random) -> Chosen {
    (0..1000)
        .find_map(|_| drawn(unit, Draw::Random, random).ok())
        .unwrap_or_else(|| panic!("no legal configuration of {unit} in a thousand draws"))
}

#[allow(dead_code)] // where files are only emitted, all units are drawn at once
/// So many different configurations of a unit that are `wanted`, which is told how many there are: the corners first,
/// then random ones.
pub fn distinct(unit: Unit, seed: u64, count: usize, wanted: impl Fn(usize, &Chosen) -> bool) -> Vec<Chosen> {
    let random = &mut Random(seed);
    let corners: Vec<_> =
        [Draw::Least, Draw::Most].into_iter().filter_map(|draw| drawn(unit, draw, random).ok()).collect();
    let mut out: Vec<Chosen> = vec![];
    for at in 0..1000 * count {
        if out.len() == count {
            break;
        }
        let chosen = corners.get(at).copied().unwrap_or_else(|| legal(unit, random));
        if wanted(out.len(), &chosen) && out.iter().all(|known| known.name() != chosen.name()) {
            out.push(chosen);
        }
    }
    assert_eq!(out.len(), count, "different configurations of {unit}");
    out
}

/// Says what was done with configurations, in a line that can be copied into docs/measured/configurations.md.
pub fn summary(unit: &str, drawn: usize, what: &str) {
    println!("configurations of {unit}: {drawn} drawn, {what}");
}
