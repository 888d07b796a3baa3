//! `treetap bounds`: not written yet.
use super::Failure;

#[derive(clap::Args, Debug)]
pub struct Args {}

pub fn run(_args: Args, _json: bool) -> Result<(), Failure> {
    Err(Failure::Usage("not written yet".into()))
}
