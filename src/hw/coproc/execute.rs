//! A word, from its operands to what it writes.

#[treetap_hdl::phases]
mod execute {
    impl Coproc {
        /// Operands, the address of the entry, what a match looks at.
        fn operands(&mut self) {
            const ZERO_A: Bits<5> = SourceA::Zero as u64;
            const MD_A: Bits<5> = SourceA::Md as u64;
            const RANDOM_A: Bits<5> = SourceA::Random as u64;
            const V0_A: Bits<5> = SourceA::V0 as u64;
            const IX_A: Bits<5> = SourceA::Ix as u64;
            const MI_A: Bits<5> = SourceA::Mi as u64;
            const MD_B: Bits<5> = SourceB::Md as u64;
            const ZERO_B: Bits<5> = SourceB::Zero as u64;
            const ONE_B: Bits<5> = SourceB::One as u64;
            const RANDOM_B: Bits<5> = SourceB::Random15 as u64;
            const IX_B: Bits<5> = SourceB::Ix as u64;
            const OP_MATCH: Bits<4> = Memory::Match as u64;

            comment!("Operands A and B.");
            drive!(fields: code = sa, recfmt = recfmt.q, lanes = smp_lanes, side = smp_side, low = low.q);
            self.fields.late.next = self.phase.q.val() == Phase::Operand;
            let random: Bit = (sa == RANDOM_A) | (sb == RANDOM_B);
            let index: Bits<16> = self.indices.rd.val();
            let source_a: Bits<VW> = self.fields.value.val();
            if sa >= ZERO_A {
                source_a = 0.into();
            }
            if sa == MD_A {
                source_a = self.md.q.val();
            }
            if sa == RANDOM_A {
                source_a = bit_cast::<VW, 16>(self.lfsr.q.val());
            }
            if (sa >= V0_A) & (sa < IX_A) {
                source_a = left_value;
            }
            if sa == IX_A {
                source_a = bit_cast::<VW, 16>(index);
            }
            if sa == MI_A {
                source_a = bit_cast::<VW, LG>(self.mi.q.val());
            }
            let source_b: Bits<VW> = right_value;
            if sb == MD_B {
                source_b = self.md.q.val();
            }
            if sb == ZERO_B {
                source_b = 0.into();
            }
            if sb == ONE_B {
                source_b = 1.into();
            }
            if sb == RANDOM_B {
                source_b = bit_cast::<VW, 4>(self.lfsr.q.val().get_bits::<4>(0));
            }
            if sb == IX_B {
                source_b = bit_cast::<VW, 16>(index);
            }
            if self.phase.q.val() == Phase::Operand {
                self.a.d.next = source_a;
                self.b.d.next = source_b;
                self.hit.d.next = self.flags.q.val().get_bit(6);
                self.found.d.next = self.mi.q.val();
                self.scan_at.d.next = first.get_bits::<LG>(0);
                self.scan_last.d.next = (first | mask).get_bits::<LG>(0);
                self.scan_live.d.next = false;
                if !failure.any() {
                    self.phase.d.next = Phase::Execute;
                    if mop == OP_MATCH {
                        self.phase.d.next = Phase::Scan;
                    }
                }
            }
        }

        /// Keys one after the other, from the first that the base can name.
        fn scan(&mut self) {
            comment!("A match: a key a cycle, compared in the cycle after.");
            let meets: Bit = self.scan_live.q.val()
                & self.valid.rd.val().get_bit(0)
                & (self.keys.rd.val() == self.a.q.val().get_bits::<32>(0));
            if self.phase.q.val() == Phase::Scan {
                self.scan_at.d.next = self.scan_at.q.val() + 1;
                self.scan_seen.d.next = self.scan_at.q.val();
                self.scan_live.d.next = true;
                self.hit.d.next = meets;
                if meets {
                    self.found.d.next = self.scan_seen.q.val();
                }
                if meets | outside | (self.scan_live.q.val() & (self.scan_seen.q.val() == self.scan_last.q.val())) {
                    self.phase.d.next = Phase::Execute;
                }
            }
        }

        /// R, and the part of the entry.
        fn execute(&mut self) {
            const OP_CREAD: Bits<4> = Memory::Read as u64;

            drive!(alu: op = aop, a = a.q, b = b.q);
            drive!(part: lane = lane, op = mop, slot = slot, old = old.q, r = r.q, new = fresh.q);
            if self.phase.q.val() == Phase::Execute {
                drive!(self: r = alu.r, equal = alu.eq, less = alu.ltu, old = part.part);
                if mop == OP_CREAD {
                    self.hit.d.next = self.valid.rd.val().get_bit(0);
                }
                self.phase.d.next = Phase::Count;
            }
        }

        /// The new part, the new index, the new flags.
        fn count(&mut self) {
            const OP_ADDS: Bits<4> = Operation::Adds as u64;
            const OP_SUBS: Bits<4> = Operation::Subs as u64;
            const OP_MINC: Bits<4> = Memory::Inc as u64;
            const OP_MADD: Bits<4> = Memory::Add as u64;
            const IOP_UP: Bits<3> = Index::Inc as u64;
            const IOP_DOWN: Bits<3> = Index::Dec as u64;
            const IOP_UP_MOST: Bits<3> = Index::Incs as u64;
            const IOP_DOWN_LEAST: Bits<3> = Index::Decs as u64;
            const IOP_MOV: Bits<3> = Index::Mov as u64;
            const IOP_ALU: Bits<3> = Index::Alu as u64;
            const IOP_MATCHED: Bits<3> = Index::Match as u64;
            const WIDER: [Bits<5>; 16] = (0..16).map(|bit| bit);
            const INDEX_BIT: [Bits<16>; 16] = (0..16).map(|bit| 1 << bit);

            comment!("The largest value of the index that is written.");
            let widest: Bits<16> = 0.into();
            for i in 0..16 {
                if self.widths.rd.val() > WIDER[i] {
                    widest = widest | INDEX_BIT[i];
                }
            }

            comment!("The new index: one more or less wraps, or stops at the end.");
            let sum: Bits<17> = bit_cast::<17, 16>(index) + 1;
            if (iop == IOP_DOWN) | (iop == IOP_DOWN_LEAST) {
                sum = bit_cast::<17, 16>(index) - 1;
            }
            if (iop == IOP_DOWN_LEAST) & !index.any() {
                sum = 0.into();
            }
            let beyond: Bit = sum > bit_cast::<17, 16>(widest);
            let stepped_index: Bits<16> = sum.get_bits::<16>(0) & widest;
            if ((iop == IOP_UP_MOST) | (iop == IOP_DOWN_LEAST)) & beyond {
                stepped_index = widest;
            }
            let ends: Bit = stepped_index == widest;
            if (iop == IOP_UP) | (iop == IOP_DOWN_LEAST) {
                ends = !stepped_index.any();
            }
            let steps: Bit = (iop == IOP_UP) | (iop == IOP_DOWN) | (iop == IOP_UP_MOST) | (iop == IOP_DOWN_LEAST);
            if iop == IOP_MOV {
                stepped_index = index & widest;
            }
            if iop == IOP_ALU {
                stepped_index = self.r.q.val().get_bits::<16>(0) & widest;
            }
            if iop == IOP_MATCHED {
                stepped_index = bit_cast::<16, LG>(self.found.q.val()) & widest;
            }

            comment!("The flags, from bit 0: eq ltu zr asat isat msat hit neg.");
            let new_flags: Bits<8> = self.flags.q.val() & 0x38;
            if self.hit.q.val() {
                new_flags = new_flags | 0x40;
            }
            if aop.any() {
                if self.equal.q.val() {
                    new_flags = new_flags | 1;
                }
                if self.less.q.val() {
                    new_flags = new_flags | 2;
                }
                if !self.r.q.val().any() {
                    new_flags = new_flags | 4;
                }
                if self.r.q.val().get_bit(VW - 1) {
                    new_flags = new_flags | 0x80;
                }
            } else {
                new_flags = new_flags | (self.flags.q.val() & 0x87);
            }
            if aop == OP_ADDS {
                new_flags = new_flags & 0xf7;
                if self.r.q.val().all() {
                    new_flags = new_flags | 8;
                }
            }
            if aop == OP_SUBS {
                new_flags = new_flags & 0xf7;
                if !self.r.q.val().any() {
                    new_flags = new_flags | 8;
                }
            }
            if steps {
                new_flags = new_flags & 0xef;
                if ends {
                    new_flags = new_flags | 0x10;
                }
            }
            if (mop >= OP_MINC) & (mop <= OP_MADD) {
                new_flags = new_flags & 0xdf;
                if self.part.bound.val() {
                    new_flags = new_flags | 0x20;
                }
            }
            if self.phase.q.val() == Phase::Count {
                drive!(self: fresh = part.sum);
                self.fresh_flags.d.next = new_flags;
                self.fresh_index.d.next = stepped_index;
                self.moved.d.next = iop.any() & ((iop != IOP_MATCHED) | self.hit.q.val());
                self.phase.d.next = Phase::Commit;
            }
        }

        /// What is written, and where it goes on.
        fn commit(&mut self) {
            const OP_ST: Bits<4> = Memory::St as u64;
            const BT_IS_DONE: Bits<5> = BT_DONE.into();
            const BT_IS_INT: Bits<5> = BT_INTERRUPT.into();
            const TAPS: Bits<16> = lfsr::TAPS.into();

            comment!("The flag that the branch asks for.");
            let flag: Bit = false;
            for i in 1..9 {
                if bc.get_bits::<4>(0) == i.to_bits() {
                    flag = self.fresh_flags.q.val().get_bit(i - 1);
                }
            }
            if bc.get_bits::<4>(0) == 9 {
                flag = self.smp_side.val().get_bit(5);
            }
            let taken: Bit = flag ^ bc.get_bit(4);
            let following: Bits<7> = self.pc.q.val() + 1;
            if taken {
                following = bit_cast::<7, 6>(self.places.rd.val());
                if near {
                    following = away;
                }
            }
            let stepped: Bits<16> = self.lfsr.q.val();
            for _step in 0..4 {
                if stepped.get_bit(0) {
                    stepped = (stepped >> 1) ^ TAPS;
                } else {
                    stepped = stepped >> 1;
                }
            }
            let pops: Bit = false;
            if self.phase.q.val() == Phase::Commit {
                drive!(self: flags = fresh_flags.q, mi = found.q);
                self.executed.d.next = self.executed.q.val() + 1;
                self.words.d.next = self.words.q.val() + 1;
                self.pc.d.next = following;
                self.phase.d.next = Phase::Decode;
                if random {
                    self.lfsr.d.next = stepped;
                }
                if (mop == OP_LD) | (mop == OP_XCHG) {
                    self.md.d.next = self.old.q.val();
                }
                if counts & (mop > OP_ST) & (mop != OP_XCHG) {
                    self.md.d.next = self.fresh.q.val();
                }
                if mop == OP_CREAD {
                    self.md.d.next = bit_cast::<VW, 32>(self.keys.rd.val());
                }
                if taken & (bt >= BT_IS_DONE) {
                    pops = true;
                    self.phase.d.next = Phase::Wait;
                    if bt == BT_IS_INT {
                        self.mode.d.next = ASKS;
                        self.phase.d.next = Phase::Rest;
                        self.cause.d.next = tag;
                        self.upc.d.next = self.pc.q.val();
                        self.stopping.d.next = false;
                    }
                }
            }
            if self.phase.q.val() == Phase::Commit {
                self.microcode.ra.next = following.get_bits::<6>(0);
            }
        }
    }
}
