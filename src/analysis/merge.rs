//! One profile of many: what each is of, so that nothing is counted twice, and the tree of all (docs/user/merge.md).
use crate::model::profile::{Profile, UnionError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Trees that wait to be united: so many are in memory, beside their union.
const WAITING: usize = 64;

/// What some of the counts of a profile are of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Where the events are from: the fingerprint of a trace, a shape, a program and the core that ran it, a device.
    pub source: String,
    /// What tells runs and devices apart: `device`, `boot`, `build`, whatever its owner says.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// What becomes an event, and which bits of it are the key.
    pub selection: String,
    /// Number of the first event of the source that is in.
    pub first: u64,
    /// Number of the first event after those that are in.
    pub end: u64,
}

impl Part {
    /// Whether `next` goes on where this one ends.
    fn goes_on(&self, next: &Part) -> bool {
        let of = |part: &Part| (part.source.clone(), part.labels.clone(), part.selection.clone());
        self.end == next.first && of(self) == of(next)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "events {}..{} of {}", self.first, self.end, self.source)?;
        self.labels.iter().try_for_each(|(label, value)| write!(f, ", {label} {value}"))
    }
}

/// Parts in order, of which those that go on where another ends are one.
fn compact(mut parts: Vec<Part>) -> Vec<Part> {
    parts.sort();
    let mut whole: Vec<Part> = vec![];
    for part in parts {
        match whole.last_mut() {
            Some(last) if last.goes_on(&part) => last.end = part.end,
            _ => whole.push(part),
        }
    }
    whole
}

/// Why a profile is not taken.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// It does not say what it is of.
    Unknown,
    /// Keys of so many bits, where those of the first profile, which is named, have others.
    KeyBits(u32, String, u32),
    /// Its events are chosen in another way than those of a profile that is named.
    Selection(String, String, String),
    /// A part of it has no events.
    Empty(Box<Part>),
    /// It has events in common with a profile that is named.
    Overlap(Box<Part>, String, Box<Part>),
    /// The sum of the counts is beyond what they hold.
    Union(UnionError),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Unknown => write!(f, "it does not say what it is of: expected `of`, or --unchecked"),
            Refused::KeyBits(bits, other, others) => write!(f, "keys of {bits} bits: expected {others}, as in {other}"),
            Refused::Selection(ours, other, theirs) => write!(f, "{ours}: expected {theirs}, as in {other}"),
            Refused::Empty(part) => write!(f, "{part}: expected a first event before the end"),
            Refused::Overlap(ours, other, theirs) => {
                write!(f, "{ours}: expected nothing that {other} has, which is of {theirs}")
            }
            Refused::Union(error) => error.fmt(f),
        }
    }
}

/// The ranges of one source, by their first event: the part, and the profile that it is in.
type Ranges = BTreeMap<u64, (Part, String)>;

/// Unites profiles, one after the other. The order makes no difference to what comes out.
#[derive(Debug, Default)]
pub struct Merge {
    /// Whether profiles are taken that do not say what they are of.
    unchecked: bool,
    waiting: Vec<Profile>,
    /// The first profile's name and width of keys.
    first: Option<(String, u32)>,
    /// How events are chosen, and the first profile that says so.
    selection: Option<(String, String)>,
    /// What is in, by source and labels.
    sources: BTreeMap<(String, BTreeMap<String, String>), Ranges>,
    /// Most nodes that one of the profiles had room for.
    room: u32,
    profiles: u64,
}

/// What profiles come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// All of them in one tree.
    pub profile: Profile,
    /// What it is of.
    pub of: Vec<Part>,
    /// How many profiles.
    pub profiles: u64,
    /// Nodes before the tree was fitted into fewer.
    pub united: u32,
}

impl Merge {
    /// Nothing yet; `unchecked` takes profiles that do not say what they are of.
    pub fn new(unchecked: bool) -> Self {
        Self { unchecked, ..Self::default() }
    }

    /// Takes a profile, called `name` where another one is refused, and what it is of.
    ///
    /// # Errors
    /// Why it is not taken; what was taken before stays.
    pub fn add(&mut self, name: &str, profile: Profile, of: Vec<Part>) -> Result<(), Refused> {
        self.allows(&profile, &of)?;
        self.first.get_or_insert_with(|| (name.into(), profile.key_bits));
        self.room = self.room.max(profile.nodes);
        self.profiles += 1;
        for part in of {
            self.selection.get_or_insert_with(|| (part.selection.clone(), name.into()));
            let ranges = self.sources.entry((part.source.clone(), part.labels.clone())).or_default();
            ranges.insert(part.first, (part, name.into()));
        }
        self.waiting.push(profile);
        if self.waiting.len() > WAITING {
            self.unite().map_err(Refused::Union)?;
        }
        Ok(())
    }

    fn allows(&self, profile: &Profile, of: &[Part]) -> Result<(), Refused> {
        if of.is_empty() && !self.unchecked {
            return Err(Refused::Unknown);
        }
        if let Some((first, bits)) = &self.first
            && *bits != profile.key_bits
        {
            return Err(Refused::KeyBits(profile.key_bits, first.clone(), *bits));
        }
        for part in of {
            if part.first >= part.end {
                return Err(Refused::Empty(Box::new(part.clone())));
            }
            if let Some((selection, other)) = &self.selection
                && *selection != part.selection
            {
                return Err(Refused::Selection(part.selection.clone(), other.clone(), selection.clone()));
            }
            let ranges = self.sources.get(&(part.source.clone(), part.labels.clone()));
            // Ranges that are in have nothing in common, so the last that begins below the end of this one decides.
            let before = ranges.and_then(|ranges| ranges.range(..part.end).next_back());
            if let Some((_, (other, name))) = before.filter(|(_, (other, _))| other.end > part.first) {
                return Err(Refused::Overlap(Box::new(part.clone()), name.clone(), Box::new(other.clone())));
            }
        }
        Ok(())
    }

    /// One tree of those that wait. Its threshold stays the sum of theirs, so that the ladder is climbed once.
    fn unite(&mut self) -> Result<(), UnionError> {
        let t = self.waiting.iter().fold(0_u64, |sum, profile| sum.saturating_add(profile.t));
        let united = Profile::union(&self.waiting)?;
        self.waiting = vec![Profile { t, ..united }];
        Ok(())
    }

    /// The profile of all, in at most `nodes` nodes, or as many as the largest had room for.
    ///
    /// # Errors
    /// No profile, or counts beyond what they hold.
    pub fn finish(self, nodes: Option<u32>) -> Result<Merged, UnionError> {
        let united = Profile::union(&self.waiting)?;
        let parts = self.sources.into_values().flat_map(BTreeMap::into_values).map(|(part, _)| part).collect();
        Ok(Merged {
            profile: united.refit(nodes.unwrap_or(self.room)),
            of: compact(parts),
            profiles: self.profiles,
            united: united.live,
        })
    }
}
