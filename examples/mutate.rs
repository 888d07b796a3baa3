//! `make mutate`: Yosys mutants of the emitted engine against the co-simulation.
//!
//! Yosys turns the top into gates and draws mutants of them: in gates there are no constants that replace themselves
//! and no sums of which only the carry is used. The 32-bit tallies (creates, collapses, zero weights) are left out,
//! because their high bits cannot be reached: docs/reference/rap.md bounds collapses by some hundreds. One netlist
//! holds every mutant, chosen by an input `mutsel`, so that one build serves them all; it goes the way of
//! `treetap sim --rtl`. Every mutant runs in a process of its own (this program again, with the mutant's number), since
//! it may well make a combinational loop that ends the simulator. Results are appended to a file named by the hash of
//! the Verilog: an interrupted run goes on where it stopped.
//!
//! `mutate [MUTANTS [PRESET]]`: 240 mutants of `mini` unless told otherwise. Exit code 1 below 95 % caught.
#[path = "../tests/rap/support/scenarios.rs"]
mod scenarios;

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use treetap::cosim::build::cache_dir;
use treetap::cosim::run::{Bench, Options};
use treetap::spec::rap::{Preset, preset};

/// As many as an 8-bit selector leaves room for beside 0, the unchanged design, with some to spare.
const MUTANTS: u64 = 240;
const SELECTOR_BITS: u32 = 8;
const PRESET: &str = "mini";
/// Mutants run side by side.
const PROCESSES: usize = 2;
/// A mutant that takes longer is stuck in a way the testbench cannot see, and thereby caught.
const PATIENCE: Duration = Duration::from_secs(300);
/// Share of mutants that has to be caught.
const GOAL: f64 = 0.95;
/// First argument of the processes that run one mutant.
const ONE: &str = "--one";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let outcome = match arguments.first().map(String::as_str) {
        Some(ONE) => one(&arguments[1..]),
        _ => all(&arguments),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("mutate: {error}");
        ExitCode::from(4)
    })
}

fn preset_named(name: &str) -> Result<&'static Preset, Box<dyn Error>> {
    preset(name).ok_or_else(|| format!("no preset `{name}`").into())
}

/// `--one NETLIST PRESET MUTANT`: prints how the mutant was caught, or `survived`.
fn one(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let [netlist, preset, mutant] = arguments else { return Err("expected NETLIST PRESET MUTANT".into()) };
    let options = Options {
        rtl: Some(fs::read_to_string(netlist)?),
        mutant: mutant.parse()?,
        ..Options::rap(preset_named(preset)?)
    };
    match scenarios::difference(&Bench::new(&options)?) {
        Some(found) => println!("{} under {}", found.field, found.scenario),
        None => println!("{SURVIVED}"),
    }
    Ok(ExitCode::SUCCESS)
}

const SURVIVED: &str = "survived";

fn all(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let mutants: u64 = arguments.first().map_or(Ok(MUTANTS), |text| text.parse())?;
    if !(1..1 << SELECTOR_BITS).contains(&mutants) {
        return Err(format!("{mutants} mutants: expected 1 to {}", (1 << SELECTOR_BITS) - 1).into());
    }
    let preset = preset_named(arguments.get(1).map_or(PRESET, String::as_str))?;
    let design = Options::rap(preset).design()?;
    let work = cache_dir().join("mutants");
    fs::create_dir_all(&work)?;
    let key = hex::encode(&Sha256::digest(&design.verilog)[..8]);
    let file = |extension: &str| work.join(format!("{}_{mutants}_{key}.{extension}", design.top));
    let (netlist, list, results) = (file("v"), file("list"), file("results"));
    if !netlist.is_file() {
        let source = file("source.v");
        fs::write(&source, &design.verilog)?;
        mutate(&design.top, &source, mutants, &list, &netlist)?;
    }
    let list: Vec<String> = fs::read_to_string(list)?.lines().map(String::from).collect();

    let program = std::env::current_exe()?;
    let run = |mutant: u64| -> Result<String, Box<dyn Error + Send + Sync>> {
        let mut child = Command::new(&program)
            .args([ONE, &netlist.display().to_string(), preset.name, &mutant.to_string()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let started = Instant::now();
        while child.try_wait()?.is_none() {
            if started.elapsed() > PATIENCE {
                child.kill()?;
                child.wait()?;
                return Ok("timeout".into());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output()?;
        let said = String::from_utf8_lossy(&output.stdout).trim().to_string();
        Ok(if output.status.success() && !said.is_empty() { said } else { "the simulator gave up".into() })
    };
    // The unchanged design first: it builds the library, and it has to pass, or catching would mean nothing.
    let unchanged = run(0).map_err(|e| e.to_string())?;
    if unchanged != SURVIVED {
        return Err(format!("the design without a mutation already differs: {unchanged}").into());
    }

    let done = Mutex::new(read_results(&results)?);
    let next = AtomicU64::new(1);
    let log = Mutex::new(fs::OpenOptions::new().create(true).append(true).open(&results)?);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..PROCESSES)
            .map(|_| {
                scope.spawn(|| -> Result<(), Box<dyn Error + Send + Sync>> {
                    loop {
                        let mutant = next.fetch_add(1, Ordering::Relaxed);
                        if mutant > mutants {
                            return Ok(());
                        }
                        if done.lock().unwrap().contains_key(&mutant) {
                            continue;
                        }
                        let found = run(mutant)?;
                        writeln!(log.lock().unwrap(), "{mutant}\t{found}")?;
                        done.lock().unwrap().insert(mutant, found);
                    }
                })
            })
            .collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })
    .map_err(|e| e.to_string())?;
    Ok(summary(&done.into_inner()?, &list, preset, mutants))
}

/// One netlist with all mutants, each active when `mutsel` has its number, and the list of them.
fn mutate(top: &str, source: &Path, mutants: u64, list: &Path, netlist: &Path) -> Result<(), Box<dyn Error>> {
    let unfinished = netlist.with_extension("unfinished");
    let script = format!(
        "read_verilog {source}; hierarchy -top {top}; proc; setattr -mod -set keep_hierarchy 1 {top}_tally; flatten; \
         opt -full; wreduce; opt -full; alumacc; opt; techmap; opt -full; abc -g AND,OR,XOR,MUX,ANDNOT,ORNOT; \
         opt_clean; \
         mutate -list {mutants} -seed 1 -ctrl mutsel {SELECTOR_BITS} 1 -o {list} {top}/t:* {top}/t:$mem* %d; \
         script {list}; opt_clean; write_verilog -noattr {unfinished}",
        source = source.display(),
        list = list.display(),
        unfinished = unfinished.display(),
    );
    let output =
        Command::new("yosys").args(["-q", "-p", &script]).output().map_err(|e| format!("cannot run yosys: {e}"))?;
    if !output.status.success() {
        return Err(format!("yosys failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(fs::rename(unfinished, netlist)?)
}

fn read_results(path: &Path) -> Result<BTreeMap<u64, String>, Box<dyn Error>> {
    let text = if path.is_file() { fs::read_to_string(path)? } else { String::new() };
    Ok(text
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(m, f)| Some((m.parse().ok()?, f.into())))
        .collect())
}

fn summary(done: &BTreeMap<u64, String>, list: &[String], preset: &Preset, mutants: u64) -> ExitCode {
    let mut by_field: BTreeMap<&str, u64> = BTreeMap::new();
    for found in done.values() {
        *by_field.entry(found.split(" under ").next().unwrap_or(found)).or_default() += 1;
    }
    println!("caught by       mutants");
    by_field.iter().for_each(|(field, count)| println!("{field:<15} {count:>7}"));
    let survivors: Vec<_> = done.iter().filter(|(_, found)| *found == SURVIVED).collect();
    for (mutant, _) in &survivors {
        println!("survivor {mutant}: {}", list.get(**mutant as usize - 1).map_or("", String::as_str));
    }
    let caught = mutants - survivors.len() as u64;
    let share = caught as f64 / mutants as f64;
    println!("{}: {caught} of {mutants} mutants caught ({:.1} %)", preset.name, 100.0 * share);
    if share >= GOAL { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
