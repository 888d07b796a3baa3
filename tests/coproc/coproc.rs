//! The emitted co-processor equals its model in all state at sample boundaries (docs/reference/coproc.md, B).
mod neighbours;

use crate::bench::{Bench, Difference};
use crate::long::long_row;
use crate::microcode::{Coverage, bases, machine, word_of};
use crate::volume::{on_two_threads, volume};
use std::collections::BTreeSet;
use treetap::lang::coproc::programs::PROGRAMS;
use treetap::lang::coproc::{Target, assemble};
use treetap::lang::source::Source;
use treetap::model::coproc::{Answer, End, Step, Timing};
use treetap::spec::classify::Opclass;
use treetap::spec::coproc::word::{Branch, Memory, Word};
use treetap::spec::coproc::{Command, regs};
use treetap::spec::regs::Register;
use treetap::spec::sample_buffer::Sample;
use treetap::trace::shapes::Random;

/// What a run of random microcode did.
#[derive(Default, Debug, PartialEq, Eq)]
pub struct Ran {
    pub words: u64,
    pub samples: u64,
    pub errors: u64,
    pub interrupts: u64,
}

/// How a machine is tried.
#[derive(Clone, Copy)]
pub struct Depth {
    /// Samples of a machine.
    samples: usize,
    /// All registers are compared after one in so many runs of a few samples, and all arrays, too.
    registers: u64,
    arrays: u64,
}

/// All registers every time.
pub const CLOSE: Depth = Depth { samples: 40, registers: 1, arrays: 32 };
/// Many words: what went wrong is still there later, or makes something else wrong.
const LONG: Depth = Depth { samples: 4000, registers: 16, arrays: 512 };

/// Random machines on a build, until so many are through or so many words were executed.
pub fn random(
    bench: &mut Bench,
    (machines, words): (u64, u64),
    depth: Depth,
    seed: u64,
    coverage: &mut Coverage,
) -> Result<Ran, Difference> {
    let (mut random, mut ran) = (Random(seed), Ran::default());
    for number in 0..machines {
        if ran.words >= words {
            break;
        }
        bench.gaps = [0, 2, 5][(number % 3) as usize];
        let set_up = machine(bench.model.config(), &mut random, depth.samples);
        bench.restart()?;
        bench.load(&set_up.writes)?;
        let bases = bases(&mut bench.model);
        let mut rest = &set_up.samples[..];
        while !rest.is_empty() {
            let count = [1, 1, 2, 5][random.next() as usize % 4].min(rest.len());
            let before = bench.popped;
            let traffic = random.next().is_multiple_of(2);
            let end = bench.samples(&rest[..count], traffic, &mut |step| {
                coverage.step(step, &bases);
                ran.words += 1;
            })?;
            let taken = (bench.popped - before) as usize;
            if depth.registers == 1 || random.next().is_multiple_of(depth.registers) {
                bench.compare(random.next().is_multiple_of(depth.arrays / depth.registers))?;
            }
            if let End::Error(_) = end {
                let Answer::Word(status) = bench.model.read(word_of(&regs::STATUS, 0)) else { unreachable!() };
                let upc = regs::STATUS.field("UPC").of(status) as usize;
                let half = |high: usize| u64::from(set_up.writes[2 * upc + high].1);
                coverage.end(end, &rest[taken], Word::from_bits(half(0) | half(1) << 32));
                ran.errors += 1;
                bench.command(Command::Skip)?;
                rest = &rest[taken + 1..];
            } else {
                coverage.end(end, &rest[taken - 1], Word::default());
                ran.interrupts += u64::from(end == End::Interrupt);
                rest = &rest[taken..];
            }
            ran.samples += taken as u64;
        }
        bench.compare(true)?;
    }
    Ok(ran)
}

#[test]
fn random_microcode_on_every_build() {
    let builds = [
        ("nano", Bench::open("nano", 7), 120),
        ("up5k", Bench::open("up5k", 7), 30),
        ("ecp5", Bench::open("ecp5", 7), 120),
        ("ecp5_64", Bench::open("ecp5_64", 7), 120),
        ("ecp5 for a slow clock", Bench::switched("ecp5", ("deep", 0), 7), 30),
    ];
    for (preset, mut bench, machines) in builds {
        let mut coverage = Coverage::new(bench.model.config());
        let ran = random(&mut bench, (machines * volume(), u64::MAX), CLOSE, 11, &mut coverage)
            .unwrap_or_else(|e| panic!("{preset}: {e:?}"));
        assert!(ran.errors > machines && ran.interrupts > machines && bench.idle > 100, "{ran:?}");
        println!("{preset}: {ran:?}, {} cycles, {} words compared", bench.cycles, bench.compared);
        if machines > 100 {
            assert_eq!(coverage.missing(), Vec::<String>::new(), "{preset}: {ran:?}");
        }
    }
}

#[test]
#[ignore = "`make long`"]
fn long_run() {
    const WORDS: u64 = 30_000_000;
    let builds = [("nano", WORDS), ("up5k", WORDS), ("ecp5", WORDS / 2), ("ecp5_64", WORDS)];
    on_two_threads(&builds, |&(preset, words)| {
        let mut bench = Bench::open(preset, 8);
        let mut coverage = Coverage::new(bench.model.config());
        let ran = random(&mut bench, (u64::MAX, words), LONG, 12, &mut coverage)
            .unwrap_or_else(|e| panic!("{preset}: {e:?}"));
        assert!(ran.errors > 10_000 && ran.interrupts > 1000 && bench.idle > 100_000, "{preset}: {ran:?}");
        assert_eq!(coverage.missing(), Vec::<String>::new(), "{preset}: {ran:?}");
        let Ran { words, samples, errors, interrupts } = ran;
        let ran = [(words, "words"), (samples, "samples"), (errors, "errors"), (interrupts, "interrupts")];
        long_row("coproc", preset, &ran, &[(bench.compared, "words read")]);
    });
}

#[test]
fn the_programs_on_every_build_that_has_room() {
    for preset in ["up5k", "ecp5"] {
        let mut bench = Bench::open(preset, 3);
        let entries = bench.model.config().entries;
        for program in PROGRAMS.iter().filter(|program| program.entries <= entries) {
            let source = Source::new(program.name, program.text);
            let image = assemble(&source, &Target::new(entries)).unwrap().image;
            let mut random = Random(5);
            bench.restart().unwrap();
            bench.load(&image.writes()).unwrap();
            let classes: Vec<Opclass> =
                Opclass::ALL.into_iter().filter(|class| image.starts[*class as usize].is_some()).collect();
            let (mut words, mut interrupts) = (0, 0);
            for number in 0..150 * volume() {
                let samples: Vec<Sample> = (0..7)
                    .map(|_| {
                        let class = classes[random.next() as usize % classes.len()];
                        let small = |random: &mut Random, n: u64| (random.next() % n) as u32;
                        let lanes = [0x400 + small(&mut random, 90), small(&mut random, 2000), 0, 0];
                        let side = (random.next() as u16 & 0x0160) | u16::from(class.code());
                        Sample { lanes, side }
                    })
                    .collect();
                let end = bench
                    .samples(&samples, true, &mut |_| words += 1)
                    .unwrap_or_else(|e| panic!("{}: {e:?}", program.name));
                bench.compare(number % 10 == 0).unwrap_or_else(|e| panic!("{preset} {} {number}: {e:?}", program.name));
                if end == End::Interrupt {
                    interrupts += 1;
                    bench.command(Command::InvalidateAll).unwrap();
                    bench.command(Command::ClearAll).unwrap();
                    for (at, (_, first)) in image.indices.iter().enumerate() {
                        bench.write(word_of(&regs::X, at), (*first).into()).unwrap();
                    }
                }
            }
            assert!(words > 2000, "{}: {words} words, {interrupts} interrupts", program.name);
        }
    }
}

/// What is being cleared when RESET comes is cleared.
pub fn cleared_after_a_reset(bench: &mut Bench) -> Result<(), Difference> {
    bench.restart()?;
    // Nothing is known of microcode that nobody has written.
    for at in 0..128 {
        bench.write(word_of(&regs::UC, at), 0)?;
    }
    for at in 0..bench.model.config().entries as usize {
        bench.write(word_of(&regs::KEY, at), 7)?;
        bench.write(word_of(&regs::DM, 2 * at), 7)?;
    }
    for command in [Command::ClearAll, Command::InvalidateAll] {
        bench.write(word_of(&regs::CMD, 0), command as u32)?;
        if regs::STATUS.field("BUSY").of(bench.peek(&regs::STATUS)?) == 0 {
            return Err(Difference(format!("{command:?} was over before the RESET")));
        }
        bench.command(Command::Reset)?;
        bench.compare(true)?;
    }
    Ok(())
}

#[test]
fn a_clearing_goes_on_after_a_reset() {
    for preset in ["nano", "up5k"] {
        cleared_after_a_reset(&mut Bench::open(preset, 1)).unwrap();
    }
}

#[test]
fn a_host_that_comes_while_an_array_is_cleared_waits() {
    let mut bench = Bench::open("nano", 1);
    bench.write(word_of(&regs::CMD, 0), Command::ClearAll as u32).unwrap();
    // Refused by the hardware alone: the model clears at once.
    let before = bench.peek(&regs::HOSTVIOL).unwrap();
    assert_eq!((bench.peek(&regs::DM).unwrap(), bench.peek(&regs::X).unwrap()), (0, 0));
    assert_eq!(bench.peek(&regs::HOSTVIOL).unwrap(), before + 2);
    assert_eq!(bench.peek(&regs::ID).unwrap(), regs::ID_WORD);
    bench.settle().unwrap();
    assert_eq!(bench.peek(&regs::HOSTVIOL).unwrap(), before + 2);
}

/// Every word of the window is written and read, commands are given, in any order.
pub fn window(bench: &mut Bench) -> Result<(), Difference> {
    let mut random = Random(2);
    bench.restart()?;
    // Nothing is known of microcode that nobody has written.
    for at in 0..128 {
        bench.write(word_of(&regs::UC, at), 0)?;
    }
    for _ in 0..2 {
        for word in (0..0x1000).filter(|word| *word != word_of(&regs::CMD, 0)) {
            bench.write(word, random.next() as u32)?;
            bench.read(word)?;
        }
    }
    for code in 0..20 {
        let argument = (random.next() as u32 & 0xff) << 8;
        bench.write(word_of(&regs::CMD, 0), code | argument)?;
        bench.settle()?;
        bench.compare(true)?;
    }
    // Holes and wrong directions were refused, and counted.
    if bench.peek(&regs::HOSTVIOL)? == 0 {
        return Err(Difference("nothing was refused".into()));
    }
    // Records wait: they keep their format, and the counters theirs.
    bench.write(word_of(&regs::RECFMT, 0), 0x5421)?;
    bench.queue.push_back(Sample { lanes: [1, 2, 3, 4], side: 5 });
    bench.write(word_of(&regs::RECFMT, 0), 0x0041)?;
    for command in [Command::ClearCounters, Command::Reset] {
        bench.command(command)?;
        bench.compare(true)?;
    }
    bench.queue.clear();
    Ok(())
}

#[test]
fn every_word_of_the_window_is_the_models() {
    for preset in ["nano", "ecp5_64"] {
        let mut bench = Bench::open(preset, 9);
        window(&mut bench).unwrap();
    }
}

/// A host is answered while a sample takes for ever.
pub fn answers_in_a_loop(bench: &mut Bench) -> Result<(), Difference> {
    for text in [".start LOAD = A\nA: nop | goto A\n", ".target FAR = A\n.start LOAD = A\nA: nop | goto FAR\n"] {
        let image = assemble(&Source::new("loop", text), &Target::new(32)).unwrap().image;
        bench.restart()?;
        bench.load(&image.writes())?;
        bench.write(word_of(&regs::WDOG, 0), 0)?;
        bench.write(word_of(&regs::CMD, 0), Command::Run as u32)?;
        bench.queue.push_back(Sample { lanes: [0; 4], side: Opclass::Load.code().into() });
        let mut words = 0;
        for _ in 0..20 {
            while words == 0 {
                words = bench.peek(&regs::WORDS_LO)?;
            }
            let later = bench.peek(&regs::WORDS_LO)?;
            if later <= words || bench.peek(&regs::ID)? != regs::ID_WORD {
                return Err(Difference(format!("{words} words, {later} words later")));
            }
            words = later;
        }
    }
    bench.restart()
}

#[test]
fn a_program_without_an_end_holds_no_host_up() {
    answers_in_a_loop(&mut Bench::open("nano", 3)).unwrap();
    answers_in_a_loop(&mut Bench::switched("nano", ("predict", 1), 3)).unwrap();
}

/// How the word goes on that comes after the one that fills a half of WORDS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Onward {
    InOrder,
    Near,
    Far,
    Done,
}

/// Programs, and how the words go on that come after those that fill a half of WORDS, four times.
const COUNTED: [(&str, [Onward; 2]); 2] = [
    (
        ".index I 8\n.target FAR = A\n.start LOAD = A\nA: I = inc I | if isat -> done\n nop | goto FAR\n",
        [Onward::InOrder, Onward::Far],
    ),
    (
        ".index I 5\n.start LOAD = A\nA: I = inc I | if !isat -> A\n nop\n nop\n nop\n nop\n nop | goto done\n",
        [Onward::Near, Onward::Done],
    ),
];

/// WORDS is counted a half word at a time: no carry into the next half may be lost, whatever comes after the word that
/// fills one.
pub fn words_counted(bench: &mut Bench) -> Result<(), Difference> {
    COUNTED.iter().try_for_each(|(text, onward)| {
        assert_eq!(counts_words(bench, text)?, BTreeSet::from(*onward), "{text}");
        Ok(())
    })
}

/// Runs a program until four halves were filled and compares WORDS now and then. Tells how the words went on that came
/// after those that fill a half.
fn counts_words(bench: &mut Bench, text: &str) -> Result<BTreeSet<Onward>, Difference> {
    let image = assemble(&Source::new("loop", text), &Target::new(32)).unwrap().image;
    bench.restart()?;
    bench.load(&image.writes())?;
    bench.write(word_of(&regs::WDOG, 0), 0)?;
    let samples = [Sample { lanes: [0; 4], side: Opclass::Load.code().into() }; 8];
    let (mut words, mut onward) = (0_u64, BTreeSet::new());
    while words < (4 << 16) + 2 {
        let end = bench.samples(&samples, true, &mut |step| {
            words += 1;
            if words > 1 && words & 0xffff == 1 {
                onward.insert(match step.word.branch() {
                    Some(Branch::Near(_)) if step.taken => Onward::Near,
                    Some(Branch::Far(_)) if step.taken => Onward::Far,
                    Some(Branch::Done) if step.taken => Onward::Done,
                    _ => Onward::InOrder,
                });
            }
        })?;
        assert_eq!(end, End::Done);
        for half in [&regs::WORDS_LO, &regs::WORDS_HI] {
            bench.read(word_of(half, 0))?;
        }
    }
    Ok(onward)
}

#[test]
fn words_are_counted_beyond_a_half_word() {
    words_counted(&mut Bench::open("nano", 7)).unwrap();
}

/// Cycles of hardware and model for so many loads of 20 places, and what the words did with memories.
fn cycles(bench: &mut Bench, writes: &[(u32, u32)], count: u32) -> (u64, u64, BTreeSet<u8>) {
    bench.gaps = 0;
    bench.restart().unwrap();
    bench.load(writes).unwrap();
    let (mut random, mut timing, before) = (Random(6), Timing::built(bench.model.config()), bench.cycles);
    let samples: Vec<Sample> = (0..count)
        .map(|_| Sample { lanes: [random.next() as u32 % 20, random.next() as u32 % 3, 0, 0], side: 0 })
        .collect();
    let mut done = BTreeSet::new();
    let mut watch = |step: &Step| {
        timing.step(step);
        done.insert(step.word.mop);
    };
    let end = bench.samples(&samples, false, &mut watch).unwrap();
    assert_eq!(end, End::Done);
    (0..count).for_each(|_| timing.sample());
    (bench.cycles - before, timing.cycles(), done)
}

/// Cycles of hardware and model from one sample on to `count` samples. What is the same in both runs, RUN and STOP, is
/// left out. Also what the words did with memories.
fn more_cycles(bench: &mut Bench, text: &str, count: u32) -> (u64, u64, BTreeSet<u8>) {
    let image = assemble(&Source::new("text", text), &Target::new(32)).unwrap().image;
    let (few, less, _) = cycles(bench, &image.writes(), 1);
    let (many, more, done) = cycles(bench, &image.writes(), count);
    assert!(more > 15 * u64::from(count), "{count} samples: {more} cycles");
    (many - few, more - less, done)
}

/// The program of value profiling.
fn valprof() -> &'static str {
    PROGRAMS.iter().find(|program| program.name == "valprof").unwrap().text
}

#[test]
fn the_model_counts_the_cycles_of_the_hardware() {
    counts_cycles(&mut Bench::open("nano", 4));
    counts_cycles(&mut Bench::switched("nano", ("chain", 1), 4));
    // Values of 32 and of 64 bits where keys are there a cycle later.
    for preset in ["ecp5", "ecp5_64"] {
        let mut bench = Bench::open(preset, 4);
        assert!(bench.model.config().deep);
        counts_cycles(&mut bench);
    }
    counts_cycles(&mut Bench::switched("ecp5", ("chain", 0), 4));
    counts_cycles(&mut Bench::switched("ecp5", ("deep", 0), 4));
}

/// Cycles of the hardware until a host that comes while nothing runs has read a register.
fn answer(bench: &mut Bench, register: &Register) -> u64 {
    bench.gaps = 0;
    bench.restart().unwrap();
    let before = bench.cycles;
    bench.read(word_of(register, 0)).unwrap();
    bench.cycles - before
}

#[test]
fn a_deep_build_answers_a_host_a_cycle_later_and_another_with_a_key() {
    let [small, deep] = ["up5k", "ecp5"].map(|preset| {
        let mut bench = Bench::open(preset, 6);
        [&regs::WDOG, &regs::V, &regs::DM, &regs::KEY].map(|register| answer(&mut bench, register))
    });
    let later: Vec<u64> = deep.iter().zip(small).map(|(deep, small)| deep - small).collect();
    assert_eq!(later, [1, 1, 1, 2], "{small:?}, {deep:?}");
}

/// The cycles of words of every kind, and of a program.
fn counts_cycles(bench: &mut Bench) {
    // Samples have the lanes of value profiling, and none says an instruction.
    let words = [
        "V0 = add VAL, V1 | if !eq -> .+2\n nop | goto done\n V1 = rot16 V0",
        "V0 = adds VAL, V1 | V1X = alu\n V2 = subs VAL, V0 | V1X = incs V1X | if asat -> .+2\n nop",
        "V3 = shr4 VAL | minc A[V1X]\n V3 = shr1 V3 | mdec B[V1X]\n V2 = shl2 V3 | madd H[V1X] | V1X = dec V1X",
        "out PC | st B[V1X]\n out FALL | xchg A[V1X]\n V1 = mov BTGT | minc B[V1X]\n out IMM | madd B[V1X]",
        "V0 = xor VAL, RND15 | ld H[V1X] | V1X = decs V1X\n match A, V0 | V1X = midx | if hit -> .+2\n \
         cwrite A[V1X], V0",
        "cread A[V1X] | V1X = inc V1X\n cinv A[V1X] | if neg -> .+2\n mdec H[V1X] | V1X = mov V1X\n nop | goto FAR",
    ];
    let set_up =
        ".base A = 0 32 W0\n.base B = 0 32 B5\n.base H = 0 32 H3\n.index V1X 5\n.target FAR = E\n.start LOAD = L\nL:";
    let texts = words.map(|words| format!("{set_up} {words}\nE: nop | goto done\n"));
    let mut done = BTreeSet::new();
    for text in texts.iter().map(String::as_str).chain([valprof()]) {
        for count in [2, 20, 400] {
            let (hardware, model, memories) = more_cycles(bench, text, count);
            assert_eq!(hardware, model, "{text}: {count} samples");
            done.extend(memories);
        }
    }
    assert!(done.into_iter().eq(0..=Memory::Read as u8), "all that is done with memories");
}

#[test]
fn a_prediction_changes_nothing_but_cycles() {
    let (mut plain, mut predicting) = (Bench::open("nano", 5), Bench::switched("nano", ("predict", 1), 5));
    let mut coverage = Coverage::new(predicting.model.config());
    let ran = random(&mut predicting, (60 * volume(), u64::MAX), CLOSE, 31, &mut coverage).unwrap();
    assert!(ran.errors > 60 && ran.interrupts > 60 && predicting.idle > 100, "{ran:?}");
    window(&mut predicting).unwrap();
    words_counted(&mut predicting).unwrap();
    let mut compared = |text| {
        let (slow, fast) = (more_cycles(&mut plain, text, 50), more_cycles(&mut predicting, text, 50));
        assert_eq!((slow.0, fast.0), (slow.1, fast.1), "{text}");
        (slow.0, fast.0)
    };
    let (slow, fast) = compared(".index I 5\n.start LOAD = A\nA: I = inc I | if !isat -> A\n nop | goto done\n");
    assert!(10 * fast < 9 * slow, "a loop: {fast} cycles, and {slow} without");
    let (slow, fast) = compared(valprof());
    assert!(fast != slow, "no branch of valprof is predicted to be taken");
}
