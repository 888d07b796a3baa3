//! The threshold T and its ladder (rules R2, R4, R6).
use crate::hw::lib::{Reg, StateReg};
use crate::spec::rap::LADDER_MANTISSA_BITS;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// What the serial pass over the threshold does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Pass {
    /// Nothing.
    Idle,
    /// Shift in `serial_in`: the first threshold, or the one of EPS mode.
    Load,
    /// Find the leading one.
    Find,
    /// Clear the bits below the mantissa and add one step.
    Step,
}

/// Threshold register, one bit per cycle: everything but the running minimum enters it serially.
///
/// * It gives `~T`: `S > T` is the carry of `S + ~T`, so the comparator is one carry chain.
/// * `load`: takes C bits from `serial_in`, bit `position` first bit 0.
/// * `step`: `T = next(T)` of the ladder (R2), saturating; two passes, `2 C` cycles. With `round_up` it goes to the
///   smallest ladder value that is not below T instead (`next(T - 1)`): a step from the minimum M of R6.
/// * `open`: `T = CMAX`, where the search for M starts; `take`: `T = minimum`.
/// * `serial_out` is bit `position` of T during a pass that shifts.
///
/// `busy` is high from the cycle after a request until the result is in place. Requests only while it is low.
#[derive(LogicBlock, SmartDefault)]
pub struct Threshold<const C: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Shift a new value in.
    pub load: Signal<In, Bit>,
    /// Next value of the ladder.
    pub step: Signal<In, Bit>,
    /// Modifies `step`; from the cycle after the request until `busy` ends.
    pub round_up: Signal<In, Bit>,
    /// T becomes CMAX.
    pub open: Signal<In, Bit>,
    /// T becomes `minimum`.
    pub take: Signal<In, Bit>,
    /// Value for `take`.
    pub minimum: Signal<In, Bits<C>>,
    /// New bit during a load.
    pub serial_in: Signal<In, Bit>,
    /// The bit of T at hand.
    pub serial_out: Signal<Out, Bit>,
    /// Which bit of T is at hand, 0 first.
    pub position: Signal<Out, Bits<6>>,
    /// A pass is under way.
    pub busy: Signal<Out, Bit>,
    /// `~T`.
    pub inverted: Signal<Out, Bits<C>>,
    pass: StateReg<Pass>,
    value: Reg<Bits<C>>,
    place: Reg<Bits<6>>,
    leading: Reg<Bits<6>>,
    below: Reg<Bit>,
    carry: Reg<Bit>,
    overflow: Reg<Bit>,
    bit_in: Signal<Local, Bit>,
    low: Signal<Local, Bit>,
    shift: Signal<Local, Bit>,
    #[default(Constant::new(bits(1 << (C - 1))))]
    msb: Constant<Bits<C>>,
    #[default(Constant::new(bits((1 << C) - 1)))]
    largest: Constant<Bits<C>>,
    #[default(Constant::new(bits(C as u64 - 1)))]
    last_place: Constant<Bits<6>>,
    #[default(Constant::new(bits(u64::from(LADDER_MANTISSA_BITS))))]
    first_step_place: Constant<Bits<6>>,
    #[default(Constant::new(bits(C as u64 - 1 + u64::from(LADDER_MANTISSA_BITS))))]
    last_step_place: Constant<Bits<6>>,
}

impl<const C: usize> Logic for Threshold<C> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module threshold");
        comment!("@doc The threshold T and its ladder: one bit per cycle, least significant first.");
        comment!("@ports load: shift a new value in through serial_in, bit 0 first");
        comment!("@ports step round_up: next value of the ladder, or the ladder value at or above T");
        comment!("@ports open take minimum: running minimum: start at the largest value, take a smaller one");
        comment!("@ports serial_in: the next bit during a load");
        comment!("@ports serial_out position: the bit of T at hand during a pass, and its number");
        comment!("@ports busy: a pass is under way");
        comment!("@ports inverted: ~T");
        dff_setup!(self, clock, pass, value, place, leading, below, carry, overflow);
        self.serial_out.next = self.value.q.val().get_bit(0);
        self.bit_in.next = self.serial_out.val();
        self.low.next = self.below.q.val() & (self.place.q.val() != self.leading.q.val());
        self.shift.next = true;
        self.overflow.d.next = false;
        self.place.d.next = self.place.q.val() + 1;
        match self.pass.q.val() {
            Pass::Idle => {
                self.shift.next = false;
                self.place.d.next = 0.into();
                self.below.d.next = false;
                if self.load.val() {
                    self.pass.d.next = Pass::Load;
                } else if self.step.val() {
                    self.pass.d.next = Pass::Find;
                }
            }
            Pass::Load => {
                self.bit_in.next = self.serial_in.val();
                if self.place.q.val() == self.last_place.val() {
                    self.pass.d.next = Pass::Idle;
                }
            }
            Pass::Find => {
                self.carry.d.next = !self.round_up.val();
                comment!(
                    "The last one seen leads; its place in the next pass, which starts at 3, is where the mantissa begins."
                );
                if self.serial_out.val() {
                    self.leading.d.next = self.place.q.val();
                    self.below.d.next = (self.place.q.val() >> 2).any();
                }
                if self.place.q.val() == self.last_place.val() {
                    self.place.d.next = self.first_step_place.val();
                    self.pass.d.next = Pass::Step;
                }
            }
            Pass::Step => {
                self.below.d.next = self.low.val();
                if self.low.val() {
                    self.bit_in.next = false;
                    self.carry.d.next = self.carry.q.val() | self.serial_out.val();
                } else {
                    self.bit_in.next = self.serial_out.val() ^ self.carry.q.val();
                    self.carry.d.next = self.serial_out.val() & self.carry.q.val();
                }
                if self.place.q.val() == self.last_step_place.val() {
                    self.overflow.d.next = self.serial_out.val() & self.carry.q.val();
                    self.pass.d.next = Pass::Idle;
                }
            }
        }
        if self.shift.val() {
            if self.bit_in.val() {
                self.value.d.next = (self.value.q.val() >> 1) | self.msb.val();
            } else {
                self.value.d.next = self.value.q.val() >> 1;
            }
        } else if self.take.val() {
            self.value.d.next = self.minimum.val();
        }
        if self.open.val() | self.overflow.q.val() {
            self.value.d.next = self.largest.val();
        }
        self.busy.next = self.shift.val() | self.overflow.q.val();
        self.position.next = self.place.q.val();
        self.inverted.next = !self.value.q.val();
        if self.reset.val() {
            self.pass.d.next = Pass::Idle;
        }
    }
}
