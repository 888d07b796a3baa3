//! One program on PicoRV32, and all trees that its retirements grow.
use super::caches::Cache;
use std::error::Error;
use std::path::Path;
use treetap::analysis::History;
use treetap::analysis::{Options as Places, Symbols};
use treetap::cosim::core::{Core, Machine, Options, Program, Status};
use treetap::model::accuracy::{Accuracy, accuracy};
use treetap::model::classic::{self, Classic};
use treetap::model::exact::{Counter, Exact};
use treetap::model::profile::Profile;
use treetap::model::rap::Rap;
use treetap::model::select::Selector;
use treetap::model::tap::Tap;
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::event::Event;
use treetap::spec::rap;
use treetap::spec::retire::Record;
use treetap::spec::select::{Config, Kind};
use treetap::spec::tap::preset;

/// Keys are what a 32-bit core has.
const KEY_BITS: u32 = 32;
/// Retirements taken from the core at a time.
const BATCH: usize = 1 << 16;
/// Data caches: bytes and ways.
pub const L1: (u64, usize) = (8 << 10, 2);
pub const L2: (u64, usize) = (64 << 10, 4);
/// The share that makes a range hot in all of the paper's figures.
pub const HOT: f64 = 0.1;

/// A program and what was measured.
pub struct Run {
    pub name: String,
    pub retired: u64,
    pub symbols: Symbols,
    pub code: Tested,
    pub values: Tested,
    /// Profiles of the values of loads that missed in the first and in the second cache, at 1 %.
    pub misses: [Profile; 2],
    /// Instructions with a narrow result, and addresses from which zero was loaded: profiles of the hardware's tree
    /// with 1024 nodes.
    pub narrow: Profile,
    pub zeros: Profile,
    /// Addresses of all loads.
    pub loads: Exact,
}

/// The paper's tree at two bounds, and the hardware's of two sizes, over one stream.
pub struct Tested {
    pub events: u64,
    pub distinct: usize,
    pub exact: Exact,
    pub paper: [Measured; 2],
    pub hardware: [Measured; 2],
    /// Nodes of the paper's tree at 10 % over time.
    pub history: History,
}

/// One tree at the end.
pub struct Measured {
    pub peak: u32,
    pub average: f64,
    pub errors: Accuracy,
    pub profile: Profile,
}

/// The paper's bounds.
pub const EPS: [f64; 2] = [0.1, 0.01];
/// Node pools of the hardware.
pub const NODES: [u32; 2] = [512, 1024];

/// A stream under test.
struct Stream {
    paper: [Classic; 2],
    hardware: [Rap; 2],
    exact: Counter,
    history: History,
}

impl Stream {
    fn new() -> Self {
        let paper = EPS.map(tree);
        Self { history: History::new(paper[0].live()), paper, hardware: NODES.map(pool), exact: Counter::new() }
    }

    fn add(&mut self, event: Event) {
        self.paper.iter_mut().for_each(|tree| tree.add(event));
        self.hardware.iter_mut().for_each(|tree| tree.add(event));
        self.exact.add(event);
        self.history.record(self.paper[0].live());
    }

    fn finish(self) -> Tested {
        let exact = self.exact.finish(KEY_BITS);
        Tested {
            events: exact.n(),
            distinct: exact.distinct(),
            paper: self.paper.map(|tree| Measured {
                peak: tree.peak_live(),
                average: tree.average_live(),
                errors: accuracy(&tree.bounds(), &exact, HOT),
                profile: tree.profile().expect("four children a node"),
            }),
            hardware: self.hardware.map(|tree| {
                let profile = tree.snapshot();
                let errors = accuracy(&profile, &exact, HOT);
                Measured { peak: tree.peak_live(), average: tree.average_live(), errors, profile }
            }),
            history: self.history,
            exact,
        }
    }
}

fn tree(eps: f64) -> Classic {
    Classic::new(classic::Config::new(KEY_BITS, eps)).expect("the paper's parameters")
}

fn pool(nodes: u32) -> Rap {
    Rap::new(rap::Config::new(KEY_BITS, nodes)).expect("a preset's size")
}

/// Runs a program to its end.
pub fn run(elf: &Path) -> Result<Run, Box<dyn Error>> {
    let name = elf.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let symbols = Symbols::parse(&std::fs::read(elf)?, &Places::default())?;
    let mut machine = Machine::build(Core::Picorv32, &Program::read(elf)?, &Options::default())?;
    let mut tap = Tap::new(preset(Core::Picorv32).config);
    let select = |kind| Selector::new(Config::new(kind, Xlen::Rv32, KEY_BITS));
    let kinds = [Kind::Code, Kind::LoadValues, Kind::NarrowOperands, Kind::ZeroLoads];
    let [mut blocks, mut values, mut narrow, mut zeros] = kinds.map(select);
    let (mut code, mut loaded) = (Stream::new(), Stream::new());
    let (mut misses, mut narrow_tree, mut zeros_tree) = (EPS.map(|_| tree(EPS[1])), pool(NODES[1]), pool(NODES[1]));
    let (mut l1, mut l2) = (Cache::new(L1.0, L1.1), Cache::new(L2.0, L2.1));
    let mut loads = Counter::new();
    let mut retired = 0;
    let mut take = |record: &Record| {
        retired += u64::from(!record.trap);
        if let Some(event) = blocks.push(record) {
            code.add(event);
        }
        if matches!(record.class, Opclass::Load | Opclass::Store) && !record.trap {
            let first = l1.misses(record.addr);
            let second = first && l2.misses(record.addr);
            if let Some(event) = values.push(record) {
                loaded.add(event);
                loads.add(Event::unit(record.addr));
                if first {
                    misses[0].add(event);
                }
                if second {
                    misses[1].add(event);
                }
            }
        }
        if let Some(event) = narrow.push(record) {
            narrow_tree.add(event);
        }
        if let Some(event) = zeros.push(record) {
            zeros_tree.add(event);
        }
    };
    let mut batch = vec![];
    let status = loop {
        batch.clear();
        let status = machine.run(BATCH, &mut batch);
        batch.iter().filter_map(|rvfi| tap.push(rvfi)).for_each(|record| take(&record));
        if status != Status::More {
            break status;
        }
    };
    tap.flush().iter().for_each(take);
    if status != Status::Exit(0) {
        return Err(format!("{}: ended with {status:?}: expected exit code 0", elf.display()).into());
    }
    eprintln!("{name}: {retired} instructions");
    Ok(Run {
        name,
        retired,
        symbols,
        code: code.finish(),
        values: loaded.finish(),
        misses: misses.map(|tree| tree.profile().expect("four children a node")),
        narrow: narrow_tree.snapshot(),
        zeros: zeros_tree.snapshot(),
        loads: loads.finish(KEY_BITS),
    })
}
