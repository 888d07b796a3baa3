//! One word of microcode: its slots become fields.
use super::diagnostic::{Code, Diagnostics};
use super::far;
use super::lex::Token;
use super::symbols::Symbols;
use crate::lang::source::Span;
use crate::spec::coproc::WORDS;
use crate::spec::coproc::word::{
    ALWAYS, Alu, BT_DONE, BT_INTERRUPT, Condition, Field, INVERT, Index, Memory, PLACES, SourceA, SourceB, TAG, VD,
    Word,
};

type Tokens<'a> = [(Token<'a>, Span)];

/// What is wrong, where.
type Wrong = (Code, Span, String);

/// Smallest and largest offset of a near branch.
const NEAR: std::ops::RangeInclusive<i64> = -8..=7;

/// What a slot is; a word has one of each at most.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Alu,
    Memory,
    Index,
    Branch,
    Set,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Alu => "for the ALU",
            Self::Memory => "for the memories",
            Self::Index => "for an index",
            Self::Branch => "with a branch",
            Self::Set => "`set`",
        }
    }
}

/// A word that is being put together.
struct Maker<'a> {
    symbols: &'a Symbols,
    at: usize,
    word: Word,
    /// Operand A, once a slot has said it.
    a: Option<u8>,
    /// The index that is read, once a slot has said it.
    rx: Option<u8>,
    /// Fields that slots have said, bit n for place n.
    said: u16,
    kinds: Vec<Kind>,
}

/// The word of a line without its label; `at` is its number.
pub(super) fn word(tokens: &Tokens, span: Span, at: usize, symbols: &Symbols, found: &mut Diagnostics) -> Word {
    let mut maker = Maker { symbols, at, word: Word::default(), a: None, rx: None, said: 0, kinds: vec![] };
    let mut sets = vec![];
    // Where a slot is missing: after the bar, or the beginning, before it.
    let mut before = span.start;
    for slot in tokens.split(|(token, _)| *token == Token::Symbol("|")) {
        let end = slot.last().map_or(before, |(_, last)| last.end);
        let missing = Span { start: end, end };
        before = tokens.iter().map(|(_, token)| token.end).find(|after| *after > end).unwrap_or(end);
        if let [(Token::Name("set"), _), ..] = slot {
            sets.push(slot);
            continue;
        }
        if let Err((code, span, why)) = maker.slot(slot, missing) {
            found.push(code, span, why);
        }
    }
    // What was said by slots is known now.
    for slot in sets {
        if let Err((code, span, why)) = maker.set(slot) {
            found.push(code, span, why);
        }
    }
    if !maker.word.is_legal() && !found.failed() {
        found.push(Code::Illegal, span, "no such word is legal (B.3, 1)");
    }
    maker.word
}

fn syntax<T>(span: Span, why: impl Into<String>) -> Result<T, Wrong> {
    Err((Code::Syntax, span, why.into()))
}

/// The whole of some tokens.
fn whole(tokens: &Tokens, end: Span) -> Span {
    match tokens {
        [(_, first), .., (_, last)] => first.to(*last),
        [(_, one)] => *one,
        [] => end,
    }
}

impl Maker<'_> {
    fn slot(&mut self, slot: &Tokens, end: Span) -> Result<(), Wrong> {
        match slot {
            [] => syntax(end, "expected a slot, found none"),
            [(Token::Name("nop"), _)] => Ok(()),
            [(Token::Name("if" | "goto"), _), ..] => self.kind(Kind::Branch, slot).and_then(|()| self.branch(slot)),
            [(Token::Name(name), span), (Token::Symbol("="), _), rest @ ..] => {
                self.assignment((name, *span), rest, slot)
            }
            [(Token::Name(name), span), rest @ ..] => {
                if let Some(op) = Memory::ALL[1..].iter().find(|op| op.name() == *name) {
                    self.kind(Kind::Memory, slot)?;
                    return self.memory(*op, *span, rest);
                }
                self.kind(Kind::Alu, slot)?;
                self.alu((name, *span), rest)
            }
            [(_, span), ..] => syntax(*span, "expected an operation"),
        }
    }

    fn kind(&mut self, kind: Kind, slot: &Tokens) -> Result<(), Wrong> {
        if self.kinds.contains(&kind) {
            return Err((Code::Slot, whole(slot, Span::default()), format!("a second slot {}", kind.name())));
        }
        self.kinds.push(kind);
        Ok(())
    }

    /// Fields of these names are said by a slot.
    fn says(&mut self, names: &[&str]) {
        for (at, _) in PLACES.iter().enumerate().filter(|(_, place)| names.contains(&place.name)) {
            self.said |= 1 << at;
        }
    }

    fn assignment(&mut self, (name, span): (&str, Span), rest: &Tokens, slot: &Tokens) -> Result<(), Wrong> {
        if let Some(value) = ["V0", "V1", "V2", "V3"].iter().position(|known| *known == name) {
            self.kind(Kind::Alu, slot)?;
            let [(Token::Name(op), at), rest @ ..] = rest else {
                return syntax(span, "expected an operation after `=`");
            };
            self.word.vd = value as u8 + 1;
            return self.alu((op, *at), rest);
        }
        self.kind(Kind::Index, slot)?;
        let Some(wx) = self.symbols.indices.find(name) else {
            return Err((Code::Undef, span, format!("`{name}` is no index, nor V0 to V3")));
        };
        self.says(&["iop", "wx"]);
        self.word.wx = wx;
        let (op, reads) = match rest {
            [(Token::Name(op), _)] if [Index::Alu.name(), Index::Match.name()].contains(op) => (op, None),
            [(Token::Name(op), _), (Token::Name(from), at)] => (op, Some((*from, *at))),
            _ => return syntax(whole(slot, span), "expected inc, dec, incs, decs or mov with an index, alu, or midx"),
        };
        let known = Index::ALL[1..].iter().find(|known| known.name() == *op);
        let takes = |op: Index| !matches!(op, Index::Alu | Index::Match);
        let Some(op) = known.filter(|op| takes(**op) == reads.is_some()) else {
            return syntax(rest[0].1, "expected inc, dec, incs, decs or mov with an index, alu, or midx");
        };
        self.word.iop = *op as u8;
        match reads {
            Some((from, at)) => self.read_index(from, at),
            None => Ok(()),
        }
    }

    /// The one index that this word reads.
    fn read_index(&mut self, name: &str, span: Span) -> Result<(), Wrong> {
        let Some(rx) = self.symbols.indices.find(name) else {
            return Err((Code::Undef, span, format!("no index is called `{name}`")));
        };
        if let Some(other) = self.rx.filter(|other| *other != rx) {
            let other = self.symbols.indices.name(other);
            return Err((Code::Index, span, format!("the word reads index `{other}` already, and there is one port")));
        }
        self.says(&["rx"]);
        self.rx = Some(rx);
        self.word.rx = rx;
        Ok(())
    }

    fn operand_a(&mut self, name: &str, span: Span) -> Result<(), Wrong> {
        let field = Field::ALL.iter().find(|field| field.name() == name).map(|field| *field as u8);
        let other = SourceA::ALL.iter().find(|source| source.name() == name).map(|source| *source as u8);
        let code = match field.or(other) {
            Some(code) => code,
            None if self.symbols.indices.find(name).is_some() => {
                self.read_index(name, span)?;
                SourceA::Ix as u8
            }
            None => return Err((Code::Undef, span, format!("no operand A is called `{name}`"))),
        };
        if self.a.is_some_and(|before| before != code) {
            return Err((Code::Operand, span, "ALU and memories share operand A, which is another one".into()));
        }
        self.says(&["sa"]);
        self.a = Some(code);
        self.word.sa = code;
        Ok(())
    }

    fn operand_b(&mut self, name: &str, span: Span) -> Result<(), Wrong> {
        self.word.sb = match SourceB::ALL.iter().find(|source| source.name() == name) {
            Some(source) => *source as u8,
            None => match self.symbols.constants.find(name) {
                Some(number) => SourceB::K0 as u8 + number,
                None if self.symbols.indices.find(name).is_some() => {
                    self.read_index(name, span)?;
                    SourceB::Ix as u8
                }
                None => return Err((Code::Undef, span, format!("no operand B is called `{name}`"))),
            },
        };
        Ok(())
    }

    fn alu(&mut self, (name, span): (&str, Span), rest: &Tokens) -> Result<(), Wrong> {
        let (op, takes_b) = match name {
            "cmp" => (Alu::Mov, true),
            "out" => (Alu::Mov, false),
            "movb" => (Alu::Or, false),
            _ => match Alu::ALL[1..].iter().find(|op| op.name() == name) {
                Some(op) => (*op, true),
                None => return Err((Code::Undef, span, format!("no operation is called `{name}`"))),
            },
        };
        if self.word.vd != 0 && matches!(name, "cmp" | "out") {
            return syntax(span, format!("`{name}` writes no value; mov does"));
        }
        self.says(&["aop", "sb", "vd"]);
        self.word.aop = op as u8;
        self.word.sb = SourceB::Zero as u8;
        match rest {
            [(Token::Name(b), at)] if name == "movb" => {
                self.operand_a(SourceA::Zero.name(), span)?;
                self.operand_b(b, *at)
            }
            [(Token::Name(a), at)] => self.operand_a(a, *at),
            [(Token::Name(a), at), (Token::Symbol(","), _), (Token::Name(b), b_at)] if takes_b => {
                self.operand_a(a, *at)?;
                self.operand_b(b, *b_at)
            }
            _ => syntax(whole(rest, span), format!("expected {name} A{}", if takes_b { " or A, B" } else { "" })),
        }
    }

    fn memory(&mut self, op: Memory, span: Span, rest: &Tokens) -> Result<(), Wrong> {
        self.says(&["mop", "mb"]);
        self.word.mop = op as u8;
        let [(Token::Name(base), at), rest @ ..] = rest else { return syntax(span, "expected a base") };
        let Some(mb) = self.symbols.bases.find(base) else {
            return Err((Code::Undef, *at, format!("no base is called `{base}`")));
        };
        self.word.mb = mb;
        let rest = if op == Memory::Match {
            rest
        } else {
            match rest {
                [(Token::Symbol("["), _), (Token::Name(index), at), (Token::Symbol("]"), _), rest @ ..] => {
                    self.read_index(index, *at)?;
                    rest
                }
                _ => return syntax(*at, format!("expected {base}[index]")),
            }
        };
        match (matches!(op, Memory::Match | Memory::Write), rest) {
            (true, [(Token::Symbol(","), _), (Token::Name(a), at)]) => self.operand_a(a, *at),
            (true, _) => syntax(*at, format!("{} takes an operand A: `, A`", op.name())),
            (false, []) => Ok(()),
            (false, [(_, at), ..]) => syntax(*at, "expected `|` or the end of the line"),
        }
    }

    fn branch(&mut self, slot: &Tokens) -> Result<(), Wrong> {
        self.says(&["bc", "bt", "tag"]);
        let span = slot[0].1;
        let rest = match slot {
            [(Token::Name("goto"), _), rest @ ..] => {
                self.word.bc = ALWAYS;
                rest
            }
            [_, (Token::Symbol("!"), _), (Token::Name(flag), at), (Token::Symbol("->"), _), rest @ ..] => {
                self.word.bc = condition(flag, *at)? | INVERT;
                rest
            }
            [_, (Token::Name(flag), at), (Token::Symbol("->"), _), rest @ ..] => {
                self.word.bc = condition(flag, *at)?;
                rest
            }
            _ => return syntax(whole(slot, span), "expected `if flag -> place` or `if !flag -> place`"),
        };
        let rest = match rest {
            [(Token::Symbol("."), at), (Token::Symbol(sign), _), (Token::Number(number), last), rest @ ..]
                if matches!(*sign, "+" | "-") =>
            {
                let number = i64::try_from(*number).unwrap_or(i64::MAX);
                self.near(if *sign == "-" { -number } else { number }, at.to(*last))?;
                rest
            }
            [(Token::Name(place), at), rest @ ..] => {
                self.place(place, *at)?;
                rest
            }
            _ => return syntax(span, "expected where it leads: a label, a target, done or int"),
        };
        match rest {
            [] => Ok(()),
            [(Token::Symbol(","), _), (Token::Number(tag), _)] if *tag <= u64::from(TAG.legal) => {
                self.word.tag = *tag as u8;
                Ok(())
            }
            [(Token::Symbol(","), _), (Token::Number(tag), at)] => {
                Err((Code::Range, *at, format!("{tag}: a tag is 0 to {}", TAG.legal)))
            }
            [(_, at), ..] => syntax(*at, "expected `,tag`, `|` or the end of the line"),
        }
    }

    fn place(&mut self, name: &str, span: Span) -> Result<(), Wrong> {
        match name {
            "done" => self.word.bt = BT_DONE,
            "int" => self.word.bt = BT_INTERRUPT,
            _ => match (self.symbols.find_target(name), self.symbols.find_label(name)) {
                (Some(number), _) => self.word.bt = far(number),
                (None, Some(at)) => return self.near(at as i64 - self.at as i64, span),
                (None, None) => return Err((Code::Undef, span, format!("no label or target is called `{name}`"))),
            },
        }
        Ok(())
    }

    fn near(&mut self, offset: i64, span: Span) -> Result<(), Wrong> {
        if !NEAR.contains(&offset) {
            let why = format!("{offset} words away: a branch reaches -8 to +7, a far target (.target) all {WORDS}");
            return Err((Code::Offset, span, why));
        }
        self.word.bt = offset as u8 & 15;
        Ok(())
    }

    /// `set field=value ..`: fields that no slot of this word says.
    fn set(&mut self, slot: &Tokens) -> Result<(), Wrong> {
        self.kind(Kind::Set, slot)?;
        let mut rest = &slot[1..];
        if rest.is_empty() {
            return syntax(slot[0].1, "expected field=value");
        }
        while !rest.is_empty() {
            let [(Token::Name(name), span), (Token::Symbol("="), _), (Token::Number(value), at), after @ ..] = rest
            else {
                return syntax(rest[0].1, "expected field=value");
            };
            rest = after;
            let Some((number, place)) = PLACES.iter().enumerate().find(|(_, place)| place.name == *name) else {
                let names: Vec<&str> = PLACES.iter().map(|place| place.name).collect();
                return Err((
                    Code::Undef,
                    *span,
                    format!("no field is called `{name}`; there are {}", names.join(" ")),
                ));
            };
            let value = u8::try_from(*value).ok().filter(|value| *value <= place.legal);
            let Some(value) = value else {
                return Err((Code::Range, *at, format!("{name} is 0 to {}", place.legal)));
            };
            if self.said >> number & 1 == 1 {
                return Err((Code::Slot, *span, format!("another slot of this word says what {name} is")));
            }
            self.said |= 1 << number;
            self.word = Word::from_bits(self.word.bits() & !place.at(u8::MAX >> (8 - place.bits)) | place.at(value));
            if place.name == VD.name && self.word.aop == 0 && value != 0 {
                return Err((Code::Illegal, *span, "a word without an operation of the ALU writes no value".into()));
            }
        }
        Ok(())
    }
}

fn condition(name: &str, span: Span) -> Result<u8, Wrong> {
    let known = Condition::ALL[1..].iter().find(|known| known.name() == name);
    known.map(|known| *known as u8).ok_or_else(|| {
        let names: Vec<&str> = Condition::ALL[1..].iter().map(|known| known.name()).collect();
        (Code::Undef, span, format!("no flag is called `{name}`; there are {}", names.join(" ")))
    })
}
