//! AXI4-Lite in front of the registers (docs/reference/axil.md).
use crate::hw::lib::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// Where a transaction is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Waits for one.
    Idle,
    /// The registers have a write.
    Write,
    /// Its response waits.
    WriteResponse,
    /// The registers have a read.
    Read,
    /// Its word waits.
    ReadResponse,
}

/// AXI4-Lite slave: one transaction after the other, nothing stored.
///
/// Address and data of a write are taken together, in the cycle in which the registers answer; so is the address of a read. A read and a
/// write that wait at the same time take turns. Protection is ignored. A refused access is answered SLVERR if CTRL.BUS_ERROR says so.
/// `A` is the number of bits of a byte offset.
#[derive(LogicBlock, Default)]
pub struct Axil<const A: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Write address.
    pub s_axil_awvalid: Signal<In, Bit>,
    /// It is taken.
    pub s_axil_awready: Signal<Out, Bit>,
    /// Byte offset.
    pub s_axil_awaddr: Signal<In, Bits<A>>,
    /// Ignored.
    pub s_axil_awprot: Signal<In, Bits<3>>,
    /// Write data.
    pub s_axil_wvalid: Signal<In, Bit>,
    /// It is taken.
    pub s_axil_wready: Signal<Out, Bit>,
    /// The word.
    pub s_axil_wdata: Signal<In, Bits<32>>,
    /// Which bytes of it.
    pub s_axil_wstrb: Signal<In, Bits<4>>,
    /// Response to a write.
    pub s_axil_bvalid: Signal<Out, Bit>,
    /// It is taken.
    pub s_axil_bready: Signal<In, Bit>,
    /// 0 OKAY, 2 SLVERR.
    pub s_axil_bresp: Signal<Out, Bits<2>>,
    /// Read address.
    pub s_axil_arvalid: Signal<In, Bit>,
    /// It is taken.
    pub s_axil_arready: Signal<Out, Bit>,
    /// Byte offset.
    pub s_axil_araddr: Signal<In, Bits<A>>,
    /// Ignored.
    pub s_axil_arprot: Signal<In, Bits<3>>,
    /// Response to a read.
    pub s_axil_rvalid: Signal<Out, Bit>,
    /// It is taken.
    pub s_axil_rready: Signal<In, Bit>,
    /// The word.
    pub s_axil_rdata: Signal<Out, Bits<32>>,
    /// 0 OKAY, 2 SLVERR.
    pub s_axil_rresp: Signal<Out, Bits<2>>,
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
    /// The word read; stays until the next request.
    pub bus_rdata: Signal<In, Bits<32>>,
    /// The access was refused; stays until the next request.
    pub bus_err: Signal<In, Bit>,
    state: Reg<State>,
    wrote: Reg<Bit>,
    write: Signal<Local, Bit>,
    response: Signal<Local, Bits<2>>,
}

impl<const A: usize> Logic for Axil<A> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module axil");
        comment!("@doc AXI4-Lite slave in front of the registers: one transaction after the other, nothing stored.");
        comment!(
            "@ports s_axil: address and data of a write are taken together; a read and a write that wait take turns"
        );
        comment!("@ports bus: the registers");
        dff_setup!(self, clock, state, wrote);
        self.bus_we.next = self.state.q.val() == State::Write;
        self.bus_valid.next = (self.state.q.val() == State::Write) | (self.state.q.val() == State::Read);
        self.bus_addr.next = self.s_axil_araddr.val();
        if self.state.q.val() == State::Write {
            self.bus_addr.next = self.s_axil_awaddr.val();
        }
        self.bus_wdata.next = self.s_axil_wdata.val();
        self.bus_wstrb.next = self.s_axil_wstrb.val();
        self.s_axil_awready.next = (self.state.q.val() == State::Write) & self.bus_ready.val();
        self.s_axil_wready.next = (self.state.q.val() == State::Write) & self.bus_ready.val();
        self.s_axil_arready.next = (self.state.q.val() == State::Read) & self.bus_ready.val();
        comment!("The registers keep word and error until the next request.");
        self.response.next = 0.into();
        if self.bus_err.val() {
            self.response.next = 2.into();
        }
        self.s_axil_bvalid.next = self.state.q.val() == State::WriteResponse;
        self.s_axil_bresp.next = self.response.val();
        self.s_axil_rvalid.next = self.state.q.val() == State::ReadResponse;
        self.s_axil_rresp.next = self.response.val();
        self.s_axil_rdata.next = self.bus_rdata.val();

        self.write.next = self.s_axil_awvalid.val() & self.s_axil_wvalid.val();
        match self.state.q.val() {
            State::Idle => {
                if self.write.val() & !(self.s_axil_arvalid.val() & self.wrote.q.val()) {
                    self.state.d.next = State::Write;
                    self.wrote.d.next = true;
                } else if self.s_axil_arvalid.val() {
                    self.state.d.next = State::Read;
                    self.wrote.d.next = false;
                }
            }
            State::Write => {
                if self.bus_ready.val() {
                    self.state.d.next = State::WriteResponse;
                }
            }
            State::WriteResponse => {
                if self.s_axil_bready.val() {
                    self.state.d.next = State::Idle;
                }
            }
            State::Read => {
                if self.bus_ready.val() {
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
