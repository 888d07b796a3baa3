//! What a profiler with a phase tracker found: the phases of a program over time, and what is hot in each of them
//! (docs/user/run.md C10).
use super::canvas::{Anchor, Canvas};
use super::grouped;
use super::names::{Limits, Table};
use super::table::{align_numbers, grid};
use crate::analysis::{Keys, Symbols};
use crate::cosim::session::{Report, Sample};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Characters of the band in a terminal, at most.
const BAND: usize = 96;
/// What stands for a phase after the last letter.
const OTHER: char = '.';
/// Functions of a phase that are named.
const HOT: usize = 3;
/// Colours of the first phases; the others are grey. They differ for readers who do not see red and green apart
/// (M. Okabe and K. Ito, "Color Universal Design", 2002).
const COLOURS: [&str; 7] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"];
const GREY: &str = "#999999";

/// A function that is hot in a phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hot {
    pub name: String,
    /// Share of the events of the phase's sample that are surely of it.
    pub percent: f64,
}

/// A phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What stands for it in the band.
    pub letter: char,
    /// Its number.
    pub phase: u16,
    /// Intervals that belong to it, and their share of all.
    pub intervals: usize,
    pub percent: f64,
    /// Those of them that were predicted.
    pub predicted: usize,
    /// The interval that is its sample, and the events in that.
    pub sample: Option<u32>,
    pub events: Option<u64>,
    /// What is hot in the sample, where keys are addresses.
    pub hot: Vec<Hot>,
}

impl Row {
    /// The sample, in words.
    pub fn sampled(&self) -> String {
        self.sample.map_or("none".into(), |number| format!("interval {}", grouped(number.into())))
    }

    /// What is hot in the sample, in words.
    pub fn named(&self) -> String {
        let named: Vec<_> = self.hot.iter().map(|hot| format!("{} {:.1} %", hot.name, hot.percent)).collect();
        named.join(", ")
    }
}

/// The phases of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Phases {
    /// Instructions of an interval.
    pub len: u32,
    /// The phase of each interval.
    pub intervals: Vec<u16>,
    /// Phases, those with most intervals first.
    pub phases: Vec<Row>,
    /// Intervals that were sampled although their phase had a sample.
    pub in_vain: usize,
}

impl Phases {
    /// Of a run with intervals of `len` instructions.
    pub fn of(report: &Report, len: u32, symbols: &Symbols, keys: Option<Keys>, limits: &Limits) -> Self {
        let intervals: Vec<u16> = report.intervals.iter().map(|interval| interval.id).collect();
        let mut counts = BTreeMap::<u16, (usize, usize)>::new();
        let mut before = None;
        for interval in &report.intervals {
            let (all, predicted) = counts.entry(interval.id).or_default();
            *all += 1;
            *predicted += usize::from(before == Some(interval.id));
            before = Some(interval.predicted);
        }
        let mut order: Vec<_> = counts.into_iter().collect();
        order.sort_by_key(|(phase, (all, _))| (std::cmp::Reverse(*all), *phase));
        let letters = ('A'..='Z').chain('a'..='z').chain(std::iter::repeat(OTHER));
        let row = |((phase, (all, predicted)), letter): ((u16, (usize, usize)), char)| {
            let sample = report.samples.iter().find(|sample| sample.interval.id == phase && sample.interval.sampled);
            Row {
                letter,
                phase,
                intervals: all,
                percent: 100.0 * all as f64 / intervals.len() as f64,
                predicted,
                sample: sample.map(|sample| sample.interval.number),
                events: sample.map(|sample| sample.profile.n),
                hot: sample.zip(keys).map(|(sample, keys)| hot(sample, symbols, keys, limits)).unwrap_or_default(),
            }
        };
        let phases = order.into_iter().zip(letters).map(row).collect();
        let in_vain = report.samples.iter().filter(|sample| sample.interval.vain).count();
        Self { len, intervals, phases, in_vain }
    }

    fn letter(&self, phase: u16) -> char {
        self.phases.iter().find(|row| row.phase == phase).map_or(OTHER, |row| row.letter)
    }

    /// The phase that most intervals of each part of the run belong to, in at most so many parts.
    fn parts(&self, most: usize) -> Vec<u16> {
        let each = self.intervals.len().div_ceil(most).max(1);
        let of_part = |part: &[u16]| {
            let mut counts = BTreeMap::<u16, usize>::new();
            part.iter().for_each(|phase| *counts.entry(*phase).or_default() += 1);
            counts.into_iter().max_by_key(|(phase, count)| (*count, std::cmp::Reverse(*phase))).map_or(0, |(p, _)| p)
        };
        self.intervals.chunks(each).map(of_part).collect()
    }

    /// For people. Ends without a newline.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{} intervals of {} instructions, {} phases\n",
            grouped(self.intervals.len() as u64),
            grouped(self.len.into()),
            self.phases.len()
        );
        let band: String = self.parts(BAND).into_iter().map(|phase| self.letter(phase)).collect();
        let _ = writeln!(out, "\n{band}\n");
        let mut table = grid(&["", "phase", "intervals", "share", "predicted", "sample", "hot in the sample"]);
        for row in &self.phases {
            table.add_row([
                row.letter.to_string(),
                row.phase.to_string(),
                grouped(row.intervals as u64),
                format!("{:.1} %", row.percent),
                grouped(row.predicted as u64),
                row.sampled(),
                row.named(),
            ]);
        }
        align_numbers(&mut table, 1);
        if let Some(column) = table.column_mut(6) {
            column.set_cell_alignment(comfy_table::CellAlignment::Left);
        }
        let rows: Vec<_> = table.lines().map(|line| line.trim_end().to_string()).collect();
        out + &rows.join("\n")
    }

    /// The band as SVG: a rectangle for the parts of the run that follow each other in a phase, whose colour it has.
    pub fn band(&self) -> String {
        const WIDTH: f64 = 960.0;
        const HEIGHT: f64 = 40.0;
        const LEGEND: f64 = 24.0;
        const PARTS: usize = 480;
        let parts = self.parts(PARTS);
        let mut canvas = Canvas::new(WIDTH, HEIGHT + LEGEND, "phases over time");
        let step = WIDTH / parts.len().max(1) as f64;
        let each = self.intervals.len().div_ceil(PARTS).max(1);
        let colour = |phase: u16| {
            let place = self.phases.iter().position(|row| row.phase == phase);
            place.and_then(|place| COLOURS.get(place)).unwrap_or(&GREY)
        };
        let mut at = 0;
        for run in parts.chunk_by(|a, b| a == b) {
            let (first, last) = (at * each, ((at + run.len()) * each).min(self.intervals.len()) - 1);
            let span = format!("intervals {} to {}", grouped(first as u64), grouped(last as u64));
            let tip = format!("{}: phase {}, {span}", self.letter(run[0]), run[0]);
            canvas.rect_with_tip([at as f64 * step, 0.0, run.len() as f64 * step, HEIGHT], colour(run[0]), &tip);
            at += run.len();
        }
        for (at, row) in self.phases.iter().take(COLOURS.len()).enumerate() {
            let left = at as f64 * WIDTH / COLOURS.len() as f64;
            canvas.rect([left, HEIGHT + 8.0, 12.0, 12.0], COLOURS[at]);
            let what = format!("{}: {:.1} %", row.letter, row.percent);
            canvas.text([left + 18.0, HEIGHT + 18.0], 12.0, Anchor::Start, "", &what);
        }
        canvas.finish()
    }
}

/// What is hot in a sample.
fn hot(sample: &Sample, symbols: &Symbols, keys: Keys, limits: &Limits) -> Vec<Hot> {
    let table = Table::of(&sample.profile, symbols, keys, limits);
    let of = |row: &super::names::Row| Hot { name: row.name.clone(), percent: row.share.percent_lo };
    table.places.iter().take(HOT).map(of).collect()
}
