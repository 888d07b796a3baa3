//! The `rap` tops: coalescer or intake register, FIFO, engine, joined by streams; and the order of commands. One text for
//! every engine; `catalog::blocks` names the combinations that are built.
use super::intake::Intake;
use super::{cam, pipelined, serial};
use crate::hw::coalescer;
use crate::hw::lib::{Fifo, Reg};
use crate::hw::tally::TALLY_BITS;
use crate::spec::rap::Stall;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// Width of `stat_stall` in bits.
pub(super) const STALL_BITS: usize = Stall::BITS;

/// A top with one engine. `own` are the engine's parameters besides `K`, `C` and `PD`; every engine has the ports that
/// the kernel below connects.
macro_rules! rap_top {
    (
        $(#[$doc:meta])*
        $name:ident<$($own:ident),*>, engine: { $($engine:tt)+ }, coalescer: { $($coalescer:tt)+ }
    ) => {
        $(#[$doc])*
        ///
        /// Built from parts, each present or not: a coalescer (`COAL` 1) of `2^E` entries or else an intake register
        /// (`BARE` = 1 - `COAL`), a FIFO (`FIFO` 1) of `2^FA` events, the engine. `K` key bits, `C` count bits, `2^(PD - 1)`
        /// nodes, `W = K + 16`, `X = E + 1`, `FL = FA + 1`; the others are those of the engine. A part that is absent leaves
        /// its parameters without a meaning.
        ///
        /// Commands (R11): while `cmd_valid` is high no event is accepted. The coalescer is flushed or cleared, the FIFO
        /// drains, then the engine takes the command; `cmd_ready` comes when it is finished. `cmd_op` must be held until then.
        #[derive(LogicBlock)]
        pub struct $name<
            $(const $own: usize,)*
            const K: usize,
            const C: usize,
            const PD: usize,
            const E: usize,
            const W: usize,
            const X: usize,
            const COAL: usize,
            const BARE: usize,
            const FA: usize,
            const FL: usize,
            const FIFO: usize,
        > {
            /// Rising edge active.
            pub clock: Signal<In, Clock>,
            /// Synchronous, active high.
            pub reset: Signal<In, Bit>,
            /// An event is offered.
            pub ev_valid: Signal<In, Bit>,
            /// The event is taken.
            pub ev_ready: Signal<Out, Bit>,
            /// Key of the event.
            pub ev_key: Signal<In, Bits<K>>,
            /// Weight of the event; 0 is accepted, ignored and counted.
            pub ev_weight: Signal<In, Bits<16>>,
            /// A command is offered; it goes before an event offered in the same cycle and stays until it is finished.
            pub cmd_valid: Signal<In, Bit>,
            /// The command is finished.
            pub cmd_ready: Signal<Out, Bit>,
            /// 1 snapshot, 2 reset, 3 snapshot and reset.
            pub cmd_op: Signal<In, Bits<2>>,
            /// A word of the dump is offered.
            pub dump_valid: Signal<Out, Bit>,
            /// The word is taken.
            pub dump_ready: Signal<In, Bit>,
            /// The word.
            pub dump_data: Signal<Out, Bits<64>>,
            /// It is the last one of this dump.
            pub dump_last: Signal<Out, Bit>,
            /// First threshold, sampled at reset.
            pub cfg_t0: Signal<In, Bits<C>>,
            /// m of EPS mode, 0 for off, sampled at reset.
            pub cfg_eps_m: Signal<In, Bits<3>>,
            /// s of EPS mode, sampled at reset.
            pub cfg_eps_s: Signal<In, Bits<6>>,
            /// Largest weight of a coalescer entry, sampled at reset.
            pub cfg_weight_max: Signal<In, Bits<16>>,
            /// Weight counted.
            pub stat_n: Signal<Out, Bits<C>>,
            /// Threshold; has a meaning while `stat_collapsing` is low.
            pub stat_t: Signal<Out, Bits<C>>,
            /// Weight lost.
            pub stat_lost: Signal<Out, Bits<C>>,
            /// Nodes in use.
            pub stat_live: Signal<Out, Bits<PD>>,
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
            coalescer: Vec<$($coalescer)+>,
            intake: Vec<Intake<K>>,
            fifo: Vec<Fifo<W, FA, FL>>,
            engine: $($engine)+,
            flushed: Reg<Bit>,
            input_valid: Signal<Local, Bit>,
            input_ready: Signal<Local, Bit>,
            front_valid: Signal<Local, Bit>,
            front_key: Signal<Local, Bits<K>>,
            front_weight: Signal<Local, Bits<16>>,
            front_ready: Signal<Local, Bit>,
            fifo_word: Signal<Local, Bits<W>>,
            drained: Signal<Local, Bit>,
            clear_code: Constant<Bits<STALL_BITS>>,
            command_code: Constant<Bits<STALL_BITS>>,
            queue_code: Constant<Bits<STALL_BITS>>,
        }

        impl<
            $(const $own: usize,)*
            const K: usize,
            const C: usize,
            const PD: usize,
            const E: usize,
            const W: usize,
            const X: usize,
            const COAL: usize,
            const BARE: usize,
            const FA: usize,
            const FL: usize,
            const FIFO: usize,
        > Default for $name<$($own,)* K, C, PD, E, W, X, COAL, BARE, FA, FL, FIFO>
        {
            fn default() -> Self {
                const { assert!(COAL + BARE == 1 && FIFO <= 1, "parts of Rap") };
                Self {
                    clock: Default::default(),
                    reset: Default::default(),
                    ev_valid: Default::default(),
                    ev_ready: Default::default(),
                    ev_key: Default::default(),
                    ev_weight: Default::default(),
                    cmd_valid: Default::default(),
                    cmd_ready: Default::default(),
                    cmd_op: Default::default(),
                    dump_valid: Default::default(),
                    dump_ready: Default::default(),
                    dump_data: Default::default(),
                    dump_last: Default::default(),
                    cfg_t0: Default::default(),
                    cfg_eps_m: Default::default(),
                    cfg_eps_s: Default::default(),
                    cfg_weight_max: Default::default(),
                    stat_n: Default::default(),
                    stat_t: Default::default(),
                    stat_lost: Default::default(),
                    stat_live: Default::default(),
                    stat_creates: Default::default(),
                    stat_collapses: Default::default(),
                    stat_zero_weight: Default::default(),
                    stat_lost_flag: Default::default(),
                    stat_near_full: Default::default(),
                    stat_event: Default::default(),
                    stat_active: Default::default(),
                    stat_collapsing: Default::default(),
                    stat_stall: Default::default(),
                    coalescer: (0..COAL).map(|_| Default::default()).collect(),
                    intake: (0..BARE).map(|_| Default::default()).collect(),
                    fifo: (0..FIFO).map(|_| Default::default()).collect(),
                    engine: Default::default(),
                    flushed: Default::default(),
                    input_valid: Default::default(),
                    input_ready: Default::default(),
                    front_valid: Default::default(),
                    front_key: Default::default(),
                    front_weight: Default::default(),
                    front_ready: Default::default(),
                    fifo_word: Default::default(),
                    drained: Default::default(),
                    clear_code: Constant::new(bits(Stall::Clear as u64)),
                    command_code: Constant::new(bits(Stall::Command as u64)),
                    queue_code: Constant::new(bits(Stall::Queue as u64)),
                }
            }
        }

        impl<
            $(const $own: usize,)*
            const K: usize,
            const C: usize,
            const PD: usize,
            const E: usize,
            const W: usize,
            const X: usize,
            const COAL: usize,
            const BARE: usize,
            const FA: usize,
            const FL: usize,
            const FIFO: usize,
        > Logic for $name<$($own,)* K, C, PD, E, W, X, COAL, BARE, FA, FL, FIFO>
        {
            #[hdl_gen]
            fn update(&mut self) {
                comment!("@module rap");
                comment!(
                    "@doc Range adaptive profiler: counts events over ranges of their key that adapt to where the counts are."
                );
                comment!(
                    "@doc Results depend on the order of events and commands, never on timing. docs/reference/rap.md has the rules."
                );
                comment!("@ports ev: events in; weight 0 is accepted, ignored and counted");
                comment!(
                    "@ports cmd: commands (1 snapshot, 2 reset, 3 snapshot and reset); a command goes before an event offered in the same cycle. cmd_ready comes only when the command is finished: hold cmd_valid and cmd_op until then, and take the dump meanwhile"
                );
                comment!(
                    "@ports dump: the profile: n, T, lost, live, creates, collapses, two words per node in pre-order, CRC-32"
                );
                comment!("@ports cfg: configuration, sampled at reset and by a reset command");
                comment!("@ports stat: statistics and status");
                dff_setup!(self, clock, flushed);
                self.engine.clock.next = self.clock.val();
                self.engine.reset.next = self.reset.val();

                comment!("Events enter once the memories are clear, and not beside a command.");
                self.input_valid.next = self.ev_valid.val() & !self.engine.clearing.val() & !self.cmd_valid.val();
                self.input_ready.next = false;
                self.front_valid.next = false;
                self.front_key.next = 0.into();
                self.front_weight.next = 0.into();
                self.stat_zero_weight.next = 0.into();
                self.drained.next = true;
                self.front_ready.next = self.engine.ev_ready.val();
                for i in 0..FIFO {
                    self.front_ready.next = self.fifo[i].in_port.ready.val();
                }
                for i in 0..COAL {
                    self.coalescer[i].clock.next = self.clock.val();
                    self.coalescer[i].reset.next = self.reset.val();
                    self.coalescer[i].ev_valid.next = self.input_valid.val();
                    self.coalescer[i].ev_key.next = self.ev_key.val();
                    self.coalescer[i].ev_weight.next = self.ev_weight.val();
                    self.coalescer[i].cfg_weight_max.next = self.cfg_weight_max.val();
                    self.coalescer[i].flush_valid.next = self.cmd_valid.val() & !self.flushed.q.val();
                    self.coalescer[i].flush_op.next = self.cmd_op.val();
                    self.coalescer[i].out_ready.next = self.front_ready.val();
                    self.input_ready.next = self.coalescer[i].ev_ready.val() & !self.cmd_valid.val();
                    self.front_valid.next = self.coalescer[i].out_valid.val();
                    self.front_key.next = self.coalescer[i].out_key.val();
                    self.front_weight.next = self.coalescer[i].out_weight.val();
                    self.stat_zero_weight.next = self.coalescer[i].stat_zero_weight.val();
                    self.drained.next = self.flushed.q.val();
                    if self.coalescer[i].flush_ready.val() {
                        self.flushed.d.next = true;
                    }
                }
                for i in 0..BARE {
                    self.intake[i].clock.next = self.clock.val();
                    self.intake[i].clear.next = self.reset.val() | (self.engine.cmd_ready.val() & self.cmd_op.val().get_bit(1));
                    self.intake[i].hold.next = self.cmd_valid.val();
                    self.intake[i].ev_valid.next = self.input_valid.val();
                    self.intake[i].ev_key.next = self.ev_key.val();
                    self.intake[i].ev_weight.next = self.ev_weight.val();
                    self.intake[i].out_ready.next = self.front_ready.val();
                    self.input_ready.next = self.intake[i].ev_ready.val();
                    self.front_valid.next = self.intake[i].out_valid.val();
                    self.front_key.next = self.intake[i].out_key.val();
                    self.front_weight.next = self.intake[i].out_weight.val();
                    self.stat_zero_weight.next = self.intake[i].stat_zero_weight.val();
                    self.drained.next = !self.intake[i].out_valid.val();
                }

                self.ev_ready.next = self.input_ready.val() & !self.engine.clearing.val();

                comment!("FIFO, or straight on.");
                self.engine.ev_valid.next = self.front_valid.val();
                self.engine.ev_key.next = self.front_key.val();
                self.engine.ev_weight.next = self.front_weight.val();
                self.engine.cmd_valid.next = self.cmd_valid.val() & self.drained.val();
                for i in 0..FIFO {
                    self.fifo[i].clock.next = self.clock.val();
                    self.fifo[i].reset.next = self.reset.val();
                    self.fifo[i].in_port.valid.next = self.front_valid.val();
                    self.fifo[i].in_port.data.next =
                        (bit_cast::<W, K>(self.front_key.val()) << 16) | bit_cast::<W, 16>(self.front_weight.val());
                    self.engine.ev_valid.next = self.fifo[i].out_port.valid.val();
                    self.fifo_word.next = self.fifo[i].out_port.data.val();
                    self.engine.ev_key.next = bit_cast::<K, W>(self.fifo_word.val() >> 16);
                    self.engine.ev_weight.next = bit_cast::<16, W>(self.fifo_word.val());
                    self.fifo[i].out_port.ready.next = self.engine.ev_ready.val();
                    self.engine.cmd_valid.next = self.cmd_valid.val() & self.drained.val() & !self.fifo[i].level.val().any();
                }

                comment!("Commands, dump, configuration, statistics.");
                self.engine.cmd_op.next = self.cmd_op.val();
                self.cmd_ready.next = self.engine.cmd_ready.val();
                if self.engine.cmd_ready.val() | self.reset.val() {
                    self.flushed.d.next = false;
                }
                self.engine.dump_ready.next = self.dump_ready.val();
                self.dump_valid.next = self.engine.dump_valid.val();
                self.dump_data.next = self.engine.dump_data.val();
                self.dump_last.next = self.engine.dump_last.val();
                self.engine.cfg_t0.next = self.cfg_t0.val();
                self.engine.cfg_eps_m.next = self.cfg_eps_m.val();
                self.engine.cfg_eps_s.next = self.cfg_eps_s.val();
                self.stat_n.next = self.engine.stat_n.val();
                self.stat_t.next = self.engine.stat_t.val();
                self.stat_lost.next = self.engine.stat_lost.val();
                self.stat_live.next = self.engine.stat_live.val();
                self.stat_creates.next = self.engine.stat_creates.val();
                self.stat_collapses.next = self.engine.stat_collapses.val();
                self.stat_lost_flag.next = self.engine.stat_lost_flag.val();
                self.stat_near_full.next = self.engine.stat_near_full.val();
                self.stat_event.next = self.engine.stat_event.val();
                self.stat_active.next = self.engine.stat_active.val();
                self.stat_collapsing.next = self.engine.stat_collapsing.val();
                comment!("Why an offered event waits: the engine's reason while it is not ready, else what lies before it.");
                self.stat_stall.next = self.queue_code.val();
                if self.engine.clearing.val() {
                    self.stat_stall.next = self.clear_code.val();
                } else if self.cmd_valid.val() {
                    self.stat_stall.next = self.command_code.val();
                } else if !self.engine.ev_ready.val() {
                    self.stat_stall.next = self.engine.stat_stall.val();
                }
            }
        }
    };
}

rap_top! {
    /// Range adaptive profiler with the serial engine (docs/reference/rap-serial.md).
    RapSerial<OA, AW, PA, DB, LV, KA, EPS>,
    engine: { serial::Engine<K, C, OA, AW, PD, PA, DB, LV, KA, EPS> },
    coalescer: { coalescer::compact::Coalescer<K, E, W, X> }
}

rap_top! {
    /// Range adaptive profiler with the serial engine behind a queue, which a coalescer fills at one event per cycle.
    RapSerialQueued<OA, AW, PA, DB, LV, KA, EPS>,
    engine: { serial::Engine<K, C, OA, AW, PD, PA, DB, LV, KA, EPS> },
    coalescer: { coalescer::serial::Coalescer<K, E, W, X> }
}

rap_top! {
    /// Range adaptive profiler with the pipelined engine (docs/reference/rap-pipelined.md).
    RapPipelined<C1, AW, PA, DB, LV, KA, T2, NL, D, MW, LA, K2>,
    engine: { pipelined::Engine<K, C, C1, AW, PD, PA, DB, LV, KA, T2, NL, D, MW, LA, K2> },
    coalescer: { coalescer::pipelined::Coalescer<K, E, W, X> }
}

rap_top! {
    /// Range adaptive profiler with the CAM engine (docs/reference/rap-cam.md).
    RapCam<C1, AW, PA, SD, LV, LS, B, BA, NB, M, H>,
    engine: { cam::Engine<K, C, C1, AW, PD, PA, SD, LV, LS, B, BA, NB, M, H> },
    coalescer: { coalescer::pipelined::Coalescer<K, E, W, X> }
}
