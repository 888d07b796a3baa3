//! Totals of weight: counted and lost (rule R3).
use crate::hw::lib::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// `n`, the weight counted, and `lost`, the weight of the events that would have taken `n` beyond `2^C - 1`.
///
/// `add` counts `weight` if it fits; if it does not, `refused` is high in the next cycle, in which `weight` is added
/// to `lost` (saturating) and must still be there. `C1 = C + 1`.
#[derive(LogicBlock)]
pub struct Totals<const C: usize, const C1: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Everything back to zero.
    pub clear: Signal<In, Bit>,
    /// Count `weight`.
    pub add: Signal<In, Bit>,
    /// Weight of the event, held for two cycles.
    pub weight: Signal<In, Bits<16>>,
    /// The event of the cycle before did not fit.
    pub refused: Signal<Out, Bit>,
    /// Weight counted.
    pub n: Signal<Out, Bits<C>>,
    /// Weight not counted.
    pub lost: Signal<Out, Bits<C>>,
    /// Some weight was not counted; sticky.
    pub lost_flag: Signal<Out, Bit>,
    counted: Reg<Bits<C>>,
    uncounted: Reg<Bits<C>>,
    overflow: Reg<Bit>,
    any_lost: Reg<Bit>,
    sum: Signal<Local, Bits<C1>>,
    lost_sum: Signal<Local, Bits<C1>>,
    c: Constant<Bits<8>>,
    max: Constant<Bits<C>>,
}

impl<const C: usize, const C1: usize> Default for Totals<C, C1> {
    fn default() -> Self {
        const { assert!(C1 == C + 1, "Totals<C, C1> wants C1 = C + 1") };
        Self {
            clock: Default::default(),
            clear: Default::default(),
            add: Default::default(),
            weight: Default::default(),
            refused: Default::default(),
            n: Default::default(),
            lost: Default::default(),
            lost_flag: Default::default(),
            counted: Default::default(),
            uncounted: Default::default(),
            overflow: Default::default(),
            any_lost: Default::default(),
            sum: Default::default(),
            lost_sum: Default::default(),
            c: Constant::new(bits(C as u64)),
            max: Constant::new(bits((1 << C) - 1)),
        }
    }
}

impl<const C: usize, const C1: usize> Logic for Totals<C, C1> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module totals");
        comment!("@doc Weight counted (n) and weight that would have taken n beyond its width (lost, saturating).");
        comment!("@ports refused: the weight of the cycle before did not fit n and is added to lost in this one");
        dff_setup!(self, clock, counted, uncounted, overflow, any_lost);
        self.sum.next = bit_cast::<C1, C>(self.counted.q.val()) + bit_cast::<C1, 16>(self.weight.val());
        self.lost_sum.next = bit_cast::<C1, C>(self.uncounted.q.val()) + bit_cast::<C1, 16>(self.weight.val());
        self.overflow.d.next = self.add.val() & self.sum.val().get_bit(C);
        if self.add.val() & !self.sum.val().get_bit(C) {
            self.counted.d.next = bit_cast::<C, C1>(self.sum.val());
        }
        if self.overflow.q.val() {
            self.any_lost.d.next = true;
            if self.lost_sum.val().get_bit(C) {
                self.uncounted.d.next = self.max.val();
            } else {
                self.uncounted.d.next = bit_cast::<C, C1>(self.lost_sum.val());
            }
        }
        self.refused.next = self.overflow.q.val();
        self.n.next = self.counted.q.val();
        self.lost.next = self.uncounted.q.val();
        self.lost_flag.next = self.any_lost.q.val();
        if self.clear.val() {
            self.counted.d.next = 0.into();
            self.uncounted.d.next = 0.into();
            self.overflow.d.next = false;
            self.any_lost.d.next = false;
        }
    }
}
