//! What more than one test file needs. A helper enters when two tests use it.
#![allow(dead_code)]

pub mod tools;

/// Whether `name` can be run: [`tools::installed`].
pub fn tool(name: &str) -> bool {
    tools::installed(&[name])
}
