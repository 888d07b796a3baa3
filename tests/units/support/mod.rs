//! What several of these tests use.
pub mod bus_bench;
pub mod faults;
pub mod joined;
pub mod opcodes;
pub mod profiled;
pub mod records;
pub mod register_bench;
pub mod taps;
pub mod waves;

#[path = "../../support/configurations.rs"]
pub mod configurations;
#[path = "../../support/edits.rs"]
pub mod edits;
#[path = "../../support/long.rs"]
pub mod long;
#[path = "../../support/planted.rs"]
pub mod planted;
#[path = "../../support/retired.rs"]
pub mod retired;
#[path = "../../support/stream.rs"]
pub mod stream;
#[path = "../../support/tools.rs"]
pub mod tools;
#[path = "../../support/volume.rs"]
pub mod volume;
