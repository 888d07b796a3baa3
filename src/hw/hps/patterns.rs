//! The pattern table in flip-flops (docs/hps.md, H4).
use crate::comment;
use crate::hw::lib::{RegEn, several};
use crate::spec::hps::RANGES;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Holds an instruction against `P` patterns at once.
#[derive(LogicBlock, SmartDefault)]
pub struct Patterns<const P: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A word of the table is written.
    pub wr_pattern: Signal<In, Bit>,
    /// A bound of a range is written.
    pub wr_range: Signal<In, Bit>,
    /// Which.
    pub wr_index: Signal<In, Bits<12>>,
    /// The word.
    pub wr_data: Signal<In, Bits<32>>,
    /// Address.
    pub in_pc: Signal<In, Bits<32>>,
    /// The instruction, expanded.
    pub in_insn: Signal<In, Bits<32>>,
    /// Privilege.
    pub in_privilege: Signal<In, Bits<2>>,
    /// Its class bits.
    pub rec_classes: Signal<In, Bits<16>>,
    /// It leads somewhere that is known.
    pub fact_has_target: Signal<In, Bit>,
    /// That is at or before it.
    pub fact_backward: Signal<In, Bit>,
    /// It was taken.
    pub fact_taken: Signal<In, Bit>,
    /// Its immediate is negative.
    pub fact_negative: Signal<In, Bit>,
    /// Its immediate is not negative.
    pub fact_positive: Signal<In, Bit>,
    /// What the table of checks has for it.
    pub fact_filter: Signal<In, Bits<2>>,
    /// Which patterns match.
    pub pat_hit: Signal<Out, Bits<P>>,
    #[default(several(P))]
    mask: Vec<RegEn<Bits<32>>>,
    #[default(several(P))]
    value: Vec<RegEn<Bits<32>>>,
    #[default(several(P))]
    asked: Vec<RegEn<Bits<32>>>,
    #[default(several(2 * RANGES))]
    bound: Vec<RegEn<Bits<32>>>,
    #[default(several(P))]
    mine: Vec<Signal<Local, Bit>>,
    hits: Signal<Local, Bits<P>>,
    ranges: Signal<Local, Bits<RANGES>>,
    #[default(several(P))]
    direction: Vec<Signal<Local, Bit>>,
    #[default(several(P))]
    sign: Vec<Signal<Local, Bit>>,
    #[default(several(P))]
    same: Vec<Signal<Local, Bit>>,
    #[default(several(P))]
    fits: Vec<Signal<Local, Bit>>,
    #[default((0..P).map(|i| Constant::new(bits(1 << i))).collect())]
    bit: Vec<Constant<Bits<P>>>,
    #[default((0..RANGES).map(|i| Constant::new(bits(1 << i))).collect())]
    range_bit: Vec<Constant<Bits<RANGES>>>,
}

impl<const P: usize> Logic for Patterns<P> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module patterns");
        comment!("@doc The pattern table: every entry is held against the instruction at once.");
        comment!("@ports wr: a word of the table or a bound of a range is written");
        comment!("@ports in rec fact: the instruction and what is known of it");
        comment!("@ports pat_hit: which entries match");
        comment!("Ranges of addresses.");
        for i in 0..(2 * RANGES) {
            self.bound[i].clock.next = self.clock.val();
            self.bound[i].d.next = self.wr_data.val();
            self.bound[i].en.next = self.wr_range.val() & (self.wr_index.val().get_bits::<3>(0) == i.to_bits());
            if self.reset.val() {
                self.bound[i].d.next = 0.into();
                self.bound[i].en.next = true;
            }
        }
        self.ranges.next = 0.into();
        for i in 0..RANGES {
            if (self.bound[2 * i].q.val() <= self.in_pc.val()) & (self.in_pc.val() < self.bound[2 * i + 1].q.val()) {
                self.ranges.next = self.ranges.val() | self.range_bit[i].val();
            }
        }

        comment!("Entries.");
        self.hits.next = 0.into();
        for i in 0..P {
            self.mine[i].next = self.wr_pattern.val() & (self.wr_index.val().get_bits::<5>(2) == i.to_bits());
            self.mask[i].clock.next = self.clock.val();
            self.mask[i].d.next = self.wr_data.val();
            self.mask[i].en.next = self.mine[i].val() & (self.wr_index.val().get_bits::<2>(0) == 0);
            self.value[i].clock.next = self.clock.val();
            self.value[i].d.next = self.wr_data.val();
            self.value[i].en.next = self.mine[i].val() & (self.wr_index.val().get_bits::<2>(0) == 1);
            self.asked[i].clock.next = self.clock.val();
            self.asked[i].d.next = self.wr_data.val();
            self.asked[i].en.next = self.mine[i].val() & (self.wr_index.val().get_bits::<2>(0) == 2);
            if self.reset.val() {
                self.asked[i].d.next = 0.into();
                self.asked[i].en.next = true;
            }
            self.same[i].next = (self.in_insn.val() & self.mask[i].q.val()) == self.value[i].q.val();
            self.direction[i].next = false;
            match self.asked[i].q.val().get_bits::<2>(20).index() {
                0 => {
                    self.direction[i].next = true;
                }
                1 => {
                    self.direction[i].next = self.fact_has_target.val() & self.fact_backward.val();
                }
                2 => {
                    self.direction[i].next = self.fact_has_target.val() & !self.fact_backward.val();
                }
                _ => {}
            }
            self.sign[i].next = false;
            match self.asked[i].q.val().get_bits::<2>(22).index() {
                0 => {
                    self.sign[i].next = true;
                }
                1 => {
                    self.sign[i].next = self.fact_negative.val();
                }
                2 => {
                    self.sign[i].next = self.fact_positive.val();
                }
                _ => {}
            }
            self.fits[i].next = self.asked[i].q.val().get_bit(31)
                & (!self.asked[i].q.val().get_bits::<16>(0).any()
                    | (self.asked[i].q.val().get_bits::<16>(0) & self.rec_classes.val()).any())
                & (!self.asked[i].q.val().get_bits::<4>(16).any()
                    | (self.asked[i].q.val().get_bits::<4>(16) & self.ranges.val()).any())
                & (!self.asked[i].q.val().get_bits::<4>(24).any()
                    | self.asked[i].q.val().get_bits::<4>(24).get_bit(self.fact_filter.val().index()))
                & (self.in_privilege.val() >= self.asked[i].q.val().get_bits::<2>(28))
                & (!self.asked[i].q.val().get_bit(30) | self.fact_taken.val());
            if self.same[i].val() & self.direction[i].val() & self.sign[i].val() & self.fits[i].val() {
                self.hits.next = self.hits.val() | self.bit[i].val();
            }
        }
        self.pat_hit.next = self.hits.val();
    }
}
