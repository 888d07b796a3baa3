//! The free list of the serial engine: `free` is its head, and slot 0 of a free node leads to the next one, so it lies
//! in the pointers of `cursor`.

#[treetap_hdl::phases]
mod free {
    impl Engine {
        fn thread(&mut self) {
            comment!("Thread the free list through slot 0 of every node, wherever it begins, and no node is in use.");
            self.adder.clear.next = true;
            write = true;
            self.cursor.grow.next = true;
            self.free.d.next = bit_cast::<AW, PD>(census);
            self.live.d.next = census;
            if full {
                self.state.d.next = State::Root;
            }
        }

        fn only_the_root(&mut self) {
            if (self.state.q.val() == State::Init) | (self.state.q.val() == State::Root) {
                self.free.d.next = 1.into();
                self.live.d.next = 1.into();
            }
        }

        fn fetch(&mut self) {
            comment!("Its slot 0 holds the next free node.");
            self.hand.created.next = true;
            self.cursor.grow.next = true;
            self.adder.clear.next = true;
            add = true;
            self.ledger.word.next = 4.into();
            self.state.d.next = State::Clear;
        }

        fn pop(&mut self) {
            if !self.cursor.digit.val().any() {
                self.free.d.next = self.cursor.child.val();
            }
        }

        fn push(&mut self) {
            write = true;
            self.free.d.next = self.cursor.child.val();
            self.live.d.next = census;
            self.state.d.next = State::Visit;
        }
    }
}
