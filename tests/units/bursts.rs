//! Every bit of a period and of the numbers of checks, in whole profilers: how long a burst and a rest last.
use crate::rounds::{alone, profile};
use crate::support::planted::Planted;
use std::ops::Range;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::spec::burst::{self, Mode, PERIOD_BITS};
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// `jal x0, -4`: a jump back, which is a check.
const BACK: u32 = 0xffdf_f06f;
/// Numbers up to this bit are counted down; of larger ones it is seen that they do not end early.
const COUNTED: u32 = 8;
/// Jumps for a number that is not counted down.
const BEGINNING: usize = 100;
/// The other number.
const OTHER: u32 = 3;

/// Jumps back, from one of 16 places each, so that a profile says which of them counted.
fn jumps(number: usize) -> Vec<Rvfi> {
    let mut random = Random(number as u64);
    let place = |random: &mut Random| 0x8000_0000 | (4 * random.below(16));
    (0..number as u64).map(|cycle| Rvfi { pc: place(&mut random), cycle, insn: BACK, ..Rvfi::default() }).collect()
}

/// Which of these bits of which number give another profile in the hardware than in the model, and how many jumps
/// counted in all.
fn differ(emitted: &Emitted, bits: Range<u32>) -> (Vec<(&'static str, u32)>, u64) {
    let (mut wrong, mut counted) = (vec![], 0);
    for bit in bits {
        let (one, other) = (1 << bit, OTHER);
        let rest = burst::Config { mode: Mode::Bursty, outside: one, inside: other, ..burst::Config::default() };
        let burst = burst::Config { outside: other, inside: one, ..rest };
        let period = burst::Config { mode: Mode::Periodic, period: one, ..burst::Config::default() };
        let length = if bit <= COUNTED { 3 * one as usize + BEGINNING } else { BEGINNING };
        for (name, burst) in [("outside", rest), ("inside", burst), ("period", period)] {
            let mut config = alone();
            config.burst = burst;
            let (equal, expected) = profile(emitted, &config, &jumps(length), |_| 0);
            counted += expected.n;
            wrong.extend((!equal).then_some((name, bit)));
        }
    }
    (wrong, counted)
}

mod every_bit_of_how_long_a_burst_and_a_rest_last_counts {
    #[test]
    fn fast25() {
        let fast25 = super::emit(super::Unit::Profiler, "fast25").unwrap();
        let (wrong, counted) = super::differ(&fast25, 0..super::PERIOD_BITS);
        assert!(wrong.is_empty() && counted > 2_000, "{wrong:?}, {counted} counted");
    }
}

#[test]
fn a_number_that_does_not_count_with_one_bit_is_found() {
    let counts = "rest_counts0 <= arnold | (|«cfg_ninstr0»);";
    let planted = Planted::of(Unit::Profiler, "fast25", &[("", counts, "(cfg_ninstr0 & ~24'd96)")]);
    assert_eq!([0, 1].map(|fault| differ(planted.with(fault), 4..8).0), [vec![], vec![("inside", 5), ("inside", 6)]]);
}
