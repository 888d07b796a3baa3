//! The engine `pipelined`: an instruction in a cycle at a fast clock; flags are guessed, and what was found with old
//! ones is found again (docs/reference/hps.md, H14).
mod commit;
mod conditions;
mod count;
mod draw;
mod events;
mod facts;
mod gate;
mod history;
mod slots;

pub use commit::Commit;
pub use conditions::PipelinedConditions;
pub use events::PipelinedEvents;
pub use facts::PipelinedFacts;
pub use gate::Gate;
pub use history::PipelinedHistory;
pub use slots::Slots;

/// Bits of the place of an instruction that is under way.
const PLACE: usize = 5;
/// Bits of the number of a pattern.
const NUMBER: usize = 5;
