//! `treetap bounds`: worst-case node counts of the paper's tree (its Figs. 2 and 3).
use super::{Failure, output};
use crate::analysis::worst::Worst;
use crate::report::worst as shown;

/// Worst-case node counts of the paper's tree (its Figs. 2 and 3).
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The column `paper` is our reading of the paper's analysis, which gives the three numbers it prints; \
`proved` holds for `profile --semantics classic`. docs/reference/rap.md has both formulas.

Examples:
  treetap bounds
  treetap bounds --key-bits 48 --error 0.1 --json"
)]
pub struct Args {
    /// Key width in bits, 1 to 64: the range R is 2^K.
    #[arg(long, value_name = "K", default_value_t = 32)]
    key_bits: u32,
    /// Error bound eps as a fraction of all events.
    #[arg(long, value_name = "EPS", default_value_t = 0.01)]
    error: f64,
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    let worst = Worst::of(args.key_bits, args.error).map_err(|error| Failure::Usage(error.to_string()))?;
    output::either(json, || shown::contract(&worst), || shown::text(&worst))
}
