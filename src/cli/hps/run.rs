//! `treetap hps run`: a program on recorded retirements.
use super::{MAX_IMAGE, read};
use crate::analysis::{self, Symbols};
use crate::cli::{Failure, output};
use crate::host::hps::{Cost, Key, Profile, Trial};
use crate::lang::hps::Image;
use crate::model::tap::Tap;
use crate::spec::classify::Xlen;
use crate::spec::core::Core;
use crate::spec::hps::{handler, regs};
use crate::spec::tap;
use crate::trace::rvfi;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Run an image on the recorded retirements of a core: what it reports, how close that is to everything, what it would cost.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap trace capture --core picorv32 programs/demo/demo.elf -o demo.rvfi.zst
  treetap hps compile bursty method --param nCheck0=200 --param nInstr0=10 -o method.img
  treetap hps run method.img demo.rvfi.zst --elf programs/demo/demo.elf

The model of the engine runs, in mode retire. docs/hps.md says what is counted and how costs are computed.")]
pub struct Args {
    /// Image that `treetap hps compile` wrote for mode retire.
    image: PathBuf,
    /// Retirements: .rvfi, .rvfi.zst or .rvfi.gz.
    trace: PathBuf,
    /// The program that ran: names for addresses.
    #[arg(long, value_name = "ELF")]
    elf: Option<PathBuf>,
    /// Rows to show.
    #[arg(long, value_name = "ROWS", default_value_t = 10)]
    top: usize,
    /// Word of register CTRL, as the listing has it [default: EN and BE_TAKEN].
    #[arg(long, value_name = "WORD", value_parser = word)]
    control: Option<u32>,
    /// Cycles of a handler [default: 30 for regions, 26 for methods, 34 for call pairs, else 30].
    #[arg(long, value_name = "CYCLES")]
    handler_cycles: Option<u32>,
}

/// Cycles that an engine without conditions needs to find out whether to sample.
const TEST_CYCLES: u64 = 4;

pub(super) fn word(text: &str) -> Result<u32, String> {
    let digits = text.strip_prefix("0x").map(|digits| u32::from_str_radix(digits, 16));
    digits.unwrap_or_else(|| text.parse()).map_err(|_| "expected a word such as 0x11".into())
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let bad = |file: &PathBuf, why: String| Failure::BadInput(format!("{}: {why}", file.display()));
    let image = Image::open(&read(&args.image, MAX_IMAGE)?).map_err(|why| bad(&args.image, why.to_string()))?;
    let default = regs::CTRL.field("EN").mask() | regs::CTRL.field("BE_TAKEN").mask();
    let mut trial = Trial::new(&image, args.control.unwrap_or(default))
        .ok_or_else(|| bad(&args.image, "compiled for mode decode: expected mode retire".into()))?;
    let symbols = args.elf.as_ref().map(|file| {
        let bytes = std::fs::read(file).map_err(|e| bad(file, format!("cannot read: {e}")))?;
        Symbols::parse(&bytes, &analysis::Options::default()).map_err(|e| bad(file, e.to_string()))
    });
    let symbols = symbols.transpose()?;
    let cycles = replay(args, &mut trial)?;
    let handlers = [(handler::REGION, 30), (handler::METHOD, 26), (handler::CALL_PAIR, 34)];
    let first = image.words.first().map_or(0, |words| (words[1] >> 16) as u8);
    let usual = handlers.iter().find(|(number, _)| *number == first).map_or(30, |(_, cycles)| *cycles);
    let cost = Cost { handler: args.handler_cycles.unwrap_or(usual).into(), test: TEST_CYCLES };
    let report = Report::of(&mut trial, cost, cycles, symbols.as_ref());
    if json { output::line(report.json(args.top)) } else { output::print(report.text(args.top).as_bytes()) }
}

/// Everything in the trace; gives the cycles that it took, 0 if the core told none.
fn replay(args: &Args, trial: &mut Trial) -> Result<u64, Failure> {
    let bad = |e: crate::trace::Error| Failure::BadInput(e.to_string());
    let mut reader = rvfi::open(&args.trace).map_err(bad)?;
    let origin = reader.origin().clone();
    if origin.xlen != 32 {
        let file = args.trace.display();
        return Err(Failure::BadInput(format!("{file}: of a core of {} bits, expected 32", origin.xlen)));
    }
    let unknown = tap::Config { xlen: Xlen::Rv32, addr_src: tap::AddrSrc::Rs1Imm, mdata_ok: false };
    let mut tap = Tap::new(Core::named(&origin.core).map_or(unknown, |core| tap::preset(core).config));
    let (mut batch, mut first, mut last) = (vec![], None, 0);
    while reader.next_batch(&mut batch).map_err(bad)? > 0 {
        for rvfi in &batch {
            first.get_or_insert(rvfi.cycle);
            last = rvfi.cycle;
            if let Some(record) = tap.push(rvfi) {
                trial.push(&record);
            }
        }
    }
    if let Some(record) = tap.flush() {
        trial.push(&record);
    }
    Ok(last.saturating_sub(first.unwrap_or(0)))
}

/// What is printed.
struct Report {
    instructions: u64,
    cycles: u64,
    sampled: Profile,
    exact: Profile,
    segments: [u64; 2],
    handler: u64,
    /// Cycles that are added: by this program, by tests in line, with every event.
    added: [u64; 3],
    rows: Vec<(String, u64, u64)>,
}

impl Report {
    fn of(trial: &mut Trial, cost: Cost, cycles: u64, symbols: Option<&Symbols>) -> Self {
        let added = [trial.added(cost), trial.added_by_tests(cost), trial.added_exhaustively(cost)];
        // Rows of one name are one.
        let mut names: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for (key, count) in &trial.sampled.counts {
            names.entry(named(key, symbols)).or_default().0 += count.events;
        }
        for (key, count) in &trial.exact.counts {
            names.entry(named(key, symbols)).or_default().1 += count.events;
        }
        let mut rows: Vec<_> = names.into_iter().map(|(name, (events, all))| (name, events, all)).collect();
        rows.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        Self {
            instructions: trial.instructions,
            cycles,
            sampled: trial.sampled.clone(),
            exact: trial.exact.clone(),
            segments: [trial.inside, trial.outside],
            handler: cost.handler,
            added,
            rows,
        }
    }

    /// Share of checks after which sampling went on.
    fn rate(&self) -> f64 {
        let [inside, outside] = self.segments;
        ratio(inside, inside + outside)
    }

    fn text(&self, top: usize) -> String {
        let (sampled, exact) = (self.sampled.events, self.exact.events);
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        let mut text = format!(
            "{} instructions, {} cycles\n{sampled} of {exact} events ({}), overlap with all of them {}\n",
            self.instructions,
            self.cycles,
            percent(ratio(sampled, exact)),
            percent(self.sampled.overlap(&self.exact)),
        );
        let [inside, outside] = self.segments;
        text += &format!("{} checks, sampling behind {inside} of them ({})\n", inside + outside, percent(self.rate()));
        if self.cycles > 0 {
            let share = self.added.map(|cycles| percent(ratio(cycles, self.cycles)));
            text += &format!(
                "in line, with {} cycles a handler: {} more cycles; with tests in line instead of counters {}; every event {}\n",
                self.handler, share[0], share[1], share[2]
            );
        }
        text += "\n   sampled     share  share of all\n";
        for (name, events, all) in self.rows.iter().take(top) {
            let shares = [ratio(*events, sampled), ratio(*all, exact)].map(percent);
            text += &format!("{events:>10} {:>9} {:>13}  {name}\n", shares[0], shares[1]);
        }
        text
    }

    fn json(&self, top: usize) -> Value {
        json!({
            "instructions": self.instructions, "cycles": self.cycles,
            "events": self.sampled.events, "all_events": self.exact.events, "overlap": self.sampled.overlap(&self.exact),
            "checks_inside": self.segments[0], "checks_outside": self.segments[1], "rate": self.rate(),
            "handler_cycles": self.handler, "added_cycles": self.added[0], "added_cycles_tests": self.added[1],
            "added_cycles_all": self.added[2],
            "rows": self.rows.iter().take(top).map(|(name, events, all)| json!({ "name": name, "events": events, "all": all }))
                .collect::<Vec<_>>(),
        })
    }
}

pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// What a key is called: methods are procedures with their loops.
fn named(key: &Key, symbols: Option<&Symbols>) -> String {
    let place = |address: u32| match symbols {
        None => format!("{address:08x}"),
        Some(symbols) => symbols.places()[symbols.at(address.into()) as usize].name.clone(),
    };
    let exactly = |address: u32| match symbols {
        None => place(address),
        Some(_) => format!("{address:08x} {}", place(address)),
    };
    match *key {
        Key::Region(pc) | Key::Reference(pc) => exactly(pc),
        Key::Entry(pc) | Key::Loop(pc) => place(pc),
        Key::Pair(pc, target) => format!("{} -> {}", exactly(pc), place(target)),
        Key::Other(number, pc) => format!("handler {number} at {}", exactly(pc)),
    }
}
