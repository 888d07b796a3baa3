//! Which hardware: the words that `gen`, `sim`, `run` and `synth` share.
use crate::catalog::parameters::Range;
use crate::catalog::{self, Chosen, Settings, Unit};
use crate::cli::words::value;
use crate::cli::{Failure, input};
use crate::spec::rap::{Eps, Preset};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How a unit is built: a preset, parameters instead of its values, or a file of them.
#[derive(clap::Args, Clone, Debug)]
pub struct Configuration {
    /// Configuration of the unit; `treetap gen --list` shows them.
    #[arg(long, value_name = "P")]
    pub preset: Option<String>,
    /// Microarchitecture instead of the preset's own: serial, pipelined or cam; of a coalescer compact, serial or
    /// pipelined.
    #[arg(long, value_name = "E")]
    pub engine: Option<String>,
    /// Take the configuration from a TOML file; --print-config of `gen` writes one. Options win over it.
    #[arg(long, value_name = "FILE.toml", help_heading = PARAMETERS)]
    pub config: Option<PathBuf>,
    /// Bus of a profiler: axil or wishbone.
    #[arg(long, value_name = "BUS", help_heading = PARAMETERS)]
    pub bus: Option<String>,
    /// Model of cache and branches of a profiler: a preset of annotate, or none.
    #[arg(long, value_name = "MODEL", help_heading = PARAMETERS)]
    pub cache_model: Option<String>,
    /// Phase tracker of a profiler or a monitor: a preset of phase, or none.
    #[arg(long, value_name = "TRACKER", help_heading = PARAMETERS)]
    pub phase_tracker: Option<String>,
    /// Engine for hybrid profiling support of a profiler: up5k_serial or ecp5_pipelined, as the presets of monitor
    /// have it, or none.
    #[arg(long, value_name = "ENGINE", help_heading = PARAMETERS)]
    pub hps_engine: Option<String>,
    /// Name in the place of the preset's in files and modules, instead of one made of the values.
    #[arg(long, value_name = "NAME", help_heading = PARAMETERS)]
    pub name: Option<String>,
    #[command(flatten)]
    numbers: Numbers,
}

/// Title of the options in the help.
const PARAMETERS: &str = "Parameters, instead of a preset's or of the unit's first one's";

/// The parameter of EPS mode, whose option takes a bound as well.
const EPS: &str = "eps";

/// The numbers that can be chosen, by the names of `catalog::parameters`.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    given: BTreeMap<String, u32>,
    /// The bound of `--eps M,S`.
    bound: Option<Eps>,
}

/// EPS mode: there or not, or the bound that a run has.
#[derive(Clone, Copy, Debug)]
enum EpsWord {
    Built(u32),
    Bound(Eps),
}

fn eps_word(text: &str) -> Result<EpsWord, &'static str> {
    match text {
        "0" => Ok(EpsWord::Built(0)),
        "1" => Ok(EpsWord::Built(1)),
        bound => value::eps(bound).map(EpsWord::Bound),
    }
}

impl clap::Args for Numbers {
    fn augment_args(command: clap::Command) -> clap::Command {
        catalog::parameters::all().into_iter().fold(command, |command, (parameter, units)| {
            let units: Vec<&str> = units.iter().map(|unit| unit.name()).collect();
            let help = format!("{} ({})", parameter.doc, units.join(", "));
            let arg = clap::Arg::new(parameter.name)
                .long(catalog::option(parameter.name))
                .help(help)
                .value_name("N")
                .value_parser(clap::value_parser!(u32))
                .help_heading(PARAMETERS);
            // A switch needs no number.
            let arg = match parameter.range {
                Range::Switch if parameter.name == EPS => {
                    let help = format!("{}; M,S in a simulation: the bound eps = L * M / 2^S", parameter.doc);
                    let arg = arg.num_args(0..=1).default_missing_value("1").value_name("0|1|M,S").help(help);
                    arg.value_parser(eps_word)
                }
                Range::Switch => arg.num_args(0..=1).default_missing_value("1").require_equals(true).value_name("0|1"),
                _ => arg,
            };
            command.arg(arg)
        })
    }
    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for Numbers {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Self, clap::Error> {
        let eps = matches.get_one::<EpsWord>(EPS).copied();
        let built = |word| if let EpsWord::Built(built) = word { Some(built) } else { None };
        let bound = |word| if let EpsWord::Bound(bound) = word { Some(bound) } else { None };
        let given = |name: &'static str| {
            let value = if name == EPS { eps.and_then(built) } else { matches.get_one::<u32>(name).copied() };
            Some((name.to_string(), value?))
        };
        let given = catalog::parameters::all().into_iter().filter_map(|(parameter, _)| given(parameter.name));
        Ok(Self { given: given.collect(), bound: eps.and_then(bound) })
    }
    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        let other = Self::from_arg_matches(matches)?;
        self.given.extend(other.given);
        self.bound = other.bound.or(self.bound);
        Ok(())
    }
}

impl Configuration {
    /// The configuration of a unit; `otherwise` is its preset when nothing is asked for.
    pub fn of(&self, unit: Unit, otherwise: Option<&str>) -> Result<Chosen, Failure> {
        let mut settings = Settings { numbers: BTreeMap::new(), ..Settings::default() };
        let mut preset = self.preset.clone();
        if let Some(path) = &self.config {
            let bad = |why: String| Failure::BadInput(format!("{}: {why}", path.display()));
            let file = Settings::read(&input::text(path)?).map_err(bad)?;
            (preset, settings) = (preset.or(file.0), file.1);
        }
        settings.engine = self.engine.clone().or(settings.engine);
        settings.bus = self.bus.clone().or(settings.bus);
        settings.cache_model = self.cache_model.clone().or(settings.cache_model);
        settings.phase_tracker = self.phase_tracker.clone().or(settings.phase_tracker);
        settings.hps_engine = self.hps_engine.clone().or(settings.hps_engine);
        settings.name = self.name.clone().or(settings.name);
        settings.numbers.extend(self.numbers.given.clone());
        let plain = settings == Settings { engine: settings.engine.clone(), ..Settings::default() };
        // A bound asks for the hardware too, unless a preset says what there is.
        if !plain && self.numbers.bound.is_some() {
            settings.numbers.entry(EPS.to_string()).or_insert(1);
        }
        let preset = preset.as_deref().or(if plain { otherwise } else { None });
        Ok(Chosen::of(unit, preset, &settings)?)
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        let hardware = [&self.engine, &self.bus, &self.cache_model, &self.phase_tracker, &self.hps_engine];
        let words = [&self.preset, &self.name].into_iter().chain(hardware);
        self.config.is_none() && words.into_iter().all(|word| word.is_none()) && self.numbers.given.is_empty()
    }

    /// With a number for a parameter that nothing was said of: neither an option, nor a preset, nor a file.
    pub fn or(mut self, name: &str, number: u32) -> Self {
        if self.preset.is_none() && self.config.is_none() {
            self.numbers.given.entry(name.into()).or_insert(number);
        }
        self
    }

    /// The bound of EPS mode that a run is to have.
    pub fn bound(&self) -> Option<Eps> {
        self.numbers.bound
    }

    /// The configuration of unit `rap`.
    pub fn rap(&self, otherwise: Option<&str>) -> Result<Preset, Failure> {
        match self.of(Unit::Rap, otherwise)? {
            Chosen::Rap(preset) => Ok(preset),
            other => Err(Failure::Usage(format!("expected rap, found {}", other.unit()))),
        }
    }
}

/// A unit in one configuration. Whether UNIT has to be there is up to the verb.
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

    /// The unit in its configuration.
    pub fn chosen(&self) -> Result<Chosen, Failure> {
        self.configuration.of(self.unit()?, None)
    }

    /// The configuration of unit `rap`.
    pub fn rap(&self) -> Result<Preset, Failure> {
        self.configuration.rap(None)
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
