//! Node count over time: how much memory a tree takes, at worst and on average.

/// Peak and event-weighted average of a node count that changes rarely.
#[derive(Clone, Debug, Default)]
pub(super) struct Occupancy {
    peak: u32,
    since_n: u64,
    /// Sum over all weight counted up to `since_n` of the number of nodes at that moment.
    area: u128,
}

impl Occupancy {
    /// A tree of one node that has counted nothing.
    pub(super) fn of_a_root() -> Self {
        Self { peak: 1, ..Self::default() }
    }

    /// Call before the node count leaves `live`, `n` being the weight counted so far.
    pub(super) fn leave(&mut self, n: u64, live: u32) {
        self.area += u128::from(n - self.since_n) * u128::from(live);
        self.since_n = n;
    }

    /// Call after the node count has grown to `live`.
    pub(super) fn grown(&mut self, live: u32) {
        self.peak = self.peak.max(live);
    }

    pub(super) const fn peak(&self) -> u32 {
        self.peak
    }

    /// The average, given the present state; 0 before the first event.
    pub(super) fn average(&self, n: u64, live: u32) -> f64 {
        let area = self.area + u128::from(n - self.since_n) * u128::from(live);
        if n == 0 { 0.0 } else { area as f64 / n as f64 }
    }
}
