//! Transfers of control in the names of a program: profiles whose keys are pairs `{pc, npc}` (docs/user/names.md,
//! "Edges").
use super::shares::{Limits, Share, at, label, names};
use super::text::{grouped, hex, percent};
use crate::analysis::bounds::Bounds;
use crate::analysis::{Keys, Symbols};
use crate::model::profile::{Node, Profile};
use serde::Serialize;
use std::cmp::Reverse;

/// Origin or target of a transfer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct End {
    pub address: String,
    /// The function, or another place of the program.
    pub function: String,
    /// Functions inlined there, outermost first, of which the last has the line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inlined: Vec<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// Bytes from the start of the function.
    pub offset: u64,
}

impl End {
    fn of(address: u64, symbols: &Symbols, bits: u32) -> Self {
        let place = &symbols.places()[symbols.at(address) as usize];
        let frames = symbols.frames(address);
        let (file, line) = frames.last().map_or((None, None), |frame| (frame.file.clone(), frame.line));
        let range = place.ranges.iter().find(|(first, last)| (*first..=*last).contains(&address));
        Self {
            address: hex(address, bits),
            function: place.name.clone(),
            inlined: frames.into_iter().skip(1).map(|frame| frame.function).collect(),
            file,
            line,
            offset: range.map_or(0, |(first, _)| address - first),
        }
    }

    /// `partition sort.c:31`, the innermost function with its line; `partition+0x1c` without lines.
    pub fn label(&self) -> String {
        let innermost = self.inlined.last().unwrap_or(&self.function);
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{innermost} {}", at(file, line)),
            _ if self.offset == 0 => self.function.clone(),
            _ => format!("{}+{:#x}", self.function, self.offset),
        }
    }
}

/// A transfer from one instruction to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edge {
    pub from: End,
    pub to: End,
    #[serde(flatten)]
    pub share: Share,
}

impl Edge {
    /// `from -> to`, in names.
    pub fn label(&self) -> String {
        arrow(&self.from.label(), &self.to.label())
    }

    /// `from -> to`, in addresses.
    pub fn addresses(&self) -> String {
        arrow(&self.from.address, &self.to.address)
    }
}

/// The transfers of a profile.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edges {
    /// Events that surely are of one transfer, whichever it is.
    pub certain: u64,
    /// Transfers with at least the share asked for, the one that surely has most first.
    pub hot: Vec<Edge>,
    /// How many other transfers surely have events, and how many of them together.
    pub other_edges: usize,
    pub other_events: u64,
}

impl Edges {
    /// Of a profile whose keys are pairs.
    pub(super) fn of(profile: &Profile, symbols: &Symbols, keys: Keys, limits: &Limits) -> Self {
        let mut units: Vec<&Node> = profile.tree.iter().filter(|node| node.own > 0 && is_one(profile, node)).collect();
        units.sort_by_key(|node| (Reverse(node.own), node.prefix));
        let certain = units.iter().map(|node| node.own).sum();
        let is_hot = |node: &&&Node| node.own as f64 >= limits.share * profile.n as f64;
        let hot: Vec<Edge> = units
            .iter()
            .take_while(is_hot)
            .take(limits.rows)
            .map(|node| {
                let (lo, hi) = profile.query(node.prefix, node.prefix);
                let [from, to] = ends(profile, node, symbols, keys);
                Edge { from, to, share: Share::of(lo, hi, profile.n) }
            })
            .collect();
        let others = &units[hot.len()..];
        let other_events = others.iter().map(|node| node.own).sum();
        Self { certain, other_edges: others.len(), other_events, hot }
    }

    /// What has no row, in words; `n` is the sum of all events.
    pub(super) fn rest(&self, n: u64) -> Option<String> {
        let what = if self.other_edges == 1 { "edge" } else { "edges" };
        (self.other_edges > 0).then(|| {
            let (edges, events) = (grouped(self.other_edges as u64), grouped(self.other_events));
            format!("{edges} more {what} with {events} events surely ({})", percent(self.other_events, n))
        })
    }
}

/// Whether all events of a node are of one transfer.
pub(super) fn is_one(profile: &Profile, node: &Node) -> bool {
    u32::from(node.level) == profile.levels()
}

/// Origin and target of a node that is one edge.
fn ends(profile: &Profile, node: &Node, symbols: &Symbols, keys: Keys) -> [End; 2] {
    let (from, to) = (keys.addresses(node.prefix, node.prefix).0, keys.targets(node.prefix, node.prefix).0);
    [from, to].map(|address| End::of(address, symbols, profile.key_bits - keys.beside))
}

/// Some of several places.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Several {
    /// Names of some, those that surely have most first; `anywhere` if it can be any.
    pub names: Vec<String>,
    /// How many further places there are.
    pub more: usize,
}

impl Several {
    /// Targets of a node; `bounds` are those of [`Symbols::targets`].
    pub(super) fn to(profile: &Profile, node: &Node, symbols: &Symbols, keys: Keys, bounds: &[Bounds]) -> Self {
        let (names, more) = match targets(profile, node, keys) {
            Some((first, last)) => names(symbols, bounds, &symbols.within(first, last)),
            None => (vec!["anywhere".to_owned()], 0),
        };
        Self { names, more }
    }

    pub fn label(&self) -> String {
        label(&self.names, self.more)
    }
}

/// Where the edges of a node can lead, if not anywhere.
fn targets(profile: &Profile, node: &Node, keys: Keys) -> Option<(u64, u64)> {
    Some(keys.targets(node.prefix, profile.last_key(node))).filter(|range| *range != keys.targets(0, u64::MAX))
}

/// What a node that is one edge is called.
pub(super) fn name(profile: &Profile, node: &Node, symbols: &Symbols, keys: Keys) -> String {
    let [from, to] = ends(profile, node, symbols, keys);
    arrow(&from.label(), &to.label())
}

/// What a range of pairs is, in addresses: `0x100..0x1ff -> any`.
pub(super) fn range(profile: &Profile, node: &Node, keys: Keys) -> String {
    let (first, last) = (node.prefix, profile.last_key(node));
    let address = |at| hex(at, profile.key_bits - keys.beside);
    let text = |(a, z): (u64, u64)| if a == z { address(a) } else { format!("{}..{}", address(a), address(z)) };
    let to = targets(profile, node, keys).map_or("any".to_owned(), text);
    arrow(&text(keys.addresses(first, last)), &to)
}

/// One end beside the other.
pub(super) fn arrow(from: &str, to: &str) -> String {
    format!("{from} -> {to}")
}
