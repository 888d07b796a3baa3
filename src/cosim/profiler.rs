//! The Rust side of `testbench/common/profiler_abi.h`: a whole profiler, monitor or value sampler under Verilator, fed
//! with retirements and read over its bus.
use super::build::{Build, Effort, Testbench, Toolchain};
use super::{Error, Handle, Opaque, loaded};
use crate::catalog::Emitted;
use crate::spec::burst::Pulse;
use crate::spec::retire::Rvfi;
use libloading::Library as Dynamic;
use std::ffi::c_void;
use std::path::Path;
use std::ptr::{self, NonNull};

/// Version of the interface; `tt_profiler_abi` of a library must agree.
const ABI: u32 = 5;

/// Bit of a tuple that entered the queue before the table: see `testbench/value_sampler.cpp`.
pub const TABLE: u32 = 1;
/// Bit of one that entered the raw stream.
pub const RAW: u32 = 2;

/// How the testbench behaves: see `tt_profiler_setup` in `testbench/common/profiler_abi.h`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Setup {
    /// Seeds power-up contents and generators.
    pub seed: u64,
    /// Chance in 65536 that the core pauses after a retirement.
    pub idle: u64,
    /// Longest pause, in cycles.
    pub idle_max: u64,
    /// Chance in 65536, in a cycle, that the reader of a monitor's stream, of a log or of a raw stream pauses.
    pub wait: u64,
    /// Longest pause, in cycles.
    pub wait_max: u64,
    /// Cycles after which a retirement that is not taken, or a bus that does not answer, is given up; and how often in
    /// a row a host may read the same word at the same address while no retirement is taken.
    pub hang_cycles: u64,
}

/// Counters since the start: see `tt_profiler_state` in `testbench/common/profiler_abi.h`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct State {
    /// Clock cycles of the profiler.
    pub cycles: u64,
    /// Retirements taken.
    pub retired: u64,
    /// Cycles in which a retirement waited.
    pub held: u64,
    /// Candidates that the sample buffer took, words of a monitor's stream, or tuples of a value sampler.
    pub accepted: u64,
    /// The testbench gave up, or a stream broke the stream rules.
    pub broken: u64,
}

/// How time passes between two retirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Pace {
    /// As fast as the profiler takes them: results of a lossless profiler do not depend on it.
    Dense = 0,
    /// As the core had them: what is dropped is what would be dropped beside that core.
    Core = 1,
    /// While the clock runs for something else: transfers on the bus and idle cycles. Nothing is fed otherwise until
    /// all are taken.
    Later = 2,
}

/// Why a transfer on the bus has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// The profiler answered with an error.
    #[error("the bus answered with an error at {0:#05x}")]
    Refused(u32),
    /// No answer came.
    #[error("the bus did not answer at {0:#05x}")]
    Silent(u32),
    /// Who waits for another word waits in vain: address and number of reads.
    #[error("the word at {0:#05x} did not change in {1} reads, in which no retirement was taken")]
    Stuck(u32, u64),
}

#[derive(Debug)]
struct Functions {
    close: unsafe extern "C" fn(Handle),
    feed: unsafe extern "C" fn(Handle, *const Rvfi, usize, u64) -> usize,
    bare: unsafe extern "C" fn(Handle, *const Rvfi, usize) -> u64,
    beside: unsafe extern "C" fn(*mut c_void, *const Rvfi) -> u32,
    idle: unsafe extern "C" fn(Handle, u64),
    pulse: unsafe extern "C" fn(Handle, u32),
    read: unsafe extern "C" fn(Handle, u32, *mut u32) -> u32,
    write: unsafe extern "C" fn(Handle, u32, u32) -> u32,
    accepted: unsafe extern "C" fn(Handle, *mut *const u32) -> usize,
    logged: unsafe extern "C" fn(Handle, *mut *const u32) -> usize,
    state: unsafe extern "C" fn(Handle, *mut State),
}

/// What a host that reads the same again and again waits for.
#[derive(Debug, Default)]
struct Wait {
    /// The last read: address and word.
    last: (u32, u32),
    /// How often that was read before, in a row.
    repeats: u64,
    /// Retirements that were taken when it began.
    retired: u64,
}

/// A profiler with its testbench.
#[derive(Debug)]
pub struct Profiler {
    functions: Functions,
    handle: NonNull<Opaque>,
    hang_cycles: u64,
    wait: Wait,
    // Dropped last: the function pointers point into it.
    _dynamic: Dynamic,
}

// SAFETY: a simulation has no ties to the thread that made it; calls need `&mut`.
unsafe impl Send for Profiler {}

impl Profiler {
    /// Builds the emitted top of a profiler or a monitor, or takes it from the cache, powers it up with random contents
    /// and resets it.
    ///
    /// # Errors
    /// As [`Build::library`]; [`Error::Load`] when the library cannot be loaded.
    pub fn open(emitted: &Emitted, effort: Effort, setup: &Setup) -> Result<Self, Error> {
        Self::built(Testbench::Profiler, emitted, effort, setup)
    }

    /// Likewise of a value sampler.
    ///
    /// # Errors
    /// As [`Profiler::open`].
    pub fn sampler(emitted: &Emitted, effort: Effort, setup: &Setup) -> Result<Self, Error> {
        Self::built(Testbench::ValueSampler, emitted, effort, setup)
    }

    /// Likewise of a co-processor after a tap.
    ///
    /// # Errors
    /// As [`Profiler::open`].
    pub fn coproc(emitted: &Emitted, effort: Effort, setup: &Setup) -> Result<Self, Error> {
        Self::built(Testbench::CoprocProfiler, emitted, effort, setup)
    }

    fn built(testbench: Testbench, emitted: &Emitted, effort: Effort, setup: &Setup) -> Result<Self, Error> {
        let build =
            Build { top: &emitted.top, verilog: &emitted.verilog, testbench, ports: None, effort, waveforms: false };
        Self::load(&build.library(&Toolchain::find()?)?, setup)
    }

    fn load(path: &Path, setup: &Setup) -> Result<Self, Error> {
        let failed = |e: libloading::Error| Error::Load { path: path.to_path_buf(), reason: e.to_string() };
        let dynamic = loaded(path, b"tt_profiler_abi", ABI)?;
        macro_rules! function {
            ($name:literal) => {
                // SAFETY: the types of `Functions` are those of profiler_abi.h, whose version was checked.
                *unsafe { dynamic.get($name) }.map_err(failed)?
            };
        }
        let open: unsafe extern "C" fn(*const Setup) -> Handle = function!(b"tt_profiler_open");
        let functions = Functions {
            close: function!(b"tt_profiler_close"),
            feed: function!(b"tt_profiler_feed"),
            bare: function!(b"tt_profiler_bare"),
            beside: function!(b"tt_profiler_beside"),
            idle: function!(b"tt_profiler_idle"),
            pulse: function!(b"tt_profiler_pulse"),
            read: function!(b"tt_profiler_read"),
            write: function!(b"tt_profiler_write"),
            accepted: function!(b"tt_profiler_accepted"),
            logged: function!(b"tt_profiler_logged"),
            state: function!(b"tt_profiler_get_state"),
        };
        // SAFETY: `setup` outlives the call, which copies it.
        let handle = NonNull::new(unsafe { open(setup) }).expect("`new` of C++ does not return null");
        Ok(Self { functions, handle, hang_cycles: setup.hang_cycles, wait: Wait::default(), _dynamic: dynamic })
    }

    /// Offers retirements in order; tells how many were taken: all, unless the profiler is stuck, or its phase tracker
    /// asks a host to look ([`Report::samples`](super::session::Report::samples)) while one waits.
    pub fn feed(&mut self, records: &[Rvfi], pace: Pace) -> usize {
        // SAFETY: the handle is live, and the records outlive the call.
        unsafe { (self.functions.feed)(self.handle.as_ptr(), records.as_ptr(), records.len(), pace as u64) }
    }

    /// Gives retirements to the top in the shortest loop that there is, the yardstick of `benches/tops.rs`. It checks
    /// and counts nothing, and does not end while none is taken. Tells how many cycles it took.
    pub fn bare(&mut self, records: &[Rvfi]) -> u64 {
        // SAFETY: the handle is live, and the records outlive the call.
        unsafe { (self.functions.bare)(self.handle.as_ptr(), records.as_ptr(), records.len()) }
    }

    /// Clocks it without a retirement.
    pub fn idle(&mut self, cycles: u64) {
        // SAFETY: the handle is live.
        unsafe { (self.functions.idle)(self.handle.as_ptr(), cycles) }
    }

    /// A pulse at the burst sampler, after every retirement that was fed and before all that follow.
    pub fn pulse(&mut self, pulse: Pulse) {
        // Deeper than the way from the trace ports to the sampler, through an engine that takes an instruction in turn.
        const SETTLED: u64 = 256;
        self.idle(SETTLED);
        // SAFETY: the handle is live.
        unsafe { (self.functions.pulse)(self.handle.as_ptr(), pulse as u32) }
        self.idle(SETTLED);
    }

    /// The function and its context that clock this profiler beside a core, one cycle a call; the profiler must outlive
    /// their use.
    pub fn beside(&mut self) -> (unsafe extern "C" fn(*mut c_void, *const Rvfi) -> u32, *mut c_void) {
        (self.functions.beside, self.handle.as_ptr().cast())
    }

    /// One read on the bus.
    ///
    /// # Errors
    /// [`BusError`].
    pub fn read(&mut self, offset: u32) -> Result<u32, BusError> {
        let mut data = 0;
        // SAFETY: the handle is live, and `data` outlives the call.
        let answer = unsafe { (self.functions.read)(self.handle.as_ptr(), offset, &mut data) };
        answered(answer, offset)?;
        if self.waits_in_vain((offset, data)) { Err(BusError::Stuck(offset, self.wait.repeats)) } else { Ok(data) }
    }

    /// Whether a host has read this too often. The testbench is asked what was taken only where a wait begins, and
    /// where it seems to be in vain.
    fn waits_in_vain(&mut self, read: (u32, u32)) -> bool {
        if read == self.wait.last {
            self.wait.repeats += 1;
            if self.wait.repeats < self.hang_cycles {
                return false;
            }
            if self.wait.retired == self.state().retired {
                return true;
            }
        }
        self.wait = Wait { last: read, repeats: 0, retired: self.state().retired };
        false
    }

    /// One write on the bus.
    ///
    /// # Errors
    /// [`BusError`].
    pub fn write(&mut self, offset: u32, data: u32) -> Result<(), BusError> {
        // SAFETY: the handle is live.
        let answer = unsafe { (self.functions.write)(self.handle.as_ptr(), offset, data) };
        answered(answer, offset)
    }

    /// Retire ordinals of the candidates that were accepted since the last call, in order; of a monitor, words of its
    /// stream; of a value sampler, where its tuples entered: [`TABLE`] and [`RAW`].
    pub fn accepted(&mut self) -> Vec<u32> {
        self.words(self.functions.accepted)
    }

    /// Words of the phase tracker's log, of the stream of the engine in a profiler, or of a value sampler's raw stream,
    /// that left since the last call, in order; none of other tops.
    pub fn logged(&mut self) -> Vec<u32> {
        self.words(self.functions.logged)
    }

    fn words(&mut self, of: unsafe extern "C" fn(Handle, *mut *const u32) -> usize) -> Vec<u32> {
        let mut first = ptr::null();
        // SAFETY: the handle is live, and `first` outlives the call.
        let count = unsafe { of(self.handle.as_ptr(), &mut first) };
        if count == 0 {
            return vec![];
        }
        // SAFETY: so many words lie there until the next call.
        unsafe { std::slice::from_raw_parts(first, count) }.to_vec()
    }

    /// Counters of the testbench.
    pub fn state(&self) -> State {
        let mut state = State::default();
        // SAFETY: the handle is live, and `state` outlives the call.
        unsafe { (self.functions.state)(self.handle.as_ptr(), &mut state) };
        state
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        // SAFETY: the handle is live and not used again.
        unsafe { (self.functions.close)(self.handle.as_ptr()) }
    }
}

fn answered(answer: u32, offset: u32) -> Result<(), BusError> {
    match answer {
        0 => Ok(()),
        1 => Err(BusError::Refused(offset)),
        _ => Err(BusError::Silent(offset)),
    }
}
