//! The sample buffer (docs/reference/sample_buffer.md).
mod format;
mod ports;
mod queue;
mod rw2;

use crate::spec::sample_buffer::LANE_BITS;
pub use format::SampleFormat;
pub use queue::Queue as SampleBuffer;
pub use rw2::SampleBufferRw2;

/// Bits of a lane.
const LANE: usize = LANE_BITS as usize;
