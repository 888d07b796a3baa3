//! What the engine does in each state (docs/reference/rap-serial.md has the diagram and the cycles).
use super::{Engine, State};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

impl<
    const K: usize,
    const C: usize,
    const OA: usize,
    const AW: usize,
    const PD: usize,
    const PA: usize,
    const DB: usize,
    const LV: usize,
    const KA: usize,
    const EPS: usize,
> Logic for Engine<K, C, OA, AW, PD, PA, DB, LV, KA, EPS>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module engine");
        comment!(
            "@doc Serial range adaptive profiling engine, one level of the tree per cycle (docs/reference/rap-serial.md)."
        );
        comment!("@ports ev: coalesced events, held until ready, which comes when the event is finished");
        comment!("@ports cmd: commands, taken when no event waits; ready when the command is finished");
        comment!("@ports dump: dump stream");
        comment!("@ports cfg: sampled at reset");
        comment!("@ports stat: statistics and status");
        dff_setup!(
            self, clock, state, free, depth, kept, live, part, any_lost, next_digit, at_root, settled, refused,
            in_scratch, pumping, unit, dumping, dry, merging, round_up, collapsing, by_command, holding, wiping
        );
        self.cursor.clock.next = self.clock.val();
        self.counts.clock.next = self.clock.val();
        self.limit.clock.next = self.clock.val();
        self.ledger.clock.next = self.clock.val();
        self.pump.clock.next = self.clock.val();
        self.adder.clock.next = self.clock.val();
        self.source.clock.next = self.clock.val();
        self.limit.reset.next = self.reset.val();
        self.ledger.reset.next = self.reset.val();
        self.pump.reset.next = self.reset.val();

        comment!("What the memories say.");
        self.cursor.parent.next = bit_cast::<AW, 16>(self.ledger.data.val());
        self.parent_kept.next = self.ledger.data.val().get_bit(13);
        self.parent_digit.next = self.ledger.data.val().get_bits::<2>(14);
        self.full.next = self.live.q.val().get_bit(self.aw.val().index());
        self.sweeping.next = self.collapsing.q.val() | self.merging.q.val();

        self.wait.next = self.ledger.fetch.val() | self.ledger.adding.val() | self.limit.follows.val();

        self.digits.key.next = self.ev_key.val();
        self.digits.depth.next = self.depth.q.val();
        self.settled.d.next = self.ledger.idle.val() & !(self.state.q.val() == State::Refuse);
        self.refused.d.next = self.ledger.refused.val();
        self.at_root.d.next = !self.depth.q.val().any();
        self.unit.d.next = self.depth.q.val() == self.below_unit.val();
        self.last_slot.next = self.cursor.digit.val().all();
        self.last_add.next = self.part.q.val() + 1 == self.last_part.val();

        comment!("Requests, off unless a state makes them.");
        self.own_part.next = 0.into();
        self.stop.next = false;
        self.cursor.link.next = false;
        self.cursor.follow.next = false;
        self.cursor.root.next = false;
        self.cursor.rewind.next = false;
        self.cursor.up.next = false;
        self.cursor.grow.next = false;
        self.cursor.digit_next.next = self.cursor.digit.val();
        self.home.next = false;
        self.put.next = false;
        self.cursor.write.next = false;
        self.counts.clear.next = false;
        self.ledger.push.next = false;
        self.limit.step.next = false;
        self.limit.open.next = false;
        self.ledger.start.next = false;
        self.ledger.select.next = false;
        self.ledger.word.next = 0.into();
        self.ledger.next_word.next = false;
        self.sending.next = false;
        self.pump.start.next = false;
        self.pump.quiet.next = false;
        self.limit.load.next = self.wiping.q.val() & self.pump.first_bit.val();
        self.count.next = false;
        self.merge_taken.next = false;
        self.issue.next = false;
        self.adder.clear.next = false;
        self.adder.weigh.next = false;
        self.ev_ready.next = false;
        self.cmd_ready.next = false;
        self.part.d.next = 0.into();
        self.live_step.next = 1.into();
        if self.state.q.val() == State::Absorb {
            self.live_step.next = self.minus_live.val();
        }
        self.digit_after.next = self.cursor.digit.val() + 1;
        self.census.next = self.live.q.val() + self.live_step.val();

        match self.state.q.val() {
            State::Init => {
                self.pump.start.next = true;
                self.pump.quiet.next = true;
                self.ledger.select.next = true;
                self.ledger.word.next = 6.into();
                self.home.next = true;
                self.cursor.rewind.next = true;
                self.cursor.digit_next.next = 0.into();
                self.state.d.next = State::Link;
            }
            State::Link => {
                comment!("Thread the free list through slot 0 of every node.");
                self.adder.clear.next = true;
                self.cursor.write.next = true;
                self.cursor.grow.next = true;
                self.free.d.next = bit_cast::<AW, PD>(self.census.val());
                self.live.d.next = self.census.val();
                if self.full.val() {
                    self.state.d.next = State::Root;
                }
            }
            State::Root => {
                comment!("The root has no children and no count.");
                self.adder.clear.next = true;
                self.cursor.write.next = true;
                self.counts.clear.next = true;
                self.home.next = true;
                self.cursor.rewind.next = true;
                self.cursor.digit_next.next = self.digit_after.val();
                if self.last_slot.val() & !self.pump.busy.val() {
                    self.state.d.next = State::Done;
                }
            }
            State::Idle => {
                self.adder.weigh.next = true;
                self.cursor.digit_next.next = self.digits.first.val();
                if !self.counts.late.val() {
                    self.cursor.root.next = true;
                    if self.ev_valid.val() {
                        self.count.next = !self.holding.q.val();
                        self.ledger.select.next = self.count.val();
                        self.ledger.start.next = self.count.val();
                        self.issue.next = true;
                        self.state.d.next = State::Walk;
                    } else if self.cmd_valid.val() {
                        self.ledger.select.next = true;
                        if self.cmd_op.val().get_bit(0) {
                            self.state.d.next = State::Header;
                        } else {
                            self.state.d.next = State::Init;
                        }
                    }
                }
            }
            State::Issue => {
                self.adder.weigh.next = true;
                self.issue.next = true;
                self.cursor.digit_next.next = self.next_digit.q.val();
                self.state.d.next = State::Walk;
            }
            State::Walk => {
                self.adder.weigh.next = self.cursor.present.val() | self.wait.val();
                self.cursor.follow.next = true;
                self.issue.next = self.cursor.present.val();
                self.stop.next = !self.cursor.present.val() & !self.wait.val();
                self.own_part.next = bit_cast::<2, 1>(self.stop.val().into());
                if self.refused.q.val() {
                    self.state.d.next = State::Refuse;
                } else if self.stop.val() {
                    self.state.d.next = State::Add;
                }
            }
            State::Refuse => {
                self.home.next = true;
                self.ledger.select.next = true;
                self.ledger.start.next = true;
                self.ledger.word.next = 2.into();
                self.state.d.next = State::Finish;
            }
            State::Finish => {
                self.ev_ready.next = self.settled.q.val();
                if self.settled.q.val() {
                    self.state.d.next = State::Idle;
                }
            }
            State::Done => {
                self.cmd_ready.next = self.by_command.q.val();
                self.state.d.next = State::Idle;
            }
            State::Add => {
                self.own_part.next = self.part.q.val() + 2;
                self.part.d.next = self.part.q.val() + 1;
                comment!("That n is full comes out at the end of the walk, or one cycle later.");
                if self.refused.q.val() {
                    self.state.d.next = State::Refuse;
                } else if self.last_add.val() {
                    self.state.d.next = State::Compare;
                }
            }
            State::Compare => {
                self.adder.clear.next = true;
                if self.sweeping.val() {
                    self.state.d.next = State::Absorb;
                } else {
                    self.state.d.next = State::Decide;
                }
            }
            State::Decide => {
                self.adder.clear.next = true;
                if !self.adder.over.val() {
                    comment!("R5a: it fits.");
                    self.put.next = true;
                    self.home.next = true;
                    if self.limit.due.val() {
                        comment!("R7: the event is finished after the sweep.");
                        self.merge_taken.next = true;
                        self.state.d.next = State::Begin;
                    } else {
                        self.ev_ready.next = true;
                        self.state.d.next = State::Idle;
                    }
                } else if self.full.val() {
                    comment!("R5b: no node left.");
                    self.state.d.next = State::Step;
                } else {
                    comment!("R5c: a new child takes the place of the node.");
                    self.cursor.link.next = true;
                    self.cursor.write.next = true;
                    self.live.d.next = self.census.val();
                    self.state.d.next = State::Fetch;
                }
            }
            State::Fetch => {
                comment!("Its slot 0 holds the next free node.");
                self.cursor.grow.next = true;
                self.cursor.digit_next.next = 0.into();
                self.adder.clear.next = true;
                self.ledger.select.next = true;
                self.ledger.start.next = true;
                self.ledger.word.next = 4.into();
                self.state.d.next = State::Clear;
            }
            State::Clear => {
                self.adder.clear.next = !self.ledger.adding.val();
                if !self.cursor.digit.val().any() {
                    self.free.d.next = self.cursor.child.val();
                }
                self.cursor.write.next = true;
                self.counts.clear.next = true;
                self.cursor.digit_next.next = self.digit_after.val();
                if self.last_slot.val() {
                    self.state.d.next = State::Issue;
                }
            }
            State::Step => {
                comment!("Once for each collapse: round_up says that it is the step to the minimum found.");
                self.ledger.select.next = !self.round_up.q.val();
                self.ledger.start.next = !self.round_up.q.val();
                self.ledger.word.next = 5.into();
                self.limit.step.next = true;
                self.state.d.next = State::Raise;
            }
            State::Raise => {
                if !self.limit.busy.val() {
                    self.state.d.next = State::Begin;
                }
            }
            State::Begin => {
                self.ledger.select.next = true;
                self.ledger.word.next = 6.into();
                self.limit.open.next = self.dry.q.val();
                self.home.next = true;
                self.cursor.digit_next.next = 0.into();
                if !self.counts.late.val() {
                    self.cursor.rewind.next = true;
                    self.state.d.next = State::Enter;
                }
            }
            State::Enter => self.state.d.next = State::Scan,
            State::Scan => {
                comment!("The stack entry is written in any case: what lies deeper than this node is free.");
                self.ledger.push.next = true;
                self.cursor.follow.next = true;
                self.cursor.digit_next.next = self.digit_after.val();
                if self.cursor.present.val() {
                    if self.dumping.q.val() {
                        self.state.d.next = State::Prefix;
                    }
                } else if self.last_slot.val() {
                    self.state.d.next = State::Leave;
                }
            }
            State::Leave => {
                comment!("All slots seen. A leaf gets its link already: it only counts once the leaf is absorbed.");
                self.cursor.write.next = !self.kept.q.val();
                if self.at_root.q.val() {
                    self.state.d.next = State::Top;
                } else if self.kept.q.val() | self.dumping.q.val() {
                    self.state.d.next = State::Up;
                } else {
                    self.state.d.next = State::Lift;
                }
            }
            State::Top => {
                if self.dumping.q.val() {
                    self.state.d.next = State::Tail;
                } else if self.merging.q.val() {
                    self.state.d.next = State::Finish;
                } else if !self.full.val() {
                    self.state.d.next = State::Idle;
                } else if self.dry.q.val() {
                    self.state.d.next = State::Step;
                } else {
                    self.state.d.next = State::Begin;
                }
            }
            State::Lift => {
                self.own_part.next = self.part.q.val() + 1;
                self.part.d.next = self.part.q.val() + 1;
                if self.last_add.val() {
                    self.part.d.next = 0.into();
                    self.state.d.next = State::Up;
                }
            }
            State::Up => {
                comment!("To the parent; from a leaf its count goes along.");
                self.cursor.up.next = true;
                self.cursor.digit_next.next = self.parent_digit.val();
                if self.kept.q.val() {
                    self.state.d.next = State::Back;
                } else {
                    self.state.d.next = State::Pair;
                }
            }
            State::Pair => {
                self.own_part.next = 1.into();
                self.state.d.next = State::Add;
            }
            State::Absorb => {
                self.state.d.next = State::Back;
                if !self.adder.over.val() {
                    self.put.next = true;
                    if self.dry.q.val() {
                        self.state.d.next = State::Lower;
                    } else {
                        self.cursor.write.next = true;
                        self.free.d.next = self.cursor.child.val();
                        self.live.d.next = self.census.val();
                    }
                }
            }
            State::Lower => {
                comment!("The new minimum goes from the scratch memory into the threshold.");
                self.sending.next = true;
                self.pump.quiet.next = true;
                self.limit.load.next = self.pump.first_bit.val();
                if self.pump.done.val() {
                    self.state.d.next = State::Back;
                }
            }
            State::Back => {
                self.cursor.digit_next.next = self.digit_after.val();
                self.state.d.next = State::Scan;
                if self.last_slot.val() {
                    self.state.d.next = State::Leave;
                }
            }
            State::Header => {
                self.cursor.digit_next.next = 0.into();
                self.sending.next = true;
                if self.ledger.selected.val() == 1 {
                    self.limit.load.next = self.pump.first.val();
                }
                if self.pump.done.val() {
                    self.ledger.next_word.next = true;
                    if self.ledger.selected.val() == 5 {
                        self.state.d.next = State::Prefix;
                    }
                }
            }
            State::Prefix => {
                self.sending.next = true;
                if self.pump.done.val() {
                    self.state.d.next = State::Own;
                }
            }
            State::Own => {
                self.sending.next = true;
                self.own_part.next = self.pump.place.val().get_bits::<2>(4);
                if self.pump.done.val() {
                    self.state.d.next = State::Enter;
                }
            }
            State::Tail => {
                self.sending.next = true;
                if self.pump.done.val() {
                    if self.cmd_op.val().get_bit(1) {
                        self.state.d.next = State::Init;
                    } else {
                        self.state.d.next = State::Done;
                    }
                }
            }
        }

        comment!("Flags, as sums of what sets and clears them: a clock enable would lie behind all of these states.");
        self.command.next =
            (self.state.q.val() == State::Idle) & self.cmd_valid.val() & !self.ev_valid.val() & !self.counts.late.val();
        self.ended.next = (self.state.q.val() == State::Tail) & self.pump.done.val();
        self.dumping.d.next =
            (self.dumping.q.val() | (self.command.val() & self.cmd_op.val().get_bit(0))) & !self.ended.val();
        self.by_command.d.next =
            (self.by_command.q.val() | (self.command.val() & !self.cmd_op.val().get_bit(0)) | self.ended.val())
                & !(self.state.q.val() == State::Done);
        self.wiping.d.next = (self.state.q.val() == State::Init)
            | (self.wiping.q.val()
                & !((self.state.q.val() == State::Root) & self.last_slot.val() & !self.pump.busy.val()));
        self.any_lost.d.next =
            (self.any_lost.q.val() | (self.state.q.val() == State::Refuse)) & !(self.state.q.val() == State::Init);
        self.merging.d.next = (self.merging.q.val() | self.merge_taken.val()) & !(self.state.q.val() == State::Top);
        self.collapsing.d.next = (self.collapsing.q.val()
            | ((self.state.q.val() == State::Decide) & self.adder.over.val() & self.full.val()))
            & !((self.state.q.val() == State::Top) & !self.full.val());
        self.fruitless.next = (self.state.q.val() == State::Top) & self.collapsing.q.val() & self.full.val();
        self.dry.d.next = self.dry.q.val() ^ self.fruitless.val();
        self.round_up.d.next = (self.round_up.q.val() | (self.fruitless.val() & self.dry.q.val()))
            & !(self.state.q.val() == State::Compare);
        comment!("Whether a child of the node at hand stays; a dump keeps everything.");
        self.kept.d.next = (self.kept.q.val()
            | ((self.state.q.val() == State::Leave) & self.dumping.q.val())
            | ((self.state.q.val() == State::Up) & self.parent_kept.val())
            | ((self.state.q.val() == State::Absorb) & (self.adder.over.val() | self.dry.q.val())))
            & !(self.state.q.val() == State::Begin)
            & !((self.state.q.val() == State::Scan) & self.cursor.present.val());

        comment!("The next level of the walk; a sweep only needs the last slot of a unit node, which has no children.");
        self.near_unit.next = bit_cast::<DB, LV>(self.depth.q.val()) == self.above_unit.val();
        if (self.state.q.val() == State::Scan) & self.cursor.present.val() {
            self.near_unit.next = bit_cast::<DB, LV>(self.depth.q.val()) == self.near_above_unit.val();
        }
        self.cursor.child_digit.next = self.next_digit.q.val();
        if (self.state.q.val() == State::Enter)
            | (self.state.q.val() == State::Scan)
            | (self.state.q.val() == State::Back)
        {
            self.next_digit.d.next = 0.into();
            if self.near_unit.val() {
                self.next_digit.d.next = 3.into();
            }
        }
        if self.issue.val() {
            self.next_digit.d.next = self.digits.below.val();
        }
        self.level_step.next = 0.into();
        if self.issue.val() | ((self.state.q.val() == State::Scan) & self.cursor.present.val()) {
            self.level_step.next = 1.into();
        }
        if self.state.q.val() == State::Up {
            self.level_step.next = self.minus_level.val();
        }
        self.depth.d.next = self.depth.q.val() + self.level_step.val();
        if self.home.val() {
            self.depth.d.next = 0.into();
        }
        self.cursor.free.next = self.free.q.val();

        comment!("Counts: what is written is always the sum, part after part.");
        self.counts.read_node.next = self.cursor.base.val();
        self.counts.read_part.next = self.own_part.val();
        self.counts.node.next = self.cursor.node.val();
        self.counts.sum.next = self.adder.sum.val();
        self.counts.put.next = self.put.val();
        self.counts.dry.next = self.dry.q.val();
        self.counts.digit.next = self.cursor.digit.val();

        comment!("Sums.");
        self.read_word.next = (self.state.q.val() == State::Header) | (self.state.q.val() == State::Lower);
        self.operand.next = self.counts.data.val();
        self.in_scratch.d.next = self.ledger.fetch.val() | self.read_word.val() | (self.state.q.val() == State::Prefix);
        if self.in_scratch.q.val() {
            self.operand.next = self.ledger.data.val();
        }
        self.adder.operand.next = self.operand.val();
        self.adder.own.next = self.counts.data.val();
        self.adder.lift.next = (self.state.q.val() == State::Lift) | (self.state.q.val() == State::Up);
        self.adder.weight.next = self.ev_weight.val();
        if self.ledger.fetch.val() {
            self.adder.weigh.next = self.ledger.first.val() & !self.ledger.tally.val();
        }
        self.adder.chain.next = self.ledger.adding.val()
            | self.stop.val()
            | (self.state.q.val() == State::Pair)
            | (self.state.q.val() == State::Add);
        self.adder.increment.next = self.ledger.first.val() & self.ledger.tally.val();
        self.adder.saturate.next = self.ledger.adding.val() & self.ledger.saturate.val();
        self.adder.inverted.next = self.limit.inverted.val();
        self.adder.part.next = self.part.q.val();
        self.adder.dry.next = self.dry.q.val();
        self.adder.exempt.next = self.unit.q.val();

        comment!("Scratch memory: the stack below, totals and statistics above.");
        self.ledger.wipe.next = self.wiping.q.val();
        self.ledger.sum.next = self.adder.sum.val();
        self.ledger.overflow.next = self.adder.carry.val();
        self.ledger.store.next = ((self.state.q.val() == State::Absorb) | self.counts.rest.val()) & self.dry.q.val();
        self.ledger.place.next = self.pump.place.val();
        self.ledger.read_word.next = self.read_word.val();
        self.ledger.stack_read.next = self.depth.q.val();
        if self.state.q.val() == State::Prefix {
            self.ledger.stack_read.next = self.source.address.val();
        }
        self.ledger.stack_write.next = self.depth.q.val() + 1;
        self.ledger.entry.next = bit_cast::<16, AW>(self.cursor.node.val())
            | (bit_cast::<16, 1>(self.kept.q.val().into()) << 13)
            | (bit_cast::<16, 2>(self.cursor.digit.val()) << 14);

        comment!("Dump: bit by bit, from the place it has.");
        self.pump.last.next = self.state.q.val() == State::Tail;
        self.pumping.d.next = self.sending.val() & !self.pump.done.val();
        if self.pumping.q.val() & !self.pump.busy.val() & !self.pump.done.val() {
            self.pump.start.next = true;
        }
        self.source.first_threshold.next = self.wiping.q.val();
        self.source.header.next = self.state.q.val() == State::Header;
        self.source.prefix.next = self.state.q.val() == State::Prefix;
        self.source.own.next = self.state.q.val() == State::Own;
        self.source.word.next = self.ledger.selected.val();
        self.source.fetching.next = self.pump.fetching.val();
        self.source.place.next = self.pump.place.val();
        self.source.index.next = self.pump.index.val();
        self.source.memory.next = self.operand.val();
        self.source.threshold.next = self.limit.serial_out.val();
        self.source.cfg_t0.next = self.cfg_t0.val();
        self.source.live.next = self.live.q.val();
        self.source.depth.next = self.depth.q.val();
        self.pump.bit_in.next = self.source.bit_out.val();
        self.pump.dump_ready.next = self.dump_ready.val();
        self.dump_valid.next = self.pump.dump_valid.val();
        self.dump_data.next = self.pump.dump_data.val();
        self.dump_last.next = self.pump.dump_last.val();

        comment!("Threshold.");
        self.limit.round_up.next = self.round_up.q.val();
        self.limit.serial_in.next = self.pump.bit_out.val();
        self.limit.rotate.next = self.state.q.val() == State::Header;
        self.limit.sample.next = self.state.q.val() == State::Init;
        self.limit.cfg_m.next = self.cfg_eps_m.val();
        self.limit.cfg_s.next = self.cfg_eps_s.val();
        self.limit.count.next = self.count.val();
        self.limit.counted.next = self.ledger.idle.val();
        self.limit.refused.next = self.ledger.refused.val();
        self.limit.n.next = self.ledger.n.val();
        self.limit.weight.next = self.ev_weight.val();
        self.limit.taken.next = self.merge_taken.val();
        self.holding.d.next = (self.holding.q.val() | self.count.val()) & !self.ev_ready.val();

        comment!("Statistics.");
        if (self.state.q.val() == State::Init) | (self.state.q.val() == State::Root) {
            self.free.d.next = 1.into();
            self.live.d.next = 1.into();
        }
        self.stat_n.next = self.ledger.n.val();
        self.stat_t.next = !self.limit.inverted.val();
        self.stat_lost.next = self.ledger.lost.val();
        self.stat_live.next = self.live.q.val();
        self.stat_creates.next = self.ledger.creates.val();
        self.stat_collapses.next = self.ledger.collapses.val();
        self.stat_lost_flag.next = self.any_lost.q.val();
        self.stat_near_full.next = self.ledger.n.val().get_bit(self.top_bit.val().index());
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
            self.holding.d.next = false;
            self.pumping.d.next = false;
            self.wiping.d.next = true;
        }
    }
}
