//! Fourth part: which statements become continuous assignments, `always @*` blocks and the clocked block.
//!
//! A kernel is one sequential program; hardware is not. Assignments to registers go straight into the clocked block
//! (nobody can read a register's input, so only the order among them matters). Of the rest, dead default stores are
//! dropped, a signal with one unconditional writer becomes a continuous assignment, and what remains is split into
//! independent blocks, so that a simulator wakes only what changed and a reader sees one thing at a time.
use super::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The ports of an inline register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Register {
    pub d: Sig,
    pub q: Sig,
    pub clock: Sig,
    pub enable: Option<Sig>,
}

/// What to print, in source order.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub comb: Vec<Item>,
    /// Clock and statements; an assignment to a register's `d` is printed as one to its `q`.
    pub clocked: Vec<(Typed, Vec<Stmt<Typed>>)>,
}

#[derive(Clone, Debug)]
pub(super) enum Item {
    /// A signal that is one expression.
    Wire { target: Sig, value: Typed, notes: Vec<String> },
    /// A block of statements.
    Always {
        stmts: Vec<Stmt<Typed>>,
        targets: BTreeSet<Sig>,
        reads: BTreeSet<Sig>,
        /// Lies on a cycle of blocks: each target is to change at most once per evaluation (see `loops`).
        settle: bool,
    },
}

/// Most operators a reader takes in at once in `a ? b : c`.
const MUX_SIZE: usize = 14;
/// Most `? :` in one expression.
const MUX_DEPTH: usize = 2;

pub(super) fn schedule(stmts: Vec<Stmt<Typed>>, syms: &[Sym], registers: &[Register]) -> Plan {
    let direct: Vec<&Register> = {
        let early = reads_unfinished_values(&stmts);
        registers.iter().filter(|reg| reg.enable.is_none() && !early.contains(&reg.d)).collect()
    };
    let inputs: BTreeSet<Sig> = direct.iter().map(|reg| reg.d).collect();
    let mut comb = combinational(project(&stmts, &|sig| !inputs.contains(&sig)), syms);
    let mut clocked: Vec<(Typed, Vec<Stmt<Typed>>)> = Vec::new();
    let mut clocks: Vec<Typed> = Vec::new();
    let clock_of: BTreeMap<Sig, Typed> =
        registers.iter().map(|reg| (reg.d, take_wire(&mut comb, reg.clock, syms))).collect();
    for reg in registers {
        if !clocks.contains(&clock_of[&reg.d]) {
            clocks.push(clock_of[&reg.d].clone());
        }
    }
    for clock in clocks {
        let mine = |sig: Sig| inputs.contains(&sig) && clock_of[&sig] == clock;
        let mut body = without_holds(without_dead_stores(project(&stmts, &mine)), &direct);
        for reg in registers.iter().filter(|reg| !inputs.contains(&reg.d) && clock_of[&reg.d] == clock) {
            let load = Stmt::Assign(reg.d, None, take_wire(&mut comb, reg.d, syms));
            body.push(match reg.enable {
                Some(enable) => Stmt::If(take_wire(&mut comb, enable, syms), vec![load], vec![]),
                None => load,
            });
        }
        clocked.push((clock, body));
    }
    drop_unread(&mut comb, &clocked, syms);
    Plan { comb, clocked }
}

/// Drops the expressions of locals that nothing reads any more.
fn drop_unread(comb: &mut Vec<Item>, clocked: &[(Typed, Vec<Stmt<Typed>>)], syms: &[Sym]) {
    loop {
        let mut reads = BTreeSet::new();
        for item in comb.iter() {
            match item {
                Item::Wire { value, .. } => value.reads(&mut reads),
                Item::Always { reads: block, .. } => reads.extend(block),
            }
        }
        for (clock, stmts) in clocked {
            clock.reads(&mut reads);
            stmts.iter().for_each(|stmt| stmt.uses(&mut reads, &mut BTreeSet::new()));
        }
        let before = comb.len();
        comb.retain(|item| match item {
            Item::Wire { target, .. } => syms[*target].class != Class::Local || reads.contains(target),
            Item::Always { .. } => true,
        });
        if comb.len() == before {
            return;
        }
    }
}

/// Takes the expression of a continuous assignment away, to print it where it is used; the signal itself otherwise.
fn take_wire(items: &mut Vec<Item>, sig: Sig, syms: &[Sym]) -> Typed {
    let found = items.iter().position(|item| matches!(item, Item::Wire { target, .. } if *target == sig));
    match found.map(|at| items.remove(at)) {
        Some(Item::Wire { value, .. }) => value,
        _ => Typed::new(syms[sig].width, syms[sig].signed, Kind::Sig(sig)),
    }
}

/// The statements with only the assignments to these targets, and no empty branches.
fn project(stmts: &[Stmt<Typed>], keep: &dyn Fn(Sig) -> bool) -> Vec<Stmt<Typed>> {
    let mut out = Vec::new();
    let mut notes = Vec::new();
    for stmt in stmts {
        let kept = match stmt {
            Stmt::Note(text) => {
                notes.push(Stmt::Note(text.clone()));
                continue;
            }
            Stmt::Assign(target, ..) => keep(*target).then(|| stmt.clone()),
            Stmt::If(test, then, other) => {
                let (then, other) = (project(then, keep), project(other, keep));
                match (then.is_empty(), other.is_empty()) {
                    (true, true) => None,
                    (true, false) => Some(Stmt::If(negated(test), other, then)),
                    _ => Some(Stmt::If(test.clone(), then, other)),
                }
            }
            Stmt::Case(test, arms) => {
                let arms: Vec<_> = arms.iter().map(|(label, body)| (label.clone(), project(body, keep))).collect();
                (!arms.iter().all(|arm| arm.1.is_empty())).then(|| Stmt::Case(test.clone(), arms))
            }
        };
        match kept {
            Some(stmt) => {
                out.append(&mut notes);
                out.push(stmt);
            }
            None => notes.clear(),
        }
    }
    out
}

fn negated(test: &Typed) -> Typed {
    match &test.kind {
        Kind::Un(UnOp::Not, inner) => (**inner).clone(),
        _ => Typed::new(1, false, Kind::Un(UnOp::Not, Box::new(test.clone()))),
    }
}

/// Targets whose value or tests use a signal before its last assignment: those cannot leave their place.
fn reads_unfinished_values(stmts: &[Stmt<Typed>]) -> BTreeSet<Sig> {
    fn last_writes(stmts: &[Stmt<Typed>], clock: &mut usize, last: &mut BTreeMap<Sig, usize>) {
        for stmt in stmts {
            *clock += 1;
            match stmt {
                Stmt::Assign(target, ..) => drop(last.insert(*target, *clock)),
                Stmt::If(_, then, other) => {
                    last_writes(then, clock, last);
                    last_writes(other, clock, last);
                }
                Stmt::Case(_, arms) => arms.iter().for_each(|arm| last_writes(&arm.1, clock, last)),
                Stmt::Note(_) => {}
            }
        }
    }
    struct Walk<'a> {
        clock: usize,
        last: &'a BTreeMap<Sig, usize>,
        found: BTreeSet<Sig>,
    }
    impl Walk<'_> {
        fn unfinished(&self, value: &Typed) -> bool {
            let mut reads = BTreeSet::new();
            value.reads(&mut reads);
            reads.iter().any(|sig| self.last.get(sig).is_some_and(|last| *last > self.clock))
        }
        fn block(&mut self, stmts: &[Stmt<Typed>], tainted: bool) {
            for stmt in stmts {
                self.clock += 1;
                match stmt {
                    Stmt::Assign(target, part, value) => {
                        let offset = part.as_ref().is_some_and(|part| self.unfinished(&part.1));
                        if tainted || offset || self.unfinished(value) {
                            self.found.insert(*target);
                        }
                    }
                    Stmt::If(test, then, other) => {
                        let tainted = tainted || self.unfinished(test);
                        self.block(then, tainted);
                        self.block(other, tainted);
                    }
                    Stmt::Case(test, arms) => {
                        let tainted = tainted || self.unfinished(test);
                        arms.iter().for_each(|arm| self.block(&arm.1, tainted));
                    }
                    Stmt::Note(_) => {}
                }
            }
        }
    }
    let mut last = BTreeMap::new();
    last_writes(stmts, &mut 0, &mut last);
    let mut walk = Walk { clock: 0, last: &last, found: BTreeSet::new() };
    walk.block(stmts, false);
    walk.found
}

/// Drops unconditional stores that a later unconditional store overwrites unread (the defaults of `dff_setup!`).
fn without_dead_stores(stmts: Vec<Stmt<Typed>>) -> Vec<Stmt<Typed>> {
    let uses: Vec<_> = stmts.iter().map(uses).collect();
    let dead = |at: usize| {
        let Stmt::Assign(target, None, _) = &stmts[at] else { return false };
        for later in at + 1..stmts.len() {
            if uses[later].0.contains(target) {
                return false;
            }
            if matches!(&stmts[later], Stmt::Assign(again, None, _) if again == target) {
                return true;
            }
        }
        false
    };
    let keep: Vec<bool> = (0..stmts.len()).map(|at| !dead(at)).collect();
    stmts.into_iter().zip(keep).filter_map(|(stmt, keep)| keep.then_some(stmt)).collect()
}

/// Drops `x.d = x.q` where it comes first: a register holds by itself.
fn without_holds(stmts: Vec<Stmt<Typed>>, registers: &[&Register]) -> Vec<Stmt<Typed>> {
    let mut touched = BTreeSet::new();
    let mut keep = |stmt: &Stmt<Typed>| {
        let hold = match stmt {
            Stmt::Assign(target, None, Typed { kind: Kind::Sig(from), .. }) => {
                registers.iter().any(|reg| reg.d == *target && reg.q == *from) && !touched.contains(target)
            }
            _ => false,
        };
        touched.extend(uses(stmt).1);
        !hold
    };
    stmts.into_iter().filter(|stmt| keep(stmt)).collect()
}

fn uses(stmt: &Stmt<Typed>) -> (BTreeSet<Sig>, BTreeSet<Sig>) {
    let (mut reads, mut writes) = Default::default();
    stmt.uses(&mut reads, &mut writes);
    (reads, writes)
}

/// Splits statements into independent items.
fn combinational(stmts: Vec<Stmt<Typed>>, syms: &[Sym]) -> Vec<Item> {
    let stmts = without_dead_stores(stmts);
    // A note belongs to the statement after it.
    let mut units: Vec<(Vec<String>, Stmt<Typed>)> = Vec::new();
    let mut notes = Vec::new();
    for stmt in stmts {
        match stmt {
            Stmt::Note(text) => notes.push(text),
            stmt => units.push((std::mem::take(&mut notes), stmt)),
        }
    }
    let sets: Vec<_> = units.iter().map(|unit| uses(&unit.1)).collect();
    let mut first = BTreeMap::new();
    let mut last = BTreeMap::new();
    for (at, (_, writes)) in sets.iter().enumerate() {
        for sig in writes {
            first.entry(*sig).or_insert(at);
            last.insert(*sig, at);
        }
    }
    // Statements stay together when they write the same signal, or read one that is still to be written.
    let mut groups = Groups((0..units.len()).collect());
    for (at, (reads, writes)) in sets.iter().enumerate() {
        writes.iter().for_each(|sig| groups.join(at, first[sig]));
        reads
            .iter()
            .filter_map(|sig| last.get(sig))
            .filter(|last| **last >= at)
            .for_each(|last| groups.join(at, *last));
    }
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in 0..units.len() {
        members.entry(groups.root(at)).or_default().push(at);
    }
    // Everything a group reads was finished before its last statement: in that order, names are declared before use.
    let mut members: Vec<Vec<usize>> = members.into_values().collect();
    members.sort_by_key(|ats| ats.last().copied());
    let mut out = Vec::new();
    for ats in members {
        let reads: BTreeSet<Sig> = ats.iter().flat_map(|at| sets[*at].0.iter().copied()).collect();
        let targets: BTreeSet<Sig> = ats.iter().flat_map(|at| sets[*at].1.iter().copied()).collect();
        let stmts: Vec<_> = ats.iter().map(|at| units[*at].clone()).collect();
        item(stmts, reads, targets, syms, &mut out);
    }
    out
}

/// One group of statements as continuous assignments where that reads well, else as a block.
fn item(
    units: Vec<(Vec<String>, Stmt<Typed>)>,
    reads: BTreeSet<Sig>,
    targets: BTreeSet<Sig>,
    syms: &[Sym],
    out: &mut Vec<Item>,
) {
    let notes: Vec<String> = units.iter().flat_map(|unit| unit.0.clone()).collect();
    let bare: Vec<&Stmt<Typed>> = units.iter().map(|unit| &unit.1).collect();
    // `always @*` never wakes when it reads no signal: such a block has to become expressions.
    let fixed = !reads
        .iter()
        .any(|sig| !matches!(syms[*sig].class, Class::Const(_) | Class::Variant(_)) && !targets.contains(sig));
    let mut values = BTreeMap::new();
    if (fixed || targets.len() == 1) && evaluate(&bare, &targets, &mut values, syms).is_some() {
        let small = |value: &Typed| {
            let muxes = muxes(value);
            muxes == 0 || muxes <= MUX_DEPTH && value.size() <= MUX_SIZE
        };
        if fixed || values.values().all(small) {
            let mut notes = Some(notes);
            for (target, value) in values {
                out.push(Item::Wire { target, value, notes: notes.take().unwrap_or_default() });
            }
            return;
        }
    }
    let mut stmts = Vec::new();
    for (notes, stmt) in units {
        stmts.extend(notes.into_iter().map(Stmt::Note));
        stmts.push(stmt);
    }
    out.push(Item::Always { stmts, targets, reads, settle: false });
}

fn muxes(value: &Typed) -> usize {
    usize::from(matches!(value.kind, Kind::Mux(..))) + value.operands().into_iter().map(muxes).sum::<usize>()
}

/// Runs statements symbolically; `None` when a target is read, written in part, or not written on some path.
fn evaluate(
    stmts: &[&Stmt<Typed>],
    targets: &BTreeSet<Sig>,
    values: &mut BTreeMap<Sig, Typed>,
    syms: &[Sym],
) -> Option<()> {
    let independent = |value: &Typed| {
        let mut reads = BTreeSet::new();
        value.reads(&mut reads);
        reads.is_disjoint(targets).then_some(())
    };
    for stmt in stmts {
        match stmt {
            Stmt::Assign(target, None, value) => {
                independent(value)?;
                values.insert(*target, value.clone());
            }
            Stmt::Assign(_, Some(_), _) => return None,
            Stmt::If(test, then, other) => {
                independent(test)?;
                let mut otherwise = values.clone();
                evaluate(&then.iter().collect::<Vec<_>>(), targets, values, syms)?;
                evaluate(&other.iter().collect::<Vec<_>>(), targets, &mut otherwise, syms)?;
                *values = choose(test, values, &otherwise)?;
            }
            Stmt::Case(test, arms) => {
                independent(test)?;
                // The last arm of a full match needs no test.
                let full = super::flow::is_full(test, arms, syms);
                let mut out: Option<BTreeMap<Sig, Typed>> = (!full).then(|| values.clone());
                for (label, body) in arms.iter().rev() {
                    let mut mine = values.clone();
                    evaluate(&body.iter().collect::<Vec<_>>(), targets, &mut mine, syms)?;
                    out = Some(match out {
                        None => mine,
                        Some(rest) => {
                            let label = match label {
                                Label::Default => return None,
                                Label::Value(value) => Typed::lit(value.clone(), test.width),
                                Label::Sig(sig) => Typed::new(test.width, false, Kind::Sig(*sig)),
                            };
                            let hit = Kind::Bin(Op::Eq, Box::new(test.clone()), Box::new(label));
                            choose(&Typed::new(1, false, hit), &mine, &rest)?
                        }
                    });
                }
                *values = out?;
            }
            Stmt::Note(_) => {}
        }
    }
    Some(())
}

/// What holds after a branch: `test ? a : b` for each signal.
fn choose(test: &Typed, a: &BTreeMap<Sig, Typed>, b: &BTreeMap<Sig, Typed>) -> Option<BTreeMap<Sig, Typed>> {
    let keys: BTreeSet<Sig> = a.keys().chain(b.keys()).copied().collect();
    keys.into_iter()
        .map(|sig| {
            let (a, b) = (a.get(&sig)?, b.get(&sig)?);
            let kind = Kind::Mux(Box::new(test.clone()), Box::new(a.clone()), Box::new(b.clone()));
            Some((sig, if a == b { a.clone() } else { Typed::new(a.width, a.signed && b.signed, kind) }))
        })
        .collect()
}

/// Disjoint sets of statements; the root is the first statement of its set.
struct Groups(Vec<usize>);

impl Groups {
    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}
