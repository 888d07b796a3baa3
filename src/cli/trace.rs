//! `treetap trace`: capture, convert and inspect event files.
mod bursts;
mod core;
mod intervals;

use super::progress::Progress;
use super::tools;
use super::words::trace::{FormatName, InputOptions};
use super::{Failure, output};
use crate::host::events;
use crate::report::trace as shown;
use crate::spec::event::Event;
use crate::trace::capture;
use crate::trace::{self, Access, Format, Writer, rvfi};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand, Debug)]
enum Verb {
    /// Run a program under valgrind's lackey tool, or on a RISC-V core under Verilator, and write its trace.
    Capture(Capture),
    /// Rewrite a trace in another format.
    Convert(Convert),
    /// Write the data references that a burst sampler takes of a program's run.
    Bursts(bursts::Args),
    /// Write what is counted in each interval of a program's run.
    Intervals(intervals::Args),
    /// Show format, size and key width of a trace.
    Info(Info),
}

/// Run a program under valgrind's lackey tool, or on a RISC-V core under Verilator, and write its trace.
#[derive(clap::Args, Debug)]
#[command(override_usage = "treetap trace capture [OPTIONS] --output <FILE> -- <PROGRAM>...
       treetap trace capture [OPTIONS] --output <FILE.rvfi.zst> --core <CORE> <PROGRAM.elf>")]
#[command(after_help = "Examples:
  treetap trace capture -o ls.u64 -- ls -l
  treetap trace capture --loads --max-events 5000000 -o gzip.u64.zst -- gzip -kc big.txt >/dev/null
  treetap trace capture --core picorv32 programs/demo/demo.elf -o demo.rvfi.zst
  treetap trace capture --core ibex --limit 100000 build/programs/lua.elf -o lua.rvfi.zst

The program's own input and output pass through. Its exit status is reported on stderr; it does not change ours.")]
struct Capture {
    /// Record the starts of code blocks (the default).
    #[arg(long, group = "access", conflicts_with = "core")]
    code: bool,
    /// Record the addresses that the program reads.
    #[arg(long, group = "access", conflicts_with = "core")]
    loads: bool,
    /// Record the addresses that the program writes.
    #[arg(long, group = "access", conflicts_with = "core")]
    stores: bool,
    /// Trace file to write; the extension decides the format: .u64, .u64w, .csv or .lackey (.rvfi of a core), and .gz
    /// or .zst after it.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    core: core::Args,
    /// Stop the program after this many events.
    #[arg(long, value_name = "COUNT", conflicts_with = "core", value_parser = clap::value_parser!(u64).range(1..))]
    max_events: Option<u64>,
    /// Trace the programs that the program starts as well.
    #[arg(long, conflicts_with = "core")]
    trace_children: bool,
    /// The program and its arguments.
    #[arg(last = true, required_unless_present = "core", value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// Rewrite a trace in another format.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap trace convert run.u64 -o run.csv.gz
  treetap trace convert --event load-values demo.rvfi.zst -o demo.values.u64
  treetap trace convert --core ibex sim.fst -o run.rvfi.zst
  valgrind --tool=lackey --trace-mem=yes --log-fd=9 ls 9>&1 >/dev/null | treetap trace convert --format lackey \
  --access loads - -o loads.u64")]
struct Convert {
    /// Trace to read; `-` is standard input.
    input: PathBuf,
    /// Trace to write; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Format of the output, instead of what its extension says.
    #[arg(long, value_name = "FORMAT")]
    to: Option<FormatName>,
    /// Write an event of weight W as W events where the output has no weights.
    #[arg(long)]
    expand: bool,
    #[command(flatten)]
    waves: core::Waves,
    #[command(flatten)]
    input_options: InputOptions,
}

/// Show format, size and key width of a trace.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  treetap trace info --json run.u64")]
struct Info {
    /// Trace to read.
    input: PathBuf,
    #[command(flatten)]
    input_options: InputOptions,
}

pub fn run(args: Args, json: bool) -> Result<(), Failure> {
    match args.verb {
        Verb::Capture(args) => run_capture(args, json),
        Verb::Convert(args) => run_convert(&args, json),
        Verb::Bursts(args) => bursts::run(&args, json),
        Verb::Intervals(args) => intervals::run(&args, json),
        Verb::Info(args) => run_info(&args, json),
    }
}

fn run_capture(args: Capture, json: bool) -> Result<(), Failure> {
    if args.output == Path::new("-") {
        return Err(Failure::Usage("capture writes to a file: standard output belongs to the program".into()));
    }
    if let Some((core, program)) = args.core.chosen() {
        return core::capture(core, program, &args.core, &args.output, json);
    }
    tools::require("trace capture")?;
    let access = match (args.loads, args.stores) {
        (true, _) => Access::Loads,
        (_, true) => Access::Stores,
        _ => Access::Code,
    };
    let request = capture::Request {
        access,
        output: args.output,
        format: None,
        program: args.program,
        max_events: args.max_events,
        children: args.trace_children,
    };
    let progress = Progress::unbounded("capture");
    let captured = capture::capture(&request, |events| progress.events(events))?;
    let file = request.output.display().to_string();
    progress.finish(&file, captured.events);
    match captured.status {
        Some(status) if status.success() => {}
        Some(status) => eprintln!("treetap: the program ended with {status}; the trace is whole"),
        None => eprintln!("treetap: the program was stopped after {} events", captured.events),
    }
    if json {
        let status = captured.status.and_then(|status| status.code());
        let stopped = captured.status.is_none();
        let facts = serde_json::json!({
            "output": file, "events": captured.events, "stopped": stopped, "exit_status": status
        });
        output::line(facts)?;
    }
    Ok(())
}

fn run_convert(args: &Convert, json: bool) -> Result<(), Failure> {
    if rvfi::waves::is_named(&args.input) && args.input_options.format.is_none() {
        return core::convert(&args.input, &args.waves, &args.output, json);
    }
    match convert(args) {
        // As for everything on standard output, a reader that has gone away is no failure.
        Err(trace::Error::Write { source, .. })
            if args.output == Path::new("-") && source.kind() == io::ErrorKind::BrokenPipe =>
        {
            Ok(())
        }
        Ok((read, written)) if json && args.output != Path::new("-") => {
            output::line(serde_json::json!({ "read": read, "written": written }))
        }
        outcome => Ok(outcome.map(drop)?),
    }
}

/// Gives the numbers of events read and written.
fn convert(args: &Convert) -> Result<(u64, u64), trace::Error> {
    let mut reader = events::open(&args.input, &args.input_options.reader(u64::BITS))?;
    let mut writer = Writer::create(&args.output, args.to.map(Format::from))?;
    let progress = Progress::over(&reader, "convert");
    let mut batch = Vec::new();
    let mut expanded = Vec::new();
    while reader.next_batch(&mut batch)? > 0 {
        if args.expand {
            for event in &batch {
                expanded.clear();
                expanded.resize(usize::from(event.weight), Event::unit(event.key));
                writer.write(&expanded)?;
            }
        } else {
            writer.write(&batch)?;
        }
        progress.read(&reader);
    }
    let written = writer.events();
    writer.finish()?;
    progress.finish(&args.output.display().to_string(), written);
    Ok((reader.events(), written))
}

fn run_info(args: &Info, json: bool) -> Result<(), Failure> {
    if args.input == Path::new("-") {
        return Err(Failure::Usage("info reads a file twice: expected a file, not standard input".into()));
    }
    // Opening a pipe would wait for its writer, and reading it twice is impossible.
    if std::fs::metadata(&args.input).is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) {
        let why = "is no regular file: info reads a file twice, convert a pipe to a file first";
        return Err(Failure::in_file(&args.input, why));
    }
    if args.input_options.format.is_none() && rvfi::is_named(&args.input) {
        return core::info(&args.input, json);
    }
    let info = trace::info(&args.input, &args.input_options.reader(u64::BITS))?;
    output::either(json, || shown::events_contract(&info), || shown::events(&info))
}
