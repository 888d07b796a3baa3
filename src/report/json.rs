//! The machine contracts of `treetap profile` (docs/cli.md): scripts rely on these names.
use super::hot::{Row, lo_percent};
use super::text::{hex, prefix};
use crate::model::profile::Profile;
use serde::Serialize;

/// `--dump -`: the whole tree in pre-order.
#[derive(Debug, Serialize)]
pub struct Dump {
    pub key_bits: u32,
    pub nodes: u32,
    pub n: u64,
    pub t: u64,
    pub lost: u64,
    pub live: u32,
    pub creates: u32,
    pub collapses: u32,
    /// Level, prefix (left-aligned in `K` bits, `ceil(K/4)` hexadecimal digits), own count.
    pub tree: Vec<(u8, String, u64)>,
}

impl From<&Profile> for Dump {
    fn from(p: &Profile) -> Self {
        let tree = p.tree.iter().map(|node| (node.level, prefix(node.prefix, p.key_bits), node.own)).collect();
        Self {
            key_bits: p.key_bits,
            nodes: p.nodes,
            n: p.n,
            t: p.t,
            lost: p.lost,
            live: p.live,
            creates: p.creates,
            collapses: p.collapses,
            tree,
        }
    }
}

/// `--json`: totals, bounds and hot ranges.
#[derive(Debug, Serialize)]
pub struct Report {
    pub n: u64,
    pub t: u64,
    /// `L * T / n`, a fraction.
    pub eps_bound: f64,
    /// Largest sum of own counts above a node, in events.
    pub cert: u64,
    pub hot: Vec<Hot>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<Query>,
    pub lost: u64,
    pub live: u32,
    pub nodes: u32,
    pub creates: u32,
    pub collapses: u32,
    /// Most nodes at any time, and the average over the weight counted.
    pub peak_live: u32,
    pub average_live: f64,
    /// Events that entered the tree: what the coalescer sent, the events themselves without one.
    pub emitted: u64,
    /// Keys that `--key-low` cut.
    pub cut_keys: u64,
    /// Over the exact hot ranges, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_average: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_maximum: Option<f64>,
}

/// A hot range.
#[derive(Debug, Serialize)]
pub struct Hot {
    pub level: u8,
    /// As in [`Dump::tree`].
    pub prefix: String,
    /// Smallest key, `0x` and hexadecimal digits.
    pub first: String,
    /// Largest key.
    pub last: String,
    /// Number of hot ranges around it.
    pub depth: u32,
    pub lo: u64,
    pub hi: u64,
    /// `lo` in percent of `n`.
    pub percent: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_percent: Option<f64>,
}

impl Hot {
    /// `n` is the sum of all weights.
    pub fn new(row: &Row, n: u64, key_bits: u32) -> Self {
        let range = &row.range;
        Self {
            level: range.level,
            prefix: prefix(range.first, key_bits),
            first: hex(range.first, key_bits),
            last: hex(range.last, key_bits),
            depth: range.depth,
            lo: range.lo,
            hi: range.hi,
            percent: lo_percent(range, n),
            exact: row.exact.map(|(count, _)| count),
            error_percent: row.exact.map(|(_, error)| error),
        }
    }
}

/// Bounds of a range that was asked for.
#[derive(Debug, Serialize)]
pub struct Query {
    pub first: String,
    pub last: String,
    pub lo: u64,
    pub hi: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<u64>,
}
