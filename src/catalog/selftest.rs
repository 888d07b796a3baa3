//! The self-test of a preset: the tester, the profiler, and the module that joins them (docs/reference/selftest.md).
use super::join::{End, Part, join};
use super::{Chosen, Emitted, Error, Unit, blocks, describe, described};
use crate::hw::selftest::{Round, Selftest};
use crate::spec::{rap, selftest};
use treetap_hdl::design;

/// Name on the command line and in file names.
pub const NAME: &str = "selftest";
/// What the unit is, in one sentence.
pub const DOC: &str = "on-chip self-test of a profiler: plays a round of events and compares the checksum of the dump";
/// The presets whose self-tests the repository keeps in `rtl/`.
pub const KEPT: &[&str] = &["nano"];

/// Emits the self-test of `preset`: rounds of `test`, and `expected` is the CRC-32 that a right profiler answers with.
///
/// Ports: `clk`, `rst`, `running`, `pass`, `fail`, `round` (a round ends in this cycle). The same call gives the same bytes.
///
/// # Errors
/// As [`super::emit`].
pub fn emit(preset: &rap::Preset, test: selftest::Config, expected: u32) -> Result<Emitted, Error> {
    let top = Chosen::Rap(*preset).top().replacen(Unit::Rap.name(), NAME, 1);
    let description = describe::of_selftest(preset);
    let mut header = description.header(&top);
    header.push(format!(
        "A round is {} events from seed {:#x}; the model answers {expected:#010x}.",
        test.events, test.seed
    ));
    let profiler = Part::emit(&blocks::rap(preset), &top, "rap", header)?;
    let settings = profiler.ports().iter().filter_map(|port| {
        let value = setting(preset, &port.name)?;
        Some((port.name.clone(), End::Value(value)))
    });
    let settings: Vec<_> = settings.collect();
    let tester = design!(Selftest<{ preset.config.key_bits as usize }>, Round { test, expected });
    let tester = Part::emit(&tester, &top, "tester", vec![])?;
    let verdicts: Vec<String> = tester.ports().iter().map(|port| port.name.clone()).collect();
    let profiler = profiler.with(settings);
    let inner: Vec<String> = profiler.ports().iter().map(|port| port.name.clone()).collect();
    let leaves = |net: &str| verdicts.iter().any(|name| name == net) && !inner.iter().any(|name| name == net);
    let joined = join(&top, "The self-test: a profiler and its tester.", &[profiler, tester], &leaves);
    Ok(described(&description, top, joined))
}

/// The value of a configuration port.
fn setting(preset: &rap::Preset, port: &str) -> Option<u64> {
    let config = &preset.config;
    Some(match port {
        "cfg_t0" => config.t0,
        "cfg_eps_m" => config.eps.map_or(0, |eps| eps.m.into()),
        "cfg_eps_s" => config.eps.map_or(0, |eps| eps.s.into()),
        "cfg_weight_max" => config.coalescer.map_or(0, |coalescer| coalescer.weight_max.into()),
        _ => return None,
    })
}
