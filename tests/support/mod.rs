//! What more than one test file needs. A helper enters when two tests use it.
#![allow(dead_code)]

use std::process::Command;

/// Whether `name` can be run. Where it is missing, says so loudly; under `TREETAP_NO_SKIP` (continuous integration) that is a failure.
pub fn tool(name: &str) -> bool {
    let found =
        Command::new("sh").args(["-c", &format!("command -v {name}")]).output().is_ok_and(|o| o.status.success());
    if !found {
        assert!(
            std::env::var_os("TREETAP_NO_SKIP").is_none(),
            "{name} is not installed, and nothing may be skipped here"
        );
        eprintln!("SKIP: {name} is not installed (make setup)");
    }
    found
}
