//! The kernel of the pipelined engine where the hand visits and absorbs nodes (R15), and free nodes are kept.

#[treetap_hdl::phases]
mod visits {
    impl Engine {
        fn visits(&mut self) {
            comment!("The hand.");
            drive!(hand: clear = wiping.q, shrink = count.absorbed, kept = count.kept,
                threshold = t, write = count.write, write_at = count.write_at, write_word = count.write_word,
                look = dumps.q, look_at = tour.node);
            self.hand.wiped.next = wiped_node;
            self.hand.begin.next = self.begin.q.val();
            self.hand.take.next = self.taken.q.val();
            self.hand.skip.next = self.skip.q.val();
            self.hand.grow.next = self.install.meta_we.val() & !self.install.is_gone.val();
            self.hand.hold.next = self.clear.q.val() | self.settle.q.val() | self.dumps.q.val() | self.raise.q.val();
            drive!(hand: parent = patches.new_node, child = patches.new_child);
            drive!(hand: gone = gone_node.q, gone_parent = gone_parent.q);
            drive!(pace: clear = wiping.q, weight = history.weight_before, second = count.second, third = count.third,
                failed = count.failed, refuse = totals.refuse, made = make.q,
                going = hand.going, due = due.q, gain = hand.pass);
            self.pace.begin.next = self.begin.q.val();
            comment!("No event is in the count stage when a round begins or ends.");
            let few: Bit = self.free.q.val() < RESERVE;
            if self.count.absorbed.val() & (self.free.q.val() == RESERVE_BUT_ONE) {
                few = false;
            }
            self.due.d.next = few & !self.hand.going.val();
        }

        fn absorption(&mut self) {
            comment!(
                "A leaf is read in the count stage, and three cycles later its count goes to its parent, if it fits."
            );
            comment!("Absorbed, it is taken out of the tables while the next one is read.");
            if self.count.absorbed.val() {
                drive!(self: out_node = gone_node.q, out_parent = gone_parent.q, out_level = gone_level.q,
                    out_place = gone_place.q);
            }
            self.flight.d.next = (self.flight.q.val() << 1) | bit_cast::<F, 1>(self.taken.q.val().into());
            if self.count.kept.val() | self.make.q.val() {
                self.gone.d.next = false;
            }
            if self.taken.q.val() {
                drive!(self: gone_node = hand.leaf, gone_parent = hand.leaf_parent);
                self.gone.d.next = true;
            }
            self.count.weight.next = self.history.weight.val();
            if self.flight.q.val().get_bit(LEAF.index()) {
                self.count.weight.next = 0.into();
            }
            self.count.absorb.next = self.flight.q.val().get_bit(PARENT.index());
            drive!(count: gone = gone.q, gone_node = gone_node.q);
            if self.flight.q.val().get_bit(SAID.index()) {
                self.gone_level.d.next = self.count.level.val() - 1;
                self.gone_place.d.next = self.count.place.val();
            }
        }

        fn free_nodes(&mut self) {
            comment!("Free nodes: a stack.");
            self.none_free.d.next = !self.free.q.val().any();
            if self.make.q.val() {
                self.free.d.next = self.free.q.val() - 1;
            }
            if self.count.absorbed.val() {
                self.free.d.next = self.free.q.val() + 1;
            }
            if self.count.absorbs.val() | self.count.absorbed.val() {
                self.none_free.d.next = false;
            }
            self.stack_we.d.next = self.count.absorbed.val() | self.wiping.q.val();
            if self.wiping.q.val() {
                self.stack_wa.d.next = wiped_node;
                self.stack_wd.d.next = !wiped_node;
            } else {
                drive!(self: stack_wa = free.q, stack_wd = gone_node.q);
            }
            drive!(stack: we = stack_we.q, wa = stack_wa.q, wd = stack_wd.q);
            self.stack_at.d.next = self.free.q.val() - 1;
            self.stack.ra.next = self.stack_at.q.val();
            if far(AW) > 0 {
                comment!("There long before it is wanted.");
                self.free_far.d.next = self.stack.rd.val();
                self.top_far.d.next = self.free.q.val() - 1;
                self.stack_at.d.next = self.top_far.q.val();
                self.patches.push_child.next = self.free_far.q.val();
                if !self.wiping.q.val() {
                    self.count.own_wa.next = self.free_far.q.val();
                }
            }
            self.census.d.next = NODES - bit_cast::<PD, AW>(self.free.q.val());
        }
    }
}
