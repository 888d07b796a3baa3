//! `make mutate`: mutants of the emitted designs against the co-simulation.
//!
//! Yosys makes gates of a design: in gates there are no constants that replace themselves and no sums of which only
//! the carry is used. A mutant inverts one signal at one end of one gate or register, or holds it at 0 or 1. 32-bit
//! tallies (creates, rounds, zero weights) are left whole, because their high bits cannot be reached, and so are the
//! gates of the high bits alone where a counter's low bits are in reach (`targets.rs`). One netlist
//! holds every mutant of a design, and an environment variable chooses the active one, so that one build serves all.
//!
//! Engines and coalescers are put through event streams beside the golden model (`engines.rs`), units and whole tops
//! through their own tests (`suites.rs`), until one shows a difference. What nobody saw is given to ABC, which may
//! prove that nobody can (`equal.rs`); an argument that nobody can is in `targets.rs`. Every verdict is appended to a
//! file named by the hash of that netlist: an interrupted run goes on where it stopped, and survivors have their turn
//! again when the streams or tests change.
//!
//! `mutate [GROUP | TARGET[=MUTANTS]]..`: all targets unless told otherwise. The tables of
//! `docs/measured/cosim.md` go to standard output. Exit code 1 below 99 % caught.
mod engines;
mod equal;
mod netlist;
mod process;
#[path = "../../tests/rap/support/streams.rs"]
mod streams;
mod suites;
mod targets;
mod verdict;

use engines::Length;
use netlist::{MUTANTS_MAX, Mutant, Netlist, TALLY_HIGH};
use process::computed;
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use suites::Runner;
use targets::{Explained, GROUPS, Judge, Target, Why};
use treetap::cosim::build::cache_dir;
use verdict::{Results, Verdict};

/// First argument of the processes that run mutants of an engine.
const WORKER: &str = "--worker";
/// A mutant that computes for longer under a stream is stuck in a way the testbench cannot see, and thereby caught.
const PATIENCE: Duration = Duration::from_secs(90);
/// How often that is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// Share of the mutants that has to be caught, of those that are not equivalent, by proof or argument.
const GOAL: f64 = 0.99;
/// So many mutants that were caught are given to the proof of equivalence, too, which has to fail.
const CONTROLS: usize = 20;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let outcome = match arguments.first().map(String::as_str) {
        Some(WORKER) => engines::work(&arguments[1..]).map(|()| ExitCode::SUCCESS),
        _ => all(&arguments),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("mutate: {error}");
        ExitCode::from(4)
    })
}

fn all(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let all: Vec<_> = GROUPS.iter().map(|group| group.0.to_string()).collect();
    let words = if arguments.is_empty() { &all } else { arguments };
    let mut chosen = vec![];
    for word in words {
        chosen.extend(targets::chosen(word)?);
    }
    let mut rows = vec![];
    for target in &chosen {
        rows.push(Row::of(target)?);
    }
    println!(
        "| target | design | judges | mutants | killed | of pace | proved equal | argued equal | survived | share |"
    );
    println!("|--|--|--|--:|--:|--:|--:|--:|--:|--:|");
    rows.iter().for_each(|row| println!("{}", row.text()));
    println!("\nSurvivors:\n\n| target | mutant | where | why |\n|--|--:|--|--|");
    rows.iter().flat_map(|row| &row.survivors).for_each(|line| println!("{line}"));
    Ok(if rows.iter().all(|row| row.share() >= GOAL) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What a target came to.
struct Row {
    target: Target,
    top: String,
    killed: usize,
    pace: usize,
    proved: usize,
    argued: usize,
    survived: usize,
    survivors: Vec<String>,
}

impl Row {
    fn of(target: &Target) -> Result<Self, Box<dyn Error>> {
        let mut campaign = Campaign::new(target)?;
        if let Judge::Streams { preset, engine } = target.judge {
            campaign.stream(preset, engine, Length::Short)?;
            campaign.stream(preset, engine, Length::Long)?;
        } else {
            campaign.test()?;
        }
        // Last, because it takes minutes for a mutant of a large engine.
        campaign.prove()?;
        let results = &campaign.results;
        let count = |which: fn(&Verdict) -> bool| {
            campaign.numbered().filter_map(|(number, _)| results.get(number)).filter(|verdict| which(verdict)).count()
        };
        let (mut survivors, mut argued) = (vec![], 0);
        let explained = Explained::of(target.name)?;
        for (number, mutant) in campaign.numbered() {
            if results.get(number) != Some(&Verdict::Survived) {
                continue;
            }
            let place = campaign.netlist.place(mutant);
            let why = match explained.why(number, &place) {
                Some(Why::Equal(why)) => {
                    argued += 1;
                    format!("equal: {why}")
                }
                Some(Why::Unseen(why)) => why,
                None => "not explained yet".into(),
            };
            survivors.push(format!("| {} | {number} | {place} | {why} |", target.name));
        }
        if campaign.whole > 0 {
            let (whole, tallies) = (campaign.whole, target.tallies().join(", "));
            let why = format!("left whole: a test would have to count to 2^{TALLY_HIGH}");
            survivors.push(format!(
                "| {} | none of {whole} gates | bits from {TALLY_HIGH} on of {tallies} | {why} |",
                target.name
            ));
        } else if survivors.is_empty() {
            survivors.push(format!("| {} | none |  |  |", target.name));
        }
        Ok(Self {
            target: *target,
            top: target.top()?,
            killed: count(|verdict| matches!(verdict, Verdict::Killed(_))),
            pace: count(|verdict| matches!(verdict, Verdict::Pace(_))),
            proved: count(|verdict| *verdict == Verdict::Equivalent),
            argued,
            survived: count(|verdict| *verdict == Verdict::Survived) - argued,
            survivors,
        })
    }

    fn share(&self) -> f64 {
        let found = self.killed + self.pace;
        found as f64 / (found + self.survived).max(1) as f64
    }

    fn text(&self) -> String {
        let Row { target, killed, pace, proved, argued, survived, .. } = self;
        let all = killed + pace + proved + argued + survived;
        let (name, top, judges, share) = (target.name, &self.top, target.judges(), 100.0 * self.share());
        let counts = [all, *killed, *pace, *proved, *argued, *survived].map(|count| count.to_string()).join(" | ");
        format!("| {name} | `{top}` | {judges} | {counts} | {share:.1} % |")
    }
}

/// The mutants of one target.
struct Campaign {
    target: Target,
    netlist: Netlist,
    mutants: Vec<Mutant>,
    /// Gates of high bits of tallies, of which there are none.
    whole: usize,
    /// The Verilog with all of them.
    verilog: PathBuf,
    work: PathBuf,
    results: Results,
    /// Of a target whose own tests judge.
    runner: Option<Runner>,
}

impl Campaign {
    fn new(target: &Target) -> Result<Self, Box<dyn Error>> {
        let home = cache_dir().join("mutants");
        let work = |key: &str| -> Result<PathBuf, Box<dyn Error>> {
            let work = home.join(format!("{}-{key}", target.name));
            fs::create_dir_all(&work)?;
            Ok(work)
        };
        let (mut runner, top, source) = match target.judge {
            Judge::Streams { preset, engine } => {
                let design = engines::options(preset, engine)?.design()?;
                (None, design.top, design.verilog)
            }
            Judge::Tests(suite) => {
                let design = suite.design()?;
                (Some(suite.prepare(&work("tests")?)?), design.top, design.verilog)
            }
        };
        let hash = |text: &str| hex::encode(&Sha256::digest(text)[..8]);
        let work = work(&hash(&format!("{source}{}", netlist::SOURCE)))?;
        let file = |name: &str| work.join(name);
        let (json, verilog) = (file("gates.json"), file("mutants.v"));
        if !json.is_file() {
            let (plain, unfinished) = (file("source.v"), file("unfinished.json"));
            fs::write(&plain, &source)?;
            netlist::gates(&top, &plain, &unfinished)?;
            fs::rename(unfinished, &json)?;
        }
        let netlist = Netlist::read(&top, &json)?;
        let whole = netlist.high(target.tallies());
        // The first ones are the same however many are drawn.
        let mutants = netlist.draw(target.mutants.min(MUTANTS_MAX), &whole);
        netlist.write(&mutants, &verilog)?;
        let stimuli = match (&mut runner, target.judge) {
            (Some(runner), Judge::Tests(suite)) => {
                runner.plant(&suite, &verilog)?;
                runner.stimuli.clone()
            }
            _ => hash(&engines::SOURCES.concat()),
        };
        let judged = home.join(format!("{}-{}.results", target.name, hash(&fs::read_to_string(&verilog)?)));
        let results = Results::open(&judged, &stimuli)?;
        eprintln!("{}: {} mutants of {} cells in {}", target.name, mutants.len(), netlist.cells.len(), work.display());
        Ok(Self { target: *target, netlist, mutants, whole: whole.len(), verilog, work, results, runner })
    }

    /// The mutants with their numbers, from 1 on.
    fn numbered(&self) -> impl Iterator<Item = (usize, &Mutant)> {
        (1..).zip(&self.mutants)
    }

    /// Runs what has no verdict.
    fn test(&mut self) -> Result<(), Box<dyn Error>> {
        for number in 1..=self.mutants.len() {
            if self.results.get(number).is_none() {
                let runner = self.runner.as_mut().expect("tests have one");
                let verdict = runner.judge(number)?;
                self.put(number, verdict)?;
            }
        }
        Ok(())
    }

    /// Runs what has no verdict, or has only passed short streams.
    fn stream(&mut self, preset: &str, engine: &str, length: Length) -> Result<(), Box<dyn Error>> {
        let netlist = self.verilog.display().to_string();
        let is_open = |verdict: Option<&Verdict>| match length {
            Length::Short => verdict.is_none(),
            Length::Long => matches!(verdict, Some(Verdict::Passed(_))),
        };
        loop {
            let open = (1..=self.mutants.len()).filter(|number| is_open(self.results.get(*number)));
            let open: Vec<_> = open.collect();
            if open.is_empty() {
                return Ok(());
            }
            let numbers: Vec<_> = open.iter().map(usize::to_string).collect();
            let worker = Worker::start(&[&netlist, preset, engine, length.name(), &numbers.join(",")])?;
            for number in open {
                let said = worker.next();
                let verdict = match &said {
                    Ok(line) => Verdict::parse(line).ok_or_else(|| format!("a worker said `{line}`"))?,
                    Err(how) => Verdict::Killed(how.to_string()),
                };
                let verdict = match (verdict, self.results.get(number)) {
                    (Verdict::Survived, None) => Verdict::Passed(String::new()),
                    (Verdict::Pace(how), None) => Verdict::Passed(how),
                    (Verdict::Survived, Some(Verdict::Passed(how))) if !how.is_empty() => Verdict::Pace(how.clone()),
                    (verdict, _) => verdict,
                };
                self.put(number, verdict)?;
                if said.is_err() {
                    break;
                }
            }
            worker.stop()?;
        }
    }

    fn put(&mut self, number: usize, verdict: Verdict) -> Result<(), Box<dyn Error>> {
        if !matches!(verdict, Verdict::Killed(_)) {
            eprintln!("{} {number}: {verdict}: {}", self.target.name, self.netlist.place(&self.mutants[number - 1]));
        }
        self.results.put(number, verdict)
    }

    /// Gives survivors to the proof, and some that did not survive.
    fn prove(&mut self) -> Result<(), Box<dyn Error>> {
        let file = self.work.join("miter.blif");
        let mut controls = 0;
        for number in 1..=self.mutants.len() {
            let killed = match self.results.get(number) {
                Some(Verdict::Killed(how)) => Some(how.clone()),
                None | Some(Verdict::Equivalent) => continue,
                Some(Verdict::Passed(_) | Verdict::Survived | Verdict::Pace(_)) => None,
            };
            if killed.is_some() && controls == CONTROLS {
                continue;
            }
            controls += usize::from(killed.is_some());
            let is_equal = equal::proved(&self.netlist, &self.mutants[number - 1], &file)?;
            match killed {
                Some(how) if is_equal => {
                    return Err(format!("mutant {number} is proved equivalent, and differs: {how}").into());
                }
                None if is_equal => self.results.put(number, Verdict::Equivalent)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// A process that runs mutants one after the other: one of them may well end it.
struct Worker {
    child: Child,
    lines: Receiver<String>,
}

impl Worker {
    /// Begins, and waits until the design is built.
    fn start(arguments: &[&str]) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(WORKER)
            .args(arguments)
            .stdout(Stdio::piped())
            .stdin(Stdio::null())
            .spawn()?;
        let (send, lines) = channel();
        let said = BufReader::new(child.stdout.take().ok_or("a worker without a voice")?);
        std::thread::spawn(move || said.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        // It may have to be built.
        if lines.recv() != Ok("ready".into()) {
            child.wait()?;
            return Err("the design cannot be simulated".into());
        }
        Ok(Self { child, lines })
    }

    /// The next line, or how it ended.
    fn next(&self) -> Result<String, &'static str> {
        let mut before = computed(self.child.id());
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) if line == engines::ALIVE => before = computed(self.child.id()),
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err("the simulator gave up"),
                Err(RecvTimeoutError::Timeout) if computed(self.child.id()) > before + PATIENCE => {
                    return Err("no end");
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn stop(mut self) -> Result<(), Box<dyn Error>> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}
