//! Third part, data flow: latches, reads before writes, drivers, and what depends on what within a cycle.
use super::ir::*;
use super::symbols::Symbols;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Refuses what has no meaning as a circuit.
pub(super) fn check(stmts: &[Stmt<Typed>], joined: &[(Sig, Sig)], symbols: &mut Symbols) {
    let mut written = vec![false; symbols.syms.len()];
    walk(stmts, &mut written, symbols);
    let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
    stmts.iter().for_each(|stmt| stmt.uses(&mut reads, &mut writes));
    for sig in &writes {
        let reason = match symbols.syms[*sig].class {
            Class::In => "has several drivers: it is an input, and is assigned here",
            Class::KidOut(_) => "has several drivers: it is a child's output, and is assigned here",
            Class::Const(_) | Class::Variant(_) => "is a constant and is assigned",
            Class::InOut | Class::KidInOut(_) => "is a two-way signal and is assigned",
            Class::Out | Class::Local | Class::KidIn(_) if !written[*sig] => "latch: it is not assigned on every path",
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

/// Follows the paths; `written` tells of every symbol whether every path has written it so far.
fn walk(stmts: &[Stmt<Typed>], written: &mut Vec<bool>, symbols: &mut Symbols) {
    for stmt in stmts {
        match stmt {
            Stmt::Assign(target, part, value) => {
                read(value, written, symbols);
                match part {
                    None => written[*target] = true,
                    Some((_, offset)) => {
                        read(offset, written, symbols);
                        if !written[*target] {
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
                both(written, &otherwise);
            }
            Stmt::Case(test, arms) => {
                read(test, written, symbols);
                let mut all: Option<Vec<bool>> = None;
                for (_, body) in arms {
                    let mut end = written.clone();
                    walk(body, &mut end, symbols);
                    match &mut all {
                        None => all = Some(end),
                        Some(all) => both(all, &end),
                    }
                }
                if let Some(all) = all.filter(|_| is_full(test, arms, &symbols.syms)) {
                    *written = all;
                }
            }
            Stmt::Note(_) => {}
        }
    }
}

/// What is written on this path and on another one.
fn both(written: &mut [bool], other: &[bool]) {
    written.iter_mut().zip(other).for_each(|(here, there)| *here &= there);
}

fn read(value: &Typed, written: &[bool], symbols: &mut Symbols) {
    let mut reads = BTreeSet::new();
    value.reads(&mut reads);
    for sig in reads {
        if !written[sig] && matches!(symbols.syms[sig].class, Class::Local | Class::Out) {
            symbols.problem_at(sig, "is read before it is written on some path".into());
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
    let mut state = vec![None; syms.len()];
    follow(stmts, &BTreeSet::new(), &mut state, syms);
    let known = state.into_iter().enumerate();
    known.filter_map(|(sig, from)| Some((sig, Rc::unwrap_or_clone(from?)))).collect()
}

/// What each symbol that is written so far depends on. Paths that part share the sets that none of them changes.
type State = Vec<Option<Rc<BTreeSet<Sig>>>>;

fn follow(stmts: &[Stmt<Typed>], control: &BTreeSet<Sig>, state: &mut State, syms: &[Sym]) {
    let sources = |value: &Typed, state: &State| {
        let mut reads = BTreeSet::new();
        value.reads(&mut reads);
        let mut out = BTreeSet::new();
        for sig in reads {
            match (&syms[sig].class, &state[sig]) {
                (_, Some(known)) => out.extend(known.iter()),
                (Class::In | Class::InOut | Class::KidOut(_) | Class::KidInOut(_), None) => drop(out.insert(sig)),
                _ => {}
            }
        }
        out
    };
    for stmt in stmts {
        match stmt {
            Stmt::Assign(target, part, value) => {
                let mut from = sources(value, state);
                from.extend(control);
                if let Some((_, offset)) = part {
                    from.append(&mut sources(offset, state));
                    from.extend(state[*target].iter().flat_map(|before| before.iter()));
                }
                state[*target] = Some(Rc::new(from));
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
    for (here, there) in state.iter_mut().zip(other) {
        match (here, there) {
            (Some(here), Some(there)) if !Rc::ptr_eq(here, &there) => Rc::make_mut(here).extend(there.iter()),
            (here @ None, Some(there)) => *here = Some(there),
            _ => {}
        }
    }
}
