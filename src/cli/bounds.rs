//! `treetap bounds`: worst-case node counts of the paper's tree (its Figs. 2 and 3), and what an engine guarantees.
use super::words::hardware::Configuration;
use super::{Failure, output};
use crate::analysis::service::Guarantee;
use crate::analysis::worst::Worst;
use crate::report::{service, worst as shown};

/// Worst cases: nodes of the paper's tree (its Figs. 2 and 3), waiting at an engine.
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "The column `paper` is our reading of the paper's analysis, which gives the three numbers it prints; \
`proved` holds for `profile --semantics classic`. docs/reference/rap.md has both formulas.

Examples:
  treetap bounds
  treetap bounds --key-bits 48 --error 0.1 --json
  treetap bounds rap --preset nano"
)]
pub struct Args {
    #[command(subcommand)]
    of: Option<Of>,
    /// Key width in bits, 1 to 64: the range R is 2^K.
    #[arg(long, value_name = "K", default_value_t = 32)]
    key_bits: u32,
    /// Error bound eps as a fraction of all events.
    #[arg(long, value_name = "EPS", default_value_t = 0.01)]
    error: f64,
}

#[derive(clap::Subcommand, Debug)]
enum Of {
    Rap(Engine),
}

/// How long an event may hold an engine, and how long a queue before it may get, on any stream.
#[derive(clap::Args, Debug)]
#[command(after_help = "Every co-simulation (`treetap sim rap`) checks the cycles of its events against these bounds.
docs/reference/rap.md#service says why no stream can force more.

Examples:
  treetap bounds rap --preset nano
  treetap bounds rap --preset fast --entries 0 --hand-weight 32 --total 1000000 --json")]
struct Engine {
    #[command(flatten)]
    configuration: Configuration,
    /// Weight of the whole stream: events before they are combined.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    total: u64,
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    if let Some(Of::Rap(engine)) = args.of {
        let preset = engine.configuration.rap(None)?;
        let guarantee = Guarantee::of(&preset, engine.total);
        return output::either(json, || service::contract(&guarantee), || service::text(&guarantee));
    }
    let worst = Worst::of(args.key_bits, args.error).map_err(|error| Failure::Usage(error.to_string()))?;
    output::either(json, || shown::contract(&worst), || shown::text(&worst))
}
