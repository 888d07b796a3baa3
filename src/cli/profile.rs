//! `treetap profile`: the golden model over a trace, and what people and scripts read from it.
use super::progress::Progress;
use super::trace::InputOptions;
use super::{Failure, output};
use crate::host::events;
use crate::model::accuracy::{Accuracy, accuracy};
use crate::model::classic::{self, Classic};
use crate::model::exact::{Counter, Exact};
use crate::model::profile::Profile;
use crate::model::rap::Top;
use crate::report::json::{Dump, Hot, Query, Report};
use crate::report::nodes::History;
use crate::report::{drawing, grouped, hex, hot, percent};
use crate::spec::event::{Command, Event};
use crate::spec::rap::{Config, Eps};
use crate::spec::{coalescer, rap};
use crate::trace::Reader;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Profile a trace with the golden model and show its hot ranges.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap profile run.u64 --key-bits 48 --nodes 1024 --hot 10%
  treetap profile run.u64 --key-bits 48 --nodes 512 --coalesce 1024 --exact --hot 0.01
  treetap profile run.csv.gz --key-bits 32 --query 0x1000:0x1fff --json
  treetap profile run.u64 --key-bits 48 --nodes 4096 --eps 6,10 --svg run.svg

Counts are bounds: the true number of events in a range lies in lo..hi. Exit codes: 0 ok, 2 usage, 3 bad trace.")]
pub struct Args {
    /// Trace to read: .u64, .u64w, .csv or .lackey, with .gz or .zst if packed; `-` is standard input.
    trace: PathBuf,
    /// Key width in bits, even, 2 to 64.
    #[arg(long, value_name = "K", default_value_t = 64)]
    key_bits: u32,
    /// Nodes in the pool.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    nodes: u32,
    /// Count width in bits: 32 or 48.
    #[arg(long, value_name = "C", default_value_t = 48)]
    count_bits: u32,
    /// First threshold.
    #[arg(long, value_name = "T", default_value_t = 1)]
    t0: u64,
    /// Error bound eps = L * M / 2^S that the threshold follows (M 1 to 7, S 0 to 63).
    #[arg(long, value_name = "M,S")]
    eps: Option<EpsArg>,
    /// Combine equal keys before the tree in E entries (a power of two, 16 to 4096) of weight up to WMAX.
    #[arg(long, value_name = "E[,WMAX]")]
    coalesce: Option<CoalesceArg>,
    /// Which tree to grow: the one of the hardware, or the paper's literal one, which has no limit of nodes, no first
    /// threshold and no coalescer.
    #[arg(long, value_name = "NAME", default_value = "rap")]
    semantics: Semantics,
    /// Error bound of the classic tree: 0.1 or 10%.
    #[arg(long, value_name = "SHARE", default_value = "10%")]
    classic_eps: Share,
    /// Growth of the number of events between merges of the classic tree.
    #[arg(long, value_name = "Q", default_value_t = 2.0)]
    merge_ratio: f64,
    /// Count every key exactly as well; show the hot ranges of the exact counts and the errors of the profile.
    #[arg(long)]
    exact: bool,
    /// Share of all events that makes a range hot: 0.1 or 10%.
    #[arg(long, value_name = "PHI", default_value = "10%")]
    hot: Share,
    /// Bounds of the number of events with keys from A to B; can be given several times.
    #[arg(long, value_name = "A:B")]
    query: Vec<Range>,
    /// Write the whole tree as JSON to FILE; `-` is standard output, and then nothing else is printed there.
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,
    /// Draw the range tree and the node count over time.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    input: InputOptions,
}

/// `--semantics NAME`
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Semantics {
    /// The tree of the hardware.
    Rap,
    /// The paper's tree: splits into four children, batched merges.
    Classic,
}

/// `--eps M,S`
#[derive(Clone, Copy, Debug)]
pub struct EpsArg(pub Eps);

impl FromStr for EpsArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected M,S with M 1 to 7 and S 0 to 63";
        let (m, s) = text.split_once(',').ok_or(EXPECTED)?;
        Ok(EpsArg(Eps { m: m.trim().parse().map_err(|_| EXPECTED)?, s: s.trim().parse().map_err(|_| EXPECTED)? }))
    }
}

/// `--coalesce E[,WMAX]`
#[derive(Clone, Copy, Debug)]
struct CoalesceArg(coalescer::Config);

impl FromStr for CoalesceArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected E or E,WMAX with E a power of two from 16 to 4096 and WMAX 1 to 65535";
        let (entries, weight_max) = match text.split_once(',') {
            Some((entries, weight_max)) => (entries, Some(weight_max)),
            None => (text, None),
        };
        let mut config = coalescer::Config::new(entries.trim().parse().map_err(|_| EXPECTED)?);
        if let Some(weight_max) = weight_max {
            config.weight_max = weight_max.trim().parse().map_err(|_| EXPECTED)?;
        }
        Ok(CoalesceArg(config))
    }
}

/// `--hot 0.1` or `--hot 10%`, as a fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share(pub f64);

impl FromStr for Share {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected a share above 0, up to 1 or 100%";
        let text = text.trim();
        let value = match text.strip_suffix('%') {
            Some(percent) => percent.trim_end().parse::<f64>().map_err(|_| EXPECTED)? / 100.0,
            None => text.parse::<f64>().map_err(|_| EXPECTED)?,
        };
        if value > 0.0 && value <= 1.0 { Ok(Share(value)) } else { Err(EXPECTED) }
    }
}

/// `--query A:B`, decimal or `0x` hexadecimal, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub first: u64,
    pub last: u64,
}

impl FromStr for Range {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected A:B, each decimal or 0x hexadecimal, A not above B";
        let number = |text: &str| match text.trim().strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).map_err(|_| EXPECTED),
            None => text.trim().parse().map_err(|_| EXPECTED),
        };
        let (first, last) = text.split_once(':').ok_or(EXPECTED)?;
        let range = Range { first: number(first)?, last: number(last)? };
        if range.first <= range.last { Ok(range) } else { Err(EXPECTED) }
    }
}

impl Args {
    fn config(&self) -> Result<Config, Failure> {
        let config = Config {
            count_bits: self.count_bits,
            t0: self.t0,
            eps: self.eps.map(|eps| eps.0),
            coalescer: self.coalesce.map(|coalesce| coalesce.0),
            ..Config::new(self.key_bits, self.nodes)
        };
        config.validate().map_err(usage)?;
        if self.semantics == Semantics::Classic && (config.eps.is_some() || config.coalescer.is_some()) {
            return Err(Failure::Usage(
                "--semantics classic has neither --eps (see --classic-eps) nor --coalesce".into(),
            ));
        }
        if let Some(range) = self.query.iter().find(|range| range.last > config.key_max()) {
            let key = range.last;
            return Err(Failure::Usage(format!(
                "query up to {key:#x}: expected keys of at most {} bits",
                self.key_bits
            )));
        }
        Ok(config)
    }

    fn grower(&self, config: Config) -> Result<Grower, Failure> {
        Ok(match self.semantics {
            Semantics::Rap => Grower::Rap(Box::new(Top::new(config).map_err(usage)?)),
            Semantics::Classic => {
                let base = classic::Config::new(config.key_bits, self.classic_eps.0);
                let classic = Classic::new(classic::Config { merge_ratio: self.merge_ratio, ..base });
                Grower::Classic(Box::new(classic.map_err(|e| Failure::Usage(e.to_string()))?))
            }
        })
    }

    /// The limit of nodes; the classic tree has none.
    fn pool(&self) -> Option<u32> {
        (self.semantics == Semantics::Rap).then_some(self.nodes)
    }

    /// Two outputs into one file would keep the last, and one onto the trace would destroy it.
    fn refuse_overwriting(&self) -> Result<(), Failure> {
        let place_of = |file: &Option<PathBuf>| file.as_deref().and_then(place);
        let (trace, dump, svg) = (place(&self.trace), place_of(&self.dump), place_of(&self.svg));
        let pairs = [
            (&dump, &svg, "--dump and --svg"),
            (&dump, &trace, "--dump and the trace"),
            (&svg, &trace, "--svg and the trace"),
        ];
        match pairs.into_iter().find(|(a, b, _)| a.is_some() && a == b) {
            Some((_, _, names)) => Err(Failure::Usage(format!("{names} are the same file: expected different ones"))),
            None => Ok(()),
        }
    }

    /// Which of the outputs go to standard output, which has room for one.
    fn on_stdout(&self, json: bool) -> Vec<&'static str> {
        let is_stdout = |file: &Option<PathBuf>| file.as_deref() == Some(Path::new("-"));
        let outputs = [(json, "--json"), (is_stdout(&self.dump), "--dump -"), (is_stdout(&self.svg), "--svg -")];
        outputs.into_iter().filter(|(there, _)| *there).map(|(_, name)| name).collect()
    }
}

/// Where a file is or will be, whatever way leads there; `None` for standard streams, devices and pipes.
pub fn place(file: &Path) -> Option<PathBuf> {
    if file == Path::new("-") || std::fs::metadata(file).is_ok_and(|meta| !meta.is_file()) {
        return None;
    }
    let folder = || file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    file.canonicalize().ok().or_else(|| Some(folder().canonicalize().ok()?.join(file.file_name()?)))
}

/// The tree that grows: the same few questions to both kinds.
enum Grower {
    Rap(Box<Top>),
    Classic(Box<Classic>),
}

impl Grower {
    fn add_all(&mut self, events: &[Event]) {
        match self {
            Grower::Rap(top) => top.add_all(events),
            Grower::Classic(classic) => events.iter().for_each(|&event| classic.add(event)),
        }
    }

    /// Events that have entered the tree.
    fn emitted(&self, read: u64) -> u64 {
        match self {
            Grower::Rap(top) => top.emitted(),
            Grower::Classic(_) => read,
        }
    }

    /// Nodes now, at most, and on average.
    fn live(&self) -> (u32, u32, f64) {
        match self {
            Grower::Rap(top) => {
                let rap = top.rap();
                (rap.live(), rap.peak_live(), rap.average_live())
            }
            Grower::Classic(classic) => (classic.live(), classic.peak_live(), classic.average_live()),
        }
    }

    /// The end of a trace is one snapshot (R11).
    fn finish(&mut self) -> Profile {
        match self {
            Grower::Rap(top) => top.command(Command::Snapshot).expect("a snapshot dumps"),
            Grower::Classic(classic) => classic.profile().expect("a tree of four children a node has a profile"),
        }
    }
}

fn usage(error: rap::Error) -> Failure {
    Failure::Usage(error.to_string())
}

/// Everything that a pass over the trace yields.
struct Run {
    profile: Profile,
    exact: Option<Exact>,
    history: Option<History>,
    emitted: u64,
    cut_keys: u64,
    peak_live: u32,
    average_live: f64,
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    let config = args.config()?;
    let on_stdout = args.on_stdout(json);
    if on_stdout.len() > 1 {
        let names = on_stdout.join(" and ");
        return Err(Failure::Usage(format!("{names} want standard output: expected one of them")));
    }
    args.refuse_overwriting()?;
    if config.is_starved() && args.semantics == Semantics::Rap {
        eprintln!(
            "treetap: warning: {} nodes are few for {}-bit keys: the profile will be coarse",
            args.nodes, args.key_bits
        );
    }
    let reader = events::open(&args.trace, &args.input.reader(args.key_bits))?;
    let run = profile(reader, args.grower(config)?, &args)?;
    warn(&run);
    let accuracy = run.exact.as_ref().map(|exact| accuracy(&run.profile, exact, args.hot.0));

    if let Some(file) = &args.svg {
        let name = args.trace.file_name().unwrap_or(args.trace.as_os_str()).to_string_lossy();
        output::write(file, drawing(&name, &run.profile, run.history.as_ref(), args.pool()).as_bytes())?;
    }
    if let Some(file) = &args.dump {
        output::write(file, &to_json(&Dump::from(&run.profile)))?;
    }
    if json {
        output::print(&to_json(&report(&args, &run, accuracy.as_ref())))?;
    } else if on_stdout.is_empty() {
        output::print(human(&args, &run, accuracy.as_ref()).as_bytes())?;
    }
    Ok(())
}

/// Streams the trace through the model.
fn profile(mut reader: Reader, mut grower: Grower, args: &Args) -> Result<Run, Failure> {
    let mut counter = args.exact.then(Counter::new);
    let mut history = args.svg.is_some().then(|| History::new(grower.live().0));
    let progress = Progress::over(&reader, "profile");
    let (mut batch, mut read) = (Vec::new(), 0);
    while reader.next_batch(&mut batch)? > 0 {
        match &mut history {
            None => grower.add_all(&batch),
            Some(history) => {
                for event in batch.chunks(1) {
                    let emitted = grower.emitted(read);
                    grower.add_all(event);
                    read += 1;
                    if grower.emitted(read) > emitted {
                        history.record(grower.live().0);
                    }
                }
            }
        }
        if let Some(counter) = &mut counter {
            batch.iter().for_each(|&event| counter.add(event));
        }
        progress.read(&reader);
    }
    let profile = grower.finish();
    progress.finish("profile", reader.events());
    let (_, peak_live, average_live) = grower.live();
    Ok(Run {
        profile,
        exact: counter.map(|counter| counter.finish(args.key_bits)),
        history,
        emitted: grower.emitted(reader.events()),
        cut_keys: reader.cut_keys(),
        peak_live,
        average_live,
    })
}

fn warn(run: &Run) {
    if run.cut_keys > 0 {
        eprintln!("treetap: warning: {} keys lost high bits (--key-low)", grouped(run.cut_keys));
    }
    if run.profile.lost > 0 {
        eprintln!("treetap: warning: {} events lost: counts are full", grouped(run.profile.lost));
    }
    if run.profile.n == 0 {
        eprintln!("treetap: warning: the trace has no events");
    }
}

fn rows(args: &Args, run: &Run, accuracy: Option<&Accuracy>) -> Vec<hot::Row> {
    match accuracy {
        Some(accuracy) => hot::of_accuracy(accuracy),
        None => hot::of_profile(&run.profile, args.hot.0),
    }
}

fn report(args: &Args, run: &Run, accuracy: Option<&Accuracy>) -> Report {
    let profile = &run.profile;
    let query = |range: &Range| {
        let (lo, hi) = profile.query(range.first, range.last);
        Query {
            first: hex(range.first, args.key_bits),
            last: hex(range.last, args.key_bits),
            lo,
            hi,
            exact: run.exact.as_ref().map(|exact| exact.count(range.first, range.last)),
        }
    };
    Report {
        n: profile.n,
        t: profile.t,
        eps_bound: profile.eps_bound(),
        cert: profile.cert(),
        hot: rows(args, run, accuracy).iter().map(|row| Hot::new(row, profile.n, args.key_bits)).collect(),
        queries: args.query.iter().map(query).collect(),
        lost: profile.lost,
        live: profile.live,
        nodes: profile.nodes,
        creates: profile.creates,
        collapses: profile.collapses,
        emitted: run.emitted,
        peak_live: run.peak_live,
        average_live: run.average_live,
        cut_keys: run.cut_keys,
        error_average: accuracy.map(|a| a.average),
        error_maximum: accuracy.map(|a| a.maximum),
    }
}

fn human(args: &Args, run: &Run, accuracy: Option<&Accuracy>) -> String {
    let profile = &run.profile;
    let mut text = format!("{}\n", hot::certificate(profile, args.pool()));
    let rows = rows(args, run, accuracy);
    let share = hot::trim(100.0 * args.hot.0);
    if rows.is_empty() {
        text.push_str(&format!("\nno range holds {share} % of the events\n"));
    } else {
        text.push_str(&format!("\nranges that hold {share} % of the events beyond their hot sub-ranges\n\n"));
        text.push_str(&hot::tree(&rows, profile.n, args.key_bits));
        text.push('\n');
    }
    if let Some(accuracy) = accuracy {
        text.push_str(&format!("\n{}\n", hot::summary(accuracy, args.hot.0)));
    }
    for range in &args.query {
        let (lo, hi) = profile.query(range.first, range.last);
        let (first, last) = (hex(range.first, args.key_bits), hex(range.last, args.key_bits));
        text.push_str(&format!(
            "\n{first}..{last}: {}..{} events ({}..{})",
            grouped(lo),
            grouped(hi),
            percent(lo, profile.n),
            percent(hi, profile.n)
        ));
        if let Some(exact) = &run.exact {
            text.push_str(&format!(", exactly {}", grouped(exact.count(range.first, range.last))));
        }
        text.push('\n');
    }
    text
}

pub fn to_json(value: &impl serde::Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(value).expect("numbers, strings and lists have a JSON form");
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_fractions_or_percentages() {
        assert_eq!(
            ["0.1", "10%", "10 %", "1", "100%"].map(|s| s.parse::<Share>().unwrap()),
            [0.1, 0.1, 0.1, 1.0, 1.0].map(Share)
        );
        for text in ["", "0", "-1", "1.1", "101%", "nan", "inf", "%", "ten"] {
            assert!(text.parse::<Share>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn ranges_have_two_ends_in_order() {
        assert_eq!("0x10:255".parse(), Ok(Range { first: 16, last: 255 }));
        assert_eq!("7:7".parse(), Ok(Range { first: 7, last: 7 }));
        for text in ["", ":", "1", "2:1", "1:x", "-1:3", "0xg:1"] {
            assert!(text.parse::<Range>().is_err(), "{text:?}");
        }
    }
}
