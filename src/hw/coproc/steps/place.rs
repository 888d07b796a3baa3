//! Steps get their places in the ROMs.
use super::{JUMP, Plan, Step, Steps};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Steps of an entry of a table, for which codes are doubled.
const STRIDE: usize = 2;

/// Steps one after the other, under a name. What others end with as well is there once: it goes on in another chunk.
struct Chunk {
    name: String,
    steps: Steps,
    /// Chunk and step in it that come after the last one.
    rest: Option<(String, usize)>,
}

/// The end that a chunk has in common with this one, if it can go on there: steps of the chunk before it, steps of
/// this one before it.
fn shared(chunk: &Steps, other: &Chunk) -> Option<(usize, usize)> {
    if other.rest.is_some() {
        return None;
    }
    let (steps, others) = (&chunk.0, &other.steps.0);
    let equal = steps.iter().rev().zip(others.iter().rev()).take_while(|(step, other)| step == other).count();
    let before = |same: &usize| steps.len() - same;
    let can_go = |same: &usize| before(same) == 0 || !steps[before(same) - 1].fields.contains_key(&JUMP);
    let same = (1..=equal).rev().find(can_go)?;
    Some((before(&same), others.len() - same))
}

/// Chunks without the ends that they share.
fn joined(mut chunks: Vec<(String, Steps)>) -> Vec<Chunk> {
    chunks.sort_by_key(|(_, steps)| Reverse(steps.count()));
    let mut all: Vec<Chunk> = vec![];
    for (name, mut steps) in chunks {
        let best = all.iter().filter_map(|other| Some((shared(&steps, other)?, other.name.clone())));
        let rest = best.min_by_key(|((before, _), _)| *before).map(|((before, from), other)| {
            steps.0.truncate(before);
            (other, from)
        });
        all.push(Chunk { name, steps, rest });
    }
    all
}

/// Steps in their places, and where those are that have names.
struct Store {
    room: Vec<Option<Step>>,
    at: BTreeMap<String, usize>,
}

impl Store {
    fn put(&mut self, name: String, number: usize, steps: Steps) {
        assert!(steps.0.last().is_some_and(Step::ends), "{name} does not end");
        self.at.insert(name, number);
        steps.0.into_iter().zip(&mut self.room[number..]).for_each(|(step, to)| *to = Some(step));
    }
    /// Where so many steps fit.
    fn room_for(&self, count: usize) -> Option<usize> {
        self.room.windows(count).position(|room| room.iter().all(Option::is_none))
    }
    /// Where the first steps of a table's entries fit.
    fn room_for_table(&self, entries: &[Steps]) -> Option<usize> {
        let size = (entries.len() * STRIDE).next_power_of_two();
        let used = |code: usize| (0..entries[code].count().min(STRIDE)).map(move |step| code * STRIDE + step);
        let free = |from: &usize| (0..entries.len()).flat_map(used).all(|step| self.room[from + step].is_none());
        (0..self.room.len()).step_by(size).find(free)
    }
    /// Puts the tables; what is left of their entries are chunks.
    fn tables(&mut self, mut tables: Vec<(String, Vec<Steps>)>, chunks: &mut Vec<(String, Steps)>) {
        tables.sort_by_key(|(_, entries)| Reverse(entries.len()));
        for (name, entries) in tables {
            let from = self.room_for_table(&entries).unwrap_or_else(|| panic!("no room for {name}"));
            for (code, mut steps) in entries.into_iter().enumerate().filter(|(_, steps)| steps.count() != 0) {
                if steps.count() > STRIDE {
                    let rest = Steps(steps.0.split_off(STRIDE));
                    let next = format!("{name} {code} more");
                    steps.at(STRIDE - 1).goto(next.clone());
                    chunks.push((next, rest));
                }
                self.put(format!("{name} {code}"), from + code * STRIDE, steps);
            }
            self.at.insert(name, from);
        }
    }
    /// Puts chunks, long ones first.
    fn chunks(&mut self, chunks: &mut [Chunk]) {
        for chunk in chunks.iter_mut() {
            if let (Some((other, from)), Some(last)) = (&chunk.rest, chunk.steps.0.last_mut()) {
                last.goto(format!("{other} from {from}"));
            }
        }
        chunks.sort_by_key(|chunk| Reverse(chunk.steps.count()));
        for chunk in chunks.iter_mut().filter(|chunk| chunk.steps.count() != 0) {
            let count = chunk.steps.count();
            let from = self.room_for(count).unwrap_or_else(|| panic!("no room for {}", chunk.name));
            self.put(chunk.name.clone(), from, chunk.steps.clone());
        }
        for Chunk { name, rest, .. } in chunks.iter() {
            if let Some((other, from)) = rest {
                let at = self.at[other] + from;
                self.at.insert(format!("{other} from {from}"), at);
                self.at.entry(name.clone()).or_insert(at);
            }
        }
    }
}

impl Plan {
    /// The words of the two ROMs. What is called `reset` comes first.
    pub(super) fn placed(self, room: usize) -> (Vec<u64>, Vec<u64>) {
        let mut store = Store { room: vec![None; room], at: BTreeMap::new() };
        let (first, mut chunks): (Vec<_>, Vec<_>) = self.chunks.into_iter().partition(|(name, _)| name == "reset");
        first.into_iter().for_each(|(name, steps)| store.put(name, 0, steps));
        store.tables(self.tables, &mut chunks);
        let mut chunks = joined(chunks);
        store.chunks(&mut chunks);
        for (name, chunk, number) in self.labels {
            let moved = chunks.iter().find(|other| other.name == chunk).filter(|other| number >= other.steps.count());
            let at = match moved.and_then(|other| Some((other.steps.count(), other.rest.as_ref()?))) {
                Some((before, (other, from))) => store.at[other] + from + number - before,
                None => store.at[&chunk] + number,
            };
            store.at.insert(name, at);
        }
        store.room.into_iter().map(|step| step.unwrap_or_default().words(&store.at)).unzip()
    }
}
