//! Cycles of the core between two retirements (docs/reference/cycles.md).
use crate::hw::lib::Reg;
use crate::spec::cycles::BITS;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Counts the cycles of a core between two retirements, for the tap behind it.
///
/// `ret_cycles` is right in a cycle with `rvfi_valid`: 1 after a retirement in the cycle before, 65535 for 65535 and more. A cycle in which
/// the core's clock is held (`rvfi_ready` low) does not count.
#[derive(LogicBlock, SmartDefault)]
pub struct Cycles {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// The core retires an instruction.
    pub rvfi_valid: Signal<In, Bit>,
    /// The core's clock runs.
    pub rvfi_ready: Signal<In, Bit>,
    /// Cycles since the retirement before.
    pub ret_cycles: Signal<Out, Bits<{ BITS as usize }>>,
    #[default(Reg::new(1.into()))]
    count: Reg<Bits<{ BITS as usize }>>,
}

impl Logic for Cycles {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module cycles");
        comment!("@doc Cycles of a core since the retirement before, saturating: 1 after one in the cycle before.");
        comment!("@doc A cycle in which the core's clock is held does not count.");
        comment!("@ports rvfi: the core retires (valid), and its clock runs (ready)");
        comment!("@ports ret_cycles: right in a cycle with rvfi_valid");
        dff_setup!(self, clock, count);
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
