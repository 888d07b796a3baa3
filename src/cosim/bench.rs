//! What a run of one unit needs: its options, the design built and loaded, and the player that streams a workload into
//! it.
use super::build::{Build, Effort, Testbench, Toolchain};
use super::library::{self, Built, Library, Outcome, Ports, Setup, Simulation};
use super::report::Check;
use super::traffic::{Commands, Pressure, Rate, Schedule};
use super::{Design, Error, coalescer, rap, stalls};
use crate::catalog::{Chosen, Unit};
use crate::spec;
use crate::spec::event::{Command, Event};
use crate::spec::rap::{Config, Engine};
use std::path::PathBuf;
use std::sync::Arc;

/// Usual distance of samples of the statistics ports.
const SAMPLE_EVERY: u64 = 64;
/// Cycles without a transfer that a legal design may need, per node and coalescer entry: one event can cause a chain of
/// creates and visit every slot, and a flush sends every entry without the input moving.
const PATIENCE: u64 = 2000;
/// The same per digit of a key: while the threshold climbs to the largest weight, in 112 steps, one event can create a
/// chain down to its unit node again after each of them, at 100 cycles a node in the slowest engine.
const CLIMB: u64 = 2 * 112 * 100;

/// Pool of the tree that a coalescer alone does not have; any legal number.
const NO_NODES: u32 = 64;

/// A unit that takes a stream of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streamed {
    /// [`Unit::Rap`].
    Rap,
    /// [`Unit::Coalescer`].
    Coalescer,
}

impl Streamed {
    /// The unit in the catalogue.
    pub const fn unit(self) -> Unit {
        match self {
            Streamed::Rap => Unit::Rap,
            Streamed::Coalescer => Unit::Coalescer,
        }
    }

    /// The unit's name.
    pub const fn name(self) -> &'static str {
        self.unit().name()
    }
}

/// One run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The hardware, of a [`Streamed`] unit.
    pub hardware: Chosen,
    /// Values of the configuration ports: `T0`, EPS, `WMAX`. Everything else must be the preset's.
    pub config: Config,
    /// Verilog to simulate instead of the emitted one.
    pub rtl: Option<String>,
    /// Seeds power-up contents, idle cycles, back-pressure and random commands.
    pub seed: u64,
    /// Idle cycles and back-pressure.
    pub pressure: Pressure,
    /// How often an event comes to the source, which does not wait; `None`: there is always one.
    pub rate: Option<Rate>,
    /// Commands in the stream, besides the snapshot at its end.
    pub commands: Commands,
    /// Compares the statistics ports after every so many events that entered the tree; 0 = only at dumps.
    pub sample_every: u64,
    /// Speed of the simulation against speed of its build.
    pub effort: Effort,
    /// Finds the first event of a difference by running again.
    pub locate: bool,
    /// Which fault of a netlist with selectable faults is active, 0 = none (`tests/rap/faults.rs`).
    pub mutant: u64,
    /// Writes a waveform of a difference to this file.
    pub waveform: Option<PathBuf>,
}

impl Options {
    /// A preset of the `rap` unit as it is, without back-pressure or commands; a difference is reported where it is
    /// seen.
    pub fn rap(preset: &spec::rap::Preset) -> Self {
        Self::plain(Chosen::Rap(*preset), preset.config)
    }

    /// A preset of the `coalescer` unit as it is.
    pub fn coalescer(preset: &spec::coalescer::Preset) -> Self {
        let config = Config { coalescer: Some(preset.config), ..Config::new(preset.key_bits, NO_NODES) };
        Self::plain(Chosen::Coalescer(*preset), config)
    }

    /// What is simulated.
    pub fn unit(&self) -> Streamed {
        match &self.hardware {
            Chosen::Coalescer(_) => Streamed::Coalescer,
            _ => Streamed::Rap,
        }
    }

    /// Name of the preset that is built in, or of the configuration.
    pub fn preset(&self) -> &'static str {
        self.hardware.name()
    }

    /// Has the hardware EPS mode?
    pub fn eps_built(&self) -> bool {
        matches!(&self.hardware, Chosen::Rap(preset) if preset.eps_built)
    }

    /// Name of the microarchitecture that is simulated.
    pub(super) fn microarchitecture(&self) -> &'static str {
        match &self.hardware {
            Chosen::Coalescer(preset) => preset.built.name(),
            other => other.engine().map_or(self.unit().name(), Engine::name),
        }
    }

    fn plain(hardware: Chosen, config: Config) -> Self {
        Self {
            hardware,
            config,
            rtl: None,
            seed: 1,
            pressure: Pressure::None,
            rate: None,
            commands: Commands::None,
            sample_every: SAMPLE_EVERY,
            effort: Effort::Fast,
            locate: false,
            mutant: 0,
            waveform: None,
        }
    }

    /// The configuration ports.
    pub fn ports(config: &Config) -> Ports {
        let eps = config.eps.map_or((0, 0), |eps| (eps.m, eps.s));
        Ports {
            t0: config.t0,
            eps_m: eps.0.into(),
            eps_s: eps.1.into(),
            weight_max: config.coalescer.map_or(0, |c| c.weight_max.into()),
            mutant: 0,
        }
    }

    /// How the testbench behaves in this run.
    pub fn setup(&self, sample_every: u64) -> Setup {
        let entries = u64::from(self.config.coalescer.map_or(0, |c| c.entries));
        let size = u64::from(self.config.nodes) + entries + stalls::CLEAR_SLACK;
        let mut setup = Setup {
            seed: self.seed,
            hang_cycles: PATIENCE * size + CLIMB * u64::from(self.config.levels()),
            words_max: rap::dump_words_max(self.config.nodes),
            sample_every,
            rate: self.rate.map_or(0, Rate::setup),
            built: match &self.hardware {
                Chosen::Rap(preset) => stalls::built(preset, &self.config),
                _ => Built { cleared: entries + stalls::CLEAR_SLACK, ..Built::default() },
            },
            ports: Ports { mutant: self.mutant, ..Self::ports(&self.config) },
            ..Setup::default()
        };
        self.pressure.apply(&mut setup);
        setup
    }

    /// The Verilog of the run: the given text, or what the catalog emits.
    ///
    /// # Errors
    /// [`Error::Catalog`] when the preset cannot be emitted.
    pub fn design(&self) -> Result<Design, Error> {
        Design::of(&self.hardware, self.rtl.as_deref())
    }

    /// The build of a design with the testbench of the unit.
    pub fn build<'a>(&self, design: &'a Design, waveforms: bool) -> Build<'a> {
        let testbench = match self.unit() {
            Streamed::Rap => Testbench::Rap,
            Streamed::Coalescer => Testbench::Coalescer,
        };
        Build { top: &design.top, verilog: &design.verilog, testbench, ports: None, effort: self.effort, waveforms }
    }

    /// The golden model of the run.
    pub(super) fn checker(&self, sample_every: u64) -> Result<Box<dyn Check>, Error> {
        Ok(match self.unit() {
            Streamed::Rap => {
                let Chosen::Rap(preset) = &self.hardware else { unreachable!("what is streamed is a tree") };
                Box::new(rap::Checker::new(preset, self.config, sample_every)?)
            }
            Streamed::Coalescer => {
                Box::new(coalescer::Checker::new(self.config.coalescer.ok_or(Error::NoCoalescer(self.preset()))?)?)
            }
        })
    }
}

/// The design of a run, built and loaded.
#[derive(Clone, Debug)]
pub struct Bench {
    options: Options,
    design: Design,
    pub(super) tools: Toolchain,
    library: Arc<Library>,
}

impl Bench {
    /// Emits, builds and loads the design of `options`.
    ///
    /// # Errors
    /// Everything that can go wrong before the first cycle.
    pub fn new(options: &Options) -> Result<Self, Error> {
        options.config.validate()?;
        if options.config.eps.is_some() && !options.eps_built() {
            return Err(Error::NoEps(options.preset()));
        }
        let tools = Toolchain::find()?;
        let design = options.design()?;
        let library = Library::load(&options.build(&design, false).library(&tools)?)?;
        Ok(Self { options: options.clone(), design, tools, library })
    }

    /// The same design under other options of the run; preset and Verilog stay what they are.
    pub fn with(&self, options: &Options) -> Self {
        Self { options: options.clone(), ..self.clone() }
    }

    /// The options of the run.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The Verilog.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// The loaded library.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// A library of the same design that can write waveforms.
    pub(super) fn with_waveforms(&self) -> Result<Arc<Library>, Error> {
        Library::load(&self.options.build(&self.design, true).library(&self.tools)?)
    }
}

/// Plays a workload into a simulation: batches with the commands that fall into them.
pub(super) struct Player {
    /// The simulation.
    pub simulation: Simulation,
    /// Events played so far.
    pub position: u64,
    schedule: Schedule,
}

impl Player {
    /// A simulation that has just been reset.
    pub fn new(library: &Arc<Library>, options: &Options, sample_every: u64) -> Self {
        Self {
            simulation: Simulation::open(library, &options.setup(sample_every)),
            position: 0,
            schedule: options.commands.schedule(options.seed),
        }
    }

    /// Streams one batch.
    pub fn play(&mut self, events: &[Event]) -> Outcome {
        let end = self.position + events.len() as u64;
        let commands = self.schedule.batch(self.position, end);
        self.position = end;
        self.simulation.run(events, &commands)
    }

    /// Streams one batch and a snapshot, for at most `limit` cycles each.
    pub fn window(&mut self, events: &[Event], limit: u64) {
        let commands = self.schedule.batch(self.position, self.position + events.len() as u64);
        self.simulation.run_for(events, &commands, limit);
        self.simulation.run_for(&[], &[library::Command { position: 0, op: Command::Snapshot as u64 }], limit);
    }

    /// Sends the commands that are due at the end, and the last snapshot.
    pub fn end(&mut self) -> Outcome {
        let mut commands = self.schedule.batch(self.position, self.position + 1);
        commands.push(library::Command { position: 0, op: Command::Snapshot as u64 });
        self.simulation.run(&[], &commands)
    }
}
