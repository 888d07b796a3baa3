//! Cycles of the core between two retirements (docs/reference/cycles.md).
use crate::hw::lib::Reg;
use crate::spec::cycles::BITS;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod cycles {
    //! Cycles of a core since the retirement before, saturating: 1 after one in the cycle before.
    //! A cycle in which the core's clock is held does not count.

    /// Counts the cycles of a core between two retirements, for the tap that follows.
    ///
    /// `ret_cycles` is right in a cycle with `rvfi_valid`: 1 after a retirement in the cycle before, 65535 for 65535
    /// and more. A cycle in which the core's clock is held (`rvfi_ready` low) does not count.
    #[clocked(reset)]
    pub struct Cycles {
        /// The core retires an instruction.
        #[group("the core retires (valid), and its clock runs (ready)")]
        pub rvfi_valid: Signal<In, Bit>,
        /// The core's clock runs.
        pub rvfi_ready: Signal<In, Bit>,
        /// Cycles since the retirement before.
        #[group("ret_cycles: right in a cycle with rvfi_valid")]
        pub ret_cycles: Signal<Out, Bits<{ BITS as usize }>>,
        #[init(1)]
        count: Reg<Bits<{ BITS as usize }>>,
    }

    impl Cycles {
        fn update(&mut self) {
            self.ret_cycles.next = self.count.q.val();
            if self.rvfi_ready.val() {
                if self.rvfi_valid.val() {
                    self.count.d.next = 1.into();
                } else if !self.count.q.val().all() {
                    self.count.d.next = self.count.q.val() + 1;
                }
            }
            if self.reset.val() {
                self.count.d.next = 1.into();
            }
        }
    }
}
