//! A large trace in packed files, a part of the profile from each, here and through Slurm; every bound beside exact
//! counts.
//!
//! The trace walks through blocks: a block is chosen by its rank, and is some keys that follow each other, as
//! instructions do. So exact counts are those of blocks, kept while the trace is written, and need no memory for every
//! event. What is read back has to come to them.
use super::place::Place;
use super::slurm::Cluster;
use super::{run, watched};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;
use treetap::model::profile::Profile;
use treetap::report::grouped;
use treetap::report::json::Dump;
use treetap::spec::event::Event;
use treetap::trace::Writer;
use treetap::trace::shapes::Random;

const KEY_BITS: u32 = 64;
const NODES: u32 = 1024;
/// Files of the trace, and parts of the run.
const FILES: u32 = 16;
/// Files that are written, or parts that are done, at a time.
const WORKERS: u32 = 2;
/// Blocks are `2^RANK_BITS`; of the ranks up to a power of two each power is as likely.
const RANK_BITS: u32 = 20;
/// Most keys of a block, and the distance of two.
const LONGEST: u64 = 16;
const STRIDE: u64 = 4;
/// Events that are written at once.
const BATCH: usize = 1 << 13;

/// Where the run is done, in words.
const HERE: &str = "here, two at a time";
const SLURM: &str = "Slurm with two nodes here";

/// Prints the trace, the runs and the bounds.
pub fn table(events: u64) -> Result<(), Box<dyn Error>> {
    super::needs_slurm()?;
    let place = Place::new("shards")?;
    let begun = Instant::now();
    let exact = written(place.path(), events)?;
    let seconds = begun.elapsed().as_secs_f64();
    let mut bytes = 0;
    for file in 1..=FILES {
        bytes += fs::metadata(place.path().join(name(file)))?.len();
    }
    fs::write(place.path().join("sweep.toml"), sweep())?;
    println!("| where | parts | s | 10^6 events/s | processor s | MB of the largest process | ms to unite |");
    println!("|--|--:|--:|--:|--:|--:|--:|");
    let here = ran(place.path(), events, "here", HERE, None)?;
    let cluster = Cluster::start(FILES + 1);
    let there = ran(place.path(), events, "there", SLURM, Some(&cluster))?;
    drop(cluster);
    if here != there {
        return Err("the profiles of both runs differ".into());
    }
    let profile = serde_json::from_slice::<Dump>(&here)?.profile()?;
    let Compared { ranges, broken, gap } = compared(&profile, &exact);
    println!(
        "\n| events | GB | GB packed | bytes of an event | s to write | ranges compared | bounds broken | \
         largest gap | gap, % of events | certificate |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    println!(
        "| {} | {:.1} | {:.2} | {:.3} | {seconds:.0} | {ranges} | {broken} | {} | {:.3} | {} |",
        grouped(events),
        events as f64 * 8.0 / 1e9,
        bytes as f64 / 1e9,
        bytes as f64 / events as f64,
        grouped(gap),
        100.0 * gap as f64 / profile.n as f64,
        grouped(profile.cert()),
    );
    match broken {
        0 if profile.n == events => Ok(()),
        _ => Err(format!("{broken} bounds are broken, {} of {events} events", profile.n).into()),
    }
}

fn name(file: u32) -> String {
    format!("{file}.u64.zst")
}

fn sweep() -> String {
    format!(
        "command = ['treetap', 'profile', '{{i}}.u64.zst', '--key-bits', '{KEY_BITS}', '--nodes', '{NODES}', \
         '--dump', '{{out}}']\nparameters.i = {{ from = 1, to = {FILES} }}\n\
         depends.files = ['{{i}}.u64.zst']\ngather.as = 'profile'\n"
    )
}

/// Does every part, unites them, and prints a row; gives the profile.
fn ran(
    place: &Path,
    events: u64,
    folder: &str,
    shown: &str,
    cluster: Option<&Cluster>,
) -> Result<Vec<u8>, Box<dyn Error>> {
    run(place, &["farm", "plan", "sweep.toml", "-o", folder])?;
    let workers = WORKERS.to_string();
    let on = match cluster {
        None => ["--on", "local", "--limit", &workers],
        Some(_) => ["--on", "slurm", "--wait", "--again"],
    };
    let seconds = watched(place, folder, &[&["farm", "submit", folder][..], &on].concat(), cluster)?;
    let all = format!("{folder}.json");
    let (unite, _) = run(place, &["farm", "gather", folder, "-o", &all])?;
    let (_, status) = run(place, &["--json", "farm", "status", folder])?;
    let status: serde_json::Value = serde_json::from_str(&status)?;
    if cluster.is_some() && status["hosts"] != WORKERS {
        return Err(format!("{} nodes gave results: expected {WORKERS}", status["hosts"]).into());
    }
    let of = |cost: &str, what: &str| status[cost][what].as_f64().unwrap_or_default();
    println!(
        "| {shown} | {FILES} | {seconds:.0} | {:.1} | {:.0} | {:.0} | {:.0} |",
        events as f64 / seconds / 1e6,
        of("cpu_s", "sum"),
        of("memory_bytes", "most") / 1e6,
        1e3 * unite,
    );
    Ok(fs::read(place.join(all))?)
}

/// Keys of a block, in order.
fn block(rank: u64) -> impl Iterator<Item = u64> {
    let mut random = Random(rank);
    let start = random.next() / (LONGEST * STRIDE) * (LONGEST * STRIDE);
    let keys = 1 + random.below(LONGEST);
    (0..keys).map(move |at| start + at * STRIDE)
}

/// Writes the files; exact counts of what is in them.
fn written(place: &Path, events: u64) -> Result<Exact, Box<dyn Error>> {
    let (next, ended) = (AtomicU32::new(1), AtomicU32::new(0));
    let begun = Instant::now();
    let all = Mutex::new(vec![]);
    let work = || -> Result<(), String> {
        let mut counts = Counts::default();
        loop {
            let file = next.fetch_add(1, Ordering::Relaxed);
            if file > FILES {
                break;
            }
            let (of, files) = (u64::from(file), u64::from(FILES));
            let events = events * of / files - events * (of - 1) / files;
            counts.write(&place.join(name(file)), u64::from(file), events).map_err(|error| error.to_string())?;
            let ended = ended.fetch_add(1, Ordering::Relaxed) + 1;
            eprintln!("farm: {ended} of {FILES} files are written, {:.0} s", begun.elapsed().as_secs_f64());
        }
        all.lock().map_err(|error| error.to_string())?.push(counts);
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a writer panicked".to_string())?)
    })?;
    Ok(Exact::of(all.into_inner()?))
}

/// What was written by one thread.
#[derive(Default)]
struct Counts {
    /// How often each block was walked through to its end.
    blocks: Vec<u64>,
    /// Keys of blocks that the end of a file cut.
    cut: Vec<u64>,
}

impl Counts {
    /// Writes a file of so many events.
    fn write(&mut self, file: &Path, seed: u64, events: u64) -> Result<(), treetap::trace::Error> {
        self.blocks.resize(1 << RANK_BITS, 0);
        let mut writer = Writer::create(file, None)?;
        let mut random = Random(seed);
        let (mut batch, mut left) = (vec![], events);
        while left > 0 {
            let bits = random.next();
            let power = bits % u64::from(RANK_BITS);
            let rank = (1 << power) | (bits >> 32 & ((1 << power) - 1));
            let before = batch.len();
            batch.extend(block(rank).map(Event::unit));
            match left.checked_sub((batch.len() - before) as u64) {
                Some(rest) => {
                    self.blocks[rank as usize] += 1;
                    left = rest;
                }
                None => {
                    batch.truncate(before + left as usize);
                    self.cut.extend(batch[before..].iter().map(|event| event.key));
                    left = 0;
                }
            }
            if batch.len() >= BATCH || left == 0 {
                writer.write(&batch)?;
                batch.clear();
            }
        }
        writer.finish()
    }
}

/// Exact counts: keys in order, and the events of each and all before it.
struct Exact(Vec<(u64, u64)>);

impl Exact {
    fn of(all: Vec<Counts>) -> Self {
        let mut keys = vec![];
        for counts in all {
            let walked = (0..).zip(&counts.blocks).filter(|(_, times)| **times > 0);
            keys.extend(walked.flat_map(|(rank, times)| block(rank).map(|key| (key, *times))));
            keys.extend(counts.cut.into_iter().map(|key| (key, 1)));
        }
        keys.sort_unstable();
        let mut sum = 0;
        for (_, count) in &mut keys {
            sum += *count;
            *count = sum;
        }
        Self(keys)
    }

    /// Events with keys up to this one.
    fn until(&self, end: u64) -> u64 {
        let keys = self.0.partition_point(|(key, _)| *key <= end);
        keys.checked_sub(1).map_or(0, |last| self.0[last].1)
    }
}

/// Bounds beside exact counts.
struct Compared {
    ranges: usize,
    broken: usize,
    /// Most events that a lower bound is short by.
    gap: u64,
}

/// Compares the range of every node.
fn compared(profile: &Profile, exact: &Exact) -> Compared {
    let mut compared = Compared { ranges: 0, broken: 0, gap: 0 };
    for node in &profile.tree {
        let within = u64::MAX.checked_shr(2 * u32::from(node.level)).unwrap_or(0);
        let last = node.prefix + within;
        let below = node.prefix.checked_sub(1).map_or(0, |end| exact.until(end));
        let there = exact.until(last) - below;
        let (lo, hi) = profile.query(node.prefix, last);
        compared.ranges += 1;
        compared.broken += usize::from(there < lo || hi < there);
        compared.gap = compared.gap.max(there.saturating_sub(lo));
    }
    compared
}
