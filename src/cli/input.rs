//! What a verb takes in: whole files, with messages that name them.
use super::Failure;
use crate::analysis::{self, Symbols, chkplan};
use crate::lang::hps;
use crate::spec::checkmap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// An image of the engine `hps` is never longer than this.
const IMAGE_MAX: u64 = 1 << 16;

fn unreadable(file: &Path) -> impl Fn(std::io::Error) -> Failure {
    move |e| Failure::in_file(file, format!("cannot read: {e}"))
}

/// The bytes of a file.
pub fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(file).map_err(unreadable(file))
}

/// The text of a file.
pub fn text(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(unreadable(file))
}

/// The text of a file; `-` is standard input.
pub fn text_or_stdin(file: &Path) -> Result<String, Failure> {
    if file == Path::new("-") {
        return std::io::read_to_string(std::io::stdin().lock()).map_err(unreadable(file));
    }
    text(file)
}

/// The bytes of a file that is not longer than it can be.
pub fn short(file: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = vec![];
    let open = File::open(file).map_err(unreadable(file))?;
    open.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable(file))?;
    if bytes.len() as u64 > limit {
        return Err(Failure::in_file(file, format!("longer than {limit} bytes")));
    }
    Ok(bytes)
}

/// The names in an ELF file.
pub fn symbols(file: &Path, options: &analysis::Options) -> Result<Symbols, Failure> {
    Symbols::parse(&bytes(file)?, options).map_err(|e| Failure::in_file(file, e))
}

/// A map of checks that `treetap chkplan` wrote.
pub fn check_map(file: &Path) -> Result<checkmap::Image, Failure> {
    chkplan::from_bytes(&bytes(file)?).map_err(|e| Failure::in_file(file, e))
}

/// An image that `treetap hps compile` wrote.
pub fn image(file: &Path) -> Result<hps::Image, Failure> {
    hps::Image::open(&short(file, IMAGE_MAX)?).map_err(|why| Failure::in_file(file, why))
}

/// Where a file is or will be, whatever way leads there; `None` for standard streams, devices and pipes.
pub fn place(file: &Path) -> Option<PathBuf> {
    if file == Path::new("-") || std::fs::metadata(file).is_ok_and(|meta| !meta.is_file()) {
        return None;
    }
    let folder = || file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    file.canonicalize().ok().or_else(|| Some(folder().canonicalize().ok()?.join(file.file_name()?)))
}
