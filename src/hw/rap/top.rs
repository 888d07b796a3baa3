//! The `rap` tops: coalescer or intake register, FIFO, engine, joined by streams; and the order of commands. One text for every
//! engine.
use super::intake::Intake;
use super::{cam, pipelined, serial};
use crate::hw::bundles::{CommandRx, DumpTx, EventRx, SettingsRx, StatisticsTx};
use crate::hw::coalescer;
use crate::hw::lib::{Fifo, Reg};
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
            #[group("events in; weight 0 is accepted, ignored and counted")]
            pub ev: EventRx<K>,
            #[group("cmd: commands (1 snapshot, 2 reset, 3 snapshot and reset); a command goes before an event offered in the same cycle. cmd_ready comes only when the command is finished: hold cmd_valid and cmd_op until then, and take the dump meanwhile")]
            pub cmd: CommandRx<2>,
            #[group("dump: the profile: n, T, lost, live, creates, collapses, two words per node in pre-order, CRC-32")]
            pub dump: DumpTx,
            #[group("configuration, sampled at reset and by a reset command")]
            pub cfg: SettingsRx<C>,
            /// Largest weight of a coalescer entry, sampled at reset.
            pub cfg_weight_max: Signal<In, Bits<16>>,
            #[group("statistics and status")]
            pub stat: StatisticsTx<C, { A + 1 }>,
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
                let input_valid: Bit = self.ev.valid.val() & !self.engine.clearing.val() & !self.cmd.valid.val();
                let input_ready: Bit = false;
                let front_valid: Bit = false;
                let front_key: Bits<K> = 0.into();
                let front_weight: Bits<16> = 0.into();
                self.stat.zero_weight.next = 0.into();
                let drained: Bit = true;
                let front_ready: Bit = self.engine.ev.ready.val();
                if FA > 0 {
                    front_ready = self.fifo.in_port.ready.val();
                }
                if E > 0 {
                    self.coalescer.ev.valid.next = input_valid;
                    self.coalescer.ev.key.next = self.ev.key.val();
                    self.coalescer.ev.weight.next = self.ev.weight.val();
                    self.coalescer.cfg_weight_max.next = self.cfg_weight_max.val();
                    self.coalescer.flush.valid.next = self.cmd.valid.val() & !self.flushed.q.val();
                    self.coalescer.flush.op.next = self.cmd.op.val();
                    self.coalescer.out.ready.next = front_ready;
                    input_ready = self.coalescer.ev.ready.val() & !self.cmd.valid.val();
                    front_valid = self.coalescer.out.valid.val();
                    front_key = self.coalescer.out.key.val();
                    front_weight = self.coalescer.out.weight.val();
                    self.stat.zero_weight.next = self.coalescer.stat_zero_weight.val();
                    drained = self.flushed.q.val();
                    if self.coalescer.flush.ready.val() {
                        self.flushed.d.next = true;
                    }
                }
                if E == 0 {
                    self.intake.clear.next = self.reset.val() | (self.engine.cmd.ready.val() & self.cmd.op.val().get_bit(1));
                    self.intake.hold.next = self.cmd.valid.val();
                    self.intake.ev.valid.next = input_valid;
                    self.intake.ev.key.next = self.ev.key.val();
                    self.intake.ev.weight.next = self.ev.weight.val();
                    self.intake.out.ready.next = front_ready;
                    input_ready = self.intake.ev.ready.val();
                    front_valid = self.intake.out.valid.val();
                    front_key = self.intake.out.key.val();
                    front_weight = self.intake.out.weight.val();
                    self.stat.zero_weight.next = self.intake.stat_zero_weight.val();
                    drained = !self.intake.out.valid.val();
                }

                self.ev.ready.next = input_ready & !self.engine.clearing.val();

                comment!("FIFO, or straight on.");
                self.engine.ev.valid.next = front_valid;
                self.engine.ev.key.next = front_key;
                self.engine.ev.weight.next = front_weight;
                self.engine.cmd.valid.next = self.cmd.valid.val() & drained;
                if FA > 0 {
                    self.fifo.in_port.valid.next = front_valid;
                    self.fifo.in_port.data.next =
                        (bit_cast::<W, K>(front_key) << 16) | bit_cast::<W, 16>(front_weight);
                    self.engine.ev.valid.next = self.fifo.out_port.valid.val();
                    self.fifo_word.next = self.fifo.out_port.data.val();
                    self.engine.ev.key.next = bit_cast::<K, W>(self.fifo_word.val() >> 16);
                    self.engine.ev.weight.next = bit_cast::<16, W>(self.fifo_word.val());
                    self.fifo.out_port.ready.next = self.engine.ev.ready.val();
                    self.engine.cmd.valid.next = self.cmd.valid.val() & drained & !self.fifo.level.val().any();
                }

                comment!("Commands, dump, configuration, statistics.");
                self.engine.cmd.op.next = self.cmd.op.val();
                self.cmd.ready.next = self.engine.cmd.ready.val();
                if self.engine.cmd.ready.val() | self.reset.val() {
                    self.flushed.d.next = false;
                }
                pass!(engine: dump, cfg);
                link!(self.stat, self.engine.stat, except(zero_weight));
                comment!("Why an offered event waits: the engine's reason while it is not ready, else what lies before it.");
                self.stat_stall.next = QUEUE_CODE;
                if self.engine.clearing.val() {
                    self.stat_stall.next = CLEAR_CODE;
                } else if self.cmd.valid.val() {
                    self.stat_stall.next = COMMAND_CODE;
                } else if !self.engine.ev.ready.val() {
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
