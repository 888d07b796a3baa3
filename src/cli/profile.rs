//! `treetap profile`: the golden model over a trace, and what people and scripts read from it.
mod named;

use super::progress::Progress;
use super::words::shard::Shards;
use super::words::trace::InputOptions;
use super::words::value::{self, Range, Share};
use super::{Failure, input, output};
use crate::analysis::grow::{self, Grower, Grown, Wanted};
use crate::analysis::shards;
use crate::host::events;
use crate::model::accuracy::accuracy;
use crate::model::classic::{self, Classic};
use crate::model::rap::Top;
use crate::report::json::Dump;
use crate::report::profile::Shown;
use crate::report::{drawing, grouped};
use crate::spec::codemap::Image;
use crate::spec::rap::{Collapse, Config, Eps, HandChoice};
use crate::spec::{coalescer, rap};
use crate::trace::{Options, Window};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

/// Profile a trace with the golden model and show its hot ranges.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap profile run.u64 --key-bits 48 --nodes 1024 --hot 10%
  treetap profile run.u64 --key-bits 48 --nodes 512 --coalesce 1024 --exact --hot 0.01
  treetap profile run.csv.gz --key-bits 32 --query 0x1000:0x1fff --json
  treetap profile run.u64 --key-bits 48 --nodes 4096 --eps 6,10 --svg run.svg
  treetap profile 'shape:zipf?events=1e6&seed=3' --key-bits 32 --hot 1%
  treetap profile run.rvfi.zst --map program.elf --nodes 512 --weight instructions --hot 1%
  treetap profile run.u64 --key-bits 48 --jobs 8
  treetap profile run.u64 --key-bits 48 --shard 3/8 --dump part3.json

Counts are bounds: the true number of events in a range lies in lo..hi. Exit codes: 0 ok, 2 usage, 3 bad trace.")]
pub struct Args {
    /// Trace to read: .u64, .u64w, .csv, .lackey or .rvfi, with .gz or .zst if packed, or `shape:NAME` as for `sim`;
    /// `-` is standard input.
    trace: PathBuf,
    /// Key width in bits, even, 2 to 64.
    #[arg(long, value_name = "K", default_value_t = 64)]
    key_bits: u32,
    /// Nodes in the pool.
    #[arg(long, value_name = "N", default_value_t = 1024)]
    nodes: u32,
    /// Count width in bits: 16 to 48.
    #[arg(long, value_name = "C", default_value_t = 48)]
    count_bits: u32,
    /// First threshold.
    #[arg(long, value_name = "T", default_value_t = 1)]
    t0: u64,
    /// Error bound eps = L * M / 2^S that the threshold follows (M 1 to 7, S 0 to 63).
    #[arg(long, value_name = "M,S", value_parser = value::eps)]
    eps: Option<Eps>,
    /// Combine equal keys before the tree in E entries (a power of two, 16 to 4096) of weight up to WMAX.
    #[arg(long, value_name = "E[,WMAX]")]
    coalesce: Option<CoalesceArg>,
    /// How the tree makes room for new nodes: a hand that goes round the slots and never stops, as the hardware does,
    /// or the collapse that stops the world.
    #[arg(long, value_name = "RULE", default_value = "hand")]
    collapse: Rule,
    #[command(flatten)]
    hand: HandOptions,
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
    #[command(flatten)]
    program: named::Program,
    /// Write the whole tree as JSON to FILE; `-` is standard output, and then nothing else is printed there.
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,
    /// Draw the range tree and the node count over time.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Grow so many trees at a time, each of a part of the trace, and unite them: bounds hold as they do of one tree,
    /// counts may differ from its.
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: u32,
    #[command(flatten)]
    shards: Shards,
    #[command(flatten)]
    input: InputOptions,
}

/// Title of the options in the help.
const HAND: &str = "The hand, as of hardware generated with these options";

/// What hardware with other parameters of the hand would count: the options of `treetap gen rap`.
#[derive(clap::Args, Clone, Copy, Debug)]
struct HandOptions {
    /// Free nodes below which a round begins; by the nodes if absent.
    #[arg(long, value_name = "S", help_heading = HAND)]
    hand_reserve: Option<u32>,
    /// Most visits for an event's weight: 32, or 256 with --coalesce, if absent.
    #[arg(long, value_name = "WC", help_heading = HAND)]
    hand_weight: Option<u16>,
    /// Visits for each new node: 8 if absent.
    #[arg(long, value_name = "VC", help_heading = HAND)]
    hand_creates: Option<u16>,
    /// Steps of T at a round if events went over T in the one before: 4 if absent.
    #[arg(long, value_name = "J", help_heading = HAND)]
    hand_jump: Option<u16>,
}

impl HandOptions {
    fn choice(&self) -> HandChoice {
        HandChoice {
            reserve: self.hand_reserve,
            weight_cap: self.hand_weight,
            per_create: self.hand_creates,
            jump: self.hand_jump,
        }
    }
}

/// `--collapse RULE`
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Rule R15 of docs/reference/rap.md: some slots are visited at every event.
    Hand,
    /// Rule R6: the threshold rises and the tree is swept until a node is free.
    Stop,
}

/// `--semantics NAME`
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Semantics {
    /// The tree of the hardware.
    Rap,
    /// The paper's tree: splits into four children, batched merges.
    Classic,
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

impl Args {
    fn config(&self) -> Result<Config, Failure> {
        let config = Config {
            count_bits: self.count_bits,
            t0: self.t0,
            eps: self.eps,
            coalescer: self.coalesce.map(|coalesce| coalesce.0),
            collapse: match self.collapse {
                Rule::Hand => Collapse::Hand(self.hand.choice().hand(self.coalesce.is_some())),
                Rule::Stop => Collapse::Stop,
            },
            ..Config::new(self.program.widths(self.key_bits).0, self.nodes)
        };
        config.validate().map_err(usage)?;
        let by_hand = self.hand.choice() != HandChoice::default();
        if by_hand && (self.collapse == Rule::Stop || self.semantics == Semantics::Classic) {
            return Err(Failure::Usage("the options of the hand need --collapse hand and --semantics rap".into()));
        }
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

    /// What of the trace is read.
    fn options(&self) -> Result<Options, Failure> {
        let mut options = self.input.reader(self.program.widths(self.key_bits).1);
        options.event = self.program.event(options.event)?;
        let Some(shard) = self.shards.shard else { return Ok(options) };
        if self.trace == Path::new("-") {
            return Err(Failure::Usage("--shard has to count the events first: expected a file".into()));
        }
        let events = shards::count(&self.trace, &options)?;
        Ok(Options { window: Window::shard(events, shard.index, shard.count), ..options })
    }

    /// Whether one tree is grown after the other: only then can all be known of it.
    fn refuse_together(&self) -> Result<(), Failure> {
        let alone = [
            (self.exact, "--exact"),
            (self.svg.is_some(), "--svg"),
            (self.semantics == Semantics::Classic, "--semantics classic"),
            (self.trace == Path::new("-"), "standard input"),
        ];
        match alone.into_iter().find(|(there, _)| *there && self.jobs > 1) {
            Some((_, name)) => Err(Failure::Usage(format!("{name} needs one tree: expected --jobs 1"))),
            None => Ok(()),
        }
    }

    fn grow(&self, config: Config, options: &Options, lines: Option<&Image>) -> Result<Grown, Failure> {
        if self.jobs > 1 {
            let progress = Progress::unbounded("profile");
            let read = AtomicU64::new(0);
            let grown = shards::grow_together(&self.trace, options, config, self.jobs, &|events| {
                read.fetch_max(events, Ordering::Relaxed);
                progress.events(events);
            });
            progress.finish("profile", read.into_inner());
            return Ok(grown?);
        }
        let reader = events::open(&self.trace, options)?;
        let progress = Progress::over(&reader, "profile");
        let wanted = Wanted { exact: self.exact.then_some(options.key_bits), history: self.svg.is_some(), lines };
        let mut events = 0;
        let run = grow::grow(reader, self.grower(config)?, wanted, &mut |reader| {
            progress.read(reader);
            events = reader.events();
        })?;
        progress.finish("profile", events);
        Ok(run)
    }

    /// The limit of nodes; the classic tree has none.
    fn pool(&self) -> Option<u32> {
        (self.semantics == Semantics::Rap).then_some(self.nodes)
    }

    /// Two outputs into one file would keep the last, and one onto the trace would destroy it.
    fn refuse_overwriting(&self) -> Result<(), Failure> {
        let place_of = |file: &Option<PathBuf>| file.as_deref().and_then(input::place);
        let (trace, dump, svg) = (input::place(&self.trace), place_of(&self.dump), place_of(&self.svg));
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

fn usage(error: rap::Error) -> Failure {
    Failure::Usage(error.to_string())
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
            args.nodes, config.key_bits
        );
    }
    args.refuse_together()?;
    let options = args.options()?;
    let named = args.program.read(args.exact)?;
    let layout = named.as_ref().and_then(named::Named::layout);
    if let Some(layout) = layout {
        eprintln!("treetap: map of code: {}", layout.summary());
    }
    let run = args.grow(config, &options, layout.map(|layout| &layout.image))?;
    warn(&run);
    let names = named.as_ref().map(|named| named.table(&run, args.hot.0));
    let accuracy =
        run.exact.as_ref().filter(|_| layout.is_none()).map(|exact| accuracy(&run.profile, exact, args.hot.0));

    if let Some(file) = &args.svg {
        let name = args.trace.file_name().unwrap_or(args.trace.as_os_str()).to_string_lossy();
        output::write(file, drawing(&name, &run.profile, run.history.as_ref(), args.pool()).as_bytes())?;
    }
    if let Some(file) = &args.dump {
        let labels = args.shards.labels.named();
        // What scripts read from standard output has been the tree alone, and stays it unless they ask for more.
        let is_bare = file == Path::new("-") && args.shards.shard.is_none() && labels.is_empty();
        let parts = if is_bare { vec![] } else { shards::parts(&args.trace, &options, &labels, run.events)? };
        let dump = Dump { code_map: layout.map(|layout| layout.checksum), ..Dump::of(&run.profile, parts) };
        output::write(file, &output::to_json(&dump))?;
    }
    if !json && !on_stdout.is_empty() {
        return Ok(());
    }
    let queries: Vec<_> = args.query.iter().map(|range| (range.first, range.last)).collect();
    let shown = Shown {
        grown: &run,
        accuracy: accuracy.as_ref(),
        key_bits: config.key_bits,
        names: names.as_ref(),
        hot: args.hot.0,
        queries: &queries,
        pool: args.pool(),
    };
    output::either(json, || shown.contract(), || shown.text())
}

fn warn(run: &Grown) {
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
