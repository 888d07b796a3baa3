//! Idioms of structure: arrays, enumerations, structs, signed and wide values, names.
use super::cosim::{Case, Random, comb};
use rust_hdl::prelude::*;
use treetap::comment;

/// A const generic used as a value: resolves to the `Constant` of the same name.
#[derive(LogicBlock)]
struct GenericValue<const N: usize> {
    a: Signal<In, Bits<N>>,
    o: Signal<Out, Bits<N>>,
    n: Constant<Bits<N>>,
}

impl<const N: usize> Logic for GenericValue<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val() + N.to_bits();
    }
}

/// The last element by a `Constant` named as the const generic.
#[derive(LogicBlock)]
struct LastByConstant<const L: usize> {
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    x: [Signal<Local, Bits<8>>; L],
    l: Constant<Bits<8>>,
}

impl<const L: usize> Logic for LastByConstant<L> {
    #[hdl_gen]
    fn update(&mut self) {
        self.x[0].next = self.a.val();
        for i in 1..L {
            self.x[i].next = self.x[i - 1].val() + i.to_bits();
        }
        self.o.next = self.x[L - 1].val();
    }
}

/// The last element by a loop of one step.
#[derive(LogicBlock)]
struct LastByLoop<const L: usize> {
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    x: [Signal<Local, Bits<8>>; L],
}

impl<const L: usize> Logic for LastByLoop<L> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..L {
            if i == 0 {
                self.x[i].next = self.a.val();
            } else {
                self.x[i].next = self.x[i - 1].val() + 3;
            }
        }
        for i in (L - 1)..L {
            self.o.next = self.x[i].val();
        }
    }
}

/// The last element by letting the last write win.
#[derive(LogicBlock)]
struct LastWins<const L: usize> {
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    x: [Signal<Local, Bits<8>>; L],
}

impl<const L: usize> Logic for LastWins<L> {
    #[hdl_gen]
    fn update(&mut self) {
        self.x[0].next = self.a.val();
        for i in 1..L {
            self.x[i].next = self.x[i - 1].val() + 3;
        }
        for i in 0..L {
            self.o.next = self.x[i].val();
        }
    }
}

/// A minimum tree in a heap-ordered array.
#[derive(LogicBlock)]
struct Tree {
    a: [Signal<In, Bits<8>>; 4],
    o: Signal<Out, Bits<8>>,
    t: [Signal<Local, Bits<8>>; 8],
}

impl Logic for Tree {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.t[4 + i].next = self.a[i].val();
        }
        for i in 2..4 {
            if self.t[2 * i].val() < self.t[2 * i + 1].val() {
                self.t[i].next = self.t[2 * i].val();
            } else {
                self.t[i].next = self.t[2 * i + 1].val();
            }
        }
        if self.t[2].val() < self.t[3].val() {
            self.t[1].next = self.t[2].val();
        } else {
            self.t[1].next = self.t[3].val();
        }
        self.o.next = self.t[1].val();
    }
}

#[derive(LogicBlock)]
struct TwoDimensions {
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    t: [[Signal<Local, Bits<8>>; 2]; 2],
}

impl Logic for TwoDimensions {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..2 {
            for j in 0..2 {
                self.t[i][j].next = self.a.val() + i.to_bits() + j.to_bits();
            }
        }
        self.o.next = self.t[1][0].val() ^ self.t[1][1].val();
    }
}

/// An array read by a signal, the way that can be emitted.
#[derive(LogicBlock)]
struct SelectByLoop {
    s: Signal<In, Bits<2>>,
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    x: [Signal<Local, Bits<8>>; 4],
}

impl Logic for SelectByLoop {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.x[i].next = self.a.val() + i.to_bits();
        }
        self.o.next = self.x[0].val();
        for i in 0..4 {
            if self.s.val() == i.to_bits() {
                self.o.next = self.x[i].val();
            }
        }
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    Run,
    Done,
}

#[derive(LogicBlock, Default)]
struct Enumeration {
    a: Signal<In, Bits<8>>,
    q: Signal<In, State>,
    o: Signal<Out, Bits<8>>,
    n: Signal<Out, State>,
    l: Signal<Local, State>,
}

impl Logic for Enumeration {
    #[hdl_gen]
    fn update(&mut self) {
        match self.q.val() {
            State::Idle => {
                self.l.next = State::Run;
            }
            State::Run => {
                self.l.next = State::Done;
            }
            State::Done => {
                self.l.next = State::Idle;
            }
        }
        if self.l.val() == State::Done {
            self.o.next = self.a.val();
        } else {
            self.o.next = 0.into();
        }
        self.n.next = self.l.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Point {
    x: Bits<4>,
    y: Bits<8>,
    ok: Bit,
}

#[derive(LogicBlock, Default)]
struct Structure {
    a: Signal<In, Bits<8>>,
    p: Signal<In, Point>,
    o: Signal<Out, Bits<8>>,
    r: Signal<Out, Point>,
}

impl Logic for Structure {
    #[hdl_gen]
    fn update(&mut self) {
        self.r.next = self.p.val();
        self.r.next.y = self.a.val() + self.p.val().y;
        self.r.next.ok = !self.p.val().ok;
        if self.p.val().ok {
            self.o.next = self.p.val().y;
        } else {
            self.o.next = bit_cast::<8, 4>(self.p.val().x);
        }
    }
}

#[derive(LogicBlock, Default)]
struct SignedOps {
    a: Signal<In, Signed<8>>,
    b: Signal<In, Signed<8>>,
    lt: Signal<Out, Bit>,
    ge: Signal<Out, Bit>,
    sum: Signal<Out, Signed<8>>,
    dif: Signal<Out, Signed<8>>,
    neg: Signal<Out, Signed<8>>,
}

impl Logic for SignedOps {
    #[hdl_gen]
    fn update(&mut self) {
        self.lt.next = self.a.val() < self.b.val();
        self.ge.next = self.a.val() >= self.b.val();
        self.sum.next = self.a.val() + self.b.val();
        self.dif.next = self.a.val() - self.b.val();
        self.neg.next = -self.a.val();
    }
}

#[derive(LogicBlock, Default)]
struct SignedCasts {
    a: Signal<In, Signed<8>>,
    u: Signal<In, Bits<8>>,
    w: Signal<Out, Signed<16>>,
    n: Signal<Out, Signed<4>>,
    p: Signal<Out, Bits<8>>,
    lt: Signal<Out, Bit>,
    t: Signal<Local, Signed<8>>,
}

impl Logic for SignedCasts {
    #[hdl_gen]
    fn update(&mut self) {
        self.w.next = signed_bit_cast::<16, 8>(self.a.val());
        self.n.next = signed_bit_cast::<4, 8>(self.a.val());
        self.p.next = unsigned_cast(self.a.val());
        self.t.next = signed_cast(self.u.val());
        self.lt.next = self.t.val() < self.a.val();
    }
}

#[derive(LogicBlock, Default)]
struct SignedMul {
    a: Signal<In, Signed<16>>,
    b: Signal<In, Signed<16>>,
    o: Signal<Out, Signed<32>>,
}

impl Logic for SignedMul {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val() * self.b.val();
    }
}

#[derive(LogicBlock, Default)]
struct Multiply {
    a: Signal<In, Bits<16>>,
    b: Signal<In, Bits<16>>,
    o: Signal<Out, Bits<32>>,
    c: Signal<Out, Bit>,
}

impl Logic for Multiply {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.a.val() * self.b.val();
        self.c.next = self.a.val() * self.b.val() > 70000;
    }
}

#[derive(LogicBlock, Default)]
struct Wide {
    a: Signal<In, Bits<200>>,
    o: Signal<Out, Bits<200>>,
    low: Signal<Out, Bits<70>>,
}

impl Logic for Wide {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = (self.a.val() << 65) + self.a.val() + 1;
        self.low.next = bit_cast::<70, 200>(self.a.val() >> 100) ^ self.a.val().get_bits::<70>(3);
    }
}

/// Names that are Verilog keywords.
#[derive(LogicBlock, Default)]
struct Keywords {
    begin: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    always: Signal<Local, Bits<8>>,
}

impl Logic for Keywords {
    #[hdl_gen]
    fn update(&mut self) {
        self.always.next = self.begin.val();
        self.o.next = self.always.val();
    }
}

/// Fields that are no hardware, a long comment, a module name, a wire that synthesis keeps.
#[derive(LogicBlock, Default)]
struct Commented {
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    kept: Signal<Local, Bits<8>>,
    _level: usize,
    _tag: String,
}

impl Logic for Commented {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module renamed");
        comment!(
            "@doc A block with a documentation line that is much longer than a line of the output may be, so that the \
             printer has to break it in two."
        );
        comment!(
            "a \"quoted\" remark, also longer than a line of the output may be, to see that no part of it leaks out of \
             its comment"
        );
        comment!("@keep");
        self.kept.next = self.a.val() ^ 1;
        self.o.next = self.kept.val() ^ 1;
    }
}

/// Every block of this file, run.
pub fn cases() -> Vec<Case> {
    fn d<T: Default>() -> T {
        T::default()
    }
    let s8 = |r: &mut Random| match r.bits(8) {
        // rust_hdl recurses without end when it casts the smallest value.
        0x80 => signed_cast::<8>(bits(0x81)),
        bits => signed_cast::<8>(bits.into()),
    };
    let s16 = |r: &mut Random| signed_cast::<16>(r.bits(16).into());
    vec![
        comb("GenericValue", GenericValue::<8> { a: d(), o: d(), n: Constant::new(bits(8)) }, |u, r| {
            u.a.next = r.bits(8).into()
        }),
        comb("LastByConstant", LastByConstant::<5> { a: d(), o: d(), x: d(), l: Constant::new(bits(5)) }, |u, r| {
            u.a.next = r.bits(8).into()
        }),
        comb("LastByLoop", LastByLoop::<4> { a: d(), o: d(), x: d() }, |u, r| u.a.next = r.bits(8).into()),
        comb("LastWins", LastWins::<4> { a: d(), o: d(), x: d() }, |u, r| u.a.next = r.bits(8).into()),
        comb("Tree", Tree { a: d(), o: d(), t: d() }, |u, r| u.a.iter_mut().for_each(|a| a.next = r.bits(8).into())),
        comb("TwoDimensions", TwoDimensions { a: d(), o: d(), t: d() }, |u, r| u.a.next = r.bits(8).into()),
        comb("SelectByLoop", SelectByLoop { s: d(), a: d(), o: d(), x: d() }, |u, r| {
            u.a.next = r.bits(8).into();
            u.s.next = r.bits(2).into();
        }),
        comb("Enumeration", Enumeration::default(), |u, r| {
            u.a.next = r.bits(8).into();
            u.q.next = [State::Idle, State::Run, State::Done][r.bits(8) as usize % 3];
        }),
        comb("Structure", Structure::default(), |u, r| {
            u.a.next = r.bits(8).into();
            u.p.next = Point { x: r.bits(4).into(), y: r.bits(8).into(), ok: r.one_in(2) };
        }),
        comb("SignedOps", SignedOps::default(), move |u, r| {
            u.a.next = s8(r);
            u.b.next = s8(r);
        }),
        comb("SignedCasts", SignedCasts::default(), move |u, r| {
            u.a.next = s8(r);
            u.u.next = r.bits(8).into();
        }),
        comb("SignedMul", SignedMul::default(), move |u, r| {
            u.a.next = s16(r);
            u.b.next = s16(r);
        }),
        comb("Multiply", Multiply::default(), |u, r| {
            u.a.next = r.bits(16).into();
            u.b.next = r.bits(16).into();
        }),
        comb("Wide", Wide::default(), |u, r| {
            u.a.next = bit_cast::<200, 64>(bits(r.bits(64))) << 70 | bit_cast::<200, 64>(bits(r.bits(64)));
        }),
        comb("Keywords", Keywords::default(), |u, r| u.begin.next = r.bits(8).into()),
        comb("Commented", Commented::default(), |u, r| u.a.next = r.bits(8).into()),
    ]
}
