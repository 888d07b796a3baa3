//! The words for the space of configurations.
use super::Failure;
use crate::analysis::fit::{self, Candidate, Trace, Window};
use crate::catalog::space::Space;
use crate::cli::words::value;
use crate::cli::words::value::Share;
use crate::spec::rap::{Config, Engine, Eps, Preset};

/// A number, or a share of what a device has.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    Number(u32),
    Share(f64),
}

impl Part {
    /// Of so many, and no more than these.
    pub fn of(self, whole: u32) -> u32 {
        match self {
            Self::Number(number) => number.min(whole),
            Self::Share(share) => (share * f64::from(whole)).floor() as u32,
        }
    }
}

/// Values of each parameter, instead of those that are tried by themselves.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Space, every value of each with every value of the others")]
pub struct Ranges {
    /// Engines [default: all that were measured on the device].
    #[arg(long = "engine", value_name = "E,..", value_delimiter = ',', value_parser = engine)]
    engines: Vec<Engine>,
    /// Key widths, from the lowest bit on [default: the bits in which keys differ, and 32, 48 or 64].
    #[arg(long, value_name = "K,..", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(2..=64))]
    key_bits: Vec<u32>,
    /// Nodes of the tree.
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_value = "16,32,64,128,256,512,1024,2048,4096")]
    nodes: Vec<u32>,
    /// Bits of a count; those that the events of a trace would fill are left out.
    #[arg(long, value_name = "C,..", value_delimiter = ',', default_value = "32,48")]
    count_bits: Vec<u32>,
    /// Entries of the coalescer, 0 for none.
    #[arg(long, value_name = "E,..", value_delimiter = ',', default_value = "0,16,64,256,1024,4096")]
    entries: Vec<u32>,
    /// Events that the queue before engine serial holds, 0 for none.
    #[arg(long, value_name = "F,..", value_delimiter = ',', default_value = "0,64,512")]
    fifo: Vec<u32>,
    /// EPS mode: off, a bound such as 1%, or M,S of one bound with `:` between them, such as 5:13.
    #[arg(long, value_name = "off|P%|M:S,..", value_delimiter = ',', default_value = "off,1%", value_parser = eps)]
    eps: Vec<EpsWord>,
    /// Events of the longest run that the counts have to hold [default: those of the trace with most].
    #[arg(long, value_name = "N")]
    run_events: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum EpsWord {
    Off,
    Share(f64),
    Is(Eps),
}

fn engine(name: &str) -> Result<Engine, String> {
    let names: Vec<&str> = Engine::ALL.iter().map(|engine| engine.name()).collect();
    Engine::from_name(name).ok_or_else(|| format!("expected {}", names.join(", ")))
}

fn eps(text: &str) -> Result<EpsWord, &'static str> {
    const EXPECTED: &str = "expected off, a share such as 1%, or M:S such as 5:13";
    match text {
        "off" => Ok(EpsWord::Off),
        bound if bound.contains(':') => value::eps(&bound.replace(':', ",")).map(EpsWord::Is).map_err(|_| EXPECTED),
        share => share.parse::<Share>().map(|share| EpsWord::Share(share.0)).map_err(|_| EXPECTED),
    }
}

/// Widths of keys that are usual.
const USUAL: [u32; 3] = [32, 48, 64];

impl Ranges {
    /// The most bits that a key may have.
    pub fn key_bits(&self) -> u32 {
        self.key_bits.iter().copied().max().unwrap_or(u64::BITS)
    }

    /// Which bits of the keys are tried.
    pub fn windows(&self, traces: &[Trace]) -> Result<Vec<Window>, Failure> {
        let tight = fit::window(traces);
        let needed = traces.iter().flat_map(|trace| &trace.events).fold(0, |bits, event| bits | event.key);
        let needed = u64::BITS - needed.leading_zeros();
        if !self.key_bits.is_empty() {
            let differing = tight.map_or(0, |window| window.shift + window.bits);
            if let Some(small) = self.key_bits.iter().find(|bits| **bits < differing) {
                let why = format!("--key-bits {small}: the keys of the traces differ in bit {}", differing - 1);
                return Err(Failure::BadInput(format!("{why}: expected {differing} or more")));
            }
            return Ok(self.key_bits.iter().map(|bits| Window { shift: 0, bits: *bits }).collect());
        }
        let usual = USUAL.into_iter().find(|bits| *bits >= needed).unwrap_or(u64::BITS);
        let mut windows = vec![Window { shift: 0, bits: usual }];
        // The smallest keys of the engines have some levels.
        windows.extend(tight.map(|window| Window { bits: window.bits.max(LEAST_BITS), ..window }));
        windows.extend(windows.get(1).map(|window| whole_bytes(*window)));
        windows.sort_unstable();
        windows.dedup();
        Ok(windows)
    }

    /// Every configuration of the space, for keys of these windows.
    pub fn presets(&self, windows: &[Window], traces: &[Trace]) -> Result<Vec<Preset>, Failure> {
        let mut key_bits: Vec<u32> = windows.iter().map(|window| window.bits).collect();
        key_bits.sort_unstable();
        key_bits.dedup();
        let weight = self.run_events.unwrap_or(0).max(traces.iter().map(Trace::weight).max().unwrap_or(0));
        let holds = |bits: &&u32| Config { count_bits: **bits, ..Config::new(4, 8) }.count_max() >= weight;
        let count_bits: Vec<u32> = self.count_bits.iter().filter(holds).copied().collect();
        if count_bits.is_empty() {
            let why = format!("--count-bits: none of these holds {weight} events: expected more bits");
            return Err(Failure::Usage(why));
        }
        let mut eps: Vec<bool> = self.eps.iter().map(|word| *word != EpsWord::Off).collect();
        eps.sort_unstable();
        eps.dedup();
        let space = Space {
            engines: if self.engines.is_empty() { Engine::ALL.to_vec() } else { self.engines.clone() },
            key_bits,
            nodes: self.nodes.clone(),
            count_bits,
            entries: self.entries.clone(),
            fifo: self.fifo.clone(),
            eps,
        };
        let presets = space.presets();
        if presets.is_empty() {
            return Err(Failure::Usage(
                "no configuration of this space can be built (docs/reference/parameters.md)".into(),
            ));
        }
        Ok(presets)
    }

    /// A configuration with each window of its width, and each bound of EPS mode.
    pub fn candidates(&self, preset: &Preset, windows: &[Window]) -> Vec<Candidate> {
        let levels = preset.config.levels();
        let bound = |word: &EpsWord| match (*word, preset.eps_built) {
            (EpsWord::Off, false) => Some(None),
            (EpsWord::Share(share), true) => Eps::within(share, levels).map(Some),
            (EpsWord::Is(eps), true) => Some(Some(eps)),
            _ => None,
        };
        let of_window = |window: &Window| {
            let window = *window;
            self.eps
                .iter()
                .filter_map(bound)
                .map(move |eps| Candidate { preset: *preset, eps, window })
                .collect::<Vec<_>>()
        };
        windows.iter().filter(|window| window.bits == preset.config.key_bits).flat_map(of_window).collect()
    }
}

/// Fewest key bits of a window.
const LEAST_BITS: u32 = 8;

/// A window of whole bytes, which engine cam needs, from the same bit on.
const fn whole_bytes(window: Window) -> Window {
    let bits = window.bits.next_multiple_of(8);
    // A window does not leave the key.
    if window.shift + bits > u64::BITS { Window { shift: 0, bits: u64::BITS } } else { Window { bits, ..window } }
}
