//! Idioms of one expression, all over the same operands. The odd precedences and widths are the point: most of them
//! come out wrong in `rust_hdl`'s own generator.
// How the forms are written is the point.
#![allow(unused_parens, clippy::nonminimal_bool, clippy::collapsible_match, clippy::single_match, clippy::precedence)]
use super::cosim::{Case, Random, comb, operand_blocks};
use rust_hdl::prelude::*;

operand_blocks! {
    PrecAndEq: Bits<1>,
    PrecXorLt: Bits<1>,
    AddLitEq: Bits<1>,
    SubLitGt: Bits<1>,
    SubSigLt: Bits<1>,
    CastAdd: Bits<16>,
    CastNot: Bits<16>,
    CastShl: Bits<16>,
    CastNarrow: Bits<8>,
    NarrowThenCmp: Bits<1>,
    Concat: Bits<16>,
    BoolCast: Bits<8>,
    NotBoolCast: Bits<8>,
    CmpCast: Bits<8>,
    AddBool: Bits<8>,
    ShrVar: Bits<8>,
    ShlVarBig: Bits<8>,
    ShrVarBig: Bits<8>,
    GetBitsK: Bits<4>,
    GetBitsV: Bits<4>,
    GetBitsVOut: Bits<8>,
    GetBitsExpr: Bits<4>,
    GetBitV: Bits<1>,
    ReplaceBit: Bits<8>,
    ReplaceBitNot: Bits<8>,
    Reduce: Bits<1>,
    BigLit: Bits<16>,
    IndexPlus: Bits<4>,
    VarShiftDyn: Bits<8>,
    ParenEq: Bit,
    OrOfTests: Bit,
    ShlConst: Bits<8>,
    ShlPastEnd: Bits<8>,
    AddThenShr: Bits<8>,
    NotEqZero: Bit,
    ShlEq: Bit,
    CastSumNine: Bits<9>,
    CastThenSum: Bits<9>,
    BitsLiteral: Bits<8>,
    SliceOfSlice: Bits<2>,
    SlicePastEnd: Bits<6>,
    SliceWider: Bits<16>,
    BitOfSum: Bit,
    BitOfShift: Bit,
    GetBit16: Bit,
    ReplaceConst: Bits<8>,
    ReduceOfExpr: Bit,
    XorReduce: Bit,
    BoolEq: Bit,
    AddBoolExpr: Bits<8>,
    IntoBool: Bits<1>,
}

impl Logic for PrecAndEq {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() & self.b.val() == self.b.val()).into();
    }
}

impl Logic for PrecXorLt {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() ^ self.b.val() < self.a.val()).into();
    }
}

impl Logic for AddLitEq {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() + 1 == 0).into();
    }
}

impl Logic for SubLitGt {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() - self.b.val() > 200).into();
    }
}

impl Logic for SubSigLt {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() - self.b.val() < self.a.val()).into();
    }
}

impl Logic for CastAdd {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<16, 8>(self.a.val() + self.b.val());
    }
}

impl Logic for CastNot {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<16, 8>(!self.a.val());
    }
}

impl Logic for CastShl {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<16, 8>(self.a.val() << 4);
    }
}

impl Logic for CastNarrow {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<8, 16>(self.c.val() >> 4);
    }
}

impl Logic for NarrowThenCmp {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (bit_cast::<8, 16>(self.c.val()) == self.a.val()).into();
    }
}

impl Logic for Concat {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<16, 8>(self.a.val()) << 8 | bit_cast::<16, 8>(self.b.val());
    }
}

impl Logic for BoolCast {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<8, 1>(self.f.val().into());
    }
}

impl Logic for NotBoolCast {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<8, 1>((!self.f.val()).into());
    }
}

impl Logic for CmpCast {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<8, 1>((self.a.val() < self.b.val()).into());
    }
}

impl Logic for AddBool {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val() + self.f.val();
    }
}

impl Logic for ShrVar {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val() >> self.s.val();
    }
}

impl Logic for ShlVarBig {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val() << self.b.val();
    }
}

impl Logic for ShrVarBig {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val() >> self.b.val();
    }
}

impl Logic for GetBitsK {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.c.val().get_bits::<4>(5);
    }
}

impl Logic for GetBitsV {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.c.val().get_bits::<4>(self.s.val().index());
    }
}

impl Logic for GetBitsVOut {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val().get_bits::<8>(self.s.val().index());
    }
}

impl Logic for GetBitsExpr {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() + self.b.val()).get_bits::<4>(2);
    }
}

impl Logic for GetBitV {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val().get_bit(self.s.val().index()).into();
    }
}

impl Logic for ReplaceBit {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val().replace_bit(self.s.val().index(), self.f.val());
    }
}

impl Logic for ReplaceBitNot {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val().replace_bit(self.s.val().index(), !self.f.val());
    }
}

impl Logic for Reduce {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val().any() & !self.b.val().all() ^ self.c.val().xor()).into();
    }
}

impl Logic for BigLit {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.c.val() ^ 0xFFFFu64;
    }
}

impl Logic for IndexPlus {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.c.val().get_bits::<4>(self.s.val().index() + 1);
    }
}

impl Logic for VarShiftDyn {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<8, 16>(self.c.val() >> self.s.val());
    }
}

impl Logic for ParenEq {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() & self.b.val()) == self.b.val();
    }
}

impl Logic for OrOfTests {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() < self.b.val()) | (self.a.val() == 0) | self.f.val();
    }
}

impl Logic for ShlConst {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() << 3) | (self.b.val() >> 5);
    }
}

impl Logic for ShlPastEnd {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() << 9) ^ self.b.val();
    }
}

impl Logic for AddThenShr {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() + self.b.val()) >> 1;
    }
}

impl Logic for NotEqZero {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = !self.a.val() == 0;
    }
}

impl Logic for ShlEq {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() << 4) == 0xf0;
    }
}

impl Logic for CastSumNine {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<9, 8>(self.a.val() + self.b.val());
    }
}

impl Logic for CastThenSum {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = bit_cast::<9, 8>(self.a.val()) + bit_cast::<9, 8>(self.b.val());
    }
}

impl Logic for BitsLiteral {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val() + bits::<8>(200);
    }
}

impl Logic for SliceOfSlice {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.c.val().get_bits::<8>(3).get_bits::<2>(4);
    }
}

impl Logic for SlicePastEnd {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val().get_bits::<6>(5);
    }
}

impl Logic for SliceWider {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val().get_bits::<16>(2);
    }
}

impl Logic for BitOfSum {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() + self.b.val()).get_bit(7);
    }
}

impl Logic for BitOfShift {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.c.val() >> self.s.val()).get_bit(0);
    }
}

impl Logic for GetBit16 {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.c.val().get_bit(self.a.val().get_bits::<4>(0).index());
    }
}

impl Logic for ReplaceConst {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val().replace_bit(3, self.f.val());
    }
}

impl Logic for ReduceOfExpr {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() & self.b.val()).any() ^ (self.a.val() | self.b.val()).all();
    }
}

impl Logic for XorReduce {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.c.val().xor() ^ self.f.val();
    }
}

impl Logic for BoolEq {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.f.val() == (self.a.val() > self.b.val());
    }
}

impl Logic for AddBoolExpr {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val() + (self.b.val() > 7);
    }
}

impl Logic for IntoBool {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() >= self.b.val()).into();
    }
}
