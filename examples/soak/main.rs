//! `make soak-tops`: 3.1e8 retirements through whole tops, in long sessions that are set up in any way, each beside its
//! model and compared at its end. Prints Markdown; docs/measured/cosim.md records a run.
//!
//! ```sh
//! cargo run --release --example soak [TOP:PRESET=RETIREMENTS ...]
//! cargo run --release --example soak profiler:nano=1e7 monitor:up5k=1e7
//! ```
//!
//! Three sessions of four are of a core that retires anything, the fourth is of a real core on the demo. The first
//! difference ends the run; the session's number, which is the seed of all that is drawn, is part of the message.
#[path = "../../tests/support/elsewhere.rs"]
mod elsewhere;
mod monitors;
mod profilers;
#[expect(dead_code, reason = "records and their pins are wanted by the tests of units only")]
#[path = "../../tests/units/support/records.rs"]
mod records;
mod sources;
#[expect(dead_code, reason = "pins are wanted by the tests of the tap only")]
#[path = "../../tests/units/support/taps.rs"]
mod taps;

use std::error::Error;
use std::time::Instant;
use treetap::cosim::core::Core;
use treetap::trace::shapes::Random;

/// The tops that take part and their retirements. The engine HPS takes part in its monitors, the microarchitectures
/// for small devices in the profilers that have it.
const QUOTAS: [&str; 8] = [
    "profiler:nano=5e7",
    "profiler:fast=5e7",
    "profiler:fast25=2e7",
    "profiler:pairs=5e7",
    "profiler:nano_hps=2e7",
    "profiler:fast_hps=2e7",
    "monitor:up5k=5e7",
    "monitor:ecp5=5e7",
];
/// Retirements of a session: the counts of a tree grow through many powers of two.
const SESSION: u64 = 1_000_000;
/// One session of so many is of a real core.
const REAL: u64 = 4;
/// So many sessions have everything: retirements that wait, events that are dropped, bursts.
const FULL: u64 = 20;

/// What the sessions of a top were, in sum.
#[derive(Debug, Default)]
struct Sum {
    sessions: u64,
    retired: u64,
    cycles: u64,
    /// Cycles in which a retirement waited.
    held: u64,
    events: u64,
    creates: u64,
    dropped: u64,
    bursts: u64,
    compared: u64,
}

/// A top on its way to its quota.
struct Quota<'a> {
    top: &'a str,
    preset: &'a str,
    retirements: u64,
}

impl<'a> Quota<'a> {
    /// `TOP:PRESET=RETIREMENTS`.
    fn parse(text: &'a str) -> Result<Self, Box<dyn Error>> {
        let fields = text.split_once('=').and_then(|(top, number)| Some((top.split_once(':')?, number)));
        let ((top, preset), number) = fields.ok_or_else(|| format!("`{text}` is not TOP:PRESET=RETIREMENTS"))?;
        let retirements: f64 = number.parse().map_err(|e| format!("`{number}`: {e}"))?;
        Ok(Self { top, preset, retirements: retirements as u64 })
    }

    /// The next session after those of `sum`, which it is added to.
    fn session(&self, sum: &mut Sum) -> Result<(), Box<dyn Error>> {
        let number = sum.sessions;
        sum.sessions += 1;
        let mut random = Random(0x736f_616b + number);
        let core = (number % REAL == REAL - 1).then(|| [Core::Ibex, Core::Picorv32][(number / REAL % 2) as usize]);
        let ran = match self.top {
            "profiler" => profilers::session(self.preset, core, &mut random, sum),
            "monitor" => monitors::session(self.preset, core, &mut random, sum),
            other => return Err(format!("no top `{other}`: expected profiler or monitor").into()),
        };
        ran.map_err(|e| format!("{} {}, session {number}: {e}", self.top, self.preset).into())
    }

    fn row(&self, sum: &Sum) -> String {
        let Self { top, preset, .. } = self;
        let Sum { sessions, retired, cycles, held, events, creates, dropped, bursts, compared } = sum;
        format!(
            "| {top} | {preset} | {sessions} | {retired} | {cycles} | {held} | {events} | {creates} | {dropped} | \
             {bursts} | {compared} |"
        )
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let given: Vec<&str> = words.iter().map(String::as_str).collect();
    let quotas = if given.is_empty() { &QUOTAS[..] } else { &given };
    let quotas = quotas.iter().map(|text| Quota::parse(text)).collect::<Result<Vec<_>, _>>()?;
    let started = Instant::now();
    let mut rows = vec![];
    for quota in &quotas {
        let mut sum = Sum::default();
        while sum.retired < quota.retirements {
            quota.session(&mut sum)?;
            eprintln!("{:.0} s: {}", started.elapsed().as_secs_f64(), quota.row(&sum));
        }
        // What some sessions do not have, many have.
        let whole = sum.sessions < FULL || (sum.held > 0 && sum.dropped > 0 && sum.bursts > 0);
        assert!(whole && sum.events > 0, "{} {}: {sum:?}", quota.top, quota.preset);
        rows.push(quota.row(&sum));
    }
    println!(
        "| top | preset | sessions | retirements | cycles | of them held | events | creates | dropped | bursts | \
         compared |"
    );
    println!("|--|--|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    rows.iter().for_each(|row| println!("{row}"));
    Ok(())
}
