//! Random numbers for the instruction that waits for them (docs/reference/hps.md, H6 and H14).
use crate::hw::lib::{Reg, RegEn};
use crate::spec::burst::LFSR_TAPS;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod draw {
    //! Random numbers for the instruction that waits for them.

    /// Random numbers for the instruction that waits for them: one for each of up to `N` counters that takes one, in
    /// their order, three cycles each. The generator itself steps when they are used.
    #[clocked(reset)]
    pub struct Draw<#[range(1..=8)] const N: usize> {
        /// An instruction waits.
        #[group("ask: an instruction waits, and which counters take a number")]
        pub ask_valid: Signal<In, Bit>,
        /// Which counters take a number.
        pub ask_who: Signal<In, Bits<N>>,
        /// Flags are others than in the cycle before, so that it may be others.
        #[group("stop: the instruction may need others, and all begins anew")]
        pub stop: Signal<In, Bit>,
        /// The numbers are used.
        #[group("ready used: the numbers are there; they are used")]
        pub used: Signal<In, Bit>,
        /// The numbers are there.
        pub ready: Signal<Out, Bit>,
        /// A number for a counter.
        #[group("give: a number, and the counter that it is for")]
        pub give_who: Signal<Out, Bits<N>>,
        /// The number.
        pub give_number: Signal<Out, Bits<32>>,
        /// The state of the generator is written.
        #[group("wr: a host writes the state of the generator, or what of a number is used")]
        pub wr_seed: Signal<In, Bit>,
        /// What of a number is used is written.
        pub wr_mask: Signal<In, Bit>,
        /// What is written.
        pub wr_data: Signal<In, Bits<32>>,
        /// State of the generator.
        #[group("seed: state of the generator")]
        pub seed: Signal<Out, Bits<32>>,
        #[init(1)]
        state: Reg<Bits<32>>,
        mask: RegEn<Bits<32>>,
        // the state after what was drawn, and the number
        #[also(number)]
        ahead: Reg<Bits<32>>,
        #[also(there, asks, uses)]
        busy: Reg<Bit>,
        // the counter whose turn it is, those that are left, and those that were asked for
        #[also(left, wants)]
        turn: Reg<Bits<N>>,
        phase: Reg<Bits<2>>,
    }

    impl Draw {
        fn update(&mut self) {
            const TAPS: Bits<32> = LFSR_TAPS.into();

            self.mask.d.next = self.wr_data.val();
            self.mask.en.next = self.wr_mask.val();
            let stepped: Bits<32> = self.ahead.q.val() >> 1;
            if self.ahead.q.val().get_bit(0) {
                stepped = (self.ahead.q.val() >> 1) ^ TAPS;
            }
            let takes: Bit = (self.turn.q.val() & self.left.q.val()).any();
            self.number.d.next = self.ahead.q.val() & self.mask.q.val();
            self.give_number.next = self.number.q.val();
            self.give_who.next = 0.into();
            match self.phase.q.val().index() {
                0 => {
                    if self.busy.q.val() {
                        self.phase.d.next = 1.into();
                        if takes {
                            self.ahead.d.next = stepped;
                        }
                    }
                }
                1 => self.phase.d.next = 2.into(),
                _ => {
                    self.give_who.next = self.turn.q.val() & self.left.q.val();
                    self.phase.d.next = 0.into();
                    self.turn.d.next = self.turn.q.val() << 1;
                    self.left.d.next = self.left.q.val() & !self.turn.q.val();
                    if !(self.left.q.val() & !self.turn.q.val()).any() {
                        self.busy.d.next = false;
                        self.there.d.next = true;
                    }
                }
            }
            comment!("What is asked, and that numbers are used, is obeyed a cycle later.");
            drive!(self: asks = ask_valid, wants = ask_who, uses = used);
            if self.asks.q.val() & !self.busy.q.val() & !self.there.q.val() {
                self.busy.d.next = true;
                self.left.d.next = self.wants.q.val();
                self.turn.d.next = 1.into();
                self.phase.d.next = 0.into();
                drive!(self: ahead = state.q);
            }
            if self.uses.q.val() {
                drive!(self: state = ahead.q);
            }
            if self.uses.q.val() | self.stop.val() {
                zero!(self: busy, there, phase);
            }
            self.ready.next = self.there.q.val() & !self.uses.q.val();
            drive!(self: seed = state.q);
            if self.wr_seed.val() {
                self.state.d.next = self.wr_data.val();
                if !self.wr_data.val().any() {
                    self.state.d.next = 1.into();
                }
            }
            if self.reset.val() {
                self.state.d.next = 1.into();
                self.mask.d.next = 0.into();
                self.mask.en.next = true;
                zero!(self: busy, there, phase, asks, uses);
            }
        }
    }
}
