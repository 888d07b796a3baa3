//! The order of commands among events in the tops of `rap`, and why an event waits.
use super::STALL_BITS;
use crate::hw::bundles::{CommandRx, CommandTx, EventRx, EventTx};
use crate::hw::lib::Reg;
use crate::spec::rap::Stall;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod order {
    //! Order of commands among events, and why an event waits.

    /// Keys and weights do not pass through here. A command (R11) waits until what lies before the engine is empty:
    /// while `cmd_valid` is high no event is accepted; the coalescer is flushed, the queue drains, then the engine
    /// takes the command. A command of the code 0 is none: it is ready at once, and nothing comes of it.
    #[clocked(reset)]
    pub struct Order {
        #[group("ev: events in; weight 0 is accepted, ignored and counted")]
        #[only(valid, ready)]
        pub ev: EventRx<1>,
        #[group("cmd: commands; ready when finished")]
        pub cmd: CommandRx<2>,
        #[group("front: events to the coalescer or the input register")]
        #[only(valid, ready)]
        pub front: EventTx<1>,
        #[group("flush: the operation of the command on what has coalesced")]
        #[only(valid, ready)]
        pub flush: CommandTx<2>,
        /// An event waits in the queue.
        #[group("queue_waiting: an event waits in the queue")]
        pub queue_waiting: Signal<In, Bit>,
        #[group("engine: the command to the engine, and the state of the engine")]
        #[only(valid, ready)]
        pub engine_cmd: CommandTx<2>,
        /// The engine takes an event.
        pub engine_ready: Signal<In, Bit>,
        /// Why the engine takes none.
        pub engine_stall: Signal<In, Bits<STALL_BITS>>,
        /// The engine clears its memories.
        pub engine_clearing: Signal<In, Bit>,
        /// Why an offered event is not accepted (`spec::rap::Stall`).
        #[group("statistics and status")]
        pub stat_stall: Signal<Out, Bits<STALL_BITS>>,
        flushed: Reg<Bit>,
    }

    impl Order {
        fn update(&mut self) {
            const CLEAR_CODE: Bits<STALL_BITS> = Stall::Clear as u64;
            const COMMAND_CODE: Bits<STALL_BITS> = Stall::Command as u64;
            const QUEUE_CODE: Bits<STALL_BITS> = Stall::Queue as u64;

            comment!("Events enter once the memories are clear, and not beside a command.");
            let command: Bit = self.cmd.valid.val() & self.cmd.op.val().any();
            let open: Bit = !self.engine_clearing.val() & !command;
            self.front.valid.next = self.ev.valid.val() & open;
            self.ev.ready.next = self.front.ready.val() & open;

            comment!("A command: flush, wait until the queue is empty, hand over.");
            self.flush.valid.next = command & !self.flushed.q.val();
            self.engine_cmd.valid.next = command & self.flushed.q.val() & !self.queue_waiting.val();
            self.cmd.ready.next = self.engine_cmd.ready.val() | !self.cmd.op.val().any();
            if self.flush.ready.val() {
                self.flushed.d.next = true;
            }
            if self.engine_cmd.ready.val() | self.reset.val() {
                self.flushed.d.next = false;
            }

            comment!("The engine's reason while it is not ready, else what lies before it.");
            self.stat_stall.next = QUEUE_CODE;
            if self.engine_clearing.val() {
                self.stat_stall.next = CLEAR_CODE;
            } else if command {
                self.stat_stall.next = COMMAND_CODE;
            } else if !self.engine_ready.val() {
                self.stat_stall.next = self.engine_stall.val();
            }
        }
    }
}
