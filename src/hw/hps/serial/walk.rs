//! Which patterns match (docs/reference/hps.md, H4 and H6).

#[treetap_hdl::phases]
mod walk {
    impl Serial {
        fn look(&mut self) {
            comment!("What a branch that is known to be not taken counts for, and the row of the instruction.");
            let judged: Bit = self.kind_branch.val() & self.cfg_be_taken.val() & !self.taken.q.val();
            let filter: Bits<2> = self.in_filter.val();
            if judged & (filter == BACK_CODE) {
                filter = 0.into();
            }
            comment!("Backward: the sum wraps, or what is added is 0; or what follows is not beyond it.");
            let wraps: Bit = self.carried.q.val() | self.empty.q.val();
            let back_edge: Bit = self.kind_branch.val() & wraps & !judged;
            let leads_now: Bit =
                (self.state.q.val() == State::Judge) | ((self.state.q.val() == State::Look) & !self.kind_branch.val());
            self.leads.d.next = leads_now;
            if leads_now {
                self.taken.d.next = moved;
                self.backward.d.next = !self.carried.q.val();
            }
            if self.leads.q.val() & self.kind_known.val() {
                self.backward.d.next = wraps;
            }
            let own_row: Bits<ROW> = bit_cast::<ROW, 4>(self.kind_class.val())
                | (bit_cast::<ROW, 1>(back_edge.into()) << 4)
                | (bit_cast::<ROW, 1>(self.entry.q.val().into()) << 5)
                | (bit_cast::<ROW, 2>(filter) << 6);
            comment!("Whether none is left is a short way: whoever offers instructions waits for it.");
            comment!("@keep");
            let some_low: Bit = (self.rows.rd.val() & LOW_PATTERNS).any();
            comment!("@keep");
            let some_high: Bit = (self.rows.rd.val() & !LOW_PATTERNS).any();
            let none: Bit = !(some_low | some_high) | !self.cfg_en.val();
            match self.state.q.val() {
                State::Next => {
                    comment!("Where it leads.");
                    of_target = true;
                    row = own_row;
                    self.state.d.next = State::Look;
                    if self.kind_branch.val() {
                        self.state.d.next = State::Judge;
                    }
                }
                State::Judge => self.state.d.next = State::Branch,
                State::Branch => {
                    row = own_row;
                    self.state.d.next = State::Look;
                }
                State::Look => {
                    self.writes.d.next = self.kind_call.val();
                    self.open.d.next = self.rows.rd.val();
                    if self.cfg_en.val() {
                        self.few.d.next = self.few.q.val() + 1;
                    }
                    self.state.d.next = State::Scan;
                    if none {
                        self.state.d.next = State::Callee;
                        if self.quick.q.val() {
                            self.state.d.next = State::Idle;
                        }
                    }
                }
                State::Callee => self.state.d.next = State::End,
                _ => {}
            }
            self.quick.d.next = ((self.state.q.val() == State::Branch)
                | ((self.state.q.val() == State::Next) & !self.kind_branch.val()))
                & !self.kind_call.val();
            comment!("@keep");
            let done: Bit = self.quick.q.val() & none;
        }

        fn scan(&mut self) {
            let next_scan: Bits<M> = CALLEE_AT;
            comment!("The first pattern that is left; then its words, as long as it matches.");
            let first: Bits<P> = self.open.q.val() & !(self.open.q.val() - 1);
            let found: Bits<5> = 0.into();
            for i in 0..P {
                if first.get_bit(i) {
                    found = found | i.to_bits();
                }
            }
            let words_at: Bits<M> = PT_AT | (bit_cast::<M, 5>(self.number.q.val()) << 2);
            let backs: Bit = self.backward.q.val() & has_target;
            let forth: Bit = !self.backward.q.val() & has_target;
            let directed: Bit = false;
            match seen.get_bits::<2>(20).index() {
                0 => directed = true,
                1 => directed = backs,
                2 => directed = forth,
                _ => {}
            }
            let signed: Bit = false;
            match seen.get_bits::<2>(22).index() {
                0 => signed = true,
                1 => signed = self.kind_there.val() & self.in_insn.val().get_bit(31),
                2 => signed = self.kind_there.val() & !self.in_insn.val().get_bit(31),
                _ => {}
            }
            let within: Bit = !seen.get_bits::<4>(16).any() | (seen.get_bits::<4>(16) & self.ranges.q.val()).any();
            let fits: Bit = directed
                & signed
                & within
                & (self.in_privilege.val() >= seen.get_bits::<2>(28))
                & (!seen.get_bit(30) | self.taken.q.val());
            match self.state.q.val() {
                State::Scan => {
                    self.number.d.next = found;
                    self.open.d.next = self.open.q.val() & !first;
                    self.state.d.next = State::Pick;
                    if !self.open.q.val().any() {
                        self.state.d.next = State::Operations;
                    }
                }
                State::Pick => {
                    next_scan = words_at | 1;
                    self.of_masked.d.next = true;
                    self.state.d.next = State::Mask;
                }
                State::Mask => {
                    next_scan = words_at | 2;
                    self.state.d.next = State::Value;
                }
                State::Value => {
                    next_scan = words_at | 3;
                    self.count.d.next = 0.into();
                    self.same.d.next = self.left.q.val() == seen;
                    self.state.d.next = State::Asked;
                }
                State::Asked => {
                    next_scan = RANGE_AT;
                    self.state.d.next = State::Scan;
                    if self.same.q.val() & fits {
                        self.state.d.next = State::Action;
                    }
                    if self.same.q.val() & seen.get_bits::<4>(16).any() & !self.ranged.q.val() {
                        self.state.d.next = State::Bounds;
                    }
                }
                _ => {}
            }
        }

        fn found(&mut self) {
            let next_found: Bits<M> = CALLEE_AT;
            comment!("Ranges are looked at when a pattern asks for one: a bound in a cycle, then the pattern again.");
            let line_now: Bits<4> = 0.into();
            for n in 0..N {
                if seen.get_bits::<3>(16) == n.to_bits() {
                    line_now = line_now | (bit_cast::<4, 1>(self.over.q.val().get_bits::<1>(n)) << 1);
                    line_now = line_now | bit_cast::<4, 1>(self.zero.q.val().get_bits::<1>(n));
                }
                if seen.get_bits::<3>(19) == n.to_bits() {
                    line_now = line_now | (bit_cast::<4, 1>(self.over.q.val().get_bits::<1>(n)) << 3);
                    line_now = line_now | (bit_cast::<4, 1>(self.zero.q.val().get_bits::<1>(n)) << 2);
                }
            }
            match self.state.q.val() {
                State::Bounds => {
                    next_found = RANGE_AT | 1;
                    self.of_seen.d.next = true;
                    self.count.d.next = 1.into();
                    self.state.d.next = State::Range;
                }
                State::Range => {
                    self.of_seen.d.next = true;
                    less_pc = true;
                    self.count.d.next = onward;
                    next_found = RANGE_AT + bit_cast::<M, 3>(onward.get_bits::<3>(0));
                    self.ranged.d.next = true;
                    comment!("The bounds of two and three cycles before, in turn: is it not below, and below?");
                    self.reaches.d.next = !self.carried.q.val();
                    if !self.count.q.val().get_bit(0) {
                        self.ranges.d.next = self.ranges.q.val() >> 1;
                        if self.reaches.q.val() & self.carried.q.val() {
                            self.ranges.d.next = (self.ranges.q.val() >> 1) | LAST_RANGE;
                        }
                    }
                    if self.count.q.val().get_bits::<4>(0) == 9 {
                        next_found = words_at | 2;
                    }
                    if self.count.q.val().get_bits::<4>(0) == 10 {
                        next_found = words_at | 3;
                        self.state.d.next = State::Asked;
                    }
                }
                State::Action => {
                    self.sequence.d.next = seen.get_bits::<11>(0);
                    self.replaces.d.next = !seen.get_bit(11);
                    self.rule.d.next = seen.get_bits::<4>(12);
                    next_found = CT_AT | bit_cast::<M, 4>(seen.get_bits::<4>(12));
                    self.state.d.next = State::Rule;
                    if C < 16 {
                        if seen.get_bits::<4>(12) > LAST_CONDITION {
                            self.state.d.next = State::Scan;
                        }
                    }
                }
                State::Rule => {
                    next_found = CT_AT | bit_cast::<M, 4>(self.rule.q.val());
                    self.state.d.next = State::Line;
                }
                State::Line => {
                    next_found = CT_AT | bit_cast::<M, 4>(self.rule.q.val());
                    self.line.d.next = line_now;
                    self.state.d.next = State::Condition;
                }
                State::Condition => {
                    self.holds.d.next = seen.get_bits::<16>(0).get_bit(self.line.q.val().index());
                    self.state.d.next = State::Apply;
                }
                State::Apply => {
                    self.state.d.next = State::Scan;
                    if self.holds.q.val() {
                        for n in 0..N {
                            if (seen.get_bits::<3>(24) == n.to_bits()) & !(self.code.q.val() & OPERATION[n]).any() {
                                operates = BIT[n];
                            }
                        }
                        if self.replaces.q.val() {
                            self.won.d.next = true;
                            self.state.d.next = State::Operations;
                        }
                    }
                }
                _ => {}
            }
        }
    }
}
