//! Stages 3 and 4 of the CAM engine: counter memory and threshold comparator.
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod counter {
    //! Counter memory with one addition per cycle, to the same entry too, and the comparison of the sum with T.

    /// One count per entry; adds a weight to one of them every cycle and compares the sum with the threshold.
    ///
    /// | cycle | |
    /// |---|---|
    /// | 9 | read the count of `index` |
    /// | 10 | which of the six events ahead goes to the same entry? |
    /// | 11 | the count is here; the sum of an event 2 to 6 ahead replaces it |
    /// | 12 | add; the sum of the event directly ahead replaces the count |
    /// | 13 | compare with T |
    /// | 14 | `over`, `sum` and `entry` are here: does it fit? |
    /// | 15 | write it, or not |
    ///
    /// Cycle numbers are those of the engine's pipeline. `flight` tells in which of the cycles 11 to 16 there is an event.
    /// While `run` is low the collapse owns the unit: `address` is read, `take` makes the count read the addend, and sum and
    /// comparison follow five cycles after the address as long as nothing changes.
    #[clocked]
    #[derived(C1 = C + 1)]
    pub struct Counter<const C: usize, const AW: usize> {
        /// Events own the unit.
        #[group("run index flight weight: the pipeline's events")]
        pub run: Signal<In, Bit>,
        /// Entry of the event in cycle 9.
        pub index: Signal<In, Bits<AW>>,
        /// Events in cycles 11 to 16.
        pub flight: Signal<In, Bits<6>>,
        /// Weight of the event in cycle 11.
        pub weight: Signal<In, Bits<16>>,
        /// `~T`.
        #[group("~T")]
        pub threshold: Signal<In, Bits<C>>,
        /// Otherwise: entry to read and to write.
        #[group("address take zero: without run, entry and addend")]
        pub address: Signal<In, Bits<AW>>,
        /// Otherwise: the count that is here becomes the addend.
        pub take: Signal<In, Bit>,
        /// The sum becomes zero.
        pub zero: Signal<In, Bit>,
        /// Write the sum, one cycle after it is in `sum`.
        pub write: Signal<In, Bit>,
        /// Count read, three cycles after its address.
        #[group("count addend entry sum over: results")]
        pub count: Signal<Out, Bits<C>>,
        /// Weight of the event in cycle 12.
        pub addend: Signal<Out, Bits<16>>,
        /// Entry of the event in cycle 14.
        pub entry: Signal<Out, Bits<AW>>,
        /// Sum of the entry.
        pub sum: Signal<Out, Bits<C>>,
        /// The sum is larger than T.
        pub over: Signal<Out, Bit>,
        counts: OutRegRam<C, AW>,
        at: [Reg<Bits<AW>>; 7],
        same: [Reg<Bit>; 4],
        #[also(known, follows)]
        next: Reg<Bit>,
        own: Reg<Bits<C>>,
        added: Reg<Bits<C>>,
        sums: [Reg<Bits<C>>; 5],
        larger: Reg<Bit>,
        base: Signal<Local, Bits<C>>,
    }

    impl Counter {
        fn update(&mut self) {
            const C: Bits<6> = C;

            self.counts.we.next = self.write.val();
            self.counts.wd.next = self.sums[2].q.val();
            drive!(counts: ra = address, wa = address);
            if self.run.val() {
                self.counts.ra.next = self.index.val();
                self.counts.wa.next = self.at[5].q.val();
            }
            for i in 0..7 {
                if i == 0 {
                    self.at[i].d.next = self.index.val();
                } else {
                    self.at[i].d.next = self.at[i - 1].q.val();
                }
            }

            comment!(
                "Cycle 10: which of the six events ahead goes to the same entry? The memory has the sum of none of them yet."
            );
            let meets: Bits<6> = 0.into();
            for i in 0..6 {
                if self.at[0].q.val() == self.at[i + 1].q.val() {
                    meets = meets.replace_bit(i, self.flight.val().get_bit(i));
                }
            }
            self.next.d.next = meets.get_bit(0);
            self.known.d.next = meets.get_bits::<5>(1).any();
            for i in 0..4 {
                self.same[i].d.next = meets.get_bit(i + 1);
            }

            comment!("Cycle 11: the nearest of the sums that are known, or the memory's word.");
            let newest: Bits<C> = self.sums[4].q.val();
            for i in 0..4 {
                if self.same[3 - i].q.val() {
                    newest = self.sums[3 - i].q.val();
                }
            }
            if self.known.q.val() {
                self.own.d.next = newest;
            } else {
                self.own.d.next = self.counts.rd.val();
            }
            drive!(self: count = own.q, follows = next.q);
            if self.run.val() {
                self.added.d.next = bit_cast::<C, 16>(self.weight.val());
            } else if self.take.val() {
                self.added.d.next = self.counts.rd.val();
            }
            self.addend.next = bit_cast::<16, C>(self.added.q.val());

            comment!("Cycle 12: add.");
            if self.follows.q.val() {
                self.base.next = self.sums[0].q.val();
            } else {
                self.base.next = self.own.q.val();
            }
            for i in 0..5 {
                if i == 0 {
                    self.sums[i].d.next = self.base.val() + self.added.q.val();
                    if self.zero.val() {
                        self.sums[i].d.next = 0.into();
                    }
                } else {
                    self.sums[i].d.next = self.sums[i - 1].q.val();
                }
            }

            comment!("Cycle 13: sum > T, by the carry of sum + ~T.");
            let difference: Bits<C1> =
                bit_cast::<C1, C>(self.sums[0].q.val()) + bit_cast::<C1, C>(self.threshold.val());
            self.larger.d.next = difference.get_bit(C.index());
            self.over.next = self.larger.q.val();
            self.sum.next = self.sums[1].q.val();
            self.entry.next = self.at[4].q.val();
        }
    }
}
