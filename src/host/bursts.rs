//! The data references that a burst sampler takes (docs/reference/hotstream.md, G1).
use crate::model::burst::{Burst, Input};
use crate::model::checks::Checks;
use crate::spec::burst::Config;
use crate::spec::checkmap::{Code, Image};
use crate::spec::checks;
use crate::spec::classify::{Opclass, Xlen};
use crate::spec::hotstream::Reference;
use crate::spec::hps::handler;
use crate::spec::hps::record::Event;
use crate::spec::retire::Record;

/// Classes of instructions that are data references.
pub const ACCESSES: [Opclass; 5] = [Opclass::Load, Opclass::Store, Opclass::FpLoad, Opclass::FpStore, Opclass::Atomic];

/// Takes references out of records.
#[derive(Clone, Debug)]
pub struct Bursts<'a> {
    map: Option<&'a Image>,
    checks: Checks,
    burst: Burst,
}

impl<'a> Bursts<'a> {
    /// Before the first record. Without a map of checks they are found in the records (docs/reference/checks.md).
    pub fn new(map: Option<&'a Image>, config: Config, xlen: Xlen) -> Self {
        Self { map, checks: Checks::new(checks::Config::default(), xlen), burst: Burst::new(config) }
    }

    /// The next record: its reference, if it is one that is sampled.
    pub fn push(&mut self, record: &Record) -> Option<Reference> {
        let code = self.map.map(|map| map.code(record.pc as u32));
        let found = self.checks.push(record, code);
        let event = !record.trap && ACCESSES.contains(&record.class) && code != Some(Code::Mute);
        let input = Input { trap: record.trap, event, check: found.check, entry: found.entry };
        let taken = self.burst.push(input);
        taken.then_some(Reference { burst: self.burst.number(), pc: record.pc, ea: record.addr })
    }
}

/// The reference that an event of the engine `hps` reports, if its program is one for data references.
pub fn reported(event: &Event) -> Option<Reference> {
    let reference = Reference { burst: event.burst.into(), pc: event.pc.into(), ea: event.address.into() };
    (event.handler == handler::DATA).then_some(reference)
}
