//! What the engine does in each state (docs/rap-serial.md has the diagram and the cycles).
use super::{Engine, State};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

impl<
    const K: usize,
    const C: usize,
    const C1: usize,
    const AW: usize,
    const PD: usize,
    const PA: usize,
    const SD: usize,
    const DB: usize,
    const LV: usize,
    const KA: usize,
    const EPS: usize,
> Logic for Engine<K, C, C1, AW, PD, PA, SD, DB, LV, KA, EPS>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module engine");
        comment!("@doc Serial range adaptive profiling engine: one walker, one level of the tree per cycle.");
        comment!("@doc Rules R1 to R9 and R11 to R14 of docs/rap.md; states and cycles are in docs/rap-serial.md.");
        comment!("@ports ev: coalesced events, held until ready, which comes when the event is finished");
        comment!("@ports cmd: commands, taken when no event waits; ready when the command is finished");
        comment!("@ports dump: dump stream");
        comment!("@ports cfg: sampled at reset");
        comment!("@ports stat: statistics and status");
        dff_setup!(
            self, clock, state, node, free, digit, depth, kept, live, sum, addend, over, unit, added, dumping, dry,
            merging, round_up, collapsing, by_command, holding, wiping
        );
        self.ptr.clock.next = self.clock.val();
        self.own.clock.next = self.clock.val();
        self.stack.clock.next = self.clock.val();
        self.threshold.clock.next = self.clock.val();
        self.totals.clock.next = self.clock.val();
        self.creates.clock.next = self.clock.val();
        self.collapses.clock.next = self.clock.val();
        self.writer.clock.next = self.clock.val();
        self.threshold.reset.next = self.reset.val();
        self.writer.reset.next = self.reset.val();

        comment!("What the memories say.");
        self.present.next = self.ptr.rd.val().get_bit(self.aw.val().index());
        self.child.next = bit_cast::<AW, PD>(self.ptr.rd.val());
        self.parent.next = bit_cast::<AW, SD>(self.stack.rd.val());
        self.parent_digit.next = self.stack.rd.val().get_bits::<2>(self.aw.val().index());
        self.parent_kept.next = self.stack.rd.val().get_bit(self.kept_bit.val().index());
        self.full.next = self.live.q.val().get_bit(self.aw.val().index());

        self.eps_busy.next = false;
        self.merge_due.next = false;
        for i in 0..EPS {
            self.eps_busy.next = self.eps[i].busy.val();
            self.merge_due.next = self.eps[i].due.val();
        }

        comment!("Digit of the key at this depth, most significant first.");
        self.aligned.next = bit_cast::<KA, K>(self.ev_key.val()) << self.spare_bits.val();
        self.place.next = !bit_cast::<DB, LV>(self.depth.q.val());
        self.high_place.next = (bit_cast::<LV, DB>(self.place.val()) << 1) | 1;
        self.low_place.next = bit_cast::<LV, DB>(self.place.val()) << 1;
        self.high.next = self.aligned.val().get_bit(self.high_place.val().index());
        self.low.next = self.aligned.val().get_bit(self.low_place.val().index());
        self.key_digit.next = (bit_cast::<2, 1>(self.high.val().into()) << 1) | bit_cast::<2, 1>(self.low.val().into());

        comment!("sum = own + addend; over = sum > T, by the carry of sum + ~T.");
        self.sum.d.next = self.own.rd.val() + self.addend.q.val();
        self.difference.next = bit_cast::<C1, C>(self.sum.q.val()) + bit_cast::<C1, C>(self.threshold.inverted.val());
        self.over.d.next = self.difference.val().get_bit(self.c.val().index());

        comment!("Requests, off unless a state makes them.");
        self.base.next = self.node.q.val();
        self.read_digit.next = self.digit.q.val();
        self.link.next = false;
        self.ptr.we.next = false;
        self.own.we.next = false;
        self.stack.we.next = false;
        self.threshold.load.next = false;
        self.threshold.step.next = false;
        self.threshold.open.next = false;
        self.threshold.take.next = false;
        self.wipe.next = false;
        self.count.next = false;
        self.creates.step.next = false;
        self.collapses.step.next = false;
        self.writer.send_word.next = false;
        self.writer.send_path.next = false;
        self.writer.send_tail.next = false;
        self.merge_taken.next = false;
        self.next_slot.next = false;
        self.issue.next = false;
        self.ev_ready.next = false;
        self.cmd_ready.next = false;
        self.level_step.next = 1.into();
        if self.state.q.val() == State::Leave {
            self.level_step.next = self.minus_level.val();
        }
        self.level.next = self.depth.q.val() + self.level_step.val();
        self.live_step.next = 1.into();
        if self.state.q.val() == State::Absorb {
            self.live_step.next = self.minus_live.val();
        }
        self.census.next = self.live.q.val() + self.live_step.val();

        match self.state.q.val() {
            State::Init => {
                self.wipe.next = true;
                self.threshold.load.next = true;
                self.wiping.d.next = true;
                self.node.d.next = 0.into();
                self.free.d.next = 1.into();
                self.digit.d.next = 0.into();
                self.depth.d.next = 0.into();
                self.live.d.next = 1.into();
                self.state.d.next = State::Link;
            }
            State::Link => {
                comment!("Thread the free list through slot 0 of every node.");
                self.ptr.we.next = true;
                self.node.d.next = self.free.q.val();
                self.free.d.next = self.free.q.val() + 1;
                self.sum.d.next = 0.into();
                if !self.free.q.val().any() {
                    self.node.d.next = 0.into();
                    self.state.d.next = State::Root;
                }
            }
            State::Root => {
                comment!("The root has no children and no count.");
                self.free.d.next = 1.into();
                self.ptr.we.next = true;
                self.own.we.next = true;
                self.sum.d.next = 0.into();
                if !self.digit.q.val().all() {
                    self.digit.d.next = self.digit.q.val() + 1;
                } else if !self.threshold.busy.val() {
                    self.cmd_ready.next = self.by_command.q.val();
                    self.by_command.d.next = false;
                    self.wiping.d.next = false;
                    self.state.d.next = State::Idle;
                }
            }
            State::Idle => {
                if self.ev_valid.val() {
                    self.count.next = true;
                    self.issue.next = true;
                } else if self.cmd_valid.val() {
                    if self.cmd_op.val().get_bit(0) {
                        self.dumping.d.next = true;
                        self.state.d.next = State::Header;
                    } else {
                        self.by_command.d.next = true;
                        self.state.d.next = State::Init;
                    }
                }
            }
            State::Issue => {
                self.issue.next = true;
            }
            State::Walk => {
                if self.totals.refused.val() {
                    self.ev_ready.next = true;
                    self.node.d.next = 0.into();
                    self.depth.d.next = 0.into();
                    self.state.d.next = State::Idle;
                } else if self.present.val() {
                    self.base.next = self.child.val();
                    self.node.d.next = self.child.val();
                    self.issue.next = true;
                } else {
                    self.state.d.next = State::Check;
                }
            }
            State::Check => {
                self.unit.d.next = self.depth.q.val() == self.below_unit.val();
                if !self.eps_busy.val() {
                    self.state.d.next = State::Decide;
                }
            }
            State::Decide => {
                self.sum.d.next = 0.into();
                self.round_up.d.next = false;
                if self.unit.q.val() | !self.over.q.val() {
                    comment!("R5a: it fits.");
                    self.own.we.next = true;
                    self.node.d.next = 0.into();
                    self.depth.d.next = 0.into();
                    if self.merge_due.val() {
                        comment!("R7: the event is finished after the sweep.");
                        self.merge_taken.next = true;
                        self.merging.d.next = true;
                        self.state.d.next = State::Begin;
                    } else {
                        self.ev_ready.next = true;
                        self.state.d.next = State::Idle;
                    }
                } else if self.full.val() {
                    comment!("R5b: no node left.");
                    self.collapses.step.next = true;
                    self.collapsing.d.next = true;
                    self.threshold.step.next = true;
                    self.state.d.next = State::Raise;
                } else {
                    comment!("R5c: a new child takes the place of the node.");
                    self.creates.step.next = true;
                    self.link.next = true;
                    self.ptr.we.next = true;
                    self.node.d.next = self.free.q.val();
                    self.digit.d.next = 0.into();
                    self.live.d.next = self.census.val();
                    self.state.d.next = State::Fetch;
                }
            }
            State::Fetch => {
                comment!("Its slot 0 holds the next free node; its count is zero.");
                self.own.we.next = true;
                self.state.d.next = State::Clear;
            }
            State::Clear => {
                if !self.digit.q.val().any() {
                    self.free.d.next = self.child.val();
                }
                self.ptr.we.next = true;
                self.digit.d.next = self.digit.q.val() + 1;
                if self.digit.q.val().all() {
                    self.state.d.next = State::Issue;
                }
            }
            State::Raise => {
                if !self.threshold.busy.val() {
                    self.state.d.next = State::Begin;
                }
            }
            State::Begin => {
                self.node.d.next = 0.into();
                self.depth.d.next = 0.into();
                self.digit.d.next = 0.into();
                self.kept.d.next = false;
                self.state.d.next = State::Enter;
            }
            State::Enter => {
                self.state.d.next = State::Scan;
            }
            State::Scan => {
                if self.present.val() {
                    self.stack.we.next = true;
                    self.base.next = self.child.val();
                    self.node.d.next = self.child.val();
                    self.depth.d.next = self.level.val();
                    self.kept.d.next = false;
                    self.digit.d.next = 0.into();
                    self.read_digit.next = 0.into();
                    if self.dumping.q.val() {
                        self.state.d.next = State::Prefix;
                    } else if self.depth.q.val() == self.above_unit.val() {
                        comment!("A unit node has no children: its last slot will do.");
                        self.digit.d.next = 3.into();
                        self.read_digit.next = 3.into();
                    }
                } else {
                    self.next_slot.next = true;
                }
            }
            State::Leave => {
                comment!("All slots seen. A leaf gets its link already: it only counts once the leaf is absorbed.");
                self.ptr.we.next = !self.kept.q.val();
                if !self.depth.q.val().any() {
                    if self.dumping.q.val() {
                        self.state.d.next = State::Tail;
                    } else if self.merging.q.val() {
                        self.merging.d.next = false;
                        self.ev_ready.next = true;
                        self.state.d.next = State::Idle;
                    } else if !self.full.val() {
                        self.collapsing.d.next = false;
                        self.state.d.next = State::Issue;
                    } else if self.dry.q.val() {
                        self.dry.d.next = false;
                        self.round_up.d.next = true;
                        self.threshold.step.next = true;
                        self.state.d.next = State::Raise;
                    } else {
                        self.dry.d.next = true;
                        self.threshold.open.next = true;
                        self.state.d.next = State::Begin;
                    }
                } else {
                    self.node.d.next = self.parent.val();
                    self.digit.d.next = self.parent_digit.val();
                    self.depth.d.next = self.level.val();
                    if self.kept.q.val() | self.dumping.q.val() {
                        self.kept.d.next = true;
                        self.state.d.next = State::Back;
                    } else {
                        self.kept.d.next = self.parent_kept.val();
                        self.state.d.next = State::Child;
                    }
                }
            }
            State::Child => {
                self.addend.d.next = self.own.rd.val();
                self.state.d.next = State::Pair;
            }
            State::Pair => {
                self.state.d.next = State::Compare;
            }
            State::Compare => {
                self.state.d.next = State::Absorb;
            }
            State::Absorb => {
                if self.over.q.val() | self.dry.q.val() {
                    self.threshold.take.next = !self.over.q.val();
                    self.kept.d.next = true;
                } else {
                    self.own.we.next = true;
                    self.ptr.we.next = true;
                    self.free.d.next = self.child.val();
                    self.live.d.next = self.census.val();
                }
                self.next_slot.next = true;
            }
            State::Back => {
                self.next_slot.next = true;
            }
            State::Header => {
                if self.writer.idle.val() {
                    if self.depth.q.val() == self.header_words.val() {
                        self.state.d.next = State::Prefix;
                        self.depth.d.next = 0.into();
                        self.digit.d.next = 0.into();
                        self.kept.d.next = false;
                    } else {
                        self.writer.send_word.next = true;
                        self.depth.d.next = self.level.val();
                    }
                }
            }
            State::Prefix => {
                if self.writer.idle.val() {
                    self.writer.send_path.next = true;
                    self.state.d.next = State::Own;
                }
            }
            State::Own => {
                if self.writer.idle.val() {
                    self.writer.send_word.next = true;
                    self.state.d.next = State::Enter;
                }
            }
            State::Tail => {
                if self.writer.idle.val() {
                    self.writer.send_tail.next = true;
                    self.state.d.next = State::Finish;
                }
            }
            State::Finish => {
                if self.writer.idle.val() {
                    self.dumping.d.next = false;
                    if self.cmd_op.val().get_bit(1) {
                        self.by_command.d.next = true;
                        self.state.d.next = State::Init;
                    } else {
                        self.cmd_ready.next = true;
                        self.state.d.next = State::Idle;
                    }
                }
            }
        }

        comment!("Read the next pointer of the walk.");
        if self.issue.val() {
            self.read_digit.next = self.key_digit.val();
            self.digit.d.next = self.key_digit.val();
            self.depth.d.next = self.level.val();
            self.addend.d.next = bit_cast::<C, 16>(self.ev_weight.val());
            self.state.d.next = State::Walk;
        }
        comment!("Next slot of this node.");
        self.digit_after.next = self.digit.q.val() + 1;
        if self.next_slot.val() {
            self.digit.d.next = self.digit_after.val();
            self.read_digit.next = self.digit_after.val();
            if self.digit.q.val().all() {
                self.state.d.next = State::Leave;
            } else {
                self.state.d.next = State::Scan;
            }
        }

        comment!("Memories: what is written is always the head of the free list, the sum, and the way back.");
        self.ptr.ra.next = (bit_cast::<PA, AW>(self.base.val()) << 2) | bit_cast::<PA, 2>(self.read_digit.val());
        self.ptr.wa.next = (bit_cast::<PA, AW>(self.node.q.val()) << 2) | bit_cast::<PA, 2>(self.digit.q.val());
        self.ptr.wd.next =
            bit_cast::<PD, AW>(self.free.q.val()) | (bit_cast::<PD, 1>(self.link.val().into()) << self.aw.val());
        self.own.ra.next = self.base.val();
        self.own.wa.next = self.node.q.val();
        self.own.wd.next = self.sum.q.val();
        self.stack.wa.next = self.level.val();
        self.stack.wd.next = bit_cast::<SD, AW>(self.node.q.val())
            | (bit_cast::<SD, 2>(self.digit.q.val()) << self.aw.val())
            | (bit_cast::<SD, 1>(self.kept.q.val().into()) << self.kept_bit.val());
        self.stack.ra.next = self.depth.q.val();
        if self.writer.path_busy.val() {
            self.stack.ra.next = self.writer.path_address.val();
        }

        comment!("Threshold, totals, EPS mode.");
        self.threshold.round_up.next = self.round_up.q.val();
        self.threshold.minimum.next = self.sum.q.val();
        self.threshold.serial_in.next = self.cfg_t0.val().get_bit(self.threshold.position.val().index());
        self.totals.clear.next = self.wipe.val();
        self.totals.add.next = self.count.val();
        self.totals.weight.next = self.ev_weight.val();
        self.added.d.next = self.count.val();
        if self.count.val() {
            self.holding.d.next = true;
        }
        if self.ev_ready.val() {
            self.holding.d.next = false;
        }
        self.creates.clear.next = self.wipe.val();
        self.collapses.clear.next = self.wipe.val();
        for i in 0..EPS {
            self.eps[i].clock.next = self.clock.val();
            self.eps[i].reset.next = self.reset.val();
            self.eps[i].sample.next = self.wipe.val();
            self.eps[i].cfg_m.next = self.cfg_eps_m.val();
            self.eps[i].cfg_s.next = self.cfg_eps_s.val();
            self.eps[i].start.next = self.added.q.val() & !self.totals.refused.val();
            self.eps[i].n.next = self.totals.n.val();
            self.eps[i].weight.next = self.ev_weight.val();
            self.eps[i].taken.next = self.merge_taken.val();
            self.eps[i].t_busy.next = self.threshold.busy.val();
            self.eps[i].position.next = self.threshold.position.val();
            self.eps[i].t_bit.next = self.threshold.serial_out.val();
            if self.eps[i].t_load.val() {
                self.threshold.load.next = true;
            }
            if self.eps[i].t_open.val() {
                self.threshold.open.next = true;
            }
            if self.eps[i].busy.val() {
                self.threshold.serial_in.next = self.eps[i].t_in.val();
            }
        }

        comment!("Dump.");
        self.stat_t_now.next = !self.threshold.inverted.val();
        self.writer.depth.next = self.depth.q.val();
        self.writer.path_digit.next = self.parent_digit.val();
        self.writer.dump_ready.next = self.dump_ready.val();
        self.dump_valid.next = self.writer.dump_valid.val();
        self.dump_data.next = self.writer.dump_data.val();
        self.dump_last.next = self.writer.dump_last.val();
        self.writer.word.next = (bit_cast::<64, LV>(self.depth.q.val()) << 56) | bit_cast::<64, C>(self.own.rd.val());
        if self.state.q.val() == State::Header {
            match bit_cast::<3, LV>(self.depth.q.val()).index() {
                0 => self.writer.word.next = bit_cast::<64, C>(self.totals.n.val()),
                1 => self.writer.word.next = bit_cast::<64, C>(self.stat_t_now.val()),
                2 => self.writer.word.next = bit_cast::<64, C>(self.totals.lost.val()),
                3 => self.writer.word.next = bit_cast::<64, PD>(self.live.q.val()),
                4 => self.writer.word.next = bit_cast::<64, 32>(self.creates.count.val()),
                _ => self.writer.word.next = bit_cast::<64, 32>(self.collapses.count.val()),
            }
        }

        comment!("Statistics.");
        self.stat_n.next = self.totals.n.val();
        self.stat_t.next = self.stat_t_now.val();
        self.stat_lost.next = self.totals.lost.val();
        self.stat_live.next = self.live.q.val();
        self.stat_creates.next = self.creates.count.val();
        self.stat_collapses.next = self.collapses.count.val();
        self.stat_lost_flag.next = self.totals.lost_flag.val();
        self.stat_near_full.next = self.totals.n.val().get_bit(self.top_bit.val().index());
        self.stat_event.next = self.ev_ready.val();
        self.stat_active.next = self.holding.q.val() | self.count.val();
        self.clearing.next = self.wiping.q.val();
        self.stat_collapsing.next = self.collapsing.q.val();
        self.stat_stall.next = self.walk_code.val();
        if self.collapsing.q.val() {
            self.stat_stall.next = self.collapse_code.val();
        } else if self.merging.q.val() {
            self.stat_stall.next = self.merge_code.val();
        } else if (self.state.q.val() == State::Fetch) | (self.state.q.val() == State::Clear) {
            self.stat_stall.next = self.create_code.val();
        }
        if self.reset.val() {
            self.state.d.next = State::Init;
            self.by_command.d.next = false;
            self.dumping.d.next = false;
            self.dry.d.next = false;
            self.merging.d.next = false;
            self.collapsing.d.next = false;
            self.added.d.next = false;
            self.holding.d.next = false;
            self.wiping.d.next = true;
        }
    }
}
