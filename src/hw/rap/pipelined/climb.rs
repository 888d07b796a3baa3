//! The way from a node up to the root: its digits are the first bits of its keys.
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod climb {
    //! Collects the digits on the way from a node up to the root, in three cycles a level.

    /// Makes the first bits of the keys of a node that is the child of `node` at `digit`; `node` is at `level`, which `T2 / 2` is more than.
    ///
    /// `up` and `turn` are parent and digit of the slot at `at` of two cycles before.
    #[clocked]
    pub struct Climb<const AW: usize, const LV: usize, const T2: usize> {
        /// Begin, unless `busy`.
        #[group("start node digit level: what to climb from")]
        pub start: Signal<In, Bit>,
        /// A node.
        pub node: Signal<In, Bits<AW>>,
        /// Digit of its child.
        pub digit: Signal<In, Bits<2>>,
        /// Level of the node.
        pub level: Signal<In, Bits<LV>>,
        /// A slot.
        #[group("at up turn: parent and digit of a slot")]
        pub at: Signal<Out, Bits<AW>>,
        /// Its parent.
        pub up: Signal<In, Bits<AW>>,
        /// Its digit.
        pub turn: Signal<In, Bits<2>>,
        /// Under way, from the cycle after `start` on.
        #[group("busy prefix: what came of it")]
        pub busy: Signal<Out, Bit>,
        /// First bits of the keys.
        pub prefix: Signal<Out, Bits<T2>>,
        #[also(read1, read2)]
        climbing: Reg<Bit>,
        place: Reg<Bits<AW>>,
        left: Reg<Bits<LV>>,
        digits: Reg<Bits<T2>>,
    }

    impl Climb {
        fn update(&mut self) {
            const TOP_DIGIT: Bits<4> = T2 - 2;

            let addressed: Bit = self.climbing.q.val() & !self.read1.q.val() & !self.read2.q.val();
            self.read1.d.next = addressed & self.left.q.val().any();
            self.read2.d.next = self.read1.q.val();
            if addressed & !self.left.q.val().any() {
                self.climbing.d.next = false;
            }
            if self.read2.q.val() {
                self.left.d.next = self.left.q.val() - 1;
                self.place.d.next = self.up.val();
                self.digits.d.next = (self.digits.q.val() >> 2) | (bit_cast::<T2, 2>(self.turn.val()) << TOP_DIGIT);
            }
            if self.start.val() {
                self.climbing.d.next = true;
                zero!(self: read1, read2);
                drive!(self: place = node, left = level);
                self.digits.d.next = bit_cast::<T2, 2>(self.digit.val()) << TOP_DIGIT;
            }
            drive!(self: at = place.q, busy = climbing.q, prefix = digits.q);
        }
    }
}
