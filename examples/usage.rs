//! Writes `fpga/usage.md`: area and clock of every preset on the devices that it fits, and what the devices can do at most.
//!
//! `make usage`, or: `cargo run --release --example usage -- [--only PRESET,..] [--devices DEVICE,..] [--seeds K] [--known]`. It drives
//! the built `treetap` (`$TREETAP`, else `target/release/treetap`) and keeps every answer in `build/usage/` under the hash of command and
//! Verilog, so that a run that was broken off goes on where it was. `--known` asks nothing: the page has what is there.
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use treetap::catalog::{self, Unit};
use treetap::flow::{DEVICES, Device, Family};
use treetap::spec::rap::{self, Engine};

const PAGE: &str = "fpga/usage.md";
const ANSWERS: &str = "build/usage";
/// Seeds of a design, and of one with more block RAMs than [`MANY_BRAMS`], which takes the placer minutes.
const SEEDS: u32 = 8;
const FEW_SEEDS: u32 = 3;
const MANY_BRAMS: u64 = 60;
/// Widths at which the devices' limits are listed: counts and address bits of an iCE40 and of an ECP5 preset.
const LIMIT_WIDTHS: [(Family, u32, u32); 2] = [(Family::Ice40, 32, 9), (Family::Ecp5, 48, 10)];

/// What to make and how.
#[derive(Clone)]
struct Options {
    only: Vec<String>,
    devices: Vec<String>,
    known: bool,
    seeds: Option<u32>,
    treetap: PathBuf,
}

fn main() -> ExitCode {
    let mut options = Options {
        only: vec![],
        devices: vec![],
        known: false,
        seeds: None,
        treetap: std::env::var_os("TREETAP").map_or_else(|| "target/release/treetap".into(), PathBuf::from),
    };
    let mut arguments = std::env::args().skip(1);
    let list = |names: String| names.split(',').map(str::to_owned).collect();
    while let Some(argument) = arguments.next() {
        if argument == "--known" {
            options.known = true;
            continue;
        }
        match (argument.as_str(), arguments.next()) {
            ("--only", Some(names)) => options.only = list(names),
            ("--devices", Some(names)) => options.devices = list(names),
            ("--seeds", Some(seeds)) if seeds.parse::<u32>().is_ok() => options.seeds = seeds.parse().ok(),
            _ => {
                eprintln!("usage: usage [--only PRESET,..] [--devices DEVICE,..] [--seeds K] [--known]");
                return ExitCode::from(2);
            }
        }
    }
    match write(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("usage: {message}");
            ExitCode::FAILURE
        }
    }
}

fn write(options: &Options) -> Result<(), String> {
    fs::create_dir_all(ANSWERS).map_err(|e| format!("{ANSWERS}: {e}"))?;
    let mut rows = vec![];
    let mut tools = vec![];
    for preset in rap::PRESETS.iter().filter(|preset| !is_for_tests(preset.name)) {
        if !options.only.is_empty() && !options.only.iter().any(|name| name == preset.name) {
            continue;
        }
        for engine in catalog::engines(preset) {
            rows.extend(rows_of(options, preset.name, (engine != preset.engine).then_some(engine), &mut tools)?);
        }
    }
    let mut page = format!(
        "# Area and clock\n\n\
         Written by `make usage`; never edited. Every line: the command below with the line's preset, device and seeds. docs/flow.md says what \
         the figures mean. LUT4, carry and flip-flops are Yosys' cells of the design, without the harness; MHz are nextpnr's model, over \
         the seeds; the limit is the clock of the micro design that the engine is measured against, placed with the same seeds.\n\n\
         ```sh\ntreetap synth rap --preset PRESET [--engine ENGINE] --device DEVICE --seeds SEEDS --json\n```\n\n\
         | preset | engine | device | LUT4 | carry | FF | block RAM | MHz min | MHz median | limit | of limit | seeds |\n\
         |---|---|---|---:|---:|---:|---:|---:|---:|---|---:|---:|\n{}",
        rows.concat()
    );
    page += "\nWhat is not listed has not been placed with this Verilog.\n\n## What the devices can do at most\n\n";
    // Somebody who asks for a few designs does not wait for these.
    let options = &Options { known: options.known || !options.only.is_empty(), ..options.clone() };
    for (family, count_bits, address_bits) in LIMIT_WIDTHS {
        page += &limits(options, family, count_bits, address_bits)?;
    }
    tools.sort();
    tools.dedup();
    page += &format!("## Programs\n\n{}", tools.concat());
    fs::write(PAGE, page).map_err(|e| format!("{PAGE}: {e}"))
}

/// Presets that are named after their widths exist for tests.
fn is_for_tests(name: &str) -> bool {
    name.strip_prefix('k').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Both iCE40, and the smallest ECP5 that the preset fits.
fn rows_of(
    options: &Options,
    preset: &str,
    engine: Option<Engine>,
    tools: &mut Vec<String>,
) -> Result<Vec<String>, String> {
    let emitted = catalog::emit_on(Unit::Rap, preset, engine).map_err(|e| e.to_string())?;
    let mut rows = vec![];
    for family in [Family::Ice40, Family::Ecp5] {
        for device in DEVICES.iter().filter(|device| device.family == family) {
            if !options.devices.is_empty() && !options.devices.iter().any(|name| name == device.name) {
                continue;
            }
            let mut command = vec!["synth", "rap", "--preset", preset, "--device", device.name];
            if let Some(engine) = engine {
                command.extend(["--engine", engine.name()]);
            }
            let Some(answer) = first_fit(options, &command, &emitted.verilog)? else { continue };
            rows.push(row(&answer));
            let versions = answer["tool_versions"].as_object().into_iter().flatten();
            tools.extend(
                versions.map(|(tool, version)| format!("- {tool}: {}\n", version.as_str().unwrap_or_default())),
            );
            if family == Family::Ecp5 {
                break;
            }
        }
    }
    Ok(rows)
}

/// The answer with as many seeds as the design gets, `None` if it does not fit.
fn first_fit(options: &Options, command: &[&str], verilog: &str) -> Result<Option<Value>, String> {
    let few = options.seeds.unwrap_or(FEW_SEEDS).min(FEW_SEEDS);
    let Some(answer) = ask(options, command, few, verilog)? else { return Ok(None) };
    let wanted = match options.seeds {
        Some(seeds) => seeds,
        None if answer["bram"].as_u64() > Some(MANY_BRAMS) => few,
        None => SEEDS,
    };
    if wanted == few { Ok(Some(answer)) } else { Ok(ask(options, command, wanted, verilog)?.or(Some(answer))) }
}

/// What `treetap` answers, from the folder of answers if it is there; `None` if the design is too large.
fn ask(options: &Options, command: &[&str], seeds: u32, input: &str) -> Result<Option<Value>, String> {
    let seeds = seeds.to_string();
    let command: Vec<&str> = command.iter().copied().chain(["--seeds", &seeds, "--json"]).collect();
    let mut hash = Sha256::new();
    hash.update(command.join(" "));
    hash.update(input);
    let digits: String = hash.finalize()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let kept = Path::new(ANSWERS).join(format!("{digits}.json"));
    let text = match fs::read_to_string(&kept) {
        Ok(text) => text,
        Err(_) if options.known => return Ok(None),
        Err(_) => {
            eprintln!("usage: treetap {}", command.join(" "));
            let mut treetap = Command::new(&options.treetap);
            let output = treetap.args(&command).stdin(Stdio::null()).output();
            let output = output.map_err(|e| format!("{}: {e}", options.treetap.display()))?;
            let said = String::from_utf8_lossy(&output.stderr);
            let text = match output.status.success() {
                true => String::from_utf8_lossy(&output.stdout).into_owned(),
                false if said.contains("too large") => "null".to_string(),
                false => return Err(format!("treetap {}: {said}", command.join(" "))),
            };
            fs::write(&kept, &text).map_err(|e| format!("{}: {e}", kept.display()))?;
            text
        }
    };
    let answer: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", kept.display()))?;
    Ok((!answer.is_null()).then_some(answer))
}

fn row(answer: &Value) -> String {
    let text = |key: &str| answer[key].as_str().unwrap_or("-").to_string();
    let mhz = |key: &str| format!("{:.1}", answer[key].as_f64().unwrap_or(0.0));
    let speed = answer["speed"].as_u64().map(|speed| format!("-{speed}")).unwrap_or_default();
    let ratio = 100.0 * answer["limit_ratio"].as_f64().unwrap_or(0.0);
    format!(
        "| {} | {} | {}{speed} | {} | {} | {} | {} | {} | {} | {} MHz ({}) | {ratio:.0} % | {} |\n",
        text("preset"),
        text("engine"),
        text("device"),
        answer["lut4"],
        answer["carry"],
        answer["ff"],
        answer["bram"],
        mhz("fmax_min_mhz"),
        mhz("fmax_mhz"),
        mhz("limit_mhz"),
        text("limit_name"),
        answer["seeds"],
    )
}

/// A table of all limits on the devices of a family; for ECP5 only the smallest, with both speed grades.
fn limits(options: &Options, family: Family, count_bits: u32, address_bits: u32) -> Result<String, String> {
    let devices: Vec<(&Device, Option<u8>)> = match family {
        Family::Ice40 => DEVICES.iter().filter(|d| d.family == family).map(|d| (d, None)).collect(),
        Family::Ecp5 => {
            let smallest = DEVICES.iter().find(|d| d.family == family).expect("there is an ECP5");
            smallest.speeds.iter().map(|speed| (smallest, Some(*speed))).collect()
        }
    };
    let (c, a) = (count_bits.to_string(), address_bits.to_string());
    let mut columns = vec![];
    for (device, speed) in &devices {
        let speed = speed.map(|speed| speed.to_string());
        let mut command = vec!["limits", "--device", device.name, "--count-bits", &c, "--address-bits", &a];
        if let Some(speed) = &speed {
            command.extend(["--speed", speed]);
        }
        let seeds = options.seeds.unwrap_or(FEW_SEEDS);
        let Some(answer) = ask(options, &command, seeds, "")? else { continue };
        let name = format!("{}{}", device.name, speed.map(|speed| format!("-{speed}")).unwrap_or_default());
        columns.push((name, answer["limits"].as_array().cloned().unwrap_or_default()));
    }
    let Some((_, first)) = columns.first() else { return Ok(String::new()) };
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let command = format!("treetap limits --device DEVICE --count-bits {c} --address-bits {a} --seeds 3");
    let mut text = format!("`{command}`, MHz median:\n\n| limit | {} | what |\n|---|", names.join(" | "));
    text += &"---:|".repeat(columns.len());
    text += "---|\n";
    for (i, limit) in first.iter().enumerate() {
        let mhz: Vec<String> =
            columns.iter().map(|(_, limits)| format!("{:.0}", limits[i]["fmax_mhz"].as_f64().unwrap_or(0.0))).collect();
        let word = |key: &str| limit[key].as_str().unwrap_or_default();
        text += &format!("| {} | {} | {} |\n", word("name"), mhz.join(" | "), word("doc"));
    }
    Ok(text + "\n")
}
