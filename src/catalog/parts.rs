//! The parts between a core and an engine: from a variant's name to its block.
//!
//! Their parameters are few and small, so a row names the type itself. A test builds every row and finds the variants of `spec` in it.
use super::Unit;
use super::blocks::{Maker, connected};
use crate::spec::variant::Variant;
use crate::{hw, spec};

/// Bits of a byte offset among the registers of a profiler.
pub(super) const REGISTERS: usize = spec::regs::ADDRESS_BITS as usize;

/// `parts! { Unit: VARIANTS { "preset" => Block, .. } .. }`: the variants of each unit, and the block of each variant.
macro_rules! parts {
    ($($unit:ident: $variants:path { $($preset:literal => $block:ty),* $(,)? })*) => {
        /// The variants of a unit, if it is a part.
        pub(super) const fn variants(unit: Unit) -> Option<&'static [Variant]> {
            match unit {
                $(Unit::$unit => Some(&$variants),)*
                // Joined of several blocks.
                Unit::Hps => Some(&spec::hps::VARIANTS),
                Unit::Monitor => Some(&spec::monitor::VARIANTS),
                Unit::Rap | Unit::Coalescer | Unit::Profiler => None,
            }
        }

        /// Makes the block of a variant of a part.
        pub(super) fn maker(unit: Unit, preset: &str) -> Option<Maker> {
            match (unit, preset) {
                $($((Unit::$unit, $preset) => Some(|| connected(<$block>::default())),)*)*
                _ => None,
            }
        }
    };
}

parts! {
    Annotate: spec::annotate::PRESETS {
        "direct4k" => hw::annotate::Annotate<32, 7, 1, 5, 21, 9>,
        "twoway8k" => hw::annotate::Annotate<32, 7, 2, 5, 21, 11>,
        "fourway16k64" => hw::annotate::Annotate<64, 6, 4, 6, 53, 11>,
        "tiny" => hw::annotate::Annotate<32, 1, 4, 4, 28, 2>,
    }
    Burst: spec::burst::PRESETS {
        "nano" => hw::burst::Burst<0, 0>,
        "bursty" => hw::burst::Burst<1, 0>,
        "full" => hw::burst::Burst<1, 6>,
    }
    Checkmap: spec::checkmap::PRESETS {
        "k8" => hw::checkmap::Checkmap<9, 18>,
        "k32" => hw::checkmap::Checkmap<11, 16>,
        "tiny" => hw::checkmap::Checkmap<2, 25>,
    }
    Checks: spec::checks::PRESETS { "rv32" => hw::checks::Checks<32, 33>, "rv64" => hw::checks::Checks<64, 65> }
    SampleBuffer: spec::sample_buffer::PRESETS {
        "nano" => hw::sample_buffer::SampleBuffer<1, 8, 32>,
        "pairs" => hw::sample_buffer::SampleBuffer<2, 7, 64>,
        "full" => hw::sample_buffer::SampleBuffer<4, 6, 128>,
        "nano_rw2" => hw::sample_buffer::SampleBufferRw2<1, 7, 32, 64>,
        "full_rw2" => hw::sample_buffer::SampleBufferRw2<4, 5, 128, 256>,
    }
    SampleFormat: spec::sample_buffer::FORMAT_PRESETS {
        "rv32" => hw::sample_buffer::SampleFormat<32>,
        "rv64" => hw::sample_buffer::SampleFormat<64>,
    }
    Counters: spec::counters::PRESETS {
        "nano" => hw::counters::Counters<1, 4, 3>,
        "nano_rw2" => hw::counters::Counters<2, 5, 4>,
    }
    Select: spec::select::PRESETS {
        "nano" => hw::select::Select<32, 32>,
        "pairs" => hw::select::Select<32, 64>,
        "rv64" => hw::select::Select<64, 64>,
        "rv64k32" => hw::select::Select<64, 32>,
    }
    Regs: spec::regs::PRESETS { "nano" => hw::regs::Regs<0>, "full" => hw::regs::Regs<1> }
    Axil: spec::regs::BUS_PRESETS { "lite" => hw::axil::Axil<REGISTERS> }
    Wishbone: spec::regs::BUS_PRESETS { "lite" => hw::wishbone::Wishbone<REGISTERS> }
    Cycles: spec::cycles::PRESETS { "core" => hw::cycles::Cycles }
    Classify: spec::classify::PRESETS { "rv32" => hw::classify::Classify<32>, "rv64" => hw::classify::Classify<64> }
    Pcfilter: spec::pcfilter::PRESETS {
        "rv32" => hw::pcfilter::Pcfilter<32, 1, 5, 32, 3, 0, 1>,
        "rv64" => hw::pcfilter::Pcfilter<64, 1, 5, 64, 3, 0, 1>,
        "rv32_rw2" => hw::pcfilter::Pcfilter<32, 2, 10, 64, 6, 1, 1>,
        "rv32_lite" => hw::pcfilter::Pcfilter<32, 1, 5, 32, 3, 0, 0>,
    }
    Tap: spec::tap::VARIANTS { "rv32" => hw::tap::Tap<32, 4>, "rv64" => hw::tap::Tap<64, 8> }
}
