//! A program as it was written.
use crate::lang::source::Span;

/// What is asked of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    /// Any instruction.
    Any,
    /// One of these class bits.
    Classes(u16),
    /// A check: by class or by the map of checks, as the target has it.
    Check,
    /// Bits of the instruction.
    Bits { mask: u32, value: u32 },
    /// Its immediate is negative, or not.
    Sign { negative: bool },
    /// The target lies at or before the instruction, or after it.
    Direction { backward: bool },
    /// It lies in the range of this number.
    Range(usize),
    /// One of these codes of the map of checks.
    Filters(u8),
    /// This privilege at least.
    Privilege(u8),
    /// It was taken.
    Taken,
}

/// A test, or tests joined.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    /// Of the instruction.
    Atom(Atom, Span),
    /// Of a counter: its zero flag, or its overflow flag.
    Flag { counter: u64, overflow: bool, span: Span },
    /// The opposite.
    Not(Box<Test>, Span),
    /// All.
    And(Vec<Test>),
    /// Any.
    Or(Vec<Test>),
}

impl Test {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Test::Atom(_, span) | Test::Flag { span, .. } | Test::Not(_, span) => *span,
            Test::And(parts) | Test::Or(parts) => match (parts.first(), parts.last()) {
                (Some(first), Some(last)) => first.span().to(last.span()),
                _ => Span::default(),
            },
        }
    }
}

/// What a micro-operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// Plus 1.
    Increment,
    /// Minus 1.
    Decrement,
    /// Loaded from a register.
    Set(u64),
    /// Loaded from the random generator.
    Random,
}

/// A micro-operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Action {
    pub verb: Verb,
    pub counter: u64,
    pub span: Span,
}

/// `P0: test => action, replacement;`
#[derive(Clone, Debug)]
pub(super) struct Production {
    pub label: String,
    pub span: Span,
    pub test: Test,
    pub action: Option<Action>,
    /// Number after the `R`.
    pub replacement: Option<(u64, Span)>,
}

/// A part of T.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    Pc,
    Insn,
    Target,
}

/// An operand of an instruction of a replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A register of the core.
    Integer(u8),
    /// One of d0 to d7.
    Private(u8),
    /// A register of floating point.
    Float(u8),
    /// The register in a field of T: 1 rd, 2 rs1, 3 rs2.
    Field(u8),
    /// A number.
    Number(i128),
    /// T.IMM.
    Same,
    /// `%hi(..)` or `%lo(..)`.
    Part { high: bool, of: Whole },
}

/// A word of a replacement, or several.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// The instruction itself.
    Original,
    /// The call of a handler, with the instruction as its argument or without.
    Call { handler: (String, Span), argument: bool },
    /// An instruction.
    Insn { name: (String, Span), operands: Vec<(Operand, Span)> },
}

/// `R1: item; item;`
#[derive(Clone, Debug)]
pub(super) struct Replacement {
    pub number: u64,
    pub span: Span,
    pub items: Vec<(Item, Span)>,
}

/// In which order patterns are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    /// As they stand.
    #[default]
    Text,
    /// Those without a replacement first.
    Auto,
    /// Those that ask for more first.
    Specific,
}

/// A declaration of a name or number, with the value that it gets.
#[derive(Clone, Debug)]
pub(super) struct Declared<T> {
    pub name: T,
    pub span: Span,
    pub value: i128,
}

/// A range of addresses.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub name: String,
    pub span: Span,
    pub bounds: [i128; 2],
}

/// Everything.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub registers: Vec<Declared<u64>>,
    pub counters: Vec<Declared<u64>>,
    pub handlers: Vec<Declared<String>>,
    pub ranges: Vec<Range>,
    /// Names that tests asked for, by the number in [`Atom::Range`].
    pub asked: Vec<(String, Span)>,
    /// Seed and mask.
    pub random: Option<([i128; 2], Span)>,
    pub order: Order,
    pub productions: Vec<Production>,
    pub replacements: Vec<Replacement>,
}
