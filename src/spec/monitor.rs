//! The engine for hybrid profiling support between the retire port of a core and a bus (docs/reference/monitor.md):
//! builds, registers, and the words of an event.
use super::hps::record::Event;
use super::hps::{self, Mode};
use super::phase;
use super::regs::{Access, Built, Bus, Field, Home, Mark, Register, registers};
use super::variant::Variant;

/// Bits of a byte offset: the registers of the engine lie below [`BASE`], those of this table from there up.
pub const ADDRESS_BITS: u32 = 16;
/// Byte offset of the first register that is not one of the engine's.
pub const BASE: u16 = ID.offset;
/// The word of ID: "MON1".
pub const ID_WORD: u32 = ID.reset();
/// Byte offset of the registers of the phase tracker.
pub const PHASE_OFFSET: u16 = 0x9000;
/// Words of an event.
pub const WORDS: usize = EVENT.words as usize;
/// Bits of the number of a word of an event.
pub const PLACE_BITS: u32 = WORDS.next_power_of_two().trailing_zeros();
/// Retirements that are on their way to the queue of the engine at most, from one that finds the core not held back to
/// one whose event was counted there: in the tap two, and one that a flush releases, before the engine one, in it one.
pub const UNDER_WAY: u32 = 5;
/// Records that wait for engine `pipelined`, which has to be able to take them in any cycle.
pub const RECORDS: u32 = 16;
/// Retirements that may come after `ret_stall` went high and do not lose an event, with `ret_always`; with engine
/// `serial` it is one.
pub const LATE: u32 = 4;

registers! {
    ($) each_monitor_register;
    "Says that this is an engine for hybrid profiling support after a tap." ID 0x8000 ReadOnly Fixed {
        ID 0 32 0x4d4f_4e31 "\"MON1\"";
    }
    "Size of this build." BUILD 0x8004 ReadOnly Fixed {
        MAP_CODES 0 17 0 "codes of the map of checks";
        EVENTS 20 12 0 "events that the memory holds";
    }
    "Switches." CTRL 0x8008 ReadWrite {
        HOLD 0 1 0 Kept "the core is held back while an event waits in front of the memory, so that none is dropped";
        STREAM 1 1 0 Kept "events leave on the stream `out_*` instead of EVENT; after the event that is leaving";
        BUS_ERROR 2 1 0 Kept "refused accesses are answered with an error";
    }
    "What has happened." STATUS 0x800c ReadWrite {
        CLEARING 0 1 0 Shown "the map of checks is being cleared after a reset; read only";
        REFUSED 1 1 0 Flag "an access was refused; writing 1 clears it";
    }
    "Commands." COMMAND 0x8010 WriteOnly {
        FLUSH 0 1 0 Pulse "the tap releases the record that it holds until it knows the next address";
    }
    "What the tap makes of the core's memory ports." TAP 0x8014 ReadWrite {
        ADDR_SRC 0 2 2 Kept "0 the address port, 1 the address port and the mask, 2 rs1 and the immediate \
            (docs/reference/tap.md)";
    }
    "The map of checks." MAP_CTRL 0x8018 ReadWrite {
        MAP_EN 0 1 0 Kept "instructions have the codes of the map; else all have code 0";
    }
    "First instruction that the map of checks has a code for." MAP_BASE 0x801c ReadWrite {
        MAP_BASE 1 31 0 Kept "bits 31 to 1 of its address";
    }
    "Which word of the map of checks is written next." MAP_WADDR 0x8020 WriteOnly Told {
        MAP_WADDR 0 12 0 "its number, modulo how many there are";
    }
    "A word of the map of checks, then on to the next one; refused while MAP_CTRL.MAP_EN or STATUS.CLEARING is \
     1." MAP_WDATA 0x8024 WriteOnly Told {
        MAP_WDATA 0 32 0 "16 codes, the first in the lowest bits (docs/reference/checkmap.md)";
    }
    "Events in the memory." WAITING 0x8028 ReadOnly {
        WAITING 0 12 0 Shown "events; up to 16 more wait in front of it while it is full";
    }
    "When the interrupt is asked for." IRQ_AT 0x802c ReadWrite {
        IRQ_AT 0 12 0 Kept "least number of events in the memory for `irq`; 0: never";
    }
    "Retirements that found the engine `serial` or `pipelined` busy and no place to wait, so that their instructions \
     were lost." LOST 0x8030 ReadOnly {
        LOST 0 16 0 Shown "how many; stays at its largest value";
    }
    "The oldest event, word by word. Reading the last word takes it; without an event, and while events leave on the \
     stream, reading is refused." EVENT 0x8040 [6] ReadTakes {
        EVENT 0 32 0 Shown "a word (docs/reference/monitor.md)";
    }
}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// The size of the engine.
    pub engine: hps::Config,
    /// Its microarchitecture.
    pub built: hps::Engine,
    /// Its patterns lie in block RAM.
    pub ternary: bool,
    /// Codes of the map of checks.
    pub codes: u32,
    /// Events that the memory holds.
    pub events: u32,
    /// The bus.
    pub bus: Bus,
    /// The phase tracker that switches sampling, if one is built (docs/reference/monitor.md N10).
    pub phase: Option<phase::Build>,
}

impl Build {
    /// The registers of the build: the interrupt's limit has as many bits as the number of events.
    pub fn registers(&self) -> Built {
        let word = BUILD.field("MAP_CODES").at(self.codes) | BUILD.field("EVENTS").at(self.events);
        let made = Built::of(REGISTERS)
            .with(&BUILD, |made| made.word = word)
            .with(&IRQ_AT, |made| made.bits = 2 * self.events - 1);
        match self.built {
            hps::Engine::Serial | hps::Engine::Pipelined => made,
            hps::Engine::Parallel => made.with(&LOST, |made| made.access = None),
        }
    }

    /// The build of a variant.
    ///
    /// # Panics
    /// When the variant is none of this unit.
    pub fn of(variant: &Variant) -> Self {
        let of = |name| variant.parameter(name);
        let engine = hps::Config {
            mode: Mode::Retire,
            patterns: of("patterns"),
            conditions: of("conditions"),
            words: of("words"),
            counters: of("counters"),
            width: of("width"),
        };
        let bus = if of("axil") == 1 { Bus::Axil } else { Bus::Wishbone };
        let (ternary, codes, events) = (of("ternary") == 1, of("map_codes"), of("events"));
        let phase = phase::numbered(of(PHASE_TRACKER)).map(phase::Build::of);
        Self { engine, built: hps::Engine::of(variant), ternary, codes, events, bus, phase }
    }
}

/// The parameter that says which phase tracker is built, by its [`phase::numbered`] number.
pub const PHASE_TRACKER: &str = "phase_tracker";

/// `builds! { "name": patterns, words, ternary, codes, events, axil, tracker, engine, "what for"; .. }`
macro_rules! builds {
    ($(
        $name:literal: $patterns:literal, $words:literal, $ternary:literal, $codes:literal, $events:literal,
        $axil:literal, $tracker:literal, $engine:ident, $doc:literal;
    )*) => {
        /// What is emitted.
        pub const VARIANTS: [Variant; [$($name),*].len()] = [$(Variant {
            name: $name,
            doc: $doc,
            parameters: &[
                ("patterns", $patterns),
                ("conditions", hps::MAX_CONDITIONS),
                ("words", $words),
                ("counters", hps::COUNTERS),
                ("width", hps::WIDTH),
                ("ternary", $ternary),
                ("map_codes", $codes),
                ("events", $events),
                ("axil", $axil),
                (PHASE_TRACKER, $tracker),
                (hps::ENGINE, hps::Engine::$engine as u32),
            ],
        }),*];
    };
}

builds! {
    // An UP5K has block RAM for a map of checks or for the patterns.
    "up5k": 8, 256, 0, 8192, 32, 0, 0, Parallel, "8 patterns, a map of 8192 checks, Wishbone";
    "ecp5": 32, 2048, 0, 32768, 64, 1, 0, Parallel, "32 patterns, a map of 32768 checks, AXI4-Lite";
    "phases": 8, 256, 0, 8192, 64, 1, 1, Parallel,
        "ECP5-25F: samples of each phase of a program; 8 patterns, a map of 8192 checks, a phase tracker, AXI4-Lite";
    "up5k_serial": 8, 256, 1, 4096, 32, 0, 0, Serial,
        "engine serial, for a core that retires rarely: 8 patterns, a map of 4096 checks, Wishbone";
    "ecp5_pipelined": 32, 2048, 0, 32768, 64, 1, 0, Pipelined,
        "engine pipelined, at a fast clock: 32 patterns, a map of 32768 checks, AXI4-Lite";
}

/// The words of an event, as a host reads them and as they leave on the stream.
pub fn words(event: &Event) -> [u32; WORDS] {
    let first = u32::from(event.handler)
        | u32::from(event.winner) << 8
        | u32::from(event.target.is_some()) << 14
        | u32::from(event.taken) << 15
        | u32::from(event.instructions) << 16;
    [first, event.pc, event.insn, event.target.unwrap_or(0), event.address, event.burst.into()]
}

/// The event of these words.
pub fn event(words: &[u32; WORDS]) -> Event {
    let [first, pc, insn, target, address, burst] = *words;
    Event {
        handler: first as u8,
        pc,
        insn,
        target: (first >> 14 & 1 == 1).then_some(target),
        address,
        taken: first >> 15 & 1 == 1,
        instructions: (first >> 16) as u16,
        burst: burst as u16,
        winner: (first >> 8 & 0x3f) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_follow_the_engine_and_nothing_overlaps() {
        crate::spec::regs::assert_apart(REGISTERS, ADDRESS_BITS);
        assert!(REGISTERS.iter().all(|register| u32::from(register.offset) >= 1 << hps::regs::ADDRESS_BITS));
        assert_eq!(ID_WORD, u32::from_be_bytes(*b"MON1"));
        let last = REGISTERS.iter().map(|register| register.offset + 4 * register.words).max();
        assert!(last.is_some_and(|last| last <= PHASE_OFFSET), "the tracker's registers lie above");
        assert!(EVENT.offset.is_multiple_of(4 << PLACE_BITS), "bits of the address are the number of the word");
    }

    #[test]
    fn parameters_are_those_of_the_parts() {
        for variant in &VARIANTS {
            let build = Build::of(variant);
            assert_eq!(build.codes, variant.parameter("map_codes"));
            assert_eq!(build.engine.patterns, variant.parameter("patterns"));
            assert_eq!(build.engine.mode, hps::Mode::Retire);
            assert_eq!(build.phase.is_some(), variant.name == "phases");
            assert!(build.events.is_power_of_two() && BUILD.field("EVENTS").mask() >> 20 >= build.events);
        }
    }

    #[test]
    fn an_event_is_its_words() {
        let [pc, insn, address] = [0x8000_0080, 0x0051_2023, 0x8001_0000];
        let some = Event {
            handler: 0xa5,
            pc,
            insn,
            target: Some(7),
            address,
            taken: true,
            instructions: 0x1234,
            burst: 0xfedc,
            winner: 31,
        };
        for event_in in [some, Event { target: None, taken: false, winner: 1, ..some }] {
            assert_eq!(event(&words(&event_in)), event_in);
        }
        assert_eq!(words(&some)[0], 0x1234_dfa5);
    }
}
