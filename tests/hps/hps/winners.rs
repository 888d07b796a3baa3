//! The first pattern with a replacement ends the search: of those before it each counts, of those after it none
//! (docs/reference/hps.md, H4).
use crate::support::bench::{Bench, Cycle, Host};
use crate::support::planted::Planted;
use crate::support::random::{Program, host, load, quiet};
use treetap::catalog::Unit;
use treetap::cosim::build::Effort;
use treetap::model::classify::classify;
use treetap::spec::checkmap::Code;
use treetap::spec::hps::record::Insn;
use treetap::spec::hps::words::{Condition, Kind, Operation, Pattern, Replacement};
use treetap::spec::hps::{Mode, VARIANTS, regs};
use treetap::spec::regs::Register;
use treetap::spec::variant;

/// Instructions of a case.
const INSNS: u32 = 5;

/// Patterns that match everything; `winner` has a replacement, each of the others counts. With `split` those before it
/// count in counter 1 and those after it in counter 0; without it none is before, and those after it count in
/// counter 1.
fn tables(bench: &Bench, winner: u32, split: bool) -> Vec<Host> {
    let word = |register: &Register, index: u32, word: u32| Host::Write(register.offset + 4 * index as u16, word);
    let count =
        |counter| Condition { table: u16::MAX, operation: Operation::Increment, counter, ..Condition::default() };
    let nothing = Condition { table: u16::MAX, ..Condition::default() };
    let mut writes: Vec<Host> =
        [nothing, count(0), count(1)].iter().zip(0..).map(|(entry, i)| word(&regs::CT, i, entry.word())).collect();
    for index in 0..bench.config.patterns {
        let (null, before) = (index != winner, index < winner);
        let condition = if !null { 0 } else { 1 + u8::from(before == split) };
        let pattern = Pattern { null, condition, valid: !before || split, ..Pattern::default() };
        writes.extend(pattern.words().into_iter().zip(4 * index..).map(|(w, i)| word(&regs::PT, i, w)));
    }
    let nop = Replacement { kind: Kind::Nop, last: true, length: 1, ..Replacement::default() };
    writes.extend(nop.words().into_iter().zip(0..).map(|(w, i)| word(&regs::RT, i, w)));
    writes
}

/// Every pattern in turn as the winner; gives how much each of two counters counted in all.
fn winners(bench: &mut Bench) -> Result<[u32; 2], String> {
    let mut program = Program::new(5, bench.config);
    let mut counted = [0; 2];
    for winner in 0..bench.config.patterns {
        for split in [false, true] {
            load(bench, &mut program, &tables(bench, winner, split));
            (0..2).for_each(|counter| host(bench, Host::Write(regs::CTR.offset + 4 * counter, 0)));
            let retired = bench.config.mode == Mode::Retire;
            for at in 0..INSNS {
                let insn = 0x0031_00b3;
                let insn = Insn {
                    pc: 4 * at,
                    insn,
                    class: classify(insn),
                    short: false,
                    privilege: 3,
                    trap: false,
                    next: retired.then_some(4 * at + 4),
                    address: 0,
                    filter: Code::None,
                };
                while !bench.cycle(&Cycle { insn: Some(insn), ready: true, ..Cycle::default() })?.taken {}
            }
            quiet(bench, 400);
            for counter in 0..2 {
                host(bench, Host::Read(regs::CTR.offset + 4 * counter));
                counted[counter as usize] += bench.model.counters()[usize::from(counter)].value;
            }
        }
    }
    Ok(counted)
}

#[test]
fn the_first_with_a_replacement_ends_the_search() {
    for preset in ["up5k", "up5k_ff", "up5k_serial", "hx8k", "ecp5_pipelined", "up5k_decode"] {
        let mut bench = Bench::new(preset);
        let patterns = bench.config.patterns;
        let counted = winners(&mut bench).unwrap_or_else(|e| panic!("{preset}: {e}"));
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
    assert!(matches!(tried(0), Ok(Ok(_))), "as it is");
    for (fault, number) in faults.iter().zip(1..) {
        assert!(!matches!(tried(number), Ok(Ok(_))), "{} is not found", fault.1);
    }
}
