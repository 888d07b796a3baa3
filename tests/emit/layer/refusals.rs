//! Parameters that a unit cannot have, and constants that do not fit: refused with the instance's path, word for word.
use rust_hdl::prelude::*;
use treetap::emit::Options;
use treetap::emit::describe::Design;
use treetap::hw::lib::{Fifo, Lfsr, Reg, Rom};
use treetap_hdl::{design, unit};

#[unit]
mod store {
    //! Words kept twice.

    #[clocked(reset)]
    #[derived(L = A + 1)]
    #[fits(W * N <= 64, "the words together have at most 64 bits")]
    pub struct Store<
        #[range(2..=32, step = 2)] const W: usize,
        #[range(1..=4)] const A: usize,
        #[range(..3)] const N: usize,
    > {
        pub d: Signal<In, Bits<W>>,
        pub take: Signal<In, Bit>,
        pub q: Signal<Out, Bits<W>>,
        pub level: Signal<Out, Bits<L>>,
        fifo: Fifo<W, A>,
    }

    impl Store {
        fn update(&mut self) {
            self.fifo.in_port.valid.next = true;
            self.fifo.in_port.data.next = self.d.val();
            self.fifo.out_port.ready.next = self.take.val();
            self.q.next = self.fifo.out_port.data.val();
            self.level.next = self.fifo.level.val();
        }
    }
}

#[unit]
mod outer {
    //! Two stores, whose sizes nobody looked at.

    #[clocked(reset)]
    pub struct Outer<const A: usize> {
        pub take: Signal<In, Bit>,
        pub q: Signal<Out, Bits<8>>,
        stores: [Store<8, { A + at }, 1>; 2],
    }

    impl Outer {
        fn update(&mut self) {
            for i in 0..2 {
                self.stores[i].d.next = 0.into();
                self.stores[i].take.next = self.take.val();
            }
            self.q.next = self.stores[0].q.val() ^ self.stores[1].q.val();
        }
    }
}

#[unit]
mod house {
    //! What does not look at its parameter, around what does not either.

    #[clocked(reset)]
    pub struct House<const A: usize> {
        pub take: Signal<In, Bit>,
        pub q: Signal<Out, Bits<8>>,
        outer: Outer<A>,
    }

    impl House {
        fn update(&mut self) {
            self.outer.take.next = self.take.val();
            self.q.next = self.outer.q.val();
        }
    }
}

/// Constants of `N` bits, and a register.
#[unit]
mod numbers {
    #[clocked]
    pub struct Numbers<const N: usize, const COUNT: usize, const START: usize> {
        pub a: Signal<In, Bits<N>>,
        pub o: Signal<Out, Bits<N>>,
        #[init(START)]
        kept: Reg<Bits<N>>,
    }

    impl Numbers {
        fn update(&mut self) {
            const TEN: Bits<N> = 10;
            const LIST: [Bits<N>; COUNT] = [1, 2, 3];
            self.kept.d.next = self.a.val() ^ LIST[0];
            self.o.next = self.kept.q.val() + TEN;
        }
    }
}

/// `N` inverters in a row.
#[unit]
mod chain {
    pub struct Chain<#[range(3..)] const N: usize, #[range(4.., step = 4)] const M: usize> {
        pub a: Signal<In, Bits<N>>,
        pub o: Signal<Out, Bits<M>>,
    }

    impl Chain {
        fn update(&mut self) {
            self.o.next = bit_cast::<M, N>(!self.a.val());
        }
    }
}

#[unit]
mod wires {
    pub struct Wires<const N: usize> {
        pub a: Signal<In, Bits<N>>,
        pub o: Signal<Out, Bits<N>>,
    }

    impl Wires {
        fn update(&mut self) {
            self.o.next = self.a.val();
        }
    }
}

#[unit]
mod table {
    #[clocked]
    #[given(words: Vec<u64>)]
    pub struct Table<const A: usize> {
        pub a: Signal<In, Bits<A>>,
        pub o: Signal<Out, Bits<8>>,
        #[given(words.clone())]
        rom: Rom<8, A>,
    }

    impl Table {
        fn update(&mut self) {
            self.rom.ra.next = self.a.val();
            self.o.next = self.rom.rd.val();
        }
    }
}

/// Every line of the refusal; none when the design is emitted, which is then of some size.
fn refusal(design: &Design) -> Vec<String> {
    match design.emit(&Options::new("top")) {
        Ok(out) => {
            assert!(out.verilog.contains("module top (") && out.ports.len() >= 3, "{}", out.verilog);
            vec![]
        }
        Err(refusal) => refusal.problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_parameter_outside_its_range() {
    assert_eq!(refusal(&design!(Store<32, 4, 2>)), [""; 0]);
    assert_eq!(refusal(&design!(Store<2, 1, 0>)), [""; 0]);
    let steps = "in steps of 2; the nearest that works is";
    assert_eq!(refusal(&design!(Store<34, 4, 1>)), [format!("top: W is 34, outside 2 to 32 {steps} 32")]);
    assert_eq!(refusal(&design!(Store<0, 4, 1>)), [format!("top: W is 0, outside 2 to 32 {steps} 2")]);
    assert_eq!(refusal(&design!(Store<8, 5, 1>)), ["top: A is 5, outside 1 to 4; the nearest that works is 4"]);
    assert_eq!(refusal(&design!(Store<8, 4, 3>)), ["top: N is 3, outside 0 to 2; the nearest that works is 2"]);
}

#[test]
fn a_parameter_between_the_steps_of_its_range() {
    let lines = refusal(&design!(Store<31, 4, 2>));
    assert_eq!(lines.len(), 1, "{lines:?}");
    // Both neighbours of an odd number are as near.
    assert!(
        lines[0].starts_with("top: W is 31, outside 2 to 32 in steps of 2; the nearest that works is 3"),
        "{lines:?}"
    );
}

#[test]
fn a_parameter_outside_a_range_without_an_end() {
    let wanted = ["top: N is 2, below 3; the nearest that works is 3"];
    assert_eq!(refusal(&design!(Chain<2, 4>)), wanted);
    let wanted = ["top: M is 9, not 4 or more in steps of 4; the nearest that works is 8"];
    assert_eq!(refusal(&design!(Chain<3, 9>)), wanted);
}

#[test]
fn a_signal_without_bits() {
    let none = |name: &str| format!("top: `{name}` has 0 bits, which Verilog has no signal of");
    assert_eq!(refusal(&design!(Wires<0>)), [none("a"), none("o")]);
}

#[test]
fn every_parameter_that_is_wrong() {
    let wanted = [
        "top: W is 34, outside 2 to 32 in steps of 2; the nearest that works is 32",
        "top: A is 0, outside 1 to 4; the nearest that works is 1",
    ];
    assert_eq!(refusal(&design!(Store<34, 0, 1>)), wanted);
}

#[test]
fn a_derived_parameter_that_does_not_follow() {
    assert_eq!(refusal(&design!(Fifo<8, 3, 4>)), [""; 0]);
    assert_eq!(refusal(&design!(Fifo<8, 3, 5>)), ["top: L is 5, but 4 follows from the other parameters"]);
}

#[test]
fn a_condition_that_does_not_hold() {
    assert_eq!(refusal(&design!(Lfsr<16>)), [""; 0]);
    let wanted = "top: there is a feedback polynomial for this width (lfsr_taps)";
    assert_eq!(refusal(&design!(Lfsr<15>)), [wanted]);
    // Outside its range, where the condition need not have a meaning, the range alone is told.
    assert_eq!(refusal(&design!(Lfsr<65>)), ["top: W is 65, outside 1 to 64; the nearest that works is 64"]);
}

#[test]
fn a_child_inside_a_child_is_found_by_its_path() {
    assert_eq!(refusal(&design!(House<3>)), [""; 0]);
    let wanted = ["top.outer.stores[1]: A is 5, outside 1 to 4; the nearest that works is 4"];
    assert_eq!(refusal(&design!(House<4>)), wanted);
    let wanted = [
        "top.outer.stores[0]: A is 24, outside 1 to 4; the nearest that works is 4",
        "top.outer.stores[1]: A is 25, outside 1 to 4; the nearest that works is 4",
    ];
    assert_eq!(refusal(&design!(House<24>)), wanted);
}

#[test]
fn a_constant_that_does_not_fit_its_width() {
    assert_eq!(refusal(&design!(Numbers<4, 3, 15>)), [""; 0]);
    assert_eq!(refusal(&design!(Numbers<3, 3, 7>)), ["top: `ten` has the value 10, which does not fit 3 bits"]);
    assert_eq!(refusal(&design!(Numbers<4, 3, 16>)), ["top.kept: starts as 16, which does not fit 4 bits"]);
    assert_eq!(refusal(&design!(Numbers<4, 2, 0>)), ["top: `list` has 3 values for 2 elements"]);
    assert_eq!(refusal(&design!(Numbers<4, 5, 0>)), ["top: `list` has 3 values for 5 elements"]);
    let wanted =
        ["top.kept: starts as 2, which does not fit 1 bits", "top: `ten` has the value 10, which does not fit 1 bits"];
    assert_eq!(refusal(&design!(Numbers<1, 1, 2>))[..2], wanted);
    let told = refusal(&design!(Numbers<1, 3, 0>));
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[2], "top: `list[2]` has the value 3, which does not fit 1 bits");
}

#[test]
fn contents_that_do_not_fit_a_rom() {
    assert_eq!(refusal(&design!(Table<2>, vec![1u64, 2, 3, 4])), [""; 0]);
    let wanted = "top.rom: a ROM of 2^A words has no more of them";
    assert_eq!(refusal(&design!(Table<2>, vec![1u64, 2, 3, 4, 5])), [wanted]);
}

#[test]
#[should_panic(expected = "this unit is made from a alloc::vec::Vec<u64>")]
fn what_a_unit_is_made_from_is_not_left_out() {
    let _ = refusal(&design!(Table<2>));
}
