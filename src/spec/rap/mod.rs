//! Configuration, presets and limits of range adaptive profiling (docs/reference/rap.md, rules R1 to R14).
mod hand;
mod pace;
mod service;

use super::coalescer;
pub use hand::{Collapse, Hand, HandChoice};
pub use pace::{Pace, Walk};
pub use service::{Demand, Service};
use std::fmt;

/// Mantissa bits of the threshold ladder (rule R2): steps of x1.06 to x1.125.
pub const LADDER_MANTISSA_BITS: u32 = 3;
/// Largest node pool: keeps node addresses within 32 bits and a model's memory within about 500 MB.
pub const NODES_MAX: u32 = 1 << 24;
/// First merge point of EPS mode (rules R1, R7): `nm` after reset.
pub const FIRST_MERGE: u64 = 1024;
/// Words of a dump before the first node (rule R8): `n, T, lost, live, creates, over`.
pub const DUMP_HEADER_WORDS: usize = 6;
/// Width of an own count in a dump (rule R8), whatever `C` is.
pub const DUMP_OWN_BITS: u32 = 48;
/// Fewest bits of a count: each weight of an event fits, so that a new tree counts any event.
pub const COUNT_BITS_MIN: u32 = u16::BITS;
/// Most bits of a count: what an own count has in a dump.
pub const COUNT_BITS_MAX: u32 = DUMP_OWN_BITS;
/// Largest own count that fits into a dump.
pub const DUMP_OWN_MAX: u64 = (1 << DUMP_OWN_BITS) - 1;

/// User-chosen error bound: `eps = L * m / 2^s` (rule R4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Eps {
    /// Mantissa, `1..=7`.
    pub m: u8,
    /// Shift, `0..=63`.
    pub s: u8,
}

impl Eps {
    /// The largest bound `eps = L * m / 2^s` of so many levels that is no larger than a share.
    pub fn within(share: f64, levels: u32) -> Option<Self> {
        let all = (1..=7).flat_map(|m| (0..=63).map(move |s| Self { m, s }));
        let small = all.filter(|eps| eps.bound(levels) <= share);
        small.max_by(|a, b| a.bound(levels).total_cmp(&b.bound(levels)).then(b.m.cmp(&a.m)))
    }

    /// `eps` of so many levels.
    pub fn bound(self, levels: u32) -> f64 {
        f64::from(levels) * f64::from(self.m) / 2f64.powi(self.s.into())
    }
}

/// One RAP engine, with or without a coalescer before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// `K`: key width in bits, even, `2..=64`.
    pub key_bits: u32,
    /// `N`: nodes in the pool, the root included; `L + 2` to [`NODES_MAX`].
    pub nodes: u32,
    /// `C`: count width in bits, [`COUNT_BITS_MIN`] to [`COUNT_BITS_MAX`].
    pub count_bits: u32,
    /// `T0`: threshold after reset, `1..=2^C - 1`.
    pub t0: u64,
    /// EPS mode, if any.
    pub eps: Option<Eps>,
    /// How the tree makes room.
    pub collapse: Collapse,
    /// The coalescer before the tree, if any (rule R10).
    pub coalescer: Option<coalescer::Config>,
}

impl Config {
    /// `key_bits` and `nodes` with 48-bit counts, `T0 = 1`, EPS off, a hand that makes room, no coalescer.
    pub const fn new(key_bits: u32, nodes: u32) -> Self {
        Self { key_bits, nodes, count_bits: 48, t0: 1, eps: None, collapse: Collapse::HAND, coalescer: None }
    }

    /// `L`: number of digits of a key; unit nodes are at this level.
    pub const fn levels(&self) -> u32 {
        self.key_bits / 2
    }

    /// `CMAX = 2^C - 1`.
    pub const fn count_max(&self) -> u64 {
        (1 << self.count_bits) - 1
    }

    /// The largest legal key.
    pub const fn key_max(&self) -> u64 {
        u64::MAX >> (64 - self.key_bits)
    }

    /// Below `4 (L + 1)` nodes the tree is legal but its accuracy is poor: tools warn.
    pub const fn is_starved(&self) -> bool {
        self.nodes < 4 * (self.levels() + 1)
    }

    /// Checks every parameter against its legal range.
    pub fn validate(&self) -> Result<(), Error> {
        if self.key_bits < 2 || self.key_bits > 64 || !self.key_bits.is_multiple_of(2) {
            return Err(Error::KeyBits(self.key_bits));
        }
        if self.count_bits < COUNT_BITS_MIN || self.count_bits > COUNT_BITS_MAX {
            return Err(Error::CountBits(self.count_bits));
        }
        if self.nodes < self.levels() + 2 || self.nodes > NODES_MAX {
            return Err(Error::Nodes { nodes: self.nodes, min: self.levels() + 2 });
        }
        if self.t0 == 0 || self.t0 > self.count_max() {
            return Err(Error::T0 { t0: self.t0, max: self.count_max() });
        }
        if let Some(e) = self.eps
            && (e.m == 0 || e.m > 7 || e.s > 63)
        {
            return Err(Error::Eps(e));
        }
        if let Collapse::Hand(hand) = self.collapse {
            let reserve = hand.reserve(self.nodes);
            if reserve == 0 || reserve >= self.nodes || hand.weight_cap == 0 || hand.jump == 0 {
                return Err(Error::Hand { hand, nodes: self.nodes });
            }
        }
        match &self.coalescer {
            Some(c) => c.validate().map_err(Error::Coalescer),
            None => Ok(()),
        }
    }
}

/// `next(t)`: the next threshold of the ladder (rule R2), capped at `count_max`.
pub const fn ladder_next(t: u64, count_max: u64) -> u64 {
    let next = if t < 1 << (LADDER_MANTISSA_BITS + 1) {
        t + 1
    } else {
        let shift = t.ilog2() - LADDER_MANTISSA_BITS;
        ((t >> shift) + 1) << shift
    };
    if next > count_max { count_max } else { next }
}

/// How many steps the ladder (rule R2) climbs from `t` to a value that is at least `goal`, where counts have no end.
pub const fn ladder_steps(mut t: u64, goal: u64) -> u64 {
    let mut steps = 0;
    while t < goal {
        t = ladder_next(t, u64::MAX);
        steps += 1;
    }
    steps
}

/// Microarchitectures of the same semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// One walker, one level per cycle: lowest area.
    Serial,
    /// A pipeline of tables, one event per cycle: highest rate.
    Pipelined,
    /// A ternary memory finds the node: one event per cycle for small pools.
    Cam,
}

impl Engine {
    /// Every engine there is; tests are parameterised over this list.
    pub const ALL: &'static [Engine] = &[Engine::Serial, Engine::Pipelined, Engine::Cam];

    /// The name used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Serial => "serial",
            Engine::Pipelined => "pipelined",
            Engine::Cam => "cam",
        }
    }

    /// The engine called `name`.
    pub fn from_name(name: &str) -> Option<Engine> {
        Engine::ALL.iter().copied().find(|engine| engine.name() == name)
    }

    /// Whether EPS mode (rules R4, R7) can be built into it.
    pub const fn can_eps(self) -> bool {
        match self {
            Engine::Serial => true,
            Engine::Pipelined => false,
            Engine::Cam => false,
        }
    }

    /// Whether it queues events itself, so that a FIFO before it would be a second one.
    pub const fn has_queue(self) -> bool {
        match self {
            Engine::Serial => false,
            Engine::Pipelined => true,
            Engine::Cam => true,
        }
    }
}

/// Why an event that is offered is not accepted: values of the port `stat_stall`, which means something in these cycles
/// only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Stall {
    /// The memories are being cleared after a reset.
    Clear = 1,
    /// A command is offered or under way.
    Command = 2,
    /// The walk of the event before it (engines that take one event at a time).
    Walk = 3,
    /// A node is being created.
    Create = 4,
    /// The hand makes its visits, the raising of the threshold included.
    Visit = 5,
    /// A queue before the engine is full or passes its contents on.
    Queue = 7,
    /// The pipeline fills again after a create or an absorption.
    Refill = 8,
}

impl Stall {
    /// Width of `stat_stall` in bits.
    pub const BITS: usize = 4;
    /// Every reason.
    pub const ALL: [Stall; 7] =
        [Stall::Clear, Stall::Command, Stall::Walk, Stall::Create, Stall::Visit, Stall::Queue, Stall::Refill];

    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Stall::Clear => "clear",
            Stall::Command => "command",
            Stall::Walk => "walk",
            Stall::Create => "create",
            Stall::Visit => "visit",
            Stall::Queue => "queue",
            Stall::Refill => "refill",
        }
    }
}

/// A named, tested configuration of the `rap` top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name on the command line and in file names.
    pub name: &'static str,
    /// What it is for, in one sentence.
    pub doc: &'static str,
    /// Engine and coalescer parameters; `t0` and `eps` are the defaults of the configuration ports.
    pub config: Config,
    /// Whether the hardware of EPS mode (rules R4, R7) is built in.
    pub eps_built: bool,
    /// Depth of the FIFO between coalescer and engine, in events; 0 for none: the coalescer's output register is the
    /// queue.
    pub fifo_depth: u32,
    /// The microarchitecture.
    pub engine: Engine,
}

impl Preset {
    /// The same preset on another engine: without EPS mode where the engine has none, without FIFO where the engine has
    /// its own queue. `catalog::engines` tells for which engines the hardware is built.
    pub const fn with_engine(self, engine: Engine) -> Self {
        Self {
            engine,
            eps_built: self.eps_built && engine.can_eps(),
            fifo_depth: if engine.has_queue() { 0 } else { self.fifo_depth },
            ..self
        }
    }
}

/// Every preset of the `rap` unit.
pub const PRESETS: &[Preset] = &with_rules([
    Preset {
        name: "nano",
        doc: "iCE40 UP5K beside a small soft core: 32-bit keys, 512 nodes",
        config: Config { count_bits: 32, coalescer: Some(coalescer::Config::new(256)), ..Config::new(32, 512) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Serial,
    },
    Preset {
        name: "mini",
        doc: "the smallest useful profiler: 32-bit keys, 128 nodes",
        config: Config { count_bits: 32, coalescer: Some(coalescer::Config::new(64)), ..Config::new(32, 128) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Serial,
    },
    Preset {
        name: "x86",
        doc: "native x86-64 traces: 48-bit keys, 1024 nodes, 48-bit counts",
        config: Config { coalescer: Some(coalescer::Config::new(1024)), ..Config::new(48, 1024) },
        eps_built: true,
        fifo_depth: 512,
        engine: Engine::Serial,
    },
    Preset {
        name: "nano_eps",
        doc: "nano with EPS mode built in",
        config: Config { count_bits: 32, coalescer: Some(coalescer::Config::new(256)), ..Config::new(32, 512) },
        eps_built: true,
        fifo_depth: 0,
        engine: Engine::Serial,
    },
    Preset {
        name: "nano_c48",
        doc: "nano with 48-bit counts",
        config: Config { coalescer: Some(coalescer::Config::new(256)), ..Config::new(32, 512) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Serial,
    },
    Preset {
        name: "soc32",
        doc: "32-bit soft cores on larger devices: 1024 nodes, 48-bit counts, FIFO",
        config: Config { coalescer: Some(coalescer::Config::new(1024)), ..Config::new(32, 1024) },
        eps_built: true,
        fifo_depth: 512,
        engine: Engine::Serial,
    },
    Preset {
        name: "big48",
        doc: "native traces at the largest pool: 4096 nodes, 4096 coalescer entries",
        config: Config { coalescer: Some(coalescer::Config::new(4096)), ..Config::new(48, 4096) },
        eps_built: true,
        fifo_depth: 512,
        engine: Engine::Serial,
    },
    Preset {
        name: "big64",
        doc: "load values of 64 bits at the largest pool",
        config: Config { coalescer: Some(coalescer::Config::new(4096)), ..Config::new(64, 4096) },
        eps_built: true,
        fifo_depth: 512,
        engine: Engine::Serial,
    },
    Preset {
        name: "pairs",
        doc: "edges {pc, npc} in half of the block RAM of an ECP5-25F: 64-bit keys, 2048 nodes, 48-bit counts, FIFO",
        config: Config { coalescer: Some(coalescer::Config::new(1024)), ..Config::new(64, 2048) },
        eps_built: false,
        fifo_depth: 512,
        engine: Engine::Serial,
    },
    Preset {
        name: "fast",
        doc: "one event per cycle on ECP5-25F: 32-bit keys, 1024 nodes, 48-bit counts",
        config: Config { coalescer: Some(coalescer::Config::new(1024)), ..Config::new(32, 1024) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Pipelined,
    },
    Preset {
        name: "small25",
        doc: "one event per cycle in half of the block RAM of an ECP5-25F: 32-bit keys, 512 nodes",
        config: Config { coalescer: Some(coalescer::Config::new(512)), ..Config::new(32, 512) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Pipelined,
    },
    Preset {
        name: "wide",
        doc: "one event per cycle on ECP5-45F: 32-bit keys, 2048 nodes",
        config: Config { coalescer: Some(coalescer::Config::new(1024)), ..Config::new(32, 2048) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Pipelined,
    },
    Preset {
        name: "max",
        doc: "one event per cycle on ECP5-85F: 32-bit keys, 4096 nodes",
        config: Config { coalescer: Some(coalescer::Config::new(1024)), ..Config::new(32, 4096) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Pipelined,
    },
    Preset {
        name: "cam64",
        doc: "the paper's ternary memory on iCE40 HX8K: 32-bit keys, 64 nodes, one event per cycle",
        config: Config { count_bits: 32, coalescer: Some(coalescer::Config::new(256)), ..Config::new(32, 64) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Cam,
    },
    Preset {
        name: "cam256",
        doc: "the paper's ternary memory on ECP5-25F: 32-bit keys, 256 nodes, 48-bit counts, one event per cycle",
        config: Config { coalescer: Some(coalescer::Config::new(1024)), ..Config::new(32, 256) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Cam,
    },
    Preset {
        name: "k8n8",
        doc: "test: a tree smaller than one path and its siblings, no coalescer",
        config: Config { count_bits: 32, ..Config::new(8, 8) },
        eps_built: true,
        fifo_depth: 0,
        engine: Engine::Serial,
    },
    Preset {
        name: "k16n256",
        doc: "test: 16-bit keys, smallest coalescer, short FIFO",
        config: Config { count_bits: 32, coalescer: Some(coalescer::Config::new(16)), ..Config::new(16, 256) },
        eps_built: false,
        fifo_depth: 16,
        engine: Engine::Serial,
    },
    Preset {
        name: "k32n64",
        doc: "test: small pool under 32-bit keys, no coalescer",
        config: Config { count_bits: 32, ..Config::new(32, 64) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Serial,
    },
    Preset {
        name: "k32n512",
        doc: "test: the tree of nano without its coalescer",
        config: Config { count_bits: 32, ..Config::new(32, 512) },
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Serial,
    },
    Preset {
        name: "k32n1024",
        doc: "test: the tree of fast without its coalescer",
        config: Config::new(32, 1024),
        eps_built: false,
        fifo_depth: 0,
        engine: Engine::Pipelined,
    },
    Preset {
        name: "k32n4096",
        doc: "test: EPS mode on the largest pool, short FIFO, no coalescer",
        config: Config { count_bits: 32, ..Config::new(32, 4096) },
        eps_built: true,
        fifo_depth: 16,
        engine: Engine::Serial,
    },
    Preset {
        name: "k64n512",
        doc: "test: the widest key, no coalescer",
        config: Config { ..Config::new(64, 512) },
        eps_built: true,
        fifo_depth: 0,
        engine: Engine::Serial,
    },
]);

/// Each preset makes room by the hand that suits its front end.
const fn with_rules<const P: usize>(mut presets: [Preset; P]) -> [Preset; P] {
    let mut i = 0;
    while i < P {
        presets[i].config.collapse = Collapse::hand(presets[i].config.coalescer.is_some());
        i += 1;
    }
    presets
}

/// The preset called `name`.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|p| p.name == name)
}

/// A configuration that does not exist: parameter, value and what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Odd or out of range.
    KeyBits(u32),
    /// Neither 32 nor 48.
    CountBits(u32),
    /// Fewer nodes than one path needs, or more than [`NODES_MAX`].
    Nodes {
        /// What was asked for.
        nodes: u32,
        /// `L + 2`.
        min: u32,
    },
    /// Zero or beyond the count width.
    T0 {
        /// What was asked for.
        t0: u64,
        /// `CMAX`.
        max: u64,
    },
    /// Mantissa or shift out of range.
    Eps(Eps),
    /// No free slot is ever wanted, or no visit is ever made.
    Hand {
        /// What was asked for.
        hand: Hand,
        /// `N`.
        nodes: u32,
    },
    /// The coalescer's configuration is wrong.
    Coalescer(coalescer::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::KeyBits(k) => write!(f, "key width {k}: expected an even number from 2 to 64"),
            Error::CountBits(c) => write!(f, "count width {c}: expected {COUNT_BITS_MIN} to {COUNT_BITS_MAX}"),
            Error::Nodes { nodes, min } => {
                write!(f, "{nodes} nodes: expected {min} (levels + 2) to {NODES_MAX} for this key width")
            }
            Error::T0 { t0, max } => write!(f, "first threshold {t0}: expected 1 to {max}"),
            Error::Eps(e) => write!(f, "eps {},{}: expected a mantissa of 1 to 7 and a shift of 0 to 63", e.m, e.s),
            Error::Hand { hand, nodes } => write!(
                f,
                "hand with reserve {}, {} visits at most for a weight and {} steps: expected a reserve of 1 to {}, \
                 and at least 1 visit and 1 step",
                hand.reserve(*nodes),
                hand.weight_cap,
                hand.jump,
                nodes - 1
            ),
            Error::Coalescer(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_legal_and_named_once() {
        for (i, p) in PRESETS.iter().enumerate() {
            p.config.validate().unwrap();
            assert!(PRESETS[..i].iter().all(|q| q.name != p.name), "{} twice", p.name);
        }
    }

    #[test]
    fn ladder_is_the_one_of_rule_r2() {
        let mut t = 1;
        let mut seen = vec![];
        while t < 40 {
            seen.push(t);
            t = ladder_next(t, u64::from(u32::MAX));
        }
        assert_eq!(seen, (1..=16).chain([18, 20, 22, 24, 26, 28, 30, 32, 36]).collect::<Vec<_>>());
        assert_eq!(ladder_next(u64::from(u32::MAX) - 1, u64::from(u32::MAX)), u64::from(u32::MAX));
    }
}
