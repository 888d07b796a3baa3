//! What several of these tests use.
#[path = "../../support/command.rs"]
pub mod command;
#[path = "../../support/slurm.rs"]
pub mod slurm;
#[path = "../../support/tools.rs"]
pub mod tools;
#[allow(dead_code)] // the rest is what the tests of the model use
#[path = "../../support/vectors.rs"]
pub mod vectors;
