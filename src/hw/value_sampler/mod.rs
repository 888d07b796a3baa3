//! What lies around the hotlist sampler between a core and a bus (docs/reference/value_sampler.md). The parts are
//! joined by the names of their ports (`catalog::value_sampler`).
mod hold;
mod relay;
mod window;

pub use hold::Hold;
pub use relay::Relay;
pub use window::{SamplerBank, Window};
