//! Netlists of presets, and faults planted in them.
use std::path::PathBuf;
use treetap::cosim::build::cache_dir;
use treetap::cosim::run::Options;
use treetap::flow::{DEVICES, Family, gates};

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
    let cell = match family {
        Family::Ice40 => "\n  SB_RAM40_4K #(",
        Family::Ecp5 => "\n  DP16KD #(",
    };
    let there = DEVICES.iter().filter(|device| device.family == family).map(|device| device.brams).max();
    (netlist.matches(cell).count(), there.unwrap() as usize)
}

/// Name of the input that selects one of the faults of [`with_faults`]; the testbench drives it.
const SELECTOR: &str = "mutsel";

/// The netlist with `count` faults in it, evenly spread: while the selector is `k`, the output of the k-th of those LUTs is inverted.
pub fn with_faults(family: Family, netlist: &str, count: usize) -> String {
    assert!(count < 256, "the selector has 8 bits");
    let (cell, pin) = match family {
        Family::Ice40 => ("\n  SB_LUT4 #(", ".O("),
        Family::Ecp5 => ("\n  LUT4 #(", ".Z("),
    };
    // The cells' models stand in front of the design and instantiate LUTs too.
    let top = netlist.rfind("\nmodule ").unwrap();
    let (models, design) = netlist.split_at(top);
    let places: Vec<_> = design.match_indices(cell).map(|(at, _)| at).collect();
    assert!(places.len() > 10 * count, "only {} LUTs", places.len());
    let mut out = models.to_string();
    let header = design.find(");\n").unwrap();
    out += &design[..header].replacen('(', &format!("({SELECTOR}, "), 1);
    out += &format!(");\n  input [7:0] {SELECTOR};\n  wire [{count}:0] faulty;\n");
    let mut done = header + ");\n".len();
    for fault in 1..=count {
        let place = places[fault * places.len() / (count + 1)];
        let start = place + design[place..].find(pin).unwrap() + pin.len();
        // `sig[3]`, or an escaped name, which ends at a blank and may hold a bracket of its own.
        let end = start + design[start..].find(")\n").unwrap();
        let end_of_cell = end + design[end..].find(";\n").unwrap() + 2;
        out += &design[done..start];
        out += &format!("faulty[{fault}]{}", &design[end..end_of_cell]);
        out += &format!("  assign {} = faulty[{fault}] ^ ({SELECTOR} == 8'd{fault});\n", &design[start..end]);
        done = end_of_cell;
    }
    out + &design[done..]
}
