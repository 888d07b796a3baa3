//! The co-processor beside cores that run whole programs, and a core that services it
//! (docs/measured/coproc_profiler.md).
//!
//! ```sh
//! cargo run --release --example coproc_profiler -- programs ibex 1000000 build/programs/lua.elf ...
//! cargo run --release --example coproc_profiler -- handler 2000000 build/programs/lua.elf ...
//! ```
//!
//! At most so many instructions of each program are run, or of those whose core is held back.
mod handler;
mod programs;
#[path = "../tables/table.rs"]
mod table;

use std::error::Error;
use std::path::PathBuf;
use std::thread;
use treetap::cosim::core::Core;
use treetap::lang::coproc::{Image, Target, assemble, programs as shipped};
use treetap::lang::source::Source;
use treetap::spec::coproc_profiler::VARIANTS;
use treetap::spec::variant::Variant;

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// What is run at a time.
const AT_ONCE: usize = 2;

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let paths = |files: &[&str]| files.iter().map(PathBuf::from).collect::<Vec<_>>();
    match &words[..] {
        ["programs", core, limit, files @ ..] => {
            let core = Core::ALL.into_iter().find(|known| known.name() == *core).ok_or("no such core")?;
            programs::table(core, limit.parse()?, &paths(files))
        }
        ["handler", limit, files @ ..] => handler::table(limit.parse()?, &paths(files)),
        _ => Err("expected programs CORE INSTRUCTIONS PROGRAM.elf .. or handler INSTRUCTIONS PROGRAM.elf ..".into()),
    }
}

/// The preset of this name.
fn preset(name: &str) -> Fallible<Variant> {
    Ok(*VARIANTS.iter().find(|variant| variant.name == name).ok_or("no such preset")?)
}

/// Microcode that comes with treetap.
fn microcode(name: &str, entries: u32) -> Fallible<Image> {
    let program = shipped::find(name).ok_or("no such microcode")?;
    let program = assemble(&Source::new(program.name, program.text), &Target::new(entries));
    Ok(program.map_err(|_| "this microcode is not for so few entries")?.image)
}

/// Does something for each of these, some at a time, and gives the results in their order.
fn each<T: Sync, R: Send>(of: &[T], make: impl Fn(&T) -> Fallible<R> + Sync) -> Fallible<Vec<R>> {
    let mut all = vec![];
    for some in of.chunks(AT_ONCE) {
        let results: Vec<Fallible<R>> = thread::scope(|scope| {
            let threads: Vec<_> = some.iter().map(|one| scope.spawn(|| make(one))).collect();
            threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
        });
        all.extend(results.into_iter().collect::<Fallible<Vec<R>>>()?);
    }
    Ok(all)
}

/// The name of a program, without the ways to it.
fn name(file: &std::path::Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
