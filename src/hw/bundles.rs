//! Ports that travel together. A port of a unit is called `<name of the bundle in the unit>_<port>`, `rec_valid` say.
use crate::hw::tally::TALLY_BITS;
use crate::spec::classify::OPCLASS_BITS;
use rust_hdl::prelude::*;

/// What a core retires, as RVFI has it, with registers of `X` and masks of `M` bits: taken in a cycle with `valid` and
/// `ready`.
#[treetap_hdl::bundle]
pub struct Retirement<const X: usize, const M: usize> {
    /// The core retires an instruction.
    pub valid: Bit,
    /// The core may retire: what follows has room.
    #[back]
    pub ready: Bit,
    /// The instruction; a compressed one is in the low half.
    pub insn: Bits<32>,
    /// The instruction did not execute.
    pub trap: Bit,
    /// The instruction is the first one of a handler.
    pub intr: Bit,
    /// Privilege of the instruction.
    pub mode: Bits<2>,
    /// Address of the instruction.
    pub pc_rdata: Bits<X>,
    /// Where the core thinks that it goes on.
    pub pc_wdata: Bits<X>,
    /// First operand.
    pub rs1_rdata: Bits<X>,
    /// Result, 0 for `x0`.
    pub rd_wdata: Bits<X>,
    /// Address of an access.
    pub mem_addr: Bits<X>,
    /// Bytes read.
    pub mem_rmask: Bits<M>,
    /// Bytes written.
    pub mem_wmask: Bits<M>,
    /// Data read.
    pub mem_rdata: Bits<X>,
    /// Data written.
    pub mem_wdata: Bits<X>,
}

/// What comes beside a retirement.
#[treetap_hdl::bundle]
pub struct Beside {
    /// Events that came with it.
    pub evt: Bits<8>,
    /// Cycles of the access.
    pub lat: Bits<16>,
    /// Cycles since the retirement before.
    pub cycles: Bits<16>,
}

/// A retired instruction of a core with registers of `X` bits: at most one per cycle, never waiting.
#[treetap_hdl::bundle]
pub struct Record<const X: usize> {
    /// A record in this cycle.
    pub valid: Bit,
    /// The instruction did not execute.
    pub trap: Bit,
    /// Privilege of the instruction.
    pub mode: Bits<2>,
    /// Class of the instruction.
    pub class: Bits<OPCLASS_BITS>,
    /// The instruction was a compressed one.
    pub rvc: Bit,
    /// The next instruction is not the one that follows in memory.
    pub taken: Bit,
    /// The instruction begins a block.
    pub start: Bit,
    /// The instruction in its 32-bit form.
    pub insn: Bits<32>,
    /// Address of the instruction.
    pub pc: Bits<X>,
    /// Address of the next instruction.
    pub npc: Bits<X>,
    /// What was loaded or stored, or the result.
    pub val: Bits<X>,
    /// Byte address of the access, 0 without one.
    pub addr: Bits<X>,
    /// Events of the retirement; bit 0: the access missed the data cache, bit 1: the branch was mispredicted.
    pub evt: Bits<8>,
    /// Latency of the access in cycles.
    pub lat: Bits<16>,
    /// Cycles since the retirement before.
    pub cycles: Bits<16>,
    /// Retire ordinal.
    pub ord: Bits<32>,
}

/// A key of `K` bits and how much it counts.
#[treetap_hdl::bundle]
pub struct Event<const K: usize> {
    /// An event is offered.
    pub valid: Bit,
    /// The event is taken.
    #[back]
    pub ready: Bit,
    /// Key of the event.
    pub key: Bits<K>,
    /// Weight of the event.
    pub weight: Bits<16>,
}

/// A command with a code of `O` bits. `valid` and `op` are held until `ready`.
#[treetap_hdl::bundle]
pub struct Command<const O: usize> {
    /// A command is offered.
    pub valid: Bit,
    /// The command is finished.
    #[back]
    pub ready: Bit,
    /// What to do: 1 snapshot, 2 reset, 3 both; others in `spec::regs::Op`.
    pub op: Bits<O>,
}

/// A profile, word by word.
#[treetap_hdl::bundle]
pub struct Dump {
    /// A word is offered.
    pub valid: Bit,
    /// The word is taken.
    #[back]
    pub ready: Bit,
    /// The word.
    pub data: Bits<64>,
    /// The word is the last one of this dump.
    pub last: Bit,
}

/// A register bus with byte offsets of `A` bits. A request is held until `ready`; the answer stays until the next
/// request.
#[treetap_hdl::bundle]
pub struct Bus<const A: usize> {
    /// A request.
    pub valid: Bit,
    /// The request is a write.
    pub we: Bit,
    /// Byte offset; bits 1 and 0 have no meaning.
    pub addr: Bits<A>,
    /// The word to write.
    pub wdata: Bits<32>,
    /// Which bytes of the word are written; a write of a part of a word is refused.
    pub wstrb: Bits<4>,
    /// The answer.
    #[back]
    pub ready: Bit,
    /// The word read; 0 for a read that was refused, and for writes.
    #[back]
    pub rdata: Bits<32>,
    /// The access was refused.
    #[back]
    pub err: Bit,
}

/// What a range adaptive profiler samples at reset, with counts of `C` bits.
#[treetap_hdl::bundle]
pub struct Settings<const C: usize> {
    /// First threshold.
    pub t0: Bits<C>,
    /// m of EPS mode, 0 for off.
    pub eps_m: Bits<3>,
    /// s of EPS mode.
    pub eps_s: Bits<6>,
}

/// State of a range adaptive profiler with counts of `C` and numbers of nodes of `P` bits.
#[treetap_hdl::bundle]
pub struct Statistics<const C: usize, const P: usize> {
    /// Weight counted.
    pub n: Bits<C>,
    /// Threshold.
    pub t: Bits<C>,
    /// Weight lost.
    pub lost: Bits<C>,
    /// Nodes in use.
    pub live: Bits<P>,
    /// Nodes created.
    pub creates: Bits<TALLY_BITS>,
    /// Weight counted above the threshold, as no node was free.
    pub over: Bits<C>,
    /// Events of weight 0, ignored.
    pub zero_weight: Bits<TALLY_BITS>,
    /// Some weight was lost.
    pub lost_flag: Bit,
    /// n has reached half its range.
    pub near_full: Bit,
    /// An event is finished in this cycle.
    pub event: Bit,
    /// An event is being processed.
    pub active: Bit,
}

/// An event of the programmable events (`hps`).
#[treetap_hdl::bundle]
pub struct HpsEvent {
    /// An event is offered.
    pub valid: Bit,
    /// The event is taken.
    #[back]
    pub ready: Bit,
    /// Number of the handler.
    pub handler: Bits<8>,
    /// Address of the instruction.
    pub pc: Bits<32>,
    /// The instruction in its 32-bit form.
    pub insn: Bits<32>,
    /// Where the instruction leads, 0 if that is not known.
    pub target: Bits<32>,
    /// The target is known.
    pub has_target: Bit,
    /// Address of the access.
    pub address: Bits<32>,
    /// The branch was taken.
    pub taken: Bit,
    /// Instructions since the change of control before, this one included.
    pub instructions: Bits<16>,
    /// Number of bursts that had begun.
    pub burst: Bits<16>,
    /// Number of the pattern.
    pub number: Bits<6>,
}
