//! What `treetap profile` shows of a trace: for people and for scripts.
use super::json::{Hot, Query, Report};
use super::names::Table;
use super::{grouped, hex, hot, percent};
use crate::analysis::grow::Grown;
use crate::model::accuracy::Accuracy;

/// A profile, with what was asked of it.
pub struct Shown<'a> {
    pub grown: &'a Grown,
    /// Errors against the exact counts, if there are some.
    pub accuracy: Option<&'a Accuracy>,
    /// Width of a key.
    pub key_bits: u32,
    /// Share of all events, as a fraction, from which on a range is hot.
    pub hot: f64,
    /// First and last keys of ranges that are asked for.
    pub queries: &'a [(u64, u64)],
    /// The names of the keys, where these are lines of a map of code.
    pub names: Option<&'a Table>,
    /// The limit of nodes; the classic tree has none.
    pub pool: Option<u32>,
}

impl Shown<'_> {
    /// The JSON contract.
    pub fn contract(&self) -> Report {
        let Self { grown, accuracy, key_bits, .. } = *self;
        let profile = &grown.profile;
        let query = |&(first, last): &(u64, u64)| {
            let (lo, hi) = profile.query(first, last);
            Query {
                first: hex(first, key_bits),
                last: hex(last, key_bits),
                lo,
                hi,
                exact: grown.exact.as_ref().map(|exact| exact.count(first, last)),
            }
        };
        Report {
            n: profile.n,
            t: profile.t,
            eps_bound: profile.eps_bound(),
            cert: profile.cert(),
            hot: self.rows().iter().map(|row| Hot::new(row, profile.n, key_bits)).collect(),
            queries: self.queries.iter().map(query).collect(),
            lost: profile.lost,
            live: profile.live,
            nodes: profile.nodes,
            creates: profile.creates,
            collapses: profile.collapses,
            over: profile.over,
            emitted: grown.emitted,
            peak_live: grown.peak_live,
            average_live: grown.average_live,
            cut_keys: grown.cut_keys,
            error_average: accuracy.map(|a| a.average),
            error_maximum: accuracy.map(|a| a.maximum),
            names: self.names.cloned(),
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let Self { grown, accuracy, key_bits, .. } = *self;
        let profile = &grown.profile;
        let mut text = format!("{}\n", hot::certificate(profile, self.pool));
        if let Some(names) = self.names {
            return format!("{text}\n{}", names.text());
        }
        let rows = self.rows();
        let share = hot::trim(100.0 * self.hot);
        if rows.is_empty() {
            text.push_str(&format!("\nno range holds {share} % of the events\n"));
        } else {
            text.push_str(&format!("\nranges that hold {share} % of the events beyond their hot sub-ranges\n\n"));
            text.push_str(&hot::tree(&rows, profile.n, key_bits));
            text.push('\n');
        }
        if let Some(accuracy) = accuracy {
            text.push_str(&format!("\n{}\n", hot::summary(accuracy, self.hot)));
        }
        for &(first, last) in self.queries {
            let (lo, hi) = profile.query(first, last);
            text.push_str(&format!(
                "\n{}..{}: {}..{} events ({}..{})",
                hex(first, key_bits),
                hex(last, key_bits),
                grouped(lo),
                grouped(hi),
                percent(lo, profile.n),
                percent(hi, profile.n)
            ));
            if let Some(exact) = &grown.exact {
                text.push_str(&format!(", exactly {}", grouped(exact.count(first, last))));
            }
            text.push('\n');
        }
        text
    }

    fn rows(&self) -> Vec<hot::Row> {
        match self.accuracy {
            Some(accuracy) => hot::of_accuracy(accuracy),
            None => hot::of_profile(&self.grown.profile, self.hot),
        }
    }
}
