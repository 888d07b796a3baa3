//! The programs that come with treetap (`programs/hps`).

/// A program by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Name on the command line.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub doc: &'static str,
    /// What it is for.
    pub part: Part,
    /// The text.
    pub text: &'static str,
}

/// What a program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It decides when sampling goes on; a profile has to come after it.
    Sampler,
    /// It reports while sampling goes on.
    Profile,
    /// Both.
    Whole,
}

impl Part {
    /// Name in lists.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sampler => "sampler",
            Self::Profile => "profile",
            Self::Whole => "whole",
        }
    }
}

/// `shipped! { Part "name" "doc"; .. }`: the programs with their files.
macro_rules! shipped {
    ($($part:ident $name:literal $doc:literal;)*) => {
        /// Every program.
        pub const PROGRAMS: &[Shipped] = &[$(Shipped {
            name: $name,
            doc: $doc,
            part: Part::$part,
            text: include_str!(concat!("../../../programs/hps/", $name, ".hps")),
        }),*];
    };
}

shipped! {
    Sampler "triggers" "sampling is switched on and off by instructions of the program";
    Sampler "bursty" "bursty tracing: nCheck0 segments are let go, nInstr0 are sampled";
    Sampler "arnold-ryder" "of nCheck0 + 1 segments one is sampled";
    Sampler "off" "bursty tracing with nCheck0 = 0: only from outside";
    Sampler "endless" "bursty tracing with nInstr0 = 0: once begun, sampling goes on";
    Sampler "always" "everything is sampled";
    Profile "region" "hot code regions: direct branches and jumps";
    Profile "method" "hot methods: calls and backward branches";
    Profile "callpair" "hot call pairs: calls";
    Profile "data" "data references: loads, stores and atomics";
    Whole "upcount" "bursty tracing by counters that count up, of code regions";
    Whole "upcount-one" "the same for nInstr0 = 1";
    Whole "periodic" "every period-th direct branch or jump";
    Whole "periodic-method" "every period-th call or backward branch";
    Whole "periodic-callpair" "every period-th call";
    Whole "random" "direct branches and jumps at random gaps";
}

/// The program called `name`. A parameter of 0 is infinitely many segments, which counters do not count, and counters
/// that count up have a form of their own for one segment in a burst.
pub fn find(name: &str, parameters: &[(String, i128)]) -> Option<&'static Shipped> {
    let given = |wanted: &str, value: i128| parameters.iter().any(|(name, v)| name == wanted && *v == value);
    let name = match name {
        "upcount" if given("nInstr0", 1) => "upcount-one",
        "bursty" | "arnold-ryder" if given("nCheck0", 0) => "off",
        "bursty" if given("nInstr0", 0) => "endless",
        other => other,
    };
    PROGRAMS.iter().find(|program| program.name == name)
}
