//! This machine for `analysis::farm`: its programs and tools, what is emitted, the form of profiles; and what is said
//! while tasks run. For every verb that has tasks.
use super::progress::Progress;
use super::tools::{self, Found};
use crate::analysis::farm::machine::{Error, Machine, Watch};
use crate::analysis::farm::run::BEAT;
use crate::analysis::merge::Part;
use crate::catalog::{self, Unit};
use crate::flow::program::{self, Running};
use crate::model::profile::Profile;
use crate::report::json::Dump;
use crate::spec::rap::Engine;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;
use wait4::{ResUse, Wait4};

/// The machine that this program runs on.
pub struct ThisMachine;

impl Machine for ThisMachine {
    fn treetap(&self) -> Result<PathBuf, Error> {
        std::env::current_exe().map_err(|error| Error::File(format!("where treetap is cannot be told: {error}")))
    }

    fn program(&self, name: &str) -> Option<PathBuf> {
        program::find(name)
    }

    fn tool(&self, name: &str) -> Result<String, Error> {
        let tools = tools::table();
        let unknown = || Error::Unknown(format!("no tool is called `{name}`: `treetap doctor` lists all"));
        let tool = tools.iter().find(|known| known.name == name).ok_or_else(unknown)?;
        match tools::find(tool) {
            Found::Ok(version) => Ok(version.unwrap_or_default()),
            Found::Old(version) => Ok(version),
            Found::Missing => {
                let why = format!("{} is not installed ({}): {}", tool.name, tool.origin(), tool.reason);
                Err(Error::Missing(why))
            }
        }
    }

    fn verilog(&self, unit: &str, preset: &str, engine: Option<Engine>) -> Result<String, Error> {
        let unknown = |error: catalog::Error| Error::Unknown(error.to_string());
        let emitted = catalog::emit_on(Unit::from_name(unit).map_err(unknown)?, preset, engine).map_err(unknown)?;
        Ok(catalog::code_hash(&emitted.verilog))
    }

    fn run(&self, command: &mut Command, beat: &(dyn Fn() + Sync)) -> io::Result<io::Result<ResUse>> {
        let running = match Running::start(command) {
            Ok(running) => running,
            Err(error) => return Ok(Err(error)),
        };
        program::with_heartbeat(BEAT, &|_: Duration| beat(), || running.reaped(Wait4::wait4)).map(Ok)
    }

    fn profile(&self, bytes: &[u8]) -> Result<(Profile, Vec<Part>), String> {
        let dump: Dump = serde_json::from_slice(bytes)
            .map_err(|error| format!("{error}: expected what `treetap profile --dump` writes"))?;
        Ok((dump.profile()?, dump.of))
    }

    fn dump(&self, profile: &Profile, of: Vec<Part>) -> Vec<u8> {
        super::output::to_json(&Dump::of(profile, of))
    }
}

/// Messages and a bar on standard error.
pub struct Told {
    what: &'static str,
    noun: &'static str,
    bar: Mutex<Option<Progress>>,
}

impl Told {
    /// What the bar says before and after the number of tasks: `farm`, `tasks`.
    pub fn of(what: &'static str, noun: &'static str) -> Self {
        Self { what, noun, bar: Mutex::new(None) }
    }

    /// The bar, where there is one; a thread that panicked while it held the bar has told why.
    fn with(&self, show: impl FnOnce(&Progress)) {
        if let Ok(bar) = self.bar.lock()
            && let Some(bar) = &*bar
        {
            show(bar);
        }
    }
}

impl Watch for Told {
    fn say(&self, words: &str) {
        let words = format!("treetap: {words}");
        match self.bar.lock().ok().as_deref() {
            Some(Some(bar)) => bar.say(&words),
            _ => eprintln!("{words}"),
        }
    }

    fn begin(&self, tasks: usize) {
        if let Ok(mut bar) = self.bar.lock() {
            *bar = Some(Progress::of(Some(tasks as u64), self.what).counting(self.noun));
        }
    }

    fn ended(&self, tasks: usize) {
        self.with(|bar| bar.at(tasks as u64, tasks as u64));
    }

    fn finish(&self, tasks: usize) {
        self.with(|bar| bar.finish(self.what, tasks as u64));
    }
}
