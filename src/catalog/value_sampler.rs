//! The hotlist sampler after a tap: every unit a part, joined by the names of their ports
//! (docs/reference/value_sampler.md).
use super::{Error, Unit, hotlist, parts};
use crate::emit::describe::Design;
use crate::emit::netlist::{Netlist, Part, net};
use crate::hw;
use crate::spec::value_sampler::{ADDRESS_BITS, Build};
use crate::spec::variant::Variant;
use treetap_hdl::design;

/// The hardware of a variant.
///
/// # Errors
/// [`Error::NoBlock`] without a bus.
pub(super) fn design(variant: &Variant) -> Result<Design, Error> {
    let build = Build::of(variant);
    let none = || Error::NoBlock { unit: Unit::ValueSampler, preset: variant.name.into() };
    let (bus, nets) = parts::slave(build.bus, ADDRESS_BITS as usize).ok_or_else(none)?;
    let outer = ["clk", "rst", "rvfi_*", "ret_evt", "ret_lat", "ret_always", "ret_stall", "acc_*", "r_*", nets];
    let doc = format!("Hotlist sampler beside a core: {}.", variant.doc);
    let netlist = Netlist::new(doc, &outer)
        .with_doc("ret_evt", "beside it: events")
        .with_doc("ret_lat", "beside it: cycles of the access")
        .with_doc("acc_*", "a tuple; whether it enters the table's queue, and the raw stream")
        .with_doc("r_*", "words of raw records: sideband and place in the burst, then the lanes");
    Ok(netlist.parts(joined(&build)).part(Part::new("bus", bus)).design())
}

/// The parts in the order of the way that a retirement goes.
fn joined(build: &Build) -> Vec<Part> {
    let xlen = build.sampler.xlen as usize;
    vec![
        // No tuple has a count of cycles or a privilege.
        Part::new("tap", design!(hw::tap::Tap<xlen, 0>))
            .with([net("ret_flush", "tap_flush")])
            .low(&["ret_cycles", "rvfi_mode"]),
        Part::new("hotlist", hotlist::beside(&build.sampler, "Hotlist sampler that takes every record of a tap."))
            .renamed("bus_", "sampler_"),
        Part::new("window", design!(hw::value_sampler::Window)),
    ]
}
