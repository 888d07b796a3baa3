//! Fields of a sample (docs/reference/coproc.md, B.4).
use crate::hw::hps::immediate::Immediate;
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
        Some(Field::Target) => Lane::Pct,
        Some(Field::Pc) => Lane::PcHigh,
        Some(Field::ValWide) => Lane::ValHigh,
        Some(Field::Addr) => Lane::AddrHigh,
        Some(Field::Npc) => Lane::NpcHigh,
        _ => Lane::None,
    };
    lane as u64
}

#[treetap_hdl::unit]
mod fields {
    //! A field of a sample from the one or two lanes that it needs: which lane is wanted, and the field.

    /// A field of a sample, as wide as a value. Two lanes are looked up one after the other: `first` in the cycle in
    /// which `late` is low, and `low` is what came of it in the next cycle, in which `late` is high. `X` is the width
    /// of the core's addresses, `VW` that of a value.
    pub struct Fields<#[range(32..=64, step = 32)] const X: usize, #[range(32..=64, step = 32)] const VW: usize> {
        /// Code of operand A.
        #[group("code late: which field, and whether its second lane is looked up")]
        pub code: Signal<In, Bits<5>>,
        /// The second lane is looked up.
        pub late: Signal<In, Bit>,
        /// RECFMT.
        #[group("the record and what its lanes are")]
        pub recfmt: Signal<In, Bits<16>>,
        /// Lanes of the record.
        pub lanes: Signal<In, Bits<128>>,
        /// Sideband of the record.
        pub side: Signal<In, Bits<16>>,
        /// The lane that is looked up.
        #[group("lane low: the lane that is looked up, and the one of the cycle before")]
        pub lane: Signal<Out, Bits<32>>,
        /// The lane of the cycle before.
        pub low: Signal<In, Bits<32>>,
        /// The field.
        #[group("the field")]
        pub value: Signal<Out, Bits<VW>>,
        immediate: Immediate,
    }

    impl Fields {
        fn update(&mut self) {
            const FIRST: [Bits<4>; CODES] = (0..CODES).map(first);
            const SECOND: [Bits<4>; CODES] = (0..CODES).map(second);
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

            comment!("The lowest lane of the kind that is looked up; 0 without one.");
            let kind: Bits<4> = 0.into();
            for i in 0..CODES {
                if self.code.val() == i.to_bits() {
                    kind = FIRST[i];
                    if self.late.val() {
                        kind = SECOND[i];
                    }
                }
            }
            let wanted: Bits<32> = 0.into();
            if self.recfmt.val().get_bits::<4>(12) == kind {
                wanted = self.lanes.val().get_bits::<32>(96);
            }
            if self.recfmt.val().get_bits::<4>(8) == kind {
                wanted = self.lanes.val().get_bits::<32>(64);
            }
            if self.recfmt.val().get_bits::<4>(4) == kind {
                wanted = self.lanes.val().get_bits::<32>(32);
            }
            if self.recfmt.val().get_bits::<4>(0) == kind {
                wanted = self.lanes.val().get_bits::<32>(0);
            }
            self.lane.next = wanted;

            comment!("Sums of halves of addresses: bit 0 of an address is 0.");
            let begun: Bits<32> = self.low.val();
            self.immediate.insn.next = begun;
            let half: Bits<32> = self.immediate.value.val() >> 1;
            if self.immediate.value.val().get_bit(31) {
                half = half | SIGN;
            }
            let from: Bits<32> = wanted;
            if self.code.val() == FALL {
                from = begun;
                half = 2.into();
                if self.side.val().get_bit(6) {
                    half = 1.into();
                }
            }
            let sum: Bits<32> = (from + half) & TAG;

            comment!("The field.");
            let narrow: Bits<32> = begun;
            if self.code.val() == RD {
                narrow = bit_cast::<32, 5>(begun.get_bits::<5>(7));
            }
            if self.code.val() == RS1 {
                narrow = bit_cast::<32, 5>(begun.get_bits::<5>(15));
            }
            if self.code.val() == RS2 {
                narrow = bit_cast::<32, 5>(begun.get_bits::<5>(20));
            }
            if self.code.val() == FUNCT3 {
                narrow = bit_cast::<32, 3>(begun.get_bits::<3>(12));
            }
            if self.code.val() == FUNCT7 {
                narrow = bit_cast::<32, 7>(begun.get_bits::<7>(25));
            }
            if self.code.val() == OPCODE {
                narrow = bit_cast::<32, 7>(begun.get_bits::<7>(0));
            }
            if self.code.val() == IMM {
                narrow = self.immediate.value.val();
            }
            if (self.code.val() == TARGET) | (self.code.val() == FALL) {
                narrow = sum;
            }
            if self.code.val() == TAKEN {
                narrow = bit_cast::<32, 1>(self.side.val().get_bits::<1>(5));
            }
            if self.code.val() == CLASS {
                narrow = bit_cast::<32, 5>(self.side.val().get_bits::<5>(0));
            }
            if self.code.val() == EVT {
                narrow = bit_cast::<32, 8>(self.side.val().get_bits::<8>(8));
            }
            if self.code.val() == LAT {
                narrow = bit_cast::<32, 16>(begun.get_bits::<16>(0));
            }
            self.value.next = bit_cast::<VW, 32>(narrow);
            let address: Bit = (self.code.val() == PC) | (self.code.val() == NPC);
            let high: Bits<VW> = bit_cast::<VW, 32>(wanted);
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
