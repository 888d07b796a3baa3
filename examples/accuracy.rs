//! The accuracy tables of docs/measured/results.md: node counts and percent errors over the hot ranges of the exact
//! counts, for every trace named, and what the paper says beside the traces of code (`.bb`).
//!
//! `cargo run --release --example accuracy -- TRACE...` with 48-bit keys; prints Markdown.
use std::error::Error;
use std::path::Path;
use treetap::model::accuracy::{Bounds, accuracy};
use treetap::model::classic::{self, Classic};
use treetap::model::exact::{Counter, Exact};
use treetap::model::rap::Top;
use treetap::spec::rap::{Config, Eps};
use treetap::spec::{coalescer, event::Event};
use treetap::trace;

const KEY_BITS: u32 = 48;
/// Large enough never to fill: EPS mode and the paper's tree bound their own size.
const UNBOUNDED: u32 = 1 << 16;

fn events(path: &Path) -> Result<Vec<Event>, trace::Error> {
    let mut reader = trace::open(path, &trace::Options::key_bits(KEY_BITS))?;
    let (mut all, mut batch) = (vec![], vec![]);
    while reader.next_batch(&mut batch)? > 0 {
        all.append(&mut batch);
    }
    Ok(all)
}

/// A row of the table: a tree of a trace.
struct Row {
    trace: String,
    tree: String,
    /// At most, on average, at the end.
    nodes: (u32, f64, u32),
    /// What the tree guarantees, as a share.
    bound: f64,
    /// Hot ranges at 10 % and at 1 %, with the average and the largest error in percent.
    errors: [(usize, f64, f64); 2],
}

impl Row {
    fn of(trace: &str, tree: &str, nodes: (u32, f64, u32), bound: f64, counted: &impl Bounds, exact: &Exact) -> Self {
        let errors = [0.1, 0.01].map(|phi| {
            let errors = accuracy(counted, exact, phi);
            (errors.ranges.len(), errors.average, errors.maximum)
        });
        Self { trace: trace.into(), tree: tree.into(), nodes, bound, errors }
    }

    fn print(&self) {
        let Self { trace, tree, nodes, bound, errors: [ten, one] } = self;
        println!(
            "| {trace} | {tree} | {} | {:.0} | {} | {:.2} | {} | {:.3} / {:.2} | {} | {:.2} / {:.1} |",
            nodes.0,
            nodes.1,
            nodes.2,
            100.0 * bound,
            ten.0,
            ten.1,
            ten.2,
            one.0,
            one.1,
            one.2
        );
    }
}

/// Trees that stand beside the paper's at `eps` = 10 %: the engine's mode EPS, and the paper's own.
const TEN: [(&str, &str); 2] = [("EPS 0.0938", "EPS 0.094"), ("classic 0.1", "classic 10 %")];
/// The tree of about 64 kB: 48-bit counts and four 13-bit pointers a node are 50 kB.
const LARGE: &str = "N=4096";

/// What the paper says (section 4) beside the traces of code.
fn beside_the_paper(rows: &[Row]) {
    let of = |tree: &str| -> Vec<&Row> { rows.iter().filter(|r| r.tree == tree && r.trace.ends_with(".bb")).collect() };
    let each =
        |what: &dyn Fn(&[&Row]) -> String| TEN.map(|(tree, title)| format!("{title}: {}", what(&of(tree)))).join("; ");
    let extremes = |values: &[f64]| {
        values.iter().fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), v| (least.min(*v), most.max(*v)))
    };
    let nodes = each(&|rows| {
        let of = |row: &&Row| format!("{} {}", row.trace.trim_end_matches(".bb"), row.nodes.0);
        rows.iter().map(of).collect::<Vec<_>>().join(", ")
    });
    let average = each(&|rows| {
        let (least, most) = extremes(&rows.iter().map(|row| row.errors[0].1).collect::<Vec<_>>());
        format!("{least:.2} to {most:.2} %")
    });
    let largest = each(&|rows| {
        let gcc = rows.iter().filter(|row| row.trace == "gcc.bb").map(|row| row.errors[0].2);
        gcc.map(|error| format!("{error:.2} %")).collect()
    });
    let large = of(LARGE);
    let [ten, one] = [0, 1].map(|at| extremes(&large.iter().map(|row| row.errors[at].1).collect::<Vec<_>>()).1);
    println!("\n|  | paper | here, code traces |\n|--|--|--|");
    println!("| nodes at eps = 10 % | <= 500, gcc 453 (b = 4) | {nodes} |");
    println!("| average error, ranges >= 10 %, eps = 10 % | 2 % | {average} |");
    println!("| largest error, gcc, eps = 10 % | 13.5 % | {largest} |");
    println!(
        "| average error, 64 kB | 0.27 % | {LARGE}: at most {ten:.3} % on >= 10 %, at most {one:.2} % on >= 1 % |"
    );
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<_> = std::env::args_os().skip(1).collect();
    if paths.is_empty() {
        return Err("usage: accuracy TRACE...".into());
    }
    println!(
        "| trace | tree | nodes max | avg | end | eps bound % | hot >= 10 % | error % avg / max | hot >= 1 % | error % \
         avg / max |"
    );
    println!("|--|--|--|--|--|--|--|--|--|--|");
    let mut rows = vec![];
    for path in paths.iter().map(Path::new) {
        let events = events(path)?;
        let mut counter = Counter::new();
        events.iter().for_each(|e| counter.add(*e));
        let exact = counter.finish(KEY_BITS);
        let name = path.file_name().and_then(|n| n.to_str()).and_then(|n| n.split(".u64").next()).unwrap_or("?");
        eprintln!("{name}: {} events, {} distinct keys", exact.n(), exact.distinct());

        let mut configs = vec![];
        for nodes in [512, 1024, 4096] {
            configs.push((format!("N={nodes}"), Config::new(KEY_BITS, nodes)));
            let coalescer = Some(coalescer::Config::new(1024));
            configs.push((format!("N={nodes} E=1024"), Config { coalescer, ..Config::new(KEY_BITS, nodes) }));
        }
        for eps in [Eps { m: 4, s: 10 }, Eps { m: 7, s: 14 }] {
            let value = f64::from(KEY_BITS / 2) * f64::from(eps.m) / 2f64.powi(i32::from(eps.s));
            configs.push((format!("EPS {value:.4}"), Config { eps: Some(eps), ..Config::new(KEY_BITS, UNBOUNDED) }));
        }
        for (label, config) in configs {
            let mut top = Top::new(config)?;
            events.iter().for_each(|e| top.add(*e));
            let profile = top.command(treetap::spec::event::Command::Snapshot).expect("a snapshot dumps");
            let rap = top.rap();
            let nodes = (rap.peak_live(), rap.average_live(), rap.live());
            rows.push(Row::of(name, &label, nodes, profile.eps_bound(), &profile, &exact));
        }
        for eps in [0.1, 0.01] {
            let mut tree = Classic::new(classic::Config::new(KEY_BITS, eps))?;
            events.iter().for_each(|e| tree.add(*e));
            let nodes = (tree.peak_live(), tree.average_live(), tree.live());
            rows.push(Row::of(name, &format!("classic {eps}"), nodes, eps, &tree.bounds(), &exact));
        }
    }
    rows.iter().for_each(Row::print);
    beside_the_paper(&rows);
    Ok(())
}
