//! The engine's statistics behind the counter port of the registers.
use crate::hw::lib::Reg;
use crate::hw::tally::TALLY_BITS;
use crate::spec::regs;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Number of a register on its page.
fn slot(register: &regs::Register) -> Constant<Bits<{ regs::SLOT_BITS as usize }>> {
    Constant::new(bits(register.slot().into()))
}

/// Chooses one of the engine's statistics, a cycle after its address; reading the low half of a wide one keeps the high half.
///
/// `C` is the width of a count, `P` that of the number of nodes. `slot` numbers the registers of their page.
#[derive(LogicBlock, SmartDefault)]
pub struct Statistics<const C: usize, const P: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Which register, a cycle before its word.
    pub slot: Signal<In, Bits<{ regs::SLOT_BITS as usize }>>,
    /// The word at hand is read.
    pub take: Signal<In, Bit>,
    /// The word.
    pub data: Signal<Out, Bits<32>>,
    /// Weight counted.
    pub stat_n: Signal<In, Bits<C>>,
    /// Threshold.
    pub stat_t: Signal<In, Bits<C>>,
    /// Weight lost.
    pub stat_lost: Signal<In, Bits<C>>,
    /// Nodes in use.
    pub stat_live: Signal<In, Bits<P>>,
    /// Nodes created.
    pub stat_creates: Signal<In, Bits<TALLY_BITS>>,
    /// Collapses.
    pub stat_collapses: Signal<In, Bits<TALLY_BITS>>,
    /// Events of weight 0.
    pub stat_zero_weight: Signal<In, Bits<TALLY_BITS>>,
    at: Reg<Bits<{ regs::SLOT_BITS as usize }>>,
    high: Reg<Bits<32>>,
    word: Signal<Local, Bits<64>>,
    wide: Signal<Local, Bit>,
    #[default(slot(&regs::N_LO))]
    n_at: Constant<Bits<{ regs::SLOT_BITS as usize }>>,
    #[default(slot(&regs::T_LO))]
    t_at: Constant<Bits<{ regs::SLOT_BITS as usize }>>,
    #[default(slot(&regs::LOST_LO))]
    lost_at: Constant<Bits<{ regs::SLOT_BITS as usize }>>,
    #[default(slot(&regs::LIVE))]
    live_at: Constant<Bits<{ regs::SLOT_BITS as usize }>>,
    #[default(slot(&regs::CREATES))]
    creates_at: Constant<Bits<{ regs::SLOT_BITS as usize }>>,
    #[default(slot(&regs::COLLAPSES))]
    collapses_at: Constant<Bits<{ regs::SLOT_BITS as usize }>>,
    #[default(slot(&regs::ZERO_WEIGHT))]
    zero_weight_at: Constant<Bits<{ regs::SLOT_BITS as usize }>>,
}

impl<const C: usize, const P: usize> Logic for Statistics<C, P> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module statistics");
        comment!("@doc One of the engine's statistics, a cycle after its address.");
        comment!("@doc Reading the low half of a wide one keeps the high half, which the other addresses show.");
        comment!("@ports slot take data: a register of the page, the word a cycle later, and that it is read");
        dff_setup!(self, clock, at, high);
        self.at.d.next = self.slot.val();
        self.word.next = bit_cast::<64, 32>(self.high.q.val());
        self.wide.next = false;
        if self.at.q.val() == self.n_at.val() {
            self.word.next = bit_cast::<64, C>(self.stat_n.val());
            self.wide.next = true;
        } else if self.at.q.val() == self.t_at.val() {
            self.word.next = bit_cast::<64, C>(self.stat_t.val());
            self.wide.next = true;
        } else if self.at.q.val() == self.lost_at.val() {
            self.word.next = bit_cast::<64, C>(self.stat_lost.val());
            self.wide.next = true;
        } else if self.at.q.val() == self.live_at.val() {
            self.word.next = bit_cast::<64, P>(self.stat_live.val());
        } else if self.at.q.val() == self.creates_at.val() {
            self.word.next = bit_cast::<64, TALLY_BITS>(self.stat_creates.val());
        } else if self.at.q.val() == self.collapses_at.val() {
            self.word.next = bit_cast::<64, TALLY_BITS>(self.stat_collapses.val());
        } else if self.at.q.val() == self.zero_weight_at.val() {
            self.word.next = bit_cast::<64, TALLY_BITS>(self.stat_zero_weight.val());
        }
        self.data.next = self.word.val().get_bits::<32>(0);
        if self.take.val() & self.wide.val() {
            self.high.d.next = self.word.val().get_bits::<32>(32);
        }
        if self.reset.val() {
            self.high.d.next = 0.into();
        }
    }
}
