//! Instructions that wait for their turn, and again if it went wrong (docs/reference/hps.md, H14).
use super::PLACE;
use crate::hw::lib::{LutRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod slots {
    //! Which patterns match the instructions under way, but for their conditions.

    /// Which of `P` patterns match the instructions under way, but for their conditions: they go in order, and again
    /// from the oldest on when that one was held against old flags.
    #[clocked(reset)]
    pub struct Slots<#[range(1..=32)] const P: usize> {
        /// Patterns count.
        #[group("cfg_en: patterns count")]
        pub cfg_en: Signal<In, Bit>,
        /// An instruction comes.
        #[group("asked pat: an instruction, and which patterns match it but for their conditions")]
        pub asked: Signal<In, Bit>,
        /// Which patterns match it.
        pub pat_hit: Signal<In, Bits<P>>,
        /// An instruction goes.
        #[group("turn: the next one")]
        pub turn_valid: Signal<Out, Bit>,
        /// Which patterns match it.
        pub turn_hit: Signal<Out, Bits<P>>,
        /// The oldest is done with.
        #[group("in_counts again: the oldest is done with, or all go again")]
        pub in_counts: Signal<In, Bit>,
        /// All that are under way go again.
        pub again: Signal<In, Bit>,
        #[also(going)]
        comes: Reg<Bit>,
        #[also(gone)]
        hit: Reg<Bits<P>>,
        memory: LutRam<P, PLACE>,
        // places: of the one that comes, of the one that goes, of the oldest
        #[also(next, oldest)]
        back: Reg<Bits<PLACE>>,
    }

    impl Slots {
        fn update(&mut self) {
            drive!(self: comes = asked);
            self.hit.d.next = 0.into();
            if self.cfg_en.val() {
                self.hit.d.next = self.pat_hit.val();
            }
            drive!(memory: we = comes.q, wa = back.q, wd = hit.q, ra = next.q);
            if self.comes.q.val() {
                self.back.d.next = self.back.q.val() + 1;
            }
            let there: Bit = self.next.q.val() != self.back.q.val();
            self.going.d.next = there & !self.again.val();
            self.gone.d.next = self.memory.rd.val();
            if there {
                self.next.d.next = self.next.q.val() + 1;
            }
            if self.again.val() {
                self.next.d.next = self.oldest.q.val();
            }
            if self.in_counts.val() {
                self.oldest.d.next = self.oldest.q.val() + 1;
            }
            drive!(self: turn_valid = going.q, turn_hit = gone.q);
            if self.reset.val() {
                zero!(self: comes, going, back, next, oldest);
            }
        }
    }
}
