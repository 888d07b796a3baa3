//! Tests of the tests: faults planted in the emitted Verilog, one design with all of them, of which an input chooses
//! one.
use crate::bench::{Bench, Difference};
use crate::hotlist::{freezing, returning, wandering, window};
use treetap::catalog::{Emitted, Port, Role, Unit, emit};

/// The preset that they are planted in.
const PRESET: &str = "nano";

/// What is wrong; what stands in the Verilog exactly once; what a slip would have made of it, `@` where it is chosen.
const FAULTS: &[(&str, &str, &str)] = &[
    ("a period ends a record early", "(left == 32'd1);", "(left == (32'd1 + {31'd0, @}));"),
    (
        "a trap does not end a burst",
        "wire aborts = sampled & rec_trap & bursts;",
        "wire aborts = sampled & rec_trap & bursts & ~@;",
    ),
    (
        "a trap counts in a period",
        "wire counts = sampled & ~rec_trap;",
        "wire counts = sampled & (~rec_trap | (@ & (phase != 2'd3)));",
    ),
    ("jitter adds nothing to a period", "if (ends & more) begin", "if (ends & more & ~@) begin"),
    (
        "the skip and the next period have one random number",
        "wire [31:0] source = draws ? once_to : lt;",
        "wire [31:0] source = (draws & ~@) ? once_to : lt;",
    ),
    (
        "two uses move the generator once",
        "if (draws & ends & over) lt <= twice_to;",
        "if (draws & ends & over & ~@) lt <= twice_to;",
    ),
    ("a mask of 0 uses a random number", "skips <= |cfg_skmask;", "skips <= (|cfg_skmask) | @;"),
    ("a period of 0 is one of 2^32", "never <= ~(|cfg_period);", "never <= ~(|cfg_period) & ~@;"),
    (
        "the place in a burst begins at 1",
        "assign position = ~bursts ? 8'd0 : place;",
        "assign position = ~bursts ? {7'd0, @} : place;",
    ),
    (
        "what trapped calls and returns",
        "assign executed = rec_valid & rec_ready & ~rec_trap;",
        "assign executed = rec_valid & rec_ready & (~rec_trap | @);",
    ),
    ("x1 is written by floating-point results", "& insn[set] & ~insn[unset];", "& insn[set] & (~insn[unset] | @);"),
    (
        "a return takes what was pushed before the last call",
        "wire [31:0] second = fresh ? pushed : under_rd;",
        "wire [31:0] second = (fresh & ~@) ? pushed : under_rd;",
    ),
    (
        "a coroutine on an empty stack leaves it empty",
        "wire pushes = calls | (swaps & empty);",
        "wire pushes = calls | (swaps & empty & ~@);",
    ),
    (
        "a compressed call returns four bytes on",
        "wire [31:0] length = rec_rvc ? 32'd2 : 32'd4;",
        "wire [31:0] length = (rec_rvc & ~@) ? 32'd2 : 32'd4;",
    ),
    ("kind 7 holds the latency", "3'd7: chosen = rec_insn;", "3'd7: chosen = @ ? {16'd0, rec_lat} : rec_insn;"),
    ("no tuple is one too", "valid <= capture & (|kind);", "valid <= capture & ((|kind) | @);"),
    (
        "a raw record loses its last word",
        "wire leaves = pops & (turn == beyond);",
        "wire leaves = pops & (turn == (beyond - {2'd0, @}));",
    ),
    ("a full raw stream takes a record", "wire full = held[full_bit[2:0]];", "wire full = held[full_bit[2:0]] & ~@;"),
    (
        "words of the raw stream are not counted down",
        "wire [10:0] kept = pops ? (words - 11'd1) : words;",
        "wire [10:0] kept = (pops & ~(@ & raw_pop)) ? (words - 11'd1) : words;",
    ),
    (
        "free entries match",
        "wire meets = compared & used & low_equal & high_equal;",
        "wire meets = compared & (used | @) & low_equal & high_equal;",
    ),
    (
        "keys are compared by their values alone",
        "high_equal <= entry_key[63:32] == key[63:32];",
        "high_equal <= (entry_key[63:32] == key[63:32]) | @;",
    ),
    (
        "the last entry is not looked at",
        "if (compared & (seen == last)) work <= Work_Absent;",
        "if (compared & (seen == (last - {3'd0, @}))) work <= Work_Absent;",
    ),
    (
        "a new key takes the highest free entry",
        "if (compared & ~used & ~some_free) begin",
        "if (compared & ~used & (~some_free | @)) begin",
    ),
    ("a sure coin uses a random number", "wire sure = ~unlikely[0];", "wire sure = ~unlikely[0] & ~@;"),
    ("a coin of COUNTING goes on being even", "(~first & lucky);", "(~first & (@ ? even : lucky));"),
    ("CONCISE tosses a coin less", "ends = alone;", "ends = alone | (@ & (count == 24'd2));"),
    (
        "the tuple that raised needs no coin",
        "if (even) begin\n                if (some_free) fills = 1'b1;",
        "if (even | @) begin\n                if (some_free) fills = 1'b1;",
    ),
    (
        "a frozen table takes keys",
        "if (frozen) begin\n                step_frej = 1'b1;\n            end else if (~lucky)",
        "if (frozen & ~@) begin\n                step_frej = 1'b1;\n            end else if (~lucky)",
    ),
    (
        "a host writes while it samples",
        "wire rests = stat_idle & ~samples;",
        "wire rests = stat_idle & (~samples | @);",
    ),
    (
        "a mask is not rounded",
        "wire [31:0] rounded = (data != spread) ?",
        "wire [31:0] rounded = ((data != spread) & ~@) ?",
    ),
    (
        "RECFMT2 is taken while words wait",
        "if (bank_at_recfmt2 & (|stat_granules)) allowed <= 1'b0;",
        "if (bank_at_recfmt2 & (|stat_granules) & ~@) allowed <= 1'b0;",
    ),
    (
        "refused accesses are not counted",
        "if (obeys & ~legal & ~(&violations))",
        "if (obeys & ~legal & ~(&violations) & ~@)",
    ),
    (
        "a read of HCNT stays at its entry",
        "if (reads & bank_at_hcnt) index <= index + 9'd1;",
        "if (reads & bank_at_hcnt & ~@) index <= index + 9'd1;",
    ),
    (
        "entries that there are not are others",
        "wire there = ~(|(entry_index >> 4));",
        "wire there = ~(|(entry_index >> 4)) | @;",
    ),
    (
        "a generator takes 0",
        "assign set_data = ~(|data) ? 32'd1 : data;",
        "assign set_data = (~(|data) & ~@) ? 32'd1 : data;",
    ),
    (
        "a core is not held back",
        "assign rec_ready = ~(enabled & cfg_lossless) | (room_queue & room_raw);",
        "assign rec_ready = ~(enabled & cfg_lossless) | (room_queue & room_raw) | @;",
    ),
];

/// The design with all faults, and the input that chooses one: parts see that of the top.
fn planted() -> Emitted {
    let right = emit(Unit::Hotlist, PRESET).unwrap();
    let mut verilog = right.verilog.clone();
    for (number, (name, pattern, wrong)) in FAULTS.iter().enumerate() {
        assert_eq!(verilog.matches(pattern).count(), 1, "{name}: its pattern");
        let chosen = format!("({}.fault == 8'd{})", right.top, number + 1);
        verilog = verilog.replace(pattern, &wrong.replace('@', &chosen));
    }
    let head = "    input  wire        r_ready,";
    assert_eq!(verilog.matches(head).count(), 1, "a port to stand beside");
    verilog = verilog.replace(head, &format!("{head}\n    input  wire [7:0]  fault,"));
    let mut ports = right.ports.clone();
    let at = ports.iter().position(|port| port.name == "r_ready").unwrap();
    ports.insert(at + 1, Port { name: "fault".into(), dir: "input", width: 8, role: Role::Status });
    Emitted { verilog, ports, ..right }
}

/// What finds a fault: the window of registers, random stretches, calls and returns, a table that freezes.
fn run(bench: &mut Bench, fault: usize) -> Result<(), Difference> {
    bench.restart();
    bench.choose("fault", fault as u64);
    window(bench)?;
    bench.restart();
    bench.choose("fault", fault as u64);
    wandering(bench, 100, 1500, 21)?;
    bench.restart();
    bench.choose("fault", fault as u64);
    returning(bench)?;
    bench.restart();
    bench.choose("fault", fault as u64);
    freezing(bench).map(drop)
}

#[test]
fn planted_faults_are_found() {
    let mut bench = Bench::of(&planted(), PRESET, 4);
    assert_eq!(run(&mut bench, 0), Ok(()), "the design as it is");
    let mut hidden = vec![];
    for (number, (name, ..)) in FAULTS.iter().enumerate() {
        match run(&mut bench, number + 1) {
            Ok(()) => hidden.push(name),
            Err(difference) => println!("{name}: {}", difference.0),
        }
    }
    assert!(hidden.is_empty(), "not found: {hidden:?}");
}
