//! Fifth part, statements: `always` blocks.
use super::expr::Writer;
use super::ir::*;
use super::text::{literal, range, signed_range};
use std::collections::{BTreeMap, BTreeSet};

/// An `always @*` block with the declarations it needs.
pub(super) fn always(writer: &mut Writer, stmts: &[Stmt<Typed>], targets: &BTreeSet<Sig>, settle: bool) -> Vec<String> {
    let mut head = Vec::new();
    let mut tail = Vec::new();
    if settle {
        head.push("// On a cycle of blocks: the outputs are written once, so that no glitch wakes the others.".into());
        for sig in targets {
            let sym = &writer.module.syms[*sig];
            let (name, range) = (sym.name.clone(), signed_range(sym.signed, sym.width));
            let shadow = writer.scope.fresh(&format!("{name}_settled"));
            head.push(format!("reg {range}{shadow};"));
            tail.push(format!("    {name} = {shadow};"));
            writer.alias.insert(*sig, shadow);
        }
    }
    let mut block = Block {
        writer,
        op: "=",
        targets,
        rename: BTreeMap::new(),
        outer: Vec::new(),
        inner: Vec::new(),
        lines: Vec::new(),
    };
    block.body(stmts, 1);
    let Block { outer, inner, lines, .. } = block;
    if settle {
        targets.iter().for_each(|sig| drop(writer.alias.remove(sig)));
    }
    head.extend(outer);
    head.extend(inner.iter().map(|(name, width)| format!("reg {}{name};", range(*width))));
    head.push("always @* begin".into());
    head.extend(inner.iter().map(|(name, width)| format!("    {name} = {};", literal(&0u32.into(), *width))));
    head.extend(lines);
    head.extend(tail);
    head.push("end".into());
    head
}

/// The `always @(posedge ..)` block of the registers of one clock.
pub(super) fn clocked(writer: &mut Writer, clock: &Typed, stmts: &[Stmt<Typed>]) -> Vec<String> {
    let rename = writer.module.kids.iter().filter_map(|kid| kid.register());
    let rename = rename.map(|reg| (reg.d, writer.module.syms[reg.q].name.clone())).collect();
    let none = BTreeSet::new();
    let clock = writer.text(clock);
    let mut block =
        Block { writer, op: "<=", targets: &none, rename, outer: Vec::new(), inner: Vec::new(), lines: Vec::new() };
    block.body(stmts, 1);
    let Block { mut outer, lines, .. } = block;
    outer.push(format!("always @(posedge {clock}) begin"));
    outer.extend(lines);
    outer.push("end".into());
    outer
}

struct Block<'a, 'b> {
    writer: &'a mut Writer<'b>,
    op: &'static str,
    /// What the block writes: temporaries that read it have to stay inside.
    targets: &'a BTreeSet<Sig>,
    /// Left-hand names that differ: a register's `d` is written as its `q`.
    rename: BTreeMap<Sig, String>,
    /// Declarations in front of the block, temporaries inside, and the statements.
    outer: Vec<String>,
    inner: Vec<(String, usize)>,
    lines: Vec<String>,
}

impl Block<'_, '_> {
    fn body(&mut self, stmts: &[Stmt<Typed>], depth: usize) {
        stmts.iter().for_each(|stmt| self.statement(stmt, depth));
    }

    fn put(&mut self, depth: usize, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "    ".repeat(depth), text.as_ref()));
    }

    /// Text of an expression used by the statement that comes next.
    fn expr(&mut self, expr: &Typed, depth: usize) -> String {
        let text = self.writer.text(expr);
        for temp in std::mem::take(&mut self.writer.temps) {
            if temp.reads.is_disjoint(self.targets) {
                self.outer.push(temp.wire());
            } else {
                self.put(depth, format!("{} = {};", temp.name, temp.value));
                self.inner.push((temp.name, temp.width));
            }
        }
        text
    }

    /// `x = value;`, after the temporaries it needs.
    fn assignment(&mut self, target: Sig, part: Option<&(usize, Typed)>, value: &Typed, depth: usize) -> String {
        let value = self.expr(value, depth);
        let mut left = match self.rename.get(&target) {
            Some(name) => name.clone(),
            None => self.writer.name(target),
        };
        if let Some((width, offset)) = part {
            left = match (&offset.kind, width) {
                (Kind::Lit(low), 1) => format!("{left}[{low}]"),
                (Kind::Lit(low), _) => format!("{left}[{}:{low}]", low + width - 1u32),
                (_, 1) => format!("{left}[{}]", self.expr(offset, depth)),
                _ => format!("{left}[{} +: {width}]", self.expr(offset, depth)),
            };
        }
        format!("{left} {} {value};", self.op)
    }

    fn statement(&mut self, stmt: &Stmt<Typed>, depth: usize) {
        match stmt {
            Stmt::Note(text) => self.put(depth, format!("// {text}")),
            Stmt::Assign(target, part, value) => {
                let text = self.assignment(*target, part.as_ref(), value, depth);
                self.put(depth, text);
            }
            Stmt::If(test, then, other) => self.conditional("", test, then, other, depth),
            Stmt::Case(test, arms) => self.case(test, arms, depth),
        }
    }

    fn conditional(&mut self, lead: &str, test: &Typed, then: &[Stmt<Typed>], other: &[Stmt<Typed>], depth: usize) {
        let test = self.expr(test, depth);
        if let ([Stmt::Assign(target, part, value)], [], "") = (then, other, lead) {
            let text = self.assignment(*target, part.as_ref(), value, depth);
            return self.put(depth, format!("if ({test}) {text}"));
        }
        self.put(depth, format!("{lead}if ({test}) begin"));
        self.body(then, depth + 1);
        match other {
            [] => self.put(depth, "end"),
            // An `else if` chain, unless the next test needs temporaries in front of it.
            [Stmt::If(next, then, other)] if !self.needs_inner_temp(next) => {
                self.conditional("end else ", next, then, other, depth)
            }
            _ => {
                self.put(depth, "end else begin");
                self.body(other, depth + 1);
                self.put(depth, "end");
            }
        }
    }

    fn needs_inner_temp(&mut self, expr: &Typed) -> bool {
        let mut reads = BTreeSet::new();
        expr.reads(&mut reads);
        fn selects_expression(expr: &Typed) -> bool {
            let here = match &expr.kind {
                Kind::Part(a, _) | Kind::Select(a, _) => !matches!(a.kind, Kind::Sig(_)),
                Kind::Extend(a) => a.signed,
                _ => false,
            };
            here || expr.operands().into_iter().any(selects_expression)
        }
        selects_expression(expr) && !reads.is_disjoint(self.targets)
    }

    fn case(&mut self, test: &Typed, arms: &[(Label, Vec<Stmt<Typed>>)], depth: usize) {
        let full = super::flow::is_full(test, arms, &self.writer.module.syms);
        let text = self.expr(test, depth);
        self.put(depth, format!("case ({text})"));
        for (at, (label, body)) in arms.iter().enumerate() {
            let name = match label {
                Label::Default => "default".into(),
                Label::Value(value) => literal(value, test.width),
                Label::Sig(sig) => self.writer.name(*sig),
            };
            // The last arm of a full match has no test: nothing is left, and nothing is latched.
            let last = full && at + 1 == arms.len() && *label != Label::Default;
            let name = if last { format!("default /* {name} */") } else { name };
            match body.as_slice() {
                [] => self.put(depth + 1, format!("{name}: ;")),
                [Stmt::Assign(target, part, value)] => {
                    let before = self.lines.len();
                    let text = self.assignment(*target, part.as_ref(), value, depth + 1);
                    let temps = self.lines.split_off(before);
                    if temps.is_empty() {
                        self.put(depth + 1, format!("{name}: {text}"));
                    } else {
                        self.put(depth + 1, format!("{name}: begin"));
                        self.lines.extend(temps.into_iter().map(|line| format!("    {line}")));
                        self.put(depth + 2, text);
                        self.put(depth + 1, "end");
                    }
                }
                _ => {
                    self.put(depth + 1, format!("{name}: begin"));
                    self.body(body, depth + 2);
                    self.put(depth + 1, "end");
                }
            }
        }
        self.put(depth, "endcase");
    }
}
