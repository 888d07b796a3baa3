//! The tables of docs/measured/fit.md from the results of `examples/farm/fit.toml` and `fit-checked.toml`.
//!
//! `cargo run --example points -- measured FILE.jsonl` prints what was gathered as Markdown; `.. -- errors` what
//! `treetap fit` predicts for the configurations that it was not made from, beside what was measured; `.. -- clocks
//! FILE.jsonl` the clocks of what was gathered beside those that it predicts; `.. -- front` what `treetap fit --json`
//! printed, from standard input.
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::ExitCode;
use treetap::catalog::{Chosen, Settings, Unit};
use treetap::flow::Device;
use treetap::flow::predict::{Point, Points, Predictor, memories};

/// What can be chosen, by the names of the sweep and of the table.
const CHOSEN: [(&str, &str); 8] = [
    ("engine", "engine"),
    ("key_bits", "key bits"),
    ("nodes", "nodes"),
    ("count_bits", "count bits"),
    ("entries", "entries"),
    ("fifo", "FIFO"),
    ("eps", "EPS"),
    ("device", "device"),
];
/// Cells, by the names of the JSON and of the table.
const CELLS: [(&str, &str); 5] =
    [("lut4", "LUT4"), ("carry", "carry"), ("ff", "flip-flops"), ("bram", "block RAM"), ("lut_ram", "of logic cells")];

fn measured(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let names = CHOSEN.iter().chain(&CELLS).map(|(_, name)| *name);
    println!("| {} | MHz |", names.collect::<Vec<_>>().join(" | "));
    println!("|--|{}", "--:|".repeat(CHOSEN.len() + CELLS.len()));
    for line in text.lines() {
        let answer: Value = serde_json::from_str(line).map_err(|error| format!("{file}: {error}"))?;
        let chosen = CHOSEN.iter().map(|(name, _)| answer["parameters"][name].as_str().unwrap_or("?").to_string());
        let cells = CELLS.iter().map(|(name, _)| answer["core"][name].to_string());
        let all: Vec<_> = chosen.chain(cells).collect();
        let mhz = answer["fmax_mhz"].as_f64().filter(|mhz| *mhz > 0.0).map_or("-".into(), |mhz| format!("{mhz:.1}"));
        println!("| {} | {mhz} |", all.join(" | "));
    }
    Ok(())
}

/// A configuration with a name, of which Verilog can be made.
fn chosen(engine: &str, numbers: BTreeMap<String, u32>) -> Result<Chosen, String> {
    let settings = Settings { engine: Some(engine.into()), numbers, ..Settings::default() };
    Chosen::of(Unit::Rap, None, &settings).map_err(|error| error.to_string())
}

/// That of a point.
fn chosen_of(point: &Point) -> Result<Chosen, String> {
    let config = &point.preset.config;
    let numbers = [
        ("key_bits", config.key_bits),
        ("nodes", config.nodes),
        ("count_bits", config.count_bits),
        ("entries", config.coalescer.map_or(0, |coalescer| coalescer.entries)),
        ("fifo", point.preset.fifo_depth),
        ("eps", point.preset.eps_built.into()),
    ];
    chosen(point.preset.engine.name(), numbers.map(|(name, number)| (name.to_string(), number)).into())
}

/// What a prediction is off by.
fn percent(predicted: f64, measured: f64) -> f64 {
    100.0 * (predicted / measured - 1.0)
}

fn errors() -> Result<(), String> {
    println!(
        "| configuration | device | LUT4 | predicted | error % | block RAM | predicted block RAM | MHz \
         | predicted MHz | MHz error % |"
    );
    println!("|--|--|--:|--:|--:|--:|--:|--:|--:|--:|");
    for point in Points::checked()?.points {
        let chosen = chosen_of(&point)?;
        let emitted = chosen.emit().map_err(|error| error.to_string())?;
        let memories = memories(&emitted.verilog, &emitted.top)?;
        let predicted = Predictor::new(point.device)?.predict(&point.preset, &memories).ok_or("an unknown engine")?;
        let mhz = point.mhz.map_or("-".into(), |mhz| format!("{mhz:.1}"));
        let off = point.mhz.map_or("-".into(), |mhz| format!("{:+.1}", percent(predicted.mhz, mhz)));
        println!(
            "| `{}` | {} | {} | {} | {:+.1} | {} | {} | {mhz} | {:.1} | {off} |",
            chosen.name(),
            point.device.name,
            point.area.lut4,
            predicted.area.lut4,
            percent(predicted.area.lut4.into(), point.area.lut4.into()),
            point.area.bram,
            predicted.area.bram,
            predicted.mhz,
        );
    }
    Ok(())
}

/// Clocks of `examples/farm/fit-clocks.toml` beside those that are predicted.
fn clocks(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    println!("| configuration | device | LUT4 | predicted | error % | MHz | predicted MHz | MHz error % |");
    println!("|--|--|--:|--:|--:|--:|--:|--:|");
    for line in text.lines() {
        let answer: Value = serde_json::from_str(line).map_err(|error| format!("{file}: {error}"))?;
        let word = |name: &str| answer["parameters"][name].as_str().unwrap_or_default();
        let numbers = ["key_bits", "nodes", "count_bits", "entries", "fifo", "eps"];
        let number = |name: &str| Ok((name.to_string(), word(name).parse().map_err(|_| format!("{name}: no number"))?));
        let chosen = chosen(word("engine"), numbers.into_iter().map(number).collect::<Result<_, String>>()?)?;
        let Chosen::Rap(preset) = &chosen else { return Err(format!("{}: no tree", chosen.name())) };
        let device = Device::named(word("device")).ok_or_else(|| format!("no device `{}`", word("device")))?;
        let predictor = Predictor::new(device)?;
        // What it refuses to predict is no measure of it.
        if let Some(why) = predictor.unknown(preset) {
            return Err(format!("{}: {why}", chosen.name()));
        }
        let predicted = predictor.predict(preset, &[]).ok_or("an unknown engine")?;
        let lut4 = answer["core"]["lut4"].as_f64().ok_or("no LUT4")?;
        let mhz = answer["fmax_mhz"].as_f64().filter(|mhz| *mhz > 0.0).ok_or("not placed")?;
        println!(
            "| `{}` | {} | {lut4} | {} | {:+.1} | {mhz:.1} | {:.1} | {:+.1} |",
            chosen.name(),
            device.name,
            predicted.area.lut4,
            percent(predicted.area.lut4.into(), lut4),
            predicted.mhz,
            percent(predicted.mhz, mhz),
        );
    }
    Ok(())
}

/// Most rows of a front.
const ROWS: usize = 24;

/// What `treetap fit --json` printed, as a table: evenly over its order, with both ends and the recommended row.
fn front() -> Result<(), String> {
    let answer: Value = serde_json::from_reader(std::io::stdin()).map_err(|error| error.to_string())?;
    let rows = answer["front"].as_array().ok_or("no front")?;
    let recommended = rows.iter().position(|row| *row == answer["recommended"]);
    let last = rows.len().saturating_sub(1);
    let mut places: Vec<usize> = (0..ROWS.min(rows.len())).map(|at| at * last / (ROWS - 1).min(last).max(1)).collect();
    places.extend(recommended);
    places.sort_unstable();
    places.dedup();
    println!(
        "| | configuration | key bits | error % | largest % | cycles an event | longest pause \
         | million events a second | LUT4 | block RAM | MHz |"
    );
    println!("|--|--|--|--:|--:|--:|--:|--:|--:|--:|--:|");
    for at in places {
        let row = &rows[at];
        let number = |name: &str| row[name].as_f64().unwrap_or_default();
        let (low, bits) = (number("key_shift"), number("key_bits"));
        let words = row["command"].as_str().unwrap_or_default().trim_start_matches("treetap gen rap ");
        println!(
            "| {} | `{words}` | {}:{low} | {:.2} | {:.1} | {:.2} | {} | {:.1} | {} | {} | {:.0} |",
            if Some(at) == recommended { "recommended" } else { "" },
            low + bits - 1.0,
            number("error_percent"),
            number("error_percent_max"),
            number("cycles_per_event"),
            number("longest_pause"),
            number("mevents_per_s"),
            number("lut4"),
            number("bram"),
            number("mhz"),
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["measured", file] => measured(file),
        ["errors"] => errors(),
        ["clocks", file] => clocks(file),
        ["front"] => front(),
        _ => Err("usage: points measured FILE.jsonl | points errors | points clocks FILE.jsonl | points front".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("points: {why}");
            ExitCode::FAILURE
        }
    }
}
