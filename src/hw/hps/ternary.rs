//! Masks and values of the patterns in block RAM: a ternary memory (docs/reference/hps.md, H12).
use crate::hw::lib::{FastRam, FastRamRe, Reg, RegEn, several};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Bytes of an instruction.
const BYTES: usize = 4;

/// Holds an instruction against masks and values of `P` patterns at once, for the cycle behind: row `b` of memory `k` says which patterns can have
/// byte `b` as the instruction's byte `k`. A pattern that is written goes through all rows of the four memories, which takes 259 cycles.
#[derive(LogicBlock, SmartDefault)]
pub struct Ternary<const P: usize> {
    #[default(const { assert!(P <= 32, "Ternary<P> wants 32 patterns at most") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
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
    /// Which patterns have the bits of the instruction before.
    pub now_same: Signal<Out, Bits<P>>,
    /// A pattern goes into the memories.
    pub settling: Signal<Out, Bit>,
    #[default(several(BYTES))]
    memory: Vec<FastRamRe<P, 8>>,
    mask: FastRam<32, 5>,
    value: FastRam<32, 5>,
    // the pattern that goes into the memories; its mask and value are being read; then the rows: read, and written a cycle later
    entry: RegEn<Bits<5>>,
    starts: Reg<Bit>,
    reads: Reg<Bit>,
    writes: Reg<Bit>,
    row: Reg<Bits<8>>,
    read: Reg<Bits<8>>,
    mine: Signal<Local, Bit>,
    own: Signal<Local, Bits<P>>,
    #[default(several(BYTES))]
    fits: Vec<Signal<Local, Bit>>,
    #[default((0..P).map(|i| Constant::new(bits(1 << i))).collect())]
    bit: Vec<Constant<Bits<P>>>,
}

impl<const P: usize> Logic for Ternary<P> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module ternary");
        comment!(
            "@doc Masks and values of the patterns in block RAM: which patterns can have a byte, for each byte of an instruction."
        );
        comment!("@ports take: the instruction goes into the first stage");
        comment!("@ports wr: a word of the pattern table is written");
        comment!("@ports in: the instruction");
        comment!("@ports now: which patterns have the bits of the instruction before");
        comment!("@ports settling: a pattern goes into the memories");
        dff_setup!(self, clock, starts, reads, writes, row, read);
        self.mine.next = self.wr_pattern.val() & !self.wr_index.val().get_bit(1);
        self.mask.clock.next = self.clock.val();
        self.mask.we.next = self.mine.val() & !self.wr_index.val().get_bit(0);
        self.mask.wa.next = self.wr_index.val().get_bits::<5>(2);
        self.mask.wd.next = self.wr_data.val();
        self.mask.ra.next = self.entry.q.val();
        self.value.clock.next = self.clock.val();
        self.value.we.next = self.mine.val() & self.wr_index.val().get_bit(0);
        self.value.wa.next = self.wr_index.val().get_bits::<5>(2);
        self.value.wd.next = self.wr_data.val();
        self.value.ra.next = self.entry.q.val();

        comment!("A mask or a value that is written: both are read, then every row takes the entry's new bit.");
        self.entry.clock.next = self.clock.val();
        self.entry.d.next = self.wr_index.val().get_bits::<5>(2);
        self.entry.en.next = self.mine.val();
        self.starts.d.next = self.mine.val();
        self.read.d.next = self.row.q.val();
        self.writes.d.next = self.reads.q.val();
        if self.reads.q.val() {
            self.row.d.next = self.row.q.val() + 1;
        }
        if self.row.q.val().all() {
            self.reads.d.next = false;
        }
        if self.starts.q.val() {
            self.reads.d.next = true;
        }
        self.settling.next = self.starts.q.val() | self.reads.q.val() | self.writes.q.val();
        self.own.next = 0.into();
        for i in 0..P {
            if self.entry.q.val() == i.to_bits() {
                self.own.next = self.bit[i].val();
            }
        }
        for k in 0..BYTES {
            self.fits[k].next = (self.read.q.val() & self.mask.rd.val().get_bits::<8>(8 * k))
                == self.value.rd.val().get_bits::<8>(8 * k);
            self.memory[k].clock.next = self.clock.val();
            self.memory[k].re.next = self.take.val() | self.reads.q.val();
            self.memory[k].ra.next = self.in_insn.val().get_bits::<8>(8 * k);
            if self.reads.q.val() {
                self.memory[k].ra.next = self.row.q.val();
            }
            self.memory[k].we.next = self.writes.q.val();
            self.memory[k].wa.next = self.read.q.val();
            self.memory[k].wd.next = self.memory[k].rd.val() & !self.own.val();
            if self.fits[k].val() {
                self.memory[k].wd.next = self.memory[k].rd.val() | self.own.val();
            }
        }
        self.now_same.next =
            self.memory[0].rd.val() & self.memory[1].rd.val() & self.memory[2].rd.val() & self.memory[3].rd.val();
        if self.reset.val() {
            self.starts.d.next = false;
            self.reads.d.next = false;
            self.writes.d.next = false;
            self.row.d.next = 0.into();
        }
    }
}
