//! The bus of a profiler with the engine for hybrid profiling support (docs/reference/profiler.md, P17).
use crate::hw::bundles::{BusRx, BusTx};
use crate::hw::lib::Reg;
use crate::spec::{monitor, profiler, regs};
use rust_hdl::prelude::*;

/// Bits of a byte offset, and of one among the registers of a profiler.
const ADDRESS: usize = monitor::ADDRESS_BITS as usize;
const NEAR: usize = regs::ADDRESS_BITS as usize;
/// Bits of the number of a page of the registers of a profiler.
const NUMBER: usize = ADDRESS - NEAR;

/// What the kernel takes for granted.
const _: () = assert!((profiler::PAGE_OFFSET as usize).is_multiple_of(1 << NEAR));

#[treetap_hdl::unit]
mod pages {
    //! One bus for the registers of the profiler, which are a page, and those of the engine. docs/reference/profiler.md
    //! P17.

    /// Puts a request to the registers of the profiler, or to those of the engine.
    #[clocked(reset)]
    pub struct Pages {
        #[group("requests, held until slave_ready, whose rdata and err stay until the next request")]
        pub slave: BusRx<ADDRESS>,
        #[group("those to the registers of the profiler")]
        pub bus: BusTx<NEAR>,
        #[group("those to the registers of the engine")]
        pub engine: BusTx<ADDRESS>,
        near: Reg<Bit>,
    }

    impl Pages {
        fn update(&mut self) {
            const NUMBER_BIT: Bits<4> = NEAR as u64;
            const NUMBER_OF_IT: Bits<NUMBER> = profiler::PAGE_OFFSET as u64 >> NEAR;

            let page: Bit = self.slave.addr.val().get_bits::<NUMBER>(NUMBER_BIT.index()) == NUMBER_OF_IT;
            drive!(bus: we = slave.we, wdata = slave.wdata, wstrb = slave.wstrb);
            drive!(engine: we = slave.we, wdata = slave.wdata, wstrb = slave.wstrb, addr = slave.addr);
            self.bus.addr.next = self.slave.addr.val().get_bits::<NEAR>(0);
            self.bus.valid.next = self.slave.valid.val() & page;
            self.engine.valid.next = self.slave.valid.val() & !page;
            if self.slave.valid.val() {
                self.near.d.next = page;
            }
            self.slave.ready.next = (page & self.bus.ready.val()) | (!page & self.engine.ready.val());
            drive!(slave: rdata = engine.rdata, err = engine.err);
            if self.near.q.val() {
                drive!(slave: rdata = bus.rdata, err = bus.err);
            }
            if self.reset.val() {
                zero!(self: near);
            }
        }
    }
}
