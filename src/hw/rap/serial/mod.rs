//! The serial engine (docs/reference/rap-serial.md).
mod adder;
mod counts;
mod cursor;
mod digits;
mod eps;
mod ledger;
mod limit;
mod pump;
mod source;
mod state;

use super::STALL_BITS;
use super::widths::{digit_bits, parts};
use crate::hw::bundles::{CommandRx, DumpTx, EventRx, SettingsRx, StatisticsTx};
use crate::hw::lib::{Reg, StateReg};
use crate::spec::rap::Stall;
use adder::Adder;
use counts::Counts;
use cursor::Cursor;
use digits::Digits;
use ledger::Ledger;
use limit::Limit;
use pump::DumpPump;
use rust_hdl::prelude::*;
use source::Source;
use state::State;

#[treetap_hdl::unit]
mod engine {
    //! Serial range adaptive profiling engine, one level of the tree per cycle (docs/reference/rap-serial.md).

    /// One walker over a tree in block RAM: rules R1 to R9 and R11 to R14, without the coalescer.
    ///
    /// Keys have `K` bits, counts `C`; there are `2^AW` nodes; `EPS` is 1 to build EPS mode.
    ///
    /// Counts are added and compared in `P` parts of 16 bits, least significant first. The scratch memory holds the stack of the
    /// walker (level by level) and, from address 128, the words of the dump's header, four parts each.
    ///
    /// Streams: an event must stay until `ev_ready`, which comes with its last cycle; a command likewise until
    /// `cmd_ready`, when it is finished (the dump's last word has left, the memories are clear). Events go first.
    #[clocked(reset)]
    #[derived(P = parts(C), PD = AW + 1, PA = AW + 2, DB = digit_bits(K), LV = DB + 1, KA = 1 << LV)]
    pub struct Engine<
        #[range(4..=64, step = 2)] const K: usize,
        #[range(16..=48)] const C: usize,
        #[range(3..=13)] const AW: usize,
        #[range(0..=1)] const EPS: usize,
    > {
        #[group("coalesced events, held until ready, which comes when the event is finished")]
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
        /// Why an event that is offered has to wait ([`Stall`]); commands are the top's affair.
        pub stat_stall: Signal<Out, Bits<STALL_BITS>>,
        /// The memories are being cleared after a reset.
        pub clearing: Signal<Out, Bit>,
        cursor: Cursor<AW>,
        counts: Counts<P, AW>,
        limit: Limit<C, EPS>,
        ledger: Ledger<C, LV>,
        pump: DumpPump,
        adder: Adder<{ 16 * P }>,
        source: Source<C, PD, LV, { K / 2 }>,
        digits: Digits<K, DB>,
        state: StateReg<State>,
        free: Reg<Bits<AW>>,
        depth: Reg<Bits<LV>>,
        kept: Reg<Bit>,
        live: Reg<Bits<PD>>,
        part: Reg<Bits<2>>,
        any_lost: Reg<Bit>,
        next_digit: Reg<Bits<2>>,
        #[also(settled, refused, in_scratch, pumping, unit, wiping, holding)]
        #[also(dumping, dry, merging, round_up, collapsing, by_command)]
        at_root: Reg<Bit>,
    }

    impl Engine {
        fn update(&mut self) {
            const MINUS_LEVEL: Bits<LV> = (1 << LV) - 1;
            const MINUS_LIVE: Bits<PD> = (1 << PD) - 1;
            const BELOW_UNIT: Bits<LV> = K / 2 + 1;
            const ABOVE_UNIT: Bits<DB> = K / 2 - 1;
            const NEAR_ABOVE_UNIT: Bits<DB> = K / 2 - 2;
            const AW: Bits<5> = AW;
            const LAST_PART: Bits<2> = P - 1;
            const C: Bits<6> = C;
            const TOP_BIT: Bits<6> = C - 1;
            const WALK_CODE: Bits<STALL_BITS> = Stall::Walk as u64;
            const CREATE_CODE: Bits<STALL_BITS> = Stall::Create as u64;
            const COLLAPSE_CODE: Bits<STALL_BITS> = Stall::Collapse as u64;
            const MERGE_CODE: Bits<STALL_BITS> = Stall::Merge as u64;

            self.inputs();
            self.requests();
            self.walk();
            self.modes();
            self.cursor();
            self.sums();
            self.scratch();
            self.dump_stream();
            self.threshold();
            self.statistics();
            if self.reset.val() {
                self.state.d.next = State::Init;
                zero!(self: by_command, dumping, dry, merging, collapsing, holding, pumping);
                self.wiping.d.next = true;
            }
        }

        fn inputs(&mut self) {
            comment!("What the memories say.");
            self.cursor.parent.next = bit_cast::<AW, 16>(self.ledger.data.val());
            let parent_kept: Bit = self.ledger.data.val().get_bit(13);
            let parent_digit: Bits<2> = self.ledger.data.val().get_bits::<2>(14);
            let full: Bit = self.live.q.val().get_bit(AW.index());
            let sweeping: Bit = self.collapsing.q.val() | self.merging.q.val();

            let wait: Bit = self.ledger.fetch.val() | self.ledger.adding.val() | self.limit.follows.val();

            drive!(digits: key = ev.key, depth = depth.q);
            self.settled.d.next = self.ledger.idle.val() & !(self.state.q.val() == State::Refuse);
            self.refused.d.next = self.ledger.refused.val();
            self.at_root.d.next = !self.depth.q.val().any();
            self.unit.d.next = self.depth.q.val() == BELOW_UNIT;
            let last_slot: Bit = self.cursor.digit.val().all();
            let last_add: Bit = self.part.q.val() + 1 == LAST_PART;
        }

        fn requests(&mut self) {
            comment!("Requests, off unless a state makes them.");
            let own_part: Bits<2> = 0.into();
            let stop: Bit = false;
            zero!(cursor: link, follow, root, rewind, up, grow);
            self.cursor.digit_next.next = self.cursor.digit.val();
            let home: Bit = false;
            let put: Bit = false;
            self.cursor.write.next = false;
            self.counts.clear.next = false;
            zero!(ledger: push, start, select, word, next_word);
            zero!(limit: step, open);
            let sending: Bit = false;
            zero!(pump: start, quiet);
            self.limit.load.next = self.wiping.q.val() & self.pump.first_bit.val();
            let count: Bit = false;
            let merge_taken: Bit = false;
            let issue: Bit = false;
            zero!(adder: clear, weigh);
            self.ev.ready.next = false;
            self.cmd.ready.next = false;
            self.part.d.next = 0.into();
        }

        fn walk(&mut self) {
            let live_step: Bits<PD> = 1.into();
            if self.state.q.val() == State::Absorb {
                live_step = MINUS_LIVE;
            }
            let digit_after: Bits<2> = self.cursor.digit.val() + 1;
            let census: Bits<PD> = self.live.q.val() + live_step;

            match self.state.q.val() {
                State::Init => {
                    self.pump.start.next = true;
                    self.pump.quiet.next = true;
                    self.ledger.select.next = true;
                    self.ledger.word.next = 6.into();
                    home = true;
                    self.cursor.rewind.next = true;
                    self.cursor.digit_next.next = 0.into();
                    self.state.d.next = State::Link;
                }
                State::Link => self.link(),
                State::Root => self.root(),
                State::Idle => self.idle(),
                State::Issue => {
                    self.adder.weigh.next = true;
                    issue = true;
                    self.cursor.digit_next.next = self.next_digit.q.val();
                    self.state.d.next = State::Walk;
                }
                State::Walk => self.in_walk(),
                State::Refuse => {
                    home = true;
                    self.ledger.select.next = true;
                    self.ledger.start.next = true;
                    self.ledger.word.next = 2.into();
                    self.state.d.next = State::Finish;
                }
                State::Finish => {
                    self.ev.ready.next = self.settled.q.val();
                    if self.settled.q.val() {
                        self.state.d.next = State::Idle;
                    }
                }
                State::Done => {
                    self.cmd.ready.next = self.by_command.q.val();
                    self.state.d.next = State::Idle;
                }
                State::Add => {
                    own_part = self.part.q.val() + 2;
                    self.part.d.next = self.part.q.val() + 1;
                    comment!("That n is full comes out at the end of the walk, or one cycle later.");
                    if self.refused.q.val() {
                        self.state.d.next = State::Refuse;
                    } else if last_add {
                        self.state.d.next = State::Compare;
                    }
                }
                State::Compare => {
                    self.adder.clear.next = true;
                    if sweeping {
                        self.state.d.next = State::Absorb;
                    } else {
                        self.state.d.next = State::Decide;
                    }
                }
                State::Decide => self.decide(),
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
                State::Clear => self.clear(),
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
                State::Begin => self.begin(),
                State::Enter => self.state.d.next = State::Scan,
                State::Scan => self.scan(),
                State::Leave => self.leave(),
                State::Top => self.top(),
                State::Lift => {
                    own_part = self.part.q.val() + 1;
                    self.part.d.next = self.part.q.val() + 1;
                    if last_add {
                        self.part.d.next = 0.into();
                        self.state.d.next = State::Up;
                    }
                }
                State::Up => {
                    comment!("To the parent; from a leaf its count goes along.");
                    self.cursor.up.next = true;
                    self.cursor.digit_next.next = parent_digit;
                    if self.kept.q.val() {
                        self.state.d.next = State::Back;
                    } else {
                        self.state.d.next = State::Pair;
                    }
                }
                State::Pair => {
                    own_part = 1.into();
                    self.state.d.next = State::Add;
                }
                State::Absorb => self.absorb(),
                State::Lower => {
                    comment!("The new minimum goes from the scratch memory into the threshold.");
                    sending = true;
                    self.pump.quiet.next = true;
                    self.limit.load.next = self.pump.first_bit.val();
                    if self.pump.done.val() {
                        self.state.d.next = State::Back;
                    }
                }
                State::Back => {
                    self.cursor.digit_next.next = digit_after;
                    self.state.d.next = State::Scan;
                    if last_slot {
                        self.state.d.next = State::Leave;
                    }
                }
                State::Header => self.header(),
                State::Prefix => {
                    sending = true;
                    if self.pump.done.val() {
                        self.state.d.next = State::Own;
                    }
                }
                State::Own => {
                    sending = true;
                    own_part = self.pump.place.val().get_bits::<2>(4);
                    if self.pump.done.val() {
                        self.state.d.next = State::Enter;
                    }
                }
                State::Tail => {
                    sending = true;
                    if self.pump.done.val() {
                        if self.cmd.op.val().get_bit(1) {
                            self.state.d.next = State::Init;
                        } else {
                            self.state.d.next = State::Done;
                        }
                    }
                }
            }
        }

        fn link(&mut self) {
            comment!("Thread the free list through slot 0 of every node.");
            self.adder.clear.next = true;
            self.cursor.write.next = true;
            self.cursor.grow.next = true;
            self.free.d.next = bit_cast::<AW, PD>(census);
            self.live.d.next = census;
            if full {
                self.state.d.next = State::Root;
            }
        }

        fn root(&mut self) {
            comment!("The root has no children and no count.");
            self.adder.clear.next = true;
            self.cursor.write.next = true;
            self.counts.clear.next = true;
            home = true;
            self.cursor.rewind.next = true;
            self.cursor.digit_next.next = digit_after;
            if last_slot & !self.pump.busy.val() {
                self.state.d.next = State::Done;
            }
        }

        fn idle(&mut self) {
            self.adder.weigh.next = true;
            self.cursor.digit_next.next = self.digits.first.val();
            if !self.counts.late.val() {
                self.cursor.root.next = true;
                if self.ev.valid.val() {
                    count = !self.holding.q.val();
                    self.ledger.select.next = count;
                    self.ledger.start.next = count;
                    issue = true;
                    self.state.d.next = State::Walk;
                } else if self.cmd.valid.val() {
                    self.ledger.select.next = true;
                    if self.cmd.op.val().get_bit(0) {
                        self.state.d.next = State::Header;
                    } else {
                        self.state.d.next = State::Init;
                    }
                }
            }
        }

        fn in_walk(&mut self) {
            self.adder.weigh.next = self.cursor.present.val() | wait;
            self.cursor.follow.next = true;
            issue = self.cursor.present.val();
            stop = !self.cursor.present.val() & !wait;
            own_part = bit_cast::<2, 1>(stop.into());
            if self.refused.q.val() {
                self.state.d.next = State::Refuse;
            } else if stop {
                self.state.d.next = State::Add;
            }
        }

        fn decide(&mut self) {
            self.adder.clear.next = true;
            if !self.adder.over.val() {
                comment!("R5a: it fits.");
                put = true;
                home = true;
                if self.limit.due.val() {
                    comment!("R7: the event is finished after the sweep.");
                    merge_taken = true;
                    self.state.d.next = State::Begin;
                } else {
                    self.ev.ready.next = true;
                    self.state.d.next = State::Idle;
                }
            } else if full {
                comment!("R5b: no node left.");
                self.state.d.next = State::Step;
            } else {
                comment!("R5c: a new child takes the place of the node.");
                self.cursor.link.next = true;
                self.cursor.write.next = true;
                self.live.d.next = census;
                self.state.d.next = State::Fetch;
            }
        }

        fn clear(&mut self) {
            self.adder.clear.next = !self.ledger.adding.val();
            if !self.cursor.digit.val().any() {
                self.free.d.next = self.cursor.child.val();
            }
            self.cursor.write.next = true;
            self.counts.clear.next = true;
            self.cursor.digit_next.next = digit_after;
            if last_slot {
                self.state.d.next = State::Issue;
            }
        }

        fn begin(&mut self) {
            self.ledger.select.next = true;
            self.ledger.word.next = 6.into();
            self.limit.open.next = self.dry.q.val();
            home = true;
            self.cursor.digit_next.next = 0.into();
            if !self.counts.late.val() {
                self.cursor.rewind.next = true;
                self.state.d.next = State::Enter;
            }
        }

        fn scan(&mut self) {
            comment!("The stack entry is written in any case: what lies deeper than this node is free.");
            self.ledger.push.next = true;
            self.cursor.follow.next = true;
            self.cursor.digit_next.next = digit_after;
            if self.cursor.present.val() {
                if self.dumping.q.val() {
                    self.state.d.next = State::Prefix;
                }
            } else if last_slot {
                self.state.d.next = State::Leave;
            }
        }

        fn leave(&mut self) {
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

        fn top(&mut self) {
            if self.dumping.q.val() {
                self.state.d.next = State::Tail;
            } else if self.merging.q.val() {
                self.state.d.next = State::Finish;
            } else if !full {
                self.state.d.next = State::Idle;
            } else if self.dry.q.val() {
                self.state.d.next = State::Step;
            } else {
                self.state.d.next = State::Begin;
            }
        }

        fn absorb(&mut self) {
            self.state.d.next = State::Back;
            if !self.adder.over.val() {
                put = true;
                if self.dry.q.val() {
                    self.state.d.next = State::Lower;
                } else {
                    self.cursor.write.next = true;
                    self.free.d.next = self.cursor.child.val();
                    self.live.d.next = census;
                }
            }
        }

        fn header(&mut self) {
            self.cursor.digit_next.next = 0.into();
            sending = true;
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

        fn modes(&mut self) {
            comment!(
                "Flags, as sums of what sets and clears them: a clock enable would come after all of these states."
            );
            let command: Bit = (self.state.q.val() == State::Idle)
                & self.cmd.valid.val()
                & !self.ev.valid.val()
                & !self.counts.late.val();
            let ended: Bit = (self.state.q.val() == State::Tail) & self.pump.done.val();
            self.dumping.d.next = (self.dumping.q.val() | (command & self.cmd.op.val().get_bit(0))) & !ended;
            self.by_command.d.next = (self.by_command.q.val() | (command & !self.cmd.op.val().get_bit(0)) | ended)
                & !(self.state.q.val() == State::Done);
            self.wiping.d.next = (self.state.q.val() == State::Init)
                | (self.wiping.q.val() & !((self.state.q.val() == State::Root) & last_slot & !self.pump.busy.val()));
            self.any_lost.d.next =
                (self.any_lost.q.val() | (self.state.q.val() == State::Refuse)) & !(self.state.q.val() == State::Init);
            self.merging.d.next = (self.merging.q.val() | merge_taken) & !(self.state.q.val() == State::Top);
            self.collapsing.d.next = (self.collapsing.q.val()
                | ((self.state.q.val() == State::Decide) & self.adder.over.val() & full))
                & !((self.state.q.val() == State::Top) & !full);
            let fruitless: Bit = (self.state.q.val() == State::Top) & self.collapsing.q.val() & full;
            self.dry.d.next = self.dry.q.val() ^ fruitless;
            self.round_up.d.next =
                (self.round_up.q.val() | (fruitless & self.dry.q.val())) & !(self.state.q.val() == State::Compare);
            comment!("Whether a child of the node at hand stays; a dump keeps everything.");
            self.kept.d.next = (self.kept.q.val()
                | ((self.state.q.val() == State::Leave) & self.dumping.q.val())
                | ((self.state.q.val() == State::Up) & parent_kept)
                | ((self.state.q.val() == State::Absorb) & (self.adder.over.val() | self.dry.q.val())))
                & !(self.state.q.val() == State::Begin)
                & !((self.state.q.val() == State::Scan) & self.cursor.present.val());
        }

        fn cursor(&mut self) {
            comment!(
                "The next level of the walk; a sweep only needs the last slot of a unit node, which has no children."
            );
            let near_unit: Bit = bit_cast::<DB, LV>(self.depth.q.val()) == ABOVE_UNIT;
            if (self.state.q.val() == State::Scan) & self.cursor.present.val() {
                near_unit = bit_cast::<DB, LV>(self.depth.q.val()) == NEAR_ABOVE_UNIT;
            }
            self.cursor.child_digit.next = self.next_digit.q.val();
            if (self.state.q.val() == State::Enter)
                | (self.state.q.val() == State::Scan)
                | (self.state.q.val() == State::Back)
            {
                self.next_digit.d.next = 0.into();
                if near_unit {
                    self.next_digit.d.next = 3.into();
                }
            }
            if issue {
                self.next_digit.d.next = self.digits.below.val();
            }
            let level_step: Bits<LV> = 0.into();
            if issue | ((self.state.q.val() == State::Scan) & self.cursor.present.val()) {
                level_step = 1.into();
            }
            if self.state.q.val() == State::Up {
                level_step = MINUS_LEVEL;
            }
            self.depth.d.next = self.depth.q.val() + level_step;
            if home {
                self.depth.d.next = 0.into();
            }
            self.cursor.free.next = self.free.q.val();
        }

        fn sums(&mut self) {
            comment!("Counts: what is written is always the sum, part after part.");
            self.counts.read_node.next = self.cursor.base.val();
            self.counts.read_part.next = own_part;
            drive!(counts: node = cursor.node, sum = adder.sum);
            self.counts.put.next = put;
            drive!(counts: dry = dry.q, digit = cursor.digit);

            comment!("Sums.");
            let read_word: Bit = (self.state.q.val() == State::Header) | (self.state.q.val() == State::Lower);
            let operand: Bits<16> = self.counts.data.val();
            self.in_scratch.d.next = self.ledger.fetch.val() | read_word | (self.state.q.val() == State::Prefix);
            if self.in_scratch.q.val() {
                operand = self.ledger.data.val();
            }
            self.adder.operand.next = operand;
            self.adder.own.next = self.counts.data.val();
            self.adder.lift.next = (self.state.q.val() == State::Lift) | (self.state.q.val() == State::Up);
            self.adder.weight.next = self.ev.weight.val();
            if self.ledger.fetch.val() {
                self.adder.weigh.next = self.ledger.first.val() & !self.ledger.tally.val();
            }
            self.adder.chain.next = self.ledger.adding.val()
                | stop
                | (self.state.q.val() == State::Pair)
                | (self.state.q.val() == State::Add);
            self.adder.increment.next = self.ledger.first.val() & self.ledger.tally.val();
            self.adder.saturate.next = self.ledger.adding.val() & self.ledger.saturate.val();
            drive!(adder: inverted = limit.inverted, part = part.q, dry = dry.q, exempt = unit.q);
        }

        fn scratch(&mut self) {
            comment!("Scratch memory: the stack below, totals and statistics above.");
            drive!(ledger: wipe = wiping.q, sum = adder.sum, overflow = adder.carry);
            self.ledger.store.next =
                ((self.state.q.val() == State::Absorb) | self.counts.rest.val()) & self.dry.q.val();
            self.ledger.place.next = self.pump.place.val();
            self.ledger.read_word.next = read_word;
            self.ledger.stack_read.next = self.depth.q.val();
            if self.state.q.val() == State::Prefix {
                self.ledger.stack_read.next = self.source.address.val();
            }
            self.ledger.stack_write.next = self.depth.q.val() + 1;
            self.ledger.entry.next = bit_cast::<16, AW>(self.cursor.node.val())
                | (bit_cast::<16, 1>(self.kept.q.val().into()) << 13)
                | (bit_cast::<16, 2>(self.cursor.digit.val()) << 14);
        }

        fn dump_stream(&mut self) {
            comment!("Dump: bit by bit, from the place it has.");
            self.pump.last.next = self.state.q.val() == State::Tail;
            self.pumping.d.next = sending & !self.pump.done.val();
            if self.pumping.q.val() & !self.pump.busy.val() & !self.pump.done.val() {
                self.pump.start.next = true;
            }
            self.source.first_threshold.next = self.wiping.q.val();
            self.source.header.next = self.state.q.val() == State::Header;
            self.source.prefix.next = self.state.q.val() == State::Prefix;
            self.source.own.next = self.state.q.val() == State::Own;
            drive!(source: word = ledger.selected, fetching = pump.fetching, place = pump.place,
                index = pump.index);
            self.source.memory.next = operand;
            drive!(source: threshold = limit.serial_out, cfg_t0 = cfg.t0, live = live.q, depth = depth.q);
            self.pump.bit_in.next = self.source.bit_out.val();
            pass!(pump: dump);
        }

        fn threshold(&mut self) {
            comment!("Threshold.");
            drive!(limit: round_up = round_up.q, serial_in = pump.bit_out);
            self.limit.rotate.next = self.state.q.val() == State::Header;
            self.limit.sample.next = self.state.q.val() == State::Init;
            drive!(limit: cfg_m = cfg.eps_m, cfg_s = cfg.eps_s);
            self.limit.count.next = count;
            drive!(limit: counted = ledger.idle, refused = ledger.refused, n = ledger.n, weight = ev.weight);
            self.limit.taken.next = merge_taken;
            self.holding.d.next = (self.holding.q.val() | count) & !self.ev.ready.val();
        }

        fn statistics(&mut self) {
            comment!("Statistics.");
            if (self.state.q.val() == State::Init) | (self.state.q.val() == State::Root) {
                self.free.d.next = 1.into();
                self.live.d.next = 1.into();
            }
            self.stat.n.next = self.ledger.n.val();
            self.stat.t.next = !bit_cast::<C, { 16 * P }>(self.limit.inverted.val());
            drive!(stat: lost = ledger.lost, live = live.q, creates = ledger.creates, collapses = ledger.collapses,
                lost_flag = any_lost.q);
            self.stat.near_full.next = self.ledger.n.val().get_bit(TOP_BIT.index());
            self.stat.event.next = self.ev.ready.val();
            self.stat.active.next = self.holding.q.val() | count;
            self.clearing.next = self.wiping.q.val();
            self.stat.collapsing.next = self.collapsing.q.val();
            self.stat_stall.next = WALK_CODE;
            if self.collapsing.q.val() {
                self.stat_stall.next = COLLAPSE_CODE;
            } else if self.merging.q.val() {
                self.stat_stall.next = MERGE_CODE;
            } else if (self.state.q.val() == State::Fetch) | (self.state.q.val() == State::Clear) {
                self.stat_stall.next = CREATE_CODE;
            }
        }
    }
}
