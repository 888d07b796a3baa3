//! Golden model of the coalescer: combines equal keys before the tree (docs/reference/coalescer.md R10).
use crate::spec::coalescer::{Config, Error};
use crate::spec::event::Event;

/// Direct-mapped table of `E` weighted keys in front of the tree (R10).
///
/// An event either grows the entry of its key or takes the entry over and sends out what was there. The sum of weights
/// in equals the sum of weights out plus what the entries hold. Decisions depend on the order of events alone.
#[derive(Clone, Debug)]
pub struct Coalescer {
    config: Config,
    entries: Vec<Event>,
}

impl Coalescer {
    /// An empty coalescer.
    pub fn new(config: Config) -> Result<Self, Error> {
        config.validate()?;
        Ok(Self { config, entries: vec![Event { key: 0, weight: 0 }; config.entries as usize] })
    }

    /// The configuration it was made with.
    pub const fn config(&self) -> Config {
        self.config
    }

    /// Index of a key: the XOR of its `e`-bit slices from bit 0 up, the last one padded with zeros (R10).
    pub const fn index(&self, key: u64) -> usize {
        fold(key, self.config.index_bits())
    }

    /// Takes one event and returns the entry it displaced, if any. An event of weight 0 is ignored.
    ///
    /// An event heavier than `WMAX` cannot be combined: it displaces the entry and is displaced by the next event
    /// there.
    #[inline]
    pub fn push(&mut self, event: Event) -> Option<Event> {
        if event.weight == 0 {
            return None;
        }
        let index = self.index(event.key);
        let entry = &mut self.entries[index];
        if entry.weight != 0 && entry.key == event.key {
            let sum = u32::from(entry.weight) + u32::from(event.weight);
            if sum <= u32::from(self.config.weight_max) {
                entry.weight = sum as u16;
                return None;
            }
        }
        let displaced = std::mem::replace(entry, event);
        (displaced.weight != 0).then_some(displaced)
    }

    /// Sends out every entry in the order of its index and empties the table (R8, R10).
    pub fn flush(&mut self, mut emit: impl FnMut(Event)) {
        for entry in &mut self.entries {
            if entry.weight != 0 {
                emit(*entry);
                entry.weight = 0;
            }
        }
    }

    /// Empties the table without sending anything: the reset command (R11).
    pub fn clear(&mut self) {
        self.entries.iter_mut().for_each(|entry| entry.weight = 0);
    }

    /// Sum of the weights the table holds.
    pub fn held(&self) -> u64 {
        self.entries.iter().map(|entry| u64::from(entry.weight)).sum()
    }

    /// Takes a new `WMAX`, as a reset command does (R11). The caller clears the table.
    pub(crate) fn set_weight_max(&mut self, weight_max: u16) {
        self.config.weight_max = weight_max;
    }
}

/// XOR of the `bits`-wide slices of `key`.
const fn fold(key: u64, bits: u32) -> usize {
    let mut rest = key;
    let mut index = 0;
    while rest != 0 {
        index ^= rest & ((1 << bits) - 1);
        rest >>= bits;
    }
    index as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coalescer(entries: u32, weight_max: u16) -> Coalescer {
        Coalescer::new(Config { entries, weight_max }).unwrap()
    }

    #[test]
    fn index_is_the_xor_of_all_slices() {
        let c = coalescer(16, u16::MAX);
        assert_eq!(c.index(0), 0);
        assert_eq!(c.index(0x1234_5678_9abc_def0), 0);
        assert_eq!(c.index(0x8000_0000_0000_0001), 9);
        assert_eq!(coalescer(1024, 1).index(u64::MAX), 0xf, "six full slices cancel, the last has four bits");
    }

    #[test]
    fn an_entry_grows_up_to_its_weight_limit_and_is_then_replaced() {
        let mut c = coalescer(16, 3);
        let out: Vec<_> = (0..7).filter_map(|_| c.push(Event::unit(5))).collect();
        assert_eq!(out, [Event { key: 5, weight: 3 }; 2]);
        assert_eq!(c.held(), 1);
    }

    #[test]
    fn weights_combine_only_when_the_sum_fits() {
        let mut c = coalescer(16, 10);
        assert_eq!(c.push(Event { key: 1, weight: 6 }), None);
        assert_eq!(c.push(Event { key: 1, weight: 4 }), None);
        assert_eq!(c.push(Event { key: 1, weight: 1 }), Some(Event { key: 1, weight: 10 }));
        assert_eq!(c.push(Event { key: 2, weight: 0 }), None, "weight 0 is not an event");
        assert_eq!(c.push(Event { key: 0x10, weight: 2 }), Some(Event { key: 1, weight: 1 }), "same index, other key");
    }

    #[test]
    fn flush_is_in_index_order_and_empties_while_clear_drops() {
        let mut c = coalescer(16, u16::MAX);
        for key in [9, 3, 12, 3] {
            assert_eq!(c.push(Event::unit(key)), None);
        }
        let mut out = vec![];
        c.flush(|e| out.push((e.key, e.weight)));
        assert_eq!(out, [(3, 2), (9, 1), (12, 1)]);
        assert_eq!(c.held(), 0);
        c.push(Event::unit(9));
        c.clear();
        c.flush(|e| panic!("{e:?} survived the clear"));
    }
}
