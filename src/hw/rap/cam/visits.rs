//! The visits of the hand of the CAM engine (rule R15): has it made those that an event asks for?
use crate::hw::lib::Reg;
use crate::hw::rap::widths::visit_bits;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod visits {
    //! How many slots ahead of the hand are known to stay, and whether they are as many as an event has the hand visit.

    /// How far the hand may go, and how far each event sends it.
    ///
    /// An event of weight `w` asks for `min(w, WC)` visits, and `VC` more for each node that the event before it made.
    /// `known` slots ahead of the hand are known to stay: an event that asks for more waits (`short`), unless there are
    /// no others in this round (`done`); then the hand ends there, and where few nodes are free (`low`) the next event
    /// waits for a round to begin (`due`). Visits are made once: an event whose count does not fit has made them
    /// (`paid`) when it comes again.
    ///
    /// Cycle numbers are those of the engine's pipeline. `K` is the width of a key, `AW` that of a number of a node.
    #[clocked]
    #[derived(
        PD = AW + 1, VW = visit_bits(K, WC, VC), CW = visit_bits(0, WC, 0) + 1, W = 1 + if VW > PD { VW } else { PD }
    )]
    pub struct Visits<
        const K: usize,
        const AW: usize,
        #[range(1..=65535)] const WC: usize,
        #[range(0..=65535)] const VC: usize,
    > {
        /// No visits, no debt.
        #[group("clear: no visit is asked for")]
        pub clear: Signal<In, Bit>,
        /// Weight of the event in cycle 12.
        #[group("weight run event fits: the pipeline's events")]
        pub weight: Signal<In, Bits<16>>,
        /// Events move on.
        pub run: Signal<In, Bit>,
        /// There is an event in cycle 14, and it is not lost.
        pub event: Signal<In, Bit>,
        /// Its count fits.
        pub fits: Signal<In, Bit>,
        /// A node is created.
        #[group("created: a node is created")]
        pub created: Signal<In, Bit>,
        /// One more slot is known to stay, or free now.
        #[group("more done low: one more slot is known; no others are left; few nodes are free")]
        pub more: Signal<In, Bit>,
        /// All slots of the round are known.
        pub done: Signal<In, Bit>,
        /// Fewer nodes are free than there should be.
        pub low: Signal<In, Bit>,
        /// The event in cycle 14 asks for more visits than may be made.
        #[group("short due enough: an event waits for visits, for a round; no more visits are missing")]
        pub short: Signal<Out, Bit>,
        /// The event in cycle 14 begins a round.
        pub due: Signal<Out, Bit>,
        /// Without `run`: the visits that the event asked for may be made; late by a cycle.
        pub enough: Signal<Out, Bit>,
        known: Reg<Bits<W>>,
        capped: Reg<Bits<CW>>,
        asked: Reg<Bits<W>>,
        debt: Reg<Bits<W>>,
        #[also(satisfied)]
        paid: Reg<Bit>,
    }

    impl Visits {
        fn update(&mut self) {
            const CAP: Bits<16> = WC;
            const MINUS_CAP: Bits<CW> = (1 << CW) - WC;
            const PER_CREATE: Bits<W> = VC;
            const SIGN: Bits<5> = W - 1;
            const SIGNS: Bits<W> = (1 << W) - (1 << CW);

            comment!("Cycle 12: at most WC visits for the weight. All that is asked for is negative.");
            self.capped.d.next = bit_cast::<CW, 16>(!self.weight.val()) + 1;
            if self.weight.val() >= CAP {
                self.capped.d.next = MINUS_CAP;
            }
            comment!("Cycle 13: those for nodes, unless they are asked for by the event ahead.");
            let ask: Bit = self.event.val() & !self.paid.q.val();
            let owed: Bits<W> = self.debt.q.val();
            if ask {
                owed = 0.into();
            }
            comment!(
                "Cycle 14: is so much known? The sums begin before it is known whether there is an event that asks."
            );
            let spare: Bits<W> = self.known.q.val() + bit_cast::<W, 1>(self.more.val().into());
            let rest: Bits<W> = self.known.q.val() + self.asked.q.val();
            let missing: Bit = ask & rest.get_bit(SIGN.index());
            let idle: Bit = self.done.val() & !self.known.q.val().any();
            self.short.next = missing & !self.done.val();
            self.due.next = ask & idle & self.low.val();
            let wait: Bit = self.short.val() | self.due.val();
            self.known.d.next = spare;
            if missing & self.done.val() {
                self.known.d.next = 0.into();
            } else if ask & !missing {
                self.known.d.next = rest + bit_cast::<W, 1>(self.more.val().into());
            }
            if self.run.val() & !wait {
                self.asked.d.next = (bit_cast::<W, CW>(self.capped.q.val()) | SIGNS) + owed;
            }
            self.satisfied.d.next = !(self.known.q.val() + self.asked.q.val()).get_bit(SIGN.index());
            self.enough.next = self.satisfied.q.val();
            if self.created.val() {
                self.debt.d.next = self.debt.q.val() - PER_CREATE;
            }
            if self.event.val() & !wait {
                self.paid.d.next = !self.fits.val();
                if ask {
                    self.debt.d.next = 0.into();
                }
            }
            if self.clear.val() {
                zero!(self: known, debt, paid);
            }
        }
    }
}
