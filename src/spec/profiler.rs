//! The whole profiler: what stands between a core's retire port and a bus (docs/reference/profiler.md).
use super::classify::Xlen;
use super::core::Core;
use super::regs::{self, Bus, Capabilities, Register};
use super::{
    annotate, burst, checkmap, checks, coalescer, codemap, monitor, pcfilter, phase, rap, sample_buffer, select, tap,
    variant,
};

/// Cycles in which a record that left the tap has reached the sample buffer, at most.
pub const DEPTH: u32 = 13;
/// Codes of the largest map of checks.
pub const MAP_SLOTS: u32 = 32768;
/// Bits of a byte offset on the bus of a profiler with a phase tracker: the tracker's registers lie in the upper half.
pub const WINDOW_BITS: u32 = regs::ADDRESS_BITS + 1;
/// Byte offset of the registers of the phase tracker.
pub const PHASE_OFFSET: u16 = 1 << regs::ADDRESS_BITS;
/// Byte offset of the registers of the map of code: a profiler has one of the two.
pub const LINES_OFFSET: u16 = PHASE_OFFSET;
/// Byte offset of the registers of a profiler with the engine for hybrid profiling support, whose own registers and
/// those of the monitor have the offsets that they have in a monitor (docs/reference/profiler.md P17).
pub const PAGE_OFFSET: u16 = 0xa000;
/// Bits of the number of records in the sample buffer.
pub const OCC_BITS: u32 = sample_buffer::OCC_BITS;

/// The tree of `fast25`: counts of 36 bits fit the width of a block RAM of an ECP5.
const HALF_TREE: rap::Preset = rap::Preset {
    name: "small25",
    doc: "one event per cycle: 32-bit keys, 512 nodes, 36-bit counts",
    config: rap::Config {
        count_bits: 36,
        collapse: rap::Collapse::hand(true),
        coalescer: Some(coalescer::Config::new(512)),
        ..rap::Config::new(32, 512)
    },
    eps_built: false,
    fifo_depth: 0,
    engine: rap::Engine::Pipelined,
};

/// The tree of `nano_hps`: that of `nano` with half of its nodes, so that the engine's block RAM fits beside it.
const HALF_NANO: rap::Preset = rap::Preset {
    name: "nano",
    doc: "iCE40 HX8K: 32-bit keys, 256 nodes",
    config: rap::Config { count_bits: 32, coalescer: Some(coalescer::Config::new(256)), ..rap::Config::new(32, 256) },
    eps_built: false,
    fifo_depth: 0,
    engine: rap::Engine::Serial,
};

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name on the command line and in file names.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// The preset of `rap` after the sample buffer.
    pub rap: &'static str,
    /// A tree in the place of that preset.
    pub own: Option<rap::Preset>,
    /// The core beside which it stands. One of 64 bits has no map of checks and no model of cache and branches: these
    /// know addresses of 32 bits.
    pub xlen: Xlen,
    /// The bus in front of the registers.
    pub bus: Bus,
    /// The least area: without the second PC filter, without the registers of statistics and without reading
    /// configuration back, and the tap takes addresses from `rs1` and the immediate, which every core has, and no
    /// memory data (docs/reference/profiler.md P10).
    pub small: bool,
    /// The model of cache and branches after the tap, if one is built: a preset of `annotate`.
    pub annotate: Option<&'static str>,
    /// Codes of the map of checks, if one is built.
    pub map: Option<u32>,
    /// The phase tracker beside the filters, if one is built: a preset of `phase`.
    pub phase: Option<&'static str>,
    /// The map of code, if one is built: then keys have the bits of its keys. It takes the place of a phase tracker.
    pub lines: Option<codemap::Build>,
    /// The engine for hybrid profiling support between tap and filters, if one is built: a preset of `monitor` whose
    /// engine is `serial` or `pipelined`. It takes the place of a phase tracker, of a map of code, and of a model of
    /// cache and branches (docs/reference/profiler.md P17).
    pub hps: Option<&'static str>,
}

/// The presets.
pub const PRESETS: [Preset; 13] = [
    Preset {
        name: "nano",
        doc: "iCE40 UP5K, beside a small soft core: 512 nodes, Wishbone",
        rap: "nano",
        own: None,
        xlen: Xlen::Rv32,
        bus: Bus::Wishbone,
        small: true,
        annotate: None,
        map: None,
        phase: None,
        lines: None,
        hps: None,
    },
    Preset {
        name: "nano_axil",
        doc: "nano with AXI4-Lite",
        rap: "nano",
        own: None,
        xlen: Xlen::Rv32,
        bus: Bus::Axil,
        small: true,
        annotate: None,
        map: None,
        phase: None,
        lines: None,
        hps: None,
    },
    Preset {
        name: "fast",
        doc: "ECP5-45F: 1024 nodes, 48-bit counts, one event per cycle, AXI4-Lite",
        rap: "fast",
        own: None,
        xlen: Xlen::Rv32,
        bus: Bus::Axil,
        small: false,
        annotate: None,
        map: Some(8192),
        phase: None,
        lines: None,
        hps: None,
    },
    Preset {
        name: "fast_wishbone",
        doc: "fast with Wishbone",
        rap: "fast",
        own: None,
        xlen: Xlen::Rv32,
        bus: Bus::Wishbone,
        small: false,
        annotate: None,
        map: Some(8192),
        phase: None,
        lines: None,
        hps: None,
    },
    Preset {
        name: "fast25",
        doc: "ECP5-25F: fast in half of its block RAM, 512 nodes, 36-bit counts, no map of checks, Wishbone",
        rap: "small25",
        own: Some(HALF_TREE),
        xlen: Xlen::Rv32,
        bus: Bus::Wishbone,
        small: false,
        annotate: None,
        map: None,
        phase: None,
        lines: None,
        hps: None,
    },
    Preset {
        name: "pairs",
        doc: "ECP5-25F: 64-bit keys, so that edges are exact, 2048 nodes, 48-bit counts, AXI4-Lite",
        rap: "pairs",
        own: None,
        xlen: Xlen::Rv32,
        bus: Bus::Axil,
        small: false,
        annotate: None,
        map: Some(32768),
        phase: None,
        lines: None,
        hps: None,
    },
    Preset {
        name: "annotate",
        doc: "ECP5-25F, beside a core that tells nothing of its cache: a modelled one of 4 kB, 512 nodes, AXI4-Lite",
        rap: "small25",
        own: None,
        xlen: Xlen::Rv32,
        bus: Bus::Axil,
        small: false,
        annotate: Some("direct4k"),
        map: Some(32768),
        phase: None,
        lines: None,
        hps: None,
    },
    Preset {
        name: "rv64",
        doc: "ECP5-45F, beside a core of 64 bits: 64-bit keys, 2048 nodes, 48-bit counts, AXI4-Lite",
        rap: "pairs",
        own: None,
        xlen: Xlen::Rv64,
        bus: Bus::Axil,
        small: false,
        annotate: None,
        map: None,
        phase: None,
        lines: None,
        hps: None,
    },
    Preset {
        name: "phases",
        doc: "ECP5-25F: a profile of each phase of a program; 512 nodes, 48-bit counts, a phase tracker, AXI4-Lite",
        rap: "small25",
        own: None,
        xlen: Xlen::Rv32,
        bus: Bus::Axil,
        small: false,
        annotate: None,
        map: None,
        phase: Some("small"),
        lines: None,
        hps: None,
    },
    Preset {
        name: "nano_map",
        doc: "nano with a map of code of 16384 lines in a single-port RAM: 16-bit keys, a block of them each function",
        rap: "nano",
        own: None,
        xlen: Xlen::Rv32,
        bus: Bus::Wishbone,
        small: true,
        annotate: None,
        map: None,
        phase: None,
        lines: Some(codemap::Build { entries: codemap::MOST_ENTRIES, spram: true }),
        hps: None,
    },
    Preset {
        name: "fast_map",
        doc: "fast with a map of code of 16384 lines in block RAM: 16-bit keys, a block of them for each function",
        rap: "fast",
        own: None,
        xlen: Xlen::Rv32,
        bus: Bus::Axil,
        small: false,
        annotate: None,
        map: Some(8192),
        phase: None,
        lines: Some(codemap::Build { entries: codemap::MOST_ENTRIES, spram: false }),
        hps: None,
    },
    Preset {
        name: "nano_hps",
        doc: "iCE40 HX8K: events that a program of the engine hps lets through, 256 nodes, Wishbone",
        rap: "nano",
        own: Some(HALF_NANO),
        xlen: Xlen::Rv32,
        bus: Bus::Wishbone,
        small: true,
        annotate: None,
        map: None,
        phase: None,
        lines: None,
        hps: Some("up5k_serial"),
    },
    Preset {
        name: "fast_hps",
        doc: "ECP5-25F: events that a program of the engine hps lets through, 512 nodes, 36-bit counts, AXI4-Lite",
        rap: "small25",
        own: Some(HALF_TREE),
        xlen: Xlen::Rv32,
        bus: Bus::Axil,
        small: false,
        annotate: None,
        map: None,
        phase: None,
        lines: None,
        hps: Some("ecp5_pipelined"),
    },
];

/// The preset called `name`.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

impl Preset {
    /// The tree that counts its events.
    pub fn tree(&self) -> rap::Preset {
        let mut tree = self.own.unwrap_or_else(|| *rap::preset(self.rap).expect("a test finds every preset's tree"));
        if self.lines.is_some() {
            tree.config.key_bits = codemap::KEY_BITS;
        }
        tree
    }

    /// What its registers say of it.
    pub fn capabilities(&self) -> Capabilities {
        let tree = self.tree();
        Capabilities {
            xlen: self.xlen.bits(),
            bus: self.bus,
            engine: tree.engine as u32,
            eps: tree.eps_built,
            statistics: !self.small,
            readback: !self.small,
            filter2: !self.small,
            map_slots: self.map.unwrap_or(0),
            burst_modes: if self.small { burst::EVENT_MODES } else { regs::BURST_MODES },
            nodes: tree.config.nodes,
            key_bits: tree.config.key_bits,
            count_bits: tree.config.count_bits,
            entries: tree.config.coalescer.map_or(0, |c| c.entries),
            records: sample_buffer::capacity(tree.config.key_bits / 64),
            select_kinds: if self.lines.is_some() { regs::MAPPED_KINDS } else { regs::SELECT_KINDS },
            annotate: self.annotation().and_then(|model| model.code()).unwrap_or(0),
            ..Capabilities::NANO
        }
    }

    /// Is it built for a fast clock? Its filters and its map of checks take more cycles then. A phase tracker, and a
    /// model of cache and branches, want records as early as they can be had.
    pub fn deep(&self) -> bool {
        !self.small && self.annotate.is_none() && self.phase.is_none()
    }

    /// The phase tracker that it has.
    pub fn tracker(&self) -> Option<phase::Build> {
        let found = |name| variant::find(&phase::VARIANTS, name).expect("a test finds every preset's tracker");
        self.phase.map(|name| phase::Build::of(found(name)))
    }

    /// The engine for hybrid profiling support that it has, and what stands beside that.
    pub fn engine(&self) -> Option<monitor::Build> {
        let found = |name| variant::find(&monitor::VARIANTS, name).expect("a test finds every preset's engine");
        self.hps.map(|name| monitor::Build::of(found(name)))
    }

    /// Byte offset of its registers on its bus.
    pub fn base(&self) -> u16 {
        if self.hps.is_some() { PAGE_OFFSET } else { 0 }
    }

    /// The model of cache and branches that it has.
    pub fn annotation(&self) -> Option<annotate::Config> {
        self.annotate.map(|name| annotate::Config::named(name).expect("a test finds every preset's model"))
    }
}

/// What the filters let through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Classes, and the first filter of addresses. `enable` is set by the host when it starts.
    pub settings: pcfilter::Settings,
    /// One of so many that passed goes on; 0 and 1: all.
    pub period: u16,
    /// The words of the ignore table.
    pub ignore: Vec<u32>,
}

impl Default for Filter {
    /// Everything passes.
    fn default() -> Self {
        Self { settings: pcfilter::Settings::open(), period: 0, ignore: vec![0; pcfilter::IGNORE_WORDS] }
    }
}

/// How a profiler is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// What the tap makes of the core's ports.
    pub tap: tap::Config,
    /// What the filters let through.
    pub filter: Filter,
    /// What becomes an event.
    pub select: select::Config,
    /// Which events count.
    pub burst: burst::Config,
    /// What a check is.
    pub checks: checks::Config,
    /// What is known of the program before it runs.
    pub map: Option<checkmap::Image>,
    /// The keys of its lines of code, for the kind `lines`.
    pub lines: Option<codemap::Image>,
    /// Retirements are judged from the start; otherwise they are from the first `enable` on.
    pub enabled: bool,
    /// The core is held back instead of dropping a candidate.
    pub lossless: bool,
    /// Misses and mispredicted branches come from this model, which the build has to have, instead of from the core.
    pub annotate: Option<annotate::Config>,
    /// The phase tracker, which the build has to have, begins and ends bursts (docs/reference/profiler.md P14).
    pub phase: Option<Tracker>,
    /// The tree; widths and sizes are those of the build.
    pub tree: rap::Config,
}

/// A phase tracker that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tracker {
    /// Its sizes.
    pub build: phase::Build,
    /// How it is set up.
    pub config: phase::Config,
    /// A host looks at every interval before the next one begins, and takes a profile of each that was sampled. That
    /// needs a profiler without losses.
    pub watched: bool,
}

impl Config {
    /// Every event of this kind, of weight 1, from this core, nothing lost; if the preset is for cores of another
    /// width, from one of that width that nobody knows.
    pub fn new(preset: &Preset, core: Core, kind: select::Kind) -> Self {
        let tree = preset.tree().config;
        let mut tap = tap::preset(core).config;
        if preset.xlen != tap.xlen {
            tap = tap::Config::of_core("", preset.xlen);
        }
        if preset.small {
            tap = tap::Config { addr_src: tap::AddrSrc::Rs1Imm, mdata_ok: false, ..tap };
        }
        Self {
            tap,
            filter: Filter::default(),
            select: select::Config::new(kind, tap.xlen, tree.key_bits),
            burst: burst::Config::default(),
            checks: checks::Config::default(),
            map: None,
            lines: None,
            enabled: true,
            lossless: true,
            annotate: None,
            phase: None,
            tree,
        }
    }

    /// The words that set a profiler up, in the order in which they are written: what is taken over when another
    /// register is written comes before that one.
    pub fn words(&self) -> Vec<(&'static Register, u32)> {
        let at = |register: &Register, field: &str, value: u32| register.field(field).at(value);
        let &pcfilter::Settings { classes, f1_select, f1_mask, f1_match, f2_select, .. } = &self.filter.settings;
        let eps = self.tree.eps.map_or((0, 0), |eps| (eps.m.into(), eps.s.into()));
        let select = &regs::SELECT;
        let f1 = &regs::F1CFG;
        let burst = &regs::BURST;
        vec![
            (&regs::CTRL, at(&regs::CTRL, "FREEZE", 1)),
            (&regs::CLASS_EN, at(&regs::CLASS_EN, "CLASS_EN", classes)),
            (
                f1,
                at(f1, "F1_MATCH", f1_match.into())
                    | at(f1, "F1_MASK", f1_mask.into())
                    | at(f1, "F1_HSEL", f1_select.into()),
            ),
            (&regs::F2CFG, at(&regs::F2CFG, "F2_HSEL", f2_select.into())),
            (&regs::DECIM, at(&regs::DECIM, "DECIM", self.filter.period.into())),
            (
                select,
                at(select, "SELECT_KIND", self.select.kind.code().into())
                    | at(select, "SELECT_WEIGHT", self.select.weight.code().into()),
            ),
            (&regs::PERIOD, at(&regs::PERIOD, "PERIOD", self.burst.period)),
            (&regs::PTHR, at(&regs::PTHR, "PTHR", self.burst.chance)),
            (&regs::SEED, self.burst.seed),
            (&regs::NCHECK0, at(&regs::NCHECK0, "NCHECK0", self.burst.outside)),
            (&regs::NINSTR0, at(&regs::NINSTR0, "NINSTR0", self.burst.inside)),
            (
                burst,
                at(burst, "BURST_MODE", self.burst.mode.code().into())
                    | at(burst, "ENTRY_POST", self.burst.entry_post.into())
                    | at(burst, "BY_CHANCE", self.burst.by_chance.into())
                    | at(burst, "BE_TAKEN", self.checks.taken.into())
                    | at(burst, "CHECK_CALLS", self.checks.calls.into()),
            ),
            (&regs::MAP_BASE, self.map.as_ref().map_or(0, |map| map.base)),
            (&regs::MAP_CTRL, at(&regs::MAP_CTRL, "MAP_EN", self.map.is_some().into())),
            (
                &regs::TAP,
                at(&regs::TAP, "ADDR_SRC", self.tap.addr_src.code().into())
                    | at(&regs::TAP, "MDATA_OK", self.tap.mdata_ok.into()),
            ),
            (&regs::T0_LO, self.tree.t0 as u32),
            (&regs::T0_HI, (self.tree.t0 >> 32) as u32),
            (&regs::EPS, at(&regs::EPS, "EPS_M", eps.0) | at(&regs::EPS, "EPS_S", eps.1)),
            (
                &regs::WEIGHT_MAX,
                at(&regs::WEIGHT_MAX, "WEIGHT_MAX", self.tree.coalescer.map_or(0, |c| c.weight_max.into())),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_their_tree_and_a_name_of_their_own() {
        for (i, preset) in PRESETS.iter().enumerate() {
            assert!(PRESETS[..i].iter().all(|other| other.name != preset.name));
            let (tree, build) = (preset.tree(), preset.capabilities());
            assert_eq!((build.nodes, build.key_bits), (tree.config.nodes, tree.config.key_bits));
            assert_eq!(build.annotate != 0, preset.annotate.is_some());
            assert!(preset.xlen == Xlen::Rv32 || preset.annotate.is_none() && preset.map.is_none());
            assert!(preset.lines.is_none() || preset.phase.is_none() && preset.xlen == Xlen::Rv32);
            assert_eq!(preset.lines.is_some(), build.key_bits == codemap::KEY_BITS);
        }
        assert_eq!(preset("nano").unwrap().capabilities().records, 256);
    }

    #[test]
    fn a_set_up_writes_every_register_of_the_units_once() {
        let config = Config::new(&PRESETS[0], Core::Serv, select::Kind::Edges);
        let words = config.words();
        for (i, (register, word)) in words.iter().enumerate() {
            assert!(register.configures() && register.access.writes(), "{}", register.name);
            assert!(words[..i].iter().all(|(other, _)| other.name != register.name), "{} twice", register.name);
            let used = register.fields.iter().fold(0, |mask, field| mask | field.mask());
            assert_eq!(word & !used, 0, "{}", register.name);
        }
        let word = |register: &Register| words.iter().find(|(r, _)| r.name == register.name).unwrap().1;
        assert_eq!(regs::SELECT.field("SELECT_KIND").of(word(&regs::SELECT)), 7);
        assert_eq!(regs::TAP.field("ADDR_SRC").of(word(&regs::TAP)), 2);
        // The mode starts what the other registers of the sampler say.
        let position = |register: &Register| words.iter().position(|(r, _)| r.name == register.name).unwrap();
        let before = [&regs::PERIOD, &regs::PTHR, &regs::SEED, &regs::NCHECK0, &regs::NINSTR0];
        assert!(before.iter().all(|r| position(r) < position(&regs::BURST)));
    }
}
