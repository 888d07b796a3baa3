//! The self-test of a preset: the tester, the profiler, and the module that joins them (docs/reference/selftest.md).
use super::describe::Description;
use super::{Chosen, Emitted, Error, Unit, blocks, describe, described};
use crate::emit::Options;
use crate::emit::netlist::{End, Netlist, Part};
use crate::hw::selftest::{Round, Selftest};
use crate::spec::{rap, selftest};
use treetap_hdl::design;

/// Name on the command line and in file names.
pub const NAME: &str = "selftest";
/// What the unit is, in one sentence.
pub const DOC: &str = "on-chip self-test of a profiler: plays a round of events and compares the checksum of the dump";
/// The presets whose self-tests the repository keeps in `rtl/`.
pub const KEPT: &[&str] = &["nano"];

/// The description of a preset's self-test: that of its profiler under another name.
pub(super) fn description(preset: &rap::Preset) -> Description {
    describe::describe(&Chosen::Rap(*preset)).within(NAME, DOC)
}

/// Emits the self-test of `preset`: rounds of `test`, and `expected` is the CRC-32 that a right profiler answers with.
///
/// Ports: `clk`, `rst`, `running`, `pass`, `fail`, `round` (a round ends in this cycle). The same call gives the same
/// bytes.
///
/// # Errors
/// As [`super::emit`].
pub fn emit(preset: &rap::Preset, test: selftest::Config, expected: u32) -> Result<Emitted, Error> {
    let top = Chosen::Rap(*preset).top().replacen(Unit::Rap.name(), NAME, 1);
    let description = description(preset);
    let mut header = description.header(&top);
    header.push(format!(
        "A round is {} events from seed {:#x}; the model answers {expected:#010x}.",
        test.events, test.seed
    ));
    let config = &preset.config;
    let eps = config.eps.map_or((0, 0), |eps| (eps.m, eps.s));
    let profiler = Part::new("rap", blocks::rap(preset)).with([
        ("cfg_t0", End::Value(config.t0)),
        ("cfg_eps_m", End::Value(eps.0.into())),
        ("cfg_eps_s", End::Value(eps.1.into())),
        ("cfg_weight_max", End::Value(config.coalescer.map_or(0, |coalescer| coalescer.weight_max.into()))),
    ]);
    let tester = design!(Selftest<{ config.key_bits as usize }>, Round { test, expected });
    let outer = ["clk", "rst", "running", "pass", "fail", "round"];
    let netlist = Netlist::new("The self-test: a profiler and its tester.", &outer);
    let design = netlist.part(profiler).part(Part::new("tester", tester)).design();
    let emitted = design.emit(&Options { header, ..Options::new(&top) }).map_err(Error::Refused)?;
    Ok(described(&description, top, emitted))
}
