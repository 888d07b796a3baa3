//! The kernel of the CAM engine where words of a dump and statistics leave it.

#[treetap_hdl::phases]
mod stream {
    impl Engine {
        fn dump_stream(&mut self) {
            comment!("Dump.");
            let stat_t_now: Bits<C> = !self.ladder.inverted.val();
            drive!(tour: found = levels.rd, level = cursor.level, busy = cursor.busy, idle = writer.idle);
            zero!(writer: send_path, depth, path_digit);
            drive!(writer: send_word = tour.send, send_tail = tour.tail, word = word.q);
            pass!(writer: dump);
            self.word.d.next =
                (bit_cast::<64, LV>(self.cursor.level.val()) << 56) | bit_cast::<64, C>(self.counter.count.val());
            if self.tour.prefix.val() {
                self.word.d.next = bit_cast::<64, K>(self.cursor.key.val());
            } else if self.tour.header.val() {
                match bit_cast::<3, LV>(self.cursor.level.val()).index() {
                    0 => self.word.d.next = bit_cast::<64, C>(self.totals.n.val()),
                    1 => self.word.d.next = bit_cast::<64, C>(stat_t_now),
                    2 => self.word.d.next = bit_cast::<64, C>(self.totals.lost.val()),
                    3 => self.word.d.next = bit_cast::<64, PD>(self.live.q.val()),
                    4 => self.word.d.next = bit_cast::<64, 32>(self.creates.count.val()),
                    _ => self.word.d.next = bit_cast::<64, C>(self.totals.over.val()),
                }
            }
        }

        fn statistics(&mut self) {
            comment!("Statistics.");
            self.creates.step.next = grow;
            self.creates.clear.next = wipe;
            self.stat.n.next = self.totals.n.val();
            self.stat.t.next = stat_t_now;
            drive!(stat: lost = totals.lost, live = live.q, creates = creates.count, over = totals.over,
                lost_flag = totals.lost_flag);
            self.stat.near_full.next = self.totals.n.val().get_bit(TOP_BIT.index());
            self.stat.event.next = self.passed.q.val();
            self.stat.active.next = !self.buffer.empty.val();
            self.clearing.next = self.wiping.q.val();
            self.stat_stall.next = 0.into();
            if !self.ev.ready.val() {
                self.stat_stall.next = CREATE_CODE;
                if self.wiping.q.val() {
                    self.stat_stall.next = CLEAR_CODE;
                } else if self.state.q.val() == State::Dump {
                    self.stat_stall.next = COMMAND_CODE;
                } else if self.running.q.val() {
                    self.stat_stall.next = REFILL_CODE;
                    if self.passed.q.val() {
                        self.stat_stall.next = QUEUE_CODE;
                    }
                } else if self.visiting.q.val() {
                    self.stat_stall.next = VISIT_CODE;
                }
            }
        }

        fn dump(&mut self) {
            if self.tour.look.val() {
                self.node.d.next = self.matcher.index.val();
            } else if self.tour.climb.val() {
                self.node.d.next = link;
            }
            if self.tour.end.val() {
                self.by_command.d.next = self.cmd.op.val().get_bit(1);
                goes = State::Done;
                if self.cmd.op.val().get_bit(1) {
                    goes = State::Init;
                }
            }
        }

        fn done(&mut self) {
            self.cmd.ready.next = true;
            goes = State::Run;
        }
    }
}
