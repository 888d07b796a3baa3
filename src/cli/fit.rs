//! `treetap fit`: the configurations of `rap` that suit somebody's traces and device.
mod prove;
mod space;

use super::progress::Progress;
use super::words::trace::InputOptions;
use super::words::value::Share;
use super::{Failure, input, output};
use crate::analysis::fit::{self, Answer, Costs, Limits, Trace, Tried};
use crate::catalog::Chosen;
use crate::flow::predict::{Predictor, memories};
use crate::flow::{self, Device};
use crate::host::events;
use crate::report::fit::{Shown, picture};
use crate::spec::rap::Preset;
use clap::builder::PossibleValuesParser;
use space::{Part, Ranges};
use std::collections::HashSet;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// Find the configurations of `rap` that suit traces and a device: what no other one beats, and the one to take.
///
/// Every configuration of a space is predicted (area, clock), and those that fit are tried on the traces with the
/// golden model (error, cycles, pauses). Nothing is synthesised unless --prove asks for it.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap fit lua.rvfi.zst jpeg.rvfi.zst --device up5k --max-bram 50%
  treetap fit gzip.u64.zst --device ecp5-25k --max-lut 25% --min-mhz 100 --svg fit.svg --csv fit.csv
  treetap fit lua.rvfi.zst --device up5k --engine serial --nodes 128,256 --entries 0,256 --fifo 0 --eps off
  treetap fit lua.rvfi.zst --device up5k --max-bram 15 --prove proof/
  treetap fit lua.rvfi.zst --device ecp5-25k --prove proof/ --on slurm --with --time=60
  treetap fit 'shape:zipf?events=1e6' --key-bits 32 --device up5k --json

docs/reference/fit.md has the rules. Exit codes: 0 ok, 1 no configuration keeps the limits, or what was placed does not,
2 usage, 3 bad input, 4 a program is missing (--prove).")]
pub struct Args {
    /// Traces: files as for `profile`, or `shape:NAME`.
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,
    /// Chip to build for.
    #[arg(long, value_name = "DEVICE", value_parser = PossibleValuesParser::new(flow::DEVICES.iter().map(|d| d.name)))]
    device: String,
    /// Most LUT4: a number, or a share of the device such as 25%.
    #[arg(long, value_name = "N|P%", default_value = "100%")]
    max_lut: Part,
    /// Most block RAMs: a number, or a share of the device.
    #[arg(long, value_name = "N|P%", default_value = "100%")]
    max_bram: Part,
    /// Least clock in MHz, as it is predicted.
    #[arg(long, value_name = "MHZ", default_value_t = 0.0)]
    min_mhz: f64,
    /// Most cycles of an event, on the average of every trace, when one is on offer in every cycle.
    #[arg(long, value_name = "CYCLES", default_value_t = f64::INFINITY, hide_default_value = true)]
    max_cycles: f64,
    /// Longest that one event may hold the engine, in cycles.
    #[arg(long, value_name = "CYCLES", default_value_t = u64::MAX, hide_default_value = true)]
    max_pause: u64,
    #[command(flatten)]
    ranges: Ranges,
    /// Share of a trace's events from which on a range is hot, and its error counts.
    #[arg(long, value_name = "PHI", default_value = "1%")]
    hot: Share,
    /// Read no more events of a trace than this.
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_events: u64,
    #[command(flatten)]
    input: InputOptions,
    /// Most rows of the table.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..))]
    rows: u32,
    /// Draw errors over block RAM, LUTs and events a second.
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Write every configuration that was tried.
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    prove: prove::ProveArgs,
}

pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    refuse_overwriting(args)?;
    let device = Device::named(&args.device).expect("the parser knows the devices");
    let predictor = Predictor::new(device).map_err(Failure::BadInput)?;
    let limits = Limits {
        luts: args.max_lut.of(device.luts),
        blocks: args.max_bram.of(device.brams),
        mhz: args.min_mhz,
        cycles: args.max_cycles,
        pause: args.max_pause,
    };
    let traces = traces(args)?;
    let windows = args.ranges.windows(&traces)?;
    let presets = args.ranges.presets(&windows, &traces)?;
    let (known, unknown): (Vec<Preset>, Vec<Preset>) =
        presets.iter().partition(|preset| predictor.unknown(preset).is_none());
    if let (true, Some(first)) = (known.is_empty(), unknown.first()) {
        let why = predictor.unknown(first).unwrap_or_default();
        return Err(Failure::Usage(format!("nothing can be predicted of this space: {why}")));
    }
    let allowed = costs(&predictor, device, &limits, &known)?;
    let candidates: Vec<(fit::Candidate, Costs)> = allowed
        .iter()
        .flat_map(|(preset, costs)| args.ranges.candidates(preset, &windows).into_iter().map(|of| (of, *costs)))
        .collect();
    let tried = tried(args, &traces, &candidates)?;
    let answer = Answer::of(&tried, &limits);
    let commands = tried.iter().map(|tried| Chosen::Rap(tried.candidate.preset).command()).collect();
    let shown = Shown {
        device,
        predictor: &predictor,
        traces: traces.iter().map(|trace| (trace.name.clone(), trace.events.len() as u64, different(trace))).collect(),
        phi: args.hot.0,
        limits,
        space: [presets.len(), unknown.len(), known.len() - allowed.len()],
        tried: &tried,
        answer: &answer,
        commands,
    };
    if let Some(file) = &args.svg {
        output::write(file, picture(&shown).as_bytes())?;
    }
    if let Some(file) = &args.csv {
        output::write(file, shown.csv().as_bytes())?;
    }
    let proof = args.prove.run(&shown)?;
    proof.print(json, &shown, args.rows as usize)?;
    if answer.recommended.is_none() {
        return Err(Failure::Mismatch(
            "no configuration keeps the limits: expected larger ones, or a larger space".into(),
        ));
    }
    proof.verdict()
}

/// Different keys of a trace.
fn different(trace: &Trace) -> u64 {
    trace.events.iter().map(|event| event.key).collect::<HashSet<_>>().len() as u64
}

/// Two outputs into one file would keep the last, and one onto a trace would destroy it.
fn refuse_overwriting(args: &Args) -> Result<(), Failure> {
    let outputs = [("--svg", &args.svg), ("--csv", &args.csv)];
    let places: Vec<_> =
        outputs.iter().filter_map(|(name, file)| Some((name, input::place(file.as_deref()?)?))).collect();
    if let [(first, a), (second, b)] = &places[..]
        && a == b
    {
        return Err(Failure::Usage(format!("{first} and {second} name one file: expected two")));
    }
    let traces: Vec<_> = args.traces.iter().filter_map(|trace| input::place(trace)).collect();
    match places.iter().find(|(_, place)| traces.contains(place)) {
        Some((name, place)) => Err(Failure::Usage(format!("{name} would overwrite the trace {}", place.display()))),
        None => Ok(()),
    }
}

fn traces(args: &Args) -> Result<Vec<Trace>, Failure> {
    let options = args.input.reader(args.ranges.key_bits());
    let mut all = vec![];
    for path in &args.traces {
        let mut reader = events::open(path, &options)?;
        let progress = Progress::over(&reader, "fit");
        let (mut events, mut batch) = (vec![], vec![]);
        while (events.len() as u64) < args.max_events && reader.next_batch(&mut batch)? > 0 {
            events.append(&mut batch);
            progress.read(&reader);
        }
        events.truncate(args.max_events as usize);
        progress.finish(&format!("fit: {}", path.display()), events.len() as u64);
        if events.is_empty() {
            return Err(Failure::in_file(path, "no event: expected one at least"));
        }
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name =
            file.strip_prefix("shape:").unwrap_or(&file).split(['.', '?']).next().unwrap_or_default().to_string();
        all.push(Trace { name, events });
    }
    Ok(all)
}

/// What each configuration takes, of those that may be built.
fn costs(
    predictor: &Predictor,
    device: &Device,
    limits: &Limits,
    presets: &[Preset],
) -> Result<Vec<(Preset, Costs)>, Failure> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![]);
    let progress = Progress::of(Some(presets.len() as u64), "fit").counting("configurations");
    let one = |preset: &Preset| -> Result<Option<Costs>, Failure> {
        // LUTs and clock do not need the Verilog, which takes some milliseconds.
        let Some(rough) = predictor.predict(preset, &[]) else { return Ok(None) };
        if rough.area.lut4 > limits.luts || rough.mhz < limits.mhz {
            return Ok(None);
        }
        let emitted = Chosen::Rap(*preset).emit()?;
        let memories = memories(&emitted.verilog, &emitted.top).map_err(Failure::BadInput)?;
        let Some(predicted) = predictor.predict(preset, &memories) else { return Ok(None) };
        let area = predicted.area;
        let costs = Costs {
            luts: area.lut4,
            sites: area.lut_sites(device.family),
            flip_flops: area.ff,
            blocks: area.bram,
            mhz: predicted.mhz,
        };
        Ok((limits.allow(&costs) && device.check(area).is_ok()).then_some(costs))
    };
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(preset) = presets.get(at) else { return Ok::<_, Failure>(()) };
            if let Some(costs) = one(preset)? {
                found.lock().map_err(|_| broken())?.push((at, costs));
            }
            progress.at(at as u64, at as u64);
        }
    };
    thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| broken())?)
    })?;
    progress.finish("fit: predicted", presets.len() as u64);
    let mut found = found.into_inner().map_err(|_| broken())?;
    found.sort_by_key(|(at, _)| *at);
    Ok(found.into_iter().map(|(at, costs)| (presets[at], costs)).collect())
}

/// A thread that panicked has told why.
fn broken() -> Failure {
    Failure::BadInput("a worker ended before its task".into())
}

fn tried(args: &Args, traces: &[Trace], candidates: &[(fit::Candidate, Costs)]) -> Result<Vec<Tried>, Failure> {
    let only: Vec<fit::Candidate> = candidates.iter().map(|(candidate, _)| *candidate).collect();
    let trees = fit::trees(traces, &only);
    let progress = Progress::of(Some(trees), "fit").counting("trees");
    let done = AtomicU64::new(0);
    let measured = fit::measure(traces, &only, args.hot.0, &|more| {
        let done = done.fetch_add(more, Ordering::Relaxed) + more;
        progress.at(done, done);
    });
    let measured = measured.map_err(|error| Failure::Usage(error.to_string()))?;
    progress.finish("fit: grown", trees);
    let with = |((candidate, costs), measured): (&(fit::Candidate, Costs), _)| Tried {
        candidate: *candidate,
        costs: *costs,
        measured,
    };
    Ok(candidates.iter().zip(measured).map(with).collect())
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected a number above 0, or a share such as 50%";
        if text.trim().ends_with('%') {
            return text.parse::<Share>().map(|share| Part::Share(share.0)).map_err(|_| EXPECTED);
        }
        text.trim().parse().ok().filter(|number| *number > 0).map(Part::Number).ok_or(EXPECTED)
    }
}
