//! What several of these tests use.
pub mod joined;
pub mod records;
pub mod register_bench;
pub mod taps;

#[path = "../../support/retired.rs"]
pub mod retired;
