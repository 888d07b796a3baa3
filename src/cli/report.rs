//! `treetap report`: a profile in the names of its program.
use super::profile::{Range, Share, place, to_json};
use super::{Failure, output};
use crate::analysis::{Keys, Options, Symbols};
use crate::model::profile::Profile;
use crate::report::html::{self, Fact, Names, Page};
use crate::report::json::Dump;
use crate::report::names::{Limits, Table};
use crate::report::{folded, hot};
use std::path::{Path, PathBuf};

/// Show a profile in the names of its program: functions, lines, what is uncertain.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap profile run.u64 --key-bits 32 --nodes 1024 --dump run.json
  treetap report run.json --elf program.elf
  treetap report run.json --elf program.elf --html report.html --folded stacks.txt
  treetap report values.json --html values.html

A function surely has the lower figure and at most the higher one. Exit codes: 0 ok, 2 usage, 3 bad profile or ELF file.")]
pub struct Args {
    /// Profile to read: what `profile --dump` wrote; `-` is standard input.
    profile: PathBuf,
    /// Program that was profiled, with symbols and, for lines and inlined functions, debug information (-g).
    #[arg(long, value_name = "FILE")]
    elf: Option<PathBuf>,
    /// Write a page that explains the profile, one file that needs nothing else.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write stacks for tools that draw flame graphs, `function;inlined_function N`; `-` is standard output.
    #[arg(long, value_name = "FILE", requires = "elf")]
    folded: Option<PathBuf>,
    /// Least share of all events for a row: 0.01 or 1%.
    #[arg(long, value_name = "PHI", default_value = "1%")]
    hot: Share,
    /// Most rows of a table.
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: usize,
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
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..64), requires = "elf")]
    key_shift: u32,
    /// Keys are edges {pc, npc} of 32 bits each: name both ends.
    #[arg(long, requires = "elf")]
    edges: bool,
}

fn address(text: &str) -> Result<u64, &'static str> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| "expected a decimal or 0x hexadecimal number")
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    args.refuse_overwriting(json)?;
    let profile = args.read_profile()?;
    if args.edges && profile.key_bits != 64 {
        let reason = format!("--edges: keys of {} bits, expected 64", profile.key_bits);
        return Err(Failure::BadInput(format!("{}: {reason}", args.profile.display())));
    }
    let symbols = args.elf.as_deref().map(|file| args.read_symbols(file)).transpose()?;
    let keys = Keys { left_out: args.key_shift, beside: if args.edges { 32 } else { 0 } };
    let limits = Limits { share: args.hot.0, rows: args.rows };
    let table = symbols.as_ref().map(|symbols| Table::of(&profile, symbols, keys, &limits));
    if let Some(table) = &table {
        table.warnings.iter().for_each(|warning| eprintln!("treetap: warning: {warning}"));
    }
    if let Some(file) = &args.html {
        let names = symbols.as_ref().zip(table.as_ref()).map(|(symbols, table)| Names { symbols, keys, table });
        output::write(file, args.page(&profile, names).as_bytes())?;
    }
    if let (Some(file), Some(symbols)) = (&args.folded, &symbols) {
        output::write(file, folded::folded(&profile, symbols, keys).as_bytes())?;
    }
    if json {
        let ranges = || crate::report::json::HotRanges::of(&profile, args.hot.0);
        return output::print(&table.as_ref().map_or_else(|| to_json(&ranges()), to_json));
    }
    if args.stdout_is_taken() {
        return Ok(());
    }
    let text = table.map_or_else(|| ranges(&profile, args.hot.0), |table| table.text());
    output::line(text)
}

/// The hot ranges, for keys without names.
fn ranges(profile: &Profile, share: f64) -> String {
    let rows = hot::of_profile(profile, share);
    format!("{}\n\n{}", hot::certificate(profile, None), hot::tree(&rows, profile.n, profile.key_bits))
}

impl Args {
    fn read_profile(&self) -> Result<Profile, Failure> {
        let bad = |reason: String| Failure::BadInput(format!("{}: {reason}", self.profile.display()));
        let read = match self.profile == Path::new("-") {
            true => std::io::read_to_string(std::io::stdin().lock()),
            false => std::fs::read_to_string(&self.profile),
        };
        let text = read.map_err(|e| bad(format!("cannot read: {e}")))?;
        let dump: Dump = serde_json::from_str(&text)
            .map_err(|e| bad(format!("{e}: expected what `treetap profile --dump` writes")))?;
        dump.profile().map_err(bad)
    }

    fn read_symbols(&self, file: &Path) -> Result<Symbols, Failure> {
        let bad = |reason: String| Failure::BadInput(format!("{}: {reason}", file.display()));
        let bytes = std::fs::read(file).map_err(|e| bad(format!("cannot read: {e}")))?;
        let pair = |range: Option<Range>| range.map(|range| (range.first, range.last));
        let options = Options { bias: self.bias, heap: pair(self.heap), stack: pair(self.stack) };
        Symbols::parse(&bytes, &options).map_err(|e| bad(e.to_string()))
    }

    fn page(&self, profile: &Profile, names: Option<Names>) -> String {
        let mut settings = vec![
            Fact::new("profile", self.profile.display(), "what this page shows"),
            Fact::new("key bits", profile.key_bits, "width of a key"),
            Fact::new("nodes", profile.nodes, "ranges that the tree may have at a time"),
            Fact::new("threshold", profile.t, "events at which a range is split, at the end of the run"),
        ];
        if let Some(elf) = &self.elf {
            let machine = names.map_or("", |names| names.symbols.machine());
            settings.push(Fact::new("program", elf.display(), machine));
        }
        let counters = [
            Fact::new("events", profile.n, "counted in the tree"),
            Fact::new("lost", profile.lost, "refused because a count was full"),
            Fact::new("creates", profile.creates, "ranges that were split off"),
            Fact::new("collapses", profile.collapses, "times that the tree was folded to make room"),
        ];
        let name = |file: &Path| file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        let title = name(self.elf.as_deref().unwrap_or(&self.profile));
        html::page(&Page {
            title: &title,
            events: "events",
            command: "",
            profile,
            names,
            hot: self.hot.0,
            settings: &settings,
            counters: &counters,
            laws: &[],
            notes: &[],
        })
    }

    fn stdout_is_taken(&self) -> bool {
        [&self.html, &self.folded].into_iter().flatten().any(|file| file == Path::new("-"))
    }

    /// Two outputs into one file would keep the last, and one onto an input would destroy it.
    fn refuse_overwriting(&self, json: bool) -> Result<(), Failure> {
        let on_stdout = [&self.html, &self.folded].into_iter().flatten().filter(|file| *file == Path::new("-")).count();
        if on_stdout + usize::from(json) > 1 {
            return Err(Failure::Usage(
                "--json, --html - and --folded - want standard output: expected one of them".into(),
            ));
        }
        let of = |file: &Option<PathBuf>| file.as_deref().and_then(place);
        let files = [
            ("the profile", place(&self.profile)),
            ("--elf", of(&self.elf)),
            ("--html", of(&self.html)),
            ("--folded", of(&self.folded)),
        ];
        for (i, (name, file)) in files.iter().enumerate() {
            if let Some((other, _)) = files[..i].iter().find(|(_, other)| file.is_some() && other == file) {
                return Err(Failure::Usage(format!("{other} and {name} are the same file: expected different ones")));
            }
        }
        Ok(())
    }
}
