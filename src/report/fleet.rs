//! What many devices have in common: functions with the groups of profiles that they are hot in (`treetap merge --by`).
use super::hot::trim;
use super::table;
use super::text::{grouped, share};
use crate::analysis::{Keys, Place, Symbols};
use crate::model::profile::Profile;
use serde::Serialize;

/// Profiles with the same labels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Values of the labels that groups are made by, in their order.
    pub labels: Vec<String>,
    pub profiles: u64,
    pub events: u64,
}

/// A function, object or other place of the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Function {
    pub name: String,
    /// Groups in which it surely has the share of the events that is asked for.
    pub hot_in: usize,
    /// What it surely has in percent of the events of a group: in the one where it has least, in the middle one, in the
    /// one where it has most.
    pub percent_least: f64,
    pub percent_median: f64,
    pub percent_most: f64,
}

/// Hot functions of all groups.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fleet {
    /// Names of the labels.
    pub by: Vec<String>,
    /// Share of the events of a group, as a fraction, from which on a function is hot in it.
    pub hot: f64,
    pub groups: Vec<Group>,
    /// Those that are hot in a group, those first that are hot in most.
    pub functions: Vec<Function>,
}

impl Fleet {
    /// Looks at the profile of each group, at most `rows` functions.
    pub fn of(by: &[String], groups: Vec<(Group, Profile)>, symbols: &Symbols, hot: f64, rows: usize) -> Self {
        let bounds: Vec<_> = groups.iter().map(|(_, profile)| symbols.bounds(profile, Keys::default())).collect();
        let of_place = |(place, named): (usize, &Place)| {
            let sure = bounds.iter().zip(&groups).map(|(bounds, (_, profile))| (bounds[place].lo, profile.n));
            let mut shares: Vec<f64> = sure.map(|(lo, n)| share(lo, n)).collect();
            shares.sort_by(f64::total_cmp);
            let hot_in = shares.iter().filter(|percent| **percent >= 100.0 * hot).count();
            let (percent_least, percent_most) = (*shares.first()?, *shares.last()?);
            let percent_median = shares[shares.len() / 2];
            let name = named.name.clone();
            (hot_in > 0).then_some(Function { name, hot_in, percent_least, percent_median, percent_most })
        };
        let mut functions: Vec<_> = symbols.places().iter().enumerate().filter_map(of_place).collect();
        functions.sort_by(|a, b| {
            let weight = |function: &Function| (function.hot_in, function.percent_median);
            weight(b).partial_cmp(&weight(a)).unwrap_or(std::cmp::Ordering::Equal).then_with(|| a.name.cmp(&b.name))
        });
        functions.truncate(rows);
        Self { by: by.to_vec(), hot, groups: groups.into_iter().map(|(group, _)| group).collect(), functions }
    }

    /// For people: the functions, and below them what each group is.
    pub fn text(&self) -> String {
        let all = self.groups.len();
        let least = trim(100.0 * self.hot);
        let mut functions = table::grid(&["function", "hot in", "least", "median", "most"]);
        for function in &self.functions {
            let Function { name, hot_in, percent_least, percent_median, percent_most } = function;
            let percents = [percent_least, percent_median, percent_most].map(|percent| format!("{percent:.2} %"));
            functions.add_row([&[name.clone(), format!("{hot_in} of {all}")][..], &percents].concat());
        }
        table::align_numbers(&mut functions, 1);
        let header: Vec<&str> = self.by.iter().map(String::as_str).chain(["profiles", "events"]).collect();
        let mut groups = table::grid(&header);
        for group in &self.groups {
            let numbers = [grouped(group.profiles), grouped(group.events)];
            groups.add_row([&group.labels[..], &numbers].concat());
        }
        table::align_numbers(&mut groups, self.by.len());
        format!("functions that surely have {least} % of the events of a group\n\n{functions}\n\n{groups}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_a_row_for_each_function_and_group() {
        let group = |device: &str| Group { labels: vec![device.into()], profiles: 2, events: 1_000 };
        let function = Function {
            name: "inflate".into(),
            hot_in: 2,
            percent_least: 0.5,
            percent_median: 20.0,
            percent_most: 30.25,
        };
        let fleet = Fleet {
            by: vec!["device".into()],
            hot: 0.1,
            groups: vec![group("a"), group("b"), group("c")],
            functions: vec![function],
        };
        let text = fleet.text();
        let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>().join(" ");
        let lines: Vec<_> = text.lines().map(words).collect();
        assert!(lines.contains(&"inflate 2 of 3 0.50 % 20.00 % 30.25 %".into()), "{text}");
        assert!(lines.contains(&"c 2 1,000".into()), "{text}");
    }
}
