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
            const JUMP_AT: Bits<6> = at::JUMP as u64;
            const TARGET_AT: Bits<6> = at::TARGET as u64;

            let to_left: Bits<7> = self.moves.rd.val().get_bits::<7>(LEFT_AT.index());
            let to_right: Bits<7> = self.moves.rd.val().get_bits::<7>(RIGHT_AT.index());
            let to_write: Bits<8> = self.moves.rd.val().get_bits::<8>(WRITE_AT.index());
            let take_a: Bits<5> = self.moves.rd.val().get_bits::<5>(TAKE_A_AT.index());
            let take_b: Bits<4> = self.moves.rd.val().get_bits::<4>(TAKE_B_AT.index());
            let half: Bits<2> = self.moves.rd.val().get_bits::<2>(HALF_AT.index());
            let takes_key: Bit = self.moves.rd.val().get_bit(KEY_AT.index());
            let second: Bit = self.moves.rd.val().get_bit(SECOND_AT.index());
            let column: Bits<2> = self.moves.rd.val().get_bits::<2>(COLUMN_AT.index());
            let to_make: Bits<4> = self.turns.rd.val().get_bits::<4>(MAKE_AT.index());
            let carry_in: Bits<2> = self.moves.rd.val().get_bits::<2>(CARRY_AT.index());
            let begins: Bit = self.moves.rd.val().get_bit(BEGIN_AT.index());
            let shift_in: Bits<2> = self.turns.rd.val().get_bits::<2>(SHIFT_AT.index());
            let to_flag: Bits<5> = self.turns.rd.val().get_bits::<5>(FLAG_AT.index());
            let to_memory: Bits<3> = self.turns.rd.val().get_bits::<3>(MEMORY_AT.index());
            let act: Bits<5> = self.turns.rd.val().get_bits::<5>(ACT_AT.index());
            let to_code: Bits<4> = self.turns.rd.val().get_bits::<4>(CODE_AT.index());
            let to_test: Bits<5> = self.turns.rd.val().get_bits::<5>(TEST_AT.index());
            let jump: Bits<3> = self.turns.rd.val().get_bits::<3>(JUMP_AT.index());
            let target: Bits<STEP> = self.turns.rd.val().get_bits::<STEP>(TARGET_AT.index());
        }

        /// What was tested, the code for a table, and the next step.
        fn next_step(&mut self) {
            const TEST_HOLDS: Bits<5> = Test::Hold as u64;
            const TEST_ATTENTION: Bits<5> = Test::Attention as u64;
            const TEST_TROUBLE: Bits<5> = Test::Trouble as u64;
            const TEST_COMPUTED: Bits<5> = Test::Computed as u64;
            const TEST_AWAY: Bits<5> = Test::Away as u64;
            const TEST_STOPPING: Bits<5> = Test::Stopping as u64;
            const TEST_SAMPLE: Bits<5> = Test::Sample as u64;
            const TEST_SWEEP_VALID: Bits<5> = Test::SweepValid as u64;
            const TEST_SWEEP_MEMORY: Bits<5> = Test::SweepMemory as u64;
            const TEST_SWEEP_STOPS: Bits<5> = Test::SweepStops as u64;
            const TEST_SCAN_DONE: Bits<5> = Test::ScanDone as u64;
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
            const BY_BRANCH: Bits<4> = Code::Branch as u64;
            const BY_SIZE: Bits<4> = Code::Size as u64;
            const BY_FIELD: Bits<4> = Code::Field as u64;
            const BY_HOST: Bits<4> = Code::Host as u64;
            const BY_COMMAND: Bits<4> = Code::Command as u64;
            const BY_PLACE: Bits<4> = Code::Place as u64;
            const CODE_HOLDS: Bits<4> = Code::Hold as u64;
            const JUMP_ALWAYS: Bits<3> = Jump::Always as u64;
            const JUMP_IF: Bits<3> = Jump::If as u64;
            const JUMP_IF_NOT: Bits<3> = Jump::IfNot as u64;
            const JUMP_TABLE: Bits<3> = Jump::Table as u64;
            const JUMP_TABLE_IF: Bits<3> = Jump::TableIf as u64;
            const HOST_OWED: Bits<5> = Host::Owed as u64;
            const TO_WAIT: Bits<5> = 1;
            const TO_REST: Bits<5> = 2;
            const FIFTEEN: Bits<4> = 15;

            comment!("What the next step may ask.");
            let attention: Bit = self.asked.q.val() | self.owed.q.val();
            let holds: Bit = ((to_test == TEST_ATTENTION) & attention)
                | ((to_test == TEST_TROUBLE) & self.trouble.q.val())
                | ((to_test == TEST_COMPUTED) & self.fields.computed.val())
                | ((to_test == TEST_AWAY) & away)
                | ((to_test == TEST_STOPPING) & self.stopping.q.val())
                | ((to_test == TEST_SAMPLE) & self.smp_valid.val())
                | ((to_test == TEST_SWEEP_VALID) & self.sweep_valid.q.val())
                | ((to_test == TEST_SWEEP_MEMORY) & self.sweep_memory.q.val())
                | ((to_test == TEST_SWEEP_STOPS) & (attention | !sweeping))
                | ((to_test == TEST_SCAN_DONE) & self.ended.q.val())
                | ((to_test == TEST_COUNT_ALL) & self.count.q.val().all())
                | ((to_test == TEST_COUNT_SIXTEEN) & (self.count.q.val().get_bits::<4>(0) == FIFTEEN))
                | ((to_test == TEST_MADE_ZERO) & self.all_zero.q.val())
                | ((to_test == TEST_WIDTH_WRONG) & width_wrong)
                | ((to_test == TEST_HIT) & self.hit.q.val())
                | ((to_test == TEST_REFUSED) & refused);
            if to_test != TEST_HOLDS {
                self.met.d.next = holds;
            }

            comment!("The code for a table.");
            let chosen: Bits<5> = 0.into();
            if to_code == BY_ALU {
                chosen = bit_cast::<5, 4>(aop);
            }
            if to_code == BY_MEMORY {
                chosen = bit_cast::<5, 4>(mop);
            }
            if to_code == BY_INDEX {
                chosen = bit_cast::<5, 3>(iop);
            }
            if to_code == BY_TAIL {
                chosen = bit_cast::<5, 1>(vd.any().into()) | (bit_cast::<5, 1>(random.into()) << 1);
            }
            if to_code == BY_BRANCH {
                chosen = bit_cast::<5, 3>(bt.get_bits::<3>(0));
            }
            if to_code == BY_SIZE {
                chosen = bit_cast::<5, 2>(self.size.q.val());
            }
            if to_code == BY_FIELD {
                chosen = bit_cast::<5, 3>(self.fields.kind.val());
            }
            if to_code == BY_HOST {
                chosen = self.kind.q.val();
                if self.owed.q.val() {
                    chosen = HOST_OWED;
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

            comment!("The next step: entries of tables have two.");
            let leaves: Bit = (jump == JUMP_ALWAYS)
                | (jump == JUMP_TABLE)
                | (((jump == JUMP_IF) | (jump == JUMP_TABLE_IF)) & self.met.q.val())
                | ((jump == JUMP_IF_NOT) & !self.met.q.val());
            let by_table: Bit = (jump == JUMP_TABLE) | (jump == JUMP_TABLE_IF);
            let doubled: Bits<STEP> = bit_cast::<STEP, 5>(self.code.q.val()) << 1;
            let following: Bits<STEP> = self.number.q.val() + 1;
            if leaves {
                following = target;
                if by_table {
                    following = target | doubled;
                }
            }
            if self.reset.val() {
                following = 0.into();
            }
            self.number.d.next = following;
            self.moves.ra.next = following;
            self.turns.ra.next = following;
        }
    }
}
