//! A trace through the models that grow trees.
use super::History;
use crate::model::classic::Classic;
use crate::model::exact::{Counter, Exact};
use crate::model::profile::Profile;
use crate::model::rap::Top;
use crate::spec::codemap::Image;
use crate::spec::event::{Command, Event};
use crate::trace::{self, Reader};

/// The tree that grows: the same few questions to both kinds.
pub enum Grower {
    /// The hardware's tree.
    Rap(Box<Top>),
    /// The paper's tree.
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

/// What is wanted beside the profile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// Exact counts of keys of so many bits, as they are read.
    pub exact: Option<u32>,
    /// Node count over time.
    pub history: bool,
    /// Keys are addresses of code, and enter the tree as those of their lines.
    pub lines: Option<&'a Image>,
}

/// Everything that a pass over a trace yields.
pub struct Grown {
    /// The profile.
    pub profile: Profile,
    /// Exact counts, if they were asked for.
    pub exact: Option<Exact>,
    /// Node count over time, if it was asked for.
    pub history: Option<History>,
    /// Events that were read.
    pub events: u64,
    /// Events that entered the tree.
    pub emitted: u64,
    /// Keys that lost high bits.
    pub cut_keys: u64,
    /// Most nodes at any time, and the average over the weight counted.
    pub peak_live: u32,
    pub average_live: f64,
}

/// Streams the trace through the model; `progress` sees the reader after every batch.
///
/// # Errors
/// Errors of the reader.
pub fn grow(
    mut reader: Reader,
    mut grower: Grower,
    wanted: Wanted,
    progress: &mut dyn FnMut(&Reader),
) -> Result<Grown, trace::Error> {
    let mut counter = wanted.exact.map(|key_bits| (Counter::new(), key_bits));
    let mut history = wanted.history.then(|| History::new(grower.live().0));
    let (mut batch, mut read) = (Vec::new(), 0);
    while reader.next_batch(&mut batch)? > 0 {
        if let Some((counter, _)) = &mut counter {
            batch.iter().for_each(|&event| counter.add(event));
        }
        if let Some(image) = wanted.lines {
            batch.iter_mut().for_each(|event| event.key = image.key(event.key as u32).into());
        }
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
        progress(&reader);
    }
    let profile = grower.finish();
    let (_, peak_live, average_live) = grower.live();
    Ok(Grown {
        profile,
        exact: counter.map(|(counter, key_bits)| counter.finish(key_bits)),
        history,
        events: reader.events(),
        emitted: grower.emitted(reader.events()),
        cut_keys: reader.cut_keys(),
        peak_live,
        average_live,
    })
}
