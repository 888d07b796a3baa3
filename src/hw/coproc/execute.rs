//! A word, from its operands to what it writes.

#[treetap_hdl::phases]
mod execute {
    impl Coproc {
        /// Operands, the address of the entry, what a match looks at.
        fn operands(&mut self) {
            const MD_A: Bits<5> = SourceA::Md as u64;
            const RANDOM_A: Bits<5> = SourceA::Random as u64;
            const VALUES: Bits<32> = upto(SourceA::V3 as u8) ^ upto(SourceA::V0 as u8 - 1);
            const IX_A: Bits<5> = SourceA::Ix as u64;
            const MI_A: Bits<5> = SourceA::Mi as u64;
            const FILES: Bits<32> = upto(SourceB::K3 as u8);
            const MD_B: Bits<5> = SourceB::Md as u64;
            const ONE_B: Bits<5> = SourceB::One as u64;
            const RANDOM_B: Bits<5> = SourceB::Random15 as u64;
            const IX_B: Bits<5> = SourceB::Ix as u64;
            const OP_MATCH: Bits<4> = Memory::Match as u64;
            const OP_SUB: Bits<4> = Operation::Sub as u64;
            const OP_SUBS: Bits<4> = Operation::Subs as u64;
            const SOURCE: [Bits<6>; 6] = (0..6).map(|at| 1 << at);

            comment!("Where operands come from, a bit each: what they are has to be there when the registers are.");
            self.from_a.d.next = 0.into();
            if is_field {
                self.from_a.d.next = SOURCE[0];
            }
            if sa == MD_A {
                self.from_a.d.next = SOURCE[1];
            }
            if sa == RANDOM_A {
                self.from_a.d.next = SOURCE[2];
            }
            if VALUES.get_bit(sa.index()) {
                self.from_a.d.next = SOURCE[3];
            }
            if sa == IX_A {
                self.from_a.d.next = SOURCE[4];
            }
            if sa == MI_A {
                self.from_a.d.next = SOURCE[5];
            }
            self.from_b.d.next = 0.into();
            if FILES.get_bit(sb.index()) {
                self.from_b.d.next = SOURCE[0];
            }
            if sb == MD_B {
                self.from_b.d.next = SOURCE[1];
            }
            if sb == ONE_B {
                self.from_b.d.next = SOURCE[2];
            }
            if sb == RANDOM_B {
                self.from_b.d.next = SOURCE[3];
            }
            if sb == IX_B {
                self.from_b.d.next = SOURCE[4];
            }
            let random: Bit = self.from_a.q.val().get_bit(2) | self.from_b.q.val().get_bit(3);

            comment!("Operands A and B.");
            let index: Bits<16> = self.indices.rd.val();
            let source_a: Bits<VW> = 0.into();
            if self.from_a.q.val().get_bit(0) {
                source_a = source_a | self.fields.value.val();
            }
            if self.from_a.q.val().get_bit(1) {
                source_a = source_a | self.md.q.val();
            }
            if self.from_a.q.val().get_bit(2) {
                source_a = source_a | bit_cast::<VW, 16>(self.lfsr.q.val());
            }
            if self.from_a.q.val().get_bit(3) {
                source_a = source_a | left_value;
            }
            if self.from_a.q.val().get_bit(4) {
                source_a = source_a | bit_cast::<VW, 16>(index);
            }
            if self.from_a.q.val().get_bit(5) {
                source_a = source_a | bit_cast::<VW, LG>(self.mi.q.val());
            }
            let differs: Bit = (aop == OP_SUB) | (aop == OP_SUBS);
            let source_b: Bits<VW> = 0.into();
            if self.from_b.q.val().get_bit(0) {
                source_b = source_b | right_value;
            }
            if self.from_b.q.val().get_bit(1) {
                source_b = source_b | self.md.q.val();
            }
            if self.from_b.q.val().get_bit(2) {
                source_b = source_b | 1;
            }
            if self.from_b.q.val().get_bit(3) {
                source_b = source_b | bit_cast::<VW, 4>(self.lfsr.q.val().get_bits::<4>(0));
            }
            if self.from_b.q.val().get_bit(4) {
                source_b = source_b | bit_cast::<VW, 16>(index);
            }
            if self.phase.q.val() == Phase::Operand {
                self.a.d.next = source_a;
                self.b.d.next = source_b;
                self.inverted.d.next = differs;
                if differs {
                    self.b.d.next = !source_b;
                }
                drive!(self: part_size = part_of.size, part_byte = part_of.first, part_op = mop);
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
            const OP_ADD: Bits<4> = Operation::Add as u64;
            const OP_ADDS: Bits<4> = Operation::Adds as u64;
            const OP_SHL1: Bits<4> = Operation::Shl1 as u64;
            const OP_SHL2: Bits<4> = Operation::Shl2 as u64;
            const OP_SHR1: Bits<4> = Operation::Shr1 as u64;
            const OP_SHR2: Bits<4> = Operation::Shr2 as u64;
            const OP_SHR4: Bits<4> = Operation::Shr4 as u64;
            const OP_SHR8: Bits<4> = Operation::Shr8 as u64;
            const OP_CREAD: Bits<4> = Memory::Read as u64;

            drive!(alu: op = aop, a = a.q, b = b.q, one = inverted.q);
            drive!(part: size = part_size.q, first = part_byte.q, op = part_op.q, slot = slot, old = old.q);
            drive!(part: r = r.q, raw = raw.q, new = fresh.q);
            comment!("The largest value of the index that is written.");
            self.largest.width.next = self.widths.rd.val();
            let saturates: Bit = (aop == OP_ADDS) | (aop == OP_SUBS);
            let turns: Bits<4> = 0.into();
            if saturates | (aop == OP_SHL1) | (aop == OP_SHR1) {
                turns = 1.into();
            }
            if (aop == OP_SHL2) | (aop == OP_SHR2) {
                turns = 2.into();
            }
            if aop == OP_SHR4 {
                turns = 4.into();
            }
            if aop == OP_SHR8 {
                turns = 8.into();
            }
            let sums: Bit = (aop == OP_ADD) | saturates | (aop == OP_SUB);
            comment!("What R becomes, if it does: the sum comes last.");
            let result: Bits<VW> = self.alu.other.val();
            let upward: Bit = (aop == OP_SHL1) | (aop == OP_SHL2);
            let adjusting: Bit = self.phase.q.val() == Phase::Adjust;
            if adjusting {
                comment!("A bit is shifted out in a cycle; a sum that is too large or too small stays at the bound.");
                result = self.r.q.val() >> 1;
                if upward {
                    result = self.r.q.val() << 1;
                }
                if saturates {
                    result = self.r.q.val();
                    if self.clips.q.val() {
                        result = 0.into();
                        if aop == OP_ADDS {
                            result = !bit_cast::<VW, 1>(false.into());
                        }
                    }
                }
            }
            if sums & !adjusting {
                result = result | self.alu.sum.val();
            }
            drive!(self: r = result);
            self.r.en.next = adjusting | (self.phase.q.val() == Phase::Execute);
            if self.phase.q.val() == Phase::Execute {
                drive!(self: old = part.part);
                comment!("From here on B is inverted, for a comparison.");
                self.inverted.d.next = true;
                if !self.inverted.q.val() {
                    self.b.d.next = !self.b.q.val();
                }
                self.clips.d.next = self.alu.carry.val() ^ (aop == OP_SUBS);
                self.adjusts.d.next = turns;
                self.widest.d.next = self.largest.mask.val();
                if mop == OP_CREAD {
                    self.hit.d.next = self.valid.rd.val().get_bit(0);
                }
                self.phase.d.next = Phase::Count;
                if turns.any() {
                    self.phase.d.next = Phase::Adjust;
                }
            }
            if adjusting {
                self.adjusts.d.next = self.adjusts.q.val() - 1;
                if self.adjusts.q.val() == 1 {
                    self.phase.d.next = Phase::Count;
                }
            }
        }

        /// The sums of the part and of the index; how A and B compare.
        fn count(&mut self) {
            const IOP_DOWN: Bits<3> = Index::Dec as u64;
            const IOP_DOWN_LEAST: Bits<3> = Index::Decs as u64;

            let one: Bits<17> = 1.into();
            if (iop == IOP_DOWN) | (iop == IOP_DOWN_LEAST) {
                one = !bit_cast::<17, 1>(false.into());
            }
            if (iop == IOP_DOWN_LEAST) & !index.any() {
                one = 0.into();
            }
            if self.phase.q.val() == Phase::Count {
                drive!(self: raw = part.sum, equal = alu.eq);
                self.less.d.next = !self.alu.carry.val();
                self.index_sum.d.next = bit_cast::<17, 16>(index) + one;
                self.phase.d.next = Phase::Settle;
            }
        }

        /// The new part, the new index, the new flags.
        fn settle(&mut self) {
            const OP_MINC: Bits<4> = Memory::Inc as u64;
            const OP_MADD: Bits<4> = Memory::Add as u64;
            const IOP_UP: Bits<3> = Index::Inc as u64;
            const IOP_UP_MOST: Bits<3> = Index::Incs as u64;
            const IOP_MOV: Bits<3> = Index::Mov as u64;
            const IOP_ALU: Bits<3> = Index::Alu as u64;
            const IOP_MATCHED: Bits<3> = Index::Match as u64;

            comment!("The new index: one more or less wraps, or stops at the end.");
            let sum: Bits<16> = self.index_sum.q.val().get_bits::<16>(0);
            let cap: Bits<16> = self.widest.q.val();
            let beyond: Bit = (sum & !cap).any() | self.index_sum.q.val().get_bit(16);
            let stops: Bit = (iop == IOP_UP_MOST) | (iop == IOP_DOWN_LEAST);
            let steps: Bit = stops | (iop == IOP_UP) | (iop == IOP_DOWN);
            let chosen: Bits<16> = sum;
            if iop == IOP_MOV {
                chosen = index;
            }
            if iop == IOP_ALU {
                chosen = self.r.q.val().get_bits::<16>(0);
            }
            if iop == IOP_MATCHED {
                chosen = bit_cast::<16, LG>(self.found.q.val());
            }
            let stepped_index: Bits<16> = chosen & cap;
            if stops & beyond {
                stepped_index = cap;
            }
            let ends: Bit = (sum | !cap).all();
            if iop == IOP_UP_MOST {
                ends = beyond | (sum | !cap).all();
            }
            if iop == IOP_UP {
                ends = !(sum & cap).any();
            }
            if iop == IOP_DOWN_LEAST {
                ends = !beyond & !sum.any();
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
            if self.phase.q.val() == Phase::Settle {
                drive!(self: fresh = part.counted);
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
                    following = self.away.q.val();
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
