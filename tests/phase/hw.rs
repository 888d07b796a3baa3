//! The emitted tracker equals its model (docs/reference/phase.md).
use crate::support::bench::{Bench, Pace, Seen};
use crate::support::{SCRIPT, program};
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::spec::phase::{Build, Config, VARIANTS};

fn build(preset: &str) -> Build {
    Build::of(VARIANTS.iter().find(|variant| variant.name == preset).unwrap())
}

/// The published program.
fn vector(emitted: &Emitted, preset: &str, effort: Effort) -> Result<Seen, String> {
    let mut bench = Bench::open(emitted, effort, build(preset), 5);
    bench.check_all()?;
    let config = Config::of(1000, 20);
    bench.configure(&config, true)?;
    for retired in program(&SCRIPT, config.len) {
        bench.push(&retired, Pace { idle: 30, stall: 100 })?;
    }
    bench.settle()?;
    Ok(bench.seen)
}

#[test]
fn the_published_program_on_the_hardware() {
    for preset in ["small", "full"] {
        let emitted = emit(Unit::Phase, preset).unwrap_or_else(|e| panic!("{e}"));
        std::fs::write(format!("/tmp/ph_{preset}.v"), &emitted.verilog).unwrap();
        let seen = vector(&emitted, preset, Effort::Test).unwrap_or_else(|e| panic!("{preset}: {e}"));
        println!("{seen:?}");
    }
}
