//! The bus of a top with a phase tracker: its own registers and those of the tracker (docs/reference/profiler.md P14,
//! docs/reference/monitor.md N10).
use crate::hw::bundles::{BusRx, BusTx};
use crate::hw::lib::Reg;
use crate::spec::{monitor, phase, profiler};
use rust_hdl::prelude::*;

/// Bits of a byte offset among the tracker's registers, and of the number of such a page.
const PHASE: usize = phase::regs::ADDRESS_BITS as usize;
const PAGE: usize = monitor::ADDRESS_BITS as usize - PHASE;
/// What the kernel takes for granted.
const _: () = {
    assert!(PHASE == 11);
    assert!(profiler::PHASE_OFFSET as u32 == 1 << (profiler::WINDOW_BITS - 1));
    assert!((monitor::PHASE_OFFSET as usize).is_multiple_of(1 << PHASE));
};

#[treetap_hdl::unit]
mod window {
    //! One bus for two sets of registers. docs/reference/profiler.md P14, docs/reference/monitor.md N10.

    /// Puts a request to the registers of the top, or to those of its phase tracker.
    ///
    /// Byte offsets have `W` bits, those of the top's own registers `A` bits. With a bit more, as in a profiler, that
    /// bit is the tracker's; with as many, as in a monitor, the tracker has a page among them.
    ///
    /// A write of a part of a word is not put to the tracker, and answered with an error.
    #[clocked(reset)]
    pub struct Window<#[range(12..=16)] const W: usize, #[range(12..=16)] const A: usize> {
        #[group("requests, held until slave_ready, whose rdata and err stay until the next request")]
        pub slave: BusRx<W>,
        #[group("those to the top's own registers")]
        pub bus: BusTx<A>,
        #[group("those to the tracker")]
        #[except(wstrb, err)]
        pub tracker: BusTx<PHASE>,
        answered: Reg<Bit>,
        above: Reg<Bit>,
        data: Reg<Bits<32>>,
        error: Reg<Bit>,
    }

    impl Window {
        fn update(&mut self) {
            const NUMBER: Bits<PAGE> = monitor::PHASE_OFFSET as u64 >> PHASE;

            let asks: Bit = self.slave.valid.val() & !self.answered.q.val();
            let upper: Bit = self.slave.addr.val().get_bit(W - 1);
            if W == A {
                upper = self.slave.addr.val().get_bits::<PAGE>(11) == NUMBER;
            }
            let whole: Bit = !self.slave.we.val() | self.slave.wstrb.val().all();
            drive!(bus: we = slave.we, wdata = slave.wdata, wstrb = slave.wstrb);
            self.bus.valid.next = self.slave.valid.val() & !upper;
            self.bus.addr.next = self.slave.addr.val().get_bits::<A>(0);
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
