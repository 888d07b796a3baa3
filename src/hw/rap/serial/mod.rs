//! The serial engine (docs/reference/rap-serial.md).
mod adder;
mod counts;
mod cursor;
mod digits;
mod dump;
mod eps;
mod event;
mod finger;
mod free;
mod hand;
mod ladder;
mod ledger;
mod limit;
mod source;
mod state;
mod stream;
mod visits;

use super::STALL_BITS;
use super::widths::{digit_bits, pair_bits, parts};
use crate::hw::bundles::{CommandRx, DumpTx, EventRx, SettingsRx, StatisticsTx};
use crate::hw::lib::{Reg, StateReg};
use crate::spec::rap::Stall;
use adder::Adder;
use counts::Counts;
use cursor::Cursor;
use digits::Digits;
use dump::DumpPump;
use finger::Finger;
use hand::Hand;
use ledger::Ledger;
use limit::Limit;
use rust_hdl::prelude::*;
use source::Source;
use state::State;

#[treetap_hdl::unit(phases(event, visits, stream, free))]
mod engine {
    //! Serial range adaptive profiling engine, one level of the tree per cycle (docs/reference/rap-serial.md).

    /// One walker over a tree in block RAM: rules R1 to R9 and R11 to R14, without the coalescer.
    ///
    /// Keys have `K` bits, counts `C`; there are `2^AW` nodes; `EPS` is 1 to build EPS mode. `S`, `WC`, `VC` and `J`
    /// are those of R15.
    ///
    /// Counts are added and compared in `P` parts of 16 bits, least significant first. The scratch memory holds the
    /// digits of a dump's path (level by level) and, from address 128, the words of the dump's header, four parts each.
    ///
    /// Streams: an event is taken when its walk begins, and `stat_event` ends it; a command must stay until
    /// `cmd_ready`, when it is finished (the dump's last word has left, the memories are clear). Events go first.
    #[clocked(reset)]
    #[derived(P = parts(C), PD = AW + 1, PA = AW + 2, DB = digit_bits(K), PB = pair_bits(K), LV = DB + 1, KA = 1 << LV)]
    pub struct Engine<
        #[range(4..=64, step = 2)] const K: usize,
        #[range(16..=48)] const C: usize,
        #[range(3..=13)] const AW: usize,
        #[range(0..=1)] const EPS: usize,
        #[range(1..=4096)] const S: usize,
        #[range(1..=65535)] const WC: usize,
        #[range(0..=65535)] const VC: usize,
        #[range(1..=60)] const J: usize,
    > {
        #[group("coalesced events, taken when their walk begins")]
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
        limit: Limit<C, EPS, J>,
        hand: Hand<AW, { K / 2 }, S, WC, VC, EPS>,
        ledger: Ledger<C, LV>,
        pump: DumpPump,
        adder: Adder<{ 16 * P }>,
        source: Source<C, PD, LV, { K / 2 }>,
        digits: Digits<K, DB>,
        finger: Finger<K, AW, LV, PB>,
        state: StateReg<State>,
        free: Reg<Bits<AW>>,
        depth: Reg<Bits<LV>>,
        live: Reg<Bits<PD>>,
        part: Reg<Bits<2>>,
        any_lost: Reg<Bit>,
        half: Reg<Bit>,
        finished: Reg<Bit>,
        #[also(second_digit)]
        next_digit: Reg<Bits<2>>,
        #[also(
            refused, in_scratch, pumping, unit, wiping, holding, visiting, exceeded, by_command, taken, fresh, open,
            calm, away, rising
        )]
        settled: Reg<Bit>,
    }

    impl Engine {
        fn update(&mut self) {
            const MINUS_LEVEL: Bits<LV> = (1 << LV) - 1;
            const MINUS_LIVE: Bits<PD> = (1 << PD) - 1;
            const UNIT_LEVEL: Bits<LV> = K / 2;
            const AW: Bits<5> = AW;
            const LAST_PART: Bits<2> = P - 1;
            const BEFORE_LOOKS: Bits<2> = P - 2;
            const TOP_BIT: Bits<6> = C - 1;
            const WALK_CODE: Bits<STALL_BITS> = Stall::Walk as u64;
            const CREATE_CODE: Bits<STALL_BITS> = Stall::Create as u64;
            const VISIT_CODE: Bits<STALL_BITS> = Stall::Visit as u64;

            self.inputs();
            self.requests();
            self.offer();
            self.walk();
            self.begin();
            self.modes();
            self.hand();
            self.cursor();
            self.sums();
            self.scratch();
            self.dump_stream();
            self.threshold();
            self.statistics();
            if self.reset.val() {
                self.state.d.next = State::Init;
                zero!(self: by_command, visiting, holding, pumping, taken, half, finished);
                self.wiping.d.next = true;
            }
        }

        fn inputs(&mut self) {
            comment!("What the memories say.");
            let full: Bit = self.live.q.val().get_bit(AW.index());
            let wait: Bit = self.ledger.fetch.val() | self.ledger.adding.val() | self.limit.follows.val();

            drive!(digits: key = finger.key, depth = depth.q);
            self.settled.d.next = self.ledger.idle.val()
                & !self.limit.follows.val()
                & !(self.state.q.val() == State::Idle)
                & !(self.state.q.val() == State::Refuse)
                & !(self.state.q.val() == State::Decide);
            self.refused.d.next = self.ledger.refused.val();
            self.unit.d.next = (self.depth.q.val() == UNIT_LEVEL) & !self.visiting.q.val();
            let digit_below: Bits<2> = self.next_digit.q.val();
            if self.fresh.q.val() {
                digit_below = self.second_digit.q.val();
            }
            let last_slot: Bit = self.cursor.digit.val().all();
            let last_add: Bit = self.part.q.val() + 1 == LAST_PART;
            let last_look: Bit = self.part.q.val().get_bit(1);
            if P > 2 {
                last_look = !self.part.q.val().get_bit(1);
            }
            let look_before_last: Bit = self.part.q.val().get_bit(0);
            if P > 2 {
                look_before_last = self.part.q.val().all();
            }
        }

        fn requests(&mut self) {
            comment!("Requests, off unless a state makes them.");
            let own_part: Bits<2> = 0.into();
            let stop: Bit = false;
            zero!(cursor: link, follow, grow, visit);
            let put: Bit = false;
            let write: Bit = false;
            self.counts.clear.next = false;
            zero!(ledger: push, word, next_word);
            let add: Bit = false;
            zero!(limit: step);
            zero!(hand: grant, created, begin, advance);
            let rest: Bit = false;
            let tries: Bit = false;
            self.hand.creating.next = self.state.q.val() == State::Decide;
            let sending: Bit = false;
            zero!(pump: start, quiet);
            self.limit.load.next = self.wiping.q.val() & self.pump.first_bit.val();
            let merge_taken: Bit = false;
            let issue: Bit = false;
            zero!(adder: clear, weigh);
            let finish: Bit = false;
            self.cmd.ready.next = false;
            self.part.d.next = 0.into();
        }

        fn walk(&mut self) {
            let live_step: Bits<PD> = 1.into();
            if self.state.q.val() == State::Push {
                live_step = MINUS_LIVE;
            }
            let census: Bits<PD> = self.live.q.val() + live_step;

            match self.state.q.val() {
                State::Init => {
                    self.pump.start.next = true;
                    self.pump.quiet.next = true;
                    self.state.d.next = State::Thread;
                }
                State::Thread => self.thread(),
                State::Root => self.root(),
                State::Idle => self.idle(),
                State::Issue => {
                    self.adder.weigh.next = true;
                    issue = true;
                    self.state.d.next = State::Walk;
                }
                State::Walk => self.in_walk(),
                State::Refuse => {
                    add = true;
                    self.ledger.word.next = 2.into();
                    self.state.d.next = State::Finish;
                }
                State::Finish => {
                    finish = self.settled.q.val();
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
                    } else if (P > 2) & self.visiting.q.val() {
                        self.tried();
                    } else if last_add {
                        self.state.d.next = State::Compare;
                    }
                }
                State::Compare => {
                    self.adder.clear.next = true;
                    self.state.d.next = State::Decide;
                }
                State::Decide => self.decide(),
                State::Fetch => self.fetch(),
                State::Clear => self.clear(),
                State::Turn => self.turn(),
                State::Raise => {
                    if !self.limit.busy.val() {
                        self.state.d.next = State::Visit;
                    }
                }
                State::Aim => {
                    self.state.d.next = State::Visit;
                }
                State::Visit => self.visit(),
                State::Look => self.look(),
                State::Pair => self.pair(),
                State::Fit => {
                    self.state.d.next = State::Absorb;
                }
                State::Absorb => {
                    self.cursor.visit.next = true;
                    self.state.d.next = State::Link;
                }
                State::Link => {
                    write = true;
                    self.state.d.next = State::Push;
                }
                State::Push => self.push(),
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
                        self.state.d.next = State::Scan;
                    }
                }
                State::Scan => self.scan(),
                State::Up => {
                    self.state.d.next = State::Back;
                }
                State::Back => {
                    self.state.d.next = State::Scan;
                    if last_slot {
                        self.leave();
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

        fn root(&mut self) {
            comment!("The root, which follows the last node as the free list ends, has no children and no count.");
            self.adder.clear.next = true;
            write = true;
            self.counts.clear.next = true;
            if last_slot & !self.pump.busy.val() {
                self.state.d.next = State::Done;
            }
        }

        fn idle(&mut self) {
            self.adder.weigh.next = true;
            if self.cmd.valid.val() & !self.ev.valid.val() {
                if self.cmd.op.val().get_bit(0) {
                    self.state.d.next = State::Header;
                } else {
                    self.state.d.next = State::Init;
                }
            }
            if self.finger.ready.val() {
                self.state.d.next = State::Turn;
                if self.calm.q.val() | self.hand.rested.val() {
                    self.state.d.next = State::Walk;
                }
            }
        }

        fn modes(&mut self) {
            comment!(
                "Flags, as sums of what sets and clears them: a clock enable would come after all of these states."
            );
            let command: Bit = (self.state.q.val() == State::Idle) & self.cmd.valid.val() & !self.ev.valid.val();
            let ended: Bit = (self.state.q.val() == State::Tail) & self.pump.done.val();
            self.by_command.d.next = (self.by_command.q.val() | (command & !self.cmd.op.val().get_bit(0)) | ended)
                & !(self.state.q.val() == State::Done);
            self.wiping.d.next = (self.state.q.val() == State::Init)
                | (self.wiping.q.val() & !((self.state.q.val() == State::Root) & last_slot & !self.pump.busy.val()));
            self.any_lost.d.next =
                (self.any_lost.q.val() | (self.state.q.val() == State::Refuse)) & !(self.state.q.val() == State::Init);
            self.visiting.d.next =
                (self.visiting.q.val() | (self.state.q.val() == State::Turn)) & !(self.state.q.val() == State::Idle);
            comment!("Weight has been counted over T since T last rose.");
            self.exceeded.d.next = (self.exceeded.q.val()
                | ((self.state.q.val() == State::Decide) & self.adder.over.val() & full))
                & !((self.state.q.val() == State::Raise) & !self.limit.busy.val())
                & !(self.state.q.val() == State::Init);
        }

        fn cursor(&mut self) {
            comment!("The next level of the walk; a node that a dump or the hand goes to begins with its first slot.");
            self.rising.d.next = (self.state.q.val() == State::Absorb)
                | ((self.state.q.val() == State::Look) & look_before_last & self.hand.owing.val());
            let rise: Bit = self.rising.q.val() | (self.state.q.val() == State::Up);
            self.cursor.rise.next = rise;
            comment!(
                "To its parent; or, while nothing is under way, to where the walk of the next event or a dump begins."
            );
            self.away.d.next = (self.away.q.val()
                | (self.state.q.val() == State::Compare)
                | (self.state.q.val() == State::Finish)
                | (self.state.q.val() == State::Done)
                | rest)
                & !(take
                    | (self.state.q.val() == State::Init)
                    | (self.state.q.val() == State::Turn)
                    | (self.state.q.val() == State::Fetch)
                    | (self.state.q.val() == State::Prefix));
            self.cursor.leap.next = rise | (self.away.q.val() & !(self.state.q.val() == State::Fetch));
            self.cursor.child_digit.next = digit_below;
            self.cursor.pick.next = self.state.q.val() == State::Issue;
            comment!("The digit beside: the first one of a slot that is new or absorbed, then the next one.");
            let first: Bit = (self.state.q.val() == State::Thread)
                | (self.state.q.val() == State::Fetch)
                | (self.state.q.val() == State::Absorb);
            let following: Bit = (self.state.q.val() == State::Root)
                | (self.state.q.val() == State::Clear)
                | (self.state.q.val() == State::Scan)
                | (self.state.q.val() == State::Back);
            let beside: Bits<2> = self.cursor.digit.val() + bit_cast::<2, 1>(following.into());
            if first {
                beside = 0.into();
            }
            self.cursor.digit_next.next = beside;
            if (self.state.q.val() == State::Turn) | (self.state.q.val() == State::Header) {
                self.next_digit.d.next = 0.into();
            }
            if issue {
                self.next_digit.d.next = self.digits.below.val();
            }
            comment!(
                "Below where the walk begins the digit is the second of the pair; a mux before the register would be \
                 one too many."
            );
            if take {
                self.second_digit.d.next = bit_cast::<2, 4>(self.finger.pair.val());
            }
            self.fresh.d.next = take
                | (self.fresh.q.val()
                    & !issue
                    & !(self.state.q.val() == State::Turn)
                    & !(self.state.q.val() == State::Header));
            comment!("A level up, or down, which the pointer decides, last.");
            let level_step: Bits<LV> = 0.into();
            if self.state.q.val() == State::Up {
                level_step = MINUS_LEVEL;
            }
            self.depth.d.next = self.depth.q.val() + level_step;
            if issue | ((self.state.q.val() == State::Scan) & self.cursor.present.val()) {
                self.depth.d.next = self.depth.q.val() + 1;
            }
            if take {
                self.depth.d.next = self.finger.level.val();
            }
            comment!("To the root; an absorbed node may be the last one of the path, and such walks are rare.");
            if (self.state.q.val() == State::Init)
                | (self.state.q.val() == State::Refuse)
                | (self.state.q.val() == State::Link)
                | (self.state.q.val() == State::Header)
                | (self.state.q.val() == State::Tail)
            {
                self.depth.d.next = 0.into();
            }
            drive!(cursor: free = free.q, slot = hand.slot, place = finger.place);
            self.cursor.place_digit.next = self.finger.pair.val().get_bits::<2>(2);
        }

        fn sums(&mut self) {
            comment!("Counts: what is written is always the sum, part after part.");
            self.counts.read_node.next = self.cursor.base.val();
            self.counts.read_part.next = own_part;
            drive!(counts: node = cursor.node, sum = adder.sum);
            self.counts.keep.next = (self.state.q.val() == State::Decide) | (self.state.q.val() == State::Pair);
            drive!(counts: kept = visiting.q);
            self.counts.put.next = put;
            drive!(counts: digit = cursor.digit);

            comment!("Sums.");
            let read_word: Bit = self.state.q.val() == State::Header;
            let operand: Bits<16> = self.counts.data.val();
            self.in_scratch.d.next = self.ledger.fetch.val() | read_word | (self.state.q.val() == State::Prefix);
            if self.in_scratch.q.val() {
                operand = self.ledger.data.val();
            }
            self.adder.operand.next = operand;
            self.adder.own.next = self.counts.data.val();
            self.adder.lift.next = self.state.q.val() == State::Look;
            self.adder.weight.next = self.finger.weight.val();
            if self.ledger.fetch.val() {
                self.adder.weigh.next = self.ledger.first.val() & !self.ledger.tally.val();
            }
            comment!("What a total that is full carries out is nobody's.");
            self.adder.chain.next = (self.ledger.adding.val() & !self.ledger.saturate.val())
                | stop
                | (self.state.q.val() == State::Pair)
                | (self.state.q.val() == State::Add);
            self.adder.increment.next = self.ledger.first.val() & self.ledger.tally.val();
            self.adder.saturate.next = self.ledger.adding.val() & self.ledger.saturate.val();
            drive!(adder: inverted = limit.inverted, part = part.q, exempt = unit.q);
        }

        fn scratch(&mut self) {
            comment!("Scratch memory: the stack below, totals and statistics above.");
            drive!(ledger: wipe = wiping.q, sum = adder.sum, overflow = adder.carry);
            self.ledger.place.next = self.pump.place.val();
            self.ledger.read_word.next = read_word;
            self.ledger.stack_read.next = self.source.address.val();
            self.ledger.stack_write.next = self.depth.q.val();
            self.ledger.digit.next = self.cursor.digit.val();
        }

        fn threshold(&mut self) {
            comment!("Threshold.");
            drive!(limit: far = exceeded.q, serial_in = pump.bit_out);
            self.limit.rotate.next = self.state.q.val() == State::Header;
            self.limit.sample.next = self.state.q.val() == State::Init;
            drive!(limit: cfg_m = cfg.eps_m, cfg_s = cfg.eps_s);
            self.limit.count.next = count;
            drive!(limit: counted = ledger.idle, refused = ledger.refused, n = ledger.n, weight = finger.weight);
            self.limit.taken.next = merge_taken;
            self.holding.d.next = (self.holding.q.val() & !finish) | count;
        }

        fn statistics(&mut self) {
            comment!("Statistics.");
            self.only_the_root();
            self.stat.n.next = self.ledger.n.val();
            self.stat.t.next = !bit_cast::<C, { 16 * P }>(self.limit.inverted.val());
            drive!(stat: lost = ledger.lost, live = live.q, creates = ledger.creates, over = ledger.over,
                lost_flag = any_lost.q);
            comment!("n is what it is in the cycle after an event; else parts of it may be in other places.");
            let near: Bit = self.half.q.val() | (self.finished.q.val() & self.ledger.n.val().get_bit(TOP_BIT.index()));
            self.finished.d.next = finish;
            self.half.d.next = near & !self.wiping.q.val();
            self.stat.near_full.next = near;
            self.stat.event.next = finish;
            self.stat.active.next = self.holding.q.val() | count;
            self.clearing.next = self.wiping.q.val();
            self.stat_stall.next = WALK_CODE;
            if self.visiting.q.val() {
                self.stat_stall.next = VISIT_CODE;
            } else if (self.state.q.val() == State::Fetch) | (self.state.q.val() == State::Clear) {
                self.stat_stall.next = CREATE_CODE;
            }
        }
    }
}
