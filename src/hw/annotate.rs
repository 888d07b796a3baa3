//! A cache, a branch predictor and latencies beside a core (docs/reference/annotate.md).
use crate::hw::lib::{FastRam, Reg, several};
use crate::spec::annotate::PREDICTOR_START;
use crate::spec::classify::Opclass;
use crate::spec::retire::event;
use crate::spec::select::ACCESSES;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// Passes records on, two cycles later, with the events and the latency that a cache and a branch predictor would have shown: one per cycle.
/// Switched off it passes them on as they came, and forgets what it knew.
///
/// `X` is the width of the core's registers; the cache has `2^S` sets of `N` lines of `2^L` bytes, the predictor `2^B` counters. `T` is the width of a
/// way: tag and a bit that says that it is there, `X - S - L + 1`.
#[derive(LogicBlock)]
pub struct Annotate<const X: usize, const S: usize, const N: usize, const L: usize, const T: usize, const B: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Events and latencies are replaced.
    pub cfg_annotate: Signal<In, Bit>,
    /// The memories are being cleared; until they are, records pass as they came.
    pub ann_clearing: Signal<Out, Bit>,
    /// A record in this cycle.
    pub rec_valid: Signal<In, Bit>,
    /// The instruction did not execute.
    pub rec_trap: Signal<In, Bit>,
    /// Class of the instruction.
    pub rec_class: Signal<In, Bits<5>>,
    /// It was compressed.
    pub rec_rvc: Signal<In, Bit>,
    /// The next instruction is not the one that follows in memory.
    pub rec_taken: Signal<In, Bit>,
    /// It begins a block.
    pub rec_start: Signal<In, Bit>,
    /// The instruction, expanded.
    pub rec_insn: Signal<In, Bits<32>>,
    /// Its address.
    pub rec_pc: Signal<In, Bits<X>>,
    /// Address of the next instruction.
    pub rec_npc: Signal<In, Bits<X>>,
    /// What was loaded or stored, or the result.
    pub rec_val: Signal<In, Bits<X>>,
    /// Address of the access.
    pub rec_addr: Signal<In, Bits<X>>,
    /// Cycles since the retirement before.
    pub rec_cycles: Signal<In, Bits<16>>,
    /// Retire ordinal.
    pub rec_ord: Signal<In, Bits<32>>,
    /// Events; bits 0 and 1 are replaced.
    pub rec_evt: Signal<In, Bits<8>>,
    /// Latency; replaced.
    pub rec_lat: Signal<In, Bits<16>>,
    /// Latency of an access that hits.
    pub cfg_hit_cycles: Signal<In, Bits<16>>,
    /// Latency of an access that misses.
    pub cfg_miss_cycles: Signal<In, Bits<16>>,
    /// Latency of a mispredicted branch.
    pub cfg_mispredict_cycles: Signal<In, Bits<16>>,
    /// The record of two cycles ago.
    pub ann_valid: Signal<Out, Bit>,
    /// The instruction did not execute.
    pub ann_trap: Signal<Out, Bit>,
    /// Class of the instruction.
    pub ann_class: Signal<Out, Bits<5>>,
    /// It was compressed.
    pub ann_rvc: Signal<Out, Bit>,
    /// The next instruction is not the one that follows in memory.
    pub ann_taken: Signal<Out, Bit>,
    /// It begins a block.
    pub ann_start: Signal<Out, Bit>,
    /// The instruction, expanded.
    pub ann_insn: Signal<Out, Bits<32>>,
    /// Its address.
    pub ann_pc: Signal<Out, Bits<X>>,
    /// Address of the next instruction.
    pub ann_npc: Signal<Out, Bits<X>>,
    /// What was loaded or stored, or the result.
    pub ann_val: Signal<Out, Bits<X>>,
    /// Address of the access.
    pub ann_addr: Signal<Out, Bits<X>>,
    /// Cycles since the retirement before.
    pub ann_cycles: Signal<Out, Bits<16>>,
    /// Retire ordinal.
    pub ann_ord: Signal<Out, Bits<32>>,
    /// Events: bit 0 miss, bit 1 mispredicted, as modelled; the others as they came.
    pub ann_evt: Signal<Out, Bits<8>>,
    /// Latency, as modelled.
    pub ann_lat: Signal<Out, Bits<16>>,
    ways: Vec<FastRam<T, S>>,
    predictor: FastRam<2, B>,
    clearing: Reg<Bit>,
    place: Reg<Bits<16>>,
    here: Reg<Bit>,
    there: Reg<Bit>,
    trap1: Reg<Bit>,
    trap2: Reg<Bit>,
    class1: Reg<Bits<5>>,
    class2: Reg<Bits<5>>,
    rvc1: Reg<Bit>,
    rvc2: Reg<Bit>,
    taken1: Reg<Bit>,
    taken2: Reg<Bit>,
    start1: Reg<Bit>,
    start2: Reg<Bit>,
    insn1: Reg<Bits<32>>,
    insn2: Reg<Bits<32>>,
    pc1: Reg<Bits<X>>,
    pc2: Reg<Bits<X>>,
    npc1: Reg<Bits<X>>,
    npc2: Reg<Bits<X>>,
    val1: Reg<Bits<X>>,
    val2: Reg<Bits<X>>,
    addr1: Reg<Bits<X>>,
    addr2: Reg<Bits<X>>,
    cycles1: Reg<Bits<16>>,
    cycles2: Reg<Bits<16>>,
    ord1: Reg<Bits<32>>,
    ord2: Reg<Bits<32>>,
    evt1: Reg<Bits<8>>,
    evt2: Reg<Bits<8>>,
    lat1: Reg<Bits<16>>,
    lat2: Reg<Bits<16>>,
    annotates: Reg<Bit>,
    access: Reg<Bit>,
    branch: Reg<Bit>,
    wrote: Reg<Bit>,
    wrote_set: Reg<Bits<S>>,
    wrote_ways: Vec<Reg<Bits<T>>>,
    learnt: Reg<Bit>,
    learnt_at: Reg<Bits<B>>,
    learnt_count: Reg<Bits<2>>,
    on: Signal<Local, Bit>,
    set: Signal<Local, Bits<S>>,
    line: Signal<Local, Bits<T>>,
    again: Signal<Local, Bit>,
    way: Vec<Signal<Local, Bits<T>>>,
    new_way: Vec<Signal<Local, Bits<T>>>,
    found: Vec<Signal<Local, Bit>>,
    hit: Signal<Local, Bit>,
    at: Signal<Local, Bits<B>>,
    count: Signal<Local, Bits<2>>,
    new_count: Signal<Local, Bits<2>>,
    right: Signal<Local, Bit>,
    known: Signal<Local, Bits<8>>,
    access_classes: Constant<Bits<32>>,
    branch_class: Constant<Bits<5>>,
    line_bits: Constant<Bits<7>>,
    above: Constant<Bits<7>>,
    present: Constant<Bits<T>>,
    fresh: Constant<Bits<2>>,
    last_place: Constant<Bits<16>>,
    rest: Constant<Bits<8>>,
}

impl<const X: usize, const S: usize, const N: usize, const L: usize, const T: usize, const B: usize> Default
    for Annotate<X, S, N, L, T, B>
{
    fn default() -> Self {
        const { assert!(T + S + L == X + 1 && N > 0 && S < 16 && B < 16, "Annotate<X, S, N, L, T, B>") };
        Self {
            clock: Default::default(),
            reset: Default::default(),
            cfg_annotate: Default::default(),
            ann_clearing: Default::default(),
            rec_valid: Default::default(),
            rec_trap: Default::default(),
            rec_class: Default::default(),
            rec_rvc: Default::default(),
            rec_taken: Default::default(),
            rec_start: Default::default(),
            rec_insn: Default::default(),
            rec_pc: Default::default(),
            rec_npc: Default::default(),
            rec_val: Default::default(),
            rec_addr: Default::default(),
            rec_cycles: Default::default(),
            rec_ord: Default::default(),
            rec_evt: Default::default(),
            rec_lat: Default::default(),
            cfg_hit_cycles: Default::default(),
            cfg_miss_cycles: Default::default(),
            cfg_mispredict_cycles: Default::default(),
            ann_valid: Default::default(),
            ann_trap: Default::default(),
            ann_class: Default::default(),
            ann_rvc: Default::default(),
            ann_taken: Default::default(),
            ann_start: Default::default(),
            ann_insn: Default::default(),
            ann_pc: Default::default(),
            ann_npc: Default::default(),
            ann_val: Default::default(),
            ann_addr: Default::default(),
            ann_cycles: Default::default(),
            ann_ord: Default::default(),
            ann_evt: Default::default(),
            ann_lat: Default::default(),
            ways: several(N),
            predictor: Default::default(),
            clearing: Reg::new(true),
            place: Default::default(),
            here: Default::default(),
            there: Default::default(),
            trap1: Default::default(),
            trap2: Default::default(),
            class1: Default::default(),
            class2: Default::default(),
            rvc1: Default::default(),
            rvc2: Default::default(),
            taken1: Default::default(),
            taken2: Default::default(),
            start1: Default::default(),
            start2: Default::default(),
            insn1: Default::default(),
            insn2: Default::default(),
            pc1: Default::default(),
            pc2: Default::default(),
            npc1: Default::default(),
            npc2: Default::default(),
            val1: Default::default(),
            val2: Default::default(),
            addr1: Default::default(),
            addr2: Default::default(),
            cycles1: Default::default(),
            cycles2: Default::default(),
            ord1: Default::default(),
            ord2: Default::default(),
            evt1: Default::default(),
            evt2: Default::default(),
            lat1: Default::default(),
            lat2: Default::default(),
            annotates: Default::default(),
            access: Default::default(),
            branch: Default::default(),
            wrote: Default::default(),
            wrote_set: Default::default(),
            wrote_ways: several(N),
            learnt: Default::default(),
            learnt_at: Default::default(),
            learnt_count: Default::default(),
            on: Default::default(),
            set: Default::default(),
            line: Default::default(),
            again: Default::default(),
            way: several(N),
            new_way: several(N),
            found: several(N),
            hit: Default::default(),
            at: Default::default(),
            count: Default::default(),
            new_count: Default::default(),
            right: Default::default(),
            known: Default::default(),
            access_classes: Constant::new(bits(ACCESSES.iter().map(|class| 1 << class.code()).sum())),
            branch_class: Constant::new(bits(Opclass::Branch.code().into())),
            line_bits: Constant::new(bits(L as u64)),
            above: Constant::new(bits((S + L) as u64)),
            present: Constant::new(bits(1 << (T - 1))),
            fresh: Constant::new(bits(PREDICTOR_START.into())),
            last_place: Constant::new(bits((1 << if S > B { S } else { B }) - 1)),
            rest: Constant::new(bits(u64::from(!(event::DATA_MISS | event::MISPREDICT)))),
        }
    }
}

impl<const X: usize, const S: usize, const N: usize, const L: usize, const T: usize, const B: usize> Logic
    for Annotate<X, S, N, L, T, B>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module annotate");
        comment!(
            "@doc Passes records on, two cycles later, with the events and the latency that a cache and a branch predictor would show."
        );
        comment!("@ports cfg_annotate: replace events and latencies; off forgets what was learnt");
        comment!("@ports ann_clearing: the memories are being cleared; until they are, records pass as they came");
        comment!("@ports rec: a record of the tap");
        comment!("@ports cfg: latencies in cycles");
        comment!("@ports ann_valid ann_trap: the record of two cycles ago");
        dff_setup!(
            self,
            clock,
            clearing,
            place,
            here,
            there,
            trap1,
            trap2,
            class1,
            class2,
            rvc1,
            rvc2,
            taken1,
            taken2,
            start1,
            start2,
            insn1,
            insn2,
            pc1,
            pc2,
            npc1,
            npc2,
            val1,
            val2,
            addr1,
            addr2,
            cycles1,
            cycles2,
            ord1,
            ord2,
            evt1,
            evt2,
            lat1,
            lat2,
            annotates,
            access,
            branch,
            wrote,
            wrote_set,
            learnt,
            learnt_at,
            learnt_count
        );
        self.predictor.clock.next = self.clock.val();

        comment!("First cycle: the set and the counter are read.");
        self.here.d.next = self.rec_valid.val();
        self.trap1.d.next = self.rec_trap.val();
        self.class1.d.next = self.rec_class.val();
        self.rvc1.d.next = self.rec_rvc.val();
        self.taken1.d.next = self.rec_taken.val();
        self.start1.d.next = self.rec_start.val();
        self.insn1.d.next = self.rec_insn.val();
        self.pc1.d.next = self.rec_pc.val();
        self.npc1.d.next = self.rec_npc.val();
        self.val1.d.next = self.rec_val.val();
        self.addr1.d.next = self.rec_addr.val();
        self.cycles1.d.next = self.rec_cycles.val();
        self.ord1.d.next = self.rec_ord.val();
        self.evt1.d.next = self.rec_evt.val();
        self.lat1.d.next = self.rec_lat.val();
        self.on.next = self.cfg_annotate.val() & !self.clearing.q.val();
        self.annotates.d.next = self.on.val();
        self.access.d.next = self.rec_valid.val()
            & self.on.val()
            & !self.rec_trap.val()
            & self.access_classes.val().get_bit(self.rec_class.val().index());
        self.branch.d.next = self.rec_valid.val()
            & self.on.val()
            & !self.rec_trap.val()
            & (self.rec_class.val() == self.branch_class.val());
        self.predictor.ra.next = bit_cast::<B, X>(self.rec_pc.val() >> 1);

        comment!(
            "Second cycle: the record is compared, and what it leaves is written. What the record before left is not in the memories yet."
        );
        self.set.next = bit_cast::<S, X>(self.addr1.q.val() >> self.line_bits.val());
        self.line.next = bit_cast::<T, X>(self.addr1.q.val() >> self.above.val()) | self.present.val();
        self.again.next = self.wrote.q.val() & (self.wrote_set.q.val() == self.set.val());
        self.wrote.d.next = self.access.q.val();
        self.wrote_set.d.next = self.set.val();
        self.hit.next = false;
        for i in 0..N {
            self.ways[i].clock.next = self.clock.val();
            self.wrote_ways[i].clock.next = self.clock.val();
            self.ways[i].ra.next = bit_cast::<S, X>(self.rec_addr.val() >> self.line_bits.val());
            self.way[i].next = self.ways[i].rd.val();
            if self.again.val() {
                self.way[i].next = self.wrote_ways[i].q.val();
            }
            self.found[i].next = self.hit.val();
            self.hit.next = self.hit.val() | (self.way[i].val() == self.line.val());
        }
        self.new_way[0].next = self.line.val();
        for i in 1..N {
            comment!("Those before the one that is found move by one; the others stay.");
            self.new_way[i].next = self.way[i - 1].val();
            if self.found[i].val() {
                self.new_way[i].next = self.way[i].val();
            }
        }
        for i in 0..N {
            self.wrote_ways[i].d.next = self.new_way[i].val();
            self.ways[i].we.next = self.access.q.val() | self.clearing.q.val();
            self.ways[i].wa.next = self.set.val();
            self.ways[i].wd.next = self.new_way[i].val();
            if self.clearing.q.val() {
                self.ways[i].wa.next = bit_cast::<S, 16>(self.place.q.val());
                self.ways[i].wd.next = 0.into();
            }
        }
        self.at.next = bit_cast::<B, X>(self.pc1.q.val() >> 1);
        self.count.next = self.predictor.rd.val();
        if self.learnt.q.val() & (self.learnt_at.q.val() == self.at.val()) {
            self.count.next = self.learnt_count.q.val();
        }
        self.right.next = self.count.val().get_bit(1) == self.taken1.q.val();
        self.new_count.next = self.count.val();
        if self.taken1.q.val() {
            if !self.count.val().all() {
                self.new_count.next = self.count.val() + 1;
            }
        } else if self.count.val().any() {
            self.new_count.next = self.count.val() - 1;
        }
        self.learnt.d.next = self.branch.q.val();
        self.learnt_at.d.next = self.at.val();
        self.learnt_count.d.next = self.new_count.val();
        self.predictor.we.next = self.branch.q.val() | self.clearing.q.val();
        self.predictor.wa.next = self.at.val();
        self.predictor.wd.next = self.new_count.val();
        if self.clearing.q.val() {
            self.predictor.wa.next = bit_cast::<B, 16>(self.place.q.val());
            self.predictor.wd.next = self.fresh.val();
        }

        comment!("Third cycle: the record leaves.");
        self.there.d.next = self.here.q.val();
        self.ann_valid.next = self.there.q.val();
        self.trap2.d.next = self.trap1.q.val();
        self.ann_trap.next = self.trap2.q.val();
        self.class2.d.next = self.class1.q.val();
        self.ann_class.next = self.class2.q.val();
        self.rvc2.d.next = self.rvc1.q.val();
        self.ann_rvc.next = self.rvc2.q.val();
        self.taken2.d.next = self.taken1.q.val();
        self.ann_taken.next = self.taken2.q.val();
        self.start2.d.next = self.start1.q.val();
        self.ann_start.next = self.start2.q.val();
        self.insn2.d.next = self.insn1.q.val();
        self.ann_insn.next = self.insn2.q.val();
        self.pc2.d.next = self.pc1.q.val();
        self.ann_pc.next = self.pc2.q.val();
        self.npc2.d.next = self.npc1.q.val();
        self.ann_npc.next = self.npc2.q.val();
        self.val2.d.next = self.val1.q.val();
        self.ann_val.next = self.val2.q.val();
        self.addr2.d.next = self.addr1.q.val();
        self.ann_addr.next = self.addr2.q.val();
        self.cycles2.d.next = self.cycles1.q.val();
        self.ann_cycles.next = self.cycles2.q.val();
        self.ord2.d.next = self.ord1.q.val();
        self.ann_ord.next = self.ord2.q.val();
        self.known.next = self.evt1.q.val();
        if self.annotates.q.val() {
            self.known.next = self.evt1.q.val() & self.rest.val();
        }
        if self.access.q.val() & !self.hit.val() {
            self.known.next = (self.evt1.q.val() & self.rest.val()) | 1;
        } else if self.branch.q.val() & !self.right.val() {
            self.known.next = (self.evt1.q.val() & self.rest.val()) | 2;
        }
        self.evt2.d.next = self.known.val();
        self.ann_evt.next = self.evt2.q.val();
        self.lat2.d.next = self.lat1.q.val();
        if self.annotates.q.val() {
            self.lat2.d.next = 0.into();
        }
        if self.access.q.val() {
            self.lat2.d.next = self.cfg_miss_cycles.val();
            if self.hit.val() {
                self.lat2.d.next = self.cfg_hit_cycles.val();
            }
        } else if self.branch.q.val() & !self.right.val() {
            self.lat2.d.next = self.cfg_mispredict_cycles.val();
        }
        self.ann_lat.next = self.lat2.q.val();

        self.ann_clearing.next = self.clearing.q.val() & self.cfg_annotate.val();
        if self.clearing.q.val() {
            self.place.d.next = self.place.q.val() + 1;
            if self.place.q.val() == self.last_place.val() {
                self.clearing.d.next = false;
            }
        }
        if !self.cfg_annotate.val() {
            self.clearing.d.next = true;
            self.place.d.next = 0.into();
        }
        if self.reset.val() {
            self.clearing.d.next = true;
            self.place.d.next = 0.into();
            self.here.d.next = false;
            self.there.d.next = false;
            self.access.d.next = false;
            self.branch.d.next = false;
            self.wrote.d.next = false;
            self.learnt.d.next = false;
        }
    }
}
