//! The steps that the machine goes through for a word, a sample, a request of the host: what a step does, and how
//! steps become ROMs.
//!
//! What is in a step happens in the same cycle. A half word that is looked up in one step is there in the next, where
//! it can be taken as an operand; the step after that one computes with it.
//!
//! Where a step goes on is decided a cycle before the rest of it happens, while the step before happens. A jump takes
//! what was tested, and a table the code that was chosen, two steps before it or earlier. Each step says which one
//! comes next, so that its number goes through one gate from the ROM back to it: what was tested chooses one of two
//! steps that stand side by side, a code is put into the number of a table.
mod count;
mod host;
#[cfg(test)]
mod order;
mod parts;
mod place;
mod sum;
#[cfg(test)]
mod turns;
mod word;

pub(super) use parts::{PARTS, SLICE, lies, parts};
use std::collections::BTreeMap;

/// Bits of the number of a step, where values have 64 bits.
pub(super) const NUMBER: usize = 10;
/// Bits of the words of three ROMs: what is moved in a step, what is done in it, how it goes on, with what is left of
/// both.
pub(super) const MOVES: usize = 32;
pub(super) const DEEDS: usize = 32;
pub(super) const TURNS: usize = MORE + 2 + NUMBER;
/// Bits of what is left of both. So the words fill blocks of 8 and of 16 bits.
pub(super) const MORE: usize = 4;

/// Some bits of a step, counted through the ROMs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Bits {
    lsb: usize,
    bits: usize,
}

/// `fields! { NAME bits; .. }`: the fields of a step, from the lowest on.
macro_rules! fields {
    ($($name:ident $lsb:expr, $bits:literal;)*) => {
        $(const $name: Bits = Bits { lsb: $lsb, bits: $bits };)*

        /// Lowest bits of the fields in the words of their ROMs.
        pub(super) mod at {
            $(pub(in super::super) const $name: usize = super::$name.lsb % super::MOVES;)*
            /// One of a pair comes next, by what was tested.
            pub(in super::super) const FORKS: usize = super::MORE;
            /// An entry of a table comes next.
            pub(in super::super) const ENTERS: usize = FORKS + 1;
            /// The step that comes next, the first one of the pair, or the first place of the table.
            pub(in super::super) const ONWARD: usize = ENTERS + 1;
        }
    };
}

fields! {
    LEFT 0, 7;
    RIGHT 7, 7;
    WRITE 14, 8;
    TAKE_A 22, 5;
    TAKE_B 27, 4;
    KEY 31, 1;
    SECOND 32, 1;
    COLUMN 33, 2;
    CARRY 35, 2;
    BEGIN 37, 1;
    MAKE 38, 4;
    FLAG 42, 5;
    MEMORY 47, 3;
    ACT 50, 5;
    CODE 55, 4;
    TEST 59, 5;
    HALF 64, 2;
    SHIFT 66, 2;
}

const _: () = assert!(HALF.lsb == MOVES + DEEDS && MOVES == DEEDS && SHIFT.lsb + SHIFT.bits == HALF.lsb + MORE);

/// `codes! { "doc" Name { "doc" Variant, "doc" Other = 4, .. } }`: the values of a field; 0 says nothing.
macro_rules! codes {
    ($($about:literal $type:ident { $($doc:literal $variant:ident $(= $value:literal)?),* $(,)? })*) => {$(
        #[doc = $about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum $type {
            $(#[doc = $doc] $variant $(= $value)?,)*
        }
    )*};
}

codes! {
    "What operand A takes, or what is found beside it, for which A stays." TakeA {
        "What was looked up on the left." File = 1,
        "Operand A of the word: what was looked up, or a lane of the sample." Operand,
        "A lane of the sample." Lane,
        "A part of an entry, a byte with zeros above it." Part,
        "A part of an entry, a byte with ones above it." PartOnes,
        "The low half of what the host writes, as far as the register has bits." DataLow,
        "The high half of it." DataHigh,
        "The entry that a match found; without one what was looked up." Found,
        "A base register for the entry that the host means." HostBase,
        "What the ALU makes." Made,
        "A field of few bits of the instruction in key and A, or of the sideband." Few = 16,
        "The low half of the immediate of that instruction." ImmediateLow,
        "The high half of it." ImmediateHigh,
        "Its sign." ImmediateSign,
        "The low half of a key." KeyLow,
        "The high half of a key." KeyHigh,
        "The low half of what the host reads: STATUS, FLAGS, a half of a microword, what neighbours answer." ToldLow,
        "The high half of it." ToldHigh,
        "What follows A in the random generator." Random,
        "What the half word that is counted is after a reset." Reset,
    }
    "What operand B takes." TakeB {
        "It stays." Hold,
        "What was looked up on the right." File,
        "That, inverted." NotFile,
        "Operand B of the word." Operand,
        "That, inverted." NotOperand,
        "0." Zero,
        "All ones." Ones,
        "All ones if a bound was passed, else 0." Clip,
        "That, inverted." NotClip,
    }
    "What the ALU makes of A and B." Make {
        "The sum." Sum,
        "A." Move = 4,
        "A and not B." And,
        "A or not B." Or,
        "A xor not B." Xor,
        "A shifted to the right by a bit." Shift,
        "What was found beside A in the step before." Found,
        "0." Zero,
    }
    "The carry into the sum of the step after this one." Carry {
        "0." Zero,
        "1." One,
        "That of this step." Kept,
        "1 if the instruction has four bytes." Long,
    }
    "The bit that is shifted in." Shift {
        "0." Zero,
        "The one that was shifted out in the step before." Kept,
        "The highest bit of A." Sign,
        "Whether the entry is valid." Valid,
    }
    "What becomes of flags." Flag {
        "eq and ltu." Compare = 1,
        "zr and neg." Result,
        "eq, ltu, zr, neg." CompareResult,
        "eq, ltu, zr." CompareZero,
        "neg." Neg,
        "zr; neg is 0." ResultPositive,
        "zr, neg; asat is the largest value." SaturatedUp,
        "zr, neg; asat is zr." SaturatedDown,
        "eq and ltu; A < B passes the bound." CompareClip,
        "A carry passes the bound." ClipUp,
        "None passes the bound." ClipDown,
        "A carry passes the bound, if it was not passed before." ClipMore,
        "msat: the largest value, or the bound was passed." CountedUp,
        "msat: 0, or the bound was passed." CountedDown,
        "isat: 0." IndexZero,
        "isat: all ones." IndexOnes,
        "isat: the bound was passed." IndexClip,
        "hit: the match found an entry." HitFound,
        "hit: the entry is valid." HitValid,
        "None is owed any more." Paid,
    }
    "What is written into memories beside the file." Memory {
        "A half of an entry." Part = 1,
        "The key of the entry, which is valid: the low half in key, the high half in A." Key,
        "The entry is not valid." Invalid,
        "Nor is it, and the list of its number is empty." Clear,
        "Bits 15 to 0 of a microword." Word0,
        "Bits 31 to 16 of it." Word1,
        "Bits 47 to 32 of it." Word2,
    }
    "What else is done." Act {
        "The entry and the part of it, of a base in A and an index in B." Entry = 1,
        "The key is looked for, from the entry on." Search,
        "The word is done: the next one, which is at hand unless the branch leads elsewhere." Next,
        "The word that was fetched is at hand." Load,
        "The word that A says." Place,
        "The sample is begun; A is the watchdog." Launch,
        "The sample is done." Done,
        "The sample is done, and the host is asked for." Interrupt,
        "An error." Fail,
        "The machine stops." Stop,
        "The host is answered." Answer,
        "A register takes what the host writes." Store,
        "A command." Command,
        "The entry after this one; a clearing ends with the last." EntryNext,
        "A is what is counted from." CountFrom,
        "One more is counted." Count,
    }
    "By what a table is entered." Code {
        "As before." Hold,
        "What comes after a word: what has to be done before the next one, or as with the code after this one." Next,
        "Of the word that was fetched: kind of a field that has to be computed, or operation of the ALU." Fetched,
        "Operation of the ALU." Alu,
        "Operation on the memories; an error." Memory,
        "Operation on the index." Index,
        "Whether the generator moves, and whether a value is written." Tail,
        "Size of a part." Size,
        "What the host wants." Host,
        "Its command." Command,
        "Where the machine goes on after the host." Place,
    }
    "What the step after the next one may ask." Test {
        "As before." Hold,
        "Never." Never,
        "The machine is to stop." Stopping,
        "A sample is here." Sample,
        "Valid bits are being cleared." SweepValid,
        "The data memory is being cleared." SweepMemory,
        "The clearing has ended, or the host asks." SweepStops,
        "The associative array rests." Searched,
        "All was counted." CountAll,
        "Sixteen were counted." CountSixteen,
        "The last result was 0." MadeZero,
        "A width is none." WidthWrong,
        "The flag hit." Hit,
        "Records wait, and what the host asks for may not be then." Refused,
    }
    "Where it goes on, if it is not the step after it." Jump {
        "There if what was tested holds." If,
        "There if it does not." IfNot,
        "There." Always,
        "In the table there." Table,
    }
    "What the host wants." Host {
        "What it may not." Refused,
        "A register of the file." ReadFile,
        "STATUS or FLAGS." ReadStatus,
        "Half a microword." ReadLow,
        "The other half." ReadHigh,
        "A key." ReadKey,
        "Valid bits." ReadValid,
        "Half an entry." ReadEntry,
        "A word of a neighbour." ReadOther,
        "To write a register of the file." Write,
        "To write an index." WriteIndex,
        "To write a width." WriteWidth,
        "To write the generator." WriteRandom,
        "To write a key." WriteKey,
        "To write half an entry." WriteEntry,
        "To write half a microword." WriteLow,
        "To write the other half." WriteHigh,
        "A command." Command,
        "Nothing: a carry is owed." Owed,
        "Nothing, while nothing runs." NobodyRests,
        "Nothing, between samples." NobodyWaits,
        "Nothing, before a word at a far target." NobodyFar,
    }
    "What comes before the next word, from 16 on in the table of words; a branch to a far target is 0 to 3." Before {
        "The sample ends." Done = 4,
        "The sample ends, and the host is asked for." Interrupt,
        "The word has to be fetched." Fetch,
        "The host, or a carry that is owed." Host,
    }
    "Kinds of fields that have to be computed." Kind {
        "It is none." Direct,
        "Few bits." Few,
        "An immediate." Immediate,
        "The target of a branch." Target,
        "The address after the instruction." Fall,
        "An address." Address,
    }
}

impl Carry {
    /// The carry into a half of a sum: into the lowest one this.
    const fn after(half: usize, lowest: Self) -> Self {
        if half == 0 { lowest } else { Self::Kept }
    }
}

/// Entries of the table of words: operations of the ALU, what comes before a word, kinds of fields.
pub(super) const OPENINGS: usize = 32;
/// Where in it begins what comes before a word.
pub(super) const BEFORE: usize = 16;
/// Where in it begin the kinds of fields.
pub(super) const KINDS: usize = 24;
/// Entry of the table of operations on the memories for words that may not be executed.
pub(super) const TROUBLE: usize = 15;

/// Half words of the file that have names, as the fields LEFT, RIGHT and WRITE say them ([`place`]).
pub(super) mod file {
    /// HOSTVIOL.
    pub(in super::super) const VIOLATIONS: u8 = 0x05;
    /// WDOG.
    pub(in super::super) const WATCHDOG: u8 = 0x06;
    /// LFSR16.
    pub(in super::super) const RANDOM: u8 = 0x07;
    /// MI.
    pub(in super::super) const MATCHED: u8 = 0x1e;
    /// 0.
    pub(in super::super) const ZERO: u8 = 0x03;
    /// 1.
    pub(in super::super) const ONE: u8 = 0x23;
    /// 16.
    pub(in super::super) const SIXTEEN: u8 = 0x04;
    /// The bits that the high half of `pc[32:1]` can have.
    pub(in super::super) const TAG: u8 = 0x24;
    /// A half of WORDS.
    pub(in super::super) const fn words(half: usize) -> u8 {
        of_four(0x08, half)
    }
    /// A half of R.
    pub(in super::super) const fn result(half: usize) -> u8 {
        of_four(0x0a, half)
    }
    /// A half of a field that is computed.
    pub(in super::super) const fn field(half: usize) -> u8 {
        of_four(0x0c, half)
    }
    /// A half of what is computed for the memories, or for the host.
    pub(in super::super) const fn scratch(half: usize) -> u8 {
        of_four(0x0e, half)
    }
    /// A half of MD.
    pub(in super::super) const fn read(half: usize) -> u8 {
        of_four(0x1c, half)
    }
    /// A half of the low half of a microword that a host writes.
    pub(in super::super) const fn low(half: usize) -> u8 {
        0x25 + half as u8
    }
    /// The kind of a place that a word or the host decides.
    pub(in super::super) const fn mode(name: u8) -> u64 {
        (name >> 2 & 15) as u64
    }
    /// A half of a value at this word.
    const fn of_four(word: u8, half: usize) -> u8 {
        word + (half as u8 >> 1) + 0x20 * (half as u8 & 1)
    }

    /// Operand A on the left, operand B on the right; the value that is written.
    pub(in super::super) const fn operand(half: usize) -> u8 {
        0x40 + half as u8
    }
    /// The base.
    pub(in super::super) const BASE: u8 = 0x44;
    /// The index that is read; the one that is written.
    pub(in super::super) const INDEX: u8 = 0x48;
    /// The largest value of the index that is written.
    pub(in super::super) const LARGEST: u8 = 0x4c;
    /// The far target.
    pub(in super::super) const FAR: u8 = 0x50;
    /// The first word of the sample's class.
    pub(in super::super) const START: u8 = 0x54;
    /// The register that the host means.
    pub(in super::super) const HOST: u8 = 0x58;
    /// The largest value of the index that the host means.
    pub(in super::super) const HOST_LARGEST: u8 = 0x5c;
    /// The high half of the register that the host means.
    pub(in super::super) const HOST_HIGH: u8 = 0x60;
    /// The index that the host means.
    pub(in super::super) const HOST_INDEX: u8 = 0x64;
    /// The one that is counted.
    pub(in super::super) const COUNTED: u8 = 0x68;
}

/// Number of a half word in the file of 256.
pub(super) const fn place(name: u8) -> u64 {
    let (low, word, high) = (name as u64 & 15, name as u64 >> 4 & 1, name as u64 >> 5 & 1);
    high << 7 | word << 6 | word << 5 | low
}

/// The step itself, as the target of a jump.
const AGAIN: &str = "again";

/// What is done in a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Step {
    fields: BTreeMap<Bits, u64>,
    jump: Option<(Jump, String)>,
}

impl Step {
    fn set(&mut self, field: Bits, value: u64) -> &mut Self {
        assert!(value >> field.bits == 0, "{field:?} {value}");
        let before = self.fields.insert(field, value);
        assert!(before.is_none_or(|before| before == value), "{field:?} is {before:?} and {value}: {self:?}");
        self
    }
    fn left(&mut self, place: u8) -> &mut Self {
        self.set(LEFT, place.into())
    }
    fn right(&mut self, place: u8) -> &mut Self {
        self.set(RIGHT, place.into())
    }
    fn a(&mut self, take: TakeA) -> &mut Self {
        self.set(TAKE_A, take as u64)
    }
    fn b(&mut self, take: TakeB) -> &mut Self {
        self.set(TAKE_B, take as u64)
    }
    /// Half of a lane or operand that is taken.
    fn half(&mut self, half: usize) -> &mut Self {
        self.set(HALF, half as u64)
    }
    /// The key takes A.
    fn key(&mut self) -> &mut Self {
        self.set(KEY, 1)
    }
    /// The lane is the one that the field goes on with.
    fn second(&mut self, second: bool) -> &mut Self {
        self.set(SECOND, second.into())
    }
    fn column(&mut self, column: usize) -> &mut Self {
        self.set(COLUMN, column as u64)
    }
    fn make(&mut self, make: Make) -> &mut Self {
        self.set(MAKE, make as u64)
    }
    fn write(&mut self, place: u8) -> &mut Self {
        self.set(WRITE, 0x80 | u64::from(place))
    }
    /// The carry into the sum of the step after this one.
    fn carry(&mut self, carry: Carry) -> &mut Self {
        self.set(CARRY, carry as u64)
    }
    /// A is shifted.
    fn shift(&mut self, shift: Shift) -> &mut Self {
        self.make(Make::Shift).set(SHIFT, shift as u64)
    }
    /// It is the first half of a value.
    fn begin(&mut self) -> &mut Self {
        self.set(BEGIN, 1)
    }
    fn flag(&mut self, flag: Flag) -> &mut Self {
        self.set(FLAG, flag as u64)
    }
    fn memory(&mut self, memory: Memory) -> &mut Self {
        self.set(MEMORY, memory as u64)
    }
    fn act(&mut self, act: Act) -> &mut Self {
        self.set(ACT, act as u64)
    }
    fn code(&mut self, code: Code) -> &mut Self {
        self.set(CODE, code as u64)
    }
    fn test(&mut self, test: Test) -> &mut Self {
        self.set(TEST, test as u64)
    }
    fn jump(&mut self, jump: Jump, target: impl Into<String>) -> &mut Self {
        self.jump = Some((jump, target.into()));
        self
    }
    fn goto(&mut self, target: impl Into<String>) -> &mut Self {
        self.jump(Jump::Always, target)
    }
    fn table(&mut self, target: impl Into<String>) -> &mut Self {
        self.jump(Jump::Table, target)
    }
}

/// Steps one after the other; they end with one that goes elsewhere.
#[derive(Clone, Debug, Default)]
struct Steps(Vec<Step>);

impl Steps {
    /// The step of this number.
    fn at(&mut self, number: usize) -> &mut Step {
        if self.0.len() <= number {
            self.0.resize_with(number + 1, Step::default);
        }
        &mut self.0[number]
    }
    /// In this step a half of both operands is looked up.
    fn operand(&mut self, number: usize, half: usize) {
        self.at(number).left(file::operand(half)).right(file::operand(half)).second(half >= 2);
    }
    /// In this step a sum is made, with this carry, which the step before says.
    fn sum(&mut self, number: usize, carry: Carry) -> &mut Step {
        self.at(number - 1).carry(carry);
        self.at(number).make(Make::Sum)
    }
    /// This step comes again until the associative array rests. Two steps before it nothing is tested.
    fn waits(&mut self, number: usize) {
        self.at(number - 2).test(Test::Never);
        self.at(number).test(Test::Searched).jump(Jump::IfNot, AGAIN);
    }
    /// How many there are.
    fn count(&self) -> usize {
        self.0.len()
    }
}

/// All steps of a build, not yet in their places.
#[derive(Debug, Default)]
struct Plan {
    /// A change of the associative array takes its time.
    chain: bool,
    /// A key is there a cycle later.
    deep: bool,
    chunks: Vec<(String, Steps)>,
    /// Name, entries: a table of so many, each with its steps.
    tables: Vec<(String, Vec<Steps>)>,
    /// Names of steps within others.
    labels: Vec<(String, String, usize)>,
}

impl Plan {
    fn chunk(&mut self, name: impl Into<String>, fill: impl FnOnce(&mut Steps)) {
        let mut steps = Steps::default();
        fill(&mut steps);
        self.chunks.push((name.into(), steps));
    }
    fn table(&mut self, name: impl Into<String>, entries: usize, fill: impl Fn(usize, &mut Steps)) {
        let made = (0..entries).map(|code| {
            let mut steps = Steps::default();
            fill(code, &mut steps);
            steps
        });
        self.tables.push((name.into(), made.collect()));
    }
    /// The step `number` of a chunk has a name of its own.
    fn label(&mut self, name: impl Into<String>, chunk: impl Into<String>, number: usize) {
        self.labels.push((name.into(), chunk.into(), number));
    }
}

/// The words of the ROMs.
pub(super) struct Roms {
    /// What is moved.
    pub(super) moves: Vec<u64>,
    /// What is done.
    pub(super) deeds: Vec<u64>,
    /// How it goes on.
    pub(super) turns: Vec<u64>,
}

/// The ROMs for values of so many bits, and for an associative array of chains or another one.
pub(super) fn roms(value_bits: usize, chain: bool) -> Roms {
    planned(value_bits, chain, false).placed(1 << (NUMBER - usize::from(value_bits == 32)))
}

/// The steps for them.
fn planned(value_bits: usize, chain: bool, deep: bool) -> Plan {
    let halves = value_bits / 16;
    let mut plan = Plan { chain, deep, ..Plan::default() };
    word::plan(&mut plan, halves);
    sum::plan(&mut plan);
    count::plan(&mut plan, halves);
    host::plan(&mut plan);
    plan
}
