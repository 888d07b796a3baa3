//! The syntax tree of a kernel, built step by step: operands come before what is made of them, and the statements of a
//! block after `begin`. What `treetap_hdl::unit` generates is then a list of calls, with a fifth of the machine code of
//! expressions in expressions.
use rust_hdl::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression, VerilogLiteral,
    VerilogLoop, VerilogMatch, VerilogOp, VerilogOpUnary, VerilogStatement,
};

/// A signal, constant, loop variable or variant.
pub(super) fn name(text: &str) -> VerilogExpression {
    VerilogExpression::Signal(text.into())
}

/// A number.
pub(super) fn literal(value: impl Into<VerilogLiteral>) -> VerilogExpression {
    VerilogExpression::Literal(value.into())
}

/// `target.next = value`.
pub(super) fn assign(target: &str, value: VerilogExpression) -> VerilogStatement {
    VerilogStatement::Assignment(name(target), value)
}

/// What has been built and is part of nothing yet.
#[derive(Debug)]
pub struct Tree {
    values: Vec<VerilogExpression>,
    cases: Vec<VerilogCase>,
    blocks: Vec<VerilogBlock>,
}

impl Tree {
    /// What `build` builds.
    ///
    /// # Panics
    /// When it leaves values or cases over, or takes some that are not there: a mistake in what generates the calls.
    pub(super) fn block(build: impl FnOnce(&mut Self)) -> VerilogBlock {
        let mut tree = Self { values: vec![], cases: vec![], blocks: vec![vec![]] };
        build(&mut tree);
        let block = tree.end();
        assert!(
            tree.values.is_empty() && tree.cases.is_empty() && tree.blocks.is_empty(),
            "a kernel uses all it builds"
        );
        block
    }

    fn value(&mut self) -> VerilogExpression {
        self.values.pop().expect("operands come first")
    }

    fn boxed(&mut self) -> Box<VerilogExpression> {
        Box::new(self.value())
    }

    fn end(&mut self) -> VerilogBlock {
        self.blocks.pop().expect("a block begins before it ends")
    }

    fn add(&mut self, statement: VerilogStatement) {
        self.blocks.last_mut().expect("statements stand in a block").push(statement);
    }

    /// A signal, constant, loop variable or variant.
    pub fn name(&mut self, text: &str) {
        self.values.push(name(text));
    }

    /// A number.
    pub fn literal(&mut self, value: impl Into<VerilogLiteral>) {
        self.values.push(literal(value));
    }

    /// What is made of the last value.
    fn of_one(&mut self, make: impl FnOnce(Box<VerilogExpression>) -> VerilogExpression) {
        let made = make(self.boxed());
        self.values.push(made);
    }

    /// What is made of the last two values, the earlier one first.
    fn of_two(&mut self, make: impl FnOnce(Box<VerilogExpression>, Box<VerilogExpression>) -> VerilogExpression) {
        let (second, first) = (self.boxed(), self.boxed());
        self.values.push(make(first, second));
    }

    /// An operator between the last two values.
    pub fn binary(&mut self, op: VerilogOp) {
        self.of_two(|left, right| VerilogExpression::Binary(left, op, right));
    }

    /// An operator before the last value.
    pub fn unary(&mut self, op: VerilogOpUnary) {
        self.of_one(|operand| VerilogExpression::Unary(op, operand));
    }

    /// The last value in parentheses.
    pub fn paren(&mut self) {
        self.of_one(VerilogExpression::Paren);
    }

    /// The last value with `width` bits.
    pub fn cast(&mut self, width: usize) {
        self.of_one(|of| VerilogExpression::Cast(of, width));
    }

    /// The last value without a sign.
    pub fn unsigned(&mut self) {
        self.of_one(VerilogExpression::Unsigned);
    }

    /// The last value with a sign.
    pub fn signed(&mut self) {
        self.of_one(VerilogExpression::Signed);
    }

    /// `width` bits of a value from the place that is the last value.
    pub fn slice(&mut self, width: usize) {
        self.of_two(|of, offset| VerilogExpression::Slice(of, width, offset));
    }

    /// The bit of a value at the place that is the last value.
    pub fn index(&mut self) {
        self.of_two(VerilogExpression::Index);
    }

    /// A value with the bit at a place replaced by the last value.
    pub fn replace(&mut self) {
        let (bit, at, of) = (self.boxed(), self.boxed(), self.boxed());
        self.values.push(VerilogExpression::IndexReplace(of, at, bit));
    }

    /// `target.next` is the last value.
    pub fn assign(&mut self, target: &str) {
        let value = self.value();
        self.add(assign(target, value));
    }

    /// A comment.
    pub fn comment(&mut self, text: &str) {
        self.add(VerilogStatement::Comment(text.into()));
    }

    /// A block begins.
    pub fn begin(&mut self) {
        self.blocks.push(vec![]);
    }

    /// The last block, as statements of the one around it.
    pub fn group(&mut self) {
        let block = self.end();
        self.add(VerilogStatement::Macro(block));
    }

    fn conditional(&mut self, then: VerilogBlock, otherwise: VerilogBlockOrConditional) {
        let test = self.value();
        self.add(VerilogStatement::If(VerilogConditional { test, then, otherwise }));
    }

    /// The last block where the last value holds.
    pub fn when(&mut self) {
        let then = self.end();
        self.conditional(then, VerilogBlockOrConditional::None);
    }

    /// The block before the last where the last value holds, and the last one elsewhere.
    pub fn either(&mut self) {
        let (other, then) = (self.end(), self.end());
        self.conditional(then, VerilogBlockOrConditional::Block(other));
    }

    /// [`Self::either`] with a single statement in the last block, which is another condition.
    pub fn or_if(&mut self) {
        let (other, then) = (self.end().pop().expect("a condition"), self.end());
        self.conditional(then, VerilogBlockOrConditional::Conditional(Box::new(other)));
    }

    /// The last block is for what matches a label.
    pub fn case(&mut self, label: &str) {
        let block = self.end();
        self.cases.push(VerilogCase { condition: label.into(), block });
    }

    /// The last `count` cases are those of the last value.
    pub fn choose(&mut self, count: usize) {
        let cases = self.cases.split_off(self.cases.len() - count);
        let test = self.value();
        self.add(VerilogStatement::Match(VerilogMatch { test, cases }));
    }

    /// The last block for each number of `from..to`.
    pub fn repeat(&mut self, index: &str, from: usize, to: usize) {
        let block = self.end();
        self.add(VerilogStatement::Loop(VerilogLoop { index: index.into(), from: from.into(), to: to.into(), block }));
    }

    /// Clock and reset of a child, if it has them.
    pub fn wire(&mut self, place: &str, clock: bool, reset: bool) {
        self.begin();
        for (_, port) in [(clock, "clock"), (reset, "reset")].into_iter().filter(|port| port.0) {
            self.name(port);
            self.assign(&format!("{place}${port}$next"));
        }
        self.group();
    }

    /// Ports of a bundle that are those of a child: all or `only` some, without those `except`ed.
    pub fn link(&mut self, ports: &[(&str, bool)], own: &str, other: &str, only: &[&str], except: &[&str]) {
        let is_there = |port| (only.is_empty() || only.contains(&port)) && !except.contains(&port);
        self.begin();
        for (port, input) in ports.iter().filter(|(port, _)| is_there(*port)) {
            let (own, other) = (format!("{own}${port}"), format!("{other}${port}"));
            let (from, to) = if *input { (own, other) } else { (other, own) };
            self.name(&from);
            self.assign(&format!("{to}$next"));
        }
        self.group();
    }
}
