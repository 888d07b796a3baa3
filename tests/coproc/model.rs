//! The directed cases of the rules on the model (docs/reference/coproc.md, B.8).
use crate::microcode::word_of;
use treetap::lang::coproc::{Target, assemble};
use treetap::lang::source::Source;
use treetap::model::coproc::{Answer, Coproc, Effect, End};
use treetap::spec::coproc::word::{AOP, BC, BT, MOP, RSV, SA, SB, VD};
use treetap::spec::coproc::{Base, Command, Config, Error, Flags, State, regs};
use treetap::spec::regs::Register;
use treetap::spec::sample_buffer::Sample;
use treetap::trace::shapes::Random;

/// A machine with its program, running. Samples of every class begin at word 0.
struct Bench(Coproc);

impl Bench {
    fn new(entries: u32, text: &str) -> Self {
        let image =
            assemble(&Source::new("test.uc", text), &Target::new(entries)).unwrap_or_else(|e| panic!("{e:?}")).image;
        let mut model = Coproc::new(Config::rv32(entries));
        for (word, value) in image.writes() {
            assert_eq!(model.write(word, value, 0), Effect::None);
        }
        let mut bench = Self(model);
        bench.command(Command::Run);
        bench
    }

    fn words(config: Config, words: &[u64]) -> Self {
        let mut bench = Self(Coproc::new(config));
        for (at, word) in words.iter().enumerate() {
            bench.write(&regs::UC, 2 * at, *word as u32);
            bench.write(&regs::UC, 2 * at + 1, (word >> 32) as u32);
        }
        bench
    }

    fn command(&mut self, command: Command) -> Effect {
        self.0.write(word_of(&regs::CMD, 0), command as u32, 0)
    }

    fn write(&mut self, register: &Register, at: usize, value: u32) {
        assert_eq!(self.0.write(word_of(register, at), value, 0), Effect::None, "{}", register.name);
    }

    fn read(&mut self, register: &Register, at: usize) -> u32 {
        match self.0.read(word_of(register, at)) {
            Answer::Word(word) => word,
            other => panic!("{other:?}"),
        }
    }

    /// Runs a sample with these lanes; the machine is stopped before and after.
    fn sample(&mut self, lanes: [u32; 4]) -> End {
        if self.0.state() != State::Run {
            self.command(Command::Run);
        }
        let end = self.0.sample(&Sample { lanes, side: 0 }, &mut |_| {}).unwrap();
        self.command(Command::Stop);
        end
    }

    fn flags(&mut self) -> Flags {
        Flags::from_bits(self.read(&regs::FLAGS, 0) as u8)
    }

    fn error(&mut self) -> (u32, u32, bool) {
        let status = self.read(&regs::STATUS, 0);
        let field = |name| regs::STATUS.field(name).of(status);
        assert_eq!(field("STATE"), State::Error as u32);
        (field("ERR"), field("UPC"), field("OFF_END") == 1)
    }
}

#[test]
fn a_program_of_nothing_runs_off_its_end() {
    let mut bench = Bench::words(Config::rv32(32), &[]);
    assert_eq!(bench.sample([0; 4]), End::Error(Error::End));
    assert_eq!(bench.error(), (2, 0, true));
    assert_eq!((bench.0.words(), bench.0.irq()), (64, true));
    // RUN is refused, SKIP pops the sample.
    assert_eq!((bench.command(Command::Run), bench.read(&regs::HOSTVIOL, 0)), (Effect::None, 1));
    assert_eq!((bench.command(Command::Skip), bench.0.state()), (Effect::Pop, State::Idle));
    assert_eq!((bench.command(Command::Skip), bench.read(&regs::HOSTVIOL, 0)), (Effect::None, 2));
}

#[test]
fn what_is_malformed_raises_its_error_and_changes_nothing() {
    // Each would write everything it can if it were legal.
    let busy = AOP.at(3) | VD.at(1) | MOP.at(3) | 0x1000_0000 | BC.at(16) | BT.at(20);
    let without = |place: &treetap::spec::coproc::word::Place| busy & !place.at(u8::MAX >> (8 - place.bits));
    let lane = Base::new(0, 3, 1).0;
    let cases = [
        (busy | RSV.at(1), lane, Error::Illegal),
        (busy | RSV.at(2), lane, Error::Illegal),
        (without(&VD) | VD.at(5), lane, Error::Illegal),
        (without(&SA) | SA.at(30), lane, Error::Illegal),
        (without(&SA) | SA.at(31), lane, Error::Illegal),
        (without(&SB) | SB.at(13), lane, Error::Illegal),
        (without(&MOP) | MOP.at(11), lane, Error::Illegal),
        (without(&BC) | BC.at(10), lane, Error::Illegal),
        (without(&BC) | BC.at(31), lane, Error::Illegal),
        (without(&BT) | BT.at(22), lane, Error::Illegal),
        (without(&AOP), lane, Error::Illegal),
        (without(&BT) | BT.at(15), lane, Error::Target),
        // Whether or not it is taken.
        ((without(&BT) & !BC.at(31)) | BT.at(15) | BC.at(6), lane, Error::Target),
        (busy, Base::new(0, 3, 0).0, Error::Lane),
        (busy, Base::new(0, 3, 15).0, Error::Lane),
        // What is wrong twice is illegal first, then has a wrong lane.
        (busy | RSV.at(1), Base::new(0, 3, 15).0, Error::Illegal),
        (without(&BT) | BT.at(15), Base::new(0, 3, 15).0, Error::Lane),
    ];
    for (word, base, error) in cases {
        let mut bench = Bench::words(Config::rv32(32), &[word]);
        bench.write(&regs::B, 0, base.into());
        bench.write(&regs::DM, 0, 7);
        bench.write(&regs::KEY, 3, 9);
        let before = bench.0.clone();
        assert_eq!(bench.sample([1; 4]), End::Error(error), "{word:012x}");
        assert_eq!(bench.error(), (error as u32, 0, false), "{word:012x}");
        bench.command(Command::Skip);
        for (register, words) in
            [(&regs::X, 8), (&regs::V, 8), (&regs::MD_LO, 1), (&regs::FLAGS, 1), (&regs::LFSR16, 1)]
        {
            for at in 0..words {
                let value = bench.read(register, at);
                assert_eq!(
                    Answer::Word(value),
                    before.clone().read(word_of(register, at)),
                    "{word:012x} {}",
                    register.name
                );
            }
        }
        assert_eq!((bench.0.memory(), bench.0.words()), (before.memory(), 0));
        assert!(bench.0.keys().eq(before.keys()));
    }
    // The same word without a fault does change things.
    let mut bench = Bench::words(Config::rv32(32), &[busy]);
    bench.write(&regs::B, 0, lane.into());
    assert_eq!(bench.sample([1; 4]), End::Done);
    assert_eq!((bench.0.memory()[0], bench.read(&regs::X, 0)), (1, 1));
}

#[test]
fn the_watchdog_bites_after_exactly_its_words() {
    for limit in [1, 2, 77, 255] {
        let mut bench = Bench::words(Config::rv32(32), &[BC.at(16)]);
        bench.write(&regs::WDOG, 0, limit);
        assert_eq!(bench.sample([0; 4]), End::Error(Error::Watchdog));
        assert_eq!((bench.error(), bench.0.words()), ((4, 0, false), limit.into()));
    }
    // A sample of exactly so many words is none too many; the end of the store comes before the watchdog.
    let mut bench = Bench::words(Config::rv32(32), &[0, BC.at(16) | BT.at(20)]);
    bench.write(&regs::WDOG, 0, 2);
    assert_eq!(bench.sample([0; 4]), End::Done);
    let mut bench = Bench::words(Config::rv32(32), &[]);
    bench.write(&regs::WDOG, 0, 64);
    assert_eq!(bench.sample([0; 4]), End::Error(Error::End));
}

#[test]
fn a_word_happens_at_once() {
    let mut bench = Bench::new(
        32,
        ".base A = 0 N W0\n.index I 4 3\n.start LOAD = L\n\
        L: V0 = mov V1 | ld A[I]\n\
        V2 = mov MD | ld A[I] | I = inc I\n\
        out VAL | st A[I] | I = inc I\n\
        match A, PCT | I = midx | if hit -> done\n\
        goto int,2",
    );
    bench.command(Command::Stop);
    bench.write(&regs::DM, 6, 70);
    bench.write(&regs::MD_LO, 0, 5);
    bench.write(&regs::V, 2, 11);
    bench.write(&regs::KEY, 9, 1234);
    assert_eq!(bench.sample([1234, 99, 0, 0]), End::Done);
    // V1 was copied while MD was being read; V2 took the MD of the word before it.
    assert_eq!((bench.read(&regs::V, 0), bench.read(&regs::V, 4)), (11, 70));
    // The store went to the old index, the match and midx and the branch met in one word.
    assert_eq!((bench.0.memory()[4], bench.read(&regs::X, 0), bench.read(&regs::MI, 0)), (99, 9, 9));
    assert_eq!(bench.sample([1, 99, 0, 0]), End::Interrupt);
    // Index 9 went on to 10 and 11; a miss changes neither the index nor MI.
    assert_eq!((bench.read(&regs::X, 0), bench.read(&regs::MI, 0), bench.0.cause()), (11, 9, 2));
}

#[test]
fn the_lowest_of_equal_keys_is_found() {
    let text = ".base ALL = 0 N D\n.base HIGH = 64 64 D\n.index I 8 9\n.index J 8 200\n.start LOAD = L\n.start STORE = \
        S\n\
        L: match ALL, PCT | if !hit -> int\ngoto done\n\
        S: match HIGH, PCT | if !hit -> int\ngoto done";
    let mut bench = Bench::new(256, text);
    bench.command(Command::Stop);
    for at in [200, 9] {
        bench.write(&regs::KEY, at, 77);
    }
    assert_eq!((bench.sample([77; 4]), bench.read(&regs::MI, 0)), (End::Done, 9));
    bench.0.write(word_of(&regs::CMD, 0), Command::Invalidate as u32 | 9 << 8, 0);
    assert_eq!((bench.sample([77; 4]), bench.read(&regs::MI, 0)), (End::Done, 200));
    bench.write(&regs::KEY, 200, 78);
    assert_eq!((bench.sample([77; 4]), bench.read(&regs::MI, 0)), (End::Interrupt, 200));
    // An equal key outside the range is not seen.
    bench.write(&regs::KEY, 3, 78);
    bench.command(Command::Run);
    let store = Sample { lanes: [78; 4], side: 1 };
    assert_eq!(bench.0.sample(&store, &mut |_| {}), Some(End::Interrupt));
    bench.write(&regs::KEY, 64, 78);
    bench.command(Command::Run);
    assert_eq!(bench.0.sample(&store, &mut |_| {}), Some(End::Done));
    bench.command(Command::Stop);
    assert_eq!(bench.read(&regs::MI, 0), 64);
}

#[test]
fn the_array_is_a_flat_one() {
    // What is written, invalidated, looked for is chosen by the class.
    let text = ".base ALL = 0 N D\n.index AT 8\n.index FOUND 8\n.start LOAD = L\n.start STORE = S\n.start BRANCH = B\n\
        S: mov VAL | AT = alu\ncwrite ALL[AT], PCT | goto done\n\
        B: mov VAL | AT = alu\ncinv ALL[AT] | goto done\n\
        L: match ALL, PCT | FOUND = midx | if hit -> done\ngoto done";
    for entries in [32, 256] {
        let mut bench = Bench::new(entries, text);
        let (mut flat, mut random, mut hits, mut double) = (vec![None; entries as usize], Random(3), 0, 0);
        for _ in 0..100_000 {
            let (key, at) = (random.next() as u32 % 8, random.next() as usize % entries as usize);
            let class = [0, 1, 4][random.next() as usize % 3];
            let sample = Sample { lanes: [key, at as u32, 0, 0], side: class };
            let mut hit = None;
            assert_eq!(bench.0.sample(&sample, &mut |step| hit = Some(step.flags.hit)), Some(End::Done));
            match class {
                1 => flat[at] = Some(key),
                4 => flat[at] = None,
                _ => {
                    let expected = flat.iter().position(|known| *known == Some(key));
                    assert_eq!(hit, Some(expected.is_some()));
                    hits += u64::from(expected.is_some());
                    double += u64::from(flat.iter().filter(|known| **known == Some(key)).count() > 1);
                    if let Some(expected) = expected {
                        bench.command(Command::Stop);
                        assert_eq!(bench.read(&regs::MI, 0), expected as u32);
                        bench.command(Command::Run);
                    }
                }
            }
        }
        assert!(bench.0.keys().eq(flat.iter().copied()) && hits > 10_000 && double > 1000, "{hits} {double}");
    }
}

#[test]
fn counters_of_a_byte_saturate() {
    let text = ".base B = 0 N B2\n.index I 5 4\n.start LOAD = U\n.start STORE = D\n\
        U: minc B[I] | goto done\nD: mdec B[I] | goto done";
    let mut bench = Bench::new(32, text);
    let neighbours = 0xaabb_ccdd_0011_2233;
    let expect = |bench: &mut Bench, side: u16, value: u64, saturated: bool| {
        bench.command(Command::Run);
        bench.0.sample(&Sample { lanes: [0; 4], side }, &mut |_| {}).unwrap();
        bench.command(Command::Stop);
        assert_eq!(bench.0.memory()[4], neighbours & !0xff_0000 | value << 16);
        assert_eq!((bench.flags().msat, bench.read(&regs::MD_LO, 0)), (saturated, value as u32));
    };
    let set = |bench: &mut Bench, value: u64| {
        bench.command(Command::Stop);
        let slot = neighbours & !0xff_0000 | value << 16;
        bench.write(&regs::DM, 8, slot as u32);
        bench.write(&regs::DM, 9, (slot >> 32) as u32);
    };
    set(&mut bench, 253);
    expect(&mut bench, 0, 254, false);
    expect(&mut bench, 0, 255, true);
    expect(&mut bench, 0, 255, true);
    expect(&mut bench, 1, 254, false);
    set(&mut bench, 1);
    expect(&mut bench, 1, 0, true);
    expect(&mut bench, 1, 0, true);
}

#[test]
fn an_index_wraps_or_saturates() {
    let text = ".index I 3 7\n.start LOAD = L\n.start STORE = S\nL: I = inc I | goto done\nS: I = incs I | goto done";
    let mut bench = Bench::new(32, text);
    assert_eq!(bench.sample([0; 4]), End::Done);
    assert_eq!((bench.read(&regs::X, 0), bench.flags().isat), (0, true));
    for (from, to, saturated) in [(5, 6, false), (6, 7, true), (7, 7, true)] {
        bench.write(&regs::X, 0, from);
        bench.command(Command::Run);
        bench.0.sample(&Sample { lanes: [0; 4], side: 1 }, &mut |_| {});
        bench.command(Command::Stop);
        assert_eq!((bench.read(&regs::X, 0), bench.flags().isat), (to, saturated));
    }
}

#[test]
fn the_generator_moves_with_its_use_alone() {
    let text = ".start LOAD = L\nL: cmp Z, RND15 | set hint=1 | if eq -> .+1\ngoto done";
    let mut bench = Bench::new(32, text);
    let expected = [1, 0xe, 4, 0xc, 2, 6, 0xb, 3];
    for nibble in expected {
        assert_eq!(bench.read(&regs::LFSR16, 0) & 15, if bench.0.state() == State::Run { 0 } else { nibble });
        bench.sample([0; 4]);
    }
    assert_eq!(bench.read(&regs::LFSR16, 0), 0x330d);
    bench.write(&regs::LFSR16, 0, 0);
    assert_eq!(bench.read(&regs::LFSR16, 0), 1);
}

#[test]
fn a_host_waits_until_the_machine_stops() {
    let mut bench = Bench::new(32, ".start LOAD = L\nL: goto done");
    let untouched = bench.0.clone();
    assert_eq!((bench.read(&regs::DM, 0), bench.read(&regs::KEY, 0)), (0, 0));
    bench.write(&regs::DM, 0, 5);
    bench.write(&regs::RECFMT, 0, 1);
    bench.write(&regs::WDOG, 0, 3);
    for command in [Command::Run, Command::InvalidateAll, Command::ClearAll, Command::Flush, Command::ClearCounters] {
        assert_eq!(bench.command(command), Effect::None);
    }
    assert_eq!(bench.read(&regs::HOSTVIOL, 0), 10);
    // What is always open.
    bench.write(&regs::CLASS_EN, 0, 3);
    bench.write(&regs::CTRL, 0, 1);
    assert_eq!(
        (bench.read(&regs::CLASS_EN, 0), bench.read(&regs::ID, 0), bench.read(&regs::CTRL, 0)),
        (3, regs::ID_WORD, 1)
    );
    assert_eq!(bench.0.read(word_of(&regs::COUNTS, 12)), Answer::Count(12));
    assert_eq!(bench.0.write(word_of(&regs::DECIM, 0), 9, 0), Effect::Decimation);
    assert_eq!((bench.read(&regs::HOSTVIOL, 0), bench.0.memory()), (10, untouched.memory()));
    bench.command(Command::Stop);
    // Holes, wrong directions, entries that the build does not have, a format while records wait.
    for word in [0x00a, 0x085, 0x220, 0x301, 0x440, 0x800, 0xfff, word_of(&regs::CMD, 0), word_of(&regs::SETIGN, 0)] {
        assert_eq!(bench.0.read(word), Answer::Word(0), "{word:03x}");
    }
    for word in [word_of(&regs::ID, 0), word_of(&regs::STATUS, 0), word_of(&regs::VLD, 0), word_of(&regs::COUNTS, 0)] {
        assert_eq!(bench.0.write(word, 1, 0), Effect::None);
    }
    assert_eq!(bench.0.write(word_of(&regs::RECFMT, 0), 5, 1), Effect::None);
    assert_eq!(bench.0.write(word_of(&regs::CMD, 0), Command::ClearCounters as u32, 1), Effect::None);
    assert_eq!(bench.0.write(word_of(&regs::CMD, 0), Command::Invalidate as u32 | 32 << 8, 0), Effect::None);
    assert_eq!(bench.0.write(word_of(&regs::CMD, 0), 10, 0), Effect::None);
    assert_eq!(bench.read(&regs::HOSTVIOL, 0), 10 + 9 + 4 + 4);
    // What goes through to the neighbours.
    assert_eq!(bench.0.write(word_of(&regs::SETIGN, 0), 77, 0), Effect::Ignore(77));
    assert_eq!(bench.0.write(word_of(&regs::IGN, 5), 6, 0), Effect::Ignored(5, 6));
    assert_eq!(
        (bench.command(Command::Flush), bench.command(Command::ClearCounters)),
        (Effect::Flush, Effect::ClearCounters)
    );
    assert_eq!(bench.read(&regs::HOSTVIOL, 0), 0);
}

#[test]
fn a_reset_leaves_the_arrays() {
    let mut bench = Bench::new(32, ".const C = 5\n.index I 3 7\n.start LOAD = L\nL: goto done");
    bench.command(Command::Stop);
    bench.write(&regs::DM, 3, 9);
    bench.write(&regs::KEY, 4, 9);
    bench.write(&regs::RECFMT, 0, 0x321);
    bench.0.write(word_of(&regs::CMD, 0), Command::Reset as u32, 3);
    assert_eq!(bench.read(&regs::RECFMT, 0), 0x321);
    assert_eq!(bench.command(Command::Reset), Effect::ClearCounters);
    let first =
        [(&regs::RECFMT, 0x41), (&regs::CTRL, 4), (&regs::XW, 16), (&regs::X, 0), (&regs::K, 0), (&regs::SPC, 0)];
    for (register, expected) in first {
        assert_eq!(bench.read(register, 0), expected, "{}", register.name);
    }
    assert_eq!((bench.read(&regs::DM, 3), bench.read(&regs::KEY, 4), bench.read(&regs::UC, 0)), (9, 9, 0x4280));
    assert_eq!(
        (bench.read(&regs::VLD, 0), bench.read(&regs::WDOG, 0), bench.read(&regs::LFSR16, 0)),
        (16, 255, 0xace1)
    );
}
