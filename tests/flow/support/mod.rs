//! What several of these tests use.
#[path = "../../support/command.rs"]
pub mod command;
#[path = "../../support/mutants.rs"]
pub mod mutants;
#[path = "../../support/tools.rs"]
pub mod tools;
