//! Third part, widths: every expression gets the width and sign it has in Rust, or the design is refused.
use super::ir::*;
use super::symbols::Symbols;
use num_bigint::BigUint;

/// Types the statements of a kernel.
pub(super) fn check(stmts: &[Stmt<Expr>], symbols: &mut Symbols) -> Vec<Stmt<Typed>> {
    let mut checker = Checker { symbols, target: String::new() };
    checker.block(stmts)
}

/// Offsets of bits are `usize` in Rust: arithmetic in them is done at this width.
const OFFSET_WIDTH: usize = 32;

struct Checker<'a, 'b> {
    symbols: &'a mut Symbols<'b>,
    /// Source name of the signal being assigned or tested for.
    target: String,
}

impl Checker<'_, '_> {
    fn block(&mut self, stmts: &[Stmt<Expr>]) -> Vec<Stmt<Typed>> {
        stmts.iter().map(|stmt| self.statement(stmt)).collect()
    }

    fn statement(&mut self, stmt: &Stmt<Expr>) -> Stmt<Typed> {
        match stmt {
            Stmt::Assign(target, part, value) => {
                let sym = self.symbols.syms[*target].clone();
                self.target = sym.raw;
                let part = part.as_ref().map(|(width, offset)| (*width, self.offset(offset)));
                let width = part.as_ref().map_or(sym.width, |part| part.0);
                let part = part.map(|(_, offset)| (width, fit_offset(offset, sym.width)));
                Stmt::Assign(*target, part, self.assigned(value, width))
            }
            Stmt::If(test, then, other) => {
                self.target = first_target(then)
                    .or(first_target(other))
                    .map_or(String::new(), |sig| self.symbols.syms[sig].raw.clone());
                let test = self.typed(test, 1);
                if test.width != 1 {
                    self.problem(format!("is assigned under a test of {} bits", test.width));
                }
                Stmt::If(test, self.block(then), self.block(other))
            }
            Stmt::Case(test, arms) => {
                self.target = arms
                    .iter()
                    .find_map(|arm| first_target(&arm.1))
                    .map_or(String::new(), |sig| self.symbols.syms[sig].raw.clone());
                let test = self.typed(test, OFFSET_WIDTH);
                for (label, _) in arms {
                    match label {
                        Label::Value(value) if value.bits() as usize > test.width => {
                            self.problem(format!(
                                "is assigned under the match pattern {value}, which does not fit {} bits",
                                test.width
                            ));
                        }
                        Label::Sig(sig) if self.symbols.syms[*sig].width != test.width => {
                            let width = self.symbols.syms[*sig].width;
                            self.problem(format!(
                                "is assigned under a match pattern of {width} bits; the value has {}",
                                test.width
                            ));
                        }
                        _ => {}
                    }
                }
                Stmt::Case(test, arms.iter().map(|(label, body)| (label.clone(), self.block(body))).collect())
            }
            Stmt::Note(text) => Stmt::Note(text.clone()),
        }
    }

    /// A value for a target of this width.
    fn assigned(&mut self, value: &Expr, width: usize) -> Typed {
        // `signed_bit_cast` loses its width in the AST; here the target gives it back.
        if let Expr::Signed(inner) = value
            && self.signed(inner)
        {
            let inner = self.typed(inner, width);
            return resize(inner, width);
        }
        let value = self.typed(value, width);
        if value.width != width {
            let have = value.width;
            self.problem(format!("has {width} bits and is assigned {have} (arithmetic on index() or to_bits()?)"));
        }
        value
    }

    fn problem(&mut self, reason: String) {
        let target = self.target.clone();
        self.symbols.problem(&target, reason);
    }

    /// The width an expression has by itself; literals have none.
    fn natural(&self, expr: &Expr) -> Option<usize> {
        match expr {
            Expr::Sig(sig) => Some(self.symbols.syms[*sig].width),
            Expr::Lit(_) => None,
            Expr::Cast(_, width) | Expr::Slice(_, width, _) => Some(*width),
            Expr::Bin(op, ..) if op.is_test() => Some(1),
            Expr::Bin(Op::Shl | Op::Shr, left, _) => self.natural(left),
            Expr::Bin(Op::Mul, left, right) => Some(self.natural(left)? + self.natural(right)?),
            Expr::Bin(_, left, right) => self.natural(left).max(self.natural(right)),
            Expr::Un(op, _) if op.is_reduction() => Some(1),
            Expr::Un(_, a) | Expr::Signed(a) | Expr::Unsigned(a) | Expr::Replace(a, ..) => self.natural(a),
        }
    }

    fn signed(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Sig(sig) => self.symbols.syms[*sig].signed,
            Expr::Signed(_) => true,
            Expr::Un(UnOp::Neg | UnOp::Not, a) => self.signed(a),
            Expr::Bin(Op::Add | Op::Sub | Op::Mul, left, right) => self.signed(left) || self.signed(right),
            Expr::Slice(a, width, _) => *width > 1 && self.signed(a),
            _ => false,
        }
    }

    /// The expression with its exact width; `want` is the width for literals.
    fn typed(&mut self, expr: &Expr, want: usize) -> Typed {
        match expr {
            Expr::Sig(sig) => {
                let sym = &self.symbols.syms[*sig];
                Typed::new(sym.width, sym.signed, Kind::Sig(*sig))
            }
            Expr::Lit(value) => {
                if value.bits() as usize > want {
                    self.problem(format!("takes the literal {value}, which does not fit {want} bits"));
                }
                Typed::lit(value.clone(), want)
            }
            Expr::Cast(a, width) => self.cast(a, *width),
            Expr::Bin(op, left, right) => self.binary(*op, left, right, want),
            Expr::Un(op, a) if op.is_reduction() => {
                let a = self.typed(a, OFFSET_WIDTH);
                if a.width == 1 { a } else { Typed::new(1, false, Kind::Un(*op, Box::new(a))) }
            }
            Expr::Un(op, a) => {
                let a = self.typed(a, want);
                Typed::new(a.width, a.signed, Kind::Un(*op, Box::new(a)))
            }
            Expr::Slice(a, width, offset) => {
                let signed = self.signed(expr);
                let bits = self.select(a, *width, offset);
                if signed { Typed::new(*width, true, Kind::AsSigned(Box::new(bits))) } else { bits }
            }
            Expr::Replace(a, offset, value) => {
                let (a, offset, value) = (self.typed(a, want), self.offset(offset), self.typed(value, 1));
                Typed::new(a.width, false, Kind::Replace(Box::new(a), Box::new(offset), Box::new(value)))
            }
            Expr::Signed(a) => {
                if self.signed(a) {
                    let reason = "uses signed_bit_cast inside an expression, where its width is lost: assign it to a \
                        Local first";
                    self.problem(reason.into());
                }
                let a = self.typed(a, want);
                Typed::new(a.width, true, Kind::AsSigned(Box::new(a)))
            }
            Expr::Unsigned(a) => {
                let a = self.typed(a, want);
                Typed::new(a.width, false, Kind::AsUnsigned(Box::new(a)))
            }
        }
    }

    fn cast(&mut self, a: &Expr, width: usize) -> Typed {
        let Some(from) = self.natural(a) else { return self.typed(a, width) };
        if from > width
            && let Expr::Bin(Op::Shr, base, by) = a
            && matches!(**by, Expr::Lit(_) | Expr::Sig(_))
        {
            return self.select(base, width, by);
        }
        let a = self.typed(a, from);
        resize(a, width)
    }

    fn binary(&mut self, op: Op, left: &Expr, right: &Expr, want: usize) -> Typed {
        let signed = self.signed(left) || self.signed(right);
        let (l, r) = (self.natural(left), self.natural(right));
        match op {
            Op::Shl | Op::Shr => {
                let left = self.typed(left, want);
                let right = self.offset(right);
                Typed::new(left.width, left.signed, Kind::Bin(op, Box::new(left), Box::new(right)))
            }
            Op::Mul => {
                let (l, r) = (l.unwrap_or(want), r.unwrap_or(want));
                let (left, right) = (self.typed(left, l), self.typed(right, r));
                let (left, right) = (resize(as_signed(left, signed), l + r), resize(as_signed(right, signed), l + r));
                Typed::new(l + r, signed, Kind::Bin(op, Box::new(left), Box::new(right)))
            }
            _ => {
                let width = l.max(r).unwrap_or(if op.is_test() { OFFSET_WIDTH } else { want });
                // Rust's types make the widths equal, except for `Bits + bool`; anything else is `usize` arithmetic.
                if let (Some(l), Some(r)) = (l, r)
                    && l != r
                    && !(op == Op::Add && r == 1 && !signed)
                {
                    let reason = if signed {
                        "signed_bit_cast: assign it to a Local first"
                    } else {
                        "arithmetic on index() or to_bits()?"
                    };
                    self.problem(format!("takes `{}` of operands of {l} and {r} bits ({reason})", op.text()));
                }
                let left = as_signed(self.typed(left, width), signed);
                let right = as_signed(self.typed(right, width), signed);
                let (left, right) = (resize(left, width), resize(right, width));
                let (width, signed) = if op.is_test() { (1, false) } else { (width, signed) };
                Typed::new(width, signed, Kind::Bin(op, Box::new(left), Box::new(right)))
            }
        }
    }

    /// An offset or shift amount: `usize` arithmetic, which does not wrap at the width of a signal.
    fn offset(&mut self, expr: &Expr) -> Typed {
        fn widened(expr: &Expr) -> Expr {
            match expr {
                Expr::Bin(op @ (Op::Shl | Op::Shr), left, right) => {
                    Expr::Bin(*op, Box::new(widened(left)), right.clone())
                }
                Expr::Bin(op, left, right) => Expr::Bin(*op, Box::new(widened(left)), Box::new(widened(right))),
                Expr::Sig(_) | Expr::Slice(..) | Expr::Cast(..) => Expr::Cast(Box::new(expr.clone()), OFFSET_WIDTH),
                other => other.clone(),
            }
        }
        if matches!(expr, Expr::Bin(..)) {
            self.typed(&widened(expr), OFFSET_WIDTH)
        } else {
            self.typed(expr, OFFSET_WIDTH)
        }
    }

    /// `width` bits of `a` from an offset upwards; bits past the end are zero, as in Rust.
    fn select(&mut self, a: &Expr, width: usize, offset: &Expr) -> Typed {
        let from = self.natural(a).unwrap_or(OFFSET_WIDTH);
        let base = self.typed(a, from);
        let base = if base.signed { Typed::new(from, false, Kind::AsUnsigned(Box::new(base))) } else { base };
        let offset = self.offset(offset);
        let known = match &offset.kind {
            Kind::Lit(value) => usize::try_from(value).ok(),
            Kind::Sig(sig) => match &self.symbols.syms[*sig].class {
                Class::Const(value) => usize::try_from(value).ok(),
                _ => None,
            },
            _ => None,
        };
        let parameter = matches!(offset.kind, Kind::Sig(_)) && known.is_some();
        if let Some(low) = known {
            if low >= from {
                return Typed::lit(BigUint::default(), width);
            }
            if low + width > from {
                return resize(part(base, low, from - low), width);
            }
            // The offset stays a parameter where the text can say so; else equal modules differ in text.
            if parameter && matches!(base.kind, Kind::Sig(_)) && width < from {
                return Typed::new(width, false, Kind::Select(Box::new(base), Box::new(fit_offset(offset, from))));
            }
            return part(base, low, width);
        }
        let reach = if offset.width < 16 { (1usize << offset.width) - 1 } else { usize::MAX / 2 };
        if matches!(base.kind, Kind::Sig(_)) && reach + width <= from {
            return Typed::new(width, false, Kind::Select(Box::new(base), Box::new(fit_offset(offset, from))));
        }
        let base = resize(base, from.max(width));
        let shifted = Typed::new(base.width, false, Kind::Bin(Op::Shr, Box::new(base), Box::new(offset)));
        part(shifted, 0, width)
    }
}

/// Bits from a constant offset upwards.
fn part(base: Typed, low: usize, width: usize) -> Typed {
    match base.kind {
        _ if width == base.width => base,
        Kind::Lit(value) => Typed::lit((value >> low) % (BigUint::from(1u32) << width), width),
        Kind::Part(inner, inner_low) => part(*inner, inner_low + low, width),
        _ => Typed::new(width, false, Kind::Part(Box::new(base), low)),
    }
}

/// The value with another width: extended by its sign, or truncated.
pub(super) fn resize(value: Typed, width: usize) -> Typed {
    let signed = value.signed;
    if width == value.width {
        return value;
    }
    if width > value.width {
        return match value.kind {
            Kind::Lit(digits) if !signed => Typed::lit(digits, width),
            _ => Typed::new(width, signed, Kind::Extend(Box::new(value))),
        };
    }
    let low = part(value, 0, width);
    if signed { Typed::new(width, true, Kind::AsSigned(Box::new(low))) } else { low }
}

/// Literals take the sign of the other operand.
fn as_signed(value: Typed, signed: bool) -> Typed {
    if signed && matches!(value.kind, Kind::Lit(_)) { Typed { signed, ..value } } else { value }
}

/// An index with exactly the width that selecting from `width` bits wants.
fn fit_offset(offset: Typed, width: usize) -> Typed {
    let bits = (usize::BITS - (width - 1).leading_zeros()).max(1) as usize;
    match offset.kind {
        Kind::Lit(_) => offset,
        _ => resize(offset, bits),
    }
}

fn first_target(stmts: &[Stmt<Expr>]) -> Option<Sig> {
    stmts.iter().find_map(|stmt| match stmt {
        Stmt::Assign(target, ..) => Some(*target),
        Stmt::If(_, then, other) => first_target(then).or_else(|| first_target(other)),
        Stmt::Case(_, arms) => arms.iter().find_map(|arm| first_target(&arm.1)),
        Stmt::Note(_) => None,
    })
}
