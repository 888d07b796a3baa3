//! The CAM engine, after Fig. 4 of the paper (docs/reference/rap-cam.md).
mod bank;
mod buffer;
mod counter;
mod cursor;
mod editor;
mod matcher;
mod scout;
mod state;
mod totals;
mod tour;
mod visits;

use super::STALL_BITS;
use super::dump::DumpWriter;
use super::ladder::Ladder;
use super::widths::{bank_bits, digit_bits};
use crate::hw::bundles::{CommandRx, DumpTx, EventRx, SettingsRx, StatisticsTx};
use crate::hw::lib::{FastRamRe, OutRegRam, Reg};
use crate::hw::tally::Tally;
use crate::spec::rap::Stall;
use buffer::Buffer;
use counter::Counter;
use cursor::Cursor;
use matcher::Matcher;
use rust_hdl::prelude::*;
use scout::Scout;
use state::State;
use totals::Totals;
use tour::Tour;
use visits::Visits;

#[treetap_hdl::unit]
mod engine {
    //! Range adaptive profiling engine around a ternary memory: one event per cycle between creates and absorptions.
    //! Rules R1 to R3, R5, R8, R9, R11 to R13 and R15 of docs/reference/rap.md;
    //! states and cycles are in docs/reference/rap-cam.md.

    /// A ternary memory that finds the node of one event per cycle: rules R1 to R3, R5, R8, R9, R11 to R13 and R15.
    ///
    /// Keys have `K` bits, a multiple of 8; counts have `C`; there are `2^AW` nodes, at most 256, in `NB` banks of the
    /// ternary memory. `S`, `WC`, `VC` and `J` are the parameters of the hand ([`crate::spec::rap::Hand`]).
    ///
    /// Streams: events are taken into the buffer of the engine and finished in order; `stat_event` tells when. A
    /// command must stay until `cmd_ready`, when it is finished (the dump's last word has left, the memories are
    /// clear). Events go first.
    #[clocked(reset)]
    #[derived(
        C1 = C + 1, PD = AW + 1, LW = AW + 5, LV = digit_bits(K) + 1, BA = bank_bits(AW), B = 1 << BA,
        NB = 1 << (AW - BA), M = K / 8, H = M.div_ceil(2)
    )]
    pub struct Engine<
        #[range(8..=64, step = 8)] const K: usize,
        #[range(16..=48)] const C: usize,
        #[range(3..=8)] const AW: usize,
        #[range(1..=4096)] const S: usize,
        #[range(1..=65535)] const WC: usize,
        #[range(0..=65535)] const VC: usize,
        #[range(1..=63)] const J: usize,
    > {
        #[group("coalesced events, taken into a buffer")]
        pub ev: EventRx<K>,
        #[group("commands, taken when no event is left; ready when the command is finished")]
        pub cmd: CommandRx<2>,
        #[group("dump stream")]
        pub dump: DumpTx,
        #[group("sampled at reset; there is no EPS mode")]
        pub cfg: SettingsRx<C>,
        #[group("statistics and status")]
        #[except(zero_weight)]
        pub stat: StatisticsTx<C, PD>,
        /// The memories are being cleared after a reset.
        pub clearing: Signal<Out, Bit>,
        /// Why `ev_ready` is low in this cycle (`spec::rap::Stall`), 0 when it is not.
        pub stat_stall: Signal<Out, Bits<STALL_BITS>>,
        buffer: Buffer<K>,
        matcher: Matcher<K, AW, LV, BA>,
        counter: Counter<C, AW>,
        totals: Totals<C>,
        ladder: Ladder<C, J>,
        scout: Scout<C, AW>,
        visits: Visits<K, AW, WC, VC>,
        cursor: Cursor<K, LV>,
        tour: Tour<LV, { K / 2 }>,
        creates: Tally,
        writer: DumpWriter<LV, { K / 2 }>,
        levels: OutRegRam<LV, AW>,
        links: FastRamRe<LW, AW>,
        state: Reg<State>,
        running: Reg<Bit>,
        word: Reg<Bits<64>>,
        flight: Reg<Bits<16>>,
        absorbing: Reg<Bits<6>>,
        #[also(passed, counted, above, begins, unit12, unit13, unit14)]
        failed: Reg<Bit>,
        node: Reg<Bits<AW>>,
        free: Reg<Bits<AW>>,
        live: Reg<Bits<PD>>,
        #[also(low, since, visiting, by_command)]
        wiping: Reg<Bit>,
        /// What of the link of a slot is not the number of a slot.
        children: Signal<Local, Bits<3>>,
    }

    impl Engine {
        fn update(&mut self) {
            const UNITS: Bits<LV> = K / 2;
            const AW: Bits<5> = AW;
            const ENOUGH: Bits<PD> = (1 << AW) - S;
            const MINUS_LIVE: Bits<PD> = (1 << PD) - 1;
            const DIGIT_BIT: Bits<5> = AW + 3;
            const NO_NODE: Bits<3> = 7;
            const MINUS_CHILD: Bits<3> = 7;
            const TOP_BIT: Bits<6> = C - 1;
            const CLEAR_CODE: Bits<STALL_BITS> = Stall::Clear as u64;
            const COMMAND_CODE: Bits<STALL_BITS> = Stall::Command as u64;
            const CREATE_CODE: Bits<STALL_BITS> = Stall::Create as u64;
            const VISIT_CODE: Bits<STALL_BITS> = Stall::Visit as u64;
            const QUEUE_CODE: Bits<STALL_BITS> = Stall::Queue as u64;
            const REFILL_CODE: Bits<STALL_BITS> = Stall::Refill as u64;

            self.verdicts();
            self.requests();
            self.states();
            self.stages();
            self.hand();
            self.tree();
            self.dump_stream();
            self.statistics();
            if self.reset.val() {
                self.state.d.next = State::Init;
                zero!(self: running, flight, absorbing, failed, passed, counted, above, by_command);
                self.wiping.d.next = true;
            }
        }

        fn verdicts(&mut self) {
            comment!(
                "The pipeline: cycle 0 issues an event, bit i of flight is an event in cycle i + 1, cycle 15 is its \
                 last."
            );
            self.unit12.d.next = self.levels.rd.val() == UNITS;
            drive!(self: unit13 = unit12.q, unit14 = unit13.q);
            let full: Bit = self.live.q.val().get_bit(AW.index());
            self.low.d.next = self.live.q.val() > ENOUGH;
            let last: Bit = self.flight.q.val().get_bit(13) & !self.failed.q.val();
            let event: Bit = last & !self.totals.refused.val();
            comment!("R5a, and H3: without a free slot everything fits.");
            let light: Bit = !self.counter.over.val() | self.unit14.q.val();
            let fits: Bit = light | full;
            let waits: Bit = self.visits.short.val() | self.visits.due.val();
            self.failed.d.next = event & (waits | !fits);
            self.counted.d.next = event & !waits & fits;
            self.above.d.next = event & !waits & full & !light;
            self.passed.d.next = last & (self.totals.refused.val() | (!waits & fits));
            self.begins.d.next = self.visits.due.val();
            if self.running.q.val() & !self.failed.q.val() {
                self.visiting.d.next = waits;
            }
            self.flight.d.next = (self.flight.q.val() << 1) | bit_cast::<16, 1>(self.buffer.issue.val().into());
        }

        fn requests(&mut self) {
            comment!("What the memories say.");
            let link: Bits<AW> = bit_cast::<AW, LW>(self.links.rd.val());
            let below: Bits<3> = self.links.rd.val().get_bits::<3>(AW.index());
            comment!("Requests, off unless a state makes them.");
            let wipe: Bit = false;
            let write: Bit = false;
            let round: Bit = false;
            let grow: Bit = false;
            let still: Bit = true;
            zero!(matcher: wipe, toggle);
            self.counter.zero.next = false;
            zero!(cursor: take, shift, set);
            self.ladder.load.next = false;
            self.tour.start.next = false;
            self.levels.we.next = false;
            self.links.we.next = false;
            self.cmd.ready.next = false;
            comment!("A link is as it was, with one child less.");
            self.children.next = below + MINUS_CHILD;
            let onward: Bits<AW> = link;
            let digit: Bits<2> = self.links.rd.val().get_bits::<2>(DIGIT_BIT.index());
            let absorbs: Bit = false;
            let linked: Bits<AW> = self.node.q.val();
            let live_step: Bits<PD> = 1.into();
            if self.state.q.val() == State::Close {
                live_step = MINUS_LIVE;
            }
            let census: Bits<PD> = self.live.q.val() + live_step;
        }

        fn states(&mut self) {
            let goes: State = self.state.q.val();
            match self.state.q.val() {
                State::Init => {
                    wipe = true;
                    self.ladder.load.next = true;
                    self.matcher.wipe.next = true;
                    self.wiping.d.next = true;
                    zero!(self: node);
                    self.free.d.next = 1.into();
                    self.live.d.next = 1.into();
                    goes = State::Link;
                }
                State::Link => self.link(),
                State::Root => self.root(),
                State::Run => self.run(),
                State::Split => {
                    self.counter.zero.next = true;
                    goes = State::Wait;
                }
                State::Wait => {
                    self.counter.zero.next = true;
                    self.links.we.next = true;
                    self.children.next = below + 1;
                    goes = State::Fetch;
                }
                State::Fetch => {
                    self.counter.zero.next = true;
                    self.cursor.take.next = true;
                    self.cursor.set.next = true;
                    goes = State::Make;
                }
                State::Make => {
                    comment!("R5c: a new child for the key's digit.");
                    self.counter.zero.next = true;
                    grow = true;
                    self.links.we.next = true;
                    self.children.next = 0.into();
                    onward = self.node.q.val();
                    digit = self.cursor.digit.val();
                    linked = self.free.q.val();
                    self.matcher.toggle.next = true;
                    self.node.d.next = self.free.q.val();
                    self.free.d.next = link;
                    self.live.d.next = census;
                    goes = State::Fill;
                }
                State::Fill => {
                    write = true;
                    self.levels.we.next = true;
                    goes = State::Settle;
                }
                State::Settle => {
                    if !self.matcher.busy.val() {
                        goes = State::Run;
                    }
                }
                State::Raise => {
                    if !self.ladder.busy.val() {
                        goes = State::Run;
                    }
                }
                State::Visit => {
                    still = false;
                    self.node.d.next = self.scout.edge.val();
                    if self.visits.enough.val() | self.scout.done.val() {
                        goes = State::Run;
                    } else if self.scout.may_go.val() {
                        goes = State::Meet;
                    }
                }
                State::Meet => {
                    comment!("Not for this event, if the slots before were enough.");
                    goes = State::Close;
                    if self.visits.enough.val() {
                        goes = State::Run;
                    }
                }
                State::Close => {
                    comment!("H2: the slot is free.");
                    absorbs = true;
                    self.links.we.next = true;
                    self.children.next = NO_NODE;
                    onward = self.free.q.val();
                    self.cursor.shift.next = true;
                    self.free.d.next = self.node.q.val();
                    self.node.d.next = link;
                    self.live.d.next = census;
                    goes = State::Climb;
                }
                State::Climb => {
                    self.cursor.shift.next = true;
                    if self.scout.root.val() {
                        self.cursor.shift.next = false;
                        goes = State::Edit;
                    }
                }
                State::Edit => {
                    self.matcher.toggle.next = true;
                    goes = State::Clear;
                }
                State::Clear => {
                    if !self.matcher.busy.val() {
                        goes = State::Visit;
                    }
                }
                State::Dump => {
                    if self.tour.look.val() {
                        self.node.d.next = self.matcher.index.val();
                    } else if self.tour.climb.val() {
                        self.node.d.next = link;
                    }
                    if self.tour.end.val() {
                        self.by_command.d.next = self.cmd.op.val().get_bit(1);
                        goes = State::Done;
                        if self.cmd.op.val().get_bit(1) {
                            goes = State::Init;
                        }
                    }
                }
                State::Done => {
                    self.cmd.ready.next = true;
                    goes = State::Run;
                }
            }
            comment!("The parent has one child less; then the sum of both counts is here; then it is written.");
            self.absorbing.d.next = (self.absorbing.q.val() << 1) | bit_cast::<6, 1>(absorbs.into());
            if self.absorbing.q.val().get_bit(0) {
                self.links.we.next = true;
                self.cursor.set.next = true;
            }
            self.counter.put.next = self.absorbing.q.val().get_bit(3);
            if self.absorbing.q.val().get_bit(5) {
                write = true;
            }
            self.state.d.next = goes;
            self.running.d.next = goes == State::Run;
        }

        fn link(&mut self) {
            comment!("The list of free slots: each has the next one. The root has no children.");
            self.counter.zero.next = true;
            self.links.we.next = true;
            onward = self.free.q.val();
            self.children.next = NO_NODE;
            if !self.node.q.val().any() {
                self.children.next = 0.into();
            }
            self.node.d.next = self.free.q.val();
            self.free.d.next = self.free.q.val() + 1;
            if !self.free.q.val().any() {
                goes = State::Root;
            }
        }

        fn root(&mut self) {
            comment!("The root has no count.");
            self.counter.zero.next = true;
            zero!(self: node);
            self.free.d.next = 1.into();
            write = true;
            self.levels.we.next = true;
            if !self.ladder.busy.val() & !self.matcher.busy.val() {
                self.wiping.d.next = false;
                goes = State::Run;
                if self.by_command.q.val() {
                    self.by_command.d.next = false;
                    goes = State::Done;
                }
            }
        }

        fn run(&mut self) {
            comment!("R5a, or else stop; the event and all after it come again.");
            write = self.counted.q.val();
            still = self.failed.q.val();
            self.cursor.take.next = true;
            if !self.failed.q.val() {
                self.node.d.next = self.counter.entry.val();
            }
            if self.failed.q.val() {
                self.flight.d.next = 0.into();
                goes = State::Split;
                if self.begins.q.val() {
                    comment!("H1: a round begins.");
                    round = true;
                    goes = State::Raise;
                } else if self.visiting.q.val() {
                    goes = State::Clear;
                }
            } else if self.buffer.empty.val() & self.cmd.valid.val() & !self.ev.valid.val() {
                goes = State::Init;
                self.by_command.d.next = true;
                if self.cmd.op.val().get_bit(0) {
                    self.by_command.d.next = false;
                    self.tour.start.next = true;
                    goes = State::Dump;
                }
            }
        }

        fn stages(&mut self) {
            comment!("Stages 0 to 4.");
            self.buffer.open.next = !self.wiping.q.val();
            self.buffer.ev.valid.next = self.ev.valid.val();
            self.buffer.ev.key.next = self.ev.key.val();
            self.buffer.ev.weight.next = self.ev.weight.val();
            self.ev.ready.next = self.buffer.ev.ready.val();
            drive!(buffer: run = running.q, single = totals.near);
            self.buffer.weigh.next = self.flight.q.val().get_bit(8);
            drive!(buffer: commit = passed.q, replay = failed.q);
            drive!(matcher: key = cursor.key, child = free.q, parent = node.q, slot = cursor.slot);
            drive!(counter: run = running.q, index = matcher.index);
            self.counter.flight.next = self.flight.q.val().get_bits::<6>(10);
            drive!(counter: weight = buffer.weight, threshold = ladder.inverted, address = node.q, total = scout.total);
            self.counter.write.next = write;
            self.totals.clear.next = wipe;
            drive!(totals: weight = counter.addend, commit = passed.q, above = above.q);
        }

        fn hand(&mut self) {
            comment!("The hand, and the threshold. With J steps where weight went above T since the round before.");
            drive!(ladder: first = cfg.t0, jump = since.q);
            self.ladder.climb.next = round;
            if round {
                zero!(self: since);
            } else if self.above.q.val() {
                self.since.d.next = true;
            }
            drive!(scout: parent = link, write = write, entry = counter.at_entry,
                count = counter.written, threshold = ladder.inverted);
            self.scout.clear.next = wipe;
            self.scout.begin.next = round;
            self.scout.still.next = still;
            self.scout.leaf.next = !below.any();
            drive!(visits: weight = counter.addend, fits = fits, done = scout.done, low = low.q);
            self.visits.clear.next = wipe;
            self.visits.run.next = self.running.q.val() & !self.failed.q.val();
            self.visits.event.next = event;
            self.visits.created.next = grow;
            self.visits.more.next = self.scout.stays.val() | self.absorbing.q.val().get_bit(0);
            self.scout.taken.next = self.absorbing.q.val().get_bit(0);
            if wipe {
                zero!(self: since);
            }
        }

        fn tree(&mut self) {
            comment!(
                "Each slot: the level of its node, its key, its parent and the number of its children; a free one: the \
                 next."
            );
            drive!(levels: ra = node.q, wa = node.q, wd = cursor.level);
            if self.running.q.val() {
                self.levels.ra.next = self.matcher.index.val();
            }
            let reads: Bits<AW> = self.node.q.val();
            if !still {
                reads = self.scout.ahead.val();
            } else if (self.state.q.val() == State::Close) | (self.state.q.val() == State::Climb) {
                reads = link;
            } else if (self.state.q.val() == State::Wait) | (self.state.q.val() == State::Fetch) {
                reads = self.free.q.val();
            }
            self.links.ra.next = reads;
            self.scout.slot.next = reads;
            drive!(links: re = scout.move_on);
            self.links.wa.next = linked;
            self.links.wd.next = bit_cast::<LW, AW>(onward)
                | (bit_cast::<LW, 3>(self.children.val()) << AW)
                | (bit_cast::<LW, 2>(digit) << DIGIT_BIT);
            self.cursor.from.next = self.buffer.key.val();
            self.cursor.with.next = digit;
            self.cursor.to.next = self.levels.rd.val();
            if self.state.q.val() == State::Fetch {
                self.cursor.to.next = self.levels.rd.val() + 1;
            }
            self.cursor.clear.next = wipe | self.tour.clear.val();
            drive!(cursor: down = tour.down, advance = tour.advance, up = tour.up);
        }

        fn dump_stream(&mut self) {
            comment!("Dump.");
            let stat_t_now: Bits<C> = !self.ladder.inverted.val();
            drive!(tour: found = levels.rd, level = cursor.level, busy = cursor.busy, idle = writer.idle);
            zero!(writer: send_path, depth, path_digit);
            drive!(writer: send_word = tour.send, send_tail = tour.tail, word = word.q);
            pass!(writer: dump);
            self.word.d.next =
                (bit_cast::<64, LV>(self.cursor.level.val()) << 56) | bit_cast::<64, C>(self.counter.count.val());
            if self.tour.prefix.val() {
                self.word.d.next = bit_cast::<64, K>(self.cursor.key.val());
            } else if self.tour.header.val() {
                match bit_cast::<3, LV>(self.cursor.level.val()).index() {
                    0 => self.word.d.next = bit_cast::<64, C>(self.totals.n.val()),
                    1 => self.word.d.next = bit_cast::<64, C>(stat_t_now),
                    2 => self.word.d.next = bit_cast::<64, C>(self.totals.lost.val()),
                    3 => self.word.d.next = bit_cast::<64, PD>(self.live.q.val()),
                    4 => self.word.d.next = bit_cast::<64, 32>(self.creates.count.val()),
                    _ => self.word.d.next = bit_cast::<64, C>(self.totals.over.val()),
                }
            }
        }

        fn statistics(&mut self) {
            comment!("Statistics.");
            self.creates.step.next = grow;
            self.creates.clear.next = wipe;
            self.stat.n.next = self.totals.n.val();
            self.stat.t.next = stat_t_now;
            drive!(stat: lost = totals.lost, live = live.q, creates = creates.count, over = totals.over,
                lost_flag = totals.lost_flag);
            self.stat.near_full.next = self.totals.n.val().get_bit(TOP_BIT.index());
            self.stat.event.next = self.passed.q.val();
            self.stat.active.next = !self.buffer.empty.val();
            self.clearing.next = self.wiping.q.val();
            self.stat_stall.next = 0.into();
            if !self.ev.ready.val() {
                self.stat_stall.next = CREATE_CODE;
                if self.wiping.q.val() {
                    self.stat_stall.next = CLEAR_CODE;
                } else if self.state.q.val() == State::Dump {
                    self.stat_stall.next = COMMAND_CODE;
                } else if self.running.q.val() {
                    self.stat_stall.next = REFILL_CODE;
                    if self.passed.q.val() {
                        self.stat_stall.next = QUEUE_CODE;
                    }
                } else if self.visiting.q.val() {
                    self.stat_stall.next = VISIT_CODE;
                }
            }
        }
    }
}
