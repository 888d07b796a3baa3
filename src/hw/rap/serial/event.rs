//! The kernel of the serial engine where an event is taken, walked down the tree, counted, and a node created.

#[treetap_hdl::phases]
mod event {
    impl Engine {
        fn offer(&mut self) {
            comment!(
                "What may come before the next event is known before the verdict: `open`, no merge point; `calm`, nor \
                 visits. They are a cycle late, and nothing that they say changes in the last cycles before a verdict."
            );
            self.open.d.next = self.finger.soon.val() & !self.limit.due.val();
            self.calm.d.next = self.finger.soon.val() & !self.limit.due.val() & !self.hand.awake.val();
            comment!("An event begins: it is counted, and its walk begins unless the hand has visits to make before.");
            let counted: Bit = (self.state.q.val() == State::Decide) & !self.adder.over.val();
            comment!("An event under way is idle for one cycle, when its visits have been made.");
            let count: Bit = (counted & self.open.q.val())
                | ((self.state.q.val() == State::Idle) & self.finger.ready.val() & !self.hand.rested.val());
            let take: Bit = (counted & self.calm.q.val())
                | ((self.state.q.val() == State::Idle) & (self.calm.q.val() | self.hand.rested.val()));
        }

        fn begin(&mut self) {
            comment!("Which word comes by the state alone: n, unless the verdict says otherwise.");
            self.ledger.select.next = (self.state.q.val() == State::Idle)
                | (self.state.q.val() == State::Decide)
                | (self.state.q.val() == State::Refuse)
                | (self.state.q.val() == State::Fetch);
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
            if self.adder.over.val() {
                self.ledger.word.next = 5.into();
            }
            if !self.adder.over.val() | full {
                comment!("R5a: it fits; or R15 H3: it has to, as no node is left.");
                put = true;
                merge_taken = self.limit.due.val();
                if self.adder.over.val() {
                    add = true;
                    self.state.d.next = State::Finish;
                } else {
                    finish = true;
                    self.state.d.next = State::Idle;
                    if self.open.q.val() {
                        self.state.d.next = State::Turn;
                        if self.calm.q.val() {
                            self.state.d.next = State::Walk;
                        }
                    }
                }
            } else {
                comment!("R5c: a new child takes the place of the node.");
                self.cursor.link.next = true;
                write = true;
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
