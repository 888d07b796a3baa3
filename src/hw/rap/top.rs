//! The `rap` tops: coalescer or intake register, FIFO, engine, joined by streams; and the order of commands. One text for every
//! engine.
use super::intake::Intake;
use super::{cam, pipelined, serial};
use crate::hw::coalescer;
use crate::hw::lib::{Fifo, Reg};
use crate::hw::tally::TALLY_BITS;
use crate::spec::rap::Stall;
use rust_hdl::prelude::*;

/// Width of `stat_stall` in bits.
pub(super) const STALL_BITS: usize = Stall::BITS;

/// A top with one engine; every engine has the ports that the kernel below connects.
macro_rules! rap_top {
    ($(#[$doc:meta])* $name:ident, engine: { $($engine:tt)+ }, coalescer: { $($coalescer:tt)+ }) => {
        #[treetap_hdl::unit]
        mod rap {
            //! Range adaptive profiler: counts events over ranges of their key that adapt to where the counts are.
            //! Results depend on the order of events and commands, never on timing. docs/reference/rap.md has the rules.

            $(#[$doc])*
            ///
            /// Built from parts: a coalescer of `2^E` entries, or an intake register (`E` 0); a FIFO of `2^FA` events, or none
            /// (`FA` 0); the engine for `K` key bits, `C` count bits, `2^A` nodes, with EPS mode (`EPS` 1) or without.
            ///
            /// Commands (R11): while `cmd_valid` is high no event is accepted. The coalescer is flushed or cleared, the FIFO
            /// drains, then the engine takes the command; `cmd_ready` comes when it is finished. `cmd_op` must be held until then.
            #[clocked(reset)]
            #[derived(W = K + 16)]
            pub struct $name<
                const K: usize,
                const C: usize,
                const A: usize,
                #[range(0..=1)] const EPS: usize,
                #[range(0..=12)] const E: usize,
                #[range(0..=10)] const FA: usize,
            > {
            /// An event is offered.
            #[group("events in; weight 0 is accepted, ignored and counted")]
            pub ev_valid: Signal<In, Bit>,
            /// The event is taken.
            pub ev_ready: Signal<Out, Bit>,
            /// Key of the event.
            pub ev_key: Signal<In, Bits<K>>,
            /// Weight of the event; 0 is accepted, ignored and counted.
            pub ev_weight: Signal<In, Bits<16>>,
            /// A command is offered; it goes before an event offered in the same cycle and stays until it is finished.
            #[group("cmd: commands (1 snapshot, 2 reset, 3 snapshot and reset); a command goes before an event offered in the same cycle. cmd_ready comes only when the command is finished: hold cmd_valid and cmd_op until then, and take the dump meanwhile")]
            pub cmd_valid: Signal<In, Bit>,
            /// The command is finished.
            pub cmd_ready: Signal<Out, Bit>,
            /// 1 snapshot, 2 reset, 3 snapshot and reset.
            pub cmd_op: Signal<In, Bits<2>>,
            /// A word of the dump is offered.
            #[group("dump: the profile: n, T, lost, live, creates, collapses, two words per node in pre-order, CRC-32")]
            pub dump_valid: Signal<Out, Bit>,
            /// The word is taken.
            pub dump_ready: Signal<In, Bit>,
            /// The word.
            pub dump_data: Signal<Out, Bits<64>>,
            /// It is the last one of this dump.
            pub dump_last: Signal<Out, Bit>,
            /// First threshold, sampled at reset.
            #[group("configuration, sampled at reset and by a reset command")]
            pub cfg_t0: Signal<In, Bits<C>>,
            /// m of EPS mode, 0 for off, sampled at reset.
            pub cfg_eps_m: Signal<In, Bits<3>>,
            /// s of EPS mode, sampled at reset.
            pub cfg_eps_s: Signal<In, Bits<6>>,
            /// Largest weight of a coalescer entry, sampled at reset.
            pub cfg_weight_max: Signal<In, Bits<16>>,
            /// Weight counted.
            #[group("statistics and status")]
            pub stat_n: Signal<Out, Bits<C>>,
            /// Threshold; has a meaning while `stat_collapsing` is low.
            pub stat_t: Signal<Out, Bits<C>>,
            /// Weight lost.
            pub stat_lost: Signal<Out, Bits<C>>,
            /// Nodes in use.
            pub stat_live: Signal<Out, Bits<{ A + 1 }>>,
            /// Nodes created.
            pub stat_creates: Signal<Out, Bits<TALLY_BITS>>,
            /// Collapses.
            pub stat_collapses: Signal<Out, Bits<TALLY_BITS>>,
            /// Events of weight 0, ignored.
            pub stat_zero_weight: Signal<Out, Bits<TALLY_BITS>>,
            /// Some weight was lost.
            pub stat_lost_flag: Signal<Out, Bit>,
            /// n has reached half its range.
            pub stat_near_full: Signal<Out, Bit>,
            /// An event is finished in this cycle.
            pub stat_event: Signal<Out, Bit>,
            /// An event is being processed.
            pub stat_active: Signal<Out, Bit>,
            /// A collapse is under way.
            pub stat_collapsing: Signal<Out, Bit>,
            /// Why an offered event is not accepted (`spec::rap::Stall`).
            pub stat_stall: Signal<Out, Bits<STALL_BITS>>,
            #[when(E > 0)]
            coalescer: $($coalescer)+,
            #[when(E == 0)]
            intake: Intake<K>,
            #[when(FA > 0)]
            fifo: Fifo<W, FA>,
            engine: $($engine)+,
            flushed: Reg<Bit>,
            fifo_word: Signal<Local, Bits<W>>,
            }

            impl $name {
            fn update(&mut self) {
                const CLEAR_CODE: Bits<STALL_BITS> = Stall::Clear as u64;
                const COMMAND_CODE: Bits<STALL_BITS> = Stall::Command as u64;
                const QUEUE_CODE: Bits<STALL_BITS> = Stall::Queue as u64;

                comment!("Events enter once the memories are clear, and not beside a command.");
                let input_valid: Bit = self.ev_valid.val() & !self.engine.clearing.val() & !self.cmd_valid.val();
                let input_ready: Bit = false;
                let front_valid: Bit = false;
                let front_key: Bits<K> = 0.into();
                let front_weight: Bits<16> = 0.into();
                self.stat_zero_weight.next = 0.into();
                let drained: Bit = true;
                let front_ready: Bit = self.engine.ev_ready.val();
                if FA > 0 {
                    front_ready = self.fifo.in_port.ready.val();
                }
                if E > 0 {
                    self.coalescer.ev_valid.next = input_valid;
                    self.coalescer.ev_key.next = self.ev_key.val();
                    self.coalescer.ev_weight.next = self.ev_weight.val();
                    self.coalescer.cfg_weight_max.next = self.cfg_weight_max.val();
                    self.coalescer.flush_valid.next = self.cmd_valid.val() & !self.flushed.q.val();
                    self.coalescer.flush_op.next = self.cmd_op.val();
                    self.coalescer.out_ready.next = front_ready;
                    input_ready = self.coalescer.ev_ready.val() & !self.cmd_valid.val();
                    front_valid = self.coalescer.out_valid.val();
                    front_key = self.coalescer.out_key.val();
                    front_weight = self.coalescer.out_weight.val();
                    self.stat_zero_weight.next = self.coalescer.stat_zero_weight.val();
                    drained = self.flushed.q.val();
                    if self.coalescer.flush_ready.val() {
                        self.flushed.d.next = true;
                    }
                }
                if E == 0 {
                    self.intake.clear.next = self.reset.val() | (self.engine.cmd_ready.val() & self.cmd_op.val().get_bit(1));
                    self.intake.hold.next = self.cmd_valid.val();
                    self.intake.ev_valid.next = input_valid;
                    self.intake.ev_key.next = self.ev_key.val();
                    self.intake.ev_weight.next = self.ev_weight.val();
                    self.intake.out_ready.next = front_ready;
                    input_ready = self.intake.ev_ready.val();
                    front_valid = self.intake.out_valid.val();
                    front_key = self.intake.out_key.val();
                    front_weight = self.intake.out_weight.val();
                    self.stat_zero_weight.next = self.intake.stat_zero_weight.val();
                    drained = !self.intake.out_valid.val();
                }

                self.ev_ready.next = input_ready & !self.engine.clearing.val();

                comment!("FIFO, or straight on.");
                self.engine.ev_valid.next = front_valid;
                self.engine.ev_key.next = front_key;
                self.engine.ev_weight.next = front_weight;
                self.engine.cmd_valid.next = self.cmd_valid.val() & drained;
                if FA > 0 {
                    self.fifo.in_port.valid.next = front_valid;
                    self.fifo.in_port.data.next =
                        (bit_cast::<W, K>(front_key) << 16) | bit_cast::<W, 16>(front_weight);
                    self.engine.ev_valid.next = self.fifo.out_port.valid.val();
                    self.fifo_word.next = self.fifo.out_port.data.val();
                    self.engine.ev_key.next = bit_cast::<K, W>(self.fifo_word.val() >> 16);
                    self.engine.ev_weight.next = bit_cast::<16, W>(self.fifo_word.val());
                    self.fifo.out_port.ready.next = self.engine.ev_ready.val();
                    self.engine.cmd_valid.next = self.cmd_valid.val() & drained & !self.fifo.level.val().any();
                }

                comment!("Commands, dump, configuration, statistics.");
                self.engine.cmd_op.next = self.cmd_op.val();
                self.cmd_ready.next = self.engine.cmd_ready.val();
                if self.engine.cmd_ready.val() | self.reset.val() {
                    self.flushed.d.next = false;
                }
                pass!(engine: dump_*, cfg_t0, cfg_eps_*, stat_n, stat_t, stat_lost, stat_live, stat_creates, stat_collapses,
                    stat_lost_flag, stat_near_full, stat_event, stat_active, stat_collapsing);
                comment!("Why an offered event waits: the engine's reason while it is not ready, else what lies before it.");
                self.stat_stall.next = QUEUE_CODE;
                if self.engine.clearing.val() {
                    self.stat_stall.next = CLEAR_CODE;
                } else if self.cmd_valid.val() {
                    self.stat_stall.next = COMMAND_CODE;
                } else if !self.engine.ev_ready.val() {
                    self.stat_stall.next = self.engine.stat_stall.val();
                }
            }
            }
        }
    };
}

rap_top! {
    /// Range adaptive profiler with the serial engine (docs/reference/rap-serial.md).
    RapSerial,
    engine: { serial::Engine<K, C, A, EPS> },
    coalescer: { coalescer::compact::Coalescer<K, E> }
}

rap_top! {
    /// Range adaptive profiler with the serial engine after a queue, which a coalescer fills at one event per cycle.
    RapSerialQueued,
    engine: { serial::Engine<K, C, A, EPS> },
    coalescer: { coalescer::serial::Coalescer<K, E> }
}

rap_top! {
    /// Range adaptive profiler with the pipelined engine (docs/reference/rap-pipelined.md).
    RapPipelined,
    engine: { pipelined::Engine<K, C, A> },
    coalescer: { coalescer::pipelined::Coalescer<K, E> }
}

rap_top! {
    /// Range adaptive profiler with the CAM engine (docs/reference/rap-cam.md).
    RapCam,
    engine: { cam::Engine<K, C, A> },
    coalescer: { coalescer::pipelined::Coalescer<K, E> }
}
