//! The sample buffer (docs/reference/sample_buffer.md).
mod deep;
mod format;
mod ports;
mod queue;

use crate::spec::sample_buffer::LANE_BITS;
pub use deep::DeepBuffer;
pub use format::SampleFormat;
pub use queue::SampleBuffer;

/// Bits of a lane.
const LANE: usize = LANE_BITS as usize;
