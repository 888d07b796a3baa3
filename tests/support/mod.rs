//! What several integration tests share. Each test binary uses its part of it.
#![allow(dead_code)]
pub mod cosim;
pub mod tools;
