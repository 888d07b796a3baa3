//! What several of these tests use.
pub mod bench;
pub mod checks;
pub mod hps;
pub mod messages;
pub mod monitors;
pub mod random;
pub mod tables;
pub mod twin;

#[path = "../../support/configurations.rs"]
pub mod configurations;
#[path = "../../support/disturbed.rs"]
pub mod disturbed;
#[path = "../../support/edits.rs"]
pub mod edits;
#[path = "../../support/elsewhere.rs"]
pub mod elsewhere;
#[path = "../../support/hang.rs"]
pub mod hang;
#[path = "../../support/late.rs"]
pub mod late;
#[path = "../../support/planted.rs"]
pub mod planted;
#[path = "../../support/retired.rs"]
pub mod retired;
#[path = "../../support/volume.rs"]
pub mod volume;
