//! The profiling co-processor after a tap: every unit a part, joined by the names of their ports
//! (docs/reference/coproc_profiler.md).
use super::{Error, Unit, parts};
use crate::emit::describe::Design;
use crate::emit::netlist::{Netlist, Part, net};
use crate::hw::{coproc, coproc_profiler, counters, pcfilter, sample_buffer, tap};
use crate::spec::coproc_profiler::{ADDRESS_BITS, Build};
use crate::spec::variant::Variant;
use treetap_hdl::design;

/// The hardware of a variant.
///
/// # Errors
/// [`Error::NoBlock`] without a bus.
pub(super) fn design(variant: &Variant) -> Result<Design, Error> {
    let build = Build::of(variant);
    let none = || Error::NoBlock { unit: Unit::CoprocProfiler, preset: variant.name.into() };
    let (bus, nets) = parts::slave(build.bus, ADDRESS_BITS as usize).ok_or_else(none)?;
    let outer = ["clk", "rst", "rvfi_*", "ret_evt", "ret_lat", "ret_always", "ret_stall", "irq", "acc_*", nets];
    let doc = format!("Profiling co-processor beside a core: {}.", variant.doc);
    let netlist = Netlist::new(doc, &outer)
        .with_doc("ret_evt", "beside it: events")
        .with_doc("ret_lat", "beside it: cycles of the access")
        .with_doc("acc_*", "for simulations: the candidate acc_ord enters, or is dropped; a request was obeyed");
    Ok(netlist.parts(joined(&build)).part(Part::new("bus", bus)).design())
}

/// The parts in the order of the way that a retirement goes.
fn joined(build: &Build) -> Vec<Part> {
    let (xlen, lanes) = (build.coproc.xlen.bits() as usize, build.lanes as usize);
    let (bits, entries) = (build.coproc.value_bits as usize, build.coproc.index_bits() as usize);
    let (predict, chain) = (usize::from(build.coproc.predict), usize::from(build.coproc.chain));
    let deep = usize::from(build.coproc.deep);
    let place = parts::PLACE - lanes.ilog2() as usize;
    vec![
        // No sample has a count of cycles or a privilege.
        Part::new("tap", design!(tap::Tap<xlen, 0>))
            .with([net("ret_flush", "tap_flush")])
            .low(&["ret_cycles", "rvfi_mode"]),
        Part::new("pcfilter", design!(pcfilter::Pcfilter<xlen, 1, 1>)).with([
            net("set_decim", "now_decim"),
            net("cfg_f2_hsel", "cfg_f2"),
            net("ign_data0", "ign_data"),
        ]),
        Part::new("format", design!(sample_buffer::SampleFormat<xlen>)).with([net("cfg_recfmt", "fmt_recfmt")]),
        Part::new("intake", design!(coproc_profiler::Intake<lanes>)),
        Part::new("buffer", design!(sample_buffer::SampleBuffer<lanes, place>)).with([net("flush", "now_flush")]),
        Part::new("counters", design!(counters::Counters)).with([net("cnt_clear", "now_clear")]).low(&[
            "step_rej_select",
            "step_rej_burst",
            "step_rej_gate",
        ]),
        Part::new("coproc", design!(coproc::Coproc<xlen, bits, entries, predict, chain, deep>, build.coproc))
            .renamed("bus_", "machine_")
            .low(&["count_data"]),
        Part::new("window", design!(coproc_profiler::Window, *build)),
    ]
}
