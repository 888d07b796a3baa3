//! Ranges of addresses that a pattern can ask for (docs/reference/hps.md, H4).
use crate::comment;
use crate::hw::lib::{RegEn, several};
use crate::spec::hps::RANGES;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Which ranges an address lies in, within the cycle.
#[derive(LogicBlock, SmartDefault)]
pub struct Ranges {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A bound is written.
    pub wr_range: Signal<In, Bit>,
    /// Which.
    pub wr_index: Signal<In, Bits<12>>,
    /// The word.
    pub wr_data: Signal<In, Bits<32>>,
    /// Address.
    pub in_pc: Signal<In, Bits<32>>,
    /// Which ranges it lies in.
    pub fact_ranges: Signal<Out, Bits<RANGES>>,
    #[default(several(2 * RANGES))]
    bound: Vec<RegEn<Bits<32>>>,
    found: Signal<Local, Bits<RANGES>>,
    #[default((0..RANGES).map(|i| Constant::new(bits(1 << i))).collect())]
    bit: Vec<Constant<Bits<RANGES>>>,
}

impl Logic for Ranges {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ranges");
        comment!("@doc Ranges of addresses that patterns can ask for.");
        comment!("@ports wr: a bound is written");
        comment!("@ports in: the instruction");
        comment!("@ports fact: which ranges it lies in");
        for i in 0..(2 * RANGES) {
            self.bound[i].clock.next = self.clock.val();
            self.bound[i].d.next = self.wr_data.val();
            self.bound[i].en.next = self.wr_range.val() & (self.wr_index.val().get_bits::<3>(0) == i.to_bits());
            if self.reset.val() {
                self.bound[i].d.next = 0.into();
                self.bound[i].en.next = true;
            }
        }
        self.found.next = 0.into();
        for i in 0..RANGES {
            if (self.bound[2 * i].q.val() <= self.in_pc.val()) & (self.in_pc.val() < self.bound[2 * i + 1].q.val()) {
                self.found.next = self.found.val() | self.bit[i].val();
            }
        }
        self.fact_ranges.next = self.found.val();
    }
}
