//! A task: a command, what its result depends on, and so the name of the result.
use super::ids::Ids;
use super::sweep::{Case, Values};
use super::template::OUT_WORD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// Stands in a command for the program that runs the task.
pub const TREETAP: &str = "treetap";
/// How the name of a dependency begins: a file, a program.
pub const FILE: &str = "file ";
pub const PROGRAM: &str = "program ";

/// What a result depends on besides the words of its command: names and hashes, or versions.
pub type Depends = BTreeMap<String, String>;

/// A line of `tasks.jsonl`.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Number, from 1 on.
    pub id: u32,
    /// Name of the result: the first 32 digits of a SHA-256 of command, environment and dependencies.
    pub result: String,
    /// Values of the parameters.
    pub parameters: Values,
    /// Words of the command.
    pub command: Vec<String>,
    /// Variables of the environment that are set for it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: Values,
    pub depends: Depends,
}

impl Task {
    /// The task of a case.
    pub fn new(id: u32, case: Case, depends: Depends) -> Self {
        let Case { parameters, command, environment, .. } = case;
        let all = serde_json::to_vec(&(&command, &environment, &depends)).expect("texts have a JSON form");
        let result = hex::encode(&Sha256::digest(all)[..16]);
        Self { id, result, parameters, command, environment, depends }
    }

    /// Whether the command writes its result to a file; else its standard output is the result.
    pub fn writes_file(&self) -> bool {
        self.command.iter().any(|word| word.contains(OUT_WORD))
    }

    /// The words of the command with the place of the result in them.
    pub fn words(&self, out: &str) -> Vec<String> {
        self.command.iter().map(|word| word.replace(OUT_WORD, out)).collect()
    }

    /// `a=1 b=2`, or the words of the command where there are no parameters.
    pub fn shown(&self) -> String {
        if self.parameters.is_empty() {
            return self.command.join(" ");
        }
        self.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }
}

/// Two tasks with one result, if there are: the same words twice.
pub fn twice(tasks: &[Task]) -> Option<(u32, u32)> {
    let mut seen = BTreeMap::new();
    tasks.iter().find_map(|task| seen.insert(&task.result, task.id).map(|before| (before, task.id)))
}

/// A line for each.
pub fn to_lines(tasks: &[Task]) -> Vec<u8> {
    let mut lines = vec![];
    for task in tasks {
        serde_json::to_writer(&mut lines, task).expect("texts have a JSON form");
        lines.push(b'\n');
    }
    lines
}

/// The tasks of `tasks.jsonl`, whose numbers count from 1, or those of these numbers: a job has few of many.
///
/// # Errors
/// Which line is none, and what was expected.
pub fn from_lines(text: &str, only: Option<&Ids>) -> Result<Vec<Task>, String> {
    let only: Option<BTreeSet<u32>> = only.map(|ids| ids.as_slice().iter().copied().collect());
    let is_wanted = |at: usize| only.as_ref().is_none_or(|ids| ids.contains(&(at as u32 + 1)));
    let mut tasks: Vec<Task> = vec![];
    for (at, line) in text.lines().enumerate().filter(|(at, _)| is_wanted(*at)) {
        let task: Task = serde_json::from_str(line).map_err(|error| format!("line {}: {error}", at + 1))?;
        if task.id as usize != at + 1 {
            return Err(format!("line {}: task {}: expected {}", at + 1, task.id, at + 1));
        }
        if task.result.len() != 32 || !task.result.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(format!("line {}: result {:?}: expected 32 hexadecimal digits", at + 1, task.result));
        }
        tasks.push(task);
    }
    Ok(tasks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(id: u32, word: &str, hash: &str) -> Task {
        let case = Case {
            parameters: Values::new(),
            command: vec!["c".into(), word.into()],
            environment: Values::new(),
            files: vec![],
            verilog: vec![],
        };
        Task::new(id, case, Depends::from([("file a".into(), hash.into())]))
    }

    #[test]
    fn a_result_is_named_by_what_it_depends_on() {
        let [first, other, changed] = [task(1, "{out}", "x"), task(2, "y", "x"), task(3, "y", "z")];
        assert_eq!(twice(&[first.clone(), other.clone(), changed]), None);
        assert_eq!(twice(&[other.clone(), first.clone(), task(3, "y", "x")]), Some((2, 3)));
        assert!(first.writes_file() && !other.writes_file());
        assert_eq!(first.words("/r"), ["c", "/r"]);
        assert_eq!(other.shown(), "c y");
        let lines = String::from_utf8(to_lines(&[first.clone(), other])).unwrap();
        assert_eq!(from_lines(&lines, None).unwrap()[0], first);
        let second = from_lines(&lines, Some(&"2,9".parse().unwrap())).unwrap();
        assert_eq!(second.iter().map(|task| task.id).collect::<Vec<_>>(), [2]);
        assert!(from_lines(&lines[..lines.len() - 9], None).unwrap_err().starts_with("line 2: "));
        assert!(from_lines(lines.lines().nth(1).unwrap(), None).unwrap_err().contains("task 2: expected 1"));
        let elsewhere = lines.replace(&first.result, "../../../../../../../../etc/passw");
        assert!(from_lines(&elsewhere, None).unwrap_err().contains("32 hexadecimal digits"));
    }
}
