//! Hot ranges of a profile as a tree of text.
use super::text::{grouped, hex, percent, share};
use crate::model::accuracy::Accuracy;
use crate::model::profile::{HotRange, Profile};
use comfy_table::{Cell, CellAlignment, Table, presets};

/// A hot range and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The range with the bounds that the profile gives.
    pub range: HotRange,
    /// The true count and how far `lo` falls short of it, in percent of it.
    pub exact: Option<(u64, f64)>,
}

/// The hot ranges that the profile finds itself.
pub fn of_profile(profile: &Profile, phi: f64) -> Vec<Row> {
    profile.hot(phi).into_iter().map(|range| Row { range, exact: None }).collect()
}

/// The hot ranges of the exact counts, with the bounds that the profile gives.
pub fn of_accuracy(accuracy: &Accuracy) -> Vec<Row> {
    let row = |error: &crate::model::accuracy::RangeError| Row {
        range: HotRange { lo: error.lo, hi: error.hi, ..error.exact },
        exact: Some((error.exact.lo, error.percent)),
    };
    accuracy.ranges.iter().map(row).collect()
}

/// What the profile can prove, and its hot ranges at the share `phi`: for keys without names.
pub fn ranges(profile: &Profile, phi: f64) -> String {
    let rows = of_profile(profile, phi);
    format!("{}\n\n{}", certificate(profile, None), tree(&rows, profile.n, profile.key_bits))
}

/// The rows as a tree, one line each; `n` is the sum of all weights. Ends without a newline.
pub fn tree(rows: &[Row], n: u64, key_bits: u32) -> String {
    let with_exact = rows.iter().any(|row| row.exact.is_some());
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header = vec!["range", "depth", "lo..hi", "percent"];
    if with_exact {
        header.extend(["exact", "error"]);
    }
    table.set_header(header.iter().enumerate().map(|(column, &name)| cell(name, column)));
    for (row, branch) in rows.iter().zip(branches(rows)) {
        let range = &row.range;
        let keys = match range.first == range.last {
            true => hex(range.first, key_bits),
            false => format!("{}..{}", hex(range.first, key_bits), hex(range.last, key_bits)),
        };
        let mut cells = vec![
            format!("{branch}{keys}"),
            range.depth.to_string(),
            format!("{}..{}", grouped(range.lo), grouped(range.hi)),
            percent(range.lo, n),
        ];
        if let Some((exact, error)) = row.exact {
            cells.extend([grouped(exact), format!("{error:.3} %")]);
        }
        table.add_row(cells.iter().enumerate().map(|(column, text)| cell(text, column)));
    }
    // The table pads its last column.
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn cell(text: &str, column: usize) -> Cell {
    Cell::new(text).set_alignment(if column == 0 { CellAlignment::Left } else { CellAlignment::Right })
}

/// The strokes before each row: rows are in pre-order, depth says how they nest.
fn branches(rows: &[Row]) -> Vec<String> {
    let depth = |i: usize| rows.get(i).map_or(0, |row: &Row| row.range.depth);
    // Whether another row at `level` follows row `i` before the tree returns above that level.
    let continues = |i: usize, level: u32| {
        let mut rest = (i + 1..rows.len()).map(depth).take_while(|&d| d >= level);
        rest.any(|d| d == level)
    };
    let branch = |i: usize| {
        let mut text = String::new();
        for level in 1..=depth(i) {
            text.push_str(match (level == depth(i), continues(i, level)) {
                (true, true) => "├─ ",
                (true, false) => "└─ ",
                (false, true) => "│  ",
                (false, false) => "   ",
            });
        }
        text
    };
    (0..rows.len()).map(branch).collect()
}

/// What the profile can prove, in words. `pool` is the limit of nodes, if there is one.
pub fn certificate(profile: &Profile, pool: Option<u32>) -> String {
    let levels = profile.levels();
    let cert = profile.cert();
    let mut text = format!(
        "events {}, nodes {}, threshold {}\n",
        grouped(profile.n),
        of_pool(profile.live, pool),
        grouped(profile.t)
    );
    if profile.n == 0 {
        text.push_str("certificate: without events every count is exact");
    } else {
        let bound = match profile.over {
            0 => format!("{levels} * {}", grouped(profile.t)),
            over => format!("({levels} * {} + {})", grouped(profile.t), grouped(over)),
        };
        text.push_str(&format!(
            "certificate: no count is short by more than {} events ({}); bound in force: eps = {} / {} = {:.4} %{}",
            grouped(cert),
            percent(cert, profile.n),
            bound,
            grouped(profile.n),
            100.0 * profile.eps_bound(),
            vacuous(profile)
        ));
    }
    if profile.over > 0 {
        text.push_str(&format!(
            "\nover: {} of {} ({}) counted above the threshold while no node was free",
            grouped(profile.over),
            grouped(profile.n),
            percent(profile.over, profile.n)
        ));
    }
    if profile.lost > 0 {
        text.push_str(&format!(
            "\nlost: {} events beyond the count width ({} bits)",
            grouped(profile.lost),
            profile.count_bits
        ));
    }
    text
}

/// What there is to say about a bound that says nothing.
pub fn vacuous(profile: &Profile) -> &'static str {
    if profile.eps_bound() > 1.0 { " (vacuous)" } else { "" }
}

/// `714 of 1,024`, or `714` where there is no limit.
pub fn of_pool(live: u32, pool: Option<u32>) -> String {
    let limit = pool.map_or(String::new(), |nodes| format!(" of {}", grouped(nodes.into())));
    grouped(live.into()) + &limit
}

/// Average and largest percent error in words.
pub fn summary(accuracy: &Accuracy, phi: f64) -> String {
    format!(
        "{} exact hot ranges of {} % and more: error average {:.3} %, largest {:.3} %",
        accuracy.ranges.len(),
        trim(100.0 * phi),
        accuracy.average,
        accuracy.maximum
    )
}

/// A number without needless zeros.
pub fn trim(number: f64) -> String {
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `lo` in percent of `n`.
pub fn lo_percent(range: &HotRange, n: u64) -> f64 {
    share(range.lo, n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(depth: u32, first: u64, last: u64, lo: u64) -> Row {
        Row { range: HotRange { level: 0, first, last, depth, lo, hi: lo + 3, weight: lo }, exact: None }
    }

    #[test]
    fn rows_nest_by_their_depth() {
        let rows = [
            row(0, 0, 0xffff, 1000),
            row(1, 0, 0xff, 500),
            row(2, 0x10, 0x1f, 200),
            row(1, 0x100, 0x100, 300),
            row(0, 0, 0, 0),
        ];
        assert_eq!(branches(&rows), ["", "├─ ", "│  └─ ", "└─ ", ""]);
        insta::assert_snapshot!(tree(&rows, 1000, 16));
    }

    #[test]
    fn exact_counts_have_their_columns() {
        let mut rows = [row(0, 0, 0xff, 100), row(1, 0x10, 0x10, 40)];
        rows[0].exact = Some((101, 0.990_099));
        rows[1].exact = Some((40, 0.0));
        insta::assert_snapshot!(tree(&rows, 101, 8));
    }

    #[test]
    fn numbers_lose_needless_zeros() {
        assert_eq!([10.0, 1.5, 0.0, 0.25].map(trim), ["10", "1.5", "0", "0.25"]);
    }
}
