//! Two levels of data cache, to tell misses from hits: least recently used, lines of 32 bytes, loads and stores
//! allocate.

/// One level.
pub struct Cache {
    /// For each set its lines, the most recent first.
    sets: Vec<Vec<u64>>,
    ways: usize,
}

const LINE: u64 = 32;

impl Cache {
    pub fn new(bytes: u64, ways: usize) -> Self {
        Self { sets: vec![Vec::with_capacity(ways + 1); (bytes / LINE) as usize / ways], ways }
    }

    /// Whether the access misses.
    pub fn misses(&mut self, address: u64) -> bool {
        let line = address / LINE;
        let sets = self.sets.len() as u64;
        let set = &mut self.sets[(line % sets) as usize];
        match set.iter().position(|&held| held == line) {
            Some(at) => {
                set[..=at].rotate_right(1);
                false
            }
            None => {
                set.insert(0, line);
                set.truncate(self.ways);
                true
            }
        }
    }
}
