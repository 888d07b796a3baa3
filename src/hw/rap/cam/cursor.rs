//! A prefix of the CAM engine: of a node that comes or goes, or the place of a dump in the tree.
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod cursor {
    //! A key and a level: the prefix of a node.
    //! In a dump it goes through the keys at which nodes begin, in order, digit by digit.

    /// A key and a level. The key goes to the ternary memory; the level is that of a node that comes or goes, or that
    /// comes next in a dump.
    ///
    /// `shift` moves the key down by a digit and puts one on top: so a prefix is made of the digits from a node up to
    /// the root.
    ///
    /// Nodes are dumped in the order of their prefixes, parents first, so the key of a dump only grows: after the
    /// longest match of a key comes its next child, or its next sibling, or that of an ancestor. All of these are one
    /// added to the digit at the level (`advance`): the key goes round once, a digit per cycle, and where a digit ends
    /// its parent is at its end, too, and the level goes up. A level of zero afterwards is the end of the tree. `busy`
    /// follows `advance` for `K / 2` cycles.
    #[clocked(reset)]
    #[derived(LS = LV + 1)]
    pub struct Cursor<const K: usize, const LV: usize> {
        /// Both become zero.
        #[group("clear: the root")]
        pub clear: Signal<In, Bit>,
        /// Take a key.
        #[group("take from shift with: a key; a digit on top of it")]
        pub take: Signal<In, Bit>,
        /// The key.
        pub from: Signal<In, Bits<K>>,
        /// Take a digit.
        pub shift: Signal<In, Bit>,
        /// The digit.
        pub with: Signal<In, Bits<2>>,
        /// Take a level.
        #[group("set to: a level")]
        pub set: Signal<In, Bit>,
        /// The level.
        pub to: Signal<In, Bits<LV>>,
        /// One level down.
        #[group("down up advance busy: steps of a dump")]
        pub down: Signal<In, Bit>,
        /// One level up.
        pub up: Signal<In, Bit>,
        /// The next key; the level must be 1 to the last one.
        pub advance: Signal<In, Bit>,
        /// On the way there.
        pub busy: Signal<Out, Bit>,
        /// The key.
        #[group("key level slot digit: where it stands")]
        pub key: Signal<Out, Bits<K>>,
        /// The level.
        pub level: Signal<Out, Bits<LV>>,
        /// Number of the last digit of the prefix, 0 for the least significant one of the key.
        pub slot: Signal<Out, Bits<LV>>,
        /// That digit.
        pub digit: Signal<Out, Bits<2>>,
        place: Reg<Bits<K>>,
        #[also(turn)]
        depth: Reg<Bits<LV>>,
        // a digit passes to which one is added
        #[also(adds)]
        turning: Reg<Bit>,
    }

    impl Cursor {
        fn update(&mut self) {
            const UNITS: Bits<LV> = K / 2;
            const LAST: Bits<LV> = K / 2 - 1;
            const TOP: Bits<LS> = K - 2;
            const MINUS: Bits<LV> = (1 << LV) - 1;

            self.slot.next = UNITS - self.depth.q.val();
            let below: Bits<LS> = bit_cast::<LS, LV>(self.slot.val()) << 1;
            self.digit.next = bit_cast::<2, K>(self.place.q.val() >> below);

            comment!("Once round: one is added at the level, and where that is an end, at the one above it, too.");
            let least: Bits<2> = bit_cast::<2, K>(self.place.q.val());
            let on_top: Bits<2> = self.with.val();
            if self.turning.q.val() {
                on_top = least + bit_cast::<2, 1>(self.adds.q.val().into());
            }
            let ends: Bit = self.adds.q.val() & least.all();
            let number: Bits<LV> = 0.into();
            let turns: Bit = self.advance.val();
            if self.turning.q.val() {
                number = self.turn.q.val() + 1;
                turns = self.turn.q.val() != LAST;
            }
            self.turn.d.next = number;
            self.turning.d.next = turns;
            self.adds.d.next = turns & (ends | (number == self.slot.val()));
            if self.take.val() {
                self.place.d.next = self.from.val();
            } else if self.shift.val() | self.turning.q.val() {
                self.place.d.next = (self.place.q.val() >> 2) | (bit_cast::<K, 2>(on_top) << TOP);
            }

            let step: Bits<LV> = 1.into();
            if self.up.val() | ends {
                step = MINUS;
            }
            if self.set.val() {
                self.depth.d.next = self.to.val();
            } else if self.up.val() | self.down.val() | ends {
                self.depth.d.next = self.depth.q.val() + step;
            }
            if self.clear.val() {
                zero!(self: place, depth);
            }
            self.busy.next = self.turning.q.val();
            drive!(self: key = place.q, level = depth.q);
            if self.reset.val() {
                zero!(self: turning, adds);
            }
        }
    }
}
