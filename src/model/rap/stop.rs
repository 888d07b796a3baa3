//! The collapse that stops the world (docs/reference/rap.md R6, and the merges of R7).
use super::{NONE, ROOT, Rap};
use crate::spec::rap::ladder_next;

impl Rap {
    /// R6 in its second form: one sweep at the first threshold that frees a node.
    #[cold]
    pub(super) fn collapse(&mut self) {
        self.collapses = self.collapses.saturating_add(1);
        self.list_by_level();
        let count_max = self.config.count_max();
        let needed = self.smallest_absorption();
        self.t = ladder_next(self.t, count_max);
        while (self.t as i64) < needed {
            self.t = ladder_next(self.t, count_max);
        }
        self.sweep();
    }

    /// R7: one sweep at the threshold in force.
    pub(super) fn merge(&mut self) {
        self.list_by_level();
        self.sweep();
    }

    /// Lists every node in `order`, parents before children.
    fn list_by_level(&mut self) {
        self.order.clear();
        self.order.push(ROOT);
        let mut next = 0;
        while let Some(&node) = self.order.get(next) {
            self.order.extend(self.cells[node as usize].child.iter().filter(|&&child| child != NONE));
            next += 1;
        }
    }

    /// The smallest `own(c) + own(parent of c)` over leaves `c` other than the root; needs `order`.
    fn smallest_absorption(&self) -> i64 {
        let leaves = self.order[1..].iter().map(|&node| &self.cells[node as usize]).filter(|cell| cell.is_leaf());
        leaves.map(|cell| cell.own() + self.cells[(cell.place / 4) as usize].biased).min().unwrap_or(i64::MAX)
    }

    /// SWEEP at the threshold in force, children before parents, those of a parent by digit; needs `order`.
    fn sweep(&mut self) {
        self.occupancy.leave(self.n, self.live());
        for at in (0..self.order.len()).rev() {
            for child in self.cells[self.order[at] as usize].child {
                self.absorb_if_light(child);
            }
        }
    }
}
