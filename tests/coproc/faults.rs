//! Tests of the tests: faults planted in the emitted Verilog, one design with all of them, of which an input chooses
//! one.
use crate::bench::Bench;
use crate::coproc::{CLOSE, answers_in_a_loop, random, window, words_counted};
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
    ("a lane that is not there is read", "bites | pc[6] | lane_missing", "bites | pc[6] | (lane_missing & ~@)"),
    ("the flag of a branch is not inverted", "flag ^ bc[4]", "flag ^ (bc[4] & ~@)"),
    ("only operand A moves the generator", "| (sb == random_in_b)", "| ((sb == random_in_b) & ~@)"),
    (
        "the generator gives all its bits to B",
        "of_generator ? (right_rd & 16'd15)",
        "(of_generator & ~@) ? (right_rd & 16'd15)",
    ),
    (
        "an index has the high half of its neighbour",
        "(take_a == from_operand) & ~short",
        "(take_a == from_operand) & (~short | @)",
    ),
    ("entries that are not valid match", "there <= valid_rd;", "there <= valid_rd | @;"),
    ("a match begins where the index says", "(mop == op_match) ? 8'd0", "((mop == op_match) & ~@) ? 8'd0"),
    ("a match ends an entry early", "(seen == last)", "(seen == (last - {4'd0, @}))"),
    ("a match goes on after its first hit", "judged & ~ended", "judged & (~ended | @)"),
    ("only the low half of a key is compared", "| (keys1_rd ^ a)", "| ((keys1_rd ^ a) & ~{16{@}})"),
    ("a match that misses forgets MI", "& ~meets", "& ~(meets | @)"),
    ("midx writes without a hit", "(to_test == test_hit) & hit", "(to_test == test_hit) & (hit | @)"),
    (
        "a shifted bit is lost between halves",
        "(shift_in == shift_kept) & spilt",
        "(shift_in == shift_kept) & spilt & ~@",
    ),
    (
        "a carry is lost between halves",
        "if (carry_in == carry_is_kept) carry <= passes;",
        "if (carry_in == carry_is_kept) carry <= passes & ~@;",
    ),
    (
        "a sum of R that overflows wraps",
        "if (to_flag == flag_clip_up) clip <= passes;",
        "if (to_flag == flag_clip_up) clip <= passes & ~@;",
    ),
    ("a step of an index that ends at its bound passes it", "clip <= passes | clip;", "clip <= clip | (passes & ~@);"),
    ("equal is what the high half is", "(begins | all_equal) &", "(begins | all_equal | @) &"),
    ("a result is 0 if its high half is", "(begun | all_zero) &", "(begun | all_zero | @) &"),
    (
        "asat does not say the bound",
        "if (late == flag_saturated_up) asat <= ones_now;",
        "if ((late == flag_saturated_up) & ~@) asat <= ones_now;",
    ),
    (
        "cread leaves hit alone",
        "if (to_flag == flag_hit_valid) hit <= there;",
        "if ((to_flag == flag_hit_valid) & ~@) hit <= there;",
    ),
    (
        "a byte that counts up has zeros above it",
        "& (take_a == from_part_ones)) ? (piece",
        "& (take_a == from_part_ones) & ~@) ? (piece",
    ),
    ("a byte takes its neighbour's place", "if (first_byte[0]) entries_wd", "if (first_byte[0] & ~@) entries_wd"),
    (
        "the immediate has no high half",
        "if (take_a == from_immediate_high)",
        "if ((take_a == from_immediate_high) & ~@)",
    ),
    ("the watchdog counts a word too many", "spare <= a[7:0];", "spare <= a[7:0] + {7'd0, @};"),
    ("SKIP leaves the sample", "smp_ready = pops | skips", "smp_ready = pops | (skips & ~@)"),
    ("STOP is not heard", "== test_stopping) & stopping)", "== test_stopping) & stopping & ~@)"),
    (
        "an index keeps bits beyond its width",
        "if (for_width) allowed_low = 16'd31;",
        "if (for_width & ~@) allowed_low = 16'd31;",
    ),
    ("a width of 0 is one", "~(|width) |", "(~(|width) & ~@) |"),
    ("a host writes while the machine runs", "legal & (open | resting)", "legal & (open | resting | @)"),
    ("the high half of a short register is not 0", "if (narrow) right_place", "if (narrow & ~@) right_place"),
    (
        "what is in no register is written",
        "to_write[7] & filed & ~(unqueued & met)",
        "to_write[7] & (filed | @) & ~(unqueued & met)",
    ),
    (
        "RECFMT changes while records wait",
        "wire refused = unqueued & queued;",
        "wire refused = unqueued & queued & ~@;",
    ),
    (
        "a RESET forgets the format of records that wait",
        "~(keeps & (count == recfmt_at))",
        "~(keeps & (count == recfmt_at) & ~@)",
    ),
    (
        "a carry of WORDS is lost when its word leads elsewhere",
        "if (&tally) owed <= 1'b1;",
        "if ((&tally) & ~(@ & branches)) owed <= 1'b1;",
    ),
    ("the word after a branch is the one that was fetched", "fetch = stale ?", "fetch = (stale & ~@) ?"),
    ("a word in trouble compares", "compares & ~trouble", "compares & (~trouble | @)"),
    ("a word in trouble has flags of its result", "if (trouble) late", "if (trouble & ~@) late"),
    ("a base keeps the lane that it had", "if (writing & for_base)", "if (writing & for_base & ~@)"),
    ("the third column is never written", "first_byte[2:1] | column", "first_byte[2:1] | (column & ~{@, 1'b0})"),
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
            .and_then(|()| random(&mut bench, (MACHINES, u64::MAX), CLOSE, 21, &mut coverage))
            .and_then(|_| answers_in_a_loop(&mut bench))
            .and_then(|()| words_counted(&mut bench));
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
