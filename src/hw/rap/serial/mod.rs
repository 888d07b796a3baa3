//! The serial engine (docs/rap-serial.md).
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
use source::Source;

/// Where the walker stands; docs/rap-serial.md has the diagram. Yosys gives each state a flip-flop only if there are fewer than 32.
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
#[derive(LogicBlock)]
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
    minus_level: Constant<Bits<LV>>,
    minus_live: Constant<Bits<PD>>,
    below_unit: Constant<Bits<LV>>,
    above_unit: Constant<Bits<DB>>,
    near_above_unit: Constant<Bits<DB>>,
    aw: Constant<Bits<5>>,
    last_part: Constant<Bits<2>>,
    c: Constant<Bits<6>>,
    top_bit: Constant<Bits<6>>,
    walk_code: Constant<Bits<STALL_BITS>>,
    create_code: Constant<Bits<STALL_BITS>>,
    collapse_code: Constant<Bits<STALL_BITS>>,
    merge_code: Constant<Bits<STALL_BITS>>,
}

impl<
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
> Default for Engine<K, C, OA, AW, PD, PA, DB, LV, KA, EPS>
{
    fn default() -> Self {
        const {
            assert!(OA == AW + C / 16 - 1 && PD == AW + 1 && PA == AW + 2 && AW <= 13, "derived widths of Engine");
            assert!(LV == DB + 1 && KA == 1 << LV && KA >= K && KA < 2 * K && EPS <= 1, "derived widths of Engine");
        };
        Self {
            clock: Default::default(),
            reset: Default::default(),
            ev_valid: Default::default(),
            ev_ready: Default::default(),
            ev_key: Default::default(),
            ev_weight: Default::default(),
            cmd_valid: Default::default(),
            cmd_ready: Default::default(),
            cmd_op: Default::default(),
            dump_valid: Default::default(),
            dump_ready: Default::default(),
            dump_data: Default::default(),
            dump_last: Default::default(),
            cfg_t0: Default::default(),
            cfg_eps_m: Default::default(),
            cfg_eps_s: Default::default(),
            stat_n: Default::default(),
            stat_t: Default::default(),
            stat_lost: Default::default(),
            stat_live: Default::default(),
            stat_creates: Default::default(),
            stat_collapses: Default::default(),
            stat_lost_flag: Default::default(),
            stat_near_full: Default::default(),
            stat_event: Default::default(),
            stat_active: Default::default(),
            stat_collapsing: Default::default(),
            stat_stall: Default::default(),
            clearing: Default::default(),
            cursor: Default::default(),
            counts: Default::default(),
            limit: Default::default(),
            ledger: Default::default(),
            pump: Default::default(),
            adder: Default::default(),
            source: Source::new(K as u64 / 2),
            digits: Default::default(),
            state: Default::default(),
            free: Default::default(),
            depth: Default::default(),
            kept: Default::default(),
            live: Default::default(),
            part: Default::default(),
            any_lost: Default::default(),
            next_digit: Default::default(),
            at_root: Default::default(),
            settled: Default::default(),
            refused: Default::default(),
            in_scratch: Default::default(),
            pumping: Default::default(),
            unit: Default::default(),
            wiping: Default::default(),
            holding: Default::default(),
            dumping: Default::default(),
            dry: Default::default(),
            merging: Default::default(),
            round_up: Default::default(),
            collapsing: Default::default(),
            by_command: Default::default(),
            parent_digit: Default::default(),
            parent_kept: Default::default(),
            full: Default::default(),
            digit_after: Default::default(),
            put: Default::default(),
            stop: Default::default(),
            wait: Default::default(),
            operand: Default::default(),
            sweeping: Default::default(),
            own_part: Default::default(),
            read_word: Default::default(),
            last_add: Default::default(),
            count: Default::default(),
            merge_taken: Default::default(),
            issue: Default::default(),
            home: Default::default(),
            command: Default::default(),
            ended: Default::default(),
            fruitless: Default::default(),
            near_unit: Default::default(),
            sending: Default::default(),
            last_slot: Default::default(),
            level_step: Default::default(),
            live_step: Default::default(),
            census: Default::default(),
            minus_level: Constant::new(bits((1 << LV) - 1)),
            minus_live: Constant::new(bits((1 << PD) - 1)),
            below_unit: Constant::new(bits(K as u64 / 2 + 1)),
            above_unit: Constant::new(bits(K as u64 / 2 - 1)),
            near_above_unit: Constant::new(bits(K as u64 / 2 - 2)),
            aw: Constant::new(bits(AW as u64)),
            last_part: Constant::new(bits(C as u64 / 16 - 1)),
            c: Constant::new(bits(C as u64)),
            top_bit: Constant::new(bits(C as u64 - 1)),
            walk_code: Constant::new(bits(Stall::Walk as u64)),
            create_code: Constant::new(bits(Stall::Create as u64)),
            collapse_code: Constant::new(bits(Stall::Collapse as u64)),
            merge_code: Constant::new(bits(Stall::Merge as u64)),
        }
    }
}
