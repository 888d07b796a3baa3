//! The hardware layer (docs/contributing/layer.md): each form in the smallest unit that shows it, emitted, linted and
//! read.
mod compile;
mod instances;
mod refusals;

use crate::support::tools;
use rust_hdl::prelude::*;
use std::collections::BTreeSet;
use treetap::emit::describe::Design;
use treetap::emit::{Dir, Options};
use treetap::hw::lib::{FastRam, Reg, StateReg, StreamRx, StreamTx};
use treetap_hdl::{bundle, design, unit};

/// The text of a design, which the lint has nothing to say about.
fn emitted(design: &Design) -> String {
    let out = design.emit(&Options::new("top")).unwrap();
    tools::assert_lints(&out.verilog, "top");
    out.verilog
}

/// The text has each of these lines, blanks aside.
fn has(text: &str, lines: &[&str]) {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let there: Vec<String> = text.lines().map(words).collect();
    for line in lines {
        assert!(there.iter().any(|known| known == line), "no line `{line}` in\n{text}");
    }
}

#[unit]
mod gate {
    //! What comes in, at once or a cycle later.

    #[clocked(reset)]
    pub struct Gate<#[range(1..=64)] const W: usize, #[range(0..=2)] const LATE: usize> {
        /// In.
        #[group("a o: in and out")]
        pub a: Signal<In, Bits<W>>,
        /// Out.
        pub o: Signal<Out, Bits<W>>,
        #[when(LATE > 0)]
        #[init(1)]
        kept: Reg<Bits<W>>,
        #[when(LATE > 1)]
        more: [Reg<Bits<W>>; LATE - 1],
    }

    impl Gate {
        fn update(&mut self) {
            if LATE == 0 {
                self.o.next = self.a.val();
            } else if LATE == 1 {
                self.o.next = self.kept.q.val();
            } else {
                self.o.next = self.more[LATE - 2].q.val();
            }
            if LATE > 0 {
                self.kept.d.next = self.a.val();
                if self.reset.val() {
                    self.kept.d.next = 1.into();
                }
            }
            if LATE > 1 {
                self.more[0].d.next = self.kept.q.val();
            }
        }
    }
}

#[test]
fn optional_hardware_is_there_only_when_its_condition_holds() {
    let none = design!(Gate<5, 0>).emit(&Options::new("top")).unwrap().verilog;
    assert!(!none.contains("kept") && !none.contains("more") && !none.contains("always"), "{none}");
    has(&none, &["assign o = a;", "// What comes in, at once or a cycle later."]);
    let one = emitted(&design!(Gate<5, 1>));
    assert!(!one.contains("more"), "{one}");
    has(&one, &["reg [4:0] kept0 = 5'd1;", "kept0 <= a;", "assign o = kept0;"]);
    let two = emitted(&design!(Gate<5, 2>));
    has(&two, &["reg [4:0] more0 = 5'd0;", "more0 <= kept0;", "assign o = more0;"]);
}

#[unit]
mod cell {
    //! Adds its number.

    pub struct Cell<const W: usize, const NUMBER: usize> {
        pub i: Signal<In, Bits<W>>,
        pub o: Signal<Out, Bits<W>>,
    }

    impl Cell {
        fn update(&mut self) {
            const MINE: Bits<W> = NUMBER;
            self.o.next = self.i.val() + MINE;
        }
    }
}

#[unit]
mod row {
    //! Cells in a row.

    #[derived(S = W + N)]
    pub struct Row<const W: usize, const N: usize> {
        pub first: Signal<In, Bits<W>>,
        pub o: Signal<Out, Bits<S>>,
        cells: [Cell<S, { 3 * at + 1 }>; N],
    }

    impl Row {
        fn update(&mut self) {
            let at_cell: [Bits<S>; N];
            for i in 0..N {
                if i == 0 {
                    self.cells[i].i.next = bit_cast::<S, W>(self.first.val());
                } else {
                    self.cells[i].i.next = at_cell[i - 1];
                }
                at_cell[i] = self.cells[i].o.val();
            }
            self.o.next = at_cell[N - 1];
        }
    }
}

#[test]
fn elements_of_an_array_have_parameters_of_their_own() {
    for count in [2, 5] {
        let text = emitted(&design!(Row<8, count>));
        assert_eq!(text.matches("\nmodule ").count(), 2, "the row, and one module for all cells:\n{text}");
        let numbers: Vec<u64> = text
            .match_indices(".mine(")
            .map(|(at, _)| {
                let number = text[at..].split_once("'d").unwrap().1.split_once(')').unwrap().0;
                number.parse().unwrap()
            })
            .collect();
        assert_eq!(numbers, (0..count as u64).map(|at| 3 * at + 1).collect::<Vec<_>>(), "{text}");
        assert!(text.contains(&format!("output wire [{}:0] o", 7 + count)), "{text}");
    }
}

#[unit]
mod parts {
    //! A kernel in parts.

    #[clocked(reset)]
    pub struct Parts<const W: usize> {
        pub a: Signal<In, Bits<W>>,
        pub o: Signal<Out, Bits<W>>,
        sum: Reg<Bits<W>>,
    }

    impl Parts {
        fn update(&mut self) {
            let both: Bits<W> = self.a.val();
            self.adds();
            self.o.next = self.sum.q.val();
            self.resets();
        }
        fn adds(&mut self) {
            both = both + self.sum.q.val();
            self.sum.d.next = both;
        }
        fn resets(&mut self) {
            if self.reset.val() {
                self.sum.d.next = 0.into();
            }
        }
    }
}

#[unit]
mod parts {
    //! A kernel in parts.

    #[clocked(reset)]
    pub struct Whole<const W: usize> {
        pub a: Signal<In, Bits<W>>,
        pub o: Signal<Out, Bits<W>>,
        sum: Reg<Bits<W>>,
    }

    impl Whole {
        fn update(&mut self) {
            let both: Bits<W> = self.a.val();
            both = both + self.sum.q.val();
            self.sum.d.next = both;
            self.o.next = self.sum.q.val();
            if self.reset.val() {
                self.sum.d.next = 0.into();
            }
        }
    }
}

#[test]
fn a_kernel_in_parts_is_the_kernel_in_one() {
    let text = emitted(&design!(Parts<9>));
    has(&text, &["reg [8:0] sum = 9'd0;", "assign o = sum;"]);
    assert_eq!(text, emitted(&design!(Whole<9>)));
}

/// A word and its two ends.
#[bundle]
pub struct Offer<const W: usize> {
    /// A word is on offer.
    pub valid: Bit,
    /// The word is taken.
    #[back]
    pub ready: Bit,
    /// The word.
    pub data: Bits<W>,
    /// Nobody wants it.
    pub mark: Bit,
}

#[unit]
mod inner {
    //! One word.

    #[clocked(reset)]
    pub struct Inner<const W: usize> {
        /// What comes.
        #[only(valid, ready, data)]
        pub enters: OfferRx<W>,
        /// What goes.
        #[only(valid, ready, data)]
        pub leaves: OfferTx<W>,
        /// Words held.
        pub stat_held: Signal<Out, Bit>,
        /// Words taken, modulo 4.
        pub stat_taken: Signal<Out, Bits<2>>,
        /// Hold none.
        pub cfg_off: Signal<In, Bit>,
        held: Reg<Bit>,
        word: Reg<Bits<W>>,
        taken: Reg<Bits<2>>,
    }

    impl Inner {
        fn update(&mut self) {
            self.enters.ready.next = !self.held.q.val() & !self.cfg_off.val();
            if self.enters.valid.val() & self.enters.ready.val() {
                self.held.d.next = true;
                self.word.d.next = self.enters.data.val();
                self.taken.d.next = self.taken.q.val() + 1;
            } else if self.leaves.ready.val() {
                self.held.d.next = false;
            }
            self.leaves.valid.next = self.held.q.val();
            self.leaves.data.next = self.word.q.val();
            self.stat_held.next = self.held.q.val();
            self.stat_taken.next = self.taken.q.val();
            if self.reset.val() {
                self.held.d.next = false;
            }
        }
    }
}

#[unit]
mod shell {
    //! One word, in a shell.

    #[clocked(reset)]
    pub struct Shell<const W: usize> {
        /// What comes.
        #[only(valid, ready, data)]
        pub enters: OfferRx<W>,
        /// What goes, under another name.
        #[only(valid, ready, data)]
        pub out: OfferTx<W>,
        /// Words held.
        pub stat_held: Signal<Out, Bit>,
        /// Words taken, modulo 4.
        pub stat_taken: Signal<Out, Bits<2>>,
        /// Hold none.
        pub cfg_off: Signal<In, Bit>,
        one: Inner<W>,
    }

    impl Shell {
        fn update(&mut self) {
            link!(self.out, self.one.leaves);
            pass!(one: enters, stat_*, cfg_off);
        }
    }
}

#[test]
fn bundles_and_ports_of_a_child_are_passed_on_in_one_line() {
    let out = design!(Shell<7>).emit(&Options::new("top")).unwrap();
    let ports: Vec<_> = out.ports.iter().map(|port| (port.name.as_str(), port.dir, port.width)).collect();
    let wanted = [
        ("clk", Dir::In, 1),
        ("rst", Dir::In, 1),
        ("enters_valid", Dir::In, 1),
        ("enters_ready", Dir::Out, 1),
        ("enters_data", Dir::In, 7),
        ("out_valid", Dir::Out, 1),
        ("out_ready", Dir::In, 1),
        ("out_data", Dir::Out, 7),
        ("stat_held", Dir::Out, 1),
        ("stat_taken", Dir::Out, 2),
        ("cfg_off", Dir::In, 1),
    ];
    assert_eq!(ports, wanted, "in the order of the fields, and no `mark`");
    assert_eq!(out.ports[2].doc, "what comes", "the text of a bundle is that of its ports");
    let text = emitted(&design!(Shell<7>));
    assert!(!text.contains("mark"), "{text}");
    let outer = text.split("endmodule").find(|module| module.contains("module top (")).unwrap();
    let pins: BTreeSet<&str> =
        outer.lines().map(|line| line.trim().trim_end_matches(',')).filter(|line| line.starts_with('.')).collect();
    for pin in [
        ".clk(clk)",
        ".rst(rst)",
        ".enters_data(enters_data)",
        ".leaves_ready(out_ready)",
        ".leaves_valid(out_valid)",
        ".stat_taken(stat_taken)",
        ".cfg_off(cfg_off)",
    ] {
        assert!(pins.contains(pin), "no pin `{pin}` in {pins:?}");
    }
    assert_eq!(pins.len(), 11, "{pins:?}");
    assert!(!outer.contains("always"), "a shell has wires only:\n{outer}");
}

#[unit]
mod case {
    //! One word, whose bundles lack a port each; one of them is driven port by port.

    #[clocked(reset)]
    pub struct Case<const W: usize> {
        /// What comes.
        #[except(mark)]
        pub enters: OfferRx<W>,
        /// What goes.
        #[except(mark, data)]
        pub out: OfferTx<W>,
        /// Words taken, modulo 4.
        pub stat_taken: Signal<Out, Bits<2>>,
        one: Inner<W>,
    }

    impl Case {
        fn update(&mut self) {
            link!(self.out, self.one.leaves);
            drive!(one.enters: valid = enters.valid, data = enters.data);
            drive!(enters: ready = one.enters.ready);
            drive!(self: stat_taken = one.stat_taken);
            zero!(one: cfg_off);
            if self.one.stat_held.val() {
                self.one.cfg_off.next = true;
            }
        }
    }
}

#[test]
fn a_bundle_without_some_ports_is_linked_without_them() {
    let out = design!(Case<7>).emit(&Options::new("top")).unwrap();
    let ports: Vec<_> = out.ports.iter().map(|port| port.name.as_str()).collect();
    let bundles = ["enters_valid", "enters_ready", "enters_data", "out_valid", "out_ready"];
    assert_eq!(ports[2..7], bundles, "in the order of the bundle");
    let text = emitted(&design!(Case<7>));
    let outer = text.split("endmodule").find(|module| module.contains("module top (")).unwrap();
    for pin in [".enters_data(enters_data)", ".enters_ready(enters_ready)", ".leaves_valid(out_valid)"] {
        assert!(outer.contains(pin), "no pin `{pin}` in\n{outer}");
    }
    assert!(!outer.contains("mark") && !outer.contains("out_data"), "{outer}");
}

/// What a machine does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Phase {
    Rest,
    Work,
    Done,
}

#[unit]
mod values {
    //! Constants of every type.

    #[clocked(reset)]
    pub struct Values<const W: usize> {
        pub which: Signal<In, Bits<2>>,
        pub wide: Signal<Out, Bits<100>>,
        pub low: Signal<Out, Bits<W>>,
        pub listed: Signal<Out, Bits<8>>,
        pub yes: Signal<Out, Bit>,
        pub resting: Signal<Out, Bit>,
        #[init(Phase::Done)]
        before: Reg<Phase>,
        state: StateReg<Phase>,
        #[init(true)]
        flag: Reg<Bit>,
        #[init(u128::MAX >> (128 - 100))]
        kept: Reg<Bits<100>>,
    }

    impl Values {
        fn update(&mut self) {
            const PATTERN: Bits<100> = (0xfeed << 84) | u128::MAX >> 64;
            const ENDS: Bits<W> = (1 << (W - 1)) | W;
            const LIST: [Bits<8>; 4] = (0..4).map(|n| n * n + 1);
            const RESTING_PHASE: Phase = Phase::Rest;
            const ON: Bit = true;
            self.kept.d.next = self.kept.q.val() ^ PATTERN;
            self.wide.next = self.kept.q.val();
            self.low.next = ENDS;
            self.listed.next = 0.into();
            for i in 0..4 {
                if self.which.val() == i.to_bits() {
                    self.listed.next = LIST[i];
                }
            }
            self.flag.d.next = self.flag.q.val() ^ ON;
            self.yes.next = self.flag.q.val();
            self.before.d.next = self.state.q.val();
            self.resting.next = self.before.q.val() == RESTING_PHASE;
            match self.state.q.val() {
                Phase::Rest => {
                    self.state.d.next = Phase::Work;
                }
                Phase::Work => {
                    self.state.d.next = Phase::Done;
                }
                Phase::Done => {
                    self.state.d.next = Phase::Rest;
                }
            }
            if self.reset.val() {
                self.state.d.next = Phase::Rest;
            }
        }
    }
}

#[test]
fn constants_are_numbers_of_every_width_enumerations_and_lists() {
    let text = emitted(&design!(Values<60>));
    has(
        &text,
        &[
            "localparam [99:0] pattern = 100'hfeed00000ffffffffffffffff;",
            "localparam [59:0] ends = 60'h80000000000003c;",
            "localparam [1:0] resting_phase = 2'd0;",
            "localparam on = 1'b1;",
            "reg [99:0] kept = 100'hfffffffffffffffffffffffff;",
            "reg flag = 1'b1;",
            "reg [1:0] before_ = 2'd2;",
            "reg [1:0] state;",
        ],
    );
    for (at, value) in [1, 2, 5, 10].into_iter().enumerate() {
        assert!(text.contains(&format!("list{at} = 8'd{value};")), "element {at}:\n{text}");
    }
}

#[unit]
mod buffer {
    //! A bundle for which a unit of the library stands at both ends, and a memory.

    #[clocked]
    pub struct Buffer<const W: usize, const A: usize> {
        /// Words in.
        pub words: StreamRx<W>,
        /// Words out.
        #[only(valid, data)]
        pub shown: StreamTx<W>,
        memory: FastRam<W, A>,
        place: Reg<Bits<A>>,
        first: Reg<Bit>,
    }

    impl Buffer {
        fn update(&mut self) {
            self.words.ready.next = true;
            self.memory.wa.next = self.place.q.val();
            self.memory.ra.next = self.place.q.val();
            self.memory.wd.next = self.words.data.val();
            self.memory.we.next = self.words.valid.val();
            if self.words.valid.val() {
                self.place.d.next = self.place.q.val() + 1;
            }
            self.first.d.next = !self.words.valid.val();
            self.shown.valid.next = self.first.q.val();
            self.shown.data.next = self.memory.rd.val();
        }
    }
}

#[test]
fn one_text_serves_any_width() {
    let mut texts = BTreeSet::new();
    for (width, address) in [(1usize, 1usize), (9, 4), (64, 10), (130, 3)] {
        let text = emitted(&design!(Buffer<width, address>));
        let place = if address == 1 {
            "reg place = 1'b0;".into()
        } else {
            format!("reg [{}:0] place = {address}'d0;", address - 1)
        };
        has(&text, &[&place]);
        assert!(text.contains(&format!(".WIDTH({width})")) && text.contains(&format!(".ADDR({address})")), "{text}");
        assert!(text.contains("shown_valid") && !text.contains("shown_ready"), "{text}");
        texts.insert(text);
    }
    assert_eq!(texts.len(), 4);
}

#[test]
fn the_same_design_gives_the_same_bytes_and_every_width_another_text() {
    let widths = 1..=64usize;
    let texts: BTreeSet<String> = widths
        .clone()
        .map(|width| {
            let [first, second] = [(); 2].map(|()| design!(Gate<width, 2>).emit(&Options::new("top")).unwrap().verilog);
            assert_eq!(first, second, "width {width}");
            first
        })
        .collect();
    assert_eq!(texts.len(), widths.count());
}
