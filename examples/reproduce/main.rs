//! Measures Figs. 5 to 10 of the RAP paper again, on programs that run on a real core:
//! docs/measured/reproduction-rap.md.
//!
//! `cargo run --release --example reproduce -- PICTURES PROGRAM.elf...` runs every program on PicoRV32, writes the
//! charts into the folder PICTURES and prints the tables as Markdown.
mod caches;
mod figures;
mod streams;

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let pictures = arguments.next().ok_or("usage: reproduce PICTURES PROGRAM.elf...")?;
    std::fs::create_dir_all(&pictures)?;
    let runs = arguments.map(|elf| streams::run(&elf)).collect::<Result<Vec<_>, _>>()?;
    if runs.is_empty() {
        return Err("no program named".into());
    }
    figures::all(&pictures, &runs)
}
