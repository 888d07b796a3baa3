//! The file that a program is kept in (docs/reference/coproc.md, C.5): words of 32 bits, low byte first.
use super::diagnostic::Diagnostics;
use super::names::Names;
use super::symbols::Symbols;
use crate::lang::source::Span;
use crate::spec::classify::Opclass;
use crate::spec::coproc::regs;
use crate::spec::coproc::word::{BITS, Word};
use crate::spec::coproc::{BASES, Base, CONSTANTS, Config, INDEX_BITS, INDICES, Part, TARGETS, WORDS};
use crate::spec::regs::Register;
use std::fmt;

/// First word: the letters `COPI`.
const MAGIC: u32 = u32::from_le_bytes(*b"COPI");
/// Second word.
const VERSION: u32 = 1;
/// Words before the tables: magic, version, PARAMS, RECFMT, CLASS_EN, then how many words of microcode, bases,
/// constants, indices, targets, and bytes of names there are.
const HEADER: usize = 11;
/// Most bytes of names.
const NAMES_MAX: usize = 16 << 10;

/// A program as words, with what the registers begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Entries of the build that it was assembled for.
    pub entries: u32,
    /// Bits of its values.
    pub value_bits: u32,
    /// Microcode, from word 0 up.
    pub words: Vec<u64>,
    /// Base registers from B0 up.
    pub bases: Vec<Base>,
    /// Constants from K0 up.
    pub constants: Vec<u64>,
    /// Width and first value of the index registers from X0 up.
    pub indices: Vec<(u8, u16)>,
    /// Far targets from T0 up.
    pub targets: Vec<u8>,
    /// First word for the samples of each class that the program wants.
    pub starts: [Option<u8>; Opclass::COUNT],
    /// The record that it reads.
    pub recfmt: u16,
    /// Names.
    pub names: Names,
}

/// Why an image is not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Byte offset of what is wrong.
    pub offset: usize,
    /// What is wrong with it.
    pub why: Why,
}

/// What is wrong with an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It does not begin as one.
    Magic(u32),
    /// It is of another version.
    Version(u32),
    /// It has more or fewer bytes than it says.
    Length {
        /// Bytes that there are.
        found: usize,
        /// Bytes that there should be.
        expected: usize,
    },
    /// Its bytes are not those that were written.
    Crc,
    /// There is no build of this size.
    Params(u32),
    /// It has more of something than there are registers or words.
    Count {
        /// What there is too much of.
        what: &'static str,
        /// How much there is.
        found: u32,
        /// How much there can be.
        room: u32,
    },
    /// A word of microcode that is not legal.
    Illegal(u64),
    /// What a register begins with is none of its values.
    Value(&'static str, u64),
    /// The names are none, or not as many as registers.
    Names,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: ", self.offset)?;
        match &self.why {
            Why::Magic(word) => {
                write!(f, "expected the letters COPI, found {word:#010x}: this is no image of microcode")
            }
            Why::Version(version) => write!(f, "version {version}: expected {VERSION}"),
            Why::Length { found, expected } => write!(f, "the image has {found} bytes, expected {expected}"),
            Why::Crc => f.write_str("the CRC-32 is that of other bytes"),
            Why::Params(word) => write!(f, "there is no build with PARAMS {word:#x}"),
            Why::Count { what, found, room } => write!(f, "{found} {what}: there is room for {room}"),
            Why::Illegal(word) => write!(f, "{word:#014x} is no legal word"),
            Why::Value(what, value) => write!(f, "{what} cannot begin with {value:#x}"),
            Why::Names => f.write_str("the names are not those of the registers"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Words of a file, and where the next one is.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next word; the length was checked.
    fn word(&mut self) -> u32 {
        let four = self.bytes.get(self.at..self.at + 4).and_then(|four| four.try_into().ok());
        self.at += 4;
        u32::from_le_bytes(four.unwrap_or_default())
    }

    fn long(&mut self) -> u64 {
        u64::from(self.word()) | u64::from(self.word()) << 32
    }

    /// The last word was wrong.
    fn refuse<T>(&self, why: Why) -> Result<T, Refusal> {
        Err(Refusal { offset: self.at - 4, why })
    }
}

impl Image {
    /// The words with their numbers.
    pub fn decoded(&self) -> impl Iterator<Item = (usize, Word)> + '_ {
        self.words.iter().map(|word| Word::from_bits(*word)).enumerate()
    }

    /// Classes that the program wants: the word for CLASS_EN.
    pub fn classes(&self) -> u32 {
        (0..).zip(self.starts).filter(|(_, start)| start.is_some()).fold(0, |mask, (class, _)| mask | 1 << class)
    }

    fn params(&self) -> u32 {
        let xlen = crate::spec::classify::Xlen::Rv32;
        let config = Config {
            xlen,
            value_bits: self.value_bits,
            entries: self.entries,
            predict: false,
            chain: true,
            deep: false,
        };
        regs::built(&config).get(&regs::PARAMS).word
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut names = self.names.text().into_bytes();
        let length = names.len();
        names.resize(length.next_multiple_of(4), 0);
        let counts =
            [self.words.len(), self.bases.len(), self.constants.len(), self.indices.len(), self.targets.len(), length];
        let mut words = vec![MAGIC, VERSION, self.params(), self.recfmt.into(), self.classes()];
        words.extend(counts.map(|count| count as u32));
        words.extend(self.words.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]));
        words.extend(self.bases.iter().map(|base| u32::from(base.0)));
        words.extend(self.constants.iter().flat_map(|value| [*value as u32, (value >> 32) as u32]));
        words.extend(self.indices.iter().map(|(width, first)| u32::from(*width) | u32::from(*first) << 16));
        words.extend(self.targets.iter().map(|at| u32::from(*at)));
        words.extend(self.starts.iter().map(|at| u32::from(at.unwrap_or(0))));
        let mut bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        bytes.extend(names);
        let crc = crc32fast::hash(&bytes);
        bytes.extend(crc.to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The first word that is wrong.
    pub fn load(bytes: &[u8]) -> Result<Self, Refusal> {
        let mut reader = Reader { bytes, at: 0 };
        let magic = reader.word();
        if magic != MAGIC {
            return reader.refuse(Why::Magic(magic));
        }
        let wrong_length =
            |expected| Refusal { offset: bytes.len(), why: Why::Length { found: bytes.len(), expected } };
        if bytes.len() < 4 * HEADER {
            return Err(wrong_length(4 * (HEADER + 1)));
        }
        let version = reader.word();
        if version != VERSION {
            return reader.refuse(Why::Version(version));
        }
        let params = reader.word();
        let entries = 1_u32.checked_shl(regs::PARAMS.field("LG").of(params)).unwrap_or(0);
        let value_bits = if regs::PARAMS.field("VW64").of(params) == 1 { 64 } else { 32 };
        let config = Config {
            xlen: crate::spec::classify::Xlen::Rv32,
            value_bits,
            entries,
            predict: false,
            chain: true,
            deep: false,
        };
        if config.validate().is_err() || regs::built(&config).get(&regs::PARAMS).word != params {
            return reader.refuse(Why::Params(params));
        }
        let recfmt = reader.word();
        let Ok(recfmt) = u16::try_from(recfmt) else { return reader.refuse(Why::Value("RECFMT", recfmt.into())) };
        let classes = reader.word();
        if classes >> Opclass::COUNT != 0 {
            return reader.refuse(Why::Value("CLASS_EN", classes.into()));
        }
        let rooms = [WORDS, BASES, CONSTANTS, INDICES, TARGETS, NAMES_MAX];
        let kinds = ["words", "bases", "constants", "indices", "targets", "bytes of names"];
        let mut counts = [0; 6];
        for ((count, what), room) in counts.iter_mut().zip(kinds).zip(rooms) {
            let found = reader.word();
            if found as usize > room {
                return reader.refuse(Why::Count { what, found, room: room as u32 });
            }
            *count = found as usize;
        }
        let [words, bases, constants, indices, targets, names] = counts;
        let tables = 2 * words + bases + 2 * constants + indices + targets + Opclass::COUNT;
        let length = 4 * (HEADER + tables + 1) + names.next_multiple_of(4);
        if bytes.len() != length {
            return Err(wrong_length(length));
        }
        if crc32fast::hash(&bytes[..length - 4]).to_le_bytes() != bytes[length - 4..] {
            return Err(Refusal { offset: length - 4, why: Why::Crc });
        }
        let mut image = Self {
            entries,
            value_bits,
            words: vec![],
            bases: vec![],
            constants: vec![],
            indices: vec![],
            targets: vec![],
            starts: [None; Opclass::COUNT],
            recfmt,
            names: Names::default(),
        };
        image.tables(&mut reader, classes, [words, bases, constants, indices, targets])?;
        image.read_names(&bytes[reader.at..length - 4], names, reader.at)?;
        Ok(image)
    }

    fn tables(&mut self, reader: &mut Reader, classes: u32, counts: [usize; 5]) -> Result<(), Refusal> {
        let [words, bases, constants, indices, targets] = counts;
        if words == 0 {
            return reader.refuse(Why::Value("microcode", 0));
        }
        for _ in 0..words {
            let word = reader.long();
            if word >> BITS != 0 || !Word::from_bits(word).is_legal() {
                return reader.refuse(Why::Illegal(word));
            }
            self.words.push(word);
        }
        for _ in 0..bases {
            let word = reader.word();
            let base = Base(word as u16);
            let plain = Base::new(base.first() as u8, base.size().ilog2() as u8, base.lane_code());
            let fits = usize::from(base.lane_code()) < Part::NAMES.len() && base.first() + base.size() <= self.entries;
            if u32::from(plain.0) != word || !fits {
                return reader.refuse(Why::Value("a base", word.into()));
            }
            self.bases.push(base);
        }
        for _ in 0..constants {
            let value = reader.long();
            if value > u64::MAX >> (64 - self.value_bits) {
                return reader.refuse(Why::Value("a constant", value));
            }
            self.constants.push(value);
        }
        for _ in 0..indices {
            let word = reader.word();
            let (width, first) = (word as u8, (word >> 16) as u16);
            let known = (1..=INDEX_BITS).contains(&(word & 0xffff));
            if !known || u32::from(first) >> width != 0 {
                return reader.refuse(Why::Value("an index", word.into()));
            }
            self.indices.push((width, first));
        }
        for _ in 0..targets {
            let at = reader.word();
            if at as usize >= words {
                return reader.refuse(Why::Value("a target", at.into()));
            }
            self.targets.push(at as u8);
        }
        for (class, start) in self.starts.iter_mut().enumerate() {
            let at = reader.word();
            let wanted = classes >> class & 1 == 1;
            if at as usize >= words || (!wanted && at != 0) {
                return reader.refuse(Why::Value("a start", at.into()));
            }
            *start = wanted.then_some(at as u8);
        }
        Ok(())
    }

    fn read_names(&mut self, padded: &[u8], length: usize, offset: usize) -> Result<(), Refusal> {
        let wrong = Refusal { offset, why: Why::Names };
        let (text, padding) = padded.split_at_checked(length).ok_or_else(|| wrong.clone())?;
        let text = std::str::from_utf8(text).map_err(|_| wrong.clone())?;
        let mut lines = text.lines();
        let counts = [self.bases.len(), self.constants.len(), self.indices.len(), self.targets.len()];
        let names = &mut self.names;
        let tables = [&mut names.bases, &mut names.constants, &mut names.indices, &mut names.targets];
        for (table, count) in tables.into_iter().zip(counts) {
            table.extend(lines.by_ref().take(count).map(String::from));
        }
        for line in lines {
            let (name, at) = line.split_once(' ').ok_or_else(|| wrong.clone())?;
            let at = at.parse::<u8>().ok().filter(|at| usize::from(*at) < self.words.len());
            self.names.labels.push((at.ok_or_else(|| wrong.clone())?, name.to_string()));
        }
        let count = self.names.registers().count();
        // Only what the assembler could have written is read.
        let same = padding.iter().all(|byte| *byte == 0) && self.names.text().as_bytes() == text.as_bytes();
        if same && count == counts.iter().sum::<usize>() && self.are_names_sound() { Ok(()) } else { Err(wrong) }
    }

    /// Whether a program could give these names.
    fn are_names_sound(&self) -> bool {
        let (mut symbols, mut found, here) = (Symbols::default(), Diagnostics::default(), Span::default());
        for (name, base) in self.names.bases.iter().zip(&self.bases) {
            symbols.base(name, here, *base, &mut found);
        }
        for (name, value) in self.names.constants.iter().zip(&self.constants) {
            symbols.constant(name, here, *value, &mut found);
        }
        for (name, value) in self.names.indices.iter().zip(&self.indices) {
            symbols.index(name, here, *value, &mut found);
        }
        for name in &self.names.targets {
            symbols.target([(name, here), (name, here)], &mut found);
        }
        for (at, name) in &self.names.labels {
            symbols.place(name, usize::from(*at), here, &mut found);
        }
        !found.failed()
    }

    /// What a host writes to load the program into a machine after a reset: number of the word, value.
    pub fn writes(&self) -> Vec<(u32, u32)> {
        let word = |register: &Register, at: usize| u32::from(register.offset / 4) + at as u32;
        let mut out = vec![];
        for (at, bits) in (0..WORDS).map(|at| (at, self.words.get(at).copied().unwrap_or(0))) {
            out.push((word(&regs::UC, 2 * at), bits as u32));
            out.push((word(&regs::UC, 2 * at + 1), (bits >> 32) as u32));
        }
        for (at, base) in self.bases.iter().enumerate() {
            out.push((word(&regs::B, at), base.0.into()));
        }
        for (at, value) in self.constants.iter().enumerate() {
            out.push((word(&regs::K, 2 * at), *value as u32));
            if self.value_bits > 32 {
                out.push((word(&regs::K, 2 * at + 1), (value >> 32) as u32));
            }
        }
        for (at, (width, first)) in self.indices.iter().enumerate() {
            out.push((word(&regs::XW, at), u32::from(*width)));
            out.push((word(&regs::X, at), u32::from(*first)));
        }
        for (at, target) in self.targets.iter().enumerate() {
            out.push((word(&regs::T, at), u32::from(*target)));
        }
        for (class, start) in self.starts.iter().enumerate() {
            out.push((word(&regs::SPC, class), u32::from(start.unwrap_or(0))));
        }
        out.push((word(&regs::RECFMT, 0), self.recfmt.into()));
        out.push((word(&regs::CLASS_EN, 0), self.classes()));
        out
    }
}
