//! Which retirements are judged: those between the commands that open and shut the gate (docs/reference/profiler.md).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod gate {
    //! Goes beside the tap: what the gate was when a retirement came is there with its record.
    //! docs/reference/profiler.md P9.

    /// Keeps for each retirement on its way through the tap whether the gate was open when it came.
    ///
    /// The records that the filters see come `LATE` cycles after those of the tap; their verdicts two cycles later, and
    /// `DEEP` more.
    #[clocked(reset)]
    pub struct Gate<#[range(0..=4)] const LATE: usize, #[range(0..=4)] const DEEP: usize> {
        /// The core retires an instruction.
        #[group("rvfi_valid buffer_ready: a retirement is taken")]
        pub rvfi_valid: Signal<In, Bit>,
        /// It is taken.
        pub buffer_ready: Signal<In, Bit>,
        /// Retirements of this cycle are judged.
        #[group("gate_open: the gate is open for a retirement of this cycle")]
        pub gate_open: Signal<In, Bit>,
        /// The filters let anything through.
        #[group("cfg_fen: the filters let anything through; gate_fen: so for the record that is here")]
        pub cfg_fen: Signal<In, Bit>,
        /// The filters let through the record that is here.
        pub gate_fen: Signal<Out, Bit>,
        /// The record whose verdict is here came while the gate was shut.
        #[group("gate_shut: the record whose verdict is here came while the gate was shut")]
        pub gate_shut: Signal<Out, Bit>,
        // what was taken in the cycle before, as in the tap
        taken: Reg<Bit>,
        #[init(true)]
        taken_open: Reg<Bit>,
        // of the record that the tap holds
        #[init(true)]
        held_open: Reg<Bit>,
        late: [Reg<Bit>; LATE],
        #[init(true)]
        deep: [Reg<Bit>; DEEP],
        // of the records of one and two cycles before
        #[also(judged_shut)]
        verdict_shut: Reg<Bit>,
    }

    impl Gate {
        fn update(&mut self) {
            self.taken.d.next = self.rvfi_valid.val() & self.buffer_ready.val();
            self.taken_open.d.next = self.gate_open.val();
            if self.taken.q.val() {
                self.held_open.d.next = self.taken_open.q.val();
            }
            let open: Bit = self.held_open.q.val();
            for i in 0..LATE {
                self.late[i].d.next = open;
                open = self.late[i].q.val();
            }
            self.gate_fen.next = self.cfg_fen.val() & open;
            self.judged_shut.d.next = !open;
            for i in 0..DEEP {
                self.deep[i].d.next = open;
                open = self.deep[i].q.val();
                self.judged_shut.d.next = !open;
            }
            drive!(self: verdict_shut = judged_shut.q, gate_shut = verdict_shut.q);
            if self.reset.val() {
                zero!(self: taken);
                self.held_open.d.next = true;
            }
        }
    }
}
