//! Stages 1 and 2 of the CAM engine: some entries of the ternary memory.
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod bank {
    //! Entries of the ternary memory: one column each in a memory per key byte.
    //! An entry hits when its prefix matches and it has no child on the key's next digit, so at most one does.

    /// `B = 2^BA` entries of the ternary memory: which of them is the longest match, and its number.
    ///
    /// Byte `i` of the key (0 the least significant) addresses a memory with one column per entry, so any function of a
    /// byte can be a condition on it. An entry's function says "my prefix has these bits, *and I have no child on the
    /// digit that follows*". The entries that match a key form a chain from the root downwards and all but the last
    /// have a child on the key's next digit, so at most one entry of all banks hits, the longest match, and no arbiter
    /// is needed.
    ///
    /// A byte's condition is the column of its memory, inverted while `wild`: bytes after the prefix match whatever
    /// they are although the column is zero, and a child there turns bits on in the column like everywhere else.
    /// Creating and removing an entry therefore is one and the same operation, inverting bits (`mask`) of some rows;
    /// the editor names the rows.
    ///
    /// Keys have `K` bits. `ROOT` is 1 for the bank whose entry 0 is the root, which has no prefix.
    ///
    /// A key given in cycle `t` has its answer in cycle `t + 5`.
    #[clocked]
    #[derived(B = 1 << BA, E = B / 2, Q = B / 4, M = K / 8, H = M.div_ceil(2))]
    pub struct Bank<
        #[range(8..=64, step = 8)] const K: usize,
        #[range(2..=5)] const BA: usize,
        #[range(0..=1)] const ROOT: usize,
    > {
        /// Row of each memory to read.
        #[group("row old_row: row of each memory, and the one of two cycles before, which is where writes go")]
        pub row: Signal<In, Bits<K>>,
        /// Row of two cycles before.
        pub old_row: Signal<In, Bits<K>>,
        /// Invert bits of these memories in the row of two cycles before.
        #[group("invert wipe: change the memories")]
        pub invert: Signal<In, Bits<M>>,
        /// All memories: clear the row of two cycles before.
        pub wipe: Signal<In, Bit>,
        /// The entry that comes or goes is in this bank, and has its bit inverted from the next cycle on.
        #[group("child parent: the entries whose bits change")]
        pub child_here: Signal<In, Bit>,
        /// Number of the entry that comes or goes.
        pub child: Signal<In, Bits<BA>>,
        /// The entry's parent is in this bank, and has its bit inverted from the next cycle on.
        pub parent_here: Signal<In, Bit>,
        /// Number of the entry's parent.
        pub parent: Signal<In, Bits<BA>>,
        /// Set which bytes are wild for the entry whose bit is being inverted.
        #[group("set_wild wild: bytes that match whatever they are")]
        pub set_wild: Signal<In, Bit>,
        /// The bytes that are wild.
        pub wild: Signal<In, Bits<M>>,
        /// An entry hits.
        #[group("any code: the hit, five cycles after its row")]
        pub any: Signal<Out, Bit>,
        /// Number of the entry that hits, or 0.
        pub code: Signal<Out, Bits<BA>>,
        rows: [OutRegRam<B, 8>; M],
        wilds: [Reg<Bits<B>>; M - 1],
        mask: Reg<Bits<B>>,
        pairs: [Reg<Bits<B>>; H],
        either: Reg<Bits<E>>,
        odd: Reg<Bits<Q>>,
        any_hit: Reg<Bit>,
        number: Reg<Bits<BA>>,
        terms: [Signal<Local, Bits<B>>; 2 * H],
    }

    impl Bank {
        fn update(&mut self) {
            const EVEN: [Bits<BA>; E] = (0..E).map(|i| 2 * i as u64);
            const ROOT: Bits<B> = ROOT;
            const FIRST: Bits<B> = 1;
            const ONES: Bits<B> = u64::MAX >> (64 - B);

            comment!("Bits to invert.");
            let child_bit: Bits<B> = 0.into();
            let parent_bit: Bits<B> = 0.into();
            if self.child_here.val() {
                child_bit = FIRST << self.child.val();
            }
            if self.parent_here.val() {
                parent_bit = FIRST << self.parent.val();
            }
            self.mask.d.next = child_bit | parent_bit;

            comment!("The memories; the most significant byte is wild for the root alone.");
            for i in 0..M {
                self.rows[i].ra.next = self.row.val().get_bits::<8>(i * 8);
                self.rows[i].wa.next = self.old_row.val().get_bits::<8>(i * 8);
                self.rows[i].we.next = self.invert.val().get_bit(i) | self.wipe.val();
                if self.wipe.val() {
                    self.rows[i].wd.next = 0.into();
                } else {
                    self.rows[i].wd.next = self.rows[i].rd.val() ^ self.mask.q.val();
                }
            }
            for i in 0..(M - 1) {
                if self.wipe.val() {
                    self.wilds[i].d.next = ONES;
                } else if self.set_wild.val() {
                    if self.wild.val().get_bit(i) {
                        self.wilds[i].d.next = self.wilds[i].q.val() | self.mask.q.val();
                    } else {
                        self.wilds[i].d.next = self.wilds[i].q.val() & !self.mask.q.val();
                    }
                }
                self.terms[i].next = self.rows[i].rd.val() ^ self.wilds[i].q.val();
            }
            for i in (M - 1)..M {
                self.terms[i].next = self.rows[i].rd.val() ^ ROOT;
            }
            for i in M..(2 * H) {
                self.terms[i].next = ONES;
            }

            comment!("Two bytes, then all of them, of two neighbours each, then the number of the one that is left.");
            let all: Bits<B> = ONES;
            for i in 0..H {
                self.pairs[i].d.next = self.terms[2 * i].val() & self.terms[2 * i + 1].val();
                all = all & self.pairs[i].q.val();
            }
            let pairwise: Bits<E> = 0.into();
            let second: Bits<Q> = 0.into();
            for i in 0..E {
                pairwise = pairwise.replace_bit(i, all.get_bit(2 * i) | all.get_bit(2 * i + 1));
            }
            for i in 0..Q {
                second = second.replace_bit(i, all.get_bit(4 * i + 1) | all.get_bit(4 * i + 3));
            }
            self.either.d.next = pairwise;
            self.odd.d.next = second;
            self.any_hit.d.next = self.either.q.val().any();
            let encoded: Bits<BA> = 0.into();
            for i in 0..E {
                if self.either.q.val().get_bit(i) {
                    encoded = encoded | EVEN[i];
                }
            }
            if self.odd.q.val().any() {
                encoded = encoded | 1;
            }
            self.number.d.next = encoded;
            drive!(self: any = any_hit.q, code = number.q);
        }
    }
}
