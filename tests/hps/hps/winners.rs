//! The first pattern with a replacement ends the search: for each counter the first before it counts, and none after it
//! does (docs/reference/hps.md, H6).
use crate::support::bench::{Bench, Host};
use crate::support::hps::{ADD, at, fetched};
use crate::support::planted::Planted;
use crate::support::random::{Program, host, load, quiet, take};
use treetap::catalog::Unit;
use treetap::cosim::build::Effort;
use treetap::spec::hps::words::{Condition, Kind, Operation, Pattern, Replacement};
use treetap::spec::hps::{Mode, VARIANTS, regs};
use treetap::spec::variant;

/// Instructions of a case.
const INSNS: u32 = 5;

/// Patterns that match everything; `winner` has a replacement, each of the others counts. With `split` those before it
/// count in counter 1 and those after it in counter 0; without it none is before, and those after it count in
/// counter 1.
fn tables(bench: &Bench, winner: u32, split: bool) -> Vec<Host> {
    let count =
        |counter| Condition { table: u16::MAX, operation: Operation::Increment, counter, ..Condition::default() };
    let nothing = Condition { table: u16::MAX, ..Condition::default() };
    let conditions = [nothing, count(0), count(1)].map(|condition| condition.word());
    let mut writes = Host::words(&regs::CT, 0, conditions).to_vec();
    for index in 0..bench.config.patterns {
        let (null, before) = (index != winner, index < winner);
        let condition = if !null { 0 } else { 1 + u8::from(before == split) };
        let pattern = Pattern { null, condition, valid: !before || split, ..Pattern::default() };
        writes.extend(Host::words(&regs::PT, 4 * index, pattern.words()));
    }
    let nop = Replacement { kind: Kind::Nop, last: true, length: 1, ..Replacement::default() };
    writes.extend(Host::words(&regs::RT, 0, nop.words()));
    writes
}

/// Every pattern in turn as the winner; gives how much each of two counters counted in all.
fn winners(bench: &mut Bench) -> [u32; 2] {
    let mut program = Program::new(5, bench.config);
    let mut counted = [0; 2];
    for winner in 0..bench.config.patterns {
        for split in [false, true] {
            load(bench, &mut program, &tables(bench, winner, split));
            (0..2).for_each(|counter| host(bench, Host::Write(regs::CTR.offset + 4 * counter, 0)));
            let insn = if bench.config.mode == Mode::Retire { at(0, ADD) } else { fetched(0, ADD) };
            (0..INSNS).for_each(|_| take(bench, insn));
            quiet(bench, 400);
            for counter in 0..2 {
                host(bench, Host::Read(regs::CTR.offset + 4 * counter));
                counted[counter as usize] += bench.model.counters()[usize::from(counter)].value;
            }
        }
    }
    counted
}

#[test]
fn the_first_with_a_replacement_ends_the_search() {
    for preset in ["up5k", "up5k_ff", "up5k_serial", "hx8k", "ecp5_pipelined", "up5k_decode"] {
        let mut bench = Bench::new(preset);
        let patterns = bench.config.patterns;
        let counted = winners(&mut bench);
        assert_eq!(u64::from(bench.winners), (1_u64 << patterns) - 1, "{preset}: each of them wins");
        // Of those before the winner the first one counts.
        assert_eq!(counted, [0, INSNS * (patterns - 1)], "{preset}");
    }
}

/// Each entry that does not end the search is found, for either counter.
#[test]
fn an_entry_that_does_not_end_it_is_found() {
    let variant = variant::find(&VARIANTS, "up5k").unwrap();
    let rows = (0..7).flat_map(|entry| [(entry, entry), (entry, 32 + entry)]);
    let faults: Vec<_> = rows.map(|(entry, found)| format!("if (ends[{entry}]) found{found} = «stop»;")).collect();
    let faults: Vec<_> = faults.iter().map(|text| ("", text.as_str(), "7'd0")).collect();
    let planted = Planted::of(Unit::Hps, "up5k", &faults);
    let tried = |number| {
        let mut bench = Bench::of(variant, planted.with(number), Effort::Test);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| winners(&mut bench)))
    };
    assert!(tried(0).is_ok(), "as it is");
    for (fault, number) in faults.iter().zip(1..) {
        assert!(tried(number).is_err(), "{} is not found", fault.1);
    }
}
