//! The engine for hybrid profiling support behind a tap: every unit a part, joined by the names of their ports (docs/reference/monitor.md).
use super::blocks::{Maker, connected};
use super::join::{End, Part, join};
use super::{Emitted, Error, Unit, describe, described, hps, no_block, parts, top_name};
use crate::hw;
use crate::spec::monitor::{ADDRESS_BITS, Build};
use crate::spec::regs::Bus;
use crate::spec::variant::Variant;
use rust_hdl::prelude::Block;

/// Bits of a byte offset.
const ADDRESS: usize = ADDRESS_BITS as usize;
/// What leaves the top besides the bus.
const OUTPUTS: &[&str] = &["rvfi_ready", "ret_stall", "sampling", "irq", "out_valid", "out_data", "out_last"];
/// How the names of a bus begin.
const BUSES: &[&str] = &["s_axil_", "wb_"];

/// Emits a variant. The same call gives the same bytes.
///
/// # Errors
/// As [`super::emit`].
pub(super) fn emit(variant: &'static Variant) -> Result<Emitted, Error> {
    let top = top_name(Unit::Monitor, variant.name, None)?;
    let description = describe::of_part(Unit::Monitor, variant);
    let parts = parts(variant, &top, description.header(&top))?;
    let leaves = |net: &str| OUTPUTS.contains(&net) || BUSES.iter().any(|bus| net.starts_with(bus));
    let doc = format!("Hybrid profiling support beside a core: {}.", variant.doc);
    Ok(described(&description, top.clone(), join(&top, &doc, &parts, &leaves)))
}

/// The parts in the order of the way that a retirement goes.
fn parts(variant: &'static Variant, top: &str, header: Vec<String>) -> Result<Vec<Part>, Error> {
    let build = Build::of(variant);
    let missing = || no_block(Unit::Monitor, variant.name, None);
    let part = |block: &dyn Block, instance| Part::emit(block, top, instance, vec![]);
    let net = |port: &'static str, name: &str| (port, End::Net(name.to_string()));
    let zero = |port: &'static str| (port, End::Value(0));
    let engine = hps::joined(build.hps, &format!("{top}_hps"), vec![])?;
    let map = parts::maker(Unit::Checkmap, build.map).ok_or_else(missing)?;
    let bus: Maker = match build.bus {
        Bus::Axil => || connected(hw::axil::Axil::<ADDRESS>::default()),
        Bus::Wishbone => || connected(hw::wishbone::Wishbone::<ADDRESS>::default()),
        Bus::Port => return Err(missing()),
    };
    let (queue, window): (Maker, _) = match build.events {
        32 => {
            (|| connected(hw::monitor::Queue::<5, 6, 8>::default()), connected(hw::monitor::Window::<6>::new(&build)))
        }
        64 => {
            (|| connected(hw::monitor::Queue::<6, 7, 9>::default()), connected(hw::monitor::Window::<7>::new(&build)))
        }
        _ => return Err(missing()),
    };
    let tap = Part::emit(&*connected(hw::tap::Tap::<32, 4>::default()), top, "tap", header)?;
    Ok(vec![
        // No event of the engine has a value, a latency or a count of cycles.
        tap.with([
            net("ret_flush", "tap_flush"),
            zero("ret_evt"),
            zero("ret_lat"),
            zero("ret_cycles"),
            zero("cfg_mdata_ok"),
            zero("rvfi_mem_rdata"),
            zero("rvfi_mem_wdata"),
            zero("rvfi_rd_wdata"),
        ]),
        part(&*map(), "checkmap")?,
        part(&*connected(hw::monitor::Align::default()), "align")?,
        Part::of("hps", engine).with([
            zero("flush"),
            net("bus_valid", "hps_valid"),
            net("bus_we", "hps_we"),
            net("bus_addr", "hps_addr"),
            net("bus_wdata", "hps_wdata"),
            net("bus_ready", "hps_ready"),
            net("bus_rdata", "hps_rdata"),
        ]),
        part(&*queue(), "queue")?,
        part(&*window, "window")?,
        part(&*bus(), "bus")?,
    ])
}
