//! Engines and coalescers: event streams against the golden model, until one shows the mutant.
use crate::netlist::ACTIVE;
use crate::streams::{Stream, streams};
use crate::verdict::Verdict;
use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::ops::Range;
use treetap::catalog::rap_preset;
use treetap::cosim::build::Effort;
use treetap::cosim::library::{self, Simulation};
use treetap::cosim::report::Check;
use treetap::cosim::run::{Bench, Options, Streamed};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::{Commands, Pressure};
use treetap::cosim::{coalescer, rap};
use treetap::spec;
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::{Config, Engine};
use treetap::trace::shapes::Random;

/// What this file and the streams of the planted faults decide: a survivor has its turn again when they change.
pub const SOURCES: [&str; 2] = [include_str!("engines.rs"), include_str!("../../tests/rap/support/streams.rs")];

/// Events between two looks at what came out.
const BATCH: usize = 512;
/// Cycles without a transfer after which a mutant hangs: so many times those that one event takes at most in the design
/// as it is, and so many more, for memories that are cleared and dumps that nobody takes for a while.
const HANG_TIMES: u64 = 3;
const HANG_MORE: u64 = 50_000;

/// Streams that a few mutants need beyond those of the planted faults: shape, pressure, commands, first threshold, and
/// cycles of the stream before a pulse of `rst` with which it begins again.
const HARDER: &[(&str, Pressure, &str, u64, u64)] = &[
    ("uniform?events=60&weights=5&seed=1", Pressure::None, "every:20:snapshot", 1, 0),
    ("aliases?events=120&weights=5&seed=2", Pressure::Heavy, "random:15", 1, 0),
    ("adversary?events=200&seed=3", Pressure::None, "every:60:snapshot", 1, 0),
    ("uniform?events=250&weights=2&seed=4", Pressure::Light, "random:30", 2, 500),
    ("aliases?events=1500&weights=9&seed=5", Pressure::Heavy, "random:40", 1, 900),
    ("uniform?events=2000&weights=3&seed=6", Pressure::Heavy, "random:150", 1, 3_000),
    ("adversary?events=4000&seed=7", Pressure::Light, "random:300", 1, 7_000),
    ("adversary?events=6000&weights=9&seed=8", Pressure::Heavy, "random:700", 3, 0),
    // First thresholds with bits below their step, which go first when a round begins.
    ("uniform?events=1500&weights=900&seed=31", Pressure::None, "none", 0x1f, 0),
    ("uniform?events=2500&weights=9000&seed=32", Pressure::Light, "random:400", 0x2b5, 1_200),
    ("adversary?events=3500&weights=300&seed=33", Pressure::Heavy, "every:900:snapshot_reset", 0x59, 0),
    // Dumps while there is much weight over the threshold.
    ("uniform?events=3000&weights=65535&seed=34", Pressure::None, "every:250:snapshot", 1, 0),
    ("zipf?events=12000&weights=70&seed=9", Pressure::Source, "random:2000", 1, 0),
    ("adversary?events=20000&weights=900&seed=13", Pressure::None, "none", 1, 0),
    // Every slot has nodes of many levels, one after the other.
    ("adversary?events=100000&seed=21", Pressure::None, "every:1000:snapshot_reset", 1, 0),
    ("lcg?events=60000&weights=3&seed=22", Pressure::None, "every:600:snapshot_reset", 1, 0),
    ("sequential?events=60000&weights=9&seed=23", Pressure::Light, "every:1700:snapshot_reset", 1, 0),
    ("zipf?events=90000&seed=24", Pressure::None, "every:900:snapshot_reset", 1, 0),
    // More than a thousand creates, and as much weight over the threshold as there can be.
    ("uniform?events=130000&weights=65535&seed=25", Pressure::None, "none", 1, 0),
    // Nearly all weight in one node, in which each event finds what one of the last few has left.
    ("uniform?events=100000&weights=65535&seed=26", Pressure::Source, "none", u32::MAX as u64, 0),
];

/// So often is `n` taken to its end.
const ENDS: u64 = 4;
/// Room that it has left before the last part of the way, and events of that part.
const ROOM: u64 = u16::MAX as u64;
const LAST: u64 = 6_000;

/// Events that take `n` to its end (rule R3), and a reset after that. They go the last 2^16 in steps, large ones and
/// then small ones, which carry into each bit, by turns with some that would pass the end by any number of bits.
fn at_the_end(config: Config) -> (Vec<Event>, Commands) {
    let mut random = Random(41);
    let (mut events, mut resets) = (vec![], vec![]);
    for _ in 0..ENDS {
        let mut room = config.count_max();
        let mut last = 0;
        while last < LAST {
            let span = 1 << random.below(17);
            let weight = if room > ROOM {
                ROOM
            } else {
                last += 1;
                let beyond = room + 1 + random.below(span);
                let step = 1 + random.below(if last < 32 { 1 << 14 } else { 20 });
                if random.below(2) == 0 && beyond <= ROOM { beyond } else { step }
            };
            room -= if weight <= room { weight } else { 0 };
            let key = (random.below(9) * 0x0010_0001) & config.key_max();
            events.push(Event { key, weight: weight as u16 });
        }
        resets.push((events.len() as u64, Command::SnapshotReset));
    }
    // A few come after the last reset.
    events.extend([Event { key: 0, weight: 1 }; 9]);
    (events, Commands::At(resets))
}

/// Events of an octave of `n` on the way up.
const PER_OCTAVE: u64 = 1500;

/// Events that take `n` from 0 to its end, as many in each octave, so that the threshold has rounds and creates on all
/// of its ladder (rule R2). Short prefixes are hot: nodes of every level come and go.
fn up_the_ladder(config: Config) -> Vec<Event> {
    let mut random = Random(43);
    let (mut n, mut events) = (0, vec![]);
    loop {
        let weight = 1 + random.below((2 * n / PER_OCTAVE).clamp(1, u16::MAX.into()));
        n += weight;
        if n > config.count_max() {
            return events;
        }
        let key = (random.next() & config.key_max()) >> random.below(config.key_bits.into());
        events.push(Event { key, weight: weight as u16 });
    }
}

/// Bits of counts above those of a weight.
const HIGH_BITS: Range<u32> = 16..29;

/// First thresholds and events, with which counts have the highest bit of a threshold and are still below it, in a node
/// of one level after the other.
fn just_below(bit: u32) -> (u64, String) {
    let half_a_weight = 1 << (u16::BITS - 1);
    let nodes = 5;
    (1 << bit | half_a_weight, format!("single?events={}&weights=65535&seed={bit}", nodes << (bit + 1 - u16::BITS)))
}

/// Largest weights of an entry of a coalescer, with each bit both ways, and alone.
const LIMITS: [u16; 24] = [
    0x0001, 0x0002, 0x0004, 0x0008, 0x0010, 0x0020, 0x0040, 0x0080, 0x0100, 0x0200, 0x0400, 0x0800, 0x1000, 0x2000,
    0x4000, 0x8000, 0xffff, 0x7fff, 0x5555, 0xaaaa, 0x3333, 0xcccc, 0x0f0f, 0x00ff,
];

/// Events whose weights just fit into an entry together, or just do not, by a few or by any number of bits. Keys are
/// few, with twins in the same entry, from which they differ in two bits.
fn at_the_limit(config: Config, weight_max: u16) -> Vec<Event> {
    let mut random = Random(u64::from(weight_max));
    let index_bits = config.coalescer.map_or(1, |coalescer| coalescer.entries.ilog2());
    let key_bits = config.key_max().count_ones();
    let pairs = (0..1000u64).flat_map(|i| {
        let first = 1 + random.below(u64::from(weight_max)) as u16;
        let (any, span) = (random.next() as u16, 1u16 << random.below(16));
        let rest = match random.below(4) {
            0 => any,
            // Any power of two apart, so that each bit decides, some bits below it the other way.
            1 => (weight_max - first).wrapping_add(any % span).wrapping_sub(span / 2),
            _ => (weight_max - first).wrapping_add(random.below(6) as u16).wrapping_sub(2),
        };
        [first, rest].map(|weight| {
            let twin = (1 | 1 << index_bits) << random.below(u64::from(key_bits - index_bits));
            let key = (i / 8 + random.below(2)) % 5;
            Event { key: if random.below(2) == 0 { key } else { key ^ twin }, weight }
        })
    });
    pairs.collect()
}

/// What a worker says between two streams.
pub const ALIVE: &str = "alive";

/// The code that is no command.
const NOTHING: u64 = 0;

/// Streams of at most so many events come first.
const SHORT: usize = 4000;

/// Which streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    Short,
    Long,
}

impl Length {
    /// Its word among the arguments of a worker.
    pub const fn name(self) -> &'static str {
        match self {
            Length::Short => "short",
            Length::Long => "long",
        }
    }
}

/// A stream, and cycles of it ahead of a pulse of `rst`.
struct Turn {
    stream: Stream,
    interrupted: u64,
    /// `tests/rap/pace.rs` records its cycles.
    recorded: bool,
    events: Vec<Event>,
    /// Of the design as it is, once it has passed.
    usual: Option<Usual>,
}

/// What a stream takes.
#[derive(Clone, Copy, Default)]
struct Usual {
    cycles: u64,
    longest_pause: u64,
    /// What happened in it: see [`HAPPENS`].
    happened: [u64; HAPPENS.len()],
}

/// What the streams of an engine have to have, short ones and long ones.
const HAPPENS: [&str; 6] = ["creates", "absorptions", "rounds", "weight over the threshold", "snapshots", "resets"];

/// The options of a target: the preset of an engine, or of a coalescer.
///
/// # Errors
/// A name that there is not.
pub fn options(preset: &str, engine: &str) -> Result<Options, Box<dyn Error>> {
    if engine == "coalescer" {
        let preset = spec::coalescer::preset(preset).ok_or_else(|| format!("no coalescer `{preset}`"))?;
        return Ok(Options::coalescer(preset));
    }
    let engine = Engine::from_name(engine).ok_or_else(|| format!("no engine `{engine}`"))?;
    Ok(Options::rap(&rap_preset(preset, Some(engine))?))
}

/// `--worker NETLIST PRESET ENGINE LENGTH MUTANT,..`: a line for each mutant.
///
/// # Errors
/// A netlist that cannot be simulated, or differs without a mutation.
pub fn work(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [netlist, preset, engine, length, mutants] = arguments else {
        return Err("expected NETLIST PRESET ENGINE LENGTH MUTANTS".into());
    };
    let rtl = Some(fs::read_to_string(netlist)?);
    let options = Options { rtl, effort: Effort::Test, ..options(preset, engine)? };
    let bench = Bench::new(&options)?;
    let mut turns = turns(&options)?;
    turns.retain(|turn| (turn.events.len() <= SHORT) == (length == Length::Short.name()));
    println!("ready");
    for mutant in mutants.split(',').map(str::parse) {
        // Whoever reads this takes an end without a word for one of the mutant's making.
        let verdict = judge(&bench, &mut turns, mutant?).inspect_err(|error| println!("error: {error}"))?;
        println!("{verdict}");
        std::io::stdout().flush()?;
    }
    Ok(())
}

fn activate(mutant: usize) {
    // SAFETY: no other thread runs; a simulation reads the variable when it is opened.
    unsafe { std::env::set_var(ACTIVE, mutant.to_string()) };
}

fn turns(options: &Options) -> Result<Vec<Turn>, Box<dyn Error>> {
    let plain = streams(options).into_iter().map(|stream| (stream, 0, true));
    let harder = HARDER.iter().map(|(shape, pressure, commands, t0, interrupted)| {
        let config = Config { t0: *t0, ..options.config };
        let commands = Commands::parse(commands).expect("commands of ours");
        let stream = Stream::shape(shape, Options { pressure: *pressure, commands, config, ..options.clone() });
        (stream, *interrupted, false)
    });
    let limits = options.config.coalescer.into_iter().flat_map(|coalescer| {
        let pressures = [Pressure::None, Pressure::Heavy, Pressure::Sink, Pressure::Light];
        LIMITS.into_iter().zip(pressures.into_iter().cycle()).map(move |(weight_max, pressure)| {
            let config =
                Config { coalescer: Some(spec::coalescer::Config { weight_max, ..coalescer }), ..options.config };
            let workload = Workload::Events(at_the_limit(config, weight_max).into());
            let commands = Commands::parse("random:150").expect("commands of ours");
            let options = Options { config, commands, pressure, ..options.clone() };
            (Stream { name: format!("limit {weight_max:#x}"), workload, options }, 0, false)
        })
    });
    let full =
        if options.config.coalescer.is_none() && options.config.count_bits <= 32 { full(options) } else { vec![] };
    let mut turns = vec![];
    for (stream, interrupted, recorded) in plain.chain(harder).chain(limits).chain(full) {
        let (mut events, mut batch, mut source) = (vec![], vec![], stream.workload.open()?);
        while {
            source.next_batch(&mut batch)?;
            !batch.is_empty()
        } {
            events.append(&mut batch);
        }
        turns.push(Turn { stream, interrupted, recorded, events, usual: None });
    }
    turns.sort_by_key(|turn| turn.events.len());
    Ok(turns)
}

/// Streams with counts of many bits, of a tree that gets every event as it is.
fn full(options: &Options) -> Vec<(Stream, u64, bool)> {
    let stream = |name: &str, events: Vec<Event>, commands| {
        let options = Options { commands, sample_every: 1, ..options.clone() };
        Stream { name: name.into(), workload: Workload::Events(events.into()), options }
    };
    let (events, commands) = at_the_end(options.config);
    let every = Commands::Every(20_000, Command::Snapshot);
    let mut list =
        vec![stream("the end of n", events, commands), stream("up the ladder", up_the_ladder(options.config), every)];
    list.extend(HIGH_BITS.map(|bit| {
        let (t0, shape) = just_below(bit);
        let config = Config { t0, ..options.config };
        let options = Options { pressure: Pressure::None, commands: Commands::None, config, ..options.clone() };
        let stream = Stream::shape(&shape, options);
        Stream { name: format!("{}, T0 = {t0:#x}", stream.name), ..stream }
    }));
    list.into_iter().map(|stream| (stream, 0, false)).collect()
}

fn judge(bench: &Bench, turns: &mut [Turn], mutant: usize) -> Result<Verdict, Box<dyn Error>> {
    let mut pace = None;
    for turn in &mut *turns {
        let name = &turn.stream.name;
        let usual = match turn.usual {
            Some(usual) => usual,
            None => {
                activate(0);
                let (found, usual) = play(bench, turn)?;
                turn.usual = Some(usual);
                // Within the limits of a mutant, too.
                let (again, limited) = play(bench, turn)?;
                if let Some(field) = found.or(again) {
                    return Err(format!("not a mutant, {field} under {name}").into());
                }
                if limited.cycles != usual.cycles {
                    return Err(format!("not a mutant, and another number of cycles under {name}").into());
                }
                usual
            }
        };
        println!("{ALIVE}");
        activate(mutant);
        let (found, Usual { cycles, .. }) = play(bench, turn)?;
        println!("{ALIVE}");
        let name = &turn.stream.name;
        if let Some(field) = found {
            return Ok(Verdict::Killed(format!("{field} under {name}")));
        }
        if turn.recorded && cycles != usual.cycles && pace.is_none() {
            let more = cycles as i64 - usual.cycles as i64;
            pace = Some(format!("{more:+} of {} cycles under {name}", usual.cycles));
        }
    }
    if bench.options().unit() == Streamed::Rap {
        happened(turns)?;
    }
    Ok(pace.map_or(Verdict::Survived, Verdict::Pace))
}

/// Whether the streams, all of which the design as it is has passed, have what they are for.
fn happened(turns: &[Turn]) -> Result<(), String> {
    for (at, what) in HAPPENS.iter().enumerate() {
        let sum: u64 = turns.iter().filter_map(|turn| turn.usual).map(|usual| usual.happened[at]).sum();
        if sum == 0 {
            return Err(format!("no {what} in any stream"));
        }
    }
    Ok(())
}

/// What differs first, and what it took.
fn play(bench: &Bench, turn: &Turn) -> Result<(Option<String>, Usual), Box<dyn Error>> {
    let Turn { stream, interrupted, events, .. } = turn;
    let options = &stream.options;
    let mut setup = options.setup(options.sample_every);
    if let Some(usual) = turn.usual {
        setup.hang_cycles = HANG_TIMES * usual.longest_pause + HANG_MORE;
    }
    let mut simulation = Simulation::open(bench.library(), &setup);
    let mut checker = checker(options)?;
    if *interrupted > 0 {
        simulation.run_for(events, &[], *interrupted);
        simulation.rst();
    }
    let before = simulation.totals();
    let is_tree = options.unit() == Streamed::Rap;
    let commands = commands(&options.commands, options.seed, events.len() as u64, is_tree);
    let mut agrees = true;
    for (at, batch) in events.chunks(BATCH).enumerate() {
        let (from, to) = ((at * BATCH) as u64, ((at + 1) * BATCH) as u64);
        let inside = commands.iter().filter(|command| (from..to).contains(&command.position));
        let inside: Vec<_> =
            inside.map(|command| library::Command { position: command.position - from, ..*command }).collect();
        let mut outcome = simulation.run(batch, &inside);
        if outcome.records.iter().any(|record| record.op == NOTHING && record.words > 0) {
            return Ok((Some("words for no command".into()), Usual::default()));
        }
        outcome.records.retain(|record| record.op != NOTHING);
        agrees = checker.batch(batch, &outcome);
        if !agrees {
            break;
        }
    }
    if agrees {
        let last = library::Command { position: 0, op: Command::Snapshot as u64 };
        checker.batch(&[], &simulation.run(&[], &[last]));
    }
    let mut totals = simulation.totals();
    totals.emitted -= before.emitted;
    let found = checker.finish(&totals);
    let happened = [found.creates, found.absorbed, found.rounds, found.over, found.snapshots, found.resets];
    let usual = Usual { cycles: totals.cycles, longest_pause: totals.longest_pause, happened };
    Ok((found.fault.map(|fault| fault.field), usual))
}

fn checker(options: &Options) -> Result<Box<dyn Check>, Box<dyn Error>> {
    Ok(match (options.unit(), &options.hardware) {
        (Streamed::Rap, treetap::catalog::Chosen::Rap(preset)) => {
            Box::new(rap::Checker::new(preset, options.config, options.sample_every)?)
        }
        _ => Box::new(coalescer::Checker::new(options.config.coalescer.ok_or("no coalescer")?)?),
    })
}

/// Commands in a stream of so many events; `is_tree`: of a tree, not of a coalescer.
fn commands(commands: &Commands, seed: u64, events: u64, is_tree: bool) -> Vec<library::Command> {
    let mut random = Random(seed ^ 0xc0_3a4d);
    let list: Vec<_> = match commands {
        Commands::None => vec![],
        Commands::At(list) => list.clone(),
        Commands::Every(distance, command) => {
            (1..=events / distance).map(|number| (number * distance, *command)).collect()
        }
        Commands::Random(mean) => {
            let mut position = 0;
            let next = || {
                position += random.below(2 * mean + 1);
                (position < events).then(|| (position, Command::ALL[random.below(Command::ALL.len() as u64) as usize]))
            };
            std::iter::from_fn(next).collect()
        }
    };
    let mut list: Vec<_> =
        list.into_iter().map(|(position, command)| library::Command { position, op: command as u64 }).collect();
    // A tree takes it and does nothing.
    if is_tree && matches!(commands, Commands::Random(_)) {
        list.extend((1..events).step_by(97).map(|position| library::Command { position, op: NOTHING }));
        list.sort_by_key(|command| command.position);
    }
    list
}
