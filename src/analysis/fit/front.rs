//! Which configurations no other one beats, and which of them to take (docs/reference/fit.md, F4).

/// What configurations are compared by; less is better of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Mean error in percent.
    pub error: f64,
    /// Nanoseconds of an event.
    pub time: f64,
    /// LUTs.
    pub luts: u32,
    /// Block RAMs.
    pub blocks: u32,
}

impl Figures {
    /// Is it as good as another in everything, and better in something?
    pub fn beats(&self, other: &Self) -> bool {
        let no_worse = self.error <= other.error
            && self.time <= other.time
            && self.luts <= other.luts
            && self.blocks <= other.blocks;
        no_worse && self != other
    }
}

/// Indices of those that no other one beats, the least error first, then the smallest.
pub fn front(all: &[Figures]) -> Vec<usize> {
    let unbeaten = |at: &usize| all.iter().all(|other| !other.beats(&all[*at]));
    let mut front: Vec<usize> = (0..all.len()).filter(unbeaten).collect();
    front.sort_by(|&a, &b| {
        let (a, b) = (&all[a], &all[b]);
        a.error.total_cmp(&b.error).then(a.blocks.cmp(&b.blocks)).then(a.luts.cmp(&b.luts))
    });
    front.dedup_by_key(|at| {
        let Figures { error, time, luts, blocks } = all[*at];
        (error.to_bits(), time.to_bits(), luts, blocks)
    });
    front
}

/// Errors that nobody would tell apart: a tenth more than the least, or this many percent.
const SAME_ERROR: f64 = 0.1;

/// Which of the front to take: of those whose error is nearly the least, the one that takes the smallest share of what
/// may be taken of LUTs and block RAMs.
pub fn recommended(all: &[Figures], front: &[usize], most: [u32; 2]) -> Option<usize> {
    let least = all[*front.first()?].error;
    let enough = |at: &&usize| all[**at].error <= (least * 1.1).max(least + SAME_ERROR);
    let share = |at: usize| {
        let of = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
        of(all[at].luts, most[0]) + of(all[at].blocks, most[1])
    };
    front.iter().filter(enough).copied().min_by(|&a, &b| share(a).total_cmp(&share(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(error: f64, time: f64, luts: u32, blocks: u32) -> Figures {
        Figures { error, time, luts, blocks }
    }

    #[test]
    fn what_another_one_beats_is_not_in_the_front() {
        let all = [
            figures(5.0, 40.0, 900, 12),
            figures(5.0, 40.0, 900, 13),
            figures(1.0, 40.0, 900, 18),
            figures(9.0, 10.0, 3000, 30),
            figures(9.0, 10.0, 3000, 30),
        ];
        assert_eq!(front(&all), [2, 0, 3], "equal ones are shown once");
        assert!(front(&[]).is_empty());
    }

    #[test]
    fn an_error_that_is_nearly_the_least_is_enough() {
        let all = [figures(1.0, 40.0, 900, 30), figures(1.05, 40.0, 900, 15), figures(3.0, 40.0, 900, 8)];
        assert_eq!(recommended(&all, &front(&all), [5280, 30]), Some(1));
        assert_eq!(recommended(&[], &[], [1, 1]), None);
    }
}
