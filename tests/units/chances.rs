//! Chances that are what is drawn, or one more, in whole profilers: the lowest bit decides.
use crate::rounds::{NOP, alone, profile};
use crate::support::planted::Planted;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::spec::burst::{self, Mode, RANDOM_BITS};
use treetap::spec::lfsr::step;
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// Seeds; half of what they draw is odd.
const SEEDS: usize = 12;
/// Cycles between two events: none, so that each decides while the generator steps, and many.
const PAUSES: [u64; 2] = [0, 20];

/// Seeds and chances with another profile in the hardware than in the model, and how many events counted in all.
fn differ(emitted: &Emitted) -> (Vec<(u32, u32)>, u64) {
    let (mut random, mut wrong, mut counted) = (Random(1), vec![], 0);
    let records = [0, 1, 2].map(|at| Rvfi { pc: 0x8000_0000 + 4 * at, cycle: at, insn: NOP, ..Rvfi::default() });
    for _ in 0..SEEDS {
        let seed = random.next() as u32 | 1;
        let mut state = seed;
        for _ in &records {
            state = step(state);
            let drawn = state & ((1 << RANDOM_BITS) - 1);
            for (chance, pause) in [drawn, drawn + 1].into_iter().flat_map(|chance| PAUSES.map(|pause| (chance, pause)))
            {
                let mut config = alone();
                config.burst = burst::Config { mode: Mode::Random, chance, seed, ..burst::Config::default() };
                let (equal, expected) = profile(emitted, &config, &records, |_| pause);
                counted += expected.n;
                wrong.extend((!equal).then_some((seed, chance)));
            }
        }
    }
    (wrong, counted)
}

mod the_lowest_bit_of_a_chance_decides {
    #[test]
    fn fast25() {
        let (wrong, counted) = super::differ(&super::emit(super::Unit::Profiler, "fast25").unwrap());
        assert!(wrong.is_empty() && counted > 100, "{wrong:?}, {counted} counted");
    }
}

#[test]
fn a_chance_without_its_lowest_bit_is_found() {
    let edits = ["stay_hits0 <= {1'd0, «once[15:0]»}", "step_hits0 <= {1'd0, «twice[15:0]»}"];
    let faults = [("", edits[0], "{once[15:1], 1'b0}"), ("", edits[1], "{twice[15:1], 1'b0}")];
    let planted = Planted::of(Unit::Profiler, "fast25", &faults);
    assert_eq!([0, 1, 2].map(|fault| differ(planted.with(fault)).0.is_empty()), [true, false, false]);
}
