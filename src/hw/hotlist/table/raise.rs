//! `t` is raised, and every entry loses some of its count (docs/reference/hotlist.md, V10).

#[treetap_hdl::phases]
mod raise {
    impl Table {
        /// A raise begins, and ends with the tuple itself.
        fn raise(&mut self) {
            if self.work.q.val() == Work::Raise {
                self.at.d.next = 0.into();
                self.some_free.d.next = false;
                if self.unlikely.q.val().get_bit(LEAST_LIKELY.index()) {
                    comment!("The table is frozen.");
                    self.frozen.d.next = true;
                    self.step_frej.next = true;
                    self.work.d.next = Work::Done;
                } else {
                    self.times.d.next = self.times.q.val() + 1;
                    self.unlikely.d.next = (self.unlikely.q.val() << 1) | 1;
                    self.step_raises.next = true;
                    self.work.d.next = Work::Read;
                }
            }
            comment!("The tuple has a count of 1: one coin. What frees nothing is followed by another raise.");
            if self.work.q.val() == Work::Last {
                uses = true;
                self.work.d.next = Work::Done;
                if even {
                    if self.some_free.q.val() {
                        fills = true;
                    } else {
                        self.work.d.next = Work::Raise;
                    }
                }
            }
        }

        /// Coins for an entry.
        fn toss(&mut self) {
            if self.work.q.val() == Work::Read {
                self.work.d.next = Work::Load;
            }
            if self.work.q.val() == Work::Load {
                self.count.d.next = self.counts.rd.val().get_bits::<COUNT>(0);
                self.kept.d.next = 0.into();
                self.first.d.next = true;
                self.work.d.next = Work::Toss;
            }
            let alone: Bit = self.count.q.val() == 1;
            let heads: Bit = (self.first.q.val() & even) | (!self.first.q.val() & lucky);
            let more: Bits<COUNT> = self.kept.q.val() + bit_cast::<COUNT, 1>(even.into());
            let ends: Bit = false;
            if self.work.q.val() == Work::Toss {
                uses = true;
                self.first.d.next = false;
                if self.cfg_gmmode.val() {
                    comment!("COUNTING: the first coin is even; one that shows heads keeps what is left.");
                    ends = heads | alone;
                    word = bit_cast::<{ COUNT + 1 }, COUNT>(self.count.q.val()) | IN_USE;
                    if !heads {
                        self.count.d.next = self.count.q.val() - 1;
                        if alone {
                            word = NO_USE;
                            frees = true;
                        }
                    }
                } else {
                    comment!("CONCISE: an even coin for each instance.");
                    self.count.d.next = self.count.q.val() - 1;
                    self.kept.d.next = more;
                    ends = alone;
                    word = bit_cast::<{ COUNT + 1 }, COUNT>(more) | IN_USE;
                    if alone & !even & !self.kept.q.val().any() {
                        word = NO_USE;
                        frees = true;
                    }
                }
            }
            if ends {
                writes = true;
                self.at.d.next = self.at.q.val() + 1;
                self.work.d.next = Work::Read;
                if self.at.q.val() == LAST {
                    self.work.d.next = Work::Last;
                }
            }
            if frees {
                self.occupied.d.next = self.occupied.q.val() - 1;
                if !self.some_free.q.val() {
                    self.free.d.next = self.at.q.val();
                    self.some_free.d.next = true;
                }
            }
        }

        /// What is written, and the generator.
        fn coins(&mut self) {
            if fills {
                comment!("The tuple gets the lowest free entry.");
                self.keys.we.next = true;
                writes = true;
                place = self.free.q.val();
                word = ONCE;
                self.occupied.d.next = self.occupied.q.val() + 1;
            }
            self.counts.we.next = writes;
            self.counts.wa.next = place;
            self.counts.wd.next = word;
            self.leap.from.next = self.lc.q.val();
            if uses {
                self.lc.d.next = self.leap.to.val();
            }
            if self.set_lc.val() {
                self.lc.d.next = self.set_data.val();
            }
        }
    }
}
