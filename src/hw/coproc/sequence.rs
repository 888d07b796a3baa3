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
            const FORKS_AT: Bits<6> = at::FORKS as u64;
            const ENTERS_AT: Bits<6> = at::ENTERS as u64;
            const ONWARD_AT: Bits<6> = at::ONWARD as u64;

            comment!("Where a step goes on is read a cycle before the rest of it happens.");
            drive!(self: moved = moves.rd, done = deeds.rd);
            self.more.d.next = self.turns.rd.val().get_bits::<MORE>(0);
            if self.reset.val() {
                zero!(self: moved, done, more);
            }
            let to_left: Bits<7> = self.moved.q.val().get_bits::<7>(LEFT_AT.index());
            let to_right: Bits<7> = self.moved.q.val().get_bits::<7>(RIGHT_AT.index());
            let to_write: Bits<8> = self.moved.q.val().get_bits::<8>(WRITE_AT.index());
            let take_a: Bits<5> = self.moved.q.val().get_bits::<5>(TAKE_A_AT.index());
            let take_b: Bits<4> = self.moved.q.val().get_bits::<4>(TAKE_B_AT.index());
            let half: Bits<2> = self.more.q.val().get_bits::<2>(HALF_AT.index());
            let takes_key: Bit = self.moved.q.val().get_bit(KEY_AT.index());
            let second: Bit = self.done.q.val().get_bit(SECOND_AT.index());
            let column: Bits<2> = self.done.q.val().get_bits::<2>(COLUMN_AT.index());
            let to_make: Bits<4> = self.done.q.val().get_bits::<4>(MAKE_AT.index());
            let carry_in: Bits<2> = self.done.q.val().get_bits::<2>(CARRY_AT.index());
            let begins: Bit = self.done.q.val().get_bit(BEGIN_AT.index());
            let shift_in: Bits<2> = self.more.q.val().get_bits::<2>(SHIFT_AT.index());
            let to_flag: Bits<5> = self.done.q.val().get_bits::<5>(FLAG_AT.index());
            let to_memory: Bits<3> = self.done.q.val().get_bits::<3>(MEMORY_AT.index());
            let act: Bits<5> = self.done.q.val().get_bits::<5>(ACT_AT.index());
            let to_code: Bits<4> = self.done.q.val().get_bits::<4>(CODE_AT.index());
            let to_test: Bits<5> = self.done.q.val().get_bits::<5>(TEST_AT.index());
            let forks: Bit = self.turns.rd.val().get_bit(FORKS_AT.index());
            let enters: Bit = self.turns.rd.val().get_bit(ENTERS_AT.index());
            let onward: Bits<STEP> = self.turns.rd.val().get_bits::<STEP>(ONWARD_AT.index());
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
            let holds: Bit = ((to_test == TEST_STOPPING) & self.stopping.q.val())
                | ((to_test == TEST_SAMPLE) & self.smp_valid.val())
                | ((to_test == TEST_SWEEP_VALID) & self.sweep_valid.q.val())
                | ((to_test == TEST_SWEEP_MEMORY) & self.sweep_memory.q.val())
                | ((to_test == TEST_SWEEP_STOPS) & (attention | !sweeping))
                | ((to_test == TEST_SEARCHED) & searched)
                | ((to_test == TEST_COUNT_ALL) & self.count.q.val().all())
                | ((to_test == TEST_COUNT_SIXTEEN) & (self.count.q.val().get_bits::<4>(0) == FIFTEEN))
                | ((to_test == TEST_MADE_ZERO) & self.all_zero.q.val())
                | ((to_test == TEST_WIDTH_WRONG) & self.width_wrong.q.val())
                | ((to_test == TEST_HIT) & self.hit.q.val())
                | ((to_test == TEST_REFUSED) & refused);
            if to_test != TEST_HOLDS {
                self.met.d.next = holds;
            }

            comment!("The code for a table.");
            let chosen: Bits<5> = 0.into();
            if (to_code == BY_NEXT) | (to_code == BY_FETCHED) {
                chosen = bit_cast::<5, 4>(self.coming.q.val().get_bits::<4>(10));
                if self.fields.kind.val().any() {
                    chosen = bit_cast::<5, 3>(self.fields.kind.val()) | COMPUTES;
                }
                if (to_code == BY_NEXT) & elsewhere {
                    chosen = FETCHES;
                    if attention {
                        chosen = SERVES;
                    }
                    if away {
                        chosen = bit_cast::<5, 3>(bt.get_bits::<3>(0)) | LED_AWAY;
                    }
                }
            }
            if to_code == BY_ALU {
                chosen = bit_cast::<5, 4>(aop);
            }
            if to_code == BY_MEMORY {
                chosen = bit_cast::<5, 4>(mop);
                if self.trouble.q.val() {
                    chosen = TROUBLED;
                }
            }
            if to_code == BY_INDEX {
                chosen = bit_cast::<5, 3>(iop);
            }
            if to_code == BY_TAIL {
                chosen = bit_cast::<5, 1>(vd.any().into()) | (bit_cast::<5, 1>(random.into()) << 1);
            }
            if to_code == BY_SIZE {
                chosen = bit_cast::<5, 2>(size_now);
            }
            if to_code == BY_HOST {
                chosen = self.kind.q.val();
                if self.owed.q.val() {
                    chosen = HOST_OWED;
                }
                if !attention {
                    chosen = NOBODY_RESTS;
                    if running {
                        chosen = NOBODY_WAITS;
                    }
                    if self.within.q.val() {
                        chosen = NOBODY_FAR;
                    }
                }
            }
            if to_code == BY_COMMAND {
                chosen = bit_cast::<5, 4>(self.bus.wdata.val().get_bits::<4>(0));
            }
            if to_code == BY_PLACE {
                chosen = TO_REST;
                if running {
                    chosen = TO_WAIT;
                }
                if self.within.q.val() {
                    chosen = 0.into();
                }
            }
            if to_code != CODE_HOLDS {
                self.code.d.next = chosen;
            }

            comment!(
                "The next step: one of a pair, or one of a table. Its number has a gate after the memory, no more."
            );
            let following: Bits<STEP> = onward;
            if enters {
                following = onward | (bit_cast::<STEP, 5>(self.code.q.val()) << 1);
            }
            let met_now: Bit = forks & self.met.q.val();
            following = following | bit_cast::<STEP, 1>(met_now.into());
            if self.reset.val() {
                following = 0.into();
            }
            self.moves.ra.next = following;
            self.deeds.ra.next = following;
            self.turns.ra.next = following;
        }
    }
}
