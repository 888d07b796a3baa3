//! What is streamed: a trace file, a synthetic shape, or an adversary that looks at the tree.
use super::Error;
use super::adversary::Adversary;
use crate::host::events;
use crate::spec::event::Event;
use crate::spec::rap::Config;
use crate::trace;
use crate::trace::shapes::{self, Extent, Shape, parse_extent};
use std::path::PathBuf;
use std::sync::Arc;

/// Events handed over at a time.
pub const BATCH: usize = 1 << 14;

/// A trace that can be streamed any number of times, always with the same events, if it [is
/// repeatable](Workload::is_repeatable).
#[derive(Clone, Debug)]
pub enum Workload {
    /// A file in one of the formats of docs/user/traces.md.
    File(PathBuf, trace::Options),
    /// A synthetic trace with keys of so many bits.
    Shape(Shape, u32),
    /// Events chosen to hurt the tree of this configuration most.
    Adversary(Extent, Config),
    /// Events in memory.
    Events(Arc<[Event]>),
}

impl Workload {
    /// A file name, or `shape:NAME?events=..&seed=..&weights=..` with a name of [`crate::trace::shapes::Kind`] or
    /// `adversary`.
    ///
    /// # Errors
    /// [`Error::Shape`] for a shape that does not exist.
    pub fn parse(text: &str, options: trace::Options, config: Config) -> Result<Self, Error> {
        let Some(shape) = text.strip_prefix(shapes::PREFIX) else {
            return Ok(Workload::File(text.into(), options));
        };
        let (name, extent) = parse_extent(shape)?;
        if name == Adversary::NAME {
            return Ok(Workload::Adversary(extent, config));
        }
        Ok(Workload::Shape(Shape::parse(shape)?, config.key_bits))
    }

    /// Number of events, where it is known beforehand.
    pub fn len(&self) -> Option<u64> {
        match self {
            Workload::File(..) => None,
            Workload::Shape(shape, _) => Some(shape.extent.events),
            Workload::Adversary(extent, _) => Some(extent.events),
            Workload::Events(events) => Some(events.len() as u64),
        }
    }

    /// Whether there is certainly nothing to stream.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// Whether a second [`Workload::open`] gives the same events: standard input and pipes do not.
    pub fn is_repeatable(&self) -> bool {
        let Workload::File(path, _) = self else { return true };
        let is_stream = |meta: std::fs::Metadata| !meta.is_file() && !meta.is_dir();
        path.as_os_str() != "-" && !std::fs::metadata(path).is_ok_and(is_stream)
    }

    /// Opens a repeatable workload and closes it again. What a pipe has given once is gone, so that one is left alone.
    ///
    /// # Errors
    /// As [`Workload::open`].
    pub fn check(&self) -> Result<(), Error> {
        if self.is_repeatable() { self.open().map(drop) } else { Ok(()) }
    }

    /// Starts from the first event.
    ///
    /// # Errors
    /// [`Error::Trace`] when a file cannot be opened.
    pub fn open(&self) -> Result<Source, Error> {
        Ok(match self {
            Workload::File(path, options) => Source::File(Box::new(events::open(path, options)?)),
            Workload::Shape(shape, key_bits) => Source::Made(Box::new(shape.events(*key_bits))),
            Workload::Adversary(extent, config) => Source::Made(Box::new(Adversary::new(*extent, *config)?)),
            Workload::Events(events) => {
                let events = events.clone();
                Source::Made(Box::new((0..events.len()).map(move |i| events[i])))
            }
        })
    }
}

/// Events under way.
pub enum Source {
    /// From a file.
    File(Box<trace::Reader>),
    /// From a generator.
    Made(Box<dyn Iterator<Item = Event> + Send>),
}

impl Source {
    /// Replaces `batch` by the next events; empty at the end.
    ///
    /// # Errors
    /// [`Error::Trace`] for malformed content.
    pub fn next_batch(&mut self, batch: &mut Vec<Event>) -> Result<(), Error> {
        match self {
            Source::File(reader) => {
                reader.next_batch(batch)?;
            }
            Source::Made(events) => {
                batch.clear();
                batch.extend(events.take(BATCH));
            }
        }
        Ok(())
    }

    /// Bytes read and bytes there are, for a file of known length.
    pub fn bytes(&self) -> Option<(u64, u64)> {
        match self {
            Source::File(reader) => {
                let (read, length) = reader.progress();
                Some((read, length?))
            }
            Source::Made(_) => None,
        }
    }

    /// Keys that were cut to their low bits (`--key-low`).
    pub fn cut_keys(&self) -> u64 {
        match self {
            Source::File(reader) => reader.cut_keys(),
            Source::Made(_) => 0,
        }
    }
}
