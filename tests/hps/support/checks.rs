//! Random programs full of checks, and what Fig. 3 of bursty tracing takes for one, decoded without the engine.
use super::hps::{BACK, CALL, CALL_REGISTER, FORWARD, JUMP, LW, NOP, RET, at};
use treetap::lang::hps::Target;
use treetap::spec::checkmap::Code as Check;
use treetap::spec::hps::Mode;
use treetap::spec::hps::record::Insn;
use treetap::trace::shapes::Random;

/// A program that goes wherever chance leads it.
pub struct Walk {
    random: Random,
    /// One instruction of so many is a call, one a branch backward.
    density: u64,
    pc: u32,
    /// Where a call leads whose callee has not begun.
    call: Option<u32>,
}

impl Walk {
    pub fn new(seed: u64) -> Self {
        Self { random: Random(seed), density: 4 + seed % 9, pc: 0x1000, call: None }
    }

    /// The next instruction, and whether it is a check.
    pub fn step(&mut self, target: &Target) -> (Insn, bool) {
        let pc = self.pc;
        let insn = self.instruction();
        let entry = self.call == Some(pc);
        self.call = self.call.filter(|_| !entry);
        // Direct calls go where they say.
        self.pc = if insn.insn == CALL { pc.wrapping_sub(16) } else { insn.next.unwrap_or(0) };
        if matches!(insn.insn, CALL | CALL_REGISTER) {
            self.call = Some(self.pc);
        }
        (insn, is_check(&insn, target, entry))
    }

    fn instruction(&mut self) -> Insn {
        let (random, pc) = (&mut self.random, self.pc);
        let insn = match random.next() % self.density {
            0 => CALL,
            1 => BACK,
            2 => [FORWARD, JUMP, RET, CALL_REGISTER][random.next() as usize % 4],
            3 => LW,
            _ => NOP,
        };
        // Codes of a map of checks, if there were one.
        let filter = Check::ALL[random.next() as usize % 4];
        let next = match insn {
            // A branch backward that is taken or not, or jumps somewhere.
            BACK if random.next().is_multiple_of(2) => pc.wrapping_sub(8),
            NOP | LW | BACK => pc.wrapping_add(4),
            _ => 0x1000 + (random.next() as u32 % 4096) * 4,
        };
        Insn { next: Some(next), filter, ..at(pc, insn) }
    }
}

fn is_check(insn: &Insn, target: &Target, entry: bool) -> bool {
    let taken_back = insn.insn == BACK && (!target.taken_only || insn.taken());
    if target.filter {
        let back = insn.filter == Check::Back
            && (!matches!(insn.insn, BACK | FORWARD | JUMP) || !target.taken_only || insn.taken());
        return insn.filter == Check::Entry || back;
    }
    match target.config.mode {
        Mode::Retire => entry || taken_back,
        Mode::Decode => matches!(insn.insn, CALL | CALL_REGISTER) || insn.insn == BACK,
    }
}

/// Settings of bursty tracing, segments between bursts and in one: the smallest, and many short periods beside few long
/// ones.
pub fn setting(number: u64, random: &mut Random) -> (u64, u64) {
    let (checks, instrumented) = match number {
        0 => (1, 1),
        1 => (1, 7),
        2 => (9, 1),
        _ => (1 + random.next() % 999, 1 + random.next() % 50),
    };
    (if number.is_multiple_of(2) { 1 + checks % 30 } else { checks }, instrumented)
}
