//! What an interrupt (SIGINT, SIGTERM, SIGHUP) does: the traced program is ended, nothing half-written is left behind.
use crate::flow::program;
use crate::trace::{atomic, capture};
use std::io::{self, Write};

/// Exit code of an interrupted run: 128 + SIGINT, as shells report it.
const INTERRUPTED: i32 = 130;

/// Installs the handler, once, before any output is started.
pub fn install() {
    let handler = || {
        // Programs first: what they still write would come back behind our back.
        program::stop_running();
        atomic::remove_unfinished();
        capture::stop_running();
        // Whoever read it may have gone with the interrupt, and a panic here would keep the process alive.
        let _ = writeln!(io::stderr(), "treetap: interrupted: unfinished outputs are removed");
        std::process::exit(INTERRUPTED);
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("treetap: warning: no clean-up when interrupted: {error}");
    }
}
