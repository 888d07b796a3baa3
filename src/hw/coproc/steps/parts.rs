//! The steps of a deep build, for block RAM that takes most of a cycle: a bit for each value of a code, which goes into
//! a register as it is, in ROMs that each say how they go on, so that a step is found without leaving one of them.
use super::{
    ACT, BEGIN, Bits, CODE, FLAG, HALF, KEY, LEFT, MAKE, MEMORY, MORE, MOVES, NUMBER, SECOND, SHIFT, TAKE_A, TAKE_B,
    TEST, WRITE, planned,
};

/// ROMs.
pub(in super::super) const PARTS: usize = 6;
/// Bits in each of them beside how it goes on.
pub(in super::super) const SLICE: usize = 24;
/// The values of operand A that are found beside it begin here.
const BESIDE: usize = 16;

/// Lowest bits of what a step says, counted through all parts.
pub(in super::super) mod lies {
    /// What is looked up and written; whether key takes A.
    pub(in super::super::super) const MOVED: usize = 0;
    pub(in super::super::super) const KEY: usize = 22;
    /// What is done, as far as it is no code; how it goes on.
    pub(in super::super::super) const DONE: usize = 23;
    pub(in super::super::super) const MORE: usize = 29;
    /// Operand A from 1 on, and what is found beside it; A changes.
    pub(in super::super::super) const TAKE_A: usize = 33;
    pub(in super::super::super) const BESIDE: usize = 43;
    pub(in super::super::super) const A_TAKES: usize = 53;
    /// Operand B from 0 on.
    pub(in super::super::super) const TAKE_B: usize = 54;
    /// A sum; what else is made, from 4 on.
    pub(in super::super::super) const SUM: usize = 63;
    pub(in super::super::super) const MAKE: usize = 64;
    /// Flags, memories and acts from 1 on, codes and tests from 0 on.
    pub(in super::super::super) const FLAG: usize = 71;
    pub(in super::super::super) const MEMORY: usize = 91;
    pub(in super::super::super) const ACT: usize = 98;
    pub(in super::super::super) const CODE: usize = 114;
    pub(in super::super::super) const TEST: usize = 125;
    /// All of them.
    pub(in super::super::super) const ALL: usize = 139;
}

/// Fields that lie there as they are.
const PLAIN: [(usize, Bits); 4] = [
    (lies::MOVED, Bits { lsb: LEFT.lsb, bits: WRITE.lsb + WRITE.bits }),
    (lies::KEY, KEY),
    (lies::DONE, Bits { lsb: SECOND.lsb, bits: BEGIN.lsb + BEGIN.bits - SECOND.lsb }),
    (lies::MORE, Bits { lsb: HALF.lsb, bits: SHIFT.lsb + SHIFT.bits - HALF.lsb }),
];

/// Codes with a bit for each value from this one up to that one.
const SPREAD: [(usize, Bits, usize, usize); 10] = [
    (lies::TAKE_A, TAKE_A, 1, 10),
    (lies::BESIDE, TAKE_A, BESIDE, 25),
    (lies::TAKE_B, TAKE_B, 0, 8),
    (lies::SUM, MAKE, 0, 0),
    (lies::MAKE, MAKE, 4, 10),
    (lies::FLAG, FLAG, 1, 20),
    (lies::MEMORY, MEMORY, 1, 7),
    (lies::ACT, ACT, 1, 16),
    (lies::CODE, CODE, 0, 10),
    (lies::TEST, TEST, 0, 13),
];

/// Each begins where the one before ends, and there is room for all.
const _: () = {
    let (mut at, mut next) = (0, 0);
    while at < PLAIN.len() {
        assert!(PLAIN[at].0 == next);
        next += PLAIN[at].1.bits;
        at += 1;
    }
    at = 0;
    while at < SPREAD.len() {
        let (lies, _, first, last) = SPREAD[at];
        if next == lies::A_TAKES {
            next += 1;
        }
        assert!(lies == next);
        next += last + 1 - first;
        at += 1;
    }
    assert!(next == lies::ALL && next <= PARTS * SLICE);
};

/// What the parts hold of a step, and how it goes on in each of them.
fn cut(step: u128, turn: u64) -> [u64; PARTS] {
    let says = |field: Bits| (step >> field.lsb) as usize & ((1 << field.bits) - 1);
    let mut cut = [0; PARTS];
    let mut put = |at: usize| cut[at / SLICE] |= 1 << (at % SLICE);
    for (at, field) in PLAIN {
        (0..field.bits).filter(|bit| says(field) >> bit & 1 == 1).for_each(|bit| put(at + bit));
    }
    for (at, field, first, last) in SPREAD {
        let value = says(field);
        if (first..=last).contains(&value) {
            put(at + value - first);
        }
    }
    if (1..BESIDE).contains(&says(TAKE_A)) {
        put(lies::A_TAKES);
    }
    cut.map(|slice: u64| slice << (2 + NUMBER) | turn)
}

/// The words of the ROMs, from the lowest bits on how it goes on: one of a pair, a table, the step.
pub(in super::super) fn parts(value_bits: usize, chain: bool) -> Vec<Vec<u64>> {
    let roms = planned(value_bits, chain, true).placed(1 << (NUMBER - usize::from(value_bits == 32)));
    let steps = roms.moves.iter().zip(&roms.deeds).zip(&roms.turns);
    let words: Vec<_> = steps
        .map(|((moves, deeds), turns)| {
            let step = u128::from(*moves) | u128::from(*deeds) << MOVES | u128::from(*turns) << (2 * MOVES);
            cut(step, turns >> MORE)
        })
        .collect();
    (0..PARTS).map(|part| words.iter().map(|word| word[part]).collect()).collect()
}
