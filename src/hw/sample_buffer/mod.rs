//! The sample buffer (docs/sample_buffer.md).
mod format;
mod queue;

pub use format::SampleFormat;
pub use queue::SampleBuffer;
