//! Block RAM with its output register.
use crate::comment;
use crate::hw::lib::{FastRam, Reg};
use rust_hdl::prelude::*;

/// [`FastRam`] followed by a register: `rd` is the word at `ra` of two cycles before.
///
/// Every memory of the engine is one of these, so the step from array to logic never limits the clock.
#[derive(LogicBlock, Default)]
pub struct PipeRam<const W: usize, const A: usize> {
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
    ram: FastRam<W, A>,
    out: Reg<Bits<W>>,
}

impl<const W: usize, const A: usize> Logic for PipeRam<W, A> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module pipe_ram");
        comment!("@doc Block RAM with a registered output: read data two cycles after the address.");
        self.ram.clock.next = self.clock.val();
        self.out.clock.next = self.clock.val();
        self.ram.ra.next = self.ra.val();
        self.ram.we.next = self.we.val();
        self.ram.wa.next = self.wa.val();
        self.ram.wd.next = self.wd.val();
        self.out.d.next = self.ram.rd.val();
        self.rd.next = self.out.q.val();
    }
}
