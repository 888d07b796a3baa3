//! The hand: which slot is next, and how many visits an event owes (rule R15 H1, H2).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

/// Bits of the visits that an event can owe: `cap` for its weight and `per_create` for each of `levels` creates.
const fn visit_bits(levels: usize, cap: usize, per_create: usize) -> usize {
    (cap + per_create * levels).ilog2() as usize + 1
}

#[treetap_hdl::unit]
mod hand {
    //! The hand: the slot that is visited next, and the visits that the event at hand owes.

    /// The slot that is visited next, and the visits that are owed: `min(weight, WC)` of an event, and `VC` for each create of the
    /// event before it.
    ///
    /// There are `2^AW` slots. A round is due while fewer than `S` of them are free.
    ///
    /// * `grant` adds the visits of the event's weight, which stood in the cycle before, too; `created` those that a create leaves to the next event; `forget` drops
    ///   what is owed.
    /// * `begin`: a round begins, in the next cycle the hand is at slot 1 and `going`. `advance` makes a visit to `slot`: the hand goes
    ///   on, or stops after the last slot, and with it everything that is still owed.
    /// * `awake`: a round is under way or due, a cycle late. `owing`: another visit has to be made.
    #[clocked(reset)]
    #[derived(PD = AW + 1, VB = visit_bits(L, WC, VC), WP = WC.is_power_of_two() as usize)]
    #[fits(S.is_power_of_two(), "the reserve of the hand is a power of two")]
    pub struct Hand<
        const AW: usize,
        const L: usize,
        const S: usize,
        #[range(1..=65535)] const WC: usize,
        #[range(0..=65535)] const VC: usize,
    > {
        /// Forget everything.
        pub clear: Signal<In, Bit>,
        /// Nodes in use.
        #[group("live weight: nodes in use, and the weight of the event")]
        pub live: Signal<In, Bits<PD>>,
        /// Weight of the event.
        pub weight: Signal<In, Bits<16>>,
        /// Visits for the event may come in this cycle; comes early, where `grant` comes late.
        #[group("offer grant created forget owing: the visits that are owed")]
        pub offer: Signal<In, Bit>,
        /// Visits for the event.
        pub grant: Signal<In, Bit>,
        /// Visits for a create.
        pub created: Signal<In, Bit>,
        /// No visits.
        pub forget: Signal<In, Bit>,
        /// There are some.
        pub owing: Signal<Out, Bit>,
        /// A round begins.
        #[group("begin advance slot: the hand itself")]
        pub begin: Signal<In, Bit>,
        /// Visit the slot.
        pub advance: Signal<In, Bit>,
        /// The slot that is next.
        pub slot: Signal<Out, Bits<AW>>,
        /// A round is under way.
        #[group("going awake: a round is under way, or due")]
        pub going: Signal<Out, Bit>,
        /// A round is under way or due.
        pub awake: Signal<Out, Bit>,
        at: Reg<Bits<AW>>,
        // what the weight asks for
        #[also(asked)]
        owed: Reg<Bits<VB>>,
        #[also(due)]
        on: Reg<Bit>,
    }

    impl Hand {
        fn update(&mut self) {
            const CAP: Bits<16> = WC;
            const CAP_BITS: Bits<5> = u64::from(WC.ilog2());
            const FOR_WEIGHT: Bits<VB> = WC;
            const FOR_CREATE: Bits<VB> = VC;
            const ONE_LESS: Bits<VB> = (1 << VB) - 1;
            const AW: Bits<5> = AW;
            const RESERVE_BITS: Bits<5> = u64::from(S.ilog2());
            const RESERVE_MASK: Bits<PD> = S - 1;
            const NEARLY_ALL: Bits<PD> = (1 << AW) / S - 1;

            let more: Bits<VB> = 0.into();
            if self.created.val() {
                more = FOR_CREATE;
            }
            self.asked.d.next = bit_cast::<VB, 16>(self.weight.val());
            comment!("At least the cap: of a power of two one of the bits from its own on.");
            if WP > 0 {
                if (self.weight.val() >> CAP_BITS).any() {
                    self.asked.d.next = FOR_WEIGHT;
                }
            } else if self.weight.val() >= CAP {
                self.asked.d.next = FOR_WEIGHT;
            }
            if self.offer.val() {
                more = self.asked.q.val();
            }
            if self.advance.val() {
                more = ONE_LESS;
            }
            if self.grant.val() | self.created.val() | self.advance.val() {
                self.owed.d.next = self.owed.q.val() + more;
            }
            if self.forget.val() | self.clear.val() {
                self.owed.d.next = 0.into();
            }
            self.owing.next = self.owed.q.val().any() & self.on.q.val();
            if self.advance.val() {
                self.at.d.next = self.at.q.val() + 1;
                if self.at.q.val().all() {
                    self.on.d.next = false;
                }
            }
            if self.begin.val() {
                self.at.d.next = 1.into();
                self.on.d.next = true;
            }
            comment!("More than the pool less the reserve, which is a power of two.");
            self.due.d.next = self.live.val().get_bit(AW.index())
                | (((self.live.val() >> RESERVE_BITS) == NEARLY_ALL) & (self.live.val() & RESERVE_MASK).any());
            drive!(self: slot = at.q, going = on.q);
            self.awake.next = self.on.q.val() | self.due.q.val();
            if self.clear.val() {
                zero!(self: on);
            }
        }
    }
}
