//! The bus: the engine's registers and those of docs/reference/monitor.md.
use super::records::LOST;
use crate::hw::bundles::BusRx;
use crate::hw::lib::Reg;
use crate::spec::hps;
use crate::spec::monitor::{self as spec, ADDRESS_BITS, PLACE_BITS, WORDS};
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word.
const WORD: usize = ADDRESS - 2;
/// Bits of a byte offset among the registers: all of them lie in the first so many bytes.
const NEAR: usize = 7;
const HPS: usize = hps::regs::ADDRESS_BITS as usize;
const PLACE: usize = PLACE_BITS as usize;

/// Where a request is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Waits for one, or for the engine's answer.
    Idle,
    /// Which register it is, and whether what is asked is allowed.
    Look,
    /// A register is read or written.
    Act,
    /// The answer is there.
    Answer,
}

crate::spec::monitor::each_monitor_register! {
    treetap_hdl::registers {
        //! Which register a word is, and the fields that are kept in flip-flops.
        pub mod window_bank, struct WindowBank of Reg, crate::spec::monitor,
        at(MAP_WDATA, EVENT);
    }
}

#[treetap_hdl::unit]
mod window {
    //! One request after the other: the engine's registers, and above them those of docs/reference/monitor.md.

    /// One request after the other. `L` is the number of bits of the number of events in the memory.
    ///
    /// With `DEEP` 1 the queue has a word of an event a cycle later, and a word that is read is taken when the request
    /// ends.
    #[clocked(reset)]
    #[given(build: spec::Build)]
    #[fits(build.events == 1 << (L - 1), "the build has as many events as the queue")]
    pub struct Window<#[range(2..=12)] const L: usize, #[range(0..=1)] const DEEP: usize> {
        #[group("requests, held until bus_ready")]
        pub bus: BusRx<ADDRESS>,
        /// A request to the engine.
        #[group("requests to the engine")]
        pub hps_valid: Signal<Out, Bit>,
        /// The request to the engine writes.
        pub hps_we: Signal<Out, Bit>,
        /// Byte offset.
        pub hps_addr: Signal<Out, Bits<HPS>>,
        /// Word to write.
        pub hps_wdata: Signal<Out, Bits<32>>,
        /// The engine answers.
        pub hps_ready: Signal<In, Bit>,
        /// Word that it read.
        pub hps_rdata: Signal<In, Bits<32>>,
        #[group("switches")]
        #[except(bus_error, irq_at)]
        pub cfg: WindowBankCfgTx,
        #[group("set map_clearing: writes of the map of checks; it is being cleared")]
        #[except(flush)]
        pub set: WindowBankSetTx,
        /// The word written.
        pub set_data: Signal<Out, Bits<32>>,
        /// The map is being cleared.
        pub map_clearing: Signal<In, Bit>,
        /// The tap releases the record that it holds.
        #[group("tap_flush: the tap releases the record that it holds")]
        pub tap_flush: Signal<Out, Bit>,
        /// Events in the memory.
        #[group("the oldest event")]
        pub evq_level: Signal<In, Bits<L>>,
        /// Which word of the oldest one is wanted.
        pub evq_place: Signal<Out, Bits<PLACE>>,
        /// The word, a cycle later, with `DEEP` two.
        pub evq_word: Signal<In, Bits<32>>,
        /// The oldest event is taken.
        pub evq_take: Signal<Out, Bit>,
        /// There is an event for the bus.
        pub evq_there: Signal<In, Bit>,
        /// Records that found no place.
        #[group("lost: records that found no place")]
        pub lost: Signal<In, Bits<LOST>>,
        /// As many events as IRQ_AT says are in the memory.
        #[group("IRQ_AT events are in the memory")]
        pub irq: Signal<Out, Bit>,
        #[init(State::Idle)]
        state: Reg<State>,
        data: Reg<Bits<32>>,
        error: Reg<Bit>,
        // an event was there in the cycle before; what is asked is allowed, and takes the oldest event
        #[also(obeys, takes)]
        was_there: Reg<Bit>,
        // the word lies beyond the registers; pulses
        #[also(flushes, map_waddr, map_wdata)]
        far: Reg<Bit>,
        #[given(build.registers())]
        bank: WindowBank<WORD, 1, 0>,
    }

    impl Window {
        fn update(&mut self) {
            const NEAR_BIT: Bits<5> = NEAR as u64;
            const HERE: Bits<WORD> = 1 << (WORD - 1);
            const NOWHERE: Bits<WORD> = 3 << (WORD - 2);
            const LAST: Bits<PLACE> = WORDS as u64 - 1;

            let engine: Bit = !self.bus.addr.val().get_bit(15);
            let whole: Bit = !self.bus.we.val() | self.bus.wstrb.val().all();
            self.hps_valid.next = (self.state.q.val() == State::Idle) & self.bus.valid.val() & engine & whole;
            self.hps_we.next = self.bus.we.val();
            self.hps_addr.next = self.bus.addr.val().get_bits::<HPS>(0);
            self.hps_wdata.next = self.bus.wdata.val();
            self.bus.ready.next = self.state.q.val() == State::Answer;
            drive!(bus: rdata = data.q, err = error.q);

            comment!("What the registers do not allow, or not now, is refused.");
            self.far.d.next = !self.bus.addr.val().get_bit(15)
                | self.bus.addr.val().get_bits::<{ ADDRESS - 1 - NEAR }>(NEAR_BIT.index()).any();
            self.bank.word.next =
                HERE | bit_cast::<WORD, { NEAR - 2 }>(self.bus.addr.val().get_bits::<{ NEAR - 2 }>(2));
            if self.far.q.val() {
                self.bank.word.next = NOWHERE;
            }
            self.bank.data.next = self.bus.wdata.val();
            let acts: Bit = self.state.q.val() == State::Act;
            let looks: Bit = self.state.q.val() == State::Look;
            let obeyed: Bit = self.obeys.q.val();
            comment!("The memory was asked for a word of the oldest event only if that was there in the cycle before.");
            let there: Bit = self.evq_there.val() & self.was_there.q.val();
            let allowed: Bit = self.bank.reads.val() & (there | !self.bank.at.event.val());
            if self.bus.we.val() {
                allowed = whole
                    & self.bank.writes.val()
                    & !(self.bank.at.map_wdata.val() & (self.bank.cfg.map_en.val() | self.map_clearing.val()));
            }
            self.obeys.d.next = allowed;
            self.bank.write.next = acts & obeyed & self.bus.we.val();
            self.bank.raise.refused.next = acts & !obeyed;
            match self.state.q.val() {
                State::Idle => {
                    if self.hps_valid.val() & self.hps_ready.val() {
                        self.state.d.next = State::Answer;
                    }
                    if self.bus.valid.val() & !(engine & whole) {
                        self.state.d.next = State::Look;
                    }
                }
                State::Look => self.state.d.next = State::Act,
                State::Act => self.state.d.next = State::Answer,
                State::Answer => {
                    self.state.d.next = State::Idle;
                }
            }

            comment!("A word that was read stays until something else is asked.");
            if (self.state.q.val() == State::Idle) & self.bus.valid.val() {
                drive!(self: data = hps_rdata);
                self.error.d.next = false;
            }
            if DEEP == 0 {
                if looks {
                    drive!(self: data = bank.value);
                }
            }
            if acts {
                self.error.d.next = !obeyed & self.bank.cfg.bus_error.val();
                self.data.d.next = 0.into();
                if obeyed & !self.bus.we.val() {
                    self.data.d.next = self.data.q.val();
                    if DEEP > 0 {
                        drive!(self: data = bank.value);
                    }
                }
            }

            comment!("Words of the oldest event come out of a memory, for the address of the cycle before.");
            self.evq_place.next = self.bus.addr.val().get_bits::<PLACE>(2);
            self.takes.d.next = looks & allowed & self.bank.at.event.val() & (self.evq_place.val() == LAST);
            drive!(self: evq_take = takes.q);
            self.was_there.d.next = self.evq_there.val() & !self.evq_take.val();

            drive!(bank.stat: clearing = map_clearing, event = evq_word, lost = lost);
            self.bank.stat.waiting.next = bit_cast::<12, L>(self.evq_level.val());
            pass!(bank: cfg);
            comment!(
                "What is done elsewhere is done in the next cycle, in which the request is answered and still there."
            );
            drive!(self: flushes = bank.set.flush, map_waddr = bank.set.map_waddr, map_wdata = bank.set.map_wdata);
            drive!(set: map_waddr = map_waddr.q, map_wdata = map_wdata.q);
            drive!(self: set_data = bus.wdata, tap_flush = flushes.q);
            let limit: Bits<L> = self.bank.cfg.irq_at.val().get_bits::<L>(0);
            self.irq.next = limit.any() & (self.evq_level.val() >= limit);
            if self.reset.val() {
                self.state.d.next = State::Idle;
                zero!(self: was_there, takes, flushes, map_waddr, map_wdata);
            }
        }
    }
}
