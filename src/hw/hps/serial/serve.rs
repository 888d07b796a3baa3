//! What a host does, and what becomes 0 after a reset (docs/reference/hps.md, H8).

#[treetap_hdl::phases]
mod serve {
    impl Serial {
        fn serve(&mut self) {
            comment!("Words of registers begin as 0, counters and the random generator as 1.");
            let word: Bits<6> = self.count.q.val().get_bits::<6>(0);
            let counts: Bit = (word.get_bits::<2>(4) == 0) & (word.get_bit(3) != word.get_bit(2));
            let counted: Bit = word.get_bit(5) & (word.get_bit(4) != word.get_bit(3));
            let last: Bit = self.count.q.val().get_bits::<6>(0).all();
            match self.service.q.val() {
                Service::Clear => {
                    self.writes.d.next = counted & self.wipes.q.val();
                    if self.fresh.q.val() {
                        self.writes.d.next = !self.count.q.val().get_bits::<2>(6).any();
                    }
                    self.rows.we.next = self.fresh.q.val();
                    self.count.d.next = onward;
                    if last & (self.count.q.val().get_bits::<2>(6).all() | !self.fresh.q.val()) {
                        self.count.d.next = 0.into();
                        self.service.d.next = Service::Ones;
                    }
                }
                Service::Ones => {
                    plus_one = true;
                    self.writes.d.next = counts & self.starts.q.val();
                    if self.fresh.q.val() {
                        self.writes.d.next = counts | (word == SEED_PLACE);
                    }
                    self.count.d.next = onward;
                    if last {
                        zero!(self: fresh, wipes, starts);
                        self.service.d.next = Service::Rest;
                        leaves = true;
                    }
                }
                Service::Host => {
                    self.count.d.next = 0.into();
                    self.of_host.d.next = !self.work.reads.val();
                    self.of_seen.d.next = self.work.reads.val();
                    self.service.d.next = Service::Taken;
                }
                Service::Taken => {
                    self.of_host.d.next = true;
                    self.service.d.next = Service::Passes;
                }
                Service::Passes => {
                    self.of_host.d.next = true;
                    self.writes.d.next = self.work.writes.val();
                    self.service.d.next = Service::Answer;
                    if self.work.writes.val() | self.work.sums.val() {
                        self.service.d.next = Service::Write;
                    }
                }
                Service::Write => {
                    self.of_half.d.next = self.work.sums.val();
                    narrow = self.work.counter.val().any();
                    for n in 0..N {
                        if self.work.counter.val().get_bit(n) {
                            self.zero.d.next = self.zero.q.val() & !BIT[n];
                            if blank_value {
                                self.zero.d.next = self.zero.q.val() | BIT[n];
                            }
                            self.over.d.next = self.over.q.val() & !BIT[n];
                        }
                    }
                    self.service.d.next = Service::Answer;
                    if self.work.sums.val() {
                        self.service.d.next = Service::Crc;
                    }
                }
                _ => {}
            }
        }

        fn between(&mut self) {
            comment!("A trigger from outside, and instructions that N_IN does not have yet.");
            match self.service.q.val() {
                Service::Trigger => {
                    if self.off.q.val() {
                        plus_one = true;
                    }
                    self.waits.d.next = false;
                    self.service.d.next = Service::Triggers;
                }
                Service::Spill => {
                    self.of_seen.d.next = true;
                    self.service.d.next = Service::Spilled;
                }
                Service::Spilled => {
                    plus_few = true;
                    self.service.d.next = Service::Spills;
                }
                Service::Triggers => {
                    self.writes.d.next = true;
                    self.service.d.next = Service::Outside;
                }
                Service::Spills => {
                    self.writes.d.next = true;
                    self.service.d.next = Service::Counted;
                }
                Service::Counted => {
                    self.few.d.next = 0.into();
                    self.service.d.next = Service::Rest;
                    leaves = true;
                }
                Service::Outside => {
                    self.zero.d.next = self.zero.q.val() & !BIT[0];
                    if blank_value {
                        self.zero.d.next = self.zero.q.val() | BIT[0];
                    }
                    self.over.d.next = self.over.q.val() & !BIT[0];
                    self.service.d.next = Service::Rest;
                    leaves = true;
                }
                _ => {}
            }
        }

        fn tables(&mut self) {
            if self.ext_on.val() | self.ext_off.val() {
                self.waits.d.next = true;
                self.off.d.next = self.ext_off.val();
            }

            let own: Bits<P> = 0.into();
            for i in 0..P {
                if self.work.pattern.val() == i.to_bits() {
                    own = OF_PATTERN[i];
                }
            }
            comment!("A word goes into the CRC bit by bit; what a pattern asks for goes through all rows.");
            match self.service.q.val() {
                Service::Crc => {
                    self.of_half.d.next = true;
                    self.work.shift.next = true;
                    self.count.d.next = onward;
                    if self.count.q.val().get_bits::<5>(0).all() {
                        self.count.d.next = 0.into();
                        self.service.d.next = Service::Answer;
                        if self.work.asks.val() {
                            self.service.d.next = Service::Rows;
                        }
                    }
                }
                Service::Rows => self.service.d.next = Service::Row,
                Service::Row => {
                    self.rows.we.next = true;
                    self.rows.wd.next = self.rows.rd.val() & !own;
                    if self.work.fits.val() {
                        self.rows.wd.next = self.rows.rd.val() | own;
                    }
                    self.count.d.next = onward;
                    self.service.d.next = Service::Rows;
                    if self.count.q.val().all() {
                        self.service.d.next = Service::Answer;
                    }
                }
                Service::Answer => {
                    comment!("The value is the answer. A trigger that came before it is one before what is written.");
                    self.work.ready.next = true;
                    self.served.d.next = true;
                    self.count.d.next = 0.into();
                    self.service.d.next = Service::Rest;
                    leaves = !(self.work.clears.val() | self.work.resets.val());
                    if self.work.clears.val() | self.work.resets.val() {
                        self.service.d.next = Service::Clear;
                    }
                    drive!(self: wipes = work.clears, starts = work.resets);
                    if self.work.resets.val() {
                        zero!(self: zero, over);
                    }
                    if self.work.resets.val() | self.work.counter.val().get_bit(0) {
                        self.waits.d.next = false;
                    }
                }
                _ => {}
            }
            if (self.state.q.val() == State::Serve) & leaves {
                self.state.d.next = State::Idle;
            }
            comment!("Where a word is written as the next state comes.");
            let at_serve: Bits<M> = CALLEE_AT;
            match self.service.q.val() {
                Service::Clear => at_serve = bit_cast::<M, 6>(word),
                Service::Ones => at_serve = bit_cast::<M, 6>(word),
                Service::Passes => at_serve = self.work.place.val(),
                Service::Triggers => at_serve = CTR_AT,
                Service::Spills => at_serve = N_IN_AT,
                _ => {}
            }
        }
    }
}
