//! Fields of a sample (docs/reference/coproc.md, B.4).
use super::steps::Kind;
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

/// How it is computed.
fn kind(code: usize) -> u64 {
    let kind = match Field::from_code(code as u8) {
        Some(Field::Pc | Field::Npc) => Kind::Address,
        Some(Field::Imm) => Kind::Immediate,
        Some(Field::Target) => Kind::Target,
        Some(Field::Fall) => Kind::Fall,
        Some(Field::Insn | Field::Pct | Field::Val | Field::ValWide | Field::Addr | Field::Npct | Field::Lat)
        | None => Kind::Direct,
        Some(_) => Kind::Few,
    };
    kind as u64
}

/// A bit for each code.
fn bit_for(of: impl Fn(usize) -> bool) -> u64 {
    (0..CODES).filter(|code| of(*code)).fold(0, |bits, code| bits | 1 << code)
}

#[treetap_hdl::unit]
mod fields {
    //! Fields of a sample: lanes, and what is in few bits.

    /// Fields of a sample. In a cycle a lane is found, the one that the field begins with or, with `second`, the one
    /// that it goes on with; in the next one `value` is a half of it. `direct` says that the field is what its lanes
    /// are, `kind` how that of the next word is computed, 0 if it is not; `few` is a field of few bits of an
    /// instruction or of the sideband. `VW` is the width of a value.
    #[clocked]
    pub struct Fields<#[range(32..=64, step = 32)] const VW: usize> {
        /// Code of operand A.
        #[group("code: which field; direct short: what it is; coming load kind: which is next, how it is computed")]
        pub code: Signal<In, Bits<5>>,
        /// It is what its lanes are.
        pub direct: Signal<Out, Bit>,
        /// It has no high half.
        pub short: Signal<Out, Bit>,
        /// Code of operand A of the word after this one.
        pub coming: Signal<In, Bits<5>>,
        /// It becomes the one.
        pub load: Signal<In, Bit>,
        /// How that is computed.
        pub kind: Signal<Out, Bits<3>>,
        /// The lane that it goes on with.
        #[group("second half: which lane, which half of it")]
        pub second: Signal<In, Bit>,
        /// The high half.
        pub half: Signal<In, Bit>,
        /// RECFMT.
        #[group("the record and what its lanes are")]
        pub recfmt: Signal<In, Bits<16>>,
        /// Lanes of the record.
        pub lanes: Signal<In, Bits<128>>,
        /// Sideband of the record.
        pub side: Signal<In, Bits<16>>,
        /// Half of the lane that was found in the cycle before; 0 if there is none.
        #[group("the half of the lane")]
        pub value: Signal<Out, Bits<16>>,
        /// The instruction.
        #[group("insn few: the instruction, a field of it")]
        pub insn: Signal<In, Bits<32>>,
        /// The field.
        pub few: Signal<Out, Bits<16>>,
        // the lane that it begins with, and the one that it goes on with
        begins: RegEn<Bits<4>>,
        goes_on: RegEn<Bits<4>>,
        // which of the lanes it is, if it is one
        chosen: Reg<Bits<2>>,
        there: Reg<Bit>,
    }

    impl Fields {
        fn update(&mut self) {
            const LANES_FIRST: [Bits<4>; CODES] = (0..CODES).map(first);
            const LANES_SECOND: [Bits<4>; CODES] = (0..CODES).map(second);
            const KINDS: [Bits<3>; CODES] = (0..CODES).map(kind);
            const FIELD_BITS: Bits<32> = bit_for(|code| Field::from_code(code as u8).is_some());
            const COMPUTED_BITS: Bits<32> = bit_for(|code| kind(code) != Kind::Direct as u64);
            const RD: Bits<5> = Field::Rd as u64;
            const RS1: Bits<5> = Field::Rs1 as u64;
            const RS2: Bits<5> = Field::Rs2 as u64;
            const FUNCT3: Bits<5> = Field::Funct3 as u64;
            const FUNCT7: Bits<5> = Field::Funct7 as u64;
            const OPCODE: Bits<5> = Field::Opcode as u64;
            const TAKEN: Bits<5> = Field::Taken as u64;
            const CLASS: Bits<5> = Field::Class as u64;
            const LAT: Bits<5> = Field::Lat as u64;

            comment!("The lowest lane of the kind; none gives 0.");
            self.kind.next = 0.into();
            self.begins.d.next = 0.into();
            self.goes_on.d.next = 0.into();
            for i in 0..CODES {
                if self.coming.val() == i.to_bits() {
                    self.kind.next = KINDS[i];
                    self.begins.d.next = LANES_FIRST[i];
                    self.goes_on.d.next = LANES_SECOND[i];
                }
            }
            self.begins.en.next = self.load.val();
            self.goes_on.en.next = self.load.val();
            let lane_kind: Bits<4> = self.begins.q.val();
            if self.second.val() {
                lane_kind = self.goes_on.q.val();
            }
            self.direct.next =
                FIELD_BITS.get_bit(self.code.val().index()) & !COMPUTED_BITS.get_bit(self.code.val().index());
            self.short.next = self.code.val() == LAT;
            let at_0: Bit = self.recfmt.val().get_bits::<4>(0) == lane_kind;
            let at_1: Bit = self.recfmt.val().get_bits::<4>(4) == lane_kind;
            let at_2: Bit = self.recfmt.val().get_bits::<4>(8) == lane_kind;
            let at_3: Bit = self.recfmt.val().get_bits::<4>(12) == lane_kind;
            self.chosen.d.next = 3.into();
            if at_2 {
                self.chosen.d.next = 2.into();
            }
            if at_1 {
                self.chosen.d.next = 1.into();
            }
            if at_0 {
                self.chosen.d.next = 0.into();
            }
            self.there.d.next = (at_0 | at_1 | at_2 | at_3) & lane_kind.any();
            let lane: Bits<32> = self.lanes.val().get_bits::<32>(0);
            for i in 1..4 {
                if self.chosen.q.val() == i.to_bits() {
                    lane = self.lanes.val().get_bits::<32>(i * 32);
                }
            }
            self.value.next = 0.into();
            if self.there.q.val() {
                self.value.next = lane.get_bits::<16>(0);
                if self.half.val() {
                    self.value.next = lane.get_bits::<16>(16);
                }
            }

            comment!("What is in few bits.");
            let word: Bits<32> = self.insn.val();
            let bits: Bits<8> = self.side.val().get_bits::<8>(8);
            if self.code.val() == RD {
                bits = bit_cast::<8, 5>(word.get_bits::<5>(7));
            }
            if self.code.val() == RS1 {
                bits = bit_cast::<8, 5>(word.get_bits::<5>(15));
            }
            if self.code.val() == RS2 {
                bits = bit_cast::<8, 5>(word.get_bits::<5>(20));
            }
            if self.code.val() == FUNCT3 {
                bits = bit_cast::<8, 3>(word.get_bits::<3>(12));
            }
            if self.code.val() == FUNCT7 {
                bits = bit_cast::<8, 7>(word.get_bits::<7>(25));
            }
            if self.code.val() == OPCODE {
                bits = bit_cast::<8, 7>(word.get_bits::<7>(0));
            }
            if self.code.val() == TAKEN {
                bits = bit_cast::<8, 1>(self.side.val().get_bits::<1>(5));
            }
            if self.code.val() == CLASS {
                bits = bit_cast::<8, 5>(self.side.val().get_bits::<5>(0));
            }
            self.few.next = bit_cast::<16, 8>(bits);
        }
    }
}
