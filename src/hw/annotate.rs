//! A cache, a branch predictor and latencies beside a core (docs/reference/annotate.md).
use crate::hw::bundles::{RecordRx, RecordTx};
use crate::hw::lib::{FastRam, Reg};
use crate::spec::annotate::PREDICTOR_START;
use crate::spec::classify::Opclass;
use crate::spec::retire::event;
use crate::spec::select::ACCESSES;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod annotate {
    //! Passes records on, two cycles later,
    //! with the events and the latency that a cache and a branch predictor would show.

    /// Passes records on, two cycles later, with the events and the latency that a cache and a branch predictor would
    /// have shown: one per cycle. Switched off it passes them on as they came, and forgets what it knew.
    ///
    /// `X` is the width of the core's registers; the cache has `2^S` sets of `N` lines of `2^L` bytes, the predictor
    /// `2^B` counters. `T` is the width of a way: tag and a bit that says that it is there, `X - S - L + 1`.
    #[clocked(reset)]
    #[derived(T = X - S - L + 1)]
    pub struct Annotate<
        #[range(32..=64, step = 32)] const X: usize,
        #[range(1..=15)] const S: usize,
        #[range(1..=8)] const N: usize,
        #[range(1..=12)] const L: usize,
        #[range(1..=15)] const B: usize,
    > {
        /// Events and latencies are replaced.
        #[group("cfg_annotate: replace events and latencies; off forgets what was learnt")]
        #[group("latencies in cycles")]
        pub cfg_annotate: Signal<In, Bit>,
        /// The memories are being cleared; until they are, records pass as they came.
        #[group("ann_clearing: the memories are being cleared; until they are, records pass as they came")]
        pub ann_clearing: Signal<Out, Bit>,
        #[group("a record of the tap")]
        #[only(valid, trap, class, rvc, taken, start, insn, pc, npc, val, addr, cycles, ord, evt, lat)]
        pub rec: RecordRx<X>,
        /// Latency of an access that hits.
        pub cfg_hit_cycles: Signal<In, Bits<16>>,
        /// Latency of an access that misses.
        pub cfg_miss_cycles: Signal<In, Bits<16>>,
        /// Latency of a mispredicted branch.
        pub cfg_mispredict_cycles: Signal<In, Bits<16>>,
        #[group("ann_valid ann_trap: the record of two cycles ago")]
        #[only(valid, trap, class, rvc, taken, start, insn, pc, npc, val, addr, cycles, ord, evt, lat)]
        pub ann: RecordTx<X>,
        ways: [FastRam<T, S>; N],
        predictor: FastRam<2, B>,
        #[init(true)]
        clearing: Reg<Bit>,
        place: Reg<Bits<16>>,
        #[also(there, trap1, trap2)]
        here: Reg<Bit>,
        class1: Reg<Bits<5>>,
        class2: Reg<Bits<5>>,
        #[also(rvc2, taken1, taken2, start1, start2)]
        rvc1: Reg<Bit>,
        insn1: Reg<Bits<32>>,
        insn2: Reg<Bits<32>>,
        #[also(pc2, npc1, npc2, val1, val2, addr1, addr2)]
        pc1: Reg<Bits<X>>,
        cycles1: Reg<Bits<16>>,
        cycles2: Reg<Bits<16>>,
        ord1: Reg<Bits<32>>,
        ord2: Reg<Bits<32>>,
        evt1: Reg<Bits<8>>,
        evt2: Reg<Bits<8>>,
        lat1: Reg<Bits<16>>,
        lat2: Reg<Bits<16>>,
        #[also(access, branch, wrote)]
        annotates: Reg<Bit>,
        wrote_set: Reg<Bits<S>>,
        wrote_ways: [Reg<Bits<T>>; N],
        learnt: Reg<Bit>,
        learnt_at: Reg<Bits<B>>,
        learnt_count: Reg<Bits<2>>,
        way: [Signal<Local, Bits<T>>; N],
        new_way: [Signal<Local, Bits<T>>; N],
        found: [Signal<Local, Bit>; N],
    }

    impl Annotate {
        fn update(&mut self) {
            const ACCESS_CLASSES: Bits<32> = ACCESSES.iter().map(|class| 1 << class.code()).sum();
            const BRANCH_CLASS: Bits<5> = Opclass::Branch.code().into();
            const LINE_BITS: Bits<7> = L;
            const ABOVE: Bits<7> = (S + L) as u64;
            const PRESENT: Bits<T> = 1 << (T - 1);
            const FRESH: Bits<2> = PREDICTOR_START.into();
            const LAST_PLACE: Bits<16> = (1 << if S > B { S } else { B }) - 1;
            const REST: Bits<8> = u64::from(!(event::DATA_MISS | event::MISPREDICT));

            self.look_up();
            self.cache();
            self.predictor_table();
            self.third_cycle();
            self.clear_memories();
        }

        fn look_up(&mut self) {
            comment!("First cycle: the set and the counter are read.");
            drive!(self: here = rec.valid, trap1 = rec.trap, class1 = rec.class, rvc1 = rec.rvc, taken1 = rec.taken,
                start1 = rec.start, insn1 = rec.insn, pc1 = rec.pc, npc1 = rec.npc, val1 = rec.val,
                addr1 = rec.addr, cycles1 = rec.cycles, ord1 = rec.ord, evt1 = rec.evt, lat1 = rec.lat);
            let on: Bit = self.cfg_annotate.val() & !self.clearing.q.val();
            self.annotates.d.next = on;
            self.access.d.next =
                self.rec.valid.val() & on & !self.rec.trap.val() & ACCESS_CLASSES.get_bit(self.rec.class.val().index());
            self.branch.d.next =
                self.rec.valid.val() & on & !self.rec.trap.val() & (self.rec.class.val() == BRANCH_CLASS);
            self.predictor.ra.next = bit_cast::<B, X>(self.rec.pc.val() >> 1);
        }

        fn cache(&mut self) {
            comment!(
                "Second cycle: the record is compared, and what it leaves is written. What the record before left is \
                 not in the memories yet."
            );
            let set: Bits<S> = bit_cast::<S, X>(self.addr1.q.val() >> LINE_BITS);
            let line: Bits<T> = bit_cast::<T, X>(self.addr1.q.val() >> ABOVE) | PRESENT;
            let again: Bit = self.wrote.q.val() & (self.wrote_set.q.val() == set);
            self.wrote.d.next = self.access.q.val();
            self.wrote_set.d.next = set;
            let hit: Bit = false;
            for i in 0..N {
                self.ways[i].ra.next = bit_cast::<S, X>(self.rec.addr.val() >> LINE_BITS);
                self.way[i].next = self.ways[i].rd.val();
                if again {
                    self.way[i].next = self.wrote_ways[i].q.val();
                }
                self.found[i].next = hit;
                hit = hit | (self.way[i].val() == line);
            }
            self.new_way[0].next = line;
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
                self.ways[i].wa.next = set;
                self.ways[i].wd.next = self.new_way[i].val();
                if self.clearing.q.val() {
                    self.ways[i].wa.next = bit_cast::<S, 16>(self.place.q.val());
                    self.ways[i].wd.next = 0.into();
                }
            }
        }

        fn predictor_table(&mut self) {
            let at: Bits<B> = bit_cast::<B, X>(self.pc1.q.val() >> 1);
            let count: Bits<2> = self.predictor.rd.val();
            if self.learnt.q.val() & (self.learnt_at.q.val() == at) {
                count = self.learnt_count.q.val();
            }
            let right: Bit = count.get_bit(1) == self.taken1.q.val();
            let new_count: Bits<2> = count;
            if self.taken1.q.val() {
                if !count.all() {
                    new_count = count + 1;
                }
            } else if count.any() {
                new_count = count - 1;
            }
            self.learnt.d.next = self.branch.q.val();
            self.learnt_at.d.next = at;
            self.learnt_count.d.next = new_count;
            self.predictor.we.next = self.branch.q.val() | self.clearing.q.val();
            self.predictor.wa.next = at;
            self.predictor.wd.next = new_count;
            if self.clearing.q.val() {
                self.predictor.wa.next = bit_cast::<B, 16>(self.place.q.val());
                self.predictor.wd.next = FRESH;
            }
        }

        fn third_cycle(&mut self) {
            comment!("Third cycle: the record leaves.");
            self.there.d.next = self.here.q.val();
            self.ann.valid.next = self.there.q.val();
            self.trap2.d.next = self.trap1.q.val();
            self.ann.trap.next = self.trap2.q.val();
            self.class2.d.next = self.class1.q.val();
            self.ann.class.next = self.class2.q.val();
            self.rvc2.d.next = self.rvc1.q.val();
            self.ann.rvc.next = self.rvc2.q.val();
            self.taken2.d.next = self.taken1.q.val();
            self.ann.taken.next = self.taken2.q.val();
            self.start2.d.next = self.start1.q.val();
            self.ann.start.next = self.start2.q.val();
            self.insn2.d.next = self.insn1.q.val();
            self.ann.insn.next = self.insn2.q.val();
            self.pc2.d.next = self.pc1.q.val();
            self.ann.pc.next = self.pc2.q.val();
            self.npc2.d.next = self.npc1.q.val();
            self.ann.npc.next = self.npc2.q.val();
            self.val2.d.next = self.val1.q.val();
            self.ann.val.next = self.val2.q.val();
            self.addr2.d.next = self.addr1.q.val();
            self.ann.addr.next = self.addr2.q.val();
            self.cycles2.d.next = self.cycles1.q.val();
            self.ann.cycles.next = self.cycles2.q.val();
            self.ord2.d.next = self.ord1.q.val();
            self.ann.ord.next = self.ord2.q.val();
            let known: Bits<8> = self.evt1.q.val();
            if self.annotates.q.val() {
                known = self.evt1.q.val() & REST;
            }
            if self.access.q.val() & !hit {
                known = (self.evt1.q.val() & REST) | 1;
            } else if self.branch.q.val() & !right {
                known = (self.evt1.q.val() & REST) | 2;
            }
            self.evt2.d.next = known;
            self.ann.evt.next = self.evt2.q.val();
            self.lat2.d.next = self.lat1.q.val();
            if self.annotates.q.val() {
                self.lat2.d.next = 0.into();
            }
            if self.access.q.val() {
                self.lat2.d.next = self.cfg_miss_cycles.val();
                if hit {
                    self.lat2.d.next = self.cfg_hit_cycles.val();
                }
            } else if self.branch.q.val() & !right {
                self.lat2.d.next = self.cfg_mispredict_cycles.val();
            }
            self.ann.lat.next = self.lat2.q.val();
        }

        fn clear_memories(&mut self) {
            self.ann_clearing.next = self.clearing.q.val() & self.cfg_annotate.val();
            if self.clearing.q.val() {
                self.place.d.next = self.place.q.val() + 1;
                if self.place.q.val() == LAST_PLACE {
                    self.clearing.d.next = false;
                }
            }
            if !self.cfg_annotate.val() {
                self.clearing.d.next = true;
                self.place.d.next = 0.into();
            }
            if self.reset.val() {
                self.clearing.d.next = true;
                zero!(self: place, here, there, access, branch, wrote, learnt);
            }
        }
    }
}
