//! The Rust side of `testbench/common/abi.h`: a loaded library and one simulation of its design.
//!
//! Every call moves a whole batch; the loop over clock cycles stays in C++.
use super::{Error, Handle, Opaque, loaded};
use crate::spec::event::{self, Event};
use crate::spec::rap::Stall;
use libloading::Library as Dynamic;
use std::ffi::{CStr, CString, c_char};
use std::path::Path;
use std::ptr::NonNull;
use std::sync::Arc;

/// Version of the interface; `tt_abi` of a library must agree.
const ABI: u32 = 7;

/// A command of the batch: `op` is offered once `position` events of the batch have been accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Command {
    /// Events of the batch before it.
    pub position: u64,
    /// Code on the command port.
    pub op: u64,
}

/// Values of the configuration ports, sampled by the top at a reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Ports {
    /// `T0`.
    pub t0: u64,
    /// Mantissa of EPS, 0 = off.
    pub eps_m: u64,
    /// Shift of EPS.
    pub eps_s: u64,
    /// `WMAX` of the coalescer.
    pub weight_max: u64,
    /// Which fault of a netlist with selectable faults is active, 0 = none (`tests/rap/faults.rs`).
    pub mutant: u64,
}

/// How the testbench behaves: see `tt_setup` in `testbench/common/abi.h` for every field.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Setup {
    /// Seeds every generator and the power-up contents of registers and memories.
    pub seed: u64,
    /// Chance in 65536 that the source pauses after a transfer.
    pub idle: u64,
    /// Longest pause, in cycles.
    pub idle_max: u64,
    /// Events that come to the source in 65536 cycles, at even distances; 0: there is always one.
    pub rate: u64,
    /// Chance in 65536 that the sink stops being ready.
    pub stall: u64,
    /// Longest stall, in cycles.
    pub stall_max: u64,
    /// Chance in 65536 that the event after a command is offered in the same cycle.
    pub together: u64,
    /// Cycles without any transfer after which the run is given up.
    pub hang_cycles: u64,
    /// Words after which an answer is given up.
    pub words_max: u64,
    /// Samples the statistics ports every so many finished events, 0 = never.
    pub sample_every: u64,
    /// The configuration ports.
    pub ports: Ports,
    /// What is built.
    pub built: Built,
}

/// What decides why an event waits; the default leaves reasons unjudged.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Built {
    /// 1 serial, 2 pipelined, 3 cam; 0: reasons are counted only.
    pub engine: u64,
    /// Fewest cycles in which the engine clears its memories.
    pub clear_min: u64,
    /// Most (R12).
    pub clear_max: u64,
    /// Most cycles in which all memories are cleared, those of a coalescer too; 0: nobody knows.
    pub cleared: u64,
    /// 1: a coalescer or a queue before the engine.
    pub front: u64,
    /// 1: the serial engine, after a queue.
    pub queue: u64,
    /// From this `n` on an engine that takes an event per cycle takes one at a time.
    pub near_end: u64,
}

/// The statistics ports in one cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Stats {
    /// `stat_n`.
    pub n: u64,
    /// `stat_t`.
    pub t: u64,
    /// `stat_lost`.
    pub lost: u64,
    /// `stat_live`.
    pub live: u64,
    /// `stat_creates`.
    pub creates: u64,
    /// `stat_over`.
    pub over: u64,
    /// `stat_zero_weight`.
    pub zero_weight: u64,
    /// `stat_lost_flag`.
    pub lost_flag: u64,
    /// `stat_near_full`.
    pub near_full: u64,
}

/// A command that took effect and where its answer lies.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Record {
    /// Code of the command.
    pub op: u64,
    /// Events accepted before it was offered, since the simulation began or `rst` was last pulsed.
    pub position: u64,
    /// Index of the first word of the answer in [`Outcome::words`].
    pub first_word: u64,
    /// Number of words; 0 while the answer is not complete.
    pub words: u64,
    /// Cycle in which the command was first offered.
    pub cycle: u64,
    /// Statistics when the first word was offered.
    pub stats: Stats,
}

impl Record {
    /// The command of the event stream that `op` stands for.
    pub fn command(&self) -> event::Command {
        let known = event::Command::ALL.into_iter().find(|command| *command as u64 == self.op);
        known.expect("the testbench echoes our commands")
    }
}

/// The statistics ports in the cycle after the `emitted`-th event was finished.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Sample {
    /// Events finished so far.
    pub emitted: u64,
    /// The ports.
    pub stats: Stats,
}

/// Cycles from the end of one event in the engine to that of the next: those in which an event waited at the input, by
/// the reason that was given, and all others.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Waits {
    /// Number of the event that ends them.
    pub emitted: u64,
    /// Nothing waited, or for a command or clearing.
    pub free: u32,
    /// [`Stall::Walk`].
    pub walk: u32,
    /// [`Stall::Create`].
    pub create: u32,
    /// [`Stall::Visit`].
    pub visit: u32,
    /// [`Stall::Queue`].
    pub queue: u32,
    /// [`Stall::Refill`].
    pub refill: u32,
}

/// Counters since the simulation began: see `tt_totals` in `testbench/common/abi.h`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Totals {
    /// Clock cycles.
    pub cycles: u64,
    /// Cycle of the first `ev_valid`, counted from 1.
    pub first_cycle: u64,
    /// Cycle of the last answered word, counted from 1.
    pub last_cycle: u64,
    /// Events accepted.
    pub events: u64,
    /// Events the engine finished.
    pub emitted: u64,
    /// Cycles with an event offered and not accepted, injected stalls left out.
    pub stall_cycles: u64,
    /// Cycles from the first to the last word of every answer.
    pub answer_cycles: u64,
    /// Injected cycles without an offer.
    pub idle_cycles: u64,
    /// Injected cycles in which an offered word was not taken.
    pub injected_stalls: u64,
    /// Most events that had come to the source and were not accepted.
    pub backlog: u64,
    /// Events that had to wait.
    pub blocked_events: u64,
    /// Commands accepted while an event was offered.
    pub together: u64,
    /// Longest time one event held the engine, in cycles.
    pub longest_pause: u64,
    /// Cycles in which the status ports contradicted each other.
    pub status_faults: u64,
    /// Pulses on `rst`.
    pub resets: u64,
    /// Cycles with a reason that they cannot have, as the ports show.
    pub stall_faults: u64,
    /// The first of them, counted from 1.
    pub stall_cycle: u64,
    /// The reason it gave.
    pub stall_said: u64,
    /// Those it may have, a bit for each.
    pub stall_allowed: u64,
    /// Cycles with an event offered and not accepted, by the value of `stat_stall`.
    pub stalls: [u64; 1 << Stall::BITS],
}

/// What a batch produced.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Commands in the order in which they took effect.
    pub records: Vec<Record>,
    /// Words of all answers.
    pub words: Vec<u64>,
    /// Samples of the statistics ports.
    pub samples: Vec<Sample>,
    /// Of every event that ended in the engine.
    pub waits: Vec<Waits>,
    /// Events of the batch that were accepted.
    pub accepted: u64,
    /// Why the testbench gave up, if it did.
    pub broken: Option<Broken>,
}

/// The testbench gave up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// No stream moved for the cycles allowed.
    Hang,
    /// A stream rule was broken (docs/reference/stream_rules.md).
    Protocol(String),
    /// Words that nothing asked for, or too many of them.
    Overrun(String),
    /// The design ended the simulation, or does not settle.
    Ended(String),
}

/// A library in memory.
#[derive(Debug)]
pub struct Library {
    functions: Functions,
    // Dropped last: the function pointers point into it.
    _dynamic: Dynamic,
}

#[derive(Debug)]
struct Functions {
    open: unsafe extern "C" fn(*const Setup) -> Handle,
    close: unsafe extern "C" fn(Handle),
    configure: unsafe extern "C" fn(Handle, *const Ports),
    rst: unsafe extern "C" fn(Handle) -> i32,
    run: unsafe extern "C" fn(Handle, *const Event, usize, *const Command, usize, u64) -> i32,
    records: unsafe extern "C" fn(Handle, *mut *const Record) -> usize,
    words: unsafe extern "C" fn(Handle, *mut *const u64) -> usize,
    samples: unsafe extern "C" fn(Handle, *mut *const Sample) -> usize,
    waits: unsafe extern "C" fn(Handle, *mut *const Waits) -> usize,
    clear: unsafe extern "C" fn(Handle),
    totals: unsafe extern "C" fn(Handle, *mut Totals),
    message: unsafe extern "C" fn(Handle) -> *const c_char,
    trace: unsafe extern "C" fn(Handle, *const c_char) -> i32,
}

impl Library {
    /// Loads a library made by [`super::build::Build`].
    ///
    /// # Errors
    /// [`Error::Load`] when the file is not such a library.
    pub fn load(path: &Path) -> Result<Arc<Self>, Error> {
        let failed = |e: libloading::Error| Error::Load { path: path.to_path_buf(), reason: e.to_string() };
        let dynamic = loaded(path, b"tt_abi", ABI)?;
        macro_rules! function {
            ($name:literal) => {
                // SAFETY: the types of `Functions` are those of abi.h, whose version was checked.
                *unsafe { dynamic.get($name) }.map_err(failed)?
            };
        }
        let functions = Functions {
            open: function!(b"tt_open"),
            close: function!(b"tt_close"),
            configure: function!(b"tt_configure"),
            rst: function!(b"tt_rst"),
            run: function!(b"tt_run"),
            records: function!(b"tt_records"),
            words: function!(b"tt_words"),
            samples: function!(b"tt_samples"),
            waits: function!(b"tt_get_waits"),
            clear: function!(b"tt_clear"),
            totals: function!(b"tt_get_totals"),
            message: function!(b"tt_message"),
            trace: function!(b"tt_trace"),
        };
        Ok(Arc::new(Self { functions, _dynamic: dynamic }))
    }
}

/// One instance of the design with its testbench.
#[derive(Debug)]
pub struct Simulation {
    library: Arc<Library>,
    handle: NonNull<Opaque>,
}

impl Simulation {
    /// Powers the design up with random contents and resets it.
    pub fn open(library: &Arc<Library>, setup: &Setup) -> Self {
        // SAFETY: `setup` outlives the call, which copies it.
        let handle = unsafe { (library.functions.open)(setup) };
        Self { library: library.clone(), handle: NonNull::new(handle).expect("`new` of C++ does not return null") }
    }

    /// Drives the configuration ports; they take effect at the next reset.
    pub fn configure(&mut self, ports: &Ports) {
        // SAFETY: the handle is live, `ports` outlives the call.
        unsafe { (self.library.functions.configure)(self.handle.as_ptr(), ports) }
    }

    /// Pulses `rst`, whatever is in flight; positions of commands count from 0 again.
    pub fn rst(&mut self) {
        // SAFETY: the handle is live.
        unsafe { (self.library.functions.rst)(self.handle.as_ptr()) };
    }

    /// Streams a batch until everything is accepted and answered. Commands are ordered by position.
    pub fn run(&mut self, events: &[Event], commands: &[Command]) -> Outcome {
        self.run_for(events, commands, 0)
    }

    /// Like [`Simulation::run`], but gives up after `limit` cycles: whatever was in flight then stays so. 0 = no limit.
    pub fn run_for(&mut self, events: &[Event], commands: &[Command], limit: u64) -> Outcome {
        let f = &self.library.functions;
        let handle = self.handle.as_ptr();
        let before = self.totals().events;
        // SAFETY: the handle is live, pointers and lengths are those of live slices, results are copied before the next
        // call.
        unsafe {
            let status = (f.run)(handle, events.as_ptr(), events.len(), commands.as_ptr(), commands.len(), limit);
            let message = || CStr::from_ptr((f.message)(handle)).to_string_lossy().into_owned();
            let broken = match status {
                0 => None,
                1 => Some(Broken::Hang),
                2 => Some(Broken::Protocol(message())),
                5 => Some(Broken::Ended(message())),
                _ => Some(Broken::Overrun(message())),
            };
            let outcome = Outcome {
                accepted: self.totals().events - before,
                records: copied(|out| (f.records)(handle, out)),
                words: copied(|out| (f.words)(handle, out)),
                samples: copied(|out| (f.samples)(handle, out)),
                waits: copied(|out| (f.waits)(handle, out)),
                broken,
            };
            (f.clear)(handle);
            outcome
        }
    }

    /// Counters since the simulation began.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        // SAFETY: the handle is live, `totals` outlives the call.
        unsafe { (self.library.functions.totals)(self.handle.as_ptr(), &mut totals) };
        totals
    }

    /// Writes every following cycle to an FST file. The library must have been built with waveforms.
    ///
    /// # Errors
    /// [`Error::Waveform`] when the file cannot be written or the library has no waveforms.
    pub fn trace(&mut self, path: &Path) -> Result<(), Error> {
        let failed = || Error::Waveform(path.to_path_buf());
        let name = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|_| failed())?;
        // SAFETY: the handle is live, `name` outlives the call.
        match unsafe { (self.library.functions.trace)(self.handle.as_ptr(), name.as_ptr()) } {
            0 => Ok(()),
            _ => Err(failed()),
        }
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        // SAFETY: the handle is live and never used again.
        unsafe { (self.library.functions.close)(self.handle.as_ptr()) }
    }
}

/// The yardstick of `benches/cosim.rs`: a library of [`super::build::Testbench::BareRap`].
#[derive(Debug)]
pub struct Bare {
    run: unsafe extern "C" fn(*const Event, usize, *const Ports) -> u64,
    _dynamic: Dynamic,
}

impl Bare {
    /// Loads the library.
    ///
    /// # Errors
    /// [`Error::Load`] when the file is not such a library.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let failed = |e: libloading::Error| Error::Load { path: path.to_path_buf(), reason: e.to_string() };
        // SAFETY: as in `Library::load`.
        let dynamic = unsafe { Dynamic::new(path) }.map_err(failed)?;
        // SAFETY: the type is that of `tt_bare` in testbench/bare_rap.cpp.
        let run = *unsafe { dynamic.get(b"tt_bare") }.map_err(failed)?;
        Ok(Self { run, _dynamic: dynamic })
    }

    /// Streams the events and one snapshot, checks nothing, and gives the number of clock cycles.
    pub fn run(&self, events: &[Event], ports: &Ports) -> u64 {
        // SAFETY: pointer and length are those of a live slice, `ports` outlives the call.
        unsafe { (self.run)(events.as_ptr(), events.len(), ports) }
    }
}

/// Copies an array that the library owns.
///
/// # Safety
/// `get` must store a pointer to as many elements as it returns.
unsafe fn copied<T: Clone>(get: impl FnOnce(*mut *const T) -> usize) -> Vec<T> {
    let mut first = std::ptr::null();
    let count = get(&mut first);
    if count == 0 {
        return vec![];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(first, count) }.to_vec()
}
