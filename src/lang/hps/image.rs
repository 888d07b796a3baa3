//! The file that a program is kept in, and how it gets into an engine (docs/reference/hps.md, H9).
use super::replace::is_report;
use crate::spec::hps::image::{HEADER, MAGIC, PATTERN_WORDS, REPLACEMENT_WORDS, VERSION};
use crate::spec::hps::words::{self, Condition, Direction, Operation, Pattern, RANDOM, Replacement, Sign};
use crate::spec::hps::{Config, MAX_SEQUENCE, Mode, RANGES, SOURCES, regs};
use std::fmt;

/// A program as words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The engine that it was compiled for.
    pub config: Config,
    /// Table of conditions.
    pub conditions: Vec<u32>,
    /// Table of patterns.
    pub patterns: Vec<[u32; PATTERN_WORDS]>,
    /// Table of replacements, low half first.
    pub words: Vec<[u32; REPLACEMENT_WORDS]>,
    /// What the counters begin with.
    pub counters: Vec<u32>,
    /// What a set can load.
    pub sources: [u32; SOURCES],
    /// First address of each range, and the one after its last.
    pub ranges: [[u32; 2]; RANGES],
    /// State of the random generator.
    pub seed: u32,
    /// What of a random number is used.
    pub mask: u32,
}

/// Why an image is not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Byte offset of the word that is wrong.
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
    /// Its size is none, or the engine is another one, or smaller.
    Param(String),
    /// A word has bits that mean nothing.
    Reserved(&'static str),
    /// A pattern asks for a direction or sign that does not exist.
    Code,
    /// A pattern leads out of a table.
    Index {
        /// The table.
        table: &'static str,
        /// Where it leads.
        index: usize,
        /// Entries of the table.
        size: usize,
    },
    /// A condition names a counter or register that does not exist.
    Selector(u8),
    /// A replacement has no end.
    Endless(usize),
    /// A replacement that mode retire cannot have.
    NoReport(usize),
    /// A value does not fit a counter.
    Value(u32),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: ", self.offset)?;
        match &self.why {
            Why::Magic(word) => write!(f, "expected the letters HPSI, found {word:#010x}: this is no image"),
            Why::Version(version) => write!(f, "version {version}: expected {VERSION}"),
            Why::Length { found, expected } => write!(f, "the image has {found} bytes, expected {expected}"),
            Why::Crc => f.write_str("the CRC-32 is that of other bytes"),
            Why::Param(why) => f.write_str(why),
            Why::Reserved(what) => write!(f, "{what} with reserved bits"),
            Why::Code => f.write_str("a pattern asks for direction or sign 3"),
            Why::Index { table, index, size } => write!(f, "a pattern leads to {table} {index} of {size}"),
            Why::Selector(number) => write!(f, "a condition names counter or register {number}, which does not exist"),
            Why::Endless(index) => write!(f, "the replacement at {index} has no end within {MAX_SEQUENCE} words"),
            Why::NoReport(index) => write!(
                f,
                "the replacement at {index} is not a call, alone or before T.INSN: mode retire cannot have it"
            ),
            Why::Value(value) => write!(f, "{value:#x} does not fit a counter"),
        }
    }
}

impl std::error::Error for Refusal {}

fn refuse<T>(word: usize, why: Why) -> Result<T, Refusal> {
    Err(Refusal { offset: 4 * word, why })
}

impl Image {
    /// No tables; counters as after a reset.
    pub fn empty(config: Config) -> Self {
        Self {
            config,
            conditions: vec![],
            patterns: vec![],
            words: vec![],
            counters: vec![1; config.counters as usize],
            sources: [0; SOURCES],
            ranges: [[0; 2]; RANGES],
            seed: 1,
            mask: 0,
        }
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let counts = [self.conditions.len(), self.patterns.len(), self.words.len()].map(|count| count as u32);
        let mut words = vec![MAGIC, VERSION, self.config.param()];
        words.extend(counts);
        words.extend(&self.conditions);
        words.extend(self.patterns.as_flattened());
        words.extend(self.words.as_flattened());
        words.extend(&self.counters);
        words.extend(self.sources);
        words.extend(self.ranges.as_flattened());
        words.extend([self.seed, self.mask]);
        let mut bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        let crc = crc32fast::hash(&bytes);
        bytes.extend(crc.to_le_bytes());
        bytes
    }

    /// Reads a file, and refuses what `hardware` cannot have or what means nothing.
    ///
    /// # Errors
    /// The first word that is wrong.
    pub fn load(bytes: &[u8], hardware: &Config) -> Result<Self, Refusal> {
        let image = Self::read(bytes)?;
        image.fits(hardware).or_else(|why| refuse(2, Why::Param(why)))?;
        image.sound()?;
        Ok(image)
    }

    /// Reads a file for the engine that it was compiled for.
    ///
    /// # Errors
    /// The first word that is wrong.
    pub fn open(bytes: &[u8]) -> Result<Self, Refusal> {
        let image = Self::read(bytes)?;
        image.sound()?;
        Ok(image)
    }

    /// The words in their places, whatever they mean.
    fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        let word = |at: usize| {
            let four = bytes.get(4 * at..4 * at + 4)?;
            Some(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        };
        let short =
            |expected: usize| Refusal { offset: bytes.len(), why: Why::Length { found: bytes.len(), expected } };
        match word(0) {
            Some(MAGIC) => {}
            other => return refuse(0, Why::Magic(other.unwrap_or(0))),
        }
        let header: Vec<u32> = (0..HEADER).map_while(word).collect();
        let [_, version, param, conditions, patterns, words] = header[..] else { return Err(short(4 * HEADER)) };
        if version != VERSION {
            return refuse(1, Why::Version(version));
        }
        let config = Config::from_param(param).or_else(|wrong| refuse(2, Why::Param(wrong.to_string())))?;
        for (at, what, count, room) in [
            (3, "conditions", conditions, config.conditions),
            (4, "patterns", patterns, config.patterns),
            (5, "words of replacements", words, config.words),
        ] {
            if count > room {
                return refuse(at, Why::Param(format!("{count} {what}: its own size has room for {room}")));
            }
        }
        let (conditions, patterns, words) = (conditions as usize, patterns as usize, words as usize);
        let tables = conditions + PATTERN_WORDS * patterns + REPLACEMENT_WORDS * words;
        let set_up = config.counters as usize + SOURCES + 2 * RANGES + 2;
        let length = 4 * (HEADER + tables + set_up + 1);
        if bytes.len() != length {
            return Err(short(length));
        }
        let (body, crc) = bytes.split_at(length - 4);
        if crc32fast::hash(body).to_le_bytes() != crc {
            return Err(Refusal { offset: length - 4, why: Why::Crc });
        }
        let mut rest = (HEADER..).map_while(word);
        let mut next = || rest.next().unwrap_or(0);
        Ok(Self {
            config,
            conditions: (0..conditions).map(|_| next()).collect(),
            patterns: (0..patterns).map(|_| std::array::from_fn(|_| next())).collect(),
            words: (0..words).map(|_| std::array::from_fn(|_| next())).collect(),
            counters: (0..config.counters).map(|_| next()).collect(),
            sources: std::array::from_fn(|_| next()),
            ranges: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            seed: next(),
            mask: next(),
        })
    }

    /// Whether an engine is of the same kind, with the same counters' width, and large enough.
    fn fits(&self, hardware: &Config) -> Result<(), String> {
        let own = &self.config;
        if own.mode != hardware.mode {
            return Err(format!(
                "compiled for mode {}, the engine is in mode {}",
                own.mode.name(),
                hardware.mode.name()
            ));
        }
        if own.width != hardware.width {
            return Err(format!("compiled for counters of {} bits, the engine's have {}", own.width, hardware.width));
        }
        for (what, needed, there) in [
            ("patterns", own.patterns, hardware.patterns),
            ("conditions", own.conditions, hardware.conditions),
            ("words of replacements", own.words, hardware.words),
            ("counters", own.counters, hardware.counters),
        ] {
            if needed > there {
                return Err(format!("compiled for {needed} {what}, the engine has {there}"));
            }
        }
        Ok(())
    }

    /// Whether every word means something.
    fn sound(&self) -> Result<(), Refusal> {
        let counters = self.config.counters;
        let mut at = HEADER;
        for word in &self.conditions {
            if word & words::condition::RESERVED != 0 {
                return refuse(at, Why::Reserved("a condition"));
            }
            let condition = Condition::from_word(*word);
            let acted = if condition.operation == Operation::None { 0 } else { condition.counter };
            let source = condition.source;
            if let Some(missing) = [condition.a, condition.b, acted].into_iter().find(|n| u32::from(*n) >= counters) {
                return refuse(at, Why::Selector(missing));
            }
            if usize::from(source) >= SOURCES && source != RANDOM {
                return refuse(at, Why::Selector(source));
            }
            at += 1;
        }
        let replacements = at + PATTERN_WORDS * self.patterns.len();
        for (number, word) in self.words.iter().enumerate() {
            if word[1] & words::replacement::RESERVED != 0 {
                return refuse(replacements + REPLACEMENT_WORDS * number + 1, Why::Reserved("a word of a replacement"));
            }
        }
        for entry in &self.patterns {
            if entry[3] & words::pattern::RESERVED != 0 {
                return refuse(at + 3, Why::Reserved("a pattern"));
            }
            let pattern = Pattern::from_words(*entry);
            if pattern.valid {
                self.pattern(&pattern, at)?;
            }
            at += PATTERN_WORDS;
        }
        at = replacements + REPLACEMENT_WORDS * self.words.len();
        let values = self.counters.iter().chain(&self.sources).position(|value| *value > self.config.largest());
        values.map_or(Ok(()), |place| {
            let value = self.counters.iter().chain(&self.sources).nth(place).copied();
            refuse(at + place, Why::Value(value.unwrap_or(0)))
        })
    }

    /// Whether a pattern that is in use leads where something is.
    fn pattern(&self, pattern: &Pattern, at: usize) -> Result<(), Refusal> {
        if pattern.direction == Direction::Illegal || pattern.sign == Sign::Illegal {
            return refuse(at + 2, Why::Code);
        }
        let (index, size) = (usize::from(pattern.condition), self.conditions.len());
        if index >= size {
            return refuse(at + 3, Why::Index { table: "condition", index, size });
        }
        if pattern.null {
            return Ok(());
        }
        let (index, size) = (usize::from(pattern.replacement), self.words.len());
        if index >= size {
            return refuse(at + 3, Why::Index { table: "word of a replacement", index, size });
        }
        let words: Vec<Replacement> =
            self.words[index..].iter().take(MAX_SEQUENCE).map(|words| Replacement::from_words(*words)).collect();
        let Some(end) = words.iter().position(|word| word.last) else { return refuse(at + 3, Why::Endless(index)) };
        if self.config.mode == Mode::Retire && !is_report(&words[..=end]) {
            return refuse(at + 3, Why::NoReport(index));
        }
        Ok(())
    }

    /// The registers to write, in order, so that a program is loaded but not begun: matching goes off, every table is
    /// written and what of the patterns it does not use is emptied, the set-up follows, and the CRC of the tables comes
    /// last. Writing CTRL begins it.
    pub fn writes(&self, hardware: &Config) -> Vec<(u16, u32)> {
        let mut writes = vec![(regs::CTRL.offset, 0)];
        let mut crc = crc32fast::Hasher::new();
        let mut table = |writes: &mut Vec<(u16, u32)>, offset: u16, words: &[u32]| {
            for (number, word) in words.iter().enumerate() {
                crc.update(&word.to_le_bytes());
                writes.push((offset + 4 * number as u16, *word));
            }
        };
        table(&mut writes, regs::CT.offset, &self.conditions);
        let mut patterns = self.patterns.clone();
        patterns.resize(hardware.patterns as usize, [0; PATTERN_WORDS]);
        table(&mut writes, regs::PT.offset, patterns.as_flattened());
        table(&mut writes, regs::RT.offset, self.words.as_flattened());
        let arrays: [(u16, &[u32]); 3] = [
            (regs::CTR.offset, &self.counters),
            (regs::HPS_R.offset, &self.sources),
            (regs::RANGE.offset, self.ranges.as_flattened()),
        ];
        for (offset, words) in arrays {
            writes.extend(words.iter().enumerate().map(|(number, word)| (offset + 4 * number as u16, *word)));
        }
        writes.extend([(regs::RNDSEED.offset, self.seed), (regs::RNDMASK.offset, self.mask)]);
        writes.push((regs::IMG_CRC.offset, crc.finalize()));
        writes
    }
}
