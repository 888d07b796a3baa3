//! The catalogue `rtl/README.md`: what the committed files are and what they hold.
use super::{Error, Unit, describe, preset_of, presets, selftest};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// The presets whose files the repository keeps in `rtl/`: each unit once, each engine of `rap` and `hps`, a top per bus.
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
    (Unit::SampleBuffer, "full_rw2"),
    (Unit::SampleFormat, "rv32"),
    (Unit::Counters, "nano"),
    (Unit::Regs, "full"),
    (Unit::Axil, "lite"),
    (Unit::Wishbone, "lite"),
    (Unit::Hps, "up5k"),
    (Unit::Hps, "up5k_decode"),
    (Unit::Hps, "ecp5"),
    (Unit::Coproc, "up5k"),
    (Unit::Monitor, "up5k"),
    (Unit::Checkmap, "k8"),
    (Unit::Burst, "full"),
    (Unit::Cycles, "core"),
    (Unit::Classify, "rv32"),
    (Unit::Tap, "rv32"),
    (Unit::Pcfilter, "rv32"),
];

/// Text of `rtl/SHA256SUMS`: the hash of the Verilog of every preset on every engine whose file is not kept, in the format of
/// `sha256sum`. The committed text changes with the hardware, whichever preset shows it.
///
/// # Errors
/// As [`super::emit`].
pub fn hashes() -> Result<String, Error> {
    let mut text = String::new();
    for unit in Unit::ALL.iter().copied() {
        for preset in presets(unit) {
            // A unit without a choice of engines has none to name.
            let others = preset.engines.iter().skip(1).map(|engine| Some(*engine));
            for engine in [None].into_iter().chain(others) {
                if engine.is_none() && KEPT.contains(&(unit, preset.name)) {
                    continue;
                }
                let emitted = preset_of(unit, preset.name, engine)?.emit()?;
                let _ = writeln!(text, "{}  {}.v", hex::encode(Sha256::digest(&emitted.verilog)), emitted.top);
            }
        }
    }
    Ok(text)
}

/// Text of `rtl/README.md`.
///
/// # Errors
/// As [`super::emit`].
pub fn readme() -> Result<String, Error> {
    let mut text = String::from(
        "# Emitted Verilog\n\n\
         Written by `make rtl` (`treetap gen --all -o rtl`); never edited: change the source and run it again. CI fails when a\n\
         file is stale. Each `.v` stands alone (its modules all begin with the name of its top), each `.json` gives the preset's\n\
         values and the ports with width and role. Of the other presets, which `treetap gen --list` prints, `SHA256SUMS` has the\n\
         hash of the Verilog: `sha256sum -c` checks those that you have emitted here.\n\
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
