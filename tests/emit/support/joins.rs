//! Idioms of joining: interfaces, siblings, ports handed down, foreign modules.
use super::cosim::{Case, comb};
use rust_hdl::prelude::*;

#[derive(LogicInterface, Clone, Debug, Default)]
#[join = "Sink"]
struct Source {
    data: Signal<Out, Bits<8>>,
    rdy: Signal<In, Bit>,
}

#[derive(LogicInterface, Clone, Debug, Default)]
#[join = "Source"]
struct Sink {
    data: Signal<In, Bits<8>>,
    rdy: Signal<Out, Bit>,
}

#[derive(LogicBlock, Default)]
struct Producer {
    a: Signal<In, Bits<8>>,
    m: Source,
    r: Signal<Out, Bit>,
}

impl Logic for Producer {
    #[hdl_gen]
    fn update(&mut self) {
        self.m.data.next = self.a.val() + 1;
        self.r.next = self.m.rdy.val();
    }
}

#[derive(LogicBlock, Default)]
struct Consumer {
    m: Sink,
    o: Signal<Out, Bits<8>>,
}

impl Logic for Consumer {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.m.data.val() + 1;
        self.m.rdy.next = self.m.data.val().any();
    }
}

/// Two siblings joined.
#[derive(LogicBlock, Default)]
struct Joined {
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    r: Signal<Out, Bit>,
    x: Producer,
    y: Consumer,
}

impl Logic for Joined {
    #[hdl_gen]
    fn update(&mut self) {
        Source::join(&mut self.x.m, &mut self.y.m);
        self.x.a.next = self.a.val();
        self.o.next = self.y.o.val();
        self.r.next = self.x.r.val();
    }
}

/// A port handed down to a child.
#[derive(LogicBlock, Default)]
struct Linked {
    m: Sink,
    o: Signal<Out, Bits<8>>,
    y: Consumer,
}

impl Logic for Linked {
    #[hdl_gen]
    fn update(&mut self) {
        Sink::link(&mut self.m, &mut self.y.m);
        self.o.next = self.y.o.val();
    }
}

/// A foreign module in a wrapper, twice.
#[derive(LogicBlock, Default)]
struct CountOnes {
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<4>>,
}

impl Logic for CountOnes {
    fn update(&mut self) {
        self.o.next = u64::from(self.a.val().to_u8().count_ones()).into();
    }
    fn connect(&mut self) {
        self.o.connect();
    }
    fn hdl(&self) -> Verilog {
        let sum = (0..8).map(|bit| format!("{{3'd0, x[{bit}]}}")).collect::<Vec<_>>().join(" + ");
        Verilog::Wrapper(Wrapper {
            code: "count_ones u_core (.x(a), .y(o));".into(),
            cores: format!(
                "module count_ones (input wire [7:0] x, output wire [3:0] y);\n    assign y = {sum};\nendmodule"
            ),
        })
    }
}

#[derive(LogicBlock, Default)]
struct Wrapped {
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<4>>,
    x: CountOnes,
    y: CountOnes,
}

impl Logic for Wrapped {
    #[hdl_gen]
    fn update(&mut self) {
        self.x.a.next = self.a.val();
        self.y.a.next = self.b.val();
        self.o.next = self.x.o.val() ^ self.y.o.val();
    }
}

#[derive(LogicBlock, Default)]
struct Inverter {
    x: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
}

impl Logic for Inverter {
    fn update(&mut self) {
        self.y.next = !self.x.val();
    }
    fn connect(&mut self) {
        self.y.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Blackbox(BlackBox {
            name: "INVERTER8".into(),
            code: "module INVERTER8 (input wire [7:0] x, output wire [7:0] y);\n    assign y = ~x;\nendmodule".into(),
        })
    }
}

/// A foreign primitive, twice.
#[derive(LogicBlock, Default)]
struct Primitives {
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    p: Inverter,
    q: Inverter,
}

impl Logic for Primitives {
    #[hdl_gen]
    fn update(&mut self) {
        self.p.x.next = self.a.val();
        self.q.x.next = self.p.y.val() + 1;
        self.o.next = self.q.y.val();
    }
}

/// One child whose second input depends on its first output: no loop, but blocks that could wake each other for ever.
#[derive(LogicBlock, Default)]
struct PingPong {
    a: Signal<In, Bits<8>>,
    f: Signal<In, Bit>,
    o: Signal<Out, Bits<8>>,
    kid: TwoLanes,
}

#[derive(LogicBlock, Default)]
struct TwoLanes {
    x: Signal<In, Bits<8>>,
    y: Signal<In, Bits<8>>,
    px: Signal<Out, Bits<8>>,
    py: Signal<Out, Bits<8>>,
}

impl Logic for TwoLanes {
    #[hdl_gen]
    fn update(&mut self) {
        self.px.next = 1.into();
        self.py.next = 2.into();
        if self.x.val().any() {
            self.px.next = self.x.val();
        }
        if self.y.val().any() {
            self.py.next = self.y.val();
        }
        for i in 0..8 {
            if self.x.val().get_bit(i) {
                self.px.next = self.px.val() + i.to_bits();
            }
            if self.y.val().get_bit(i) {
                self.py.next = self.py.val() + i.to_bits();
            }
        }
    }
}

impl Logic for PingPong {
    #[hdl_gen]
    fn update(&mut self) {
        self.kid.x.next = 0.into();
        self.kid.y.next = 0.into();
        if self.f.val() {
            self.kid.x.next = self.a.val();
            self.kid.y.next = self.kid.px.val() + 1;
        }
        self.o.next = self.kid.py.val();
    }
}

/// Every block of this file, run.
pub fn cases() -> Vec<Case> {
    vec![
        comb("Joined", Joined::default(), |u, r| u.a.next = r.bits(8).into()),
        comb("Linked", Linked::default(), |u, r| u.m.data.next = r.bits(8).into()),
        comb("Wrapped", Wrapped::default(), |u, r| {
            u.a.next = r.bits(8).into();
            u.b.next = r.bits(8).into();
        }),
        comb("Primitives", Primitives::default(), |u, r| u.a.next = r.bits(8).into()),
        comb("PingPong", PingPong::default(), |u, r| {
            u.a.next = r.bits(8).into();
            u.f.next = !r.one_in(3);
        }),
    ]
}
