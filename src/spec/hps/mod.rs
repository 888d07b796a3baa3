//! The engine for hybrid profiling support: it edits the instruction stream by a table of patterns, and decides by
//! counters of its own when (docs/reference/hps.md).
pub mod class;
pub mod image;
pub mod inline;
pub mod record;
pub mod regs;
pub mod words;

use super::variant::Variant;
use std::fmt;

/// Ranges of addresses that a pattern can ask for.
pub const RANGES: usize = 4;
/// Registers that a micro-operation can load into a counter.
pub const SOURCES: usize = 8;
/// Words that one replacement may have.
pub const MAX_SEQUENCE: usize = 16;
/// Events that wait after the engine in mode [`Mode::Retire`]; the next one is dropped.
pub const QUEUE: usize = 16;
/// Most patterns of a build.
pub const MAX_PATTERNS: u32 = 32;
/// Most conditions of a build.
pub const MAX_CONDITIONS: u32 = 16;
/// Most words of the replacement table of a build.
pub const MAX_WORDS: u32 = 2048;
/// Counters of what is emitted.
pub const COUNTERS: u32 = 2;
/// Bits of one of them.
pub const WIDTH: u32 = 24;
/// Most counters of a build.
pub const MAX_COUNTERS: u32 = 8;

/// `slti x0, x0, 1`: a hint that does nothing on any core; programs switch sampling on with it.
pub const ON_TRIGGER: u32 = 0x0010_2013;
/// `slti x0, x0, 2`: switches sampling off.
pub const OFF_TRIGGER: u32 = 0x0020_2013;
/// [`ON_TRIGGER`] in the opcode space custom-0, for cores that ask for it.
pub const ON_TRIGGER_CUSTOM: u32 = 0x0000_200b;
/// [`OFF_TRIGGER`] in the opcode space custom-0.
pub const OFF_TRIGGER_CUSTOM: u32 = 0x0010_200b;
/// Ends a handler in mode [`Mode::Decode`]: custom-0, funct3 1.
pub const DRET: u32 = 0x0000_100b;
/// `addi x0, x0, 0`.
pub const NOP: u32 = 0x0000_0013;

/// What the core gets to see of a call of a handler: custom-0, funct3 0, the number of the handler as its immediate.
pub const fn dcall(handler: u8) -> u32 {
    ((handler as u32) << 20) | 0x0b
}

/// Numbers of the handlers that the programs which come with treetap call.
pub mod handler {
    /// Code regions.
    pub const REGION: u8 = 1;
    /// Procedures, by their calls and loops.
    pub const METHOD: u8 = 2;
    /// Calls and what they call.
    pub const CALL_PAIR: u8 = 3;
    /// Loads, stores, atomics.
    pub const DATA: u8 = 4;
}

/// Where the engine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Mode {
    /// Between fetch and decode: replacements are instructions that the core executes.
    Decode = 0,
    /// After the tap: a replacement is an event, and what it would have cost is counted.
    Retire = 1,
}

impl Mode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Decode, Self::Retire];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Retire => "retire",
        }
    }
}

/// A microarchitecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Engine {
    /// Every pattern at once: an instruction in a cycle.
    Parallel = 0,
    /// Patterns one after the other: the least area, for mode retire (docs/reference/hps.md, H13).
    Serial = 1,
    /// Every pattern at once, a step in a cycle: an instruction in a cycle at a fast clock, for mode retire
    /// (docs/reference/hps.md, H14).
    Pipelined = 2,
}

impl Engine {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Parallel, Self::Serial, Self::Pipelined];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parallel => "parallel",
            Self::Serial => "serial",
            Self::Pipelined => "pipelined",
        }
    }

    /// The engine of a variant.
    ///
    /// # Panics
    /// When the variant is of a unit without one, or names none.
    pub fn of(variant: &Variant) -> Self {
        let number = variant.parameter(ENGINE);
        Self::ALL.into_iter().find(|engine| *engine as u32 == number).expect("a number of an engine")
    }
}

/// The parameter that says which engine is built.
pub const ENGINE: &str = "engine";

/// The size of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Where it stands.
    pub mode: Mode,
    /// Entries of the pattern table, 1 to [`MAX_PATTERNS`].
    pub patterns: u32,
    /// Entries of the table of conditions, 1 to [`MAX_CONDITIONS`].
    pub conditions: u32,
    /// Words of the replacement table, a power of two, 16 to [`MAX_WORDS`].
    pub words: u32,
    /// Counters, 2 to [`MAX_COUNTERS`].
    pub counters: u32,
    /// Bits of a counter, 4 to 32.
    pub width: u32,
}

impl Config {
    /// Counters are below this.
    pub const fn modulus(&self) -> u64 {
        1 << self.width
    }

    /// The largest value of a counter.
    pub const fn largest(&self) -> u32 {
        (self.modulus() - 1) as u32
    }

    /// The word of register PARAM.
    pub const fn param(&self) -> u32 {
        regs::PARAM.field("WORDS_LOG2").at(self.words.trailing_zeros())
            | regs::PARAM.field("PATTERNS").at(self.patterns)
            | regs::PARAM.field("CONDITIONS").at(self.conditions)
            | regs::PARAM.field("COUNTERS").at(self.counters)
            | regs::PARAM.field("WIDTH").at(self.width)
            | regs::PARAM.field("MODE").at(self.mode as u32)
    }

    /// The size that a word of register PARAM tells.
    ///
    /// # Errors
    /// What is wrong with it, as [`Config::validate`], or bits without a meaning.
    pub fn from_param(word: u32) -> Result<Self, Error> {
        let field = |name| regs::PARAM.field(name).of(word);
        let config = Self {
            mode: if field("MODE") == 0 { Mode::Decode } else { Mode::Retire },
            patterns: field("PATTERNS"),
            conditions: field("CONDITIONS"),
            words: 1 << field("WORDS_LOG2"),
            counters: field("COUNTERS"),
            width: field("WIDTH"),
        };
        config.validate()?;
        if config.param() == word {
            Ok(config)
        } else {
            Err(Error { what: "PARAM", value: word, expected: "no bit above 25" })
        }
    }

    /// Whether such an engine can be.
    ///
    /// # Errors
    /// The first parameter that is out of its range.
    pub fn validate(&self) -> Result<(), Error> {
        let within = |what, value: u32, range: std::ops::RangeInclusive<u32>, expected| {
            if range.contains(&value) { Ok(()) } else { Err(Error { what, value, expected }) }
        };
        within("patterns (PT_N)", self.patterns, 1..=MAX_PATTERNS, "1 to 32")?;
        within("conditions (CT_N)", self.conditions, 1..=MAX_CONDITIONS, "1 to 16")?;
        within("replacement words (RT_N)", self.words, 16..=MAX_WORDS, "16 to 2048")?;
        if !self.words.is_power_of_two() {
            return Err(Error { what: "replacement words (RT_N)", value: self.words, expected: "a power of two" });
        }
        within("counters (NC)", self.counters, 2..=MAX_COUNTERS, "2 to 8")?;
        within("counter bits (W)", self.width, 4..=32, "4 to 32")
    }
}

/// A size that is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name on the command line.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Entries of the pattern table.
    pub patterns: u32,
    /// Words of the replacement table.
    pub words: u32,
}

impl Preset {
    /// The engine of this size in a mode.
    pub const fn config(&self, mode: Mode) -> Config {
        let Self { patterns, words, .. } = *self;
        Config { mode, patterns, conditions: MAX_CONDITIONS, words, counters: COUNTERS, width: WIDTH }
    }
}

/// `builds! { "preset" patterns, words, "what for", ternary as "name" or "other name" without; .. }`: the sizes, and
/// what is emitted of them.
macro_rules! builds {
    ($($name:literal $patterns:literal, $words:literal, $doc:literal, $first:ident, $other:literal $second:ident;)*) => {
        /// The sizes that are built.
        pub const PRESETS: [Preset; [$($name),*].len()] = [$(Preset {
            name: $name,
            doc: concat!($patterns, " patterns, ", $words, " words: ", $doc),
            patterns: $patterns,
            words: $words,
        }),*];

        /// What is emitted: every size in both modes with both kinds of pattern tables, mode retire with the kind that
        /// it is meant for under the name of the size; the smallest with engine `serial`, and the largest with engine
        /// `pipelined`.
        pub const VARIANTS: [Variant; 4 * PRESETS.len() + 2] = [
            $(
                builds!(@ concat!($name), "after the tap", 1, $patterns, $words, $first),
                builds!(@ concat!($name, "_decode"), "between fetch and decode", 0, $patterns, $words, $first),
                builds!(@ concat!($name, "_", $other), "after the tap", 1, $patterns, $words, $second),
                builds!(@ concat!($name, "_", $other, "_decode"), "between fetch and decode", 0, $patterns, $words, $second),
            )*
            builds!(
                # "up5k_serial", "after the tap, 8 patterns in turn, 256 words", 1, 8, 256, 1, Engine::Serial
            ),
            builds!(
                # "ecp5_pipelined", "after the tap at a fast clock, 32 patterns in flip-flops, 2048 words", 1, 32, 2048,
                0, Engine::Pipelined
            ),
        ];
    };
    (@ $name:expr, $place:literal, $retire:literal, $patterns:literal, $words:literal, ternary) => {
        builds!(# $name, concat!($place, ", ", $patterns, " patterns in block RAM, ", $words, " words"), $retire, $patterns, $words, 1, Engine::Parallel)
    };
    (@ $name:expr, $place:literal, $retire:literal, $patterns:literal, $words:literal, flipflops) => {
        builds!(# $name, concat!($place, ", ", $patterns, " patterns in flip-flops, ", $words, " words"), $retire, $patterns, $words, 0, Engine::Parallel)
    };
    (# $name:expr, $doc:expr, $retire:literal, $patterns:literal, $words:literal, $ternary:literal, $engine:expr) => {
        Variant {
            name: $name,
            doc: $doc,
            parameters: &[
                ("retire", $retire),
                ("patterns", $patterns),
                ("conditions", MAX_CONDITIONS),
                ("words", $words),
                ("counters", COUNTERS),
                ("width", WIDTH),
                ("ternary", $ternary),
                (ENGINE, $engine as u32),
            ],
        }
    };
}

builds! {
    "up5k" 8, 256, "beside a small core on an UP5K", ternary, "ff" flipflops;
    "hx8k" 16, 256, "on an HX8K", ternary, "ff" flipflops;
    "ecp5" 32, 2048, "on an ECP5", flipflops, "tcam" ternary;
}

/// Whether masks and values of its patterns lie in block RAM.
pub fn ternary(variant: &Variant) -> bool {
    variant.parameter("ternary") == 1
}

/// The size of what is emitted under a name.
pub fn built(variant: &Variant) -> Config {
    let of = |name| variant.parameter(name);
    Config {
        mode: if of("retire") == 1 { Mode::Retire } else { Mode::Decode },
        patterns: of("patterns"),
        conditions: of("conditions"),
        words: of("words"),
        counters: of("counters"),
        width: of("width"),
    }
}

/// The preset called `name`.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

/// A parameter that is out of its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// The parameter.
    pub what: &'static str,
    /// Its value.
    pub value: u32,
    /// What it may be.
    pub expected: &'static str,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: expected {}", self.what, self.value, self.expected)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_emitted_in_both_modes_with_both_tables() {
        for preset in PRESETS {
            for mode in Mode::ALL {
                for tables in [false, true] {
                    let is = |v: &&Variant| built(v) == preset.config(mode) && ternary(v) == tables;
                    let name = VARIANTS.iter().find(is).unwrap().name;
                    assert!(name.starts_with(preset.name) && name.ends_with("_decode") == (mode == Mode::Decode));
                }
            }
            let plain = VARIANTS.iter().find(|v| v.name == preset.name).unwrap();
            assert_eq!(built(plain), preset.config(Mode::Retire));
        }
    }

    #[test]
    fn param_leads_back_and_nonsense_is_refused() {
        for preset in PRESETS {
            for mode in Mode::ALL {
                let config = preset.config(mode);
                assert_eq!(config.validate(), Ok(()));
                assert_eq!(Config::from_param(config.param()), Ok(config));
                assert!(Config::from_param(config.param() | 1 << 31).is_err());
            }
        }
        let config = preset("up5k").unwrap().config(Mode::Retire);
        assert_eq!(config.param(), 8 | 8 << 4 | 16 << 10 | 2 << 15 | 24 << 19 | 1 << 25);
        for wrong in [
            Config { patterns: 33, ..config },
            Config { conditions: 0, ..config },
            Config { words: 48, ..config },
            Config { words: 4096, ..config },
            Config { counters: 1, ..config },
            Config { width: 3, ..config },
        ] {
            assert!(wrong.validate().unwrap_err().to_string().contains("expected"), "{wrong:?}");
        }
        assert_eq!((dcall(1), Config { width: 32, ..config }.largest()), (0x0010_000b, u32::MAX));
    }
}
