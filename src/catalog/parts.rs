//! The parts between a core and an engine: from a variant's numbers to its hardware.
use super::Unit;
use crate::emit::describe::Design;
use crate::hw::sample_buffer::{DeepBuffer, SampleBuffer, SampleFormat};
use crate::hw::{
    self, annotate, burst, checkmap, checks, classify, codemap, coproc, counters, cycles, pcfilter, regs, select, tap,
};
use crate::spec;
use crate::spec::regs::{Bus, Capabilities};
use crate::spec::variant::{DEEP, Variant};
use treetap_hdl::design;

/// Bits of a byte offset among the registers of a profiler.
pub(super) const REGISTERS: usize = spec::regs::ADDRESS_BITS as usize;
/// Bits of the number of a lane in the payload of a sample buffer.
pub(super) const PLACE: usize = spec::sample_buffer::LANES.trailing_zeros() as usize;

/// The variants of a unit, if it is a part, or joined of parts.
pub(super) const fn variants(unit: Unit) -> Option<&'static [Variant]> {
    Some(match unit {
        Unit::Annotate => &spec::annotate::PRESETS,
        Unit::Burst => &spec::burst::PRESETS,
        Unit::Checkmap => &spec::checkmap::PRESETS,
        Unit::Checks => &spec::checks::PRESETS,
        Unit::Codemap => &spec::codemap::VARIANTS,
        Unit::SampleBuffer => &spec::sample_buffer::PRESETS,
        Unit::SampleFormat => &spec::sample_buffer::FORMAT_PRESETS,
        Unit::Counters => &spec::counters::PRESETS,
        Unit::Select => &spec::select::PRESETS,
        Unit::Regs => &spec::regs::PRESETS,
        Unit::Axil | Unit::Wishbone => &spec::regs::BUS_PRESETS,
        Unit::Cycles => &spec::cycles::PRESETS,
        Unit::Classify => &spec::classify::PRESETS,
        Unit::Pcfilter => &spec::pcfilter::PRESETS,
        Unit::Tap => &spec::tap::VARIANTS,
        Unit::Coproc => &spec::coproc::PRESETS,
        Unit::Hps => &spec::hps::VARIANTS,
        Unit::Monitor => &spec::monitor::VARIANTS,
        Unit::Phase => &spec::phase::VARIANTS,
        Unit::Hotlist => &spec::hotlist::VARIANTS,
        Unit::ValueSampler => &spec::value_sampler::VARIANTS,
        Unit::CoprocProfiler => &spec::coproc_profiler::VARIANTS,
        Unit::Rap | Unit::Coalescer | Unit::Profiler => return None,
    })
}

/// The hardware of a variant of a part; `None` of what is joined.
pub(super) fn part(unit: Unit, variant: &Variant) -> Option<Design> {
    let number = |name| variant.parameter(name) as usize;
    let log2 = |name| variant.parameter(name).ilog2() as usize;
    Some(match unit {
        Unit::Annotate => {
            let (xlen, sets, ways, line) = (number("xlen"), log2("sets"), number("ways"), log2("line_bytes"));
            design!(annotate::Annotate<xlen, sets, ways, line, { log2("predictor") }>)
        }
        Unit::Burst => sampler(number("checks") == 1, number("statistics") == 1, number(DEEP) == 1),
        Unit::Checkmap => map(variant.parameter("slots"), variant.parameter(DEEP) == 1),
        Unit::Codemap => lines(&spec::codemap::Build::of(variant), number(DEEP) == 1),
        Unit::Checks => design!(checks::Checks<{ number("xlen") }, { number(DEEP) }>),
        Unit::SampleBuffer => {
            let (lanes, place) = (number("lanes"), PLACE - log2("lanes"));
            if number(DEEP) == 1 {
                return Some(design!(DeepBuffer<lanes, place>));
            }
            design!(SampleBuffer<lanes, place>)
        }
        Unit::SampleFormat => design!(SampleFormat<{ number("xlen") }>),
        Unit::Counters => design!(counters::Counters),
        Unit::Select => {
            let mapped = usize::from(variant.parameters.contains(&(spec::select::MAPPED, 1)));
            design!(select::Select<{ number("xlen") }, { number("key_bits") }, mapped>)
        }
        Unit::Regs => {
            let build = if number("readback") == 1 { Capabilities::FAST } else { Capabilities::NANO };
            design!(regs::Regs, build)
        }
        Unit::Axil => design!(hw::axil::Axil<REGISTERS>),
        Unit::Wishbone => design!(hw::wishbone::Wishbone<REGISTERS>),
        Unit::Cycles => design!(cycles::Cycles),
        Unit::Classify => design!(classify::Classify<{ number("xlen") }>),
        Unit::Pcfilter if variant.parameter(DEEP) == 1 => {
            design!(pcfilter::DeepFilter<{ number("xlen") }>)
        }
        Unit::Pcfilter => {
            design!(pcfilter::Pcfilter<{ number("xlen") }, { number("table") }, 0>)
        }
        Unit::Tap => design!(tap::Tap<{ number("xlen") }, { number(DEEP) }>),
        Unit::Coproc => {
            let (xlen, bits, entries) = (number("xlen"), number("value_bits"), log2("entries"));
            let (predict, chain, deep) = (number("predict"), number("chain"), number(DEEP));
            design!(coproc::Coproc<xlen, bits, entries, predict, chain, deep>, spec::coproc::built(variant))
        }
        Unit::CoprocProfiler | Unit::Hotlist | Unit::Hps | Unit::Monitor | Unit::Phase | Unit::ValueSampler => {
            return None;
        }
        Unit::Rap | Unit::Coalescer | Unit::Profiler => return None,
    })
}

/// The slave on the bus of a top whose byte offsets have so many bits, and its nets; `None` without a bus.
pub(super) fn slave(bus: Bus, bits: usize) -> Option<(Design, &'static str)> {
    match bus {
        Bus::Axil => Some((design!(hw::axil::Axil<bits>), "s_axil_*")),
        Bus::Wishbone => Some((design!(hw::wishbone::Wishbone<bits>), "wb_*")),
        Bus::Port => None,
    }
}

/// The sampler, with bursts by checks and intervals or without, with counters or without, for a fast clock or not.
pub(super) fn sampler(checks: bool, statistics: bool, deep: bool) -> Design {
    let statistics = if statistics { burst::STATISTICS } else { 0 };
    design!(burst::Burst<{ usize::from(checks) }, statistics, { usize::from(deep) }>)
}

/// The map of code, for a fast clock or not.
pub(super) fn lines(build: &spec::codemap::Build, deep: bool) -> Design {
    let (entries, single) = (build.entries.ilog2() as usize, usize::from(build.spram));
    design!(codemap::Codemap<entries, single, { usize::from(deep) }>, *build)
}

/// The map of so many codes, 16 in a word, for a fast clock or not.
pub(super) fn map(codes: u32, deep: bool) -> Design {
    let words = codes.ilog2() as usize - 4;
    if deep {
        return design!(checkmap::DeepMap<words>);
    }
    design!(checkmap::Checkmap<words>)
}
