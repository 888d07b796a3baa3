//! The whole profiler: every unit emitted as a part and joined by the names of its ports (docs/reference/profiler.md).
use super::blocks;
use super::{Error, Unit, parts};
use crate::emit::describe::Design;
use crate::emit::netlist::{End, Netlist, Part, net};
use crate::hw;
use crate::spec::classify::Xlen;
use crate::spec::monitor::ADDRESS_BITS;
use crate::spec::profiler::{Preset, WINDOW_BITS};
use crate::spec::regs::Bus;
use crate::spec::tap::AddrSrc;
use crate::spec::{annotate, checkmap, codemap, monitor, pcfilter, phase, select, variant};
use treetap_hdl::design;

/// Bits of a byte offset on the bus of a profiler with a phase tracker.
const WINDOW: usize = WINDOW_BITS as usize;

/// Cycles by which verdicts come later in a profiler for a fast clock.
const LATE: usize = pcfilter::DEEP_LATENCY - pcfilter::LATENCY;

/// What the parts take for granted of each other.
const _: () = {
    assert!(checkmap::DEEP_LATENCY == checkmap::LATENCY + LATE);
    assert!(codemap::LATENCY == select::LATENCY as usize && codemap::DEEP_LATENCY == codemap::LATENCY + LATE);
};

/// The hardware of a preset.
///
/// # Errors
/// [`Error::NoBlock`] without a bus, or with a model of cache and branches that there is not.
pub(super) fn design(preset: &Preset) -> Result<Design, Error> {
    let engine = preset.hps.is_some();
    let upper = preset.phase.is_some() || preset.lines.is_some() || engine;
    let bits = match (engine, upper) {
        (true, _) => ADDRESS_BITS as usize,
        (false, true) => WINDOW,
        (false, false) => parts::REGISTERS,
    };
    let (bus, nets) = parts::slave(preset.bus, bits).ok_or_else(|| no_block(preset))?;
    let bus = slave(preset, Part::new("bus", bus));
    let mut outer = vec!["clk", "rst", "rvfi_*", "ret_*", "ext_*", "acc_*", nets];
    if preset.phase.is_some() {
        outer.extend(["sample_flag", "irq", "log_*"]);
    }
    if engine {
        outer.extend(["sampling", "irq", "out_*"]);
    }
    let bus = bus.into_iter().map(|part| if upper { part.renamed("bus_", "slave_") } else { part });
    let netlist = Netlist::new(format!("The profiler: {}.", preset.doc), &outer);
    Ok(netlist.parts(parts(preset)?).parts(bus).design())
}

/// The slave on the bus. One that may ask in any cycle waits for the filters after an access, if they have a table.
fn slave(preset: &Preset, bus: Part) -> Vec<Part> {
    if preset.small || preset.bus != Bus::Wishbone {
        return vec![bus];
    }
    let turnaround = Part::new("turnaround", design!(hw::profiler::Turnaround));
    vec![turnaround, bus.with([net("bus_valid", "asked_valid")])]
}

/// The parts in the order of the way that a retirement goes.
fn parts(preset: &Preset) -> Result<Vec<Part>, Error> {
    let annotate = preset.annotation().map(|model| annotate(preset, &model)).transpose()?;
    let tap = match annotate {
        // The annotated records are those that everybody else sees.
        Some(_) => tap(preset).renamed("rec_", "tap_"),
        None if preset.hps.is_some() => tap(preset).renamed("rec_", "tap_"),
        None => tap(preset),
    };
    let xlen = preset.xlen.bits() as usize;
    let engine = preset.engine().map(|build| engine(preset, &build)).unwrap_or_default();
    let waits = preset.deep().then(|| Part::new("late", design!(hw::profiler::Late<xlen>)));
    let arrival = arrives(preset).then(|| Part::new("arrival", design!(hw::profiler::Arrival<xlen>)));
    let front = [arrival, Some(tap), annotate].into_iter().flatten().chain(engine).chain(waits);
    let phases = preset.tracker().map(|build| phases(&build)).unwrap_or_default();
    let lines = preset.lines.map(|build| lines(preset, &build)).into_iter().flatten();
    let parts = front.chain(choice(preset)).chain(counting(preset)).chain(checks(preset)).chain(phases).chain(lines);
    Ok(parts.collect())
}

/// Are retirements taken into registers before the tap? Records that wait for an engine wait after it anyway.
fn arrives(preset: &Preset) -> bool {
    preset.deep() && preset.hps.is_none()
}

/// The engine for hybrid profiling support, which records pass on their way to the filters, and what joins it with the
/// rest.
fn engine(preset: &Preset, build: &monitor::Build) -> Vec<Part> {
    let late = if preset.deep() { LATE } else { 0 };
    // Records of the deep build of the tap come two cycles later.
    let gate = match preset.deep() {
        true => design!(hw::profiler::Gate<2, 0>),
        false => design!(hw::profiler::Gate<0, 0>),
    };
    vec![
        // What the gate was for a record of the tap goes through the engine with it.
        Part::new("opened", gate).with([
            ("cfg_fen", End::Value(1)),
            net("gate_fen", "tap_open"),
            net("gate_shut", "tap_shut"),
        ]),
        Part::new("engine", super::monitor::within(build)).renamed("bus_", "engine_"),
        Part::new("steer", design!(hw::profiler::Steer<late>)),
        Part::new("pages", design!(hw::profiler::Pages)),
    ]
}

/// The map of code, whose registers lie above those of the profiler. It has the key of a record when that comes with
/// its verdict.
fn lines(preset: &Preset, build: &codemap::Build) -> [Part; 2] {
    let map = Part::new("codemap", parts::lines(build, preset.deep()));
    [map.renamed("bus_", "tracker_"), window()]
}

/// The bus of a profiler with registers in the upper half of its addresses.
fn window() -> Part {
    Part::new("window", design!(hw::window::Window<WINDOW, { parts::REGISTERS }>))
}

/// The phase tracker, and what joins it with the rest.
fn phases(build: &phase::Build) -> Vec<Part> {
    vec![
        super::phase::beside(build, "Phase tracker of a profiler."),
        Part::new("boundary", design!(hw::profiler::Boundary)),
        window(),
    ]
}

/// Do class, addresses and results tell all that is asked of a record? Then the tap makes no 32-bit form.
fn knows_little(preset: &Preset) -> bool {
    let whole = preset.annotate.is_some() || preset.map.is_some() || preset.phase.is_some() || preset.hps.is_some();
    preset.small && preset.xlen == Xlen::Rv32 && !whole
}

fn tap(preset: &Preset) -> Part {
    let xlen = preset.xlen.bits() as usize;
    let deep = usize::from(preset.deep());
    if knows_little(preset) {
        let tap = Part::new("tap", design!(hw::tap::SmallTap)).low(&["rvfi_mode"]);
        return tap.with([net("ret_flush", "tap_flush")]);
    }
    let tap = Part::new("tap", design!(hw::tap::Tap<xlen, deep>));
    let tap = if preset.hps.is_some() { tap } else { tap.low(&["rvfi_mode"]) };
    if arrives(preset) {
        // It takes what was taken.
        return tap
            .with([net("ret_flush", "came_flush"), ("buffer_ready", End::Value(1))])
            .renamed("rvfi_", "came_")
            .renamed("ret_", "beside_");
    }
    let tap = tap.with([net("ret_flush", "tap_flush")]);
    if preset.small {
        let source = End::Value(AddrSrc::Rs1Imm.code().into());
        return tap.with([("cfg_addr_src", source)]).low(&["cfg_mdata_ok"]);
    }
    tap
}

/// Which of the records count.
fn choice(preset: &Preset) -> Vec<Part> {
    let xlen = preset.xlen.bits() as usize;
    let keys = if preset.tree().config.key_bits == 64 { 64 } else { 32 };
    let mapped = usize::from(preset.lines.is_some());
    // Neither an event nor a check is ever a trap, or there without a record.
    let sampler = Part::new("burst", parts::sampler(!preset.small, !preset.small, preset.deep()));
    let mut sampler = sampler.with([("burst_valid", End::Value(1))]).low(&["burst_trap"]);
    let mut verdict = Part::new("verdict", design!(hw::profiler::Verdict));
    if has_checks(preset) {
        sampler = sampler.with([net("burst_chk", "chk_check"), net("burst_entry", "chk_entry")]);
    } else {
        sampler = sampler.low(&["burst_chk", "burst_entry"]);
        verdict = verdict.low(&["chk_mute"]);
    }
    if preset.map.is_none() {
        verdict = verdict.low(&["map_clearing"]);
    }
    if preset.annotate.is_none() {
        verdict = verdict.low(&["ann_clearing"]);
    }
    if preset.phase.is_some() {
        let pulses = ["on", "off", "tick"].map(|pulse| (format!("ext_{pulse}"), End::Net(format!("burst_{pulse}"))));
        sampler = sampler.with(pulses);
    }
    if preset.hps.is_some() {
        sampler = sampler.with([net("ext_on", "burst_on"), net("ext_off", "burst_off")]);
    }
    let mut select = Part::new("select", design!(hw::select::Select<xlen, keys, mapped>));
    if preset.lines.is_some() {
        select = select.with([net("line_key0", "line_key")]);
    }
    let select = late(preset, select).with([
        net("cfg_kind", "cfg_select_kind"),
        net("cfg_weight", "cfg_select_weight"),
        net("sel_clear", "sel_saturated"),
    ]);
    let mut parts = hand_over(preset, select, keys);
    parts.extend(gate(preset));
    parts.extend([filters(preset).with([net("cfg_fen", "gate_fen")]), sampler, verdict]);
    parts
}

/// The selection, whose events are the candidates of the sample buffer: a cycle later in a profiler for a fast clock.
fn hand_over(preset: &Preset, select: Part, keys: usize) -> Vec<Part> {
    if !preset.deep() {
        return vec![select.with([
            net("ev_valid", "cand_valid"),
            net("ev_key", "cand_lanes"),
            net("ev_weight", "cand_side"),
            net("ev_ord", "cand_ord"),
        ])];
    }
    let hand_over = Part::new("hand_over", design!(hw::profiler::HandOver<keys>));
    vec![select.renamed("ev_", "found_"), hand_over.renamed("ev_", "found_")]
}

/// The filters; those for a fast clock take [`LATE`] cycles more.
fn filters(preset: &Preset) -> Part {
    let xlen = preset.xlen.bits() as usize;
    if preset.deep() {
        return Part::new("pcfilter", design!(hw::pcfilter::DeepFilter<xlen>));
    }
    Part::new("pcfilter", design!(hw::pcfilter::Pcfilter<xlen, { usize::from(!preset.small) }, 0>))
}

/// What the gate was when the retirement came whose record is here: annotated records come two cycles later. Where
/// there is an engine, what joins that with the rest says it.
fn gate(preset: &Preset) -> Option<Part> {
    if preset.hps.is_some() {
        return None;
    }
    Some(match preset.annotate {
        Some(_) => Part::new("gate", design!(hw::profiler::Gate<2, 0>)),
        None if preset.deep() => Part::new("gate", design!(hw::profiler::Gate<2, LATE>)).with([
            net("rvfi_valid", "came_valid"),
            net("gate_open", "came_open"),
            ("buffer_ready", End::Value(1)),
        ]),
        None => Part::new("gate", design!(hw::profiler::Gate<0, 0>)),
    })
}

/// The part sees the records that come with their verdicts, which are late in a profiler for a fast clock.
fn late(preset: &Preset, part: Part) -> Part {
    if preset.deep() { part.renamed("rec_", "late_") } else { part }
}

/// Do bursts begin and end at checks?
fn has_checks(preset: &Preset) -> bool {
    preset.map.is_some() || !preset.small
}

/// Where bursts begin and end: by what is known of instructions beforehand, else by the instructions alone.
fn checks(preset: &Preset) -> Vec<Part> {
    let xlen = preset.xlen.bits() as usize;
    let checks = match preset.deep() {
        // It takes a cycle more.
        true => Part::new("checks", design!(hw::checks::Checks<xlen, 1>)).renamed("rec_", "early_"),
        false => Part::new("checks", design!(hw::checks::Checks<xlen, 0>)),
    };
    match preset.map {
        Some(codes) => vec![Part::new("checkmap", parts::map(codes, preset.deep())), checks],
        None if has_checks(preset) => vec![checks.low(&["map_code", "cfg_map_en"])],
        None => vec![],
    }
}

/// The queue, the tree, and how they are commanded and read.
fn counting(preset: &Preset) -> Vec<Part> {
    let tree = preset.tree();
    let wide = tree.config.key_bits == 64;
    let mut buffer = buffer(preset, wide).with([net("run", "cfg_enable")]).low(&["flush"]);
    let mut regs = Part::new("regs", design!(hw::regs::Regs, preset.capabilities())).with([
        net("stat_open", "gate_open"),
        net("flag_near_full", "stat_near_full"),
        net("flag_lost", "stat_lost_flag"),
        net("flag_weight", "sel_saturated"),
    ]);
    if preset.phase.is_some() || preset.hps.is_some() {
        buffer = buffer.with([net("ready", "room")]);
        regs = regs.renamed("cmd_", "op_");
    }
    let counters = Part::new("counters", design!(hw::counters::Counters)).with([
        net("step_cand", "cand_valid"),
        net("cnt_read", "ram_read"),
        net("cnt_addr", "ram_addr"),
        net("cnt_valid", "ram_valid"),
        net("cnt_data", "ram_data"),
    ]);
    let mut parts = vec![
        buffer,
        // Without the second filter it rejects nothing.
        if preset.small { counters.low(&["step_rej_pc2"]) } else { counters },
        Part::new("rap", blocks::rap(&tree)).with([
            // The events of a map of code have fewer bits of key than a lane has.
            (
                "ev_key",
                if preset.lines.is_some() { End::Low("smp_rec".to_string()) } else { End::Net("smp_rec".into()) },
            ),
            net("ev_weight", "smp_side"),
            net("cmd_valid", "eng_valid"),
            net("cmd_ready", "eng_ready"),
            net("cmd_op", "eng_op"),
            // The register is as wide as the widest count.
            ("cfg_t0", End::Low("cfg_t0".to_string())),
        ]),
        commander(preset),
    ];
    parts.extend(readout(preset));
    parts.push(regs);
    parts
}

/// What obeys commands. Where there is an engine, the record of the tap has gone on when a flush comes here.
fn commander(preset: &Preset) -> Part {
    let deep = usize::from(preset.deep());
    let commander = Part::new("commander", design!(hw::profiler::Commander<deep>));
    let commander = commander.with([net("popped", "step_popped")]);
    if preset.hps.is_some() { commander.with([net("tap_flush", "cmd_flush")]) } else { commander }
}

/// The queue of keys, of two lanes each if they are wide.
fn buffer(preset: &Preset, wide: bool) -> Part {
    let design = match (preset.deep(), wide) {
        (true, true) => return Part::new("sample_buffer", design!(hw::sample_buffer::DeepBuffer<2, 7>)),
        (true, false) => return Part::new("sample_buffer", design!(hw::sample_buffer::DeepBuffer<1, 8>)),
        (false, true) => design!(hw::sample_buffer::SampleBuffer<2, 7>),
        (false, false) => design!(hw::sample_buffer::SampleBuffer<1, 8>),
    };
    Part::new("sample_buffer", design).with([("cfg_stride", End::Value(wide.into()))])
}

/// The model of cache and branches between the tap and everything else, with the latencies of the preset.
fn annotate(preset: &Preset, model: &annotate::Config) -> Result<Part, Error> {
    let variant = preset.annotate.and_then(|name| variant::find(&annotate::PRESETS, name));
    let design = variant.and_then(|variant| parts::part(Unit::Annotate, variant));
    let part = Part::new("annotate", design.ok_or_else(|| no_block(preset))?);
    Ok(part.renamed("rec_", "tap_").renamed("ann_", "rec_").with([
        net("ann_clearing", "ann_clearing"),
        ("cfg_hit_cycles", End::Value(model.hit_cycles.into())),
        ("cfg_miss_cycles", End::Value(model.miss_cycles.into())),
        ("cfg_mispredict_cycles", End::Value(model.mispredict_cycles.into())),
    ]))
}

fn no_block(preset: &Preset) -> Error {
    Error::NoBlock { unit: Unit::Profiler, preset: preset.name.into() }
}

/// The way to the counters, for the widths of the tree.
fn readout(preset: &Preset) -> Vec<Part> {
    let config = preset.tree().config;
    let (counts, live, statistics) =
        (config.count_bits as usize, config.nodes.ilog2() as usize + 1, usize::from(!preset.small));
    let readout = Part::new("readout", design!(hw::profiler::Readout<counts, live, statistics>));
    if !preset.deep() {
        return vec![readout];
    }
    vec![readout.renamed("cnt_", "far_"), Part::new("relay", design!(hw::profiler::Relay))]
}
