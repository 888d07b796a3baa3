//! How many nodes the paper's tree can need at worst (its Figs. 2 and 3), and our tree.
//!
//! The paper prints neither formula nor table, but three numbers for `eps` = 1 %, `b` = 4 and `q` = 2: 256 000 nodes
//! with continuous merging and 384 000 with batched merging (Fig. 3), and at most 6400 splits between two batches
//! (section 3.3). With a key range of `R = 2^32` and the threshold `eps * n / log2(R)` the functions `paper_*` give
//! exactly these three. Their reasoning:
//!
//! * After a merge every inner node has a subtree heavier than the threshold. Subtrees of one level are disjoint, so a
//!   level has at most `n / threshold = log2(R) / eps` inner nodes; there are `log_b(R)` levels, and each inner node
//!   stands for itself and its `b` children.
//! * Until the next batch, `n` grows by the factor `q`. The `(q - 1) * n` new events make at most
//!   `(q - 1) / q * log2(R) / eps` inner nodes a level, if the threshold at the end of the interval is what each of
//!   them takes.
//! * All splits of an interval, whatever their level, leave behind disjoint own counts above the threshold at its
//!   start, so there are at most `q * n / threshold` of them.
//!
//! [`classic_after_merge`] and [`classic_before_merge`] are proved for [`super::classic`], whose threshold has
//! `log_b(R)`: they count no more inner nodes in a level than the level has ranges, and let a split take the threshold
//! of its own moment, which makes `1 + ln(q)` of the factor for the interval.
use super::classic::Config as Classic;

/// Worst-case nodes of the paper's tree right after a merge: `(b + 1) * log_b(R) * log2(R) / eps`. Independent of `n`.
pub fn paper_after_merge(config: &Classic) -> f64 {
    let height = f64::from(config.key_bits) / f64::from(config.digit_bits());
    f64::from(config.branching + 1) * height * f64::from(config.key_bits) / config.eps
}

/// Worst-case nodes of the paper's tree just before a merge: `1 + (q - 1) / q` times the number after one.
pub fn paper_before_merge(config: &Classic) -> f64 {
    paper_after_merge(config) * (1.0 + (config.merge_ratio - 1.0) / config.merge_ratio)
}

/// Worst-case splits between two batches of merges in the paper's tree: `q * log2(R) / eps`.
pub fn paper_splits(config: &Classic) -> f64 {
    config.merge_ratio * f64::from(config.key_bits) / config.eps
}

/// Worst-case nodes of the paper's tree after `n` events, batches of merges included (Fig. 3): grows from the number
/// after a merge to the number before the next one.
pub fn paper_at(config: &Classic, n: f64, last_merge: f64) -> f64 {
    paper_after_merge(config) * (1.0 + (n - last_merge) / n)
}

/// Worst-case nodes of [`super::classic`] right after a merge: `1 + b * sum over levels l of min(b^l, log_b(R) / eps)`.
pub fn classic_after_merge(config: &Classic) -> f64 {
    nodes(config.branching, config.levels(), f64::from(config.levels()) / config.eps)
}

/// Worst-case nodes of [`super::classic`] just before a merge: inner nodes a level multiply by at most `1 + ln(q)`.
pub fn classic_before_merge(config: &Classic) -> f64 {
    nodes(config.branching, config.levels(), f64::from(config.levels()) / config.eps * (1.0 + config.merge_ratio.ln()))
}

/// Batches of merges until `n` events, the first at 1024: 22 for `2^32` events at `q = 2` (the paper's section 3.3).
pub fn merges_until(config: &Classic, n: f64) -> f64 {
    ((n / crate::spec::rap::FIRST_MERGE as f64).ln() / config.merge_ratio.ln()).max(0.0).ceil()
}

/// Worst-case nodes of our tree (docs/reference/rap.md, "Nodes") with `levels` levels at threshold `t` after `n`
/// events, EPS off.
pub fn rap_nodes(levels: u32, n: u64, t: u64) -> f64 {
    nodes(4, levels, (n / (t + 1)) as f64)
}

/// Nodes of a tree with at most `inner` inner nodes in a level.
fn nodes(branching: u32, levels: u32, inner: f64) -> f64 {
    1.0 + f64::from(branching)
        * (0..levels).map(|level| f64::from(branching).powi(level as i32).min(inner)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::classic;
    use crate::model::rap::Rap;
    use crate::spec::{event::Event, rap};

    #[test]
    fn the_numbers_that_the_paper_prints_come_out() {
        let config = Classic::new(32, 0.01);
        assert_eq!(paper_after_merge(&config), 256_000.0);
        assert_eq!(paper_before_merge(&config), 384_000.0);
        assert_eq!(paper_splits(&config), 6400.0);
        assert_eq!(merges_until(&config, 4294967296.0), 22.0);
        assert_eq!(paper_at(&config, 64e6, 32e6), 384_000.0);
    }

    #[test]
    fn four_children_and_doubling_need_the_least() {
        let after = |branching| paper_after_merge(&Classic { branching, ..Classic::new(32, 0.01) });
        assert!([2, 8, 16].iter().all(|&b| after(b) > after(4)));
        let before = |merge_ratio| paper_before_merge(&Classic { merge_ratio, ..Classic::new(32, 0.01) });
        assert!([3.0, 4.0, 8.0].iter().all(|&q| before(q) > before(2.0)));
    }

    /// Keys that pile up evenly on as many ranges as possible, narrower with every phase.
    fn spreading(i: u64) -> u64 {
        let spread = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        spread & !(0xffff_ffff >> (i / 4000).min(32))
    }

    #[test]
    fn no_tree_exceeds_its_bound() {
        for branching in [2, 4, 8, 16] {
            let config = Classic { branching, ..Classic::new(32, 0.2) };
            let mut tree = classic::Classic::new(config).unwrap();
            let mut merges = 0;
            for i in 0..200_000 {
                tree.add(Event::unit(spreading(i)));
                if tree.merges() > merges {
                    merges = tree.merges();
                    assert!(f64::from(tree.live()) <= classic_after_merge(&config));
                }
            }
            assert!(merges == 8 && f64::from(tree.peak_live()) <= classic_before_merge(&config));
        }
        let mut rap = Rap::new(rap::Config { collapse: rap::Collapse::Stop, ..rap::Config::new(32, 2048) }).unwrap();
        for i in 0..200_000 {
            rap.add(Event::unit(spreading(i)));
            assert!(f64::from(rap.live()) <= rap_nodes(16, rap.n(), rap.t()));
        }
        assert!(rap.collapses() > 5);
    }
}
