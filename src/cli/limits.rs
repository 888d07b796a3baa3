//! `treetap limits`: what a device can do at most.
use super::words::target::TargetArgs;
use super::workplace::Workplace;
use super::{Failure, output};
use crate::emit;
use crate::flow::Clocks;
use crate::flow::limits::{LIMITS, Limit, RAM, Sized};
use crate::report::synth::limits::Limits;

/// Place the micro designs that measure a device.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap limits --device hx8k
  treetap limits --device ecp5-25k --count-bits 48 --address-bits 10 --seeds 3 --json

Results are kept in limits/ of $TREETAP_CACHE, else of ~/.cache/treetap, under the versions of all programs and the \
Verilog.
docs/reference/flow.md says what each one measures.")]
pub struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// Width of counts.
    #[arg(long, value_name = "C", default_value_t = 32, value_parser = clap::value_parser!(u32).range(17..=64))]
    count_bits: u32,
    /// Address bits of the memory: 9 for 512 counts.
    #[arg(long, value_name = "A", default_value_t = 9, value_parser = clap::value_parser!(u32).range(4..=13))]
    address_bits: u32,
    /// Only this one.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    let target = args.target.target()?;
    let family = target.device.family;
    let limits: Vec<&'static Limit> = match &args.only {
        None => LIMITS.iter().filter(|limit| limit.exists_on(family)).collect(),
        Some(name) => vec![Limit::named(name).filter(|limit| limit.exists_on(family)).ok_or_else(|| {
            let names: Vec<_> = LIMITS.iter().filter(|limit| limit.exists_on(family)).map(|limit| limit.name).collect();
            Failure::Usage(format!("{} has no limit `{name}`: expected {}", target.device.name, names.join(", ")))
        })?],
    };
    let place = Workplace::new(&format!("limits_{}", target.device.name))?;
    let mut reached: Vec<(&Limit, Clocks)> = vec![];
    for limit in limits {
        eprintln!("treetap: limit {}: {}", limit.name, limit.doc);
        let sized =
            Sized { limit, count_bits: args.count_bits, address_bits: args.address_bits, ram: emit::outreg_ram(RAM) };
        let result = sized.reach(&target, place.path(), Some(&place.limits()), &|step| place.progress(step));
        reached.push((limit, result.map_err(|error| place.failure(&error))?));
    }
    let shown =
        Limits { target: &target, count_bits: args.count_bits, address_bits: args.address_bits, reached: &reached };
    output::either(json, || shown.contract(), || shown.table())
}
