//! From tests of instructions to entries of the pattern table: alternatives, what each asks for, which of them are one.
use super::Target;
use super::ast::{Atom, Test};
use super::classes::Classes;
use super::diagnostic::{Code, Diagnostics};
use crate::lang::source::Span;
use crate::spec::checkmap::Code as Check;
use crate::spec::hps::Mode;
use crate::spec::hps::class::{BACK_EDGE, BRANCH, CALL, ENTRY};
use crate::spec::hps::words::{Direction, Pattern, Sign};

/// Most alternatives of a production.
pub(super) const ALTERNATIVES: usize = 16;

/// Codes of the map of checks, those of both kinds of checks, and all but the one that mutes.
const ALL_FILTERS: u8 = 0xf;
const CHECKS: u8 = 1 << Check::Entry as u8 | 1 << Check::Back as u8;
const NOT_MUTE: u8 = !(1 << Check::Mute as u8) & ALL_FILTERS;

/// A test, or its opposite.
type Literal = (Atom, bool, Span);

/// What an alternative asks for, before it becomes a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub mask: u32,
    pub value: u32,
    pub classes: Classes,
    /// 0 any, else one bit.
    pub ranges: u8,
    pub direction: Direction,
    pub sign: Sign,
    pub filters: u8,
    pub privilege: u8,
    pub taken: bool,
}

/// Why two tests have no entry together.
enum Clash {
    /// Nothing passes both.
    Nothing(&'static str),
    /// An entry cannot say it.
    Unsayable(&'static str),
}

impl Entry {
    /// Any instruction.
    pub const ANY: Self = Self {
        mask: 0,
        value: 0,
        classes: Classes::ALL,
        ranges: 0,
        direction: Direction::Any,
        sign: Sign::Any,
        filters: ALL_FILTERS,
        privilege: 0,
        taken: false,
    };

    /// Both.
    fn and(&self, other: &Self) -> Result<Self, Clash> {
        if (self.value ^ other.value) & self.mask & other.mask != 0 {
            return Err(Clash::Nothing("the instruction would have two values at once"));
        }
        let classes = self.classes.and(other.classes);
        if classes.is_empty() {
            return Err(Clash::Nothing("no instruction is in both classes"));
        }
        if classes.and(self.possible()).and(other.possible()).is_empty() {
            return Err(Clash::Nothing("no instruction with this opcode is in this class"));
        }
        let ranges = match (self.ranges, other.ranges) {
            (0, one) | (one, 0) => one,
            (a, b) if a == b => a,
            _ => return Err(Clash::Unsayable("an entry can ask for one range or another, but not for both")),
        };
        let direction = match (self.direction, other.direction) {
            (Direction::Any, one) | (one, Direction::Any) => one,
            (a, b) if a == b => a,
            _ => return Err(Clash::Nothing("backward and forward")),
        };
        let sign = match (self.sign, other.sign) {
            (Sign::Any, one) | (one, Sign::Any) => one,
            (a, b) if a == b => a,
            _ => return Err(Clash::Nothing("negative and not")),
        };
        let filters = self.filters & other.filters;
        if filters == 0 {
            return Err(Clash::Nothing("no code of the map of checks is left"));
        }
        Ok(Self {
            mask: self.mask | other.mask,
            value: self.value | other.value,
            classes,
            ranges,
            direction,
            sign,
            filters,
            privilege: self.privilege.max(other.privilege),
            taken: self.taken || other.taken,
        })
    }

    /// The classes that an instruction can be of that has the bits which are asked for.
    pub fn possible(&self) -> Classes {
        if self.mask & 0x7f == 0x7f { Classes::of_opcode(self.value & 0x7f) } else { Classes::ALL }
    }

    /// The entry for a conjunction of several, told where it has none.
    pub fn all(parts: impl Iterator<Item = Entry>, span: Span, found: &mut Diagnostics) -> Option<Entry> {
        let mut sum = Entry::ANY;
        for part in parts {
            match sum.and(&part) {
                Ok(both) => sum = both,
                Err(Clash::Nothing(why)) => {
                    found.push(Code::EmptyPart, span, format!("this alternative matches nothing: {why}"));
                    return None;
                }
                Err(Clash::Unsayable(why)) => {
                    found.push(Code::And, span, why);
                    return None;
                }
            }
        }
        sum.fold();
        if sum.classes.mask().is_none() {
            let why = "no mask of class bits asks for both classes: ask for one of them by T.OP";
            found.push(Code::And, span, why);
            return None;
        }
        Some(sum)
    }

    /// Nothing that the map of checks mutes, unless the entry asks for codes itself.
    pub fn leave_out_muted(&mut self) {
        if self.filters == ALL_FILTERS {
            self.filters = NOT_MUTE;
        }
    }

    /// A branch or jump that leads backward is a class of its own.
    fn fold(&mut self) {
        if self.classes == Classes::of(BRANCH) && self.direction == Direction::Backward {
            self.classes = Classes::of(1 << BACK_EDGE);
            self.direction = Direction::Any;
        }
    }

    /// The words of the table, but for what happens.
    pub fn pattern(&self) -> Pattern {
        Pattern {
            mask: self.mask,
            value: self.value,
            classes: self.classes.mask().unwrap_or(0),
            ranges: self.ranges,
            direction: self.direction,
            sign: self.sign,
            filters: if self.filters == ALL_FILTERS { 0 } else { self.filters },
            privilege: self.privilege,
            taken: self.taken,
            valid: true,
            ..Pattern::default()
        }
    }

    /// How much it asks for: fixed bits of the instruction, and 1 for each other test.
    pub fn specificity(&self) -> u32 {
        let tests = [
            self.classes != Classes::ALL,
            self.ranges != 0,
            self.direction != Direction::Any,
            self.sign != Sign::Any,
            self.filters != ALL_FILTERS,
            self.privilege != 0,
            self.taken,
        ];
        self.mask.count_ones() + tests.into_iter().map(u32::from).sum::<u32>()
    }
}

/// The class bits of a check, or the codes that mark one, as the target has it.
fn check(target: &Target) -> Atom {
    match target.config.mode {
        _ if target.filter => Atom::Filters(CHECKS),
        Mode::Decode => Atom::Classes(1 << CALL | 1 << BACK_EDGE),
        Mode::Retire => Atom::Classes(1 << ENTRY | 1 << BACK_EDGE),
    }
}

/// What one test asks for, told where its opposite is wanted and cannot be had.
fn entry((atom, negated, span): Literal, target: &Target, ranges: &[u8], found: &mut Diagnostics) -> Option<Entry> {
    let any = Entry::ANY;
    let atom = if atom == Atom::Check { check(target) } else { atom };
    let swapped = |first: bool| first != negated;
    if atom == Atom::Taken && target.config.mode == Mode::Decode {
        found.push(Code::Taken, span, "T.TAKEN is not known at decode");
        return None;
    }
    let refuse = |found: &mut Diagnostics, why: &str| {
        found.push(Code::Neg, span, why);
        None
    };
    Some(match atom {
        Atom::Any | Atom::Check if negated => return refuse(found, "the opposite of any instruction is none"),
        Atom::Any | Atom::Check => any,
        Atom::Classes(mask) if negated => {
            let classes = Classes::opposite(mask);
            if classes.mask().is_none() {
                let why = "no mask of class bits holds the instructions that are not of this class, since those of \
                    other classes can be";
                return refuse(found, why);
            }
            Entry { classes, ..any }
        }
        Atom::Classes(mask) => Entry { classes: Classes::of(mask), ..any },
        Atom::Bits { .. } if negated => return refuse(found, "an entry asks for bits, not for others than these"),
        Atom::Bits { mask, value } if value & !mask != 0 => {
            let why = format!("{value:#x} has bits outside of {mask:#x}: this matches nothing");
            found.push(Code::EmptyPart, span, why);
            return None;
        }
        Atom::Bits { mask, value } => Entry { mask, value, ..any },
        Atom::Sign { negative } if swapped(negative) => Entry { sign: Sign::Negative, ..any },
        Atom::Sign { .. } => Entry { sign: Sign::NonNegative, ..any },
        Atom::Direction { backward } if swapped(backward) => Entry { direction: Direction::Backward, ..any },
        Atom::Direction { .. } => Entry { direction: Direction::Forward, ..any },
        Atom::Range(_) if negated => return refuse(found, "an entry asks for ranges, not for what lies outside"),
        Atom::Range(number) => Entry { ranges: ranges.get(number).copied().unwrap_or(0), ..any },
        Atom::Filters(codes) if negated && codes == ALL_FILTERS => return refuse(found, "no code is left"),
        Atom::Filters(codes) if negated => Entry { filters: !codes & ALL_FILTERS, ..any },
        Atom::Filters(codes) => Entry { filters: codes, ..any },
        Atom::Privilege(_) if negated => {
            return refuse(found, "an entry asks for a least privilege, not for a highest one");
        }
        Atom::Privilege(privilege) => Entry { privilege, ..any },
        Atom::Taken if negated => return refuse(found, "an entry can ask for taken, not for the opposite"),
        Atom::Taken => Entry { taken: true, ..any },
    })
}

/// Too many alternatives.
struct TooMany;

/// The alternatives of a test, each a list of tests that all have to hold.
fn alternatives(test: &Test, negated: bool) -> Result<Vec<Vec<Literal>>, TooMany> {
    let joined = |parts: &[Test], all: bool| {
        let mut sum = if all { vec![vec![]] } else { vec![] };
        for part in parts {
            let more = alternatives(part, negated)?;
            sum = if all {
                sum.iter().flat_map(|left| more.iter().map(move |right| [&left[..], &right[..]].concat())).collect()
            } else {
                [sum, more].concat()
            };
            if sum.len() > ALTERNATIVES {
                return Err(TooMany);
            }
        }
        Ok(sum)
    };
    match test {
        Test::Atom(atom, span) => Ok(vec![vec![(*atom, negated, *span)]]),
        // Flags are taken out before.
        Test::Flag { .. } => Ok(vec![vec![]]),
        Test::Not(inner, _) => alternatives(inner, !negated),
        Test::And(parts) => joined(parts, !negated),
        Test::Or(parts) => joined(parts, negated),
    }
}

/// The entries of a production's tests, merged where one entry can be several. `ranges` has the mask of each range that
/// was asked for.
pub(super) fn entries(
    tests: &[&Test],
    span: Span,
    target: &Target,
    ranges: &[u8],
    found: &mut Diagnostics,
) -> Option<Vec<Entry>> {
    let all = Test::And(tests.iter().map(|test| (*test).clone()).collect());
    let Ok(alternatives) = alternatives(&all, false) else {
        found.push(Code::Dnf, span, format!("more than {ALTERNATIVES} alternatives"));
        return None;
    };
    let errors = |found: &Diagnostics| found.0.iter().filter(|found| !found.code.warns()).count();
    let before = errors(found);
    let mut entries: Vec<Entry> = vec![];
    for alternative in alternatives {
        let place = alternative
            .iter()
            .map(|literal| literal.2)
            .reduce(|a, b| Span { start: a.start.min(b.start), end: a.end.max(b.end) });
        let parts: Option<Vec<Entry>> =
            alternative.into_iter().map(|literal| entry(literal, target, ranges, found)).collect();
        entries.extend(parts.and_then(|parts| Entry::all(parts.into_iter(), place.unwrap_or(span), found)));
    }
    if errors(found) > before {
        return None;
    }
    if entries.is_empty() {
        found.push(Code::Empty, span, "no alternative of this production matches anything");
        return None;
    }
    merge(&mut entries);
    Some(entries)
}

/// Entries that differ in their classes alone, or in their codes alone, become one.
fn merge(entries: &mut Vec<Entry>) {
    let together = |a: &Entry, b: &Entry| {
        if (Entry { classes: b.classes, ..*a }) == *b {
            let classes = match (a.classes.mask(), b.classes.mask()) {
                (Some(0), _) | (_, Some(0)) => Classes::ALL,
                (Some(a), Some(b)) => Classes::of(a | b),
                _ => return None,
            };
            return Some(Entry { classes, ..*a });
        }
        ((Entry { filters: b.filters, ..*a }) == *b).then_some(Entry { filters: a.filters | b.filters, ..*a })
    };
    let mut first = 0;
    while first < entries.len() {
        match (first + 1..entries.len()).find_map(|other| Some((other, together(&entries[first], &entries[other])?))) {
            Some((other, merged)) => {
                entries[first] = merged;
                entries.remove(other);
                first = 0;
            }
            None => first += 1,
        }
    }
}
