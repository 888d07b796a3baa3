//! The catalogue `rtl/README.md`: what the committed files are and what they hold.
use super::{Error, Unit, describe, preset_of, selftest};
use std::fmt::Write as _;

/// The presets whose files the repository keeps in `rtl/`.
pub const KEPT: &[(Unit, &str)] = &[
    (Unit::Rap, "nano"),
    (Unit::Rap, "mini"),
    (Unit::Rap, "x86"),
    (Unit::Rap, "fast"),
    (Unit::Rap, "cam64"),
    (Unit::Profiler, "nano"),
    (Unit::Profiler, "fast"),
    (Unit::Profiler, "pairs"),
    (Unit::Profiler, "annotate"),
    (Unit::Coalescer, "nano"),
    (Unit::Coalescer, "x86"),
    (Unit::Coalescer, "fast"),
    (Unit::Select, "nano"),
    (Unit::Annotate, "direct4k"),
    (Unit::SampleBuffer, "nano"),
    (Unit::SampleBuffer, "full"),
    (Unit::SampleBuffer, "full_rw2"),
    (Unit::SampleFormat, "rv32"),
    (Unit::Counters, "nano"),
    (Unit::Regs, "nano"),
    (Unit::Regs, "full"),
    (Unit::Axil, "lite"),
    (Unit::Wishbone, "lite"),
    (Unit::Hps, "up5k"),
    (Unit::Hps, "up5k_decode"),
    (Unit::Hps, "hx8k"),
    (Unit::Hps, "ecp5"),
    (Unit::Monitor, "up5k"),
    (Unit::Monitor, "ecp5"),
    (Unit::Checkmap, "k8"),
    (Unit::Checkmap, "k32"),
    (Unit::Burst, "full"),
    (Unit::Cycles, "core"),
    (Unit::Classify, "rv32"),
    (Unit::Classify, "rv64"),
    (Unit::Tap, "rv32"),
    (Unit::Tap, "rv64"),
    (Unit::Pcfilter, "rv32"),
    (Unit::Pcfilter, "rv32_rw2"),
    (Unit::Pcfilter, "rv32_lite"),
];

/// Text of `rtl/README.md`.
///
/// # Errors
/// As [`super::emit`].
pub fn readme() -> Result<String, Error> {
    let mut text = String::from(
        "# Emitted Verilog\n\n\
         Written by `make rtl` (`treetap gen --all -o rtl`); never edited: change the source and run it again. CI fails when a\n\
         file is stale. Each `.v` stands alone (its modules all begin with the name of its top), each `.json` gives the preset's\n\
         values and the ports with width and role. `treetap gen --list` prints the presets that are not kept here.\n\
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
        let description = describe::of_selftest(&super::rap_preset(preset, None)?);
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
