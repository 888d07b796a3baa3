//! Masks and values of the patterns in flip-flops (docs/reference/hps.md, H4).
use crate::comment;
use crate::hw::lib::{RegEn, several};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Holds an instruction against masks and values of `P` patterns at once. `HELD` is 1 if the outcome is for the cycle behind.
#[derive(LogicBlock, SmartDefault)]
pub struct Masks<const P: usize, const HELD: usize> {
    #[default(const { assert!(P <= 32 && HELD <= 1, "Masks<P, HELD> wants 32 patterns at most") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// The instruction goes into the first stage.
    pub take: Signal<In, Bit>,
    /// A word of the pattern table is written; the first two belong here.
    pub wr_pattern: Signal<In, Bit>,
    /// Which.
    pub wr_index: Signal<In, Bits<12>>,
    /// The word.
    pub wr_data: Signal<In, Bits<32>>,
    /// The instruction, expanded.
    pub in_insn: Signal<In, Bits<32>>,
    /// Which patterns have its bits.
    pub now_same: Signal<Out, Bits<P>>,
    #[default(several(P))]
    mask: Vec<RegEn<Bits<32>>>,
    #[default(several(P))]
    value: Vec<RegEn<Bits<32>>>,
    #[default(several(HELD))]
    held: Vec<RegEn<Bits<P>>>,
    #[default(several(P))]
    mine: Vec<Signal<Local, Bit>>,
    same: Signal<Local, Bits<P>>,
    #[default((0..P).map(|i| Constant::new(bits(1 << i))).collect())]
    bit: Vec<Constant<Bits<P>>>,
}

impl<const P: usize, const HELD: usize> Logic for Masks<P, HELD> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module masks");
        comment!("@doc Masks and values of the patterns: each is held against the instruction at once.");
        comment!("@ports take: the instruction goes into the first stage");
        comment!("@ports wr: a word of the pattern table is written");
        comment!("@ports in: the instruction");
        comment!("@ports now: which patterns have its bits");
        self.same.next = 0.into();
        for i in 0..P {
            self.mine[i].next = self.wr_pattern.val() & (self.wr_index.val().get_bits::<5>(2) == i.to_bits());
            self.mask[i].clock.next = self.clock.val();
            self.mask[i].d.next = self.wr_data.val();
            self.mask[i].en.next = self.mine[i].val() & (self.wr_index.val().get_bits::<2>(0) == 0);
            self.value[i].clock.next = self.clock.val();
            self.value[i].d.next = self.wr_data.val();
            self.value[i].en.next = self.mine[i].val() & (self.wr_index.val().get_bits::<2>(0) == 1);
            if (self.in_insn.val() & self.mask[i].q.val()) == self.value[i].q.val() {
                self.same.next = self.same.val() | self.bit[i].val();
            }
        }
        self.now_same.next = self.same.val();
        for i in 0..HELD {
            self.held[i].clock.next = self.clock.val();
            self.held[i].d.next = self.same.val();
            self.held[i].en.next = self.take.val();
            self.now_same.next = self.held[i].q.val();
        }
    }
}
