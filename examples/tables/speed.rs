//! How fast `treetap hotstream` and `treetap phaseeval` are, and what memory they take, on logs of whole runs:
//! docs/measured/reproduction-bursty.md and reproduction-phases.md.
use crate::Done;
use crate::ask::{listed, name, program, table, told, whole};
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use treetap::report::grouped;

/// Times that a command is run; the fastest counts, because others use the machine, too.
const TURNS: usize = 3;
/// Between two looks at a process: what its last look can miss.
const LOOK: Duration = Duration::from_millis(5);
/// Clock ticks of the kernel in a second, in which it gives processor time (`man 5 proc`).
const TICKS: f64 = 100.0;

/// What a process took.
#[derive(Clone, Copy, Debug, Default)]
struct Took {
    /// Seconds of processor time, user and system.
    seconds: f64,
    /// Most memory that it held at a time, in MiB.
    mebibytes: f64,
}

/// What the kernel says of a process now; nothing once it has ended.
fn look(process: u32) -> Option<Took> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    // The name, in brackets, may have blanks; utime and stime are the 12th and 13th field after it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = [11, 12].iter().map(|at| fields[*at].parse::<f64>().unwrap_or(0.0)).sum();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = peak.split_whitespace().next()?.parse().ok()?;
    Some(Took { seconds: ticks / TICKS, mebibytes: kibibytes / 1024.0 })
}

/// Runs `treetap` with these words and a file; what it printed as JSON, and what it took.
fn timed(words: &str, file: &Path) -> Result<(Value, Took), Box<dyn Error>> {
    let out = tempfile::NamedTempFile::new()?;
    let mut command = Command::new(program());
    command.arg("--json").args(words.split_whitespace()).arg(file).stdin(Stdio::null()).stderr(Stdio::null());
    let mut child = command.stdout(out.reopen()?).spawn()?;
    let mut took = Took::default();
    let status = loop {
        took = look(child.id()).unwrap_or(took);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        sleep(LOOK);
    };
    if !status.success() {
        return Err(format!("treetap {words} {}: {status}", file.display()).into());
    }
    Ok((serde_json::from_slice(&fs::read(out.path())?)?, took))
}

/// The fastest of some runs.
fn fastest(words: &str, file: &Path) -> Result<(Value, Took), Box<dyn Error>> {
    let mut runs = (0..TURNS).map(|_| timed(words, file)).collect::<Result<Vec<_>, _>>()?;
    runs.sort_by(|a, b| a.1.seconds.total_cmp(&b.1.seconds));
    Ok(runs.swap_remove(0))
}

/// A log of a program's run that `treetap trace` writes.
fn logged(folder: &Path, what: &str, program: &str) -> Result<PathBuf, Box<dyn Error>> {
    let file = folder.join(format!("{}.{what}.zst", name(program)));
    eprintln!("tables: {what} of {program}");
    told(&format!("trace {what} -o"), &[&file, Path::new(program)])?;
    Ok(file)
}

/// Megabytes of a file.
fn megabytes(file: &Path) -> Result<String, Box<dyn Error>> {
    Ok(format!("{:.1}", fs::metadata(file)?.len() as f64 / 1e6))
}

/// All references of programs, and the intervals of those that end in `-long`.
pub fn print(programs: &[String]) -> Done {
    let folder = tempfile::tempdir()?;
    let (mut streams, mut evaluations) = (vec![], vec![]);
    for program in programs {
        let log = logged(folder.path(), "bursts", program)?;
        let (found, took) = fastest("hotstream", &log)?;
        let (references, left_out) = (whole(&found["references"]), whole(&found["left_out"]));
        streams.push(vec![
            name(program).to_string(),
            grouped(references + left_out),
            grouped(references),
            grouped(whole(&found["distinct"])),
            grouped(whole(&found["rules"])),
            grouped(listed(&found["streams"])),
            format!("{:.2}", took.seconds),
            format!("{:.2}", references as f64 / took.seconds / 1e6),
            format!("{:.0}", took.mebibytes),
            format!("{:.1}", took.mebibytes * f64::from(1 << 20) / references as f64),
        ]);
        fs::remove_file(log)?;
        if !name(program).ends_with("-long") {
            continue;
        }
        let log = logged(folder.path(), "intervals", program)?;
        let (found, took) = fastest("phaseeval", &log)?;
        let intervals = whole(&found[0]["intervals"]);
        evaluations.push(vec![
            name(program).to_string(),
            grouped(intervals),
            megabytes(&log)?,
            format!("{:.2}", took.seconds),
            grouped((intervals as f64 / took.seconds) as u64),
            format!("{:.0}", took.mebibytes),
        ]);
    }
    let columns = ["program", "references of the run", "taken", "different", "rules", "hot streams"];
    let costs = ["processor seconds", "million references a second", "MiB", "bytes a reference"];
    table("hotstream-speed", &[&columns[..], &costs[..]].concat(), &streams);
    let columns = ["program", "intervals", "log, MB", "processor seconds", "intervals a second", "MiB"];
    table("phaseeval-speed", &columns, &evaluations);
    Ok(())
}
