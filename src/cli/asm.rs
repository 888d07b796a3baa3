//! `treetap asm`: microcode of the profiling co-processor.
use super::words::coproc::assembled;
use super::{Failure, input, output};
use crate::lang::coproc::{self, Target};
use crate::spec::coproc::{Config, ENTRIES};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Assemble microcode of the profiling co-processor, and show it.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A name without a dot or slash is that of a program that comes with treetap: valprof, valprof_hm, \
        edge1, edge2, stack, memdep,
conflict. Without -o, --hex and --list the program is only checked. Errors have names; docs/reference/coproc.md explains
each of them.

Examples:
  treetap asm valprof -o valprof.img
  treetap asm mine.uc --entries 64 -o mine.img --list
  treetap asm valprof --hex -
  treetap asm --disassemble valprof.img"
)]
pub struct Args {
    /// Program: a file, or one that comes with treetap; with --disassemble an image.
    #[arg(value_name = "PROG")]
    program: String,
    /// Image to write; `-` is standard output.
    #[arg(short, long, value_name = "IMG")]
    output: Option<PathBuf>,
    /// Write the words as text, 12 hexadecimal digits a line; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    hex: Option<PathBuf>,
    /// Print each word with its number, its 48 bits and what it says.
    #[arg(long)]
    list: bool,
    /// PROG is an image: print a program that assembles to it, or what --list and --hex ask for.
    #[arg(long, conflicts_with_all = ["output", "entries", "value_bits"])]
    disassemble: bool,
    /// Entries of the build: 32, 64, 128 or 256 [default: 256].
    #[arg(long, value_name = "N", value_parser = entries)]
    entries: Option<u32>,
    /// Bits of a value: 32 or 64 [default: 32].
    #[arg(long, value_name = "BITS", value_parser = value_bits)]
    value_bits: Option<u32>,
}

/// A number that a build can have.
fn parameter(text: &str, with: impl Fn(u32) -> Config) -> Result<u32, String> {
    let number = text.parse().map_err(|_| "expected a number".to_string())?;
    with(number).validate().map_err(|wrong| wrong.to_string())?;
    Ok(number)
}

fn entries(text: &str) -> Result<u32, String> {
    parameter(text, Config::rv32)
}

fn value_bits(text: &str) -> Result<u32, String> {
    parameter(text, |value_bits| Config { value_bits, ..Config::rv32(ENTRIES[0]) })
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let target = Target { entries: args.entries.unwrap_or(256), value_bits: args.value_bits.unwrap_or(32) };
    let image = match args.disassemble {
        true => input::microcode(Path::new(&args.program))?,
        false => assembled(&args.program, &target, json)?,
    };
    if let Some(file) = &args.output {
        output::write(file, &image.bytes())?;
    }
    if let Some(file) = &args.hex {
        let words: String = image.words.iter().map(|word| format!("{word:012x}\n")).collect();
        output::write(file, words.as_bytes())?;
    }
    if json {
        return output::line(json!({
            "program": args.program, "image": args.output, "entries": image.entries, "value_bits": image.value_bits,
            "recfmt": image.recfmt, "classes": image.classes(),
            "words": image.words.iter().map(|word| format!("{word:012x}")).collect::<Vec<_>>(),
        }));
    }
    if args.list {
        return output::print(coproc::listing(&image).as_bytes());
    }
    if args.disassemble && args.hex.is_none() {
        return output::print(coproc::text(&image).as_bytes());
    }
    let (words, entries, recfmt) = (image.words.len(), image.entries, image.recfmt);
    eprintln!("treetap: {}: {words} words for {entries} entries, RECFMT {recfmt:#06x}", args.program);
    Ok(())
}
