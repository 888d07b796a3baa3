//! The sample buffer (docs/reference/sample_buffer.md).
mod format;
mod queue;
mod rw2;

use crate::spec::sample_buffer::{LANE_BITS, LANES, OCC_BITS};
pub use format::SampleFormat;
pub use queue::SampleBuffer;
pub use rw2::SampleBufferRw2;

/// Bits of a lane.
const LANE: usize = LANE_BITS as usize;
/// Bits of the number of a lane in the payload.
const PLACE: usize = LANES.trailing_zeros() as usize;
/// Bits of the number of records.
const OCC: usize = OCC_BITS as usize;
