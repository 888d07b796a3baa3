//! Addresses of the memories, and what a clearing writes.

#[treetap_hdl::phases]
mod arrays {
    impl Coproc {
        /// What each memory reads: for a word, or for the host while the machine rests.
        fn addresses(&mut self) {
            const SIZE_AT: Bits<4> = Base::SIZE_LSB.into();
            const LANE_AT: Bits<4> = Base::LANE_LSB.into();
            const OP_LD: Bits<4> = Memory::Ld as u64;
            const OP_XCHG: Bits<4> = Memory::Xchg as u64;
            const TARGETS_AT: Bits<5> = FAR as u64;
            const INDEX_BITS: Bits<4> = LG as u64;
            const MOST_CLASS: Bits<5> = (Opclass::COUNT - 1) as u64;

            comment!("A range of entries: concatenation, no sum.");
            self.extent.width.next = bit_cast::<5, 4>(self.bases.rd.val().get_bits::<4>(SIZE_AT.index()));
            let mask: Bits<8> = self.extent.mask.val().get_bits::<8>(0);
            let first: Bits<8> = self.bases.rd.val().get_bits::<8>(0) & !mask;
            let lane: Bits<4> = self.bases.rd.val().get_bits::<4>(LANE_AT.index());
            self.part_of.lane.next = lane;
            let entry: Bits<LG> = (first | (self.indices.rd.val().get_bits::<8>(0) & mask)).get_bits::<LG>(0);
            let outside: Bit = false;
            if LG < 8 {
                outside = (first >> INDEX_BITS).any();
            }
            let no_lane: Bit = lane.all();
            if VW == 32 {
                no_lane = lane.all() | !lane.any();
            }
            let counts: Bit = (mop >= OP_LD) & (mop <= OP_XCHG);
            let near: Bit = !bt.get_bit(4);
            self.away.d.next = self.pc.q.val() + bit_cast::<7, 4>(bt.get_bits::<4>(0));
            if bt.get_bit(3) {
                self.away.d.next = self.pc.q.val() + (bit_cast::<7, 4>(bt.get_bits::<4>(0)) | 0x70);
            }

            comment!("Memories: those of the word, or those that the host asks for.");
            let start: Bits<6> = self.places.rd.val();
            if self.smp_side.val().get_bits::<5>(0) > MOST_CLASS {
                start = 0.into();
            }
            self.microcode.ra.next = self.pc.q.val().get_bits::<6>(0);
            self.places.ra.next = bit_cast::<5, 2>(bt.get_bits::<2>(0)) | TARGETS_AT;
            self.indices.ra.next = rx;
            self.widths.ra.next = bit_cast::<5, 3>(wx);
            self.bases.ra.next = mb;
            for i in 0..HALVES {
                self.left[i].ra.next = sa.get_bits::<3>(0);
                self.right[i].ra.next = sb.get_bits::<3>(0);
            }
            for i in 0..4 {
                self.columns[i].ra.next = entry;
            }
            self.keys.ra.next = entry;
            self.valid.ra.next = bit_cast::<8, LG>(entry);
            if self.phase.q.val() == Phase::Wait {
                self.places.ra.next = self.smp_side.val().get_bits::<5>(0);
            }
            if self.phase.q.val() == Phase::Launch {
                self.microcode.ra.next = start;
            }
            if self.phase.q.val() == Phase::Scan {
                self.keys.ra.next = self.scan_at.q.val();
                self.valid.ra.next = bit_cast::<8, LG>(self.scan_at.q.val());
            }
            if self.phase.q.val() == Phase::Rest {
                self.microcode.ra.next = word.get_bits::<6>(1);
                self.places.ra.next = place;
                self.indices.ra.next = word.get_bits::<3>(0);
                self.widths.ra.next = bit_cast::<5, 3>(word.get_bits::<3>(0));
                self.bases.ra.next = word.get_bits::<3>(0);
                for i in 0..HALVES {
                    self.right[i].ra.next = constant;
                }
                for i in 0..4 {
                    self.columns[i].ra.next = word.get_bits::<LG>(1);
                }
                self.keys.ra.next = word.get_bits::<LG>(0);
                self.valid.ra.next = bit_cast::<8, LG>(valid_at);
            }
        }

        /// Clearing of arrays and registers, an entry a cycle.
        fn sweeps(&mut self) {
            const SIXTEEN: Bits<5> = 16;

            if self.phase.q.val() == Phase::Sweep {
                self.sweep.d.next = self.sweep.q.val() + 1;
                if self.sweep.q.val().all() {
                    self.phase.d.next = Phase::Rest;
                    zero!(self: sweep_files, sweep_valid, sweep_memory);
                }
                if self.sweep_files.q.val() {
                    self.places.we.next = true;
                    self.places.wa.next = self.sweep.q.val().get_bits::<5>(0);
                    self.places.wd.next = 0.into();
                    self.indices.we.next = true;
                    self.indices.wa.next = self.sweep.q.val().get_bits::<3>(0);
                    self.indices.wd.next = 0.into();
                    self.widths.we.next = true;
                    self.widths.wa.next = bit_cast::<5, 3>(self.sweep.q.val().get_bits::<3>(0));
                    self.widths.wd.next = SIXTEEN;
                    self.bases.we.next = true;
                    self.bases.wa.next = self.sweep.q.val().get_bits::<3>(0);
                    self.bases.wd.next = 0.into();
                    for i in 0..HALVES {
                        self.left[i].we.next = true;
                        self.left[i].wa.next = self.sweep.q.val().get_bits::<3>(0);
                        self.left[i].wd.next = 0.into();
                        self.right[i].we.next = true;
                        self.right[i].wa.next = self.sweep.q.val().get_bits::<3>(0);
                        self.right[i].wd.next = 0.into();
                    }
                }
                if self.sweep_valid.q.val() {
                    self.valid.we.next = true;
                    self.valid.wa.next = bit_cast::<8, LG>(self.sweep.q.val());
                    self.valid.wd.next = 0.into();
                }
                if self.sweep_memory.q.val() {
                    for i in 0..4 {
                        self.columns[i].we.next = true;
                        self.columns[i].wa.next = self.sweep.q.val();
                        self.columns[i].wd.next = 0.into();
                    }
                }
            }
        }
    }
}
