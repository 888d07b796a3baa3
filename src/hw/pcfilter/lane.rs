//! The filters of one lane, up to the decimator.
use super::hash::{F1Hash, F2Hash};
use super::{HALF, PLACE, TABLE_ADDRESS, VERDICT};
use crate::hw::lib::{FastRam, Reg};
use crate::spec::classify::{OPCLASS_BITS, Opclass};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod lane {
    //! Judges the records of one lane by trap, class and both filters of addresses, in two cycles.

    /// Judges the records of one lane by trap, class and both filters of addresses: the verdict is there a cycle later.
    ///
    /// Without the second filter (`T` = 0) there is no table.
    ///
    /// The table's word is read while the record is on the ports, so that a write of that cycle has to be seen on the
    /// side.
    #[clocked(reset)]
    pub struct Lane<#[range(32..=64, step = 32)] const X: usize, #[range(0..=1)] const T: usize> {
        /// A record in this cycle.
        pub valid: Signal<In, Bit>,
        /// The record did not execute.
        pub trap: Signal<In, Bit>,
        /// Class of the instruction.
        pub class: Signal<In, Bits<OPCLASS_BITS>>,
        /// Address of the instruction.
        pub pc: Signal<In, Bits<X>>,
        /// The filters let anything through.
        pub fen: Signal<In, Bit>,
        /// Classes that are wanted.
        pub class_en: Signal<In, Bits<{ Opclass::COUNT }>>,
        /// Hash of the first filter.
        pub f1_hsel: Signal<In, Bits<2>>,
        /// Bits of the first filter's hash that are compared.
        pub f1_mask: Signal<In, Bits<8>>,
        /// With what.
        pub f1_match: Signal<In, Bits<8>>,
        /// Hash of the second filter.
        pub f2_hsel: Signal<In, Bits<2>>,
        /// A half word of the table is written.
        pub we: Signal<In, Bit>,
        /// Number of the half word that is written.
        pub wa: Signal<In, Bits<TABLE_ADDRESS>>,
        /// The half word.
        pub wd: Signal<In, Bits<HALF>>,
        /// The table is being cleared: nothing is ignored.
        pub clearing: Signal<In, Bit>,
        /// The record of the cycle before is judged.
        pub judged: Signal<Out, Bit>,
        /// Code of the verdict, before the decimator.
        pub verdict: Signal<Out, Bits<VERDICT>>,
        f1: F1Hash,
        f2: [F2Hash; T],
        table: [FastRam<HALF, TABLE_ADDRESS>; T],
        busy: Reg<Bit>,
        early: Reg<Bits<VERDICT>>,
        at: [Reg<Bits<PLACE>>; T],
        // what the table will say is known without it
        known: [Reg<Bit>; T],
        written: [Reg<Bit>; T],
        word: [Signal<Local, Bits<TABLE_ADDRESS>>; T],
        place: [Signal<Local, Bits<PLACE>>; T],
        ignored: [Signal<Local, Bit>; T],
    }

    impl Lane {
        fn update(&mut self) {
            const PLACE_BITS: Bits<4> = PLACE as u64;

            let pct: Bits<32> = bit_cast::<32, X>(self.pc.val() >> 1);
            self.f1.pct.next = pct;
            self.f1.select.next = self.f1_hsel.val();

            comment!("First cycle: trap, class, first filter.");
            let beside: Bits<8> = (self.f1.hash.val() ^ self.f1_match.val()) & self.f1_mask.val();
            self.busy.d.next = self.valid.val();
            self.early.d.next = 0.into();
            if self.trap.val() {
                self.early.d.next = 1.into();
            } else if !self.fen.val() | !self.class_en.val().get_bit(self.class.val().index()) {
                self.early.d.next = 2.into();
            } else if beside.any() {
                self.early.d.next = 3.into();
            }
            drive!(self: judged = busy.q, verdict = early.q);

            for i in 0..T {
                comment!("The table is read, too. What it gives while the word is written has no meaning.");
                self.f2[i].pct.next = pct;
                self.f2[i].select.next = self.f2_hsel.val();
                self.word[i].next = self.f2[i].hash.val().get_bits::<TABLE_ADDRESS>(PLACE_BITS.index());
                self.place[i].next = self.f2[i].hash.val().get_bits::<PLACE>(0);
                self.table[i].ra.next = self.word[i].val();
                self.table[i].we.next = self.we.val();
                self.table[i].wa.next = self.wa.val();
                self.table[i].wd.next = self.wd.val();
                self.at[i].d.next = self.place[i].val();
                self.known[i].d.next = self.clearing.val() | (self.we.val() & (self.wa.val() == self.word[i].val()));
                self.written[i].d.next = self.wd.val().get_bit(self.place[i].val().index());

                comment!("Second cycle: its bit.");
                self.ignored[i].next = self.table[i].rd.val().get_bit(self.at[i].q.val().index());
                if self.known[i].q.val() {
                    self.ignored[i].next = self.written[i].q.val();
                }
                if self.ignored[i].val() & !self.early.q.val().any() {
                    self.verdict.next = 4.into();
                }
            }
            if self.reset.val() {
                self.busy.d.next = false;
            }
        }
    }
}
