//! Conditions, and what follows from the patterns that match (docs/hps.md, H4 and H6).
use crate::comment;
use crate::hw::lib::RegEn;
use crate::spec::hps::{MAX_CONDITIONS, record::NO_WINNER};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Entries of the table of conditions.
const TABLE: usize = MAX_CONDITIONS as usize;

/// Holds the patterns that match against conditions over `N` counters: the first with a replacement wins, and each counter gets the
/// micro-operation of the first that has one for it. `P` is the number of patterns, `K` is `2 N` and `S` `4 N`.
#[derive(LogicBlock, SmartDefault)]
pub struct Conditions<const P: usize, const N: usize, const K: usize, const S: usize> {
    #[default(const { assert!(P <= 32 && N <= 8 && K == 2 * N && S == 4 * N, "Conditions<P, N, K, S> wants K = 2 N, S = 4 N") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
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
    #[default((0..TABLE).map(|_| Default::default()).collect())]
    condition: Vec<RegEn<Bits<31>>>,
    #[default((0..P).map(|_| Default::default()).collect())]
    action: Vec<RegEn<Bits<16>>>,
    #[default((0..TABLE).map(|_| Default::default()).collect())]
    row: Vec<Signal<Local, Bits<4>>>,
    holds: Signal<Local, Bits<TABLE>>,
    matched: Signal<Local, Bits<P>>,
    ends: Signal<Local, Bits<P>>,
    reach: Signal<Local, Bits<P>>,
    selected: Signal<Local, Bits<P>>,
    first: Signal<Local, Bits<P>>,
    number: Signal<Local, Bits<6>>,
    word: Signal<Local, Bits<11>>,
    // of each counter: the conditions that act on it, the selected patterns with one of those, the first of these, and its condition
    #[default((0..N).map(|_| Default::default()).collect())]
    acting: Vec<Signal<Local, Bits<TABLE>>>,
    #[default((0..N).map(|_| Default::default()).collect())]
    acts: Vec<Signal<Local, Bits<P>>>,
    #[default((0..N).map(|_| Default::default()).collect())]
    chosen: Vec<Signal<Local, Bits<P>>>,
    #[default((0..N).map(|_| Default::default()).collect())]
    which: Vec<Signal<Local, Bits<4>>>,
    #[default((0..N).map(|_| Default::default()).collect())]
    one_code: Vec<Signal<Local, Bits<2>>>,
    #[default((0..N).map(|_| Default::default()).collect())]
    one_source: Vec<Signal<Local, Bits<4>>>,
    code: Signal<Local, Bits<2>>,
    source: Signal<Local, Bits<4>>,
    at: Signal<Local, Bits<6>>,
    codes: Signal<Local, Bits<K>>,
    sources: Signal<Local, Bits<S>>,
    #[default(Constant::new(bits(NO_WINNER.into())))]
    nobody: Constant<Bits<6>>,
    #[default((0..P).map(|i| Constant::new(bits(1 << i))).collect())]
    bit: Vec<Constant<Bits<P>>>,
    #[default((0..TABLE).map(|i| Constant::new(bits(1 << i))).collect())]
    table_bit: Vec<Constant<Bits<TABLE>>>,
}

impl<const P: usize, const N: usize, const K: usize, const S: usize> Logic for Conditions<P, N, K, S> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module conditions");
        comment!("@doc Conditions over the flags of counters, and what follows from the patterns that match.");
        comment!("@ports wr: a condition or a word of the pattern table is written");
        comment!("@ports pat_hit: which patterns match");
        comment!("@ports flag: which counters are zero, and which have overflowed");
        comment!("@ports win: the first pattern with a replacement: number and first word");
        comment!("@ports op: the micro-operation of each counter, and what a set loads");
        comment!("Conditions: a row of flags decides each.");
        self.holds.next = 0.into();
        for j in 0..TABLE {
            self.condition[j].clock.next = self.clock.val();
            self.condition[j].d.next = self.wr_data.val().get_bits::<31>(0);
            self.condition[j].en.next = self.wr_condition.val() & (self.wr_index.val().get_bits::<4>(0) == j.to_bits());
            self.row[j].next = 0.into();
            for n in 0..N {
                if self.condition[j].q.val().get_bits::<3>(16) == n.to_bits() {
                    if self.flag_zero.val().get_bit(n) {
                        self.row[j].next = self.row[j].val() | 1;
                    }
                    if self.flag_over.val().get_bit(n) {
                        self.row[j].next = self.row[j].val() | 2;
                    }
                }
                if self.condition[j].q.val().get_bits::<3>(19) == n.to_bits() {
                    if self.flag_zero.val().get_bit(n) {
                        self.row[j].next = self.row[j].val() | 4;
                    }
                    if self.flag_over.val().get_bit(n) {
                        self.row[j].next = self.row[j].val() | 8;
                    }
                }
            }
            if self.condition[j].q.val().get_bits::<16>(0).get_bit(self.row[j].val().index()) {
                self.holds.next = self.holds.val() | self.table_bit[j].val();
            }
        }

        comment!("Patterns whose condition holds, down to the first that has a replacement.");
        self.matched.next = 0.into();
        self.ends.next = 0.into();
        for i in 0..P {
            self.action[i].clock.next = self.clock.val();
            self.action[i].d.next = self.wr_data.val().get_bits::<16>(0);
            self.action[i].en.next = self.wr_pattern.val()
                & (self.wr_index.val().get_bits::<5>(2) == i.to_bits())
                & self.wr_index.val().get_bits::<2>(0).all();
            if self.pat_hit.val().get_bit(i)
                & self.holds.val().get_bit(self.action[i].q.val().get_bits::<4>(12).index())
            {
                self.matched.next = self.matched.val() | self.bit[i].val();
                if !self.action[i].q.val().get_bit(11) {
                    self.ends.next = self.ends.val() | self.bit[i].val();
                }
            }
        }
        self.reach.next = self.ends.val() ^ (self.ends.val() - 1);
        self.first.next = self.ends.val() & self.reach.val();
        self.selected.next = self.matched.val() & self.reach.val();
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

        comment!("Micro-operations: each counter has that of the first selected pattern with one for it.");
        self.codes.next = 0.into();
        self.sources.next = 0.into();
        for n in 0..N {
            self.acting[n].next = 0.into();
            for j in 0..TABLE {
                if self.condition[j].q.val().get_bits::<2>(22).any()
                    & (self.condition[j].q.val().get_bits::<3>(24) == n.to_bits())
                {
                    self.acting[n].next = self.acting[n].val() | self.table_bit[j].val();
                }
            }
            self.acts[n].next = 0.into();
            for i in 0..P {
                if self.selected.val().get_bit(i)
                    & self.acting[n].val().get_bit(self.action[i].q.val().get_bits::<4>(12).index())
                {
                    self.acts[n].next = self.acts[n].val() | self.bit[i].val();
                }
            }
            self.chosen[n].next = self.acts[n].val() & (self.acts[n].val() ^ (self.acts[n].val() - 1));
            self.which[n].next = 0.into();
            for i in 0..P {
                if self.chosen[n].val().get_bit(i) {
                    self.which[n].next = self.which[n].val() | self.action[i].q.val().get_bits::<4>(12);
                }
            }
            self.one_code[n].next = 0.into();
            self.one_source[n].next = 0.into();
            for j in 0..TABLE {
                if self.acts[n].val().any() & (self.which[n].val() == j.to_bits()) {
                    self.one_code[n].next = self.condition[j].q.val().get_bits::<2>(22);
                    self.one_source[n].next = self.condition[j].q.val().get_bits::<4>(27);
                }
            }
        }
        self.at.next = 0.into();
        for n in 0..N {
            self.code.next = self.one_code[n].val();
            self.source.next = self.one_source[n].val();
            self.codes.next = self.codes.val() | (bit_cast::<K, 2>(self.code.val()) << (self.at.val() << 1));
            self.sources.next = self.sources.val() | (bit_cast::<S, 4>(self.source.val()) << (self.at.val() << 2));
            self.at.next = self.at.val() + 1;
        }
        self.op_code.next = self.codes.val();
        self.op_source.next = self.sources.val();
    }
}
