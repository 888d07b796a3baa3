//! How a trace is read, and what becomes an event: the words that `profile`, `sim`, `trace` and `run` share.
use crate::spec::select;
use crate::trace::{Access, Format, Options, Window};

/// How to read a trace.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct InputOptions {
    /// Format of the trace, instead of what its extension says.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<FormatName>,
    /// Which lines of lackey text are events.
    #[arg(long, value_name = "ACCESS", default_value = "code")]
    pub access: AccessName,
    #[command(flatten)]
    pub events: Events,
    /// Keep the low bits of keys that are too wide, and count them, instead of refusing the trace.
    #[arg(long)]
    pub key_low: bool,
    /// Drop this many low bits of every key first.
    #[arg(long, value_name = "BITS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..64))]
    pub key_shift: u32,
}

/// What becomes an event.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Events {
    /// What becomes an event of a core's retirements.
    #[arg(long, value_name = "KIND", default_value = "code")]
    pub event: EventName,
    /// What such an event weighs.
    #[arg(long, value_name = "WEIGHT", default_value = "1")]
    pub weight: WeightName,
}

/// Names of [`Format`] on the command line.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub enum FormatName {
    /// Little-endian 64-bit keys.
    U64,
    /// Pairs of little-endian 64-bit words: key, weight.
    U64w,
    /// `key` or `key,weight` a line.
    Csv,
    /// Text of valgrind's lackey tool.
    Lackey,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::U64 => Format::U64,
            FormatName::U64w => Format::U64w,
            FormatName::Csv => Format::Csv,
            FormatName::Lackey => Format::Lackey,
        }
    }
}

/// Names of [`select::Kind`] on the command line.
#[derive(Clone, Copy, Debug)]
pub struct EventName(select::Kind);

impl Default for EventName {
    fn default() -> Self {
        Self(select::Kind::Code)
    }
}

impl From<EventName> for select::Kind {
    fn from(name: EventName) -> Self {
        name.0
    }
}

impl clap::ValueEnum for EventName {
    fn value_variants<'a>() -> &'a [Self] {
        const NAMES: [EventName; select::Kind::ALL.len()] = {
            let mut names = [EventName(select::Kind::Code); select::Kind::ALL.len()];
            let mut i = 0;
            while i < names.len() {
                names[i] = EventName(select::Kind::ALL[i]);
                i += 1;
            }
            names
        };
        &NAMES
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()).help(self.0.doc()))
    }
}

/// Names of [`select::Weight`] on the command line.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default)]
pub enum WeightName {
    /// Every event counts once.
    #[default]
    #[value(name = "1")]
    One,
    /// Instructions up to the next event.
    Instructions,
    /// Cycles up to the next event.
    Cycles,
}

impl From<WeightName> for select::Weight {
    fn from(name: WeightName) -> Self {
        match name {
            WeightName::One => Self::One,
            WeightName::Instructions => Self::Instructions,
            WeightName::Cycles => Self::Cycles,
        }
    }
}

/// Names of [`Access`] on the command line.
#[derive(clap::ValueEnum, Clone, Copy, Debug, Default)]
pub enum AccessName {
    /// Starts of code blocks.
    #[default]
    Code,
    /// Addresses of instructions.
    Instructions,
    /// Addresses read.
    Loads,
    /// Addresses written.
    Stores,
}

impl From<AccessName> for Access {
    fn from(name: AccessName) -> Self {
        match name {
            AccessName::Code => Access::Code,
            AccessName::Instructions => Access::Instructions,
            AccessName::Loads => Access::Loads,
            AccessName::Stores => Access::Stores,
        }
    }
}

impl InputOptions {
    /// The reader's options for keys of `key_bits` bits.
    pub fn reader(&self, key_bits: u32) -> Options {
        Options {
            format: self.format.map(Format::from),
            key_bits,
            key_shift: self.key_shift,
            key_low: self.key_low,
            access: self.access.into(),
            event: self.events.event.into(),
            weight: self.events.weight.into(),
            window: Window::ALL,
        }
    }
}
