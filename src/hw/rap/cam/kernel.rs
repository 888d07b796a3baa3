//! What the engine does in each state (docs/reference/rap-cam.md has the diagram and the cycles).
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
    const LV: usize,
    const LS: usize,
    const B: usize,
    const BA: usize,
    const NB: usize,
    const M: usize,
    const H: usize,
> Logic for Engine<K, C, C1, AW, PD, PA, SD, LV, LS, B, BA, NB, M, H>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module engine");
        comment!(
            "@doc Range adaptive profiling engine around a ternary memory: one event per cycle between creates and collapses."
        );
        comment!(
            "@doc Rules R1 to R3, R5, R6, R8, R9 and R11 to R14 of docs/reference/rap.md; states and cycles are in docs/reference/rap-cam.md."
        );
        comment!("@ports ev: coalesced events, taken into a buffer");
        comment!("@ports cmd: commands, taken when no event is left; ready when the command is finished");
        comment!("@ports dump: dump stream");
        comment!("@ports cfg: sampled at reset; there is no EPS mode");
        comment!("@ports stat: statistics and status");
        dff_setup!(
            self, clock, state, running, ready, word, taking, flight, failed, passed, counted, unit12, unit13, unit14,
            path, node, free, digit, depth, kept, live, wiping, dumping, dry, round_up, collapsing, by_command
        );
        self.buffer.clock.next = self.clock.val();
        self.matcher.clock.next = self.clock.val();
        self.counter.clock.next = self.clock.val();
        self.totals.clock.next = self.clock.val();
        self.threshold.clock.next = self.clock.val();
        self.creates.clock.next = self.clock.val();
        self.collapses.clock.next = self.clock.val();
        self.writer.clock.next = self.clock.val();
        self.levels.clock.next = self.clock.val();
        self.ptr.clock.next = self.clock.val();
        self.stack.clock.next = self.clock.val();
        self.buffer.reset.next = self.reset.val();
        self.matcher.reset.next = self.reset.val();
        self.threshold.reset.next = self.reset.val();
        self.writer.reset.next = self.reset.val();

        comment!(
            "The pipeline: cycle 0 issues an event, bit i of flight is an event in cycle i + 1, cycle 15 is its last."
        );
        self.unit12.d.next = self.levels.rd.val() == self.units.val();
        self.unit13.d.next = self.unit12.q.val();
        self.unit14.d.next = self.unit13.q.val();
        self.last.next = self.flight.q.val().get_bit(13) & !self.failed.q.val();
        self.fits.next = !self.counter.over.val() | self.unit14.q.val();
        self.failed.d.next = self.last.val() & !self.fits.val() & !self.totals.refused.val();
        self.passed.d.next = self.last.val() & (self.fits.val() | self.totals.refused.val());
        self.counted.d.next = self.last.val() & self.fits.val() & !self.totals.refused.val();
        self.flight.d.next = (self.flight.q.val() << 1) | bit_cast::<16, 1>(self.buffer.issue.val().into());

        comment!("What the memories say.");
        self.present.next = self.ptr.rd.val().get_bit(self.aw.val().index());
        self.child.next = bit_cast::<AW, PD>(self.ptr.rd.val());
        self.parent.next = bit_cast::<AW, SD>(self.stack.rd.val());
        self.parent_digit.next = self.stack.rd.val().get_bits::<2>(self.aw.val().index());
        self.parent_kept.next = self.stack.rd.val().get_bit(self.kept_bit.val().index());
        self.full.next = self.live.q.val().get_bit(self.aw.val().index());

        comment!(
            "The digit at this depth: its number from below, its place in the path, and its value. A unit node has none."
        );
        self.slot.next = self.last_slot.val() - self.depth.q.val();
        self.shift.next = bit_cast::<LS, LV>(self.slot.val()) << 1;
        self.here.next = self.lowest.val() << self.shift.val();
        self.key_digit.next = bit_cast::<2, K>(self.path.q.val() >> self.shift.val());
        self.digits.next = bit_cast::<K, 2>(self.digit.q.val()) << self.shift.val();

        comment!("Requests, off unless a state makes them.");
        self.read_digit.next = self.digit.q.val();
        self.next_digit.next = self.digit.q.val() + 1;
        self.link.next = false;
        self.wipe.next = false;
        self.write.next = false;
        self.next_slot.next = false;
        self.ptr.we.next = false;
        self.levels.we.next = false;
        self.stack.we.next = false;
        self.threshold.load.next = false;
        self.threshold.step.next = false;
        self.threshold.open.next = false;
        self.threshold.take.next = self.taking.q.val();
        self.taking.d.next = false;
        self.matcher.wipe.next = false;
        self.matcher.toggle.next = false;
        self.matcher.child.next = self.child.val();
        self.counter.take.next = false;
        self.counter.zero.next = false;
        self.creates.step.next = false;
        self.collapses.step.next = false;
        self.ready.d.next = false;
        self.writer.send_word.next = false;
        self.writer.send_tail.next = false;
        self.cmd_ready.next = false;
        self.level_step.next = 1.into();
        if self.state.q.val() == State::Leave {
            self.level_step.next = self.minus_level.val();
        }
        self.level.next = self.depth.q.val() + self.level_step.val();
        self.live_step.next = 1.into();
        if self.state.q.val() == State::Store {
            self.live_step.next = self.minus_live.val();
        }
        self.census.next = self.live.q.val() + self.live_step.val();

        self.goes.next = self.state.q.val();
        match self.state.q.val() {
            State::Init => {
                self.wipe.next = true;
                self.threshold.load.next = true;
                self.matcher.wipe.next = true;
                self.counter.zero.next = true;
                self.wiping.d.next = true;
                self.path.d.next = 0.into();
                self.node.d.next = 0.into();
                self.free.d.next = 1.into();
                self.digit.d.next = 0.into();
                self.depth.d.next = 0.into();
                self.live.d.next = 1.into();
                self.goes.next = State::Link;
            }
            State::Link => {
                comment!("Thread the free list through slot 0 of every node.");
                self.counter.zero.next = true;
                self.ptr.we.next = true;
                self.node.d.next = self.free.q.val();
                self.free.d.next = self.free.q.val() + 1;
                if !self.free.q.val().any() {
                    self.node.d.next = 0.into();
                    self.goes.next = State::Root;
                }
            }
            State::Root => {
                comment!("The root has no children and no count.");
                self.counter.zero.next = true;
                self.free.d.next = 1.into();
                self.ptr.we.next = true;
                self.write.next = true;
                self.levels.we.next = true;
                if !self.digit.q.val().all() {
                    self.digit.d.next = self.digit.q.val() + 1;
                } else if !self.threshold.busy.val() & !self.matcher.busy.val() {
                    self.wiping.d.next = false;
                    if self.by_command.q.val() {
                        self.by_command.d.next = false;
                        self.goes.next = State::Done;
                    } else {
                        self.goes.next = State::Run;
                    }
                }
            }
            State::Run => {
                comment!("R5a, or else stop; the event and all behind it come again.");
                self.write.next = self.counted.q.val();
                self.path.d.next = self.buffer.key.val();
                if !self.failed.q.val() {
                    self.node.d.next = self.counter.entry.val();
                }
                if self.failed.q.val() {
                    self.flight.d.next = 0.into();
                    self.goes.next = State::Judge;
                } else if self.buffer.empty.val() & self.cmd_valid.val() & !self.ev_valid.val() {
                    self.depth.d.next = 0.into();
                    if self.cmd_op.val().get_bit(0) {
                        self.dumping.d.next = true;
                        self.goes.next = State::Header;
                    } else {
                        self.by_command.d.next = true;
                        self.goes.next = State::Init;
                    }
                }
            }
            State::Judge => {
                self.counter.zero.next = true;
                self.round_up.d.next = false;
                if self.full.val() {
                    comment!("R5b: no node left.");
                    self.collapses.step.next = true;
                    self.collapsing.d.next = true;
                    self.threshold.step.next = true;
                    self.goes.next = State::Raise;
                } else {
                    self.goes.next = State::Wait;
                }
            }
            State::Wait => {
                self.counter.zero.next = true;
                self.goes.next = State::Fetch;
            }
            State::Fetch => {
                self.counter.zero.next = true;
                self.path.d.next = self.buffer.key.val();
                self.depth.d.next = self.levels.rd.val();
                self.goes.next = State::Pick;
            }
            State::Pick => {
                self.counter.zero.next = true;
                self.digit.d.next = self.key_digit.val();
                self.goes.next = State::Make;
            }
            State::Make => {
                comment!("R5c: a new child for the key's digit.");
                self.counter.zero.next = true;
                self.creates.step.next = true;
                self.link.next = true;
                self.ptr.we.next = true;
                self.digit.d.next = 0.into();
                self.matcher.toggle.next = true;
                self.matcher.child.next = self.free.q.val();
                self.node.d.next = self.free.q.val();
                self.depth.d.next = self.level.val();
                self.live.d.next = self.census.val();
                self.goes.next = State::Take;
            }
            State::Take => {
                comment!("Its slot 0 holds the next free node; its count is zero.");
                self.write.next = true;
                self.levels.we.next = true;
                self.goes.next = State::Clear;
            }
            State::Clear => {
                if self.digit.q.val() == 1 {
                    self.free.d.next = self.child.val();
                }
                self.ptr.we.next = true;
                self.digit.d.next = self.digit.q.val() + 1;
                if self.digit.q.val().all() {
                    self.goes.next = State::Settle;
                }
            }
            State::Settle => {
                if !self.matcher.busy.val() {
                    self.goes.next = State::Run;
                }
            }
            State::Raise => {
                if !self.threshold.busy.val() {
                    self.goes.next = State::Begin;
                }
            }
            State::Begin => {
                self.path.d.next = 0.into();
                self.node.d.next = 0.into();
                self.depth.d.next = 0.into();
                self.digit.d.next = 0.into();
                self.kept.d.next = false;
                self.goes.next = State::Enter;
            }
            State::Enter => {
                self.goes.next = State::Scan;
            }
            State::Scan => {
                self.goes.next = State::Look;
            }
            State::Look => {
                self.read_digit.next = self.next_digit.val();
                if self.present.val() {
                    self.stack.we.next = true;
                    self.path.d.next = (self.path.q.val() & !self.here.val()) | self.digits.val();
                    self.node.d.next = self.child.val();
                    self.depth.d.next = self.level.val();
                    self.kept.d.next = false;
                    self.digit.d.next = 0.into();
                    if self.dumping.q.val() {
                        self.goes.next = State::Prefix;
                    } else {
                        self.goes.next = State::Enter;
                    }
                } else {
                    self.next_slot.next = true;
                }
            }
            State::Leave => {
                comment!("All slots seen. A leaf gets its link already: it only counts once the leaf is absorbed.");
                self.ptr.we.next = !self.kept.q.val();
                self.path.d.next = self.path.q.val() & !self.here.val();
                if !self.depth.q.val().any() {
                    if self.dumping.q.val() {
                        self.goes.next = State::Tail;
                    } else if !self.full.val() {
                        self.collapsing.d.next = false;
                        self.goes.next = State::Run;
                    } else if self.dry.q.val() {
                        self.dry.d.next = false;
                        self.round_up.d.next = true;
                        self.threshold.step.next = true;
                        self.goes.next = State::Raise;
                    } else {
                        self.dry.d.next = true;
                        self.threshold.open.next = true;
                        self.goes.next = State::Begin;
                    }
                } else {
                    self.node.d.next = self.parent.val();
                    self.digit.d.next = self.parent_digit.val();
                    self.depth.d.next = self.level.val();
                    if self.kept.q.val() | self.dumping.q.val() {
                        self.kept.d.next = true;
                        self.goes.next = State::Back;
                    } else {
                        self.kept.d.next = self.parent_kept.val();
                        self.goes.next = State::Child;
                    }
                }
            }
            State::Child => {
                self.goes.next = State::Pair;
            }
            State::Pair => {
                self.counter.take.next = true;
                self.goes.next = State::Parent;
            }
            State::Parent => {
                self.goes.next = State::Add;
            }
            State::Add => {
                self.goes.next = State::Compare;
            }
            State::Compare => {
                self.goes.next = State::Absorb;
            }
            State::Absorb => {
                if self.counter.over.val() | self.dry.q.val() {
                    self.read_digit.next = self.next_digit.val();
                    self.taking.d.next = !self.counter.over.val();
                    self.kept.d.next = true;
                    self.next_slot.next = true;
                } else {
                    self.goes.next = State::Store;
                }
            }
            State::Store => {
                self.write.next = true;
                self.ptr.we.next = true;
                self.matcher.toggle.next = true;
                self.free.d.next = self.child.val();
                self.live.d.next = self.census.val();
                self.goes.next = State::Remove;
            }
            State::Remove => {
                self.read_digit.next = self.next_digit.val();
                self.next_slot.next = !self.matcher.busy.val();
            }
            State::Back => {
                self.read_digit.next = self.next_digit.val();
                self.next_slot.next = true;
            }
            State::Header => {
                self.ready.d.next = self.writer.idle.val();
                if self.ready.q.val() {
                    self.ready.d.next = false;
                    if self.depth.q.val() == self.header_words.val() {
                        self.path.d.next = 0.into();
                        self.node.d.next = 0.into();
                        self.depth.d.next = 0.into();
                        self.digit.d.next = 0.into();
                        self.kept.d.next = false;
                        self.goes.next = State::Prefix;
                    } else {
                        self.writer.send_word.next = true;
                        self.depth.d.next = self.level.val();
                    }
                }
            }
            State::Prefix => {
                self.ready.d.next = self.writer.idle.val();
                if self.ready.q.val() {
                    self.ready.d.next = false;
                    self.writer.send_word.next = true;
                    self.goes.next = State::Own;
                }
            }
            State::Own => {
                self.ready.d.next = self.writer.idle.val();
                if self.ready.q.val() {
                    self.ready.d.next = false;
                    self.writer.send_word.next = true;
                    self.goes.next = State::Enter;
                }
            }
            State::Tail => {
                if self.writer.idle.val() {
                    self.writer.send_tail.next = true;
                    self.goes.next = State::Finish;
                }
            }
            State::Finish => {
                if self.writer.idle.val() {
                    self.dumping.d.next = false;
                    if self.cmd_op.val().get_bit(1) {
                        self.by_command.d.next = true;
                        self.goes.next = State::Init;
                    } else {
                        self.goes.next = State::Done;
                    }
                }
            }
            State::Done => {
                self.cmd_ready.next = true;
                self.goes.next = State::Run;
            }
        }

        comment!("Next slot of this node.");
        if self.next_slot.val() {
            self.digit.d.next = self.next_digit.val();
            if self.digit.q.val().all() {
                self.goes.next = State::Leave;
            } else {
                self.goes.next = State::Scan;
            }
        }

        self.state.d.next = self.goes.val();
        self.running.d.next = self.goes.val() == State::Run;

        comment!("Stages 0 to 4.");
        self.buffer.open.next = !self.wiping.q.val();
        self.buffer.ev_valid.next = self.ev_valid.val();
        self.buffer.ev_key.next = self.ev_key.val();
        self.buffer.ev_weight.next = self.ev_weight.val();
        self.ev_ready.next = self.buffer.ev_ready.val();
        self.buffer.run.next = self.running.q.val();
        self.buffer.single.next = self.totals.near.val();
        self.buffer.weigh.next = self.flight.q.val().get_bit(8);
        self.buffer.commit.next = self.passed.q.val();
        self.buffer.replay.next = self.failed.q.val();
        self.matcher.key.next = self.path.q.val();
        self.matcher.parent.next = self.node.q.val();
        self.matcher.slot.next = self.slot.val();
        self.counter.run.next = self.running.q.val();
        self.counter.index.next = self.matcher.index.val();
        self.counter.flight.next = self.flight.q.val().get_bits::<6>(10);
        self.counter.weight.next = self.buffer.weight.val();
        self.counter.threshold.next = self.threshold.inverted.val();
        self.counter.address.next = self.node.q.val();
        self.counter.write.next = self.write.val();
        self.totals.clear.next = self.wipe.val();
        self.totals.weight.next = self.counter.addend.val();
        self.totals.commit.next = self.passed.q.val();
        self.threshold.round_up.next = self.round_up.q.val();
        self.threshold.minimum.next = self.counter.sum.val();
        self.threshold.serial_in.next = self.cfg_t0.val().get_bit(self.threshold.position.val().index());
        self.creates.clear.next = self.wipe.val();
        self.collapses.clear.next = self.wipe.val();

        comment!("The tree as links, for creates, sweeps and dumps.");
        self.levels.ra.next = self.node.q.val();
        if self.running.q.val() {
            self.levels.ra.next = self.matcher.index.val();
        }
        self.levels.wa.next = self.node.q.val();
        self.levels.wd.next = self.depth.q.val();
        self.ptr.ra.next = (bit_cast::<PA, AW>(self.node.q.val()) << 2) | bit_cast::<PA, 2>(self.read_digit.val());
        self.ptr.wa.next = (bit_cast::<PA, AW>(self.node.q.val()) << 2) | bit_cast::<PA, 2>(self.digit.q.val());
        self.ptr.wd.next =
            bit_cast::<PD, AW>(self.free.q.val()) | (bit_cast::<PD, 1>(self.link.val().into()) << self.aw.val());
        self.stack.wa.next = self.level.val();
        self.stack.wd.next = bit_cast::<SD, AW>(self.node.q.val())
            | (bit_cast::<SD, 2>(self.digit.q.val()) << self.aw.val())
            | (bit_cast::<SD, 1>(self.kept.q.val().into()) << self.kept_bit.val());
        self.stack.ra.next = self.depth.q.val();

        comment!("Dump.");
        self.stat_t_now.next = !self.threshold.inverted.val();
        self.writer.send_path.next = false;
        self.writer.depth.next = 0.into();
        self.writer.path_digit.next = 0.into();
        self.writer.dump_ready.next = self.dump_ready.val();
        self.dump_valid.next = self.writer.dump_valid.val();
        self.dump_data.next = self.writer.dump_data.val();
        self.dump_last.next = self.writer.dump_last.val();
        self.word.d.next = (bit_cast::<64, LV>(self.depth.q.val()) << 56) | bit_cast::<64, C>(self.counter.count.val());
        if self.state.q.val() == State::Prefix {
            self.word.d.next = bit_cast::<64, K>(self.path.q.val());
        } else if self.state.q.val() == State::Header {
            match bit_cast::<3, LV>(self.depth.q.val()).index() {
                0 => self.word.d.next = bit_cast::<64, C>(self.totals.n.val()),
                1 => self.word.d.next = bit_cast::<64, C>(self.stat_t_now.val()),
                2 => self.word.d.next = bit_cast::<64, C>(self.totals.lost.val()),
                3 => self.word.d.next = bit_cast::<64, PD>(self.live.q.val()),
                4 => self.word.d.next = bit_cast::<64, 32>(self.creates.count.val()),
                _ => self.word.d.next = bit_cast::<64, 32>(self.collapses.count.val()),
            }
        }
        self.writer.word.next = self.word.q.val();

        comment!("Statistics.");
        self.stat_n.next = self.totals.n.val();
        self.stat_t.next = self.stat_t_now.val();
        self.stat_lost.next = self.totals.lost.val();
        self.stat_live.next = self.live.q.val();
        self.stat_creates.next = self.creates.count.val();
        self.stat_collapses.next = self.collapses.count.val();
        self.stat_lost_flag.next = self.totals.lost_flag.val();
        self.stat_near_full.next = self.totals.n.val().get_bit(self.top_bit.val().index());
        self.stat_event.next = self.passed.q.val();
        self.stat_active.next = !self.buffer.empty.val();
        self.clearing.next = self.wiping.q.val();
        self.stat_collapsing.next = self.collapsing.q.val();
        self.stat_stall.next = 0.into();
        if !self.ev_ready.val() {
            self.stat_stall.next = self.create_code.val();
            if self.wiping.q.val() {
                self.stat_stall.next = self.clear_code.val();
            } else if self.dumping.q.val() {
                self.stat_stall.next = self.command_code.val();
            } else if self.collapsing.q.val() {
                self.stat_stall.next = self.collapse_code.val();
            } else if self.running.q.val() {
                self.stat_stall.next = self.refill_code.val();
                if self.passed.q.val() {
                    self.stat_stall.next = self.queue_code.val();
                }
            }
        }
        if self.reset.val() {
            self.state.d.next = State::Init;
            self.running.d.next = false;
            self.flight.d.next = 0.into();
            self.failed.d.next = false;
            self.passed.d.next = false;
            self.counted.d.next = false;
            self.by_command.d.next = false;
            self.dumping.d.next = false;
            self.dry.d.next = false;
            self.collapsing.d.next = false;
            self.wiping.d.next = true;
        }
    }
}
