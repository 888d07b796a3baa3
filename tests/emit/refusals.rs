//! What the emitter refuses, and that it says where: instance path and signal.
// How the forms are written is the point.
#![allow(clippy::single_match)]
use rust_hdl::prelude::*;
use treetap::comment;
use treetap::emit::{Options, emit};
use treetap::hw::lib::{StreamRx, StreamTx};

/// The lines of the refusal of a block.
fn refusal<B: Block + Default>() -> Vec<String> {
    let mut block = B::default();
    block.connect_all();
    match emit(&block, &Options::new("top")) {
        Ok(out) => panic!("emitted:\n{}", out.verilog),
        Err(refusal) => refusal.problems.iter().map(ToString::to_string).collect(),
    }
}

/// One refusal must name path and signal like this.
fn refuses<B: Block + Default>(expected: &str) {
    let lines = refusal::<B>();
    assert!(lines.iter().any(|line| line.contains(expected)), "wanted `{expected}` in {lines:#?}");
    assert!(lines.iter().all(|line| line.starts_with("top: ")), "a path in each of {lines:#?}");
}

/// A block with two inputs, an output and some locals.
macro_rules! blocks {
    ($($name:ident)*) => {
        $(
            #[derive(LogicBlock, Default)]
            struct $name {
                a: Signal<In, Bits<8>>,
                b: Signal<In, Bits<4>>,
                f: Signal<In, Bit>,
                o: Signal<Out, Bits<8>>,
                x: Signal<Local, Bits<8>>,
                t: [Signal<Local, Bits<8>>; 2],
                kid: Kid,
            }
        )*
    };
}

#[derive(LogicBlock, Default)]
struct Kid {
    i: Signal<In, Bits<8>>,
    j: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    p: Signal<Out, Bits<8>>,
}

impl Logic for Kid {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.i.val() + 1;
        self.p.next = self.j.val() - 1;
    }
}

blocks! {
    Latch LatchInMatch LatchOfChild Undriven Incomplete NoOutput WidthOfIndex WidthOfSum Literal LiteralInTest
    InputWritten
    ChildWritten Unknown UnknownIndex NegativeIndex SignalIndex NamedLikeALoop ReadFirst UnwrittenElement
    ChildInputRead Loop LoopUnderTest
}

impl Logic for Latch {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        if self.f.val() {
            self.o.next = self.a.val();
        }
    }
}

#[test]
fn a_latch() {
    refuses::<Latch>("top: `o` latch: it is not assigned on every path");
}

impl Logic for LatchInMatch {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        match self.b.val().index() {
            0 => {
                self.o.next = self.a.val();
            }
            _ => {
                self.x.next = self.a.val();
            }
        }
    }
}

#[test]
fn a_latch_in_a_match() {
    refuses::<LatchInMatch>("top: `o` latch");
    refuses::<LatchInMatch>("top: `x` latch");
}

impl Logic for LatchOfChild {
    #[hdl_gen]
    fn update(&mut self) {
        if self.a.val().any() {
            self.kid.i.next = self.a.val();
        }
        self.kid.j.next = 0.into();
        self.o.next = self.kid.o.val();
    }
}

#[test]
fn a_childs_input_that_is_driven_under_a_condition() {
    refuses::<LatchOfChild>("top: `kid.i` latch");
}

impl Logic for Undriven {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.o.next = self.kid.o.val();
    }
}

#[test]
fn a_childs_input_that_nothing_drives() {
    refuses::<Undriven>("top: `kid.j` is a child's input and never driven");
}

impl Logic for Incomplete {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.x.val();
        self.o.next = self.kid.o.val();
    }
}

#[test]
fn a_local_that_is_never_written() {
    refuses::<Incomplete>("top: `x` is read before it is written");
}

impl Logic for NoOutput {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
    }
}

#[test]
fn an_output_that_nothing_drives() {
    refuses::<NoOutput>("top: `o` is an output and never driven");
}

impl Logic for WidthOfIndex {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.o.next = (self.b.val().index() + 5).to_bits();
    }
}

#[test]
fn a_width_that_arithmetic_on_an_index_hides() {
    refuses::<WidthOfIndex>("top: `o` has 8 bits and is assigned 4");
}

impl Logic for WidthOfSum {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.o.next = 0.into();
        if self.b.val().index() + 1 == self.a.val().index() {
            self.o.next = 1.into();
        }
    }
}

#[test]
fn operands_of_two_widths() {
    refuses::<WidthOfSum>("top: `o` takes `==` of operands of 4 and 8 bits");
}

impl Logic for Literal {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.o.next = self.a.val() + 300;
    }
}

#[test]
fn a_literal_that_does_not_fit() {
    refuses::<Literal>("top: `o` takes the literal 300, which does not fit 8 bits");
}

impl Logic for LiteralInTest {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.o.next = 0.into();
        match self.b.val().index() {
            16 => {
                self.o.next = 1.into();
            }
            _ => {}
        }
    }
}

#[test]
fn a_match_pattern_that_does_not_fit() {
    refuses::<LiteralInTest>("top: `o` is assigned under the match pattern 16, which does not fit 4 bits");
}

impl Logic for InputWritten {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.o.next = self.a.val();
        self.a.next = 0.into();
    }
}

#[test]
fn an_input_with_a_second_driver() {
    refuses::<InputWritten>("top: `a` has several drivers");
}

impl Logic for ChildWritten {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.kid.o.next = self.a.val();
        self.o.next = self.kid.o.val();
    }
}

#[test]
fn a_childs_output_with_a_second_driver() {
    refuses::<ChildWritten>("top: `kid.o` has several drivers");
}

const FIVE: u64 = 5;

impl Logic for Unknown {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.o.next = self.a.val() + FIVE;
    }
}

#[test]
fn a_name_that_is_no_signal() {
    refuses::<Unknown>("top: `FIVE` is not a signal, enum variant, loop variable or Constant field");
}

const ONE: usize = 1;

impl Logic for UnknownIndex {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.t[0].next = self.a.val();
        self.t[1].next = self.a.val();
        self.o.next = self.t[ONE].val();
    }
}

#[test]
fn an_index_that_is_no_constant_of_the_block() {
    refuses::<UnknownIndex>("has an index with `ONE`, which is no loop variable and no Constant field");
}

impl Logic for NegativeIndex {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        for i in 0..2 {
            self.t[i].next = self.t[i - 1].val();
        }
        self.o.next = self.t[0].val();
    }
}

#[test]
fn an_index_outside_the_array() {
    refuses::<NegativeIndex>("has the index -1");
}

impl Logic for NamedLikeALoop {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.o.next = 0.into();
        for f in 0..2 {
            self.t[f].next = self.a.val();
        }
    }
}

#[test]
fn a_loop_variable_that_is_called_like_a_signal() {
    refuses::<NamedLikeALoop>("`f` is also a loop variable: give one of them another name");
}

impl Logic for SignalIndex {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.t[0].next = self.a.val();
        self.t[1].next = self.a.val();
        self.o.next = self.t[self.b.val().index()].val();
    }
}

#[test]
fn an_array_indexed_by_a_signal() {
    refuses::<SignalIndex>("has an index with `b`");
}

impl Logic for ReadFirst {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.o.next = self.x.val();
        self.x.next = self.a.val();
    }
}

#[test]
fn a_local_that_is_read_first() {
    refuses::<ReadFirst>("top: `x` is read before it is written on some path");
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Pair {
    x: Bits<4>,
    y: Bits<4>,
}

#[derive(LogicBlock, Default)]
struct Part {
    a: Signal<In, Bits<4>>,
    o: Signal<Out, Pair>,
}

impl Logic for Part {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next.x = self.a.val();
    }
}

#[test]
fn a_struct_that_is_written_in_part_only() {
    refuses::<Part>("top: `o` is written in part before it is written whole");
}

impl Logic for UnwrittenElement {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.x.next = self.a.val();
        self.o.next = self.x.val() & self.t[1].val();
    }
}

#[test]
fn an_array_element_that_is_never_written() {
    refuses::<UnwrittenElement>("top: `t[1]` is read before it is written");
}

impl Logic for ChildInputRead {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.a.val();
        self.kid.j.next = self.a.val();
        self.o.next = self.kid.i.val();
    }
}

#[test]
fn a_childs_input_that_is_read() {
    refuses::<ChildInputRead>("top: `kid.i` is a child's input and is read");
}

impl Logic for Loop {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.i.next = self.kid.p.val();
        self.kid.j.next = self.kid.o.val() ^ self.a.val();
        self.o.next = self.kid.o.val();
    }
}

#[test]
fn a_combinational_loop_through_a_block() {
    let lines = refusal::<Loop>();
    let line = lines.iter().find(|line| line.contains("combinational loop")).expect("a loop");
    for signal in ["kid.i", "kid.o", "kid.j", "kid.p"] {
        assert!(line.contains(signal), "{signal} in {line}");
    }
}

impl Logic for LoopUnderTest {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("From o to j to p and back to i: under a test, but a loop all the same.");
        self.kid.i.next = self.a.val();
        if self.f.val() {
            self.kid.i.next = self.kid.p.val();
        }
        self.kid.j.next = self.kid.o.val();
        self.o.next = self.kid.o.val();
    }
}

#[test]
fn a_combinational_loop_under_a_test() {
    refuses::<LoopUnderTest>("is in a combinational loop");
}

#[derive(LogicBlock, Default)]
struct InlineCast {
    a: Signal<In, Signed<16>>,
    b: Signal<In, Signed<8>>,
    lt: Signal<Out, Bit>,
}

impl Logic for InlineCast {
    #[hdl_gen]
    fn update(&mut self) {
        self.lt.next = signed_bit_cast::<8, 16>(self.a.val()) < self.b.val();
    }
}

#[test]
fn a_signed_cast_inside_an_expression() {
    refuses::<InlineCast>("top: `lt` uses signed_bit_cast inside an expression");
}

#[derive(LogicBlock, Default)]
struct Marker {
    o: Signal<Out, Bit>,
}

impl Logic for Marker {
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom("@treetap flip_flop init=0".into())
    }
}

#[test]
fn a_leaf_marker_it_does_not_know() {
    refuses::<Marker>("top: unknown leaf marker `flip_flop`");
}

#[derive(LogicBlock, Default)]
struct Twice {
    a: StreamRx<8>,
    b: StreamTx<8>,
    x: Pass,
}

#[derive(LogicBlock, Default)]
struct Pass {
    i: StreamRx<8>,
    o: StreamTx<8>,
}

impl Logic for Pass {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.valid.next = self.i.valid.val();
        self.o.data.next = self.i.data.val();
        self.i.ready.next = self.o.ready.val();
    }
}

impl Logic for Twice {
    #[hdl_gen]
    fn update(&mut self) {
        StreamRx::<8>::link(&mut self.a, &mut self.x.i);
        StreamTx::<8>::link(&mut self.b, &mut self.x.o);
        self.x.i.valid.next = false;
    }
}

#[test]
fn a_signal_that_is_linked_and_assigned() {
    refuses::<Twice>("top: `x.i.valid` has several drivers: it is joined or linked, and driven once more");
}

#[derive(LogicBlock)]
struct Outer {
    a: Signal<In, Bits<8>>,
    f: Signal<In, Bit>,
    o: Signal<Out, Bits<8>>,
    row: [Latch; 2],
}

impl Logic for Outer {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..2 {
            self.row[i].a.next = self.a.val();
            self.row[i].b.next = 0.into();
            self.row[i].f.next = self.f.val();
        }
        self.o.next = self.row[0].o.val() ^ self.row[1].o.val();
    }
}

#[test]
fn the_path_leads_to_the_instance() {
    let row = [Latch::default(), Latch::default()];
    let mut block = Outer { a: Default::default(), f: Default::default(), o: Default::default(), row };
    block.connect_all();
    let refusal = emit(&block, &Options::new("top")).unwrap_err();
    let lines: Vec<String> = refusal.problems.iter().map(ToString::to_string).collect();
    for instance in ["row[0]", "row[1]"] {
        assert!(lines.contains(&format!("top.{instance}: `o` latch: it is not assigned on every path")), "{lines:#?}");
    }
}

#[test]
fn every_problem_is_listed_at_once() {
    let mut block = Latch::default();
    block.connect_all();
    let refusal = emit(&block, &Options::new("top")).unwrap_err();
    assert!(
        refusal.to_string().starts_with("the design has no exact Verilog translation:\n  top: `o` latch"),
        "{refusal}"
    );
}
