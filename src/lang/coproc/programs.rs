//! The programs that come with treetap (`programs/coproc`).

/// A program by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Name on the command line.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub doc: &'static str,
    /// The smallest number of entries that it fits.
    pub entries: u32,
    /// The text.
    pub text: &'static str,
}

/// `shipped! { entries "name" "doc"; .. }`: the programs with their files.
macro_rules! shipped {
    ($($entries:literal $name:literal $doc:literal;)*) => {
        /// Every program.
        pub const PROGRAMS: &[Shipped] = &[$(Shipped {
            name: $name,
            doc: $doc,
            entries: $entries,
            text: include_str!(concat!("../../../programs/coproc/", $name, ".uc")),
        }),*];
    };
}

shipped! {
    32 "valprof" "value profiling of loads: hits, misses and total of an active value for each load";
    32 "valprof_hm" "value profiling of loads in which a value is kept once hits and misses together are 16";
    32 "edge1" "direct branches: how often taken, how often not";
    32 "edge2" "indirect jumps, calls and returns: how often to which target";
    256 "stack" "call stack: misses of loads and branches charged to the caller's return address";
    256 "memdep" "memory dependence: which load reads what which store wrote";
    256 "conflict" "cache conflicts: sets in which a block misses soon after it was filled";
}

/// The program of a name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    PROGRAMS.iter().find(|program| program.name == name)
}
