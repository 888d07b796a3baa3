//! Monitors with any program after a core that runs anywhere: what no program and no core does equals the model too.
use crate::support::disturbed::disturbed;
use crate::support::elsewhere::{any_checks, elsewhere};
use crate::support::monitors::{agrees, options};
use crate::support::tables::random_program;
use treetap::cosim::core::Core;
use treetap::host::monitor::Switches;
use treetap::spec::hps::{Mode, preset};
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// Programs of a monitor.
const PROGRAMS: u64 = 24;
/// Codes of the map of checks of `up5k`.
const CODES: u32 = 4096;

/// Retirements of anything, at addresses near `base` and elsewhere, with any data.
fn retirements(base: u32, random: &mut Random) -> Vec<Rvfi> {
    let mut records = disturbed(random)[..6_000].to_vec();
    elsewhere(&mut records, base, CODES, random);
    for record in &mut records[1..] {
        if random.below(2) == 0 {
            [record.rs1, record.rd, record.mem_addr] = [(); 3].map(|()| u64::from(random.next() as u32));
        }
        // Not on, by one bit, for one instruction.
        if random.below(16) == 0 {
            record.pc ^= 2 << random.below(31);
        }
    }
    records
}

#[test]
fn a_monitor_equals_the_model_with_any_program_and_any_code() {
    let mut random = Random(0x6d6f_6e69);
    let (mut events, mut dropped, mut with_bursts) = (0, 0, 0);
    for number in 0..PROGRAMS {
        let base = random.next() as u32 & !(2 * CODES - 1);
        let records = retirements(base, &mut random);
        let (mut program, _) = random_program(&mut random, preset("up5k").unwrap().config(Mode::Retire), 1, &records);
        let map = any_checks(base, CODES, &mut random);
        // Ranges end near instructions, by one bit.
        for bound in program.image.ranges.iter_mut().flatten() {
            if random.below(2) == 0 {
                let near = records[random.below(records.len() as u64) as usize].pc as u32;
                *bound = near ^ 2 << random.below(31);
            }
        }
        let mut options = options("up5k", [Core::Ibex, Core::Picorv32][number as usize % 2], program);
        (options.map, options.seed) = (Some(map), 300 + number);
        options.switches = Switches { hold: !number.is_multiple_of(3), stream: number.is_multiple_of(2) };
        (options.idle, options.wait) = ([(0, 0), (20_000, 9)][number as usize / 2 % 2], (9_000, 60));
        let report = agrees(&options, &records, &format!("program {number}"));
        (events, dropped) = (events + report.events, dropped + report.dropped);
        with_bursts += u64::from(report.bursts > 0);
    }
    println!("{events} events, {dropped} dropped, bursts in {with_bursts}");
    assert!(events > 10_000 && dropped > 1_000 && with_bursts > 5, "{events} {dropped} {with_bursts}");
}
