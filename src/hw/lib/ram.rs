//! Block RAM.
use super::marker;
use rust_hdl::prelude::*;

/// Block RAM of `2^A` words of `W` bits: one read port, one write port, one clock.
///
/// * `rd` is the word at `ra` of the cycle before (registered read).
/// * A word written at one edge can be read from the next edge on.
/// * Reading an address at the edge that writes it is **undefined**: simulations return the inverted new word, and
///   synthesis gets `(* no_rw_check *)`, so no transparency logic is inferred. Forward outside if you need the value.
/// * There are no initial contents: zero in the evaluator, X or random elsewhere. Clear it, or write before reading.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct FastRam<const W: usize, const A: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Read address.
    pub ra: Signal<In, Bits<A>>,
    /// Word at the read address of the cycle before.
    pub rd: Signal<Out, Bits<W>>,
    /// Write enable.
    pub we: Signal<In, Bit>,
    /// Write address.
    pub wa: Signal<In, Bits<A>>,
    /// Word to write.
    pub wd: Signal<In, Bits<W>>,
    _words: Vec<Bits<W>>,
}

impl<const W: usize, const A: usize> Logic for FastRam<W, A> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let write = self.we.val().then(|| (self.wa.val(), self.wd.val()));
            self.rd.next = edge(&mut self._words, self.ra.val(), write);
        }
    }
    fn connect(&mut self) {
        self.rd.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(marker("fast_ram", &[]))
    }
}

/// [`FastRam`] with a read enable: `rd` holds its word while `re` is low.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct FastRamRe<const W: usize, const A: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Read enable.
    pub re: Signal<In, Bit>,
    /// Read address.
    pub ra: Signal<In, Bits<A>>,
    /// Word at the read address of the last cycle with `re` high.
    pub rd: Signal<Out, Bits<W>>,
    /// Write enable.
    pub we: Signal<In, Bit>,
    /// Write address.
    pub wa: Signal<In, Bits<A>>,
    /// Word to write.
    pub wd: Signal<In, Bits<W>>,
    _words: Vec<Bits<W>>,
}

impl<const W: usize, const A: usize> Logic for FastRamRe<W, A> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let write = self.we.val().then(|| (self.wa.val(), self.wd.val()));
            let word = edge(&mut self._words, self.ra.val(), write);
            if self.re.val() {
                self.rd.next = word;
            }
        }
    }
    fn connect(&mut self) {
        self.rd.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(marker("fast_ram_re", &[]))
    }
}

/// [`FastRam`] with an output register: `rd` is the word at `ra` of **two** cycles before.
///
/// On ECP5 the register is the one inside the block RAM (`DP16KD`, `PDPW16KD` with `REGMODE` `OUTREG`), which Yosys
/// does not infer: the emitted module instantiates those primitives when `TREETAP_ECP5` is defined, and is an inferred
/// block RAM followed by flip-flops otherwise. Everything else is as for [`FastRam`]:
///
/// * A word written at one edge can be read from the next edge on.
/// * Reading an address at the edge that writes it is **undefined**; simulations return the inverted new word.
/// * There are no initial contents.
///
/// `A` is at most 14, the depth of one primitive, so that nothing but the RAM lies in front of `rd`.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct OutRegRam<const W: usize, const A: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Read address.
    pub ra: Signal<In, Bits<A>>,
    /// Word at the read address of two cycles before.
    pub rd: Signal<Out, Bits<W>>,
    /// Write enable.
    pub we: Signal<In, Bit>,
    /// Write address.
    pub wa: Signal<In, Bits<A>>,
    /// Word to write.
    pub wd: Signal<In, Bits<W>>,
    _words: Vec<Bits<W>>,
    _word: Vec<Bits<W>>,
}

impl<const W: usize, const A: usize> Logic for OutRegRam<W, A> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let write = self.we.val().then(|| (self.wa.val(), self.wd.val()));
            let word = edge(&mut self._words, self.ra.val(), write);
            self.rd.next = self._word.pop().unwrap_or_default();
            self._word.push(word);
        }
    }
    fn connect(&mut self) {
        self.rd.connect();
    }
    fn hdl(&self) -> Verilog {
        const { assert!(A <= 14, "OutRegRam<W, A> wants A of at most 14, the depth of one block RAM") };
        Verilog::Custom(marker("outreg_ram", &[]))
    }
}

/// RAM of `2^A` words of `W` bits with one port: in a cycle it is read, or written.
///
/// On iCE40 UltraPlus it is one `SB_SPRAM256KA`, of which there are four: the emitted module instantiates it when
/// `TREETAP_ICE40` is defined, and is an inferred block RAM otherwise. So `W` is at most 16 and `A` at most 14.
///
/// * `rd` is the word at `ra` of the cycle before, if that one did not write; after a write it is **undefined**:
///   simulations return the inverted new word.
/// * A word written at one edge can be read from the next edge on.
/// * There are no initial contents.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct SinglePortRam<const W: usize, const A: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Address to read or write.
    pub ra: Signal<In, Bits<A>>,
    /// Word at the address of the cycle before.
    pub rd: Signal<Out, Bits<W>>,
    /// Write enable.
    pub we: Signal<In, Bit>,
    /// Word to write.
    pub wd: Signal<In, Bits<W>>,
    _words: Vec<Bits<W>>,
}

impl<const W: usize, const A: usize> Logic for SinglePortRam<W, A> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let write = self.we.val().then(|| (self.ra.val(), self.wd.val()));
            self.rd.next = edge(&mut self._words, self.ra.val(), write);
        }
    }
    fn connect(&mut self) {
        self.rd.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(marker("single_port_ram", &[]))
    }
}

/// Small RAM of `2^A` words of `W` bits that is read within the cycle: `rd` is the word at `ra` now.
///
/// A word written at one edge is read from the next cycle on. There are no initial contents. ECP5 has RAM of 16 words
/// in its logic cells; on devices without it, such as iCE40, every bit becomes a flip-flop.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct LutRam<const W: usize, const A: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Read address.
    pub ra: Signal<In, Bits<A>>,
    /// Word at the read address.
    pub rd: Signal<Out, Bits<W>>,
    /// Write enable.
    pub we: Signal<In, Bit>,
    /// Write address.
    pub wa: Signal<In, Bits<A>>,
    /// Word to write.
    pub wd: Signal<In, Bits<W>>,
    _words: Vec<Bits<W>>,
}

impl<const W: usize, const A: usize> Logic for LutRam<W, A> {
    fn update(&mut self) {
        let write = self.clock.pos_edge() && self.we.val();
        edge(&mut self._words, self.wa.val(), write.then(|| (self.wa.val(), self.wd.val())));
        self.rd.next = self._words[self.ra.val().index()];
    }
    fn connect(&mut self) {
        self.rd.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(marker("lut_ram", &[]))
    }
}

/// One clock edge of a RAM: the word read, after doing the write.
fn edge<const W: usize, const A: usize>(
    words: &mut Vec<Bits<W>>,
    ra: Bits<A>,
    write: Option<(Bits<A>, Bits<W>)>,
) -> Bits<W> {
    if words.is_empty() {
        *words = vec![Bits::default(); 1 << A];
    }
    let old = words[ra.index()];
    let Some((wa, wd)) = write else { return old };
    words[wa.index()] = wd;
    if wa == ra { !wd } else { old }
}
