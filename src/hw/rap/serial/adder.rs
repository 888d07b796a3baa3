//! The one adder and the comparator of the serial engine, 16 bits wide (docs/reference/rap-serial.md, "Sums").
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod adder {
    //! Adds counts 16 bits at a time, least significant part first, and compares the sum with T.

    /// Adds counts of `C / 16` parts, least significant part first, one part per cycle, and compares their sum with T.
    ///
    /// Every cycle `operand` and the addend at hand are added; `sum` is the result `C / 16 + 1` cycles later, so a
    /// verdict on all parts is known before the first one has to be written. Addends come from a short queue: `weigh`
    /// puts `weight` at hand for the next cycle; `lift` takes a part of `own` into the queue, which reaches the adder
    /// `C / 16` cycles later, and zeros follow by themselves.
    ///
    /// * `chain`: the carry goes into the next cycle's sum; else `increment` is what goes in.
    /// * `clear`: the sum is zero; `saturate`: it is all ones.
    /// * `over`: with `part` the number of the part added in the cycle before, 0 and upwards in successive cycles, in
    ///   the cycle after the last one: sum > T; never if `exempt` in the cycle before. `inverted` is ~T.
    #[clocked]
    pub struct Adder<#[range(32..=48, step = 16)] const C: usize> {
        /// What is added to: a count, or a part of a total.
        #[group("operand weight weigh own lift: operand; addend: the weight, or the count of a leaf")]
        pub operand: Signal<In, Bits<16>>,
        /// Weight of the event.
        pub weight: Signal<In, Bits<16>>,
        /// The weight is the next addend.
        pub weigh: Signal<In, Bit>,
        /// Part of the count of a leaf.
        pub own: Signal<In, Bits<16>>,
        /// Take it as an addend.
        pub lift: Signal<In, Bit>,
        /// Carry on.
        #[group("chain increment carry: carry from part to part")]
        pub chain: Signal<In, Bit>,
        /// Without `chain`: carry for the next sum.
        pub increment: Signal<In, Bit>,
        /// Sum of zero.
        #[group("clear saturate sum: the sum, a few cycles later")]
        pub clear: Signal<In, Bit>,
        /// Sum of all ones.
        pub saturate: Signal<In, Bit>,
        /// ~T.
        #[group("inverted part exempt over: comparison with the threshold")]
        pub inverted: Signal<In, Bits<C>>,
        /// Part compared.
        pub part: Signal<In, Bits<2>>,
        /// Nothing is over.
        pub exempt: Signal<In, Bit>,
        /// Carry of the sum of the cycle before.
        pub carry: Signal<Out, Bit>,
        /// Sum of `C / 16 + 1` cycles before.
        pub sum: Signal<Out, Bits<16>>,
        /// Greater than the threshold.
        pub over: Signal<Out, Bit>,
        addends: [Reg<Bits<16>>; C / 16],
        sums: [Reg<Bits<16>>; C / 16 + 1],
        carried: Reg<Bit>,
        above: Reg<Bit>,
    }

    impl Adder {
        fn update(&mut self) {
            const ONES: Bits<16> = 0xffff;
            const C: Bits<6> = C;

            comment!("The queue of addends.");
            for i in 0..(C / 16 - 1) {
                self.addends[i].d.next = self.addends[i + 1].q.val();
            }
            if self.weigh.val() {
                self.addends[0].d.next = self.weight.val();
            }
            if self.lift.val() {
                self.addends[C / 16 - 1].d.next = self.own.val();
            } else {
                self.addends[C / 16 - 1].d.next = 0.into();
            }

            comment!("Sum, with the carry of the part before.");
            let total: Bits<18> = ((bit_cast::<18, 16>(self.operand.val()) << 1) | 1)
                + ((bit_cast::<18, 16>(self.addends[0].q.val()) << 1) | bit_cast::<18, 1>(self.carried.q.val().into()));
            let low: Bits<16> = total.get_bits::<16>(1);
            self.carried.d.next = self.increment.val();
            if self.chain.val() {
                self.carried.d.next = total.get_bit(17);
            }
            self.carry.next = self.carried.q.val();
            self.sums[0].d.next = low;
            if self.saturate.val() {
                self.sums[0].d.next = ONES;
            }
            if self.clear.val() {
                self.sums[0].d.next = 0.into();
            }
            for i in 1..(C / 16 + 1) {
                self.sums[i].d.next = self.sums[i - 1].q.val();
            }
            self.sum.next = self.sums[C / 16].q.val();

            comment!("sum > T is the carry of sum + ~T.");
            let threshold: Bits<16> = bit_cast::<16, C>(self.inverted.val());
            for i in 1..(C / 16) {
                if self.part.val() == i.to_bits() {
                    threshold = self.inverted.val().get_bits::<16>(i * 16);
                }
            }
            let carry_in: Bit = self.part.val().any() & self.above.q.val();
            let difference: Bits<18> = ((bit_cast::<18, 16>(self.sums[0].q.val()) << 1) | 1)
                + ((bit_cast::<18, 16>(threshold) << 1) | bit_cast::<18, 1>(carry_in.into()));
            self.above.d.next = difference.get_bit(17) & !self.exempt.val();
            self.over.next = self.above.q.val();
        }
    }
}
