//! Configurations of `rap` on somebody's traces: how good the profile of each is, and how long it takes
//! (docs/reference/fit.md).
//!
//! * [`front`]: which of them no other one beats.
//! * [`timing`]: cycles of a trace.
pub mod front;
pub mod timing;

use crate::model::accuracy::accuracy;
use crate::model::coalescer::Coalescer;
use crate::model::exact::{Counter, Exact};
use crate::model::rap::Rap;
use crate::spec::coalescer;
use crate::spec::event::Event;
use crate::spec::rap::{Config, Demand, Eps, Error, Preset, Service, Walk};
use front::Figures;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use timing::{Came, Timing};

/// Which bits of a key the hardware gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Window {
    /// The lowest of them.
    pub shift: u32,
    /// How many.
    pub bits: u32,
}

impl Window {
    /// The bits of a key.
    pub const fn of(&self, key: u64) -> u64 {
        key >> self.shift & u64::MAX >> (64 - self.bits)
    }
}

/// A trace in memory.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Its name in tables.
    pub name: String,
    /// Its events, with whole keys.
    pub events: Vec<Event>,
}

impl Trace {
    /// Sum of the weights.
    pub fn weight(&self) -> u64 {
        self.events.iter().map(|event| u64::from(event.weight)).sum()
    }
}

/// The window of the bits in which the keys of all traces differ, on borders of digits; nothing where there are no two
/// keys.
pub fn window(traces: &[Trace]) -> Option<Window> {
    let first = traces.iter().find_map(|trace| trace.events.first())?.key;
    let differing = traces.iter().flat_map(|trace| &trace.events).fold(0, |bits, event| bits | (event.key ^ first));
    if differing == 0 {
        return None;
    }
    let (low, high) = (differing.trailing_zeros() / 2 * 2, 64 - differing.leading_zeros());
    Some(Window { shift: low, bits: (high - low).next_multiple_of(2) })
}

/// A configuration that is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// What is built.
    pub preset: Preset,
    /// The bound of EPS mode, where it is built.
    pub eps: Option<Eps>,
    /// Which bits of a key it gets.
    pub window: Window,
}

/// What a configuration does with a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    /// Hot ranges of the exact counts.
    pub ranges: usize,
    /// Mean error of their counts, in percent.
    pub mean: f64,
    /// Largest error of their counts, in percent.
    pub largest: f64,
    /// Events.
    pub events: u64,
    /// Events that entered the tree.
    pub emitted: u64,
    /// Cycles of all of them, one on offer in every cycle.
    pub cycles: u64,
    /// The longest that one event holds the engine, in cycles.
    pub pause: u64,
    /// Weight that was lost as counts were full.
    pub lost: u64,
}

impl Measured {
    /// Cycles of an event.
    pub fn cycles_per_event(&self) -> f64 {
        self.cycles as f64 / self.events.max(1) as f64
    }
}

/// What a configuration takes of a device, and how fast it is there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Costs {
    /// LUTs of four inputs.
    pub luts: u32,
    /// Places of LUTs with what else takes them: carry chains, memories.
    pub sites: u32,
    /// Flip-flops.
    pub flip_flops: u32,
    /// Block RAMs.
    pub blocks: u32,
    /// Clock in MHz.
    pub mhz: f64,
}

/// A configuration with all that is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The configuration.
    pub candidate: Candidate,
    /// What it takes.
    pub costs: Costs,
    /// What it does with each trace.
    pub measured: Vec<Measured>,
}

impl Tried {
    fn most<T: PartialOrd + Copy>(&self, of: impl Fn(&Measured) -> T, least: T) -> T {
        self.measured.iter().map(of).fold(least, |most, value| if value > most { value } else { most })
    }

    /// Mean error over the hot ranges of all traces, in percent.
    pub fn error(&self) -> f64 {
        let ranges: usize = self.measured.iter().map(|of| of.ranges).sum();
        self.measured.iter().map(|of| of.mean * of.ranges as f64).sum::<f64>() / ranges.max(1) as f64
    }

    /// Largest error of a hot range of any trace, in percent.
    pub fn largest(&self) -> f64 {
        self.most(|of| of.largest, 0.0)
    }

    /// Cycles of an event, on the trace with most.
    pub fn cycles(&self) -> f64 {
        self.most(Measured::cycles_per_event, 0.0)
    }

    /// The longest that an event of any trace holds the engine, in cycles.
    pub fn pause(&self) -> u64 {
        self.most(|of| of.pause, 0)
    }

    /// Millions of events in a second.
    pub fn rate(&self) -> f64 {
        self.costs.mhz / self.cycles().max(f64::MIN_POSITIVE)
    }

    /// What it is compared by.
    pub fn figures(&self) -> Figures {
        let time = 1000.0 / self.rate();
        Figures { error: self.error(), time, luts: self.costs.luts, blocks: self.costs.blocks }
    }
}

/// What a configuration may take, and has to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Most LUTs.
    pub luts: u32,
    /// Most block RAMs.
    pub blocks: u32,
    /// Least clock in MHz.
    pub mhz: f64,
    /// Most cycles of an event on any trace.
    pub cycles: f64,
    /// Longest that an event may hold the engine, in cycles.
    pub pause: u64,
}

impl Limits {
    /// May this be built? Nothing is known of its time yet.
    pub fn allow(&self, costs: &Costs) -> bool {
        costs.luts <= self.luts && costs.blocks <= self.blocks && costs.mhz >= self.mhz
    }

    /// Is it fast enough?
    pub fn reached(&self, tried: &Tried) -> bool {
        tried.cycles() <= self.cycles && tried.pause() <= self.pause
    }
}

/// Which configurations to look at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Those that no other one beats, the least error first.
    pub front: Vec<usize>,
    /// The one to take.
    pub recommended: Option<usize>,
}

impl Answer {
    /// Of those that are fast enough.
    pub fn of(all: &[Tried], limits: &Limits) -> Self {
        let fast: Vec<usize> = (0..all.len()).filter(|at| limits.reached(&all[*at])).collect();
        let figures: Vec<Figures> = fast.iter().map(|at| all[*at].figures()).collect();
        let front = front::front(&figures);
        let recommended = front::recommended(&figures, &front, [limits.luts, limits.blocks]);
        Self { front: front.into_iter().map(|at| fast[at]).collect(), recommended: recommended.map(|at| fast[at]) }
    }
}

/// An event that a coalescer sent on, and how many came since the one before it.
struct Sent {
    came: Came,
    event: Event,
}

/// What a front end makes of a trace.
struct Stream {
    sent: Vec<Sent>,
    /// Events that came after the last one that was sent.
    rest: Came,
    /// What a snapshot sends besides.
    flushed: Vec<Event>,
}

/// Candidates whose front ends do the same.
type Front = (Window, Option<u32>);
/// Candidates whose trees do the same: nodes, bits of counts where they matter, M and S of EPS mode.
type Tree = (u32, u32, Option<(u8, u8)>);

/// Every candidate on every trace, in the order of both: `[candidate][trace]`. `phi` is the share from which on a range
/// is hot; `progress` hears of every tree that is done, from any thread.
///
/// # Errors
/// A configuration that does not exist.
pub fn measure(
    traces: &[Trace],
    candidates: &[Candidate],
    phi: f64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Vec<Measured>>, Error> {
    let mut fronts: BTreeMap<Front, Vec<usize>> = BTreeMap::new();
    for (at, candidate) in candidates.iter().enumerate() {
        let entries = candidate.preset.config.coalescer.map(|coalescer| coalescer.entries);
        fronts.entry((candidate.window, entries)).or_default().push(at);
    }
    let jobs: Vec<(usize, &Front, &Vec<usize>)> =
        (0..traces.len()).flat_map(|trace| fronts.iter().map(move |(front, of)| (trace, front, of))).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![vec![Measured::default(); traces.len()]; candidates.len()]);
    let work = || {
        while let Some((trace, front, of)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let measured = with_front(&traces[*trace], **front, of, candidates, phi, progress)?;
            let mut found = found.lock().expect("no worker panics");
            for (at, measured) in measured {
                found[at][*trace] = measured;
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no worker panics"))
    })?;
    Ok(found.into_inner().expect("no worker panics"))
}

/// How many trees [`measure`] grows.
pub fn trees(traces: &[Trace], candidates: &[Candidate]) -> u64 {
    let of = |trace: &Trace| {
        let weight = trace.weight();
        let trees = candidates.iter().map(|candidate| {
            let entries = candidate.preset.config.coalescer.map(|coalescer| coalescer.entries);
            (candidate.window, entries, tree(candidate, weight))
        });
        trees.collect::<std::collections::BTreeSet<_>>().len() as u64
    };
    traces.iter().map(of).sum()
}

/// What tells the tree of a candidate from others, given the weight of the trace: counts that nothing fills are alike.
fn tree(candidate: &Candidate, weight: u64) -> Tree {
    let config = &candidate.preset.config;
    let count_bits = if weight <= config.count_max() { 0 } else { config.count_bits };
    (config.nodes, count_bits, candidate.eps.map(|eps| (eps.m, eps.s)))
}

/// The candidates of one front end on one trace.
fn with_front(
    trace: &Trace,
    (window, entries): Front,
    of: &[usize],
    candidates: &[Candidate],
    phi: f64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<(usize, Measured)>, Error> {
    let stream = stream(trace, window, entries)?;
    let mut counter = Counter::new();
    let windowed = |event: &Event| Event { key: window.of(event.key), ..*event };
    trace.events.iter().for_each(|event| counter.add(windowed(event)));
    let exact = counter.finish(window.bits);
    let weight = trace.weight();
    let mut trees: BTreeMap<Tree, Vec<usize>> = BTreeMap::new();
    of.iter().for_each(|at| trees.entry(tree(&candidates[*at], weight)).or_default().push(*at));
    let mut measured = vec![];
    for of in trees.values() {
        let alike: Vec<Candidate> = of.iter().map(|at| candidates[*at]).collect();
        let all = grown(&stream, &exact, &alike, trace.events.len() as u64, phi)?;
        measured.extend(of.iter().copied().zip(all));
        progress(1);
    }
    Ok(measured)
}

fn stream(trace: &Trace, window: Window, entries: Option<u32>) -> Result<Stream, Error> {
    let coalescer = entries.map(|entries| Coalescer::new(coalescer::Config::new(entries)));
    let mut coalescer = coalescer.transpose().map_err(Error::Coalescer)?;
    let (mut sent, mut came, mut before) = (vec![], Came::default(), None);
    for event in &trace.events {
        came.events += 1;
        let event = Event { key: window.of(event.key), ..*event };
        let out = match &mut coalescer {
            Some(coalescer) => {
                let place = Some(coalescer.index(event.key) & NEAR);
                came.near += u32::from(place == before);
                before = place;
                coalescer.push(event)
            }
            None => Some(event),
        };
        if let Some(event) = out {
            sent.push(Sent { came, event });
            came = Came::default();
        }
    }
    let mut flushed = vec![];
    if let Some(coalescer) = &mut coalescer {
        coalescer.flush(|event| flushed.push(event));
    }
    Ok(Stream { sent, rest: came, flushed })
}

/// Bits of an index by which the compact coalescer tells entries apart before it has read them.
const NEAR: usize = 15;

/// One tree, and the time that each of its candidates takes for it.
fn grown(stream: &Stream, exact: &Exact, alike: &[Candidate], events: u64, phi: f64) -> Result<Vec<Measured>, Error> {
    let first = alike[0];
    let config = Config { eps: first.eps, ..first.preset.config };
    let mut tree = Rap::new(config)?;
    let mut timings: Vec<Timing> =
        alike.iter().map(|candidate| Timing::of(&candidate.preset, candidate.eps.is_some())).collect();
    tree.measure(Service::of(first.preset.engine, &config));
    let (mut before, mut level) = (0, 0);
    let events_of_tree = stream.sent.iter().map(|sent| (sent.came, sent.event));
    for (came, event) in events_of_tree.chain(stream.flushed.iter().map(|event| (Came::default(), *event))) {
        let counted = tree.n();
        tree.add(event);
        // An event that is lost asks for nothing.
        let demand = if tree.n() == counted { Demand::default() } else { tree.last_demand() };
        // After an absorption the walk begins at the root: the leaf may have been on the path.
        let from = if demand.absorbed > 0 { 0 } else { tree.common(before, event.key).min(level) };
        let to = tree.depth(event.key);
        let walk = Walk { from: from.min(to), to, demand };
        timings.iter_mut().for_each(|timing| timing.event(came, &walk));
        (before, level) = (event.key, to);
    }
    let profile = tree.snapshot();
    let found = accuracy(&profile, exact, phi);
    let measured = |timing: &mut Timing| {
        timing.rest(stream.rest);
        Measured {
            ranges: found.ranges.len(),
            mean: found.average,
            largest: found.maximum,
            events,
            emitted: (stream.sent.len() + stream.flushed.len()) as u64,
            cycles: timing.cycles(),
            pause: timing.longest(),
            lost: tree.lost(),
        }
    };
    Ok(timings.iter_mut().map(measured).collect())
}
