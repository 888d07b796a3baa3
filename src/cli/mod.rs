//! The command line: one file per verb; words in, files and exit codes out. No verb uses another one: what several of
//! them need is in [`words`] (options), in [`input`] and [`output`] (files), in [`machine`] (tasks), or in a room of
//! its own. Data goes to stdout, talk and progress to stderr.
mod asm;
mod bounds;
mod chkplan;
mod coproc;
mod doctor;
mod exit;
mod farm;
mod fit;
mod generate;
mod hotlist;
mod hotstream;
mod hps;
mod input;
mod interrupt;
mod limits;
mod machine;
mod manual;
mod merge;
mod output;
mod phaseeval;
mod phaselog;
mod profile;
mod progress;
mod report;
mod retirements;
mod run;
mod sim;
mod synth;
mod tools;
mod trace;
mod words;
mod workplace;

use clap::{Parser, Subcommand};
pub use exit::Failure;
use std::process::ExitCode;

/// What every verb has in common, below the list of verbs.
const AFTER_HELP: &str = "Data goes to standard output, messages and progress to standard error.

Exit codes:
  0    ok
  1    hardware and model differ, or another check failed
  2    the command line asks for something that does not exist
  3    bad input, or an output that cannot be written
  4    a tool is missing or too old (see treetap doctor)
  130  interrupted; unfinished outputs are removed

Examples:
  treetap run picorv32 programs/demo/demo.elf --html report.html
  treetap trace capture -o ls.u64 -- ls -l
  treetap profile ls.u64 --key-bits 48 --nodes 1024 --svg ls.svg
  treetap gen rap --preset nano -o rtl
  treetap sim rap ls.u64 --preset x86
  treetap hps compile bursty method -o method.img
  treetap asm valprof -o valprof.img --list
  treetap synth rap --preset nano --device up5k";

/// treetap: on-chip profilers generated from Rust, and the tools that prove them right.
#[derive(Parser, Debug)]
#[command(name = "treetap", version, propagate_version = true, arg_required_else_help = true, after_help = AFTER_HELP)]
pub struct Cli {
    /// Print machine-readable JSON on stdout.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Write the Verilog of a unit.
    Gen(generate::Args),
    /// Profile a trace with the golden model and show its hot ranges.
    Profile(profile::Args),
    /// Run a program on a RISC-V core with the profiler beside it, and show what is hot.
    Run(run::Args),
    /// Find out where a program needs the checks of bursty tracing, and make the map of them.
    Chkplan(chkplan::Args),
    /// Show a profile in the names of its program: functions, lines, what is uncertain.
    Report(report::Args),
    /// Unite profiles of parts of a trace, of intervals, of many devices.
    Merge(merge::Args),
    /// Run the tasks of a sweep on this machine or through a queue, and make one output of their results.
    Farm(farm::Args),
    /// Find the configurations of `rap` that suit traces and a device.
    Fit(fit::Args),
    /// Stream a trace through the emitted Verilog and compare every count with the model.
    Sim(sim::Args),
    /// Synthesise and place the Verilog of a unit: area, clock, critical path.
    Synth(synth::Args),
    /// Place the micro designs that measure what a device can do at most.
    Limits(limits::Args),
    /// Compile programs that edit the instruction stream, and show them.
    Hps(hps::Args),
    /// Find the values that the instructions of a program have most often.
    Hotlist(hotlist::Args),
    /// Find the loads of a program that nearly always give one value, by the profiling co-processor.
    Coproc(coproc::Args),
    /// Find sequences of data references that come again and again in sampled bursts.
    Hotstream(hotstream::Args),
    /// Assemble microcode of the profiling co-processor, and show it.
    Asm(asm::Args),
    /// Tell how good profiles of sampled intervals are, and what they cost.
    Phaseeval(phaseeval::Args),
    /// Write and read what a daemon sends of sampled intervals.
    Phaselog(phaselog::Args),
    /// Capture, convert and inspect traces.
    Trace(trace::Args),
    /// Worst-case node counts of the paper's tree (its Figs. 2 and 3).
    Bounds(bounds::Args),
    /// Report the tools treetap uses, their versions and what is missing.
    Doctor(doctor::Args),
    /// Print the completion script of a shell.
    Completions(manual::CompletionsArgs),
    /// Write the manual pages.
    Man(manual::ManArgs),
}

/// Parses the process's arguments, runs the verb and maps its outcome to an exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    interrupt::install();
    let outcome = match cli.verb {
        Verb::Gen(args) => generate::run(args, cli.json),
        Verb::Profile(args) => profile::run(args, cli.json),
        Verb::Run(args) => run::run(args, cli.json),
        Verb::Chkplan(args) => chkplan::run(args, cli.json),
        Verb::Report(args) => report::run(args, cli.json),
        Verb::Merge(args) => merge::run(&args, cli.json),
        Verb::Farm(args) => farm::run(&args, cli.json),
        Verb::Fit(args) => fit::run(&args, cli.json),
        Verb::Sim(args) => sim::run(args, cli.json),
        Verb::Synth(args) => synth::run(args, cli.json),
        Verb::Limits(args) => limits::run(args, cli.json),
        Verb::Hps(args) => hps::run(args, cli.json),
        Verb::Hotlist(args) => hotlist::run(&args, cli.json),
        Verb::Coproc(args) => coproc::run(&args, cli.json),
        Verb::Hotstream(args) => hotstream::run(&args, cli.json),
        Verb::Asm(args) => asm::run(&args, cli.json),
        Verb::Phaseeval(args) => phaseeval::run(&args, cli.json),
        Verb::Phaselog(args) => phaselog::run(&args, cli.json),
        Verb::Trace(args) => trace::run(args, cli.json),
        Verb::Bounds(args) => bounds::run(args, cli.json),
        Verb::Doctor(args) => doctor::run(args, cli.json),
        Verb::Completions(args) => manual::completions(&args),
        Verb::Man(args) => manual::man(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
