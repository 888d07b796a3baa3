//! The kernel of the pipelined engine where events are taken, walk down the tree and are counted.

#[treetap_hdl::phases]
mod event {
    impl Engine {
        fn input(&mut self) {
            comment!("Input: into the history.");
            self.places.accept.next = accept;
            self.places.finish.next = finish;
            drive!(places: failed = count.failed, rewind = rewind.q, but_one = anew.q);
            self.walk.key_we.next = accept | self.tour.probe_we.val();
            self.walk.key_at.next = self.places.written.val();
            if self.tour.probe_we.val() {
                self.walk.key.next = self.tour.probe.val();
            } else {
                self.walk.key.next = self.ev.key.val();
            }
            self.history.accept.next = accept;
            drive!(history: accept_at = places.written, new_key = ev.key, new_weight = ev.weight);
        }

        fn walks(&mut self) {
            comment!("Walk: a bubble makes way for the pointer to a new child.");
            self.places.may_issue.next =
                (self.run.q.val() | self.wait_make.q.val() | self.pause.q.val()) & !self.install.bubble.val();
            if far(AW) > 0 {
                comment!("The pointer sets out a cycle later, and so does its bubble.");
                if self.push_far.q.val() {
                    self.places.may_issue.next = false;
                }
            }
            self.walk.issue_at.next = self.places.issued.val();
            drive!(history: arrived = places.arrived, arrived_at = places.arrived_at, new_node = walk.node);
        }

        fn events(&mut self) {
            comment!("To the count stage: from the oldest unfinished event on, again after each misfit.");
            let arrives: Bit = self.sent5.q.val();
            if far(AW) > 0 {
                self.first_far.d.next = self.first2.q.val();
                self.sent_far.d.next = (self.sent_far.q.val() << 1) | bit_cast::<3, 1>(self.sent5.q.val().into());
                if self.count.failed.val() | self.reset.val() {
                    self.sent_far.d.next = 0.into();
                }
                arrives = self.sent_far.q.val().get_bit(2);
            }
            let alone: Bit = !(self.sent1.q.val()
                | self.sent2.q.val()
                | self.sent3.q.val()
                | self.sent4.q.val()
                | self.sent5.q.val()
                | arrives
                | !self.count.idle.val()
                | self.losing.q.val()
                | self.make.q.val()
                | self.pause.q.val()
                | self.taken.q.val()
                | self.follow.q.val());
            if far(AW) > 0 {
                if self.sent_far.q.val().any() {
                    alone = false;
                }
            }
            comment!(
                "Near the end of n, one event in sixteen cycles at most, and none beside another, nor beside one that \
                 comes again."
            );
            self.tick.d.next = self.tick.q.val() + 1;
            self.gate.d.next = !self.totals.near_end.val() | (alone & !self.tick.q.val().any());
            self.places.make.next = self.make.q.val() | self.followed.q.val();
            self.places.may_send.next = self.run.q.val() & self.gate.q.val();
            self.sent1.d.next = self.places.send.val() & !self.count.failed.val();
            self.sent2.d.next = self.sent1.q.val() & !self.count.failed.val();
            self.sent3.d.next = self.sent2.q.val() & !self.count.failed.val();
            self.sent4.d.next = self.sent3.q.val() & !self.count.failed.val();
            self.sent5.d.next = self.sent4.q.val() & !self.count.failed.val();
            drive!(self: first1 = make.q, first2 = first1.q);
            self.history.at.next = self.places.sent.val();
        }

        fn patching(&mut self) {
            comment!("Patches.");
            drive!(patches: clear = clear_patches.q, push = make.q, push_level = victim_level.q,
                push_node = victim.q, push_child = stack.rd, gone = count.absorbed, gone_node = gone_node.q);
            drive!(patches: sent = sent1.q, sent_at = places.sent, failed = count.failed);
            drive!(patches: issue_at = places.issued, commit_at = places.finished,
                walked = history.node, key = history.key, first = first2.q);
            if far(AW) > 0 {
                self.patches.first.next = self.first_far.q.val();
            }
            comment!("A leaf to be absorbed, and its parent three cycles later; or a node of the dump.");
            self.inject.d.next = self.dumps.q.val();
            self.patches.inject.next = self.inject.q.val() | self.taken.q.val() | self.flight.q.val().get_bit(2);
            self.inject_node.d.next = self.tour.node.val();
            if self.inject.q.val() {
                self.patches.inject_node.next = self.inject_node.q.val();
            } else if self.taken.q.val() {
                self.patches.inject_node.next = self.hand.leaf.val();
            } else {
                self.patches.inject_node.next = self.gone_parent.q.val();
            }
        }

        fn counting(&mut self) {
            comment!("Count stage.");
            let level: Bits<LV> = self.patches.new_level.val();
            if self.install.is_gone.val() {
                level = self.out_level.q.val();
            }
            let wiped_node: Bits<AW> = bit_cast::<AW, PA>(self.wipe.q.val());
            self.count.clear.next = self.wiping.q.val();
            self.count.new_event.next = arrives;
            drive!(count: node = patches.node, own_node = patches.own_node, old = patches.old,
                threshold = t, stop = pace.stop, none_free = none_free.q);
            self.count.unit_level.next = UNIT_LEVEL;
            self.count.refuse.next = self.totals.refuse.val();
            self.count.own_put.next = self.make.q.val() | self.wiping.q.val();
            self.count.own_wd.next = 0.into();
            self.count.meta_we.next = self.install.meta_we.val() | self.wiping.q.val();
            self.new_level.d.next = level + 1;
            let place: Bits<T2> = self.patches.new_prefix.val();
            if self.new_level.q.val() > TOP_LEVELS {
                place = bit_cast::<T2, 2>(self.patches.first_digit.val());
            }
            if self.wiping.q.val() {
                self.count.own_wa.next = wiped_node;
                self.count.meta_wa.next = wiped_node;
                self.count.meta_wd.next = 0.into();
            } else {
                drive!(count: own_wa = stack.rd, meta_wa = patches.new_child);
                if self.install.is_gone.val() {
                    self.count.meta_wa.next = self.out_node.q.val();
                }
                self.count.meta_wd.next =
                    bit_cast::<MW, LV>(self.new_level.q.val()) | (bit_cast::<MW, T2>(place) << LV);
                if self.install.is_gone.val() {
                    self.count.meta_wd.next = NOWHERE;
                }
            }
            drive!(totals: clear = wiping.q, weight_before = count.weight_before, weight = count.weight_now,
                counted = count.counted, above = count.above, refused = count.refused);
            self.totals.round.next = self.begin.q.val();
            if self.count.refused.val() {
                self.losing.d.next = true;
            }
            if self.totals.lost_done.val() {
                self.losing.d.next = false;
            }
            self.ladder.first.next = self.cfg.t0.val();
        }
    }
}
