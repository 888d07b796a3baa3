//! Figures of tops, of systems with a core and of their simulation, beside what was wanted: docs/measured/whole.md.
use crate::Done;
use crate::ask::table;
use crate::rows::{Rows, placed};

/// The commit whose pages have the figures before: the last one without a map of code.
const BEFORE: &str = "56961e49";

const PLACED: &str = "LUT4, flip-flops, block RAM, MHz slowest / median (seeds)";
const LOST: &str = "clock that a system loses to its profiler, %, slowest / median seed";
const FUNCTIONS: &str = "error of functions of 1 % with 512 nodes, %, average / largest";
const WAITS: &str = "cycles that a core waits, % of its own, largest of the programs";
const BESIDE: &str = "speed of a core with a profiler in every cycle, of the core alone";
const LOOP: &str = "speed of the co-simulation, of a bare loop";
const MODEL: &str = "events per second of the model, millions, slowest / fastest trace";

/// Unit, preset, device, the figure before, what was wanted.
const TOPS: [[&str; 5]; 9] = [
    ["profiler", "fast", "ecp5-45k", "5,678, 6,539, 60, 74.5 (1)", "140 / 150 MHz"],
    ["profiler", "fast25", "ecp5-25k", "none", "140 / 150 MHz, 28 block RAM"],
    ["profiler", "nano", "up5k", "2,308, 1,951, 23, 36.2 (1)", "45 MHz, 2,000 LUT4"],
    ["profiler", "nano_map", "up5k", "none", "none"],
    ["profiler", "fast_map", "ecp5-45k", "none", "none"],
    ["hps", "up5k_serial", "up5k", "parallel: 3,046, 1,446, 30, 18.3 (1)", "none"],
    ["monitor", "up5k_serial", "up5k", "none", "45 MHz, 1,500 LUT4, 12 block RAM"],
    ["hps", "ecp5_pipelined", "ecp5-25k", "parallel: 7,657, 5,725, 5, 52.2 (1)", "130 MHz"],
    ["monitor", "ecp5_pipelined", "ecp5-25k", "parallel: 8,793, 6,301, 10, 50.1 (1)", "130 MHz"],
];
/// Core, device, preset, what was wanted.
const SYSTEMS: [[&str; 4]; 6] = [
    ["serv", "up5k", "nano", "3"],
    ["picorv32", "up5k", "nano", "3"],
    ["picorv32", "ecp5-25k", "fast25", "none"],
    ["ibex", "ecp5-25k", "fast25", "none"],
    ["picorv32", "ecp5-45k", "fast_wishbone", "none"],
    ["ibex", "ecp5-45k", "fast_wishbone", "none"],
];
const PROGRAMS: [&str; 5] = ["jpeg", "bzip2", "zlib", "lua", "sqlite"];
/// Engines of the co-simulation by their presets, with the figure before.
const ENGINES: [[&str; 2]; 6] =
    [["nano", "0.86"], ["mini", "0.85"], ["x86", "0.86"], ["cam64", "0.90"], ["fast", "0.93"], ["max", "0.94"]];
/// Traces of blocks of programs: their keys are addresses of code.
const CODE: [&str; 5] = ["synthetic-code", "bzip2.bb", "gcc.bb", "gzip.bb", "perl.bb"];

/// A number in a cell.
fn parsed(cell: &str) -> Result<f64, String> {
    cell.replace(',', "").parse().map_err(|error| format!("`{cell}`: {error}"))
}

/// Least and greatest of some cells, as they stand there.
fn range<'a>(cells: &[&'a str]) -> Result<(&'a str, &'a str), String> {
    let mut numbers = cells.iter().map(|cell| Ok((parsed(cell)?, *cell))).collect::<Result<Vec<_>, String>>()?;
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(least), Some(most)) = (numbers.first(), numbers.last()) else {
        return Err("no row where one was expected".into());
    };
    Ok((least.1, most.1))
}

/// Largest share of its own cycles that a core waits, of all programs.
fn waits(programs: &Rows, column: &str, at: &[(&str, &str)]) -> Result<String, String> {
    Ok(range(&programs.cells(column, at)?)?.1.to_string())
}

pub fn print(_: &[String]) -> Done {
    let of = |name: &str| Rows::of(&[name]);
    let mut rows = vec![];
    let mut row = |figure: &str, design: &str, before: &str, now: String, wanted: &str| {
        rows.push([figure, design, before, &now, wanted].map(String::from).to_vec());
    };
    let tops = Rows::starting("usage-tops-")?;
    for [unit, preset, device, before, wanted] in TOPS {
        let at = [("unit", unit), ("preset", preset), ("device", device)];
        row(PLACED, &format!("{unit} {preset}, {device}"), before, placed(&tops, &at)?, wanted);
    }
    let systems = Rows::starting("systems-")?;
    for [core, device, preset, wanted] in SYSTEMS {
        let part = format!("the system with `{preset}`");
        // Cells in backquotes are compared without them; this one ends with one.
        let at = [("core", core), ("device", device), ("part", part.trim_matches('`'))];
        let lost = systems.cell("clock lost, %, slowest / median", &at)?.to_string();
        row(LOST, &format!("{preset} beside {core}, {device}"), "not measured", lost, wanted);
    }
    let functions = of("codemap-functions")?;
    for program in PROGRAMS {
        let aligned = format!("{program}-aligned");
        let cell =
            |program, column| functions.cell(column, &[("program", program), ("core", "picorv32"), ("nodes", "512")]);
        let before = cell(program, "by address: error average / largest %")?;
        let now = cell(&aligned, "by line: error average / largest %")?.to_string();
        row(FUNCTIONS, &format!("{program}, keys of lines instead of addresses"), before, now, "largest 1");
    }
    let monitor = of("monitor-programs")?;
    for [profile, before] in [["regions", "4.04"], ["methods", "3.99"], ["call pairs", "0.20"]] {
        let now = waits(&monitor, "in percent of its own", &[("profile", profile)])?;
        row(WAITS, &format!("monitor up5k, {profile}"), before, now, "0.5");
    }
    let programs = of("results-programs")?;
    for (core, preset, wanted) in
        [("picorv32", "nano", "3"), ("ibex", "nano", "3"), ("picorv32", "fast", "0.1"), ("ibex", "fast", "0.1")]
    {
        let now = waits(&programs, "in % of its own", &[("core", core), ("profiler", preset)])?;
        row(WAITS, &format!("profiler {preset}, {core}"), "not measured", now, wanted);
    }
    let clocked = of("cosim-clocked")?;
    for (preset, before, wanted) in [("fast", "0.37 to 0.54", "0.7"), ("nano", "0.25 to 0.37", "0.8")] {
        for core in ["picorv32", "ibex"] {
            let cell = |column| clocked.cell(column, &[("core", core), ("profiler", preset)]);
            let now =
                format!("{}, {} with two threads", cell("one thread / alone")?, cell("two threads at best / alone")?);
            row(BESIDE, &format!("{preset}, {core}"), before, now, wanted);
        }
    }
    let cosim = of("cosim-speed")?;
    for [preset, before] in ENGINES {
        let now = cosim.cell("testbench / bare loop", &[("preset", preset)])?.to_string();
        row(LOOP, preset, before, now, "0.95");
    }
    let models = of("results-software")?;
    for (column, before, wanted) in [
        ("tree", "212 to 363", "400"),
        ("with coalescer 1024", "not measured", "200"),
        ("EPS, N = 4096", "not measured", "200"),
    ] {
        let cells = CODE.map(|stream| models.cell(column, &[("stream", stream)]));
        let cells = cells.into_iter().collect::<Result<Vec<_>, _>>()?;
        let (least, most) = range(&cells)?;
        row(MODEL, &format!("code, {column}"), before, format!("{least} / {most}"), wanted);
    }
    let uniform = models.cell("tree", &[("stream", "uniform")])?.to_string();
    row(MODEL, "uniform keys, tree", "58 to 103", uniform, "120");
    let before = format!("before: commit {BEFORE}");
    table("whole-before-after", &["figure", "design", &before, "now", "wanted"], &rows);
    Ok(())
}
