//! Bursty tracing: hot data streams that sampling finds (docs/measured/reproduction-bursty.md).
use crate::Done;
use crate::ask::{asked, number, table, whole, word};
use serde_json::Value;
use std::path::Path;
use treetap::report::{grouped, percent};

/// Instructions of a program that run.
const LIMIT: u64 = 20_000_000;
/// Where the drawings go.
const PICTURES: &str = "docs/images/reproduction";

pub fn print(programs: &[String]) -> Done {
    let files: Vec<&Path> = programs.iter().map(Path::new).collect();
    eprintln!("{} programs, {LIMIT} instructions of each", files.len());
    let said = asked(&format!("hotstream --limit {LIMIT} --pictures {PICTURES} --compare"), &files)?;
    let found = said.as_array().ok_or("no list of programs")?;
    all(found);
    overlaps("bursty-settings", found, "setting");
    sampled(found);
    overlaps("bursty-checks", found, "checks");
    Ok(())
}

/// The rows of a program of one kind.
fn rows<'a>(program: &'a Value, kind: &'a str) -> impl Iterator<Item = &'a Value> {
    let all = program["rows"].as_array().expect("a program has rows");
    all.iter().filter(move |row| row["kind"] == kind)
}

/// Percent with two places.
fn share(part: &Value, of: &Value) -> String {
    percent(whole(part), whole(of))
}

/// Streams of all references.
fn all(programs: &[Value]) {
    let row = |program: &Value| {
        let counts = ["instructions", "references", "streams"].map(|name| grouped(whole(&program[name])));
        [vec![word(&program["program"])], counts.to_vec(), vec![share(&program["heat"], &program["references"])]]
            .concat()
    };
    let columns = ["program", "instructions", "references", "hot streams", "their heat"];
    table("bursty-streams", &columns, &programs.iter().map(row).collect::<Vec<_>>());
}

/// How much of the streams of all references each way of sampling finds, and the mean of the programs.
fn overlaps(name: &str, programs: &[Value], kind: &str) {
    let names: Vec<String> = rows(&programs[0], kind).map(|row| word(&row["sampled"])).collect();
    let values: Vec<Vec<f64>> = programs
        .iter()
        .map(|program| rows(program, kind).map(|row| 100.0 * number(&row["overlap"])).collect::<Vec<_>>())
        .collect();
    let mean = (0..names.len()).map(|at| values.iter().map(|row| row[at]).sum::<f64>() / values.len() as f64).collect();
    let firsts = programs.iter().map(|program| word(&program["program"])).chain(["mean".into()]);
    let shown = firsts.zip(values.iter().chain([&mean])).map(|(first, values)| {
        std::iter::once(first).chain(values.iter().map(|value| format!("{value:.2} %"))).collect()
    });
    let columns: Vec<&str> = std::iter::once("program").chain(names.iter().map(String::as_str)).collect();
    table(name, &columns, &shown.collect::<Vec<_>>());
}

/// What each setting sampled.
fn sampled(programs: &[Value]) {
    let of = |program: &Value, row: &Value| {
        vec![
            word(&program["program"]),
            word(&row["sampled"]),
            grouped(whole(&row["references"])),
            share(&row["references"], &program["references"]),
            grouped(whole(&row["bursts"])),
            grouped(whole(&row["streams"])),
            share(&row["heat"], &row["references"]),
        ]
    };
    let all = programs.iter().flat_map(|program| rows(program, "setting").map(move |row| of(program, row)));
    let columns = ["program", "sampled", "references", "of all", "bursts", "streams", "their heat"];
    table("bursty-sampled", &columns, &all.collect::<Vec<_>>());
}
