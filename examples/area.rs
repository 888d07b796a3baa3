//! Area and clock of any units as a table of Markdown: what the tables of docs/measured are made of.
//!
//! `cargo run --example area -- [--seeds K] UNIT:PRESET[:ENGINE]@DEVICE ...` drives the built `treetap` (`$TREETAP`,
//! else `target/debug/treetap`): every row is an answer of
//! `treetap synth UNIT --preset PRESET --device DEVICE --seeds K --json`.
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

/// What `treetap` says of a design that does not fit.
const TOO_LARGE: &str = "the design is too large";

/// What a row is of.
struct Subject {
    unit: String,
    preset: String,
    engine: Option<String>,
    device: String,
}

impl Subject {
    /// Reads `UNIT:PRESET[:ENGINE]@DEVICE`.
    fn parse(text: &str) -> Option<Self> {
        let (hardware, device) = text.split_once('@')?;
        let mut parts = hardware.split(':').map(str::to_owned);
        let (unit, preset, engine) = (parts.next()?, parts.next()?, parts.next());
        parts.next().is_none().then_some(Self { unit, preset, engine, device: device.into() })
    }

    /// Asks for area and clock.
    fn ask(&self, treetap: &PathBuf, seeds: &str) -> Result<Value, String> {
        let mut command = Command::new(treetap);
        command.args(["synth", &self.unit, "--preset", &self.preset, "--device", &self.device]);
        command.args(["--seeds", seeds, "--no-limit", "--json"]).stdin(Stdio::null());
        if let Some(engine) = &self.engine {
            command.args(["--engine", engine]);
        }
        let output = command.output().map_err(|error| format!("{}: {error}", treetap.display()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if said.contains(TOO_LARGE) {
            return Ok(Value::Null);
        }
        if !output.status.success() {
            return Err(format!("{} {}: {said}", self.unit, self.preset));
        }
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
    }

    fn row(&self, answer: &Value) -> String {
        let engine = self.engine.as_ref().map_or(String::new(), |engine| format!(" --engine {engine}"));
        let of = format!("| {} | `{}{engine}` | {} |", self.unit, self.preset, self.device);
        if answer.is_null() {
            return format!("{of} too large | | | | | | |");
        }
        let number = |key: &str| answer["core"][key].as_u64().unwrap_or_default();
        let mhz = |key: &str| answer[key].as_f64().unwrap_or_default();
        let ram = match (number("spram"), number("lut_ram")) {
            (0, 0) => number("bram").to_string(),
            (0, cells) => format!("{} and {cells} of logic cells", number("bram")),
            (large, _) => format!("{} and {large} SPRAM", number("bram")),
        };
        let path = &answer["critical_path"];
        let end = |end: &str| path[end]["name"].as_str().unwrap_or("?").replace('|', "/");
        format!(
            "{of} {} | {} | {} | {ram} | {:.1} / {:.1} | {} | `{}` to `{}`, {} LUTs |",
            number("lut4"),
            number("carry"),
            number("ff"),
            mhz("fmax_min_mhz"),
            mhz("fmax_mhz"),
            answer["seeds"],
            end("from"),
            end("to"),
            path["luts"],
        )
    }
}

fn table(seeds: &str, subjects: &[String]) -> Result<(), String> {
    let treetap = std::env::var_os("TREETAP").map_or_else(|| "target/debug/treetap".into(), PathBuf::from);
    println!(
        "| unit | preset | device | LUT4 | carry | flip-flops | block RAM | MHz, slowest / median seed | seeds | \
         slowest path |"
    );
    println!("|--|--|--|--:|--:|--:|--:|--:|--:|--|");
    for text in subjects {
        let subject = Subject::parse(text).ok_or_else(|| format!("`{text}` is no UNIT:PRESET[:ENGINE]@DEVICE"))?;
        eprintln!("area: {text}");
        println!("{}", subject.row(&subject.ask(&treetap, seeds)?));
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.as_slice() {
        [option, seeds, subjects @ ..] if option == "--seeds" && !subjects.is_empty() => table(seeds, subjects),
        subjects if !subjects.is_empty() => table("1", subjects),
        _ => Err("usage: area [--seeds K] UNIT:PRESET[:ENGINE]@DEVICE ...".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("area: {message}");
            ExitCode::FAILURE
        }
    }
}
