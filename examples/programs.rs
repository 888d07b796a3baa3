//! Programs on cores with the profiler beside them: what docs/measured/results.md says of them, as Markdown.
//!
//! ```text
//! make programs && cargo run --release --example programs -- build/programs/jpeg.elf build/programs/lua.elf
//! ```
//!
//! For every program and every core that can run it: the core alone, then with each profiler, held back and not.
use std::time::Instant;
use treetap::cosim::build::Effort;
use treetap::cosim::core::{Core, Features, Library, Machine, Options as Around, Program};
use treetap::cosim::profiler::Pace;
use treetap::cosim::session::{self, Options};
use treetap::spec::profiler::{Config, preset};
use treetap::spec::select::Kind;

/// SERV takes fifty cycles for an instruction: so many are enough of it.
const SERV_LIMIT: u64 = 2_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| program | core | profiler | instructions | events | dropped | laws | words compared | mismatches | M \
         instr/s | alone | ratio |"
    );
    println!("|--|--|--|--:|--:|--:|--|--:|--:|--:|--:|--:|");
    for file in std::env::args().skip(1) {
        let program = Program::read(file.as_ref())?;
        let name = file.rsplit('/').next().unwrap_or(&file);
        for core in Core::ALL {
            // A core that lacks what the program needs is no part of the table.
            let Ok(features) = Features::for_program(core, &program) else { continue };
            let library = Library::build(core, features, Effort::Fast)?;
            let machine = || Machine::open(&library, &program, &Around::default());
            let limit = if core == Core::Serv { SERV_LIMIT } else { u64::MAX };
            let alone = {
                let (mut machine, started) = (machine(), Instant::now());
                machine.skip(limit.try_into()?);
                machine.state().records as f64 / started.elapsed().as_secs_f64() / 1e6
            };
            for (profiler, lossless) in [("nano", true), ("fast", true), ("nano", false)] {
                let preset = preset(profiler).ok_or("no such preset")?;
                let mut config = Config::new(preset, core, Kind::Code);
                config.lossless = lossless;
                let pace = if lossless { Pace::Dense } else { Pace::Core };
                let options = Options { pace, limit, ..Options::new(preset, config) };
                let report = session::run(&options, session::profiler(&options)?, &mut machine(), &mut |_| {})?;
                let speed = report.retired as f64 / report.seconds / 1e6;
                println!(
                    "| {name} | {} | {profiler}{} | {} | {} | {} | {} | {} | {} | {speed:.2} | {alone:.2} | {:.2} |",
                    core.name(),
                    if lossless { "" } else { ", not held back" },
                    report.retired,
                    report.events,
                    report.dropped(),
                    if report.law.is_none() { "hold" } else { "BROKEN" },
                    report.compared,
                    report.mismatches,
                    speed / alone
                );
            }
        }
    }
    Ok(())
}
