//! Who may go on: instructions, or a host once none is under way (docs/reference/hps.md, H14).
use super::PLACE;
use crate::hw::bundles::{BusRx, BusTx};
use crate::hw::hps::ports::{WriteRx, WriteTx};
use crate::hw::lib::{Reg, StateReg};
use crate::spec::hps::regs::ADDRESS_BITS;
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of instructions under way.
const LEVEL: usize = PLACE + 1;
/// Bits of the number of cycles for which nothing has been under way before a host is served.
const CALM: usize = 4;

/// What a host waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Nothing: instructions are taken.
    Open,
    /// Those under way come to their end.
    Drain,
    /// The host is served.
    Serve,
    /// It is answered.
    Answer,
    /// An instruction goes before the next request.
    Rest,
}

#[treetap_hdl::unit]
mod gate {
    //! Takes instructions, or serves a host when none is under way.

    /// Takes instructions while there are places for them, or serves a host when none is under way. What the host
    /// writes goes on a cycle later, which is when it is answered.
    #[clocked(reset)]
    pub struct Gate {
        /// An instruction.
        #[group("an instruction, and that it is taken")]
        pub in_valid: Signal<In, Bit>,
        /// The instruction did not execute.
        pub in_trap: Signal<In, Bit>,
        /// It is taken.
        pub in_ready: Signal<Out, Bit>,
        /// An instruction was taken in the cycle before.
        #[group("took: an instruction that executed was taken in the cycle before")]
        pub took: Signal<Out, Bit>,
        /// An instruction is done with.
        #[group("in_counts: an instruction is done with")]
        pub in_counts: Signal<In, Bit>,
        /// An instruction or a host is under way.
        #[group("working: an instruction or a host is under way")]
        pub working: Signal<Out, Bit>,
        #[group("requests, held until bus_ready")]
        #[only(valid, we, addr, wdata, ready, rdata)]
        pub bus: BusRx<ADDRESS>,
        #[group("the request that is served")]
        #[only(valid, we, addr, wdata, ready, rdata)]
        pub host: BusTx<ADDRESS>,
        #[group("what is written, and what was in the cycle before")]
        #[except(kept)]
        pub raw: WriteRx,
        #[except(kept)]
        pub wr: WriteTx,
        /// Patterns count.
        #[group("raw_en raw_flagsel raw_be_taken raw_resets raw_clears: switches")]
        pub raw_en: Signal<In, Bit>,
        /// Sampling goes on while counter 0 has overflowed, not while it is 0.
        pub raw_flagsel: Signal<In, Bit>,
        /// Only branches that are taken are back edges.
        pub raw_be_taken: Signal<In, Bit>,
        /// Every counter becomes 1.
        pub raw_resets: Signal<In, Bit>,
        /// Statistics become 0.
        pub raw_clears: Signal<In, Bit>,
        /// Patterns count.
        #[group("cfg set cleared: switches of the cycle before")]
        pub cfg_en: Signal<Out, Bit>,
        /// Sampling goes on while counter 0 has overflowed, not while it is 0.
        pub cfg_flagsel: Signal<Out, Bit>,
        /// Only branches that are taken are back edges.
        pub cfg_be_taken: Signal<Out, Bit>,
        /// Every counter becomes 1.
        pub set_counters: Signal<Out, Bit>,
        /// Statistics become 0.
        pub cleared: Signal<Out, Bit>,
        state: StateReg<State>,
        // instructions are taken; one was; one is done with
        #[also(taken, done)]
        open: Reg<Bit>,
        level: Reg<Bits<LEVEL>>,
        calm: Reg<Bits<CALM>>,
        // the request and its answer
        we: Reg<Bit>,
        addr: Reg<Bits<ADDRESS>>,
        #[also(rdata)]
        wdata: Reg<Bits<32>>,
        // what is written
        #[also(condition, word, range, counter, source, seed, mask)]
        pattern: Reg<Bit>,
        index: Reg<Bits<12>>,
        data: Reg<Bits<32>>,
        #[also(flagsel, be_taken, resets, clears)]
        en: Reg<Bit>,
    }

    impl Gate {
        fn update(&mut self) {
            // Instructions may be taken for three cycles more, and there are 32 places.
            const FULL: Bits<LEVEL> = 26;

            comment!("Instructions under way.");
            self.taken.d.next = self.in_valid.val() & self.open.q.val() & !self.in_trap.val();
            self.done.d.next = self.in_counts.val();
            if self.taken.q.val() & !self.done.q.val() {
                self.level.d.next = self.level.q.val() + 1;
            }
            if !self.taken.q.val() & self.done.q.val() {
                self.level.d.next = self.level.q.val() - 1;
            }
            let resting: Bit = (self.state.q.val() == State::Open) | (self.state.q.val() == State::Rest);
            let asks: Bit = self.bus.valid.val() & (self.state.q.val() == State::Open);
            self.open.d.next = resting & !asks & (self.level.q.val() < FULL);
            drive!(self: in_ready = open.q, took = taken.q);
            let idle: Bit =
                !self.level.q.val().any() & !self.taken.q.val() & !(self.in_valid.val() & self.open.q.val());
            if !self.calm.q.val().all() {
                self.calm.d.next = self.calm.q.val() + 1;
            }
            if !idle {
                self.calm.d.next = 0.into();
            }
            self.working.next = self.level.q.val().any() | self.taken.q.val() | !resting;

            comment!("A host. After it an instruction that waits is taken first.");
            match self.state.q.val() {
                State::Open => {
                    if self.bus.valid.val() {
                        self.state.d.next = State::Drain;
                    }
                }
                State::Drain => {
                    if self.calm.q.val().all() & idle & !self.open.q.val() {
                        self.state.d.next = State::Serve;
                    }
                }
                State::Serve => {
                    if self.host.ready.val() {
                        self.state.d.next = State::Answer;
                    }
                }
                State::Answer => self.state.d.next = State::Rest,
                State::Rest => {
                    if self.open.q.val() {
                        self.state.d.next = State::Open;
                    }
                }
            }
            drive!(self: we = bus.we, addr = bus.addr, wdata = bus.wdata, rdata = host.rdata);
            self.host.valid.next = self.state.q.val() == State::Serve;
            drive!(host: we = we.q, addr = addr.q, wdata = wdata.q);
            self.bus.ready.next = self.state.q.val() == State::Answer;
            drive!(bus: rdata = rdata.q);

            comment!("What it writes.");
            drive!(self: pattern = raw.pattern, condition = raw.condition, word = raw.word, range = raw.range,
                counter = raw.counter, source = raw.source, seed = raw.seed, mask = raw.mask, index = raw.index,
                data = raw.data, en = raw_en, flagsel = raw_flagsel, be_taken = raw_be_taken, resets = raw_resets,
                clears = raw_clears);
            drive!(wr: pattern = pattern.q, condition = condition.q, word = word.q, range = range.q,
                counter = counter.q, source = source.q, seed = seed.q, mask = mask.q, index = index.q, data = data.q);
            drive!(self: cfg_en = en.q, cfg_flagsel = flagsel.q, cfg_be_taken = be_taken.q, set_counters = resets.q,
                cleared = clears.q);
            if self.reset.val() {
                self.state.d.next = State::Open;
                zero!(self: open, taken, done, level, calm);
            }
        }
    }
}
