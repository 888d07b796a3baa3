//! How fast each core runs a program in simulation, by seconds of processor time where Linux tells them:
//! `cargo run --example cores [PROGRAM.elf]...`. The loop over cycles is compiled C++, so that it makes no difference
//! how this file is built. Twice: as it is, and with every record handed to a function beside the core.
use std::ffi::c_void;
use std::path::Path;
use std::time::Instant;
use treetap::cosim::core::{Core, Machine, Options, Program, Status};
use treetap::spec::retire::Rvfi;

/// Records that a run is cut off after: SERV would take minutes.
const LIMIT: u64 = 3_000_000;

/// The least that can run beside a core.
unsafe extern "C" fn count(context: *mut c_void, record: *const Rvfi) -> u32 {
    // SAFETY: the context is the counter of `main`, which outlives the run.
    unsafe { *context.cast::<u64>() += u64::from(!record.is_null()) };
    1
}

/// Seconds that this thread has spent on a processor.
fn processor_time() -> Option<f64> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(times.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

/// Seconds of a run.
fn run(machine: &mut Machine) -> f64 {
    let (start, before) = (Instant::now(), processor_time());
    while machine.state().records < LIMIT && machine.skip(1 << 16) == Status::More {}
    let spent = before.and_then(|before| Some(processor_time()? - before));
    spent.unwrap_or(start.elapsed().as_secs_f64())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        files.push("programs/demo/demo.elf".into());
    }
    println!("| program | core | instructions | cycles per instruction | M cycles/s | M instructions/s | beside |");
    println!("|--|--|--|--|--|--|--|");
    for file in files {
        let program = Program::read(Path::new(&file))?;
        for core in Core::ALL {
            let mut machine = match Machine::build(core, &program, &Options::default()) {
                Ok(machine) => machine,
                Err(error) => {
                    eprintln!("{file}: {error}");
                    continue;
                }
            };
            let alone = run(&mut machine);
            let state = machine.state();
            let mut beside = Machine::build(core, &program, &Options::default())?;
            let mut counted = 0u64;
            // SAFETY: the counter outlives the machine's run.
            unsafe { beside.attach(count, (&raw mut counted).cast()) };
            let attached = run(&mut beside);
            assert_eq!(counted, state.records);
            let (instructions, cycles) = (state.records as f64, state.cycles as f64);
            println!(
                "| {file} | `{}` | {instructions} | {:.2} | {:.2} | {:.3} | {:.3} |",
                core.name(),
                cycles / instructions,
                cycles / alone / 1e6,
                instructions / alone / 1e6,
                instructions / attached / 1e6,
            );
        }
    }
    Ok(())
}
