//! The profiling co-processor's paper on real programs: value profiles of loads beside the complete ones
//! (docs/measured/reproduction-coprocessor.md).
//!
//! ```sh
//! cargo run --release --example coprocessor -- PICTURES 100000000 build/programs/sqlite-long.elf ...
//! ```
//!
//! Every program runs in the instruction-set simulator, for at most so many instructions. Beside it run the complete
//! profile, the simple sampler, and the golden model of the co-processor with its host, in several builds.
#[path = "../tables/beside.rs"]
mod beside;
mod claims;
mod figures;
mod runs;
#[path = "../tables/table.rs"]
mod table;

use std::error::Error;
use std::path::Path;

/// A part of a run that is looked at by itself, from the middle on: one of so many.
const PART: u64 = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [pictures, limit, programs @ ..] = &words[..] else {
        return Err("expected PICTURES INSTRUCTIONS PROGRAM.elf ...".into());
    };
    let limit = limit.parse()?;
    std::fs::create_dir_all(pictures)?;
    let of = |from, limit| programs.iter().map(move |program| runs::run(Path::new(program), from, limit));
    let runs = of(0, limit).collect::<Result<Vec<_>, _>>()?;
    let parts = of(limit / 2, limit / PART).collect::<Result<Vec<_>, _>>()?;
    figures::all(&runs);
    figures::part(&parts);
    figures::pictures(Path::new(pictures), &runs)?;
    claims::all(&runs);
    Ok(())
}
