//! Steps get their places in the ROMs.
use super::{AGAIN, Bits, Jump, MOVES, Plan, Roms, Steps, at};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What of a step happens, and how it goes on.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) fields: BTreeMap<Bits, u64>,
    pub(super) next: Next,
}

/// How a step goes on, by numbers of steps or, later, of kinds of steps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Next {
    To(usize),
    /// One of two: if what was tested does not hold, and if it does.
    Either([usize; 2]),
    Table(String),
}

impl Next {
    /// The steps that it says.
    fn steps(&mut self) -> &mut [usize] {
        match self {
            Self::To(to) => std::slice::from_mut(to),
            Self::Either(both) => both,
            Self::Table(_) => &mut [],
        }
    }
}

/// All steps, by number; the number of the first step of each chunk, label and entry of a table.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) at: BTreeMap<String, usize>,
    /// Entries of tables; some are not there.
    pub(super) tables: BTreeMap<String, Vec<Option<usize>>>,
}

impl Graph {
    pub(super) fn new(plan: Plan) -> Self {
        let (mut at, mut all, mut tables) = (BTreeMap::new(), vec![], BTreeMap::new());
        let mut put = |name: String, steps: Steps| {
            at.insert(name.clone(), all.len());
            all.extend(steps.0.into_iter().map(|step| (name.clone(), step)));
            at[&name]
        };
        for (name, steps) in plan.chunks {
            put(name, steps);
        }
        for (name, entries) in plan.tables {
            let numbered = entries.into_iter().enumerate();
            let firsts =
                numbered.map(|(code, steps)| (steps.count() != 0).then(|| put(format!("{name} {code}"), steps)));
            tables.insert(name.clone(), firsts.collect());
        }
        for (name, chunk, number) in plan.labels {
            at.insert(name, at[&chunk] + number);
        }
        let node = |number: usize| {
            let (chunk, step) = &all[number];
            let after = || {
                assert!(all.get(number + 1).is_some_and(|(next, _)| next == chunk), "{chunk} does not end");
                number + 1
            };
            let to = |name: &String| match at.get(name) {
                _ if name == AGAIN => number,
                Some(to) => *to,
                None => panic!("no step is called {name}"),
            };
            let next = match &step.jump {
                None => Next::To(after()),
                Some((Jump::Always, name)) => Next::To(to(name)),
                Some((Jump::If, name)) => Next::Either([after(), to(name)]),
                Some((Jump::IfNot, name)) => Next::Either([to(name), after()]),
                Some((Jump::Table, name)) => Next::Table(name.clone()),
            };
            Node { fields: step.fields.clone(), next }
        };
        Self { nodes: (0..all.len()).map(node).collect(), at, tables }
    }

    /// The kind of each step: those of a kind do the same, and go on with steps of the same kinds.
    fn kinds(&self) -> Vec<usize> {
        let mut kinds = vec![0; self.nodes.len()];
        let mut count = 1;
        loop {
            let mut known = BTreeMap::new();
            let finer: Vec<usize> = (0..kinds.len())
                .map(|number| {
                    let Node { fields, mut next } = self.nodes[number].clone();
                    next.steps().iter_mut().for_each(|step| *step = kinds[*step]);
                    let fresh = known.len();
                    *known.entry((fields, next, kinds[number])).or_insert(fresh)
                })
                .collect();
            if known.len() == count {
                return finer;
            }
            (kinds, count) = (finer, known.len());
        }
    }
}

/// Kinds of steps in their places.
struct Store {
    room: Vec<Option<usize>>,
    places: BTreeMap<usize, usize>,
    pairs: BTreeMap<[usize; 2], usize>,
    tables: BTreeMap<String, usize>,
}

impl Store {
    fn put(&mut self, kind: usize, place: usize) {
        assert!(self.room[place].replace(kind).is_none(), "a place is given away twice");
        self.places.entry(kind).or_insert(place);
    }
    /// The first place, a multiple of `step`, from which on these are free.
    fn free(&self, step: usize, what: &str, offsets: impl Iterator<Item = usize> + Clone) -> usize {
        let is_free = |from: &usize| offsets.clone().all(|offset| self.room[from + offset].is_none());
        let found = (0..self.room.len()).step_by(step).find(is_free);
        found.unwrap_or_else(|| panic!("no room for {what}"))
    }
    /// Entries have every second place: they are put in with the code above the bit that chooses of a pair.
    fn table(&mut self, name: String, entries: &[Option<usize>]) {
        let used = entries.iter().enumerate().filter_map(|(code, entry)| entry.map(|_| 2 * code));
        let from = self.free((2 * entries.len()).next_power_of_two(), &name, used);
        for (code, entry) in entries.iter().enumerate() {
            entry.iter().for_each(|kind| self.put(*kind, from + 2 * code));
        }
        self.tables.insert(name, from);
    }
    fn pair(&mut self, pair: [usize; 2]) {
        if !self.pairs.contains_key(&pair) {
            let from = self.free(2, "a pair", 0..2);
            (0..2).for_each(|at| self.put(pair[at], from + at));
            self.pairs.insert(pair, from);
        }
    }
    fn single(&mut self, kind: usize) {
        if !self.places.contains_key(&kind) {
            let place = self.free(1, "a step", 0..1);
            self.put(kind, place);
        }
    }
    fn turn(&self, next: &Next) -> u64 {
        let (onward, mark) = match next {
            Next::To(kind) => (self.places[kind], 0),
            Next::Either(pair) => (self.pairs[pair], 1 << at::FORKS),
            Next::Table(name) => (self.tables[name], 1 << at::ENTERS),
        };
        (onward as u64) << at::ONWARD | mark
    }
}

impl Plan {
    /// The words of the ROMs. What is called `reset` comes first.
    pub(super) fn placed(self, room: usize) -> Roms {
        let graph = Graph::new(self);
        let kinds = graph.kinds();
        let mut of_kind = BTreeMap::new();
        for (number, kind) in kinds.iter().enumerate() {
            let mut node = graph.nodes[number].clone();
            node.next.steps().iter_mut().for_each(|step| *step = kinds[*step]);
            of_kind.insert(*kind, node);
        }
        let mut store =
            Store { room: vec![None; room], places: BTreeMap::new(), pairs: BTreeMap::new(), tables: BTreeMap::new() };
        store.put(kinds[graph.at["reset"]], 0);
        let mut tables: Vec<_> = graph.tables.into_iter().collect();
        tables.sort_by_key(|(_, entries)| Reverse(entries.len()));
        for (name, entries) in tables {
            let entries: Vec<_> = entries.into_iter().map(|entry| entry.map(|number| kinds[number])).collect();
            store.table(name, &entries);
        }
        for node in of_kind.values() {
            if let Next::Either(pair) = &node.next {
                store.pair(*pair);
            }
        }
        for node in of_kind.values() {
            if let Next::To(kind) = &node.next {
                store.single(*kind);
            }
        }
        let word = |kind: &Option<usize>| {
            let Some(Node { fields, next }) = kind.and_then(|kind| of_kind.get(&kind)) else { return (0, 0, 0) };
            let all = fields.iter().fold(0, |all, (field, value)| all | u128::from(*value) << field.lsb);
            let rom = |number: usize| all >> (MOVES * number) & ((1 << MOVES) - 1);
            (rom(0) as u64, rom(1) as u64, rom(2) as u64 | store.turn(next))
        };
        let words: Vec<_> = store.room.iter().map(word).collect();
        Roms {
            moves: words.iter().map(|word| word.0).collect(),
            deeds: words.iter().map(|word| word.1).collect(),
            turns: words.iter().map(|word| word.2).collect(),
        }
    }
}
