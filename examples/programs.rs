//! Programs on cores with the profiler beside them: what docs/measured/results.md says of them, as Markdown.
//!
//! ```text
//! make programs && cargo run --release --example programs -- build/programs/jpeg.elf build/programs/lua.elf
//! ```
//!
//! For every program and every core that can run it: the core alone, and with each profiler, held back and not. They
//! take turns; what is printed are medians, and of the ratio to the core alone in the same turn also the quartiles.
#[path = "../benches/turns/mod.rs"]
mod turns;

use treetap::cosim::build::Effort;
use treetap::cosim::core::{Core, Features, Library, Machine, Options as Around, Program};
use treetap::cosim::profiler::Pace;
use treetap::cosim::session::{self, Options};
use treetap::spec::profiler::{Config, preset};
use treetap::spec::select::Kind;

/// SERV takes fifty cycles for an instruction: so many are enough of it.
const SERV_LIMIT: u64 = 2_000_000;

/// Turns of everything that is compared: an odd number has a median.
const TURNS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| program | core | profiler | instructions | events | dropped | laws | words compared | mismatches | M \
         instr/s | alone | ratio | its quartiles |"
    );
    println!("|--|--|--|--:|--:|--:|--|--:|--:|--:|--:|--:|--|");
    for file in std::env::args().skip(1) {
        let program = Program::read(file.as_ref())?;
        let name = file.rsplit('/').next().unwrap_or(&file);
        for core in Core::ALL {
            // A core that lacks what the program needs is no part of the table.
            let Ok(features) = Features::for_program(core, &program) else { continue };
            let library = Library::build(core, features, Effort::Fast)?;
            let machine = || Machine::open(&library, &program, &Around::default());
            let limit = if core == Core::Serv { SERV_LIMIT } else { u64::MAX };
            let mut alone = || {
                let mut machine = machine();
                machine.skip(limit.try_into().unwrap_or(usize::MAX));
                machine.state().records
            };
            let mut runs = vec![];
            for (profiler, lossless) in [("nano", true), ("fast", true), ("nano", false)] {
                let preset = preset(profiler).ok_or("no such preset")?;
                let mut config = Config::new(preset, core, Kind::Code);
                config.lossless = lossless;
                let pace = if lossless { Pace::Dense } else { Pace::Core };
                let options = Options { pace, limit, ..Options::new(preset, config) };
                let report = session::run(&options, session::profiler(&options)?, &mut machine(), &mut |_| {})?;
                runs.push((format!("{profiler}{}", if lossless { "" } else { ", not held back" }), options, report));
            }
            let again = |options: &Options| {
                let profiler = session::profiler(options).expect("it was built before");
                session::run(options, profiler, &mut machine(), &mut |_| {}).expect("it ran before").retired
            };
            let mut beside: Vec<_> = runs.iter().map(|(_, options, _)| move || again(options)).collect();
            let mut contestants: Vec<&mut dyn FnMut() -> u64> = vec![&mut alone];
            contestants.extend(beside.iter_mut().map(|run| run as &mut dyn FnMut() -> u64));
            let (rates, ratios) = turns::race(TURNS, &mut contestants);
            let alone = rates[0].median() / 1e6;
            for ((profiler, _, report), (rate, ratio)) in runs.iter().zip(rates.iter().zip(&ratios).skip(1)) {
                let [low, high] = ratio.quartiles();
                println!(
                    "| {name} | {} | {profiler} | {} | {} | {} | {} | {} | {} | {:.2} | {alone:.2} | {:.2} | \
                     {low:.2} to {high:.2} |",
                    core.name(),
                    report.retired,
                    report.events,
                    report.dropped(),
                    if report.law.is_none() { "hold" } else { "BROKEN" },
                    report.compared,
                    report.mismatches,
                    rate.median() / 1e6,
                    ratio.median()
                );
            }
        }
    }
    Ok(())
}
