//! Events of traces: those of an event file, or those that the models of tap and selection make of a trace of retirements.
use crate::model::select::Selector;
use crate::model::tap::Tap;
use crate::spec::classify::Xlen;
use crate::spec::core::Core;
use crate::spec::event::Event;
use crate::spec::retire::Rvfi;
use crate::spec::{select, tap};
use crate::trace::{self, Options, Reader, rvfi};
use std::io::{self, Read};
use std::path::Path;

/// Opens a trace: an `.rvfi` file by its name, unless the options say otherwise, and else a file of events.
///
/// # Errors
/// As [`trace::open`] and [`rvfi::open`]; [`trace::Error::NoRetirements`] where a kind or a weight is asked for of a file of events, which has its own.
pub fn open(path: &Path, options: &Options) -> Result<Reader, trace::Error> {
    if options.format.is_some() || !rvfi::is_named(path) {
        if options.event != select::Kind::Code || options.weight != select::Weight::One {
            return Err(trace::Error::NoRetirements { path: path.display().to_string() });
        }
        return trace::open(path, options);
    }
    let records = rvfi::open(path)?;
    let (consumed, length) = records.meter();
    let stream =
        Stream { events: Events::new(&records, options), records, batch: vec![], bytes: vec![], at: 0, ended: false };
    Ok(Reader::converted(stream, path, options, consumed, length))
}

/// The models in front of a profiler that sees every retirement.
struct Events {
    tap: Tap,
    selector: Selector,
}

impl Events {
    fn new(records: &rvfi::Reader, options: &Options) -> Self {
        let origin = records.origin();
        let xlen = if origin.xlen == 64 { Xlen::Rv64 } else { Xlen::Rv32 };
        // Of a core that nobody knows, the base and the offset of an access are the surest.
        let unknown = tap::Config { xlen, addr_src: tap::AddrSrc::Rs1Imm, mdata_ok: false };
        let config = Core::named(&origin.core).map_or(unknown, |core| tap::preset(core).config);
        let key_bits = if options.key_bits > 32 { 64 } else { 32 };
        let selection = select::Config { weight: options.weight, ..select::Config::new(options.event, xlen, key_bits) };
        Self { tap: Tap::new(config), selector: Selector::new(selection) }
    }

    fn push(&mut self, records: &[Rvfi], mut out: impl FnMut(Event)) {
        for record in records.iter().filter_map(|raw| self.tap.push(raw)) {
            self.selector.push(&record).map(&mut out);
        }
    }

    fn finish(&mut self, mut out: impl FnMut(Event)) {
        if let Some(record) = self.tap.flush() {
            self.selector.push(&record).map(&mut out);
        }
        if let Some(held) = self.selector.flush() {
            out(held.event);
        }
    }
}

/// The events as the bytes of a `.u64w` file.
struct Stream {
    records: rvfi::Reader,
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
            self.ended = self.records.next_batch(&mut self.batch).map_err(io::Error::other)? == 0;
            let bytes = &mut self.bytes;
            let put = |event: Event| {
                // What weighs nothing, as an event in cycles at the start of a trace may, counts nowhere.
                if event.weight > 0 {
                    bytes.extend(event.key.to_le_bytes());
                    bytes.extend(u64::from(event.weight).to_le_bytes());
                }
            };
            if self.ended { self.events.finish(put) } else { self.events.push(&self.batch, put) }
        }
        let count = (self.bytes.len() - self.at).min(buffer.len());
        buffer[..count].copy_from_slice(&self.bytes[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
