//! The profiling co-processor's paper on real programs: value profiles of loads beside the complete ones
//! (docs/measured/reproduction-coprocessor.md).
//!
//! ```sh
//! cargo run --release --example coprocessor -- PICTURES 100000000 build/programs/sqlite-long.elf ...
//! ```
//!
//! Every program runs once in the instruction-set simulator, for at most so many instructions. Beside it run the complete
//! profile, the simple sampler, and the golden model of the co-processor with its host, in several builds.
mod claims;
mod figures;
mod runs;
#[path = "../tables/table.rs"]
mod table;

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [pictures, limit, programs @ ..] = &words[..] else {
        return Err("expected PICTURES INSTRUCTIONS PROGRAM.elf ...".into());
    };
    let limit = limit.parse()?;
    std::fs::create_dir_all(pictures)?;
    let runs: Result<Vec<_>, _> = programs.iter().map(|program| runs::run(Path::new(program), limit)).collect();
    let runs = runs?;
    figures::all(&runs);
    figures::pictures(Path::new(pictures), &runs)?;
    claims::all(&runs);
    Ok(())
}
