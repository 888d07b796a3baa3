//! Block ROM.
use super::marker;
use rust_hdl::prelude::*;

/// Block ROM of `2^A` words of `W` bits: `rd` is the word at `ra` of the cycle before.
///
/// Words that the contents do not name are zero. The emitter prints the contents into the module as an `initial`
/// block, which Yosys turns into block-RAM initialisation.
#[derive(Clone, Debug, LogicBlock)]
pub struct Rom<const W: usize, const A: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Read address.
    pub ra: Signal<In, Bits<A>>,
    /// Word at the read address of the cycle before.
    pub rd: Signal<Out, Bits<W>>,
    _words: Vec<Bits<W>>,
}

impl<const W: usize, const A: usize> Rom<W, A> {
    /// A ROM with these words from address 0 upwards.
    ///
    /// # Panics
    /// When there are more than `2^A` words.
    pub fn new(words: impl IntoIterator<Item = Bits<W>>) -> Self {
        let mut _words: Vec<Bits<W>> = words.into_iter().collect();
        assert!(_words.len() <= 1 << A, "{} words do not fit a ROM of {}", _words.len(), 1 << A);
        _words.resize(1 << A, Bits::default());
        Self { clock: Signal::default(), ra: Signal::default(), rd: Signal::default(), _words }
    }
}

impl<const W: usize, const A: usize> Logic for Rom<W, A> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.rd.next = self._words[self.ra.val().index()];
        }
    }
    fn connect(&mut self) {
        self.rd.connect();
    }
    fn hdl(&self) -> Verilog {
        let words: Vec<String> = self._words.iter().map(|word| format!("{word:x}")).collect();
        Verilog::Custom(marker("rom", &[("words", words.join(","))]))
    }
}

/// [`Rom`] with a read enable, for what a machine does step by step: `rd` holds its word while `re` is low.
///
/// On ECP5 it is made of logic. The block RAM of that family takes 5.8 ns for a word without its output register, and
/// Yosys does not infer that.
#[derive(Clone, Debug, LogicBlock)]
pub struct RomRe<const W: usize, const A: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Read enable.
    pub re: Signal<In, Bit>,
    /// Read address.
    pub ra: Signal<In, Bits<A>>,
    /// Word at the read address of the last cycle with `re` high.
    pub rd: Signal<Out, Bits<W>>,
    _words: Vec<Bits<W>>,
}

impl<const W: usize, const A: usize> RomRe<W, A> {
    /// A ROM with these words from address 0 upwards, zeros after them.
    ///
    /// # Panics
    /// When there are more than `2^A` words.
    pub fn new(words: impl IntoIterator<Item = Bits<W>>) -> Self {
        let Rom { _words, .. } = Rom::<W, A>::new(words);
        Self { clock: Signal::default(), re: Signal::default(), ra: Signal::default(), rd: Signal::default(), _words }
    }
}

impl<const W: usize, const A: usize> Logic for RomRe<W, A> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.re.val() {
            self.rd.next = self._words[self.ra.val().index()];
        }
    }
    fn connect(&mut self) {
        self.rd.connect();
    }
    fn hdl(&self) -> Verilog {
        let words: Vec<String> = self._words.iter().map(|word| format!("{word:x}")).collect();
        Verilog::Custom(marker("rom_re", &[("words", words.join(","))]))
    }
}
