//! Golden model of cache, branch predictor and latencies (docs/reference/annotate.md).
use crate::spec::annotate::{Config, PREDICTOR_START};
use crate::spec::classify::Opclass;
use crate::spec::retire::{Record, event};
use crate::spec::select::ACCESSES;

/// Fills in `evt` and `lat` of records.
#[derive(Clone, Debug)]
pub struct Annotator {
    config: Config,
    /// Lines, set by set, the most recently used first.
    lines: Vec<Option<u64>>,
    predictor: Vec<u8>,
}

impl Annotator {
    /// An empty cache, and a predictor that knows nothing.
    pub fn new(config: Config) -> Self {
        Self {
            config,
            lines: vec![None; (config.ways as usize) << config.sets_log2],
            predictor: vec![PREDICTOR_START; 1 << config.predictor_log2],
        }
    }

    /// The configuration it was made with.
    pub const fn config(&self) -> Config {
        self.config
    }

    /// Annotates the next record.
    #[inline]
    pub fn annotate(&mut self, record: &mut Record) {
        let (mut miss, mut mispredict) = (false, false);
        record.lat = 0;
        if record.trap {
        } else if ACCESSES.contains(&record.class) {
            miss = !self.access(record.addr);
            record.lat = if miss { self.config.miss_cycles } else { self.config.hit_cycles };
        } else if record.class == Opclass::Branch {
            mispredict = !self.predict(record.pc, record.taken);
            record.lat = if mispredict { self.config.mispredict_cycles } else { 0 };
        }
        record.evt &= !(event::DATA_MISS | event::MISPREDICT);
        record.evt |= if miss { event::DATA_MISS } else { 0 } | if mispredict { event::MISPREDICT } else { 0 };
    }

    /// Whether the line of `addr` is in the cache; then it is, and it is the most recently used one of its set.
    pub fn access(&mut self, addr: u64) -> bool {
        let line = addr >> self.config.line_log2;
        let set = (line & ((1 << self.config.sets_log2) - 1)) as usize;
        let ways = self.config.ways as usize;
        let lines = &mut self.lines[set * ways..][..ways];
        let found = lines.iter().position(|way| *way == Some(line));
        lines[..=found.unwrap_or(ways - 1)].rotate_right(1);
        lines[0] = Some(line);
        found.is_some()
    }

    /// Whether the branch at `pc` is predicted right; learns from it.
    pub fn predict(&mut self, pc: u64, taken: bool) -> bool {
        let counter = &mut self.predictor[(pc >> 1) as usize & ((1 << self.config.predictor_log2) - 1)];
        let right = (*counter >= 2) == taken;
        *counter = if taken { (*counter + 1).min(3) } else { counter.saturating_sub(1) };
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_line_leaves() {
        let mut cache = Annotator::new(Config::named("tiny").unwrap());
        // Two sets of lines of 16 bytes: these are all in set 0.
        let lines = [0x00, 0x20, 0x40, 0x60].map(|addr| cache.access(addr + 5));
        assert_eq!(lines, [false; 4]);
        assert!(cache.access(0x0f), "the oldest becomes the youngest");
        assert!(!cache.access(0x80), "and 0x20 leaves");
        assert_eq!([0x00, 0x20].map(|addr| cache.access(addr)), [true, false]);
        assert!(!cache.access(0x10), "the other set is empty");
    }

    #[test]
    fn a_loop_is_mispredicted_twice_and_then_once_a_round() {
        let mut predictor = Annotator::new(Config::named("tiny").unwrap());
        let mut round = || (0..10).filter(|i| !predictor.predict(0x8000_0004, *i != 9)).count();
        assert_eq!([round(), round(), round()], [2, 1, 1]);
    }
}
