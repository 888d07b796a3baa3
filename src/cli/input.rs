//! What a verb takes in: whole files, with messages that name them.
use super::Failure;
use crate::analysis::{self, Symbols, chkplan};
use crate::lang::{coproc, hps};
use crate::report::json::Dump;
use crate::spec::checkmap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// An image of the engine `hps` or of the co-processor is never longer than this.
const IMAGE_MAX: u64 = 1 << 16;
/// Longest program that is read.
const PROGRAM_MAX: u64 = 1 << 20;

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

/// A profile that was written as JSON; `-` is standard input.
pub fn dump(file: &Path) -> Result<Dump, Failure> {
    dump_of(text_or_stdin(file)?.as_bytes(), file)
}

/// A profile whose file has been read.
pub fn dump_of(bytes: &[u8], file: &Path) -> Result<Dump, Failure> {
    serde_json::from_slice(bytes)
        .map_err(|e| Failure::in_file(file, format!("{e}: expected what `treetap profile --dump` writes")))
}

/// The text of a program.
pub fn program(file: &Path) -> Result<String, Failure> {
    String::from_utf8(short(file, PROGRAM_MAX)?).map_err(|wrong| {
        let at = wrong.utf8_error().valid_up_to();
        Failure::in_file(file, format!("byte {at}: expected UTF-8 text"))
    })
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

/// An image of microcode that `treetap asm` wrote.
pub fn microcode(file: &Path) -> Result<coproc::Image, Failure> {
    coproc::Image::load(&short(file, IMAGE_MAX)?).map_err(|why| Failure::in_file(file, why))
}

/// Where a file is or will be, whatever way leads there; `None` for standard streams, devices and pipes.
pub fn place(file: &Path) -> Option<PathBuf> {
    if file == Path::new("-") || std::fs::metadata(file).is_ok_and(|meta| !meta.is_file()) {
        return None;
    }
    let folder = || file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    file.canonicalize().ok().or_else(|| Some(folder().canonicalize().ok()?.join(file.file_name()?)))
}
