//! The bus: who may do what, what is read, what is written (docs/reference/coproc.md, B.7).

#[treetap_hdl::phases]
mod host {
    impl Coproc {
        /// A request: in its first cycle memories are read, in the second it is looked at, in the third obeyed or
        /// refused, in the fourth answered.
        fn bus_turns(&mut self) {
            const LAST_BIT: Bits<6> = 32;
            const RUN_AT: Bits<4> = Command::Run as u64;
            const STOP_AT: Bits<4> = Command::Stop as u64;
            const CLEAR_AT: Bits<4> = Command::ClearCounters as u64;
            const SKIP_AT: Bits<4> = Command::Skip as u64;
            const RESET_AT: Bits<4> = Command::Reset as u64;
            const CINV_AT: Bits<4> = Command::Invalidate as u64;
            const COMMAND_BIT: [Bits<10>; 10] = (0..10).map(|code| 1 << code);
            const ENTRIES: Bits<9> = N as u64;

            comment!("Which register a request is for.");
            let word: Bits<WORD> = self.bus.addr.val().get_bits::<WORD>(2);
            self.bank.word.next = word;
            self.bank.write.next = false;
            self.bank.data.next = self.bus.wdata.val();
            let resting: Bit = self.phase.q.val() == Phase::Rest;
            let sweeping: Bit = self.phase.q.val() == Phase::Sweep;
            let running: Bit = self.mode.q.val() == RUNS;
            let obeyed: Bit = self.turn.q.val() == 2;

            comment!("A command, and whether the state allows it.");
            let code: Bits<8> = self.bus.wdata.val().get_bits::<8>(0);
            let argument: Bits<8> = self.bus.wdata.val().get_bits::<8>(8);
            let order: Bits<10> = 0.into();
            for i in 1..10 {
                if code == i.to_bits() {
                    order = order | COMMAND_BIT[i];
                }
            }
            let allowed: Bit = resting & order.any();
            if order.get_bit(RUN_AT.index()) {
                allowed = resting & (self.mode.q.val() != FAILS);
            }
            if order.get_bit(SKIP_AT.index()) {
                allowed = resting & (self.mode.q.val() == FAILS);
            }
            if order.get_bit(CINV_AT.index()) {
                allowed = resting & (bit_cast::<9, 8>(argument) < ENTRIES);
            }
            if order.get_bit(STOP_AT.index()) | order.get_bit(RESET_AT.index()) {
                allowed = true;
            }
            self.orders.d.next = 0.into();
            if self.bank.at.cmd.val() & self.bus.we.val() {
                self.orders.d.next = order;
            }

            comment!("Whether the access may be obeyed: while the machine does not rest, few registers are there.");
            let open: Bit = self.bank.at.ctrl.val()
                | self.bank.at.status.val()
                | self.bank.at.cmd.val()
                | self.bank.at.hostviol.val()
                | self.bank.at.words_lo.val()
                | self.bank.at.words_hi.val()
                | self.bank.at.counts.val()
                | self.bank.at.class_en.val()
                | self.bank.at.f1cfg.val()
                | self.bank.at.decim.val()
                | (word.get_bits::<11>(1) == 0);
            let legal: Bit = self.bank.reads.val();
            if self.bus.we.val() {
                legal = self.bank.writes.val();
                if self.bank.at.cmd.val() {
                    legal = allowed;
                }
            }
            self.granted.d.next = legal & (open | resting);
            comment!("Two may not while records wait, which is to be so when it is obeyed.");
            self.unqueued.d.next =
                self.bank.at.recfmt.val() | (self.bank.at.cmd.val() & order.get_bit(CLEAR_AT.index()));
            let waits: Bit = self.bus.we.val() & self.unqueued.q.val() & self.queued.val();
            let grants: Bit = self.granted.q.val() & !waits;
            let writes: Bit = obeyed & self.bus.we.val() & grants;
            let commanded: Bit = obeyed & grants;

            comment!("The turns of a request; the valid bits of 32 entries come one after the other.");
            self.bus.ready.next = self.turn.q.val().all();
            self.bus.rdata.next = self.answer.q.val();
            let gathers: Bit = self.bank.at.vld.val() & grants & !self.bus.we.val();
            if !self.turn.q.val().any() {
                if self.bus.valid.val() {
                    self.turn.d.next = 1.into();
                }
            }
            if self.turn.q.val() == 1 {
                self.turn.d.next = 2.into();
                self.bit.d.next = 1.into();
            }
            if obeyed {
                self.bit.d.next = self.bit.q.val() + 1;
                if !gathers | (self.bit.q.val() == LAST_BIT) {
                    self.turn.d.next = 3.into();
                }
                if !grants & !self.violations.q.val().all() {
                    self.violations.d.next = self.violations.q.val() + 1;
                }
            }
            if self.turn.q.val().all() {
                self.turn.d.next = 0.into();
            }
        }

        /// What a request reads.
        fn bus_reads(&mut self) {
            const TOP_BIT: Bits<32> = 1 << 31;

            comment!("Places of what the host asks for.");
            let high: Bit = word.get_bit(0);
            let place: Bits<5> = word.get_bits::<5>(0) ^ 16;
            if self.bank.at.t.val() {
                place = bit_cast::<5, 2>(word.get_bits::<2>(0)) | 24;
            }
            let constant: Bits<3> = bit_cast::<3, 2>(word.get_bits::<2>(1));
            if self.bank.at.k.val() {
                constant = constant | 4;
            }
            let group: Bits<8> = bit_cast::<8, 3>(word.get_bits::<3>(0)) << 5;
            let ahead: Bits<8> = bit_cast::<8, 6>(self.bit.q.val());
            if !obeyed {
                ahead = 0.into();
            }
            let valid_at: Bits<LG> = (group | (ahead & 31)).get_bits::<LG>(0);
            if !self.bank.at.vld.val() {
                valid_at = word.get_bits::<LG>(0);
            }

            comment!("Operands that are in memories, and the entry.");
            let left_value: Bits<VW> = bit_cast::<VW, 32>(self.left[0].rd.val());
            let right_value: Bits<VW> = bit_cast::<VW, 32>(self.right[0].rd.val());
            let half: Bits<32> = self.right[0].rd.val();
            let md_high: Bits<32> = 0.into();
            for i in 1..HALVES {
                left_value = left_value | (bit_cast::<VW, 32>(self.left[i].rd.val()) << 32);
                right_value = right_value | (bit_cast::<VW, 32>(self.right[i].rd.val()) << 32);
            }
            if high {
                half = 0.into();
                for i in 1..HALVES {
                    half = self.right[i].rd.val();
                }
            }
            if VW == 64 {
                md_high = self.md.q.val().get_bits::<32>(VW - 32);
            }
            let slot: Bits<64> = bit_cast::<64, 16>(self.columns[0].rd.val())
                | (bit_cast::<64, 16>(self.columns[1].rd.val()) << 16)
                | (bit_cast::<64, 16>(self.columns[2].rd.val()) << 32)
                | (bit_cast::<64, 16>(self.columns[3].rd.val()) << 48);

            let half_word: Bits<32> = self.microcode.rd.val().get_bits::<32>(0);
            if high {
                half_word = bit_cast::<32, 16>(self.microcode.rd.val().get_bits::<16>(32));
            }
            let half_entry: Bits<32> = slot.get_bits::<32>(0);
            if high {
                half_entry = slot.get_bits::<32>(32);
            }
            comment!("What the host reads: one of these, the others are 0.");
            let value: Bits<32> = self.bank.value.val();
            if self.bank.at.ctrl.val() {
                value = value | bit_cast::<32, 3>(self.ctrl.q.val());
            }
            if self.bank.at.status.val() {
                value = value
                    | bit_cast::<32, 2>(self.mode.q.val())
                    | (bit_cast::<32, 1>(sweeping.into()) << 2)
                    | (bit_cast::<32, 2>(self.cause.q.val()) << 3)
                    | (bit_cast::<32, 3>(self.error.q.val()) << 5)
                    | (bit_cast::<32, 7>(self.upc.q.val() & 63) << 8)
                    | (bit_cast::<32, 7>(self.upc.q.val() >> 6) << 14);
            }
            if self.bank.at.hostviol.val() {
                value = value | bit_cast::<32, 16>(self.violations.q.val());
            }
            if self.bank.at.wdog.val() {
                value = value | bit_cast::<32, 8>(self.watchdog.q.val());
            }
            if self.bank.at.lfsr16.val() {
                value = value | bit_cast::<32, 16>(self.lfsr.q.val());
            }
            if self.bank.at.words_lo.val() {
                value = value | self.words.q.val().get_bits::<32>(0);
            }
            if self.bank.at.words_hi.val() {
                value = value | self.words.q.val().get_bits::<32>(32);
            }
            if self.bank.at.class_en.val() {
                value = value | bit_cast::<32, 21>(self.classes.q.val());
            }
            if self.bank.at.f1cfg.val() {
                value = value | bit_cast::<32, 18>(self.filter1.q.val());
            }
            if self.bank.at.f2cfg.val() {
                value = value | bit_cast::<32, 2>(self.filter2.q.val());
            }
            if self.bank.at.recfmt.val() {
                value = value | bit_cast::<32, 16>(self.recfmt.q.val());
            }
            if self.bank.at.decim.val() {
                value = value | bit_cast::<32, 16>(self.decim.q.val());
            }
            if self.bank.at.counts.val() {
                value = value | self.count_data.val();
            }
            if self.bank.at.ign.val() {
                value = value | self.ign_data.val();
            }
            if self.bank.at.x.val() {
                value = value | bit_cast::<32, 16>(self.indices.rd.val());
            }
            if self.bank.at.xw.val() {
                value = value | bit_cast::<32, 5>(self.widths.rd.val());
            }
            if self.bank.at.b.val() {
                value = value | bit_cast::<32, 16>(self.bases.rd.val());
            }
            if self.bank.at.k.val() | self.bank.at.v.val() {
                value = value | half;
            }
            if self.bank.at.t.val() | self.bank.at.spc.val() {
                value = value | bit_cast::<32, 6>(self.places.rd.val());
            }
            if self.bank.at.md_lo.val() {
                value = value | self.md.q.val().get_bits::<32>(0);
            }
            if self.bank.at.md_hi.val() {
                value = value | md_high;
            }
            if self.bank.at.mi.val() {
                value = value | bit_cast::<32, LG>(self.mi.q.val());
            }
            if self.bank.at.flags.val() {
                value = value | bit_cast::<32, 8>(self.flags.q.val());
            }
            if self.bank.at.uc.val() {
                value = value | half_word;
            }
            if self.bank.at.key.val() {
                value = value | self.keys.rd.val();
            }
            if self.bank.at.dm.val() {
                value = value | half_entry;
            }
            if self.bank.at.vld.val() {
                value = value | (self.answer.q.val() >> 1);
                if self.valid.rd.val().get_bit(0) {
                    value = value | TOP_BIT;
                }
            }
            if obeyed {
                self.answer.d.next = value;
                if !grants | self.bus.we.val() {
                    self.answer.d.next = 0.into();
                }
            }
        }

        /// What a request writes, and what a word writes into memories.
        fn bus_writes(&mut self) {
            const WIDTH_MOST: Bits<5> = 16;
            const KEY_WRITE: Bits<4> = Memory::Write as u64;
            const KEY_INVALIDATE: Bits<4> = Memory::Invalidate as u64;

            comment!(
                "Memories: what a word writes when it is committed, what the host writes while the machine rests."
            );
            let commits: Bit = self.phase.q.val() == Phase::Commit;
            self.microcode.we.next = writes & self.bank.at.uc.val() & high;
            self.microcode.wa.next = word.get_bits::<6>(1);
            self.microcode.wd.next = (bit_cast::<48, 16>(self.bus.wdata.val().get_bits::<16>(0)) << 32)
                | bit_cast::<48, 32>(self.low_half.q.val());
            self.places.we.next = writes & (self.bank.at.t.val() | self.bank.at.spc.val());
            self.places.wa.next = place;
            self.places.wd.next = self.bus.wdata.val().get_bits::<6>(0);
            self.bases.we.next = writes & self.bank.at.b.val();
            self.bases.wa.next = word.get_bits::<3>(0);
            self.bases.wd.next = self.bus.wdata.val().get_bits::<16>(0);

            comment!("An index is cut to its width, also when the width is written.");
            let width: Bits<5> = self.widths.rd.val();
            if self.bank.at.xw.val() {
                width = self.bus.wdata.val().get_bits::<5>(0);
                if !width.any() | (width > WIDTH_MOST) {
                    width = WIDTH_MOST;
                }
            }
            drive!(self: new_width = width, is_width = bank.at.xw);
            let written: Bits<16> = self.bus.wdata.val().get_bits::<16>(0);
            if self.is_width.q.val() {
                written = self.indices.rd.val();
            }
            self.cut.width.next = self.new_width.q.val();
            self.widths.we.next = writes & self.is_width.q.val();
            self.widths.wa.next = bit_cast::<5, 3>(word.get_bits::<3>(0));
            self.widths.wd.next = self.new_width.q.val();
            self.indices.we.next = writes & (self.bank.at.x.val() | self.is_width.q.val());
            self.indices.wa.next = word.get_bits::<3>(0);
            self.indices.wd.next = written & self.cut.mask.val();
            if commits {
                self.indices.we.next = self.moved.q.val();
                self.indices.wa.next = wx;
                self.indices.wd.next = self.fresh_index.q.val();
            }

            comment!("Values and constants, twice.");
            let value_written: Bit = writes & (self.bank.at.k.val() | self.bank.at.v.val());
            let value_place: Bits<3> = constant;
            if commits {
                value_place = vd - 1;
            }
            for i in 0..HALVES {
                self.left[i].we.next = value_written & !high;
                self.right[i].we.next = value_written & !high;
                if i == 1 {
                    self.left[i].we.next = value_written & high;
                    self.right[i].we.next = value_written & high;
                }
                self.left[i].wd.next = self.bus.wdata.val();
                self.right[i].wd.next = self.bus.wdata.val();
                if commits {
                    self.left[i].we.next = vd.any();
                    self.right[i].we.next = vd.any();
                    self.left[i].wd.next = self.r.q.val().get_bits::<32>(i * 32);
                    self.right[i].wd.next = self.r.q.val().get_bits::<32>(i * 32);
                }
                self.left[i].wa.next = value_place;
                self.right[i].wa.next = value_place;
            }

            comment!("The data memory, in columns of 16 bits.");
            for i in 0..4 {
                self.columns[i].wa.next = word.get_bits::<LG>(1);
                self.columns[i].we.next = writes & self.bank.at.dm.val() & !high;
                self.columns[i].wd.next = self.bus.wdata.val().get_bits::<16>(0);
                if i >= 2 {
                    self.columns[i].we.next = writes & self.bank.at.dm.val() & high;
                }
                if (i == 1) | (i == 3) {
                    self.columns[i].wd.next = self.bus.wdata.val().get_bits::<16>(16);
                }
                if commits {
                    self.columns[i].wa.next = entry;
                    self.columns[i].we.next = counts & (mop >= OP_ST) & self.part.we.val().get_bit(i);
                    self.columns[i].wd.next = self.part.merged.val().get_bits::<16>(i * 16);
                }
            }

            comment!("Keys.");
            self.keys.we.next = writes & self.bank.at.key.val();
            self.keys.wa.next = word.get_bits::<LG>(0);
            self.keys.wd.next = self.bus.wdata.val();
            self.valid.we.next = writes & self.bank.at.key.val();
            self.valid.wa.next = bit_cast::<8, LG>(word.get_bits::<LG>(0));
            self.valid.wd.next = 1.into();
            if commits {
                self.keys.we.next = mop == KEY_WRITE;
                self.keys.wa.next = entry;
                self.keys.wd.next = self.a.q.val().get_bits::<32>(0);
                self.valid.we.next = (mop == KEY_WRITE) | (mop == KEY_INVALIDATE);
                self.valid.wa.next = bit_cast::<8, LG>(entry);
                if mop == KEY_INVALIDATE {
                    self.valid.wd.next = 0.into();
                }
            }
            if commanded & self.orders.q.val().get_bit(CINV_AT.index()) {
                self.valid.we.next = true;
                self.valid.wa.next = bit_cast::<8, LG>(argument.get_bits::<LG>(0));
                self.valid.wd.next = 0.into();
            }

            comment!("Registers.");
            if writes & self.bank.at.ctrl.val() {
                self.ctrl.d.next = self.bus.wdata.val().get_bits::<3>(0);
            }
            if writes & self.bank.at.wdog.val() {
                self.watchdog.d.next = self.bus.wdata.val().get_bits::<8>(0);
            }
            if writes & self.bank.at.lfsr16.val() {
                self.lfsr.d.next = self.bus.wdata.val().get_bits::<16>(0);
                if !self.bus.wdata.val().get_bits::<16>(0).any() {
                    self.lfsr.d.next = 1.into();
                }
            }
            if writes & self.bank.at.class_en.val() {
                self.classes.d.next = self.bus.wdata.val().get_bits::<21>(0);
            }
            if writes & self.bank.at.f1cfg.val() {
                self.filter1.d.next = self.bus.wdata.val().get_bits::<18>(0);
            }
            if writes & self.bank.at.f2cfg.val() {
                self.filter2.d.next = self.bus.wdata.val().get_bits::<2>(0);
            }
            if writes & self.bank.at.recfmt.val() {
                self.recfmt.d.next = self.bus.wdata.val().get_bits::<16>(0);
            }
            if writes & self.bank.at.decim.val() {
                self.decim.d.next = self.bus.wdata.val().get_bits::<16>(0);
            }
            if writes & self.bank.at.md_lo.val() {
                self.md.d.next = bit_cast::<VW, 32>(self.bus.wdata.val());
                if VW == 64 {
                    self.md.d.next = bit_cast::<VW, 32>(self.bus.wdata.val()) | ((self.md.q.val() >> 32) << 32);
                }
            }
            if VW == 64 {
                if writes & self.bank.at.md_hi.val() {
                    self.md.d.next = (bit_cast::<VW, 32>(self.bus.wdata.val()) << 32)
                        | bit_cast::<VW, 32>(self.md.q.val().get_bits::<32>(0));
                }
            }
            if writes & self.bank.at.mi.val() {
                self.mi.d.next = self.bus.wdata.val().get_bits::<LG>(0);
            }
            if writes & self.bank.at.flags.val() {
                self.flags.d.next = self.bus.wdata.val().get_bits::<8>(0);
            }
            if writes & self.bank.at.uc.val() & !high {
                self.low_half.d.next = self.bus.wdata.val();
            }
        }

        /// Commands that are obeyed.
        fn commands(&mut self) {
            const INV_ALL_AT: Bits<4> = Command::InvalidateAll as u64;
            const CLR_ALL_AT: Bits<4> = Command::ClearAll as u64;
            const FLUSH_AT: Bits<4> = Command::Flush as u64;
            const SEED: Bits<16> = lfsr::RESET.into();
            const BITES: Bits<8> = WATCHDOG.into();
            const FROZEN: Bits<3> = regs::CTRL.reset().into();
            const RECORD: Bits<16> = regs::RECFMT.reset().into();

            let skips: Bit = commanded & self.orders.q.val().get_bit(SKIP_AT.index());
            let restart: Bit = commanded & self.orders.q.val().get_bit(RESET_AT.index());
            let clears: Bit =
                (commanded & self.orders.q.val().get_bit(CLEAR_AT.index())) | (restart & !self.queued.val());
            if commanded & self.orders.q.val().get_bit(RUN_AT.index()) {
                self.mode.d.next = RUNS;
                self.phase.d.next = Phase::Wait;
                self.stopping.d.next = false;
            }
            if commanded & self.orders.q.val().get_bit(STOP_AT.index()) & running {
                self.stopping.d.next = true;
            }
            if skips {
                self.mode.d.next = REST;
            }
            if commanded
                & (self.orders.q.val().get_bit(INV_ALL_AT.index()) | self.orders.q.val().get_bit(CLR_ALL_AT.index()))
            {
                self.phase.d.next = Phase::Sweep;
                self.sweep_valid.d.next = self.orders.q.val().get_bit(INV_ALL_AT.index());
                self.sweep_memory.d.next = self.orders.q.val().get_bit(CLR_ALL_AT.index());
            }
            if commanded & self.orders.q.val().get_bit(CLEAR_AT.index()) {
                zero!(self: words, violations);
            }
        }

        /// What others see.
        fn outputs(&mut self) {
            drive!(self: cfg_ctrl = ctrl.q, cfg_class_en = classes.q, cfg_f1 = filter1.q, cfg_f2 = filter2.q,
                cfg_recfmt = recfmt.q, cfg_decim = decim.q, set_data = bus.wdata);
            self.set_decim.next = writes & self.bank.at.decim.val();
            self.set_setign.next = writes & self.bank.at.setign.val();
            self.set_ign.next = writes & self.bank.at.ign.val();
            self.set_flush.next = commanded & self.orders.q.val().get_bit(FLUSH_AT.index());
            self.set_clear.next = clears;
            self.set_addr.next = word.get_bits::<7>(0);
            self.smp_ready.next = pops | skips;
            self.run.next = running;
            self.irq.next = self.mode.q.val().get_bit(1);
        }

        /// After a reset, or the command.
        fn restarts(&mut self) {
            zero!(self: mode, stopping, cause, error, upc, words, md, mi, flags, classes, filter1, filter2, decim, violations);
            zero!(self: low_half, sweep);
            self.lfsr.d.next = SEED;
            self.watchdog.d.next = BITES;
            self.ctrl.d.next = FROZEN;
            self.sweep_files.d.next = true;
            self.phase.d.next = Phase::Sweep;
            if !self.queued.val() {
                self.recfmt.d.next = RECORD;
            }
        }
    }
}
