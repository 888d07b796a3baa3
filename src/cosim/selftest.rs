//! The self-test under Verilator: the emitted text with the answer of the model in it, run until it has a verdict.
use super::build::{Build, Effort, Testbench, Toolchain};
use super::{Design, Error};
use crate::catalog::{Emitted, selftest};
use crate::model::selftest::{Answer, answer};
use crate::spec::{rap, selftest::Config};
use libloading::Library as Dynamic;

/// Emits the self-test of `preset` with the model's answer, and tells what the round does to the model.
///
/// # Errors
/// [`Error::Catalog`] when there is no such block, [`Error::Config`] when the preset is illegal.
pub fn emit(preset: &rap::Preset, test: Config) -> Result<(Emitted, Answer), Error> {
    let answer = answer(preset.config, test)?;
    Ok((selftest::emit(preset, test, answer.crc)?, answer))
}

/// What the outputs said: see `tt_selftest` in `testbench/selftest.cpp`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Verdict {
    /// Clock cycles after reset.
    pub cycles: u64,
    /// Cycles with `running`.
    pub running: u64,
    /// Rounds that ended, where the top shows it.
    pub rounds: u64,
    /// `pass` at the end.
    pub pass: u64,
    /// `fail` at the end.
    pub fail: u64,
}

/// Builds `design`, whose top has the ports of a self-test or of a board (docs/user/boards.md), and runs it until
/// `rounds` rounds have ended, it fails or `limit` cycles are over. A board's top does not show rounds: it runs until
/// its first verdict. `seed` sets the power-up contents; `dark` has the level of each light that is off: bit 0 running,
/// 1 pass, 2 fail, 3 status.
///
/// # Errors
/// As [`Build::library`]; [`Error::Load`] when the library cannot be loaded.
pub fn run(design: &Design, seed: u64, rounds: u64, limit: u64, dark: u8) -> Result<Verdict, Error> {
    let build = Build {
        top: &design.top,
        verilog: &design.verilog,
        testbench: Testbench::Selftest,
        ports: None,
        effort: Effort::Test,
        waveforms: false,
    };
    let path = build.library(&Toolchain::find()?)?;
    let failed = |e: libloading::Error| Error::Load { path: path.clone(), reason: e.to_string() };
    // SAFETY: the library was built from our own testbench; its initialisers only set up Verilator's tables.
    let dynamic = unsafe { Dynamic::new(&path) }.map_err(failed)?;
    type Run = unsafe extern "C" fn(u64, u64, u64, u64, *mut Verdict);
    // SAFETY: the type is that of `tt_selftest` in testbench/selftest.cpp.
    let run: libloading::Symbol<Run> = unsafe { dynamic.get(b"tt_selftest") }.map_err(failed)?;
    let mut verdict = Verdict::default();
    // SAFETY: `verdict` outlives the call.
    unsafe { run(seed, rounds, limit, dark.into(), &mut verdict) };
    Ok(verdict)
}
