//! From buckets to the place of a signature (P4, P5): the footprint, and its distances from the signatures.

#[treetap_hdl::phases]
mod measure {
    impl Judge {
        fn measure(&mut self) {
            const TAKE_AT: Bits<6> = deed::TAKE;
            const SHIFT_AT: Bits<6> = deed::SHIFT;
            const PUSH_AT: Bits<6> = deed::PUSH;
            const INVERT_AT: Bits<6> = deed::INVERT;
            const EMPTY_AT: Bits<6> = deed::EMPTY;
            const PLAIN_AT: Bits<6> = deed::PLAIN;
            const OVER: Bits<SUM> = 1 << EXACT;

            comment!("The four sums of a bucket are added, and the bucket is shifted bit by bit.");
            drive!(closed: place = count.q);
            self.closed.bank.next = !self.bank.val();
            self.closed.take.next = deed0.get_bit(TAKE_AT.index());
            self.closed.both.next = self.clears.q.val();
            let added: Bits<SUM> = bit_cast::<SUM, EXACT>(self.rest.q.val().get_bits::<EXACT>(0))
                + bit_cast::<SUM, EXACT>(self.closed.word.val().get_bits::<EXACT>(0));
            if self.deed3.q.val().get_bit(TAKE_AT.index()) {
                self.rest.d.next = added | ((self.rest.q.val() | self.closed.word.val()) & OVER);
            }
            let shifts: Bit = deed0.get_bit(SHIFT_AT.index()) & self.shifting.q.val();
            if shifts {
                self.rest.d.next = self.rest.q.val() >> 1;
            }
            let moved: Bits<4> = self.moves.q.val() + bit_cast::<4, 1>(shifts.into());
            self.moves.d.next = moved;
            self.shifting.d.next = moved != self.shift.val();
            if deed0.get_bit(EMPTY_AT.index()) {
                zero!(self: rest, moves);
            }
            comment!(
                "An element is at most 255; it is kept as it is, and then inverted, below one of which no use is made."
            );
            let element: Bits<8> = self.rest.q.val().get_bits::<8>(0);
            if self.rest.q.val().get_bits::<{ SUM - 8 }>(8).any() {
                element = 0xff.into();
            }
            if deed0.get_bit(INVERT_AT.index()) {
                element = !element;
            }
            if deed0.get_bit(PUSH_AT.index()) {
                self.element0.d.next = element;
                drive!(self: element1 = element0.q, element2 = element1.q, element3 = element2.q,
                    element4 = element3.q);
            }
            if deed0.get_bit(PLAIN_AT.index()) {
                zero!(self: element0, element1, element2, element3, element4);
            }
        }

        fn compare(&mut self) {
            const BEGIN_AT: Bits<6> = deed::BEGIN;
            const LOOK_AT: Bits<6> = deed::LOOK;
            const SCAN_AT: Bits<6> = deed::SCAN;
            const DISTANCE_AT: Bits<6> = deed::DISTANCE;
            const FIND_AT: Bits<6> = deed::FIND;
            const KEEP_AT: Bits<6> = deed::KEEP;
            const FRESH_AT: Bits<6> = deed::FRESH;
            const LEFT_AT: Bits<4> = DISTANCE as u64;

            comment!(
                "Distance of a footprint from a signature: differences of two elements, their sum, the sum of sums. \
                 Signatures are kept inverted, so that a sum is the difference less one, or its complement."
            );
            let theirs: Bits<16> = self.signatures.rd.val();
            let apart0: Bits<9> = bit_cast::<9, 8>(got.get_bits::<8>(0)) + bit_cast::<9, 8>(theirs.get_bits::<8>(0));
            let apart1: Bits<9> = bit_cast::<9, 8>(got.get_bits::<8>(8)) + bit_cast::<9, 8>(theirs.get_bits::<8>(8));
            self.gap0.d.next = !apart0.get_bits::<8>(0);
            if apart0.get_bit(8) {
                self.gap0.d.next = apart0.get_bits::<8>(0);
            }
            self.gap1.d.next = !apart1.get_bits::<8>(0);
            if apart1.get_bit(8) {
                self.gap1.d.next = apart1.get_bits::<8>(0);
            }
            self.over0.d.next = apart0.get_bit(8);
            self.over1.d.next = apart1.get_bit(8);
            comment!("The one that a difference lacks is added where a carry comes in.");
            self.both.d.next = bit_cast::<9, 8>(self.gap0.q.val())
                + bit_cast::<9, 8>(self.gap1.q.val())
                + bit_cast::<9, 1>(self.over0.q.val().into());
            drive!(self: odd = over1.q);
            self.sum.d.next = 0.into();
            if self.deed5.q.val().get_bit(SCAN_AT.index()) {
                self.sum.d.next = self.sum.q.val()
                    + bit_cast::<DISTANCE, 9>(self.both.q.val())
                    + bit_cast::<DISTANCE, 1>(self.odd.q.val().into());
            }
            comment!("The nearest signature, or the first one that is near enough: the limit becomes its distance.");
            let left: Bits<{ DISTANCE + 1 }> = bit_cast::<{ DISTANCE + 1 }, DISTANCE>(self.sum.q.val())
                + bit_cast::<{ DISTANCE + 1 }, DISTANCE>(self.limit.q.val())
                + 1;
            self.less.d.next = !left.get_bit(LEFT_AT.index());
            drive!(self: apart = sum.q);
            let near: Bit = self.deed6.q.val().get_bit(DISTANCE_AT.index())
                & self.less.q.val()
                & !(self.found.q.val() & !self.cfg_best.val());
            comment!("Or the first place that has what is held.");
            self.match5.d.next = self.equal.q.val() & self.deed4.q.val().get_bit(FIND_AT.index());
            drive!(self: match6 = match5.q);
            let meets: Bit = self.match6.q.val() & !self.found.q.val();
            if near | meets {
                self.found.d.next = true;
            }
            if near | meets | self.deed6.q.val().get_bit(KEEP_AT.index()) {
                drive!(self: place = pointer6.q);
            }
            if deed0.get_bit(LOOK_AT.index()) {
                self.found.d.next = false;
            }
            if deed0.get_bit(FRESH_AT.index()) {
                self.fresh.d.next = !self.found.q.val();
            }
            let misses: Bit = deed0.get_bit(FRESH_AT.index()) & !self.found.q.val();
            if near | misses | deed0.get_bit(BEGIN_AT.index()) {
                self.limit.d.next = !self.apart.q.val();
                if deed0.get_bit(BEGIN_AT.index()) {
                    self.limit.d.next = !self.cfg_thr.val();
                }
                if misses {
                    self.limit.d.next = 0.into();
                }
            }
        }
    }
}
