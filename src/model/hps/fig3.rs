//! The counters of bursty tracing as its paper has them (Hirzel and Chilimbi, Fig. 3): what programs and samplers are
//! held against.

/// Which segments between checks are instrumented.
///
/// ```
/// # use treetap::model::hps::fig3::Fig3;
/// let mut bursty = Fig3::new(3, 2);
/// let after: Vec<bool> = (0..10).map(|_| bursty.check()).collect();
/// assert_eq!(after, [false, false, true, true, false, false, false, true, true, false]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fig3 {
    checks: u64,
    instrumented: u64,
    /// Checks left until a burst.
    check: u64,
    /// Segments left of a burst.
    left: u64,
    on: bool,
}

impl Fig3 {
    /// `checks` segments that are only checked, then `instrumented` ones, and so on. 0 of either is the paper's own end
    /// of things: with `checks` 0 no burst ever begins, with `instrumented` 0 the first one never ends.
    pub const fn new(checks: u64, instrumented: u64) -> Self {
        Self { checks, instrumented, check: checks, left: 0, on: false }
    }

    /// New numbers, which the next reload takes.
    pub const fn rewrite(&mut self, checks: u64, instrumented: u64) {
        (self.checks, self.instrumented) = (checks, instrumented);
    }

    /// Whether the segment that goes on is instrumented.
    pub const fn on(&self) -> bool {
        self.on
    }

    /// A check: whether the segment after it is instrumented.
    pub const fn check(&mut self) -> bool {
        self.check = self.check.wrapping_sub(1);
        self.on = self.check == 0;
        if self.on {
            self.check = 1;
            if self.left == 0 {
                self.left = self.instrumented;
            } else {
                self.left -= 1;
                if self.left == 0 {
                    self.check = self.checks;
                    self.on = false;
                }
            }
        }
        self.on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_for_ever() {
        let (mut never, mut always) = (Fig3::new(0, 1), Fig3::new(1, 0));
        for _ in 0..10_000 {
            assert!(!never.check() && always.check());
        }
    }

    #[test]
    fn segments_are_as_many_as_was_asked_for() {
        for (checks, instrumented) in [(1, 1), (1, 5), (7, 1), (20, 3)] {
            let mut bursty = Fig3::new(checks, instrumented);
            let on = (0..1000 * (checks + instrumented)).filter(|_| bursty.check()).count() as u64;
            assert_eq!(on, 1000 * instrumented, "{checks}:{instrumented}");
        }
    }
}
