//! The whole profiler: every unit emitted as a part and joined by the names of its ports (docs/reference/profiler.md).
use super::blocks;
use super::join::{End, Part, join};
use super::{Chosen, Emitted, Error, Unit, describe, described, parts};
use crate::emit::describe::Design;
use crate::hw;
use crate::spec::profiler::Preset;
use crate::spec::regs::Bus;
use crate::spec::tap::AddrSrc;
use crate::spec::{annotate, variant};
use treetap_hdl::design;

/// What leaves the top besides the bus.
const OUTPUTS: &[&str] = &["rvfi_ready", "ret_stall", "acc_valid", "acc_ord"];
/// How the names of a bus begin.
const BUSES: &[&str] = &["s_axil_", "wb_"];

/// Emits a preset. The same call gives the same bytes.
///
/// # Errors
/// As [`super::emit`].
pub(super) fn emit(preset: &Preset, chosen: &Chosen) -> Result<Emitted, Error> {
    let (top, description) = (chosen.top(), describe::describe(chosen));
    let parts = parts(preset, &top, description.header(&top))?;
    let leaves = |net: &str| OUTPUTS.contains(&net) || BUSES.iter().any(|bus| net.starts_with(bus));
    let doc = format!("The profiler: {}.", preset.doc);
    let joined = join(&top, &doc, &parts, &leaves);
    Ok(described(&description, top, joined))
}

/// The parts in the order of the way that a retirement goes.
fn parts(preset: &Preset, top: &str, header: Vec<String>) -> Result<Vec<Part>, Error> {
    let tree = preset.tree();
    let keys = tree.config.key_bits as usize;
    let wide = keys == 64;
    let part = |design: Design, instance| Part::emit(&design, top, instance, vec![]);
    let net = |port: &'static str, name: &str| (port, End::Net(name.to_string()));
    let buffer = match wide {
        true => design!(hw::sample_buffer::SampleBuffer<2, 7>),
        false => design!(hw::sample_buffer::SampleBuffer<1, 8>),
    };
    let bus = match preset.bus {
        Bus::Axil => design!(hw::axil::Axil<{ parts::REGISTERS }>),
        Bus::Wishbone => design!(hw::wishbone::Wishbone<{ parts::REGISTERS }>),
        Bus::Port => return Err(Error::NoBlock { unit: Unit::Profiler, preset: preset.name.into() }),
    };
    let mut tap = Part::emit(&design!(hw::tap::Tap<32>), top, "tap", header)?
        .with([net("ret_flush", "tap_flush"), ("rvfi_mode", End::Value(0))]);
    if preset.small {
        let source = End::Value(AddrSrc::Rs1Imm.code().into());
        tap = tap.with([("cfg_addr_src", source), ("cfg_mdata_ok", End::Value(0))]);
    }
    let mut sampler = part(parts::sampler(!preset.small, !preset.small), "burst")?;
    let mut verdict = part(design!(hw::profiler::Verdict), "verdict")?;
    let checks = if let Some(map) = preset.map {
        sampler = sampler.with([net("burst_chk", "chk_check"), net("burst_entry", "chk_entry")]);
        vec![part(parts::map(map), "checkmap")?, part(design!(hw::checks::Checks<32>), "checks")?]
    } else if !preset.small {
        // Checks follow from the instructions alone.
        sampler = sampler.with([net("burst_chk", "chk_check"), net("burst_entry", "chk_entry")]);
        verdict = verdict.with([("map_clearing", End::Value(0))]);
        let zero = [("map_code", End::Value(0)), ("cfg_map_en", End::Value(0))];
        vec![part(design!(hw::checks::Checks<32>), "checks")?.with(zero)]
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
        part(design!(hw::select::Select<32, { if wide { 64 } else { 32 } }>), "select")?.with([
            net("cfg_kind", "cfg_select_kind"),
            net("cfg_weight", "cfg_select_weight"),
            net("sel_clear", "sel_saturated"),
            net("ev_valid", "cand_valid"),
            net("ev_key", "cand_lanes"),
            net("ev_weight", "cand_side"),
            net("ev_ord", "cand_ord"),
        ]),
        part(design!(hw::pcfilter::Pcfilter<32, 1, { usize::from(!preset.small) }>), "pcfilter")?,
        sampler,
        verdict,
        part(buffer, "sample_buffer")?.with([
            net("run", "cfg_enable"),
            ("cfg_stride", End::Value(wide.into())),
            ("flush", End::Value(0)),
        ]),
        part(design!(hw::counters::Counters<1>), "counters")?.with([
            net("step_cand", "cand_valid"),
            net("cnt_read", "ram_read"),
            net("cnt_addr", "ram_addr"),
            net("cnt_valid", "ram_valid"),
            net("cnt_data", "ram_data"),
        ]),
        part(blocks::rap(&tree), "rap")?.with([
            net("ev_key", "smp_rec"),
            net("ev_weight", "smp_side"),
            net("cmd_valid", "eng_valid"),
            net("cmd_ready", "eng_ready"),
            net("cmd_op", "eng_op"),
        ]),
        part(design!(hw::profiler::Commander), "commander")?.with([net("popped", "step_popped")]),
        part(readout(preset), "readout")?,
        part(design!(hw::regs::Regs, preset.capabilities()), "regs")?.with([
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
    let variant = preset.annotate.and_then(|name| variant::find(&annotate::PRESETS, name));
    let design = variant.and_then(|variant| parts::part(Unit::Annotate, variant));
    let design = design.ok_or_else(|| Error::NoBlock { unit: Unit::Profiler, preset: preset.name.into() })?;
    let part = Part::emit(&design, top, "annotate", vec![])?.with([
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

/// The way to the counters, for the widths of the tree.
fn readout(preset: &Preset) -> Design {
    let config = preset.tree().config;
    let (counts, live, statistics) =
        (config.count_bits as usize, config.nodes.ilog2() as usize + 1, usize::from(!preset.small));
    design!(hw::profiler::Readout<counts, live, statistics>)
}
