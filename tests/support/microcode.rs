//! Random microcode with its machine and its samples, and what of the machine it reached.
use treetap::model::coproc::{Coproc, End, Step};
use treetap::spec::classify::Opclass;
use treetap::spec::coproc::regs::{self, built};
use treetap::spec::coproc::word::{
    ALWAYS, BT_DONE, BT_FAR, BT_INTERRUPT, Condition, INVERT, Index, Memory, PLACES, SA, SB, Word,
};
use treetap::spec::coproc::{Base, Config, Error, INDICES, Part, WORDS};
use treetap::spec::regs::Register;
use treetap::spec::sample_buffer::Sample;
use treetap::trace::shapes::Random;

/// A machine that is set up, and what it is fed.
pub struct Machine {
    /// What a host writes after a reset: number of the word, value.
    pub writes: Vec<(u32, u32)>,
    /// The samples.
    pub samples: Vec<Sample>,
}

/// The number of a word of a register.
pub fn word_of(register: &Register, at: usize) -> u32 {
    u32::from(register.offset / 4) + at as u32
}

fn below(random: &mut Random, n: u64) -> u64 {
    (random.next() >> 11) % n
}

fn one_in(random: &mut Random, n: u64) -> bool {
    below(random, n) == 0
}

/// Values that lie at bounds more often than chance has it.
fn value(random: &mut Random) -> u64 {
    match below(random, 8) {
        0 => 0,
        1 => u64::MAX,
        2 => u64::MAX - 1,
        3 => 1 << below(random, 64),
        4 | 5 => below(random, 8),
        _ => random.next(),
    }
}

/// A word, nearly always a legal one.
fn word(random: &mut Random, wild: bool) -> Word {
    let mut bits = 0;
    for place in PLACES {
        bits |= place.at(below(random, u64::from(place.legal) + 1) as u8);
    }
    let mut word = Word::from_bits(bits);
    if one_in(random, 4) {
        (word.aop, word.vd) = (0, 0);
    }
    word.vd = if word.aop == 0 { 0 } else { word.vd };
    // Index registers that move, memories that count.
    word.mop = if one_in(random, 3) { below(random, 7) as u8 } else { word.mop };
    word.bc = match below(random, 8) {
        0..3 => 0,
        3 => ALWAYS,
        _ => below(random, 10) as u8 | if one_in(random, 2) { INVERT } else { 0 },
    };
    word.bt = match below(random, 16) {
        0..6 => BT_DONE,
        6 => BT_INTERRUPT,
        7 | 8 => BT_FAR + below(random, 4) as u8,
        9 => below(random, 16) as u8,
        _ => 1 + below(random, 7) as u8,
    };
    if wild && one_in(random, 8) {
        match below(random, 8) {
            0 => word.rsv = 1 + below(random, 3) as u8,
            1 => word.vd = 5 + below(random, 3) as u8,
            2 => word.sa = SA.legal + 1 + below(random, 2) as u8,
            3 => word.sb = SB.legal + 1 + below(random, 19) as u8,
            4 => word.mop = Memory::Read as u8 + 1 + below(random, 5) as u8,
            5 => word.bc = (10 + below(random, 6) as u8) | if one_in(random, 2) { INVERT } else { 0 },
            6 => word.bt = BT_INTERRUPT + 1 + below(random, 10) as u8,
            _ => (word.aop, word.vd) = (0, 1 + below(random, 4) as u8),
        }
    }
    word
}

/// A base register: lanes that a build does not have are rare.
fn base(random: &mut Random, config: &Config) -> u32 {
    let rare = one_in(random, 24);
    let lanes = if config.value_bits == 64 { 0..15 } else { 1..15 };
    let lane =
        if rare { [0, 15][below(random, 2) as usize] } else { lanes.start + below(random, lanes.end - lanes.start) };
    (random.next() & 0xff) as u32 | (below(random, 16) as u32) << Base::SIZE_LSB | (lane as u32) << Base::LANE_LSB
}

/// A machine with random registers, a random program, and `count` random samples.
pub fn machine(config: &Config, random: &mut Random, count: usize) -> Machine {
    let mut writes = vec![];
    let mut push = |register: &Register, at: usize, value: u64| writes.push((word_of(register, at), value as u32));
    let wild = one_in(random, 3);
    // Short programs run off their end, long ones into the watchdog.
    let length = if one_in(random, 3) { 1 + below(random, 12) as usize } else { WORDS };
    let first = if one_in(random, 8) { WORDS - length } else { 0 };
    for at in 0..WORDS {
        let inside = (first..first + length).contains(&at);
        let bits = if inside { word(random, wild).bits() } else { 0 };
        push(&regs::UC, 2 * at, bits);
        push(&regs::UC, 2 * at + 1, bits >> 32);
    }
    for at in 0..8 {
        let width = if one_in(random, 2) { below(random, 17) } else { below(random, 6) };
        push(&regs::XW, at, width);
        push(&regs::X, at, value(random));
        push(&regs::B, at, base(random, config).into());
        push(&regs::K, at, value(random));
        push(&regs::V, at, value(random));
    }
    for at in 0..4 {
        push(&regs::T, at, first as u64 + below(random, length as u64));
    }
    for at in 0..Opclass::COUNT {
        push(&regs::SPC, at, first as u64 + below(random, length as u64));
    }
    push(&regs::MD_LO, 0, value(random));
    push(&regs::MD_HI, 0, value(random));
    push(&regs::MI, 0, value(random));
    push(&regs::FLAGS, 0, random.next());
    push(&regs::LFSR16, 0, random.next() & 0xffff);
    let watchdog = if one_in(random, 4) { 255 } else { 1 + below(random, 60) };
    push(&regs::WDOG, 0, watchdog);
    let lanes: u64 = (0..4).fold(0, |format, lane| format | below(random, 12) << (4 * lane));
    push(&regs::RECFMT, 0, if one_in(random, 2) { lanes } else { 0x3641 });
    let built = built(config);
    for at in 0..usize::from(built.get(&regs::DM).words) {
        if one_in(random, 4) {
            push(&regs::DM, at, value(random));
        }
    }
    let entries = config.entries as usize;
    for _ in 0..below(random, 20) {
        push(&regs::KEY, below(random, entries as u64) as usize, below(random, 8));
    }
    let samples = (0..count).map(|_| sample(random)).collect();
    Machine { writes, samples }
}

/// A record with keys and values that come again.
fn sample(random: &mut Random) -> Sample {
    let lane = |random: &mut Random| match below(random, 4) {
        0 => random.next() as u32,
        1 => value(random) as u32,
        _ => below(random, 8) as u32,
    };
    let lanes = [0; 4].map(|_| lane(random));
    let class = below(random, Opclass::COUNT as u64) as u16;
    let side = (random.next() as u16 & 0xff60) | class;
    Sample { lanes, side }
}

/// Kinds of things that happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// Field so and so of a word that was executed has this value.
    Place,
    /// Condition, inverted or not, and whether the branch was taken.
    Condition,
    /// Where a branch that was taken led.
    Branch,
    /// A flag after a word.
    Flag,
    /// Operation and lane.
    Lane,
    /// Operation and `msat` after it.
    Counter,
    /// Operation and `isat` after it.
    Index,
    /// Whether a match hit.
    Match,
    /// An error.
    Error,
    /// What of a word was illegal.
    Illegal,
    /// Class of a sample.
    Class,
    /// A sample was done, or the host asked for.
    End,
}

/// What makes a word illegal: fields, then a value register without an operation.
const ILLEGAL: [&str; 8] = ["rsv", "vd", "sa", "sb", "mop", "bc", "bt", "aop=0 vd"];

type Thing = (Kind, u8, u8);

/// How often each thing happened.
pub struct Coverage {
    counts: Vec<u64>,
    wide: bool,
}

/// Where a thing is counted: both numbers are below 32.
const fn place((kind, a, b): Thing) -> usize {
    (kind as usize * 32 + a as usize) * 32 + b as usize
}

/// Fields whose values are counted one by one.
fn counted_places() -> impl Iterator<Item = (u8, &'static treetap::spec::coproc::word::Place)> {
    (0..).zip(PLACES).filter(|(_, place)| !["bc", "bt"].contains(&place.name))
}

impl Coverage {
    /// Nothing yet, on a build with values of so many bits.
    pub fn new(config: &Config) -> Self {
        Self { counts: vec![0; place((Kind::End, 31, 31)) + 1], wide: config.value_bits == 64 }
    }

    /// Everything that has to happen.
    fn expected(&self) -> Vec<Thing> {
        let mut things = vec![];
        for (at, place) in counted_places() {
            things.extend((0..=place.legal).map(|value| (Kind::Place, at, value)));
        }
        for condition in 0..=Condition::Taken as u8 {
            let both =
                |taken: u8| [(Kind::Condition, 2 * condition, taken), (Kind::Condition, 2 * condition + 1, taken)];
            // Never is never, and always when inverted.
            let [never, always] = [(Kind::Condition, 0, 0), (Kind::Condition, 1, 1)];
            if condition == 0 { things.extend([never, always]) } else { things.extend([both(0), both(1)].concat()) }
        }
        // A word that leads to itself ends in the watchdog, too.
        things.extend((0..=BT_INTERRUPT).map(|bt| (Kind::Branch, bt, 0)));
        things.extend((0..8).flat_map(|flag| [(Kind::Flag, flag, 0), (Kind::Flag, flag, 1)]));
        for lane in u8::from(!self.wide)..Part::NAMES.len() as u8 {
            things.extend((Memory::Ld as u8..=Memory::Xchg as u8).map(|op| (Kind::Lane, op, lane)));
        }
        let ops = [Memory::Inc, Memory::Dec, Memory::Add].map(|op| op as u8);
        things.extend(ops.iter().flat_map(|op| [(Kind::Counter, *op, 0), (Kind::Counter, *op, 1)]));
        let steps = Index::Inc as u8..=Index::Decs as u8;
        things.extend(steps.flat_map(|op| [(Kind::Index, op, 0), (Kind::Index, op, 1)]));
        things.extend([(Kind::Match, 0, 0), (Kind::Match, 0, 1), (Kind::End, 0, 0), (Kind::End, 1, 0)]);
        things.extend(Error::ALL.map(|error| (Kind::Error, error as u8, 0)));
        things.extend((0..ILLEGAL.len() as u8).map(|kind| (Kind::Illegal, kind, 0)));
        things.extend(Opclass::ALL.map(|class| (Kind::Class, class.code(), 0)));
        things
    }

    fn add(&mut self, kind: Kind, a: u8, b: u8) {
        self.counts[place((kind, a, b))] += 1;
    }

    /// A word was executed.
    pub fn step(&mut self, step: &Step, bases: &[u32; INDICES]) {
        let word = step.word;
        for (at, place) in counted_places() {
            self.add(Kind::Place, at, place.of(word.bits()));
        }
        let inverted = u8::from(word.bc & INVERT != 0);
        self.add(Kind::Condition, 2 * (word.bc & !INVERT) + inverted, step.taken.into());
        if step.taken {
            self.add(Kind::Branch, word.bt, 0);
        }
        for flag in 0..8 {
            self.add(Kind::Flag, flag, step.flags.bits() >> flag & 1);
        }
        if step.lane_bits != 0 {
            let lane = Base(bases[usize::from(word.mb)] as u16).lane_code();
            self.add(Kind::Lane, word.mop, lane);
        }
        match word.memory() {
            Some(Memory::Inc | Memory::Dec | Memory::Add) => self.add(Kind::Counter, word.mop, step.flags.msat.into()),
            Some(Memory::Match) => self.add(Kind::Match, 0, step.flags.hit.into()),
            _ => {}
        }
        self.add(Kind::Index, word.iop, step.flags.isat.into());
    }

    /// A sample ended; `word` is the one that raised an error.
    pub fn end(&mut self, end: End, sample: &Sample, word: Word) {
        self.add(Kind::Class, (sample.side & 31) as u8, 0);
        match end {
            End::Done => self.add(Kind::End, 0, 0),
            End::Interrupt => self.add(Kind::End, 1, 0),
            End::Error(error) => self.add(Kind::Error, error as u8, 0),
        }
        if end == End::Error(Error::Illegal) {
            let bits = word.bits();
            let beyond = |place: &&treetap::spec::coproc::word::Place| place.of(bits) > place.legal;
            let flag = (word.bc & !INVERT > Condition::Taken as u8).then_some("bc");
            let kind = PLACES.iter().find(beyond).map(|place| place.name).or(flag).unwrap_or(ILLEGAL[7]);
            let kind = ILLEGAL.iter().position(|known| *known == kind).unwrap();
            assert!(kind < 7 || word.aop == 0 && word.vd != 0, "{bits:012x} is legal");
            self.add(Kind::Illegal, kind as u8, 0);
        }
    }

    /// Everything that has to happen and did not.
    pub fn missing(&self) -> Vec<String> {
        let missing = self.expected().into_iter().filter(|thing| self.counts[place(*thing)] == 0);
        missing.map(|thing| format!("{thing:?}")).collect()
    }

    /// How many things have to happen.
    pub fn things(&self) -> usize {
        self.expected().len()
    }
}

/// The base registers as the host wrote them.
pub fn bases(model: &mut Coproc) -> [u32; INDICES] {
    std::array::from_fn(|at| match model.read(word_of(&regs::B, at)) {
        treetap::model::coproc::Answer::Word(word) => word,
        other => panic!("{other:?}"),
    })
}
