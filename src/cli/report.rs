//! `treetap report`: a profile in the names of its program.
use super::words::tables::Tables;
use super::words::value::{Range, address};
use super::{Failure, input, output};
use crate::analysis::{Keys, Options, Symbols};
use crate::report::html::Names;
use crate::report::json::HotRanges;
use crate::report::names::Table;
use crate::report::{folded, hot, saved};
use std::path::{Path, PathBuf};

/// Show a profile in the names of its program: functions, lines, what is uncertain.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap profile run.u64 --key-bits 32 --nodes 1024 --dump run.json
  treetap report run.json --elf program.elf
  treetap report run.json --elf program.elf --html report.html --folded stacks.txt
  treetap report values.json --html values.html

A function surely has the lower figure and at most the higher one. Exit codes: 0 ok, 2 usage, 3 bad profile or ELF \
file.")]
#[command(mut_arg("folded", |arg| arg.requires("elf")))]
pub struct Args {
    /// Profile to read: what `profile --dump` wrote; `-` is standard input.
    profile: PathBuf,
    /// Program that was profiled, with symbols and, for lines and inlined functions, debug information (-g).
    #[arg(long, value_name = "FILE")]
    elf: Option<PathBuf>,
    #[command(flatten)]
    tables: Tables,
    /// How far above the addresses of the ELF file the program ran, decimal or 0x hexadecimal.
    #[arg(long, value_name = "ADDRESS", default_value = "0", value_parser = address, requires = "elf")]
    bias: u64,
    /// First and last address of the heap, where the file's symbols do not say.
    #[arg(long, value_name = "A:B", requires = "elf")]
    heap: Option<Range>,
    /// First and last address of the stack, likewise.
    #[arg(long, value_name = "A:B", requires = "elf")]
    stack: Option<Range>,
    /// Low address bits that the keys leave out (as given to `profile`).
    #[arg(
        long,
        value_name = "S",
        default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(..64),
        requires = "elf"
    )]
    key_shift: u32,
    /// Keys are edges {pc, npc} of 32 bits each: name both ends.
    #[arg(long, requires = "elf")]
    edges: bool,
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    args.refuse_overwriting(json)?;
    let saved = input::dump(&args.profile)?;
    let profile = saved.profile().map_err(|reason| Failure::in_file(&args.profile, reason))?;
    if args.edges && profile.key_bits != 64 {
        let reason = format!("--edges: keys of {} bits, expected 64", profile.key_bits);
        return Err(Failure::in_file(&args.profile, reason));
    }
    let symbols = args.elf.as_deref().map(|file| args.read_symbols(file, saved.code_map)).transpose()?;
    let keys = match symbols.as_ref().and_then(Symbols::lines) {
        Some(layout) => Keys::lines(layout.image.line_bits),
        None => Keys { left_out: args.key_shift, beside: if args.edges { 32 } else { 0 } },
    };
    let table = symbols.as_ref().map(|symbols| Table::of(&profile, symbols, keys, &args.tables.limits()));
    if let Some(table) = &table {
        table.warnings.iter().for_each(|warning| eprintln!("treetap: warning: {warning}"));
    }
    if let Some(file) = &args.tables.html {
        let names = symbols.as_ref().zip(table.as_ref()).map(|(symbols, table)| Names { symbols, keys, table });
        output::write(
            file,
            saved::page(&args.profile, &profile, args.elf.as_deref(), names, args.tables.hot.0).as_bytes(),
        )?;
    }
    if let (Some(file), Some(symbols)) = (&args.tables.folded, &symbols) {
        output::write(file, folded::folded(&profile, symbols, keys).as_bytes())?;
    }
    let share = args.tables.hot.0;
    if json {
        let ranges = || output::to_json(&HotRanges::of(&profile, share));
        return output::print(&table.as_ref().map_or_else(ranges, output::to_json));
    }
    if args.stdout_is_taken() {
        return Ok(());
    }
    output::line(table.map_or_else(|| hot::ranges(&profile, share), |table| table.text()))
}

impl Args {
    /// The names of the program: of lines of its code, if the profile has the checksum of a map of it.
    fn read_symbols(&self, file: &Path, code_map: Option<u32>) -> Result<Symbols, Failure> {
        let pair = |range: Option<Range>| range.map(|range| (range.first, range.last));
        let options = Options { bias: self.bias, heap: pair(self.heap), stack: pair(self.stack) };
        let symbols = input::symbols(file, &options)?;
        let Some(checksum) = code_map else { return Ok(symbols) };
        let wrong = || format!("not the program of the profile, whose map of code has the checksum {checksum:#010x}");
        let found = symbols.layout_of(checksum).map_err(|e| Failure::in_file(file, e))?;
        Ok(symbols.on_lines(found.ok_or_else(|| Failure::in_file(file, wrong()))?))
    }

    fn stdout_is_taken(&self) -> bool {
        [&self.tables.html, &self.tables.folded].into_iter().flatten().any(|file| file == Path::new("-"))
    }

    /// Two outputs into one file would keep the last, and one onto an input would destroy it.
    fn refuse_overwriting(&self, json: bool) -> Result<(), Failure> {
        let on_stdout = [&self.tables.html, &self.tables.folded]
            .into_iter()
            .flatten()
            .filter(|file| *file == Path::new("-"))
            .count();
        if on_stdout + usize::from(json) > 1 {
            return Err(Failure::Usage(
                "--json, --html - and --folded - want standard output: expected one of them".into(),
            ));
        }
        let of = |file: &Option<PathBuf>| file.as_deref().and_then(input::place);
        let files = [
            ("the profile", input::place(&self.profile)),
            ("--elf", of(&self.elf)),
            ("--html", of(&self.tables.html)),
            ("--folded", of(&self.tables.folded)),
        ];
        for (i, (name, file)) in files.iter().enumerate() {
            if let Some((other, _)) = files[..i].iter().find(|(_, other)| file.is_some() && other == file) {
                return Err(Failure::Usage(format!("{other} and {name} are the same file: expected different ones")));
            }
        }
        Ok(())
    }
}
