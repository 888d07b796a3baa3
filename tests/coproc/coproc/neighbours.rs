//! What the filters and the sample buffer are told, what they answer, and entries that there are not.
use crate::bench::{Bench, Difference};
use crate::microcode::word_of;
use treetap::spec::coproc::{Command, regs};
use treetap::spec::regs::Register;
use treetap::trace::shapes::Random;

/// Registers of the filters and the sample buffer, and the ports with what they hold.
const TOLD: [(&Register, &str); 6] = [
    (&regs::CTRL, "cfg_ctrl"),
    (&regs::CLASS_EN, "cfg_class_en"),
    (&regs::F1CFG, "cfg_f1"),
    (&regs::F2CFG, "cfg_f2"),
    (&regs::RECFMT, "cfg_recfmt"),
    (&regs::DECIM, "cfg_decim"),
];

/// Every port is what was written last, in every bit, and what a reset makes of it. How many words were compared.
pub fn told(bench: &mut Bench) -> Result<u64, Difference> {
    let mut random = Random(41);
    let mut compared = 0;
    for round in 0..40 {
        for (register, _) in TOLD {
            let word = match round {
                0 => 0,
                1 => u32::MAX,
                _ => random.next() as u32,
            };
            bench.write(word_of(register, 0), word)?;
            if round == 20 {
                bench.restart()?;
            }
            // All ports, as a write may reach a register that is not meant.
            for (register, port) in TOLD {
                let holds = bench.read(word_of(register, 0))?;
                if bench.shown(port) != u64::from(holds) {
                    let found = bench.shown(port);
                    return Err(Difference(format!("{port} is {found:x}, {} is {holds:x}", register.name)));
                }
                compared += 1;
            }
        }
    }
    Ok(compared)
}

#[test]
fn what_the_filters_are_told_is_what_was_written() {
    assert_eq!(told(&mut Bench::open("nano", 41)), Ok(40 * 36));
}

/// A read of a counter or of the ignore table is the neighbour's word, in every bit. How many words were compared.
pub fn answered(bench: &mut Bench) -> Result<u64, Difference> {
    let mut random = Random(42);
    let words = |register: &'static Register, count: usize| (0..count).map(move |at| (register, at));
    let mut compared = 0;
    for (register, at) in words(&regs::COUNTS, regs::COUNTS.words.into()).chain(words(&regs::IGN, 32)) {
        for _ in 0..8 {
            let [count, ignored] = [random.next() as u32, random.next() as u32];
            bench.neighbours = Some([count, ignored]);
            let expected = if register.name == "IGN" { ignored } else { count };
            let found = bench.read(word_of(register, at))?;
            if found != expected {
                return Err(Difference(format!("{} {at}: {found:08x}, not {expected:08x}", register.name)));
            }
            compared += 1;
        }
    }
    bench.neighbours = None;
    Ok(compared)
}

#[test]
fn what_the_neighbours_answer_is_what_a_host_reads() {
    for preset in ["nano", "ecp5_64"] {
        assert_eq!(answered(&mut Bench::open(preset, 42)), Ok(8 * (13 + 32)), "{preset}");
    }
}

/// CINV of an entry that there is not leaves those alone that there are.
pub fn entries_that_there_are_not(bench: &mut Bench) -> Result<(), Difference> {
    let entries = bench.model.config().entries;
    let valid = |bench: &mut Bench| {
        let words = 0..entries as usize / 32;
        words.map(|at| bench.read(word_of(&regs::VLD, at)).map(u32::count_ones)).sum::<Result<u32, _>>()
    };
    for at in 0..entries as usize {
        bench.write(word_of(&regs::KEY, at), 0x100 + at as u32)?;
    }
    for (entry, left) in (entries..256).map(|entry| (entry, entries)).chain([(0, entries - 1)]) {
        bench.write(word_of(&regs::CMD, 0), Command::Invalidate as u32 | entry << 8)?;
        bench.settle()?;
        let found = valid(bench)?;
        if found != left {
            return Err(Difference(format!("{found} entries are valid after CINV {entry}, not {left}")));
        }
    }
    Ok(())
}

#[test]
fn an_entry_that_there_is_not_is_not_invalidated() {
    entries_that_there_are_not(&mut Bench::open("nano", 43)).unwrap();
}
