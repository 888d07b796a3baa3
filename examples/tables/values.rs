//! docs/measured/value_sampler.md.
use crate::Done;
use crate::ask::{asked, listed, name, number, table, whole};
use std::path::Path;
use treetap::report::grouped;

/// Distances of bursts: that of the paper, and one that puts a three-hundredth of a program into bursts.
const SETTINGS: [(&str, &str); 2] =
    [("63,488 to 67,583", "--period 63488 --jitter 4095"), ("1,000 to 2,023", "--period 1000 --jitter 1023")];

pub fn print(programs: &[String]) -> Done {
    let mut all = vec![];
    for (apart, words) in SETTINGS {
        for file in programs {
            eprintln!("{file}, {apart}");
            let run =
                |more: &str| asked(&format!("run ibex --limit 5000000 --hotlist {words} {more}"), &[Path::new(file)]);
            let (held, free) = (run("")?, run("--drop")?);
            for one in [&held, &free] {
                assert_eq!((listed(&one["laws_broken"]), whole(&one["retired"])), (0, 5_000_000), "{file}, {apart}");
            }
            all.push(vec![
                name(file).to_string(),
                apart.to_string(),
                grouped(whole(&held["offered"])),
                held["t"].to_string().trim_end_matches(".0").to_string(),
                format!("{:.2}", 100.0 * number(&held["held"]) / number(&held["cycles"])),
                grouped(whole(&free["dropped"])),
                grouped(whole(&held["compared"]) + whole(&free["compared"])),
                grouped(whole(&held["mismatches"]) + whole(&free["mismatches"])),
            ]);
        }
    }
    let columns = ["program", "bursts of 4, instructions apart", "tuples", "T", "core held, percent of its cycles"];
    table("value_sampler-programs", &[&columns[..], &["dropped with --drop", "compared", "mismatches"]].concat(), &all);
    Ok(())
}
