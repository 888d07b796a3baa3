//! Totals and statistics in the scratch memory: which word, which part of it, when (docs/reference/rap-serial.md, "Totals").
use crate::hw::lib::{FastRam, Reg, several};
use crate::hw::tally::TALLY_BITS;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The scratch memory, and additions to words in it, 16 bits at a time, least significant part first.
///
/// It holds the stack of the walker and, from address 128, words of four parts in the order of the dump's header: 0 n, 2 lost,
/// 4 creates, 5 collapses, and 6 for the engine. `start` takes `word`; from the next cycle on, part after part, `fetch` reads,
/// one cycle later `adding` adds, and `C / 16 + 1` cycles after that `sum` is stored. In the cycle `verdict`, before the first part is stored, `overflow` is the carry out of
/// the last one: n is then left as it is, and every other word is added to once more with `saturate`, which makes it all ones.
///
/// `select` takes `word` without adding, `next` goes on to the next word. `store` stores at the word selected, part 0
/// first. While `wipe` is high `sum` goes into every part, once in 32 cycles.
#[derive(LogicBlock, SmartDefault)]
pub struct Ledger<const C: usize, const LV: usize> {
    #[default(const { assert!(C == 32 || C == 48, "Ledger<C, LV> wants C = 32 or 48") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Add to `word`.
    pub start: Signal<In, Bit>,
    /// Take `word`.
    pub select: Signal<In, Bit>,
    /// The word.
    pub word: Signal<In, Bits<3>>,
    /// Next word.
    pub next_word: Signal<In, Bit>,
    /// The word selected.
    pub selected: Signal<Out, Bits<3>>,
    /// Read `read_slot`.
    pub fetch: Signal<Out, Bit>,
    /// It is the first part.
    pub first: Signal<Out, Bit>,
    /// The word counts by one, not by a weight.
    pub tally: Signal<Out, Bit>,
    /// The part read in the cycle before is at hand.
    pub adding: Signal<Out, Bit>,
    /// Carry of the addition in the cycle before.
    pub overflow: Signal<In, Bit>,
    /// Make the sum all ones.
    pub saturate: Signal<Out, Bit>,
    /// n is full: the event does not count.
    pub refused: Signal<Out, Bit>,
    /// Store a part of somebody else.
    pub store: Signal<In, Bit>,
    /// What is stored.
    pub sum: Signal<In, Bits<16>>,
    /// Visit all slots.
    pub wipe: Signal<In, Bit>,
    /// Read part `place / 16` of the word selected.
    pub read_word: Signal<In, Bit>,
    /// A place in it.
    pub place: Signal<In, Bits<6>>,
    /// Otherwise: stack address to read.
    pub stack_read: Signal<In, Bits<LV>>,
    /// What was read in the cycle before.
    pub data: Signal<Out, Bits<16>>,
    /// Stack address to write.
    pub stack_write: Signal<In, Bits<LV>>,
    /// Stack entry to write.
    pub entry: Signal<In, Bits<16>>,
    /// Write it; never while anything is stored.
    pub push: Signal<In, Bit>,
    /// Nothing under way.
    pub idle: Signal<Out, Bit>,
    /// Weight counted.
    pub n: Signal<Out, Bits<C>>,
    /// Weight lost.
    pub lost: Signal<Out, Bits<C>>,
    /// Nodes created.
    pub creates: Signal<Out, Bits<TALLY_BITS>>,
    /// Collapses.
    pub collapses: Signal<Out, Bits<TALLY_BITS>>,
    n_shown: Reg<Bits<C>>,
    lost_shown: Reg<Bits<C>>,
    creates_shown: Reg<Bits<TALLY_BITS>>,
    collapses_shown: Reg<Bits<TALLY_BITS>>,
    memory: FastRam<16, 8>,
    storing: Signal<Local, Bit>,
    slot: Signal<Local, Bits<8>>,
    chosen: Reg<Bits<3>>,
    fetching: Reg<Bit>,
    part: Reg<Bits<2>>,
    adds: Reg<Bit>,
    added: Reg<Bit>,
    full: Reg<Bit>,
    #[default(several(C / 16))]
    delay: Vec<Reg<Bit>>,
    stored: Reg<Bits<2>>,
    verdict: Signal<Local, Bit>,
    again: Signal<Local, Bit>,
    last_part: Signal<Local, Bits<2>>,
    waiting: Signal<Local, Bit>,
    #[default(Constant::new(bits(C as u64 / 16 - 1)))]
    parts: Constant<Bits<2>>,
    #[default(Constant::new(bits(TALLY_BITS as u64 / 16 - 1)))]
    tally_parts: Constant<Bits<2>>,
    #[default(Constant::new(bits(C as u64 - 16)))]
    upper_part: Constant<Bits<6>>,
    #[default(Constant::new(bits(C as u64)))]
    c: Constant<Bits<6>>,
}

impl<const C: usize, const LV: usize> Logic for Ledger<C, LV> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ledger");
        comment!("@doc Totals and statistics in the scratch memory, 16 bits at a time.");
        comment!("@ports start select word next_word selected: which word of the dump's header; add to it");
        comment!("@ports fetch first tally adding: the additions; a tally counts by one");
        comment!("@ports overflow saturate refused: what becomes of a word that is full");
        comment!("@ports store sum wipe: writes");
        comment!("@ports read_word place stack_read data: reads");
        comment!("@ports stack_write entry push: the stack of the walker, in the same memory");
        comment!("@ports idle: nothing is under way");
        comment!("@ports n lost creates collapses: the words, as last stored");
        dff_setup!(
            self,
            clock,
            chosen,
            fetching,
            part,
            adds,
            added,
            full,
            stored,
            n_shown,
            lost_shown,
            creates_shown,
            collapses_shown
        );
        for i in 0..(C / 16) {
            self.delay[i].clock.next = self.clock.val();
        }
        self.selected.next = self.chosen.q.val();
        self.tally.next = self.chosen.q.val().get_bit(2);
        self.last_part.next = self.parts.val();
        if self.tally.val() {
            self.last_part.next = self.tally_parts.val();
        }
        self.fetch.next = self.fetching.q.val();
        self.first.next = self.fetching.q.val() & !self.part.q.val().any();
        self.adding.next = self.adds.q.val();
        self.saturate.next = self.full.q.val();

        self.verdict.next = self.added.q.val() & !self.adds.q.val();
        self.refused.next = self.verdict.val() & self.overflow.val() & !self.chosen.q.val().any();
        self.again.next = self.verdict.val() & self.overflow.val() & self.chosen.q.val().any() & !self.full.q.val();
        self.adds.d.next = self.fetching.q.val();
        self.added.d.next = self.adds.q.val();
        if self.fetching.q.val() {
            self.part.d.next = self.part.q.val() + 1;
            if self.part.q.val() == self.last_part.val() {
                self.part.d.next = 0.into();
                self.fetching.d.next = false;
            }
        }
        if self.select.val() {
            self.chosen.d.next = self.word.val();
        }
        if self.start.val() | self.again.val() {
            self.fetching.d.next = true;
        }
        if self.start.val() {
            self.full.d.next = false;
        } else if self.again.val() {
            self.full.d.next = true;
        }

        comment!("Sums are stored when they have passed through the sum registers.");
        self.delay[0].d.next = self.added.q.val() & !self.refused.val();
        self.waiting.next = self.delay[0].q.val();
        for i in 1..(C / 16) {
            self.delay[i].d.next = self.delay[i - 1].q.val() & !self.refused.val();
            self.waiting.next = self.waiting.val() | self.delay[i].q.val();
        }
        self.storing.next = self.delay[C / 16 - 1].q.val() | self.store.val() | self.wipe.val();
        if self.storing.val() {
            self.stored.d.next = self.stored.q.val() + 1;
        } else {
            self.stored.d.next = 0.into();
        }
        if self.next_word.val() | (self.wipe.val() & self.stored.q.val().all()) {
            self.chosen.d.next = self.chosen.q.val() + 1;
        }
        self.idle.next = !self.fetching.q.val() & !self.adds.q.val() & !self.added.q.val() & !self.waiting.val();
        comment!(
            "The ports show what is stored: the parts come least significant first, and there are always all of them."
        );
        if self.storing.val() {
            match self.chosen.q.val().index() {
                0 => {
                    self.n_shown.d.next =
                        (self.n_shown.q.val() >> 16) | (bit_cast::<C, 16>(self.sum.val()) << self.upper_part.val());
                }
                2 => {
                    self.lost_shown.d.next =
                        (self.lost_shown.q.val() >> 16) | (bit_cast::<C, 16>(self.sum.val()) << self.upper_part.val());
                }
                4 => {
                    self.creates_shown.d.next =
                        (self.creates_shown.q.val() >> 16) | (bit_cast::<32, 16>(self.sum.val()) << 16);
                }
                5 => {
                    self.collapses_shown.d.next =
                        (self.collapses_shown.q.val() >> 16) | (bit_cast::<32, 16>(self.sum.val()) << 16);
                }
                _ => {}
            }
        }
        self.n.next = self.n_shown.q.val();
        self.lost.next = self.lost_shown.q.val();
        self.creates.next = self.creates_shown.q.val();
        self.collapses.next = self.collapses_shown.q.val();
        comment!("The memory: the stack below, the words above.");
        self.memory.clock.next = self.clock.val();
        self.data.next = self.memory.rd.val();
        self.slot.next = (bit_cast::<8, 3>(self.chosen.q.val()) << 2) | 128;
        self.memory.ra.next = bit_cast::<8, LV>(self.stack_read.val());
        if self.fetching.q.val() {
            self.memory.ra.next = self.slot.val() | bit_cast::<8, 2>(self.part.q.val());
        }
        if self.read_word.val() {
            self.memory.ra.next = self.slot.val() | bit_cast::<8, 6>(self.place.val() >> 4);
        }
        self.memory.we.next = self.push.val() | self.storing.val();
        self.memory.wa.next = bit_cast::<8, LV>(self.stack_write.val());
        self.memory.wd.next = self.entry.val();
        if self.storing.val() {
            self.memory.wa.next = self.slot.val() | bit_cast::<8, 2>(self.stored.q.val());
            self.memory.wd.next = self.sum.val();
        }
        if self.reset.val() {
            self.fetching.d.next = false;
            self.part.d.next = 0.into();
            self.adds.d.next = false;
            self.added.d.next = false;
            for i in 0..(C / 16) {
                self.delay[i].d.next = false;
            }
        }
    }
}
