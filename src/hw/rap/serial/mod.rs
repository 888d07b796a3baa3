//! The serial engine (docs/rap-serial.md).
mod eps;
mod kernel;
mod totals;

use super::dump::DumpWriter;
use super::threshold::Threshold;
use super::top::STALL_BITS;
use crate::hw::lib::{FastRam, Reg};
use crate::hw::tally::{TALLY_BITS, Tally};
use crate::spec::rap::{DUMP_HEADER_WORDS, Stall};
use eps::Eps;
use rust_hdl::prelude::*;
use totals::Totals;

/// Where the walker stands; docs/rap-serial.md has the diagram.
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
    /// own + w is here: compare.
    Check,
    /// Count, collapse or create.
    Decide,
    /// New node: read its link, clear its count.
    Fetch,
    /// New node: clear its four slots.
    Clear,
    /// Wait for the threshold.
    Raise,
    /// Go to the root for a traversal.
    Begin,
    /// Read the first slot of a node.
    Enter,
    /// A slot is here: descend, or next slot.
    Scan,
    /// All slots of a node seen: back to its parent.
    Leave,
    /// Count of the leaf.
    Child,
    /// Count of its parent.
    Pair,
    /// Compare their sum.
    Compare,
    /// Absorb the leaf, or keep it.
    Absorb,
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
}

/// One walker over a tree in block RAM: rules R1 to R9 and R11 to R14, without the coalescer.
///
/// Parameters: `K` key bits, `C` count bits, `2^AW` nodes, `EPS` 1 to build EPS mode. The others are widths that
/// follow from them (checked when the type is built): `C1 = C + 1`, pointer word `PD = AW + 1`, pointer address
/// `PA = AW + 2`, stack word `SD = AW + 3`, `2^DB >= K / 2` digits, depth `LV = DB + 1`, `KA = 2^LV`.
///
/// Streams: an event must stay until `ev_ready`, which comes with its last cycle; a command likewise until
/// `cmd_ready`, when it is finished (the dump's last word has left, the memories are clear). Events go first.
#[derive(LogicBlock)]
pub struct Engine<
    const K: usize,
    const C: usize,
    const C1: usize,
    const AW: usize,
    const PD: usize,
    const PA: usize,
    const SD: usize,
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
    ptr: FastRam<PD, PA>,
    own: FastRam<C, AW>,
    stack: FastRam<SD, LV>,
    threshold: Threshold<C>,
    totals: Totals<C, C1>,
    creates: Tally,
    collapses: Tally,
    writer: DumpWriter<LV>,
    eps: Vec<Eps<C>>,
    state: Reg<State>,
    node: Reg<Bits<AW>>,
    free: Reg<Bits<AW>>,
    digit: Reg<Bits<2>>,
    depth: Reg<Bits<LV>>,
    kept: Reg<Bit>,
    live: Reg<Bits<PD>>,
    sum: Reg<Bits<C>>,
    addend: Reg<Bits<C>>,
    over: Reg<Bit>,
    unit: Reg<Bit>,
    added: Reg<Bit>,
    wiping: Reg<Bit>,
    holding: Reg<Bit>,
    dumping: Reg<Bit>,
    dry: Reg<Bit>,
    merging: Reg<Bit>,
    round_up: Reg<Bit>,
    collapsing: Reg<Bit>,
    by_command: Reg<Bit>,
    present: Signal<Local, Bit>,
    child: Signal<Local, Bits<AW>>,
    parent: Signal<Local, Bits<AW>>,
    parent_digit: Signal<Local, Bits<2>>,
    parent_kept: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    aligned: Signal<Local, Bits<KA>>,
    place: Signal<Local, Bits<DB>>,
    high_place: Signal<Local, Bits<LV>>,
    low_place: Signal<Local, Bits<LV>>,
    high: Signal<Local, Bit>,
    low: Signal<Local, Bit>,
    key_digit: Signal<Local, Bits<2>>,
    digit_after: Signal<Local, Bits<2>>,
    difference: Signal<Local, Bits<C1>>,
    base: Signal<Local, Bits<AW>>,
    read_digit: Signal<Local, Bits<2>>,
    link: Signal<Local, Bit>,
    wipe: Signal<Local, Bit>,
    count: Signal<Local, Bit>,
    merge_taken: Signal<Local, Bit>,
    merge_due: Signal<Local, Bit>,
    eps_busy: Signal<Local, Bit>,
    next_slot: Signal<Local, Bit>,
    issue: Signal<Local, Bit>,
    level_step: Signal<Local, Bits<LV>>,
    level: Signal<Local, Bits<LV>>,
    live_step: Signal<Local, Bits<PD>>,
    census: Signal<Local, Bits<PD>>,
    stat_t_now: Signal<Local, Bits<C>>,
    spare_bits: Constant<Bits<7>>,
    minus_level: Constant<Bits<LV>>,
    minus_live: Constant<Bits<PD>>,
    below_unit: Constant<Bits<LV>>,
    above_unit: Constant<Bits<LV>>,
    header_words: Constant<Bits<LV>>,
    aw: Constant<Bits<5>>,
    kept_bit: Constant<Bits<5>>,
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
    const C1: usize,
    const AW: usize,
    const PD: usize,
    const PA: usize,
    const SD: usize,
    const DB: usize,
    const LV: usize,
    const KA: usize,
    const EPS: usize,
> Default for Engine<K, C, C1, AW, PD, PA, SD, DB, LV, KA, EPS>
{
    fn default() -> Self {
        const {
            assert!(C1 == C + 1 && PD == AW + 1 && PA == AW + 2 && SD == AW + 3, "derived widths of Engine");
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
            ptr: Default::default(),
            own: Default::default(),
            stack: Default::default(),
            threshold: Default::default(),
            totals: Default::default(),
            creates: Default::default(),
            collapses: Default::default(),
            writer: DumpWriter::new(K as u64 / 2),
            eps: (0..EPS).map(|_| Eps::default()).collect(),
            state: Default::default(),
            node: Default::default(),
            free: Default::default(),
            digit: Default::default(),
            depth: Default::default(),
            kept: Default::default(),
            live: Default::default(),
            sum: Default::default(),
            addend: Default::default(),
            over: Default::default(),
            unit: Default::default(),
            added: Default::default(),
            wiping: Default::default(),
            holding: Default::default(),
            dumping: Default::default(),
            dry: Default::default(),
            merging: Default::default(),
            round_up: Default::default(),
            collapsing: Default::default(),
            by_command: Default::default(),
            present: Default::default(),
            child: Default::default(),
            parent: Default::default(),
            parent_digit: Default::default(),
            parent_kept: Default::default(),
            full: Default::default(),
            aligned: Default::default(),
            place: Default::default(),
            high_place: Default::default(),
            low_place: Default::default(),
            high: Default::default(),
            low: Default::default(),
            key_digit: Default::default(),
            digit_after: Default::default(),
            difference: Default::default(),
            base: Default::default(),
            read_digit: Default::default(),
            link: Default::default(),
            wipe: Default::default(),
            count: Default::default(),
            merge_taken: Default::default(),
            merge_due: Default::default(),
            eps_busy: Default::default(),
            next_slot: Default::default(),
            issue: Default::default(),
            level_step: Default::default(),
            level: Default::default(),
            live_step: Default::default(),
            census: Default::default(),
            stat_t_now: Default::default(),
            spare_bits: Constant::new(bits((KA - K) as u64)),
            minus_level: Constant::new(bits((1 << LV) - 1)),
            minus_live: Constant::new(bits((1 << PD) - 1)),
            below_unit: Constant::new(bits(K as u64 / 2 + 1)),
            above_unit: Constant::new(bits(K as u64 / 2 - 1)),
            header_words: Constant::new(bits(DUMP_HEADER_WORDS as u64)),
            aw: Constant::new(bits(AW as u64)),
            kept_bit: Constant::new(bits(AW as u64 + 2)),
            c: Constant::new(bits(C as u64)),
            top_bit: Constant::new(bits(C as u64 - 1)),
            walk_code: Constant::new(bits(Stall::Walk as u64)),
            create_code: Constant::new(bits(Stall::Create as u64)),
            collapse_code: Constant::new(bits(Stall::Collapse as u64)),
            merge_code: Constant::new(bits(Stall::Merge as u64)),
        }
    }
}
