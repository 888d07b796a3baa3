//! The CAM engine, after Fig. 4 of the paper (docs/reference/rap-cam.md).
mod bank;
mod buffer;
mod counter;
mod cursor;
mod editor;
mod event;
mod matcher;
mod scout;
mod state;
mod stream;
mod totals;
mod tour;
mod turn;
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

#[treetap_hdl::unit(phases(event, turn, stream))]
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
                State::Split => self.split(),
                State::Wait => self.wait(),
                State::Fetch => self.fetch(),
                State::Make => self.make(),
                State::Fill => self.fill(),
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
                State::Visit => self.visit(),
                State::Meet => self.meet(),
                State::Close => self.close(),
                State::Climb => self.climb(),
                State::Edit => self.edit(),
                State::Clear => {
                    if !self.matcher.busy.val() {
                        goes = State::Visit;
                    }
                }
                State::Dump => self.dump(),
                State::Done => self.done(),
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
    }
}
