//! The bus: the engine's registers and those of docs/reference/monitor.md.
use crate::hw::bundles::BusRx;
use crate::hw::lib::Reg;
use crate::spec::hps;
use crate::spec::monitor::{self as spec, ADDRESS_BITS, PLACE_BITS, WORDS};
use crate::spec::regs::Register;
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word among the registers of this unit.
const SLOT: usize = 5;
/// Bits above it, below the one that chooses between the engine and these registers.
const HIGH: usize = ADDRESS - 1 - 2 - SLOT;
const HPS: usize = hps::regs::ADDRESS_BITS as usize;
const PLACE: usize = PLACE_BITS as usize;

/// Where a request is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Waits for one, or for the engine's answer.
    Idle,
    /// A register is read or written.
    Act,
    /// The answer is there.
    Answer,
}

/// The word of BUILD.
fn size(build: &spec::Build) -> u64 {
    (spec::BUILD.field("MAP_CODES").at(build.codes) | spec::BUILD.field("EVENTS").at(build.events)).into()
}

#[treetap_hdl::unit]
mod window {
    //! One request after the other: the engine's registers, and above them those of docs/reference/monitor.md.

    /// One request after the other. `L` is the number of bits of the number of events in the memory.
    #[clocked(reset)]
    #[given(build: spec::Build)]
    #[fits(build.events == 1 << (L - 1), "the build has as many events as the queue")]
    pub struct Window<#[range(2..=13)] const L: usize> {
        #[group("requests, held until bus_ready")]
        pub bus: BusRx<ADDRESS>,
        /// A request to the engine.
        #[group("requests to the engine")]
        pub hps_valid: Signal<Out, Bit>,
        /// It writes.
        pub hps_we: Signal<Out, Bit>,
        /// Byte offset.
        pub hps_addr: Signal<Out, Bits<HPS>>,
        /// Word to write.
        pub hps_wdata: Signal<Out, Bits<32>>,
        /// The engine answers.
        pub hps_ready: Signal<In, Bit>,
        /// Word that it read.
        pub hps_rdata: Signal<In, Bits<32>>,
        /// The core is held back for events.
        #[group("switches")]
        pub cfg_hold: Signal<Out, Bit>,
        /// Events leave on the stream.
        pub cfg_stream: Signal<Out, Bit>,
        /// Source of addresses.
        pub cfg_addr_src: Signal<Out, Bits<2>>,
        /// Half the address of the first code.
        pub cfg_map_base: Signal<Out, Bits<31>>,
        /// There are codes other than 0.
        pub cfg_map_en: Signal<Out, Bit>,
        /// `set_data` is the number of the word of the map that is written next.
        #[group("set map_clearing: writes of the map of checks; it is being cleared")]
        pub set_map_waddr: Signal<Out, Bit>,
        /// `set_data` is that word.
        pub set_map_wdata: Signal<Out, Bit>,
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
        /// The word, a cycle later.
        pub evq_word: Signal<In, Bits<32>>,
        /// The oldest event is taken.
        pub evq_take: Signal<Out, Bit>,
        /// There is one for the bus.
        pub evq_there: Signal<In, Bit>,
        /// So many events are in the memory that somebody should come.
        #[group("IRQ_AT events are in the memory")]
        pub irq: Signal<Out, Bit>,
        #[init(State::Idle)]
        state: Reg<State>,
        data: Reg<Bits<32>>,
        #[also(hold, stream, errors, refused)]
        error: Reg<Bit>,
        addr_src: Reg<Bits<2>>,
        map_base: Reg<Bits<31>>,
        map_en: Reg<Bit>,
        irq_at: Reg<Bits<L>>,
    }

    impl Window {
        fn update(&mut self) {
            const ID_WORD: Bits<32> = spec::ID_WORD.into();
            const BUILD_WORD: Bits<32> = size(&build);
            const ADDR_SRC_DEFAULT: Bits<2> = spec::TAP.reset().into();
            const LAST: Bits<PLACE> = WORDS as u64 - 1;
            const WORDS: Bits<SLOT> = WORDS as u64;
            const ID_AT: Bits<SLOT> = at(&spec::ID);
            const BUILD_AT: Bits<SLOT> = at(&spec::BUILD);
            const CONTROL_AT: Bits<SLOT> = at(&spec::CTRL);
            const STATUS_AT: Bits<SLOT> = at(&spec::STATUS);
            const COMMAND_AT: Bits<SLOT> = at(&spec::COMMAND);
            const TAP_AT: Bits<SLOT> = at(&spec::TAP);
            const MAP_CONTROL_AT: Bits<SLOT> = at(&spec::MAP_CTRL);
            const MAP_BASE_AT: Bits<SLOT> = at(&spec::MAP_BASE);
            const MAP_WADDR_AT: Bits<SLOT> = at(&spec::MAP_WADDR);
            const MAP_WDATA_AT: Bits<SLOT> = at(&spec::MAP_WDATA);
            const WAITING_AT: Bits<SLOT> = at(&spec::WAITING);
            const IRQ_AT_AT: Bits<SLOT> = at(&spec::IRQ_AT);
            const EVENT_AT: Bits<SLOT> = at(&spec::EVENT);

            let engine: Bit = !self.bus.addr.val().get_bit(15);
            let whole: Bit = !self.bus.we.val() | self.bus.wstrb.val().all();
            let slot: Bits<SLOT> = self.bus.addr.val().get_bits::<SLOT>(2);
            let high: Bits<HIGH> = self.bus.addr.val().get_bits::<HIGH>(7);
            self.hps_valid.next = (self.state.q.val() == State::Idle) & self.bus.valid.val() & engine & whole;
            self.hps_we.next = self.bus.we.val();
            self.hps_addr.next = self.bus.addr.val().get_bits::<HPS>(0);
            self.hps_wdata.next = self.bus.wdata.val();
            self.bus.ready.next = self.state.q.val() == State::Answer;
            drive!(bus: rdata = data.q, err = error.q);
            let write: Bit = (self.state.q.val() == State::Act) & self.bus.we.val() & whole;
            let read: Bit = (self.state.q.val() == State::Act) & !self.bus.we.val();
            match self.state.q.val() {
                State::Idle => {
                    if self.hps_valid.val() & self.hps_ready.val() {
                        self.state.d.next = State::Answer;
                        self.data.d.next = self.hps_rdata.val();
                        self.error.d.next = false;
                    }
                    if self.bus.valid.val() & !(engine & whole) {
                        self.state.d.next = State::Act;
                    }
                }
                State::Act => {
                    self.state.d.next = State::Answer;
                    self.data.d.next = 0.into();
                }
                State::Answer => {
                    self.state.d.next = State::Idle;
                }
            }

            comment!("Words of the oldest event come out of a memory, for the address of the cycle before.");
            self.evq_place.next = slot.get_bits::<PLACE>(0);
            let event: Bit = (slot - EVENT_AT) < WORDS;
            self.evq_take.next = false;

            comment!("The registers. What is not obeyed is refused.");
            self.set_data.next = self.bus.wdata.val();
            self.set_map_waddr.next = false;
            self.set_map_wdata.next = false;
            self.tap_flush.next = false;
            let obeyed: Bit = false;
            let control: Bits<32> = bit_cast::<32, 1>(self.hold.q.val().into())
                | (bit_cast::<32, 1>(self.stream.q.val().into()) << 1)
                | (bit_cast::<32, 1>(self.errors.q.val().into()) << 2);
            let happened: Bits<32> = bit_cast::<32, 1>(self.map_clearing.val().into())
                | (bit_cast::<32, 1>(self.refused.q.val().into()) << 1);
            if read & !engine & !high.any() {
                if event & self.evq_there.val() {
                    obeyed = true;
                    self.data.d.next = self.evq_word.val();
                    self.evq_take.next = self.evq_place.val() == LAST;
                }
                if slot == ID_AT {
                    obeyed = true;
                    self.data.d.next = ID_WORD;
                }
                if slot == BUILD_AT {
                    obeyed = true;
                    self.data.d.next = BUILD_WORD;
                }
                if slot == CONTROL_AT {
                    obeyed = true;
                    self.data.d.next = control;
                }
                if slot == STATUS_AT {
                    obeyed = true;
                    self.data.d.next = happened;
                }
                if slot == TAP_AT {
                    obeyed = true;
                    self.data.d.next = bit_cast::<32, 2>(self.addr_src.q.val());
                }
                if slot == MAP_CONTROL_AT {
                    obeyed = true;
                    self.data.d.next = bit_cast::<32, 1>(self.map_en.q.val().into());
                }
                if slot == MAP_BASE_AT {
                    obeyed = true;
                    self.data.d.next = bit_cast::<32, 31>(self.map_base.q.val()) << 1;
                }
                if slot == WAITING_AT {
                    obeyed = true;
                    self.data.d.next = bit_cast::<32, L>(self.evq_level.val());
                }
                if slot == IRQ_AT_AT {
                    obeyed = true;
                    self.data.d.next = bit_cast::<32, L>(self.irq_at.q.val());
                }
            }
            if write & !engine & !high.any() {
                if slot == CONTROL_AT {
                    obeyed = true;
                    self.hold.d.next = self.bus.wdata.val().get_bit(0);
                    self.stream.d.next = self.bus.wdata.val().get_bit(1);
                    self.errors.d.next = self.bus.wdata.val().get_bit(2);
                }
                if slot == STATUS_AT {
                    obeyed = true;
                    self.refused.d.next = self.refused.q.val() & !self.bus.wdata.val().get_bit(1);
                }
                if slot == COMMAND_AT {
                    obeyed = true;
                    self.tap_flush.next = self.bus.wdata.val().get_bit(0);
                }
                if slot == TAP_AT {
                    obeyed = true;
                    self.addr_src.d.next = self.bus.wdata.val().get_bits::<2>(0);
                }
                if slot == MAP_CONTROL_AT {
                    obeyed = true;
                    self.map_en.d.next = self.bus.wdata.val().get_bit(0);
                }
                if slot == MAP_BASE_AT {
                    obeyed = true;
                    self.map_base.d.next = self.bus.wdata.val().get_bits::<31>(1);
                }
                if slot == MAP_WADDR_AT {
                    obeyed = true;
                    self.set_map_waddr.next = true;
                }
                if (slot == MAP_WDATA_AT) & !self.map_en.q.val() & !self.map_clearing.val() {
                    obeyed = true;
                    self.set_map_wdata.next = true;
                }
                if slot == IRQ_AT_AT {
                    obeyed = true;
                    self.irq_at.d.next = self.bus.wdata.val().get_bits::<L>(0);
                }
            }
            if self.state.q.val() == State::Act {
                self.error.d.next = !obeyed & self.errors.q.val();
                if !obeyed {
                    self.refused.d.next = true;
                }
            }

            drive!(self: cfg_hold = hold.q, cfg_stream = stream.q, cfg_addr_src = addr_src.q,
                cfg_map_base = map_base.q, cfg_map_en = map_en.q);
            self.irq.next = self.irq_at.q.val().any() & (self.evq_level.val() >= self.irq_at.q.val());
            if self.reset.val() {
                self.state.d.next = State::Idle;
                zero!(self: hold, stream, errors, refused);
                self.addr_src.d.next = ADDR_SRC_DEFAULT;
                zero!(self: map_base, map_en, irq_at);
            }
        }
    }
}

/// Number of a register's first word.
fn at(register: &Register) -> u64 {
    ((register.offset - spec::BASE) / 4).into()
}
