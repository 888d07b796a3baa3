//! The pipelined engine (docs/reference/rap-pipelined.md).
mod count;
mod digit;
mod history;
mod install;
mod kernel;
mod ladder;
mod lists;
mod patches;
mod places;
mod same;
mod sweeper;
mod table;
mod topwrite;
mod totals;
mod tour;
mod walk;
mod words;

use super::dump::DumpWriter;
use super::top::STALL_BITS;
use crate::hw::lib::{OutRegRam, Reg, several};
use crate::hw::tally::{TALLY_BITS, Tally};
use crate::spec::rap::Stall;
use count::{Count, SWEEP_BITS};
use history::History;
use install::Install;
use ladder::Ladder;
use lists::Lists;
use patches::Patches;
use places::Places;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;
use sweeper::Sweeper;
use topwrite::TopWrite;
use totals::Totals;
use tour::Tour;
use walk::Walk;

/// Events that the history holds: a block RAM has 512 words of 36 bits.
pub const HISTORY_BITS: usize = 9;

/// Registers in ways that are long in the largest pools, 1 or 0. With 4096 nodes (12 bits) every memory of nodes is a block RAM for each
/// few bits, and one cycle does not reach across all of them: `Vec`s of so many registers stand there, and what they feed waits.
pub const fn far(node_bits: usize) -> usize {
    node_bits / 12
}

/// One event per cycle: rules R1 to R9 and R11 to R14 without EPS mode and without the coalescer.
///
/// Parameters: `K` key bits, `C` count bits, `2^AW` nodes, `T2` key bits that address the top table. The others follow from them (checked
/// when the type is built): `C1 = C + 1`, `PD = AW + 1`, `PA = AW + 2`, `2^DB >= K / 2` digits, level `LV = DB + 1`, `KA = 2^LV`,
/// `NL = (K - T2) / 2` pointer tables, a walk of `D = 6 + 2 NL` or `7 + 3 NL` cycles ([`Walk`]),
/// META word `MW = AW + LV + 2`, list number `LA = DB + 3`, `K2 = K + 2`.
///
/// Streams: an event is taken with `ev_valid` and `ev_ready`; it goes before a command offered in the same cycle. A command stays until
/// `cmd_ready`, when it is finished.
#[derive(LogicBlock, SmartDefault)]
pub struct Engine<
    const K: usize,
    const C: usize,
    const C1: usize,
    const AW: usize,
    const PD: usize,
    const PA: usize,
    const DB: usize,
    const LV: usize,
    const KA: usize,
    const T2: usize,
    const NL: usize,
    const D: usize,
    const MW: usize,
    const LA: usize,
    const K2: usize,
> {
    #[default(const { assert!(T2 <= PA && LA <= PA && D < NL + 64, "widths of Engine") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An event is offered.
    pub ev_valid: Signal<In, Bit>,
    /// It is taken.
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
    /// m of EPS mode: not built, must be 0.
    pub cfg_eps_m: Signal<In, Bits<3>>,
    /// s of EPS mode: not built.
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
    /// Why `ev_ready` is low (`spec::rap::Stall`).
    pub stat_stall: Signal<Out, Bits<STALL_BITS>>,
    /// The memories are being cleared after a reset.
    pub clearing: Signal<Out, Bit>,
    places: Places<HISTORY_BITS, D>,
    walk: Walk<K, AW, PA, LV, HISTORY_BITS, T2, NL, D>,
    history: History<K, AW, HISTORY_BITS>,
    patches: Patches<K, KA, AW, DB, LV, HISTORY_BITS, T2>,
    count: Count<C, C1, AW, LV, MW>,
    totals: Totals<C, C1>,
    ladder: Ladder<C, C1>,
    lists: Lists<AW, PD, LA>,
    sweeper: Sweeper<AW, DB, LV, LA>,
    install: Install<LV, T2>,
    top_write: TopWrite<AW, LV, T2>,
    tour: Tour<K, K2, C, AW, PD, LV, T2, D>,
    stack: OutRegRam<AW, AW>,
    creates: Tally,
    collapses: Tally,
    #[default(DumpWriter::new(K as u64 / 2))]
    writer: DumpWriter<LV>,
    // what the engine as a whole is doing, one of these at a time
    // after reset: write every memory, wait until the last write has arrived and T is in place
    clear: Reg<Bit>,
    settle: Reg<Bit>,
    // events, one per cycle; an event waits for its child; gets it; or begins anew with its walk
    run: Reg<Bit>,
    wait_make: Reg<Bit>,
    make: Reg<Bit>,
    rewalk: Reg<Bit>,
    // collapse: what is under way ends, T is raised, sweep, the top table, begin anew
    drain: Reg<Bit>,
    raise: Reg<Bit>,
    sweep: Reg<Bit>,
    fix: Reg<Bit>,
    resume: Reg<Bit>,
    // the last cycle of rewalk and of a collapse
    rewind: Reg<Bit>,
    dump: Reg<Bit>,
    wipe: Reg<Bits<PA>>,
    wait: Reg<Bits<6>>,
    settled: Reg<Bit>,
    unready: Reg<Bit>,
    by_command: Reg<Bit>,
    open: Reg<Bit>,
    sent1: Reg<Bit>,
    sent2: Reg<Bit>,
    sent3: Reg<Bit>,
    sent4: Reg<Bit>,
    sent5: Reg<Bit>,
    first1: Reg<Bit>,
    first2: Reg<Bit>,
    // for nodes of a dozen bits: a register more in History, Patches, Lists and Count, and behind the stack
    #[default(several(far(AW)))]
    sent_far: Vec<Reg<Bits<3>>>,
    #[default(several(far(AW)))]
    first_far: Vec<Reg<Bit>>,
    #[default(several(far(AW)))]
    push_far: Vec<Reg<Bit>>,
    #[default(several(far(AW)))]
    ready_far: Vec<Reg<Bit>>,
    #[default(several(far(AW)))]
    steady_far: Vec<Reg<Bit>>,
    #[default(several(far(AW)))]
    put_far: Vec<Reg<Bits<2>>>,
    #[default(several(far(AW)))]
    edge_far: Vec<Reg<Bits<3>>>,
    #[default(several(far(AW)))]
    head_far: Vec<Reg<Bits<3>>>,
    #[default(several(far(AW)))]
    free_far: Vec<Reg<Bits<AW>>>,
    #[default(several(far(AW)))]
    top_far: Vec<Reg<Bits<AW>>>,
    losing: Reg<Bit>,
    ended_one: Reg<Bit>,
    new_level: Reg<Bits<LV>>,
    tick: Reg<Bits<4>>,
    gate: Reg<Bit>,
    obey: Reg<Bit>,
    clear_patches: Reg<Bit>,
    stack_at: Reg<Bits<AW>>,
    wiping: Reg<Bit>,
    can_make: Reg<Bit>,
    stuck: Reg<Bit>,
    quiet: Reg<Bit>,
    refilling: Reg<Bit>,
    victim: Reg<Bits<AW>>,
    victim_level: Reg<Bits<LV>>,
    free: Reg<Bits<AW>>,
    none_free: Reg<Bit>,
    freed: Reg<Bit>,
    step: Reg<Bit>,
    begun: Reg<Bit>,
    sweeps: Reg<Bits<SWEEP_BITS>>,
    sweeping: Reg<Bit>,
    live: Reg<Bit>,
    inject: Reg<Bit>,
    inject_node: Reg<Bits<AW>>,
    edge2: Reg<Bit>,
    edge3: Reg<Bit>,
    edge4: Reg<Bit>,
    heads: Reg<Bits<12>>,
    fix_from: Reg<Bits<AW>>,
    broken: Reg<Bit>,
    census: Reg<Bits<PD>>,
    stack_we: Reg<Bit>,
    stack_wa: Reg<Bits<AW>>,
    stack_wd: Reg<Bits<AW>>,
    accept: Signal<Local, Bit>,
    arrives: Signal<Local, Bit>,
    running: Signal<Local, Bit>,
    steady: Signal<Local, Bit>,
    room_to_make: Signal<Local, Bit>,
    alone: Signal<Local, Bit>,
    finish: Signal<Local, Bit>,
    collapsing: Signal<Local, Bit>,
    wiped_node: Signal<Local, Bits<AW>>,
    edge_list: Signal<Local, Bits<LA>>,
    new_list: Signal<Local, Bits<LA>>,
    reason: Signal<Local, Bits<STALL_BITS>>,
    #[default(Constant::new(bits(K as u64 / 2)))]
    unit_level: Constant<Bits<LV>>,
    #[default(Constant::new(bits(T2 as u64 / 2)))]
    top_levels: Constant<Bits<LV>>,
    #[default(Constant::new(bits(LV as u64)))]
    lv: Constant<Bits<6>>,
    #[default(Constant::new(bits((AW + LV) as u64)))]
    digit_at: Constant<Bits<6>>,
    #[default(Constant::new(bits(1 << AW)))]
    nodes: Constant<Bits<PD>>,
    #[default(Constant::new(bits((1 << AW) - 1)))]
    all_but_root: Constant<Bits<AW>>,
    #[default(Constant::new(bits(C as u64 - 1)))]
    top_bit: Constant<Bits<6>>,
    #[default(Constant::new(bits(Stall::Clear as u64)))]
    clear_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Command as u64)))]
    command_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Walk as u64)))]
    walk_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Create as u64)))]
    create_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Collapse as u64)))]
    collapse_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Queue as u64)))]
    queue_code: Constant<Bits<STALL_BITS>>,
    #[default(Constant::new(bits(Stall::Refill as u64)))]
    refill_code: Constant<Bits<STALL_BITS>>,
}
