//! Microcode of the profiling co-processor: assembler, disassembler, image files (docs/reference/coproc.md, C).
//!
//! ```
//! use treetap::lang::{coproc::{Image, Target, assemble}, source::Source};
//!
//! let text = ".base CNT = 0 N W0\n.index AT LG\n.start LOAD = A\nA: minc CNT[AT] | AT = inc AT | goto done";
//! let program = assemble(&Source::new("count.uc", text), &Target::new(256)).unwrap();
//! assert_eq!(program.image.words, [0x1060_4280]);
//! assert_eq!(Image::load(&program.image.bytes()), Ok(program.image));
//! ```
pub mod boot;
mod diagnostic;
mod directive;
mod disassemble;
mod expression;
mod image;
mod lex;
mod names;
pub mod programs;
mod symbols;
mod word;

use crate::lang::source::{Source, Span};
use crate::spec::coproc::word::{BT_FAR, Field, Memory, Word};
use crate::spec::coproc::{Config, WORDS, lanes};
use crate::spec::sample_buffer::{LANES_MAX, Lane};
pub use diagnostic::{Code, Diagnostic, Diagnostics};
pub use disassemble::{listing, text, word_text};
pub use image::{Image, Refusal, Why};
pub use names::Names;
use std::collections::BTreeSet;
use symbols::Symbols;

/// What a program is assembled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Entries of the build, N.
    pub entries: u32,
    /// Bits of its values.
    pub value_bits: u32,
}

impl Target {
    /// A build with values of 32 bits.
    pub const fn new(entries: u32) -> Self {
        Self { entries, value_bits: 32 }
    }

    /// The target of a build.
    pub const fn of(config: &Config) -> Self {
        Self { entries: config.entries, value_bits: config.value_bits }
    }

    /// LG: bits of the number of an entry.
    pub const fn index_bits(&self) -> u32 {
        self.entries.ilog2()
    }
}

/// A program that can be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its words and what the registers begin with.
    pub image: Image,
    /// Where each word stands in the text.
    pub spans: Vec<Span>,
}

/// A line with slots.
struct Line<'a> {
    tokens: &'a [(lex::Token<'a>, Span)],
    span: Span,
}

/// Assembles a program.
///
/// # Errors
/// Everything that was found, in the order of the text.
pub fn assemble(source: &Source, target: &Target) -> Result<Program, Diagnostics> {
    let mut found = Diagnostics::default();
    let lexed = lex::lines(source.text(), &mut found);
    let mut symbols = Symbols::default();
    let mut lines: Vec<Line> = vec![];
    for line in &lexed {
        match line {
            lex::Line::Directive(words) => directive::directive(words, target, &mut symbols, &mut found),
            lex::Line::Slots(tokens) => {
                let rest = symbols.label(tokens, lines.len(), &mut found);
                if let (Some((_, first)), Some((_, last))) = (rest.first(), rest.last()) {
                    lines.push(Line { tokens: rest, span: first.to(*last) });
                }
            }
        }
    }
    if let Some(line) = lines.get(WORDS) {
        found.push(Code::Words, line.span, format!("word {WORDS}: the store has {WORDS} words"));
    } else if lines.is_empty() && !found.failed() {
        found.push(Code::Syntax, Span::default(), "expected at least one word, found none");
    }
    symbols.check_labels(lines.len(), &mut found);
    let words: Vec<Word> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| word::word(line.tokens, line.span, at, &symbols, &mut found))
        .collect();
    for (word, line) in words.iter().zip(&lines) {
        check_lane(*word, line.span, &symbols, target, &mut found);
    }
    let targets = symbols.resolve_targets(&mut found);
    let starts = symbols.resolve_starts(&mut found);
    let formats = format(&words, target.value_bits);
    if formats.len() > LANES_MAX as usize {
        let names: Vec<String> = formats.iter().map(|lane| format!("{lane:?}")).collect();
        let why = format!("the program reads {}: a record has {LANES_MAX} lanes", names.join(", "));
        found.push(Code::Lanes, lines.last().map_or(Span::default(), |line| line.span), why);
    }
    found.0.sort_by_key(|one| one.span);
    if found.failed() {
        return Err(found);
    }
    let recfmt = formats.iter().rev().fold(0, |format, lane| format << 4 | *lane as u16);
    let image = Image {
        entries: target.entries,
        value_bits: target.value_bits,
        words: words.into_iter().map(Word::bits).collect(),
        bases: symbols.bases.values(),
        constants: symbols.constants.values(),
        indices: symbols.indices.values(),
        targets,
        starts,
        recfmt,
        names: symbols.names(),
    };
    Ok(Program { image, spans: lines.iter().map(|line| line.span).collect() })
}

/// Lanes of the fields that the words read, in the order of their selectors.
fn format(words: &[Word], value_bits: u32) -> BTreeSet<Lane> {
    let reads = |word: &&Word| word.aop != 0 || matches!(word.memory(), Some(Memory::Match | Memory::Write));
    let fields = words.iter().filter(reads).filter_map(|word| Field::from_code(word.sa));
    fields.flat_map(|field| lanes(field, value_bits)).copied().collect()
}

/// Reading and counting need a lane that the build has (B.3, 1), as far as the base is known here.
fn check_lane(word: Word, span: Span, symbols: &Symbols, target: &Target, found: &mut Diagnostics) {
    let counts = (Memory::Ld as u8..=Memory::Xchg as u8).contains(&word.mop);
    let Some(base) = symbols.bases.get(word.mb) else { return };
    if counts && base.lane(target.value_bits).is_none() {
        let why = format!(
            "`{}` is a base of lane D, which only values of 64 bits can hold; it serves match, cwrite, cinv, cread",
            symbols.bases.name(word.mb)
        );
        found.push(Code::Lane, span, why);
    }
}

/// The code of far target `number`.
const fn far(number: u8) -> u8 {
    BT_FAR + number
}
