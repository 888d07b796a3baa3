//! Idioms of one small decision or loop, all over the same operands.
// How the forms are written is the point.
#![allow(unused_parens, clippy::nonminimal_bool, clippy::collapsible_match, clippy::single_match, clippy::precedence)]
use super::cosim::{Case, Random, comb, operand_blocks};
use rust_hdl::prelude::*;

operand_blocks! {
    NotAny: Bits<8>,
    NotEqAnd: Bits<8>,
    MatchIdx: Bits<8>,
    MatchHex: Bits<8>,
    MatchBool: Bits<8>,
    PrioEnc: Bits<4>,
    LoopSlice: Bits<8>,
    LoopShiftMask: Bits<8>,
    Nested: Bits<8>,
    MuxByIf: Bits<8>,
    DefaultThenIf: Bits<8>,
    ChainOfIfs: Bits<8>,
    TestOfSum: Bits<8>,
    AccumulateBits: Bits<8>,
    SelectOfOwn: Bits<8>,
    MatchFull: Bits<8>,
    MatchNested: Bits<8>,
}

impl Logic for NotAny {
    #[hdl_gen]
    fn update(&mut self) {
        if !self.a.val().any() {
            self.o.next = 1.into();
        } else {
            self.o.next = 0.into();
        }
    }
}

impl Logic for NotEqAnd {
    #[hdl_gen]
    fn update(&mut self) {
        if !(self.a.val() == self.b.val()) && !self.f.val() {
            self.o.next = 1.into();
        } else {
            self.o.next = 0.into();
        }
    }
}

impl Logic for MatchIdx {
    #[hdl_gen]
    fn update(&mut self) {
        match self.s.val().index() {
            0 => {
                self.o.next = self.a.val();
            }
            1 => {
                self.o.next = self.b.val();
            }
            _ => {
                self.o.next = 7.into();
            }
        }
    }
}

impl Logic for MatchHex {
    #[hdl_gen]
    fn update(&mut self) {
        match self.s.val().index() {
            0x1 => {
                self.o.next = self.a.val();
            }
            0b11 => {
                self.o.next = self.b.val();
            }
            _ => {
                self.o.next = 7.into();
            }
        }
    }
}

impl Logic for MatchBool {
    #[hdl_gen]
    fn update(&mut self) {
        match self.f.val() {
            true => {
                self.o.next = self.a.val();
            }
            false => {
                self.o.next = self.b.val();
            }
        }
    }
}

impl Logic for PrioEnc {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = 8.into();
        for i in 0..8 {
            if self.a.val().get_bit(i) {
                self.o.next = i.to_bits();
            }
        }
    }
}

impl Logic for LoopSlice {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = 0.into();
        for i in 0..4 {
            if self.c.val().get_bits::<4>(i * 4) == self.a.val().get_bits::<4>(0) {
                self.o.next = self.o.val() + i.to_bits() + 1;
            }
        }
    }
}

impl Logic for LoopShiftMask {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = 0.into();
        for i in 0..8 {
            if self.b.val().get_bit(7 - i) {
                self.o.next = self.o.val().replace_bit(i, true);
            }
        }
    }
}

impl Logic for Nested {
    #[hdl_gen]
    fn update(&mut self) {
        if self.a.val().get_bit(0) {
            if self.a.val().get_bit(1) {
                self.o.next = 1.into();
            } else {
                self.o.next = 2.into();
            }
        } else if self.a.val().get_bits::<2>(2) == 3 {
            self.o.next = 3.into();
        } else {
            self.o.next = 4.into();
        }
    }
}

impl Logic for MuxByIf {
    #[hdl_gen]
    fn update(&mut self) {
        if self.f.val() {
            self.o.next = self.a.val();
        } else {
            self.o.next = self.b.val();
        }
    }
}

impl Logic for DefaultThenIf {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.b.val();
        if self.f.val() & (self.s.val() == 3) {
            self.o.next = self.a.val() - self.b.val();
        }
    }
}

impl Logic for ChainOfIfs {
    #[hdl_gen]
    fn update(&mut self) {
        if self.s.val() == 0 {
            self.o.next = self.a.val();
        } else if self.s.val() == 1 {
            self.o.next = self.b.val();
        } else if self.f.val() {
            self.o.next = 255.into();
        } else {
            self.o.next = 1.into();
        }
    }
}

impl Logic for TestOfSum {
    #[hdl_gen]
    fn update(&mut self) {
        if (self.a.val() + self.b.val()).get_bit(0) {
            self.o.next = 3.into();
        } else if (self.a.val() + self.b.val()).get_bits::<3>(2) == self.s.val() {
            self.o.next = 4.into();
        } else {
            self.o.next = 0.into();
        }
    }
}

impl Logic for AccumulateBits {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = 0.into();
        for i in 0..8 {
            if self.a.val().get_bit(i) {
                self.o.next = self.o.val() + 1;
            }
        }
    }
}

impl Logic for SelectOfOwn {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val();
        if (self.o.val() + self.b.val()).get_bit(7) {
            self.o.next = self.o.val() ^ 0x55;
        }
    }
}

impl Logic for MatchFull {
    #[hdl_gen]
    fn update(&mut self) {
        match self.s.val().get_bits::<2>(0).index() {
            0 => {
                self.o.next = 1.into();
            }
            1 => {
                self.o.next = self.a.val();
            }
            2 => {
                self.o.next = self.b.val();
            }
            _ => {
                self.o.next = 0.into();
            }
        }
    }
}

impl Logic for MatchNested {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = 0.into();
        match self.s.val().index() {
            1 => {
                if self.f.val() {
                    self.o.next = self.a.val();
                }
            }
            5 => {
                self.o.next = self.b.val() + 1;
            }
            _ => {}
        }
    }
}
