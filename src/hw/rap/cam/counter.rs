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
    /// | 14 | `over` and `entry` are here: does it fit? |
    /// | 15 | write it, or not |
    ///
    /// Cycle numbers are those of the engine's pipeline. `flight` tells in which of the cycles 11 to 16 there is an
    /// event. While `run` is low creates, absorptions and dumps own the unit: `address` is read and written; `zero` and
    /// `put` give what is written, two cycles later at the earliest.
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
        #[group("address zero put total write: without run, entry and what to write")]
        pub address: Signal<In, Bits<AW>>,
        /// Otherwise: what is written three cycles later is zero.
        pub zero: Signal<In, Bit>,
        /// Otherwise: what is written two cycles later is `total`.
        pub put: Signal<In, Bit>,
        /// Another count.
        pub total: Signal<In, Bits<C>>,
        /// Write it, or the sum of the event in cycle 15.
        pub write: Signal<In, Bit>,
        /// What is being written.
        #[group("written at_entry: what is being written, and where")]
        pub written: Signal<Out, Bits<C>>,
        /// To which entry.
        pub at_entry: Signal<Out, Bits<AW>>,
        /// Count read, three cycles after its address.
        #[group("count addend entry over: results")]
        pub count: Signal<Out, Bits<C>>,
        /// Weight of the event in cycle 12.
        pub addend: Signal<Out, Bits<16>>,
        /// Entry of the event in cycle 14.
        pub entry: Signal<Out, Bits<AW>>,
        /// The sum is larger than T.
        pub over: Signal<Out, Bit>,
        counts: OutRegRam<C, AW>,
        at: [Reg<Bits<AW>>; 7],
        source: Reg<Bits<3>>,
        #[also(follows)]
        next: Reg<Bit>,
        own: Reg<Bits<C>>,
        added: Reg<Bits<16>>,
        sums: [Reg<Bits<C>>; 5],
        larger: Reg<Bit>,
        base: Signal<Local, Bits<C>>,
    }

    impl Counter {
        fn update(&mut self) {
            const OLDER: [Bits<3>; 5] = (0..5).map(|i| 4 - i);
            const C: Bits<6> = C;
            const MEMORY: Bits<3> = 7;

            self.written.next = self.sums[2].q.val();
            self.at_entry.next = self.address.val();
            self.counts.ra.next = self.address.val();
            if self.run.val() {
                self.counts.ra.next = self.index.val();
                self.at_entry.next = self.at[5].q.val();
            }
            drive!(counts: we = write, wa = at_entry, wd = written);
            for i in 0..7 {
                if i == 0 {
                    self.at[i].d.next = self.index.val();
                } else {
                    self.at[i].d.next = self.at[i - 1].q.val();
                }
            }

            comment!(
                "Cycle 10: which of the six events ahead goes to the same entry? The memory has the sum of none of \
                 them yet."
            );
            let meets: Bits<6> = 0.into();
            for i in 0..6 {
                if self.at[0].q.val() == self.at[i + 1].q.val() {
                    meets = meets.replace_bit(i, self.flight.val().get_bit(i));
                }
            }
            self.next.d.next = meets.get_bit(0);
            self.source.d.next = MEMORY;
            for i in 0..5 {
                if meets.get_bit(5 - i) {
                    self.source.d.next = OLDER[i];
                }
            }

            comment!("Cycle 11: the nearest of the sums that are known, or the memory's word.");
            match self.source.q.val().index() {
                0 => self.own.d.next = self.sums[0].q.val(),
                1 => self.own.d.next = self.sums[1].q.val(),
                2 => self.own.d.next = self.sums[2].q.val(),
                3 => self.own.d.next = self.sums[3].q.val(),
                4 => self.own.d.next = self.sums[4].q.val(),
                _ => self.own.d.next = self.counts.rd.val(),
            }
            drive!(self: count = own.q, follows = next.q);
            self.added.d.next = self.weight.val();
            self.addend.next = self.added.q.val();

            comment!("Cycle 12: add.");
            if self.follows.q.val() {
                self.base.next = self.sums[0].q.val();
            } else {
                self.base.next = self.own.q.val();
            }
            for i in 0..5 {
                if i == 0 {
                    self.sums[i].d.next = self.base.val() + bit_cast::<C, 16>(self.added.q.val());
                    if self.zero.val() {
                        self.sums[i].d.next = 0.into();
                    }
                } else if i == 1 {
                    self.sums[i].d.next = self.sums[i - 1].q.val();
                    if self.put.val() {
                        self.sums[i].d.next = self.total.val();
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
            self.entry.next = self.at[4].q.val();
        }
    }
}
