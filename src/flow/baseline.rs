//! The system of a core with nothing beside it, against which is measured what a profiler costs
//! (docs/user/soc-up5k.md).
use super::soc::Beside;

/// Stands in the place of the profiler: takes no cells, and answers the core's requests with 0.
pub const NOTHING: &str = include_str!("../../fpga/soc/nothing.v");

/// What stands beside the core: the module of [`NOTHING`].
pub fn beside() -> Beside<'static> {
    Beside {
        top: "soc_nothing",
        offset_bits: 12,
        monitor: false,
        coprocessor: false,
        table: vec![],
        tracker: false,
        alone: false,
    }
}
