//! The bus: the engine's registers and those of docs/reference/monitor.md.
use crate::hw::lib::Reg;
use crate::spec::hps;
use crate::spec::monitor::{self as spec, ADDRESS_BITS, PLACE_BITS, WORDS};
use crate::spec::regs::Register;
use crate::{comment, dff_setup};
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

/// One request after the other. `L` is the number of bits of the number of events in the memory.
#[derive(LogicBlock)]
pub struct Window<const L: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// A request; held until it is answered.
    pub bus_valid: Signal<In, Bit>,
    /// It writes.
    pub bus_we: Signal<In, Bit>,
    /// Byte offset.
    pub bus_addr: Signal<In, Bits<ADDRESS>>,
    /// Word to write.
    pub bus_wdata: Signal<In, Bits<32>>,
    /// Which bytes of it.
    pub bus_wstrb: Signal<In, Bits<4>>,
    /// It is answered in this cycle.
    pub bus_ready: Signal<Out, Bit>,
    /// Word that was read; stays until the next request.
    pub bus_rdata: Signal<Out, Bits<32>>,
    /// The access was refused; stays until the next request.
    pub bus_err: Signal<Out, Bit>,
    /// A request to the engine.
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
    pub set_map_waddr: Signal<Out, Bit>,
    /// `set_data` is that word.
    pub set_map_wdata: Signal<Out, Bit>,
    /// The word written.
    pub set_data: Signal<Out, Bits<32>>,
    /// The map is being cleared.
    pub map_clearing: Signal<In, Bit>,
    /// The tap releases the record that it holds.
    pub tap_flush: Signal<Out, Bit>,
    /// Events in the memory.
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
    pub irq: Signal<Out, Bit>,
    state: Reg<State>,
    data: Reg<Bits<32>>,
    error: Reg<Bit>,
    hold: Reg<Bit>,
    stream: Reg<Bit>,
    errors: Reg<Bit>,
    refused: Reg<Bit>,
    addr_src: Reg<Bits<2>>,
    map_base: Reg<Bits<31>>,
    map_en: Reg<Bit>,
    irq_at: Reg<Bits<L>>,
    engine: Signal<Local, Bit>,
    whole: Signal<Local, Bit>,
    slot: Signal<Local, Bits<SLOT>>,
    high: Signal<Local, Bits<HIGH>>,
    write: Signal<Local, Bit>,
    read: Signal<Local, Bit>,
    event: Signal<Local, Bit>,
    obeyed: Signal<Local, Bit>,
    control: Signal<Local, Bits<32>>,
    happened: Signal<Local, Bits<32>>,
    id_word: Constant<Bits<32>>,
    build_word: Constant<Bits<32>>,
    addr_src_default: Constant<Bits<2>>,
    last: Constant<Bits<PLACE>>,
    words: Constant<Bits<SLOT>>,
    id_at: Constant<Bits<SLOT>>,
    build_at: Constant<Bits<SLOT>>,
    control_at: Constant<Bits<SLOT>>,
    status_at: Constant<Bits<SLOT>>,
    command_at: Constant<Bits<SLOT>>,
    tap_at: Constant<Bits<SLOT>>,
    map_control_at: Constant<Bits<SLOT>>,
    map_base_at: Constant<Bits<SLOT>>,
    map_waddr_at: Constant<Bits<SLOT>>,
    map_wdata_at: Constant<Bits<SLOT>>,
    waiting_at: Constant<Bits<SLOT>>,
    irq_at_at: Constant<Bits<SLOT>>,
    event_at: Constant<Bits<SLOT>>,
}

/// Number of a register's first word.
fn at(register: &Register) -> Constant<Bits<SLOT>> {
    Constant::new(bits(((register.offset - spec::BASE) / 4).into()))
}

impl<const L: usize> Window<L> {
    /// The registers of a build.
    ///
    /// # Panics
    /// When it holds another number of events.
    pub fn new(build: &spec::Build) -> Self {
        assert_eq!(build.events, 1 << (L - 1));
        let size = spec::BUILD.field("MAP_CODES").at(build.codes()) | spec::BUILD.field("EVENTS").at(build.events);
        Self {
            clock: Default::default(),
            reset: Default::default(),
            bus_valid: Default::default(),
            bus_we: Default::default(),
            bus_addr: Default::default(),
            bus_wdata: Default::default(),
            bus_wstrb: Default::default(),
            bus_ready: Default::default(),
            bus_rdata: Default::default(),
            bus_err: Default::default(),
            hps_valid: Default::default(),
            hps_we: Default::default(),
            hps_addr: Default::default(),
            hps_wdata: Default::default(),
            hps_ready: Default::default(),
            hps_rdata: Default::default(),
            cfg_hold: Default::default(),
            cfg_stream: Default::default(),
            cfg_addr_src: Default::default(),
            cfg_map_base: Default::default(),
            cfg_map_en: Default::default(),
            set_map_waddr: Default::default(),
            set_map_wdata: Default::default(),
            set_data: Default::default(),
            map_clearing: Default::default(),
            tap_flush: Default::default(),
            evq_level: Default::default(),
            evq_place: Default::default(),
            evq_word: Default::default(),
            evq_take: Default::default(),
            evq_there: Default::default(),
            irq: Default::default(),
            state: Reg::new(State::Idle),
            data: Default::default(),
            error: Default::default(),
            hold: Default::default(),
            stream: Default::default(),
            errors: Default::default(),
            refused: Default::default(),
            addr_src: Default::default(),
            map_base: Default::default(),
            map_en: Default::default(),
            irq_at: Default::default(),
            engine: Default::default(),
            whole: Default::default(),
            slot: Default::default(),
            high: Default::default(),
            write: Default::default(),
            read: Default::default(),
            event: Default::default(),
            obeyed: Default::default(),
            control: Default::default(),
            happened: Default::default(),
            id_word: Constant::new(bits(spec::ID_WORD.into())),
            build_word: Constant::new(bits(size.into())),
            addr_src_default: Constant::new(bits(spec::TAP.reset().into())),
            last: Constant::new(bits(WORDS as u64 - 1)),
            words: Constant::new(bits(WORDS as u64)),
            id_at: at(&spec::ID),
            build_at: at(&spec::BUILD),
            control_at: at(&spec::CTRL),
            status_at: at(&spec::STATUS),
            command_at: at(&spec::COMMAND),
            tap_at: at(&spec::TAP),
            map_control_at: at(&spec::MAP_CTRL),
            map_base_at: at(&spec::MAP_BASE),
            map_waddr_at: at(&spec::MAP_WADDR),
            map_wdata_at: at(&spec::MAP_WDATA),
            waiting_at: at(&spec::WAITING),
            irq_at_at: at(&spec::IRQ_AT),
            event_at: at(&spec::EVENT),
        }
    }
}

impl<const L: usize> Logic for Window<L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module window");
        comment!(
            "@doc One request after the other: the engine's registers, and above them those of docs/reference/monitor.md."
        );
        comment!("@ports bus: requests, held until bus_ready");
        comment!("@ports hps: requests to the engine");
        comment!("@ports cfg: switches");
        comment!("@ports set map_clearing: writes of the map of checks; it is being cleared");
        comment!("@ports tap_flush: the tap releases the record that it holds");
        comment!("@ports evq: the oldest event");
        comment!("@ports irq: IRQ_AT events are in the memory");
        dff_setup!(self, clock, state, data, error, hold, stream, errors, refused, addr_src, map_base, map_en, irq_at);
        self.engine.next = !self.bus_addr.val().get_bit(15);
        self.whole.next = !self.bus_we.val() | self.bus_wstrb.val().all();
        self.slot.next = self.bus_addr.val().get_bits::<SLOT>(2);
        self.high.next = self.bus_addr.val().get_bits::<HIGH>(7);
        self.hps_valid.next =
            (self.state.q.val() == State::Idle) & self.bus_valid.val() & self.engine.val() & self.whole.val();
        self.hps_we.next = self.bus_we.val();
        self.hps_addr.next = self.bus_addr.val().get_bits::<HPS>(0);
        self.hps_wdata.next = self.bus_wdata.val();
        self.bus_ready.next = self.state.q.val() == State::Answer;
        self.bus_rdata.next = self.data.q.val();
        self.bus_err.next = self.error.q.val();
        self.write.next = (self.state.q.val() == State::Act) & self.bus_we.val() & self.whole.val();
        self.read.next = (self.state.q.val() == State::Act) & !self.bus_we.val();
        match self.state.q.val() {
            State::Idle => {
                if self.hps_valid.val() & self.hps_ready.val() {
                    self.state.d.next = State::Answer;
                    self.data.d.next = self.hps_rdata.val();
                    self.error.d.next = false;
                }
                if self.bus_valid.val() & !(self.engine.val() & self.whole.val()) {
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
        self.evq_place.next = self.slot.val().get_bits::<PLACE>(0);
        self.event.next = (self.slot.val() - self.event_at.val()) < self.words.val();
        self.evq_take.next = false;

        comment!("The registers. What is not obeyed is refused.");
        self.set_data.next = self.bus_wdata.val();
        self.set_map_waddr.next = false;
        self.set_map_wdata.next = false;
        self.tap_flush.next = false;
        self.obeyed.next = false;
        self.control.next = bit_cast::<32, 1>(self.hold.q.val().into())
            | (bit_cast::<32, 1>(self.stream.q.val().into()) << 1)
            | (bit_cast::<32, 1>(self.errors.q.val().into()) << 2);
        self.happened.next =
            bit_cast::<32, 1>(self.map_clearing.val().into()) | (bit_cast::<32, 1>(self.refused.q.val().into()) << 1);
        if self.read.val() & !self.engine.val() & !self.high.val().any() {
            if self.event.val() & self.evq_there.val() {
                self.obeyed.next = true;
                self.data.d.next = self.evq_word.val();
                self.evq_take.next = self.evq_place.val() == self.last.val();
            }
            if self.slot.val() == self.id_at.val() {
                self.obeyed.next = true;
                self.data.d.next = self.id_word.val();
            }
            if self.slot.val() == self.build_at.val() {
                self.obeyed.next = true;
                self.data.d.next = self.build_word.val();
            }
            if self.slot.val() == self.control_at.val() {
                self.obeyed.next = true;
                self.data.d.next = self.control.val();
            }
            if self.slot.val() == self.status_at.val() {
                self.obeyed.next = true;
                self.data.d.next = self.happened.val();
            }
            if self.slot.val() == self.tap_at.val() {
                self.obeyed.next = true;
                self.data.d.next = bit_cast::<32, 2>(self.addr_src.q.val());
            }
            if self.slot.val() == self.map_control_at.val() {
                self.obeyed.next = true;
                self.data.d.next = bit_cast::<32, 1>(self.map_en.q.val().into());
            }
            if self.slot.val() == self.map_base_at.val() {
                self.obeyed.next = true;
                self.data.d.next = bit_cast::<32, 31>(self.map_base.q.val()) << 1;
            }
            if self.slot.val() == self.waiting_at.val() {
                self.obeyed.next = true;
                self.data.d.next = bit_cast::<32, L>(self.evq_level.val());
            }
            if self.slot.val() == self.irq_at_at.val() {
                self.obeyed.next = true;
                self.data.d.next = bit_cast::<32, L>(self.irq_at.q.val());
            }
        }
        if self.write.val() & !self.engine.val() & !self.high.val().any() {
            if self.slot.val() == self.control_at.val() {
                self.obeyed.next = true;
                self.hold.d.next = self.bus_wdata.val().get_bit(0);
                self.stream.d.next = self.bus_wdata.val().get_bit(1);
                self.errors.d.next = self.bus_wdata.val().get_bit(2);
            }
            if self.slot.val() == self.status_at.val() {
                self.obeyed.next = true;
                self.refused.d.next = self.refused.q.val() & !self.bus_wdata.val().get_bit(1);
            }
            if self.slot.val() == self.command_at.val() {
                self.obeyed.next = true;
                self.tap_flush.next = self.bus_wdata.val().get_bit(0);
            }
            if self.slot.val() == self.tap_at.val() {
                self.obeyed.next = true;
                self.addr_src.d.next = self.bus_wdata.val().get_bits::<2>(0);
            }
            if self.slot.val() == self.map_control_at.val() {
                self.obeyed.next = true;
                self.map_en.d.next = self.bus_wdata.val().get_bit(0);
            }
            if self.slot.val() == self.map_base_at.val() {
                self.obeyed.next = true;
                self.map_base.d.next = self.bus_wdata.val().get_bits::<31>(1);
            }
            if self.slot.val() == self.map_waddr_at.val() {
                self.obeyed.next = true;
                self.set_map_waddr.next = true;
            }
            if (self.slot.val() == self.map_wdata_at.val()) & !self.map_en.q.val() & !self.map_clearing.val() {
                self.obeyed.next = true;
                self.set_map_wdata.next = true;
            }
            if self.slot.val() == self.irq_at_at.val() {
                self.obeyed.next = true;
                self.irq_at.d.next = self.bus_wdata.val().get_bits::<L>(0);
            }
        }
        if self.state.q.val() == State::Act {
            self.error.d.next = !self.obeyed.val() & self.errors.q.val();
            if !self.obeyed.val() {
                self.refused.d.next = true;
            }
        }

        self.cfg_hold.next = self.hold.q.val();
        self.cfg_stream.next = self.stream.q.val();
        self.cfg_addr_src.next = self.addr_src.q.val();
        self.cfg_map_base.next = self.map_base.q.val();
        self.cfg_map_en.next = self.map_en.q.val();
        self.irq.next = self.irq_at.q.val().any() & (self.evq_level.val() >= self.irq_at.q.val());
        if self.reset.val() {
            self.state.d.next = State::Idle;
            self.hold.d.next = false;
            self.stream.d.next = false;
            self.errors.d.next = false;
            self.refused.d.next = false;
            self.addr_src.d.next = self.addr_src_default.val();
            self.map_base.d.next = 0.into();
            self.map_en.d.next = false;
            self.irq_at.d.next = 0.into();
        }
    }
}
