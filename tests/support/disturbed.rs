//! What a core retires to which much happens.
use super::retired::retirements;
use treetap::cosim::core::Core;
use treetap::spec::hps::ON_TRIGGER;
use treetap::spec::retire::Rvfi;
use treetap::spec::tap::MRET;
use treetap::trace::shapes::Random;

/// What a core retires, with other instructions, traps, interrupts and privileges in between.
pub fn disturbed(random: &mut Random) -> Vec<Rvfi> {
    const MAJORS: [u32; 12] = [0x03, 0x23, 0x07, 0x27, 0x2f, 0x63, 0x6f, 0x67, 0x53, 0x73, 0x0f, 0x0b];
    let mut records = retirements(Core::Ibex)[..12_000].to_vec();
    for record in &mut records {
        let word = random.next();
        record.insn = match word % 16 {
            0 => word as u32 & !0x7f | MAJORS[(word >> 40) as usize % 12],
            1 => ON_TRIGGER,
            2 => MRET,
            // A compressed one.
            3 => ((word >> 16) as u32 & 0xfffc) | (word as u32 % 3),
            _ => record.insn,
        };
        let bit = |n: u64, share: u64| u8::from((word >> n).is_multiple_of(share));
        let below = if (word >> 20).is_multiple_of(4) { (word >> 24) as u8 & 3 } else { 0 };
        record.flags = (bit(8, 20) * Rvfi::TRAP) | (bit(13, 40) * Rvfi::INTR) | (below << Rvfi::BELOW_MACHINE);
    }
    records
}
