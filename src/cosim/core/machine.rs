//! The Rust side of `testbench/common/core_abi.h`: a core in memory, running one program.
use super::super::build::{Effort, Toolchain};
use super::super::{Error, Handle, Opaque, loaded};
use super::build::{self, Features};
use super::elf::Program;
use crate::spec::core::{CONSOLE, Core, EXIT, RAM, RAM_BYTES, TIMER};
use crate::spec::retire::Rvfi;
use libloading::Library as Dynamic;
use std::ffi::c_void;
use std::fmt;
use std::ptr::{self, NonNull};
use std::sync::Arc;

/// Version of the interface; `tt_core_abi` of a library must agree.
const ABI: u32 = 1;

/// What surrounds a core: see `tt_core_setup` in `testbench/common/core_abi.h`.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Seeds the generators.
    pub seed: u64,
    /// Chance in 65536, at an access, that memory makes the core wait.
    pub wait: u64,
    /// Longest wait, in cycles.
    pub wait_max: u64,
    /// Chance in 65536, in a cycle, that the core's clock is held.
    pub stall: u64,
    /// Longest hold, in cycles.
    pub stall_max: u64,
    /// The timer interrupts every so many cycles of the core; 0 = never. Ibex and SERV take interrupts.
    pub timer_every: u64,
    /// Cycles without a retirement after which the run is given up.
    pub hang_cycles: u64,
    /// Cycles of the core after which the run is given up.
    pub cycles_max: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            wait: 0,
            wait_max: 0,
            stall: 0,
            stall_max: 0,
            timer_every: 0,
            hang_cycles: 1_000_000,
            cycles_max: u64::MAX,
        }
    }
}

#[repr(C)]
struct Setup {
    ram: u64,
    ram_bytes: u64,
    console: u64,
    exit: u64,
    timer: u64,
    seed: u64,
    wait: u64,
    wait_max: u64,
    stall: u64,
    stall_max: u64,
    timer_every: u64,
    hang_cycles: u64,
    cycles_max: u64,
}

impl From<&Options> for Setup {
    fn from(options: &Options) -> Self {
        let &Options { seed, wait, wait_max, stall, stall_max, timer_every, hang_cycles, cycles_max } = options;
        let [ram, ram_bytes, console, exit, timer] = [RAM, RAM_BYTES, CONSOLE, EXIT, TIMER].map(u64::from);
        #[rustfmt::skip]
        let setup = Self {
            ram, ram_bytes, console, exit, timer, seed, wait, wait_max, stall, stall_max, timer_every, hang_cycles,
            cycles_max
        };
        setup
    }
}

/// Counters since the start: see `tt_core_state` in `testbench/common/core_abi.h`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct State {
    /// Records given.
    pub records: u64,
    /// Cycles of the core, without those in which its clock was held.
    pub cycles: u64,
    /// Cycles in which its clock was held.
    pub held: u64,
    /// Cycles in which memory made it wait.
    pub waits: u64,
    /// Timer interrupts raised.
    pub interrupts: u64,
    /// Accesses to addresses where nothing is: they read 0, and writes are lost.
    pub outside: u64,
    /// The first of them.
    pub outside_address: u64,
    status: u64,
    exit_code: u64,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The records asked for were given: there is more.
    More,
    /// The program ended with this exit code.
    Exit(u32),
    /// The core stopped at a trap that it cannot take.
    Halted,
    /// No retirement for [`Options::hang_cycles`].
    Hung,
    /// [`Options::cycles_max`] is over.
    CycleLimit,
}

impl Status {
    /// How a run ended, in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Status::More => "limit",
            Status::Exit(_) => "exit",
            Status::Halted => "halted",
            Status::Hung => "hung",
            Status::CycleLimit => "cycles",
        }
    }
}

/// How a run ended.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::More => f.write_str("was stopped at the limit"),
            Status::Exit(code) => write!(f, "ended with exit code {code}; the trace is whole"),
            Status::Halted => f.write_str("the core stopped at a trap that it cannot take; the trace is whole"),
            Status::Hung => f.write_str("the core has not retired anything for a million cycles and was stopped"),
            Status::CycleLimit => f.write_str("was stopped at the limit of cycles"),
        }
    }
}

impl State {
    /// How the run stands.
    pub fn status(&self) -> Status {
        match self.status {
            0 => Status::More,
            1 => Status::Exit(self.exit_code as u32),
            2 => Status::Halted,
            3 => Status::Hung,
            _ => Status::CycleLimit,
        }
    }
}

/// What is clocked beside a core: called once a cycle with what the RVFI ports show, null if `rvfi_valid` is low. It
/// answers whether it takes it (`rvfi_ready`): while it answers 0 the core's clock is held, and the same is shown again
/// in the next cycle.
pub type Beside = unsafe extern "C" fn(context: *mut c_void, record: *const Rvfi) -> u32;

/// A core's library in memory.
#[derive(Debug)]
pub struct Library {
    core: Core,
    features: Features,
    functions: Functions,
    // Dropped last: the function pointers point into it.
    _dynamic: Dynamic,
}

#[derive(Debug)]
struct Functions {
    open: unsafe extern "C" fn(*const Setup) -> Handle,
    close: unsafe extern "C" fn(Handle),
    write: unsafe extern "C" fn(Handle, u64, *const u8, usize) -> u32,
    read: unsafe extern "C" fn(Handle, u64, *mut u8, usize) -> u32,
    attach: unsafe extern "C" fn(Handle, Option<Beside>, *mut c_void),
    run: unsafe extern "C" fn(Handle, *mut Rvfi, usize) -> usize,
    state: unsafe extern "C" fn(Handle, *mut State),
    console: unsafe extern "C" fn(Handle, *mut *const u8) -> usize,
}

impl Library {
    /// Builds a core, or takes it from the cache, and loads it.
    ///
    /// # Errors
    /// As [`build::library`]; [`Error::Load`] when the library cannot be loaded.
    pub fn build(core: Core, features: Features, effort: Effort) -> Result<Arc<Self>, Error> {
        let path = build::library(core, features, effort, &Toolchain::find()?)?;
        let failed = |e: libloading::Error| Error::Load { path: path.clone(), reason: e.to_string() };
        let dynamic = loaded(&path, b"tt_core_abi", ABI)?;
        macro_rules! function {
            ($name:literal) => {
                // SAFETY: the types of `Functions` are those of core_abi.h, whose version was checked.
                *unsafe { dynamic.get($name) }.map_err(failed)?
            };
        }
        let functions = Functions {
            open: function!(b"tt_core_open"),
            close: function!(b"tt_core_close"),
            write: function!(b"tt_core_write"),
            read: function!(b"tt_core_read"),
            attach: function!(b"tt_core_attach"),
            run: function!(b"tt_core_run"),
            state: function!(b"tt_core_get_state"),
            console: function!(b"tt_core_console"),
        };
        Ok(Arc::new(Self { core, features, functions, _dynamic: dynamic }))
    }

    /// Which core it is.
    pub fn core(&self) -> Core {
        self.core
    }

    /// What it was built with.
    pub fn features(&self) -> Features {
        self.features
    }
}

/// A core with memory, devices and a program.
#[derive(Debug)]
pub struct Machine {
    library: Arc<Library>,
    handle: NonNull<Opaque>,
}

impl Machine {
    /// Builds the least of a core that runs the program, and loads the program into it.
    ///
    /// # Errors
    /// As [`Features::for_program`] and [`Library::build`].
    pub fn build(core: Core, program: &Program, options: &Options) -> Result<Self, Error> {
        let features = Features::for_program(core, program)?;
        Ok(Self::open(&Library::build(core, features, Effort::Fast)?, program, options))
    }

    /// Powers a core up and loads a program.
    pub fn open(library: &Arc<Library>, program: &Program, options: &Options) -> Self {
        let setup = Setup::from(options);
        // SAFETY: `setup` outlives the call, which copies it.
        let handle = unsafe { (library.functions.open)(&setup) };
        let handle = NonNull::new(handle).expect("`new` of C++ does not return null");
        let mut machine = Self { library: library.clone(), handle };
        for segment in &program.segments {
            assert!(machine.write(segment.address.into(), &segment.bytes), "segments lie in memory");
        }
        machine
    }

    /// Copies bytes into memory; false if they do not all fit in it.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        // SAFETY: the handle is live, and the call copies `bytes.len()` bytes, if their place is in memory.
        unsafe { (self.library.functions.write)(self.handle.as_ptr(), address, bytes.as_ptr(), bytes.len()) != 0 }
    }

    /// Copies bytes out of memory; false if they are not all in it.
    pub fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        // SAFETY: as for `write`.
        unsafe { (self.library.functions.read)(self.handle.as_ptr(), address, bytes.as_mut_ptr(), bytes.len()) != 0 }
    }

    /// Clocks something beside the core from now on.
    ///
    /// # Safety
    /// `beside` may be called with `context` from [`Machine::run`] and [`Machine::skip`] until [`Machine::detach`] or
    /// the end of the machine.
    pub unsafe fn attach(&mut self, beside: Beside, context: *mut c_void) {
        // SAFETY: the handle is live; the caller answers for the rest.
        unsafe { (self.library.functions.attach)(self.handle.as_ptr(), Some(beside), context) };
    }

    /// Ends [`Machine::attach`].
    pub fn detach(&mut self) {
        // SAFETY: the handle is live, and nothing is called any more.
        unsafe { (self.library.functions.attach)(self.handle.as_ptr(), None, ptr::null_mut()) };
    }

    /// Runs until `limit` records have been appended to `out` or the run is over.
    pub fn run(&mut self, limit: usize, out: &mut Vec<Rvfi>) -> Status {
        out.reserve(limit);
        let spare = out.spare_capacity_mut();
        // SAFETY: there is room for `limit` records, and the call writes as many as it returns, every byte of them.
        unsafe {
            let given = (self.library.functions.run)(self.handle.as_ptr(), spare.as_mut_ptr().cast(), limit);
            out.set_len(out.len() + given);
        }
        self.state().status()
    }

    /// Runs like [`Machine::run`] without giving records: what is attached still gets them.
    pub fn skip(&mut self, limit: usize) -> Status {
        // SAFETY: the handle is live, and without a place for records none is written.
        unsafe { (self.library.functions.run)(self.handle.as_ptr(), ptr::null_mut(), limit) };
        self.state().status()
    }

    /// What the program wrote to the console since the last call.
    pub fn console(&mut self) -> Vec<u8> {
        let mut bytes = ptr::null();
        // SAFETY: the handle is live; the bytes stay until the next call and are copied here.
        unsafe {
            let count = (self.library.functions.console)(self.handle.as_ptr(), &mut bytes);
            if count == 0 { vec![] } else { std::slice::from_raw_parts(bytes, count).to_vec() }
        }
    }

    /// Counters since the start.
    pub fn state(&self) -> State {
        let mut state = State::default();
        // SAFETY: the handle is live, `state` outlives the call.
        unsafe { (self.library.functions.state)(self.handle.as_ptr(), &mut state) };
        state
    }

    /// The core that runs.
    pub fn core(&self) -> Core {
        self.library.core
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // SAFETY: the handle is live and not used again.
        unsafe { (self.library.functions.close)(self.handle.as_ptr()) };
    }
}

// SAFETY: a machine shares nothing with others, and what is attached was promised to be callable from where `run` is
// called.
unsafe impl Send for Machine {}
