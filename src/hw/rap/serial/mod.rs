//! The serial engine (docs/reference/rap-serial.md).
mod adder;
mod counts;
mod cursor;
mod digits;
mod eps;
mod kernel;
mod ledger;
mod limit;
mod pump;
mod source;

use super::top::STALL_BITS;
use crate::hw::lib::{Reg, StateReg};
use crate::hw::tally::TALLY_BITS;
use crate::spec::rap::Stall;
use adder::Adder;
use counts::Counts;
use cursor::Cursor;
use digits::Digits;
use ledger::Ledger;
use limit::Limit;
use pump::DumpPump;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use source::Source;

/// Where the walker stands; docs/reference/rap-serial.md has the diagram. Yosys gives each state a flip-flop only if there are fewer than 32.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// After reset: registers.
    Init,
    /// After reset: free list.
    Link,
    /// After reset: the root, and wait for the first threshold.
    Root,
    /// Wait for an event or a command.
    Idle,
    /// Read a pointer of the walk.
    Issue,
    /// The pointer is here: follow it, or stop.
    Walk,
    /// n is full: the weight is lost.
    Refuse,
    /// The event is finished, as soon as nothing is being added.
    Finish,
    /// The command is finished.
    Done,
    /// Next part of own + w, or of two counts; compare the part before.
    Add,
    /// Compare the last part.
    Compare,
    /// Count, collapse or create.
    Decide,
    /// New node: read its link.
    Fetch,
    /// New node: clear its four slots and its count.
    Clear,
    /// Raise the threshold.
    Step,
    /// Wait for it.
    Raise,
    /// Go to the root for a traversal.
    Begin,
    /// Read the first slot of a node.
    Enter,
    /// A slot is here: descend, or next slot.
    Scan,
    /// All slots of a node seen: back to its parent, or read its count.
    Leave,
    /// All nodes seen.
    Top,
    /// Count of the leaf.
    Lift,
    /// Back to the parent.
    Up,
    /// Count of its parent: first part, and their sum.
    Pair,
    /// Absorb the leaf, or keep it.
    Absorb,
    /// A new minimum: shift it into the threshold.
    Lower,
    /// Next slot of the parent.
    Back,
    /// Dump: header words.
    Header,
    /// Dump: prefix of a node.
    Prefix,
    /// Dump: level and count of a node.
    Own,
    /// Dump: last word.
    Tail,
}

/// One walker over a tree in block RAM: rules R1 to R9 and R11 to R14, without the coalescer.
///
/// Parameters: `K` key bits, `C` count bits, `2^AW` nodes, `EPS` 1 to build EPS mode. The others are widths that
/// follow from them (checked when the type is built): count address `OA = AW + C / 16 - 1`, pointer word `PD = AW + 1`,
/// pointer address `PA = AW + 2`, `2^DB >= K / 2` digits, depth `LV = DB + 1`, `KA = 2^LV`.
///
/// Counts are added and compared 16 bits at a time, least significant first. The scratch memory holds the stack of the
/// walker (level by level) and, from address 128, the words of the dump's header, four parts each.
///
/// Streams: an event must stay until `ev_ready`, which comes with its last cycle; a command likewise until
/// `cmd_ready`, when it is finished (the dump's last word has left, the memories are clear). Events go first.
#[derive(LogicBlock, SmartDefault)]
pub struct Engine<
    const K: usize,
    const C: usize,
    const OA: usize,
    const AW: usize,
    const PD: usize,
    const PA: usize,
    const DB: usize,
    const LV: usize,
    const KA: usize,
    const EPS: usize,
> {
    #[default(const {
        assert!(OA == AW + C / 16 - 1 && PD == AW + 1 && PA == AW + 2 && AW <= 13, "derived widths of Engine");
        assert!(LV == DB + 1 && KA == 1 << LV && KA >= K && KA < 2 * K && EPS <= 1, "derived widths of Engine");
    })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An event is offered; it stays until `ev_ready`.
    pub ev_valid: Signal<In, Bit>,
    /// The event is finished: counted or lost.
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
    /// Why an event that is offered has to wait ([`Stall`]); commands are the top's affair.
    pub stat_stall: Signal<Out, Bits<STALL_BITS>>,
    /// The memories are being cleared after a reset.
    pub clearing: Signal<Out, Bit>,
    cursor: Cursor<AW, PD, PA>,
    counts: Counts<C, AW, OA>,
    limit: Limit<C, EPS>,
    ledger: Ledger<C, LV>,
    pump: DumpPump,
    adder: Adder<C>,
    #[default(Source::new(K as u64 / 2))]
    source: Source<C, PD, LV>,
    digits: Digits<K, DB, LV, KA>,
    state: StateReg<State>,
    free: Reg<Bits<AW>>,
    depth: Reg<Bits<LV>>,
    kept: Reg<Bit>,
    live: Reg<Bits<PD>>,
    part: Reg<Bits<2>>,
    any_lost: Reg<Bit>,
    next_digit: Reg<Bits<2>>,
    at_root: Reg<Bit>,
    settled: Reg<Bit>,
    refused: Reg<Bit>,
    in_scratch: Reg<Bit>,
    pumping: Reg<Bit>,
    unit: Reg<Bit>,
    wiping: Reg<Bit>,
    holding: Reg<Bit>,
    dumping: Reg<Bit>,
    dry: Reg<Bit>,
    merging: Reg<Bit>,
    round_up: Reg<Bit>,
    collapsing: Reg<Bit>,
    by_command: Reg<Bit>,
    parent_digit: Signal<Local, Bits<2>>,
    parent_kept: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    digit_after: Signal<Local, Bits<2>>,
    put: Signal<Local, Bit>,
    stop: Signal<Local, Bit>,
    wait: Signal<Local, Bit>,
    operand: Signal<Local, Bits<16>>,
    sweeping: Signal<Local, Bit>,
    own_part: Signal<Local, Bits<2>>,
    read_word: Signal<Local, Bit>,
    last_add: Signal<Local, Bit>,
    count: Signal<Local, Bit>,
    merge_taken: Signal<Local, Bit>,
    issue: Signal<Local, Bit>,
    home: Signal<Local, Bit>,
    command: Signal<Local, Bit>,
    ended: Signal<Local, Bit>,
    fruitless: Signal<Local, Bit>,
    near_unit: Signal<Local, Bit>,
    sending: Signal<Local, Bit>,
    last_slot: Signal<Local, Bit>,
    level_step: Signal<Local, Bits<LV>>,
    live_step: Signal<Local, Bits<PD>>,
    census: Signal<Local, Bits<PD>>,
    #[default(Constant::new(bits((1 << LV) - 1)))]
    minus_level: Constant<Bits<LV>>,
    #[default(Constant::new(bits((1 << PD) - 1)))]
    minus_live: Constant<Bits<PD>>,
    #[default(Constant::new(bits(K as u64 / 2 + 1)))]
    below_unit: Constant<Bits<LV>>,
    #[default(Constant::new(bits(K as u64 / 2 - 1)))]
    above_unit: Constant<Bits<DB>>,
    #[default(Constant::new(bits(K as u64 / 2 - 2)))]
    near_above_unit: Constant<Bits<DB>>,
    #[default(Constant::new(bits(AW as u64)))]
    aw: Constant<Bits<5>>,
    #[default(Constant::new(bits(C as u64 / 16 - 1)))]
    last_part: Constant<Bits<2>>,
    #[default(Constant::new(bits(C as u64)))]
    c: Constant<Bits<6>>,
    #[default(Constant::new(bits(C as u64 - 1)))]
    top_bit: Constant<Bits<6>>,
    #[default(Constant::new(bits(Stall::Walk as u64)))]
    walk_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Create as u64)))]
    create_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Collapse as u64)))]
    collapse_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Merge as u64)))]
    merge_code: Constant<Bits<STALL_BITS>>,
}
