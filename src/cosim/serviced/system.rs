//! The simulation of two cores and a co-processor.
use crate::catalog::{Chosen, Emitted, Port, Role, Unit};
use crate::cosim::Error;
use crate::cosim::build::Effort;
use crate::cosim::coproc_profiler::{SETTLED, fate};
use crate::cosim::core::{Features, Program};
use crate::cosim::pins::Pins;
use crate::host::coproc::Policy;
use crate::spec::coproc_profiler::{self as spec, Build};
use crate::spec::core::{Core, RAM};
use crate::spec::counters::Counter;
use crate::spec::retire::Rvfi;
use crate::spec::tap;
use crate::spec::variant::Variant;
use crate::wheels::cores;
use std::fs;

/// Name of the top module.
pub const TOP: &str = "treetap_serviced";
/// The co-processor in its text.
const PART: &str = "coproc_profiler u_coproc";
const SYSTEM: &str = include_str!("../../../fpga/soc/coproc.v");
/// The program of the servicing core, a word a line; programs/coproc/build.sh makes it.
const SERVICE: &str = include_str!("../../../programs/coproc/service.hex");
/// Where that program expects its settings and the microcode.
const GIVEN: u32 = 0x1_0000;
/// Cycles of a call of the bench.
const CALL: usize = 4096;
/// Cycles of the reset after everything is loaded.
const RESET: usize = 4;

/// Inputs and outputs with their widths, besides the clock.
const INPUTS: [(&str, usize); 6] =
    [("rst", 1), ("load_valid", 1), ("load_service", 1), ("load_addr", 23), ("load_data", 32), ("limit", 32)];
const OUTPUTS: [(&str, usize); 35] = [
    ("rvfi_valid", 1),
    ("rvfi_insn", 32),
    ("rvfi_trap", 1),
    ("rvfi_intr", 1),
    ("rvfi_pc_rdata", 32),
    ("rvfi_pc_wdata", 32),
    ("rvfi_rs1_rdata", 32),
    ("rvfi_rd_wdata", 32),
    ("rvfi_mem_addr", 32),
    ("rvfi_mem_rmask", 4),
    ("rvfi_mem_wmask", 4),
    ("rvfi_mem_rdata", 32),
    ("rvfi_mem_wdata", 32),
    ("ret_stall", 1),
    ("console_valid", 1),
    ("console_data", 8),
    ("ended", 1),
    ("exit_code", 32),
    ("acc_valid", 1),
    ("acc_ord", 32),
    ("acc_full", 1),
    ("acc_off", 1),
    ("acc_set", 1),
    ("bus_valid", 1),
    ("bus_write", 1),
    ("bus_addr", 14),
    ("bus_data", 32),
    ("bus_error", 1),
    ("irq", 1),
    ("servicing", 1),
    ("service_valid", 1),
    ("out_valid", 1),
    ("out_data", 32),
    ("done", 1),
    ("stuck", 1),
];

/// What is simulated.
#[derive(Clone, Debug)]
pub struct Options {
    /// The co-processor: a variant of `coproc_profiler` for a Wishbone bus.
    pub hardware: Variant,
    /// When the host acts by itself.
    pub policy: Policy,
    /// The core is held back instead of dropping a candidate.
    pub lossless: bool,
    /// Cycles of the servicing core from one look at the instructions retired to the next.
    pub tick: u32,
    /// For how many copied slots, and loads of which it knows something (a power of two), the host has room.
    pub room: (u32, u32),
    /// Instructions after which the program is at its end in any case.
    pub limit: u32,
    /// Cycles after which it is given up.
    pub cycles: u64,
    /// Verilog of the co-processor instead of the emitted one.
    pub rtl: Option<String>,
    /// Speed of the simulation against the time to build it.
    pub effort: Effort,
}

impl Options {
    /// A preset with the usual host, which looks every thousand cycles, until the program ends.
    pub fn new(hardware: Variant) -> Self {
        Self {
            hardware,
            policy: Policy::default(),
            lossless: true,
            tick: 1000,
            room: (1 << 16, 1 << 13),
            limit: u32::MAX,
            cycles: 1 << 32,
            rtl: None,
            effort: Effort::Fast,
        }
    }

    /// What is built.
    pub fn build(&self) -> Build {
        Build::of(&self.hardware)
    }

    /// What the tap has to know of the core.
    pub fn tap(&self) -> tap::Config {
        tap::preset(Core::Picorv32).config
    }

    /// The word of TAP that says so.
    pub(super) fn tap_word(&self) -> u32 {
        let of = |name, value| spec::TAP.field(name).at(value);
        of("ADDR_SRC", self.tap().addr_src.code().into()) | of("MDATA_OK", self.tap().mdata_ok.into())
    }

    /// The settings of the program of the servicing core, and the microcode.
    fn given(&self, image: &[u8]) -> Vec<u32> {
        let Policy { timer, resample, renew } = self.policy;
        let [timer, renew] = [timer, renew].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let (records, loads) = self.room;
        let settings = [self.tick, self.tap_word(), records, loads, timer, resample, renew, self.lossless.into()];
        settings.into_iter().chain(words(image)).collect()
    }
}

/// An access of the servicing core to the co-processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Cycle in which it was answered.
    pub cycle: u64,
    /// Retirements that came before it, if the co-processor itself answered it.
    pub before: Option<u64>,
    /// Byte offset.
    pub offset: u16,
    /// It writes.
    pub write: bool,
    /// What was written or read.
    pub data: u32,
    /// No retirement was under way.
    pub settled: bool,
}

/// A time in which the servicing core was in its interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// The first cycle of it.
    pub from: u64,
    /// The first cycle after it.
    pub to: u64,
    /// Instructions that the servicing core retired in it.
    pub instructions: u64,
    /// Since when the co-processor asked for it, if it did.
    pub asked: Option<u64>,
}

/// What a simulation showed.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// What was retired.
    pub records: Vec<Rvfi>,
    /// What became of each candidate, as [`fate`] has it.
    pub fates: Vec<u32>,
    /// Accesses to the co-processor.
    pub accesses: Vec<Access>,
    /// Interrupts of the servicing core.
    pub services: Vec<Service>,
    /// What it sent.
    pub sent: Vec<u32>,
    /// What the program wrote.
    pub console: Vec<u8>,
    /// Its exit code.
    pub exit: u32,
    /// Cycles in which its core was held back.
    pub held: u64,
    /// Cycles until the servicing core was done.
    pub cycles: u64,
}

/// The whole system as one text, the core first.
///
/// # Errors
/// [`Error::MissingTool`] without the core's wheel, [`Error::Catalog`] when there is no such co-processor.
pub fn emitted(options: &Options) -> Result<Emitted, Error> {
    let part = Chosen::Part(Unit::CoprocProfiler, options.hardware).emit()?;
    let sources = cores::sources(Core::Picorv32).map_err(|missing| Error::MissingTool(missing.to_string()))?;
    let mut verilog = format!("`define {}\n", sources.rvfi);
    for file in &sources.files {
        verilog += &fs::read_to_string(file).map_err(|e| Error::io(file, e))?;
    }
    verilog += options.rtl.as_ref().unwrap_or(&part.verilog);
    verilog += &SYSTEM.replace(PART, &PART.replace("coproc_profiler", &part.top));
    let port = |dir: &'static str| {
        move |(name, width): (&str, usize)| Port { name: name.into(), dir, width, role: Role::Status }
    };
    let clock = Port { role: Role::Clock, ..port("input")(("clk", 1)) };
    let ports = INPUTS.map(port("input")).into_iter().chain(OUTPUTS.map(port("output")));
    Ok(Emitted { top: TOP.into(), verilog, ports: [clock].into_iter().chain(ports).collect(), json: String::new() })
}

/// Runs `program` on the core that is profiled, with the image of microcode that the file `image` holds (C.5).
///
/// # Errors
/// As [`Pins::open`]; [`Error::Unable`] when the core cannot run the program; [`Error::Stuck`] when the servicing core
/// is not done in time.
pub fn simulate(options: &Options, program: &Program, image: &[u8]) -> Result<Seen, Error> {
    if Features::for_program(Core::Picorv32, program)?.compressed {
        return Err(Error::Unable { core: TOP, what: "compressed instructions (C)", without: "rv32im" });
    }
    let mut pins = Pins::open(&emitted(options)?, options.effort, 1)?;
    load(&mut pins, options, program, image);
    let mut watch = Watch::new(&pins);
    let (width, limit) = (pins.input_words(), pins.input("limit"));
    let mut quiet = vec![0; CALL * width];
    quiet.chunks_exact_mut(width).for_each(|row| row[limit] = options.limit.into());
    while watch.seen.cycles < options.cycles {
        let rows = pins.run(&quiet);
        for row in rows.chunks_exact(pins.output_words()) {
            watch.row(row);
            if row[watch.done] == 1 {
                return Ok(watch.seen);
            }
            if row[watch.stuck] == 1 {
                break;
            }
        }
    }
    Err(Error::Stuck(watch.seen.records.len() as u64))
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.chunks(4).map(|chunk| chunk.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)))
}

/// Fills both memories, and ends the reset.
fn load(pins: &mut Pins, options: &Options, program: &Program, image: &[u8]) {
    let service = SERVICE.split_whitespace().map(|word| u32::from_str_radix(word, 16).expect("a word a line"));
    let mut all: Vec<(u32, u32, bool)> = (0..).zip(service).map(|(at, word)| (at, word, true)).collect();
    all.extend((GIVEN / 4..).zip(options.given(image)).map(|(at, word)| (at, word, true)));
    for segment in &program.segments {
        // Segments of programs begin at whole words.
        let first = (segment.address - RAM) / 4;
        all.extend((first..).zip(words(&segment.bytes)).map(|(at, word)| (at, word, false)));
    }
    let [rst, valid, place, addr, data, _] = INPUTS.map(|(name, _)| pins.input(name));
    let width = pins.input_words();
    for part in all.chunks(CALL) {
        let mut rows = vec![0; part.len() * width];
        for (row, (at, word, to_service)) in rows.chunks_exact_mut(width).zip(part) {
            (row[rst], row[valid], row[place]) = (1, 1, u64::from(*to_service));
            (row[addr], row[data]) = (u64::from(*at), u64::from(*word));
        }
        pins.run(&rows);
    }
    let mut rows = vec![0; RESET * width];
    rows.chunks_exact_mut(width).for_each(|row| row[rst] = 1);
    pins.run(&rows);
}

/// Makes what is seen of the outputs of each cycle.
struct Watch {
    at: [usize; OUTPUTS.len()],
    done: usize,
    stuck: usize,
    seen: Seen,
    /// Retirements until the cycle before the last one, and until the one before that.
    before: [u64; 2],
    last: u64,
    /// Retirements before the request that is being answered, once the co-processor has obeyed it.
    set: Option<u64>,
    asked: Option<u64>,
    from: Option<Service>,
}

impl Watch {
    fn new(pins: &Pins) -> Self {
        let at = OUTPUTS.map(|(name, _)| pins.output(name));
        let [done, stuck] = ["done", "stuck"].map(|name| pins.output(name));
        let seen = Seen::default();
        Self { at, done, stuck, seen, before: [0; 2], last: 0, set: None, asked: None, from: None }
    }

    fn row(&mut self, row: &[u64]) {
        let seen = &mut self.seen;
        let cycle = seen.cycles;
        seen.cycles += 1;
        #[rustfmt::skip]
        let [
            valid, insn, trap, intr, pc, next_pc, rs1, rd, mem_addr, rmask, wmask, mem_rdata, mem_wdata, stall,
            console_valid, console, ended, exit, acc, ord, full, off, set, bus, write, offset, data, _, irq,
            servicing, retires, out_valid, out, _, _,
        ] = self.at.map(|at| row[at]);
        // What is written counts for the records of the cycle with acc_set, and a record leaves the tap a cycle after
        // the retirement that releases it.
        if set == 1 {
            self.set = Some(self.before[1]);
        }
        self.before = [seen.records.len() as u64 + valid, self.before[0]];
        if acc | full | off == 1 {
            let outcome = if full == 1 { Counter::DroppedFull } else { Counter::DroppedOff };
            seen.fates.push(fate(if acc == 1 { Counter::Accepted } else { outcome }, ord as u32));
        }
        if bus == 1 {
            let (before, settled) = (self.set.take(), cycle >= self.last + SETTLED);
            let (offset, data, write) = (offset as u16, data as u32, write == 1);
            seen.accesses.push(Access { cycle, before, offset, write, data, settled });
        }
        if valid == 1 {
            self.last = cycle;
            let flag = |set: u64, bit: u8| if set == 1 { bit } else { 0 };
            seen.records.push(Rvfi {
                order: seen.records.len() as u64,
                cycle,
                pc,
                next_pc,
                rs1,
                rd,
                mem_addr,
                mem_rdata,
                mem_wdata,
                insn: insn as u32,
                flags: flag(trap, Rvfi::TRAP) | flag(intr, Rvfi::INTR),
                rmask: rmask as u8,
                wmask: wmask as u8,
                ..Rvfi::default()
            });
        }
        seen.held += stall;
        if console_valid == 1 {
            seen.console.push(console as u8);
        }
        if ended == 1 {
            seen.exit = exit as u32;
        }
        if out_valid == 1 {
            seen.sent.push(out as u32);
        }
        self.asked = if irq == 1 { self.asked.or(Some(cycle)) } else { None };
        if let Some(service) = &mut self.from {
            service.instructions += retires;
        }
        match (servicing == 1, self.from) {
            (true, None) => self.from = Some(Service { from: cycle, to: cycle, instructions: 0, asked: self.asked }),
            (false, Some(service)) => {
                seen.services.push(Service { to: cycle, ..service });
                self.from = None;
            }
            _ => {}
        }
    }
}
