//! The bus of a profiler with a phase tracker: its own registers, and above them those of the tracker
//! (docs/reference/profiler.md, P14).
use crate::hw::bundles::{BusRx, BusTx};
use crate::hw::lib::Reg;
use crate::spec::profiler::WINDOW_BITS;
use crate::spec::{phase, regs};
use rust_hdl::prelude::*;

/// Bits of a byte offset, of one among the profiler's registers, and of one among the tracker's.
const WINDOW: usize = WINDOW_BITS as usize;
const ADDRESS: usize = regs::ADDRESS_BITS as usize;
const PHASE: usize = phase::regs::ADDRESS_BITS as usize;
/// What the kernel takes for granted.
const _: () = {
    assert!(ADDRESS == 12);
};

#[treetap_hdl::unit]
mod window {
    //! One bus for two sets of registers. docs/reference/profiler.md P14.

    /// Puts a request to the registers of the profiler, or to those of its phase tracker above them.
    ///
    /// A write of a part of a word is not put to the tracker, and answered with an error.
    #[clocked(reset)]
    pub struct Window {
        #[group("requests, held until slave_ready, whose rdata and err stay until the next request")]
        pub slave: BusRx<WINDOW>,
        #[group("those below the tracker's offset")]
        pub bus: BusTx<ADDRESS>,
        #[group("those above it")]
        #[except(wstrb, err)]
        pub tracker: BusTx<PHASE>,
        answered: Reg<Bit>,
        above: Reg<Bit>,
        data: Reg<Bits<32>>,
        error: Reg<Bit>,
    }

    impl Window {
        fn update(&mut self) {
            let asks: Bit = self.slave.valid.val() & !self.answered.q.val();
            let upper: Bit = self.slave.addr.val().get_bit(12);
            let whole: Bit = !self.slave.we.val() | self.slave.wstrb.val().all();
            drive!(bus: we = slave.we, wdata = slave.wdata, wstrb = slave.wstrb);
            self.bus.valid.next = self.slave.valid.val() & !upper;
            self.bus.addr.next = self.slave.addr.val().get_bits::<ADDRESS>(0);
            drive!(tracker: we = slave.we, wdata = slave.wdata);
            self.tracker.valid.next = asks & upper & whole;
            self.tracker.addr.next = self.slave.addr.val().get_bits::<PHASE>(0);

            comment!("The tracker's word is kept: it does not stay there.");
            let ends: Bit = asks & upper & (self.tracker.ready.val() | !whole);
            self.answered.d.next = ends;
            if ends {
                self.data.d.next = self.tracker.rdata.val();
                if self.slave.we.val() {
                    self.data.d.next = 0.into();
                }
                self.error.d.next = !whole;
            }
            if self.slave.valid.val() {
                self.above.d.next = upper;
            }
            self.slave.ready.next = self.answered.q.val() | (!upper & self.bus.ready.val());
            self.slave.rdata.next = self.bus.rdata.val();
            self.slave.err.next = self.bus.err.val();
            if self.above.q.val() {
                self.slave.rdata.next = self.data.q.val();
                self.slave.err.next = self.error.q.val();
            }
            if self.reset.val() {
                zero!(self: answered);
            }
        }
    }
}
