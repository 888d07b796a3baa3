//! What the engine does, cycle by cycle (docs/reference/rap-pipelined.md has the table of stages).
use super::{Engine, far};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

impl<
    const K: usize,
    const C: usize,
    const C1: usize,
    const AW: usize,
    const PD: usize,
    const PA: usize,
    const DB: usize,
    const LV: usize,
    const KA: usize,
    const T2: usize,
    const NL: usize,
    const D: usize,
    const MW: usize,
    const LA: usize,
    const K2: usize,
> Logic for Engine<K, C, C1, AW, PD, PA, DB, LV, KA, T2, NL, D, MW, LA, K2>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module engine");
        comment!("@doc Pipelined range adaptive profiling engine: one event per cycle between stalls.");
        comment!("@doc Rules R1 to R9 and R11 to R14: docs/reference/rap.md. Stages: docs/reference/rap-pipelined.md.");
        comment!("@ports ev: coalesced events");
        comment!("@ports cmd: commands, taken when no event waits; ready when the command is finished");
        comment!("@ports dump: dump stream");
        comment!("@ports cfg: sampled at reset");
        comment!("@ports stat: statistics and status");
        dff_setup!(
            self, clock, clear, settle, run, wait_make, make, rewalk, drain, raise, sweep, fix, resume, rewind, dump,
            wipe, wait, settled, unready, by_command, open, sent1, sent2, sent3, sent4, sent5, first1, first2, losing,
            ended_one, new_level, tick, gate, obey, stack_at, wiping, can_make, stuck, quiet, refilling, victim, free,
            none_free, freed, step, begun, sweeps, sweeping, live, inject, edge2, edge3, edge4, heads, fix_from,
            broken, census, stack_we, stack_wa, stack_wd
        );
        dff_setup!(self, clock, clear_patches, victim_level, inject_node);
        self.walk.clock.next = self.clock.val();
        self.history.clock.next = self.clock.val();
        self.patches.clock.next = self.clock.val();
        self.count.clock.next = self.clock.val();
        self.totals.clock.next = self.clock.val();
        self.ladder.clock.next = self.clock.val();
        self.lists.clock.next = self.clock.val();
        self.sweeper.clock.next = self.clock.val();
        self.install.clock.next = self.clock.val();
        self.top_write.clock.next = self.clock.val();
        self.tour.clock.next = self.clock.val();
        self.stack.clock.next = self.clock.val();
        self.creates.clock.next = self.clock.val();
        self.collapses.clock.next = self.clock.val();
        self.writer.clock.next = self.clock.val();
        self.sweeper.reset.next = self.reset.val();
        self.install.reset.next = self.reset.val();
        self.top_write.reset.next = self.reset.val();
        self.tour.reset.next = self.reset.val();
        self.writer.reset.next = self.reset.val();

        comment!("Requests, off unless a mode makes them.");
        self.ladder.load.next = false;
        self.step.d.next = false;
        self.begun.d.next = false;
        self.ladder.step.next = self.step.q.val();
        self.clear_patches.d.next = false;
        self.rewind.d.next = false;
        comment!("The slower blocks begin a cycle after the mode did, and stop the mode a cycle after their end.");
        self.sweeper.start.next = self.sweep.q.val();
        self.tour.start_dump.next = self.dump.q.val();
        self.tour.start_fix.next = self.fix.q.val();
        self.collapses.step.next = self.begun.q.val();
        self.cmd_ready.next = false;
        self.collapsing.next = false;
        self.clearing.next = self.unready.q.val();
        self.running.next = self.run.q.val() | self.wait_make.q.val() | self.make.q.val();
        self.wait.d.next = self.wait.q.val() + 1;
        self.room_to_make.next = !self.patches.oldest_busy.val() & !self.install.busy.val();
        self.can_make.d.next = self.room_to_make.val();
        self.stuck.d.next = self.patches.oldest_busy.val() & !self.install.busy.val();
        comment!("The memories' registers lag the mode by a cycle, and so does the address: the first one comes last.");
        self.wiping.d.next = self.clear.q.val();
        self.ev_ready.next = self.places.room.val() & self.open.q.val();
        for i in 0..far(AW) {
            self.ready_far[i].clock.next = self.clock.val();
            self.ready_far[i].d.next = self.places.room.val() & self.open.q.val();
            self.ev_ready.next = self.ready_far[i].q.val();
        }
        self.accept.next = self.ev_valid.val() & self.ev_ready.val();
        self.quiet.d.next = !self.accept.val() & (self.places.empty.val());
        self.obey.d.next = self.cmd_valid.val()
            & !self.ev_valid.val()
            & self.quiet.q.val()
            & !self.install.busy.val()
            & self.run.q.val();
        self.finish.next = self.count.counted.val() | self.totals.lost_done.val();
        self.reason.next = self.queue_code.val();

        if self.clear.q.val() {
            self.reason.next = self.clear_code.val();
            self.ladder.load.next = true;
            self.clear_patches.d.next = true;
            self.wipe.d.next = self.wipe.q.val() + 1;
            self.wait.d.next = 0.into();
            self.free.d.next = self.all_but_root.val();
            self.sweeps.d.next = 0.into();
            if self.wipe.q.val().all() {
                self.clear.d.next = false;
                self.settle.d.next = true;
            }
        }
        self.settled.d.next = (self.wait.q.val() | 1).all() & !self.ladder.busy.val();
        if self.settle.q.val() {
            self.reason.next = self.clear_code.val();
            if self.settled.q.val() {
                self.unready.d.next = false;
                self.cmd_ready.next = self.by_command.q.val();
                self.by_command.d.next = false;
                self.open.d.next = true;
                for i in 0..far(AW) {
                    self.ready_far[i].d.next = true;
                }
                self.settle.d.next = false;
                self.run.d.next = true;
            }
        }
        if self.run.q.val() {
            self.victim.d.next = self.count.failed_node.val();
            self.victim_level.d.next = self.count.failed_level.val();
            if self.refilling.q.val() {
                self.reason.next = self.refill_code.val();
            } else if self.totals.near_end.val() {
                self.reason.next = self.walk_code.val();
            }
            if self.count.failed.val() {
                comment!("R5b, R5c: no node left, or a new child.");
                if self.none_free.q.val() {
                    self.run.d.next = false;
                    self.drain.d.next = true;
                } else {
                    self.run.d.next = false;
                    self.make.d.next = self.can_make.q.val();
                    self.wait_make.d.next = !self.can_make.q.val();
                }
            }
            comment!("No event is on its way then.");
            if self.obey.q.val() & self.cmd_valid.val() & !self.ev_valid.val() {
                self.open.d.next = false;
                for i in 0..far(AW) {
                    self.ready_far[i].d.next = false;
                }
                if self.cmd_op.val().get_bit(0) {
                    self.clear_patches.d.next = true;
                    self.run.d.next = false;
                    self.dump.d.next = true;
                } else {
                    self.by_command.d.next = true;
                    self.unready.d.next = true;
                    self.run.d.next = false;
                    self.clear.d.next = true;
                }
            }
        }
        if self.make.q.val() {
            self.reason.next = self.create_code.val();
            self.refilling.d.next = true;
            self.make.d.next = false;
            self.run.d.next = true;
        }
        if self.wait_make.q.val() {
            self.reason.next = self.create_code.val();
            if self.room_to_make.val() {
                self.wait_make.d.next = false;
                self.make.d.next = true;
            } else if self.stuck.q.val() {
                comment!(
                    "No patch is free before this event is finished: walk anew, now that all children are in place."
                );
                self.clear_patches.d.next = true;
                self.wait_make.d.next = false;
                self.rewalk.d.next = true;
                self.rewind.d.next = true;
            }
        }
        if self.rewalk.q.val() {
            self.reason.next = self.create_code.val();
            self.refilling.d.next = true;
            self.rewalk.d.next = false;
            self.run.d.next = true;
        }
        if self.drain.q.val() {
            self.collapsing.next = true;
            if !self.install.busy.val() {
                self.clear_patches.d.next = true;
                self.step.d.next = true;
                self.begun.d.next = true;
                self.drain.d.next = false;
                self.raise.d.next = true;
            }
        }
        self.steady.next = !self.ladder.busy.val();
        for i in 0..far(AW) {
            comment!("A cycle later; not in the one in which the step begins.");
            self.steady_far[i].clock.next = self.clock.val();
            self.steady_far[i].d.next = !self.ladder.busy.val();
            self.steady.next = self.steady_far[i].q.val() & !self.step.q.val();
        }
        if self.raise.q.val() {
            self.collapsing.next = true;
            self.freed.d.next = false;
            if self.steady.val() {
                self.sweeps.d.next = self.sweeps.q.val() + 1;
                self.raise.d.next = false;
                self.sweep.d.next = true;
            }
        }
        self.broken.d.next = self.fix_from.q.val() != self.free.q.val();
        if self.sweep.q.val() {
            self.collapsing.next = true;
            if self.count.absorbed.val() {
                self.freed.d.next = true;
            }
            if self.sweeper.level.val() > self.top_levels.val() {
                self.fix_from.d.next = self.free.q.val();
            }
            if self.sweeper.done.val() {
                if !self.freed.q.val() {
                    self.step.d.next = true;
                    self.sweep.d.next = false;
                    self.raise.d.next = true;
                } else if self.broken.q.val() {
                    self.sweep.d.next = false;
                    self.fix.d.next = true;
                } else {
                    self.sweep.d.next = false;
                    self.resume.d.next = true;
                    self.rewind.d.next = true;
                }
            }
        }
        if self.fix.q.val() {
            self.collapsing.next = true;
            if self.tour.done.val() {
                self.fix.d.next = false;
                self.resume.d.next = true;
                self.rewind.d.next = true;
            }
        }
        if self.resume.q.val() {
            self.collapsing.next = true;
            self.refilling.d.next = true;
            self.resume.d.next = false;
            self.run.d.next = true;
        }
        if self.dump.q.val() {
            self.reason.next = self.command_code.val();
            if self.tour.done.val() {
                if self.cmd_op.val().get_bit(1) {
                    self.by_command.d.next = true;
                    self.unready.d.next = true;
                    self.dump.d.next = false;
                    self.clear.d.next = true;
                } else {
                    self.cmd_ready.next = true;
                    self.open.d.next = true;
                    for i in 0..far(AW) {
                        self.ready_far[i].d.next = true;
                    }
                    self.dump.d.next = false;
                    self.run.d.next = true;
                }
            }
        }
        if self.collapsing.val() {
            self.reason.next = self.collapse_code.val();
        }
        if self.ended_one.q.val() {
            self.refilling.d.next = false;
        }

        comment!("Input: into the history.");
        self.places.clock.next = self.clock.val();
        self.places.reset.next = self.reset.val();
        self.places.accept.next = self.accept.val();
        self.places.finish.next = self.finish.val();
        self.places.failed.next = self.count.failed.val();
        self.places.rewind.next = self.rewind.q.val();
        self.walk.key_we.next = self.accept.val() | self.tour.probe_we.val();
        self.walk.key_at.next = self.places.written.val();
        if self.tour.probe_we.val() {
            self.walk.key.next = self.tour.probe.val();
        } else {
            self.walk.key.next = self.ev_key.val();
        }
        self.history.accept.next = self.accept.val();
        self.history.accept_at.next = self.places.written.val();
        self.history.new_key.next = self.ev_key.val();
        self.history.new_weight.next = self.ev_weight.val();

        comment!("Walk: a bubble makes way for the pointer to a new child.");
        self.places.may_issue.next = (self.run.q.val() | self.wait_make.q.val()) & !self.top_write.hold.val();
        for i in 0..far(AW) {
            comment!("The pointer sets out a cycle later, and so does its bubble.");
            if self.push_far[i].q.val() {
                self.places.may_issue.next = false;
            }
        }
        self.walk.issue_at.next = self.places.issued.val();
        self.history.arrived.next = self.places.arrived.val();
        self.history.arrived_at.next = self.places.arrived_at.val();
        self.history.new_node.next = self.walk.node.val();

        comment!("To the count stage: from the oldest unfinished event on, again after each misfit.");
        self.arrives.next = self.sent5.q.val();
        for i in 0..far(AW) {
            self.sent_far[i].clock.next = self.clock.val();
            self.first_far[i].clock.next = self.clock.val();
            self.first_far[i].d.next = self.first2.q.val();
            self.sent_far[i].d.next = (self.sent_far[i].q.val() << 1) | bit_cast::<3, 1>(self.sent5.q.val().into());
            if self.count.failed.val() | self.reset.val() {
                self.sent_far[i].d.next = 0.into();
            }
            self.arrives.next = self.sent_far[i].q.val().get_bit(2);
        }
        self.alone.next = !(self.sent1.q.val()
            | self.sent2.q.val()
            | self.sent3.q.val()
            | self.sent4.q.val()
            | self.sent5.q.val()
            | self.arrives.val()
            | !self.count.idle.val()
            | self.losing.q.val());
        for i in 0..far(AW) {
            if self.sent_far[i].q.val().any() {
                self.alone.next = false;
            }
        }
        comment!("Near the end of n, one event in sixteen cycles at most, and none beside another.");
        self.tick.d.next = self.tick.q.val() + 1;
        self.gate.d.next = !self.totals.near_end.val() | (self.alone.val() & !self.tick.q.val().any());
        self.places.make.next = self.make.q.val();
        self.places.may_send.next = self.run.q.val() & self.gate.q.val();
        self.sent1.d.next = self.places.send.val() & !self.count.failed.val();
        self.sent2.d.next = self.sent1.q.val() & !self.count.failed.val();
        self.sent3.d.next = self.sent2.q.val() & !self.count.failed.val();
        self.sent4.d.next = self.sent3.q.val() & !self.count.failed.val();
        self.sent5.d.next = self.sent4.q.val() & !self.count.failed.val();
        self.first1.d.next = self.make.q.val();
        self.first2.d.next = self.first1.q.val();
        self.history.at.next = self.places.sent.val();

        comment!("Patches.");
        self.patches.clear.next = self.clear_patches.q.val();
        self.patches.push.next = self.make.q.val();
        self.patches.push_node.next = self.victim.q.val();
        self.patches.push_level.next = self.victim_level.q.val();
        self.patches.push_child.next = self.stack.rd.val();
        self.patches.push_marked.next = self.victim_level.q.val() >= self.top_levels.val();
        self.patches.mark.next = self.install.mark.val();
        self.patches.issue_at.next = self.places.issued.val();
        self.patches.commit_at.next = self.places.finished.val();
        self.patches.walked.next = self.history.node.val();
        self.patches.key.next = self.history.key.val();
        self.patches.first.next = self.first2.q.val();
        for i in 0..far(AW) {
            self.patches.first.next = self.first_far[i].q.val();
        }
        self.patches.inject.next = self.inject.q.val();
        self.patches.sweeping.next = self.sweeping.q.val();
        self.patches.parent.next = self.count.parent.val();
        self.patches.inject_node.next = self.inject_node.q.val();
        self.inject.d.next = !self.running.val();
        self.sweeping.d.next = self.sweep.q.val();
        if self.sweeping.q.val() {
            self.inject_node.d.next = self.lists.chain.val();
        } else {
            self.inject_node.d.next = self.tour.node.val();
        }
        self.edge2.d.next = self.sweeper.new_edge.val();
        self.edge3.d.next = self.edge2.q.val();
        self.edge4.d.next = self.edge3.q.val();
        self.heads.d.next = (self.heads.q.val() << 1) | bit_cast::<12, 1>(self.sweeper.take_head.val().into());
        self.lists.first.next = self.heads.q.val().get_bit(11);
        self.count.new_edge.next = self.edge4.q.val();
        for i in 0..far(AW) {
            comment!("Three cycles later: on the chain, behind the patches, and in the count stage.");
            self.edge_far[i].clock.next = self.clock.val();
            self.head_far[i].clock.next = self.clock.val();
            self.edge_far[i].d.next = (self.edge_far[i].q.val() << 1) | bit_cast::<3, 1>(self.edge4.q.val().into());
            self.head_far[i].d.next =
                (self.head_far[i].q.val() << 1) | bit_cast::<3, 1>(self.heads.q.val().get_bit(11).into());
            self.lists.first.next = self.head_far[i].q.val().get_bit(2);
            self.count.new_edge.next = self.edge_far[i].q.val().get_bit(2);
        }

        comment!("Count stage.");
        self.wiped_node.next = bit_cast::<AW, PA>(self.wipe.q.val());
        self.count.clear.next = self.wiping.q.val();
        self.count.new_event.next = self.arrives.val();
        self.count.node.next = self.patches.node.val();
        self.count.own_node.next = self.patches.own_node.val();
        self.count.weight.next = self.history.weight.val();
        self.count.sweeping.next = self.sweeping.q.val();
        self.count.sweep.next = self.sweeps.q.val();
        self.count.threshold.next = self.ladder.t.val();
        self.count.unit_level.next = self.unit_level.val();
        self.count.refuse.next = self.totals.refuse.val();
        self.count.own_clear.next = self.make.q.val() | self.wiping.q.val();
        self.count.flag_clear.next = self.wiping.q.val();
        self.count.meta_we.next = self.install.meta_we.val() | self.wiping.q.val();
        self.new_level.d.next = self.patches.new_level.val() + 1;
        if self.wiping.q.val() {
            self.count.own_wa.next = self.wiped_node.val();
            self.count.meta_wa.next = self.wiped_node.val();
            self.count.meta_wd.next = 0.into();
        } else {
            self.count.own_wa.next = self.stack.rd.val();
            self.count.meta_wa.next = self.patches.new_child.val();
            self.count.meta_wd.next = bit_cast::<MW, LV>(self.new_level.q.val())
                | (bit_cast::<MW, AW>(self.patches.new_node.val()) << self.lv.val())
                | (bit_cast::<MW, 2>(self.patches.first_digit.val()) << self.digit_at.val());
        }
        self.totals.clear.next = self.wiping.q.val();
        self.totals.weight_before.next = self.count.weight_before.val();
        self.totals.weight.next = self.count.weight_now.val();
        self.totals.counted.next = self.count.counted.val();
        self.totals.refused.next = self.count.refused.val();
        if self.count.refused.val() {
            self.losing.d.next = true;
        }
        if self.totals.lost_done.val() {
            self.losing.d.next = false;
        }
        self.ladder.first.next = self.cfg_t0.val();

        comment!("Lists.");
        self.new_list.next = (bit_cast::<LA, DB>(bit_cast::<DB, LV>(self.new_level.q.val())) << 3)
            | (bit_cast::<LA, 2>(self.patches.new_digit.val()) << 1)
            | bit_cast::<LA, 1>(bit_cast::<1, AW>(self.patches.new_node.val()));
        self.edge_list.next = (bit_cast::<LA, DB>(bit_cast::<DB, LV>(self.count.edge_level.val())) << 3)
            | (bit_cast::<LA, 2>(self.count.edge_digit.val()) << 1)
            | bit_cast::<LA, 1>(bit_cast::<1, AW>(self.count.edge_parent.val()));
        if self.sweeping.q.val() {
            self.lists.head_at.next = self.sweeper.head_at.val();
        } else {
            self.lists.head_at.next = self.new_list.val();
        }
        self.lists.take_head.next = self.sweeper.take_head.val();
        self.lists.visited.next = self.count.visited.val();
        self.lists.survived.next = self.count.survived.val();
        self.lists.child.next = self.count.edge_child.val();
        self.lists.list.next = self.edge_list.val();
        self.lists.put.next = self.install.put.val();
        for i in 0..far(AW) {
            self.put_far[i].clock.next = self.clock.val();
            self.put_far[i].d.next = (self.put_far[i].q.val() << 1) | bit_cast::<2, 1>(self.install.put.val().into());
            self.lists.put.next = self.put_far[i].q.val().get_bit(1);
        }
        self.lists.clear.next = self.wiping.q.val();
        if self.wiping.q.val() {
            self.lists.put_list.next = bit_cast::<LA, PA>(self.wipe.q.val());
            self.lists.put_child.next = self.wiped_node.val();
        } else {
            self.lists.put_list.next = self.new_list.val();
            self.lists.put_child.next = self.patches.new_child.val();
        }
        self.sweeper.unit_level.next = self.unit_level.val();
        self.live.d.next = self.lists.live.val();
        self.sweeper.live.next = self.live.q.val();

        comment!("Free nodes: a stack.");
        self.none_free.d.next = !self.free.q.val().any();
        if self.make.q.val() {
            self.free.d.next = self.free.q.val() - 1;
        }
        if self.count.absorbed.val() {
            self.free.d.next = self.free.q.val() + 1;
        }
        self.stack_we.d.next = self.count.absorbed.val() | self.wiping.q.val();
        if self.wiping.q.val() {
            self.stack_wa.d.next = self.wiped_node.val();
            self.stack_wd.d.next = self.wiped_node.val() + 1;
        } else {
            self.stack_wa.d.next = self.free.q.val();
            self.stack_wd.d.next = self.count.edge_child.val();
        }
        self.stack.we.next = self.stack_we.q.val();
        self.stack.wa.next = self.stack_wa.q.val();
        self.stack.wd.next = self.stack_wd.q.val();
        if self.fix.q.val() {
            self.stack_at.d.next = self.tour.stack_at.val();
        } else {
            self.stack_at.d.next = self.free.q.val() - 1;
        }
        self.stack.ra.next = self.stack_at.q.val();
        self.tour.stacked.next = self.stack.rd.val();
        for i in 0..far(AW) {
            comment!("There long before it is wanted.");
            self.free_far[i].clock.next = self.clock.val();
            self.top_far[i].clock.next = self.clock.val();
            self.free_far[i].d.next = self.stack.rd.val();
            self.top_far[i].d.next = self.free.q.val() - 1;
            if !self.fix.q.val() {
                self.stack_at.d.next = self.top_far[i].q.val();
            }
            self.patches.push_child.next = self.free_far[i].q.val();
            self.tour.stacked.next = self.free_far[i].q.val();
            if !self.wiping.q.val() {
                self.count.own_wa.next = self.free_far[i].q.val();
            }
        }
        self.census.d.next = self.nodes.val() - bit_cast::<PD, AW>(self.free.q.val());

        comment!("Tables: identity after a reset, a new child, the node itself for an absorbed one.");
        self.install.push.next = self.make.q.val();
        for i in 0..far(AW) {
            self.push_far[i].clock.next = self.clock.val();
            self.push_far[i].d.next = self.make.q.val() & !self.reset.val();
            self.install.push.next = self.push_far[i].q.val();
        }
        self.install.level.next = self.patches.new_level.val();
        self.install.top_busy.next = self.top_write.busy.val();
        self.walk.bus_all.next = self.wiping.q.val();
        if self.wiping.q.val() {
            self.walk.bus_we.next = false;
            self.walk.bus_level.next = 0.into();
            self.walk.bus_wa.next = self.wipe.q.val();
            self.walk.bus_wd.next = bit_cast::<AW, PA>(self.wipe.q.val() >> 2);
        } else if self.sweeping.q.val() {
            self.walk.bus_we.next = self.count.absorbed.val() & (self.count.edge_level.val() > self.top_levels.val());
            self.walk.bus_level.next = self.count.edge_level.val() - self.top_levels.val() - 1;
            self.walk.bus_wa.next = (bit_cast::<PA, AW>(self.count.edge_parent.val()) << 2)
                | bit_cast::<PA, 2>(self.count.edge_digit.val());
            self.walk.bus_wd.next = self.count.edge_parent.val();
        } else {
            self.walk.bus_we.next = self.install.bus_we.val();
            self.walk.bus_level.next = self.install.table.val();
            self.walk.bus_wa.next = (bit_cast::<PA, AW>(self.patches.new_node.val()) << 2)
                | bit_cast::<PA, 2>(self.patches.new_digit.val());
            self.walk.bus_wd.next = self.patches.new_child.val();
        }
        self.top_write.start.next = self.install.top_start.val() | self.tour.top_start.val();
        if self.running.val() {
            self.top_write.level.next = self.new_level.q.val();
            self.top_write.prefix.next = self.patches.new_prefix.val();
            self.top_write.node.next = self.patches.new_child.val();
        } else {
            self.top_write.level.next = self.tour.top_level.val();
            self.top_write.prefix.next = self.tour.top_prefix.val();
            self.top_write.node.next = self.tour.top_node.val();
        }
        comment!("An event issued two cycles ago addresses the top table.");
        self.top_write.reading.next = self.places.issued2.val();
        self.top_write.read.next = self.walk.top_read.val();
        if self.wiping.q.val() {
            self.walk.top_we.next = true;
            self.walk.top_wa.next = bit_cast::<T2, PA>(self.wipe.q.val());
            self.walk.top_wd.next = 0.into();
        } else {
            self.walk.top_we.next = self.top_write.we.val();
            self.walk.top_wa.next = self.top_write.wa.val();
            self.walk.top_wd.next = self.top_write.wd.val();
        }

        comment!("Dump, and the top table after a collapse.");
        self.tour.fix_from.next = self.fix_from.q.val();
        self.tour.fix_to.next = self.free.q.val();
        self.tour.level.next = self.count.level.val();
        self.tour.parent.next = self.count.parent.val();
        self.tour.digit.next = self.count.digit.val();
        self.tour.own.next = self.count.own.val();
        self.tour.top_busy.next = self.top_write.busy.val();
        self.tour.walked.next = self.walk.node.val();
        self.tour.unit_level.next = self.unit_level.val();
        self.tour.top_levels.next = self.top_levels.val();
        self.tour.n.next = self.totals.n.val();
        self.tour.t.next = self.ladder.t.val();
        self.tour.lost.next = self.totals.lost.val();
        self.tour.live.next = self.census.q.val();
        self.tour.creates.next = self.creates.count.val();
        self.tour.collapses.next = self.collapses.count.val();
        self.tour.writer_idle.next = self.writer.idle.val();
        self.writer.send_word.next = self.tour.send_word.val();
        self.writer.word.next = self.tour.word.val();
        self.writer.send_path.next = false;
        self.writer.depth.next = 0.into();
        self.writer.path_digit.next = 0.into();
        self.writer.send_tail.next = self.tour.send_tail.val();
        self.writer.dump_ready.next = self.dump_ready.val();
        self.dump_valid.next = self.writer.dump_valid.val();
        self.dump_data.next = self.writer.dump_data.val();
        self.dump_last.next = self.writer.dump_last.val();

        comment!("Statistics.");
        self.creates.step.next = self.make.q.val();
        self.creates.clear.next = self.wiping.q.val();
        self.collapses.clear.next = self.wiping.q.val();
        self.stat_n.next = self.totals.n.val();
        self.stat_t.next = self.ladder.t.val();
        self.stat_lost.next = self.totals.lost.val();
        self.stat_live.next = self.census.q.val();
        self.stat_creates.next = self.creates.count.val();
        self.stat_collapses.next = self.collapses.count.val();
        self.stat_lost_flag.next = self.totals.lost_flag.val();
        self.stat_near_full.next = self.totals.n.val().get_bit(self.top_bit.val().index());
        comment!("n takes a cycle more than the verdict, and so does what tells of it.");
        self.ended_one.d.next = self.finish.val();
        self.stat_event.next = self.ended_one.q.val();
        self.stat_active.next = self.ended_one.q.val() | (!self.places.empty.val());
        self.stat_collapsing.next = self.collapsing.val();
        if self.ev_ready.val() {
            self.stat_stall.next = 0.into();
        } else {
            self.stat_stall.next = self.reason.val();
        }
        if self.reset.val() {
            self.clear.d.next = true;
            self.settle.d.next = false;
            self.run.d.next = false;
            self.wait_make.d.next = false;
            self.make.d.next = false;
            self.rewalk.d.next = false;
            self.drain.d.next = false;
            self.raise.d.next = false;
            self.sweep.d.next = false;
            self.fix.d.next = false;
            self.resume.d.next = false;
            self.dump.d.next = false;
            self.wipe.d.next = 0.into();
            self.by_command.d.next = false;
            self.unready.d.next = true;
            self.open.d.next = false;
            for i in 0..far(AW) {
                self.ready_far[i].d.next = false;
            }
            self.sent1.d.next = false;
            self.sent2.d.next = false;
            self.sent3.d.next = false;
            self.sent4.d.next = false;
            self.sent5.d.next = false;
            self.losing.d.next = false;
            self.refilling.d.next = false;
            self.edge2.d.next = false;
            self.edge3.d.next = false;
            self.edge4.d.next = false;
        }
    }
}
