//! The top levels: the deepest node on the way of a key, of one table per level.
use crate::hw::lib::{LutRam, OutRegRam, Reg};
use rust_hdl::prelude::*;

/// Levels of which the tables are small enough for logic cells: 4 and 16 entries.
const SHALLOW: usize = 2;

/// Top levels from `from` on, `most` at most, of `levels`.
const fn part(levels: usize, from: usize, most: usize) -> usize {
    let left = levels.saturating_sub(from);
    if left < most { left } else { most }
}

#[treetap_hdl::unit]
mod top {
    //! The top levels: a table per level, indexed by the first bits of a key;
    //! the deepest node that is there is the answer.

    /// The deepest node of levels 0 to `T2 / 2` on the way of a key, three cycles after its first `T2` bits.
    ///
    /// The table of level `l` has `4^l` entries {there, node}, so whatever a node is at, one write tells of it. A word
    /// to be written enters its table a cycle late; an event that reads the same entry just then reads anything, so
    /// whoever writes sees to it that none does.
    #[clocked]
    #[derived(W = AW + 1, TL = T2 / 2)]
    pub struct Top<const AW: usize, const LV: usize, const T2: usize> {
        /// First bits of a key.
        #[group("first node: the deepest node on the way of a key")]
        pub first: Signal<In, Bits<T2>>,
        /// The deepest node there, three cycles later.
        pub node: Signal<Out, Bits<AW>>,
        /// Write to the tables of all levels.
        #[group("write a table, or all")]
        pub all: Signal<In, Bit>,
        /// Write to the table of `level`.
        pub we: Signal<In, Bit>,
        /// A level; the root's has no table.
        pub level: Signal<In, Bits<LV>>,
        /// Bits of a key on which the node lies.
        pub wa: Signal<In, Bits<T2>>,
        /// There is a node.
        pub there: Signal<In, Bit>,
        /// The node.
        pub wd: Signal<In, Bits<AW>>,
        shallow: [LutRam<W, 4>; part(TL, 0, SHALLOW)],
        middle: [OutRegRam<W, 8>; part(TL, SHALLOW, 2)],
        fifth: [OutRegRam<W, 10>; part(TL, SHALLOW + 2, 1)],
        sixth: [OutRegRam<W, 12>; part(TL, SHALLOW + 3, 1)],
        // the first bits of the key for each level, and what is left of it
        read: [Signal<Local, Bits<T2>>; TL],
        read_rest: [Signal<Local, Bits<T2>>; TL],
        write: [Signal<Local, Bits<T2>>; TL],
        write_rest: [Signal<Local, Bits<T2>>; TL],
        put: [Reg<Bit>; TL],
        place: Reg<Bits<T2>>,
        word: Reg<Bits<W>>,
        shallow1: [Reg<Bits<W>>; part(TL, 0, SHALLOW)],
        shallow2: [Reg<Bits<W>>; part(TL, 0, SHALLOW)],
        found: [Signal<Local, Bits<W>>; TL],
        deepest: [Signal<Local, Bits<AW>>; TL + 1],
        entry: Reg<Bits<AW>>,
    }

    impl Top {
        fn update(&mut self) {
            const THERE_AT: Bits<5> = AW;
            const BELOW: Bits<4> = T2 - 2;

            self.place.d.next = self.wa.val();
            self.word.d.next = bit_cast::<W, AW>(self.wd.val()) | (bit_cast::<W, 1>(self.there.val().into()) << AW);
            comment!("The first digits of both keys, one more for each level.");
            self.read[0].next = self.first.val() >> BELOW;
            self.read_rest[0].next = self.first.val() << 2;
            self.write[0].next = self.place.q.val() >> BELOW;
            self.write_rest[0].next = self.place.q.val() << 2;
            for i in 1..TL {
                self.read[i].next = (self.read[i - 1].val() << 2) | (self.read_rest[i - 1].val() >> BELOW);
                self.read_rest[i].next = self.read_rest[i - 1].val() << 2;
                self.write[i].next = (self.write[i - 1].val() << 2) | (self.write_rest[i - 1].val() >> BELOW);
                self.write_rest[i].next = self.write_rest[i - 1].val() << 2;
            }
            for i in 1..(TL + 1) {
                self.put[i - 1].d.next = self.all.val() | (self.we.val() & (self.level.val() == i.to_bits()));
            }
            self.tables();
            comment!("The deepest of those that are there.");
            self.deepest[0].next = 0.into();
            for i in 0..TL {
                if self.found[i].val().get_bit(THERE_AT.index()) {
                    self.deepest[i + 1].next = bit_cast::<AW, W>(self.found[i].val());
                } else {
                    self.deepest[i + 1].next = self.deepest[i].val();
                }
            }
            for i in TL..(TL + 1) {
                self.entry.d.next = self.deepest[i].val();
            }
            self.node.next = self.entry.q.val();
        }

        fn tables(&mut self) {
            for i in 0..part(TL, 0, SHALLOW) {
                self.shallow[i].ra.next = bit_cast::<4, T2>(self.read[i].val());
                self.shallow[i].we.next = self.put[i].q.val();
                self.shallow[i].wa.next = bit_cast::<4, T2>(self.write[i].val());
                self.shallow[i].wd.next = self.word.q.val();
                self.shallow1[i].d.next = self.shallow[i].rd.val();
                self.shallow2[i].d.next = self.shallow1[i].q.val();
                self.found[i].next = self.shallow2[i].q.val();
            }
            for i in 0..part(TL, SHALLOW, 2) {
                self.middle[i].ra.next = bit_cast::<8, T2>(self.read[i + 2].val());
                self.middle[i].we.next = self.put[i + 2].q.val();
                self.middle[i].wa.next = bit_cast::<8, T2>(self.write[i + 2].val());
                self.middle[i].wd.next = self.word.q.val();
                self.found[i + 2].next = self.middle[i].rd.val();
            }
            for i in 0..part(TL, SHALLOW + 2, 1) {
                self.fifth[i].ra.next = bit_cast::<10, T2>(self.read[i + 4].val());
                self.fifth[i].we.next = self.put[i + 4].q.val();
                self.fifth[i].wa.next = bit_cast::<10, T2>(self.write[i + 4].val());
                self.fifth[i].wd.next = self.word.q.val();
                self.found[i + 4].next = self.fifth[i].rd.val();
            }
            for i in 0..part(TL, SHALLOW + 3, 1) {
                self.sixth[i].ra.next = bit_cast::<12, T2>(self.read[i + 5].val());
                self.sixth[i].we.next = self.put[i + 5].q.val();
                self.sixth[i].wa.next = bit_cast::<12, T2>(self.write[i + 5].val());
                self.sixth[i].wd.next = self.word.q.val();
                self.found[i + 5].next = self.sixth[i].rd.val();
            }
        }
    }
}
