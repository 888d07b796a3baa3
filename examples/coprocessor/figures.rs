//! The tables.
use crate::runs::{Ran, Run};
use std::error::Error;
use std::path::Path;

pub fn all(_pictures: &Path, runs: &[Run]) -> Result<(), Box<dyn Error>> {
    for run in runs {
        println!("{} {} loads {} places {} distinct {} points {}", run.name, run.retired, run.loads, run.places, run.distinct, run.points);
        let last = run.simple.last();
        println!("  simple rms {:.3} miss {} close {} ({:.1}%) ov {:.3}%", last.errors.rms, last.errors.missed, last.errors.close, 100.0 * last.errors.close_weight, 100.0 * last.cycles[1] as f64 / run.retired as f64);
        for c in &run.coprocs {
            one(run, c);
        }
        for (a, b) in run.simple.looks.iter().zip(&run.coprocs[0].seen.looks) {
            println!("   {:>10} simple {:.3} {:.3}% coproc {:.3} {:.3}%", a.at, a.errors.rms, 100.0 * a.cycles[1] as f64 / a.at as f64, b.errors.rms, 100.0 * b.cycles[1] as f64 / b.at as f64);
        }
    }
    Ok(())
}

fn one(run: &Run, c: &Ran) {
    let last = c.seen.last();
    let e = last.errors;
    println!("  N={} /{} built={} rms {:.3} miss {} close {} ({:.1}%) ov {:?} drop {:.3}% popped {} busy {:.2} parts {} masked {} aliased {} glacial {} {:?}",
        c.build.entries, c.build.divider, c.build.built, e.rms, e.missed, e.close, 100.0 * e.close_weight,
        last.cycles.map(|x| format!("{:.3}", 100.0 * x as f64 / run.retired as f64)), 100.0 * c.dropped(), c.counts.get(treetap::spec::counters::Counter::Popped), c.busy, c.partitions, c.masked, c.aliased, c.glacial, c.totals);
}
