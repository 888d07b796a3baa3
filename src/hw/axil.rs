//! AXI4-Lite in front of the registers (docs/reference/axil.md).
use crate::hw::bundles::BusTx;
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

/// Where a transaction is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Waits for one.
    Idle,
    /// The registers have a write.
    Write,
    /// The response to a write waits.
    WriteResponse,
    /// The registers have a read.
    Read,
    /// The word that was read waits.
    ReadResponse,
}

#[treetap_hdl::unit]
mod axil {
    //! AXI4-Lite slave in front of the registers: one transaction after the other, nothing stored.

    /// AXI4-Lite slave: one transaction after the other, nothing stored.
    ///
    /// Address and data of a write are taken together, in the cycle in which the registers answer; so is the address of
    /// a read. A read and a write that wait at the same time take turns. Protection is ignored. A refused access is
    /// answered SLVERR if CTRL.BUS_ERROR says so. `A` is the number of bits of a byte offset.
    #[clocked(reset)]
    pub struct Axil<#[range(3..=32)] const A: usize> {
        /// Write address.
        #[group("s_axil: address and data of a write are taken together; a read and a write that wait take turns")]
        pub s_axil_awvalid: Signal<In, Bit>,
        /// The write address is taken.
        pub s_axil_awready: Signal<Out, Bit>,
        /// Byte offset.
        pub s_axil_awaddr: Signal<In, Bits<A>>,
        /// Ignored.
        pub s_axil_awprot: Signal<In, Bits<3>>,
        /// Write data.
        pub s_axil_wvalid: Signal<In, Bit>,
        /// The write data is taken.
        pub s_axil_wready: Signal<Out, Bit>,
        /// The word.
        pub s_axil_wdata: Signal<In, Bits<32>>,
        /// Which bytes of the word are written.
        pub s_axil_wstrb: Signal<In, Bits<4>>,
        /// Response to a write.
        pub s_axil_bvalid: Signal<Out, Bit>,
        /// The response to a write is taken.
        pub s_axil_bready: Signal<In, Bit>,
        /// 0 OKAY, 2 SLVERR.
        pub s_axil_bresp: Signal<Out, Bits<2>>,
        /// Read address.
        pub s_axil_arvalid: Signal<In, Bit>,
        /// The read address is taken.
        pub s_axil_arready: Signal<Out, Bit>,
        /// Byte offset.
        pub s_axil_araddr: Signal<In, Bits<A>>,
        /// Ignored.
        pub s_axil_arprot: Signal<In, Bits<3>>,
        /// Response to a read.
        pub s_axil_rvalid: Signal<Out, Bit>,
        /// The response to a read is taken.
        pub s_axil_rready: Signal<In, Bit>,
        /// The word.
        pub s_axil_rdata: Signal<Out, Bits<32>>,
        /// 0 OKAY, 2 SLVERR.
        pub s_axil_rresp: Signal<Out, Bits<2>>,
        #[group("the registers")]
        pub bus: BusTx<A>,
        state: Reg<State>,
        wrote: Reg<Bit>,
    }

    impl Axil {
        fn update(&mut self) {
            self.bus.we.next = self.state.q.val() == State::Write;
            self.bus.valid.next = (self.state.q.val() == State::Write) | (self.state.q.val() == State::Read);
            self.bus.addr.next = self.s_axil_araddr.val();
            if self.state.q.val() == State::Write {
                self.bus.addr.next = self.s_axil_awaddr.val();
            }
            drive!(bus: wdata = s_axil_wdata, wstrb = s_axil_wstrb);
            self.s_axil_awready.next = (self.state.q.val() == State::Write) & self.bus.ready.val();
            self.s_axil_wready.next = (self.state.q.val() == State::Write) & self.bus.ready.val();
            self.s_axil_arready.next = (self.state.q.val() == State::Read) & self.bus.ready.val();
            comment!("The registers keep word and error until the next request.");
            let response: Bits<2> = 0.into();
            if self.bus.err.val() {
                response = 2.into();
            }
            self.s_axil_bvalid.next = self.state.q.val() == State::WriteResponse;
            self.s_axil_bresp.next = response;
            self.s_axil_rvalid.next = self.state.q.val() == State::ReadResponse;
            self.s_axil_rresp.next = response;
            self.s_axil_rdata.next = self.bus.rdata.val();

            let write: Bit = self.s_axil_awvalid.val() & self.s_axil_wvalid.val();
            match self.state.q.val() {
                State::Idle => {
                    if write & !(self.s_axil_arvalid.val() & self.wrote.q.val()) {
                        self.state.d.next = State::Write;
                        self.wrote.d.next = true;
                    } else if self.s_axil_arvalid.val() {
                        self.state.d.next = State::Read;
                        self.wrote.d.next = false;
                    }
                }
                State::Write => {
                    if self.bus.ready.val() {
                        self.state.d.next = State::WriteResponse;
                    }
                }
                State::WriteResponse => {
                    if self.s_axil_bready.val() {
                        self.state.d.next = State::Idle;
                    }
                }
                State::Read => {
                    if self.bus.ready.val() {
                        self.state.d.next = State::ReadResponse;
                    }
                }
                State::ReadResponse => {
                    if self.s_axil_rready.val() {
                        self.state.d.next = State::Idle;
                    }
                }
            }
            if self.reset.val() {
                self.state.d.next = State::Idle;
            }
        }
    }
}
