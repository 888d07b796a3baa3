//! Code at any place: what a program's few kB of code never show of addresses.
use treetap::spec::checkmap::{Code, Image};
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// Moves half of the runs of instructions that follow each other in memory, into the code of so many instructions of
/// two bytes from `base` on.
pub fn elsewhere(records: &mut [Rvfi], base: u32, codes: u32, random: &mut Random) {
    let length = |record: &Rvfi| if record.insn & 3 == 3 { 4 } else { 2 };
    let (mut shift, mut following) = (0_u64, None);
    for record in records {
        if following != Some(record.pc) {
            let to = u64::from(base) + 2 * random.below(codes.into());
            shift = if random.below(2) == 0 { 0 } else { to.wrapping_sub(record.pc) };
        }
        following = Some(record.pc + length(record));
        record.pc = record.pc.wrapping_add(shift) & u64::from(u32::MAX);
        record.next_pc = record.next_pc.wrapping_add(shift) & u64::from(u32::MAX);
    }
}

/// A map of checks with any code for each of so many instructions of two bytes from `base` on.
pub fn any_checks(base: u32, codes: u32, random: &mut Random) -> Image {
    let mut image = Image::new(base, codes);
    for code in 0..codes {
        image.set(base + 2 * code, Code::ALL[random.below(Code::ALL.len() as u64) as usize]);
    }
    image
}
