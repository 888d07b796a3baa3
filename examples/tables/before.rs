//! Figures of the engines before the hand (R15) and with it, beside what was wanted: docs/measured/rap.md.
use crate::Done;
use crate::ask::table;
use crate::rows::{Rows, placed};

/// The commit whose pages have the figures before: the last one with the collapse of R6.
const BEFORE: &str = "819eefa";

const PAUSE: &str = "longest pause, cycles, eight traces";
const RATE: &str = "events per cycle, 200,000 Zipf keys";
const CYCLES: &str = "cycles per event, gcc / perl code";
const PLACED: &str = "LUT4, flip-flops, block RAM, MHz slowest / median (seeds)";
const ERRORS: &str =
    "certified error %, ranges of 10 % / of 1 % without a coalescer; largest share over `T` with any coalescer";

/// Preset, what the page calls it, the page's figure, what was wanted.
type Row = (&'static str, &'static str, &'static str, &'static str);

const PAUSES: [Row; 9] = [
    ("k32n1024", "k32n1024, no coalescer", "2,061 to 2,096", "64"),
    ("small25", "small25", "1,236 to 2,125", "64, weight 1"),
    ("fast", "fast", "2,061 to 3,021", "64, weight 1"),
    ("wide", "wide", "2,696 to 3,042", "64, weight 1"),
    ("max", "max", "4,849 to 5,142", "64, weight 1"),
    ("nano", "nano", "4,668 to 8,081", "200"),
    ("x86", "x86", "10,029 to 12,025", "200"),
    ("cam64", "cam64", "not measured", "none"),
    ("cam256", "cam256", "not measured", "none"),
];
const EVENTS: [Row; 9] = [
    ("k32n1024", "k32n1024 after 100,000", "1.0165 / 1.0189", "1.004"),
    ("small25", "small25", "1.0049 / 1.0051", "none"),
    ("fast", "fast", "1.0055 / 1.0074", "none"),
    ("wide", "wide", "1.0109 / 1.0201", "none"),
    ("max", "max", "1.0315 / 1.0380", "none"),
    ("nano", "nano", "6.869 / 13.341", "4.5 / 9"),
    ("x86", "x86", "5.364 / 10.509", "4.73 / none"),
    ("cam64", "cam64", "1.0089 / 1.0104", "none"),
    ("cam256", "cam256", "1.0333 / 1.0400", "none"),
];
/// Device in the place of what the page calls it.
const CLOCKS: [Row; 12] = [
    ("nano", "up5k", "758, 660, 13, 50.6 / 52.6 (16)", "640 LUT4, 48 MHz"),
    ("nano", "hx8k", "758, 660, 13, 105.2 / 111.3 (8)", "none"),
    ("nano_eps", "up5k", "912, 725, 13, 44.5 / 47.0 (8)", "48 MHz"),
    ("nano_c48", "up5k", "787, 743, 17, 43.5 / 47.5 (8)", "48 MHz"),
    ("mini", "up5k", "746, 652, 6, 51.8 / 54.2 (8)", "48 MHz"),
    ("small25", "ecp5-25k", "2,821, 4,340, 27, 160.2 / 171.9 (8)", "165 / 185 MHz"),
    ("fast", "ecp5-25k", "2,898, 4,362, 51, 159.5 / 172.0 (8)", "2,400 LUT4, 46 block RAM, 165 / 185 MHz"),
    ("wide", "ecp5-45k", "2,932, 4,447, 90, 143.6 / 151.8 (8)", "165 / 185 MHz"),
    ("max", "ecp5-85k", "2,999, 5,546, 170, 135.1 / 148.1 (8)", "2,999 LUT4, 150 MHz"),
    ("cam64", "hx8k", "3,026, 2,849, 30, 96.0 / 102.6 (8)", "none"),
    ("cam64", "ecp5-25k", "2,884, 2,407, 15, 128.6 / 133.2 (8)", "none"),
    ("cam256", "ecp5-25k", "5,606, 4,022, 41, 105.7 / 123.1 (8)", "none"),
];
/// Nodes of the trees whose accuracy is compared.
const POOLS: [&str; 6] = ["128", "256", "512", "1024", "2048", "4096"];

const CYCLE_TABLES: [&str; 5] =
    ["rap-serial-traces", "rap-pipelined-cycles", "rap-pipelined-max-cycles", "rap-cam-cycles", "results-cosim"];
const CLOCK_TABLES: [&str; 4] = ["rap-serial-area", "rap-pipelined-clock", "rap-pipelined-max-clock", "rap-cam-area"];

/// Shortest and longest of the longest pauses of the eight traces.
fn pauses(cycles: &Rows, preset: &str) -> Result<String, String> {
    let cells = cycles.cells("longest pause", &[("preset", preset)])?;
    let numbers = cells.iter().map(|cell| cell.replace(',', "").parse::<u64>());
    let numbers = numbers.collect::<Result<Vec<_>, _>>().map_err(|error| format!("{preset}: {error}"))?;
    let (8, Some(least), Some(most)) = (numbers.len(), numbers.iter().min(), numbers.iter().max()) else {
        return Err(format!("{preset}: {} traces, where eight were expected", numbers.len()));
    };
    Ok(format!("{} to {}", treetap::report::grouped(*least), treetap::report::grouped(*most)))
}

/// Events per cycle of a cell with cycles per event.
fn rate(cell: &str) -> Result<f64, String> {
    cell.parse::<f64>().map(|cycles| 1.0 / cycles).map_err(|error| format!("`{cell}`: {error}"))
}

/// Errors before and with the hand without a coalescer, and the largest share over `T` of three coalescers.
fn errors(hand: &Rows, nodes: &str) -> Result<[String; 2], String> {
    let at = [("E", "0"), ("N", nodes)];
    let of = |column| {
        let cell = hand.cell(column, &at)?;
        cell.split_once(" / ").ok_or_else(|| format!("`{cell}` is not two errors"))
    };
    let ((ten, ten_now), (one, one_now)) = (of("error of ranges >= 10 %")?, of("error of ranges >= 1 %")?);
    let mut over: f64 = 0.0;
    for share in hand.cells("over %, at most", &[("N", nodes)])? {
        over = over.max(share.parse().map_err(|error| format!("`{share}`: {error}"))?);
    }
    Ok([format!("{ten} / {one}"), format!("{ten_now} / {one_now}; {over:.2} %")])
}

pub fn print(_: &[String]) -> Done {
    let (cycles, clocks) = (Rows::of(&CYCLE_TABLES)?, Rows::of(&CLOCK_TABLES)?);
    let (zipf, hand) = (Rows::of(&["rap-zipf"])?, Rows::of(&["hand-beside-r6"])?);
    let mut rows = vec![];
    let mut row = |figure: &str, design: &str, before: &str, now: String, wanted: &str| {
        rows.push([figure, design, before, &now, wanted].map(String::from).to_vec());
    };
    for (preset, design, before, wanted) in PAUSES {
        row(PAUSE, design, before, pauses(&cycles, preset)?, wanted);
    }
    let of = |column, preset| zipf.cell(column, &[("preset", preset)]).and_then(rate);
    let (all, later) = (of("cycles per event", "fast")?, of("after 100000", "fast")?);
    row(RATE, "fast, all / second half", "0.243 / not measured", format!("{all:.3} / {later:.3}"), "0.9");
    row(RATE, "nano", "0.122", format!("{:.3}", of("cycles per event", "nano")?), "none");
    for (preset, design, before, wanted) in EVENTS {
        let column = if design == preset { "cycles per event" } else { "after 100000" };
        let of = |trace| cycles.cell(column, &[("preset", preset), ("trace", trace)]);
        row(CYCLES, design, before, format!("{} / {}", of("gcc.bb")?, of("perl.bb")?), wanted);
    }
    for (preset, device, before, wanted) in CLOCKS {
        row(
            PLACED,
            &format!("{preset}, {device}"),
            before,
            placed(&clocks, &[("preset", preset), ("device", device)])?,
            wanted,
        );
    }
    for nodes in POOLS {
        let [before, now] = errors(&hand, nodes)?;
        row(ERRORS, &format!("{nodes} nodes"), &before, now, "0.03 points more / 1.1 times; 0.5 %");
    }
    let before = format!("before: R6, commit {BEFORE}");
    table("rap-before-after", &["figure", "design", &before, "with the hand", "wanted"], &rows);
    Ok(())
}
