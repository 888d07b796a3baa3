//! The kernel of the serial engine where a dump goes round the tree.

#[treetap_hdl::phases]
mod stream {
    impl Engine {
        fn scan(&mut self) {
            comment!("The stack entry is written in any case: what lies deeper than this node is free.");
            self.ledger.push.next = true;
            comment!("Up after the last slot, unless the pointer at hand leads down, which decides last.");
            self.cursor.follow.next = true;
            if self.cursor.present.val() {
                self.state.d.next = State::Prefix;
            } else if last_slot {
                self.leave();
            }
        }

        fn leave(&mut self) {
            self.state.d.next = State::Up;
            if !self.depth.q.val().any() {
                self.state.d.next = State::Tail;
            }
        }

        fn header(&mut self) {
            comment!("To the root, which is the first node of every path.");
            sending = true;
            if self.ledger.selected.val() == 1 {
                self.limit.load.next = self.pump.first.val();
            }
            if self.pump.done.val() {
                self.ledger.next_word.next = true;
                if self.ledger.selected.val() == 5 {
                    self.state.d.next = State::Prefix;
                }
            }
        }

        fn dump_stream(&mut self) {
            comment!("Dump: bit by bit, from the place it has.");
            self.pump.last.next = self.state.q.val() == State::Tail;
            self.pumping.d.next = sending & !self.pump.done.val();
            if self.pumping.q.val() & !self.pump.busy.val() & !self.pump.done.val() {
                self.pump.start.next = true;
            }
            self.source.first_threshold.next = self.wiping.q.val();
            self.source.header.next = self.state.q.val() == State::Header;
            self.source.prefix.next = self.state.q.val() == State::Prefix;
            self.source.own.next = self.state.q.val() == State::Own;
            drive!(source: word = ledger.selected, fetching = pump.fetching, place = pump.place,
                index = pump.index);
            self.source.memory.next = operand;
            drive!(source: threshold = limit.serial_out, cfg_t0 = cfg.t0, live = live.q, depth = depth.q);
            self.pump.bit_in.next = self.source.bit_out.val();
            pass!(pump: dump);
        }
    }
}
