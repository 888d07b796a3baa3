//! Golden model of the self-test: its event stream, and the checksum that a right profiler answers with
//! (docs/reference/selftest.md).
use super::rap::Top;
use crate::spec::event::{Command, Event};
use crate::spec::rap;
use crate::spec::selftest::*;

/// The events of one round (G1 to G5).
#[derive(Clone, Debug)]
pub struct Stream {
    key_bits: u32,
    events: u32,
    position: u32,
    state: u32,
}

impl Stream {
    /// The round `test` with keys of `key_bits` bits.
    pub const fn new(key_bits: u32, test: Config) -> Self {
        Self { key_bits, events: test.events, position: 0, state: test.seed }
    }
}

impl Iterator for Stream {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        if self.position == self.events {
            return None;
        }
        let x = self.state;
        let a = x ^ x << SHIFTS[0];
        let b = a ^ a >> SHIFTS[1];
        self.state = b ^ b << SHIFTS[2];
        let moved = if self.position >> HOT_MOVE_BITS & 1 == 1 { HOT_MOVE } else { 0 };
        self.position += 1;
        let (key, weight) = match x >> 30 {
            0 => {
                let beyond = self.key_bits.saturating_sub(u32::BITS);
                let key = u64::from(a) << beyond ^ u64::from(b) & ((1 << beyond) - 1);
                (key, x >> WEIGHT_AT & ((1 << WEIGHT_BITS) - 1))
            }
            1 => (u64::from(x & REGION_MASK ^ REGION_BASE), 1),
            _ => (u64::from(x & HOT_MASK ^ HOT_BASE ^ moved), 1),
        };
        Some(Event { key: key & u64::MAX >> (64 - self.key_bits), weight: weight as u16 })
    }
}

/// What one round does to a profiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// CRC-32 in the last word of the dump.
    pub crc: u32,
    /// Words of the dump.
    pub words: usize,
    /// Events that entered the tree: what the coalescer let through, its flush included.
    pub emitted: u64,
    /// Nodes created.
    pub creates: u32,
    /// Times that the tree made room: rounds of the hand, or collapses.
    pub rounds: u32,
    /// Events of weight 0.
    pub zero_weight: u32,
}

/// Runs one round, and the snapshot that ends it, on the model of `config`.
///
/// # Errors
/// `config` is illegal.
pub fn answer(config: rap::Config, test: Config) -> Result<Answer, rap::Error> {
    let mut top = Top::new(config)?;
    Stream::new(config.key_bits, test).for_each(|event| top.add(event));
    let zero_weight = top.zero_weight();
    let profile = top.command(Command::Snapshot).expect("a snapshot dumps");
    let words = profile.to_words();
    Ok(Answer {
        crc: *words.last().expect("a dump ends with its checksum") as u32,
        words: words.len(),
        emitted: top.emitted(),
        creates: profile.creates,
        rounds: top.rap().rounds() + profile.collapses,
        zero_weight,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_begins_as_documented() {
        let events: Vec<_> = Stream::new(32, Config { events: 3, seed: 1 }).collect();
        // x = 1, 0x42021, 0x4080601 (Marsaglia 2003): all begin with 00, keys are x ^ x << 13.
        let wide = |x: u32| Event { key: u64::from(x ^ x << 13), weight: (x >> 16 & 15) as u16 };
        assert_eq!(events, [wide(1), wide(0x42021), wide(0x408_0601)]);
    }

    #[test]
    fn every_kind_of_key_occurs_and_keys_keep_to_their_width() {
        for key_bits in [8, 16, 32, 48, 64] {
            let events: Vec<_> = Stream::new(key_bits, Config::default()).collect();
            assert_eq!(events.len(), EVENTS as usize);
            let used = events.iter().fold(0, |all, event| all | event.key);
            assert_eq!(used, u64::MAX >> (64 - key_bits), "{key_bits}");
            for weight in 0..16 {
                assert!(events.iter().any(|event| event.weight == weight), "weight {weight}");
            }
        }
        let hot = |base: u32| {
            Stream::new(32, Config::default()).filter(|e| e.key as u32 & !HOT_MASK == base & !HOT_MASK).count()
        };
        assert!(hot(HOT_BASE) > 15_000 && hot(HOT_BASE ^ HOT_MOVE) > 15_000);
    }
}
