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
    /// It decides when sampling goes on; a profile has to come behind it.
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

/// The program called `name`. With a parameter `nInstr0` of 1 `upcount` is the form that can have it.
pub fn find(name: &str, parameters: &[(String, i128)]) -> Option<&'static Shipped> {
    let one = parameters.iter().any(|(name, value)| name == "nInstr0" && *value == 1);
    let name = if name == "upcount" && one { "upcount-one" } else { name };
    PROGRAMS.iter().find(|program| program.name == name)
}
