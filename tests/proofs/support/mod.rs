//! What several of these tests use.
pub mod provers;

#[path = "../../support/tools.rs"]
pub mod tools;
