//! What programs on cores lose to the profiler beside them: a table of docs/measured/results.md, as Markdown.
//!
//! ```text
//! make programs && cargo run --release --example programs -- build/programs/jpeg.elf build/programs/lua.elf
//! ```
//!
//! For every program and every core that can run it, no cycle of the core left out (docs/user/run.md, C13): how long it
//! waits for a profiler that loses nothing, and what one drops for which it does not wait.
use treetap::cosim::Error;
use treetap::cosim::build::Effort;
use treetap::cosim::core::{Core, Features, Library, Machine, Options as Around, Program};
use treetap::cosim::profiler::Pace;
use treetap::cosim::session::{self, Options, Report};
use treetap::spec::profiler::{Config, preset};
use treetap::spec::select::Kind;

/// SERV takes fifty cycles for an instruction: so many are enough of it.
const SERV_LIMIT: u64 = 2_000_000;

/// Presets that are compared.
const PROFILERS: [&str; 2] = ["nano", "fast"];

/// Runs a program with a profiler beside it; the core's own cycles, and what was found.
fn beside(library: &std::sync::Arc<Library>, program: &Program, options: &Options) -> Result<(u64, Report), Error> {
    let mut machine = Machine::open(library, program, &Around::default());
    let report = session::run(options, session::profiler(options)?, &mut machine, &mut |_| {})?;
    Ok((machine.state().cycles, report))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| program | core | instructions | cycles of the core alone | events | profiler | cycles that it waits | in % \
         of its own | dropped where it does not wait | in % of the events | words compared | mismatches |"
    );
    println!("|--|--|--:|--:|--:|--|--:|--:|--:|--:|--:|--:|");
    for file in std::env::args().skip(1) {
        let program = Program::read(file.as_ref())?;
        let name = file.rsplit('/').next().unwrap_or(&file).trim_end_matches(".elf");
        for core in Core::ALL {
            // A core that lacks what the program needs is no part of the table.
            let Ok(features) = Features::for_program(core, &program) else { continue };
            let library = Library::build(core, features, Effort::Fast)?;
            let limit = if core == Core::Serv { SERV_LIMIT } else { u64::MAX };
            for profiler in PROFILERS {
                let preset = preset(profiler).ok_or("no such preset")?;
                let run = |lossless| {
                    let config = Config { lossless, ..Config::new(preset, core, Kind::Code) };
                    beside(&library, &program, &Options { pace: Pace::Core, limit, ..Options::new(preset, config) })
                };
                let ((cycles, waits), (_, drops)) = (run(true)?, run(false)?);
                let (held, lost) = (waits.hardware.held, drops.dropped());
                let sums = [&waits, &drops].map(|report| (report.compared, report.mismatches));
                if let Some(broken) = waits.law.or(drops.law) {
                    return Err(format!("{name} on {} with {profiler}: {broken:?} is broken", core.name()).into());
                }
                println!(
                    "| {name} | {} | {} | {cycles} | {} | `{profiler}` | {held} | {:.3} | {lost} | {:.3} | {} | {} |",
                    core.name(),
                    waits.retired,
                    waits.events,
                    100.0 * held as f64 / cycles as f64,
                    100.0 * lost as f64 / waits.events as f64,
                    sums[0].0 + sums[1].0,
                    sums[0].1 + sums[1].1,
                );
            }
        }
    }
    Ok(())
}
