//! Productions as rows of the pattern table: their order, merged ones, and warnings about rows that get into each
//! other's way.
use super::ast::{Action, Order, Test};
use super::condition::condition;
use super::diagnostic::{Code, Diagnostics};
use super::pattern::Entry;
use crate::lang::source::Span;
use crate::spec::hps::Config;
use crate::spec::hps::words::{Condition, Kind, Operation, Pattern, Replacement};

/// Most pairs of rows that are merged.
const MERGES: usize = 8;

/// A row before it has its place.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    /// Label of its production, or of the two that it is made of.
    pub label: String,
    pub span: Span,
    pub entry: Entry,
    pub tests: Vec<&'a Test>,
    pub action: Option<Action>,
    pub condition: Condition,
    pub replacement: Option<Vec<Replacement>>,
    /// Numbers of the productions that it stands for.
    pub productions: Vec<usize>,
}

/// Puts rows into the order that the program asks for.
pub(super) fn sort(rows: &mut [Row], order: Order) {
    match order {
        Order::Text => {}
        Order::Auto => rows.sort_by_key(|row| row.replacement.is_some()),
        Order::Specific => rows.sort_by_key(|row| std::cmp::Reverse(row.entry.specificity())),
    }
}

/// Adds a row with both replacements before each pair of rows that would both replace one instruction.
pub(super) fn merge(rows: &mut Vec<Row>, ranges: &[[u32; 2]], config: &Config, found: &mut Diagnostics) {
    let mut merges = 0;
    let mut out: Vec<Row> = vec![];
    for (i, first) in rows.iter().enumerate() {
        for second in &rows[i + 1..] {
            let (Some(before), Some(after)) = (&first.replacement, &second.replacement) else { continue };
            if merges == MERGES || first.productions == second.productions || !overlap(first, second, ranges) {
                continue;
            }
            // Rows that overlap by the rules may still have no instruction in common: then there is nothing to merge.
            let parts = [first.entry, second.entry].into_iter();
            let Some(entry) = Entry::all(parts, first.span, &mut Diagnostics::default()) else { continue };
            merges += 1;
            if let (Some(_), Some(action)) = (first.action, second.action) {
                let why = format!("{} and {} are merged, and both have a micro-operation", first.label, second.label);
                found.push(Code::SameUop, action.span, why);
                continue;
            }
            let tests = [&first.tests[..], &second.tests[..]].concat();
            let action = first.action.or(second.action);
            let Some(condition) = condition(&tests, action, first.span, config, found) else { continue };
            let replacement = joined(before, after);
            out.push(Row {
                label: format!("{}+{}", first.label, second.label),
                span: first.span,
                entry,
                tests,
                action,
                condition,
                replacement: Some(replacement),
                productions: [&first.productions[..], &second.productions[..]].concat(),
            });
        }
        out.push(first.clone());
    }
    *rows = out;
}

/// One replacement, but for the instruction itself at its end, and the other.
fn joined(first: &[Replacement], second: &[Replacement]) -> Vec<Replacement> {
    let kept = match first.split_last() {
        Some((last, rest)) if last.kind == Kind::Original => rest,
        _ => first,
    };
    let dropped = u8::from(kept.len() < first.len());
    let length = |words: &[Replacement]| words.first().map_or(0, |word| word.length);
    let mut words = [kept, second].concat();
    for word in &mut words {
        (word.last, word.length) = (false, 0);
    }
    let sum = (length(first) - dropped).saturating_add(length(second));
    if let Some(word) = words.first_mut() {
        word.length = sum;
    }
    if let Some(word) = words.last_mut() {
        word.last = true;
    }
    words
}

/// Whether one instruction may match both, as far as the tables tell.
pub(super) fn overlap(a: &Row, b: &Row, ranges: &[[u32; 2]]) -> bool {
    let (left, right) = (a.entry.pattern(), b.entry.pattern());
    let (m, n) = (a.condition, b.condition);
    let conditions = (m.a, m.b) != (n.a, n.b) || m.table & n.table != 0;
    (left.value ^ right.value) & left.mask & right.mask == 0
        && classes_meet(&a.entry, &b.entry)
        && codes_meet(left.direction as u8, right.direction as u8)
        && codes_meet(left.sign as u8, right.sign as u8)
        && (left.filters == 0 || right.filters == 0 || left.filters & right.filters != 0)
        && ranges_meet(&left, &right, ranges)
        && conditions
}

/// Whether an instruction can be in the classes of both, with the opcode that one of them asks for.
fn classes_meet(a: &Entry, b: &Entry) -> bool {
    !a.classes.and(b.classes).and(a.possible()).and(b.possible()).is_empty()
}

const fn codes_meet(a: u8, b: u8) -> bool {
    a == 0 || b == 0 || a == b
}

fn ranges_meet(a: &Pattern, b: &Pattern, ranges: &[[u32; 2]]) -> bool {
    let chosen =
        |mask: u8| ranges.iter().enumerate().filter(move |(number, _)| mask >> number & 1 == 1).map(|row| row.1);
    a.ranges == 0
        || b.ranges == 0
        || chosen(a.ranges).any(|a| chosen(b.ranges).any(|b| a[0].max(b[0]) < a[1].min(b[1])))
}

/// Warns of rows that are not reached, or not in full, because of one before.
pub(super) fn warn(rows: &[Row], ranges: &[[u32; 2]], found: &mut Diagnostics) {
    for (i, first) in rows.iter().enumerate() {
        for second in &rows[i + 1..] {
            // What a merged row is made of comes after it on purpose.
            let shared = first.productions.iter().any(|one| second.productions.contains(one));
            let merged = rows[..i].iter().any(|row| {
                let both = first.productions.iter().chain(&second.productions);
                row.productions.len() > 1 && both.into_iter().all(|one| row.productions.contains(one))
            });
            if shared || merged || !overlap(first, second, ranges) {
                continue;
            }
            let operation = |row: &Row| row.condition.operation != Operation::None;
            let (one, other) = (&first.label, &second.label);
            if first.replacement.is_none() {
                if operation(first) && operation(second) && first.condition.counter == second.condition.counter {
                    let why =
                        format!("where {one} matches too, counter {} changes as {one} says", first.condition.counter);
                    found.push(Code::SameCtr, second.span, why);
                }
            } else if second.replacement.is_some() {
                let why = format!("where {one} matches too, its replacement is taken and {other} does nothing");
                found.push(Code::Shadow, second.span, why);
            } else {
                let why = format!(
                    "where {one} matches too, its replacement is taken and {other} is not reached (`order auto` puts \
                     {other} first)"
                );
                found.push(Code::Hidden, second.span, why);
            }
        }
    }
}
