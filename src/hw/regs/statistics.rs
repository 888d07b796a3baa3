//! The engine's statistics, as the counter port of the registers asks for them.
use crate::hw::bundles::StatisticsRx;
use crate::hw::lib::Reg;
use crate::spec::regs;
use rust_hdl::prelude::*;

/// Number of a register on its page.
fn slot(register: &regs::Register) -> u64 {
    register.slot().into()
}

#[treetap_hdl::unit]
mod statistics {
    //! One of the engine's statistics, two cycles after its address.
    //! Reading the low half of a wide one keeps the high half, which the other addresses show.

    /// Chooses one of the engine's statistics, two cycles after its address; reading the low half of a wide one keeps
    /// the high half of the same cycle.
    ///
    /// `C` is the width of a count, `P` that of the number of nodes. `slot` numbers the registers of their page.
    #[clocked(reset)]
    pub struct Statistics<const C: usize, const P: usize> {
        /// Which register, two cycles before its word.
        #[group("slot take data: a register of the page, the word two cycles later, and that it is read")]
        pub slot: Signal<In, Bits<{ regs::SLOT_BITS as usize }>>,
        /// The word at hand is read.
        pub take: Signal<In, Bit>,
        /// The word.
        pub data: Signal<Out, Bits<32>>,
        #[only(n, t, lost, live, creates, over, zero_weight)]
        pub stat: StatisticsRx<C, P>,
        #[also(at_t, at_lost, at_live, at_creates, at_over, at_zero_weight)]
        at_n: Reg<Bit>,
        high: Reg<Bits<32>>,
        found: Reg<Bits<64>>,
        wide: Reg<Bit>,
    }

    impl Statistics {
        fn update(&mut self) {
            const N_AT: Bits<{ regs::SLOT_BITS as usize }> = slot(&regs::N_LO);
            const T_AT: Bits<{ regs::SLOT_BITS as usize }> = slot(&regs::T_LO);
            const LOST_AT: Bits<{ regs::SLOT_BITS as usize }> = slot(&regs::LOST_LO);
            const LIVE_AT: Bits<{ regs::SLOT_BITS as usize }> = slot(&regs::LIVE);
            const CREATES_AT: Bits<{ regs::SLOT_BITS as usize }> = slot(&regs::CREATES);
            const OVER_AT: Bits<{ regs::SLOT_BITS as usize }> = slot(&regs::OVER_LO);
            const ZERO_WEIGHT_AT: Bits<{ regs::SLOT_BITS as usize }> = slot(&regs::ZERO_WEIGHT);

            self.at_n.d.next = self.slot.val() == N_AT;
            self.at_t.d.next = self.slot.val() == T_AT;
            self.at_lost.d.next = self.slot.val() == LOST_AT;
            self.at_live.d.next = self.slot.val() == LIVE_AT;
            self.at_creates.d.next = self.slot.val() == CREATES_AT;
            self.at_over.d.next = self.slot.val() == OVER_AT;
            self.at_zero_weight.d.next = self.slot.val() == ZERO_WEIGHT_AT;
            let word: Bits<64> = bit_cast::<64, 32>(self.high.q.val());
            let long: Bit = false;
            if self.at_n.q.val() {
                word = bit_cast::<64, C>(self.stat.n.val());
                long = true;
            } else if self.at_t.q.val() {
                word = bit_cast::<64, C>(self.stat.t.val());
                long = true;
            } else if self.at_lost.q.val() {
                word = bit_cast::<64, C>(self.stat.lost.val());
                long = true;
            } else if self.at_live.q.val() {
                word = bit_cast::<64, P>(self.stat.live.val());
            } else if self.at_creates.q.val() {
                word = bit_cast::<64, TALLY_BITS>(self.stat.creates.val());
            } else if self.at_over.q.val() {
                word = bit_cast::<64, C>(self.stat.over.val());
                long = true;
            } else if self.at_zero_weight.q.val() {
                word = bit_cast::<64, TALLY_BITS>(self.stat.zero_weight.val());
            }
            self.found.d.next = word;
            self.wide.d.next = long;
            self.data.next = self.found.q.val().get_bits::<32>(0);
            if self.take.val() & self.wide.q.val() {
                self.high.d.next = self.found.q.val().get_bits::<32>(32);
            }
            if self.reset.val() {
                self.high.d.next = 0.into();
            }
        }
    }
}
