//! Fifth part, expressions: typed expressions as Verilog text of exactly that width.
use super::ir::*;
use super::module::Module;
use super::names::Scope;
use super::text::{enclosed, literal, range};
use std::collections::{BTreeMap, BTreeSet};

/// A part of an expression that Verilog can only select from by name.
#[derive(Clone, Debug)]
pub(super) struct Temp {
    pub name: String,
    pub width: usize,
    pub value: String,
    pub reads: BTreeSet<Sig>,
}

/// Prints the expressions of one module.
pub(super) struct Writer<'a> {
    pub module: &'a Module,
    /// Names that stand in for those of the symbols: shadows, ports that a child drives directly.
    pub alias: BTreeMap<Sig, String>,
    pub scope: Scope,
    /// Temporaries made since they were last taken.
    pub temps: Vec<Temp>,
    temp_count: usize,
    /// Parameters and variants named so far.
    pub constants: BTreeSet<Sig>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(module: &'a Module) -> Self {
        let scope = module.scope.clone();
        Self { module, alias: BTreeMap::new(), scope, temps: Vec::new(), temp_count: 0, constants: BTreeSet::new() }
    }

    pub(super) fn name(&mut self, sig: Sig) -> String {
        let sym = &self.module.syms[sig];
        if matches!(sym.class, Class::Const(_) | Class::Variant(_)) {
            self.constants.insert(sig);
        }
        self.alias.get(&sig).unwrap_or(&sym.name).clone()
    }

    /// The expression as text; self-contained, so any context of the same width keeps its value.
    pub(super) fn text(&mut self, expr: &Typed) -> String {
        match &expr.kind {
            Kind::Sig(sig) => self.name(*sig),
            Kind::Lit(value) if expr.signed => format!("{}'sd{value}", expr.width),
            Kind::Lit(value) => literal(value, expr.width),
            Kind::Extend(a) => {
                let more = expr.width - a.width;
                if a.signed {
                    let base = self.selectable(a);
                    format!("$signed({{{{{more}{{{base}[{}]}}}}, {base}}})", a.width - 1)
                } else {
                    let inner = self.text(a);
                    format!("{{{more}'d0, {inner}}}")
                }
            }
            Kind::Part(a, low) => {
                let base = self.selectable(a);
                if a.width == 1 {
                    base
                } else if expr.width == 1 {
                    format!("{base}[{low}]")
                } else {
                    format!("{base}[{}:{low}]", low + expr.width - 1)
                }
            }
            Kind::Select(a, offset) => {
                let (base, offset) = (self.selectable(a), self.text(offset));
                if expr.width == 1 {
                    format!("{base}[{offset}]")
                } else {
                    format!("{base}[{offset} +: {}]", expr.width)
                }
            }
            Kind::Bin(op, left, right) => {
                let left = self.operand(left, *op);
                let right = match &right.kind {
                    Kind::Lit(value) if matches!(op, Op::Shl | Op::Shr) => value.to_string(),
                    _ => enclosed(&self.text(right)),
                };
                format!("{left} {} {right}", op.text())
            }
            Kind::Un(op, a) => {
                let text = self.text(a);
                // Two operators in a row would read as another one.
                let inner = if text.starts_with('~') { format!("({text})") } else { enclosed(&text) };
                format!("{}{inner}", op.text())
            }
            Kind::Replace(a, at, value) => {
                let (a, value) = (enclosed(&self.text(a)), self.text(value));
                let at = match &at.kind {
                    Kind::Lit(value) => value.to_string(),
                    _ => enclosed(&self.text(at)),
                };
                if expr.width == 1 {
                    return value;
                }
                let (one, zeros) = (literal(&1u32.into(), expr.width), expr.width - 1);
                format!("({a} & ~({one} << {at})) | ({{{zeros}'d0, {value}}} << {at})")
            }
            Kind::AsSigned(a) => format!("$signed({})", self.text(a)),
            Kind::AsUnsigned(a) => match a.kind {
                Kind::Sig(_) => self.text(a),
                _ => format!("$unsigned({})", self.text(a)),
            },
            Kind::Mux(test, a, b) => {
                let (test, a) = (enclosed(&self.text(test)), enclosed(&self.text(a)));
                let b = if matches!(b.kind, Kind::Mux(..)) { self.text(b) } else { enclosed(&self.text(b)) };
                format!("{test} ? {a} : {b}")
            }
        }
    }

    /// Left operand: chains of one associative operator need no parentheses.
    fn operand(&mut self, expr: &Typed, op: Op) -> String {
        let text = self.text(expr);
        let chain = matches!(op, Op::And | Op::Or | Op::Xor | Op::Add | Op::LogicAnd | Op::LogicOr);
        match expr.kind {
            Kind::Bin(inner, ..) if inner == op && chain => text,
            _ => enclosed(&text),
        }
    }

    /// A name that bits can be selected from; anything but a symbol gets a temporary.
    fn selectable(&mut self, expr: &Typed) -> String {
        match &expr.kind {
            Kind::Sig(sig) => return self.name(*sig),
            Kind::AsUnsigned(a) | Kind::AsSigned(a) => return self.selectable(a),
            _ => {}
        }
        let value = self.text(expr);
        let mut reads = BTreeSet::new();
        expr.reads(&mut reads);
        if let Some(known) = self.temps.iter().find(|temp| temp.value == value && temp.width == expr.width) {
            return known.name.clone();
        }
        // Lint tools take `unused` in a name as permission for bits that nobody reads.
        let name = self.scope.fresh(&format!("wide{}_unused_msbs", self.temp_count));
        self.temp_count += 1;
        self.temps.push(Temp { name: name.clone(), width: expr.width, value, reads });
        name
    }
}

impl Temp {
    pub(super) fn wire(&self) -> String {
        format!("wire {}{} = {};", range(self.width), self.name, self.value)
    }
}
