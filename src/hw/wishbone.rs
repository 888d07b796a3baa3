//! Wishbone B4 in front of the registers (docs/reference/wishbone.md).
use crate::comment;
use rust_hdl::prelude::*;

/// Wishbone B4 slave, classic cycles: wires, no state.
///
/// A cycle is answered by `wb_ack_o`, or by `wb_err_o` if the access was refused and CTRL.BUS_ERROR says so. Addresses are byte offsets of `A` bits.
#[derive(LogicBlock, Default)]
pub struct Wishbone<const A: usize> {
    /// A cycle.
    pub wb_cyc_i: Signal<In, Bit>,
    /// This slave is meant.
    pub wb_stb_i: Signal<In, Bit>,
    /// It is a write.
    pub wb_we_i: Signal<In, Bit>,
    /// Byte offset.
    pub wb_adr_i: Signal<In, Bits<A>>,
    /// The word to write.
    pub wb_dat_i: Signal<In, Bits<32>>,
    /// Which bytes of it.
    pub wb_sel_i: Signal<In, Bits<4>>,
    /// The word read.
    pub wb_dat_o: Signal<Out, Bits<32>>,
    /// The access was obeyed, or refused without an error.
    pub wb_ack_o: Signal<Out, Bit>,
    /// The access was refused.
    pub wb_err_o: Signal<Out, Bit>,
    /// A request to the registers.
    pub bus_valid: Signal<Out, Bit>,
    /// It is a write.
    pub bus_we: Signal<Out, Bit>,
    /// Byte offset.
    pub bus_addr: Signal<Out, Bits<A>>,
    /// The word to write.
    pub bus_wdata: Signal<Out, Bits<32>>,
    /// Which bytes of it.
    pub bus_wstrb: Signal<Out, Bits<4>>,
    /// Their answer.
    pub bus_ready: Signal<In, Bit>,
    /// The word read.
    pub bus_rdata: Signal<In, Bits<32>>,
    /// The access was refused.
    pub bus_err: Signal<In, Bit>,
}

impl<const A: usize> Logic for Wishbone<A> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module wishbone");
        comment!("@doc Wishbone B4 slave in front of the registers, classic cycles: wires, no state.");
        comment!(
            "@ports wb: byte offsets; an access that was refused is answered by err only if CTRL.BUS_ERROR is set"
        );
        comment!("@ports bus: the registers");
        self.bus_valid.next = self.wb_cyc_i.val() & self.wb_stb_i.val();
        self.bus_we.next = self.wb_we_i.val();
        self.bus_addr.next = self.wb_adr_i.val();
        self.bus_wdata.next = self.wb_dat_i.val();
        self.bus_wstrb.next = self.wb_sel_i.val();
        self.wb_dat_o.next = self.bus_rdata.val();
        self.wb_ack_o.next = self.wb_cyc_i.val() & self.wb_stb_i.val() & self.bus_ready.val() & !self.bus_err.val();
        self.wb_err_o.next = self.wb_cyc_i.val() & self.wb_stb_i.val() & self.bus_ready.val() & self.bus_err.val();
    }
}
