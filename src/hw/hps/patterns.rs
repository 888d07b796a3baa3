//! What patterns ask for besides bits of the instruction (docs/reference/hps.md, H4).
use crate::comment;
use crate::hw::lib::{RegEn, several};
use crate::spec::checkmap::Code;
use crate::spec::hps::{RANGES, class};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Which of `P` patterns match: masks and values are looked at elsewhere, the rest is asked here. Everything but whether an instruction is an entry
/// is known by itself, and waits for the cycle behind if `HELD` is 1.
#[derive(LogicBlock, SmartDefault)]
pub struct Patterns<const P: usize, const HELD: usize> {
    #[default(const { assert!(P <= 32 && HELD <= 1, "Patterns<P, HELD> wants 32 patterns at most") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// The instruction goes into the first stage.
    pub take: Signal<In, Bit>,
    /// A word of the table is written; the third belongs here.
    pub wr_pattern: Signal<In, Bit>,
    /// Which.
    pub wr_index: Signal<In, Bits<12>>,
    /// The word.
    pub wr_data: Signal<In, Bits<32>>,
    /// Which patterns have the instruction's bits.
    pub now_same: Signal<In, Bits<P>>,
    /// Which ranges it lies in.
    pub fact_ranges: Signal<In, Bits<RANGES>>,
    /// Privilege.
    pub in_privilege: Signal<In, Bits<2>>,
    /// Class bits 0 to 13.
    pub fact_own: Signal<In, Bits<14>>,
    /// It is a branch or a jump, and leads backward.
    pub fact_loops: Signal<In, Bit>,
    /// It is a branch or a jump that is known to be not taken.
    pub fact_straight: Signal<In, Bit>,
    /// Only branches that are taken are back edges.
    pub cfg_be_taken: Signal<In, Bit>,
    /// The one before is the first of a procedure that was called.
    pub rec_entry: Signal<In, Bit>,
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
    pub in_filter: Signal<In, Bits<2>>,
    /// Which patterns match.
    pub pat_hit: Signal<Out, Bits<P>>,
    #[default(several(P))]
    asked: Vec<RegEn<Bits<32>>>,
    #[default(several(P))]
    mine: Vec<Signal<Local, Bit>>,
    // patterns that match, and those that do if it is an entry
    #[default(several(HELD))]
    plain: Vec<RegEn<Bits<P>>>,
    #[default(several(HELD))]
    entering: Vec<RegEn<Bits<P>>>,
    classes: Signal<Local, Bits<16>>,
    judged: Signal<Local, Bit>,
    back_edge: Signal<Local, Bit>,
    filter: Signal<Local, Bits<2>>,
    hits: Signal<Local, Bits<P>>,
    asks: Signal<Local, Bits<P>>,
    asks_entry: Signal<Local, Bits<P>>,
    entries: Signal<Local, Bits<P>>,
    #[default(several(P))]
    of_class: Vec<Signal<Local, Bit>>,
    #[default(several(P))]
    direction: Vec<Signal<Local, Bit>>,
    #[default(several(P))]
    sign: Vec<Signal<Local, Bit>>,
    #[default(several(P))]
    fits: Vec<Signal<Local, Bit>>,
    #[default((0..P).map(|i| Constant::new(bits(1 << i))).collect())]
    bit: Vec<Constant<Bits<P>>>,
    #[default(Constant::new(bits(Code::Back as u64)))]
    back_code: Constant<Bits<2>>,
    #[default(Constant::new(bits(class::ENTRY.into())))]
    entry: Constant<Bits<4>>,
}

impl<const P: usize, const HELD: usize> Logic for Patterns<P, HELD> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module patterns");
        comment!("@doc Which patterns match: masks and values have been looked at, the rest is asked here.");
        comment!("@ports wr: a word of the table is written");
        comment!("@ports now rec: the instruction and what is known of it");
        comment!("@ports pat_hit: which entries match");
        comment!("Branches that are known to be not taken may count for less.");
        self.judged.next = self.fact_straight.val() & self.cfg_be_taken.val();
        self.filter.next = self.in_filter.val();
        if self.judged.val() & (self.in_filter.val() == self.back_code.val()) {
            self.filter.next = 0.into();
        }
        self.back_edge.next = self.fact_loops.val() & !self.judged.val();
        self.classes.next =
            bit_cast::<16, 14>(self.fact_own.val()) | (bit_cast::<16, 1>(self.back_edge.val().into()) << 15);
        self.hits.next = 0.into();
        self.entries.next = 0.into();
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
                & (!self.asked[i].q.val().get_bits::<4>(16).any()
                    | (self.asked[i].q.val().get_bits::<4>(16) & self.fact_ranges.val()).any())
                & (!self.asked[i].q.val().get_bits::<4>(24).any()
                    | self.asked[i].q.val().get_bits::<4>(24).get_bit(self.filter.val().index()))
                & (self.in_privilege.val() >= self.asked[i].q.val().get_bits::<2>(28))
                & (!self.asked[i].q.val().get_bit(30) | self.fact_taken.val());
            self.of_class[i].next = !self.asked[i].q.val().get_bits::<16>(0).any()
                | (self.asked[i].q.val().get_bits::<16>(0) & self.classes.val()).any();
            if self.direction[i].val() & self.sign[i].val() & self.fits[i].val() {
                if self.of_class[i].val() {
                    self.hits.next = self.hits.val() | self.bit[i].val();
                }
                if self.asked[i].q.val().get_bit(self.entry.val().index()) {
                    self.entries.next = self.entries.val() | self.bit[i].val();
                }
            }
        }
        for i in 0..HELD {
            self.plain[i].clock.next = self.clock.val();
            self.plain[i].d.next = self.hits.val();
            self.plain[i].en.next = self.take.val();
            self.entering[i].clock.next = self.clock.val();
            self.entering[i].d.next = self.entries.val();
            self.entering[i].en.next = self.take.val();
        }
        self.asks.next = self.hits.val();
        self.asks_entry.next = self.entries.val();
        for i in 0..HELD {
            self.asks.next = self.plain[i].q.val();
            self.asks_entry.next = self.entering[i].q.val();
        }
        self.pat_hit.next = self.now_same.val() & self.asks.val();
        if self.rec_entry.val() {
            self.pat_hit.next = self.now_same.val() & (self.asks.val() | self.asks_entry.val());
        }
    }
}
