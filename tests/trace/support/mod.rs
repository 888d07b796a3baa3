//! What several of these tests use.
#[path = "../../support/tools.rs"]
pub mod tools;
