//! The phase tracker: its parts joined by the names of their ports (docs/reference/phase.md).
use crate::emit::describe::Design;
use crate::emit::netlist::{End, Netlist, Part, net};
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

/// The tracker of a size as a part of a top, beside what else the records of the tap go to.
pub(super) fn beside(build: &Build, doc: &str) -> Part {
    // A record that comes is gone: what holds the core back is what keeps it from coming.
    Part::new("phase", design(build, doc)).renamed("bus_", "tracker_").renamed("out_", "log_").with([
        net("ext_on", "phase_on"),
        net("ext_off", "phase_off"),
        net("rec_ready", "phase_ready"),
        net("rec_end", "phase_end"),
        net("rec_hold", "phase_hold"),
        net("rec_wait", "phase_wait"),
        ("rec_must", End::Value(1)),
    ])
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
