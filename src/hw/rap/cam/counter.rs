//! Stages 3 and 4 of the CAM engine: counter memory and threshold comparator.
use crate::hw::lib::{FastRam, Reg};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// One count per entry; adds a weight to one of them every cycle and compares the sum with the threshold.
///
/// | cycle | |
/// |---|---|
/// | 7 | read the count of `index` |
/// | 8 | it is here; sums of events 2 to 4 ahead that meet the same entry replace it |
/// | 9 | add; the sum of the event directly ahead replaces it |
/// | 10 | compare with T |
/// | 11 | `over`, `sum`, `entry` are here: write it, or not |
///
/// Cycle numbers are those of the engine's pipeline. `flight` tells in which of the cycles 8 to 11 there is an event.
/// While `run` is low the collapse owns the unit: `address` is read, `take` makes the count read the addend, and sum and
/// comparison follow three cycles after the address as long as nothing changes.
#[derive(LogicBlock)]
pub struct Counter<const C: usize, const C1: usize, const AW: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Events own the unit.
    pub run: Signal<In, Bit>,
    /// Entry of the event in cycle 7.
    pub index: Signal<In, Bits<AW>>,
    /// Events in cycles 8 to 11.
    pub flight: Signal<In, Bits<4>>,
    /// Weight of the event in cycle 8.
    pub weight: Signal<In, Bits<16>>,
    /// `~T`.
    pub threshold: Signal<In, Bits<C>>,
    /// Otherwise: entry to read and to write.
    pub address: Signal<In, Bits<AW>>,
    /// Otherwise: the count that is here becomes the addend.
    pub take: Signal<In, Bit>,
    /// The sum becomes zero.
    pub zero: Signal<In, Bit>,
    /// Write `sum`.
    pub write: Signal<In, Bit>,
    /// Count read.
    pub count: Signal<Out, Bits<C>>,
    /// Weight of the event in cycle 9.
    pub addend: Signal<Out, Bits<16>>,
    /// Entry of the event in cycle 11.
    pub entry: Signal<Out, Bits<AW>>,
    /// Its sum.
    pub sum: Signal<Out, Bits<C>>,
    /// The sum is larger than T.
    pub over: Signal<Out, Bit>,
    counts: FastRam<C, AW>,
    at8: Reg<Bits<AW>>,
    at9: Reg<Bits<AW>>,
    at10: Reg<Bits<AW>>,
    at11: Reg<Bits<AW>>,
    same1: Reg<Bit>,
    same2: Reg<Bit>,
    same3: Reg<Bit>,
    same4: Reg<Bit>,
    follows: Reg<Bit>,
    own: Reg<Bits<C>>,
    added: Reg<Bits<C>>,
    sum10: Reg<Bits<C>>,
    sum11: Reg<Bits<C>>,
    sum12: Reg<Bits<C>>,
    larger: Reg<Bit>,
    base: Signal<Local, Bits<C>>,
    difference: Signal<Local, Bits<C1>>,
    c: Constant<Bits<6>>,
}

impl<const C: usize, const C1: usize, const AW: usize> Default for Counter<C, C1, AW> {
    fn default() -> Self {
        const { assert!(C1 == C + 1, "Counter<C, C1, AW> wants C1 = C + 1") };
        Self {
            clock: Default::default(),
            run: Default::default(),
            index: Default::default(),
            flight: Default::default(),
            weight: Default::default(),
            threshold: Default::default(),
            address: Default::default(),
            take: Default::default(),
            zero: Default::default(),
            write: Default::default(),
            count: Default::default(),
            addend: Default::default(),
            entry: Default::default(),
            sum: Default::default(),
            over: Default::default(),
            counts: Default::default(),
            at8: Default::default(),
            at9: Default::default(),
            at10: Default::default(),
            at11: Default::default(),
            same1: Default::default(),
            same2: Default::default(),
            same3: Default::default(),
            same4: Default::default(),
            follows: Default::default(),
            own: Default::default(),
            added: Default::default(),
            sum10: Default::default(),
            sum11: Default::default(),
            sum12: Default::default(),
            larger: Default::default(),
            base: Default::default(),
            difference: Default::default(),
            c: Constant::new(bits(C as u64)),
        }
    }
}

impl<const C: usize, const C1: usize, const AW: usize> Logic for Counter<C, C1, AW> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module counter");
        comment!(
            "@doc Counter memory with one addition per cycle, to the same entry too, and the comparison of the sum with T."
        );
        comment!("@ports run index flight weight: the pipeline's events");
        comment!("@ports address take zero: without run, entry and addend");
        comment!("@ports threshold: ~T");
        comment!("@ports count addend entry sum over: results");
        dff_setup!(
            self, clock, at8, at9, at10, at11, same1, same2, same3, same4, follows, own, added, sum10, sum11, sum12,
            larger
        );
        self.counts.clock.next = self.clock.val();
        self.counts.we.next = self.write.val();
        self.counts.wd.next = self.sum11.q.val();
        self.counts.ra.next = self.address.val();
        self.counts.wa.next = self.address.val();
        if self.run.val() {
            self.counts.ra.next = self.index.val();
            self.counts.wa.next = self.at11.q.val();
        }
        self.count.next = self.counts.rd.val();

        comment!(
            "Cycle 7: which of the four events ahead goes to the same entry? A read never meets the write of the fourth."
        );
        self.at8.d.next = self.index.val();
        self.at9.d.next = self.at8.q.val();
        self.at10.d.next = self.at9.q.val();
        self.at11.d.next = self.at10.q.val();
        self.same1.d.next = self.flight.val().get_bit(0) & (self.index.val() == self.at8.q.val());
        self.same2.d.next = self.flight.val().get_bit(1) & (self.index.val() == self.at9.q.val());
        self.same3.d.next = self.flight.val().get_bit(2) & (self.index.val() == self.at10.q.val());
        self.same4.d.next = self.flight.val().get_bit(3) & (self.index.val() == self.at11.q.val());

        comment!("Cycle 8: the newest of the counts that are known.");
        if self.same2.q.val() {
            self.own.d.next = self.sum10.q.val();
        } else if self.same3.q.val() {
            self.own.d.next = self.sum11.q.val();
        } else if self.same4.q.val() {
            self.own.d.next = self.sum12.q.val();
        } else {
            self.own.d.next = self.counts.rd.val();
        }
        self.follows.d.next = self.same1.q.val();
        if self.run.val() {
            self.added.d.next = bit_cast::<C, 16>(self.weight.val());
        } else if self.take.val() {
            self.added.d.next = self.counts.rd.val();
        }

        comment!("Cycle 9: add.");
        if self.follows.q.val() {
            self.base.next = self.sum10.q.val();
        } else {
            self.base.next = self.own.q.val();
        }
        self.sum10.d.next = self.base.val() + self.added.q.val();
        if self.zero.val() {
            self.sum10.d.next = 0.into();
        }
        self.addend.next = bit_cast::<16, C>(self.added.q.val());

        comment!("Cycle 10: sum > T, by the carry of sum + ~T.");
        self.difference.next = bit_cast::<C1, C>(self.sum10.q.val()) + bit_cast::<C1, C>(self.threshold.val());
        self.larger.d.next = self.difference.val().get_bit(self.c.val().index());
        self.sum11.d.next = self.sum10.q.val();
        self.sum12.d.next = self.sum11.q.val();
        self.over.next = self.larger.q.val();
        self.sum.next = self.sum11.q.val();
        self.entry.next = self.at11.q.val();
    }
}
