//! Worst-case node counts of the paper's tree, where its Figs. 2 and 3 look at them (docs/reference/rap.md has the
//! formulas).
use crate::model::{bounds, classic};

const BRANCHINGS: [u32; 4] = [2, 4, 8, 16];
const RATIOS: [f64; 7] = [1.25, 1.5, 2.0, 3.0, 4.0, 8.0, 16.0];
/// The events of Fig. 3, in millions: batches of merges at the powers of two.
const MILLIONS: [f64; 9] = [16.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0, 192.0, 256.0];

/// Right after a merge, by branching factor.
#[derive(Clone, Copy, Debug)]
pub struct ByBranching {
    pub branching: u32,
    pub height: u32,
    pub paper: f64,
    pub proved: f64,
}

/// Just before a merge, by growth of the interval between merges.
#[derive(Clone, Copy, Debug)]
pub struct ByRatio {
    pub ratio: f64,
    pub paper: f64,
    pub proved: f64,
    pub splits: f64,
    pub merges: f64,
}

/// After so many million events, merged continuously and in batches.
#[derive(Clone, Copy, Debug)]
pub struct ByEvents {
    pub millions: f64,
    pub continuous: f64,
    pub batched: f64,
}

/// All of them.
#[derive(Clone, Copy, Debug)]
pub struct Worst {
    /// Width of a key, and the error bound as a fraction of all events.
    pub key_bits: u32,
    pub error: f64,
    pub by_branching: [ByBranching; BRANCHINGS.len()],
    pub by_ratio: [ByRatio; RATIOS.len()],
    pub by_events: [ByEvents; MILLIONS.len()],
}

impl Worst {
    /// For keys of `key_bits` bits and the error bound `error`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of(key_bits: u32, error: f64) -> Result<Self, classic::Error> {
        let base = classic::Config::new(key_bits, error);
        base.validate()?;
        let by_branching = BRANCHINGS.map(|branching| {
            let config = classic::Config { branching, ..base };
            let (paper, proved) = (bounds::paper_after_merge(&config), bounds::classic_after_merge(&config));
            ByBranching { branching, height: config.levels(), paper, proved }
        });
        let by_ratio = RATIOS.map(|ratio| {
            let config = classic::Config { merge_ratio: ratio, ..base };
            ByRatio {
                ratio,
                paper: bounds::paper_before_merge(&config),
                proved: bounds::classic_before_merge(&config),
                splits: bounds::paper_splits(&config),
                merges: bounds::merges_until(&config, 32f64.exp2()),
            }
        });
        // At a power of two the batch is about to run, so that the interval began at the power before.
        let by_events = MILLIONS.map(|millions| ByEvents {
            millions,
            continuous: bounds::paper_after_merge(&base),
            batched: bounds::paper_at(&base, millions, ((millions.log2().ceil()) - 1.0).exp2()),
        });
        Ok(Self { key_bits, error, by_branching, by_ratio, by_events })
    }
}
