//! Third part, data flow: latches, reads before writes, drivers, and what depends on what within a cycle.
use super::ir::*;
use super::symbols::Symbols;
use std::collections::{BTreeMap, BTreeSet};

/// Refuses what has no meaning as a circuit.
pub(super) fn check(stmts: &[Stmt<Typed>], joined: &[(Sig, Sig)], symbols: &mut Symbols) {
    let mut written = BTreeSet::new();
    walk(stmts, &mut written, symbols);
    let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
    stmts.iter().for_each(|stmt| stmt.uses(&mut reads, &mut writes));
    for sig in &writes {
        let reason = match symbols.syms[*sig].class {
            Class::In => "has several drivers: it is an input, and is assigned here",
            Class::KidOut(_) => "has several drivers: it is a child's output, and is assigned here",
            Class::Const(_) | Class::Variant(_) => "is a constant and is assigned",
            Class::InOut | Class::KidInOut(_) => "is a two-way signal and is assigned",
            Class::Out | Class::Local | Class::KidIn(_) if !written.contains(sig) => {
                "latch: it is not assigned on every path"
            }
            _ => continue,
        };
        symbols.problem_at(*sig, reason.into());
    }
    for sig in &reads {
        if matches!(symbols.syms[*sig].class, Class::KidIn(_)) {
            symbols.problem_at(*sig, "is a child's input and is read; use the value that drives it".into());
        }
    }
    let tied: BTreeSet<Sig> = joined.iter().flat_map(|pair| [pair.0, pair.1]).collect();
    for sig in 0..symbols.syms.len() {
        let reason = match symbols.syms[sig].class {
            Class::KidIn(_) => "is a child's input and never driven",
            Class::Out => "is an output and never driven",
            _ => continue,
        };
        if !writes.contains(&sig) && !tied.contains(&sig) {
            symbols.problem_at(sig, reason.into());
        }
    }
}

/// Follows the paths; `written` becomes what every path has written so far.
fn walk(stmts: &[Stmt<Typed>], written: &mut BTreeSet<Sig>, symbols: &mut Symbols) {
    for stmt in stmts {
        match stmt {
            Stmt::Assign(target, part, value) => {
                read(value, written, symbols);
                match part {
                    None => drop(written.insert(*target)),
                    Some((_, offset)) => {
                        read(offset, written, symbols);
                        if !written.contains(target) {
                            symbols.problem_at(*target, "is written in part before it is written whole".into());
                        }
                    }
                }
            }
            Stmt::If(test, then, other) => {
                read(test, written, symbols);
                let mut otherwise = written.clone();
                walk(then, written, symbols);
                walk(other, &mut otherwise, symbols);
                written.retain(|sig| otherwise.contains(sig));
            }
            Stmt::Case(test, arms) => {
                read(test, written, symbols);
                let mut ends = Vec::new();
                for (_, body) in arms {
                    let mut end = written.clone();
                    walk(body, &mut end, symbols);
                    ends.push(end);
                }
                if is_full(test, arms, &symbols.syms) {
                    ends.into_iter().reduce(|a, b| &a & &b).into_iter().for_each(|end| *written = end);
                }
            }
            Stmt::Note(_) => {}
        }
    }
}

fn read(value: &Typed, written: &BTreeSet<Sig>, symbols: &mut Symbols) {
    let mut reads = BTreeSet::new();
    value.reads(&mut reads);
    for sig in reads.difference(written) {
        if matches!(symbols.syms[*sig].class, Class::Local | Class::Out) {
            symbols.problem_at(*sig, "is read before it is written on some path".into());
        }
    }
}

/// Does one of the arms always match?
pub(super) fn is_full<E>(test: &Typed, arms: &[(Label, Vec<Stmt<E>>)], syms: &[Sym]) -> bool {
    if arms.iter().any(|arm| arm.0 == Label::Default) {
        return true;
    }
    match arms.first() {
        Some((Label::Sig(sig), _)) if matches!(syms[*sig].class, Class::Variant(_)) => {
            let kind = syms[*sig].raw.rsplit_once('$').map(|split| split.0);
            let variant = |sym: &&Sym| {
                matches!(sym.class, Class::Variant(_)) && sym.raw.rsplit_once('$').map(|split| split.0) == kind
            };
            syms.iter().filter(variant).count() == arms.len()
        }
        _ => test.width < 16 && arms.len() == 1 << test.width,
    }
}

/// What every written symbol depends on within the cycle: inputs and children's outputs, through locals and tests.
pub(super) fn dependencies(stmts: &[Stmt<Typed>], syms: &[Sym]) -> BTreeMap<Sig, BTreeSet<Sig>> {
    let mut state = BTreeMap::new();
    follow(stmts, &BTreeSet::new(), &mut state, syms);
    state
}

type State = BTreeMap<Sig, BTreeSet<Sig>>;

fn follow(stmts: &[Stmt<Typed>], control: &BTreeSet<Sig>, state: &mut State, syms: &[Sym]) {
    let sources = |value: &Typed, state: &State| {
        let mut reads = BTreeSet::new();
        value.reads(&mut reads);
        let mut out = BTreeSet::new();
        for sig in reads {
            match (&syms[sig].class, state.get(&sig)) {
                (_, Some(known)) => out.extend(known),
                (Class::In | Class::InOut | Class::KidOut(_) | Class::KidInOut(_), None) => drop(out.insert(sig)),
                _ => {}
            }
        }
        out
    };
    for stmt in stmts {
        match stmt {
            Stmt::Assign(target, part, value) => {
                let mut from = &sources(value, state) | control;
                if let Some((_, offset)) = part {
                    from.append(&mut sources(offset, state));
                    from.extend(state.get(target).into_iter().flatten());
                }
                state.insert(*target, from);
            }
            Stmt::If(test, then, other) => {
                let control = &sources(test, state) | control;
                let mut otherwise = state.clone();
                follow(then, &control, state, syms);
                follow(other, &control, &mut otherwise, syms);
                merge(state, otherwise);
            }
            Stmt::Case(test, arms) => {
                let control = &sources(test, state) | control;
                let before = state.clone();
                for (at, (_, body)) in arms.iter().enumerate() {
                    let mut end = before.clone();
                    follow(body, &control, &mut end, syms);
                    if at == 0 { *state = end } else { merge(state, end) }
                }
                if !is_full(test, arms, syms) {
                    merge(state, before);
                }
            }
            Stmt::Note(_) => {}
        }
    }
}

fn merge(state: &mut State, other: State) {
    for (sig, from) in other {
        state.entry(sig).or_default().extend(from);
    }
}
