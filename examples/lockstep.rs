//! `cargo run --example lockstep -- ibex build/programs/lua.elf [RETIREMENTS]`: a core and the instruction-set simulator on one program, every
//! retirement compared (docs/iss.md).
use std::path::Path;
use treetap::cosim::core::{Core, Machine, Options, Program};
use treetap::cosim::iss::{hart, lockstep};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (core, file, limit) = match &words[..] {
        [core, file] => (core, file, u64::MAX),
        [core, file, limit] => (core, file, limit.parse()?),
        _ => return Err("expected CORE PROGRAM.elf [RETIREMENTS]".into()),
    };
    let core = Core::named(core).ok_or("expected picorv32, ibex or serv")?;
    let program = Program::read(Path::new(file))?;
    let mut machine = Machine::build(core, &program, &Options::default())?;
    let seen = lockstep(core, &mut machine, &mut hart(&program), limit)?;
    println!("{file} on {}: {seen:?}, 0 differences", core.name());
    Ok(())
}
