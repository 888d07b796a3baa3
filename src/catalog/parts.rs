//! The parts between a core and an engine: from a variant's name to its block.
//!
//! Their parameters are few and small, so a row names the type itself. A test builds every row and finds the variants of `spec` in it.
use super::Unit;
use super::blocks::{Maker, connected};
use crate::spec::variant::Variant;
use crate::{hw, spec};

/// `parts! { Unit: VARIANTS { "preset" => Block, .. } .. }`: the variants of each unit, and the block of each variant.
macro_rules! parts {
    ($($unit:ident: $variants:path { $($preset:literal => $block:ty),* $(,)? })*) => {
        /// The variants of a unit, if it is a part.
        pub(super) const fn variants(unit: Unit) -> Option<&'static [Variant]> {
            match unit {
                $(Unit::$unit => Some(&$variants),)*
                Unit::Rap | Unit::Coalescer => None,
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
    Select: spec::select::PRESETS {
        "nano" => hw::select::Select<32, 32>,
        "pairs" => hw::select::Select<32, 64>,
        "rv64" => hw::select::Select<64, 64>,
        "rv64k32" => hw::select::Select<64, 32>,
    }
    Regs: spec::regs::PRESETS { "nano" => hw::regs::Regs<0>, "full" => hw::regs::Regs<1> }
    Axil: spec::regs::BUS_PRESETS { "lite" => hw::axil::Axil }
    Wishbone: spec::regs::BUS_PRESETS { "lite" => hw::wishbone::Wishbone }
    Cycles: spec::cycles::PRESETS { "core" => hw::cycles::Cycles }
    Classify: spec::classify::PRESETS { "rv32" => hw::classify::Classify<32>, "rv64" => hw::classify::Classify<64> }
    Tap: spec::tap::VARIANTS { "rv32" => hw::tap::Tap<32, 4>, "rv64" => hw::tap::Tap<64, 8> }
}
