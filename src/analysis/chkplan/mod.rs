//! Where checks of bursty tracing are needed (docs/reference/chkplan.md): procedures that every cycle of calls comes
//! by, loops that are of interest.
mod code;
mod compare;
mod dynamic;
mod file;
mod graph;

pub use code::{Code, Function, Insn};
pub use compare::{Comparison, Row, rate, whole};
pub use dynamic::{Costs, Counts, Run};
pub use file::{FileError, from_bytes, to_bytes};
pub use graph::{Graph, Judged};

use super::elf;
use crate::spec::checkmap::{Code as Mark, Image, WORD_CODES};
use crate::spec::checks::DIRECT;
use crate::spec::classify::Opclass;
use std::collections::BTreeSet;

/// What a program counts as an event of interest inside a loop.
pub use crate::host::bursts::ACCESSES;

/// Which procedures get a check on entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// Every procedure.
    All,
    /// Procedures that call something.
    NoLeaves,
    /// So many procedures that no cycle of calls avoids them all.
    Chosen,
    /// None.
    None,
}

/// Which loops go without a check and without events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boring {
    /// None.
    None,
    /// Loops without calls and with at most so many events of interest.
    Most(usize),
    /// Loops without calls have no events, and no loop has a check.
    All,
}

/// A way to place checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Procedures.
    pub entries: Entries,
    /// Loops.
    pub boring: Boring,
}

impl Variant {
    /// Those that the authors of bursty tracing compare, with their names.
    pub const ALL: [(&'static str, Self); 8] = [
        ("orig", Self { entries: Entries::All, boring: Boring::None }),
        ("EL", Self { entries: Entries::NoLeaves, boring: Boring::None }),
        ("EC", Self { entries: Entries::Chosen, boring: Boring::None }),
        ("EN", Self { entries: Entries::None, boring: Boring::None }),
        ("L4", Self { entries: Entries::All, boring: Boring::Most(4) }),
        ("L10", Self { entries: Entries::All, boring: Boring::Most(10) }),
        ("LN", Self { entries: Entries::All, boring: Boring::All }),
        ("EC+L4", Self { entries: Entries::Chosen, boring: Boring::Most(4) }),
    ];
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The file cannot be read.
    #[error(transparent)]
    Elf(#[from] elf::Error),
    /// It is for another machine.
    #[error("it is for `{0}`: expected an executable for riscv32 or riscv64")]
    Machine(String),
    /// Nothing says where procedures begin and end.
    #[error("it has no symbols of procedures with a size (stripped?)")]
    NoFunctions,
    /// The map is too small.
    #[error(
        "E-TEXT: the procedures take {wanted} codes from {base:#x} up, the map has {slots}; --clip leaves out what \
         does not fit"
    )]
    Text {
        /// Codes that the procedures take.
        wanted: u64,
        /// Codes that there are.
        slots: u32,
        /// Address of the first code.
        base: u64,
    },
    /// A map of all of it would be larger than any memory for code.
    #[error("the procedures take {wanted} codes from {base:#x} up: expected at most {WHOLE}, for 128 MiB of addresses")]
    Apart {
        /// Codes that the procedures take.
        wanted: u64,
        /// Address of the first code.
        base: u64,
    },
}

/// Most codes of a map of the whole program: addresses come from a file, and memory is taken by them.
pub const WHOLE: u32 = 1 << 26;

/// Checks and codes of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The codes.
    pub image: Image,
    /// Procedures with a check on entry.
    pub entries: usize,
    /// Jumps back with a check.
    pub backs: usize,
    /// Places without events.
    pub muted: usize,
    /// Places that would be without events if they were no checks.
    pub conflicts: usize,
    /// Names of procedures that the map does not hold, at least in part.
    pub clipped: Vec<String>,
}

impl Plan {
    /// Checks of the program text.
    pub fn checks(&self) -> usize {
        self.entries + self.backs
    }
}

/// A loop: from the target of a jump back to the jump.
struct Loop {
    target: u64,
    back: u64,
    leaves: bool,
    events: usize,
}

/// Where a map of the procedures begins, and how many codes they take.
fn extent(code: &Code) -> (u64, u64) {
    let first = code.functions.iter().map(|f| f.first).min().unwrap_or_default() & !31;
    let end = code.functions.iter().map(|f| f.end).max().unwrap_or_default();
    (first, (end - first).div_ceil(2))
}

/// Places checks for a map of `slots` codes; `events` are the classes that are of interest in loops.
///
/// # Errors
/// [`Error::Text`] when they do not fit and `clip` does not allow it.
pub fn plan(code: &Code, variant: Variant, events: &[Opclass], slots: u32, clip: bool) -> Result<Plan, Error> {
    let (base, wanted) = extent(code);
    if wanted > u64::from(slots) && !clip {
        return Err(Error::Text { wanted, slots, base });
    }
    let mut image = Image::new(base as u32, wanted.min(slots.into()).next_multiple_of(WORD_CODES.into()) as u32);
    let limit = base.saturating_add(2 * u64::from(slots));
    let clipped = code.functions.iter().filter(|f| f.end > limit).map(|f| f.name.clone()).collect();
    let (marked, backs, mute) = places(code, variant, events);
    // What does not fit has no code.
    let fits = |pc: &&u64| **pc < limit;
    mute.iter().filter(fits).for_each(|pc| _ = image.set(*pc as u32, Mark::Mute));
    backs.iter().filter(fits).for_each(|pc| _ = image.set(*pc as u32, Mark::Back));
    marked.iter().filter(fits).for_each(|pc| _ = image.set(*pc as u32, Mark::Entry));
    let muted = mute.iter().filter(fits).filter(|pc| image.code(**pc as u32) == Mark::Mute).count();
    let conflicts = mute.iter().filter(|pc| marked.contains(pc) || backs.contains(pc)).count();
    Ok(Plan {
        image,
        entries: marked.iter().filter(fits).count(),
        backs: backs.iter().filter(fits).count(),
        muted,
        conflicts,
        clipped,
    })
}

/// Addresses of entries with a check, of jumps back with one, and of instructions without events.
fn places(code: &Code, variant: Variant, events: &[Opclass]) -> (BTreeSet<u64>, BTreeSet<u64>, BTreeSet<u64>) {
    let judged = code.graph.judge();
    let wanted = |f: usize| match variant.entries {
        Entries::All => true,
        Entries::NoLeaves => !judged.leaf[f],
        Entries::Chosen => judged.chosen[f],
        Entries::None => false,
    };
    let mut marked: BTreeSet<u64> =
        (0..code.functions.len()).filter(|f| wanted(*f)).map(|f| code.functions[f].first).collect();
    marked.extend(code.middles.iter().filter(|(_, f)| wanted(**f)).map(|(pc, _)| *pc));
    let (mut backs, mut mute) = (BTreeSet::new(), BTreeSet::new());
    for function in &code.functions {
        // A computed jump may be one of a table, and lead back.
        let computed = |insn: &&Insn| insn.class == Opclass::IndirectJump && insn.target.is_none();
        if variant.boring != Boring::All {
            backs.extend(function.body.iter().filter(computed).map(|insn| insn.pc));
        }
        for found in loops(function, events) {
            let boring = !found.leaves
                && match variant.boring {
                    Boring::None => false,
                    Boring::Most(most) => found.events <= most,
                    Boring::All => true,
                };
            if boring {
                let inside =
                    function.body.iter().map(|insn| insn.pc).filter(|pc| (found.target..=found.back).contains(pc));
                mute.extend(inside);
            } else if variant.boring != Boring::All && !marked.contains(&found.target) {
                // A loop that begins with a check needs no other one.
                backs.insert(found.back);
            }
        }
    }
    (marked, backs, mute)
}

/// The loops of a procedure, in the order of their jumps back.
fn loops(function: &Function, events: &[Opclass]) -> Vec<Loop> {
    // How many instructions that leave, and events, lie before each instruction: loops may be nested deeply.
    let mut sums = vec![(0, 0)];
    for insn in &function.body {
        let (leaving, seen) = sums[sums.len() - 1];
        sums.push((leaving + usize::from(function.leaves(insn)), seen + usize::from(events.contains(&insn.class))));
    }
    let back = |(at, insn): (usize, &Insn)| {
        let target = insn.target.filter(|t| DIRECT.contains(&insn.class) && *t <= insn.pc && *t >= function.first)?;
        let from = function.body.partition_point(|insn| insn.pc < target);
        Some(Loop {
            target,
            back: insn.pc,
            leaves: sums[at + 1].0 > sums[from].0,
            events: sums[at + 1].1 - sums[from].1,
        })
    };
    function.body.iter().enumerate().filter_map(back).collect()
}
