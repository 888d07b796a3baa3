//! Many events at once: looks keys up side by side where most of them miss the slot cache, and counts them in order.
use super::{Hint, NONE, Rap, hash};
use crate::spec::event::Event;

/// Events after which a bulk call chooses again how to look keys up.
const BLOCK: usize = 1024;
/// Events that a bulk call looks up before it counts them.
const WINDOW: usize = 64;
/// Walks side by side.
const LANES: usize = 8;

impl Rap {
    #[inline]
    pub(super) fn add_many<T>(&mut self, items: &[T], read: impl Fn(&T) -> Event) {
        for block in items.chunks(BLOCK) {
            self.misses = 0;
            if self.is_scattered {
                for window in block.chunks(WINDOW) {
                    let total: u64 = window.iter().map(|item| u64::from(read(item).weight)).sum();
                    if self.n + total > self.horizon {
                        window.iter().for_each(|item| self.add(read(item)));
                    } else {
                        self.add_window(window, &read);
                    }
                }
            } else {
                block.iter().for_each(|item| self.add(read(item)));
            }
            self.is_scattered = self.misses > block.len() / 4 * 3;
        }
    }

    /// At most [`WINDOW`] events that stay within the horizon.
    #[inline]
    fn add_window<T>(&mut self, window: &[T], read: &impl Fn(&T) -> Event) {
        let mut places = [0; WINDOW];
        let mut generations = [0; WINDOW];
        let mut missing = [0; WINDOW];
        let mut misses = 0;
        for (i, item) in window.iter().enumerate() {
            let key = read(item).key;
            let hint = &self.hints[hash(key)];
            (places[i], generations[i]) = (hint.place, hint.generation);
            missing[misses] = i;
            let cell = &self.cells[(hint.place / 4) as usize];
            misses += usize::from(hint.key != key || hint.generation != cell.generation);
        }
        self.misses += misses;
        for lanes in missing[..misses].chunks(LANES) {
            // A short group walks its first key several times.
            let keys = std::array::from_fn(|lane| read(&window[*lanes.get(lane).unwrap_or(&lanes[0])]).key);
            let ends = self.walk_together(keys);
            for (&i, place) in lanes.iter().zip(ends) {
                let generation = self.cells[(place / 4) as usize].generation;
                (places[i], generations[i]) = (place, generation);
                let key = read(&window[i]).key;
                self.hints[hash(key)] = Hint { key, place, generation };
            }
        }
        for (i, item) in window.iter().enumerate() {
            let Event { key, weight } = read(item);
            let weight = u64::from(weight);
            self.n += weight;
            self.turn(weight);
            if self.fits(places[i], generations[i], weight) {
                self.cells[(places[i] / 4) as usize].biased += weight as i64;
            } else {
                self.count_by_walk(key, weight);
            }
        }
    }

    /// The places in which the walks of `keys` end.
    fn walk_together(&self, keys: [u64; LANES]) -> [u32; LANES] {
        let levels = self.config.levels();
        let differing = keys.iter().fold(0, |bits, key| bits | (key ^ self.path.key));
        let first = self.common_levels(differing).min(self.path.level);
        let mut nodes = [self.path.nodes[first as usize]; LANES];
        let mut places = [0; LANES];
        for level in first..=levels {
            // The digit below a unit node does not matter.
            let shift = 2 * levels.saturating_sub(level + 1);
            let mut deeper = NONE;
            for lane in 0..LANES {
                let (node, digit) = (nodes[lane], (keys[lane] >> shift) as u32 % 4);
                places[lane] = if node == NONE { places[lane] } else { 4 * node + digit };
                nodes[lane] = self.cells[node as usize].child[digit as usize];
                deeper |= nodes[lane];
            }
            if deeper == NONE {
                break;
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::scattered;
    use super::*;
    use crate::spec::rap::{Config, Eps};

    #[test]
    fn side_by_side_walks_change_nothing() {
        let events = scattered(50_000);
        for eps in [None, Some(Eps { m: 5, s: 9 })] {
            let config = Config { eps, ..Config::new(64, 300) };
            let (mut bulk, mut single) = (Rap::new(config).unwrap(), Rap::new(config).unwrap());
            bulk.add_all(&events);
            events.iter().for_each(|&event| single.add(event));
            assert!(bulk.is_scattered && !single.is_scattered);
            assert!(bulk.creates() > 1000);
            assert_eq!(bulk.snapshot(), single.snapshot());
            assert_eq!(bulk.average_live(), single.average_live());
        }
    }
}
