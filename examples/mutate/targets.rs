//! What is mutated, and why some mutants survive.
use crate::engines;
use crate::suites::Suite;
use serde::Deserialize;
use std::error::Error;
use std::fs;
use std::path::Path;

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

/// Signals of targets that count by one: their high bits are left whole.
const TALLIES: &[(&str, &[&str])] = &[
    ("burst", &["stat_count", "burst_id"]),
    ("burst-deep", &["stat_count", "burst_id"]),
    ("counters", &["cnt_data", "u_words.rd"]),
    (
        "hotlist",
        &[
            "cnt_data",
            "u_counters.u_words.wd",
            "u_table.count",
            "u_table.kept",
            "u_table.u_counts.wd",
            "u_trigger.left",
        ],
    ),
    ("tap", &["ord"]),
    ("tap-deep", &["ord"]),
];

impl Target {
    /// Signals that count by one.
    pub fn tallies(&self) -> &'static [&'static str] {
        TALLIES.iter().find(|(name, _)| *name == self.name).map_or(&[], |(_, signals)| signals)
    }

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
            Judge::Tests(Suite { binary, filter: "", .. }) => format!("`tests/{binary}`"),
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
    suite("profiler-nano", "profiler", "nano", "units", "::nano"),
    // `fast` in half of its block RAM: its counts have 36 bits, whose end a session reaches, and those of `fast` 48.
    Target { mutants: 320, ..suite("profiler-fast25", "profiler", "fast25", "units", "::fast25") },
    Target { mutants: 300, ..suite("profiler-pairs", "profiler", "pairs", "units", "::pairs") },
    suite("hps", "hps", "up5k", "hps", "hardware_equals_model"),
    suite("hps-serial", "hps", "up5k_serial", "hps", "the_engine_serial"),
    suite("monitor", "monitor", "up5k", "hps", "monitor::anything"),
];

/// Other units.
const UNITS: &[Target] = &[
    suite("tap", "tap", "rv32", "units", "tap::"),
    suite("tap-deep", "tap", "rv32_deep", "units", "tap::"),
    suite("select", "select", "nano", "units", "select::"),
    suite("classify", "classify", "rv32", "units", "classify::"),
    suite("pcfilter", "pcfilter", "rv32", "units", "pcfilter::"),
    suite("pcfilter-deep", "pcfilter", "rv32_deep", "units", "pcfilter::"),
    suite("annotate", "annotate", "tiny", "units", "annotate::"),
    suite("sample_buffer", "sample_buffer", "full", "units", "sample_buffer::"),
    suite("sample_buffer-deep", "sample_buffer", "pairs_deep", "units", "sample_buffer::"),
    suite("sample_format", "sample_format", "rv32", "units", "sample_buffer::formats"),
    suite("burst", "burst", "full", "units", "burst::"),
    suite("burst-deep", "burst", "full_deep", "units", "burst::"),
    suite("checks", "checks", "rv32", "units", "checks::"),
    suite("checkmap", "checkmap", "tiny", "units", "checkmap::"),
    suite("checkmap-deep", "checkmap", "tiny_deep", "units", "checkmap::"),
    suite("codemap", "codemap", "small", "units", "codemap::"),
    suite("codemap-deep", "codemap", "ecp5_deep", "units", "codemap::"),
    suite("cycles", "cycles", "core", "units", "cycles::"),
    suite("counters", "counters", "nano", "units", "counter"),
    suite("regs", "regs", "full", "units", "reg"),
    suite("axil", "axil", "lite", "units", "axil::"),
    suite("wishbone", "wishbone", "lite", "units", "wishbone::"),
    suite("phase", "phase", "small", "phase", "phase::"),
    suite("coproc", "coproc", "nano", "coproc", "coproc::"),
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
#[derive(Clone, Debug)]
pub enum Why {
    /// An argument that no input can show it.
    Equal(String),
    /// An input could show it; what that takes.
    Unseen(String),
}

/// Survivors with one reason: an entry of `explained/TARGET.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Survivors {
    mutants: Vec<Survivor>,
    /// Why no input can show them.
    equal: Option<String>,
    /// What an input takes that shows them.
    unseen: Option<String>,
}

/// A mutant by its number, and a signal of its place: another netlist has others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Survivor {
    number: usize,
    at: String,
}

/// Why survivors of a target survive.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explained {
    survivors: Vec<Survivors>,
}

impl Explained {
    /// The explanations of a target; none where it has no file.
    ///
    /// # Errors
    /// What is wrong with its file.
    pub fn of(target: &str) -> Result<Self, Box<dyn Error>> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/mutate/explained/{target}.toml"));
        if !path.is_file() {
            return Ok(Self::default());
        }
        let wrong = |reason: String| format!("{}: {reason}", path.display());
        let explained: Self = toml::from_str(&fs::read_to_string(&path)?).map_err(|error| wrong(error.to_string()))?;
        match explained.survivors.iter().find(|some| some.equal.is_some() == some.unseen.is_some()) {
            Some(some) => Err(wrong(format!("{:?}: expected either `equal` or `unseen`", some.mutants)).into()),
            None => Ok(explained),
        }
    }

    /// Why a mutant survives that changes what is at this place.
    pub fn why(&self, number: usize, place: &str) -> Option<Why> {
        let is_it = |mutant: &Survivor| mutant.number == number && place.contains(&mutant.at);
        let found = self.survivors.iter().find(|some| some.mutants.iter().any(is_it))?;
        found.equal.clone().map(Why::Equal).or_else(|| found.unseen.clone().map(Why::Unseen))
    }
}
