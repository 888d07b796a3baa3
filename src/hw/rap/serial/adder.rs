//! The one adder and the comparator of the serial engine, 16 bits wide (docs/reference/rap-serial.md, "Sums").
use crate::hw::lib::{Reg, several};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Adds counts of `C / 16` parts, least significant part first, one part per cycle, and compares their sum with T.
///
/// Every cycle `operand` and the addend at hand are added; `sum` is the result `C / 16 + 1` cycles later, so a verdict on all
/// parts is known before the first one has to be written. Addends come from a short queue: `weigh` puts `weight` at hand
/// for the next cycle; `lift` takes a part of `own` into the queue, which reaches the adder `C / 16` cycles later, and zeros
/// follow by themselves.
///
/// * `chain`: the carry goes into the next cycle's sum; else `increment` is what goes in.
/// * `clear`: the sum is zero; `saturate`: it is all ones.
/// * `over`: with `part` the number of the part added in the cycle before, 0 and upwards in successive cycles, in the cycle
///   after the last one: sum > T, or with `dry` sum >= T; never if `exempt` in the cycle
///   before. `inverted` is ~T.
#[derive(LogicBlock, SmartDefault)]
pub struct Adder<const C: usize> {
    #[default(const { assert!(C == 32 || C == 48, "Adder<C> wants C = 32 or 48") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// What is added to: a count, or a part of a total.
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
    pub chain: Signal<In, Bit>,
    /// Without `chain`: carry for the next sum.
    pub increment: Signal<In, Bit>,
    /// Sum of zero.
    pub clear: Signal<In, Bit>,
    /// Sum of all ones.
    pub saturate: Signal<In, Bit>,
    /// ~T.
    pub inverted: Signal<In, Bits<C>>,
    /// Part compared.
    pub part: Signal<In, Bits<2>>,
    /// Equal is over, too.
    pub dry: Signal<In, Bit>,
    /// Nothing is over.
    pub exempt: Signal<In, Bit>,
    /// Carry of the sum of the cycle before.
    pub carry: Signal<Out, Bit>,
    /// Sum of `C / 16 + 1` cycles before.
    pub sum: Signal<Out, Bits<16>>,
    /// Greater than the threshold.
    pub over: Signal<Out, Bit>,
    #[default(several(C / 16))]
    addends: Vec<Reg<Bits<16>>>,
    #[default(several(C / 16 + 1))]
    sums: Vec<Reg<Bits<16>>>,
    carried: Reg<Bit>,
    above: Reg<Bit>,
    total: Signal<Local, Bits<18>>,
    low: Signal<Local, Bits<16>>,
    threshold: Signal<Local, Bits<16>>,
    carry_in: Signal<Local, Bit>,
    difference: Signal<Local, Bits<18>>,
    #[default(Constant::new(bits(0xffff)))]
    ones: Constant<Bits<16>>,
    #[default(Constant::new(bits(C as u64)))]
    c: Constant<Bits<6>>,
}

impl<const C: usize> Logic for Adder<C> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module adder");
        comment!("@doc Adds counts 16 bits at a time, least significant part first, and compares the sum with T.");
        comment!("@ports operand weight weigh own lift: operand; addend: the weight, or the count of a leaf");
        comment!("@ports chain increment carry: carry from part to part");
        comment!("@ports clear saturate sum: the sum, a few cycles later");
        comment!("@ports inverted part dry exempt over: comparison with the threshold");
        dff_setup!(self, clock, carried, above);
        comment!("The queue of addends.");
        for i in 0..(C / 16) {
            self.addends[i].clock.next = self.clock.val();
        }
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
        self.total.next = ((bit_cast::<18, 16>(self.operand.val()) << 1) | 1)
            + ((bit_cast::<18, 16>(self.addends[0].q.val()) << 1) | bit_cast::<18, 1>(self.carried.q.val().into()));
        self.low.next = self.total.val().get_bits::<16>(1);
        self.carried.d.next = self.increment.val();
        if self.chain.val() {
            self.carried.d.next = self.total.val().get_bit(17);
        }
        self.carry.next = self.carried.q.val();
        for i in 0..(C / 16 + 1) {
            self.sums[i].clock.next = self.clock.val();
        }
        self.sums[0].d.next = self.low.val();
        if self.saturate.val() {
            self.sums[0].d.next = self.ones.val();
        }
        if self.clear.val() {
            self.sums[0].d.next = 0.into();
        }
        for i in 1..(C / 16 + 1) {
            self.sums[i].d.next = self.sums[i - 1].q.val();
        }
        self.sum.next = self.sums[C / 16].q.val();

        comment!("sum > T is the carry of sum + ~T.");
        self.threshold.next = bit_cast::<16, C>(self.inverted.val());
        for i in 1..(C / 16) {
            if self.part.val() == i.to_bits() {
                self.threshold.next = self.inverted.val().get_bits::<16>(i * 16);
            }
        }
        self.carry_in.next = self.dry.val();
        if self.part.val().any() {
            self.carry_in.next = self.above.q.val();
        }
        self.difference.next = ((bit_cast::<18, 16>(self.sums[0].q.val()) << 1) | 1)
            + ((bit_cast::<18, 16>(self.threshold.val()) << 1) | bit_cast::<18, 1>(self.carry_in.val().into()));
        self.above.d.next = self.difference.val().get_bit(17) & !self.exempt.val();
        self.over.next = self.above.q.val();
    }
}
