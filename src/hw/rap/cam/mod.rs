//! The CAM engine, after Fig. 4 of the paper (docs/reference/rap-cam.md).
mod bank;
mod buffer;
mod counter;
mod editor;
mod matcher;
mod state;
mod totals;

use super::STALL_BITS;
use super::dump::DumpWriter;
use super::threshold::Threshold;
use super::widths::{bank_bits, digit_bits};
use crate::hw::bundles::{CommandRx, DumpTx, EventRx, SettingsRx, StatisticsTx};
use crate::hw::lib::{FastRam, OutRegRam, Reg};
use crate::hw::tally::Tally;
use crate::spec::rap::{DUMP_HEADER_WORDS, Stall};
use buffer::Buffer;
use counter::Counter;
use matcher::Matcher;
use rust_hdl::prelude::*;
use state::State;
use totals::Totals;

#[treetap_hdl::unit]
mod engine {
    //! Range adaptive profiling engine around a ternary memory: one event per cycle between creates and collapses.
    //! Rules R1 to R3, R5, R6, R8, R9 and R11 to R14 of docs/reference/rap.md; states and cycles are in docs/reference/rap-cam.md.

    /// A ternary memory that finds the node of one event per cycle: rules R1 to R3, R5, R6, R8, R9 and R11 to R14.
    ///
    /// Keys have `K` bits, a multiple of 8; counts have `C`; there are `2^AW` nodes, at most 256, in `NB` banks of the ternary memory.
    ///
    /// Streams: events are taken into the buffer of the engine and finished in order; `stat_event` tells when. A
    /// command must stay until `cmd_ready`, when it is finished (the dump's last word has left, the memories are clear).
    /// Events go first.
    #[clocked(reset)]
    #[derived(C1 = C + 1, PD = AW + 1, PA = AW + 2, SD = AW + 3, LV = digit_bits(K) + 1, LS = LV + 1, BA = bank_bits(AW), B = 1 << BA, NB = 1 << (AW - BA), M = K / 8, H = M.div_ceil(2))]
    pub struct Engine<
        #[range(8..=64, step = 8)] const K: usize,
        #[range(16..=48)] const C: usize,
        #[range(3..=8)] const AW: usize,
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
        threshold: Threshold<C>,
        creates: Tally,
        collapses: Tally,
        writer: DumpWriter<LV, { K / 2 }>,
        levels: OutRegRam<LV, AW>,
        ptr: OutRegRam<PD, PA>,
        stack: FastRam<SD, LV>,
        state: Reg<State>,
        running: Reg<Bit>,
        ready: Reg<Bit>,
        word: Reg<Bits<64>>,
        taking: Reg<Bit>,
        flight: Reg<Bits<16>>,
        #[also(passed, counted, unit12, unit13, unit14)]
        failed: Reg<Bit>,
        path: Reg<Bits<K>>,
        node: Reg<Bits<AW>>,
        free: Reg<Bits<AW>>,
        digit: Reg<Bits<2>>,
        depth: Reg<Bits<LV>>,
        kept: Reg<Bit>,
        live: Reg<Bits<PD>>,
        #[also(dumping, dry, round_up, collapsing, by_command)]
        wiping: Reg<Bit>,
    }

    impl Engine {
        fn update(&mut self) {
            const LAST_SLOT: Bits<LV> = K / 2 - 1;
            const UNITS: Bits<LV> = K / 2;
            const LOWEST: Bits<K> = 3;
            const MINUS_LEVEL: Bits<LV> = (1 << LV) - 1;
            const MINUS_LIVE: Bits<PD> = (1 << PD) - 1;
            const HEADER_WORDS: Bits<LV> = DUMP_HEADER_WORDS as u64;
            const AW: Bits<5> = AW;
            const KEPT_BIT: Bits<5> = AW + 2;
            const TOP_BIT: Bits<6> = C - 1;
            const CLEAR_CODE: Bits<STALL_BITS> = Stall::Clear as u64;
            const COMMAND_CODE: Bits<STALL_BITS> = Stall::Command as u64;
            const CREATE_CODE: Bits<STALL_BITS> = Stall::Create as u64;
            const COLLAPSE_CODE: Bits<STALL_BITS> = Stall::Collapse as u64;
            const QUEUE_CODE: Bits<STALL_BITS> = Stall::Queue as u64;
            const REFILL_CODE: Bits<STALL_BITS> = Stall::Refill as u64;

            self.verdicts();
            self.links();
            self.digits();
            self.requests();
            self.states();
            self.next_slot();
            self.stages();
            self.tree();
            self.dump_stream();
            self.statistics();
            if self.reset.val() {
                self.state.d.next = State::Init;
                zero!(self: running, flight, failed, passed, counted, by_command, dumping, dry, collapsing);
                self.wiping.d.next = true;
            }
        }

        fn verdicts(&mut self) {
            comment!(
                "The pipeline: cycle 0 issues an event, bit i of flight is an event in cycle i + 1, cycle 15 is its last."
            );
            self.unit12.d.next = self.levels.rd.val() == UNITS;
            drive!(self: unit13 = unit12.q, unit14 = unit13.q);
            let last: Bit = self.flight.q.val().get_bit(13) & !self.failed.q.val();
            let fits: Bit = !self.counter.over.val() | self.unit14.q.val();
            self.failed.d.next = last & !fits & !self.totals.refused.val();
            self.passed.d.next = last & (fits | self.totals.refused.val());
            self.counted.d.next = last & fits & !self.totals.refused.val();
            self.flight.d.next = (self.flight.q.val() << 1) | bit_cast::<16, 1>(self.buffer.issue.val().into());
        }

        fn links(&mut self) {
            comment!("What the memories say.");
            let present: Bit = self.ptr.rd.val().get_bit(AW.index());
            let child: Bits<AW> = bit_cast::<AW, PD>(self.ptr.rd.val());
            let parent: Bits<AW> = bit_cast::<AW, SD>(self.stack.rd.val());
            let parent_digit: Bits<2> = self.stack.rd.val().get_bits::<2>(AW.index());
            let parent_kept: Bit = self.stack.rd.val().get_bit(KEPT_BIT.index());
            let full: Bit = self.live.q.val().get_bit(AW.index());
        }

        fn digits(&mut self) {
            comment!(
                "The digit at this depth: its number from below, its place in the path, and its value. A unit node has none."
            );
            let slot: Bits<LV> = LAST_SLOT - self.depth.q.val();
            let shift: Bits<LS> = bit_cast::<LS, LV>(slot) << 1;
            let here: Bits<K> = LOWEST << shift;
            let key_digit: Bits<2> = bit_cast::<2, K>(self.path.q.val() >> shift);
            let digits: Bits<K> = bit_cast::<K, 2>(self.digit.q.val()) << shift;
        }

        fn requests(&mut self) {
            comment!("Requests, off unless a state makes them.");
            let read_digit: Bits<2> = self.digit.q.val();
            let next_digit: Bits<2> = self.digit.q.val() + 1;
            let link: Bit = false;
            let wipe: Bit = false;
            let write: Bit = false;
            let next_slot: Bit = false;
            self.ptr.we.next = false;
            self.levels.we.next = false;
            self.stack.we.next = false;
            zero!(threshold: load, step, open);
            self.threshold.take.next = self.taking.q.val();
            self.taking.d.next = false;
            zero!(matcher: wipe, toggle);
            self.matcher.child.next = child;
            zero!(counter: take, zero);
            self.creates.step.next = false;
            self.collapses.step.next = false;
            self.ready.d.next = false;
            zero!(writer: send_word, send_tail);
            self.cmd.ready.next = false;
            let level_step: Bits<LV> = 1.into();
            if self.state.q.val() == State::Leave {
                level_step = MINUS_LEVEL;
            }
            let level: Bits<LV> = self.depth.q.val() + level_step;
            let live_step: Bits<PD> = 1.into();
            if self.state.q.val() == State::Store {
                live_step = MINUS_LIVE;
            }
            let census: Bits<PD> = self.live.q.val() + live_step;
        }

        fn states(&mut self) {
            let goes: State = self.state.q.val();
            match self.state.q.val() {
                State::Init => self.init(),
                State::Link => self.link(),
                State::Root => self.root(),
                State::Run => self.run(),
                State::Judge => self.judge(),
                State::Wait => {
                    self.counter.zero.next = true;
                    goes = State::Fetch;
                }
                State::Fetch => {
                    self.counter.zero.next = true;
                    drive!(self: path = buffer.key, depth = levels.rd);
                    goes = State::Pick;
                }
                State::Pick => {
                    self.counter.zero.next = true;
                    self.digit.d.next = key_digit;
                    goes = State::Make;
                }
                State::Make => self.make(),
                State::Take => {
                    comment!("Its slot 0 holds the next free node; its count is zero.");
                    write = true;
                    self.levels.we.next = true;
                    goes = State::Clear;
                }
                State::Clear => {
                    if self.digit.q.val() == 1 {
                        self.free.d.next = child;
                    }
                    self.ptr.we.next = true;
                    self.digit.d.next = self.digit.q.val() + 1;
                    if self.digit.q.val().all() {
                        goes = State::Settle;
                    }
                }
                State::Settle => {
                    if !self.matcher.busy.val() {
                        goes = State::Run;
                    }
                }
                State::Raise => {
                    if !self.threshold.busy.val() {
                        goes = State::Begin;
                    }
                }
                State::Begin => {
                    zero!(self: path, node, depth, digit, kept);
                    goes = State::Enter;
                }
                State::Enter => {
                    goes = State::Scan;
                }
                State::Scan => {
                    goes = State::Look;
                }
                State::Look => self.look(),
                State::Leave => self.leave(),
                State::Child => {
                    goes = State::Pair;
                }
                State::Pair => {
                    self.counter.take.next = true;
                    goes = State::Parent;
                }
                State::Parent => {
                    goes = State::Add;
                }
                State::Add => {
                    goes = State::Compare;
                }
                State::Compare => {
                    goes = State::Absorb;
                }
                State::Absorb => {
                    if self.counter.over.val() | self.dry.q.val() {
                        read_digit = next_digit;
                        self.taking.d.next = !self.counter.over.val();
                        self.kept.d.next = true;
                        next_slot = true;
                    } else {
                        goes = State::Store;
                    }
                }
                State::Store => {
                    write = true;
                    self.ptr.we.next = true;
                    self.matcher.toggle.next = true;
                    self.free.d.next = child;
                    self.live.d.next = census;
                    goes = State::Remove;
                }
                State::Remove => {
                    read_digit = next_digit;
                    next_slot = !self.matcher.busy.val();
                }
                State::Back => {
                    read_digit = next_digit;
                    next_slot = true;
                }
                State::Header => self.header(),
                State::Prefix => {
                    self.ready.d.next = self.writer.idle.val();
                    if self.ready.q.val() {
                        self.ready.d.next = false;
                        self.writer.send_word.next = true;
                        goes = State::Own;
                    }
                }
                State::Own => {
                    self.ready.d.next = self.writer.idle.val();
                    if self.ready.q.val() {
                        self.ready.d.next = false;
                        self.writer.send_word.next = true;
                        goes = State::Enter;
                    }
                }
                State::Tail => {
                    if self.writer.idle.val() {
                        self.writer.send_tail.next = true;
                        goes = State::Finish;
                    }
                }
                State::Finish => self.finish(),
                State::Done => {
                    self.cmd.ready.next = true;
                    goes = State::Run;
                }
            }
        }

        fn init(&mut self) {
            wipe = true;
            self.threshold.load.next = true;
            self.matcher.wipe.next = true;
            self.counter.zero.next = true;
            self.wiping.d.next = true;
            zero!(self: path, node);
            self.free.d.next = 1.into();
            zero!(self: digit, depth);
            self.live.d.next = 1.into();
            goes = State::Link;
        }

        fn link(&mut self) {
            comment!("Thread the free list through slot 0 of every node.");
            self.counter.zero.next = true;
            self.ptr.we.next = true;
            self.node.d.next = self.free.q.val();
            self.free.d.next = self.free.q.val() + 1;
            if !self.free.q.val().any() {
                self.node.d.next = 0.into();
                goes = State::Root;
            }
        }

        fn root(&mut self) {
            comment!("The root has no children and no count.");
            self.counter.zero.next = true;
            self.free.d.next = 1.into();
            self.ptr.we.next = true;
            write = true;
            self.levels.we.next = true;
            if !self.digit.q.val().all() {
                self.digit.d.next = self.digit.q.val() + 1;
            } else if !self.threshold.busy.val() & !self.matcher.busy.val() {
                self.wiping.d.next = false;
                if self.by_command.q.val() {
                    self.by_command.d.next = false;
                    goes = State::Done;
                } else {
                    goes = State::Run;
                }
            }
        }

        fn run(&mut self) {
            comment!("R5a, or else stop; the event and all after it come again.");
            write = self.counted.q.val();
            self.path.d.next = self.buffer.key.val();
            if !self.failed.q.val() {
                self.node.d.next = self.counter.entry.val();
            }
            if self.failed.q.val() {
                self.flight.d.next = 0.into();
                goes = State::Judge;
            } else if self.buffer.empty.val() & self.cmd.valid.val() & !self.ev.valid.val() {
                self.depth.d.next = 0.into();
                if self.cmd.op.val().get_bit(0) {
                    self.dumping.d.next = true;
                    goes = State::Header;
                } else {
                    self.by_command.d.next = true;
                    goes = State::Init;
                }
            }
        }

        fn judge(&mut self) {
            self.counter.zero.next = true;
            self.round_up.d.next = false;
            if full {
                comment!("R5b: no node left.");
                self.collapses.step.next = true;
                self.collapsing.d.next = true;
                self.threshold.step.next = true;
                goes = State::Raise;
            } else {
                goes = State::Wait;
            }
        }

        fn make(&mut self) {
            comment!("R5c: a new child for the key's digit.");
            self.counter.zero.next = true;
            self.creates.step.next = true;
            link = true;
            self.ptr.we.next = true;
            self.digit.d.next = 0.into();
            self.matcher.toggle.next = true;
            self.matcher.child.next = self.free.q.val();
            self.node.d.next = self.free.q.val();
            self.depth.d.next = level;
            self.live.d.next = census;
            goes = State::Take;
        }

        fn look(&mut self) {
            read_digit = next_digit;
            if present {
                self.stack.we.next = true;
                self.path.d.next = (self.path.q.val() & !here) | digits;
                self.node.d.next = child;
                self.depth.d.next = level;
                zero!(self: kept, digit);
                if self.dumping.q.val() {
                    goes = State::Prefix;
                } else {
                    goes = State::Enter;
                }
            } else {
                next_slot = true;
            }
        }

        fn leave(&mut self) {
            comment!("All slots seen. A leaf gets its link already: it only counts once the leaf is absorbed.");
            self.ptr.we.next = !self.kept.q.val();
            self.path.d.next = self.path.q.val() & !here;
            if !self.depth.q.val().any() {
                if self.dumping.q.val() {
                    goes = State::Tail;
                } else if !full {
                    self.collapsing.d.next = false;
                    goes = State::Run;
                } else if self.dry.q.val() {
                    self.dry.d.next = false;
                    self.round_up.d.next = true;
                    self.threshold.step.next = true;
                    goes = State::Raise;
                } else {
                    self.dry.d.next = true;
                    self.threshold.open.next = true;
                    goes = State::Begin;
                }
            } else {
                self.node.d.next = parent;
                self.digit.d.next = parent_digit;
                self.depth.d.next = level;
                if self.kept.q.val() | self.dumping.q.val() {
                    self.kept.d.next = true;
                    goes = State::Back;
                } else {
                    self.kept.d.next = parent_kept;
                    goes = State::Child;
                }
            }
        }

        fn header(&mut self) {
            self.ready.d.next = self.writer.idle.val();
            if self.ready.q.val() {
                self.ready.d.next = false;
                if self.depth.q.val() == HEADER_WORDS {
                    zero!(self: path, node, depth, digit, kept);
                    goes = State::Prefix;
                } else {
                    self.writer.send_word.next = true;
                    self.depth.d.next = level;
                }
            }
        }

        fn finish(&mut self) {
            if self.writer.idle.val() {
                self.dumping.d.next = false;
                if self.cmd.op.val().get_bit(1) {
                    self.by_command.d.next = true;
                    goes = State::Init;
                } else {
                    goes = State::Done;
                }
            }
        }

        fn next_slot(&mut self) {
            comment!("Next slot of this node.");
            if next_slot {
                self.digit.d.next = next_digit;
                if self.digit.q.val().all() {
                    goes = State::Leave;
                } else {
                    goes = State::Scan;
                }
            }

            self.state.d.next = goes;
            self.running.d.next = goes == State::Run;
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
            drive!(matcher: key = path.q, parent = node.q);
            self.matcher.slot.next = slot;
            drive!(counter: run = running.q, index = matcher.index);
            self.counter.flight.next = self.flight.q.val().get_bits::<6>(10);
            drive!(counter: weight = buffer.weight, threshold = threshold.inverted, address = node.q);
            self.counter.write.next = write;
            self.totals.clear.next = wipe;
            drive!(totals: weight = counter.addend, commit = passed.q);
            drive!(threshold: round_up = round_up.q, minimum = counter.sum);
            self.threshold.serial_in.next = self.cfg.t0.val().get_bit(self.threshold.position.val().index());
            self.creates.clear.next = wipe;
            self.collapses.clear.next = wipe;
        }

        fn tree(&mut self) {
            comment!("The tree as links, for creates, sweeps and dumps.");
            self.levels.ra.next = self.node.q.val();
            if self.running.q.val() {
                self.levels.ra.next = self.matcher.index.val();
            }
            drive!(levels: wa = node.q, wd = depth.q);
            self.ptr.ra.next = (bit_cast::<PA, AW>(self.node.q.val()) << 2) | bit_cast::<PA, 2>(read_digit);
            self.ptr.wa.next = (bit_cast::<PA, AW>(self.node.q.val()) << 2) | bit_cast::<PA, 2>(self.digit.q.val());
            self.ptr.wd.next = bit_cast::<PD, AW>(self.free.q.val()) | (bit_cast::<PD, 1>(link.into()) << AW);
            self.stack.wa.next = level;
            self.stack.wd.next = bit_cast::<SD, AW>(self.node.q.val())
                | (bit_cast::<SD, 2>(self.digit.q.val()) << AW)
                | (bit_cast::<SD, 1>(self.kept.q.val().into()) << KEPT_BIT);
            self.stack.ra.next = self.depth.q.val();
        }

        fn dump_stream(&mut self) {
            comment!("Dump.");
            let stat_t_now: Bits<C> = !self.threshold.inverted.val();
            zero!(writer: send_path, depth, path_digit);
            pass!(writer: dump);
            self.word.d.next =
                (bit_cast::<64, LV>(self.depth.q.val()) << 56) | bit_cast::<64, C>(self.counter.count.val());
            if self.state.q.val() == State::Prefix {
                self.word.d.next = bit_cast::<64, K>(self.path.q.val());
            } else if self.state.q.val() == State::Header {
                match bit_cast::<3, LV>(self.depth.q.val()).index() {
                    0 => self.word.d.next = bit_cast::<64, C>(self.totals.n.val()),
                    1 => self.word.d.next = bit_cast::<64, C>(stat_t_now),
                    2 => self.word.d.next = bit_cast::<64, C>(self.totals.lost.val()),
                    3 => self.word.d.next = bit_cast::<64, PD>(self.live.q.val()),
                    4 => self.word.d.next = bit_cast::<64, 32>(self.creates.count.val()),
                    _ => self.word.d.next = bit_cast::<64, 32>(self.collapses.count.val()),
                }
            }
            self.writer.word.next = self.word.q.val();
        }

        fn statistics(&mut self) {
            comment!("Statistics.");
            self.stat.n.next = self.totals.n.val();
            self.stat.t.next = stat_t_now;
            drive!(stat: lost = totals.lost, live = live.q, creates = creates.count, collapses = collapses.count,
                lost_flag = totals.lost_flag);
            self.stat.near_full.next = self.totals.n.val().get_bit(TOP_BIT.index());
            self.stat.event.next = self.passed.q.val();
            self.stat.active.next = !self.buffer.empty.val();
            self.clearing.next = self.wiping.q.val();
            self.stat.collapsing.next = self.collapsing.q.val();
            self.stat_stall.next = 0.into();
            if !self.ev.ready.val() {
                self.stat_stall.next = CREATE_CODE;
                if self.wiping.q.val() {
                    self.stat_stall.next = CLEAR_CODE;
                } else if self.dumping.q.val() {
                    self.stat_stall.next = COMMAND_CODE;
                } else if self.collapsing.q.val() {
                    self.stat_stall.next = COLLAPSE_CODE;
                } else if self.running.q.val() {
                    self.stat_stall.next = REFILL_CODE;
                    if self.passed.q.val() {
                        self.stat_stall.next = QUEUE_CODE;
                    }
                }
            }
        }
    }
}
