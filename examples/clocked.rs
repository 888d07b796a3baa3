//! What a core in simulation loses to the profiler beside it, no cycle left out: a table of docs/measured/cosim.md, as
//! Markdown: `cargo run --example clocked [PROGRAM.elf]`. By processor time of one thread, so that what else the
//! machine does matters little; the loops are compiled C++, so that it makes no difference how this file is built.
//!
//! Three contestants take turns on the same cycles: the core alone, the core with the profiler beside it (one thread,
//! `Machine::attach`), and the profiler alone, which gets what the core retired at the same distances
//! (`treetap run --clocked` has it in a thread of its own).
use std::path::Path;
use treetap::cosim::build::Effort;
use treetap::cosim::core::{Core, Features, Library, Machine, Options as Around, Program};
use treetap::cosim::profiler::{Pace, Profiler};
use treetap::cosim::session;
use treetap::host::Host;
use treetap::spec::profiler::{Config, preset};
use treetap::spec::retire::Rvfi;
use treetap::spec::select::Kind;

const CORES: [Core; 2] = [Core::Picorv32, Core::Ibex];
const PROFILERS: [&str; 2] = ["nano", "fast"];
/// Retirements of a turn, those that pass before the first, and turns after one that does not count.
const LENGTH: usize = 150_000;
const BEFORE: usize = 100_000;
const TURNS: usize = 5;

/// Nanoseconds that this thread has spent on a processor.
fn processor_time() -> Result<f64, Box<dyn std::error::Error>> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(times.split(' ').next().unwrap_or_default().parse()?)
}

/// Nanoseconds that `work` takes.
fn timed(work: impl FnOnce()) -> Result<f64, Box<dyn std::error::Error>> {
    let before = processor_time()?;
    work();
    Ok(processor_time()? - before)
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).unwrap_or("programs/demo/demo.elf".into());
    let program = Program::read(Path::new(&file))?;
    println!(
        "| core | profiler | cycles per instruction | core alone, ns per cycle | profiler alone | both in one thread | \
         one thread / alone | two threads at best / alone |"
    );
    println!("|--|--|--:|--:|--:|--:|--:|--:|");
    for core in CORES {
        for name in PROFILERS {
            row(core, name, &program)?;
        }
    }
    Ok(())
}

fn row(core: Core, name: &str, program: &Program) -> Result<(), Box<dyn std::error::Error>> {
    let preset = preset(name).ok_or("no such preset")?;
    let options = session::Options::new(preset, Config::new(preset, core, Kind::Code));
    let ready = || -> Result<Profiler, Box<dyn std::error::Error>> {
        let mut host = Host::connect(session::profiler(&options)?)?;
        host.start(&options.config)?;
        Ok(host.into_transport())
    };
    let library = Library::build(core, Features::for_program(core, program)?, Effort::Fast)?;
    let started = || {
        let mut machine = Machine::open(&library, program, &Around::default());
        machine.skip(BEFORE);
        machine
    };
    let (mut alone, mut attached, mut recorded) = (started(), started(), started());
    let (mut beside, mut apart) = (ready()?, ready()?);
    let (function, context) = beside.beside();
    // SAFETY: the profiler outlives the machine's last run, which is in this function.
    unsafe { attached.attach(function, context) };
    let (mut times, begin) = (vec![], recorded.state().cycles);
    let mut cycles = 0;
    for turn in 0..=TURNS {
        let before = recorded.state().cycles;
        let mut records: Vec<Rvfi> = vec![];
        recorded.run(LENGTH, &mut records);
        records.iter_mut().for_each(|record| record.cycle -= begin);
        let all = [
            timed(|| _ = alone.skip(LENGTH))?,
            timed(|| assert_eq!(apart.feed(&records, Pace::Core), LENGTH))?,
            timed(|| _ = attached.skip(LENGTH))?,
        ];
        cycles = recorded.state().cycles - before;
        if turn > 0 {
            times.push(all.map(|time| time / cycles as f64));
        }
        // All three were given the same, and the profilers accepted the same of it.
        assert_eq!((alone.state().cycles, attached.state().cycles), (recorded.state().cycles, recorded.state().cycles));
        assert!(!apart.accepted().is_empty() && beside.state().accepted > 0);
    }
    assert_eq!(beside.state().accepted, apart.state().accepted);
    let of = |at: fn(&[f64; 3]) -> f64| median(times.iter().map(at).collect());
    println!(
        "| `{}` | `{name}` | {:.2} | {:.0} | {:.0} | {:.0} | {:.2} | {:.2} |",
        core.name(),
        cycles as f64 / LENGTH as f64,
        of(|t| t[0]),
        of(|t| t[1]),
        of(|t| t[2]),
        of(|t| t[0] / t[2]),
        of(|t| (t[0] / t[1]).min(1.0)),
    );
    Ok(())
}
