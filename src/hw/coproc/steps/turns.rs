//! Every request is answered once, and every sample is begun and ended once: every way through the steps is followed.
use super::place::{Graph, Next};
use super::{ACT, Act, Host, Plan, planned};
use std::collections::BTreeSet;

/// Where the machine is between steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mode {
    /// Nothing runs.
    Rest,
    /// It waits for a sample.
    Wait,
    /// It is within a sample.
    Word,
}

/// What is known at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Known {
    mode: Mode,
    /// A request was heard that is not answered yet.
    asked: bool,
    /// Its command may have set the machine going.
    commanded: bool,
}

impl Known {
    /// What is known after an act; what is wrong with it.
    fn acts(self, act: u64) -> Result<Self, &'static str> {
        let is = |known: Act| act == known as u64;
        let goes =
            |from: Mode, to: Mode, wrong| if self.mode == from { Ok(Self { mode: to, ..self }) } else { Err(wrong) };
        if is(Act::Launch) {
            return goes(Mode::Wait, Mode::Word, "a sample begins within another, or while nothing runs");
        }
        if is(Act::Done) {
            return goes(Mode::Word, Mode::Wait, "a sample ends that has not begun");
        }
        if is(Act::Interrupt) || is(Act::Fail) {
            return goes(Mode::Word, Mode::Rest, "a sample ends that has not begun");
        }
        if is(Act::Stop) {
            return goes(Mode::Wait, Mode::Rest, "the machine stops within a sample, or twice");
        }
        if is(Act::Answer) && !self.asked {
            return Err("an answer without a request");
        }
        Ok(Self { asked: self.asked && !is(Act::Answer), commanded: self.commanded || is(Act::Command), ..self })
    }

    /// What is known in an entry of a table, if it can be entered; what is wrong with that.
    fn enters(self, table: &str, code: usize) -> Result<Option<Self>, &'static str> {
        match table {
            "host" | "place" if self.asked => Err("a request is not answered"),
            "host" => {
                let nobody = [Host::NobodyRests, Host::NobodyWaits, Host::NobodyFar].map(|host| host as usize);
                let there = !nobody.contains(&code) || nobody[self.mode as usize] == code;
                Ok(there.then_some(Self { asked: code <= Host::Command as usize, ..self }))
            }
            "place" => {
                let mode = [Mode::Word, Mode::Wait, Mode::Rest][code];
                let there = mode == self.mode || self.commanded && (self.mode, mode) == (Mode::Rest, Mode::Wait);
                Ok(there.then_some(Self { mode, asked: false, commanded: false }))
            }
            _ => Ok(Some(self)),
        }
    }
}

/// What is wrong on some way; how many pairs of a step and what is known there were seen, and how many answers.
fn wrong(plan: Plan) -> (BTreeSet<String>, usize, usize) {
    let graph = Graph::new(plan);
    let needs =
        [("rest", Mode::Rest), ("wait", Mode::Wait), ("begin", Mode::Word)].map(|(name, mode)| (graph.at[name], mode));
    let reset = graph.at["reset"];
    let mut open = vec![(reset, Known { mode: Mode::Rest, asked: false, commanded: false })];
    let (mut seen, mut found, mut answers) = (BTreeSet::new(), BTreeSet::new(), 0);
    while let Some((number, mut known)) = open.pop() {
        if number == reset {
            known.mode = Mode::Rest;
        }
        if !seen.insert((number, known)) {
            continue;
        }
        let wanted = needs.iter().find(|(at, _)| *at == number);
        if wanted.is_some_and(|(_, mode)| *mode != known.mode || known.asked) {
            found.insert(format!("step {number}: {known:?}, which is not how it goes on there"));
            continue;
        }
        let act = graph.nodes[number].says(ACT);
        answers += usize::from(act == Act::Answer as u64);
        let after = match known.acts(act) {
            Ok(after) => after,
            Err(wrong) => {
                found.insert(format!("step {number}: {wrong}"));
                continue;
            }
        };
        match &graph.nodes[number].next {
            Next::To(to) => open.push((*to, after)),
            Next::Either(both) => open.extend(both.iter().map(|to| (*to, after))),
            Next::Table(name) => {
                for (code, entry) in graph.tables[name].iter().enumerate() {
                    match (entry, after.enters(name, code)) {
                        (Some(entry), Ok(Some(there))) => open.push((*entry, there)),
                        (_, Err(wrong)) => drop(found.insert(format!("step {number}: {wrong}"))),
                        _ => {}
                    }
                }
            }
        }
    }
    (found, seen.len(), answers)
}

#[test]
fn every_request_is_answered_once_and_every_sample_ends_once() {
    for [wide, chain, deep] in (0..8).map(|build| [0, 1, 2].map(|bit| build >> bit & 1 == 1)) {
        let value_bits = if wide { 64 } else { 32 };
        let (found, seen, answers) = wrong(planned(value_bits, chain, deep));
        assert_eq!(found, BTreeSet::new(), "{value_bits} bits, chain {chain}, deep {deep}");
        assert!(seen > 1000 && answers > 20, "{seen} steps, {answers} answers");
    }
}

#[test]
fn steps_that_answer_or_end_wrongly_are_found() {
    let acts = [Act::Answer, Act::Done, Act::Interrupt, Act::Launch, Act::Stop, Act::Fail];
    let mut changed = [0; 2];
    // Any one of these that is left out, or done in the step before `begin` goes on, too.
    for act in acts {
        let has = |steps: &super::Steps| steps.0.iter().any(|step| step.fields.get(&ACT) == Some(&(act as u64)));
        let count = |plan: &Plan| {
            let tables = plan.tables.iter().flat_map(|(_, entries)| entries);
            plan.chunks.iter().map(|(_, steps)| steps).chain(tables).filter(|steps| has(steps)).count()
        };
        let places = count(&planned(32, true, false));
        assert!(places > 0, "{act:?}");
        for place in 0..places {
            let mut plan = planned(32, true, false);
            let tables = plan.tables.iter_mut().flat_map(|(_, entries)| entries);
            let all = plan.chunks.iter_mut().map(|(_, steps)| steps).chain(tables);
            let steps = all.filter(|steps| has(steps)).nth(place).unwrap();
            let step = steps.0.iter_mut().find(|step| step.fields.get(&ACT) == Some(&(act as u64))).unwrap();
            step.fields.remove(&ACT);
            let (found, ..) = wrong(plan);
            assert!(!found.is_empty(), "{act:?} {place} is left out");
            changed[0] += 1;
        }
        let mut plan = planned(32, true, false);
        let (_, steps) = plan.chunks.iter_mut().find(|(name, _)| name == "begin").unwrap();
        steps.at(0).act(act);
        // Within a word a sample may end, but then nothing goes on in it.
        assert!(!wrong(plan).0.is_empty(), "{act:?} comes once more");
        changed[1] += 1;
    }
    assert!(changed[0] > 15 && changed[1] == acts.len(), "{changed:?}");
}
