//! What several of these tests use.
pub mod programs;

#[path = "../../support/command.rs"]
pub mod command;
#[path = "../../support/tools.rs"]
pub mod tools;
