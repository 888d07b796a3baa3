//! Whole profilers beside what the cores retire in the middle of the demonstration program.
use super::retired::{Recorded, retirements};
use treetap::catalog::{Unit, emit};
use treetap::cosim::core::Core;
use treetap::cosim::session::{self, Options, Report};

/// What a core retires through hardware and model.
pub fn run(options: &Options, core: Core) -> Report {
    session::run(options, session::profiler(options).unwrap(), &mut Recorded(retirements(core)), &mut |_| {}).unwrap()
}

/// The emitted file with something else at a port of an instance.
pub fn planted(preset: &str, instance: &str, from: &str, to: &str) -> String {
    let good = emit(Unit::Profiler, preset).unwrap().verilog;
    let top = good.rfind(&format!("module treetap_profiler_{preset} (")).unwrap();
    let place = top + good[top..].find(&format!("{instance} (")).unwrap();
    let at = place + good[place..].find(from).unwrap_or_else(|| panic!("{instance} has no {from}"));
    format!("{}{to}{}", &good[..at], &good[at + from.len()..])
}
