//! What a verb puts out: files that appear whole or not at all, and standard output.
use super::Failure;
use crate::trace::atomic;
use std::io::{self, Write};
use std::path::Path;

/// Writes a whole file; `-` is standard output.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if file == Path::new("-") {
        return print(bytes);
    }
    atomic::write(file, bytes).map_err(|e| Failure::BadInput(format!("{}: cannot write: {e}", file.display())))
}

/// Prints text and a line end to standard output; otherwise as [`print`].
pub fn line(text: impl std::fmt::Display) -> Result<(), Failure> {
    print(format!("{text}\n").as_bytes())
}

/// Prints to standard output. A reader that has gone away (`| head`) is no failure.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::BadInput(format!("standard output: cannot write: {e}")))
        }
        _ => Ok(()),
    }
}
