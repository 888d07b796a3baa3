//! What `treetap farm` says of a run: for people and for scripts.
use super::table::{align_numbers, grid, line};
use super::text::{grouped, percent};
use crate::analysis::farm::progress::{Failure, Progress, Spread};
use crate::analysis::farm::run::Run;
use indicatif::{HumanBytes, HumanDuration};
use serde::Serialize;
use std::time::Duration;

/// `farm plan --json`: what was planned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Planned {
    pub run: String,
    pub tasks: usize,
    /// Tasks that have a result, of an earlier plan.
    pub done: usize,
    /// Tasks that one job runs.
    pub pack: usize,
}

impl Planned {
    pub fn of(run: &Run) -> Self {
        let done = run.tasks.iter().filter(|task| run.done(task).is_some()).count();
        let (tasks, pack) = (run.tasks.len(), run.common.pack);
        Self { run: run.folder.display().to_string(), tasks, done, pack }
    }

    /// For people.
    pub fn text(&self) -> String {
        let Self { run, tasks, done, pack } = self;
        let jobs = (tasks - done).div_ceil(*pack);
        [
            line("tasks", grouped(*tasks as u64)),
            line("with a result", grouped(*done as u64)),
            line("jobs to do", format!("{} of up to {} tasks", grouped(jobs as u64), grouped(*pack as u64))),
            line("run", run),
        ]
        .join("\n")
            + "\n"
    }
}

/// `farm status --json`: where a run is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Status {
    pub name: String,
    pub tasks: usize,
    pub done: usize,
    /// Tasks without a result, `1-4,9`.
    pub missing: String,
    pub running: usize,
    /// Attempts that ended without a word.
    pub dead: usize,
    pub failed: usize,
    /// Machines that gave results.
    pub hosts: usize,
    pub wall_s: Of,
    pub cpu_s: Of,
    pub memory_bytes: Of,
    /// Tasks in a second of late.
    pub rate: Option<f64>,
    /// Seconds until all is done, at this rate.
    pub left_s: Option<f64>,
    pub failures: Vec<Failing>,
}

/// What all tasks cost, the middle one, the dearest one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Of {
    pub sum: f64,
    pub median: f64,
    pub most: f64,
}

impl From<Spread> for Of {
    fn from(Spread { sum, median, most }: Spread) -> Self {
        Self { sum, median, most }
    }
}

/// A task that failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failing {
    pub id: u32,
    pub parameters: String,
    pub why: String,
    pub times: u32,
    pub host: String,
    /// The end of what it said.
    pub said: String,
}

impl From<Failure> for Failing {
    fn from(Failure { id, parameters, failed, said }: Failure) -> Self {
        Self { id, parameters, why: failed.why, times: failed.times, host: failed.host, said }
    }
}

impl Status {
    pub fn of(name: &str, progress: Progress) -> Self {
        let left_s = progress.left_s();
        Self {
            name: name.into(),
            tasks: progress.tasks,
            done: progress.done,
            missing: progress.missing.to_string(),
            running: progress.running,
            dead: progress.dead,
            failed: progress.failures.len(),
            hosts: progress.hosts,
            wall_s: progress.wall_s.into(),
            cpu_s: progress.cpu_s.into(),
            memory_bytes: progress.memory.into(),
            rate: progress.rate,
            left_s,
            failures: progress.failures.into_iter().map(Failing::from).collect(),
        }
    }

    /// For people, with at most so many failures.
    pub fn text(&self, rows: usize) -> String {
        let missing = self.tasks - self.done;
        let done = format!("{} of {}", grouped(self.done as u64), grouped(self.tasks as u64));
        let mut lines = vec![
            line("run", &self.name),
            line("done", format!("{done} ({})", percent(self.done as u64, self.tasks as u64))),
        ];
        if missing > 0 {
            let Self { running, dead, failed, .. } = self;
            lines.push(line("missing", format!("{missing}: tasks {}", shortened(&self.missing))));
            lines.push(line("of these", format!("{running} running, {dead} ended without a word, {failed} failed")));
        }
        if let Some(rate) = self.rate {
            lines.push(line("rate", format!("{:.2} tasks/s of late", rate)));
        }
        if let Some(left) = self.left_s {
            lines.push(line("time left", HumanDuration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX))));
        }
        if self.done > 0 {
            lines.push(format!("\n{}", self.costs()));
        }
        if !self.failures.is_empty() {
            lines.push(format!("\n{}", self.failing(rows)));
        }
        lines.join("\n") + "\n"
    }

    fn costs(&self) -> String {
        let mut table = grid(&["costs", "sum", "median", "most"]);
        let seconds = |name: &str, of: &Of| {
            [name.to_string(), format!("{:.2} s", of.sum), format!("{:.3} s", of.median), format!("{:.3} s", of.most)]
        };
        table.add_row(seconds("wall", &self.wall_s));
        table.add_row(seconds("processors", &self.cpu_s));
        let bytes = |bytes: f64| HumanBytes(bytes as u64).to_string();
        let Of { median, most, .. } = self.memory_bytes;
        table.add_row(["memory".to_string(), String::new(), bytes(median), bytes(most)]);
        align_numbers(&mut table, 1);
        format!("{table}\n{}", line("machines", self.hosts))
    }

    fn failing(&self, rows: usize) -> String {
        let mut table = grid(&["task", "parameters", "failed", "times", "on", "last lines"]);
        for Failing { id, parameters, why, times, host, said } in self.failures.iter().take(rows) {
            table.add_row([&id.to_string(), parameters, why, &times.to_string(), host, said]);
        }
        let more = self.failures.len().saturating_sub(rows);
        if more == 0 { table.to_string() } else { format!("{table}\nand {} more", grouped(more as u64)) }
    }
}

/// Numbers of tasks, as many as a line holds.
fn shortened(ids: &str) -> String {
    const WIDTH: usize = 80;
    match ids.get(..WIDTH).and_then(|begin| begin.rfind(',')) {
        Some(end) if ids.len() > WIDTH => format!("{}, ..", &ids[..end]),
        _ => ids.to_string(),
    }
}
