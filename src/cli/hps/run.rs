//! `treetap hps run`: a program on recorded retirements.
use super::source::{self, Ran};
use super::{MAX_IMAGE, read};
use crate::analysis::{self, Symbols, chkplan};
use crate::cli::{Failure, output};
use crate::host::hps::cost::{self, Added, Cost, Times};
use crate::host::hps::sampler::{self, Ratio, Sampler};
use crate::host::hps::{Key, Trial};
use crate::lang::hps::Image;
use crate::report::grouped;
use crate::spec::checkmap;
use crate::spec::hps::regs;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Run an image on the recorded retirements of a core: what it reports, how close that is to everything, what it would cost.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap trace capture --core picorv32 programs/demo/demo.elf -o demo.rvfi.zst
  treetap hps compile bursty method --param nCheck0=200 --param nInstr0=10 -o method.img
  treetap hps run method.img demo.rvfi.zst --elf programs/demo/demo.elf
  treetap hps run method.img demo.rvfi.zst --elf programs/demo/demo.elf --top 0 --csv methods.csv

  treetap chkplan programs/demo/demo.elf --check EC --k 4 -o demo.map
  treetap hps compile bursty region --filter -o region.img
  treetap hps run region.img demo.rvfi.zst --map demo.map

The model of the engine runs, in mode retire. docs/reference/hps.md, H11, says what is counted and how costs are computed.")]
pub struct Args {
    /// Image that `treetap hps compile` wrote for mode retire.
    image: PathBuf,
    /// Retirements: .rvfi, .rvfi.zst or .rvfi.gz.
    trace: PathBuf,
    /// The program that ran: names for addresses.
    #[arg(long, value_name = "ELF")]
    elf: Option<PathBuf>,
    /// Map of checks that `treetap chkplan -o` wrote, for an image compiled with --filter.
    #[arg(long, value_name = "FILTER")]
    map: Option<PathBuf>,
    /// Rows to show.
    #[arg(long, value_name = "ROWS", default_value_t = 10)]
    top: usize,
    /// Write all rows; `-` is standard output, without the report.
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Word of register CTRL [default: EN, BE_TAKEN, and FLAGSEL where the image samples by an overflow]. An image does not tell
    /// --back-edges static: then it is 0x1.
    #[arg(long, value_name = "WORD", value_parser = word)]
    control: Option<u32>,
    /// Cycles of a handler [default: 30 for regions, 26 for methods, 34 for call pairs, else 30].
    #[arg(long, value_name = "CYCLES")]
    handler_cycles: Option<u32>,
    /// Cycles of a check in software.
    #[arg(long, value_name = "CYCLES", default_value_t = cost::CHECK)]
    check_cycles: u64,
}

pub(in crate::cli) fn word(text: &str) -> Result<u32, String> {
    let digits = text.strip_prefix("0x").map(|digits| u32::from_str_radix(digits, 16));
    digits.unwrap_or_else(|| text.parse()).map_err(|_| "expected a word such as 0x11".into())
}

fn bad(file: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::BadInput(format!("{}: {why}", file.display()))
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let image = Image::open(&read(&args.image, MAX_IMAGE)?).map_err(|why| bad(&args.image, why))?;
    let map = map(args, &image)?;
    let control = args.control.unwrap_or_else(|| control(&image));
    let mut trial = Trial::new(&[(&image, control)], map)
        .ok_or_else(|| bad(&args.image, "compiled for mode decode: expected mode retire"))?;
    let symbols = args.elf.as_ref().map(|file| {
        let bytes = std::fs::read(file).map_err(|e| bad(file, format!("cannot read: {e}")))?;
        Symbols::parse(&bytes, &analysis::Options::default()).map_err(|e| bad(file, e))
    });
    let symbols = symbols.transpose()?;
    let ran = source::recorded(&args.trace, u64::MAX, &mut |record| trial.push(record))?;
    let first = image.words.first().map_or(0, |words| (words[1] >> 16) as u8);
    let handler = args.handler_cycles.map_or_else(|| cost::handler_cycles(first), u64::from);
    let report = Report::of(&mut trial, Cost { handler, test: cost::TEST }, args.check_cycles, &ran, symbols.as_ref());
    if let Some(file) = &args.csv {
        output::write(file, report.csv().as_bytes())?;
        if file == Path::new("-") {
            return Ok(());
        }
    }
    if json { output::line(report.json(args.top)) } else { output::print(report.text(args.top).as_bytes()) }
}

/// The word of CTRL that an image asks for.
pub(in crate::cli) fn control(image: &Image) -> u32 {
    let field = |name, set: bool| regs::CTRL.field(name).at(set.into());
    field("EN", true) | field("BE_TAKEN", true) | field("FLAGSEL", sampler::by_overflow(image))
}

/// The map of checks, if the image looks at one.
fn map(args: &Args, image: &Image) -> Result<Option<checkmap::Image>, Failure> {
    match &args.map {
        None if sampler::needs_map(image) => Err(bad(
            &args.image,
            "compiled with --filter: expected the map of checks too (--map, from treetap chkplan -o)",
        )),
        Some(_) if !sampler::knows_map(image) => {
            Err(bad(&args.image, "compiled without --filter, it does not look at a map of checks: expected no --map"))
        }
        None => Ok(None),
        Some(file) => {
            let bytes = std::fs::read(file).map_err(|e| bad(file, format!("cannot read: {e}")))?;
            chkplan::from_bytes(&bytes).map(Some).map_err(|e| bad(file, e))
        }
    }
}

/// What is printed.
struct Report {
    instructions: u64,
    cycles: u64,
    events: u64,
    all: u64,
    overlap: f64,
    segments: [u64; 2],
    sampler: Sampler,
    counted: Ratio,
    in_line: u64,
    handler: u64,
    added: Added,
    /// With checks by counters, and in software.
    times: [Times; 2],
    check: u64,
    rows: Vec<Row>,
}

/// What has one name.
#[derive(Default)]
struct Row {
    name: String,
    /// Events that were reported, and instructions since the change of control before them.
    events: u64,
    instructions: u64,
    /// Events that there were.
    all: u64,
}

impl Report {
    fn of(trial: &mut Trial, cost: Cost, check: u64, ran: &Ran, symbols: Option<&Symbols>) -> Self {
        let added = trial.added(0, cost);
        let in_line = trial.runs[0].in_line();
        let (run, exact) = (&trial.runs[0], &trial.exact.profile);
        // Rows of one name are one.
        let mut names: BTreeMap<String, Row> = BTreeMap::new();
        for (key, count) in &run.profile.counts {
            let row = names.entry(named(key, symbols)).or_default();
            row.events += count.events;
            row.instructions += count.instructions;
        }
        for (key, count) in &exact.counts {
            names.entry(named(key, symbols)).or_default().all += count.events;
        }
        let mut rows: Vec<_> = names.into_iter().map(|(name, row)| Row { name, ..row }).collect();
        rows.sort_by(|a, b| (b.events, b.all).cmp(&(a.events, a.all)).then_with(|| a.name.cmp(&b.name)));
        Self {
            instructions: trial.instructions,
            cycles: ran.cycles,
            events: run.profile.events,
            all: exact.events,
            overlap: run.profile.overlap(exact),
            segments: [run.inside, run.outside],
            sampler: run.sampler,
            counted: trial.rate(0),
            in_line,
            handler: cost.handler,
            added,
            times: [0, check].map(|check| Times::new(ran.cycles, trial.checked, check, added.exhaustively)),
            check,
            rows,
        }
    }

    fn text(&self, top: usize) -> String {
        let [inside, outside] = self.segments;
        let mut text = format!(
            "{} instructions in {} cycles\n\nevents    {} of {} ({}), overlap with all of them {}\n",
            grouped(self.instructions),
            grouped(self.cycles),
            grouped(self.events),
            grouped(self.all),
            percent(ratio(self.events, self.all)),
            percent(self.overlap),
        );
        text += &format!(
            "checks    {}, sampling behind {} of them ({})\n",
            grouped(inside + outside),
            grouped(inside),
            percent(ratio(inside, inside + outside))
        );
        if let Some(rate) = self.sampler.rate() {
            let verdict = if self.sampler.agrees(self.counted) {
                "they agree but for one period at most"
            } else {
                "THEY DIFFER by more than one period"
            };
            text += &format!("rate      r = {rate}, r' = {}: {verdict}\n", self.counted);
        }
        if self.cycles > 0 {
            text += &self.costs();
        }
        if top > 0 {
            text += "\n   sampled     share  share of all\n";
        }
        for Row { name, events, all, .. } in self.rows.iter().take(top) {
            let shares = [ratio(*events, self.events), ratio(*all, self.all)].map(percent);
            text += &format!("{events:>10} {:>9} {:>13}  {name}\n", shares[0], shares[1]);
        }
        let more = self.rows.len().saturating_sub(top);
        if top > 0 && more > 0 {
            text += &format!("{more:>10} rows more (--top, --csv)\n");
        }
        text
    }

    /// Costs as they were counted, and by the equations of bursty tracing.
    fn costs(&self) -> String {
        let Added { by_counters, by_tests, exhaustively } = self.added;
        let share = |cycles| percent(ratio(cycles, self.cycles));
        let mut text = format!(
            "cycles    in line, with {} cycles a handler: {} more ({}): {} of replacements (VCYC), {} of handlers\n",
            self.handler,
            grouped(by_counters),
            share(by_counters),
            grouped(self.in_line),
            grouped(by_counters - self.in_line)
        );
        text += &format!(
            "          with tests of {} cycles in line instead of counters {}; every event {}\n",
            cost::TEST,
            share(by_tests),
            share(exhaustively)
        );
        let Some(rate) = self.sampler.rate() else { return text };
        let [counters, software] = self.times;
        let run = self.cycles + by_counters;
        let mixed = counters.mixed(rate);
        let off = (run as f64 / mixed.value() - 1.0) * 100.0;
        text += &format!(
            "eq. ({})   t = ({} * t_chk + {} * t_ins) / {} = {mixed} cycles, t_chk = {}, t_ins = {}; counted {run} ({off:+.2} %)\n",
            // Of Arnold and Ryder, and its extension to bursts.
            if rate.part == 1 { 1 } else { 2 },
            rate.whole - rate.part,
            rate.part,
            rate.whole,
            counters.checking,
            counters.instrumented,
        );
        for (times, how) in [
            (counters, "checks by counters".to_string()),
            (software, format!("{} cycles a check in software", self.check)),
        ] {
            text += &format!(
                "eq. (4)   overhead = basic {} + r * {} = {} with {how}\n",
                percent(times.basic()),
                share(exhaustively),
                percent(times.overhead(rate.value()))
            );
        }
        text
    }

    fn csv(&self) -> String {
        let mut text = "name,sampled,share,instructions,all,share_of_all\n".to_string();
        for Row { name, events, instructions, all } in &self.rows {
            let name =
                if name.contains([',', '"']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.clone() };
            let shares = [ratio(*events, self.events), ratio(*all, self.all)];
            text += &format!("{name},{events},{:.6},{instructions},{all},{:.6}\n", shares[0], shares[1]);
        }
        text
    }

    fn json(&self, top: usize) -> Value {
        let [inside, outside] = self.segments;
        let pair = |ratio: Ratio| [ratio.part as u64, ratio.whole as u64];
        let equations = self.sampler.rate().filter(|_| self.cycles > 0).map(|rate| {
            let times = |times: &Times| {
                json!({
                    "t_orig": times.original, "t_chk": times.checking, "t_ins": times.instrumented,
                    "basic": times.basic(), "eq2": times.mixed(rate).value(), "eq4": times.overhead(rate.value()),
                })
            };
            json!({ "counters": times(&self.times[0]), "software": times(&self.times[1]), "check_cycles": self.check })
        });
        json!({
            "instructions": self.instructions, "cycles": self.cycles,
            "events": self.events, "all_events": self.all, "overlap": self.overlap,
            "checks_inside": inside, "checks_outside": outside, "rate": ratio(inside, inside + outside),
            "r": self.sampler.rate().map(pair), "counted": pair(self.counted), "agrees": self.sampler.agrees(self.counted),
            "handler_cycles": self.handler, "vcyc": self.in_line, "added_cycles": self.added.by_counters,
            "added_cycles_tests": self.added.by_tests, "added_cycles_all": self.added.exhaustively, "equations": equations,
            "rows": self.rows.iter().take(top).map(|row| json!({
                "name": row.name, "events": row.events, "instructions": row.instructions, "all": row.all,
            })).collect::<Vec<_>>(),
        })
    }
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    Ratio::new(part, whole).value()
}

/// What a key is called: methods are procedures with their loops.
pub(in crate::cli) fn named(key: &Key, symbols: Option<&Symbols>) -> String {
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
