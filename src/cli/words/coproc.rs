//! Microcode of the profiling co-processor, and when its host acts: the words of `asm`, `coproc` and `run`.
use super::diagnostics::{described, tell};
use super::value::Share;
use crate::cli::{Failure, input, output};
use crate::host::coproc::{Policy, Stopped};
use crate::lang::coproc::{Image, Target, assemble, programs};
use crate::lang::source::Source;
use crate::spec::coproc::Error as Fault;
use serde_json::json;
use std::path::Path;

/// When the host of value profiling acts, and what of it is shown.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Profiling {
    /// Instructions after which the host takes the slots in any case.
    #[arg(long, value_name = "COUNT", default_value_t = Policy::default().timer,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub host_timer: u64,
    /// Interrupts after which everything is sampled again; 0 for never.
    #[arg(long, value_name = "COUNT", default_value_t = Policy::default().resample)]
    pub resample: u32,
    /// Instructions after which everything is sampled again, also when the profile was complete; 0 for never.
    #[arg(long, value_name = "COUNT", default_value_t = 10_000_000)]
    pub renew: u64,
    /// Share of a load's executions from which on a value is shown.
    #[arg(long, value_name = "SHARE", default_value = "25%")]
    pub least: Share,
}

impl Profiling {
    /// When the host acts by itself.
    pub const fn policy(&self) -> Policy {
        Policy { timer: self.host_timer, resample: self.resample, renew: self.renew }
    }
}

/// How microcode that counts is run, and what is shown beside it.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Counted {
    /// Count the same exactly, show it beside what was counted, and how far the two are apart.
    #[arg(long)]
    pub exact: bool,
    /// After all slots were given out, rest until so many instructions after the co-processor began; 0: go on at once.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    pub rest: u64,
}

impl Counted {
    /// The first option that was given, for microcode that counts nothing.
    pub fn given(&self) -> Option<&'static str> {
        [("--exact", self.exact), ("--rest", self.rest > 0)].into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }
}

/// The image of a program: of a file, or of one that comes with treetap. What is wrong is told, as JSON too if asked.
pub fn assembled(program: &str, target: &Target, json: bool) -> Result<Image, Failure> {
    let source = Source::new(program, &text(program)?);
    assemble(&source, target).map(|program| program.image).or_else(|found| {
        tell(&found.0, &source);
        if json {
            let errors: Vec<_> = found.0.iter().map(|one| described(one, &source)).collect();
            output::line(json!({ "errors": errors }))?;
        }
        let s = if found.0.len() == 1 { "" } else { "s" };
        Err(Failure::BadInput(format!("{program}: {} error{s}", found.0.len())))
    })
}

/// A program's text: from a file, or one that comes with treetap.
fn text(program: &str) -> Result<String, Failure> {
    let path = Path::new(program);
    if program.contains(['.', '/']) || path.is_file() {
        return input::program(path);
    }
    programs::find(program).map(|shipped| shipped.text.to_string()).ok_or_else(|| {
        let names: Vec<&str> = programs::PROGRAMS.iter().map(|program| program.name).collect();
        Failure::Usage(format!(
            "no program is called `{program}`; there are {} (a file has a dot or slash in its name)",
            names.join(", ")
        ))
    })
}

/// Where microcode stopped, for people.
pub fn stopped(stopped: Stopped) -> String {
    match stopped {
        Stopped::Error { code, word } => fault(code, word),
        other => format!("{other:?}"),
    }
}

/// An error of microcode at a word, for people.
pub fn fault(code: u8, word: u8) -> String {
    let name = Fault::ALL.iter().find(|fault| **fault as u8 == code).map_or("error", |fault| fault.name());
    format!("{name} in word {word}")
}
