//! The steps: what one says, what it may ask, which comes next.

#[treetap_hdl::phases]
mod sequence {
    impl Coproc {
        /// The fields of the step.
        fn step_fields(&mut self) {
            const LEFT_AT: Bits<6> = at::LEFT as u64;
            const RIGHT_AT: Bits<6> = at::RIGHT as u64;
            const WRITE_AT: Bits<6> = at::WRITE as u64;
            const TAKE_A_AT: Bits<6> = at::TAKE_A as u64;
            const TAKE_B_AT: Bits<6> = at::TAKE_B as u64;
            const HALF_AT: Bits<6> = at::HALF as u64;
            const KEY_AT: Bits<6> = at::KEY as u64;
            const SECOND_AT: Bits<6> = at::SECOND as u64;
            const COLUMN_AT: Bits<6> = at::COLUMN as u64;
            const MAKE_AT: Bits<6> = at::MAKE as u64;
            const CARRY_AT: Bits<6> = at::CARRY as u64;
            const BEGIN_AT: Bits<6> = at::BEGIN as u64;
            const SHIFT_AT: Bits<6> = at::SHIFT as u64;
            const FLAG_AT: Bits<6> = at::FLAG as u64;
            const MEMORY_AT: Bits<6> = at::MEMORY as u64;
            const ACT_AT: Bits<6> = at::ACT as u64;
            const CODE_AT: Bits<6> = at::CODE as u64;
            const TEST_AT: Bits<6> = at::TEST as u64;
            const SHIFT_VALID: Bits<2> = Shift::Valid as u64;
            const FORKS_AT: Bits<6> = at::FORKS as u64;
            const ENTERS_AT: Bits<6> = at::ENTERS as u64;
            const ONWARD_AT: Bits<6> = at::ONWARD as u64;
            const SAYS_AT: Bits<4> = ONWARD as u64;
            const SLICE_BITS: Bits<8> = SLICE as u64;
            const LAST_SLICE: Bits<8> = (SAYS - SLICE) as u64;
            const SAYS_MOVED: Bits<8> = lies::MOVED as u64;
            const SAYS_KEY: Bits<8> = lies::KEY as u64;
            const SAYS_DONE: Bits<8> = lies::DONE as u64;
            const SAYS_MORE: Bits<8> = lies::MORE as u64;
            const SAYS_TAKE_A: Bits<8> = lies::TAKE_A as u64;
            const SAYS_BESIDE: Bits<8> = lies::BESIDE as u64;
            const SAYS_A_TAKES: Bits<8> = lies::A_TAKES as u64;
            const SAYS_TAKE_B: Bits<8> = lies::TAKE_B as u64;
            const SAYS_SUM: Bits<8> = lies::SUM as u64;
            const SAYS_MAKE: Bits<8> = lies::MAKE as u64;
            const SAYS_FLAG: Bits<8> = lies::FLAG as u64;
            const SAYS_MEMORY: Bits<8> = lies::MEMORY as u64;
            const SAYS_ACT: Bits<8> = lies::ACT as u64;
            const SAYS_CODE: Bits<8> = lies::CODE as u64;
            const SAYS_TEST: Bits<8> = lies::TEST as u64;

            comment!("Where a step goes on is read a cycle before the rest of it happens.");
            let on_left: Bits<16> = self.a.q.val();
            if D == 1 {
                on_left = self.a.q.val() | self.a_file.q.val();
            }
            let next_moved: Bits<MOVES> = 0.into();
            let next_done: Bits<DEEDS> = 0.into();
            let next_more: Bits<MORE> = 0.into();
            let next_act: Bits<32> = 0.into();
            let next_test: Bits<32> = 0.into();
            let next_code: Bits<16> = 0.into();
            let next_make: Bits<16> = 0.into();
            let next_flag: Bits<32> = 0.into();
            let next_put: Bits<8> = 0.into();
            let next_take_a: Bits<32> = 0.into();
            let next_take_b: Bits<16> = 0.into();
            let a_changes: Bit = false;
            let says: Bits<SAYS> = 0.into();
            if D == 0 {
                next_moved = self.moves.rd.val();
                next_done = self.deeds.rd.val();
                next_more = self.turns.rd.val().get_bits::<MORE>(0);
                comment!("Each code is a bit for each of its values by then.");
                for i in 0..32 {
                    next_act = next_act
                        | (bit_cast::<32, 1>(
                            (self.deeds.rd.val().get_bits::<5>(ACT_AT.index()) == i.to_bits()).into(),
                        ) << i);
                }
                for i in 0..32 {
                    next_test = next_test
                        | (bit_cast::<32, 1>(
                            (self.deeds.rd.val().get_bits::<5>(TEST_AT.index()) == i.to_bits()).into(),
                        ) << i);
                }
                for i in 0..16 {
                    next_code = next_code
                        | (bit_cast::<16, 1>(
                            (self.deeds.rd.val().get_bits::<4>(CODE_AT.index()) == i.to_bits()).into(),
                        ) << i);
                }
                for i in 0..16 {
                    next_make = next_make
                        | (bit_cast::<16, 1>(
                            (self.deeds.rd.val().get_bits::<4>(MAKE_AT.index()) == i.to_bits()).into(),
                        ) << i);
                }
                for i in 0..32 {
                    next_flag = next_flag
                        | (bit_cast::<32, 1>(
                            (self.deeds.rd.val().get_bits::<5>(FLAG_AT.index()) == i.to_bits()).into(),
                        ) << i);
                }
                for i in 0..8 {
                    next_put = next_put
                        | (bit_cast::<8, 1>(
                            (self.deeds.rd.val().get_bits::<3>(MEMORY_AT.index()) == i.to_bits()).into(),
                        ) << i);
                }
                for i in 0..32 {
                    next_take_a = next_take_a
                        | (bit_cast::<32, 1>(
                            (self.moves.rd.val().get_bits::<5>(TAKE_A_AT.index()) == i.to_bits()).into(),
                        ) << i);
                }
                for i in 0..16 {
                    next_take_b = next_take_b
                        | (bit_cast::<16, 1>(
                            (self.moves.rd.val().get_bits::<4>(TAKE_B_AT.index()) == i.to_bits()).into(),
                        ) << i);
                }
                a_changes = self.moves.rd.val().get_bits::<5>(TAKE_A_AT.index()).any()
                    & !self.moves.rd.val().get_bits::<5>(TAKE_A_AT.index()).get_bit(4);
            } else {
                comment!("All parts of the step, with a bit for each value of a code.");
                for i in 0..PARTS {
                    says = (says >> SLICE_BITS)
                        | (bit_cast::<SAYS, SLICE>(self.parts[i].rd.val().get_bits::<SLICE>(SAYS_AT.index()))
                            << LAST_SLICE);
                }
                next_moved = bit_cast::<MOVES, MOVED_BITS>(says.get_bits::<MOVED_BITS>(SAYS_MOVED.index()))
                    | (bit_cast::<MOVES, 1>(says.get_bits::<1>(SAYS_KEY.index())) << 31);
                next_done = bit_cast::<DEEDS, DONE_BITS>(says.get_bits::<DONE_BITS>(SAYS_DONE.index()));
                next_more = says.get_bits::<MORE>(SAYS_MORE.index());
                next_take_a = (bit_cast::<32, TAKE_A_BITS>(says.get_bits::<TAKE_A_BITS>(SAYS_TAKE_A.index())) << 1)
                    | (bit_cast::<32, BESIDE_BITS>(says.get_bits::<BESIDE_BITS>(SAYS_BESIDE.index())) << 16);
                next_take_b = bit_cast::<16, TAKE_B_BITS>(says.get_bits::<TAKE_B_BITS>(SAYS_TAKE_B.index()));
                next_make = bit_cast::<16, 1>(says.get_bits::<1>(SAYS_SUM.index()))
                    | (bit_cast::<16, MAKE_BITS>(says.get_bits::<MAKE_BITS>(SAYS_MAKE.index())) << 4);
                next_flag = bit_cast::<32, FLAG_BITS>(says.get_bits::<FLAG_BITS>(SAYS_FLAG.index())) << 1;
                next_put = bit_cast::<8, MEMORY_BITS>(says.get_bits::<MEMORY_BITS>(SAYS_MEMORY.index())) << 1;
                next_act = bit_cast::<32, ACT_BITS>(says.get_bits::<ACT_BITS>(SAYS_ACT.index())) << 1;
                next_code = bit_cast::<16, CODE_BITS>(says.get_bits::<CODE_BITS>(SAYS_CODE.index()));
                next_test = bit_cast::<32, TEST_BITS>(says.get_bits::<TEST_BITS>(SAYS_TEST.index()));
                a_changes = says.get_bit(SAYS_A_TAKES.index());
            }
            if D == 0 {
                self.gathers.d.next = next_more.get_bits::<2>(SHIFT_AT.index()) == SHIFT_VALID;
            }
            drive!(self: moved = next_moved, done = next_done, more = next_more, a_takes = a_changes);
            drive!(self: one_act = next_act, one_test = next_test, one_code = next_code, one_make = next_make);
            drive!(self: one_flag = next_flag, one_put = next_put, one_take_a = next_take_a, one_take_b = next_take_b);
            if self.reset.val() {
                zero!(self: moved, done, more, a_takes);
                self.one_act.d.next = 1.into();
                self.one_test.d.next = 1.into();
                self.one_code.d.next = 1.into();
                self.one_make.d.next = 1.into();
                self.one_flag.d.next = 1.into();
                self.one_put.d.next = 1.into();
                self.one_take_a.d.next = 1.into();
                self.one_take_b.d.next = 1.into();
            }
            let acts: Bits<32> = self.one_act.q.val();
            let tests: Bits<32> = self.one_test.q.val();
            let codes: Bits<16> = self.one_code.q.val();
            let makes: Bits<16> = self.one_make.q.val();
            let flaggings: Bits<32> = self.one_flag.q.val();
            let puts: Bits<8> = self.one_put.q.val();
            let takes_a: Bits<32> = self.one_take_a.q.val();
            let takes_b: Bits<16> = self.one_take_b.q.val();
            let to_left: Bits<7> = self.moved.q.val().get_bits::<7>(LEFT_AT.index());
            let to_right: Bits<7> = self.moved.q.val().get_bits::<7>(RIGHT_AT.index());
            let to_write: Bits<8> = self.moved.q.val().get_bits::<8>(WRITE_AT.index());
            let half: Bits<2> = self.more.q.val().get_bits::<2>(HALF_AT.index());
            let takes_key: Bit = self.moved.q.val().get_bit(KEY_AT.index());
            let second: Bit = self.done.q.val().get_bit(SECOND_AT.index());
            let column: Bits<2> = self.done.q.val().get_bits::<2>(COLUMN_AT.index());
            let carry_in: Bits<2> = self.done.q.val().get_bits::<2>(CARRY_AT.index());
            let begins: Bit = self.done.q.val().get_bit(BEGIN_AT.index());
            let shift_in: Bits<2> = self.more.q.val().get_bits::<2>(SHIFT_AT.index());
        }

        /// What was tested, the code for a table, and the next step.
        fn next_step(&mut self) {
            const TEST_HOLDS: Bits<5> = Test::Hold as u64;
            const TEST_STOPPING: Bits<5> = Test::Stopping as u64;
            const TEST_SAMPLE: Bits<5> = Test::Sample as u64;
            const TEST_SWEEP_VALID: Bits<5> = Test::SweepValid as u64;
            const TEST_SWEEP_MEMORY: Bits<5> = Test::SweepMemory as u64;
            const TEST_SWEEP_STOPS: Bits<5> = Test::SweepStops as u64;
            const TEST_SEARCHED: Bits<5> = Test::Searched as u64;
            const TEST_COUNT_ALL: Bits<5> = Test::CountAll as u64;
            const TEST_COUNT_SIXTEEN: Bits<5> = Test::CountSixteen as u64;
            const TEST_MADE_ZERO: Bits<5> = Test::MadeZero as u64;
            const TEST_WIDTH_WRONG: Bits<5> = Test::WidthWrong as u64;
            const TEST_HIT: Bits<5> = Test::Hit as u64;
            const TEST_REFUSED: Bits<5> = Test::Refused as u64;
            const BY_ALU: Bits<4> = Code::Alu as u64;
            const BY_MEMORY: Bits<4> = Code::Memory as u64;
            const BY_INDEX: Bits<4> = Code::Index as u64;
            const BY_TAIL: Bits<4> = Code::Tail as u64;
            const BY_NEXT: Bits<4> = Code::Next as u64;
            const BY_FETCHED: Bits<4> = Code::Fetched as u64;
            const BY_SIZE: Bits<4> = Code::Size as u64;
            const LED_AWAY: Bits<5> = steps::BEFORE as u64;
            const FETCHES: Bits<5> = (steps::BEFORE + Before::Fetch as usize) as u64;
            const SERVES: Bits<5> = (steps::BEFORE + Before::Host as usize) as u64;
            const COMPUTES: Bits<5> = steps::KINDS as u64;
            const TROUBLED: Bits<5> = steps::TROUBLE as u64;
            const BY_HOST: Bits<4> = Code::Host as u64;
            const BY_COMMAND: Bits<4> = Code::Command as u64;
            const BY_PLACE: Bits<4> = Code::Place as u64;
            const CODE_HOLDS: Bits<4> = Code::Hold as u64;
            const HOST_OWED: Bits<5> = Host::Owed as u64;
            const NOBODY_RESTS: Bits<5> = Host::NobodyRests as u64;
            const NOBODY_WAITS: Bits<5> = Host::NobodyWaits as u64;
            const NOBODY_FAR: Bits<5> = Host::NobodyFar as u64;
            const TO_WAIT: Bits<5> = 1;
            const TO_REST: Bits<5> = 2;
            const FIFTEEN: Bits<4> = 15;

            comment!("What the next step may ask.");
            let holds: Bit = (tests.get_bit(TEST_STOPPING.index()) & self.stopping.q.val())
                | (tests.get_bit(TEST_SAMPLE.index()) & self.smp_valid.val())
                | (tests.get_bit(TEST_SWEEP_VALID.index()) & self.sweep_valid.q.val())
                | (tests.get_bit(TEST_SWEEP_MEMORY.index()) & self.sweep_memory.q.val())
                | (tests.get_bit(TEST_SWEEP_STOPS.index()) & (attention | !sweeping))
                | (tests.get_bit(TEST_SEARCHED.index()) & searched)
                | (tests.get_bit(TEST_COUNT_ALL.index()) & self.count.q.val().all())
                | (tests.get_bit(TEST_COUNT_SIXTEEN.index()) & (self.count.q.val().get_bits::<4>(0) == FIFTEEN))
                | (tests.get_bit(TEST_MADE_ZERO.index()) & self.all_zero.q.val())
                | (tests.get_bit(TEST_WIDTH_WRONG.index()) & self.width_wrong.q.val())
                | (tests.get_bit(TEST_HIT.index()) & self.hit.q.val())
                | (tests.get_bit(TEST_REFUSED.index()) & refused);
            if !tests.get_bit(TEST_HOLDS.index()) {
                self.met.d.next = holds;
            }

            comment!("The code for a table; one of these at most is not 0.");
            let pick_next: Bits<5> = 0.into();
            if codes.get_bit(BY_NEXT.index()) | codes.get_bit(BY_FETCHED.index()) {
                pick_next = bit_cast::<5, 4>(self.coming.q.val().get_bits::<4>(10));
                if self.fields.kind.val().any() {
                    pick_next = bit_cast::<5, 3>(self.fields.kind.val()) | COMPUTES;
                }
                if codes.get_bit(BY_NEXT.index()) & elsewhere {
                    pick_next = FETCHES;
                    if attention {
                        pick_next = SERVES;
                    }
                    if away {
                        pick_next = bit_cast::<5, 3>(bt.get_bits::<3>(0)) | LED_AWAY;
                    }
                }
            }
            let pick_alu: Bits<5> = 0.into();
            if codes.get_bit(BY_ALU.index()) {
                pick_alu = bit_cast::<5, 4>(aop);
            }
            let pick_memory: Bits<5> = 0.into();
            if codes.get_bit(BY_MEMORY.index()) {
                pick_memory = bit_cast::<5, 4>(mop);
                if self.trouble.q.val() {
                    pick_memory = TROUBLED;
                }
            }
            let pick_index: Bits<5> = 0.into();
            if codes.get_bit(BY_INDEX.index()) {
                pick_index = bit_cast::<5, 3>(iop);
            }
            let pick_tail: Bits<5> = 0.into();
            if codes.get_bit(BY_TAIL.index()) {
                pick_tail = bit_cast::<5, 1>(vd.any().into()) | (bit_cast::<5, 1>(random.into()) << 1);
            }
            let pick_size: Bits<5> = 0.into();
            if codes.get_bit(BY_SIZE.index()) {
                pick_size = bit_cast::<5, 2>(size_now);
            }
            let pick_host: Bits<5> = 0.into();
            if codes.get_bit(BY_HOST.index()) {
                pick_host = NOBODY_RESTS;
                if running {
                    pick_host = NOBODY_WAITS;
                }
                if self.within.q.val() {
                    pick_host = NOBODY_FAR;
                }
                if self.asked.q.val() {
                    pick_host = self.kind.q.val();
                }
                if self.owed.q.val() {
                    pick_host = HOST_OWED;
                }
            }
            let pick_command: Bits<5> = 0.into();
            if codes.get_bit(BY_COMMAND.index()) {
                pick_command = bit_cast::<5, 4>(self.bus.wdata.val().get_bits::<4>(0));
            }
            let pick_place: Bits<5> = 0.into();
            if codes.get_bit(BY_PLACE.index()) {
                pick_place = TO_REST;
                if running {
                    pick_place = TO_WAIT;
                }
                if self.within.q.val() {
                    pick_place = 0.into();
                }
            }
            if !codes.get_bit(CODE_HOLDS.index()) {
                self.code.d.next = (pick_next | pick_alu | pick_memory)
                    | (pick_index | pick_tail | pick_size)
                    | (pick_host | pick_command | pick_place);
            }

            comment!("The next step: one of a pair, or one of a table. Its number has one gate after the memory.");
            let following: Bits<STEP> = 0.into();
            if D == 0 {
                following = self.turns.rd.val().get_bits::<STEP>(ONWARD_AT.index());
                if self.turns.rd.val().get_bit(ENTERS_AT.index()) {
                    following = following | (bit_cast::<STEP, 5>(self.code.q.val()) << 1);
                }
                following = following
                    | bit_cast::<STEP, 1>((self.turns.rd.val().get_bit(FORKS_AT.index()) & self.met.q.val()).into());
                if self.reset.val() {
                    following = 0.into();
                }
                drive!(moves: ra = following);
                drive!(deeds: ra = following);
                drive!(turns: ra = following);
            } else {
                for i in 0..PARTS {
                    following = self.parts[i].rd.val().get_bits::<STEP>(2);
                    if self.parts[i].rd.val().get_bit(1) {
                        following = following | (bit_cast::<STEP, 5>(self.code.q.val()) << 1);
                    }
                    following =
                        following | bit_cast::<STEP, 1>((self.parts[i].rd.val().get_bit(0) & self.met.q.val()).into());
                    if self.reset.val() {
                        following = 0.into();
                    }
                    self.parts[i].ra.next = following;
                }
            }
        }
    }
}
