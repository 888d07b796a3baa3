//! The accuracy table of docs/measured/results.md: node counts and percent errors over the hot ranges of the exact
//! counts, for every trace named.
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

/// One row: nodes at most, on average, at the end; errors at 10 % and at 1 %.
fn row(name: &str, label: &str, nodes: (u32, f64, u32), bound: f64, tree: &impl Bounds, exact: &Exact) {
    let [ten, one] = [0.1, 0.01].map(|phi| accuracy(tree, exact, phi));
    println!(
        "| {name} | {label} | {} | {:.0} | {} | {:.2} | {} | {:.3} / {:.2} | {} | {:.2} / {:.1} |",
        nodes.0,
        nodes.1,
        nodes.2,
        100.0 * bound,
        ten.ranges.len(),
        ten.average,
        ten.maximum,
        one.ranges.len(),
        one.average,
        one.maximum
    );
}

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<_> = std::env::args_os().skip(1).collect();
    if paths.is_empty() {
        return Err("usage: accuracy TRACE...".into());
    }
    println!(
        "| trace | tree | nodes max | avg | end | eps bound % | hot >= 10 % | error % avg / max | hot >= 1 % | error % avg / max |"
    );
    println!("|--|--|--|--|--|--|--|--|--|--|");
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
            row(name, &label, (rap.peak_live(), rap.average_live(), rap.live()), profile.eps_bound(), &profile, &exact);
        }
        for eps in [0.1, 0.01] {
            let mut tree = Classic::new(classic::Config::new(KEY_BITS, eps))?;
            events.iter().for_each(|e| tree.add(*e));
            row(
                name,
                &format!("classic {eps}"),
                (tree.peak_live(), tree.average_live(), tree.live()),
                eps,
                &tree.bounds(),
                &exact,
            );
        }
    }
    Ok(())
}
