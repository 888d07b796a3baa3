//! Stages 1 and 2 of the CAM engine: some entries of the ternary memory.
use crate::hw::lib::{OutRegRam, Reg};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// `B = 2^BA` entries of the ternary memory: which of them is the longest match, and its number.
///
/// Byte `i` of the key (0 the least significant) addresses a memory with one column per entry, so any function of a
/// byte can be a condition on it. An entry's function says "my prefix has these bits, *and I have no child on the digit
/// that follows*". The entries that match a key form a chain from the root downwards and all but the last have a child
/// on the key's next digit, so at most one entry of all banks hits, the longest match, and no arbiter is needed.
///
/// A byte's condition is the column of its memory, inverted while `wild`: bytes behind the prefix match whatever they
/// are although the column is zero, and a child there turns bits on in the column like everywhere else. Creating and
/// removing an entry therefore is one and the same operation, inverting bits (`mask`) of some rows; the editor names the
/// rows. `M = K / 8` bytes, `H` pairs of them.
///
/// A key given in cycle `t` has its answer in cycle `t + 5`.
#[derive(LogicBlock)]
pub struct Bank<const K: usize, const B: usize, const BA: usize, const M: usize, const H: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Row of each memory to read.
    pub row: Signal<In, Bits<K>>,
    /// Row of two cycles before.
    pub old_row: Signal<In, Bits<K>>,
    /// Invert bits of these memories in the row of two cycles before.
    pub invert: Signal<In, Bits<M>>,
    /// All memories: clear the row of two cycles before.
    pub wipe: Signal<In, Bit>,
    /// The entry that comes or goes is in this bank, and has its bit inverted from the next cycle on.
    pub child_here: Signal<In, Bit>,
    /// Its number.
    pub child: Signal<In, Bits<BA>>,
    /// The entry's parent is in this bank, and has its bit inverted from the next cycle on.
    pub parent_here: Signal<In, Bit>,
    /// Its number.
    pub parent: Signal<In, Bits<BA>>,
    /// Set which bytes are wild for the entry whose bit is being inverted.
    pub set_wild: Signal<In, Bit>,
    /// They.
    pub wild: Signal<In, Bits<M>>,
    /// An entry hits.
    pub any: Signal<Out, Bit>,
    /// Its number, or 0.
    pub code: Signal<Out, Bits<BA>>,
    rows: Vec<OutRegRam<B, 8>>,
    wilds: Vec<Reg<Bits<B>>>,
    mask: Reg<Bits<B>>,
    pairs: Vec<Reg<Bits<B>>>,
    hit: Reg<Bits<B>>,
    any_hit: Reg<Bit>,
    number: Reg<Bits<BA>>,
    terms: Vec<Signal<Local, Bits<B>>>,
    all: Signal<Local, Bits<B>>,
    encoded: Signal<Local, Bits<BA>>,
    child_bit: Signal<Local, Bits<B>>,
    parent_bit: Signal<Local, Bits<B>>,
    root: Constant<Bits<B>>,
    first: Constant<Bits<B>>,
    ones: Constant<Bits<B>>,
}

impl<const K: usize, const B: usize, const BA: usize, const M: usize, const H: usize> Bank<K, B, BA, M, H> {
    /// A bank; `has_root` says that its entry 0 is the root of the tree.
    pub fn new(has_root: bool) -> Self {
        const { assert!(B == 1 << BA && M >= 1 && K == 8 * M && H == M.div_ceil(2), "derived widths of Bank") };
        Self {
            clock: Default::default(),
            row: Default::default(),
            old_row: Default::default(),
            invert: Default::default(),
            wipe: Default::default(),
            child_here: Default::default(),
            child: Default::default(),
            parent_here: Default::default(),
            parent: Default::default(),
            set_wild: Default::default(),
            wild: Default::default(),
            any: Default::default(),
            code: Default::default(),
            rows: (0..M).map(|_| Default::default()).collect(),
            wilds: (1..M).map(|_| Default::default()).collect(),
            mask: Default::default(),
            pairs: (0..H).map(|_| Default::default()).collect(),
            hit: Default::default(),
            any_hit: Default::default(),
            number: Default::default(),
            terms: (0..2 * H).map(|_| Default::default()).collect(),
            all: Default::default(),
            encoded: Default::default(),
            child_bit: Default::default(),
            parent_bit: Default::default(),
            root: Constant::new(bits(u64::from(has_root))),
            first: Constant::new(bits(1)),
            ones: Constant::new(!Bits::<B>::default()),
        }
    }
}

impl<const K: usize, const B: usize, const BA: usize, const M: usize, const H: usize> Logic for Bank<K, B, BA, M, H> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module bank");
        comment!("@doc Entries of the ternary memory: one column each in a memory per key byte.");
        comment!(
            "@doc An entry hits when its prefix matches and it has no child on the key's next digit, so at most one does."
        );
        comment!("@ports row old_row: row of each memory, and the one of two cycles before, which is where writes go");
        comment!("@ports invert wipe: change the memories");
        comment!("@ports child parent: the entries whose bits change");
        comment!("@ports set_wild wild: bytes that match whatever they are");
        comment!("@ports any code: the hit, five cycles after its row");
        dff_setup!(self, clock, mask, hit, any_hit, number);

        comment!("Bits to invert.");
        self.child_bit.next = 0.into();
        self.parent_bit.next = 0.into();
        if self.child_here.val() {
            self.child_bit.next = self.first.val() << self.child.val();
        }
        if self.parent_here.val() {
            self.parent_bit.next = self.first.val() << self.parent.val();
        }
        self.mask.d.next = self.child_bit.val() | self.parent_bit.val();

        comment!("The memories; the most significant byte is wild for the root alone.");
        for i in 0..M {
            self.rows[i].clock.next = self.clock.val();
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
            self.wilds[i].clock.next = self.clock.val();
            self.wilds[i].d.next = self.wilds[i].q.val();
            if self.wipe.val() {
                self.wilds[i].d.next = self.ones.val();
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
            self.terms[i].next = self.rows[i].rd.val() ^ self.root.val();
        }
        for i in M..(2 * H) {
            self.terms[i].next = self.ones.val();
        }

        comment!("Two bytes, then all of them, then the number of the one that is left.");
        self.all.next = self.ones.val();
        for i in 0..H {
            self.pairs[i].clock.next = self.clock.val();
            self.pairs[i].d.next = self.terms[2 * i].val() & self.terms[2 * i + 1].val();
            self.all.next = self.all.val() & self.pairs[i].q.val();
        }
        self.hit.d.next = self.all.val();
        self.any_hit.d.next = self.hit.q.val().any();
        self.encoded.next = 0.into();
        for i in 0..B {
            if self.hit.q.val().get_bit(i) {
                self.encoded.next = self.encoded.val() | i.to_bits();
            }
        }
        self.number.d.next = self.encoded.val();
        self.any.next = self.any_hit.q.val();
        self.code.next = self.number.q.val();
    }
}
