//! Ports that travel together between the parts of the engine. A part takes those that it needs.
use crate::spec::hps::RANGES;
use rust_hdl::prelude::*;

/// What is known of an instruction from its bits and its address.
#[treetap_hdl::bundle]
pub struct Fact {
    /// Class bits 0 to 13.
    pub own: Bits<14>,
    /// The instruction is a call.
    pub call: Bit,
    /// The instruction changes the flow of control.
    pub control: Bit,
    /// The instruction is a branch or a jump, and leads backward.
    pub loops: Bit,
    /// The instruction is a branch or a jump that is known to be not taken.
    pub straight: Bit,
    /// Where the instruction leads, 0 if that is not known.
    pub target: Bits<32>,
    /// The target is known.
    pub has_target: Bit,
    /// The target is at or before the instruction.
    pub backward: Bit,
    /// The instruction did not go on to the one after it in memory.
    pub taken: Bit,
    /// There is an immediate, and it is negative.
    pub negative: Bit,
    /// There is an immediate, and it is not negative.
    pub positive: Bit,
    /// Which ranges of addresses the instruction lies in.
    pub ranges: Bits<RANGES>,
}

/// An instruction that leaves the first stage.
#[treetap_hdl::bundle]
pub struct Now {
    /// There is an instruction.
    pub valid: Bit,
    /// The instruction goes on.
    #[back]
    pub ready: Bit,
    /// Patterns count for it.
    pub en: Bit,
    /// The instruction will not execute, or did not.
    pub trap: Bit,
    /// Address.
    pub pc: Bits<32>,
    /// The instruction in its 32-bit form.
    pub insn: Bits<32>,
    /// The instruction is a call.
    pub call: Bit,
    /// The instruction changes the flow of control.
    pub control: Bit,
    /// Where the instruction leads, 0 if that is not known.
    pub target: Bits<32>,
    /// The target is known.
    pub has_target: Bit,
    /// The instruction did not go on to the one after it in memory.
    pub taken: Bit,
}

/// What is known of an instruction from those before it.
#[treetap_hdl::bundle]
pub struct Past {
    /// The instruction before is the first of a procedure that was called.
    pub entry: Bit,
    /// Instructions since the change of control before, this one included.
    pub instructions: Bits<16>,
    /// Bursts that had begun.
    pub burst: Bits<16>,
}

/// The first pattern that matches and has a replacement.
#[treetap_hdl::bundle]
pub struct Win {
    /// The instruction is replaced.
    pub there: Bit,
    /// Number of the pattern; all ones for none.
    pub number: Bits<6>,
    /// First word of the replacement.
    pub word: Bits<11>,
}

/// What happens to an instruction, for the statistics.
#[treetap_hdl::bundle]
pub struct Step {
    /// The instruction is one of the program's, outside a handler, and executes.
    pub insn: Bit,
    /// The instruction is held against the patterns: what they ask of the counters happens.
    pub edit: Bit,
    /// The instruction is replaced.
    pub replaced: Bit,
    /// A word of a replacement goes to the core, or an event enters the queue.
    pub word: Bit,
    /// Cycles that the replacement adds, or would have added in line.
    pub cycles: Bits<9>,
    /// An event was dropped.
    pub dropped: Bit,
}

/// What the patterns ask of the counters: `K` is twice the number of counters, `S` four times.
#[treetap_hdl::bundle]
pub struct Op<const K: usize, const S: usize> {
    /// Micro-operation of each counter, counter 0 lowest.
    pub code: Bits<K>,
    /// What a set loads into each.
    pub source: Bits<S>,
}

/// Flags of `N` counters.
#[treetap_hdl::bundle]
pub struct Flag<const N: usize> {
    /// Which counters are zero.
    pub zero: Bits<N>,
    /// Which counters have overflowed.
    pub over: Bits<N>,
}

/// What a host writes in this cycle.
#[treetap_hdl::bundle]
pub struct Write {
    /// A word of the pattern table, four for each pattern.
    pub pattern: Bit,
    /// A condition.
    pub condition: Bit,
    /// Half a word of the replacement table.
    pub word: Bit,
    /// A bound of a range.
    pub range: Bit,
    /// A counter.
    pub counter: Bit,
    /// A word that a set can load.
    pub source: Bit,
    /// The state of the random generator.
    pub seed: Bit,
    /// What of a random number is used.
    pub mask: Bit,
    /// The word of the memory of what was written.
    pub kept: Bit,
    /// Number of the word in its table or array.
    pub index: Bits<12>,
    /// The word.
    pub data: Bits<32>,
}

/// What a host reads of the parts.
#[treetap_hdl::bundle]
pub struct Read {
    /// Number of the counter.
    pub index: Bits<3>,
    /// The counter.
    #[back]
    pub counter: Bits<32>,
    /// State of the random generator.
    #[back]
    pub seed: Bits<32>,
    /// A word of the memory of what was written, until it is there.
    pub kept: Bit,
}

/// The word of the memory of what was written and of statistics that a host is about; numbers have `A` bits.
#[treetap_hdl::bundle]
pub struct Kept<const A: usize> {
    /// Number of the word.
    pub word: Bits<A>,
    /// The word is one that the host has written.
    pub own: Bit,
    /// The memory is being cleared.
    #[back]
    pub clearing: Bit,
    /// A word can be written.
    #[back]
    pub open: Bit,
    /// The word is there.
    #[back]
    pub there: Bit,
    /// The word.
    #[back]
    pub data: Bits<32>,
}

/// What a host wants of the engine `serial`: a word of a memory with places of `M` bits, or one of its registers. `N`
/// is the number of counters.
#[treetap_hdl::bundle]
pub struct Work<const M: usize, const N: usize> {
    /// The host waits.
    pub valid: Bit,
    /// Place in the memory.
    pub place: Bits<M>,
    /// The word is read from the memory.
    pub reads: Bit,
    /// The word is written to the memory.
    pub writes: Bit,
    /// The word goes into the CRC-32.
    pub sums: Bit,
    /// The word says what a pattern asks for: it goes through all rows.
    pub asks: Bit,
    /// Number of the pattern.
    pub pattern: Bits<5>,
    /// The pattern comes into question for the row of the cycle before.
    pub fits: Bit,
    /// Which counter is written.
    pub counter: Bits<N>,
    /// What is written, or read of a register that the memory does not have.
    pub word: Bits<32>,
    /// Statistics become 0.
    pub clears: Bit,
    /// Every counter becomes 1.
    pub resets: Bit,
    /// The host is answered.
    #[back]
    pub ready: Bit,
    /// A bit goes into the CRC-32.
    #[back]
    pub shift: Bit,
    /// The bit.
    #[back]
    pub bit: Bit,
    /// Number of a row.
    #[back]
    pub row: Bits<8>,
    /// The answer.
    #[back]
    pub value: Bits<32>,
}
