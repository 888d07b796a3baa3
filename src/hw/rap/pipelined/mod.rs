//! The pipelined engine (docs/reference/rap-pipelined.md).
mod count;
mod digit;
mod event;
mod hand;
mod history;
mod install;
mod pace;
mod patches;
mod places;
mod same;
mod table;
mod top;
mod totals;
mod tour;
mod visits;
mod walk;
mod words;

use super::STALL_BITS;
use super::dump::DumpWriter;
use super::ladder::Ladder;
use super::widths::{digit_bits, far, top_bits, walk_cycles};
use crate::hw::bundles::{CommandRx, DumpTx, EventRx, SettingsRx, StatisticsTx};
use crate::hw::lib::{OutRegRam, Reg};
use crate::hw::tally::Tally;
use crate::spec::rap::Stall;
use count::Count;
use hand::Hand;
use history::History;
use install::Install;
use pace::{Pace, visit_bits};
use patches::Patches;
use places::Places;
use rust_hdl::prelude::*;
use totals::Totals;
use tour::Tour;
use walk::Walk;

/// Events that the history holds: a block RAM has 512 words of 36 bits.
pub const HISTORY_BITS: usize = 9;

#[treetap_hdl::unit(phases(event, visits))]
mod engine {
    //! Pipelined range adaptive profiling engine: one event per cycle between stalls.
    //! Rules R1 to R5, R8, R9, R11 to R13 and R15 of docs/reference/rap.md;
    //! stages and hazards are in docs/reference/rap-pipelined.md.

    /// One event per cycle: rules R1 to R5, R8, R9, R11 to R13 and R15 without EPS mode and without the coalescer.
    ///
    /// Keys have `K` bits, counts `C`; there are `2^AW` nodes. `T2` bits of a key address the top levels, the others
    /// `NL` pointer tables; a walk takes `D` cycles ([`Walk`]). `S`, `WC`, `VC` and `J` are the parameters of the hand
    /// ([`crate::spec::rap::Hand`]).
    ///
    /// Streams: an event is taken with `ev_valid` and `ev_ready`; it goes before a command offered in the same cycle. A
    /// command stays until `cmd_ready`, when it is finished.
    #[clocked(reset)]
    #[derived(
        C1 = C + 1, PD = AW + 1, PA = AW + 2, DB = digit_bits(K), LV = DB + 1, KA = 1 << LV, T2 = top_bits(K, AW),
        NL = (K - T2) / 2, D = walk_cycles(K, AW), MW = LV + T2, LATE = 1 - far(AW), F = 9 + 2 * far(AW),
        VW = visit_bits(K, WC, VC), K2 = K + 2
    )]
    #[fits(T2 <= PA && D < NL + 64, "the tables of the walk fit the nodes")]
    pub struct Engine<
        #[range(6..=64, step = 2)] const K: usize,
        #[range(16..=48)] const C: usize,
        #[range(3..=12)] const AW: usize,
        #[range(1..=4096)] const S: usize,
        #[range(1..=65535)] const WC: usize,
        #[range(0..=65535)] const VC: usize,
        #[range(1..=15)] const J: usize,
    > {
        #[group("coalesced events")]
        pub ev: EventRx<K>,
        #[group("commands, taken when no event waits; ready when the command is finished")]
        pub cmd: CommandRx<2>,
        #[group("dump stream")]
        pub dump: DumpTx,
        #[group("sampled at reset")]
        pub cfg: SettingsRx<C>,
        #[group("statistics and status")]
        #[except(zero_weight)]
        pub stat: StatisticsTx<C, PD>,
        /// Why `ev_ready` is low (`spec::rap::Stall`).
        pub stat_stall: Signal<Out, Bits<STALL_BITS>>,
        /// The memories are being cleared after a reset.
        pub clearing: Signal<Out, Bit>,
        places: Places<HISTORY_BITS, D>,
        walk: Walk<K, AW, LV, HISTORY_BITS, T2, D>,
        history: History<K, AW, HISTORY_BITS>,
        patches: Patches<K, AW, DB, HISTORY_BITS, T2>,
        count: Count<C, AW, LV, T2>,
        totals: Totals<C>,
        ladder: Ladder<C, J>,
        t: Signal<Local, Bits<C>>,
        hand: Hand<C, AW>,
        pace: Pace<AW, VW, WC, VC>,
        install: Install<LV, T2, LATE>,
        tour: Tour<K, C, AW, LV, D>,
        stack: OutRegRam<AW, AW>,
        creates: Tally,
        writer: DumpWriter<LV, { K / 2 }>,
        // what the engine as a whole is doing, one of these at a time
        // after reset: write every memory, wait until the last write has arrived and T is in place
        clear: Reg<Bit>,
        settle: Reg<Bit>,
        // events, one per cycle; an event waits for its child; gets it; or begins anew with its walk
        #[also(wait_make, make, rewalk)]
        run: Reg<Bit>,
        // an event waits for visits, also in the cycle before, and its walk stands, too; a leaf is to be absorbed, and
        // the cycle after that, in which the event may be sent again; T is raised
        #[also(paused, waited, taken, follow, followed, raise)]
        pause: Reg<Bit>,
        // the walk of the oldest event stands, which gets its child next
        anew: Reg<Bit>,
        // the last cycle of rewalk
        rewind: Reg<Bit>,
        dumps: Reg<Bit>,
        wipe: Reg<Bits<PA>>,
        wait: Reg<Bits<6>>,
        #[also(unready, by_command, open, sent1, sent2, sent3, sent4, sent5)]
        #[also(first1, first2)]
        settled: Reg<Bit>,
        // for nodes of a dozen bits: a register more in History, Patches and Count, and after the stack
        #[when(far(AW) > 0)]
        sent_far: Reg<Bits<3>>,
        #[when(far(AW) > 0)]
        #[also(push_far, ready_far)]
        first_far: Reg<Bit>,
        #[when(far(AW) > 0)]
        free_far: Reg<Bits<AW>>,
        #[when(far(AW) > 0)]
        top_far: Reg<Bits<AW>>,
        losing: Reg<Bit>,
        new_level: Reg<Bits<LV>>,
        tick: Reg<Bits<4>>,
        #[also(obey, clear_patches)]
        gate: Reg<Bit>,
        stack_at: Reg<Bits<AW>>,
        #[also(can_make, can_take, ripe, skip, stuck, quiet, refilling)]
        wiping: Reg<Bit>,
        victim: Reg<Bits<AW>>,
        victim_level: Reg<Bits<LV>>,
        free: Reg<Bits<AW>>,
        #[also(step, jump, due, moved, inject, begin, steady)]
        none_free: Reg<Bit>,
        inject_node: Reg<Bits<AW>>,
        // the leaf that is absorbed, level of its parent; such a leaf was taken so many cycles before; META may not
        // know of it
        #[also(gone_parent, out_node, out_parent)]
        gone_node: Reg<Bits<AW>>,
        flight: Reg<Bits<F>>,
        gone: Reg<Bit>,
        #[also(out_level)]
        gone_level: Reg<Bits<LV>>,
        #[also(out_place)]
        gone_place: Reg<Bits<T2>>,
        // what is put on the bus
        bus_at: Reg<Bits<PA>>,
        bus_to: Reg<Bits<AW>>,
        census: Reg<Bits<PD>>,
        stack_we: Reg<Bit>,
        stack_wa: Reg<Bits<AW>>,
        stack_wd: Reg<Bits<AW>>,
    }

    impl Engine {
        fn update(&mut self) {
            const UNIT_LEVEL: Bits<LV> = K / 2;
            const TOP_LEVELS: Bits<LV> = T2 / 2;
            const LV: Bits<6> = LV;
            const NODES: Bits<PD> = 1 << AW;
            const NOWHERE: Bits<MW> = (1 << LV) - 1;
            const LEAF: Bits<4> = 1 + 2 * far(AW) as u64;
            const PARENT: Bits<4> = 4 + 2 * far(AW) as u64;
            const SAID: Bits<4> = 3 + far(AW) as u64;
            const ALL_BUT_ROOT: Bits<AW> = (1 << AW) - 1;
            const RESERVE: Bits<AW> = S;
            const RESERVE_BUT_ONE: Bits<AW> = S - 1;
            const TOP_BIT: Bits<6> = C - 1;
            const CLEAR_CODE: Bits<STALL_BITS> = Stall::Clear as u64;
            const COMMAND_CODE: Bits<STALL_BITS> = Stall::Command as u64;
            const WALK_CODE: Bits<STALL_BITS> = Stall::Walk as u64;
            const CREATE_CODE: Bits<STALL_BITS> = Stall::Create as u64;
            const VISIT_CODE: Bits<STALL_BITS> = Stall::Visit as u64;
            const QUEUE_CODE: Bits<STALL_BITS> = Stall::Queue as u64;
            const REFILL_CODE: Bits<STALL_BITS> = Stall::Refill as u64;

            self.requests();
            self.modes();
            self.input();
            self.walks();
            self.events();
            self.patching();
            self.counting();
            self.visits();
            self.absorption();
            self.free_nodes();
            self.tables();
            self.tours();
            self.statistics();
            if self.reset.val() {
                self.clear.d.next = true;
                zero!(self: settle, run, wait_make, make, rewalk, pause, paused, taken, follow, raise, dumps, wipe,
                    by_command);
                self.unready.d.next = true;
                self.open.d.next = false;
                if far(AW) > 0 {
                    self.ready_far.d.next = false;
                }
                zero!(self: sent1, sent2, sent3, sent4, sent5, losing, refilling, moved, anew, flight, gone, begin);
            }
        }

        fn requests(&mut self) {
            comment!("Requests, off unless a mode makes them.");
            self.ladder.load.next = false;
            self.step.d.next = false;
            drive!(ladder: climb = step.q, jump = jump.q);
            self.t.next = !self.ladder.inverted.val();
            zero!(self: clear_patches, rewind);
            comment!("The slower blocks begin a cycle after the mode did, and stop the mode a cycle after their end.");
            self.tour.start_dump.next = self.dumps.q.val();
            let served: Bit = self.waited.q.val() & self.pause.q.val() & !self.pace.owing.val();
            self.cmd.ready.next = false;
            self.clearing.next = self.unready.q.val();
            let running: Bit = self.run.q.val() | self.wait_make.q.val() | self.make.q.val();
            self.wait.d.next = self.wait.q.val() + 1;
            let room_to_make: Bit =
                !self.patches.oldest_busy.val() & !self.install.busy.val() & !self.count.absorbed.val();
            self.can_take.d.next = !self.install.long.val() & !self.flight.q.val().any() & !self.taken.q.val();
            comment!("A cycle late, and so not in the cycle after.");
            self.skip.d.next = self.pause.q.val()
                & self.hand.found.val()
                & self.hand.vain.val()
                & self.pace.owing.val()
                & !self.skip.q.val();
            comment!("As it was when the event was stopped.");
            self.ripe.d.next = self.hand.found.val() & !self.hand.vain.val();
            let at_once: Bit = self.ripe.q.val() & self.can_take.q.val();
            self.can_make.d.next = room_to_make;
            self.stuck.d.next = self.patches.oldest_busy.val() & !self.install.busy.val();
            comment!(
                "The memories' registers lag the mode by a cycle, and so does the address: the first one comes last."
            );
            self.wiping.d.next = self.clear.q.val();
            self.ev.ready.next = self.places.room.val() & self.open.q.val();
            if far(AW) > 0 {
                self.ready_far.d.next = self.places.room.val() & self.open.q.val();
                self.ev.ready.next = self.ready_far.q.val();
            }
            let accept: Bit = self.ev.valid.val() & self.ev.ready.val();
            self.quiet.d.next = !accept & (self.places.empty.val());
            self.obey.d.next = self.cmd.valid.val()
                & !self.ev.valid.val()
                & self.quiet.q.val()
                & !self.install.busy.val()
                & self.run.q.val();
            comment!("A verdict on its way when a reset came finishes nothing.");
            let finish: Bit = (self.count.counted.val() | self.totals.lost_done.val()) & !self.clear.q.val();
            let reason: Bits<STALL_BITS> = QUEUE_CODE;
        }

        fn modes(&mut self) {
            if self.clear.q.val() {
                reason = CLEAR_CODE;
                self.ladder.load.next = true;
                self.clear_patches.d.next = true;
                self.wipe.d.next = self.wipe.q.val() + 1;
                self.wait.d.next = 0.into();
                self.free.d.next = ALL_BUT_ROOT;
                self.moved.d.next = false;
                if self.wipe.q.val().all() {
                    self.clear.d.next = false;
                    self.settle.d.next = true;
                }
            }
            self.settled.d.next = (self.wait.q.val() | 1).all() & !self.ladder.busy.val();
            if self.settle.q.val() {
                reason = CLEAR_CODE;
                if self.settled.q.val() {
                    self.unready.d.next = false;
                    self.cmd.ready.next = self.by_command.q.val();
                    self.by_command.d.next = false;
                    self.open.d.next = true;
                    if far(AW) > 0 {
                        self.ready_far.d.next = true;
                    }
                    self.settle.d.next = false;
                    self.run.d.next = true;
                }
            }
            if self.run.q.val() {
                drive!(self: victim = count.failed_node, victim_level = count.failed_level);
                if self.refilling.q.val() {
                    reason = REFILL_CODE;
                } else if self.totals.near_end.val() {
                    reason = WALK_CODE;
                }
                if self.count.failed.val() {
                    self.run.d.next = false;
                    comment!("It walked to a node that is gone: it will walk anew.");
                    if self.count.lost_way.val() {
                        self.moved.d.next = true;
                    }
                    comment!("Visits of the hand before the event (R15 H1, H2), or a new child (R5c).");
                    if self.count.kept.val() {
                        self.pause.d.next = true;
                    } else if self.count.stopped.val() {
                        self.taken.d.next = self.hand.going.val() & at_once;
                        self.pause.d.next = self.hand.going.val() & !at_once;
                        self.raise.d.next = !self.hand.going.val();
                        self.step.d.next = !self.hand.going.val();
                        self.jump.d.next = self.totals.grew.val();
                    } else if self.count.lost_way.val() {
                        self.pause.d.next = true;
                    } else {
                        self.make.d.next = self.can_make.q.val();
                        self.wait_make.d.next = !self.can_make.q.val();
                    }
                }
                comment!("No event is on its way then.");
                if self.obey.q.val() & self.cmd.valid.val() & !self.ev.valid.val() {
                    self.open.d.next = false;
                    if far(AW) > 0 {
                        self.ready_far.d.next = false;
                    }
                    if self.cmd.op.val().get_bit(0) {
                        self.clear_patches.d.next = true;
                        self.run.d.next = false;
                        self.dumps.d.next = true;
                    } else {
                        self.by_command.d.next = true;
                        self.unready.d.next = true;
                        self.run.d.next = false;
                        self.clear.d.next = true;
                    }
                }
            }
            if self.make.q.val() {
                reason = CREATE_CODE;
                self.refilling.d.next = true;
                self.make.d.next = false;
                self.run.d.next = true;
            }
            if self.wait_make.q.val() {
                reason = CREATE_CODE;
                if room_to_make {
                    self.wait_make.d.next = false;
                    self.make.d.next = true;
                } else if self.stuck.q.val() {
                    comment!(
                        "No patch is free before this event is finished: the others walk anew, now that all children \
                         are in place."
                    );
                    self.anew.d.next = true;
                    self.clear_patches.d.next = true;
                    self.wait_make.d.next = false;
                    self.rewalk.d.next = true;
                    self.rewind.d.next = true;
                }
            }
            if self.rewalk.q.val() {
                reason = CREATE_CODE;
                self.refilling.d.next = true;
                self.moved.d.next = false;
                self.rewalk.d.next = false;
                self.anew.d.next = false;
                self.make.d.next = self.anew.q.val();
                self.run.d.next = !self.anew.q.val();
            }
            comment!("A cycle later; not in the first two cycles of the climb.");
            self.steady.d.next = !self.ladder.busy.val() & !self.step.q.val();
            if self.raise.q.val() {
                reason = VISIT_CODE;
                if self.begin.q.val() {
                    self.begin.d.next = false;
                    self.raise.d.next = false;
                    self.pause.d.next = true;
                } else if self.steady.q.val() & !self.step.q.val() {
                    self.begin.d.next = true;
                }
            }
            comment!("Not in the first cycle, in which a round may not have told yet what is owed.");
            self.paused.d.next = self.pause.q.val();
            self.waited.d.next = self.pause.q.val() & !self.moved.q.val();
            if self.pause.q.val() {
                reason = VISIT_CODE;
                if self.moved.q.val() {
                    self.clear_patches.d.next = true;
                }
                if self.hand.found.val() & self.pace.owing.val() {
                    if !self.hand.vain.val() & self.can_take.q.val() {
                        self.pause.d.next = false;
                        self.taken.d.next = true;
                    }
                } else if self.paused.q.val()
                    & !self.pace.owing.val()
                    & self.moved.q.val()
                    & self.can_make.q.val()
                    & self.can_take.q.val()
                {
                    self.rewind.d.next = true;
                    self.pause.d.next = false;
                    self.rewalk.d.next = true;
                }
                if served {
                    self.refilling.d.next = true;
                    self.pause.d.next = false;
                    self.run.d.next = true;
                }
            }
            self.followed.d.next = false;
            if self.taken.q.val() {
                reason = VISIT_CODE;
                self.taken.d.next = false;
                self.follow.d.next = true;
                self.followed.d.next = self.pace.one.val() & !self.moved.q.val();
            }
            if self.follow.q.val() {
                reason = VISIT_CODE;
                self.follow.d.next = false;
                if self.followed.q.val() {
                    self.refilling.d.next = true;
                    self.run.d.next = true;
                } else {
                    self.pause.d.next = true;
                }
            }
            if self.dumps.q.val() {
                reason = COMMAND_CODE;
                if self.tour.done.val() {
                    if self.cmd.op.val().get_bit(1) {
                        self.by_command.d.next = true;
                        self.unready.d.next = true;
                        self.dumps.d.next = false;
                        self.clear.d.next = true;
                    } else {
                        self.cmd.ready.next = true;
                        self.open.d.next = true;
                        if far(AW) > 0 {
                            self.ready_far.d.next = true;
                        }
                        self.dumps.d.next = false;
                        self.run.d.next = true;
                    }
                }
            }
            if finish {
                self.refilling.d.next = false;
            }
        }

        fn tables(&mut self) {
            comment!("Tables: identity after a reset, a new child, the node itself for an absorbed one.");
            self.install.push.next = self.make.q.val();
            if far(AW) > 0 {
                self.push_far.d.next = self.make.q.val() & !self.reset.val();
                self.install.push.next = self.push_far.q.val();
            }
            drive!(install: push_gone = count.absorbed);
            self.install.level.next = level;
            let upper: Bits<AW> = self.patches.new_node.val();
            let lower: Bits<AW> = self.patches.new_child.val();
            let turn: Bits<2> = self.patches.first_digit.val();
            if self.install.is_gone.val() {
                upper = self.out_parent.q.val();
                lower = self.out_parent.q.val();
                turn = bit_cast::<2, T2>(self.out_place.q.val());
            }
            if self.install.meta_we.val() {
                self.bus_at.d.next = (bit_cast::<PA, AW>(upper) << 2) | bit_cast::<PA, 2>(turn);
                self.bus_to.d.next = lower;
            }
            self.walk.bus_all.next = self.wiping.q.val();
            if self.wiping.q.val() {
                zero!(walk: bus_we, bus_level);
                self.walk.bus_wa.next = self.wipe.q.val();
                self.walk.bus_wd.next = bit_cast::<AW, PA>(self.wipe.q.val() >> 2);
            } else {
                drive!(walk: bus_we = install.bus_we, bus_level = install.table);
                drive!(walk: bus_wa = bus_at.q, bus_wd = bus_to.q);
            }
            drive!(walk: top_we = install.top_we, top_level = new_level.q, top_wa = patches.new_prefix,
                top_wd = patches.new_child);
            self.walk.top_there.next = !self.install.is_gone.val();
            if self.install.is_gone.val() {
                self.walk.top_wa.next = self.out_place.q.val();
            }
            if self.wiping.q.val() {
                self.walk.top_wa.next = bit_cast::<T2, PA>(self.wipe.q.val());
                self.walk.top_there.next = false;
            }
        }

        fn tours(&mut self) {
            comment!("Dump.");
            drive!(tour: level = count.level, parent = hand.up, own = hand.own, walked = walk.node);
            self.tour.unit_level.next = UNIT_LEVEL;
            drive!(tour: n = totals.n, t = t, lost = totals.lost, live = census.q, creates = creates.count,
                over = totals.over, writer_idle = writer.idle);
            drive!(writer: send_word = tour.send_word, word = tour.word);
            zero!(writer: send_path, depth, path_digit);
            self.writer.send_tail.next = self.tour.send_tail.val();
            pass!(writer: dump);
        }

        fn statistics(&mut self) {
            comment!("Statistics.");
            drive!(creates: step = make.q, clear = wiping.q);
            drive!(stat: n = totals.n, t = t, lost = totals.lost, live = census.q, creates = creates.count,
                over = totals.over, lost_flag = totals.lost_flag);
            self.stat.near_full.next = self.totals.n.val().get_bit(TOP_BIT.index());
            self.stat.event.next = finish;
            self.stat.active.next = finish | !self.places.empty.val();
            if self.ev.ready.val() {
                self.stat_stall.next = 0.into();
            } else {
                self.stat_stall.next = reason;
            }
        }
    }
}
