//! The filters of one lane up to the decimator, for a fast clock.
use super::hash::{F1Hash, F2Hash};
use super::{HALF, PART, PARTS, PLACE, TABLE_ADDRESS, VERDICT};
use crate::hw::lib::{FastRam, Reg};
use crate::spec::classify::{OPCLASS_BITS, Opclass};
use crate::spec::pcfilter::F2_BITS;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod deep_lane {
    //! Judges the records of one lane by trap, class and both filters of addresses, in five cycles: little is done in
    //! each. The table lies in logic cells, in parts whose words are chosen from a
    //! cycle later.

    /// Judges the records of one lane by trap, class and both filters of addresses: the verdict is there five cycles
    /// later.
    ///
    /// The table's word is read a cycle after the record was on the ports, so that a write of that cycle has to be seen
    /// on the side.
    #[clocked(reset)]
    pub struct DeepLane<#[range(32..=64, step = 32)] const X: usize> {
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
        /// The record of five cycles before is judged.
        pub judged: Signal<Out, Bit>,
        /// Code of the verdict, before the decimator.
        pub verdict: Signal<Out, Bits<VERDICT>>,
        f1: F1Hash,
        f2: F2Hash,
        table: [FastRam<HALF, PART>; PARTS],
        // of the record of so many cycles before: the verdict as far as it is known
        #[also(busy2, busy3, busy4, busy5)]
        busy1: Reg<Bit>,
        #[also(early2, early3, early4, early5)]
        early1: Reg<Bits<VERDICT>>,
        beside: Reg<Bits<8>>,
        hash: Reg<Bits<{ F2_BITS as usize }>>,
        at2: Reg<Bits<PLACE>>,
        at3: Reg<Bits<3>>,
        // the part in which its word lies, and the byte of that
        part2: Reg<Bits<2>>,
        byte3: Reg<Bits<8>>,
        // what the table says is known without it
        #[also(known3, written3, ignored4)]
        known2: Reg<Bit>,
        wrote2: Reg<Bits<HALF>>,
        word: Signal<Local, Bits<TABLE_ADDRESS>>,
        place: Signal<Local, Bits<PLACE>>,
    }

    impl DeepLane {
        fn update(&mut self) {
            const PLACE_BITS: Bits<4> = PLACE as u64;
            const PART_BITS: Bits<4> = PART as u64;

            comment!("First cycle: trap, class, the hashes.");
            let pct: Bits<32> = bit_cast::<32, X>(self.pc.val() >> 1);
            self.f1.pct.next = pct;
            self.f1.select.next = self.f1_hsel.val();
            self.f2.pct.next = pct;
            self.f2.select.next = self.f2_hsel.val();
            self.busy1.d.next = self.valid.val();
            self.early1.d.next = 0.into();
            if self.trap.val() {
                self.early1.d.next = 1.into();
            } else if !self.fen.val() | !self.class_en.val().get_bit(self.class.val().index()) {
                self.early1.d.next = 2.into();
            }
            self.beside.d.next = (self.f1.hash.val() ^ self.f1_match.val()) & self.f1_mask.val();
            self.hash.d.next = self.f2.hash.val();

            comment!(
                "Second cycle: the first filter, and a byte of the table. A word that is written just now is old."
            );
            self.busy2.d.next = self.busy1.q.val();
            self.early2.d.next = self.early1.q.val();
            if !self.early1.q.val().any() & self.beside.q.val().any() {
                self.early2.d.next = 3.into();
            }
            self.word.next = self.hash.q.val().get_bits::<TABLE_ADDRESS>(PLACE_BITS.index());
            self.place.next = self.hash.q.val().get_bits::<PLACE>(0);
            for i in 0..PARTS {
                self.table[i].ra.next = self.word.val().get_bits::<PART>(0);
                self.table[i].we.next = self.we.val() & (self.wa.val().get_bits::<2>(PART_BITS.index()) == i.to_bits());
                self.table[i].wa.next = self.wa.val().get_bits::<PART>(0);
                self.table[i].wd.next = self.wd.val();
            }
            self.part2.d.next = self.word.val().get_bits::<2>(PART_BITS.index());
            self.at2.d.next = self.place.val();
            self.known2.d.next = self.clearing.val() | (self.we.val() & (self.wa.val() == self.word.val()));
            self.wrote2.d.next = self.wd.val();

            comment!("Third cycle: the byte of the word; what was written is looked at.");
            drive!(self: busy3 = busy2.q, early3 = early2.q, known3 = known2.q);
            self.written3.d.next = self.wrote2.q.val().get_bit(self.at2.q.val().index());
            let half: Bits<HALF> = 0.into();
            for i in 0..PARTS {
                if self.part2.q.val() == i.to_bits() {
                    half = self.table[i].rd.val();
                }
            }
            let byte: Bits<4> = bit_cast::<4, 1>(self.at2.q.val().get_bit(3).into()) << 3;
            self.byte3.d.next = half.get_bits::<8>(byte.index());
            self.at3.d.next = self.at2.q.val().get_bits::<3>(0);

            comment!("Fourth cycle: its bit.");
            drive!(self: busy4 = busy3.q, early4 = early3.q);
            self.ignored4.d.next = self.byte3.q.val().get_bit(self.at3.q.val().index());
            if self.known3.q.val() {
                drive!(self: ignored4 = written3.q);
            }

            comment!("Fifth cycle: the verdict.");
            self.busy5.d.next = self.busy4.q.val();
            self.early5.d.next = self.early4.q.val();
            if self.ignored4.q.val() & !self.early4.q.val().any() {
                self.early5.d.next = 4.into();
            }
            drive!(self: judged = busy5.q, verdict = early5.q);
            if self.reset.val() {
                zero!(self: busy1, busy2, busy3, busy4, busy5);
            }
        }
    }
}
