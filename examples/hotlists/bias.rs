//! Where single instructions are sampled, with and without jitter: each instruction beside its share of the program.
use crate::runs::Run;
use crate::samplers::config;
use crate::table::table;
use hashbrown::HashMap;
use treetap::model::hotlist::Trigger;
use treetap::report::grouped;
use treetap::spec::hotlist::Config;

/// Instructions from one sample to the next.
const DISTANCES: [u32; 6] = [1000, 1024, 1040, 4096, 10_000, 65_536];
/// Samples that an instruction is expected to give, from which on it is compared.
const EXPECTED: f64 = 50.0;
/// Rounds of the loops, in instructions, and how many instructions they run.
const LOOPS: [u32; 4] = [8, 100, 640, 641];
const LOOPED: u32 = 40_000_000;

/// A sampler of single instructions.
pub struct Placed {
    pub distance: u32,
    pub jitter: bool,
    config: Config,
    trigger: Trigger,
    seen: HashMap<u32, u64>,
    samples: u64,
}

/// Instructions beside their shares.
pub struct Skew {
    /// Instructions that are compared.
    pub compared: usize,
    /// Chi square by degrees of freedom: about 1 where samples are drawn at random.
    pub chi: f64,
    /// The share of the samples that are at the wrong instruction.
    pub wrong: f64,
    /// The instruction that was sampled least and the one most often for its share, with how many times its share.
    pub least: (u32, f64),
    pub most: (u32, f64),
}

impl Placed {
    fn new(distance: u32, jitter: bool) -> Self {
        let config = config(distance, 1, jitter);
        let mut trigger = Trigger::default();
        trigger.start(&config);
        Self { distance, jitter, config, trigger, seen: HashMap::new(), samples: 0 }
    }

    /// An instruction of the program.
    pub fn retire(&mut self, pct: u32, executed: bool) {
        if self.trigger.step(&self.config, executed).captured.is_some() {
            *self.seen.entry(pct).or_default() += 1;
            self.samples += 1;
        }
    }

    /// Beside how often each instruction was executed.
    pub fn skew(&self, executed: &HashMap<u32, u64>) -> Skew {
        let all: u64 = executed.values().sum();
        let (mut skew, mut apart) =
            (Skew { compared: 0, chi: 0.0, wrong: 0.0, least: (0, f64::MAX), most: (0, 0.0) }, 0.0);
        let mut sorted: Vec<_> = executed.iter().collect();
        sorted.sort();
        for (&pct, &times) in sorted {
            let expected = times as f64 / all as f64 * self.samples as f64;
            let seen = self.seen.get(&pct).copied().unwrap_or(0);
            apart += (seen as f64 - expected).abs();
            if expected < EXPECTED {
                continue;
            }
            skew.compared += 1;
            skew.chi += (seen as f64 - expected).powi(2) / expected;
            let ratio = seen as f64 / expected;
            if ratio < skew.least.1 {
                skew.least = (pct, ratio);
            }
            if ratio > skew.most.1 {
                skew.most = (pct, ratio);
            }
        }
        skew.chi /= skew.compared.max(2) as f64 - 1.0;
        skew.wrong = apart / 2.0 / self.samples.max(1) as f64;
        skew
    }
}

/// Every sampler, with jitter and without.
pub fn all() -> Vec<Placed> {
    DISTANCES.iter().flat_map(|distance| [false, true].map(|jitter| Placed::new(*distance, jitter))).collect()
}

/// The two samplers of a distance.
pub fn of(placed: &[Placed], distance: u32) -> [&Placed; 2] {
    [false, true].map(|jitter| {
        let wanted = |placed: &&Placed| placed.distance == distance && placed.jitter == jitter;
        placed.iter().find(wanted).expect("a distance that ran")
    })
}

fn cells(name: &str, distance: u32, [plain, jittered]: [Skew; 2], place: impl Fn(u32) -> String) -> Vec<String> {
    let known = |skew: &Skew, text: String| if skew.compared > 1 { text } else { "-".into() };
    let times = |skew: &Skew| known(skew, format!("{:.2} to {:.2}", skew.least.1, skew.most.1));
    let chi = |skew: &Skew| known(skew, format!("{:.2}", skew.chi));
    let far = |(_, ratio): (u32, f64)| ratio.max(0.01).ln().abs();
    let worst = if far(plain.least) > far(plain.most) { plain.least } else { plain.most };
    vec![
        name.into(),
        grouped(distance.into()),
        plain.compared.to_string(),
        chi(&plain),
        times(&plain),
        chi(&jittered),
        times(&jittered),
        known(&plain, place(worst.0)),
    ]
}

/// Loops that do nothing else, and the programs.
pub fn tables(runs: &[Run]) {
    let mut rows = vec![];
    for round in LOOPS {
        for distance in &DISTANCES[..2] {
            let skews = [false, true].map(|jitter| {
                let mut placed = Placed::new(*distance, jitter);
                (0..LOOPED).for_each(|at| placed.retire(at % round, true));
                placed.skew(&(0..round).map(|pct| (pct, (LOOPED / round).into())).collect())
            });
            rows.push(cells(&format!("a loop of {round}"), *distance, skews, |pct| format!("instruction {pct} of it")));
        }
    }
    for run in runs {
        for distance in DISTANCES {
            let skews = of(&run.placed, distance).map(|placed| placed.skew(&run.truth.executed));
            rows.push(cells(&run.name, distance, skews, |pct| run.place(pct)));
        }
    }
    let columns = [
        "program",
        "distance",
        "instructions compared",
        "without jitter: chi square",
        "times its share",
        "with jitter: chi square",
        "times its share",
        "worst instruction",
    ];
    table("hotlist-bias", &columns, &rows);
}
