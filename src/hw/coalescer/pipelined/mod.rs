//! Seven stages that never stop: for devices whose block RAM wants its output register (ECP5).
mod kernel;
mod queue;

use crate::hw::lib::{Compare, OutRegRam, Reg};
use crate::hw::tally::{TALLY_BITS, Tally};
use queue::Queue;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Direct-mapped buffer of `2^E` entries (key, weight) in block RAM with output registers: one event per cycle, hit or
/// miss, and what [`serial::Coalescer`](super::serial::Coalescer) computes on the same ports.
///
/// A register's name ends in the number of the stage it belongs to:
///
/// 1. The event and its index; the RAM takes the address. The index and the key are compared with those of the six
///    events before: their entries are not in the RAM yet.
/// 2. The RAM reads. The nearest event with the same index counts.
/// 3. The entry comes out of the RAM, or from the event 6, 5 or 4 before. Its key is compared.
/// 4. Or the entry is that of the event 3 or 2 before.
/// 5. The weight fits or not. The entry of the event right before is used as stage 6 leaves it in this cycle: sum and own
///    weight are both kept, and the decision selects, so that no comparison and addition follow each other.
/// 6. The new entry: the key is the event's, the weight the sum after a hit, else the event's.
/// 7. The RAM takes it; after a miss the old entry enters the output queue of 16 words.
///
/// No stage ever stops. `ev_ready` is a register that goes low while the queue has 8 words or more, and 8 events at most
/// are on their way then, so the queue cannot overflow. Decisions never depend on back-pressure.
///
/// Weight 0, operations and statistics are as in the other microarchitecture. After `reset` every entry is emptied: `2^E + 10`
/// cycles during which `ev_ready` and `flush_ready` are low (R12). `cfg_weight_max` (1 to 65535) is sampled when that
/// is done, and when operation 2 or 3 is. `W = K + 16` and `X = E + 1`.
#[derive(LogicBlock, SmartDefault)]
pub struct Coalescer<const K: usize, const E: usize, const W: usize, const X: usize> {
    #[default(const { assert!(W == K + 16 && X == E + 1, "Coalescer<K, E, W, X> wants W = K + 16 and X = E + 1") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An event is offered.
    pub ev_valid: Signal<In, Bit>,
    /// The event is taken.
    pub ev_ready: Signal<Out, Bit>,
    /// Key of the event.
    pub ev_key: Signal<In, Bits<K>>,
    /// Weight of the event.
    pub ev_weight: Signal<In, Bits<16>>,
    /// An operation on all entries is requested.
    pub flush_valid: Signal<In, Bit>,
    /// The operation is finished.
    pub flush_ready: Signal<Out, Bit>,
    /// 1 send and empty, 2 empty and reset, 3 both.
    pub flush_op: Signal<In, Bits<2>>,
    /// Largest weight of an entry.
    pub cfg_weight_max: Signal<In, Bits<16>>,
    /// A coalesced event is offered.
    pub out_valid: Signal<Out, Bit>,
    /// The coalesced event is taken.
    pub out_ready: Signal<In, Bit>,
    /// Key of the coalesced event.
    pub out_key: Signal<Out, Bits<K>>,
    /// Weight of the coalesced event, 1 or more.
    pub out_weight: Signal<Out, Bits<16>>,
    /// Events of weight 0 since the last reset or operation 2 or 3; saturates.
    pub stat_zero_weight: Signal<Out, Bits<TALLY_BITS>>,
    entries: OutRegRam<W, E>,
    queue: Queue<W>,
    zeros: Tally,
    near1: Compare<K>,
    near2: Compare<K>,
    near3: Compare<K>,
    near4: Compare<K>,
    near5: Compare<K>,
    near6: Compare<K>,
    entry: Compare<K>,
    dropped: Reg<Bit>,
    // a pass over all entries: after reset, or an operation
    passing: Reg<Bit>,
    requested: Reg<Bit>,
    restarting: Reg<Bit>,
    quiet: Reg<Bit>,
    idle: Reg<Bit>,
    position: Reg<Bits<X>>,
    weight_max: Reg<Bits<16>>,
    // the stages: valid, part of a pass, index, key and weight of the event
    valid1: Reg<Bit>,
    pass1: Reg<Bit>,
    index1: Reg<Bits<E>>,
    key1: Reg<Bits<K>>,
    weight1: Reg<Bits<16>>,
    valid2: Reg<Bit>,
    pass2: Reg<Bit>,
    index2: Reg<Bits<E>>,
    key2: Reg<Bits<K>>,
    weight2: Reg<Bits<16>>,
    valid3: Reg<Bit>,
    pass3: Reg<Bit>,
    index3: Reg<Bits<E>>,
    key3: Reg<Bits<K>>,
    weight3: Reg<Bits<16>>,
    valid4: Reg<Bit>,
    pass4: Reg<Bit>,
    index4: Reg<Bits<E>>,
    key4: Reg<Bits<K>>,
    weight4: Reg<Bits<16>>,
    valid5: Reg<Bit>,
    pass5: Reg<Bit>,
    index5: Reg<Bits<E>>,
    key5: Reg<Bits<K>>,
    weight5: Reg<Bits<16>>,
    valid6: Reg<Bit>,
    pass6: Reg<Bit>,
    index6: Reg<Bits<E>>,
    key6: Reg<Bits<K>>,
    weight6: Reg<Bits<16>>,
    valid7: Reg<Bit>,
    index7: Reg<Bits<E>>,
    // the event 1 to 6 before has the same index
    same1_2: Reg<Bit>,
    same2_2: Reg<Bit>,
    same3_2: Reg<Bit>,
    same4_2: Reg<Bit>,
    same5_2: Reg<Bit>,
    same6_2: Reg<Bit>,
    // it is the nearest one that has
    nearest1_3: Reg<Bit>,
    nearest2_3: Reg<Bit>,
    nearest3_3: Reg<Bit>,
    nearest4_3: Reg<Bit>,
    older_3: Reg<Bit>,
    // one of the events 4 to 6 before has the same index
    known_3: Reg<Bit>,
    // it has the same key
    equal1_3: Reg<Bit>,
    equal2_3: Reg<Bit>,
    equal3_3: Reg<Bit>,
    equal4_3: Reg<Bit>,
    older_equal_3: Reg<Bit>,
    // the key that the event 4 to 6 before left in the entry, and the weight that the event 5 or 6 before left
    known_key3: Reg<Bits<K>>,
    older_weight3: Reg<Bits<16>>,
    // what is left for the entry's weight, and whether that is negative
    room3: Reg<Bits<16>>,
    heavy3: Reg<Bit>,
    room4: Reg<Bits<16>>,
    room5: Reg<Bits<16>>,
    // the event misses whatever the RAM holds; the entry comes from an event before
    refuse4: Reg<Bit>,
    near_4: Reg<Bit>,
    nearest3_4: Reg<Bit>,
    nearest2_4: Reg<Bit>,
    nearest1_4: Reg<Bit>,
    never5: Reg<Bit>,
    nearest1_5: Reg<Bit>,
    // the entry
    entry_key4: Reg<Bits<K>>,
    entry_weight4: Reg<Bits<16>>,
    entry_key5: Reg<Bits<K>>,
    entry_weight5: Reg<Bits<16>>,
    old_key6: Reg<Bits<K>>,
    old_weight6: Reg<Bits<16>>,
    // its weight with the event's, and the room left for it: negative after a miss
    sum6: Reg<Bits<16>>,
    fit6: Reg<Bits<18>>,
    send7: Reg<Bit>,
    old_key7: Reg<Bits<K>>,
    old_weight7: Reg<Bits<16>>,
    // the entry that is written, and the one before it
    key7: Reg<Bits<K>>,
    weight7: Reg<Bits<16>>,
    key8: Reg<Bits<K>>,
    weight8: Reg<Bits<16>>,
    accept: Signal<Local, Bit>,
    step: Signal<Local, Bit>,
    pass_done: Signal<Local, Bit>,
    event_index: Signal<Local, Bits<E>>,
    rest: Signal<Local, Bits<K>>,
    room: Signal<Local, Bits<17>>,
    near: Signal<Local, Bit>,
    matching: Signal<Local, Bit>,
    entry_key: Signal<Local, Bits<K>>,
    limit: Signal<Local, Bits<18>>,
    base: Signal<Local, Bits<16>>,
    new_weight: Signal<Local, Bits<16>>,
    missed: Signal<Local, Bit>,
    #[default(Constant::new(bits(E as u64)))]
    e: Constant<Bits<8>>,
}
