//! Profiles of intervals: what counts in one, of which type (docs/reference/phaseeval.md, V1).

/// What a profile counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Direct branches and jumps by their addresses: hot code regions.
    Region = 0,
    /// Procedures by their entries: calls of them and loops in them.
    Method = 1,
    /// Calls by their addresses and where they lead.
    CallPair = 2,
}

impl Kind {
    /// Every kind, in the order of the codes.
    pub const ALL: [Self; 3] = [Self::Region, Self::Method, Self::CallPair];

    /// Name on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Region => "region",
            Self::Method => "method",
            Self::CallPair => "callpair",
        }
    }

    /// The kind called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind of a code.
    pub fn from_code(code: u64) -> Option<Self> {
        usize::try_from(code).ok().and_then(|code| Self::ALL.get(code)).copied()
    }
}

/// What is counted under one name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// Address of the branch or call, or of the procedure.
    pub site: u64,
    /// Where a call leads; 0 for other kinds.
    pub callee: u64,
}

/// A name and its counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The name.
    pub key: Key,
    /// How often.
    pub count: u64,
    /// Instructions that a region stands for; 0 for other kinds.
    pub weight: u64,
}
