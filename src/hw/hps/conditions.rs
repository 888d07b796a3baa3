//! Conditions, and what follows from the patterns that match (docs/reference/hps.md, H4 and H6).
use super::ports::{FlagRx, OpTx, WinTx, WriteRx};
use crate::hw::lib::{FastRam, Reg, RegEn};
use crate::spec::hps::{MAX_CONDITIONS, record::NO_WINNER};
use rust_hdl::prelude::*;

/// As many conditions as a pattern can name.
pub(super) const ALL: usize = MAX_CONDITIONS as usize;
/// Bits of a condition that mean something.
pub(super) const CONDITION: usize = 31;
/// Bits of the number of a pattern.
const NUMBER: usize = 5;
/// Of a counter in a pattern: what a set loads, the micro-operation, and that the search ends.
const FOUND: usize = 7;

#[treetap_hdl::unit]
mod conditions {
    //! Conditions over the flags of counters, and what follows from the patterns that match.

    /// Holds the patterns that match against conditions over `N` counters: the first with a replacement wins, and each
    /// counter gets the micro-operation of the first that has one for it. `P` is the number of patterns, `C` that of
    /// conditions, `R` the number of patterns rounded up to eights, `H` half of that, `Q` a quarter, `E` an eighth, `A`
    /// the address bits of the table, `K` is `2 N` and `S` `4 N`.
    ///
    /// Each pattern has a copy of its condition, so that none has to be looked up when an instruction comes: one copy
    /// after the other is made again all the time, all of them in `P + 1` cycles. A condition that the table does not
    /// have never holds.
    #[clocked(reset)]
    #[derived(
        R = P.next_multiple_of(8), H = R / 2, Q = R / 4, E = R / 8, A = rows(C).ilog2() as usize, K = 2 * N,
        S = 4 * N
    )]
    pub struct Conditions<
        #[range(1..=32)] const P: usize,
        #[range(1..=8)] const N: usize,
        #[range(1..=16)] const C: usize,
    > {
        #[group("a condition or a word of the pattern table is written")]
        #[only(condition, pattern, index, data)]
        pub wr: WriteRx,
        /// Which patterns match.
        #[group("pat_hit: which patterns match")]
        pub pat_hit: Signal<In, Bits<P>>,
        #[group("which counters are zero, and which have overflowed")]
        pub flag: FlagRx<N>,
        #[group("win: the first pattern with a replacement: number and first word")]
        pub win: WinTx,
        #[group("the micro-operation of each counter, and what a set loads")]
        pub op: OpTx<K, S>,
        table: FastRam<CONDITION, A>,
        action: [RegEn<Bits<16>>; P],
        // the copies; whose is looked up now, and whose is there
        condition: [RegEn<Bits<CONDITION>>; P],
        turn: Reg<Bits<NUMBER>>,
        there: Reg<Bits<NUMBER>>,
        // the one that is there is past the end of the table
        #[when(C < ALL)]
        missing: Reg<Bit>,
        row: [Signal<Local, Bits<4>>; P],
        // of each counter: what each of 32 patterns has for it, of two neighbours the first that ends the search, three
        // times, and then of all
        found: [Signal<Local, Bits<FOUND>>; 32 * N],
        pair: [Signal<Local, Bits<FOUND>>; 16 * N],
        four: [Signal<Local, Bits<FOUND>>; 8 * N],
        eight: [Signal<Local, Bits<FOUND>>; 4 * N],
        whole: [Signal<Local, Bits<FOUND>>; N],
        act: Signal<Local, Bits<2>>,
        loads: Signal<Local, Bits<4>>,
        code: Signal<Local, Bits<2>>,
        source: Signal<Local, Bits<4>>,
    }

    impl Conditions {
        fn update(&mut self) {
            const STOP: Bits<FOUND> = 1 << (FOUND - 1);
            const NOBODY: Bits<6> = NO_WINNER.into();
            const LAST: Bits<NUMBER> = P - 1;
            const LAST_CONDITION: Bits<4> = C - 1;
            const BIT: [Bits<P>; P] = (0..P).map(|i| 1 << i);

            comment!("Each pattern gets its condition again in turn.");
            self.table.we.next = self.wr.condition.val();
            self.table.wa.next = self.wr.index.val().get_bits::<A>(0);
            self.table.wd.next = self.wr.data.val().get_bits::<CONDITION>(0);
            self.turn.d.next = self.turn.q.val() + 1;
            if self.turn.q.val() == LAST {
                self.turn.d.next = 0.into();
            }
            self.there.d.next = self.turn.q.val();
            self.table.ra.next = 0.into();
            if C < ALL {
                self.missing.d.next = false;
            }
            for i in 0..P {
                self.action[i].d.next = self.wr.data.val().get_bits::<16>(0);
                self.action[i].en.next = self.wr.pattern.val()
                    & (self.wr.index.val().get_bits::<5>(2) == i.to_bits())
                    & self.wr.index.val().get_bits::<2>(0).all();
                if self.turn.q.val() == i.to_bits() {
                    self.table.ra.next = self.action[i].q.val().get_bits::<A>(12);
                    if C < ALL {
                        self.missing.d.next = self.action[i].q.val().get_bits::<4>(12) > LAST_CONDITION;
                    }
                }
                self.condition[i].d.next = self.table.rd.val();
                if C < ALL {
                    if self.missing.q.val() {
                        self.condition[i].d.next = 0.into();
                    }
                }
                self.condition[i].en.next = self.there.q.val() == i.to_bits();
            }

            comment!(
                "Patterns whose condition holds, down to the first that has a replacement: a row of flags decides."
            );
            let matched: Bits<P> = 0.into();
            let ends: Bits<P> = 0.into();
            for i in 0..P {
                self.row[i].next = 0.into();
                for n in 0..N {
                    if self.condition[i].q.val().get_bits::<3>(16) == n.to_bits() {
                        if self.flag.zero.val().get_bit(n) {
                            self.row[i].next = self.row[i].val() | 1;
                        }
                        if self.flag.over.val().get_bit(n) {
                            self.row[i].next = self.row[i].val() | 2;
                        }
                    }
                    if self.condition[i].q.val().get_bits::<3>(19) == n.to_bits() {
                        if self.flag.zero.val().get_bit(n) {
                            self.row[i].next = self.row[i].val() | 4;
                        }
                        if self.flag.over.val().get_bit(n) {
                            self.row[i].next = self.row[i].val() | 8;
                        }
                    }
                }
                if self.pat_hit.val().get_bit(i)
                    & self.condition[i].q.val().get_bits::<16>(0).get_bit(self.row[i].val().index())
                {
                    matched = matched | BIT[i];
                    if !self.action[i].q.val().get_bit(11) {
                        ends = ends | BIT[i];
                    }
                }
            }
            let first: Bits<P> = ends & !(ends - 1);
            self.win.there.next = ends.any();
            let number: Bits<6> = 0.into();
            let word: Bits<11> = 0.into();
            for i in 0..P {
                if first.get_bit(i) {
                    number = number | i.to_bits();
                    word = word | self.action[i].q.val().get_bits::<11>(0);
                }
            }
            self.win.number.next = number;
            if !ends.any() {
                self.win.number.next = NOBODY;
            }
            self.win.word.next = word;

            comment!(
                "Micro-operations: each counter has that of the first pattern with one for it, unless the first with a \
                 replacement comes before."
            );
            let codes: Bits<K> = 0.into();
            let sources: Bits<S> = 0.into();
            for n in 0..N {
                for i in 0..P {
                    self.act.next = self.condition[i].q.val().get_bits::<2>(22);
                    self.loads.next = self.condition[i].q.val().get_bits::<4>(27);
                    self.found[32 * n + i].next = 0.into();
                    if ends.get_bit(i) {
                        self.found[32 * n + i].next = STOP;
                    }
                    if matched.get_bit(i)
                        & self.act.val().any()
                        & (self.condition[i].q.val().get_bits::<3>(24) == n.to_bits())
                    {
                        self.found[32 * n + i].next =
                            STOP | (bit_cast::<FOUND, 2>(self.act.val()) << 4) | bit_cast::<FOUND, 4>(self.loads.val());
                    }
                }
                for i in P..R {
                    self.found[32 * n + i].next = 0.into();
                }
                for i in 0..H {
                    self.pair[16 * n + i].next = self.found[32 * n + 2 * i + 1].val();
                    if self.found[32 * n + 2 * i].val().get_bit(6) {
                        self.pair[16 * n + i].next = self.found[32 * n + 2 * i].val();
                    }
                }
                for i in 0..Q {
                    self.four[8 * n + i].next = self.pair[16 * n + 2 * i + 1].val();
                    if self.pair[16 * n + 2 * i].val().get_bit(6) {
                        self.four[8 * n + i].next = self.pair[16 * n + 2 * i].val();
                    }
                }
                for i in 0..E {
                    self.eight[4 * n + i].next = self.four[8 * n + 2 * i + 1].val();
                    if self.four[8 * n + 2 * i].val().get_bit(6) {
                        self.eight[4 * n + i].next = self.four[8 * n + 2 * i].val();
                    }
                }
                self.whole[n].next = 0.into();
                for i in 0..E {
                    if !self.whole[n].val().get_bit(6) {
                        self.whole[n].next = self.eight[4 * n + i].val();
                    }
                }
            }
            let at: Bits<6> = 0.into();
            for n in 0..N {
                self.code.next = self.whole[n].val().get_bits::<2>(4);
                self.source.next = self.whole[n].val().get_bits::<4>(0);
                codes = codes | (bit_cast::<K, 2>(self.code.val()) << (at << 1));
                sources = sources | (bit_cast::<S, 4>(self.source.val()) << (at << 2));
                at = at + 1;
            }
            self.op.code.next = codes;
            self.op.source.next = sources;
            if self.reset.val() {
                self.turn.d.next = 0.into();
            }
        }
    }
}

/// Rows of a table of `conditions` entries.
pub(super) fn rows(conditions: usize) -> usize {
    conditions.next_power_of_two().max(2)
}
