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
                    self.code.d.next =
                        self.code.q.val() & !OPERATION[n] | (bit_cast::<K, 2>(seen.get_bits::<2>(22)) << (2 * n));
                    self.source.d.next =
                        self.source.q.val() & !LOADED[n] | (bit_cast::<S, 4>(seen.get_bits::<4>(27)) << (4 * n));
                }
            }
            let hit: Bits<M> = HIT_AT | bit_cast::<M, 3>(self.which.q.val());
            let named: Bits<M> = RT_AT | bit_cast::<M, A>(self.sequence.q.val().get_bits::<A>(0));
            let next_operand: Bits<M> = CALLEE_AT;
            match self.state.q.val() {
                State::Operations => {
                    self.which.d.next = chosen;
                    self.up.d.next = does == 1;
                    self.down.d.next = does == 2;
                    self.draws.d.next = does.all() & (loads == RANDOM_CODE);
                    self.blank.d.next = does.all() & loads.get_bit(3) & (loads != RANDOM_CODE);
                    for n in 0..N {
                        if chosen == n.to_bits() {
                            self.code.d.next = self.code.q.val() & !OPERATION[n];
                        }
                    }
                    next_operand = CTR_AT + bit_cast::<M, 3>(chosen);
                    if does.all() {
                        next_operand = SOURCE_AT | bit_cast::<M, 3>(loads.get_bits::<3>(0));
                        if loads == RANDOM_CODE {
                            next_operand = SEED_AT;
                        }
                    }
                    self.state.d.next = State::Fetch;
                    if !does.any() {
                        self.state.d.next = State::End;
                        wins = self.won.q.val();
                        next_operand = CALLEE_AT;
                        if self.won.q.val() {
                            next_operand = named;
                            self.state.d.next = State::Report;
                        }
                    }
                }
                _ => {}
            }
        }

        fn store(&mut self) {
            comment!("A counter is worked out and written, and that it was is counted.");
            let next_store: Bits<M> = CALLEE_AT;
            let at_store: Bits<M> = CALLEE_AT;
            comment!("Beyond the largest value, or below 0.");
            let above: Bit = self.carried.q.val();
            if W < 32 {
                above = self.value.q.val().get_bit(WIDTH_AT.index());
            }
            let crossed: Bit = (self.up.q.val() & above) | (self.down.q.val() & !self.carried.q.val());
            match self.state.q.val() {
                State::Fetch => {
                    next_store = hit;
                    self.of_seen.d.next = !self.blank.q.val();
                    self.state.d.next = State::Load;
                }
                State::Load => {
                    self.of_seen.d.next = !self.draws.q.val();
                    self.of_step.d.next = self.draws.q.val();
                    plus_one = self.up.q.val();
                    less_one = self.down.q.val();
                    self.state.d.next = State::Hits;
                    if self.draws.q.val() {
                        next_store = MASK_AT;
                        self.state.d.next = State::Draw;
                    }
                }
                State::Draw => {
                    self.of_used.d.next = true;
                    next_store = hit;
                    self.state.d.next = State::Drawn;
                }
                State::Drawn => {
                    comment!("The random generator is written if it was asked.");
                    self.of_seen.d.next = true;
                    self.writes.d.next = true;
                    at_store = SEED_AT;
                    self.state.d.next = State::Hits;
                }
                State::Hits => {
                    plus_one = true;
                    self.writes.d.next = true;
                    at_store = CTR_AT + bit_cast::<M, 3>(self.which.q.val());
                    self.state.d.next = State::Store;
                }
                State::Store => {
                    narrow = true;
                    self.writes.d.next = true;
                    at_store = hit;
                    self.zero.d.next = self.zero.q.val() & !one;
                    if blank_value {
                        self.zero.d.next = self.zero.q.val() | one;
                    }
                    if crossed {
                        self.over.d.next = self.over.q.val() | one;
                    }
                    if !self.up.q.val() & !self.down.q.val() {
                        self.over.d.next = self.over.q.val() & !one;
                    }
                    self.state.d.next = State::Hit;
                }
                State::Hit => self.state.d.next = State::Operations,
                _ => {}
            }
        }

        fn report(&mut self) {
            let next_report: Bits<M> = CALLEE_AT;
            let at_report: Bits<M> = CALLEE_AT;
            comment!("A pattern has won: the first word of its replacement names the handler, and what it would cost.");
            let at_end: Bit = self.sequence.q.val().get_bits::<A>(0).all();
            let last_word: Bit = seen.get_bit(LAST_BIT.index());
            let header: Bits<32> = bit_cast::<32, 8>(seen.get_bits::<8>(16))
                | (bit_cast::<32, 5>(self.number.q.val()) << 8)
                | (bit_cast::<32, 1>(has_target.into()) << 14)
                | (bit_cast::<32, 1>(self.taken.q.val().into()) << 15)
                | (bit_cast::<32, 16>(self.since.q.val()) << 16);
            drive!(self: put_data = value.q);
            match self.step.q.val() {
                Step::Rest => {
                    if wins {
                        self.step.d.next = Step::Win;
                    }
                }
                Step::Win => {
                    next_report = named;
                    self.step.d.next = Step::Header;
                    if self.hold.val() & !self.room.q.val() {
                        self.room.d.next = self.put_room.val();
                        self.step.d.next = Step::Win;
                    }
                }
                Step::Header => {
                    self.put_valid.next = self.room.q.val();
                    self.put_data.next = header;
                    if at_end & !last_word {
                        self.raise.next = 4.into();
                    }
                    self.of_length.d.next = true;
                    self.step.d.next = Step::Amount;
                }
                Step::Amount => {
                    comment!("A bubble and the words, less the instruction itself.");
                    plus_one = at_end | last_word;
                    next_report = VCYC_AT;
                    self.step.d.next = Step::Costs;
                }
                Step::Costs => {
                    next_report = N_REPL_AT;
                    self.of_seen.d.next = true;
                    self.step.d.next = Step::Cycles;
                }
                Step::Cycles => {
                    self.of_seen.d.next = true;
                    plus_value = true;
                    next_report = N_WORDS_AT;
                    if !self.room.q.val() {
                        next_report = DROPPED_AT;
                    }
                    self.step.d.next = Step::Replaced;
                }
                Step::Replaced => {
                    self.of_seen.d.next = true;
                    plus_one = true;
                    self.writes.d.next = true;
                    at_report = VCYC_AT;
                    self.step.d.next = Step::Words;
                }
                Step::Words => {
                    self.topped.d.next = seen.all();
                    plus_one = true;
                    self.writes.d.next = true;
                    at_report = N_REPL_AT;
                    self.step.d.next = Step::Counts;
                }
                _ => {}
            }
        }

        fn event(&mut self) {
            let at_event: Bits<M> = CALLEE_AT;
            comment!("The words of the event.");
            match self.step.q.val() {
                Step::Counts => {
                    comment!("DROPPED stays at its largest value.");
                    self.writes.d.next = self.room.q.val() | !self.topped.q.val();
                    at_event = N_WORDS_AT;
                    if !self.room.q.val() {
                        at_event = DROPPED_AT;
                    }
                    self.step.d.next = Step::Pc;
                }
                Step::Pc => {
                    self.put_data.next = self.in_pc.val();
                    self.put_valid.next = self.room.q.val();
                    of_target = true;
                    self.step.d.next = Step::Insn;
                    if !self.room.q.val() {
                        self.step_dropped.next = true;
                        self.step.d.next = Step::Rest;
                        reported = true;
                    }
                }
                Step::Insn => {
                    self.put_data.next = self.in_insn.val();
                    self.put_valid.next = true;
                    self.step.d.next = Step::Target;
                }
                Step::Target => {
                    self.put_valid.next = true;
                    self.step.d.next = Step::Address;
                }
                Step::Address => {
                    self.put_data.next = self.in_address.val();
                    self.put_valid.next = true;
                    self.step.d.next = Step::Burst;
                }
                Step::Burst => {
                    self.put_data.next = bit_cast::<32, 16>(self.bursts.q.val());
                    self.put_valid.next = true;
                    self.step.d.next = Step::Rest;
                    reported = true;
                }
                _ => {}
            }
            if (self.state.q.val() == State::Report) & reported {
                self.state.d.next = State::End;
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
                self.turned.d.next = self.kind_control.val();
                if self.turned.q.val() {
                    self.since.d.next = 1.into();
                } else if !self.since.q.val().all() {
                    self.since.d.next = self.since.q.val() + 1;
                }
                self.sampled.d.next = self.sampling.val();
                if self.sampling.val() & !self.sampled.q.val() {
                    self.bursts.d.next = self.bursts.q.val() + 1;
                }
            }
            if self.state.q.val() == State::End {
                self.state.d.next = State::Idle;
            }
            self.in_ready.next = (self.state.q.val() == State::End) | done;
        }

        fn operands(&mut self) {
            comment!("One adder, between registers.");
            let half: Bits<32> = self.left.q.val() >> 1;
            if self.of_step.q.val() & self.left.q.val().get_bit(0) {
                half = half ^ TAPS;
            }
            comment!(
                "Of what the memory shows, all, or what a mask leaves of it, or its highest byte; or something else."
            );
            let mask: Bits<32> = 0.into();
            if self.of_seen.q.val() {
                mask = LESS_ONE_WORD;
            }
            if self.of_masked.q.val() {
                mask = self.in_insn.val();
            }
            if self.of_used.q.val() {
                mask = self.left.q.val();
            }
            let length_word: Bits<32> = 0.into();
            if self.of_length.q.val() {
                length_word = bit_cast::<32, 8>(seen.get_bits::<8>(24));
            }
            comment!("Where it leads: an immediate and its address, or the address of the next one.");
            let other: Bits<32> = 0.into();
            if of_next | (of_target & self.kind_control.val() & !self.kind_known.val()) {
                other = self.in_next.val();
            }
            if of_target & self.kind_known.val() {
                other = other | self.kind_value.val();
            }
            let third: Bits<32> = 0.into();
            if self.of_host.q.val() {
                third = self.work.word.val();
            }
            if self.of_half.q.val() | self.of_step.q.val() {
                third = half;
            }
            self.left.d.next = (seen & mask) | length_word | other | third;
            self.empty.d.next = !self.left.q.val().any();
            let second: Bits<32> = 0.into();
            if of_target & self.kind_known.val() {
                second = self.in_pc.val();
            }
            if less_pc {
                second = second | !self.in_pc.val();
            }
            if less_one {
                second = second | LESS_ONE_WORD;
            }
            let small: Bits<9> = bit_cast::<9, 1>(plus_one.into());
            if plus_value {
                small = small | self.value.q.val().get_bits::<9>(0);
            }
            if plus_few {
                small = small | bit_cast::<9, FEW>(self.few.q.val());
            }
            self.right.d.next = second | bit_cast::<32, 9>(small);
            comment!("Its carry has a LUT in the chain: of two inputs, as a wire would leave the chain on its way.");
            let first_word: Bits<33> =
                bit_cast::<33, 32>(self.left.q.val()) | (bit_cast::<33, 1>(self.fresh.q.val().into()) << 32);
            let sum: Bits<33> = first_word + bit_cast::<33, 32>(self.right.q.val());
            self.carried.d.next = sum.get_bit(32);
            self.value.d.next = sum.get_bits::<32>(0);
        }

        fn make(&mut self) {
            self.work.value.next = self.value.q.val();
            self.work.bit.next = self.left.q.val().get_bit(0);
            self.work.row.next = self.count.q.val();
            self.spot.d.next = next_scan | next_found | next_operand | next_store | next_report;
            comment!("Where a pattern, and what a host wants, lies is known as it is read.");
            let read: Bits<M> = self.spot.q.val();
            if self.state.q.val() == State::Pick {
                read = read | words_at;
            }
            if self.service.q.val() == Service::Host {
                read = read | self.work.place.val();
            }
            if self.service.q.val() == Service::Spill {
                read = read | N_IN_AT;
            }
            self.memory.ra.next = read;
            self.target.d.next = at_serve | at_store | at_report | at_event;
            drive!(memory: we = writes.q, wa = target.q);
            self.memory.wd.next = self.value.q.val();
            if narrow {
                self.memory.wd.next = self.value.q.val() & COUNTER_BITS;
            }
            self.rows.ra.next = row;
            self.rows.wa.next = self.count.q.val();
        }
    }
}
