//! Conditions, and what follows from the patterns that match, a step in a cycle (docs/reference/hps.md, H4, H6 and
//! H14).
use super::NUMBER;
use crate::hw::hps::conditions::{ALL, CONDITION, rows};
use crate::hw::hps::ports::{FlagRx, OpTx, WriteRx};
use crate::hw::lib::{LutRam, Reg, RegEn};
use rust_hdl::prelude::*;

/// Bits of the number of a condition.
const LINK: usize = ALL.trailing_zeros() as usize;
/// Of a counter: that the search ends, the micro-operation, what a set loads.
const FOUND: usize = 7;
/// Of the winner: that there is one, and its number.
const WON: usize = NUMBER + 1;

#[treetap_hdl::unit]
mod pipelined_conditions {
    //! Conditions over the flags of counters, and what follows from the patterns that match, a step in a cycle.

    /// Holds the patterns that match against conditions over `N` counters: the first with a replacement wins, and each
    /// counter gets the micro-operation of the first that has one for it. `P` is the number of patterns, `C` that of
    /// conditions, `A` the address bits of the table, `K` is `2 N` and `S` `4 N`.
    ///
    /// Each pattern has a copy of its condition, made again in turn, and a bit that says whether it holds under the
    /// flags of two cycles before. An instruction that flags change for on its way is `old`.
    #[clocked(reset)]
    #[derived(A = rows(C).ilog2() as usize, K = 2 * N, S = 4 * N)]
    pub struct PipelinedConditions<
        #[range(1..=32)] const P: usize,
        #[range(1..=8)] const N: usize,
        #[range(1..=16)] const C: usize,
    > {
        #[group("a condition or a word of the pattern table is written")]
        #[only(condition, pattern, index, data)]
        pub wr: WriteRx,
        #[group("which counters are zero, and which have overflowed")]
        pub flag: FlagRx<N>,
        /// Flags are others than in the cycle before.
        #[group("changed again: flags are others than in the cycle before; all that are under way go again")]
        pub changed: Signal<In, Bit>,
        /// All that are under way go again.
        pub again: Signal<In, Bit>,
        /// An instruction.
        #[group("turn: an instruction, and which patterns match it")]
        pub turn_valid: Signal<In, Bit>,
        /// Which patterns match it.
        pub turn_hit: Signal<In, Bits<P>>,
        /// An instruction.
        #[group("made op: an instruction, three cycles later, and the micro-operation of each counter for it")]
        pub made_valid: Signal<Out, Bit>,
        /// A pattern matches it, but for its condition.
        pub made_hit: Signal<Out, Bit>,
        /// Flags have changed on its way.
        pub made_old: Signal<Out, Bit>,
        /// It is replaced.
        pub made_there: Signal<Out, Bit>,
        /// Number of the pattern.
        pub made_number: Signal<Out, Bits<NUMBER>>,
        pub op: OpTx<K, S>,
        /// First word of the replacement of the instruction before.
        #[group("word: the first word of the replacement of the instruction before")]
        pub word: Signal<Out, Bits<11>>,
        table: LutRam<CONDITION, A>,
        link: LutRam<LINK, NUMBER>,
        words: LutRam<11, NUMBER>,
        // the pattern whose condition is looked up now, and those before it
        #[also(then, after)]
        turn: Reg<Bits<NUMBER>>,
        named: Reg<Bits<LINK>>,
        rule: Reg<Bits<CONDITION>>,
        // of each pattern: truth table, counters that it looks at, operation, what that loads, which counter it is for
        truth: [RegEn<Bits<16>>; P],
        looks: [RegEn<Bits<6>>; P],
        does: [RegEn<Bits<6>>; P],
        on: [RegEn<Bits<N>>; P],
        null: [RegEn<Bit>; P],
        line: [Reg<Bits<4>>; P],
        holds: Reg<Bits<P>>,
        // flags had changed in the cycle before
        before: Reg<Bit>,
        // the instruction in each step: it is there, matches but for its condition, is old
        #[also(valid2, valid3, hit1, hit2, hit3, old1, old2, old3)]
        valid1: Reg<Bit>,
        #[also(ends)]
        matched: Reg<Bits<P>>,
        // the first of four neighbours, then of all; first word of its replacement
        four: [Reg<Bits<FOUND>>; 8 * N],
        won: [Reg<Bits<WON>>; 8],
        first: [Reg<Bits<FOUND>>; N],
        winner: Reg<Bits<WON>>,
        begins: Reg<Bits<11>>,
        row: [Signal<Local, Bits<4>>; P],
        found: [Signal<Local, Bits<FOUND>>; 32 * N],
        near: [Signal<Local, Bits<FOUND>>; 16 * N],
        pair: [Signal<Local, Bits<FOUND>>; 4 * N],
        half: [Signal<Local, Bits<FOUND>>; 2 * N],
        close: [Signal<Local, Bits<WON>>; 32],
        closer: [Signal<Local, Bits<WON>>; 16],
        two: [Signal<Local, Bits<WON>>; 4],
        one: [Signal<Local, Bits<WON>>; 2],
    }

    impl PipelinedConditions {
        fn update(&mut self) {
            const STOP: Bits<FOUND> = 1 << (FOUND - 1);
            const WINS: Bits<WON> = 1 << NUMBER;
            const LAST: Bits<NUMBER> = P - 1;
            const LAST_CONDITION: Bits<LINK> = C - 1;
            const BIT: [Bits<P>; P] = (0..P).map(|i| 1 << i);
            const OF_COUNTER: [Bits<N>; N] = (0..N).map(|n| 1 << n);

            self.copies();
            self.flags();
            self.matches();
            self.fours();
            self.whole();
            if self.reset.val() {
                zero!(self: turn, valid1, valid2, valid3);
            }
        }

        fn copies(&mut self) {
            comment!("Each pattern gets its condition again in turn: its number, the condition, the copy.");
            let entry: Bits<NUMBER> = self.wr.index.val().get_bits::<NUMBER>(2);
            let acts: Bit = self.wr.pattern.val() & self.wr.index.val().get_bits::<2>(0).all();
            drive!(link: we = acts, wa = entry, ra = turn.q);
            self.link.wd.next = self.wr.data.val().get_bits::<LINK>(12);
            drive!(words: we = acts, wa = entry);
            self.words.wd.next = self.wr.data.val().get_bits::<11>(0);
            self.table.we.next = self.wr.condition.val();
            self.table.wa.next = self.wr.index.val().get_bits::<A>(0);
            self.table.wd.next = self.wr.data.val().get_bits::<CONDITION>(0);
            self.turn.d.next = self.turn.q.val() + 1;
            if self.turn.q.val() == LAST {
                self.turn.d.next = 0.into();
            }
            drive!(self: named = link.rd, then = turn.q, after = then.q, rule = table.rd);
            self.table.ra.next = self.named.q.val().get_bits::<A>(0);
            if C < ALL {
                if self.named.q.val() > LAST_CONDITION {
                    self.rule.d.next = 0.into();
                }
            }
            let operation: Bits<2> = self.rule.q.val().get_bits::<2>(22);
            let counter: Bits<3> = self.rule.q.val().get_bits::<3>(24);
            let for_whom: Bits<N> = 0.into();
            for n in 0..N {
                if operation.any() & (counter == n.to_bits()) {
                    for_whom = OF_COUNTER[n];
                }
            }
            let mine: Bit = false;
            for i in 0..P {
                mine = self.after.q.val() == i.to_bits();
                self.truth[i].d.next = self.rule.q.val().get_bits::<16>(0);
                self.truth[i].en.next = mine;
                self.looks[i].d.next = self.rule.q.val().get_bits::<6>(16);
                self.looks[i].en.next = mine;
                self.does[i].d.next =
                    (bit_cast::<6, 2>(operation) << 4) | bit_cast::<6, 4>(self.rule.q.val().get_bits::<4>(27));
                self.does[i].en.next = mine;
                self.on[i].d.next = for_whom;
                self.on[i].en.next = mine;
                self.null[i].d.next = self.wr.data.val().get_bit(11);
                self.null[i].en.next = acts & (entry == i.to_bits());
            }
        }

        fn flags(&mut self) {
            comment!("Which conditions hold: a row of flags, a cycle later the bit of its table.");
            let held: Bits<P> = 0.into();
            for i in 0..P {
                self.row[i].next = 0.into();
                for n in 0..N {
                    if self.looks[i].q.val().get_bits::<3>(0) == n.to_bits() {
                        if self.flag.zero.val().get_bit(n) {
                            self.row[i].next = self.row[i].val() | 1;
                        }
                        if self.flag.over.val().get_bit(n) {
                            self.row[i].next = self.row[i].val() | 2;
                        }
                    }
                    if self.looks[i].q.val().get_bits::<3>(3) == n.to_bits() {
                        if self.flag.zero.val().get_bit(n) {
                            self.row[i].next = self.row[i].val() | 4;
                        }
                        if self.flag.over.val().get_bit(n) {
                            self.row[i].next = self.row[i].val() | 8;
                        }
                    }
                }
                self.line[i].d.next = self.row[i].val();
                if self.truth[i].q.val().get_bit(self.line[i].q.val().index()) {
                    held = held | BIT[i];
                }
            }
            self.holds.d.next = held;
            drive!(self: before = changed);
        }

        fn matches(&mut self) {
            comment!("Patterns whose condition holds, and those of them that end the search.");
            let nulls: Bits<P> = 0.into();
            for i in 0..P {
                if self.null[i].q.val() {
                    nulls = nulls | BIT[i];
                }
            }
            self.matched.d.next = self.turn_hit.val() & self.holds.q.val();
            self.ends.d.next = self.turn_hit.val() & self.holds.q.val() & !nulls;
            self.hit1.d.next = self.turn_hit.val().any();
            self.old1.d.next = self.changed.val() | self.before.q.val();
            self.valid1.d.next = self.turn_valid.val() & !self.again.val();
        }

        fn fours(&mut self) {
            comment!(
                "Micro-operations: each counter has that of the first pattern with one for it, unless the first with a \
                 replacement comes before. The first of each four neighbours."
            );
            for n in 0..N {
                for i in 0..P {
                    self.found[32 * n + i].next = 0.into();
                    if self.ends.q.val().get_bit(i) {
                        self.found[32 * n + i].next = STOP;
                    }
                    if self.matched.q.val().get_bit(i) & self.on[i].q.val().get_bit(n) {
                        self.found[32 * n + i].next = STOP | bit_cast::<FOUND, 6>(self.does[i].q.val());
                    }
                }
                for i in P..32 {
                    self.found[32 * n + i].next = 0.into();
                }
                for i in 0..16 {
                    self.near[16 * n + i].next = self.found[32 * n + 2 * i + 1].val();
                    if self.found[32 * n + 2 * i].val().get_bit(6) {
                        self.near[16 * n + i].next = self.found[32 * n + 2 * i].val();
                    }
                }
                for i in 0..8 {
                    self.four[8 * n + i].d.next = self.near[16 * n + 2 * i + 1].val();
                    if self.near[16 * n + 2 * i].val().get_bit(6) {
                        self.four[8 * n + i].d.next = self.near[16 * n + 2 * i].val();
                    }
                }
            }
            for i in 0..P {
                self.close[i].next = 0.into();
                if self.ends.q.val().get_bit(i) {
                    self.close[i].next = WINS | i.to_bits();
                }
            }
            for i in P..32 {
                self.close[i].next = 0.into();
            }
            for i in 0..16 {
                self.closer[i].next = self.close[2 * i + 1].val();
                if self.close[2 * i].val().get_bit(5) {
                    self.closer[i].next = self.close[2 * i].val();
                }
            }
            for i in 0..8 {
                self.won[i].d.next = self.closer[2 * i + 1].val();
                if self.closer[2 * i].val().get_bit(5) {
                    self.won[i].d.next = self.closer[2 * i].val();
                }
            }
            drive!(self: hit2 = hit1.q);
            self.old2.d.next = self.old1.q.val() | self.changed.val();
            self.valid2.d.next = self.valid1.q.val() & !self.again.val();
        }

        fn whole(&mut self) {
            comment!("And of all of them.");
            let codes: Bits<K> = 0.into();
            let sources: Bits<S> = 0.into();
            let at: Bits<6> = 0.into();
            for n in 0..N {
                for i in 0..4 {
                    self.pair[4 * n + i].next = self.four[8 * n + 2 * i + 1].q.val();
                    if self.four[8 * n + 2 * i].q.val().get_bit(6) {
                        self.pair[4 * n + i].next = self.four[8 * n + 2 * i].q.val();
                    }
                }
                for i in 0..2 {
                    self.half[2 * n + i].next = self.pair[4 * n + 2 * i + 1].val();
                    if self.pair[4 * n + 2 * i].val().get_bit(6) {
                        self.half[2 * n + i].next = self.pair[4 * n + 2 * i].val();
                    }
                }
                self.first[n].d.next = self.half[2 * n + 1].val();
                if self.half[2 * n].val().get_bit(6) {
                    self.first[n].d.next = self.half[2 * n].val();
                }
                codes = codes | (bit_cast::<K, 2>(self.first[n].q.val().get_bits::<2>(4)) << (at << 1));
                sources = sources | (bit_cast::<S, 4>(self.first[n].q.val().get_bits::<4>(0)) << (at << 2));
                at = at + 1;
            }
            for i in 0..4 {
                self.two[i].next = self.won[2 * i + 1].q.val();
                if self.won[2 * i].q.val().get_bit(5) {
                    self.two[i].next = self.won[2 * i].q.val();
                }
            }
            for i in 0..2 {
                self.one[i].next = self.two[2 * i + 1].val();
                if self.two[2 * i].val().get_bit(5) {
                    self.one[i].next = self.two[2 * i].val();
                }
            }
            self.winner.d.next = self.one[1].val();
            if self.one[0].val().get_bit(5) {
                self.winner.d.next = self.one[0].val();
            }
            drive!(self: hit3 = hit2.q);
            self.old3.d.next = self.old2.q.val() | self.changed.val();
            self.valid3.d.next = self.valid2.q.val() & !self.again.val();
            self.op.code.next = codes;
            self.op.source.next = sources;
            drive!(self: made_valid = valid3.q, made_hit = hit3.q, made_old = old3.q);
            self.made_there.next = self.winner.q.val().get_bit(5);
            self.made_number.next = self.winner.q.val().get_bits::<NUMBER>(0);
            comment!("The first word of its replacement.");
            self.words.ra.next = self.winner.q.val().get_bits::<NUMBER>(0);
            drive!(self: begins = words.rd, word = begins.q);
        }
    }
}
