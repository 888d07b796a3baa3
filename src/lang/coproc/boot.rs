//! A program as the words of a boot ROM from which a small core loads it (`programs/soc/countbranches.c`,
//! docs/user/soc-up5k.md).
use super::{Image, Target, assemble, programs};
use crate::lang::source::Source;
use crate::spec::coproc::{Command, regs};
use crate::spec::regs::Register;

/// The program whose microcode the system of a core and a co-processor loads.
pub const PROGRAM: &str = "edge1";
/// The entries that it uses of a build with as many or more.
pub const ENTRIES: u32 = 64;

/// Bit 8 of a register's word: ranges follow. Its value begins at bit 9.
const LAST: u32 = 1 << 8;
const VALUE_LSB: u32 = 9;
/// The number of words of a range begins at bit 11 of its word.
const WORDS_LSB: u32 = 11;

/// The words: the number of microwords, always even; microwords, in three halfwords each, low ones first; registers and
/// commands that set the machine going; ranges of words that are read back; 0.
///
/// # Panics
/// When a program that comes with treetap cannot be assembled.
pub fn words() -> Vec<u32> {
    let shipped = programs::find(PROGRAM).expect("a program that comes with treetap");
    let program = assemble(&Source::new(PROGRAM, shipped.text), &Target::new(ENTRIES)).expect("it can be assembled");
    of(&program.image)
}

fn of(image: &Image) -> Vec<u32> {
    let count = image.words.len().next_multiple_of(2);
    let microwords = (0..count).map(|at| image.words.get(at).copied().unwrap_or(0));
    let halves: Vec<u32> = microwords.flat_map(|word| [0, 16, 32].map(|lsb| (word >> lsb) as u32 & 0xffff)).collect();
    let mut words = vec![count as u32];
    words.extend(halves.chunks_exact(2).map(|pair| pair[0] | pair[1] << 16));

    let cmd = |command: Command| (number(&regs::CMD), command as u32);
    let anew = [Command::Reset, Command::InvalidateAll, Command::ClearAll].map(cmd);
    // A reset has cleared what is 0.
    let microcode = number(&regs::UC)..number(&regs::UC) + u32::from(regs::UC.words);
    let loaded = image.writes().into_iter().filter(|(at, value)| *value != 0 && !microcode.contains(at));
    // Last of all the filters are opened. What does not find the machine running is dropped.
    let switches = [regs::CTRL.field("FEN"), regs::CTRL.field("FREEZE")].map(|field| field.at(1));
    let going = [cmd(Command::Run), (number(&regs::CTRL), switches[0] | switches[1])];
    words.extend(anew.into_iter().chain(loaded).chain(going).map(|(at, value)| register(at, value)));
    if let Some(last) = words.last_mut() {
        *last |= LAST;
    }

    let ranges = [(&regs::KEY, ENTRIES), (&regs::DM, 2 * ENTRIES), (&regs::COUNTS, regs::COUNTS.words.into())];
    words.extend(ranges.map(|(from, count)| number(from) | count << WORDS_LSB));
    words.push(0);
    words
}

fn number(register: &Register) -> u32 {
    u32::from(register.offset / 4)
}

fn register(at: u32, value: u32) -> u32 {
    assert!(at < LAST && value >> (32 - VALUE_LSB) == 0, "word {at} of {value:#x} has no place in a word of the ROM");
    at | value << VALUE_LSB
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_say_what_is_loaded_and_what_is_read_back() {
        let words = words();
        assert_eq!(words[0], 12, "11 microwords, made even");
        // `CNT`, the fourth: 0x0000_0000_2460.
        assert_eq!((words[5] >> 16, words[6]), (0x2460, 0));
        let registers = &words[1 + 18..];
        assert_eq!(registers[0], register(4, 8), "the first command is a reset");
        let last = registers.iter().position(|word| word & LAST != 0).unwrap();
        assert_eq!(registers[last], register(2, 0b101) | LAST, "the last register is CTRL");
        assert_eq!(registers[last - 1], register(4, 1), "and before it comes RUN");
        let ranges = &registers[last + 1..];
        assert_eq!(ranges, [0x200 | 64 << 11, 0x400 | 128 << 11, 0x20 | 13 << 11, 0]);
    }
}
