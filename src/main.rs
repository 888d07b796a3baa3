//! The `treetap` command: parse, run, exit code.
use std::process::ExitCode;

fn main() -> ExitCode {
    treetap::cli::main()
}
