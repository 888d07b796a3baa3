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
            let own: Bits<P> = 0.into();
            for i in 0..P {
                if self.work.pattern.val() == i.to_bits() {
                    own = OF_PATTERN[i];
                }
            }
            match self.state.q.val() {
                State::Clear => {
                    at = bit_cast::<M, 6>(word);
                    write = counted & self.wipes.q.val();
                    if self.fresh.q.val() {
                        write = !self.count.q.val().get_bits::<2>(6).any();
                    }
                    self.rows.we.next = self.fresh.q.val();
                    self.count.d.next = onward;
                    if last & (self.count.q.val().get_bits::<2>(6).all() | !self.fresh.q.val()) {
                        right_is = PLUS_ONE;
                        self.count.d.next = 0.into();
                        self.state.d.next = State::Ones;
                    }
                }
                State::Ones => {
                    makes = MAKES_SAME;
                    at = bit_cast::<M, 6>(word);
                    write = counts & self.starts.q.val();
                    if self.fresh.q.val() {
                        write = counts | (word == SEED_PLACE);
                    }
                    self.count.d.next = onward;
                    if last {
                        zero!(self: fresh, wipes, starts);
                        self.state.d.next = State::Idle;
                    }
                }
                State::Host => {
                    makes = MAKES_WORK;
                    self.count.d.next = 0.into();
                    self.state.d.next = State::Answer;
                    if self.work.reads.val() {
                        makes = MAKES_SUM;
                        left_is = OF_SEEN;
                    }
                    if self.work.writes.val() | self.work.sums.val() {
                        self.state.d.next = State::Write;
                    }
                }
                State::Write => {
                    makes = MAKES_SAME;
                    write = self.work.writes.val();
                    at = self.work.place.val();
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
                    self.state.d.next = State::Answer;
                    if self.work.sums.val() {
                        self.state.d.next = State::Crc;
                    }
                }
                _ => {}
            }
        }

        fn tables(&mut self) {
            comment!("A word goes into the CRC bit by bit; what a pattern asks for goes through all rows.");
            match self.state.q.val() {
                State::Crc => {
                    makes = MAKES_SHIFT;
                    self.work.shift.next = true;
                    self.count.d.next = onward;
                    if self.count.q.val().get_bits::<5>(0).all() {
                        self.count.d.next = 0.into();
                        self.state.d.next = State::Answer;
                        if self.work.asks.val() {
                            self.state.d.next = State::Rows;
                        }
                    }
                }
                State::Rows => self.state.d.next = State::Row,
                State::Row => {
                    self.rows.we.next = true;
                    self.rows.wd.next = self.rows.rd.val() & !own;
                    if self.work.fits.val() {
                        self.rows.wd.next = self.rows.rd.val() | own;
                    }
                    self.count.d.next = onward;
                    self.state.d.next = State::Rows;
                    if self.count.q.val().all() {
                        self.state.d.next = State::Answer;
                    }
                }
                State::Answer => {
                    comment!("The value is the answer. A trigger that came before it is one before what is written.");
                    self.work.ready.next = true;
                    self.served.d.next = true;
                    self.count.d.next = 0.into();
                    self.state.d.next = State::Idle;
                    if self.work.clears.val() | self.work.resets.val() {
                        self.state.d.next = State::Clear;
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
        }
    }
}
