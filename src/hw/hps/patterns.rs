//! What patterns ask for besides bits of the instruction (docs/reference/hps.md, H4).
use super::ports::{FactRx, PastRx, WriteRx};
use crate::hw::lib::RegEn;
use crate::spec::checkmap::Code;
use crate::spec::hps::class;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod patterns {
    //! Which patterns match: masks and values have been looked at, the rest is asked here.

    /// Which of `P` patterns match: masks and values are looked at elsewhere, the rest is asked here. Everything but
    /// whether an instruction is an entry is known by itself, and waits for the next cycle if `HELD` is 1.
    #[clocked(reset)]
    pub struct Patterns<#[range(1..=32)] const P: usize, #[range(0..=1)] const HELD: usize> {
        /// The instruction goes into the first stage.
        pub take: Signal<In, Bit>,
        #[group("a word of the table is written")]
        #[only(pattern, index, data)]
        pub wr: WriteRx,
        /// Which patterns have the instruction's bits.
        #[group("now rec: the instruction and what is known of it")]
        pub now_same: Signal<In, Bits<P>>,
        /// Privilege.
        pub in_privilege: Signal<In, Bits<2>>,
        #[only(own, loops, straight, has_target, backward, taken, negative, positive, ranges)]
        pub fact: FactRx,
        /// Only branches that are taken are back edges.
        pub cfg_be_taken: Signal<In, Bit>,
        #[only(entry)]
        pub rec: PastRx,
        /// What the table of checks has for it.
        pub in_filter: Signal<In, Bits<2>>,
        /// Which patterns match.
        #[group("pat_hit: which entries match")]
        pub pat_hit: Signal<Out, Bits<P>>,
        asked: [RegEn<Bits<32>>; P],
        mine: [Signal<Local, Bit>; P],
        // patterns that match, and those that do if it is an entry
        plain: [RegEn<Bits<P>>; HELD],
        entering: [RegEn<Bits<P>>; HELD],
        of_class: [Signal<Local, Bit>; P],
        direction: [Signal<Local, Bit>; P],
        sign: [Signal<Local, Bit>; P],
        fits: [Signal<Local, Bit>; P],
    }

    impl Patterns {
        fn update(&mut self) {
            const BIT: [Bits<P>; P] = (0..P).map(|i| 1 << i);
            const BACK_CODE: Bits<2> = Code::Back as u64;
            const ENTRY: Bits<4> = class::ENTRY.into();

            comment!("Branches that are known to be not taken may count for less.");
            let judged: Bit = self.fact.straight.val() & self.cfg_be_taken.val();
            let filter: Bits<2> = self.in_filter.val();
            if judged & (self.in_filter.val() == BACK_CODE) {
                filter = 0.into();
            }
            let back_edge: Bit = self.fact.loops.val() & !judged;
            let classes: Bits<16> =
                bit_cast::<16, 14>(self.fact.own.val()) | (bit_cast::<16, 1>(back_edge.into()) << 15);
            let hits: Bits<P> = 0.into();
            let entries: Bits<P> = 0.into();
            for i in 0..P {
                self.mine[i].next = self.wr.pattern.val() & (self.wr.index.val().get_bits::<5>(2) == i.to_bits());
                self.asked[i].d.next = self.wr.data.val();
                self.asked[i].en.next = self.mine[i].val() & (self.wr.index.val().get_bits::<2>(0) == 2);
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
                        self.direction[i].next = self.fact.has_target.val() & self.fact.backward.val();
                    }
                    2 => {
                        self.direction[i].next = self.fact.has_target.val() & !self.fact.backward.val();
                    }
                    _ => {}
                }
                self.sign[i].next = false;
                match self.asked[i].q.val().get_bits::<2>(22).index() {
                    0 => {
                        self.sign[i].next = true;
                    }
                    1 => {
                        self.sign[i].next = self.fact.negative.val();
                    }
                    2 => {
                        self.sign[i].next = self.fact.positive.val();
                    }
                    _ => {}
                }
                self.fits[i].next = self.asked[i].q.val().get_bit(31)
                    & (!self.asked[i].q.val().get_bits::<4>(16).any()
                        | (self.asked[i].q.val().get_bits::<4>(16) & self.fact.ranges.val()).any())
                    & (!self.asked[i].q.val().get_bits::<4>(24).any()
                        | self.asked[i].q.val().get_bits::<4>(24).get_bit(filter.index()))
                    & (self.in_privilege.val() >= self.asked[i].q.val().get_bits::<2>(28))
                    & (!self.asked[i].q.val().get_bit(30) | self.fact.taken.val());
                self.of_class[i].next = !self.asked[i].q.val().get_bits::<16>(0).any()
                    | (self.asked[i].q.val().get_bits::<16>(0) & classes).any();
                if self.direction[i].val() & self.sign[i].val() & self.fits[i].val() {
                    if self.of_class[i].val() {
                        hits = hits | BIT[i];
                    }
                    if self.asked[i].q.val().get_bit(ENTRY.index()) {
                        entries = entries | BIT[i];
                    }
                }
            }
            for i in 0..HELD {
                self.plain[i].d.next = hits;
                self.plain[i].en.next = self.take.val();
                self.entering[i].d.next = entries;
                self.entering[i].en.next = self.take.val();
            }
            let asks: Bits<P> = hits;
            let asks_entry: Bits<P> = entries;
            for i in 0..HELD {
                asks = self.plain[i].q.val();
                asks_entry = self.entering[i].q.val();
            }
            self.pat_hit.next = self.now_same.val() & asks;
            if self.rec.entry.val() {
                self.pat_hit.next = self.now_same.val() & (asks | asks_entry);
            }
        }
    }
}
