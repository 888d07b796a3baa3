//! Whole profilers beside what the cores retire in the middle of the demonstration program.
use super::retired::{Recorded, retirements};
use treetap::cosim::core::Core;
use treetap::cosim::session::{self, Options, Report};

/// What a core retires through hardware and model.
pub fn run(options: &Options, core: Core) -> Report {
    session::run(options, session::profiler(options).unwrap(), &mut Recorded(retirements(core)), &mut |_| {}).unwrap()
}
