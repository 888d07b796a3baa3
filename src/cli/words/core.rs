//! A RISC-V core: which one, and how long it runs.
use crate::cosim::core::{Core, Options};

/// Names of [`Core`] on the command line.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub enum CoreName {
    /// Small, about four cycles an instruction; the fastest in simulation.
    Picorv32,
    /// Up to one instruction a cycle; traps and interrupts.
    Ibex,
    /// Bit-serial, about fifty cycles an instruction; rv32i only.
    Serv,
}

impl From<CoreName> for Core {
    fn from(name: CoreName) -> Self {
        match name {
            CoreName::Picorv32 => Core::Picorv32,
            CoreName::Ibex => Core::Ibex,
            CoreName::Serv => Core::Serv,
        }
    }
}

impl CoreName {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Core::from(self).name()
    }
}

/// How long a core runs, and what disturbs it.
#[derive(clap::Args, Clone, Debug)]
pub struct Duration {
    /// Stop the core after this many retirements.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Let the timer interrupt the core every so many cycles.
    #[arg(long, value_name = "CYCLES", default_value_t = 0)]
    pub timer: u64,
}

impl Duration {
    /// The most retirements.
    pub fn most(&self) -> u64 {
        self.limit.unwrap_or(u64::MAX)
    }

    /// The machine around the core.
    pub fn machine(&self) -> Options {
        Options { timer_every: self.timer, ..Options::default() }
    }
}
