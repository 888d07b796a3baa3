//! No step takes a half word that another one is just about to change: every way through the steps is looked at.
use super::place::{Graph, Next, Node};
use super::{Bits, COLUMN, LEFT, MEMORY, Memory, Plan, RIGHT, Steps, TAKE_A, TakeA, WRITE, file, planned};

/// The mark in WRITE that something is written.
const WRITES: u64 = 0x80;
/// Names of places of the file that a word decides, so that two of them may be one. No two are one of those that the
/// host decides.
const DECIDED: std::ops::Range<u64> = file::operand(0) as u64..file::HOST as u64;

impl Node {
    /// What the step says in a field, or 0.
    pub(super) fn says(&self, field: Bits) -> u64 {
        self.fields.get(&field).copied().unwrap_or(0)
    }
    fn puts(&self) -> bool {
        self.says(MEMORY) == Memory::Part as u64
    }
    fn takes_part(&self) -> bool {
        [TakeA::Part, TakeA::PartOnes].map(|take| take as u64).contains(&self.says(TAKE_A))
    }
}

impl Graph {
    /// The steps that may come after this one.
    fn after(&self, number: usize) -> Vec<usize> {
        match &self.nodes[number].next {
            Next::To(to) => vec![*to],
            Next::Either(both) => both.to_vec(),
            Next::Table(name) => self.tables[name].iter().flatten().copied().collect(),
        }
    }

    /// All ways of so many steps from this one on.
    fn ways(&self, from: usize, steps: usize) -> Vec<Vec<usize>> {
        let mut ways = vec![vec![from]];
        for _ in 1..steps {
            let longer = |way: &Vec<usize>| {
                let last = way[way.len() - 1];
                self.after(last).into_iter().map(|next| [&way[..], &[next]].concat()).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        ways
    }
}

/// What is wrong with a plan; how many takes, puts and writes were looked at.
fn clashes(plan: Plan) -> (Vec<String>, [usize; 3]) {
    let graph = Graph::new(plan);
    let (mut found, mut seen) = (vec![], [0; 3]);
    for from in 0..graph.nodes.len() {
        // A part is looked up, and taken two steps later; what a step puts is written in the cycle after it. So the one
        // before the look-up meets it, and the two after it are missed.
        for way in graph.ways(from, 4) {
            let [before, looks, between, takes] = [0, 1, 2, 3].map(|at| &graph.nodes[way[at]]);
            if !takes.takes_part() {
                continue;
            }
            seen[0] += 1;
            for put in [before, looks, between] {
                if put.puts() && put.says(COLUMN) == looks.says(COLUMN) {
                    found.push(format!("steps {way:?}: a part is put that is taken as it was before"));
                }
            }
        }
        // The neighbour of a byte is looked up in the step that puts it.
        for way in graph.ways(from, 2) {
            let [first, second] = [0, 1].map(|at| &graph.nodes[way[at]]);
            seen[1] += usize::from(first.puts());
            if first.puts() && second.puts() && first.says(COLUMN) == second.says(COLUMN) {
                found.push(format!("steps {way:?}: a byte is put beside one that is not there yet"));
            }
        }
        // A half word of the file is looked up in the step that writes it.
        let step = &graph.nodes[from];
        let write = step.says(WRITE);
        if write & WRITES == 0 {
            continue;
        }
        seen[2] += 1;
        for look in [LEFT, RIGHT].map(|side| step.fields.get(&side)).into_iter().flatten() {
            let name = write & !WRITES;
            if *look == name || (DECIDED.contains(look) && DECIDED.contains(&name)) {
                found.push(format!("step {from}: {look:x} is looked up while {name:x} is written"));
            }
        }
    }
    (found, seen)
}

#[test]
fn nothing_is_taken_as_it_was_before() {
    for [wide, chain, deep] in (0..8).map(|build| [0, 1, 2].map(|bit| build >> bit & 1 == 1)) {
        let value_bits = if wide { 64 } else { 32 };
        let (found, [takes, puts, writes]) = clashes(planned(value_bits, chain, deep));
        assert_eq!(found, [""; 0], "{value_bits} bits, chain {chain}, deep {deep}");
        assert!(takes > 10 && puts > 20 && writes > 100, "{takes} takes, {puts} puts, {writes} writes");
    }
}

#[test]
fn steps_that_clash_are_found() {
    type Fill = fn(&mut Steps);
    let planted: [(&str, Fill); 7] = [
        ("is taken as it was before", |steps| {
            steps.at(0).memory(Memory::Part).column(1);
            steps.at(1).column(1);
            steps.at(3).a(TakeA::Part);
        }),
        ("is taken as it was before", |steps| {
            steps.at(1).memory(Memory::Part).column(2);
            steps.at(3).a(TakeA::Part);
        }),
        ("is taken as it was before", |steps| {
            steps.at(2).memory(Memory::Part);
            steps.at(3).a(TakeA::PartOnes);
        }),
        ("beside one", |steps| {
            steps.at(0).memory(Memory::Part).column(3);
            steps.at(1).memory(Memory::Part).column(3);
        }),
        ("is written", |steps| {
            steps.at(0).left(file::ONE).write(file::ONE);
        }),
        ("is written", |steps| {
            steps.at(0).right(file::operand(1)).write(file::INDEX);
        }),
        // Nothing is wrong with one that is put early enough.
        ("", |steps| {
            steps.at(0).memory(Memory::Part);
            steps.at(4).a(TakeA::Part);
        }),
    ];
    for (expected, fill) in planted {
        let mut plan = planned(32, true, false);
        plan.chunk("planted", |steps| {
            fill(steps);
            let end = steps.count();
            steps.at(end).goto("rest");
        });
        let (found, _) = clashes(plan);
        assert_eq!(found.len(), usize::from(!expected.is_empty()), "{expected}: {found:?}");
        assert!(found.iter().all(|clash| clash.contains(expected)), "{expected}: {found:?}");
    }
}
