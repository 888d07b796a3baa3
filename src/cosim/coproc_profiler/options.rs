//! What is run.
use crate::catalog::{Chosen, Unit};
use crate::cosim::Error;
use crate::cosim::build::Effort;
use crate::cosim::profiler::{Pace, Profiler, Setup};
use crate::cosim::session::HANG_CYCLES;
use crate::host::coproc::Policy;
use crate::spec::coproc_profiler::Build;
use crate::spec::tap;
use crate::spec::variant::Variant;

/// What is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The hardware: a variant of `coproc_profiler`.
    pub hardware: Variant,
    /// What the tap has to know of the core.
    pub tap: tap::Config,
    /// How time passes between retirements.
    pub pace: Pace,
    /// The core is held back instead of dropping a candidate.
    pub lossless: bool,
    /// When the host acts by itself.
    pub policy: Policy,
    /// Most retirements.
    pub limit: u64,
    /// Seeds power-up contents and pauses.
    pub seed: u64,
    /// Chance in 65536 of a pause after a retirement, and its longest, in cycles.
    pub idle: (u64, u64),
    /// Verilog to simulate instead of the emitted one.
    pub rtl: Option<String>,
    /// Speed of the simulation against the time to build it.
    pub effort: Effort,
}

impl Options {
    /// A preset beside a core, with the core's own cycles.
    pub fn new(hardware: Variant, tap: tap::Config) -> Self {
        Self {
            hardware,
            tap,
            pace: Pace::Core,
            lossless: true,
            policy: Policy::default(),
            limit: u64::MAX,
            seed: 1,
            idle: (0, 0),
            rtl: None,
            effort: Effort::Fast,
        }
    }

    /// What is built.
    pub fn build(&self) -> Build {
        Build::of(&self.hardware)
    }
}

/// Builds the co-processor of `options`.
///
/// # Errors
/// As [`Profiler::open`]; [`Error::Catalog`] when there is no such preset.
pub fn hardware(options: &Options) -> Result<Profiler, Error> {
    let mut emitted = Chosen::Part(Unit::CoprocProfiler, options.hardware).emit()?;
    if let Some(rtl) = &options.rtl {
        emitted.verilog.clone_from(rtl);
    }
    let (idle, idle_max) = options.idle;
    let setup = Setup { seed: options.seed, idle, idle_max, wait: 0, wait_max: 0, hang_cycles: HANG_CYCLES };
    Profiler::coproc(&emitted, options.effort, &setup)
}
