//! From buckets to a phase (P4 to P6): the footprint, its distances from the signatures, and whose it is.

#[treetap_hdl::phases]
mod classify {
    impl Judge {
        fn footprint(&mut self) {
            comment!(
                "A bucket that is over has its uppermost bit set, and is more than an element whatever the shift is."
            );
            let element: Bits<8> = self.rest.q.val().get_bits::<8>(0);
            if self.rest.q.val().get_bits::<{ SUM - 8 }>(8).any() {
                element = 0xff.into();
            }
            let settled: Bit = (self.step.q.val() == Step::Settle) & (at == 6);
            let fetched: Bit = (self.step.q.val() == Step::Fetch) & (at == 2);
            let ready: Bit = (self.step.q.val() == Step::Shift) & !self.moves.q.val().any();
            if self.step.q.val() == Step::Clear {
                put = true;
                put_part = self.n.q.val().get_bits::<PART>(5);
                put_place = cycle;
                put_word = 0.into();
                copy = true;
                copy_place = self.n.q.val();
                self.which.d.next = self.which.q.val() + 1;
                if self.n.q.val().all() {
                    self.step.d.next = Step::Idle;
                }
            }
            if idle {
                turn = 0.into();
                if self.judging.val() & !self.peek.valid.val() {
                    self.step.d.next = Step::Settle;
                }
            }
            if settled {
                self.step.d.next = Step::Fetch;
                self.which.d.next = 0.into();
                turn = 0.into();
            }
            comment!("A bucket is emptied when it is read, and shifted bit by bit.");
            if self.step.q.val() != Step::Shift {
                drive!(self: rest = closed.word, moves = shift);
            } else if self.moves.q.val().any() {
                self.rest.d.next = self.rest.q.val() >> 1;
                self.moves.d.next = self.moves.q.val() - 1;
            }
            if fetched {
                self.wipes.d.next = true;
                self.step.d.next = Step::Shift;
            }
            if ready {
                self.high.d.next = element;
                self.low.d.next = self.high.q.val();
                self.spot.d.next = self.which.q.val().get_bits::<4>(1);
                self.which.d.next = self.which.q.val() + 1;
                self.step.d.next = Step::Fetch;
                turn = 0.into();
                if self.which.q.val().all() {
                    self.step.d.next = Step::Pick;
                    if self.some.q.val() {
                        self.step.d.next = Step::Scan;
                    }
                }
            }
            comment!("Two elements go into the memory in the cycle after the second one.");
            self.stores.d.next = ready & self.which.q.val().get_bit(0);
            if self.stores.q.val() {
                put = true;
                put_place = bit_cast::<PLACE, 4>(self.spot.q.val());
                put_word = bit_cast::<16, 8>(self.low.q.val()) | (bit_cast::<16, 8>(self.high.q.val()) << 8);
            }
            if settled {
                self.found.d.next = false;
                self.limit.d.next = self.cfg_thr.val();
            }
        }

        fn classify(&mut self) {
            comment!("The nearest signature, or the first one that is near enough: the limit becomes its distance.");
            self.less.d.next = self.sum.q.val() < self.limit.q.val();
            self.apart.d.next = self.sum.q.val();
            let near: Bit = self.ends6.q.val() & self.less.q.val() & !(self.found.q.val() & !self.cfg_best.val());
            if near {
                self.found.d.next = true;
                self.limit.d.next = self.apart.q.val();
                self.slot.d.next = self.scanned.q.val();
            }
            if self.step.q.val() == Step::Scan {
                place = bit_cast::<PLACE, 4>(at);
                if at.all() {
                    self.scanned.d.next = pair;
                }
                if at.all() & (pair == self.top.q.val()) {
                    self.step.d.next = Step::Drain;
                }
            }
            if (self.step.q.val() == Step::Drain) & (at == 7) {
                self.step.d.next = Step::Pick;
                turn = 0.into();
            }
            self.spare.d.next = self.top.q.val() + bit_cast::<PLACE, 1>(self.some.q.val().into());
            if self.step.q.val() == Step::Pick {
                match at.index() {
                    0 => {
                        self.fresh.d.next = !self.found.q.val();
                        self.sampled.d.next = false;
                        self.vain.d.next = false;
                        place = GIVEN_PLACE;
                        if self.found.q.val() {
                            part = IDS_PART;
                            place = self.slot.q.val();
                        }
                    }
                    1 => {
                        part = ORDER_PART;
                        place = LAST_SIGNATURE;
                    }
                    2 => {}
                    3 => {
                        if !self.fresh.q.val() {
                            self.key.d.next = got;
                            turn = 0.into();
                            self.step.d.next = Step::Touch;
                            if self.cfg_upd.val() {
                                self.step.d.next = Step::Copy;
                            }
                        }
                    }
                    4 => {
                        comment!(
                            "A new phase: the next place, or that of the signature that was not used for the longest \
                             time."
                        );
                        self.word.d.next = more.get_bits::<16>(0);
                        self.raise_id_sat.next = !self.up.q.val();
                        self.slot.d.next = self.spare.q.val();
                        if self.full.q.val() {
                            self.slot.d.next = got.get_bits::<PLACE>(0);
                        }
                    }
                    5 => self.key.d.next = self.word.q.val(),
                    6 => {
                        put = true;
                        put_place = GIVEN_PLACE;
                    }
                    _ => {
                        put = true;
                        put_part = IDS_PART;
                        if !self.full.q.val() {
                            self.top.d.next = self.slot.q.val();
                            self.full.d.next = self.slot.q.val() == LAST_SIGNATURE;
                        }
                        self.some.d.next = true;
                        turn = 0.into();
                        self.step.d.next = Step::Copy;
                    }
                }
            }
            if self.step.q.val() == Step::Copy {
                copy = flows;
                put_word = got;
                if cycle == 18 {
                    turn = 0.into();
                    self.step.d.next = Step::Touch;
                }
            }
            if self.step.q.val() == Step::Touch {
                comment!("The order of use moves up by one, as far as to where the signature was.");
                part = ORDER_PART;
                put_part = ORDER_PART;
                put_place = self.n3.q.val();
                put_word = bit_cast::<16, PLACE>(self.prior.q.val());
                self.prior.d.next = self.slot.q.val();
                if flows {
                    put = !self.met.q.val();
                    self.prior.d.next = got.get_bits::<PLACE>(0);
                    self.met.d.next =
                        (got.get_bits::<PLACE>(0) == self.slot.q.val()) | (self.n3.q.val() == self.top.q.val());
                }
                if self.met.q.val() {
                    turn = 0.into();
                    self.step.d.next = Step::Learn;
                }
            }
        }
    }
}
