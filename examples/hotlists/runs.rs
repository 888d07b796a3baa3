//! A program with exact counts and the samplers beside it.
use crate::bias::{self, Placed};
use crate::exact::{Counts, Truth};
use crate::measures::{self, Measured, Shares};
use crate::samplers::{self, APART, BURST, Found, Kept};
use std::error::Error;
use std::path::Path;
use treetap::analysis::instructions::{Instructions, Words};
use treetap::analysis::{Options, Symbols};
use treetap::cosim::core::Program;
use treetap::cosim::iss;
use treetap::model::retirements::Records;

/// Millions of instructions at which the hotlists of the closest bursts are looked at.
const LOOKS: [u64; 7] = [1, 2, 5, 10, 20, 50, 75];

/// Everything of a program.
pub struct Run {
    pub name: String,
    pub retired: u64,
    pub truth: Truth,
    /// What each place of each sampler has found, beside the truth.
    pub measured: Vec<Measured>,
    /// Where samplers of single instructions met the program.
    pub placed: Vec<Placed>,
    /// What the closest bursts had found until some times.
    pub looks: Vec<Look>,
    symbols: Symbols,
}

/// What a place had found at some time.
pub struct Look {
    pub millions: f64,
    pub kept: Kept,
    /// Beside the truth of the whole run.
    pub shares: Shares,
}

impl Run {
    /// The function that an instruction is in, and how far from its beginning.
    pub fn place(&self, pct: u32) -> String {
        let (symbols, none) = (Some(&self.symbols), Instructions::default());
        Words { symbols, assembly: &|_| String::new(), instructions: &none }.place(pct << 1)
    }
}

/// A program to its end, or for so many instructions.
pub fn run(elf: &Path, limit: u64) -> Result<Run, Box<dyn Error>> {
    let symbols = Symbols::parse(&std::fs::read(elf)?, &Options::default())?;
    let mut hart = iss::hart(&Program::read(elf)?);
    let (mut records, mut counts) = (Records::default(), Counts::default());
    let (mut samplers, mut placed) = (samplers::all(), bias::all());
    let closest = samplers.iter().position(|sampler| (sampler.apart, sampler.burst) == (APART[2], BURST));
    let closest = closest.ok_or("no sampler with the closest bursts")?;
    let mut retired = 0;
    let mut looks = vec![];
    let mut next = LOOKS.iter().map(|millions| millions * 1_000_000).peekable();
    while retired < limit && hart.memory.exit().is_none() {
        let record = records.record(&hart.step()?);
        retired += 1;
        counts.push(&record);
        let pct = treetap::spec::pcfilter::pct(record.pc);
        placed.iter_mut().for_each(|placed| placed.retire(pct, !record.trap));
        for sampler in &mut samplers {
            sampler.retire(&record);
        }
        if next.next_if_eq(&retired).is_some() && retired < limit {
            looks.push((retired, samplers[closest].found(&counts.instructions)));
        }
    }
    let truth = counts.truth();
    let name = elf.file_stem().and_then(|name| name.to_str()).unwrap_or("program").trim_end_matches("-long").into();
    looks.push((retired, samplers[closest].found(&counts.instructions)));
    let look = |(at, found): &(u64, Vec<Found>)| {
        let of = |found: &Found| Look {
            millions: *at as f64 / 1e6,
            kept: found.kept,
            shares: measures::shares(found, &truth),
        };
        found.iter().filter(|found| found.seed == 0).map(of).collect::<Vec<_>>()
    };
    let looks = looks.iter().flat_map(look).collect();
    let mut measured = vec![];
    for sampler in &samplers {
        if !sampler.check() {
            return Err(format!("{name}: the first table of COUNTING is not the golden model's own").into());
        }
        let found = sampler.found(&counts.instructions);
        measured.extend(found.iter().map(|found| measures::of(sampler, found, &counts, &truth, retired)));
    }
    eprintln!("{name}: {retired} instructions, {} different values", truth.distinct);
    Ok(Run { name, retired, truth, measured, placed, looks, symbols })
}
