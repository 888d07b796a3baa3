//! The programs of the profiling co-processor that count, on real programs beside exact counts
//! (docs/measured/reproduction-coprocessor.md).
//!
//! ```sh
//! cargo run --release --example counting -- PICTURES 30000000 build/programs/sqlite-long.elf ...
//! ```
//!
//! Every program runs in the instruction-set simulator, for at most so many instructions. Beside it run exact counts
//! and the golden model of the co-processor with its host, in several builds.
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
    let runs = programs.iter().map(|program| runs::run(Path::new(program), limit)).collect::<Result<Vec<_>, _>>()?;
    figures::all(&runs);
    figures::pictures(Path::new(pictures), &runs)?;
    Ok(())
}
