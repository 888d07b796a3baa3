//! What several of these tests use.
pub mod bench;
pub mod netlists;
pub mod properties;
pub mod reference;
pub mod round;
pub mod scenarios;
pub mod selector;
pub mod shapes;
pub mod streams;

#[path = "../../support/edits.rs"]
pub mod edits;
#[path = "../../support/mutants.rs"]
pub mod mutants;
#[path = "../../support/tools.rs"]
pub mod tools;

#[path = "../../support/configurations.rs"]
pub mod configurations;
#[path = "../../support/vectors.rs"]
pub mod vectors;
#[path = "../../support/volume.rs"]
pub mod volume;
