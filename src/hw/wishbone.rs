//! Wishbone B4 in front of the registers (docs/reference/wishbone.md).
use crate::hw::bundles::BusTx;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod wishbone {
    //! Wishbone B4 slave in front of the registers, classic cycles: wires, no state.

    /// Wishbone B4 slave, classic cycles: wires, no state.
    ///
    /// A cycle is answered by `wb_ack_o`, or by `wb_err_o` if the access was refused and CTRL.BUS_ERROR says so.
    /// Addresses are byte offsets of `A` bits.
    pub struct Wishbone<#[range(3..=32)] const A: usize> {
        /// A cycle.
        #[group("byte offsets; an access that was refused is answered by err only if CTRL.BUS_ERROR is set")]
        pub wb_cyc_i: Signal<In, Bit>,
        /// This slave is meant.
        pub wb_stb_i: Signal<In, Bit>,
        /// The cycle is a write.
        pub wb_we_i: Signal<In, Bit>,
        /// Byte offset.
        pub wb_adr_i: Signal<In, Bits<A>>,
        /// The word to write.
        pub wb_dat_i: Signal<In, Bits<32>>,
        /// Which bytes of the word are written.
        pub wb_sel_i: Signal<In, Bits<4>>,
        /// The word read.
        pub wb_dat_o: Signal<Out, Bits<32>>,
        /// The access was obeyed, or refused without an error.
        pub wb_ack_o: Signal<Out, Bit>,
        /// The access was refused.
        pub wb_err_o: Signal<Out, Bit>,
        #[group("the registers")]
        pub bus: BusTx<A>,
    }

    impl Wishbone {
        fn update(&mut self) {
            self.bus.valid.next = self.wb_cyc_i.val() & self.wb_stb_i.val();
            drive!(bus: we = wb_we_i, addr = wb_adr_i, wdata = wb_dat_i, wstrb = wb_sel_i);
            self.wb_dat_o.next = self.bus.rdata.val();
            self.wb_ack_o.next = self.wb_cyc_i.val() & self.wb_stb_i.val() & self.bus.ready.val() & !self.bus.err.val();
            self.wb_err_o.next = self.wb_cyc_i.val() & self.wb_stb_i.val() & self.bus.ready.val() & self.bus.err.val();
        }
    }
}
