//! A packed trace in parts, and every bound of the profile of all beside exact counts.
use super::{grouped, run};
use std::error::Error;
use std::fs;
use std::path::Path;
use treetap::model::profile::Profile;
use treetap::report::json::Dump;
use treetap::spec::event::Event;
use treetap::trace::{self, Options};

const KEY_BITS: u32 = 64;
const NODES: u32 = 1024;
/// Parts of the trace.
const PARTS: [u32; 3] = [1, 4, 16];
/// What the trace is made of.
pub const SHAPE: &str = "zipf";

/// Prints a row for each number of parts.
pub fn table(events: u64) -> Result<(), Box<dyn Error>> {
    let place = tempfile::tempdir()?;
    let bytes = packed(place.path(), events, "t.u64.zst")?;
    let keys = keys(&place.path().join("t.u64.zst"))?;
    println!(
        "| events | MB packed | parts | s, two at a time | processor s | ranges compared | bounds broken | \
         largest gap | gap, % of events | certificate |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for parts in PARTS {
        let sweep = format!(
            "command = ['treetap', 'profile', 't.u64.zst', '--key-bits', '{KEY_BITS}', '--nodes', '{NODES}', \
             '--shard', '{{i}}/{parts}', '--dump', '{{out}}']\nparameters.i = {{ from = 1, to = {parts} }}\n\
             depends.files = ['t.u64.zst']\ngather.as = 'profile'\n"
        );
        fs::write(place.path().join("sweep.toml"), sweep)?;
        let folder = format!("run{parts}");
        run(place.path(), &["farm", "plan", "sweep.toml", "-o", &folder])?;
        let submit = ["farm", "submit", &folder, "--on", "local", "--limit", "2", "--gather", "all.json"];
        let (seconds, _) = run(place.path(), &submit)?;
        let (_, status) = run(place.path(), &["--json", "farm", "status", &folder])?;
        let status: serde_json::Value = serde_json::from_str(&status)?;
        let dump: Dump = serde_json::from_str(&fs::read_to_string(place.path().join("all.json"))?)?;
        let profile = dump.profile()?;
        let Compared { ranges, broken, gap } = compared(&profile, &keys);
        println!(
            "| {} | {:.0} | {parts} | {seconds:.1} | {:.1} | {ranges} | {broken} | {} | {:.3} | {} |",
            grouped(events),
            bytes as f64 / 1e6,
            status["cpu_s"]["sum"].as_f64().unwrap_or_default(),
            grouped(gap),
            100.0 * gap as f64 / profile.n as f64,
            grouped(profile.cert()),
        );
        if broken > 0 || profile.n != events {
            return Err(format!("{broken} bounds are broken, {} of {events} events", profile.n).into());
        }
    }
    Ok(())
}

/// Writes a trace; its bytes.
pub fn packed(folder: &Path, events: u64, name: &str) -> Result<u64, Box<dyn Error>> {
    let shape = format!("shape:{SHAPE}?events={events}&seed=1");
    run(folder, &["trace", "convert", &shape, "--to", "u64", "-o", name])?;
    Ok(fs::metadata(folder.join(name))?.len())
}

/// All keys of a trace, sorted.
fn keys(file: &Path) -> Result<Vec<u64>, Box<dyn Error>> {
    let mut reader = trace::open(file, &Options { key_bits: KEY_BITS, ..Options::default() })?;
    let (mut keys, mut batch) = (vec![], Vec::<Event>::new());
    while reader.next_batch(&mut batch)? > 0 {
        keys.extend(batch.iter().map(|event| event.key));
    }
    keys.sort_unstable();
    Ok(keys)
}

/// Bounds beside exact counts.
struct Compared {
    ranges: usize,
    broken: usize,
    /// Most events that a lower bound is short by.
    gap: u64,
}

/// Compares the range of every node.
fn compared(profile: &Profile, keys: &[u64]) -> Compared {
    let mut compared = Compared { ranges: 0, broken: 0, gap: 0 };
    for node in &profile.tree {
        let within = u64::MAX.checked_shr(2 * u32::from(node.level)).unwrap_or(0);
        let last = node.prefix + within;
        let until = |end: u64| keys.partition_point(|key| *key <= end) as u64;
        let below = node.prefix.checked_sub(1).map_or(0, until);
        let exact = until(last) - below;
        let (lo, hi) = profile.query(node.prefix, last);
        compared.ranges += 1;
        compared.broken += usize::from(exact < lo || hi < exact);
        compared.gap = compared.gap.max(exact.saturating_sub(lo));
    }
    compared
}
