//! The microword, the entry that it means, keys that are compared, and where it leads.

#[treetap_hdl::phases]
mod decode {
    impl Coproc {
        /// The fields of the word that is executed.
        fn decode_word(&mut self) {
            const AOP_AT: Bits<6> = AOP.lsb.into();
            const SA_AT: Bits<6> = SA.lsb.into();
            const SB_AT: Bits<6> = SB.lsb.into();
            const VD_AT: Bits<6> = VD.lsb.into();
            const IOP_AT: Bits<6> = IOP.lsb.into();
            const WX_AT: Bits<6> = WX.lsb.into();
            const MOP_AT: Bits<6> = MOP.lsb.into();
            const MB_AT: Bits<6> = MB.lsb.into();
            const RX_AT: Bits<6> = RX.lsb.into();
            const BC_AT: Bits<6> = BC.lsb.into();
            const BT_AT: Bits<6> = BT.lsb.into();
            const TAG_AT: Bits<6> = TAG.lsb.into();
            const RSV_AT: Bits<6> = RSV.lsb.into();
            const COMING_AT: Bits<4> = (SB.lsb % 16) as u64;
            const SA_LEGAL: Bits<32> = upto(SA.legal);
            const SB_LEGAL: Bits<32> = upto(SB.legal);
            const VD_LEGAL: Bits<8> = upto(VD.legal);
            const MOP_LEGAL: Bits<16> = upto(MOP.legal);
            const BT_LEGAL: Bits<32> = upto(BT.legal);
            const BC_LEGAL: Bits<16> = upto(Condition::Taken as u8);
            const RANDOM_IN_A: Bits<5> = SourceA::Random as u64;
            const RANDOM_IN_B: Bits<5> = SourceB::Random15 as u64;

            comment!("The fields of a word, and whether it is legal by itself (B.2, B.3).");
            self.current.d.next = bit_cast::<48, 16>(self.microcode[0].rd.val())
                | (bit_cast::<48, 16>(self.microcode[1].rd.val()) << 16)
                | (bit_cast::<48, 16>(self.microcode[2].rd.val()) << 32);
            let insn_word: Bits<48> = self.current.q.val();
            let aop: Bits<4> = insn_word.get_bits::<4>(AOP_AT.index());
            let sa: Bits<5> = insn_word.get_bits::<5>(SA_AT.index());
            let sb: Bits<5> = insn_word.get_bits::<5>(SB_AT.index());
            let vd: Bits<3> = insn_word.get_bits::<3>(VD_AT.index());
            let iop: Bits<3> = insn_word.get_bits::<3>(IOP_AT.index());
            let wx: Bits<3> = insn_word.get_bits::<3>(WX_AT.index());
            let mop: Bits<4> = insn_word.get_bits::<4>(MOP_AT.index());
            let mb: Bits<3> = insn_word.get_bits::<3>(MB_AT.index());
            let rx: Bits<3> = insn_word.get_bits::<3>(RX_AT.index());
            let bc: Bits<5> = insn_word.get_bits::<5>(BC_AT.index());
            let bt: Bits<5> = insn_word.get_bits::<5>(BT_AT.index());
            let tag: Bits<2> = insn_word.get_bits::<2>(TAG_AT.index());
            let reserved: Bits<2> = insn_word.get_bits::<2>(RSV_AT.index());
            let random: Bit = (sa == RANDOM_IN_A) | (sb == RANDOM_IN_B);
            let illegal: Bit = !SA_LEGAL.get_bit(sa.index())
                | !SB_LEGAL.get_bit(sb.index())
                | !VD_LEGAL.get_bit(vd.index())
                | !MOP_LEGAL.get_bit(mop.index())
                | !BC_LEGAL.get_bit(bc.get_bits::<4>(0).index())
                | !BT_LEGAL.get_bit(bt.index())
                | reserved.any()
                | (!aop.any() & vd.any());
            comment!("Of the word that was fetched: operation of the ALU, both operands.");
            self.coming.d.next = self.microcode[2].rd.val().get_bits::<14>(COMING_AT.index());
            comment!("The checks before it.");
            let bites: Bit = self.watched.q.val() & !self.spare.q.val().any();
        }

        /// The entry and the part of it, of the base in A and the index in B.
        fn entry(&mut self) {
            const SIZE_AT: Bits<4> = Base::SIZE_LSB.into();
            const LANE_AT: Bits<4> = Base::LANE_LSB.into();
            const OP_MATCH: Bits<4> = Operation::Match as u64;
            const INDEX_BITS: Bits<4> = LG as u64;
            const SIZES: [Bits<2>; 4] = (0..4).map(|at| at);
            const ACT_ENTRY: Bits<5> = Act::Entry as u64;

            comment!("A range of entries: concatenation, no sum. A match begins with the first.");
            self.extent.width.next = bit_cast::<5, 4>(on_left.get_bits::<4>(SIZE_AT.index()));
            let mask: Bits<8> = self.extent.mask.val().get_bits::<8>(0);
            let first: Bits<8> = on_left.get_bits::<8>(0) & !mask;
            let lane: Bits<4> = on_left.get_bits::<4>(LANE_AT.index());
            let within_base: Bits<8> = self.b.q.val().get_bits::<8>(0) & mask;
            if mop == OP_MATCH {
                within_base = 0.into();
            }
            self.part_of.lane.next = lane;
            let size_now: Bits<2> = self.size.q.val();
            if acts.get_bit(ACT_ENTRY.index()) {
                self.entry.d.next = (first | within_base).get_bits::<LG>(0);
                self.last.d.next = (first | mask).get_bits::<LG>(0);
                self.outside.d.next = false;
                if D == 0 {
                    self.outside.d.next = (first >> INDEX_BITS).any();
                }
                self.first_byte.d.next = self.part_of.first.val();
                size_now = SIZES[0];
                for i in 1..4 {
                    if self.part_of.size.val().get_bit(i) {
                        size_now = SIZES[i];
                    }
                }
                self.size.d.next = size_now;
            }
        }

        /// The associative array, and the next entry of a clearing.
        fn search(&mut self) {
            const ACT_SEARCH: Bits<5> = Act::Search as u64;
            const ACT_ENTRY_NEXT: Bits<5> = Act::EntryNext as u64;
            const PUT_KEY: Bits<3> = Memory::Key as u64;
            const PUT_INVALID: Bits<3> = Memory::Invalid as u64;
            const PUT_NONE: Bits<3> = Memory::Clear as u64;

            let searches: Bit = acts.get_bit(ACT_SEARCH.index());
            let keyed: Bit = puts.get_bit(PUT_KEY.index());
            let removes: Bit = puts.get_bit(PUT_INVALID.index());
            let wipes: Bit = puts.get_bit(PUT_NONE.index());
            let whole_key: Bits<32> = (bit_cast::<32, 16>(on_left) << 16) | bit_cast::<32, 16>(self.key.q.val());
            let searched: Bit = true;
            let meets: Bit = false;
            let there: Bit = false;
            let found: Bits<LG> = 0.into();
            let held: Bits<32> = 0.into();
            if C == 1 {
                drive!(chain: entry = entry.q, last = last.q, outside = outside.q, key = whole_key, search = searches,
                    write = keyed, remove = removes, clear = wipes);
                searched = self.chain.idle.val();
                meets = self.chain.hit.val();
                there = self.chain.valid.val();
                found = self.chain.found.val();
                held = self.chain.held.val();
            } else {
                drive!(scan: entry = entry.q, last = last.q, outside = outside.q, key = whole_key, search = searches,
                    write = keyed);
                self.scan.remove.next = removes | wipes;
                searched = self.scan.idle.val();
                meets = self.scan.hit.val();
                there = self.scan.valid.val();
                found = self.scan.found.val();
                held = self.scan.held.val();
            }
            if acts.get_bit(ACT_ENTRY_NEXT.index()) {
                self.entry.d.next = self.entry.q.val() + 1;
            }
            if acts.get_bit(ACT_ENTRY_NEXT.index()) & self.entry.q.val().all() {
                zero!(self: sweep_valid, sweep_memory);
            }
        }

        /// The flag that the branch asks for; where it leads.
        fn branch(&mut self) {
            const OP_LD: Bits<4> = Operation::Ld as u64;
            const OP_XCHG: Bits<4> = Operation::Xchg as u64;
            const ACT_NEXT: Bits<5> = Act::Next as u64;
            const ACT_LOAD: Bits<5> = Act::Load as u64;
            const ACT_PLACE: Bits<5> = Act::Place as u64;

            let shown_flags: Bits<16> = bit_cast::<16, 1>(self.eq.q.val().into())
                | (bit_cast::<16, 1>(self.ltu.q.val().into()) << 1)
                | (bit_cast::<16, 1>(self.zr.q.val().into()) << 2)
                | (bit_cast::<16, 1>(self.asat.q.val().into()) << 3)
                | (bit_cast::<16, 1>(self.isat.q.val().into()) << 4)
                | (bit_cast::<16, 1>(self.msat.q.val().into()) << 5)
                | (bit_cast::<16, 1>(self.hit.q.val().into()) << 6)
                | (bit_cast::<16, 1>(self.neg.q.val().into()) << 7);
            let flag: Bit = false;
            for i in 1..9 {
                if bc.get_bits::<4>(0) == i.to_bits() {
                    flag = shown_flags.get_bit(i - 1);
                }
            }
            if bc.get_bits::<4>(0) == 9 {
                flag = self.smp_side.val().get_bit(5);
            }
            self.branches.d.next = flag ^ bc.get_bit(4);
            let near: Bit = !bt.get_bit(4);
            let away: Bit = self.branches.q.val() & !near;
            comment!("How far the next word is.");
            let distance: Bits<7> = bit_cast::<7, 4>(bt.get_bits::<4>(0));
            if bt.get_bit(3) {
                distance = bit_cast::<7, 4>(bt.get_bits::<4>(0)) | 0x70;
            }
            let ends_word: Bit = acts.get_bit(ACT_NEXT.index());
            let counts: Bit = (mop >= OP_LD) & (mop <= OP_XCHG);
            let reach: Bits<7> = self.pc.q.val() + distance;
            let after: Bits<7> = self.pc.q.val() + 1;
            let target_missing: Bit = near & reach.get_bit(6) & bc.any();
            let lane_missing: Bit = counts & self.bad_lanes.q.val().get_bit(mb.index());
            self.trouble.d.next = illegal | bites | self.pc.q.val().get_bit(6) | lane_missing | target_missing;
            comment!("The next word was fetched meanwhile, unless another one comes, or the host before it.");
            let attention: Bit = self.asked.q.val() | self.owed.q.val();
            let guess: Bit = false;
            for i in 0..P {
                guess = self.history[i].rd.val().get_bit(1) & near & bc.any();
            }
            let elsewhere: Bit = (self.branches.q.val() ^ guess) | attention;
            let fetch: Bits<6> = after.get_bits::<6>(0);
            if guess {
                fetch = reach.get_bits::<6>(0);
            }
            if self.stale.q.val() {
                fetch = self.pc.q.val().get_bits::<6>(0);
            }
            let loads: Bit = acts.get_bit(ACT_LOAD.index()) | (ends_word & !elsewhere);
            self.current.en.next = loads;
            if acts.get_bit(ACT_LOAD.index()) {
                self.stale.d.next = false;
            }
            if (ends_word & elsewhere) | acts.get_bit(ACT_PLACE.index()) {
                self.stale.d.next = true;
            }
            if ends_word {
                self.tally.d.next = self.tally.q.val() + 1;
                if self.tally.q.val().all() {
                    self.owed.d.next = true;
                }
                self.spare.d.next = self.spare.q.val() - 1;
                if !self.branches.q.val() {
                    self.pc.d.next = after;
                } else if near {
                    self.pc.d.next = reach;
                }
            }
            if acts.get_bit(ACT_PLACE.index()) {
                self.pc.d.next = bit_cast::<7, 6>(on_left.get_bits::<6>(0));
            }
        }

        /// What branches to near words did before: a counter of two bits for each word. After a reset it says once not.
        fn remember(&mut self) {
            const ONCE_NOT: Bits<2> = PREDICTOR_RESET.into();

            let habit: Bits<2> = 0.into();
            for i in 0..P {
                habit = self.history[i].rd.val();
                self.history[i].ra.next = self.pc.q.val().get_bits::<6>(0);
                self.history[i].wa.next = self.pc.q.val().get_bits::<6>(0);
                self.history[i].we.next = ends_word & near & bc.any();
                self.history[i].wd.next = habit - 1;
                if !habit.any() {
                    self.history[i].wd.next = 0.into();
                }
                if self.branches.q.val() {
                    self.history[i].wd.next = habit + 1;
                    if habit.all() {
                        self.history[i].wd.next = 3.into();
                    }
                }
                if resets_file {
                    self.history[i].wa.next = self.count.q.val().get_bits::<6>(0);
                    self.history[i].we.next = true;
                    self.history[i].wd.next = ONCE_NOT;
                }
            }
        }

        /// What else a step does.
        fn acts(&mut self) {
            const ACT_LAUNCH: Bits<5> = Act::Launch as u64;
            const ACT_DONE: Bits<5> = Act::Done as u64;
            const ACT_INTERRUPT: Bits<5> = Act::Interrupt as u64;
            const ACT_FAIL: Bits<5> = Act::Fail as u64;
            const ACT_STOP: Bits<5> = Act::Stop as u64;
            const ACT_COUNT_FROM: Bits<5> = Act::CountFrom as u64;
            const ACT_COUNT: Bits<5> = Act::Count as u64;
            const ERR_ILL: Bits<3> = Error::Illegal as u64;
            const ERR_END: Bits<3> = Error::End as u64;
            const ERR_WDOG: Bits<3> = Error::Watchdog as u64;
            const ERR_LANE: Bits<3> = Error::Lane as u64;
            const ERR_TGT: Bits<3> = Error::Target as u64;

            if acts.get_bit(ACT_LAUNCH.index()) {
                self.within.d.next = true;
                self.spare.d.next = on_left.get_bits::<8>(0);
                self.watched.d.next = on_left.any();
            }
            let interrupts: Bit = acts.get_bit(ACT_INTERRUPT.index());
            let fails: Bit = acts.get_bit(ACT_FAIL.index());
            let pops: Bit = acts.get_bit(ACT_DONE.index()) | interrupts;
            if pops | fails {
                self.within.d.next = false;
            }
            if interrupts {
                self.mode.d.next = STATE_ASKS;
                drive!(self: cause = tag);
            }
            if acts.get_bit(ACT_STOP.index()) {
                self.mode.d.next = STATE_REST;
            }
            if fails {
                self.mode.d.next = STATE_FAILS;
                self.error.d.next = ERR_TGT;
                if lane_missing {
                    self.error.d.next = ERR_LANE;
                }
                if illegal {
                    self.error.d.next = ERR_ILL;
                }
                if bites {
                    self.error.d.next = ERR_WDOG;
                }
                if self.pc.q.val().get_bit(6) {
                    self.error.d.next = ERR_END;
                }
            }
            if interrupts | fails {
                drive!(self: upc = pc.q);
            }
            if interrupts | fails | acts.get_bit(ACT_STOP.index()) {
                self.stopping.d.next = false;
            }
            if acts.get_bit(ACT_COUNT_FROM.index()) {
                self.count.d.next = on_left.get_bits::<8>(0);
            }
            if acts.get_bit(ACT_COUNT.index()) | acts.get_bit(ACT_ENTRY_NEXT.index()) {
                self.count.d.next = self.count.q.val() + 1;
            }
        }
    }
}
