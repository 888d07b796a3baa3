//! Retirements of a core that tells nothing of its cache and branches, with what a model says of them
//! (docs/reference/annotate.md).
use super::Error;
use super::session::Source;
use crate::model::annotate::Annotator;
use crate::model::tap::Tap;
use crate::spec::retire::Rvfi;
use crate::spec::{annotate, tap};

/// Fills in `evt` and `lat` of what another source gives. Hardware and model after it see the same.
#[derive(Debug)]
pub struct Annotated<'a, S> {
    source: &'a mut S,
    tap: Tap,
    annotator: Annotator,
    /// Its record, and with it whether it was taken, comes with the next retirement.
    last: Option<Rvfi>,
    batch: Vec<Rvfi>,
}

impl<'a, S: Source> Annotated<'a, S> {
    /// An empty cache beside a core with this tap.
    pub fn new(source: &'a mut S, tap: tap::Config, model: annotate::Config) -> Self {
        Self { source, tap: Tap::new(tap), annotator: Annotator::new(model), last: None, batch: vec![] }
    }
}

impl<S: Source> Source for Annotated<'_, S> {
    fn next(&mut self, limit: usize, out: &mut Vec<Rvfi>) -> Result<bool, Error> {
        let Self { source, tap, annotator, last, batch } = self;
        batch.clear();
        let more = source.next(limit, batch)?;
        let mut annotated = |raw: Option<Rvfi>, record| {
            let (Some(mut raw), Some(mut record)) = (raw, record) else { return };
            annotator.annotate(&mut record);
            (raw.evt, raw.lat) = (record.evt, record.lat);
            out.push(raw);
        };
        for raw in batch {
            let record = tap.push(raw);
            annotated(last.replace(*raw), record);
        }
        if !more {
            annotated(last.take(), tap.flush());
        }
        Ok(more)
    }
}
