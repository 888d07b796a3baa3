//! Second part: a kernel's AST as statements over symbols. Loops are unrolled, indices evaluated, tests that are
//! constant pruned, links turned into assignments, notes sorted out.
use super::collect::unsigned;
use super::ir::*;
use super::symbols::Symbols;
use num_bigint::BigUint;
use rust_hdl::ast::*;
use std::collections::BTreeSet;

/// What a kernel says.
#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    pub stmts: Vec<Stmt<Expr>>,
    /// `comment!("@module ..")`.
    pub name: Option<String>,
    /// `comment!("@doc ..")`.
    pub doc: Vec<String>,
    /// `comment!("@ports a b: text")`.
    pub port_docs: Vec<(Vec<String>, String)>,
    /// Two-way signals joined: the inner and the outer one.
    pub joined: Vec<(Sig, Sig)>,
}

/// Resolves one kernel over the symbols of its block.
pub(super) fn resolve(block: &[VerilogStatement], symbols: &mut Symbols) -> Kernel {
    let kernel = Kernel::default();
    let mut resolver = Resolver { symbols, loops: Vec::new(), kernel, assigned: BTreeSet::new(), linked: Vec::new() };
    let mut stmts = Vec::new();
    resolver.block(block, &mut stmts);
    for (at, sig) in resolver.linked.iter().enumerate() {
        if resolver.assigned.contains(sig) || resolver.linked[..at].contains(sig) {
            resolver
                .symbols
                .problem_at(*sig, "has several drivers: it is joined or linked, and driven once more".into());
        }
    }
    resolver.kernel.stmts = stmts;
    resolver.kernel
}

struct Resolver<'a, 'b> {
    symbols: &'a mut Symbols<'b>,
    /// Loop variables in scope and their values.
    loops: Vec<(String, i64)>,
    kernel: Kernel,
    /// Targets of assignments, and of joins and links.
    assigned: BTreeSet<Sig>,
    linked: Vec<Sig>,
}

impl Resolver<'_, '_> {
    fn block(&mut self, block: &[VerilogStatement], out: &mut Vec<Stmt<Expr>>) {
        block.iter().for_each(|stmt| self.statement(stmt, out));
    }

    fn statement(&mut self, stmt: &VerilogStatement, out: &mut Vec<Stmt<Expr>>) {
        match stmt {
            VerilogStatement::Assignment(target, value) => {
                let value = self.expr(value);
                if let Some(target) = self.target(target) {
                    out.push(Stmt::Assign(target, None, value));
                }
            }
            VerilogStatement::SliceAssignment { base, width, offset, replacement } => {
                let (offset, value) = (self.expr(offset), self.expr(replacement));
                if let Some(target) = self.target(base) {
                    out.push(Stmt::Assign(target, Some((*width, offset)), value));
                }
            }
            VerilogStatement::If(conditional) => self.conditional(conditional, out),
            VerilogStatement::Match(item) => {
                let test = self.expr(&item.test);
                let arms = item.cases.iter().map(|case| {
                    let mut body = Vec::new();
                    self.block(&case.block, &mut body);
                    (self.label(&case.condition), body)
                });
                let arms = arms.collect();
                out.push(Stmt::Case(test, arms));
            }
            VerilogStatement::Loop(item) => {
                // In the syntax tree `self.i` and `i` are the same.
                if self.symbols.find(&item.index).or(self.symbols.find_constant(&item.index)).is_some() {
                    self.symbols.problem(&item.index, "is also a loop variable: give one of them another name".into());
                }
                for value in item.from.as_usize()..item.to.as_usize() {
                    self.loops.push((item.index.clone(), value as i64));
                    self.block(&item.block, out);
                    self.loops.pop();
                }
            }
            VerilogStatement::Comment(text) => self.note(text, out),
            VerilogStatement::Link(links) => links.iter().for_each(|link| self.link(link, out)),
            VerilogStatement::Macro(block) => self.block(block, out),
        }
    }

    fn conditional(&mut self, item: &VerilogConditional, out: &mut Vec<Stmt<Expr>>) {
        let test = self.expr(&item.test);
        let (mut then, mut other) = (Vec::new(), Vec::new());
        // Only the branch taken is resolved: the other one may index outside an array.
        let fixed = if let Expr::Lit(value) = &test { Some(*value != BigUint::default()) } else { None };
        if fixed != Some(false) {
            self.block(&item.then, &mut then);
        }
        if fixed != Some(true) {
            match &item.otherwise {
                VerilogBlockOrConditional::Block(block) => self.block(block, &mut other),
                VerilogBlockOrConditional::Conditional(stmt) => self.statement(stmt, &mut other),
                VerilogBlockOrConditional::None => {}
            }
        }
        match fixed {
            Some(true) => out.append(&mut then),
            Some(false) => out.append(&mut other),
            None => out.push(Stmt::If(test, then, other)),
        }
    }

    fn target(&mut self, target: &VerilogExpression) -> Option<Sig> {
        let VerilogExpression::Signal(text) = target else {
            self.symbols.problem("", format!("assignment to the expression {target:?}"));
            return None;
        };
        let raw = self.raw(text)?;
        let found = self.symbols.find(&raw);
        match found {
            Some(sig) => drop(self.assigned.insert(sig)),
            None => self.symbols.problem(&raw, "is assigned and is not a signal of this block".into()),
        }
        found
    }

    fn expr(&mut self, expr: &VerilogExpression) -> Expr {
        use VerilogExpression as V;
        match expr {
            V::Signal(text) => self.name(text),
            V::Literal(literal) => Expr::Lit(unsigned(literal).unwrap_or_else(|| {
                self.symbols.problem("", format!("the negative literal {literal:x} has no exact translation"));
                BigUint::default()
            })),
            V::Cast(a, width) => Expr::Cast(self.boxed(a), *width),
            V::Signed(a) => Expr::Signed(self.boxed(a)),
            V::Unsigned(a) => Expr::Unsigned(self.boxed(a)),
            V::Paren(a) => self.expr(a),
            V::Binary(left, op, right) => {
                let (op, left, right) = (operator(op), self.expr(left), self.expr(right));
                match fold(op, &left, &right) {
                    Some(value) => Expr::Lit(value),
                    None => Expr::Bin(op, Box::new(left), Box::new(right)),
                }
            }
            V::Unary(op, a) => {
                let op = match op {
                    VerilogOpUnary::Not => UnOp::Not,
                    VerilogOpUnary::Neg => UnOp::Neg,
                    VerilogOpUnary::All => UnOp::All,
                    VerilogOpUnary::Any => UnOp::Any,
                    VerilogOpUnary::Xor => UnOp::Xor,
                };
                Expr::Un(op, self.boxed(a))
            }
            V::Index(a, at) => Expr::Slice(self.boxed(a), 1, self.boxed(at)),
            V::Slice(a, width, at) => Expr::Slice(self.boxed(a), *width, self.boxed(at)),
            V::IndexReplace(a, at, value) => Expr::Replace(self.boxed(a), self.boxed(at), self.boxed(value)),
        }
    }

    fn boxed(&mut self, expr: &VerilogExpression) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    /// A loop variable, signal, variant, constant or number.
    fn name(&mut self, text: &str) -> Expr {
        if let Some((_, value)) = self.loops.iter().rev().find(|(name, _)| name == text) {
            return Expr::Lit((*value as u64).into());
        }
        let Some(raw) = self.raw(text) else { return Expr::Lit(BigUint::default()) };
        if let Some(sig) = self.symbols.find(&raw).or_else(|| self.symbols.find_constant(&raw)) {
            return Expr::Sig(sig);
        }
        if let Some(value) = rust_integer(&raw) {
            return Expr::Lit(value);
        }
        let reason = "is not a signal, enum variant, loop variable or Constant field of this block";
        self.symbols.problem(&raw, reason.into());
        Expr::Lit(BigUint::default())
    }

    fn label(&mut self, text: &str) -> Label {
        let raw = text.replace("::", "$").replace(' ', "");
        if raw == "default" {
            return Label::Default;
        }
        if let Some(sig) = self.symbols.find(&raw).or_else(|| self.symbols.find_constant(&raw)) {
            return Label::Sig(sig);
        }
        rust_integer(&raw).map(Label::Value).unwrap_or_else(|| {
            self.symbols.problem(&raw, "is a match pattern and not a literal, enum variant or Constant".into());
            Label::Default
        })
    }

    /// The source name with every index evaluated: `x[i+1].q.next` is `x$4$q`.
    fn raw(&mut self, text: &str) -> Option<String> {
        let text = text.trim_start_matches('.').replace('.', "$").replace("::", "$").replace(' ', "");
        let mut rest = text.strip_suffix("$next").unwrap_or(&text);
        let mut out = String::new();
        while let Some(open) = rest.find('[') {
            out.push_str(&rest[..open]);
            let mut depth = 0;
            let close = rest[open..].char_indices().find_map(|(at, c)| {
                depth += i32::from(c == '[') - i32::from(c == ']');
                (depth == 0).then_some(open + at)
            })?;
            match self.index(&rest[open + 1..close]) {
                Ok(value) if value >= 0 => out.push_str(&format!("${value}")),
                Ok(value) => {
                    self.symbols.problem(&text, format!("has the index {value}"));
                    return None;
                }
                Err(reason) => {
                    self.symbols.problem(&text, reason);
                    return None;
                }
            }
            rest = &rest[close + 1..];
        }
        out.push_str(rest);
        Some(out)
    }

    fn index(&self, text: &str) -> Result<i64, String> {
        let mut parser = Index { text: text.as_bytes(), at: 0, resolver: self };
        let value = parser.sum(0)?;
        if parser.at < text.len() { Err(format!("has the index `{text}`, which is no constant")) } else { Ok(value) }
    }

    fn note(&mut self, text: &str, out: &mut Vec<Stmt<Expr>>) {
        // The macro leaves its own `comment! ("..")` around the text on today's compilers.
        let text = text.replace('\n', " ");
        let text = match text.find('"').filter(|_| text.trim_start().starts_with("comment")) {
            Some(open) => {
                let inner = &text[open + 1..];
                inner.strip_suffix("\")").or(inner.strip_suffix('"')).unwrap_or(inner).replace("\\\"", "\"")
            }
            None => text,
        };
        if let Some(name) = text.strip_prefix("@module ") {
            self.kernel.name = Some(name.trim().into());
        } else if let Some(doc) = text.strip_prefix("@doc ") {
            self.kernel.doc.push(doc.into());
        } else if let Some((names, doc)) = text.strip_prefix("@ports ").and_then(|rest| rest.split_once(':')) {
            let names = names.split_ascii_whitespace().map(String::from).collect();
            self.kernel.port_docs.push((names, doc.trim().into()));
        } else {
            out.push(Stmt::Note(text));
        }
    }

    fn link(&mut self, link: &VerilogLink, out: &mut Vec<Stmt<Expr>>) {
        let (VerilogLink::Forward(details) | VerilogLink::Backward(details) | VerilogLink::Bidirectional(details)) =
            link;
        let my_name = details.my_name.trim_start_matches('.');
        let mut end = |owner: &str| {
            let full = if my_name.is_empty() { owner.to_string() } else { format!("{owner}${my_name}") };
            let raw = self.raw(&full)?;
            let found = self.symbols.find(&raw);
            if found.is_none() {
                self.symbols.problem(&raw, "is linked and is not a signal of this block".into());
            }
            found
        };
        let (Some(owner), Some(other)) = (end(&details.owner_name), end(&details.other_name)) else { return };
        let (target, source) = match link {
            VerilogLink::Forward(_) => (other, owner),
            VerilogLink::Backward(_) => (owner, other),
            VerilogLink::Bidirectional(_) => return self.kernel.joined.push((other, owner)),
        };
        self.linked.push(target);
        out.push(Stmt::Assign(target, None, Expr::Sig(source)));
    }
}

fn operator(op: &VerilogOp) -> Op {
    match op {
        VerilogOp::Add => Op::Add,
        VerilogOp::Sub => Op::Sub,
        VerilogOp::Mul => Op::Mul,
        VerilogOp::LogicalAnd => Op::LogicAnd,
        VerilogOp::LogicalOr => Op::LogicOr,
        VerilogOp::BitXor => Op::Xor,
        VerilogOp::BitAnd => Op::And,
        VerilogOp::BitOr => Op::Or,
        VerilogOp::Shl => Op::Shl,
        VerilogOp::Shr => Op::Shr,
        VerilogOp::Eq => Op::Eq,
        VerilogOp::Lt => Op::Lt,
        VerilogOp::Le => Op::Le,
        VerilogOp::Ne => Op::Ne,
        VerilogOp::Ge => Op::Ge,
        VerilogOp::Gt => Op::Gt,
    }
}

/// Loop variables and literals are `usize` in Rust: their arithmetic is folded exactly.
fn fold(op: Op, left: &Expr, right: &Expr) -> Option<BigUint> {
    let (Expr::Lit(a), Expr::Lit(b)) = (left, right) else { return None };
    let test = |value: bool| Some(BigUint::from(u32::from(value)));
    match op {
        Op::Add => Some(a + b),
        Op::Sub if a >= b => Some(a - b),
        Op::Mul => Some(a * b),
        Op::Eq => test(a == b),
        Op::Ne => test(a != b),
        Op::Lt => test(a < b),
        Op::Le => test(a <= b),
        Op::Gt => test(a > b),
        Op::Ge => test(a >= b),
        _ => None,
    }
}

/// A Rust integer or boolean literal.
fn rust_integer(text: &str) -> Option<BigUint> {
    let text = text.replace('_', "");
    match text.as_str() {
        "true" => return Some(1u32.into()),
        "false" => return Some(0u32.into()),
        _ => {}
    }
    let suffixes = ["usize", "u128", "u64", "u32", "u16", "u8", "i64", "i32"];
    let text = suffixes.iter().find_map(|suffix| text.strip_suffix(suffix)).unwrap_or(&text);
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0b") => (&text[2..], 2),
        Some("0o") => (&text[2..], 8),
        _ => (text, 10),
    };
    BigUint::parse_bytes(digits.as_bytes(), radix)
}

/// Evaluator of array indices: loop variables, `Constant` fields, integers, `+ - * / % << >>`, parentheses.
struct Index<'a, 'b, 'c> {
    text: &'a [u8],
    at: usize,
    resolver: &'a Resolver<'b, 'c>,
}

impl Index<'_, '_, '_> {
    fn sum(&mut self, floor: u8) -> Result<i64, String> {
        let mut left = self.atom()?;
        while let Some(op) = self.text.get(self.at).copied() {
            let (level, length) = match op {
                b'*' | b'/' | b'%' => (3, 1),
                b'+' | b'-' => (2, 1),
                b'<' | b'>' => (1, 2),
                _ => break,
            };
            if level <= floor {
                break;
            }
            self.at += length;
            let right = self.sum(level)?;
            let value = match op {
                b'*' => left.checked_mul(right),
                b'/' => left.checked_div(right),
                b'%' => left.checked_rem(right),
                b'+' => left.checked_add(right),
                b'-' => left.checked_sub(right),
                b'<' => u32::try_from(right).ok().and_then(|by| left.checked_shl(by)),
                _ => u32::try_from(right).ok().and_then(|by| left.checked_shr(by)),
            };
            left = value.ok_or("has an index that overflows")?;
        }
        Ok(left)
    }

    fn atom(&mut self) -> Result<i64, String> {
        if self.text.get(self.at) == Some(&b'(') {
            self.at += 1;
            let value = self.sum(0)?;
            self.at += 1;
            return Ok(value);
        }
        let from = self.at;
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_') {
            self.at += 1;
        }
        let word = String::from_utf8_lossy(&self.text[from..self.at]).into_owned();
        let value = if let Some((_, value)) = self.resolver.loops.iter().rev().find(|(name, _)| *name == word) {
            Some(*value)
        } else if let Some(value) = rust_integer(&word) {
            i64::try_from(value).ok()
        } else {
            self.resolver.symbols.constant(&word).and_then(|value| i64::try_from(value).ok())
        };
        value.ok_or_else(|| format!("has an index with `{word}`, which is no loop variable and no Constant field"))
    }
}
