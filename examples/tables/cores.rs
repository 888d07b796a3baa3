//! docs/measured/iss.md: the simulator beside cores, every retirement compared.
use crate::Done;
use crate::ask::{name, table};
use std::path::Path;
use treetap::cosim::core::{Core, Machine, Options, Program};
use treetap::cosim::iss::{hart, lockstep};
use treetap::report::grouped;

pub fn print(programs: &[String]) -> Done {
    let mut rows = vec![];
    for text in programs {
        eprintln!("{text}");
        let (file, how) = text.split_once('@').unwrap_or((text, "ibex"));
        let (core, limit) = how.split_once(',').map_or((how, None), |(core, limit)| (core, Some(limit)));
        let limit = limit.map_or(Ok(u64::MAX), str::parse)?;
        let core = Core::named(core).ok_or("expected picorv32, ibex or serv")?;
        let program = Program::read(Path::new(file))?;
        let mut machine = Machine::build(core, &program, &Options::default())?;
        let seen = lockstep(core, &mut machine, &mut hart(&program), limit)?;
        let counts = [seen.records, seen.results, seen.loads, seen.stores, seen.short, seen.traps, seen.interrupts];
        rows.push([name(file), core.name()].map(str::to_string).into_iter().chain(counts.map(grouped)).collect());
    }
    let columns = ["program", "core", "retirements", "results", "loads", "stores", "compressed", "exceptions"];
    table("iss-cores", &[&columns[..], &["interrupts"]].concat(), &rows);
    Ok(())
}
