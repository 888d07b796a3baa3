//! Registers.
use super::marker;
use rust_hdl::prelude::*;

/// A register of `T::BITS` bits: `q` is `d` of the cycle before, and the initial value before the first edge.
///
/// There is no reset input: a reset is the last `if self.reset.val() { .. }` of `update`. The emitter prints it
/// inline, as `reg x = init;` and a line of the module's one `always @(posedge clk)` block.
#[derive(Clone, Debug, LogicBlock)]
pub struct Reg<T: Synth> {
    /// Value taken at the next rising edge.
    pub d: Signal<In, T>,
    /// Current value.
    pub q: Signal<Out, T>,
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    _init: T,
}

impl<T: Synth> Reg<T> {
    /// A register that starts at `init`.
    pub fn new(init: T) -> Self {
        Self { d: Signal::default(), q: Signal::new_with_default(init), clock: Signal::default(), _init: init }
    }
}

impl<T: Synth> Default for Reg<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Synth> Logic for Reg<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = self.d.val();
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(marker("reg", &[("init", hex(self._init))]))
    }
}

/// [`Reg`] for the state of a machine: without an initial value in Verilog, so that a reset has to come first.
///
/// Yosys takes a register for the state of a machine, and gives each state a flip-flop of its own, only if there is no
/// initial value that the new encoding would have to respect. That is what makes the conditions of a large machine
/// short.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct StateReg<T: Synth> {
    /// Value taken at the next rising edge.
    pub d: Signal<In, T>,
    /// Current value.
    pub q: Signal<Out, T>,
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
}

impl<T: Synth> Logic for StateReg<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = self.d.val();
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(marker("state_reg", &[]))
    }
}

/// [`Reg`] with an enable: `q` holds while `en` is low.
///
/// The emitter prints `if (en) x <= d;`, which maps to a clock enable. The unit drives `en`.
#[derive(Clone, Debug, LogicBlock)]
pub struct RegEn<T: Synth> {
    /// Value taken at the next rising edge with `en` high.
    pub d: Signal<In, T>,
    /// Load enable.
    pub en: Signal<In, Bit>,
    /// Current value.
    pub q: Signal<Out, T>,
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    _init: T,
}

impl<T: Synth> RegEn<T> {
    /// A register that starts at `init`.
    pub fn new(init: T) -> Self {
        Self {
            d: Signal::default(),
            en: Signal::default(),
            q: Signal::new_with_default(init),
            clock: Signal::default(),
            _init: init,
        }
    }
}

impl<T: Synth> Default for RegEn<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Synth> Logic for RegEn<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.en.val() {
            self.q.next = self.d.val();
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(marker("reg_en", &[("init", hex(self._init))]))
    }
}

/// Hexadecimal digits of a value.
fn hex<T: Synth>(value: T) -> String {
    let text = format!("{:x}", value.verilog());
    text.split_once("'h").expect("rust_hdl prints N'h<digits>").1.to_string()
}
