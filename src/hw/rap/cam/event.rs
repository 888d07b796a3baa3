//! The kernel of the CAM engine where events go through the pipeline, are counted, and a node is created.

#[treetap_hdl::phases]
mod event {
    impl Engine {
        fn verdicts(&mut self) {
            comment!(
                "The pipeline: cycle 0 issues an event, bit i of flight is an event in cycle i + 1, cycle 15 is its \
                 last."
            );
            self.unit12.d.next = self.levels.rd.val() == UNITS;
            drive!(self: unit13 = unit12.q, unit14 = unit13.q);
            let full: Bit = self.live.q.val().get_bit(AW.index());
            self.low.d.next = self.live.q.val() > ENOUGH;
            let last: Bit = self.flight.q.val().get_bit(13) & !self.failed.q.val();
            let event: Bit = last & !self.totals.refused.val();
            comment!("R5a, and H3: without a free slot everything fits.");
            let light: Bit = !self.counter.over.val() | self.unit14.q.val();
            let fits: Bit = light | full;
            let waits: Bit = self.visits.short.val() | self.visits.due.val();
            self.failed.d.next = event & (waits | !fits);
            self.counted.d.next = event & !waits & fits;
            self.above.d.next = event & !waits & full & !light;
            self.passed.d.next = last & (self.totals.refused.val() | (!waits & fits));
            self.begins.d.next = self.visits.due.val();
            if self.running.q.val() & !self.failed.q.val() {
                self.visiting.d.next = waits;
            }
            self.flight.d.next = (self.flight.q.val() << 1) | bit_cast::<16, 1>(self.buffer.issue.val().into());
        }

        fn run(&mut self) {
            comment!("R5a, or else stop; the event and all after it come again.");
            write = self.counted.q.val();
            still = self.failed.q.val();
            self.cursor.take.next = true;
            if !self.failed.q.val() {
                self.node.d.next = self.counter.entry.val();
            }
            if self.failed.q.val() {
                self.flight.d.next = 0.into();
                goes = State::Split;
                if self.begins.q.val() {
                    comment!("H1: a round begins.");
                    round = true;
                    goes = State::Raise;
                } else if self.visiting.q.val() {
                    goes = State::Clear;
                }
            } else if self.buffer.empty.val() & self.cmd.valid.val() & !self.ev.valid.val() {
                goes = State::Init;
                self.by_command.d.next = true;
                if self.cmd.op.val().get_bit(0) {
                    self.by_command.d.next = false;
                    self.tour.start.next = true;
                    goes = State::Dump;
                }
            }
        }

        fn stages(&mut self) {
            comment!("Stages 0 to 4.");
            self.buffer.open.next = !self.wiping.q.val();
            self.buffer.ev.valid.next = self.ev.valid.val();
            self.buffer.ev.key.next = self.ev.key.val();
            self.buffer.ev.weight.next = self.ev.weight.val();
            self.ev.ready.next = self.buffer.ev.ready.val();
            drive!(buffer: run = running.q, single = totals.near);
            self.buffer.weigh.next = self.flight.q.val().get_bit(8);
            drive!(buffer: commit = passed.q, replay = failed.q);
            drive!(matcher: key = cursor.key, child = free.q, parent = node.q, slot = cursor.slot);
            drive!(counter: run = running.q, index = matcher.index);
            self.counter.flight.next = self.flight.q.val().get_bits::<6>(10);
            drive!(counter: weight = buffer.weight, threshold = ladder.inverted, address = node.q, total = scout.total);
            self.counter.write.next = write;
            self.totals.clear.next = wipe;
            drive!(totals: weight = counter.addend, commit = passed.q, above = above.q);
        }

        fn split(&mut self) {
            self.counter.zero.next = true;
            goes = State::Wait;
        }

        fn wait(&mut self) {
            self.counter.zero.next = true;
            self.links.we.next = true;
            self.children.next = below + 1;
            goes = State::Fetch;
        }

        fn fetch(&mut self) {
            self.counter.zero.next = true;
            self.cursor.take.next = true;
            self.cursor.set.next = true;
            goes = State::Make;
        }

        fn make(&mut self) {
            comment!("R5c: a new child for the key's digit.");
            self.counter.zero.next = true;
            grow = true;
            self.links.we.next = true;
            self.children.next = 0.into();
            onward = self.node.q.val();
            digit = self.cursor.digit.val();
            linked = self.free.q.val();
            self.matcher.toggle.next = true;
            self.node.d.next = self.free.q.val();
            self.free.d.next = link;
            self.live.d.next = census;
            goes = State::Fill;
        }

        fn fill(&mut self) {
            write = true;
            self.levels.we.next = true;
            goes = State::Settle;
        }
    }
}
