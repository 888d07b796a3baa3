//! The associative array whose keys are compared one after the other (docs/reference/coproc.md, B.5).
use crate::hw::lib::{FastRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod scan {
    //! Associative array: keys are compared one a cycle, from the first entry of a range on.

    /// An associative array of `2^LG` entries whose keys are compared one after the other: read in a cycle, compared in
    /// the next, judged in the one after it. What is asked for in a cycle has its effect in the next one, a search when
    /// `idle` is high again. `entry`, `last` and `key` stay until then.
    #[clocked(reset)]
    pub struct Scan<#[range(5..=8)] const LG: usize, #[range(0..=1)] const D: usize> {
        /// The entry; of a range the first.
        #[group("entry last key outside: what is asked for")]
        pub entry: Signal<In, Bits<LG>>,
        /// The last entry of the range.
        pub last: Signal<In, Bits<LG>>,
        /// There is no entry in the range.
        pub outside: Signal<In, Bit>,
        /// The key.
        pub key: Signal<In, Bits<32>>,
        /// The lowest valid entry of the range that has the key is looked for.
        #[group("search write remove: it is looked for, written, not valid any more")]
        pub search: Signal<In, Bit>,
        /// The entry takes the key, and is valid.
        pub write: Signal<In, Bit>,
        /// The entry is not valid any more.
        pub remove: Signal<In, Bit>,
        /// Nothing is under way.
        #[group("idle: nothing is under way")]
        pub idle: Signal<Out, Bit>,
        /// The last search found one.
        #[group("hit found: what the last search found")]
        pub hit: Signal<Out, Bit>,
        /// It.
        pub found: Signal<Out, Bits<LG>>,
        /// Key of the entry one cycle before, two in a deep build, if nothing was under way.
        #[group("held valid: key of the entry one cycle before, two in a deep build; it was valid two cycles before")]
        pub held: Signal<Out, Bits<32>>,
        /// The entry of two cycles before was valid.
        pub valid: Signal<Out, Bit>,
        keys: FastRam<32, LG>,
        // more addresses than it needs: smaller ones become flip-flops
        marks: FastRam<1, 8>,
        // the entry that is read, the one that is compared, the one that is judged
        #[also(ahead, seen)]
        at: Reg<Bits<LG>>,
        #[also(judges, there, met)]
        busy: Reg<Bit>,
        differs: Reg<Bits<16>>,
        // in a deep build a key is held a cycle later
        #[when(D == 1)]
        kept: Reg<Bits<32>>,
    }

    impl Scan {
        fn update(&mut self) {
            comment!("The next entry of a search, or the one that is asked for.");
            let place: Bits<LG> = self.entry.val();
            if self.busy.q.val() {
                place = self.at.q.val();
            }
            drive!(keys: ra = place, wa = entry, wd = key, we = write);
            self.marks.ra.next = bit_cast::<8, LG>(place);
            self.marks.wa.next = bit_cast::<8, LG>(self.entry.val());
            self.marks.we.next = self.write.val() | self.remove.val();
            self.marks.wd.next = bit_cast::<1, 1>(self.write.val().into());
            let marked: Bit = self.marks.rd.val().get_bit(0);
            if D == 1 {
                drive!(self: kept = keys.rd, held = kept.q);
            } else {
                drive!(self: held = keys.rd);
            }
            drive!(self: valid = there.q, hit = met.q, found = seen.q);

            comment!("Read, compared, judged.");
            self.at.d.next = place + 1;
            drive!(self: ahead = place);
            let apart: Bits<32> = self.keys.rd.val() ^ self.key.val();
            self.differs.d.next = apart.get_bits::<16>(0) | apart.get_bits::<16>(16);
            drive!(self: there = marked, judges = busy.q);
            let same: Bit = self.there.q.val() & !self.differs.q.val().any();
            let judged: Bit = self.busy.q.val() & self.judges.q.val();
            let ends: Bit = judged & (same | (self.seen.q.val() == self.last.val()));
            if self.busy.q.val() & !ends {
                drive!(self: seen = ahead.q);
            }
            if ends {
                drive!(self: met = same);
                zero!(self: busy);
            }
            if self.search.val() {
                self.met.d.next = false;
                self.busy.d.next = !self.outside.val();
            }
            self.idle.next = !self.busy.q.val();
            if self.reset.val() {
                zero!(self: busy, met);
            }
        }
    }
}
