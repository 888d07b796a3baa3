//! Netlists of parts: what is connected, what is shared, and what is refused, through all of the whole.
use crate::support::tools;
use rust_hdl::prelude::*;
use treetap::emit::describe::Design;
use treetap::emit::netlist::{End, Netlist, Part, net};
use treetap::emit::{Dir, Emitted, Options, Refusal};
use treetap::hw::lib::Reg;
use treetap_hdl::{design, unit};

#[unit]
mod inverter {
    //! Every bit inverted.

    pub struct Inverter<#[range(1..=64)] const W: usize> {
        /// In.
        #[group("a y: in and out")]
        pub a: Signal<In, Bits<W>>,
        /// Out.
        pub y: Signal<Out, Bits<W>>,
    }

    impl Inverter {
        fn update(&mut self) {
            self.y.next = !self.a.val();
        }
    }
}

#[unit]
mod gated {
    //! Passes a word on; may look at `ready` before it offers one.

    #[clocked(reset)]
    pub struct Gated<#[range(0..=1)] const WAITS: usize> {
        /// A word is there.
        #[group("there out: a word, and the stream")]
        pub there: Signal<In, Bit>,
        /// A word is offered.
        pub out_valid: Signal<Out, Bit>,
        /// The word is taken.
        pub out_ready: Signal<In, Bit>,
        taken: Reg<Bit>,
    }

    impl Gated {
        fn update(&mut self) {
            self.taken.d.next = self.there.val() & self.out_ready.val();
            self.out_valid.next = self.there.val() & !self.taken.q.val();
            if WAITS > 0 {
                self.out_valid.next = self.there.val() & self.out_ready.val();
            }
        }
    }
}

fn inverter(name: &str, width: usize, from: &str, to: &str) -> Part {
    Part::new(name, design!(Inverter<width>)).with([net("a", from), net("y", to)])
}

fn emit(netlist: Netlist) -> Result<Emitted, Refusal> {
    netlist.design().emit(&Options::new("top"))
}

/// Its text, which the lint has nothing to say about.
fn emitted(netlist: Netlist) -> Emitted {
    let out = emit(netlist).unwrap();
    tools::assert_lints(&out.verilog, "top");
    out
}

/// The lines of its refusal.
fn refusal(netlist: Netlist) -> Vec<String> {
    match emit(netlist) {
        Ok(out) => panic!("emitted:\n{}", out.verilog),
        Err(refusal) => refusal.problems.iter().map(ToString::to_string).collect(),
    }
}

fn refuses(netlist: Netlist, expected: &[&str]) {
    assert_eq!(refusal(netlist), expected);
}

#[test]
fn parts_that_are_alike_share_a_module_and_nets_have_their_names() {
    let out = emitted(
        Netlist::new("Twice inverted.", &["a", "y"])
            .part(inverter("first", 8, "a", "between"))
            .part(inverter("second", 8, "between", "y")),
    );
    assert_eq!(out.verilog.matches("\nmodule ").count(), 2, "{}", out.verilog);
    for text in ["// Twice inverted.", "wire [7:0] between;", "top_inverter u_first (", "top_inverter u_second ("] {
        assert!(out.verilog.contains(text), "{text} in {}", out.verilog);
    }
    assert!(out.verilog.contains(".a(between)") && out.verilog.contains(".y(between)"));
    let ports: Vec<_> = out.ports.iter().map(|port| (port.name.as_str(), port.dir, port.width)).collect();
    assert_eq!(ports, [("a", Dir::In, 8), ("y", Dir::Out, 8)]);
}

#[test]
fn netlists_nest_and_share_modules_with_what_is_around_them() {
    let inner =
        Netlist::new("Inner.", &["a", "y"]).part(inverter("first", 4, "a", "b")).part(inverter("second", 4, "b", "y"));
    let out = emitted(
        Netlist::new("Outer.", &["a", "y", "z"])
            .part(inverter("before", 4, "a", "c"))
            .part(Part::new("inner", inner.design()).with([net("a", "c")]))
            .part(inverter("after", 4, "y", "z")),
    );
    // One inverter, the inner netlist, the outer one.
    assert_eq!(out.verilog.matches("\nmodule ").count(), 3, "{}", out.verilog);
    assert!(out.verilog.contains("top_inverter u_after (") && out.verilog.contains("top_inner u_inner ("));
}

#[test]
fn ports_stand_in_the_order_of_their_names_with_comments_of_the_whole_or_of_the_parts() {
    let made = |documented: bool| {
        let netlist = Netlist::new("Two.", &["z_*", "a"])
            .part(inverter("first", 4, "a", "z_one"))
            .part(inverter("second", 4, "a", "z_two"));
        emitted(if documented { netlist.with_doc("z_*", "what comes out") } else { netlist })
    };
    let names: Vec<String> = made(false).ports.into_iter().map(|port| port.name).collect();
    assert_eq!(names, ["z_one", "z_two", "a"]);
    assert!(made(false).verilog.contains("// in and out\n    output wire [3:0] z_one"));
    assert!(made(true).verilog.contains("// what comes out\n    output wire [3:0] z_one"));
}

#[test]
fn ends_are_nets_low_bits_and_values() {
    let low = ("a", End::Low("wide".to_string()));
    let out = emitted(
        Netlist::new("Ends.", &["a", "y", "z", "v"])
            .part(inverter("wide", 8, "a", "wide"))
            .part(Part::new("low", design!(Inverter<3>)).with([low, net("y", "y")]))
            .part(Part::new("one", design!(Inverter<1>)).with([("a", End::Low("wide".to_string())), net("y", "z")]))
            .part(Part::new("tied", design!(Inverter<5>)).renamed("y", "v").with([("a", End::Value(9))])),
    );
    for text in [".a(wide[2:0])", ".a(wide[0])", ".a(5'd9)", ".y(v)"] {
        assert!(out.verilog.contains(text), "{text} in {}", out.verilog);
    }
}

#[test]
fn what_does_not_fit_together_is_refused_with_its_place() {
    let two = |first: Part, second: Part| Netlist::new("Two.", &["a", "y"]).part(first).part(second);
    refuses(
        two(inverter("first", 4, "a", "y"), inverter("second", 4, "a", "y")),
        &["top: `y` has two drivers: first.y and second.y"],
    );
    refuses(
        two(inverter("first", 4, "a", "b"), inverter("second", 4, "c", "y")),
        &["top: `c` is read by second.a, and no part drives it"],
    );
    refuses(
        two(inverter("first", 8, "a", "b"), inverter("second", 4, "b", "y")),
        &["top: `second.a` has 4 bits, its net b has 8; End::Low connects the low bits of a wider net"],
    );
    let low = [("a", End::Low("b".to_string()))];
    refuses(
        two(inverter("first", 4, "a", "b"), inverter("second", 8, "b", "y").with(low)),
        &["top: `second.a` has 8 bits, its net b has 4"],
    );
    let lines = refusal(two(inverter("first", 4, "a", "b"), inverter("first", 4, "b", "y")));
    assert!(lines.contains(&"top: `first` is the name of two parts".to_string()), "{lines:#?}");
    refuses(
        two(inverter("first", 4, "a", "b"), inverter("second", 4, "b", "y").with([net("q", "a")])),
        &["top.second: `q` is connected and is no port of this part"],
    );
    refuses(
        two(inverter("first", 4, "a", "b"), inverter("second", 4, "b", "x")),
        &["top: `y` is a port of the whole, and no part has such a net"],
    );
    refuses(
        two(inverter("first", 4, "a", "y"), Part::new("second", design!(Inverter<4>)).with([("y", End::Value(1))])),
        &["top: `second.y` is an output: only a whole net can take it"],
    );
}

#[test]
fn a_loop_through_two_parts_is_refused_with_its_way() {
    let lines = refusal(
        Netlist::new("Loop.", &["y"]).part(inverter("first", 1, "y", "b")).part(inverter("second", 1, "b", "y")),
    );
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains("is in a combinational loop"), "{lines:#?}");
    assert!(lines[0].contains("top.first.y") && lines[0].contains("top.second.y"), "{lines:#?}");
}

/// A producer whose `valid` may wait for `ready`, and an inverter between its `ready` and what it looks at.
fn stream(inside: Design, outside: bool) -> Netlist {
    let gated = Part::new("gated", inside).with([net("there", if outside { "heard" } else { "there" })]);
    let outer: &[&str] = if outside { &["clk", "rst", "out_*"] } else { &["clk", "rst", "there", "out_*"] };
    let netlist = Netlist::new("Stream.", outer).part(gated);
    if outside { netlist.part(inverter("not", 1, "out_ready", "heard")) } else { netlist }
}

#[test]
fn a_stream_may_not_wait_for_its_own_ready_inside_a_part_or_through_others() {
    emitted(stream(design!(Gated<0>), false));
    let inside = "waits for `out_ready` of its own stream within the cycle (stream rule S5)";
    let lines = refusal(stream(design!(Gated<1>), false));
    let through = |names: &str| inside.replace(" (", &format!(", through {names} ("));
    let (whole, part) = (through("top.gated.out_ready, top.gated.out_valid"), through("top.gated.out_ready"));
    assert_eq!(lines, [format!("top: `out_valid` {whole}"), format!("top.gated: `out_valid` {part}")]);
    let lines = refusal(stream(design!(Gated<0>), true));
    assert!(lines.iter().all(|line| line.contains("stream rule S5") && line.contains("top.not.y")), "{lines:#?}");
    assert_eq!(lines.len(), 2, "{lines:#?}");
}

#[test]
#[should_panic(expected = "no port is called z")]
fn a_comment_for_a_port_that_is_not_there_is_a_mistake() {
    let _ = Netlist::new("None.", &["a", "y"]).with_doc("z", "nothing");
}
