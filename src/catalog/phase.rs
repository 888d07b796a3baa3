//! The phase tracker: its parts joined by the names of their ports (docs/reference/phase.md).
use crate::emit::describe::Design;
use crate::emit::netlist::{Netlist, Part};
use crate::hw::phase;
use crate::spec::phase::Build;
use crate::spec::variant::Variant;
use treetap_hdl::design;

/// The hardware of a variant.
pub(super) fn variant(variant: &Variant) -> Design {
    design(&Build::of(variant), &format!("Phase tracker: {}.", variant.doc))
}

/// The tracker of a size; `doc` is the comment of its module.
pub(super) fn design(build: &Build, doc: &str) -> Design {
    let outer = ["clk", "rst", "rec_*", "sample_flag", "ext_*", "irq", "out_*", "bus_*"];
    Netlist::new(doc, &outer).parts(parts(build)).design()
}

/// The parts in the order of the way that an instruction goes.
fn parts(build: &Build) -> Vec<Part> {
    let (signatures, phases, log) = (build.signatures as usize, build.phases as usize, build.log.ilog2() as usize);
    vec![
        Part::new("intake", design!(phase::Intake)),
        Part::new("buckets", design!(phase::Buckets)),
        Part::new("judge", design!(phase::Judge<signatures, phases>)),
        Part::new("log", design!(phase::Log<log>)),
        Part::new("host", design!(phase::Host, *build)),
    ]
}
