//! The kernel of the CAM engine where the hand turns and absorbs a leaf (R15).

#[treetap_hdl::phases]
mod turn {
    impl Engine {
        fn hand(&mut self) {
            comment!("The hand, and the threshold. With J steps where weight went above T since the round before.");
            drive!(ladder: first = cfg.t0, jump = since.q);
            self.ladder.climb.next = round;
            if round {
                zero!(self: since);
            } else if self.above.q.val() {
                self.since.d.next = true;
            }
            drive!(scout: parent = link, write = write, entry = counter.at_entry,
                count = counter.written, threshold = ladder.inverted);
            self.scout.clear.next = wipe;
            self.scout.begin.next = round;
            self.scout.still.next = still;
            self.scout.leaf.next = !below.any();
            drive!(visits: weight = counter.addend, fits = fits, done = scout.done, low = low.q);
            self.visits.clear.next = wipe;
            self.visits.run.next = self.running.q.val() & !self.failed.q.val();
            self.visits.event.next = event;
            self.visits.created.next = grow;
            self.visits.more.next = self.scout.stays.val() | self.absorbing.q.val().get_bit(0);
            self.scout.taken.next = self.absorbing.q.val().get_bit(0);
            if wipe {
                zero!(self: since);
            }
        }

        fn visit(&mut self) {
            still = false;
            self.node.d.next = self.scout.edge.val();
            if self.visits.enough.val() | self.scout.done.val() {
                goes = State::Run;
            } else if self.scout.may_go.val() {
                goes = State::Meet;
            }
        }

        fn meet(&mut self) {
            comment!("Not for this event, if the slots before were enough.");
            goes = State::Close;
            if self.visits.enough.val() {
                goes = State::Run;
            }
        }

        fn close(&mut self) {
            comment!("H2: the slot is free.");
            absorbs = true;
            self.links.we.next = true;
            self.children.next = NO_NODE;
            onward = self.free.q.val();
            self.cursor.shift.next = true;
            self.free.d.next = self.node.q.val();
            self.node.d.next = link;
            self.live.d.next = census;
            goes = State::Climb;
        }

        fn climb(&mut self) {
            self.cursor.shift.next = true;
            if self.scout.root.val() {
                self.cursor.shift.next = false;
                goes = State::Edit;
            }
        }

        fn edit(&mut self) {
            self.matcher.toggle.next = true;
            goes = State::Clear;
        }
    }
}
