//! Sweeps, tasks and numbers of tasks.
use treetap::analysis::farm::ids::Ids;
use treetap::analysis::farm::sweep::Sweep;
use treetap::analysis::farm::task::{from_lines, to_lines};

/// Most tasks of a sweep that are looked at: each takes memory.
const TASKS: usize = 1000;

/// A sweep has as many tasks as it says, and each has a command.
pub fn sweep(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(sweep) = Sweep::parse(text) else { return };
    let Some(tasks) = sweep.tasks().ok().filter(|tasks| *tasks <= TASKS) else { return };
    if let Ok(cases) = sweep.cases() {
        assert!(cases.len() == tasks && cases.iter().all(|case| !case.command.is_empty()), "{tasks} tasks");
    }
}

/// Lines of tasks are read as they were written, and so are numbers of tasks.
pub fn tasks(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(ids) = text.parse::<Ids>() {
        assert_eq!(ids.to_string().parse(), Ok(ids));
    }
    if let Ok(tasks) = from_lines(text, None) {
        let again = String::from_utf8(to_lines(&tasks)).expect("JSON is UTF-8");
        assert_eq!(from_lines(&again, None), Ok(tasks));
    }
}
