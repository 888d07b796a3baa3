//! Memories, the FIFO and the coalescers.
use super::{Proof, ROW};
use treetap::catalog::Unit;

const WATCH: &str = "    (* anyconst *) wire [ADDR-1:0] watch;\n    wire [WIDTH-1:0] shown = mem[watch];\n";

const COALESCER_RAM: &[(&str, &str)] = &[("{}_fast_ram_re", "RAM_RE")];

/// States of the compact coalescer.
const COMPACT: &[(&str, &str)] = &[("WIPE", "Wipe"), ("READ", "Read"), ("LOOK", "Look"), ("DRAIN", "Drain")];

/// The rows.
pub const PROOFS: &[Proof] = &[
    Proof {
        name: "FastRam 512 x 32: a written word is read back unless the read meets a write",
        design: (Unit::Rap, "nano"),
        file: "leaf_ram.sv",
        macros: &[("RAM", "{}_fast_ram"), ("WIDTH", "32"), ("ADDR", "9")],
        probe: Some(("{}_fast_ram", WATCH)),
        fault: ("{}_fast_ram", "if (we) mem[wa] <= wd;", "if (we && !wd[5]) mem[wa] <= wd;"),
        ..ROW
    },
    Proof {
        name: "FastRamRe 1024 x 64: the same, and it holds its word",
        design: (Unit::Coalescer, "x86"),
        file: "leaf_ram.sv",
        macros: &[("RAM", "{}_fast_ram_re"), ("RAM_RE", ""), ("WIDTH", "64"), ("ADDR", "10")],
        probe: Some(("{}_fast_ram_re", WATCH)),
        fault: ("{}_fast_ram_re", "if (re) rd <= (we", "rd <= (we"),
        ..ROW
    },
    Proof {
        name: "LutRam 4 x 48: a written word is read within the cycle",
        design: (Unit::SampleBuffer, "nano_deep"),
        file: "leaf_ram.sv",
        macros: &[("RAM", "{}_lut_ram"), ("RAM_LUT", ""), ("WIDTH", "48"), ("ADDR", "2")],
        probe: Some(("{}_lut_ram", WATCH)),
        fault: ("{}_lut_ram", "assign rd = mem[ra];", "assign rd = mem[ra] | 48'd1;"),
        ..ROW
    },
    Proof {
        name: "Fifo 512 x 64: order, occupancy, stream rules, no word waits",
        design: (Unit::Rap, "x86"),
        file: "fifo.sv",
        macros: &[("FIFO", "{}_fifo"), ("WIDTH", "64"), ("ADDR", "9")],
        rams: &[("{}_fast_ram_re", "RAM_RE")],
        steps: 3,
        fault: ("{}_fifo", "stored == depth", "stored == depth + 10'd1"),
        ..ROW
    },
    Proof {
        name: "coalescer 1024 x 32: entries lie at the place of their key",
        design: (Unit::Coalescer, "k32e1024"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "32"), ("ENTRY", "10"), ("PLACES", "")],
        rams: COALESCER_RAM,
        fault: ("{}", "position <= position + 11'd1;", "position <= position + 11'd2;"),
        ..ROW
    },
    Proof {
        name: "coalescer 1024 x 32: weight in = weight out + weight held, for every key",
        design: (Unit::Coalescer, "k32e1024"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "32"), ("ENTRY", "10")],
        rams: COALESCER_RAM,
        fault: ("{}", "if (forward & written) begin", "if (1'b0) begin"),
        ..ROW
    },
    Proof {
        name: "coalescer 4096 x 48: entries lie at the place of their key",
        design: (Unit::Coalescer, "k48e4096"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "48"), ("ENTRY", "12"), ("PLACES", "")],
        rams: COALESCER_RAM,
        fault: ("{}", "busy <= pass_left | (accept & (|ev_weight));", "busy <= pass_left | accept;"),
        quick: false,
        ..ROW
    },
    Proof {
        name: "coalescer 4096 x 48: weight in = weight out + weight held, for every key",
        design: (Unit::Coalescer, "k48e4096"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "48"), ("ENTRY", "12")],
        rams: COALESCER_RAM,
        fault: ("{}", "same <= last_busy & (index == last_index);", "same <= 1'b0;"),
        quick: false,
        ..ROW
    },
    Proof {
        name: "compact coalescer 256 x 32: entries lie at the place of their key",
        design: (Unit::Coalescer, "nano"),
        file: "coalescer_compact.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "32"), ("ENTRY", "8"), ("PLACES", "")],
        states: COMPACT,
        rams: COALESCER_RAM,
        fault: ("{}", "if (stuck) begin", "if (1'b0) begin"),
        ..ROW
    },
    Proof {
        name: "compact coalescer 256 x 32: weight in = weight out + weight held, for every key",
        design: (Unit::Coalescer, "nano"),
        file: "coalescer_compact.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "32"), ("ENTRY", "8")],
        states: COMPACT,
        rams: COALESCER_RAM,
        fault: ("{}", "(state == State_Read) & ~stuck;", "state == State_Read;"),
        ..ROW
    },
    Proof {
        name: "compact coalescer 4096 x 64: entries lie at the place of their key",
        design: (Unit::Coalescer, "k64e4096_compact"),
        file: "coalescer_compact.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "64"), ("ENTRY", "12"), ("PLACES", "")],
        states: COMPACT,
        rams: COALESCER_RAM,
        fault: ("{}", "if (stuck) begin", "if (1'b0) begin"),
        quick: false,
        ..ROW
    },
    Proof {
        name: "compact coalescer 4096 x 64: weight in = weight out + weight held, for every key",
        design: (Unit::Coalescer, "k64e4096_compact"),
        file: "coalescer_compact.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "64"), ("ENTRY", "12")],
        states: COMPACT,
        rams: COALESCER_RAM,
        fault: ("{}", "fits <= ~beyond[16] & ~excess[16] & ~flushing;", "fits <= ~beyond[16] & ~flushing;"),
        quick: false,
        ..ROW
    },
];
