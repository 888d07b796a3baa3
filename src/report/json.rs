//! The machine contracts of `treetap profile` (docs/reference/cli.md): scripts rely on these names.
use super::hot::{Row, lo_percent};
use super::names::Table;
use super::text::{hex, prefix};
use crate::analysis::merge::Part;
use crate::model::profile::{DumpError, Node, Profile};
use crate::spec::rap::{Collapse, DUMP_HEADER_WORDS, DUMP_OWN_BITS, DUMP_OWN_MAX};
use serde::{Deserialize, Serialize};

/// `--dump -`: the whole tree in pre-order.
#[derive(Debug, Serialize, Deserialize)]
pub struct Dump {
    pub key_bits: u32,
    pub nodes: u32,
    pub n: u64,
    pub t: u64,
    pub lost: u64,
    pub live: u32,
    pub creates: u32,
    /// Under R6; 0 with the hand.
    pub collapses: u32,
    /// Events counted above the threshold, with the hand.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub over: u64,
    /// Checksum of the map of code whose lines the keys are (docs/reference/codemap.md G8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_map: Option<u32>,
    /// What the counts are of; empty where that is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<Part>,
    /// Level, prefix (left-aligned in `K` bits, `ceil(K/4)` hexadecimal digits), own count.
    pub tree: Vec<(u8, String, u64)>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(value: &u64) -> bool {
    *value == 0
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
            over: p.over,
            code_map: None,
            of: vec![],
            tree,
        }
    }
}

impl Dump {
    /// A profile, and what it is of.
    pub fn of(profile: &Profile, of: Vec<Part>) -> Self {
        Self { of, ..Self::from(profile) }
    }

    /// The profile, checked as a dump of the hardware is: what comes back can be worked with.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn profile(&self) -> Result<Profile, String> {
        let key_bits = self.key_bits;
        if !matches!(key_bits, 2..=64) || !key_bits.is_multiple_of(2) {
            return Err(format!("key_bits {key_bits}: expected an even number from 2 to 64"));
        }
        let digits = key_bits.div_ceil(4) as usize;
        let mut tree = Vec::with_capacity(self.tree.len());
        for (index, (level, prefix, own)) in self.tree.iter().enumerate() {
            let hexadecimal = prefix.len() == digits && prefix.bytes().all(|b| b.is_ascii_hexdigit());
            let number = u64::from_str_radix(prefix, 16).ok().filter(|_| hexadecimal);
            let prefix = number
                .ok_or_else(|| format!("tree[{index}]: prefix {prefix:?}: expected {digits} hexadecimal digits"))?;
            if *own > DUMP_OWN_MAX {
                return Err(format!("tree[{index}]: {own} events: expected at most {DUMP_OWN_MAX}"));
            }
            tree.push(Node { level: *level, prefix, own: *own });
        }
        let Self { nodes, n, t, lost, live, creates, collapses, over, .. } = *self;
        // A tree makes room in one way, and a dump has one word for both.
        if over > 0 && collapses > 0 {
            return Err(format!("over {over}: expected 0 beside {collapses} collapses"));
        }
        let profile =
            Profile { key_bits, count_bits: DUMP_OWN_BITS, nodes, n, t, lost, live, creates, collapses, over, tree };
        // The same rules as for words from a wire, so that there is one place to keep them.
        let rule = if over == 0 { Collapse::Stop } else { Collapse::HAND };
        Profile::from_words(&profile.to_words(), key_bits, DUMP_OWN_BITS, nodes.max(live), rule)
            .map_err(|e| place(&e))?;
        Ok(profile)
    }
}

/// The place of a word of the dump stream in the JSON dump.
fn place(error: &DumpError) -> String {
    const HEADER: [&str; DUMP_HEADER_WORDS] = ["n", "t", "lost", "live", "creates", "collapses"];
    let text = error.to_string();
    let reason = text.split_once(": ").map_or(&text[..], |(_, reason)| reason);
    match HEADER.get(error.word) {
        Some(field) => format!("{field}: {reason}"),
        None => format!("tree[{}]: {reason}", (error.word - DUMP_HEADER_WORDS) / 2),
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
    /// Events counted above the threshold because no node was free (R15): they add to the bound `L * T`.
    pub over: u64,
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
    /// Functions, where keys are lines of a map of code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<Table>,
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

/// `report --json` without names: the hot ranges.
#[derive(Debug, Serialize)]
pub struct HotRanges {
    pub n: u64,
    pub lost: u64,
    pub hot: Vec<Hot>,
}

impl HotRanges {
    /// At the share `phi` of all events.
    pub fn of(profile: &Profile, phi: f64) -> Self {
        let rows = super::hot::of_profile(profile, phi);
        let hot = rows.iter().map(|row| Hot::new(row, profile.n, profile.key_bits)).collect();
        Self { n: profile.n, lost: profile.lost, hot }
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
