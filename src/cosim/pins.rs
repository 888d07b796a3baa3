//! Any emitted top, driven and sampled pin by pin: how the parts between core and engine meet their models.
//!
//! A row has one 64-bit word for each port of at most 64 bits, in the order of the top's ports, and as many words as it
//! needs, low ones first, for a wider one. In every cycle a row of inputs is driven, what comes out is sampled before
//! the rising edge, and many cycles are one call. `clk` is driven by the bench; `rst` is an input like any other.
//!
//! ```no_run
//! # use treetap::{catalog::{Unit, emit}, cosim::{build::Effort, pins::Pins}};
//! let mut pins = Pins::open(&emit(Unit::Coalescer, "mini")?, Effort::Test, 1)?;
//! let (rst, last) = (pins.input("rst"), pins.output("out_valid"));
//! let mut rows = vec![0; 10 * pins.input_words()];
//! rows[rst] = 1; // in the first cycle
//! let seen = pins.run(&rows);
//! assert_eq!(seen[9 * pins.output_words() + last], 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
use super::Error;
use super::build::{Build, Effort, Testbench, Toolchain};
use crate::catalog::{Emitted, Port, Role};
use libloading::{Library as Dynamic, Symbol};
use std::ffi::{CString, c_char, c_void};
use std::fmt::Write as _;
use std::path::Path;
use std::ptr::{self, NonNull};

/// A port and where its words begin in a row.
#[derive(Clone, Debug)]
struct Pin {
    name: String,
    width: usize,
    at: usize,
}

/// The pins of one direction, by their names, for several are looked up in every cycle.
#[derive(Clone, Debug)]
struct Row {
    pins: Vec<Pin>,
    words: usize,
    /// Which pins have names that [`drawer`] gives this number.
    drawers: Vec<Vec<usize>>,
}

/// A verilated top.
#[derive(Debug)]
pub struct Pins {
    functions: Functions,
    simulation: NonNull<c_void>,
    inputs: Row,
    outputs: Row,
    // Dropped last: the function pointers point into it.
    library: Dynamic,
}

/// Found once: a name is looked up in every library of the process, which takes longer than a cycle of a small design.
#[derive(Debug)]
struct Functions {
    run: Run,
    close: Close,
}

// SAFETY: a simulation has no ties to the thread that made it; calls need `&mut`.
unsafe impl Send for Pins {}

type Open = unsafe extern "C" fn(u64) -> *mut c_void;
type Close = unsafe extern "C" fn(*mut c_void);
type Run = unsafe extern "C" fn(*mut c_void, *const u64, *mut u64, u64);
type Trace = unsafe extern "C" fn(*const c_char) -> i32;

/// The C++ of a build that can write waveforms.
const WAVES: &str = include_str!("../../testbench/pin_waves.h");

impl Pins {
    /// Builds the emitted top and opens a simulation; `seed` sets the power-up contents.
    ///
    /// # Errors
    /// As [`Build::library`]; [`Error::Load`] when the library cannot be loaded.
    pub fn open(emitted: &Emitted, effort: Effort, seed: u64) -> Result<Self, Error> {
        Self::built(emitted, effort, seed, false)
    }

    /// As [`Self::open`], of a build that can write waveforms: [`Self::trace`]. It is slower even while it does not.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn with_waveforms(emitted: &Emitted, effort: Effort, seed: u64) -> Result<Self, Error> {
        Self::built(emitted, effort, seed, true)
    }

    fn built(emitted: &Emitted, effort: Effort, seed: u64, waveforms: bool) -> Result<Self, Error> {
        let (inputs, outputs) = (Row::of(&emitted.ports, "input"), Row::of(&emitted.ports, "output"));
        let clocked = emitted.ports.iter().any(|port| port.role == Role::Clock);
        let ports = port_map(&inputs, &outputs, clocked, waveforms);
        let build = Build {
            top: &emitted.top,
            verilog: &emitted.verilog,
            testbench: Testbench::Pins,
            ports: Some(&ports),
            effort,
            waveforms,
        };
        let path = build.library(&Toolchain::find()?)?;
        let failed = |reason: String| Error::Load { path: path.clone(), reason };
        // SAFETY: the library was built from our own testbench; its initialisers only set up Verilator's tables.
        let library = unsafe { Dynamic::new(&path) }.map_err(|e| failed(e.to_string()))?;
        macro_rules! function {
            ($name:literal) => {
                // SAFETY: the types are those of testbench/pins.cpp, which the library was built from.
                *unsafe { library.get($name) }.map_err(|e| failed(e.to_string()))?
            };
        }
        let open: Open = function!(b"tt_pins_open");
        let functions = Functions { run: function!(b"tt_pins_run"), close: function!(b"tt_pins_close") };
        // SAFETY: the function was built for this call.
        let simulation = NonNull::new(unsafe { open(seed) }).ok_or_else(|| failed("no simulation was made".into()))?;
        Ok(Self { functions, simulation, inputs, outputs, library })
    }

    /// Words in a row of inputs.
    pub fn input_words(&self) -> usize {
        self.inputs.words
    }

    /// Words in a row of outputs.
    pub fn output_words(&self) -> usize {
        self.outputs.words
    }

    /// Where the input `name` begins in a row.
    ///
    /// # Panics
    /// When the top has no such input.
    pub fn input(&self, name: &str) -> usize {
        self.inputs.find(name)
    }

    /// Where the output `name` begins in a row.
    ///
    /// # Panics
    /// When the top has no such output.
    pub fn output(&self, name: &str) -> usize {
        self.outputs.find(name)
    }

    /// Runs as many cycles as `inputs` has rows; gives a row of outputs for each.
    ///
    /// # Panics
    /// When `inputs` is not a whole number of rows.
    pub fn run(&mut self, inputs: &[u64]) -> Vec<u64> {
        assert!(inputs.len().is_multiple_of(self.input_words()), "the inputs end within a row");
        let cycles = inputs.len() / self.input_words();
        let mut outputs = vec![0; cycles * self.output_words()];
        // SAFETY: both slices have the rows of `cycles` cycles.
        unsafe { (self.functions.run)(self.simulation.as_ptr(), inputs.as_ptr(), outputs.as_mut_ptr(), cycles as u64) };
        outputs
    }

    /// Writes every following cycle to an FST file; one simulation of a library at a time can.
    ///
    /// # Errors
    /// [`Error::Waveform`] when the build has no waveforms, or there cannot be such a file.
    pub fn trace(&mut self, path: &Path) -> Result<(), Error> {
        let failed = || Error::Waveform(path.to_path_buf());
        let name = CString::new(path.to_str().ok_or_else(failed)?).map_err(|_| failed())?;
        // SAFETY: the type is that of testbench/pin_waves.h.
        let trace: Symbol<Trace> = unsafe { self.library.get(b"tt_pins_trace") }.map_err(|_| failed())?;
        // SAFETY: the name outlives the call, which copies it.
        unsafe { trace(name.as_ptr()) };
        Ok(())
    }

    /// Ends the file that [`Self::trace`] began; whether there was one.
    pub fn end_trace(&mut self) -> bool {
        // SAFETY: as in `trace`; without a name a file is ended.
        unsafe { self.library.get::<Trace>(b"tt_pins_trace").is_ok_and(|trace| trace(ptr::null()) == 1) }
    }
}

impl Drop for Pins {
    fn drop(&mut self) {
        self.end_trace();
        // SAFETY: the simulation was made by this library and is not used again.
        unsafe { (self.functions.close)(self.simulation.as_ptr()) }
    }
}

impl Row {
    /// The ports of one direction but the clock, in their order.
    fn of(ports: &[Port], dir: &str) -> Self {
        let mut words = 0;
        let chosen = ports.iter().filter(|port| port.dir == dir && port.role != Role::Clock);
        let pins: Vec<_> = chosen
            .map(|port| {
                let pin = Pin { name: port.name.clone(), width: port.width, at: words };
                words += port.width.div_ceil(64);
                pin
            })
            .collect();
        let mut drawers = vec![vec![]; DRAWERS];
        pins.iter().enumerate().for_each(|(number, pin)| drawers[drawer(&pin.name)].push(number));
        Self { pins, words, drawers }
    }

    fn find(&self, name: &str) -> usize {
        for number in &self.drawers[drawer(name)] {
            let pin = &self.pins[*number];
            if pin.name == name {
                return pin.at;
            }
        }
        panic!("no pin `{name}` in this direction")
    }
}

const DRAWERS: usize = 256;

/// Where a name is kept: by its length and its last letters, for many names begin alike. Names are looked up in every
/// cycle by code that is not optimised, where a hash of all letters, or a search, takes as long as a small design.
fn drawer(name: &str) -> usize {
    let letters = name.as_bytes();
    let end = letters.len();
    if end < 3 {
        return end;
    }
    (usize::from(letters[end - 1]) + 7 * usize::from(letters[end - 2]) + 31 * usize::from(letters[end - 3]) + 5 * end)
        % DRAWERS
}

/// `ports.h`: how rows map to the pins of a verilated top.
fn port_map(inputs: &Row, outputs: &Row, clocked: bool, waveforms: bool) -> String {
    let (waves, dump) = if waveforms { (WAVES, "dump(top); ") } else { ("", "") };
    let mut text = format!(
        "{waves}constexpr size_t INPUT_WORDS = {}, OUTPUT_WORDS = {};\n\
         static inline void clock(TREETAP_TOP& top, int level) {{ {dump}{} }}\n\
         static inline void drive(TREETAP_TOP& top, const uint64_t* row) {{\n",
        inputs.words,
        outputs.words,
        if clocked { "top.clk = level;" } else { "(void)top, (void)level;" }
    );
    for Pin { name, width, at } in &inputs.pins {
        if *width <= 64 {
            let _ = writeln!(text, "    top.{name} = row[{at}];");
        } else {
            for i in 0..width.div_ceil(32) {
                let _ = writeln!(text, "    top.{name}[{i}] = row[{}] >> {};", at + i / 2, 32 * (i % 2));
            }
        }
    }
    text += "}\nstatic inline void sample(TREETAP_TOP& top, uint64_t* row) {\n";
    for Pin { name, width, at } in &outputs.pins {
        if *width <= 64 {
            let _ = writeln!(text, "    row[{at}] = top.{name};");
        } else {
            for i in 0..width.div_ceil(64) {
                let high = if 2 * i + 1 < width.div_ceil(32) {
                    format!(" | uint64_t(top.{name}[{}]) << 32", 2 * i + 1)
                } else {
                    String::new()
                };
                let _ = writeln!(text, "    row[{}] = top.{name}[{}]{high};", at + i, 2 * i);
            }
        }
    }
    text + "}\n"
}
