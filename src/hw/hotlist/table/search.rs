//! A tuple looks for its entry (docs/reference/hotlist.md, V9).

#[treetap_hdl::phases]
mod search {
    impl Table {
        /// Entries are read, are here, and are compared, in three cycles.
        fn search(&mut self) {
            comment!("Memories: by default the entry of a host is read, and nothing written.");
            self.keys.ra.next = self.at.q.val();
            self.counts.ra.next = self.at.q.val();
            if self.work.q.val() == Work::Rest {
                self.keys.ra.next = self.entry_index.val().get_bits::<A>(0);
                self.counts.ra.next = self.entry_index.val().get_bits::<A>(0);
            }
            self.keys.we.next = false;
            self.keys.wa.next = self.free.q.val();
            self.keys.wd.next = self.queue.out_port.data.val();
            let writes: Bit = false;
            let place: Bits<A> = self.at.q.val();
            let word: Bits<{ COUNT + 1 }> = NO_USE;
            let uses: Bit = false;
            let frees: Bit = false;
            let fills: Bit = false;
            self.step_seen.next = false;
            self.step_rej.next = false;
            self.step_frej.next = false;
            self.step_raises.next = false;
            let key: Bits<64> = self.queue.out_port.data.val();

            comment!("After a reset all entries become free.");
            if self.work.q.val() == Work::Sweep {
                writes = true;
                self.at.d.next = self.at.q.val() + 1;
                if self.at.q.val() == LAST {
                    self.work.d.next = Work::Rest;
                }
            }
            if self.work.q.val() == Work::Rest {
                self.at.d.next = 0.into();
                zero!(self: live, compared, some_free);
                if self.queue.out_port.valid.val() {
                    self.step_seen.next = true;
                    self.work.d.next = Work::Scan;
                }
            }

            comment!("A key is read, then compared, then the comparison is looked at.");
            self.here.d.next = self.at.q.val();
            self.seen.d.next = self.here.q.val();
            let meets: Bit =
                self.compared.q.val() & self.used.q.val() & self.low_equal.q.val() & self.high_equal.q.val();
            if self.work.q.val() == Work::Scan {
                self.at.d.next = self.at.q.val() + 1;
                self.live.d.next = true;
                self.compared.d.next = self.live.q.val();
                self.used.d.next = self.counts.rd.val().get_bit(USED_BIT.index());
                self.low_equal.d.next = self.keys.rd.val().get_bits::<32>(0) == key.get_bits::<32>(0);
                self.high_equal.d.next = self.keys.rd.val().get_bits::<32>(32) == key.get_bits::<32>(32);
                self.count.d.next = self.counts.rd.val().get_bits::<COUNT>(0);
                if self.compared.q.val() & !self.used.q.val() & !self.some_free.q.val() {
                    self.free.d.next = self.seen.q.val();
                    self.some_free.d.next = true;
                }
                if self.compared.q.val() & (self.seen.q.val() == LAST) {
                    self.work.d.next = Work::Absent;
                }
                if meets {
                    self.at.d.next = self.seen.q.val();
                    self.count.d.next = self.count.q.val();
                    self.work.d.next = Work::Present;
                }
            }
        }

        /// What becomes of it.
        fn decide(&mut self) {
            comment!("Coins: of the tuple with probability 1/T, which is sure for T = 1.");
            let sure: Bit = !self.unlikely.q.val().get_bit(0);
            let lucky: Bit = !(self.lc.q.val().get_bits::<COIN>(0) & self.unlikely.q.val()).any();
            let even: Bit = !self.lc.q.val().get_bit(0);

            if self.work.q.val() == Work::Present {
                self.work.d.next = Work::Done;
                uses = !self.cfg_gmmode.val() & !sure;
                if self.cfg_gmmode.val() | lucky {
                    writes = true;
                    word = bit_cast::<{ COUNT + 1 }, COUNT>(self.count.q.val()) | IN_USE;
                    if !self.count.q.val().all() {
                        word = (bit_cast::<{ COUNT + 1 }, COUNT>(self.count.q.val()) + 1) | IN_USE;
                    }
                } else {
                    self.step_rej.next = true;
                }
            }
            if self.work.q.val() == Work::Absent {
                self.work.d.next = Work::Done;
                uses = !self.frozen.q.val() & !sure;
                if self.frozen.q.val() {
                    self.step_frej.next = true;
                } else if !lucky {
                    self.step_rej.next = true;
                } else if self.some_free.q.val() {
                    fills = true;
                } else {
                    self.work.d.next = Work::Raise;
                }
            }
            if self.work.q.val() == Work::Done {
                self.work.d.next = Work::Rest;
            }
        }
    }
}
