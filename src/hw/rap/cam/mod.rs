//! The CAM engine, after Fig. 4 of the paper (docs/reference/rap-cam.md).
mod bank;
mod buffer;
mod counter;
mod editor;
mod kernel;
mod matcher;
mod totals;

use super::dump::DumpWriter;
use super::threshold::Threshold;
use super::top::STALL_BITS;
use crate::hw::lib::{FastRam, OutRegRam, Reg};
use crate::hw::tally::{TALLY_BITS, Tally};
use crate::spec::rap::{DUMP_HEADER_WORDS, Stall};
use buffer::Buffer;
use counter::Counter;
use matcher::Matcher;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use totals::Totals;

/// Who has the memories; docs/reference/rap-cam.md has the diagram.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// After reset: registers.
    Init,
    /// After reset: free list.
    Link,
    /// After reset: the root, and wait for the ternary memory and the first threshold.
    Root,
    /// The pipeline counts events, or waits for a command.
    Run,
    /// An event does not fit: create or collapse?
    Judge,
    /// Create: the event's key and the level of its node are on their way.
    Wait,
    /// Create: they are here.
    Fetch,
    /// Create: the key's digit at that level.
    Pick,
    /// Create: link the new node.
    Make,
    /// Create: read its link, clear its count.
    Take,
    /// Create: clear its four slots.
    Clear,
    /// Create: wait for the ternary memory.
    Settle,
    /// Wait for the threshold.
    Raise,
    /// Go to the root for a traversal.
    Begin,
    /// Read the first slot of a node.
    Enter,
    /// A slot is being read.
    Scan,
    /// A slot is here: descend, or next slot.
    Look,
    /// All slots of a node seen: back to its parent.
    Leave,
    /// Read the count of the parent behind that of the leaf.
    Child,
    /// Count of the leaf.
    Pair,
    /// Count of the parent.
    Parent,
    /// Add them.
    Add,
    /// Compare their sum.
    Compare,
    /// Absorb the leaf, or keep it?
    Absorb,
    /// The leaf goes.
    Store,
    /// Wait for the ternary memory.
    Remove,
    /// Node with children kept: next slot of its parent.
    Back,
    /// Dump: header words.
    Header,
    /// Dump: prefix of a node.
    Prefix,
    /// Dump: level and count of a node.
    Own,
    /// Dump: last word.
    Tail,
    /// Dump: wait until it has left.
    Finish,
    /// The command is finished.
    Done,
}

/// A ternary memory that finds the node of one event per cycle: rules R1 to R3, R5, R6, R8, R9 and R11 to R14.
///
/// Parameters: `K` key bits, a multiple of 8; `C` count bits; `2^AW` nodes, at most 256; `B` nodes in a bank of the ternary
/// memory. The others follow from them (checked when the type is built): `C1 = C + 1`, pointer word `PD = AW + 1`,
/// pointer address `PA = AW + 2`, stack word `SD = AW + 3`, depth `2^LV > K / 2`, twice a depth `LS = LV + 1`,
/// `2^BA = B`, `NB` banks, `M = K / 8` bytes, `H` pairs of them.
///
/// Streams: events are taken into the buffer of the engine and finished in order; `stat_event` tells when. A
/// command must stay until `cmd_ready`, when it is finished (the dump's last word has left, the memories are clear).
/// Events go first.
#[derive(LogicBlock, SmartDefault)]
pub struct Engine<
    const K: usize,
    const C: usize,
    const C1: usize,
    const AW: usize,
    const PD: usize,
    const PA: usize,
    const SD: usize,
    const LV: usize,
    const LS: usize,
    const B: usize,
    const BA: usize,
    const NB: usize,
    const M: usize,
    const H: usize,
> {
    #[default(const {
        assert!(C1 == C + 1 && PD == AW + 1 && PA == AW + 2 && SD == AW + 3 && LS == LV + 1, "derived widths of Engine");
        assert!(AW <= 8 && 1 << LV > K / 2 && NB << BA == 1 << AW, "derived widths of Engine");
    })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An event is offered; it stays until `ev_ready`.
    pub ev_valid: Signal<In, Bit>,
    /// The event is taken into the buffer.
    pub ev_ready: Signal<Out, Bit>,
    /// Key of the event.
    pub ev_key: Signal<In, Bits<K>>,
    /// Weight of the event, 1 or more.
    pub ev_weight: Signal<In, Bits<16>>,
    /// A command is offered; events go first.
    pub cmd_valid: Signal<In, Bit>,
    /// The command is finished.
    pub cmd_ready: Signal<Out, Bit>,
    /// 1 snapshot, 2 reset, 3 snapshot and reset.
    pub cmd_op: Signal<In, Bits<2>>,
    /// A word of the dump is offered.
    pub dump_valid: Signal<Out, Bit>,
    /// The word is taken.
    pub dump_ready: Signal<In, Bit>,
    /// The word.
    pub dump_data: Signal<Out, Bits<64>>,
    /// It is the last one of this dump.
    pub dump_last: Signal<Out, Bit>,
    /// First threshold, sampled at reset.
    pub cfg_t0: Signal<In, Bits<C>>,
    /// m of EPS mode, 0 for off, sampled at reset.
    pub cfg_eps_m: Signal<In, Bits<3>>,
    /// s of EPS mode, sampled at reset.
    pub cfg_eps_s: Signal<In, Bits<6>>,
    /// Weight counted.
    pub stat_n: Signal<Out, Bits<C>>,
    /// Threshold; has a meaning while `stat_collapsing` is low.
    pub stat_t: Signal<Out, Bits<C>>,
    /// Weight lost.
    pub stat_lost: Signal<Out, Bits<C>>,
    /// Nodes in use.
    pub stat_live: Signal<Out, Bits<PD>>,
    /// Nodes created.
    pub stat_creates: Signal<Out, Bits<TALLY_BITS>>,
    /// Collapses.
    pub stat_collapses: Signal<Out, Bits<TALLY_BITS>>,
    /// Some weight was lost.
    pub stat_lost_flag: Signal<Out, Bit>,
    /// n has reached half its range.
    pub stat_near_full: Signal<Out, Bit>,
    /// An event is finished in this cycle.
    pub stat_event: Signal<Out, Bit>,
    /// An event is being processed.
    pub stat_active: Signal<Out, Bit>,
    /// A collapse is under way.
    pub stat_collapsing: Signal<Out, Bit>,
    /// The memories are being cleared after a reset.
    pub clearing: Signal<Out, Bit>,
    /// Why `ev_ready` is low in this cycle (`spec::rap::Stall`), 0 when it is not.
    pub stat_stall: Signal<Out, Bits<STALL_BITS>>,
    buffer: Buffer<K>,
    matcher: Matcher<K, AW, LV, B, BA, NB, M, H>,
    counter: Counter<C, C1, AW>,
    totals: Totals<C, C1>,
    threshold: Threshold<C>,
    creates: Tally,
    collapses: Tally,
    #[default(DumpWriter::new(K as u64 / 2))]
    writer: DumpWriter<LV>,
    levels: OutRegRam<LV, AW>,
    ptr: OutRegRam<PD, PA>,
    stack: FastRam<SD, LV>,
    state: Reg<State>,
    running: Reg<Bit>,
    ready: Reg<Bit>,
    word: Reg<Bits<64>>,
    taking: Reg<Bit>,
    flight: Reg<Bits<16>>,
    failed: Reg<Bit>,
    passed: Reg<Bit>,
    counted: Reg<Bit>,
    unit12: Reg<Bit>,
    unit13: Reg<Bit>,
    unit14: Reg<Bit>,
    path: Reg<Bits<K>>,
    node: Reg<Bits<AW>>,
    free: Reg<Bits<AW>>,
    digit: Reg<Bits<2>>,
    depth: Reg<Bits<LV>>,
    kept: Reg<Bit>,
    live: Reg<Bits<PD>>,
    wiping: Reg<Bit>,
    dumping: Reg<Bit>,
    dry: Reg<Bit>,
    round_up: Reg<Bit>,
    collapsing: Reg<Bit>,
    by_command: Reg<Bit>,
    goes: Signal<Local, State>,
    last: Signal<Local, Bit>,
    fits: Signal<Local, Bit>,
    present: Signal<Local, Bit>,
    child: Signal<Local, Bits<AW>>,
    parent: Signal<Local, Bits<AW>>,
    parent_digit: Signal<Local, Bits<2>>,
    parent_kept: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    slot: Signal<Local, Bits<LV>>,
    shift: Signal<Local, Bits<LS>>,
    here: Signal<Local, Bits<K>>,
    digits: Signal<Local, Bits<K>>,
    key_digit: Signal<Local, Bits<2>>,
    read_digit: Signal<Local, Bits<2>>,
    next_digit: Signal<Local, Bits<2>>,
    link: Signal<Local, Bit>,
    wipe: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    next_slot: Signal<Local, Bit>,
    level_step: Signal<Local, Bits<LV>>,
    level: Signal<Local, Bits<LV>>,
    live_step: Signal<Local, Bits<PD>>,
    census: Signal<Local, Bits<PD>>,
    stat_t_now: Signal<Local, Bits<C>>,
    #[default(Constant::new(bits(K as u64 / 2 - 1)))]
    last_slot: Constant<Bits<LV>>,
    #[default(Constant::new(bits(K as u64 / 2)))]
    units: Constant<Bits<LV>>,
    #[default(Constant::new(bits(3)))]
    lowest: Constant<Bits<K>>,
    #[default(Constant::new(bits((1 << LV) - 1)))]
    minus_level: Constant<Bits<LV>>,
    #[default(Constant::new(bits((1 << PD) - 1)))]
    minus_live: Constant<Bits<PD>>,
    #[default(Constant::new(bits(DUMP_HEADER_WORDS as u64)))]
    header_words: Constant<Bits<LV>>,
    #[default(Constant::new(bits(AW as u64)))]
    aw: Constant<Bits<5>>,
    #[default(Constant::new(bits(AW as u64 + 2)))]
    kept_bit: Constant<Bits<5>>,
    #[default(Constant::new(bits(C as u64 - 1)))]
    top_bit: Constant<Bits<6>>,
    #[default(Constant::new(bits(Stall::Clear as u64)))]
    clear_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Command as u64)))]
    command_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Create as u64)))]
    create_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Collapse as u64)))]
    collapse_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Queue as u64)))]
    queue_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Refill as u64)))]
    refill_code: Constant<Bits<STALL_BITS>>,
}
