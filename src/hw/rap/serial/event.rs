//! The kernel of the serial engine where an event is taken, walked down the tree, counted, and a node created.

#[treetap_hdl::phases]
mod event {
    impl Engine {
        fn offer(&mut self) {
            comment!("An event begins: it is counted, and its walk begins unless the hand has visits to make before.");
            let idle: Bit = (self.state.q.val() == State::Idle) & self.finger.ready.val();
            let direct: Bit = (self.state.q.val() == State::Decide)
                & !self.adder.over.val()
                & !self.limit.due.val()
                & self.finger.ready.val();
            let count: Bit = (((self.state.q.val() == State::Decide) & !self.adder.over.val() & !self.limit.due.val())
                | ((self.state.q.val() == State::Idle) & !self.holding.q.val()))
                & self.finger.ready.val();
            let take: Bit =
                (direct & !self.hand.awake.val()) | (idle & (self.holding.q.val() | !self.hand.awake.val()));
        }

        fn begin(&mut self) {
            self.ledger.select.next = select | count;
            self.ledger.start.next = add | count;
            self.hand.forget.next = self.taken.q.val() & !self.hand.awake.val();
            comment!("An event that is lost before its walk is taken, too.");
            let drop: Bit = (self.state.q.val() == State::Turn) & self.refused.q.val();
            comment!("The offer goes a cycle later, which keeps the verdict away from whoever makes it.");
            self.taken.d.next = take | drop;
            self.ev.ready.next = self.taken.q.val();
            drive!(finger: offered_key = ev.key, offered_weight = ev.weight);
            self.finger.offered.next = self.ev.valid.val() & !self.taken.q.val();
            self.finger.count.next = count;
            self.finger.root.next = self.state.q.val() == State::Header;
            self.finger.take.next = take | drop;
            self.finger.keep.next = (self.state.q.val() == State::Walk) | (self.state.q.val() == State::Root);
            drive!(finger: depth = depth.q, node = cursor.node);
        }

        fn in_walk(&mut self) {
            self.adder.weigh.next = self.cursor.present.val() | wait;
            self.cursor.follow.next = true;
            issue = self.cursor.present.val();
            stop = !self.cursor.present.val() & !wait;
            own_part = bit_cast::<2, 1>(stop.into());
            if self.refused.q.val() {
                self.state.d.next = State::Refuse;
            } else if stop {
                self.state.d.next = State::Add;
            }
        }

        fn decide(&mut self) {
            self.adder.clear.next = true;
            if !self.adder.over.val() | full {
                comment!("R5a: it fits; or R15 H3: it has to, as no node is left.");
                put = true;
                merge_taken = self.limit.due.val();
                if self.adder.over.val() {
                    select = true;
                    add = true;
                    self.ledger.word.next = 5.into();
                    self.state.d.next = State::Finish;
                } else {
                    finish = true;
                    self.state.d.next = State::Idle;
                    if self.finger.ready.val() & !self.limit.due.val() {
                        self.state.d.next = State::Walk;
                        if self.hand.awake.val() {
                            self.state.d.next = State::Turn;
                        }
                    }
                }
            } else {
                comment!("R5c: a new child takes the place of the node.");
                self.cursor.link.next = true;
                write = true;
                self.hand.created.next = true;
                self.live.d.next = census;
                self.state.d.next = State::Fetch;
            }
        }

        fn clear(&mut self) {
            self.adder.clear.next = !self.ledger.adding.val();
            self.pop();
            write = true;
            self.counts.clear.next = true;
            if last_slot {
                self.state.d.next = State::Issue;
            }
        }
    }
}
