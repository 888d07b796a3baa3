//! What several of these tests use.
pub mod inline;

#[path = "../../support/tools.rs"]
pub mod tools;
