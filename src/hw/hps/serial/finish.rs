//! What follows from the patterns that match: counters, statistics, the event (docs/reference/hps.md, H6).

#[treetap_hdl::phases]
mod finish {
    impl Serial {
        fn operate(&mut self) {
            comment!("Operations that patterns ask for, until all were looked at; then in the order of the counters.");
            let chosen: Bits<3> = 0.into();
            let does: Bits<2> = 0.into();
            let loads: Bits<4> = 0.into();
            let one: Bits<N> = 0.into();
            for n in 0..N {
                if !does.any() & (self.code.q.val() & OPERATION[n]).any() {
                    chosen = n.to_bits();
                    does = self.code.q.val().get_bits::<2>(2 * n);
                    loads = self.source.q.val().get_bits::<4>(4 * n);
                }
                if self.which.q.val() == n.to_bits() {
                    one = BIT[n];
                }
                if operates.get_bit(n) {
                    self.code.d.next = self.code.q.val() & !OPERATION[n]
                        | (bit_cast::<K, 2>(seen.get_bits::<2>(22)) << (2 * n));
                    self.source.d.next = self.source.q.val() & !LOADED[n]
                        | (bit_cast::<S, 4>(seen.get_bits::<4>(27)) << (4 * n));
                }
            }
            let hit: Bits<M> = HIT_AT | bit_cast::<M, 3>(self.which.q.val());
            match self.state.q.val() {
                State::Operations => {
                    self.which.d.next = chosen;
                    self.up.d.next = does == 1;
                    self.down.d.next = does == 2;
                    self.draws.d.next = does.all() & (loads == RANDOM_CODE);
                    self.blank.d.next = does.all() & loads.get_bit(3);
                    for n in 0..N {
                        if chosen == n.to_bits() {
                            self.code.d.next = self.code.q.val() & !OPERATION[n];
                        }
                    }
                    read = CTR_AT + bit_cast::<M, 3>(chosen);
                    if does.all() {
                        read = SOURCE_AT | bit_cast::<M, 3>(loads.get_bits::<3>(0));
                        if loads == RANDOM_CODE {
                            read = SEED_AT;
                        }
                    }
                    self.state.d.next = State::Load;
                    if !does.any() {
                        read = CALLEE_AT;
                        self.state.d.next = State::End;
                        if self.won.q.val() {
                            self.state.d.next = State::Win;
                        }
                    }
                }
                State::Load => {
                    left_is = OF_SEEN;
                    if self.blank.q.val() & !self.draws.q.val() {
                        left_is = NO_OPERAND;
                    }
                    if self.up.q.val() {
                        right_is = PLUS_ONE;
                    }
                    if self.down.q.val() {
                        right_is = LESS_ONE;
                    }
                    read = hit;
                    self.state.d.next = State::Store;
                    if self.draws.q.val() {
                        self.state.d.next = State::Draw;
                    }
                }
                State::Draw => {
                    makes = MAKES_STEP;
                    read = MASK_AT;
                    self.state.d.next = State::Drawn;
                }
                State::Drawn => {
                    makes = MAKES_AND;
                    left_is = NO_OPERAND;
                    write = true;
                    at = SEED_AT;
                    read = hit;
                    self.state.d.next = State::Store;
                }
                _ => {}
            }
        }

        fn report(&mut self) {
            let at_end: Bit = self.sequence.q.val().get_bits::<A>(0).all();
            let last_word: Bit = seen.get_bit(LAST_BIT.index());
            match self.state.q.val() {
                State::Store => {
                    narrow = true;
                    left_is = OF_SEEN;
                    right_is = PLUS_ONE;
                    write = true;
                    at = CTR_AT + bit_cast::<M, 3>(self.which.q.val());
                    self.zero.d.next = self.zero.q.val() & !one;
                    if blank_value {
                        self.zero.d.next = self.zero.q.val() | one;
                    }
                    if self.crossed.q.val() {
                        self.over.d.next = self.over.q.val() | one;
                    }
                    if !self.up.q.val() & !self.down.q.val() {
                        self.over.d.next = self.over.q.val() & !one;
                    }
                    self.state.d.next = State::Hit;
                }
                State::Hit => {
                    write = true;
                    at = hit;
                    self.state.d.next = State::Operations;
                }
                State::Win => {
                    comment!("The first word of the replacement names the handler.");
                    read = RT_AT | bit_cast::<M, A>(self.sequence.q.val().get_bits::<A>(0));
                    self.state.d.next = State::Header;
                    if self.put_room.val() & self.hold.val() {
                        self.room.d.next = true;
                    }
                    if !self.room.q.val() & !self.put_room.val() & self.hold.val() {
                        self.state.d.next = State::Win;
                    }
                }
                State::Header => {
                    makes = MAKES_HEADER;
                    read = RT_AT | bit_cast::<M, A>(self.sequence.q.val().get_bits::<A>(0));
                    if at_end & !last_word {
                        self.raise.next = 4.into();
                    }
                    self.state.d.next = State::Amount;
                }
                State::Amount => {
                    comment!("A bubble and the words, less the instruction itself.");
                    left_is = OF_LENGTH;
                    if at_end | last_word {
                        right_is = PLUS_ONE;
                    }
                    self.put_valid.next = self.room.q.val();
                    read = VCYC_AT;
                    self.state.d.next = State::Cycles;
                }
                _ => {}
            }
        }

        fn event(&mut self) {
            comment!("Statistics, and words of the event.");
            match self.state.q.val() {
                State::Cycles => {
                    left_is = OF_SEEN;
                    right_is = PLUS_VALUE;
                    read = N_REPL_AT;
                    self.state.d.next = State::Replaced;
                }
                State::Replaced => {
                    left_is = OF_SEEN;
                    right_is = PLUS_ONE;
                    write = true;
                    at = VCYC_AT;
                    read = N_WORDS_AT;
                    if !self.room.q.val() {
                        read = DROPPED_AT;
                    }
                    self.state.d.next = State::Words;
                }
                State::Words => {
                    left_is = OF_SEEN;
                    right_is = PLUS_ONE;
                    write = true;
                    at = N_REPL_AT;
                    self.state.d.next = State::Counted;
                }
                State::Counted => {
                    comment!("DROPPED stays at its largest value.");
                    right_is = PLUS_PC;
                    write = self.room.q.val();
                    at = N_WORDS_AT;
                    self.state.d.next = State::Pc;
                    if !self.room.q.val() {
                        write = self.value.q.val().any();
                        at = DROPPED_AT;
                        self.step_dropped.next = true;
                        self.state.d.next = State::End;
                    }
                }
                State::Pc => {
                    left_is = OF_INSN;
                    self.put_valid.next = true;
                    self.state.d.next = State::Insn;
                }
                State::Insn => {
                    self.put_valid.next = true;
                    left_is = NO_OPERAND;
                    if self.kind_known.val() {
                        left_is = OF_IMMEDIATE;
                        right_is = PLUS_PC;
                    } else if self.kind_control.val() {
                        left_is = OF_NEXT;
                    }
                    self.state.d.next = State::Target;
                }
                State::Target => {
                    self.put_valid.next = true;
                    left_is = OF_ADDRESS;
                    self.state.d.next = State::Address;
                }
                State::Address => {
                    self.put_valid.next = true;
                    makes = MAKES_BURST;
                    self.state.d.next = State::Burst;
                }
                State::Burst => {
                    self.put_valid.next = true;
                    self.state.d.next = State::End;
                }
                State::End => {
                    done = true;
                    self.state.d.next = State::Idle;
                }
                _ => {}
            }
        }

        fn remember(&mut self) {
            comment!("What is remembered of instructions: calls, distance from a change of control, bursts.");
            if self.state.q.val() == State::Next {
                if self.entry.q.val() {
                    self.pending.d.next = false;
                }
                if self.kind_call.val() {
                    self.pending.d.next = true;
                }
                if !self.since.q.val().all() {
                    self.since.d.next = self.since.q.val() + 1;
                }
                self.sampled.d.next = self.sampling.val();
                if self.sampling.val() & !self.sampled.q.val() {
                    self.bursts.d.next = self.bursts.q.val() + 1;
                }
            }
            if done {
                self.in_ready.next = true;
                if self.kind_control.val() {
                    self.since.d.next = 0.into();
                }
            }
        }

        fn operands(&mut self) {
            comment!("One adder.");
            let left_word: Bits<32> = 0.into();
            match left_is.index() {
                1 => left_word = self.kind_immediate.val(),
                2 => left_word = self.in_next.val(),
                3 => left_word = seen,
                4 => left_word = self.in_insn.val(),
                5 => left_word = self.in_address.val(),
                6 => left_word = bit_cast::<32, 8>(seen.get_bits::<8>(24)),
                _ => {}
            }
            let right_word: Bits<32> = 0.into();
            match right_is.index() {
                1 => right_word = self.in_pc.val(),
                2 => right_word = !self.in_pc.val(),
                3 => right_word = LESS_ONE_WORD,
                4 => right_word = 1.into(),
                5 => right_word = bit_cast::<32, 9>(self.value.q.val().get_bits::<9>(0)),
                _ => {}
            }
            let sum: Bits<33> = bit_cast::<33, 32>(left_word) + bit_cast::<33, 32>(right_word);
            let carry: Bit = sum.get_bit(32);
            comment!("Backward: the sum wraps, or what is added is 0; else what follows is not beyond the instruction.");
            match self.state.q.val() {
                State::Idle => self.backward.d.next = carry | !self.kind_immediate.val().any(),
                State::Next => {
                    if !self.kind_known.val() {
                        self.backward.d.next = !carry;
                    }
                }
                State::Range => {
                    self.reaches.d.next = !carry;
                    for k in 0..4 {
                        if bound == (2 * k + 1).to_bits() {
                            self.ranges.d.next = self.ranges.q.val() & !RANGE_BIT[k];
                            if self.reaches.q.val() & carry {
                                self.ranges.d.next = self.ranges.q.val() | RANGE_BIT[k];
                            }
                        }
                    }
                }
                State::Load => {
                    self.crossed.d.next = false;
                    if self.up.q.val() {
                        self.crossed.d.next = sum.get_bit(WIDTH_AT.index());
                    }
                    if self.down.q.val() {
                        self.crossed.d.next = !carry;
                    }
                }
                _ => {}
            }
        }

        fn make(&mut self) {
            comment!("The value, which is what is written.");
            let half: Bits<32> = self.value.q.val() >> 1;
            let other: Bits<32> = self.value.q.val();
            if left_is == OF_INSN {
                other = self.in_insn.val();
            }
            match makes.index() {
                0 => self.value.d.next = sum.get_bits::<32>(0),
                1 => self.value.d.next = other & seen,
                2 => {
                    self.value.d.next = half;
                    if self.value.q.val().get_bit(0) {
                        self.value.d.next = half ^ TAPS;
                    }
                }
                3 => self.value.d.next = half,
                4 => self.value.d.next = self.value.q.val(),
                5 => {
                    self.value.d.next = bit_cast::<32, 8>(seen.get_bits::<8>(16))
                        | (bit_cast::<32, 5>(self.number.q.val()) << 8)
                        | (bit_cast::<32, 1>(has_target.into()) << 14)
                        | (bit_cast::<32, 1>(self.taken.q.val().into()) << 15)
                        | (bit_cast::<32, 16>(self.since.q.val()) << 16);
                }
                6 => self.value.d.next = bit_cast::<32, 16>(self.bursts.q.val()),
                _ => self.value.d.next = self.work.word.val(),
            }
            drive!(self: put_data = value.q);
            self.work.value.next = self.value.q.val();
            self.work.row.next = self.count.q.val();
            self.memory.ra.next = read;
            self.memory.we.next = write;
            self.memory.wa.next = at;
            self.memory.wd.next = self.value.q.val();
            if narrow {
                self.memory.wd.next = self.value.q.val() & COUNTER_BITS;
            }
            if self.work.seed.val() & empty & (self.state.q.val() == State::Write) {
                self.memory.wd.next = 1.into();
            }
            self.rows.ra.next = row;
            self.rows.wa.next = self.count.q.val();
        }
    }
}
