//! Writes a node into the directly indexed top table.
use crate::hw::lib::{Compare, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod top_write {
    //! Writes a node to all entries of its range in the top table; an entry that is being read waits.

    /// Writes `node` to every entry of the top table in the range of a node at `level`, one in two cycles.
    ///
    /// It gives way to events: an entry that is being read is written in a later cycle, and `hold` asks for a cycle without an event. `T2` is twice the number of top levels; the entries
    /// are those whose first `2 level` bits are those of `prefix`.
    #[clocked(reset)]
    pub struct TopWrite<const AW: usize, const LV: usize, const T2: usize> {
        /// Begin, with the next three as they are a cycle later; not while `busy`.
        pub start: Signal<In, Bit>,
        /// Level of the range.
        pub level: Signal<In, Bits<LV>>,
        /// Bits of a key in the range.
        pub prefix: Signal<In, Bits<T2>>,
        /// The deepest node there.
        pub node: Signal<In, Bits<AW>>,
        /// An event reads an entry two cycles later.
        pub reading: Signal<In, Bit>,
        /// Number of the entry that is read.
        pub read: Signal<In, Bits<T2>>,
        /// The write had to wait: leave a bubble for it.
        pub hold: Signal<Out, Bit>,
        /// Write; the word has to enter the table in the next cycle.
        pub we: Signal<Out, Bit>,
        /// Entry.
        pub wa: Signal<Out, Bits<T2>>,
        /// Node.
        pub wd: Signal<Out, Bits<AW>>,
        /// Not finished, from the cycle after `start` on.
        pub busy: Signal<Out, Bit>,
        #[also(aligning, writing)]
        preparing: Reg<Bit>,
        depth: Reg<Bits<LV>>,
        #[also(mask, entry)]
        base: Reg<Bits<T2>>,
        deepest: Reg<Bits<AW>>,
        #[also(compared, busy_entry, last, masking)]
        waiting: Reg<Bit>,
        same: Compare<T2>,
    }

    impl TopWrite {
        fn update(&mut self) {
            const ONES: Bits<T2> = (1 << T2) - 1;

            let twice: Bits<LV> = self.depth.q.val() << 1;
            self.mask.d.next = ONES >> twice;
            self.preparing.d.next = false;
            comment!("Compare with what is read next, then write or wait: two cycles.");
            drive!(same: a = entry.q, b = read);
            self.busy_entry.d.next = self.reading.val();
            let met: Bit = self.busy_entry.q.val() & self.same.equal.val();
            self.last.d.next = (self.entry.q.val() | !self.mask.q.val()).all();
            self.compared.d.next = self.writing.q.val() & !self.compared.q.val();
            self.we.next = self.compared.q.val() & !met;
            self.waiting.d.next = self.compared.q.val() & met;
            drive!(self: hold = waiting.q, wa = entry.q, wd = deepest.q);
            if self.we.val() {
                self.entry.d.next = self.entry.q.val() + 1;
                if self.last.q.val() {
                    self.writing.d.next = false;
                }
            }
            drive!(self: masking = preparing.q, aligning = masking.q);
            if self.aligning.q.val() {
                self.entry.d.next = self.base.q.val() & !self.mask.q.val();
                self.writing.d.next = true;
            }
            if self.start.val() {
                self.preparing.d.next = true;
            }
            comment!("A cycle after start, which the tasks give late.");
            if self.preparing.q.val() {
                drive!(self: depth = level, base = prefix, deepest = node);
            }
            self.busy.next =
                self.preparing.q.val() | self.masking.q.val() | self.aligning.q.val() | self.writing.q.val();
            if self.reset.val() {
                zero!(self: preparing, masking, aligning, compared, writing);
            }
        }
    }
}
