//! Worst-case node counts of the paper's tree: what `treetap bounds` shows.
use super::grouped;
use super::table::{align_numbers, grid};
use crate::analysis::worst::Worst;
use serde_json::{Value, json};

/// The JSON contract.
pub fn contract(worst: &Worst) -> Value {
    let rows = |rows: Vec<Value>| Value::Array(rows);
    json!({
        "key_bits": worst.key_bits,
        "eps": worst.error,
        "fig2_branching": rows(worst.by_branching.iter().map(|row| json!({
            "b": row.branching, "height": row.height, "paper": row.paper, "proved": row.proved,
        })).collect()),
        "fig2_merge_ratio": rows(worst.by_ratio.iter().map(|row| json!({
            "q": row.ratio, "paper": row.paper, "proved": row.proved, "splits": row.splits, "merges": row.merges,
        })).collect()),
        "fig3_events": rows(worst.by_events.iter().map(|row| json!({
            "millions": row.millions, "continuous": row.continuous, "batched": row.batched,
        })).collect()),
    })
}

/// For people.
pub fn text(worst: &Worst) -> String {
    let count = |value: f64| grouped(value.round() as u64);
    let mut text =
        format!("Worst-case nodes at eps = {} % over keys of {} bits\n", 100.0 * worst.error, worst.key_bits);
    text += &titled(
        "Right after a merge, by branching factor b (Fig. 2)",
        &["b", "height", "paper", "proved"],
        worst
            .by_branching
            .iter()
            .map(|row| vec![row.branching.to_string(), row.height.to_string(), count(row.paper), count(row.proved)]),
    );
    text += &titled(
        "Just before a merge, by growth q of the merge interval, b = 4 (Fig. 2)",
        &["q", "paper", "proved", "splits between", "merges in 2^32 events"],
        worst.by_ratio.iter().map(|row| {
            vec![row.ratio.to_string(), count(row.paper), count(row.proved), count(row.splits), count(row.merges)]
        }),
    );
    text += &titled(
        "After so many million events, b = 4, q = 2 (Fig. 3)",
        &["millions", "continuous merging", "batched merging"],
        worst.by_events.iter().map(|row| vec![row.millions.to_string(), count(row.continuous), count(row.batched)]),
    );
    text
}

fn titled(title: &str, header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = grid(header);
    table.add_rows(rows);
    align_numbers(&mut table, 0);
    format!("\n{title}\n{table}\n")
}
