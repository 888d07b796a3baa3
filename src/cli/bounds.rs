//! `treetap bounds`: worst-case node counts of the paper's tree (its Figs. 2 and 3).
use super::{Failure, output};
use crate::model::{bounds, classic};
use crate::report::grouped;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};

const BRANCHINGS: [u32; 4] = [2, 4, 8, 16];
const RATIOS: [f64; 7] = [1.25, 1.5, 2.0, 3.0, 4.0, 8.0, 16.0];
/// The events of Fig. 3, in millions: batches of merges at the powers of two.
const MILLIONS: [f64; 9] = [16.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0, 192.0, 256.0];

/// Worst-case node counts of the paper's tree (its Figs. 2 and 3).
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The column `paper` is our reading of the paper's analysis, which gives the three numbers it prints; \
`proved` holds for `profile --semantics classic`. docs/reference/rap.md has both formulas.

Examples:
  treetap bounds
  treetap bounds --key-bits 48 --error 0.1 --json"
)]
pub struct Args {
    /// Key width in bits, 1 to 64: the range R is 2^K.
    #[arg(long, value_name = "K", default_value_t = 32)]
    key_bits: u32,
    /// Error bound eps as a fraction of all events.
    #[arg(long, value_name = "EPS", default_value_t = 0.01)]
    error: f64,
}

struct ByBranching {
    branching: u32,
    height: u32,
    paper: f64,
    proved: f64,
}

struct ByRatio {
    ratio: f64,
    paper: f64,
    proved: f64,
    splits: f64,
    merges: f64,
}

struct ByEvents {
    millions: f64,
    continuous: f64,
    batched: f64,
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    let base = classic::Config::new(args.key_bits, args.error);
    base.validate().map_err(|error| Failure::Usage(error.to_string()))?;
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
    if json {
        output::line(to_json(&args, &by_branching, &by_ratio, &by_events))
    } else {
        output::print(tables(&args, &by_branching, &by_ratio, &by_events).as_bytes())
    }
}

fn to_json(args: &Args, by_branching: &[ByBranching], by_ratio: &[ByRatio], by_events: &[ByEvents]) -> Value {
    let rows = |rows: Vec<Value>| Value::Array(rows);
    json!({
        "key_bits": args.key_bits,
        "eps": args.error,
        "fig2_branching": rows(by_branching.iter().map(|row| json!({
            "b": row.branching, "height": row.height, "paper": row.paper, "proved": row.proved,
        })).collect()),
        "fig2_merge_ratio": rows(by_ratio.iter().map(|row| json!({
            "q": row.ratio, "paper": row.paper, "proved": row.proved, "splits": row.splits, "merges": row.merges,
        })).collect()),
        "fig3_events": rows(by_events.iter().map(|row| json!({
            "millions": row.millions, "continuous": row.continuous, "batched": row.batched,
        })).collect()),
    })
}

fn tables(args: &Args, by_branching: &[ByBranching], by_ratio: &[ByRatio], by_events: &[ByEvents]) -> String {
    let count = |value: f64| grouped(value.round() as u64);
    let mut text = format!("Worst-case nodes at eps = {} % over keys of {} bits\n", 100.0 * args.error, args.key_bits);
    text += &titled(
        "Right after a merge, by branching factor b (Fig. 2)",
        &["b", "height", "paper", "proved"],
        by_branching
            .iter()
            .map(|row| vec![row.branching.to_string(), row.height.to_string(), count(row.paper), count(row.proved)]),
    );
    text += &titled(
        "Just before a merge, by growth q of the merge interval, b = 4 (Fig. 2)",
        &["q", "paper", "proved", "splits between", "merges in 2^32 events"],
        by_ratio.iter().map(|row| {
            vec![row.ratio.to_string(), count(row.paper), count(row.proved), count(row.splits), count(row.merges)]
        }),
    );
    text += &titled(
        "After so many million events, b = 4, q = 2 (Fig. 3)",
        &["millions", "continuous merging", "batched merging"],
        by_events.iter().map(|row| vec![row.millions.to_string(), count(row.continuous), count(row.batched)]),
    );
    text
}

fn titled(title: &str, header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    table.add_rows(rows);
    table.column_iter_mut().for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    format!("\n{title}\n{table}\n")
}
