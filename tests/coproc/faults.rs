//! Tests of the tests: faults planted in the emitted Verilog, one design with all of them, of which an input chooses
//! one.
use crate::bench::Bench;
use crate::coproc::{CLOSE, random, window};
use crate::microcode::Coverage;
use treetap::catalog::{Emitted, Port, Role, Unit, emit};

/// The preset that they are planted in.
const PRESET: &str = "nano";
/// Most machines until one is found.
const MACHINES: u64 = 150;

/// What is wrong; what stands in the Verilog exactly once; what a slip would have made of it, `@` where it is chosen.
const FAULTS: &[(&str, &str, &str)] = &[
    ("bt 22 is legal", "~bt_legal[bt]", "(~bt_legal[bt] & ~(@ & (bt == 5'd22)))"),
    ("a value may be written without an operation", "(~(|aop) & (|vd))", "(~(|aop) & (|vd) & ~@)"),
    ("the flag of a branch is not inverted", "flag ^ bc[4]", "flag ^ (bc[4] & ~@)"),
    ("only operand A moves the generator", "from_a[2] | from_b[3]", "from_a[2] | (from_b[3] & ~@)"),
    ("entries that are not valid match", "scan_live & valid_rd &", "scan_live & (valid_rd | @) &"),
    ("the first key of a range is not compared", "scan_live <= 1'b1;", "scan_live <= ~@ | (scan_at != first[4:0]);"),
    ("a match ends an entry early", "(scan_seen == scan_last)", "(scan_seen == (scan_last - {4'd0, @}))"),
    ("a match that misses forgets MI", "if (meets) found <= scan_seen;", "if (meets | @) found <= scan_seen;"),
    ("midx takes the index of the match before", "chosen = {11'd0, found};", "chosen = {11'd0, @ ? mi : found};"),
    ("midx writes without a hit", "(iop != iop_matched) | hit", "(iop != iop_matched) | hit | @"),
    ("decs goes below the width", "(stops & beyond) ? cap", "(stops & beyond & ~(@ & (iop == iop_down_least))) ? cap"),
    (
        "incs reaches its end a step early",
        "ends = beyond | (&(sum | ~cap));",
        "ends = beyond | (&(sum | ~cap | {15'd0, @}));",
    ),
    ("a shift is a bit short", "if (aop == op_shr4) turns = 4'd4;", "if (aop == op_shr4) turns = @ ? 4'd3 : 4'd4;"),
    ("a sum of R that overflows wraps", "if (clips) begin", "if (clips & ~@) begin"),
    ("a count leaves its bounds", "fresh <= part_counted;", "fresh <= @ ? raw[31:0] : part_counted;"),
    ("B of a comparison is as it was", "if (~inverted) b <= ~b;", "if (~inverted & ~@) b <= ~b;"),
    ("what was wrong stays so", "trouble <= 3'd0;", "if (~@) trouble <= 3'd0;"),
    (
        "a sum of a field is not taken",
        "fields_adding = phase == Phase_Add;",
        "fields_adding = (phase == Phase_Add) & ~@;",
    ),
    ("asat does not stay", "flags & 8'd56", "flags & {4'd3, ~@, 3'd0}"),
    ("cread leaves hit alone", "hit <= valid_rd;", "hit <= @ ? hit : valid_rd;"),
    ("xchg reads what it wrote", "(mop > op_st) & (mop != op_xchg)", "(mop > op_st) & ((mop != op_xchg) | @)"),
    (
        "a word that ends a sample goes on with its flags",
        "flags <= fresh_flags;",
        "if (~@ | ~(taken & (bt >= bt_is_done))) flags <= fresh_flags;",
    ),
    ("the watchdog counts a word too many", "executed == watchdog", "executed == (watchdog + {7'd0, @})"),
    ("SKIP leaves the sample", "smp_ready = pops | skips", "smp_ready = pops | (skips & ~@)"),
    ("STOP is not heard", "if (stopping) begin", "if (stopping & ~@) begin"),
    ("an index is not cut when a host writes it", "written & cut_mask", "written & (cut_mask | {16{@}})"),
    ("a host writes while the machine runs", "legal & (open | resting)", "legal & (open | resting | @)"),
    ("refused accesses are not counted", "if (~grants & ~(&violations))", "if (~grants & ~(&violations) & ~@)"),
    (
        "half a word of microcode is taken at once",
        "microcode_we = writes & bank_at_uc & high",
        "microcode_we = writes & bank_at_uc & (high | @)",
    ),
    ("the third column is never written", "(mop >= op_st) & part_we[2]", "(mop >= op_st) & part_we[2] & ~@"),
];

/// The design with all faults, and the input that chooses one.
fn planted() -> Emitted {
    let right = emit(Unit::Coproc, PRESET).unwrap();
    let mut verilog = right.verilog.clone();
    for (number, (name, pattern, wrong)) in FAULTS.iter().enumerate() {
        assert_eq!(verilog.matches(pattern).count(), 1, "{name}: its pattern");
        verilog = verilog.replace(pattern, &wrong.replace('@', &format!("(fault == 8'd{})", number + 1)));
    }
    let head = "input  wire         queued,";
    assert_eq!(verilog.matches(head).count(), 1, "a port to stand beside");
    verilog = verilog.replace(head, "input wire queued,\n    input wire [7:0] fault,");
    let mut ports = right.ports.clone();
    let at = ports.iter().position(|port| port.name == "queued").unwrap();
    ports.insert(at + 1, Port { name: "fault".into(), dir: "input", width: 8, role: Role::Status });
    Emitted { verilog, ports, ..right }
}

#[test]
fn planted_faults_are_found() {
    let mut bench = Bench::of(&planted(), PRESET, 4);
    let mut run = |fault: usize| {
        bench.choose("fault", fault as u64);
        let mut coverage = Coverage::new(bench.model.config());
        let before = bench.compared;
        let found = window(&mut bench)
            .and_then(|()| random(&mut bench, (MACHINES, u64::MAX), CLOSE, 21, &mut coverage).map(|_| ()));
        (found, bench.compared - before)
    };
    assert_eq!(run(0).0, Ok(()), "the design as it is");
    for (number, (name, ..)) in FAULTS.iter().enumerate() {
        let (found, compared) = run(number + 1);
        match found {
            Ok(()) => panic!("{name} is not found"),
            Err(difference) => println!("{name}: {} after {compared} words", difference.0),
        }
    }
}
