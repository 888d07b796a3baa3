//! Netlists of presets, and faults planted in them.
use super::tools;
use std::path::PathBuf;
use std::process::Command;
use treetap::cosim::build::cache_dir;
use treetap::cosim::run::Options;
use treetap::flow::{DEVICES, Family, gates};

/// Pins and bits of the device that a design is placed on and read back from.
const CHIP: &str = "/usr/share/fpga-icestorm/chipdb/chipdb-8k.txt";

/// Where netlists are kept.
pub fn cache() -> PathBuf {
    cache_dir().join("netlists")
}

/// The options with the netlist of their design in the place of the design.
pub fn with_netlist(options: &Options, family: Family) -> Options {
    let design = options.design().unwrap();
    let netlist = gates::gates(family, &design.top, &design.verilog, &cache());
    Options { rtl: Some(netlist.unwrap_or_else(|e| panic!("{}: {e}", design.top))), ..options.clone() }
}

/// Block RAMs of a netlist, and of the largest device of the family.
pub fn block_rams(family: Family, netlist: &str) -> (usize, usize) {
    let cells: &[&str] = match family {
        Family::Ice40 => &["\n  SB_RAM40_4K #("],
        Family::Ecp5 => &["\n  DP16KD #(", "\n  PDPW16KD #("],
    };
    let there = DEVICES.iter().filter(|device| device.family == family).map(|device| device.brams).max();
    (cells.iter().map(|cell| netlist.matches(cell).count()).sum(), there.unwrap() as usize)
}

/// Name of the input that selects one of the faults of [`with_faults`]; the testbench drives it.
const SELECTOR: &str = "mutsel";

/// The netlist with `count` faults in it, evenly spread, and the net of each: while the selector is `k`, the output of
/// the k-th of those LUTs is inverted.
pub fn with_faults(family: Family, netlist: &str, count: usize) -> (String, Vec<String>) {
    assert!(count < 256, "the selector has 8 bits");
    let (cell, pin) = match family {
        Family::Ice40 => ("\n  SB_LUT4 #(", ".O("),
        Family::Ecp5 => ("\n  LUT4 #(", ".Z("),
    };
    // The cells' models stand in front of the design and instantiate LUTs too.
    let top = netlist.rfind("\nmodule ").unwrap();
    let (models, design) = netlist.split_at(top);
    // `sig[3]`, or an escaped name, which ends at a blank and may hold a bracket of its own.
    let output = |place: usize| {
        let start = place + design[place..].find(pin).unwrap() + pin.len();
        (start, start + design[start..].find(")\n").unwrap())
    };
    // A bit of a RAM's address (or of the hash that it is) inverted in reads and writes alike renames the words and
    // changes nothing.
    let address = |(start, end): (usize, usize)| {
        let name = design[start..end].split([' ', '[']).next().unwrap_or_default();
        [".ra", ".wa", ".index"].iter().any(|end| name.ends_with(end))
    };
    let places: Vec<_> =
        design.match_indices(cell).map(|(at, _)| at).filter(|place| !address(output(*place))).collect();
    assert!(places.len() > 10 * count, "only {} LUTs", places.len());
    let mut out = models.to_string();
    let header = design.find(");\n").unwrap();
    out += &design[..header].replacen('(', &format!("({SELECTOR}, "), 1);
    out += &format!(");\n  input [7:0] {SELECTOR};\n  wire [{count}:0] faulty;\n");
    let mut done = header + ");\n".len();
    let mut nets = Vec::new();
    for fault in 1..=count {
        let place = places[fault * places.len() / (count + 1)];
        let (start, end) = output(place);
        nets.push(design[start..end].trim_end().to_string());
        let end_of_cell = end + design[end..].find(";\n").unwrap() + 2;
        out += &design[done..start];
        out += &format!("faulty[{fault}]{}", &design[end..end_of_cell]);
        out += &format!("  assign {} = faulty[{fault}] ^ ({SELECTOR} == 8'd{fault});\n", &design[start..end]);
        done = end_of_cell;
    }
    (out + &design[done..], nets)
}

/// The options with the design read back from its bitstream: synthesised, placed and routed on an HX8K, and turned into
/// Verilog again from the bits (icebox_vlog). `None` where a tool is missing, which is said loudly, and a failure under
/// `TREETAP_NO_SKIP`.
pub fn with_placed(options: &Options) -> Option<Options> {
    if !tools::installed(&["yosys", "nextpnr-ice40", "icebox_vlog", CHIP]) {
        return None;
    }
    let design = options.design().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let run = |tool: &str, arguments: &[&str]| {
        let out = Command::new(tool).args(arguments).current_dir(dir.path()).output().unwrap();
        assert!(out.status.success(), "{tool}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    };
    let top = &design.top;
    std::fs::write(dir.path().join("design.v"), &design.verilog).unwrap();
    let models = "read_verilog -lib +/ice40/cells_sim.v";
    run(
        "yosys",
        &["-q", "-p", &format!("read_verilog -DTREETAP_ICE40 design.v; synth_ice40 -top {top} -json design.json")],
    );

    // Bits of the ports get the pins of the package in order; the bitstream has no names but theirs.
    let emitted = treetap::catalog::emit(options.unit().unit(), options.preset()).unwrap();
    let bits = emitted.ports.iter().flat_map(|port| match port.width {
        1 => vec![port.name.clone()],
        width => (0..width).map(|bit| format!("{}[{bit}]", port.name)).collect(),
    });
    let chip = std::fs::read_to_string(CHIP).unwrap();
    let (_, pins) = chip.split_once("\n.pins ct256\n").unwrap();
    let pins = pins.lines().take_while(|line| !line.starts_with('.')).filter_map(|line| line.split(' ').next());
    let pins: Vec<_> = pins.filter(|pin| !pin.is_empty()).collect();
    let bits: Vec<_> = bits.collect();
    assert!(bits.len() <= pins.len(), "{top} has {} bits, the package {} pins", bits.len(), pins.len());
    let constraints: String = bits.iter().zip(pins).map(|(bit, pin)| format!("set_io {bit} {pin}\n")).collect();
    std::fs::write(dir.path().join("pins.pcf"), constraints).unwrap();

    let place =
        ["-q", "--hx8k", "--package", "ct256", "--json", "design.json", "--pcf", "pins.pcf", "--asc", "bits.asc"];
    run("nextpnr-ice40", &place);
    let read_back = run("icebox_vlog", &["-s", "-S", "-l", "-c", "-n", top, "-p", "pins.pcf", "bits.asc"]);
    std::fs::write(dir.path().join("placed.v"), read_back).unwrap();
    // icebox_vlog declares ports twice, which only Yosys takes.
    let clean = "proc; opt_clean -purge; write_verilog -noattr clean.v";
    run("yosys", &["-q", "-p", &format!("{models}; read_verilog placed.v; hierarchy -top {top}; {clean}")]);
    let clean = std::fs::read_to_string(dir.path().join("clean.v")).unwrap();
    let placed = gates::with_models(Family::Ice40, &clean).unwrap_or_else(|e| panic!("{top}: {e}"));
    Some(Options { rtl: Some(placed), ..options.clone() })
}
