//! The one reader of every format: batches of events, keys checked against their width.
use super::decode::{Fault, Policy};
use super::shapes::Shape;
use super::{Error, Format, Options, Place, Window, csv, lackey, lines, raw, source};
use crate::spec::event::Event;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most events of one batch.
pub const BATCH: usize = 1 << 13;

/// Opens an event file; `-` is standard input and needs [`Options::format`], and `shape:NAME` a synthetic trace.
///
/// # Errors
/// The file cannot be opened, nothing tells its format, or there is no such shape.
pub fn open(path: impl AsRef<Path>, options: &Options) -> Result<Reader, Error> {
    let path = path.as_ref();
    if let (Some(shape), None) = (Shape::named(path), options.format) {
        return Ok(Reader::converted(shape?.records(options.key_bits), path, options, Arc::default(), None));
    }
    let format = format_of(path, options)?;
    if let Some(record) = format.record() {
        let offset = options.window.first.saturating_mul(record);
        if let Some(source) = source::open_at(path, offset)? {
            let passed = offset / record;
            return Ok(Reader { passed, offset, ..Reader::new(source, path, format, options) });
        }
    }
    Ok(Reader::new(source::open(path)?, path, format, options))
}

/// How many events a trace has, where that can be told without reading it: of a plain file whose events have one
/// length, and of a shape.
///
/// # Errors
/// As [`open`].
pub fn length(path: impl AsRef<Path>, options: &Options) -> Result<Option<u64>, Error> {
    let path = path.as_ref();
    if let (Some(shape), None) = (Shape::named(path), options.format) {
        return Ok(Some(shape?.extent.events));
    }
    let Some(record) = format_of(path, options)?.record() else { return Ok(None) };
    // A record that is cut short is an event, so that whoever reads the last ones finds it.
    Ok(source::open_at(path, 0)?.and_then(|source| source.length).map(|bytes| bytes.div_ceil(record)))
}

fn format_of(path: &Path, options: &Options) -> Result<Format, Error> {
    let unknown = || Error::UnknownFormat { path: path.display().to_string() };
    options.format.or_else(|| Format::of_path(path)).ok_or_else(unknown)
}

/// Streams an event file in bounded memory.
pub struct Reader {
    source: source::Source,
    path: String,
    format: Format,
    access: lackey::Access,
    policy: Policy,
    /// Events of the content that were passed so far, those before the window among them.
    passed: u64,
    /// Events delivered so far.
    events: u64,
    window: Window,
    /// Bytes of content consumed so far (binary formats).
    offset: u64,
    lines: lines::Lines,
    buffer: Vec<u8>,
}

impl Reader {
    fn new(source: source::Source, path: &Path, format: Format, options: &Options) -> Self {
        Self {
            source,
            path: path.display().to_string(),
            format,
            access: options.access,
            policy: Policy::new(options),
            passed: 0,
            events: 0,
            window: options.window,
            offset: 0,
            lines: lines::Lines::default(),
            buffer: Vec::new(),
        }
    }

    /// Reads events from any stream; `name` stands for the path in errors. The content is inflated if it is packed.
    ///
    /// # Errors
    /// [`Options::format`] is not set and `name` has no known extension, or the first bytes cannot be read.
    pub fn from_stream(stream: impl Read + Send + 'static, name: &str, options: &Options) -> Result<Self, Error> {
        let path = Path::new(name);
        let format = format_of(path, options)?;
        Ok(Self::new(source::from_reader(stream, None, None, path)?, path, format, options))
    }

    /// Reads what a stream makes of a file, as the bytes of a `.u64w` file: `consumed` counts the bytes taken from the
    /// file, of `length`.
    pub fn converted(
        stream: impl Read + Send + 'static,
        path: &Path,
        options: &Options,
        consumed: Arc<AtomicU64>,
        length: Option<u64>,
    ) -> Self {
        let content = Box::new(BufReader::new(stream));
        Self::new(source::Source { content, consumed, length }, path, Format::U64w, options)
    }

    /// Replaces the contents of `batch` with the next events, at most [`BATCH`]; returns their number, 0 at the end.
    ///
    /// # Errors
    /// Whatever is wrong with the file, with its place. The reader is of no further use then.
    pub fn next_batch(&mut self, batch: &mut Vec<Event>) -> Result<usize, Error> {
        let Window { first, end } = self.window;
        loop {
            batch.clear();
            let is_before = self.passed < first;
            let left = if is_before { first } else { end }.saturating_sub(self.passed);
            let (limit, cut) = (left.min(BATCH as u64) as usize, self.policy.cut);
            if limit == 0 {
                return Ok(0);
            }
            match self.format {
                Format::U64 | Format::U64w => self.next_records(batch, limit)?,
                Format::Csv | Format::Lackey => self.next_lines(batch, limit)?,
            }
            self.passed += batch.len() as u64;
            if is_before && !batch.is_empty() {
                self.policy.cut = cut;
                continue;
            }
            self.events += batch.len() as u64;
            return Ok(batch.len());
        }
    }

    fn next_records(&mut self, batch: &mut Vec<Event>, limit: usize) -> Result<(), Error> {
        let weighted = self.format == Format::U64w;
        let content = self.source.content.as_mut();
        match raw::fill(content, weighted, &mut self.policy, &mut self.buffer, batch, limit) {
            Ok(bytes) => {
                self.offset += bytes as u64;
                Ok(())
            }
            Err(fault) => Err(self.locate(fault)),
        }
    }

    fn next_lines(&mut self, batch: &mut Vec<Event>, limit: usize) -> Result<(), Error> {
        let before = self.passed;
        let (policy, format, access) = (&mut self.policy, self.format, self.access);
        loop {
            let more = self.lines.next_chunk(self.source.content.as_mut(), |line| {
                let event = match format {
                    Format::Csv => match csv::parse(line).ok_or_else(|| Fault::line(line, csv::EXPECTED))? {
                        csv::Line::Skip => None,
                        csv::Line::Header if before + batch.len() as u64 == 0 => None,
                        csv::Line::Header => return Err(Fault::line(line, csv::EXPECTED)),
                        csv::Line::Event(key, weight) => Some((key, weight)),
                    },
                    _ => lackey::parse(line, access)
                        .ok_or_else(|| Fault::line(line, lackey::EXPECTED))?
                        .map(|key| (key, 1)),
                };
                if let Some((key, weight)) = event {
                    let index = batch.len();
                    let weight16 = u16::try_from(weight).ok().filter(|&w| w > 0);
                    let weight = weight16.ok_or(Fault::Weight { index, weight })?;
                    let key = policy.key(key).map_err(|key| Fault::WideKey { index, key })?;
                    batch.push(Event { key, weight });
                }
                Ok(batch.len() < limit)
            });
            match more {
                Ok(true) if batch.len() < limit => {}
                Ok(_) => return Ok(()),
                Err(fault) => return Err(self.locate(fault)),
            }
        }
    }

    /// Adds file and place to what a decoder found.
    fn locate(&self, fault: Fault) -> Error {
        let path = self.path.clone();
        let place = |index: usize| {
            let event = self.passed + index as u64;
            match self.format {
                Format::U64 | Format::U64w => {
                    let record = self.format.record().unwrap_or_default();
                    Place::Record { event, offset: event * record }
                }
                Format::Csv | Format::Lackey => Place::Line { line: self.lines.number, event },
            }
        };
        match fault {
            // What was converted on the way knows better what is wrong with the file.
            Fault::Io(source) => match source.downcast::<Error>() {
                Ok(error) => error,
                Err(source) => Error::Read { path, offset: self.offset.max(self.lines.bytes), source },
            },
            Fault::Truncated { whole, left, record } => {
                Error::Truncated { path, offset: self.offset + whole as u64, left, record, format: self.format }
            }
            Fault::WideKey { index, key } => {
                Error::WideKey { path, place: place(index), key, key_bits: self.policy.key_bits }
            }
            Fault::Weight { index, weight } => Error::Weight { path, place: place(index), weight },
            Fault::Line { found, expected } => Error::Line { path, line: self.lines.number, found, expected },
            Fault::Long => Error::LongLine { path, line: self.lines.number, limit: lines::LIMIT },
        }
    }

    /// Events delivered so far.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Keys that lost high bits so far ([`Options::key_low`]).
    pub fn cut_keys(&self) -> u64 {
        self.policy.cut
    }

    /// The format being read.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Bytes taken from the file so far, packed if the file is, and the file's length where there is one.
    pub fn progress(&self) -> (u64, Option<u64>) {
        (self.source.consumed.load(Ordering::Relaxed), self.source.length)
    }
}
