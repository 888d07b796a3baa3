//! The finger: on the path of the last event, where the walk of the next one begins (docs/reference/rap-serial.md,
//! "Finger").
use crate::hw::lib::{FastRam, Reg, RegEn};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod finger {
    //! The event under way, the path of its walk, and where the walk of the event on offer leaves that path.

    /// The event under way; the nodes of its path; and how much of the path belongs to the event on offer, too.
    ///
    /// Keys have `K` bits, nodes `AW`; a level is numbered with `LV` bits. Two digits are a *pair*, the unit of
    /// comparison: there are `2^PB` pairs, the first one most significant.
    ///
    /// * `count` takes the weight on offer, `take` the key.
    /// * `keep`: `node` is the node of level `depth` of the path. `depth` is the last level that has a node.
    /// * `ready`: the event on offer has been compared for long enough, while `depth` has not changed in the last three
    ///   cycles. Its walk may then begin at level `level` in node `place`, `pair` being the two digits from that level
    ///   on.
    #[clocked(reset)]
    #[derived(PAIRS = 1 << PB, PK = 4 << PB)]
    pub struct Finger<const K: usize, const AW: usize, const LV: usize, const PB: usize> {
        /// An event is on offer; not in the cycle after `take`.
        #[group("offered offered_key offered_weight: the event on offer")]
        pub offered: Signal<In, Bit>,
        /// Its key.
        pub offered_key: Signal<In, Bits<K>>,
        /// Its weight.
        pub offered_weight: Signal<In, Bits<16>>,
        /// Take the weight.
        #[group("count take key weight: the event under way")]
        pub count: Signal<In, Bit>,
        /// Take the key.
        pub take: Signal<In, Bit>,
        /// The key under way.
        pub key: Signal<Out, Bits<K>>,
        /// The weight under way.
        pub weight: Signal<Out, Bits<16>>,
        /// The node is on the path.
        #[group("keep depth node: the path")]
        pub keep: Signal<In, Bit>,
        /// Its level.
        pub depth: Signal<In, Bits<LV>>,
        /// The node.
        pub node: Signal<In, Bits<AW>>,
        /// The first digits are wanted, whatever the key is.
        pub root: Signal<In, Bit>,
        /// A walk may begin.
        #[group("root ready soon level place pair: where the walk of the event on offer begins, its two digits")]
        pub ready: Signal<Out, Bit>,
        /// One may begin in the next cycle.
        pub soon: Signal<Out, Bit>,
        /// Level at which it begins.
        pub level: Signal<Out, Bits<LV>>,
        /// Node in which it begins.
        pub place: Signal<Out, Bits<AW>>,
        /// Two digits of the key, from that level on.
        pub pair: Signal<Out, Bits<4>>,
        keys: RegEn<Bits<K>>,
        weights: RegEn<Bits<16>>,
        path: FastRam<AW, LV>,
        // the offer is one, two, three, four cycles old
        #[also(second, third, fourth)]
        first: Reg<Bit>,
        // pairs of digits in which the keys differ, the first one on top
        differing: Reg<Bits<PAIRS>>,
        // pairs of digits that both keys begin with; the same, on the path
        common: Reg<Bits<PB>>,
        start: Reg<Bits<PB>>,
        digits: Reg<Bits<4>>,
        unlike: [Signal<Local, Bit>; PAIRS],
    }

    impl Finger {
        fn update(&mut self) {
            const SPARE_BITS: Bits<7> = (PK - K) as u64;
            const HALF: [Bits<5>; PB] = (0..PB).map(|b| (PAIRS >> (b + 1)) as u64);
            const PAIR_BITS: [Bits<7>; PB] = (0..PB).map(|b| (4 * (PAIRS >> (b + 1))) as u64);
            const OTHERS: [Bits<5>; PB] = (0..PB).map(|b| (PAIRS - (PAIRS >> (b + 1))) as u64);

            drive!(self: keys = offered_key, weights = offered_weight);
            self.keys.en.next = self.take.val();
            self.weights.en.next = self.count.val();
            drive!(self: key = keys.q, weight = weights.q);

            comment!("How many pairs, before the first one that differs: half by half.");
            let both: Bits<PK> = bit_cast::<PK, K>(self.offered_key.val() ^ self.keys.q.val()) << SPARE_BITS;
            let different: Bits<PAIRS> = 0.into();
            for i in 0..PAIRS {
                self.unlike[i].next = both.get_bits::<4>(i * 4).any();
                different = different | (bit_cast::<PAIRS, 1>(self.unlike[i].val().into()) << i.to_bits());
            }
            self.differing.d.next = different;
            let rest: Bits<PAIRS> = self.differing.q.val();
            let shared: Bits<PB> = 0.into();
            for b in 0..PB {
                shared = shared << 1;
                if !(rest >> OTHERS[b]).any() {
                    shared = shared | 1;
                    rest = rest << HALF[b];
                }
            }
            self.common.d.next = shared;

            comment!("The walk cannot begin deeper than the path has nodes.");
            let deepest: Bits<LV> = self.depth.val() >> 1;
            self.start.d.next = self.common.q.val();
            if deepest < bit_cast::<LV, PB>(self.common.q.val()) {
                self.start.d.next = bit_cast::<PB, LV>(deepest);
            }
            self.level.next = bit_cast::<LV, PB>(self.start.q.val()) << 1;

            comment!("The node there, and the digits of the key.");
            self.path.ra.next = self.level.val();
            self.path.wa.next = self.depth.val();
            self.path.wd.next = self.node.val();
            self.path.we.next = self.keep.val();
            self.place.next = self.path.rd.val();
            let aligned: Bits<PK> = bit_cast::<PK, K>(self.offered_key.val()) << SPARE_BITS;
            for b in 0..PB {
                if self.start.q.val().get_bit(PB - 1 - b) {
                    aligned = aligned << PAIR_BITS[b];
                }
            }
            self.digits.d.next = aligned.get_bits::<4>(PK - 4);
            if self.root.val() {
                self.digits.d.next = 0.into();
            }
            self.pair.next = self.digits.q.val();

            let stays: Bit = self.offered.val() & !self.reset.val();
            self.first.d.next = stays;
            self.second.d.next = stays & self.first.q.val();
            self.third.d.next = stays & self.second.q.val();
            self.soon.next = stays & self.third.q.val();
            self.fourth.d.next = self.soon.val();
            self.ready.next = self.fourth.q.val();
        }
    }
}
