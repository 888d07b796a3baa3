//! The events of a trace: those of an event file, or those that the models of tap and selection make of a trace of
//! retirements.
use crate::model::events::Events;
use crate::spec::classify::Xlen;
use crate::spec::event::Event;
use crate::spec::retire::Rvfi;
use crate::spec::select;
use crate::trace::{self, Options, Reader, rvfi};
use std::io::{self, Read};
use std::path::Path;

/// Opens a trace: an `.rvfi` file by its name, unless the options say otherwise, and else a file of events.
///
/// # Errors
/// As [`trace::open`] and [`rvfi::open`]; [`trace::Error::NoRetirements`] where a kind or a weight is asked for of a
/// file of events, which has its own.
pub fn open(path: &Path, options: &Options) -> Result<Reader, trace::Error> {
    if options.event == select::Kind::Lines {
        return Err(trace::Error::NoMap { path: path.display().to_string() });
    }
    if options.format.is_some() || !rvfi::is_named(path) {
        if options.event != select::Kind::Code || options.weight != select::Weight::One {
            return Err(trace::Error::NoRetirements { path: path.display().to_string() });
        }
        return trace::open(path, options);
    }
    let retirements = rvfi::open(path)?;
    let origin = retirements.origin();
    let xlen = if origin.xlen == 64 { Xlen::Rv64 } else { Xlen::Rv32 };
    let key_bits = if options.key_bits > 32 { 64 } else { 32 };
    let events = Events::new(&origin.core, xlen, options.event, options.weight, key_bits);
    let (consumed, length) = retirements.meter();
    let stream = Stream { events, retirements, batch: vec![], bytes: vec![], at: 0, ended: false };
    Ok(Reader::converted(stream, path, options, consumed, length))
}

/// The events as the bytes of a `.u64w` file.
struct Stream {
    retirements: rvfi::Reader,
    events: Events,
    batch: Vec<Rvfi>,
    bytes: Vec<u8>,
    /// Bytes of these that have been read.
    at: usize,
    ended: bool,
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.bytes.len() && !self.ended {
            self.bytes.clear();
            self.at = 0;
            self.ended = self.retirements.next_batch(&mut self.batch).map_err(io::Error::other)? == 0;
            let bytes = &mut self.bytes;
            let put = |event: Event| {
                // What weighs nothing, as an event in cycles at the start of a trace may, counts nowhere.
                if event.weight > 0 {
                    bytes.extend(event.key.to_le_bytes());
                    bytes.extend(u64::from(event.weight).to_le_bytes());
                }
            };
            if self.ended { self.events.flush(put) } else { self.events.push(&self.batch, put) }
        }
        let count = (self.bytes.len() - self.at).min(buffer.len());
        buffer[..count].copy_from_slice(&self.bytes[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
