//! What tables of places and of edges share: what is worth a row, shares with their bounds, names of places.
use super::text::share;
use crate::analysis::Symbols;
use crate::analysis::bounds::Bounds;
use serde::Serialize;

/// Names that are listed of a range that spans several.
const LISTED: usize = 4;

/// What is worth a row.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Least share of all events, as a fraction, that a row surely has or, in the lists of what is uncertain, may have.
    pub share: f64,
    /// Most rows of each list.
    pub rows: usize,
}

impl Default for Limits {
    /// 1 %, 20 rows.
    fn default() -> Self {
        Self { share: 0.01, rows: 20 }
    }
}

/// Events of a place or a line: their true number lies in `lo..=hi`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    pub lo: u64,
    pub hi: u64,
    /// `lo` in percent of all events.
    pub percent_lo: f64,
    /// `hi` likewise.
    pub percent_hi: f64,
}

impl Share {
    /// Of `n` events, by the bounds of a place.
    pub(super) fn new(bounds: Bounds, n: u64) -> Self {
        Self::of(bounds.lo, bounds.hi, n)
    }

    /// `lo` to `hi` of `n` events.
    pub(super) fn of(lo: u64, hi: u64, n: u64) -> Self {
        Self { lo, hi, percent_lo: share(lo, n), percent_hi: share(hi, n) }
    }
}

/// Names with strokes between them.
pub(super) fn label(names: &[String], more: usize) -> String {
    let more = (more > 0).then(|| format!("{more} more"));
    names.iter().cloned().chain(more).collect::<Vec<_>>().join(" | ")
}

/// The last part of the path, which is what fits into a table.
pub(super) fn at(file: &str, line: u32) -> String {
    format!("{}:{line}", file.rsplit('/').next().unwrap_or(file))
}

/// The names to list of places, those that surely have most first, and how many further places there are.
pub(super) fn names(symbols: &Symbols, bounds: &[Bounds], places: &[u32]) -> (Vec<String>, usize) {
    let mut order: Vec<u32> = places.to_vec();
    let kind = |place: u32| symbols.places()[place as usize].kind;
    order.sort_by_key(|&place| std::cmp::Reverse((bounds[place as usize].lo, kind(place))));
    let listed = order.iter().take(LISTED).map(|&place| symbols.places()[place as usize].name.clone()).collect();
    (listed, places.len().saturating_sub(LISTED))
}
