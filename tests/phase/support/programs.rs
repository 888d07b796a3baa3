//! Programs with many phases, some that come back and some that never do.
use treetap::spec::phase::record::Retired;
use treetap::trace::shapes::Random;

/// Instructions of a program that goes from phase to phase: in each it goes round a few blocks that end with a branch.
/// Phases last a whole number of intervals, so that most of them are recognised; what comes next is often what came
/// next before.
pub struct Wanderer {
    random: Random,
    len: u64,
    /// Kinds of phases.
    kinds: u64,
    /// How much of a phase is like the others of its kind, in 256ths.
    steady: u64,
    kind: u64,
    left: u64,
    block: Vec<Retired>,
    turn: u64,
}

impl Wanderer {
    pub fn new(seed: u64, len: u32, kinds: u64) -> Self {
        let (block, random) = (vec![], Random(seed));
        Self { random, len: len.into(), kinds, steady: 250, kind: 0, left: 0, block, turn: 0 }
    }

    fn choose(&mut self) {
        let pick = self.random.next() & 0xff;
        // After a phase comes the same one as ever, or any.
        self.kind = if pick < 170 { (self.kind * 5 + 3) % self.kinds.min(9) } else { self.random.next() % self.kinds };
        let mut length = Random(self.kind).next() % 5 + 1;
        if pick.is_multiple_of(16) {
            length = self.random.next() % 12 + 1;
        }
        if pick == 255 {
            length = 300;
        }
        self.left = length * self.len;
        self.turn = 0;
    }

    fn refill(&mut self) {
        let strange = self.random.next() & 0xff >= self.steady;
        let kind = if strange { self.random.next() % self.kinds } else { self.kind };
        let mut shape = Random((kind << 8) | (self.turn % 4));
        let size = 1 + shape.next() % 8;
        let pc = (shape.next() as u32) & !1;
        self.turn += 1;
        // A kind in eight has branches one after the other.
        let dense = kind.is_multiple_of(8);
        for at in (0..size as u32).rev() {
            let control = at == 0 || dense;
            let pc = if dense { pc } else { pc.wrapping_sub(4 * at) };
            self.block.push(Retired { pc, control, trap: false });
            if self.random.next().is_multiple_of(61) {
                self.block.push(Retired { pc: self.random.next() as u32, control: true, trap: true });
            }
        }
        self.block.reverse();
    }
}

impl Iterator for Wanderer {
    type Item = Retired;

    fn next(&mut self) -> Option<Retired> {
        if self.block.is_empty() {
            if self.left == 0 {
                self.choose();
            }
            self.refill();
        }
        let retired = self.block.pop()?;
        self.left = self.left.saturating_sub(u64::from(!retired.trap));
        Some(retired)
    }
}
