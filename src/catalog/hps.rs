//! The engine for hybrid profiling support: its parts joined by the names of their ports (docs/reference/hps.md).
use super::blocks::{Maker, connected};
use super::join::{End, Part, join};
use super::{Emitted, Error, Unit, describe, described, no_block, top_name};
use crate::emit;
use crate::hw::hps;
use crate::spec::hps::{self as spec, Config, Mode, built, ternary};
use crate::spec::variant::Variant;
use rust_hdl::prelude::Block;

const COUNTERS: usize = spec::COUNTERS as usize;
const WIDTH: usize = spec::WIDTH as usize;

/// Emits a variant. The same call gives the same bytes.
///
/// # Errors
/// As [`super::emit`].
pub(super) fn emit(variant: &'static Variant) -> Result<Emitted, Error> {
    let top = top_name(Unit::Hps, variant.name, None)?;
    let description = describe::of_part(Unit::Hps, variant);
    let joined = joined(variant, &top, description.header(&top))?;
    Ok(described(&description, top, joined))
}

/// The engine of a variant as the module `top`.
pub(super) fn joined(variant: &'static Variant, top: &str, header: Vec<String>) -> Result<emit::Emitted, Error> {
    let parts = parts(variant, top, header)?;
    let leaves = |net: &str| {
        ["in_ready", "bus_ready", "bus_rdata", "sampling"].contains(&net)
            || (net != "ev_ready" && net != "out_ready" && (net.starts_with("ev_") || net.starts_with("out_")))
    };
    Ok(join(top, &format!("Hybrid profiling support: {}.", variant.doc), &parts, &leaves))
}

/// The parts in the order of the way that an instruction goes.
fn parts(variant: &'static Variant, top: &str, header: Vec<String>) -> Result<Vec<Part>, Error> {
    let config = built(variant);
    let missing = || no_block(Unit::Hps, variant.name, None);
    // What takes two cycles behind the tap may take them between fetch and decode only where block RAM cannot do without.
    let held = config.mode == Mode::Retire || ternary(variant);
    let [bits, patterns, conditions] = tables(&config, ternary(variant), held).ok_or_else(missing)?;
    let facts: Maker = match config.mode {
        Mode::Retire => || connected(hps::Facts::<1>::default()),
        Mode::Decode => || connected(hps::Facts::<0>::default()),
    };
    let [stage, history]: [Maker; 2] = if held {
        [|| connected(hps::Stage::<1>::default()), || connected(hps::History::<1>::default())]
    } else {
        [|| connected(hps::Stage::<0>::default()), || connected(hps::History::<0>::default())]
    };
    let part = |block: &dyn Block, instance| Part::emit(block, top, instance, vec![]);
    let counters = hps::Counters::<COUNTERS, { 2 * COUNTERS }, { 4 * COUNTERS }, WIDTH>::default();
    let mut host = part(&*connected(hps::Host::<COUNTERS>::new(&config)), "host")?;
    if !ternary(variant) {
        host = host.with([("settling", End::Value(0))]);
    }
    Ok(vec![
        Part::emit(&*facts(), top, "facts", header)?,
        part(&*connected(hps::Ranges::default()), "ranges")?,
        part(&*bits(), "bits")?,
        part(&*stage(), "stage")?,
        part(&*history(), "history")?,
        part(&*patterns(), "patterns")?,
        part(&*conditions(), "conditions")?,
        part(&*connected(counters), "counters")?,
        part(&*output(&config).ok_or_else(missing)?(), "output")?,
        part(&*connected(hps::Statistics::<COUNTERS>::default()), "statistics")?,
        host,
    ])
}

/// The tables: masks and values, what else patterns ask for, conditions.
fn tables(config: &Config, ternary: bool, held: bool) -> Option<[Maker; 3]> {
    /// Of a number of patterns.
    macro_rules! of {
        ($p:literal) => {
            [
                match (ternary, held) {
                    (true, _) => || connected(hps::Ternary::<$p>::default()),
                    (false, true) => || connected(hps::Masks::<$p, 1>::default()),
                    (false, false) => || connected(hps::Masks::<$p, 0>::default()),
                },
                match held {
                    true => || connected(hps::Patterns::<$p, 1>::default()),
                    false => || connected(hps::Patterns::<$p, 0>::default()),
                },
                || {
                    connected(hps::Conditions::<
                        $p,
                        { $p / 2 },
                        { $p / 4 },
                        { $p / 8 },
                        COUNTERS,
                        { 2 * COUNTERS },
                        { 4 * COUNTERS },
                    >::default())
                },
            ]
        };
    }
    Some(match config.patterns {
        8 => of!(8),
        16 => of!(16),
        32 => of!(32),
        _ => return None,
    })
}

/// What comes out: events, or words.
fn output(config: &Config) -> Option<Maker> {
    Some(match (config.mode, config.words) {
        (Mode::Retire, 256) => || connected(hps::Events::<8>::default()),
        (Mode::Decode, 256) => || connected(hps::Words::<8>::default()),
        (Mode::Decode, 2048) => || connected(hps::Words::<11>::default()),
        (Mode::Retire, 2048) => || connected(hps::Events::<11>::default()),
        _ => return None,
    })
}
