//! What `treetap merge` says of the profile of all: for people and for scripts.
use super::table;
use super::text::{grouped, percent};
use crate::analysis::merge::{Merged, Part};
use serde::Serialize;

/// `merge --json`: what was united.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct United {
    /// How many profiles.
    pub profiles: u64,
    pub n: u64,
    pub t: u64,
    pub lost: u64,
    pub over: u64,
    /// Nodes of the tree of all before it was fitted into `nodes`, and after that.
    pub united: u32,
    pub live: u32,
    pub nodes: u32,
    /// Largest sum of own counts above a node, in events: no lower bound of a range of the tree is short by more.
    pub cert: u64,
    /// `(L * T + over) / n`, a fraction.
    pub eps_bound: f64,
    /// What the counts are of; ranges that follow each other are one.
    pub of: Vec<Part>,
}

impl United {
    pub fn of(merged: &Merged) -> Self {
        let Merged { profile, of, profiles, united } = merged;
        Self {
            profiles: *profiles,
            n: profile.n,
            t: profile.t,
            lost: profile.lost,
            over: profile.over,
            united: *united,
            live: profile.live,
            nodes: profile.nodes,
            cert: profile.cert(),
            eps_bound: profile.eps_bound(),
            of: of.clone(),
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut lines = vec![
            table::line("profiles", grouped(self.profiles)),
            table::line("events", grouped(self.n)),
            table::line(
                "nodes",
                format!(
                    "{} of {}, {} before the fit",
                    self.live,
                    grouped(self.nodes.into()),
                    grouped(self.united.into())
                ),
            ),
            table::line(
                "certificate",
                format!("{} events ({}): no range is short by more", grouped(self.cert), percent(self.cert, self.n)),
            ),
        ];
        if self.lost > 0 {
            lines.push(table::line("lost", format!("{} events: counts were full", grouped(self.lost))));
        }
        match &self.of[..] {
            [] => lines.push(table::line("of", "not known: nobody can say whether events were counted twice")),
            parts => lines.extend(parts.iter().map(|part| table::line("of", part))),
        }
        lines.join("\n") + "\n"
    }
}
