//! What the ALU makes of A and B, and the flags (docs/reference/coproc.md, B.3, 2).

#[treetap_hdl::phases]
mod sums {
    impl Coproc {
        /// What is found beside operand A: in an instruction, and what the host reads.
        fn beside(&mut self) {
            const FROM_IMMEDIATE_LOW: Bits<5> = TakeA::ImmediateLow as u64;
            const FROM_IMMEDIATE_HIGH: Bits<5> = TakeA::ImmediateHigh as u64;
            const FROM_IMMEDIATE_SIGN: Bits<5> = TakeA::ImmediateSign as u64;
            const FROM_KEY_LOW: Bits<5> = TakeA::KeyLow as u64;
            const FROM_KEY_HIGH: Bits<5> = TakeA::KeyHigh as u64;
            const FROM_TOLD_LOW: Bits<5> = TakeA::ToldLow as u64;
            const FROM_TOLD_HIGH: Bits<5> = TakeA::ToldHigh as u64;
            const FROM_RANDOM: Bits<5> = TakeA::Random as u64;
            const FROM_RESET: Bits<5> = TakeA::Reset as u64;
            const TAPS: Bits<16> = lfsr::TAPS.into();
            const I_FORMATS: Bits<32> = majors(&[0, 1, 2, 4, 6, 25, 28]);
            const S_FORMATS: Bits<32> = majors(&[8, 9]);
            const B_FORMATS: Bits<32> = majors(&[24]);
            const U_FORMATS: Bits<32> = majors(&[5, 13]);
            const J_FORMATS: Bits<32> = majors(&[27]);

            comment!(
                "The format of an instruction whose low half is A: LOAD, FLOAD, ALU, JALR, SYSTEM; stores; branches .."
            );
            let major: Bits<5> = on_left.get_bits::<5>(2);
            let whole: Bit = on_left.get_bits::<2>(0).all();
            self.i_format.d.next = whole & I_FORMATS.get_bit(major.index());
            self.s_format.d.next = whole & S_FORMATS.get_bit(major.index());
            self.b_format.d.next = whole & B_FORMATS.get_bit(major.index());
            self.u_format.d.next = whole & U_FORMATS.get_bit(major.index());
            self.j_format.d.next = whole & J_FORMATS.get_bit(major.index());
            self.i_format.en.next = takes_key;
            self.s_format.en.next = takes_key;
            self.b_format.en.next = takes_key;
            self.u_format.en.next = takes_key;
            self.j_format.en.next = takes_key;
            comment!("An instruction: its immediate, its small fields.");
            self.ways.insn.next = whole_key;
            let signs: Bits<32> = 0.into();
            if whole_key.get_bit(31) {
                signs = !signs;
            }
            self.offset.d.next = 0.into();
            if self.i_format.q.val() {
                self.offset.d.next = (signs << 11) | bit_cast::<32, 11>(whole_key.get_bits::<11>(20));
            }
            if self.s_format.q.val() {
                self.offset.d.next = (signs << 11)
                    | (bit_cast::<32, 6>(whole_key.get_bits::<6>(25)) << 5)
                    | bit_cast::<32, 5>(whole_key.get_bits::<5>(7));
            }
            if self.b_format.q.val() {
                drive!(self: offset = ways.branch);
            }
            if self.u_format.q.val() {
                self.offset.d.next = bit_cast::<32, 20>(whole_key.get_bits::<20>(12)) << 12;
            }
            if self.j_format.q.val() {
                drive!(self: offset = ways.jump);
            }
            drive!(fields: insn = whole_key, side = smp_side);
            self.detail.d.next = self.fields.few.val();
            if takes_a.get_bit(FROM_IMMEDIATE_LOW.index()) {
                self.detail.d.next = self.offset.q.val().get_bits::<16>(0);
            }
            if takes_a.get_bit(FROM_IMMEDIATE_HIGH.index()) {
                self.detail.d.next = self.offset.q.val().get_bits::<16>(16);
            }
            if takes_a.get_bit(FROM_IMMEDIATE_SIGN.index()) {
                self.detail.d.next = 0.into();
                if self.offset.q.val().get_bit(31) {
                    self.detail.d.next = !bit_cast::<16, 1>(false.into());
                }
            }
            comment!("Four steps of the generator.");
            let stepped: Bits<16> = on_left;
            for _step in 0..4 {
                if stepped.get_bit(0) {
                    stepped = (stepped >> 1) ^ TAPS;
                } else {
                    stepped = stepped >> 1;
                }
            }

            if takes_a.get_bit(FROM_RESET.index()) {
                self.detail.d.next = after_reset;
            }

            comment!("What the host reads of what lies in no memory of half words.");
            self.told_low.d.next = insn_word.get_bits::<16>(0);
            if high {
                self.told_low.d.next = insn_word.get_bits::<16>(32);
            }
            if self.for_others.q.val() {
                self.told_low.d.next = other.get_bits::<16>(0);
            }
            if self.for_status.q.val() {
                self.told_low.d.next = status;
            }
            if self.for_flags.q.val() {
                self.told_low.d.next = shown_flags;
            }
            self.told_high.d.next = insn_word.get_bits::<16>(16);
            if self.for_others.q.val() {
                self.told_high.d.next = other.get_bits::<16>(16);
            }

            comment!(
                "That, what was found in the instruction in the step before, what comes next of the generator, a key."
            );
            let detailed: Bits<16> = self.detail.q.val();
            let told: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_TOLD_LOW.index()) {
                told = self.told_low.q.val();
                detailed = 0.into();
            }
            let told_above: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_TOLD_HIGH.index()) {
                told_above = self.told_high.q.val();
                detailed = 0.into();
            }
            let drawn: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_RANDOM.index()) {
                drawn = stepped;
                detailed = 0.into();
            }
            let held_low: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_KEY_LOW.index()) {
                held_low = held.get_bits::<16>(0);
                detailed = 0.into();
            }
            let held_high: Bits<16> = 0.into();
            if takes_a.get_bit(FROM_KEY_HIGH.index()) {
                held_high = held.get_bits::<16>(16);
                detailed = 0.into();
            }
            self.shown.d.next = (detailed | told | told_above | drawn) | (held_low | held_high);
        }

        /// The result.
        fn make(&mut self) {
            const MAKE_SUM: Bits<4> = Make::Sum as u64;
            const MAKE_MOVE: Bits<4> = Make::Move as u64;
            const MAKE_AND: Bits<4> = Make::And as u64;
            const MAKE_OR: Bits<4> = Make::Or as u64;
            const MAKE_XOR: Bits<4> = Make::Xor as u64;
            const MAKE_SHIFT: Bits<4> = Make::Shift as u64;
            const MAKE_FOUND: Bits<4> = Make::Found as u64;
            const CARRY_IS_KEPT: Bits<2> = Carry::Kept as u64;
            const SHIFT_KEPT: Bits<2> = Shift::Kept as u64;
            const SHIFT_SIGN: Bits<2> = Shift::Sign as u64;

            comment!("The carry into the sum is that of a bit below the lowest; the step before says it.");
            let one: Bits<1> = self.carry.q.val().into();
            let total: Bits<18> = ((bit_cast::<18, 16>(on_left) << 1) | 1)
                + ((bit_cast::<18, 16>(self.b.q.val()) << 1) | bit_cast::<18, 1>(one));
            let passes: Bit = total.get_bit(17);
            self.carry.d.next = carry_in.get_bit(0) & (!carry_in.get_bit(1) | !self.smp_side.val().get_bit(6));
            if carry_in == CARRY_IS_KEPT {
                self.carry.d.next = passes;
            }
            let shifted_in: Bit = (shift_in == SHIFT_KEPT) & self.spilt.q.val();
            if shift_in == SHIFT_SIGN {
                shifted_in = on_left.get_bit(15);
            }
            if D == 1 {
                if shift_in == SHIFT_VALID {
                    shifted_in = there;
                }
            }
            let top_bit: Bits<1> = shifted_in.into();
            self.spilt.d.next = on_left.get_bit(0);

            comment!("What is no sum; one of these at most is not 0. It has no part in the path of the carry.");
            let moves_on: Bits<16> = 0.into();
            if makes.get_bit(MAKE_MOVE.index()) {
                moves_on = on_left;
            }
            let common: Bits<16> = 0.into();
            if makes.get_bit(MAKE_AND.index()) {
                common = on_left & !self.b.q.val();
            }
            let either: Bits<16> = 0.into();
            if makes.get_bit(MAKE_OR.index()) {
                either = on_left | !self.b.q.val();
            }
            let apart: Bits<16> = 0.into();
            if makes.get_bit(MAKE_XOR.index()) {
                apart = on_left ^ !self.b.q.val();
            }
            let shifted: Bits<16> = 0.into();
            if makes.get_bit(MAKE_SHIFT.index()) {
                shifted = (on_left >> 1) | (bit_cast::<16, 1>(top_bit) << 15);
            }
            let beside_it: Bits<16> = 0.into();
            if makes.get_bit(MAKE_FOUND.index()) {
                beside_it = self.shown.q.val();
            }
            comment!("@keep");
            let plain: Bits<16> = (moves_on | common | either) | (apart | shifted | beside_it);
            let sum: Bits<16> = 0.into();
            if makes.get_bit(MAKE_SUM.index()) {
                sum = total.get_bits::<16>(1);
            }
            let made: Bits<16> = plain | sum;
        }

        /// Flags.
        fn flags(&mut self) {
            const FLAG_COMPARE: Bits<5> = Flag::Compare as u64;
            const FLAG_RESULT: Bits<5> = Flag::Result as u64;
            const FLAG_COMPARE_RESULT: Bits<5> = Flag::CompareResult as u64;
            const FLAG_COMPARE_ZERO: Bits<5> = Flag::CompareZero as u64;
            const FLAG_NEG: Bits<5> = Flag::Neg as u64;
            const FLAG_RESULT_POSITIVE: Bits<5> = Flag::ResultPositive as u64;
            const FLAG_SATURATED_UP: Bits<5> = Flag::SaturatedUp as u64;
            const FLAG_SATURATED_DOWN: Bits<5> = Flag::SaturatedDown as u64;
            const FLAG_COMPARE_CLIP: Bits<5> = Flag::CompareClip as u64;
            const FLAG_CLIP_UP: Bits<5> = Flag::ClipUp as u64;
            const FLAG_CLIP_DOWN: Bits<5> = Flag::ClipDown as u64;
            const FLAG_CLIP_MORE: Bits<5> = Flag::ClipMore as u64;
            const FLAG_COUNTED_UP: Bits<5> = Flag::CountedUp as u64;
            const FLAG_COUNTED_DOWN: Bits<5> = Flag::CountedDown as u64;
            const FLAG_INDEX_ZERO: Bits<5> = Flag::IndexZero as u64;
            const FLAG_INDEX_ONES: Bits<5> = Flag::IndexOnes as u64;
            const FLAG_INDEX_CLIP: Bits<5> = Flag::IndexClip as u64;
            const FLAG_HIT_FOUND: Bits<5> = Flag::HitFound as u64;
            const FLAG_HIT_VALID: Bits<5> = Flag::HitValid as u64;
            const FLAG_PAID: Bits<5> = Flag::Paid as u64;
            const STORE_FLAGS: Bits<5> = Act::Store as u64;

            comment!("What all halves so far are; of what was made it is known a cycle later.");
            let equal_now: Bit = (begins | self.all_equal.q.val()) & (on_left ^ self.b.q.val()).all();
            let zero_now: Bit = (self.begun.q.val() | self.all_zero.q.val()) & !self.result.q.val().any();
            let ones_now: Bit = (self.begun.q.val() | self.all_ones.q.val()) & self.result.q.val().all();
            drive!(self: all_equal = equal_now, all_zero = zero_now, all_ones = ones_now);
            drive!(self: result = made, begun = begins, late = flaggings);
            comment!("A word that may not be executed leaves them alone.");
            if self.trouble.q.val() {
                zero!(self: late);
            }

            comment!("A bound was passed.");
            if flaggings.get_bit(FLAG_CLIP_UP.index()) {
                self.clip.d.next = passes;
            }
            if flaggings.get_bit(FLAG_CLIP_DOWN.index()) | flaggings.get_bit(FLAG_COMPARE_CLIP.index()) {
                self.clip.d.next = !passes;
            }
            if flaggings.get_bit(FLAG_CLIP_MORE.index()) {
                self.clip.d.next = passes | self.clip.q.val();
            }

            comment!("The flags that the branches ask for.");
            let compares: Bit = flaggings.get_bit(FLAG_COMPARE.index())
                | flaggings.get_bit(FLAG_COMPARE_RESULT.index())
                | flaggings.get_bit(FLAG_COMPARE_ZERO.index())
                | flaggings.get_bit(FLAG_COMPARE_CLIP.index());
            if compares & !self.trouble.q.val() {
                self.eq.d.next = equal_now;
                self.ltu.d.next = !passes;
            }
            let saturates: Bit = self.late.q.val().get_bit(FLAG_SATURATED_UP.index())
                | self.late.q.val().get_bit(FLAG_SATURATED_DOWN.index());
            let results: Bit = self.late.q.val().get_bit(FLAG_RESULT.index())
                | self.late.q.val().get_bit(FLAG_COMPARE_RESULT.index())
                | saturates;
            if results
                | self.late.q.val().get_bit(FLAG_COMPARE_ZERO.index())
                | self.late.q.val().get_bit(FLAG_RESULT_POSITIVE.index())
            {
                self.zr.d.next = zero_now;
            }
            if results
                | self.late.q.val().get_bit(FLAG_NEG.index())
                | self.late.q.val().get_bit(FLAG_RESULT_POSITIVE.index())
            {
                self.neg.d.next =
                    self.result.q.val().get_bit(15) & !self.late.q.val().get_bit(FLAG_RESULT_POSITIVE.index());
            }
            if saturates {
                self.asat.d.next = zero_now;
                if self.late.q.val().get_bit(FLAG_SATURATED_UP.index()) {
                    self.asat.d.next = ones_now;
                }
            }
            if self.late.q.val().get_bit(FLAG_COUNTED_UP.index()) {
                self.msat.d.next = ones_now;
            }
            if self.late.q.val().get_bit(FLAG_COUNTED_DOWN.index()) {
                self.msat.d.next = zero_now;
            }
            if self.late.q.val().get_bit(FLAG_INDEX_ZERO.index()) {
                self.isat.d.next = zero_now;
            }
            if self.late.q.val().get_bit(FLAG_INDEX_ONES.index()) {
                self.isat.d.next = ones_now;
            }
            if flaggings.get_bit(FLAG_INDEX_CLIP.index()) {
                self.isat.d.next = self.clip.q.val();
            }
            if flaggings.get_bit(FLAG_HIT_FOUND.index()) {
                self.hit.d.next = meets;
            }
            if flaggings.get_bit(FLAG_HIT_VALID.index()) {
                self.hit.d.next = there;
            }
            if flaggings.get_bit(FLAG_PAID.index()) {
                self.owed.d.next = false;
            }
            self.flagged.d.next = acts.get_bit(STORE_FLAGS.index()) & self.for_flags.q.val();
            if self.flagged.q.val() {
                self.eq.d.next = self.bus.wdata.val().get_bit(0);
                self.ltu.d.next = self.bus.wdata.val().get_bit(1);
                self.zr.d.next = self.bus.wdata.val().get_bit(2);
                self.asat.d.next = self.bus.wdata.val().get_bit(3);
                self.isat.d.next = self.bus.wdata.val().get_bit(4);
                self.msat.d.next = self.bus.wdata.val().get_bit(5);
                self.hit.d.next = self.bus.wdata.val().get_bit(6);
                self.neg.d.next = self.bus.wdata.val().get_bit(7);
            }
        }
    }
}
