//! The self-test of a board, read back from its bitstream: what the FPGA is told to be passes under Verilator, and does
//! not with one bit of it changed.
use crate::support::tools::installed;
use assert_cmd::Command as Treetap;
use std::fs;
use std::path::Path;
use std::process::Command;
use treetap::cosim::Design;
use treetap::cosim::selftest::{Verdict, run};
use treetap::flow::board::Board;
use treetap::flow::{Family, gates};

/// More cycles than the first round takes.
const LIMIT: u64 = 1_000_000;
/// Name of the top that is read back.
const TOP: &str = "read_back";
/// LUTs in which a bit is changed, one after the other, until one matters.
const TRIES: usize = 6;

fn tool(dir: &Path, name: &str, arguments: &[&str]) -> String {
    let output = Command::new(name).args(arguments).current_dir(dir).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Verilog again from the bits, with the clock's pin in the place of the PLL.
fn read_back(dir: &Path, bits: &str) -> String {
    fs::write(dir.join("bits.asc"), bits).unwrap();
    let verilog = tool(dir, "icebox_vlog", &["-s", "-S", "-l", "-c", "-n", TOP, "-p", "pins.pcf", "bits.asc"]);
    let start = verilog.find("SB_PLL40_PAD #(").expect("the PLL was read back");
    let (before, pll) = verilog.split_at(start);
    let (pll, after) = pll.split_once("\n);").expect("the end of the PLL");
    let net = |port: &str| {
        let (_, rest) = pll.split_once(&format!(".{port}(")).unwrap_or_else(|| panic!("the PLL has no {port}"));
        rest.split(')').next().unwrap_or_default()
    };
    format!("{before}assign {} = clk_in;\nassign {} = 1'b1;{after}", net("PLLOUTGLOBAL"), net("LOCK"))
}

/// Places of the LUTs that say whether four things are so.
fn conjunctions(verilog: &str) -> Vec<[usize; 3]> {
    const SHAPE: &str = "(n ? (n ? (n ? n : 1'b0) : 1'b0) : 1'b0);";
    let luts = verilog.lines().filter_map(|line| line.split_once("/* LUT")?.1.split_once("*/ "));
    let all = luts.filter(|(_, function)| {
        let words = function.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
        let shape = words.map(|word| match word.strip_prefix('n') {
            Some(number) => format!("n{}", number.trim_start_matches(|c: char| c.is_ascii_digit())),
            None => word.to_string(),
        });
        shape.collect::<String>() == SHAPE
    });
    all.map(|(place, _)| {
        let mut numbers = place.split_whitespace().map(|number| number.parse().expect("a place"));
        [(); 3].map(|()| numbers.next().expect("x, y and cell"))
    })
    .collect()
}

/// The verdict of the board that these bits are.
fn verdict(dir: &Path, board: &Board, verilog: &str) -> Verdict {
    fs::write(dir.join("placed.v"), verilog).unwrap();
    // icebox_vlog declares ports twice, which only Yosys takes.
    let script = format!(
        "read_verilog -lib +/ice40/cells_sim.v; read_verilog placed.v; hierarchy -top {TOP}; proc; opt_clean -purge; \
         write_verilog -noattr clean.v"
    );
    tool(dir, "yosys", &["-q", "-p", &script]);
    let clean = fs::read_to_string(dir.join("clean.v")).unwrap();
    let verilog = gates::with_models(Family::Ice40, &clean).unwrap();
    run(&Design { top: TOP.into(), verilog }, 7, 1, LIMIT, board.dark()).unwrap()
}

/// The bits with the last bit of a LUT's table inverted: what it says when all four inputs are high.
fn with_bit_changed(bits: &str, [x, y, cell]: [usize; 3]) -> String {
    let mut lines: Vec<String> = bits.lines().map(String::from).collect();
    let tile = lines.iter().position(|line| *line == format!(".logic_tile {x} {y}")).expect("the tile of a LUT");
    // Icestorm's table of LUT bits: the 16th is the first of the cell's columns, in the first of its two rows.
    let (row, column) = (&mut lines[tile + 1 + 2 * cell], 36);
    let changed = if row.as_bytes()[column] == b'0' { "1" } else { "0" };
    row.replace_range(column..=column, changed);
    lines.join("\n") + "\n"
}

#[test]
fn the_self_test_read_back_from_its_bitstream_passes_and_fails_with_one_bit_changed() {
    if !installed(&["yosys", "nextpnr-ice40", "icepack", "iceunpack", "icebox_vlog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let board = Board::named("icebreaker").unwrap();
    let mut synth = Treetap::cargo_bin("treetap").unwrap();
    synth.env("TREETAP_CACHE", dir.join("cache")).current_dir(dir);
    synth.args(["synth", "rap", "--preset", "mini", "--board", "icebreaker", "-o", "top.bin"]).assert().success();
    tool(dir, "iceunpack", &["top.bin", "unpacked.asc"]);
    let pins: Vec<&str> = board.pins.lines().filter(|line| line.starts_with("set_io")).collect();
    fs::write(dir.join("pins.pcf"), pins.join("\n")).unwrap();
    let bits = fs::read_to_string(dir.join("unpacked.asc")).unwrap();

    let verilog = read_back(dir, &bits);
    assert_eq!((verilog.matches("SB_RAM40_4K #(").count(), verilog.matches("SB_PLL").count()), (10, 0));
    let right = verdict(dir, &board, &verilog);
    println!("{right:?}");
    assert_eq!((right.pass, right.fail), (1, 0), "{right:?}");
    assert!(right.running > 65_536 && right.cycles < LIMIT, "{right:?}");

    // LUTs that say whether four things are so. What has no use, or is used in later rounds only, changes nothing here.
    let luts = conjunctions(&verilog);
    assert!(luts.len() > TRIES, "only {} such LUTs", luts.len());
    let found = luts.iter().step_by(luts.len() / TRIES).take(TRIES).find(|lut| {
        let changed = read_back(dir, &with_bit_changed(&bits, **lut));
        assert_ne!(changed, verilog, "the bit of {lut:?} is read back");
        let wrong = verdict(dir, &board, &changed);
        println!("LUT {lut:?}: {wrong:?}");
        wrong.pass == 0
    });
    assert!(found.is_some(), "a bit changed in {TRIES} LUTs is not found");
}
