//! What several of these tests use.
pub mod inline;
