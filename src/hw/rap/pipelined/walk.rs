//! The walk: one event per cycle enters, the node its walk ends in leaves.
use super::table::Table;
use super::top::Top;
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

/// How many of the levels take three cycles: all or none.
const fn held(cycles: usize, levels: usize) -> usize {
    ((cycles - 7) / levels - 2) * levels
}

/// How many levels are one cycle further from the key than from the level before: all, or that after the top levels.
const fn later(cycles: usize, levels: usize) -> usize {
    if held(cycles, levels) == 0 { 1 } else { levels }
}

#[treetap_hdl::unit]
mod walk {
    //! Walk of one event per cycle: key history, top levels, one table per deeper level.
    //! A table maps {node, digit} to the child, or to the node itself where there is none: the last one is the end.

    /// Keys, top levels and pointer tables, one after the other: RAM to RAM without any logic between.
    ///
    /// * A key is written a cycle late, and may be issued two cycles after it came.
    /// * The key at `issue_at` leaves the history two cycles later; its first `T2` bits address the top levels in the
    ///   fourth ([`Top`]): the deepest node of levels 0 to `T2 / 2` on that path; the next digits address one pointer
    ///   table per level. The node comes out `D` cycles after `issue_at`.
    /// * A level takes two cycles (`D = 7 + 2 NL`), or three (`D = 7 + 3 NL`) where the tables are so many block RAMs
    ///   that the way from one to the next takes a cycle: a register stands before every table and after the last one
    ///   then, and another one between the levels of the bus.
    /// * A pointer table holds, at {node, digit}, the child, and the node itself where it has no such child or belongs
    ///   to another level. So the last pointer is the node the walk ends in, whatever its level.
    /// * Pointers are written through a bus that advances one level in a cycle less than a walk takes: the word put on
    ///   it `4 + i` cycles after `issue_at` (`5 + i` where a level takes two) enters level `i`'s table in the cycle in
    ///   which that event reads it. `bus_all` writes every table. A word for the top levels is put there three cycles
    ///   after `issue_at`.
    /// * Whoever writes sees to it that no event reads the same address in the same cycle.
    ///
    /// Keys have `K` bits, of which `T2` address the top levels and `HA` number the places of the history; a node has
    /// `AW` bits, a level `LV`. There are `NL` pointer tables; `bus_level` 0 is the table of level `T2 / 2`.
    #[clocked]
    #[derived(PA = AW + 2, NL = (K - T2) / 2)]
    #[fits(T2.is_multiple_of(2) && NL >= 2 && K == T2 + 2 * NL, "two pointer tables at least, a digit each")]
    #[fits(D == 7 + 2 * NL || D == 7 + 3 * NL, "a level takes two cycles or three")]
    pub struct Walk<const K: usize, const AW: usize, const LV: usize, const HA: usize, const T2: usize, const D: usize> {
        /// Write `key` at `key_at`.
        #[group("history of keys, write")]
        pub key_we: Signal<In, Bit>,
        /// Place of the new key.
        pub key_at: Signal<In, Bits<HA>>,
        /// The new key.
        pub key: Signal<In, Bits<K>>,
        /// Place of the key whose walk begins.
        #[group("issue_at: place of the key whose walk begins")]
        pub issue_at: Signal<In, Bits<HA>>,
        /// Write a top level.
        #[group("write the top levels")]
        pub top_we: Signal<In, Bit>,
        /// Which one.
        pub top_level: Signal<In, Bits<LV>>,
        /// First bits of a key.
        pub top_wa: Signal<In, Bits<T2>>,
        /// There is a node.
        pub top_there: Signal<In, Bit>,
        /// The node.
        pub top_wd: Signal<In, Bits<AW>>,
        /// Write the word on the bus to every table, and the other one to every top level.
        #[group("write pointer tables; the bus advances level by level")]
        pub bus_all: Signal<In, Bit>,
        /// Write the word on the bus to the table `bus_level`.
        pub bus_we: Signal<In, Bit>,
        /// Table that the word is written to.
        pub bus_level: Signal<In, Bits<LV>>,
        /// {node, digit}.
        pub bus_wa: Signal<In, Bits<PA>>,
        /// The pointer.
        pub bus_wd: Signal<In, Bits<AW>>,
        /// Node in which the walk issued `D` cycles before ends.
        #[group("where the walk ends")]
        pub node: Signal<Out, Bits<AW>>,
        keys: OutRegRam<K, HA>,
        top: Top<AW, LV, T2>,
        tables: [Table<AW>; NL],
        key_write: Reg<Bit>,
        key_place: Reg<Bits<HA>>,
        #[also(held1, held2)]
        key_word: Reg<Bits<K>>,
        rest: [Reg<Bits<K>>; 2 * NL],
        // if a level takes three cycles: one before each table but the first, and one after the last
        on_the_way: [Reg<Bits<AW>>; held(D, NL)],
        rest_held: [Reg<Bits<K>>; later(D, NL)],
        // one for each level that takes three cycles
        all_held: [Reg<Bit>; held(D, NL)],
        we_held: [Reg<Bit>; held(D, NL)],
        level_held: [Reg<Bits<LV>>; held(D, NL)],
        wa_held: [Reg<Bits<PA>>; held(D, NL)],
        wd_held: [Reg<Bits<AW>>; held(D, NL)],
        all: [Reg<Bit>; NL],
        we: [Reg<Bit>; NL],
        level: [Reg<Bits<LV>>; NL],
        wa: [Reg<Bits<PA>>; NL + 1],
        wd: [Reg<Bits<AW>>; NL + 1],
        // the word that is as far on the bus is for this table, if a level takes three cycles
        meant: [Reg<Bit>; held(D, NL)],
        // the word that follows it on the bus is for this table
        chosen: [Reg<Bit>; NL],
    }

    impl Walk {
        fn update(&mut self) {
            const BELOW_TOP: Bits<7> = (K - T2) as u64;
            const T2: Bits<7> = T2;
            const DIGIT_AT: Bits<7> = K - 2;

            drive!(self: key_write = key_we, key_place = key_at, key_word = key);
            drive!(keys: we = key_write.q, wa = key_place.q, wd = key_word.q, ra = issue_at);
            drive!(self: held1 = keys.rd, held2 = held1.q);
            self.top.first.next = bit_cast::<T2, K>(self.held2.q.val() >> BELOW_TOP);
            drive!(top: all = bus_all, we = top_we, level = top_level, wa = top_wa, there = top_there, wd = top_wd);
            comment!("What is left of the key, left-aligned, beside the walk.");
            self.rest[0].clock.next = self.clock.val();
            self.rest[0].d.next = self.held2.q.val() << T2;
            for i in 0..later(D, NL) {
                self.rest_held[i].d.next = self.rest[2 * i].q.val();
                self.rest[2 * i + 1].d.next = self.rest_held[i].q.val();
            }
            for i in later(D, NL)..NL {
                self.rest[2 * i + 1].d.next = self.rest[2 * i].q.val();
            }
            for i in 1..NL {
                self.rest[2 * i].d.next = self.rest[2 * i - 1].q.val() << 2;
            }
            for i in 0..NL {
                self.tables[i].digit.next = self.rest[2 * i + 1].q.val().get_bits::<2>(DIGIT_AT.index());
            }
            self.tables[0].node.next = self.top.node.val();
            for i in 1..NL {
                self.tables[i].node.next = self.tables[i - 1].next_node.val();
            }
            for i in 0..held(D, NL) {
                self.on_the_way[i].d.next = self.tables[i].next_node.val();
            }
            for i in 1..held(D, NL) {
                self.tables[i].node.next = self.on_the_way[i - 1].q.val();
            }
            for i in (NL - 1)..NL {
                self.node.next = self.tables[i].next_node.val();
            }
            for i in (NL - 1)..held(D, NL) {
                self.node.next = self.on_the_way[i].q.val();
            }
            comment!("The write bus.");
            self.all[0].d.next = self.bus_all.val();
            self.we[0].d.next = self.bus_we.val();
            self.level[0].d.next = self.bus_level.val();
            self.wa[0].d.next = self.bus_wa.val();
            self.wd[0].d.next = self.bus_wd.val();
            for i in 1..NL {
                self.all[i].d.next = self.all[i - 1].q.val();
                self.we[i].d.next = self.we[i - 1].q.val();
                self.level[i].d.next = self.level[i - 1].q.val();
            }
            for i in 1..(NL + 1) {
                self.wa[i].d.next = self.wa[i - 1].q.val();
                self.wd[i].d.next = self.wd[i - 1].q.val();
            }
            for i in 0..NL {
                self.chosen[i].d.next =
                    self.all[i].q.val() | (self.we[i].q.val() & (self.level[i].q.val() == i.to_bits()));
                self.tables[i].we.next = self.chosen[i].q.val();
                self.tables[i].wa.next = self.wa[i + 1].q.val();
                self.tables[i].wd.next = self.wd[i + 1].q.val();
            }
            for i in 0..held(D, NL) {
                self.all[i].d.next = self.all_held[i].q.val();
                self.we[i].d.next = self.we_held[i].q.val();
                self.level[i].d.next = self.level_held[i].q.val();
                self.wa[i].d.next = self.wa_held[i].q.val();
                self.wd[i].d.next = self.wd_held[i].q.val();
                self.meant[i].d.next =
                    self.all_held[i].q.val() | (self.we_held[i].q.val() & (self.level_held[i].q.val() == i.to_bits()));
                self.chosen[i].d.next = self.meant[i].q.val();
            }
            for i in 0..(held(D, NL) / NL) {
                self.all_held[i].d.next = self.bus_all.val();
                self.we_held[i].d.next = self.bus_we.val();
                self.level_held[i].d.next = self.bus_level.val();
                self.wa_held[i].d.next = self.bus_wa.val();
                self.wd_held[i].d.next = self.bus_wd.val();
            }
            for i in 1..held(D, NL) {
                self.all_held[i].d.next = self.all[i - 1].q.val();
                self.we_held[i].d.next = self.we[i - 1].q.val();
                self.level_held[i].d.next = self.level[i - 1].q.val();
                self.wa_held[i].d.next = self.wa[i - 1].q.val();
                self.wd_held[i].d.next = self.wd[i - 1].q.val();
                self.tables[i - 1].wa.next = self.wa_held[i].q.val();
                self.tables[i - 1].wd.next = self.wd_held[i].q.val();
            }
        }
    }
}
