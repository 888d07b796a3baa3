//! The file of half words: what is looked up, what is written; operands A and B.

#[treetap_hdl::phases]
mod file {
    impl Coproc {
        /// Places that both sides share, and what is looked up on the left.
        fn left_lookup(&mut self) {
            const AT_BASE: Bits<4> = places::mode(places::BASE);
            const AT_INDEX: Bits<4> = places::mode(places::INDEX);
            const AT_LARGEST: Bits<4> = places::mode(places::LARGEST);
            const AT_FAR: Bits<4> = places::mode(places::FAR);
            const AT_START: Bits<4> = places::mode(places::START);
            const AT_HOST: Bits<4> = places::mode(places::HOST);
            const AT_HOST_LARGEST: Bits<4> = places::mode(places::HOST_LARGEST);
            const AT_HOST_HIGH: Bits<4> = places::mode(places::HOST_HIGH);
            const AT_HOST_INDEX: Bits<4> = places::mode(places::HOST_INDEX);
            const NOUGHT: Bits<8> = steps::place(places::ZERO);
            const AT_ONE: Bits<8> = steps::place(places::ONE);
            const AT_RANDOM: Bits<8> = steps::place(places::RANDOM);
            const AT_MATCHED: Bits<8> = steps::place(places::MATCHED);
            const MOST_CLASS: Bits<5> = (Opclass::COUNT - 1) as u64;
            const KNOWN_CLASSES: Bits<32> = upto(Opclass::COUNT as u8 - 1);
            const VALUES: Bits<32> = upto(SourceA::V3 as u8) ^ upto(SourceA::V0 as u8 - 1);
            const MD_A: Bits<5> = SourceA::Md as u64;
            const RANDOM_A: Bits<5> = SourceA::Random as u64;
            const IX_A: Bits<5> = SourceA::Ix as u64;
            const MI_A: Bits<5> = SourceA::Mi as u64;
            const NONE_A: Bits<5> = SourceA::Zero as u64;

            comment!("Indices, their largest values, the register that the host means.");
            let index: Bits<8> = bit_cast::<8, 3>(rx) | 0x40;
            let largest: Bits<8> = bit_cast::<8, 3>(wx) | 0xc8;
            let host_largest: Bits<8> = bit_cast::<8, 3>(word.get_bits::<3>(0)) | 0xc8;
            let host_index: Bits<8> = bit_cast::<8, 3>(word.get_bits::<3>(0)) | 0x40;
            let host_low: Bits<8> = word.get_bits::<8>(0);
            if word.get_bit(7) {
                host_low = word.get_bits::<8>(0) | 0x40;
            }
            let host_high: Bits<8> = bit_cast::<8, 7>(word.get_bits::<7>(0)) | 0x80;

            comment!("On the left: operand A, or what the step says. Where A is was found while its word was fetched.");
            let coming_a: Bits<5> = self.coming.q.val().get_bits::<5>(5);
            self.place_a.d.next = 0x0c;
            if VALUES.get_bit(coming_a.index()) {
                self.place_a.d.next = (bit_cast::<8, 2>(coming_a.get_bits::<2>(0)) << 1) | 0x60;
            }
            if coming_a == MD_A {
                self.place_a.d.next = 0x6c;
            }
            if coming_a == MI_A {
                self.place_a.d.next = AT_MATCHED;
            }
            if coming_a == RANDOM_A {
                self.place_a.d.next = AT_RANDOM;
            }
            if coming_a == NONE_A {
                self.place_a.d.next = NOUGHT;
            }
            self.short_a.d.next =
                (coming_a == MI_A) | (coming_a == RANDOM_A) | (coming_a == NONE_A) | (coming_a == IX_A);
            self.index_a.d.next = coming_a == IX_A;
            self.place_a.en.next = loads;
            self.short_a.en.next = loads;
            self.index_a.en.next = loads;
            let from_a: Bits<8> = self.place_a.q.val();
            if !self.short_a.q.val() {
                from_a = self.place_a.q.val()
                    | (bit_cast::<8, 1>(to_left.get_bits::<1>(0)) << 7)
                    | bit_cast::<8, 1>(to_left.get_bits::<1>(1));
            }
            if self.index_a.q.val() {
                from_a = index;
            }
            let class: Bits<5> = self.smp_side.val().get_bits::<5>(0);
            let start: Bits<8> = bit_cast::<8, 4>(class.get_bits::<4>(0)) | 0x70;
            if class.get_bit(4) {
                start = bit_cast::<8, 3>(class.get_bits::<3>(0)) | 0xc0;
            }
            if D == 0 {
                if !KNOWN_CLASSES.get_bit(class.index()) {
                    start = NOUGHT;
                }
            } else if class > MOST_CLASS {
                start = NOUGHT;
            }
            let left_mode: Bits<4> = to_left.get_bits::<4>(2);
            let left_place: Bits<8> = bit_cast::<8, 4>(to_left.get_bits::<4>(0))
                | (bit_cast::<8, 1>(to_left.get_bits::<1>(4)) << 5)
                | (bit_cast::<8, 1>(to_left.get_bits::<1>(4)) << 6)
                | (bit_cast::<8, 1>(to_left.get_bits::<1>(5)) << 7);
            let fixed_left: Bits<8> = 0.into();
            let left_by_word: Bits<8> = 0.into();
            let left_by_base: Bits<8> = 0.into();
            let left_by_index: Bits<8> = 0.into();
            let left_by_target: Bits<8> = 0.into();
            let left_by_class: Bits<8> = 0.into();
            let left_by_host: Bits<8> = 0.into();
            let left_by_host_index: Bits<8> = 0.into();
            if D == 0 {
                comment!("One of these is not 0 at most: that is shorter than a choice of one after the other.");
                if !to_left.get_bit(6) {
                    fixed_left = left_place;
                }
                if to_left.get_bit(6) & !left_mode.any() {
                    left_by_word = from_a;
                }
                if to_left.get_bit(6) & (left_mode == AT_BASE) {
                    left_by_base = bit_cast::<8, 3>(mb) | 0x50;
                }
                if to_left.get_bit(6) & (left_mode == AT_INDEX) {
                    left_by_index = index;
                }
                if to_left.get_bit(6) & (left_mode == AT_FAR) {
                    left_by_target = bit_cast::<8, 2>(bt.get_bits::<2>(0)) | 0x68;
                }
                if to_left.get_bit(6) & (left_mode == AT_START) {
                    left_by_class = start;
                }
                if to_left.get_bit(6) & (left_mode == AT_HOST) {
                    left_by_host = host_low;
                }
                if to_left.get_bit(6) & (left_mode == AT_HOST_INDEX) {
                    left_by_host_index = host_index;
                }
                left_place = (fixed_left | left_by_word | left_by_base | left_by_index)
                    | ((left_by_target | left_by_host | left_by_host_index) | left_by_class);
            } else if to_left.get_bit(6) {
                left_place = from_a;
                if left_mode == AT_BASE {
                    left_place = bit_cast::<8, 3>(mb) | 0x50;
                }
                if left_mode == AT_INDEX {
                    left_place = index;
                }
                if left_mode == AT_FAR {
                    left_place = bit_cast::<8, 2>(bt.get_bits::<2>(0)) | 0x68;
                }
                if left_mode == AT_START {
                    left_place = start;
                }
                if left_mode == AT_HOST {
                    left_place = host_low;
                }
                if left_mode == AT_HOST_INDEX {
                    left_place = host_index;
                }
            }
            self.left.ra.next = left_place;
        }

        /// What is looked up on the right.
        fn right_lookup(&mut self) {
            const MD_B: Bits<5> = SourceB::Md as u64;
            const ONE_B: Bits<5> = SourceB::One as u64;
            const RANDOM_B: Bits<5> = SourceB::Random15 as u64;
            const IX_B: Bits<5> = SourceB::Ix as u64;
            const NONE_B: Bits<5> = SourceB::Zero as u64;

            comment!("On the right: operand B, which was found likewise, or what the step says.");
            let coming_b: Bits<5> = self.coming.q.val().get_bits::<5>(0);
            self.place_b.d.next = (bit_cast::<8, 2>(coming_b.get_bits::<2>(0)) << 1) | 0x60;
            if coming_b.get_bit(2) {
                self.place_b.d.next = (bit_cast::<8, 2>(coming_b.get_bits::<2>(0)) << 1) | 0x58;
            }
            if coming_b == MD_B {
                self.place_b.d.next = 0x6c;
            }
            if coming_b == NONE_B {
                self.place_b.d.next = NOUGHT;
            }
            if coming_b == ONE_B {
                self.place_b.d.next = AT_ONE;
            }
            if coming_b == RANDOM_B {
                self.place_b.d.next = AT_RANDOM;
            }
            self.short_b.d.next = (coming_b == NONE_B) | (coming_b == ONE_B) | (coming_b == RANDOM_B);
            self.index_b.d.next = coming_b == IX_B;
            self.place_b.en.next = loads;
            self.short_b.en.next = loads;
            self.index_b.en.next = loads;
            let from_b: Bits<8> = self.place_b.q.val();
            if !self.short_b.q.val() {
                from_b = self.place_b.q.val()
                    | (bit_cast::<8, 1>(to_right.get_bits::<1>(0)) << 7)
                    | bit_cast::<8, 1>(to_right.get_bits::<1>(1));
            }
            if self.index_b.q.val() {
                from_b = index;
            }
            let right_mode: Bits<4> = to_right.get_bits::<4>(2);
            let right_place: Bits<8> = bit_cast::<8, 4>(to_right.get_bits::<4>(0))
                | (bit_cast::<8, 1>(to_right.get_bits::<1>(4)) << 5)
                | (bit_cast::<8, 1>(to_right.get_bits::<1>(4)) << 6)
                | (bit_cast::<8, 1>(to_right.get_bits::<1>(5)) << 7);
            if to_right.get_bit(6) {
                right_place = from_b;
                if right_mode == AT_INDEX {
                    right_place = index;
                }
                if right_mode == AT_LARGEST {
                    right_place = largest;
                }
                if right_mode == AT_HOST_LARGEST {
                    right_place = host_largest;
                }
                if right_mode == AT_HOST_HIGH {
                    right_place = host_high;
                    if self.narrow.q.val() {
                        right_place = NOUGHT;
                    }
                }
            }
            self.right.ra.next = right_place;
        }

        /// What operand A takes.
        fn operand_a(&mut self) {
            const FROM_FILE: Bits<5> = TakeA::File as u64;
            const FROM_OPERAND: Bits<5> = TakeA::Operand as u64;
            const FROM_LANE: Bits<5> = TakeA::Lane as u64;
            const FROM_PART: Bits<5> = TakeA::Part as u64;
            const FROM_PART_ONES: Bits<5> = TakeA::PartOnes as u64;
            const FROM_DATA_LOW: Bits<5> = TakeA::DataLow as u64;
            const FROM_DATA_HIGH: Bits<5> = TakeA::DataHigh as u64;
            const FROM_FOUND: Bits<5> = TakeA::Found as u64;
            const FROM_HOST_BASE: Bits<5> = TakeA::HostBase as u64;
            const FROM_MADE: Bits<5> = TakeA::Made as u64;
            const BYTE_SIZE: Bits<2> = 3;

            comment!("A lane of the sample, a part of an entry.");
            drive!(fields: code = sa, coming = coming_a, recfmt = recfmt.q, lanes = smp_lanes);
            self.fields.load.next = loads;
            self.fields.second.next = second;
            self.fields.half.next = half.get_bit(0);
            let above: Bit = half.any();
            let short: Bit = above & self.short_a.q.val();
            let is_file: Bit = takes_a.get_bit(FROM_FILE.index())
                | (takes_a.get_bit(FROM_OPERAND.index()) & !short)
                | (takes_a.get_bit(FROM_FOUND.index()) & !meets);
            let of_lane: Bits<16> = self.fields.value.val();
            if takes_a.get_bit(FROM_OPERAND.index()) & above & self.fields.short.val() {
                of_lane = 0.into();
            }
            let found_part: Bits<16> = 0.into();
            if D == 0 {
                found_part = self.entries.rd.val();
            } else {
                found_part =
                    bit_cast::<16, 8>(self.sides[0].rd.val()) | (bit_cast::<16, 8>(self.sides[1].rd.val()) << 8);
            }
            let whole_part: Bits<16> = found_part;
            if self.size.q.val() == BYTE_SIZE {
                found_part = bit_cast::<16, 8>(whole_part.get_bits::<8>(0));
                if self.first_byte.q.val().get_bit(0) {
                    found_part = whole_part >> 8;
                }
            }
            let part: Bits<16> = found_part;
            if D == 0 {
                self.piece.d.next = found_part;
                part = self.piece.q.val();
            }
            let one_more: Bits<16> = part;
            if (self.size.q.val() == BYTE_SIZE) & takes_a.get_bit(FROM_PART_ONES.index()) {
                part = one_more | 0xff00;
            }

            comment!("What the host writes.");
            let written_low: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_DATA_LOW.index()) {
                written_low = self.bus.wdata.val().get_bits::<16>(0) & allowed_low;
            }
            let written_high: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_DATA_HIGH.index()) {
                written_high = self.bus.wdata.val().get_bits::<16>(16) & allowed_high;
            }
            let based: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_HOST_BASE.index()) {
                based = host_base;
            }

            comment!("What a word takes.");
            let matched: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_FOUND.index()) & meets {
                matched = bit_cast::<16, LG>(found);
            }
            let sampled: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_LANE.index()) | (takes_a.get_bit(FROM_OPERAND.index()) & self.fields.direct.val()) {
                sampled = of_lane;
            }
            let counted_part: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_PART.index()) | takes_a.get_bit(FROM_PART_ONES.index()) {
                counted_part = part;
            }
            let taken: Bits<16> = (written_low | written_high | based) | (matched | sampled | counted_part);
            let gathered: Bits<1> = 0.into();
            if D == 0 {
                comment!("A valid bit enters A, not what is made: it comes from afar.");
                gathered = (self.gathers.q.val() & there).into();
                taken = taken | (bit_cast::<16, 1>(gathered) << 15);
            }
            drive!(self: key = on_left);
            self.key.en.next = takes_key;
        }

        /// What operand B takes, and the rest of A, which may be what the ALU makes.
        fn operand_b(&mut self) {
            const B_HOLD: Bits<4> = TakeB::Hold as u64;
            const FILE_B: Bits<4> = TakeB::File as u64;
            const NOT_FILE_B: Bits<4> = TakeB::NotFile as u64;
            const OPERAND_B: Bits<4> = TakeB::Operand as u64;
            const NOT_OPERAND_B: Bits<4> = TakeB::NotOperand as u64;
            const ONES_B: Bits<4> = TakeB::Ones as u64;
            const CLIP_B: Bits<4> = TakeB::Clip as u64;
            const NOT_CLIP_B: Bits<4> = TakeB::NotClip as u64;

            let is_operand: Bit = takes_b.get_bit(OPERAND_B.index()) | takes_b.get_bit(NOT_OPERAND_B.index());
            let read: Bit = is_operand | takes_b.get_bit(FILE_B.index()) | takes_b.get_bit(NOT_FILE_B.index());
            comment!("Short registers are 0 above; of the generator there are four bits.");
            let of_generator: Bit = is_operand & (sb == RANDOM_B);
            if is_operand & above & (of_generator | (sb == IX_B) | (sb == ONE_B)) {
                read = false;
            }
            let inverts: Bit = takes_b.get_bit(NOT_FILE_B.index())
                | takes_b.get_bit(NOT_OPERAND_B.index())
                | takes_b.get_bit(ONES_B.index())
                | (takes_b.get_bit(CLIP_B.index()) & self.clip.q.val())
                | (takes_b.get_bit(NOT_CLIP_B.index()) & !self.clip.q.val());
            let other_b: Bits<16> = 0.into();
            if read {
                other_b = self.right.rd.val();
                if of_generator {
                    other_b = self.right.rd.val() & 15;
                }
            }
            if !takes_b.get_bit(B_HOLD.index()) {
                self.b.d.next = other_b;
                if inverts {
                    self.b.d.next = !other_b;
                }
            }
        }

        /// What is written: into the file, and into the other memories.
        fn writes(&mut self) {
            const AT_COUNTED: Bits<4> = places::mode(places::COUNTED);
            const RECFMT_AT: Bits<8> = u64::from(regs::RECFMT.offset / 4);
            const PUT_PART: Bits<3> = Memory::Part as u64;
            const PUT_WORD: [Bits<3>; 3] = (0..3).map(|at| Memory::Word0 as u64 + at);

            let of_alu: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_MADE.index()) {
                of_alu = made;
            }
            if self.a_takes.q.val() {
                self.a.d.next = taken | of_alu;
                if D == 1 {
                    zero!(self: a_file);
                }
                comment!("What memories give comes last.");
                if is_file & !(takes_a.get_bit(FROM_OPERAND.index()) & self.fields.direct.val()) {
                    if D == 0 {
                        self.a.d.next = self.left.rd.val();
                    } else {
                        self.a_file.d.next = self.left.rd.val();
                    }
                }
            }

            comment!("The file.");
            let write_mode: Bits<4> = to_write.get_bits::<4>(2);
            let value: Bits<3> = vd - 1;
            let write_place: Bits<8> = bit_cast::<8, 4>(to_write.get_bits::<4>(0))
                | (bit_cast::<8, 1>(to_write.get_bits::<1>(4)) << 5)
                | (bit_cast::<8, 1>(to_write.get_bits::<1>(4)) << 6)
                | (bit_cast::<8, 1>(to_write.get_bits::<1>(5)) << 7);
            let written: Bit = to_write.get_bit(7);
            let resets_file: Bit = to_write.get_bit(7) & to_write.get_bit(6) & (write_mode == AT_COUNTED);
            if to_write.get_bit(6) {
                write_place = (bit_cast::<8, 1>(to_write.get_bits::<1>(0)) << 7)
                    | bit_cast::<8, 1>(to_write.get_bits::<1>(1))
                    | (bit_cast::<8, 2>(value.get_bits::<2>(0)) << 1)
                    | 0x60;
                if write_mode == AT_INDEX {
                    write_place = bit_cast::<8, 3>(wx) | 0x40;
                }
                if write_mode == AT_HOST {
                    write_place = host_low;
                    written = to_write.get_bit(7) & self.filed.q.val() & !(self.unqueued.q.val() & self.met.q.val());
                }
                if write_mode == AT_HOST_HIGH {
                    write_place = host_high;
                    written = to_write.get_bit(7) & self.filed.q.val() & !self.narrow.q.val();
                }
                if write_mode == AT_HOST_LARGEST {
                    write_place = host_largest;
                }
                if write_mode == AT_HOST_INDEX {
                    write_place = host_index;
                }
                if write_mode == AT_COUNTED {
                    write_place = self.count.q.val();
                    if D == 0 {
                        written = !(self.keeps.q.val() & self.counts_format.q.val());
                    } else {
                        written = !(self.keeps.q.val() & (self.count.q.val() == RECFMT_AT));
                    }
                }
            }
            if D == 0 {
                self.counts_format.d.next = self.count.q.val() == RECFMT_AT;
            }
            self.left.wa.next = write_place;
            self.left.wd.next = made;
            self.left.we.next = written;
            self.right.wa.next = write_place;
            self.right.wd.next = made;
            self.right.we.next = written;

            comment!("The data memory, a cycle later: a byte with its neighbour. No sum is written there.");
            let part_at: Bits<2> = self.first_byte.q.val().get_bits::<2>(1) | column;
            let place: Bits<PLACE> = (bit_cast::<PLACE, LG>(self.entry.q.val()) << 2) | bit_cast::<PLACE, 2>(part_at);
            self.put.d.next = puts.get_bit(PUT_PART.index());
            self.put_place.d.next = place;
            let small: Bits<16> = bit_cast::<16, 8>(self.result.q.val().get_bits::<8>(0));
            if D == 0 {
                drive!(entries: ra = place, wa = put_place.q, we = put.q, wd = result.q);
                if self.size.q.val() == BYTE_SIZE {
                    self.entries.wd.next = (self.entries.rd.val() & 0xff00) | small;
                    if self.first_byte.q.val().get_bit(0) {
                        self.entries.wd.next = (self.entries.rd.val() & 0x00ff) | (small << 8);
                    }
                }
            } else {
                for i in 0..2 {
                    self.sides[i].ra.next = place;
                    self.sides[i].wa.next = self.put_place.q.val();
                    self.sides[i].we.next = self.put.q.val();
                    self.sides[i].wd.next = self.result.q.val().get_bits::<8>(i * 8);
                }
                if self.size.q.val() == BYTE_SIZE {
                    self.sides[1].wd.next = small.get_bits::<8>(0);
                    self.sides[0].we.next = self.put.q.val() & !self.first_byte.q.val().get_bit(0);
                    self.sides[1].we.next = self.put.q.val() & self.first_byte.q.val().get_bit(0);
                }
            }

            comment!("Microcode.");
            for i in 0..3 {
                self.microcode[i].ra.next = bit_cast::<WORDS, 6>(fetch);
                self.microcode[i].wa.next = bit_cast::<WORDS, 6>(self.pc.q.val().get_bits::<6>(0));
                self.microcode[i].wd.next = plain;
                self.microcode[i].we.next = puts.get_bit(PUT_WORD[i].index());
            }
        }
    }
}
