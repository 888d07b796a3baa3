//! The host: what it wants and may, what it reads and writes (docs/reference/coproc.md, B.7).

#[treetap_hdl::phases]
mod host {
    impl Coproc {
        /// What a request is for, and whether it may be obeyed.
        fn host_wants(&mut self) {
            const RUN_AT: Bits<4> = Command::Run as u64;
            const STOP_AT: Bits<4> = Command::Stop as u64;
            const CLEAR_AT: Bits<4> = Command::ClearCounters as u64;
            const SKIP_AT: Bits<4> = Command::Skip as u64;
            const RESET_AT: Bits<4> = Command::Reset as u64;
            const CINV_AT: Bits<4> = Command::Invalidate as u64;
            const COMMAND_BIT: [Bits<10>; 10] = (0..10).map(|code| 1 << code);
            const BUILT_ENTRIES: Bits<9> = N as u64;
            const WANT_REFUSES: Bits<5> = Host::Refused as u64;
            const WANT_READ_FILE: Bits<5> = Host::ReadFile as u64;
            const WANT_READ_STATUS: Bits<5> = Host::ReadStatus as u64;
            const WANT_READ_LOW: Bits<5> = Host::ReadLow as u64;
            const WANT_READ_HIGH: Bits<5> = Host::ReadHigh as u64;
            const WANT_READ_KEY: Bits<5> = Host::ReadKey as u64;
            const WANT_READ_VALID: Bits<5> = Host::ReadValid as u64;
            const WANT_READ_ENTRY: Bits<5> = Host::ReadEntry as u64;
            const WANT_READ_OTHER: Bits<5> = Host::ReadOther as u64;
            const WANT_WRITE: Bits<5> = Host::Write as u64;
            const WANT_WRITE_INDEX: Bits<5> = Host::WriteIndex as u64;
            const WANT_WRITE_WIDTH: Bits<5> = Host::WriteWidth as u64;
            const WANT_WRITE_RANDOM: Bits<5> = Host::WriteRandom as u64;
            const WANT_WRITE_KEY: Bits<5> = Host::WriteKey as u64;
            const WANT_WRITE_ENTRY: Bits<5> = Host::WriteEntry as u64;
            const WANT_WRITE_LOW: Bits<5> = Host::WriteLow as u64;
            const WANT_WRITE_HIGH: Bits<5> = Host::WriteHigh as u64;
            const WANT_COMMANDS: Bits<5> = Host::Command as u64;
            const ACT_ANSWER: Bits<5> = Act::Answer as u64;

            comment!("Which register a request is for.");
            let word: Bits<WORD> = self.bus.addr.val().get_bits::<WORD>(2);
            self.bank.word.next = word;
            self.bank.write.next = false;
            self.bank.data.next = self.bus.wdata.val();
            let high: Bit = word.get_bit(0);
            let running: Bit = self.mode.q.val() == STATE_RUNS;
            let sweeping: Bit = self.sweep_valid.q.val() | self.sweep_memory.q.val();
            let resting: Bit = !running & !sweeping;

            comment!("A command, and whether the state allows it.");
            let command: Bits<8> = self.bus.wdata.val().get_bits::<8>(0);
            let argument: Bits<8> = self.bus.wdata.val().get_bits::<8>(8);
            let order: Bits<10> = 0.into();
            for i in 1..10 {
                if command == i.to_bits() {
                    order = order | COMMAND_BIT[i];
                }
            }
            let may: Bit = resting & order.any();
            if order.get_bit(RUN_AT.index()) {
                may = resting & (self.mode.q.val() != STATE_FAILS);
            }
            if order.get_bit(SKIP_AT.index()) {
                may = resting & (self.mode.q.val() == STATE_FAILS);
            }
            if order.get_bit(CINV_AT.index()) {
                may = resting & (bit_cast::<9, 8>(argument) < BUILT_ENTRIES);
            }
            if order.get_bit(STOP_AT.index()) | order.get_bit(RESET_AT.index()) {
                may = true;
            }
            drive!(self: allowed = may, ordered = order);
            comment!("While the machine does not rest, few registers are there.");
            let opens: Bit = self.bank.at.ctrl.val()
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
            self.legal.d.next = self.bank.reads.val();
            if self.bus.we.val() {
                self.legal.d.next = self.bank.writes.val();
            }
            drive!(self: open = opens);
            let forbidden: Bit = self.bus.we.val() & self.for_command.q.val() & !self.allowed.q.val();
            comment!("Two may not while records wait, which is to be so when they are obeyed.");
            self.unqueued.d.next =
                self.bank.at.recfmt.val() | (self.bank.at.cmd.val() & order.get_bit(CLEAR_AT.index()));
            let refused: Bit = self.unqueued.q.val() & self.queued.val();

            comment!("What it wants.");
            let wants: Bits<5> = WANT_READ_FILE;
            if self.bank.at.status.val() | self.bank.at.flags.val() {
                wants = WANT_READ_STATUS;
            }
            if self.bank.at.uc.val() {
                wants = WANT_READ_LOW;
                if high {
                    wants = WANT_READ_HIGH;
                }
            }
            if self.bank.at.key.val() {
                wants = WANT_READ_KEY;
            }
            if self.bank.at.vld.val() {
                wants = WANT_READ_VALID;
            }
            if self.bank.at.dm.val() {
                wants = WANT_READ_ENTRY;
            }
            if self.bank.at.counts.val() | self.bank.at.ign.val() {
                wants = WANT_READ_OTHER;
            }
            if self.bus.we.val() {
                wants = WANT_WRITE;
                if self.bank.at.x.val() {
                    wants = WANT_WRITE_INDEX;
                }
                if self.bank.at.xw.val() {
                    wants = WANT_WRITE_WIDTH;
                }
                if self.bank.at.lfsr16.val() {
                    wants = WANT_WRITE_RANDOM;
                }
                if self.bank.at.key.val() {
                    wants = WANT_WRITE_KEY;
                }
                if self.bank.at.dm.val() {
                    wants = WANT_WRITE_ENTRY;
                }
                if self.bank.at.uc.val() {
                    wants = WANT_WRITE_LOW;
                    if high {
                        wants = WANT_WRITE_HIGH;
                    }
                }
                if self.bank.at.cmd.val() {
                    wants = WANT_COMMANDS;
                }
            }
            self.kind.d.next = wants;
            if forbidden | !(self.legal.q.val() & (self.open.q.val() | resting)) {
                self.kind.d.next = WANT_REFUSES;
            }
            let answers: Bit = acts.get_bit(ACT_ANSWER.index());
            self.heard.d.next = self.bus.valid.val() & !answers;
            self.asked.d.next = self.heard.q.val() & !answers;
            self.bus.ready.next = answers;
            comment!(
                "Both halves; in a deep build they are operands by then, since nobody is to come after that memory."
            );
            let low_half: Bits<16> = self.left.rd.val();
            let high_half: Bits<16> = self.right.rd.val();
            if D == 1 {
                low_half = self.a_file.q.val();
                high_half = self.b.q.val();
            }
            comment!("The file has 0 where the register is whose low half is counted.");
            let filed_half: Bits<16> = low_half;
            if self.for_words.q.val() {
                low_half = filed_half | self.tally.q.val();
            }
            self.bus.rdata.next = (bit_cast::<32, 16>(high_half) << 16) | bit_cast::<32, 16>(low_half);
        }

        /// What of the register that the host means there is: its halves, its bits, the entry.
        fn host_means(&mut self) {
            const MI_BITS: Bits<16> = (1 << LG) - 1;

            comment!("Which of its halves registers of the file have, and how many bits.");
            self.filed.d.next = word.get_bits::<4>(8) == 0;
            let of_values: Bit = self.bank.at.k.val() | self.bank.at.v.val();
            let of_last: Bit = self.bank.at.md_lo.val() | self.bank.at.md_hi.val();
            self.narrow.d.next = !(of_values
                | of_last
                | self.bank.at.words_lo.val()
                | self.bank.at.words_hi.val()
                | self.bank.at.class_en.val()
                | self.bank.at.f1cfg.val()
                | (word.get_bits::<11>(1) == 0)
                | self.bank.at.uc.val()
                | self.bank.at.dm.val()
                | self.bank.at.key.val());
            drive!(self: for_watchdog = bank.at.wdog, for_matched = bank.at.mi, for_width = bank.at.xw);
            drive!(self: for_control = bank.at.ctrl, for_second = bank.at.f2cfg, for_classes = bank.at.class_en);
            drive!(self: for_first = bank.at.f1cfg, for_key = bank.at.key, for_valid = bank.at.vld);
            drive!(self: for_command = bank.at.cmd, for_count = bank.at.counts);
            drive!(self: for_words = bank.at.words_lo, for_flags = bank.at.flags, for_base = bank.at.b);
            drive!(self: for_status = bank.at.status);
            self.for_others.d.next = self.bank.at.counts.val() | self.bank.at.ign.val();
            self.for_place.d.next = self.bank.at.t.val() | self.bank.at.spc.val();
            self.for_nothing.d.next = false;
            if VW == 32 {
                self.for_nothing.d.next = high & (of_values | of_last);
            }
            let allowed_low: Bits<16> = 0xffff;
            let allowed_high: Bits<16> = 0xffff;
            if self.for_watchdog.q.val() {
                allowed_low = 0xff;
            }
            if self.for_matched.q.val() {
                allowed_low = MI_BITS;
            }
            if self.for_place.q.val() {
                allowed_low = 0x3f;
            }
            if self.for_width.q.val() {
                allowed_low = 0x1f;
            }
            if self.for_control.q.val() {
                allowed_low = 7;
            }
            if self.for_second.q.val() {
                allowed_low = 3;
            }
            if self.for_classes.q.val() {
                allowed_high = 0x1f;
            }
            if self.for_first.q.val() {
                allowed_high = 3;
            }
            if self.for_nothing.q.val() {
                allowed_low = 0;
                allowed_high = 0;
            }
            let width: Bits<5> = self.bus.wdata.val().get_bits::<5>(0);
            self.width_wrong.d.next = !width.any() | (width > 16);

            comment!("A base register for the entry, or word, that is meant.");
            let meant: Bits<8> = word.get_bits::<8>(1);
            if self.for_key.q.val() {
                meant = word.get_bits::<8>(0);
            }
            if self.for_valid.q.val() {
                meant = bit_cast::<8, 3>(word.get_bits::<3>(0)) << 5;
            }
            if self.for_command.q.val() {
                meant = argument;
            }
            // Yosys 0.23 takes `high` for known in what both ways of a choice by it share, so they share nothing.
            let which: Bits<16> = 0x1000.into();
            if high {
                which = 0x2000.into();
            }
            let host_base: Bits<16> = bit_cast::<16, 8>(meant) | which;
            let other: Bits<32> = self.ign_data.val();
            if self.for_count.q.val() {
                other = self.count_data.val();
            }
            let status: Bits<16> = bit_cast::<16, 2>(self.mode.q.val())
                | (bit_cast::<16, 1>(sweeping.into()) << 2)
                | (bit_cast::<16, 2>(self.cause.q.val()) << 3)
                | (bit_cast::<16, 3>(self.error.q.val()) << 5)
                | (bit_cast::<16, 7>(self.upc.q.val() & 63) << 8)
                | (bit_cast::<16, 7>(self.upc.q.val() >> 6) << 14);
        }

        /// What the host writes into registers that others see.
        fn stores(&mut self) {
            const ACT_STORE: Bits<5> = Act::Store as u64;
            const LANE_FROM: Bits<4> = Base::LANE_LSB.into();

            let writing: Bit = acts.get_bit(ACT_STORE.index());
            comment!("Bases of a lane that is not there.");
            let lane_code: Bits<4> = self.bus.wdata.val().get_bits::<4>(LANE_FROM.index());
            let no_lane: Bit = lane_code.all();
            if VW == 32 {
                no_lane = lane_code.all() | !lane_code.any();
            }
            if writing & self.for_base.q.val() {
                self.bad_lanes.d.next = self.bad_lanes.q.val().replace_bit(word.get_bits::<3>(0).index(), no_lane);
            }
            if writing & self.for_control.q.val() {
                self.ctrl.d.next = self.bus.wdata.val().get_bits::<3>(0);
            }
            if writing & self.for_classes.q.val() {
                self.classes.d.next = self.bus.wdata.val().get_bits::<21>(0);
            }
            if writing & self.for_first.q.val() {
                self.filter1.d.next = self.bus.wdata.val().get_bits::<18>(0);
            }
            if writing & self.for_second.q.val() {
                self.filter2.d.next = self.bus.wdata.val().get_bits::<2>(0);
            }
            if writing & self.bank.at.recfmt.val() & !refused {
                self.recfmt.d.next = self.bus.wdata.val().get_bits::<16>(0);
            }
            if writing & self.bank.at.decim.val() {
                self.decim.d.next = self.bus.wdata.val().get_bits::<16>(0);
            }
        }

        /// Commands that are obeyed.
        fn commands(&mut self) {
            const ACT_COMMAND: Bits<5> = Act::Command as u64;
            const INV_ALL_AT: Bits<4> = Command::InvalidateAll as u64;
            const CLR_ALL_AT: Bits<4> = Command::ClearAll as u64;
            const FLUSH_AT: Bits<4> = Command::Flush as u64;

            let commanded: Bit = acts.get_bit(ACT_COMMAND.index());
            let skips: Bit = commanded & self.ordered.q.val().get_bit(SKIP_AT.index());
            self.restarts.d.next = commanded & self.ordered.q.val().get_bit(RESET_AT.index());
            let restart: Bit = self.restarts.q.val();
            let clears: Bit = (commanded & self.ordered.q.val().get_bit(CLEAR_AT.index()) & !refused)
                | (restart & !self.queued.val());
            if commanded & self.ordered.q.val().get_bit(RUN_AT.index()) {
                self.mode.d.next = STATE_RUNS;
                self.stopping.d.next = false;
            }
            if commanded & self.ordered.q.val().get_bit(STOP_AT.index()) & running {
                self.stopping.d.next = true;
            }
            if skips {
                self.mode.d.next = STATE_REST;
            }
            comment!("What is cleared is cleared from the first entry on, in whole half words.");
            if clears {
                zero!(self: tally);
            }
            if commanded
                & (self.ordered.q.val().get_bit(INV_ALL_AT.index()) | self.ordered.q.val().get_bit(CLR_ALL_AT.index()))
            {
                self.sweep_valid.d.next = self.ordered.q.val().get_bit(INV_ALL_AT.index());
                self.sweep_memory.d.next = self.ordered.q.val().get_bit(CLR_ALL_AT.index());
                zero!(self: entry, first_byte, size);
            }
        }

        /// What a half word of the file is after a reset.
        fn reset_values(&mut self) {
            const PLACES: [Bits<8>; 10] = initial(VW, LG, X).map(|(place, _)| place);
            const VALUES_THERE: [Bits<16>; 10] = initial(VW, LG, X).map(|(_, value)| value);
            const OF_WIDTHS: Bits<5> = u64::from(regs::XW.offset / 4 / 8);
            const OF_LARGEST: Bits<5> = 0xc8 / 8;
            const SIXTEEN: Bits<16> = 16;
            const FROZEN: Bits<3> = regs::CTRL.reset().into();
            const RECORD: Bits<16> = regs::RECFMT.reset().into();
            const NO_LANES: Bits<8> = lanes_missing(VW);

            let after_reset: Bits<16> = 0.into();
            for i in 0..10 {
                if self.count.q.val() == PLACES[i] {
                    after_reset = VALUES_THERE[i];
                }
            }
            if self.count.q.val().get_bits::<5>(3) == OF_WIDTHS {
                after_reset = SIXTEEN;
            }
            if self.count.q.val().get_bits::<5>(3) == OF_LARGEST {
                after_reset = 0xffff;
            }
        }

        /// What others see.
        fn outputs(&mut self) {
            drive!(self: cfg_ctrl = ctrl.q, cfg_class_en = classes.q, cfg_f1 = filter1.q, cfg_f2 = filter2.q,
                cfg_recfmt = recfmt.q, cfg_decim = decim.q, set_data = bus.wdata);
            self.set_decim.next = writing & self.bank.at.decim.val();
            self.set_setign.next = writing & self.bank.at.setign.val();
            self.set_ign.next = writing & self.bank.at.ign.val();
            self.set_flush.next = commanded & self.ordered.q.val().get_bit(FLUSH_AT.index());
            self.set_clear.next = clears;
            self.set_addr.next = word.get_bits::<7>(0);
            self.smp_ready.next = pops | skips;
            self.run.next = running;
            self.irq.next = self.mode.q.val().get_bit(1);
        }

        /// After a reset, or the command: the file follows, a half word a cycle. What is being cleared goes on.
        fn restarts(&mut self) {
            zero!(self: mode, stopping, cause, error, upc, eq, ltu, zr, asat, isat, msat, hit, neg);
            zero!(self: classes, filter1, filter2, decim, within, owed, tally, count);
            self.bad_lanes.d.next = NO_LANES;
            self.ctrl.d.next = FROZEN;
            drive!(self: keeps = queued);
            if !self.queued.val() {
                self.recfmt.d.next = RECORD;
            }
        }
    }
}
