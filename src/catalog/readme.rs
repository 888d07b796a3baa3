//! The catalogue `rtl/README.md`: what the committed files are and what they hold.
use super::{Error, Unit, describe, preset_of, selftest};
use std::fmt::Write as _;

/// The presets whose files the repository keeps in `rtl/`: each unit once, each engine of `rap` and `hps`, a top per
/// bus.
pub const KEPT: &[(Unit, &str)] = &[
    (Unit::Rap, "nano"),
    (Unit::Rap, "fast"),
    (Unit::Rap, "cam64"),
    (Unit::Profiler, "nano"),
    (Unit::Profiler, "fast"),
    (Unit::Coalescer, "nano"),
    (Unit::Coalescer, "fast"),
    (Unit::Select, "nano"),
    (Unit::Annotate, "direct4k"),
    (Unit::SampleBuffer, "nano"),
    (Unit::SampleBuffer, "full"),
    (Unit::SampleFormat, "rv32"),
    (Unit::Counters, "nano"),
    (Unit::Regs, "full"),
    (Unit::Axil, "lite"),
    (Unit::Wishbone, "lite"),
    (Unit::Hps, "up5k"),
    (Unit::Hps, "up5k_decode"),
    (Unit::Hps, "up5k_serial"),
    (Unit::Hps, "ecp5"),
    (Unit::Hps, "ecp5_pipelined"),
    (Unit::Coproc, "up5k"),
    (Unit::Monitor, "up5k"),
    (Unit::Checkmap, "k8"),
    (Unit::Burst, "full"),
    (Unit::Cycles, "core"),
    (Unit::Classify, "rv32"),
    (Unit::Tap, "rv32"),
    (Unit::Phase, "small"),
    (Unit::Hotlist, "up5k"),
    (Unit::ValueSampler, "up5k"),
    (Unit::CoprocProfiler, "up5k"),
    (Unit::Pcfilter, "rv32"),
    (Unit::Codemap, "up5k"),
];

/// Text of `rtl/README.md`.
///
/// # Errors
/// As [`super::emit`].
pub fn readme() -> Result<String, Error> {
    let mut text = String::from(
        "# Emitted Verilog\n\n\
         Written by `make rtl` (`treetap gen --all -o rtl`); never edited: change the source and run it again. CI \
         fails when a\n\
         file is stale. Each `.v` stands alone (its modules all begin with the name of its top), each `.json` gives \
         the whole\n\
         configuration and the ports with width and role. Of the other presets, which `treetap gen --list` prints, \
         `SHA256SUMS` has the\n\
         hash of the Verilog: `sha256sum -c` checks those that you have emitted here. `SHA256SUMS.code` has the hash \
         of every top\n\
         without its lines of comment and blank lines: measured figures are stamped with these.\n\
         Generated RTL carries no licence obligation.\n\n\
         | file | configuration | for |\n|---|---|---|\n",
    );
    for (unit, preset) in KEPT {
        let description = describe::describe(&preset_of(*unit, preset, None)?);
        let _ = writeln!(
            text,
            "| [treetap_{unit}_{preset}.v](treetap_{unit}_{preset}.v) | {} | {} |",
            description.summary(),
            description.doc()
        );
    }
    for preset in selftest::KEPT {
        let description = selftest::description(&super::rap_preset(preset, None)?);
        let _ = writeln!(
            text,
            "| [treetap_{unit}_{preset}.v](treetap_{unit}_{preset}.v) | {} | {} |",
            description.summary(),
            description.doc(),
            unit = selftest::NAME
        );
    }
    Ok(text)
}
