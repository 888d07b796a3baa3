//! Fields of a sample (docs/reference/coproc.md, B.4).
use crate::hw::hps::immediate::Immediate;
use crate::hw::lib::{Reg, RegEn};
use crate::spec::coproc::word::Field;
use crate::spec::sample_buffer::Lane;
use rust_hdl::prelude::*;

/// Codes of operand A.
const CODES: usize = 32;

/// The lane that a field begins with, by the code of operand A.
fn first(code: usize) -> u64 {
    let lane = match Field::from_code(code as u8) {
        None | Some(Field::Taken | Field::Class | Field::Evt) => Lane::None,
        Some(Field::Pct | Field::Pc | Field::Fall) => Lane::Pct,
        Some(Field::Val | Field::ValWide) => Lane::Val,
        Some(Field::Addr) => Lane::Addr,
        Some(Field::Npc | Field::Npct) => Lane::Npct,
        Some(Field::Lat) => Lane::Lat,
        Some(_) => Lane::Insn,
    };
    lane as u64
}

/// The lane that it goes on with.
fn second(code: usize) -> u64 {
    let lane = match Field::from_code(code as u8) {
        Some(Field::Target | Field::Fall) => Lane::Pct,
        Some(Field::Pc) => Lane::PcHigh,
        Some(Field::ValWide) => Lane::ValHigh,
        Some(Field::Addr) => Lane::AddrHigh,
        Some(Field::Npc) => Lane::NpcHigh,
        _ => Lane::None,
    };
    lane as u64
}

/// Whether it is an immediate value, which takes a step of its own.
fn is_immediate(code: usize) -> bool {
    Field::from_code(code as u8) == Some(Field::Imm)
}

/// Whether it is a sum.
fn adds(code: usize) -> bool {
    matches!(Field::from_code(code as u8), Some(Field::Target | Field::Fall))
}

/// A bit for each code.
fn bit_for(of: impl Fn(usize) -> bool) -> u64 {
    (0..CODES).filter(|code| of(*code)).fold(0, |bits, code| bits | 1 << code)
}

#[treetap_hdl::unit]
mod fields {
    //! A field of a sample, a step a cycle: the lane that it begins with, the one that it goes on with, a sum.

    /// A field of a sample, as wide as a value, in up to four steps, for which the code has to be at rest: in the first
    /// one the lane is found that the field begins with; with `starts` it is taken; with `goes_on` the one that it goes
    /// on with, or an immediate value; with `adding` the sum is. `longer` and `sums` say that the field takes these two
    /// steps. `value` is the field in the cycle after its last step. `X` is the width of the core's addresses, `VW`
    /// that of a value.
    #[clocked]
    pub struct Fields<#[range(32..=64, step = 32)] const X: usize, #[range(32..=64, step = 32)] const VW: usize> {
        /// Code of operand A.
        #[group("code: which field; longer sums: which steps it takes")]
        pub code: Signal<In, Bits<5>>,
        /// It takes the step `goes_on`.
        pub longer: Signal<Out, Bit>,
        /// It takes the step `adding`.
        pub sums: Signal<Out, Bit>,
        /// The first lane is taken.
        #[group("starts goes_on adding: the steps")]
        pub starts: Signal<In, Bit>,
        /// The second lane is taken.
        pub goes_on: Signal<In, Bit>,
        /// The sum is taken.
        pub adding: Signal<In, Bit>,
        /// RECFMT.
        #[group("the record and what its lanes are")]
        pub recfmt: Signal<In, Bits<16>>,
        /// Lanes of the record.
        pub lanes: Signal<In, Bits<128>>,
        /// Sideband of the record.
        pub side: Signal<In, Bits<16>>,
        /// The field.
        #[group("the field")]
        pub value: Signal<Out, Bits<VW>>,
        // which of the lanes is taken next; the lanes that were
        chosen: Reg<Bits<4>>,
        #[also(further, total)]
        begun: RegEn<Bits<32>>,
        immediate: Immediate,
    }

    impl Fields {
        fn update(&mut self) {
            const FIRST: [Bits<4>; CODES] = (0..CODES).map(first);
            const SECOND: [Bits<4>; CODES] = (0..CODES).map(second);
            const GO_ON_BITS: Bits<32> =
                bit_for(|code| adds(code) || is_immediate(code) || (VW == 64 && second(code) != Lane::None as u64));
            const ADD_BITS: Bits<32> = bit_for(adds);
            const RD: Bits<5> = Field::Rd as u64;
            const RS1: Bits<5> = Field::Rs1 as u64;
            const RS2: Bits<5> = Field::Rs2 as u64;
            const FUNCT3: Bits<5> = Field::Funct3 as u64;
            const FUNCT7: Bits<5> = Field::Funct7 as u64;
            const OPCODE: Bits<5> = Field::Opcode as u64;
            const IMM: Bits<5> = Field::Imm as u64;
            const TARGET: Bits<5> = Field::Target as u64;
            const FALL: Bits<5> = Field::Fall as u64;
            const TAKEN: Bits<5> = Field::Taken as u64;
            const CLASS: Bits<5> = Field::Class as u64;
            const EVT: Bits<5> = Field::Evt as u64;
            const LAT: Bits<5> = Field::Lat as u64;
            const PC: Bits<5> = Field::Pc as u64;
            const NPC: Bits<5> = Field::Npc as u64;
            const VALW: Bits<5> = Field::ValWide as u64;
            const ADDR: Bits<5> = Field::Addr as u64;
            const SIGN: Bits<32> = 1 << 31;
            const TAG: Bits<32> = if X == 32 { 0x7fff_ffff } else { 0xffff_ffff };

            comment!("The lowest lane of the kind that is taken next; none gives 0.");
            let kind: Bits<4> = 0.into();
            for i in 0..CODES {
                if self.code.val() == i.to_bits() {
                    kind = FIRST[i];
                    if self.starts.val() {
                        kind = SECOND[i];
                    }
                }
            }
            self.longer.next = GO_ON_BITS.get_bit(self.code.val().index());
            self.sums.next = ADD_BITS.get_bit(self.code.val().index());
            self.chosen.d.next = 0.into();
            if self.recfmt.val().get_bits::<4>(12) == kind {
                self.chosen.d.next = 8.into();
            }
            if self.recfmt.val().get_bits::<4>(8) == kind {
                self.chosen.d.next = 4.into();
            }
            if self.recfmt.val().get_bits::<4>(4) == kind {
                self.chosen.d.next = 2.into();
            }
            if self.recfmt.val().get_bits::<4>(0) == kind {
                self.chosen.d.next = 1.into();
            }
            let lane: Bits<32> = 0.into();
            for i in 0..4 {
                if self.chosen.q.val().get_bit(i) {
                    lane = lane | self.lanes.val().get_bits::<32>(i * 32);
                }
            }
            drive!(self: begun = lane, further = lane);
            self.begun.en.next = self.starts.val();
            self.further.en.next = self.goes_on.val();

            comment!("An immediate value; sums are those of halves of addresses, whose bit 0 is 0.");
            let word: Bits<32> = self.begun.q.val();
            self.immediate.insn.next = word;
            let half: Bits<32> = self.immediate.value.val() >> 1;
            if self.immediate.value.val().get_bit(31) {
                half = half | SIGN;
            }
            if self.code.val() == IMM {
                half = self.immediate.value.val();
            }
            if self.code.val() == FALL {
                half = 2.into();
                if self.side.val().get_bit(6) {
                    half = 1.into();
                }
            }
            self.total.d.next = half;
            if self.adding.val() {
                self.total.d.next = (self.further.q.val() + self.total.q.val()) & TAG;
            }
            self.total.en.next = self.goes_on.val() | self.adding.val();

            comment!("The field: what is in few bits, and what is wide.");
            let few: Bits<16> = word.get_bits::<16>(0);
            if self.code.val() == RD {
                few = bit_cast::<16, 5>(word.get_bits::<5>(7));
            }
            if self.code.val() == RS1 {
                few = bit_cast::<16, 5>(word.get_bits::<5>(15));
            }
            if self.code.val() == RS2 {
                few = bit_cast::<16, 5>(word.get_bits::<5>(20));
            }
            if self.code.val() == FUNCT3 {
                few = bit_cast::<16, 3>(word.get_bits::<3>(12));
            }
            if self.code.val() == FUNCT7 {
                few = bit_cast::<16, 7>(word.get_bits::<7>(25));
            }
            if self.code.val() == OPCODE {
                few = bit_cast::<16, 7>(word.get_bits::<7>(0));
            }
            if self.code.val() == TAKEN {
                few = bit_cast::<16, 1>(self.side.val().get_bits::<1>(5));
            }
            if self.code.val() == CLASS {
                few = bit_cast::<16, 5>(self.side.val().get_bits::<5>(0));
            }
            if self.code.val() == EVT {
                few = bit_cast::<16, 8>(self.side.val().get_bits::<8>(8));
            }
            let narrow: Bits<32> = word;
            if ((self.code.val() >= RD) & (self.code.val() <= OPCODE)) | (self.code.val() >= TAKEN) {
                narrow = bit_cast::<32, 16>(few);
            }
            if (self.code.val() == TARGET) | (self.code.val() == FALL) | (self.code.val() == IMM) {
                narrow = self.total.q.val();
            }
            self.value.next = bit_cast::<VW, 32>(narrow);
            let address: Bit = (self.code.val() == PC) | (self.code.val() == NPC);
            let high: Bits<VW> = bit_cast::<VW, 32>(self.further.q.val());
            if VW == 64 {
                if (self.code.val() == VALW) | (self.code.val() == ADDR) {
                    self.value.next = (high << 32) | bit_cast::<VW, 32>(narrow);
                }
                if address {
                    self.value.next = (high << 33) | (bit_cast::<VW, 32>(narrow) << 1);
                }
                if (self.code.val() == IMM) & narrow.get_bit(31) {
                    self.value.next = !bit_cast::<VW, 32>(!narrow);
                }
            } else if address {
                self.value.next = bit_cast::<VW, 32>(narrow) << 1;
            }
        }
    }
}
