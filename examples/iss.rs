//! The instruction-set simulator (docs/reference/iss.md) on a program: alone, or beside a core with every retirement
//! compared.
//!
//! ```sh
//! cargo run --release --example iss -- build/programs/lua.elf
//! cargo run --example iss -- build/programs/lua.elf ibex [RETIREMENTS]
//! ```
use std::path::Path;
use std::time::Instant;
use treetap::cosim::core::{Core, Machine, Options, Program};
use treetap::cosim::iss::{hart, lockstep};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (file, core, limit) = match &words[..] {
        [file] => (file, None, u64::MAX),
        [file, core] => (file, Some(core), u64::MAX),
        [file, core, limit] => (file, Some(core), limit.parse()?),
        _ => return Err("expected PROGRAM.elf [CORE [RETIREMENTS]]".into()),
    };
    let program = Program::read(Path::new(file))?;
    let mut hart = hart(&program);
    if let Some(core) = core {
        let core = Core::named(core).ok_or("expected picorv32, ibex or serv")?;
        let mut machine = Machine::build(core, &program, &Options::default())?;
        let seen = lockstep(core, &mut machine, &mut hart, limit)?;
        println!("{file} on {}: {seen:?}, 0 differences", core.name());
        return Ok(());
    }
    let start = Instant::now();
    let status = hart.run(u64::MAX);
    let seconds = start.elapsed().as_secs_f64();
    let rate = hart.retired() as f64 / seconds / 1e6;
    print!("{}", String::from_utf8_lossy(hart.memory.console()));
    println!("{file}: {status:?}, {} instructions in {seconds:.2} s: {rate:.1} million a second", hart.retired());
    Ok(())
}
