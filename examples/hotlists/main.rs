//! Value hotlists of real programs beside every value of every instruction (docs/measured/reproduction-hotlists.md).
//!
//! ```sh
//! cargo run --release --example hotlists -- PICTURES 100000000 build/programs/sqlite-long.elf ...
//! ```
//!
//! Every program runs in the instruction-set simulator, for at most so many instructions. Beside it run exact counts of
//! all values, and the golden model of the hotlist sampler with several distances and lengths of bursts, schemes and
//! sizes of the table.
#[path = "../tables/beside.rs"]
mod beside;
mod bias;
mod claims;
mod exact;
mod figures;
mod measures;
mod pictures;
mod runs;
mod samplers;
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
    bias::tables(&runs);
    claims::all(&runs);
    pictures::all(Path::new(pictures), &runs)?;
    Ok(())
}
