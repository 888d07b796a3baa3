//! Runs a real program under valgrind's lackey tool and turns the addresses it reports into an event file.
//!
//! Lackey prints a line for every event; the lines go through a pipe, never through a file, and are parsed as they
//! come.
use super::{Access, Error, Format, Options, Reader, Writer};
use std::ffi::OsString;
use std::io::{self, PipeWriter};
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The program that runs the traced program.
pub const VALGRIND: &str = "valgrind";

/// The traced program, for the signal handler.
static RUNNING: Mutex<Option<Arc<Mutex<Child>>>> = Mutex::new(None);

/// How often the end of the traced program is looked for.
const POLL: Duration = Duration::from_millis(5);

/// What to capture.
#[derive(Clone, Debug)]
pub struct Request {
    /// Which addresses become events.
    pub access: Access,
    /// The event file to write.
    pub output: PathBuf,
    /// Its format; `None` takes it from the extension.
    pub format: Option<Format>,
    /// The program and its arguments.
    pub program: Vec<OsString>,
    /// Stops the program after this many events.
    pub max_events: Option<u64>,
    /// Also traces the programs that the program starts.
    pub children: bool,
}

/// What came of a capture.
#[derive(Clone, Debug)]
pub struct Captured {
    /// Events written.
    pub events: u64,
    /// How the program ended; `None` if it was stopped after [`Request::max_events`].
    pub status: Option<ExitStatus>,
}

/// Why nothing was captured; no file is left behind.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// Valgrind is not installed.
    #[error(
        "{VALGRIND}: not found: expected valgrind with its lackey tool (Debian package valgrind; see `treetap doctor`)"
    )]
    NoValgrind,
    /// The system refuses to start it.
    #[error("cannot run {VALGRIND}: {0}")]
    Start(io::Error),
    /// The program does not exist.
    #[error("{program}: no such program: expected a file or a name in PATH")]
    NoProgram {
        /// As it was asked for.
        program: String,
    },
    /// The program ended without an event.
    #[error("{program}: no event before it ended ({status}): expected a program that valgrind can run")]
    NoEvents {
        /// As it was asked for.
        program: String,
        /// How valgrind ended.
        status: ExitStatus,
    },
    /// The output cannot be written, or valgrind said something unknown.
    #[error(transparent)]
    Trace(#[from] Error),
}

/// Ends the traced program at once. For signal handlers.
pub fn stop_running() {
    let running = lock(&RUNNING).clone();
    if let Some(child) = running {
        // It may just have ended by itself.
        let _ = lock(&child).kill();
    }
}

/// Runs the program and writes its trace; `progress` hears the number of events after every batch.
///
/// # Errors
/// See [`CaptureError`]. An exit status other than 0 of the program is no error.
pub fn capture(request: &Request, mut progress: impl FnMut(u64)) -> Result<Captured, CaptureError> {
    let program = request.program.first().ok_or_else(|| CaptureError::NoProgram { program: String::new() })?;
    let name = program.to_string_lossy().into_owned();
    if find_program(program).is_none() {
        return Err(CaptureError::NoProgram { program: name });
    }
    let mut writer = Writer::create(&request.output, request.format)?;
    let (log, log_end) = io::pipe().map_err(CaptureError::Start)?;
    let child = Arc::new(Mutex::new(spawn(request, &log_end)?));
    *lock(&RUNNING) = Some(child.clone());
    let _forget = Forget;
    let waiter = std::thread::spawn({
        let child = child.clone();
        move || wait(&child, log_end)
    });

    let options = Options { format: Some(Format::Lackey), access: request.access, ..Options::default() };
    let limit = request.max_events.unwrap_or(u64::MAX);
    let copied = copy(log, &options, &mut writer, limit, &mut progress);
    let stopped = writer.events() == limit || copied.is_err();
    if stopped {
        stop_running();
    }
    let status = waiter.join().expect("the waiting thread does not panic").map_err(CaptureError::Start)?;
    copied?;
    if writer.events() == 0 {
        return Err(CaptureError::NoEvents { program: name, status });
    }
    let events = writer.events();
    writer.finish()?;
    Ok(Captured { events, status: (!stopped).then_some(status) })
}

/// Starts valgrind with its log going to `log`.
fn spawn(request: &Request, log: &PipeWriter) -> Result<Child, CaptureError> {
    let yes_no = |flag| if flag { "yes" } else { "no" };
    let code = request.access == Access::Code;
    Command::new(VALGRIND)
        .arg("--command-line-only=yes")
        .arg("--tool=lackey")
        .arg("--basic-counts=no")
        // One event for each entry of a block that ends at its first branch: no chasing across jumps, no unrolled
        // loops.
        .args(["--vex-guest-chase=no", "--vex-iropt-unroll-thresh=0"])
        .arg(format!("--trace-superblocks={}", yes_no(code)))
        .arg(format!("--trace-mem={}", yes_no(!code)))
        .arg(format!("--trace-children={}", yes_no(request.children)))
        .arg(format!("--child-silent-after-fork={}", yes_no(!request.children)))
        // The pipe by its name in /proc: the program's own files stay untouched.
        .arg(format!("--log-file=/proc/{}/fd/{}", std::process::id(), log.as_raw_fd()))
        .arg("--")
        .args(&request.program)
        .spawn()
        .map_err(
            |e| if e.kind() == io::ErrorKind::NotFound { CaptureError::NoValgrind } else { CaptureError::Start(e) },
        )
}

/// Waits for the child, then closes our end of the pipe, so that its reader sees the end.
fn wait(child: &Mutex<Child>, log_end: PipeWriter) -> io::Result<ExitStatus> {
    loop {
        let ended = lock(child).try_wait()?;
        if let Some(status) = ended {
            drop(log_end);
            return Ok(status);
        }
        std::thread::sleep(POLL);
    }
}

fn copy(
    log: io::PipeReader,
    options: &Options,
    writer: &mut Writer,
    limit: u64,
    progress: &mut impl FnMut(u64),
) -> Result<(), Error> {
    let mut reader = Reader::from_stream(log, "valgrind's log", options)?;
    let mut batch = Vec::new();
    while writer.events() < limit && reader.next_batch(&mut batch)? > 0 {
        let left = limit - writer.events();
        batch.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        writer.write(&batch)?;
        progress(writer.events());
    }
    Ok(())
}

/// The file that `program` names: itself if it has a folder, else the first of its name in `PATH`.
fn find_program(program: &OsString) -> Option<PathBuf> {
    let path = PathBuf::from(program);
    if path.components().count() > 1 || path.is_absolute() {
        return path.is_file().then_some(path);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Empties [`RUNNING`] when the capture is over.
struct Forget;

impl Drop for Forget {
    fn drop(&mut self) {
        *lock(&RUNNING) = None;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
