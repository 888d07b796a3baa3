//! `treetap phaselog`: what a daemon sends of sampled intervals.
use super::{Failure, input, output};
use crate::analysis::phaseeval::protocol::{self, Protocol};
use crate::analysis::phaseeval::{Choice, Log, Policy, by_chance, classify, every, of_phases};
use crate::report::phaselog as shown;
use crate::spec::interval::Kind;
use crate::spec::phase::Config;
use crate::trace::{intervals, phaselog};
use serde_json::json;
use std::path::PathBuf;
use std::str::FromStr;

/// Write and read what a daemon sends of sampled intervals.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand, Debug)]
enum Verb {
    /// Choose intervals of a run, and write what a daemon would send of them.
    Enc(Enc),
    /// Show what a log holds.
    Dec(Dec),
}

/// Choose intervals of a run, and write what a daemon would send of them.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap trace intervals programs/demo/demo.elf --len 1000 -o demo.phiv
  treetap phaselog enc demo.phiv --len 1000 --take phase:third -o demo.plog
  treetap phaselog enc demo.phiv --take periodic:20 --protocol interleaved -o demo.plog
  treetap phaselog dec demo.plog")]
struct Enc {
    /// Interval log of `treetap trace intervals`.
    log: PathBuf,
    /// File to write.
    #[arg(short, long, value_name = "FILE.plog")]
    output: PathBuf,
    /// Profile: region, method, callpair.
    #[arg(long = "type", value_name = "TYPE", default_value = "region", value_parser = kind)]
    kind: Kind,
    /// Which intervals: phase:online, phase:first, phase:third, phase:centroid, phase:random, periodic:N, random:N.
    #[arg(long, value_name = "WHICH", default_value = "phase:online")]
    take: Take,
    /// When profiles are sent: end, interleaved.
    #[arg(long, value_name = "WHEN", default_value = "end", value_parser = when)]
    protocol: Protocol,
    /// Instructions of an interval.
    #[arg(long, value_name = "COUNT", default_value_t = 10_000)]
    len: u32,
    /// Threshold of the phase tracker in percent of an interval.
    #[arg(long, value_name = "PERCENT", default_value_t = 20)]
    pct: u32,
    /// Which interval of a phase the tracker samples on line.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..))]
    k: u8,
}

/// Show what a log holds.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap phaselog dec demo.plog
  treetap phaselog dec demo.plog --json

A damaged frame ends the log: what came before it is shown, and the exit code is 3.")]
struct Dec {
    /// Log that `treetap phaselog enc` or a daemon wrote.
    log: PathBuf,
}

/// Which intervals are taken.
#[derive(Clone, Copy, Debug)]
enum Take {
    Phase(Policy),
    Periodic(usize),
    Random(usize),
}

impl FromStr for Take {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || "expected phase:online, phase:third, periodic:20, random:20 or the like".to_string();
        let (name, value) = text.split_once(':').ok_or_else(expected)?;
        let number = || value.parse().ok().filter(|n| (1..=65536).contains(n)).ok_or_else(expected);
        match name {
            "phase" => {
                let found = Policy::ALL.into_iter().find(|(known, _)| *known == value);
                found.map(|(_, policy)| Self::Phase(policy)).ok_or_else(expected)
            }
            "periodic" => number().map(Self::Periodic),
            "random" => number().map(Self::Random),
            _ => Err(expected()),
        }
    }
}

fn kind(name: &str) -> Result<Kind, String> {
    Kind::from_name(name).ok_or_else(|| "expected region, method or callpair".to_string())
}

fn when(name: &str) -> Result<Protocol, String> {
    let found = Protocol::ALL.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, protocol)| protocol).ok_or_else(|| "expected end or interleaved".to_string())
}

/// Runs the verb.
pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    match &args.verb {
        Verb::Enc(args) => enc(args, json),
        Verb::Dec(args) => dec(args, json),
    }
}

fn enc(args: &Enc, json: bool) -> Result<(), Failure> {
    let config = Config { k: args.k, ..Config::of(args.len.max(1), args.pct) };
    config.check().map_err(|e| Failure::Usage(format!("--len: {e}")))?;
    let log = Log::new(&intervals::read(&args.log)?, args.kind, false);
    let seen = classify(&log.buckets, config);
    let choice: Choice = match args.take {
        Take::Phase(policy) => of_phases(&log, &seen, &config, policy).swap_remove(0),
        Take::Periodic(n) => every(log.len(), n, n - 1),
        Take::Random(n) => by_chance(log.len(), n, 1),
    };
    let sent = protocol::send(&log, &choice, &seen.ids, args.protocol);
    output::write(&args.output, sent.sent())?;
    let (samples, intervals) = (choice.samples.len(), log.len());
    let (frames, raw, bytes) = (sent.frames(), sent.raw(), sent.sent().len());
    eprintln!("treetap: {samples} of {intervals} intervals: {raw} bytes in {frames} frames, {bytes} bytes to send");
    if json && args.output.as_os_str() != "-" {
        output::line(json!({
            "output": args.output, "intervals": intervals, "samples": samples, "frames": frames, "raw": raw,
            "bytes": bytes,
        }))?;
    }
    Ok(())
}

fn dec(args: &Dec, json: bool) -> Result<(), Failure> {
    let found = phaselog::decode(&input::bytes(&args.log)?);
    output::either(json, || shown::contract(&found), || shown::text(&found))?;
    match &found.fault {
        Some(fault) => Err(Failure::in_file(&args.log, fault)),
        None if !found.whole() => {
            Err(Failure::in_file(&args.log, "it does not come to its end: expected a last record"))
        }
        None => Ok(()),
    }
}
