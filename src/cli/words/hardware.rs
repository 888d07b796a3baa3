//! Which hardware: the words that `gen`, `sim`, `run` and `synth` share.
use crate::catalog::{self, Emitted, Unit};
use crate::cli::{Failure, input};
use crate::spec::rap::{Engine, Preset};
use std::path::PathBuf;

/// How a unit is built.
#[derive(clap::Args, Clone, Debug)]
pub struct Configuration {
    /// Configuration of the unit; `treetap gen --list` shows them.
    #[arg(long, value_name = "P")]
    pub preset: Option<String>,
    /// Microarchitecture instead of the preset's own; `treetap gen --list` shows which are built.
    #[arg(long, value_name = "E", value_parser = engine)]
    pub engine: Option<Engine>,
}

fn engine(name: &str) -> Result<Engine, String> {
    Engine::from_name(name).ok_or_else(|| {
        let names: Vec<_> = Engine::ALL.iter().map(|engine| engine.name()).collect();
        format!("no engine `{name}`: expected {}", names.join(" or "))
    })
}

impl Configuration {
    /// The preset of `rap` called `name` on the engine that was asked for, or its own.
    pub fn rap(&self, name: &str) -> Result<Preset, Failure> {
        Ok(catalog::rap_preset(name, self.engine)?)
    }

    /// Refuses an engine where `unit` and `preset` are built on `own` alone.
    pub fn only(&self, unit: Unit, preset: &str, own: Option<Engine>) -> Result<(), Failure> {
        match self.engine.filter(|engine| Some(*engine) != own) {
            Some(engine) => Err(catalog::Error::NoEngine { unit, preset: preset.into(), engine: engine.name() }.into()),
            None => Ok(()),
        }
    }
}

/// A unit in one configuration. Whether UNIT and --preset have to be there is up to the verb.
#[derive(clap::Args, Clone, Debug)]
pub struct Hardware {
    /// Unit: one that `treetap gen --list` shows.
    #[arg(value_name = "UNIT", index = 1)]
    unit: Option<String>,
    #[command(flatten)]
    pub configuration: Configuration,
}

impl Hardware {
    /// The word for the unit.
    pub fn name(&self) -> &str {
        self.unit.as_deref().expect("the parser wants a unit")
    }

    /// The unit.
    pub fn unit(&self) -> Result<Unit, Failure> {
        Ok(Unit::from_name(self.name())?)
    }

    /// The preset's name.
    pub fn preset(&self) -> &str {
        self.configuration.preset.as_deref().expect("the parser wants a preset")
    }

    /// The preset of `rap`, on the engine that was asked for, or its own.
    pub fn rap(&self) -> Result<Preset, Failure> {
        self.configuration.rap(self.preset())
    }

    /// The Verilog of it.
    pub fn emitted(&self) -> Result<Emitted, Failure> {
        Ok(catalog::emit_on(self.unit()?, self.preset(), self.configuration.engine)?)
    }

    /// The words again.
    pub fn words(&self) -> String {
        let engine = self.configuration.engine.map(|engine| format!(" --engine {}", engine.name()));
        format!("{} --preset {}{}", self.name(), self.preset(), engine.unwrap_or_default())
    }
}

/// Verilog in the place of what is emitted.
#[derive(clap::Args, Clone, Debug)]
pub struct Verilog {
    /// Take this Verilog file instead of the emitted one; its top has the same name and ports.
    #[arg(long, value_name = "FILE.v")]
    pub rtl: Option<PathBuf>,
}

impl Verilog {
    /// Its text, if there is such a file.
    pub fn text(&self) -> Result<Option<String>, Failure> {
        self.rtl.as_deref().map(input::text).transpose()
    }
}

/// What is simulated, and how.
#[derive(clap::Args, Clone, Debug)]
pub struct Simulation {
    #[command(flatten)]
    pub verilog: Verilog,
    /// Seed of all that is random: contents of memories at power-up, idle cycles, back-pressure and random commands.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}
