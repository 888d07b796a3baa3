//! The engine for hybrid profiling support (docs/hps.md). Its parts are joined by the names of their ports (`catalog::hps`).
mod conditions;
mod counters;
mod events;
mod facts;
mod history;
mod host;
mod immediate;
mod instantiate;
mod patterns;
mod words;

pub use conditions::Conditions;
pub use counters::Counters;
pub use events::Events;
pub use facts::Facts;
pub use history::History;
pub use host::Host;
pub use patterns::Patterns;
pub use words::Words;
