//! Tests of the tests: faults planted in the emitted Verilog, one design with all of them, of which an input chooses
//! one.
use crate::array::array;
use crate::bench::{Bench, switched};
use crate::coproc::{CLOSE, answers_in_a_loop, cleared_after_a_reset, random, window, words_counted};
use crate::microcode::Coverage;
use treetap::catalog::{Emitted, Port, Role, Unit, emit};
use treetap::model::coproc::Coproc;
use treetap::spec::coproc::{Config, PRESETS, built};
use treetap::spec::variant;

/// The preset that they are planted in.
const PRESET: &str = "nano";
/// Most machines until one is found.
const MACHINES: u64 = 50;
/// Machines that come first: most faults are found by so many, in a fraction of the time that every word of the window
/// takes.
const FEW: u64 = 4;

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
        "(takes_a[from_operand] & ~short)",
        "(takes_a[from_operand] & (~short | @))",
    ),
    ("entries that are not valid match", "there <= marked;", "there <= marked | @;"),
    ("a match begins where the index says", "(mop == op_match) ? 8'd0", "((mop == op_match) & ~@) ? 8'd0"),
    ("a match ends an entry early", "(seen == last)", "(seen == (last - {4'd0, @}))"),
    ("a match goes on after its first hit", "judged & (same |", "judged & ((same & ~@) |"),
    ("only the low half of a key is compared", "| apart[31:16]", "| (apart[31:16] & ~{16{@}})"),
    ("a match that misses forgets MI", "& ~meets", "& ~(meets | @)"),
    ("midx writes without a hit", "| (tests[test_hit]", "| (tests[test_hit] & @) | (tests[test_hit]"),
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
        "if (flaggings[flag_clip_up]) clip <= passes;",
        "if (flaggings[flag_clip_up]) clip <= passes & ~@;",
    ),
    ("a step of an index that ends at its bound passes it", "clip <= passes | clip;", "clip <= clip | (passes & ~@);"),
    ("equal is what the high half is", "(begins | all_equal) &", "(begins | all_equal | @) &"),
    ("a result is 0 if its high half is", "(begun | all_zero) &", "(begun | all_zero | @) &"),
    (
        "asat does not say the bound",
        "if (late[flag_saturated_up]) asat <= ones_now;",
        "if (late[flag_saturated_up] & ~@) asat <= ones_now;",
    ),
    (
        "cread leaves hit alone",
        "if (flaggings[flag_hit_valid]) hit <= there;",
        "if (flaggings[flag_hit_valid] & ~@) hit <= there;",
    ),
    (
        "a byte that counts up has zeros above it",
        "& takes_a[from_part_ones]) part",
        "& takes_a[from_part_ones] & ~@) part",
    ),
    ("a byte takes its neighbour's place", "if (first_byte[0]) entries0_wd", "if (first_byte[0] & ~@) entries0_wd"),
    ("the immediate has no high half", "if (takes_a[from_immediate_high])", "if (takes_a[from_immediate_high] & ~@)"),
    ("the watchdog counts a word too many", "spare <= on_left[7:0];", "spare <= on_left[7:0] + {7'd0, @};"),
    ("SKIP leaves the sample", "smp_ready = pops | skips", "smp_ready = pops | (skips & ~@)"),
    ("STOP is not heard", "tests[test_stopping] & stopping)", "tests[test_stopping] & stopping & ~@)"),
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
    ("a RESET forgets the format of records that wait", "~(keeps & counts_format0)", "~(keeps & counts_format0 & ~@)"),
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

/// What is wrong with an array of chains.
const CHAIN_FAULTS: &[(&str, &str, &str)] = &[
    ("a key lies in the chain of its lowest byte", "mixed = bytes[7:0] ^", "mixed = @ ? bytes[7:0] : bytes[7:0] ^"),
    (
        "the chain that an entry leaves is that of the low half of its key",
        "^ old[23:16] ^ old[31:24]",
        "^ (@ ? 8'd0 : old[23:16] ^ old[31:24])",
    ),
    ("an entry that is not valid any more stays in its chain", "(remove & there)", "(remove & there & ~@)"),
    ("an entry that is written again stays in its chain", "(write & there)", "(write & there & ~@)"),
    ("a search finds entries beyond its range", "within_ = ((before_", "within_ = (@ | (before_"),
    ("a range beyond the array has entries", "== last) & ~outside", "== last) & (~outside | @)"),
    ("a chain is in the order of writing", "led & (at > entry)", "led & ((at > entry) | @)"),
    ("a chain ends with what is written", "links_we = link |", "links_we = (link & ~@) |"),
    ("what is written is not in its chain", "(state == State_Tie)", "((state == State_Tie) & ~@)"),
    ("what follows an entry leaves with it", "ties = (state == State_Close)", "ties = ((state == State_Close) & ~@)"),
    ("chains outlive a clearing", "| ties | clear;", "| ties | (clear & ~@);"),
    ("a removal leaves the link to the entry", "if (own) passes = 1'b0;", "if (own & ~@) passes = 1'b0;"),
    ("an entry that is removed is still valid", "link | remove | clear", "link | (remove & ~@) | clear"),
    ("only the low half of a key is compared", "| apart[31:16]", "| (apart[31:16] & ~{16{@}})"),
    ("a hit is found an entry late", "found = before_", "found = @ ? place[4:0] : before_"),
    ("the key is not written", ".we(link),", ".we(link & ~@),"),
    ("a RESET ends a clearing", "acts[act_entry_next] & (&entry)", "(acts[act_entry_next] & (&entry)) | (restart & @)"),
];

/// What is wrong with a build for block RAM that takes most of a cycle.
const DEEP_FAULTS: &[(&str, &str, &str)] = &[
    ("a byte in the high half is written in the low half, too", "put & ~first_byte[0];", "put & (~first_byte[0] | @);"),
    ("a byte in the high half is not written", "put & first_byte[0];", "put & first_byte[0] & ~@;"),
    ("the high half gets what is above a byte", "sides1_wd = small_[7:0];", "sides1_wd = small_[7:0] & ~{8{@}};"),
    ("a byte is read from the low half", "if (first_byte[0]) found_part", "if (first_byte[0] & ~@) found_part"),
    (
        "a byte is read with its neighbour",
        "found_part = {8'd0, whole_part[7:0]};",
        "found_part = @ ? whole_part : {8'd0, whole_part[7:0]};",
    ),
    ("a ROM goes on as if nothing were met", "{8'd0, parts1_rd[0] & met};", "{8'd0, parts1_rd[0] & met & ~@};"),
    ("a ROM goes on without its table", "if (parts5_rd[1]) following", "if (parts5_rd[1] & ~@) following"),
    ("operand A is what it was", "a_changes = says[says_a_takes];", "a_changes = says[says_a_takes] & ~@;"),
    ("the key of an entry is that of the last search", "key_at = resting ?", "key_at = (resting & ~@) ?"),
    ("a link is followed before it is read", "arrived <= ~arrives & walks;", "arrived <= (~arrives | @) & walks;"),
    ("what a link led to before is judged", "judges <= arrives & led;", "judges <= arrives & (led | @);"),
    ("a hit is one where the range has ended", "hits <= same & within_;", "hits <= same & (within_ | @);"),
];

/// A design with all these faults, in the top or in its array, and the input that chooses one.
fn planted(right: Emitted, array: &str, preset: &str, faults: &[(&str, &str, &str)]) -> Emitted {
    let mut verilog = right.verilog.clone();
    let mut changed = |name: &str, from: &str, to: &str| {
        assert_eq!(verilog.matches(from).count(), 1, "{name}: `{from}`");
        verilog = verilog.replace(from, to);
    };
    for (number, (name, pattern, wrong)) in faults.iter().enumerate() {
        changed(name, pattern, &wrong.replace('@', &format!("(fault == 8'd{})", number + 1)));
    }
    changed("a port to stand beside", "input  wire         queued,", "input wire queued,\n    input wire [7:0] fault,");
    changed("the instance", &format!(" u_{array}0 (\n"), &format!(" u_{array}0 (\n        .fault(fault),\n"));
    let numbers = built(variant::find(&PRESETS, preset).unwrap()).index_bits();
    let asked = format!("    // what is asked for\n    input  wire [{}:0]  entry,", numbers - 1);
    changed("a port of the array", &asked, &format!("    input wire [7:0] fault,\n{asked}"));
    let mut ports = right.ports.clone();
    let at = ports.iter().position(|port| port.name == "queued").unwrap();
    ports.insert(at + 1, Port { name: "fault".into(), dir: "input", width: 8, role: Role::Status });
    Emitted { verilog, ports, ..right }
}

/// Each of the faults is found, and nothing in the design without one.
fn found(mut bench: Bench, faults: &[(&str, &str, &str)]) {
    let mut run = |fault: usize| {
        bench.choose("fault", fault as u64);
        let mut coverage = Coverage::new(bench.model.config());
        let before = bench.compared;
        let found = random(&mut bench, (FEW, u64::MAX), CLOSE, 21, &mut coverage)
            .and_then(|_| window(&mut bench))
            .and_then(|()| array(&mut bench))
            .and_then(|()| random(&mut bench, (MACHINES, u64::MAX), CLOSE, 21, &mut coverage))
            .and_then(|_| cleared_after_a_reset(&mut bench))
            .and_then(|()| answers_in_a_loop(&mut bench))
            .and_then(|()| words_counted(&mut bench));
        (found, bench.compared - before)
    };
    assert_eq!(run(0).0, Ok(()), "the design as it is");
    for (number, (name, ..)) in faults.iter().enumerate() {
        let (found, compared) = run(number + 1);
        match found {
            Ok(()) => panic!("{name} is not found"),
            Err(difference) => println!("{name}: {} after {compared} words", difference.0),
        }
    }
}

#[test]
fn planted_faults_are_found() {
    let right = emit(Unit::Coproc, PRESET).unwrap();
    found(Bench::of(&planted(right, "scan", PRESET, FAULTS), PRESET, 4), FAULTS);
}

#[test]
fn planted_faults_of_chains_are_found() {
    let mut bench = Bench::of(&planted(switched(PRESET, ("chain", 1)), "chain", PRESET, CHAIN_FAULTS), PRESET, 4);
    bench.model = Coproc::new(Config { chain: true, ..*bench.model.config() });
    found(bench, CHAIN_FAULTS);
}

#[test]
fn planted_faults_of_a_deep_build_are_found() {
    const DEEP: &str = "ecp5";
    let right = emit(Unit::Coproc, DEEP).unwrap();
    found(Bench::of(&planted(right, "chain", DEEP, DEEP_FAULTS), DEEP, 4), DEEP_FAULTS);
}
