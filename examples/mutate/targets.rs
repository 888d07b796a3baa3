//! What is mutated, and why some mutants survive.
use crate::engines;
use crate::suites::Suite;
use std::error::Error;

/// What is mutated.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    pub mutants: usize,
    pub judge: Judge,
}

/// What finds mutants.
#[derive(Clone, Copy, Debug)]
pub enum Judge {
    /// Event streams beside the golden model; `engine` may be `coalescer`.
    Streams { preset: &'static str, engine: &'static str },
    /// The tests of the repository.
    Tests(Suite),
}

impl Target {
    /// Name of the module.
    ///
    /// # Errors
    /// A unit or preset that there is not.
    pub fn top(&self) -> Result<String, Box<dyn Error>> {
        Ok(match self.judge {
            Judge::Streams { preset, engine } => engines::options(preset, engine)?.design()?.top,
            Judge::Tests(suite) => suite.design()?.top,
        })
    }

    /// What finds its mutants, for a table.
    pub fn judges(&self) -> String {
        match self.judge {
            Judge::Streams { .. } => "streams".into(),
            Judge::Tests(Suite { binary, filter, .. }) => format!("`{filter}` of `tests/{binary}`"),
        }
    }
}

const fn engine(name: &'static str, preset: &'static str, engine: &'static str, mutants: usize) -> Target {
    Target { name, mutants, judge: Judge::Streams { preset, engine } }
}

const fn suite(
    name: &'static str,
    unit: &'static str,
    preset: &'static str,
    binary: &'static str,
    filter: &'static str,
) -> Target {
    Target { name, mutants: UNIT_MUTANTS, judge: Judge::Tests(Suite { unit, preset, binary, filter }) }
}

/// Mutants of an engine, and of a unit or top.
const ENGINE_MUTANTS: usize = 1000;
const UNIT_MUTANTS: usize = 200;

/// Engines and coalescers. Pools and entries are few, so that mutants are reached.
const ENGINES: &[Target] = &[
    engine("serial", "k32n64", "serial", ENGINE_MUTANTS),
    engine("pipelined", "k32n64", "pipelined", ENGINE_MUTANTS),
    engine("cam", "k32n64", "cam", ENGINE_MUTANTS),
    engine("coalescer-compact", "k8e16_compact", "coalescer", UNIT_MUTANTS),
    engine("coalescer-serial", "k8e16", "coalescer", UNIT_MUTANTS),
    engine("coalescer-pipelined", "fast8", "coalescer", UNIT_MUTANTS),
];

/// Whole tops.
const TOPS: &[Target] = &[
    suite("profiler-nano", "profiler", "nano", "units", "profiler::"),
    suite("profiler-fast", "profiler", "fast", "units", "profiler::"),
    suite("profiler-pairs", "profiler", "pairs", "units", "profiler::"),
    suite("hps", "hps", "up5k", "hps", "hps::"),
    suite("monitor", "monitor", "up5k", "hps", "monitor::"),
];

/// Other units.
const UNITS: &[Target] = &[
    suite("tap", "tap", "rv32", "units", "tap::"),
    suite("select", "select", "nano", "units", "select::"),
    suite("classify", "classify", "rv32", "units", "classify::"),
    suite("pcfilter", "pcfilter", "rv32", "units", "pcfilter::"),
    suite("annotate", "annotate", "tiny", "units", "annotate::"),
    suite("sample_buffer", "sample_buffer", "full", "units", "sample_buffer::"),
    suite("sample_format", "sample_format", "rv32", "units", "sample_buffer::formats"),
    suite("burst", "burst", "full", "units", "burst::"),
    suite("checks", "checks", "rv32", "units", "checks::"),
    suite("checkmap", "checkmap", "tiny", "units", "checkmap::"),
    suite("counters", "counters", "nano", "units", "counter"),
    suite("regs", "regs", "full", "units", "reg"),
    suite("axil", "axil", "lite", "units", "axil::"),
    suite("wishbone", "wishbone", "lite", "units", "wishbone::"),
    suite("phase", "phase", "small", "phase", "phase::"),
    suite("coproc", "coproc", "nano", "coproc", "bench"),
    suite("hotlist", "hotlist", "nano", "hotlist", "hotlist::"),
];

/// All of them, by the names of their groups.
pub const GROUPS: [(&str, &[Target]); 3] = [("engines", ENGINES), ("tops", TOPS), ("units", UNITS)];

/// The targets that a word means: `GROUP`, `TARGET` or `TARGET=MUTANTS`.
///
/// # Errors
/// What was expected.
pub fn chosen(word: &str) -> Result<Vec<Target>, Box<dyn Error>> {
    if let Some((_, targets)) = GROUPS.iter().find(|group| group.0 == word) {
        return Ok(targets.to_vec());
    }
    let (name, mutants) = word.split_once('=').unwrap_or((word, ""));
    let mut all = GROUPS.iter().flat_map(|group| group.1);
    let Some(target) = all.find(|target| target.name == name) else {
        let names: Vec<_> = GROUPS.iter().flat_map(|group| group.1).map(|target| target.name).collect();
        return Err(format!("no target `{name}`: expected engines, tops, units, or of {}", names.join(", ")).into());
    };
    let mutants = if mutants.is_empty() { target.mutants } else { mutants.parse()? };
    Ok(vec![Target { mutants, ..*target }])
}

/// Why a mutant survives.
#[derive(Clone, Copy, Debug)]
pub enum Why {
    /// An argument that no input can show it.
    Equal(&'static str),
    /// An input could show it; what that takes.
    Unseen(&'static str),
}

/// A survivor by its number, and a signal of its place.
type Survivor = (usize, &'static str);

/// Survivors: target, their numbers with a signal of their place each (another netlist has others), and the reason.
const EXPLAINED: &[(&str, &[Survivor], Why)] = &[
    (
        "serial",
        &[(7, "makes dump_data[54]"), (109, "makes dump_data[43]"), (914, "makes dump_data[37]")],
        Why::Equal("with keys and counts of 32 bits this bit and the next are 0 in every word of a dump"),
    ),
    (
        "serial",
        &[(83, "makes u_engine.own_part[0]")],
        Why::Equal("a count of two parts is added to with `part` 0 only"),
    ),
    ("serial", &[(776, "makes u_engine.u_hand.leaves_wd")], Why::Equal("a node has at most four children, never five")),
    (
        "serial",
        &[(320, "u_threshold.mark[5]"), (385, "u_threshold.mark[5]"), (891, "u_threshold.mark[5]")],
        Why::Equal(
            "T would have to climb to 2^31, or from there: that takes a pool that is nearly full, of which hardly a \
             node is over such a T before 32 bits of n are full",
        ),
    ),
    (
        "serial",
        &[(587, "makes stat_creates[13]"), (811, "makes stat_creates[28]")],
        Why::Unseen("8,192 creates and more without a reset, of which no stream has so many; lower bits are alike"),
    ),
    (
        "serial",
        &[(724, "makes stat_over[31]"), (817, "makes stat_over[21]")],
        Why::Unseen("a weight of 2^21 and more over T without a reset, which no stream has; lower bits are alike"),
    ),
    (
        "serial",
        &[(758, "makes u_order.flushed")],
        Why::Unseen("the command after a code 0 comes a cycle sooner; no stream of `tests/rap/pace.rs` has a code 0"),
    ),
    (
        "cam",
        &[
            (8, "makes stat_over[30]"),
            (229, "makes stat_over[25]"),
            (446, "word[26]"),
            (453, "makes stat_over[26]"),
            (488, "makes stat_over[23]"),
            (610, "word[29]"),
        ],
        Why::Equal(
            "`over` stays below 2^23: a round of 63 visits lets two heavy events pass, after one with events over T \
             it rises four of its 240 steps, and a weight is below 2^16",
        ),
    ),
    (
        "cam",
        &[(105, "makes u_engine.ladder_inverted[31]")],
        Why::Equal(
            "T would have to climb to 2^31, or from there: that takes a pool that is nearly full, of which hardly a \
             node is over such a T before 32 bits of n are full",
        ),
    ),
    (
        "cam",
        &[(691, "word[29]"), (978, "word[18]")],
        Why::Unseen("2^18 creates and more without a reset, of which no stream has so many; lower bits are alike"),
    ),
    (
        "coalescer-compact",
        &[(114, "makes flushing")],
        Why::Equal("an operation is offered until it is taken (S2), which stops events as `flushing` does"),
    ),
    (
        "coalescer-compact",
        &[(171, "makes position[3]")],
        Why::Equal("once `position[4]` is 1 nothing depends on the lower bits: every entry is empty"),
    ),
    (
        "coalescer-compact",
        &[(91, "makes leaving")],
        Why::Unseen(
            "an entry that waits to leave while `rst` is 1 for a single cycle; the testbench holds it for three",
        ),
    ),
    (
        "coalescer-compact",
        &[(120, "makes requested")],
        Why::Unseen("a cycle more of clearing after an `rst` that follows an operation; results are the same"),
    ),
    (
        "coalescer-serial",
        &[(145, "entries_wd[22]")],
        Why::Equal("keys with the same index that differ in this bit differ in another one, which is compared, too"),
    ),
    (
        "coalescer-pipelined",
        &[
            (24, "u_near4.differ[4]"),
            (54, "u_near6.differ[0]"),
            (76, "u_entry.differ[0]"),
            (100, "u_near5.differ[4]"),
            (125, "u_near6.differ[0]"),
            (133, "u_near6.differ[2]"),
            (144, "u_near5.differ[4]"),
            (149, "u_near5.differ[0]"),
            (156, "u_near1.differ[4]"),
            (198, "u_near3.differ[0]"),
        ],
        Why::Equal("keys with the same index that differ in this bit differ in another one, which is compared, too"),
    ),
    (
        "tap",
        &[(33, "makes ord[31]"), (41, "makes ord[28]")],
        Why::Unseen("2^28 retirements and more, of which no stream has so many; lower bits are alike"),
    ),
    (
        "sample_buffer",
        &[(29, "makes smp_rec[58]"), (53, "makes smp_rec[35]"), (175, "makes smp_rec[53]")],
        Why::Equal("a record of two lanes and more begins in an even bank, and of one lane this bit is cut off"),
    ),
    ("select", &[(200, "makes goal[0]")], Why::Equal("bit 0 of an address of an instruction, which is always 0")),
    ("checks", &[(162, ""), (166, "")], Why::Equal("bit 0 of an address of an instruction, which is always 0")),
];

/// Why a mutant survives that changes what is at this place.
pub fn explained(target: &str, number: usize, place: &str) -> Option<Why> {
    let is_it = |found: &Survivor| found.0 == number && place.contains(found.1);
    let found = EXPLAINED.iter().find(|(name, mutants, _)| *name == target && mutants.iter().any(is_it));
    found.map(|found| found.2)
}
