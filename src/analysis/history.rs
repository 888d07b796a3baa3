//! Node count over time, in bounded memory.

/// Most steps of a history: enough for a drawn line.
const STEPS: usize = 1024;

/// What happened to the number of nodes while one or more events were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Fewest nodes seen.
    pub low: u32,
    /// Most nodes seen.
    pub high: u32,
    /// Collapses or merges that fell into the step.
    pub drops: u32,
}

/// The history of the number of nodes, in bounded memory: steps are merged in pairs when there are too many.
#[derive(Clone, Debug)]
pub struct History {
    steps: Vec<Step>,
    /// Events of a whole step.
    per_step: u64,
    /// Events of the last step.
    filled: u64,
    last: u32,
}

impl History {
    /// Before the first event, with this many nodes.
    pub fn new(live: u32) -> Self {
        Self { steps: vec![], per_step: 1, filled: 1, last: live }
    }

    /// After an event: the number of nodes. Fewer than before means that nodes were folded together.
    pub fn record(&mut self, live: u32) {
        if self.filled == self.per_step {
            if self.steps.len() == STEPS {
                self.halve();
            }
            self.steps.push(Step { low: live, high: live, drops: 0 });
            self.filled = 0;
        }
        self.filled += 1;
        let step = self.steps.last_mut().expect("a step was pushed");
        step.low = step.low.min(live);
        step.high = step.high.max(live);
        step.drops += u32::from(live < self.last);
        self.last = live;
    }

    fn halve(&mut self) {
        let merge = |pair: &[Step]| Step {
            low: pair[0].low.min(pair[1].low),
            high: pair[0].high.max(pair[1].high),
            drops: pair[0].drops + pair[1].drops,
        };
        self.steps = self.steps.chunks_exact(2).map(merge).collect();
        self.per_step *= 2;
        self.filled = self.per_step;
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Events of a whole step.
    pub const fn per_step(&self) -> u64 {
        self.per_step
    }

    /// Events recorded.
    pub fn events(&self) -> u64 {
        self.steps.len().saturating_sub(1) as u64 * self.per_step + if self.steps.is_empty() { 0 } else { self.filled }
    }

    /// How often there were fewer nodes than before.
    pub fn drops(&self) -> u32 {
        self.steps.iter().map(|step| step.drops).sum()
    }

    /// Most nodes at any time.
    pub fn peak(&self) -> u32 {
        self.steps.iter().map(|step| step.high).max().unwrap_or(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_keeps_extremes_and_drops_in_bounded_memory() {
        let mut history = History::new(1);
        let (mut drops, mut last) = (0, 1);
        for i in 0..100_000u32 {
            let live = 10 + i % 700;
            drops += u32::from(live < last);
            last = live;
            history.record(live);
        }
        assert!(drops > 100);
        assert_eq!((history.drops(), history.peak(), history.events()), (drops, 709, 100_000));
        assert!(history.steps.len() <= STEPS && history.steps.len() > STEPS / 2);
        assert_eq!(history.steps.iter().map(|s| s.low).min(), Some(10));
    }
}
