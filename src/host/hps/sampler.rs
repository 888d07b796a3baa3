//! How a program samples, told from its tables: an image holds neither the text nor the word of CTRL
//! (docs/reference/hps.md, H11).
use crate::lang::hps::Image;
use crate::spec::hps::words::{Condition, Operation, Pattern};
use crate::spec::hps::{class, regs};
use std::fmt;

/// Conditions of the programs that come with treetap, in the order of their rows (docs/reference/hps-language.md).
const BURSTY: [u32; 4] = [0x0088_5555, 0x0188_0a0a, 0x00c8_a0a0, 0x09c8_a0a0];
const UPWARD: [u32; 4] = [0x0048_3333, 0x0148_00cc, 0x00c8_cc00, 0x09c8_cc00];
const UPWARD_ONE: [u32; 2] = [0x0048_3333, 0x00c8_cccc];
/// Of segments when neither row has a replacement, of events when the second one has.
const COUNTDOWN: [u32; 2] = [0x0088_5555, 0x00c8_aaaa];

/// Codes of the map of checks that make a check: entry and back.
const CHECK_CODES: u8 = 0b0110;

/// A share of whole things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    /// How many.
    pub part: u128,
    /// Of how many.
    pub whole: u128,
}

impl Ratio {
    /// `part` of `whole`.
    pub fn new(part: u64, whole: u64) -> Self {
        Self { part: part.into(), whole: whole.into() }
    }

    /// As a number; 0 of nothing.
    pub fn value(self) -> f64 {
        if self.whole == 0 { 0.0 } else { self.part as f64 / self.whole as f64 }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{} = {:.6}", self.part, self.whole, self.value())
    }
}

/// `part` of `whole` as a number; 0 of nothing.
pub fn ratio(part: u64, whole: u64) -> f64 {
    Ratio::new(part, whole).value()
}

/// What a program samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampler {
    /// After `between` segments between checks, `inside` of them (bursty tracing; `inside` is 1 after Arnold and
    /// Ryder).
    Segments {
        /// nCheck0.
        between: u64,
        /// nInstr0.
        inside: u64,
    },
    /// Every `period`-th event.
    Events {
        /// One of so many.
        period: u64,
    },
    /// It has no sampler of this kind: by triggers, at random, of the user's own.
    Other,
}

/// For a column of a table.
impl fmt::Display for Sampler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Segments { between, inside } => write!(f, "{between}:{inside}"),
            Self::Events { period } => write!(f, "1 of {period}"),
            Self::Other => f.write_str("all"),
        }
    }
}

impl Sampler {
    /// The sampler of an image, known by its conditions.
    pub fn of(image: &Image) -> Self {
        let rows = operating(image);
        let words: Vec<u32> = rows.iter().map(|(_, condition)| condition.word()).collect();
        let silent = rows.iter().all(|(pattern, _)| pattern.null);
        let known = rows.iter().all(|(pattern, _)| Checked::by(pattern).is_some());
        let limit = 1_u64 << image.config.width;
        let [first, second] = [0, 1].map(|at| u64::from(image.sources[at] & image.config.largest()));
        match &words[..] {
            words if silent && known && words == BURSTY => Self::Segments { between: first, inside: second + 1 },
            words if silent && known && words == COUNTDOWN => Self::Segments { between: first, inside: 1 },
            words if silent && known && words == UPWARD => {
                Self::Segments { between: limit - first, inside: limit - second + 1 }
            }
            words if silent && known && words == UPWARD_ONE => Self::Segments { between: limit - first, inside: 1 },
            words if words == COUNTDOWN && rows[0].0.null && !rows[1].0.null => Self::Events { period: first + 1 },
            _ => Self::Other,
        }
    }

    /// The share that it is meant to sample, r: of segments, or of events.
    pub fn rate(self) -> Option<Ratio> {
        match self {
            Self::Segments { between, inside } => Some(Ratio::new(inside, between + inside)),
            Self::Events { period } => Some(Ratio::new(1, period)),
            Self::Other => None,
        }
    }

    /// Whether what was counted, r', is that share but for a period that is not over. Nothing to hold it against: it
    /// is.
    pub fn agrees(self, counted: Ratio) -> bool {
        let Some(rate) = self.rate().filter(|rate| rate.whole > 0) else { return true };
        let over = counted.whole / rate.whole * rate.part;
        (over..=over + rate.part).contains(&counted.part)
    }
}

/// What makes a check for a sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Entries of procedures and branches backward.
    Entries,
    /// Calls and branches backward.
    Calls,
    /// What the map of checks says.
    Map,
}

impl Checked {
    /// That of an image; none if it does not count checks in a way that is known.
    pub fn of(image: &Image) -> Option<Self> {
        let counts = matches!(Sampler::of(image), Sampler::Segments { .. });
        operating(image).first().filter(|_| counts).and_then(|(pattern, _)| Self::by(pattern))
    }

    fn by(pattern: &Pattern) -> Option<Self> {
        const BACK: u16 = 1 << class::BACK_EDGE;
        match (pattern.classes, pattern.filters) {
            (0, CHECK_CODES) => Some(Self::Map),
            (classes, 0) if classes == BACK | 1 << class::ENTRY => Some(Self::Entries),
            (classes, 0) if classes == BACK | 1 << class::CALL => Some(Self::Calls),
            _ => None,
        }
    }
}

/// Whether an image asks for codes that nothing has without a map of checks.
pub fn needs_map(image: &Image) -> bool {
    valid(image).any(|pattern| pattern.filters != 0 && pattern.filters & 1 == 0)
}

/// Whether an image asks for codes at all.
pub fn knows_map(image: &Image) -> bool {
    valid(image).any(|pattern| pattern.filters != 0)
}

/// Whether sampling is the overflow of counter 0, not its being zero (CTRL.FLAGSEL): what the productions with a
/// replacement ask for.
pub fn by_overflow(image: &Image) -> bool {
    let depends = |pattern: &Pattern, flag: u32| {
        let condition = condition(image, pattern);
        [(condition.a, flag), (condition.b, flag << 2)].into_iter().any(|(counter, bit)| {
            let differs = |row: u32| (condition.table >> row ^ condition.table >> (row ^ bit)) & 1 == 1;
            counter == 0 && (0..u16::BITS).any(differs)
        })
    };
    let asked = |flag| valid(image).any(|pattern| !pattern.null && depends(&pattern, flag));
    asked(2) && !asked(1)
}

/// The word of CTRL that an image asks for.
pub fn control(image: &Image) -> u32 {
    let field = |name, set: bool| regs::CTRL.field(name).at(set.into());
    field("EN", true) | field("BE_TAKEN", true) | field("FLAGSEL", by_overflow(image))
}

fn valid(image: &Image) -> impl Iterator<Item = Pattern> {
    image.patterns.iter().map(|words| Pattern::from_words(*words)).filter(|pattern| pattern.valid)
}

fn condition(image: &Image, pattern: &Pattern) -> Condition {
    Condition::from_word(image.conditions.get(usize::from(pattern.condition)).copied().unwrap_or(0))
}

/// Rows that do something to a counter.
fn operating(image: &Image) -> Vec<(Pattern, Condition)> {
    let rows = valid(image).map(|pattern| (pattern, condition(image, &pattern)));
    rows.filter(|(_, condition)| condition.operation != Operation::None).collect()
}
