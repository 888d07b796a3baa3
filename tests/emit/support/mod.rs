//! What several of these tests use.
pub mod cosim;
pub mod decisions;
pub mod expressions;
pub mod joins;
pub mod state;
pub mod structure;

#[path = "../../support/configurations.rs"]
pub mod configurations;
#[path = "../../support/flat.rs"]
pub mod flat;
#[path = "../../support/four_state.rs"]
pub mod four_state;

#[path = "../../support/stream.rs"]
pub mod stream;
#[path = "../../support/tools.rs"]
pub mod tools;
#[path = "../../support/volume.rs"]
pub mod volume;
