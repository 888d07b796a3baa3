//! From tests of flags to a truth table.
use super::ast::{Action, Test, Verb};
use super::diagnostic::{Code, Diagnostics};
use crate::lang::source::Span;
use crate::spec::hps::Config;
use crate::spec::hps::words::{Condition, Operation, RANDOM};

/// Whether a test is of instructions alone, of flags alone, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    Insn,
    Flags,
    Both,
}

/// What a test is about.
pub(super) fn about(test: &Test) -> About {
    match test {
        Test::Atom(..) => About::Insn,
        Test::Flag { .. } => About::Flags,
        Test::Not(inner, _) => about(inner),
        Test::And(parts) | Test::Or(parts) => {
            let mut kinds = parts.iter().map(about);
            let first = kinds.next().unwrap_or(About::Insn);
            if kinds.all(|kind| kind == first) { first } else { About::Both }
        }
    }
}

/// The tests that all have to hold, of instructions and of flags; told where one is about both.
pub(super) fn split<'a>(test: &'a Test, found: &mut Diagnostics) -> Option<[Vec<&'a Test>; 2]> {
    let [mut insns, mut flags] = [vec![], vec![]];
    let mut open = vec![test];
    while let Some(part) = open.pop() {
        match (about(part), part) {
            (About::Insn, _) => insns.push(part),
            (About::Flags, _) => flags.push(part),
            // The last one is looked at first: what was pushed comes out in the order of the text.
            (About::Both, Test::And(parts)) => open.extend(parts.iter().rev()),
            (About::Both, _) => {
                let why = "this asks for the instruction and for flags at once: join the two by && at the top";
                found.push(Code::Mix, part.span(), why);
                return None;
            }
        }
    }
    Some([insns, flags])
}

fn counters(test: &Test, config: &Config, found: &mut Diagnostics, seen: &mut Vec<u8>) {
    match test {
        Test::Atom(..) => {}
        Test::Flag { counter, span, .. } => {
            if let Some(counter) = existing(*counter, *span, config, found) {
                seen.push(counter);
            }
        }
        Test::Not(inner, _) => counters(inner, config, found, seen),
        Test::And(parts) | Test::Or(parts) => parts.iter().for_each(|part| counters(part, config, found, seen)),
    }
}

/// A counter that the engine has; told where it has not.
pub(super) fn existing(counter: u64, span: Span, config: &Config, found: &mut Diagnostics) -> Option<u8> {
    if counter < u64::from(config.counters) {
        return Some(counter as u8);
    }
    let last = config.counters - 1;
    found.push(Code::Ctr, span, format!("counter {counter} does not exist: this engine has 0 to {last}"));
    None
}

/// Whether a test holds in a row of the table.
fn holds(test: &Test, row: u16, a: u8) -> bool {
    match test {
        Test::Atom(..) => true,
        Test::Flag { counter, overflow, .. } => {
            let first = if *counter == u64::from(a) { 0 } else { 2 };
            row >> (first + u16::from(*overflow)) & 1 == 1
        }
        Test::Not(inner, _) => !holds(inner, row, a),
        Test::And(parts) => parts.iter().all(|part| holds(part, row, a)),
        Test::Or(parts) => parts.iter().any(|part| holds(part, row, a)),
    }
}

/// The condition of a production: its table and what happens.
pub(super) fn condition(
    tests: &[&Test],
    action: Option<Action>,
    span: Span,
    config: &Config,
    found: &mut Diagnostics,
) -> Option<Condition> {
    let mut seen = vec![];
    let errors = found.0.len();
    tests.iter().for_each(|test| counters(test, config, found, &mut seen));
    let counter = action.map(|action| existing(action.counter, action.span, config, found));
    seen.sort_unstable();
    seen.dedup();
    if found.0.len() > errors {
        return None;
    }
    let (a, b) = match seen[..] {
        [] => (0, 1),
        [one] => (one, u8::from(one == 0)),
        [a, b] => (a, b),
        _ => {
            let place = tests.iter().map(|test| test.span()).reduce(Span::to).unwrap_or(span);
            found.push(Code::Ctr3, place, format!("a condition can name two counters, this one names {}", seen.len()));
            return None;
        }
    };
    let rows = (0..16).filter(|row| tests.iter().all(|test| holds(test, *row, a)));
    let table = rows.fold(0, |table, row| table | 1 << row);
    if table == 0 {
        let place = tests.iter().map(|test| test.span()).reduce(Span::to).unwrap_or(span);
        found.push(Code::Dead, place, "this condition never holds");
    }
    let mut condition = Condition { table, a, b, ..Condition::default() };
    if let (Some(action), Some(Some(counter))) = (action, counter) {
        condition.counter = counter;
        (condition.operation, condition.source) = match action.verb {
            Verb::Increment => (Operation::Increment, 0),
            Verb::Decrement => (Operation::Decrement, 0),
            Verb::Set(source) => (Operation::Set, source as u8),
            Verb::Random => (Operation::Set, RANDOM),
        };
    }
    Some(condition)
}
