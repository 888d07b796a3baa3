//! The whole profiler: every unit emitted as a part and joined by the names of its ports (docs/reference/profiler.md).
use super::blocks::{self, Maker, connected};
use super::join::{End, Part, join};
use super::{Emitted, Error, Unit, describe, described, no_block, parts, top_name};
use crate::hw;
use crate::spec::annotate;
use crate::spec::profiler::Preset;
use crate::spec::regs::Bus;
use crate::spec::tap::AddrSrc;
use rust_hdl::prelude::Block;

/// What leaves the top besides the bus.
const OUTPUTS: &[&str] = &["rvfi_ready", "ret_stall", "acc_valid", "acc_ord"];
/// How the names of a bus begin.
const BUSES: &[&str] = &["s_axil_", "wb_"];

/// Emits a preset. The same call gives the same bytes.
///
/// # Errors
/// As [`super::emit`].
pub(super) fn emit(preset: &Preset) -> Result<Emitted, Error> {
    let top = top_name(Unit::Profiler, preset.name, None)?;
    let description = describe::of_profiler(preset);
    let parts = parts(preset, &top, description.header(&top))?;
    let leaves = |net: &str| OUTPUTS.contains(&net) || BUSES.iter().any(|bus| net.starts_with(bus));
    let doc = format!("The profiler: {}.", preset.doc);
    let joined = join(&top, &doc, &parts, &leaves);
    Ok(described(&description, top, joined))
}

/// The parts in the order of the way that a retirement goes.
fn parts(preset: &Preset, top: &str, header: Vec<String>) -> Result<Vec<Part>, Error> {
    let tree = preset.tree();
    let missing = || no_block(Unit::Profiler, preset.name, None);
    let wide = tree.config.key_bits == 64;
    let part = |block: Maker, instance| Part::emit(&*block(), top, instance, vec![]);
    let net = |port: &'static str, name: &str| (port, End::Net(name.to_string()));
    let sampler: Maker = match preset.small {
        true => || connected(hw::burst::Burst::<0, 0>::default()),
        false => || connected(hw::burst::Burst::<1, 6>::default()),
    };
    let select: Maker = match wide {
        true => || connected(hw::select::Select::<32, 64>::default()),
        false => || connected(hw::select::Select::<32, 32>::default()),
    };
    let buffer: Maker = match wide {
        true => || connected(hw::sample_buffer::SampleBuffer::<2, 7, 64>::default()),
        false => || connected(hw::sample_buffer::SampleBuffer::<1, 8, 32>::default()),
    };
    let filter: Maker = match preset.small {
        true => || connected(hw::pcfilter::Pcfilter::<32, 1, 5, 32, 3, 0, 0>::default()),
        false => || connected(hw::pcfilter::Pcfilter::<32, 1, 5, 32, 3, 0, 1>::default()),
    };
    let bus: Maker = match preset.bus {
        Bus::Axil => || connected(hw::axil::Axil::<{ parts::REGISTERS }>::default()),
        Bus::Wishbone => || connected(hw::wishbone::Wishbone::<{ parts::REGISTERS }>::default()),
        Bus::Port => return Err(missing()),
    };
    let tap: Maker = || connected(hw::tap::Tap::<32, 4>::default());
    let mut tap =
        Part::emit(&*tap(), top, "tap", header)?.with([net("ret_flush", "tap_flush"), ("rvfi_mode", End::Value(0))]);
    if preset.small {
        let source = End::Value(AddrSrc::Rs1Imm.code().into());
        tap = tap.with([("cfg_addr_src", source), ("cfg_mdata_ok", End::Value(0))]);
    }
    let mut sampler = part(sampler, "burst")?;
    let mut verdict = part(|| connected(hw::profiler::Verdict::default()), "verdict")?;
    let checks = if let Some(map) = preset.map {
        sampler = sampler.with([net("burst_chk", "chk_check"), net("burst_entry", "chk_entry")]);
        vec![
            part(parts::maker(Unit::Checkmap, map).ok_or_else(missing)?, "checkmap")?,
            part(|| connected(hw::checks::Checks::<32, 33>::default()), "checks")?,
        ]
    } else {
        let none = |ports: &[&'static str]| ports.iter().map(|port| (*port, End::Value(0))).collect::<Vec<_>>();
        sampler = sampler.with(none(&["burst_chk", "burst_entry"]));
        verdict = verdict.with(none(&["chk_mute", "map_clearing"]));
        vec![]
    };
    let annotate = preset.annotation().map(|model| annotate(preset, &model, top)).transpose()?;
    match annotate {
        // The annotated records are those that everybody else sees.
        Some(_) => tap = renamed(tap, "rec_", "tap_"),
        None => verdict = verdict.with([("ann_clearing", End::Value(0))]),
    }
    let front = [Some(tap), annotate].into_iter().flatten();
    let parts = vec![
        part(select, "select")?.with([
            net("cfg_kind", "cfg_select_kind"),
            net("cfg_weight", "cfg_select_weight"),
            net("sel_clear", "sel_saturated"),
            net("ev_valid", "cand_valid"),
            net("ev_key", "cand_lanes"),
            net("ev_weight", "cand_side"),
            net("ev_ord", "cand_ord"),
        ]),
        part(filter, "pcfilter")?,
        sampler,
        verdict,
        part(buffer, "sample_buffer")?.with([
            net("run", "cfg_enable"),
            ("cfg_stride", End::Value(wide.into())),
            ("flush", End::Value(0)),
        ]),
        part(|| connected(hw::counters::Counters::<1, 4, 3>::default()), "counters")?.with([
            net("step_cand", "cand_valid"),
            net("cnt_read", "ram_read"),
            net("cnt_addr", "ram_addr"),
            net("cnt_valid", "ram_valid"),
            net("cnt_data", "ram_data"),
        ]),
        Part::emit(&*blocks::rap(tree).ok_or_else(missing)?(), top, "rap", vec![])?.with([
            net("ev_key", "smp_rec"),
            net("ev_weight", "smp_side"),
            net("cmd_valid", "eng_valid"),
            net("cmd_ready", "eng_ready"),
            net("cmd_op", "eng_op"),
        ]),
        part(|| connected(hw::profiler::Commander::default()), "commander")?.with([net("popped", "step_popped")]),
        Part::emit(&*readout(preset).ok_or_else(missing)?, top, "readout", vec![])?,
        Part::emit(&*registers(preset), top, "regs", vec![])?.with([
            net("flag_near_full", "stat_near_full"),
            net("flag_lost", "stat_lost_flag"),
            net("flag_weight", "sel_saturated"),
        ]),
        part(bus, "bus")?,
    ];
    Ok(front.chain(parts).chain(checks).collect())
}

/// The model of cache and branches between the tap and everything else, with the latencies of the preset.
fn annotate(preset: &Preset, model: &annotate::Config, top: &str) -> Result<Part, Error> {
    let block = preset.annotate.and_then(|name| parts::maker(Unit::Annotate, name));
    let block = block.ok_or_else(|| no_block(Unit::Profiler, preset.name, None))?();
    let part = Part::emit(&*block, top, "annotate", vec![])?.with([
        ("cfg_hit_cycles", End::Value(model.hit_cycles.into())),
        ("cfg_miss_cycles", End::Value(model.miss_cycles.into())),
        ("cfg_mispredict_cycles", End::Value(model.mispredict_cycles.into())),
    ]);
    let part = renamed(renamed(part, "rec_", "tap_"), "ann_", "rec_");
    Ok(part.with([("ann_clearing", End::Net("ann_clearing".to_string()))]))
}

/// A part whose ports that begin with `from` are connected to nets that begin with `to` instead.
fn renamed(part: Part, from: &str, to: &str) -> Part {
    let names = part.ports().iter().filter_map(|port| Some((port.name.clone(), port.name.strip_prefix(from)?)));
    let ends: Vec<_> = names.map(|(port, rest)| (port, End::Net(format!("{to}{rest}")))).collect();
    part.with(ends)
}

/// The registers, which say what the build is.
fn registers(preset: &Preset) -> Box<dyn Block> {
    let build = preset.capabilities();
    match build.readback {
        true => connected(hw::regs::Regs::<1>::new(&build)),
        false => connected(hw::regs::Regs::<0>::new(&build)),
    }
}

/// The way to the counters, for the widths of the tree.
fn readout(preset: &Preset) -> Option<Box<dyn Block>> {
    let config = preset.tree().config;
    Some(match (config.count_bits, config.nodes, preset.small) {
        (32, 512, true) => connected(hw::profiler::Readout::<32, 10, 0>::default()),
        (48, 512, false) => connected(hw::profiler::Readout::<48, 10, 1>::default()),
        (48, 1024, false) => connected(hw::profiler::Readout::<48, 11, 1>::default()),
        (48, 2048, false) => connected(hw::profiler::Readout::<48, 12, 1>::default()),
        _ => return None,
    })
}
