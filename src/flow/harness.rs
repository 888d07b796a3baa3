//! The pin harness: a top with hundreds of ports between two shift registers, so that it fits any package.
//!
//! Every input comes from a flip-flop and every output goes into one, so no path through a pin or through the harness
//! is part of a path of the design, and no LUT can hold logic of both. An enable of their own ([`ENABLE`]) marks the
//! registers of the harness, and keeps Yosys from making one of two that hold the same. The harness is these registers
//! and the LUTs that drive only them, where they shift; all else is the design.
use std::fmt::Write;

/// Name of the harness module.
pub const TOP: &str = "treetap_harness";
/// Name of the design in it.
pub const INSTANCE: &str = "u_top";
/// The design's clock.
pub const CLOCK: &str = "clk";

/// The enable of every register of the harness, and of no other: a port of the harness.
pub const ENABLE: &str = "harness_enable";
/// The registers of the harness that shift out what it has taken: the only ones before which it has LUTs.
pub const SHIFT: &str = "shift";

/// A port of a top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Verilog name.
    pub name: String,
    /// Whether it goes in.
    pub input: bool,
    /// Width in bits.
    pub width: usize,
}

/// The harness of a top module.
pub fn verilog(top: &str, ports: &[Port]) -> String {
    let width = |input| ports.iter().filter(|p| p.input == input && p.name != CLOCK).map(|p| p.width).sum::<usize>();
    // A top without inputs or outputs still needs a legal range.
    let (inputs, outputs) = (width(true).max(2), width(false).max(2));
    let (mut first_input, mut first_output) = (0, 0);
    let mut connections = String::new();
    for (i, port) in ports.iter().enumerate() {
        let comma = if i + 1 < ports.len() { "," } else { "" };
        let net = match (port.name.as_str(), port.input) {
            (CLOCK, _) => CLOCK.to_string(),
            (_, true) => slice("in", &mut first_input, port.width),
            (_, false) => slice("out", &mut first_output, port.width),
        };
        writeln!(connections, "        .{}({net}){comma}", port.name).expect("a string takes everything");
    }
    format!(
        "module {TOP} (input wire clk, input wire {ENABLE}, input wire serial_in, input wire load, output wire \
         serial_out);
    reg [{i}:0] in;
    wire [{o}:0] out;
    reg [{o}:0] taken;
    reg [{o}:0] shift;
    assign serial_out = shift[0];
    always @(posedge clk) if ({ENABLE}) begin
        in <= {{serial_in, in[{i}:1]}};
        // Taken as they are: the multiplexer lies after a flip-flop, where it cannot share a LUT with the design.
        taken <= out;
        shift <= load ? taken : {{1'b0, shift[{o}:1]}};
    end
    {top} {INSTANCE} (
{connections}    );
endmodule
",
        i = inputs - 1,
        o = outputs - 1,
    )
}

/// `bus[first +: width]`; moves on to the next.
fn slice(bus: &str, first: &mut usize, width: usize) -> String {
    let text = format!("{bus}[{first} +: {width}]");
    *first += width;
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_port_has_its_own_bits() {
        let port = |name: &str, input, width| Port { name: name.into(), input, width };
        let text = verilog(
            "dut",
            &[port("clk", true, 1), port("rst", true, 1), port("a", true, 4), port("y", false, 3), port("z", false, 1)],
        );
        for part in [
            "dut u_top (",
            ".clk(clk),\n",
            ".rst(in[0 +: 1]),\n",
            ".a(in[1 +: 4]),\n",
            ".y(out[0 +: 3]),\n",
            ".z(out[3 +: 1])\n",
            "reg [4:0] in;",
            "reg [3:0] taken;",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
}
