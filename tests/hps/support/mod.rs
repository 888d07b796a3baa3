//! What several of these tests use.
pub mod bench;
pub mod checks;
pub mod hps;
pub mod messages;
pub mod twin;

#[path = "../../support/retired.rs"]
pub mod retired;
