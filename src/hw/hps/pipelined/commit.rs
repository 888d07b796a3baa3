//! The counters inside the engine, and whether an instruction is done with (docs/reference/hps.md, H6 and H14).
use super::draw::Draw;
use super::{NUMBER, count::Count};
use crate::hw::hps::ports::{FlagTx, OpRx, ReadRx, WriteRx};
use crate::hw::lib::Reg;
use crate::spec::hps::SOURCES;
use crate::spec::hps::words::RANDOM;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod commit {
    //! The counters of the engine, their flags and what a set can load; an instruction is done with, or goes again.

    /// `N` counters of `W` bits with their flags and what a set can load. An instruction that comes is done with two
    /// cycles later: its micro-operations happen. If it was held against old flags, lacks a random number, or its event
    /// has to wait for room, it goes again, with all after it. `K` is `2 N`, `S` is `4 N`.
    #[clocked(reset)]
    #[derived(K = 2 * N, S = 4 * N)]
    pub struct Commit<#[range(1..=8)] const N: usize, #[range(1..=32)] const W: usize> {
        /// An instruction.
        #[group("made op: an instruction, and the micro-operation of each counter for it")]
        pub made_valid: Signal<In, Bit>,
        /// A pattern matches it, but for its condition.
        pub made_hit: Signal<In, Bit>,
        /// Flags have changed on its way.
        pub made_old: Signal<In, Bit>,
        /// It is replaced.
        pub made_there: Signal<In, Bit>,
        /// Number of the pattern.
        pub made_number: Signal<In, Bits<NUMBER>>,
        pub op: OpRx<K, S>,
        /// Events find no room.
        #[group("full hold: events find no room; they wait for it")]
        pub full: Signal<In, Bit>,
        /// Events wait for room.
        pub hold: Signal<In, Bit>,
        /// An instruction is done with.
        #[group("in_counts again: an instruction is done with; all that are under way go again")]
        pub in_counts: Signal<Out, Bit>,
        /// All that are under way go again.
        pub again: Signal<Out, Bit>,
        /// The instruction is replaced.
        #[group("win: it is replaced, and the number of the pattern")]
        pub win_there: Signal<Out, Bit>,
        /// Number of the pattern.
        pub win_number: Signal<Out, Bits<NUMBER>>,
        /// Bursts that had begun, two cycles later.
        #[group("burst: bursts that had begun, two cycles later")]
        pub burst: Signal<Out, Bits<16>>,
        /// Patterns count.
        #[group("cfg: switches")]
        pub cfg_en: Signal<In, Bit>,
        /// Sampling goes on while counter 0 has overflowed, not while it is 0.
        pub cfg_flagsel: Signal<In, Bit>,
        /// Counter 0 becomes 0.
        #[group("sampling is switched on or off from outside; off wins")]
        pub ext_on: Signal<In, Bit>,
        /// Counter 0 becomes 1.
        pub ext_off: Signal<In, Bit>,
        /// Every counter becomes 1.
        #[group("set_counters: every counter becomes 1")]
        pub set_counters: Signal<In, Bit>,
        #[group("a host writes")]
        #[only(counter, source, seed, mask, index, data)]
        pub wr: WriteRx,
        #[group("flag sampling changed: what instructions are held against; it is other than in the cycle before")]
        pub flag: FlagTx<N>,
        /// Events count now.
        pub sampling: Signal<Out, Bit>,
        /// Flags are others than in the cycle before.
        pub changed: Signal<Out, Bit>,
        #[group("for the host")]
        #[only(index, counter, seed)]
        pub rd: ReadRx,
        /// Patterns counted for the instruction of the cycle before.
        #[group("step op: for the statistics, of the cycle before")]
        pub step_edit: Signal<Out, Bit>,
        /// Counters whose micro-operation happened.
        pub op_done: Signal<Out, Bits<N>>,
        counters: [Count<W>; N],
        draw: Draw<N>,
        // what a set loads is 0
        #[init(u64::MAX >> (64 - SOURCES))]
        blank: Reg<Bits<SOURCES>>,
        // the instruction that is decided on
        #[also(hit, old, there, draws)]
        valid: Reg<Bit>,
        number: Reg<Bits<NUMBER>>,
        who: Reg<Bits<N>>,
        // triggers; a burst begins; sampling at the instruction before
        #[also(off, begins, sampled, edited)]
        on: Reg<Bit>,
        bursts: Reg<Bits<16>>,
        // what a host reads
        asked: Reg<Bits<W>>,
        done: Reg<Bits<N>>,
    }

    impl Commit {
        fn update(&mut self) {
            const RANDOM_CODE: Bits<4> = RANDOM.into();
            const ALL_BLANK: Bits<SOURCES> = u64::MAX >> (64 - SOURCES);
            const BIT: [Bits<N>; N] = (0..N).map(|n| 1 << n);
            const PLACE: [Bits<SOURCES>; SOURCES] = (0..SOURCES).map(|i| 1 << i);

            self.verdict();
            self.prepare();
            self.counting();
            self.bursts();
            if self.reset.val() {
                zero!(self: valid, on, off, begins, sampled, bursts, edited, done);
                self.blank.d.next = ALL_BLANK;
            }
        }

        fn verdict(&mut self) {
            comment!("Whether the instruction is done with. One that no pattern asks for is, whatever the flags.");
            let changes: Bits<N> = 0.into();
            for n in 0..N {
                if self.counters[n].changed.val() {
                    changes = changes | BIT[n];
                }
            }
            let other: Bit = changes.any();
            let stale: Bit = self.hit.q.val() & (self.old.q.val() | other);
            let lacks: Bit = self.draws.q.val() & !self.draw.ready.val();
            let waits: Bit = self.there.q.val() & self.full.val() & self.hold.val();
            let fails: Bit = stale | lacks | waits;
            let counts: Bit = self.valid.q.val() & !fails;
            let fresh: Bit = self.valid.q.val() & fails;
            drive!(self: changed = other, in_counts = counts, again = fresh, win_there = there.q,
                win_number = number.q);
            self.draw.ask_valid.next = self.valid.q.val() & lacks & !stale;
            drive!(draw: ask_who = who.q, stop = other, wr_seed = wr.seed, wr_mask = wr.mask, wr_data = wr.data);
            self.draw.used.next = counts & self.draws.q.val();
            self.rd.seed.next = self.draw.seed.val();
        }

        fn prepare(&mut self) {
            comment!("The next one: what it does to each counter.");
            self.valid.d.next = self.made_valid.val() & !fresh;
            self.old.d.next = self.made_old.val() | other;
            drive!(self: hit = made_hit, there = made_there, number = made_number);
            let word: Bits<W> = bit_cast::<W, 32>(self.wr.data.val());
            for i in 0..SOURCES {
                if self.wr.source.val() & (self.wr.index.val().get_bits::<3>(0) == i.to_bits()) {
                    self.blank.d.next = self.blank.q.val() & !PLACE[i];
                    if !word.any() {
                        self.blank.d.next = self.blank.q.val() | PLACE[i];
                    }
                }
            }
            let source: [Bits<4>; N];
            let takes: Bits<N> = 0.into();
            let empty: [Bit; N];
            for n in 0..N {
                source[n] = self.op.source.val().get_bits::<4>(4 * n);
                self.counters[n].code.next = self.op.code.val().get_bits::<2>(2 * n);
                self.counters[n].from.next = source[n];
                empty[n] = true;
                if !source[n].get_bit(3) {
                    empty[n] = self.blank.q.val().get_bit(bit_cast::<3, 4>(source[n]).index());
                }
                self.counters[n].vacant.next = empty[n];
                self.counters[n].random.next = source[n] == RANDOM_CODE;
                if self.op.code.val().get_bits::<2>(2 * n).all() & (source[n] == RANDOM_CODE) {
                    takes = takes | BIT[n];
                }
            }
            self.who.d.next = takes;
            self.draws.d.next = takes.any();
        }

        fn counting(&mut self) {
            drive!(self: on = ext_on, off = ext_off);
            let zeros: Bits<N> = 0.into();
            let overs: Bits<N> = 0.into();
            let dones: Bits<N> = 0.into();
            let shown: Bits<W> = 0.into();
            let written: [Bit; N];
            for n in 0..N {
                self.counters[n].go.next = counts;
                written[n] = self.wr.counter.val() & (self.wr.index.val().get_bits::<3>(0) == n.to_bits());
                self.counters[n].written.next = written[n];
                self.counters[n].loaded.next = self.wr.source.val();
                self.counters[n].place.next = self.wr.index.val().get_bits::<3>(0);
                self.counters[n].word.next = word;
                self.counters[n].drawn.next = self.draw.give_who.val().get_bit(n);
                self.counters[n].draw.next = bit_cast::<W, 32>(self.draw.give_number.val());
                self.counters[n].forced.next = self.set_counters.val();
                self.counters[n].one.next = true;
                if n == 0 {
                    self.counters[n].one.next = self.off.q.val() | self.set_counters.val();
                    self.counters[n].forced.next =
                        self.set_counters.val() | ((self.on.q.val() | self.off.q.val()) & !written[0]);
                }
                if self.counters[n].moves.val() {
                    dones = dones | BIT[n];
                }
                if self.counters[n].zero.val() {
                    zeros = zeros | BIT[n];
                }
                if self.counters[n].over.val() {
                    overs = overs | BIT[n];
                }
                if self.rd.index.val() == n.to_bits() {
                    shown = self.counters[n].value.val();
                }
            }
            drive!(self: asked = shown);
            self.rd.counter.next = bit_cast::<32, W>(self.asked.q.val());
            self.flag.zero.next = zeros;
            self.flag.over.next = overs;
            self.done.d.next = dones;
            self.op_done.next = self.done.q.val();
            self.edited.d.next = counts & self.cfg_en.val();
            self.step_edit.next = self.edited.q.val();
        }

        fn bursts(&mut self) {
            comment!("Bursts: sampling at an instruction that was off at the one before.");
            let samples: Bit = zeros.get_bit(0);
            if self.cfg_flagsel.val() {
                samples = overs.get_bit(0);
            }
            self.sampling.next = samples;
            self.begins.d.next = counts & samples & !self.sampled.q.val();
            if counts {
                self.sampled.d.next = samples;
            }
            if self.begins.q.val() {
                self.bursts.d.next = self.bursts.q.val() + 1;
            }
            self.burst.next = self.bursts.q.val();
        }
    }
}
