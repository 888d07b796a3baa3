//! What the programs that count should find, counted exactly (docs/reference/coproc.md, C.2 and D.12).
use crate::host::counting::{CACHE, Pair, Program};
use crate::model::annotate::Annotator;
use crate::spec::annotate::Config;
use crate::spec::classify::Opclass;
use crate::spec::pcfilter::pct;
use crate::spec::retire::{Record, event};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// Stores and blocks that the programs remember, and return addresses.
const REMEMBERED: usize = 64;
/// Bytes of a granule of memory whose last store `memdep` knows, log2.
const GRANULE_LOG2: u32 = 3;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// What the program counts, with what it can remember.
    Program,
    /// What it stands for: calls however deep, the last store to each granule however long ago, and misses of the
    /// cache that one of the same size whose lines may lie anywhere would not have had.
    Meaning,
}

/// The last ones of some things, each with a word.
#[derive(Clone, Debug)]
struct Ring {
    places: [Option<(u32, u32)>; REMEMBERED],
    next: usize,
}

impl Ring {
    const fn new() -> Self {
        Self { places: [None; REMEMBERED], next: 0 }
    }

    fn find(&mut self, wanted: u32) -> Option<&mut u32> {
        let known = self.places.iter_mut().flatten();
        known.filter(|(thing, _)| *thing == wanted).map(|(_, word)| word).next()
    }

    fn push(&mut self, thing: u32, word: u32) {
        self.places[self.next] = Some((thing, word));
        self.next = (self.next + 1) % REMEMBERED;
    }
}

/// Return addresses.
#[derive(Clone, Debug)]
enum Stack {
    /// The program's, in which the one too many takes the place of the oldest.
    Round(Vec<u32>, usize),
    Deep(Vec<u32>),
}

impl Stack {
    fn push(&mut self, address: u32) {
        match self {
            Self::Round(places, top) => {
                *top = (*top + 1) % REMEMBERED;
                places[*top] = address;
            }
            Self::Deep(places) => places.push(address),
        }
    }

    fn pop(&mut self) {
        match self {
            Self::Round(_, top) => *top = (*top + REMEMBERED - 1) % REMEMBERED,
            Self::Deep(places) => drop(places.pop()),
        }
    }

    fn top(&self) -> u32 {
        match self {
            Self::Round(places, top) => places[*top],
            Self::Deep(places) => places.last().copied().unwrap_or(0),
        }
    }
}

/// Exact counts.
#[derive(Clone, Debug)]
pub struct Exact {
    program: Program,
    rule: Rule,
    counts: HashMap<Pair, u64>,
    ring: Ring,
    stores: HashMap<u32, u32>,
    anywhere: Annotator,
    stack: Stack,
    depth: i64,
    deepest: i64,
    mismatches: u64,
}

impl Exact {
    /// Nothing is counted yet.
    pub fn new(program: Program, rule: Rule) -> Self {
        let stack = match rule {
            Rule::Program => Stack::Round(vec![0; REMEMBERED], 0),
            Rule::Meaning => Stack::Deep(vec![]),
        };
        let anywhere = Config { sets_log2: 0, ways: CACHE.ways << CACHE.sets_log2, ..CACHE };
        Self {
            program,
            rule,
            counts: HashMap::new(),
            ring: Ring::new(),
            stores: HashMap::new(),
            anywhere: Annotator::new(anywhere),
            stack,
            depth: 0,
            deepest: 0,
            mismatches: 0,
        }
    }

    /// A retirement. For [`Program::takes_events`] its events are those of [`CACHE`].
    pub fn push(&mut self, record: &Record) {
        if record.trap {
            return;
        }
        match self.program {
            Program::Branches if record.class == Opclass::Branch => {
                self.count(pct(record.pc), if record.taken { Pair::TAKEN } else { 0 });
            }
            Program::Jumps if is_indirect(record.class) => self.count(pct(record.pc), pct(record.npc)),
            Program::Callers => self.call(record),
            Program::Dependences => self.access(record),
            Program::Conflicts => self.conflict(record),
            Program::Branches | Program::Jumps => {}
        }
    }

    fn count(&mut self, from: u32, to: u32) {
        *self.counts.entry(Pair { from, to }).or_default() += 1;
    }

    fn call(&mut self, record: &Record) {
        let fall = pct(record.pc + if record.rvc { 2 } else { 4 });
        match record.class {
            Opclass::Call | Opclass::IndirectCall => {
                self.stack.push(fall);
                self.depth += 1;
                self.deepest = self.deepest.max(self.depth);
            }
            Opclass::Return => {
                self.mismatches += u64::from(self.stack.top() != pct(record.npc));
                self.stack.pop();
                self.depth -= 1;
            }
            Opclass::Coroutine => {
                self.stack.pop();
                self.stack.push(fall);
            }
            Opclass::Load | Opclass::Branch if record.evt & event::DATA_MISS != 0 => self.count(self.stack.top(), 0),
            _ => {}
        }
    }

    fn access(&mut self, record: &Record) {
        let granule = (record.addr as u32) >> GRANULE_LOG2;
        let place = pct(record.pc);
        match (record.class, self.rule) {
            (Opclass::Store | Opclass::FpStore, Rule::Meaning) => drop(self.stores.insert(granule, place)),
            (Opclass::Store | Opclass::FpStore, Rule::Program) => match self.ring.find(granule) {
                Some(store) => *store = place,
                None => self.ring.push(granule, place),
            },
            (Opclass::Load | Opclass::FpLoad, rule) => {
                let store = match rule {
                    Rule::Meaning => self.stores.get(&granule).copied(),
                    Rule::Program => self.ring.find(granule).copied(),
                };
                store.into_iter().for_each(|store| self.count(place, store));
            }
            _ => {}
        }
    }

    fn conflict(&mut self, record: &Record) {
        let load = matches!(record.class, Opclass::Load | Opclass::FpLoad);
        let stores = matches!(record.class, Opclass::Store | Opclass::FpStore | Opclass::Atomic);
        let missed = record.evt & event::DATA_MISS != 0;
        let block = (record.addr as u32) >> CACHE.line_log2;
        let conflicts = match self.rule {
            Rule::Meaning => (load || stores) && self.anywhere.access(record.addr) && missed,
            Rule::Program if !load || !missed => false,
            Rule::Program if self.ring.find(block).is_some() => true,
            Rule::Program => {
                self.ring.push(block, 0);
                false
            }
        };
        if load && conflicts {
            self.count(block % (1 << CACHE.sets_log2), pct(record.pc));
        }
    }

    /// What was counted. Of conflicts each load is told, where the program tells only the last one.
    pub const fn counts(&self) -> &HashMap<Pair, u64> {
        &self.counts
    }

    /// The most calls that had not returned.
    pub const fn deepest(&self) -> i64 {
        self.deepest
    }

    /// Returns to elsewhere than the top of the stack says.
    pub const fn mismatches(&self) -> u64 {
        self.mismatches
    }
}

/// Whether `edge2` counts the targets of instructions of this class.
const fn is_indirect(class: Opclass) -> bool {
    matches!(class, Opclass::IndirectJump | Opclass::IndirectCall | Opclass::Return | Opclass::Coroutine)
}

/// What was found beside exact counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Beside {
    /// Pairs that came, and those of them that were found.
    pub pairs: usize,
    /// Those that were found.
    pub found: usize,
    /// How often all pairs came.
    pub came: u64,
    /// Share of that of the pairs that were found.
    pub covered: f64,
    /// Share of the counts that lies at the wrong pair: half the sum of the differences between the pairs' shares.
    pub apart: f64,
}

/// What is compared of a pair: of a conflict its set.
const fn compared(program: Program, pair: Pair) -> Pair {
    match program {
        Program::Conflicts => Pair { to: 0, ..pair },
        _ => pair,
    }
}

/// Counts beside exact ones. With nothing counted the share at the wrong pair is 1, unless nothing came.
pub fn beside(program: Program, found: &BTreeMap<Pair, u64>, exact: &HashMap<Pair, u64>) -> Beside {
    let mut both = BTreeMap::<Pair, [u64; 2]>::new();
    exact.iter().for_each(|(pair, count)| both.entry(compared(program, *pair)).or_default()[0] += count);
    found.iter().for_each(|(pair, count)| both.entry(compared(program, *pair)).or_default()[1] += count);
    let [came, counted] = [0, 1].map(|at| both.values().map(|counts| counts[at]).sum::<u64>());
    let share = |count: u64, all: u64| count as f64 / all.max(1) as f64;
    let of_exact = || both.values().filter(|[count, _]| *count > 0);
    let covered: u64 = of_exact().filter(|[_, found]| *found > 0).map(|[count, _]| count).sum();
    let differences: f64 =
        both.values().map(|[exact, found]| (share(*exact, came) - share(*found, counted)).abs()).sum();
    Beside {
        pairs: of_exact().count(),
        found: of_exact().filter(|[_, found]| *found > 0).count(),
        came,
        covered: share(covered, came),
        apart: if counted == 0 { f64::from(u8::from(came > 0)) } else { differences / 2.0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_compared_as_shares() {
        let pair = |from| Pair { from, to: 9 };
        let exact = HashMap::from([(pair(1), 60), (pair(2), 30), (pair(3), 10)]);
        let found = BTreeMap::from([(pair(1), 6), (pair(2), 2), (pair(4), 2)]);
        let beside = |program, found: &BTreeMap<Pair, u64>| beside(program, found, &exact);
        let seen = beside(Program::Jumps, &found);
        assert_eq!((seen.pairs, seen.found, seen.came), (3, 2, 100));
        assert!((seen.covered - 0.9).abs() < 1e-12 && (seen.apart - 0.2).abs() < 1e-12, "{seen:?}");
        assert_eq!(beside(Program::Jumps, &BTreeMap::new()).apart, 1.0);
        // Of conflicts the sets count, whichever load was the last.
        let other = BTreeMap::from([(Pair { from: 1, to: 7 }, 6), (Pair { from: 2, to: 7 }, 3), (pair(3), 1)]);
        assert_eq!((beside(Program::Conflicts, &other).apart, beside(Program::Jumps, &other).apart), (0.0, 0.9));
    }

    /// A round stack forgets its oldest address, a deep one none.
    #[test]
    fn stacks_differ_when_calls_are_deep() {
        let record = |class, pc: u64, npc, evt| Record {
            trap: false,
            class,
            rvc: false,
            taken: true,
            start: false,
            insn: 0,
            pc,
            npc,
            val: 0,
            addr: 0,
            evt,
            lat: 0,
            cycles: 1,
            ord: 0,
        };
        let calls = REMEMBERED as u64 + 10;
        let [mut round, mut deep] = [Rule::Program, Rule::Meaning].map(|rule| Exact::new(Program::Callers, rule));
        for exact in [&mut round, &mut deep] {
            (0..calls).for_each(|at| exact.push(&record(Opclass::Call, 8 * at, 0, 0)));
            for at in (0..calls).rev() {
                exact.push(&record(Opclass::Load, 0x1000, 0, event::DATA_MISS));
                exact.push(&record(Opclass::Return, 0x2000, 8 * at + 4, 0));
            }
            assert_eq!(exact.deepest(), calls as i64);
        }
        assert_eq!((round.mismatches(), deep.mismatches()), (10, 0));
        assert_eq!((deep.counts().len(), round.counts().len()), (calls as usize, REMEMBERED));
    }
}
