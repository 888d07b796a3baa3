//! Bursts, and the tables that their tuples go to.
use hashbrown::HashMap;
use treetap::analysis::hotlist::{Asked, Row, of_table, of_tables};
use treetap::analysis::instructions::{Instructions, Words};
use treetap::host::hotlist::{Scale, Tables, format};
use treetap::model::hotlist::{Hotlist, Table};
use treetap::spec::hotlist::Scheme::{Concise, Counting};
use treetap::spec::hotlist::regs::Counter;
use treetap::spec::hotlist::{Build, Config, SEED, Scheme, tuple::Key};
use treetap::spec::retire::Record;
use treetap::spec::sample_buffer::LANES_MAX;

/// Instructions from one burst to the next, on average, for each instruction of a burst, of the three distances.
pub const APART: [u32; 3] = [16_384, 1024, 64];
/// Instructions of a burst but where lengths are compared: the paper's.
pub const BURST: u8 = 4;
/// Lengths of bursts that are compared, as far apart as puts one of `APART[1]` instructions into a burst.
pub const BURSTS: [u8; 5] = [1, 4, 16, 64, 255];
/// Part of the distance that is drawn at random: about that of the paper, 4095 of 63,488.
const JITTER: u32 = 16;
/// Entries of a table but where sizes are compared.
pub const ENTRIES: usize = 256;
/// Sizes that are compared.
pub const SIZES: [usize; 3] = [16, 64, ENTRIES];
/// Seeds of the coins of each table: what hangs on luck is told of all of them.
pub const SEEDS: u32 = 4;
/// Share from which on a value is called invariant.
pub const INVARIANT: f64 = 0.95;

/// Where tuples go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// One table of so many entries.
    Table(Scheme, usize),
    /// A table of 16 entries for each instruction, kept by the host.
    Each(Scheme),
}

impl Kept {
    pub const fn scheme(self) -> Scheme {
        match self {
            Self::Table(scheme, _) | Self::Each(scheme) => scheme,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Table(Scheme::Counting, _) => "COUNTING",
            Self::Table(Scheme::Concise, _) => "CONCISE",
            Self::Each(Scheme::Counting) => "COUNTING, one each",
            Self::Each(Scheme::Concise) => "CONCISE, one each",
        }
    }
}

/// Places that a burst's tuples go to, beside the golden model's own table.
enum Place {
    Table(Table),
    Each(Tables),
}

/// A sampler with these bursts, and several tables.
pub struct Bursts {
    /// Instructions of a burst, and for each of them so many from one burst to the next.
    pub burst: u8,
    pub apart: u32,
    config: Config,
    model: Hotlist,
    places: Vec<(Kept, u32, Place)>,
    /// Exact counts of what the bursts had.
    pub keys: HashMap<Key, u32>,
    pub tuples: u64,
}

/// Period and jitter whose bursts are so far apart on average for each of their instructions.
pub fn config(apart: u32, burst: u8, jitter: bool) -> Config {
    let distance = apart * u32::from(burst);
    let more = if jitter { treetap::spec::hotlist::mask(distance / JITTER) } else { 0 };
    // The next period begins after the last instruction of a burst (V2).
    let period = distance - more.div_ceil(2) + 1 - u32::from(burst);
    let plain = Config::values();
    let format = format(&plain.kinds, LANES_MAX).expect("values have a lane");
    Config { period, jitter: more, burst, format, ..plain }
}

impl Bursts {
    fn new(apart: u32, burst: u8, kept: &[Kept]) -> Self {
        let config = config(apart, burst, true);
        let build = Build { xlen: 32, entries: ENTRIES as u32, records: 256, lanes: LANES_MAX };
        let mut places = vec![];
        for kept in kept {
            match *kept {
                Kept::Table(scheme, entries) => {
                    for seed in 0..SEEDS {
                        let mut table = Table::new(entries, scheme);
                        table.seed(SEED ^ seed.wrapping_mul(0x9e37_79b9));
                        places.push((*kept, seed, Place::Table(table)));
                    }
                }
                Kept::Each(scheme) => {
                    places.push((*kept, 0, Place::Each(Tables::new(scheme, config.kinds, config.format))));
                }
            }
        }
        let model = Hotlist::new(build, config);
        Self { burst, apart, config, model, places, keys: HashMap::new(), tuples: 0 }
    }

    pub fn retire(&mut self, record: &Record) {
        let Some(tuple) = self.model.retire(record) else { return };
        self.tuples += 1;
        *self.keys.entry(tuple.key).or_default() += 1;
        for (.., place) in &mut self.places {
            match place {
                Place::Table(table) => drop(table.arrive(tuple.key)),
                Place::Each(tables) => tables.push(&tuple.raw),
            }
        }
    }

    /// Instructions in bursts.
    pub fn captured(&self) -> u32 {
        self.model.counter(Counter::Captured)
    }

    /// The golden model's own table is the first one of COUNTING with all entries.
    pub fn check(&self) -> bool {
        let first =
            |(kept, seed, _): &&(Kept, u32, Place)| *kept == Kept::Table(Scheme::Counting, ENTRIES) && *seed == 0;
        self.places.iter().find(first).is_none_or(|(.., place)| match place {
            Place::Table(table) => table.entries().eq(self.model.table().entries()),
            Place::Each(_) => false,
        })
    }

    /// What each place has found, with the number of its seed.
    pub fn found(&self, instructions: &Instructions) -> Vec<Found> {
        let words = Words { symbols: None, assembly: &|_| String::new(), instructions };
        let asked = Asked { top: usize::MAX, invariant: INVARIANT };
        let found = |(kept, seed, place): &(Kept, u32, Place)| {
            let config = Config { scheme: kept.scheme(), ..self.config };
            let (rows, t) = match place {
                Place::Table(table) => (of_table(table, &config, &asked, &words), Scale::of(table, kept.scheme()).t),
                Place::Each(tables) => (of_tables(tables, &config, &asked, &words), 1.0),
            };
            Found { kept: *kept, seed: *seed, t, rows }
        };
        self.places.iter().map(found).collect()
    }
}

/// What a place has found.
pub struct Found {
    pub kept: Kept,
    pub seed: u32,
    /// T of the one table.
    pub t: f64,
    /// Every instruction with every value that is reported.
    pub rows: Vec<Row>,
}

/// Every sampler.
pub fn all() -> Vec<Bursts> {
    let usual = [Kept::Table(Counting, ENTRIES), Kept::Table(Concise, ENTRIES)];
    let each = [Kept::Each(Counting), Kept::Each(Concise)];
    let sizes = SIZES.map(|entries| [Kept::Table(Counting, entries), Kept::Table(Concise, entries)]);
    let mut all = vec![];
    for apart in APART {
        let kept = if apart == APART[1] { [sizes.as_flattened(), &each].concat() } else { [usual, each].concat() };
        all.push(Bursts::new(apart, BURST, &kept));
    }
    let others = BURSTS.into_iter().filter(|burst| *burst != BURST);
    all.extend(others.map(|burst| Bursts::new(APART[1], burst, &[usual[0], each[0]])));
    all
}
