//! Which functions, lines and objects hold the events of a profile: what is sure, and what may be (docs/user/names.md).
pub use super::shares::{Limits, Share};

use super::edges::{self, Edges, Several};
use super::hot::trim;
use super::shares::{at, label, names};
use super::text::{grouped, hex, share};
use crate::analysis::bounds::{Bounds, Partition};
use crate::analysis::{Frame, Keys, Kind, Symbols};
use crate::model::exact::Exact;
use crate::model::profile::Profile;
use crate::spec::codemap::PC_BITS;
use comfy_table::{Cell, CellAlignment, Table as Grid, presets};
use serde::Serialize;
use std::collections::BTreeMap;

/// Most functions whose lines are looked up.
const MOST_DETAILED: usize = 40;

/// Share of events outside the program, as a fraction, from which on a reader should be told.
const STRANGE: f64 = 0.2;

/// Share of events in no one place, as a fraction, from which on shared lines of code are to blame.
const SHARED: f64 = 0.05;

/// A function, object or other place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    pub name: String,
    pub kind: Kind,
    /// Source file and line where it begins.
    pub file: Option<String>,
    pub line: Option<u32>,
    #[serde(flatten)]
    pub share: Share,
    /// The true number of events and how far `lo` falls short of it in percent of it, where they were counted.
    #[serde(flatten)]
    pub exact: Option<Error>,
    /// Its addresses, `[first, last]`.
    pub ranges: Vec<[String; 2]>,
    /// Other symbols for the same addresses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Its number in [`Symbols::places`].
    #[serde(skip)]
    pub place: u32,
}

/// How wrong a lower bound is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Error {
    /// The true number of events.
    pub exact: u64,
    /// How far the lower bound falls short of it, in percent of it.
    pub error_percent: f64,
}

impl Error {
    fn of(lo: u64, exact: u64) -> Self {
        Self { exact, error_percent: 100.0 * (exact as f64 - lo as f64) / exact.max(1) as f64 }
    }
}

/// How wrong the lower bounds are of all places that truly have at least a share of the events.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Errors {
    /// The share, as a fraction.
    pub share: f64,
    /// How many such places there are.
    pub places: usize,
    /// Mean percent error of them; 0 without places.
    pub error_average: f64,
    /// Largest percent error of them.
    pub error_maximum: f64,
}

/// A source line within a function, with the functions that were inlined there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The function whose code it is.
    pub function: String,
    /// Functions inlined into it and into each other, outermost first, of which the last has the line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inlined: Vec<String>,
    pub file: String,
    pub line: u32,
    #[serde(flatten)]
    pub share: Share,
}

/// A range of the tree whose own events cannot be told apart between several places, or several edges.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    pub first: String,
    pub last: String,
    /// The range as people read it: `0x1000..0x1fff`, of edges `0x1000 -> 0x2000..0x2fff`.
    pub range: String,
    /// Events that the range holds itself.
    pub events: u64,
    pub percent: f64,
    /// Names of some of the places, those that surely have most events first.
    pub names: Vec<String>,
    /// How many further places there are.
    pub more: usize,
    /// Of edges: where they lead to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Several>,
}

/// A profile in the names of its program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// All events, and how many more a full count refused.
    pub n: u64,
    pub lost: u64,
    /// Events that surely belong to one function, object or other place, whichever it is.
    pub certain: u64,
    /// Places with at least the share asked for, the one that surely has most first.
    pub places: Vec<Row>,
    /// How many other places surely have events, and how many of them together.
    pub other_places: usize,
    pub other_events: u64,
    /// Places that surely have less than the share asked for and may have more: how many, and the most that one may
    /// have.
    pub possible_places: usize,
    pub possible_hi: u64,
    /// Transfers, where keys are edges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<Edges>,
    /// Against exact counts, after [`Table::compare`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<Errors>,
    /// Source lines with at least that share.
    pub lines: Vec<Line>,
    /// Ranges across several places, heaviest first.
    pub spread: Vec<Spread>,
    /// What the file lacks, and whether it can be the one that ran.
    pub warnings: Vec<String>,
    /// Of every place of the program, in the order of [`Symbols::places`].
    #[serde(skip)]
    pub bounds: Vec<Bounds>,
}

impl Table {
    /// Looks every range of the profile up.
    pub fn of(profile: &Profile, symbols: &Symbols, keys: Keys, limits: &Limits) -> Self {
        let n = profile.n;
        let bounds = symbols.bounds(profile, keys);
        let least = |events: u64| events > 0 && events as f64 >= limits.share * n as f64;
        let mut order: Vec<u32> = (0..bounds.len() as u32).filter(|&i| bounds[i as usize].hi > 0).collect();
        order.sort_by_key(|&i| (std::cmp::Reverse((bounds[i as usize].lo, bounds[i as usize].hi)), i));
        let (shown, rest): (Vec<u32>, Vec<u32>) = order.iter().partition(|&&i| least(bounds[i as usize].lo));
        let (shown, beyond) = shown.split_at(shown.len().min(limits.rows));
        let others: Vec<u64> = rest.iter().chain(beyond).map(|&i| bounds[i as usize].lo).filter(|&lo| lo > 0).collect();
        let possible: Vec<u64> = rest.iter().map(|&i| bounds[i as usize].hi).filter(|&hi| least(hi)).collect();
        let mut lines = lines(profile, symbols, keys, &shown[..shown.len().min(MOST_DETAILED)]);
        lines.retain(|line| least(line.share.lo));
        lines.truncate(limits.rows);
        Self {
            n,
            lost: profile.lost,
            certain: bounds.iter().map(|b| b.lo).sum(),
            places: shown
                .iter()
                .map(|&i| row(symbols, i, Share::new(bounds[i as usize], n), profile.key_bits - keys.beside))
                .collect(),
            other_places: others.len(),
            other_events: others.iter().sum(),
            possible_places: possible.len(),
            possible_hi: possible.iter().copied().max().unwrap_or(0),
            edges: keys.is_pairs().then(|| Edges::of(profile, symbols, keys, limits)),
            errors: None,
            lines,
            spread: spread(profile, symbols, keys, &bounds, limits),
            warnings: warnings(symbols, &bounds, n),
            bounds,
        }
    }

    /// Puts exact counts of the same events beside the bounds; errors are those of all places that truly have the share
    /// `phi` of all events (0.01 = 1 %), whether they have a row or not.
    pub fn compare(&mut self, exact: &Exact, symbols: &Symbols, keys: Keys, phi: f64) {
        let counts = symbols.exact(exact, keys);
        for row in &mut self.places {
            row.exact = Some(Error::of(row.share.lo, counts[row.place as usize]));
        }
        let hot = counts
            .iter()
            .zip(&self.bounds)
            .filter(|(count, _)| **count > 0 && **count as f64 >= phi * exact.n() as f64);
        let errors: Vec<f64> = hot.map(|(&count, bounds)| Error::of(bounds.lo, count).error_percent).collect();
        // The sum of nothing would be -0.
        let sum = errors.iter().fold(0.0, |sum, error| sum + error);
        self.errors = Some(Errors {
            share: phi,
            places: errors.len(),
            error_average: sum / errors.len().max(1) as f64,
            error_maximum: errors.iter().copied().fold(0.0, f64::max),
        });
    }

    /// The table for a terminal. Ends without a newline.
    pub fn text(&self) -> String {
        let mut text = format!("{} events", grouped(self.n));
        if self.n > 0 {
            text += &format!(", {:.1} % surely of one function or object", share(self.certain, self.n));
            if let Some(edges) = &self.edges {
                text += &format!(", {:.1} % of one edge", share(edges.certain, self.n));
            }
        }
        if self.lost > 0 {
            text += &format!("; {} more were lost to full counts", grouped(self.lost));
        }
        for warning in &self.warnings {
            text += &format!("\nnote: {warning}");
        }
        text += "\n\n";
        if let Some(edges) = &self.edges {
            let rows = edges
                .hot
                .iter()
                .map(|edge| vec![edge.label(), edge.addresses(), edge.share.percents(), edge.share.events()]);
            text += &grid(&["from -> to", "addresses", "percent", "events"], rows);
            if let Some(rest) = edges.rest(self.n) {
                text += &format!("\n{rest}");
            }
            text += "\n\nwhere they begin\n\n";
        }
        if self.places.is_empty() {
            text += "no place surely has enough events for a row";
        } else {
            let mut header = vec!["function or object", "where", "percent", "events"];
            if self.errors.is_some() {
                header.extend(["exact", "error"]);
            }
            let rows = self.places.iter().map(|row| {
                let mut cells = vec![row.name.clone(), row.location(), row.share.percents(), row.share.events()];
                if let Some(Error { exact, error_percent }) = row.exact {
                    cells.extend([grouped(exact), format!("{error_percent:.3} %")]);
                }
                cells
            });
            text += &grid(&header, rows);
        }
        for line in self.rest() {
            text += &format!("\n{line}");
        }
        if !self.lines.is_empty() {
            let rows = self.lines.iter().map(|line| {
                let inlined: String = line.inlined.iter().map(|name| format!(" > {name}")).collect();
                let function = line.function.clone() + &inlined;
                vec![line.location(), function, line.share.percents(), line.share.events()]
            });
            text += "\n\nlines (a > b: b was inlined into a)\n\n";
            text += &grid(&["line", "function", "percent", "events"], rows);
        }
        if !self.spread.is_empty() {
            let rows = self.spread.iter().map(|spread| {
                let percent = format!("{:.2} %", spread.percent);
                vec![spread.range.clone(), spread.label(), percent, grouped(spread.events)]
            });
            let what = if self.edges.is_some() { "edges" } else { "places" };
            text += &format!("\n\nevents in ranges across several {what}, which may be of any of them\n\n");
            text += &grid(&["range", "places", "percent", "events"], rows);
        }
        text
    }

    /// What has no row, in words, one line each.
    pub(super) fn rest(&self) -> Vec<String> {
        let mut lines = vec![];
        if self.other_places > 0 {
            lines.push(format!(
                "{} more with {} events surely ({:.2} %)",
                counted(self.other_places, "place"),
                grouped(self.other_events),
                share(self.other_events, self.n)
            ));
        }
        if self.possible_places > 0 {
            lines.push(format!(
                "{} without a row may have up to {:.2} % each",
                counted(self.possible_places, "place"),
                share(self.possible_hi, self.n)
            ));
        }
        if let Some(errors) = &self.errors {
            lines.push(format!(
                "{} with truly {} % and more: error average {:.3} %, largest {:.3} %",
                counted(errors.places, "place"),
                trim(100.0 * errors.share),
                errors.error_average,
                errors.error_maximum
            ));
        }
        lines
    }
}

impl Share {
    /// `12.31..12.90 %`, or one number where both are the same.
    pub fn percents(&self) -> String {
        self.rounded(2)
    }

    /// Percentages with as many digits after the point.
    pub(super) fn rounded(&self, digits: usize) -> String {
        let (lo, hi) = (format!("{:.digits$}", self.percent_lo), format!("{:.digits$}", self.percent_hi));
        if lo == hi { format!("{lo} %") } else { format!("{lo}..{hi} %") }
    }

    /// `1,234..1,300`, or one number.
    pub fn events(&self) -> String {
        match self.lo == self.hi {
            true => grouped(self.lo),
            false => format!("{}..{}", grouped(self.lo), grouped(self.hi)),
        }
    }
}

impl Row {
    /// `main.c:12` where that is known, else its first address.
    pub fn location(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => at(file, line),
            _ if self.kind == Kind::Outside => String::new(),
            _ => self.ranges.first().map_or(String::new(), |range| range[0].clone()),
        }
    }
}

impl Line {
    /// `main.c:12`.
    pub fn location(&self) -> String {
        at(&self.file, self.line)
    }
}

impl Spread {
    /// `main | memcpy | 3 more`: never one name alone.
    pub fn label(&self) -> String {
        let from = label(&self.names, self.more);
        self.to.as_ref().map_or(from.clone(), |to| edges::arrow(&from, &to.label()))
    }
}

/// What the file lacks, and whether it can be the one that ran.
fn warnings(symbols: &Symbols, bounds: &[Bounds], n: u64) -> Vec<String> {
    let mut warnings = symbols.warnings().to_vec();
    let outside = bounds[0].lo;
    if n > 0 && outside as f64 >= STRANGE * n as f64 {
        warnings.push(format!(
            "{:.1} % of the events lie outside the program: in other files, or this one is not what ran (rebuilt? \
             --bias?)",
            share(outside, n)
        ));
    }
    let uncertain = n - bounds.iter().map(|b| b.lo).sum::<u64>();
    if let Some(layout) = symbols.lines()
        && layout.shared > 0
        && uncertain as f64 >= SHARED * n as f64
        && n > 0
    {
        warnings.push(format!(
            "{:.1} % of the events are of no one function for sure, and {} lines of code are of several: build the \
             program with every function at a multiple of 64 bytes (docs/reference/codemap.md)",
            share(uncertain, n),
            grouped(layout.shared.into())
        ));
    }
    warnings
}

fn counted(number: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}

fn grid(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let cell = |(column, text): (usize, &str)| {
        Cell::new(text).set_alignment(if column < 2 { CellAlignment::Left } else { CellAlignment::Right })
    };
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING);
    grid.set_header(header.iter().copied().enumerate().map(cell));
    for row in rows {
        grid.add_row(row.iter().map(String::as_str).enumerate().map(cell));
    }
    grid.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn row(symbols: &Symbols, number: u32, share: Share, key_bits: u32) -> Row {
    let place = &symbols.places()[number as usize];
    let (file, line) = symbols.start(number).filter(|_| place.kind == Kind::Function).unzip();
    let ranges = place.ranges.iter().map(|&(first, last)| [hex(first, key_bits), hex(last, key_bits)]).collect();
    Row {
        name: place.name.clone(),
        kind: place.kind,
        file,
        line,
        share,
        exact: None,
        ranges,
        aliases: place.aliases.clone(),
        place: number,
    }
}

/// The ranges that touch several places, or several edges.
fn spread(profile: &Profile, symbols: &Symbols, keys: Keys, bounds: &[Bounds], limits: &Limits) -> Vec<Spread> {
    let mut nodes: Vec<_> = profile.tree.iter().filter(|node| node.own > 0).collect();
    nodes.sort_by_key(|node| (std::cmp::Reverse(node.own), node.prefix));
    let targets = keys.is_pairs().then(|| symbols.targets(profile, keys));
    let spread = nodes.into_iter().filter_map(|node| {
        let (first, last) = (node.prefix, profile.last_key(node));
        let (begin, end) = keys.addresses(first, last);
        let places = symbols.within(begin, end);
        let several = if keys.is_pairs() { !edges::is_one(profile, node) } else { places.len() > 1 };
        let (names, more) = names(symbols, bounds, &places);
        let to = targets.as_ref().map(|targets| Several::to(profile, node, symbols, keys, targets));
        // The addresses of a line are worth more than its key.
        let line = symbols.lines().filter(|_| first == last).and_then(|layout| layout.line(first));
        let (first, last) = match line {
            Some((first, last)) => (hex(first, PC_BITS), hex(last, PC_BITS)),
            None => (hex(first, profile.key_bits), hex(last, profile.key_bits)),
        };
        let range = match symbols.lines() {
            _ if keys.is_pairs() => edges::range(profile, node, keys),
            Some(_) if line.is_none() => format!("keys {first}..{last}"),
            _ => format!("{first}..{last}"),
        };
        let (events, percent) = (node.own, share(node.own, profile.n));
        several.then_some(Spread { first, last, range, events, percent, names, more, to })
    });
    spread.take_while(|s| s.events as f64 >= limits.share * profile.n as f64).take(limits.rows).collect()
}

/// The lines of some functions, the one that surely has most first.
fn lines(profile: &Profile, symbols: &Symbols, keys: Keys, functions: &[u32]) -> Vec<Line> {
    let mut lines = vec![];
    for &function in functions {
        let place = &symbols.places()[function as usize];
        // Frames and line, with the number of their part.
        let mut parts: BTreeMap<(Vec<String>, String, u32), u32> = BTreeMap::new();
        let mut ranges = vec![];
        for piece in symbols.pieces(function) {
            let Some((inlined, file, line)) = line_of(&piece.frames) else { continue };
            let next = parts.len() as u32 + 1;
            ranges.push((piece.first, piece.last, *parts.entry((inlined, file, line)).or_insert(next)));
        }
        let bounds = Partition::of_ranges(ranges).bounds(profile, |first, last| keys.addresses(first, last));
        for ((inlined, file, line), part) in parts {
            let share = Share::new(bounds[part as usize], profile.n);
            lines.push(Line { function: place.name.clone(), inlined, file, line, share });
        }
    }
    lines.sort_by_key(|line| std::cmp::Reverse((line.share.lo, line.share.hi)));
    lines
}

/// The inlined functions, and the place of the innermost frame.
fn line_of(frames: &[Frame]) -> Option<(Vec<String>, String, u32)> {
    let innermost = frames.last()?;
    let inlined = frames.iter().skip(1).map(|frame| frame.function.clone()).collect();
    Some((inlined, innermost.file.clone()?, innermost.line?))
}
