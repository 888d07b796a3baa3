//! The engine for hybrid profiling support: its parts joined by the names of their ports (docs/reference/hps.md).
use super::join::{End, Part, join};
use super::{Chosen, Emitted, Error, describe, described};
use crate::emit;
use crate::emit::describe::Design;
use crate::hw::hps;
use crate::spec::hps::{Config, Mode, built, ternary};
use crate::spec::variant::Variant;
use treetap_hdl::design;

/// Emits a variant. The same call gives the same bytes.
///
/// # Errors
/// As [`super::emit`].
pub(super) fn emit(variant: &Variant, chosen: &Chosen) -> Result<Emitted, Error> {
    let (top, description) = (chosen.top(), describe::describe(chosen));
    let doc = format!("Hybrid profiling support: {}.", variant.doc);
    let joined = joined(&built(variant), ternary(variant), &doc, &top, description.header(&top))?;
    Ok(described(&description, top, joined))
}

/// The engine of a size as the module `top`.
pub(super) fn joined(
    config: &Config,
    ternary: bool,
    doc: &str,
    top: &str,
    header: Vec<String>,
) -> Result<emit::Emitted, Error> {
    let parts = parts(config, ternary, top, header)?;
    let leaves = |net: &str| {
        ["in_ready", "bus_ready", "bus_rdata", "sampling"].contains(&net)
            || (net != "ev_ready" && net != "out_ready" && (net.starts_with("ev_") || net.starts_with("out_")))
    };
    Ok(join(top, doc, &parts, &leaves))
}

/// The parts in the order of the way that an instruction goes.
fn parts(config: &Config, ternary: bool, top: &str, header: Vec<String>) -> Result<Vec<Part>, Error> {
    // What takes two cycles after the tap may take them between fetch and decode only where block RAM cannot do without.
    let held = usize::from(config.mode == Mode::Retire || ternary);
    let part = |design: Design, instance| Part::emit(&design, top, instance, vec![]);
    let (patterns, counters, width) = (config.patterns as usize, config.counters as usize, config.width as usize);
    let (conditions, words) = (config.conditions as usize, config.words.ilog2() as usize);
    let (successor, bits, output) = match config.mode {
        Mode::Retire => (1, ternary, design!(hps::Events<words>)),
        Mode::Decode => (0, ternary, design!(hps::Words<words>)),
    };
    let bits = if bits { design!(hps::Ternary<patterns>) } else { design!(hps::Masks<patterns, held>) };
    let mut host = part(design!(hps::Host<counters>, *config), "host")?;
    if !ternary {
        host = host.with([("settling", End::Value(0))]);
    }
    Ok(vec![
        Part::emit(&design!(hps::Facts<successor>), top, "facts", header)?,
        part(design!(hps::Ranges), "ranges")?,
        part(bits, "bits")?,
        part(design!(hps::Stage<held>), "stage")?,
        part(design!(hps::History<held>), "history")?,
        part(design!(hps::Patterns<patterns, held>), "patterns")?,
        part(design!(hps::Conditions<patterns, counters, conditions>), "conditions")?,
        part(design!(hps::Counters<counters, width>), "counters")?,
        part(output, "output")?,
        part(design!(hps::Statistics<counters>), "statistics")?,
        host,
    ])
}
