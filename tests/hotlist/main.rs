//! The hotlist sampler: its model case by case and against an independent one, and the emitted hardware against it.
mod bench;
mod faults;
#[path = "../support/hang.rs"]
mod hang;
mod hotlist;
#[path = "../support/long.rs"]
mod long;
mod model;
mod oracle;
mod registers;
mod support;
mod value_sampler;
#[path = "../support/volume.rs"]
#[allow(dead_code)]
mod volume;
