//! The engine for hybrid profiling support (docs/reference/hps.md). Its parts are joined by the names of their ports
//! (`catalog::hps`).
mod conditions;
mod counter;
mod counters;
mod events;
mod facts;
mod history;
mod host;
pub(in crate::hw) mod immediate;
mod instantiate;
mod masks;
mod patterns;
mod pipelined;
mod ports;
mod ranges;
mod serial;
mod stage;
mod statistics;
mod ternary;
mod words;

pub use conditions::Conditions;
pub use counters::Counters;
pub use events::Events;
pub use facts::Facts;
pub use history::History;
pub use host::{Host, HostBank};
pub use masks::Masks;
pub use patterns::Patterns;
pub use pipelined::{Commit, Gate, PipelinedConditions, PipelinedEvents, PipelinedFacts, PipelinedHistory, Slots};
pub use ranges::Ranges;
pub use serial::{Kind, Serial, SerialHost, SerialQueue};
pub use stage::Stage;
pub use statistics::Statistics;
pub use ternary::Ternary;
pub use words::Words;
