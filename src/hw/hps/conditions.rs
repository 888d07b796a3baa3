//! Conditions, and what follows from the patterns that match (docs/reference/hps.md, H4 and H6).
use crate::hw::lib::{FastRam, Reg, RegEn, several};
use crate::spec::hps::{MAX_CONDITIONS, record::NO_WINNER};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Address bits of the table of conditions.
const TABLE: usize = MAX_CONDITIONS.trailing_zeros() as usize;
/// Bits of a condition that mean something.
const CONDITION: usize = 31;
/// Bits of the number of a pattern.
const NUMBER: usize = 5;
/// Of a counter in a pattern: what a set loads, the micro-operation, and that the search ends.
const FOUND: usize = 7;

/// Holds the patterns that match against conditions over `N` counters: the first with a replacement wins, and each counter gets the
/// micro-operation of the first that has one for it. `P` is the number of patterns, `H` half of it, `Q` a quarter, `E` an eighth, `K` is `2 N` and
/// `S` `4 N`.
///
/// Each pattern has a copy of its condition, so that none has to be looked up when an instruction comes: one copy after the other is made
/// again all the time, all of them in `P + 1` cycles.
#[derive(LogicBlock, SmartDefault)]
pub struct Conditions<
    const P: usize,
    const H: usize,
    const Q: usize,
    const E: usize,
    const N: usize,
    const K: usize,
    const S: usize,
> {
    #[default(const { assert!(P <= 32 && P == 2 * H && P == 4 * Q && P == 8 * E && N <= 8 && K == 2 * N && S == 4 * N, "Conditions<P, H, Q, E, N, K, S> wants H = P / 2, Q = P / 4, E = P / 8, K = 2 N, S = 4 N") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A condition is written.
    pub wr_condition: Signal<In, Bit>,
    /// A word of the pattern table is written; the fourth belongs here.
    pub wr_pattern: Signal<In, Bit>,
    /// Which.
    pub wr_index: Signal<In, Bits<12>>,
    /// The word.
    pub wr_data: Signal<In, Bits<32>>,
    /// Which patterns match.
    pub pat_hit: Signal<In, Bits<P>>,
    /// Which counters are zero.
    pub flag_zero: Signal<In, Bits<N>>,
    /// Which have overflowed.
    pub flag_over: Signal<In, Bits<N>>,
    /// The instruction is replaced.
    pub win: Signal<Out, Bit>,
    /// By which pattern; all ones if by none.
    pub win_number: Signal<Out, Bits<6>>,
    /// First word of the replacement.
    pub win_word: Signal<Out, Bits<11>>,
    /// Micro-operation of each counter, counter 0 lowest.
    pub op_code: Signal<Out, Bits<K>>,
    /// What a set loads into each.
    pub op_source: Signal<Out, Bits<S>>,
    table: FastRam<CONDITION, TABLE>,
    #[default(several(P))]
    action: Vec<RegEn<Bits<16>>>,
    // the copies; whose is looked up now, and whose is there
    #[default(several(P))]
    condition: Vec<RegEn<Bits<CONDITION>>>,
    turn: Reg<Bits<NUMBER>>,
    there: Reg<Bits<NUMBER>>,
    #[default(several(P))]
    row: Vec<Signal<Local, Bits<4>>>,
    matched: Signal<Local, Bits<P>>,
    ends: Signal<Local, Bits<P>>,
    first: Signal<Local, Bits<P>>,
    number: Signal<Local, Bits<6>>,
    word: Signal<Local, Bits<11>>,
    // of each counter: what each of 32 patterns has for it, of two neighbours the first that ends the search, three times, and then of all
    #[default(several(32 * N))]
    found: Vec<Signal<Local, Bits<FOUND>>>,
    #[default(several(16 * N))]
    pair: Vec<Signal<Local, Bits<FOUND>>>,
    #[default(several(8 * N))]
    four: Vec<Signal<Local, Bits<FOUND>>>,
    #[default(several(4 * N))]
    eight: Vec<Signal<Local, Bits<FOUND>>>,
    #[default(several(N))]
    whole: Vec<Signal<Local, Bits<FOUND>>>,
    act: Signal<Local, Bits<2>>,
    loads: Signal<Local, Bits<4>>,
    code: Signal<Local, Bits<2>>,
    source: Signal<Local, Bits<4>>,
    at: Signal<Local, Bits<6>>,
    codes: Signal<Local, Bits<K>>,
    sources: Signal<Local, Bits<S>>,
    #[default(Constant::new(bits(1 << (FOUND - 1))))]
    stop: Constant<Bits<FOUND>>,
    #[default(Constant::new(bits(NO_WINNER.into())))]
    nobody: Constant<Bits<6>>,
    #[default(Constant::new(bits(P as u64 - 1)))]
    last: Constant<Bits<NUMBER>>,
    #[default((0..P).map(|i| Constant::new(bits(1 << i))).collect())]
    bit: Vec<Constant<Bits<P>>>,
}

impl<const P: usize, const H: usize, const Q: usize, const E: usize, const N: usize, const K: usize, const S: usize>
    Logic for Conditions<P, H, Q, E, N, K, S>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module conditions");
        comment!("@doc Conditions over the flags of counters, and what follows from the patterns that match.");
        comment!("@ports wr: a condition or a word of the pattern table is written");
        comment!("@ports pat_hit: which patterns match");
        comment!("@ports flag: which counters are zero, and which have overflowed");
        comment!("@ports win: the first pattern with a replacement: number and first word");
        comment!("@ports op: the micro-operation of each counter, and what a set loads");
        comment!("Each pattern gets its condition again in turn.");
        dff_setup!(self, clock, turn, there);
        self.table.clock.next = self.clock.val();
        self.table.we.next = self.wr_condition.val();
        self.table.wa.next = self.wr_index.val().get_bits::<TABLE>(0);
        self.table.wd.next = self.wr_data.val().get_bits::<CONDITION>(0);
        self.turn.d.next = self.turn.q.val() + 1;
        if self.turn.q.val() == self.last.val() {
            self.turn.d.next = 0.into();
        }
        self.there.d.next = self.turn.q.val();
        self.table.ra.next = 0.into();
        for i in 0..P {
            self.action[i].clock.next = self.clock.val();
            self.action[i].d.next = self.wr_data.val().get_bits::<16>(0);
            self.action[i].en.next = self.wr_pattern.val()
                & (self.wr_index.val().get_bits::<5>(2) == i.to_bits())
                & self.wr_index.val().get_bits::<2>(0).all();
            if self.turn.q.val() == i.to_bits() {
                self.table.ra.next = self.action[i].q.val().get_bits::<TABLE>(12);
            }
            self.condition[i].clock.next = self.clock.val();
            self.condition[i].d.next = self.table.rd.val();
            self.condition[i].en.next = self.there.q.val() == i.to_bits();
        }

        comment!("Patterns whose condition holds, down to the first that has a replacement: a row of flags decides.");
        self.matched.next = 0.into();
        self.ends.next = 0.into();
        for i in 0..P {
            self.row[i].next = 0.into();
            for n in 0..N {
                if self.condition[i].q.val().get_bits::<3>(16) == n.to_bits() {
                    if self.flag_zero.val().get_bit(n) {
                        self.row[i].next = self.row[i].val() | 1;
                    }
                    if self.flag_over.val().get_bit(n) {
                        self.row[i].next = self.row[i].val() | 2;
                    }
                }
                if self.condition[i].q.val().get_bits::<3>(19) == n.to_bits() {
                    if self.flag_zero.val().get_bit(n) {
                        self.row[i].next = self.row[i].val() | 4;
                    }
                    if self.flag_over.val().get_bit(n) {
                        self.row[i].next = self.row[i].val() | 8;
                    }
                }
            }
            if self.pat_hit.val().get_bit(i)
                & self.condition[i].q.val().get_bits::<16>(0).get_bit(self.row[i].val().index())
            {
                self.matched.next = self.matched.val() | self.bit[i].val();
                if !self.action[i].q.val().get_bit(11) {
                    self.ends.next = self.ends.val() | self.bit[i].val();
                }
            }
        }
        self.first.next = self.ends.val() & !(self.ends.val() - 1);
        self.win.next = self.ends.val().any();
        self.number.next = 0.into();
        self.word.next = 0.into();
        for i in 0..P {
            if self.first.val().get_bit(i) {
                self.number.next = self.number.val() | i.to_bits();
                self.word.next = self.word.val() | self.action[i].q.val().get_bits::<11>(0);
            }
        }
        self.win_number.next = self.number.val();
        if !self.ends.val().any() {
            self.win_number.next = self.nobody.val();
        }
        self.win_word.next = self.word.val();

        comment!(
            "Micro-operations: each counter has that of the first pattern with one for it, unless the first with a replacement comes before."
        );
        self.codes.next = 0.into();
        self.sources.next = 0.into();
        for n in 0..N {
            for i in 0..P {
                self.act.next = self.condition[i].q.val().get_bits::<2>(22);
                self.loads.next = self.condition[i].q.val().get_bits::<4>(27);
                self.found[32 * n + i].next = 0.into();
                if self.ends.val().get_bit(i) {
                    self.found[32 * n + i].next = self.stop.val();
                }
                if self.matched.val().get_bit(i)
                    & self.act.val().any()
                    & (self.condition[i].q.val().get_bits::<3>(24) == n.to_bits())
                {
                    self.found[32 * n + i].next = self.stop.val()
                        | (bit_cast::<FOUND, 2>(self.act.val()) << 4)
                        | bit_cast::<FOUND, 4>(self.loads.val());
                }
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
        self.at.next = 0.into();
        for n in 0..N {
            self.code.next = self.whole[n].val().get_bits::<2>(4);
            self.source.next = self.whole[n].val().get_bits::<4>(0);
            self.codes.next = self.codes.val() | (bit_cast::<K, 2>(self.code.val()) << (self.at.val() << 1));
            self.sources.next = self.sources.val() | (bit_cast::<S, 4>(self.source.val()) << (self.at.val() << 2));
            self.at.next = self.at.val() + 1;
        }
        self.op_code.next = self.codes.val();
        self.op_source.next = self.sources.val();
        if self.reset.val() {
            self.turn.d.next = 0.into();
        }
    }
}
