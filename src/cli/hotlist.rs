//! `treetap hotlist`: which values the instructions of a program have most often.
use super::words::hotlist::Hotlist as Words;
use super::{Failure, input, output, retirements};
use crate::analysis::hotlist as found;
use crate::analysis::instructions::{Instructions, Words as Naming};
use crate::analysis::{Options, Symbols};
use crate::host::hotlist::{Scale, Tables};
use crate::lang::rv32;
use crate::model::hotlist::Hotlist;
use crate::report::hotlist::Found;
use crate::report::html::Law;
use crate::spec::hotlist::Build;
use crate::spec::hotlist::regs::Counter;
use crate::spec::sample_buffer::LANES_MAX;
use crate::trace::rvfi;
use std::path::PathBuf;

/// Find the values that the instructions of a program have most often, by sampling bursts of instructions.
///
/// The golden model of the hotlist sampler takes what a core retired. For each instruction come the values with how
/// often they came in the bursts: an estimate, and between which numbers that is in 95 of 100 cases. A value that is
/// nearly all of what an instruction gave is marked as invariant.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap hotlist programs/demo/demo.elf --period 60 --jitter 63
  treetap hotlist programs/demo/demo.elf --tuples LOAD --period 1 --jitter 0 --burst 255 --raw
  treetap hotlist build/programs/lua.elf --html lua.html
  treetap hotlist demo.rvfi.zst --elf programs/demo/demo.elf --tuples RET=caller,LOAD=address --concise --json

With --period 1 --jitter 0 every instruction is in a burst: exact, while a table has room for all values (T = 1).
docs/reference/hotlist.md has the rules.
Exit codes: 0 ok, 2 usage, 3 bad input.")]
pub struct Args {
    /// Program: an ELF file, which runs in the simulator, or recorded retirements (.rvfi, .rvfi.zst, .rvfi.gz).
    program: PathBuf,
    /// The program whose retirements these are: names for addresses.
    #[arg(long, value_name = "ELF")]
    elf: Option<PathBuf>,
    #[command(flatten)]
    words: Words,
    /// Entries of the table, as of the hardware: a power of two from 16 to 256.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = entries)]
    entries: u32,
    /// Stop after this many instructions.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Instructions to show.
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: usize,
    /// Write a page that shows them, one file that needs nothing else.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn entries(text: &str) -> Result<u32, &'static str> {
    let number = text.parse().ok().filter(|n: &u32| (16..=256).contains(n) && n.is_power_of_two());
    number.ok_or("expected a power of two from 16 to 256")
}

/// Runs the verb.
pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let config = args.words.config(LANES_MAX)?;
    let build = Build { xlen: 32, entries: args.entries, records: 256, lanes: LANES_MAX };
    let mut model = Hotlist::new(build, config);
    let mut instructions = Instructions::default();
    let mut tables = Tables::new(config.scheme, config.kinds, config.format);
    let recorded = rvfi::is_named(&args.program);
    let elf = args.elf.as_ref().or(if recorded { None } else { Some(&args.program) });
    let symbols = elf.map(|file| input::symbols(file, &Options::default())).transpose()?;
    let ran = retirements::any(&args.program, args.limit.unwrap_or(u64::MAX), &mut |record| {
        let Some(tuple) = model.retire(record) else { return };
        instructions.push(record);
        if config.mode.raw() {
            while model.pop().is_some() {}
            tables.push(&tuple.raw);
        }
    })?;
    let words = Naming {
        symbols: symbols.as_ref(),
        assembly: &|insn| rv32::disassemble(insn, |_, _| None, None),
        instructions: &instructions,
    };
    let rows = match config.mode.raw() {
        true => found::of_tables(&tables, &config, &args.words.asked(), &words),
        false => found::of_table(model.table(), &config, &args.words.asked(), &words),
    };
    let found = Found {
        program: &args.program,
        core: &ran.core,
        config: &config,
        entries: args.entries,
        counts: Counter::ALL.map(|counter| model.counter(counter)),
        t: Scale::of(model.table(), config.scheme).t,
        frozen: model.table().frozen(),
        rows: &rows,
        shown: args.rows,
        laws: &laws(&model, tables.iter().map(|(_, records, _)| records).sum()),
        beside: None,
    };
    let of_names = symbols.as_ref().map(Symbols::warnings).unwrap_or_default();
    found.warnings().iter().chain(of_names).for_each(|warning| eprintln!("treetap: warning: {warning}"));
    if let Some(file) = &args.html {
        output::write(file, found.page().as_bytes())?;
    }
    output::either(json, || found.contract(), || found.text())
}

/// What became of every tuple.
fn laws(model: &Hotlist, records: u64) -> Vec<Law> {
    if model.config().mode.raw() {
        let (raws, dropped) = (model.counter(Counter::Raws), model.counter(Counter::Rawdrop));
        return vec![Law {
            name: "RAWS".into(),
            text: format!("{raws} raw records = {records} taken + {dropped} dropped"),
            holds: raws == (records as u32).wrapping_add(dropped),
        }];
    }
    let of = model.table().outcomes();
    let sum = of.counted.wrapping_add(of.entered).wrapping_add(of.rejected).wrapping_add(of.frozen);
    vec![Law {
        name: "SEEN".into(),
        text: format!(
            "{} tuples seen = {} counted + {} entered + {} rejected + {} late",
            of.seen, of.counted, of.entered, of.rejected, of.frozen
        ),
        holds: of.seen == sum,
    }]
}
