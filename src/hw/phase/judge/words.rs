//! Places, what is looked up there, and what is held of it and written.

#[treetap_hdl::phases]
mod words {
    impl Judge {
        fn places(&mut self) {
            const INC_AT: Bits<6> = deed::INC;
            const HOME_AT: Bits<6> = deed::HOME;
            const TO_FOUND_AT: Bits<6> = deed::TO_FOUND;
            const TO_RANDOM_AT: Bits<6> = deed::TO_RANDOM;
            const COUNT_AT: Bits<6> = deed::COUNT;
            const COUNT_HOME_AT: Bits<6> = deed::COUNT_HOME;
            const POINT_AT: Bits<6> = deed::POINT;
            const BOUND_AT: Bits<6> = deed::BOUND;
            const PART_AT: Bits<6> = order::PART;
            const PLACE_AT: Bits<6> = order::PLACE;
            const AT_POINTER_AT: Bits<6> = order::AT_POINTER;
            const AT_COUNT_AT: Bits<6> = order::AT_COUNT;
            const AT_HOST_AT: Bits<6> = order::AT_HOST;

            comment!(
                "The pointer: a half word that was looked up and what is held make a place of the table of changes."
            );
            let got: Bits<16> = self.memory.rd.val();
            let points: Bit = self.deed3.q.val().get_bit(POINT_AT.index());
            let jumps: Bits<INDEX> = 0.into();
            if points {
                jumps = got.get_bits::<INDEX>(0)
                    ^ self.held.q.val().get_bits::<INDEX>(0)
                    ^ bit_cast::<INDEX, 3>(self.held.q.val().get_bits::<3>(5));
            }
            if deed0.get_bit(TO_FOUND_AT.index()) {
                jumps = jumps | self.place.q.val();
            }
            if deed0.get_bit(TO_RANDOM_AT.index()) {
                jumps = jumps | self.scaled.q.val();
            }
            let stepped: Bits<INDEX> =
                self.pointer.q.val() + bit_cast::<INDEX, 1>(deed0.get_bit(INC_AT.index()).into());
            if !(now.get_bit(STAY_BEFORE_BOUND_AT.index()) & self.bounded.q.val()) {
                self.pointer.d.next = stepped;
            }
            self.bounded.d.next = stepped == self.bound.q.val();
            if points | deed0.get_bit(TO_FOUND_AT.index()) | deed0.get_bit(TO_RANDOM_AT.index()) {
                self.pointer.d.next = jumps;
            }
            if deed0.get_bit(HOME_AT.index()) {
                self.pointer.d.next = 0.into();
            }
            drive!(self: pointer1 = pointer.q, pointer2 = pointer1.q, pointer3 = pointer2.q, pointer4 = pointer3.q,
                pointer5 = pointer4.q, pointer6 = pointer5.q);
            if self.deed3.q.val().get_bit(BOUND_AT.index()) {
                self.bound.d.next = got.get_bits::<INDEX>(0);
            }
            if deed0.get_bit(COUNT_AT.index()) {
                self.count.d.next = self.count.q.val() + 1;
            }
            if deed0.get_bit(COUNT_HOME_AT.index()) {
                self.count.d.next = 0.into();
            }
            let counted: Bits<4> = self.count.q.val().get_bits::<4>(0);
            self.count1.d.next = counted;
            drive!(self: count2 = count1.q, count3 = count2.q, count4 = count3.q);
            comment!("Half words of the memory and of the signatures that the step looks up.");
            let part: Bits<PART> = now.get_bits::<PART>(PART_AT.index());
            let at: Bits<INDEX> = now.get_bits::<INDEX>(PLACE_AT.index());
            let look: Bits<HALF> = (bit_cast::<HALF, INDEX>(self.pointer.q.val()) << 4) | bit_cast::<HALF, 4>(counted);
            if now.get_bit(AT_POINTER_AT.index()) {
                at = at | self.pointer.q.val();
            }
            if now.get_bit(AT_COUNT_AT.index()) {
                at = at | (bit_cast::<INDEX, 4>(counted) << 1) | 1;
            }
            if now.get_bit(AT_HOST_AT.index()) {
                at = at | self.peek.place.val().get_bits::<INDEX>(0);
                part = part | bit_cast::<PART, 3>(self.peek.place.val().get_bits::<3>(5));
                look = self.peek.place.val();
            }
            self.looks.d.next = look;
            self.asks.d.next =
                (bit_cast::<{ PART + INDEX }, PART>(part) << 5) | bit_cast::<{ PART + INDEX }, INDEX>(at);
            drive!(memory: ra = asks.q);
            drive!(signatures: ra = looks.q);
            drive!(self: asked2 = asks.q, asked3 = asked2.q, asked4 = asked3.q, asked5 = asked4.q);
        }

        fn words(&mut self) {
            const HOLD_AT: Bits<6> = deed::HOLD;
            const ONE_AT: Bits<6> = deed::ONE;
            const CARRY_AT: Bits<6> = deed::CARRY;
            const IF_RIGHT_AT: Bits<6> = deed::IF_RIGHT;
            const IF_SAMPLED_AT: Bits<6> = deed::IF_SAMPLED;
            const IF_VAIN_AT: Bits<6> = deed::IF_VAIN;
            const ZERO_AT: Bits<6> = deed::ZERO;
            const SAMPLE_AT: Bits<6> = deed::SAMPLE;
            const WRITE_AT: Bits<6> = deed::WRITE;
            const WRITE_NUMBER_AT: Bits<6> = deed::WRITE_NUMBER;
            const WRITE_SEEN_AT: Bits<6> = deed::WRITE_SEEN;
            const WRITE_RUN_AT: Bits<6> = deed::WRITE_RUN;
            const WRITE_AFTER_AT: Bits<6> = deed::WRITE_AFTER;
            const COPY_AT: Bits<6> = deed::COPY;

            comment!("What is held: what was looked up, or one more, or elements while 0 is looked up.");
            self.up.d.next = self.deed2.q.val().get_bit(ONE_AT.index())
                | (self.deed2.q.val().get_bit(CARRY_AT.index()) & self.carry.q.val())
                | (self.deed2.q.val().get_bit(IF_RIGHT_AT.index()) & self.right.q.val())
                | (self.deed2.q.val().get_bit(IF_SAMPLED_AT.index()) & self.sampled.q.val())
                | (self.deed2.q.val().get_bit(IF_VAIN_AT.index()) & self.vain.q.val());
            let elements: Bits<16> =
                bit_cast::<16, 8>(self.element4.q.val()) | (bit_cast::<16, 8>(self.element1.q.val()) << 8);
            let more: Bits<17> =
                bit_cast::<17, 16>(got) + bit_cast::<17, 16>(elements) + bit_cast::<17, 1>(self.up.q.val().into());
            let samples: Bit = self.deed3.q.val().get_bit(SAMPLE_AT.index());
            let marked: Bits<16> = bit_cast::<16, 1>((samples & self.armed.q.val()).into()) << 15;
            if self.deed3.q.val().get_bit(HOLD_AT.index()) {
                self.held.d.next = more.get_bits::<16>(0) | marked;
                self.carry.d.next = more.get_bit(16);
                self.turned.d.next = more.get_bit(15) ^ got.get_bit(15);
            }
            if self.deed3.q.val().get_bit(ZERO_AT.index()) {
                self.held.d.next = 0.into();
            }
            if samples {
                self.sampled.d.next = self.armed.q.val() & !got.get_bit(15);
                self.vain.d.next = self.armed.q.val() & got.get_bit(15);
            }
            self.equal.d.next = got == self.held.q.val();
            comment!("It is written, but numbers and counts that spill stay.");
            self.memory.we.next = self.deed4.q.val().get_bit(WRITE_AT.index())
                | (self.deed4.q.val().get_bit(WRITE_NUMBER_AT.index()) & !self.carry.q.val())
                | (self.deed4.q.val().get_bit(WRITE_SEEN_AT.index()) & !self.turned.q.val())
                | (self.deed4.q.val().get_bit(WRITE_RUN_AT.index()) & !self.held.q.val().get_bit(8))
                | (self.deed4.q.val().get_bit(WRITE_AFTER_AT.index()) & self.met_before.q.val());
            self.raise_id_sat.next = self.deed4.q.val().get_bit(WRITE_NUMBER_AT.index()) & self.carry.q.val();
            drive!(memory: wa = asked5.q, wd = held.q);
            self.signatures.we.next = self.deed4.q.val().get_bit(COPY_AT.index());
            self.signatures.wa.next =
                (bit_cast::<HALF, INDEX>(self.pointer4.q.val()) << 4) | bit_cast::<HALF, 4>(self.count4.q.val());
            self.signatures.wd.next = self.held.q.val();
        }
    }
}
