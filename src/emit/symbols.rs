//! The names of one block, as its kernel sees them.
use super::Problem;
use super::ir::{Class, Sig, Sym};
use super::names::{self, Scope};
use num_bigint::BigUint;
use std::collections::HashMap;

/// Symbols of a block, and where its problems go.
pub(super) struct Symbols<'a> {
    pub path: String,
    pub syms: Vec<Sym>,
    by_raw: HashMap<String, Sig>,
    pub scope: Scope,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Symbols<'a> {
    /// None yet, of the block at `path`.
    pub(super) fn of(path: &str, problems: &'a mut Vec<Problem>) -> Self {
        Self { path: path.into(), syms: Vec::new(), by_raw: HashMap::new(), scope: Scope::default(), problems }
    }
    pub(super) fn find(&self, raw: &str) -> Option<Sig> {
        self.by_raw.get(raw).copied()
    }
    /// A `Constant` field by name, whatever its case: how a kernel names const generics and `const` items.
    pub(super) fn find_constant(&self, raw: &str) -> Option<Sig> {
        let constant = |sym: &Sym| matches!(sym.class, Class::Const(_)) && sym.raw.eq_ignore_ascii_case(raw);
        self.syms.iter().position(constant)
    }
    pub(super) fn constant(&self, raw: &str) -> Option<BigUint> {
        match &self.syms[self.find_constant(raw)?].class {
            Class::Const(value) => Some(value.clone()),
            _ => None,
        }
    }
    /// Reports a problem with a source name (may be empty).
    pub(super) fn problem(&mut self, raw: &str, reason: String) {
        self.problems.push(Problem { path: self.path.clone(), signal: names::written(raw), reason });
    }
    pub(super) fn problem_at(&mut self, sig: Sig, reason: String) {
        let raw = self.syms[sig].raw.clone();
        self.problem(&raw, reason);
    }
    pub(super) fn add(&mut self, raw: &str, want: &str, net: (usize, bool), class: Class) -> Sig {
        let sym = Sym { raw: raw.into(), name: self.scope.fresh(want), width: net.0, signed: net.1, class };
        self.by_raw.insert(raw.into(), self.syms.len());
        self.syms.push(sym);
        self.syms.len() - 1
    }
}
