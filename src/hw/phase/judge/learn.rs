//! What is known of phases (P7 to P9): the table of changes and the phase table.

#[treetap_hdl::phases]
mod learn {
    impl Judge {
        fn learn(&mut self) {
            comment!(
                "A change of phase is kept under the phase before and how often that came in a row; none removes what \
                 was kept there."
            );
            if self.step.q.val() == Step::Learn {
                put_place = self.change.q.val();
                place = CURRENT_PLACE;
                match at.index() {
                    1 => place = PREDICTED_PLACE,
                    3 => self.begun.d.next = got.any(),
                    4 => self.same.d.next = self.equal.q.val(),
                    5 => {
                        self.right.d.next = self.equal.q.val();
                        put = self.begun.q.val() & (!self.same.q.val() | self.known.q.val());
                        put_part = CHANGE_ID_PART;
                        put_word = got;
                        if self.same.q.val() {
                            put_word = 0.into();
                        }
                    }
                    6 => {
                        put = self.begun.q.val() & !self.same.q.val();
                        put_part = CHANGE_RUN_PART;
                        put_word = bit_cast::<16, 8>(self.repeats.q.val());
                    }
                    7 => {
                        put = self.begun.q.val() & !self.same.q.val();
                        put_part = CHANGE_NEXT_PART;
                    }
                    8 => {
                        put = true;
                        put_place = CURRENT_PLACE;
                        if !self.same.q.val() {
                            self.repeats.d.next = 1.into();
                        } else if !self.repeats.q.val().all() {
                            self.repeats.d.next = self.repeats.q.val() + 1;
                        }
                        self.second.d.next = false;
                        self.found.d.next = false;
                        turn = 0.into();
                        self.step.d.next = Step::Find;
                    }
                    _ => {}
                }
            }
            if self.step.q.val() == Step::Predict {
                place = self.change.q.val();
                match at.index() {
                    0 => {
                        self.change.d.next = self.key.q.val().get_bits::<PLACE>(0)
                            ^ self.repeats.q.val().get_bits::<PLACE>(0)
                            ^ bit_cast::<PLACE, 3>(self.repeats.q.val().get_bits::<3>(5));
                    }
                    1 => part = CHANGE_ID_PART,
                    2 => part = CHANGE_RUN_PART,
                    3 => part = CHANGE_NEXT_PART,
                    5 => self.hit.d.next = self.equal.q.val() & (got.get_bits::<8>(0) == self.repeats.q.val()),
                    6 => {
                        self.known.d.next = self.hit.q.val();
                        if self.hit.q.val() & !self.cfg_predmode.val() {
                            self.key.d.next = got;
                        }
                    }
                    7 => {
                        put = true;
                        put_place = PREDICTED_PLACE;
                        self.second.d.next = true;
                        self.found.d.next = false;
                        turn = 0.into();
                        self.step.d.next = Step::Find;
                    }
                    _ => {}
                }
            }
        }

        fn table(&mut self) {
            self.ends_table.d.next = self.n3.q.val() == LAST_PHASE;
            if self.step.q.val() == Step::Find {
                part = PHASE_ID_PART;
                if later {
                    if self.equal.q.val() {
                        self.found.d.next = true;
                        self.slot.d.next = self.n4.q.val();
                    }
                    if self.ends_table.q.val() {
                        turn = 0.into();
                        self.step.d.next = Step::Enter;
                        if self.second.q.val() {
                            self.step.d.next = Step::Arm;
                        }
                    }
                }
            }
            comment!("A random place of the phase table: the low half of the generator's state, scaled.");
            let product: Bits<22> = 0.into();
            for bit in 0..6 {
                if PHASES.get_bit(bit) {
                    product = product + (bit_cast::<22, 16>(self.lfsr.q.val().get_bits::<16>(0)) << bit);
                }
            }
            self.scaled.d.next = product.get_bits::<PLACE>(16);
            if self.step.q.val() == Step::Enter {
                part = PHASE_SEEN_PART;
                place = self.slot.q.val();
                put_part = PHASE_SEEN_PART;
                match at.index() {
                    0 => {
                        self.evicts.d.next = self.crowded.q.val();
                        if !self.found.q.val() {
                            if self.crowded.q.val() {
                                self.lfsr.d.next = self.lfsr.q.val() >> 1;
                                if self.lfsr.q.val().get_bit(0) {
                                    self.lfsr.d.next = (self.lfsr.q.val() >> 1) ^ TAPS;
                                }
                            } else {
                                self.slot.d.next = self.entries.q.val();
                                self.entries.d.next = self.entries.q.val() + 1;
                                self.crowded.d.next = self.entries.q.val() == LAST_PHASE;
                            }
                        }
                    }
                    2 => {
                        if !self.found.q.val() & self.evicts.q.val() {
                            self.slot.d.next = self.scaled.q.val();
                        }
                    }
                    3 => {
                        put = !self.found.q.val();
                        put_part = PHASE_ID_PART;
                    }
                    4 => {
                        put = !self.found.q.val();
                        put_word = 0.into();
                    }
                    8 => {
                        self.sampled.d.next = self.armed.q.val() & !got.get_bit(15);
                        self.vain.d.next = self.armed.q.val() & got.get_bit(15);
                    }
                    9 => {
                        self.word.d.next =
                            more.get_bits::<16>(0) | (bit_cast::<16, 1>(self.armed.q.val().into()) << 15);
                    }
                    10 => {
                        put = true;
                        put_word = self.word.q.val();
                        turn = 0.into();
                        self.step.d.next = Step::Predict;
                    }
                    _ => {}
                }
            }
            comment!(
                "The next interval is armed if its phase has no sample yet and would have been seen often enough."
            );
            if self.step.q.val() == Step::Arm {
                part = PHASE_SEEN_PART;
                place = self.slot.q.val();
                match at.index() {
                    4 => self.word.d.next = more.get_bits::<16>(0),
                    5 => {
                        self.often.d.next = !self.word.q.val().get_bit(15)
                            & (self.word.q.val().get_bits::<7>(8).any()
                                | (self.word.q.val().get_bits::<8>(0) >= self.cfg_k.val()));
                    }
                    6 => {
                        if self.found.q.val() & self.cfg_auto.val() & self.often.q.val() {
                            self.flag.d.next = true;
                            self.on.d.next = true;
                        }
                        turn = 0.into();
                        self.step.d.next = Step::Report;
                    }
                    _ => {}
                }
            }
        }
    }
}
