//! What the parts hand to each other: symbols, expressions, statements.
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// Index of a [`Sym`] in its module.
pub(super) type Sig = usize;

/// What a symbol is to the kernel that names it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Class {
    In,
    Out,
    InOut,
    Local,
    /// A `Constant` field: a module parameter.
    Const(BigUint),
    /// Input of the child with this index.
    KidIn(usize),
    KidOut(usize),
    KidInOut(usize),
    /// Variant of an enumeration.
    Variant(usize),
}

/// A name of a kernel.
#[derive(Clone, Debug)]
pub(super) struct Sym {
    /// Source name, parts joined by `$`.
    pub raw: String,
    /// Verilog name.
    pub name: String,
    pub width: usize,
    pub signed: bool,
    pub class: Class,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    LogicAnd,
    LogicOr,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Op {
    pub(super) fn text(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
            Op::LogicAnd => "&&",
            Op::LogicOr => "||",
            Op::Shl => "<<",
            Op::Shr => ">>",
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
        }
    }
    /// Is the result one bit whatever the operands are?
    pub(super) fn is_test(self) -> bool {
        matches!(self, Op::LogicAnd | Op::LogicOr | Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnOp {
    Not,
    Neg,
    All,
    Any,
    Xor,
}

impl UnOp {
    pub(super) fn text(self) -> &'static str {
        match self {
            UnOp::Not => "~",
            UnOp::Neg => "-",
            UnOp::All => "&",
            UnOp::Any => "|",
            UnOp::Xor => "^",
        }
    }
    pub(super) fn is_reduction(self) -> bool {
        matches!(self, UnOp::All | UnOp::Any | UnOp::Xor)
    }
}

/// An expression with its names resolved, as the Rust source nests it.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    Sig(Sig),
    Lit(BigUint),
    Cast(Box<Expr>, usize),
    Bin(Op, Box<Expr>, Box<Expr>),
    Un(UnOp, Box<Expr>),
    /// `width` bits from the offset upwards.
    Slice(Box<Expr>, usize, Box<Expr>),
    /// The first, with the bit at the second replaced by the third.
    Replace(Box<Expr>, Box<Expr>, Box<Expr>),
    Signed(Box<Expr>),
    Unsigned(Box<Expr>),
}

/// An expression with its exact width; operands of arithmetic and comparisons have equal widths.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Typed {
    pub width: usize,
    pub signed: bool,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Sig(Sig),
    Lit(BigUint),
    /// Wider by zeros, or by the sign when the operand is signed.
    Extend(Box<Typed>),
    /// Bits from a constant offset upwards, all inside the operand.
    Part(Box<Typed>, usize),
    /// Bits from a variable offset (or a parameter) upwards, all inside the operand, which is a symbol.
    Select(Box<Typed>, Box<Typed>),
    Bin(Op, Box<Typed>, Box<Typed>),
    Un(UnOp, Box<Typed>),
    Replace(Box<Typed>, Box<Typed>, Box<Typed>),
    AsSigned(Box<Typed>),
    AsUnsigned(Box<Typed>),
    Mux(Box<Typed>, Box<Typed>, Box<Typed>),
}

impl Typed {
    pub(super) fn new(width: usize, signed: bool, kind: Kind) -> Self {
        Self { width, signed, kind }
    }
    pub(super) fn lit(value: impl Into<BigUint>, width: usize) -> Self {
        Self::new(width, false, Kind::Lit(value.into()))
    }
    /// The direct operands.
    pub(super) fn operands(&self) -> Vec<&Typed> {
        match &self.kind {
            Kind::Sig(_) | Kind::Lit(_) => vec![],
            Kind::Extend(a) | Kind::Part(a, ..) | Kind::Un(_, a) | Kind::AsSigned(a) | Kind::AsUnsigned(a) => vec![a],
            Kind::Select(a, b) | Kind::Bin(_, a, b) => vec![a, b],
            Kind::Replace(a, b, c) | Kind::Mux(a, b, c) => vec![a, b, c],
        }
    }
    /// Adds every symbol the expression reads.
    pub(super) fn reads(&self, out: &mut BTreeSet<Sig>) {
        if let Kind::Sig(sig) = self.kind {
            out.insert(sig);
        }
        self.operands().into_iter().for_each(|operand| operand.reads(out));
    }
    /// Number of nodes: what a reader has to take in.
    pub(super) fn size(&self) -> usize {
        1 + self.operands().into_iter().map(Typed::size).sum::<usize>()
    }
}

/// Label of an arm.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Label {
    Default,
    Value(BigUint),
    Sig(Sig),
}

/// A statement over expressions of one kind ([`Expr`] before the check, [`Typed`] after it).
#[derive(Clone, Debug)]
pub(super) enum Stmt<E> {
    /// Target, optionally `width` bits of it from an offset upwards, and the value.
    Assign(Sig, Option<(usize, E)>, E),
    If(E, Vec<Stmt<E>>, Vec<Stmt<E>>),
    Case(E, Vec<(Label, Vec<Stmt<E>>)>),
    /// A comment on the statement that follows.
    Note(String),
}

impl Stmt<Typed> {
    /// Adds every symbol the statement may read and may write.
    pub(super) fn uses(&self, reads: &mut BTreeSet<Sig>, writes: &mut BTreeSet<Sig>) {
        match self {
            Stmt::Assign(target, part, value) => {
                writes.insert(*target);
                value.reads(reads);
                if let Some((_, offset)) = part {
                    offset.reads(reads);
                }
            }
            Stmt::If(test, then, other) => {
                test.reads(reads);
                then.iter().chain(other).for_each(|stmt| stmt.uses(reads, writes));
            }
            Stmt::Case(test, arms) => {
                test.reads(reads);
                arms.iter().flat_map(|arm| &arm.1).for_each(|stmt| stmt.uses(reads, writes));
            }
            Stmt::Note(_) => {}
        }
    }
}
