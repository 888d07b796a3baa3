//! Area and clock of a configuration of `rap` before it is synthesised (docs/reference/fit.md, F3): block RAM from the
//! geometry of its memories, all else by least squares from configurations that were placed before.
mod memory;
mod points;
mod regression;

pub use memory::{Kind, Memory, of as memories};
pub use points::{Point, Points};

use super::{Area, Device, Family};
use crate::spec::rap::{Engine, Preset};
use regression::Fit;
use std::ops::RangeInclusive;

/// Predicts figures of configurations on a device.
#[derive(Clone, Debug)]
pub struct Predictor {
    device: &'static Device,
    engines: Vec<OfEngine>,
    errors: Vec<Errors>,
    date: String,
}

/// What is known of an engine in a family.
#[derive(Clone, Debug)]
struct OfEngine {
    engine: Engine,
    lut4: Fit,
    carry: Fit,
    ff: Fit,
    /// Natural logarithm of the nanoseconds of a cycle: what differs, differs by a factor.
    period: Fit,
    /// What is known of the same engine in another family: its LUTs say most of what there are here.
    other: Option<Box<OfEngine>>,
    /// Devices that it was placed on.
    placed: Vec<&'static str>,
    /// Least and most of each number among the points.
    known: Vec<(&'static str, RangeInclusive<u32>)>,
}

/// Figures of a configuration that nobody has synthesised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    /// Cells; the multiplexers and everything else that is neither LUT, carry, flip-flop nor memory are left out.
    pub area: Area,
    /// Clock in MHz, of one seed.
    pub mhz: f64,
}

/// How far predictions were from configurations that they were not made from, in percent of what was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// Of this engine.
    pub engine: Engine,
    /// Configurations that were synthesised, and those of them that were placed.
    pub count: [usize; 2],
    /// LUT4: mean and largest error.
    pub lut4: [f64; 2],
    /// Clock: mean and largest error.
    pub mhz: [f64; 2],
}

impl Predictor {
    /// Of a device, from the measured configurations of its family.
    ///
    /// # Errors
    /// What is wrong with the tables: a mistake of whoever built this program.
    pub fn new(device: &'static Device) -> Result<Self, String> {
        let measured = Points::measured()?;
        let of = |family: Family, other: &[OfEngine]| -> Vec<OfEngine> {
            Engine::ALL.iter().filter_map(|engine| OfEngine::of(*engine, family, &measured.points, other)).collect()
        };
        let ice40 = of(Family::Ice40, &[]);
        let engines = if device.family == Family::Ice40 { ice40 } else { of(device.family, &ice40) };
        let mut predictor = Self { device, engines, errors: vec![], date: measured.date };
        let checked = Points::checked()?.points;
        predictor.errors = Engine::ALL.iter().filter_map(|engine| predictor.errors_of(*engine, &checked)).collect();
        Ok(predictor)
    }

    /// Day on which the points were measured that predictions are made from.
    pub fn date(&self) -> &str {
        &self.date
    }

    /// How far predictions were off, for each engine.
    pub fn errors(&self) -> &[Errors] {
        &self.errors
    }

    /// Why nothing can be said of a configuration: an engine that was never placed on this family, or a number outside
    /// of those that were.
    pub fn unknown(&self, preset: &Preset) -> Option<String> {
        let Some(of) = self.of(preset.engine) else {
            return Some(format!("engine {} was not measured on {}", preset.engine.name(), self.device.name));
        };
        // Chips of ECP5 differ in size, those of iCE40 in speed.
        if self.device.family == Family::Ice40 && !of.placed.contains(&self.device.name) {
            return Some(format!("engine {} was not placed on {}", preset.engine.name(), self.device.name));
        }
        let outside = numbers(preset).into_iter().zip(&of.known).find(|((_, number), (_, known))| {
            // None of a thing is known wherever some of it is.
            *number != 0 && !known.contains(number)
        });
        outside.map(|((name, number), (_, known))| {
            format!("{name} {number} is outside of the measured {} to {}", known.start(), known.end())
        })
    }

    fn of(&self, engine: Engine) -> Option<&OfEngine> {
        self.engines.iter().find(|of| of.engine == engine)
    }

    /// Figures of a configuration whose memories are these; nothing of an engine that was never placed on this family.
    pub fn predict(&self, preset: &Preset, memories: &[Memory]) -> Option<Predicted> {
        let of = self.of(preset.engine)?;
        let family = self.device.family;
        let features = of.features(preset);
        let cells = |fit: &Fit| fit.at(&features).round().max(0.0) as u32;
        let area = Area {
            lut4: cells(&of.lut4),
            carry: cells(&of.carry),
            ff: cells(&of.ff),
            bram: memories.iter().map(|memory| memory.blocks(family)).sum(),
            lut_ram: memories.iter().map(|memory| memory.cells(family)).sum(),
            ..Area::default()
        };
        Some(Predicted { area, mhz: 1000.0 / of.period.at(&timing(preset, self.device)).exp() })
    }

    fn errors_of(&self, engine: Engine, checked: &[Point]) -> Option<Errors> {
        let on_family = |point: &&Point| point.device.family == self.device.family && point.preset.engine == engine;
        let percent = |predicted: f64, measured: f64| 100.0 * (predicted / measured - 1.0).abs();
        let (mut luts, mut clocks) = (vec![], vec![]);
        for point in checked.iter().filter(on_family) {
            let predicted = Self { device: point.device, ..self.clone() }.predict(&point.preset, &[])?;
            luts.push(percent(predicted.area.lut4.into(), point.area.lut4.into()));
            clocks.extend(point.mhz.map(|mhz| percent(predicted.mhz, mhz)));
        }
        let of =
            |off: &[f64]| [off.iter().sum::<f64>() / off.len().max(1) as f64, off.iter().copied().fold(0.0, f64::max)];
        let count = [luts.len(), clocks.len()];
        (!luts.is_empty()).then(|| Errors { engine, count, lut4: of(&luts), mhz: of(&clocks) })
    }
}

impl OfEngine {
    fn of(engine: Engine, family: Family, points: &[Point], other: &[OfEngine]) -> Option<Self> {
        let points: Vec<&Point> =
            points.iter().filter(|point| point.preset.engine == engine && point.device.family == family).collect();
        let first = points.first()?;
        let other = other.iter().find(|of| of.engine == engine).cloned().map(Box::new);
        let fit = |figure: fn(&Area) -> u32| {
            let features = |preset: &Preset| features_with(other.as_deref(), preset);
            let of = |point: &&Point| (features(&point.preset), f64::from(figure(&point.area).max(1)));
            Fit::of(&points.iter().map(of).collect::<Vec<_>>())
        };
        let period = |point: &&Point| Some((timing(&point.preset, point.device), (1000.0 / point.mhz?).ln()));
        let known = numbers(&first.preset).into_iter().enumerate().map(|(at, (name, _))| {
            let values = || points.iter().map(|point| numbers(&point.preset)[at].1).filter(|number| *number != 0);
            (name, values().min().unwrap_or(0)..=values().max().unwrap_or(0))
        });
        Some(Self {
            engine,
            lut4: fit(|area| area.lut4),
            carry: fit(|area| area.carry),
            ff: fit(|area| area.ff),
            period: Fit::of(&points.iter().filter_map(period).collect::<Vec<_>>()),
            placed: points.iter().filter(|point| point.mhz.is_some()).map(|point| point.device.name).collect(),
            known: known.collect(),
            other,
        })
    }

    fn features(&self, preset: &Preset) -> Vec<f64> {
        features_with(self.other.as_deref(), preset)
    }
}

/// What area depends on, with the LUTs that another family has.
fn features_with(other: Option<&OfEngine>, preset: &Preset) -> Vec<f64> {
    let mut features = features(preset);
    features.extend(other.map(|of| of.lut4.at(&of.features(preset))));
    features
}

/// Numbers of a configuration by their names.
fn numbers(preset: &Preset) -> [(&'static str, u32); 5] {
    let config = &preset.config;
    [
        ("key width", config.key_bits),
        ("nodes", config.nodes),
        ("count width", config.count_bits),
        ("entries", config.coalescer.map_or(0, |coalescer| coalescer.entries)),
        ("FIFO", preset.fifo_depth),
    ]
}

fn flag(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// Log2 of a size, 0 of none.
fn log2(size: u32) -> f64 {
    f64::from(size.max(1).ilog2())
}

/// What area depends on.
fn features(preset: &Preset) -> Vec<f64> {
    let [keys, nodes, counts, entries, fifo] = numbers(preset).map(|(_, number)| number);
    let (wide, coalesced) = (f64::from(keys), flag(entries > 0));
    let mut features = vec![1.0, wide, f64::from(counts), coalesced, coalesced * wide];
    match preset.engine {
        Engine::Serial => features.extend([
            log2(nodes),
            flag(counts > 32),
            flag(preset.eps_built),
            flag(preset.eps_built) * f64::from(counts),
            log2(entries),
            // Events that wait in a queue come from another coalescer.
            flag(fifo > 0) * coalesced,
            flag(fifo > 0) * coalesced * wide,
            flag(fifo > 0),
            flag(fifo > 0) * wide,
            log2(fifo),
        ]),
        Engine::Pipelined => features.extend([log2(nodes), wide * log2(nodes)]),
        // A row of the match memory for each node.
        Engine::Cam => features.extend([f64::from(nodes), f64::from(nodes) * wide]),
    }
    features
}

/// What the clock depends on.
fn timing(preset: &Preset, device: &Device) -> Vec<f64> {
    let [keys, nodes, counts, entries, fifo] = numbers(preset).map(|(_, number)| number);
    // Chips of iCE40 differ by a factor: the same cells, made for another purpose.
    let factor = flag(device.name == "hx8k");
    let parts = [flag(preset.eps_built), flag(entries > 0), flag(counts > 32), flag(fifo > 0), f64::from(keys)];
    // A coalescer before a queue is another one, which reads and compares in one cycle.
    let queued = [flag(entries > 0), log2(entries), f64::from(keys)].map(|of| flag(fifo > 0) * of);
    [1.0, log2(nodes), factor].into_iter().chain(parts).chain(queued).collect()
}
