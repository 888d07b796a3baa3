//! The kernel of the serial engine where the hand visits nodes (R15).

#[treetap_hdl::phases]
mod visits {
    impl Engine {
        fn turn(&mut self) {
            comment!("R15 H1, when n and T are what the event makes them, unless it is lost.");
            if self.refused.q.val() {
                self.state.d.next = State::Refuse;
            } else if self.settled.q.val() {
                self.hand.grant.next = true;
                self.state.d.next = State::Aim;
                if !self.hand.going.val() {
                    self.state.d.next = State::Raise;
                    self.limit.step.next = true;
                    self.hand.begin.next = true;
                }
            }
        }

        fn visit(&mut self) {
            comment!("R15 H2. A slot without a leaf costs a cycle.");
            self.cursor.visit.next = true;
            self.part.d.next = LAST_PART;
            if self.hand.owing.val() {
                if self.hand.light.val() {
                    self.state.d.next = State::Look;
                } else {
                    self.hand.advance.next = true;
                }
            } else if !self.hand.pending.val() {
                rest = true;
                self.state.d.next = State::Idle;
            }
            if self.hand.fits.val() {
                self.state.d.next = State::Fit;
            }
        }

        fn look(&mut self) {
            comment!(
                "The parts of its count are read, and the first one of its parent's; unless the eye was a slot too far."
            );
            self.part.d.next = self.part.q.val() + 1;
            if !last_look {
                own_part = self.part.q.val() - BEFORE_LOOKS;
            }
            if !self.hand.owing.val() {
                self.state.d.next = State::Visit;
            } else if last_look {
                self.state.d.next = State::Pair;
            }
            if self.hand.fits.val() {
                self.state.d.next = State::Fit;
            }
        }

        fn pair(&mut self) {
            own_part = 1.into();
            if P > 2 {
                self.state.d.next = State::Add;
            } else {
                self.tried();
            }
        }

        fn tried(&mut self) {
            comment!("The verdict comes while the slots that follow are visited.");
            tries = true;
            self.hand.advance.next = true;
            self.state.d.next = State::Visit;
        }

        fn hand(&mut self) {
            comment!("A leaf fits: the sum is here, and its parent was kept.");
            if self.hand.fits.val() {
                put = true;
            }
            self.hand.rest.next = rest;
            self.hand.tries.next = tries;
            self.hand.step.next = (self.state.q.val() == State::Visit) | tries;
            comment!("The children of a node: none when it is made, one less when one is absorbed, else one more.");
            self.cursor.write.next = write;
            self.hand.write.next = write;
            self.hand.lose.next = self.state.q.val() == State::Push;
            self.hand.fresh.next = (self.state.q.val() == State::Clear) | (self.state.q.val() == State::Root);
            drive!(hand: base = cursor.base, node = cursor.node, over = adder.over);
            drive!(hand: live = live.q, weight = finger.weight);
            self.hand.merge.next = merge_taken;
            if merge_taken {
                self.hand.begin.next = true;
            }
            self.hand.clear.next = self.state.q.val() == State::Init;
        }
    }
}
