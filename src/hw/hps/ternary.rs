//! Masks and values of the patterns in block RAM: a ternary memory (docs/reference/hps.md, H12). `masks` has them in
//! flip-flops.
use super::ports::WriteRx;
use crate::hw::lib::{FastRam, FastRamRe, Reg, RegEn};
use rust_hdl::prelude::*;

/// Bytes of an instruction.
const BYTES: usize = 4;

#[treetap_hdl::unit]
mod ternary {
    //! Masks and values of the patterns in block RAM: which patterns can have a byte, for each byte of an instruction.

    /// Holds an instruction against masks and values of `P` patterns at once, for the next cycle: row `b` of memory `k`
    /// says which patterns can have byte `b` as the instruction's byte `k`. A pattern that is written goes through all
    /// rows of the four memories, which takes 259 cycles.
    #[clocked(reset)]
    pub struct Ternary<#[range(1..=32)] const P: usize> {
        /// The instruction goes into the first stage.
        #[group("the instruction goes into the first stage")]
        pub take: Signal<In, Bit>,
        #[group("a word of the pattern table is written")]
        #[only(pattern, index, data)]
        pub wr: WriteRx,
        /// The instruction, expanded.
        #[group("the instruction")]
        pub in_insn: Signal<In, Bits<32>>,
        /// Which patterns have the bits of the instruction before.
        #[group("which patterns have the bits of the instruction before")]
        pub now_same: Signal<Out, Bits<P>>,
        /// A pattern goes into the memories.
        #[group("a pattern goes into the memories")]
        pub settling: Signal<Out, Bit>,
        memory: [FastRamRe<P, 8>; BYTES],
        mask: FastRam<32, 5>,
        value: FastRam<32, 5>,
        // the pattern that goes into the memories; its mask and value are being read; then the rows: read, and written
        // a cycle later
        entry: RegEn<Bits<5>>,
        #[also(reads, writes)]
        starts: Reg<Bit>,
        row: Reg<Bits<8>>,
        read: Reg<Bits<8>>,
        fits: [Signal<Local, Bit>; BYTES],
    }

    impl Ternary {
        fn update(&mut self) {
            const BIT: [Bits<P>; P] = (0..P).map(|i| 1 << i);

            let mine: Bit = self.wr.pattern.val() & !self.wr.index.val().get_bit(1);
            self.mask.we.next = mine & !self.wr.index.val().get_bit(0);
            self.mask.wa.next = self.wr.index.val().get_bits::<5>(2);
            drive!(mask: wd = wr.data, ra = entry.q);
            self.value.we.next = mine & self.wr.index.val().get_bit(0);
            self.value.wa.next = self.wr.index.val().get_bits::<5>(2);
            drive!(value: wd = wr.data, ra = entry.q);

            comment!("A mask or a value that is written: both are read, then every row takes the entry's new bit.");
            self.entry.d.next = self.wr.index.val().get_bits::<5>(2);
            self.entry.en.next = mine;
            self.starts.d.next = mine;
            drive!(self: read = row.q, writes = reads.q);
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
            let own: Bits<P> = 0.into();
            for i in 0..P {
                if self.entry.q.val() == i.to_bits() {
                    own = BIT[i];
                }
            }
            for k in 0..BYTES {
                self.fits[k].next = (self.read.q.val() & self.mask.rd.val().get_bits::<8>(8 * k))
                    == self.value.rd.val().get_bits::<8>(8 * k);
                self.memory[k].re.next = self.take.val() | self.reads.q.val();
                self.memory[k].ra.next = self.in_insn.val().get_bits::<8>(8 * k);
                if self.reads.q.val() {
                    self.memory[k].ra.next = self.row.q.val();
                }
                self.memory[k].we.next = self.writes.q.val();
                self.memory[k].wa.next = self.read.q.val();
                self.memory[k].wd.next = self.memory[k].rd.val() & !own;
                if self.fits[k].val() {
                    self.memory[k].wd.next = self.memory[k].rd.val() | own;
                }
            }
            self.now_same.next =
                self.memory[0].rd.val() & self.memory[1].rd.val() & self.memory[2].rd.val() & self.memory[3].rd.val();
            if self.reset.val() {
                zero!(self: starts, reads, writes, row);
            }
        }
    }
}
