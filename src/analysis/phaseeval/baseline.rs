//! What a program takes without profiling (docs/reference/phaseeval.md, V10): Nagpurkar et al., Fig. 14(a).
use super::energy::{FLOAT, Hits, Instruction, READ, REGISTER, WRITE, hit};
use crate::model::annotate::Annotator;
use crate::spec::annotate::Config;
use crate::spec::hps::class;
use crate::spec::retire::Record;

/// Both caches of the paper: 64 kB, four ways; lines of 32 bytes, of which the least recently used one of a set goes.
const CACHE: Config = Config {
    sets_log2: 9,
    ways: 4,
    line_log2: 5,
    predictor_log2: 0,
    hit_cycles: 0,
    miss_cycles: 0,
    mispredict_cycles: 0,
};

/// Accesses of a cache, and how many of them missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cached {
    /// All of them.
    pub accesses: u64,
    /// Those that missed.
    pub misses: u64,
}

impl Cached {
    fn access(&mut self, cache: &mut Annotator, address: u64) -> bool {
        let there = cache.access(address);
        self.accesses += 1;
        self.misses += u64::from(!there);
        there
    }
}

/// What a run took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Baseline {
    /// Instructions that executed.
    pub instructions: u64,
    /// Of them branches and direct jumps without a link register, as profiles of regions have them.
    pub branches: u64,
    /// Cache of instructions, and of data.
    pub caches: [Cached; 2],
    /// Joules.
    pub joules: f64,
    /// Seconds.
    pub seconds: f64,
}

impl Baseline {
    /// The share of all accesses of both caches that missed.
    pub fn miss_rate(&self) -> f64 {
        let [code, data] = self.caches;
        (code.misses + data.misses) as f64 / (code.accesses + data.accesses).max(1) as f64
    }
}

/// A run that is watched.
#[derive(Clone, Debug)]
pub struct Plain {
    found: Baseline,
    caches: [Annotator; 2],
    hits: Hits,
    /// How often each kind of instruction came: between registers, loads that miss, loads that hit, stores that miss,
    /// floating point.
    kinds: [u64; 5],
}

impl Plain {
    /// Before the first record, with empty caches.
    pub fn new(hits: Hits) -> Self {
        let cache = Annotator::new(CACHE);
        Self { found: Baseline::default(), caches: [cache.clone(), cache], hits, kinds: [0; 5] }
    }

    /// The next record. An instruction is fetched with one access, by its first byte. Stores that hit count as
    /// instructions between registers, atomics as loads.
    pub fn push(&mut self, record: &Record) {
        if record.trap {
            return;
        }
        let (bits, found, [code, data]) = (class::bits(record.class, record.insn), &mut self.found, &mut self.caches);
        found.instructions += 1;
        found.branches += u64::from(bits & class::BRANCH != 0);
        found.caches[0].access(code, record.pc);
        let is = |kind: u32| bits & (1 << kind) != 0;
        let kind = if is(class::LOAD) || is(class::ATOMIC) {
            if found.caches[1].access(data, record.addr) { 2 } else { 1 }
        } else if is(class::STORE) {
            if found.caches[1].access(data, record.addr) { 0 } else { 3 }
        } else if is(class::FP) {
            4
        } else {
            0
        };
        self.kinds[kind] += 1;
    }

    /// What it took.
    pub fn finish(self) -> Baseline {
        let each = [REGISTER, READ, hit(self.hits), WRITE, FLOAT];
        let sum = |of: fn(Instruction) -> f64| {
            each.iter().zip(self.kinds).map(|(one, count)| of(*one) * count as f64).sum::<f64>() / 1e9
        };
        Baseline { joules: sum(Instruction::nanojoules), seconds: sum(Instruction::nanoseconds), ..self.found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::classify::Opclass;

    /// A record of a class at an address, with the address that it accesses.
    fn record(class: Opclass, pc: u64, addr: u64) -> Record {
        let npc = pc + 4;
        let [trap, rvc, taken, start] = [false; 4];
        let (insn, val, evt, lat, cycles, ord) = (0x13, 0, 0, 0, 0, 0);
        Record { trap, class, rvc, taken, start, insn, pc, npc, val, addr, evt, lat, cycles, ord }
    }

    #[test]
    fn each_kind_costs_what_the_paper_says() {
        let mut run = Plain::new(Hits::Nothing);
        // A miss and three hits in a line of 32 bytes; the fifth line of a set drives the first one out.
        for addr in [0, 4, 28, 31] {
            run.push(&record(Opclass::Load, 0, addr));
        }
        let way = 1 << 14;
        for line in 1..=4 {
            run.push(&record(Opclass::Store, 4, line * way));
        }
        run.push(&record(Opclass::Load, 8, 0));
        run.push(&record(Opclass::Store, 12, 0));
        run.push(&record(Opclass::Branch, 16, 0));
        run.push(&Record { trap: true, ..record(Opclass::Load, 1 << 20, 1 << 20) });
        let found = run.finish();
        assert_eq!((found.instructions, found.branches), (11, 1));
        let [code, data] = found.caches;
        assert_eq!((code, data), (Cached { accesses: 11, misses: 1 }, Cached { accesses: 10, misses: 6 }));
        assert!((found.miss_rate() - 7.0 / 21.0).abs() < 1e-12);
        // Two loads and four stores miss; a store hits and a branch executes: both as between registers.
        let nanojoules = 2.0 * READ.nanojoules() + 4.0 * WRITE.nanojoules() + 2.0 * REGISTER.nanojoules();
        assert!((found.joules * 1e9 - nanojoules).abs() < 1e-6, "{}", found.joules);
        let hits = 3.0 * 7.2722;
        let nanoseconds = 2.0 * READ.nanoseconds() + 4.0 * WRITE.nanoseconds() + 2.0 * REGISTER.nanoseconds() + hits;
        assert!((found.seconds * 1e9 - nanoseconds).abs() < 1e-3, "{}", found.seconds);
    }
}
