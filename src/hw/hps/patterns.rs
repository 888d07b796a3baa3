//! What patterns ask for besides bits of the instruction (docs/hps.md, H4).
use crate::comment;
use crate::hw::lib::{RegEn, several};
use crate::spec::hps::RANGES;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Which of `P` patterns match: masks and values have been looked at, the rest is asked here.
#[derive(LogicBlock, SmartDefault)]
pub struct Patterns<const P: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A word of the table is written; the third belongs here.
    pub wr_pattern: Signal<In, Bit>,
    /// Which.
    pub wr_index: Signal<In, Bits<12>>,
    /// The word.
    pub wr_data: Signal<In, Bits<32>>,
    /// Which patterns have the instruction's bits.
    pub now_same: Signal<In, Bits<P>>,
    /// Which ranges it lies in.
    pub now_ranges: Signal<In, Bits<RANGES>>,
    /// Privilege.
    pub now_privilege: Signal<In, Bits<2>>,
    /// Its class bits.
    pub rec_classes: Signal<In, Bits<16>>,
    /// It leads somewhere that is known.
    pub now_has_target: Signal<In, Bit>,
    /// That is at or before it.
    pub now_backward: Signal<In, Bit>,
    /// It was taken.
    pub now_taken: Signal<In, Bit>,
    /// Its immediate is negative.
    pub now_negative: Signal<In, Bit>,
    /// Its immediate is not negative.
    pub now_positive: Signal<In, Bit>,
    /// What the table of checks has for it.
    pub now_filter: Signal<In, Bits<2>>,
    /// Which patterns match.
    pub pat_hit: Signal<Out, Bits<P>>,
    #[default(several(P))]
    asked: Vec<RegEn<Bits<32>>>,
    #[default(several(P))]
    mine: Vec<Signal<Local, Bit>>,
    hits: Signal<Local, Bits<P>>,
    #[default(several(P))]
    direction: Vec<Signal<Local, Bit>>,
    #[default(several(P))]
    sign: Vec<Signal<Local, Bit>>,
    #[default(several(P))]
    fits: Vec<Signal<Local, Bit>>,
    #[default((0..P).map(|i| Constant::new(bits(1 << i))).collect())]
    bit: Vec<Constant<Bits<P>>>,
}

impl<const P: usize> Logic for Patterns<P> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module patterns");
        comment!("@doc Which patterns match: masks and values have been looked at, the rest is asked here.");
        comment!("@ports wr: a word of the table is written");
        comment!("@ports now rec: the instruction and what is known of it");
        comment!("@ports pat_hit: which entries match");
        self.hits.next = 0.into();
        for i in 0..P {
            self.mine[i].next = self.wr_pattern.val() & (self.wr_index.val().get_bits::<5>(2) == i.to_bits());
            self.asked[i].clock.next = self.clock.val();
            self.asked[i].d.next = self.wr_data.val();
            self.asked[i].en.next = self.mine[i].val() & (self.wr_index.val().get_bits::<2>(0) == 2);
            if self.reset.val() {
                self.asked[i].d.next = 0.into();
                self.asked[i].en.next = true;
            }
            self.direction[i].next = false;
            match self.asked[i].q.val().get_bits::<2>(20).index() {
                0 => {
                    self.direction[i].next = true;
                }
                1 => {
                    self.direction[i].next = self.now_has_target.val() & self.now_backward.val();
                }
                2 => {
                    self.direction[i].next = self.now_has_target.val() & !self.now_backward.val();
                }
                _ => {}
            }
            self.sign[i].next = false;
            match self.asked[i].q.val().get_bits::<2>(22).index() {
                0 => {
                    self.sign[i].next = true;
                }
                1 => {
                    self.sign[i].next = self.now_negative.val();
                }
                2 => {
                    self.sign[i].next = self.now_positive.val();
                }
                _ => {}
            }
            self.fits[i].next = self.asked[i].q.val().get_bit(31)
                & (!self.asked[i].q.val().get_bits::<16>(0).any()
                    | (self.asked[i].q.val().get_bits::<16>(0) & self.rec_classes.val()).any())
                & (!self.asked[i].q.val().get_bits::<4>(16).any()
                    | (self.asked[i].q.val().get_bits::<4>(16) & self.now_ranges.val()).any())
                & (!self.asked[i].q.val().get_bits::<4>(24).any()
                    | self.asked[i].q.val().get_bits::<4>(24).get_bit(self.now_filter.val().index()))
                & (self.now_privilege.val() >= self.asked[i].q.val().get_bits::<2>(28))
                & (!self.asked[i].q.val().get_bit(30) | self.now_taken.val());
            if self.now_same.val().get_bit(i) & self.direction[i].val() & self.sign[i].val() & self.fits[i].val() {
                self.hits.next = self.hits.val() | self.bit[i].val();
            }
        }
        self.pat_hit.next = self.hits.val();
    }
}
