//! How many visits the hand owes and has done: rules R15 H1 and H2.
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

/// Bits of a number of visits, with its sign: an event's own and those of as many creates as a key has digits.
pub(super) const fn visit_bits(key_bits: usize, weight_cap: usize, per_create: usize) -> usize {
    let most = weight_cap + per_create * key_bits / 2;
    most.ilog2() as usize + 2
}

#[treetap_hdl::unit]
mod pace {
    //! Visits that each event asks for, taken from the slots that the hand has looked at ahead.

    /// Keeps the `slack`: slots that the hand has passed (`gain`) less the visits that the events have asked for.
    ///
    /// An event asks for min(w, `CAP`) visits, and for `EACH` more for each node that the counted event before it has
    /// made. It takes them in cycle 3 of the count stage; if the slack is negative then, it has to `stop` in cycle 4,
    /// until the hand has passed as many slots as are missing. An event that comes again after that, or after a misfit,
    /// has its visits done. Without a round the slack is 0, and the event stops if one is `due`.
    ///
    /// `VW` bits of a number of visits with its sign, `SW` of the slack.
    #[clocked]
    #[derived(SW = AW.max(VW) + 2)]
    pub struct Pace<const AW: usize, const VW: usize, const CAP: usize, const EACH: usize> {
        /// Nothing owed.
        pub clear: Signal<In, Bit>,
        /// Weight of the event that will be in cycle 0 of the count stage a cycle later.
        #[group("weight second third: events in the count stage")]
        pub weight: Signal<In, Bits<16>>,
        /// An event is in cycle 2.
        pub second: Signal<In, Bit>,
        /// In cycle 3.
        pub third: Signal<In, Bit>,
        /// The event in cycle 5 comes again, and the younger ones.
        #[group("failed refuse: what becomes of the event in cycle 5, and in cycle 4")]
        pub failed: Signal<In, Bit>,
        /// The event in cycle 4 is lost.
        pub refuse: Signal<In, Bit>,
        /// The event that comes again has made a node.
        pub made: Signal<In, Bit>,
        /// A round is under way.
        #[group("going due begin gain: the round")]
        pub going: Signal<In, Bit>,
        /// No round is under way, and one begins at the next event.
        pub due: Signal<In, Bit>,
        /// It begins at the event that was stopped last.
        pub begin: Signal<In, Bit>,
        /// So many slots the hand has passed.
        pub gain: Signal<In, Bits<AW>>,
        /// The event in cycle 4 has to wait, unless it falls with the one before.
        #[group("stop owing one: the event in cycle 4 has to wait, and visits are missing")]
        pub stop: Signal<Out, Bit>,
        /// Visits are missing.
        pub owing: Signal<Out, Bit>,
        /// It is a single one.
        pub one: Signal<Out, Bit>,
        weight0: Reg<Bits<16>>,
        // visits that creates ask of the next event
        #[also(asked1, own2, all2, asked3, asked4, stopped, take3, take4)]
        owed: Reg<Bits<VW>>,
        // nothing of what creates owe is asked of the event in cycle 2
        #[also(alone2, charge3, charge4, refund)]
        again: Reg<Bit>,
        slack: Reg<Bits<SW>>,
    }

    impl Pace {
        fn update(&mut self) {
            const CAP: Bits<16> = CAP;
            const CAP_VISITS: Bits<VW> = CAP;
            const EACH: Bits<VW> = EACH;
            const SIGN: Bits<5> = SW - 1;
            const VISIT_SIGN: Bits<5> = VW - 1;
            const SIGN_BITS: Bits<SW> = ((1 << SW) - 1) & !((1 << VW) - 1);

            comment!(
                "Cycles 0 to 2: what the event asks for. One close to an event that asks is not asked what creates owe."
            );
            self.weight0.d.next = self.weight.val();
            if self.weight0.q.val() > CAP {
                self.asked1.d.next = CAP_VISITS;
            } else {
                self.asked1.d.next = bit_cast::<VW, 16>(self.weight0.q.val());
            }
            let fresh2: Bit = self.second.val() & !self.again.q.val();
            let fresh3: Bit = self.third.val() & self.charge3.q.val();
            let fresh4: Bit = self.charge4.q.val() & !self.failed.val();
            self.alone2.d.next = fresh2 | fresh3 | self.charge4.q.val();
            self.own2.d.next = self.asked1.q.val();
            self.all2.d.next = self.asked1.q.val() + self.owed.q.val();
            let asked2: Bits<VW> = self.all2.q.val();
            if self.alone2.q.val() {
                asked2 = self.own2.q.val();
            }
            self.asked3.d.next = asked2;
            self.take3.d.next = 0.into();
            if fresh2 {
                self.take3.d.next = asked2;
            }
            self.charge3.d.next = !self.again.q.val();
            if self.second.val() {
                self.again.d.next = false;
            }

            comment!(
                "Cycle 3: it takes them. If the event two before has failed it does not, and the one between gives \
                 back its own."
            );
            let change: Bits<VW> = !self.take3.q.val();
            if self.failed.val() {
                change = self.take4.q.val();
            }
            let given: Bits<SW> = bit_cast::<SW, VW>(change);
            if change.get_bit(VISIT_SIGN.index()) {
                given = bit_cast::<SW, VW>(change) | SIGN_BITS;
            }
            comment!("Three numbers in one addition: their sum without carries, and the carries.");
            let before: Bits<SW> = self.slack.q.val();
            let gained: Bits<SW> = bit_cast::<SW, AW>(self.gain.val());
            let carries: Bits<SW> = (before & gained) | (before & given) | (gained & given);
            let one_more: Bits<SW> = bit_cast::<SW, 1>((!self.failed.val()).into());
            self.slack.d.next = (before ^ gained ^ given) + ((carries << 1) | one_more);
            drive!(self: asked4 = asked3.q, take4 = take3.q);
            self.charge4.d.next = fresh3 & !self.failed.val();

            comment!("Cycle 4: the verdict. A lost event is none for the hand; none is near it.");
            let negative: Bit = self.slack.q.val().get_bit(SIGN.index());
            self.owing.next = negative;
            self.one.next = self.slack.q.val().all();
            self.stop.next = self.charge4.q.val() & (negative | self.due.val());
            self.refund.d.next = fresh4 & self.refuse.val();
            if self.refund.q.val() {
                self.take3.d.next = 0 - self.stopped.q.val();
            }
            if fresh4 & !self.refuse.val() {
                self.owed.d.next = 0.into();
            }
            if self.failed.val() {
                self.again.d.next = true;
                self.take3.d.next = 0.into();
            }
            if fresh4 {
                self.stopped.d.next = self.asked4.q.val();
            }
            if self.made.val() {
                self.owed.d.next = self.owed.q.val() + EACH;
            }
            if self.begin.val() {
                self.take3.d.next = self.stopped.q.val();
            }
            if !self.going.val() {
                self.slack.d.next = 0.into();
            }
            if self.clear.val() {
                zero!(self: owed, again, refund, take3, slack);
            }
        }
    }
}
