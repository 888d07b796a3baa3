//! Preset to emitted files: the monomorphised block, its Verilog, and the JSON that describes both.
//!
//! ```no_run
//! use treetap::catalog::{Unit, emit};
//!
//! let nano = emit(Unit::Rap, "nano")?;
//! assert_eq!(nano.top, "treetap_rap_nano");
//! assert!(nano.verilog.contains("module treetap_rap_nano"));
//! # Ok::<(), treetap::catalog::Error>(())
//! ```
mod blocks;
mod chosen;
mod coproc_profiler;
mod describe;
mod error;
mod hotlist;
mod hps;
mod lines;
mod monitor;
pub mod options;
pub mod parameters;
mod parts;
mod phase;
mod profiler;
mod readme;
pub mod registers;
pub mod selftest;
mod settings;
pub mod space;
mod sums;
mod value_sampler;
mod variants;

use crate::emit::{self, Dir};
use crate::spec::rap::Engine;
use crate::spec::{coalescer, profiler as profilers, rap};
pub use chosen::Chosen;
pub use error::Error;
use error::{nearest, unknown};
pub use readme::{KEPT, readme};
pub use settings::{Settings, option};
use std::fmt;
pub use sums::{Sums, code_hash};

/// `units! { Unit "name" "what it is"; .. }`: what can be emitted.
macro_rules! units {
    ($($(#[$doc:meta])* $unit:ident $name:literal $what:literal;)*) => {
        /// What can be emitted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Unit {
            $($(#[$doc])* $unit,)*
        }

        impl Unit {
            /// Every unit.
            pub const ALL: &[Unit] = &[$(Unit::$unit),*];

            /// The name on the command line and in file names.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Unit::$unit => $name,)*
                }
            }

            /// What the unit is, in one sentence.
            pub const fn doc(self) -> &'static str {
                match self {
                    $(Unit::$unit => $what,)*
                }
            }
        }
    };
}

units! {
    /// The whole profiler: from the retire port of a core to a bus (docs/reference/profiler.md).
    Profiler "profiler" "profiler between a core's retire port and a bus";
    /// Range adaptive profiler: coalescer, FIFO, engine, commands and dump (docs/reference/rap-serial.md).
    Rap "rap" "range adaptive profiler";
    /// The coalescer alone (docs/reference/coalescer.md).
    Coalescer "coalescer" "coalescing buffer in front of a profiler";
    /// Which records become events, and what they weigh (docs/reference/select.md).
    Select "select" "selection of the records that become events";
    /// Cache and branch predictor beside a core (docs/reference/annotate.md).
    Annotate "annotate" "modelled cache, branch predictor and latencies beside a core";
    /// The queue of records after the selection (docs/reference/sample_buffer.md).
    SampleBuffer "sample_buffer" "queue of sampled records that drops the newest";
    /// Fields of a record as lanes of the sample buffer (docs/reference/sample_buffer.md).
    SampleFormat "sample_format" "records as lanes for the sample buffer";
    /// Where every retirement went (docs/reference/counters.md).
    Counters "counters" "counters of where every retirement went";
    /// The registers of a profiler with a simple port (docs/reference/regs.md).
    Regs "regs" "registers of a profiler with a simple port";
    /// AXI4-Lite in front of the registers (docs/reference/axil.md).
    Axil "axil" "AXI4-Lite slave in front of the registers";
    /// Wishbone in front of the registers (docs/reference/wishbone.md).
    Wishbone "wishbone" "Wishbone B4 slave in front of the registers";
    /// Which of the events count (docs/reference/burst.md).
    Burst "burst" "sampler of events: all, every n-th, a random share, those of bursts or intervals";
    /// What is known of each instruction before the program runs (docs/reference/checkmap.md).
    Checkmap "checkmap" "memory of a code for each instruction: entry, jump back, no event";
    /// Which records are checks (docs/reference/checks.md).
    Checks "checks" "finds procedure entries and jumps back, where bursts begin and end";
    /// Cycles of a core between two retirements (docs/reference/cycles.md).
    Cycles "cycles" "cycles of a core between two retirements";
    /// Expander of compressed instructions, and the class of an instruction (docs/reference/classify.md).
    Classify "classify" "expander and classifier of instructions";
    /// Retirements of a core, normalised (docs/reference/tap.md).
    Tap "tap" "tap of a core: its retirements, normalised";
    /// Microcoded machine that takes samples (docs/reference/coproc.md).
    Coproc "coproc" "programmable profiling co-processor: a microprogram for each sample";
    /// Instruction-stream editing with counters (docs/reference/hps.md).
    Hps "hps" "engine for hybrid profiling support: patterns, conditions, counters, replacements";
    /// The engine for hybrid profiling support between the retire port of a core and a bus (docs/reference/monitor.md).
    Monitor "monitor" "engine for hybrid profiling support between a core's retire port and a bus";
    /// Which phase of a program each interval belongs to (docs/reference/phase.md).
    Phase "phase" "tracker of a program's phases: footprints of intervals, prediction, when to sample";
    /// Which values instructions have most often (docs/reference/hotlist.md).
    Hotlist "hotlist" "sampler of the values that instructions have most often";
    /// The hotlist sampler between the retire port of a core and a bus (docs/reference/value_sampler.md).
    ValueSampler "value_sampler" "hotlist sampler between a core's retire port and a bus";
    /// The profiling co-processor between the retire port of a core and a bus (docs/reference/coproc_profiler.md).
    CoprocProfiler "coproc_profiler" "profiling co-processor between a core's retire port and a bus";
    /// Filters by class and address, and the decimator (docs/reference/pcfilter.md).
    Pcfilter "pcfilter" "filters by class and address, and the decimator";
    /// Keys of lines of code (docs/reference/codemap.md).
    Codemap "codemap" "table from lines of code to keys in which every function has a block of its own";
}

impl Unit {
    /// The unit called `name`.
    ///
    /// # Errors
    /// [`Error::UnknownUnit`] with the nearest name.
    pub fn from_name(name: &str) -> Result<Unit, Error> {
        Unit::ALL.iter().copied().find(|u| u.name() == name).ok_or_else(|| Error::UnknownUnit {
            name: name.to_string(),
            nearest: nearest(name, Unit::ALL.iter().map(|u| u.name()).chain([selftest::NAME])),
        })
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A unit's preset: name and purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetInfo {
    /// Name on the command line and in file names.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Engines it is built on, its own first; none for a unit that has but one microarchitecture.
    pub engines: Vec<Engine>,
}

/// The presets of a unit, in the order of their table.
pub fn presets(unit: Unit) -> Vec<PresetInfo> {
    match unit {
        Unit::Rap => {
            rap::PRESETS.iter().map(|p| PresetInfo { name: p.name, doc: p.doc, engines: engines(p) }).collect()
        }
        Unit::Coalescer => {
            coalescer::PRESETS.iter().map(|p| PresetInfo { name: p.name, doc: p.doc, engines: vec![] }).collect()
        }
        Unit::Profiler => profilers::PRESETS
            .iter()
            .map(|p| PresetInfo { name: p.name, doc: p.doc, engines: vec![p.tree().engine] })
            .collect(),
        part => {
            let variants = parts::variants(part).unwrap_or_default().iter();
            variants.map(|v| PresetInfo { name: v.name, doc: v.doc, engines: vec![] }).collect()
        }
    }
}

/// The files of one unit and preset.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// Name of the top module, and of both files without their extension.
    pub top: String,
    /// Contents of `<top>.v`.
    pub verilog: String,
    /// Ports of the top module in order.
    pub ports: Vec<Port>,
    /// Contents of `<top>.json`: the configuration, and ports with width and role.
    pub json: String,
}

/// A port of an emitted top module.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Port {
    /// Verilog name.
    pub name: String,
    /// `input` or `output`.
    pub dir: &'static str,
    /// Width in bits.
    pub width: usize,
    /// What it belongs to.
    pub role: Role,
}

/// What a port belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Rising edge active.
    Clock,
    /// Synchronous, active high.
    Reset,
    /// Stream of events in.
    Event,
    /// Commands, or operations of the coalescer.
    Command,
    /// Stream out: the dump, or coalesced events.
    Output,
    /// Held stable, sampled at reset.
    Config,
    /// Statistics and status, may be left open.
    Status,
    /// Retirements of a core: RVFI and what is measured beside it, or normalised records.
    Retire,
    /// Registers, and the buses in front of them.
    Bus,
}

/// Emits `preset` of `unit`. The same call gives the same bytes.
///
/// # Errors
/// [`Error::UnknownPreset`]; the others say that the emitter refuses the block, and tests keep that from happening.
pub fn emit(unit: Unit, preset: &str) -> Result<Emitted, Error> {
    emit_on(unit, preset, None)
}

/// Emits `preset` of `unit` on an engine other than the preset's own, if one is named.
///
/// # Errors
/// As [`emit`], and [`Error::NoEngine`] where the unit has no such engine.
pub fn emit_on(unit: Unit, preset: &str, engine: Option<Engine>) -> Result<Emitted, Error> {
    preset_of(unit, preset, engine)?.emit()
}

/// A preset of a unit, on another engine than its own if one is named.
///
/// # Errors
/// As [`emit_on`].
pub fn preset_of(unit: Unit, preset: &str, engine: Option<Engine>) -> Result<Chosen, Error> {
    let engine = engine.map(|engine| engine.name().to_string());
    Chosen::of(unit, Some(preset), &Settings { engine, ..Settings::default() })
}

/// What was emitted as the top module of that name, with its ports and the JSON beside it.
fn described(description: &describe::Description, top: String, emitted: emit::Emitted) -> Emitted {
    let ports: Vec<Port> = emitted.ports.iter().map(port).collect();
    let json = description.json(&top, &ports);
    Emitted { top, verilog: emitted.verilog, ports, json }
}

/// The engines that `preset` of `rap` is built on, its own first.
pub fn engines(preset: &rap::Preset) -> Vec<Engine> {
    let others = blocks::ALSO.iter().filter(|(name, _)| *name == preset.name).flat_map(|(_, others)| *others);
    std::iter::once(preset.engine).chain(others.copied()).collect()
}

/// Every preset of `rap` on every engine that it is built on: what tests go over.
pub fn rap_designs() -> Vec<rap::Preset> {
    rap::PRESETS.iter().flat_map(|p| engines(p).into_iter().map(|engine| p.with_engine(engine))).collect()
}

/// Name of the top module of a preset.
///
/// # Errors
/// As [`emit_on`].
pub fn top_name(unit: Unit, preset: &str, engine: Option<Engine>) -> Result<String, Error> {
    Ok(preset_of(unit, preset, engine)?.top())
}

/// The preset of `rap` called `name`, on another engine than its own if one is named.
///
/// # Errors
/// [`Error::UnknownPreset`] with the nearest name; [`Error::NoEngine`] where it is not built on that engine.
pub fn rap_preset(name: &str, engine: Option<Engine>) -> Result<rap::Preset, Error> {
    match preset_of(Unit::Rap, name, engine)? {
        Chosen::Rap(preset) => Ok(preset),
        _ => Err(unknown(Unit::Rap, name)),
    }
}

fn port(port: &emit::Port) -> Port {
    let role = match port.name.split('_').next() {
        Some("clk") => Role::Clock,
        Some("rst") => Role::Reset,
        Some("ev") => Role::Event,
        Some("cmd" | "flush") => Role::Command,
        Some("dump" | "out" | "smp" | "r") => Role::Output,
        Some("cfg") => Role::Config,
        Some("rvfi" | "ret" | "rec") => Role::Retire,
        Some("bus" | "s" | "wb") => Role::Bus,
        _ => Role::Status,
    };
    let dir = match port.dir {
        Dir::In => "input",
        Dir::Out => "output",
        Dir::InOut => "inout",
    };
    Port { name: port.name.clone(), dir, width: port.width, role }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_its_block() {
        for unit in Unit::ALL.iter().copied() {
            for preset in presets(unit) {
                assert!(emit(unit, preset.name).is_ok(), "{unit} {}", preset.name);
            }
        }
    }

    #[test]
    fn every_engine_is_the_own_one_of_a_preset_and_its_name_is_in_no_preset() {
        for engine in Engine::ALL {
            assert!(rap::PRESETS.iter().any(|p| p.engine == *engine), "no preset is made for {}", engine.name());
            let end = format!("_{}", engine.name());
            assert!(rap::PRESETS.iter().all(|p| !p.name.ends_with(&end)), "two tops could be called alike");
            assert_eq!(Engine::from_name(engine.name()), Some(*engine));
        }
        assert_eq!(top_name(Unit::Rap, "nano", Some(Engine::Serial)).unwrap(), "treetap_rap_nano");
        for preset in rap_designs() {
            assert!(preset.engine.can_eps() || !preset.eps_built);
            assert!(top_name(Unit::Rap, preset.name, Some(preset.engine)).is_ok());
        }
    }
}
