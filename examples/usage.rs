//! Writes `fpga/usage.md`: area and clock of every preset on the devices that it fits, and what the devices can do at
//! most.
//!
//! `make usage`, or:
//! `cargo run --release --example usage -- [--only PRESET,..] [--devices DEVICE,..] [--seeds K] [--known]`. It drives
//! the built `treetap` (`$TREETAP`, else `target/release/treetap`) and keeps every answer in `build/usage/` under the
//! hash of its command and of what decides the figures (`flow::key`), so that a run that was broken off goes on where
//! it was. `--known` asks nothing: the page has what is there.
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use treetap::catalog::{self, Emitted, Unit};
use treetap::emit;
use treetap::flow::harness::Port;
use treetap::flow::limits::{LIMITS, RAM, Sized};
use treetap::flow::{self, DEVICES, Design, Device, Ends, Family, Target, program};
use treetap::spec::rap;
use treetap::trace::atomic::{self, Scratch};

const PAGE: &str = "fpga/usage.md";
const ANSWERS: &str = "build/usage";
/// Seeds of a design, and of a limit, of which there are many.
const SEEDS: u32 = 8;
const LIMIT_SEEDS: u32 = 3;
/// Widths at which the devices' limits are listed: counts and address bits of an iCE40 and of an ECP5 preset.
const LIMIT_WIDTHS: [(Family, u32, u32); 2] = [(Family::Ice40, 32, 9), (Family::Ecp5, 48, 10)];
/// What `treetap` says of a design that does not fit.
const TOO_LARGE: &str = "the design is too large";
/// Exit code of a program that failed under `treetap`; every other is about us, not about the design.
const FAILED: i32 = 1;
/// Exit code of an interrupted run: 128 + SIGINT.
const INTERRUPTED: i32 = 130;

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
    let stop = || {
        program::stop_running();
        atomic::remove_unfinished();
        std::process::exit(INTERRUPTED);
    };
    if let Err(error) = ctrlc::set_handler(stop) {
        eprintln!("usage: warning: no clean-up when interrupted: {error}");
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
            rows.extend(rows_of(options, preset, &preset.with_engine(engine), &mut tools)?);
        }
    }
    let mut page = format!(
        "# Area and clock\n\n\
         Written by `make usage`; never edited. Every line: the command below with the line's preset, engine, device \
         and seeds; the \
         number after an ECP5's name is its speed grade. docs/reference/flow.md says what the figures mean. LUT4, \
         carry and flip-flops are \
         Yosys' cells of the design, without the harness; MHz are nextpnr's model, over the seeds; the limit is the \
         clock of the micro design that the engine is measured against, placed with the same seeds.\n\n\
         ```sh\ntreetap synth rap --preset PRESET [--engine ENGINE] --device DEVICE [--speed GRADE] --seeds SEEDS \
         --json\n```\n\n\
         | preset | engine | device | LUT4 | carry | FF | block RAM | MHz min | MHz median | limit | of limit | seeds \
         |\n\
         |---|---|---|---:|---:|---:|---:|---:|---:|---|---:|---:|\n{}",
        rows.concat()
    );
    page += "\nWhat is not listed is too large for the device or has not been placed with this Verilog and these \
        programs.\n\n\
             ## What the devices can do at most\n\n";
    // Somebody who asks for a few designs does not wait for these.
    let options = &Options { known: options.known || !options.only.is_empty(), ..options.clone() };
    for (family, count_bits, address_bits) in LIMIT_WIDTHS {
        page += &limits(options, family, count_bits, address_bits)?;
    }
    tools.sort();
    tools.dedup();
    page += &format!("## Programs\n\n{}", tools.concat());
    atomic::write(Path::new(PAGE), page.as_bytes()).map_err(|e| format!("{PAGE}: {e}"))
}

/// Presets that are named after their widths exist for tests.
fn is_for_tests(name: &str) -> bool {
    name.strip_prefix('k').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// What there is to say of a command.
enum Answer {
    /// Its figures.
    Figures(Value),
    /// The design is larger than the device.
    TooLarge,
    /// A program failed, for this reason.
    Failed(String),
    /// Nobody has asked, and nobody may.
    Unknown,
}

/// Both iCE40, and the smallest ECP5 that the preset can be placed on. `own` is the preset on its own engine.
fn rows_of(
    options: &Options,
    own: &rap::Preset,
    preset: &rap::Preset,
    tools: &mut Vec<String>,
) -> Result<Vec<String>, String> {
    let emitted = catalog::emit_on(Unit::Rap, preset.name, Some(preset.engine)).map_err(|e| e.to_string())?;
    let mut rows = vec![];
    for family in [Family::Ice40, Family::Ecp5] {
        for device in DEVICES.iter().filter(|device| device.family == family) {
            if !options.devices.is_empty() && !options.devices.iter().any(|name| name == device.name) {
                continue;
            }
            let area = match size(options, &emitted, device)? {
                Answer::Figures(area) => area,
                Answer::TooLarge | Answer::Unknown => continue,
                Answer::Failed(reason) => {
                    rows.push(failed(preset, device, &json!({}), 0, &reason));
                    continue;
                }
            };
            let seeds = options.seeds.unwrap_or(SEEDS);
            match place(options, own, preset, &emitted, device, seeds)? {
                Answer::Figures(answer) => {
                    rows.push(row(&answer));
                    let versions = answer["tool_versions"].as_object().into_iter().flatten();
                    let line =
                        |(tool, version): (&String, &Value)| format!("- {tool}: {}\n", version.as_str().unwrap_or("-"));
                    tools.extend(versions.map(line));
                    if family == Family::Ecp5 {
                        break;
                    }
                }
                Answer::Failed(reason) => rows.push(failed(preset, device, &area, seeds, &reason)),
                Answer::TooLarge | Answer::Unknown => {}
            }
        }
    }
    Ok(rows)
}

/// The area of a design, from Yosys alone: what is too large is not placed.
fn size(options: &Options, emitted: &Emitted, device: &'static Device) -> Result<Answer, String> {
    let ports: Vec<Port> = emitted.ports.iter().map(Port::from).collect();
    let design = Design { top: &emitted.top, verilog: &emitted.verilog, ends: Ends::Harness(&ports) };
    let key = flow::key(&design, &Target::new(device)).map_err(|e| e.to_string())?;
    kept(options, &["area", &key], || {
        eprintln!("usage: area of {} on {}", emitted.top, device.name);
        let scratch = Scratch::create(Path::new(ANSWERS), "area-").map_err(|e| format!("{ANSWERS}: {e}"))?;
        match flow::area(&design, device, scratch.path()) {
            Ok(area) => Ok((json!(area), String::new())),
            Err(flow::Error::TooLarge { .. }) => Ok((json!(TOO_LARGE), String::new())),
            Err(error @ (flow::Error::Tool { .. } | flow::Error::Output { .. })) => {
                let said = error.to_string();
                Ok((json!({ "failed": reason(&said) }), said))
            }
            Err(error) => Err(error.to_string()),
        }
    })
}

/// The figures of a placed design beside its limit.
fn place(
    options: &Options,
    own: &rap::Preset,
    preset: &rap::Preset,
    emitted: &Emitted,
    device: &'static Device,
    seeds: u32,
) -> Result<Answer, String> {
    let mut command = vec!["synth", "rap", "--preset", preset.name, "--device", device.name];
    if preset.engine != own.engine {
        command.extend(["--engine", preset.engine.name()]);
    }
    let ports: Vec<Port> = emitted.ports.iter().map(Port::from).collect();
    let design = Design { top: &emitted.top, verilog: &emitted.verilog, ends: Ends::Harness(&ports) };
    let target = Target { seeds, ..Target::new(device) };
    let limit = Sized::of_rap(preset, emit::outreg_ram(RAM));
    let keys = [flow::key(&design, &target), limit.key(&target)];
    ask(options, &command, seeds, keys.into_iter().collect())
}

/// What `treetap` answers; `keys` are those of what it places.
fn ask(
    options: &Options,
    command: &[&str],
    seeds: u32,
    keys: Result<Vec<String>, flow::Error>,
) -> Result<Answer, String> {
    let seeds = seeds.to_string();
    let command: Vec<&str> = command.iter().copied().chain(["--seeds", &seeds, "--json"]).collect();
    let keys = keys.map_err(|e| e.to_string())?;
    let all: Vec<&str> = command.iter().copied().chain(keys.iter().map(String::as_str)).collect();
    kept(options, &all, || {
        eprintln!("usage: treetap {}", command.join(" "));
        let output = Command::new(&options.treetap).args(&command).stdin(Stdio::null()).output();
        let output = output.map_err(|e| format!("{}: {e}", options.treetap.display()))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let answer = match output.status.code() {
            Some(0) => {
                serde_json::from_slice(&output.stdout).map_err(|e| format!("treetap {}: {e}", command.join(" ")))?
            }
            Some(FAILED) if said.contains(TOO_LARGE) => json!(TOO_LARGE),
            Some(FAILED) => json!({ "failed": reason(&said) }),
            _ => return Err(format!("treetap {}: {said}", command.join(" "))),
        };
        Ok((answer, said))
    })
}

/// The answer in the folder of answers under the hash of `key`, or a new one, which goes there: `make` gives it with
/// what was said about it.
fn kept(
    options: &Options,
    key: &[&str],
    make: impl FnOnce() -> Result<(Value, String), String>,
) -> Result<Answer, String> {
    let digits = hex::encode(&Sha256::digest(key.join("\n"))[..12]);
    let file = Path::new(ANSWERS).join(format!("{digits}.json"));
    let answer: Value = match fs::read_to_string(&file) {
        Ok(text) => serde_json::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?,
        Err(_) if options.known => return Ok(Answer::Unknown),
        Err(_) => {
            let (answer, said) = make()?;
            // A program that was killed says nothing about the design: the next run asks again.
            if !said.contains("(signal") {
                let text = answer.to_string();
                atomic::write(&file, text.as_bytes()).map_err(|e| format!("{}: {e}", file.display()))?;
            }
            answer
        }
    };
    Ok(match answer["failed"].as_str() {
        Some(reason) => Answer::Failed(reason.to_string()),
        None if answer == TOO_LARGE => Answer::TooLarge,
        None => Answer::Figures(answer),
    })
}

/// The first error of a program in what was said, on one line, fit for a table.
fn reason(said: &str) -> String {
    let error = said.lines().find(|line| line.contains("ERROR")).or_else(|| said.lines().last()).unwrap_or_default();
    error.trim_start_matches("ERROR: ").replace('|', "/")
}

/// The line of a design that a program failed on; `area` is what is known of it.
fn failed(preset: &rap::Preset, device: &Device, area: &Value, seeds: u32, reason: &str) -> String {
    let speed = device.speeds.first().map(|speed| format!("-{speed}")).unwrap_or_default();
    let cells =
        ["lut4", "carry", "ff", "bram"].map(|key| area[key].as_u64().map_or("-".to_string(), |n| n.to_string()));
    format!(
        "| {} | {} | {}{speed} | {} | - | - | does not place: {reason} | - | {seeds} |\n",
        preset.name,
        preset.engine.name(),
        device.name,
        cells.join(" | ")
    )
}

fn row(answer: &Value) -> String {
    let text = |key: &str| answer[key].as_str().unwrap_or("-").to_string();
    let mhz = |key: &str| format!("{:.1}", answer[key].as_f64().unwrap_or(0.0));
    let speed = answer["speed"].as_u64().map(|speed| format!("-{speed}")).unwrap_or_default();
    let (limit, share) = match answer["limit_ratio"].as_f64() {
        Some(ratio) => {
            (format!("{} MHz ({})", mhz("limit_mhz"), text("limit_name")), format!("{:.0} %", 100.0 * ratio))
        }
        None => ("does not place".to_string(), "-".to_string()),
    };
    format!(
        "| {} | {} | {}{speed} | {} | {} | {} | {} | {} | {} | {limit} | {share} | {} |\n",
        text("preset"),
        text("engine"),
        text("device"),
        answer["lut4"],
        answer["carry"],
        answer["ff"],
        answer["bram"],
        mhz("fmax_min_mhz"),
        mhz("fmax_mhz"),
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
    let seeds = options.seeds.unwrap_or(LIMIT_SEEDS);
    let (mut columns, mut text) = (vec![], String::new());
    for (device, speed) in &devices {
        let grade = speed.map(|speed| speed.to_string());
        let mut command = vec!["limits", "--device", device.name, "--count-bits", &c, "--address-bits", &a];
        if let Some(grade) = &grade {
            command.extend(["--speed", grade]);
        }
        let own = Target::new(device);
        let target = Target { seeds, speed: speed.or(own.speed), ..own };
        let limits = LIMITS.iter().filter(|limit| limit.exists_on(family));
        let sized = limits.map(|limit| Sized { limit, count_bits, address_bits, ram: emit::outreg_ram(RAM) });
        let keys = sized.map(|sized| sized.key(&target)).collect();
        let name = format!("{}{}", device.name, grade.as_ref().map(|grade| format!("-{grade}")).unwrap_or_default());
        match ask(options, &command, seeds, keys)? {
            Answer::Figures(answer) => columns.push((name, answer["limits"].as_array().cloned().unwrap_or_default())),
            Answer::Failed(reason) => text += &format!("Not all limits can be placed on {name}: {reason}.\n\n"),
            Answer::TooLarge => text += &format!("Not all limits fit {name}.\n\n"),
            Answer::Unknown => {}
        }
    }
    let Some((_, first)) = columns.first() else { return Ok(text) };
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let grade = if family == Family::Ecp5 { " --speed GRADE" } else { "" };
    let command = format!("treetap limits --device DEVICE{grade} --count-bits {c} --address-bits {a} --seeds {seeds}");
    text += &format!("`{command}`, MHz median:\n\n| limit | {} | what |\n|---|", names.join(" | "));
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
