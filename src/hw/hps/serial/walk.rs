//! Which patterns match (docs/reference/hps.md, H4 and H6).

#[treetap_hdl::phases]
mod walk {
    impl Serial {
        fn look(&mut self) {
            comment!("What a branch that is known to be not taken counts for, and the row of the instruction.");
            let judged: Bit = self.kind_branch.val() & self.cfg_be_taken.val() & !moved;
            let filter: Bits<2> = self.in_filter.val();
            if judged & (filter == BACK_CODE) {
                filter = 0.into();
            }
            let back_edge: Bit = self.kind_branch.val() & self.backward.q.val() & !judged;
            let own_row: Bits<ROW> = bit_cast::<ROW, 4>(self.kind_class.val())
                | (bit_cast::<ROW, 1>(back_edge.into()) << 4)
                | (bit_cast::<ROW, 1>(self.entry.q.val().into()) << 5)
                | (bit_cast::<ROW, 2>(filter) << 6);
            match self.state.q.val() {
                State::Next => {
                    comment!("Whether it goes on after itself; beyond itself; a callee is kept.");
                    left_is = OF_NEXT;
                    right_is = LESS_PC;
                    read = N_IN_AT;
                    write = self.kind_call.val();
                    at = CALLEE_AT;
                    row = own_row;
                    self.state.d.next = State::Look;
                    if self.kind_branch.val() {
                        self.state.d.next = State::Judge;
                    }
                    if !self.cfg_en.val() {
                        self.state.d.next = State::End;
                    }
                }
                State::Judge => {
                    makes = MAKES_SAME;
                    read = N_IN_AT;
                    row = own_row;
                    self.state.d.next = State::Look;
                }
                State::Look => {
                    left_is = OF_SEEN;
                    right_is = PLUS_ONE;
                    self.owes.d.next = true;
                    self.taken.d.next = moved;
                    self.left.d.next = self.rows.rd.val();
                    self.state.d.next = State::Scan;
                    if !self.rows.rd.val().any() {
                        done = true;
                        self.state.d.next = State::Idle;
                    }
                }
                _ => {}
            }
        }

        fn scan(&mut self) {
            comment!("The first pattern that is left; then its words, as long as it matches.");
            let first: Bits<P> = self.left.q.val() & !(self.left.q.val() - 1);
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
            let within: Bit = !seen.get_bits::<4>(16).any()
                | (seen.get_bits::<4>(16) & self.ranges.q.val()).any();
            let fits: Bit = directed
                & signed
                & within
                & (self.in_privilege.val() >= seen.get_bits::<2>(28))
                & (!seen.get_bit(30) | self.taken.q.val());
            match self.state.q.val() {
                State::Scan => {
                    read = PT_AT | (bit_cast::<M, 5>(found) << 2);
                    self.number.d.next = found;
                    self.left.d.next = self.left.q.val() & !first;
                    self.state.d.next = State::Mask;
                    if !self.left.q.val().any() {
                        self.state.d.next = State::Operations;
                    }
                }
                State::Mask => {
                    makes = MAKES_AND;
                    left_is = OF_INSN;
                    read = words_at | 1;
                    self.state.d.next = State::Value;
                }
                State::Value => {
                    read = words_at | 2;
                    self.count.d.next = 0.into();
                    self.state.d.next = State::Scan;
                    if self.value.q.val() == seen {
                        self.state.d.next = State::Asked;
                    }
                }
                State::Asked => {
                    read = words_at | 3;
                    self.state.d.next = State::Scan;
                    if fits {
                        self.state.d.next = State::Action;
                    }
                    if seen.get_bits::<4>(16).any() & !self.ranged.q.val() {
                        read = RANGE_AT;
                        self.state.d.next = State::Range;
                    }
                }
                _ => {}
            }
        }

        fn found(&mut self) {
            comment!("Ranges are looked at when a pattern asks for one: a bound in a cycle, then the pattern again.");
            let bound: Bits<3> = self.count.q.val().get_bits::<3>(0);
            let line: Bits<4> = 0.into();
            for n in 0..N {
                if seen.get_bits::<3>(16) == n.to_bits() {
                    line = line | (bit_cast::<4, 1>(self.over.q.val().get_bits::<1>(n)) << 1);
                    line = line | bit_cast::<4, 1>(self.zero.q.val().get_bits::<1>(n));
                }
                if seen.get_bits::<3>(19) == n.to_bits() {
                    line = line | (bit_cast::<4, 1>(self.over.q.val().get_bits::<1>(n)) << 3);
                    line = line | (bit_cast::<4, 1>(self.zero.q.val().get_bits::<1>(n)) << 2);
                }
            }
            let holds: Bit = seen.get_bits::<16>(0).get_bit(line.index());
            match self.state.q.val() {
                State::Range => {
                    left_is = OF_SEEN;
                    right_is = LESS_PC;
                    self.count.d.next = onward;
                    read = RANGE_AT + bit_cast::<M, 3>(bound + 1);
                    self.ranged.d.next = true;
                    if bound.all() {
                        read = words_at | 2;
                        self.count.d.next = 0.into();
                        self.state.d.next = State::Asked;
                    }
                }
                State::Action => {
                    read = CT_AT | bit_cast::<M, 4>(seen.get_bits::<4>(12));
                    self.sequence.d.next = seen.get_bits::<11>(0);
                    self.replaces.d.next = !seen.get_bit(11);
                    self.state.d.next = State::Condition;
                    if C < 16 {
                        if seen.get_bits::<4>(12) > LAST_CONDITION {
                            self.state.d.next = State::Scan;
                        }
                    }
                }
                State::Condition => {
                    self.state.d.next = State::Scan;
                    if holds {
                        for n in 0..N {
                            if (seen.get_bits::<3>(24) == n.to_bits())
                                & !(self.code.q.val() & OPERATION[n]).any()
                            {
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
