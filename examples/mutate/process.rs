//! Processes that may not end: what counts is the time that they computed, for the machine may have other work.
use std::error::Error;
use std::fs;
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// Ticks of a second in `/proc`.
const TICKS: u64 = 100;
/// Where `/proc/PID/stat` has the ticks in user mode and in the kernel, counted after the name in brackets.
const USER: usize = 11;
const KERNEL: usize = 12;

/// How long a process has computed; nothing of one that is over.
pub fn computed(process: u32) -> Duration {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<_> = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    Duration::from_millis((ticks(USER) + ticks(KERNEL)) * 1000 / TICKS)
}

/// How the process ends, if it does before it has computed for so long.
///
/// # Errors
/// A process that cannot be waited for.
pub fn within(mut child: Child, patience: Duration) -> Result<Option<ExitStatus>, Box<dyn Error>> {
    const LOOK: Duration = Duration::from_millis(5);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if computed(child.id()) > patience {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(LOOK);
    }
}
