//! Whether the next interval is armed (P9), what goes to the log, and what a host does.

#[treetap_hdl::phases]
mod decide {
    impl Judge {
        fn decide(&mut self) {
            const USE_AT: Bits<6> = deed::USE;
            const RIGHT_AT: Bits<6> = deed::RIGHT;
            const FIRST_AT: Bits<6> = deed::FIRST;
            const SECOND_AT: Bits<6> = deed::SECOND;
            const RANDOM_AT: Bits<6> = deed::RANDOM;
            const ARM_AT: Bits<6> = deed::ARM;
            const ROOM_AT: Bits<6> = deed::ROOM;
            const DONE_AT: Bits<6> = deed::DONE;
            const LOG_AT: Bits<6> = deed::LOG;
            const FLAGS_AT: Bits<6> = deed::FLAGS;
            const PHASES: Bits<6> = P as u64;
            const TAPS: Bits<32> = LFSR_TAPS.into();

            comment!("Whether the place that was found was met before in the order of use.");
            self.met.d.next = self.deed3.q.val().get_bit(USE_AT.index())
                & (self.met.q.val() | (got.get_bits::<INDEX>(0) == self.place.q.val()));
            drive!(self: met_before = met.q);
            if self.deed4.q.val().get_bit(RIGHT_AT.index()) {
                drive!(self: right = equal.q);
            }
            if self.deed4.q.val().get_bit(FIRST_AT.index()) {
                drive!(self: known = equal.q);
            }
            if self.deed4.q.val().get_bit(SECOND_AT.index()) {
                self.known.d.next = self.known.q.val() & self.equal.q.val();
            }
            comment!("A random place of the phase table: the low half of the generator's state, scaled.");
            let product: Bits<22> = 0.into();
            for bit in 0..6 {
                if PHASES.get_bit(bit) {
                    product = product + (bit_cast::<22, 16>(self.lfsr.q.val().get_bits::<16>(0)) << bit);
                }
            }
            self.scaled.d.next = product.get_bits::<INDEX>(16);
            if deed0.get_bit(RANDOM_AT.index()) {
                self.lfsr.d.next = self.lfsr.q.val() >> 1;
                if self.lfsr.q.val().get_bit(0) {
                    self.lfsr.d.next = (self.lfsr.q.val() >> 1) ^ TAPS;
                }
            }
            comment!("The log: number of the interval, phase, prediction, distance and flags, and nothing.");
            if deed0.get_bit(ROOM_AT.index()) {
                self.room.d.next = self.log_room.val();
            }
            self.raise_log_ovf.next = deed0.get_bit(ROOM_AT.index()) & !self.log_room.val();
            self.log_put.next = self.deed4.q.val().get_bit(LOG_AT.index()) & self.room.q.val();
            self.log_half.next = self.held.q.val();
            if self.deed4.q.val().get_bit(FLAGS_AT.index()) {
                self.log_half.next = bit_cast::<16, DISTANCE>(!self.limit.q.val())
                    | (bit_cast::<16, 1>(self.fresh.q.val().into()) << 13)
                    | (bit_cast::<16, 1>(self.sampled.q.val().into()) << 14)
                    | (bit_cast::<16, 1>(self.vain.q.val().into()) << 15);
            }
            self.judged.next = deed0.get_bit(DONE_AT.index());
            comment!(
                "What was held is the entry of the predicted phase with one interval more. The next interval is armed \
                 if that phase has no sample yet and would have been seen often enough."
            );
            let seen: Bits<16> = self.held.q.val();
            let often: Bit =
                self.turned.q.val() | seen.get_bits::<7>(8).any() | (seen.get_bits::<8>(0) >= self.cfg_k.val());
            self.wanted.d.next = often & (seen.get_bit(15) == self.turned.q.val());
            self.on.d.next = false;
            self.off.d.next = self.close.val();
            if self.close.val() {
                drive!(self: armed = flag.q);
                self.flag.d.next = false;
            }
            if deed0.get_bit(ARM_AT.index()) & self.found.q.val() & self.cfg_auto.val() & self.wanted.q.val() {
                self.flag.d.next = true;
                self.on.d.next = true;
            }
        }

        fn host(&mut self) {
            comment!("What a host says about an interval that has ended in the meantime is about that one.");
            if self.set_sample_next.val() {
                if self.judging.val() | self.close.val() {
                    self.armed.d.next = self.set_data.val().get_bit(0);
                } else {
                    self.flag.d.next = self.set_data.val().get_bit(0);
                    self.on.d.next = self.set_data.val().get_bit(0);
                    self.off.d.next = !self.set_data.val().get_bit(0);
                }
            }
            if self.set_seed.val() {
                self.lfsr.d.next = self.set_data.val();
                if self.set_none.val() {
                    self.lfsr.d.next = self.set_data.val() | 1;
                }
            }
            drive!(self: stat_seed = lfsr.q, sample_flag = flag.q, ext_on = on.q, ext_off = off.q);
            self.peek.open.next = !self.judging.val() & !self.clears.q.val();
            drive!(peek: element = signatures.rd, word = memory.rd);
            drive!(self: clearing = clears.q);
        }

        fn resets(&mut self) {
            const READY_AT: Bits<6> = deed::READY;

            if deed0.get_bit(READY_AT.index()) {
                self.clears.d.next = false;
            }
            self.forgets.d.next = self.set_clr.val() | self.reset.val();
            if self.set_clr.val() {
                self.off.d.next = true;
            }
            if self.set_clr.val() | self.reset.val() {
                self.clears.d.next = true;
                self.bound.d.next = 0x1f.into();
                self.second.d.next = 1.into();
                zero!(self: number, flag, known, deed1, deed2, deed3, deed4);
            }
            comment!("What was read before is not done.");
            if self.set_clr.val() | self.reset.val() | self.forgets.q.val() {
                zero!(self: order, deed);
            }
            if self.reset.val() {
                zero!(self: on, off);
                self.lfsr.d.next = 1.into();
            }
        }
    }
}
