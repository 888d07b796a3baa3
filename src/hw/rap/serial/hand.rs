//! The hand: which slot is looked at next, and how many visits an event owes (rule R15 H1, H2).
use crate::hw::lib::{FastRam, Reg, RegEn};
use rust_hdl::prelude::*;

/// Bits of a place of the hand: the last slot, `cap` for the weight of an event and `per_create` for each of `levels`
/// creates.
const fn place_bits(slots: usize, levels: usize, cap: usize, per_create: usize) -> usize {
    (slots + cap + per_create * levels).ilog2() as usize + 1
}

#[treetap_hdl::unit]
mod hand {
    //! The hand: how far it has to go, and the eye that looks at the slots up to there.

    /// The slot before which the hand has to be for the event at hand (`goal`), and the slot that is looked at (the
    /// *eye*).
    ///
    /// There are `2^AW` slots. A round is due while fewer than `S` of them are free. An event asks for
    /// `min(weight, WC)` visits, and for `VC` more for each create of the event before it.
    ///
    /// * `grant` adds the visits of the event's weight, which stood in the cycle before, too; `created`, one cycle
    ///   after `creating`, those that a create leaves to the next event; `forget` drops them. `rest`: the visits are
    ///   made; past the last slot the round ends.
    /// * `begin`: a round begins, in the next cycle the eye is at slot 1 and `going`; with `merge`, one of EPS mode,
    ///   perhaps within another.
    /// * `light`: the node of `slot` is a leaf. The children of each node are counted: `base` is the node at hand in
    ///   the next cycle, `node` the one at hand. `write`: it has one more, or is a slot without a node; with `lose`,
    ///   one less; with `fresh`, none.
    /// * `step`: the eye may go on, and does so with `advance`; `light` is right in the next cycle in both cases where
    ///   it does, and without `step`.
    /// * `tries` with it: the node's count and its parent's are in the adder, and the verdict comes in the third cycle
    ///   from then: `fits`. In the cycle after that the eye goes back to the leaf. `pending`: a verdict is to come.
    /// * `owing`: in the cycle before, the eye was before the goal. It may have seen one slot more, whose node is not a
    ///   leaf, nor is one before the hand has passed it: only an absorption makes a leaf of an inner node, and a leaf
    ///   that is made does not fit.
    /// * `awake`: a round is under way or due, a cycle late.
    #[clocked(reset)]
    #[derived(PD = AW + 1, GB = place_bits(1 << AW, L, WC, VC), DB = GB + 1, WP = WC.is_power_of_two() as usize)]
    #[fits(S.is_power_of_two(), "the reserve of the hand is a power of two")]
    pub struct Hand<
        const AW: usize,
        const L: usize,
        #[range(1..=4096)] const S: usize,
        #[range(1..=65535)] const WC: usize,
        #[range(0..=65535)] const VC: usize,
        const EPS: usize,
    > {
        /// Forget everything.
        pub clear: Signal<In, Bit>,
        /// Nodes in use.
        #[group("live weight: nodes in use, and the weight of the event")]
        pub live: Signal<In, Bits<PD>>,
        /// Weight of the event.
        pub weight: Signal<In, Bits<16>>,
        /// Visits for the event.
        #[group("grant creating created forget rest rested owing: the visits that are owed")]
        pub grant: Signal<In, Bit>,
        /// The next visits may be those for a create.
        pub creating: Signal<In, Bit>,
        /// Visits for a create.
        pub created: Signal<In, Bit>,
        /// No visits for creates.
        pub forget: Signal<In, Bit>,
        /// All are made; what follows from it does a cycle later.
        pub rest: Signal<In, Bit>,
        /// They have been made in the cycle before.
        pub rested: Signal<Out, Bit>,
        /// There are some.
        pub owing: Signal<Out, Bit>,
        /// A round begins.
        #[group("begin merge step advance slot: the eye")]
        pub begin: Signal<In, Bit>,
        /// It does so at a merge point.
        pub merge: Signal<In, Bit>,
        /// It may go on.
        pub step: Signal<In, Bit>,
        /// To the next slot.
        pub advance: Signal<In, Bit>,
        /// The slot it is at.
        pub slot: Signal<Out, Bits<AW>>,
        /// The node there is a leaf.
        #[group("light base node write lose fresh: how many children a node has")]
        pub light: Signal<Out, Bit>,
        /// Node at hand in the next cycle.
        pub base: Signal<In, Bits<AW>>,
        /// Node at hand.
        pub node: Signal<In, Bits<AW>>,
        /// Its children change.
        pub write: Signal<In, Bit>,
        /// One less.
        pub lose: Signal<In, Bit>,
        /// None.
        pub fresh: Signal<In, Bit>,
        /// A leaf is tried.
        #[group("tries over pending fits: a leaf is tried, and fits its parent")]
        pub tries: Signal<In, Bit>,
        /// The verdict: it does not fit.
        pub over: Signal<In, Bit>,
        /// A verdict is to come.
        pub pending: Signal<Out, Bit>,
        /// It fits.
        pub fits: Signal<Out, Bit>,
        /// A round is under way.
        #[group("going awake: a round is under way, or due")]
        pub going: Signal<Out, Bit>,
        /// A round is under way or due.
        pub awake: Signal<Out, Bit>,
        leaves: FastRam<1, AW>,
        children: FastRam<3, AW>,
        eye: RegEn<Bits<PD>>,
        // what is added next: what the weight asks for, or a create
        #[also(asked)]
        goal: Reg<Bits<GB>>,
        // visits for the creates of the event at hand
        #[when(EPS > 0)]
        left: Reg<Bits<GB>>,
        // how far the eye is from the leaf that was tried, modulo 4
        back: Reg<Bits<2>>,
        #[also(second, third, returns, on, due, owes, rests)]
        first: Reg<Bit>,
    }

    impl Hand {
        fn update(&mut self) {
            const CAP: Bits<16> = WC;
            const CAP_BITS: Bits<5> = u64::from(WC.ilog2());
            const FOR_WEIGHT: Bits<GB> = WC;
            const FOR_CREATE: Bits<GB> = VC;
            const AW: Bits<5> = AW;
            const GB_BIT: Bits<6> = GB;
            const RESERVE_BITS: Bits<5> = u64::from(S.ilog2());
            const RESERVE_MASK: Bits<PD> = S - 1;
            const NEARLY_ALL: Bits<PD> = (1 << AW) / S - 1;
            const FAR_BACK: Bits<PD> = (1 << PD) - 4;

            self.asked.d.next = bit_cast::<GB, 16>(self.weight.val());
            comment!("At least the cap: of a power of two one of the bits from its own on.");
            if WP > 0 {
                if (self.weight.val() >> CAP_BITS).any() {
                    self.asked.d.next = FOR_WEIGHT;
                }
            } else if self.weight.val() >= CAP {
                self.asked.d.next = FOR_WEIGHT;
            }
            if self.creating.val() {
                self.asked.d.next = FOR_CREATE;
            }
            if self.grant.val() | self.created.val() {
                self.goal.d.next = self.goal.q.val() + self.asked.q.val();
            }
            comment!("Between rounds the goal is that of a round that would begin now.");
            self.rests.d.next = self.rest.val();
            self.rested.next = self.rests.q.val();
            let ends: Bit = self.rests.q.val() & (self.goal.q.val() >> AW).any();
            if self.forget.val() | self.clear.val() | ends {
                self.goal.d.next = 1.into();
            }

            comment!("The verdict on a leaf, three cycles after it was tried.");
            let fitting: Bit = self.third.q.val() & !self.over.val();
            self.fits.next = fitting;
            self.pending.next = self.first.q.val() | self.second.q.val() | self.third.q.val();
            drive!(self: first = tries, second = first.q, third = second.q);
            self.returns.d.next = fitting;
            if self.advance.val() {
                self.back.d.next = self.back.q.val() - 1;
            }
            if self.tries.val() {
                self.back.d.next = 3.into();
            }

            let stride: Bits<PD> = bit_cast::<PD, 1>(self.step.val().into());
            if self.returns.q.val() {
                stride = FAR_BACK | bit_cast::<PD, 2>(self.back.q.val());
            }
            let there: Bits<PD> = self.eye.q.val() + stride;
            self.eye.d.next = there;
            self.eye.en.next = self.advance.val() | self.returns.q.val() | self.begin.val();
            if self.begin.val() {
                self.eye.d.next = 1.into();
                self.on.d.next = true;
            }
            if ends | self.clear.val() {
                self.on.d.next = false;
            }
            if EPS > 0 {
                comment!(
                    "T may rise before the next visits, so that nothing is seen ahead. A merge point leaves the visits \
                     for creates."
                );
                if self.rests.q.val() {
                    self.eye.d.next = bit_cast::<PD, GB>(self.goal.q.val());
                    self.eye.en.next = true;
                }
                if self.created.val() {
                    self.left.d.next = self.left.q.val() + FOR_CREATE;
                }
                if self.grant.val() | self.forget.val() | self.clear.val() {
                    self.left.d.next = 0.into();
                }
                if self.merge.val() {
                    self.goal.d.next = self.left.q.val() + 1;
                }
            }
            comment!("goal > eye is the carry of goal + ~eye.");
            let not_eye: Bits<GB> = !bit_cast::<GB, PD>(self.eye.q.val());
            let distance: Bits<DB> = bit_cast::<DB, GB>(self.goal.q.val()) + bit_cast::<DB, GB>(not_eye);
            self.owes.d.next =
                self.on.q.val() & !self.eye.q.val().get_bit(AW.index()) & distance.get_bit(GB_BIT.index());
            self.owing.next = self.owes.q.val();
            self.slot.next = bit_cast::<AW, PD>(self.eye.q.val());

            comment!(
                "The bit of a slot is read where the eye may be next; where a round begins there is time to read it."
            );
            let count: Bits<3> = self.children.rd.val() + 1;
            if self.lose.val() {
                count = self.children.rd.val() - 1;
            }
            if self.fresh.val() {
                count = 0.into();
            }
            drive!(children: ra = base, we = write, wa = node);
            self.children.wd.next = count;
            self.leaves.ra.next = bit_cast::<AW, PD>(there);
            drive!(leaves: we = write, wa = node);
            self.leaves.wd.next = (self.fresh.val() | (self.lose.val() & (self.children.rd.val() == 1))).into();
            self.light.next = self.leaves.rd.val().any();

            comment!("More than the pool less the reserve, which is a power of two.");
            self.due.d.next = self.live.val().get_bit(AW.index())
                | (((self.live.val() >> RESERVE_BITS) == NEARLY_ALL) & (self.live.val() & RESERVE_MASK).any());
            self.going.next = self.on.q.val();
            self.awake.next = self.on.q.val() | self.due.q.val();
            if self.reset.val() {
                zero!(self: first, second, third, returns);
            }
        }
    }
}
