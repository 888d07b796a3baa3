//! Layouts of the three tables (docs/reference/hps.md, H4). The structures say what a word means; the constants say
//! where in it that stands.
use super::super::regs::{Field, Home};

const fn field(name: &'static str, lsb: u32, width: u32, doc: &'static str) -> Field {
    Field { name, lsb, width, reset: 0, home: Home::Elsewhere, doc }
}

/// Fields of words 2 and 3 of a pattern; word 0 is the mask, word 1 the value.
pub mod pattern {
    use super::{Field, field};

    /// Word 2.
    pub const CLASSES: Field = field("classes", 0, 16, "class bits of which the instruction has one; 0 any");
    /// Word 2.
    pub const RANGES: Field = field("ranges", 16, 4, "ranges of addresses of which one holds the PC; 0 any");
    /// Word 2.
    pub const DIRECTION: Field = field("direction", 20, 2, "0 any, 1 backward, 2 forward");
    /// Word 2.
    pub const SIGN: Field = field("sign", 22, 2, "of the immediate: 0 any, 1 negative, 2 not negative");
    /// Word 2.
    pub const FILTERS: Field = field("filters", 24, 4, "codes of the map of checks that are accepted; 0 any");
    /// Word 2.
    pub const PRIVILEGE: Field = field("privilege", 28, 2, "least privilege");
    /// Word 2.
    pub const TAKEN: Field = field("taken", 30, 1, "the instruction was taken");
    /// Word 2.
    pub const VALID: Field = field("valid", 31, 1, "the entry is in use");
    /// Word 3.
    pub const REPLACEMENT: Field = field("replacement", 0, 11, "first word in the replacement table");
    /// Word 3.
    pub const NULL: Field = field("null", 11, 1, "there is no replacement");
    /// Word 3.
    pub const CONDITION: Field = field("condition", 12, 4, "entry of the table of conditions");
    /// Word 3: bits that are 0.
    pub const RESERVED: u32 = 0xffff_0000;
}

/// Fields of a condition.
pub mod condition {
    use super::{Field, field};

    /// Bit `r` holds for row `r`.
    pub const TABLE: Field = field("table", 0, 16, "truth table");
    /// Counter A.
    pub const A: Field = field("a", 16, 3, "first counter");
    /// Counter B.
    pub const B: Field = field("b", 19, 3, "second counter");
    /// Micro-operation.
    pub const OPERATION: Field = field("operation", 22, 2, "0 none, 1 increment, 2 decrement, 3 set");
    /// What it acts on.
    pub const COUNTER: Field = field("counter", 24, 3, "counter of the operation");
    /// What it sets.
    pub const SOURCE: Field = field("source", 27, 4, "register of a set; 15 random");
    /// Bits that are 0.
    pub const RESERVED: u32 = 1 << 31;
}

/// Fields of the high half of a replacement's word; the low half is the template.
pub mod replacement {
    use super::{Field, field};

    /// Bit 32.
    pub const LAST: Field = field("last", 0, 1, "the sequence ends");
    /// Bits 34:33.
    pub const KIND: Field = field("kind", 1, 2, "0 instruction, 1 T.INSN, 2 call of a handler, 3 NOP");
    /// Bits 36:35.
    pub const RD: Field = field("rd", 3, 2, "0 literal, 1 T.RD, 2 T.RS1, 3 T.RS2");
    /// Bits 38:37.
    pub const RS1: Field = field("rs1", 5, 2, "0 literal, 1 T.RD, 2 T.RS1, 3 T.RS2");
    /// Bits 40:39.
    pub const RS2: Field = field("rs2", 7, 2, "0 literal, 1 T.RD, 2 T.RS1, 3 T.RS2");
    /// Bits 43:41.
    pub const IMMEDIATE: Field =
        field("immediate", 9, 3, "0 literal, 1 T.IMM, then high and low part of T.PC, T.INSN and T.TARGET");
    /// Bits 46:44.
    pub const PRIVATE: Field = field("private", 12, 3, "bit 0 rd, bit 1 rs1, bit 2 rs2 is one of d0 to d7");
    /// Bit 47 is 0.
    pub const RESERVED: u32 = 1 << 15;
    /// Bits 55:48.
    pub const HANDLER: Field = field("handler", 16, 8, "number of the handler of a call");
    /// Bits 63:56.
    pub const LENGTH: Field = field("length", 24, 8, "length of the sequence in line, in its first word");
}

/// Which way a branch has to lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Any, and no branch.
    #[default]
    Any = 0,
    /// The target is known, and not above the instruction.
    Backward = 1,
    /// The target is known, and above the instruction.
    Forward = 2,
    /// Matches nothing.
    Illegal = 3,
}

/// Sign that the immediate has to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Sign {
    /// Any, and no immediate.
    #[default]
    Any = 0,
    /// Negative.
    Negative = 1,
    /// There is one, and it is not negative.
    NonNegative = 2,
    /// Matches nothing.
    Illegal = 3,
}

/// What happens to a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Operation {
    /// Nothing.
    #[default]
    None = 0,
    /// Plus 1; after the largest value comes 0, with the overflow flag.
    Increment = 1,
    /// Minus 1; before 0 comes the largest value, with the overflow flag.
    Decrement = 2,
    /// Loaded; the overflow flag is cleared.
    Set = 3,
}

/// What a word of a replacement is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// A template.
    #[default]
    Instruction = 0,
    /// The instruction that was matched.
    Original = 1,
    /// The call of a handler.
    Call = 2,
    /// An instruction that does nothing.
    Nop = 3,
}

/// Where a register's number comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Register {
    /// The template.
    #[default]
    Literal = 0,
    /// Bits 11:7 of the instruction that was matched.
    Rd = 1,
    /// Bits 19:15.
    Rs1 = 2,
    /// Bits 24:20.
    Rs2 = 3,
}

/// Where an immediate comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Immediate {
    /// The template.
    #[default]
    Literal = 0,
    /// Low 12 bits of the immediate of the instruction that was matched.
    Same = 1,
    /// High part of its address.
    PcHigh = 2,
    /// Low part of its address.
    PcLow = 3,
    /// High part of its 32-bit form.
    InsnHigh = 4,
    /// Low part of its 32-bit form.
    InsnLow = 5,
    /// High part of its target.
    TargetHigh = 6,
    /// Low part of its target.
    TargetLow = 7,
}

/// `codes! { Type [A, B, ..] }`: the values of a type in the order of their codes.
macro_rules! codes {
    ($($type:ident [$($value:ident),*])*) => {$(
        impl $type {
            /// Every value, in the order of the codes.
            pub const ALL: &[Self] = &[$(Self::$value),*];

            const fn of(field: &Field, word: u32) -> Self {
                Self::ALL[field.of(word) as usize]
            }
        }
    )*};
}

codes! {
    Direction [Any, Backward, Forward, Illegal]
    Sign [Any, Negative, NonNegative, Illegal]
    Operation [None, Increment, Decrement, Set]
    Kind [Instruction, Original, Call, Nop]
    Register [Literal, Rd, Rs1, Rs2]
    Immediate [Literal, Same, PcHigh, PcLow, InsnHigh, InsnLow, TargetHigh, TargetLow]
}

/// An entry of the pattern table: everything it asks for has to hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// Bits of the instruction that are compared.
    pub mask: u32,
    /// What they have to be; 0 elsewhere.
    pub value: u32,
    /// Class bits, one of which the instruction has; 0 any.
    pub classes: u16,
    /// Ranges of addresses, one of which holds the PC; 0 any.
    pub ranges: u8,
    /// Which way it leads.
    pub direction: Direction,
    /// Sign of its immediate.
    pub sign: Sign,
    /// Bit `c` accepts code `c` of the map of checks; 0 any.
    pub filters: u8,
    /// Least privilege.
    pub privilege: u8,
    /// It has to be taken.
    pub taken: bool,
    /// The entry is in use.
    pub valid: bool,
    /// First word in the replacement table.
    pub replacement: u16,
    /// There is no replacement: only the micro-operation happens.
    pub null: bool,
    /// Entry of the table of conditions.
    pub condition: u8,
}

impl Pattern {
    /// The four words of the entry.
    pub const fn words(&self) -> [u32; 4] {
        use self::pattern::*;
        let match_word = CLASSES.at(self.classes as u32)
            | RANGES.at(self.ranges as u32)
            | DIRECTION.at(self.direction as u32)
            | SIGN.at(self.sign as u32)
            | FILTERS.at(self.filters as u32)
            | PRIVILEGE.at(self.privilege as u32)
            | TAKEN.at(self.taken as u32)
            | VALID.at(self.valid as u32);
        let action =
            REPLACEMENT.at(self.replacement as u32) | NULL.at(self.null as u32) | CONDITION.at(self.condition as u32);
        [self.mask, self.value, match_word, action]
    }

    /// What the four words of an entry mean.
    pub const fn from_words(words: [u32; 4]) -> Self {
        use self::pattern::*;
        let [mask, value, asked, action] = words;
        Self {
            mask,
            value,
            classes: CLASSES.of(asked) as u16,
            ranges: RANGES.of(asked) as u8,
            direction: Direction::of(&DIRECTION, asked),
            sign: Sign::of(&SIGN, asked),
            filters: FILTERS.of(asked) as u8,
            privilege: PRIVILEGE.of(asked) as u8,
            taken: TAKEN.of(asked) == 1,
            valid: VALID.of(asked) == 1,
            replacement: REPLACEMENT.of(action) as u16,
            null: NULL.of(action) == 1,
            condition: CONDITION.of(action) as u8,
        }
    }
}

/// [`Condition::source`] of the random generator.
pub const RANDOM: u8 = 15;

/// An entry of the table of conditions: when, and what happens to which counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Bit `r` says whether the condition holds in row `r`: zero flag of A, 2 times overflow flag of A, 4 and 8 times
    /// those of B.
    pub table: u16,
    /// Counter A.
    pub a: u8,
    /// Counter B.
    pub b: u8,
    /// What happens.
    pub operation: Operation,
    /// To which counter.
    pub counter: u8,
    /// What a set loads: a register, or [`RANDOM`].
    pub source: u8,
}

impl Condition {
    /// The word of the entry.
    pub const fn word(&self) -> u32 {
        use self::condition::*;
        TABLE.at(self.table as u32)
            | A.at(self.a as u32)
            | B.at(self.b as u32)
            | OPERATION.at(self.operation as u32)
            | COUNTER.at(self.counter as u32)
            | SOURCE.at(self.source as u32)
    }

    /// What the word of an entry means.
    pub const fn from_word(word: u32) -> Self {
        use self::condition::*;
        Self {
            table: TABLE.of(word) as u16,
            a: A.of(word) as u8,
            b: B.of(word) as u8,
            operation: Operation::of(&OPERATION, word),
            counter: COUNTER.of(word) as u8,
            source: SOURCE.of(word) as u8,
        }
    }
}

/// A word of a replacement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Replacement {
    /// The instruction whose fields are filled in.
    pub template: u32,
    /// The sequence ends.
    pub last: bool,
    /// What it is.
    pub kind: Kind,
    /// Where `rd` comes from.
    pub rd: Register,
    /// Where `rs1` comes from.
    pub rs1: Register,
    /// Where `rs2` comes from.
    pub rs2: Register,
    /// Where the immediate comes from.
    pub immediate: Immediate,
    /// Bit 0 `rd`, bit 1 `rs1`, bit 2 `rs2`: one of d0 to d7, by its low three bits.
    pub private: u8,
    /// Number of the handler of a call.
    pub handler: u8,
    /// In the first word of a sequence: instructions of the sequence in line, T.INSN included.
    pub length: u8,
}

impl Replacement {
    /// The word of 64 bits, low half first.
    pub const fn words(&self) -> [u32; 2] {
        use self::replacement::*;
        let high = LAST.at(self.last as u32)
            | KIND.at(self.kind as u32)
            | RD.at(self.rd as u32)
            | RS1.at(self.rs1 as u32)
            | RS2.at(self.rs2 as u32)
            | IMMEDIATE.at(self.immediate as u32)
            | PRIVATE.at(self.private as u32)
            | HANDLER.at(self.handler as u32)
            | LENGTH.at(self.length as u32);
        [self.template, high]
    }

    /// What the two halves mean.
    pub const fn from_words(words: [u32; 2]) -> Self {
        use self::replacement::*;
        let [template, high] = words;
        Self {
            template,
            last: LAST.of(high) == 1,
            kind: Kind::of(&KIND, high),
            rd: Register::of(&RD, high),
            rs1: Register::of(&RS1, high),
            rs2: Register::of(&RS2, high),
            immediate: Immediate::of(&IMMEDIATE, high),
            private: PRIVATE.of(high) as u8,
            handler: HANDLER.of(high) as u8,
            length: LENGTH.of(high) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few thousand words.
    fn random() -> impl Iterator<Item = u32> {
        (1..4000_u32).map(|i| i.wrapping_mul(0x9e37_79b9) ^ i.wrapping_mul(0x85eb_ca6b).rotate_left(13))
    }

    #[test]
    fn every_word_without_reserved_bits_leads_back() {
        for word in random() {
            let four = [word, !word, word.rotate_left(7), word & !pattern::RESERVED];
            assert_eq!(Pattern::from_words(four).words(), four);
            let one = word & !condition::RESERVED;
            assert_eq!(Condition::from_word(one).word(), one);
            let two = [!word, word & !replacement::RESERVED];
            assert_eq!(Replacement::from_words(two).words(), two);
        }
    }

    #[test]
    fn words_are_those_of_the_rules() {
        let sampling = Condition { table: 0xaaaa, b: 1, ..Condition::default() };
        assert_eq!(sampling.word(), 0x0008_aaaa);
        let load = Condition { table: 0xa0a0, operation: Operation::Set, counter: 1, source: 1, ..sampling };
        assert_eq!(load.word(), 0x09c8_a0a0);
        let call = Replacement { kind: Kind::Call, handler: 1, length: 4, ..Replacement::default() };
        assert_eq!(call.words(), [0, 0x0401_0004]);
        let original = Replacement { kind: Kind::Original, last: true, ..Replacement::default() };
        assert_eq!(original.words(), [0, 3]);
    }
}
