//! Parts of a trace, each through a model of its own: on one machine at the same time, or on many (docs/user/merge.md).
use super::grow::{Grower, Grown, Wanted, grow};
use super::merge::Part;
use crate::host::events;
use crate::model::profile::{Profile, UnionError};
use crate::model::rap::Top;
use crate::spec::rap::Config;
use crate::trace::{self, Options, Window};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// How many events a trace has: by its length where that tells, else by reading it.
///
/// # Errors
/// Errors of the reader.
pub fn count(path: &Path, options: &Options) -> Result<u64, trace::Error> {
    let options = Options { window: Window::ALL, ..*options };
    if (options.format.is_some() || !trace::rvfi::is_named(path))
        && let Some(events) = trace::length(path, &options)?
    {
        return Ok(events);
    }
    let mut reader = events::open(path, &options)?;
    let mut batch = vec![];
    while reader.next_batch(&mut batch)? > 0 {}
    Ok(reader.events())
}

/// How events are chosen of a trace, and which bits of them are the key, in words that two profiles have to share.
pub fn selection(options: &Options) -> String {
    let Options { key_shift, key_low, access, event, weight, .. } = options;
    let bits = if *key_low { "low bits" } else { "all bits" };
    format!("{access:?}, {}, weight {weight:?}, {bits} above {key_shift}", event.name()).to_lowercase()
}

/// What the events of a window are of; nothing of standard input, which has no name.
///
/// # Errors
/// The trace cannot be read.
pub fn parts(
    path: &Path,
    options: &Options,
    labels: &BTreeMap<String, String>,
    events: u64,
) -> Result<Vec<Part>, trace::Error> {
    let (first, selection) = (options.window.first, selection(options));
    let part = |source| Part { source, labels: labels.clone(), selection, first, end: first + events };
    Ok(trace::fingerprint(path)?.filter(|_| events > 0).map(part).into_iter().collect())
}

/// What the profile of a program is of that ran on a core: two runs that nothing tells apart are one.
///
/// # Errors
/// The program cannot be read.
pub fn of_run(
    program: &Path,
    core: &str,
    selection: String,
    labels: &BTreeMap<String, String>,
    profile: &Profile,
) -> Result<Vec<Part>, trace::Error> {
    let part = |source| Part {
        source: format!("{core} {source}"),
        labels: labels.clone(),
        selection,
        first: 0,
        end: profile.n,
    };
    Ok(trace::fingerprint(program)?.filter(|_| profile.n > 0).map(part).into_iter().collect())
}

/// The events of a trace in so many trees at a time, and these in one of as many nodes: every bound holds as it does of
/// one tree, and counts are those of [`Merge`](super::merge::Merge). `progress` is given the events read, and may be
/// called by any thread.
///
/// # Errors
/// [`Error`].
///
/// # Panics
/// For a configuration that [`Config::validate`] refuses.
pub fn grow_together(
    path: &Path,
    options: &Options,
    config: Config,
    jobs: u32,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Grown, Error> {
    let Window { first, end } = options.window;
    let events = count(path, options)?.min(end).saturating_sub(first);
    let read = AtomicU64::new(0);
    let shard = |index| {
        let Window { first: from, end } = Window::shard(events, index, jobs);
        let options = Options { window: Window { first: first + from, end: first + end }, ..*options };
        let mut before = 0;
        let top = Top::new(config).expect("the configuration was looked at");
        grow(events::open(path, &options)?, Grower::Rap(Box::new(top)), Wanted::default(), &mut |reader| {
            let more = reader.events() - before;
            before = reader.events();
            progress(read.fetch_add(more, Ordering::Relaxed) + more);
        })
    };
    let grown: Result<Vec<Grown>, trace::Error> = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|index| scope.spawn(move || shard(index))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a shard does not panic")).collect()
    });
    united(grown?, config.nodes).map_err(Error::Union)
}

/// Shards that come to no profile.
#[derive(Debug)]
pub enum Error {
    /// The trace cannot be read.
    Trace(trace::Error),
    /// The sum of their counts is beyond what they hold.
    Union(UnionError),
}

impl From<trace::Error> for Error {
    fn from(error: trace::Error) -> Self {
        Error::Trace(error)
    }
}

/// What the shards of a trace come to.
fn united(shards: Vec<Grown>, nodes: u32) -> Result<Grown, UnionError> {
    let (mut events, mut emitted, mut cut_keys, mut peak_live) = (0, 0, 0, 0);
    let (mut nodes_by_weight, mut profiles) = (0.0, vec![]);
    for shard in shards {
        events += shard.events;
        emitted += shard.emitted;
        cut_keys += shard.cut_keys;
        peak_live = peak_live.max(shard.peak_live);
        nodes_by_weight += shard.average_live * shard.profile.n as f64;
        profiles.push(shard.profile);
    }
    let profile = Profile::union(&profiles)?.refit(nodes);
    let average_live = if profile.n == 0 { 1.0 } else { nodes_by_weight / profile.n as f64 };
    Ok(Grown { profile, exact: None, history: None, events, emitted, cut_keys, peak_live, average_live })
}
