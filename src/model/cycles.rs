//! Golden model of the cycles between retirements (docs/reference/cycles.md).

/// Turns the clock cycles in which instructions retire into distances.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cycles {
    before: u64,
}

impl Cycles {
    /// Cycles from the retirement before to the one in `cycle`, which counts the cycles of the core from 1; saturating.
    /// For the first retirement, its cycle.
    pub fn retired(&mut self, cycle: u64) -> u16 {
        let distance = cycle.saturating_sub(self.before);
        self.before = cycle;
        distance.try_into().unwrap_or(u16::MAX)
    }
}
