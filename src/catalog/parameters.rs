//! What can be chosen of each unit: the parameters that a preset is a set of, their ranges, and how one is refused.
use super::Unit;
use crate::emit::describe::nearest_step;
use crate::spec::hps::{MAX_CONDITIONS, MAX_PATTERNS};
use crate::spec::phase::{MAX_PHASES, MAX_SIGNATURES};
use crate::spec::rap::{COUNT_BITS_MAX, COUNT_BITS_MIN};

/// Which numbers a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// From a number to a number, in steps.
    Steps {
        /// The least.
        from: u32,
        /// The most.
        to: u32,
        /// From one to the next.
        step: u32,
    },
    /// Powers of two from one to another.
    Powers {
        /// The least.
        from: u32,
        /// The most.
        to: u32,
        /// 0, for none, is allowed too.
        none: bool,
    },
    /// Yes or no, 1 or 0.
    Switch,
}

impl Range {
    /// The allowed number nearest to `value`; `value` itself if it is allowed.
    pub fn nearest(self, value: u32) -> u32 {
        match self {
            Range::Switch => value.min(1),
            Range::Steps { from, to, step } => {
                let [value, from, to, step] = [value, from, to, step].map(|number| number as usize);
                nearest_step(value, from, to, step) as u32
            }
            Range::Powers { none: true, from, .. } if value < from.div_ceil(2) => 0,
            Range::Powers { from, to, .. } => {
                let inside = value.clamp(from, to);
                let below = 1 << inside.ilog2();
                if inside - below > below / 2 { below * 2 } else { below }
            }
        }
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Range::Switch => f.write_str("0 or 1"),
            Range::Steps { from, to, step } if from + step == *to => write!(f, "{from} or {to}"),
            Range::Steps { from, to, step: 1 } => write!(f, "{from} to {to}"),
            Range::Steps { from, to, step } => write!(f, "{from} to {to} in steps of {step}"),
            Range::Powers { from, to, none } => {
                write!(f, "{}a power of two from {from} to {to}", if *none { "0 or " } else { "" })
            }
        }
    }
}

/// A number that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in JSON and TOML, such as `key_bits`; with hyphens it is an option of the command line.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// What it may be.
    pub range: Range,
}

const fn steps(name: &'static str, from: u32, to: u32, step: u32, doc: &'static str) -> Parameter {
    Parameter { name, doc, range: Range::Steps { from, to, step } }
}

const fn powers(name: &'static str, from: u32, to: u32, doc: &'static str) -> Parameter {
    Parameter { name, doc, range: Range::Powers { from, to, none: false } }
}

const fn or_none(name: &'static str, from: u32, to: u32, doc: &'static str) -> Parameter {
    Parameter { name, doc, range: Range::Powers { from, to, none: true } }
}

const fn switch(name: &'static str, doc: &'static str) -> Parameter {
    Parameter { name, doc, range: Range::Switch }
}

const NODES: Parameter =
    powers("nodes", 8, 4096, "nodes of the tree: key bits / 2 + 2 at least, 256 at most with engine cam");
const COUNT_BITS: Parameter = steps("count_bits", COUNT_BITS_MIN, COUNT_BITS_MAX, 1, "bits of a count");
const ENTRIES: Parameter = or_none("entries", 16, 4096, "entries of the coalescer, 0 for none");
const FIFO: Parameter = or_none("fifo", 16, 1024, "events that the queue before the engine holds, 0 for none");
const EPS: Parameter = switch("eps", "hardware of EPS mode (engine serial)");
/// The word for a top without a model of cache and branches, or without a phase tracker.
pub const NONE: &str = "none";
/// How the names of the parameters of the hand begin; 0 is what the rules choose.
pub const OF_HAND: &str = "hand_";

const HAND_RESERVE: Parameter =
    or_none("hand_reserve", 1, 64, "free nodes below which a round of the hand begins, 0: by the nodes");
const HAND_WEIGHT: Parameter = steps(
    "hand_weight",
    0,
    4096,
    1,
    "most visits of the hand for an event's weight, 0: 256, or 32 without a coalescer",
);
const HAND_CREATES: Parameter = steps("hand_creates", 0, 64, 1, "visits of the hand for each new node, 0: 8");
const HAND_JUMP: Parameter =
    steps("hand_jump", 0, 15, 1, "steps of T at a round if events went over T in the one before, 0: 4");
const XLEN: Parameter = steps("xlen", 32, 64, 32, "bits of the core's registers");
const PATTERNS: Parameter = steps("patterns", 1, MAX_PATTERNS, 1, "entries of the pattern table");
const DEEP: Parameter = switch("deep", "more cycles, for a fast clock");
const AXIL: Parameter = switch("axil", "AXI4-Lite; else Wishbone");
const CONDITIONS: Parameter = steps("conditions", 1, MAX_CONDITIONS, 1, "entries of the table of conditions");

const RAP: &[Parameter] = &[
    steps("key_bits", 4, 64, 2, "bits of a key"),
    NODES,
    COUNT_BITS,
    ENTRIES,
    FIFO,
    EPS,
    HAND_RESERVE,
    HAND_WEIGHT,
    HAND_CREATES,
    HAND_JUMP,
];
const COALESCER: &[Parameter] =
    &[steps("key_bits", 4, 64, 2, "bits of a key"), powers("entries", 16, 4096, "entries of the coalescer")];
const PROFILER: &[Parameter] = &[
    steps("key_bits", 16, 64, 16, "bits of a key: 16 with a map of code, else 32 or 64"),
    NODES,
    COUNT_BITS,
    ENTRIES,
    FIFO,
    EPS,
    HAND_RESERVE,
    HAND_WEIGHT,
    HAND_CREATES,
    HAND_JUMP,
    or_none("map_codes", 64, 32768, "codes of the map of checks, 0 for none"),
    or_none("code_lines", 1024, 16384, "entries of the map of code, 0 for none"),
    SPRAM,
    switch("small", "the least area: no second PC filter, no registers of statistics, no reading back"),
];
const LINES: Parameter = powers("lines", 1024, 16384, "entries of the map of code");
const SPRAM: Parameter = switch("spram", "the map of code in a single-port RAM of an UP5K; else in block RAM");
const HPS: &[Parameter] = &[
    switch("retire", "after the tap, where a replacement is an event; else between fetch and decode"),
    PATTERNS,
    CONDITIONS,
    powers("words", 16, 2048, "words of the replacement table"),
    steps("counters", 2, 8, 1, "counters"),
    steps("width", 4, 32, 1, "bits of a counter"),
    switch("ternary", "patterns in block RAM; else in flip-flops"),
];
const PHASE: &[Parameter] = &[
    steps("signatures", 2, MAX_SIGNATURES, 1, "phases that are told apart at a time"),
    steps("known_phases", 2, MAX_PHASES, 1, "entries of the phase table"),
    powers("log", 16, 4096, "half words of the interval log, six an interval"),
];
const HOTLIST: &[Parameter] = &[
    XLEN,
    powers("entries", 16, 256, "entries of the table"),
    powers("records", 16, 256, "raw records that wait"),
    powers("lanes", 1, 4, "lanes of the widest raw record"),
];
const VALUE_SAMPLER: &[Parameter] = &[HOTLIST[0], HOTLIST[1], HOTLIST[2], HOTLIST[3], AXIL];
const COPROC: &[Parameter] = &[
    XLEN,
    steps("value_bits", 32, 64, 32, "bits of a value"),
    powers("entries", 32, 256, "entries of the associative array and of the data memory"),
    switch("predict", "a counter for each word that predicts its branch"),
    switch("chain", "valid keys of the same hash are chained; else keys are compared one after the other"),
    DEEP,
];
const COPROC_PROFILER: &[Parameter] = &[
    COPROC[0],
    COPROC[1],
    COPROC[2],
    COPROC[3],
    COPROC[4],
    COPROC[5],
    powers("lanes", 1, 4, "32-bit lanes of the widest sample"),
    AXIL,
];
const MONITOR: &[Parameter] = &[
    PATTERNS,
    CONDITIONS,
    powers("words", 16, 2048, "words of the replacement table"),
    steps("counters", 2, 8, 1, "counters"),
    steps("width", 4, 32, 1, "bits of a counter"),
    switch("ternary", "patterns in block RAM; else in flip-flops"),
    powers("map_codes", 64, 32768, "codes of the map of checks"),
    powers("events", 4, 2048, "events that the memory holds"),
    AXIL,
];

/// What can be chosen of a unit.
pub fn of(unit: Unit) -> &'static [Parameter] {
    match unit {
        Unit::Rap => RAP,
        Unit::Coalescer => COALESCER,
        Unit::Profiler => PROFILER,
        Unit::Hps => HPS,
        Unit::Monitor => MONITOR,
        Unit::Phase => PHASE,
        Unit::Hotlist => HOTLIST,
        Unit::ValueSampler => VALUE_SAMPLER,
        Unit::Annotate => {
            const {
                &[
                    XLEN,
                    powers("sets", 2, 32768, "sets of the modelled cache"),
                    steps("ways", 1, 8, 1, "ways of it"),
                    powers("line_bytes", 2, 4096, "bytes of a line of it"),
                    powers("predictor", 2, 32768, "counters of the modelled predictor"),
                ]
            }
        }
        Unit::Burst => {
            const {
                const CHECKS: Parameter = switch("checks", "bursts by checks and by intervals");
                &[CHECKS, switch("statistics", "counters of its own"), DEEP]
            }
        }
        Unit::Checkmap => const { &[powers("slots", 32, 1 << 20, "codes that the map holds"), DEEP] },
        Unit::Codemap => const { &[LINES, SPRAM, DEEP] },
        Unit::Classify | Unit::SampleFormat => &[XLEN],
        Unit::Checks | Unit::Tap => const { &[XLEN, DEEP] },
        Unit::SampleBuffer => const { &[powers("lanes", 1, 4, "32-bit lanes of the widest record"), DEEP] },
        Unit::Coproc => COPROC,
        Unit::CoprocProfiler => COPROC_PROFILER,
        Unit::Select => const { &[XLEN, steps("key_bits", 32, 64, 32, "bits of a key")] },
        Unit::Regs => {
            const {
                &[
                    switch("readback", "configuration registers can be read"),
                    switch("statistics", "the engine's statistics have registers"),
                ]
            }
        }
        Unit::Pcfilter => const { &[XLEN, switch("table", "the second filter, by a table of addresses"), DEEP] },
        Unit::Axil | Unit::Wishbone | Unit::Counters | Unit::Cycles => &[],
    }
}

/// Every name that some unit has, once, with the meaning it has first.
pub fn all() -> Vec<(Parameter, Vec<Unit>)> {
    let mut out: Vec<(Parameter, Vec<Unit>)> = vec![];
    for unit in Unit::ALL.iter().copied() {
        for parameter in of(unit) {
            match out.iter_mut().find(|(known, _)| known.name == parameter.name) {
                Some((_, units)) => units.push(unit),
                None => out.push((*parameter, vec![unit])),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_number_is_allowed_and_an_allowed_one_is_its_own() {
        for unit in Unit::ALL.iter().copied() {
            for Parameter { name, range, .. } in of(unit) {
                for value in (0..200).chain([511, 512, 513, 700, 900, 4095, 4096, 5000, 1 << 20, u32::MAX]) {
                    let near = range.nearest(value);
                    assert_eq!(range.nearest(near), near, "{unit} {name} {value}");
                }
            }
        }
        let nodes = NODES.range;
        assert_eq!([3, 1000, 700, 1536, 9000].map(|n| nodes.nearest(n)), [8, 1024, 512, 1024, 4096]);
        assert_eq!([0, 3, 9, 16].map(|n| ENTRIES.range.nearest(n)), [0, 0, 16, 16]);
        let keys = RAP[0].range;
        assert_eq!([0, 41, 65].map(|k| keys.nearest(k)), [4, 40, 64]);
        assert_eq!(keys.to_string(), "4 to 64 in steps of 2");
        assert_eq!(ENTRIES.range.to_string(), "0 or a power of two from 16 to 4096");
        assert_eq!((XLEN.range.to_string(), EPS.range.to_string()), ("32 or 64".to_string(), "0 or 1".to_string()));
    }
}
