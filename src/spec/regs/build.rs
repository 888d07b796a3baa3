//! What a build of the profiler can do, as its first registers say it.
use super::*;
use crate::spec::variant::Variant;
use crate::spec::{burst, profiler};

/// Burst modes that a build may have (docs/reference/burst.md): all.
pub const BURST_MODES: u32 = 0xff;
/// Kinds of `select` that a build may have (docs/reference/select.md): the first nine.
pub const SELECT_KINDS: u32 = 0x1ff;
/// Kinds of `select` that a build with a map of code has: lines, too.
pub const MAPPED_KINDS: u32 = 0x3ff;

/// What is emitted of the registers alone.
pub const PRESETS: [Variant; 2] = [
    Variant {
        name: "nano",
        doc: "in as few logic cells as they go: configuration is written only, the engine's statistics come with a \
            dump",
        parameters: &[("readback", 0), ("statistics", 0)],
    },
    Variant {
        name: "full",
        doc: "configuration can be read back, the engine's statistics have registers",
        parameters: &[("readback", 1), ("statistics", 1)],
    },
];

/// What is emitted of the slaves of a bus.
pub const BUS_PRESETS: [Variant; 1] = [Variant {
    name: "lite",
    doc: "between a bus and the port of the registers",
    parameters: &[("address_bits", ADDRESS_BITS), ("data_bits", 32)],
}];

/// The bus of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bus {
    /// The bare port of the registers.
    Port = 0,
    /// AXI4-Lite.
    Axil = 1,
    /// Wishbone B4, classic.
    Wishbone = 2,
}

impl Bus {
    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Bus::Port => "port",
            Bus::Axil => "axil",
            Bus::Wishbone => "wishbone",
        }
    }
}

/// What a build can do; a host reads it from the registers CAP_*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Width of the core's registers: 32 or 64.
    pub xlen: u32,
    /// Retirements a cycle.
    pub retire_width: u32,
    /// The bus.
    pub bus: Bus,
    /// 0 serial, 1 pipelined, 2 cam.
    pub engine: u32,
    /// EPS mode is built.
    pub eps: bool,
    /// The second PC filter is built.
    pub filter2: bool,
    /// The registers of the engine's statistics are built; without them the header of a dump has the same numbers.
    pub statistics: bool,
    /// Configuration registers can be read.
    pub readback: bool,
    /// The counters of the front end are built.
    pub counters: bool,
    /// The core can be held back (CTRL.LOSSLESS).
    pub lossless: bool,
    /// Nodes of the tree.
    pub nodes: u32,
    /// Width of a key.
    pub key_bits: u32,
    /// Width of a count.
    pub count_bits: u32,
    /// Entries of the coalescer, 0 without one.
    pub entries: u32,
    /// Kinds of `select` that are built, as bits.
    pub select_kinds: u32,
    /// Burst modes that are built, as bits.
    pub burst_modes: u32,
    /// Weights of events that are built, as bits.
    pub weights: u32,
    /// Events that the sample buffer holds.
    pub records: u32,
    /// The model of cache and branches that CTRL.ANNOTATE switches on: its code, 0 without one.
    pub annotate: u32,
    /// Codes of the map of checks, 0 without one.
    pub map_slots: u32,
}

impl Capabilities {
    /// What stands beside a small core on an UP5K.
    pub const NANO: Self = Self {
        xlen: 32,
        retire_width: 1,
        bus: Bus::Port,
        engine: 0,
        eps: false,
        filter2: true,
        statistics: false,
        readback: false,
        counters: true,
        lossless: true,
        nodes: 512,
        key_bits: 32,
        count_bits: 32,
        entries: 256,
        select_kinds: SELECT_KINDS,
        burst_modes: burst::EVENT_MODES,
        weights: 7,
        records: 256,
        annotate: 0,
        map_slots: 0,
    };

    /// What stands beside a core on an ECP5.
    pub const FAST: Self = Self {
        engine: 1,
        statistics: true,
        readback: true,
        nodes: 1024,
        count_bits: 48,
        entries: 1024,
        burst_modes: BURST_MODES,
        map_slots: profiler::MAP_SLOTS,
        ..Self::NANO
    };

    /// The registers of the build.
    pub fn registers(&self) -> Built {
        let words = REGISTERS.iter().filter(|register| register.fixed).zip(self.words());
        let mut built =
            words.fold(Built::of(REGISTERS), |built, (register, word)| built.with(register, |made| made.word = word));
        for register in REGISTERS {
            let access = match register.page() {
                CONFIG_PAGE if !self.readback => Some(Access::WriteOnly),
                STATISTICS_PAGE if !self.statistics => None,
                COUNTER_PAGE if !self.counters => None,
                _ => Some(register.access),
            };
            built = built.with(register, |made| made.access = access);
        }
        built
    }

    /// The words of the registers before STATUS, from offset 0 up.
    pub const fn words(&self) -> [u32; IDENTITIES] {
        let version = version();
        let core = CAP_CORE.field("XLEN").at(self.xlen)
            | CAP_CORE.field("RETIRE_WIDTH").at(self.retire_width)
            | CAP_CORE.field("BUS").at(self.bus as u32)
            | CAP_CORE.field("ENGINE").at(self.engine)
            | CAP_CORE.field("ANNOTATE").at(self.annotate)
            | CAP_CORE.field("HAS_EPS").at(self.eps as u32)
            | CAP_CORE.field("HAS_FILTER2").at(self.filter2 as u32)
            | CAP_CORE.field("HAS_STATISTICS").at(self.statistics as u32)
            | CAP_CORE.field("HAS_READBACK").at(self.readback as u32)
            | CAP_CORE.field("HAS_COUNTERS").at(self.counters as u32)
            | CAP_CORE.field("HAS_LOSSLESS").at(self.lossless as u32);
        let tree = CAP_TREE.field("NODES").at(self.nodes)
            | CAP_TREE.field("KEY_BITS").at(self.key_bits)
            | CAP_TREE.field("COUNT_BITS").at(self.count_bits);
        let events = CAP_EVENTS.field("ENTRIES").at(self.entries) | CAP_EVENTS.field("KINDS").at(self.select_kinds);
        let sampling = CAP_SAMPLING.field("BURST_MODES").at(self.burst_modes)
            | CAP_SAMPLING.field("WEIGHTS").at(self.weights)
            | CAP_SAMPLING.field("RECORDS").at(self.records);
        let map = CAP_CHECKMAP.field("SLOTS").at(self.map_slots);
        [ID_WORD, version, hash(&[version, core, tree, events, sampling, map]), core, tree, events, sampling, map]
    }
}

/// Major, minor and patch number of this package.
const fn version() -> u32 {
    const fn number(digits: &str) -> u32 {
        let (digits, mut value, mut i) = (digits.as_bytes(), 0, 0);
        while i < digits.len() {
            value = 10 * value + (digits[i] - b'0') as u32;
            i += 1;
        }
        value
    }
    VERSION.field("MAJOR").at(number(env!("CARGO_PKG_VERSION_MAJOR")))
        | VERSION.field("MINOR").at(number(env!("CARGO_PKG_VERSION_MINOR")))
        | VERSION.field("PATCH").at(number(env!("CARGO_PKG_VERSION_PATCH")))
}

/// FNV-1a of the bytes of `words`, low bytes first.
const fn hash(words: &[u32]) -> u32 {
    let (mut hash, mut i) = (0x811c_9dc5_u32, 0);
    while i < 4 * words.len() {
        let byte = words[i / 4] >> (8 * (i % 4)) & 0xff;
        hash = (hash ^ byte).wrapping_mul(0x0100_0193);
        i += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_say_what_the_build_is() {
        let words = Capabilities::NANO.words();
        assert_eq!(words[0].to_be_bytes(), *b"TTP1");
        assert_eq!(CAP_TREE.field("NODES").of(words[4]), 512);
        assert_eq!(CAP_SAMPLING.field("RECORDS").of(words[6]), 256);
        let word = Capabilities { annotate: 1, ..Capabilities::NANO }.words()[3];
        assert_eq!((CAP_CORE.field("ANNOTATE").of(word), CAP_CORE.field("ANNOTATE").of(words[3])), (1, 0));
        let other = Capabilities { nodes: 256, ..Capabilities::NANO }.words();
        assert!(other[2] != words[2] && other[3] == words[3]);
        assert_eq!(hash(&[u32::from_le_bytes(*b"foob")]), 0x3f5076ef);
    }

    #[test]
    fn the_first_registers_are_these_words() {
        assert!(REGISTERS.iter().enumerate().all(|(i, register)| register.fixed == (i < IDENTITIES)));
        let first: Vec<&str> = REGISTERS.iter().take(9).map(|r| r.name).collect();
        let expected = [
            "ID",
            "VERSION",
            "CONFIG_HASH",
            "CAP_CORE",
            "CAP_TREE",
            "CAP_EVENTS",
            "CAP_SAMPLING",
            "CAP_CHECKMAP",
            "STATUS",
        ];
        assert_eq!(first, expected);
        assert!(REGISTERS[..8].iter().enumerate().all(|(i, r)| usize::from(r.offset) == 4 * i));
    }
}
