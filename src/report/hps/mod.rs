//! What the verbs of `treetap hps` found.
//!
//! * [`trial`]: an image on recorded retirements; [`compare`]: profiles and samplings side by side on whole programs.
//! * [`inline`]: a program with an engine between fetch and decode.
pub mod compare;
pub mod inline;
pub mod trial;
